// SPDX-License-Identifier: MIT
import type { BindOptions, Body, ModuleSource, Outcome, Part, Retarget, RetargetOptions, Rig, Skeleton, Vec3 } from './index.js';
import type { ChainGoal } from './goals.js';
import type { Motion } from './files.js';
export { Body, Retarget, Rig, SwivelError } from './index.js';

export interface RobotReachOptions {
  positionTolerance?: number;
  rotationTolerance?: number;
  maxIterations?: number;
  /** -1: none, for real time. */
  maxRestarts?: number;
  seed?: number;
  /** Corners of a polygon above which the centre of mass stays, seen along `up`, which is z if not given. */
  support?: readonly Vec3[];
  up?: Vec3;
}

export interface RobotReachResult {
  posture: number[];
  outcome: Outcome;
  /** Every goal of this priority and of those before it is met; -1: not even the first. */
  priorityMet: number;
  iterations: number;
  restarts: number;
  /** The largest error of the goals of priority 0. */
  positionError: number;
  rotationError: number;
  /** From the centre of mass to its polygon. */
  balanceError: number;
  isStationary: boolean;
  goals: { position: number; rotation: number }[];
}

/** Distances of feet and hands from those of the proxy body, and rotation errors of the feet in radians. */
export interface RobotPose {
  posture: number[];
  rightFoot: number;
  leftFoot: number;
  rightHand: number;
  leftHand: number;
  rightTurned: number;
  leftTurned: number;
}

/** A robot of a URDF or MJCF file: swivel/skeleton.h and retarget.h. Call free() when it is no longer needed. */
export class Robot {
  readonly jointCount: number;
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** The count of numbers in a posture, and the index of each joint's first: 1 number for a hinge or slider, 4 for a ball, 7 for a free root, none for a fixed joint. A joint that follows another shares its number. */
  readonly numberCount: number;
  readonly firstNumbers: readonly number[];
  rest(): number[];
  /** Poses of all links in the world, 7 numbers each. */
  frames(posture: readonly number[]): Float64Array;
  /** Any goals at any links, inside the limits. Each goal names its joint. */
  reach(goals: readonly (ChainGoal & { readonly joint: number })[], previous?: readonly number[] | null, options?: RobotReachOptions): RobotReachResult;
  /** A proxy body for a humanoid, with 15 ball joints, to retarget to or to pose. It needs hips, two arms with elbows and two legs with knees and feet. */
  body(options?: BindOptions): Body;
  /** The robot's posture for `body.locals` of its proxy body; feet have priority. previous: that of the last frame. */
  pose(body: Body, previous?: readonly number[] | null): RobotPose;
  free(): void;
}

export interface Robots {
  readonly version: string;
  readonly parts: readonly Part[];
  /** What files.read() has read from URDF or MJCF. */
  robot(motion: Motion): Robot;
  /** As those of the package's first module; bodies of different modules cannot be combined. */
  rig(skeleton: Skeleton, options?: BindOptions): Rig;
  human(options?: { stature?: number; sex?: 'female' | 'male' }): Rig;
  retarget(from: Body, to: Body, options?: RetargetOptions): Retarget;
}

/** Load the module; without a source, robots.wasm beside robots.js. */
export function load(source?: ModuleSource): Promise<Robots>;
