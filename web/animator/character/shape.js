// SPDX-License-Identifier: MIT
// A character as the figure's model, skin and pointer want it: in the page's axes (x its right, y forward, z up, the floor at 0), as
// tall as a person, and of its joints only those that a body can move. The others go with the joint they hang on.
import { Matrix4, Quaternion, Vector3 } from 'three';
import { bonesMesh } from './bones.js';

export const stature = 1.7;
/** Without these nothing moves; each with what it must hang on. */
const needed = {
  hips: null, head: 'hips',
  leftUpperArm: 'hips', leftLowerArm: 'leftUpperArm', leftHand: 'leftLowerArm', rightUpperArm: 'hips', rightLowerArm: 'rightUpperArm', rightHand: 'rightLowerArm',
  leftUpperLeg: 'hips', leftLowerLeg: 'leftUpperLeg', leftFoot: 'leftLowerLeg', rightUpperLeg: 'hips', rightLowerLeg: 'rightUpperLeg', rightFoot: 'rightLowerLeg',
};
export const neededParts = Object.keys(needed);

/** "leftUpperArm": "Left upper arm". */
export const partTitle = (part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

/** What keeps the character from moving as a body does, in words; null: nothing. */
export function obstacle({ parts }, joints, isRobot) {
  // A robot may have no head.
  const missing = neededParts.filter((part) => parts[part].joint < 0 && !(isRobot && part === 'head'));
  if (neededParts.every((part) => parts[part].joint < 0)) return 'No part of a human body was found in it.';
  if (missing.length) return `No joint is known for: ${missing.map((part) => partTitle(part).toLowerCase()).join(', ')}.`;
  for (const [part, on] of Object.entries(needed)) {
    if (!on || parts[part].joint < 0) continue;
    let joint = joints[parts[part].joint].parent;
    while (joint >= 0 && joint !== parts[on].joint) joint = joints[joint].parent;
    if (joint < 0) return `${partTitle(part)} (${joints[parts[part].joint].name}) is not attached to ${partTitle(on).toLowerCase()} (${joints[parts[on].joint].name}).`;
  }
  return null;
}

/** From the file's axes and unit to the page's. */
function pageFrom(character, { up, forward, parts }) {
  const isKnown = Math.hypot(...up) > 0.5 && Math.hypot(...forward) > 0.5;
  const z = new Vector3(...(isKnown ? up : character.up)).normalize();
  const y = isKnown ? new Vector3(...forward) : new Vector3(...(Math.abs(z.z) > 0.5 ? [1, 0, 0] : [0, 0, 1]));
  y.addScaledVector(z, -z.dot(y)).normalize();
  const x = new Vector3().crossVectors(y, z);
  const turn = new Matrix4().set(x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1);
  const places = [...character.joints.map(({ position }) => new Vector3(...position)), ...character.ends.map(({ position }) => new Vector3(...position))];
  const { mesh } = character;
  const bodies = [...places];
  // Of a mesh what feet and toes carry stands on the floor, not what a hand holds.
  const soles = [];
  if (mesh) {
    const feet = new Set(['leftFoot', 'rightFoot', 'leftToes', 'rightToes'].map((part) => parts[part].joint));
    for (let v = 0; v < mesh.positions.length / 3; v++) {
      const place = new Vector3().fromArray(mesh.positions, 3 * v);
      bodies.push(place);
      if (feet.has(mesh.joints[4 * v]) && mesh.weights[4 * v] > 0.5) soles.push(place);
    }
  }
  const heights = (list) => list.map((place) => z.dot(place));
  const least = (list) => list.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);
  let low = least(heights(soles.length ? soles : bodies));
  // A robot's ankles are not its soles: it stands where its file has the floor.
  if (character.isRobot && low > 0 && low < 0.08 * (most(heights(bodies)) - low)) low = 0;
  // Robots that are no people may lie flat.
  const spans = [most(heights(bodies)) - low, ...[x, y].map((axis) => most(bodies.map((p) => axis.dot(p))) - least(bodies.map((p) => axis.dot(p))))];
  const size = isKnown ? spans[0] : Math.max(...spans);
  const scale = size > 0 ? stature / size : 1;
  const middle = places[Math.max(parts.hips.joint, 0)];
  const shift = new Matrix4().makeTranslation(-x.dot(middle), -y.dot(middle), -low);
  return new Matrix4().makeScale(scale, scale, scale).multiply(shift).multiply(turn);
}

/** Joints that a body may move: those between its root and the parts that are bound, and those that share a twist. */
function movedJoints(joints, { parts, twists }) {
  const found = new Set();
  const add = (joint) => {
    for (let j = joint; j >= 0 && !found.has(j); j = joints[j].parent) found.add(j);
  };
  for (const { joint } of Object.values(parts)) add(joint);
  for (const { joint } of twists) add(joint);
  if (found.size === 0) add(0);
  return [...found].sort((a, b) => a - b);
}

/** Which joint each one goes with: itself, or the first above it that is moved; as a place in `moved`. */
function carriersOf(joints, moved) {
  const places = new Map(moved.map((joint, i) => [joint, i]));
  return joints.map((_, joint) => {
    let j = joint;
    while (j >= 0 && !places.has(j)) j = joints[j].parent;
    return places.get(j) ?? 0;
  });
}

export class CharacterShape {
  constructor(character, binding) {
    const { joints } = character;
    this.character = character;
    this.pageFromFile = pageFrom(character, binding);
    this.moved = movedJoints(joints, binding);
    this.carriers = carriersOf(joints, this.moved);
    const place = new Vector3();
    const inPage = ({ position }) => place.set(...position).applyMatrix4(this.pageFromFile).toArray();
    /** All joints of the file at rest. */
    this.places = joints.map(inPage);
    this.turns = new Quaternion().setFromRotationMatrix(new Matrix4().extractRotation(this.pageFromFile));
    this.names = this.moved.map((joint) => joints[joint].name);
    this.parents = this.moved.map((joint) => (joints[joint].parent < 0 ? -1 : this.carriers[joints[joint].parent]));
    this.given = Object.fromEntries(Object.entries(binding.parts).map(([part, { joint }]) => [part, joint < 0 ? null : this.moved.indexOf(joint)]));
    this.labels = this.#labels(binding);

    const mesh = character.mesh ?? bonesMesh(joints.map((joint) => ({ ...joint, position: inPage(joint) })), character.ends.map((end) => ({ ...end, position: inPage(end) })), stature);
    this.count = mesh.positions.length / 3;
    this.index = mesh.index;
    this.joints = Uint16Array.from(mesh.joints, (joint) => this.carriers[joint]);
    this.weights = Float32Array.from(mesh.weights);
    this.uvs = mesh.uvs;
    this.surfaces = mesh.surfaces;
    this.isSkin = new Float32Array(this.count).fill(1);
    this.skin = Float32Array.from(mesh.positions);
    this.normals = Float32Array.from(mesh.normals);
    if (character.mesh)
      for (let v = 0; v < this.count; v++) {
        place.fromArray(this.skin, 3 * v).applyMatrix4(this.pageFromFile).toArray(this.skin, 3 * v);
        place.fromArray(this.normals, 3 * v).transformDirection(this.pageFromFile).toArray(this.normals, 3 * v);
      }
  }

  /** The part that each moved joint is, or belongs to. */
  #labels({ parts, twists }) {
    const found = new Map(Object.entries(parts).map(([part, { joint }]) => [joint, part]));
    for (const { joint, part } of twists) found.set(joint, `${part}Twist`);
    return this.moved.map((joint) => {
      let j = joint;
      while (j >= 0 && !found.has(j)) j = this.character.joints[j].parent;
      return found.get(j) ?? 'hips';
    });
  }

  /** As BodyShape.rest; a character has one shape. */
  rest() {
    return { skin: this.skin, joints: this.moved.map((joint) => this.places[joint]), stature };
  }
}
