// SPDX-License-Identifier: MIT
// Kim and Tarokh's Puma and tables: a hand that is a little elsewhere moves all links by little. Of all solutions the one nearest to where
// the arm was is taken.
//
// Postures are six angles, radians; hands are poses in the base's axes, metres. What is drawn, moved and compared: tests/support/perturbation.h.
#include "perturbation.h"
#include "swivel_papers/models.h"
#include "swivel_papers/adaptive.h"
#include "swivel_papers/adaptive_build.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/table.h"
#include "swivel_papers/table_build.h"

static const double size = 0.9;  // the Puma's reach, metres

// Limits beyond half a turn are cut there: one turn has all postures.
static swv_puma draw_puma(draw *d, double q[6])
{
    swv_puma puma;
    swv_puma_make_560(&puma);
    for (int i = 0; i < 6; i++)
        q[i] = draw_between(d, fmax(puma.lower[i], -SWV_PI), fmin(puma.upper[i], SWV_PI));
    return puma;
}

// Links as places; the hand as a frame with axes of a quarter of the size, so that a turn counts like a move. Chosen.
static void add_puma(answer *out, const swv_puma *puma, const double q[6])
{
    swv_chain chain;
    swv_pose  frames[SWV_MAX_JOINTS], tip;
    assert_int_equal(swv_puma_chain(puma, &chain), SWV_OK);
    assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
    for (int i = 0; i < chain.joint_count; i++)
        add_place(out, "link", frames[i].position, size);
    add_frame(out, "hand", tip, 0.25 * size, size);
}

// One hand in five is beyond the reach by up to as much again, one is turned anyhow; the previous posture is within 0.1 rad of the one drawn. Chosen.
static void solve_puma(const void *setup, draw *d, answer *out)
{
    (void)setup;
    double          previous[6], q[6];
    const swv_puma  puma = draw_puma(d, previous);
    swv_pose        hand;
    swv_arm6_report report;
    assert_int_equal(swv_puma_forward(&puma, previous, &hand), SWV_OK);
    const int kind = draw_below(d, 5);
    if (kind == 0)
        hand.position = swv_vec3_scale(size * draw_between(d, 1.0, 2.0), swv_vec3_normalize(hand.position));
    if (kind == 1)
        hand.rotation = draw_rotation(d);
    for (int i = 0; i < 6; i++)
        previous[i] = moved_number(d, previous[i] + draw_between(d, -0.1, 0.1));
    hand = moved_pose(d, hand, size);
    assert_int_equal(swv_puma_best(&puma, &hand, previous, q, &report), SWV_OK);
    out->where = where_of(report.outcome);
    add_puma(out, &puma, q);
}

// ---- tables ----

static swv_table    table;
static swv_adaptive adaptive;

/// Shoulder, elbow and wrist of the joints that a look-up gives, the others as drawn. Where it finds nothing there is no answer.
static void look_up(const void *setup, draw *d, answer *out)
{
    const bool     is_adaptive = *(const bool *)setup;
    double         posture[6];
    const swv_puma puma = draw_puma(d, posture);
    swv_pose       hand;
    int            count, row;
    assert_int_equal(swv_puma_forward(&puma, posture, &hand), SWV_OK);
    hand = moved_pose(d, hand, size);
    if (is_adaptive) {
        double q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS];
        assert_int_equal(swv_adaptive_solve(&adaptive, &hand, 0.0, q, NULL, &count), SWV_OK);
        row = nearest_row(q[0], SWV_ADAPTIVE_MAX_JOINTS, count, 6, posture);
        if (row >= 0)
            memcpy(posture, q[row], sizeof posture);
    } else {
        const double target[3] = { hand.position.x, hand.position.y, hand.position.z };
        double       q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
        assert_int_equal(swv_table_solve(&table, target, q, &count), SWV_OK);
        row = nearest_row(q[0], SWV_TABLE_MAX_JOINTS, count, 3, posture);
        if (row >= 0)
            memcpy(posture, q[row], 3 * sizeof posture[0]);
    }
    out->where = row >= 0 ? WHERE_REACHED : WHERE_OUT_OF_REACH;
    if (row >= 0)
        add_puma(out, &puma, posture);
}

int main(int argc, char **argv)
{
    unsigned char          *bytes[2];
    size_t                  sizes[2];
    const swv_table_plan    plan = { .model = "puma560", .samples = 60, .seed = 1, .threads = 2 };
    const swv_adaptive_plan adaptive_plan = { .model = "puma560", .tolerance = 0.01, .seed = 1, .threads = 2 };
    if (swv_table_build(&plan, &bytes[0], &sizes[0]) != SWV_TABLE_DONE ||
        swv_table_open(bytes[0], sizes[0], &table, NULL) != SWV_OK ||
        swv_adaptive_build(&adaptive_plan, &bytes[1], &sizes[1]) != SWV_TABLE_DONE ||
        swv_adaptive_open(bytes[1], sizes[1], &adaptive, NULL) != SWV_OK)
        return 1;
    static const bool      by_table = false, by_adaptive = true;
    static const perturbed functions[] = {
        { "swv_puma_best", solve_puma, NULL, 3000, 1000, MEETS_ALL, 0 },
        { "swv_table_solve", look_up, &by_table, 3000, 500, MEETS(WHERE_REACHED), 0 },
        { "swv_adaptive_solve", look_up, &by_adaptive, 3000, 500, MEETS(WHERE_REACHED), 0 },
    };
    const int failed = RUN_PERTURBATIONS("kim_tarokh", functions, argc, argv);
    swv_table_free(bytes[0]);
    swv_table_free(bytes[1]);
    return failed;
}
