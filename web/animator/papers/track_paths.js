// SPDX-License-Identifier: MIT
// Paths for a right hand to follow: a pose at each part (0 to 1) of a loop, as seen from the shoulder.
import { cross, handRotation, normalize, scale } from '../arm/vectors.js';

const turn = 2 * Math.PI;
const mix = (a, b, t) => a.map((x, i) => x + t * (b[i] - x));
const ease = (t) => (1 - Math.cos(turn * t)) / 2;

export const paths = [
  {
    id: 'pole',
    title: 'Over the pole',
    hint: 'A circle that passes straight above the shoulder, where other solvers flip the elbow',
    at: (t) => ({
      position: [0.15 - 0.15 * Math.cos(turn * t), 0.05 + 0.15 * Math.sin(turn * t), 0.5],
      rotation: handRotation([0.05, 0.25, 1], [-0.45, 1, 0]),
    }),
  },
  {
    id: 'extension',
    title: 'Full extension',
    hint: 'Out to a point 3 cm beyond the straight arm and back, where elbows snap',
    at: (t) => {
      const out = normalize([0.25, 1, -0.2]);
      return { position: scale(0.4 + 0.252 * ease(t), out), rotation: handRotation([-0.3, 0.95, 0], [-1, -0.35, -0.1]) };
    },
  },
  {
    id: 'back',
    title: 'Behind the back',
    hint: 'From the lap round the hip to the back',
    at: (t) => {
      const s = 2 * ease(t);
      const between = (lap, hip, back) => (s < 1 ? mix(lap, hip, s) : mix(hip, back, s - 1));
      const position = between([0.1, 0.25, -0.45], [0.29, -0.03, -0.45], [0.02, -0.24, -0.4]);
      const fingers = between([-0.53, 0.7, -0.47], [0.2, 0.4, -0.85], [0.15, -0.1, -0.97]);
      const palm = between([-0.72, -0.1, 0.69], [-0.5, 0.6, 0.5], [0.1, 0.97, 0]);
      return { position, rotation: handRotation(fingers, palm) };
    },
  },
  {
    id: 'eight',
    title: 'Eight',
    hint: 'A figure of eight in front of the chest',
    at: (t) => ({
      position: [0.08 + 0.24 * Math.sin(turn * t), 0.36, -0.08 + 0.13 * Math.sin(2 * turn * t)],
      rotation: handRotation([-0.75, 0.65, 0], [-0.85, -0.5, 0]),
    }),
  },
  {
    id: 'wheel',
    title: 'Wheel',
    hint: 'A wheel in front of the shoulder, on which Tolani and Badler’s method has to jump to another branch',
    at: (t) => {
      const axle = normalize([-0.86, -0.49, -0.09]);
      const spoke = normalize(cross(axle, [0.3, 0.5, 0.8]));
      const other = cross(axle, spoke);
      const middle = [0.11, 0.26, 0.16];
      return {
        position: middle.map((x, i) => x + 0.23 * (Math.cos(turn * t) * spoke[i] + Math.sin(turn * t) * other[i])),
        rotation: handRotation([-0.15, 0.85, 0.5], [0.15, -0.6, -0.8]),
      };
    },
  },
];
