// SPDX-License-Identifier: MIT
// What building has in common for both stages: the plan with its defaults, the grid, how far it is, and the file's layout. Targets are metres and
// radians, as swv_table_space says; postures q radians.
#ifndef SWIVEL_TABLE_MAKING_H
#define SWIVEL_TABLE_MAKING_H

#include "kim_tarokh/build/table_fit.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/table_build.h"
#include "kim_tarokh/build/table_space.h"
#include "kim_tarokh/table_internal.h"

enum { SWVI_MAX_SAMPLES = 10000 };  // bounds a thread's memory: chosen
#define SWVI_BEYOND    0.2          // radians: samples so far outside the limits still help a fit. Chosen
#define SWVI_MAX_SLACK 0.3          // radians: a worse model's answers outside the limits are left out. Chosen

typedef struct swvi_making {
    swv_table_plan    plan;
    swv_table_space   space;
    swvi_table_shape  shape;
    const swvi_space *home;  ///< the chain
    double            lower[SWV_TABLE_MAX_INPUTS],
        side[SWV_TABLE_MAX_INPUTS];  ///< of the grid and of its cells, as the target's numbers
    int    divisions[SWV_TABLE_MAX_INPUTS];
    size_t cells;
    double joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];
    double nearest, farthest;  ///< of the tip from the base, metres
    // The file
    unsigned char *bytes;
    size_t         size;
    uint32_t      *first;  ///< branches of each cell, inside bytes
    float         *records;
    size_t         record_floats;
    size_t         held;  ///< bytes of memory, as swvi_making_hold was told
    // How far: parts of the whole time
    double done, share;  ///< 0 to 1
} swvi_making;

/// The plan's defaults for a model from so many numbers (inputs) to so many angles (joints); `polynomial` is the kind that a plan without one means.
/// False if a value is out of range.
bool swvi_making_begin(swvi_making *m, const swv_table_plan *plan, swv_table_kind polynomial, int inputs, int joints);

/// One more axis i of the grid, from lower to upper in cells of `side`, all in the target's unit (metres or radians). False if it has fewer than 1 or
/// more than 1000 cells.
bool swvi_making_axis(swvi_making *m, int i, double lower, double upper, double side);

/// All work of a pass, telling the plan's owner; `share` is its part of the whole.
bool swvi_making_pass(swvi_making *m, double share, size_t count, void (*work)(void *data, size_t i), void *data);

/// Whether the plan wants this cell, or this cell of the joints: the middle one of each `every`. 0: all.
static inline bool swvi_is_wanted(int every, size_t cell)
{
    return every <= 1 || cell % (size_t)every == (size_t)every / 2;
}

/// So many more bytes will be taken: false if that is more than the plan allows.
bool swvi_making_hold(swvi_making *m, size_t bytes);

/// Room for the file; counts[c] says how many branches cell c has. False: no memory.
bool swvi_making_assemble(swvi_making *m, const uint8_t *counts);

/// Where the record of a branch of a cell lies in the file.
static inline float *swvi_making_record(const swvi_making *m, size_t cell, int branch)
{
    return m->records + (m->first[cell] + (size_t)branch) * m->record_floats;
}

/// Fill the bounds of a record: what the samples have, and a quarter of their range more for the cell's corners, and the model's worst
/// error at those samples that are inside the limits; but no farther outside the limits than by this error.
void swvi_making_bound(const swvi_making *m, const swvi_samples *s, float *record);

/// The header. Then the file is a table, unless memory ran out on the way (a record holds a NaN).
swv_table_result swvi_making_finish(swvi_making *m);

/// Whether no angle is outside its limits by more than `beyond`, radians.
bool swvi_making_is_inside(const swvi_making *m, const double *q, double beyond);

enum { SWVI_JUDGED = 64 };  // postures of a branch in a cell that constraints are tried on, where there are any; chosen

/// Of a branch in a cell: postures tried, and those allowed. [0] inside the limits; [1] the first one, and those up to SWVI_BEYOND outside, which tell
/// where a branch is inside the limits in a corner only and no posture was tried there.
typedef struct swvi_judgement {
    int tried[2], allowed[2];
} swvi_judgement;

/// Count a posture: q are the table's joints, of which the limits are; `all` the joints that the plan's constraints know.
void swvi_making_judge(const swvi_making *m, const double *q, const double *all, bool is_first, swvi_judgement *j);

/// Whether the branch stays.
bool swvi_making_keeps(const swvi_making *m, const swvi_judgement *j);

/// swv_table_build of a position, of an orientation.
swv_table_result swvi_build_position(const swv_table_plan *plan, unsigned char **bytes, size_t *size);
swv_table_result swvi_build_orientation(const swv_table_plan *plan, unsigned char **bytes, size_t *size);

#endif
