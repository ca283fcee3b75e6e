// SPDX-License-Identifier: MIT
// A motion in use: poses of frames and between them, made anew, scaled and turned, bound as a body; bad arguments.
#include <math.h>

#include "facts.h"

#ifdef SWIVEL_SANITIZED
    #include <sanitizer/asan_interface.h>

// The readers take their arrays from a pool. Were it to pack them, no test could see one of them overrun.
static void under_sanitizers_nothing_beside_an_array_may_be_touched(void **state)
{
    (void)state;
    char         path[PATH_LENGTH];
    swv_motion   m;
    swv_io_error error;
    assert_true(find_file("bvh/pybvh_mixed_orders.bvh", path));
    assert_int_equal(swv_motion_read_file(path, NULL, &m, &error), SWV_OK);
    const char   *name = m.joints[0].name;
    const double *frames = m.frames;
    const size_t  numbers = (size_t)m.frame_count * (size_t)m.frame_size;
    assert_false(__asan_address_is_poisoned(name + strlen(name)));
    assert_true(__asan_address_is_poisoned(name + strlen(name) + 1));
    assert_true(__asan_address_is_poisoned(name - 1));
    assert_false(__asan_address_is_poisoned(&frames[numbers - 1]));
    assert_true(__asan_address_is_poisoned(&frames[numbers]));
    assert_true(__asan_address_is_poisoned((const char *)frames - 1));
    assert_false(__asan_address_is_poisoned(&m.joints[m.joint_count - 1]));
    assert_true(__asan_address_is_poisoned(&m.joints[m.joint_count]));  // it grew, and may have places left
    swv_motion_free(&m);
}
#endif

static const swv_motion_joint two_joints[] = {
    { .name = "a", .parent = -1, .rest = { { 1.0, 2.0, 3.0 }, { 0.0, 0.0, 0.0, 2.0 } }, .turns = true, .moves = true },
    { .name = NULL, .parent = 0, .rest = { { 0.0, 1.0, 0.0 }, SWV_IDENTITY_QUAT }, .turns = true },
};

static void frames_are_put_and_sampled(void **state)
{
    (void)state;
    swv_motion m;
    swv_pose   locals[2], worlds[2];
    assert_int_equal(swv_motion_make(two_joints, 2, 3, 0.5, NULL, &m, NULL), SWV_OK);
    assert_int_equal(m.frame_size, 11);
    assert_string_equal(m.joints[1].name, "");
    assert_int_equal(swv_motion_locals(&m, 2, locals), SWV_OK);
    assert_true(locals[0].position.z == 3.0 && locals[0].rotation.w == 1.0);
    const swv_pose moved[2] = { { { 3.0, 2.0, 3.0 }, swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, 1.0) },
                                { { 9.0, 9.0, 9.0 }, SWV_IDENTITY_QUAT } };
    assert_int_equal(swv_motion_put(&m, 1, moved), SWV_OK);
    assert_int_equal(swv_motion_sample(&m, 0.125, locals), SWV_OK);
    assert_near(locals[0].position.x, 1.5, 1e-15);
    assert_near(swv_quat_angle_between(locals[0].rotation, two_joints[1].rest.rotation), 0.25, 1e-15);
    assert_true(locals[1].position.y == 1.0);  // it does not move: its rest
    assert_int_equal(swv_motion_worlds(&m, moved, worlds), SWV_OK);
    assert_near(worlds[1].position.x, 3.0 + 9.0 * cos(1.0) - 9.0 * sin(1.0), 1e-14);
    assert_int_equal(swv_motion_sample(&m, -4.0, locals), SWV_OK);
    assert_true(locals[0].position.x == 1.0);
    assert_int_equal(swv_motion_sample(&m, 400.0, locals), SWV_OK);
    assert_true(locals[0].position.x == 1.0);
    swv_motion_free(&m);
    assert_null(m.joints);
    swv_motion_free(&m);
}

static void transformed_it_stands_elsewhere_in_the_same_posture(void **state)
{
    (void)state;
    char       path[PATH_LENGTH];
    swv_motion m, turned;
    swv_pose   locals[64], worlds[2][64];
    assert_true(find_file("bvh/pybvh_mixed_orders.bvh", path));
    assert_int_equal(swv_motion_read_file(path, NULL, &m, NULL), SWV_OK);
    assert_int_equal(swv_motion_read_file(path, NULL, &turned, NULL), SWV_OK);
    const swv_quat y_from_z = swv_quat_between(m.up, (swv_vec3){ 0.0, 1.0, 0.0 });
    const double   scale = m.metres_per_unit;
    assert_int_equal(swv_motion_transform(&turned, scale, y_from_z), SWV_OK);
    assert_near(turned.metres_per_unit, 1.0, 1e-15);
    assert_near(turned.up.y, 1.0, 1e-15);
    for (int f = -1; f < m.frame_count; f += 19) {
        assert_int_equal(swv_motion_locals(&m, f, locals), SWV_OK);
        assert_int_equal(swv_motion_worlds(&m, locals, worlds[0]), SWV_OK);
        assert_int_equal(swv_motion_locals(&turned, f, locals), SWV_OK);
        assert_int_equal(swv_motion_worlds(&turned, locals, worlds[1]), SWV_OK);
        for (int i = 0; i < m.joint_count; i++) {
            const swv_vec3 expected = swv_quat_rotate(y_from_z, swv_vec3_scale(scale, worlds[0][i].position));
            assert_near(swv_vec3_length(swv_vec3_sub(worlds[1][i].position, expected)), 0.0, 1e-14);
        }
    }
    swv_motion_free(&m);
    swv_motion_free(&turned);
}

static void bad_arguments_have_their_status(void **state)
{
    (void)state;
    swv_motion       m;
    swv_io_error     error;
    swv_pose         locals[2];
    swv_joint        joints[2];
    const double     nan = (double)NAN;
    swv_motion_joint bad[2] = { two_joints[0], two_joints[1] };
    assert_int_equal(swv_motion_make(NULL, 2, 3, 0.5, NULL, &m, NULL), SWV_NULL);
    assert_int_equal(swv_motion_make(two_joints, 0, 3, 0.5, NULL, &m, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_make(two_joints, 2, -1, 0.5, NULL, &m, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_make(two_joints, 2, 3, nan, NULL, &m, NULL), SWV_NOT_FINITE);
    assert_int_equal(swv_motion_make(two_joints, 2, 3, -1.0, NULL, &m, NULL), SWV_BAD_ARGUMENT);
    bad[1].parent = 1;
    assert_int_equal(swv_motion_make(bad, 2, 3, 0.5, NULL, &m, &error), SWV_BAD_MODEL);
    assert_non_null(strstr(error.text, "joint 1"));
    bad[1] = two_joints[1];
    bad[1].rest.position.x = nan;
    assert_int_equal(swv_motion_make(bad, 2, 3, 0.5, NULL, &m, NULL), SWV_NOT_FINITE);
    const swv_io_options limited = { .byte_limit = 20000 };
    assert_int_equal(swv_motion_make(two_joints, 2, 1000, 0.5, &limited, &m, NULL), SWV_NO_MEMORY);

    assert_int_equal(swv_motion_make(two_joints, 2, 3, 0.5, NULL, &m, NULL), SWV_OK);
    assert_int_equal(swv_motion_locals(&m, 3, locals), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_locals(&m, -2, locals), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_locals(&m, 0, NULL), SWV_NULL);
    assert_int_equal(swv_motion_sample(&m, nan, locals), SWV_NOT_FINITE);
    assert_int_equal(swv_motion_locals(&m, 0, locals), SWV_OK);
    locals[1].rotation = (swv_quat){ 0.0, 0.0, 0.0, 0.0 };
    assert_int_equal(swv_motion_put(&m, 0, locals), SWV_BAD_POSTURE);
    locals[1].rotation.x = nan;
    assert_int_equal(swv_motion_put(&m, 0, locals), SWV_NOT_FINITE);
    assert_int_equal(swv_motion_put(&m, -1, locals), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_joints(&m, 7, joints), SWV_BAD_COUNT);
    assert_int_equal(swv_motion_joints(&m, -1, joints), SWV_OK);
    assert_true(joints[0].kind == SWV_JOINT_FREE && joints[1].kind == SWV_JOINT_BALL && joints[1].parent == 0);
    assert_memory_equal(&joints[1].rest, &m.joints[1].rest, sizeof joints[1].rest);
    assert_int_equal(swv_motion_transform(&m, 0.0, two_joints[1].rest.rotation), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_motion_transform(&m, nan, two_joints[1].rest.rotation), SWV_NOT_FINITE);
    swv_motion_free(&m);

    const swv_io_options wrong[] = { { .format = SWV_FORMAT_COUNT },
                                     { .metres_per_unit = nan },
                                     { .up = { nan, 0.0, 0.0 } },
                                     { .allocate = counted_allocate },
                                     { .bvh_positions = (swv_bvh_positions)9 } };
    for (int i = 0; i < 5; i++)
        assert_int_equal(swv_motion_read("HIERARCHY", 9, &wrong[i], &m, NULL), SWV_BAD_OPTIONS);
    assert_int_equal(swv_motion_read(NULL, 9, NULL, &m, NULL), SWV_NULL);
    assert_string_equal(swv_format_name(SWV_FORMAT_BVH), "bvh");
    assert_null(swv_format_name(SWV_FORMAT_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_put_and_sampled),
        cmocka_unit_test(transformed_it_stands_elsewhere_in_the_same_posture),
        cmocka_unit_test(bad_arguments_have_their_status),
#ifdef SWIVEL_SANITIZED
        cmocka_unit_test(under_sanitizers_nothing_beside_an_array_may_be_touched),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
