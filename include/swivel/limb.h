// SPDX-License-Identifier: MIT
#ifndef SWIVEL_LIMB_H
#define SWIVEL_LIMB_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"

// ======== sets of swivels ========

/// Sets of swivel angles: where the elbow may be on its circle.

enum { SWV_MAX_SWIVEL_INTERVALS = 20 };

/// Sorted, disjoint intervals, radians: `from` in [-pi, pi), `to` from `from` to less than a turn beyond it; the whole
/// circle is one interval from -pi to pi. An interval may be a single point.
typedef struct swv_swivels {
    int    count;
    double from[SWV_MAX_SWIVEL_INTERVALS], to[SWV_MAX_SWIVEL_INTERVALS];
} swv_swivels;

/// The member of a set nearest to a wish, either way round. False, *swivel untouched, if the set is empty, the wish is not
/// finite or a pointer is NULL.
SWV_API bool swv_swivels_nearest(const swv_swivels *set, double wish, double *swivel);

/// The middle of the widest interval. False, *swivel untouched, if the set is empty or a pointer is NULL.
SWV_API bool swv_swivels_middle(const swv_swivels *set, double *swivel);

/// Intersection of a set with the angles from `from` to `to`, modulo whole turns. Empty if `set` is NULL, a number is
/// not finite or from > to. Intervals beyond SWV_MAX_SWIVEL_INTERVALS are dropped: this happens if an interval of a
/// full set is cut in two.
SWV_API swv_swivels swv_swivels_within(const swv_swivels *set, double from, double to);

// ======== the natural elbow and knee ========

/// Where a person would hold the elbow, the knee and the forearm, predicted from the hand or foot alone by a model
/// fitted to 82 people (data/people).
///
/// Axes       At the shoulder or hip: x right, y forward, z up. They are fixed to the trunk, also in a person who lies
///            down. The arm's are those of the chest, the leg's those of the pelvis.
/// Hand       z to the fingertips, x where the palm faces, y = z cross x (to the thumb, right hand). A left arm is the mirror
///            image in x of a right one: its hand's z points to the fingertips and x away from the palm.
/// Foot       x right, y to the toes, z up from the sole: the trunk's axes, when one stands. A foot whose axes come
///            from a skeleton file must be converted first: many skeletons rest with their legs spread, which rolls a
///            standing foot. Multiply each rotation, from the right, by the inverse of the foot's rotation in a
///            standing posture.
/// direction  Out: the unit vector, normal to the line from shoulder to wrist, that points from that line to the elbow (from
///            the line from hip to ankle to the knee). swv_arm_swivel_towards (swivel_papers/arm.h) turns it into a swivel of the seven-joint arm.
/// reach      Upper arm and forearm together, or thigh and shank: only position / reach matters.
///
/// Errors on people who were not fitted: docs/naturalness.md. `swivel naturalness` prints those of the shipped model.
///
/// All are smooth except where that is impossible. At the shoulder itself the line has no direction; forward is used. A
/// field of directions on a sphere has singular points, around which it makes one or two full turns. Near them it
/// changes fast; at them it is still finite, of unit length and normal. Their distance from people's hands:
/// docs/derivations/natural.md.
///
/// SWV_NULL for a NULL pointer; SWV_BAD_ARGUMENT for an unknown side or a reach that is not positive and finite; SWV_BAD_GOAL for
/// a pose or position that is not finite, or a zero quaternion.

/// The elbow, from the wrist's position and the hand's rotation. The default.
SWV_API swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *hand, swv_vec3 *direction);

/// The elbow, from the wrist's position alone: for hands whose rotation is unknown or meaningless.
SWV_API swv_status swv_natural_elbow_at(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

/// Pronation, from the wrist's position alone: the mean of people whose wrist was there. Radians: 0 neutral, the thumb towards
/// the side the elbow bends to; positive palm down; the same for both sides.
SWV_API swv_status swv_natural_pronation(swv_side side, double reach, swv_vec3 wrist, double *pronation);

/// The knee, from the pose of the foot.
SWV_API swv_status swv_natural_knee(swv_side side, double reach, const swv_pose *foot, swv_vec3 *direction);

/// The plane of the arm that Soechting and Flanders measured in 1989 when people pointed at targets in front of them;
/// from the position alone. For comparison only. Discontinuous where the line from shoulder to wrist points straight up
/// or down, and where the predicted upper arm lies along it.
SWV_API swv_status swv_natural_elbow_soechting(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

// ======== limbs ========

/// The human arm and leg. Input is the pose of the hand; output is the rotation of every bone, inside limits measured
/// on people, with the elbow where a person would hold it.
///
///     swv_limb         arm;
///     swv_limb_posture posture;
///     swv_limb_report  report;
///     swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm);
///     swv_limb_solve(&arm, &(swv_limb_goal){ .end = hand }, NULL, SWV_KEEP_LIMITS, &posture, &report);
///
/// The shoulder (hip) is a ball joint, the elbow (knee) a hinge, the forearm rotates about its own axis (pronation; the
/// shank: rotation of the foot), the wrist (ankle) bends in two directions. With the hand held still one freedom is
/// left: the elbow swivels about the line from shoulder to wrist. A hanging arm is not singular, because the result is
/// the rotation of each bone; anatomical angles are computed from it.
///
/// Axes     The origin is the shoulder; x right, y forward, z up; the axes are fixed to the trunk. A left limb is the
///          mirror image in x of a right one: its angles, limits and swivels mean the same.
/// Hand     z to the fingertips, x where the palm faces, y to the thumb (z cross x, a right hand). A left hand's x points
///          away from the palm, so that its axes are right-handed too.
/// Foot     y to the toes, z up from the sole, x right: the trunk's axes, when one stands.
/// Bones    Upper arm and forearm: z along the bone, away from the trunk; x to the side the elbow bends to. Thigh and shank:
///          likewise, x to the back. At its far end the forearm is rotated by the pronation, the shank by the foot's rotation: see swv_limb_frames. A left limb's x points to the other side, like its hand's.
///
/// All functions are exact to rounding: the hand's error is at most 1e-12 of the limb's length if some posture inside
/// the limits reaches it, and the feasible swivels are exact intervals, not samples. Derivation:
/// docs/derivations/limb.md.

// ---- angles and limits ----

/// Anatomical angles, radians. Of an arm, as the ISB recommends:
enum {
    SWV_SHOULDER_PLANE = 0,  ///< plane of elevation: 0 to the side, a right angle forward
    SWV_SHOULDER_ELEVATION,  ///< 0 hanging, a right angle level, half a turn straight up
    SWV_SHOULDER_ROTATION,  ///< about the upper arm, positive inward. With the arm hanging, only plane + rotation is defined
    SWV_ELBOW_FLEXION,    ///< 0 straight
    SWV_PRONATION,        ///< 0 neutral: the thumb towards the side the elbow bends to; positive palm down
    SWV_WRIST_FLEXION,    ///< positive towards the palm
    SWV_WRIST_DEVIATION,  ///< positive towards the thumb (radial)
    SWV_LIMB_ANGLES,
    // Of a leg:
    SWV_HIP_FLEXION = 0,  ///< about the trunk's x axis, thigh forward
    SWV_HIP_ABDUCTION,    ///< away from the other leg
    SWV_HIP_ROTATION,     ///< about the thigh, positive outward
    SWV_KNEE_FLEXION,     ///< 0 straight
    SWV_FOOT_ROTATION,    ///< about the shank, positive toes outward
    SWV_ANKLE_FLEXION,    ///< positive plantar flexion: the toes go down
    SWV_ANKLE_EVERSION,   ///< positive: the sole faces outward
};

/// The limits. A posture is inside if all of them hold; a report names the broken ones by these bits.
enum {
    SWV_LIMIT_DIRECTION = 0,  ///< where the upper arm (thigh) may point: a region of the sphere
    SWV_LIMIT_TWIST,          ///< rotation of the upper arm (thigh) about itself
    SWV_LIMIT_HINGE,          ///< elbow or knee
    SWV_LIMIT_PRONATION,      ///< of the forearm; of a leg: rotation of the foot
    SWV_LIMIT_CONE,           ///< wrist or ankle: flexion and deviation together
    SWV_LIMB_LIMITS,
};

enum { SWV_MAX_CAPS = 12 };

typedef struct swv_range {
    double lower, upper;  ///< radians
} swv_range;

/// Limits as they are given to swv_limb_set_limits. Of a right limb; a left one mirrors them.
typedef struct swv_limb_limits {
    /// The upper arm may not point into any of these caps, which model what the body, bones and ligaments forbid. A cap
    /// of the unit sphere is the directions within an angle of its axis.
    int cap_count;  ///< 0: it may point anywhere
    struct {
        swv_vec3 axis;    ///< unit length
        double   radius;  ///< radians, 0 to pi
    } caps[SWV_MAX_CAPS];
    /// Swing and twist: from `rest` the upper arm swings to its direction by the smallest rotation; the remaining
    /// rotation is the twist, 0 for the side of `rest_bend`. A range of a full turn or more means no limit, here and
    /// below.
    swv_vec3  rest;       ///< unit length: a direction that people's upper arms often have
    swv_vec3  rest_bend;  ///< unit length, normal to `rest`: the side to which the elbow bends there
    swv_range twist;      ///< positive about the upper arm, away from the trunk
    swv_range hinge;      ///< 0 to pi
    swv_range pronation;  ///< SWV_PRONATION, SWV_FOOT_ROTATION
    /// Quarter ellipses in the tangents of half the angles: at most `flexion.upper` without deviation, and so on. The
    /// middle (0, 0) is always inside. Both ranges infinite: no limit; else within (-pi, pi).
    swv_range flexion, deviation;  ///< SWV_WRIST_FLEXION, SWV_WRIST_DEVIATION; SWV_ANKLE_FLEXION, SWV_ANKLE_EVERSION
} swv_limb_limits;

// ---- the limb ----

typedef enum swv_limb_kind { SWV_LIMB_ARM = 0, SWV_LIMB_LEG } swv_limb_kind;

/// A range of turns about z, by sine and cosine of half its ends. This and the next structure are the library's own: their layout
/// changes without notice.
struct swvi_half_turns {
    bool   is_whole_turn;  ///< no limit
    double sin_lower, cos_lower, sin_upper, cos_upper;
};

/// Values that the solver computes from the limits, once.
struct swvi_limb_bounds {
    uint32_t cookie;                     ///< detects only a limb that was never initialised
    double   cap_cosines[SWV_MAX_CAPS];  ///< of the radii less the tolerance, as all of these are wider by it
    swv_quat rest;                       ///< the trunk from the upper arm's rest
    struct swvi_half_turns twist, pronation;
    double                 sin_hinge_lower, cos_hinge_upper;  ///< of half the angles
    bool                   has_cone;
    /// Tangents of half the cone's angles about the end's y and -x axes: [0] negative, [1] positive.
    double about_y[2], about_x[2];
};

/// Made by swv_limb_make; plain data, may be copied. Change lengths and limits with the setters only: the solver does
/// not notice limits written here and keeps using the old ones.
typedef struct swv_limb {
    swv_limb_kind kind;
    swv_side      side;
    double        upper, lower;  ///< lengths, metres: upper arm and forearm, or thigh and shank
    /// Distance before full extension, in metres, at which the limb starts to yield. Prevents elbow snapping: a hand
    /// with its goal at full extension stays half of this short. 0: none. At most half the limb's length. May be
    /// written.
    double                  softness;
    swv_limb_limits         limits;  ///< read-only
    struct swvi_limb_bounds _private;
} swv_limb;

/// An arm or a leg of the mean adult (1.75 m), with the limits of people.
SWV_API swv_status swv_limb_make(swv_limb_kind kind, swv_side side, swv_limb *limb);

/// Change the bone lengths, in metres; limits are kept. SWV_BAD_ARGUMENT unless both are positive and neither is a
/// million times the other.
SWV_API swv_status swv_limb_set_lengths(swv_limb *limb, double upper, double lower);

/// The same for a body height in metres, by the mean proportions. SWV_BAD_ARGUMENT unless it is positive.
SWV_API swv_status swv_limb_set_stature(swv_limb *limb, double stature);

/// Other limits. SWV_BAD_LIMITS for a range whose lower end is above its upper one or that lies wholly beyond 1e3
/// radians, an axis that is zero, a cap of no radius.
SWV_API swv_status swv_limb_set_limits(swv_limb *limb, const swv_limb_limits *limits);

/// No limits, to start from. A new limb has those of people in `limits`.
SWV_API swv_status swv_limb_no_limits(swv_limb_limits *limits);

/// "pronation", "wrist-flexion" and so on; NULL outside the range.
SWV_API const char *swv_limb_angle_name(swv_limb_kind kind, int angle);
SWV_API const char *swv_limb_limit_name(swv_limb_kind kind, int limit);

// ---- postures ----

/// Rotations of the bones relative to the trunk. A hinge joins the first two, so that `lower` is `upper` rotated by the
/// flexion about y (of a left limb by minus the flexion); the hand's orientation is free.
typedef struct swv_limb_posture {
    swv_quat upper;    ///< upper arm or thigh
    swv_quat lower;    ///< forearm or shank, at the elbow
    swv_quat end;      ///< hand or foot, in its own axes
    double   flexion;  ///< of the hinge, 0 to pi
} swv_limb_posture;

/// The posture with these angles, and the angles of a posture. Undefined angles (plane and rotation where the arm hangs
/// or points straight up) are chosen so that converting back gives the same posture.
SWV_API swv_status swv_limb_posture_from_angles(const swv_limb *limb, const double angles[SWV_LIMB_ANGLES],
                                                swv_limb_posture *posture);
SWV_API swv_status swv_limb_angles(const swv_limb *limb, const swv_limb_posture *posture,
                                   double angles[SWV_LIMB_ANGLES]);

/// The posture with the elbow and the hand at these places; bone lengths are those of the points, not the limb's. For
/// motion capture. At a straight elbow its plane is taken from the hand, as if the forearm were neutral.
SWV_API swv_status swv_limb_posture_from_points(const swv_limb *limb, swv_vec3 elbow, const swv_pose *end,
                                                swv_limb_posture *posture);

/// Poses of all bones in the trunk, from the shoulder or hip, for drawing and skinning: each at its near end.
typedef struct swv_limb_bones {
    swv_pose upper;      ///< at the shoulder
    swv_pose lower;      ///< at the elbow, with the share `twist_weight` of the pronation
    swv_pose lower_mid;  ///< half way along the forearm, with half of it: a twist bone
    swv_pose lower_far;  ///< at the wrist, with all of it
    swv_pose end;        ///< hand or foot, at the wrist or ankle
} swv_limb_bones;

/// twist_weight  0: the forearm's bone does not rotate with the hand; 1: it rotates fully with it; a skeleton without
///               twist bones looks best with 0.5. SWV_BAD_ARGUMENT outside 0 to 1
SWV_API swv_status swv_limb_frames(const swv_limb *limb, const swv_limb_posture *posture, double twist_weight,
                                   swv_limb_bones *frames);

/// Compare a posture with its limits: bit i of *broken is set if limit i is exceeded by more than SWV_LIMIT_TOLERANCE;
/// excess[i] is by how many radians the limit would have to be wider on all sides; negative inside. `broken` or
/// `excess` may be NULL.
SWV_API swv_status swv_limb_check(const swv_limb *limb, const swv_limb_posture *posture, uint32_t *broken,
                                  double excess[SWV_LIMB_LIMITS]);

// ---- the elbow's circle ----

/// Where the elbow can be with the wrist held still: centre + radius (cos(swivel) zero + sin(swivel) quarter).
/// Swivel 0 is the elbow lowest where the arm points forward and outward (the knee straight ahead), and the reference is
/// undefined in one direction only: backward and inward, through the body.
typedef struct swv_limb_circle {
    swv_vec3 centre;         ///< in the trunk, from the shoulder or hip
    swv_vec3 zero, quarter;  ///< unit vectors normal to the line from shoulder to wrist
    double   radius;         ///< 0: the limb is straight
} swv_limb_circle;

/// The circle for a wrist. Out of reach: the nearest one, of a straight or folded limb.
SWV_API swv_status swv_limb_circle_of(const swv_limb *limb, swv_vec3 wrist, swv_limb_circle *circle);

/// The swivel of a posture, and of the elbow nearest to a direction from the line from shoulder to wrist.
SWV_API swv_status swv_limb_swivel_of(const swv_limb *limb, const swv_limb_posture *posture, double *swivel);
SWV_API swv_status swv_limb_swivel_towards(const swv_limb *limb, swv_vec3 wrist, swv_vec3 direction, double *swivel);

/// The exact set of swivels at which every limit holds. Empty if the hand is out of reach or outside the hinge's limits
/// by more than 1e-12 of the limb's length: 3e-6 radians of an elbow that is nearly straight.
SWV_API swv_status swv_limb_feasible(const swv_limb *limb, const swv_pose *end, swv_swivels *swivels);

// ---- solving ----

/// Which of the feasible swivels to choose.
typedef enum swv_elbow_wish {
    SWV_ELBOW_NATURAL = 0,  ///< where a person would hold it
    SWV_ELBOW_SWIVEL,       ///< at `swivel`, or the nearest feasible one
    SWV_ELBOW_TOWARDS,      ///< towards `direction`: a pole vector
    SWV_ELBOW_PREVIOUS,     ///< as in the previous posture: rotated least
} swv_elbow_wish;

typedef struct swv_limb_goal {
    swv_pose       end;               ///< hand (at the wrist) or foot (at the ankle), from the shoulder or hip
    bool           is_position_only;  ///< the hand's orientation is free: it stays as it was relative to the forearm
    swv_elbow_wish elbow;
    double         swivel;     ///< SWV_ELBOW_SWIVEL
    swv_vec3       direction;  ///< SWV_ELBOW_TOWARDS
    /// Where limits keep the hand from its rotation at the elbow's wish, both give way: the elbow stays near its wish, and
    /// the hand turns a few degrees less than asked (SWV_SOFTENED). Small changes of the goal then give small changes of the
    /// elbow. false: the hand is exact wherever a posture inside the limits reaches it, however far the elbow must swivel.
    bool is_soft;
} swv_limb_goal;

/// What gives way if no posture inside the limits reaches the goal.
typedef enum swv_limb_compromise {
    SWV_KEEP_LIMITS = 0,  ///< the hand: first its rotation, as little as possible, then its position
    SWV_KEEP_HAND,        ///< the limits: the swivel at which they are exceeded least
} swv_limb_compromise;

typedef struct swv_limb_report {
    swv_outcome outcome;
    uint32_t    broken;          ///< bit i: limit i is exceeded
    double      excess;          ///< radians, the largest of any limit; 0 if all hold
    double      swivel;          ///< of the posture
    double      wished;          ///< the swivel of the wish, before limits
    double      position_error;  ///< metres, recomputed by forward kinematics
    double      rotation_error;  ///< radians; 0 if is_position_only
    bool        is_torn;         ///< another posture is as good: a small change of the goal may lead there
} swv_limb_report;

/// The best posture for a goal.
///
/// Exact if some posture inside the limits reaches the goal; the swivel is then the feasible one nearest to the wish.
/// Out of reach, the wrist is as near as possible and the hand has its orientation, within the limits.
///
/// `previous` is the last posture. It is used by SWV_ELBOW_PREVIOUS and is_position_only. Without it, SWV_ELBOW_NATURAL
/// is used, and a straight wrist with natural pronation. `compromise` is what gives way if no posture inside the limits
/// reaches the goal.
SWV_API swv_status swv_limb_solve(const swv_limb *limb, const swv_limb_goal *goal, const swv_limb_posture *previous,
                                  swv_limb_compromise compromise, swv_limb_posture *posture, swv_limb_report *report);

/// The posture at a swivel, inside the limits or not. The building block of swv_limb_solve.
SWV_API swv_status swv_limb_posture_at(const swv_limb *limb, const swv_pose *end, double swivel,
                                       swv_limb_posture *posture, swv_limb_report *report);

/// Pose of the hand or foot, and position of the elbow or knee (may be NULL): in the trunk, from the shoulder or hip.
SWV_API swv_status swv_limb_forward(const swv_limb *limb, const swv_limb_posture *posture, swv_pose *end,
                                    swv_vec3 *elbow);

// ======== following a moving hand or foot ========

/// Following a moving hand with the human arm, or a foot with the leg: one posture after the other, each continuing
/// smoothly from the last.
///
///     swv_limb_track track;
///     swv_limb_track_start(&arm, NULL, &track);
///     while (next(&hand))
///         swv_limb_track_step(&track, &(swv_limb_goal){ .end = hand }, 1.0 / 60.0, &posture, &report);
///
/// The hand is exact in every step in which some posture inside the limits reaches it. Only the elbow is smoothed. A
/// damped spring pulls the elbow to its natural position. It stays inside the feasible swivels and crosses an
/// infeasible gap only when its current swivel stops being feasible (report.was_forced). If no posture inside the
/// limits reaches the hand, first its rotation gives way, then its position, while the elbow swings to where both give way
/// least; the report says so in each step. With goal.is_soft the elbow never jumps for the hand's rotation.

/// Zero in any field means its default.
typedef struct swv_limb_track_options {
    /// Seconds, default 0.06: how long the elbow takes to follow its wish; after t seconds (1 + t/T) exp(-t/T) of a
    /// small change remains. It swings no faster than 0.9/T radians per second (15), and gathers speed no faster than
    /// 1.08/T^2 (300 per second squared). Negative: it follows at once.
    double swivel_time;
    /// Radians per second; default: none. Largest speed of any bone. If it keeps the hand from its goal, the posture is
    /// on its way there, inside the limits (around forbidden directions of the shoulder), the errors say how far it is,
    /// and the outcome is SWV_LIMITED.
    double max_bone_speed;
    /// Radians per second; default: none. Largest swivel speed. If the hand is exact in every step, the elbow must
    /// sometimes jump (report.was_forced). With this limit it moves there over several steps. Meanwhile the hand's
    /// rotation gives way, as little as possible, and if the shoulder is in the way its position too: the outcome is
    /// SWV_LIMITED. While the wrist cannot be at its goal, because of the shoulder or because it is nearer than the
    /// elbow folds, this is also the largest speed of the elbow about the shoulder, and bones turn at most twice as
    /// fast.
    double              max_swivel_speed;
    swv_limb_compromise compromise;  ///< SWV_KEEP_HAND breaks limits instead of missing the hand's goal
} swv_limb_track_options;

/// Plain data, filled by swv_limb_track_start. May be copied, to return to it later.
typedef struct swv_limb_track {
    swv_limb               limb;  ///< a copy
    swv_limb_track_options options;
    bool                   has_posture;
    swv_limb_posture       posture;         ///< what the last step returned
    double                 swivel_speed;    ///< radians per second, relative to an elbow that moves with the hand
    bool                   is_catching_up;  ///< max_swivel_speed delays the wrist
} swv_limb_track;

typedef struct swv_limb_track_report {
    swv_limb_report limb;  ///< of the posture that is returned, as of swv_limb_solve
    /// The swivel stopped being feasible, so that the elbow had to jump; or two ways are equally good (limb.is_torn).
    bool   was_forced;
    double swivel_speed;
    bool   is_behind;  ///< elbow or hand lag behind because of max_bone_speed or max_swivel_speed
} swv_limb_track_report;

/// Makes `track` ready for its first step, in which the posture is that of swv_limb_solve. SWV_BAD_MODEL,
/// SWV_BAD_OPTIONS.
SWV_API swv_status swv_limb_track_start(const swv_limb *limb, const swv_limb_track_options *options,
                                        swv_limb_track *track);

/// As if the last step had ended in this posture. It need not be inside the limits; the next step is.
SWV_API swv_status swv_limb_track_set_posture(swv_limb_track *track, const swv_limb_posture *posture);

/// Follow the goal to its pose dt seconds later.
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL
/// if `track` was not started; nothing is changed then.
SWV_API swv_status swv_limb_track_step(swv_limb_track *track, const swv_limb_goal *goal, double dt,
                                       swv_limb_posture *posture, swv_limb_track_report *report);

#endif
