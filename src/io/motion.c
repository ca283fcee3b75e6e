// SPDX-License-Identifier: MIT
// A motion in use: its poses frame by frame, between frames, in the world; made anew, scaled and turned. Lengths are in the motion's unit, poses in
// their parents' axes (of roots in the world's); joints and frames are indices.
#include <math.h>
#include <string.h>

#include "io/io_internal.h"

bool swvi_motion_lay_out(swvi_pool *pool, swv_motion *motion, bool with_frames)
{
    int size = 0;
    for (int i = 0; i < motion->joint_count; i++) {
        swv_motion_joint *joint = &motion->joints[i];
        joint->position_at = joint->moves ? size : -1;
        size += joint->moves ? 3 : 0;
        joint->rotation_at = joint->turns ? size : -1;
        size += joint->turns ? 4 : 0;
    }
    motion->frame_size = size;
    motion->frames = NULL;
    if (!with_frames || motion->frame_count == 0)
        return true;
    if ((size_t)motion->frame_count > SIZE_MAX / sizeof(double) / (size_t)(size + 1))
        return false;
    motion->frames = swvi_pool_take(pool, (size_t)motion->frame_count * (size_t)size, sizeof(double));
    return motion->frames != NULL;
}

// What of a pose a frame (its numbers) has of a joint.
static void put_pose(const swv_motion_joint *joint, swv_pose pose, double *frame)
{
    if (joint->moves)
        memcpy(frame + joint->position_at, &pose.position, sizeof pose.position);
    if (joint->turns)
        memcpy(frame + joint->rotation_at, &pose.rotation, sizeof pose.rotation);
}

swv_pose swvi_motion_pose(const swv_motion_joint *joint, const double *frame)
{
    swv_pose pose = joint->rest;
    if (frame && joint->moves)
        memcpy(&pose.position, frame + joint->position_at, sizeof pose.position);
    if (frame && joint->turns)
        memcpy(&pose.rotation, frame + joint->rotation_at, sizeof pose.rotation);
    return pose;
}

// Whether a motion can be made of them: at most 6 channels, three positions and three rotations.
static swv_status check_joints(const swv_motion_joint *joints, int count, swv_io_error *error)
{
    for (int i = 0; i < count; i++) {
        swv_pose         rest = joints[i].rest;
        const swv_status status = swv_pose_check(&rest);
        if (joints[i].parent < -1 || joints[i].parent >= i)
            return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "joint %d: its parent %d is not an earlier joint", i,
                             joints[i].parent);
        if (status != SWV_OK)
            return swvi_fail(error, status, 0, 0, "joint %d: its rest pose: %s", i, swv_status_text(status));
        if (joints[i].channel_count < 0 || joints[i].channel_count > 6)
            return swvi_fail(error, SWV_BAD_COUNT, 0, 0, "joint %d: %d channels", i, joints[i].channel_count);
    }
    return SWV_OK;
}

// To motion->joints, in the pool, with names of their own. False if there is no memory.
static bool copy_joints(swvi_pool *pool, const swv_motion_joint *joints, int count, swv_motion *motion)
{
    motion->joints = swvi_pool_take(pool, (size_t)count, sizeof *joints);
    if (!motion->joints)
        return false;
    for (int i = 0; i < count; i++) {
        const char *name = joints[i].name ? joints[i].name : "";
        motion->joints[i] = joints[i];
        motion->joints[i].name = swvi_take_text(pool, name, strlen(name));
        if (!motion->joints[i].name)
            return false;
        swv_pose_check(&motion->joints[i].rest);
    }
    motion->joint_count = count;
    return true;
}

swv_status swv_motion_make(const swv_motion_joint *joints, int joint_count, int frame_count, double frame_time,
                           const swv_io_options *options, swv_motion *motion, swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    options = swvi_options(options);
    if (!joints || !motion)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    if (joint_count < 1 || joint_count > SWV_MOTION_JOINTS || frame_count < 0)
        return swvi_fail(error, SWV_BAD_COUNT, 0, 0, "%d joints, %d frames", joint_count, frame_count);
    if (!isfinite(frame_time))
        return swvi_fail(error, SWV_NOT_FINITE, 0, 0, "the frame time is not finite");
    if (frame_time < 0.0)
        return swvi_fail(error, SWV_BAD_ARGUMENT, 0, 0, "the frame time is negative");
    swv_status status = swvi_check(options, false, error);
    if (status == SWV_OK)
        status = check_joints(joints, joint_count, error);
    if (status != SWV_OK)
        return status;
    swvi_pool *pool = swvi_pool_make(options);
    swv_motion made = { .frame_count = frame_count, .frame_time = frame_time };
    bool is_made = pool && copy_joints(pool, joints, joint_count, &made) && swvi_motion_lay_out(pool, &made, true);
    for (int f = 0; is_made && f < frame_count; f++)
        for (int i = 0; i < joint_count; i++)
            put_pose(&made.joints[i], made.joints[i].rest, swvi_frame_at(&made, f));
    made.inside = pool;
    is_made = is_made && swvi_guess(&made, options);
    if (!is_made) {
        swvi_pool_free(pool);
        return swvi_no_memory(error);
    }
    *motion = made;
    return SWV_OK;
}

void swv_motion_free(swv_motion *motion)
{
    if (motion) {
        swvi_pool_free(motion->inside);
        *motion = (swv_motion){ 0 };
    }
}

// Whether a frame can be asked for; -1 is the rest.
static bool has_frame(const swv_motion *motion, int frame)
{
    return frame == -1 || (frame >= 0 && frame < motion->frame_count && (motion->frames || motion->frame_size == 0));
}

swv_status swv_motion_locals(const swv_motion *motion, int frame, swv_pose *locals)
{
    if (!motion || !locals)
        return SWV_NULL;
    if (!has_frame(motion, frame))
        return SWV_BAD_COUNT;
    const double *numbers = frame >= 0 && motion->frames ? swvi_frame_at(motion, frame) : NULL;
    for (int i = 0; i < motion->joint_count; i++)
        locals[i] = swvi_motion_pose(&motion->joints[i], numbers);
    return SWV_OK;
}

swv_quat swvi_quat_part(swv_quat a, swv_quat b, double share)
{
    const swv_quat turn = swv_quat_mul(swv_quat_conjugate(a), b);
    return swv_quat_mul(a, swv_quat_from_rotation_vector(swv_vec3_scale(share, swv_rotation_vector_from_quat(turn))));
}

swv_quat swvi_quat_of_axes(swv_vec3 right, swv_vec3 forward)
{
    const swv_vec3 x = swv_vec3_normalize(right),
                   y = swv_vec3_normalize(swv_vec3_sub(forward, swv_vec3_scale(swv_vec3_dot(forward, x), x))),
                   z = swv_vec3_cross(x, y);
    return swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } });
}

swv_status swv_motion_sample(const swv_motion *motion, double seconds, swv_pose *locals)
{
    if (!motion || !locals)
        return SWV_NULL;
    if (!isfinite(seconds))
        return SWV_NOT_FINITE;
    if (motion->frame_count < 1 || !has_frame(motion, 0))
        return SWV_BAD_COUNT;
    const double last = motion->frame_count - 1;
    const double at = motion->frame_time > 0.0 ? seconds / motion->frame_time : 0.0;
    const double inside = at < 0.0 ? 0.0 : at > last ? last : at;
    const int    first = (int)inside, second = first < motion->frame_count - 1 ? first + 1 : first;
    const double share = inside - first;
    for (int i = 0; i < motion->joint_count; i++) {
        const swv_motion_joint *joint = &motion->joints[i];
        const swv_pose          a = swvi_motion_pose(joint, motion->frames ? swvi_frame_at(motion, first) : NULL);
        const swv_pose          b = swvi_motion_pose(joint, motion->frames ? swvi_frame_at(motion, second) : NULL);
        locals[i].position = swv_vec3_add(a.position, swv_vec3_scale(share, swv_vec3_sub(b.position, a.position)));
        locals[i].rotation = share == 0.0 || !joint->turns ? a.rotation : swvi_quat_part(a.rotation, b.rotation, share);
    }
    return SWV_OK;
}

swv_status swv_motion_put(swv_motion *motion, int frame, const swv_pose *locals)
{
    if (!motion || !locals)
        return SWV_NULL;
    if (frame < 0 || !has_frame(motion, frame))
        return SWV_BAD_COUNT;
    for (int i = 0; i < motion->joint_count; i++) {
        swv_pose         pose = locals[i];
        const swv_status status = swv_pose_check(&pose);
        if (status != SWV_OK)
            return status == SWV_NOT_FINITE ? SWV_NOT_FINITE : SWV_BAD_POSTURE;
    }
    for (int i = 0; i < motion->joint_count && motion->frames; i++) {
        swv_pose pose = locals[i];
        swv_pose_check(&pose);
        put_pose(&motion->joints[i], pose, swvi_frame_at(motion, frame));
    }
    return SWV_OK;
}

swv_status swv_motion_worlds(const swv_motion *motion, const swv_pose *locals, swv_pose *worlds)
{
    if (!motion || !locals || !worlds)
        return SWV_NULL;
    for (int i = 0; i < motion->joint_count; i++) {
        swv_pose pose = locals[i];
        if (swv_pose_check(&pose) == SWV_NOT_FINITE)
            return SWV_NOT_FINITE;
    }
    for (int i = 0; i < motion->joint_count; i++) {
        const int parent = motion->joints[i].parent;
        worlds[i] = parent < 0 ? locals[i] : swv_pose_mul(worlds[parent], locals[i]);
    }
    return SWV_OK;
}

swv_status swv_motion_joints(const swv_motion *motion, int frame, swv_joint *joints)
{
    if (!motion || !joints)
        return SWV_NULL;
    if (!has_frame(motion, frame))
        return SWV_BAD_COUNT;
    const double *numbers = frame >= 0 && motion->frames ? swvi_frame_at(motion, frame) : NULL;
    for (int i = 0; i < motion->joint_count; i++) {
        const swv_motion_joint *joint = &motion->joints[i];
        joints[i] = (swv_joint){ .name = joint->name,
                                 .parent = joint->parent,
                                 .kind = joint->parent < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL,
                                 .rest = swvi_motion_pose(joint, numbers) };
    }
    return SWV_OK;
}

swv_pose swvi_pose_transformed(swv_pose pose, bool is_root, double scale, swv_quat rotation)
{
    pose.position = swv_vec3_scale(scale, pose.position);
    if (is_root) {
        pose.position = swv_quat_rotate(rotation, pose.position);
        pose.rotation = swv_quat_mul(rotation, pose.rotation);
    }
    return pose;
}

// A robot's joint i with lengths times `scale`: those are numbers of a slider. Its ratio is of its number to that of the joint it follows.
static void scale_joint(swv_joint *robot, int i, double scale)
{
    swv_joint *j = &robot[i];
    const bool slides = j->kind == SWV_JOINT_SLIDER,
               leader_slides = j->ratio != 0.0 && robot[j->follows].kind == SWV_JOINT_SLIDER;
    j->ratio *= (slides ? scale : 1.0) / (leader_slides ? scale : 1.0);
    j->offset *= slides ? scale : 1.0;
    j->lower[0] *= slides ? scale : 1.0;
    j->upper[0] *= slides ? scale : 1.0;
    j->center = swv_vec3_scale(scale, j->center);
    j->low = swv_vec3_scale(scale, j->low);
    j->high = swv_vec3_scale(scale, j->high);
}

swv_status swv_motion_transform(swv_motion *motion, double scale, swv_quat rotation)
{
    swv_pose turn = { { 0.0, 0.0, 0.0 }, rotation };
    if (!motion)
        return SWV_NULL;
    const swv_status status = isfinite(scale) ? swv_pose_check(&turn) : SWV_NOT_FINITE;
    if (status != SWV_OK)
        return status;
    if (scale <= 0.0)
        return SWV_BAD_ARGUMENT;
    for (int i = 0; i < motion->joint_count; i++) {
        swv_motion_joint *joint = &motion->joints[i];
        const bool        is_root = joint->parent < 0;
        for (int f = 0; f < motion->frame_count && motion->frames; f++) {
            double *frame = swvi_frame_at(motion, f);
            put_pose(joint, swvi_pose_transformed(swvi_motion_pose(joint, frame), is_root, scale, turn.rotation),
                     frame);
        }
        joint->rest = swvi_pose_transformed(joint->rest, is_root, scale, turn.rotation);
        if (motion->robot) {
            scale_joint(motion->robot, i, scale);
            motion->robot[i].rest = joint->rest;
        }
    }
    for (int i = 0; i < motion->end_count; i++)
        motion->ends[i].offset = swv_vec3_scale(scale, motion->ends[i].offset);
    motion->metres_per_unit /= scale;
    motion->up = swv_quat_rotate(turn.rotation, motion->up);
    return SWV_OK;
}
