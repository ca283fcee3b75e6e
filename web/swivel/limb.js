// SPDX-License-Identifier: MIT
// swivel/limb.h: the human arm and leg.
import { bits, index } from './memory.js';

export const elbowWishes = ['natural', 'swivel', 'towards', 'previous'];
export const limbCompromises = ['keep-limits', 'keep-hand'];

const kinds = ['arm', 'leg'];
const angleCount = 7;
const limitCount = 5;
const postureSize = 13;
const maxCaps = 12;
const ranges = ['twist', 'hinge', 'pronation', 'flexion', 'deviation'];
const rangesAt = 1 + 4 * maxCaps + 6;
const limitsSize = rangesAt + 2 * ranges.length;
const frameNames = ['upper', 'lower', 'lowerMid', 'lowerFar', 'end'];

export function writeGoal(memory, room, { end, positionOnly = false, elbow = 'natural', swivel = 0, direction = [0, 0, 0] }) {
  memory.writePose(room.goal, end);
  memory.write(room.goal + 56, [positionOnly ? 1 : 0, index(elbowWishes, elbow, 'elbow'), swivel, ...direction], 6);
  return room.goal;
}

export const compromiseNumber = (name) => index(limbCompromises, name, 'compromise');

export const flat = ({ upper, lower, end, flexion }) => [...upper, ...lower, ...end, flexion];

export const named = (limitNames, broken) => bits(broken).map((i) => limitNames[i]);

function readPosture(memory, room) {
  const numbers = memory.read(room.posture, postureSize);
  return { upper: numbers.slice(0, 4), lower: numbers.slice(4, 8), end: numbers.slice(8, 12), flexion: numbers[12] };
}

function readResult({ memory, room, limitNames }) {
  const [outcome, broken, excess, swivel, wished, positionError, rotationError] = memory.read(room.report, 7);
  return { posture: readPosture(memory, room), outcome: memory.outcome(outcome), broken: named(limitNames, broken), excess, swivel, wished, positionError, rotationError };
}

export class Limb {
  constructor(memory, room, kind, options = {}) {
    this.memory = memory;
    this.room = room;
    this.kind = kind;
    this.side = options.side ?? 'right';
    const number = kinds.indexOf(kind);
    const { exports } = memory;
    this.angleNames = Array.from({ length: angleCount }, (_, i) => memory.text(exports.limb_angle_name(number, i)));
    this.limitNames = Array.from({ length: limitCount }, (_, i) => memory.text(exports.limb_limit_name(number, i)));
    const side = index(['right', 'left'], this.side, 'side');
    // The arm of an upper limb is there already, and goes with it.
    this.isPart = options.address !== undefined;
    this.address = options.address ?? exports.limb_new(number, side);
    if (this.address === 0) throw new RangeError('out of memory');
    if (options.stature !== undefined) this.setStature(options.stature);
    if (options.upper !== undefined || options.lower !== undefined) {
      const { upper, lower } = this.lengths;
      this.setLengths(options.upper ?? upper, options.lower ?? lower);
    }
    if (!this.isPart || options.softness !== undefined) this.setSoftness(options.softness ?? 0);
    if (options.limits) this.setLimits(options.limits);
  }

  free() {
    if (!this.isPart) this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  // ---- lengths and limits ----

  get lengths() {
    this.memory.exports.limb_lengths(this.address, this.room.number);
    const [upper, lower] = this.memory.read(this.room.number, 2);
    return { upper, lower };
  }

  setLengths(upper, lower) {
    this.memory.check(this.memory.exports.limb_set_lengths(this.address, upper, lower));
  }

  setStature(stature) {
    this.memory.check(this.memory.exports.limb_set_stature(this.address, stature));
  }

  setSoftness(softness) {
    if (!Number.isFinite(softness)) throw new RangeError('softness is a number of metres');
    this.memory.exports.limb_set_softness(this.address, softness);
  }

  get limits() {
    const { memory, room } = this;
    memory.exports.limb_limits(this.address, room.limits);
    const numbers = memory.read(room.limits, limitsSize);
    const at = (i, count) => numbers.slice(i, i + count);
    return {
      caps: Array.from({ length: numbers[0] }, (_, i) => ({ axis: at(1 + 4 * i, 3), radius: numbers[4 + 4 * i] })),
      rest: at(rangesAt - 6, 3),
      restBend: at(rangesAt - 3, 3),
      ...Object.fromEntries(ranges.map((name, i) => [name, at(rangesAt + 2 * i, 2)])),
    };
  }

  /** What is not given stays as it is. */
  setLimits(limits) {
    const { memory, room } = this;
    const all = { ...this.limits, ...limits };
    if (all.caps.length > maxCaps) throw new RangeError(`there are at most ${maxCaps} caps`);
    const caps = Array.from({ length: maxCaps }, (_, i) => (i < all.caps.length ? [...all.caps[i].axis, all.caps[i].radius] : [0, 0, 0, 0]));
    memory.write(room.limits, [all.caps.length, ...caps.flat(), ...all.rest, ...all.restBend, ...ranges.flatMap((name) => all[name])], limitsSize);
    memory.check(memory.exports.limb_set_limits(this.address, room.limits));
  }

  // ---- postures ----

  posture(angles) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_posture_from_angles(this.address, memory.write(room.number, angles, angleCount), room.posture));
    return readPosture(memory, room);
  }

  angles(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_angles(this.address, memory.write(room.previous, flat(posture), postureSize), room.number));
    return memory.read(room.number, angleCount);
  }

  postureFromPoints(elbow, end) {
    const { memory, room } = this;
    memory.write(room.number, elbow, 3);
    memory.check(memory.exports.limb_posture_from_points(this.address, room.number, memory.writePose(room.goal, end), room.posture));
    return readPosture(memory, room);
  }

  forward(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_forward(this.address, memory.write(room.previous, flat(posture), postureSize), room.goal, room.number));
    return { end: memory.readPose(room.goal), elbow: memory.read(room.number, 3) };
  }

  frames(posture, twistWeight = 0.5) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_frames(this.address, memory.write(room.previous, flat(posture), postureSize), twistWeight, room.frames));
    return Object.fromEntries(frameNames.map((name, i) => [name, memory.readPose(room.frames + 56 * i)]));
  }

  check(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_check(this.address, memory.write(room.previous, flat(posture), postureSize), room.number));
    const [broken, ...excess] = memory.read(room.number, 1 + limitCount);
    return { broken: named(this.limitNames, broken), excess };
  }

  // ---- the elbow's circle ----

  circle(wrist) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_circle(this.address, memory.write(room.goal, wrist, 3), room.number));
    const numbers = memory.read(room.number, 10);
    return { centre: numbers.slice(0, 3), zero: numbers.slice(3, 6), quarter: numbers.slice(6, 9), radius: numbers[9] };
  }

  swivelOf(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_swivel_of(this.address, memory.write(room.previous, flat(posture), postureSize), room.number));
    return memory.doubles[room.number / 8];
  }

  swivelTowards(wrist, direction) {
    const { memory, room } = this;
    memory.write(room.goal, wrist, 3);
    memory.write(room.previous, direction, 3);
    memory.check(memory.exports.limb_swivel_towards(this.address, room.goal, room.previous, room.number));
    return memory.doubles[room.number / 8];
  }

  feasible(end) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_feasible(this.address, memory.writePose(room.goal, end), room.set));
    const count = memory.doubles[room.set / 8];
    const set = memory.read(room.set + 8, 2 * count);
    return Array.from({ length: count }, (_, i) => [set[2 * i], set[2 * i + 1]]);
  }

  // ---- solving ----

  solve(goal, previous = null, { compromise = 'keep-limits' } = {}) {
    const { memory, room } = this;
    writeGoal(memory, room, goal);
    const before = previous ? memory.write(room.previous, flat(previous), postureSize) : 0;
    const yields = compromiseNumber(compromise);
    memory.check(memory.exports.limb_solve(this.address, room.goal, before, yields, room.posture, room.report));
    return readResult(this);
  }

  postureAt(end, swivel) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_posture_at(this.address, memory.writePose(room.goal, end), swivel, room.posture, room.report));
    return readResult(this);
  }

  /** A track holds a copy of the limb as it is now. */
  track(options) {
    return new LimbTrack(this, options);
  }
}

export class LimbTrack {
  constructor(limb, { swivelTime = 0, maxBoneSpeed = 0, maxSwivelSpeed = 0, compromise = 'keep-limits' } = {}) {
    this.memory = limb.memory;
    this.room = limb.room;
    this.limitNames = limb.limitNames;
    this.address = this.memory.exports.limb_track_new();
    if (this.address === 0) throw new RangeError('out of memory');
    const yields = compromiseNumber(compromise);
    this.memory.check(this.memory.exports.limb_track_start(this.address, limb.address, swivelTime, maxBoneSpeed, maxSwivelSpeed, yields));
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  setPosture(posture) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_track_set_posture(this.address, memory.write(room.previous, flat(posture), postureSize)));
  }

  step(goal, dt) {
    const { memory, room } = this;
    memory.check(memory.exports.limb_track_step(this.address, writeGoal(memory, room, goal), dt, room.posture, room.report));
    const [forced, swivelSpeed, behind] = memory.read(room.report + 56, 3);
    return { ...readResult(this), forced: forced !== 0, swivelSpeed, behind: behind !== 0 };
  }
}

/** The space that calls of all limbs share: a call reads its answer before the next one begins. */
export function limbRoom(memory) {
  return {
    goal: memory.room(13),
    previous: memory.room(postureSize),
    posture: memory.room(postureSize),
    report: memory.room(10),
    number: memory.room(10),
    set: memory.room(41),
    frames: memory.room(35),
    limits: memory.room(limitsSize),
  };
}
