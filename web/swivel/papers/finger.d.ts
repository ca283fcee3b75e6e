// SPDX-License-Identifier: MIT
import type { Outcome } from '../index.js';

export type NewtonStart = 'neutral' | 'edge' | 'weighted';
export type FingerKind = 'coupled' | 'free';
export type Point = readonly [number, number];

export const newtonStarts: readonly NewtonStart[];

export interface FingerResult {
  q: [number, number, number];
  outcome: Outcome;
  iterations: number;
  tipError: number;
}

/** Van den Waardenburg's little finger in its plane: swivel_papers/planar_finger.h. */
export class Finger {
  /** The two joints after the knuckle, and the tip. */
  forward(q: readonly number[]): Point[];
  /** Coupled: the last joint follows the middle one. */
  solve(tip: Point): FingerResult & { all: [number, number, number][] };
  solveFree(tip: Point, previous?: readonly number[]): FingerResult;
  /** The edge of the reachable area, as closed loops of points. */
  outline(kind: FingerKind): Point[][];
  /** The parts of a line that the tip can reach, 0 at its start, 1 at its end. */
  clip(kind: FingerKind, from: Point, to: Point): [number, number][];
  /** Van den Waardenburg's iteration, for comparison. */
  newton(
    tip: Point,
    options?: { start?: NewtonStart; alpha?: number; epsilon?: number; maxIterations?: number },
  ): { q: [number, number, number]; converged: boolean; iterations: number; tipError: number };
  free(): void;
}
