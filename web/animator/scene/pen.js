// SPDX-License-Identifier: MIT
// A path drawn with one stroke of the pointer, in a plane of the scene.
import { Plane, Vector3 } from 'three';

const apart = 0.008;
const fewest = 8;

export class Pen {
  priority = 30;
  cursor = 'crosshair';

  /** line: shows the stroke, in its axes. through(): a place of the plane. normal(): the plane's, else it faces the viewer. */
  constructor(stage, line, { through, normal = () => null, onEnd }) {
    Object.assign(this, { stage, line, through, normal, onEnd });
  }

  pick() {
    return {};
  }

  down(_, at) {
    this.plane = new Plane().setFromNormalAndCoplanarPoint(this.normal() ?? this.stage.camera.getWorldDirection(new Vector3()), this.through());
    this.points = [];
    this.move(at);
  }

  move(at) {
    const hit = at.ray.intersectPlane(this.plane, new Vector3());
    if (!hit) return;
    const point = this.line.group.worldToLocal(hit).toArray();
    const last = this.points.at(-1);
    if (last && Math.hypot(...point.map((x, i) => x - last[i])) < apart) return;
    this.points.push(point);
    this.line.group.visible = true;
    if (this.points.length > 2) this.line.set(this.points, false);
  }

  /** onEnd(points), or onEnd(null) if they are too few for a path. */
  up() {
    this.onEnd(this.points.length > fewest ? this.points : null);
  }
}
