// SPDX-License-Identifier: MIT
// A body of which a few points are known: head and hands, and hips and feet where somebody wears trackers there. They come from a
// recording, whose other joints then tell how far off the guess is, or from a person made of sliders.
import { add, axisAngle, cross, distance, dot, minus, multiply, normalize, turned } from '../arm/vectors.js';

export const always = ['head', 'rightHand', 'leftHand'];
export const trackers = { hips: ['hips'], feet: ['rightFoot', 'leftFoot'] };
const both = (name) => [`right${name}`, `left${name}`];
/** Of the 22 joints of a body without fingers those that head and hands leave to guess, by where they are. */
export const groups = {
  trunk: ['spine', 'chest', 'upperChest', 'neck'],
  shoulders: [...both('Shoulder'), ...both('UpperArm')],
  elbows: both('LowerArm'),
  hips: ['hips', ...both('UpperLeg')],
  knees: both('LowerLeg'),
  feet: [...both('Foot'), ...both('Toes')],
};
const judged = Object.values(groups).flat();

/** The smallest turn from one direction to another. */
function turnBetween(from, to) {
  const [a, b] = [normalize(from), normalize(to)];
  const axis = cross(a, b);
  const sine = Math.hypot(...axis);
  return sine < 1e-9 ? [0, 0, 0, 1] : axisAngle(axis, Math.atan2(sine, dot(a, b)));
}

/** How a person of sliders is: metres the head is forward, to its right and down; radians it is turned to the left and looks down. */
export const atFirst = { forward: 0, side: 0, down: 0, turn: 0, nod: 0 };
export const ranges = { forward: [-1, 1], side: [-1, 1], down: [-0.05, 0.75], turn: [-Math.PI, Math.PI], nod: [-0.7, 0.9] };

export class PointsModel {
  constructor(figure) {
    this.figure = figure;
    this.worn = new Set();
    this.stand();
  }

  // ---- a person of sliders ----

  /** Standing, arms hanging. */
  stand() {
    this.person = { ...atFirst };
    const worlds = this.figure.worldsOf(this.figure.standing);
    this.home = Object.fromEntries([...always, ...trackers.hips, ...trackers.feet, 'rightUpperArm', 'leftUpperArm'].map((part) => [part, this.#pose(worlds, part)]));
    /** Hands from where the head stood, before it moved and turned. */
    this.hands = Object.fromEntries(['rightHand', 'leftHand'].map((hand) => [hand, [...this.home[hand].position]]));
    this.forget();
  }

  /** The next frame has no past. */
  forget() {
    this.figure.body.startTracking({ compromise: 'keep-hand' });
    this.isNew = true;
  }

  #pose(worlds, part) {
    const at = 7 * this.figure.body.parts[part];
    return { position: Array.from(worlds.subarray(at, at + 3)), rotation: Array.from(worlds.subarray(at + 3, at + 7)) };
  }

  #yaw() {
    return axisAngle([0, 0, 1], this.person.turn);
  }

  // Moved and turned about the ground below the head; lowered by a part of what the head is.
  #moved(place, lowered = 1) {
    const { forward, side, down } = this.person;
    const middle = [this.home.head.position[0], this.home.head.position[1], 0];
    const [x, y, z] = add(turned(this.#yaw(), minus(place, middle)), middle);
    return [x + side, y + forward, z - lowered * down];
  }

  /** The other way round. */
  #unmoved([x, y, z]) {
    const { forward, side, down, turn } = this.person;
    const middle = [this.home.head.position[0], this.home.head.position[1], 0];
    return add(turned(axisAngle([0, 0, 1], -turn), minus([x - side, y - forward, z + down], middle)), middle);
  }

  /** Somebody's head or hand shall be there. Nothing is done for what is no number. */
  put(part, place) {
    if (!place.every(Number.isFinite)) return;
    if (part === 'head') {
      const { position } = this.home.head;
      this.set({ side: place[0] - position[0], forward: place[1] - position[1], down: position[2] - place[2] });
      return;
    }
    this.putHome(part, this.#unmoved(place));
  }

  /** A hand of the person before the head moved and turned. */
  putHome(part, place) {
    const shoulder = this.home[part.replace('Hand', 'UpperArm')].position;
    const from = minus(place, shoulder);
    // No arm is longer, and nobody's hand is in the own shoulder.
    const most = distance(this.home[part].position, shoulder) * 1.02;
    const away = Math.max(Math.hypot(...from), 1e-6);
    this.hands[part] = add(shoulder, from.map((x) => (x * Math.min(Math.max(away, 0.12), most)) / away));
  }

  set(choices) {
    for (const [name, value] of Object.entries(choices)) if (Number.isFinite(value)) this.person[name] = Math.min(Math.max(value, ranges[name][0]), ranges[name][1]);
  }

  /** What the sliders' person wears, as the module takes it. */
  points() {
    const { home, person } = this;
    const yaw = this.#yaw();
    const at = (part, place, rotation, lowered) => ({ part, position: this.#moved(place, lowered), rotation: multiply(yaw, rotation) });
    return [
      at('head', home.head.position, multiply(axisAngle([1, 0, 0], -person.nod), home.head.rotation)),
      ...['rightHand', 'leftHand'].map((hand) => {
        const shoulder = home[hand.replace('Hand', 'UpperArm')].position;
        // A hand goes along with its arm.
        const turn = turnBetween(minus(home[hand].position, shoulder), minus(this.hands[hand], shoulder));
        return at(hand, this.hands[hand], multiply(turn, home[hand].rotation));
      }),
      ...(this.worn.has('hips') ? [at('hips', home.hips.position, home.hips.rotation)] : []),
      ...(this.worn.has('feet') ? trackers.feet.map((foot) => at(foot, home[foot].position, home[foot].rotation, 0)) : []),
    ];
  }

  /** One frame of it; true while the body still moves. */
  advance(dt) {
    const points = this.points();
    this.figure.body.animation.set(this.figure.standing);
    const report = this.figure.body.track(points, Math.min(Math.max(dt, 1 / 240), 1 / 20));
    const next = Float64Array.from(this.figure.body.worlds);
    const moved = this.worlds && !this.isNew ? next.reduce((most, x, i) => Math.max(most, Math.abs(x - this.worlds[i])), 0) : Infinity;
    this.isNew = false;
    this.#take(points, next, report);
    return moved > 1e-5;
  }

  #take(points, worlds, { outcome, positionErrors }) {
    Object.assign(this, { tracked: points, worlds, outcome, off: Math.max(...positionErrors.subarray(0, points.length)) });
  }

  // ---- a recording ----

  get known() {
    return [...always, ...[...this.worn].flatMap((name) => trackers[name])];
  }

  /** Every frame of a clip from its points alone, from first to last: what came later is never known. */
  follow(clip) {
    const { figure, known } = this;
    this.forget();
    const locals = new Float64Array(figure.standing.length);
    const frames = Array.from({ length: clip.count }, (_, i) => {
      const recorded = figure.worldsOf(clip.at(i / clip.rate, figure.standing, locals));
      const points = known.map((part) => ({ part, ...this.#pose(recorded, part) }));
      figure.body.animation.set(figure.standing);
      const report = figure.body.track(points, 1 / clip.rate);
      const worlds = Float64Array.from(figure.body.worlds);
      return { points, worlds, recorded, errors: this.#errors(worlds, recorded), report: { outcome: report.outcome, positionErrors: Float64Array.from(report.positionErrors) } };
    });
    const mean = (of) => frames.reduce((sum, frame) => sum + of(frame.errors), 0) / frames.length;
    const whole = { all: mean((e) => e.all), ...Object.fromEntries(Object.keys(groups).map((name) => [name, mean((e) => e[name])])) };
    this.followed = { clip, frames, whole, shape: this.shapeKey, known: known.join() };
    return this.followed;
  }

  get shapeKey() {
    return `${this.figure.settings.male} ${this.figure.settings.stature}`;
  }

  /** Metres the joints are off: of all that are guessed from three points, and by group. */
  #errors(worlds, recorded) {
    const { parts } = this.figure.body;
    const off = (part) => distance(worlds.subarray(7 * parts[part], 7 * parts[part] + 3), recorded.subarray(7 * parts[part], 7 * parts[part] + 3));
    const mean = (list) => list.reduce((sum, part) => sum + off(part), 0) / list.length;
    return { all: mean(judged), ...Object.fromEntries(Object.entries(groups).map(([name, list]) => [name, mean(list)])) };
  }

  /** Shows a moment of what was followed. */
  showAt(time) {
    const { clip, frames } = this.followed;
    const frame = frames[Math.min(Math.max(Math.round(time * clip.rate), 0), clip.count - 1)];
    this.#take(frame.points, frame.worlds, frame.report);
    return frame;
  }
}
