// SPDX-License-Identifier: MIT
// A recording on a body: postures at equal times.
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
  return new Clip(frames, rate, { names, hipHeight });
}

/** More frames than this take the page's breath. */
const mostFrames = 20000;

/** Frames (7 numbers a joint) of the body `from`, brought to a model's; isWhole: whatever moves, of a body whose shape is its own. */
function broughtOver(swivel, from, model, frames, frameTime, isWhole) {
  const retarget = swivel.retarget(from, model.body);
  try {
    const { frames: found } = retarget.clip(frames, frameTime);
    const width = 7 * model.shape.names.length;
    const list = Array.from({ length: found.length / width }, (_, i) => found.slice(i * width, (i + 1) * width));
    return new Clip(list, 1 / frameTime, { names: model.shape.names, hipHeight: model.standing[2], hips: model.body.parts.hips, isWhole });
  } finally {
    retarget.free();
  }
}

/** A recording of anybody (files.Motion) on a body: bound, brought over, no mapping by hand. Throws what is wrong with it. */
export function retargetedClip(swivel, motion, model, isWhole) {
  if (motion.frameCount < 2) throw new RangeError('there is no motion in it');
  if (motion.frameCount > mostFrames) throw new RangeError(`it has ${motion.frameCount} frames, more than ${mostFrames}`);
  const rig = swivel.rig(motion.skeleton());
  let from = null;
  try {
    // The zero of some recordings is no posture a body can be in.
    if (!rig.isPosture) rig.findRest(motion.frames);
    from = rig.body();
    return broughtOver(swivel, from, model, motion.frames, motion.frameTime, isWhole);
  } finally {
    from?.free();
    rig.free();
  }
}

/** A clip of our figure on a character. */
export function characterClip(swivel, clip, figure, model) {
  const width = figure.standing.length;
  const frames = new Float64Array(clip.count * width);
  for (let i = 0; i < clip.count; i++) clip.at(i / clip.rate, figure.standing, frames.subarray(i * width, (i + 1) * width));
  return broughtOver(swivel, figure.body, model, frames, 1 / clip.rate, true);
}

export class Clip {
  /**
   * frames: locals of each; rate: frames a second. isWhole: they are of the very body that shows them, and every number of theirs counts;
   * else of one with those names whose hips, standing, were at that height. isPlaced: it stays where it is on the floor.
   */
  constructor(frames, rate, { names = [], hipHeight = 1, hips = 0, isWhole = false, isPlaced = false }) {
    Object.assign(this, { frames, rate, names, hipHeight, isWhole, count: frames.length });
    this.keeps = names.map((name) => /Thumb|Index|Middle|Ring|Little/.test(name));
    if (isPlaced) return;
    // About the middle of the floor.
    for (const axis of [0, 1].map((k) => 7 * hips + k)) {
      const middle = (Math.min(...frames.map((f) => f[axis])) + Math.max(...frames.map((f) => f[axis]))) / 2;
      for (const frame of frames) frame[axis] -= middle;
    }
  }

  get seconds() {
    return (this.count - 1) / this.rate;
  }

  /** The posture at a time, into locals. standing: the body's own locals, whose bones and fingers it keeps. */
  at(time, standing, locals) {
    const place = Math.min(Math.max(time * this.rate, 0), this.count - 1);
    const i = Math.min(Math.floor(place), this.count - 2);
    const t = place - i;
    const [a, b] = [this.frames[i], this.frames[i + 1]];
    locals.set(standing);
    const size = this.isWhole ? 1 : standing[2] / this.hipHeight;
    for (let j = 0; j < standing.length; j += 7) {
      if (!this.isWhole && this.keeps[j / 7]) continue;
      if (this.isWhole || j === 0) for (let k = j; k < j + 3; k++) locals[k] = size * (a[k] + t * (b[k] - a[k]));
      locals.set(slerp(Array.from(a.subarray(j + 3, j + 7)), Array.from(b.subarray(j + 3, j + 7)), t), j + 3);
    }
    return locals;
  }
}
