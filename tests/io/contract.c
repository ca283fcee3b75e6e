// SPDX-License-Identifier: MIT
// The contract of base.h, of every function of swivel_io: NULL for each pointer, numbers that are not finite, and what was to be written is
// as it was.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/markers.h"
#include "swivel_io/motion.h"
#include "swivel_io/robot.h"

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
    swv_rig_joint      joints[4];
    swv_rig            rig;
    static swv_chain   chain;
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
    REFUSED(swv_motion_rig(NULL, -1, joints, &rig), SWV_NULL, rig);
    REFUSED(swv_motion_rig(&m, -1, NULL, &rig), SWV_NULL, rig);
    REFUSED(swv_motion_rig(&m, -1, joints, NULL), SWV_NULL, joints);
    assert_int_equal(swv_motion_transform(NULL, 1.0, (swv_quat)SWV_IDENTITY_QUAT), SWV_NULL);
    REFUSED(swv_robot_chain(NULL, 0, 0, &chain), SWV_NULL, chain);
    assert_int_equal(swv_robot_chain(&m, 0, 0, NULL), SWV_NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_that_are_null_are_refused),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
