// SPDX-License-Identifier: MIT
// How near to facing the pulps come in a pinch, beside a global search over the same eight joints (NLopt's controlled random
// search), and what the model itself cannot do. Lengths are metres, angles radians.
#include <math.h>
#include <nlopt.h>

#include <swivel/hand.h>

#include "check.h"

typedef struct search {
    const swv_hand *hand;
    int             finger;
    double          size;
} search;

static swv_vec3 unit(swv_vec3 v)
{
    return swv_vec3_normalize(v);
}

// What hand_pinch.c makes least, by the public functions; `gap` takes the distance between the tips.
static double cost_of(const search *s, const double finger[4], const double thumb[5], double *gap)
{
    swv_vec3 tips[2], pulps[2];
    assert_int_equal(swv_digit_forward(&s->hand->fingers[s->finger - 1], finger, &tips[0], &pulps[0]), SWV_OK);
    assert_int_equal(swv_thumb_forward(&s->hand->thumb, thumb, &tips[1], &pulps[1]), SWV_OK);
    const swv_vec3 w = swv_vec3_sub(tips[1], tips[0]), facing = swv_vec3_add(pulps[0], pulps[1]);
    const swv_vec3 tilt = swv_vec3_sub(unit(w), unit(swv_vec3_sub(pulps[0], pulps[1])));
    *gap = swv_vec3_length(w);
    return swv_vec3_dot(facing, facing) + (s->size > 0.0 ? 0.25 * swv_vec3_dot(tilt, tilt) : 0.0);
}

static double penalised(unsigned n, const double *x, double *gradient, void *data)
{
    (void)n, (void)gradient;
    const search *s = data;
    const double  finger[4] = { x[0], x[1], x[2], s->hand->fingers[s->finger - 1].flexion.ratio * x[2] };
    double        gap;
    const double  cost = cost_of(s, finger, x + 3, &gap), off = (gap - s->size) / 2e-3;
    return cost + off * off;
}

static double searched(const search *s)
{
    const swv_digit *digit = &s->hand->fingers[s->finger - 1];
    double           lower[8] = { digit->lower, digit->flexion.lower[0], digit->flexion.lower[1] };
    double           upper[8] = { digit->upper, digit->flexion.upper[0], digit->flexion.upper[1] };
    double           x[8], least = INFINITY;
    for (int i = 0; i < 5; ++i) {
        lower[3 + i] = s->hand->thumb.lower[i];
        upper[3 + i] = s->hand->thumb.upper[i];
    }
    for (unsigned seed = 1; seed <= 6; ++seed) {
        double found = INFINITY;
        for (int i = 0; i < 8; ++i)
            x[i] = 0.5 * (lower[i] + upper[i]);
        nlopt_srand(seed);
        nlopt_opt opt = nlopt_create(NLOPT_GN_CRS2_LM, 8);
        nlopt_set_min_objective(opt, penalised, (void *)s);
        nlopt_set_lower_bounds(opt, lower);
        nlopt_set_upper_bounds(opt, upper);
        nlopt_set_population(opt, 300);
        nlopt_set_maxeval(opt, 40000);
        nlopt_set_ftol_abs(opt, 1e-5);
        nlopt_optimize(opt, x, &found);
        nlopt_destroy(opt);
        least = found < least ? found : least;
    }
    return least;
}

// Tip to tip the pulps of this hand stay far from facing, whatever one does; with something between them they do not.
static void pulps_face_as_nearly_as_they_can(void **state)
{
    (void)state;
    static const double degrees[4][5] = {
        // at most, for 0 to 40 mm
        { 50, 28, 13, 8, 20 },
        { 55, 33, 11, 8, 7 },
        { 53, 29, 14, 7, 6 },
        { 11, 19, 16, 12, 9 },
    };
    swv_hand hand;
    assert_int_equal(swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MEN, &hand), SWV_OK);
    for (int finger = SWV_DIGIT_INDEX; finger <= SWV_DIGIT_LITTLE; ++finger)
        for (int i = 0; i < 5; ++i) {
            const search          s = { &hand, finger, 0.01 * i };
            swv_hand_posture      posture;
            swv_hand_pinch_report report;
            double                gap;
            assert_int_equal(swv_hand_pinch(&hand, finger, s.size, SWV_HAND_RELAXED, &posture, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            const double cost = cost_of(&s, posture.fingers[finger - 1], posture.thumb, &gap), best = searched(&s);
            print_message("             finger %d, %2d mm: %4.1f degrees off, cost %.3f; the search %.3f\n", finger,
                          10 * i, report.rotation_error * 180 / SWV_PI, cost, best);
            assert_true(report.rotation_error * 180 / SWV_PI <= degrees[finger - 1][i]);
            assert_near(cost, best, 0.01);  // joints' ease counts a little too, and the search lets the gap go a little
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(pulps_face_as_nearly_as_they_can) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
