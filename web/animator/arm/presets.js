// SPDX-License-Identifier: MIT
// Postures to start from: where the wrist of a right arm is, where the fingers point, where the palm faces.
import { handRotation, mirrorPose } from './vectors.js';

export const presets = [
  ['Rest', [0.06, 0.03, -0.6], [0, 0.1, -1], [-1, 0, 0]],
  ['Carry', [0.12, 0.32, -0.28], [-0.3, 1, 0.1], [0, 0, 1]],
  ['Reach', [0.05, 0.52, -0.1], [0, 1, 0], [-1, 0, -0.3]],
  ['Desk', [0.02, 0.36, -0.24], [-0.25, 1, -0.05], [0, 0, -1]],
  ['Drink', [-0.1, 0.26, 0.08], [-0.8, -0.2, 0.5], [0, -1, 0]],
  ['Wave', [0.35, 0.2, 0.28], [0.1, 0.05, 1], [0, 1, 0]],
  ['Overhead', [0, 0.12, 0.57], [0, 0.2, 1], [0, 1, 0]],
  ['Side', [0.6, 0.02, 0], [1, 0, 0], [0, 0, -1]],
  ['Hip', [0.05, 0.02, -0.4], [-0.6, 0.5, -0.6], [-1, -0.2, 0]],
  ['Head', [-0.02, 0, 0.28], [-0.9, -0.2, 0.3], [0, -0.2, -1]],
  ['Back', [-0.07, -0.13, -0.44], [-0.1, 0.36, -0.93], [-0.6, -0.75, -0.25]],
];

/** The posture of a preset for a limb of the model: the natural elbow, or the nearest to it that keeps the limits. */
export function presetPosture(limb, [, position, fingers, palm]) {
  const pose = { position, rotation: handRotation(fingers, palm) };
  return limb.solve({ end: limb.side === 'left' ? mirrorPose(pose) : pose }).posture;
}
