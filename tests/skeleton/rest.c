// SPDX-License-Identifier: MIT
// Rest poses from recordings. Lengths are in the skeleton's unit, angles radians; rests are against the parent, places in the world (skeleton.h).
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "swivel/body.h"
#include "swivel/skeleton.h"
#include "swivel/retarget.h"
#include "swivel_io/motion.h"

enum { ALL = 256 };

typedef struct recording {
    swv_motion   motion;
    swv_joint    joints[ALL];
    swv_skeleton skeleton;
    swv_binding  binding;
    swv_pose    *clip;
    double       memory[SWV_SKELETON_BYTES(ALL) / sizeof(double)], scratch[SWV_SKELETON_BYTES(ALL) / sizeof(double)];
} recording;

// The skeleton of r->joints, and its binding.
static void bind_joints(recording *r)
{
    const swv_skeleton_options options = { .up = r->motion.up };
    assert_true(r->motion.joint_count <= ALL);
    assert_int_equal(swv_skeleton_make(r->joints, r->motion.joint_count, &options, r->memory, &r->skeleton, NULL),
                     SWV_OK);
    assert_int_equal(swv_skeleton_bind(&r->skeleton, NULL, r->scratch, &r->binding), SWV_OK);
}

static void read_clip(const char *name, recording *r)
{
    char path[300];
    snprintf(path, sizeof path, "%s/data/files/bvh/%s.bvh", SWIVEL_SOURCE_DIR, name);
    assert_int_equal(swv_motion_read_file(path, NULL, &r->motion, NULL), SWV_OK);
    assert_int_equal(swv_motion_joints(&r->motion, -1, r->joints), SWV_OK);
    bind_joints(r);
    const size_t count = (size_t)r->motion.joint_count;
    r->clip = malloc((size_t)r->motion.frame_count * count * sizeof *r->clip);
    assert_non_null(r->clip);
    for (int f = 0; f < r->motion.frame_count; f++)
        assert_int_equal(swv_motion_locals(&r->motion, f, r->clip + (size_t)f * count), SWV_OK);
}

static void free_clip(recording *r)
{
    free(r->clip);
    swv_motion_free(&r->motion);
}

// Every joint gets other axes: the same motion, and a zero that is no posture.
static void change_axes(recording *r, uint64_t *random)
{
    const int count = r->motion.joint_count;
    swv_quat  axes[ALL];
    for (int j = 0; j < count; j++)
        axes[j] =
            swv_quat_normalize((swv_quat){ random_between(random, -1.0, 1.0), random_between(random, -1.0, 1.0),
                                           random_between(random, -1.0, 1.0), random_between(random, -1.0, 1.0) });
    for (int f = 0; f < r->motion.frame_count; f++)
        for (int j = 0; j < count; j++) {
            swv_pose *p = r->clip + f * count + j;
            const int parent = r->joints[j].parent;
            p->rotation = swv_quat_mul(p->rotation, axes[j]);
            if (parent < 0)
                continue;
            p->rotation = swv_quat_mul(swv_quat_conjugate(axes[parent]), p->rotation);
            p->position = swv_quat_rotate(swv_quat_conjugate(axes[parent]), p->position);
        }
}

// One frame as the skeleton's rest.
static void take_rest(recording *r, const swv_pose *locals)
{
    for (int j = 0; j < r->motion.joint_count; j++)
        r->joints[j].rest = locals[j];
    bind_joints(r);
}

static void which_rest_poses_are_postures(void **state)
{
    (void)state;
    static recording         r;
    static const char *const good[] = { "cmu_02_01_walk",  "jumping_jacks_mixed_order",
                                        "makehuman_tpose", "three_pirouette",
                                        "wave_hello",      "pybvh_mixed_orders" };
    for (int i = 0; i < 6; i++) {
        read_clip(good[i], &r);
        if (!swv_rest_is_posture(&r.skeleton, &r.binding))
            fail_msg("%s", good[i]);
        free_clip(&r);
    }
    read_clip("geno_stance", &r);  // its clavicles point straight up
    assert_false(swv_rest_is_posture(&r.skeleton, &r.binding));
    free_clip(&r);
    read_clip("rokoko_jesse_dance", &r);
    assert_false(swv_rest_is_posture(&r.skeleton, &r.binding));
    assert_false(swv_rest_is_posture(&r.skeleton, NULL));
    assert_false(swv_rest_is_posture(NULL, &r.binding));
    free_clip(&r);
}

static swv_vec3 seen_from_hips(const swv_body *b, const swv_pose *worlds, swv_vec3 way)
{
    const swv_vec3 z = swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 0.0, 1.0 });
    const swv_vec3 across =
        swv_vec3_sub(worlds[b->mount.limbs[2].joints[0]].position, worlds[b->mount.limbs[3].joints[0]].position);
    const swv_vec3 x = swv_vec3_normalize(swv_vec3_sub(across, swv_vec3_scale(swv_vec3_dot(across, z), z)));
    return (swv_vec3){ swv_vec3_dot(way, x), swv_vec3_dot(way, swv_vec3_cross(z, x)), swv_vec3_dot(way, z) };
}

static const char *const parts_seen[] = { "head", "hands", "elbows", "knees", "feet" };

// A recording whose zero is a T-pose, and the same with a zero that is none: on another body they come out alike.
static void as_good_as_a_t_pose(void **state)
{
    (void)state;
    static const char *const clips[] = { "cmu_124_01_pitch", "cmu_80_08_pickup", "three_pirouette" };
    static recording         known, changed, target;
    static swv_body          bodies[3];
    uint64_t                 random = 7;
    read_clip("makehuman_tpose", &target);
    assert_int_equal(swv_body_make(&target.skeleton, &target.binding, &bodies[2], NULL), SWV_OK);
    for (int i = 0; i < 3; i++) {
        read_clip(clips[i], &known);
        read_clip(clips[i], &changed);
        change_axes(&changed, &random);
        take_rest(&changed, changed.clip + 10 * changed.motion.joint_count);
        assert_int_equal(swv_rest_find(&changed.skeleton, &changed.binding, changed.clip, changed.motion.frame_count,
                                       changed.scratch, changed.joints),
                         SWV_OK);
        bind_joints(&changed);
        assert_true(swv_rest_is_posture(&changed.skeleton, &changed.binding));
        assert_int_equal(swv_body_make(&known.skeleton, &known.binding, &bodies[0], NULL), SWV_OK);
        assert_int_equal(swv_body_make(&changed.skeleton, &changed.binding, &bodies[1], NULL), SWV_OK);
        const int    frames = known.motion.frame_count, to = bodies[2].mount.skeleton->joint_count;
        swv_pose    *out[2];
        swv_retarget retarget[2];
        double      *scratch = malloc(swv_retarget_size(frames));
        assert_non_null(scratch);
        for (int k = 0; k < 2; k++) {
            out[k] = malloc((size_t)frames * (size_t)to * sizeof *out[k]);
            assert_non_null(out[k]);
            assert_int_equal(swv_retarget_make(&bodies[k], &bodies[2], NULL, &retarget[k]), SWV_OK);
            assert_int_equal(swv_retarget_clip(&retarget[k], k ? changed.clip : known.clip, frames,
                                               known.motion.frame_time, scratch, out[k], NULL),
                             SWV_OK);
        }
        // Seen from the hips, forward where they face: the two need not start alike.
        static const int parts[][2] = { { SWV_PART_HEAD, SWV_PART_HEAD },
                                        { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND },
                                        { SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_ARM },
                                        { SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG },
                                        { SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT } };
        const double     leg = bodies[2].mount.limbs[2].limb.upper + bodies[2].mount.limbs[2].limb.lower;
        bool             is_good = true;
        for (int p = 0; p < 5; p++) {
            double sum = 0.0, worst = 0.0;
            int    count = 0;
            for (int f = 1; f < frames; f += 5) {
                swv_pose worlds[2][ALL];
                for (int k = 0; k < 2; k++)
                    assert_int_equal(swv_mount_worlds(&bodies[2].mount, out[k] + f * to, worlds[k]), SWV_OK);
                for (int side = 0; side < 2; side++, count++) {
                    const int joint = bodies[2].parts[parts[p][side]], hips = bodies[2].spine[0];
                    swv_vec3  seen[2];
                    for (int k = 0; k < 2; k++)
                        seen[k] = seen_from_hips(&bodies[2], worlds[k],
                                                 swv_vec3_sub(worlds[k][joint].position, worlds[k][hips].position));
                    const double apart = swv_vec3_length(swv_vec3_sub(seen[0], seen[1])) / leg;
                    sum += apart;
                    worst = fmax(worst, apart);
                }
            }
            print_message("%-18s %-7s %.1f cm apart on average, %.1f at most, as if the leg were 0.9 m long\n",
                          clips[i], parts_seen[p], 90.0 * sum / count, 90.0 * worst);
            is_good = is_good && sum / count < (p == 0 ? 0.08 : 0.05);
        }
        for (int k = 0; k < 2; k++)
            free(out[k]);
        free(scratch);
        free_clip(&known);
        free_clip(&changed);
        assert_true(is_good);
    }
    free_clip(&target);
}

static void bad_arguments(void **state)
{
    (void)state;
    static recording r;
    swv_joint        joints[ALL];
    read_clip("cmu_111_25_shrug", &r);
    assert_int_equal(swv_rest_find(&r.skeleton, &r.binding, r.clip, 0, r.scratch, joints), SWV_BAD_COUNT);
    assert_int_equal(swv_rest_find(&r.skeleton, &r.binding, r.clip, 1, r.scratch, joints), SWV_OK);
    r.clip[4].rotation.x = NAN;
    assert_int_equal(swv_rest_find(&r.skeleton, &r.binding, r.clip, 1, r.scratch, joints), SWV_BAD_POSTURE);
    r.binding.parts[SWV_PART_HEAD].joint = -1;
    assert_int_equal(swv_rest_find(&r.skeleton, &r.binding, r.clip, 1, r.scratch, joints), SWV_BAD_MODEL);
    r.binding.parts[SWV_PART_HEAD].joint = ALL;
    assert_int_equal(swv_rest_find(&r.skeleton, &r.binding, r.clip, 1, r.scratch, joints), SWV_BAD_ARGUMENT);
    free_clip(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_rest_poses_are_postures),
        cmocka_unit_test(as_good_as_a_t_pose),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
