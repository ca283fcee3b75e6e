// SPDX-License-Identifier: MIT
// The elbow's circle: green where every limit holds, red where one would break, and a handle at the elbow.
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { ColoredParts } from './colored_parts.js';
import { snapped } from './pointer.js';

const turn = 2 * Math.PI;
const step = turn / 60;
const sides = 3;
const maxRings = 200;
const arcColors = { green: new Color('#2fb36a'), red: new Color('#e0565b') };

/** Tubes along parts of a circle, in their colours, their corners written anew whenever the hand moves. */
class Arcs {
  constructor() {
    this.geometry = new BufferGeometry();
    this.positions = new Float32Array(maxRings * sides * 3);
    this.colors = new Float32Array(maxRings * sides * 3);
    this.index = new Uint16Array(maxRings * sides * 6);
    this.geometry.setAttribute('position', new BufferAttribute(this.positions, 3));
    this.geometry.setAttribute('color', new BufferAttribute(this.colors, 3));
    this.geometry.setIndex(new BufferAttribute(this.index, 1));
    // Twice: as it is, and faintly through what is before it.
    this.meshes = [{}, { transparent: true, opacity: 0.25, depthTest: false, depthWrite: false }].map((options, i) => {
      const mesh = new Mesh(this.geometry, new MeshBasicMaterial({ vertexColors: true, toneMapped: false, ...options }));
      mesh.frustumCulled = false;
      mesh.renderOrder = 12 - i;
      return mesh;
    });
  }

  /** sets: { intervals, color, thickness } */
  draw(circle, sets) {
    let ring = 0;
    let corner = 0;
    const point = new Vector3();
    for (const { intervals, color, thickness } of sets) {
      for (const [from, to] of intervals) {
        const count = Math.max(1, Math.ceil((to - from) / step));
        for (let i = 0; i <= count && ring < maxRings; i++, ring++) {
          const out = circle.direction(from + ((to - from) * i) / count);
          for (let k = 0; k < sides; k++) {
            const angle = (turn * k) / sides;
            const a = ring * sides + k;
            point
              .copy(circle.center)
              .addScaledVector(out, circle.radius + thickness * Math.cos(angle))
              .addScaledVector(circle.normal, thickness * Math.sin(angle))
              .toArray(this.positions, 3 * a);
            color.toArray(this.colors, 3 * a);
            if (i === 0) continue;
            const b = ring * sides + ((k + 1) % sides);
            this.index.set([a, b, a - sides, b, b - sides, a - sides], corner);
            corner += 6;
          }
        }
      }
    }
    this.geometry.attributes.position.needsUpdate = true;
    this.geometry.attributes.color.needsUpdate = true;
    this.geometry.index.needsUpdate = true;
    this.geometry.setDrawRange(0, corner);
  }
}

export class ElbowCircle {
  priority = 8;
  cursor = 'grab';

  /** onSwivel(swivel) while the handle is dragged, onHover(swivel, x, y) or onHover(null) over the circle. */
  constructor(stage, { onStart, onSwivel, onEnd, onHover }) {
    this.stage = stage;
    this.callbacks = { onStart, onSwivel, onEnd, onHover };
    this.group = new Group();
    this.arcs = new Arcs();
    this.group.add(...this.arcs.meshes);
    this.handle = new ColoredParts([new SphereGeometry(0.026, 12, 8), new SphereGeometry(0.02, 12, 8)], [arcColors.green, '#ffffff'], 1);
    this.handle.renderOrder = 30;
    this.group.add(this.handle);
    stage.scene.add(this.group);
    this.center = new Vector3();
    this.normal = new Vector3(0, 0, 1);
    this.first = new Vector3(1, 0, 0);
    this.second = new Vector3(0, 1, 0);
    this.radius = 0;
    stage.onFrame(() => this.#fit());
  }

  /** From the line to the elbow, at a swivel. */
  direction(swivel) {
    return new Vector3().copy(this.first).multiplyScalar(Math.cos(swivel)).addScaledVector(this.second, Math.sin(swivel));
  }

  at(swivel) {
    return this.direction(swivel).multiplyScalar(this.radius).add(this.center);
  }

  /**
   * geometry: { center, normal, radius, first } in the scene, first where swivel 0 is; green: sorted intervals of swivels;
   * swivel: the elbow's.
   */
  update(geometry, green, swivel) {
    this.group.visible = geometry.radius > 0.004;
    if (!this.group.visible) return;
    this.center.copy(geometry.center);
    this.normal.copy(geometry.normal);
    this.first.copy(geometry.first);
    this.second.crossVectors(this.normal, this.first);
    this.radius = geometry.radius;
    this.swivel = swivel;
    this.arcs.draw(this, [
      { intervals: gaps(green), color: arcColors.red, thickness: 0.0032 },
      { intervals: green, color: arcColors.green, thickness: 0.0045 },
    ]);
    this.handle.position.copy(this.at(swivel));
    this.handle.paint(0, contains(green, swivel) ? arcColors.green : arcColors.red);
  }

  /** The swivel of the circle's point nearest to a place in the picture; near ties the one nearest to the elbow now. */
  #nearest(x, y, loyalty) {
    let best = { score: Infinity };
    const screen = new Vector3();
    const measure = (swivel) => {
      this.stage.toScreen(this.at(swivel), screen);
      const away = Math.hypot(screen.x - x, screen.y - y);
      const off = Math.abs(Math.atan2(Math.sin(swivel - this.swivel), Math.cos(swivel - this.swivel)));
      return { away, swivel, score: away + loyalty * off };
    };
    for (let i = 0; i < 90; i++) {
      const found = measure((turn * i) / 90 - Math.PI);
      if (found.score < best.score) best = found;
    }
    for (let width = turn / 180; width > 1e-4; width /= 2) {
      for (const side of [-1, 1]) {
        const found = measure(best.swivel + side * width);
        if (found.score < best.score) best = found;
      }
    }
    return best;
  }

  /** The dot on the elbow goes before everything else under the pointer; the circle itself after the gizmo. */
  get grip() {
    const circle = this;
    return {
      priority: 12,
      cursor: 'grab',
      pick(at) {
        if (!circle.group.visible) return null;
        const elbow = circle.stage.toScreen(circle.handle.position);
        return Math.hypot(elbow.x - at.x, elbow.y - at.y) < at.reach + 3 ? {} : null;
      },
      hover: (found) => circle.handle.paint(1, found ? '#ffd166' : '#ffffff'),
      down: () => circle.callbacks.onStart?.(),
      move: (at) => circle.move(at),
      up: () => circle.up(),
    };
  }

  pick(at) {
    if (!this.group.visible) return null;
    const near = this.#nearest(at.x, at.y, 0);
    return near.away < at.reach * 0.8 ? { swivel: near.swivel, x: at.x, y: at.y } : null;
  }

  hover(found) {
    this.callbacks.onHover(found ? found.swivel : null, found?.x, found?.y);
  }

  down(found) {
    this.callbacks.onStart?.();
    this.callbacks.onSwivel(found.swivel);
  }

  move(at) {
    this.callbacks.onSwivel(snapped(this.#nearest(at.x, at.y, 6).swivel, at.turn));
  }

  up() {
    this.callbacks.onEnd?.();
  }

  #fit() {
    // As large as it is 3.4 m away in a picture 700 pixels high.
    this.handle.scale.setScalar(Math.max(0.6, this.stage.pixelAt(this.handle.position) / 0.00279));
  }
}

export function contains(intervals, swivel) {
  return intervals.some(([from, to]) => {
    const s = from + (((swivel - from) % turn) + turn) % turn;
    return s <= to + 1e-7 || s - turn >= from - 1e-7;
  });
}

/** What a sorted set leaves of the circle. */
function gaps(intervals) {
  if (intervals.length === 0) return [[-Math.PI, Math.PI]];
  return intervals
    .map(([, to], i) => [to, i + 1 < intervals.length ? intervals[i + 1][0] : intervals[0][0] + turn])
    .filter(([from, to]) => to - from > 1e-9);
}
