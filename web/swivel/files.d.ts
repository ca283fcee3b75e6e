// SPDX-License-Identifier: MIT
import type { ModuleSource, Numbers, Skeleton, Vec3 } from './index.js';
export { SwivelError } from './index.js';

/** What is read here: bvh, csv, trc, c3d, urdf, mjcf. What is written: bvh, glb, vrma, csv. The command reads and writes more. */
export type Format = 'auto' | 'bvh' | 'gltf' | 'glb' | 'vrm' | 'vrma' | 'urdf' | 'mjcf' | 'trc' | 'c3d' | 'csv' | 'npz' | 'fbx' | 'dae';

/** A skeleton and its motion. Poses are 7 numbers, relative to the parent: frame f of joint j begins at 7 (f jointCount + j). */
export interface MotionData {
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** 7 numbers per joint. */
  readonly rest: Float64Array;
  readonly frames: Float64Array;
  /** Seconds. */
  readonly frameTime: number;
  /** 0: not known. */
  readonly metresPerUnit?: number;
  readonly up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z' | Numbers | null;
}

/** The joint that moves a link of a robot: swivel_io/robot.h. */
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
  /** Corners of the box around its shapes, in the link's frame; left out or all 0: not known. A robot stands on the boxes of its feet. */
  low?: Vec3;
  high?: Vec3;
}

/** swivel_io/motion.h; plain data, nothing to free. */
export class Motion implements MotionData {
  /** Each joint comes after its parent. */
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
  /** How unit and up axis were found, in English. */
  readonly unitReason: string;
  readonly upReason: string;
  /** Points at the ends of bones that are not joints: BVH's End Site. */
  readonly ends: { joint: number; offset: Vec3 }[];
  /** URDF, MJCF: the joint of each link of the robot; null: not a robot. */
  readonly robot: RobotJoint[] | null;
  /** What was ignored or changed in reading. */
  readonly warnings: string[];
  /** For rig(): the posture of a frame; the rest pose if not given. */
  skeleton(frame?: number): Skeleton;
}

export interface ReadOptions {
  /** Detected from the first bytes if not given. */
  format?: Format;
  /** Overrides the file. */
  metresPerUnit?: number;
  up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z' | Numbers;
  /** Meaning of position channels of BVH joints other than the root. */
  positions?: 'guessed' | 'replace' | 'add';
  /** Seconds, where a format has curves. */
  frameTime?: number;
}

export interface Files {
  readonly version: string;
  readonly formats: readonly Format[];
  /** A SwivelError says what is wrong with a file, and on which line. */
  read(file: string | BufferSource, options?: ReadOptions): Motion;
  /** The file's bytes. GLB and VRMA are written in metres with y up, so they need the motion's unit and up axis; a VRMA should rest in a T-pose. */
  write(motion: MotionData, format: 'bvh' | 'glb' | 'vrma' | 'csv'): Uint8Array;
}

/** Load the module; without a source, files.wasm beside files.js. */
export function load(source?: ModuleSource): Promise<Files>;
