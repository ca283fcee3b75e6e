// SPDX-License-Identifier: MIT
// Clavicle and scapula, in their own axes: along x to the side, z up.
import { ExtrudeGeometry, Group, Mesh, Shape, SphereGeometry } from 'three';
import { Clay } from './clay.js';
import { castShadow } from './floor.js';
import { loft } from './loft.js';

/** A bone with its two bends, as long as it is. */
function clavicleShape(length) {
  const bend = (t) => 0.008 * Math.sin(2 * Math.PI * t);
  const parts = [0, 0.08, 0.3, 0.55, 0.8, 0.94, 1];
  const thick = [0.011, 0.0115, 0.0075, 0.0065, 0.0075, 0.0095, 0.006];
  const geometry = loft(parts.map((t, i) => [t * length, thick[i] * 0.85, thick[i], 0, bend(t)]), { along: 3 });
  // Lofted along z: turned to lie along x, its bends forward and back.
  geometry.rotateY(Math.PI / 2);
  return geometry;
}

function scapulaShape() {
  const plate = new Shape();
  plate.moveTo(0.004, -0.03);
  plate.quadraticCurveTo(-0.04, -0.012, -0.098, -0.02);
  plate.quadraticCurveTo(-0.112, -0.07, -0.086, -0.158);
  plate.quadraticCurveTo(-0.078, -0.172, -0.066, -0.158);
  plate.quadraticCurveTo(-0.03, -0.09, 0.003, -0.072);
  plate.closePath();
  const geometry = new ExtrudeGeometry(plate, { depth: 0.004, bevelThickness: 0.003, bevelSize: 0.003, bevelSegments: 2, curveSegments: 8 });
  // Drawn in x and y: y becomes up.
  geometry.rotateX(Math.PI / 2);
  return geometry;
}

export class GirdleFigure {
  constructor(clavicleLength, side) {
    this.group = new Group();
    const bone = new Clay({ color: '#efe6cf' });
    this.clavicle = new Mesh(clavicleShape(clavicleLength), bone);
    this.scapula = new Group();
    const plate = new Mesh(scapulaShape(), bone);
    const acromion = new Mesh(new SphereGeometry(0.012, 14, 10), bone);
    acromion.scale.set(1.5, 1.1, 0.7);
    // The spine of the scapula, from its inner edge out to the acromion, on the back.
    const spine = new Mesh(loft([[0, 0.004, 0.004], [0.03, 0.005, 0.007], [0.09, 0.006, 0.008], [0.11, 0.005, 0.005]], { around: 8 }), bone);
    spine.position.set(-0.1, -0.004, -0.04);
    spine.rotation.y = 1.25;
    this.scapula.add(plate, acromion, spine);
    this.group.add(this.clavicle, this.scapula);
    // A left bone is a right one's mirror image, as its frame is.
    for (const bone of [this.clavicle, this.scapula]) bone.scale.x = side === 'left' ? -1 : 1;
    for (const mesh of [this.clavicle, plate, acromion, spine]) castShadow(mesh);
  }

  place({ clavicle, scapula }) {
    this.clavicle.position.fromArray(clavicle.position);
    this.clavicle.quaternion.fromArray(clavicle.rotation);
    this.scapula.position.fromArray(scapula.position);
    this.scapula.quaternion.fromArray(scapula.rotation);
  }
}
