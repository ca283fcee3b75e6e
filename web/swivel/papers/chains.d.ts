// SPDX-License-Identifier: MIT
import type { ChainGoal } from '../goals.js';
import type { ModuleSource, Outcome, Pose, Vec3 } from '../index.js';
import type { Arm7, Arm7Options } from './arm7.js';
import type { Finger } from './finger.js';
export { SwivelError } from '../index.js';
export * from '../goals.js';
export * from './arm7.js';
export * from './finger.js';

export interface SolveResult {
  q: number[];
  outcome: Outcome;
  iterations: number;
  evaluations: number;
  restarts: number;
  positionError: number;
  rotationError: number;
}

export interface StudyResult {
  q: number[];
  outcome: Outcome;
  iterations: number;
  evaluations: number;
  jacobians: number;
  residual: number;
  positionError: number;
  rotationError: number;
}

export type JointType = 'revolute' | 'prismatic';

/** A chain of your own, by Denavit-Hartenberg rows or by its axes in the zero posture; 1 to 64 joints. */
export type ChainDescription = (
  | { readonly dh: readonly { readonly theta: number; readonly d: number; readonly a: number; readonly alpha: number; readonly type?: JointType }[]; readonly convention?: 'standard' | 'modified' }
  | { readonly axes: readonly { readonly point: Vec3; readonly direction: Vec3; readonly type?: JointType }[]; readonly tip: Pose }
) & {
  readonly name?: string;
  readonly jointNames?: readonly string[];
  /** Where it is mounted in the world. */
  readonly base?: Pose;
  /** Of each joint; null: none. */
  readonly limits?: readonly (readonly [number, number] | null)[];
  /** Joints that follow others: ratio * leader + offset. They have no number of their own in a posture. */
  readonly couplings?: readonly { readonly joint: number; readonly leader: number; readonly ratio: number; readonly offset?: number }[];
};

export interface ReachChainOptions {
  positionTolerance?: number;
  rotationTolerance?: number;
  maxIterations?: number;
  /** -1: none, for real time. */
  maxRestarts?: number;
  seed?: number;
  /** The remaining freedom is used to stay near this posture, near the previous one, or both. */
  preferred?: readonly number[];
  preferredWeight?: number;
  previousWeight?: number;
}

export interface ReachChainResult extends SolveResult {
  /** Every goal of this priority and of those before it is met; -1: not even the first. */
  priorityMet: number;
  /** Coordinates that are stopped by a limit. */
  atLimit: number[];
  /** No small change reduces the error. */
  isStationary: boolean;
  /** Of each goal: metres and radians. */
  goals: { position: number; rotation: number }[];
}

/** A serial chain, a model or one's own: swivel_papers/chain.h. Call free() when it is no longer needed. */
export class Chain {
  readonly name: string;
  readonly jointCount: number;
  /** How many numbers a posture has. */
  readonly dof: number;
  readonly jointNames: string[];
  readonly limits: [number, number][];
  /** The frame of each joint, and of the tip. */
  forward(q: readonly number[]): { frames: Pose[]; tip: Pose };
  /** The engine, inside the joint limits: swivel/solve.h. */
  solve(target: Pose, q: readonly number[], options?: { positionOnly?: boolean; maxIterations?: number }): SolveResult;
  /** The same with 1 to 16 goals of any kind. Without a previous posture it starts in the middle of the limits. */
  reach(goals: readonly ChainGoal[], previous?: readonly number[] | null, options?: ReachChainOptions): ReachChainResult;
  /** Jacobian of the tip: three rows of velocity, three of angular velocity, per unit of each coordinate. */
  jacobian(q: readonly number[], axes?: 'world' | 'base' | 'tip'): number[][];
  /** One of the seven classic methods, from the posture q: swivel_papers/study.h. */
  study(method: string, target: Pose, q: readonly number[], options?: { maxIterations?: number }): StudyResult;
  free(): void;
}

export interface Chains {
  readonly version: string;
  /** Tolani and Badler's arm. */
  arm7(options?: Arm7Options): Arm7;
  /** Its leg. */
  leg7(options?: Arm7Options): Arm7;
  /** Names for chain(). */
  readonly models: string[];
  /** A model by its name, or a chain of your own. */
  chain(what: string | ChainDescription): Chain;
  /** Van den Waardenburg's little finger in its plane. */
  littleFinger(): Finger;
  /** Names for Chain.study(). */
  readonly studyMethods: string[];
}

/** Load the module; without a source, chains.wasm of the package. */
export function load(source?: ModuleSource): Promise<Chains>;
