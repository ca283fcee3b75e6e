// SPDX-License-Identifier: MIT
// What both kernels of the engine share. solve.c checks what the caller gave, chooses the kernel and tells how it ended. Skeletons without
// branches go to line_*.c, all others, and balance, to tree_*.c.
//
// Two kernels: in a line each goal is moved by few joints and has few rows, so a step solves J J' with as many unknowns as rows, six for
// a hand, unrolled; in a tree it eliminates joint by joint from the leaves, in time linear in the joints (tree_step.c). On six to eight
// joints the second takes 1.4 to 1.8 times as long, whatever the goal.
#ifndef SWIVEL_SOLVE_INTERNAL_H
#define SWIVEL_SOLVE_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"
#include "swivel/solve.h"

enum { SWVI_GOAL_ROWS = 6, SWVI_CACHE_LINE = 64 };  // most rows of a goal, a pose's; bytes, of most processors

/// A call of swv_solve that has been checked, defaults filled in.
typedef struct swvi_asked {
    const swv_skeleton      *skeleton;
    const swv_goals         *goals;
    const double            *previous;  ///< NULL: none
    const swv_solve_options *options;
    double                   position_tolerance, rotation_tolerance;  ///< squares, metres and radians
    int                      first;                                   ///< the lowest priority number given
} swvi_asked;

/// What a search may use, and what it has used.
typedef struct swvi_budget {
    int iterations, max_iterations;
    int restarts, max_restarts;
    bool (*should_stop)(void *user);
    void    *user;
    uint64_t seed;
    bool     is_stopped;
} swvi_budget;

/// How far a goal is from being met, as swv_solve_report.goals: a length, and radians.
typedef struct swvi_goal_error {
    double position, rotation;
} swvi_goal_error;

/// What a kernel tells of the posture found. Of the goals that come first: what those that are missed have in common.
typedef struct swvi_verdict {
    swvi_goal_error *errors;   ///< of each goal
    double           balance;  ///< from the centre of mass to its polygon, metres
    int              looks;    ///< of forward kinematics
    bool             is_examined, is_stationary, is_limited;
    uint64_t         at_limit[SWV_SKELETON_JOINTS / 64];  ///< by joint; zero
} swvi_verdict;

/// Whether the centre of mass has a goal too.
static inline bool swvi_has_balance(const swv_goals *goals)
{
    return goals->balance.support_count != 0;
}

/// Rows of a goal's residual; 0 for an unknown kind.
static inline int swvi_goal_rows(swv_goal_kind kind)
{
    static const unsigned char rows[] = { 6, 3, 3, 2, 2, 1 };
    return kind >= SWV_GOAL_POSE && kind <= SWV_GOAL_DISTANCE ? rows[kind] : 0;
}

/// A goal's weight; 0 means 1.
static inline double swvi_weight_of(double given)
{
    return given == 0.0 ? 1.0 : given;
}

/// A goal, given for its link, for the frame against which that is turned by `turn` and shifted by `from` (metres). The target stays in the world.
static inline swv_goal swvi_goal_in(const swv_goal *given, swv_quat turn, swv_vec3 from)
{
    swv_goal goal = *given;
    goal.point = swv_vec3_add(swv_quat_rotate(turn, given->point), from);
    if (given->kind == SWV_GOAL_DIRECTION || given->kind == SWV_GOAL_AIM)
        goal.axis = swv_quat_rotate(turn, swv_vec3_normalize(given->axis));
    if (given->kind == SWV_GOAL_POSE || given->kind == SWV_GOAL_ROTATION)
        goal.target.rotation = swv_quat_mul(swv_quat_normalize(given->target.rotation), swv_quat_conjugate(turn));
    return goal;
}

/// Whether another step may be made; it is counted.
bool swvi_may_go_on(swvi_budget *budget);

// ---- the descent and the starts of both kernels, as line_search.c explains them ----

enum {
    SWVI_POSTURES_PER_START = 4,  ///< of which the nearest is taken
    SWVI_POOR_STEPS = 2,          ///< in a row that end a descent
    SWVI_STEPS_ASTRAY = 12,       ///< most of Straying
    SWVI_EVEN_STARTS = 4,         ///< before every other one is drawn out
};
#define SWVI_FIRST_MU     0.1   // of Descent: it halves with each gain
#define SWVI_LEAST_MU     1e-3  // but not below this
#define SWVI_LARGEST_STEP 0.8   // of a coordinate: radians, or lengths in the kernel's unit
#define SWVI_POOR_GAIN    0.15  // of the best cost: a step that gains less is poor
#define SWVI_PATIENT_GAIN 1e-6  // the same, of a patient descent
#define SWVI_CLOSE_COST   1e-6  // within a thousandth of the goal: no giving up
#define SWVI_NEAR_COST    1.0   // a radian or the kernel's unit: farther from the goal, other starts are tried at once
#define SWVI_DRAWN_OUT    1.4   // of the limits' box, then clamped

/// A descent under way.
typedef struct swvi_descent {
    int    poor_steps, most_steps;  ///< in a row that end it, and in all, where it is patient
    bool   is_patient;
    bool   is_straight;   ///< the next step is made with the factor of the last one
    int    poor, astray;  ///< steps in a row
    int    steps;
    double mu;
} swvi_descent;

/// What becomes of a step: it is taken, followed although it gains nothing, or taken back with those before it.
typedef enum swvi_fate { SWVI_TAKEN, SWVI_ASTRAY, SWVI_TAKEN_BACK } swvi_fate;

/// Whether a descent goes on whose best cost is this.
static inline bool swvi_goes_on(swvi_descent *d, double cost, swvi_budget *budget)
{
    const bool waits = d->is_patient || cost < SWVI_CLOSE_COST;
    const bool is_over = d->is_patient && d->steps++ == d->most_steps;
    return d->poor < (waits ? d->poor_steps : SWVI_POOR_STEPS) && !is_over && swvi_may_go_on(budget);
}

/// mu min(c, sqrt c), c the cost.
static inline double swvi_damping(const swvi_descent *d, double cost)
{
    return (d->astray > 0 ? SWVI_FIRST_MU : d->mu) * (cost < 1.0 ? cost : sqrt(cost));
}

/// After a step that won so much, less than 0 if it led nowhere; cost: the best before it.
static inline swvi_fate swvi_fate_of(swvi_descent *d, double cost, double won, bool may_stray)
{
    const bool is_taken = won > 0.0, strays = !is_taken && may_stray && d->astray < SWVI_STEPS_ASTRAY;
    d->poor = won > (d->is_patient ? SWVI_PATIENT_GAIN : SWVI_POOR_GAIN) * cost ? 0 : d->poor + 1;
    d->astray = strays ? d->astray + 1 : 0;
    if (is_taken)
        d->mu = 0.5 * d->mu > SWVI_LEAST_MU ? 0.5 * d->mu : SWVI_LEAST_MU;
    else if (!strays)
        d->mu *= 16.0;  // chosen; halved again by steps that gain
    return is_taken ? SWVI_TAKEN : strays ? SWVI_ASTRAY : SWVI_TAKEN_BACK;
}

/// The same factor once more gains about as much as the step it was made for; if that is enough, no other is needed. before, cost: before and after
/// that step; per_length: what a length weighs beside a radian.
static inline bool swvi_is_last_step(const swvi_asked *asked, double per_length, double before, double cost)
{
    // Once more leaves about cost^2 / before: a tenth of what counts as met is sure to do. Chosen.
    const double length = per_length * per_length * asked->position_tolerance, angle = asked->rotation_tolerance;
    return cost * cost < 0.1 * before * (length < angle ? length : angle);
}

/// Whether errors, as squares, are within the tolerances.
static inline bool swvi_is_within(const swvi_asked *asked, double position, double rotation)
{
    return position <= asked->position_tolerance && rotation <= asked->rotation_tolerance;
}

/// The additive recurrence of starts in n dimensions, in units of 2^-64: where it begins, and its strides.
void swvi_begin_sequence(uint64_t *at, uint64_t *by, int n, uint64_t seed);

/// The next number of one dimension, in [0, 1), `drawn` times as far from the middle.
static inline double swvi_next_part(uint64_t *at, uint64_t by, double drawn)
{
    *at += by;
    return 0.5 + drawn * ((double)(*at >> 11) * 0x1p-53 - 0.5);
}

/// How far start number `restart` is drawn: in, at first and every other time.
static inline double swvi_drawn(int restart, double drawn_in)
{
    return restart > SWVI_EVEN_STARTS && restart % 2 != 0 ? SWVI_DRAWN_OUT : drawn_in;
}

/// Proven: no posture, with limits or without, spans the distance that some goal of this priority or an earlier one asks for.
bool swvi_is_out_of_reach(const swvi_asked *asked, int priority);

/// Memory that is being given out, each array from a cache line on: 64 bytes. Without a room only the size is counted.
typedef struct swvi_arena {
    char  *room;
    size_t used;
} swvi_arena;

static inline void *swvi_take(swvi_arena *a, size_t count, size_t size)
{
    const size_t at = a->used;
    a->used += (count * size + SWVI_CACHE_LINE - 1) / SWVI_CACHE_LINE * SWVI_CACHE_LINE;
    return a->room ? &a->room[at] : NULL;
}

static inline double *swvi_take_numbers(swvi_arena *a, size_t count)
{
    return (double *)swvi_take(a, count, sizeof(double));
}

/// Whether this can be asked of the kernel of serial chains.
bool swvi_is_for_line(const swv_skeleton *skeleton, const swv_goals *goals);

/// Bytes that each kernel needs for this many goals.
size_t swvi_line_memory(const swv_skeleton *skeleton, int goal_count);
size_t swvi_tree_memory(const swv_skeleton *skeleton, int goal_count);

/// Solve. memory: as many bytes, from a cache line on; posture: out, the caller's numbers (skeleton.h). `verdict` may be NULL. SWV_NOT_FINITE:
/// numbers so large that the errors overflow.
swv_status swvi_line_solve(const swvi_asked *asked, swvi_budget *budget, void *memory, double *posture,
                           swvi_verdict *verdict);
swv_status swvi_tree_solve(const swvi_asked *asked, swvi_budget *budget, void *memory, double *posture,
                           swvi_verdict *verdict);

/// a . b, and below r = a x b, of vectors as three numbers.
static inline double swvi_dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void swvi_cross3(const double *a, const double *b, double *r)
{
    r[0] = a[1] * b[2] - a[2] * b[1];
    r[1] = a[2] * b[0] - a[0] * b[2];
    r[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
