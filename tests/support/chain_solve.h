// SPDX-License-Identifier: MIT
// The engine on a chain of the papers: its joints made a skeleton, and solved.
#ifndef SWIVEL_TESTS_CHAIN_SOLVE_H
#define SWIVEL_TESTS_CHAIN_SOLVE_H

#include <stdlib.h>
#include <string.h>

#include "swivel/solve.h"
#include "swivel_papers/chain.h"

/// A chain as a skeleton. Joint i of the chain is joint first + i.
typedef struct chain_skeleton {
    swv_skeleton skeleton;
    void        *memory;
    int          first;
} chain_skeleton;

static inline swv_status chain_skeleton_make(const swv_chain *chain, chain_skeleton *made)
{
    swv_joint joints[SWV_CHAIN_JOINTS];
    const int count = swv_chain_joints(chain, joints);
    *made = (chain_skeleton){ .first = count - (chain ? chain->joint_count : 0) - 1 };
    if (count == 0)
        return SWV_BAD_MODEL;
    made->memory = malloc(swv_skeleton_size(count));
    return swv_skeleton_make(joints, count, NULL, made->memory, &made->skeleton, NULL);
}

static inline void chain_skeleton_free(chain_skeleton *made)
{
    free(made->memory);
    made->memory = NULL;
}

static inline swv_status solve_chain(const swv_chain *chain, const swv_goal *goals, int count, const double *previous,
                                     const swv_solve_options *options, double *q, swv_solve_report *report)
{
    chain_skeleton c;
    swv_status     status = chain_skeleton_make(chain, &c);
    if (status == SWV_OK) {
        void     *room = malloc(swv_solve_size(&c.skeleton, count > 0 ? count : 0) + 1);
        swv_goal *shifted = malloc(sizeof(swv_goal) * (size_t)(count > 0 ? count : 1));
        for (int i = 0; i < count; i++) {
            shifted[i] = goals[i];
            shifted[i].link += goals[i].link > 0 ? c.first : 0;
        }
        const swv_goals all = { .goals = shifted, .count = count };
        status = swv_solve(&c.skeleton, &all, previous, options, room, q, report);
        free(shifted);
        free(room);
    }
    chain_skeleton_free(&c);
    return status;
}

#endif
