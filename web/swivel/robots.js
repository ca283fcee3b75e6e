// SPDX-License-Identifier: MIT
// swivel/skeleton.h and retarget.h in JavaScript: robots as trees of joints and as bodies, a module of its own. See robots.d.ts for the types.
import { Body } from './body.js';
import { goalSize, writeGoal } from './goals.js';
import { limbRoom } from './limb.js';
import { memoryOf } from './load.js';
import { SwivelError } from './memory.js';
import { Retarget } from './retarget.js';
import { Parts, Rig } from './rig.js';

export { Body } from './body.js';
export { Retarget } from './retarget.js';
export { Rig } from './rig.js';
export { SwivelError };

const jointKinds = ['fixed', 'hinge', 'slider', 'universal', 'ball', 'free'];
const jointSize = 27;
const maxJoints = 4096;
const maxGoals = 64;
const maxCorners = 64;
const standInJoints = 15;
const upward = [0, 0, 1];
const nowhere = [0, 0, 0];

export class Robot {
  constructor(memory, forLimbs, parts, motion) {
    const { exports } = memory;
    const { names, parents, rest, robot } = motion;
    if (!robot) throw new RangeError('a robot is needed, as URDF and MJCF files have it');
    if (names.length === 0 || names.length > maxJoints) throw new RangeError(`a robot has 1 to ${maxJoints} joints`);
    Object.assign(this, { memory, forLimbs, parts, motion, names, parents, jointCount: names.length });
    const bytes = new TextEncoder().encode(names.map((name) => `${name}\0`).join(''));
    const flat = memory.room(jointSize * names.length);
    const text = memory.room(Math.ceil(bytes.length / 8));
    try {
      robot.forEach(({ kind, axis, lower, upper, mass, center, low = nowhere, high = nowhere, leader = -1, ratio = 0, offset = 0 }, i) => {
        const isLimited = kind === 'hinge' || kind === 'slider';
        memory.write(flat + 8 * jointSize * i, [parents[i], jointKinds.indexOf(kind), ...rest.subarray(7 * i, 7 * i + 7), ...axis, isLimited ? lower : 0, isLimited ? upper : 0, mass, ...center, ...low, ...high, leader, ratio, offset], jointSize);
      });
      new Uint8Array(exports.memory.buffer, text, bytes.length).set(bytes);
      this.address = exports.robot_new(flat, names.length, text, bytes.length);
    } finally {
      exports.swivel_free(flat);
      exports.swivel_free(text);
    }
    if (this.address === 0) throw new RangeError('out of memory');
    const status = exports.robot_make(this.address, names.length);
    if (status !== 0) {
      const fault = exports.robot_fault(this.address);
      exports.robot_free(this.address);
      const sentence = memory.text(exports.swivel_status_text(status));
      throw new SwivelError(status, fault < 0 ? sentence : `${sentence}: joint ${fault}, "${names[fault]}"`);
    }
    this.numberCount = exports.robot_number_count(this.address);
    this.firstNumbers = names.map((_, i) => exports.robot_first_number(this.address, i));
    this.room = {
      posture: memory.room(this.numberCount),
      frames: memory.room(7 * names.length),
      goals: memory.room(goalSize * maxGoals),
      support: memory.room(3 * maxCorners),
      up: memory.room(3),
      options: memory.room(5),
      report: memory.room(8 + 2 * maxGoals),
    };
  }

  free() {
    const { exports } = this.memory;
    exports.robot_free(this.address);
    for (const address of Object.values(this.room)) exports.swivel_free(address);
    this.address = 0;
  }

  rest() {
    const { memory, room } = this;
    memory.check(memory.exports.robot_rest(this.address, room.posture));
    return memory.read(room.posture, this.numberCount);
  }

  frames(posture) {
    const { memory, room } = this;
    memory.write(room.posture, posture, this.numberCount);
    memory.check(memory.exports.robot_frames(this.address, room.posture, room.frames));
    return memory.doubles.slice(room.frames / 8, room.frames / 8 + 7 * this.jointCount);
  }

  reach(goals, previous = null, options = {}) {
    const { memory, room, numberCount } = this;
    const { positionTolerance = 0, rotationTolerance = 0, maxIterations = 0, maxRestarts = 0, seed = 0, support = [], up = upward } = options;
    if (goals.length > maxGoals || support.length > maxCorners) throw new RangeError(`there are at most ${maxGoals} goals and ${maxCorners} corners`);
    if (!(Number.isSafeInteger(seed) && seed >= 0)) throw new RangeError('seed is a whole number');
    goals.forEach((goal, i) => {
      if (goal.joint === undefined) throw new RangeError('a goal names its joint');
      writeGoal(memory, room.goals + 8 * goalSize * i, goal);
    });
    support.forEach((corner, i) => memory.write(room.support + 24 * i, corner, 3));
    memory.write(room.up, up, 3);
    memory.write(room.options, [positionTolerance, rotationTolerance, maxIterations, maxRestarts, seed], 5);
    const before = previous ? memory.write(room.posture, previous, numberCount) : 0;
    memory.check(memory.exports.robot_solve(this.address, room.goals, goals.length, room.support, support.length, room.up, before, room.options, room.posture, room.report));
    const [outcome, priorityMet, iterations, restarts, positionError, rotationError, balanceError, isStationary, ...errors] = memory.read(room.report, 8 + 2 * goals.length);
    return {
      posture: memory.read(room.posture, numberCount),
      outcome: memory.outcome(outcome),
      priorityMet,
      iterations,
      restarts,
      positionError,
      rotationError,
      balanceError,
      isStationary: isStationary !== 0,
      goals: goals.map((_, i) => ({ position: errors[2 * i], rotation: errors[2 * i + 1] })),
    };
  }

  body(options) {
    const { memory, forLimbs, parts } = this;
    const rig = Rig.of(memory, forLimbs, parts, this.motion.skeleton(), options);
    try {
      const standIn = { memory, forLimbs, partNames: parts, jointCount: standInJoints };
      return new Body(standIn, (address) => memory.exports.robot_body(this.address, rig.address, address));
    } finally {
      rig.free();
    }
  }

  pose(body, previous = null) {
    const { memory, room, numberCount } = this;
    const before = previous ? memory.write(room.posture, previous, numberCount) : 0;
    memory.check(memory.exports.robot_pose(this.address, body.address, before, room.posture, room.report));
    const [rightFoot, leftFoot, rightHand, leftHand, rightTurned, leftTurned] = memory.read(room.report, 6);
    return { posture: memory.read(room.posture, numberCount), rightFoot, leftFoot, rightHand, leftHand, rightTurned, leftTurned };
  }
}

export async function load(source) {
  const memory = await memoryOf(source, 'robots.wasm');
  const [forLimbs, parts] = [limbRoom(memory), new Parts(memory)];
  return {
    version: memory.text(memory.exports.swivel_version()),
    parts: parts.names,
    robot: (motion) => new Robot(memory, forLimbs, parts, motion),
    rig: (skeleton, options) => Rig.of(memory, forLimbs, parts, skeleton, options),
    human: (options) => Rig.human(memory, forLimbs, parts, options),
    retarget: (from, to, options) => new Retarget(from, to, options),
  };
}
