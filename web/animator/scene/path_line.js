// SPDX-License-Identifier: MIT
// A path in space: a thin tube, and a ball that runs along it.
import { CatmullRomCurve3, Group, Mesh, MeshBasicMaterial, SphereGeometry, TubeGeometry, Vector3 } from 'three';

export class PathLine {
  constructor(color = '#f5a524') {
    this.group = new Group();
    this.material = new MeshBasicMaterial({ color, toneMapped: false });
    this.tube = new Mesh(undefined, this.material);
    this.ball = new Mesh(new SphereGeometry(0.014, 16, 12), this.material);
    this.group.add(this.tube, this.ball);
  }

  /** points: [x, y, z] each, in the group's axes. */
  set(points, closed) {
    this.tube.geometry?.dispose();
    const curve = new CatmullRomCurve3(points.map((p) => new Vector3(...p)), closed);
    this.tube.geometry = new TubeGeometry(curve, points.length * 2, 0.0035, 6, closed);
  }

  move(position) {
    this.ball.position.set(...position);
  }
}
