// SPDX-License-Identifier: MIT
// An arm of the model on a girdle that moves. Where wrist and elbow are to be and how the hand is turned is the model's, and
// the shoulder at rest is the figure's; so the same is asked of both, and only clavicle, scapula and shoulder are elsewhere.
import { lengths } from '../arm/model.js';
import { add, angleBetween, minus } from '../arm/vectors.js';
import { shoulders } from '../scene/figure.js';
import { GirdleFigure } from '../scene/girdle.js';
import { bonesOfArm7 } from '../scene/limb.js';

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

  /** How the hand is turned with wrist and elbow there: it goes along with the forearm. bend: pronation, wrist flexion, deviation. */
  handAt(position, swivel, bend = this.now.bend) {
    const { hard, posture } = this.state;
    if (!this.now.posture) {
      const end = { position, rotation: [0, 0, 0, 1] };
      const { posture: held } = hard.solve({ end, positionOnly: true, elbow: 'swivel', swivel }, posture);
      return this.#bent(hard.angles(held), bend);
    }
    return this.#bent(this.#angles(this.#solve(position, swivel, this.now.posture).posture), bend);
  }

  /** One solve, to be timed. */
  solveOnce() {
    this.limb.solve(this.#goal(this.state.target.position, this.state.wish), this.now.posture);
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

  #goal(position, swivel) {
    const { up, forward, raising } = this.asked.own;
    return { wrist: add(position, this.rest.gh), swivel, shoulderElevation: up, shoulderProtraction: forward, raising };
  }

  #solve(position, swivel, before) {
    this.limb.setLimits(3, ...this.model.ranges[3]);
    const found = this.limb.solve(this.#goal(position, swivel), before);
    const { arm: frames, ...girdle } = this.limb.frames(found.posture);
    return { ...found, frames, girdle };
  }

  // The arm ends at the wrist; the hand is turned as asked, as far as forearm and wrist may.
  #onGirdle(before) {
    const { target, wish } = this.state;
    const found = this.#solve(target.position, wish, before);
    const angles = this.#angles(found.posture);
    const wanted = angles.slice(4);
    const bend = this.#allowed(angles, wanted);
    const rotation = bend.every((angle, i) => angle === wanted[i]) ? target.rotation : this.#bent(angles, bend);
    const bones = bonesOfArm7(found.frames);
    const { gh, elbow, wrist } = found.posture;
    return { ...found, bones: { ...bones, end: { ...bones.end, rotation } }, gh, elbow, wrist, bend, turnError: angleBetween(rotation, target.rotation) };
  }

  #onFixedPoint() {
    const { hard, posture, q } = this.state;
    const bones = hard.frames(posture);
    const { gh } = this.rest;
    return { bones, girdle: this.restFrames, gh, elbow: add(bones.lower.position, gh), wrist: add(bones.end.position, gh), bend: q.slice(4) };
  }

  /** The angles of a human arm with this elbow and wrist and the hand as it is asked for. */
  #angles({ gh, elbow, wrist }) {
    const { hard, target } = this.state;
    return hard.angles(hard.postureFromPoints(minus(elbow, gh), { position: minus(wrist, gh), rotation: target.rotation }));
  }

  #bent(angles, bend) {
    return this.state.hard.posture([...angles.slice(0, 4), ...bend]).end;
  }

  // Pronation within its range; the wrist drawn back towards straight until its limit holds.
  #allowed(angles, [pronation, flexion, deviation]) {
    const { hard } = this.state;
    const part = (s) => [within(pronation, ...this.model.ranges[4]), s * flexion, s * deviation];
    const isOutside = (s) => hard.check(hard.posture([...angles.slice(0, 4), ...part(s)])).broken.includes('wrist');
    if (!isOutside(1)) return part(1);
    let [inside, outside] = [0, 1];
    for (let i = 0; i < 40; i++) {
      const middle = (inside + outside) / 2;
      if (isOutside(middle)) outside = middle;
      else inside = middle;
    }
    return part(inside);
  }
}
