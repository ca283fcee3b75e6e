// SPDX-License-Identifier: MIT
// The three ways of following, run over a path: ours with the human limb, the others with Tolani and Badler's arm and its own limits.
// All are told and drawn as postures of the human limb.
import { lengths } from '../arm/model.js';
import { angleBetween, axisAngle, distance, multiply } from '../arm/vectors.js';

export const curveNames = ['Elbow’s swivel', 'Elbow flexion', 'Pronation', 'Wrist flexion', 'Wrist deviation'];

export const methods = [
  { id: 'ours', title: 'Ours', note: 'human limits, natural elbow', color: '#2fb36a' },
  { id: 'paper', title: 'Tolani-Badler', note: 'their paper of 1996', color: '#e8833a' },
  { id: 'least', title: 'Least motion', note: 'the nearest each time', color: '#4d8dff' },
];

export const loopSeconds = 4;
export const loops = 2;
export const rate = 60;
const softness = 0.03;

/** Steps of the human limb: each gives { posture, positionError, flip }. */
function followedByLimb(swivel, first) {
  const limb = swivel.arm({ ...lengths, softness });
  const track = limb.track();
  limb.free();
  track.setPosture(first);
  return {
    step(hand) {
      const { posture, positionError, forced } = track.step({ end: hand }, 1 / rate);
      return { posture, positionError, flip: forced };
    },
    free: () => track.free(),
  };
}

/** The same of Tolani and Badler's arm, whose hand's x points to the thumb, not where the palm faces. */
function followedByArm7(swivel, limb, method, first) {
  const arm = swivel.arm7({ upperArm: lengths.upper, forearm: lengths.lower, reference: 'smooth' });
  const toThumb = axisAngle([0, 0, 1], Math.PI / 2);
  const toPalm = axisAngle([0, 0, 1], -Math.PI / 2);
  const track = arm.track({ method });
  const turned = ({ position, rotation }, by) => ({ position, rotation: multiply(rotation, by) });
  const { end } = limb.forward(first);
  track.setPosture(arm.best(turned(end, toThumb), arm.swivelTowards(end.position, limb.forward(first).elbow)).q);
  return {
    step(hand) {
      const { q, positionError, flip } = track.step(turned(hand, toThumb), 1 / rate);
      const { hand: there, elbow } = arm.forward(q);
      return { posture: limb.postureFromPoints(elbow, turned(there, toPalm)), positionError, flip };
    },
    free() {
      track.free();
      arm.free();
    },
  };
}

const bones = ['upper', 'lower', 'end'];
const furthestTurn = (a, b) => Math.max(...bones.map((bone) => angleBetween(a[bone], b[bone])));

/** path: { at(t) }. Returns for each method its postures, curves, flips and what they come to. */
export function follow(swivel, path) {
  const steps = loopSeconds * rate * loops;
  const handAt = (i) => path.at((i / (loopSeconds * rate) + 1) % 1);
  const hands = Array.from({ length: steps + 1 }, (_, i) => handAt(i));
  const limb = swivel.arm(lengths);
  const first = limb.solve({ end: handAt(-rate) }).posture;
  const runs = methods.map((method) => {
    const follower = method.id === 'ours' ? followedByLimb(swivel, first) : followedByArm7(swivel, limb, method.id, first);
    // A second before, so that it is in full swing when it begins.
    for (let i = -rate; i < 0; i++) follower.step(handAt(i));
    const run = { method, postures: [], curves: curveNames.map(() => []), flips: [], boneSpeed: 0, elbowSpeed: 0, worst: 0 };
    const start = performance.now();
    const found = hands.map((hand) => follower.step(hand));
    run.microseconds = ((performance.now() - start) * 1000) / hands.length;
    let elbow = null;
    found.forEach(({ posture, positionError, flip }, i) => {
      if (flip) run.flips.push(i);
      run.worst = Math.max(run.worst, positionError);
      const at = limb.forward(posture).elbow;
      if (i > 0) {
        run.boneSpeed = Math.max(run.boneSpeed, furthestTurn(run.postures[i - 1], posture) * rate);
        run.elbowSpeed = Math.max(run.elbowSpeed, distance(elbow, at) * rate);
      }
      elbow = at;
      run.postures.push(posture);
      [limb.swivelOf(posture), ...limb.angles(posture).slice(3)].forEach((angle, j) => run.curves[j].push(angle));
    });
    run.drift = furthestTurn(run.postures[0], run.postures.at(-1));
    follower.free();
    return run;
  });
  limb.free();
  return runs;
}
