// SPDX-License-Identifier: MIT
// An arm to look at: upper arm, forearm, hand with its fingers. Placed by what forward kinematics returns: the frames of the
// arm's seven joints, the shoulder at its group's origin, and the places of the fingers' joints.
import { Group, Mesh, SphereGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
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
  [0.03, 0.016, 0.032, 0.001, -0.003, 0.2],
  [0.07, 0.0145, 0.041, 0.001, -0.01, 0.25],
  [0.09, 0.011, 0.041, 0, -0.011, 0.2],
  [0.1, 0.005, 0.03, 0, -0.008],
];

// Of each digit, from thumb to little finger: how thick it is at its first bone.
const radii = [0.0118, 0.0086, 0.0088, 0.0083, 0.0075];

function bone(length, radius, detail) {
  return loft(
    [
      [-radius * 0.9, radius * 0.4, radius * 0.4],
      [-radius * 0.5, radius * 0.86, radius * 0.86],
      [0.1 * length, radius, radius],
      [0.9 * length, radius * 0.92, radius * 0.92],
      [length + radius * 0.4, radius * 0.72, radius * 0.72],
      [length + radius * 0.75, radius * 0.3, radius * 0.3],
    ],
    detail,
  );
}

const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

/** Three bones for each digit. The last point of a digit is the pulp's: its bone ends a little before. */
function bonesOf(fingers, detail) {
  return fingers.map((points, d) => [0, 1, 2].map((i) => bone(distance(points[i], points[i + 1]) - (i === 2 ? radii[d] * 0.5 : 0), radii[d] * (1 - 0.08 * i), detail)));
}

let shapes;
function sharedShapes(fingers) {
  shapes ??= {
    upperArm: loft(upperArm, { around: 16 }),
    forearm: loft(forearm),
    palm: loft(palm, { along: 2, around: 16 }),
    elbow: new SphereGeometry(0.0345, 14, 10),
    wrist: new SphereGeometry(0.0215, 10, 8),
    // Finely for a hand that is looked at closely, coarsely for one at an arm's end.
    bones: bonesOf(fingers, { along: 2, around: 10 }),
    coarseBones: bonesOf(fingers, { along: 1, around: 7 }),
  };
  return shapes;
}

const along = new Vector3(0, 0, 1);

export class Limb {
  /** fingers: for each digit its three joints and its tip, as the hand has them at rest. */
  constructor(side, material, jointMaterial, fingers, { shadow = true } = {}) {
    const shape = sharedShapes(fingers);
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
    this.bones = shape.bones.map((digit) =>
      digit.map((geometry) => {
        const skin = mesh(geometry, material);
        // Too thin to be missed on the floor, too many to draw twice.
        skin.castShadow = false;
        this.handSkin.add(skin);
        return skin;
      }),
    );
    this.placeFingers(fingers);
    this.rest(material);
    this.group.add(this.upperArm, this.elbow, this.forearm, this.hand);
  }

  /** The hand as it is now becomes one body, quicker to draw than sixteen; placeFingers takes it apart again. */
  rest(material) {
    const parts = this.handSkin.children.filter((part) => part.isMesh);
    const coarse = new Map(this.bones.flatMap((digit, d) => digit.map((part, i) => [part, shapes.coarseBones[d][i]])));
    shapes.hand ??= mergeGeometries(
      parts.map((part) => {
        part.updateMatrix();
        return (coarse.get(part) ?? part.geometry).clone().applyMatrix4(part.matrix);
      }),
    );
    for (const part of parts) part.visible = false;
    this.whole = new Mesh(shapes.hand, material);
    this.whole.castShadow = parts[0].castShadow;
    this.handSkin.add(this.whole);
  }

  /** True: the fingers can be moved one by one; false: the hand at rest, as one body. */
  set isArticulated(is) {
    for (const part of this.handSkin.children) part.visible = (part === this.whole) !== is;
  }

  /** For each digit its three joints and its tip, as seen from the wrist of a right hand. */
  placeFingers(fingers) {
    this.bones.forEach((digit, d) =>
      digit.forEach((skin, i) => {
        const from = new Vector3().fromArray(fingers[d][i]);
        skin.position.copy(from);
        skin.quaternion.setFromUnitVectors(along, new Vector3().fromArray(fingers[d][i + 1]).sub(from).normalize());
      }),
    );
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
