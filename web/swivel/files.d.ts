// SPDX-License-Identifier: MIT
import type { ModuleSource, Numbers, Skeleton, Vec3 } from './index.js';
export { SwivelError } from './index.js';

/** What is read here: bvh, csv, trc, c3d, urdf, mjcf. What is written: bvh, glb, vrma, csv. The command reads and writes more. */
export type Format = 'auto' | 'bvh' | 'gltf' | 'glb' | 'vrm' | 'vrma' | 'urdf' | 'mjcf' | 'trc' | 'c3d' | 'csv' | 'npz' | 'fbx' | 'dae';

/** A skeleton and how it moves. Poses are 7 numbers, against their parents: frame f of joint j begins at 7 (f jointCount + j). */
export interface MotionData {
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** 7 numbers a joint. */
  readonly rest: Float64Array;
  readonly frames: Float64Array;
  /** Seconds. */
  readonly frameTime: number;
  /** 0: not known. */
  readonly metresPerUnit?: number;
  readonly up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z' | Numbers | null;
}

/** What moves a link of a robot: swivel_io/robot.h. */
export interface RobotJoint {
  name: string;
  kind: 'fixed' | 'hinge' | 'slider' | 'universal' | 'ball' | 'free';
  /** In the link's frame. */
  axis: Vec3;
  /** Radians or metres; infinite: none. */
  lower: number;
  upper: number;
  /** The link whose joint it follows, by ratio * leader + offset; -1: none. */
  leader: number;
  ratio: number;
  offset: number;
  /** Of the link; 0 if the file does not say. */
  mass: number;
  center: Vec3;
  /** Corners of the box around its shapes, in the link's frame; left out or all 0: not known. A robot stands on its feet's. */
  low?: Vec3;
  high?: Vec3;
}

/** swivel_io/motion.h; plain data, nothing to free. */
export class Motion implements MotionData {
  /** Every joint after the one it hangs on. */
  readonly names: string[];
  readonly parents: number[];
  readonly rest: Float64Array;
  readonly frames: Float64Array;
  readonly frameTime: number;
  readonly metresPerUnit: number;
  readonly up: Vec3 | null;
  readonly jointCount: number;
  readonly frameCount: number;
  readonly format: Format;
  /** How unit and up are known, in English. */
  readonly unitReason: string;
  readonly upReason: string;
  /** Points at the ends of bones that are no joints: BVH's End Site. */
  readonly ends: { joint: number; offset: Vec3 }[];
  /** URDF, MJCF: what moves each joint, which is a link of the robot; null: no robot. */
  readonly robot: RobotJoint[] | null;
  /** What was ignored or changed in reading. */
  readonly warnings: string[];
  /** For rig(): as it stands in a frame; at rest if not given. */
  skeleton(frame?: number): Skeleton;
}

export interface ReadOptions {
  /** Found by the first bytes if not given. */
  format?: Format;
  /** If you know better than the file. */
  metresPerUnit?: number;
  up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z' | Numbers;
  /** What positions of BVH's joints mean, the root's apart. */
  positions?: 'guessed' | 'replace' | 'add';
  /** Seconds, where a format has curves. */
  frameTime?: number;
}

export interface Files {
  readonly version: string;
  readonly formats: readonly Format[];
  /** A SwivelError says what is wrong with a file, and on which line. */
  read(file: string | BufferSource, options?: ReadOptions): Motion;
  /** The file's bytes. GLB and VRMA are metres with y up whatever the motion is in, and want its unit and up; a VRMA should rest in a T-pose. */
  write(motion: MotionData, format: 'bvh' | 'glb' | 'vrma' | 'csv'): Uint8Array;
}

/** Load the module; without a source, files.wasm beside files.js. */
export function load(source?: ModuleSource): Promise<Files>;
