// SPDX-License-Identifier: MIT
// node tools/make_knight.mjs Knight.glb: the Animator's sample character, data/body/knight.glb, from KayKit's knight
// (github.com/KayKit-Game-Assets/KayKit-Character-Pack-Adventures-1.0, 672074b73ba2): its skin, helmet and cape, without motion and
// weapons, in few bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGlb } from '../web/animator/body/glb.js';

const { json, numbers, bytesOf } = readGlb(new Uint8Array(readFileSync(process.argv[2])));
const isWorn = ({ mesh, skin, name }) => mesh !== undefined && (skin !== undefined || /Helmet|Cape/.test(name));
const parts = [];
let length = 0;
const views = [];
const add = (bytes, more = {}) => {
  const padded = new Uint8Array(Math.ceil(bytes.byteLength / 4) * 4);
  padded.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  parts.push(padded);
  views.push({ buffer: 0, byteOffset: length, byteLength: bytes.byteLength, ...more });
  length += padded.length;
  return views.length - 1;
};
const accessors = [];
const accessor = (list, componentType, type, more = {}) => accessors.push({ bufferView: add(list, more.stride ? { byteStride: more.stride } : {}), componentType, type, count: more.count, ...(more.normalized && { normalized: true }) }) - 1;

const kept = new Map();
const meshes = [];
const nodes = json.nodes.map(({ mesh, ...node }) => {
  if (mesh === undefined || !isWorn({ mesh, ...node })) {
    const { skin, ...plain } = node;
    return plain;
  }
  if (!kept.has(mesh)) kept.set(mesh, meshes.push({ primitives: json.meshes[mesh].primitives.map(smaller) }) - 1);
  return { ...node, mesh: kept.get(mesh) };
});

function smaller({ attributes, indices, material }) {
  const count = json.accessors[attributes.POSITION].count;
  const bytes = (list, by) => Uint8Array.from(list, (x) => Math.round(by * x));
  const normals = numbers(attributes.NORMAL);
  const made = {
    POSITION: accessor(numbers(attributes.POSITION), 5126, 'VEC3', { count }),
    NORMAL: accessor(Int8Array.from({ length: 4 * count }, (_, i) => (i % 4 === 3 ? 0 : Math.round(127 * normals[3 * (i >> 2) + (i % 4)]))), 5120, 'VEC3', { count, normalized: true, stride: 4 }),
    TEXCOORD_0: accessor(Uint16Array.from(numbers(attributes.TEXCOORD_0), (x) => Math.round(65535 * x)), 5123, 'VEC2', { count, normalized: true }),
  };
  if (attributes.JOINTS_0 !== undefined) {
    made.JOINTS_0 = accessor(bytes(numbers(attributes.JOINTS_0), 1), 5121, 'VEC4', { count });
    made.WEIGHTS_0 = accessor(bytes(numbers(attributes.WEIGHTS_0), 255), 5121, 'VEC4', { count, normalized: true });
  }
  const list = numbers(indices);
  return { attributes: made, indices: accessor(Uint16Array.from(list), 5123, 'SCALAR', { count: list.length }), material };
}

const skins = json.skins.map(({ joints, inverseBindMatrices }) => ({ joints, inverseBindMatrices: accessor(numbers(inverseBindMatrices), 5126, 'MAT4', { count: joints.length }) }));
const images = json.images.map(({ bufferView, mimeType }) => ({ bufferView: add(bytesOf(bufferView)), mimeType }));
const made = {
  asset: { version: '2.0', copyright: 'Kay Lousberg, CC0 1.0' }, extensionsUsed: ['KHR_mesh_quantization'], extensionsRequired: ['KHR_mesh_quantization'],
  scene: json.scene, scenes: json.scenes, nodes, meshes, skins, materials: json.materials, textures: json.textures, images, samplers: json.samplers, accessors, bufferViews: views, buffers: [{ byteLength: length }],
};
const text = new TextEncoder().encode(JSON.stringify(made));
const jsonLength = Math.ceil(text.length / 4) * 4;
const out = Buffer.alloc(28 + jsonLength + length, 0x20);
out.writeUInt32LE(0x46546c67, 0);
out.writeUInt32LE(2, 4);
out.writeUInt32LE(out.length, 8);
out.writeUInt32LE(jsonLength, 12);
out.writeUInt32LE(0x4e4f534a, 16);
out.set(text, 20);
out.writeUInt32LE(length, 20 + jsonLength);
out.writeUInt32LE(0x004e4942, 24 + jsonLength);
out.set(Buffer.concat(parts), 28 + jsonLength);
const to = fileURLToPath(new URL('../data/body/knight.glb', import.meta.url));
writeFileSync(to, out);
console.log(`${to}: ${out.length} bytes`);
