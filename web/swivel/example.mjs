// SPDX-License-Identifier: MIT
// Where must the joints be for the hand to be 20 cm to the right of the shoulder, 35 cm in front of it and 20 cm below?
import { load } from './index.js';

const swivel = await load();
const arm = swivel.arm({ side: 'right', reference: 'smooth' });

const hand = { position: [0.2, 0.35, -0.2], rotation: [0, -0.707, -0.612, 0.354] };
const result = arm.best(hand, arm.naturalSwivel(hand));
const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(1);
console.log(`${result.outcome}: ${result.q.map(degrees).join(' ')} degrees`);

arm.feasible(hand).forEach((set, family) => {
  for (const [from, to] of set) console.log(`family ${family}: the elbow may swivel from ${degrees(from)} to ${degrees(to)}`);
});
arm.free();
