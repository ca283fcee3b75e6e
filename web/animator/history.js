// SPDX-License-Identifier: MIT
// Undo and redo over snapshots.

export class History {
  constructor(take, restore, limit = 200) {
    Object.assign(this, { take, restore, limit });
    this.past = [];
    this.future = [];
    this.now = take();
  }

  /** Something was done: what came before can be had back. */
  commit() {
    const next = this.take();
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    this.past.push(this.now);
    if (this.past.length > this.limit) this.past.shift();
    this.future = [];
    this.now = next;
  }

  undo() {
    if (this.past.length) this.#go(this.past, this.future);
  }

  redo() {
    if (this.future.length) this.#go(this.future, this.past);
  }

  #go(from, to) {
    to.push(this.now);
    this.now = from.pop();
    this.restore(this.now);
  }
}
