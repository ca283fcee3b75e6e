// SPDX-License-Identifier: MIT
// The clavicles go with the arms, as people's do: up with a raised arm, forward with one that reaches across. About a sixth of the
// elevation beyond 30 degrees (data/shoulder), at most 30 degrees.
import { axisAngle, dot, minus, multiply, normalize } from '../arm/vectors.js';

const degree = Math.PI / 180;
const forwardMost = 16 * degree;

const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
export function turned(q, v) {
  const [x, y, z] = multiply(multiply(q, [...v, 0]), conjugate(q));
  return [x, y, z];
}

/** The clavicle's turn against its rest, by where the upper arm points. chest: the rotation of what it hangs on. */
export function clavicleOf(side, shoulder, elbow, chest) {
  const outward = side === 'right' ? 1 : -1;
  const arm = turned(conjugate(chest), normalize(minus(elbow, shoulder)));
  const elevation = Math.acos(Math.min(Math.max(-arm[2], -1), 1));
  const lift = Math.min(Math.max(0.17 * (elevation - 30 * degree), 0), 30 * degree);
  const forward = Math.max(0, dot(arm, [-0.5 * outward, 1, 0])) * forwardMost;
  return multiply(axisAngle([0, 0, outward], forward), axisAngle([0, -outward, 0], lift));
}
