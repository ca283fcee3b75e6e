// SPDX-License-Identifier: MIT
import type { Finger } from './papers/finger.js';
export * from './papers/finger.js';

/** x, y, z in metres. */
export type Vec3 = readonly [number, number, number];
/** x, y, z, w; any length but zero. */
export type Quat = readonly [number, number, number, number];
/** Seven angles in radians. */
export type Angles7 = readonly [number, number, number, number, number, number, number];

/** Where something is and how it is turned, as seen from the shoulder: x right, y forward, z up. */
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

/** Of a right limb; a left one mirrors them. A range of a whole turn or more is no limit. */
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
  /** Metres before full extension where the limb begins to yield; 0: it does not. */
  softness?: number;
  /** Those not given are a person's. */
  limits?: Partial<LimbLimits>;
}

/** Rotations of the bones against the trunk, and the hinge's angle. */
export interface LimbPosture {
  upper: Quat;
  lower: Quat;
  end: Quat;
  flexion: number;
}

export interface LimbGoal {
  /** The hand at the wrist, or the foot at the ankle, from the shoulder or hip. */
  end: Pose;
  /** The hand may be turned as it likes. */
  positionOnly?: boolean;
  /** What the elbow does; natural if not given. */
  elbow?: ElbowWish;
  /** Of the wish `swivel`. */
  swivel?: number;
  /** Of the wish `towards`. */
  direction?: Vec3;
}

export interface LimbResult {
  posture: LimbPosture;
  outcome: Outcome;
  /** The names of the limits that are exceeded, and by how much at most, radians. */
  broken: string[];
  excess: number;
  /** Of the posture, and what was wished before limits. */
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
  /** The names of broken limits, and for each of limitNames by how much it is exceeded; negative inside. */
  check(posture: LimbPosture): { broken: string[]; excess: number[] };
  /** Where the elbow can be with the wrist held still: centre + radius (cos(swivel) zero + sin(swivel) quarter). */
  circle(wrist: Vec3): { centre: Vec3; zero: Vec3; quarter: Vec3; radius: number };
  swivelOf(posture: LimbPosture): number;
  swivelTowards(wrist: Vec3, direction: Vec3): number;
  /** The swivels at which every limit holds, as intervals. */
  feasible(end: Pose): [number, number][];
  /** The best posture for a goal. previous: where the limb was. */
  solve(goal: LimbGoal, previous?: LimbPosture | null, options?: { compromise?: LimbCompromise }): LimbResult;
  /** The posture at a swivel, whatever the limits say of it. */
  postureAt(end: Pose, swivel: number): LimbResult;
  /** A track holds a copy of the limb as it is now. */
  track(options?: LimbTrackOptions): LimbTrack;
  free(): void;
}

export interface LimbTrackOptions {
  /** Seconds the elbow takes to follow its wish; 0.06 if not given, negative: none. */
  swivelTime?: number;
  /** Radians a second that any bone may turn; no limit if not given. */
  maxBoneSpeed?: number;
  /** Radians a second that the elbow may swivel, the hand's rotation yielding meanwhile; no limit if not given. */
  maxSwivelSpeed?: number;
  compromise?: LimbCompromise;
}

export interface LimbTrackResult extends LimbResult {
  /** The elbow had to leave its swivel at once. */
  forced: boolean;
  /** Radians a second. */
  swivelSpeed: number;
  /** A speed that is limited keeps elbow or hand on their way. */
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

/** A hand, places as seen from its wrist: swivel/hand.h. A posture is 21 angles, the same on both sides. */
export class Hand {
  shape(name: HandShape): number[];
  /** For each digit its three joints and its tip. */
  points(posture: readonly number[]): Vec3[][];
  /** tips: a place for each digit that is wanted, null for the others. */
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

/** As of a limb, the end as seen from the sternoclavicular joint. */
export interface UpperLimbGoal extends LimbGoal {
  /** The clavicle beyond what the rhythm says. */
  shoulderElevation?: number;
  shoulderProtraction?: number;
  /** With positionOnly: a straight wrist, and the forearm turned by this; positive palm down. */
  pronation?: number | null;
  /** 1: being raised, -1: being lowered. */
  raising?: number;
}

export interface UpperLimbPosture {
  girdle: number[];
  /** The arm's bones, against the trunk. */
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
  /** The names of the limits that are exceeded, and by how much at most, radians. */
  broken: string[];
  excess: number;
  wished: number;
  positionError: number;
  rotationError: number;
  /** By how much the shoulder would still move, metres. */
  ghChange: number;
  iterations: number;
}

/** Clavicle, scapula and arm together, places as seen from the sternoclavicular joint: swivel/shoulder.h. */
export class UpperLimb {
  readonly side: Side;
  /** The arm under the girdle: its lengths and limits may be set; no softness. It goes with the limb: do not free it. */
  readonly arm: Limb;
  rest(): { girdle: number[]; gh: Vec3 };
  solve(goal: UpperLimbGoal, previous?: UpperLimbPosture | null, options?: { compromise?: LimbCompromise }): UpperLimbResult;
  frames(posture: UpperLimbPosture, twistWeight?: number): { clavicle: Pose; scapula: Pose; upper: Pose; lower: Pose; lowerMid: Pose; lowerFar: Pose; end: Pose };
  girdleFrames(girdle: number[]): { clavicle: Pose; scapula: Pose };
  /** What the rhythm says, radians. */
  rhythm(elevation: number, plane: number, raising?: number): number[];
  /** What `raising` becomes when the humerus goes from one elevation to another, radians. */
  raisingAfter(raising: number, from: number, to: number): number;
  /** A track holds a copy of the limb as it is now. */
  track(options?: LimbTrackOptions): UpperLimbTrack;
  free(): void;
}

export interface UpperLimbTrackResult extends Omit<UpperLimbResult, 'ghChange'> {
  /** The elbow had to leave its swivel at once. */
  forced: boolean;
  /** Radians a second. */
  swivelSpeed: number;
  /** From -1, an arm being lowered, to 1, one being raised. */
  raising: number;
  /** A speed that is limited keeps elbow or hand on their way. */
  behind: boolean;
}

/** Following a hand exactly with girdle and arm, the elbow smoothly: swivel/shoulder.h. Call free() when it is no longer needed. */
export class UpperLimbTrack {
  /** As if the last step had ended in this posture, of which girdle angles and arm count. */
  setPosture(posture: UpperLimbPosture): void;
  /** The goal's raising is not used: the track knows. */
  step(goal: UpperLimbGoal, dt: number): UpperLimbTrackResult;
  free(): void;
}

// ---- skeletons ----

/** x, y, z, w and x, y, z as any array: a tuple, a typed array, what three.js's toArray() gives. Lengths are checked. */
export type Numbers = ArrayLike<number>;

/** The parts of a body, by the names of VRM's humanoid bones: swivel/skeleton.h. */
export type Part =
  | 'hips' | 'spine' | 'chest' | 'upperChest' | 'neck' | 'head' | 'jaw'
  | `${'left' | 'right'}${'Eye' | 'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes' | 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand'}`
  | `${'left' | 'right'}Thumb${'Metacarpal' | 'Proximal' | 'Distal'}`
  | `${'left' | 'right'}${'Index' | 'Middle' | 'Ring' | 'Little'}${'Proximal' | 'Intermediate' | 'Distal'}`;

/** One joint as it is at rest, in the world. */
export interface SkeletonJoint {
  readonly name?: string;
  /** Index of the joint it hangs on; -1: none. */
  readonly parent: number;
  readonly position: Numbers;
  /** None if not given; binding needs only positions. */
  readonly rotation?: Numbers;
}

/** A skeleton in any rest pose, unit and axes: what the command's JSON files hold. 1 to 256 joints in any order. */
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
  /** By shape alone. */
  ignoreNames?: boolean;
}

export interface BoundPart {
  /** -1: none. */
  joint: number;
  /** 0 to 1; below 0.5 a person should look. */
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
  /** Whether a body can rest as this skeleton does: the zero of a recording need not be a posture. */
  readonly isPosture: boolean;
  /** Rest in the T-pose that a recording of this skeleton tells, and bind again. frames: 7 numbers a joint against its parent, frame after frame. swivel/skeleton.h */
  findRest(frames: Float64Array, options?: BindOptions): Binding;
  /** A body on this skeleton, as it is bound now. It needs hips, head, two arms and two legs. It does not need the rig any more. */
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
  /** In the world. Of a gaze: what is looked at. */
  readonly position?: Numbers;
  /** In the world, of the joint's own axes. */
  readonly rotation?: Numbers;
  /**
   * If not given: pose, position or rotation, by what there is of them; stay without either. A hand with a position alone keeps its turn against the forearm: a relaxed
   * wrist. `stay` pins a part where the animation has it; feet without a goal stay too, `free` lets them go along.
   */
  readonly want?: Want;
  /** 0 to 1: how much of the animation is kept, to fade a goal in or out; 0 if not given. */
  readonly keepPosition?: number;
  readonly keepRotation?: number;
}

export interface ReachOptions {
  /** What gives way where limits keep a hand or foot from its goal. */
  compromise?: LimbCompromise;
  /** The centre of mass stays above the feet, as long as goals leave it the choice. */
  balances?: boolean;
  /** Shoulders are where the animation has them, but for hands out of reach. For recordings, which have their own. */
  keepsShoulders?: boolean;
  /** Elbows are turned out of the body afterwards; the report has a clearance then. */
  clear?: boolean;
}

export type ArmSegment = 'upper arm' | 'forearm' | 'hand';
export type FleshSolid = 'right chest' | 'left chest' | 'right loin' | 'left loin' | 'head' | 'right thigh' | 'left thigh';

/** How an arm is clear of the body: swivel/body.h. */
export interface Clearance {
  /** From skin to skin, in the skeleton's unit; negative: how deep inside. */
  distance: number;
  segment: ArmSegment;
  solid: FleshSolid;
}

/** The same object after every call: copy what you want to keep. */
export interface ReachReport {
  outcome: Outcome;
  /** Of each goal: how far its joint is from it, and how far it is turned, radians. Of a gaze: the angle it looks past. */
  positionErrors: Float64Array;
  rotationErrors: Float64Array;
  /** Centre of mass, in the world. */
  mass: [number, number, number];
  /** How far it is beyond the feet, level. */
  overhang: number;
  /** A step would help. */
  isStepDue: boolean;
  /** Only with `clear`. */
  clearance: { right: Clearance; left: Clearance } | null;
}

/** A tracked joint: head and both hands, and any of hips, upperChest, feet, elbows and knees (whose rotation is not read). */
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
  /** Where the head's device is, from the head's joint: right, forward, up. If not given: between the eyes. */
  headDevice?: Vec3;
  /** The person's size over the skeleton's, if it is known. */
  scale?: number;
}

/** How devices sit on a person who stood as told: swivel/body.h. Call free() when it is no longer needed, before its body's. */
export class Calibration {
  /** The person's size over the skeleton's. */
  readonly scale: number;
  /** The arms were to the sides, not hanging. */
  readonly isT: boolean;
  /** Of the head's joint over the floor, and from wrist to wrist with arms to the sides, in the unit of the devices. */
  readonly height: number;
  readonly span: number;
  /** How much longer the person's arms are than the skeleton's times the scale. */
  readonly arms: number;
  /** The joints that go with the devices, in the skeleton's size: for solve() and track(). The same array after every call. */
  points(devices: readonly BodyPoint[]): readonly BodyPoint[];
  free(): void;
}

/** A part of the body's flesh: all places within `radius` of a line, in the axes of `joint`. */
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
 * `animation` goes in, `locals` comes out: joints against their parents (those without one: in the world). Both may be written.
 * These arrays are windows into the module's memory: ask the body for them each frame (that costs nothing), for a window of yesterday is empty
 * once memory has grown. No call allocates anything.
 */
export class Body {
  readonly jointCount: number;
  readonly names: readonly string[];
  readonly parents: readonly number[];
  /** Poses at rest against their parents. */
  readonly restLocals: Float64Array;
  /** The joint of each part; -1: none. */
  readonly parts: Readonly<Record<Part, number>>;
  /** Thigh, shank and spine added up, in the skeleton's unit. */
  readonly size: number;
  readonly leftHanded: boolean;
  /** Height of the floor along the skeleton's up: where feet stand that nothing tracks. 0 at first. */
  floor: number;
  /** What every call starts from, at first the rest pose. */
  readonly animation: Float64Array;
  /** What the last call gave. */
  readonly locals: Float64Array;
  /** Those of `locals` in the world, computed when this is read. */
  readonly worlds: Float64Array;
  /** Write the rest pose, or the body standing upright with hanging arms, into `animation` and `locals`. */
  rest(): void;
  stand(): void;
  /** Move the body from `animation` to at most 16 goals, as little as is needed, into `locals`. */
  reach(goals: readonly BodyGoal[], options?: ReachOptions): ReachReport;
  /** The same, dt seconds after the last frame: no bone turns faster than it may, and meanwhile hands are behind; the report says how far. */
  follow(goals: readonly BodyGoal[], dt: number, options?: ReachOptions): ReachReport;
  /** Forget the last frame, and follow by these options from now on; maxBoneSpeed is 15 here if not given. */
  startFollowing(options?: LimbTrackOptions): void;
  /** The body of someone of whom 3 to 11 points are tracked; what is not tracked is where people have it. */
  solve(points: readonly BodyPoint[], options?: PointsOptions): PointsReport;
  /** The same, dt seconds after the last frame: feet stand and step, elbows do not jump. */
  track(points: readonly BodyPoint[], dt: number, options?: { clear?: boolean }): PointsReport;
  startTracking(options?: { compromise?: LimbCompromise }): void;
  /** The person stands upright, knees straight, looking ahead, arms hanging or to the sides; devices as points, turned as they are. */
  calibrate(devices: readonly BodyPoint[], options?: CalibrationOptions): Calibration;
  /** How the arms of `locals` are clear of the body. */
  clearance(): { right: Clearance; left: Clearance };
  /** Turn the elbows of `locals` out of the body; hands stay. */
  avoid(): { right: Clearance; left: Clearance };
  /** How thick the body is. What is not given stays as it is. */
  readonly flesh: Flesh;
  setFlesh(flesh: { solids?: { readonly [solid in FleshSolid]?: Partial<Capsule> }; upperArm?: number; forearm?: number; hand?: number }): void;
  /** The limb that ends in a hand or foot, for its lengths, limits and angles. It goes with the body: do not free it. */
  limb(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot'): Limb;
  /** Its posture in `locals`, and the other way round. */
  limbPosture(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot'): LimbPosture;
  setLimbPosture(end: 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot', posture: LimbPosture): void;
  free(): void;
}

// ---- one body's motion on another ----

export interface RetargetOptions {
  /** Hands are where the arm's bones lead, not where they were before the chest. */
  keepDirections?: boolean;
  /** Feet are not held where they stand. */
  keepSlides?: boolean;
  compromise?: LimbCompromise;
  /** Of the way the hips go; by the length of the legs if not given. */
  scale?: number;
}

export interface RetargetedClip {
  /** 7 numbers a joint of the target, frame after frame. */
  frames: Float64Array;
  /** Height of the recorded floor, in the source's unit. */
  floor: number;
  /** How often a foot came down, and in how many frames one is on the floor. */
  contacts: number;
  planted: number;
  /** The largest distance of a hand or foot from where it belongs, in the target's unit. */
  farthestHand: number;
  farthestFoot: number;
  /** Frames in which limits kept a hand or foot from its place. */
  limited: number;
}

/** One body's motion on another: swivel/retarget.h. It needs both bodies. Call free() when it is no longer needed. */
export class Retarget {
  readonly from: Body;
  readonly to: Body;
  /** Of legs and arms. */
  readonly scale: number;
  readonly armScale: number;
  /** One frame, without a look at what was before: from `from.locals` to `to.locals`. */
  frame(): void;
  /** A whole clip, feet on the floor. frames: 7 numbers a joint of the source, frame after frame; frameTime: seconds. */
  clip(frames: Float64Array, frameTime: number): RetargetedClip;
  free(): void;
}

export interface Swivel {
  retarget(from: Body, to: Body, options?: RetargetOptions): Retarget;
  /** Names of the parts of a body, and the same part of the other side. */
  readonly parts: readonly Part[];
  mirrored(part: Part): Part;
  /** Your skeleton, bound. A SwivelError names the joint that is at fault. */
  rig(skeleton: Skeleton, options?: BindOptions): Rig;
  /** The built-in human in a T-pose: 1.2 to 2.3 m tall, 1.75 if not given; joint i is part i. x right, y forward, z up. */
  human(options?: { stature?: number; sex?: 'female' | 'male' }): Rig;
  /** Right if not given. Angles, rhythm and swivel mean the same on both sides; places of a left one are mirrored in x. */
  upperLimb(options?: { side?: Side; upper?: number; lower?: number; limits?: Partial<LimbLimits> }): UpperLimb;
  littleFinger(): Finger;
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
