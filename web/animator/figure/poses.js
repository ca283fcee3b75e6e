// SPDX-License-Identifier: MIT
// Postures to start from, as goals on the standing body: so they fit every stature and shape. Places in parts of the stature: x to its
// right, y forward, z up from the floor; hands: where the fingers point and where the palm faces.
import { cross, dot, minus, normalize } from '../arm/vectors.js';

const mirror = ([x, y, z]) => [-x, y, z];

/** The turn that takes one pair of directions (the second made normal to the first) to another. */
function turnOf(from, to) {
  const frame = ([a, b]) => {
    const x = normalize(a);
    const y = normalize(b.map((c, i) => c - dot(b, x) * x[i]));
    return [x, y, cross(x, y)];
  };
  const [f, t] = [frame(from), frame(to)];
  // R = sum of t f^T.
  const m = (i, k) => t[0][i] * f[0][k] + t[1][i] * f[1][k] + t[2][i] * f[2][k];
  const q = [m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1), 1 + m(0, 0) + m(1, 1) + m(2, 2)];
  if (q[3] > 1e-3) return normalize(q);
  const best = [0, 1, 2].reduce((a, b) => (m(b, b) > m(a, a) ? b : a));
  const [j, k] = [(best + 1) % 3, (best + 2) % 3];
  const p = [0, 0, 0, m(k, j) - m(j, k)];
  p[best] = 1 + m(best, best) - m(j, j) - m(k, k);
  p[j] = m(j, best) + m(best, j);
  p[k] = m(k, best) + m(best, k);
  return normalize(p);
}

/** { part: { at, fingers, palm } } for the right side and the middle; `both` adds the left as its mirror image. */
const right = (hand) => ({ rightHand: hand });
const left = ({ at, fingers, palm }) => ({ leftHand: { at: mirror(at), fingers: fingers && mirror(fingers), palm: palm && mirror(palm) } });
const both = (hand) => ({ ...right(hand), ...left(hand) });

export const poses = [
  ['Stand', {}],
  ['Reach', right({ at: [0.12, 0.36, 0.86], fingers: [-0.1, 1, 0.15], palm: [-0.6, 0, -0.8] })],
  ['Overhead', { ...both({ at: [0.1, 0.06, 1.13], fingers: [0, 0.1, 1], palm: [-1, 0.2, 0] }), head: { gaze: [0, 1, 1.3] } }],
  ['T', both({ at: [0.372, 0.01, 0.82], fingers: [1, 0, 0], palm: [0, 0.2, -1] })],
  ['Wave', { ...right({ at: [0.22, 0.12, 0.98], fingers: [0.15, 0, 1], palm: [0, 1, 0] }), head: { gaze: [0.3, 1.2, 0.95] } }],
  ['Crossed', { rightHand: { at: [-0.08, 0.16, 0.7], fingers: [-1, 0.05, 0.25], palm: [0, -1, 0] }, leftHand: { at: [0.08, 0.15, 0.68], fingers: [1, 0.1, 0.2], palm: [0, -1, 0] } }],
  ['On hips', both({ at: [0.118, 0.01, 0.6], fingers: [-0.45, 0.75, -0.5], palm: [-0.9, -0.35, 0] })],
  ['Behind', both({ at: [0.06, -0.13, 0.56], fingers: [-0.8, 0, -0.6], palm: [0, -1, 0] })],
  ['Think', { rightHand: { at: [0.03, 0.13, 0.82], fingers: [-0.1, -0.1, 1], palm: [-0.4, -1, 0.2] }, leftHand: { at: [0.06, 0.15, 0.66], fingers: [1, 0.2, 0], palm: [0, -0.6, 0.8] }, head: { gaze: [0.2, 1, 0.7] } }],
  ['Sit', { hips: { at: [0, -0.17, 0.29] }, upperChest: { at: [0, -0.185, 0.515] }, ...both({ at: [0.11, 0.1, 0.36], fingers: [-0.15, 1, -0.2], palm: [0, -0.2, -1] }), head: { gaze: [0, 2, 0.75] }, feet: [0.09, 0.1], pins: ['hips'] }],
  ['Squat', { hips: { at: [0, -0.1, 0.25] }, ...both({ at: [0.1, 0.38, 0.55], fingers: [0, 1, 0.1], palm: [-1, 0, -0.2] }), head: { gaze: [0, 2, 0.6] }, feet: [0.12, 0] }],
  ['Lunge', { hips: { at: [0, 0.04, 0.38] }, rightFoot: { at: [0.07, 0.36, null] }, leftFoot: { at: [-0.07, -0.33, null], heel: 0.55 }, ...both({ at: [0.16, 0.14, 0.5] }) }],
  ['Pick up', { ...right({ at: [0.1, 0.28, 0.06], fingers: [-0.2, 0.6, -0.7], palm: [-0.7, -0.3, -0.4] }), head: { gaze: [0.1, 0.5, 0] } }],
  ['Kick', { hips: { at: [-0.06, 0, 0.53] }, rightFoot: { at: [0.08, 0.4, 0.34], heel: -0.5 }, rightHand: { at: [0.24, -0.12, 0.68] }, leftHand: { at: [-0.22, 0.2, 0.74] } }],
];

/** The goals of one of them for a model's body as it is now. */
export function poseGoals(model, [, wishes]) {
  const { stature } = model.settings;
  const size = (at) => at.map((x) => x * stature);
  const goals = [];
  for (const [part, wish] of Object.entries(wishes)) {
    if (part === 'feet' || part === 'pins') continue;
    if (wish.gaze) {
      goals.push({ part, want: 'gaze', position: size(wish.gaze) });
      continue;
    }
    const goal = { part, position: size(wish.at) };
    if (/Foot$/.test(part)) {
      const [x, y] = goal.position;
      const heel = wish.heel ?? 0;
      // The ankle of a foot on its toes is higher.
      goal.position = [x, y, wish.at[2] === null ? model.restHeight(part) + 0.06 * stature * Math.sin(Math.max(0, heel)) : goal.position[2]];
      goal.rotation = [Math.sin(-heel / 2), 0, 0, Math.cos(heel / 2)];
    }
    if (wish.fingers) {
      const side = part.startsWith('right') ? 'right' : 'left';
      const { named } = model;
      const along = minus(named[`${side}MiddleProximal`], named[`${side}Hand`]);
      const across = minus(named[`${side}IndexProximal`], named[`${side}LittleProximal`]);
      const palm = side === 'right' ? cross(along, across) : cross(across, along);
      goal.rotation = turnOf([along, palm], [wish.fingers, wish.palm]);
    }
    goals.push(goal);
  }
  if (wishes.feet)
    for (const [part, side] of [['rightFoot', 1], ['leftFoot', -1]]) {
      const [x, y] = wishes.feet;
      goals.push({ part, position: [side * x * stature, y * stature, model.restHeight(part)], rotation: [0, 0, 0, 1] });
    }
  return goals;
}
