// SPDX-License-Identifier: MIT
// The pointer on the body: which part lies under it, and dragging that part in the plane of the picture.
import { Plane, Vector3 } from 'three';
import { snappedWay } from '../scene/pointer.js';

/** What one takes hold of by the skin of a joint: hands by forearm and fingers' skin too, and so on. */
const parts = [
  [/^(neck|head|jaw|leftEye|rightEye)$/, () => 'head'],
  [/^(upperChest|chest|.*Shoulder)$/, () => 'upperChest'],
  [/^(hips|spine)$/, () => 'hips'],
  [/^(left|right)(Hand|Thumb|Index|Middle|Ring|Little|LowerArmTwist)/, (side) => `${side}Hand`],
  [/^(left|right)(UpperArm|UpperArmTwist|LowerArm)$/, (side) => `${side}LowerArm`],
  [/^(left|right)(Foot|Toes)$/, (side) => `${side}Foot`],
  [/^(left|right)(UpperLeg|UpperLegTwist|LowerLeg)$/, (side) => `${side}LowerLeg`],
];

export function partOf(name) {
  for (const [pattern, part] of parts) {
    const found = pattern.exec(name);
    if (found) return part(found[1]);
  }
  return null;
}

const corner = [new Vector3(), new Vector3(), new Vector3()];
const spot = new Vector3();

export class BodyGrab {
  priority = 5;
  cursor = 'grab';

  /** onHover(part or null, x, y), onStart(part, hit), onMove(by: how far the pointer has come), onEnd(), onCancel(). */
  constructor(stage, skin, callbacks) {
    Object.assign(this, { stage, skin, callbacks, isOn: false, places: null });
    this.grips = (skin.shape.labels ?? skin.shape.names).map(partOf);
  }

  /** The skin has moved: its places are worked out again when the pointer asks. */
  moved() {
    this.places = null;
  }

  pick(at) {
    if (!this.isOn) return null;
    this.places ??= this.#settle();
    const straight = this.#cast(at.ray);
    if (straight) return straight;
    // A finger is wider than a ray.
    for (let k = 0; k < 8; k++) {
      const angle = (k * Math.PI) / 4;
      const found = this.#cast(this.stage.rayAt(at.x + at.reach * Math.cos(angle), at.y + at.reach * Math.sin(angle)));
      if (found) return found;
    }
    return null;
  }

  #settle() {
    const places = this.skin.places();
    this.low = new Vector3(Infinity, Infinity, Infinity);
    this.high = this.low.clone().negate();
    for (let i = 0; i < places.length; i += 3) {
      spot.fromArray(places, i);
      this.low.min(spot);
      this.high.max(spot);
    }
    return places;
  }

  #cast(ray) {
    // Beside the box there is nothing to find.
    if (!ray.intersectsBox({ min: this.low, max: this.high })) return null;
    const { index } = this.skin.shape;
    const { places } = this;
    let best = null;
    for (let i = 0; i < index.length; i += 3) {
      for (let k = 0; k < 3; k++) corner[k].fromArray(places, 3 * index[i + k]);
      if (!ray.intersectTriangle(...corner, true, spot)) continue;
      const away = spot.distanceToSquared(ray.origin);
      if (!best || away < best.away) best = { away, i, point: spot.clone() };
    }
    return best && { part: this.#partAt(best.i), point: best.point };
  }

  #partAt(i) {
    const { index, joints, weights } = this.skin.shape;
    const sums = {};
    for (let k = 0; k < 3; k++)
      for (let w = 4 * index[i + k]; w < 4 * index[i + k] + 4; w++) sums[this.grips[joints[w]]] = (sums[this.grips[joints[w]]] ?? 0) + weights[w];
    return Object.entries(sums).reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  }

  hover(found) {
    const { x, y } = found ? this.stage.toScreen(found.point).clone() : { x: 0, y: 0 };
    this.callbacks.onHover(found?.part ?? null, x, y);
  }

  down({ part, point }, at) {
    this.plane = new Plane().setFromNormalAndCoplanarPoint(this.stage.camera.getWorldDirection(new Vector3()), point);
    this.from = at.ray.intersectPlane(this.plane, new Vector3()) ?? point.clone();
    this.callbacks.onStart(part, point);
  }

  move(at) {
    const hit = at.ray.intersectPlane(this.plane, new Vector3());
    if (hit) this.callbacks.onMove(snappedWay(hit.sub(this.from), at.step, this.stage.camera));
  }

  up() {
    this.callbacks.onEnd();
  }

  /** Where there is nothing else to take back, letting go does it. */
  cancel() {
    (this.callbacks.onCancel ?? this.callbacks.onEnd)();
  }
}
