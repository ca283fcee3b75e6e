// SPDX-License-Identifier: MIT
// compare --far: targets that lie anywhere, not a step away, by each of the seven methods on each residual.
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include <swivel_io/random.h>
#include <swivel_papers/models.h>
#include <swivel_papers/study.h>

#include "papers/compare.h"
#include "papers/compare_far.h"
#include "io/json.h"
#include "io/message.h"
#include "words/posture.h"

enum { RESIDUALS = 3 };
static const double furthest = 1.5;  // of each joint from zero (compare_far.h)

far_tally solve_far_targets(const swv_chain *chain, swv_study_method method, swv_study_residual residual)
{
    static double           scratch[MAX_SCRATCH];
    const swv_study_options options = { .residual = residual };
    far_tally               t = { 0 };
    uint64_t                seed = 1;  // the same targets for every method
    for (int n = 0; n < FAR_TARGETS; n++) {
        double           q[MAX_COMPARED_DOF], found[MAX_COMPARED_DOF];
        swv_pose         target;
        swv_study_report report;
        for (int i = 0; i < chain->dof; i++)
            q[i] = swv_random_between(&seed, -furthest, furthest);
        swv_status status = swv_chain_tip(chain, q, &target);
        if (status == SWV_OK)
            status = swv_study_solve(chain, &target, method, NULL, &options, scratch, found, &report);
        if (status != SWV_OK)
            fail("compare: %s", swv_status_text(status));
        t.reached += report.outcome == SWV_REACHED;
        // 3.1 radians: within three degrees of half a turn.
        t.turned += report.outcome == SWV_STALLED && report.rotation_error > 3.1;
        t.iterations += report.iterations / (double)FAR_TARGETS;
        t.evaluations += report.evaluations / (double)FAR_TARGETS;
    }
    return t;
}

static void print_far(const swv_model *model, far_tally t[SWV_STUDY_METHODS][RESIDUALS])
{
    printf("%s, %d far targets: every joint within %g radians of zero; from zero\n\n", model->name, FAR_TARGETS,
           furthest);
    puts("            12 equations (5.26)      6 equations (5.22)                   position alone");
    puts("  method    reached  iter.   eval.   reached  half a turn  iter.   eval.  reached  iter.   eval.");
    for (int m = 0; m < SWV_STUDY_METHODS; m++) {
        const far_tally *twelve = &t[m][SWV_STUDY_FRAME_12], *six = &t[m][SWV_STUDY_POSE_6],
                        *three = &t[m][SWV_STUDY_POSITION_3];
        printf("  %-8s  %7d  %5.1f  %6.1f   %7d  %11d  %5.1f  %6.1f  %7d  %5.1f  %6.1f\n",
               swv_study_method_name((swv_study_method)m), twelve->reached, twelve->iterations, twelve->evaluations,
               six->reached, six->turned, six->iterations, six->evaluations, three->reached, three->iterations,
               three->evaluations);
    }
}

static void json_far(const swv_model *model, far_tally t[SWV_STUDY_METHODS][RESIDUALS])
{
    static const int equations[RESIDUALS] = { 12, 6, 3 };
    fputs("    {\"model\": ", stdout);
    json_string(model->name);
    printf(", \"targets\": %d, \"methods\": [", FAR_TARGETS);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        for (int r = 0; r < RESIDUALS; r++) {
            printf("%s\n      {\"method\": \"%s\", \"equations\": %d, \"reached\": %d, \"half_a_turn\": %d, "
                   "\"iterations\": ",
                   m + r ? "," : "", swv_study_method_name((swv_study_method)m), equations[r], t[m][r].reached,
                   t[m][r].turned);
            json_number(t[m][r].iterations);
            fputs(", \"evaluations\": ", stdout);
            json_number(t[m][r].evaluations);
            putchar('}');
        }
    fputs("]}", stdout);
}

void compare_far_targets(const char *model_name, bool json)
{
    const char *const names[2] = { model_name ? model_name : "arm6", "torso8" };
    const int         count = model_name ? 1 : 2;
    fputs(json ? "{\n  \"far\": [\n" : "", stdout);
    for (int k = 0; k < count; k++) {
        swv_chain        chain;
        const swv_model *model = find_model(names[k], &chain);
        far_tally        t[SWV_STUDY_METHODS][RESIDUALS];
        if (swv_study_scratch(chain.dof) > MAX_SCRATCH)
            fail("model %s has more than %d joints", model->name, MAX_COMPARED_DOF);
        for (int m = 0; m < SWV_STUDY_METHODS; m++)
            for (int r = 0; r < RESIDUALS; r++)
                t[m][r] = solve_far_targets(&chain, (swv_study_method)m, (swv_study_residual)r);
        fputs(k == 0 ? "" : json ? ",\n" : "\n", stdout);
        (json ? json_far : print_far)(model, t);
    }
    fputs(json ? "\n  ]\n}\n" : "", stdout);
}
