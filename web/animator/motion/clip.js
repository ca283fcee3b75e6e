// SPDX-License-Identifier: MIT
// A recording on the body: postures at equal times.
import { readShorts, sizeOf } from '../figure/code.js';
import { slerp } from '../figure/model.js';

/** What tools/make_clips.mjs wrote. */
export function packedClip(bytes, names, hipHeight) {
  const shorts = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
  const [count, rate] = shorts;
  const width = sizeOf(names);
  const frames = Array.from({ length: count }, (_, i) => {
    const locals = new Float64Array(7 * names.length);
    for (let j = 0; j < names.length; j++) locals[7 * j + 6] = 1;
    readShorts(names, shorts.subarray(2 + i * width, 2 + (i + 1) * width), locals);
    return locals;
  });
  return new Clip(frames, rate, names, hipHeight);
}

/** More frames than this take the page's breath. */
const mostFrames = 20000;

/** A recording of anybody (files.Motion) on our body: bound, brought over, no mapping by hand. Throws what is wrong with it. */
export function retargetedClip(swivel, motion, figure) {
  if (motion.frameCount < 2) throw new RangeError('there is no motion in it');
  if (motion.frameCount > mostFrames) throw new RangeError(`it has ${motion.frameCount} frames, more than ${mostFrames}`);
  const rig = swivel.rig(motion.skeleton());
  let from = null;
  let retarget = null;
  try {
    // The zero of some recordings is no posture a body can be in.
    if (!rig.isPosture) rig.findRest(motion.frames);
    from = rig.body();
    retarget = swivel.retarget(from, figure.body);
    const { frames } = retarget.clip(motion.frames, motion.frameTime);
    const width = 7 * figure.shape.names.length;
    const list = Array.from({ length: motion.frameCount }, (_, i) => frames.slice(i * width, (i + 1) * width));
    return new Clip(list, 1 / motion.frameTime, figure.shape.names, figure.standing[2]);
  } finally {
    retarget?.free();
    from?.free();
    rig.free();
  }
}

export class Clip {
  /** frames: locals of each; rate: frames a second; hipHeight: of the body it was made for, standing. */
  constructor(frames, rate, names, hipHeight) {
    Object.assign(this, { frames, rate, names, hipHeight, count: frames.length });
    // About the middle of the floor.
    const middle = [0, 1].map((axis) => (Math.min(...this.frames.map((f) => f[axis])) + Math.max(...this.frames.map((f) => f[axis]))) / 2);
    for (const frame of this.frames) for (const axis of [0, 1]) frame[axis] -= middle[axis];
  }

  get seconds() {
    return (this.count - 1) / this.rate;
  }

  /** The posture at a time, into locals. standing: the body's own locals, whose bones and fingers it keeps. */
  at(time, standing, locals) {
    const size = standing[2] / this.hipHeight;
    const place = Math.min(Math.max(time * this.rate, 0), this.count - 1);
    const i = Math.min(Math.floor(place), this.count - 2);
    const t = place - i;
    const [a, b] = [this.frames[i], this.frames[i + 1]];
    locals.set(standing);
    for (let k = 0; k < 3; k++) locals[k] = size * (a[k] + t * (b[k] - a[k]));
    this.names.forEach((name, j) => {
      if (/Thumb|Index|Middle|Ring|Little/.test(name)) return;
      const at = 7 * j + 3;
      locals.set(slerp(Array.from(a.subarray(at, at + 4)), Array.from(b.subarray(at, at + 4)), t), at);
    });
    return locals;
  }
}
