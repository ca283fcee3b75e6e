// SPDX-License-Identifier: MIT
// All solutions from a table of starts: of them the one nearest to where the arm was. A pose that is a little elsewhere moves all links by
// little. Where nothing is found there is no answer, and nothing to compare.
#include "perturbation.h"
#include "chain_solve.h"
#include "general.h"
#include "solved.h"
#include "swivel/solve.h"
#include "swivel_io/starts_build.h"

static swv_starts starts;
static swv_chain  general;

static void solve_from_starts(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_chain  *chain = &general;
    const double      size = chain_size(chain);
    double            previous[SWV_STARTS_MAX_JOINTS], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    swv_pose          tip, frames[SWV_MAX_JOINTS];
    swv_starts_report report;
    posture_inside(&d->seed, chain, previous);
    assert_int_equal(swv_chain_tip(chain, previous, &tip), SWV_OK);
    if (draw_below(d, 6) == 0)
        tip.position = swv_vec3_scale(draw_between(d, 0.8, 1.2), tip.position);
    tip = moved_pose(d, tip, size);
    for (int i = 0; i < chain->dof; i++)
        previous[i] = moved_number(d, previous[i] + draw_between(d, -0.1, 0.1));
    assert_int_equal(swv_starts_solve(&starts, &tip, previous, 0.0, q, &report), SWV_OK);
    out->where = report.count ? WHERE_REACHED : WHERE_OTHERWISE;
    if (!report.count)
        return;
    assert_int_equal(swv_chain_frames(chain, q[0], frames, &tip), SWV_OK);
    for (int i = 0; i < chain->joint_count; i++)
        add_place(out, "link", frames[i].position, size);
    add_frame(out, "tip", tip, 0.25 * size, size);
}

int main(int argc, char **argv)
{
    chain_skeleton        as_skeleton;
    unsigned char        *bytes;
    size_t                size;
    const swv_starts_plan plan = {
        .skeleton = &as_skeleton.skeleton, .divisions = 4, .samples = 30, .rounds = 4, .seed = 1, .threads = 2
    };
    if (general_arm(7, &general) != SWV_OK || chain_skeleton_make(&general, &as_skeleton) != SWV_OK ||
        swv_starts_build(&plan, &bytes, &size) != SWV_TABLE_DONE ||
        swv_starts_open(&as_skeleton.skeleton, bytes, size, &starts, NULL) != SWV_OK)
        return 1;
    static const perturbed functions[] = {
        { "swv_starts_solve", solve_from_starts, NULL, 2000, 300, MEETS(WHERE_REACHED) | MEETS(WHERE_OTHERWISE), 0.02 },
    };
    const int failed = RUN_PERTURBATIONS("starts", functions, argc, argv);
    swv_table_free(bytes);
    chain_skeleton_free(&as_skeleton);
    return failed;
}
