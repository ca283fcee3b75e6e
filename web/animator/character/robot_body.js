// SPDX-License-Identifier: MIT
// A humanoid robot with what the figure's model asks of a body. The model moves the robot's stand-in, which has ball joints (see
// swivel/retarget.h); the robot then follows with its own joints, inside their limits, feet first, then hands.
// All of it in the page's axes and unit: the robot is made there.
import { Quaternion, Vector3 } from 'three';

/** The robot of a file in the page: turned, shifted, and as large as a person. */
function inPage({ names, parents, rest, robot }, shape, joints) {
  const size = new Vector3().setFromMatrixScale(shape.pageFromFile).x;
  const places = Float64Array.from(rest);
  parents.forEach((parent, j) => {
    const place = new Vector3().fromArray(places, 7 * j);
    const turn = new Quaternion().fromArray(places, 7 * j + 3);
    if (parent < 0) {
      place.applyMatrix4(shape.pageFromFile);
      turn.premultiply(shape.turns);
    } else place.multiplyScalar(size);
    place.toArray(places, 7 * j);
    turn.toArray(places, 7 * j + 3);
  });
  const scaled = (point) => point?.map((x) => size * x);
  const own = robot.map(({ kind, lower, upper, center, low, high, ...joint }, j) => ({
    ...joint,
    // It stands on the floor, not on a stand.
    kind: parents[j] < 0 && kind === 'fixed' ? 'free' : kind,
    ...(kind === 'slider' ? { lower: size * lower, upper: size * upper } : { lower, upper }),
    center: scaled(center),
    low: scaled(low),
    high: scaled(high),
  }));
  const skeleton = { up: 'z', joints: joints.map(({ name, parent, rotation }, j) => ({ name, parent, position: shape.places[j], rotation: shape.turns.clone().multiply(new Quaternion(...rotation)).toArray() })) };
  return { names, parents, rest: places, robot: own, skeleton: () => skeleton };
}

export class RobotBody {
  isRobot = true;

  /** robots: the module; character: with `robot`, as its file has it; shape: the same in the page; binding: its parts. */
  constructor(robots, { robot, joints }, shape, binding) {
    this.shape = shape;
    this.robot = robots.robot(inPage(robot, shape, joints));
    try {
      this.standIn = this.robot.body({ given: Object.fromEntries(Object.entries(binding.parts).map(([part, { joint }]) => [part, joint < 0 ? null : joint])) });
    } catch (error) {
      this.robot.free();
      throw error;
    }
    const { standIn } = this;
    Object.assign(this, { names: standIn.names, parents: standIn.parents });
    // The stand-in's head is that of a person: the robot has none to take hold of.
    this.parts = { ...standIn.parts, ...(binding.parts.head.joint < 0 && { head: -1 }) };
    this.posture = this.robot.rest();
    this.frames = this.robot.frames(this.posture);
    /** How each link is turned while all joints are at zero. */
    this.zero = joints.map(({ rotation }) => shape.turns.clone().multiply(new Quaternion(...rotation)));
    this.links = new Float64Array(7 * shape.moved.length);
    standIn.rest();
    this.rest = Array.from({ length: standIn.names.length }, (_, j) => Array.from(standIn.worlds.subarray(7 * j, 7 * j + 3)));
    this.#bind(binding, joints);
    this.#readLinks();
  }

  /** Which link each of the stand-in's ends is on, and where in it. */
  #bind({ parts }, joints) {
    const last = (joint) => {
      const below = joints.findIndex(({ parent }) => parent === joint);
      return below < 0 ? joint : last(below);
    };
    this.ends = {};
    for (const part of ['rightHand', 'leftHand', 'rightFoot', 'leftFoot', 'hips']) {
      // A foot is what stands on the floor, after the last joint.
      const joint = /Foot$/.test(part) ? last(parts[part].joint) : parts[part].joint;
      const turn = new Quaternion().fromArray(this.frames, 7 * joint + 3).invert();
      const point = new Vector3(...this.rest[this.parts[part]]).sub(new Vector3().fromArray(this.frames, 7 * joint)).applyQuaternion(turn);
      this.ends[part] = { joint, point: point.toArray() };
    }
  }

  free() {
    this.standIn.free();
    this.robot.free();
  }

  get animation() {
    return this.standIn.animation;
  }

  get locals() {
    return this.standIn.locals;
  }

  get worlds() {
    return this.standIn.worlds;
  }

  stand() {
    this.standIn.stand();
  }

  startFollowing() {
    this.before = this.posture;
    this.standIn.startFollowing();
  }

  /** As before it was taken hold of; or, if `isNew`, as at rest. */
  goBack(isNew) {
    this.posture = isNew ? this.robot.rest() : this.before;
  }

  reach(goals, options) {
    this.isFollowing = false;
    return this.standIn.reach(goals, options);
  }

  follow(goals, dt, options) {
    this.isFollowing = true;
    return this.standIn.follow(goals, dt, options);
  }

  /** The robot does as its stand-in. Returns the report with what the robot itself is off. */
  settle(goals, report) {
    // From the posture of the frame before one step is enough; from another it takes a few.
    for (let i = 0; i < (this.isFollowing ? 1 : 8); i++) this.fit();
    this.#readLinks();
    const off = goals.map(({ part, position }, i) => (position && this.ends[part] ? this.place(part).distanceTo(new Vector3(...position)) : report.positionErrors[i]));
    return { ...report, positionErrors: off };
  }

  /** One step of the robot towards its stand-in. */
  fit() {
    const { posture } = this.robot.pose(this.standIn, this.posture);
    this.frames = this.robot.frames(posture);
    const at = (list, j, from, to) => Array.from(list.subarray(7 * j + from, 7 * j + to));
    // Feet are there; hands are brought there, with feet held.
    const feet = ['rightFoot', 'leftFoot'].map((part) => {
      const { joint } = this.ends[part];
      return { kind: 'pose', joint, position: at(this.frames, joint, 0, 3), rotation: at(this.frames, joint, 3, 7) };
    });
    const hands = ['rightHand', 'leftHand'].map((part) => ({ kind: 'position', ...this.ends[part], position: at(this.standIn.worlds, this.parts[part], 0, 3), priority: 1 }));
    const found = this.robot.reach([...feet, ...hands], posture, { maxRestarts: -1, maxIterations: 40 });
    this.posture = found.priorityMet >= 0 ? found.posture : posture;
    this.frames = this.robot.frames(this.posture);
  }

  /** Where the robot has one of its ends. */
  place(part) {
    const { joint, point } = this.ends[part];
    return new Vector3(...point).applyQuaternion(new Quaternion().fromArray(this.frames, 7 * joint + 3)).add(new Vector3().fromArray(this.frames, 7 * joint));
  }

  /** Links for the picture: no link is turned while all joints are at zero. */
  #readLinks() {
    this.shape.moved.forEach((joint, i) => {
      for (let k = 0; k < 3; k++) this.links[7 * i + k] = this.frames[7 * joint + k];
      new Quaternion().fromArray(this.frames, 7 * joint + 3).multiply(this.zero[joint].clone().invert()).toArray(this.links, 7 * i + 3);
    });
  }
}
