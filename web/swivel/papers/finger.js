// SPDX-License-Identifier: MIT
// swivel_papers/planar_finger.h: van den Waardenburg's finger in its plane.
import { index } from '../memory.js';

export const newtonStarts = ['neutral', 'edge', 'weighted'];
const kinds = ['coupled', 'free'];
const perEdge = 24;

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
