// SPDX-License-Identifier: MIT
// The upper limb: girdle and arm solved together.
//
// Given     a goal: wrist E, swivel, the shoulder's own movement; a limb; where it was
// Find      the posture in which the rhythm of the humerus gives the girdle that gives the humerus
//
// (1) scale     lengths in parts of the arm's, a left limb mirrored, a wrist far away brought nearer along its direction
// (2) start     from the last GH, or for a humerus that points at E: the closed form of the arm gives the humerus h
// (3) Newton    steps of upper_limb_kernel.h on h until GH would move by less than the tolerance. Three things keep them from
//               going round in circles where the swivel turns fast, near its singular direction: from the wrong side of
//               the arm's line back by (4); a step that takes back more than half of the last one ends where the two,
//               drawn as a line, cancel; and if all that leads nowhere, from other elbows
// (4) plain     the document's way instead: GH -> h -> rhythm -> GH
// (5) arm       the closed form from GH to E, or, if E is out of reach, to the point where the forearm ends that points at
//               it: bones keep their length and the wrist is exact whatever (3) has done
// (6) limits    if the arm's are broken: the nearest swivel that keeps them, and from (2) again with it, as the girdle
//               moves a little; a few times
//
// Out of reach  the wrist of a limb at its swivel with humerus h is |E - GH - L1 h| - L2 from E at best; the step makes
//               that least where it cannot make it 0. With a posture to start from, the closest one is continuous with
//               it. Without, it is the closest of those that all the elbows of (3) lead to.
//
// This work is based on:
// Ascione, Laccetti, Lapegna, Romano. A real-time method for manipulating a realistic human upper limb
#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "shoulder/girdle_internal.h"
#include "swivel/trig.h"

/// (1): what is solved, for a right limb whose arm has length 1.
typedef struct problem {
    swvi_girdle girdle;
    swv_vec3    wrist;
    double      swivel;
    double      upper_arm, forearm;
    double      cos_swivel, sin_swivel;
    bool        is_smooth;
    bool        is_continued;  ///< from a posture that was: its neighbour is wanted, even if another one is closer
    double      tolerance;
    int         max_iterations;
} problem;

/// A girdle that was tried.
typedef struct trial {
    swvi_humerus      seen;
    double            angles[SWVI_PLACING_ANGLES];
    swvi_girdle_turns turns;
    swvi_girdle_place place;
    swv_vec3          wrist;   ///< where it will be
    double            swivel;  ///< of the arm that brings it there
    double            change;  ///< by how much GH would move next
} trial;

/// The best trial so far and the one being made take turns.
typedef struct solution {
    trial  trials[2];
    int    best;
    bool   is_settled, is_finite;
    int    iterations;
    trial  closest;  ///< of those that settled where the forearm is too short
    double gap;      ///< by how much; infinite: none
} solution;

// ---- one girdle after the other ----

static swv_vec3 humerus_on_circle(const swvi_elbow_circle *e, double cos_swivel, double sin_swivel)
{
    const double a = e->sin_rise * cos_swivel, b = e->sin_rise * sin_swivel;
    return (swv_vec3){ e->nx * e->cos_rise + (e->ux * a + e->vx * b), e->ny * e->cos_rise + (e->uy * a + e->vy * b),
                       e->nz * e->cos_rise + (e->uz * a + e->vz * b) };
}

static swvi_elbow_circle circle_to(const problem *p, swv_vec3 wrist)
{
    return swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, p->upper_arm, p->forearm, p->is_smooth);
}

static swvi_elbow_circle circle_from(const problem *p, swv_vec3 gh)
{
    return circle_to(p, swv_vec3_sub(p->wrist, gh));
}

// The girdle for a humerus; returns the trial.
static trial *try_girdle(const problem *p, swv_vec3 h, double y, solution *s, swvi_shoulder_motion *motion)
{
    trial *t = &s->trials[1 - s->best];
    t->seen = swvi_humerus_of(h);
    t->wrist = p->wrist;
    t->swivel = p->swivel;
    s->is_finite &= swvi_girdle_place_at(&p->girdle, &t->seen, y, t->angles, &t->turns, &t->place, motion);
    ++s->iterations;
    return t;
}

static bool is_better(const solution *s, double change)
{
    return s->iterations == 1 || change <= s->trials[s->best].change;
}

// The forearm points at a wrist it does not reach; returns by how much it is too short. The line from GH to where it ends
// is not quite the line to the wrist, and the swivel about it not quite the same.
static double fall_short(const problem *p, swv_vec3 h, trial *t)
{
    const swv_vec3 elbow = swv_vec3_add(t->place.gh, swv_vec3_scale(p->upper_arm, h));
    const swv_vec3 forearm = swv_vec3_sub(p->wrist, elbow);
    const double   distance = swv_vec3_length(forearm), gap = distance - p->forearm;
    if (!(gap > 1e-12))
        return 0.0;
    t->wrist = swv_vec3_add(elbow, swv_vec3_scale(p->forearm / distance, forearm));
    const swvi_elbow_circle e = circle_to(p, swv_vec3_sub(t->wrist, t->place.gh));
    if (e.sin_rise > 1e-6)
        t->swivel = swv_atan2(h.x * e.vx + h.y * e.vy + h.z * e.vz, h.x * e.ux + h.y * e.uy + h.z * e.uz);
    return gap;
}

// Whether to stay here. The closest posture is approached by a factor a step, not by doubling digits, so it need not be as
// exact.
static bool is_settled(const problem *p, const swvi_upper_limb_step *step, double gap, const trial *t)
{
    const double enough = gap > 1e-6 && p->tolerance < 1e-8 ? 1e-8 : p->tolerance;
    return t->change <= enough && swv_vec3_dot(step->dh, step->dh) < 1e-3 && step->rise > -1e-9;
}

// A wrist so near must be reachable in another way.
static bool is_near(const problem *p, const trial *t)
{
    const swv_vec3 arm = swv_vec3_sub(p->wrist, t->place.gh);
    return swv_vec3_dot(arm, arm) < 0.8 * 0.8;
}

// (3), from humerus h. Left when it has settled, or leads nowhere.
static void newton(const problem *p, swv_vec3 h, double y, int iterations, solution *s)
{
    enum { STEPS = 8 };
    static const double longest = 1.0;  // radians in one step
    swv_vec3            last = { 0.0, 0.0, 0.0 };
    for (int k = 0; k < iterations; ++k) {
        swvi_shoulder_motion       motion;
        trial                     *t = try_girdle(p, h, y, s, &motion);
        const swvi_upper_limb_step step =
            swvi_upper_limb_step_of(&t->seen, &motion, h, y, p->wrist, p->cos_swivel, p->sin_swivel, p->upper_arm,
                                    p->forearm, p->is_smooth, p->girdle.yields);
        const double length_squared = swv_vec3_dot(step.dh, step.dh);
        const bool   is_number = swvi_is_finite(length_squared) && swvi_is_finite(step.dy);
        t->change = is_number ? sqrt(step.change_squared) : HUGE_VAL;
        const bool is_next = is_better(s, t->change);
        if (is_next || t->change <= p->tolerance || step.is_short != 0.0) {
            const double gap = step.is_short != 0.0 ? fall_short(p, h, t) : 0.0;
            const bool   is_here = is_settled(p, &step, gap, t), is_trap = gap > 0.0 && is_near(p, t);
            if (is_here && gap > 0.0 && gap < s->gap && !is_trap) {
                s->gap = gap;
                s->closest = *t;
            }
            s->is_settled = is_here && !(gap > 0.0);
            if (is_next || s->is_settled)
                s->best = 1 - s->best;
            if (is_here || (is_trap && t->change < 1e-3))
                return;
        }
        if (!is_number || (k >= STEPS && t->change > 1e-2))
            return;

        // On the wrong side of the arm's line (2) has another root: back by the plain way.
        swv_vec3 dh = step.dh;
        double   dy = step.dy, part = length_squared > longest * longest ? longest / sqrt(length_squared) : 1.0;
        if (step.rise < -0.02) {
            const swvi_elbow_circle e = circle_from(p, t->place.gh);
            double                  slope, bow;
            dh = swv_vec3_sub(humerus_on_circle(&e, p->cos_swivel, p->sin_swivel), h);
            dy = swvi_yield_wanted(e.sin_rise, &slope, &bow) - y;
            part = 1.0;
        }
        // Back by more than half of the last step: to where the two of them, drawn as a line, are zero.
        const double before = swv_vec3_dot(last, last), back = -swv_vec3_dot(dh, last);
        if (back > 0.5 * before)
            part *= before / (before + back);
        last = swv_vec3_scale(part, dh);
        swv_vec3 moved = swv_vec3_add(h, last);
        // An elbow folded all the way does not go through to the other side.
        const double over = swv_vec3_dot(moved, step.m);
        if (step.rise >= 0.0 && over < 0.0 && swv_vec3_dot(moved, step.n) < 0.0)
            moved = swv_vec3_sub(moved, swv_vec3_scale(2.0 * over, step.m));
        // Off unit length by half of length_squared: near the end a series is as good as a root, and sooner there.
        const double x = swv_vec3_dot(moved, moved) - 1.0;
        h = swv_vec3_scale(fabs(x) < 1e-4 ? 1.0 - x * (0.5 - x * (0.375 - 0.3125 * x)) : 1.0 / sqrt(1.0 + x), moved);
        y += part * dy;
    }
}

// (4), from GH.
static void go_plainly(const problem *p, swv_vec3 gh, int iterations, solution *s)
{
    for (int k = 0; k < iterations && !s->is_settled && s->is_finite; ++k) {
        const swvi_elbow_circle e = circle_from(p, gh);
        double                  slope, bow;
        swvi_shoulder_motion    motion;
        const double            y = swvi_yield_wanted(e.sin_rise, &slope, &bow);
        trial                  *t = try_girdle(p, humerus_on_circle(&e, p->cos_swivel, p->sin_swivel), y, s, &motion);
        const swv_vec3          moved = swv_vec3_sub(t->place.gh, gh);
        t->change = sqrt(swv_vec3_dot(moved, moved));
        s->is_settled = t->change <= p->tolerance;
        gh = t->place.gh;
        if (is_better(s, t->change))
            s->best = 1 - s->best;
    }
}

// (3) Then from other elbows: turned about the line to the wrist by eighths of a turn, first as bent as they are, then
// less, more, and folded. If all fail, the closest of those that are too short.
static void go_by_newton(const problem *p, swv_vec3 gh, solution *s)
{
    enum { NEWTON_STEPS = 24, ELBOWS = 8, TRIES = 4 * ELBOWS };
    static const double half_root = 0.70710678118654752;
    static const double turns[ELBOWS][2] = { { 1.0, 0.0 },
                                             { 0.0, 1.0 },
                                             { 0.0, -1.0 },
                                             { -1.0, 0.0 },
                                             { half_root, half_root },
                                             { half_root, -half_root },
                                             { -half_root, half_root },
                                             { -half_root, -half_root } };
    static const double rises[3][2] = { { 0.15, 0.98868599666425949 }, { 0.6, 0.8 }, { 0.8, -0.6 } };
    swvi_elbow_circle   e = circle_from(p, gh);
    for (int k = 0; k < TRIES && !s->is_settled && s->is_finite && s->iterations < p->max_iterations; ++k) {
        const double c = turns[k % ELBOWS][0], t = turns[k % ELBOWS][1];
        const double cosine = p->cos_swivel * c - p->sin_swivel * t, sine = p->sin_swivel * c + p->cos_swivel * t;
        const int    left = p->max_iterations - s->iterations;
        double       slope, bow;
        if (k >= ELBOWS) {
            e.sin_rise = rises[k / ELBOWS - 1][0];
            e.cos_rise = rises[k / ELBOWS - 1][1];
        }
        newton(p, humerus_on_circle(&e, cosine, sine), swvi_yield_wanted(e.sin_rise, &slope, &bow),
               left < NEWTON_STEPS ? left : NEWTON_STEPS, s);
        if (s->gap < HUGE_VAL && (p->is_continued || (k >= ELBOWS && s->gap > 0.05)))
            break;
    }
    if (!s->is_settled && s->gap < HUGE_VAL) {
        s->trials[s->best] = s->closest;
        s->is_settled = true;
    }
}

// ---- the goal ----

static swv_status check_goal(const swv_upper_limb_goal *goal, const swv_upper_limb_posture *previous)
{
    const double sum = (goal->swivel + goal->pronation) + (goal->shoulder_elevation + goal->shoulder_protraction);
    if (!swvi_vec3_is_finite(goal->wrist) || !swvi_is_finite(sum) || !(goal->raising >= -1.0 && goal->raising <= 1.0))
        return SWV_BAD_GOAL;
    return previous && !swvi_vec3_is_finite(previous->gh) ? SWV_BAD_POSTURE : SWV_OK;
}

static void make_problem(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                         const swv_upper_limb_options *options, problem *p)
{
    const double reach = limb->arm.upper_arm + limb->arm.forearm, inverse = 1.0 / reach;
    p->upper_arm = limb->arm.upper_arm * inverse;
    p->forearm = limb->arm.forearm * inverse;
    p->is_smooth = limb->arm.reference == SWV_SWIVEL_SMOOTH;
    p->tolerance = options && options->tolerance > 0.0 ? options->tolerance * inverse : 1e-13;
    p->max_iterations = options && options->max_iterations > 0 ? options->max_iterations : 400;
    // 4,000 arms away only the direction matters: the girdle is a thousand at most.
    const swv_vec3 wrist = swvi_on_side(limb->arm.side, goal->wrist);
    const double   furthest = 4e3, most = furthest * reach;
    const bool     is_near = fabs(wrist.x) < most && fabs(wrist.y) < most && fabs(wrist.z) < most;
    p->wrist = is_near ? swv_vec3_scale(inverse, wrist) : swv_vec3_scale(furthest, swv_vec3_normalize(wrist));
    swvi_girdle_prepare(limb, goal->raising, goal->shoulder_elevation, goal->shoulder_protraction, p->wrist,
                        &p->girdle);
}

// (2) to (4), at a swivel.
static void settle(problem *p, double swivel, swv_vec3 gh, swv_upper_limb_method method, solution *s)
{
    s->best = 1;
    s->iterations = 0;
    s->is_settled = false;
    s->is_finite = true;
    s->gap = HUGE_VAL;
    s->trials[0].swivel = s->trials[1].swivel = swivel;
    swvi_sincos(swivel, &p->sin_swivel, &p->cos_swivel);
    p->swivel = swivel;
    if (method == SWV_UPPER_LIMB_PLAIN)
        go_plainly(p, gh, p->max_iterations, s);
    else
        go_by_newton(p, gh, s);
}

// (5) where the hand is to be in line with the forearm: its joints are known, the other four from the closed form.
static void point_arm(const problem *p, const trial *t, double pronation, double q[7])
{
    const swv_vec3          to = swv_vec3_sub(t->wrist, t->place.gh);
    const swvi_elbow_circle e = circle_to(p, to);
    const swvi_hand_axes    any = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };
    double                  cos_swivel = p->cos_swivel, sin_swivel = p->sin_swivel;
    if (t->swivel != p->swivel)
        swvi_sincos(t->swivel, &sin_swivel, &cos_swivel);
    const swvi_arm_directions d = swvi_arm_directions_of(&e, &any, cos_swivel, sin_swivel);
    const double              sine[4] = { d.sin0, d.sin1, d.sin2, e.sin_elbow };
    const double              cosine[4] = { d.cos0, d.cos1, d.cos2, e.cos_elbow };
#pragma omp simd
    for (int i = 0; i < 4; ++i)
        q[i] = swvi_angle(sine[i], cosine[i]);
    q[4] = q[5] = 0.0;
    q[6] = pronation;
}

// (5): the arm from GH, with the hand as asked for or in line with the forearm. Returns which joints break their limits.
static uint32_t pose_arm(const swv_arm *arm, const swv_upper_limb_goal *goal, const swv_pose *hand, const problem *p,
                         const trial *t, double q[7])
{
    uint32_t outside = 0;
    if (goal->has_rotation)
        (void)swv_arm_solve_one(arm, hand, t->swivel, 0, q, NULL);
    else
        point_arm(p, t, goal->pronation, q);
    for (int i = 0; i < 7; ++i)
        outside |= (uint32_t)!swv_angle_turn_into(arm->limits[i].lower, arm->limits[i].upper, &q[i]) << i;
    return outside;
}

// (6): as near to the swivel as the limits allow. Returns what the arm reports.
static swv_arm_report pose_arm_within_limits(const swv_arm *arm, const swv_upper_limb_goal *goal, const swv_pose *hand,
                                             const swv_upper_limb_posture *previous, double wish, double q[7],
                                             double *swivel)
{
    swv_arm_report report = { 0 };
    double         last[7] = { 0.0 };
    for (int i = 0; i < 7 && previous; ++i)
        last[i] = previous->q[i];
    if (goal->has_rotation) {
        (void)swv_arm_best(arm, hand, wish, previous ? last : NULL, q, &report);
    } else {
        last[4] = last[5] = 0.0;
        last[6] = goal->pronation;
        (void)swv_arm_reach(arm, hand->position, wish, last, q, &report);
    }
    (void)swv_arm_swivel_of(arm, q, swivel);
    return report;
}

static double pronation_of(const double q[7])
{
    const double   angles[3] = { q[4], q[5], q[6] };
    const swv_quat wrist = swv_quat_from_mat3(swv_mat3_from_euler(SWV_EULER_YXZ, angles));
    return swv_angle_wrap(2.0 * swv_atan2(wrist.z, wrist.w));
}

// Places, elevation and plane, from angles: forward kinematics. With R_S = Rz(q0) Rx(q1) Rz(q2) the upper arm is along its
// third column, the forearm along sin q3 times the first and cos q3 times the third.
static void fill_places(const swv_upper_limb *limb, swv_vec3 ac_right, swv_vec3 gh_right, swv_upper_limb_posture *p)
{
    double s[4], c[4];
#pragma omp simd
    for (int i = 0; i < 4; ++i)
        swvi_sincos(p->q[i], &s[i], &c[i]);
    const swv_vec3 x = { c[0] * c[2] - s[0] * c[1] * s[2], s[0] * c[2] + c[0] * c[1] * s[2], s[1] * s[2] };
    const swv_vec3 z = { s[0] * s[1], -c[0] * s[1], c[1] };
    const swv_vec3 elbow = swv_vec3_add(gh_right, swv_vec3_scale(limb->arm.upper_arm, z));
    const swv_vec3 forearm = swv_vec3_add(swv_vec3_scale(s[3], x), swv_vec3_scale(c[3], z));
    p->ac = swvi_on_side(limb->arm.side, ac_right);
    p->gh = swvi_on_side(limb->arm.side, gh_right);
    p->elbow = swvi_on_side(limb->arm.side, elbow);
    p->wrist = swvi_on_side(limb->arm.side, swv_vec3_add(elbow, swv_vec3_scale(limb->arm.forearm, forearm)));
    p->elevation = SWV_PI - fabs(swv_angle_wrap(p->q[1]));
    p->plane = swv_angle_wrap(p->q[0] + (s[1] < 0.0 ? 0.5 * SWV_PI : -0.5 * SWV_PI));
}

static uint32_t held_angles(const swv_girdle *girdle, const double angles[SWV_GIRDLE_ANGLES])
{
    uint32_t held = 0;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        held |= (uint32_t)(angles[i] <= girdle->lower[i] || angles[i] >= girdle->upper[i]) << i;
    return held;
}

/// What (2) to (6) find.
typedef struct answer {
    solution s;
    double   q[7], swivel;
    uint32_t outside;     ///< joints of the arm that break their limits
    bool     is_limited;  ///< the limits keep the hand from its place or rotation, or are broken
    int      iterations;
} answer;

// (3) to (6), from GH.
static void solve_within_limits(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, swv_quat rotation,
                                const swv_upper_limb_posture *previous, swv_upper_limb_method method, swv_vec3 gh,
                                problem *p, answer *a)
{
    enum { MOST_SWIVELS = 8 };
    const double reach = limb->arm.upper_arm + limb->arm.forearm;
    a->swivel = goal->swivel;
    a->iterations = 0;
    for (int i = 0; i < 7; ++i)
        a->q[i] = 0.0;
    for (int k = 0; k < MOST_SWIVELS; ++k) {
        settle(p, a->swivel, gh, method, &a->s);
        a->iterations += a->s.iterations;
        if (!a->s.is_finite)
            return;
        const trial   *t = &a->s.trials[a->s.best];
        const swv_pose hand = {
            swvi_on_side(limb->arm.side, swv_vec3_scale(reach, swv_vec3_sub(t->wrist, t->place.gh))), rotation
        };
        double swivel = a->swivel;
        a->outside = pose_arm(&limb->arm, goal, &hand, p, t, a->q);
        a->is_limited = a->outside != 0;
        if (!a->outside)
            return;
        const swv_arm_report best =
            pose_arm_within_limits(&limb->arm, goal, &hand, previous, goal->swivel, a->q, &swivel);
        a->outside = best.outside;
        a->is_limited = best.outcome == SWV_LIMITED;
        if (a->outside || fabs(swv_angle_wrap(swivel - a->swivel)) < 1e-9)
            return;
        a->swivel = swivel;
        gh = t->place.gh;
    }
}

// (2)
static bool find_start(const swv_upper_limb *limb, const swv_upper_limb_posture *previous, const problem *p,
                       swv_vec3 *gh)
{
    if (previous) {
        *gh =
            swv_vec3_scale(1.0 / (limb->arm.upper_arm + limb->arm.forearm), swvi_on_side(limb->arm.side, previous->gh));
        return true;
    }
    double               angles[SWVI_PLACING_ANGLES];
    swvi_girdle_turns    turns;
    swvi_girdle_place    rest;
    swvi_shoulder_motion motion;
    if (!swvi_girdle_place_at(&p->girdle, &SWVI_HANGING, 0.0, angles, &turns, &rest, &motion))
        return false;
    *gh = swvi_girdle_guess(&motion, p->wrist);
    return true;
}

swv_status swv_upper_limb_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                const swv_upper_limb_posture *previous, const swv_upper_limb_options *options,
                                swv_upper_limb_posture *posture, swv_upper_limb_report *report)
{
    if (!limb || !goal || !posture)
        return SWV_NULL;
    const swv_upper_limb_method method = options ? options->method : SWV_UPPER_LIMB_NEWTON;
    swv_pose                    hand = { goal->wrist, SWV_IDENTITY_QUAT };
    if (goal->has_rotation)
        hand.rotation = goal->rotation;
    swv_status status = swvi_upper_limb_check(limb);
    if (status == SWV_OK)
        status = check_goal(goal, previous);
    if (status == SWV_OK && goal->has_rotation && swv_pose_check(&hand) != SWV_OK)
        status = SWV_BAD_GOAL;
    if (status == SWV_OK && options &&
        (!swvi_is_finite(options->tolerance) || options->tolerance < 0.0 || options->max_iterations < 0 ||
         (method != SWV_UPPER_LIMB_NEWTON && method != SWV_UPPER_LIMB_PLAIN)))
        status = SWV_BAD_OPTIONS;
    if (status != SWV_OK)
        return status;

    const double reach = limb->arm.upper_arm + limb->arm.forearm;
    problem      p;
    swv_vec3     gh;
    answer       a;
    make_problem(limb, goal, options, &p);
    p.is_continued = previous != NULL;
    if (!find_start(limb, previous, &p, &gh))
        return SWV_NOT_FINITE;
    solve_within_limits(limb, goal, hand.rotation, previous, method, gh, &p, &a);
    if (!a.s.is_finite)
        return SWV_NOT_FINITE;

    const trial           *t = &a.s.trials[a.s.best];
    swv_upper_limb_posture found;
    for (int i = 0; i < 7; ++i)
        found.q[i] = a.q[i];
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i)
        found.girdle[i] = t->angles[i];
    found.girdle[SWV_CLAVICLE_ROTATION] = swvi_clavicle_rotation(&p.girdle, &t->seen, &t->turns);
    found.swivel = a.swivel;
    found.pronation = goal->has_rotation ? pronation_of(found.q) : goal->pronation;
    fill_places(limb, swv_vec3_scale(reach, t->place.ac), swv_vec3_scale(reach, t->place.gh), &found);
    *posture = found;
    if (!report)
        return SWV_OK;

    const swv_vec3 missed = swv_vec3_sub(found.wrist, goal->wrist);
    const double   missed_squared = swv_vec3_dot(missed, missed);
    swv_pose       turned = hand;
    if (goal->has_rotation)
        (void)swv_arm_forward(&limb->arm, found.q, &turned, NULL);
    *report = (swv_upper_limb_report){
        .iterations = a.iterations,
        .gh_change = reach * t->change,
        .outside = a.outside,
        .held = held_angles(&limb->girdle, found.girdle),
        .position_error = missed_squared < 1e300 ? sqrt(missed_squared) : swv_vec3_length(missed),
        .rotation_error = goal->has_rotation ? swv_quat_angle_between(turned.rotation, hand.rotation) : 0.0,
    };
    const double allowed = reach * (p.tolerance > 1e-10 ? p.tolerance : 1e-10);
    // Where the hand gives way to the limits it says nothing of the reach; where the girdle has left it to the arm does.
    const bool   hand_gave_way = a.is_limited && !a.outside;
    const double short_of =
        hand_gave_way ? reach * swv_vec3_length(swv_vec3_sub(t->wrist, p.wrist)) : report->position_error;
    report->outcome = short_of > allowed ? SWV_OUT_OF_REACH
                      : !a.s.is_settled  ? SWV_UNSETTLED
                      : a.is_limited     ? SWV_LIMITED
                                         : SWV_REACHED;
    return SWV_OK;
}

swv_status swv_upper_limb_forward(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES], const double q[7],
                                  swv_upper_limb_posture *posture)
{
    if (!limb || !girdle || !q || !posture)
        return SWV_NULL;
    const swv_status status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    swv_upper_limb_posture found = { .pronation = 0.0 };
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
        if (!swvi_is_finite(girdle[i]))
            return SWV_BAD_POSTURE;
        found.girdle[i] = girdle[i];
    }
    if (swv_arm_swivel_of(&limb->arm, q, &found.swivel) != SWV_OK)
        return SWV_BAD_POSTURE;
    for (int i = 0; i < 7; ++i)
        found.q[i] = q[i];
    found.pronation = pronation_of(q);
    const swvi_girdle_turns turns = swvi_girdle_turns_of(girdle);
    const swvi_girdle_place place = swvi_girdle_place_of(&turns, limb->girdle.clavicle, limb->girdle.scapula);
    fill_places(limb, place.ac, place.gh, &found);
    *posture = found;
    return SWV_OK;
}
