// SPDX-License-Identifier: MIT
// Six degrees under the pointer: arrows move along axes, rings turn about them, the world's or those of what is moved; the ball in
// the middle moves in the plane of the picture.
import { ConeGeometry, CylinderGeometry, Group, Plane, Quaternion, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { ColoredParts } from './colored_parts.js';
import { snapped, snappedWay } from './pointer.js';

const axes = [
  { name: 'x', color: '#e5484d', vector: new Vector3(1, 0, 0) },
  { name: 'y', color: '#30a46c', vector: new Vector3(0, 1, 0) },
  { name: 'z', color: '#3e7bfa', vector: new Vector3(0, 0, 1) },
];
const arrowFrom = 0.2;
const arrowTo = 0.72;
const ringRadius = 0.86;
const pixels = 88;
const pixelsOfHeight = 0.15;
const isTouched = window.matchMedia('(pointer: coarse)');

/** What the pointer meets is thicker than what is seen: by its size in the gizmo, or by how wide the pointer is. */
const picking = { ball: { rank: 0, size: 0.19, wide: 1 }, arrow: { rank: 1, size: 0.085, wide: 0.8 }, ring: { rank: 2, size: 0.06, wide: 0.6 } };

const litColor = '#ffd166';
const up = new Vector3(0, 1, 0);
const forward = new Vector3(0, 0, 1);
/** A shape that lies along an axis of its own, laid along another. */
const laid = (shape, from, to) => shape.clone().applyQuaternion(new Quaternion().setFromUnitVectors(from, to));

export class Gizmo {
  priority = 10;
  cursor = 'grab';

  /** onMove(position, rotation, whether it is turned) with three's own types, as the pointer moves; onEnd when it lets go; onCancel, if there
   * is one, when the drag is taken back. */
  constructor(stage, { onStart, onMove, onEnd, onCancel }) {
    this.stage = stage;
    this.callbacks = { onStart, onMove, onEnd };
    if (onCancel)
      this.cancel = () => {
        this.drag = null;
        onCancel();
      };
    this.group = new Group();
    this.group.userData.isHandle = true;
    this.turning = new Group();
    this.straight = new Group();
    this.rotation = new Quaternion();
    this.group.add(this.turning, this.straight);
    const length = arrowTo - arrowFrom;
    const middle = (arrowFrom + arrowTo) / 2;
    const arrow = mergeGeometries([new CylinderGeometry(0.014, 0.014, length, 6).translate(0, middle, 0), new ConeGeometry(0.05, 0.15, 12).translate(0, arrowTo + 0.06, 0)]);
    const ring = new TorusGeometry(ringRadius, 0.012, 3, 40);
    const colors = axes.map(({ color }) => color);
    this.moving = new ColoredParts([...axes.map(({ vector }) => laid(arrow, up, vector)), new SphereGeometry(0.105, 12, 8)], [...colors, '#f5a524'], 0.85);
    this.rings = new ColoredParts(axes.map(({ vector }) => laid(ring, forward, vector)), colors, 0.85);
    this.rings.renderOrder = 20;
    this.moving.renderOrder = 21;
    this.straight.add(this.moving);
    this.turning.add(this.rings);

    const points = (list) => list.map(([along, vector]) => vector.clone().multiplyScalar(along));
    this.parts = [{ kind: 'ball', axis: null, body: this.moving, index: axes.length, holder: this.group, line: [new Vector3()] }];
    axes.forEach((axis, index) => {
      const [a, b] = axes.filter((other) => other !== axis).map(({ vector }) => vector);
      const round = Array.from({ length: 49 }, (_, i) => a.clone().multiplyScalar(ringRadius * Math.cos((i * Math.PI) / 24)).addScaledVector(b, ringRadius * Math.sin((i * Math.PI) / 24)));
      this.parts.push({ kind: 'arrow', axis, body: this.moving, index, holder: this.straight, line: points([[arrowFrom, axis.vector], [arrowTo + 0.13, axis.vector]]) });
      this.parts.push({ kind: 'ring', axis, body: this.rings, index, holder: this.turning, line: round });
    });
    stage.scene.add(this.group);
    this.forget = stage.onFrame(() => this.#fit());
    this.#fit();
  }

  set visible(is) {
    this.group.visible = is;
  }

  /** Out of the picture for good. */
  remove() {
    this.forget();
    this.stage.scene.remove(this.group);
  }

  /** Whether there are rings to turn it. */
  set turns(is) {
    this.turning.visible = is;
  }

  get position() {
    return this.group.position;
  }

  /** Where the hand is wanted, and how turned. Does nothing while it is being dragged itself. */
  place(position, rotation) {
    if (this.drag) return;
    this.group.position.fromArray(position);
    this.rotation.fromArray(rotation);
    this.#align();
  }

  #align() {
    for (const group of [this.straight, this.turning]) {
      if (this.stage.hasLocalAxes) group.quaternion.copy(this.rotation);
      else group.quaternion.identity();
    }
  }

  /** The ball's colour: whether the hand got there. */
  set tone(color) {
    this.moving.paint(axes.length, color);
  }

  pick(at) {
    if (!this.group.visible) return null;
    let best = null;
    for (const part of this.parts) {
      if (part.kind === 'ring' && !this.turning.visible) continue;
      const { rank, size, wide } = picking[part.kind];
      const found = this.#nearest(part, at);
      if (found.away > Math.max(size * this.pixels, wide * at.reach)) continue;
      // Ball before arrow before ring: the small things would else be unreachable.
      if (!best || rank < best.rank || (rank === best.rank && found.away < best.away)) best = { part, rank, ...found };
    }
    return best;
  }

  // Where a part comes nearest to the pointer, in pixels of the picture.
  #nearest({ line, holder }, at) {
    holder.updateWorldMatrix(true, false);
    const places = line.map((point) => holder.localToWorld(point.clone()));
    const seen = places.map((place) => this.stage.toScreen(place, new Vector3()));
    let best = { away: Infinity, point: null };
    for (let i = 0; i < Math.max(1, seen.length - 1); i++) {
      const [a, b] = [seen[i], seen[Math.min(i + 1, seen.length - 1)]];
      const along = { x: b.x - a.x, y: b.y - a.y };
      const part = Math.min(Math.max(((at.x - a.x) * along.x + (at.y - a.y) * along.y) / (along.x ** 2 + along.y ** 2 || 1), 0), 1);
      const away = Math.hypot(a.x + part * along.x - at.x, a.y + part * along.y - at.y);
      if (away < best.away) best = { away, point: places[i].clone().lerp(places[Math.min(i + 1, places.length - 1)], part) };
    }
    return best;
  }

  hover(found) {
    for (const part of this.parts) if (part.axis) part.body.paint(part.index, found?.part === part ? litColor : part.axis.color);
  }

  down({ part, point }, at) {
    const origin = this.group.position.clone();
    const rotation = this.rotation.clone();
    const axis = part.axis?.vector.clone().applyQuaternion(part.holder.quaternion);
    this.drag = { part, origin, rotation, axis, start: point.clone() };
    if (part.kind === 'arrow') this.drag.along = this.#along(at.ray, origin, axis);
    if (part.kind === 'ball') {
      this.drag.plane = new Plane().setFromNormalAndCoplanarPoint(this.stage.camera.getWorldDirection(new Vector3()), origin);
      this.drag.start = at.ray.intersectPlane(this.drag.plane, new Vector3()) ?? origin.clone();
    }
    if (part.kind === 'ring') this.#startTurn(at);
    this.callbacks.onStart?.();
  }

  move(at) {
    const { part, origin, rotation, axis } = this.drag;
    if (part.kind === 'arrow') {
      this.group.position.copy(origin).addScaledVector(axis, snapped(this.#along(at.ray, origin, axis) - this.drag.along, at.step));
    } else if (part.kind === 'ball') {
      const hit = at.ray.intersectPlane(this.drag.plane, new Vector3());
      if (hit) this.group.position.copy(origin).add(snappedWay(hit.sub(this.drag.start), at.step, this.stage.camera));
    } else {
      this.rotation.setFromAxisAngle(axis, snapped(this.#turn(at), at.turn)).multiply(rotation);
      this.#align();
    }
    this.callbacks.onMove(this.group.position, this.rotation, part.kind === 'ring');
  }

  up() {
    this.drag = null;
    this.callbacks.onEnd?.();
  }

  // The point of a line nearest to the ray of the pointer, as a distance from the origin. Looking along the line it stays.
  #along(ray, origin, axis) {
    const between = new Vector3().subVectors(ray.origin, origin);
    const b = axis.dot(ray.direction);
    const divisor = 1 - b * b;
    if (divisor < 1e-3) return this.drag?.along ?? 0;
    return (between.dot(axis) - b * between.dot(ray.direction)) / divisor;
  }

  // A ring seen from the side is turned by moving along it; else by going round its middle.
  #startTurn(at) {
    const { axis, origin, start } = this.drag;
    const view = this.stage.camera.getWorldDirection(new Vector3());
    this.drag.plane = new Plane().setFromNormalAndCoplanarPoint(axis, origin);
    if (Math.abs(view.dot(axis)) > 0.25) {
      this.drag.arm = start.clone().sub(origin).projectOnPlane(axis).normalize();
    } else {
      const tangent = new Vector3().crossVectors(axis, start.clone().sub(origin)).normalize().multiplyScalar(0.01);
      const from = this.stage.toScreen(start).clone();
      const to = this.stage.toScreen(start.clone().add(tangent)).clone();
      this.drag.screen = { x: at.x, y: at.y, tangent: { x: to.x - from.x, y: to.y - from.y }, radius: start.distanceTo(origin) };
    }
  }

  #turn(at) {
    const { axis, origin, arm, plane, screen } = this.drag;
    if (screen) {
      const { tangent } = screen;
      const length = Math.hypot(tangent.x, tangent.y) || 1;
      const moved = ((at.x - screen.x) * tangent.x + (at.y - screen.y) * tangent.y) / length;
      return ((moved / length) * 0.01) / screen.radius;
    }
    const hit = at.ray.intersectPlane(plane, new Vector3());
    if (!hit) return this.drag.angle ?? 0;
    const now = hit.sub(origin);
    this.drag.angle = Math.atan2(axis.dot(new Vector3().crossVectors(arm, now)), arm.dot(now));
    return this.drag.angle;
  }

  #fit() {
    const tall = Math.max(1, this.stage.canvas.clientHeight);
    // Fingers are wide: in a small picture too they must be able to choose between ball, arrows and rings.
    const least = isTouched.matches ? 72 : 0;
    this.pixels = Math.max(least, Math.min(pixels, pixelsOfHeight * tall));
    this.group.scale.setScalar(this.pixels * this.stage.pixelAt(this.group.position));
    this.#align();
  }
}

