// SPDX-License-Identifier: MIT
// Adaptive tables: checks the target, has it looked up by the widest instruction set, and writes out what is inside the limits. Units and frames are
// those of adaptive.h.
#include <math.h>
#include <stdbool.h>

#include "kim_tarokh/adaptive_lanes.h"
#include "math/scalar.h"
#include "kim_tarokh/adaptive_internal.h"

// Whether all joints of a way are inside their limits, or were brought to them. Ways are numbered as in adaptive_lanes.h. Only a ball joint has two
// ways (`placing` is 4): below, its branches and those of every wrist are looked through twice.
static bool is_inside(const swvi_adaptive_group *g, int way)
{
    return g->broken[way] == 0.0f;
}

// Metres and radians: what the branch's record begins with.
static swv_adaptive_bound bound_of(const float *record)
{
    return (swv_adaptive_bound){ record[0], record[1] };
}

// wrist: in the table's frame, metres; swivel: radians; hand: its rotation in that frame times the table's `hand`.
static void look_up(const swv_adaptive *table, const swv_vec3 *wrist, double swivel, const swv_quat *hand,
                    swvi_adaptive_found *found)
{
    const double wrapped = table->placing == 4 ? swv_angle_wrap(swivel) : 0.0;
    SWVI_RUN_WIDEST(adaptive, table, wrist, wrapped, hand, found)
}

swv_status swv_adaptive_place(const swv_adaptive *table, swv_vec3 wrist, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !q || !count)
        return SWV_NULL;
    if (!swvi_adaptive_is_made(table))
        return SWV_BAD_MODEL;
    if (!swvi_is_finite(swivel) || !swvi_vec3_is_finite(wrist))
        return SWV_BAD_GOAL;
    const swv_quat      none = SWV_IDENTITY_QUAT;
    const swv_pose      at = swvi_frame_apply(table->world, (swv_vec3){ 0.0, 0.0, 0.0 }, (swv_pose){ wrist, none });
    swvi_adaptive_found f;
    int                 solutions = 0;
    look_up(table, &at.position, swivel, &none, &f);
    for (int b = 0; b < f.branches; ++b) {
        for (int way = b; way < (table->placing == 4 ? 2 : 1) * f.stride; way += f.stride) {
            if (!is_inside(&f.placing, way))
                continue;
            for (int j = 0; j < table->placing; ++j)
                q[solutions][j] = f.placing.angle[j][way];
            if (bounds)
                bounds[solutions] = bound_of(f.record[b]);
            ++solutions;
        }
    }
    *count = solutions;
    return SWV_OK;
}

// Gimbals take quaternions of any length that neither overflows nor vanishes: 1e-25 to 1e25, chosen.
static bool is_rotation(swv_pose *pose)
{
    const swv_quat q = pose->rotation;
    const double   squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return (squared > 1e-50 && squared < 1e50) || swv_pose_check(pose) == SWV_OK;
}

swv_status swv_adaptive_solve(const swv_adaptive *table, const swv_pose *hand, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !hand || !q || !count)
        return SWV_NULL;
    if (!swvi_adaptive_is_made(table))
        return SWV_BAD_MODEL;
    swv_pose goal = *hand;
    if (!swvi_is_finite(swivel) || !swvi_vec3_is_finite(goal.position) || !is_rotation(&goal))
        return SWV_BAD_GOAL;
    goal = swvi_frame_apply(table->world, table->wrist_in_hand, goal);
    const swv_quat      turned_hand = swv_quat_mul(goal.rotation, table->hand);
    const int           placing = table->placing;
    swvi_adaptive_found f;
    int                 solutions = 0;
    look_up(table, &goal.position, swivel, &turned_hand, &f);
    for (int b = 0; b < f.branches; ++b) {
        for (int way = b; way < (placing == 4 ? 2 : 1) * f.stride; way += f.stride) {
            for (int turn = b; turn < 2 * f.stride; turn += f.stride) {
                if (!is_inside(&f.placing, way) || !is_inside(&f.wrist, turn))
                    continue;
                for (int j = 0; j < placing; ++j)
                    q[solutions][j] = f.placing.angle[j][way];
                for (int j = 0; j < 3; ++j)
                    q[solutions][placing + j] = f.wrist.angle[j][turn];
                if (bounds)
                    bounds[solutions] = bound_of(f.record[b]);
                ++solutions;
            }
        }
    }
    *count = solutions;
    return SWV_OK;
}
