// SPDX-License-Identifier: MIT
import type { LimbLimits, LimbOptions, Limb, ModuleSource, Outcome, Side, UpperLimb } from './index.js';
import type { Arm7, Arm7Options } from './papers/arm7.js';
export { SwivelError } from './index.js';

/**
 * Many at once: swivel/batch.h. Each row is an array with a number for each element. Rows are windows into the module's memory: get them again after
 * anything was made. Call free() when it is no longer needed; its model goes with it.
 */
export class Batch<Model> {
  readonly model: Model;
  readonly count: number;
  /** How each ended: a number, and in words. */
  readonly outcomes: Uint8Array;
  outcome(i: number): Outcome;
  /** Elements from `first` on; all of them if not given. */
  solve(first?: number, count?: number): void;
  free(): void;
}

export type Rows<Row extends string> = { readonly [row in Row]: Float64Array };
/** Input: position and rotation of the hand, the elbow's swivel. */
export type HandRow = 'px' | 'py' | 'pz' | 'qx' | 'qy' | 'qz' | 'qw' | 'swivel';
/** Output: rotations of the bones relative to the trunk, the hinge's angle. */
export type LimbRow = HandRow | `${'upper' | 'lower' | 'end'}${'X' | 'Y' | 'Z' | 'W'}` | 'flexion';
/** Input: px, py, pz of the wrist, and swivel. change: by how much the shoulder would still move. Limits are ignored. */
export type UpperLimbRow =
  | 'px' | 'py' | 'pz' | 'swivel'
  | 'clavicleElevation' | 'clavicleProtraction' | 'scapulaElevation' | 'scapulaProtraction' | 'scapulaTilt'
  | 'ghX' | 'ghY' | 'ghZ' | `${'upper' | 'lower'}${'X' | 'Y' | 'Z' | 'W'}` | 'change';

export interface LimbsOptions extends LimbOptions {
  /** Natural if not given; swivels are then ignored. */
  elbow?: 'natural' | 'swivel';
}

export interface Batches {
  readonly version: string;
  /** Many hands for one arm, feet for one leg: bit-identical to its solve(). */
  arms(count: number, options?: LimbsOptions): Batch<Limb> & Rows<LimbRow>;
  legs(count: number, options?: LimbsOptions): Batch<Limb> & Rows<LimbRow>;
  upperLimbs(count: number, options?: { side?: Side; upper?: number; lower?: number; limits?: Partial<LimbLimits> }): Batch<UpperLimb> & Rows<UpperLimbRow>;
  /** Tolani and Badler's arm: the posture of family 0, whatever the limits. */
  arms7(count: number, options?: Arm7Options): Batch<Arm7> & Rows<HandRow | 'q0' | 'q1' | 'q2' | 'q3' | 'q4' | 'q5' | 'q6'>;
}

/** Load the module; without a source, batch.wasm beside batch.js. */
export function load(source?: ModuleSource): Promise<Batches>;
