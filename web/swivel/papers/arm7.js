// SPDX-License-Identifier: MIT
// swivel_papers/arm.h: Tolani and Badler's seven-joint arm in closed form.
import { bits, index } from '../memory.js';
import { Track } from './track.js';

export const armReferences = ['down', 'smooth'];
export const armCompromises = ['move-swivel', 'hold-joint', 'give-up-hand'];

const families = 8;
const naturalFamilies = 4;
const reportSize = 5;
const setSize = 41;

export class Arm7 {
  #choices = { reference: 'down', compromise: 'move-swivel', softness: 0 };

  constructor(memory, room, options = {}) {
    this.memory = memory;
    this.room = room;
    this.side = options.side ?? 'right';
    this.isLeg = options.isLeg ?? false;
    this.address = memory.exports.arm_new(index(['right', 'left'], this.side, 'side'), this.isLeg ? 1 : 0);
    if (this.address === 0) throw new RangeError('out of memory');
    if (options.upperArm !== undefined || options.forearm !== undefined) {
      const { upperArm, forearm } = this.lengths;
      this.setLengths(options.upperArm ?? upperArm, options.forearm ?? forearm);
    }
    this.set(options);
    options.limits?.forEach(([lower, upper], joint) => this.setLimits(joint, lower, upper));
  }

  free() {
    this.memory.exports.swivel_free(this.address);
    this.address = 0;
  }

  get lengths() {
    this.memory.exports.arm_lengths(this.address, this.room.number);
    const [upperArm, forearm] = this.memory.read(this.room.number, 2);
    return { upperArm, forearm };
  }

  setLengths(upperArm, forearm) {
    this.memory.check(this.memory.exports.arm_set_lengths(this.address, upperArm, forearm));
  }

  set(choices) {
    const next = { ...this.#choices };
    for (const name of Object.keys(next)) next[name] = choices[name] ?? next[name];
    const reference = index(armReferences, next.reference, 'reference');
    const compromise = index(armCompromises, next.compromise, 'compromise');
    if (!Number.isFinite(next.softness)) throw new RangeError('softness is a number of metres');
    this.memory.exports.arm_set_choices(this.address, reference, compromise, next.softness);
    this.#choices = next;
  }

  setLimits(joint, lower, upper) {
    this.memory.check(this.memory.exports.arm_set_limits(this.address, joint, lower, upper));
  }

  get limits() {
    this.memory.exports.arm_limits(this.address, this.room.q);
    const flat = this.memory.read(this.room.q, 14);
    return Array.from({ length: 7 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
  }

  forward(q) {
    const { memory, room } = this;
    memory.write(room.near, q, 7);
    memory.check(memory.exports.arm_forward(this.address, room.near, room.pose, room.number, room.frames));
    return {
      hand: memory.readPose(room.pose),
      elbow: memory.read(room.number, 3),
      frames: Array.from({ length: 7 }, (_, i) => memory.readPose(room.frames + 56 * i)),
    };
  }

  swivelOf(q) {
    const { memory, room } = this;
    memory.write(room.near, q, 7);
    memory.check(memory.exports.arm_swivel_of(this.address, room.near, room.number));
    return memory.doubles[room.number / 8];
  }

  swivelTowards(wrist, direction) {
    const { memory, room } = this;
    memory.write(room.pose, wrist, 3);
    memory.write(room.near, direction, 3);
    memory.check(memory.exports.arm_swivel_towards(this.address, room.pose, room.near, room.number));
    return memory.doubles[room.number / 8];
  }

  naturalSwivel(hand) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_natural_swivel(this.address, room.pose, room.number));
    return memory.doubles[room.number / 8];
  }

  solve(hand, swivel) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_solve(this.address, room.pose, swivel, room.q, room.reports));
    return Array.from({ length: families }, (_, family) => ({ family, ...this.#result(family) }));
  }

  solveOne(hand, swivel, family) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_solve_one(this.address, room.pose, swivel, family, room.q, room.reports));
    return this.#result(0);
  }

  solveHeld(hand, joint, value) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_solve_held(this.address, room.pose, joint, value, room.q, room.number));
    const count = memory.doubles[room.number / 8];
    return Array.from({ length: count }, (_, i) => memory.read(room.q + 56 * i, 7));
  }

  feasible(hand) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_feasible(this.address, room.pose, room.sets));
    return Array.from({ length: naturalFamilies }, (_, family) => {
      const set = memory.read(room.sets + 8 * setSize * family, setSize);
      return Array.from({ length: set[0] }, (_, i) => [set[1 + 2 * i], set[2 + 2 * i]]);
    });
  }

  roomiest(hand) {
    const { memory, room } = this;
    memory.writePose(room.pose, hand);
    memory.check(memory.exports.arm_roomiest(this.address, room.pose, room.number));
    const [family, swivel, margin] = memory.read(room.number, 3);
    return family < 0 ? null : { family, swivel, margin };
  }

  best(hand, wish, near) {
    return this.#choose('arm_best', this.memory.writePose(this.room.pose, hand), wish, near);
  }

  reach(wrist, wish, near) {
    return this.#choose('arm_reach', this.memory.write(this.room.pose, wrist, 3), wish, near);
  }

  closest(hand, wish, near) {
    return this.#choose('arm_closest', this.memory.writePose(this.room.pose, hand), wish, near);
  }

  bestHeld(hand, joint, value, wish, near) {
    return this.#choose('arm_best_held', this.memory.writePose(this.room.pose, hand), joint, value, wish, near);
  }

  aimHand(wrist, point, wish, near) {
    const { memory, room } = this;
    memory.write(room.number, point, 3);
    return this.#choose('arm_aim_hand', memory.write(room.pose, wrist, 3), room.number, wish, near);
  }

  aimForearm(point, near) {
    return this.#choose('arm_aim_forearm', this.memory.write(this.room.pose, point, 3), near);
  }

  track(options) {
    return new Track(this.memory, this.room, this, options);
  }

  /** rest: what the call wants after its target, the last of them the posture before, or none. */
  #choose(name, target, ...rest) {
    const { memory, room } = this;
    const near = rest.pop();
    const previous = near ? memory.write(room.near, near, 7) : 0;
    memory.check(memory.exports[name](this.address, target, ...rest, previous, room.q, room.reports));
    return this.#result(0);
  }

  #result(i) {
    const { memory, room } = this;
    const [outcome, outside, wristWouldDo, positionError, rotationError] = memory.read(
      room.reports + 8 * reportSize * i,
      reportSize,
    );
    return {
      q: memory.read(room.q + 56 * i, 7),
      outcome: memory.outcome(outcome),
      outside: bits(outside),
      wristWouldDo: wristWouldDo !== 0,
      positionError,
      rotationError,
    };
  }
}

/** The space that calls of all arms share: a call reads its answer before the next one begins. */
export function armRoom(memory) {
  return {
    pose: memory.room(7),
    near: memory.room(7),
    number: memory.room(8),
    q: memory.room(7 * families),
    reports: memory.room(reportSize * families),
    sets: memory.room(setSize * naturalFamilies),
    frames: memory.room(49),
  };
}
