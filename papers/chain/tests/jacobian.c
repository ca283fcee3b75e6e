// SPDX-License-Identifier: MIT
// Jacobians of chains: against differences of the tip's pose, in each choice of axes, and against numbers that are known.
// Lengths of random chains are metres, of few metres; postures are radians and metres, from -3 to 3. Rows are x, y, z of the
// velocity, then of the turning.
#include "check.h"
#include "chains.h"

#include "swivel_papers/models.h"

#define DEG (SWV_PI / 180.0)

// A random chain with joints that turn, slide and follow, mounted anywhere. Tries to let some follow, none to nearly all, by ratios to 2 either
// way: the finger's is 2/3.
static swv_chain random_chain(uint64_t *seed, int count)
{
    swv_dh_row rows[SWV_MAX_JOINTS];
    swv_chain  chain;
    for (int i = 0; i < count; ++i)
        rows[i] = random_row(seed);
    assert_int_equal(swv_chain_from_dh(&chain, random_below(seed, 2) ? SWV_DH_STANDARD : SWV_DH_MODIFIED, rows, count),
                     SWV_OK);
    chain.base = random_pose(seed);
    chain.tip = random_pose(seed);
    for (int tries = random_below(seed, count); tries > 0; --tries) {
        const swv_status status = swv_chain_couple(&chain, random_below(seed, count), random_below(seed, count),
                                                   random_between(seed, -2, 2), random_between(seed, -1, 1));
        assert_true(status == SWV_OK || status == SWV_BAD_COUPLING);
    }
    assert_int_equal(swv_chain_check(&chain), SWV_OK);
    return chain;
}

// Where a point fixed to a joint's frame is, and how that frame is turned, in the world. joint: index, joint_count for the tip; point: metres
// in that frame.
static swv_pose frame_with_point(const swv_chain *chain, const double *q, int joint, swv_vec3 point)
{
    swv_pose frames[SWV_MAX_JOINTS], tip;
    assert_int_equal(swv_chain_frames(chain, q, frames, &tip), SWV_OK);
    const swv_pose frame = joint == chain->joint_count ? tip : frames[joint];
    return (swv_pose){ swv_pose_apply(frame, point), frame.rotation };
}

// Central differences. With step h the error is about h^2 (truncation, third derivatives up to 8 for ratios up to 2)
// and 1e-15 * size / h (rounding): 1e-9 each for h = 1e-5 (radians or metres) and chains up to 30 m. jacobian: out, 6 by dof, world's axes.
static void numeric_jacobian(const swv_chain *chain, const double *q, int joint, swv_vec3 point, double *jacobian)
{
    const double h = 1e-5;
    for (int i = 0; i < chain->dof; ++i) {
        double before[SWV_MAX_JOINTS], after[SWV_MAX_JOINTS];
        memcpy(before, q, sizeof(double) * (size_t)chain->dof);
        memcpy(after, q, sizeof(double) * (size_t)chain->dof);
        before[i] -= h;
        after[i] += h;
        const swv_pose a = frame_with_point(chain, before, joint, point),
                       b = frame_with_point(chain, after, joint, point);
        const swv_vec3 v = swv_vec3_scale(0.5 / h, swv_vec3_sub(b.position, a.position));
        const swv_quat turn = swv_quat_mul(b.rotation, swv_quat_conjugate(a.rotation));
        const swv_vec3 w = swv_vec3_scale(0.5 / h, swv_rotation_vector_from_quat(turn));
        const double   column[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
        for (int r = 0; r < 6; ++r)
            jacobian[r * chain->dof + i] = column[r];
    }
}

// Of `count` entries, in their own units.
static double largest_difference(const double *a, const double *b, int count)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

// 2e-9: truncation and rounding of numeric_jacobian, 1e-9 each. One chain of a thousand has all 64 joints.
static void jacobian_is_the_derivative(void **state)
{
    (void)state;
    uint64_t seed = 21;
    double   worst = 0.0;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_chain chain = random_chain(&seed, n % 1000 == 0 ? 64 : 1 + random_below(&seed, 9));
        double          q[SWV_MAX_JOINTS], analytic[6 * SWV_MAX_JOINTS], numeric[6 * SWV_MAX_JOINTS];
        for (int i = 0; i < chain.dof; ++i)
            q[i] = random_between(&seed, -3, 3);

        swv_pose tip, same_tip;
        assert_int_equal(swv_chain_jacobian(&chain, q, SWV_WORLD_AXES, analytic, &tip), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &same_tip), SWV_OK);
        assert_memory_equal(&tip, &same_tip, sizeof tip);
        numeric_jacobian(&chain, q, chain.joint_count, (swv_vec3){ 0, 0, 0 }, numeric);
        // Coefficients grow with the ratios of the joints that follow (up to 2 each, following in turn).
        double scale = 1.0;
        for (int i = 0; i < 6 * chain.dof; ++i)
            scale = fmax(scale, fabs(analytic[i]));
        double steepest = 1.0;
        for (int i = 0; i < chain.joint_count; ++i)
            steepest = fmax(steepest, fabs(chain.joints[i].ratio));
        const double error = largest_difference(analytic, numeric, 6 * chain.dof) / (scale * steepest * steepest);
        assert_near(error, 0.0, 2e-9);
        worst = fmax(worst, error);
    }
    print_message("             worst relative difference %.1e\n", worst);
}

// 1e-6, chosen: as above, but not divided by the chain's size and ratios; found 1.1e-8. 1e-14: the place itself, which takes a few roundings
// of some metres. Points lie within 1 m of the frame, as links are that long.
static void point_jacobian_is_the_derivative_of_any_point(void **state)
{
    (void)state;
    uint64_t seed = 22;
    for (int n = 0; n < CASES(20000); ++n) {
        swv_chain chain = random_chain(&seed, 1 + random_below(&seed, 9));
        double    q[SWV_MAX_JOINTS], analytic[6 * SWV_MAX_JOINTS], numeric[6 * SWV_MAX_JOINTS];
        for (int i = 0; i < chain.dof; ++i)
            q[i] = random_between(&seed, -3, 3);
        for (int i = 0; i < chain.joint_count; ++i)  // keep the differences' error small
            chain.joints[i].ratio = fmax(-2.0, fmin(2.0, chain.joints[i].ratio));
        const int      joint = random_below(&seed, chain.joint_count + 1);
        const swv_vec3 point = random_vector(&seed, 1.0);
        swv_vec3       position;
        assert_int_equal(swv_chain_point_jacobian(&chain, q, joint == chain.joint_count ? SWV_TIP : swv_link_of(joint),
                                                  point, SWV_WORLD_AXES, analytic, &position),
                         SWV_OK);
        numeric_jacobian(&chain, q, joint, point, numeric);
        assert_near(largest_difference(analytic, numeric, 6 * chain.dof), 0.0, 1e-6);
        const swv_vec3 expected = frame_with_point(&chain, q, joint, point).position;
        assert_near(swv_vec3_length(swv_vec3_sub(position, expected)), 0.0, 1e-14);
    }
}

// 1e-14 of the largest entry, as in all assertions here: a hundred roundings. Chosen; found 2e-15. `block` is the row of a velocity's x: 0, or 3
// for the angular one.
static void base_and_tip_axes_are_world_axes_turned(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_chain         chain = random_chain(&seed, 1 + random_below(&seed, 9));
        const swv_jacobian_axes axes = n % 2 ? SWV_TIP_AXES : SWV_BASE_AXES;
        const int               d = chain.dof;
        double                  q[SWV_MAX_JOINTS], scale = 1.0;
        double                  world[6 * SWV_MAX_JOINTS], turned[6 * SWV_MAX_JOINTS], of_point[6 * SWV_MAX_JOINTS];
        swv_pose                tip;
        for (int i = 0; i < d; ++i)
            q[i] = random_between(&seed, -3, 3);
        assert_int_equal(swv_chain_jacobian(&chain, q, SWV_WORLD_AXES, world, NULL), SWV_OK);
        assert_int_equal(swv_chain_jacobian(&chain, q, axes, turned, &tip), SWV_OK);
        const swv_quat world_from_frame = axes == SWV_TIP_AXES ? tip.rotation : chain.base.rotation;
        for (int i = 0; i < 6 * d; ++i)
            scale = fmax(scale, fabs(world[i]));
        for (int i = 0; i < d; ++i) {
            for (int block = 0; block < 6; block += 3) {
                const double  *t = &turned[block * d + i], *w = &world[block * d + i];
                const swv_vec3 back = swv_quat_rotate(world_from_frame, (swv_vec3){ t[0], t[d], t[2 * d] });
                assert_near(back.x, w[0], 1e-14 * scale);
                assert_near(back.y, w[d], 1e-14 * scale);
                assert_near(back.z, w[2 * d], 1e-14 * scale);
            }
        }
        // The tip's own origin is a point like any other.
        const swv_vec3 origin = { 0, 0, 0 };
        assert_int_equal(swv_chain_point_jacobian(&chain, q, SWV_TIP, origin, axes, of_point, NULL), SWV_OK);
        assert_near(largest_difference(turned, of_point, 6 * d), 0.0, 1e-14 * scale);
    }
}

// Chin's arm at the start of his example 1 (papers/chin/results.md). Rows: velocity of the hand in the world's x, y, z, in units
// of the thesis for each radian; columns: joints. The last three joints' axes meet in the hand and do not move it: 0.
// 1e-8: the first entry is given to so many decimals. 0.5 degrees each is the thesis's choice.
static void thesis_arm_jacobian_as_printed(void **state)
{
    (void)state;
    swv_chain arm;
    assert_int_equal(swv_model_chain("arm6", &arm), SWV_OK);
    const double q[6] = { 0.5 * DEG, 0.5 * DEG, 0.5 * DEG, 0.5 * DEG, 0.5 * DEG, 0.5 * DEG };
    const double expected[3][3] = { { 109.98476982, -0.0129455637486, -0.00913794265842 },
                                    { 0.959822545217, 1.48341467512, 1.04710451419 },
                                    { 0, 109.988957863, 59.9908617094 } };
    double       jacobian[36];
    assert_int_equal(swv_chain_jacobian(&arm, q, SWV_WORLD_AXES, jacobian, NULL), SWV_OK);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 6; ++c)
            assert_near(jacobian[6 * r + c], c < 3 ? expected[r][c] : 0.0, 1e-8);
}

// The last joint follows the middle one at two thirds. `mm`: x of the tip for each radian of the two joints, then y,
// millimetres. 1e-10 mm and 1e-15 allow for rounding. Chosen.
static void coupled_finger_jacobian_as_checked(void **state)
{
    (void)state;
    swv_chain finger;
    assert_int_equal(swv_model_chain("little-finger-coupled", &finger), SWV_OK);
    assert_int_equal(finger.dof, 2);
    const struct {
        double q_deg[2], mm[4];
    } cases[] = {
        { { 10, -30 }, { 10.796870939471, 23.331567519169, 61.468361049628, 37.436288252731 } },
        { { -20, -75 }, { 38.392405703827, 33.326495671488, 16.043997047343, -23.421573458106 } },
        { { 35, -110 }, { 7.126933272506, 31.48263293142, 17.853029805614, -18.011819881964 } },
    };
    for (int n = 0; n < 3; ++n) {
        const double q[2] = { cases[n].q_deg[0] * DEG, cases[n].q_deg[1] * DEG };
        double       jacobian[12];
        assert_int_equal(swv_chain_jacobian(&finger, q, SWV_WORLD_AXES, jacobian, NULL), SWV_OK);
        for (int i = 0; i < 4; ++i)
            assert_near(jacobian[i] * 1e3, cases[n].mm[i], 1e-10);
        assert_near(jacobian[10], 1.0, 1e-15);        // the tip turns with the first joint once,
        assert_near(jacobian[11], 5.0 / 3.0, 1e-15);  // with the second once and two thirds
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobian_is_the_derivative),
        cmocka_unit_test(point_jacobian_is_the_derivative_of_any_point),
        cmocka_unit_test(base_and_tip_axes_are_world_axes_turned),
        cmocka_unit_test(thesis_arm_jacobian_as_printed),
        cmocka_unit_test(coupled_finger_jacobian_as_checked),
    };
    return cmocka_run_group_tests_name("jacobian", tests, NULL, NULL);
}
