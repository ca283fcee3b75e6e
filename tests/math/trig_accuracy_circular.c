// SPDX-License-Identifier: MIT
// Sine and cosine in double against MPFR: at most 1 ulp for |angle| <= 1e5, the stated bound up to 2^50. Angles are radians.
#include "ulp.h"

#include "swivel/trig.h"

typedef struct circular {
    worst_error sine, cosine;
    mpfr_t      angle, exact_sine, exact_cosine;
} circular;

static void circular_begin(circular *c)
{
    *c = (circular){ .sine.function = "sin", .cosine.function = "cos" };
    mpfr_inits2(REFERENCE_BITS, c->angle, c->exact_sine, c->exact_cosine, (mpfr_ptr)0);
}

static void circular_end(circular *c)
{
    mpfr_clears(c->angle, c->exact_sine, c->exact_cosine, (mpfr_ptr)0);
    worst_error_check(&c->sine, 1.0);
    worst_error_check(&c->cosine, 1.0);
}

static void circular_try(circular *c, double angle)
{
    double sine, cosine;
    swv_sincos(angle, &sine, &cosine);
    if (sine != swv_sin(angle) || cosine != swv_cos(angle))
        fail_msg("swv_sincos differs from swv_sin and swv_cos at %a", angle);
    const double rough_sine = roughly_ulps(sine, sinl(angle)), rough_cosine = roughly_ulps(cosine, cosl(angle));
    if (is_surely_less(&c->sine, rough_sine) && is_surely_less(&c->cosine, rough_cosine)) {
        c->sine.cases++;
        c->cosine.cases++;
        return;
    }
    mpfr_set_d(c->angle, angle, MPFR_RNDN);
    mpfr_sin_cos(c->exact_sine, c->exact_cosine, c->angle, MPFR_RNDN);
    const double sine_ulps = double_ulps(sine, c->exact_sine), cosine_ulps = double_ulps(cosine, c->exact_cosine);
    rough_check(rough_sine, sine_ulps);
    rough_check(rough_cosine, cosine_ulps);
    worst_error_note(&c->sine, sine_ulps, angle, 0.0);
    worst_error_note(&c->cosine, cosine_ulps, angle, 0.0);
}

static double random_angle(uint64_t *state)
{
    switch (random_below(state, 4)) {
    case 0:
        return random_between(state, -1e5, 1e5);
    case 1:
        return random_between(state, -3.1415926535897932, 3.1415926535897932);
    case 2:
        return random_magnitude(state, -40, 16);
    default:
        return random_magnitude(state, -1074, 16);
    }
}

static void angles_at_random(void **unused)
{
    (void)unused;
    circular c;
    circular_begin(&c);
    uint64_t state = 1;
    for (long i = 0; i < CASES(10000000); i++)
        circular_try(&c, random_angle(&state));
    circular_end(&c);
}

// Where the argument reduction cancels most, and where n changes.
static void angles_next_to_every_eighth_turn(void **unused)
{
    (void)unused;
    circular c;
    circular_begin(&c);
    mpfr_t multiple;
    mpfr_init2(multiple, 200);
    for (unsigned long k = 1; k <= 2 * 63662; k++) {
        mpfr_const_pi(multiple, MPFR_RNDN);
        mpfr_mul_ui(multiple, multiple, k, MPFR_RNDN);
        mpfr_div_2ui(multiple, multiple, 2, MPFR_RNDN);
        const double nearest = mpfr_get_d(multiple, MPFR_RNDN);
        for (int steps = -2; steps <= 2; steps++) {
            circular_try(&c, neighbour(nearest, steps));
            circular_try(&c, -neighbour(nearest, steps));
        }
    }
    mpfr_clear(multiple);
    circular_end(&c);
}

static void angles_of_every_power_of_two(void **unused)
{
    (void)unused;
    circular c;
    circular_begin(&c);
    for (int exponent = -1074; exponent <= 16; exponent++)
        for (int steps = -2; steps <= 2; steps++) {
            circular_try(&c, neighbour(ldexp(1.0, exponent), steps));
            circular_try(&c, -neighbour(ldexp(1.0, exponent), steps));
        }
    for (int k = 1; k <= 100000; k++)
        circular_try(&c, k);
    circular_end(&c);
}

// Up to 2^50 the result is that of an angle at most |angle| 2^-52 away.
static void angles_beyond_a_hundred_thousand(void **unused)
{
    (void)unused;
    circular c;
    circular_begin(&c);
    double   largest = 0.0, where = 0.0;
    uint64_t state = 2;
    for (long i = 0; i < CASES(1000000); i++) {
        const double angle = i < 200 ? ldexp(i & 1 ? -1.0 : 1.0, 17 + (int)i / 6) : random_magnitude(&state, 16, 50);
        double       sine, cosine;
        swv_sincos(angle, &sine, &cosine);
        mpfr_set_d(c.angle, angle, MPFR_RNDN);
        mpfr_sin_cos(c.exact_sine, c.exact_cosine, c.angle, MPFR_RNDN);
        mpfr_t      *exact[2] = { &c.exact_sine, &c.exact_cosine };
        const double result[2] = { sine, cosine };
        for (int f = 0; f < 2; f++) {
            const double unit = ldexp(1.0, (int)mpfr_get_exp(*exact[f]) - 53);
            const double error = double_ulps(result[f], *exact[f]) * unit;
            const double share = error / (fabs(angle) * 0x1p-52 + unit);
            if (!(share <= largest)) {
                largest = share;
                where = angle;
            }
        }
        assert_near(sine * sine + cosine * cosine, 1.0, 1e-6);
    }
    mpfr_clears(c.angle, c.exact_sine, c.exact_cosine, (mpfr_ptr)0);
    print_message("large    worst %.4f of the bound at %a\n", largest, where);
    assert_true(largest <= 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_at_random),
        cmocka_unit_test(angles_next_to_every_eighth_turn),
        cmocka_unit_test(angles_of_every_power_of_two),
        cmocka_unit_test(angles_beyond_a_hundred_thousand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
