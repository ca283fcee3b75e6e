// SPDX-License-Identifier: MIT
// What the fuzz targets of chains share: chains of up to ten joints, and their forward kinematics.
#ifndef SWIVEL_TESTS_FUZZ_CHAINS_H
#define SWIVEL_TESTS_FUZZ_CHAINS_H

#include "fuzz.h"

enum { MOST = 10 };

static inline bool is_status(swv_status status)
{
    return status >= SWV_OK && status <= SWV_BAD_OPTIONS;
}

static inline bool take_chain(stream *s, swv_chain *chain)
{
    const int  count = 1 + take_below(s, MOST);
    swv_axis   axes[MOST];
    swv_dh_row rows[MOST];
    swv_status status;
    if (take_below(s, 4) == 0) {
        for (int i = 0; i < count; ++i)
            rows[i] = (swv_dh_row){ take_number(s, -3.0, 3.0), take_number(s, -1.0, 1.0), take_number(s, -1.0, 1.0),
                                    take_number(s, -3.0, 3.0), take_below(s, 6) == 0 };
        status = swv_chain_from_dh(chain, (swv_dh_convention)take_below(s, 2), rows, count);
    } else {
        for (int i = 0; i < count; ++i)
            axes[i] = (swv_axis){ take_vec3(s, 1.0), take_vec3(s, 1.0), take_below(s, 6) == 0 };
        const swv_pose tip = take_pose(s, 1.0);
        status = swv_chain_from_axes(chain, axes, count, &tip);
    }
    CHECK(is_status(status));
    if (status != SWV_OK)
        return false;
    for (int changes = take_below(s, 5); changes > 0; --changes) {
        const int    joint = take_below(s, count + 1), leader = take_below(s, count + 1);
        const double a = take_number(s, -3.0, 3.0), b = take_number(s, -3.0, 3.0);
        CHECK(is_status(take_below(s, 3) ? swv_chain_set_limits(chain, joint, fmin(a, b), fmax(a, b))
                                         : swv_chain_couple(chain, joint, leader, a, b)));
    }
    CHECK(swv_chain_check(chain) == SWV_OK);
    return true;
}

// The frames of a link by axes and angles: each joint's own turn or slide, one after the other.
static inline void forward(const swv_chain *chain, const double *q, int link, turn *rotation, swv_vec3 *origin)
{
    const int last = link == SWV_TIP ? chain->joint_count - 1 : link - 1;
    *rotation = turn_of(chain->base.rotation);
    *origin = chain->base.position;
    for (int i = 0; i <= last; ++i) {
        const swv_chain_joint *j = &chain->joints[i];
        const double           value = j->ratio * q[j->coordinate] + j->offset;
        *origin = swv_vec3_add(*origin, turned(*rotation, j->origin));
        if (j->slides) {
            *origin = swv_vec3_add(*origin, turned(*rotation, swv_vec3_scale(value, j->axis)));
        } else {
            const double s = sin(0.5 * value);
            *rotation = turn_by(*rotation,
                                turn_of((swv_quat){ s * j->axis.x, s * j->axis.y, s * j->axis.z, cos(0.5 * value) }));
        }
    }
    if (link == SWV_TIP) {
        *origin = swv_vec3_add(*origin, turned(*rotation, chain->tip.position));
        *rotation = turn_by(*rotation, turn_of(chain->tip.rotation));
    }
}

// Lengths and postures with which sums keep their digits.
static inline double size_of(const swv_chain *chain, const double *q)
{
    double size = length_of(chain->base.position) + length_of(chain->tip.position);
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_chain_joint *j = &chain->joints[i];
        const double           value = fabs(j->ratio * q[j->coordinate]) + fabs(j->offset);
        size += length_of(j->origin) * (1.0 + 1e-2 * value) + (j->slides ? value : 0.0);
        if (!j->slides && value > 1e4)
            return INFINITY;
    }
    return size;
}

/// A chain of ours, or one of the library's models.
static inline bool take_chain_or_model(stream *s, swv_chain *chain)
{
    if (take_below(s, 3))
        return take_chain(s, chain);
    return swv_model_chain(swv_model_at(take_below(s, swv_model_count()))->name, chain) == SWV_OK &&
           chain->joint_count <= MOST;
}

#endif
