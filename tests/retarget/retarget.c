// SPDX-License-Identifier: MIT
// Recorded motion on other bodies: files of data/files on the rigs of data/rigs. Lengths are in the skeleton's unit, angles radians; places are in
// the world.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/skeleton.h"
#include "recording.h"
#include "rigs.h"
#include "swivel/body.h"

static swv_body *read_body_of(const char *name)
{
    static skeleton_file file;
    static swv_body      body;
    char                 path[300];
    swv_binding          binding;
    snprintf(path, sizeof path, "%s/data/rigs/%s.json", SWIVEL_SOURCE_DIR, name);
    skeleton_read(path, &file);
    static world_joint joints[256];
    world_rig          rig;
    assert_true(file.own.skeleton.joint_count <= 256);
    rig_of_skeleton(&file.own.skeleton, joints, &rig);
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    assert_int_equal(body_of_rig(&rig, &binding, &body, NULL), SWV_OK);
    skeleton_free(&file);
    return &body;
}

typedef struct measures {
    double drift, below, skating, recorded_skating;
    double
        jump;  ///< radians: by how much more a bone turns in a frame than any of the recorded limb's within two frames of it
} measures;

static double bone_turn(const swv_body *b, const swv_pose *frames, int f, int limb, int k)
{
    const int count = b->mount.skeleton->joint_count, joint = b->mount.limbs[limb].joints[k];
    swv_quat  turns[2] = { SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT };
    for (int i = 0; i < 2; i++)
        for (int j = joint; j >= 0; j = b->mount.skeleton->joints[j].parent)
            turns[i] = swv_quat_mul(swv_quat_normalize(frames[(f - i) * count + j].rotation), turns[i]);
    return swv_quat_angle_between(turns[0], turns[1]);
}

static double largest_jump(const recording *r, const swv_retarget *t, const swv_pose *out)
{
    double jump = 0.0;
    for (int limb = 0; limb < SWV_MOUNT_LIMBS; limb++) {
        double recorded[5] = { 0.0 };
        for (int f = 1; f < r->count; f++) {
            double most = 0.0;
            for (int ahead = f == 1 ? -2 : 2; ahead <= 2; ahead++) {
                double *slot = &recorded[(f + ahead + 5) % 5];
                *slot = 0.0;
                for (int k = 0; k < 3 && f + ahead > 0 && f + ahead < r->count; k++)
                    *slot = fmax(*slot, bone_turn(&r->body, r->clip, f + ahead, limb, k));
            }
            for (int i = 0; i < 5; i++)
                most = fmax(most, recorded[i]);
            for (int k = 0; k < 3; k++)
                jump = fmax(jump, bone_turn(t->to, out, f, limb, k) - most);
        }
    }
    return jump;
}

static measures measure(const recording *r, swv_retarget *t, const swv_pose *out, double floor)
{
    const double dt = r->motion.frame_time;
    foot_track   was = track_of(&r->body, r->clip, r->count, dt, floor),
               is = track_of(t->to, out, r->count, dt, t->to->floor);
    const measures m = { drift_of(&was, t->_private.heights[0], leg_of(&r->body), &is), below_of(&is), skating_of(&is, 1),
                         skating_of(&was, 1), largest_jump(r, t, out) };
    free(was.at);
    free(is.at);
    return m;
}

static void check_clip(const char *clip_name, const char *rig_name)
{
    recording          *r = read_clip(clip_name);
    swv_body           *to = read_body_of(rig_name);
    swv_retarget        t;
    swv_retarget_report report;
    assert_int_equal(swv_retarget_make(&r->body, to, NULL, &t), SWV_OK);
    swv_pose *out = malloc((size_t)r->count * (size_t)to->mount.skeleton->joint_count * sizeof *out);
    double   *scratch = malloc(swv_retarget_size(r->count));
    assert_true(out && scratch);
    assert_int_equal(swv_retarget_clip(&t, r->clip, r->count, r->motion.frame_time, scratch, out, &report), SWV_OK);
    const measures m = measure(r, &t, out, report.floor);
    print_message(
        "%-26s on %-10s drift %.2f mm, below the floor %.1f mm, skating %.2f %% (%.2f %%), jump %.1f degrees, "
        "%d contacts, planted in %d and limited in %d of %d frames\n",
        clip_name, rig_name, 1e3 * m.drift, 1e3 * m.below, m.skating, m.recorded_skating, 57.29577951308232 * m.jump,
        report.contacts, report.planted, report.limited, r->count);
    assert_true(m.drift < 0.002 && m.below < 0.005 && m.skating == 0.0 && 57.29577951308232 * m.jump < 20.0);
    // The dancer hops on one foot, and his suit has it slide, 7 to 15 cm higher than where he begins and ends.
    assert_true(report.contacts >= 2 && report.planted > r->count / (strstr(clip_name, "dance") ? 20 : 3));
    assert_true(report.farthest_hand < 1e-6 * leg_of(to) || report.limited > 0);
    free(out);
    free(scratch);
    free_clip(r);
}

// Feet stand, do not sink, do not skate.
static void feet_stand(void **state)
{
    (void)state;
    static const char *const clips[] = { "cmu_02_01_walk",     "cmu_79_08_boxing",    "cmu_124_01_pitch",
                                         "cmu_80_08_pickup",   "cmu_111_25_shrug",    "jumping_jacks_mixed_order",
                                         "pybvh_mixed_orders", "rokoko_jesse_dance",  "three_pirouette",
                                         "wave_hello",         "pybvh_moving_fingers" };
    static const char *const rigs[] = { "rigify", "vrm_robot", "knight", "makehuman", "cesium_man", "geno" };
    const bool               is_all = CASES(100) == 100;
    for (int i = 0; i < 11; i++)
        for (int k = 0; k < 6; k++)
            if (is_all || i * 6 + k == 1 || i * 6 + k == 20 || i * 6 + k == 42 || i * 6 + k == 50)
                check_clip(clips[i], rigs[k]);
}

// The same body: the same motion. Hands and directions come out where they were, whatever the rest pose's axes.
static void to_itself(void **state)
{
    (void)state;
    recording      *r = read_clip("cmu_80_08_pickup");
    swv_retarget    t;
    swv_limb_limits none;
    const int       count = r->motion.joint_count;
    assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        assert_int_equal(swv_limb_set_limits(&r->body.mount.limbs[i].limb, &none), SWV_OK);
    assert_int_equal(swv_retarget_make(&r->body, &r->body, NULL, &t), SWV_OK);
    assert_near(t.scale, 1.0, 1e-12);
    assert_near(t.arm_scale, 1.0, 1e-12);
    double worst = 0.0;
    int    part_of_worst = 0;
    for (int f = 0; f < r->count; f += 7) {
        static swv_pose out[ALL], is[ALL], was[ALL];
        const swv_pose *locals = r->clip + f * count;
        assert_int_equal(swv_retarget_frame(&t, locals, out), SWV_OK);
        assert_int_equal(swv_mount_worlds(&r->body.mount, locals, was), SWV_OK);
        assert_int_equal(swv_mount_worlds(&r->body.mount, out, is), SWV_OK);
        // The floor of the file is a little below or above its ankles' height at rest.
        const swv_vec3 off = swv_vec3_sub(is[r->body.spine[0]].position, was[r->body.spine[0]].position);
        for (int part = 0; part < SWV_PARTS; part++) {
            // Knees that are recorded as bent backward cannot be; fingers hang on a joint that is no part of a body.
            const int    left = part < SWV_PART_RIGHT_EYE ? part : swv_part_mirrored(part);
            const bool   is_left_out = left == SWV_PART_LEFT_LOWER_LEG || left > SWV_PART_LEFT_HAND;
            const int    j = is_left_out ? -1 : r->body.parts[part];
            const double away =
                j < 0 ? 0.0 : swv_vec3_length(swv_vec3_sub(swv_vec3_sub(is[j].position, was[j].position), off));
            if (away > worst) {
                worst = away;
                part_of_worst = part;
            }
        }
    }
    print_message("on itself: joints within %.1e of the leg; the furthest is %s\n", worst / leg_of(&r->body),
                  swv_part_name(part_of_worst));
    assert_true(worst < 0.01 * leg_of(&r->body));
    free_clip(r);
}

// Hands that meet in front of the chest meet there too, on a body with other shoulders.
static void hands_meet(void **state)
{
    (void)state;
    world_joint     joints[2][SWV_HUMAN_JOINTS];
    world_rig       rigs[2];
    static swv_body bodies[2];
    for (int k = 0; k < 2; k++) {
        swv_binding binding;
        assert_int_equal(human_rig(k ? 1.5 : 1.9, SWV_MALE, joints[k], &rigs[k]), SWV_OK);
        for (int i = 0; k && i < SWV_HUMAN_JOINTS; i++)  // narrow
            joints[k][i].rest.position.x -=
                fabs(joints[k][i].rest.position.x) > 0.12 ? copysign(0.05, joints[k][i].rest.position.x) : 0.0;
        assert_int_equal(bind_rig(&rigs[k], NULL, &binding), SWV_OK);
        assert_int_equal(body_of_rig(&rigs[k], &binding, &bodies[k], NULL), SWV_OK);
    }
    swv_pose            stand[SWV_HUMAN_JOINTS], out[SWV_HUMAN_JOINTS], worlds[SWV_HUMAN_JOINTS];
    const swv_body_goal goals[] = {
        { .part = SWV_PART_RIGHT_HAND, .pose = { { 0.02, 0.4, 1.3 }, SWV_IDENTITY_QUAT }, .want = SWV_WANT_POSITION },
        { .part = SWV_PART_LEFT_HAND, .pose = { { -0.02, 0.4, 1.3 }, SWV_IDENTITY_QUAT }, .want = SWV_WANT_POSITION },
    };
    assert_int_equal(swv_body_stand(&bodies[0], stand), SWV_OK);
    assert_int_equal(swv_body_reach(&bodies[0], goals, 2, stand, NULL, stand, NULL), SWV_OK);
    for (int keeps = 0; keeps < 2; keeps++) {
        const swv_retarget_options options = { .keep_directions = keeps, .compromise = SWV_KEEP_HAND };
        swv_retarget               t;
        assert_int_equal(swv_retarget_make(&bodies[0], &bodies[1], &options, &t), SWV_OK);
        assert_int_equal(swv_retarget_frame(&t, stand, out), SWV_OK);
        assert_int_equal(swv_mount_worlds(&bodies[1].mount, out, worlds), SWV_OK);
        const double apart = worlds[SWV_PART_RIGHT_HAND].position.x - worlds[SWV_PART_LEFT_HAND].position.x;
        if (keeps)
            assert_true(fabs(apart - 0.04) > 0.02);
        else
            assert_near(apart, 0.04 * t._private.half_widths[1] / t._private.half_widths[0], 1e-6);
    }
}

static void bad_clips(void **state)
{
    (void)state;
    recording      *r = read_clip("cmu_111_25_shrug");
    swv_retarget    t;
    static swv_pose out[4 * ALL];
    double          scratch[4 * 38];
    assert_int_equal(swv_retarget_make(&r->body, &r->body, NULL, &t), SWV_OK);
    assert_int_equal(swv_retarget_size(4), 4 * 38 * sizeof(double));
    assert_int_equal(swv_retarget_size(-1), 0);
    assert_int_equal(swv_retarget_clip(&t, r->clip, 0, 0.01, scratch, out, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_retarget_clip(&t, r->clip, 4, 0.0, scratch, out, NULL), SWV_BAD_ARGUMENT);
    for (int count = 1; count <= 4; count++)
        assert_int_equal(swv_retarget_clip(&t, r->clip, count, 0.01, scratch, out, NULL), SWV_OK);
    assert_int_equal(swv_retarget_clip(&t, r->clip, 4, 1e-300, scratch, out, NULL), SWV_OK);
    assert_int_equal(swv_retarget_clip(&t, r->clip, 4, 1e300, scratch, out, NULL), SWV_OK);
    r->clip[3].rotation.w = NAN;
    assert_int_equal(swv_retarget_clip(&t, r->clip, 4, 0.01, scratch, out, NULL), SWV_BAD_POSTURE);
    assert_int_equal(swv_retarget_frame(&t, r->clip, out), SWV_BAD_POSTURE);
    const swv_retarget_options wrong = { .scale = -1.0 };
    assert_int_equal(swv_retarget_make(&r->body, &r->body, &wrong, &t), SWV_BAD_OPTIONS);
    free_clip(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_stand),
        cmocka_unit_test(to_itself),
        cmocka_unit_test(hands_meet),
        cmocka_unit_test(bad_clips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
