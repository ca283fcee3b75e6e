// SPDX-License-Identifier: MIT
// The engine and the study's methods over a path of targets, each going on from where it got to.

import { measure } from '../measure.js';

export const chains = [
  { id: 'planar3', title: '3 joints', hint: 'Three equal links in a plane', isUpright: false },
  { id: 'arm6', title: '6', hint: 'Chin’s six-joint arm', isUpright: false },
  { id: 'arm7', title: '7', hint: 'The Tolani-Badler arm', isUpright: true },
  { id: 'torso8', title: '8', hint: 'The arm on a pelvis', isUpright: false },
  { id: 'puma560', title: 'Puma', hint: 'The Puma 560', isUpright: true },
  { id: 'little-finger', title: 'Finger', hint: 'The little finger, three joints in a plane', isUpright: false },
];

export const paths = [
  { id: 'jump', title: 'One jump', hint: 'One far target; the curves run over the iterations' },
  { id: 'steps', title: 'Short steps', hint: 'A loop in 24 steps; the curves run along it' },
  { id: 'random', title: 'Far jumps', hint: 'Twelve postures at random, each from the last' },
  { id: 'drawn', title: 'Draw', hint: 'Your own path; the engine chooses the orientation of the tip' },
];

/** One solve by a method's name: the engine's, or one of the study's. */
function solve(chain, method, target, q, options) {
  return method === 'engine' ? chain.solve(target, q, options) : chain.study(method, target, q, options);
}

const range = ([lower, upper]) => (Number.isFinite(lower + upper) ? [lower, upper] : [-2, 2]);

/** Postures whose tips run along a drawn line, with any orientation: its place at a part (0 to 1), in the chain's axes. */
export function planDrawn(chain, placeAt) {
  const start = chain.limits.map(range).map(([lower, upper]) => (lower + upper) / 2 + 0.06 * (upper - lower));
  let q = start;
  const postures = Array.from({ length: 24 }, (_, k) => {
    const position = placeAt(k / 24);
    q = chain.solve({ position, rotation: [0, 0, 0, 1] }, q, { positionOnly: true }).q;
    return q;
  });
  return { start: postures[0], postures };
}

/** Where to begin, and the postures whose tips are the targets; `seed` makes another set. */
export function plan(chain, path, seed) {
  const limits = chain.limits.map(range);
  let state = 12345 + 7919 * seed;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 4294967296;
  };
  const within = () => limits.map(([lower, upper]) => lower + (upper - lower) * (0.15 + 0.7 * random()));
  const start = limits.map(([lower, upper]) => (lower + upper) / 2 + 0.06 * (upper - lower));
  if (path === 'jump') return { start, postures: [within()] };
  if (path === 'random') return { start, postures: Array.from({ length: 12 }, within) };
  const phases = limits.map(() => 2 * Math.PI * random());
  const at = (t) => limits.map(([lower, upper], i) => (lower + upper) / 2 + 0.25 * (upper - lower) * Math.sin(2 * Math.PI * t + phases[i]));
  return { start: at(0), postures: Array.from({ length: 24 }, (_, k) => at((k + 1) / 24)) };
}

/** One method over all targets: its postures, and what they cost. */
export function run(chain, method, start, targets) {
  const once = () => {
    let q = start;
    return targets.map((target) => {
      const result = solve(chain, method, target, q, {});
      q = result.q;
      return result;
    });
  };
  const results = once();
  // The least of three: what the machine can do undisturbed.
  const microseconds = Math.min(...[0, 1, 2].map(() => measure(once))) / targets.length;
  const mean = (of) => results.reduce((sum, result) => sum + of(result), 0) / results.length;
  return {
    method,
    postures: [start, ...results.map((result) => result.q)],
    reached: results.filter((result) => result.outcome === 'reached').length,
    iterations: mean((result) => result.iterations),
    evaluations: mean((result) => result.evaluations),
    // Metres and radians: whichever is larger.
    error: Math.max(...results.flatMap((result) => [result.positionError, result.rotationError])),
    microseconds,
    results,
  };
}

/** The way to one target, posture by posture. */
export function iterates(chain, method, start, target, iterations) {
  const count = Math.min(iterations, 120);
  return [start, ...Array.from({ length: count }, (_, k) => solve(chain, method, target, start, { maxIterations: k + 1 }).q)];
}
