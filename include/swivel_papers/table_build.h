// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_TABLE_BUILD_H
#define SWIVEL_PAPERS_TABLE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/limb.h"
#include "swivel_io/starts_build.h"
#include "swivel_papers/table.h"

/// Builds tables and keeps them in files. It allocates, runs threads and opens files; lookups never do. A program that
/// calls it also links swivel_io.

/// Steps of the paper's own recipe for a position, each in the place of one of ours; papers/kim_tarokh/table.md says what each costs and gains.
enum {
    /// Postures are drawn by chance; a cell keeps the first `samples` of them, and drawing ends when `fill` of the cells that have any have as many. They
    /// alone are fitted. Ours follows each branch to as many targets as are wanted, and into neighbouring cells.
    SWV_RECIPE_DROP = 1,
    /// Postures of a cell are of one branch if they are near to each other: within 0.8 rad of its first in every joint. In place of the
    /// fuzzy classification that the paper cites. Ours follows branches.
    SWV_RECIPE_CLUSTERS = 2,
    SWV_RECIPE_ANGLES = 4,  ///< the fit minimises the error of the angles. Ours minimises that of the wrist
    SWV_RECIPE_THEIRS = 7,
};

/// Zero in any field but `model` means its default.
typedef struct swv_table_plan {
    const char      *model;  ///< a model's name (models.h), or the name that the file is to bear for `chain`
    const swv_chain *chain;  ///< six or seven hinges, the last three a spherical wrist. NULL: the model's
    swv_table_kind   kind;   ///< default Kim and Tarokh's polynomial, SWV_TABLE_LINEAR or _MIXED
    /// Metres. Default Kim and Tarokh's: 0.1 for the Puma (0.2 for a net), 0.06 for the arm; of another chain a ninth of its reach (two for a net),
    /// or with seven joints a tenth.
    double   cell_length;
    double   cell_swivel;     ///< radians, default 10 degrees
    bool     is_orientation;  ///< the wrist, over the joints before it and the orientation; else the position
    double   cell_angle;      ///< of an orientation: the joints before the wrist, radians, default 20 degrees
    double   cell_turn;       ///< of an orientation: its three angles, default 45 degrees
    int      samples;  ///< for each branch of a cell, 8 to 10,000; default 120, of a net 200, of an orientation 100
    int      hidden;   ///< neurons of a net, default 5
    unsigned recipe;   ///< of a position: steps as above, default 0: ours
    double   fill;     ///< of SWV_RECIPE_DROP, up to 1, default 0.9
    /// If not 0: make one cell of this many only, of an orientation all of one in this many cells of its joints: a sample to measure with.
    int      every;
    uint64_t seed;
    /// Constraints besides joint limits: whether a posture may be kept, by its first `known` joints: those of the position's stage while that is
    /// made, all while the orientation's is. A branch of a cell is kept if of its postures at least `allowed_share` are allowed. Default 1, so
    /// that answers are allowed but for the model's error, and some next to what is forbidden are missing; near 0 none is missing and some answers
    /// are forbidden. Called by several threads at once, often with the same posture. NULL: none.
    bool (*is_allowed)(void *allowed_user, const double *q, int known);
    void  *allowed_user;
    double allowed_share;
    size_t max_bytes;  ///< of memory, the table's included; more is SWV_TABLE_NO_MEMORY. Default 4 billion
    int    threads;    ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Called from time to time with the progress, 0 to 1, never by two threads at once; returning false ends the
    /// build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_table_plan;

// ---- constraints ----

/// What elbow, wrist and hand must keep out of.
typedef enum swv_obstacle_shape {
    SWV_OBSTACLE_BOX = 0,
    SWV_OBSTACLE_SPHERE,
    SWV_OBSTACLE_HALF_SPACE
} swv_obstacle_shape;

/// In the world, metres.
typedef struct swv_obstacle {
    swv_obstacle_shape shape;
    swv_vec3
        at;  ///< of a box the corner with the least x, y, z; of a sphere the centre; of a half-space a point of its face
    swv_vec3 to;      ///< of a box the opposite corner; of a half-space the normal that points out of it, of any length
    double   radius;  ///< of a sphere
} swv_obstacle;

/// A chain and the obstacles that its points must keep out of, made by swv_obstacles_make. The wrist is where the last three axes
/// meet, the elbow the point nearest to it of the axis of the last joint before them.
typedef struct swv_obstacles {
    swv_chain           chain;
    int                 before;        ///< joints before the wrist
    swv_vec3            elbow, wrist;  ///< in the frame of the last of these, metres
    swv_vec3            hand;          ///< a point in the frame of the chain's tip, metres
    const swv_obstacle *of;            ///< the caller's
    int                 count;
} swv_obstacles;

/// SWV_BAD_MODEL: not such a chain as tables are made of. SWV_BAD_ARGUMENT: an obstacle without inside, or a normal of no length.
SWV_EXTERN swv_status swv_obstacles_make(const swv_chain *chain, swv_vec3 hand, const swv_obstacle *of, int count,
                                         swv_obstacles *obstacles);

/// For swv_table_plan.is_allowed, with the swv_obstacles as its allowed_user: whether elbow and wrist, and if all joints are known the hand, are
/// outside all of them.
SWV_EXTERN bool swv_obstacles_allow(void *obstacles, const double *q, int known);

/// The same for a human limb of the right side, whose limits are no ranges of joint angles: the chain has the axes of arm7 or leg7, the limb's
/// lengths and, of a ball joint, one set of angles for each rotation; whether a posture of it is inside the limb's limits is for
/// swv_table_plan.is_allowed, with the swv_limb as its allowed_user. SWV_NULL; SWV_BAD_ARGUMENT: lengths.
SWV_EXTERN swv_status swv_limb_chain(const swv_limb *limb, swv_chain *chain);
SWV_EXTERN bool       swv_limb_allows(void *limb, const double *q, int known);

/// Make a table. Free *bytes with swv_table_free.
SWV_EXTERN swv_table_result swv_table_build(const swv_table_plan *plan, unsigned char **bytes, size_t *size);

/// One table or two, the position's and the orientation's, in a file that is mapped read-only (read, where there is no mapping).
typedef struct swv_table_file {
    swv_table position;     ///< bytes NULL: not in the file
    swv_table orientation;  ///< likewise
    void     *memory;
    size_t    size;
} swv_table_file;

/// Maps the file and checks it from end to end. `fault` (may be NULL) says why it is not a valid table.
SWV_EXTERN swv_table_result swv_table_file_open(const char *path, swv_table_file *file, swv_table_fault *fault);

/// Frees its memory.
SWV_EXTERN void swv_table_file_close(swv_table_file *file);

// ---- how good it is ----

enum { SWV_TABLE_FAMILIES = 8 };

/// One branch of the closed form: the number of targets that have it, how many of these the table found, and the errors
/// of the tip.
typedef struct swv_table_score {
    int    valid, found;
    double mean, deviation, worst;  ///< metres, of an orientation radians
    double swivel;                  ///< mean error of the swivel, radians
    double mean_of_best[101];       ///< mean over the best 0 to 100 % of those found
} swv_table_score;

typedef struct swv_table_scores {
    int             families;  ///< branches that the closed form has; 1 of a chain without one
    swv_table_score of[SWV_TABLE_FAMILIES];
    int             answers;        ///< postures that the table gave
    int             surplus;        ///< those that are not near any solution inside the limits
    double          surplus_worst;  ///< their largest error of the tip
} swv_table_scores;

/// Try `targets` of them, uniform in the position's grid and in the orientation's angles, against the closed form,
/// branch by branch. Of a position: for "puma560" bit 0 of the branch is the shoulder's second solution and bit 1 the
/// elbow's, for "arm7" bit 0 is the shoulder's. A posture is the branch's if it is within 0.3 rad of the closed form's
/// in every joint, or if Newton's method from it ends there (where two axes are in line, their joint angles are badly
/// determined). Of an orientation: the joints before the wrist are the closed form's, bit 2 (for "arm7": 1) is the
/// wrist's other way, and a posture within 0.3 rad in the wrist's middle joint and in the hand's orientation is the
/// branch's (at the wrist's singularity the outer two are badly determined). Of a table with `every`, targets in cells
/// that were not built are skipped.
///
/// Of another chain, which has no closed form here, targets are those of random postures, uniform in the limits, and count as of one branch: the
/// posture is found or not. Surplus are then answers from which Newton's method finds no posture of the target within 0.3 rad and inside the limits.
///
/// plan    of it chain, is_allowed and allowed_user: solutions that are not allowed do not count, and answers that are not are surplus where there is no
///         closed form. NULL: the chain of the model whose name the table bears, and no constraints
///
/// SWV_BAD_MODEL if the table was not made for that chain. SWV_BAD_COUNT: fewer than one target, or too many for the memory.
SWV_EXTERN swv_status swv_table_verify(const swv_table *table, const swv_table_plan *plan, int targets, uint64_t seed,
                                       swv_table_scores *scores);

/// The same for both together, as swv_table_solve_pair answers: the joints before the wrist are the table's. position_scores and
/// orientation_scores get the errors of the same postures, found if both are as above.
SWV_EXTERN swv_status swv_table_verify_pair(const swv_table *position, const swv_table *orientation,
                                            const swv_table_plan *plan, int targets, uint64_t seed,
                                            swv_table_scores *position_scores, swv_table_scores *orientation_scores);

#endif
