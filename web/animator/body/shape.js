// SPDX-License-Identifier: MIT
// The body of data/body/body.glb between woman and man and of any stature: where its skin is at rest, where its joints are, and
// which joints move which skin. In the page's axes: x is its right, y forward, z up; metres.
import { readGlb } from './glb.js';

/** glTF's axes (x left, y up, z forward) to the page's. */
const turned = ([x, y, z]) => [-x, z, y];

export class BodyShape {
  constructor(bytes) {
    const { json, numbers } = readGlb(bytes);
    const { primitives } = json.meshes[0];
    const { joints, inverseBindMatrices } = json.skins[0];
    // The matrix of the root undoes the quantisation too.
    const matrix = numbers(inverseBindMatrices);
    const scale = matrix[0];
    const first = json.nodes[joints[0]].translation;
    const middle = [12, 13, 14].map((i, k) => matrix[i] + first[k]);
    this.names = joints.map((node) => json.nodes[node].name);
    this.parents = joints.map((node) => joints.findIndex((other) => json.nodes[other].children?.includes(node)));
    // Of woman and man: joints from their parents.
    this.locals = [joints.map((node) => turned(json.nodes[node].translation)), joints.map((node) => turned(json.nodes[node].extras.male))];

    const count = primitives.reduce((sum, { attributes }) => sum + json.accessors[attributes.POSITION].count, 0);
    this.count = count;
    this.skins = [new Float32Array(count * 3), new Float32Array(count * 3)];
    this.isSkin = new Float32Array(count);
    this.joints = new Uint8Array(count * 4);
    this.weights = new Float32Array(count * 4);
    this.index = [];
    // A third of the triangles, of the same vertices.
    this.coarse = [];
    let at = 0;
    primitives.forEach(({ attributes, targets, indices, material, extras }) => {
      const positions = numbers(attributes.POSITION);
      const deltas = numbers(targets[0].POSITION);
      const n = positions.length / 3;
      for (let v = 0; v < n; v++) {
        const place = [0, 1, 2].map((k) => positions[v * 3 + k]);
        const male = place.map((x, k) => x + deltas[v * 3 + k]);
        [place, male].forEach((p, which) => this.skins[which].set(turned(p.map((x, k) => x * scale + middle[k])), (at + v) * 3));
        this.isSkin[at + v] = material;
      }
      this.joints.set(numbers(attributes.JOINTS_0), at * 4);
      this.weights.set(numbers(attributes.WEIGHTS_0), at * 4);
      for (const v of numbers(indices)) this.index.push(at + v);
      for (const v of numbers(extras.coarse)) this.coarse.push(at + v);
      at += n;
    });
    this.statures = this.skins.map((skin) => Math.max(...skin.filter((_, i) => i % 3 === 2)));
  }

  /**
   * male: 0 a woman, 1 a man. stature: metres; null: as tall as such a body is.
   * Returns the skin's places (three numbers each) and, in the order of `names`, the joints' in the world.
   */
  rest(male, stature = null) {
    const between = (a, b) => a + (b - a) * male;
    const size = stature === null ? 1 : stature / between(...this.statures);
    const skin = this.skins[0].map((x, i) => size * between(x, this.skins[1][i]));
    const joints = [];
    this.parents.forEach((parent, j) => {
      joints.push(this.locals[0][j].map((x, k) => size * between(x, this.locals[1][j][k]) + (parent < 0 ? 0 : joints[parent][k])));
    });
    return { skin, joints, stature: size * between(...this.statures) };
  }
}
