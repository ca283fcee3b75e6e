// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_COMPARE_H
#define SWIVEL_CLI_COMPARE_H

#include <stdbool.h>
#include <stdio.h>

#include <swivel_papers/models.h>
#include <swivel_papers/study.h>

#include "papers/compare_tables.h"

/// Room for the largest model, which has 8 joints, and some more.
enum { MAX_COMPARED_DOF = 16, MAX_SCRATCH = 3 * 16 * 16 + 46 * 16 + 156 };

typedef struct result {
    swv_pose         target;
    double           q[MAX_COMPARED_DOF];
    swv_study_report report;
} result;

/// Residuals of whole poses: SWV_STUDY_FRAME_12 and SWV_STUDY_POSE_6.
enum { COMPARED_RESIDUALS = 2 };

/// Ten steps of a chain's tip, by each method, on each residual.
typedef struct experiment {
    const swv_model          *model;
    swv_chain                 chain;
    bool                      is_of_thesis;
    double                    step[2];  ///< along x and y
    double                    start[MAX_COMPARED_DOF];
    swv_study_options         options;  ///< with the residual whose steps are shown
    const printed_experiment *printed;  ///< NULL: the thesis did not make it
    result                    results[COMPARED_RESIDUALS][SWV_STUDY_METHODS][STUDY_STEPS];
} experiment;

/// A step of a method on the residual that is shown.
const result *shown_result(const experiment *e, int method, int step);

/// The first experiment's joint angles and errors; of the thesis's experiments also the paths of its appendix G. As SVG.
void draw_comparison(FILE *file, const experiment *experiments, int count);

#endif
