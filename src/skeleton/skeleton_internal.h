// SPDX-License-Identifier: MIT
// What the files of the skeleton share. skeleton.c makes one, skeleton_posture.c keeps postures inside their limits,
// skeleton_forward.c says where links are, line.c makes one without branches ready for the engine.
#ifndef SWIVEL_SKELETON_INTERNAL_H
#define SWIVEL_SKELETON_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/skeleton.h"

/// Room for `count` things of a size at *used bytes of the memory, whatever follows it at a multiple of 8 bytes. NULL: there is no memory yet, only
/// *used is asked for.
static inline void *swvi_carve(void *memory, size_t *used, size_t count, size_t size)
{
    const size_t at = *used;
    *used += (count * size + 7) / 8 * 8;
    return memory ? (char *)memory + at : NULL;
}

/// A joint as the solver sees it. The solver's frame of a joint has the joint's origin, but axes that need not be the link's: it
/// is turned against the frame next above only where the joint's axis would else lie along none of its axes. Most joints of
/// most robots turn about a coordinate axis then, at half the cost, and few frames are turned.
typedef struct swvi_joint {
    swv_vec3 origin;       ///< in the solver's frame of the joint that moves next above, or in the world
    bool     is_mounted;   ///< turned against that frame
    double   mount[9];     ///< by this much, by columns
    swv_quat frame;        ///< the solver's frame in the world, rest posture
    swv_quat turn;         ///< the link in the mover's solver's frame, rest posture
    swv_vec3 axes[3];      ///< in the joint's solver's frame; a ball's: twist, first and second swing
    int      along[2];     ///< 0, 1, 2: that axis lies along x, y or z, either way; -1: along none
    int      above;        ///< the joint that moves next above; -1: none
    int      mover;        ///< the joint that moves this link: itself or `above`; -1: none
    swv_vec3 from_mover;   ///< the link's origin in the mover's solver's frame, rest posture
    double   cone[2][2];   ///< tangents of half a ball's limits of swing: [axis][0] lower, [1] upper
    double   reach;        ///< from the root, along the bones
    bool     is_limited;   ///< a ball with a cone, or a range of twist
    int      leader;       ///< the joint whose number it has: itself, or the one it follows
    bool     is_coupled;   ///< follows another, or is followed
    bool     turns_whole;  ///< a whole turn of its number changes nothing
} swvi_joint;

/// A joint of a line.
typedef struct swvi_line_joint {
    swv_vec3 origin;      ///< in the frame of the joint before it (the first: in the base)
    swv_vec3 axis;        ///< unit length
    double   offset;      ///< its value is factor * z[coordinate] + offset
    int      along;       ///< 0, 1, 2: the axis lies along x, y or z, either way; -1: along none
    int      coordinate;  ///< number of the posture
    bool     slides;
} swvi_line_joint;

/// A link of the skeleton as a line has it.
typedef struct swvi_line_link {
    int      mover;      ///< the joint of the line that moves it; -1: none does
    bool     is_turned;  ///< against the frame of that, by `turn`, or shifted by `from`, at rest
    swv_quat turn;
    swv_vec3 from;
} swvi_line_link;

/// A skeleton without branches, ready for the engine's kernel of serial chains (solve/line_*.c): hinges and sliders one on the other. At rest
/// the frames of all its joints are parallel to that of the base, so that they are turned by the joints before them and by nothing else.
/// Coordinates are z = q / unit, so that a step of 1 is a large one for joints that turn (a radian) and joints that slide (half the
/// chain's length) alike.
typedef struct swvi_line {
    int              joint_count;  ///< 1 to SWV_MAX_JOINTS; 0: the skeleton is no line
    int              coordinates;
    int              tip;        ///< the link given last, if it is moved by the last joint; else that of the last joint
    bool             has_mount;  ///< the tip is turned against the last joint
    bool             is_plain;   ///< nothing follows, nothing slides: joint i's value is z[i]
    uint64_t         shifts;     ///< bit i: joint i does not sit where the one before it does
    uint64_t         turns;      ///< bit i: a whole turn of coordinate i changes nothing
    swv_pose         base, tip_pose;  ///< in the world; in the frame of the last joint
    double           per_length;  ///< lengths times this weigh as much as radians: 2 / length of the stretched chain
    double           base_rotation[9], mount[9];  ///< rotation of the base; of the tip on the last joint; by columns
    swvi_line_joint *joints;
    swvi_line_link  *links;                      ///< of each joint of the skeleton
    double          *factor;                     ///< of each joint: its ratio, in units of z
    double          *unit, *per_unit;            ///< of q in one of z, and its inverse
    double          *lower, *upper;              ///< of z; infinite where whole turns fit
    double          *given_lower, *given_upper;  ///< of q, as the skeleton has them
} swvi_line;

static inline const swvi_joint *swvi_skeleton_inside(const swv_skeleton *skeleton)
{
    return (const swvi_joint *)skeleton->inside;
}

/// It lies behind the joints.
static inline const swvi_line *swvi_skeleton_line(const swv_skeleton *skeleton)
{
    return (const swvi_line *)(const void *)&swvi_skeleton_inside(skeleton)[skeleton->joint_count];
}

/// Bytes of a line, and make it there.
size_t swvi_line_size(int joint_count);
void   swvi_line_make(const swv_skeleton *skeleton, void *room);

/// What a freedom of a joint does: it turns about a unit vector, or slides along it. In the world.
typedef struct swvi_freedom {
    swv_vec3 direction;
    bool     turns;
} swvi_freedom;

/// The freedoms of a joint that is turned by `turn` in the world, at most 6, and how many they are. numbers: those of the posture it has.
int swvi_joint_freedoms(const swv_joint *j, swv_quat turn, const double *numbers, swvi_freedom *freedoms);

/// Limits of a hinge or a slider. A joint locked at 0 may move by 5e-324, because 0 and 0 are none.
static inline void swvi_set_limits(swv_joint *joint, double lower, double upper)
{
    joint->lower[0] = lower;
    joint->upper[0] = lower == 0.0 && upper == 0.0 ? 0x1p-1074 : upper;
}

/// Pose of the tip of a line whose joints all turn, each on its own.
swv_pose swvi_line_tip(const swvi_line *line, const double *q);

/// The joint whose link a goal or a point is fixed to.
static inline int swvi_joint_of_link(const swv_skeleton *skeleton, int link)
{
    return link == SWV_TIP ? skeleton->joint_count - 1 : link - 1;
}

/// Numbers and freedoms of a joint of each kind: fixed, hinge, slider, universal, ball (a quaternion), free (a place and a quaternion).
static inline int swvi_numbers_of(swv_joint_kind kind)
{
    static const unsigned char numbers[] = { 0, 1, 1, 2, 4, 7 };
    return numbers[kind];
}

static inline int swvi_freedoms_of(swv_joint_kind kind)
{
    static const unsigned char freedoms[] = { 0, 1, 1, 2, 3, 6 };
    return freedoms[kind];
}

static inline bool swvi_joint_follows(const swv_joint *j)
{
    return j->ratio != 0.0;
}

/// Numbers of a posture, and freedoms of its changes, that are this joint's own.
static inline int swvi_own_numbers_of(const swv_joint *j)
{
    return swvi_joint_follows(j) ? 0 : swvi_numbers_of(j->kind);
}

static inline int swvi_own_freedoms_of(const swv_joint *j)
{
    return swvi_joint_follows(j) ? 0 : swvi_freedoms_of(j->kind);
}

/// The value of a hinge or a slider, by the number it has or follows.
static inline double swvi_value_of(const swv_joint *j, double number)
{
    return swvi_joint_follows(j) ? j->ratio * number + j->offset : number;
}

/// SWV_NULL, SWV_BAD_MODEL or SWV_OK.
static inline swv_status swvi_skeleton_status(const swv_skeleton *skeleton)
{
    return skeleton ? swv_skeleton_check(skeleton) : SWV_NULL;
}

/// Bytes that swv_rest_find needs for so many joints.
size_t swvi_rest_size(int joint_count);

/// Whether a posture's numbers are finite and its quaternions not zero.
bool swvi_skeleton_is_posture(const swv_skeleton *skeleton, const double *posture);

/// SWV_NULL where an argument is missing; SWV_BAD_MODEL, SWV_BAD_POSTURE or SWV_OK.
swv_status swvi_posture_status(const swv_skeleton *skeleton, const double *posture, bool is_missing);

/// The unit quaternion that begins at these four numbers.
static inline swv_quat swvi_quat_at(const double *numbers)
{
    const swv_quat q = { numbers[0], numbers[1], numbers[2], numbers[3] };
    return swv_quat_normalize(q);
}

static inline void swvi_store_quat(swv_quat q, double *numbers)
{
    numbers[0] = q.x;
    numbers[1] = q.y;
    numbers[2] = q.z;
    numbers[3] = q.w;
}

/// Parts of the limbs, right arm, left arm, right leg, left leg: upper bone, lower bone, hand or foot. And toes, right and left.
static const int SWVI_LIMB_PARTS[4][3] = {
    { SWV_PART_RIGHT_UPPER_ARM, SWV_PART_RIGHT_LOWER_ARM, SWV_PART_RIGHT_HAND },
    { SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_HAND },
    { SWV_PART_RIGHT_UPPER_LEG, SWV_PART_RIGHT_LOWER_LEG, SWV_PART_RIGHT_FOOT },
    { SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT },
};
static const int SWVI_TOES_PARTS[2] = { SWV_PART_RIGHT_TOES, SWV_PART_LEFT_TOES };

/// Whether a joint is `above` or hangs on it; -1 hangs on nothing.
static inline bool swvi_is_below(const swv_joint *joints, int joint, int above)
{
    while (joint != -1 && joint != above)
        joint = joints[joint].parent;
    return joint == above;
}

/// A ball's rotation as swing and twist: u and v are tangents of half the swing about the second and the third of `axes`.
typedef struct swvi_swing {
    double u, v, twist;
} swvi_swing;

swvi_swing swvi_swing_of(swv_quat q, const swv_vec3 axes[3]);
swv_quat   swvi_swing_to_quat(swvi_swing s, const swv_vec3 axes[3]);

/// The sum of squares that is 1 on the cone, and half of its slope.
static inline double swvi_cone(const double cone[2][2], double u, double v, double *by_u, double *by_v)
{
    const double a = u / cone[0][u > 0.0], b = v / cone[1][v > 0.0];
    *by_u = a / cone[0][u > 0.0];
    *by_v = b / cone[1][v > 0.0];
    return a * a + b * b;
}

#endif
