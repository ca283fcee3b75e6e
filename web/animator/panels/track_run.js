// SPDX-License-Identifier: MIT
// The three ways of following, run over a path from one and the same posture.
import { wrap } from '../arm/vectors.js';

export const jointNames = ['Shoulder turn', 'Shoulder raise', 'Upper-arm twist', 'Elbow flexion', 'Wrist turn about y', 'Wrist turn about x', 'Hand twist'];
/** Of the document's arm. */
export const lengths = { upperArm: 0.334, forearm: 0.288 };

export const methods = [
  { id: 'natural', title: 'Ours', note: 'natural elbow, soft extension', color: '#2fb36a', softness: 0.03 },
  { id: 'paper', title: 'Paper', note: 'Tolani and Badler 1996', color: '#e8833a', softness: 0 },
  { id: 'least', title: 'Least motion', note: 'the nearest each time', color: '#4d8dff', softness: 0 },
];

export const loopSeconds = 4;
export const loops = 2;
export const rate = 60;

/** path: { at(t) }. Returns for each method its postures, errors, flips and what they come to. */
export function follow(swivel, path) {
  const steps = loopSeconds * rate * loops;
  const hands = Array.from({ length: steps + 1 }, (_, i) => path.at((i / (loopSeconds * rate)) % 1));
  const starter = swivel.arm7({ ...lengths, reference: 'smooth', compromise: 'give-up-hand' });
  const first = starter.best(hands[0], starter.naturalSwivel(hands[0])).q;
  starter.free();
  return methods.map((method) => {
    const arm = swivel.arm7({ ...lengths, reference: 'smooth', softness: method.softness });
    const track = arm.track({ method: method.id });
    track.setPosture(first);
    // The first steps let it come to rest where it wants to begin.
    for (let i = 0; i < rate; i++) track.step(hands[0], 1 / rate);
    const run = { method, q: [], flips: [], speed: 0, worst: 0 };
    const start = performance.now();
    hands.forEach((hand, i) => {
      const result = track.step(hand, 1 / rate);
      if (result.flip) run.flips.push(i);
      run.worst = Math.max(run.worst, result.positionError);
      if (i > 0) run.speed = Math.max(run.speed, ...result.q.map((angle, j) => Math.abs(wrap(angle - run.q[i - 1][j])) * rate));
      run.q.push(result.q);
    });
    run.microseconds = ((performance.now() - start) * 1000) / hands.length;
    const drift = (k) => Math.max(...run.q[0].map((angle, j) => Math.abs(wrap(run.q[k * loopSeconds * rate][j] - angle))));
    run.drift = drift(loops);
    track.free();
    arm.free();
    return run;
  });
}
