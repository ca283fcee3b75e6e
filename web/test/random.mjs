// SPDX-License-Identifier: MIT
// The generator and the hash of native.c.

export class Random {
  #state = 1;

  next() {
    let s = this.#state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.#state = s >>> 0;
    return this.#state / 2147483648 - 1;
  }

  hand() {
    const position = [0.7 * this.next(), 0.7 * this.next(), 0.7 * this.next()];
    return { position, rotation: [this.next(), this.next(), this.next(), this.next()] };
  }
}

export class Hash {
  #hash = 2166136261;
  #number = new Float64Array(1);
  #bytes = new Uint8Array(this.#number.buffer);

  add(numbers) {
    for (const number of numbers) {
      this.#number[0] = number;
      for (const byte of this.#bytes) this.#hash = Math.imul(this.#hash ^ byte, 16777619);
    }
  }

  text() {
    return (this.#hash >>> 0).toString(16).padStart(8, '0');
  }
}
