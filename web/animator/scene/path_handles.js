// SPDX-License-Identifier: MIT
// The points of a path as dots to drag.
import { DraggableBalls } from './draggable_balls.js';

export class PathHandles extends DraggableBalls {
  /** line: in whose axes the points are. onMove(i, point) while one is dragged, onEnd() after; normal(): see DraggableBalls. */
  constructor(stage, line, { onMove, onEnd, normal }) {
    super(stage, { onMove: (ball, place) => onMove(this.balls.indexOf(ball), line.group.worldToLocal(place).toArray()), onEnd, normal });
    this.line = line;
  }

  /** [x, y, z] each; none: no dots. */
  set(points) {
    while (this.balls.length < points.length) this.add(0.0095, '#3e7bfa', this.line.group);
    this.balls.forEach((ball, i) => {
      ball.visible = i < points.length;
      if (ball.visible) ball.position.fromArray(points[i]);
    });
  }
}
