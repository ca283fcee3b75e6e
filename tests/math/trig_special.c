// SPDX-License-Identifier: MIT
// Signed zeros, infinities, NaN and clamping: what the trigonometry returns where there is nothing to measure. Angles are radians.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/trig_kernel.h"
#include "swivel/trig.h"

#define PI   0x1.921fb54442d18p+1
#define PI_F 0x1.921fb6p+1f

// Equal bit for bit, so -0 is not +0.
static void assert_same(double actual, double expected)
{
    if (memcmp(&actual, &expected, sizeof(actual)) != 0)
        fail_msg("%a is not %a", actual, expected);
}

static void assert_samef(float actual, float expected)
{
    if (memcmp(&actual, &expected, sizeof(actual)) != 0)
        fail_msg("%a is not %a", (double)actual, (double)expected);
}

static void circular_expect(double angle, double expected_sine, double expected_cosine)
{
    double sine, cosine;
    swv_sincos(angle, &sine, &cosine);
    assert_same(sine, expected_sine);
    assert_same(cosine, expected_cosine);
    assert_same(swv_sin(angle), expected_sine);
    assert_same(swv_cos(angle), expected_cosine);
}

static void circular_expectf(float angle, float expected_sine, float expected_cosine)
{
    float sine, cosine;
    swvi_sincosf(angle, &sine, &cosine);
    assert_samef(sine, expected_sine);
    assert_samef(cosine, expected_cosine);
    assert_samef(swvi_sinf(angle), expected_sine);
    assert_samef(swvi_cosf(angle), expected_cosine);
}

static void sine_and_cosine_of_zero_and_of_tiny_angles(void **unused)
{
    (void)unused;
    circular_expect(0.0, 0.0, 1.0);
    circular_expect(-0.0, -0.0, 1.0);
    circular_expectf(0.0f, 0.0f, 1.0f);
    circular_expectf(-0.0f, -0.0f, 1.0f);
    const double tiny[] = { 0x1p-1074, 0x1.8p-1070, DBL_MIN, 0x1p-600, 0x1p-30 };
    for (int i = 0; i < 5; i++) {
        circular_expect(tiny[i], tiny[i], 1.0);
        circular_expect(-tiny[i], -tiny[i], 1.0);
    }
    const float tinyf[] = { 0x1p-149f, 0x1.8p-140f, FLT_MIN, 0x1p-60f, 0x1p-14f };
    for (int i = 0; i < 5; i++) {
        circular_expectf(tinyf[i], tinyf[i], 1.0f);
        circular_expectf(-tinyf[i], -tinyf[i], 1.0f);
    }
}

static void sine_and_cosine_of_what_is_no_angle(void **unused)
{
    (void)unused;
    const double none[] = { 0x1.0000000000001p50, 1e300, DBL_MAX, INFINITY, NAN };
    for (int i = 0; i < 5; i++) {
        circular_expect(none[i], 0.0, 1.0);
        circular_expect(-none[i], 0.0, 1.0);
    }
    const float nonef[] = { 0x1.000002p50f, 1e30f, FLT_MAX, INFINITY, NAN };
    for (int i = 0; i < 5; i++) {
        circular_expectf(nonef[i], 0.0f, 1.0f);
        circular_expectf(-nonef[i], 0.0f, 1.0f);
    }
    // The last angle that counts is on the circle and is not 0.
    assert_near(swv_sin(0x1p50), sin(0x1p50), 0.26);
    assert_near(swv_cos(0x1p50), cos(0x1p50), 0.26);
}

// C, Annex F: asin and acos. Beyond 1, where C has a domain error, the argument is clamped.
static void arc_sine_and_arc_cosine(void **unused)
{
    (void)unused;
    assert_same(swv_asin(0.0), 0.0);
    assert_same(swv_asin(-0.0), -0.0);
    assert_same(swv_asin(0x1p-1074), 0x1p-1074);
    assert_same(swv_acos(0.0), PI / 2.0);
    assert_same(swv_acos(-0.0), PI / 2.0);
    assert_same(swv_acos(1.0), 0.0);
    const double beyond[] = { 1.0, 0x1.0000000000001p0, 2.0, DBL_MAX, INFINITY };
    for (int i = 0; i < 5; i++) {
        assert_same(swv_asin(beyond[i]), PI / 2.0);
        assert_same(swv_asin(-beyond[i]), -PI / 2.0);
        assert_same(swv_acos(beyond[i]), 0.0);
        assert_same(swv_acos(-beyond[i]), PI);
    }
    assert_same(swv_asin(NAN), 0.0);
    assert_same(swv_asin(-NAN), 0.0);
    assert_same(swv_acos(NAN), PI / 2.0);
}

static void arc_sine_and_arc_cosine_in_float(void **unused)
{
    (void)unused;
    assert_samef(swvi_asinf(0.0f), 0.0f);
    assert_samef(swvi_asinf(-0.0f), -0.0f);
    assert_samef(swvi_asinf(0x1p-149f), 0x1p-149f);
    assert_samef(swvi_acosf(0.0f), PI_F / 2.0f);
    assert_samef(swvi_acosf(-0.0f), PI_F / 2.0f);
    const float beyond[] = { 1.0f, 0x1.000002p0f, 2.0f, FLT_MAX, INFINITY };
    for (int i = 0; i < 5; i++) {
        assert_samef(swvi_asinf(beyond[i]), PI_F / 2.0f);
        assert_samef(swvi_asinf(-beyond[i]), -PI_F / 2.0f);
        assert_samef(swvi_acosf(beyond[i]), 0.0f);
        assert_samef(swvi_acosf(-beyond[i]), PI_F);
    }
    assert_samef(swvi_asinf(NAN), 0.0f);
    assert_samef(swvi_asinf(-NAN), 0.0f);
    assert_samef(swvi_acosf(NAN), PI_F / 2.0f);
}

// C, Annex F.10.1.4, each line for both signs of y.
typedef struct direction {
    double y, x, angle;
} direction;

static const direction annex_f[] = {
    { 0.0, -0.0, PI },
    { 0.0, 0.0, 0.0 },
    { 0.0, -1.0, PI },
    { 0.0, 1.0, 0.0 },
    { 0.0, -0x1p-149, PI },
    { 0.0, 0x1p-149, 0.0 },
    { 1.0, 0.0, PI / 2.0 },
    { 1.0, -0.0, PI / 2.0 },
    { 0x1p-149, 0.0, PI / 2.0 },
    { 0x1p-149, -0.0, PI / 2.0 },
    { 1.0, -INFINITY, PI },
    { INFINITY, 1.0, PI / 2.0 },
    { INFINITY, -1.0, PI / 2.0 },
    { INFINITY, -INFINITY, 3.0 * (PI / 4.0) },
    { INFINITY, INFINITY, PI / 4.0 },
    { 0.0, INFINITY, 0.0 },
    { 0.0, -INFINITY, PI },
    { INFINITY, 0.0, PI / 2.0 },
    { INFINITY, -0.0, PI / 2.0 },
};

static void arc_tangent_of_zeros_and_infinities(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(annex_f) / sizeof(annex_f[0]); i++) {
        const direction d = annex_f[i];
        assert_same(swv_atan2(d.y, d.x), d.angle);
        assert_same(swv_atan2(-d.y, d.x), -d.angle);
        const float y = (float)d.y, x = (float)d.x, angle = (float)d.angle;
        assert_samef(swvi_atan2f(y, x), angle);
        assert_samef(swvi_atan2f(-y, x), -angle);
    }
    // An infinity counts as the largest number, so these are not 0 as in C but the smallest of angles.
    assert_same(swv_atan2(1.0, INFINITY), 1.0 / DBL_MAX);
    assert_same(swv_atan2(-1.0, INFINITY), -1.0 / DBL_MAX);
    assert_samef(swvi_atan2f(1.0f, INFINITY), 1.0f / FLT_MAX);
}

static void arc_tangent_of_nan(void **unused)
{
    (void)unused;
    assert_same(swv_atan2(NAN, 1.0), 0.0);
    assert_same(swv_atan2(-NAN, 1.0), 0.0);
    assert_same(swv_atan2(NAN, -1.0), PI);
    assert_same(swv_atan2(-1.0, NAN), -PI / 2.0);
    assert_same(swv_atan2(-1.0, -NAN), -PI / 2.0);
    assert_same(swv_atan2(NAN, NAN), 0.0);
    assert_same(swv_atan2(-NAN, -NAN), 0.0);
    assert_same(swv_atan2(NAN, -INFINITY), PI);
    assert_samef(swvi_atan2f(NAN, 1.0f), 0.0f);
    assert_samef(swvi_atan2f(-NAN, 1.0f), 0.0f);
    assert_samef(swvi_atan2f(-1.0f, -NAN), -PI_F / 2.0f);
    assert_samef(swvi_atan2f(-NAN, -NAN), 0.0f);
}

static void sine_and_cosine_are_a_point_on_the_circle(void **state)
{
    (void)state;
    uint64_t seed = 17;
    for (int n = 0; n < CASES(2000000); ++n) {
        const double angle = ldexp(random_between(&seed, -1, 1), random_below(&seed, 80) - 20);
        double       s, c;
        swv_sincos(angle, &s, &c);
        const long double off = (long double)s * s + (long double)c * c - 1.0L;
        const double      large = fabs(angle) > 1e5 && fabs(angle) <= 0x1p50 ? 4e-24 * fabs(angle) : 0.0;
        assert_true(fabsl(off) <= 5e-16L + large);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_of_zero_and_of_tiny_angles),
        cmocka_unit_test(sine_and_cosine_of_what_is_no_angle),
        cmocka_unit_test(arc_sine_and_arc_cosine),
        cmocka_unit_test(arc_sine_and_arc_cosine_in_float),
        cmocka_unit_test(arc_tangent_of_zeros_and_infinities),
        cmocka_unit_test(arc_tangent_of_nan),
        cmocka_unit_test(sine_and_cosine_are_a_point_on_the_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
