// SPDX-License-Identifier: MIT
// What the files of the engine on serial chains share. line_goals.c says how far a posture is from its goals and how that changes,
// line_step.c makes one step inside the limits, line_search.c goes from step to step and from start to start, line_solve.c brings what
// was asked into this form and back.
//
// In all of them: places, axes and rotations are in the world, lengths in metres (or the skeleton's unit), angles in radians. z: coordinates,
// radians for joints that turn, halves of the stretched chain's length (1 / per_length) for those that slide; a step is a change of z. Residuals are
// radians or such halves, times their goal's weight; a cost is a sum of their squares. Sets of coordinates: bit i is coordinate i.
#ifndef SWIVEL_SOLVE_LINE_ENGINE_H
#define SWIVEL_SOLVE_LINE_ENGINE_H

#include "solve/sight.h"

enum {
    SWVI_LEVELS = SWV_MAX_PRIORITY + 1,
    SWVI_ROWS = 64,  ///< rows of goals kept (chosen: it bounds arrays); more are folded into one for each coordinate
};

/// A joint's frame in the world, its axis a unit vector; the last of them is the tip's. The rotation is stored by columns.
typedef struct swvi_frame {
    double position[3], axis[3], rotation[9];
} swvi_frame;

/// How far a posture is from its goals.
typedef struct swvi_miss {
    double cost[SWVI_LEVELS];   ///< sum of squares of each level's rows
    double position, rotation;  ///< squares of the largest errors of any goal, metres and radians
} swvi_miss;

/// A goal made ready: `goal` has point, axis and rotation for the frame of `frame`.
typedef struct swvi_line_goal {
    swv_goal goal;
    int      frame;      ///< of the line's joint, joint_count: of the tip
    int      moving;     ///< joints 0 to moving - 1 move it
    double   weight;     ///< not zero
    double   wanted[9];  ///< the rotation asked for, if one is, by columns
} swvi_line_goal;

/// One problem.
typedef struct swvi_engine {
    const swvi_asked      *asked;
    const swvi_line       *line;
    const swvi_line_joint *joints;
    swvi_line_goal        *goals;
    int                    goal_count, joint_count, coordinates;
    int                    rows, level_count;
    int                    level_end[SWVI_LEVELS];                        ///< rows of level l end before this one
    int                    level_of[SWVI_LEVELS];                         ///< the priority that level l stands for
    bool                   is_merged;                                     ///< all goals count as one level
    bool                   is_folded;                                     ///< more rows than are kept
    bool                   has_links;                                     ///< some goal is not for the tip
    double                 per_length;                                    ///< as the line has it
    const double          *factor;                                        ///< as the line has it
    double                 lower[SWV_MAX_JOINTS], upper[SWV_MAX_JOINTS];  ///< of z; infinite where whole turns fit
    int                    looks;                                         ///< how often swvi_look has looked
    double                 residual[SWVI_ROWS], trial_residual[SWVI_ROWS];
    double                *jacobian;  ///< rows numbers for each coordinate
    double                *hessian;   ///< coordinates x coordinates, lower triangle by rows
    double                *gram;      ///< rows x rows, lower triangle by rows; the factor of the last step
    swvi_frame            *frames;    ///< of the posture last looked at
} swvi_engine;

/// Whether a goal's rows belong to this level; 0 comes first.
static inline bool swvi_is_of_level(const swvi_engine *e, const swvi_line_goal *goal, int level)
{
    return e->is_merged || goal->goal.priority == e->level_of[level];
}

/// line_goals.c ----

/// Look at posture z: fills frames, trial_residual and *miss. False if a number on the way is not finite.
bool swvi_look(swvi_engine *e, const double *z, swvi_miss *miss);

/// The errors of one goal, metres and radians, where swvi_look last looked.
swvi_goal_error swvi_error_of(const swvi_engine *e, const swvi_line_goal *goal);

/// Linearise where swvi_look last looked: fills residual and jacobian.
void swvi_linearise(swvi_engine *e);

/// line_step.c ----

/// The damped step from z inside the limits, with `damping` for each level. wish: the displacement that the freedom left
/// should have, or NULL. Returns the set of coordinates that stay or come to rest at a limit.
uint64_t swvi_step(swvi_engine *e, const double *z, const double *damping, const double *wish, double *step);

/// A step of coordinate i, from z, that goes beyond a limit ends there. Returns the coordinate as a set, or none.
static inline uint64_t swvi_stop_at_limit(const swvi_engine *e, int i, double z, double *step)
{
    if (!(z + *step > e->upper[i] || z + *step < e->lower[i]))
        return 0;
    *step = (*step > 0.0 ? e->upper[i] : e->lower[i]) - z;
    return (uint64_t)1 << i;
}

/// With a constant count (6, a pose's rows) these loops unroll into straight lines.
#define SWVI_UNROLLED _Pragma("GCC unroll 6")

/// x: the m right sides become the solution. a = L D L', the lower half by rows: L below the diagonal, and on it 1 / D.
static inline void swvi_solve_factored(const double *a, int m, double *x)
{
    SWVI_UNROLLED for (int j = 0; j < m; ++j)
    {
        SWVI_UNROLLED for (int i = j + 1; i < m; ++i) x[i] -= a[i * (i + 1) / 2 + j] * x[j];
    }
    SWVI_UNROLLED for (int i = 0; i < m; ++i) x[i] *= a[i * (i + 1) / 2 + i];
    SWVI_UNROLLED for (int i = m - 1; i >= 0; --i)
    {
        SWVI_UNROLLED for (int k = 0; k < i; ++k) x[k] -= a[i * (i + 1) / 2 + k] * x[i];
    }
}

/// Coordinates at a limit that would go on if they could.
uint64_t swvi_held(const swvi_engine *e, const double *z);

/// The small step, with the factor of the last one, that mends rows 0 to `end` - 1, whose residuals are now `residual`.
void swvi_mend(const swvi_engine *e, int end, const double *residual, uint64_t held, double *step);

/// line_newton.c ----

/// The step for one level with the curvature of the goals. swvi_look was last at z.
void swvi_newton_step(swvi_engine *e, const double *z, double damping, double *step);

/// line_search.c ----

/// A posture and how far it is from its goals.
typedef struct swvi_found {
    double    z[SWV_MAX_JOINTS];
    swvi_miss miss;
} swvi_found;

/// The best posture that best->z, or other starts, lead to; swvi_look was last at best->z. True if every goal is met.
bool swvi_search(swvi_engine *e, swvi_budget *budget, swvi_found *best);

/// Among postures that are as good, one nearer to `wish`, by what freedom the goals leave.
void swvi_approach_wish(swvi_engine *e, swvi_budget *budget, const double *wish, swvi_found *found);

/// Whether the largest errors are within the tolerances.
static inline bool swvi_is_met(const swvi_engine *e, const swvi_miss *miss)
{
    return swvi_is_within(e->asked, miss->position, miss->rotation);
}

/// The gradient of half the cost, downhill: how much nearer a unit of coordinate i brings us.
static inline double swvi_slope(const swvi_engine *e, int i)
{
    double sum = 0.0;
    for (int k = 0; k < e->rows; ++k)
        sum += e->jacobian[i * e->rows + k] * e->residual[k];
    return sum;
}

#endif
