// SPDX-License-Identifier: MIT
// swivel/hand.h: the hand with its five digits.
import { index } from './memory.js';

export const digits = ['thumb', 'index', 'middle', 'ring', 'little'];
export const handShapes = ['relaxed', 'open', 'fist', 'point'];

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
