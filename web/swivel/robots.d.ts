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
  /** Corners of a polygon that the centre of mass stays over, seen along `up`, which is z if not given. */
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
  /** The largest of the goals that come first. */
  positionError: number;
  rotationError: number;
  /** From the centre of mass to its polygon. */
  balanceError: number;
  isStationary: boolean;
  goals: { position: number; rotation: number }[];
}

/** How far feet and hands are from the stand-in's, and how far feet are turned, radians. */
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
  /** How many numbers a posture has, and where those of each joint begin: 1 of a hinge or slider, 4 of a ball, 7 of a free root, none of a fixed joint. A joint that follows another has the number of that one. */
  readonly numberCount: number;
  readonly firstNumbers: readonly number[];
  rest(): number[];
  /** Poses of all links in the world, 7 numbers each. */
  frames(posture: readonly number[]): Float64Array;
  /** Any goals at any links, inside the limits. Each goal names its joint. */
  reach(goals: readonly (ChainGoal & { readonly joint: number })[], previous?: readonly number[] | null, options?: RobotReachOptions): RobotReachResult;
  /** A humanoid's stand-in, 15 ball joints, to retarget to or to pose. It needs hips, two arms with elbows and two legs with knees and feet. */
  body(options?: BindOptions): Body;
  /** The posture for `body.locals` of its stand-in, feet first; previous: the last frame's. */
  pose(body: Body, previous?: readonly number[] | null): RobotPose;
  free(): void;
}

export interface Robots {
  readonly version: string;
  readonly parts: readonly Part[];
  /** What files.read() has read from URDF or MJCF. */
  robot(motion: Motion): Robot;
  /** As those of the package's first module; bodies of one module do not know those of another. */
  rig(skeleton: Skeleton, options?: BindOptions): Rig;
  human(options?: { stature?: number; sex?: 'female' | 'male' }): Rig;
  retarget(from: Body, to: Body, options?: RetargetOptions): Retarget;
}

/** Load the module; without a source, robots.wasm beside robots.js. */
export function load(source?: ModuleSource): Promise<Robots>;
