// SPDX-License-Identifier: MIT
// The command's own conversion between doubles and text, against the C library's.
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"

static double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Writes as printf does, and reads back to the same bits.
static void check_value(double value)
{
    char expected[64], text[NUMBER_SIZE];
    snprintf(expected, sizeof expected, "%.17g", value);
    memset(text, '#', sizeof text);
    const int length = number_format(text, value);
    assert_in_range(length, 1, NUMBER_SIZE - 1);
    text[length] = '\0';
    assert_string_equal(text, expected);

    double back = 0.0;
    if (number_parse(text, text + length, &back) != NUMBER_OK)
        fail_msg("'%s' was not read", text);
    if (bits_of_double(back) != bits_of_double(value))
        fail_msg("'%s' was read as %.17g", text, back);
}

// Reads as strtod does.
static void check_text(const char *text)
{
    double value = 0.0;
    if (number_parse(text, text + strlen(text), &value) != NUMBER_OK)
        fail_msg("'%s' was not read", text);
    const double expected = strtod(text, NULL);
    if (bits_of_double(value) != bits_of_double(expected))
        fail_msg("'%s' was read as %.17g, not %.17g", text, value, expected);
}

static void doubles_of_all_exponents(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < CASES(1000000); i++) {
        const double value = double_of_bits(random_bits(&seed));
        if (isfinite(value))
            check_value(value);
    }
}

static void doubles_of_everyday_size(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < CASES(1000000); i++) {
        const uint64_t exponent = (uint64_t)(1023 - 140 + random_below(&seed, 204));
        check_value(double_of_bits((random_bits(&seed) & 0x800FFFFFFFFFFFFFu) | exponent << 52));
    }
}

// Errors of an exact solution: a few units in the last place of everyday numbers.
static void doubles_as_small_as_rounding_errors(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < CASES(1000000); i++) {
        const double ulps = (double)(1 + random_below(&seed, 64));
        check_value(ldexp(ulps, -50 - random_below(&seed, 80)));
        check_value(sqrt(ulps + random_below(&seed, 64)) * ldexp(1.0, -52 - random_below(&seed, 75)));
    }
}

static void doubles_without_a_normal_exponent(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < CASES(500000); i++)
        check_value(double_of_bits(random_bits(&seed) & 0x800FFFFFFFFFFFFFu) / (double)(1 + random_below(&seed, 9)));
}

static void doubles_with_few_digits(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < CASES(200000); i++) {
        const double whole = (double)(random_bits(&seed) >> random_below(&seed, 64));
        check_value(whole);
        check_value(-ldexp(whole, -random_below(&seed, 70)));
        check_value(whole / pow(10.0, random_below(&seed, 23)));
    }
}

static void neighbours_of_powers_of_ten_and_two(void **state)
{
    (void)state;
    for (int i = -330; i <= 308; i++) {
        double value = pow(10.0, i);
        for (int k = 0; k < 20; k++)
            value = nextafter(value, 0.0);
        for (int k = 0; k < 40 && isfinite(value); k++, value = nextafter(value, INFINITY)) {
            check_value(value);
            check_value(-value);
        }
    }
    for (int i = -1074; i <= 1023; i++) {
        check_value(ldexp(1.0, i));
        check_value(nextafter(ldexp(1.0, i), 0.0));
    }
}

static void zeros_and_extremes(void **state)
{
    (void)state;
    static const double values[] = { 0.0, -0.0, DBL_MIN, DBL_TRUE_MIN, DBL_MAX, -DBL_MAX, DBL_EPSILON };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        check_value(values[i]);
}

// Texts whose value lies exactly between two doubles, or just beside: 2^53 + 1 and the like.
static void texts_halfway_between_doubles(void **state)
{
    (void)state;
    check_text("9007199254740993");
    check_text("9007199254740995");
    check_text("9007199254740993.0000000000000000000000000000000000000001");
    check_text("9007199254740992.9999999999999999999999999999999999999999");
    check_text("4503599627370496.5");
    check_text("4503599627370497.5");
    check_text("4503599627370497.500");
    check_text("2251799813685248.25");
    check_text("2251799813685248.75");
    uint64_t seed = 4;
    for (int i = 0; i < CASES(100000); i++) {
        const int      shift = 1 + random_below(&seed, 10);
        const uint64_t m = (random_bits(&seed) >> 11) | 0x10000000000000u;
        const uint64_t halfway = (2 * m + 1) << (shift - 1);
        char           text[64];
        for (int off = -1; off <= 1; off++) {
            snprintf(text, sizeof text, "%llu", (unsigned long long)halfway + (unsigned long long)off);
            check_text(text);
        }
        snprintf(text, sizeof text, "%llu.5", (unsigned long long)(m >> random_below(&seed, 50)));
        check_text(text);
    }
}

// Division by 5^27 leaves a dozen bits to round by and a remainder: the remainder decides where they say halfway.
static void texts_a_remainder_above_halfway(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < 300000; i++) {
        char text[64];
        snprintf(text, sizeof text, "%llue-%d", (unsigned long long)(random_bits(&seed) % 10000000000000000000u),
                 24 + random_below(&seed, 4));
        check_text(text);
    }
}

static void random_texts(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < CASES(500000); i++) {
        char text[128];
        int  length = 0;
        if (random_below(&seed, 2))
            text[length++] = "+-"[random_below(&seed, 2)];
        const int count = 1 + random_below(&seed, 30), point = random_below(&seed, 31);
        const int zeros = random_below(&seed, 4) ? 0 : random_below(&seed, 25);  // leading ones
        for (int k = 0; k < count; k++) {
            if (k == point)
                text[length++] = '.';
            text[length++] = (char)('0' + (k < zeros ? 0 : random_below(&seed, 10)));
        }
        if (random_below(&seed, 2))
            length += snprintf(text + length, 16, "%c%s%d", "eE"[random_below(&seed, 2)],
                               random_below(&seed, 2) ? "" : "+", random_below(&seed, 250));
        else if (random_below(&seed, 2))
            length += snprintf(text + length, 16, "e-%03d", random_below(&seed, 340));
        text[length] = '\0';
        check_text(text);
    }
}

static void texts_that_are_numbers(void **state)
{
    (void)state;
    static const char *const texts[] = { "0",
                                         "-0",
                                         "+1",
                                         "1.",
                                         ".5",
                                         "-.5e1",
                                         "007",
                                         "1e0",
                                         "1E+05",
                                         "1e-00005",
                                         "0e9999",
                                         "1e-400",
                                         "1e-999999999999999999999",
                                         "0.0e99999999999",
                                         "00000000000000000000000000000000012.5",
                                         "0.00000000000000000000000000000000012345678901234567890" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_text(texts[i]);
}

static void texts_that_are_no_numbers(void **state)
{
    (void)state;
    static const char *const texts[] = { "",      "-",   "+",    ".",     "-.",    "e5",       ".e5",
                                         "1e",    "1e+", "--1",  "+-1",   "1.2.3", "1 ",       " 1",
                                         "1,2",   "nan", "NAN",  "inf",   "-inf",  "infinity", "0x10",
                                         "0x1p3", "1f",  "1e5x", "1e5.0", "1_000", "\xC2\xBD" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value;
        if (number_parse(texts[i], texts[i] + strlen(texts[i]), &value) != NUMBER_MALFORMED)
            fail_msg("'%s' was taken for a number", texts[i]);
    }
    static const char with_nul[] = { '1', '\0', '2', '\0' };
    double            value;
    assert_int_equal(number_parse(with_nul, with_nul + 3, &value), NUMBER_MALFORMED);
}

static void numbers_beyond_the_largest_double(void **state)
{
    (void)state;
    static const char *const texts[] = { "1e309", "-1e309", "1.8e308", "1e99999999999999999999",
                                         "17976931348623159e292" };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value;
        assert_int_equal(number_parse(texts[i], texts[i] + strlen(texts[i]), &value), NUMBER_TOO_LARGE);
    }
    check_text("1.7976931348623157e308");
}

static void short_form_has_no_spare_digits(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0", "0.1", "-0.334", "0.3", "0.30000000000000004", "1e+22", "2.6005405854715509"
    };
    char text[NUMBER_SIZE];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        number_format_short(text, strtod(texts[i], NULL));
        assert_true(strlen(text) <= strlen(texts[i]));
        assert_true(strtod(text, NULL) == strtod(texts[i], NULL));
    }
    number_format_short(text, 0.1);
    assert_string_equal(text, "0.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_of_all_exponents),
        cmocka_unit_test(doubles_of_everyday_size),
        cmocka_unit_test(doubles_as_small_as_rounding_errors),
        cmocka_unit_test(doubles_without_a_normal_exponent),
        cmocka_unit_test(doubles_with_few_digits),
        cmocka_unit_test(neighbours_of_powers_of_ten_and_two),
        cmocka_unit_test(zeros_and_extremes),
        cmocka_unit_test(texts_halfway_between_doubles),
        cmocka_unit_test(texts_a_remainder_above_halfway),
        cmocka_unit_test(random_texts),
        cmocka_unit_test(texts_that_are_numbers),
        cmocka_unit_test(texts_that_are_no_numbers),
        cmocka_unit_test(numbers_beyond_the_largest_double),
        cmocka_unit_test(short_form_has_no_spare_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
