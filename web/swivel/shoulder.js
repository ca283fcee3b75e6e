// SPDX-License-Identifier: MIT
// swivel/shoulder.h: clavicle, scapula and arm moving together.
import { bits } from './memory.js';

export const girdleAngles = ['clavicle elevation', 'clavicle protraction', 'scapula elevation', 'scapula protraction', 'scapula tilt', 'clavicle rotation'];
const postureSize = 29;

export class UpperLimb {
  constructor(memory, side = 'right') {
    if (side !== 'right' && side !== 'left') throw new RangeError(`side is one of right, left, not ${side}`);
    this.memory = memory;
    this.side = side;
    this.address = memory.exports.upper_limb_new(side === 'left' ? 1 : 0);
    if (this.address === 0) throw new RangeError('out of memory');
    this.room = { goal: memory.room(13), near: memory.room(postureSize), posture: memory.room(postureSize), report: memory.room(6), frames: memory.room(63) };
  }

  free() {
    for (const address of [this.address, ...Object.values(this.room)]) this.memory.exports.swivel_free(address);
    this.address = 0;
  }

  /** Of the arm's joints; those of the shoulder are against the trunk. */
  setLimits(joint, lower, upper) {
    const { memory } = this;
    memory.check(memory.exports.arm_set_limits(memory.exports.upper_limb_arm(this.address), joint, lower, upper));
  }

  rest() {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_rest(this.address, room.posture, room.report));
    return { girdle: memory.read(room.posture, 6), gh: memory.read(room.report, 3) };
  }

  solve(goal, near) {
    const { memory, room } = this;
    const { wrist, swivel = 0, shoulderElevation = 0, shoulderProtraction = 0, pronation = 0, rotation = null, raising = 0 } = goal;
    memory.write(room.goal, wrist, 3);
    memory.write(room.goal + 24, [swivel, shoulderElevation, shoulderProtraction, pronation, rotation ? 1 : 0], 5);
    memory.write(room.goal + 64, rotation ?? [0, 0, 0, 1], 4);
    memory.write(room.goal + 96, [raising], 1);
    const before = near ? memory.write(room.near, near.flat, postureSize) : 0;
    memory.check(memory.exports.upper_limb_solve(this.address, room.goal, before, room.posture, room.report));
    const [outcome, iterations, outside, positionError, rotationError] = memory.read(room.report, 5);
    return { posture: this.#posture(), outcome: memory.outcome(outcome), iterations, outside: bits(outside), positionError, rotationError };
  }

  /** Clavicle and scapula as seen from SC, and the arm's seven joints as seen from GH. */
  frames(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_frames(this.address, memory.write(room.near, posture.flat, postureSize), room.frames));
    const poses = Array.from({ length: 9 }, (_, i) => memory.readPose(room.frames + 56 * i));
    return { clavicle: poses[0], scapula: poses[1], arm: poses.slice(2) };
  }

  rhythm(elevation, plane, raising = 0) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_rhythm(this.address, elevation, plane, raising, room.report));
    return memory.read(room.report, 6);
  }

  #posture() {
    const flat = this.memory.read(this.room.posture, postureSize);
    const at = (i) => flat.slice(i, i + 3);
    return {
      flat,
      girdle: flat.slice(0, 6),
      q: flat.slice(6, 13),
      swivel: flat[13],
      elevation: flat[14],
      plane: flat[15],
      pronation: flat[16],
      ac: at(17),
      gh: at(20),
      elbow: at(23),
      wrist: at(26),
    };
  }
}
