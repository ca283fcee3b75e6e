// SPDX-License-Identifier: MIT
//
// The best posture of the human limb for a goal.
//
// Given     a goal: the end's pose, a wish for the elbow; limits
// Find      the posture inside the limits that meets the goal, its elbow as near to the wish as can be
//
// (1) wish     A direction (x, y) of the swivel. It is looked at first: most wishes keep all limits, and no set is needed.
// (2) set      Else the feasible swivels, exactly (limb_swivels.c), and of these the nearest.
// (3) rounding Where the elbow is nearly straight, one rounding of the wrist's place moves it by its root: of a target made
//              from a posture on its limits nothing may be left. If the set is empty there, limits are widened by what the
//              rounding of d does to the flexion, delta reach / (u f sin k), and up to 64 times that, but less than 5e-7. Chosen.
// (4) neither  The limits are kept and the hand yields (limb_closest.c), or the hand is kept and the limits are exceeded
//              as little as can be: the least widening at which the set is not empty, by halving.
// (5) soft     If the goal is soft, instead of (2) to (4): where elbow and hand share what limits take (limb_turn.c).
//
// Everything but a goal and a posture is a right limb's, in metres, radians and the trunk's axes, from the shoulder (limb_internal.h).
#include <math.h>
#include <stddef.h>

#include "feel.h"
#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/limb.h"
#include "swivel/trig.h"

// ---- the target ----

// The wrist, from the shoulder, as near as an arm that yields before it is straight brings it.
static swv_vec3 softened(const swv_limb *limb, swv_vec3 wrist)
{
    if (limb->softness == 0.0)
        return wrist;
    const double      begins = limb->upper + limb->lower - limb->softness;
    const swvi_vector r = swvi_limb_softened(wrist.x, wrist.y, wrist.z, begins, limb->softness);
    return (swv_vec3){ r.x, r.y, r.z };
}

// SWV_OK and the target, or SWV_BAD_GOAL. The limb was verified.
static swv_status target_of(const swv_limb *limb, const swv_pose *end, swvi_limb_target *target)
{
    swv_pose checked = *end;
    if (swv_pose_check(&checked) != SWV_OK)
        return SWV_BAD_GOAL;
    target->wrist = swvi_on_side(limb->side, checked.position);
    target->end = swvi_rotation_of(swvi_limb_end_into(limb, checked.rotation));
    target->is_free = false;
    target->circle = swvi_limb_circle_for(limb, softened(limb, target->wrist));
    return SWV_OK;
}

swvi_limb_pose swvi_limb_pose_at(const swvi_limb_target *target, double x, double y)
{
    double c, s;
    swvi_half_swivel(x, y, &c, &s);
    const swvi_limb_circle *e = &target->circle;
    const swvi_limb_bones   bones = swvi_limb_bones_of(e, c, s);
    return (swvi_limb_pose){ bones.upper, bones.lower, target->end, 2.0 * swv_atan2(e->sin_bend, e->cos_bend) };
}

// ---- the report ----

// The outcome is read off what is returned, whatever way led there: met to 1e-12 of the reach, or radians.
static void fill_report(const swvi_limb_problem *problem, const swvi_limb_answer *answer, swv_limb_report *report)
{
    const swv_limb         *limb = problem->limb;
    const swvi_limb_target *target = &problem->target;
    const swvi_limb_pose   *pose = &answer->pose;
    const double            reach = limb->upper + limb->lower, tolerance = 1e-12 * reach;
    const swv_vec3          off = swv_vec3_sub(swvi_limb_wrist_of(limb, pose), target->wrist);
    swv_limb_report         r = {
                .swivel = swv_atan2(answer->y, answer->x),
                .wished = swv_atan2(problem->wish_y, problem->wish_x),
                .position_error = swv_vec3_length(off),
                .rotation_error =
            target->is_free ? 0.0 : swv_quat_angle_between(swvi_quat_of(pose->end), swvi_quat_of(target->end)),
                .is_torn = answer->is_torn,
    };
    if (!answer->is_inside) {
        double excess[SWV_LIMB_LIMITS];
        swvi_limb_excess(limb->kind, &limb->limits, swvi_rotation_of(limb->_private.rest), pose, excess);
        for (int i = 0; i < SWV_LIMB_LIMITS; ++i) {
            r.broken |= (uint32_t)(excess[i] > answer->forgiven) << i;
            r.excess = swvi_larger(r.excess, excess[i] > answer->forgiven ? excess[i] : 0.0);
        }
    }
    if (r.broken)
        r.outcome = SWV_LIMITED;
    else if (r.position_error > tolerance || r.rotation_error > 1e-12) {
        const double d = swv_vec3_length(target->wrist);
        swvi_ways    set;
        const bool   is_shared =  // though some swivel keeps all limits
            problem->is_soft && r.position_error <= tolerance &&
            swvi_limb_feasible(limb, problem->limits, target, &set);
        r.outcome = d > reach + tolerance                                                             ? SWV_OUT_OF_REACH
                    : d < fabs(limb->upper - limb->lower) - tolerance                                 ? SWV_TOO_NEAR
                    : limb->softness > 0.0 && d > reach - limb->softness && r.rotation_error <= 1e-12 ? SWV_SOFTENED
                    : is_shared                                                                       ? SWV_SOFTENED
                                                                                                      : SWV_LIMITED;
    }
    *report = r;
}

// ---- (1) ----

// The swivel that brings the elbow nearest to a direction m, in the trunk's axes, as a direction on the circle.
static void direction_on(const swvi_limb_circle *e, swv_vec3 m, double *x, double *y)
{
    swv_vec3 zero, quarter;
    swvi_limb_circle_axes(e, &zero, &quarter);
    *x = swv_vec3_dot(m, zero);
    *y = swv_vec3_dot(m, quarter);
    if (!(*x * *x + *y * *y > 1e-30)) {  // it lies along the line
        *x = 1.0;
        *y = 0.0;
    }
}

// The direction m from the line to the elbow, carried from where the line was to where it is by the smallest turn.
void swvi_limb_carried_swivel(const swvi_limb_problem *problem, double *x, double *y)
{
    const swvi_limb_circle *e = &problem->target.circle;
    const swv_vec3          n = { e->nx, e->ny, e->nz },
                   was = swv_vec3_normalize(swvi_limb_wrist_of(problem->limb, &problem->previous));
    const swv_vec3 side = swv_quat_rotate(swvi_quat_of(problem->previous.upper), (swv_vec3){ 0.0, 1.0, 0.0 });
    direction_on(e, swv_quat_rotate(swv_quat_between(was, n), swv_vec3_cross(was, side)), x, y);
}

// (x, y): cosine and sine of where on its circle the elbow is wished to be.
static swv_status wish_of(const swvi_limb_problem *problem, const swv_limb_goal *goal, double *x, double *y)
{
    const swv_limb         *limb = problem->limb;
    const swvi_limb_circle *e = &problem->target.circle;
    const double            reach = limb->upper + limb->lower;
    swv_vec3                m = { 0.0, 0.0, 0.0 };
    swv_status              status = SWV_OK;
    switch (goal->elbow) {
    case SWV_ELBOW_SWIVEL:
        if (!swvi_is_finite(goal->swivel))
            return SWV_BAD_GOAL;
        swv_sincos(goal->swivel, y, x);
        return SWV_OK;
    case SWV_ELBOW_TOWARDS:
        m = swvi_on_side(limb->side, swv_vec3_normalize(goal->direction));
        if (!(swv_vec3_dot(m, m) > 0.5))  // normalize leaves 1, or 0 of no direction
            return SWV_BAD_GOAL;
        break;
    case SWV_ELBOW_PREVIOUS:
        if (problem->has_previous) {
            swvi_limb_carried_swivel(problem, x, y);
            return SWV_OK;
        }
        // fall through
    case SWV_ELBOW_NATURAL:
        if (limb->kind == SWV_LIMB_ARM && goal->is_position_only) {
            status = swv_natural_elbow_at(limb->side, reach, goal->end.position, &m);
        } else {
            swv_pose end = SWV_IDENTITY_POSE;
            end.position = goal->end.position;
            end.rotation = goal->is_position_only ? end.rotation : goal->end.rotation;
            status = limb->kind == SWV_LIMB_LEG ? swv_natural_knee(limb->side, reach, &end, &m)
                                                : swv_natural_elbow(limb->side, reach, &end, &m);
        }
        m = swvi_on_side(limb->side, m);
        break;
    default:
        return SWV_BAD_GOAL;
    }
    direction_on(e, m, x, y);
    return status == SWV_OK ? SWV_OK : SWV_BAD_GOAL;
}

// ---- (3), (4) ----

// Of limb_turn.c, radians, where the end is to be exact but cannot: little, and enough that an elbow does not swing for nothing. Chosen.
#define LEAST 0.003

#define MOST_FORGIVEN 1e-6  // radians beyond a limit, where rounding of a nearly straight elbow is magnified; chosen

// The error of a flexion, radians, whose sine is this. cos flexion is known to some 8 roundings (2^-50, chosen) of reach^2 / (upper lower), the
// angle to that over its sine. 2^-25,
// the root of it, where the elbow is straight.
static double rounding_of_flexion(const swv_limb *limb, double sine)
{
    const double reach = limb->upper + limb->lower;
    return 0x1p-50 * reach * reach / (limb->upper * limb->lower * swvi_larger(sine, 0x1p-25));
}

// (3): widened up to 64 times, and twice that is forgiven, as swvi_limb_feasible_set does. flexion: radians.
double swvi_limb_most_forgiven(const swv_limb *limb, double flexion)
{
    double s, c;
    swv_sincos(flexion, &s, &c);
    const double rounding = rounding_of_flexion(limb, s);
    return rounding > SWV_LIMIT_TOLERANCE ? swvi_smaller(MOST_FORGIVEN, 2.0 * 64.0 * rounding) : SWV_LIMIT_TOLERANCE;
}

// (3), (4) The feasible swivels with limits that are wider by `widening`, radians.
static bool widened_set(const swv_limb *limb, const swvi_limb_target *target, double widening, swvi_ways *set)
{
    const swv_limb   wide = swvi_limb_widened(limb, widening);
    swvi_limb_target there = *target;
    there.circle = swvi_limb_circle_for(&wide, softened(limb, target->wrist));
    return swvi_limb_feasible(&wide, SWVI_SHOULDER_LIMITS | SWVI_END_LIMITS, &there, set);
}

// (4) The target with the hinge free, and the swivel (x, y) at which the limits are exceeded least.
static void least_excess(const swv_limb *limb, const swvi_limb_target *target, swvi_limb_answer *answer)
{
    swvi_ways set;
    double    low = 0.0, high = SWV_PI;
    // Halvings of half a turn: 42 to 1e-12 rad; 50 end it in any case.
    for (int step = 0; step < 50 && high - low > 1e-12; ++step) {
        const double middle = 0.5 * (low + high);
        *(widened_set(limb, target, middle, &set) ? &high : &low) = middle;
    }
    if (widened_set(limb, target, high, &set))
        answer->is_torn |= swvi_ways_nearest(&set, answer->x, answer->y, &answer->x, &answer->y);
    if (widened_set(limb, target, high + SWVI_TIE, &set))
        answer->is_torn |= set.count > 1;
    swvi_limb_target there = *target;
    there.circle = swvi_limb_free_circle_for(limb, softened(limb, target->wrist));
    answer->pose = swvi_limb_pose_at(&there, answer->x, answer->y);
}

// The end against the neutral forearm, if it is free: as it was, or straight with the pronation that people have there (0 for a leg). -0.5: half the
// turn, as pronation counts against z.
static swvi_rotation relative_end(const swvi_limb_problem *problem)
{
    if (problem->has_previous)
        return swvi_limb_relative(problem->previous.lower, problem->previous.end);
    const swv_limb *limb = problem->limb;
    double          pronation = 0.0, s, c;
    if (limb->kind == SWV_LIMB_ARM)
        (void)swv_natural_pronation(SWV_RIGHT, limb->upper + limb->lower, problem->target.wrist, &pronation);
    swv_sincos(-0.5 * pronation, &s, &c);
    return (swvi_rotation){ 0.0, 0.0, s, c };
}

// The end nearest to a given one that keeps its limits, both against the neutral forearm.
static swvi_rotation turned_inside(const swvi_limb_problem *problem, const swvi_limb_answer *answer,
                                   swvi_rotation relative)
{
    swvi_limb_target target = problem->target;
    target.end = swvi_limb_end_of(swvi_limb_pose_at(&target, answer->x, answer->y).lower, relative);
    const swvi_limb_pose turned = swvi_limb_turned_at(problem->limb, &target, answer->x, answer->y);
    return swvi_limb_relative(turned.lower, turned.end);
}

// ---- one step after the other ----

swv_status swvi_limb_problem_of(const swv_limb *limb, const swv_limb_goal *goal, const swv_limb_posture *previous,
                                swv_limb_compromise compromise, swvi_limb_problem *problem)
{
    swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !goal);
    if (status != SWV_OK)
        return status;
    if (compromise != SWV_KEEP_LIMITS && compromise != SWV_KEEP_HAND)
        return SWV_BAD_ARGUMENT;
    if (previous && swvi_limb_verify_posture(previous) != SWV_OK)
        return SWV_BAD_POSTURE;
    problem->limb = limb;
    problem->compromise = compromise;
    problem->has_previous = previous != NULL;
    if (previous)
        problem->previous = swvi_limb_pose_into(limb, previous);

    swv_pose end = goal->end;
    if (goal->is_position_only)
        end.rotation = (swv_quat)SWV_IDENTITY_QUAT;
    status = target_of(limb, &end, &problem->target);
    if (status != SWV_OK)
        return status;
    problem->target.is_free = goal->is_position_only;
    problem->limits = SWVI_SHOULDER_LIMITS | (goal->is_position_only ? 0U : SWVI_END_LIMITS);

    // A wrist that the hinge keeps from its place is the hand yielding. With the hand kept, it is the hinge that yields.
    const double reach = limb->upper + limb->lower, d = swv_vec3_length(problem->target.wrist);
    const bool   is_in_reach = d <= reach && d >= fabs(limb->upper - limb->lower);
    problem->hinge_yields =
        compromise == SWV_KEEP_HAND && is_in_reach && fabs(problem->target.circle.excess) > 1e-12 * reach;
    problem->is_soft = goal->is_soft;
    problem->k = compromise == SWV_KEEP_HAND  ? SWVI_SOFT_STRAIN
                 : !goal->is_soft             ? LEAST
                 : limb->kind == SWV_LIMB_LEG ? SWVI_SOFT_LEG
                                              : SWVI_SOFT_ARM;
    return wish_of(problem, goal, &problem->wish_x, &problem->wish_y);
}

bool swvi_limb_look_at(const swvi_limb_problem *problem, double x, double y, swvi_limb_answer *answer)
{
    const swvi_limb_pose pose = swvi_limb_pose_at(&problem->target, x, y);
    *answer = (swvi_limb_answer){ .pose = pose, .x = x, .y = y, .forgiven = SWV_LIMIT_TOLERANCE };
    answer->is_inside = !problem->hinge_yields && swvi_limb_is_inside(problem->limb, problem->limits, pose.upper,
                                                                      swvi_limb_relative(pose.lower, pose.end));
    return answer->is_inside;
}

bool swvi_limb_feasible_set(const swvi_limb_problem *problem, swvi_ways *set, double *forgiven)
{
    *forgiven = SWV_LIMIT_TOLERANCE;
    if (problem->hinge_yields)
        return false;
    if (swvi_limb_feasible(problem->limb, problem->limits, &problem->target, set))
        return true;
    const swvi_limb_circle *e = &problem->target.circle;
    const double            rounding = rounding_of_flexion(problem->limb, 2.0 * e->sin_bend * e->cos_bend);
    // Limits are widened by rounding, then eightfold each time; twice that is forgiven, as the posture is rounded once more. Chosen.
    for (double w = rounding; w > SWV_LIMIT_TOLERANCE && w < 0.5 * MOST_FORGIVEN; w *= 8.0) {
        if (widened_set(problem->limb, &problem->target, w, set)) {
            *forgiven = 2.0 * w;
            return true;
        }
    }
    return false;
}

bool swvi_limb_nearest_to_wish(const swvi_limb_problem *problem, swvi_limb_answer *answer)
{
    swvi_ways set;
    double    forgiven, x, y;
    if (swvi_limb_look_at(problem, problem->wish_x, problem->wish_y, answer))
        return true;
    if (!swvi_limb_feasible_set(problem, &set, &forgiven))
        return false;
    const bool is_torn = swvi_ways_nearest(&set, answer->x, answer->y, &x, &y);
    (void)swvi_limb_look_at(problem, x, y, answer);
    answer->is_torn = is_torn;
    answer->is_inside = forgiven == SWV_LIMIT_TOLERANCE;
    answer->forgiven = forgiven;
    return true;
}

void swvi_limb_share_at(const swvi_limb_problem *problem, double x, double y, swvi_limb_answer *answer)
{
    swvi_limb_target there = problem->target;
    if (problem->compromise == SWV_KEEP_HAND)
        there.circle = swvi_limb_free_circle_for(problem->limb, softened(problem->limb, there.wrist));
    answer->x = x;
    answer->y = y;
    answer->pose = there.is_free || problem->compromise == SWV_KEEP_HAND
                       ? swvi_limb_pose_at(&there, x, y)
                       : swvi_limb_turned_at(problem->limb, &there, x, y);
    answer->is_inside = false;
    answer->forgiven = swvi_limb_most_forgiven(problem->limb, answer->pose.flexion);
}

bool swvi_limb_shareable(const swvi_limb_problem *problem, swvi_ways *set)
{
    if (problem->compromise != SWV_KEEP_HAND)
        return swvi_limb_feasible(problem->limb, SWVI_SHOULDER_LIMITS, &problem->target, set);
    swvi_ways_fill(set);
    return true;
}

void swvi_limb_share(const swvi_limb_problem *problem, const swvi_ways *set, swvi_limb_answer *answer)
{
    swvi_limb_target there = problem->target;
    if (problem->compromise == SWV_KEEP_HAND) {
        there.circle = swvi_limb_free_circle_for(problem->limb, softened(problem->limb, there.wrist));
        swvi_limb_strained(problem->limb, &there, problem->limits, problem->k, answer);
    } else if (there.is_free) {
        answer->is_torn |= swvi_ways_nearest(set, answer->x, answer->y, &answer->x, &answer->y);
    } else {
        swvi_limb_turned(problem->limb, &there, set, problem->k, false, answer);
    }
}

// What is soft: at the wish, or shared from there. False if the shoulder keeps the wrist from its place.
static bool share(const swvi_limb_problem *problem, swvi_limb_answer *answer)
{
    swvi_ways set;
    if (swvi_limb_look_at(problem, problem->wish_x, problem->wish_y, answer))
        return true;
    if (!swvi_limb_shareable(problem, &set))
        return false;
    swvi_limb_share(problem, &set, answer);
    swvi_limb_share_at(problem, answer->x, answer->y, answer);
    return true;
}

void swvi_limb_give_way(const swvi_limb_problem *problem, const swvi_limb_pose *start, swvi_limb_answer *answer)
{
    if (problem->compromise == SWV_KEEP_HAND)
        least_excess(problem->limb, &problem->target, answer);
    else
        swvi_limb_closest(problem->limb, &problem->target, start, answer);
    answer->is_inside = false;
}

void swvi_limb_finish(const swvi_limb_problem *problem, swvi_limb_answer *answer, swv_limb_posture *posture,
                      swv_limb_report *report)
{
    const swv_limb *limb = problem->limb;
    if (problem->target.is_free) {
        swvi_rotation relative = relative_end(problem);
        if (!swvi_limb_is_inside(limb, SWVI_END_LIMITS, answer->pose.upper, relative))
            relative = turned_inside(problem, answer, relative);
        answer->pose.end = swvi_limb_end_of(answer->pose.lower, relative);
        answer->is_inside =
            answer->is_inside && swvi_limb_is_inside(limb, SWVI_END_LIMITS, answer->pose.upper, relative);
    }
    if (report)
        fill_report(problem, answer, report);
    *posture = swvi_limb_pose_out_of(limb, &answer->pose);
}

swv_status swv_limb_solve(const swv_limb *limb, const swv_limb_goal *goal, const swv_limb_posture *previous,
                          swv_limb_compromise compromise, swv_limb_posture *posture, swv_limb_report *report)
{
    swvi_limb_problem problem;
    swvi_limb_answer  answer;
    const swv_status  status = swvi_limb_problem_of(limb, goal, previous, compromise, &problem);
    if (status != SWV_OK)
        return status;
    if (!posture)
        return SWV_NULL;
    if (!(problem.is_soft ? share(&problem, &answer) : swvi_limb_nearest_to_wish(&problem, &answer)))
        swvi_limb_give_way(&problem, NULL, &answer);
    swvi_limb_finish(&problem, &answer, posture, report);
    return SWV_OK;
}

swv_status swv_limb_posture_at(const swv_limb *limb, const swv_pose *end, double swivel, swv_limb_posture *posture,
                               swv_limb_report *report)
{
    swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !end || !posture);
    if (status != SWV_OK)
        return status;
    swvi_limb_target target;
    status = target_of(limb, end, &target);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(swivel))
        return SWV_BAD_GOAL;
    double x, y;
    swv_sincos(swivel, &y, &x);
    target.circle = swvi_limb_free_circle_for(limb, softened(limb, target.wrist));
    const swvi_limb_problem problem = { .limb = limb, .target = target, .wish_x = x, .wish_y = y };
    const swvi_limb_answer  answer = {
         .pose = swvi_limb_pose_at(&target, x, y), .x = x, .y = y, .forgiven = SWV_LIMIT_TOLERANCE
    };
    if (report)
        fill_report(&problem, &answer, report);
    *posture = swvi_limb_pose_out_of(limb, &answer.pose);
    return SWV_OK;
}

swv_status swv_limb_feasible(const swv_limb *limb, const swv_pose *end, swv_swivels *swivels)
{
    swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !end || !swivels);
    if (status != SWV_OK)
        return status;
    swvi_limb_target target;
    status = target_of(limb, end, &target);
    if (status != SWV_OK)
        return status;
    swvi_ways    set;
    const double tolerance = 1e-12 * (limb->upper + limb->lower);
    if (fabs(target.circle.excess) > tolerance ||
        !swvi_limb_feasible(limb, SWVI_SHOULDER_LIMITS | SWVI_END_LIMITS, &target, &set))
        set.count = 0;
    *swivels = swvi_ways_angles(&set);
    return SWV_OK;
}
