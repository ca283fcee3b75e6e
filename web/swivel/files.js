// SPDX-License-Identifier: MIT
// swivel_io/motion.h in JavaScript: skeletons and motions in files, a module of its own. See files.d.ts for the types.
import { memoryOf } from './load.js';
import { SwivelError } from './memory.js';

export { SwivelError };

const positionMeanings = ['guessed', 'replace', 'add'];
const jointSize = 10;
const robotSize = 19;
const jointKinds = ['fixed', 'hinge', 'slider', 'universal', 'ball', 'free'];
const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], '-x': [-1, 0, 0], '-y': [0, -1, 0], '-z': [0, 0, -1] };

const upOf = (up) => (typeof up === 'string' ? axes[up] : up) ?? [0, 0, 0];

/** a b, poses of 7 numbers. */
function product(a, b) {
  const [x, y, z, qx, qy, qz, qw] = a;
  const [bx, by, bz, rx, ry, rz, rw] = b;
  const [tx, ty, tz] = [2 * (qy * bz - qz * by), 2 * (qz * bx - qx * bz), 2 * (qx * by - qy * bx)];
  return [
    x + bx + qw * tx + qy * tz - qz * ty,
    y + by + qw * ty + qz * tx - qx * tz,
    z + bz + qw * tz + qx * ty - qy * tx,
    qw * rx + qx * rw + qy * rz - qz * ry,
    qw * ry - qx * rz + qy * rw + qz * rx,
    qw * rz + qx * ry - qy * rx + qz * rw,
    qw * rw - qx * rx - qy * ry - qz * rz,
  ];
}

/** A skeleton and how it moves: plain data. */
export class Motion {
  constructor(data) {
    Object.assign(this, { ends: [], robot: null, warnings: [], format: null, unitReason: '', upReason: '', metresPerUnit: 0, up: null }, data);
    this.jointCount = this.names.length;
    this.frameCount = this.frames.length / (7 * this.jointCount);
  }

  /** As it stands in a frame; -1: at rest. */
  skeleton(frame = -1) {
    const from = frame < 0 ? this.rest : this.frames.subarray(7 * this.jointCount * frame);
    if (frame >= this.frameCount) throw new RangeError(`there are ${this.frameCount} frames`);
    const worlds = [];
    const joints = this.names.map((name, i) => {
      const local = from.subarray(7 * i, 7 * i + 7);
      const parent = this.parents[i];
      worlds.push(parent < 0 ? Array.from(local) : product(worlds[parent], local));
      return { name, parent, position: worlds[i].slice(0, 3), rotation: worlds[i].slice(3) };
    });
    return this.up === null ? { joints } : { up: this.up, joints };
  }
}

/** Every joint after the one it hangs on. */
function inOrder(parents) {
  const order = [];
  const places = new Array(parents.length).fill(-1);
  for (let before = -1; order.length !== before; ) {
    before = order.length;
    parents.forEach((parent, i) => {
      if (places[i] < 0 && (parent < 0 || places[parent] >= 0)) places[i] = order.push(i) - 1;
    });
  }
  if (order.length < parents.length) throw new RangeError('the parent links have a cycle, or a parent does not exist');
  return { order, places };
}

class Files {
  constructor(memory) {
    const { exports } = memory;
    this.memory = memory;
    this.version = memory.text(exports.swivel_version());
    this.formats = [];
    for (let i = 0, name; (name = exports.files_format_name(i)) !== 0; i++) this.formats.push(memory.text(name));
    this.room = { numbers: memory.room(robotSize) };
  }

  number(format) {
    const number = this.formats.indexOf(format);
    if (number < 0) throw new RangeError(`format is one of ${this.formats.join(', ')}, not ${format}`);
    return number;
  }

  /** The file's fault, with its line. */
  check(status, motion) {
    if (status === 0) return;
    const { memory } = this;
    const text = memory.text(memory.exports.motion_error(motion)) || memory.text(memory.exports.swivel_status_text(status));
    const line = memory.exports.motion_error_line(motion);
    throw new SwivelError(status, line > 0 ? `line ${line}: ${text}` : text);
  }

  /** What `use` makes of a motion that is freed afterwards, as are all bytes that it takes. */
  with(use) {
    const { memory } = this;
    const { exports } = memory;
    const taken = [];
    const take = (size) => {
      const address = exports.files_bytes(size);
      if (address === 0) throw new RangeError('out of memory');
      taken.push(address);
      return address;
    };
    const motion = exports.motion_new();
    if (motion === 0) throw new RangeError('out of memory');
    try {
      return use(motion, take);
    } finally {
      exports.motion_free(motion);
      taken.forEach((address) => exports.swivel_free(address));
    }
  }

  read(file, { format = 'auto', metresPerUnit = 0, up, positions = 'guessed', frameTime = 0 } = {}) {
    const { memory } = this;
    const { exports } = memory;
    const meaning = positionMeanings.indexOf(positions);
    if (meaning < 0) throw new RangeError(`positions is one of ${positionMeanings.join(', ')}, not ${positions}`);
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file instanceof ArrayBuffer ? new Uint8Array(file) : new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    return this.with((motion, take) => {
      const [at, options] = [take(bytes.length), take(56)];
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      memory.write(options, [this.number(format), metresPerUnit, ...upOf(up), meaning, frameTime], 7);
      this.check(exports.motion_read(motion, at, bytes.length, options), motion);
      return this.motionOf(motion, take);
    });
  }

  motionOf(motion, take) {
    const { memory, room } = this;
    const { exports } = memory;
    exports.motion_facts(motion, room.numbers);
    const [format, jointCount, frameCount, frameTime, metresPerUnit, x, y, z, endCount] = memory.read(room.numbers, 9);
    const joints = Array.from({ length: jointCount }, (_, i) => {
      exports.motion_joint(motion, i, room.numbers);
      return memory.read(room.numbers, jointSize);
    });
    const ends = Array.from({ length: endCount }, (_, i) => {
      exports.motion_end(motion, i, room.numbers);
      const [joint, ...offset] = memory.read(room.numbers, 4);
      return { joint, offset };
    });
    const robot = joints.map((_, i) => {
      const name = exports.motion_robot(motion, i, room.numbers);
      if (name === 0) return null;
      const [kind, ax, ay, az, lower, upper, leader, ratio, offset, mass, ...vectors] = memory.read(room.numbers, robotSize);
      return { name: memory.text(name), kind: jointKinds[kind], axis: [ax, ay, az], lower, upper, leader, ratio, offset, mass, center: vectors.slice(0, 3), low: vectors.slice(3, 6), high: vectors.slice(6) };
    });
    const size = 7 * jointCount;
    const frames = new Float64Array(size * frameCount);
    const locals = take(8 * size);
    for (let i = 0; i < frameCount; i++) {
      this.check(exports.motion_locals(motion, i, locals), motion);
      frames.set(memory.doubles.subarray(locals / 8, locals / 8 + size), size * i);
    }
    const warnings = [];
    for (let text; (text = exports.motion_warning(motion, warnings.length)) !== 0; ) warnings.push(memory.text(text));
    return new Motion({
      format: this.formats[format],
      names: joints.map((_, i) => memory.text(exports.motion_joint_name(motion, i))),
      parents: joints.map(([parent]) => parent),
      rest: Float64Array.from(joints.flatMap((numbers) => numbers.slice(1, 8))),
      frames,
      frameTime,
      metresPerUnit,
      unitReason: memory.text(exports.motion_reason(motion, 0)),
      up: x === 0 && y === 0 && z === 0 ? null : [x, y, z],
      upReason: memory.text(exports.motion_reason(motion, 1)),
      ends,
      robot: robot.includes(null) ? null : robot,
      warnings,
    });
  }

  write({ names, parents, rest, frames, frameTime, metresPerUnit = 0, up }, format) {
    const { memory } = this;
    const { exports } = memory;
    const count = names.length;
    const size = 7 * count;
    if (parents.length !== count || rest.length !== size) throw new RangeError(`${count} joints have as many parents and ${size} numbers at rest`);
    if (count === 0 || frames.length % size !== 0) throw new RangeError(`a frame has ${size} numbers; ${frames.length} are given`);
    const frameCount = frames.length / size;
    const { order, places } = inOrder(parents);
    // Roots move; others if a frame has them elsewhere than at rest.
    const moves = (joint) => {
      if (parents[joint] < 0) return 1;
      for (let at = 7 * joint; at < frames.length; at += size) for (let k = 0; k < 3; k++) if (frames[at + k] !== rest[7 * joint + k]) return 1;
      return 0;
    };
    const text = new TextEncoder().encode(order.map((joint) => `${names[joint].replaceAll('\0', '')}\0`).join(''));
    return this.with((motion, take) => {
      const [joints, name, about, locals] = [take(8 * jointSize * count), take(text.length), take(40), take(8 * size)];
      order.forEach((joint, i) => {
        const parent = parents[joint] < 0 ? -1 : places[parents[joint]];
        memory.write(joints + 8 * jointSize * i, [parent, ...rest.slice(7 * joint, 7 * joint + 7), 1, moves(joint)], jointSize);
      });
      new Uint8Array(exports.memory.buffer, name, text.length).set(text);
      memory.write(about, [frameTime, metresPerUnit, ...upOf(up)], 5);
      this.check(exports.motion_make(motion, joints, count, name, frameCount, about), motion);
      for (let frame = 0; frame < frameCount; frame++) {
        const { doubles } = memory;
        order.forEach((joint, i) => {
          const from = size * frame + 7 * joint;
          for (let k = 0; k < 7; k++) doubles[locals / 8 + 7 * i + k] = frames[from + k];
        });
        this.check(exports.motion_put(motion, frame, locals), motion);
      }
      this.check(exports.motion_write(motion, this.number(format)), motion);
      return new Uint8Array(exports.memory.buffer, exports.motion_bytes(motion), exports.motion_byte_count(motion)).slice();
    });
  }
}

export async function load(source) {
  return new Files(await memoryOf(source, 'files.wasm'));
}
