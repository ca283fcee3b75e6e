// SPDX-License-Identifier: MIT
//
// The closest posture inside the limits, where they leave no posture that brings the hand to its target.
//
// Given     a target (p, G), limits
// Find      q inside the limits with |p(q) - p| least, and among these the angle between G(q) and G least
//
// (1) place     With all joints but one held, p.p(q) - |p(q)|^2/2, which is largest where the wrist is nearest, is
//               a cos q + b sin q + c, as p(q) = R_S (L2 sin q3, 0, L1 + L2 cos q3). It is largest at atan2(b, a), and
//               inside limits at the angle nearest to that.
// (2) rotation  Of a product A R(q) B with a turn R about an axis k, the one nearest to G has R nearest to A' G B'. If that is
//               the quaternion (e, e_w), the turn is 2 atan2(e.k, e_w): its twist about k. The error grows with the angle
//               from there, so again inside limits it is the angle nearest to that.
// (3) swivel    The elbow's swivel about n, the line from shoulder to wrist, turns the whole arm and leaves the wrist on its
//               place: (2) with k = n. The swivels the shoulder's limits allow are known exactly (arm_swivels.c).
// (4) climbing  One after the other, until a round gains nothing: each step is exact and keeps the limits, so the error
//               never grows. Where the wrist can be on its place, over swivel, q4, q5, q6; else over q0 to q3 until the
//               wrist is nearest, and then over q4, q5, q6, and again over all four with that nearest place as its own.
// (5) starts    The hill may have several tops. Many starts climb a few rounds, the highest of them to the end: on its place,
//               the ends and middles of all feasible intervals with seven wrists each; off it, a grid over the
//               limits of shoulder and elbow.
//
// Angles are radians, lengths metres. All positions and rotations but swv_arm_closest's own are in the axes of the closed form, at the shoulder.
//
// Degenerate    a = b = 0, e.k = e_w = 0: all angles are equally good, the joint stays
// Error         exact in each joint. How often that is the least error there is: papers/tolani_badler/tests/arm_closest.c
#include <math.h>
#include <stddef.h>

#include "tolani_badler/arm_internal.h"
#include "math/scalar.h"
#include "swivel_papers/arm.h"
#include "swivel/trig.h"

// A round that gains less than this is the last: of the reach squared, or of the cosine's square of half the angle. Chosen: some roundings.
#define NO_GAIN 1e-15
// Wrists whose distances from their place, squared, differ by less than this part of the reach squared are as near. Chosen: a thousand roundings.
#define SAME_PLACE 1e-13

#define PLACE_JOINTS (SWVI_ALL_JOINTS & ~SWVI_WRIST_JOINTS)

// ---- (1) ----

// The angle inside limits that is nearest to where a cos q + b sin q is largest; `angle`, that of now, if that is nowhere.
static double best_inside(const swv_arm_limits *limits, double a, double b, double angle)
{
    return a == 0.0 && b == 0.0 ? angle : swvi_arm_kept(limits, swv_atan2(b, a));
}

// A vector turned about x; turned_z about z.
static swv_vec3 turned_x(double angle, swv_vec3 v)
{
    double s, c;
    swvi_sincos(angle, &s, &c);
    return (swv_vec3){ v.x, c * v.y - s * v.z, s * v.y + c * v.z };
}

static swv_vec3 turned_z(double angle, swv_vec3 v)
{
    double s, c;
    swvi_sincos(angle, &s, &c);
    return (swv_vec3){ c * v.x - s * v.y, s * v.x + c * v.y, v.z };
}

// One round over q0 to q3 towards p, the wrist's place.
static void climb_to_place(const swv_arm *arm, swv_vec3 p, double q[7])
{
    double s, c;
    swvi_sincos(q[3], &s, &c);
    const swv_vec3 w2 = { arm->forearm * s, 0.0, arm->upper_arm + arm->forearm * c };  // the wrist, seen by joint 2
    const swv_vec3 w1 = turned_z(q[2], w2), w0 = turned_x(q[1], w1);
    q[0] = best_inside(&arm->limits[0], p.x * w0.x + p.y * w0.y, p.y * w0.x - p.x * w0.y, q[0]);
    const swv_vec3 p1 = turned_z(-q[0], p);  // its place, seen by joint 1
    q[1] = best_inside(&arm->limits[1], p1.y * w1.y + p1.z * w1.z, p1.z * w1.y - p1.y * w1.z, q[1]);
    const swv_vec3 p2 = turned_x(-q[1], p1);
    q[2] = best_inside(&arm->limits[2], p2.x * w2.x, p2.y * w2.x, q[2]);
    const swv_vec3 p3 = turned_z(-q[2], p2);
    q[3] = best_inside(&arm->limits[3], p3.z - arm->upper_arm, p3.x, q[3]);
}

// ---- (2) ----

// The rotation about axis 0, 1 or 2: x, y or z.
static swv_quat turn(int axis, double angle)
{
    double s, c;
    swvi_sincos(0.5 * angle, &s, &c);
    return (swv_quat){ axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0, c };
}

// The angle inside limits that is nearest to the twist of a quaternion: `along` = e.k, w = e_w. `angle`: that of now.
static double best_turn(const swv_arm_limits *limits, double along, double w, double angle)
{
    return along == 0.0 && w == 0.0 ? angle : swvi_arm_kept(limits, 2.0 * swv_atan2(along, w));
}

// One round over q4 to q6. m: the rotation the hand should have, as seen from the forearm.
static void climb_to_rotation(const swv_arm *arm, swv_quat m, double q[7])
{
    const swv_quat after_y = swv_quat_mul(turn(0, q[5]), turn(2, q[6]));
    swv_quat       e = swv_quat_mul(m, swv_quat_conjugate(after_y));
    q[4] = best_turn(&arm->limits[4], e.y, e.w, q[4]);
    const swv_quat past_y = swv_quat_mul(turn(1, -q[4]), m);
    e = swv_quat_mul(past_y, turn(2, -q[6]));
    q[5] = best_turn(&arm->limits[5], e.x, e.w, q[5]);
    e = swv_quat_mul(turn(0, -q[5]), past_y);
    q[6] = best_turn(&arm->limits[6], e.z, e.w, q[6]);
}

// ---- (3), (4) ----

/// A posture on its way up.
typedef struct climber {
    int    family;  ///< on its place: the shoulder's way, 0 or 1
    double swivel;  ///< on its place
    double height;  ///< what is to be made largest
    double q[7];
} climber;

/// What a climber may move: shoulder and elbow; swivel and wrist; the wrist alone.
typedef enum hill_kind { TO_PLACE, ON_PLACE, TURN_ONLY } hill_kind;

/// What all climbers share.
typedef struct hill {
    hill_kind              kind;
    const swv_arm         *arm;
    const swvi_arm_target *target;
    swv_swivels            sets[SWV_ARM_NATURAL_FAMILIES];
    swv_vec3               place;  ///< of the wrist, drawn in to twice the reach: further out it is no other hill
} hill;

// The square of the cosine of half the angle between the hand and its target.
static double closeness(const hill *h, const double q[7])
{
    const swv_quat a = swvi_arm_frames_of(h->arm, q).hand.rotation, b = h->target->hand.rotation;
    const double   dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return dot * dot;
}

// Minus the squared distance of the wrist from its place, in reaches squared.
static double nearness(const hill *h, const double q[7])
{
    const double   reach = h->arm->upper_arm + h->arm->forearm;
    const swv_vec3 off = swv_vec3_sub(swvi_arm_frames_of(h->arm, q).hand.position, h->place);
    return -swv_vec3_dot(off, off) / (reach * reach);
}

// Shoulder and elbow of a climber at its swivel and family.
static void set_swivel(const hill *h, climber *c)
{
    double sine, cosine, first[7], other[7];
    swvi_sincos(c->swivel, &sine, &cosine);
    swvi_arm_posture(h->target, cosine, sine, first);
    swvi_arm_to_family(c->family, first, other);
    // The swivel is feasible; near the pole rounding may still put an angle outside.
    const uint32_t outside = swvi_arm_turn_into_limits(h->arm, other);
    for (int i = 0; i < 4; ++i)
        c->q[i] = outside >> i & 1 ? swvi_arm_kept(&h->arm->limits[i], other[i]) : other[i];
}

// The rotation the hand should have, as seen from the forearm of this posture.
static swv_quat hand_from_forearm(const hill *h, const double q[7])
{
    const swv_quat shoulder = swvi_arm_frames_of(h->arm, q).shoulder;
    return swv_quat_mul(swv_quat_conjugate(swv_quat_mul(shoulder, turn(1, q[3]))), h->target->hand.rotation);
}

// (3)
static void turn_to_best_swivel(const hill *h, climber *c)
{
    const swv_vec3 n = { h->target->circle.nx, h->target->circle.ny, h->target->circle.nz };
    const swv_quat hand = swvi_arm_frames_of(h->arm, c->q).hand.rotation;
    const swv_quat e = swv_quat_mul(h->target->hand.rotation, swv_quat_conjugate(hand));
    const double   along = e.x * n.x + e.y * n.y + e.z * n.z;
    if (along == 0.0 && e.w == 0.0)
        return;
    (void)swv_swivels_nearest(&h->sets[c->family], c->swivel + 2.0 * swv_atan2(along, e.w), &c->swivel);
    c->swivel = swv_angle_wrap(c->swivel);
    set_swivel(h, c);
}

// What a climber makes largest: place or rotation.
static double height_of(const hill *h, const double q[7])
{
    return h->kind == TO_PLACE ? nearness(h, q) : closeness(h, q);
}

// (4) At most this many rounds.
static void climb(const hill *h, climber *c, int rounds)
{
    double before = -INFINITY;
    for (int round = 0; round < rounds && c->height - before > NO_GAIN; ++round) {
        before = c->height;
        if (h->kind == ON_PLACE)
            turn_to_best_swivel(h, c);
        if (h->kind == TO_PLACE)
            climb_to_place(h->arm, h->place, c->q);
        else
            climb_to_rotation(h->arm, hand_from_forearm(h, c->q), c->q);
        c->height = height_of(h, c->q);
    }
}

// ---- (5) ----

// Rounds for every start, starts that go on, and most rounds for these. Chosen: more find a higher top now and then, and take longer.
enum { FIRST_ROUNDS = 5, FINALISTS = 8, MAX_ROUNDS = 1000 };

/// The highest climbers so far, the highest first.
typedef struct finalists {
    int     count;
    climber best[FINALISTS];
} finalists;

// A start climbs its first rounds and is kept if it is among the highest.
static void start(const hill *h, climber c, finalists *f)
{
    c.height = height_of(h, c.q);
    climb(h, &c, FIRST_ROUNDS);
    int rank = f->count;
    for (; rank > 0 && c.height > f->best[rank - 1].height; --rank)
        if (rank < FINALISTS)
            f->best[rank] = f->best[rank - 1];
    if (rank < FINALISTS) {
        f->best[rank] = c;
        f->count += f->count < FINALISTS;
    }
}

// These climb to the end; the highest is returned.
static climber highest(const hill *h, finalists *f)
{
    int best = 0;
    for (int i = 0; i < f->count; ++i) {
        climb(h, &f->best[i], MAX_ROUNDS);
        best = f->best[i].height > f->best[best].height ? i : best;
    }
    return f->best[best];
}

// The wrist from both its ways to turn the hand as it should be, brought inside, from the middle of its limits, and from
// where two of them meet: the best is often there.
static void start_wrists(const hill *h, climber c, finalists *f)
{
    enum { STARTS = 7 };  // two ways, a middle, four corners
    const swv_arm_limits *limits = &h->arm->limits[4];
    double                angles[STARTS][3];
    swv_euler_from_mat3(SWV_EULER_YXZ, swv_mat3_from_quat(hand_from_forearm(h, c.q)), angles[0], angles[1]);
    for (int k = 2; k < STARTS; ++k)
        for (int i = 0; i < 3; ++i)
            angles[k][i] = limits[i]._private.cos_half < -1.0 ? 0.0 : 0.5 * (limits[i].lower + limits[i].upper);
    for (int corner = 0; corner < 4; ++corner)
        for (int i = 0; i < 2; ++i)
            if (limits[i]._private.cos_half >= -1.0)
                angles[3 + corner][i] = corner >> i & 1 ? limits[i].upper : limits[i].lower;
    for (int k = 0; k < STARTS; ++k) {
        for (int i = 0; i < 3; ++i)
            c.q[4 + i] = swvi_arm_kept(&limits[i], angles[k][i]);
        start(h, c, f);
    }
}

// On its place: the ends and the middle of every interval.
static void start_on_place(const hill *h, finalists *f)
{
    for (int family = 0; family < 2; ++family) {
        const swv_swivels *set = &h->sets[family];
        for (int i = 0; i < set->count; ++i) {
            for (int k = 0; k < 3; ++k) {
                climber c = { .family = family, .swivel = set->from[i] + 0.5 * k * (set->to[i] - set->from[i]) };
                set_swivel(h, &c);
                start_wrists(h, c, f);
            }
        }
    }
}

// Off it: a grid over the shoulder's and the elbow's limits.
static void start_off_place(const hill *h, finalists *f)
{
    enum { GRID = 4 };  // along each of four joints: chosen
    for (int n = 0; n < GRID * GRID * GRID * GRID; ++n) {
        climber c = { .family = 0 };
        for (int i = 0, rest = n; i < 4; ++i, rest /= GRID) {
            const swv_arm_limits *l = &h->arm->limits[i];
            const bool            is_free = l->_private.cos_half < -1.0;
            const double          low = is_free ? -SWV_PI : l->lower, high = is_free ? SWV_PI : l->upper;
            c.q[i] = low + (high - low) * (0.5 + rest % GRID) / GRID;
        }
        start(h, c, f);
    }
}

// Off it, with the wrist as near as it gets: from now on that is its place, which it may have with other elbows too.
static climber turned_best(const hill *off, climber nearest)
{
    hill      h = *off;
    finalists f = { .count = 0 };
    h.kind = TURN_ONLY;
    start_wrists(&h, nearest, &f);
    const climber here = highest(&h, &f);

    swv_arm         arm = *off->arm;
    swvi_arm_target target;
    const swv_pose  hand = { swvi_arm_frames_of(&arm, here.q).hand.position, off->target->hand.rotation };
    // Here all is in the axes of the closed form already, which are a right arm's.
    arm.side = SWV_RIGHT;
    arm.is_leg = false;
    arm.softness = 0.0;
    h = (hill){ .kind = ON_PLACE, .arm = &arm, .target = &target };
    f.count = 0;
    if (swvi_arm_target_of(&arm, &hand, &target) != SWV_OK || !swvi_arm_feasible(&arm, &target, PLACE_JOINTS, h.sets))
        return here;
    start_on_place(&h, &f);
    const climber other = highest(&h, &f);
    return other.height > here.height && nearness(off, other.q) > nearness(off, here.q) - SAME_PLACE ? other : here;
}

// q is the posture that exceeds its limits least: a start too.
static void find_closest(const swv_arm *arm, const swvi_arm_target *target, double q[7])
{
    const double reach = arm->upper_arm + arm->forearm, distance = swv_vec3_length(target->hand.position);
    hill         h = { .kind = ON_PLACE, .arm = arm, .target = target, .place = target->hand.position };
    finalists    f = { .count = 0 };
    climber      best;
    if (swvi_arm_feasible(arm, target, PLACE_JOINTS, h.sets)) {
        start_on_place(&h, &f);
        best = highest(&h, &f);
    } else {
        h.kind = TO_PLACE;
        if (distance > 2.0 * reach)
            h.place = swv_vec3_scale(2.0 * reach, swv_vec3_normalize(h.place));
        climber least = { .family = 0 };
        for (int i = 0; i < 7; ++i)
            least.q[i] = swvi_arm_kept(&arm->limits[i], q[i]);
        start(&h, least, &f);
        start_off_place(&h, &f);
        best = turned_best(&h, highest(&h, &f));
    }
    for (int i = 0; i < 7; ++i)
        q[i] = best.q[i];
}

swv_status swv_arm_closest(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous, double q[7],
                           swv_arm_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_arm_target target;
    swv_arm_report  best;
    swv_arm         plain = *arm;
    double          found[7];
    plain.compromise = SWV_ARM_MOVE_SWIVEL;
    const swv_status given = swvi_arm_target_of(arm, hand, &target);  // checks the arm as it came
    if (given != SWV_OK)
        return given;
    const swv_status status = swv_arm_best(&plain, hand, wish, previous, found, &best);
    if (status != SWV_OK)
        return status;
    if (best.outside) {
        find_closest(arm, &target, found);
        const bool would_do = best.wrist_would_do;
        best = swvi_arm_report_of(arm, &target, found, swvi_arm_turn_into_limits(arm, found));
        best.wrist_would_do = would_do;
        if (best.outcome == SWV_REACHED || best.outcome == SWV_SOFTENED)
            best.outcome = SWV_LIMITED;
    }
    for (int i = 0; i < 7; ++i)
        q[i] = found[i];
    if (report)
        *report = best;
    return SWV_OK;
}
