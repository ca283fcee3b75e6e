// SPDX-License-Identifier: MIT
// For require(): load() is all one needs, and it waits anyway.
'use strict';
exports.load = async (source) => (await import('./chains.js')).load(source);
