// SPDX-License-Identifier: MIT
// An arm of the model on a girdle that moves. Where wrist and elbow are to be and how the hand is turned is the model's, and
// the shoulder at rest is the figure's; so the same is asked of both, and only clavicle, scapula and shoulder are elsewhere.
import { lengths } from '../arm/model.js';
import { add, angleBetween, conjugate, fromTurns, mirrorPose, multiply, turnsOf } from '../arm/vectors.js';
import { shoulders } from '../scene/figure.js';
import { GirdleFigure } from '../scene/girdle.js';

export const clavicleLength = 0.1654;
const within = (x, low, high) => Math.min(Math.max(x, low), high);
/** Radians of elevation from an arm neither raised nor lowered to one that is. */
const turnOfRaising = 0.17;

export class ShoulderLimb {
  constructor(swivel, model, side) {
    Object.assign(this, { model, side, state: model.arms[side] });
    this.limb = swivel.upperLimb(side);
    this.rest = this.limb.rest();
    this.restFrames = this.limb.frames({ flat: [...this.rest.girdle, ...new Array(23).fill(0)] });
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
  follow(own, isContinued = false) {
    const { target, wish, q } = this.state;
    const before = isContinued ? (this.now.posture ?? null) : null;
    this.asked = { own, target, wish, q };
    this.now = own ? this.#onGirdle(before) : this.#onFixedPoint();
    this.rise = before && own ? (this.now.posture.elevation - before.elevation) / turnOfRaising : 0;
  }

  /** How far an arm is being raised once the last step counts. */
  get raisingNow() {
    return within(this.asked.own.raising + this.rise, -1, 1);
  }

  /** How the hand is turned with wrist and elbow there: it goes along with the forearm. bend: the wrist's three joints. */
  handAt(position, swivel, bend = this.now.bend) {
    const { arm, q } = this.state;
    const { frames } = this.now.posture ? this.#solve(position, swivel, this.now.posture) : arm.forward(arm.reach(position, swivel, q).q);
    return multiply(frames[3].rotation, this.#wrist(bend));
  }

  /** One solve, to be timed. */
  solveOnce() {
    this.limb.solve(this.#goal(this.state.target.position, this.state.wish), this.now.posture);
  }

  /** Elevation and plane of the upper arm. */
  get raised() {
    const [x, y, z] = this.now.elbow.map((e, i) => (e - this.now.gh[i]) / lengths.upperArm);
    return { elevation: Math.acos(within(-z, -1, 1)), plane: Math.atan2(y, this.side === 'left' ? -x : x) };
  }

  toWorld(place) {
    return add(place, this.origin);
  }

  draw(skin) {
    skin.group.position.fromArray(this.toWorld(this.now.gh));
    skin.place(this.now.frames);
    this.bones.place(this.now.girdle);
  }

  // ---- inside ----

  #goal(position, swivel) {
    const { up, forward, raising } = this.asked.own;
    return { wrist: add(position, this.rest.gh), swivel, shoulderElevation: up, shoulderProtraction: forward, raising };
  }

  #solve(position, swivel, before) {
    this.model.limits.forEach(([lower, upper], joint) => this.limb.setLimits(joint, lower, upper));
    const found = this.limb.solve(this.#goal(position, swivel), before);
    const { arm: frames, ...girdle } = this.limb.frames(found.posture);
    return { ...found, frames, girdle };
  }

  // The arm ends at the wrist; the hand is turned as asked, as far as the wrist's joints may.
  #onGirdle(before) {
    const { target, wish } = this.state;
    const found = this.#solve(target.position, wish, before);
    const forearm = found.frames[3].rotation;
    const wanted = turnsOf(this.#sided(multiply(conjugate(forearm), target.rotation)));
    const bend = wanted.map((angle, i) => within(angle, ...this.model.limits[4 + i]));
    const rotation = bend.every((angle, i) => angle === wanted[i]) ? target.rotation : multiply(forearm, this.#wrist(bend));
    found.frames[6].rotation = rotation;
    const { gh, elbow, wrist } = found.posture;
    return { ...found, gh, elbow, wrist, bend, turnError: angleBetween(rotation, target.rotation) };
  }

  #onFixedPoint() {
    const { arm, q } = this.state;
    const { elbow, hand, frames } = arm.forward(q);
    const { gh } = this.rest;
    return { frames, girdle: this.restFrames, gh, elbow: add(elbow, gh), wrist: add(hand.position, gh), bend: q.slice(4) };
  }

  #wrist(bend) {
    return this.#sided(fromTurns(bend));
  }

  #sided(rotation) {
    return this.side === 'left' ? mirrorPose({ position: [0, 0, 0], rotation }).rotation : rotation;
  }
}
