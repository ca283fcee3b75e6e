// SPDX-License-Identifier: MIT
// The engine with a table as its source of starts.
#include <string.h>

#include "math/scalar.h"
#include "swivel/starts.h"
#include "table/starts_internal.h"

enum { ANGLES = 8 };

// Angles of the redundant joint: the one wished for, then others across its limits, or across a turn.
static double redundant_angle(const swv_starts_shape *shape, double wish, int number)
{
    const double lower = shape->lower[6], upper = shape->upper[6];
    if (number == 0)
        return swvi_clamp(lower, upper, wish);
    if (!(upper - lower < 2.0 * SWV_PI))
        return swvi_clamp(lower, upper, swv_angle_wrap(wish + number * (2.0 * SWV_PI / ANGLES)));
    return lower + (upper - lower) * (number / (double)ANGLES);
}

swv_status swv_starts_reach(const swv_starts *starts, const swv_pose *goal, const double *previous,
                            const swv_solve_options *options, double *q, swv_solve_report *report)
{
    if (!starts || !goal || !q)
        return SWV_NULL;
    double            known[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    swv_starts_report found = { .count = 0 };
    if (!swvi_starts_is_made(starts))
        return SWV_BAD_MODEL;
    const double wish = starts->chain.joint_count == 7 && previous ? previous[6] : 0.0;
    const int    angles = starts->chain.joint_count == 7 ? ANGLES : 1;
    if (!swvi_is_finite(wish))
        return SWV_BAD_POSTURE;
    for (int n = 0; n < angles && found.count == 0; ++n) {
        const swv_starts_options at = { .redundant = angles > 1 ? redundant_angle(&starts->shape, wish, n) : 0.0 };
        const swv_status         status = swv_starts_solve(starts, goal, previous, &at, known, &found);
        if (status != SWV_OK)
            return status;
    }
    const swv_goal hand = { .kind = SWV_GOAL_POSE, .target = *goal };
    return swv_solve(&starts->chain, &hand, 1, found.count ? known[0] : previous, options, q, report);
}
