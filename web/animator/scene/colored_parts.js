// SPDX-License-Identifier: MIT
// Several shapes as one body, drawn at once, each with a colour of its own. Without a graphics card it is the number of bodies,
// more than their size, that a frame is spent on.
import { Color, Float32BufferAttribute, Mesh, MeshBasicMaterial } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

export class ColoredParts extends Mesh {
  /** Later shapes are drawn over earlier ones: their material sees no depth. */
  constructor(shapes, colors, opacity) {
    const bare = shapes.map((shape) => shape.clone().deleteAttribute('uv').deleteAttribute('normal'));
    super(mergeGeometries(bare), new MeshBasicMaterial({ vertexColors: true, toneMapped: false, transparent: true, opacity, depthTest: false, depthWrite: false }));
    this.counts = shapes.map((shape) => shape.attributes.position.count);
    this.geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(3 * this.counts.reduce((sum, count) => sum + count)), 3));
    this.colors = colors.map(() => '');
    colors.forEach((color, part) => this.paint(part, color));
  }

  paint(part, color) {
    if (this.colors[part] === color) return;
    this.colors[part] = color;
    const { array } = this.geometry.attributes.color;
    const rgb = new Color(color);
    const first = this.counts.slice(0, part).reduce((sum, count) => sum + count, 0);
    for (let i = first; i < first + this.counts[part]; i++) rgb.toArray(array, 3 * i);
    this.geometry.attributes.color.needsUpdate = true;
  }
}
