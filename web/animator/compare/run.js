// SPDX-License-Identifier: MIT
// Four ways to solve one arm, side by side, frame after frame: where the elbow goes, which limits it breaks, where it jumps.
import { lengths } from '../arm/model.js';
import { axisAngle, distance, multiply } from '../arm/vectors.js';
import { ccd, fabrik, twoBone } from './methods.js';

export const methods = [
  { id: 'ours', title: 'Ours', note: 'people’s limits, natural elbow', color: '#6d8ca1' },
  { id: 'ccd', title: 'CCD', note: 'joint by joint', color: '#e8833a' },
  { id: 'fabrik', title: 'FABRIK', note: 'forward and backward', color: '#4d8dff' },
  { id: 'pole', title: 'Two bones', note: 'with a pole vector', color: '#b065d6' },
];
/** Back, down and outward: where riggers put the pole of an arm. */
const pole = [0.35, -0.75, -0.55];
/** The elbow jumps where it is faster than this, in metres a second, and several times as fast as the wrist. */
const jumpSpeed = 2.5;
const jumpRatio = 4;
/** Radians outside a limit that count as broken. */
const slack = (1 * Math.PI) / 180;

const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];

export class Comparison {
  constructor(swivel) {
    this.limb = swivel.arm({ ...lengths, side: 'right' });
    const { lower, end } = this.limb.frames(this.limb.posture([0, 0, 0, 0, 0, 0, 0]));
    // How a hand at rest is turned against its forearm.
    this.handInForearm = multiply(conjugate(lower.rotation), end.rotation);
    this.reset([0.12, 0.3, -0.3]);
  }

  /** All begin with our elbow, but for the pole's: it knows no other than its own. */
  reset(wrist) {
    this.track?.free();
    this.track = this.limb.track();
    const { posture } = this.limb.solve({ end: { position: wrist, rotation: [0, 0, 0, 1] }, positionOnly: true });
    this.track.setPosture(posture);
    const { elbow, end } = this.limb.forward(posture);
    this.wrist = [...wrist];
    this.states = methods.map(({ id }) => ({ id, elbow, wrist: end.position, posture, jumps: 0, isJump: false, broken: [], brokenFrames: 0, frames: 0, fastest: 0, off: 0 }));
    const last = this.states.at(-1);
    Object.assign(last, this.#solve(last, wrist, 1 / 60));
  }

  /** The wrist shall be there, dt seconds later. */
  step(wrist, dt) {
    const speed = distance(wrist, this.wrist) / dt;
    this.wrist = [...wrist];
    for (const state of this.states) {
      const before = state.elbow;
      Object.assign(state, this.#solve(state, wrist, dt));
      const elbowSpeed = distance(before, state.elbow) / dt;
      state.off = distance(state.wrist, wrist);
      state.frames++;
      state.fastest = Math.max(state.fastest, elbowSpeed);
      // A jump of several frames is one.
      const isJump = elbowSpeed > Math.max(jumpSpeed, jumpRatio * speed);
      if (isJump && !state.isJump) state.jumps++;
      state.isJump = isJump;
      const { excess } = this.limb.check(state.posture);
      state.broken = this.limb.limitNames.filter((name, i) => excess[i] > slack && name !== 'wrist');
      if (state.broken.length) state.brokenFrames++;
    }
  }

  #solve(state, wrist, dt) {
    if (state.id === 'ours') {
      const { posture } = this.track.step({ end: { position: wrist, rotation: [0, 0, 0, 1] }, positionOnly: true }, dt);
      const { elbow, end } = this.limb.forward(posture);
      return { posture, elbow, wrist: end.position };
    }
    const found = state.id === 'ccd' ? ccd(wrist, state) : state.id === 'fabrik' ? fabrik(wrist, state) : twoBone(wrist, state, pole);
    return { ...found, posture: this.#postureOf(found) };
  }

  /** With a hand that goes along with the forearm, so that nothing but shoulder and elbow is judged. */
  #postureOf({ elbow, wrist }) {
    const { upper, flexion } = this.limb.postureFromPoints(elbow, { position: wrist, rotation: [0, 0, 0, 1] });
    const forearm = multiply(upper, axisAngle([0, 1, 0], flexion));
    return this.limb.postureFromPoints(elbow, { position: wrist, rotation: multiply(forearm, this.handInForearm) });
  }

  frames(i) {
    return this.limb.frames(this.states[i].posture);
  }
}

/** A drag that everybody makes: from the table to the mouth, overhead, behind the back, across the chest, and round again; 16 seconds. */
const stops = [[0.12, 0.3, -0.3], [-0.12, 0.24, 0.06], [0.0, 0.14, 0.52], [0.3, 0.1, 0.3], [0.22, -0.12, -0.35], [0.02, -0.14, -0.46], [0.16, 0.05, -0.5], [-0.22, 0.28, -0.12], [-0.3, 0.2, 0.1], [0.1, 0.45, 0.1], [0.4, 0.3, -0.1]];
export const tourSeconds = 16;

export function tour(time) {
  const at = ((time / tourSeconds) % 1) * stops.length;
  const [i, t] = [Math.floor(at), at % 1];
  const four = [-1, 0, 1, 2].map((k) => stops[(i + k + stops.length) % stops.length]);
  return [0, 1, 2].map((c) => {
    const [a, b, d, e] = four.map((stop) => stop[c]);
    return 0.5 * (2 * b + (d - a) * t + (2 * a - 5 * b + 4 * d - e) * t * t + (3 * b - a - 3 * d + e) * t * t * t);
  });
}
