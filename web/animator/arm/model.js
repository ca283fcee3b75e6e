// SPDX-License-Identifier: MIT
// Both arms and what was asked of them. Knows nothing of pictures or controls: it is told a target, a swivel, an angle or a
// limit, and advances frame by frame towards it. Poses are as seen from the shoulder.
import { angleBetween, distance, mirrorPose, normalize, scale, wrap } from './vectors.js';

export const sides = ['right', 'left'];
export const otherSide = { right: 'left', left: 'right' };
export const jointNames = ['Shoulder turn', 'Shoulder raise', 'Upper-arm twist', 'Elbow flexion', 'Wrist flexion', 'Wrist deviation', 'Hand twist'];
export const lengths = { upperArm: 0.334, forearm: 0.288 };

const softness = 0.03;
const maxSpeed = 10;
const settled = 1e-9;
const patience = 0.15;

/** The largest difference of two postures, in whole turns either way. */
export function apart(a, b) {
  return Math.max(...a.map((angle, i) => Math.abs(wrap(angle - b[i]))));
}

export class Model {
  constructor(swivel) {
    this.swivel = swivel;
    this.settings = { side: 'right', mirror: false, natural: true, soft: true, lock: null };
    const options = { reference: 'smooth', compromise: 'give-up-hand', softness, ...lengths };
    this.arms = {};
    for (const side of sides) this.arms[side] = { side, arm: swivel.arm7({ ...options, side }), track: null, q: null, target: null, wish: 0, moving: false };
    this.humanLimits = this.arms.right.arm.limits;
    this.limits = this.humanLimits.map((pair) => [...pair]);
    this.listeners = new Set();
    for (const side of sides) this.setPosture([1.2, 2.8, 1.1, 0.5, 0, 0.2, 0], side);
  }

  get active() {
    return this.arms[this.settings.side];
  }

  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  #changed() {
    for (const listener of this.listeners) listener();
  }

  // ---- what can be asked ----

  setTarget(pose, side = this.settings.side) {
    const state = this.arms[side];
    state.target = { position: [...pose.position], rotation: [...pose.rotation] };
    state.moving = true;
    this.#mirror(side, (other) => {
      other.target = mirrorPose(state.target);
      other.moving = true;
    });
    this.#changed();
  }

  /** Forward kinematics: the hand goes where the joints put it. */
  setPosture(q, side = this.settings.side) {
    const take = (state) => {
      state.q = q.map((angle, i) => this.#within(i, angle));
      this.#adopt(state);
    };
    take(this.arms[side]);
    this.#mirror(side, take);
    if (side === this.settings.side) this.#holdAgain();
    this.#changed();
  }

  setJoint(joint, value) {
    const q = [...this.active.q];
    q[joint] = value;
    this.setPosture(q);
  }

  /** The elbow to the feasible swivel nearest to this one, the hand where it is. Returns the swivel taken, or null. */
  setSwivel(wish) {
    const state = this.active;
    const hand = state.arm.forward(state.q).hand;
    let best = null;
    const consider = (q) => {
      const off = Math.abs(wrap(state.arm.swivelOf(q) - wish)) + 1e-3 * apart(q, state.q);
      if (!best || off < best.off) best = { q, off };
    };
    if (this.#fixesSwivel(state)) {
      for (const q of this.heldSolutions(state, hand)) consider(q);
    } else {
      state.arm.feasible(hand).forEach((set, family) => {
        for (const [from, to] of set) consider(state.arm.solveOne(hand, nearestWithin(from, to, wish), family).q);
      });
      this.settings.natural = false;
    }
    if (!best) return null;
    const target = state.target;
    const take = (arm) => {
      const kept = arm === state ? target : arm.target;
      arm.q = best.q;
      this.#adopt(arm);
      arm.target = kept;
    };
    take(state);
    this.#mirror(state.side, take);
    this.#changed();
    return state.wish;
  }

  /** Hand and elbow at once, as found with a shoulder that moves: this one is there, or as near as it gets, in no time. */
  place(pose, swivel) {
    const state = this.active;
    if (swivel !== state.wish) this.settings.natural = false;
    state.target = { position: [...pose.position], rotation: [...pose.rotation] };
    state.wish = swivel;
    this.#step(state, Infinity);
    state.wish = swivel;
    state.moving = false;
    this.#mirror(state.side, (other) => this.#reflect(state, other));
    this.#changed();
  }

  setLimits(joint, lower, upper) {
    for (const side of sides) this.arms[side].arm.setLimits(joint, lower, upper);
    this.limits[joint] = [lower, upper];
    for (const side of sides) {
      const state = this.arms[side];
      state.q[joint] = this.#within(joint, state.q[joint]);
      this.#restartTrack(state);
      state.moving = true;
    }
    if (this.settings.lock?.joint === joint) this.#hold(joint, this.settings.lock.value);
    this.#changed();
  }

  set(choices) {
    const before = { ...this.settings };
    Object.assign(this.settings, choices);
    for (const side of sides) {
      const state = this.arms[side];
      this.#soften(state);
      if (before.soft !== this.settings.soft || before.natural !== this.settings.natural) {
        this.#restartTrack(state);
        state.moving = true;
      }
    }
    if (!before.mirror) this.#mirror(this.settings.side, (other) => this.#reflect(this.active, other));
    if (before.side !== this.settings.side || before.mirror !== this.settings.mirror) this.#holdAgain();
    this.#changed();
  }

  /** Scheme 2: hold a joint where it is; null: none. */
  lock(joint) {
    this.#hold(joint, joint === null ? 0 : this.active.q[joint]);
    for (const side of sides) {
      // What was in the way may no longer be.
      this.#judge(this.arms[side]);
      this.arms[side].moving ||= this.residual(this.arms[side]).position > 1e-6;
    }
    this.#changed();
  }

  // ---- time ----

  /** One frame: every arm goes on towards its target. True while one is still on its way. */
  advance(dt) {
    let moving = false;
    for (const side of sides) {
      const state = this.arms[side];
      if (!state.moving) continue;
      const before = state.q;
      this.#step(state, Math.min(Math.max(dt, 1 / 240), 1 / 20));
      state.moving = state.isWaiting || apart(before, state.q) > settled;
      moving ||= state.moving;
    }
    return moving;
  }

  /** As many frames as it takes, for jumps in time: links, undo, tests. */
  finish() {
    for (let i = 0; i < 600 && this.advance(1 / 60); i++);
    this.#changed();
  }

  #step(state, dt) {
    const elbow = this.#lockOf(state)?.joint === 3 ? this.settings.lock.value : null;
    const target = elbow === null ? state.target : this.#atDistance(state, elbow);
    state.rested = state.goal?.target === state.target ? state.rested + dt : 0;
    state.isWaiting = false;
    if (this.settings.natural && dt < Infinity && !this.#fixesSwivel(state)) this.#follow(state, target, dt);
    else this.#approach(state, this.#goal(state, target), dt);
    if (this.settings.natural || this.#fixesSwivel(state)) state.wish = state.arm.swivelOf(state.q);
    if (elbow === null) return;
    state.q[3] = elbow;
    if (distance(target.position, state.target.position) > 1e-6) state.outcome = 'held';
  }

  // Where limits keep the hand from its target, following goes on as smoothly as it can. Once the target rests, the arm goes
  // from there to the closest posture.
  #follow(state, target, dt) {
    const result = state.track.step(target, dt);
    state.outcome = result.outcome;
    const isStopped = result.outcome === 'limited';
    if (isStopped && state.rested > patience) this.#approach(state, this.#goal(state, target), dt);
    else state.q = result.q;
    state.isWaiting = isStopped && state.rested <= patience;
    if (state.goal?.target !== state.target) state.goal = { target: state.target };
  }

  // The posture to go to, found once for each target, so that the arm comes to rest there.
  #goal(state, target) {
    if (state.goal?.target !== state.target || !state.goal.q) {
      const { q, outcome } = this.#fixesSwivel(state) ? this.#held(state) : state.arm.best(target, state.wish, state.q);
      state.goal = { target: state.target, q, outcome };
    }
    state.outcome = state.goal.outcome;
    return state.goal.q;
  }

  // With a joint held: the nearest of the postures that bring the hand to its target or, where there is none, the closest.
  #held(state) {
    const reached = this.heldSolutions(state, state.target).sort((a, b) => apart(a, state.q) - apart(b, state.q))[0];
    return reached ? { q: reached, outcome: 'reached' } : { q: this.#closestHeld(state), outcome: 'held' };
  }

  #closestHeld({ arm, target, wish, q }) {
    const { joint, value } = this.settings.lock;
    arm.setLimits(joint, value, value);
    const found = arm.closest(target, wish, q);
    arm.setLimits(joint, ...this.limits[joint]);
    found.q[joint] = value;
    return found.q;
  }

  // The elbow's angle is the wrist's distance: with it held, the place at that distance that is nearest to the target.
  #atDistance({ target }, elbow) {
    // At the shoulder itself every place is as near: straight ahead.
    const wrist = Math.hypot(...target.position) > 1e-9 ? target.position : [0, 1, 0];
    const { upperArm, forearm } = lengths;
    const far = Math.sqrt(upperArm ** 2 + forearm ** 2 + 2 * upperArm * forearm * Math.cos(elbow));
    return { position: scale(far, normalize(wrist)), rotation: target.rotation };
  }

  // No joint faster than it may, so that even a change of branch can be followed with the eye.
  #approach(state, goal, dt) {
    // Not round the other way, which may lie outside the limits.
    const far = Math.max(...goal.map((angle, i) => Math.abs(angle - state.q[i])));
    const part = far > maxSpeed * dt ? (maxSpeed * dt) / far : 1;
    state.q = part === 1 ? [...goal] : state.q.map((angle, i) => angle + part * (goal[i] - angle));
    state.track.setPosture(state.q);
  }

  // ---- answers ----

  /** The hand's error: metres and radians from the target. */
  residual(state = this.active) {
    const { hand } = state.arm.forward(state.q);
    return { position: distance(hand.position, state.target.position), rotation: angleBetween(hand.rotation, state.target.rotation) };
  }

  heldSolutions(state, hand) {
    const { joint, value } = this.settings.lock;
    return state.arm.solveHeld(hand, joint, value).filter((q) => this.isInside(q));
  }

  isInside(q) {
    return q.every((angle, i) => angle >= this.limits[i][0] - 1e-9 && angle <= this.limits[i][1] + 1e-9);
  }

  /** Other postures with the hand where it is: { q, label }, the nearest first, none twice. */
  otherSolutions(state = this.active) {
    const { hand } = state.arm.forward(state.q);
    const here = state.arm.swivelOf(state.q);
    const found = [];
    const d = Math.hypot(...hand.position);
    const along = (d * d + lengths.upperArm ** 2 - lengths.forearm ** 2) / (2 * d);
    const radius = Math.sqrt(Math.max(0, lengths.upperArm ** 2 - along ** 2));
    const add = (q, label) => {
      const swivel = state.arm.swivelOf(q);
      // Far enough apart to tell one elbow from the other.
      const near = (other) => Math.abs(wrap(other - swivel)) * Math.max(radius, 0.02) < 0.035;
      if (!near(here) && !found.some((f) => near(f.swivel))) found.push({ q, label, swivel });
    };
    if (this.#fixesSwivel(state)) {
      for (const q of this.heldSolutions(state, hand)) add(q, `Another way with the ${jointNames[this.settings.lock.joint].toLowerCase()} held`);
      return found;
    }
    const sets = state.arm.feasible(hand);
    const natural = state.arm.best(hand, state.arm.naturalSwivel(hand), undefined);
    if (natural.outcome === 'reached') add(natural.q, 'Where a person would hold the elbow');
    const roomiest = state.arm.roomiest(hand);
    if (roomiest) add(state.arm.solveOne(hand, roomiest.swivel, roomiest.family).q, `Furthest from all limits: ${degrees(roomiest.margin)} to spare`);
    sets.forEach((set, family) => {
      for (const [from, to] of set) add(state.arm.solveOne(hand, (from + to) / 2, family).q, 'The middle of a feasible arc');
    });
    sets.forEach((set, family) => {
      for (const interval of set)
        for (const end of interval) add(state.arm.solveOne(hand, end, family).q, 'The end of a feasible arc');
    });
    return found;
  }

  /** Why the elbow may not be there: the limits that the least bad branch would break. */
  reasons(swivel, state = this.active) {
    const { hand } = state.arm.forward(state.q);
    let least = null;
    for (const result of state.arm.solve(hand, swivel)) {
      if (result.family >= 4) continue;
      if (!least || result.outside.length < least.outside.length) least = result;
    }
    return least.outside.map((joint) => {
      const [lower, upper] = this.limits[joint];
      const over = least.q[joint] - upper;
      const under = lower - least.q[joint];
      return { joint, limit: over > under ? upper : lower, isUpper: over > under, by: Math.max(over, under) };
    });
  }

  /** A solve as the module does it, without JavaScript's objects around it: to be timed. */
  solveOnce() {
    const { arm, target, wish, q } = this.active;
    const { memory, room } = arm;
    memory.writePose(room.pose, target);
    memory.write(room.near, q, 7);
    memory.exports.arm_best(arm.address, room.pose, wish, room.near, room.q, room.reports);
  }

  // ---- all of it as plain data ----

  snapshot() {
    const plain = (state) => ({ q: [...state.q], target: structuredClone(state.target), wish: state.wish });
    return {
      settings: structuredClone(this.settings),
      limits: this.limits.map((pair) => [...pair]),
      right: plain(this.arms.right),
      left: plain(this.arms.left),
    };
  }

  restore(snapshot) {
    this.settings = { ...structuredClone(snapshot.settings) };
    this.limits = snapshot.limits.map((pair) => [...pair]);
    for (const side of sides) {
      const state = this.arms[side];
      this.limits.forEach(([lower, upper], joint) => state.arm.setLimits(joint, lower, upper));
      Object.assign(state, structuredClone(snapshot[side]));
    }
    const { lock } = this.settings;
    this.#hold(lock?.joint ?? null, lock?.value);
    for (const side of sides) {
      this.#judge(this.arms[side]);
      this.arms[side].moving = false;
    }
    this.#changed();
  }

  // ---- inside ----

  #within(joint, angle) {
    return Math.min(Math.max(angle, this.limits[joint][0]), this.limits[joint][1]);
  }

  // Holding any joint but the elbow leaves a few swivels only.
  #fixesSwivel(state) {
    return (this.#lockOf(state)?.joint ?? 3) !== 3;
  }

  // What is held is held in the arm that is chosen, and in its mirror image.
  #lockOf(state) {
    return this.settings.mirror || state === this.active ? this.settings.lock : null;
  }

  // With the elbow held its limits are that one angle, give or take what rounding makes of a nearly straight one, and nothing
  // softens.
  #hold(joint, value) {
    this.settings.lock = joint === null ? null : { joint, value: this.#within(joint, value) };
    for (const side of sides) {
      const state = this.arms[side];
      const elbow = this.#lockOf(state)?.joint === 3 ? this.settings.lock.value : null;
      state.arm.setLimits(3, ...(elbow === null ? this.limits[3] : [elbow - 1e-7, elbow + 1e-7]));
      this.#soften(state);
      this.#restartTrack(state);
    }
  }

  // The joints were set by hand, or another arm was chosen: what is held is held where it is now.
  #holdAgain() {
    const { lock } = this.settings;
    if (lock) this.#hold(lock.joint, this.active.q[lock.joint]);
  }

  #soften(state) {
    state.arm.set({ softness: this.settings.soft && this.#lockOf(state)?.joint !== 3 ? softness : 0 });
  }

  #adopt(state) {
    state.target = state.arm.forward(state.q).hand;
    state.wish = state.arm.swivelOf(state.q);
    state.outcome = 'reached';
    state.moving = false;
    this.#restartTrack(state);
  }

  #judge(state) {
    const { position, rotation } = this.residual(state);
    if (position < 1e-6 && rotation < 1e-6) state.outcome = 'reached';
    else if (this.#lockOf(state)) state.outcome = 'held';
    else state.outcome = state.arm.best(state.target, state.wish, state.q).outcome;
  }

  #restartTrack(state) {
    state.track?.free();
    state.track = state.arm.track();
    state.track.setPosture(state.q);
    state.goal = null;
    state.isWaiting = false;
  }

  // Angles and swivels mean the same on both sides.
  #reflect(state, other) {
    Object.assign(other, { q: [...state.q], target: mirrorPose(state.target), wish: state.wish, outcome: state.outcome, moving: state.moving });
    this.#restartTrack(other);
  }

  #mirror(side, change) {
    if (this.settings.mirror) change(this.arms[otherSide[side]]);
  }
}

function nearestWithin(from, to, wish) {
  const middle = (from + to) / 2;
  const off = wrap(wish - middle);
  return middle + Math.min(Math.max(off, from - middle), to - middle);
}

export function degrees(angle, digits = 0) {
  return `${((angle * 180) / Math.PI).toFixed(digits)}°`;
}
