// SPDX-License-Identifier: MIT
// The panels, in the order of their tabs. A panel is { id, title, create(context) }. create returns { element, update(), open(),
// close() } and, if it has them, choices() and restore(choices), what goes into the page's address and comes back; advance(dt), for
// time of its own, and `rests` if that time ends; readout(), which replaces the page's; nudge(move, isTurn) and key(key), for keys.
import { armPanel } from './arm.js';
import { characterPanel } from './character.js';
import { comparePanel } from './compare.js';
import { figurePanel } from './figure.js';
import { handPanel } from './hand.js';
import { headHandsPanel } from './head_hands.js';
import { motionPanel } from './motion.js';
import { resultsPanel } from './results.js';
import { shoulderPanel } from './shoulder.js';
import { solversPanel } from '../papers/solvers.js';
import { trackPanel } from '../papers/track.js';

export const panels = [figurePanel, characterPanel, motionPanel, headHandsPanel, comparePanel, armPanel, shoulderPanel, handPanel, trackPanel, solversPanel, resultsPanel];
