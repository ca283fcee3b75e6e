// SPDX-License-Identifier: MIT
// The points of a path as dots to drag, each in the plane of the picture: with the view turned, in depth too.
import { Mesh, MeshBasicMaterial, Plane, SphereGeometry, Vector3 } from 'three';

export class PathHandles {
  priority = 16;
  cursor = 'grab';

  /** parent: in whose axes the points are. onMove(i, point) while one is dragged, onEnd() after; normal(): of another plane. */
  constructor(stage, parent, { onMove, onEnd, normal = () => null }) {
    Object.assign(this, { stage, parent, onMove, onEnd, normal, balls: [] });
    this.material = new MeshBasicMaterial({ color: '#3e7bfa', toneMapped: false, depthTest: false, transparent: true });
    this.lit = new MeshBasicMaterial({ color: '#ffd166', toneMapped: false, depthTest: false, transparent: true });
    this.shape = new SphereGeometry(0.0095, 14, 10);
  }

  /** [x, y, z] each; none: no dots. */
  set(points) {
    while (this.balls.length > points.length) this.balls.pop().removeFromParent();
    points.forEach((point, i) => {
      this.balls[i] ??= new Mesh(this.shape, this.material);
      this.balls[i].renderOrder = 22;
      this.parent.add(this.balls[i]);
      this.balls[i].position.fromArray(point);
    });
  }

  place(i) {
    return this.balls[i].getWorldPosition(new Vector3());
  }

  pick(at) {
    let best = null;
    this.balls.forEach((_, i) => {
      const { x, y } = this.stage.toScreen(this.place(i));
      const away = Math.hypot(x - at.x, y - at.y);
      if (away < at.reach && (!best || away < best.away)) best = { i, away };
    });
    return best;
  }

  hover(found) {
    this.balls.forEach((ball, i) => (ball.material = found?.i === i ? this.lit : this.material));
  }

  down({ i }, at) {
    this.dragged = i;
    const from = this.place(i);
    this.plane = new Plane().setFromNormalAndCoplanarPoint(this.normal() ?? this.stage.camera.getWorldDirection(new Vector3()), from);
    this.offset = from.sub(at.ray.intersectPlane(this.plane, new Vector3()) ?? from);
  }

  move(at) {
    const hit = at.ray.intersectPlane(this.plane, new Vector3());
    if (hit) this.onMove(this.dragged, this.parent.worldToLocal(hit.add(this.offset)).toArray());
  }

  up() {
    this.onEnd();
  }
}
