// SPDX-License-Identifier: MIT
// skeleton.h: a tree of up to twelve joints of any kind, its links by matrices of libm, and up to three goals and a balance for the engine.
#include "fuzz.h"

enum { MOST = 12, GOALS = 3, CORNERS = 5 };

static bool is_status(swv_status status)
{
    return status >= SWV_OK && status <= SWV_BAD_OPTIONS;
}

static swv_joint take_joint(stream *s, int i, int count)
{
    static const char *const names[] = { NULL, "", "a", "b", "c" };
    swv_joint                j = { .name = i < 3 ? names[take_below(s, 5)] : NULL };
    // A parent that comes before, mostly.
    j.parent = take_below(s, 8) == 7 ? take_below(s, count + 2) - 1
               : i == 0              ? -1
                                     : i - 1 - take_below(s, i < 3 ? i : 3);
    j.kind = (swv_joint_kind)(take_below(s, 32) == 31 ? take_below(s, 9) - 1
                              : i == 0                ? take_below(s, 6)
                                                      : take_below(s, 5));
    j.rest = take_pose(s, 0.5);
    if (take_bool(s))
        j.rest.rotation = (swv_quat)SWV_IDENTITY_QUAT;
    const swv_vec3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, -2.0 } };
    const int      k = take_below(s, 6);
    j.axis = k < 3 ? axes[k] : take_vec3(s, 1.0);
    j.second_axis = k < 3 ? axes[(k + 1) % 3] : take_vec3(s, 1.0);
    if (k >= 3 && j.kind == SWV_JOINT_BALL && take_bool(s))
        j.second_axis = swv_vec3_cross(j.axis, j.second_axis);
    for (int n = 0; n < 3 && take_bool(s); ++n) {
        j.lower[n] = take_number(s, -2.0, 0.0);
        j.upper[n] = take_number(s, 0.0, 2.0);
    }
    j.mass = take_bool(s) ? take_number(s, 0.0, 3.0) : 0.0;
    j.center = take_vec3(s, 0.2);
    return j;
}

// A link by its parents, from the joints as they were given.
static void forward(const swv_skeleton *tree, const double *q, int n, turn *rotation, swv_vec3 *origin)
{
    const swv_joint *j = &tree->joints[n];
    const double    *x = &q[tree->first_number[n]];
    *rotation = turn_of((swv_quat)SWV_IDENTITY_QUAT);
    *origin = (swv_vec3){ 0.0, 0.0, 0.0 };
    if (j->kind == SWV_JOINT_FREE) {
        *origin = (swv_vec3){ x[0], x[1], x[2] };
        *rotation = turn_of((swv_quat){ x[3], x[4], x[5], x[6] });
        return;
    }
    if (j->parent >= 0)
        forward(tree, q, j->parent, rotation, origin);
    *origin = swv_vec3_add(*origin, turned(*rotation, j->rest.position));
    *rotation = turn_by(*rotation, turn_of(j->rest.rotation));
    const swv_vec3 axes[2] = { j->axis, j->second_axis };
    for (int k = 0; k < 2 && (j->kind == SWV_JOINT_UNIVERSAL || (j->kind == SWV_JOINT_HINGE && k == 0)); ++k) {
        const double   half = sin(0.5 * x[k]);
        const swv_quat by = { half * axes[k].x, half * axes[k].y, half * axes[k].z, cos(0.5 * x[k]) };
        *rotation = turn_by(*rotation, turn_of(by));
    }
    if (j->kind == SWV_JOINT_SLIDER)
        *origin = swv_vec3_add(*origin, turned(*rotation, swv_vec3_scale(x[0], j->axis)));
    if (j->kind == SWV_JOINT_BALL)
        *rotation = turn_by(*rotation, turn_of((swv_quat){ x[0], x[1], x[2], x[3] }));
}

static void take_posture(stream *s, const swv_skeleton *tree, double *q)
{
    for (int i = 0; i < tree->number_count; ++i)
        q[i] = take_number(s, -2.0, 2.0);
}

// Frames beside the long way, and one joint's change beside all anew.
static void check_forward(stream *s, const swv_skeleton *tree, double *q)
{
    swv_pose frames[MOST], again[MOST];
    PAINT(frames);
    const swv_status status = swv_skeleton_frames(tree, q, frames);
    CHECK(is_status(status));
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(frames);
        return;
    }
    double size = 1.0;
    for (int i = 0; i < tree->number_count; ++i)
        size = fmax(size, fabs(q[i]));
    for (int n = 0; n < tree->joint_count; ++n)
        size = fmax(size, length_of(tree->joints[n].rest.position));
    for (int n = 0; n < tree->joint_count && size < 1e3; ++n) {
        turn     rotation;
        swv_vec3 origin;
        forward(tree, q, n, &rotation, &origin);
        CHECK(apart(origin, frames[n].position) <= 1e-12 * size * MOST);
        CHECK(angle_between(rotation, turn_of(frames[n].rotation)) <= 1e-12);
    }
    swv_vec3 center;
    PAINT(center);
    if (swv_skeleton_mass_center(tree, frames, &center) == SWV_OK)
        CHECK(all_finite(&center.x, 3));
    else
        CHECK_UNTOUCHED(center);
    const int joint = take_below(s, tree->joint_count);
    memcpy(again, frames, sizeof again);
    CHECK(swv_skeleton_move(tree, q, joint, again) == SWV_OK);
    CHECK(memcmp(again, frames, sizeof(swv_pose) * (size_t)tree->joint_count) == 0);
}

static void check_solve(stream *s, const swv_skeleton *tree, const double *previous)
{
    static double room[65536];
    swv_goal      goals[GOALS];
    swv_vec3      corners[CORNERS];
    const int     corner_count = 1 + take_below(s, CORNERS);
    swv_goals     all = { .goals = goals, .count = take_below(s, GOALS + 1), .balance = { .support = corners } };
    for (int k = 0; k < GOALS; ++k) {
        goals[k] = (swv_goal){ .kind = (swv_goal_kind)take_below(s, 6),
                               .link = 1 + take_below(s, tree->joint_count),
                               .point = take_vec3(s, 0.3),
                               .axis = take_vec3(s, 1.0),
                               .target = take_pose(s, 1.0),
                               .direction = take_vec3(s, 1.0),
                               .distance = take_number(s, 0.0, 1.0),
                               .weight = take_bool(s) ? take_number(s, 0.1, 2.0) : 0.0,
                               .priority = take_below(s, 3) / 2 };
    }
    for (int k = 0; k < CORNERS; ++k)
        corners[k] = take_vec3(s, 1.0);
    if (take_below(s, 4) == 0)
        all.balance.support_count = corner_count;
    const swv_solve_options options = { .max_iterations = 60, .max_restarts = take_below(s, 3) - 1 };
    double                  found[7 * MOST];
    swv_solve_report        report;
    PAINT(found);
    PAINT(report);
    CHECK(swv_solve_size(tree, all.count) <= sizeof room);
    const swv_status status = swv_solve(tree, &all, take_bool(s) ? previous : NULL, &options, room, found, &report);
    CHECK(is_status(status));
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(found);
        CHECK_ONLY_FAULT(report, all.count + 1);  // the last: the balance
        return;
    }
    double excess;
    int    joint;
    CHECK(all_finite(found, tree->number_count));
    CHECK(swv_skeleton_outside(tree, found, &excess, &joint) == SWV_OK);
    CHECK(excess <= SWV_LIMIT_TOLERANCE);
    CHECK(report.goal_count == all.count);
    // Limits may keep an angle so far away that it is known to its last digit only.
    double largest = 0.0;
    for (int i = 0; i < tree->number_count; ++i)
        largest = fmax(largest, fabs(found[i]));
    for (int k = 0; k < all.count && largest < 1e4; ++k) {
        turn     rotation;
        swv_vec3 origin;
        forward(tree, found, goals[k].link - 1, &rotation, &origin);
        const swv_vec3 at = swv_vec3_add(origin, turned(rotation, goals[k].point));
        const double away = apart(at, goals[k].target.position), size = 1.0 + away + length_of(origin) + length_of(at);
        CHECK(report.goals[k].position >= 0.0 && report.goals[k].rotation >= 0.0);
        if (size < 1e3 && (goals[k].kind == SWV_GOAL_POSE || goals[k].kind == SWV_GOAL_POSITION))
            CHECK_NEAR(report.goals[k].position, away, 1e-10 * size);
        if (goals[k].kind == SWV_GOAL_POSE || goals[k].kind == SWV_GOAL_ROTATION)
            check_angle(report.goals[k].rotation, angle_between(rotation, turn_of(goals[k].target.rotation)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static double memory[8192];
    stream        s = stream_of(data, size);
    swv_joint     joints[MOST];
    swv_skeleton  tree;
    const int     count = 1 + take_below(&s, MOST);
    int           fault = -2;
    for (int i = 0; i < count; ++i)
        joints[i] = take_joint(&s, i, count);
    CHECK(swv_skeleton_size(count) <= sizeof memory);
    PAINT(tree);
    const swv_status status = swv_skeleton_make(joints, count, NULL, memory, &tree, &fault);
    CHECK(is_status(status));
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(tree);
        CHECK(fault >= 0 && fault < count);
        return 0;
    }
    CHECK(fault == -1);
    double q[7 * MOST], inside[7 * MOST];
    take_posture(&s, &tree, q);
    check_forward(&s, &tree, q);
    if (swv_skeleton_clamp(&tree, q, inside) == SWV_OK) {
        double excess;
        int    joint;
        CHECK(all_finite(inside, tree.number_count));
        CHECK(swv_skeleton_outside(&tree, inside, &excess, &joint) == SWV_OK && excess <= SWV_LIMIT_TOLERANCE);
    }
    check_solve(&s, &tree, q);
    return 0;
}
