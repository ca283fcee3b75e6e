// SPDX-License-Identifier: MIT
// The contract of base.h, of every function of swivel_io: NULL for each pointer, numbers that are not finite, every status that its headers
// name; and what was to be written is as it was.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/markers.h"
#include "swivel_io/motion.h"
#include "swivel_io/robot.h"
#include "swivel_io/starts_build.h"

static const char bvh[] =
    "HIERARCHY\nROOT hips\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.01\n0 1 0 0 0 0\n0 1 0 10 0 0\n";

static bool sink(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return true;
}

static size_t source(void *user, void *bytes, size_t size)
{
    size_t      *at = user;
    const size_t left = sizeof bvh - 1 - *at, count = left < size ? left : size;
    memcpy(bytes, bvh + *at, count);
    *at += count;
    return count;
}

// Both must be, and nothing written.
#define REFUSED(call, status_, object)                           \
    do {                                                         \
        unsigned char before_[sizeof(object)];                   \
        memset(&(object), 0x5a, sizeof(object));                 \
        memcpy(before_, &(object), sizeof before_);              \
        assert_int_equal(call, status_);                         \
        assert_memory_equal(before_, &(object), sizeof before_); \
    } while (0)

static void pointers_that_are_null_are_refused(void **state)
{
    (void)state;
    swv_motion         m, out;
    swv_io_error       error;
    swv_pose           poses[4];
    swv_joint          joints[4];
    static swv_joint   chain[SWV_MAX_JOINTS + 2];
    int                chain_count;
    swv_markers_report report;
    swv_bvh           *stream = NULL, *none = NULL;
    double             frames[16];
    int                count;
    size_t             at = 0;
    assert_int_equal(swv_motion_read(bvh, sizeof bvh - 1, NULL, &m, NULL), SWV_OK);
    REFUSED(swv_motion_read(NULL, 9, NULL, &out, &error), SWV_NULL, out);
    assert_int_equal(swv_motion_read(bvh, sizeof bvh - 1, NULL, NULL, &error), SWV_NULL);
    REFUSED(swv_motion_read_file(NULL, NULL, &out, &error), SWV_NULL, out);
    assert_int_equal(swv_motion_read_file("x.bvh", NULL, NULL, &error), SWV_NULL);
    assert_int_equal(swv_motion_write(NULL, NULL, sink, NULL, &error), SWV_NULL);
    assert_int_equal(swv_motion_write(&m, NULL, NULL, NULL, &error), SWV_NULL);
    assert_int_equal(swv_motion_write_file(NULL, &m, NULL, &error), SWV_NULL);
    assert_int_equal(swv_motion_write_file("x.bvh", NULL, NULL, &error), SWV_NULL);
    assert_int_equal(swv_gltf_animate(NULL, 9, &m, NULL, sink, NULL, &error), SWV_NULL);
    assert_int_equal(swv_gltf_animate(bvh, 9, NULL, NULL, sink, NULL, &error), SWV_NULL);
    assert_int_equal(swv_gltf_animate(bvh, 9, &m, NULL, NULL, NULL, &error), SWV_NULL);
    REFUSED(swv_motion_make(NULL, 1, 1, 0.01, NULL, &out, &error), SWV_NULL, out);
    assert_int_equal(swv_motion_make(m.joints, 1, 1, 0.01, NULL, NULL, &error), SWV_NULL);
    REFUSED(swv_motion_locals(NULL, 0, poses), SWV_NULL, poses);
    assert_int_equal(swv_motion_locals(&m, 0, NULL), SWV_NULL);
    REFUSED(swv_motion_sample(NULL, 0.0, poses), SWV_NULL, poses);
    assert_int_equal(swv_motion_sample(&m, 0.0, NULL), SWV_NULL);
    assert_int_equal(swv_motion_put(NULL, 0, poses), SWV_NULL);
    assert_int_equal(swv_motion_put(&m, 0, NULL), SWV_NULL);
    REFUSED(swv_motion_worlds(NULL, poses, poses), SWV_NULL, poses);
    REFUSED(swv_motion_worlds(&m, NULL, poses), SWV_NULL, poses);
    assert_int_equal(swv_motion_worlds(&m, poses, NULL), SWV_NULL);
    REFUSED(swv_motion_joints(NULL, -1, joints), SWV_NULL, joints);
    assert_int_equal(swv_motion_joints(&m, -1, NULL), SWV_NULL);
    assert_int_equal(swv_motion_transform(NULL, 1.0, (swv_quat)SWV_IDENTITY_QUAT), SWV_NULL);
    REFUSED(swv_robot_joints(NULL, 0, 0, chain, &chain_count), SWV_NULL, chain);
    assert_int_equal(swv_robot_joints(&m, 0, 0, NULL, &chain_count), SWV_NULL);
    REFUSED(swv_robot_joints(&m, 0, 0, chain, NULL), SWV_NULL, chain);
    REFUSED(swv_markers_fit(NULL, NULL, &out, &report, &error), SWV_NULL, out);
    assert_int_equal(swv_markers_fit(&m, NULL, NULL, &report, &error), SWV_NULL);
    assert_int_equal(swv_bvh_open(NULL, &at, NULL, &stream, &error), SWV_NULL);
    assert_int_equal(swv_bvh_open(source, &at, NULL, NULL, &error), SWV_NULL);
    assert_int_equal(swv_bvh_open(source, &at, NULL, &stream, NULL), SWV_OK);
    assert_int_equal(swv_bvh_frames(none, 1, frames, &count, &error), SWV_NULL);
    assert_int_equal(swv_bvh_frames(stream, 1, NULL, &count, &error), SWV_NULL);
    assert_int_equal(swv_bvh_frames(stream, 1, frames, NULL, &error), SWV_NULL);
    assert_null(swv_bvh_motion(NULL));
    assert_true(swv_motion_find(NULL, "hips") < 0 && swv_motion_find(&m, NULL) < 0);
    assert_null(swv_format_name((swv_format)99));
    swv_bvh_close(stream);
    swv_bvh_close(NULL);
    swv_motion_free(NULL);
    swv_motion_free(&m);
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    static const double odd[3] = { NAN, INFINITY, -INFINITY };
    swv_motion          m, out;
    swv_pose            poses[4];
    assert_int_equal(swv_motion_read(bvh, sizeof bvh - 1, NULL, &m, NULL), SWV_OK);
    for (int i = 0; i < 3; i++) {
        const double x = odd[i];
        REFUSED(swv_motion_make(m.joints, 1, 1, x, NULL, &out, NULL), SWV_NOT_FINITE, out);
        REFUSED(swv_motion_sample(&m, x, poses), SWV_NOT_FINITE, poses);
        assert_int_equal(swv_motion_transform(&m, x, (swv_quat)SWV_IDENTITY_QUAT), SWV_NOT_FINITE);
        assert_int_equal(swv_motion_transform(&m, 1.0, (swv_quat){ x, 0.0, 0.0, 1.0 }), SWV_NOT_FINITE);
        assert_int_equal(swv_motion_locals(&m, 0, poses), SWV_OK);
        assert_near(poses[0].position.y, 1.0, 1e-12);  // as it was
        poses[0].position.x = x;
        assert_int_equal(swv_motion_put(&m, 0, poses), SWV_NOT_FINITE);
        assert_int_equal(swv_motion_worlds(&m, poses, poses + 1), SWV_NOT_FINITE);
    }
    swv_motion_free(&m);
}

// ---- every status that headers name: tests/contract/io_rows.py reads these rows, and those of the other tests here ----

static void *no_memory(void *user, size_t size)
{
    (void)user, (void)size;
    return NULL;
}

static void release(void *user, void *memory)
{
    (void)user, (void)memory;
}

static bool full(void *user, const void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return false;
}

static size_t broken(void *user, void *bytes, size_t size)
{
    (void)user, (void)bytes, (void)size;
    return SIZE_MAX;
}

static size_t cut(void *user, void *bytes, size_t size)
{
    const size_t count = source(user, bytes, size);
    return count > 0 ? count - 5 : SIZE_MAX;
}

static const swv_io_options empty = { .allocate = no_memory, .release = release };
static const swv_io_options alone = { .allocate = no_memory };
static const char           old_gltf[] = "{\"asset\":{\"version\":\"1.0\"}}";

static void reading_says_what_is_wrong(void **state)
{
    (void)state;
    const swv_io_options as_bvh = { .format = SWV_FORMAT_BVH }, as_gltf = { .format = SWV_FORMAT_GLTF };
    const char *const    page = SWIVEL_SOURCE_DIR "/README.md";
    swv_motion           m;
    REFUSED(swv_motion_read("nothing", 7, NULL, &m, NULL), SWV_BAD_FILE, m);
    REFUSED(swv_motion_read(bvh, sizeof bvh - 1, &empty, &m, NULL), SWV_NO_MEMORY, m);
    REFUSED(swv_motion_read(bvh, sizeof bvh - 1, &alone, &m, NULL), SWV_BAD_OPTIONS, m);
    REFUSED(swv_motion_read(old_gltf, sizeof old_gltf - 1, &as_gltf, &m, NULL), SWV_UNSUPPORTED, m);
    REFUSED(swv_motion_read_file("no/such/file.bvh", NULL, &m, NULL), SWV_NO_FILE, m);
    REFUSED(swv_motion_read_file(page, &as_bvh, &m, NULL), SWV_BAD_FILE, m);
    REFUSED(swv_motion_read_file(page, &empty, &m, NULL), SWV_NO_MEMORY, m);
    REFUSED(swv_motion_read_file(page, &alone, &m, NULL), SWV_BAD_OPTIONS, m);
    const char *const name = "io_contract.gltf";
    FILE             *out = fopen(name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(old_gltf, 1, sizeof old_gltf - 1, out), sizeof old_gltf - 1);
    assert_int_equal(fclose(out), 0);
    REFUSED(swv_motion_read_file(name, NULL, &m, NULL), SWV_UNSUPPORTED, m);
    assert_int_equal(remove(name), 0);

    swv_bvh *stream = NULL;
    size_t   at = 0;
    assert_int_equal(swv_bvh_open(source, &at, &empty, &stream, NULL), SWV_NO_MEMORY);
    assert_int_equal(swv_bvh_open(source, &at, &alone, &stream, NULL), SWV_BAD_OPTIONS);
    assert_int_equal(swv_bvh_open(broken, NULL, NULL, &stream, NULL), SWV_NO_FILE);
    at = 5;
    assert_int_equal(swv_bvh_open(source, &at, NULL, &stream, NULL), SWV_BAD_FILE);
    assert_null(stream);
    double frames[16];
    int    count;
    at = 0;
    assert_int_equal(swv_bvh_open(cut, &at, NULL, &stream, NULL), SWV_OK);
    assert_int_equal(swv_bvh_frames(stream, -1, frames, &count, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_bvh_frames(stream, 2, frames, &count, NULL), SWV_NO_FILE);
    swv_bvh_close(stream);
}

static void any_changed_byte_is_a_bad_file_or_none(void **state)
{
    (void)state;
    char     changed[sizeof bvh];
    uint64_t seed = 7;
    for (int i = 0; i < CASES(20000); i++) {
        swv_motion m;
        memcpy(changed, bvh, sizeof bvh);
        for (int k = 0; k < 1 + i % 3; k++)
            changed[random_below(&seed, sizeof bvh - 1)] = (char)random_below(&seed, 256);
        const swv_status status = swv_motion_read(changed, sizeof bvh - 1, NULL, &m, NULL);
        assert_true(status == SWV_OK || status == SWV_BAD_FILE);
        if (status == SWV_OK)
            swv_motion_free(&m);
    }
}

static void writing_says_what_is_wrong(void **state)
{
    (void)state;
    const swv_io_options as_bvh = { .format = SWV_FORMAT_BVH }, as_urdf = { .format = SWV_FORMAT_URDF },
                         no_room = { .allocate = no_memory, .release = release, .format = SWV_FORMAT_BVH },
                         one_hand = { .allocate = no_memory, .format = SWV_FORMAT_BVH };
    swv_motion m, none = { 0 };
    assert_int_equal(swv_motion_read(bvh, sizeof bvh - 1, NULL, &m, NULL), SWV_OK);
    assert_int_equal(swv_motion_write(&m, &as_urdf, sink, NULL, NULL), SWV_UNSUPPORTED);
    assert_int_equal(swv_motion_write(&none, &as_bvh, sink, NULL, NULL), SWV_BAD_MODEL);
    assert_int_equal(swv_motion_write(&m, &as_bvh, full, NULL, NULL), SWV_NO_FILE);
    assert_int_equal(swv_motion_write(&m, &no_room, sink, NULL, NULL), SWV_NO_MEMORY);
    assert_int_equal(swv_motion_write(&m, &one_hand, sink, NULL, NULL), SWV_BAD_OPTIONS);
    assert_int_equal(swv_motion_write_file("motion.urdf", &m, NULL, NULL), SWV_UNSUPPORTED);
    assert_int_equal(swv_motion_write_file("motion.bvh", &none, NULL, NULL), SWV_BAD_MODEL);
    assert_int_equal(swv_motion_write_file("no/such/folder/motion.bvh", &m, NULL, NULL), SWV_NO_FILE);
    assert_int_equal(swv_motion_write_file("motion.bvh", &m, &no_room, NULL), SWV_NO_MEMORY);
    assert_int_equal(swv_motion_write_file("motion.bvh", &m, &one_hand, NULL), SWV_BAD_OPTIONS);
    m.frames[0] = NAN;
    assert_int_equal(swv_motion_write(&m, &as_bvh, sink, NULL, NULL), SWV_NOT_FINITE);
    assert_int_equal(swv_motion_write_file("motion.bvh", &m, NULL, NULL), SWV_NOT_FINITE);
    swv_motion_free(&m);
}

static void motions_in_use_say_what_is_wrong(void **state)
{
    (void)state;
    swv_motion         m, out, still;
    swv_pose           poses[4];
    static swv_joint   chain[SWV_MAX_JOINTS + 2];
    int                chain_count;
    swv_joint          joints[4];
    swv_markers_report report;
    assert_int_equal(swv_motion_read(bvh, sizeof bvh - 1, NULL, &m, NULL), SWV_OK);
    swv_motion_joint joint = m.joints[0];
    REFUSED(swv_motion_make(&joint, 0, 1, 0.01, NULL, &out, NULL), SWV_BAD_COUNT, out);
    REFUSED(swv_motion_make(&joint, 1, 1, -0.01, NULL, &out, NULL), SWV_BAD_ARGUMENT, out);
    REFUSED(swv_motion_make(&joint, 1, 1, 0.01, &empty, &out, NULL), SWV_NO_MEMORY, out);
    REFUSED(swv_motion_make(&joint, 1, 1, 0.01, &alone, &out, NULL), SWV_BAD_OPTIONS, out);
    joint.parent = 3;
    REFUSED(swv_motion_make(&joint, 1, 1, 0.01, NULL, &out, NULL), SWV_BAD_MODEL, out);
    assert_int_equal(swv_motion_make(m.joints, 1, 0, 0.01, NULL, &still, NULL), SWV_OK);
    REFUSED(swv_motion_locals(&m, 2, poses), SWV_BAD_COUNT, poses);
    REFUSED(swv_motion_sample(&still, 0.0, poses), SWV_BAD_COUNT, poses);
    assert_int_equal(swv_motion_locals(&m, 0, poses), SWV_OK);
    assert_int_equal(swv_motion_put(&m, 2, poses), SWV_BAD_COUNT);
    memset(&poses[0].rotation, 0, sizeof poses[0].rotation);
    assert_int_equal(swv_motion_put(&m, 0, poses), SWV_BAD_POSTURE);
    REFUSED(swv_motion_joints(&m, 2, joints), SWV_BAD_COUNT, joints);
    assert_int_equal(swv_motion_transform(&m, -1.0, (swv_quat)SWV_IDENTITY_QUAT), SWV_BAD_ARGUMENT);
    REFUSED(swv_robot_joints(&m, -1, 0, chain, &chain_count), SWV_BAD_MODEL, chain);
    REFUSED(swv_markers_fit(&still, NULL, &out, &report, NULL), SWV_BAD_COUNT, out);
    REFUSED(swv_markers_fit(&m, &(swv_markers_options){ .io = &alone }, &out, &report, NULL), SWV_BAD_OPTIONS, out);
    REFUSED(swv_markers_fit(&m, &(swv_markers_options){ .io = &empty }, &out, &report, NULL), SWV_NO_MEMORY, out);
    swv_motion_free(&still);
    swv_motion_free(&m);
    static const swv_starts unmade;
    swv_starts_score        score;
    REFUSED(swv_starts_verify(NULL, 1, 0, 1, &score), SWV_NULL, score);
    assert_int_equal(swv_starts_verify(&unmade, 1, 0, 1, NULL), SWV_NULL);
    REFUSED(swv_starts_verify(&unmade, 1, 0, 1, &score), SWV_BAD_MODEL, score);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_that_are_null_are_refused), cmocka_unit_test(numbers_that_are_not_finite_are_refused),
        cmocka_unit_test(reading_says_what_is_wrong),         cmocka_unit_test(any_changed_byte_is_a_bad_file_or_none),
        cmocka_unit_test(writing_says_what_is_wrong),         cmocka_unit_test(motions_in_use_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
