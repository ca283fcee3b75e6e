// SPDX-License-Identifier: MIT
// swivel/models.h, chain.h, solve.h and study.h: chains by name, forward kinematics, the engine, seven classic methods.

export function modelNames(memory) {
  const { exports } = memory;
  return Array.from({ length: exports.model_count() }, (_, i) => memory.text(exports.model_name(i)));
}

export function studyMethodNames(memory) {
  return Array.from({ length: 7 }, (_, i) => memory.text(memory.exports.study_method_name(i)));
}

export class Chain {
  constructor(memory, name) {
    const model = modelNames(memory).indexOf(name);
    if (model < 0) throw new RangeError(`there is no model ${name}`);
    const { exports } = memory;
    this.memory = memory;
    this.name = name;
    this.address = exports.chain_new(model);
    if (this.address === 0) throw new RangeError('out of memory');
    this.jointCount = exports.chain_joint_count(this.address);
    this.dof = exports.chain_dof(this.address);
    this.jointNames = Array.from({ length: this.jointCount }, (_, i) => memory.text(exports.model_joint_name(model, i)));
    this.room = {
      pose: memory.room(7),
      q: memory.room(this.dof),
      frames: memory.room(7 * (this.jointCount + 1)),
      report: memory.room(8),
      limits: memory.room(2 * this.dof),
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

  solve(target, q, { positionOnly = false, maxIterations = 0 } = {}) {
    const { memory, room } = this;
    memory.writePose(room.pose, target);
    memory.write(room.q, q, this.dof);
    memory.check(memory.exports.engine_solve(this.address, positionOnly ? 1 : 0, room.pose, maxIterations, room.q, room.report));
    const [outcome, iterations, evaluations, restarts, positionError, rotationError] = memory.read(room.report, 6);
    return { q: memory.read(room.q, this.dof), outcome: memory.outcome(outcome), iterations, evaluations, restarts, positionError, rotationError };
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
