// SPDX-License-Identifier: MIT
// Vectors, rotations, poses and angles: against what defines them, and bad numbers. Angles are radians, lengths have any unit; 1e-15 to 1e-12 is
// rounding.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel/geometry.h"

static const swv_quat identity = SWV_IDENTITY_QUAT;

static double between(uint64_t *seed, double low, double high)
{
    return random_between(seed, low, high);
}

static swv_vec3 random_vector(uint64_t *seed)
{
    return (swv_vec3){ between(seed, -1, 1), between(seed, -1, 1), between(seed, -1, 1) };
}

static swv_quat random_rotation(uint64_t *seed)
{
    const swv_quat q = { between(seed, -1, 1), between(seed, -1, 1), between(seed, -1, 1), between(seed, -1, 1) };
    return swv_quat_normalize(q);
}

static double quat_length(swv_quat q)
{
    return sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
}

static double vector_distance(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static double matrix_distance(swv_mat3 a, swv_mat3 b)
{
    double worst = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
    return worst;
}

// Rodrigues's formula with libm, as an independent oracle: R = I + sin(t) K + (1 - cos(t)) K^2.
static swv_mat3 rodrigues(swv_vec3 unit_axis, double angle)
{
    const double   s = sin(angle), c = 1.0 - cos(angle), x = unit_axis.x, y = unit_axis.y, z = unit_axis.z;
    const swv_mat3 r = { {
        { 1 + c * (x * x - 1), c * x * y - s * z, c * x * z + s * y },
        { c * x * y + s * z, 1 + c * (y * y - 1), c * y * z - s * x },
        { c * x * z - s * y, c * y * z + s * x, 1 + c * (z * z - 1) },
    } };
    return r;
}

static swv_vec3 unit_along(int axis)
{
    return (swv_vec3){ axis == 0, axis == 1, axis == 2 };
}

static void quaternions_agree_with_rodrigues(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_vec3 axis = random_vector(&seed), v = random_vector(&seed);
        const double   angle = between(&seed, -10, 10);
        const swv_quat q = swv_quat_from_axis_angle(axis, angle);
        const swv_mat3 r = rodrigues(swv_vec3_normalize(axis), angle);
        assert_near(quat_length(q), 1.0, 1e-15);
        assert_true(matrix_distance(swv_mat3_from_quat(q), r) < 2e-15);
        assert_true(vector_distance(swv_quat_rotate(q, v), swv_mat3_apply(r, v)) < 4e-15);

        const swv_quat back = swv_quat_from_mat3(r);
        assert_true(back.w >= 0.0);
        assert_true(swv_quat_angle_between(back, q) < 4e-15);

        const swv_quat p = random_rotation(&seed);
        const swv_mat3 pr = swv_mat3_mul(swv_mat3_from_quat(p), r);
        assert_true(matrix_distance(swv_mat3_from_quat(swv_quat_mul(p, q)), pr) < 4e-15);
        assert_true(matrix_distance(swv_mat3_mul(pr, swv_mat3_transpose(pr)),
                                    (swv_mat3){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }) < 4e-15);
    }
}

static void matrix_of_half_turn_gives_its_quaternion(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int n = 0; n < 3000; ++n) {
        const swv_vec3 axis = n < 3 ? unit_along(n) : swv_vec3_normalize(random_vector(&seed));
        const swv_quat half_turn = { axis.x, axis.y, axis.z, 0.0 };
        const swv_quat q = swv_quat_from_mat3(swv_mat3_from_quat(half_turn));
        assert_true(swv_quat_angle_between(q, half_turn) < 2e-15);
    }
}

static void rotation_vector_comes_back(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int n = 0; n < CASES(100000); ++n) {
        // Lengths from 1e-300 to pi; beyond that another vector gives the same rotation.
        const double   length = n % 2 ? between(&seed, 0, SWV_PI) : pow(10.0, between(&seed, -300, 0.49));
        const swv_vec3 v = swv_vec3_scale(length, swv_vec3_normalize(random_vector(&seed)));
        const swv_vec3 back = swv_rotation_vector_from_quat(swv_quat_from_rotation_vector(v));
        assert_true(vector_distance(v, back) <= 4e-15 * length);
    }
    const swv_vec3 none = swv_rotation_vector_from_quat(identity);
    assert_true(none.x == 0.0 && none.y == 0.0 && none.z == 0.0);
}

static void lengths_of_extreme_vectors(void **state)
{
    (void)state;
    const double scales[] = { 4.9e-324, 1e-310, 1e-200, 1e-120, 1.0, 1e120, 1e200, 2e307 };
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; ++i) {
        const double   s = scales[i];
        const swv_vec3 v = { 2 * s, -3 * s, 6 * s };
        const double   exact = (double)sqrtl((long double)v.x * v.x + (long double)v.y * v.y + (long double)v.z * v.z);
        assert_near(swv_vec3_length(v) / exact, 1.0, 1e-15);
        assert_near(swv_vec3_length(swv_vec3_normalize(v)), 1.0, 4e-16);
        const swv_quat q = swv_quat_normalize((swv_quat){ v.x, v.y, v.z, s });
        assert_near(quat_length(q), 1.0, 4e-16);
        assert_true(q.w > 0.0);
    }
    assert_true(swv_vec3_length((swv_vec3){ 0, 0, 0 }) == 0.0);
}

static void zero_and_not_finite_have_no_direction(void **state)
{
    (void)state;
    const double bad[] = { 0.0, NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 4; ++i) {
        const swv_vec3 v = swv_vec3_normalize((swv_vec3){ 0, bad[i], i ? 1.0 : 0.0 });
        assert_true(v.x == 0.0 && v.y == 0.0 && v.z == 0.0);
        const swv_quat q = swv_quat_normalize((swv_quat){ i ? 1.0 : 0.0, 0, bad[i], 0 });
        assert_memory_equal(&q, &identity, sizeof q);
        const swv_quat turn = swv_quat_from_axis_angle((swv_vec3){ bad[i], 0, 0 }, 1.0);
        assert_memory_equal(&turn, &identity, sizeof turn);
        const swv_quat path = swv_quat_between((swv_vec3){ bad[i], 0, 0 }, (swv_vec3){ 0, 1, 0 });
        assert_memory_equal(&path, &identity, sizeof path);
    }
}

static void turn_between_directions_is_the_smallest(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int n = 0; n < CASES(200000); ++n) {
        swv_vec3 from = swv_vec3_normalize(random_vector(&seed)), to;
        if (n % 3 == 0) {
            to = random_vector(&seed);
        } else {  // almost the same, or almost opposite, down to exactly so
            const double sign = n % 3 == 1 ? 1.0 : -1.0;
            const double away = n % 7 == 0 ? 0.0 : pow(10.0, between(&seed, -20, 0));
            to = swv_vec3_add(swv_vec3_scale(sign, from), swv_vec3_scale(away, random_vector(&seed)));
        }
        const double   length = pow(10.0, between(&seed, -150, 150));
        const swv_quat q = swv_quat_between(swv_vec3_scale(length, from), to);
        const swv_vec3 t = swv_vec3_normalize(to);
        assert_near(quat_length(q), 1.0, 2e-15);
        assert_near(vector_distance(swv_quat_rotate(q, from), t), 0.0, 4e-15);  // about 20 roundings
        const double angle = atan2(swv_vec3_length(swv_vec3_cross(from, t)), swv_vec3_dot(from, t));
        assert_near(swv_quat_angle_between(identity, q), angle, 4e-15);
    }
}

static void swing_and_twist_make_the_rotation(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_quat q = random_rotation(&seed);
        const swv_vec3 axis = n % 4 ? random_vector(&seed) : unit_along(n / 4 % 3);
        const swv_vec3 unit = swv_vec3_normalize(axis);
        swv_quat       swing, twist;
        swv_quat_swing_twist(q, axis, &swing, &twist);
        const swv_quat whole = swv_quat_mul(swing, twist);
        assert_true(swv_quat_angle_between(whole, q) < 4e-15);
        const swv_vec3 twist_axis = { twist.x, twist.y, twist.z }, swing_axis = { swing.x, swing.y, swing.z };
        assert_true(swv_vec3_length(swv_vec3_cross(twist_axis, unit)) < 1e-15);
        assert_near(swv_vec3_dot(swing_axis, unit), 0.0, 1e-15);
    }
}

static void swing_by_half_a_turn_has_no_twist(void **state)
{
    (void)state;
    swv_quat swing, twist;
    swv_quat_swing_twist((swv_quat){ 0.6, 0.8, 0, 0 }, (swv_vec3){ 0, 0, 2 }, &swing, &twist);
    assert_memory_equal(&twist, &identity, sizeof twist);
    assert_true(swing.x == 0.6 && swing.y == 0.8 && swing.z == 0.0 && swing.w == 0.0);
    swv_quat_swing_twist((swv_quat){ 0.6, 0, 0, 0.8 }, (swv_vec3){ 0, 0, 0 }, &swing, &twist);
    assert_memory_equal(&twist, &identity, sizeof twist);
    assert_true(swing.x == 0.6 && swing.w == 0.8);
}

static const int euler_axes[SWV_EULER_ORDER_COUNT][3] = {
    [SWV_EULER_XYZ] = { 0, 1, 2 }, [SWV_EULER_XZY] = { 0, 2, 1 }, [SWV_EULER_YXZ] = { 1, 0, 2 },
    [SWV_EULER_YZX] = { 1, 2, 0 }, [SWV_EULER_ZXY] = { 2, 0, 1 }, [SWV_EULER_ZYX] = { 2, 1, 0 },
    [SWV_EULER_XYX] = { 0, 1, 0 }, [SWV_EULER_XZX] = { 0, 2, 0 }, [SWV_EULER_YXY] = { 1, 0, 1 },
    [SWV_EULER_YZY] = { 1, 2, 1 }, [SWV_EULER_ZXZ] = { 2, 0, 2 }, [SWV_EULER_ZYZ] = { 2, 1, 2 },
};

static swv_mat3 euler_oracle(swv_euler_order order, const double a[3])
{
    const int *axes = euler_axes[order];
    return swv_mat3_mul(swv_mat3_mul(rodrigues(unit_along(axes[0]), a[0]), rodrigues(unit_along(axes[1]), a[1])),
                        rodrigues(unit_along(axes[2]), a[2]));
}

static bool same_angles(const double a[3], const double b[3], double tolerance)
{
    return fabs(swv_angle_wrap(a[0] - b[0])) < tolerance && fabs(swv_angle_wrap(a[1] - b[1])) < tolerance &&
           fabs(swv_angle_wrap(a[2] - b[2])) < tolerance;
}

static void euler_angles_of_every_order_come_back(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int n = 0; n < CASES(1000000); ++n) {
        const swv_euler_order order = (swv_euler_order)(n % SWV_EULER_ORDER_COUNT);
        const bool            is_proper = order >= SWV_EULER_XYX;
        double                a[3] = { between(&seed, -SWV_PI, SWV_PI), between(&seed, -SWV_PI, SWV_PI),
                                       between(&seed, -SWV_PI, SWV_PI) };
        // Every third case lies within 1e-20 to 1 of a singularity (middle angle 0 or pi, or +-pi/2), or exactly there.
        const bool is_close = n / SWV_EULER_ORDER_COUNT % 3 == 0;
        if (is_close) {
            const double away = n % 5 == 0 ? 0.0 : pow(10.0, between(&seed, -20, 0));
            const double pole = is_proper ? (n % 2 ? 0.0 : SWV_PI) : (n % 2 ? 0.5 * SWV_PI : -0.5 * SWV_PI);
            a[1] = pole + away;
        }
        const swv_mat3 r = euler_oracle(order, a);
        assert_true(matrix_distance(swv_mat3_from_euler(order, a), r) < 1e-15);

        double first[3], second[3];
        swv_euler_from_mat3(order, r, first, second);
        for (int i = 0; i < 3; ++i) {
            assert_true(fabs(first[i]) <= SWV_PI);
            assert_true(fabs(second[i]) <= SWV_PI);
        }
        assert_true(matrix_distance(euler_oracle(order, first), r) < 3e-15);
        assert_true(matrix_distance(euler_oracle(order, second), r) < 3e-15);
        const double distance_to_pole = fabs(is_proper ? sin(a[1]) : cos(a[1]));
        if (distance_to_pole > 1e-3)
            assert_true(same_angles(a, first, 4e-15 / distance_to_pole) ||
                        same_angles(a, second, 4e-15 / distance_to_pole));
    }
}

static void euler_order_out_of_range_is_harmless(void **state)
{
    (void)state;
    const double   a[3] = { 0.1, 0.2, 0.3 };
    double         first[3], second[3];
    const swv_mat3 r = swv_mat3_from_euler((swv_euler_order)99, a);
    swv_euler_from_mat3((swv_euler_order)99, r, first, second);
    assert_true(same_angles(a, first, 1e-15));
}

static void poses_compose_and_invert(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_pose b_from_a = { random_vector(&seed), random_rotation(&seed) };
        const swv_pose c_from_b = { random_vector(&seed), random_rotation(&seed) };
        const swv_vec3 p = random_vector(&seed);
        const swv_vec3 in_steps = swv_pose_apply(c_from_b, swv_pose_apply(b_from_a, p));
        assert_true(vector_distance(swv_pose_apply(swv_pose_mul(c_from_b, b_from_a), p), in_steps) < 4e-15);
        assert_true(vector_distance(swv_pose_apply(swv_pose_inverse(b_from_a), swv_pose_apply(b_from_a, p)), p) <
                    4e-15);
    }
}

static void pose_from_outside_is_checked(void **state)
{
    (void)state;
    swv_pose pose = { { 1, 2, 3 }, { 0, 0, 0, 2 } };
    assert_int_equal(swv_pose_check(&pose), SWV_OK);
    assert_true(pose.rotation.w == 1.0);

    const double bad[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 7; ++i) {
        for (int b = 0; b < 3; ++b) {
            double numbers[7] = { 1, 2, 3, 0, 0, 0, 1 };
            numbers[i] = bad[b];
            swv_pose broken;
            memcpy(&broken, numbers, sizeof broken);
            assert_int_equal(swv_pose_check(&broken), SWV_NOT_FINITE);
        }
    }
    swv_pose zero = { { 1, 2, 3 }, { 0, -0.0, 0, 0 } };
    assert_int_equal(swv_pose_check(&zero), SWV_BAD_ARGUMENT);
    swv_pose denormal = { { 1, 2, 3 }, { 0, 0, 4.9e-324, 0 } };
    assert_int_equal(swv_pose_check(&denormal), SWV_OK);
    assert_true(denormal.rotation.z == 1.0);
}

static void wrapped_angle_is_the_same_angle(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int n = 0; n < CASES(1000000); ++n) {
        const double magnitude = pow(10.0, between(&seed, -10, 10));
        const double angle = n % 2 ? magnitude : -magnitude;
        const double wrapped = swv_angle_wrap(angle);
        assert_true(wrapped >= -SWV_PI && wrapped < SWV_PI);
        // remainder() is exact for the double next to 2 pi; the true 2 pi differs from it by 2.449e-16 a turn.
        const double turns = nearbyint((angle - wrapped) / (2 * SWV_PI));
        const double exact = (double)((long double)angle - (long double)turns * 6.28318530717958647692528676655900577L);
        assert_near(wrapped, exact, 1e-15 + fabs(angle) * 0x1p-53);
        if (fabs(angle) < SWV_PI)
            assert_true(wrapped == angle);
    }
}

static void wrap_at_and_beside_half_a_turn(void **state)
{
    (void)state;
    assert_true(swv_angle_wrap(SWV_PI) == -SWV_PI);
    assert_true(swv_angle_wrap(-SWV_PI) == -SWV_PI);
    for (int k = -1001; k <= 1001; k += 2) {
        double angle = k * SWV_PI;
        for (int i = 0; i < 3; ++i) {
            const double wrapped = swv_angle_wrap(angle);
            assert_true(wrapped >= -SWV_PI && wrapped < SWV_PI);
            assert_near(fabs(wrapped), SWV_PI, 1e-12);
            angle = nextafter(angle, i ? -INFINITY : INFINITY);
        }
    }
    const double hopeless[] = { NAN, INFINITY, -INFINITY, 1e300, -1e17 };
    for (int i = 0; i < 5; ++i)
        assert_true(swv_angle_wrap(hopeless[i]) == 0.0);
}

static void angle_turns_into_limits_as_brute_force_finds(void **state)
{
    (void)state;
    uint64_t seed = 9;
    int      inside_count = 0;
    for (int n = 0; n < CASES(200000); ++n) {
        const double lower = between(&seed, -8, 8), upper = lower + between(&seed, 0, n % 2 ? 3 : 9);
        const double angle = between(&seed, -20, 20);
        int          fewest = 99;
        for (int k = -8; k <= 8; ++k) {
            const double turned = angle + k * 2 * SWV_PI;
            if (turned >= lower && turned <= upper && abs(k) < abs(fewest))
                fewest = k;
        }
        double     turned = angle;
        const bool is_inside = swv_angle_turn_into(lower, upper, &turned);
        assert_int_equal(is_inside, fewest != 99);
        assert_near(turned, is_inside ? angle + fewest * 2 * SWV_PI : angle, 1e-14);
        inside_count += is_inside;
    }
    assert_in_range(inside_count, CASES(200000) / 4, CASES(200000) * 3 / 4);
}

static void limits_beyond_half_a_turn(void **state)
{
    (void)state;
    // Joint 3 of the seven-joint arm: -83 to 210 degrees. -150 degrees is 210, on the limit; -151 is 209; -149 is out.
    const double deg = SWV_PI / 180.0, lower = -83 * deg, upper = 210 * deg;
    double       angle = -150 * deg;
    assert_true(swv_angle_turn_into(lower, upper, &angle));
    assert_near(angle, 210 * deg, 1e-14);
    angle = -151 * deg;
    assert_true(swv_angle_turn_into(lower, upper, &angle));
    assert_near(angle, 209 * deg, 1e-14);
    angle = -149 * deg;
    assert_false(swv_angle_turn_into(lower, upper, &angle));
    assert_true(angle == -149 * deg);
    angle = 1000.0;
    assert_true(swv_angle_turn_into(-INFINITY, INFINITY, &angle));
    assert_true(angle == 1000.0);
    assert_true(swv_angle_turn_into(-INFINITY, 0.0, &angle));
    assert_near(angle, 1000.0 - 160 * 2 * SWV_PI, 1e-12);
    const double bad[] = { NAN, INFINITY, 1e300 };
    for (int i = 0; i < 3; ++i) {
        double hopeless = bad[i];
        assert_false(swv_angle_turn_into(0.0, 7.0, &hopeless));
        double fine = 10.0;
        assert_false(swv_angle_turn_into(bad[i], 7.0, &fine));
    }
    angle = 0.5;
    assert_false(swv_angle_turn_into(1.0, 0.0, &angle));  // upside down
    angle = -INFINITY;
    assert_false(swv_angle_turn_into(-INFINITY, -INFINITY, &angle));
    assert_true(angle == -INFINITY);
}

static void numbers_that_are_not_finite_give_none_that_is_nan(void **state)
{
    (void)state;
    const double bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 16; ++k) {
            const double b = bad[i], other = bad[k % 3];
            assert_true(swv_vec3_length((swv_vec3){ k & 1 ? b : 1.0, k & 2 ? b : 1.0, k & 4 ? b : other }) == INFINITY);
            swv_quat       q = { k & 1 ? b : 0.0, k & 2 ? b : 0.0, k & 4 ? b : 0.0, k & 8 ? b : 0.0 }, swing, twist;
            const swv_vec3 axis = { 0.0, k % 3 ? 1.0 : b, 0.0 };
            swv_quat_swing_twist(q, axis, &swing, &twist);
            assert_true(isfinite(swing.x + swing.y + swing.z + swing.w + twist.x + twist.y + twist.z + twist.w));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quaternions_agree_with_rodrigues),
        cmocka_unit_test(matrix_of_half_turn_gives_its_quaternion),
        cmocka_unit_test(rotation_vector_comes_back),
        cmocka_unit_test(lengths_of_extreme_vectors),
        cmocka_unit_test(zero_and_not_finite_have_no_direction),
        cmocka_unit_test(turn_between_directions_is_the_smallest),
        cmocka_unit_test(swing_and_twist_make_the_rotation),
        cmocka_unit_test(swing_by_half_a_turn_has_no_twist),
        cmocka_unit_test(euler_angles_of_every_order_come_back),
        cmocka_unit_test(euler_order_out_of_range_is_harmless),
        cmocka_unit_test(poses_compose_and_invert),
        cmocka_unit_test(pose_from_outside_is_checked),
        cmocka_unit_test(wrapped_angle_is_the_same_angle),
        cmocka_unit_test(wrap_at_and_beside_half_a_turn),
        cmocka_unit_test(angle_turns_into_limits_as_brute_force_finds),
        cmocka_unit_test(limits_beyond_half_a_turn),
        cmocka_unit_test(numbers_that_are_not_finite_give_none_that_is_nan),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
