// SPDX-License-Identifier: MIT
// How is the arm held if the hand is 20 cm to the right of the shoulder, 35 cm in front of it and 20 cm below, the palm down?
import { load } from './index.js';

const swivel = await load();
const arm = swivel.arm({ side: 'right' });

// Hands: z to the fingertips, x where the palm faces. Fingers forward, palm down.
const end = { position: [0.2, 0.35, -0.2], rotation: [-0.5, 0.5, 0.5, 0.5] };
const { outcome, posture } = arm.solve({ end });
const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(1);
console.log(`${outcome}: ${arm.angles(posture).map((angle, i) => `${arm.angleNames[i]} ${degrees(angle)}`).join(', ')} degrees`);

for (const [from, to] of arm.feasible(end)) console.log(`the elbow may swivel from ${degrees(from)} to ${degrees(to)}`);
arm.free();
