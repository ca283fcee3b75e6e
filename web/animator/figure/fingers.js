// SPDX-License-Identifier: MIT
// Fingers that hang as those of a hand at rest do: each a little more bent than the one before.
import { axisAngle, cross, minus, normalize } from '../arm/vectors.js';

const degree = Math.PI / 180;
const curls = { Index: [10, 14, 8], Middle: [14, 18, 10], Ring: [18, 20, 12], Little: [20, 20, 12] };
const bones = ['Proximal', 'Intermediate', 'Distal'];

/** Whether relaxedFingers has all it needs. */
export const hasFingers = (joints) => ['left', 'right'].every((side) => Object.keys(curls).every((finger) => bones.every((bone) => joints[side + finger + bone])));

/** joints: where they are at rest, by name. Returns { name: rotation } of both hands. */
export function relaxedFingers(joints) {
  const found = {};
  for (const side of ['left', 'right']) {
    const at = (name) => joints[side + name];
    // From the little finger to the index: about this a finger bends, towards the palm.
    const across = minus(at('IndexProximal'), at('LittleProximal'));
    const along = minus(at('MiddleProximal'), at('Hand'));
    const palm = side === 'right' ? cross(along, across) : cross(across, along);
    for (const [finger, angles] of Object.entries(curls))
      bones.forEach((bone, i) => {
        const next = i < 2 ? bones[i + 1] : bone;
        const way = i < 2 ? minus(at(finger + next), at(finger + bone)) : minus(at(finger + bone), at(finger + bones[1]));
        found[side + finger + bone] = axisAngle(normalize(cross(way, palm)), -angles[i] * degree);
      });
  }
  return found;
}
