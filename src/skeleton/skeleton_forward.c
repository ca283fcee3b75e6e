// SPDX-License-Identifier: MIT
//
// Where the links of a skeleton are, and how they move.
//
// world_from_link = world_from_parent * rest * motion of the joint. A change of one joint concerns that link and those below it,
// which stand right after it in skeleton->order. (Section 5.3.2 of the thesis propagates by turning every vertex about the pivot; its two
// translations have the wrong signs.)
//
// Postures, frames and freedoms are those of skeleton.h: frames in the world, by joint; radians, and metres or the skeleton's unit.
#include <string.h>

#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"

// How a joint that is not free is moved, in its own axes, by its numbers: radians, lengths, or a quaternion.
static swv_pose motion_of(const swv_joint *j, const double *numbers)
{
    swv_pose motion = SWV_IDENTITY_POSE;
    if (j->kind == SWV_JOINT_HINGE)
        motion.rotation = swv_quat_from_axis_angle(j->axis, swvi_value_of(j, numbers[0]));
    else if (j->kind == SWV_JOINT_SLIDER)
        motion.position = swv_vec3_scale(swvi_value_of(j, numbers[0]), j->axis);
    else if (j->kind == SWV_JOINT_UNIVERSAL)
        motion.rotation = swv_quat_mul(swv_quat_from_axis_angle(j->axis, numbers[0]),
                                       swv_quat_from_axis_angle(j->second_axis, numbers[1]));
    else if (j->kind == SWV_JOINT_BALL)
        motion.rotation = swvi_quat_at(numbers);
    return motion;
}

// Link n in the world, from its parent's frame, which is there already.
static swv_pose frame_of(const swv_skeleton *skeleton, const double *posture, const swv_pose *frames, int n)
{
    const swv_joint *j = &skeleton->joints[n];
    const double    *numbers = &posture[skeleton->first_number[n]];
    if (j->kind == SWV_JOINT_FREE)
        return (swv_pose){ { numbers[0], numbers[1], numbers[2] }, swvi_quat_at(&numbers[3]) };
    return swv_pose_mul(j->parent >= 0 ? swv_pose_mul(frames[j->parent], j->rest) : j->rest, motion_of(j, numbers));
}

swv_status swv_skeleton_frames(const swv_skeleton *skeleton, const double *posture, swv_pose *frames)
{
    const swv_status status = swvi_posture_status(skeleton, posture, !frames);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < skeleton->joint_count; ++i)
        frames[skeleton->order[i]] = frame_of(skeleton, posture, frames, skeleton->order[i]);
    return SWV_OK;
}

static void move_below(const swv_skeleton *skeleton, const double *posture, int joint, swv_pose *frames)
{
    for (int i = skeleton->place[joint]; i < skeleton->below[joint]; ++i)
        frames[skeleton->order[i]] = frame_of(skeleton, posture, frames, skeleton->order[i]);
}

swv_status swv_skeleton_move(const swv_skeleton *skeleton, const double *posture, int joint, swv_pose *frames)
{
    const swv_status status = swvi_posture_status(skeleton, posture, !frames);
    if (status != SWV_OK)
        return status;
    if (joint < 0 || joint >= skeleton->joint_count)
        return SWV_BAD_COUNT;
    const swvi_joint *inside = swvi_skeleton_inside(skeleton);
    if (!inside[joint].is_coupled) {
        move_below(skeleton, posture, joint, frames);
        return SWV_OK;
    }
    // Those that share its number, each after those above it.
    for (int i = 0; i < skeleton->joint_count; ++i)
        if (inside[skeleton->order[i]].leader == inside[joint].leader)
            move_below(skeleton, posture, skeleton->order[i], frames);
    return SWV_OK;
}

// Whether all numbers are finite: 0 times another is NaN.
static bool are_poses(const swv_pose *frames, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        const swv_pose f = frames[i];
        sum += 0.0 * (f.position.x + f.position.y + f.position.z);
        sum += 0.0 * (f.rotation.x + f.rotation.y + f.rotation.z + f.rotation.w);
    }
    return sum == 0.0;
}

/// A 6 x `columns` matrix, by rows, that is being filled. Columns of joints that share a number are sums, each times its ratio.
typedef struct rates {
    double *rows;
    int     columns;
    bool    is_sum;
    double  ratio;
} rates;

// What a freedom does to the point, in the world: metres and radians for each unit of its number.
static void set_column(rates r, int column, swv_vec3 velocity, swv_vec3 turning)
{
    const double values[6] = { velocity.x, velocity.y, velocity.z, turning.x, turning.y, turning.z };
    for (int k = 0; k < 6; ++k) {
        double *entry = &r.rows[k * r.columns + column];
        *entry = r.is_sum ? *entry + r.ratio * values[k] : values[k];
    }
}

int swvi_joint_freedoms(const swv_joint *j, swv_quat turn, const double *numbers, swvi_freedom *freedoms)
{
    static const swv_vec3 world[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    const int             count = swvi_freedoms_of(j->kind), moves = j->kind == SWV_JOINT_FREE ? 3 : 0;
    swv_vec3              axis = j->axis;
    if (j->kind == SWV_JOINT_BALL || j->kind == SWV_JOINT_FREE) {
        for (int k = 0; k < count; ++k)
            freedoms[k] = (swvi_freedom){ world[k % 3], k >= moves };
        return count;
    }
    // The link has made the second turn too: the first axis, as the link sees it, is turned back by it.
    if (j->kind == SWV_JOINT_UNIVERSAL)
        axis = swv_quat_rotate(swv_quat_from_axis_angle(j->second_axis, -numbers[1]), axis);
    if (count > 0)
        freedoms[0] = (swvi_freedom){ swv_quat_rotate(turn, axis), j->kind != SWV_JOINT_SLIDER };
    if (count > 1)
        freedoms[1] = (swvi_freedom){ swv_quat_rotate(turn, j->second_axis), true };
    return count;
}

// The columns of joint n, `arm` from its origin to the point, in the world.
static void set_joint(rates r, const swv_skeleton *skeleton, const swv_pose *frames, const double *posture, int n,
                      swv_vec3 arm)
{
    const swv_vec3   zero = { 0.0, 0.0, 0.0 };
    const swv_joint *j = &skeleton->joints[n];
    swvi_freedom     freedoms[6];
    const int        count = swvi_joint_freedoms(j, frames[n].rotation, &posture[skeleton->first_number[n]], freedoms);
    r.is_sum = swvi_skeleton_inside(skeleton)[n].is_coupled;
    r.ratio = swvi_joint_follows(j) ? j->ratio : 1.0;
    for (int k = 0; k < count; ++k) {
        const swv_vec3 d = freedoms[k].direction;
        if (freedoms[k].turns)
            set_column(r, skeleton->first_freedom[n] + k, swv_vec3_cross(d, arm), d);
        else
            set_column(r, skeleton->first_freedom[n] + k, d, zero);
    }
}

swv_status swv_skeleton_jacobian(const swv_skeleton *skeleton, const swv_pose *frames, const double *posture, int joint,
                                 swv_vec3 point, double *jacobian)
{
    if (!frames)
        return SWV_NULL;
    const swv_status status = swvi_posture_status(skeleton, posture, !jacobian);
    if (status != SWV_OK)
        return status;
    if (joint < 0 || joint >= skeleton->joint_count)
        return SWV_BAD_COUNT;
    if (!swvi_vec3_is_finite(point) || !are_poses(frames, skeleton->joint_count))
        return SWV_NOT_FINITE;
    const rates    r = { jacobian, skeleton->freedom_count, false, 1.0 };
    const swv_vec3 at = swv_pose_apply(frames[joint], point);
    memset(jacobian, 0, sizeof(double) * 6 * (size_t)skeleton->freedom_count);
    for (int n = joint; n >= 0; n = skeleton->joints[n].parent)
        set_joint(r, skeleton, frames, posture, n, swv_vec3_sub(at, frames[n].position));
    return SWV_OK;
}

swv_status swv_skeleton_mass_center(const swv_skeleton *skeleton, const swv_pose *frames, swv_vec3 *center)
{
    const swv_status status = swvi_status_or_null(swvi_skeleton_status(skeleton), !frames || !center);
    if (status != SWV_OK)
        return status;
    if (!are_poses(frames, skeleton->joint_count))
        return SWV_NOT_FINITE;
    swv_vec3 sum = { 0.0, 0.0, 0.0 };
    double   mass = 0.0;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swv_joint *j = &skeleton->joints[n];
        sum = swv_vec3_add(sum, swv_vec3_scale(j->mass, swv_pose_apply(frames[n], j->center)));
        mass += j->mass;
    }
    if (!(mass > 0.0))
        return SWV_BAD_MODEL;
    const swv_vec3 mean = swv_vec3_scale(1.0 / mass, sum);
    if (!swvi_vec3_is_finite(mean))
        return SWV_NOT_FINITE;
    *center = mean;
    return SWV_OK;
}
