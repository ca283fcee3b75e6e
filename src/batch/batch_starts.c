// SPDX-License-Identifier: MIT
//
// All solutions from a table of starts: Newton's method (table/starts_kernel.h) from eight starts at a time, in lanes.
//
// A start ends
// - where the residual is below DONE: a solution, unless it is known already;
// - where its steps shrink as squares and it is nearer to a known solution than they could still carry it;
// - where it wanders: a step of more than WANDERS after PATIENCE steps, or MAX_STEPS of them.
// Its lane then takes the next start. A solution near a fold, where two of them merge, is a start to both sides as well.
//
// Solutions come and go in pairs, at folds, and far away there are none: their number is even, those outside the limits included. Where
// it is odd one is missing, and other starts are tried: those of the cells beside, then some spread evenly. Not so where limits are
// narrow: what lies outside them is seldom found, and the builder says so.
//
// The order of the starts decides nothing but the order of the solutions, and that is sorted.
#include <math.h>
#include <stdbool.h>

#include "batch/starts_newton.h"
#include "math/scalar.h"
#include "math/trig_kernel.h"

// SPREAD starts spread evenly, up to SPREADS times. These and the lengths below were chosen.
enum { LANES = SWVI_STARTS_LANES, MAX_STEPS = 14, PATIENCE = 7, SPREAD = 64, SPREADS = 4 };
#define MAX_STEP 0.6    // rad, longer steps are shortened
#define WANDERS  0.3    // rad
#define DONE     1e-12  // of the residual; rounding leaves some 1e-15
#define GOOD     2e-10  // of the residual: an answer after MAX_STEPS, where convergence is slow, as at a singular posture
#define SAME     1e-5  // rad
#define FLAT     0.03  // of |J n|, n of unit length: below, a fold may be near
#define ASIDE    0.15  // rad: so far from a solution near a fold the other one is looked for
#define TURN     (2.0 * SWV_PI)

int swvi_starts_known(const swvi_starts_solution *solutions, int count, const double v[4], double distance)
{
    for (int k = 0; k < count; ++k) {
        double worst = 0.0;
        for (int i = 0; i < 4; ++i) {
            const double d = v[i] - solutions[k].v[i];
            worst = swvi_larger(worst, fabs(d - TURN * swvi_nearest_whole(d * (1.0 / TURN))));
        }
        if (worst < distance)
            return k;
    }
    return -1;
}

/// What goes on in a lane: which start, or -1; how many steps it took, and how long the last one was.
typedef struct lane {
    int    start, steps;
    double before;
} lane;

/// What was found, and starts that it gave rise to.
typedef struct find {
    swvi_starts_solution *solutions;
    int                   count, extra_count;
    double                extra[2 * SWV_STARTS_MAX_SOLUTIONS][4];
} find;

enum { GOES_ON = -2, LOST = -1 };

// Near a fold, where two solutions merge, they lie to both sides of it along the direction in which axis 6 moves least.
static void look_beyond_fold(const swvi_starts_lanes *l, int i, const double v[4], find *f)
{
    double square = 0.0;
    for (int j = 0; j < 4; ++j)
        square += l->flat[j][i] * l->flat[j][i];
    if (l->pivot[i] > FLAT * FLAT * square)
        return;
    const double step = ASIDE / sqrt(square);
    for (int side = -1; side <= 1; side += 2, ++f->extra_count)
        for (int j = 0; j < 4; ++j)
            f->extra[f->extra_count][j] = v[j] + side * step * l->flat[j][i];
}

// Looks at lane i after a step was worked out: takes it, or says how the start ended.
static int look_at(swvi_starts_lanes *l, int i, lane *at, find *f)
{
    double v[4], step[4], square = 0.0;
    for (int j = 0; j < 4; ++j) {
        v[j] = l->v[j][i];
        step[j] = l->step[j][i];
    }
    for (int j = 0; j < 5; ++j)
        square += l->error[j][i] * l->error[j][i];
    const double size =
        swvi_larger(swvi_larger(fabs(step[0]), fabs(step[1])), swvi_larger(fabs(step[2]), fabs(step[3])));
    if (square < DONE * DONE || (at->steps == MAX_STEPS && square < GOOD * GOOD)) {
        if (!(l->facing[i] > 0.0))
            return LOST;
        const int known = swvi_starts_known(f->solutions, f->count, v, SAME);
        if (known >= 0 || f->count == SWV_STARTS_MAX_SOLUTIONS)
            return known;
        f->solutions[f->count] =
            (swvi_starts_solution){ { v[0], v[1], v[2], v[3] }, l->cosine[i], l->sine[i], l->cosine6[i], l->sine6[i] };
        look_beyond_fold(l, i, v, f);
        return f->count++;
    }
    if (at->steps == MAX_STEPS || (at->steps >= PATIENCE && size > WANDERS) || !(size < 1e100))
        return LOST;
    const double factor = size > MAX_STEP ? MAX_STEP / size : 1.0;
    for (int j = 0; j < 4; ++j)
        v[j] = l->v[j][i] += factor * step[j];
    at->steps += 1;
    // Converging: steps below 1e-3 rad that shrink tenfold. Then what is left is about the square of the last one; ten times that is safe.
    if (size < 1e-3 && size < 0.1 * at->before) {
        const int known = swvi_starts_known(f->solutions, f->count, v, swvi_larger(10.0 * size * size, SAME));
        if (known >= 0)
            return known;
    }
    at->before = size;
    return GOES_ON;
}

int swvi_starts_newton(const swvi_starts_shape *shape, const swvi_starts_target *target, swvi_starts_list from,
                       swvi_starts_solution *solutions, int known, int *iterations, int *came)
{
    swvi_starts_lanes l = { .v = { { 0.0 } } };
    lane              lanes[LANES];
    find              f = { .solutions = solutions, .count = known };
    int               next = 0, busy = 0;
    for (int i = 0; i < LANES; ++i)
        lanes[i].start = -1;
    for (;;) {
        for (int i = 0; i < LANES; ++i) {
            if (lanes[i].start >= 0 || next >= from.count + f.extra_count)
                continue;
            for (int j = 0; j < 4; ++j)
                l.v[j][i] =
                    // Starts are 16-bit integers: half a turn is 32768.
                    next < from.count ? (SWV_PI / 32768.0) * from.starts[4 * next + j] : f.extra[next - from.count][j];
            lanes[i] = (lane){ next++, 0, 1.0 };
            ++busy;
        }
        if (busy == 0)
            return f.count;
        SWVI_RUN_WIDEST(starts, shape, target, &l)
        *iterations += busy;
        for (int i = 0; i < LANES; ++i) {
            if (lanes[i].start < 0)
                continue;
            const int led = look_at(&l, i, &lanes[i], &f);
            if (led == GOES_ON)
                continue;
            if (came && lanes[i].start < from.count)
                came[lanes[i].start] = led;
            lanes[i].start = -1;
            --busy;
        }
    }
}

// Starts spread evenly over all angles: Roberts' additive recurrence, in 65536ths of a turn.
static void spread(int first, int16_t (*starts)[4])
{
    static const unsigned step[4] = { 56143, 48097, 41203, 35297 };  // powers of 1/x, x^5 = x + 1
    for (int k = 0; k < SPREAD; ++k)
        for (int j = 0; j < 4; ++j)
            // The remainder modulo 65536, as a signed one.
            starts[k][j] = (int16_t)((int)((unsigned)(first + k) * step[j] & 65535u) - 32768);
}

int swvi_starts_complete(const swv_starts *starts, uint32_t cell, const swvi_starts_target *target,
                         swvi_starts_solution *solutions, int known, int *tried, int *iterations)
{
    uint32_t  beside[SWVI_STARTS_BESIDE];
    const int count = swvi_starts_beside(starts, cell, beside);
    for (int i = 0; i < count && known % 2; ++i) {
        const swvi_starts_list from = swvi_starts_of(starts, beside[i]);
        known = swvi_starts_newton(swvi_shape_of(starts), target, from, solutions, known, iterations, NULL);
        *tried += from.count;
    }
    for (int i = 0; i < SPREADS && known % 2; ++i) {
        int16_t more[SPREAD][4];
        spread(1 + i * SPREAD, more);
        const swvi_starts_list from = { &more[0][0], SPREAD };
        known = swvi_starts_newton(swvi_shape_of(starts), target, from, solutions, known, iterations, NULL);
        *tried += SPREAD;
    }
    return known;
}

int swvi_starts_find(const swv_starts *starts, const swvi_starts_target *target, swvi_starts_solution *solutions,
                     int *tried, int *iterations)
{
    double place[4];
    swvi_starts_place(target, place);
    const uint32_t         cell = swvi_starts_cell(starts, place);
    const swvi_starts_list from = swvi_starts_of(starts, cell);
    *tried = from.count;
    *iterations = 0;
    const int found = swvi_starts_newton(swvi_shape_of(starts), target, from, solutions, 0, iterations, NULL);
    return starts->completes ? swvi_starts_complete(starts, cell, target, solutions, found, tried, iterations) : found;
}

// ---- the answer ----

/// Solutions as joint angles, with their distance from the previous posture.
typedef struct answer {
    double q[SWV_STARTS_MAX_JOINTS], distance;
} answer;

// Brings an angle to the turn nearest to `wish` that its limits allow; false if they allow none.
static bool turn_towards(double lower, double upper, double wish, double *angle)
{
    double nearest = *angle + TURN * swvi_nearest_whole((wish - *angle) * (1.0 / TURN));
    nearest = nearest > upper ? nearest - TURN : nearest < lower ? nearest + TURN : nearest;
    if (nearest >= lower && nearest <= upper) {
        *angle = nearest;
        return true;
    }
    return swv_angle_turn_into(lower, upper, angle);
}

// A solution as a posture, radians, each joint at the turn nearest to `previous` (NULL: 0); the distance from there, squared. False: outside.
static bool answer_of(const swv_starts *starts, const swvi_starts_solution *s, const double *previous, double redundant,
                      answer *a)
{
    const swvi_starts_shape *shape = swvi_shape_of(starts);
    a->q[0] = swvi_atan2(s->sine, s->cosine);
    a->q[5] = swvi_atan2(s->sine6, s->cosine6);
    a->q[6] = redundant;
    a->distance = 0.0;
    for (int i = 0; i < 4; ++i)
        a->q[i + 1] = s->v[i] - shape->offset[i];
    for (int i = 0; i < starts->joint_count; ++i) {
        // Near an angle of very many turns a solution would not be exact: one beyond 1e5 radians is exact to 1e-11 only.
        const double given = previous ? previous[i] : 0.0, wish = fabs(given) > 1e5 ? swv_angle_wrap(given) : given;
        if (i < 6 && !turn_towards(shape->lower[i], shape->upper[i], wish, &a->q[i]))
            return false;
        a->distance += (a->q[i] - wish) * (a->q[i] - wish);
    }
    return true;
}

// Nearest first; of equals the one with the smaller first angle that differs.
static bool comes_before(const answer *a, const answer *b, int count)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    for (int i = 0; i < count; ++i)
        if (a->q[i] != b->q[i])
            return a->q[i] < b->q[i];
    return false;
}

// tip: the goal with its rotation made of unit length. Angles in radians.
static swv_status check(const swv_starts *starts, const swv_pose *goal, const double *previous, double redundant,
                        swv_pose *tip)
{
    if (!swvi_starts_is_made(starts))
        return SWV_BAD_MODEL;
    *tip = *goal;
    if (swv_pose_check(tip) != SWV_OK || !(swv_vec3_length(tip->position) < 1e100))
        return SWV_BAD_GOAL;
    for (int i = 0; previous && i < starts->joint_count; ++i)
        if (!swvi_is_finite(previous[i]))
            return SWV_BAD_POSTURE;
    const swvi_starts_shape *s = swvi_shape_of(starts);
    const bool is_inside = starts->joint_count < 7 || (redundant >= s->lower[6] && redundant <= s->upper[6]);
    return swvi_is_finite(redundant) && is_inside ? SWV_OK : SWV_BAD_OPTIONS;
}

swv_status swv_starts_solve(const swv_starts *starts, const swv_pose *goal, const double *previous, double redundant,
                            double q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS], swv_starts_report *report)
{
    if (!starts || !goal || !q)
        return SWV_NULL;
    swv_pose         tip;
    const swv_status status = check(starts, goal, previous, redundant, &tip);
    if (status != SWV_OK)
        return status;

    swvi_starts_solution solutions[SWV_STARTS_MAX_SOLUTIONS];
    swvi_starts_target   target;
    swv_starts_report    r = { .outcome = SWV_NOT_FOUND };
    swvi_starts_target_of(starts, &tip, redundant, &target);
    const int found = swvi_starts_find(starts, &target, solutions, &r.starts, &r.iterations);

    answer    answers[SWV_STARTS_MAX_SOLUTIONS];
    const int count = starts->joint_count;
    for (int k = 0; k < found; ++k) {
        answer a;
        int    at = r.count;
        if (!answer_of(starts, &solutions[k], previous, redundant, &a))
            continue;
        for (; at > 0 && comes_before(&a, &answers[at - 1], count); --at)
            answers[at] = answers[at - 1];
        answers[at] = a;
        ++r.count;
    }
    r.outside = found - r.count;
    r.outcome = r.count ? SWV_REACHED : SWV_NOT_FOUND;
    for (int k = 0; k < r.count; ++k) {
        memcpy(q[k], answers[k].q, sizeof(double) * (size_t)count);
        const swv_pose there = swvi_line_tip(swvi_skeleton_line(starts->skeleton), q[k]);
        r.position_error = swvi_larger(r.position_error, swv_vec3_length(swv_vec3_sub(there.position, tip.position)));
        r.rotation_error = swvi_larger(r.rotation_error, swv_quat_angle_between(there.rotation, tip.rotation));
    }
    if (report)
        *report = r;
    return SWV_OK;
}
