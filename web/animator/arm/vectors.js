// SPDX-License-Identifier: MIT
// The little geometry the model needs, over plain arrays; quaternions x, y, z, w.

export const wrap = (angle) => angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));

export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const scale = (s, a) => [s * a[0], s * a[1], s * a[2]];

export function normalize(a) {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}

/** The angle of the turn from a to b. Exact for small ones too. */
export function angleBetween(a, b) {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const away = Math.hypot(...a.map((x, i) => x - sign * b[i]));
  const along = Math.hypot(...a.map((x, i) => x + sign * b[i]));
  return 4 * Math.atan2(away, along);
}

export function multiply(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
    a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** A vector turned by a quaternion. */
export function turned([x, y, z, w], v) {
  const t = scale(2, cross([x, y, z], v));
  return add(add(v, scale(w, t)), cross([x, y, z], t));
}

export function axisAngle(axis, angle) {
  const [x, y, z] = normalize(axis);
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** The mirror image in x, as the other arm has it. */
export function mirrorPose({ position: [x, y, z], rotation: [a, b, c, w] }) {
  return { position: [-x, y, z], rotation: [a, -b, -c, w] };
}

/** The rotation whose columns are these three unit vectors. */
function fromAxes(x, y, z) {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
}

/** A right hand's rotation from where its fingers point and its palm faces (made normal to the fingers). */
export function handRotation(fingers, palm) {
  const z = normalize(fingers);
  const x = normalize(palm.map((p, i) => p - dot(palm, z) * z[i]));
  return fromAxes(x, cross(z, x), z);
}
