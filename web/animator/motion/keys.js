// SPDX-License-Identifier: MIT
// Postures at times of one's own, and the motion through them: every joint along a smooth curve, feet along theirs, which the library
// then makes the legs follow, so that a foot that stands does not slide.
import { Clip } from './clip.js';

export const keyRate = 30;
const feet = ['rightFoot', 'leftFoot'];
/** What differs less stands still: its curve has no slope there. */
const same = 5e-3;

const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

/** Cubic through values at times, with the slope of the neighbours at each. */
function curve(times, values, i, time) {
  const slope = (k) => {
    if (k === 0 || k === times.length - 1) return values[k].map(() => 0);
    if (away(values[k - 1], values[k]) < same || away(values[k], values[k + 1]) < same) return values[k].map(() => 0);
    return values[k].map((_, c) => (values[k + 1][c] - values[k - 1][c]) / (times[k + 1] - times[k - 1]));
  };
  const span = times[i + 1] - times[i];
  const t = (time - times[i]) / span;
  const [from, to] = [slope(i), slope(i + 1)];
  const [a, b, c, d] = [(1 + 2 * t) * (1 - t) ** 2, t * (1 - t) ** 2 * span, t * t * (3 - 2 * t), t * t * (t - 1) * span];
  return values[i].map((x, k) => a * x + b * from[k] + c * values[i + 1][k] + d * to[k]);
}

/** Quaternions of one sign and length one: each near the one before. */
function aligned(list) {
  list.forEach((q, i) => {
    if (i > 0 && q.reduce((sum, x, k) => sum + x * list[i - 1][k], 0) < 0) q.forEach((x, k) => (q[k] = -x));
  });
  return list;
}
const unit = (q) => q.map((x) => x / Math.hypot(...q));

/** keys: [{ time, locals }], two or more, in order; model: the body they are postures of. */
export function keysClip(model, keys) {
  const { body } = model;
  const times = keys.map(({ time }) => time);
  const count = model.shape.names.length;
  const part = (list, at, size) => list.map((numbers) => Array.from(numbers.subarray(at, at + size)));
  const locals = keys.map((key) => key.locals);
  const places = Array.from({ length: count }, (_, j) => part(locals, 7 * j, 3));
  const turns = Array.from({ length: count }, (_, j) => aligned(part(locals, 7 * j + 3, 4)));
  const worlds = locals.map((one) => model.worldsOf(one));
  const standing = feet.map((foot) => ({ foot, places: part(worlds, 7 * body.parts[foot], 3), turns: aligned(part(worlds, 7 * body.parts[foot] + 3, 4)) }));
  const seconds = times.at(-1) - times[0];
  const frames = Array.from({ length: Math.max(2, Math.round(seconds * keyRate) + 1) }, (_, f) => {
    const time = Math.min(times[0] + f / keyRate, times.at(-1));
    const i = Math.min(Math.max(times.findLastIndex((t) => t <= time), 0), times.length - 2);
    for (let j = 0; j < count; j++) {
      body.animation.set(curve(times, places[j], i, time), 7 * j);
      body.animation.set(unit(curve(times, turns[j], i, time)), 7 * j + 3);
    }
    body.reach(standing.map((one) => ({ part: one.foot, position: curve(times, one.places, i, time), rotation: unit(curve(times, one.turns, i, time)) })), { compromise: 'keep-hand' });
    return Float64Array.from(body.locals);
  });
  return new Clip(frames, keyRate, { isWhole: true, isPlaced: true });
}
