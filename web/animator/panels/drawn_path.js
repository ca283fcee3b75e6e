// SPDX-License-Identifier: MIT
// A path drawn with one stroke: a closed smooth line through a dozen points, which can be dragged one by one afterwards.

const count = 12;
const fine = 48;

const between = (a, b, t) => a.map((x, k) => x + t * (b[k] - x));
const apart = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
/** Whole millimetres: what links carry. */
export const rounded = (point) => point.map((x) => Math.round(1000 * x) / 1000);

/** The points of a stroke's path: the stroke closed, evenly spaced, and smoothed. */
export function pointsOf(stroke) {
  const closed = [...stroke, stroke[0]];
  const lengths = [0];
  for (let i = 1; i < closed.length; i++) lengths.push(lengths[i - 1] + apart(closed[i], closed[i - 1]));
  let ring = Array.from({ length: fine }, (_, i) => {
    const s = (lengths.at(-1) * i) / fine;
    const k = lengths.findIndex((length) => length > s);
    return between(closed[k - 1], closed[k], (s - lengths[k - 1]) / (lengths[k] - lengths[k - 1]));
  });
  for (let pass = 0; pass < 6; pass++)
    ring = ring.map((p, i) => p.map((x, k) => 0.5 * x + 0.25 * (ring.at(i - 1)[k] + ring[(i + 1) % fine][k])));
  return ring.filter((_, i) => i % (fine / count) === 0).map(rounded);
}

/** The place at a part (0 to 1) of the loop: a cubic through the neighbours, so that the speed does not jump. */
export function placeAt(points, t) {
  const s = (((t % 1) + 1) % 1) * points.length;
  const i = Math.floor(s);
  const u = s - i;
  const [a, b, c, d] = [-1, 0, 1, 2].map((k) => points.at((i + k) % points.length));
  return b.map((_, k) => 0.5 * (2 * b[k] + (c[k] - a[k]) * u + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * u * u + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * u ** 3));
}

export const toMillimetres = (points) => points.flat().map((x) => Math.round(1000 * x));

/** The points a link has, or null if they are none. There may be more of them than a path has now. */
export function fromMillimetres(list) {
  if (list.length === 0 || list.length % (3 * count) !== 0 || !list.every((x) => Math.abs(x) < 1e4)) return null;
  const every = list.length / (3 * count);
  return Array.from({ length: count }, (_, i) => list.slice(3 * i * every, 3 * i * every + 3).map((x) => x / 1000));
}
