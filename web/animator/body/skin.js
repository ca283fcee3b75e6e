// SPDX-License-Identifier: MIT
// The body to look at: clay whose skin follows the joints. Every joint rests without rotation, so that its motion is the pose it
// has now against the place it rests at. Motions are blended as dual quaternions (Kavan et al. 2007), so that what bends or twists
// does not collapse; partly as matrices are, so that it does not swell. The graphics card does it; where there is none the
// same is done here, once for each vertex: a card that is none does it for the corners of every triangle.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, FrontSide, Group, Mesh, Quaternion, Vector3 } from 'three';
import { Lit, asShown } from '../scene/clay.js';
import { seenIn } from '../scene/detail.js';
import { shadowOnly } from '../scene/floor.js';
import { drawsInSoftware } from '../scene/software.js';

export const bodyColors = {
  light: { skin: '#d8b49f', suit: '#6d8ca1', light: '#f2c14e' },
  dark: { skin: '#c7a18b', suit: '#6485a0', light: '#e8b23c' },
};

const onCard = (count) => `
attribute vec4 joints;
attribute vec4 weights;
attribute float straightness;
uniform vec4 turns[${count}];
uniform vec4 shifts[${count}];

vec3 turnedBy(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

vec3 movedBy(vec4 turn, vec4 shift, vec3 place) {
  return turnedBy(turn, place) + 2.0 * (turn.w * shift.xyz - shift.w * turn.xyz + cross(turn.xyz, shift.xyz));
}

// Where a place of the skin is; n: its normal, turned with it.
vec3 moved(vec3 place, inout vec3 n) {
  vec4 first = turns[int(joints.x)];
  vec4 turn = vec4(0.0);
  vec4 shift = vec4(0.0);
  vec3 straight = vec3(0.0);
  for (int i = 0; i < 4; i++) {
    int j = int(joints[i]);
    float part = weights[i] * (dot(first, turns[j]) < 0.0 ? -1.0 : 1.0);
    turn += part * turns[j];
    shift += part * shifts[j];
    straight += weights[i] * movedBy(turns[j], shifts[j], place);
  }
  float size = 1.0 / length(turn);
  n = turnedBy(turn * size, n);
  return mix(movedBy(turn * size, shift * size, place), straight, straightness);
}`;

const movedHere = `
vec3 moved(vec3 place, vec3 n) {
  return place;
}`;

/** The shader's beginning: moved(place, n) and what else every skin has. */
const skinning = (count) => `
${drawsInSoftware() ? movedHere : onCard(count)}
attribute float glow;
uniform vec3 light;

// Where the corner is; n: its normal.
vec4 placed(out vec3 n) {
  n = normal;
  vec4 place = modelMatrix * vec4(moved(position, n), 1.0);
  n = normalize(mat3(modelMatrix) * n);
  return place;
}`;

/** How much of each vertex's motion is blended as matrices are: all of it about the shoulders, which else swell. */
function straightnessOf({ names, labels = names, joints, weights, count }) {
  const isThere = labels.map((name) => /Shoulder|UpperArm$|upperChest/.test(name));
  return Float32Array.from({ length: count }, (_, v) => {
    let part = 0;
    for (let i = 4 * v; i < 4 * v + 4; i++) if (isThere[joints[i]]) part += weights[i];
    return 0.3 + 0.7 * part;
  });
}

class SkinMaterial extends Lit {
  constructor(count, motion, options = {}) {
    super(
      `
${skinning(count)}
attribute float isSkin;
uniform vec3 suit;
varying vec3 shown;

void main() {
  vec3 n;
  gl_Position = seenFrom(placed(n));
  shown = shadeOf(mix(mix(suit, color, isSkin), light, glow), n, 1.0);
}`,
      asShown,
      {
        ...options,
        uniforms: {
          ...motion,
          suit: { value: new Color() },
          light: { value: new Color() },
          opacity: { value: options.opacity ?? 1 },
        },
      },
    );
  }
}

/** A surface of a visitor's character: a picture on it, if it has one, lit as clay is. */
class SurfaceMaterial extends Lit {
  constructor(count, motion, { color, opacity, map, cutoff, isBlended, doubleSided }) {
    super(
      `
${skinning(count)}
varying vec3 shown;
varying vec2 where;
varying float lit;

void main() {
  vec3 n;
  gl_Position = seenFrom(placed(n));
  shown = lightOn(n, 1.0);
  lit = glow;
  where = uv;
}`,
      `
uniform vec3 color;
uniform vec3 light;
uniform float opacity;
uniform float cutoff;
uniform sampler2D map;
varying vec3 shown;
varying vec2 where;
varying float lit;

void main() {
  vec4 own = vec4(color, opacity);
#ifdef HAS_MAP
  own *= texture2D(map, where);
#endif
  if (own.a < cutoff) discard;
  gl_FragColor = vec4(sRGBTransferOETF(vec4(min(mix(own.rgb, light, lit) * shown, 1.0), 1.0)).rgb, own.a);
}`,
      {
        defines: map ? { HAS_MAP: '' } : {},
        transparent: isBlended,
        side: doubleSided ? DoubleSide : FrontSide,
        uniforms: { ...motion, light: { value: new Color() }, opacity: { value: opacity }, cutoff: { value: cutoff }, map: { value: map } },
      },
    );
    // glTF's colours are linear already; a surface without one of its own is painted by the theme.
    this.isPainted = color === null;
    if (color) this.color.setRGB(...color);
  }
}

/** What is drawn into the floor's shadows, as it stands: white. */
class ShadowMaterial extends Lit {
  constructor(count, motion) {
    super(
      `
${skinning(count)}
void main() {
  vec3 n;
  gl_Position = seenFrom(placed(n));
}`,
      'void main() { gl_FragColor = vec4(1.0); }',
      { depthTest: false, depthWrite: false, uniforms: motion },
    );
    // The floor draws everything else with a material that knows of no joints.
    this.allowOverride = false;
  }
}

/** What is in it is moved before it is drawn, as three.js does with its own skins. */
class SkinGroup extends Group {
  constructor(settle) {
    super();
    this.settle = settle;
  }

  updateMatrixWorld(force) {
    super.updateMatrixWorld(force);
    if (this.visible) this.settle();
  }
}

export class BodySkin {
  constructor(shape) {
    this.shape = shape;
    const { count } = shape;
    const n = shape.names.length;
    // Four numbers a joint: how it is turned and shifted, as a dual quaternion.
    this.turns = Float32Array.from({ length: 4 * n }, (_, i) => Number(i % 4 === 3));
    this.shifts = new Float32Array(4 * n);
    const motion = { turns: { value: this.turns }, shifts: { value: this.shifts } };
    this.materials = shape.surfaces?.map((surface) => new SurfaceMaterial(n, motion, surface)) ?? [new SkinMaterial(n, motion)];
    [this.material] = this.materials;
    this.geometry = new BufferGeometry();
    this.geometry.setIndex(shape.index);
    this.straightness = straightnessOf(shape);
    this.isMovedHere = drawsInSoftware();
    if (!this.isMovedHere) {
      this.#attribute('joints', shape.joints, 4);
      this.#attribute('weights', shape.weights, 4);
      this.#attribute('straightness', this.straightness, 1);
    }
    this.#attribute('isSkin', shape.isSkin, 1);
    this.#attribute('glow', new Float32Array(count), 1);
    shape.surfaces?.forEach(({ start, count: corners }, i) => this.geometry.addGroup(start, corners, i));
    if (shape.uvs) this.#attribute('uv', shape.uvs, 2);
    this.group = new SkinGroup(() => this.isMovedHere && this.#settle());
    this.#addMeshes(shape, new ShadowMaterial(n, motion));
  }

  /** The shape, of few triangles where it has such a form, and its shadow, for which few are enough. */
  #addMeshes(shape, shadowMaterial) {
    this.mesh = new Mesh(this.geometry, shape.surfaces ? this.materials : this.material);
    this.coarse = this.geometry;
    if (shape.coarse) {
      this.coarse = new BufferGeometry();
      this.coarse.setIndex(shape.coarse);
      this.coarse.attributes = this.geometry.attributes;
      this.group.add(seenIn(new Mesh(this.coarse, this.material), false));
      seenIn(this.mesh, true);
    }
    this.shadow = shadowOnly(new Mesh(this.coarse, shadowMaterial));
    this.group.add(this.mesh, this.shadow);
    // The skin is not where the geometry says.
    for (const mesh of this.group.children) mesh.frustumCulled = false;
  }

  #attribute(name, numbers, size) {
    this.geometry.setAttribute(name, new Float32BufferAttribute(numbers, size));
  }

  /** The body at rest, as BodyShape.rest has it. */
  setRest({ skin, joints }) {
    this.#attribute('position', skin, 3);
    if (this.shape.normals?.some((x) => x !== 0)) this.#attribute('normal', this.shape.normals, 3);
    else this.geometry.computeVertexNormals();
    const { position, normal } = this.geometry.attributes;
    this.restPlaces = position.array.slice();
    this.restNormals = normal.array.slice();
    this.rest = joints.map((at) => new Vector3().fromArray(at));
    this.rest.forEach((at, j) => this.place(j, at, new Quaternion()));
  }

  /** Where a joint is in the world now, and how it is turned. */
  place(j, position, rotation) {
    const { x, y, z, w } = rotation;
    const by = this.rest[j].clone().applyQuaternion(rotation).negate().add(position);
    this.turns.set([x, y, z, w], 4 * j);
    this.shifts.set(
      [
        0.5 * (by.x * w + by.y * z - by.z * y),
        0.5 * (by.y * w + by.z * x - by.x * z),
        0.5 * (by.z * w + by.x * y - by.y * x),
        -0.5 * (by.x * x + by.y * y + by.z * z),
      ],
      4 * j,
    );
    this.isOld = true;
  }

  /** How much each joint's skin is lit: 0 to 1. */
  light(part) {
    const { joints, weights, names } = this.shape;
    const { glow } = this.geometry.attributes;
    const parts = names.map((_, j) => part(j));
    if (this.parts?.every((x, j) => x === parts[j])) return;
    this.parts = parts;
    for (let v = 0; v < glow.count; v++) {
      glow.array[v] = 0;
      for (let i = 4 * v; i < 4 * v + 4; i++) glow.array[v] += weights[i] * parts[joints[i]];
    }
    glow.needsUpdate = true;
  }

  colors({ skin, suit, light }) {
    for (const material of this.materials) {
      if (material.isPainted !== false) material.color.set(this.shape.surfaces ? suit : skin);
      material.uniforms.suit?.value.set(suit);
      material.uniforms.light.value.set(light);
    }
  }

  /** What the graphics card holds is given back. */
  dispose() {
    this.geometry.dispose();
    this.coarse.dispose();
    this.shadow.material.dispose();
    for (const material of this.materials) {
      material.uniforms.map?.value?.dispose();
      material.dispose();
    }
  }

  /** Where every vertex is now, for the pointer. */
  places() {
    const found = new Float32Array(this.restPlaces.length);
    this.#move(found, null);
    return found;
  }

  /** Without a graphics card: what it would work out, into what is drawn. */
  #settle() {
    if (!this.isOld) return;
    this.isOld = false;
    const { position, normal } = this.geometry.attributes;
    this.#move(position.array, normal.array);
    position.needsUpdate = normal.needsUpdate = true;
  }

  /** As onCard, number by number: a vector for each vertex would take ten times as long. */
  #move(places, normals) {
    const { turns, shifts, straightness, restPlaces: rest, restNormals: upright } = this;
    const { joints, weights, count } = this.shape;
    for (let v = 0, p = 0; v < count; v++, p += 3) {
      const x = rest[p];
      const y = rest[p + 1];
      const z = rest[p + 2];
      const first = 4 * joints[4 * v];
      let qx = 0;
      let qy = 0;
      let qz = 0;
      let qw = 0;
      let dx = 0;
      let dy = 0;
      let dz = 0;
      let dw = 0;
      let sx = 0;
      let sy = 0;
      let sz = 0;
      for (let i = 4 * v; i < 4 * v + 4; i++) {
        const weight = weights[i];
        if (weight === 0) continue;
        const j = 4 * joints[i];
        const tx = turns[j];
        const ty = turns[j + 1];
        const tz = turns[j + 2];
        const tw = turns[j + 3];
        const ex = shifts[j];
        const ey = shifts[j + 1];
        const ez = shifts[j + 2];
        const ew = shifts[j + 3];
        const part = turns[first] * tx + turns[first + 1] * ty + turns[first + 2] * tz + turns[first + 3] * tw < 0 ? -weight : weight;
        qx += part * tx;
        qy += part * ty;
        qz += part * tz;
        qw += part * tw;
        dx += part * ex;
        dy += part * ey;
        dz += part * ez;
        dw += part * ew;
        const a = ty * z - tz * y + tw * x;
        const b = tz * x - tx * z + tw * y;
        const c = tx * y - ty * x + tw * z;
        sx += weight * (x + 2 * (ty * c - tz * b + tw * ex - ew * tx + ty * ez - tz * ey));
        sy += weight * (y + 2 * (tz * a - tx * c + tw * ey - ew * ty + tz * ex - tx * ez));
        sz += weight * (z + 2 * (tx * b - ty * a + tw * ez - ew * tz + tx * ey - ty * ex));
      }
      const size = 1 / Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
      qx *= size;
      qy *= size;
      qz *= size;
      qw *= size;
      dx *= size;
      dy *= size;
      dz *= size;
      dw *= size;
      const a = qy * z - qz * y + qw * x;
      const b = qz * x - qx * z + qw * y;
      const c = qx * y - qy * x + qw * z;
      const straight = straightness[v];
      const curved = 1 - straight;
      places[p] = curved * (x + 2 * (qy * c - qz * b + qw * dx - dw * qx + qy * dz - qz * dy)) + straight * sx;
      places[p + 1] = curved * (y + 2 * (qz * a - qx * c + qw * dy - dw * qy + qz * dx - qx * dz)) + straight * sy;
      places[p + 2] = curved * (z + 2 * (qx * b - qy * a + qw * dz - dw * qz + qx * dy - qy * dx)) + straight * sz;
      if (!normals) continue;
      const nx = upright[p];
      const ny = upright[p + 1];
      const nz = upright[p + 2];
      const d = qy * nz - qz * ny + qw * nx;
      const e = qz * nx - qx * nz + qw * ny;
      const f = qx * ny - qy * nx + qw * nz;
      normals[p] = nx + 2 * (qy * f - qz * e);
      normals[p + 1] = ny + 2 * (qz * d - qx * f);
      normals[p + 2] = nz + 2 * (qx * e - qy * d);
    }
  }
}
