// SPDX-License-Identifier: MIT
// Both arms and what was asked of them. Knows nothing of pictures or controls: it is told a target, a swivel, an angle or a
// limit, and advances frame by frame towards it. Poses are as seen from the shoulder.
import { angleBetween, distance, mirrorPose } from './vectors.js';

export const sides = ['right', 'left'];
export const otherSide = { right: 'left', left: 'right' };
export const angleNames = ['Plane of elevation', 'Elevation', 'Upper-arm rotation', 'Elbow flexion', 'Pronation', 'Wrist flexion', 'Wrist deviation'];
export const lengths = { upper: 0.334, lower: 0.288 };

const softness = 0.03;
/** Radians a second: the elbow does not jump where limits leave it no way. Of this arm, 0.97 m/s. */
export const elbowSpeed = 2.9;
/** Radians in a frame: what turns less is at rest. */
const atRest = 1e-9;
const half = Math.PI;
/** Of the last four angles the limits are ranges, and these are their names. Those of the shoulder are no ranges. */
const rangeNames = { 3: 'hinge', 4: 'pronation', 5: 'flexion', 6: 'deviation' };
export const hasRange = (joint) => joint in rangeNames;
/** Not upside down, an elbow that bends one way only, a wrist that may be straight. */
export const isRange = (joint, lower, upper) =>
  hasRange(joint) && lower <= upper && lower >= (joint === 3 ? 0 : -half) && upper <= half && (joint < 5 || (lower <= 0 && upper >= 0 && upper - lower < half));

/** Metres from the shoulder: a target beyond is brought here, so that it stays in the picture. */
export const farthest = 1.2;

function nearer({ position, rotation }) {
  const part = Math.min(1, farthest / Math.hypot(...position));
  return { position: position.map((x) => x * part), rotation: [...rotation] };
}

/** What follows from a posture, each asked of the module when it is wanted, and once. */
class Seen {
  constructor({ hard, posture }) {
    Object.assign(this, { hard, posture, known: {} });
  }

  #once(name, ask) {
    return (this.known[name] ??= ask(this.hard));
  }

  get forward() {
    return this.#once('forward', (hard) => hard.forward(this.posture));
  }

  get frames() {
    return this.#once('frames', (hard) => hard.frames(this.posture));
  }

  get swivel() {
    return this.#once('swivel', (hard) => hard.swivelOf(this.posture));
  }

  get check() {
    return this.#once('check', (hard) => hard.check(this.posture));
  }

  /** The swivels that the hand, where it is, leaves the elbow. */
  get feasible() {
    return this.#once('feasible', (hard) => hard.feasible(this.forward.end));
  }
}

export class Model {
  constructor(swivel) {
    this.swivel = swivel;
    this.settings = { side: 'right', mirror: false, natural: true, soft: true };
    this.arms = {};
    for (const side of sides) {
      // The second is the same without softness, for questions about the hand where it is.
      const [limb, hard] = [softness, 0].map((soft) => swivel.arm({ ...lengths, side, softness: soft }));
      this.arms[side] = { side, limb, hard, track: limb.track({ maxSwivelSpeed: elbowSpeed }), followed: null, posture: null, q: null, target: null, wish: 0, moving: false };
    }
    const { limits } = this.arms.right.limb;
    this.humanRanges = angleNames.map((_, i) => (hasRange(i) ? limits[rangeNames[i]] : [i === 1 ? 0 : -half, half]));
    this.ranges = this.humanRanges.map((pair) => [...pair]);
    this.listeners = new Set();
    for (const side of sides) this.setPosture([0, 0, 0, 0.3, 0, 0, 0], side);
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

  /** A target that is no number is none. */
  setTarget(pose, side = this.settings.side) {
    if (![...pose.position, ...pose.rotation].every(Number.isFinite)) return;
    const state = this.arms[side];
    state.target = nearer(pose);
    state.moving = true;
    this.#mirror(side, (other) => {
      other.target = mirrorPose(state.target);
      other.moving = true;
    });
    this.#changed();
  }

  /** Forward kinematics: the hand goes where the angles put it, even where the shoulder may not. */
  setPosture(q, side = this.settings.side) {
    const take = (state) => {
      state.q = q.map((angle, i) => this.#within(i, angle));
      state.posture = state.hard.posture(state.q);
      this.#adopt(state);
    };
    take(this.arms[side]);
    this.#mirror(side, take);
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
    const found = state.hard.solve({ end: this.handOf(state), elbow: 'swivel', swivel: wish }, state.posture);
    if (found.outcome !== 'reached') return null;
    this.settings.natural = false;
    this.#take(state, found);
    state.wish = found.swivel;
    state.outcome = this.#isThere(state) ? 'reached' : state.limb.solve(this.#goal(state), state.posture).outcome;
    state.moving = false;
    this.#mirror(state.side, (other) => this.#reflect(state, other));
    this.#changed();
    return found.swivel;
  }

  /** Hand and elbow at once, as found with a shoulder that moves: this one is there, or as near as it gets, in no time. */
  place(pose, swivel) {
    const state = this.active;
    if (swivel !== state.wish) this.settings.natural = false;
    state.target = { position: [...pose.position], rotation: [...pose.rotation] };
    this.#take(state, state.limb.solve({ end: state.target, elbow: 'swivel', swivel }, state.posture));
    state.wish = swivel;
    state.moving = false;
    this.#mirror(state.side, (other) => this.#reflect(state, other));
    this.#changed();
  }

  /** Nothing is done for a range that cannot be. */
  setRange(joint, lower, upper) {
    if (!isRange(joint, lower, upper)) return;
    this.#limit(joint, [lower, upper]);
    for (const side of sides) {
      const state = this.arms[side];
      if (state.q[joint] !== this.#within(joint, state.q[joint])) {
        state.q = state.q.map((angle, i) => this.#within(i, angle));
        state.posture = state.hard.posture(state.q);
      }
      state.moving = true;
    }
    this.#changed();
  }

  set(choices) {
    const before = { ...this.settings };
    Object.assign(this.settings, choices);
    for (const side of sides) {
      this.#soften(this.arms[side]);
      if (before.soft !== this.settings.soft || before.natural !== this.settings.natural) this.arms[side].moving = true;
    }
    if (!before.mirror) this.#mirror(this.settings.side, (other) => this.#reflect(this.active, other));
    this.#changed();
  }

  // ---- time ----

  /** One frame: every arm goes on towards its target. True while one is still on its way. */
  advance(dt) {
    let moving = false;
    for (const side of sides) {
      const state = this.arms[side];
      if (!state.moving) continue;
      this.#step(state, Math.min(Math.max(dt, 1 / 240), 1 / 20));
      moving ||= state.moving;
    }
    return moving;
  }

  /** As many frames as it takes, for jumps in time: links, undo, tests. */
  finish() {
    for (let i = 0; i < 600 && this.advance(1 / 60); i++);
    this.#changed();
  }

  // The hand is where it should be at once, or as near as it gets; the elbow follows smoothly.
  #step(state, dt) {
    const { track, posture } = state;
    if (state.followed !== posture) track.setPosture(posture);
    const next = track.step(this.#goal(state), dt);
    this.#take(state, next);
    state.followed = next.posture;
    if (this.settings.natural) state.wish = next.swivel;
    state.moving = ['upper', 'lower', 'end'].some((bone) => angleBetween(posture[bone], next.posture[bone]) > atRest);
  }

  /** The limb has changed, and a track has its own copy. */
  #follow(state) {
    state.track.free();
    state.track = state.limb.track({ maxSwivelSpeed: elbowSpeed });
    state.followed = null;
  }

  #goal({ target, wish }) {
    return { end: target, elbow: this.settings.natural ? 'natural' : 'swivel', swivel: wish };
  }

  // ---- answers ----

  /** Of the posture as it is; nobody writes into it. */
  seen(state = this.active) {
    if (state.seen?.posture !== state.posture) state.seen = new Seen(state);
    return state.seen;
  }

  handOf(state = this.active) {
    return this.seen(state).forward.end;
  }

  swivelOf(state = this.active) {
    return this.seen(state).swivel;
  }

  /** How the hand is turned with its wrist there, when it goes along with the forearm. bend: pronation, wrist flexion and deviation. */
  relaxedAt(position, bend, state = this.active) {
    const { hard, posture, wish } = state;
    const goal = { end: { position, rotation: state.target.rotation }, positionOnly: true, elbow: this.settings.natural ? 'natural' : 'swivel', swivel: wish };
    const held = hard.angles(hard.solve(goal, posture).posture);
    return hard.forward(hard.posture([...held.slice(0, 4), ...bend])).end.rotation;
  }

  /** The hand's error: metres and radians from the target. */
  residual(state = this.active) {
    const hand = this.handOf(state);
    return { position: distance(hand.position, state.target.position), rotation: angleBetween(hand.rotation, state.target.rotation) };
  }

  /** The limits a posture breaks: [{ name, by }]. */
  broken(posture, state = this.active) {
    const { broken, excess } = this.#check(posture, state);
    return broken.map((name) => ({ name, by: excess[state.hard.limitNames.indexOf(name)] }));
  }

  /** Why the elbow may not be there: the limits that the posture would break. */
  reasons(swivel, state = this.active) {
    return this.broken(state.hard.postureAt(this.handOf(state), swivel).posture, state);
  }

  /** The limits a posture rests on. */
  touched(posture, state = this.active) {
    const { excess } = this.#check(posture, state);
    return state.hard.limitNames.filter((_, i) => excess[i] > -1e-6);
  }

  #check(posture, state) {
    return posture === state.posture ? this.seen(state).check : state.hard.check(posture);
  }

  /** A solve as the module does it, without JavaScript's objects around it: to be timed. */
  solveOnce() {
    const { limb, target } = this.active;
    const { memory, room } = limb;
    memory.writePose(room.goal, target);
    memory.write(room.goal + 56, [0, 0, 0, 0, 0, 0], 6);
    memory.exports.limb_solve(limb.address, room.goal, 0, 0, room.posture, room.report);
  }

  // ---- all of it as plain data ----

  snapshot() {
    const plain = ({ q, posture, target, wish }) => structuredClone({ q, posture, target, wish });
    return {
      settings: structuredClone(this.settings),
      ranges: this.ranges.map((pair) => [...pair]),
      right: plain(this.arms.right),
      left: plain(this.arms.left),
    };
  }

  restore(snapshot) {
    this.settings = structuredClone(snapshot.settings);
    snapshot.ranges.forEach((pair, joint) => hasRange(joint) && this.#limit(joint, [...pair]));
    for (const side of sides) {
      const state = this.arms[side];
      this.#soften(state);
      Object.assign(state, structuredClone(snapshot[side]), { moving: false, isBehind: false });
      state.target = nearer(state.target);
      state.outcome = this.#isThere(state) ? 'reached' : state.limb.solve(this.#goal(state), state.posture).outcome;
    }
    this.#changed();
  }

  // ---- inside ----

  #within(joint, angle) {
    return hasRange(joint) ? Math.min(Math.max(angle, this.ranges[joint][0]), this.ranges[joint][1]) : angle;
  }

  #limit(joint, range) {
    this.ranges[joint] = range;
    for (const side of sides) {
      const state = this.arms[side];
      for (const limb of [state.limb, state.hard]) limb.setLimits({ [rangeNames[joint]]: range });
      state.seen = null;
      this.#follow(state);
    }
  }

  #soften(state) {
    state.limb.setSoftness(this.settings.soft ? softness : 0);
    this.#follow(state);
  }

  #isThere(state) {
    const { position, rotation } = this.residual(state);
    return position < 1e-9 && rotation < 1e-9 && this.broken(state.posture, state).length === 0;
  }

  #take(state, { posture, outcome, behind = false }) {
    state.posture = posture;
    state.q = state.hard.angles(posture);
    state.outcome = outcome;
    state.isBehind = behind;
  }

  #adopt(state) {
    state.isBehind = false;
    const { position, rotation } = this.handOf(state);
    state.target = { position: [...position], rotation: [...rotation] };
    state.wish = this.swivelOf(state);
    state.outcome = this.#isThere(state) ? 'reached' : 'limited';
    state.moving = false;
  }

  // Angles and swivels mean the same on both sides.
  #reflect(state, other) {
    const { q, wish, outcome, isBehind, moving } = state;
    Object.assign(other, { q: [...q], posture: other.hard.posture(q), target: mirrorPose(state.target), wish, outcome, isBehind, moving });
  }

  #mirror(side, change) {
    if (this.settings.mirror) change(this.arms[otherSide[side]]);
  }
}

export function degrees(angle, digits = 0) {
  return `${((angle * 180) / Math.PI).toFixed(digits)}°`;
}
