// SPDX-License-Identifier: MIT
// An arm to look at: upper arm, forearm, hand with its fingers. It is placed by the frames of the seven joints that
// forward kinematics returns, the shoulder at its group's origin.
import { Group, Mesh, SphereGeometry } from 'three';
import { loft } from './loft.js';

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

// Thickness along x, width along y: the palm faces x, the thumb is at y.
const palm = [
  [-0.006, 0.006, 0.008],
  [0.0, 0.014, 0.02, 0, 0, 0.1],
  [0.03, 0.016, 0.033, 0.001, 0.002, 0.2],
  [0.07, 0.0145, 0.041, 0.001, -0.001, 0.25],
  [0.094, 0.011, 0.038, 0, -0.002, 0.2],
  [0.1, 0.004, 0.03, 0, -0.002],
];

// Knuckle y and z, the three bones, and how far each joint is bent at rest.
const fingers = [
  [0.029, 0.093, [0.044, 0.026, 0.019], 0.0083],
  [0.0085, 0.097, [0.048, 0.029, 0.02], 0.0085],
  [-0.0125, 0.093, [0.044, 0.027, 0.019], 0.008],
  [-0.0315, 0.084, [0.034, 0.02, 0.017], 0.0072],
];
const resting = [0.2, 0.3, 0.2];

function bone(length, radius) {
  return loft(
    [
      [-radius * 0.9, radius * 0.4, radius * 0.4],
      [-radius * 0.5, radius * 0.86, radius * 0.86],
      [0.1 * length, radius, radius],
      [0.9 * length, radius * 0.92, radius * 0.92],
      [length + radius * 0.4, radius * 0.72, radius * 0.72],
      [length + radius * 0.75, radius * 0.3, radius * 0.3],
    ],
    { along: 1, around: 8 },
  );
}

let shapes;
function sharedShapes() {
  shapes ??= {
    upperArm: loft(upperArm, { around: 16 }),
    forearm: loft(forearm),
    palm: loft(palm, { along: 2, around: 16 }),
    elbow: new SphereGeometry(0.0345, 14, 10),
    wrist: new SphereGeometry(0.0215, 10, 8),
    bones: fingers.map(([, , lengths, radius]) => lengths.map((length, i) => bone(length, radius * (1 - 0.07 * i)))),
    thumb: [bone(0.042, 0.0125), bone(0.031, 0.0098), bone(0.024, 0.0088)],
  };
  return shapes;
}

export class Limb {
  constructor(side, material, jointMaterial, { shadow = true } = {}) {
    const shape = sharedShapes();
    this.group = new Group();
    const mesh = (geometry, what) => {
      const m = new Mesh(geometry, what);
      m.castShadow = shadow;
      return m;
    };
    this.upperArm = mesh(shape.upperArm, material);
    this.elbow = mesh(shape.elbow, jointMaterial);
    this.forearm = mesh(shape.forearm, material);
    this.hand = new Group();
    this.handSkin = new Group();
    this.handSkin.scale.x = side === 'left' ? -1 : 1;
    this.hand.add(this.handSkin, mesh(shape.wrist, jointMaterial));
    this.handSkin.add(mesh(shape.palm, material));
    this.digits = fingers.map(([y, z], i) => this.#digit(shape.bones[i], fingers[i][2], 0, y, z, mesh, material));
    this.thumb = this.#digit(shape.thumb, [0.042, 0.031, 0.024], 0.006, 0.022, 0.02, mesh, material);
    this.thumb[0].rotation.set(-0.72, 0.35, 0.5);
    this.thumb[1].rotation.set(0.22, 0.1, 0);
    this.thumb[2].rotation.set(0.2, 0.05, 0);
    this.digits.forEach((joints, i) => {
      joints[0].rotation.set((1.2 - i) * -0.05, resting[0], 0);
      joints[1].rotation.y = resting[1] + 0.04 * i;
      joints[2].rotation.y = resting[2];
    });
    this.group.add(this.upperArm, this.elbow, this.forearm, this.hand);
  }

  #digit(bones, lengths, x, y, z, mesh, material) {
    let parent = this.handSkin;
    return bones.map((geometry, i) => {
      const joint = new Group();
      if (i === 0) joint.position.set(x, y, z);
      else joint.position.z = lengths[i - 1];
      const skin = mesh(geometry, material);
      // Too thin to be missed on the floor, too many to draw twice.
      skin.castShadow = false;
      joint.add(skin);
      parent.add(joint);
      parent = joint;
      return joint;
    });
  }

  /** frames: what forward kinematics gives for the seven joints. */
  place(frames) {
    const put = (object, frame) => {
      object.position.fromArray(frame.position);
      object.quaternion.fromArray(frame.rotation);
    };
    put(this.upperArm, frames[2]);
    put(this.forearm, frames[3]);
    this.elbow.position.fromArray(frames[3].position);
    put(this.hand, frames[6]);
  }
}
