// SPDX-License-Identifier: MIT
// GLB and VRMA written and read back: the same joints in metres, y up. tests/io/validator.mjs has others read them.
#include <math.h>

#include "facts.h"

typedef struct written {
    unsigned char *bytes;
    size_t         size, capacity;
} written;

static bool append(void *user, const void *bytes, size_t size)
{
    written *w = user;
    if (w->size + size > w->capacity) {
        w->capacity = 2 * (w->size + size);
        w->bytes = realloc(w->bytes, w->capacity);
        assert_non_null(w->bytes);
    }
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
    return true;
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
    swv_rig_joint joints[SWV_RIG_JOINTS];
    swv_rig       rig;
    swv_binding   binding;
    assert_int_equal(swv_motion_rig(&second, -1, joints, &rig), SWV_OK);
    assert_int_equal(swv_rig_bind(&rig, &(swv_rig_options){ .given = second.given }, &binding), SWV_OK);
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
    for (int k = 0; k < 12; k++) {  // out of memory in turn
        counter              c = { .fail_at = k };
        const swv_io_options failing = {
            .format = SWV_FORMAT_GLB, .allocate = counted_allocate, .release = counted_release, .user = &c
        };
        written          unused = { 0 };
        const swv_status status = swv_motion_write(&m, &failing, append, &unused, NULL);
        assert_true(status == SWV_NO_MEMORY || (status == SWV_OK && c.calls <= k));
        assert_int_equal(c.blocks, 0);
        free(unused.bytes);
    }
    assert_int_equal(w.size, 0);
    swv_motion_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_as_glb_and_read_back_joints_are_the_same),
        cmocka_unit_test(a_vrma_names_the_parts_and_faces_z),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
