// SPDX-License-Identifier: MIT
// GLB and VRMA written and read back: the same joints in metres, y up. tests/io/validator.mjs has others read them.
#include <math.h>

#include "facts.h"
#include "motion_rigs.h"

static bool refuse(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return false;
}

// Both in metres and y up; the second may have its joints in another order.
static double compare(const swv_motion *a, const swv_motion *b)
{
    static swv_pose locals[2][SWV_MOTION_JOINTS], worlds[2][SWV_MOTION_JOINTS];
    double          worst = 0.0;
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->frame_count, b->frame_count);
    assert_true(a->frame_count < 2 || fabs(a->frame_time - b->frame_time) < 1e-6);
    for (int f = -1; f < a->frame_count; f += 1 + a->frame_count / 50) {
        const swv_motion *const both[] = { a, b };
        for (int k = 0; k < 2; k++) {
            assert_int_equal(swv_motion_locals(both[k], f, locals[k]), SWV_OK);
            assert_int_equal(swv_motion_worlds(both[k], locals[k], worlds[k]), SWV_OK);
        }
        for (int i = 0; i < a->joint_count; i++) {
            assert_string_equal(a->joints[i].name, b->joints[i].name);
            worst = fmax(worst, swv_vec3_length(swv_vec3_sub(worlds[0][i].position, worlds[1][i].position)));
            worst = fmax(worst, swv_quat_angle_between(worlds[0][i].rotation, worlds[1][i].rotation));
        }
    }
    return worst;
}

static const char *const names[] = { "bvh/cmu_111_25_shrug.bvh",
                                     "bvh/pybvh_mixed_orders.bvh",
                                     "bvh/makehuman_tpose.bvh",
                                     "bvh/wave_hello.bvh",
                                     "bvh_odd/no_end_site.bvh",
                                     "bvh_odd/valid-empty-motion.bvh",
                                     "gltf/RobotExpressive.glb",
                                     "gltf/debug_robot_vrm1.vrm",
                                     "gltf/human_skeleton_rigify.glb",
                                     "urdf_odd/joint_parsing_test.urdf",
                                     "mjcf/g1.xml" };
enum { NAMES = sizeof names / sizeof *names };

static void written_as_glb_and_read_back_joints_are_the_same(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int n = 0; n < NAMES; n++) {
        char                 path[PATH_LENGTH];
        swv_motion           first, second;
        swv_io_error         error;
        written              w = { 0 };
        const swv_io_options options = { .format = SWV_FORMAT_GLB };
        assert_true(find_file(names[n], path));
        assert_int_equal(swv_motion_read_file(path, NULL, &first, &error), SWV_OK);
        if (swv_motion_write(&first, &options, append, &w, &error) != SWV_OK)
            fail_msg("%s: %s", path, error.text);
        if (swv_motion_read(w.bytes, w.size, NULL, &second, &error) != SWV_OK)
            fail_msg("%s written: %s", path, error.text);
        const swv_vec3 y = { 0.0, 1.0, 0.0 };
        const swv_quat turn =
            swv_vec3_length(first.up) > 0.0 ? swv_quat_between(first.up, y) : (swv_quat)SWV_IDENTITY_QUAT;
        swv_motion_transform(&first, first.metres_per_unit > 0.0 ? first.metres_per_unit : 1.0, turn);
        worst = fmax(worst, compare(&first, &second));
        swv_motion_free(&first);
        swv_motion_free(&second);
        free(w.bytes);
    }
    print_message("%d files; joints off by %.1e m or rad\n", NAMES, worst);
    assert_true(worst < 1e-5);
}

// Ten minutes: times of keys are floats, which then are 3e-5 s apart; frames are still the keys.
static void frames_of_long_clips_are_their_keys(void **state)
{
    (void)state;
    enum { FRAMES = 72000 };
    const swv_motion_joint joints[] = {
        { .name = "a", .parent = -1, .rest = SWV_IDENTITY_POSE, .turns = true, .moves = true },
        { .name = "b", .parent = 0, .rest = { { 0.0, 1.0, 0.0 }, SWV_IDENTITY_QUAT }, .turns = true }
    };
    const swv_io_options make = { .metres_per_unit = 1.0, .up = { 0.0, 1.0, 0.0 } },
                         as_glb = { .format = SWV_FORMAT_GLB };
    swv_motion made, back;
    written    w = { NULL, 0, 0 };
    double     worst = 0.0;
    assert_int_equal(swv_motion_make(joints, 2, FRAMES, 1.0 / 120.0, &make, &made, NULL), SWV_OK);
    for (int f = 0; f < FRAMES; f++) {
        const swv_quat turn = swv_quat_from_axis_angle((swv_vec3){ 1.0, 0.0, 0.0 }, sin(0.3 * f));
        const swv_pose locals[2] = { { { sin(0.5 * f), 0.0, 0.0 }, turn }, { { 0.0, 1.0, 0.0 }, turn } };
        assert_int_equal(swv_motion_put(&made, f, locals), SWV_OK);
    }
    const swv_status status = swv_motion_write(&made, &as_glb, append, &w, NULL);
    if (status != SWV_UNSUPPORTED) {  // built without cJSON it is not read
        assert_int_equal(status, SWV_OK);
        const swv_status read = swv_motion_read(w.bytes, w.size, NULL, &back, NULL);
        if (read != SWV_UNSUPPORTED) {
            assert_int_equal(read, SWV_OK);
            assert_int_equal(back.frame_count, FRAMES);
            worst = compare(&made, &back);
            print_message("ten minutes: within %.1e\n", worst);
            assert_true(worst < 1e-6);
            swv_motion_free(&back);
        }
    }
    free(w.bytes);
    swv_motion_free(&made);
}

static void a_vrma_names_the_parts_and_faces_z(void **state)
{
    (void)state;
    char                 path[PATH_LENGTH];
    swv_motion           first, second;
    swv_io_error         error;
    written              w = { 0 };
    const swv_io_options options = { .format = SWV_FORMAT_VRMA };
    assert_true(find_file("bvh/wave_hello.bvh", path));  // z up, facing -y or so
    assert_int_equal(swv_motion_read_file(path, NULL, &first, NULL), SWV_OK);
    if (swv_motion_write(&first, &options, append, &w, &error) != SWV_OK)
        fail_msg("%s", error.text);
    assert_int_equal(swv_motion_read(w.bytes, w.size, NULL, &second, NULL), SWV_OK);
    assert_int_equal(second.format, SWV_FORMAT_VRMA);
    assert_int_equal(second.frame_count, first.frame_count);
    assert_string_equal(second.joints[second.given[SWV_PART_LEFT_HAND] - 1].name, "LeftHand");
    world_joint joints[SWV_MOUNT_JOINTS];
    world_rig   rig;
    swv_binding binding;
    assert_int_equal(motion_rig(&second, -1, joints, &rig), SWV_OK);
    assert_int_equal(bind_rig(&rig, &(swv_bind_options){ .given = second.given }, &binding), SWV_OK);
    assert_near(binding.forward.z, 1.0, 1e-3);
    assert_true(joints[second.given[SWV_PART_HIPS] - 1].rest.position.y > 0.5);  // at rest it stands on the floor
    swv_motion_free(&first);
    swv_motion_free(&second);
    free(w.bytes);
    assert_int_equal(swv_motion_read_file(SWIVEL_SOURCE_DIR "/data/files/bvh_odd/no_end_site.bvh", NULL, &first, NULL),
                     SWV_OK);
    assert_int_equal(swv_motion_write(&first, &options, append, &w, &error), SWV_BAD_MODEL);
    swv_motion_free(&first);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    swv_motion           m;
    written              w = { 0 };
    const swv_io_options glb = { .format = SWV_FORMAT_GLB };
    assert_int_equal(swv_motion_read_file(SWIVEL_SOURCE_DIR "/data/files/bvh_odd/no_end_site.bvh", NULL, &m, NULL),
                     SWV_OK);
    m.frames[5] = 1e300;
    assert_int_equal(swv_motion_write(&m, &glb, append, &w, NULL), SWV_NOT_FINITE);
    m.frames[5] = 0.0;
    m.joints[1].parent = 2;
    assert_int_equal(swv_motion_write(&m, &glb, append, &w, NULL), SWV_BAD_MODEL);
    m.joints[1].parent = 0;
    assert_int_equal(w.size, 0);
    swv_motion_free(&m);
}

static void out_of_memory_in_turn(void **state)
{
    (void)state;
    static const swv_format formats[] = { SWV_FORMAT_BVH, SWV_FORMAT_GLB, SWV_FORMAT_VRMA, SWV_FORMAT_CSV };
    swv_motion              m;
    char                    path[PATH_LENGTH];
    assert_true(find_file("bvh/pybvh_mixed_orders.bvh", path));
    assert_int_equal(swv_motion_read_file(path, NULL, &m, NULL), SWV_OK);
    for (int i = 0; i < 4; i++) {
        swv_status status = SWV_NO_MEMORY;
        int        k = 0;
        for (; status == SWV_NO_MEMORY && k < 100; k++) {
            counter              c = { .fail_at = k };
            const swv_io_options failing = {
                .format = formats[i], .allocate = counted_allocate, .release = counted_release, .user = &c
            };
            written unused = { 0 };
            status = swv_motion_write(&m, &failing, append, &unused, NULL);
            assert_true(status == SWV_NO_MEMORY || (status == SWV_OK && c.calls <= k));
            assert_int_equal(c.blocks, 0);
            free(unused.bytes);
        }
        assert_int_equal(status, SWV_OK);
        assert_true(k >= 2);
    }
    swv_motion_free(&m);
}

static bool holds(const written *w, const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i + length <= w->size; i++)
        if (!memcmp(w->bytes + i, text, length))
            return true;
    return false;
}

// Joints with scales above them (RobotExpressive: 100) and without; a mesh and its skin stay.
static void a_character_keeps_its_body(void **state)
{
    (void)state;
    static const char *const files[] = { "gltf/debug_robot_vrm1.vrm", "gltf/RobotExpressive.glb" };
    for (int i = 0; i < 2; i++) {
        char         path[PATH_LENGTH];
        size_t       size;
        swv_motion   own, moved, again;
        swv_io_error error;
        written      w = { 0 };
        assert_true(find_file(files[i], path));
        unsigned char *bytes = load_bytes(path, &size);
        assert_int_equal(swv_motion_read(bytes, size, NULL, &own, NULL), SWV_OK);
        swv_motion_joint *joints = malloc((size_t)own.joint_count * sizeof *joints);
        assert_non_null(joints);
        for (int j = 0; j < own.joint_count; j++) {
            joints[j] = own.joints[j];
            joints[j].turns = true;
            joints[j].moves = joints[j].parent < 0;
        }
        const swv_io_options unit = { .metres_per_unit = 1.0, .up = { 0.0, 1.0, 0.0 } };
        assert_int_equal(swv_motion_make(joints, own.joint_count, 7, 0.03125, &unit, &moved, NULL), SWV_OK);
        for (int f = 0; f < 7; f++) {
            swv_pose locals[300];
            assert_int_equal(swv_motion_locals(&moved, f, locals), SWV_OK);
            for (int j = 0; j < own.joint_count; j++) {
                const swv_vec3 axis = { 1.0, j % 3 - 1.0, j % 2 };
                locals[j].rotation = swv_quat_mul(locals[j].rotation, swv_quat_from_axis_angle(axis, 0.1 * f));
                locals[j].position.z += joints[j].moves ? 0.2 * f : 0.0;
            }
            assert_int_equal(swv_motion_put(&moved, f, locals), SWV_OK);
        }
        if (swv_gltf_animate(bytes, size, &moved, NULL, append, &w, &error) != SWV_OK)
            fail_msg("%s: %s", files[i], error.text);
        assert_int_equal(swv_motion_read(w.bytes, w.size, NULL, &again, NULL), SWV_OK);
        assert_int_equal(again.clip_count, 1);
        const double worst = compare(&moved, &again);
        print_message("%s: joints within %.1e\n", files[i], worst);
        assert_true(worst < 3e-5);
        assert_true(holds(&w, "\"POSITION\"") && w.size > size / 2);
        assert_true(i == 0 || (holds(&w, "\"JOINTS_0\"") && holds(&w, "\"inverseBindMatrices\"")));

        // Of other joints; cut off; without memory.
        moved.joint_count--;
        assert_int_equal(swv_gltf_animate(bytes, size, &moved, NULL, append, &w, NULL), SWV_BAD_MODEL);
        moved.joint_count++;
        const swv_io_options little = { .byte_limit = 1000 }, wrong = { .frame_time = -1.0 };
        assert_int_equal(swv_gltf_animate(bytes, size / 2, &moved, NULL, append, &w, NULL), SWV_BAD_FILE);
        assert_int_equal(swv_gltf_animate(bytes, size, &moved, &little, append, &w, NULL), SWV_NO_MEMORY);
        assert_int_equal(swv_gltf_animate(bytes, size, &moved, &wrong, append, &w, NULL), SWV_BAD_OPTIONS);
        assert_int_equal(swv_gltf_animate(bytes, size, &moved, NULL, refuse, NULL, NULL), SWV_NO_FILE);
        const double was = moved.frames[0];
        moved.frames[0] = 1e200;
        assert_int_equal(swv_gltf_animate(bytes, size, &moved, NULL, append, &w, NULL), SWV_NOT_FINITE);
        moved.frames[0] = was;
        for (size_t cut = 0; cut < size; cut += 1 + size / 300)
            assert_int_not_equal(swv_gltf_animate(bytes, cut, &moved, NULL, append, &w, NULL), SWV_OK);
        swv_status status = SWV_NO_MEMORY;
        for (int k = 0; status == SWV_NO_MEMORY && k < 3000; k++) {
            counter              c = { .fail_at = k };
            const swv_io_options failing = { .allocate = counted_allocate, .release = counted_release, .user = &c };
            written              unused = { 0 };
            status = swv_gltf_animate(bytes, size, &moved, &failing, append, &unused, NULL);
            assert_int_equal(c.blocks, 0);
            free(unused.bytes);
        }
        assert_int_equal(status, SWV_OK);
        swv_motion_free(&again);
        swv_motion_free(&moved);
        swv_motion_free(&own);
        free(joints);
        free(bytes);
        free(w.bytes);
    }
    swv_motion m;
    written    w = { 0 };
    size_t     size;
    char       path[PATH_LENGTH];
    assert_true(find_file("gltf/human_skeleton_rigify.glb", path));  // bones alone
    unsigned char *bytes = load_bytes(path, &size);
    assert_int_equal(swv_motion_read(bytes, size, NULL, &m, NULL), SWV_OK);
    assert_int_equal(swv_gltf_animate(bytes, size, &m, NULL, append, &w, NULL), SWV_UNSUPPORTED);
    swv_motion_free(&m);
    free(bytes);
    free(w.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_as_glb_and_read_back_joints_are_the_same),
        cmocka_unit_test(frames_of_long_clips_are_their_keys),
        cmocka_unit_test(a_vrma_names_the_parts_and_faces_z),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(out_of_memory_in_turn),
        cmocka_unit_test(a_character_keeps_its_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
