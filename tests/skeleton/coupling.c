// SPDX-License-Identifier: MIT
// Joints that follow others: beside the same skeleton with every joint on its own, beside chains with couplings, beside differences,
// and by the engine. Lengths are in the skeleton's unit, angles radians; rests are against the parent, places in the world (skeleton.h).
#include "chain_solve.h"
#include "chains.h"
#include "check.h"
#include "trees.h"

enum { MOST = 24 };

// The value of a joint, by walking along those it follows as the caller gave them.
static double value_of(const swv_joint *joints, const swv_skeleton *coupled, const double *posture, int n)
{
    return joints[n].ratio == 0
               ? posture[coupled->first_number[n]]
               : joints[n].ratio * value_of(joints, coupled, posture, joints[n].follows) + joints[n].offset;
}

static void links_are_where_every_joint_has_its_value(void **state)
{
    (void)state;
    uint64_t seed = 31;
    double   worst = 0;
    int      followers = 0;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_joint joints[MOST], alone[MOST];
        const int count = 2 + random_below(&seed, MOST - 1);
        random_joints(&seed, joints, count);
        couple_joints(&seed, joints, count);
        memcpy(alone, joints, sizeof alone);
        for (int i = 0; i < count; ++i)
            alone[i].ratio = 0;
        tree_in_memory t = tree_of(joints, count), u = tree_of(alone, count);
        double         posture[7 * MOST], every[7 * MOST];
        swv_pose       frames[MOST], expected[MOST], moved[MOST];
        tree_posture_inside(&seed, &t.tree, posture);
        for (int i = 0; i < count; ++i) {
            const swv_joint_kind kind = joints[i].kind;
            const int            numbers = kind == SWV_JOINT_FREE        ? 7
                                           : kind == SWV_JOINT_BALL      ? 4
                                           : kind == SWV_JOINT_UNIVERSAL ? 2
                                                                         : 0;
            double              *to = &every[u.tree.first_number[i]];
            memcpy(to, &posture[t.tree.first_number[i]], sizeof(double) * (size_t)numbers);
            if (kind == SWV_JOINT_HINGE || kind == SWV_JOINT_SLIDER)
                to[0] = value_of(joints, &t.tree, posture, i);
        }
        assert_int_equal(t.tree.number_count + t.tree.follower_count, u.tree.number_count);
        assert_int_equal(t.tree.freedom_count + t.tree.follower_count, u.tree.freedom_count);
        swv_skeleton_frames(&t.tree, posture, frames);
        swv_skeleton_frames(&u.tree, every, expected);
        for (int i = 0; i < count; ++i)
            worst = fmax(worst, matrix4_distance(matrix4_of_pose(frames[i]), matrix4_of_pose(expected[i])));
        // All that share a number move when it changes, and so do the joints below them, and no others.
        const int at = random_below(&seed, count), first = t.tree.first_number[at];
        double    other[7 * MOST];
        tree_posture_inside(&seed, &t.tree, other);
        if (joints[at].kind == SWV_JOINT_HINGE || joints[at].kind == SWV_JOINT_SLIDER)
            posture[first] = other[first];
        memcpy(moved, frames, sizeof moved);
        assert_int_equal(swv_skeleton_move(&t.tree, posture, at, moved), SWV_OK);
        swv_skeleton_frames(&t.tree, posture, frames);
        assert_memory_equal(moved, frames, sizeof(swv_pose) * (size_t)count);
        followers += t.tree.follower_count;
        free(t.memory);
        free(u.memory);
    }
    assert_true(followers > CASES(1000));
    assert_near(worst, 0, 1e-13);
}

// Limits of a number are those of all joints that have it: a posture is inside if every value is.
static void limits_are_those_of_all(void **state)
{
    (void)state;
    uint64_t seed = 32;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_joint joints[MOST];
        const int count = 2 + random_below(&seed, MOST - 1);
        random_joints(&seed, joints, count);
        couple_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         posture[7 * MOST], excess;
        int            joint;
        tree_posture_inside(&seed, &t.tree, posture);
        assert_int_equal(swv_skeleton_outside(&t.tree, posture, &excess, &joint), SWV_OK);
        assert_true(excess < 1e-12);
        bool is_outside = false;
        for (int i = 0; i < t.tree.number_count; ++i)
            posture[i] += random_between(&seed, -0.7, 0.7);
        for (int i = 0; i < count; ++i) {
            if (joints[i].kind != SWV_JOINT_HINGE && joints[i].kind != SWV_JOINT_SLIDER)
                continue;
            const double value = value_of(joints, &t.tree, posture, i);
            const bool   has_limits = joints[i].lower[0] != 0 || joints[i].upper[0] != 0;
            if (!has_limits)
                continue;
            assert_true(t.tree.joints[i].lower[0] >= joints[i].lower[0] - 1e-12);
            assert_true(t.tree.joints[i].upper[0] <= joints[i].upper[0] + 1e-12);
            if (value >= joints[i].lower[0] - 1e-12 && value <= joints[i].upper[0] + 1e-12)
                continue;
            is_outside = true;
            double only[7 * MOST];
            swv_skeleton_rest(&t.tree, only);
            only[t.tree.first_number[i]] = posture[t.tree.first_number[i]];
            if (joints[i].kind == SWV_JOINT_SLIDER) {  // angles may be turned into their limits
                assert_int_equal(swv_skeleton_outside(&t.tree, only, &excess, &joint), SWV_OK);
                assert_true(joint >= 0 && t.tree.joints[joint].ratio == 0);
            }
        }
        assert_int_equal(swv_skeleton_clamp(&t.tree, posture, posture), SWV_OK);
        for (int i = 0; i < count && is_outside; ++i) {
            const bool has_limits = joints[i].lower[0] != 0 || joints[i].upper[0] != 0;
            if ((joints[i].kind != SWV_JOINT_HINGE && joints[i].kind != SWV_JOINT_SLIDER) || !has_limits)
                continue;
            const double value = value_of(joints, &t.tree, posture, i);
            assert_true(value >= joints[i].lower[0] - 1e-12 && value <= joints[i].upper[0] + 1e-12);
        }
        free(t.memory);
    }
}

static void jacobian_is_that_of_differences(void **state)
{
    (void)state;
    uint64_t     seed = 33;
    const double h = 1e-6;
    double       worst = 0;
    for (int n = 0; n < CASES(500); ++n) {
        swv_joint joints[MOST];
        const int count = 2 + random_below(&seed, MOST - 1), at = random_below(&seed, count);
        random_joints(&seed, joints, count);
        for (int i = 0; i < count; ++i)  // whose freedoms are also the numbers
            if (joints[i].kind == SWV_JOINT_BALL || joints[i].kind == SWV_JOINT_FREE)
                joints[i].kind = SWV_JOINT_HINGE;
        couple_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         posture[2 * MOST], jacobian[6 * 2 * MOST];
        const swv_vec3 point = { 0.1, -0.2, 0.05 };
        swv_pose       frames[MOST], less[MOST], more[MOST];
        tree_posture_inside(&seed, &t.tree, posture);
        swv_skeleton_frames(&t.tree, posture, frames);
        assert_int_equal(swv_skeleton_jacobian(&t.tree, frames, posture, at, point, jacobian), SWV_OK);
        for (int c = 0; c < t.tree.freedom_count; ++c) {
            const double here = posture[c];
            posture[c] = here - h;
            swv_skeleton_frames(&t.tree, posture, less);
            posture[c] = here + h;
            swv_skeleton_frames(&t.tree, posture, more);
            posture[c] = here;
            const swv_vec3 v = swv_vec3_sub(swv_pose_apply(more[at], point), swv_pose_apply(less[at], point));
            const swv_vec3 w =
                swv_rotation_vector_from_quat(swv_quat_mul(more[at].rotation, swv_quat_conjugate(less[at].rotation)));
            const double rates[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
            for (int k = 0; k < 6; ++k)
                worst = fmax(worst, fabs(rates[k] / (2 * h) - jacobian[k * t.tree.freedom_count + c]));
        }
        free(t.memory);
    }
    assert_near(worst, 0, 1e-8);
}

// ---- beside chains ----

static void as_skeleton(const swv_chain *chain, swv_joint *joints)
{
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_chain_joint *j = &chain->joints[i];
        joints[i] = (swv_joint){ .parent = i - 1,
                                 .kind = !j->slides ? SWV_JOINT_HINGE : SWV_JOINT_SLIDER,
                                 .rest = { j->origin, SWV_IDENTITY_QUAT },
                                 .axis = j->axis,
                                 .lower = { j->lower },
                                 .upper = { j->upper },
                                 .ratio = j->follows < 0 ? 0 : j->ratio,
                                 .offset = j->offset };
        for (int k = 0; k < chain->joint_count; ++k)
            if (chain->joints[k].follows < 0 && chain->joints[k].coordinate == j->coordinate)
                joints[i].follows = k;
    }
    joints[0].rest = swv_pose_mul(chain->base, joints[0].rest);
    joints[chain->joint_count] = (swv_joint){ .parent = chain->joint_count - 1, .rest = chain->tip };
}

static void chain_with_couplings_is_a_skeleton(void **state)
{
    (void)state;
    uint64_t  seed = 34;
    int       reached = 0, serial_reached = 0;
    const int cases = CASES(1000);
    for (int n = 0; n < cases; ++n) {
        swv_chain chain;
        swv_joint joints[10];
        swv_axis  axes[9];
        for (int i = 0; i < 9; ++i)
            axes[i] = (swv_axis){ { 0.1 * i, random_between(&seed, -0.1, 0.1), random_between(&seed, -0.1, 0.1) },
                                  random_direction(&seed),
                                  false };
        const swv_pose tip_at_zero = { { 1, 0, 0 }, SWV_IDENTITY_QUAT };
        assert_int_equal(swv_chain_from_axes(&chain, axes, 9, &tip_at_zero), SWV_OK);
        for (int i = 0; i < 9; ++i)
            assert_int_equal(swv_chain_set_limits(&chain, i, -1.5, 1.2), SWV_OK);
        assert_int_equal(swv_chain_couple(&chain, 5, 4, random_between(&seed, 0.5, 1.5), 0.1), SWV_OK);
        assert_int_equal(swv_chain_couple(&chain, 2, 7, random_between(&seed, -1.5, -0.5), 0), SWV_OK);
        as_skeleton(&chain, joints);
        tree_in_memory t = tree_of(joints, 10);
        double         q[9], found[9], serial_q[9], a[6 * 9], b[6 * 9];
        swv_pose       frames[10], tip;
        const swv_vec3 zero = { 0, 0, 0 };
        assert_int_equal(t.tree.number_count, chain.dof);
        for (int i = 0; i < 9; ++i) {
            if (chain.joints[i].follows >= 0)
                continue;
            double lower, upper;
            swv_chain_limits(&chain, chain.joints[i].coordinate, &lower, &upper);
            assert_near(t.tree.joints[i].lower[0], lower, 1e-15);
            assert_near(t.tree.joints[i].upper[0], upper, 1e-15);
            q[chain.joints[i].coordinate] = random_between(&seed, lower, upper);
        }
        swv_chain_tip(&chain, q, &tip);
        swv_skeleton_frames(&t.tree, q, frames);
        assert_near(matrix4_distance(matrix4_of_pose(tip), matrix4_of_pose(frames[9])), 0, 1e-13);
        swv_chain_jacobian(&chain, q, SWV_WORLD_AXES, a, NULL);
        swv_skeleton_jacobian(&t.tree, frames, q, 9, zero, b);
        for (int i = 0; i < 6 * chain.dof; ++i)
            assert_near(a[i], b[i], 1e-12);
        // And both engines get to where this posture is.
        void            *room = malloc(swv_solve_size(&t.tree, 1));
        const swv_goal   as_tree = { .link = swv_link_of(9), .target = tip }, as_chain = { .target = tip };
        swv_goals        goals = { .goals = &as_tree, .count = 1 };
        swv_solve_report report;
        swv_solve_report serial;
        assert_non_null(room);
        assert_int_equal(swv_solve(&t.tree, &goals, NULL, NULL, room, found, &report), SWV_OK);
        assert_int_equal(solve_chain(&chain, &as_chain, 1, NULL, NULL, serial_q, &serial), SWV_OK);
        reached += report.outcome == SWV_REACHED;
        serial_reached += serial.outcome == SWV_REACHED;
        swv_chain_tip(&chain, found, &tip);
        assert_near(swv_vec3_length(swv_vec3_sub(tip.position, as_tree.target.position)), report.position_error, 1e-12);
        for (int i = 0; i < chain.dof; ++i) {
            double lower, upper;
            swv_chain_limits(&chain, i, &lower, &upper);
            assert_true(found[i] >= lower && found[i] <= upper);
        }
        free(room);
        free(t.memory);
    }
    print_message("of %d goals the engine on skeletons reached %d, on chains %d\n", cases, reached, serial_reached);
    assert_true(reached >= cases - 1 - cases / 100 && reached >= serial_reached - 1 - cases / 100);
}

// ---- the engine ----

// Goals that some posture meets, from nearby: met, and the report says what forward kinematics does.
static void goals_are_met_from_nearby(void **state)
{
    (void)state;
    uint64_t seed = 35;
    int      met = 0, cases = 0;
    for (int n = 0; n < CASES(1000); ++n) {
        enum { GOALS = 3 };
        swv_joint joints[MOST];
        const int count = 4 + random_below(&seed, MOST - 4);
        random_joints(&seed, joints, count);
        couple_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        void          *room = malloc(swv_solve_size(&t.tree, GOALS));
        double         posture[7 * MOST], start[7 * MOST], found[7 * MOST], excess;
        swv_pose       frames[MOST];
        swv_goal       goals[GOALS];
        int            joint;
        assert_non_null(room);
        tree_posture_inside(&seed, &t.tree, posture);
        swv_skeleton_frames(&t.tree, posture, frames);
        for (int k = 0; k < GOALS; ++k) {
            const int link = random_below(&seed, count);
            goals[k] = (swv_goal){ .kind = random_below(&seed, 2) ? SWV_GOAL_POSE : SWV_GOAL_POSITION,
                                   .link = swv_link_of(link),
                                   .target = frames[link] };
        }
        for (int i = 0; i < t.tree.number_count; ++i)
            start[i] = posture[i] + random_between(&seed, -0.05, 0.05);
        const swv_goals  all = { .goals = goals, .count = GOALS };
        swv_solve_report report;
        assert_int_equal(swv_solve(&t.tree, &all, start, NULL, room, found, &report), SWV_OK);
        swv_skeleton_frames(&t.tree, found, frames);
        for (int k = 0; k < GOALS; ++k)
            assert_near(swv_vec3_length(swv_vec3_sub(frames[goals[k].link - 1].position, goals[k].target.position)),
                        report.goals[k].position, 1e-9);
        assert_int_equal(swv_skeleton_outside(&t.tree, found, &excess, &joint), SWV_OK);
        assert_true(excess < 1e-12);
        cases += t.tree.follower_count > 0;
        met += t.tree.follower_count > 0 && report.outcome == SWV_REACHED;
        free(room);
        free(t.memory);
    }
    print_message("of %d skeletons with followers %d met their goals\n", cases, met);
    assert_true(met >= cases - 1 - cases / 50);
}

// Two fingers on a base that stands, one the mirror image of the other, and a base that goes where it is asked to.
static void gripper(void **state)
{
    (void)state;
    const swv_joint fixed[5] = {
        { .parent = -1, .kind = SWV_JOINT_FIXED, .rest = SWV_IDENTITY_POSE },
        { .parent = 0,
          .kind = SWV_JOINT_HINGE,
          .rest = { { 0.1, 0, 0 }, SWV_IDENTITY_QUAT },
          .axis = { 0, 0, 1 },
          .lower = { -1 },
          .upper = { 1 } },
        { .parent = 0,
          .kind = SWV_JOINT_HINGE,
          .rest = { { -0.1, 0, 0 }, SWV_IDENTITY_QUAT },
          .axis = { 0, 0, 1 },
          .follows = 1,
          .ratio = -1 },
        { .parent = 1, .rest = { { 0, 0.5, 0 }, SWV_IDENTITY_QUAT } },
        { .parent = 2, .rest = { { 0, 0.5, 0 }, SWV_IDENTITY_QUAT } },
    };
    for (int is_free = 0; is_free < 2; ++is_free) {
        swv_joint joints[5];
        memcpy(joints, fixed, sizeof joints);
        joints[0].kind = is_free ? SWV_JOINT_FREE : SWV_JOINT_FIXED;
        tree_in_memory t = tree_of(joints, 5);
        double         posture[8], found[8];
        swv_pose       frames[5];
        static double  room[20000];
        assert_true(swv_solve_size(&t.tree, 3) <= sizeof room);
        swv_skeleton_rest(&t.tree, posture);
        posture[t.tree.first_number[1]] = 0.7;
        assert_int_equal(swv_skeleton_frames(&t.tree, posture, frames), SWV_OK);
        assert_near(frames[3].position.x - 0.1, -(frames[4].position.x + 0.1), 1e-15);
        const swv_goal   all[3] = { { .link = swv_link_of(3), .target = frames[3] },
                                    { .link = swv_link_of(4), .target = frames[4] },
                                    { .link = swv_link_of(0), .target = frames[0] } };
        const swv_goals  both = { .goals = all, .count = 2 + is_free }, other = { .goals = &all[1], .count = 1 };
        swv_solve_report report;
        assert_int_equal(swv_solve(&t.tree, &both, NULL, NULL, room, found, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_near(found[t.tree.first_number[2]], 0.7, 1e-5);
        // A goal of the finger that follows moves the one it follows.
        if (!is_free) {
            assert_int_equal(swv_solve(&t.tree, &other, NULL, NULL, room, found, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            assert_near(found[0], 0.7, 1e-5);
            // Beyond the limits of the one it follows.
            const swv_goal far = {
                .kind = SWV_GOAL_DIRECTION, .link = swv_link_of(4), .axis = { 0, 1, 0 }, .direction = { 1, 0, 0 }
            };
            const swv_goals limited = { .goals = &far, .count = 1 };
            assert_int_equal(swv_solve(&t.tree, &limited, NULL, NULL, room, found, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_LIMITED);
            assert_near(found[0], 1, 1e-12);
            assert_int_equal(report.at_limit[0], 2);
        }
        free(t.memory);
    }
}

static void bad_couplings_are_named(void **state)
{
    (void)state;
    const swv_joint good[4] = {
        { .parent = -1,
          .kind = SWV_JOINT_HINGE,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .lower = { -1 },
          .upper = { 1 } },
        { .parent = 0,
          .kind = SWV_JOINT_SLIDER,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .follows = 0,
          .ratio = 2 },
        { .parent = 1,
          .kind = SWV_JOINT_HINGE,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .follows = 1,
          .ratio = -1,
          .offset = 1 },
        { .parent = 2, .kind = SWV_JOINT_BALL, .rest = SWV_IDENTITY_POSE },
    };
    double       memory[SWV_SKELETON_BYTES(4) / sizeof(double)];
    swv_skeleton skeleton;
    int          fault = 9;
    assert_int_equal(swv_skeleton_make(good, 4, NULL, memory, &skeleton, &fault), SWV_OK);
    assert_int_equal(fault, -1);
    assert_int_equal(skeleton.joints[2].follows, 0);
    assert_near(skeleton.joints[2].ratio, -2, 0);
    assert_near(skeleton.joints[2].offset, 1, 0);
    assert_near(skeleton.joints[2].lower[0], -1, 0);
    assert_near(skeleton.joints[2].upper[0], 3, 0);
#define WRONG(index, change, status)                                                        \
    do {                                                                                    \
        swv_joint j[4];                                                                     \
        memcpy(j, good, sizeof j);                                                          \
        j[index].change;                                                                    \
        assert_int_equal(swv_skeleton_make(j, 4, NULL, memory, &skeleton, &fault), status); \
        assert_int_equal(fault, index);                                                     \
    } while (0)
    WRONG(1, follows = 3, SWV_BAD_MODEL);
    WRONG(1, follows = 4, SWV_BAD_MODEL);
    WRONG(1, follows = -1, SWV_BAD_MODEL);
    WRONG(1, follows = 1, SWV_BAD_MODEL);
    WRONG(1, follows = 2, SWV_BAD_MODEL);
    WRONG(1, kind = SWV_JOINT_BALL, SWV_BAD_MODEL);
    WRONG(3, ratio = 1, SWV_BAD_MODEL);
    WRONG(1, ratio = NAN, SWV_NOT_FINITE);
    WRONG(1, offset = INFINITY, SWV_NOT_FINITE);
    WRONG(2, lower[0] = 3.5; j[2].upper[0] = 4, SWV_BAD_LIMITS);
#undef WRONG
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_where_every_joint_has_its_value),
        cmocka_unit_test(limits_are_those_of_all),
        cmocka_unit_test(jacobian_is_that_of_differences),
        cmocka_unit_test(chain_with_couplings_is_a_skeleton),
        cmocka_unit_test(goals_are_met_from_nearby),
        cmocka_unit_test(gripper),
        cmocka_unit_test(bad_couplings_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
