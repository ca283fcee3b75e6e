// SPDX-License-Identifier: MIT
// Making tables while memory is missing: the k-th request for memory fails, for each k. The build says so, leaves no block behind and gives
// no table. On C libraries other than glibc, under sanitizers, which have their own, and in programs for other machines, which are static,
// memory is as it is and nothing is tried.
#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

#include "swivel_papers/adaptive_build.h"
#include "swivel_papers/table_build.h"

static long calls, fail_at = -1, held;  // since the build began; -1: none fails

#if defined(__GLIBC__) && !defined(SWIVEL_SANITIZED)
enum { CAN_FAIL = 1 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void  __libc_free(void *block);

static bool fails(void)
{
    return calls++ == fail_at;
}

static void *counted(void *block)
{
    held += block != NULL;
    return block;
}

void *malloc(size_t size)
{
    return fails() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (!block)
        return malloc(size);
    return fails() ? NULL : __libc_realloc(block, size);
}

void free(void *block)
{
    held -= block != NULL;
    __libc_free(block);
}
#else
enum { CAN_FAIL = 0 };
#endif

// Plans of the smallest tables there are: cells of 0.6 m and 3 rad, 8 samples, a tolerance of 0.1 m. Chosen.
typedef swv_table_result (*build)(unsigned char **bytes, size_t *size);

static swv_table_result build_position(unsigned char **bytes, size_t *size)
{
    const swv_table_plan plan = { .model = "puma560", .cell_length = 0.6, .samples = 8, .seed = 3 };
    return swv_table_build(&plan, bytes, size);
}

static swv_table_result build_orientation(unsigned char **bytes, size_t *size)
{
    const swv_table_plan plan = {
        .model = "puma560", .is_orientation = true, .cell_angle = 3.0, .cell_turn = 3.2, .samples = 8, .seed = 3
    };
    return swv_table_build(&plan, bytes, size);
}

static swv_table_result build_adaptive(unsigned char **bytes, size_t *size)
{
    const swv_adaptive_plan plan = { .model = "puma560", .tolerance = 0.1, .depth = 1, .seed = 3 };
    return swv_adaptive_build(&plan, bytes, size);
}

// The first requests and the last one by one, those between, many of which are alike, in steps. 12 at first, about 12 between, and at the end four
// and a step: chosen.
static void try_each(build make)
{
    unsigned char *bytes = NULL;
    size_t         size = 0;
    calls = held = 0;
    assert_int_equal(make(&bytes, &size), SWV_TABLE_DONE);
    const long all = calls, step = 1 + all / 12;
    assert_int_equal(held, CAN_FAIL);
    swv_table_free(bytes);
    assert_int_equal(held, 0);
    for (long k = 0; k < all; k += k < 12 || k >= all - 4 - step ? 1 : step) {
        bytes = NULL;
        calls = held = 0;
        fail_at = k;
        const swv_table_result result = make(&bytes, &size);
        fail_at = -1;
        if (result != SWV_TABLE_NO_MEMORY || bytes || held != 0)
            fail_msg("request %ld of %ld fails: result %d, %ld blocks left", k, all, (int)result, held);
    }
    assert_true(!CAN_FAIL || all > 10);
}

static void position(void **state)
{
    (void)state;
    try_each(build_position);
}

static void orientation(void **state)
{
    (void)state;
    try_each(build_orientation);
}

static void adaptive(void **state)
{
    (void)state;
    try_each(build_adaptive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position),
        cmocka_unit_test(orientation),
        cmocka_unit_test(adaptive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
