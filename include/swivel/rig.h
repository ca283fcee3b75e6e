// SPDX-License-Identifier: MIT
#ifndef SWIVEL_RIG_H
#define SWIVEL_RIG_H

#include <stdbool.h>

#include "swivel/base.h"
#include "swivel/geometry.h"

/// Your own skeleton: which of its joints are the parts of a human body.
///
///     const swv_rig_joint joints[] = {
///         { "Hips", -1, { { 0.0, 1.0, 0.0 }, SWV_IDENTITY_QUAT } },
///         { "Spine", 0, { { 0.0, 1.1, 0.0 }, SWV_IDENTITY_QUAT } },  // and so on
///     };
///     const swv_rig rig = { .joints = joints, .joint_count = sizeof joints / sizeof joints[0] };
///     swv_binding   binding;
///     swv_rig_bind(&rig, NULL, &binding);
///     int hand = binding.parts[SWV_PART_LEFT_HAND].joint;  // -1: none
///
/// Names are read first: VRM, Mixamo, Rigify, Unreal, CMU, MakeHuman, Rokoko, SMPL, Xsens, Biped, Poser and what is like
/// them. Where names say nothing the shape decides: two pairs of limbs that mirror each other, how long their bones are,
/// which way the toes point. Any rest pose, bone axes, unit and up axis. Nothing is guessed silently: every part has a
/// confidence, a reason, and a rival if another joint came close.

enum { SWV_RIG_JOINTS = 256 };

/// One joint of a skeleton, in any order. Names need not be unique.
typedef struct swv_rig_joint {
    const char *name;    ///< UTF-8; NULL or "" if it has none
    int         parent;  ///< index of the joint it hangs on; -1: none
    swv_pose    rest;    ///< in the world. Only the position is needed to bind; a rotation of all zeros counts as none
} swv_rig_joint;

typedef struct swv_rig {
    const swv_rig_joint *joints;
    int                  joint_count;  ///< 1 to SWV_RIG_JOINTS
    swv_vec3             up;           ///< world direction, any length; zero: find out
    bool is_left_handed;               ///< the axes, as Unity's and Unreal's; false: find out, if names and toes tell
} swv_rig;

/// The parts of the body, by the names of VRM's humanoid bones. Those of the right side follow in the order of the left.
typedef enum swv_part {
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
} swv_part;

/// The same part of the other side; parts in the middle of the body are their own. -1 outside the range.
SWV_API int swv_part_mirrored(int part);

/// "leftUpperArm" and so on, as VRM spells them; NULL outside the range.
SWV_API const char *swv_part_name(int part);

/// Why a joint is taken for a part.
typedef enum swv_rig_reason {
    SWV_RIG_ABSENT = 0,  ///< no joint found
    SWV_RIG_GIVEN,       ///< the caller said so
    SWV_RIG_NAME,        ///< its name, and it is where it should be
    SWV_RIG_NAME_ONLY,   ///< its name, though it does not hang where it should
    SWV_RIG_PLACE,       ///< its place between parts that have been found
    SWV_RIG_SHAPE,       ///< the skeleton's shape; names say nothing
    SWV_RIG_SHAPE_SIDE,  ///< likewise, and which side is left is only assumed: nothing shows which way the body faces
} swv_rig_reason;

/// A few words in English, never NULL.
SWV_API const char *swv_rig_reason_text(swv_rig_reason reason);

typedef struct swv_bound_part {
    int            joint;       ///< -1: none
    double         confidence;  ///< 0 to 1; below 0.5 a person should look
    swv_rig_reason reason;
    int            rival;  ///< another joint that fits nearly as well; -1: none
} swv_bound_part;

enum { SWV_RIG_TWISTS = 32 };

/// A joint that shares the twist of a part: it lies between that part and the next, or hangs on it as a twist bone.
typedef struct swv_rig_twist {
    int joint, part;
} swv_rig_twist;

typedef struct swv_binding {
    swv_bound_part parts[SWV_PARTS];
    swv_vec3       up, forward;     ///< of the body in the world, unit vectors at right angles
    bool           is_left_handed;  ///< the rig's axes: given, or named sides and toes say so. Else right-handed
    double         height;          ///< from the lowest to the highest bound joint along `up`, in the rig's unit
    int            twist_count;
    swv_rig_twist  twists[SWV_RIG_TWISTS];
} swv_binding;

/// What the caller knows already. Zero in any field means its default.
typedef struct swv_rig_options {
    /// SWV_PARTS numbers, one for each part: the joint + 1 to bind it to; 0: find it; -1: leave it unbound.
    const int *given;
    bool       ignore_names;  ///< by shape alone
} swv_rig_options;

/// Whether a rig can be used. SWV_BAD_COUNT: no joints or too many; SWV_BAD_MODEL: a parent that does not exist, or a joint
/// that hangs on itself in the end; SWV_NOT_FINITE: a rest pose that is not finite or further away than 1e100.
/// fault  takes the joint that a status is about
SWV_API swv_status swv_rig_check(const swv_rig *rig, int *fault);

/// Find the parts. Statuses as swv_rig_check; SWV_BAD_OPTIONS: `given` names a joint that does not exist, or one twice.
/// A part that is not there is no error: its joint is -1. Takes about 130 us for 65 joints.
SWV_API swv_status swv_rig_bind(const swv_rig *rig, const swv_rig_options *options, swv_binding *binding);

/// Other parents for limbs whose bones do not carry each other. In rigs for animators hands and feet are often children of a control
/// or of the root; a mount or a body wants each bone of a limb below the one before. Rest poses in the world stay as they are.
///
/// parents  takes joint_count: those of the rig, but for bones of limbs that are not below the one before
/// hips     takes the joint that carries both legs: the bound hips, or a joint above them; -1: none bound
/// fault    takes the part that cannot be attached
///
/// SWV_BAD_MODEL: a bone that is above the one before, or a hand or foot that is nearer than 0.3 or farther than 3
/// times the length of the bone before. SWV_BAD_ARGUMENT: a binding that is not of this rig. Other statuses as swv_rig_check.
SWV_API swv_status swv_rig_attach(const swv_rig *rig, const swv_binding *binding, int *parents, int *hips, int *fault);

#endif
