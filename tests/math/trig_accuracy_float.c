// SPDX-License-Identifier: MIT
// The float functions against MPFR: at most 2 ulp. The reference is rounded to double, 2^-29 of a float's ulp. Where libm's
// double shows that a case is not the worst yet, that will do: see is_surely_less.
#include "ulp.h"

#include "math/trig_kernel.h"

typedef int mpfr_function(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t rounding);

enum { bits = 60 };

static double exactly(mpfr_function *function, float argument)
{
    MPFR_DECL_INIT(x, bits);
    mpfr_set_flt(x, argument, MPFR_RNDN);
    function(x, x, MPFR_RNDN);
    return mpfr_get_d(x, MPFR_RNDN);
}

static void exactly_both(float angle, double *sine, double *cosine)
{
    MPFR_DECL_INIT(x, bits);
    MPFR_DECL_INIT(s, bits);
    MPFR_DECL_INIT(c, bits);
    mpfr_set_flt(x, angle, MPFR_RNDN);
    mpfr_sin_cos(s, c, x, MPFR_RNDN);
    *sine = mpfr_get_d(s, MPFR_RNDN);
    *cosine = mpfr_get_d(c, MPFR_RNDN);
}

static double exactly_atan2(float y, float x)
{
    MPFR_DECL_INIT(a, bits);
    MPFR_DECL_INIT(b, bits);
    mpfr_set_flt(a, y, MPFR_RNDN);
    mpfr_set_flt(b, x, MPFR_RNDN);
    mpfr_atan2(a, a, b, MPFR_RNDN);
    return mpfr_get_d(a, MPFR_RNDN);
}

// Notes a case of a function of one argument. roughly: what libm says.
static void arc_try(worst_error *worst, float result, double roughly, mpfr_function *function, float x)
{
    const double rough = float_ulps(result, roughly);
    if (is_surely_less(worst, rough)) {
        worst->cases++;
        return;
    }
    const double ulps = float_ulps(result, exactly(function, x));
    rough_check(rough, ulps);
    worst_error_note(worst, ulps, (double)x, 0.0);
}

static void direction_try(worst_error *worst, float y, float x)
{
    const float  result = swvi_atan2f(y, x);
    const double rough = float_ulps(result, atan2((double)y, (double)x));
    if (is_surely_less(worst, rough)) {
        worst->cases++;
        return;
    }
    const double ulps = float_ulps(result, exactly_atan2(y, x));
    rough_check(rough, ulps);
    worst_error_note(worst, ulps, (double)y, (double)x);
}

typedef struct circular {
    worst_error sine, cosine;
} circular;

static void circular_try(circular *c, float angle)
{
    float sine, cosine;
    swvi_sincosf(angle, &sine, &cosine);
    if (sine != swvi_sinf(angle) || cosine != swvi_cosf(angle))
        fail_msg("swvi_sincosf differs from swvi_sinf and swvi_cosf at %a", (double)angle);
    const double rough_sine = float_ulps(sine, sin((double)angle)),
                 rough_cosine = float_ulps(cosine, cos((double)angle));
    if (is_surely_less(&c->sine, rough_sine) && is_surely_less(&c->cosine, rough_cosine)) {
        c->sine.cases++;
        c->cosine.cases++;
        return;
    }
    double exact_sine, exact_cosine;
    exactly_both(angle, &exact_sine, &exact_cosine);
    const double sine_ulps = float_ulps(sine, exact_sine), cosine_ulps = float_ulps(cosine, exact_cosine);
    rough_check(rough_sine, sine_ulps);
    rough_check(rough_cosine, cosine_ulps);
    worst_error_note(&c->sine, sine_ulps, (double)angle, 0.0);
    worst_error_note(&c->cosine, cosine_ulps, (double)angle, 0.0);
}

static void circular_check(const circular *c)
{
    worst_error_check(&c->sine, 2.0);
    worst_error_check(&c->cosine, 2.0);
}

static void angles_at_random(void **unused)
{
    (void)unused;
    circular c = { .sine.function = "sinf", .cosine.function = "cosf" };
    uint64_t state = 1;
    for (long i = 0; i < CASES(10000000); i++) {
        double angle;
        switch (i & 3) {
        case 0:
            angle = random_between(&state, -1e5, 1e5);
            break;
        case 1:
            angle = random_between(&state, -3.1415926535897932, 3.1415926535897932);
            break;
        case 2:
            angle = random_magnitude(&state, -20, 16);
            break;
        default:
            angle = random_magnitude(&state, -149, 16);
            break;
        }
        circular_try(&c, (float)angle);
    }
    circular_check(&c);
}

// Where the argument reduction cancels most, and where n changes.
static void angles_next_to_every_eighth_turn(void **unused)
{
    (void)unused;
    circular c = { .sine.function = "sinf", .cosine.function = "cosf" };
    for (int k = 1; k <= 2 * 63662; k++) {
        const float nearest = (float)(k * 0.78539816339744831);
        for (int steps = -2; steps <= 2; steps++) {
            circular_try(&c, neighbourf(nearest, steps));
            circular_try(&c, -neighbourf(nearest, steps));
        }
    }
    circular_check(&c);
}

static void angles_of_every_power_of_two(void **unused)
{
    (void)unused;
    circular c = { .sine.function = "sinf", .cosine.function = "cosf" };
    for (int exponent = -149; exponent <= 16; exponent++)
        for (int steps = -2; steps <= 2; steps++) {
            circular_try(&c, neighbourf(ldexpf(1.0f, exponent), steps));
            circular_try(&c, -neighbourf(ldexpf(1.0f, exponent), steps));
        }
    circular_check(&c);
}

// Up to 2^50 the result is that of an angle at most |angle| 2^-52 away, but for 2 ulp.
static void angles_beyond_a_hundred_thousand(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    double   largest = 0.0;
    for (long i = 0; i < CASES(1000000); i++) {
        const float angle = (float)random_magnitude(&state, 16, 50);
        float       sine, cosine;
        swvi_sincosf(angle, &sine, &cosine);
        double exact[2];
        exactly_both(angle, &exact[0], &exact[1]);
        const double result[2] = { (double)sine, (double)cosine };
        for (int f = 0; f < 2; f++) {
            int exponent;
            frexp(exact[f], &exponent);
            const double bound = fabs((double)angle) * 0x1p-52 + 2.0 * ldexp(1.0, exponent - 24);
            largest = fmax(largest, fabs(result[f] - exact[f]) / bound);
        }
    }
    print_message("large    worst %.4f of the bound\n", largest);
    assert_true(largest <= 1.0);
}

static void ratios_at_random(void **unused)
{
    (void)unused;
    worst_error arc_sine = { .function = "asinf" }, arc_cosine = { .function = "acosf" };
    uint64_t    state = 3;
    for (long i = 0; i < CASES(10000000); i++) {
        double ratio;
        switch (i & 3) {
        case 0:
            ratio = random_magnitude(&state, -149, 0);
            break;
        case 1:
            ratio = 1.0 - fabs(random_magnitude(&state, -24, -1));
            break;
        default:
            ratio = random_between(&state, -1.0, 1.0);
            break;
        }
        const float x = random_bits(&state) & 1 ? (float)ratio : -(float)ratio;
        arc_try(&arc_sine, swvi_asinf(x), asin((double)x), mpfr_asin, x);
        arc_try(&arc_cosine, swvi_acosf(x), acos((double)x), mpfr_acos, x);
    }
    worst_error_check(&arc_sine, 2.0);
    worst_error_check(&arc_cosine, 2.0);
}

static void ratios_next_to_zero_half_and_one(void **unused)
{
    (void)unused;
    worst_error arc_sine = { .function = "asinf" }, arc_cosine = { .function = "acosf" };
    for (int exponent = -149; exponent <= -1; exponent++) {
        const float power = ldexpf(1.0f, exponent);
        const float places[] = { power, 1.0f - power, 0.5f - 0.5f * power, 0.5f + 0.5f * power };
        for (int k = 0; k < 8; k++)
            for (int steps = -2; steps <= 2; steps++) {
                const float size = neighbourf(places[k / 2], steps), x = k & 1 ? size : -size;
                if (size <= 1.0f) {
                    arc_try(&arc_sine, swvi_asinf(x), asin((double)x), mpfr_asin, x);
                    arc_try(&arc_cosine, swvi_acosf(x), acos((double)x), mpfr_acos, x);
                }
            }
    }
    worst_error_check(&arc_sine, 2.0);
    worst_error_check(&arc_cosine, 2.0);
}

static void directions_at_random(void **unused)
{
    (void)unused;
    worst_error worst = { .function = "atan2f" };
    uint64_t    state = 4;
    for (long i = 0; i < CASES(10000000); i++) {
        double y, x;
        switch (i & 3) {
        case 0:
            y = random_magnitude(&state, -149, 128);
            x = random_magnitude(&state, -149, 128);
            break;
        case 1:
            y = random_magnitude(&state, -30, 2);
            x = random_magnitude(&state, -30, 2);
            break;
        default:
            y = random_between(&state, -1.0, 1.0);
            x = random_between(&state, -1.0, 1.0);
            break;
        }
        const float yf = fminf(fmaxf((float)y, -FLT_MAX), FLT_MAX), xf = fminf(fmaxf((float)x, -FLT_MAX), FLT_MAX);
        direction_try(&worst, yf, xf);
    }
    worst_error_check(&worst, 2.0);
}

static void directions_of_every_pair_of_powers(void **unused)
{
    (void)unused;
    worst_error worst = { .function = "atan2f" };
    for (int i = -149; i <= 128; i++)
        for (int j = -149; j <= 128; j++)
            for (int signs = 0; signs < 4; signs++) {
                const float y = i == 128 ? FLT_MAX : ldexpf(1.0f, i), x = j == 128 ? FLT_MAX : ldexpf(1.0f, j);
                direction_try(&worst, signs & 1 ? -y : y, signs & 2 ? -x : x);
            }
    worst_error_check(&worst, 2.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_at_random),
        cmocka_unit_test(angles_next_to_every_eighth_turn),
        cmocka_unit_test(angles_of_every_power_of_two),
        cmocka_unit_test(angles_beyond_a_hundred_thousand),
        cmocka_unit_test(ratios_at_random),
        cmocka_unit_test(ratios_next_to_zero_half_and_one),
        cmocka_unit_test(directions_at_random),
        cmocka_unit_test(directions_of_every_pair_of_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
