// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_H
#define SWIVEL_SKELETON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"

// ======== skeletons ========

/// Skeletons: anything with joints. A body, a hand, a robot with legs and arms. This header has joints, forward
/// kinematics and Jacobians. solve.h finds postures that meet goals.
///
///     const swv_joint joints[] = {
///         { .name = "pelvis", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
///         { .name = "knee", .parent = 0, .kind = SWV_JOINT_HINGE, .rest = below, .axis = { 1.0, 0.0, 0.0 } },  // and so on
///     };
///     const int    count = sizeof joints / sizeof joints[0];
///     double       memory[SWV_SKELETON_BYTES(sizeof joints / sizeof joints[0]) / sizeof(double)];
///     swv_skeleton skeleton;
///     swv_skeleton_make(joints, count, NULL, memory, &skeleton, NULL);
///
///     swv_skeleton_rest(&skeleton, posture);
///     posture[skeleton.first_number[swv_skeleton_find(&skeleton, "knee")]] = 0.5;
///     swv_skeleton_frames(&skeleton, posture, frames);
///
/// Link       A joint moves its link; link and joint have the same frame. Joints may be given in any order.
/// Posture    An array of skeleton.number_count numbers. Joint j has those from skeleton.first_number[j] on: none if it is fixed,
///            1 for a hinge (radians) or a slider (metres), 2 for a universal joint (radians), 4 for a ball (quaternion x, y, z, w),
///            7 for a free joint (position, quaternion). Input quaternions need not have unit length. A joint that follows another
///            has none: its first_number and first_freedom are those of the other.
/// Freedoms   How a posture can change: skeleton.freedom_count of them. Joint j has those from skeleton.first_freedom[j] on: 1 for a
///            hinge or a slider, 2 for a universal joint, 3 for a ball (rotations about the world's x, y, z), 6 for a free joint
///            (translations along the world's axes, then rotations about them).

enum { SWV_SKELETON_JOINTS = 4096 };

/// What goals and points are fixed to: the frame of a joint, or SWV_TIP, the frame of the joint given last. That is the tip of a
/// skeleton without branches.
enum { SWV_TIP = 0 };
SWV_INLINE int swv_link_of(int joint)
{
    return joint + 1;
}

typedef enum swv_joint_kind {
    SWV_JOINT_FIXED = 0,
    SWV_JOINT_HINGE,      ///< rotates about `axis`
    SWV_JOINT_SLIDER,     ///< slides along `axis`
    SWV_JOINT_UNIVERSAL,  ///< rotates about `axis`, then about `second_axis`, which moves with the first rotation
    SWV_JOINT_BALL,       ///< any rotation
    SWV_JOINT_FREE,       ///< any pose; a root only. Its numbers are its pose in the world, initially `rest`
} swv_joint_kind;

/// One joint. Frames, axes and limits are those of the joint in the rest posture, where all angles are 0.
typedef struct swv_joint {
    const char    *name;    ///< UTF-8, need not be unique; NULL or "" if it has none. The text is not copied
    int            parent;  ///< index of its parent joint; -1: none, it is a root
    swv_joint_kind kind;
    swv_pose       rest;   ///< in the parent's frame; of a root: in the world
    swv_vec3       axis;   ///< in its own frame, of any length but zero. Of a ball: the axis of twist
    swv_vec3 second_axis;  ///< universal: not along `axis`. Ball with limits: the first axis of swing, normal to `axis`
    /// Limits, of each number of a hinge, a slider or a universal joint; -INFINITY and INFINITY, or 0 and 0: none. Of a
    /// ball: [0] twist about `axis`; [1] and [2] swing about `second_axis` and about axis x second_axis, a cone of four
    /// quarter ellipses in the tangents of half the angles, which has 1e-4 to either side inside and stays within (-pi,
    /// pi). The swing comes first, the smallest rotation that takes `axis` to its direction, then the twist. A ball
    /// with any of these limits swings at most to 2 mrad short of half a turn, where its twist is undefined.
    double lower[3], upper[3];
    /// A hinge or a slider may follow another one: its value is ratio * (value of joint `follows`) + offset. It then
    /// has no number of its own. The other may itself follow. Ratio 0: it is independent, and `follows` and `offset`
    /// are ignored.
    int      follows;
    double   ratio, offset;
    double   mass;    ///< of the link, not negative; needed for balance only
    swv_vec3 center;  ///< of that mass, in the link's frame
    swv_vec3 low,
        high;  ///< corners of a box around the link's shape, in its frame; both 0: not known. For soles (retarget.h)
} swv_joint;

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_skeleton_options {
    swv_vec3 up;              ///< world direction, any length; zero: detected when parts of a body are bound
    bool     is_left_handed;  ///< the axes, as Unity's and Unreal's; false: detected likewise
} swv_skeleton_options;

/// Made by swv_skeleton_make; read-only. It points into the memory it was given.
typedef struct swv_skeleton {
    uint32_t         cookie;
    int              joint_count;     ///< 1 to SWV_SKELETON_JOINTS
    int              number_count;    ///< of a posture
    int              freedom_count;   ///< of its changes
    int              follower_count;  ///< joints that follow others
    double           size;            ///< length of the longest path from a root to a joint, without slides
    swv_vec3         up;              ///< as the options have it
    bool             is_left_handed;  ///< likewise
    const swv_joint *joints;          ///< as given, except:
        ///< axes and quaternions have unit length, no joint follows one that follows another, and the
        ///< limits of joints that follow and are followed leave each other only what all of them allow
    const swv_pose *rest_frames;                   ///< pose of each link in the world, all values 0
    const int      *first_number, *first_freedom;  ///< of each joint
    const int      *order;   ///< every joint after its parent, the joints below a joint right after it
    const int      *place;   ///< of each joint in `order`
    const int      *below;   ///< order[place[j] + 1] to order[below[j] - 1] are the joints below joint j
    const void     *inside;  ///< for the solver
} swv_skeleton;

/// Bytes that swv_skeleton_make needs for this many joints; 0 if the count is out of range.
SWV_API size_t swv_skeleton_size(int joint_count);

/// At least as many, as a compile-time constant: double memory[SWV_SKELETON_BYTES(30) / sizeof(double)].
#define SWV_SKELETON_BYTES(joint_count) ((size_t)1024 * ((size_t)(joint_count) + 1))

/// Make a skeleton of `count` joints.
///
/// options  may be NULL
/// memory   swv_skeleton_size(count) bytes aligned for double, which must outlive the skeleton
/// fault    receives the joint that a status concerns
///
/// SWV_BAD_COUNT: no joints or too many. SWV_BAD_MODEL: a parent that does not exist, a cycle in the parent links, a
/// free joint with a parent, a joint that follows one that is neither hinge nor slider, or a cycle of followers.
/// SWV_BAD_ARGUMENT: an unknown kind, a zero axis or quaternion, a second axis along the first (of a ball: not normal
/// to it), a negative mass, a box with its low corner above the high one. SWV_BAD_LIMITS: a lower limit above the upper
/// one; a ball's cone that is narrower than 1e-4 to a side; a joint that follows with no value inside all limits.
/// SWV_NOT_FINITE: a number that is not finite, or lengths beyond 1e100. SWV_BAD_OPTIONS: `up` is not finite. Bones may
/// have length zero.
SWV_API swv_status swv_skeleton_make(const swv_joint *joints, int count, const swv_skeleton_options *options,
                                     void *memory, swv_skeleton *skeleton, int *fault);

/// SWV_BAD_MODEL unless swv_skeleton_make made it.
SWV_API swv_status swv_skeleton_check(const swv_skeleton *skeleton);

/// The first joint of this name; -1 if there is none, or the skeleton was not made.
SWV_API int swv_skeleton_find(const swv_skeleton *skeleton, const char *name);

// ======== serial chains ========

/// The two conventions for Denavit-Hartenberg rows in use. They look alike but differ; say which.
///   standard  frame i-1 to frame i:  Rz(theta) Tz(d) Tx(a) Rx(alpha)                (Paul; Chin; KDL's DH)
///   modified  frame i-1 to frame i:  Rx(alpha) Tx(a) Rz(theta) Tz(d)                (Craig: a and alpha of link i-1)
typedef enum swv_dh_convention {
    SWV_DH_STANDARD = 0,
    SWV_DH_MODIFIED,
} swv_dh_convention;

/// The joint's value is added to theta for a hinge, to d for a slider.
typedef struct swv_dh_row {
    double theta, d, a, alpha;
    bool   slides;
} swv_dh_row;

/// An axis in the zero posture, in world coordinates. The direction need not have unit length.
typedef struct swv_axis {
    swv_vec3 point, direction;
    bool     slides;
} swv_axis;

/// Joints of a chain, by Denavit-Hartenberg rows: 1 to SWV_MAX_JOINTS hinges or sliders without limits, each a child of
/// the one before, and a fixed joint "tip", the last row's frame. At rest the frames of all but the tip are parallel to
/// the world's. Axes within 1e-14 rad of a coordinate axis are set to it: a right angle in a row means an exact one,
/// although no double is exactly pi/2.
///
///     swv_joint joints[6 + 1];
///     swv_joints_from_dh(SWV_DH_STANDARD, rows, 6, joints);
///     joints[0].lower[0] = -2.0, joints[0].upper[0] = 2.0;
///     swv_skeleton_make(joints, 6 + 1, NULL, memory, &skeleton, NULL);
///
/// joints  out, count + 1
SWV_API swv_status swv_joints_from_dh(swv_dh_convention convention, const swv_dh_row *rows, int count,
                                      swv_joint *joints);

/// The same by the axes of the joints and the pose of the tip, all in the zero posture. SWV_BAD_ARGUMENT for a zero
/// direction or quaternion.
SWV_API swv_status swv_joints_from_axes(const swv_axis *axes, int count, const swv_pose *world_from_tip,
                                        swv_joint *joints);

/// The inverse: the axes of joints that are each a child of the one before (with fixed ones between them); the tip is
/// the frame of the last.
///
/// axes        out, as many as there are hinges and sliders; at most SWV_MAX_JOINTS
///
/// SWV_BAD_MODEL: a joint that is not a child of the one before, of another kind, or with a zero rest rotation or axis;
/// SWV_BAD_COUNT: no moving joint, or too many. SWV_NOT_FINITE also if a length overflows.
SWV_API swv_status swv_joints_to_axes(const swv_joint *joints, int count, swv_axis *axes, swv_pose *world_from_tip);

/// The same as Denavit-Hartenberg rows. They cannot say where the first axis lies or how the tip is mounted on the last frame: the
/// chain is base * rows * tip. Such rows are ill-conditioned where neighbouring axes are almost parallel, at an angle s: the common
/// normal's feet lie 1/s lengths away, and forward kinematics through the rows is exact to 1e-16/s only. Below s = 1e-8 the axes
/// count as parallel. SWV_BAD_MODEL, SWV_BAD_COUNT, SWV_NOT_FINITE as above.
SWV_API swv_status swv_joints_to_dh(const swv_joint *joints, int count, swv_dh_convention convention, swv_dh_row *rows,
                                    swv_pose *base, swv_pose *tip);

// ---- postures ----

/// The rest posture: zeros and identity rotations, clamped to the limits; free joints at their `rest`.
SWV_API swv_status swv_skeleton_rest(const swv_skeleton *skeleton, double *posture);

/// How far a posture is outside the limits: radians or metres, 0 inside. For a ball's cone: the angle by which it would
/// have to swing back towards the middle. *joint takes the joint that is farthest outside, or -1.
SWV_API swv_status swv_skeleton_outside(const swv_skeleton *skeleton, const double *posture, double *excess,
                                        int *joint);

/// Bring a posture inside its limits: numbers to the nearest limit, angles by whole turns where that is enough;
/// quaternions to unit length.
SWV_API swv_status swv_skeleton_clamp(const swv_skeleton *skeleton, const double *posture, double *inside);

// ---- forward ----

/// Pose of every link in the world. `frames` takes joint_count poses, by joint. SWV_BAD_POSTURE: a number is not finite, or a
/// quaternion is zero.
SWV_API swv_status swv_skeleton_frames(const swv_skeleton *skeleton, const double *posture, swv_pose *frames);

/// The same if only the numbers of one joint have changed since `frames` was filled: that link, those that follow it
/// and those below them are recomputed, all others are unchanged.
SWV_API swv_status swv_skeleton_move(const swv_skeleton *skeleton, const double *posture, int joint, swv_pose *frames);

/// The Jacobian of a point of a link, given in the link's frame: 6 rows by freedom_count columns, stored by rows. Rows
/// 0 to 2 are the point's velocity, rows 3 to 5 the link's angular velocity, in world axes, per unit of each freedom.
/// `frames` are those of the posture.
SWV_API swv_status swv_skeleton_jacobian(const swv_skeleton *skeleton, const swv_pose *frames, const double *posture,
                                         int joint, swv_vec3 point, double *jacobian);

/// The centre of mass in the world. SWV_BAD_MODEL if no link has mass; SWV_NOT_FINITE if masses are so small or links
/// so far away that it overflows.
SWV_API swv_status swv_skeleton_mass_center(const swv_skeleton *skeleton, const swv_pose *frames, swv_vec3 *center);

// ======== parts of a body ========

/// Binding: which joints of your skeleton are the parts of a human body.
///
///     const swv_joint joints[] = {
///         { .name = "Hips", .parent = -1, .kind = SWV_JOINT_FREE, .rest = { { 0.0, 1.0, 0.0 }, SWV_IDENTITY_QUAT } },
///         { .name = "Spine", .parent = 0, .kind = SWV_JOINT_BALL, .rest = { { 0.0, 0.1, 0.0 }, SWV_IDENTITY_QUAT } },  // and so on
///     };
///     swv_skeleton_make(joints, sizeof joints / sizeof joints[0], NULL, memory, &skeleton, NULL);
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);  // scratch: not needed any more afterwards
///     int hand = binding.parts[SWV_PART_LEFT_HAND].joint;  // -1: none
///
/// Names come first: VRM, Mixamo, Rigify, Unreal, CMU, MakeHuman, Rokoko, SMPL, Xsens, Biped, Poser and similar ones.
/// Without usable names the shape decides: two pairs of mirrored limbs, their bone lengths, the direction of the toes.
/// Any rest pose, bone axes, unit and up axis; joints of any kind. Every part has a confidence, a reason, and a rival
/// if another joint fits nearly as well.

/// The parts of the body, by the names of VRM's humanoid bones; a part is an int. Those of the right side follow in the
/// order of the left.
enum {
    SWV_PART_HIPS = 0,
    SWV_PART_SPINE,
    SWV_PART_CHEST,
    SWV_PART_UPPER_CHEST,
    SWV_PART_NECK,
    SWV_PART_HEAD,
    SWV_PART_JAW,
    SWV_PART_LEFT_EYE,
    SWV_PART_LEFT_UPPER_LEG,
    SWV_PART_LEFT_LOWER_LEG,
    SWV_PART_LEFT_FOOT,
    SWV_PART_LEFT_TOES,
    SWV_PART_LEFT_SHOULDER,  ///< the clavicle
    SWV_PART_LEFT_UPPER_ARM,
    SWV_PART_LEFT_LOWER_ARM,
    SWV_PART_LEFT_HAND,
    SWV_PART_LEFT_THUMB_METACARPAL,
    SWV_PART_LEFT_THUMB_PROXIMAL,
    SWV_PART_LEFT_THUMB_DISTAL,
    SWV_PART_LEFT_INDEX_PROXIMAL,
    SWV_PART_LEFT_INDEX_INTERMEDIATE,
    SWV_PART_LEFT_INDEX_DISTAL,
    SWV_PART_LEFT_MIDDLE_PROXIMAL,
    SWV_PART_LEFT_MIDDLE_INTERMEDIATE,
    SWV_PART_LEFT_MIDDLE_DISTAL,
    SWV_PART_LEFT_RING_PROXIMAL,
    SWV_PART_LEFT_RING_INTERMEDIATE,
    SWV_PART_LEFT_RING_DISTAL,
    SWV_PART_LEFT_LITTLE_PROXIMAL,
    SWV_PART_LEFT_LITTLE_INTERMEDIATE,
    SWV_PART_LEFT_LITTLE_DISTAL,
    SWV_PART_RIGHT_EYE,
    SWV_PART_RIGHT_UPPER_LEG,
    SWV_PART_RIGHT_LOWER_LEG,
    SWV_PART_RIGHT_FOOT,
    SWV_PART_RIGHT_TOES,
    SWV_PART_RIGHT_SHOULDER,
    SWV_PART_RIGHT_UPPER_ARM,
    SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_RIGHT_HAND,
    SWV_PART_RIGHT_THUMB_METACARPAL,
    SWV_PARTS = SWV_PART_RIGHT_EYE + (SWV_PART_RIGHT_EYE - SWV_PART_LEFT_EYE),
};

/// The same part of the other side; parts in the middle of the body are their own. -1 outside the range.
SWV_API int swv_part_mirrored(int part);

/// "leftUpperArm" and so on, as VRM spells them; NULL outside the range.
SWV_API const char *swv_part_name(int part);

/// Why a joint is taken for a part.
typedef enum swv_bind_reason {
    SWV_BIND_ABSENT = 0,  ///< no joint found
    SWV_BIND_GIVEN,       ///< given by the caller
    SWV_BIND_NAME,        ///< its name, and it is where it should be
    SWV_BIND_NAME_ONLY,   ///< its name, though its parent is unexpected
    SWV_BIND_PLACE,       ///< its place between parts that have been found
    SWV_BIND_SHAPE,       ///< the skeleton's shape; names give no information
    SWV_BIND_SHAPE_SIDE,  ///< likewise, and which side is left is only assumed: the body's front is not known
} swv_bind_reason;

/// A few words in English, never NULL.
SWV_API const char *swv_bind_reason_text(swv_bind_reason reason);

enum { SWV_BINDING_TWISTS = 32 };

/// Which joint is which part. Plain data, without pointers to the skeleton.
typedef struct swv_binding {
    struct {
        int             joint;       ///< -1: none
        double          confidence;  ///< 0 to 1; below 0.5 somebody should check it
        swv_bind_reason reason;
        int             rival;  ///< another joint that fits nearly as well; -1: none
    } parts[SWV_PARTS];
    swv_vec3 up, forward;  ///< of the body in the world, unit vectors at right angles
    bool is_left_handed;  ///< the skeleton's axes: given, or detected from named sides and toes. Otherwise right-handed
    double height;        ///< from the lowest to the highest bound joint along `up`, in the skeleton's unit
    int    twist_count;   ///< further ones are left out
    /// Joints that share the twist of a part: they lie between that part and the next, or are twist bones below it.
    struct {
        int joint, part;
    } twists[SWV_BINDING_TWISTS];
} swv_binding;

/// What the caller already knows. Zero in any field means its default.
typedef struct swv_bind_options {
    /// SWV_PARTS numbers, one for each part: the joint + 1 to bind it to; 0: find it; -1: leave it unbound.
    const int *given;
    bool       ignore_names;  ///< bind by shape alone
} swv_bind_options;

/// Bytes of memory that swv_skeleton_bind and swv_rest_find need for this many joints, less than SWV_SKELETON_BYTES; 0 if the count is out of range.
SWV_API size_t swv_skeleton_bind_size(int joint_count);

/// Find the parts in the rest pose.
///
/// memory  swv_skeleton_bind_size(joint_count) bytes, aligned for double; nothing in it is kept
///
/// SWV_BAD_OPTIONS: `given` names a joint that does not exist, or one twice; SWV_BAD_MODEL: a skeleton that was not
/// made. A missing part is not an error: its joint is -1. Takes about 130 us for 65 joints.
SWV_API swv_status swv_skeleton_bind(const swv_skeleton *skeleton, const swv_bind_options *options, void *memory,
                                     swv_binding *binding);

/// Re-parents limbs whose bones are not children of each other. In rigs for animators hands and feet are often children
/// of a control or of the root; a mount or a body needs each bone of a limb below the one before. Rest poses in the
/// world stay as they are.
///
/// joints   takes joint_count, for a skeleton to be made of: those of this one, but for bones of limbs that are not below the one before
/// hips     takes the joint that carries both legs: the bound hips, or a joint above them; -1: none bound
/// fault    takes the part that cannot be attached, or that is bound to a joint the skeleton does not have
///
/// SWV_BAD_MODEL: a bone that is above the one before, or a hand or foot that is nearer than 0.3 or farther than 3
/// times the length of the bone before; a skeleton that was not made. SWV_BAD_ARGUMENT: a binding that is not of this skeleton.
SWV_API swv_status swv_skeleton_attach(const swv_skeleton *skeleton, const swv_binding *binding, swv_joint *joints,
                                       int *hips, int *fault);

// ======== rest poses ========

/// A rest pose for recordings that have none.
///
/// body.h and retarget.h need a rest pose that a body can take. A recording's zero pose need not be one; some formats
/// lay every bone along x. The rest pose is then estimated from the frames: how elbows and knees bend, how feet stand.
///
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);                   // the skeleton of any frame
///     if (!swv_rest_is_posture(&skeleton, &binding))
///         swv_rest_find(&skeleton, &binding, clip, frame_count, scratch, joints);  // make it again of these joints, and bind again

/// Whether a body can rest in this pose: the head above the hips, feet below them, shoulders beside the neck. Sitting
/// is accepted, lying is not. False for a skeleton or a binding that is invalid, or has no hips, head or legs.
SWV_API bool swv_rest_is_posture(const swv_skeleton *skeleton, const swv_binding *binding);

/// The T-pose of a recorded skeleton.
///
/// skeleton  in any posture. Bone lengths, up axis and heading (to the nearest axis) are taken from it
/// clip      frame_count times joint_count locals, as in body.h
/// memory    swv_skeleton_bind_size(joint_count) bytes, aligned for double; nothing in it is kept
/// joints    out, joint_count: those of the skeleton with another rest
///
/// Trunk upright, arms held out, legs straight. Each limb is rotated about the hinge axis of its bent elbow or knee,
/// and soles are as they stand. What the recording does not show, such as the axis of a knee that is never bent, is
/// taken from the mean.
///
/// SWV_BAD_MODEL: no hips, head, arms or legs bound, its heading cannot be determined, or a skeleton that was not made;
/// SWV_BAD_ARGUMENT: a binding that is not of this skeleton; SWV_BAD_COUNT: no frames; SWV_BAD_POSTURE: a clip that is
/// not finite.
SWV_API swv_status swv_rest_find(const swv_skeleton *skeleton, const swv_binding *binding, const swv_pose *clip,
                                 int frame_count, void *memory, swv_joint *joints);

#endif
