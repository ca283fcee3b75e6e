// SPDX-License-Identifier: MIT
// Made by tools/example. Never changed.
static const int table[] = { 1, 2, 3 };
