// SPDX-License-Identifier: MIT
import type { Angles7, Outcome, Pose, Side, Vec3 } from '../index.js';

export type SwivelReference = 'down' | 'smooth';
export type ArmCompromise = 'move-swivel' | 'hold-joint' | 'give-up-hand';
export type TrackMethod = 'natural' | 'paper' | 'least';

export const armReferences: readonly SwivelReference[];
export const armCompromises: readonly ArmCompromise[];
export const trackMethods: readonly TrackMethod[];

export interface Arm7Choices {
  /** Where swivel 0 is: the lowest elbow, or a reference that does not jump overhead. */
  reference?: SwivelReference;
  /** What gives way if a wish breaks a limit. */
  compromise?: ArmCompromise;
  /** Metres before full extension at which the arm starts to yield; 0: it does not. */
  softness?: number;
}

export interface Arm7Options extends Arm7Choices {
  side?: Side;
  /** Metres; 0.334 and 0.288 of an arm if not given. Of a leg: thigh and shank. */
  upperArm?: number;
  forearm?: number;
  /** Lower and upper of each joint, radians; a human arm's if not given. */
  limits?: readonly (readonly [number, number])[];
}

export interface Arm7Result {
  q: Angles7;
  outcome: Outcome;
  /** The joints that break their limits. */
  outside: number[];
  /** After `best` ended as limited: `reach` (position only) would succeed inside the limits. */
  wristWouldDo: boolean;
  /** Metres and radians, by forward kinematics. */
  positionError: number;
  rotationError: number;
}

/** Tolani and Badler's seven-joint arm or leg in closed form: swivel_papers/arm.h. Call free() when it is no longer needed. */
export class Arm7 {
  readonly side: Side;
  readonly isLeg: boolean;
  /** Metres; of a leg thigh and shank. */
  readonly lengths: { upperArm: number; forearm: number };
  /** Lower and upper of each joint, radians. */
  readonly limits: [number, number][];
  setLengths(upperArm: number, forearm: number): void;
  setLimits(joint: number, lower: number, upper: number): void;
  set(choices: Arm7Choices): void;
  /** The hand, the elbow, and the frame of each of the seven joints. */
  forward(q: Angles7): { hand: Pose; elbow: Vec3; frames: Pose[] };
  swivelOf(q: Angles7): number;
  swivelTowards(wrist: Vec3, direction: Vec3): number;
  /** The swivel a person would choose. */
  naturalSwivel(hand: Pose): number;
  /** One solution for each of eight families, all with the elbow in one place. */
  solve(hand: Pose, swivel: number): (Arm7Result & { family: number })[];
  solveOne(hand: Pose, swivel: number, family: number): Arm7Result;
  /** Every solution with one joint (any but 3, the elbow) held. */
  solveHeld(hand: Pose, joint: number, value: number): Angles7[];
  /** For each of four families, the intervals of swivels at which every limit holds. */
  feasible(hand: Pose): [number, number][][];
  /** The swivel farthest from all limits; null if none is feasible. */
  roomiest(hand: Pose): { family: number; swivel: number; margin: number } | null;
  /** One posture inside the limits: nearest to the wished swivel, and to `previous` if given. */
  best(hand: Pose, wish: number, previous?: Angles7): Arm7Result;
  /** The same for the wrist's position alone. */
  reach(wrist: Vec3, wish: number, previous?: Angles7): Arm7Result;
  /** The posture inside the limits whose hand is nearest. */
  closest(hand: Pose, wish: number, previous?: Angles7): Arm7Result;
  /** The same with one joint (any but 3, the elbow) held at a value. */
  bestHeld(hand: Pose, joint: number, value: number, wish: number, previous?: Angles7): Arm7Result;
  /** The wrist at a position, and the hand's z axis towards a point; rotationError is the angle by which it misses. */
  aimHand(wrist: Vec3, point: Vec3, wish: number, previous?: Angles7): Arm7Result;
  /** The elbow stays where it is, and the forearm turns towards a point. */
  aimForearm(point: Vec3, previous: Angles7): Arm7Result;
  /** A track holds a copy of the arm as it is now. */
  track(options?: TrackOptions): Track;
  free(): void;
}

export interface TrackOptions {
  method?: TrackMethod;
  /** Radians per second; 10 if not given. */
  maxJointSpeed?: number;
  /** Seconds; 0.1 if not given. */
  swivelTime?: number;
}

export interface TrackResult {
  q: Angles7;
  outcome: Outcome;
  /** The wanted posture is farther away than the joints can move in this step. */
  flip: boolean;
  /** q has not reached the wanted posture yet. */
  isCatchingUp: boolean;
  family: number;
  swivel: number;
  positionError: number;
  rotationError: number;
  candidates: number;
}

/** Following a moving hand: swivel_papers/track.h. Call free() when it is no longer needed. */
export class Track {
  setPosture(q: Angles7): void;
  step(hand: Pose, dt: number): TrackResult;
  free(): void;
}
