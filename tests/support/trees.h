// SPDX-License-Identifier: MIT
// Trees: two humanoid robots, and random ones with every kind of joint; postures inside their limits.
#ifndef SWIVEL_TESTS_TREES_H
#define SWIVEL_TESTS_TREES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "swivel/solve.h"

static const swv_joint g1_joints[] = {
#include "../../data/robots/g1.inc"
};
static const swv_joint h1_joints[] = {
#include "../../data/robots/h1.inc"
};

enum { g1_count = sizeof g1_joints / sizeof g1_joints[0], h1_count = sizeof h1_joints / sizeof h1_joints[0] };

/// A tree in memory of its own; free(memory) when done.
typedef struct tree_in_memory {
    swv_skeleton tree;
    void        *memory;
} tree_in_memory;

static inline tree_in_memory tree_of(const swv_joint *joints, int count)
{
    const swv_skeleton_options upright = { .up = { 0.0, 0.0, 1.0 } };
    tree_in_memory             t;
    int                        fault;
    t.memory = malloc(swv_skeleton_size(count));
    if (!t.memory || swv_skeleton_make(joints, count, &upright, t.memory, &t.tree, &fault) != SWV_OK)
        abort();
    return t;
}

static inline swv_vec3 random_direction(uint64_t *seed)
{
    for (;;) {
        const swv_vec3 v = { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1) };
        if (swv_vec3_length(v) > 0.1)
            return swv_vec3_normalize(v);
    }
}

static inline swv_quat random_rotation(uint64_t *seed)
{
    const swv_quat q = { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1),
                         random_between(seed, -1, 1) };
    return swv_quat_normalize(q);
}

/// Joints of every kind, in no particular order of parents; a third has limits.
static inline void random_joints(uint64_t *seed, swv_joint *joints, int count)
{
    int label[SWV_SKELETON_JOINTS];
    for (int i = 0; i < count; ++i)
        label[i] = i;
    for (int i = count - 1; i > 0; --i) {
        const int k = random_below(seed, i + 1), t = label[i];
        label[i] = label[k];
        label[k] = t;
    }
    for (int i = 0; i < count; ++i) {
        swv_joint *j = &joints[label[i]];
        memset(j, 0, sizeof *j);
        j->parent = i == 0 ? -1 : label[i - 1 - random_below(seed, i < 3 ? i : 3)];
        j->kind = (swv_joint_kind)random_below(seed, i == 0 ? 6 : 5);
        j->rest.position = (swv_vec3){ random_between(seed, -0.3, 0.3), random_between(seed, -0.3, 0.3),
                                       random_between(seed, -0.3, 0.3) };
        j->rest.rotation = random_below(seed, 2) ? random_rotation(seed) : (swv_quat)SWV_IDENTITY_QUAT;
        j->axis = random_below(seed, 2) ? random_direction(seed) : (swv_vec3){ 0, 0, random_below(seed, 2) ? 2 : -1 };
        swv_vec3 other = random_direction(seed);
        while (fabs(swv_vec3_dot(other, swv_vec3_normalize(j->axis))) > 0.9)
            other = random_direction(seed);
        j->second_axis = j->kind == SWV_JOINT_BALL ? swv_vec3_cross(j->axis, other) : other;
        for (int k = 0; k < 3 && random_below(seed, 3) == 0; ++k) {
            j->lower[k] = random_between(seed, -1.5, -0.1);
            j->upper[k] = random_between(seed, 0.1, 1.5);
        }
        j->mass = random_between(seed, 0, 2);
        j->center = (swv_vec3){ random_between(seed, -0.1, 0.1), 0.0, random_between(seed, -0.1, 0.1) };
    }
}

/// Lets about half of the hinges and sliders follow one of those before them, which may follow in turn.
static inline void couple_joints(uint64_t *seed, swv_joint *joints, int count)
{
    int known[64], found = 0;
    for (int i = 0; i < count && found < 64; ++i) {
        if (joints[i].kind != SWV_JOINT_HINGE && joints[i].kind != SWV_JOINT_SLIDER)
            continue;
        if (found > 0 && random_below(seed, 2) == 0) {
            joints[i].follows = known[random_below(seed, found)];
            joints[i].ratio = random_between(seed, 0.4, 1.5) * (random_below(seed, 2) ? 1 : -1);
            joints[i].offset = random_between(seed, -0.05, 0.05);
            joints[i].lower[0] = -2;
            joints[i].upper[0] = 2;
        }
        known[found++] = i;
    }
}

/// A posture inside the limits: angles without limits within half a turn, slides within 0.3, free joints within a metre of the
/// origin, a ball's swing and twist anywhere its cone and range allow.
static inline void tree_posture_inside(uint64_t *seed, const swv_skeleton *tree, double *posture)
{
    for (int n = 0; n < tree->joint_count; ++n) {
        const swv_joint *j = &tree->joints[n];
        double          *q = &posture[tree->first_number[n]];
        if (j->ratio != 0)
            continue;
        const double most = j->kind == SWV_JOINT_SLIDER ? 0.3 : SWV_PI;
        const int    scalars = j->kind == SWV_JOINT_UNIVERSAL                              ? 2
                               : j->kind == SWV_JOINT_HINGE || j->kind == SWV_JOINT_SLIDER ? 1
                                                                                           : 0;
        for (int k = 0; k < scalars; ++k)
            q[k] = random_between(seed, fmax(j->lower[k], -most), fmin(j->upper[k], most));
        if (j->kind == SWV_JOINT_FREE)
            for (int k = 0; k < 3; ++k)
                *q++ = random_between(seed, -1, 1);
        if (j->kind != SWV_JOINT_BALL && j->kind != SWV_JOINT_FREE)
            continue;
        const swv_quat r = random_rotation(seed);
        q[0] = r.x;
        q[1] = r.y;
        q[2] = r.z;
        q[3] = r.w;
    }
    (void)swv_skeleton_clamp(tree, posture, posture);
}

#endif
