// SPDX-License-Identifier: MIT
// swivel/body.h: the whole body on a skeleton. What a frame calls allocates nothing.
import { Limb, compromiseNumber, flat } from './limb.js';

export const wants = ['pose', 'position', 'rotation', 'gaze', 'stay', 'free'];

const maxGoals = 16;
const maxPoints = 11;
const goalSize = 11;
const pointSize = 8;
const reportSize = 6 + 2 * maxGoals;
const postureSize = 13;
const segments = ['upper arm', 'forearm', 'hand'];
const solids = ['right chest', 'left chest', 'right loin', 'left loin', 'head', 'right thigh', 'left thigh'];
const fleshSize = 3 + 8 * solids.length;
const fleshRadii = ['upperArm', 'forearm', 'hand'];
const noPosition = [0, 0, 0];
const noTurn = [0, 0, 0, 1];
const defaults = {};

function wantOf({ want, position, rotation }) {
  if (want === undefined) {
    if (position === undefined) return rotation === undefined ? wants.indexOf('stay') : wants.indexOf('rotation');
    return rotation === undefined ? wants.indexOf('position') : wants.indexOf('pose');
  }
  const number = wants.indexOf(want);
  if (number < 0) throw new RangeError(`want is one of ${wants.join(', ')}, not ${want}`);
  return number;
}

/** Numbers of a goal that the wish reads must be there: an undefined position is no place. */
function needed(numbers, isRead, instead, what, part) {
  if (numbers === undefined && isRead) throw new RangeError(`the goal for ${part} has no ${what}`);
  return numbers ?? instead;
}

const emptyClearance = () => ({ right: { distance: 0, segment: segments[0], solid: solids[0] }, left: { distance: 0, segment: segments[0], solid: solids[0] } });

export class Body {
  /** make(address): what makes it; of a robot's stand-in another than of a skeleton. */
  constructor(rig, make = (address) => rig.memory.exports.body_make(address, rig.address)) {
    const { memory, forLimbs, partNames, jointCount, names, parents } = rig;
    const { exports } = memory;
    Object.assign(this, { memory, forLimbs, partNames, jointCount });
    this.address = exports.body_new(jointCount);
    if (this.address === 0) throw new RangeError('out of memory');
    const status = make(this.address);
    if (status !== 0) exports.swivel_free(this.address);
    memory.check(status);
    this.room = {
      goals: memory.room(maxGoals * goalSize),
      report: memory.room(reportSize),
      arms: memory.room(6),
      dt: memory.room(1),
      posture: memory.room(postureSize),
      flesh: memory.room(fleshSize),
      parts: memory.room(partNames.names.length),
    };
    exports.body_parts(this.address, this.room.parts);
    const joints = memory.read(this.room.parts, partNames.names.length);
    this.parts = Object.fromEntries(partNames.names.map((name, i) => [name, joints[i]]));
    this.names = names ?? Array.from({ length: jointCount }, (_, joint) => partNames.names[joints.indexOf(joint)] ?? '');
    this.parents = parents ?? this.names.map((_, joint) => exports.body_parent(this.address, joint));
    this.size = exports.body_size(this.address);
    this.leftHanded = exports.body_is_left_handed(this.address) !== 0;
    this.views = {};
    this.arms = emptyClearance();
    this.goalsReport = {
      outcome: 'reached',
      positionErrors: new Float64Array(maxGoals),
      rotationErrors: new Float64Array(maxGoals),
      mass: [0, 0, 0],
      overhang: 0,
      isStepDue: false,
      clearance: null,
    };
    this.pointsReport = { outcome: 'reached', positionErrors: new Float64Array(maxPoints), rotationErrors: new Float64Array(maxPoints), clearance: null };
    this.rest();
    this.restLocals = this.locals.slice();
  }

  free() {
    for (const address of [this.address, ...Object.values(this.room)]) this.memory.exports.swivel_free(address);
    this.address = 0;
  }

  // ---- poses ----

  /** A window on the skeleton's poses at this address; a new one only when memory has grown. */
  window(name, address) {
    const { buffer } = this.memory.exports.memory;
    if (this.views[name]?.buffer !== buffer) this.views[name] = new Float64Array(buffer, address, 7 * this.jointCount);
    return this.views[name];
  }

  get animation() {
    return this.window('animation', this.memory.exports.body_animation(this.address));
  }

  get locals() {
    return this.window('locals', this.memory.exports.body_locals(this.address));
  }

  get worlds() {
    return this.window('worlds', this.memory.exports.body_worlds(this.address));
  }

  get floor() {
    return this.memory.exports.body_floor(this.address);
  }

  set floor(height) {
    if (!Number.isFinite(height)) throw new RangeError('the floor is at a number');
    this.memory.exports.body_set_floor(this.address, height);
  }

  rest() {
    this.memory.exports.body_rest(this.address);
  }

  stand() {
    this.memory.check(this.memory.exports.body_stand(this.address));
  }

  // ---- goals ----

  writeGoals(goals) {
    const { memory, room } = this;
    if (goals.length > maxGoals) throw new RangeError(`there are at most ${maxGoals} goals`);
    for (let i = 0; i < goals.length; i++) {
      const goal = goals[i];
      const want = wantOf(goal);
      const at = room.goals + 8 * goalSize * i;
      memory.write(at + 16, needed(goal.position, want === 0 || want === 1 || want === 3, noPosition, 'position', goal.part), 3);
      memory.write(at + 40, needed(goal.rotation, want === 0 || want === 2, noTurn, 'rotation', goal.part), 4);
      const { doubles } = memory;
      doubles[at / 8] = this.partNames.number(goal.part);
      doubles[at / 8 + 1] = want;
      doubles[at / 8 + 9] = goal.positionWeight ?? 1;
      doubles[at / 8 + 10] = goal.rotationWeight ?? 1;
    }
  }

  reachBy(goals, dt, { compromise = 'keep-limits', balances = false, keepsShoulders = false, clear = false }) {
    const { memory, room, goalsReport: report } = this;
    this.writeGoals(goals);
    memory.check(memory.exports.body_reach(this.address, room.goals, goals.length, dt, compromiseNumber(compromise), balances ? 1 : 0, keepsShoulders ? 1 : 0, room.report));
    const { doubles } = memory;
    const at = room.report / 8;
    report.outcome = memory.outcome(doubles[at]);
    report.overhang = doubles[at + 1];
    report.isStepDue = doubles[at + 2] !== 0;
    for (let i = 0; i < 3; i++) report.mass[i] = doubles[at + 3 + i];
    return this.finish(report, goals.length, clear);
  }

  reach(goals, options = defaults) {
    return this.reachBy(goals, 0, options);
  }

  follow(goals, dt, options = defaults) {
    this.memory.doubles[this.room.dt / 8] = dt;
    return this.reachBy(goals, this.room.dt, options);
  }

  startFollowing({ swivelTime = 0, maxBoneSpeed = 0, maxSwivelSpeed = 0, compromise = 'keep-limits' } = defaults) {
    this.memory.check(this.memory.exports.body_start_following(this.address, swivelTime, maxBoneSpeed, maxSwivelSpeed, compromiseNumber(compromise)));
  }

  // ---- points ----

  /** Into the module's memory; instead: the rotation of one that has none. */
  writePoints(points, instead = noTurn) {
    const { memory, room } = this;
    if (points.length > maxPoints) throw new RangeError(`there are at most ${maxPoints} points`);
    for (let i = 0; i < points.length; i++) {
      const at = room.goals + 8 * pointSize * i;
      memory.doubles[at / 8] = this.partNames.number(points[i].part);
      memory.write(at + 8, points[i].position, 3);
      memory.write(at + 32, points[i].rotation ?? instead, 4);
    }
    return room.goals;
  }

  solveBy(points, dt, { compromise = 'keep-limits', clear = false }) {
    const { memory, room, pointsReport: report } = this;
    this.writePoints(points);
    memory.check(memory.exports.body_points(this.address, room.goals, points.length, dt, compromiseNumber(compromise), room.report));
    report.outcome = memory.outcome(memory.doubles[room.report / 8]);
    return this.finish(report, points.length, clear);
  }

  solve(points, options = defaults) {
    return this.solveBy(points, 0, options);
  }

  track(points, dt, options = defaults) {
    this.memory.doubles[this.room.dt / 8] = dt;
    return this.solveBy(points, this.room.dt, options);
  }

  startTracking({ compromise = 'keep-limits' } = defaults) {
    this.memory.check(this.memory.exports.body_start_tracking(this.address, compromiseNumber(compromise)));
  }

  calibrate(devices, options) {
    return new Calibration(this, devices, options);
  }

  /** Errors of the first `count`, zeros behind them, and the arms out of the body. */
  finish(report, count, clear) {
    const { doubles } = this.memory;
    const at = this.room.report / 8 + 6;
    for (let i = 0; i < report.positionErrors.length; i++) {
      report.positionErrors[i] = i < count ? doubles[at + i] : 0;
      report.rotationErrors[i] = i < count ? doubles[at + maxGoals + i] : 0;
    }
    report.clearance = clear ? this.avoid() : null;
    return report;
  }

  // ---- flesh ----

  readClearance(avoids) {
    const { memory, room, arms } = this;
    memory.check(memory.exports.body_clearance(this.address, avoids, room.arms));
    const { doubles } = memory;
    for (let i = 0; i < 2; i++) {
      const arm = i === 0 ? arms.right : arms.left;
      const at = room.arms / 8 + 3 * i;
      arm.distance = doubles[at];
      arm.segment = segments[doubles[at + 1]];
      arm.solid = solids[doubles[at + 2]];
    }
    return arms;
  }

  clearance() {
    return this.readClearance(0);
  }

  avoid() {
    return this.readClearance(1);
  }

  get flesh() {
    const { memory, room } = this;
    memory.exports.body_flesh(this.address, room.flesh);
    const numbers = memory.read(room.flesh, fleshSize);
    const solid = (i) => ({ joint: numbers[i], from: numbers.slice(i + 1, i + 4), to: numbers.slice(i + 4, i + 7), radius: numbers[i + 7] });
    return {
      ...Object.fromEntries(fleshRadii.map((name, i) => [name, numbers[i]])),
      solids: Object.fromEntries(solids.map((name, i) => [name, solid(3 + 8 * i)])),
    };
  }

  setFlesh(flesh) {
    const { memory, room } = this;
    const { flesh: before } = this;
    const solid = (name) => {
      const { joint, from, to, radius } = { ...before.solids[name], ...flesh.solids?.[name] };
      return [joint, ...from, ...to, radius];
    };
    const radii = fleshRadii.map((name) => flesh[name] ?? before[name]);
    memory.write(room.flesh, [...radii, ...solids.flatMap(solid)], fleshSize);
    memory.exports.body_set_flesh(this.address, room.flesh);
  }

  // ---- limbs ----

  limb(end) {
    const address = this.memory.exports.body_limb(this.address, this.partNames.number(end));
    if (address === 0) throw new RangeError(`no limb ends in ${end}`);
    return new Limb(this.memory, this.forLimbs, end.endsWith('Hand') ? 'arm' : 'leg', { side: end.startsWith('left') ? 'left' : 'right', address });
  }

  limbPosture(end) {
    const { memory, room } = this;
    memory.check(memory.exports.body_limb_posture(this.address, this.partNames.number(end), room.posture));
    const numbers = memory.read(room.posture, postureSize);
    return { upper: numbers.slice(0, 4), lower: numbers.slice(4, 8), end: numbers.slice(8, 12), flexion: numbers[12] };
  }

  setLimbPosture(end, posture) {
    const { memory, room } = this;
    memory.write(room.posture, flat(posture), postureSize);
    memory.check(memory.exports.body_set_limb_posture(this.address, this.partNames.number(end), room.posture));
  }
}

const noOffset = [0, 0, 0];
const unturned = [0, 0, 0, 0];

/** From devices to joints; it needs its body. */
export class Calibration {
  constructor(body, devices, { headDevice = noOffset, scale = 0 } = {}) {
    const { memory } = body;
    this.body = body;
    this.address = memory.exports.calibration_new();
    if (this.address === 0) throw new RangeError('out of memory');
    try {
      const options = memory.write(body.room.arms, [...headDevice, scale], 4);
      const flat = body.writePoints(devices, unturned);
      memory.check(memory.exports.calibration_make(this.address, body.address, flat, devices.length, options, body.room.report));
    } catch (error) {
      this.free();
      throw error;
    }
    const [ratio, isT, height, span, arms] = memory.read(body.room.report, 5);
    Object.assign(this, { scale: ratio, isT: isT !== 0, height, span, arms });
    this.room = Array.from({ length: maxPoints }, () => ({ part: 'head', position: new Float64Array(3), rotation: new Float64Array(4) }));
    this.found = [];
  }

  free() {
    this.body.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  points(devices) {
    const { body, room, found } = this;
    const { memory } = body;
    const flat = body.writePoints(devices, unturned);
    memory.check(memory.exports.calibration_points(this.address, body.address, flat, devices.length, flat));
    const { doubles } = memory;
    found.length = devices.length;
    for (let i = 0; i < devices.length; i++) {
      const point = room[i];
      const at = flat / 8 + pointSize * i + 1;
      point.part = devices[i].part;
      for (let k = 0; k < 3; k++) point.position[k] = doubles[at + k];
      for (let k = 0; k < 4; k++) point.rotation[k] = doubles[at + 3 + k];
      found[i] = point;
    }
    return found;
  }
}
