// SPDX-License-Identifier: MIT
// The text of the progress bar.
#include "check.h"

#include <string.h>

#include "io/progress.h"

static void of_a_file_shows_its_part_and_what_is_left(void **state)
{
    (void)state;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, &(progress){ .lines = 500, .bytes = 25, .total_bytes = 100 }, 3.0);
    assert_string_equal(text, "[#######.......................]  25 %, 500 lines, 9 s left");
}

static void of_something_else_names_it(void **state)
{
    (void)state;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, &(progress){ .lines = 25, .bytes = 25, .total_bytes = 100, .what = "postures" }, 3.0);
    assert_string_equal(text, "[#######.......................]  25 %, 25 postures, 9 s left");
}

static void of_a_file_that_grew_is_full(void **state)
{
    (void)state;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, &(progress){ .lines = 500, .bytes = 250, .total_bytes = 100 }, 3.0);
    assert_string_equal(text, "[##############################] 100 %, 500 lines, 0 s left");
}

static void of_a_pipe_shows_how_fast_it_goes(void **state)
{
    (void)state;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, &(progress){ .lines = 5000, .bytes = 250 }, 2.5);
    assert_string_equal(text, "5000 lines, 2000 a second");
}

static void of_huge_numbers_fits(void **state)
{
    (void)state;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, &(progress){ .lines = UINT64_MAX, .bytes = 1, .total_bytes = UINT64_MAX }, 1e9);
    assert_true(strlen(text) <= PROGRESS_WIDTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_file_shows_its_part_and_what_is_left),
        cmocka_unit_test(of_something_else_names_it),
        cmocka_unit_test(of_a_file_that_grew_is_full),
        cmocka_unit_test(of_a_pipe_shows_how_fast_it_goes),
        cmocka_unit_test(of_huge_numbers_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
