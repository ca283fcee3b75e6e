// SPDX-License-Identifier: MIT
// The module's memory as seen from JavaScript: named stretches of doubles, and the check of a status.

/** A call the library refused: `status` is its number, `message` its own sentence. */
export class SwivelError extends Error {
  constructor(status, message) {
    super(message);
    this.name = 'SwivelError';
    this.status = status;
  }
}

export class Memory {
  constructor(exports) {
    this.exports = exports;
    this.view = new Float64Array(0);
    this.outcomes = [];
    const decoder = new TextDecoder();
    this.text = (address) => {
      const bytes = new Uint8Array(exports.memory.buffer, address);
      return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
    };
  }

  /** All of memory as doubles; a new view whenever memory has grown. */
  get doubles() {
    if (this.view.buffer !== this.exports.memory.buffer) this.view = new Float64Array(this.exports.memory.buffer);
    return this.view;
  }

  /** Room for `count` doubles, for as long as the module lives. */
  room(count) {
    const address = this.exports.swivel_doubles(count);
    if (address === 0) throw new RangeError('out of memory');
    return address;
  }

  /** Exactly `count` numbers: with fewer, those of the call before would be read. */
  write(address, numbers, count) {
    if (numbers?.length !== count) throw new RangeError(`${count} numbers are needed, not ${numbers?.length ?? numbers}`);
    this.doubles.set(numbers, address / 8);
    return address;
  }

  read(address, count) {
    return Array.from(this.doubles.subarray(address / 8, address / 8 + count));
  }

  writePose(address, pose) {
    this.write(address, pose.position, 3);
    this.write(address + 24, pose.rotation, 4);
    return address;
  }

  readPose(address) {
    return { position: this.read(address, 3), rotation: this.read(address + 24, 4) };
  }

  /** How a solve ended, in the library's words. */
  outcome(number) {
    this.outcomes[number] ??= this.text(this.exports.swivel_outcome_text(number));
    return this.outcomes[number];
  }

  check(status) {
    if (status !== 0) throw new SwivelError(status, this.text(this.exports.swivel_status_text(status)));
  }
}

/** The indices of the bits that are set. */
export function bits(mask) {
  const set = [];
  for (let i = 0; i < 32; i++) if ((mask / 2 ** i) & 1) set.push(i);
  return set;
}

/** The place of a name among those that are allowed; `what` says in the error what it is. */
export function index(names, name, what) {
  const i = names.indexOf(name);
  if (i < 0) throw new RangeError(`${what} is one of ${names.join(', ')}, not ${name}`);
  return i;
}
