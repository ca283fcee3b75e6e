// SPDX-License-Identifier: MIT
// The arm as other software solves it, beside ours. All of them are told where the wrist shall be, frame after frame, and answer with the
// elbow. Each as its authors describe it, two bones from a fixed shoulder, going on from its own last frame; none knows of limits.
//
// This work is based on:
// Wang, Chen. A combined optimization method for solving the inverse kinematics problem of mechanical manipulators. 1991 (CCD)
// Aristidou, Lasenby. FABRIK: a fast, iterative solver for the inverse kinematics problem. 2011
// The two-bone solver with a pole vector is what animation packages have: the elbow on its circle, as near to a fixed direction as it gets.
import { lengths } from '../arm/model.js';
import { add, cross, dot, minus, normalize, scale } from '../arm/vectors.js';

const iterations = 32;
const closeEnough = 1e-5;
const { upper, lower } = lengths;
const length = (v) => Math.hypot(...v);

/** The wrist as near as the arm gets, neither too far nor folded beyond its bones. */
function reachable(wrist) {
  const far = length(wrist) || 1e-9;
  return scale(Math.min(Math.max(far, Math.abs(upper - lower) + 1e-4), upper + lower - 1e-4) / far, wrist);
}

/** A vector turned as one direction is to another, the shortest way. */
function turned(v, from, to) {
  const [a, b] = [normalize(from), normalize(to)];
  const axis = cross(a, b);
  const c = dot(a, b);
  if (c < -1 + 1e-12) return scale(-1, v);
  return add(add(scale(c, v), cross(axis, v)), scale(dot(axis, v) / (1 + c), axis));
}

export function ccd(wrist, { elbow, wrist: from }) {
  let e = elbow;
  let w = from;
  for (let i = 0; i < iterations && length(minus(w, wrist)) > closeEnough; i++) {
    // The joint nearest to the wrist first.
    w = add(e, turned(minus(w, e), minus(w, e), minus(wrist, e)));
    const [before, after] = [w, wrist];
    e = turned(e, before, after);
    w = turned(w, before, after);
  }
  return { elbow: e, wrist: w };
}

export function fabrik(wrist, { elbow, wrist: from }) {
  // Out of reach the arm is straight.
  const far = length(wrist);
  if (far >= upper + lower) return { elbow: scale(upper / far, wrist), wrist: scale((upper + lower) / far, wrist) };
  const goal = reachable(wrist);
  let e = elbow;
  let w = from;
  for (let i = 0; i < iterations && length(minus(w, goal)) > closeEnough; i++) {
    // Backward from the goal, then forward from the shoulder.
    e = add(goal, scale(lower, normalize(minus(e, goal))));
    e = scale(upper, normalize(e));
    w = add(e, scale(lower, normalize(minus(goal, e))));
  }
  return { elbow: e, wrist: w };
}

/** pole: a direction; the elbow is as near to it as its circle lets it be. */
export function twoBone(wrist, { elbow }, pole) {
  const goal = reachable(wrist);
  const far = length(goal);
  const n = scale(1 / far, goal);
  const along = (far * far + upper * upper - lower * lower) / (2 * far);
  const radius = Math.sqrt(Math.max(0, upper * upper - along * along));
  const side = minus(pole, scale(dot(pole, n), n));
  const way = length(side) > 1e-9 ? normalize(side) : normalize(minus(elbow, scale(dot(elbow, n), n)));
  return { elbow: add(scale(along, n), scale(radius, way)), wrist: goal };
}
