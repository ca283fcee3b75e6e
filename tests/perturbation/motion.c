// SPDX-License-Identifier: MIT
// Recorded motion on other bodies and robots, rest poses from recordings, and which joint is which part: a recording that is a little
// elsewhere moves all joints by little and binds the same joints.
#include "body_cases.h"
#include "perturbation.h"
#include "recording.h"
#include "rigs.h"
#include "swivel/retarget.h"
#include "trees.h"

static recording *walk;

/// A frame of the walk with every joint turned by up to `wildness`, and then moved.
static void draw_frame(draw *d, double wildness, swv_pose *locals)
{
    const int    joints = walk->motion.joint_count;
    const size_t frame = (size_t)draw_below(d, walk->count);
    memcpy(locals, walk->clip + frame * (size_t)joints, sizeof *locals * (size_t)joints);
    for (int j = 0; j < joints; j++)
        locals[j].rotation = swv_quat_mul(locals[j].rotation, draw_turn(d, wildness));
}

static void moved_frame(draw *d, swv_pose *locals)
{
    for (int j = 0; j < walk->motion.joint_count; j++)
        locals[j].rotation = moved_rotation(d, locals[j].rotation);
    locals[0].position = moved_place(d, locals[0].position, walk->body.size);
}

/// The walk between its frames, at a time that is moved.
static void sample(const void *setup, draw *d, answer *out)
{
    (void)setup;
    swv_pose     locals[SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
    const double last = walk->motion.frame_time * (walk->motion.frame_count - 1);
    const double seconds = moved_number(d, draw_between(d, walk->motion.frame_time, last));
    assert_int_equal(swv_motion_sample(&walk->motion, seconds, locals), SWV_OK);
    assert_int_equal(swv_motion_worlds(&walk->motion, locals, worlds), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int j = 0; j < walk->motion.joint_count; j++)
        add_place(out, walk->motion.joints[j].name, worlds[j].position, walk->body.size);
}

// ---- other bodies ----

static void retarget_frame(const void *setup, draw *d, answer *out)
{
    const human *h = draw_human(d);
    swv_retarget retarget;
    swv_pose     locals[SWV_MOUNT_JOINTS], result[JOINTS];
    assert_int_equal(swv_retarget_make(&walk->body, &h->body, setup, &retarget), SWV_OK);
    draw_frame(d, draw_between(d, 0, 0.5), locals);
    moved_frame(d, locals);
    assert_int_equal(swv_retarget_frame(&retarget, locals, result), SWV_OK);
    out->where = WHERE_OTHERWISE;
    add_body(out, h, result);
}

/// Forty frames; all of them are moved, each its own way. The body counts in every fourth.
static void retarget_clip(const void *setup, draw *d, answer *out)
{
    enum { FRAMES = 40 };
    static swv_pose clip[FRAMES * SWV_MOUNT_JOINTS], result[FRAMES * JOINTS];
    static double   scratch[1 << 16];
    const human    *h = draw_human(d);
    const int       joints = walk->motion.joint_count, first = draw_below(d, walk->count - FRAMES);
    swv_retarget    retarget;
    assert_true(swv_retarget_size(FRAMES) <= sizeof scratch);
    assert_int_equal(swv_retarget_make(&walk->body, &h->body, setup, &retarget), SWV_OK);
    memcpy(clip, walk->clip + first * joints, sizeof *clip * (size_t)(FRAMES * joints));
    for (int f = 0; f < FRAMES; f++)
        moved_frame(d, clip + f * joints);
    assert_int_equal(swv_retarget_clip(&retarget, clip, FRAMES, walk->motion.frame_time, scratch, result, NULL),
                     SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int f = 0; f < FRAMES; f += 4) {
        swv_pose worlds[JOINTS];
        worlds_of(h, result + f * JOINTS, worlds);
        for (int i = 0; i < h->body.spine_count; i++)
            add_place(out, swv_part_name(h->body.spine[i]), worlds[h->body.spine[i]].position, h->body.size);
        for (int limb = 0; limb < SWV_MOUNT_LIMBS; limb++)
            for (int i = 0; i < 3; i++) {
                const int joint = h->body.mount.limbs[limb].joints[i];
                add_place(out, swv_part_name(joint), worlds[joint].position, h->body.size);
            }
    }
}

// ---- robots ----

/// The walk's frames on a robot, from the posture of a frame that is nearly the same, or from rest.
static void pose_robot(const void *setup, draw *d, answer *out)
{
    static struct {
        tree_in_memory made;
        swv_robot_body body;
        swv_retarget   retarget;
        void          *room;
    } robots[2], *r;
    const bool has_previous = *(const bool *)setup;
    const int  which = draw_below(d, 2);
    r = &robots[which];
    if (!r->room) {
        swv_binding binding;
        r->made = which ? tree_of(h1_joints, h1_count) : tree_of(g1_joints, g1_count);
        const swv_skeleton *tree = &r->made.tree;
        r->room = malloc(swv_robot_body_size(tree));
        assert_non_null(r->room);
        assert_true(swv_skeleton_bind_size(tree->joint_count) <= swv_robot_body_size(tree));
        assert_int_equal(swv_skeleton_bind(tree, NULL, r->room, &binding), SWV_OK);
        assert_int_equal(swv_robot_body_make(tree, &binding, r->room, &r->body, NULL), SWV_OK);
        assert_int_equal(swv_retarget_make(&walk->body, &r->body.body, NULL, &r->retarget), SWV_OK);
    }
    const swv_skeleton *tree = &r->made.tree;
    const double        size = r->body.body.size;
    swv_pose            recorded[SWV_MOUNT_JOINTS], locals[SWV_ROBOT_BODY_JOINTS], frames[SWV_SKELETON_JOINTS];
    double              posture[512];
    draw_frame(d, draw_between(d, 0, 0.2), recorded);
    assert_int_equal(swv_retarget_frame(&r->retarget, recorded, locals), SWV_OK);
    if (has_previous)
        assert_int_equal(swv_robot_body_pose(&r->body, locals, NULL, r->room, posture, NULL), SWV_OK);
    for (int j = 0; j < SWV_ROBOT_BODY_JOINTS; j++)  // the next frame
        locals[j].rotation = moved_rotation(d, swv_quat_mul(locals[j].rotation, draw_turn(d, 0.05)));
    locals[0].position = moved_place(d, locals[0].position, size);
    assert_int_equal(swv_robot_body_pose(&r->body, locals, has_previous ? posture : NULL, r->room, posture, NULL),
                     SWV_OK);
    assert_int_equal(swv_skeleton_frames(tree, posture, frames), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int j = 0; j < tree->joint_count; j++)
        add_place(out, tree->joints[j].name, frames[j].position, size);
}

// ---- skeletons ----

/// The rest pose that thirty frames of the walk tell, all of them moved.
static void find_rest(const void *setup, draw *d, answer *out)
{
    enum { FRAMES = 30 };
    static swv_pose clip[FRAMES * SWV_MOUNT_JOINTS];
    (void)setup;
    static double              memory[SWV_SKELETON_BYTES(SWV_MOUNT_JOINTS) / sizeof(double)], scratch[1 << 14];
    const int                  joints = walk->motion.joint_count, first = draw_below(d, walk->count - FRAMES);
    swv_joint                  found[SWV_MOUNT_JOINTS];
    swv_skeleton               skeleton;
    swv_binding                binding;
    const swv_skeleton_options options = { .up = walk->motion.up };
    assert_true(joints <= SWV_MOUNT_JOINTS && swv_skeleton_bind_size(joints) <= sizeof scratch);
    assert_int_equal(swv_motion_joints(&walk->motion, first + 1, found), SWV_OK);
    assert_int_equal(swv_skeleton_make(found, joints, &options, memory, &skeleton, NULL), SWV_OK);
    assert_int_equal(swv_skeleton_bind(&skeleton, NULL, scratch, &binding), SWV_OK);
    memcpy(clip, walk->clip + first * joints, sizeof *clip * (size_t)(FRAMES * joints));
    for (int f = 0; f < FRAMES; f++)
        moved_frame(d, clip + f * joints);
    assert_int_equal(swv_rest_find(&skeleton, &binding, clip, FRAMES, scratch, found), SWV_OK);
    assert_int_equal(swv_skeleton_make(found, joints, &options, memory, &skeleton, NULL), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int j = 0; j < joints; j++)
        add_frame(out, found[j].name, skeleton.rest_frames[j], 0.1 * walk->body.size, walk->body.size);
}

/// Which joint each part is, by names or by the shape alone: the place of the joint, and the body's axes. The rest pose is moved.
static void bind_parts(const void *setup, draw *d, answer *out)
{
    const swv_bind_options options = { .ignore_names = *(const bool *)setup };
    const human           *h = draw_human(d);
    swv_pose               locals[JOINTS], worlds[JOINTS];
    world_joint            joints[JOINTS];
    world_rig              rig = h->rig;
    swv_binding            binding;
    draw_animation(d, h, draw_between(d, 0, 0.4), locals);
    moved_locals(d, h, locals);
    worlds_of(h, locals, worlds);
    for (int j = 0; j < JOINTS; j++) {
        joints[j] = h->joints[j];
        joints[j].rest = worlds[j];
    }
    rig.joints = joints;
    assert_int_equal(bind_rig(&rig, &options, &binding), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int part = 0; part < SWV_PARTS; part++) {
        const int joint = binding.parts[part].joint;
        add_place(out, swv_part_name(part), joint < 0 ? (swv_vec3){ 0, 0, 0 } : worlds[joint].position, h->body.size);
    }
    add_place(out, "up", binding.up, 1.0);
    add_place(out, "forward", binding.forward, 1.0);
}

int main(int argc, char **argv)
{
    static const swv_retarget_options plain = { 0 }, directions = { .keep_directions = true },
                                      slides = { .keep_slides = true };
    static const bool by_names = false, by_shape = true, with_previous = true, without = false;
    enum { said = MEETS(WHERE_OTHERWISE) };
    static const perturbed functions[] = {
        { "swv_retarget_frame", retarget_frame, &plain, 2000, 600, said, 0.02 },
        { "swv_retarget_frame, directions", retarget_frame, &directions, 2000, 600, said, 0.02 },
        { "swv_retarget_clip", retarget_clip, &plain, 600, 60, said, 0.005 },
        { "swv_retarget_clip, slides", retarget_clip, &slides, 600, 60, said, 0.005 },
        { "swv_robot_body_pose", pose_robot, &with_previous, 1000, 200, said, 0.02 },
        { "swv_robot_body_pose, no previous", pose_robot, &without, 1000, 200, said, 0.02 },
        { "swv_motion_sample", sample, NULL, 2000, 400, said, 0.02 },
        { "swv_rest_find", find_rest, NULL, 400, 100, said, 0.02 },
        { "swv_skeleton_bind", bind_parts, &by_names, 2000, 400, said, 0.02 },
        { "swv_skeleton_bind, by shape", bind_parts, &by_shape, 2000, 400, said, 0.02 },
    };
    walk = read_clip("cmu_02_01_walk");
    return RUN_PERTURBATIONS("motion", functions, argc, argv);
}
