// SPDX-License-Identifier: MIT
// swivel/shoulder.h: clavicle, scapula and arm moving together.
import { Limb, compromiseNumber, flat as flatArm, named, writeGoal } from './limb.js';

export const girdleAngles = ['clavicle elevation', 'clavicle protraction', 'scapula elevation', 'scapula protraction', 'scapula tilt', 'clavicle rotation'];
const postureSize = 35;
const goalSize = 18;

const flat = (p) => [...p.girdle, ...flatArm(p.arm), p.swivel, p.elevation, p.plane, p.pronation, ...p.ac, ...p.gh, ...p.elbow, ...p.wrist];

function writeUpperGoal(memory, room, { shoulderElevation = 0, shoulderProtraction = 0, pronation = null, raising = 0, ...arm }) {
  writeGoal(memory, room, arm);
  memory.write(room.goal + 104, [shoulderElevation, shoulderProtraction, pronation === null ? 0 : 1, pronation ?? 0, raising], 5);
  return room.goal;
}

function readPosture(memory, room) {
  const numbers = memory.read(room.posture, postureSize);
  const at = (i, count = 3) => numbers.slice(i, i + count);
  return {
    girdle: at(0, 6),
    arm: { upper: at(6, 4), lower: at(10, 4), end: at(14, 4), flexion: numbers[18] },
    swivel: numbers[19],
    elevation: numbers[20],
    plane: numbers[21],
    pronation: numbers[22],
    ac: at(23),
    gh: at(26),
    elbow: at(29),
    wrist: at(32),
  };
}

/** What a solve and a step have in common, and the numbers of the report that are left. */
function readResult(memory, room, limitNames, more) {
  const [outcome, iterations, broken, excess, wished, positionError, rotationError, ...rest] = memory.read(room.report, 7 + more);
  const result = { posture: readPosture(memory, room), outcome: memory.outcome(outcome), broken: named(limitNames, broken), excess, wished, positionError, rotationError, iterations };
  return [result, rest];
}

export class UpperLimb {
  constructor(memory, forLimbs, { side = 'right', ...options } = {}) {
    if (side !== 'right' && side !== 'left') throw new RangeError(`side is one of right, left, not ${side}`);
    this.memory = memory;
    this.side = side;
    this.address = memory.exports.upper_limb_new(side === 'left' ? 1 : 0);
    if (this.address === 0) throw new RangeError('out of memory');
    /** The arm under the girdle: its lengths and limits may be set. */
    this.arm = new Limb(memory, forLimbs, 'arm', { side, ...options, address: memory.exports.upper_limb_arm(this.address) });
    this.room = { goal: memory.room(goalSize), previous: memory.room(postureSize), posture: memory.room(postureSize), report: memory.room(11), frames: memory.room(49) };
  }

  free() {
    for (const address of [this.address, ...Object.values(this.room)]) this.memory.exports.swivel_free(address);
    this.address = 0;
  }

  rest() {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_rest(this.address, room.posture, room.report));
    return { girdle: memory.read(room.posture, 6), gh: memory.read(room.report, 3) };
  }

  solve(goal, previous = null, { compromise = 'keep-limits' } = {}) {
    const { memory, room } = this;
    writeUpperGoal(memory, room, goal);
    const before = previous ? memory.write(room.previous, flat(previous), postureSize) : 0;
    memory.check(memory.exports.upper_limb_solve(this.address, room.goal, before, compromiseNumber(compromise), room.posture, room.report));
    const [result, [ghChange]] = readResult(memory, room, this.arm.limitNames, 1);
    return { ...result, ghChange };
  }

  /** Poses of all bones as seen from SC; twistWeight as for a limb. */
  frames(posture, twistWeight = 0.5) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_frames(this.address, memory.write(room.previous, flat(posture), postureSize), twistWeight, room.frames));
    const at = (i) => memory.readPose(room.frames + 56 * i);
    return { clavicle: at(0), scapula: at(1), upper: at(2), lower: at(3), lowerMid: at(4), lowerFar: at(5), end: at(6) };
  }

  /** Clavicle and scapula for the girdle's six angles. */
  girdleFrames(girdle) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_girdle_frames(this.address, memory.write(room.previous, girdle, 6), room.frames));
    return { clavicle: memory.readPose(room.frames), scapula: memory.readPose(room.frames + 56) };
  }

  rhythm(elevation, plane, raising = 0) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_rhythm(this.address, elevation, plane, raising, room.report));
    return memory.read(room.report, 6);
  }

  /** What `raising` becomes when the humerus goes from one elevation to another. */
  raisingAfter(raising, from, to) {
    return this.memory.exports.raising_after(raising, from, to);
  }

  /** A track holds a copy of the limb as it is now. */
  track(options) {
    return new UpperLimbTrack(this, options);
  }
}

export class UpperLimbTrack {
  constructor(limb, { swivelTime = 0, maxBoneSpeed = 0, maxSwivelSpeed = 0, compromise = 'keep-limits' } = {}) {
    this.memory = limb.memory;
    this.room = limb.room;
    this.limitNames = limb.arm.limitNames;
    this.address = this.memory.exports.upper_limb_track_new();
    if (this.address === 0) throw new RangeError('out of memory');
    const yields = compromiseNumber(compromise);
    this.memory.check(this.memory.exports.upper_limb_track_start(this.address, limb.address, swivelTime, maxBoneSpeed, maxSwivelSpeed, yields));
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  /** As if the last step had ended in this posture, of which girdle angles and arm count. */
  setPosture(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_track_set_posture(this.address, memory.write(room.previous, flat(posture), postureSize)));
  }

  step(goal, dt) {
    const { memory, room } = this;
    memory.check(memory.exports.upper_limb_track_step(this.address, writeUpperGoal(memory, room, goal), dt, room.posture, room.report));
    const [result, [forced, swivelSpeed, raising, behind]] = readResult(memory, room, this.limitNames, 4);
    return { ...result, forced: forced !== 0, swivelSpeed, raising, behind: behind !== 0 };
  }
}
