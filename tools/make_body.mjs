// SPDX-License-Identifier: MIT
// node tools/make_body.mjs [OUT.glb]: the Animator's body (data/body/body.glb) from MakeHuman's mesh, rig, weights and shapes in
// data/body. Needs the npm packages of web/ (meshoptimizer).
//
// One skinned mesh of two colours: MakeHuman's own bodysuit, and the skin of head, hands and feet. The base shape is a woman,
// the morph target `male` a man; each node's extras.male is where the man has that joint. All joints rest without rotation, y up,
// facing z, metres, soles on the floor, arms half lowered. The face is smoothed away. Each primitive's extras.coarse is an accessor
// with a third of its triangles, of the same vertices: for shadows, and for frames in a row without a graphics card.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MeshoptEncoder } from '../web/node_modules/meshoptimizer/meshopt_encoder.js';
import { MeshoptSimplifier } from '../web/node_modules/meshoptimizer/meshopt_simplifier.js';

const folder = new URL('../data/body/', import.meta.url);
const out = process.argv[2] ?? new URL('body.glb', folder);
const read = (name) => gunzipSync(readFileSync(new URL(`${name}.gz`, folder))).toString();

// ---- what MakeHuman has ----

const vertices = [];
const faces = {};
let group;
for (const line of read('base.obj').split('\n')) {
  const [kind, ...rest] = line.trim().split(/\s+/);
  if (kind === 'v') vertices.push(rest.map(Number));
  if (kind === 'g') [group] = rest;
  if (kind === 'f') (faces[group] ??= []).push(rest.map((corner) => parseInt(corner, 10) - 1));
}

function shapeOf(sex) {
  const shape = vertices.map((v) => [...v]);
  for (const people of ['african', 'asian', 'caucasian'])
    for (const line of read(`${people}-${sex}-young.target`).split('\n')) {
      const [vertex, ...by] = line.trim().split(/\s+/);
      if (by.length === 3 && vertex !== '#') by.forEach((x, i) => (shape[Number(vertex)][i] += Number(x) / 3));
    }
  // Decimetres; the soles on the floor.
  const floor = Math.min(...faces.body.flat().map((v) => shape[v][1]));
  return shape.map(([x, y, z]) => [x / 10, (y - floor) / 10, z / 10]);
}
const shapes = [shapeOf('female'), shapeOf('male')];
const rig = JSON.parse(read('default.mhskel'));
const weights = JSON.parse(read('default_weights.mhw')).weights;
const mean = (points) => [0, 1, 2].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
const jointIn = (shape, name) => mean(rig.joints[name].map((v) => shape[v]));

// ---- our joints: [name, parent, where (the head of a bone of theirs), the bones whose skin it moves] ----

const joints = [
  ['hips', null, 'spine05', ['root', 'pelvis.L', 'pelvis.R']],
  ['spine', 'hips', 'spine04', ['spine05', 'spine04']],
  ['chest', 'spine', 'spine03', ['spine03', 'spine02']],
  ['upperChest', 'chest', 'spine01', ['spine01', 'breast.L', 'breast.R']],
  ['neck', 'upperChest', 'neck01', ['neck01', 'neck02']],
  ['head', 'neck', 'head', ['neck03', 'head']],
];
const fingers = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'];
for (const [side, S] of [['left', 'L'], ['right', 'R']]) {
  const add = (name, parent, at, bones = [at]) =>
    joints.push([side + name, /^(hips|upperChest)$/.test(parent) ? parent : side + parent, `${at}.${S}`, bones.map((bone) => `${bone}.${S}`)]);
  add('Shoulder', 'upperChest', 'clavicle');
  add('UpperArm', 'Shoulder', 'upperarm01');
  add('UpperArmTwist', 'UpperArm', 'upperarm02');
  add('LowerArm', 'UpperArm', 'lowerarm01');
  add('LowerArmTwist', 'LowerArm', 'lowerarm02');
  add('Hand', 'LowerArm', 'wrist', ['wrist', 'metacarpal1', 'metacarpal2', 'metacarpal3', 'metacarpal4']);
  fingers.forEach((finger, f) => {
    const names = finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
    names.forEach((name, k) => add(finger + name, k ? finger + names[k - 1] : 'Hand', `finger${f + 1}-${k + 1}`));
  });
  add('UpperLeg', 'hips', 'upperleg01');
  add('UpperLegTwist', 'UpperLeg', 'upperleg02');
  add('LowerLeg', 'UpperLeg', 'lowerleg01', ['lowerleg01', 'lowerleg02']);
  add('Foot', 'LowerLeg', 'foot');
  add('Toes', 'Foot', 'toe2-1', [1, 2, 3, 4, 5].flatMap((toe) => [1, 2, 3].map((k) => `toe${toe}-${k}`)));
}
const names = joints.map(([name]) => name);
const parents = joints.map(([, parent]) => names.indexOf(parent));
const places = shapes.map((shape) => joints.map(([, , bone]) => jointIn(shape, rig.bones[bone].head)));

// ---- weights: the four strongest of our joints at each vertex ----

const jointOf = {};
joints.forEach(([, , , bones], j) => bones.forEach((bone) => (jointOf[bone] = j)));
// A bone that moves no joint of ours moves the one that it hangs on: the face is the head's.
for (const bone of Object.keys(rig.bones)) {
  let at = bone;
  while (!(at in jointOf) && at) at = rig.bones[at].parent;
  jointOf[bone] ??= at ? jointOf[at] : 0;
}
const full = vertices.map(() => new Float64Array(joints.length));
for (const [bone, list] of Object.entries(weights)) {
  // Their bone inside the shoulder goes half with the arm, half with the clavicle.
  const inShoulder = /^shoulder01/.test(bone);
  const arm = inShoulder ? jointOf[bone.replace('shoulder01', 'upperarm01')] : jointOf[bone];
  for (const [vertex, weight] of list) {
    full[vertex][arm] += inShoulder ? weight / 2 : weight;
    if (inShoulder) full[vertex][jointOf[bone]] += weight / 2;
  }
}
for (const row of full) {
  const sum = row.reduce((a, b) => a + b, 0);
  for (let j = 0; j < row.length; j++) row[j] /= sum || 1;
}
/** Whether a vertex near a hand is beyond the wrist. */
const isCuff = vertices.map((place) =>
  ['L', 'R'].some((side) => {
    const [elbow, wrist] = ['lowerarm01', 'wrist'].map((bone) => jointIn(vertices, rig.bones[`${bone}.${side}`].head));
    const from = place.map((x, k) => x - wrist[k]);
    return Math.hypot(...from) < 1.5 && from.reduce((sum, x, k) => sum + x * (wrist[k] - elbow[k]), 0) > 0;
  }),
);
// Cuffs go with the forearm and the shank, the collar with the neck: hands, feet and head turn inside them.
const cuffs = [['head', 'neck']];
for (const side of ['left', 'right']) cuffs.push([`${side}Hand`, `${side}LowerArmTwist`], [`${side}Foot`, `${side}LowerLeg`]);
for (const vertex of new Set(faces['helper-tights'].flat()))
  for (const [from, to] of cuffs.map((pair) => pair.map((name) => names.indexOf(name)))) {
    // The feet of the suit are not shown; they tell where it ends.
    if (names[from].endsWith('Foot') && full[vertex][from] > 0.5) continue;
    full[vertex][to] += full[vertex][from];
    full[vertex][from] = 0;
  }
const of = (vertex, ...parts) => parts.reduce((sum, name) => sum + full[vertex][names.indexOf(name)], 0);
const hand = (v) => names.reduce((sum, name, j) => sum + (/Hand|Thumb|Index|Middle|Ring|Little/.test(name) ? full[v][j] : 0), 0);
const foot = (v) => of(v, 'leftFoot', 'rightFoot', 'leftToes', 'rightToes');
const head = (v) => of(v, 'head', 'neck');

// ---- triangles and their normals ----

const triangles = (list) => list.flatMap(([a, b, c, d]) => (d === undefined ? [a, b, c] : [a, b, c, a, c, d]));

/** The normal of each vertex of a shape, by the triangles given. */
function normalsOf(shape, index) {
  const normals = shape.map(() => [0, 0, 0]);
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => shape[index[i + k]]);
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (let k = 0; k < 3; k++) for (let m = 0; m < 3; m++) normals[index[i + k]][m] += n[m];
  }
  return normals.map((n) => n.map((x) => x / (Math.hypot(...n) || 1)));
}

// ---- the face: eyes and mouth are drawn tight as a skin over a frame, then all of it is calmed ----

const neighbours = vertices.map(() => new Set());
for (const face of faces.body)
  face.forEach((v, i) => {
    neighbours[v].add(face[(i + 1) % face.length]).add(face[(i + face.length - 1) % face.length]);
  });
const centre = (...groups) => mean([...new Set(groups.flatMap((name) => faces[name].flat()))].map((v) => vertices[v]));
const eyes = [centre('helper-l-eye'), centre('helper-r-eye')];
const [, mouthHeight] = centre('helper-upper-teeth', 'helper-lower-teeth');
const nostrils = [0, mouthHeight + 0.3, 1.62];
const within = (v, [x, y, z], [a, b, c]) => ((v[0] - x) / a) ** 2 + ((v[1] - y) / b) ** 2 + ((v[2] - z) / c) ** 2 < 1;
const bodyVertices = [...new Set(faces.body.flat())].filter((v) => of(v, 'head') > 0.5);
const headTriangles = triangles(faces.body.filter((face) => face.every((v) => of(v, 'head') > 0.5)));
const outward = normalsOf(vertices, triangles(faces.body));

/** Whether a vertex looks forward into flesh: the hollows of mouth and eyes. */
function isHollow(v) {
  const [x, y, z] = vertices[v].map((c, k) => c + 0.01 * outward[v][k]);
  if (Math.abs(x) > 0.5 || y < mouthHeight - 0.5 || z < 0.2) return false;
  for (let i = 0; i < headTriangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => vertices[headTriangles[i + k]]);
    const area = (p, q) => (p[0] - x) * (q[1] - y) - (p[1] - y) * (q[0] - x);
    const parts = [area(b, c), area(c, a), area(a, b)];
    const sum = parts[0] + parts[1] + parts[2];
    if (parts.every((part) => part * sum > 0) && (parts[0] * a[2] + parts[1] * b[2] + parts[2] * c[2]) / sum > z) return true;
  }
  return false;
}
const hollow = new Set(bodyVertices.filter(
  (v) => within(vertices[v], nostrils, [0.24, 0.14, 0.2]) || eyes.some((eye) => within(vertices[v], eye, [0.38, 0.26, 0.6])) || within(vertices[v], [0, mouthHeight, 1.5], [0.42, 0.28, 0.5]) || isHollow(v),
));
// What cannot be come to from the crown without crossing them is inside too.
const outside = new Set([bodyVertices.reduce((a, b) => (vertices[b][1] > vertices[a][1] ? b : a))]);
for (const v of outside) for (const u of neighbours[v]) if (!hollow.has(u)) outside.add(u);
const tight = bodyVertices.filter((v) => !outside.has(v));
const front = bodyVertices.filter((v) => vertices[v][2] > 0.85 && Math.abs(vertices[v][0]) < 0.62);
function relax(list, times, part) {
  for (const shape of shapes)
    for (let n = 0; n < times; n++)
      for (const v of list) {
        const to = mean([...neighbours[v]].map((u) => shape[u]));
        shape[v] = shape[v].map((x, i) => x + part * (to[i] - x));
      }
}
relax(tight, 400, 1);
relax(front, 4, 0.5);

// ---- the parts, simplified ----

await Promise.all([MeshoptSimplifier.ready, MeshoptEncoder.ready]);
function simplified(index, count, isKept = null) {
  if (index.length / 3 <= count) return index;
  // The man's shape counts as the woman's does.
  const attributes = new Float32Array(vertices.length * 6);
  const normals = normalsOf(shapes[0], index);
  vertices.forEach((_, v) => attributes.set([...normals[v], ...shapes[1][v].map((x, i) => x - shapes[0][v][i])], v * 6));
  const [found] = MeshoptSimplifier.simplifyWithAttributes(
    Uint32Array.from(index), Float32Array.from(shapes[0].flat()), 3, attributes, 6, [0.02, 0.02, 0.02, 1, 1, 1], isKept && Uint8Array.from(vertices, (_, v) => Number(isKept(v))), count * 3, 1, ['Regularize'],
  );
  return Array.from(found);
}

const every = (face, test) => face.every(test);
const bodyPart = (test) => triangles(faces.body.filter((face) => every(face, test)));
/** Skin goes on a little way into the cuffs. */
const near = (joint, reach) => {
  const at = [0, 1].map((i) => jointIn(vertices, rig.bones[`${joint}.${'LR'[i]}`].head));
  return (v) => at.some((place) => Math.hypot(...place.map((x, k) => x - vertices[v][k])) < reach);
};
const [nearWrist, nearAnkle] = [near('wrist', 0.75), near('foot', 1)];
const side = (sign) => (v) => Math.sign(vertices[v][0]) === sign;
// Without its feet, and without the flared rim of its cuffs.
const suit = triangles(faces['helper-tights'].filter((face) => !every(face, (v) => foot(v) > 0.5) && !face.some((v) => isCuff[v])));
// The neck inside the collar goes with it, and is a little narrower: else it comes through where the head is bent back.
// depth: how far below the collar's rim, in the sources' decimetres; above it less than zero.
const uses = new Map();
for (let i = 0; i < suit.length; i += 3)
  for (let k = 0; k < 3; k++) {
    const edge = [suit[i + k], suit[i + ((k + 1) % 3)]].sort((a, b) => a - b).join();
    uses.set(edge, (uses.get(edge) ?? 0) + 1);
  }
const borders = [...new Set([...uses].flatMap(([edge, count]) => (count === 1 ? edge.split(',').map(Number) : [])))];
const rim = borders.filter((v) => of(v, 'neck') > 0.5);
const lowest = Math.min(...rim.map((v) => vertices[v][1]));
const [rimX, , rimZ] = mean(rim.map((v) => vertices[v]));
const about = ([x, , z]) => Math.atan2(x - rimX, z - rimZ);
const from = ([x, , z]) => Math.hypot(x - rimX, z - rimZ);
const smooth = (x) => Math.min(Math.max(x, 0), 1) ** 2 * (3 - 2 * Math.min(Math.max(x, 0), 1));
const depth = {};
for (const v of new Set(faces.body.flat())) {
  if (head(v) <= 0.3) continue;
  const nearest = rim.reduce((a, b) => (Math.cos(about(vertices[b]) - about(vertices[v])) > Math.cos(about(vertices[a]) - about(vertices[v])) ? b : a));
  if (from(vertices[v]) < 1.15 * from(vertices[nearest]) || vertices[v][1] < lowest) depth[v] = vertices[nearest][1] - vertices[v][1];
}
const [headJoint, neckJoint] = ['head', 'neck'].map((name) => names.indexOf(name));
const outwards = shapes.map((shape) => normalsOf(shape, triangles(faces.body)));
for (const [v, below] of Object.entries(depth)) {
  const part = smooth(1 + below / 0.25) * full[v][headJoint];
  full[v][headJoint] -= part;
  full[v][neckJoint] += part;
  shapes.forEach((shape, i) => (shape[v] = shape[v].map((x, k) => x - 0.006 * smooth(below / 0.15) * outwards[i][v][k])));
}
// Each with how many triangles its coarse form has.
const skins = [
  [simplified(bodyPart((v) => head(v) > 0.3 && !(depth[v] > 0.4)), 1900), 560],
  ...[-1, 1].flatMap((sign) => [
    [simplified(bodyPart((v) => side(sign)(v) && (hand(v) > 0.3 || nearWrist(v))), 860), 330],
    [simplified(bodyPart((v) => side(sign)(v) && (foot(v) > 0.3 || nearAnkle(v))), 380), 110],
  ]),
];
const skin = skins.flatMap(([index]) => index);
// Collar and cuffs stay as they are, and what they cover is left out.
const isAtRim = vertices.map((place) => borders.some((v) => Math.hypot(...vertices[v].map((x, k) => x - place[k])) < 0.25));
const shown = (index) => index.filter((_, i) => [0, 1, 2].some((k) => !(depth[index[i - (i % 3) + k]] > 0.1)));
const coarseSuit = simplified(suit, 1600, (v) => isAtRim[v]);
const coarseSkin = skins.flatMap(([index, count]) => simplified(shown(index), count, (v) => depth[v] > -0.05));

// ---- the file ----

const low = [0, 1, 2].map((i) => Math.min(...shapes.flatMap((shape) => [...suit, ...skin].map((v) => shape[v][i]))));
const high = [0, 1, 2].map((i) => Math.max(...shapes.flatMap((shape) => [...suit, ...skin].map((v) => shape[v][i]))));
const scale = Math.max(...high.map((x, i) => x - low[i])) / 2;
const middle = high.map((x, i) => (x + low[i]) / 2);
const short = (x) => Math.round(Math.min(Math.max(x, -1), 1) * 32767);

/** Four joints and weights of 255ths that add up to 255. */
function fourOf(vertex) {
  const best = [...full[vertex].entries()].sort((a, b) => b[1] - a[1]).slice(0, 4).filter(([, w]) => w > 0.004);
  const sum = best.reduce((total, [, w]) => total + w, 0);
  const shares = best.map(([, w]) => Math.round((255 * w) / sum));
  shares[0] += 255 - shares.reduce((a, b) => a + b, 0);
  const pad = (list) => [...list, 0, 0, 0, 0].slice(0, 4);
  return [pad(best.map(([j]) => j)), pad(shares)];
}

const chunks = [];
let size = 0;
const views = [];
function view(data, byteStride, target) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  views.push({ buffer: 0, byteOffset: size, byteLength: bytes.length, ...(byteStride && { byteStride }), ...(target && { target }) });
  chunks.push(bytes, Buffer.alloc(-bytes.length & 3));
  size += (bytes.length + 3) & ~3;
  return views.length - 1;
}
const accessors = [];
const accessor = (bufferView, componentType, type, count, more = {}) => accessors.push({ bufferView, componentType, type, count, ...more }) - 1;
const BYTE = 5120, UBYTE = 5121, SHORT = 5122, USHORT = 5123, FLOAT = 5126;

const normals = normalsOf(shapes[0], [...suit, ...skin]);
/** The triangles in an order in which a corner is used again soon: what draws keeps the last few. */
function ordered(index) {
  const used = [...new Set(index)];
  const place = new Map(used.map((v, i) => [v, i]));
  const found = Uint32Array.from(index, (v) => place.get(v));
  const [remap] = MeshoptEncoder.reorderMesh(found, true, false);
  const vertex = [];
  remap.forEach((to, from) => (vertex[to] = used[from]));
  return Array.from(found, (i) => vertex[i]);
}

function primitive(given, coarse, material) {
  const index = ordered(given);
  const used = [...new Set(index)];
  const place = new Map(used.map((v, i) => [v, i]));
  const indices = (list) => accessor(view(Uint16Array.from(list.map((v) => place.get(v))), 0, 34963), USHORT, 'SCALAR', list.length);
  const positions = new Int16Array(used.length * 4);
  const deltas = new Int16Array(used.length * 4);
  const turned = new Int8Array(used.length * 4);
  const bones = new Uint8Array(used.length * 4);
  const shares = new Uint8Array(used.length * 4);
  used.forEach((v, i) => {
    const at = shapes[0][v].map((x, k) => short((x - middle[k]) / scale));
    positions.set(at, i * 4);
    deltas.set(shapes[1][v].map((x, k) => short((x - middle[k]) / scale) - at[k]), i * 4);
    turned.set(normals[v].map((x) => Math.round(x * 127)), i * 4);
    const [which, how] = fourOf(v);
    bones.set(which, i * 4);
    shares.set(how, i * 4);
  });
  const bounds = (data) => {
    const rows = [0, 1, 2].map((k) => used.map((_, i) => data[i * 4 + k]));
    return { min: rows.map((row) => Math.min(...row)), max: rows.map((row) => Math.max(...row)), normalized: true };
  };
  const n = used.length;
  return {
    attributes: {
      POSITION: accessor(view(positions, 8, 34962), SHORT, 'VEC3', n, bounds(positions)),
      NORMAL: accessor(view(turned, 4, 34962), BYTE, 'VEC3', n, { normalized: true }),
      JOINTS_0: accessor(view(bones, 4, 34962), UBYTE, 'VEC4', n),
      WEIGHTS_0: accessor(view(shares, 4, 34962), UBYTE, 'VEC4', n, { normalized: true }),
    },
    targets: [{ POSITION: accessor(view(deltas, 8, 34962), SHORT, 'VEC3', n, bounds(deltas)) }],
    indices: indices(index),
    material,
    extras: { coarse: indices(ordered(coarse)) },
  };
}
const primitives = [primitive(suit, coarseSuit, 0), primitive(skin, coarseSkin, 1)];

// What undoes the rest pose also undoes the quantisation.
const inverse = new Float32Array(joints.length * 16);
places[0].forEach((at, j) => {
  for (let i = 0; i < 3; i++) {
    inverse[j * 16 + i * 5] = scale;
    inverse[j * 16 + 12 + i] = middle[i] - at[i];
  }
  inverse[j * 16 + 15] = 1;
});
const skinInverse = accessor(view(inverse), FLOAT, 'MAT4', joints.length);

const round = (list) => list.map((x) => Number(x.toFixed(5)));
const local = (which, j) => round(places[which][j].map((x, i) => x - (parents[j] < 0 ? 0 : places[which][parents[j]][i])));
const nodes = names.map((name, j) => {
  const children = names.flatMap((_, k) => (parents[k] === j ? [k] : []));
  return { name, translation: local(0, j), ...(children.length && { children }), extras: { male: local(1, j) } };
});
nodes.push({ name: 'body', mesh: 0, skin: 0 });
const material = (name, color) => ({ name, pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 0.85 } });
const json = {
  asset: { version: '2.0', generator: 'Swivel make_body', copyright: 'CC0 1.0: MakeHuman base mesh and targets' },
  extensionsUsed: ['KHR_mesh_quantization'],
  extensionsRequired: ['KHR_mesh_quantization'],
  scene: 0,
  scenes: [{ nodes: [0, names.length] }],
  nodes,
  materials: [material('suit', [0.13, 0.22, 0.3]), material('skin', [0.62, 0.43, 0.33])],
  meshes: [{ primitives, weights: [0], extras: { targetNames: ['male'] } }],
  skins: [{ joints: names.map((_, j) => j), inverseBindMatrices: skinInverse, skeleton: 0 }],
  accessors,
  bufferViews: views,
  buffers: [{ byteLength: size }],
};
const text = Buffer.from(JSON.stringify(json));
const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
const binary = Buffer.concat(chunks);
const header = (...words) => Buffer.from(Uint32Array.from(words).buffer);
const glb = Buffer.concat([
  header(0x46546c67, 2, 28 + padded.length + binary.length, padded.length, 0x4e4f534a),
  padded,
  header(binary.length, 0x004e4942),
  binary,
]);
writeFileSync(out, glb);
const count = (suit.length + skin.length) / 3;
console.log(`${glb.length} bytes, ${count} triangles (suit ${suit.length / 3}, skin ${skin.length / 3}; coarse ${coarseSuit.length / 3} and ${coarseSkin.length / 3}), ${joints.length} joints`);
