// SPDX-License-Identifier: MIT
// Playback, as Tolani and Badler describe it: where wrists and ankles are and the swivel of each limb, taken from recordings; limbs solved from
// that alone; and elbows and knees where they were. Lengths are in the skeleton's unit, angles radians; places are in the world.
#include "check.h"

#include <math.h>

#include "motion_rigs.h"
#include "swivel/body.h"
#include "swivel_io/motion.h"

enum { ALL = SWV_MOUNT_JOINTS };

static swv_vec3 place(const swv_mount *m, const swv_pose *locals, int joint)
{
    static swv_pose worlds[ALL];
    assert_int_equal(swv_mount_worlds(m, locals, worlds), SWV_OK);
    return worlds[joint].position;
}

// rest_frame  where the skeleton is read: -1, or a frame of a file whose joints all have positions that change their bones
static void play(const char *name, int rest_frame, int step)
{
    static world_joint joints[ALL];
    static swv_body    body;
    static swv_pose    locals[ALL], again[ALL], worlds[ALL];
    char               path[300];
    swv_motion         motion;
    world_rig          rig;
    swv_binding        binding;
    snprintf(path, sizeof path, "%s/data/files/bvh/%s.bvh", SWIVEL_SOURCE_DIR, name);
    assert_int_equal(swv_motion_read_file(path, NULL, &motion, NULL), SWV_OK);
    assert_int_equal(motion_rig(&motion, rest_frame, joints, &rig), SWV_OK);
    rig.up = motion.up;
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    assert_int_equal(body_of_rig(&rig, &binding, &body, NULL), SWV_OK);
    static const int parts[SWV_MOUNT_LIMBS] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT,
                                                SWV_PART_LEFT_FOOT };
    const swv_mount *m = &body.mount;
    swv_limb_limits  none;
    assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)  // recordings break people's
        assert_int_equal(swv_limb_set_limits(&body.mount.limbs[i].limb, &none), SWV_OK);
    double middle = 0.0, end = 0.0;
    int    count = 0;
    for (int f = 0; f < motion.frame_count; f += step) {
        assert_int_equal(swv_motion_locals(&motion, f, locals), SWV_OK);
        for (int i = 0; i < SWV_MOUNT_LIMBS; i++, count++) {
            const swv_mount_limb *l = &m->limbs[i];
            swv_limb_report       r;
            assert_int_equal(swv_mount_worlds(m, locals, worlds), SWV_OK);
            swv_mount_goal goal = { .part = parts[i],
                                    .end = worlds[l->joints[2]],
                                    .elbow = SWV_ELBOW_TOWARDS,
                                    .pole = worlds[l->joints[1]].position };
            assert_int_equal(swv_mount_solve(m, &goal, 1, locals, SWV_KEEP_LIMITS, again, &r, NULL), SWV_OK);
            goal = (swv_mount_goal){ .part = parts[i], .end = goal.end, .elbow = SWV_ELBOW_SWIVEL, .swivel = r.swivel };
            // Nothing of the limb but these two.
            for (int j = 0; j < motion.joint_count; j++)
                again[j] = locals[j];
            for (int k = 0; k < 3; k++)
                again[l->joints[k]].rotation = m->skeleton->joints[l->joints[k]].rest.rotation;
            assert_int_equal(swv_mount_solve(m, &goal, 1, again, SWV_KEEP_LIMITS, again, NULL, NULL), SWV_OK);
            middle = fmax(middle,
                          swv_vec3_length(swv_vec3_sub(place(m, locals, l->joints[1]), place(m, again, l->joints[1]))));
            end =
                fmax(end, swv_vec3_length(swv_vec3_sub(place(m, locals, l->joints[2]), place(m, again, l->joints[2]))));
        }
    }
    print_message("%-26s %6d limbs: elbows and knees within %.1e of the height, wrists and ankles within %.1e\n", name,
                  count, middle / binding.height, end / binding.height);
    assert_true(count > 0 && middle < 1e-6 * binding.height && end < 1e-6 * binding.height);
    swv_motion_free(&motion);
}

static void recordings_again(void **state)
{
    (void)state;
    static const char *const names[] = { "cmu_02_01_walk",     "cmu_79_08_boxing",     "cmu_124_01_pitch",
                                         "cmu_80_08_pickup",   "cmu_111_25_shrug",     "jumping_jacks_mixed_order",
                                         "pybvh_mixed_orders", "pybvh_moving_fingers", "wave_hello",
                                         "geno_stance",        "makehuman_tpose" };
    for (int i = 0; i < 11; i++)
        play(names[i], i < 9 ? -1 : 0, CASES(100) == 100 ? 1 : 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(recordings_again) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
