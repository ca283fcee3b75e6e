// SPDX-License-Identifier: MIT
// Every instruction set this machine has gives, bit for bit, what the scalar functions give. Angles are radians.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "swivel/batch.h"
#include "swivel/trig.h"
#include "batch/trig_lanes.h"
#include "math/trig_kernel.h"

#include "lane_sets.h"

// What an element has to be: in double what trig.h gives; in float the kernel alone, one number at a time.
#define ONE_double(name) swv_##name
#define ONE_float(name)  swvi_##name

#define MANY 4099  // not a multiple of any vector's length

#define assert_bits(name, set, actual, expected, count)             \
    if (memcmp(actual, expected, (count) * sizeof(*(actual))) != 0) \
    fail_msg("%s: set %d differs from the scalar function, count %zu", #name, (int)(set), count)

#define BATCH(function, suffix, in, x, out, cosine, count) \
    assert_int_equal(swv_batch_trig##suffix(SWV_TRIG_##function, in, x, count, out, cosine), SWV_OK)
#define BATCH_sin(...)     BATCH(SIN, , __VA_ARGS__)
#define BATCH_cos(...)     BATCH(COS, , __VA_ARGS__)
#define BATCH_sincos(...)  BATCH(SINCOS, , __VA_ARGS__)
#define BATCH_asin(...)    BATCH(ASIN, , __VA_ARGS__)
#define BATCH_acos(...)    BATCH(ACOS, , __VA_ARGS__)
#define BATCH_atan2(...)   BATCH(ATAN2, , __VA_ARGS__)
#define BATCH_sinf(...)    BATCH(SIN, f, __VA_ARGS__)
#define BATCH_cosf(...)    BATCH(COS, f, __VA_ARGS__)
#define BATCH_sincosf(...) BATCH(SINCOS, f, __VA_ARGS__)
#define BATCH_asinf(...)   BATCH(ASIN, f, __VA_ARGS__)
#define BATCH_acosf(...)   BATCH(ACOS, f, __VA_ARGS__)
#define BATCH_atan2f(...)  BATCH(ATAN2, f, __VA_ARGS__)

// NAME_agrees(y, x, count): all sets and the public function, into a separate array and in place. One element more
// than count is written before, to see that nothing behind the end is touched.
#define AGREES_BEGIN(name, number)                                                                            \
    static void name##_agrees(const number *y, const number *x, size_t count)                                 \
    {                                                                                                         \
        static number first[MANY + 1], second[MANY + 1], expected_first[MANY + 1], expected_second[MANY + 1]; \
        const size_t  size = (count + 1) * sizeof(number);                                                    \
        memcpy(expected_first, x, size);                                                                      \
        memcpy(expected_second, x, size);                                                                     \
        (void)y;

#define AGREES_END }

#define AGREES_ONE(name, number)                                   \
    AGREES_BEGIN(name, number)                                     \
    for (size_t i = 0; i < count; i++)                             \
        expected_first[i] = ONE_##number(name)(x[i]);              \
    for (int set = 0; set <= (int)swvi_lane_set_widest(); set++) { \
        memcpy(first, x, size);                                    \
        RUN(set, name, first, first, count);                       \
        assert_bits(name, set, first, expected_first, count + 1);  \
        memcpy(second, x, size);                                   \
        RUN(set, name, x, second, count);                          \
        assert_bits(name, set, second, expected_first, count + 1); \
    }                                                              \
    memcpy(first, x, size);                                        \
    BATCH_##name(x, NULL, first, NULL, count);                     \
    assert_bits(name, -1, first, expected_first, count + 1);       \
    AGREES_END

#define AGREES_TWO(name, number)                                   \
    AGREES_BEGIN(name, number)                                     \
    for (size_t i = 0; i < count; i++)                             \
        expected_first[i] = ONE_##number(name)(y[i], x[i]);        \
    for (int set = 0; set <= (int)swvi_lane_set_widest(); set++) { \
        memcpy(first, x, size);                                    \
        RUN(set, name, y, first, first, count);                    \
        assert_bits(name, set, first, expected_first, count + 1);  \
        memcpy(second, y, size);                                   \
        RUN(set, name, second, x, second, count);                  \
        assert_bits(name, set, second, expected_first, count);     \
    }                                                              \
    memcpy(first, x, size);                                        \
    BATCH_##name(y, x, first, NULL, count);                        \
    assert_bits(name, -1, first, expected_first, count + 1);       \
    AGREES_END

#define AGREES_PAIR(name, number)                                          \
    AGREES_BEGIN(name, number)                                             \
    for (size_t i = 0; i < count; i++)                                     \
        ONE_##number(name)(x[i], &expected_first[i], &expected_second[i]); \
    for (int set = 0; set <= (int)swvi_lane_set_widest(); set++) {         \
        memcpy(first, x, size);                                            \
        memcpy(second, x, size);                                           \
        RUN(set, name, first, first, second, count);                       \
        assert_bits(name, set, first, expected_first, count + 1);          \
        assert_bits(name, set, second, expected_second, count + 1);        \
        memcpy(second, x, size);                                           \
        RUN(set, name, second, first, second, count);                      \
        assert_bits(name, set, first, expected_first, count + 1);          \
        assert_bits(name, set, second, expected_second, count + 1);        \
    }                                                                      \
    memcpy(first, x, size);                                                \
    memcpy(second, x, size);                                               \
    BATCH_##name(x, NULL, first, second, count);                           \
    assert_bits(name, -1, first, expected_first, count + 1);               \
    assert_bits(name, -1, second, expected_second, count + 1);             \
    AGREES_END

SWVI_TRIG_LOOPS(AGREES_ONE, AGREES_TWO, AGREES_PAIR)

// y and x as doubles for the double loops, rounded to float for the float ones.
static void all_agree(const double *y, const double *x, size_t count)
{
    static float yf[MANY + 1], xf[MANY + 1];
    for (size_t i = 0; i <= count; i++) {
        yf[i] = (float)y[i];
        xf[i] = (float)x[i];
    }
#define ARGUMENTS_double   y, x, count
#define ARGUMENTS_float    yf, xf, count
#define CALL(name, number) name##_agrees(ARGUMENTS_##number);
    SWVI_TRIG_LOOPS(CALL, CALL, CALL)
}

static double random_argument(uint64_t *state)
{
    const double sign = random_bits(state) & 1 ? 1.0 : -1.0;
    const double part = random_between(state, 0.0, 1.0);
    switch (random_below(state, 6)) {
    case 0:
        return random_between(state, -1e5, 1e5);
    case 1:
        return random_between(state, -4.0, 4.0);
    case 2:
        return sign * (1.0 - ldexp(part, -random_below(state, 54)));
    case 3:  // fits a float
        return sign * ldexp(1.0 + part, random_below(state, 278) - 150);
    case 4:
        return sign * ldexp(1.0 + part, random_below(state, 2098) - 1074);
    default:
        return random_between(state, -1.0, 1.0);
    }
}

static void lanes_of_random_arguments(void **unused)
{
    (void)unused;
    static double y[MANY + 1], x[MANY + 1];
    uint64_t      state = 7;
    for (int round = 0; round < CASES(250); round++) {
        for (int i = 0; i <= MANY; i++) {
            y[i] = random_argument(&state);
            x[i] = random_argument(&state);
        }
        all_agree(y, x, MANY);
    }
}

static const double specials[] = {
    0.0,
    0x1p-1074,
    0x1.8p-1060,
    DBL_MIN,
    0x1p-700,
    0x1p-149,
    0x1p-126,
    0x1p-30,
    0x1p-27,
    0.25,
    0.5,
    0.75,
    1.0,
    2.0,
    0x1.fffffep-1,
    0x1.0000000000001p0,
    1e5,
    0x1p50,
    0x1p51,
    0x1p127,
    FLT_MAX,
    0x1p500,
    0x1p700,
    0x1p1023,
    DBL_MAX,
    INFINITY,
    NAN,
    0x1.921fb54442d18p0,
    0x1.921fb54442d18p1,
    0x1.fffffffffffffp-2,
};
#define SPECIALS (sizeof(specials) / sizeof(specials[0]))

static double special(size_t i)
{
    return i & 1 ? -specials[i / 2] : specials[i / 2];
}

static void lanes_of_special_arguments(void **unused)
{
    (void)unused;
    static double y[MANY + 1], x[MANY + 1];
    _Static_assert(4 * SPECIALS * SPECIALS <= MANY, "every pair fits");
    for (size_t i = 0; i < 4 * SPECIALS * SPECIALS; i++) {
        y[i] = special(i % (2 * SPECIALS));
        x[i] = special(i / (2 * SPECIALS));
    }
    all_agree(y, x, 4 * SPECIALS * SPECIALS);
}

static void lanes_of_every_short_count(void **unused)
{
    (void)unused;
    double   y[70], x[70];
    uint64_t state = 8;
    for (size_t count = 0; count <= 67; count++) {
        for (size_t i = 0; i <= count; i++) {
            y[i] = random_argument(&state);
            x[i] = random_argument(&state);
        }
        all_agree(y, x, count);
    }
}

static void the_instruction_set_has_a_name(void **unused)
{
    (void)unused;
    static const char *const names[] = { "baseline", "avx2", "avx512" };
    assert_string_equal(swv_batch_instruction_set(), names[swvi_lane_set_widest()]);
    print_message("widest set: %s\n", swv_batch_instruction_set());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_random_arguments),
        cmocka_unit_test(lanes_of_special_arguments),
        cmocka_unit_test(lanes_of_every_short_count),
        cmocka_unit_test(the_instruction_set_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
