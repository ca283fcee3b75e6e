// SPDX-License-Identifier: MIT
// An arm to look at: upper arm, forearm, hand with its fingers. Placed by what forward kinematics returns: the poses of the
// bones, the shoulder at its group's origin, and the places of the fingers' joints.
import { Group, Matrix4, Mesh, Quaternion, SphereGeometry, Vector3 } from 'three';
import { castShadow } from './floor.js';
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
const elbowRadius = 0.0345;
const wristRadius = 0.0215;

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

/** Three bones for each digit. The last point of a digit is the pulp's: its bone ends a little before. */
function bonesOf(digits, detail) {
  return digits.map((points, d) =>
    // The thumb's first bone lies in the ball of the hand.
    [d === 0 ? 1.35 : 1, 0.92, 0.84].map((part, i) => bone(points[i].distanceTo(points[i + 1]) - (i === 2 ? radii[d] * 0.5 : 0), radii[d] * part, detail)),
  );
}

const along = new Vector3(0, 0, 1);
const one = new Vector3(1, 1, 1);
const vectors = (digits) => digits.map((points) => points.map((point) => new Vector3().fromArray(point)));
/** How a bone is turned that goes from one point towards another. */
const turned = (from, to) => new Quaternion().setFromUnitVectors(along, new Vector3().subVectors(to, from).normalize());

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

/** What all limbs share. fingers: for each digit its three joints and its tip, as the hand has them at rest. */
export function limbShapes(fingers) {
  const points = vectors(fingers);
  const skin = loft(palm);
  const wrist = new SphereGeometry(wristRadius, 10, 6);
  const atRest = bonesOf(points, { along: 1, around: 6 }).flatMap((digit, d) =>
    digit.map((shape, i) => shape.applyMatrix4(new Matrix4().compose(points[d][i], turned(points[d][i], points[d][i + 1]), one))),
  );
  const coarse = { along: 1, around: 8 };
  return {
    upperArm: loft(upperArm),
    forearm: oneBody([loft(forearm)], [new SphereGeometry(elbowRadius, 10, 7)]),
    ghostUpperArm: loft(upperArm, coarse),
    ghostForearm: oneBody([loft(forearm, coarse)], [new SphereGeometry(elbowRadius, 8, 6)]),
    hand: oneBody([skin, ...atRest], [wrist]),
    palm: oneBody([skin], [wrist]),
    bones: bonesOf(points, { around: 12 }),
  };
}

/** A second arm in the same place, without hand or shadow. */
export class GhostLimb {
  constructor(shapes, material) {
    this.group = new Group();
    this.upperArm = new Mesh(shapes.ghostUpperArm, material);
    this.forearm = new Mesh(shapes.ghostForearm, material);
    this.group.add(this.upperArm, this.forearm);
  }

  /** bones: poses of upper arm and forearm. */
  place({ upper, lower }) {
    put(this.upperArm, upper);
    put(this.forearm, lower);
  }
}

export class Limb {
  constructor(side, shapes, material) {
    const mesh = (geometry) => castShadow(new Mesh(geometry, material));
    this.group = new Group();
    this.upperArm = mesh(shapes.upperArm);
    this.forearm = mesh(shapes.forearm);
    this.hand = new Group();
    this.group.add(this.upperArm, this.forearm, this.hand);
    // A left hand is a right one's mirror image.
    this.handSkin = new Group();
    this.handSkin.scale.x = side === 'left' ? -1 : 1;
    this.hand.add(this.handSkin);
    this.handAtRest = mesh(shapes.hand);
    this.articulated = new Group();
    // Fingers are too thin to be missed on the floor.
    this.bones = shapes.bones.map((digit) => digit.map((geometry) => new Mesh(geometry, material)));
    this.articulated.add(mesh(shapes.palm), ...this.bones.flat());
    this.handSkin.add(this.handAtRest, this.articulated);
    this.isArticulated = false;
  }

  /** True: the fingers can be moved one by one; false: the hand at rest, as one body, quicker to draw than sixteen. */
  set isArticulated(is) {
    this.articulated.visible = is;
    this.handAtRest.visible = !is;
  }

  /** For each digit its three joints and its tip, as seen from the wrist of a right hand. */
  placeFingers(fingers) {
    const points = vectors(fingers);
    this.bones.forEach((digit, d) =>
      digit.forEach((skin, i) => {
        skin.position.copy(points[d][i]);
        skin.quaternion.copy(turned(points[d][i], points[d][i + 1]));
      }),
    );
  }

  /** bones: poses of upper arm, forearm and hand. */
  place({ upper, lower, end }) {
    put(this.upperArm, upper);
    put(this.forearm, lower);
    put(this.hand, end);
  }
}
