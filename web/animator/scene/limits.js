// SPDX-License-Identifier: MIT
// A person's limits of one arm as what they are: the region the direction of the upper arm, on a sphere about the shoulder; a ring
// about the upper arm with the arc in which it may turn; and about the wrist the curve that the middle of the hand may not leave.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, ShaderMaterial, SphereGeometry, Vector4 } from 'three';
import { add, axisAngle, cross, dot, normalize, scale, turned } from '../arm/vectors.js';

const inside = '#2fb36a';
const outside = '#e0565b';
const most = 12;
const region = 0.24;
const ring = 0.085;
const wristReach = 0.16;
const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];

/** Faint where no cap is, with a line along their edge. */
const regionMaterial = () =>
  new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { caps: { value: Array.from({ length: most }, () => new Vector4()) }, count: { value: 0 }, ink: { value: new Color(inside) } },
    vertexShader: 'varying vec3 way; void main() { way = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `
uniform vec4 caps[${most}];
uniform int count;
uniform vec3 ink;
varying vec3 way;

void main() {
  vec3 d = normalize(way);
  float spare = 3.0;
  for (int i = 0; i < ${most}; i++) if (i < count) spare = min(spare, acos(clamp(dot(d, caps[i].xyz), -1.0, 1.0)) - caps[i].w);
  if (spare < 0.0) discard;
  gl_FragColor = vec4(ink, spare < 0.022 ? 0.85 : 0.13);
}`,
  });

/** A line along places; where they are is written anew. */
class Curve {
  constructor(color, count, opacity = 1) {
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(3 * count), 3));
    this.line = new Line(this.geometry, new LineBasicMaterial({ color, transparent: true, opacity, depthTest: false }));
    this.line.frustumCulled = false;
    this.line.renderOrder = 16;
  }

  set(places) {
    places.forEach((place, i) => this.geometry.attributes.position.array.set(place, 3 * i));
    this.geometry.attributes.position.needsUpdate = true;
  }
}

/** The twist of an upper arm, as limb.h counts it: what is left of its rotation after the smallest turn from where it rests. */
export function twistOf(limb, upper) {
  const { axis, bend, zero } = twistFrame(limb, upper);
  const angle = Math.atan2(dot(axis, cross(zero, bend)), dot(zero, bend));
  return limb.side === 'left' ? -angle : angle;
}

// The upper arm's axis, the side to which the elbow bends, and the side where the twist is 0.
function twistFrame(limb, upper) {
  // A left arm is the mirror image, its own axes too.
  const flip = limb.side === 'left' ? ([x, y, z]) => [-x, y, z] : (v) => v;
  const { rest, restBend } = limb.limits;
  const [from, side] = [flip(rest), flip(restBend)];
  const axis = turned(upper, [0, 0, 1]);
  const about = cross(from, axis);
  const sine = Math.hypot(...about);
  const swing = sine < 1e-9 ? [0, 0, 0, 1] : axisAngle(about, Math.atan2(sine, dot(from, axis)));
  return { axis, bend: turned(upper, flip([1, 0, 0])), zero: turned(swing, side) };
}

const curveSize = 72;

/** Where the hand's middle points at the wrist's limit, against a hand that is not bent: found by halving, once for each limits. */
export function wristCurve(limb) {
  const { flexion, deviation } = limb.limits;
  const wrist = limb.limitNames.indexOf('wrist');
  const middle = limb.forward(limb.posture([0, 0.8, 0, 1, 0, 0, 0])).end.rotation;
  return Array.from({ length: curveSize + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / curveSize;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const along = (part) => limb.posture([0, 0.8, 0, 1, 0, part * c * Math.abs(flexion[c < 0 ? 0 : 1]), part * s * Math.abs(deviation[s < 0 ? 0 : 1])]);
    let [low, high] = [0, 1.5];
    for (let k = 0; k < 24; k++) {
      const part = (low + high) / 2;
      if (limb.check(along(part)).excess[wrist] > 0) high = part;
      else low = part;
    }
    return turned(conjugate(middle), turned(limb.forward(along(low)).end.rotation, [0, 0, 1]));
  });
}

export class LimitsView {
  constructor(stage) {
    this.group = new Group();
    this.group.visible = false;
    this.region = new Mesh(new SphereGeometry(region, 48, 32), regionMaterial());
    this.region.renderOrder = 11;
    const mark = () => {
      const mesh = new Mesh(new SphereGeometry(0.011, 10, 8), new MeshBasicMaterial({ depthTest: false, transparent: true }));
      mesh.renderOrder = 17;
      return mesh;
    };
    this.dots = { direction: mark(), twist: mark(), wrist: mark() };
    this.allowed = new Curve(inside, 61);
    this.forbidden = new Curve(outside, 61, 0.5);
    this.wrist = new Curve(inside, curveSize + 1);
    this.pointer = new Curve('#8a96a3', 2, 0.7);
    this.group.add(this.region, this.allowed.line, this.forbidden.line, this.wrist.line, this.pointer.line, ...Object.values(this.dots));
    stage.scene.add(this.group);
    this.key = '';
  }

  /** seen: what the model knows of its posture; q: its angles; shoulder: where the arm of the limb begins, in the scene. */
  update(limb, { posture, forward, check }, q, shoulder) {
    const { limits, side, limitNames } = limb;
    const key = JSON.stringify([side, limits]);
    if (key !== this.key) {
      this.key = key;
      const { caps, count } = this.region.material.uniforms;
      count.value = limits.caps.length;
      limits.caps.forEach(({ axis: [x, y, z], radius }, i) => caps.value[i].set(side === 'left' ? -x : x, y, z, radius));
      this.edge = wristCurve(limb);
    }
    this.group.position.fromArray(shoulder);
    const { excess } = check;
    const paint = (mesh, name) => mesh.material.color.set(excess[limitNames.indexOf(name)] > 1e-6 ? outside : inside);
    const { elbow, end } = forward;

    this.dots.direction.position.fromArray(scale(region, normalize(elbow)));
    paint(this.dots.direction, 'shoulder-direction');

    const { axis, bend, zero } = twistFrame(limb, posture.upper);
    const quarter = cross(axis, zero);
    const sign = side === 'left' ? -1 : 1;
    const middle = scale(0.62, elbow);
    const round = (angle, radius) => add(middle, add(scale(radius * Math.cos(angle), zero), scale(radius * sign * Math.sin(angle), quarter)));
    const [lower, upper] = limits.twist;
    const arc = (from, to, radius) => Array.from({ length: 61 }, (_, i) => round(from + ((to - from) * i) / 60, radius));
    this.allowed.set(arc(lower, upper, ring));
    this.forbidden.set(arc(upper, lower + 2 * Math.PI, ring));
    this.dots.twist.position.fromArray(add(middle, scale(ring, bend)));
    paint(this.dots.twist, 'shoulder-twist');

    // The hand as it would be with a straight wrist.
    const straight = limb.forward(limb.posture([...q.slice(0, 5), 0, 0])).end.rotation;
    const from = end.position;
    this.wrist.set(this.edge.map((way) => add(from, scale(wristReach, turned(straight, way)))));
    const tip = add(from, scale(wristReach, turned(end.rotation, [0, 0, 1])));
    this.dots.wrist.position.fromArray(tip);
    this.pointer.set([from, tip]);
    paint(this.dots.wrist, 'wrist');
  }
}
