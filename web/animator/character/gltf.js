// SPDX-License-Identifier: MIT
// A character out of a glTF file (GLB, VRM): joints at rest, and its mesh as it stands then. Only what is needed to move and draw it.
import { Matrix4, Quaternion, SRGBColorSpace, Texture, RepeatWrapping, Vector3 } from 'three';
import { FileFault, dataOf, readGlb } from '../body/glb.js';

const notRead = { KHR_draco_mesh_compression: 'Draco', EXT_meshopt_compression: 'meshopt', KHR_texture_basisu: 'Basis' };
const triangles = 4;

export const matrixOf = ({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) =>
  matrix ? new Matrix4().fromArray(matrix) : new Matrix4().compose(new Vector3(...translation), new Quaternion(...rotation), new Vector3(...scale));

/** Every node after the one it hangs on: { node, parent, world }. */
export function treeOf(nodes) {
  const parents = nodes.map(() => -1);
  nodes.forEach(({ children = [] }, node) => {
    for (const child of children) {
      if (!nodes[child]) throw new FileFault(`node ${node} has a child ${child}, which is not there`);
      if (parents[child] >= 0) throw new FileFault(`node ${child} has two parents`);
      parents[child] = node;
    }
  });
  const order = [];
  const visit = (node, parent, above) => {
    const world = above.clone().multiply(matrixOf(nodes[node]));
    if (!world.elements.every(Number.isFinite)) throw new FileFault(`node ${node} has a position that is not finite`);
    order.push({ node, parent, world });
    for (const child of nodes[node].children ?? []) visit(child, node, world);
  };
  parents.forEach((parent, node) => parent < 0 && visit(node, -1, new Matrix4()));
  if (order.length < nodes.length) throw new FileFault('its nodes form a cycle');
  return order;
}

/** What a VRM file itself says of its joints: { part: node }. */
function humanoidOf({ extensions = {} }) {
  const one = extensions.VRMC_vrm?.humanoid?.humanBones;
  if (one) return Object.fromEntries(Object.entries(one).map(([part, { node }]) => [part, node]));
  // Version 0 has a list, and its thumbs begin with what version 1 calls the metacarpal.
  const thumbs = { ThumbProximal: 'ThumbMetacarpal', ThumbIntermediate: 'ThumbProximal' };
  const list = extensions.VRM?.humanoid?.humanBones ?? [];
  return Object.fromEntries(list.map(({ bone, node }) => [bone.replace(/Thumb(Proximal|Intermediate)$/, (name) => thumbs[name]), node]));
}

async function textureOf({ json, bytesOf }, info) {
  const image = json.images?.[json.textures?.[info?.index]?.source];
  if (!image) return null;
  const bytes = image.uri === undefined ? bytesOf(image.bufferView) : dataOf(image.uri, 'a picture of its surface');
  // What is no picture leaves the surface plain.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: image.mimeType ?? '' })).catch(() => null);
  if (!bitmap) return null;
  const texture = new Texture(bitmap);
  Object.assign(texture, { flipY: false, colorSpace: SRGBColorSpace, wrapS: RepeatWrapping, wrapT: RepeatWrapping, needsUpdate: true });
  return texture;
}

async function surfaceOf(file, index) {
  const { pbrMetallicRoughness: { baseColorFactor = [1, 1, 1, 1], baseColorTexture } = {}, alphaMode, alphaCutoff = 0.5, doubleSided = false } = file.json.materials?.[index] ?? {};
  return {
    color: baseColorFactor.slice(0, 3),
    opacity: alphaMode === 'BLEND' ? baseColorFactor[3] : 1,
    map: await textureOf(file, baseColorTexture),
    cutoff: alphaMode === 'MASK' ? alphaCutoff : 0,
    isBlended: alphaMode === 'BLEND',
    doubleSided,
  };
}

/**
 * bytes: a Uint8Array. Returns { kind, joints, nodes, given, mesh }, in the file's axes and unit; nodes: which they are in the file;
 * mesh: null if it has none.
 */
export async function readGltf(bytes) {
  const file = readGlb(bytes);
  const { json, numbers } = file;
  for (const [extension, name] of Object.entries(notRead)) if (json.extensionsRequired?.includes(extension)) throw new FileFault(`it is compressed (${name}), which this page does not read: save it without compression`);
  const nodes = json.nodes ?? [];
  const tree = treeOf(nodes);
  const humanoid = humanoidOf(json);
  const skins = json.skins ?? [];
  // Of a file with skins their joints are the skeleton; else all nodes may be.
  const wanted = new Set([...skins.flatMap(({ joints }) => joints), ...Object.values(humanoid)]);
  for (const node of wanted) if (!nodes[node]) throw new FileFault(`node ${node} is named as a joint, but is not there`);
  const isJoint = (node) => wanted.size === 0 || wanted.has(node);
  const worlds = [];
  const jointOf = [];
  const joints = [];
  const nodesOf = [];
  for (const { node, parent, world } of tree) {
    worlds[node] = world;
    const above = parent < 0 ? -1 : jointOf[parent];
    if (!isJoint(node)) {
      jointOf[node] = above;
      continue;
    }
    nodesOf.push(node);
    const [place, turn, size] = [new Vector3(), new Quaternion(), new Vector3()];
    world.decompose(place, turn, size);
    jointOf[node] = joints.push({ name: nodes[node].name ?? `node ${node}`, parent: above, position: place.toArray(), rotation: turn.normalize().toArray() }) - 1;
  }
  if (joints.length === 0) throw new FileFault('it has no joints');
  const given = Object.fromEntries(Object.entries(humanoid).map(([part, node]) => [part, jointOf[node]]));
  const kind = json.extensions?.VRMC_vrm || json.extensions?.VRM ? 'VRM' : 'glTF';

  const positions = [];
  const normals = [];
  const uvs = [];
  const followed = [];
  const weights = [];
  const byMaterial = new Map();
  const at = new Vector3();
  const blended = new Matrix4();
  for (const { node } of tree) {
    const { mesh: meshIndex, skin: skinIndex } = nodes[node];
    if (meshIndex === undefined) continue;
    const mesh = json.meshes?.[meshIndex];
    if (!mesh) throw new FileFault(`node ${node} has a mesh ${meshIndex}, which is not there`);
    const skin = skinIndex === undefined ? null : skins[skinIndex];
    const inverse = skin?.inverseBindMatrices === undefined ? null : numbers(skin.inverseBindMatrices);
    const bones = skin?.joints.map((joint, i) => (inverse ? worlds[joint].clone().multiply(new Matrix4().fromArray(inverse, 16 * i)) : worlds[joint]));
    for (const { attributes, indices, material, mode = triangles } of mesh.primitives) {
      if (mode !== triangles || attributes.POSITION === undefined) continue;
      const places = numbers(attributes.POSITION);
      const count = places.length / 3;
      const turned = attributes.NORMAL === undefined ? null : numbers(attributes.NORMAL);
      const uv = attributes.TEXCOORD_0 === undefined ? new Float32Array(2 * count) : numbers(attributes.TEXCOORD_0);
      const [slots, shares] = skin && attributes.JOINTS_0 !== undefined ? [numbers(attributes.JOINTS_0), numbers(attributes.WEIGHTS_0)] : [null, null];
      const first = positions.length / 3;
      const own = Math.max(jointOf[node], 0);
      for (let v = 0; v < count; v++) {
        const sum = shares ? shares[4 * v] + shares[4 * v + 1] + shares[4 * v + 2] + shares[4 * v + 3] : 0;
        if (sum > 0) {
          blended.elements.fill(0);
          for (let i = 4 * v; i < 4 * v + 4; i++) {
            const share = shares[i] / sum;
            if (share > 0 && !bones[slots[i]]) throw new FileFault(`vertex ${v} of mesh ${meshIndex} follows joint ${slots[i]}, but its skin has ${bones.length}`);
            followed.push(share > 0 ? jointOf[skin.joints[slots[i]]] : 0);
            weights.push(share);
            if (share > 0) for (let k = 0; k < 16; k++) blended.elements[k] += share * bones[slots[i]].elements[k];
          }
        } else {
          followed.push(own, 0, 0, 0);
          weights.push(1, 0, 0, 0);
          blended.copy(worlds[node]);
        }
        positions.push(...at.fromArray(places, 3 * v).applyMatrix4(blended));
        if (turned) normals.push(...at.fromArray(turned, 3 * v).transformDirection(blended));
        else normals.push(0, 0, 0);
        uvs.push(uv[2 * v], uv[2 * v + 1]);
      }
      const list = indices === undefined ? Array.from({ length: count }, (_, i) => i) : Array.from(numbers(indices));
      if (list.some((i) => i >= count)) throw new FileFault(`a triangle of mesh ${meshIndex} has a corner that is not there`);
      if (!byMaterial.has(material)) byMaterial.set(material, []);
      const to = byMaterial.get(material);
      for (const i of list) to.push(first + i);
    }
  }
  if (positions.some((x) => !Number.isFinite(x))) throw new FileFault('a vertex of its mesh has a position that is not finite');
  if (positions.length === 0) return { kind, joints, nodes: nodesOf, given, mesh: null };
  const surfaces = [];
  const index = [];
  for (const [material, list] of byMaterial) {
    surfaces.push({ ...(await surfaceOf(file, material)), start: index.length, count: list.length });
    for (const i of list) index.push(i);
  }
  return { kind, joints, nodes: nodesOf, given, mesh: { positions, normals, uvs, joints: followed, weights, index, surfaces } };
}
