// SPDX-License-Identifier: MIT
#ifndef SWIVEL_STARTS_H
#define SWIVEL_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/chain.h"
#include "swivel/geometry.h"
#include "swivel/solve.h"

/// All postures of an arm that has no closed form: a table of starts, made beforehand (swivel_io/starts_build.h,
/// `swivel table build --kind starts`), and Newton's method from each of them.
///
/// For chains of six or seven joints that turn, whatever their axes: none need be parallel or meet. Of seven joints the last is
/// the redundant one: its angle is given (options), and the other six are found for it.
///
/// What the table promises is measured, not proven: of the solutions that are known, it finds a fraction that the builder
/// states (misses, samples). What it returns is exact: forward kinematics meets the goal to 1e-9.

enum {
    SWV_STARTS_MAX_SOLUTIONS = 16,  ///< six turning joints have no more, unless they have infinitely many
    SWV_STARTS_MAX_JOINTS = 7,
};

/// Why the data is not a valid table. SWV_TABLE_SOUND is 0.
typedef enum swv_table_fault {
    SWV_TABLE_SOUND = 0,
    SWV_TABLE_FOREIGN,    ///< no table at all, or one of a machine with the other byte order
    SWV_TABLE_FUTURE,     ///< of a newer version
    SWV_TABLE_TRUNCATED,  ///< shorter or longer than it says
    SWV_TABLE_CORRUPT,    ///< the checksum is wrong, or something in it contradicts something else
    SWV_TABLE_UNALIGNED,  ///< the memory does not begin at a multiple of 8
    SWV_TABLE_UNPAIRED,   ///< two were wanted, of a position and of an orientation, for one chain
} swv_table_fault;

/// One sentence in English, never NULL.
SWV_API const char *swv_table_fault_text(swv_table_fault fault);

/// The first six joints as Newton's method wants them: docs/derivations/starts.md.
typedef struct swv_starts_shape {
    double   sine[5], cosine[5];  ///< of the angle between axes i and i + 1
    swv_vec3 shift[5];            ///< from axis i to axis i + 1, in the frame of axis i
    double   offset[4];           ///< angle of joint i = angle between frames less offset, joints 2 to 5
    swv_vec3 first[3], origin;    ///< the frame of axis 1, and a point on it, in the base
    swv_vec3 along, mark;         ///< axis 6 and a direction across it, in the frame of joint 6
    double   foot;                ///< from the origin of joint 6 along its axis to where it passes axis 5
    double   length;              ///< of the six joints stretched
    double   lower[SWV_STARTS_MAX_JOINTS], upper[SWV_STARTS_MAX_JOINTS];
} swv_starts_shape;

/// A table of starts, and the chain it was made for. Made by swv_starts_open; read it, do not change it.
typedef struct swv_starts {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    swv_chain            chain;
    uint64_t             seed;
    uint64_t             samples;   ///< postures that the builder drew last, to see what is missed
    uint64_t             misses;    ///< those of them that were not among the solutions found for where they reach
    double               lower[4];  ///< of the grid: distance from axis 1, height along it, cosine and turn of axis 6
    double               cell[4];   ///< sides of a cell
    int                  divisions[4];  ///< cells in a row
    uint32_t             cells;         ///< all of the grid
    uint32_t             count;         ///< starts of all cells
    bool                 completes;     ///< where the number of solutions is odd, one more is looked for
    const uint32_t      *first;         ///< the starts of cell c are first[c] to first[c + 1] - 1
    const int16_t       *starts;        ///< four angles each, 32768 to half a turn
    uint64_t             cookie;
    swv_starts_shape     shape;
} swv_starts;

/// Check bytes from end to end and make them a table of starts for this very chain, limits included. Nothing is copied but the
/// chain. SWV_BAD_MODEL: the chain has not six or seven joints that turn each on its own, or the bytes are no such table, and
/// *fault (may be NULL) says why; SWV_BAD_ARGUMENT: the table was made for another chain.
SWV_API swv_status swv_starts_open(swv_starts *starts, const swv_chain *chain, const void *bytes, size_t size,
                                   swv_table_fault *fault);

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_starts_options {
    double redundant;  ///< angle of the last of seven joints, radians; default 0. Not read for six joints
} swv_starts_options;

typedef struct swv_starts_report {
    swv_outcome outcome;     ///< SWV_REACHED: at least one solution; SWV_NOT_FOUND: none inside the limits
    int         count;       ///< solutions inside the limits
    int         outside;     ///< solutions found that limits forbid
    int         starts;      ///< tried
    int         iterations;  ///< of Newton's method, of all starts
    double
        position_error;  ///< the largest of the solutions returned, by forward kinematics, in the chain's unit of length
    double rotation_error;  ///< likewise, radians
} swv_starts_report;

/// All postures that bring the tip to a pose, each to 1e-9 of the chain's length and 1e-9 rad.
///
/// goal      where the tip is to be, in the world
/// previous  joint_count angles: solutions come nearest first, and angles that limits leave several turns for take the nearest one.
///           An angle beyond 1e5 counts as the one within half a turn of 0. NULL: the posture of zeros
/// q         solutions, joint_count angles each at the beginning of a row; rows from report->count on are untouched
///
/// Two solutions less than 1e-5 rad apart in every angle count as one. Where a chain has infinitely many, some are returned.
/// SWV_BAD_MODEL, SWV_BAD_GOAL, SWV_BAD_POSTURE, SWV_BAD_OPTIONS (a redundant angle that is not finite or outside its limits).
SWV_API swv_status swv_starts_solve(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    const swv_starts_options *options,
                                    double                    q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS],
                                    swv_starts_report        *report);

/// One posture by the engine (solve.h), which begins where the table says instead of searching: at the start of the target's cell that is
/// nearest to a solution inside the limits. Of seven joints the last begins where `previous` has it, and where the table knows nothing
/// for that, at seven other angles across its limits. Where the table knows nothing at all, the engine begins at `previous` and
/// searches as it does without a table.
///
/// options, q and report are those of swv_solve; previous_weight keeps near the table's start.
SWV_API swv_status swv_starts_reach(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    const swv_solve_options *options, double *q, swv_solve_report *report);

#endif
