// SPDX-License-Identifier: MIT
// swivel/skeleton.h and body.h: skeletons, and which of their joints are the parts of a body.
import { Body } from './body.js';
import { SwivelError } from './memory.js';

const twistCount = 32;
const sexes = ['female', 'male'];
const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], '-x': [-1, 0, 0], '-y': [0, -1, 0], '-z': [0, 0, -1] };

/** The names of the parts, each one's number, and what the calls of all rigs and bodies share. */
export class Parts {
  constructor(memory) {
    const { exports } = memory;
    const count = exports.rig_part_count();
    this.names = Array.from({ length: count }, (_, i) => memory.text(exports.rig_part_name(i)));
    this.numbers = new Map(this.names.map((name, i) => [name, i]));
    this.mirrored = (name) => this.names[exports.rig_part_mirrored(this.number(name))];
    this.room = { given: memory.room(count), binding: memory.room(4 * count + 9 + 2 * twistCount), joint: memory.room(8) };
  }

  number(name) {
    const number = this.numbers.get(name);
    if (number === undefined) throw new RangeError(`there is no part ${name}`);
    return number;
  }
}

function upOf(up) {
  if (up === undefined) return [0, 0, 0];
  const direction = typeof up === 'string' ? axes[up] : up;
  if (direction === undefined) throw new RangeError(`up is one of ${Object.keys(axes).join(', ')}, or three numbers`);
  return direction;
}

/** The skeleton in the module's memory; what is only needed to bring it there is given back. */
function rigOf(memory, { joints, up, left_handed: isLeftHanded = false }) {
  const { exports } = memory;
  const names = new TextEncoder().encode(joints.map(({ name = '' }) => `${name.replaceAll('\0', '')}\0`).join(''));
  const numbers = memory.room(Math.max(1, 8 * joints.length));
  const text = memory.room(Math.max(1, Math.ceil(names.length / 8)));
  const direction = memory.room(3);
  try {
    joints.forEach(({ parent, position, rotation = [0, 0, 0, 0] }, i) => {
      if (!Number.isInteger(parent)) throw new RangeError(`the parent of joint ${i} is the index of a joint, or -1`);
      memory.doubles[numbers / 8 + 8 * i] = parent;
      memory.write(numbers + 64 * i + 8, position, 3);
      memory.write(numbers + 64 * i + 32, rotation, 4);
    });
    new Uint8Array(exports.memory.buffer, text, names.length).set(names);
    memory.write(direction, upOf(up), 3);
    return exports.rig_new(joints.length, numbers, text, names.length, direction, isLeftHanded ? 1 : 0);
  } finally {
    for (const address of [numbers, text, direction]) exports.swivel_free(address);
  }
}

export class Rig {
  constructor(memory, forLimbs, parts, address, options) {
    const { exports } = memory;
    this.memory = memory;
    this.forLimbs = forLimbs;
    this.partNames = parts;
    if (address === 0) throw new RangeError('out of memory');
    this.address = address;
    try {
      this.bind(options);
      this.jointCount = exports.rig_joint_count(address);
      this.names = Array.from({ length: this.jointCount }, (_, i) => memory.text(exports.rig_joint_name(address, i)));
      this.parents = this.names.map((_, i) => this.joint(i)[0]);
      this.rest = Float64Array.from(this.names.flatMap((_, i) => this.joint(i).slice(1)));
    } catch (error) {
      this.free();
      throw error;
    }
  }

  static of(memory, forLimbs, parts, skeleton, options) {
    const rig = new Rig(memory, forLimbs, parts, rigOf(memory, skeleton), options);
    rig.axes = { up: skeleton.up, left_handed: skeleton.left_handed };
    return rig;
  }

  static human(memory, forLimbs, parts, { stature = 1.75, sex = 'male' } = {}) {
    const number = sexes.indexOf(sex);
    if (number < 0) throw new RangeError(`sex is one of ${sexes.join(', ')}, not ${sex}`);
    const address = memory.exports.rig_new_human();
    if (address === 0) throw new RangeError('out of memory');
    const status = memory.exports.rig_make_human(address, stature, number);
    if (status !== 0) memory.exports.swivel_free(address);
    memory.check(status);
    const rig = new Rig(memory, forLimbs, parts, address);
    rig.axes = { up: 'z' };
    return rig;
  }

  /** Parent, pose at rest. */
  joint(i) {
    const { memory, partNames } = this;
    memory.exports.rig_joint(this.address, i, partNames.room.joint);
    return memory.read(partNames.room.joint, 8);
  }

  get isPosture() {
    return this.memory.exports.rig_is_posture(this.address) !== 0;
  }

  findRest(frames, options) {
    const { memory, jointCount } = this;
    const frameCount = frames.length / (7 * jointCount);
    if (!Number.isInteger(frameCount)) throw new RangeError(`a frame has ${7 * jointCount} numbers; ${frames.length} are given`);
    const clip = memory.room(Math.max(1, frames.length));
    try {
      memory.doubles.set(frames, clip / 8);
      memory.check(memory.exports.rig_find_rest(this.address, clip, frameCount));
    } finally {
      memory.exports.swivel_free(clip);
    }
    this.rest = Float64Array.from(this.names.flatMap((_, i) => this.joint(i).slice(1)));
    return this.bind(options);
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  bind({ given = {}, ignoreNames = false } = {}) {
    const { memory, partNames: parts } = this;
    const { room, names } = parts;
    const numbers = names.map(() => 0);
    for (const [part, joint] of Object.entries(given)) {
      if (joint !== null && !(Number.isInteger(joint) && joint >= 0)) throw new RangeError(`the joint of ${part} is an index, or null`);
      numbers[parts.number(part)] = joint === null ? -1 : joint + 1;
    }
    const status = memory.exports.rig_bind(this.address, memory.write(room.given, numbers, names.length), ignoreNames ? 1 : 0, room.binding);
    if (status !== 0) this.refuse(status);
    const count = 4 * names.length;
    const flat = memory.read(room.binding, count + 9 + 2 * twistCount);
    const rest = flat.slice(count);
    const part = (i) => ({
      joint: flat[4 * i],
      confidence: flat[4 * i + 1],
      reason: memory.text(memory.exports.rig_reason_text(flat[4 * i + 2])),
      rival: flat[4 * i + 3],
    });
    this.binding = {
      parts: Object.fromEntries(names.map((name, i) => [name, part(i)])),
      up: rest.slice(0, 3),
      forward: rest.slice(3, 6),
      leftHanded: rest[6] !== 0,
      height: rest[7],
      twists: Array.from({ length: rest[8] }, (_, i) => ({ joint: rest[9 + 2 * i], part: names[rest[10 + 2 * i]] })),
    };
    return this.binding;
  }

  /** The library's sentence, and which joint it is about. */
  refuse(status) {
    const { memory } = this;
    const joint = memory.exports.rig_fault(this.address);
    const sentence = memory.text(memory.exports.swivel_status_text(status));
    if (joint < 0) throw new SwivelError(status, sentence);
    throw new SwivelError(status, `${sentence}: joint ${joint}, "${memory.text(memory.exports.rig_joint_name(this.address, joint))}"`);
  }

  body() {
    return new Body(this);
  }

  skeleton() {
    const at = (from, count) => Array.from(this.rest.subarray(from, from + count));
    const joints = this.names.map((name, i) => ({ name, parent: this.parents[i], position: at(7 * i, 3), rotation: at(7 * i + 3, 4) }));
    return { ...this.axes, joints };
  }
}
