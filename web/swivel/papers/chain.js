// SPDX-License-Identifier: MIT
// Chains of joints by the number: a model's or one's own, forward kinematics, the engine, the seven methods that Chin compares.
import { goalSize, writeGoal } from '../goals.js';
import { bits, index } from '../memory.js';

const conventions = ['standard', 'modified'];
const jointTypes = ['revolute', 'prismatic'];
const jacobianAxes = ['world', 'base', 'tip'];
const maxJoints = 64;
const maxGoals = 16;
const reportSize = 10 + 2 * maxGoals;

export function modelNames(memory) {
  const { exports } = memory;
  return Array.from({ length: exports.model_count() }, (_, i) => memory.text(exports.model_name(i)));
}

export function studyMethodNames(memory) {
  return Array.from({ length: 7 }, (_, i) => memory.text(memory.exports.study_method_name(i)));
}

/** The chain of rows or axes at this address, with its base, limits and couplings. */
function describe(memory, address, { dh, convention = 'standard', axes, tip, base, limits = [], couplings = [] }) {
  const { exports } = memory;
  const joints = dh ?? axes;
  if (!Array.isArray(joints) || joints.length > maxJoints) throw new RangeError(`a chain has dh or axes, of at most ${maxJoints} joints`);
  const type = (joint) => index(jointTypes, joint.type ?? 'revolute', 'type');
  const room = memory.room(7 * (maxJoints + 1));
  try {
    if (dh) {
      memory.write(room, dh.flatMap((row) => [row.theta, row.d, row.a, row.alpha, type(row)]), 5 * dh.length);
      memory.check(exports.chain_from_dh(address, index(conventions, convention, 'convention'), room, dh.length));
    } else {
      axes.forEach((axis, i) => {
        memory.write(room + 56 * i, axis.point, 3);
        memory.write(room + 56 * i + 24, axis.direction, 3);
        memory.write(room + 56 * i + 48, [type(axis)], 1);
      });
      const end = memory.writePose(room + 56 * maxJoints, tip);
      memory.check(exports.chain_from_axes(address, room, axes.length, end));
    }
    if (base) memory.check(exports.chain_set_base(address, memory.writePose(room, base)));
    limits.forEach((range, joint) => {
      if (range) memory.check(exports.chain_set_limits(address, joint, range[0], range[1]));
    });
    for (const { joint, leader, ratio, offset = 0 } of couplings) memory.check(exports.chain_couple(address, joint, leader, ratio, offset));
  } finally {
    exports.swivel_free(room);
  }
}

export class Chain {
  /** what: the name of a model, or a chain of one's own. */
  constructor(memory, what) {
    const { exports } = memory;
    const model = typeof what === 'string' ? modelNames(memory).indexOf(what) : -1;
    if (typeof what === 'string' && model < 0) throw new RangeError(`there is no model ${what}`);
    this.memory = memory;
    this.name = model < 0 ? (what.name ?? '') : what;
    this.address = model < 0 ? exports.chain_alloc() : exports.chain_new(model);
    if (this.address === 0) throw new RangeError('out of memory');
    try {
      if (model < 0) describe(memory, this.address, what);
    } catch (error) {
      exports.swivel_free(this.address);
      throw error;
    }
    this.jointCount = exports.chain_joint_count(this.address);
    this.dof = exports.chain_dof(this.address);
    this.jointNames = Array.from({ length: this.jointCount }, (_, i) => (model < 0 ? (what.jointNames?.[i] ?? '') : memory.text(exports.model_joint_name(model, i))));
    this.room = {
      pose: memory.room(7),
      q: memory.room(this.dof),
      preferred: memory.room(this.dof),
      frames: memory.room(7 * (this.jointCount + 1)),
      goals: memory.room(goalSize * maxGoals),
      options: memory.room(7),
      report: memory.room(reportSize),
      limits: memory.room(2 * this.dof),
      jacobian: memory.room(6 * this.dof),
      scratch: memory.room(exports.study_scratch(this.address)),
    };
  }

  free() {
    const { exports } = this.memory;
    for (const address of [this.address, ...Object.values(this.room)]) exports.swivel_free(address);
    this.address = 0;
  }

  get limits() {
    const { memory, room } = this;
    memory.check(memory.exports.chain_limits(this.address, room.limits));
    const flat = memory.read(room.limits, 2 * this.dof);
    return Array.from({ length: this.dof }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  }

  forward(q) {
    const { memory, room } = this;
    memory.write(room.q, q, this.dof);
    memory.check(memory.exports.chain_frames(this.address, room.q, room.frames));
    const poses = Array.from({ length: this.jointCount + 1 }, (_, i) => memory.readPose(room.frames + 56 * i));
    return { frames: poses.slice(0, -1), tip: poses.at(-1) };
  }

  jacobian(q, axes = 'world') {
    const { memory, room } = this;
    memory.write(room.q, q, this.dof);
    memory.check(memory.exports.chain_jacobian(this.address, room.q, index(jacobianAxes, axes, 'axes'), room.jacobian));
    return Array.from({ length: 6 }, (_, row) => memory.read(room.jacobian + 8 * this.dof * row, this.dof));
  }

  solve(target, q, { positionOnly = false, maxIterations = 0 } = {}) {
    const { outcome, iterations, evaluations, restarts, positionError, rotationError, ...rest } = this.reach([{ kind: positionOnly ? 'position' : 'pose', ...target }], q, { maxIterations });
    return { q: rest.q, outcome, iterations, evaluations, restarts, positionError, rotationError };
  }

  reach(goals, previous = null, options = {}) {
    const { memory, room, dof } = this;
    if (goals.length > maxGoals) throw new RangeError(`there are at most ${maxGoals} goals`);
    goals.forEach((goal, i) => writeGoal(memory, room.goals + 8 * goalSize * i, goal));
    const { positionTolerance = 0, rotationTolerance = 0, maxIterations = 0, maxRestarts = 0, seed = 0, preferred, preferredWeight = 0, previousWeight = 0 } = options;
    if (!(Number.isSafeInteger(seed) && seed >= 0)) throw new RangeError('seed is a whole number');
    memory.write(room.options, [positionTolerance, rotationTolerance, maxIterations, maxRestarts, seed, preferredWeight, previousWeight], 7);
    const wanted = preferred ? memory.write(room.preferred, preferred, dof) : 0;
    const before = previous ? memory.write(room.q, previous, dof) : 0;
    memory.check(memory.exports.engine_solve(this.address, room.goals, goals.length, before, room.options, wanted, room.q, room.report));
    const [outcome, iterations, evaluations, restarts, positionError, rotationError, priorityMet, isStationary, low, high, ...errors] = memory.read(room.report, 10 + 2 * goals.length);
    return {
      q: memory.read(room.q, dof),
      outcome: memory.outcome(outcome),
      iterations,
      evaluations,
      restarts,
      positionError,
      rotationError,
      priorityMet,
      isStationary: isStationary !== 0,
      atLimit: [...bits(low), ...bits(high).map((i) => i + 32)],
      goals: goals.map((_, i) => ({ position: errors[2 * i], rotation: errors[2 * i + 1] })),
    };
  }

  study(method, target, q, { maxIterations = 0 } = {}) {
    const number = studyMethodNames(this.memory).indexOf(method);
    if (number < 0) throw new RangeError(`there is no method ${method}`);
    const { memory, room } = this;
    memory.writePose(room.pose, target);
    memory.write(room.q, q, this.dof);
    memory.check(memory.exports.study_solve(this.address, room.pose, number, maxIterations, room.q, room.scratch, room.report));
    const [outcome, iterations, evaluations, jacobians, residual, positionError, rotationError] = memory.read(room.report, 7);
    return { q: memory.read(room.q, this.dof), outcome: memory.outcome(outcome), iterations, evaluations, jacobians, residual, positionError, rotationError };
  }
}
