// SPDX-License-Identifier: MIT
// Any chain as balls and bones on a stand, and its target as three small axes.
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { Clay } from './clay.js';
import { castShadow } from './floor.js';

const up = new Vector3(0, 1, 0);

function between(mesh, a, b) {
  const along = new Vector3().subVectors(b, a);
  const length = along.length();
  mesh.visible = length > 1e-6;
  mesh.position.copy(a).addScaledVector(along, 0.5);
  mesh.scale.set(1, Math.max(length, 1e-6), 1);
  mesh.quaternion.setFromUnitVectors(up, along.normalize());
}

export class ChainFigure {
  constructor(count) {
    this.group = new Group();
    const skin = new Clay({ color: '#d3dff0' });
    const joint = new Clay({ color: '#6d7f95' });
    const part = (geometry, material) => {
      const mesh = new Mesh(geometry, material);
      castShadow(mesh);
      this.group.add(mesh);
      return mesh;
    };
    const bone = new CylinderGeometry(0.018, 0.022, 1, 12);
    this.joints = Array.from({ length: count }, () => part(new SphereGeometry(0.032, 16, 12), joint));
    this.tip = part(new SphereGeometry(0.018, 16, 12), new Clay({ color: '#f5a524' }));
    this.bones = Array.from({ length: count }, () => part(bone, skin));
    this.target = new Group();
    ['#e5484d', '#30a46c', '#3e7bfa'].forEach((color, axis) => {
      const arrow = new Mesh(new CylinderGeometry(0.006, 0.006, 1, 8), new MeshBasicMaterial({ color, toneMapped: false }));
      const end = new Vector3().setComponent(axis, 0.12);
      between(arrow, new Vector3(), end);
      this.target.add(arrow);
    });
    this.group.add(this.target);
  }

  /** frames and tip of forward kinematics; `size` metres of the picture for a unit of the chain. */
  place({ frames, tip }, size) {
    const points = [...frames, tip].map(({ position }) => new Vector3().fromArray(position).multiplyScalar(size));
    this.joints.forEach((mesh, i) => mesh.position.copy(points[i]));
    this.tip.position.copy(points.at(-1));
    this.bones.forEach((mesh, i) => between(mesh, points[i], points[i + 1]));
  }

  placeTarget({ position, rotation }, size) {
    this.target.position.fromArray(position).multiplyScalar(size);
    this.target.quaternion.fromArray(rotation);
  }
}
