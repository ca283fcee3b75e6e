// SPDX-License-Identifier: MIT
// swivel_papers/track.h: following a moving hand.

export const trackMethods = ['natural', 'paper', 'least'];

export class Track {
  constructor(memory, room, arm, { method = 'natural', maxJointSpeed = 0, swivelTime = 0 } = {}) {
    const number = trackMethods.indexOf(method);
    if (number < 0) throw new RangeError(`method is one of ${trackMethods.join(', ')}, not ${method}`);
    this.memory = memory;
    this.room = room;
    this.address = memory.exports.track_new();
    if (this.address === 0) throw new RangeError('out of memory');
    memory.check(memory.exports.track_start(this.address, arm.address, number, maxJointSpeed, swivelTime));
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  setPosture(q) {
    const { memory, room } = this;
    memory.check(memory.exports.track_set_posture(this.address, memory.write(room.near, q, 7)));
  }

  step(hand, dt) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.track_step(this.address, room.pose, dt, room.q, room.reports));
    const [outcome, flip, catchingUp, family, swivel, positionError, rotationError, candidates] = memory.read(
      room.reports,
      8,
    );
    return {
      q: memory.read(room.q, 7),
      outcome: memory.outcome(outcome),
      flip: flip !== 0,
      isCatchingUp: catchingUp !== 0,
      family,
      swivel,
      positionError,
      rotationError,
      candidates,
    };
  }
}
