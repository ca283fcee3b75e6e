// SPDX-License-Identifier: MIT
// An arm of the model on a girdle that moves. Where wrist and elbow are to be and how the hand is turned is the model's, and
// the shoulder at rest is the figure's; so the same is asked of both, and only clavicle, scapula and shoulder are elsewhere.
import { elbowSpeed, lengths } from '../arm/model.js';
import { add, minus } from '../arm/vectors.js';
import { shoulders } from '../scene/figure.js';
import { GirdleFigure } from '../scene/girdle.js';

export const clavicleLength = 0.1654;
/** Metres a second, beyond twice what the wrist does: an elbow that would be faster jumps. */
const fastest = 1;
const within = (x, low, high) => Math.min(Math.max(x, low), high);

export class ShoulderLimb {
  constructor(swivel, model, side) {
    Object.assign(this, { model, side, state: model.arms[side] });
    this.limb = swivel.upperLimb({ side, ...lengths });
    this.rest = this.limb.rest();
    this.restFrames = this.limb.girdleFrames(this.rest.girdle);
    this.origin = shoulders[side].map((x, i) => x - this.rest.gh[i]);
    this.bones = new GirdleFigure(clavicleLength, side);
    this.bones.group.position.fromArray(this.origin);
  }

  /** The model was asked for something else since, or the shoulder is. */
  isOld(own) {
    const { state, asked } = this;
    return !asked || asked.own !== own || asked.target !== state.target || asked.wish !== state.wish || asked.q !== state.q;
  }

  /**
   * Solves for what the model's arm is asked. own: { up, forward, raising }, the clavicle beyond what the rhythm says and
   * from -1, an arm being lowered, to 1; null: the shoulder is a fixed point, and the arm the model's.
   */
  follow(own) {
    this.#ask(own);
    this.isMoving = false;
    this.now = own ? this.#onGirdle(null) : this.#onFixedPoint();
    /** How far an arm is being raised once this step counts. */
    this.raisingNow = own?.raising ?? 0;
  }

  /** The same from where the limb is, in the next step. */
  goOn(own) {
    if (!own || !this.now.posture) return this.follow(own);
    this.#ask(own);
    this.raisingNow = own.raising;
    this.isMoving = true;
  }

  /** One frame of that; true while it is on its way: where the elbow would jump, it goes there no faster than people's. */
  step(dt) {
    if (!this.isMoving) return false;
    const before = this.now;
    const found = this.#onGirdle(before.posture);
    const way = (name) => Math.hypot(...minus(found[name], before[name]));
    this.isMoving = way('elbow') > fastest * dt + 2 * way('wrist');
    this.now = this.isMoving ? { ...this.#onTrack(dt), behind: true } : found;
    this.raisingNow = this.limb.raisingAfter(this.raisingNow, before.posture.elevation, this.now.posture.elevation);
    return this.isMoving;
  }

  #ask(own) {
    const { target, wish, q } = this.state;
    this.asked = { own, target, wish, q };
  }

  /** How the hand is turned with wrist and elbow there: it goes along with the forearm. bend: pronation, wrist flexion, deviation. */
  handAt(position, swivel, bend = this.now.bend) {
    const { hard, posture } = this.state;
    if (!this.now.posture) {
      const end = { position, rotation: [0, 0, 0, 1] };
      const { posture: held } = hard.solve({ end, positionOnly: true, elbow: 'swivel', swivel }, posture);
      return this.#bent(hard.angles(held), bend);
    }
    const end = { position, rotation: [0, 0, 0, 1] };
    const { posture: held } = this.#solve({ end, positionOnly: true, swivel }, this.now.posture);
    return this.#bent(this.limb.arm.angles(held.arm), bend);
  }

  /** One solve, to be timed. */
  solveOnce() {
    this.limb.solve(this.#goal({ end: this.state.target, swivel: this.state.wish }), this.now.posture);
  }

  /** Elevation and plane of the upper arm. */
  get raised() {
    const [x, y, z] = this.now.elbow.map((e, i) => (e - this.now.gh[i]) / lengths.upper);
    return { elevation: Math.acos(within(-z, -1, 1)), plane: Math.atan2(y, this.side === 'left' ? -x : x) };
  }

  toWorld(place) {
    return add(place, this.origin);
  }

  draw(skin) {
    skin.group.position.fromArray(this.toWorld(this.now.gh));
    skin.place(this.now.bones);
    this.bones.place(this.now.girdle);
  }

  // ---- inside ----

  #goal({ end: { position, rotation }, ...others }) {
    const { up, forward, raising } = this.asked.own;
    const end = { position: add(position, this.rest.gh), rotation };
    return { ...others, end, elbow: 'swivel', shoulderElevation: up, shoulderProtraction: forward, raising };
  }

  #solve(goal, before) {
    this.limb.arm.setLimits(this.state.hard.limits);
    return this.limb.solve(this.#goal(goal), before);
  }

  #onGirdle(before) {
    const { target, wish } = this.state;
    return this.#seen(this.#solve({ end: target, swivel: wish }, before));
  }

  #onTrack(dt) {
    const { target, wish, hard } = this.state;
    const { posture } = this.now;
    // A track has its own copy of the limb.
    const limits = JSON.stringify(hard.limits);
    if (this.tracked?.limits !== limits) {
      this.tracked?.track.free();
      this.limb.arm.setLimits(hard.limits);
      this.tracked = { track: this.limb.track({ maxSwivelSpeed: elbowSpeed }), limits, posture: null };
    }
    const { tracked } = this;
    if (tracked.posture !== posture) tracked.track.setPosture(posture);
    const found = tracked.track.step(this.#goal({ end: target, swivel: wish }), dt);
    tracked.posture = found.posture;
    return this.#seen(found);
  }

  /** What is drawn and told of an answer. */
  #seen(found) {
    const { posture } = found;
    const { clavicle, scapula, ...arm } = this.limb.frames(posture);
    const { gh, elbow, wrist } = posture;
    // The arm is drawn from its shoulder.
    const bones = Object.fromEntries(Object.entries(arm).map(([name, { position, rotation }]) => [name, { position: minus(position, gh), rotation }]));
    return { ...found, bones, girdle: { clavicle, scapula }, gh, elbow, wrist, bend: this.limb.arm.angles(posture.arm).slice(4) };
  }

  #onFixedPoint() {
    const { hard, posture, q } = this.state;
    const bones = hard.frames(posture);
    const { gh } = this.rest;
    return { bones, girdle: this.restFrames, gh, elbow: add(bones.lower.position, gh), wrist: add(bones.end.position, gh), bend: q.slice(4) };
  }

  #bent(angles, bend) {
    return this.state.hard.posture([...angles.slice(0, 4), ...bend]).end;
  }
}
