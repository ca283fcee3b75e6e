// SPDX-License-Identifier: MIT
// The spectral arc length: the value its authors publish, the ideal reach, and movements it cannot measure.
#include "check.h"

#include <math.h>

#include "verbs/sparc.h"

static void value_the_authors_publish(void **state)
{
    (void)state;
    double speed[200], arc;
    for (int i = 0; i < 200; ++i) {
        const double t = -1.0 + 0.01 * i;
        speed[i] = exp(-5.0 * t * t);
    }
    assert_true(sparc(speed, 200, 100.0, &arc));
    assert_near(arc, -1.41403, 5e-6);
    for (int i = 0; i < 200; ++i)
        speed[i] *= 1e3;
    assert_true(sparc(speed, 200, 100.0, &arc));
    assert_near(arc, -1.41403, 5e-6);
}

// v = 30 s^2 (1 - s)^2 over half a second to two: -1.4058.
static void reach_of_least_jerk(void **state)
{
    (void)state;
    for (int count = 501; count <= 2001; count += 500) {
        double speed[2001], arc;
        for (int i = 0; i < count; ++i) {
            const double s = i / (count - 1.0);
            speed[i] = 30.0 * s * s * (1.0 - s) * (1.0 - s);
        }
        assert_true(sparc(speed, (size_t)count, 1000.0, &arc));
        assert_near(arc, -1.4058, 5e-3);
    }
}

static void movements_without_meaning(void **state)
{
    (void)state;
    const double still[100] = { 0.0 }, one[1] = { 1.0 }, two[2] = { 1.0, 2.0 };
    double       arc = 7.0;
    assert_false(sparc(still, 100, 100.0, &arc));
    assert_false(sparc(one, 1, 100.0, &arc));
    assert_false(sparc(two, 2, 0.0, &arc));
    assert_false(sparc(two, 2, NAN, &arc));
    assert_near(arc, 7.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_the_authors_publish),
        cmocka_unit_test(reach_of_least_jerk),
        cmocka_unit_test(movements_without_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
