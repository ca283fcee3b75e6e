// SPDX-License-Identifier: MIT
// Balls to drag, seen through everything; each moves in the plane of the picture: with the view turned, in depth too.
import { Mesh, MeshBasicMaterial, Plane, SphereGeometry, Vector3 } from 'three';
import { snappedWay } from './pointer.js';

export class DraggableBalls {
  priority = 15;
  cursor = 'grab';

  /**
   * onStart(ball) when one is taken, onMove(ball, place) with its place in the scene as it is dragged, onEnd().
   * normal(): of another plane than the picture's; reach: pixels beyond the pointer's own.
   */
  constructor(stage, { onStart, onMove, onEnd, normal = () => null, reach = 0 }) {
    Object.assign(this, { stage, onStart, onMove, onEnd, normal, reach, balls: [] });
  }

  /** One more, hidden at first. */
  add(radius, color, parent = this.stage.scene) {
    const ball = new Mesh(new SphereGeometry(radius, 16, 12), new MeshBasicMaterial({ color, toneMapped: false, depthTest: false, transparent: true, opacity: 0.92 }));
    ball.renderOrder = 22;
    ball.visible = false;
    parent.add(ball);
    this.balls.push(ball);
    return ball;
  }

  set visible(is) {
    for (const ball of this.balls) ball.visible = is;
  }

  /** Where a ball is in the scene. */
  place(i) {
    return this.balls[i].getWorldPosition(new Vector3());
  }

  pick(at) {
    let best = null;
    this.balls.forEach((ball, i) => {
      const { x, y } = this.stage.toScreen(this.place(i));
      const away = Math.hypot(x - at.x, y - at.y);
      if (ball.visible && away < at.reach + this.reach && (!best || away < best.away)) best = { i, away };
    });
    return best;
  }

  hover(found) {
    this.balls.forEach((ball, i) => ball.scale.setScalar(found?.i === i ? 1.3 : 1));
  }

  down({ i }, at) {
    this.dragged = this.balls[i];
    const from = this.place(i);
    this.plane = new Plane().setFromNormalAndCoplanarPoint(this.normal() ?? this.stage.camera.getWorldDirection(new Vector3()), from);
    this.from = from;
    this.start = at.ray.intersectPlane(this.plane, new Vector3()) ?? from.clone();
    this.onStart?.(this.dragged);
  }

  move(at) {
    const hit = at.ray.intersectPlane(this.plane, new Vector3());
    // Steps are those of the picture's plane.
    if (hit) this.onMove(this.dragged, snappedWay(hit.sub(this.start), this.normal() ? 0 : at.step, this.stage.camera).add(this.from));
  }

  up() {
    this.onEnd();
  }
}
