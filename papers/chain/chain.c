// SPDX-License-Identifier: MIT
//
// What a chain is made of besides its geometry: limits, couplings, and the check that a chain makes sense.
//
// Values, limits and offsets of joints are radians where they turn, metres where they slide (or the chain's own unit of length); ratios
// have the unit that makes it so. `joint` and `leader` are indices into chain.joints, `coordinate` is an index into a posture q.
#include "swivel_papers/chain.h"

#include <math.h>

#include "chain/chain_internal.h"
#include "math/scalar.h"
#include "skeleton/axis_along.h"
#include "solve/table_bytes.h"

// Enough for memory safety; swv_chain_check looks at the rest.
static bool has_joints(const swv_chain *chain)
{
    return chain->joint_count >= 1 && chain->joint_count <= SWV_MAX_JOINTS && chain->dof >= 1 &&
           chain->dof <= chain->joint_count;
}

static bool joint_exists(const swv_chain *chain, int joint)
{
    return joint >= 0 && joint < chain->joint_count;
}

// In order, neither a NaN, and some value between them.
static bool are_limits(double lower, double upper)
{
    return lower <= upper && lower < INFINITY && upper > -INFINITY;
}

swv_status swv_chain_set_limits(swv_chain *chain, int joint, double lower, double upper)
{
    if (!chain)
        return SWV_NULL;
    if (!has_joints(chain))
        return SWV_BAD_MODEL;
    if (!joint_exists(chain, joint))
        return SWV_BAD_COUNT;
    if (!are_limits(lower, upper))
        return SWV_BAD_LIMITS;
    chain->joints[joint].lower = lower;
    chain->joints[joint].upper = upper;
    return SWV_OK;
}

// The joint had a coordinate of its own, p. Now p = ratio * (leader's value) + offset, and the leader's value is itself
// linear in its own coordinate: substitute in every joint that moves with p, then close the gap in the numbering.
swv_status swv_chain_couple(swv_chain *chain, int joint, int leader, double ratio, double offset)
{
    if (!chain)
        return SWV_NULL;
    if (swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    if (!joint_exists(chain, joint) || !joint_exists(chain, leader))
        return SWV_BAD_COUNT;
    if (!swvi_is_finite(ratio) || !swvi_is_finite(offset))
        return SWV_NOT_FINITE;
    const swv_chain_joint l = chain->joints[leader];
    const int             p = chain->joints[joint].coordinate;
    if (chain->joints[joint].follows >= 0 || l.coordinate == p)
        return SWV_BAD_COUPLING;

    const double p_ratio = ratio * l.ratio, p_offset = ratio * l.offset + offset;
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_chain_joint *j = &chain->joints[i];
        if (j->coordinate == p &&
            !(swvi_is_finite(j->ratio * p_offset + j->offset) && swvi_is_finite(j->ratio * p_ratio)))
            return SWV_NOT_FINITE;
    }
    chain->joints[joint].follows = leader;
    for (int i = 0; i < chain->joint_count; ++i) {
        swv_chain_joint *j = &chain->joints[i];
        if (j->coordinate == p) {
            j->offset = j->ratio * p_offset + j->offset;
            j->ratio = j->ratio * p_ratio;
            j->coordinate = l.coordinate;
        }
    }
    for (int i = 0; i < chain->joint_count; ++i)
        chain->joints[i].coordinate -= chain->joints[i].coordinate > p;
    chain->dof -= 1;
    return SWV_OK;
}

// base or tip
static swv_status check_pose(swv_pose pose)
{
    const swv_quat q = pose.rotation;
    const double   length_squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    // 1e-9: a unit quaternion, but for rounding of files and of callers. Chosen.
    if (fabs(length_squared - 1.0) <= 1e-9 && swvi_vec3_is_finite(pose.position))
        return SWV_OK;
    const swv_status status = swv_pose_check(&pose);
    return status == SWV_OK ? SWV_BAD_ARGUMENT : status;
}

// free_joints_before: how many joints before this one follow none, hence the coordinate that it has if it follows none
static swv_status check_joint(const swv_chain *chain, const swv_chain_joint *joint, int free_joints_before)
{
    if (!swvi_vec3_is_finite(joint->origin))
        return SWV_NOT_FINITE;
    // 1e-9: a unit vector, as in check_pose.
    if (!(fabs(swv_vec3_dot(joint->axis, joint->axis) - 1.0) <= 1e-9))
        return swvi_vec3_is_finite(joint->axis) ? SWV_BAD_ARGUMENT : SWV_NOT_FINITE;
    if (joint->axis_along != -1 && joint->axis_along != swvi_axis_along(joint->axis))
        return SWV_BAD_ARGUMENT;
    if (!are_limits(joint->lower, joint->upper))
        return SWV_BAD_LIMITS;
    const bool is_alone = joint->follows == -1;
    if (is_alone && joint->coordinate == free_joints_before && joint->ratio == 1.0 && joint->offset == 0.0)
        return SWV_OK;
    if (!swvi_is_finite(joint->ratio) || !swvi_is_finite(joint->offset))
        return SWV_NOT_FINITE;
    if (joint->follows < -1 || joint->follows >= chain->joint_count)
        return SWV_BAD_COUNT;
    if (is_alone)
        return SWV_BAD_COUPLING;

    // Walking from leader to leader must end at a joint of its own, whose coordinate all share.
    const swv_chain_joint *leader = joint;
    for (int steps = 0; leader->follows >= 0; ++steps) {
        if (steps == chain->joint_count || leader->follows >= chain->joint_count)
            return SWV_BAD_COUPLING;
        leader = &chain->joints[leader->follows];
    }
    return leader->coordinate == joint->coordinate ? SWV_OK : SWV_BAD_COUPLING;
}

swv_status swv_chain_check(const swv_chain *chain)
{
    if (!chain)
        return SWV_NULL;
    if (chain->joint_count < 1 || chain->joint_count > SWV_MAX_JOINTS)
        return SWV_BAD_COUNT;
    swv_status status = check_pose(chain->base);
    if (status == SWV_OK)
        status = check_pose(chain->tip);
    int free_joints = 0;
    for (int i = 0; i < chain->joint_count && status == SWV_OK; ++i) {
        status = check_joint(chain, &chain->joints[i], free_joints);
        free_joints += chain->joints[i].follows < 0;
    }
    if (status == SWV_OK && (free_joints != chain->dof || free_joints < 1))
        status = SWV_BAD_COUNT;
    return status;
}

swv_status swv_chain_limits(const swv_chain *chain, int coordinate, double *lower, double *upper)
{
    if (!chain || !lower || !upper)
        return SWV_NULL;
    if (!has_joints(chain))
        return SWV_BAD_MODEL;
    if (coordinate < 0 || coordinate >= chain->dof)
        return SWV_BAD_COUNT;
    double low = -INFINITY, high = INFINITY;
    for (int n = 0; n < chain->joint_count; ++n) {
        const swv_chain_joint *j = &chain->joints[n];
        if (j->coordinate != coordinate)
            continue;
        // lower <= ratio * q + offset <= upper. Ratio 0: any q, or none (from > to).
        double from = -INFINITY, to = INFINITY;
        if (j->ratio != 0.0) {
            const double a = (j->lower - j->offset) / j->ratio, b = (j->upper - j->offset) / j->ratio;
            from = a < b ? a : b;
            to = a < b ? b : a;
        } else if (!(j->offset >= j->lower && j->offset <= j->upper)) {
            from = INFINITY;
            to = -INFINITY;
        }
        low = from > low ? from : low;
        high = to < high ? to : high;
    }
    *lower = low;
    *upper = high;
    return SWV_OK;
}

// Whether a whole turn of a coordinate is a whole turn of every joint that moves with it. 0x1p50: a larger ratio has too few digits to tell.
static bool whole_turns(const swv_chain *chain, int coordinate)
{
    for (int n = 0; n < chain->joint_count; ++n) {
        const swv_chain_joint *j = &chain->joints[n];
        const bool             is_whole = fabs(j->ratio) < 0x1p50 && j->ratio == swvi_nearest_whole(j->ratio);
        if (j->coordinate == coordinate && j->ratio != 0.0 && (j->slides || !is_whole))
            return false;
    }
    return true;
}

swv_status swv_chain_turn_into_limits(const swv_chain *chain, double *q, uint64_t *outside)
{
    if (!chain || !q || !outside)
        return SWV_NULL;
    if (!has_joints(chain))
        return SWV_BAD_MODEL;
    for (int i = 0; i < chain->dof; ++i)
        if (!swvi_is_finite(q[i]))
            return SWV_BAD_POSTURE;

    uint64_t still_outside = 0;
    for (int i = 0; i < chain->dof; ++i) {
        double lower = 0.0, upper = 0.0;
        (void)swv_chain_limits(chain, i, &lower, &upper);
        const bool is_inside = q[i] >= lower - SWV_LIMIT_TOLERANCE && q[i] <= upper + SWV_LIMIT_TOLERANCE;
        if (!is_inside && !(whole_turns(chain, i) && swv_angle_turn_into(lower, upper, &q[i])))
            still_outside |= (uint64_t)1 << i;
    }
    *outside = still_outside;
    return SWV_OK;
}

uint64_t swvi_chain_hash(const swv_chain *chain)
{
    uint64_t hash = swvi_table_chain_hash(chain->joint_count, &chain->base, &chain->tip);
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_chain_joint *j = &chain->joints[i];
        const swvi_table_joint as_table = { j->origin, j->axis,   j->slides != 0, j->follows,
                                            j->ratio,  j->offset, j->lower,       j->upper };
        hash = swvi_table_joint_hash(hash, &as_table);
    }
    return hash;
}
