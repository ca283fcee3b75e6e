// SPDX-License-Identifier: MIT

/** x, y, z in metres. */
export type Vec3 = readonly [number, number, number];
/** x, y, z, w; any length but zero. */
export type Quat = readonly [number, number, number, number];
/** Seven angles in radians. */
export type Angles7 = readonly [number, number, number, number, number, number, number];

/** Position and rotation relative to the shoulder: x right, y forward, z up. */
export interface Pose {
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** A call the library refused. Missing a target is not one: read the outcome. */
export class SwivelError extends Error {
  readonly status: number;
}

export type Side = 'right' | 'left';
/** How a solve ended: swv_outcome of swivel/base.h. */
export type Outcome =
  | 'reached'
  | 'out of reach'
  | 'too near'
  | 'limited'
  | 'softened'
  | 'unsettled'
  | 'not found'
  | 'stalled'
  | 'iteration limit'
  | 'evaluation limit'
  | 'stopped'
  | 'invalid target';
export type ElbowWish = 'natural' | 'swivel' | 'towards' | 'previous';
export type LimbCompromise = 'keep-limits' | 'keep-hand';

export const elbowWishes: readonly ElbowWish[];
export const limbCompromises: readonly LimbCompromise[];

/** Lower and upper, radians. */
export type Range = readonly [number, number];

/** Limits of a right limb; a left one mirrors them. A range of a full turn or more is no limit. */
export interface LimbLimits {
  /** Where the upper arm (thigh) may not point. */
  caps: readonly { readonly axis: Vec3; readonly radius: number }[];
  /** The direction from which twist is counted, and the side to which the elbow bends there. */
  rest: Vec3;
  restBend: Vec3;
  twist: Range;
  hinge: Range;
  pronation: Range;
  /** Quarter ellipses in the tangents of half the angles. */
  flexion: Range;
  deviation: Range;
}

export interface LimbOptions {
  side?: Side;
  /** Body height in metres; 1.75 if not given. */
  stature?: number;
  /** Metres: upper arm and forearm, or thigh and shank. */
  upper?: number;
  lower?: number;
  /** Metres before full extension at which the limb starts to yield; 0: it does not. */
  softness?: number;
  /** Limits that are not given are those of people. */
  limits?: Partial<LimbLimits>;
}

/** Rotations of the bones relative to the trunk, and the hinge's angle. */
export interface LimbPosture {
  upper: Quat;
  lower: Quat;
  end: Quat;
  flexion: number;
}

export interface LimbGoal {
  /** The hand at the wrist, or the foot at the ankle, from the shoulder or hip. */
  end: Pose;
  /** The hand's orientation is free. */
  positionOnly?: boolean;
  /** Where the elbow should be; natural if not given. */
  elbow?: ElbowWish;
  /** For the wish `swivel`. */
  swivel?: number;
  /** For the wish `towards`. */
  direction?: Vec3;
}

export interface LimbResult {
  posture: LimbPosture;
  outcome: Outcome;
  /** The names of the limits that are exceeded, and the largest excess in radians. */
  broken: string[];
  excess: number;
  /** The posture's swivel, and the one that was wished for, before limits. */
  swivel: number;
  wished: number;
  /** Metres and radians, by forward kinematics. */
  positionError: number;
  rotationError: number;
}

/** The human arm or leg: swivel/limb.h. Call free() when it is no longer needed. */
export class Limb {
  readonly kind: 'arm' | 'leg';
  readonly side: Side;
  readonly angleNames: readonly string[];
  readonly limitNames: readonly string[];
  readonly lengths: { upper: number; lower: number };
  setLengths(upper: number, lower: number): void;
  setStature(stature: number): void;
  setSoftness(softness: number): void;
  readonly limits: LimbLimits;
  /** What is not given stays as it is. */
  setLimits(limits: Partial<LimbLimits>): void;
  /** The posture with these anatomical angles, in the order of angleNames, and the angles of a posture. */
  posture(angles: Angles7): LimbPosture;
  angles(posture: LimbPosture): Angles7;
  /** The posture in which the elbow is here and the hand there, whatever the limb's lengths. */
  postureFromPoints(elbow: Vec3, end: Pose): LimbPosture;
  forward(posture: LimbPosture): { end: Pose; elbow: Vec3 };
  /** Poses of all bones; twistWeight: how much of the pronation the forearm's bone takes, 0.5 if not given. */
  frames(posture: LimbPosture, twistWeight?: number): { upper: Pose; lower: Pose; lowerMid: Pose; lowerFar: Pose; end: Pose };
  /** The names of broken limits, and for each of limitNames the excess; negative inside. */
  check(posture: LimbPosture): { broken: string[]; excess: number[] };
  /** Where the elbow can be with the wrist held still: centre + radius (cos(swivel) zero + sin(swivel) quarter). */
  circle(wrist: Vec3): { centre: Vec3; zero: Vec3; quarter: Vec3; radius: number };
  swivelOf(posture: LimbPosture): number;
  swivelTowards(wrist: Vec3, direction: Vec3): number;
  /** The swivels at which every limit holds, as intervals. */
  feasible(end: Pose): [number, number][];
  /** The best posture for a goal. previous: where the limb was. */
  solve(goal: LimbGoal, previous?: LimbPosture | null, options?: { compromise?: LimbCompromise }): LimbResult;
  /** The posture at a swivel, inside the limits or not. */
  postureAt(end: Pose, swivel: number): LimbResult;
  /** A track holds a copy of the limb as it is now. */
  track(options?: LimbTrackOptions): LimbTrack;
  free(): void;
}

export interface LimbTrackOptions {
  /** Seconds the elbow takes to follow its wish; 0.06 if not given, negative: none. */
  swivelTime?: number;
  /** Largest speed of any bone, radians per second; no limit if not given. */
  maxBoneSpeed?: number;
  /** Largest swivel speed of the elbow, radians per second; the hand's rotation gives way. No limit if not given. */
  maxSwivelSpeed?: number;
  compromise?: LimbCompromise;
}

export interface LimbTrackResult extends LimbResult {
  /** The elbow had to jump to another swivel. */
  forced: boolean;
  /** Radians per second. */
  swivelSpeed: number;
  /** Elbow or hand lag behind because of a speed limit. */
  behind: boolean;
}

/** Following a hand or foot exactly, the elbow smoothly: swivel/limb.h. Call free() when it is no longer needed. */
export class LimbTrack {
  /** As if the last step had ended in this posture. */
  setPosture(posture: LimbPosture): void;
  step(goal: LimbGoal, dt: number): LimbTrackResult;
  free(): void;
}

export type Digit = 'thumb' | 'index' | 'middle' | 'ring' | 'little';
export type HandShape = 'relaxed' | 'open' | 'fist' | 'point';

export const digits: readonly Digit[];
export const handShapes: readonly HandShape[];

/** A hand; positions are relative to its wrist: swivel/hand.h. A posture is 21 angles, the same on both sides. */
export class Hand {
  shape(name: HandShape): number[];
  /** For each digit its three joints and its tip. */
  points(posture: readonly number[]): Vec3[][];
  /** tips: a position for each digit with a goal, null for the others. */
  solve(
    tips: readonly (Vec3 | null)[],
    previous: readonly number[],
    options?: { shape?: HandShape; enslaving?: number },
  ): { posture: number[]; outOfReach: Digit[]; errors: number[] };
  pinch(finger: Digit, size: number, options?: { shape?: HandShape }): { posture: number[]; holds: boolean; gap: number; opposition: number };
  free(): void;
}

/** Names of the six angles of a girdle. */
export const girdleAngles: readonly string[];

/** As for a limb, with the end relative to the sternoclavicular joint. */
export interface UpperLimbGoal extends LimbGoal {
  /** Rotation of the clavicle beyond its rhythm. */
  shoulderElevation?: number;
  shoulderProtraction?: number;
  /** With positionOnly: the forearm's pronation, with a straight wrist; positive is palm down. */
  pronation?: number | null;
  /** 1: being raised, -1: being lowered. */
  raising?: number;
}

export interface UpperLimbPosture {
  girdle: number[];
  /** The arm's bones, relative to the trunk. */
  arm: LimbPosture;
  swivel: number;
  elevation: number;
  plane: number;
  pronation: number;
  ac: Vec3;
  gh: Vec3;
  elbow: Vec3;
  wrist: Vec3;
}

export interface UpperLimbResult {
  posture: UpperLimbPosture;
  outcome: Outcome;
  /** The names of the limits that are exceeded, and the largest excess in radians. */
  broken: string[];
  excess: number;
  wished: number;
  positionError: number;
  rotationError: number;
  /** By how much the shoulder would still move, metres. */
  ghChange: number;
  iterations: number;
}

/** Clavicle, scapula and arm together; positions are relative to the sternoclavicular joint: swivel/shoulder.h. */
export class UpperLimb {
  readonly side: Side;
  /** The arm under the girdle: its lengths and limits may be set, but no softness. It belongs to the limb: do not free it. */
  readonly arm: Limb;
  rest(): { girdle: number[]; gh: Vec3 };
  solve(goal: UpperLimbGoal, previous?: UpperLimbPosture | null, options?: { compromise?: LimbCompromise }): UpperLimbResult;
  frames(posture: UpperLimbPosture, twistWeight?: number): { clavicle: Pose; scapula: Pose; upper: Pose; lower: Pose; lowerMid: Pose; lowerFar: Pose; end: Pose };
  girdleFrames(girdle: number[]): { clavicle: Pose; scapula: Pose };
  /** The angles of the rhythm, radians. */
  rhythm(elevation: number, plane: number, raising?: number): number[];
  /** The new value of `raising` after the humerus has moved from one elevation to another, radians. */
  raisingAfter(raising: number, from: number, to: number): number;
  /** A track holds a copy of the limb as it is now. */
  track(options?: LimbTrackOptions): UpperLimbTrack;
  free(): void;
}

export interface UpperLimbTrackResult extends Omit<UpperLimbResult, 'ghChange'> {
  /** The elbow had to jump to another swivel. */
  forced: boolean;
  /** Radians per second. */
  swivelSpeed: number;
  /** From -1, an arm being lowered, to 1, one being raised. */
  raising: number;
  /** Elbow or hand lag behind because of a speed limit. */
  behind: boolean;
}

/** Following a hand exactly with girdle and arm, the elbow smoothly: swivel/shoulder.h. Call free() when it is no longer needed. */
export class UpperLimbTrack {
  /** As if the last step had ended in this posture; girdle angles and arm are used. */
  setPosture(posture: UpperLimbPosture): void;
  /** The goal's `raising` is ignored: the track computes it. */
  step(goal: UpperLimbGoal, dt: number): UpperLimbTrackResult;
  free(): void;
}

// ---- skeletons ----

/** x, y, z, w and x, y, z as any array: a tuple, a typed array, or the result of three.js's toArray(). Lengths are checked. */
export type Numbers = ArrayLike<number>;

/** The parts of a body, by the names of VRM's humanoid bones: swivel/skeleton.h. */
export type Part =
  | 'hips' | 'spine' | 'chest' | 'upperChest' | 'neck' | 'head' | 'jaw'
  | `${'left' | 'right'}${'Eye' | 'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes' | 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand'}`
  | `${'left' | 'right'}Thumb${'Metacarpal' | 'Proximal' | 'Distal'}`
  | `${'left' | 'right'}${'Index' | 'Middle' | 'Ring' | 'Little'}${'Proximal' | 'Intermediate' | 'Distal'}`;

/** A joint's rest pose, in the world. */
export interface SkeletonJoint {
  readonly name?: string;
  /** Index of its parent; -1: none. */
  readonly parent: number;
  readonly position: Numbers;
  /** None if not given; binding needs only positions. */
  readonly rotation?: Numbers;
}

/** A skeleton in any rest pose, unit and axes, as in the command's JSON files. 1 to 4096 joints in any order. */
export interface Skeleton {
  readonly joints: readonly SkeletonJoint[];
  /** Which way is up, if known: an axis, or a direction. */
  readonly up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z' | Numbers;
  /** Axes as Unity's and Unreal's. */
  readonly left_handed?: boolean;
}

export interface BindOptions {
  /** The joint of a part, if you know it; null: it has none. */
  given?: { readonly [part in Part]?: number | null };
  /** Ignore the names: bind by shape alone. */
  ignoreNames?: boolean;
}

export interface BoundPart {
  /** -1: none. */
  joint: number;
  /** 0 to 1; below 0.5 somebody should check it. */
  confidence: number;
  /** Why, in a few words of English. */
  reason: string;
  /** Another joint that fits nearly as well; -1: none. */
  rival: number;
}

/** Which joints are the parts of a body. */
export interface Binding {
  parts: Record<Part, BoundPart>;
  /** Of the body in the world. */
  up: Vec3;
  forward: Vec3;
  leftHanded: boolean;
  /** From the lowest to the highest bound joint, in the skeleton's unit. */
  height: number;
  /** Joints that share the twist of a part. */
  twists: { joint: number; part: Part }[];
}

/** A skeleton and which of its joints are parts of a body: swivel/skeleton.h. Call free() when it is no longer needed. */
export class Rig {
  readonly jointCount: number;
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** World rest pose: 7 numbers a joint. */
  readonly rest: Float64Array;
  /** Of the last bind(). */
  readonly binding: Binding;
  /** Bind again, with other options. */
  bind(options?: BindOptions): Binding;
  /** Whether the rest pose is one that a body can take: the zero pose of a recording need not be one. */
  readonly isPosture: boolean;
  /** Estimate a T-pose from a recording of this skeleton, make it the rest pose, and bind again. frames: 7 numbers per joint, relative to its parent, frame after frame. swivel/skeleton.h */
  findRest(frames: Float64Array, options?: BindOptions): Binding;
  /** A body on this skeleton, as it is bound now. It needs hips, head, two arms and two legs. It does not use the rig afterwards. */
  body(): Body;
  /** For the command and for rig(). */
  skeleton(): Skeleton;
  free(): void;
}

// ---- the whole body ----

/** What is wanted of a part: swivel/body.h. */
export type Want = 'pose' | 'position' | 'rotation' | 'gaze' | 'stay' | 'free';
export const wants: readonly Want[];

/** For hips, upperChest (the joint that carries the arms), head, hands, feet, any finger joint (it brings the hand), elbows (leftLowerArm) and knees (leftLowerLeg). */
export interface BodyGoal {
  readonly part: Part;
  /** In the world. For a gaze: the place to look at. */
  readonly position?: Numbers;
  /** In the world, of the joint's own axes. */
  readonly rotation?: Numbers;
  /**
   * If not given: pose, position or rotation, depending on which are given; `stay` if none is. A hand with only a position keeps its orientation relative to the forearm: a relaxed
   * wrist. `stay` pins a part where the animation has it; feet without a goal stay too, `free` lets them move with the hips.
   */
  readonly want?: Want;
  /** 0 to 1: 1, if not given, is all of the goal, 0 leaves what the animation has; to fade a goal in or out. */
  readonly positionWeight?: number;
  readonly rotationWeight?: number;
}

export interface ReachOptions {
  /** What gives way where limits keep a hand or foot from its goal. */
  compromise?: LimbCompromise;
  /** The centre of mass stays above the feet, as far as the goals permit. */
  balances?: boolean;
  /** Shoulders stay where the animation has them, except for hands out of reach. For recordings, whose shoulders already move. */
  keepsShoulders?: boolean;
  /** Elbows are turned out of the body afterwards, and the report has a clearance. */
  clear?: boolean;
}

export type ArmSegment = 'upper arm' | 'forearm' | 'hand';
export type FleshSolid = 'right chest' | 'left chest' | 'right loin' | 'left loin' | 'head' | 'right thigh' | 'left thigh';

/** Distance between an arm and the body: swivel/body.h. */
export interface Clearance {
  /** From skin to skin, in the skeleton's unit; negative: the depth inside. */
  distance: number;
  segment: ArmSegment;
  solid: FleshSolid;
}

/** The same object after every call: copy what you want to keep. */
export interface ReachReport {
  outcome: Outcome;
  /** For each goal: distance and angle (radians) between joint and goal. For a gaze: the angle between line of sight and target. */
  positionErrors: Float64Array;
  rotationErrors: Float64Array;
  /** Centre of mass, in the world. */
  mass: [number, number, number];
  /** Its horizontal distance beyond the feet. */
  overhang: number;
  /** A step would help. */
  isStepDue: boolean;
  /** Only with `clear`. */
  clearance: { right: Clearance; left: Clearance } | null;
}

/** A tracked joint: head and both hands, and any of hips, upperChest, feet, elbows and knees (whose rotation is ignored). */
export interface BodyPoint {
  readonly part: Part;
  readonly position: Numbers;
  readonly rotation?: Numbers;
}

export interface PointsOptions {
  compromise?: LimbCompromise;
  clear?: boolean;
}

/** The same object after every call. */
export interface PointsReport {
  outcome: Outcome;
  positionErrors: Float64Array;
  rotationErrors: Float64Array;
  clearance: { right: Clearance; left: Clearance } | null;
}

export interface CalibrationOptions {
  /** Position of the head's device relative to the head's joint: right, forward, up. If not given: between the eyes. */
  headDevice?: Vec3;
  /** The person's size relative to the skeleton's, if known. */
  scale?: number;
}

/** Offsets of devices from joints, from one frame of a standing person: swivel/body.h. Call free() when it is no longer needed, before its body's. */
export class Calibration {
  /** The person's size relative to the skeleton's. */
  readonly scale: number;
  /** The arms were held out to the sides, not hanging. */
  readonly isT: boolean;
  /** Height of the head's joint above the floor, and distance from wrist to wrist with the arms held out, in the unit of the devices. */
  readonly height: number;
  readonly span: number;
  /** Length of the person's arms relative to the skeleton's times the scale; 1: same length. */
  readonly arms: number;
  /** The joints' poses for these devices, in the skeleton's size: for solve() and track(). The same array after every call. */
  points(devices: readonly BodyPoint[]): readonly BodyPoint[];
  free(): void;
}

/** A part of the body's volume: all points within `radius` of a line, in the axes of `joint`. */
export interface Capsule {
  joint: number;
  from: Vec3;
  to: Vec3;
  radius: number;
}

export interface Flesh {
  solids: Record<FleshSolid, Capsule>;
  /** Radii. */
  upperArm: number;
  forearm: number;
  hand: number;
}

/**
 * A whole body on a skeleton: swivel/body.h. A pose is 7 numbers, x y z and the quaternion x y z w, so that joint i is at 7 i.
 *
 * `animation` is the input, `locals` the output: joints relative to their parents (without a parent: in the world). Both may be written.
 * These arrays are windows into the module's memory: get them from the body each frame (that costs nothing), because an old window is empty
 * once memory has grown. No call allocates anything.
 */
export class Body {
  readonly jointCount: number;
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** Rest poses relative to the parents. */
  readonly restLocals: Float64Array;
  /** The joint of each part; -1: none. */
  readonly parts: Readonly<Record<Part, number>>;
  /** Thigh, shank and spine added up, in the skeleton's unit. */
  readonly size: number;
  readonly leftHanded: boolean;
  /** Height of the floor along the skeleton's up axis, on which untracked feet stand. Initially 0. */
  floor: number;
  /** Input of every call, initially the rest pose. */
  readonly animation: Float64Array;
  /** Result of the last call. */
  readonly locals: Float64Array;
  /** `locals` in the world, computed when this is read. */
  readonly worlds: Float64Array;
  /** Write the rest pose, or the body standing upright with hanging arms, into `animation` and `locals`. */
  rest(): void;
  stand(): void;
  /** Move the body from `animation` to at most 16 goals, as little as is needed, into `locals`. */
  reach(goals: readonly BodyGoal[], options?: ReachOptions): ReachReport;
  /** The same, dt seconds after the last frame: no bone exceeds its speed limit, so hands may lag behind; the report says how far. */
  follow(goals: readonly BodyGoal[], dt: number, options?: ReachOptions): ReachReport;
  /** Forget the last frame, and follow with these options from now on; maxBoneSpeed is 15 if not given. */
  startFollowing(options?: LimbTrackOptions): void;
  /** The body from 3 to 11 tracked points; untracked joints are predicted by a model of people. */
  solve(points: readonly BodyPoint[], options?: PointsOptions): PointsReport;
  /** The same, dt seconds after the last frame: feet stand and step, elbows do not jump. */
  track(points: readonly BodyPoint[], dt: number, options?: { clear?: boolean }): PointsReport;
  startTracking(options?: { compromise?: LimbCompromise }): void;
  /** The person stands upright, knees straight, looking ahead, arms hanging or held out; devices as points, with any orientation. */
  calibrate(devices: readonly BodyPoint[], options?: CalibrationOptions): Calibration;
  /** Distances between the arms of `locals` and the body. */
  clearance(): { right: Clearance; left: Clearance };
  /** Turn the elbows of `locals` out of the body; hands stay. */
  avoid(): { right: Clearance; left: Clearance };
  /** Radii of the body. What is not given stays as it is. */
  readonly flesh: Flesh;
  setFlesh(flesh: { solids?: { readonly [solid in FleshSolid]?: Partial<Capsule> }; upperArm?: number; forearm?: number; hand?: number }): void;
  /** The limb that ends in a hand or foot, for its lengths, limits and angles. It belongs to the body: do not free it. */
  limb(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot'): Limb;
  /** Its posture in `locals`; and write a posture into `locals`. */
  limbPosture(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot'): LimbPosture;
  setLimbPosture(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot', posture: LimbPosture): void;
  free(): void;
}

// ---- one body's motion on another ----

export interface RetargetOptions {
  /** Keep the directions of the arm bones instead of the hands' place relative to the chest. */
  keepDirections?: boolean;
  /** Planted feet are not held. */
  keepSlides?: boolean;
  compromise?: LimbCompromise;
  /** Scale of the hips' motion; the ratio of the leg lengths if not given. */
  scale?: number;
}

export interface RetargetedClip {
  /** 7 numbers per joint of the target, frame after frame. */
  frames: Float64Array;
  /** Height of the recorded floor, in the source's unit. */
  floor: number;
  /** Number of contacts of feet, and of frames with a foot on the floor. */
  contacts: number;
  planted: number;
  /** The largest distance of a hand or foot from its goal, in the target's unit. */
  farthestHand: number;
  farthestFoot: number;
  /** Frames in which limits kept a hand or foot from its goal. */
  limited: number;
}

/** One body's motion on another: swivel/retarget.h. It needs both bodies. Call free() when it is no longer needed. */
export class Retarget {
  readonly from: Body;
  readonly to: Body;
  /** Scale of legs and of arms. */
  readonly scale: number;
  readonly armScale: number;
  /** One frame, independent of the last: from `from.locals` to `to.locals`. */
  frame(): void;
  /** A whole clip, with contacts of the feet. frames: 7 numbers per joint of the source, frame after frame; frameTime: seconds. */
  clip(frames: Float64Array, frameTime: number): RetargetedClip;
  free(): void;
}

export interface Swivel {
  retarget(from: Body, to: Body, options?: RetargetOptions): Retarget;
  /** Names of the parts of a body, and of the same part on the other side. */
  readonly parts: readonly Part[];
  mirrored(part: Part): Part;
  /** Your skeleton, bound. A SwivelError names the joint at fault. */
  rig(skeleton: Skeleton, options?: BindOptions): Rig;
  /** The built-in human in a T-pose: 1.2 to 2.3 m tall, 1.75 if not given; joint i is part i. x right, y forward, z up. */
  human(options?: { stature?: number; sex?: 'female' | 'male' }): Rig;
  /** Right if not given. Angles, rhythm and swivel mean the same on both sides; positions of a left one are mirrored in x. */
  upperLimb(options?: { side?: Side; upper?: number; lower?: number; limits?: Partial<LimbLimits> }): UpperLimb;
  /** Metres from the wrist to the tip of the middle finger; 0.19 if not given. */
  hand(length?: number, side?: Side): Hand;
  readonly version: string;
  /** The human arm and leg. */
  arm(options?: LimbOptions): Limb;
  leg(options?: LimbOptions): Limb;
}

/** A module's bytes, a compiled one, a Response or a URL. */
export type ModuleSource = BufferSource | WebAssembly.Module | Response | URL | string;

/** Load the module; without a source, swivel.wasm beside index.js. */
export function load(source?: ModuleSource): Promise<Swivel>;
