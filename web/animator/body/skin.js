// SPDX-License-Identifier: MIT
// The body to look at: clay whose skin follows the joints. Every joint rests without rotation, so that its motion is the pose it
// has now against the place it rests at. Motions are blended as dual quaternions (Kavan et al. 2007), so that what bends or twists
// does not collapse; partly as matrices are, so that it does not swell.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, FrontSide, Group, Mesh, Quaternion, Vector3, Vector4 } from 'three';
import { Lit } from '../scene/clay.js';
import { shadowOnly } from '../scene/floor.js';

export const bodyColors = {
  light: { skin: '#d8b49f', suit: '#6d8ca1', light: '#f2c14e' },
  dark: { skin: '#c7a18b', suit: '#6485a0', light: '#e8b23c' },
};

const skinning = (count) => `
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

/** As movedBy in the shader. */
function movedBy(q, d, from, into) {
  const { x, y, z } = from;
  const [a, b, c] = [q.y * z - q.z * y + q.w * x, q.z * x - q.x * z + q.w * y, q.x * y - q.y * x + q.w * z];
  return into.set(
    x + 2 * (q.y * c - q.z * b + q.w * d.x - d.w * q.x + q.y * d.z - q.z * d.y),
    y + 2 * (q.z * a - q.x * c + q.w * d.y - d.w * q.y + q.z * d.x - q.x * d.z),
    z + 2 * (q.x * b - q.y * a + q.w * d.z - d.w * q.z + q.x * d.y - q.y * d.x),
  );
}

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
uniform vec3 light;
uniform float lit[${count}];
varying vec3 shown;

void main() {
  vec3 n = normal;
  vec4 place = modelMatrix * vec4(moved(position, n), 1.0);
  float glow = 0.0;
  for (int i = 0; i < 4; i++) glow += weights[i] * lit[int(joints[i])];
  shown = shadeOf(mix(mix(suit, color, isSkin), light, glow), normalize(mat3(modelMatrix) * n), 1.0);
  gl_Position = projectionMatrix * viewMatrix * place;
}`,
      `
uniform float opacity;
varying vec3 shown;

void main() {
  gl_FragColor = vec4(shown, opacity);
}`,
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
uniform vec3 light;
uniform float lit[${count}];
varying vec3 shown;
varying vec2 where;
varying float glow;

void main() {
  vec3 n = normal;
  vec4 place = modelMatrix * vec4(moved(position, n), 1.0);
  glow = 0.0;
  for (int i = 0; i < 4; i++) glow += weights[i] * lit[int(joints[i])];
  shown = lightOn(normalize(mat3(modelMatrix) * n), 1.0);
  where = uv;
  gl_Position = projectionMatrix * viewMatrix * place;
}`,
      `
uniform vec3 color;
uniform vec3 light;
uniform float opacity;
uniform float cutoff;
uniform sampler2D map;
varying vec3 shown;
varying vec2 where;
varying float glow;

void main() {
  vec4 own = vec4(color, opacity);
#ifdef HAS_MAP
  own *= texture2D(map, where);
#endif
  if (own.a < cutoff) discard;
  gl_FragColor = vec4(sRGBTransferOETF(vec4(min(mix(own.rgb, light, glow) * shown, 1.0), 1.0)).rgb, own.a);
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
  vec3 n = normal;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(moved(position, n), 1.0);
}`,
      'void main() { gl_FragColor = vec4(1.0); }',
      { depthTest: false, depthWrite: false, uniforms: motion },
    );
    // The floor draws everything else with a material that knows of no joints.
    this.allowOverride = false;
  }
}

export class BodySkin {
  constructor(shape) {
    this.shape = shape;
    const n = shape.names.length;
    this.turns = Array.from({ length: n }, () => new Vector4(0, 0, 0, 1));
    this.shifts = Array.from({ length: n }, () => new Vector4());
    this.lit = { value: new Array(n).fill(0) };
    const motion = { turns: { value: this.turns }, shifts: { value: this.shifts }, lit: this.lit };
    this.materials = shape.surfaces?.map((surface) => new SurfaceMaterial(n, motion, surface)) ?? [new SkinMaterial(n, motion)];
    [this.material] = this.materials;
    this.geometry = new BufferGeometry();
    this.geometry.setIndex(shape.index);
    this.geometry.setAttribute('joints', new Float32BufferAttribute(shape.joints, 4));
    this.geometry.setAttribute('weights', new Float32BufferAttribute(shape.weights, 4));
    this.geometry.setAttribute('isSkin', new Float32BufferAttribute(shape.isSkin, 1));
    this.geometry.setAttribute('straightness', new Float32BufferAttribute(straightnessOf(shape), 1));
    shape.surfaces?.forEach(({ start, count }, i) => this.geometry.addGroup(start, count, i));
    if (shape.uvs) this.geometry.setAttribute('uv', new Float32BufferAttribute(shape.uvs, 2));
    this.mesh = new Mesh(this.geometry, shape.surfaces ? this.materials : this.material);
    this.shadow = shadowOnly(new Mesh(this.geometry, new ShadowMaterial(n, motion)));
    this.group = new Group();
    this.group.add(this.mesh, this.shadow);
    // The skin is not where the geometry says.
    for (const mesh of [this.mesh, this.shadow]) mesh.frustumCulled = false;
  }

  /** The body at rest, as BodyShape.rest has it. */
  setRest({ skin, joints }) {
    this.geometry.setAttribute('position', new Float32BufferAttribute(skin, 3));
    if (this.shape.normals?.some((x) => x !== 0)) this.geometry.setAttribute('normal', new Float32BufferAttribute(this.shape.normals, 3));
    else this.geometry.computeVertexNormals();
    this.rest = joints.map((at) => new Vector3().fromArray(at));
    this.rest.forEach((at, j) => this.place(j, at, new Quaternion()));
  }

  /** Where a joint is in the world now, and how it is turned. */
  place(j, position, rotation) {
    const { x, y, z, w } = rotation;
    const by = this.rest[j].clone().applyQuaternion(rotation).negate().add(position);
    this.turns[j].set(x, y, z, w);
    this.shifts[j].set(
      0.5 * (by.x * w + by.y * z - by.z * y),
      0.5 * (by.y * w + by.z * x - by.x * z),
      0.5 * (by.z * w + by.x * y - by.y * x),
      -0.5 * (by.x * x + by.y * y + by.z * z),
    );
  }

  /** How much each joint's skin is lit: 0 to 1. */
  light(part) {
    this.lit.value = this.shape.names.map((_, j) => part(j));
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
    this.shadow.material.dispose();
    for (const material of this.materials) {
      material.uniforms.map?.value?.dispose();
      material.dispose();
    }
  }

  /** Where every vertex is now: what the shader works out, for the pointer. */
  places() {
    const { joints, weights, count } = this.shape;
    const rest = this.geometry.attributes.position.array;
    const straightness = this.geometry.attributes.straightness.array;
    const found = new Float32Array(3 * count);
    const turn = new Vector4();
    const shift = new Vector4();
    const from = new Vector3();
    const straight = new Vector3();
    const at = new Vector3();
    for (let v = 0; v < count; v++) {
      from.fromArray(rest, 3 * v);
      turn.set(0, 0, 0, 0);
      shift.set(0, 0, 0, 0);
      straight.set(0, 0, 0);
      const first = this.turns[joints[4 * v]];
      for (let i = 4 * v; i < 4 * v + 4; i++) {
        const weight = weights[i];
        if (weight === 0) continue;
        const [q, d] = [this.turns[joints[i]], this.shifts[joints[i]]];
        const part = first.dot(q) < 0 ? -weight : weight;
        turn.addScaledVector(q, part);
        shift.addScaledVector(d, part);
        straight.addScaledVector(movedBy(q, d, from, at), weight);
      }
      const size = 1 / turn.length();
      movedBy(turn.multiplyScalar(size), shift.multiplyScalar(size), from, at).lerp(straight, straightness[v]).toArray(found, 3 * v);
    }
    return found;
  }
}
