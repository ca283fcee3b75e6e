// SPDX-License-Identifier: MIT
// trig.h, geometry.h and the linear algebra of the solvers.
#include "fuzz.h"

#include "chin/svd.h"
#include "math/linalg.h"
#include "math/trig_kernel.h"

static void check_trigonometry(stream *s)
{
    const double a = take_number(s, -100.0, 100.0), b = take_number(s, -2.0, 2.0);
    double       sine, cosine;
    swv_sincos(a, &sine, &cosine);
    CHECK(swv_sin(a) == sine && swv_cos(a) == cosine);
    CHECK(fabs(sine) <= 1.0 && fabs(cosine) <= 1.0);
    if (fabs(a) <= 1e5) {
        CHECK_NEAR(sine, sin(a), 3e-16 * fmax(fabs(sin(a)), 1e-300));
        CHECK_NEAR(cosine, cos(a), 3e-16 * fmax(fabs(cos(a)), 1e-300));
    }
    if (!isnan(a) && !isnan(b)) {
        const double c = fmax(-1.0, fmin(1.0, b));
        CHECK_NEAR(swv_asin(b), asin(c), 5e-16 * fmax(fabs(asin(c)), DBL_MIN));
        CHECK_NEAR(swv_acos(b), acos(c), 5e-16 * fmax(acos(c), DBL_MIN));
        if (isfinite(a) && isfinite(b))
            CHECK_NEAR(swv_atan2(a, b), atan2(a, b), 5e-16 * fmax(fabs(atan2(a, b)), DBL_MIN));
    }
    CHECK(isfinite(swv_asin(a)) && isfinite(swv_acos(a)) && isfinite(swv_atan2(a, b)) && isfinite(swv_atan2(b, a)));
    const float f = (float)b;
    CHECK(isfinite(swvi_sinf(f)) && isfinite(swvi_cosf(f)) && isfinite(swvi_asinf(f)) && isfinite(swvi_acosf(f)) &&
          isfinite(swvi_atan2f(f, (float)a)));
}

// Sine and cosine of large angles: trig.h.
static void check_unit(swv_quat q, double angle)
{
    CHECK_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-14 + 1e-23 * fmin(fabs(angle), 0x1p51));
}

static void check_geometry(stream *s)
{
    const swv_vec3 a = take_vec3(s, 2.0), b = take_vec3(s, 2.0);
    const swv_quat q = take_quat(s), unit = swv_quat_normalize(q);
    const double   angle = take_number(s, -10.0, 10.0), lower = take_number(s, -10.0, 10.0),
                 upper = take_number(s, -10.0, 10.0);
    check_unit(unit, 0.0);
    check_unit(swv_quat_from_axis_angle(a, angle), angle);
    check_unit(swv_quat_from_rotation_vector(a), length_of(a));
    check_unit(swv_quat_between(a, b), 0.0);
    swv_quat swing, twist;
    swv_quat_swing_twist(unit, a, &swing, &twist);
    check_unit(swing, 0.0);
    check_unit(twist, 0.0);
    CHECK_NEAR(angle_between(turn_by(turn_of(swing), turn_of(twist)), turn_of(unit)), 0.0, 1e-7);
    const double n = length_of(swv_vec3_normalize(a));
    CHECK(n == 0.0 || fabs(n - 1.0) < 1e-14);
    CHECK(!isnan(swv_vec3_length(a)));
    const double between = swv_quat_angle_between(unit, swv_quat_from_axis_angle(b, angle));
    CHECK(between >= 0.0 && between <= SWV_PI + 1e-15);
    const swv_mat3 m = swv_mat3_from_quat(unit);
    CHECK_NEAR(angle_between(turn_of(swv_quat_from_mat3(m)), turn_of(unit)), 0.0, 1e-12);
    for (int order = 0; order < SWV_EULER_ORDER_COUNT; ++order) {
        double first[3], second[3];
        swv_euler_from_mat3((swv_euler_order)order, m, first, second);
        CHECK(all_finite(first, 3) && all_finite(second, 3));
        const swv_mat3 again = swv_mat3_from_euler((swv_euler_order)order, take_bool(s) ? first : second);
        for (int i = 0; i < 9; ++i)
            CHECK_NEAR(again.m[i / 3][i % 3], m.m[i / 3][i % 3], 1e-14);
    }
    const double wrapped = swv_angle_wrap(angle);
    CHECK(wrapped >= -SWV_PI && wrapped < SWV_PI);
    double in = angle;
    if (!isfinite(angle)) {
        (void)swv_angle_turn_into(lower, upper, &in);
        CHECK(isnan(angle) || in == angle);
    } else if (swv_angle_turn_into(lower, upper, &in)) {
        CHECK(in >= lower - 1e-8 * fmax(1.0, fabs(lower)) && in <= upper + 1e-8 * fmax(1.0, fabs(upper)));
        if (fabs(in) < 1e4 && fabs(angle) < 1e4)
            CHECK_NEAR(remainder(in - angle, 2 * SWV_PI), 0.0, 1e-10);
    } else {
        CHECK(memcmp(&in, &angle, sizeof in) == 0);
    }
}

enum { MOST = 8 };

// |a x - b| in the largest entry.
static double residual(const double *a, int m, int n, const double *x, const double *b)
{
    double worst = 0.0;
    for (int i = 0; i < m; ++i) {
        double sum = -b[i];
        for (int k = 0; k < n; ++k)
            sum += a[i * n + k] * x[k];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static void check_linear_algebra(stream *s)
{
    const int m = 1 + take_below(s, MOST), n = 1 + take_below(s, MOST), k = m < n ? m : n;
    double    a[MOST * MOST], b[MOST], x[MOST], copy[MOST * MOST], u[MOST * MOST], values[MOST], vt[MOST * MOST],
        scratch[1024];
    int    pivot[MOST], rank;
    double largest = 0.0;
    for (int i = 0; i < m * n; ++i)
        a[i] = take_number(s, -1.0, 1.0);
    for (int i = 0; i < m; ++i)
        b[i] = take_number(s, -1.0, 1.0);
    const bool is_finite_input = all_finite(a, m * n) && all_finite(b, m);
    for (int i = 0; i < m * n; ++i)
        largest = fmax(largest, fabs(a[i]));

    swv_status status = swvi_svd(a, m, n, u, values, vt);
    CHECK(status == SWV_OK || status == SWV_NOT_FINITE);
    if (status == SWV_OK) {
        CHECK(all_finite(u, m * k) && all_finite(values, k) && all_finite(vt, k * n));
        for (int i = 0; i < k; ++i)
            CHECK(values[i] >= 0.0 && (i == 0 || values[i] <= values[i - 1]));
        for (int i = 0; i < m && largest < 1e100; ++i)
            for (int j = 0; j < n; ++j) {
                double sum = 0.0;
                for (int l = 0; l < k; ++l)
                    sum += u[i * k + l] * values[l] * vt[l * n + j];
                CHECK_NEAR(sum, a[i * n + j], 1e-13 * largest + 1e-300);
            }
    } else if (is_finite_input) {
        CHECK(largest > 1e300);
    }
    CHECK(swvi_pseudoinverse_scratch(m, n) <= 1024);
    if (swvi_pseudoinverse(a, m, n, 0.0, copy, &rank, scratch) == SWV_OK)
        CHECK(all_finite(copy, m * n) && rank >= 0 && rank <= k);
    if (m == n && is_finite_input && largest < 1e100) {
        memcpy(copy, a, sizeof copy);
        memcpy(x, b, sizeof x);
        if (swvi_lu_factor(copy, n, pivot) == SWV_OK && swvi_lu_solve(copy, pivot, n, x) == SWV_OK) {
            double size = 0.0, right = 0.0;
            for (int i = 0; i < n; ++i) {
                size = fmax(size, fabs(x[i]));
                right = fmax(right, fabs(b[i]));
            }
            // Partial pivoting grows by 2^(n-1) at most: 128 here. A solution that underflows has lost its digits.
            if (size < 1e150 && size > 1e-290 && largest * size < 1e250 && largest * size > 1e-250)
                CHECK(residual(a, n, n, x, b) <= 1e-12 * 128 * (n * largest * size + right));
        }
    }
    double square[MOST * MOST];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            square[i * n + j] = i == j ? 0.5 : 0.0;
            for (int l = 0; l < m; ++l)
                square[i * n + j] += a[l * n + i] * a[l * n + j];
        }
    if (is_finite_input && largest < 10.0) {
        CHECK(swvi_cholesky_factor(square, n) == SWV_OK);  // a'a + I/2 is positive definite
        memcpy(x, values, sizeof(double) * (size_t)k);
        for (int i = k; i < n; ++i)
            x[i] = 1.0;
        CHECK(swvi_cholesky_solve(square, n, x) == SWV_OK && all_finite(x, n));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream s = stream_of(data, size);
    switch (take_below(&s, 3)) {
    case 0:
        check_trigonometry(&s);
        break;
    case 1:
        check_geometry(&s);
        break;
    default:
        check_linear_algebra(&s);
        break;
    }
    return 0;
}
