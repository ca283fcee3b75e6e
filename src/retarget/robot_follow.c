// SPDX-License-Identifier: MIT
// A robot's posture from one frame to the next.
//
// Given     goals with weights w, the last posture p, limits
// Find      the posture q inside the limits with sum w^2 |r(q)|^2 + s^2 |q - p|^2 least, downhill from p
//
// r: places that are missed, in units of length, and turns, as rotation vectors. swv_solve looks for goals that can all be met and, where
// they cannot, goes uphill in between to find a better posture: for one frame that is what is wanted, for a motion it is a jump. Here no step
// goes up. Where the posture that was best ceases to be one, s lets the robot go to the next over some frames and not in one.
//
// (1) step      (H + lambda) d = g, H = sum w^2 J'J + s^2, g = sum w^2 J'r + s^2 (p - q). s counts for hinges and sliders; balls and the base go
//               where the goals have them. lambda grows where a step gains little of the 2 g'd - d'Hd it promised, and shrinks where it gains most:
//               tenfold where it gains nothing, threefold where it gains little, to a tenth. Chosen.
// (2) limits    Held are numbers at a limit that would go on; those that a step carries beyond one are held there, and the rest is solved again.
// (3) factor    H = L'D L from the last freedom to the first. Joints after those they hang on, as files have them, leave most of L zero.
//
// In all functions: postures, frames and freedoms are those of skeleton.h, places and axes in the world; d, g and h are by freedom: radians, or the
// skeleton's unit of length. A cost is a sum of squares of radians and of lengths over wish->unit, times weights.
#include "retarget/retarget_internal.h"

#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"

enum { STEPS = 40, SOLVES = 6 };  // most steps a frame, most rounds of (2) a step: they bound the time. Chosen
// Chosen; they decide how many steps are needed. Lambdas count beside H, whose goals have weights from 0.05 to 100 (feel.h).
#define FIRST_LAMBDA 1e-7   // as good as none
#define LEAST_LAMBDA 1e-2   // that makes a step another one: s^2 is four times that
#define LAST_LAMBDA  1e3    // steps are too short to gain
#define MOST         0.75   // of what a step promised
#define LITTLE       0.25   // the same
#define LARGEST      0.5    // radians or units of length that a number goes in one step
#define EXACT        1e-18  // a cost: misses of 1e-9
#define ENOUGH       1e-4   // of the cost: steps that gain less are the last

typedef struct follow {
    const swv_skeleton *skeleton;
    const swv_goal     *goals;
    const double       *previous;                      ///< the last posture, inside its limits
    int                 goal_count, n;                 ///< n: freedoms
    double              stays, per_unit;               ///< s; lengths times this weigh as radians
    double             *h, *factor;                    ///< n x n by rows: the lower half of H, and L
    double       *g, *d, *right, *lower, *upper, *at;  ///< by freedom: slope, step, right side, limits, where it is
    bool         *held;                                ///< by freedom
    double       *trial;                               ///< the posture that a step leads to
    swv_pose     *frames;                              ///< of the posture last looked at
    swvi_freedom *axes;                                ///< of all joints, those that follow too
    swv_vec3     *moves, *turns;                       ///< by each freedom above a link
    int          *first_axis;                          ///< of each joint
    int          *columns;  ///< which those are; of a row of the factor, those that are not 0
} follow;

// Divides the memory, of which the last is *start, a posture; returns the bytes that takes. `memory` may be NULL.
static size_t divide(const swv_skeleton *skeleton, void *memory, follow *f, double **start)
{
    const size_t n = (size_t)skeleton->freedom_count, all = n + (size_t)skeleton->follower_count,
                 joints = (size_t)skeleton->joint_count, numbers = (size_t)skeleton->number_count;
    double **const by_freedom[] = { &f->g, &f->d, &f->right, &f->lower, &f->upper, &f->at };
    size_t         used = 0;
    f->h = (double *)swvi_carve(memory, &used, n * n, sizeof *f->h);
    f->factor = (double *)swvi_carve(memory, &used, n * n, sizeof *f->factor);
    for (size_t i = 0; i < sizeof by_freedom / sizeof *by_freedom; i++)
        *by_freedom[i] = (double *)swvi_carve(memory, &used, n, sizeof(double));
    f->trial = (double *)swvi_carve(memory, &used, numbers, sizeof *f->trial);
    f->frames = (swv_pose *)swvi_carve(memory, &used, joints, sizeof *f->frames);
    f->axes = (swvi_freedom *)swvi_carve(memory, &used, all, sizeof *f->axes);
    f->moves = (swv_vec3 *)swvi_carve(memory, &used, all, sizeof *f->moves);
    f->turns = (swv_vec3 *)swvi_carve(memory, &used, all, sizeof *f->turns);
    f->columns = (int *)swvi_carve(memory, &used, all, sizeof *f->columns);
    f->first_axis = (int *)swvi_carve(memory, &used, joints, sizeof *f->first_axis);
    f->held = (bool *)swvi_carve(memory, &used, n, sizeof *f->held);
    *start = (double *)swvi_carve(memory, &used, numbers, sizeof **start);
    return used;
}

size_t swvi_robot_follow_size(const swv_skeleton *skeleton)
{
    follow  none;
    double *start;
    return divide(skeleton, NULL, &none, &start);
}

static bool is_plain(const swv_joint *j)
{
    return j->kind == SWV_JOINT_HINGE || j->kind == SWV_JOINT_SLIDER || j->kind == SWV_JOINT_UNIVERSAL;
}

// place: the goal's point as the link has it, in the world. moved and turned: what it misses, times its weight, in lengths over the
// wish's unit and radians.
static void miss_of(const follow *f, const swv_goal *goal, swv_vec3 *place, swv_vec3 *moved, swv_vec3 *turned)
{
    const swv_pose frame = f->frames[goal->link - swv_link_of(0)];
    const double   w = goal->weight;
    *place = swv_pose_apply(frame, goal->point);
    *moved = *turned = (swv_vec3){ 0.0, 0.0, 0.0 };
    if (goal->kind != SWV_GOAL_ROTATION)
        *moved = swv_vec3_scale(w * f->per_unit, swv_vec3_sub(goal->target.position, *place));
    if (goal->kind != SWV_GOAL_POSITION)
        *turned = swv_vec3_scale(
            w, swv_rotation_vector_from_quat(swv_quat_mul(goal->target.rotation, swv_quat_conjugate(frame.rotation))));
}

// How far freedom k of a hinge, a slider or a universal joint is from where it was: others are not held back.
static double stayed(const follow *f, const double *posture, int joint, int k)
{
    const int number = f->skeleton->first_number[joint] + k;
    return f->previous[number] - posture[number];
}

// The sum that is to be least, at a posture whose frames are f->frames.
static double cost_of(const follow *f, const double *posture)
{
    double sum = 0.0;
    for (int i = 0; i < f->goal_count; i++) {
        swv_vec3 place, moved, turned;
        miss_of(f, &f->goals[i], &place, &moved, &turned);
        sum += swv_vec3_dot(moved, moved) + swv_vec3_dot(turned, turned);
    }
    for (int j = 0; j < f->skeleton->joint_count; j++)
        for (int k = 0; is_plain(&f->skeleton->joints[j]) && k < swvi_own_freedoms_of(&f->skeleton->joints[j]); k++)
            sum += f->stays * f->stays * stayed(f, posture, j, k) * stayed(f, posture, j, k);
    return sum;
}

// (1) Adds one goal's rows to H and g.
static void add_goal(const follow *f, const swv_goal *goal)
{
    int      *columns = f->columns, count = 0;
    swv_vec3 *moves = f->moves, *turns = f->turns, place, moved, turned;
    miss_of(f, goal, &place, &moved, &turned);
    const double by_place = goal->kind != SWV_GOAL_ROTATION ? goal->weight * f->per_unit : 0.0,
                 by_turn = goal->kind != SWV_GOAL_POSITION ? goal->weight : 0.0;
    for (int j = goal->link - swv_link_of(0); j >= 0; j = f->skeleton->joints[j].parent)
        for (int k = 0; k < swvi_freedoms_of(f->skeleton->joints[j].kind); k++) {
            const int           c = f->skeleton->first_freedom[j] + k;
            const swvi_freedom *a = &f->axes[f->first_axis[j] + k];
            const double   ratio = swvi_joint_follows(&f->skeleton->joints[j]) ? f->skeleton->joints[j].ratio : 1.0;
            const swv_vec3 none = { 0.0, 0.0, 0.0 };
            const swv_vec3 way =
                a->turns ? swv_vec3_cross(a->direction, swv_vec3_sub(place, f->frames[j].position)) : a->direction;
            columns[count] = c;
            moves[count] = swv_vec3_scale(ratio * by_place, way);
            turns[count++] = a->turns ? swv_vec3_scale(ratio * by_turn, a->direction) : none;
        }
    for (int i = 0; i < count; i++) {
        f->g[columns[i]] += swv_vec3_dot(moves[i], moved) + swv_vec3_dot(turns[i], turned);
        for (int k = 0; k < count; k++)
            if (columns[k] <= columns[i])
                f->h[columns[i] * f->n + columns[k]] +=
                    swv_vec3_dot(moves[i], moves[k]) + swv_vec3_dot(turns[i], turns[k]);
    }
}

// H and g of (1) at a posture.
static void find_slope(const follow *f, const double *posture)
{
    memset(f->h, 0, sizeof(double) * (size_t)f->n * (size_t)f->n);
    memset(f->g, 0, sizeof(double) * (size_t)f->n);
    for (int j = 0; j < f->skeleton->joint_count; j++)
        (void)swvi_joint_freedoms(&f->skeleton->joints[j], f->frames[j].rotation,
                                  posture + f->skeleton->first_number[j], f->axes + f->first_axis[j]);
    for (int i = 0; i < f->goal_count; i++)
        add_goal(f, &f->goals[i]);
    for (int j = 0; j < f->skeleton->joint_count; j++) {
        const swv_joint *joint = &f->skeleton->joints[j];
        const int        first = f->skeleton->first_freedom[j];
        for (int k = 0; k < swvi_own_freedoms_of(joint); k++) {
            f->h[(first + k) * f->n + first + k] += is_plain(joint) ? f->stays * f->stays : 0.0;
            f->at[first + k] = 0.0;
            f->lower[first + k] = -INFINITY;
            f->upper[first + k] = INFINITY;
            if (!is_plain(joint))
                continue;
            f->at[first + k] = posture[f->skeleton->first_number[j] + k];
            f->g[first + k] += f->stays * f->stays * stayed(f, posture, j, k);
            if (joint->lower[k] != 0.0 || joint->upper[k] != 0.0) {
                f->lower[first + k] = joint->lower[k];
                f->upper[first + k] = joint->upper[k];
            }
        }
    }
}

// (3) d for what is not held; what is held keeps its d.
static void solve_free(const follow *f, double lambda)
{
    const int n = f->n;
    double   *l = f->factor, *y = f->right;
    for (int i = 0; i < n; i++) {
        y[i] = f->g[i];
        for (int k = 0; k <= i; k++)
            l[i * n + k] = f->h[i * n + k];
        l[i * n + i] += lambda;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; f->held[i] && f->d[i] != 0.0 && k < n; k++)
            if (!f->held[k])
                y[k] -= f->h[(i > k ? i : k) * n + (i > k ? k : i)] * f->d[i];
    int *columns = f->columns;
    for (int i = n - 1; i >= 0; i--) {
        if (f->held[i])
            continue;
        const double *row = l + i * n;
        int           count = 0;
        for (int a = 0; a < i; a++)
            if (row[a] != 0.0 && !f->held[a])
                columns[count++] = a;
        for (int k = 0; k < count; k++) {
            const double part = row[columns[k]] / row[i];
            double      *other = l + columns[k] * n;
            for (int m = 0; m <= k; m++)
                other[columns[m]] -= part * row[columns[m]];
            y[columns[k]] -= part * y[i];
        }
    }
    for (int i = 0; i < n; i++) {
        if (f->held[i])
            continue;
        double sum = y[i];
        for (int a = 0; a < i; a++)
            sum -= f->held[a] ? 0.0 : l[i * n + a] * f->d[a];
        f->d[i] = sum / l[i * n + i];
    }
}

// (2) The step, into f->d.
static void find_step(const follow *f, double lambda)
{
    for (int i = 0; i < f->n; i++) {
        f->held[i] = (f->at[i] <= f->lower[i] && f->g[i] <= 0.0) || (f->at[i] >= f->upper[i] && f->g[i] >= 0.0);
        f->d[i] = 0.0;
    }
    for (int solves = 0; solves < SOLVES; solves++) {
        bool is_beyond = false;
        solve_free(f, lambda);
        for (int i = 0; i < f->n; i++) {
            const double most = swvi_smaller(f->upper[i] - f->at[i], LARGEST),
                         least = swvi_larger(f->lower[i] - f->at[i], -LARGEST);
            if (f->held[i] || (f->d[i] <= most && f->d[i] >= least))
                continue;
            f->d[i] = f->d[i] > most ? most : least;
            f->held[i] = is_beyond = true;
        }
        if (!is_beyond)
            return;
    }
}

// By how much a step d would lower the cost if all were linear.
static double gain_of(const follow *f)
{
    double sum = 0.0;
    for (int i = 0; i < f->n; i++) {
        double row = f->h[i * f->n + i] * f->d[i];
        for (int k = 0; k < i; k++)
            row += 2.0 * f->h[i * f->n + k] * f->d[k];
        sum += f->d[i] * (2.0 * f->g[i] - row);
    }
    return sum;
}

// from + d, with hinges and sliders inside their limits.
static void move_by(const follow *f, const double *from, double *to)
{
    memcpy(to, from, sizeof(double) * (size_t)f->skeleton->number_count);
    for (int j = 0; j < f->skeleton->joint_count; j++) {
        const swv_joint *joint = &f->skeleton->joints[j];
        const double    *d = f->d + f->skeleton->first_freedom[j];
        double          *numbers = to + f->skeleton->first_number[j];
        for (int k = 0; is_plain(joint) && k < swvi_own_freedoms_of(joint); k++)
            numbers[k] = swvi_clamp(f->lower[f->skeleton->first_freedom[j] + k],
                                    f->upper[f->skeleton->first_freedom[j] + k], numbers[k] + d[k]);
        if (joint->kind != SWV_JOINT_BALL && joint->kind != SWV_JOINT_FREE)
            continue;
        const int      moves = joint->kind == SWV_JOINT_FREE ? 3 : 0;
        const swv_quat turn = swv_quat_from_rotation_vector((swv_vec3){ d[moves], d[moves + 1], d[moves + 2] }),
                       is = { numbers[moves], numbers[moves + 1], numbers[moves + 2], numbers[moves + 3] };
        // A ball's numbers are turns in the frame of its parent at rest.
        const swv_quat rest = joint->kind == SWV_JOINT_FREE ? (swv_quat)SWV_IDENTITY_QUAT
                              : joint->parent < 0
                                  ? joint->rest.rotation
                                  : swv_quat_mul(f->frames[joint->parent].rotation, joint->rest.rotation);
        const swv_quat now =
            swv_quat_normalize(swv_quat_mul(swv_quat_mul(swv_quat_conjugate(rest), swv_quat_mul(turn, rest)), is));
        for (int k = 0; k < moves; k++)
            numbers[k] += d[k];
        swvi_store_quat(now, numbers + moves);
    }
}

bool swvi_robot_follow(const swv_skeleton *skeleton, const swvi_robot_wish *wish, const double *from, void *memory,
                       double *posture)
{
    double *start;
    follow  f = { .skeleton = skeleton,
                  .goals = wish->goals,
                  .goal_count = wish->goal_count,
                  .n = skeleton->freedom_count,
                  .stays = wish->stays,
                  .per_unit = 1.0 / wish->unit };
    (void)divide(skeleton, memory, &f, &start);
    for (int j = 0, first = 0; j < skeleton->joint_count; first += swvi_freedoms_of(skeleton->joints[j].kind), j++)
        f.first_axis[j] = first;
    if (swv_skeleton_clamp(skeleton, wish->previous, start) != SWV_OK)
        return false;
    f.previous = start;
    if (swv_skeleton_clamp(skeleton, from, posture) != SWV_OK ||
        swv_skeleton_frames(skeleton, posture, f.frames) != SWV_OK)
        return false;
    double cost = cost_of(&f, posture), lambda = FIRST_LAMBDA;
    bool   is_at_posture = true;
    // Good steps before lambda shrinks: twice as many after each step that was in vain.
    int patience = 1, waits = 0;
    for (int steps = 0; steps < STEPS && lambda < LAST_LAMBDA; steps++) {
        if (is_at_posture)
            find_slope(&f, posture);
        find_step(&f, lambda);
        if (!is_at_posture && swv_skeleton_frames(skeleton, posture, f.frames) != SWV_OK)
            return false;
        move_by(&f, posture, f.trial);
        if (swv_skeleton_clamp(skeleton, f.trial, f.trial) != SWV_OK ||
            swv_skeleton_frames(skeleton, f.trial, f.frames) != SWV_OK)
            return false;
        const double found = cost_of(&f, f.trial);
        is_at_posture = found < cost;
        if (!is_at_posture) {
            lambda = swvi_larger(LEAST_LAMBDA, 10.0 * lambda);
            patience *= 2;
            waits = patience;
            continue;
        }
        memcpy(posture, f.trial, sizeof(double) * (size_t)skeleton->number_count);
        const bool   is_last = cost - found < ENOUGH * cost || found < EXACT;
        const double gained = (cost - found) / gain_of(&f);
        cost = found;
        if (gained > MOST && waits-- <= 0)
            lambda = lambda > LEAST_LAMBDA ? 0.1 * lambda : FIRST_LAMBDA;
        else if (gained < LITTLE)
            lambda = swvi_larger(LEAST_LAMBDA, 3.0 * lambda);
        if (is_last)
            break;
    }
    return true;
}
