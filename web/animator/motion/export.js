// SPDX-License-Identifier: MIT
// A motion as files have it: joints against their parents, in the axes of the file.
import { Matrix4, Quaternion, Vector3 } from 'three';
import { partsOfGlb } from '../body/glb.js';
import { animatedGlb } from './animate.js';

/** The page's axes to glTF's: y up, facing z. */
const filesFromPage = new Matrix4().set(-1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1);
const [place, turn, above, back] = [new Vector3(), new Quaternion(), new Vector3(), new Quaternion()];

/** Poses in the world to poses against parents, both 7 numbers a joint. */
function localsOf(parents, worlds) {
  const locals = Float64Array.from(worlds);
  parents.forEach((parent, j) => {
    if (parent < 0) return;
    back.fromArray(worlds, 7 * parent + 3).invert();
    place.fromArray(worlds, 7 * j).sub(above.fromArray(worlds, 7 * parent)).applyQuaternion(back).toArray(locals, 7 * j);
    turn.fromArray(worlds, 7 * j + 3).premultiply(back).toArray(locals, 7 * j + 3);
  });
  return locals;
}

/** Poses seen in other axes: to is a rotation with a scale and a shift. */
function turnedBy(to, worlds) {
  const by = new Quaternion().setFromRotationMatrix(new Matrix4().extractRotation(to));
  const inverse = by.clone().invert();
  const found = new Float64Array(worlds.length);
  for (let at = 0; at < worlds.length; at += 7) {
    place.fromArray(worlds, at).applyMatrix4(to).toArray(found, at);
    turn.fromArray(worlds, at + 3).premultiply(by).multiply(inverse).toArray(found, at + 3);
  }
  return found;
}

const atRest = (joints) => Float64Array.from(joints.flatMap((position) => [...position, 0, 0, 0, 1]));

/** The body with arms out sideways and legs straight down: where VRM has its joints unturned. */
function tPose({ body, rest, shape }) {
  const { parts } = body;
  const turns = new Map();
  const lay = (part, next, way) => {
    const [from, to] = [parts[part], parts[next]];
    if (from < 0 || to < 0) return;
    place.fromArray(rest.joints[to]).sub(above.fromArray(rest.joints[from])).normalize();
    turns.set(from, new Quaternion().setFromUnitVectors(place, way));
  };
  for (const [side, x] of [['right', 1], ['left', -1]]) {
    const [out, down] = [new Vector3(x, 0, 0), new Vector3(0, 0, -1)];
    lay(`${side}UpperArm`, `${side}LowerArm`, out);
    lay(`${side}LowerArm`, `${side}Hand`, out);
    lay(`${side}Hand`, `${side}MiddleProximal`, out);
    lay(`${side}UpperLeg`, `${side}LowerLeg`, down);
    lay(`${side}LowerLeg`, `${side}Foot`, down);
    if (parts[`${side}Foot`] >= 0) turns.set(parts[`${side}Foot`], new Quaternion());
  }
  const worlds = atRest(rest.joints);
  shape.parents.forEach((parent, j) => {
    if (parent >= 0) {
      turn.fromArray(worlds, 7 * parent + 3);
      place.fromArray(rest.joints[j]).sub(above.fromArray(rest.joints[parent])).applyQuaternion(turn).add(above.fromArray(worlds, 7 * parent)).toArray(worlds, 7 * j);
      turn.toArray(worlds, 7 * j + 3);
    }
    turns.get(j)?.toArray(worlds, 7 * j + 3);
  });
  return worlds;
}

/** Joints named as VRM names them, unturned in a T-pose. */
function humanMotion(model, frames) {
  const { body, shape } = model;
  const names = [...shape.names];
  for (const [part, joint] of Object.entries(body.parts)) if (joint >= 0) names[joint] = part;
  const t = tPose(model);
  const unturned = t.slice();
  for (let at = 0; at < t.length; at += 7) unturned.set([0, 0, 0, 1], at + 3);
  const poses = frames.map((worlds) => {
    const found = worlds.slice();
    for (let at = 0; at < t.length; at += 7) turn.fromArray(worlds, at + 3).multiply(back.fromArray(t, at + 3).invert()).toArray(found, at + 3);
    return found;
  });
  return { names, parents: shape.parents, rest: unturned, frames: poses, to: filesFromPage, metresPerUnit: 1, up: 'y' };
}

/** All joints of a character's file, turned as they are there, in its unit and axes. */
function fileMotion({ shape, character }, frames) {
  const { joints } = character;
  const { carriers, moved, places, pageFromFile } = shape;
  const fromPage = pageFromFile.clone().invert();
  const own = joints.map(({ rotation }) => new Quaternion(...rotation));
  const poses = frames.map((worlds) => {
    const inPage = new Float64Array(7 * joints.length);
    joints.forEach((_, j) => {
      const carrier = carriers[j];
      turn.fromArray(worlds, 7 * carrier + 3).toArray(inPage, 7 * j + 3);
      place.fromArray(places[j]).sub(above.fromArray(places[moved[carrier]])).applyQuaternion(turn).add(above.fromArray(worlds, 7 * carrier)).toArray(inPage, 7 * j);
    });
    const found = turnedBy(fromPage, inPage);
    own.forEach((rotation, j) => turn.fromArray(found, 7 * j + 3).multiply(rotation).toArray(found, 7 * j + 3));
    return found;
  });
  const rest = Float64Array.from(joints.flatMap(({ position, rotation }) => [...position, ...rotation]));
  return { names: joints.map(({ name }) => name), parents: joints.map(({ parent }) => parent), rest, frames: poses, to: null, metresPerUnit: character.motion?.metresPerUnit ?? 1, up: character.motion?.up ?? character.up };
}

/** The character's own file, mesh and all, with the motion; null if it is no binary glTF. */
export function characterGlb({ shape, character }, frames, rate) {
  const { bytes, nodes } = character;
  if (!bytes || !partsOfGlb(bytes).binary) return null;
  return animatedGlb(bytes, nodes, fileMotion({ shape, character }, frames).frames, rate);
}

/** frames: the worlds of each, of a model's joints; on: the character it is (Cast.on), null: our body. What files.write takes. */
export function motionForFile(kind, { model, on }, frames, rate) {
  const { names, parents, rest, frames: poses, to, metresPerUnit, up } = kind === 'vrma' ? humanMotion(model, frames)
    : on ? fileMotion(on, frames)
      : { names: model.shape.names, parents: model.shape.parents, rest: atRest(model.rest.joints), frames, to: filesFromPage, metresPerUnit: 1, up: 'y' };
  const local = (worlds) => localsOf(parents, to ? turnedBy(to, worlds) : worlds);
  const width = 7 * names.length;
  const all = new Float64Array(width * poses.length);
  poses.forEach((worlds, i) => all.set(local(worlds), width * i));
  return { names, parents, rest: local(rest), frames: all, frameTime: 1 / rate, metresPerUnit, up };
}
