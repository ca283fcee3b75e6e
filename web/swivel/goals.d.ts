// SPDX-License-Identifier: MIT
import type { Quat, Vec3 } from './index.js';

export type GoalKind = 'pose' | 'position' | 'rotation' | 'direction' | 'aim' | 'distance';
export const goalKinds: readonly GoalKind[];

/** A goal for a link: swivel/solve.h. Fields that its kind does not use are ignored. */
export interface ChainGoal {
  readonly kind: GoalKind;
  /** The joint whose link it is; the tip if not given. */
  readonly joint?: number;
  /** In the link's frame: the point, and for `direction` and `aim` the axis. */
  readonly point?: Vec3;
  readonly axis?: Vec3;
  /** In the world. */
  readonly position?: Vec3;
  readonly rotation?: Quat;
  readonly direction?: Vec3;
  readonly distance?: number;
  /** Relative to goals of the same priority; 1 if not given. */
  readonly weight?: number;
  /** 0 to 3; 0 comes first and does not give way. */
  readonly priority?: number;
}
