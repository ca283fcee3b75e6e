// SPDX-License-Identifier: MIT
// The thesis's figures: joint angles along the path by each method (6.1, F.1 to F.5), and the path itself (G.1, G.2).
#include <math.h>
#include <stdio.h>

#include <swivel_papers/chain.h>

#include "papers/compare.h"
#include "draw/plot.h"
#include "words/posture.h"

#define POINTS    (STUDY_STEPS + 1)
#define NAME_SIZE 64

/// One panel of joint angles: where the tip started, and after each step.
typedef struct drawn_angles {
    char        title[NAME_SIZE];
    double      values[MAX_COMPARED_DOF][POINTS];
    plot_series series[MAX_COMPARED_DOF];
} drawn_angles;

static plot_panel make_angles(const experiment *e, int method, drawn_angles *d)
{
    static const char *const figures[SWV_STUDY_METHODS] = { "6.1b", "F.1", "6.1a", "F.4", "F.2", "F.3", "F.5" };
    const bool               is_printed = e->printed && e->printed->iterations_of_step;
    snprintf(d->title, NAME_SIZE, is_printed ? "%s (figure %s)" : "%s", swv_study_method_name((swv_study_method)method),
             figures[method]);
    for (int i = 0; i < e->chain.dof; i++) {
        const int    joint = joint_of_coordinate(&e->chain, i);
        const double unit = !e->chain.joints[joint].slides ? 180.0 / SWV_PI : 1.0;
        d->values[i][0] = unit * e->start[i];
        for (int k = 0; k < STUDY_STEPS; k++)
            d->values[i][k + 1] = unit * shown_result(e, method, k)->q[i];
        d->series[i] = (plot_series){ .label = e->model->joint_names[joint], .y = d->values[i], .count = POINTS };
    }
    return (plot_panel){ .title = d->title,
                         .x = { .label = "step", .low = 0.0, .high = STUDY_STEPS, .step = 2.0 },
                         .y = { .label = "angle (degrees)" },
                         .series = d->series,
                         .count = e->chain.dof };
}

typedef struct drawn_errors {
    char        label[NAME_SIZE];
    double      x[STUDY_STEPS], values[SWV_STUDY_METHODS][STUDY_STEPS], tolerance;
    plot_series series[SWV_STUDY_METHODS + 1];
} drawn_errors;

// In millionths: every method ends where its last step took it, somewhere below the tolerance.
static plot_panel make_errors(const experiment *e, drawn_errors *d)
{
    snprintf(d->label, NAME_SIZE, "distance (1e-6 %s)", e->model->length_unit);
    for (int k = 0; k < STUDY_STEPS; k++)
        d->x[k] = k + 1;
    for (int method = 0; method < SWV_STUDY_METHODS; method++) {
        for (int k = 0; k < STUDY_STEPS; k++)
            d->values[method][k] = 1e6 * shown_result(e, method, k)->report.position_error;
        d->series[method] = (plot_series){ .label = swv_study_method_name((swv_study_method)method),
                                           .x = d->x,
                                           .y = d->values[method],
                                           .count = STUDY_STEPS };
    }
    d->tolerance = 1e6 * e->options.tolerance;
    d->series[SWV_STUDY_METHODS] =
        (plot_series){ .kind = PLOT_LEVEL, .label = "tolerance of each residual", .y = &d->tolerance, .count = 1 };
    return (plot_panel){ .title = "distance of the tip from its goal",
                         .x = { .label = "step", .low = 0.0, .high = STUDY_STEPS, .step = 2.0 },
                         .y = { .label = d->label },
                         .series = d->series,
                         .count = SWV_STUDY_METHODS + 1 };
}

typedef struct drawn_path {
    char        x_label[NAME_SIZE], y_label[NAME_SIZE];
    double      wanted[STUDY_STEPS][2], found[STUDY_STEPS][2];
    plot_series series[2];
} drawn_path;

static plot_panel make_path(const experiment *e, int method, const char *title, drawn_path *d)
{
    snprintf(d->x_label, NAME_SIZE, "x (%s)", e->model->length_unit);
    snprintf(d->y_label, NAME_SIZE, "y (%s)", e->model->length_unit);
    for (int k = 0; k < STUDY_STEPS; k++) {
        const result *r = shown_result(e, method, k);
        swv_pose      tip = r->target;
        (void)swv_chain_tip(&e->chain, r->q, &tip);
        d->wanted[k][0] = r->target.position.x;
        d->wanted[k][1] = r->target.position.y;
        d->found[k][0] = tip.position.x;
        d->found[k][1] = tip.position.y;
    }
    d->series[0] = (plot_series){
        .label = "required", .x = &d->wanted[0][0], .y = &d->wanted[0][1], .count = STUDY_STEPS, .stride = 2
    };
    d->series[1] = (plot_series){ .kind = PLOT_POINTS,
                                  .label = "calculated",
                                  .x = &d->found[0][0],
                                  .y = &d->found[0][1],
                                  .count = STUDY_STEPS,
                                  .stride = 2 };
    return (plot_panel){
        .title = title, .x = { .label = d->x_label }, .y = { .label = d->y_label }, .series = d->series, .count = 2
    };
}

void draw_comparison(FILE *file, const experiment *experiments, int count)
{
    static drawn_angles angles[SWV_STUDY_METHODS];
    static drawn_errors errors;
    static drawn_path   paths[2];
    const experiment   *e = &experiments[0];
    const bool          is_thesis = count > 1;
    plot_panel          panels[SWV_STUDY_METHODS + 3];
    int                 panel_count = 0;
    char                title[128];
    for (int method = 0; method < SWV_STUDY_METHODS; method++)
        panels[panel_count++] = make_angles(e, method, &angles[method]);
    panels[panel_count++] = make_errors(e, &errors);
    if (is_thesis) {
        panels[panel_count++] =
            make_path(&experiments[1], SWV_STUDY_FRPRM, "frprm, steps of 10 (figure G.1)", &paths[0]);
        panels[panel_count++] = make_path(e, SWV_STUDY_FLETCHER, "fletcher, steps of 1 (figure G.2)", &paths[1]);
    }
    snprintf(title, sizeof title, "%s: ten steps of (%g, %g, 0) by seven methods", e->model->name, e->step[0],
             e->step[1]);
    draw_plot(file, &(plot){ .title = title, .panels = panels, .count = panel_count, .columns = 2 });
}
