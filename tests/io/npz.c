// SPDX-License-Identifier: MIT
// NPZ: rotations of body models, stored and deflated, whole and in parts; what is malformed; memory.
#include <math.h>

#include "facts.h"
#include "motion_rigs.h"

static void read_or_fail(const char *name, swv_motion *motion)
{
    char         path[PATH_LENGTH];
    swv_io_error error;
    assert_true(find_file(name, path));
    if (swv_motion_read_file(path, NULL, motion, &error) != SWV_OK)
        fail_msg("%s: byte %zu: %s", path, error.offset, error.text);
}

static double angle_of(const swv_motion *m, int frame, const char *name)
{
    swv_pose locals[64];
    assert_int_equal(swv_motion_locals(m, frame, locals), SWV_OK);
    return swv_quat_angle_between(locals[joint_of(m, name)].rotation, (swv_quat)SWV_IDENTITY_QUAT);
}

static void body_models_turn_as_their_arrays_say(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int         joints;
        double      rate, tolerance;
    } files[] = { { "npz/smpl.npz", 24, 30.0, 1e-6 },
                  { "npz/smplh.npz", 52, 120.0, 1e-12 },
                  { "npz/smplx_parts.npz", 52, 60.0, 1e-12 } };
    for (int i = 0; i < 3; i++) {
        swv_motion  m;
        world_joint joints[SWV_MOUNT_JOINTS];
        world_rig   rig;
        swv_binding binding;
        read_or_fail(files[i].name, &m);
        assert_int_equal(m.joint_count, files[i].joints);
        assert_int_equal(m.frame_count, 6);
        assert_near(m.frame_time, 1.0 / files[i].rate, 1e-12);
        assert_near(angle_of(&m, 3, "left_shoulder"), 1.2, files[i].tolerance);
        assert_near(angle_of(&m, 3, "left_elbow"), 0.6, files[i].tolerance);
        assert_near(angle_of(&m, 5, "left_knee"), 0.8, files[i].tolerance);
        assert_near(angle_of(&m, 5, "right_knee"), 0.0, files[i].tolerance);
        assert_near(angle_of(&m, 0, "pelvis"), SWV_PI / 2.0, files[i].tolerance);
        // It stands upright in z, arms lowered, and binds by its names.
        assert_true(m.up.z > 0.9 && m.metres_per_unit == 1.0 && m.warning_count == 1);
        assert_int_equal(motion_rig(&m, 0, joints, &rig), SWV_OK);
        assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
        const int head = binding.parts[SWV_PART_HEAD].joint, hand = binding.parts[SWV_PART_LEFT_HAND].joint,
                  foot = binding.parts[SWV_PART_RIGHT_FOOT].joint;
        assert_string_equal(m.joints[hand].name, "left_wrist");
        assert_true(joints[head].rest.position.z > joints[hand].rest.position.z);
        assert_true(joints[hand].rest.position.z > joints[foot].rest.position.z + 0.4);
        swv_motion_free(&m);
    }
    swv_motion m;
    read_or_fail("npz/smplh.npz", &m);
    assert_near(m.frames[5 * m.frame_size + m.joints[0].position_at], 0.5, 1e-12);
    assert_int_equal(m.joints[joint_of(&m, "right_thumb3")].parent, joint_of(&m, "right_thumb2"));
    assert_int_equal(m.joints[joint_of(&m, "right_thumb1")].parent, joint_of(&m, "right_wrist"));
    swv_motion_free(&m);
}

static void malformed_files_and_memory(void **state)
{
    (void)state;
    static const char *const names[] = { "npz/smpl.npz", "npz/smplh.npz", "npz/smplx_parts.npz" };
    swv_motion               motion;
    swv_io_error             error;
    assert_int_equal(swv_motion_read("PK\3\4 and no more", 16, NULL, &motion, &error), SWV_BAD_FILE);
    assert_non_null(strstr(error.text, "directory"));
    for (int i = 0; i < 3; i++) {
        char   path[PATH_LENGTH];
        size_t size;
        assert_true(find_file(names[i], path));
        unsigned char *bytes = load_bytes(path, &size);
        truncate_everywhere(bytes, size, SWV_FORMAT_NPZ, 1);
        fail_every_allocation(bytes, size, SWV_FORMAT_NPZ);
        uint64_t random = 5;
        for (int k = 0; k < CASES(1000); k++) {
            const size_t        at = (size_t)random_below(&random, (int)size);
            const unsigned char before = bytes[at];
            bytes[at] = (unsigned char)random_below(&random, 256);
            if (swv_motion_read(bytes, size, NULL, &motion, NULL) == SWV_OK)
                swv_motion_free(&motion);
            bytes[at] = before;
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_models_turn_as_their_arrays_say),
        cmocka_unit_test(malformed_files_and_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
