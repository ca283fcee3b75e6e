// SPDX-License-Identifier: MIT
// TRC, C3D and CSV: a walk as C3D beside what OpenSim's reader makes of it, gaps, what is malformed, memory; written as CSV and read back.
#include <math.h>

#include "facts.h"

static void read_or_fail(const char *name, swv_motion *motion)
{
    char         path[PATH_LENGTH];
    swv_io_error error;
    assert_true(find_file(name, path));
    if (swv_motion_read_file(path, NULL, motion, &error) != SWV_OK)
        fail_msg("%s:%ld: %s", path, error.line, error.text);
}

static bool is_seen(const swv_motion *m, int frame, int marker)
{
    return !m->seen || m->seen[(size_t)frame * (size_t)m->joint_count + (size_t)marker];
}

static const double *place(const swv_motion *m, int frame, int marker)
{
    return m->frames + (size_t)frame * (size_t)m->frame_size + m->joints[marker].position_at;
}

static void a_walk_is_the_same_as_c3d_and_as_trc(void **state)
{
    (void)state;
    swv_motion c3d, trc;
    int        compared = 0, gaps = 0;
    read_or_fail("markers/walking2.c3d", &c3d);
    read_or_fail("markers/walking2_markers.trc", &trc);
    assert_int_equal(c3d.joint_count, 44);
    assert_int_equal(trc.joint_count, 44);
    assert_int_equal(c3d.frame_count, 1249);
    assert_int_equal(trc.frame_count, 126);
    assert_near(c3d.frame_time, 0.004, 1e-12);
    assert_true(c3d.metres_per_unit == 0.001 && trc.metres_per_unit == 0.001 && c3d.up.z == 1.0);
    for (int i = 0; i < 44; i++) {
        const int same = joint_of(&c3d, trc.joints[i].name);
        for (int f = 0; f < 126; f++) {
            const int frame = f < 125 ? 10 * f : 1248;  // each tenth, and the last
            assert_int_equal(is_seen(&c3d, frame, same), is_seen(&trc, f, i));
            gaps += !is_seen(&trc, f, i);
            if (!is_seen(&trc, f, i))
                continue;
            compared++;
            for (int k = 0; k < 3; k++)  // written with five digits
                assert_near(place(&trc, f, i)[k], place(&c3d, frame, same)[k], 0.051);
        }
    }
    print_message("%d places compared, %d not seen\n", compared, gaps);
    assert_true(compared > 2000 && gaps > 100);
    swv_motion_free(&c3d);
    swv_motion_free(&trc);
}

static void what_is_not_seen_keeps_its_last_place(void **state)
{
    (void)state;
    swv_motion m;
    read_or_fail("markers_odd/exampleFormat.trc", &m);
    assert_true(m.joint_count == 3 && m.frame_count == 5 && m.metres_per_unit == 1.0);
    assert_string_equal(m.joints[2].name, "marker3");
    assert_true(!is_seen(&m, 0, 0) && is_seen(&m, 1, 0) && !is_seen(&m, 2, 1));
    assert_true(place(&m, 0, 0)[0] == -0.273 && m.joints[0].rest.position.x == -0.273);  // where it appears
    assert_true(place(&m, 2, 1)[2] == -1.71);                                            // where it was
    swv_motion_free(&m);
    read_or_fail("markers_odd/dataWithEformat.trc", &m);
    assert_true(m.joint_count == 14 && !m.seen && place(&m, 0, 0)[2] == -1.57);
    swv_motion_free(&m);
    read_or_fail("markers_odd/dataWithNaNsOfDifferentCases.trc", &m);
    assert_true(m.joint_count == 14 && m.frame_count == 5 && m.seen);
    swv_motion_free(&m);
}

static void written_as_csv_poses_are_the_same(void **state)
{
    (void)state;
    written              text = { 0 };
    swv_motion           walk, points;
    swv_io_error         error;
    static swv_pose      locals[256], worlds[256], flat[256];
    const swv_io_options options = { .format = SWV_FORMAT_CSV };
    read_or_fail("bvh/pybvh_mixed_orders.bvh", &walk);
    assert_int_equal(swv_motion_write(&walk, &options, append, &text, NULL), SWV_OK);
    if (swv_motion_read(text.bytes, text.size, NULL, &points, &error) != SWV_OK)
        fail_msg("%ld: %s", error.line, error.text);
    assert_int_equal(points.format, SWV_FORMAT_CSV);
    assert_int_equal(points.joint_count, walk.joint_count);
    assert_int_equal(points.frame_count, walk.frame_count);
    assert_near(points.frame_time, walk.frame_time, 1e-8);
    for (int f = 0; f < walk.frame_count; f++) {
        swv_motion_locals(&walk, f, locals);
        swv_motion_worlds(&walk, locals, worlds);
        swv_motion_locals(&points, f, flat);
        for (int i = 0; i < walk.joint_count; i++) {
            assert_near(swv_vec3_length(swv_vec3_sub(flat[i].position, worlds[i].position)), 0.0, 2e-9);
            assert_near(swv_quat_angle_between(flat[i].rotation, worlds[i].rotation), 0.0, 1e-8);
        }
    }
    free(text.bytes);
    swv_motion_free(&walk);
    swv_motion_free(&points);
}

static void malformed_files_are_refused_with_their_place(void **state)
{
    (void)state;
#define TRC_HEAD "PathFileType\t4\t(X/Y/Z)\ta\nDataRate\n100 100 1 1 mm 100 1 1\nFrame#\tTime\ta\t\t\n\t\tX1\tY1\tZ1\n"
    static const struct {
        const char *text, *expected;
        long        line;
        swv_format  format;
    } cases[] = {
        { "Path", "PathFileType expected", 1, SWV_FORMAT_TRC },
        { "PathFileType\n\n", "three lines", 2, SWV_FORMAT_TRC },
        { "PathFileType\n\n0 0 1 1 m\n", "DataRate, CameraRate", 3, SWV_FORMAT_TRC },
        { "PathFileType\n\n100 100 1 2 mm\nFrame#\tTime\ta\n\t\n", "as many names", 4, SWV_FORMAT_TRC },
        { TRC_HEAD "1\t0\t1\t2\tx\n", "a number, a blank or NaN", 6, SWV_FORMAT_TRC },
        { TRC_HEAD "1\t0\t1\t2\t3\t4\n", "no more fields", 6, SWV_FORMAT_TRC },
        { TRC_HEAD "\n1\t\t1\t2\t3\n", "a number of a frame and a time", 7, SWV_FORMAT_TRC },
        { "a,b\n1,2\n", "a header with columns", 1, SWV_FORMAT_AUTO },
        { "a_x,a_y\n1,2\n", "'a': columns px, py, pz", 1, SWV_FORMAT_AUTO },
        { "a_x,a_y,a_z,a_px\n1,2,3,4\n", "once expected", 1, SWV_FORMAT_AUTO },
        { "a_x,a_y,a_z\n1,2,3\n1,2\n", "as many fields", 3, SWV_FORMAT_AUTO },
        { "a_x,a_y,a_z\n1,2,3\n1,2,3,4\n", "as many fields", 3, SWV_FORMAT_AUTO },
        { "a_x,a_y,a_z\n1,2,3z\n", "a number, a blank or NaN", 2, SWV_FORMAT_AUTO },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        swv_motion           motion;
        swv_io_error         error;
        const swv_io_options options = { .format = cases[i].format };
        const swv_status     status = swv_motion_read(cases[i].text, strlen(cases[i].text), &options, &motion, &error);
        if (status != SWV_BAD_FILE || !strstr(error.text, cases[i].expected) || error.line != cases[i].line)
            fail_msg("%s\n%d: %ld: %s; expected %ld: %s", cases[i].text, (int)status, error.line, error.text,
                     cases[i].line, cases[i].expected);
    }
    swv_motion           m;
    static const char    good[] = "Time;l hand X;l hand Y;l hand Z\n0;1;2;3\n0.5;;;\n1;4;5;6\n";
    const swv_io_options csv = { .format = SWV_FORMAT_CSV };
    assert_int_equal(swv_motion_read(good, sizeof good - 1, &csv, &m, NULL), SWV_OK);
    assert_string_equal(m.joints[0].name, "l hand");
    assert_true(m.frame_count == 3 && m.frame_time == 0.5 && !is_seen(&m, 1, 0) && place(&m, 2, 0)[1] == 5.0);
    swv_motion_free(&m);
}

static void truncated_anywhere_and_out_of_memory_anywhere(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        swv_format  format;
        size_t      most, step;
    } files[] = { { "markers_odd/exampleFormat.trc", SWV_FORMAT_TRC, 100000, 1 },
                  { "markers_odd/dataWithEformat.trc", SWV_FORMAT_TRC, 100000, 1 },
                  { "markers/walking2.c3d", SWV_FORMAT_C3D, 16000, 13 } };
    for (int i = 0; i < 3; i++) {
        char   path[PATH_LENGTH];
        size_t size;
        assert_true(find_file(files[i].name, path));
        unsigned char *bytes = load_bytes(path, &size);
        truncate_everywhere(bytes, size < files[i].most ? size : files[i].most, files[i].format, files[i].step);
        fail_every_allocation(bytes, size, files[i].format);
        free(bytes);
    }
    cut_and_starve_seed("motion_c3d", "intel", SWV_FORMAT_C3D);
    cut_and_starve_seed("motion_c3d", "dec", SWV_FORMAT_C3D);
    cut_and_starve_seed("motion_c3d", "mips", SWV_FORMAT_C3D);
    cut_and_starve_seed("motion_csv", "points", SWV_FORMAT_CSV);
    cut_and_starve_seed("motion_csv", "poses", SWV_FORMAT_CSV);
}

static void changed_bytes_do_no_harm(void **state)
{
    (void)state;
    char   path[PATH_LENGTH];
    size_t size;
    assert_true(find_file("markers/walking2.c3d", path));
    unsigned char *bytes = load_bytes(path, &size);
    uint64_t       random = 4;
    for (int i = 0; i < CASES(2000); i++) {
        size_t        at[3];
        unsigned char before[3];
        for (int k = 0; k < 3; k++) {
            at[k] = (size_t)random_below(&random, k == 0 ? 24 : 7168);
            before[k] = bytes[at[k]];
            bytes[at[k]] = (unsigned char)random_below(&random, 256);
        }
        swv_motion           motion;
        const swv_io_options options = { .format = SWV_FORMAT_C3D };
        if (swv_motion_read(bytes, 60000, &options, &motion, NULL) == SWV_OK)
            swv_motion_free(&motion);
        for (int k = 2; k >= 0; k--)
            bytes[at[k]] = before[k];
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_is_the_same_as_c3d_and_as_trc),
        cmocka_unit_test(what_is_not_seen_keeps_its_last_place),
        cmocka_unit_test(written_as_csv_poses_are_the_same),
        cmocka_unit_test(malformed_files_are_refused_with_their_place),
        cmocka_unit_test(truncated_anywhere_and_out_of_memory_anywhere),
        cmocka_unit_test(changed_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
