// SPDX-License-Identifier: MIT
// A character's own GLB or VRM with another motion: its JSON as it is but for the clips, its binary part with the keys behind it. As
// swv_gltf_animate does it: with R, p and s the rotation, place and scale of the parent node, t = R^-1 (p' - p) / s and r = R^-1 R'.
import { Quaternion, Vector3 } from 'three';
import { FileFault, glbOf, partsOfGlb } from '../body/glb.js';
import { matrixOf, treeOf } from '../character/gltf.js';

const float = 5126;

/** A node's own place against its parent: { place, turn, size }. */
function restOf(node) {
  const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrixOf(node).decompose(place, turn, scale);
  if (Math.max(Math.abs(scale.x - scale.y), Math.abs(scale.x - scale.z)) > 1e-4 * Math.abs(scale.x)) throw new FileFault(`${node.name ?? 'a node'} is scaled by different amounts in different directions`);
  return { place, turn, size: scale.x };
}

/** nodes: of the joints; frames: where they are in the file's world, 7 numbers each; rate: frames a second. */
export function animatedGlb(bytes, nodes, frames, rate) {
  const { json, binary } = partsOfGlb(bytes);
  const order = treeOf(json.nodes);
  const rests = json.nodes.map(restOf);
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  const keys = nodes.map(() => ({ rotation: new Float32Array(4 * frames.length), translation: new Float32Array(3 * frames.length), isMoved: false }));
  const origin = { place: new Vector3(), turn: new Quaternion(), size: 1 };
  const [back, place, turn] = [new Quaternion(), new Vector3(), new Quaternion()];
  frames.forEach((worlds, frame) => {
    const now = [];
    for (const { node, parent } of order) {
      const above = now[parent] ?? origin;
      const rest = rests[node];
      const size = above.size * rest.size;
      const joint = jointOf.get(node);
      if (joint === undefined) {
        now[node] = { place: rest.place.clone().multiplyScalar(above.size).applyQuaternion(above.turn).add(above.place), turn: above.turn.clone().multiply(rest.turn), size };
        continue;
      }
      now[node] = { place: new Vector3().fromArray(worlds, 7 * joint), turn: new Quaternion().fromArray(worlds, 7 * joint + 3), size };
      back.copy(above.turn).invert();
      place.copy(now[node].place).sub(above.place).applyQuaternion(back).divideScalar(above.size);
      const key = keys[joint];
      key.isMoved ||= place.distanceTo(rest.place) > 1e-4 * Math.max(rest.place.length(), 1e-3);
      place.toArray(key.translation, 3 * frame);
      turn.copy(back).multiply(now[node].turn);
      // The sign that goes on from the last key: readers blend from one to the next.
      const last = frame > 0 ? key.rotation.subarray(4 * frame - 4, 4 * frame) : [0, 0, 0, 1];
      if (turn.x * last[0] + turn.y * last[1] + turn.z * last[2] + turn.w * last[3] < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w);
      turn.toArray(key.rotation, 4 * frame);
    }
  });

  const pieces = [binary, new Uint8Array(-binary.length & 3)];
  let length = binary.length + pieces[1].length;
  const accessor = (numbers, type, bounds = {}) => {
    pieces.push(new Uint8Array(numbers.buffer));
    json.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: numbers.byteLength });
    length += numbers.byteLength;
    return json.accessors.push({ bufferView: json.bufferViews.length - 1, componentType: float, count: frames.length, type, ...bounds }) - 1;
  };
  json.bufferViews ??= [];
  json.accessors ??= [];
  const input = accessor(Float32Array.from(frames, (_, i) => i / rate), 'SCALAR', { min: [0], max: [Math.fround((frames.length - 1) / rate)] });
  const clip = { name: 'Swivel', channels: [], samplers: [] };
  const channel = (node, path, numbers, type) => {
    clip.channels.push({ sampler: clip.samplers.length, target: { node, path } });
    clip.samplers.push({ input, interpolation: 'LINEAR', output: accessor(numbers, type) });
  };
  keys.forEach(({ rotation, translation, isMoved }, joint) => {
    const node = nodes[joint];
    // A clip cannot change a matrix: its parts instead.
    if (json.nodes[node].matrix) {
      const { place: at, turn: way, size } = rests[node];
      delete json.nodes[node].matrix;
      Object.assign(json.nodes[node], { translation: at.toArray(), rotation: way.toArray(), scale: [size, size, size] });
    }
    channel(node, 'rotation', rotation, 'VEC4');
    if (isMoved) channel(node, 'translation', translation, 'VEC3');
  });
  json.animations = [clip];
  json.buffers[0].byteLength = length;
  return glbOf(json, pieces, length);
}
