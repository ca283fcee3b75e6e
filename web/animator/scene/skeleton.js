// SPDX-License-Identifier: MIT
// Bones under the skin, for when the body is of glass: humerus, radius and ulna, the hand's, and a hint of ribs, spine and breastbone.
import { CatmullRomCurve3, Group, InstancedMesh, Matrix4, Mesh, Quaternion, TubeGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { Clay } from './clay.js';
import { loft } from './loft.js';

const color = '#efe6cf';
const along = new Vector3(0, 0, 1);

const profile = [[0, 0.5, 0.5], [0.03, 0.95, 0.95], [0.12, 0.85, 0.85], [0.35, 0.6, 0.6], [0.65, 0.6, 0.6], [0.88, 0.85, 0.85], [0.97, 0.95, 0.95], [1, 0.5, 0.5]];

/** A bone one metre long and two metres wide at its ends: scaled to what it is, so that its sides are nearly parallel. */
function unitBone() {
  const shape = loft(profile, { around: 8, along: 2 });
  const { normal } = shape.attributes;
  for (let i = 0; i < normal.count; i++) {
    const size = Math.hypot(normal.getX(i), normal.getY(i));
    if (size > 1e-3) normal.setXYZ(i, normal.getX(i) / size, normal.getY(i) / size, 0);
  }
  return shape;
}

function thorax() {
  const curve = (points, radius) => new TubeGeometry(new CatmullRomCurve3(points.map((point) => new Vector3(...point))), 24, radius, 6);
  const parts = [];
  // From the spine round to the front, lower there: the upper ones to the breastbone, the lower ones end free.
  for (let i = 0; i < 9; i++) {
    const z = 1.4 - 0.034 * i;
    const wide = 0.062 + 0.066 * Math.sin((Math.PI * (i + 1.2)) / 13);
    const deep = 0.06 + 0.032 * Math.sin((Math.PI * (i + 1.5)) / 12);
    const far = i < 7 ? 1 : 0.82;
    for (const side of [-1, 1]) {
      const points = Array.from({ length: 9 }, (_, k) => {
        const angle = (far * Math.PI * k) / 8;
        return [side * Math.max(0.012, wide * Math.sin(angle)), 0.005 - deep * Math.cos(angle), z - 0.05 * (k / 8) - 0.012 * Math.sin(angle)];
      });
      parts.push(curve(points, 0.0045));
    }
  }
  parts.push(curve([[0, 0.07, 1.35], [0, 0.09, 1.25], [0, 0.098, 1.16]], 0.009));
  parts.push(curve([[0, -0.03, 1.5], [0, -0.058, 1.38], [0, -0.085, 1.25], [0, -0.06, 1.1], [0, -0.055, 0.98]], 0.014));
  return mergeGeometries(parts);
}

/** The bones of an arm: [from, to, radius] of each, in the scene. */
function armBones(limb) {
  limb.group.updateWorldMatrix(true, true);
  const at = (object) => object.getWorldPosition(new Vector3());
  const [shoulder, elbow, wrist] = [limb.group, limb.forearm, limb.hand].map(at);
  const outward = new Vector3(0, 1, 0).applyQuaternion(limb.upperArm.quaternion);
  const thumb = new Vector3(0, 1, 0).applyQuaternion(limb.hand.quaternion);
  const bones = [
    [shoulder, elbow, 0.017],
    // Forearm: the ulna turns with the elbow, the radius with the hand; in pronation they cross.
    [elbow.clone().addScaledVector(outward, -0.016), wrist.clone().addScaledVector(thumb, -0.016), 0.0105],
    [elbow.clone().addScaledVector(outward, 0.016), wrist.clone().addScaledVector(thumb, 0.014), 0.0115],
  ];
  const hand = (point) => limb.handSkin.localToWorld(point.clone());
  limb.fingers.forEach((points, d) => {
    const joints = points.map(hand);
    if (d > 0) bones.push([wrist.clone().lerp(joints[0], 0.25), joints[0], 0.0065]);
    for (let i = 0; i < 3; i++) bones.push([joints[i], joints[i + 1], 0.0068 - 0.001 * i]);
  });
  return bones;
}

const perArm = 3 + 4 + 15;

export class Skeleton {
  constructor(stage) {
    this.group = new Group();
    this.bones = new InstancedMesh(unitBone(), new Clay({ color }), 2 * perArm);
    this.bones.frustumCulled = false;
    this.thorax = new Mesh(thorax(), new Clay({ color }));
    this.group.add(this.bones, this.thorax);
    this.group.visible = false;
    stage.scene.add(this.group);
  }

  /** Under the arms as they are drawn. */
  place(limbs) {
    const matrix = new Matrix4();
    let i = 0;
    for (const limb of Object.values(limbs))
      for (const [from, to, radius] of armBones(limb)) {
        const way = to.clone().sub(from);
        const length = way.length();
        matrix.compose(from, new Quaternion().setFromUnitVectors(along, way.normalize()), new Vector3(radius, radius, length));
        this.bones.setMatrixAt(i++, matrix);
      }
    this.bones.instanceMatrix.needsUpdate = true;
  }
}
