// SPDX-License-Identifier: MIT
// How much a table of starts finds: of random postures, and of what random restarts of the engine find. Angles of joints are radians, poses in the
// world, lengths in the chain's unit.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "swivel_io/random.h"
#include "swivel_io/starts_build.h"
#include "solve/starts_internal.h"

enum { MOST = 64 };  // solutions of a target that are told apart; six joints have at most 16
#define SAME 1e-3    // rad, of each joint: as starts_build.h says, far above what solvers are exact to. Chosen

typedef double posture[SWV_STARTS_MAX_JOINTS];

// A posture, to q, even within the limits; joints that may turn further than once are drawn from one turn.
static void draw(const swvi_starts_shape *shape, int joints, uint64_t *state, double *q)
{
    for (int i = 0; i < joints; ++i) {
        const bool turns = !(shape->upper[i] - shape->lower[i] < 2.0 * SWV_PI);
        q[i] = swv_random_between(state, turns ? -SWV_PI : shape->lower[i], turns ? SWV_PI : shape->upper[i]);
    }
}

// Whether one of `count` postures is q, by its first six joints: the last of seven is given, and plays no part.
static bool is_among(posture *known, int count, const double *q)
{
    for (int k = 0; k < count; ++k) {
        double worst = 0.0;
        for (int i = 0; i < 6; ++i)
            worst = fmax(worst, fabs(remainder(known[k][i] - q[i], 2.0 * SWV_PI)));
        if (worst < SAME)
            return true;
    }
    return false;
}

/// The chain of a table, with the last of seven joints held where a target has it.
typedef struct held {
    swv_skeleton skeleton;
    double       memory[SWV_SKELETON_BYTES(SWV_STARTS_MAX_JOINTS + 2) / sizeof(double)];
    double       room[4096];  ///< of the engine; nine joints and a goal take less than half of it
} held;

// Make it, the last of seven joints at `redundant` radians. False if it cannot be made.
static bool hold(held *h, const swv_starts *starts, double redundant)
{
    const swvi_line *line = swvi_skeleton_line(starts->skeleton);
    const int        tip = line->joint_count + 1;
    swv_joint        joints[SWV_STARTS_MAX_JOINTS + 2];
    joints[0] = (swv_joint){ .parent = -1, .rest = line->base };
    for (int i = 0; i < line->joint_count; ++i) {
        joints[1 + i] = (swv_joint){ .parent = i,
                                     .kind = SWV_JOINT_HINGE,
                                     .rest = { line->joints[i].origin, SWV_IDENTITY_QUAT },
                                     .axis = line->joints[i].axis };
        const bool is_held = i == SWV_STARTS_MAX_JOINTS - 1;
        swvi_set_limits(&joints[1 + i], is_held ? redundant : line->given_lower[i],
                        is_held ? redundant : line->given_upper[i]);
    }
    joints[tip] = (swv_joint){ .parent = tip - 1, .rest = line->tip_pose };
    return swv_skeleton_make(joints, tip + 1, NULL, h->memory, &h->skeleton, NULL) == SWV_OK &&
           swv_solve_size(&h->skeleton, 1) <= sizeof h->room;
}

// Solutions for the pose `tip` from random postures, to compare with: exact to 1e-10 m and rad, at most 60 iterations each. Chosen. The first of
// `known` is given, the others are added; how many there are then.
static int restart(const swv_starts *starts, held *h, const swv_pose *tip, int restarts, uint64_t *state,
                   posture *known)
{
    const swv_goal          goal = { .kind = SWV_GOAL_POSE, .target = *tip };
    const swv_goals         goals = { .goals = &goal, .count = 1 };
    const swv_solve_options once = {
        .position_tolerance = 1e-10, .rotation_tolerance = 1e-10, .max_restarts = -1, .max_iterations = 60
    };
    int count = 1;
    if (!hold(h, starts, known[0][6]))
        return count;
    for (int n = 0; n < restarts; ++n) {
        posture          q;
        swv_solve_report report;
        draw(swvi_shape_of(starts), starts->joint_count, state, q);
        q[6] = known[0][6];
        if (swv_solve(&h->skeleton, &goals, q, &once, h->room, q, &report) == SWV_OK && report.outcome == SWV_REACHED &&
            count < MOST && !is_among(known, count, q))
            memcpy(known[count++], q, sizeof q);
    }
    return count;
}

swv_status swv_starts_verify(const swv_starts *starts, int targets, int restarts, uint64_t seed,
                             swv_starts_score *score)
{
    if (!starts || !score)
        return SWV_NULL;
    if (!swvi_starts_is_made(starts))
        return SWV_BAD_MODEL;
    held             h;
    swv_starts_score s = { .targets = targets };
    uint64_t         state = swv_random_for(seed, 2, 0);
    for (int n = 0; n < targets; ++n) {
        posture           known[MOST] = { { 0.0 } }, q[SWV_STARTS_MAX_SOLUTIONS];
        swv_starts_report report;
        draw(swvi_shape_of(starts), starts->joint_count, &state, known[0]);
        const swv_pose tip = swvi_line_tip(swvi_skeleton_line(starts->skeleton), known[0]);
        (void)swv_starts_solve(starts, &tip, NULL, known[0][6], q, &report);
        s.missed += !is_among(q, report.count, known[0]);
        s.solutions += report.count;
        s.starts += report.starts;
        s.iterations += report.iterations;
        s.position_error = fmax(s.position_error, report.position_error);
        s.rotation_error = fmax(s.rotation_error, report.rotation_error);
        const int count = restart(starts, &h, &tip, restarts, &state, known);
        s.known += count;
        for (int k = 0; k < count; ++k)
            s.found += is_among(q, report.count, known[k]);
    }
    *score = s;
    return SWV_OK;
}
