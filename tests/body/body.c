// SPDX-License-Identifier: MIT
// The whole body on a skeleton: people of data/people, each on bones of their own length, from three to eleven points. Lengths are metres, angles
// radians; places are in the world, z up, as body.h has them.
#include "check.h"

#include <math.h>

#include "people_skeleton.h"
#include "rigs.h"

// One frame: errors of each joint in centimetres.
static void solve(const swv_body *skeleton, const swv_body_point *points, int count, const body *b,
                  swv_pose worlds[PLACES], swv_body_report *report, double off[PLACES])
{
    const swv_limb_compromise keep = SWV_KEEP_HAND;
    swv_pose                  locals[PLACES];
    assert_int_equal(swv_body_solve(skeleton, points, count, NULL, keep, locals, report), SWV_OK);
    assert_int_equal(swv_mount_worlds(&skeleton->mount, locals, worlds), SWV_OK);
    for (int i = 0; i < PLACES; i++) {
        const int parent = skeleton->mount.skeleton->joints[i].parent;
        off[i] = 100.0 * swv_vec3_length(swv_vec3_sub(worlds[i].position, b->poses[places_of[i]].position));
        if (parent >= 0)  // bones keep their lengths
            assert_near(swv_vec3_length(swv_vec3_sub(worlds[i].position, worlds[parent].position)),
                        swv_vec3_length(skeleton->mount.skeleton->joints[i].rest.position), 1e-12);
    }
}

// Most of these people were fitted; those who were not: body_people.c. Head exact, hands wherever arms are long enough.
static void people(void **state)
{
    (void)state;
    uint64_t  seed = 1;
    FILE     *file = open_data("bodies.i16");
    body      b;
    const int counts[3] = { 3, 6, 11 };
    double    sums[3] = { 0 };
    int       rows = 0, hands_off = 0;
    for (int row = 0; read_body(file, &seed, &b); row++) {
        if (row % (CASES(50) ? 20 : 400))
            continue;
        static swv_body skeleton;
        swv_body_point  points[11];
        make_skeleton(&b, &skeleton);
        make_points(&b, &skeleton, points);
        rows++;
        for (int k = 0; k < 3; k++) {
            swv_pose        worlds[PLACES];
            swv_body_report report;
            double          off[PLACES];
            solve(&skeleton, points, counts[k], &b, worlds, &report, off);
            for (int i = 0; i < PLACES; i++)
                sums[k] += off[i];
            assert_near(report.position_errors[0], 0.0, 1e-12);
            assert_near(report.rotation_errors[0], 0.0, 1e-7);
            for (int i = 1; i < 3; i++) {
                hands_off += report.position_errors[i] > 1e-9 || report.rotation_errors[i] > 1e-7;
                assert_true((report.position_errors[i] > 1e-9) <= (report.outcome != SWV_REACHED));
            }
        }
    }
    fclose(file);
    const double mean[3] = { sums[0] / rows / (PLACES - 3), sums[1] / rows / (PLACES - 3),
                             sums[2] / rows / (PLACES - 3) };
    printf("%d postures, 19 joints: from three points %.2f cm, from six %.2f, from eleven %.2f; %d of %d hands off\n",
           rows, mean[0], mean[1], mean[2], hands_off, 6 * rows);
    assert_true(mean[0] < 9.2 && mean[1] < 1.7 && mean[2] < 0.6);
    assert_true(hands_off * 1000 <= 6 * rows);
}

// Other axes of every joint, another unit, left-handed, resting somewhere else: the same body.
static void any_axes_unit_and_handedness(void **state)
{
    (void)state;
    uint64_t seed = 2;
    FILE    *file = open_data("bodies.i16");
    body     b;
    for (int row = 0; row < CASES(400) && read_body(file, &seed, &b); row++) {
        static swv_body    plain, other;
        static world_joint joints[PLACES];
        swv_body_point     points[11], moved[11];
        make_skeleton(&b, &plain);
        make_points(&b, &plain, points);
        const double   scale = pow(10.0, random_between(&seed, -2, 2));
        const bool     is_left_handed = row % 2;
        swv_quat       axes[PLACES];
        swv_pose       rest[PLACES];
        const swv_vec3 elsewhere = { random_between(&seed, -2, 2), random_between(&seed, -2, 2),
                                     random_between(&seed, -2, 2) };
        assert_int_equal(rest_worlds_of(&plain.mount, rest), SWV_OK);
        for (int i = 0; i < PLACES; i++) {
            axes[i] = swv_quat_normalize((swv_quat){ random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                                     random_between(&seed, -1, 1), random_between(&seed, -1, 1) });
            swv_pose p = { swv_vec3_scale(scale, swv_vec3_add(rest[i].position, elsewhere)),
                           swv_quat_mul(rest[i].rotation, axes[i]) };
            if (is_left_handed)
                p = (swv_pose){ { -p.position.x, p.position.y, p.position.z },
                                { p.rotation.x, -p.rotation.y, -p.rotation.z, p.rotation.w } };
            joints[i] = (world_joint){ swv_part_name(places_of[i]), plain.mount.skeleton->joints[i].parent, p };
        }
        const world_rig rig = { .joints = joints, .joint_count = PLACES, .up = { 0, 0, 1 } };
        swv_binding     binding;
        assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
        assert_true(binding.is_left_handed == is_left_handed);
        assert_int_equal(body_of_rig(&rig, &binding, &other, NULL), SWV_OK);
        for (int i = 0; i < 11; i++) {
            int joint = 0;
            while (places_of[joint] != points_of[i])
                joint++;
            swv_pose p = { swv_vec3_scale(scale, points[i].pose.position),
                           swv_quat_mul(points[i].pose.rotation, axes[joint]) };
            if (is_left_handed)
                p = (swv_pose){ { -p.position.x, p.position.y, p.position.z },
                                { p.rotation.x, -p.rotation.y, -p.rotation.z, p.rotation.w } };
            moved[i] = (swv_body_point){ points_of[i], p };
        }
        const int count = 3 + (int)random_below(&seed, 9);
        swv_pose  locals[PLACES], worlds[2][PLACES];
        assert_int_equal(swv_body_solve(&plain, points, count, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_OK);
        assert_int_equal(swv_mount_worlds(&plain.mount, locals, worlds[0]), SWV_OK);
        assert_int_equal(swv_body_solve(&other, moved, count, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_OK);
        assert_int_equal(swv_mount_worlds(&other.mount, locals, worlds[1]), SWV_OK);
        for (int i = 0; i < PLACES; i++) {
            swv_vec3 p = swv_vec3_scale(1.0 / scale, worlds[1][i].position);
            p.x = is_left_handed ? -p.x : p.x;
            // A knee or elbow that is nearly straight turns far for little.
            const int  part = places_of[i];
            const bool is_middle = part == SWV_PART_LEFT_LOWER_ARM || part == SWV_PART_RIGHT_LOWER_ARM ||
                                   part == SWV_PART_LEFT_LOWER_LEG || part == SWV_PART_RIGHT_LOWER_LEG;
            assert_near(swv_vec3_length(swv_vec3_sub(p, worlds[0][i].position)), 0.0, is_middle ? 5e-3 : 1e-3);
        }
    }
    fclose(file);
}

// A hand that moves by a tenth of a millimetre moves nothing by much more, elbows and knees that are bent included.
static void smooth(void **state)
{
    (void)state;
    uint64_t seed = 4;
    FILE    *file = open_data("bodies.i16");
    body     b;
    int      tried = 0, jumps = 0;
    for (int row = 0; row < CASES(2000) && read_body(file, &seed, &b); row++) {
        static swv_body skeleton;
        swv_body_point  points[11];
        swv_pose        worlds[2][PLACES];
        swv_body_report report;
        double          off[PLACES];
        const int       count = 3 + (int)random_below(&seed, 9);
        make_skeleton(&b, &skeleton);
        make_points(&b, &skeleton, points);
        solve(&skeleton, points, count, &b, worlds[0], &report, off);
        points[1].pose.position.x += 1e-4;
        solve(&skeleton, points, count, &b, worlds[1], &report, off);
        double worst = 0.0;
        for (int i = 0; i < PLACES; i++)
            worst = fmax(worst, swv_vec3_length(swv_vec3_sub(worlds[0][i].position, worlds[1][i].position)));
        tried++;
        jumps += worst > 20e-4;
    }
    fclose(file);
    assert_true(jumps * 400 <= tried);
}

static void what_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 3;
    FILE    *file = open_data("bodies.i16");
    body     b;
    assert_true(read_body(file, &seed, &b));
    fclose(file);
    static swv_body skeleton, zeroed;
    swv_body_point  points[11];
    swv_pose        locals[PLACES], again[PLACES];
    make_skeleton(&b, &skeleton);
    make_points(&b, &skeleton, points);
    assert_int_equal(swv_body_solve(&skeleton, points, 2, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_body_solve(&skeleton, points + 1, 3, NULL, SWV_KEEP_LIMITS, locals, NULL),
                     SWV_BAD_GOAL);  // no head
    assert_int_equal(swv_body_solve(&zeroed, points, 3, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_BAD_MODEL);
    const swv_limb_compromise unknown = (swv_limb_compromise)7;
    assert_int_equal(swv_body_solve(&skeleton, points, 3, NULL, unknown, locals, NULL), SWV_BAD_ARGUMENT);
    points[2].part = SWV_PART_JAW;
    assert_int_equal(swv_body_solve(&skeleton, points, 3, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_BAD_GOAL);
    points[2].part = -5;
    assert_int_equal(swv_body_solve(&skeleton, points, 3, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_BAD_GOAL);
    points[2].part = SWV_PART_RIGHT_HAND;
    points[1].pose.position.y = NAN;
    assert_int_equal(swv_body_solve(&skeleton, points, 3, NULL, SWV_KEEP_LIMITS, locals, NULL), SWV_BAD_GOAL);
    // Far away, on top of each other: an outcome, and numbers.
    for (int k = 0; k < 3; k++) {
        make_points(&b, &skeleton, points);
        points[1].pose.position = swv_vec3_scale(k == 0 ? 0.0 : k == 1 ? 1e3 : 1e200, points[1].pose.position);
        points[2].pose.position = points[k == 0 ? 0 : 2].pose.position;
        swv_body_report report;
        assert_int_equal(swv_body_solve(&skeleton, points, 6, NULL, SWV_KEEP_LIMITS, locals, &report), SWV_OK);
        for (int i = 0; i < PLACES; i++)
            assert_true(
                swv_vec3_is_finite(locals[i].position) &&
                swv_vec3_length((swv_vec3){ locals[i].rotation.x, locals[i].rotation.y, locals[i].rotation.z }) < 1.1);
        assert_true(k == 0 || report.outcome == SWV_OUT_OF_REACH);
        assert_near(report.position_errors[0], 0.0, 1e-9);
    }
    // In place; toes, which nothing moves, keep their animation.
    make_points(&b, &skeleton, points);
    for (int i = 0; i < PLACES; i++)
        locals[i] = skeleton.mount.skeleton->joints[i].rest;
    locals[9].rotation = (swv_quat){ 0.6, 0, 0, 0.8 };
    assert_int_equal(swv_body_solve(&skeleton, points, 6, locals, SWV_KEEP_LIMITS, again, NULL), SWV_OK);
    assert_int_equal(swv_body_solve(&skeleton, points, 6, locals, SWV_KEEP_LIMITS, locals, NULL), SWV_OK);
    assert_memory_equal(locals, again, sizeof locals);
    assert_near(locals[9].rotation.x, 0.6, 0.0);
    // Without legs there is no body.
    world_joint     joints[1] = { { "Hips", -1, { { 0, 0, 1 }, { 0, 0, 0, 1 } } } };
    const world_rig rig = { .joints = joints, .joint_count = 1 };
    swv_binding     binding;
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    int part = -2;
    assert_int_equal(body_of_rig(&rig, &binding, &skeleton, &part), SWV_BAD_MODEL);
    assert_int_equal(part, SWV_PART_HEAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people),
        cmocka_unit_test(any_axes_unit_and_handedness),
        cmocka_unit_test(smooth),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
