// SPDX-License-Identifier: MIT
// What the tests use of cmocka, for machines for which nobody packs it.
#ifndef SWIVEL_TESTS_CMOCKA_H
#define SWIVEL_TESTS_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) { #function, function }
#define print_message(...)         (printf(__VA_ARGS__), fflush(stdout))
#define fail_msg(...)              (printf(__VA_ARGS__), swivel_test_failed("fail_msg", __FILE__, __LINE__))
#define assert_true(c)             ((c) ? (void)0 : swivel_test_failed(#c, __FILE__, __LINE__))
#define assert_false(c)            assert_true(!(c))
#define assert_null(p)             assert_true((p) == NULL)
#define assert_non_null(p)         assert_true((p) != NULL)
#define assert_int_equal(a, b)     assert_true((long long)(a) == (long long)(b))
#define assert_int_not_equal(a, b) assert_true((long long)(a) != (long long)(b))
#define assert_string_equal(a, b)  assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)
#define assert_in_range(x, low, high) \
    assert_true((unsigned long long)(x) >= (unsigned long long)(low) && (unsigned long long)(x) <= (unsigned long long)(high))
#define cmocka_run_group_tests(tests, setup, teardown) \
    swivel_test_run(tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)

_Noreturn static inline void swivel_test_failed(const char *what, const char *file, int line)
{
    printf("%s:%d: failed: %s\n", file, line, what);
    exit(1);
}

static inline int swivel_test_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                                  int (*teardown)(void **state))
{
    void *state = NULL;
    if (setup && setup(&state) != 0)
        swivel_test_failed("setup", __FILE__, __LINE__);
    for (size_t i = 0; i < count; i++)
        tests[i].run(&state);
    if (teardown && teardown(&state) != 0)
        swivel_test_failed("teardown", __FILE__, __LINE__);
    printf("%d passed\n", (int)count);
    return 0;
}

#endif
