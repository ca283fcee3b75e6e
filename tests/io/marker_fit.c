// SPDX-License-Identifier: MIT
// A body from markers: OpenSim's walk, its knees beside the recording's own centres of them; what is missing, memory.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "swivel_io/markers.h"
#include "motion_rigs.h"

static void read_walk(swv_motion *markers)
{
    char path[PATH_LENGTH];
    assert_true(find_file("markers/walking2.c3d", path));
    assert_int_equal(swv_motion_read_file(path, NULL, markers, NULL), SWV_OK);
}

static int joint_called(const swv_motion *m, const char *name)
{
    for (int j = 0; j < m->joint_count; j++)
        if (!strcmp(m->joints[j].name, name))
            return j;
    fail_msg("no joint %s", name);
    return -1;
}

static void count_frames(void *user, int done, int frame_count)
{
    int *last = user;
    assert_int_equal(done, *last + 1);
    assert_true(done <= frame_count);
    *last = done;
}

static void walk_is_near_its_markers(void **state)
{
    (void)state;
    swv_motion         markers, body;
    swv_markers_report r;
    int                last = 0;
    read_walk(&markers);
    const swv_markers_options options = { .tell = count_frames, .user = &last };
    assert_int_equal(swv_markers_fit(&markers, &options, &body, &r, NULL), SWV_OK);
    assert_int_equal(last, markers.frame_count);
    assert_int_equal(body.frame_count, markers.frame_count);
    assert_near(body.metres_per_unit, markers.metres_per_unit, 1e-15);
    assert_int_equal(r.used, 44);
    assert_int_equal(r.unknown, 0);
    assert_int_equal(r.frames_without, 406);
    print_message("%.2f mm root mean square; %s %.2f mm on average\n", 1e3 * r.rms, markers.joints[r.worst].name,
                  1e3 * r.worst_mean);
    assert_true(r.rms > 0.0 && r.rms < 0.0065 && r.worst_mean >= r.rms && r.worst_mean < 0.011);
    const int       centre = joint_called(&markers, "LKJC"), knee = joint_called(&body, "leftLowerLeg");
    static swv_pose locals[SWV_MOTION_JOINTS], worlds[SWV_MOTION_JOINTS];
    double          away = 0.0;
    int             seen = 0;
    for (int f = 0; f < markers.frame_count; f++) {
        if (!markers.seen[(size_t)f * (size_t)markers.joint_count + (size_t)centre])
            continue;
        const double *p = markers.frames + (size_t)f * (size_t)markers.frame_size + markers.joints[centre].position_at;
        assert_int_equal(swv_motion_locals(&body, f, locals), SWV_OK);
        assert_int_equal(swv_motion_worlds(&body, locals, worlds), SWV_OK);
        const swv_vec3 at = { p[0], p[1], p[2] };
        away += swv_vec3_length(swv_vec3_sub(worlds[knee].position, at)) * markers.metres_per_unit;
        seen++;
    }
    print_message("left knee %.1f mm from its centre on average, %d frames\n", 1e3 * away / seen, seen);
    assert_true(seen > 400 && away / seen < 0.010);
    swv_motion_free(&body);
    swv_motion_free(&markers);
}

// Some of its frames: the walker is not seen in all.
static void read_part_of_walk(swv_motion *markers, int first, int frame_count)
{
    read_walk(markers);
    const int size = markers->frame_size, count = markers->joint_count;
    memmove(markers->frames, markers->frames + first * size, sizeof(double) * (size_t)(frame_count * size));
    memmove((unsigned char *)(void *)(uintptr_t)markers->seen, markers->seen + first * count,
            (size_t)(frame_count * count));
    markers->frame_count = frame_count;
}

// Skeletons of files, in their own units, axes and rest poses, become as large as the walker and as near to the markers as the built-in human.
static void other_figures_are_scaled_to_the_markers(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        bool        fits;
    } figures[] = { { "bvh/cmu_02_01_walk.bvh", true },
                    { "bvh/three_pirouette.bvh", true },
                    { "gltf/human_skeleton_rigify.glb", true },
                    { "gltf/RobotExpressive.glb", false } };
    swv_motion markers;
    read_part_of_walk(&markers, 560, 120);
    for (int i = 0; i < 4; i++) {
        char               path[PATH_LENGTH];
        static world_joint joints[SWV_MOUNT_JOINTS];
        static swv_pose    locals[SWV_MOTION_JOINTS], worlds[SWV_MOTION_JOINTS];
        swv_motion         file, body;
        world_rig          rig;
        swv_binding        binding;
        swv_markers_report r;
        swv_io_error       error;
        assert_true(find_file(figures[i].file, path));
        const swv_status read = swv_motion_read_file(path, NULL, &file, NULL);
        if (read == SWV_UNSUPPORTED)  // built without cJSON
            continue;
        assert_int_equal(read, SWV_OK);
        assert_int_equal(motion_rig(&file, -1, joints, &rig), SWV_OK);
        rig.up = file.up;
        const swv_bind_options parts = { .given = file.given };
        assert_int_equal(bind_rig(&rig, &parts, &binding), SWV_OK);
        swv_status          made;
        swv_markers_options options = { .skeleton = skeleton_of_rig(&rig, &made), .binding = &binding };
        assert_non_null(options.skeleton);
        const swv_status status = swv_markers_fit(&markers, &options, &body, &r, &error);
        if (!figures[i].fits) {  // feet that hang elsewhere
            assert_int_equal(status, SWV_BAD_MODEL);
            assert_non_null(strstr(error.text, "the figure: "));
            swv_motion_free(&file);
            continue;
        }
        assert_int_equal(status, SWV_OK);
        assert_int_equal(body.joint_count, file.joint_count);
        const int centre = joint_called(&markers, "LKJC"), knee = binding.parts[SWV_PART_LEFT_LOWER_LEG].joint;
        double    away = 0.0;
        for (int f = 0; f < 120; f++) {
            const double *p =
                markers.frames + (size_t)f * (size_t)markers.frame_size + markers.joints[centre].position_at;
            assert_int_equal(swv_motion_locals(&body, f, locals), SWV_OK);
            assert_int_equal(swv_motion_worlds(&body, locals, worlds), SWV_OK);
            away += swv_vec3_length(swv_vec3_sub(worlds[knee].position, (swv_vec3){ p[0], p[1], p[2] })) *
                    markers.metres_per_unit / 120.0;
        }
        print_message("%s: %.2f mm root mean square; left knee %.1f mm from its centre on average\n", figures[i].file,
                      1e3 * r.rms, 1e3 * away);
        assert_true(r.used == 44 && r.rms < 0.0075 && away < 0.015);
        swv_motion_free(&body);
        options.binding = NULL;
        assert_int_equal(swv_markers_fit(&markers, &options, &body, &r, &error), SWV_NULL);
        options.binding = &binding;
        rig.is_left_handed = true;
        options.skeleton = skeleton_of_rig(&rig, &made);
        assert_int_equal(swv_markers_fit(&markers, &options, &body, &r, &error), SWV_UNSUPPORTED);
        swv_motion_free(&file);
    }
    swv_motion_free(&markers);
}

// A few frames, so that each allocation can fail in turn.
static void memory_and_what_is_missing(void **state)
{
    (void)state;
    swv_motion   markers, body = { .joint_count = 77 };
    swv_io_error error;
    read_part_of_walk(&markers, 600, 20);
    for (int k = 0;; k++) {
        counter                   c = { .fail_at = k };
        const swv_io_options      io = { .allocate = counted_allocate, .release = counted_release, .user = &c };
        const swv_markers_options options = { .io = &io };
        const swv_status          status = swv_markers_fit(&markers, &options, &body, NULL, &error);
        if (status == SWV_OK) {
            assert_true(k > 4 && c.calls <= k);
            swv_motion_free(&body);
            assert_int_equal(c.blocks, 0);
            break;
        }
        assert_int_equal(status, SWV_NO_MEMORY);
        assert_int_equal(error.status, SWV_NO_MEMORY);
        assert_int_equal(c.blocks, 0);
        assert_int_equal(body.joint_count, 77);
    }
    assert_int_equal(swv_markers_fit(NULL, NULL, &body, NULL, &error), SWV_NULL);
    assert_int_equal(swv_markers_fit(&markers, NULL, NULL, NULL, NULL), SWV_NULL);
    const swv_io_options      half = { .allocate = counted_allocate };
    const swv_markers_options wrong = { .io = &half };
    assert_int_equal(swv_markers_fit(&markers, &wrong, &body, NULL, &error), SWV_BAD_OPTIONS);
    const swv_skeleton        figure = { .joint_count = 1 };
    const swv_binding         unbound = { .twist_count = 0 };
    const swv_markers_options of_figure = { .skeleton = &figure, .binding = &unbound };
    assert_int_equal(swv_markers_fit(&markers, &of_figure, &body, NULL, &error), SWV_BAD_MODEL);
    // Numbers so large that their squares are not finite.
    const size_t numbers = (size_t)markers.frame_count * (size_t)markers.frame_size;
    for (size_t i = 0; i < numbers; i++)
        markers.frames[i] *= 0x1p600;
    assert_int_equal(swv_markers_fit(&markers, NULL, &body, NULL, &error), SWV_NOT_FINITE);
    for (size_t i = 0; i < numbers; i++)
        markers.frames[i] *= 0x1p-600;
    const double unit = markers.metres_per_unit;
    markers.metres_per_unit = 0.0;
    assert_int_equal(swv_markers_fit(&markers, NULL, &body, NULL, &error), SWV_BAD_MODEL);
    assert_non_null(strstr(error.text, "unit"));
    markers.metres_per_unit = unit;
    // Without its pelvis it is nobody; without feet nothing tells what is up.
    for (int j = 0; j < markers.joint_count; j++)
        if (strstr(markers.joints[j].name, "PSI") || strstr(markers.joints[j].name, "SACR"))
            markers.joints[j].name = "X";
    assert_int_equal(swv_markers_fit(&markers, NULL, &body, NULL, &error), SWV_BAD_MODEL);
    assert_non_null(strstr(error.text, "ASIS"));
    for (int j = 0; j < markers.joint_count; j++)
        markers.joints[j].name = "X";
    markers.up = (swv_vec3){ 0.0, 0.0, 0.0 };
    assert_int_equal(swv_markers_fit(&markers, NULL, &body, NULL, &error), SWV_BAD_MODEL);
    assert_non_null(strstr(error.text, "up"));
    markers.frame_count = 0;
    assert_int_equal(swv_markers_fit(&markers, NULL, &body, NULL, &error), SWV_BAD_COUNT);
    swv_motion_free(&markers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_is_near_its_markers),
        cmocka_unit_test(other_figures_are_scaled_to_the_markers),
        cmocka_unit_test(memory_and_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
