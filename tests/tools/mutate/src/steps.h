// SPDX-License-Identifier: MIT
int steps(int distance, int length);
