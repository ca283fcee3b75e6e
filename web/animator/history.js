// SPDX-License-Identifier: MIT
// Undo and redo over snapshots. A step knows where it was done, so that undoing it can be seen there.

export class History {
  constructor(take, restore, limit = 200) {
    Object.assign(this, { take, restore, limit });
    this.past = [];
    this.future = [];
    this.now = take();
  }

  /** Something was done: what came before can be had back. */
  commit(where) {
    const next = this.take();
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    this.past.push({ snapshot: this.now, where });
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
    const { snapshot, where } = from.pop();
    to.push({ snapshot: this.now, where });
    this.now = snapshot;
    this.restore(snapshot, where);
  }
}
