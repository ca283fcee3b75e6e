// SPDX-License-Identifier: MIT
// A visitor's file, whatever it is: { title, kind, joints, up, given, ends, mesh, motion, isRobot }, in the file's axes and unit;
// of a glTF file its bytes too, and which of its nodes the joints are.
import { turned } from '../arm/vectors.js';
import { FileFault } from '../body/glb.js';
import { readGltf } from './gltf.js';

const kinds = { bvh: 'BVH', urdf: 'URDF', mjcf: 'MJCF' };
/** Files larger than this would take the page's memory. */
const mostBytes = 200e6;

/** By its first bytes; glTF as text begins as JSON does. */
function isGltf(bytes) {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64)).trimStart();
  return start.startsWith('glTF') || start.startsWith('{');
}

/** needFiles(): the module's readers. swivel: binds. Throws what is wrong with the file, in words. */
export async function readCharacter(bytes, title, needFiles, swivel) {
  if (bytes.length === 0) throw new FileFault('it is empty');
  if (bytes.length > mostBytes) throw new FileFault(`it has ${Math.round(bytes.length / 1e6)} MB, more than this page can load`);
  if (isGltf(bytes)) return { title, up: [0, 1, 0], ends: [], motion: null, isRobot: false, bytes, ...(await readGltf(bytes)) };
  const files = await needFiles();
  const motion = files.read(bytes);
  if (!kinds[motion.format]) throw new FileFault(`it is a ${motion.format.toUpperCase()} file, which has no skeleton: a character is a GLB, VRM, BVH, URDF or MJCF file`);
  const skeleton = motion.skeleton();
  const robot = motion.robot && withHands(swivel, motion, skeleton);
  if (motion.frameCount > 1) standUp(swivel, motion, skeleton);
  // In the joint's own axes, as BVH has its End Sites.
  const ends = motion.ends.map(({ joint, offset }) => {
    const { position, rotation } = skeleton.joints[joint];
    return { joint, position: turned(rotation, offset).map((p, k) => p + position[k]) };
  });
  return { title, kind: kinds[motion.format], joints: skeleton.joints, up: skeleton.up ?? [0, 1, 0], given: robot?.given ?? {}, ends, mesh: null, motion, robot, isRobot: robot !== null };
}

/** A robot whose forearms end without a joint gets a hand there, twice as far as the forearm's centre of mass. The skeleton gets it too. */
function withHands(swivel, { names, parents, rest, robot }, skeleton) {
  const found = { names: [...names], parents: [...parents], rest: [...rest], robot: [...robot], given: {} };
  const rig = swivel.rig(skeleton);
  const { parts } = rig.binding;
  rig.free();
  for (const side of ['left', 'right']) {
    const elbow = parts[`${side}LowerArm`].joint;
    if (elbow < 0 || parts[`${side}Hand`].joint >= 0) continue;
    const tip = robot[elbow].center.map((x) => 2 * x);
    const { position, rotation, name } = skeleton.joints[elbow];
    found.given[`${side}Hand`] = found.names.push(`${name} end`) - 1;
    found.parents.push(elbow);
    found.rest.push(...tip, 0, 0, 0, 1);
    found.robot.push({ kind: 'fixed', axis: [0, 0, 1], lower: 0, upper: 0, mass: 0, center: [0, 0, 0] });
    skeleton.joints.push({ name: `${name} end`, parent: elbow, position: turned(rotation, tip).map((x, k) => x + position[k]), rotation });
  }
  return { ...found, rest: Float64Array.from(found.rest) };
}

/** The zero of some recordings is no posture a body can be in: then its rest is one that the recording stands in. */
function standUp(swivel, motion, skeleton) {
  const rig = swivel.rig(skeleton);
  try {
    if (rig.isPosture) return;
    rig.findRest(motion.frames);
    skeleton.joints = rig.skeleton().joints;
  } finally {
    rig.free();
  }
}
