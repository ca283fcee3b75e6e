// SPDX-License-Identifier: MIT
// Arc sine, arc cosine and arc tangent in double against MPFR: at most 1 ulp everywhere. Angles are radians.
#include "ulp.h"

#include "swivel/trig.h"

typedef struct inverse {
    worst_error arc_sine, arc_cosine, arc_tangent;
    mpfr_t      x, y, exact, quarter;
} inverse;

static void inverse_begin(inverse *v)
{
    *v = (inverse){ .arc_sine.function = "asin", .arc_cosine.function = "acos", .arc_tangent.function = "atan2" };
    mpfr_inits2(REFERENCE_BITS, v->x, v->y, v->exact, v->quarter, (mpfr_ptr)0);
    mpfr_const_pi(v->quarter, MPFR_RNDN);
    mpfr_div_2ui(v->quarter, v->quarter, 1, MPFR_RNDN);
}

static void inverse_end(inverse *v)
{
    mpfr_clears(v->x, v->y, v->exact, v->quarter, (mpfr_ptr)0);
    if (v->arc_sine.cases > 0) {
        worst_error_check(&v->arc_sine, 1.0);
        worst_error_check(&v->arc_cosine, 1.0);
    }
    if (v->arc_tangent.cases > 0)
        worst_error_check(&v->arc_tangent, 1.0);
}

// One evaluation serves both: acos x = pi/2 - asin x is at least 2^-26 for x < 1, so 2^-84 of it is what cancels.
static void arc_try(inverse *v, double x)
{
    const double arc_sine = swv_asin(x), arc_cosine = swv_acos(x);
    const double rough_sine = roughly_ulps(arc_sine, asinl(x)), rough_cosine = roughly_ulps(arc_cosine, acosl(x));
    if (is_surely_less(&v->arc_sine, rough_sine) && is_surely_less(&v->arc_cosine, rough_cosine)) {
        v->arc_sine.cases++;
        v->arc_cosine.cases++;
        return;
    }
    mpfr_set_d(v->x, x, MPFR_RNDN);
    mpfr_asin(v->exact, v->x, MPFR_RNDN);
    const double sine_ulps = double_ulps(arc_sine, v->exact);
    if (x == 1.0)
        mpfr_set_zero(v->exact, 1);
    else
        mpfr_sub(v->exact, v->quarter, v->exact, MPFR_RNDN);
    const double cosine_ulps = double_ulps(arc_cosine, v->exact);
    rough_check(rough_sine, sine_ulps);
    rough_check(rough_cosine, cosine_ulps);
    worst_error_note(&v->arc_sine, sine_ulps, x, 0.0);
    worst_error_note(&v->arc_cosine, cosine_ulps, x, 0.0);
}

static void tangent_try(inverse *v, double y, double x)
{
    const double result = swv_atan2(y, x), rough = roughly_ulps(result, atan2l(y, x));
    if (is_surely_less(&v->arc_tangent, rough)) {
        v->arc_tangent.cases++;
        return;
    }
    mpfr_set_d(v->x, x, MPFR_RNDN);
    mpfr_set_d(v->y, y, MPFR_RNDN);
    mpfr_atan2(v->exact, v->y, v->x, MPFR_RNDN);
    const double ulps = double_ulps(result, v->exact);
    rough_check(rough, ulps);
    worst_error_note(&v->arc_tangent, ulps, y, x);
}

static double random_ratio(uint64_t *state)
{
    switch (random_below(state, 5)) {
    case 0:
    case 1:
        return random_between(state, -1.0, 1.0);
    case 2:
        return random_magnitude(state, -1074, 0);
    case 3: {
        const double near_one = 1.0 - fabs(random_magnitude(state, -53, -1));
        return random_bits(state) & 1 ? near_one : -near_one;
    }
    default: {
        const double near_half = 0.5 + random_magnitude(state, -53, -3);
        return random_bits(state) & 1 ? near_half : -near_half;
    }
    }
}

static void ratios_at_random(void **unused)
{
    (void)unused;
    inverse v;
    inverse_begin(&v);
    uint64_t state = 1;
    for (long i = 0; i < CASES(10000000); i++)
        arc_try(&v, random_ratio(&state));
    inverse_end(&v);
}

static void ratios_next_to_zero_half_and_one(void **unused)
{
    (void)unused;
    inverse v;
    inverse_begin(&v);
    for (int exponent = -1074; exponent <= -1; exponent++) {
        const double power = ldexp(1.0, exponent);
        const double places[] = { power, 1.0 - power, 0.5 - 0.5 * power, 0.5 + 0.5 * power };
        for (int k = 0; k < 4; k++)
            for (int steps = -2; steps <= 2; steps++) {
                const double x = neighbour(places[k], steps);
                if (x <= 1.0) {
                    arc_try(&v, x);
                    arc_try(&v, -x);
                }
            }
    }
    inverse_end(&v);
}

static void random_direction(uint64_t *state, double *y, double *x)
{
    switch (random_below(state, 6)) {
    case 0:  // every quadrant alike
    case 1:
        *y = random_between(state, -1.0, 1.0);
        *x = random_between(state, -1.0, 1.0);
        break;
    case 2:  // any two numbers: denormals, overflowing sums, results that underflow
        *y = random_magnitude(state, -1074, 1024);
        *x = random_magnitude(state, -1074, 1024);
        break;
    case 3:  // ratios of moderate size, wherever the numbers lie
        *x = random_magnitude(state, -1074, 1024);
        *y = *x * random_magnitude(state, -60, 60);
        break;
    case 4:  // next to the octants and to half slope
        *x = random_magnitude(state, -1000, 1000);
        *y = *x * (random_below(state, 2) ? 1.0 : 0.5) * (1.0 + random_magnitude(state, -53, -3));
        break;
    default:  // what the solvers ask for
        *x = random_magnitude(state, -30, 2);
        *y = random_magnitude(state, -30, 2);
        break;
    }
    *y = fmin(fmax(*y, -DBL_MAX), DBL_MAX);
    if (random_bits(state) & 1) {
        const double swapped = *x;
        *x = *y;
        *y = swapped;
    }
}

static void directions_at_random(void **unused)
{
    (void)unused;
    inverse v;
    inverse_begin(&v);
    uint64_t state = 3;
    for (long i = 0; i < CASES(10000000); i++) {
        double y, x;
        random_direction(&state, &y, &x);
        tangent_try(&v, y, x);
    }
    inverse_end(&v);
}

// Every pair of magnitudes, and the numbers where the scaling changes.
static void directions_of_every_pair_of_powers(void **unused)
{
    (void)unused;
    inverse v;
    inverse_begin(&v);
    const int step = CASES(1000) == 1000 ? 3 : 29;
    for (int i = -1074; i <= 1024; i += step)
        for (int j = -1074; j <= 1024; j += step) {
            const double y = i == 1024 ? DBL_MAX : neighbour(ldexp(1.0, i), j & 1);
            const double x = j == 1024 ? DBL_MAX : neighbour(ldexp(1.0, j), -(i & 1));
            tangent_try(&v, y, x);
            tangent_try(&v, -y, -x);
        }
    const double edges[] = { 0x1p-1074, 0x1p-1022, 0x1p-700, 0x1p-30, 1.0, 0x1p30, 0x1p700, 0x1p1023, DBL_MAX };
    const int    count = (int)(sizeof(edges) / sizeof(edges[0]));
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            for (int s = -2; s <= 0; s++)
                for (int t = -2; t <= 0; t++)
                    tangent_try(&v, neighbour(edges[i], s), -neighbour(edges[j], t));
    inverse_end(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_at_random),
        cmocka_unit_test(ratios_next_to_zero_half_and_one),
        cmocka_unit_test(directions_at_random),
        cmocka_unit_test(directions_of_every_pair_of_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
