// SPDX-License-Identifier: MIT
// swivel/retarget.h: one body's motion on another.
import { compromiseNumber } from './limb.js';

export class Retarget {
  constructor(from, to, { keepDirections = false, keepSlides = false, compromise = 'keep-limits', scale = 0 } = {}) {
    const { memory } = to;
    if (from.memory !== memory) throw new RangeError('both bodies must be of one module');
    Object.assign(this, { memory, from, to });
    this.address = memory.exports.retarget_new();
    if (this.address === 0) throw new RangeError('out of memory');
    const yields = compromiseNumber(compromise);
    const status = memory.exports.retarget_make(this.address, from.address, to.address, keepDirections ? 1 : 0, keepSlides ? 1 : 0, yields, scale, to.room.report);
    if (status !== 0) this.free();
    memory.check(status);
    [this.scale, this.armScale] = memory.read(to.room.report, 2);
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  frame() {
    this.memory.check(this.memory.exports.retarget_frame(this.address, this.from.address, this.to.address));
  }

  clip(frames, frameTime) {
    const { memory, from, to } = this;
    const { exports } = memory;
    const frameCount = frames.length / (7 * from.jointCount);
    if (!Number.isInteger(frameCount) || frameCount === 0) throw new RangeError(`a frame has ${7 * from.jointCount} numbers; ${frames.length} are given`);
    const rooms = [];
    const room = (count) => {
      rooms.push(memory.room(count));
      return rooms.at(-1);
    };
    try {
      const [clip, scratch, out] = [room(frames.length), room(exports.retarget_scratch(frameCount)), room(7 * to.jointCount * frameCount)];
      memory.doubles.set(frames, clip / 8);
      memory.check(exports.retarget_clip(this.address, clip, frameCount, frameTime, scratch, out, to.room.report));
      const [floor, contacts, planted, farthestHand, farthestFoot, limited] = memory.read(to.room.report, 6);
      return { frames: memory.doubles.slice(out / 8, out / 8 + 7 * to.jointCount * frameCount), floor, contacts, planted, farthestHand, farthestFoot, limited };
    } finally {
      rooms.forEach((address) => exports.swivel_free(address));
    }
  }
}
