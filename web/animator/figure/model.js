// SPDX-License-Identifier: MIT
// The whole body and what was asked of it. Knows nothing of pictures or controls: it is told where a part shall be, what is
// pinned, which posture to take, and asks the module once a frame. World axes: x its right, y forward, z up, the floor at 0.
import { add, minus, multiply, scale, turned } from '../arm/vectors.js';
import { hasFingers, relaxedFingers } from './fingers.js';

/** What can be taken hold of, and pinned. */
export const grips = ['head', 'upperChest', 'hips', 'rightHand', 'leftHand', 'rightLowerArm', 'leftLowerArm', 'rightLowerLeg', 'leftLowerLeg', 'rightFoot', 'leftFoot'];
export const gripNames = {
  head: 'Head', upperChest: 'Chest', hips: 'Pelvis', rightHand: 'Right hand', leftHand: 'Left hand', rightLowerArm: 'Right elbow', leftLowerArm: 'Left elbow',
  rightLowerLeg: 'Right knee', leftLowerLeg: 'Left knee', rightFoot: 'Right foot', leftFoot: 'Left foot',
};
export const pinnable = ['rightHand', 'leftHand', 'rightFoot', 'leftFoot', 'head', 'hips'];
/** Elbows and knees have a place, but their turn follows from it. */
export const canTurn = (part) => !/Lower/.test(part);
const isFoot = (part) => /Foot$/.test(part);
const ends = { rightLowerArm: 'rightHand', leftLowerArm: 'leftHand', rightLowerLeg: 'rightFoot', leftLowerLeg: 'leftFoot' };
const roots = { rightLowerArm: 'rightUpperArm', leftLowerArm: 'leftUpperArm', rightLowerLeg: 'rightUpperLeg', leftLowerLeg: 'leftUpperLeg' };
export const mirrored = (part) => part.replace(/^(right|left)/, (side) => (side === 'right' ? 'left' : 'right'));
const mirrorPlace = ([x, y, z]) => [-x, y, z];
const mirrorTurn = ([x, y, z, w]) => [x, -y, -z, w];

/** As near to the floor as the middle of a part comes, in parts of the stature. */
const leastHeights = { head: 0.06, upperChest: 0.07, hips: 0.16, Hand: 0.012, LowerArm: 0.03, LowerLeg: 0.035 };
/** Metres from the middle of the floor: what is wanted beyond is brought here, so that it stays in the picture. */
const farthest = 2.2;
const blendTime = 0.45;
/** Metres and radians in a frame: what moves less is at rest. */
const atRest = 2e-6;

export const statureRange = [1.4, 2.1];

export function slerp(a, b, t) {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(cosine), 1));
  const sine = Math.sin(angle);
  const [p, r] = sine < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine];
  const q = a.map((x, i) => p * x + sign * r * b[i]);
  const size = Math.hypot(...q);
  return q.map((x) => x / size);
}

export class FigureModel {
  /** shape: names, parents, rest(male, stature) of the joints, none of which is turned at rest; `given`, if it knows, which are which part. makeBody(): another body than that of its joints. */
  constructor(swivel, shape, stature = 1.68, makeBody = null) {
    this.swivel = swivel;
    this.makeBody = makeBody ?? (() => this.#bodyOfRig());
    this.shape = shape;
    this.settings = { male: 0, stature, balance: true, clear: true, mirror: false };
    this.pins = new Map();
    this.locks = new Set();
    this.drag = null;
    this.blend = null;
    this.moving = true;
    this.listeners = new Set();
    this.#build();
    this.stand();
  }

  onChange(listener) {
    this.listeners.add(listener);
  }

  #changed() {
    this.moving = true;
    for (const listener of this.listeners) listener();
  }

  // ---- the body ----

  #bodyOfRig() {
    const { swivel, shape, rest } = this;
    const joints = shape.names.map((name, i) => ({ name, parent: shape.parents[i], position: rest.joints[i], rotation: [0, 0, 0, 1] }));
    const rig = swivel.rig({ up: 'z', joints }, { given: shape.given });
    try {
      return rig.body();
    } finally {
      rig.free();
    }
  }

  #build() {
    const { shape, settings } = this;
    this.rest = shape.rest(settings.male, settings.stature);
    const body = this.makeBody();
    this.body?.free();
    this.body = body;
    // A robot's joints are those of its stand-in; what is drawn are its links.
    if (body.isRobot) {
      this.shape = { ...body, labels: body.names, rest: () => ({ joints: body.rest }) };
      this.rest = this.shape.rest();
    }
    const bound = Object.entries(body.parts).filter(([, joint]) => joint >= 0);
    this.named = Object.fromEntries(bound.map(([part, joint]) => [part, this.rest.joints[joint]]));
    this.fingers = hasFingers(this.named) ? relaxedFingers(this.named) : {};
    this.fingertips = Object.fromEntries(['right', 'left'].map((side) => [side, bound.flatMap(([part, joint]) => (part.startsWith(side) && part.endsWith('Distal') ? [joint] : []))]));
    body.stand();
    this.#relaxFingers(body.animation);
    this.standing = Float64Array.from(body.animation);
  }

  #relaxFingers(locals) {
    for (const [name, turn] of Object.entries(this.fingers)) locals.set(turn, 7 * this.body.parts[name] + 3);
  }

  /** Stands, feet pinned, nothing else asked. */
  stand() {
    this.base = Float64Array.from(this.standing);
    this.body.goBack?.(true);
    this.pins.clear();
    this.locks.clear();
    this.drag = null;
    this.blend = null;
    this.#solve(this.base, [], 0);
    for (const foot of ['rightFoot', 'leftFoot']) this.pin(foot, true);
    this.#changed();
  }

  /** Between woman and man, of a stature: the same posture on the other body. */
  setShape({ male = this.settings.male, stature = this.settings.stature }) {
    if (!(male >= 0 && male <= 1) || !(stature >= statureRange[0] && stature <= statureRange[1])) return;
    const before = this.settings.stature;
    const pose = Float64Array.from(this.base);
    const hips = this.standing.slice(0, 3);
    Object.assign(this.settings, { male, stature });
    this.#build();
    // Bones have other lengths now; the hips are as far from where they stand as they were.
    const size = stature / before;
    this.base = Float64Array.from(this.standing);
    for (let j = 0; j < this.shape.names.length; j++) this.base.set(pose.subarray(7 * j + 3, 7 * j + 7), 7 * j + 3);
    for (let i = 0; i < 3; i++) this.base[i] = this.standing[i] + size * (pose[i] - hips[i]);
    for (const [part, pin] of this.pins) {
      const height = isFoot(part) ? this.restHeight(part) : size * pin.position[2];
      this.pins.set(part, { ...pin, position: [size * pin.position[0], size * pin.position[1], height] });
    }
    this.onShape?.();
    this.#changed();
  }

  restHeight(part) {
    return this.rest.joints[this.body.parts[part]][2];
  }

  // ---- what can be asked ----

  set(choices) {
    Object.assign(this.settings, choices);
    this.#changed();
  }

  pin(part, on) {
    if (on) {
      const { position, rotation } = this.pose(part);
      this.pins.set(part, { position, rotation });
    } else this.pins.delete(part);
    this.#changed();
  }

  /** Whether a hand, foot, head, chest or pelvis keeps its turn in the world while it is dragged. */
  lock(part, on) {
    if (on) this.locks.add(part);
    else this.locks.delete(part);
    this.#changed();
  }

  /** A part is taken hold of. */
  take(part) {
    this.before = { locals: this.locals, pins: new Map(this.pins), locks: new Set(this.locks) };
    this.drag = { part, start: this.pose(part), ...this.pose(part), isTurned: false, end: ends[part] && { root: this.pose(roots[part]), end: this.pose(ends[part]) } };
    this.blend = null;
    this.base = Float64Array.from(this.locals);
    this.body.startFollowing();
    this.#changed();
  }

  /** It shall be there; rotation: null as it comes. Nothing is done for what is no number. */
  dragTo(position, rotation = null) {
    if (!this.drag || ![...position, ...(rotation ?? [])].every(Number.isFinite)) return;
    this.drag.position = this.#inRoom(this.drag.part, position);
    if (rotation) {
      this.drag.rotation = [...rotation];
      this.drag.isTurned = true;
      this.locks.add(this.drag.part);
    }
    this.#changed();
  }

  /** It is let go of: the body stays as it is. */
  drop() {
    if (!this.drag) return;
    const parts = this.#dragged().map(({ part }) => part);
    this.drag = null;
    this.base = Float64Array.from(this.locals);
    // A pin goes where its part was brought.
    for (const part of parts.map((one) => (isFoot(ends[one] ?? '') ? ends[one] : one))) if (this.pins.has(part)) this.pin(part, true);
    this.#changed();
  }

  /** As it was before it was taken hold of. */
  cancel() {
    if (!this.drag) return;
    const { locals, pins, locks } = this.before;
    this.drag = null;
    this.base = Float64Array.from(locals);
    this.body.goBack?.(false);
    this.pins = pins;
    this.locks = locks;
    this.#changed();
  }

  /** All of it at once, as a link has it; what makes no sense is left out. read(locals): writes the posture, false if there is none. */
  restore({ settings: { male, stature, ...rules }, read, pins, locks }) {
    const inside = (x, low, high) => Number.isFinite(x) && x >= low && x <= high;
    if (inside(male, 0, 1)) this.settings.male = male;
    if (inside(stature, ...statureRange)) this.settings.stature = stature;
    Object.assign(this.settings, rules);
    this.drag = null;
    this.blend = null;
    this.#build();
    this.onShape?.();
    this.base = Float64Array.from(this.standing);
    if (!read(this.base)) this.base = Float64Array.from(this.standing);
    this.locks = new Set(locks);
    this.worlds = this.worldsOf(this.base);
    this.pins.clear();
    for (const part of pins) this.pins.set(part, this.pose(part));
    this.#solve(this.base, this.goals(), 0);
    this.#changed();
  }

  /** To a posture of the same body: locals, and where it has its feet. At once, or in half a second. */
  goTo(locals, isSlow, pins = []) {
    this.drag = null;
    this.locks.clear();
    const to = Float64Array.from(locals);
    const from = Float64Array.from(this.locals);
    const worlds = this.worldsOf(to);
    const targets = new Map();
    // Hands, head and pelvis are free in another posture; feet stand where it has them.
    for (const part of [...this.pins.keys()]) if (!isFoot(part)) this.pins.delete(part);
    for (const part of ['rightFoot', 'leftFoot']) {
      const j = this.body.parts[part];
      targets.set(part, { from: this.pose(part), to: { position: Array.from(worlds.subarray(7 * j, 7 * j + 3)), rotation: Array.from(worlds.subarray(7 * j + 3, 7 * j + 7)) } });
    }
    this.blend = { from, to, targets, pins, time: isSlow ? 0 : blendTime };
    this.#changed();
  }

  // ---- time ----

  /** One frame; true while something still moves. */
  advance(dt) {
    if (!this.moving && !this.drag) return false;
    const before = Float64Array.from(this.worlds);
    if (this.blend) this.#blendOn(dt);
    this.#solve(this.base, this.goals(), dt);
    let moved = 0;
    for (let i = 0; i < before.length; i++) moved = Math.max(moved, Math.abs(this.worlds[i] - before[i]));
    this.moving = this.blend !== null || moved > atRest;
    // What swung into place is where the next drag starts.
    if (!this.moving && !this.drag) this.base = Float64Array.from(this.locals);
    return this.moving;
  }

  /** As many frames as it takes, for links, undo and tests. */
  finish() {
    for (let i = 0; i < 200 && this.advance(1 / 60); i++);
    for (const listener of this.listeners) listener();
  }

  #blendOn(dt) {
    const { blend } = this;
    blend.time = Math.min(blend.time + dt, blendTime);
    const part = blend.time / blendTime;
    const t = part * part * (3 - 2 * part);
    for (let j = 0; j < this.shape.names.length; j++) {
      const at = 7 * j;
      for (let i = 0; i < 3; i++) this.base[at + i] = blend.from[at + i] + t * (blend.to[at + i] - blend.from[at + i]);
      this.base.set(slerp(Array.from(blend.from.subarray(at + 3, at + 7)), Array.from(blend.to.subarray(at + 3, at + 7)), t), at + 3);
    }
    for (const [foot, { from, to }] of blend.targets) {
      const lift = 0.06 * this.settings.stature * Math.min(1, 5 * Math.hypot(...minus(to.position, from.position))) * 4 * t * (1 - t);
      this.pins.set(foot, { position: add(add(from.position, scale(t, minus(to.position, from.position))), [0, 0, lift]), rotation: slerp(from.rotation, to.rotation, t) });
    }
    if (part === 1) {
      this.blend = null;
      const worlds = this.worldsOf(blend.to);
      for (const held of blend.pins) {
        const at = 7 * this.body.parts[held];
        this.pins.set(held, { position: Array.from(worlds.subarray(at, at + 3)), rotation: Array.from(worlds.subarray(at + 3, at + 7)) });
      }
    }
  }

  // ---- goals ----

  #inRoom(part, position) {
    const key = /(Hand|LowerArm|LowerLeg)$/.exec(part)?.[0] ?? part;
    const least = isFoot(part) ? this.restHeight(part) : leastHeights[key] * this.settings.stature;
    const [x, y, z] = position;
    const far = Math.max(1, Math.hypot(x, y) / farthest);
    return [x / far, y / far, Math.min(Math.max(z, least), 1.6 * this.settings.stature)];
  }

  /** What is dragged, and its mirror image if both sides go together. */
  #dragged() {
    const { drag, settings } = this;
    if (!drag) return [];
    const { part, position, rotation } = drag;
    const both = settings.mirror && mirrored(part) !== part;
    return [{ part, position, rotation }, ...(both ? [{ part: mirrored(part), position: mirrorPlace(position), rotation: mirrorTurn(rotation), isMirror: true }] : [])];
  }

  goals() {
    const found = new Map();
    for (const [part, { position, rotation }] of this.pins) {
      const isHeld = isFoot(part) || this.locks.has(part);
      found.set(part, { part, position, ...(isHeld && { rotation }) });
    }
    for (const foot of ['rightFoot', 'leftFoot']) if (!found.has(foot)) found.set(foot, { part: foot, want: 'free' });
    for (const { part, position, rotation, isMirror } of this.#dragged()) {
      found.set(part, { part, position, ...((this.drag.isTurned || this.locks.has(part)) && canTurn(part) && { rotation }) });
      // A knee lifts its foot; an elbow turns about a hand that is pinned.
      if (ends[part] && (isFoot(ends[part]) || !this.pins.has(ends[part]))) this.#takeAlong(part, position, isMirror, found);
    }
    return [...found.values()];
  }

  /** An elbow or knee takes hand or foot along, as far as it comes itself: forearm and shank point where they did. */
  #takeAlong(part, position, isMirror, goals) {
    const { root, end } = this.drag.end;
    const place = isMirror ? mirrorPlace : (p) => p;
    const from = place(root.position);
    const joint = place(this.drag.start.position);
    const length = Math.hypot(...minus(joint, from));
    const way = minus(position, from);
    const reached = add(from, scale(Math.min(1, (1.15 * length) / Math.max(1e-6, Math.hypot(...way))), way));
    goals.set(ends[part], { part: ends[part], position: this.#inRoom(ends[part], add(place(end.position), minus(reached, joint))) });
  }

  // ---- the module's answer ----

  #solve(base, goals, dt) {
    const { body, settings } = this;
    body.animation.set(base);
    // A pelvis that is pinned is held, as on a chair.
    const options = { balances: settings.balance && !goals.some(({ part, want }) => part === 'hips' && want === undefined), clear: settings.clear };
    let report = body.reach(goals, options);
    const mended = [...goals.map((goal) => this.#footOnFloor(goal)), ...['rightHand', 'leftHand'].map((hand) => this.#handOnFloor(hand))].filter(Boolean);
    const asked = mended.length ? [...goals.filter(({ part }) => !mended.some((goal) => goal.part === part)), ...mended] : goals;
    // What is dragged moves no faster than people do; what it is asked for was found above.
    if (this.drag && dt > 0) report = body.follow(asked, Math.min(Math.max(dt, 1 / 240), 1 / 20), options);
    else if (mended.length) report = body.reach(asked, options);
    if (body.isRobot) report = body.settle(asked, report);
    this.asked = asked;
    this.report = { ...report, positionErrors: Array.from(report.positionErrors), rotationErrors: Array.from(report.rotationErrors), mass: [...report.mass] };
    this.locals = Float64Array.from(body.locals);
    this.worlds = Float64Array.from(body.worlds);
  }

  /**
   * A foot whose toes would be in the floor. Of a dragged one the toes are turned up as far as it takes; one that stands, on an ankle
   * that bends no further, lifts its heel: the same goal about the toes.
   */
  #footOnFloor(goal) {
    if (!isFoot(goal.part) || goal.want === 'free') return null;
    const { body } = this;
    const [foot, toes] = [body.parts[goal.part], body.parts[goal.part.replace('Foot', 'Toes')]];
    if (toes < 0) return null;
    const place = (j) => Array.from(body.worlds.subarray(7 * j, 7 * j + 3));
    const rotation = Array.from(body.worlds.subarray(7 * foot + 3, 7 * foot + 7));
    const way = minus(place(toes), place(foot));
    const least = this.rest.joints[toes][2];
    if (place(toes)[2] >= least - 1e-6) return null;
    if (goal.rotation) {
      const atRest = minus(this.rest.joints[toes], this.rest.joints[foot]);
      const wanted = add(goal.position, turned(goal.rotation, atRest));
      return { part: goal.part, position: minus([wanted[0], wanted[1], Math.max(wanted[2], least)], way), rotation };
    }
    const level = Math.hypot(way[0], way[1]);
    if (level < 1e-9) return null;
    const length = Math.hypot(...way);
    const angle = Math.asin(Math.max(-1, Math.min(1, (least - place(foot)[2]) / length))) - Math.asin(way[2] / length);
    const turn = [(way[1] / level) * Math.sin(angle / 2), (-way[0] / level) * Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    return { ...goal, rotation: multiply(turn, rotation) };
  }

  /** A hand whose fingers would be in the floor lies on it. */
  #handOnFloor(hand) {
    const { body } = this;
    const side = hand.slice(0, -4);
    let low = Infinity;
    for (const tip of this.fingertips[side]) low = Math.min(low, body.worlds[7 * tip + 2]);
    const least = 0.008 * this.settings.stature;
    if (low >= least) return null;
    const at = 7 * body.parts[hand];
    return { part: hand, position: add(Array.from(body.worlds.subarray(at, at + 3)), [0, 0, least - low]) };
  }

  // ---- answers ----

  /** Where what is drawn is: a skin's joints, a robot's links. */
  get drawn() {
    return this.body.links ?? this.worlds;
  }

  /** Where a part is, and how turned. */
  pose(part) {
    const at = 7 * this.body.parts[part];
    return { position: Array.from(this.worlds.subarray(at, at + 3)), rotation: Array.from(this.worlds.subarray(at + 3, at + 7)) };
  }

  worldsOf(locals) {
    const worlds = new Float64Array(locals.length);
    this.shape.parents.forEach((parent, j) => {
      const local = Array.from(locals.subarray(7 * j, 7 * j + 7));
      if (parent < 0) return worlds.set(local, 7 * j);
      const [place, turn] = [Array.from(worlds.subarray(7 * parent, 7 * parent + 3)), Array.from(worlds.subarray(7 * parent + 3, 7 * parent + 7))];
      worlds.set([...add(place, turned(turn, local.slice(0, 3))), ...multiply(turn, local.slice(3))], 7 * j);
    });
    return worlds;
  }

  /** The posture that goals lead to from standing, without touching the one on show. */
  posture(goals) {
    const { locals: shown, worlds, report, asked } = this;
    const keep = { locals: shown, worlds, report, asked };
    this.#solve(this.standing, goals, 0);
    const { locals } = this;
    Object.assign(this, keep);
    return locals;
  }

  /** How far what was asked for is missed: the worst of the goals. */
  get miss() {
    let worst = { distance: 0, angle: 0, part: null };
    this.asked.forEach(({ part, want, rotation }, i) => {
      if (want === 'free' || /Lower/.test(part)) return;
      const [distance, angle] = [this.report.positionErrors[i], rotation ? this.report.rotationErrors[i] : 0];
      if (distance > worst.distance + 1e-9 || (worst.part === null && angle > worst.angle)) worst = { distance, angle, part };
    });
    return worst;
  }
}
