// SPDX-License-Identifier: MIT
// What the files of the engine share. engine_goals.c says how far a posture is from its goals and how that changes,
// engine_step.c makes one step inside the limits, engine_search.c goes from step to step and from start to start,
// engine.c checks what the caller gave and tells how it ended.
#ifndef SWIVEL_SOLVE_ENGINE_INTERNAL_H
#define SWIVEL_SOLVE_ENGINE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "math/scalar.h"
#include "swivel/solve.h"

enum {
    SWVI_LEVELS = SWV_MAX_PRIORITY + 1,
    SWVI_ROWS = 64,  ///< rows of goals kept; more are folded into one row for each coordinate
    SWVI_GOAL_ROWS = 6,
};

/// A joint's frame in the world; the last of them is the tip's. The rotation is stored by columns.
typedef struct swvi_frame {
    double position[3], axis[3], rotation[9];
} swvi_frame;

/// How far a posture is from its goals.
typedef struct swvi_miss {
    double cost[SWVI_LEVELS];   ///< sum of squares of each level's rows
    double position, rotation;  ///< squares of the largest errors of any goal
} swvi_miss;

/// One problem. Coordinates inside the engine are z = q / unit, so that a step of 1 is a large one for joints that turn
/// (a radian) and joints that slide (half the chain's length) alike.
typedef struct swvi_engine {
    const swv_chain *chain;
    const swv_goal  *goals;
    int              goal_count;
    int              coordinates;
    int              rows, level_count;
    int              level_end[SWVI_LEVELS];  ///< rows of level l end before this one
    int              level_of[SWVI_LEVELS];   ///< the priority that level l stands for
    bool             is_merged;               ///< all goals count as one level
    bool             is_folded;               ///< more rows than are kept
    bool             has_mount;               ///< the tip is turned against the last joint
    bool             has_links;               ///< some goal is not for the tip
    bool             is_plain;                ///< nothing follows, nothing slides: joint i's value is z[i]
    double           first_target[9];         ///< rotation that the first goal asks for, if it does; by columns
    double           base[9], mount[9];       ///< rotation of the base; of the tip on the last joint; by columns
    double           per_length;              ///< lengths times this weigh as much as radians
    double           position_tolerance, rotation_tolerance;          ///< squares
    double           factor[SWV_MAX_JOINTS];                          ///< joint value = factor * z[coordinate] + offset
    double           unit[SWV_MAX_JOINTS], per_unit[SWV_MAX_JOINTS];  ///< of q in one of z, and its inverse
    double           lower[SWV_MAX_JOINTS], upper[SWV_MAX_JOINTS];    ///< of z; infinite where whole turns fit
    double           given_lower[SWV_MAX_JOINTS], given_upper[SWV_MAX_JOINTS];  ///< of q, as the chain has them
    uint64_t         shifts;  ///< bit i: joint i does not sit where the one before it does
    uint64_t         turns;   ///< bit i: a whole turn of coordinate i changes nothing
    int              looks;   ///< how often swvi_look has looked
    double           residual[SWVI_ROWS], trial_residual[SWVI_ROWS];
    double          *jacobian;  ///< rows numbers for each coordinate
    double          *hessian;   ///< coordinates x coordinates, lower triangle by rows
    double          *gram;      ///< rows x rows, lower triangle by rows; the factor of the last step
    swvi_frame      *frames;    ///< of the posture last looked at
} swvi_engine;

static inline bool swvi_is_of_level(const swvi_engine *e, const swv_goal *goal, int level)
{
    return e->is_merged || goal->priority == e->level_of[level];
}

/// engine_goals.c ----

/// Rows of a goal's residual; 0 for an unknown kind.
static inline int swvi_goal_rows(swv_goal_kind kind)
{
    static const unsigned char rows[] = { 6, 3, 3, 2, 2, 1 };
    return kind >= SWV_GOAL_POSE && kind <= SWV_GOAL_DISTANCE ? rows[kind] : 0;
}

/// Look at posture z: fills frames, trial_residual and *miss. False if a number on the way is not finite.
bool swvi_look(swvi_engine *e, const double *z, swvi_miss *miss);

/// The errors of one goal where swvi_look last looked.
swv_goal_error swvi_goal_error(const swvi_engine *e, const swv_goal *goal);

/// Linearise where swvi_look last looked: fills residual and jacobian.
void swvi_linearise(swvi_engine *e);

/// engine.c ----

/// Whether a goal can be asked for, its link being one of these.
bool swvi_is_goal(const swv_goal *goal, int first_link, int last_link);

/// engine_reach.c ----

/// Proven: no posture, with limits or without, spans the distance that a goal of this priority or an earlier one asks for.
bool swvi_is_out_of_reach(const swvi_engine *e, int priority);

/// engine_step.c ----

/// The damped step from z inside the limits, with `damping` for each level. wish: the displacement that the freedom left
/// should have, or NULL. Returns the set of coordinates that stay or come to rest at a limit.
uint64_t swvi_step(swvi_engine *e, const double *z, const double *damping, const double *wish, double *step);

/// Coordinates at a limit that would go on if they could.
uint64_t swvi_held(const swvi_engine *e, const double *z);

/// The small step, with the factor of the last one, that mends rows 0 to `end` - 1, whose residuals are now `residual`.
void swvi_mend(const swvi_engine *e, int end, const double *residual, uint64_t held, double *step);

/// engine_newton.c ----

/// The step for one level with the curvature of the goals. swvi_look was last at z.
void swvi_newton_step(swvi_engine *e, const double *z, double damping, double *step);

/// engine_search.c ----

/// A posture and how far it is from its goals.
typedef struct swvi_found {
    double    z[SWV_MAX_JOINTS];
    swvi_miss miss;
} swvi_found;

/// What a search may use, and what it has used.
typedef struct swvi_budget {
    int iterations, max_iterations;
    int restarts, max_restarts;
    bool (*should_stop)(void *user);
    void    *user;
    uint64_t seed;
    bool     is_stopped;
} swvi_budget;

/// Whether another step may be made; it is counted.
bool swvi_may_go_on(swvi_budget *budget);

/// The additive recurrence of starts in n dimensions, in units of 2^-64: where it begins, and its strides.
void swvi_begin_sequence(uint64_t *at, uint64_t *by, int n, uint64_t seed);

/// The best posture that best->z, or other starts, lead to; swvi_look was last at best->z. True if every goal is met.
bool swvi_search(swvi_engine *e, swvi_budget *budget, swvi_found *best);

/// Among postures that are as good, one nearer to `wish`, by what freedom the goals leave.
void swvi_approach_wish(swvi_engine *e, swvi_budget *budget, const double *wish, swvi_found *found);

static inline bool swvi_is_met(const swvi_engine *e, const swvi_miss *miss)
{
    return miss->position <= e->position_tolerance && miss->rotation <= e->rotation_tolerance;
}

/// The gradient of half the cost, downhill: how much nearer a unit of coordinate i brings us.
static inline double swvi_slope(const swvi_engine *e, int i)
{
    double sum = 0.0;
    for (int k = 0; k < e->rows; ++k)
        sum += e->jacobian[i * e->rows + k] * e->residual[k];
    return sum;
}

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
