// SPDX-License-Identifier: MIT
// swivel/batch.h in JavaScript: many limbs at once, a module of its own, built to be fast. See batch.d.ts for the types. Rows of numbers in the module's memory, one number for each element, and the outcomes after them.
import { Limb, limbRoom } from './limb.js';
import { memoryOf } from './load.js';
import { SwivelError } from './memory.js';
import { Arm7, armRoom } from './papers/arm7.js';
import { UpperLimb } from './shoulder.js';

export { SwivelError };

export class Batch {
  /** model: what solves, freed with it; call(rows, first, count). */
  constructor(model, rows, count, call) {
    const { memory } = model;
    if (!(Number.isInteger(count) && count > 0)) throw new RangeError('a batch has a whole number of elements');
    this.memory = memory;
    this.model = model;
    this.count = count;
    this.call = call;
    this.address = memory.room(rows.length * count + Math.ceil(count / 8));
    this.windows = {};
    rows.forEach((name, i) => {
      Object.defineProperty(this, name, { enumerable: true, get: () => this.window(name, Float64Array, 8 * i * count) });
    });
    Object.defineProperty(this, 'outcomes', { enumerable: true, get: () => this.window('outcomes', Uint8Array, 8 * rows.length * count) });
  }

  /** A new one only when memory has grown. */
  window(name, Type, offset) {
    const { buffer } = this.memory.exports.memory;
    if (this.windows[name]?.buffer !== buffer) this.windows[name] = new Type(buffer, this.address + offset, this.count);
    return this.windows[name];
  }

  outcome(i) {
    return this.memory.outcome(this.outcomes[i]);
  }

  solve(first = 0, count = this.count - first) {
    if (!(Number.isInteger(first) && Number.isInteger(count) && first >= 0 && count >= 0 && first + count <= this.count)) throw new RangeError(`elements are 0 to ${this.count - 1}`);
    this.memory.check(this.call(this.address, first, count));
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
    this.model.free();
  }
}

const turn = (name) => ['X', 'Y', 'Z', 'W'].map((axis) => `${name}${axis}`);
const hand = ['px', 'py', 'pz', 'qx', 'qy', 'qz', 'qw', 'swivel'];

const limbRows = [...hand, ...turn('upper'), ...turn('lower'), ...turn('end'), 'flexion'];
const upperLimbRows = ['px', 'py', 'pz', 'swivel', 'clavicleElevation', 'clavicleProtraction', 'scapulaElevation', 'scapulaProtraction', 'scapulaTilt', 'ghX', 'ghY', 'ghZ', ...turn('upper'), ...turn('lower'), 'change'];
const armRows = [...hand, 'q0', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6'];

const elbows = ['swivel', 'natural'];

export async function load(source) {
  const memory = await memoryOf(source, 'batch.wasm');
  const { exports } = memory;
  const [forArms, forLimbs] = [armRoom(memory), limbRoom(memory)];
  const limbs = (kind) => (count, { elbow = 'natural', ...options } = {}) => {
    const isNatural = elbows.indexOf(elbow);
    if (isNatural < 0) throw new RangeError(`elbow is one of ${elbows.join(', ')}, not ${elbow}`);
    const model = new Limb(memory, forLimbs, kind, options);
    return new Batch(model, limbRows, count, (rows, first, many) => exports.limb_batch(model.address, rows, count, first, many, isNatural));
  };
  return {
    version: memory.text(exports.swivel_version()),
    arms: limbs('arm'),
    legs: limbs('leg'),
    upperLimbs: (count, options) => {
      const model = new UpperLimb(memory, forLimbs, options);
      return new Batch(model, upperLimbRows, count, (rows, first, many) => exports.upper_limb_batch(model.address, rows, count, first, many));
    },
    arms7: (count, options) => {
      const model = new Arm7(memory, forArms, options);
      return new Batch(model, armRows, count, (rows, first, many) => exports.arm_batch(model.address, rows, count, first, many));
    },
  };
}
