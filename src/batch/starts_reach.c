// SPDX-License-Identifier: MIT
// The engine with a table as its source of starts.
//
// (1) look     one step of Newton's method from up to eight starts of the target's cell, in lanes
// (2) choose   the posture after the shortest step that has all joints inside their limits: the nearest to a solution
// (3) solve    the engine begins there. It has its own restarts where this fails. Angles are radians, tips poses as in solve.h; v are the four joints
// that the step moves, q all.
#include <math.h>

#include "batch/starts_newton.h"
#include "math/scalar.h"
#include "math/trig_kernel.h"

enum { ANGLES = 8, LANES = SWVI_STARTS_LANES };
#define MAX_STEP 0.6  // rad, longer steps are shortened
#define SLACK    0.1  // rad: so far outside its limits a joint is brought to them

// Angles of the redundant joint: the one wished for, then others across its limits, or across a turn.
static double redundant_angle(const swvi_starts_shape *shape, double wish, int number)
{
    const double lower = shape->lower[6], upper = shape->upper[6];
    if (number == 0)
        return swvi_clamp(lower, upper, wish);
    if (!(upper - lower < 2.0 * SWV_PI))
        return swvi_clamp(lower, upper, swv_angle_wrap(wish + number * (2.0 * SWV_PI / ANGLES)));
    return lower + (upper - lower) * (number / (double)ANGLES);
}

// One lane's posture, radians, after its step, shortened to MAX_STEP, inside the limits. False if it is outside by more than SLACK.
static bool posture_of(const swvi_starts_shape *shape, const swvi_starts_lanes *l, int lane, double size, double q[6])
{
    const double factor = size > MAX_STEP ? MAX_STEP / size : 1.0;
    q[0] = swvi_atan2(l->sine[lane], l->cosine[lane]);
    q[5] = swvi_atan2(l->sine6[lane], l->cosine6[lane]);
    for (int j = 0; j < 4; ++j)
        q[j + 1] = (l->v[j][lane] + factor * l->step[j][lane]) - shape->offset[j];
    for (int j = 0; j < 6; ++j) {
        if (!swv_angle_turn_into(shape->lower[j] - SLACK, shape->upper[j] + SLACK, &q[j]))
            return false;
        q[j] = swvi_clamp(shape->lower[j], shape->upper[j], q[j]);
    }
    return true;
}

// (2) Lanes by the length of their steps, the shortest first, till one gives a posture.
static bool choose(const swvi_starts_shape *shape, const swvi_starts_lanes *l, int count, double q[6])
{
    double size[LANES];
    for (int i = 0; i < count; ++i) {
        size[i] = 0.0;
        for (int j = 0; j < 4; ++j)
            size[i] = swvi_larger(size[i], fabs(l->step[j][i]));
        if (!(l->facing[i] > 0.0) || !(size[i] < 1e100))
            size[i] = INFINITY;
    }
    for (;;) {
        int best = 0;
        for (int i = 1; i < count; ++i)
            best = size[i] < size[best] ? i : best;
        if (!(size[best] < INFINITY))
            return false;
        if (posture_of(shape, l, best, size[best], q))
            return true;
        size[best] = INFINITY;
    }
}

// (1) A posture near a solution; false if the cell has none.
static bool look_up(const swv_starts *starts, const swv_pose *tip, double redundant, double q[6])
{
    swvi_starts_target target;
    swvi_starts_lanes  l;
    double             place[4];
    swvi_starts_target_of(starts, tip, redundant, &target);
    swvi_starts_place(&target, place);
    const swvi_starts_list from = swvi_starts_of(starts, swvi_starts_cell(starts, place));
    const int              count = from.count < LANES ? from.count : LANES;
    if (count == 0)
        return false;
    for (int i = 0; i < LANES; ++i)
        for (int j = 0; j < 4; ++j)
            // Starts are 16-bit integers: half a turn is 32768.
            l.v[j][i] = (SWV_PI / 32768.0) * from.starts[4 * (i < count ? i : 0) + j];
    SWVI_RUN_WIDEST(starts, swvi_shape_of(starts), &target, &l)
    return choose(swvi_shape_of(starts), &l, count, q);
}

swv_status swv_starts_reach(const swv_starts *starts, const swv_pose *goal, const double *previous,
                            const swv_solve_options *options, void *memory, double *q, swv_solve_report *report)
{
    if (!starts || !goal || !memory || !q)
        return SWV_NULL;
    if (!swvi_starts_is_made(starts))
        return SWV_BAD_MODEL;
    swv_pose tip = *goal;
    if (swv_pose_check(&tip) != SWV_OK || !(swv_vec3_length(tip.position) < 1e100))
        return SWV_BAD_GOAL;
    const bool   is_redundant = starts->joint_count == 7;
    const double wish = is_redundant && previous ? previous[6] : 0.0;
    double       begin[SWV_STARTS_MAX_JOINTS];
    bool         is_known = false;
    if (!swvi_is_finite(wish))
        return SWV_BAD_POSTURE;
    for (int n = 0; n < (is_redundant ? ANGLES : 1) && !is_known; ++n) {
        begin[6] = is_redundant ? redundant_angle(swvi_shape_of(starts), wish, n) : 0.0;
        is_known = look_up(starts, &tip, begin[6], begin);
    }
    const swv_goal  hand = { .kind = SWV_GOAL_POSE, .target = *goal };
    const swv_goals goals = { .goals = &hand, .count = 1 };
    return swv_solve(starts->skeleton, &goals, is_known ? begin : previous, options, memory, q, report);
}
