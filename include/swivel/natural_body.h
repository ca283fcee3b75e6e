// SPDX-License-Identifier: MIT
#ifndef SWIVEL_NATURAL_BODY_H
#define SWIVEL_NATURAL_BODY_H

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/rig.h"

/// Where a person's joints are when only some of them are known: head and hands of someone in virtual reality, hips and
/// feet too if they are tracked. Learned from 72 people (data/people), whole bodies in all kinds of motion.
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_pose             poses[SWV_PARTS];
///     swv_natural_body(size, points, 3, poses);
///     // poses[SWV_PART_HIPS], poses[SWV_PART_LEFT_FOOT].position, ...
///
/// Axes    x and y level, z up, the floor at z = 0; metres, or any unit that `size` has too.
/// Head    x right, y where it looks, z up, at the joint between neck and skull. Hips and chest likewise: unturned in someone who
///         stands upright and looks along y.
/// Hand    at the wrist: z to the fingertips, x where the palm faces (of a left hand away from it), as in limb.h.
/// Foot    at the ankle: y to the toes, z up from the sole.
/// size    Thigh, shank, and the spine from the hips to the head's joint, added up: 1.42 m in someone of 1.75 m.
///
/// The answer does not depend on where the body is and which way it looks, is the same at every size, and moves smoothly with
/// the points. It knows nothing of bones' lengths: joints are where people's are on average, not at their distances. How far off,
/// on people who were not fitted: docs/bodies.md.

typedef struct swv_body_point {
    int      part;
    swv_pose pose;  ///< of elbows and knees only the position counts
} swv_body_point;

/// point_count  3 to 11: head and both hands; and any of hips, chest (SWV_PART_UPPER_CHEST), feet, elbows
///              (SWV_PART_LEFT_LOWER_ARM), knees (SWV_PART_LEFT_LOWER_LEG)
/// poses        out: where hips, spine, chest, upper chest, neck, head, and on each side shoulder, upper arm, lower arm, hand, upper
///              leg, lower leg, foot, toes are; how hips and upper chest are turned; all zeros for the rotation of the others.
///              Points that are known come out as they went in. Parts that are not named here are untouched
///
/// SWV_BAD_ARGUMENT for a size that is not positive or beyond 1e100; SWV_BAD_COUNT; SWV_BAD_GOAL for a pose that is not finite, beyond 1e306 or turned
/// by a zero quaternion, a part that is none of these or is there twice, or if the head or a hand is missing.
SWV_API swv_status swv_natural_body(double size, const swv_body_point *points, int point_count,
                                    swv_pose poses[SWV_PARTS]);

#endif
