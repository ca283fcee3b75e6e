// SPDX-License-Identifier: MIT
// How far the wrist gets in every direction from the shoulder at rest, as a surface: outward until no posture keeps the
// limits. Worked out a few rows at a time, so that the page goes on meanwhile.
import { BufferGeometry, Float32BufferAttribute } from 'three';

const rows = 20;
const columns = 36;
const farthest = 0.74;
const step = 0.03;

/** can(position): whether the wrist can be there, as seen from the shoulder at rest. Calls onProgress with parts of 1. */
export async function workspaceSurface(can, onProgress) {
  const positions = [];
  const reached = [];
  for (let row = 0; row <= rows; row++) {
    const down = (Math.PI * row) / rows;
    for (let column = 0; column < columns; column++) {
      const round = (2 * Math.PI * column) / columns;
      const direction = [Math.sin(down) * Math.cos(round), Math.sin(down) * Math.sin(round), Math.cos(down)];
      let r = farthest;
      while (r > 0.12 && !can(direction.map((x) => x * r))) r -= step;
      if (r > 0.12) {
        let outside = r + step;
        for (let i = 0; i < 5; i++) {
          const middle = (r + outside) / 2;
          if (can(direction.map((x) => x * middle))) r = middle;
          else outside = middle;
        }
      }
      reached.push(r > 0.12 ? r : 0);
      positions.push(...direction.map((x) => x * r));
    }
    onProgress((row + 1) / (rows + 1));
    await new Promise((resolve) => setTimeout(resolve));
  }
  const index = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * columns + column;
      const b = row * columns + ((column + 1) % columns);
      const corners = [a, b, a + columns, b + columns].map((corner) => reached[corner]);
      // Across an edge of the workspace there is no surface.
      if (Math.min(...corners) > 0 && Math.max(...corners) - Math.min(...corners) < 0.11) index.push(a, a + columns, b, b, a + columns, b + columns);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
