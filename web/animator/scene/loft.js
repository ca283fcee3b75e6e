// SPDX-License-Identifier: MIT
// Bodies from a few cross-sections: ellipses along z, smoothly joined.
import { BufferGeometry, Float32BufferAttribute } from 'three';

function catmullRom(a, b, c, d, t) {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

/**
 * sections: [z, rx, ry, cx = 0, cy = 0, squareness = 0], in order of z. The ends are closed.
 * along: rings between two sections. around: points of a ring.
 */
export function loft(sections, { along = 3, around = 14 } = {}) {
  const full = sections.map((s) => [s[0], s[1], s[2], s[3] ?? 0, s[4] ?? 0, s[5] ?? 0]);
  const at = (i) => full[Math.max(0, Math.min(full.length - 1, i))];
  const rings = [];
  for (let i = 0; i + 1 < full.length; i++) {
    const steps = i + 2 === full.length ? along : along - 1;
    for (let k = 0; k <= steps; k++) {
      const t = k / along;
      rings.push(full[0].map((_, n) => catmullRom(at(i - 1)[n], at(i)[n], at(i + 1)[n], at(i + 2)[n], t)));
    }
  }
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
