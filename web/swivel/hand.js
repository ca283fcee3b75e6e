// SPDX-License-Identifier: MIT
// swivel/finger.h and hand.h: the planar finger, and the hand with its five digits.

export const digits = ['thumb', 'index', 'middle', 'ring', 'little'];
export const handShapes = ['relaxed', 'open', 'fist', 'point'];
export const newtonStarts = ['neutral', 'edge', 'weighted'];
const kinds = ['coupled', 'free'];
const perEdge = 24;

function index(names, name, what) {
  const i = names.indexOf(name);
  if (i < 0) throw new RangeError(`${what} is one of ${names.join(', ')}, not ${name}`);
  return i;
}

/** The little finger in its plane. */
export class Finger {
  constructor(memory) {
    this.memory = memory;
    this.address = memory.exports.finger_new_little();
    if (this.address === 0) throw new RangeError('out of memory');
    this.room = { q: memory.room(48), near: memory.room(3), report: memory.room(4), points: memory.room(3 * 64 * perEdge), parts: memory.room(33) };
  }

  free() {
    for (const address of [this.address, ...Object.values(this.room)]) this.memory.exports.swivel_free(address);
    this.address = 0;
  }

  forward(q) {
    const { memory, room } = this;
    memory.check(memory.exports.finger_forward(this.address, memory.write(room.near, q, 3), room.points));
    const flat = memory.read(room.points, 6);
    return [0, 1, 2].map((i) => [flat[2 * i], flat[2 * i + 1]]);
  }

  solve([x, y]) {
    const { memory, room } = this;
    memory.check(memory.exports.finger_solve(this.address, x, y, room.q, room.report));
    const [outcome, count, iterations, tipError] = memory.read(room.report, 4);
    const all = Array.from({ length: count }, (_, i) => memory.read(room.q + 24 * i, 3));
    return { outcome: memory.outcome(outcome), q: all[0], all, iterations, tipError };
  }

  solveFree([x, y], near) {
    const { memory, room } = this;
    const previous = near ? memory.write(room.near, near, 3) : 0;
    memory.check(memory.exports.finger_solve_free(this.address, x, y, previous, room.q, room.report));
    const [outcome, , iterations, tipError] = memory.read(room.report, 4);
    return { outcome: memory.outcome(outcome), q: memory.read(room.q, 3), iterations, tipError };
  }

  outline(kind) {
    const { memory, room } = this;
    memory.check(memory.exports.finger_outline(this.address, index(kinds, kind, 'kind'), perEdge, room.points, room.report));
    const count = memory.doubles[room.report / 8];
    const flat = memory.read(room.points, 3 * count);
    const loops = [];
    for (let i = 0; i < count; i++) (loops[flat[3 * i]] ??= []).push([flat[3 * i + 1], flat[3 * i + 2]]);
    return loops;
  }

  clip(kind, from, to) {
    const { memory, room } = this;
    memory.write(room.q, from, 2);
    memory.write(room.q + 16, to, 2);
    memory.check(memory.exports.finger_clip(this.address, index(kinds, kind, 'kind'), room.q, room.parts));
    const flat = memory.read(room.parts, 33);
    return Array.from({ length: flat[0] }, (_, i) => [flat[1 + 2 * i], flat[2 + 2 * i]]);
  }

  newton([x, y], { start = 'neutral', alpha = 1, epsilon = 1e-6, maxIterations = 500 } = {}) {
    const { memory, room } = this;
    const from = index(newtonStarts, start, 'start');
    memory.check(memory.exports.finger_newton(this.address, x, y, from, alpha, epsilon, maxIterations, room.q, room.report));
    const [converged, iterations, tipError] = memory.read(room.report, 3);
    return { q: memory.read(room.q, 3), converged: converged !== 0, iterations, tipError };
  }
}

/** A hand; a left one is the mirror image in x of a right one, with the same angles. A posture is 21 of them. */
export class Hand {
  constructor(memory, length = 0.19, side = 'right') {
    this.memory = memory;
    this.address = memory.exports.hand_new(index(['right', 'left'], side, 'side'), length);
    if (this.address === 0) throw new RangeError('no hand has this length');
    this.room = { posture: memory.room(21), near: memory.room(21), points: memory.room(60), tips: memory.room(15), report: memory.room(6) };
  }

  free() {
    for (const address of [this.address, ...Object.values(this.room)]) this.memory.exports.swivel_free(address);
    this.address = 0;
  }

  shape(name) {
    const { memory, room } = this;
    memory.check(memory.exports.hand_shape(this.address, index(handShapes, name, 'shape'), room.posture));
    return memory.read(room.posture, 21);
  }

  /** For each digit its three joints and its tip. */
  points(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.hand_points(this.address, memory.write(room.posture, posture, 21), room.points));
    const flat = memory.read(room.points, 60);
    return digits.map((_, d) => [0, 1, 2, 3].map((i) => flat.slice(12 * d + 3 * i, 12 * d + 3 * i + 3)));
  }

  /** tips: a place for each digit that is wanted, null for the others. */
  solve(tips, near, { shape = 'relaxed', enslaving = 0 } = {}) {
    const { memory, room } = this;
    let wanted = 0;
    tips.forEach((tip, d) => {
      if (!tip) return;
      wanted |= 1 << d;
      memory.write(room.tips + 24 * d, tip, 3);
    });
    memory.write(room.near, near, 21);
    memory.check(memory.exports.hand_solve(this.address, wanted, room.tips, index(handShapes, shape, 'shape'), enslaving, room.near, room.posture, room.report));
    const [out, ...errors] = memory.read(room.report, 6);
    return { posture: memory.read(room.posture, 21), outOfReach: digits.filter((_, d) => (out >> d) & 1), errors };
  }

  pinch(finger, size, { shape = 'relaxed' } = {}) {
    const { memory, room } = this;
    const digit = index(digits, finger, 'finger');
    memory.check(memory.exports.hand_pinch(this.address, digit, size, index(handShapes, shape, 'shape'), room.posture, room.report));
    const [holds, gap, opposition] = memory.read(room.report, 3);
    return { posture: memory.read(room.posture, 21), holds: holds !== 0, gap, opposition };
  }
}
