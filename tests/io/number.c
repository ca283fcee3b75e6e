// SPDX-License-Identifier: MIT
// Numbers of files: the same bits as strtod's, where one ends, and what is none.
#include <math.h>
#include <string.h>

#include "check.h"
#include "io/number.h"

// Read a text that is followed by what may follow it.
static const char *read_text(const char *text, double *value, char buffer[2000])
{
    memset(buffer, 0, 2000);
    strcpy(buffer, text);
    const char *end = swvi_number_read(buffer, value);
    return end;
}

static void check_bits(const char *text)
{
    char        buffer[2000];
    double      value = NAN, expected = strtod(text, NULL);
    const char *end = read_text(text, &value, buffer);
    if (!end || end != buffer + strlen(text) || memcmp(&value, &expected, sizeof value))
        fail_msg("%s: %.17g, expected %.17g", text, value, expected);
}

static void numbers_have_the_bits_of_strtod(void **state)
{
    (void)state;
    static const char *const texts[] = { "0",
                                         "-0",
                                         "+1",
                                         ".5",
                                         "5.",
                                         "-.25",
                                         "1e5",
                                         "1E-5",
                                         "1e+05",
                                         "123456789",
                                         "12345678",
                                         "12345678.12345678",
                                         "99999999.99999999",
                                         "0.000000001",
                                         "9007199254740993",
                                         "0.1234567890123456789012345678901234567890",
                                         "2.2250738585072011e-308",
                                         "4.9406564584124654e-324",
                                         "1e-400",
                                         "1.7976931348623157e308",
                                         "00000000000000000000001.5",
                                         "8.5",
                                         "12.345678",
                                         "1234567.8",
                                         "100000000000000000000000000000000000000000000000000",
                                         "179769313486231580793728971405301e276",
                                         "0.00000000000000000000000000000000000000000000000000001",
                                         "9999999999999999",
                                         "12345678.",
                                         "0000000000.1" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_bits(texts[i]);
    char longest[1500] = "0.";  // halfway between two doubles, and a digit far away that decides
    strcat(longest, "1000000000000000055511151231257827021181583404541015625");
    check_bits(longest);
    while (strlen(longest) < 780)
        strcat(longest, "0");
    check_bits(longest);
    memset(longest, '7', 1400);
    longest[1400] = '\0';
    double value;
    char   buffer[2000];
    assert_null(read_text(longest, &value, buffer));  // not finite
}

static void random_numbers_have_the_bits_of_strtod(void **state)
{
    (void)state;
    uint64_t random = 16;
    for (int i = 0; i < CASES(400000); i++) {
        char         text[64];
        const double value = random_between(&random, -1.0, 1.0) * pow(10.0, random_between(&random, -9.0, 9.0));
        static const char *const formats[] = { "%.4f", "%.6f", "%g", "%.17g", "%.9f", "%.0f", "%e", "%.12g" };
        snprintf(text, sizeof text, formats[i % 8], value);
        check_bits(text);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = { "",   ".",   "-",  "+.", "nan",   "inf",          "e5",
                                         "1e", "1e+", "x1", "-e", "1e999", "1e99999999999" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char   buffer[2000];
        double value;
        if (read_text(texts[i], &value, buffer))
            fail_msg("'%s' is read", texts[i]);
    }
    char   buffer[2000];
    double value;
    assert_ptr_equal(read_text("1.2.3", &value, buffer), buffer + 3);
    assert_ptr_equal(read_text("12 3", &value, buffer), buffer + 2);
    assert_ptr_equal(read_text("123456789.5.5", &value, buffer), buffer + 11);
}

static void written_numbers_read_back(void **state)
{
    (void)state;
    static const struct {
        double      value;
        int         decimals;
        const char *text;
    } cases[] = { { 0.0, 6, "0" },
                  { -0.0, 6, "0" },
                  { 1.5, 6, "1.5" },
                  { -0.05, 2, "-0.05" },
                  { 0.004, 2, "0" },
                  { -0.004, 2, "0" },
                  { 123.0, 0, "123" },
                  { 999999999.5, 6, "999999999.5" },
                  { 0.0083333, 9, "0.0083333" },
                  { 1e12, 6, "1000000000000" },
                  { -1267650600228229401496703205376.0, 6, "-1.2676506002282294e+30" },
                  { 0.999999999, 6, "1" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[SWVI_NUMBER_TEXT];
        assert_int_equal(swvi_number_write(text, cases[i].value, cases[i].decimals), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_the_bits_of_strtod),
        cmocka_unit_test(random_numbers_have_the_bits_of_strtod),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(written_numbers_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
