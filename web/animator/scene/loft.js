// SPDX-License-Identifier: MIT
// Bodies from a few cross-sections: ellipses along z, smoothly joined.
import { BufferGeometry, Float32BufferAttribute } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

function catmullRom(a, b, c, d, t) {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

const mostTurn = 0.22;

/** How many rings the surface needs between two sections, so that none is turned much from the next. */
function ringsBetween(before, from, to, after, most) {
  const slope = (a, b) => Math.atan2((b[1] + b[2] - a[1] - a[2]) / 2, b[0] - a[0]);
  const turn = Math.abs(slope(before, to) - slope(from, after));
  return Math.min(most, Math.max(1, Math.ceil(turn / mostTurn)));
}

/**
 * sections: [z, rx, ry, cx = 0, cy = 0, squareness = 0], in order of z. The ends are closed.
 * along: most rings between two sections. around: points of a ring.
 */
export function loft(sections, { along = 3, around = 12 } = {}) {
  const full = sections.map((s) => [s[0], s[1], s[2], s[3] ?? 0, s[4] ?? 0, s[5] ?? 0]);
  const at = (i) => full[Math.max(0, Math.min(full.length - 1, i))];
  const rings = [];
  for (let i = 0; i + 1 < full.length; i++) {
    const four = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const steps = ringsBetween(...four, along);
    for (let k = 0; k < steps; k++) rings.push(full[0].map((_, n) => catmullRom(...four.map((section) => section[n]), k / steps)));
  }
  rings.push(full.at(-1));
  const positions = [];
  const index = [];
  for (const [z, rx, ry, cx, cy, square] of rings) {
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      const power = 1 / (1 + square);
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      const x = Math.sign(c) * Math.abs(c) ** power;
      const y = Math.sign(s) * Math.abs(s) ** power;
      positions.push(cx + Math.max(rx, 1e-4) * x, cy + Math.max(ry, 1e-4) * y, z);
    }
  }
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let k = 0; k < around; k++) {
      const a = r * around + k;
      const b = r * around + ((k + 1) % around);
      index.push(a, b, a + around, b, b + around, a + around);
    }
  }
  // The two ends: a point in the middle of each.
  for (const [ring, flipped] of [[0, true], [rings.length - 1, false]]) {
    const middle = positions.length / 3;
    positions.push(rings[ring][3], rings[ring][4], rings[ring][0]);
    for (let k = 0; k < around; k++) {
      const a = ring * around + k;
      const b = ring * around + ((k + 1) % around);
      index.push(middle, flipped ? b : a, flipped ? a : b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** Parts as one body, drawn at once; those that are joints a little darker than the rest. */
export function oneBody(parts, joints = []) {
  const marked = [...parts, ...joints].map((part, i) => {
    const geometry = part.clone().deleteAttribute('uv');
    geometry.setAttribute('isJoint', new Float32BufferAttribute(new Float32Array(part.attributes.position.count).fill(Number(i >= parts.length)), 1));
    return geometry;
  });
  return mergeGeometries(marked);
}
