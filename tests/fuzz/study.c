// SPDX-License-Identifier: MIT
// study.h: any chain, any target, each of the seven methods.
#include "chains.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream    s = stream_of(data, size);
    swv_chain chain;
    double    q[MOST], previous[MOST];
    if (!take_chain_or_model(&s, &chain))
        return 0;
    for (int i = 0; i < chain.dof; ++i)
        previous[i] = take_number(&s, -3.0, 3.0);
    double reach = 0.1;
    for (int i = 0; i < chain.joint_count; ++i)
        reach += length_of(chain.joints[i].origin);
    const swv_pose         target = take_pose(&s, reach < 1e100 ? reach : 1.0);
    const swv_study_method method =
        (swv_study_method)take_below(&s, s.is_wild ? SWV_STUDY_METHODS + 1 : SWV_STUDY_METHODS);
    const swv_study_options options = { .residual = (swv_study_residual)take_below(&s, s.is_wild ? 4 : 3),
                                        .characteristic_length = take_below(&s, 2) ? 0.0 : take_number(&s, 0.0, 1.0),
                                        .tolerance = take_below(&s, 2) ? 0.0 : take_number(&s, 0.0, 1e-3),
                                        .max_iterations = 1 + take_below(&s, 20),
                                        .max_evaluations = 1 + 2 * (int)take_byte(&s),
                                        .full_steps = take_bool(&s),
                                        .beta = (swv_study_beta)take_below(&s, s.is_wild ? 3 : 2) };
    swv_study_report        report;
    const size_t            room = swv_study_scratch(chain.dof);
    double *scratch = malloc(room * sizeof scratch[0]);  // just so much, that a sanitizer sees what goes beyond
    CHECK(scratch != NULL);
    PAINT(q);
    PAINT(report);
    const swv_status status =
        swv_study_solve(&chain, &target, method, take_bool(&s) ? previous : NULL, &options, scratch, q, &report);
    free(scratch);
    if (status != SWV_OK) {
        CHECK(is_status(status));
        CHECK_UNTOUCHED(q);
        CHECK_UNTOUCHED(report);
        return 0;
    }
    CHECK(all_finite(q, chain.dof) && isfinite(report.residual) && report.residual >= 0.0);
    CHECK(report.outcome == SWV_REACHED || report.outcome == SWV_STALLED || report.outcome == SWV_ITERATION_LIMIT ||
          report.outcome == SWV_EVALUATION_LIMIT);
    CHECK(report.iterations >= 0 && report.iterations <= options.max_iterations && report.evaluations >= 1);
    const double length = size_of(&chain, q);
    if (!(length < 1e100))
        return 0;
    turn     rotation;
    swv_vec3 origin;
    forward(&chain, q, SWV_TIP, &rotation, &origin);
    const double miss = apart(origin, target.position), angle = angle_between(rotation, turn_of(target.rotation)),
                 turned = options.residual == SWV_STUDY_POSITION_3 ? 0.0 : angle;
    check_distance(report.position_error, miss, 1e-11 * (length + miss));
    CHECK_NEAR(report.rotation_error, turned, turned > 3.0 ? 1e-5 : 1e-9);
    return 0;
}
