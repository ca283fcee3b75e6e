// SPDX-License-Identifier: MIT
// A visitor's file, whatever it is: { title, kind, joints, up, given, ends, mesh, motion, isRobot }, in the file's axes and unit;
// of a glTF file its bytes too, and which of its nodes the joints are.
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
  if (bytes.length > mostBytes) throw new FileFault(`it has ${Math.round(bytes.length / 1e6)} MB, more than this page takes`);
  if (isGltf(bytes)) return { title, up: [0, 1, 0], ends: [], motion: null, isRobot: false, bytes, ...(await readGltf(bytes)) };
  const files = await needFiles();
  const motion = files.read(bytes);
  if (!kinds[motion.format]) throw new FileFault(`it is a ${motion.format.toUpperCase()} file, which has no skeleton: a character is a GLB, VRM, BVH, URDF or MJCF file`);
  const skeleton = motion.skeleton();
  if (motion.frameCount > 1) standUp(swivel, motion, skeleton);
  // In the joint's own axes, as BVH has its End Sites.
  const ends = motion.ends.map(({ joint, offset }) => {
    const { position, rotation } = skeleton.joints[joint];
    const [x, y, z, w] = rotation;
    const [a, b, c] = [y * offset[2] - z * offset[1] + w * offset[0], z * offset[0] - x * offset[2] + w * offset[1], x * offset[1] - y * offset[0] + w * offset[2]];
    return { joint, position: [offset[0] + 2 * (y * c - z * b), offset[1] + 2 * (z * a - x * c), offset[2] + 2 * (x * b - y * a)].map((p, k) => p + position[k]) };
  });
  return { title, kind: kinds[motion.format], joints: skeleton.joints, up: skeleton.up ?? [0, 1, 0], given: {}, ends, mesh: null, motion, isRobot: motion.robot !== null };
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
