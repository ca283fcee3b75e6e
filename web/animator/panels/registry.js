// SPDX-License-Identifier: MIT
// The panels, in the order of their tabs. A panel is { id, title, create(context) } and create returns
// { element, update(), open(), close() }.
import { armPanel } from './arm.js';

export const panels = [armPanel];
