// SPDX-License-Identifier: MIT
// A body of bones for characters that have no mesh: from every joint to those that hang on it, an octahedron.

const sides = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const minus = (a, b) => a.map((x, i) => x - b[i]);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (v) => v.map((x) => x / Math.hypot(...v));

/** joints: as swivel.rig takes them; ends: [{ joint, position }] of bones that end in no joint; size: the height of it all. */
export function bonesMesh(joints, ends, size) {
  const mesh = { positions: [], normals: [], uvs: [], joints: [], weights: [], index: [] };
  const triangle = (joint, a, b, c) => {
    const n = unit(cross(minus(b, a), minus(c, a)));
    for (const corner of [a, b, c]) {
      mesh.index.push(mesh.positions.length / 3);
      mesh.positions.push(...corner);
      mesh.normals.push(...n);
      mesh.uvs.push(0, 0);
      mesh.joints.push(joint, 0, 0, 0);
      mesh.weights.push(1, 0, 0, 0);
    }
  };
  const bone = (joint, from, to, wide, waist) => {
    const way = minus(to, from);
    const length = Math.hypot(...way);
    if (length < 1e-4 * size) return;
    const along = unit(way);
    const a = unit(cross(along, Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const b = cross(along, a);
    const ring = sides.map(([x, y]) => from.map((p, k) => p + waist * way[k] + wide * (x * a[k] + y * b[k])));
    ring.forEach((corner, i) => {
      const next = ring[(i + 1) % 4];
      triangle(joint, from, next, corner);
      triangle(joint, to, corner, next);
    });
  };
  const hasChild = new Set([...joints.map(({ parent }) => parent), ...ends.map(({ joint }) => joint)]);
  const wide = (from, to) => Math.min(Math.max(0.13 * Math.hypot(...minus(to, from)), 0.006 * size), 0.03 * size);
  joints.forEach(({ parent, position }, i) => {
    if (parent >= 0) bone(parent, joints[parent].position, position, wide(joints[parent].position, position), 0.2);
    // Where nothing goes on, a knob.
    if (!hasChild.has(i)) bone(i, position.map((x, k) => x - (k === 2 ? 0.012 * size : 0)), position.map((x, k) => x + (k === 2 ? 0.012 * size : 0)), 0.012 * size, 0.5);
  });
  for (const { joint, position } of ends) bone(joint, joints[joint].position, position, wide(joints[joint].position, position), 0.2);
  mesh.surfaces = [{ color: null, opacity: 1, map: null, cutoff: 0, isBlended: false, doubleSided: false, start: 0, count: mesh.index.length }];
  return mesh;
}
