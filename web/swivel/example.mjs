// SPDX-License-Identifier: MIT
// Where must the joints be for the hand to be 30 cm to the right of the shoulder, 20 cm in front of it and 25 cm below?
import { load } from './index.js';

const swivel = await load();
const arm = swivel.arm({ side: 'right', reference: 'smooth' });

const hand = { position: [0.3, 0.2, -0.25], rotation: [-0.642, -0.045, 0.077, 0.761] };
const result = arm.best(hand, arm.naturalSwivel(hand));
const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(1);
console.log(`${result.outcome}: ${result.q.map(degrees).join(' ')} degrees`);

arm.feasible(hand).forEach((set, family) => {
  for (const [from, to] of set) console.log(`family ${family}: the elbow may swivel from ${degrees(from)} to ${degrees(to)}`);
});
arm.free();
