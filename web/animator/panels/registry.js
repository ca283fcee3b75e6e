// SPDX-License-Identifier: MIT
// The panels, in the order of their tabs. A panel is { id, title, create(context) }. create returns { element, update(), open(),
// close() } and, if it has them, choices() and restore(choices), what goes into the page's address and comes back; advance(dt), for
// time of its own; readout(), which replaces the page's.
import { armPanel } from './arm.js';
import { handPanel } from './hand.js';
import { resultsPanel } from './results.js';
import { shoulderPanel } from './shoulder.js';
import { solversPanel } from './solvers.js';
import { trackPanel } from './track.js';

export const panels = [armPanel, shoulderPanel, handPanel, trackPanel, solversPanel, resultsPanel];
