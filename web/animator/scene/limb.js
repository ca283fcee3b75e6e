// SPDX-License-Identifier: MIT
// A second arm beside the body's own: upper arm and forearm, placed by what forward kinematics returns, the shoulder at its group's
// origin. And what lies between two postures.
import { Group, Mesh, Quaternion, SphereGeometry, Vector3 } from 'three';
import { loft, oneBody } from './loft.js';

const upperArm = [
  [-0.052, 0.012, 0.012],
  [-0.046, 0.032, 0.032],
  [-0.01, 0.054, 0.054],
  [0.05, 0.054, 0.055],
  [0.13, 0.046, 0.049],
  [0.24, 0.039, 0.04],
  [0.3, 0.036, 0.036],
  [0.325, 0.028, 0.028],
  [0.332, 0.01, 0.01],
];

const forearm = [
  [0.004, 0.01, 0.01],
  [0.012, 0.029, 0.029],
  [0.05, 0.039, 0.038],
  [0.11, 0.037, 0.037],
  [0.2, 0.028, 0.029],
  [0.262, 0.022, 0.025],
  [0.282, 0.016, 0.018],
  [0.288, 0.006, 0.006],
];

const elbowRadius = 0.0345;

const along = new Vector3(0, 0, 1);
function put(object, { position, rotation }) {
  object.position.fromArray(position);
  object.quaternion.fromArray(rotation);
}

/** A part s (0 to 1) of the way from one posture's bones to another's: each bone turns the shortest way. */
export function bonesBetween(from, to, s) {
  const turn = (name) => new Quaternion().fromArray(from[name].rotation).slerp(new Quaternion().fromArray(to[name].rotation), s);
  const bone = (name, next) => new Vector3().fromArray(to[name].position).distanceTo(new Vector3().fromArray(to[next].position));
  const [upper, lower, end] = ['upper', 'lower', 'end'].map(turn);
  const elbow = along.clone().multiplyScalar(bone('upper', 'lower')).applyQuaternion(upper);
  const wrist = along.clone().multiplyScalar(bone('lower', 'end')).applyQuaternion(lower).add(elbow);
  const pose = (position, rotation) => ({ position: position.toArray(), rotation: rotation.toArray() });
  return { upper: pose(new Vector3(), upper), lower: pose(elbow, lower), end: pose(wrist, end) };
}

/** What all ghosts share. */
export function ghostShapes() {
  const coarse = { along: 1, around: 8 };
  return { upperArm: loft(upperArm, coarse), forearm: oneBody([loft(forearm, coarse)], [new SphereGeometry(elbowRadius, 8, 6)]) };
}

/** Without hand or shadow. width: ghosts of different widths lie inside each other where they are in one place, without flicker. */
export class GhostLimb {
  constructor(shapes, material, width = 1) {
    this.group = new Group();
    this.upperArm = new Mesh(shapes.upperArm, material);
    this.forearm = new Mesh(shapes.forearm, material);
    for (const bone of [this.upperArm, this.forearm]) bone.scale.set(width, width, 1);
    this.group.add(this.upperArm, this.forearm);
  }

  /** bones: poses of upper arm and forearm. */
  place({ upper, lower }) {
    put(this.upperArm, upper);
    put(this.forearm, lower);
  }
}
