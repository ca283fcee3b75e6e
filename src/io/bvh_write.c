// SPDX-License-Identifier: MIT
// Writing BVH. Each joint keeps its channels and their order; one that has none, or none for what it does, gets positions x, y, z
// and turns z, x, y. Of the two sets of angles that make a rotation the one nearer to the frame before is written, by whole
// turns, so that curves stay smooth.
//
// Lengths are in the motion's unit. Angles are radians here and degrees in the file. Offsets and times have 9 decimals; the many numbers of frames
// 6, a micrometre or a millionth of a degree. Chosen. `depth` is how many braces are open, `joint` an index.
#include <math.h>
#include <string.h>

#include "io/io_internal.h"
#include "io/out.h"

typedef struct writer {
    swvi_out      out;
    swvi_writing *w;
} writer;

// Text after `depth` tabs.
static void put_indented(writer *o, int depth, const char *text)
{
    for (int i = 0; i < depth; i++)
        swvi_put(&o->out, "\t");
    swvi_put(&o->out, text);
}

static void put_offset(writer *o, int depth, swv_vec3 v)
{
    const double numbers[3] = { v.x, v.y, v.z };
    put_indented(o, depth, "OFFSET");
    for (int k = 0; k < 3; k++) {
        swvi_put(&o->out, " ");
        swvi_put_number(&o->out, numbers[k], 9);
    }
    swvi_put(&o->out, "\n");
}

// The channels (swv_channel, out) a joint is written with, and how many.
static int choose_channels(const swv_motion_joint *joint, unsigned char channels[6])
{
    static const unsigned char usual[] = { SWV_CHANNEL_X_POSITION, SWV_CHANNEL_Y_POSITION, SWV_CHANNEL_Z_POSITION,
                                           SWV_CHANNEL_Z_ROTATION, SWV_CHANNEL_X_ROTATION, SWV_CHANNEL_Y_ROTATION };
    bool                       turns = false, moves = false;  // what the joint's own channels can say
    for (int i = 0; i < joint->channel_count; i++) {
        turns = turns || joint->channels[i] >= SWV_CHANNEL_X_ROTATION;
        moves = moves || joint->channels[i] < SWV_CHANNEL_X_ROTATION;
    }
    if (joint->channel_count > 0 && turns == joint->turns && moves == joint->moves) {
        memcpy(channels, joint->channels, (size_t)joint->channel_count);
        return joint->channel_count;
    }
    int count = 0;
    for (int i = 0; i < 6; i++)
        if (i < 3 ? joint->moves : joint->turns)
            channels[count++] = usual[i];
    return count;
}

// Depth first: a joint, its children, its ends. order[*count], out, takes the joints as they come.
static void put_joint(writer *o, int joint, int depth, int *order, int *count)
{
    static const char *const names[] = { " Xposition", " Yposition", " Zposition",
                                         " Xrotation", " Yrotation", " Zrotation" };
    const swv_motion        *m = o->w->motion;
    unsigned char            channels[6];
    const int                channel_count = choose_channels(&m->joints[joint], channels);
    order[(*count)++] = joint;
    put_indented(o, depth, depth == 0 ? "ROOT " : "JOINT ");
    swvi_put_name(&o->out, m->joints[joint].name, "{}");
    swvi_put(&o->out, "\n");
    put_indented(o, depth, "{\n");
    put_offset(o, depth + 1, m->joints[joint].rest.position);
    put_indented(o, depth + 1, "CHANNELS ");
    swvi_put_number(&o->out, channel_count, 0);
    for (int i = 0; i < channel_count; i++)
        swvi_put(&o->out, names[channels[i]]);
    swvi_put(&o->out, "\n");
    for (int i = joint + 1; i < m->joint_count; i++)
        if (m->joints[i].parent == joint)
            put_joint(o, i, depth + 1, order, count);
    for (int i = 0; i < m->end_count; i++) {
        if (m->ends[i].joint != joint)
            continue;
        put_indented(o, depth + 1, "End Site\n");
        put_indented(o, depth + 1, "{\n");
        put_offset(o, depth + 2, m->ends[i].offset);
        put_indented(o, depth + 1, "}\n");
    }
    put_indented(o, depth, "}\n");
}

// The two sets of angles (out) of a rotation about `count` axes (0 to 2), each turned by those before; of fewer than three the nearest there is.
static void find_angles(swv_quat rotation, const int *axes, int count, double first[3], double second[3])
{
    const double parts[3] = { rotation.x, rotation.y, rotation.z };
    if (count == 1) {
        first[0] = second[0] = 2.0 * atan2(parts[axes[0]], rotation.w);
        return;
    }
    const int                    third = count == 3 ? axes[2] : 3 - axes[0] - axes[1];
    static const swv_euler_order orders[3][3][3] = {
        { { 0 }, { SWV_EULER_XYX, 0, SWV_EULER_XYZ }, { SWV_EULER_XZX, SWV_EULER_XZY, 0 } },
        { { 0, SWV_EULER_YXY, SWV_EULER_YXZ }, { 0 }, { SWV_EULER_YZX, SWV_EULER_YZY, 0 } },
        { { 0, SWV_EULER_ZXY, SWV_EULER_ZXZ }, { SWV_EULER_ZYX, 0, SWV_EULER_ZYZ }, { 0 } },
    };
    swv_euler_from_mat3(orders[axes[0]][axes[1]][third], swv_mat3_from_quat(rotation), first, second);
    if (count == 2 && fabs(second[2]) < fabs(first[2]))
        memcpy(first, second, 3 * sizeof *first);
    else if (count == 2)
        memcpy(second, first, 3 * sizeof *first);
}

// `before` in: the angles of the last frame, in the first NaN; out: those of this one.
static void choose_angles(swv_quat rotation, const int *axes, int count, double before[3])
{
    double sets[2][3] = { { 0.0 } }, off[2] = { 0.0, 0.0 };
    find_angles(rotation, axes, count, sets[0], sets[1]);
    if (isnan(before[0])) {
        memcpy(before, sets[0], 3 * sizeof *before);
        return;
    }
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < count; k++) {
            // By whole turns as near as can be to the one before.
            sets[s][k] += 2.0 * SWV_PI * floor((before[k] - sets[s][k]) / (2.0 * SWV_PI) + 0.5);
            off[s] += fabs(sets[s][k] - before[k]);
        }
    memcpy(before, sets[off[1] < off[0]], 3 * sizeof *before);
}

// A line a frame, the joints in the order of the hierarchy. False if there is no memory.
static bool put_frames(writer *o, const int *order)
{
    const swv_motion *m = o->w->motion;
    swv_pose         *locals = swvi_pool_take(o->w->scratch, (size_t)m->joint_count, sizeof *locals);
    double(*angles)[3] = swvi_pool_take(o->w->scratch, (size_t)m->joint_count, sizeof *angles);
    if (!locals || !angles)
        return false;
    for (int i = 0; i < m->joint_count; i++)
        angles[i][0] = NAN;
    for (int f = 0; f < m->frame_count && o->out.is_good; f++) {
        swv_motion_locals(m, f, locals);
        const char *before = "";
        for (int n = 0; n < m->joint_count; n++) {
            const int               i = order[n];
            const swv_motion_joint *joint = &m->joints[i];
            unsigned char           channels[6];
            const int               count = choose_channels(joint, channels);
            int                     axes[6], axis_count = 0, axis = 0;
            for (int k = 0; k < count; k++)
                if (channels[k] >= SWV_CHANNEL_X_ROTATION)
                    axes[axis_count++] = channels[k] - SWV_CHANNEL_X_ROTATION;
            if (axis_count > 0)
                choose_angles(locals[i].rotation, axes, axis_count, angles[i]);
            const swv_vec3 rest = m->positions_are_added ? joint->rest.position : (swv_vec3){ 0.0, 0.0, 0.0 };
            const swv_vec3 p = swv_vec3_sub(locals[i].position, rest);
            const double   places[3] = { p.x, p.y, p.z };
            for (int k = 0; k < count; k++) {
                const bool is_angle = channels[k] >= SWV_CHANNEL_X_ROTATION;
                swvi_put(&o->out, before);
                swvi_put_number(&o->out, is_angle ? angles[i][axis++] * (180.0 / SWV_PI) : places[channels[k]], 6);
                before = " ";
            }
        }
        swvi_put(&o->out, "\n");
    }
    return true;
}

// Three turns at most, no two about one axis after each other: what can be written and read back.
static swv_status check(const swv_motion *m, swv_io_error *error)
{
    for (int i = 0; i < m->joint_count; i++) {
        const swv_motion_joint *joint = &m->joints[i];
        int                     turns = 0, last = -1;
        bool                    is_good =
            joint->parent >= -1 && joint->parent < i && joint->channel_count >= 0 && joint->channel_count <= 6;
        for (int k = 0; is_good && k < joint->channel_count; k++) {
            is_good = joint->channels[k] <= SWV_CHANNEL_Z_ROTATION && joint->channels[k] != last;
            if (joint->channels[k] >= SWV_CHANNEL_X_ROTATION) {
                last = joint->channels[k];
                turns++;
            }
        }
        if (!is_good || turns > 3)
            return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "joint %d: a parent or channels that cannot be written", i);
    }
    return swvi_check_frames(m, false, error);
}

swv_status swvi_bvh_write(swvi_writing *w)
{
    const swv_motion *m = w->motion;
    const swv_status  status = check(m, w->error);
    if (status != SWV_OK)
        return status;
    writer o = { .w = w };
    int   *order = swvi_pool_take(w->scratch, (size_t)m->joint_count, sizeof *order), count = 0;
    if (!order || !swvi_out_begin(&o.out, w->scratch, w->sink, w->user))
        return swvi_no_memory(w->error);
    swvi_put(&o.out, "HIERARCHY\n");
    for (int i = 0; i < m->joint_count; i++)
        if (m->joints[i].parent < 0)
            put_joint(&o, i, 0, order, &count);
    swvi_put(&o.out, "MOTION\nFrames: ");
    swvi_put_number(&o.out, m->frame_count, 0);
    swvi_put(&o.out, "\nFrame Time: ");
    swvi_put_number(&o.out, m->frame_time, 9);
    swvi_put(&o.out, "\n");
    return !put_frames(&o, order) ? swvi_no_memory(w->error) : swvi_out_end(&o.out, w->error);
}
