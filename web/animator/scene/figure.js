// SPDX-License-Identifier: MIT
// The mannequin's still parts: head, torso, legs. Metres; x is its right, y forward, z up.
import { Group, Matrix4, Mesh, SphereGeometry } from 'three';
import { castShadow } from './floor.js';
import { loft, oneBody } from './loft.js';

/** Where the arms hang. */
export const shoulders = { right: [0.185, -0.005, 1.415], left: [-0.185, -0.005, 1.415] };

const torso = [
  [0.872, 0.03, 0.03, 0, -0.005],
  [0.885, 0.105, 0.085, 0, -0.005, 0.1],
  [0.94, 0.162, 0.112, 0, -0.008, 0.12],
  [1.0, 0.158, 0.108, 0, -0.004, 0.1],
  [1.1, 0.13, 0.095, 0, 0.002, 0.08],
  [1.18, 0.138, 0.1, 0, 0.002, 0.1],
  [1.29, 0.165, 0.116, 0, 0, 0.14],
  [1.37, 0.172, 0.112, 0, -0.006, 0.14],
  [1.42, 0.15, 0.092, 0, -0.014, 0.08],
  [1.455, 0.1, 0.072, 0, -0.018],
  [1.485, 0.058, 0.056, 0, -0.014],
  [1.53, 0.05, 0.05, 0, -0.004],
  [1.56, 0.048, 0.048, 0, 0.004],
];

const head = [
  [1.512, 0.01, 0.012, 0, 0.045],
  [1.52, 0.036, 0.04, 0, 0.042],
  [1.555, 0.058, 0.074, 0, 0.026],
  [1.61, 0.07, 0.09, 0, 0.014],
  [1.67, 0.077, 0.096, 0, 0.006],
  [1.715, 0.07, 0.084, 0, 0],
  [1.745, 0.045, 0.055, 0, -0.004],
  [1.756, 0.012, 0.015, 0, -0.005],
];

const thigh = [
  [0.47, 0.02, 0.02],
  [0.48, 0.044, 0.048],
  [0.52, 0.053, 0.056],
  [0.64, 0.066, 0.07],
  [0.78, 0.08, 0.084, 0.004],
  [0.87, 0.078, 0.085, -0.002],
  [0.925, 0.05, 0.06, -0.012],
  [0.94, 0.02, 0.03, -0.014],
];

const shank = [
  [0.085, 0.02, 0.02, 0, -0.014],
  [0.095, 0.032, 0.036, 0, -0.014],
  [0.16, 0.033, 0.037, 0, -0.014],
  [0.3, 0.048, 0.054, 0, -0.02],
  [0.39, 0.051, 0.057, 0, -0.016],
  [0.46, 0.044, 0.048, 0, -0.004],
  [0.482, 0.02, 0.022],
];

// A foot lies along y: lofted along z, then turned.
const foot = [
  [-0.075, 0.012, 0.012, 0, 0.03],
  [-0.065, 0.03, 0.028, 0, 0.034, 0.1],
  [-0.02, 0.037, 0.045, 0, 0.05, 0.1],
  [0.06, 0.042, 0.034, 0, 0.036, 0.15],
  [0.13, 0.046, 0.024, 0, 0.024, 0.2],
  [0.17, 0.036, 0.017, 0, 0.018, 0.15],
  [0.184, 0.012, 0.008, 0, 0.014],
];

export function makeFigure(material) {
  const group = new Group();
  const add = (geometry) => {
    const mesh = new Mesh(geometry, material);
    castShadow(mesh);
    group.add(mesh);
    return mesh;
  };
  const moved = (geometry, x, y, z = 0) => geometry.clone().translate(x, y, z);
  const body = [loft(head, { around: 20 })];
  const knees = [];
  for (const side of [-1, 1]) {
    body.push(moved(loft(thigh), side * 0.088, -0.004), moved(loft(shank), side * 0.088, 0.004));
    knees.push(moved(new SphereGeometry(0.047, 10, 6), side * 0.088, -0.002, 0.478));
    // Lofted along z with its height along y: z becomes forward, y up; the toes a little outward.
    const turn = new Matrix4().makeRotationZ(side * -0.1).multiply(new Matrix4().set(-1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1));
    body.push(moved(loft(foot).applyMatrix4(turn), side * 0.092, 0, 0.002));
  }
  // By itself: it turns to glass where the bones inside are to be seen.
  group.torso = add(loft(torso, { around: 24 }));
  add(oneBody(body, knees));
  return group;
}
