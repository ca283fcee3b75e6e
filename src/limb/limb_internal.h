// SPDX-License-Identifier: MIT
// What the files of the human limb share. Inside, every limb is a right one, and its end has the hand's axes: a foot is
// turned half a turn about x, so that z points away from the trunk. Places are from the shoulder or hip, in the trunk's axes, metres;
// angles are radians; a direction (x, y) of a swivel is its cosine and sine.
#ifndef SWIVEL_LIMB_LIMB_INTERNAL_H
#define SWIVEL_LIMB_LIMB_INTERNAL_H

#include "limb/limb_kernels.h"
#include "limb/ways.h"
#include "math/scalar.h"
#include "swivel/limb.h"

/// How much wider than given the limits are, so that a posture lying on them is not lost to rounding: a little less than
/// what the check forgives.
#define SWVI_LIMIT_WIDENING (0.9 * SWV_LIMIT_TOLERANCE)

/// SWV_OK; SWV_NULL; or SWV_BAD_MODEL for a limb that no maker made, or whose public fields are invalid.
swv_status swvi_limb_verify(const swv_limb *limb);

/// SWV_OK, or SWV_BAD_POSTURE for a NaN, an infinity, a zero quaternion or a flexion outside [0, pi].
swv_status swvi_limb_verify_posture(const swv_limb_posture *posture);

typedef struct swvi_limb_bounds swvi_limb_bounds;
typedef struct swvi_half_turns  swvi_half_turns;

/// The limb with limits that are wider by some radians than they are given, in place of SWVI_LIMIT_WIDENING.
swv_limb swvi_limb_widened(const swv_limb *limb, double widening);

// ---- into the axes of the kernel and back ----

// Vectors: swvi_on_side, its own inverse.

/// The rotation of a bone, of either side's limb, to a right one's; its own inverse.
SWV_INLINE swv_quat swvi_limb_bone(const swv_limb *limb, swv_quat q)
{
    return limb->side == SWV_LEFT ? swvi_mirrored_quat(q) : q;
}

/// The rotation of a hand or foot to the hand's axes of a right limb, and back.
SWV_INLINE swv_quat swvi_limb_end_into(const swv_limb *limb, swv_quat end)
{
    const swv_quat q = swvi_limb_bone(limb, end);
    return limb->kind == SWV_LIMB_LEG ? (swv_quat){ q.w, q.z, -q.y, -q.x } : q;
}

SWV_INLINE swv_quat swvi_limb_end_out_of(const swv_limb *limb, swv_quat end)
{
    const swv_quat q = limb->kind == SWV_LIMB_LEG ? (swv_quat){ -end.w, -end.z, end.y, end.x } : end;
    return swvi_limb_bone(limb, q);
}

SWV_INLINE swv_quat swvi_quat_of(swvi_rotation r)
{
    return (swv_quat){ r.x, r.y, r.z, r.w };
}

SWV_INLINE swvi_rotation swvi_rotation_of(swv_quat q)
{
    return (swvi_rotation){ q.x, q.y, q.z, q.w };
}

SWV_INLINE double swvi_rotation_dot(swvi_rotation a, swvi_rotation b)
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

SWV_INLINE swv_vec3 swvi_axis_z(swvi_rotation q)
{
    const swvi_vector z = swvi_rotation_axis_z(q);
    return (swv_vec3){ z.x, z.y, z.z };
}

/// The rotation of axes with these z and x, unit vectors normal to each other.
SWV_INLINE swv_quat swvi_frame_of(swv_vec3 z, swv_vec3 x)
{
    const swv_vec3 y = swv_vec3_cross(z, x);
    return swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } });
}

/// The end from what it is relative to the forearm.
SWV_INLINE swvi_rotation swvi_limb_end_of(swvi_rotation lower, swvi_rotation relative)
{
    const double        h = 0.70710678118654752;
    const swvi_rotation r = relative;
    return swvi_rotation_mul(lower,
                             (swvi_rotation){ h * (r.x + r.y), h * (r.y - r.x), h * (r.z - r.w), h * (r.w + r.z) });
}

/// A posture in the axes of the kernel; rotations of unit length.
typedef struct swvi_limb_pose {
    swvi_rotation upper, lower, end;
    double        flexion;
} swvi_limb_pose;

swvi_limb_pose   swvi_limb_pose_into(const swv_limb *limb, const swv_limb_posture *posture);
swv_limb_posture swvi_limb_pose_out_of(const swv_limb *limb, const swvi_limb_pose *pose);

/// The wrist from the shoulder, a right limb's, by forward kinematics.
SWV_INLINE swv_vec3 swvi_limb_wrist_of(const swv_limb *limb, const swvi_limb_pose *pose)
{
    return swv_vec3_add(swv_vec3_scale(limb->upper, swvi_axis_z(pose->upper)),
                        swv_vec3_scale(limb->lower, swvi_axis_z(pose->lower)));
}

/// Of the end as seen from the forearm: its pronation or rotation, and the tangents of half its flexion and deviation.
void swvi_limb_end_angles(swv_limb_kind kind, swvi_rotation relative, double angles[3]);

// ---- a target ----

/// A goal, checked and brought into the axes of the kernel.
typedef struct swvi_limb_target {
    swv_vec3         wrist;    ///< as asked for
    swvi_rotation    end;      ///< unit length
    bool             is_free;  ///< the end's orientation is free
    swvi_limb_circle circle;   ///< of the wrist, softened and clamped to what the hinge allows
} swvi_limb_target;

/// The wrist's distances from the shoulder that the hinge allows, in the limb's unit.
void swvi_limb_distances(const swv_limb *limb, double *nearest, double *farthest);

/// The circle of a wrist (from the shoulder, a right limb's), with the hinge within its limits.
swvi_limb_circle swvi_limb_circle_for(const swv_limb *limb, swv_vec3 wrist);

/// The same whatever the hinge's limits say.
swvi_limb_circle swvi_limb_free_circle_for(const swv_limb *limb, swv_vec3 wrist);

/// The direction from the line shoulder-wrist to the elbow at swivel 0 and a quarter turn on.
SWV_INLINE void swvi_limb_circle_axes(const swvi_limb_circle *e, swv_vec3 *zero, swv_vec3 *quarter)
{
    const swvi_vector z = swvi_limb_zero_of(e);
    const swv_vec3    n = { e->nx, e->ny, e->nz };
    *zero = (swv_vec3){ z.x, z.y, z.z };
    *quarter = swv_vec3_cross(n, *zero);
}

// ---- limits ----

/// Which limits to look at.
enum { SWVI_SHOULDER_LIMITS = 1 << SWV_LIMIT_DIRECTION | 1 << SWV_LIMIT_TWIST };
enum { SWVI_END_LIMITS = 1 << SWV_LIMIT_PRONATION | 1 << SWV_LIMIT_CONE };

/// Whether a posture keeps them: the hinge is not looked at, the target's distance was clamped to it.
bool swvi_limb_is_inside(const swv_limb *limb, uint32_t limits, swvi_rotation upper, swvi_rotation relative);

/// The swivels that keep them, as ways. False if there are none.
bool swvi_limb_feasible(const swv_limb *limb, uint32_t limits, const swvi_limb_target *target, swvi_ways *set);

/// The member of a set nearest to a swivel given as a direction (x, y), as a direction of unit length. The set is not empty. True if another one,
/// far away, is as near, or this one is all that is left of its interval.
bool swvi_ways_nearest(const swvi_ways *set, double x, double y, double *nearest_x, double *nearest_y);

/// The pose at the swivel of direction (x, y), with the target's end.
swvi_limb_pose swvi_limb_pose_at(const swvi_limb_target *target, double x, double y);

/// By how much each limit is exceeded, radians; negative inside. `rest` is that of the bounds.
void swvi_limb_excess(swv_limb_kind kind, const swv_limb_limits *limits, swvi_rotation rest, const swvi_limb_pose *pose,
                      double excess[SWV_LIMB_LIMITS]);

// ---- a solve in steps, for one posture (limb_solve.c) and for one after the other (limb_track.c) ----

/// What is asked.
typedef struct swvi_limb_problem {
    const swv_limb     *limb;
    swvi_limb_target    target;
    swv_limb_compromise compromise;
    bool                has_previous;
    swvi_limb_pose      previous;
    uint32_t            limits;          ///< those that depend on the swivel
    bool                hinge_yields;    ///< the hand is kept, and the hinge's limit is what gives way
    double              wish_x, wish_y;  ///< direction of the swivel that is wished for
    bool                is_soft;
    double              k;  ///< of limb_turn.c, for what is shared
} swvi_limb_problem;

/// What is found.
typedef struct swvi_limb_answer {
    swvi_limb_pose pose;
    double         x, y;       ///< direction of its swivel
    bool           is_inside;  ///< all limits are known to hold
    bool           is_behind;  ///< a speed that is limited keeps it on its way
    bool           is_torn;    ///< another posture, far away, is as good
    double         forgiven;   ///< by how much a limit may be exceeded and still count as kept
} swvi_limb_answer;

// ---- what gives way ----
// In all of these (x, y) of the answer is the direction of the swivel that is wished for, or where the search begins; out, that of the posture. Where
// another posture, far away, is as good, the answer becomes torn.

#define SWVI_TIE \
    2e-5  ///< radians, squares of them, parts of the reach: what differs by less is as good. Twenty times what a goal moved by 1e-6 changes
#define SWVI_APART 1e-6  ///< less than 1 of the cosine of what two postures differ by: a thousandth of a radian is far

/// The posture inside the limits whose end is nearest to the target, first in place, then in rotation. With a start, only
/// what is continuous with it is looked at; NULL: everything.
void swvi_limb_closest(const swv_limb *limb, const swvi_limb_target *target, const swvi_limb_pose *start,
                       swvi_limb_answer *answer);

/// The wrist on its place at the swivel of direction (x, y), the end turned as near to the target as its limits let it.
swvi_limb_pose swvi_limb_turned_at(const swv_limb *limb, const swvi_limb_target *target, double x, double y);

/// The same, the swivel within `set`, which is not empty: E of limb_turn.c is least. from_here_only: of the valley that the swivel nearest to
/// the wish is in.
void swvi_limb_turned(const swv_limb *limb, const swvi_limb_target *target, const swvi_ways *set, double k,
                      bool from_here_only, swvi_limb_answer *answer);

/// The end on its place and limits (bits) exceeded instead, likewise; at any swivel.
void swvi_limb_strained(const swv_limb *limb, const swvi_limb_target *target, uint32_t limits, double k,
                        swvi_limb_answer *answer);

/// A part of the way between two poses inside the limits, joint by joint, inside the limits.
swvi_limb_pose swvi_limb_part_of_way(const swv_limb *limb, const swvi_limb_pose *from, const swvi_limb_pose *to,
                                     double part);

// ---- and what is done with it ----

/// SWV_OK and the problem, or what is wrong: all arguments are checked here. `previous` may be NULL.
swv_status swvi_limb_problem_of(const swv_limb *limb, const swv_limb_goal *goal, const swv_limb_posture *previous,
                                swv_limb_compromise compromise, swvi_limb_problem *problem);

/// The swivel of an elbow that moves with the line from the previous posture, without its own rotation about it.
void swvi_limb_carried_swivel(const swvi_limb_problem *problem, double *x, double *y);

/// The posture at a swivel, and whether all limits hold.
bool swvi_limb_look_at(const swvi_limb_problem *problem, double x, double y, swvi_limb_answer *answer);

/// The feasible swivels, and by how much limits may be exceeded there. False if there are none.
bool swvi_limb_feasible_set(const swvi_limb_problem *problem, swvi_ways *set, double *forgiven);

/// The most that is forgiven of a posture with this flexion: more than SWV_LIMIT_TOLERANCE where the elbow is nearly straight or folded.
double swvi_limb_most_forgiven(const swv_limb *limb, double flexion);

/// The posture at the wish or at the feasible swivel nearest to it. False if there is none: the answer is the wish's.
bool swvi_limb_nearest_to_wish(const swvi_limb_problem *problem, swvi_limb_answer *answer);

/// The swivels at which elbow and end can share what limits take, or with the hand kept, elbow and limits. False if the shoulder's limits keep the
/// wrist from its place.
bool swvi_limb_shareable(const swvi_limb_problem *problem, swvi_ways *set);

/// The swivel of these at which E of limb_turn.c is least, seen from the answer's.
void swvi_limb_share(const swvi_limb_problem *problem, const swvi_ways *set, swvi_limb_answer *answer);

/// The posture at a swivel of these.
void swvi_limb_share_at(const swvi_limb_problem *problem, double x, double y, swvi_limb_answer *answer);

/// What is nearest where there are none, beginning at the answer's swivel; `start` as for swvi_limb_closest.
void swvi_limb_give_way(const swvi_limb_problem *problem, const swvi_limb_pose *start, swvi_limb_answer *answer);

/// Turns a free end, fills the report (which may be NULL), and brings the posture into the limb's axes.
void swvi_limb_finish(const swvi_limb_problem *problem, swvi_limb_answer *answer, swv_limb_posture *posture,
                      swv_limb_report *report);

#endif
