// SPDX-License-Identifier: MIT
//
// Van den Waardenburg's finger in its plane over flat arrays; see ../shim.c.
#include <stdlib.h>

#include "shim_papers.h"

swv_finger *EXPORT(finger_new_little)(void)
{
    swv_finger *finger = malloc(sizeof *finger);
    if (finger)
        swv_finger_make_little(finger);
    return finger;
}

/// joints: x and y of the two joints after the knuckle, and of the tip.
int EXPORT(finger_forward)(const swv_finger *finger, const double *q, double *joints)
{
    swv_point        tip, at[3];
    const swv_status status = swv_finger_forward(finger, q, &tip, at);
    for (int i = 0; status == SWV_OK && i < 3; i++) {
        joints[2 * i] = at[i].x;
        joints[2 * i + 1] = at[i].y;
    }
    return (int)status;
}

static void finger_report_to(const swv_digit_report *r, double *to)
{
    to[0] = (double)r->outcome;
    to[1] = (double)r->count;
    to[2] = (double)r->iterations;
    to[3] = r->position_error;
}

/// q: SWV_FINGER_SOLUTIONS (16) x 3. report: outcome, count, iterations, tip error.
int EXPORT(finger_solve)(const swv_finger *finger, double x, double y, double *q, double *report)
{
    swv_digit_report ended;
    const swv_status status = swv_finger_solve(finger, (swv_point){ x, y }, (double(*)[3])q, &ended);
    if (status == SWV_OK)
        finger_report_to(&ended, report);
    return (int)status;
}

int EXPORT(finger_solve_free)(const swv_finger *finger, double x, double y, const double *previous, double *q,
                              double *report)
{
    swv_digit_report ended;
    const swv_status status = swv_finger_solve_free(finger, (swv_point){ x, y }, previous, q, &ended);
    if (status == SWV_OK)
        finger_report_to(&ended, report);
    return (int)status;
}

/// The edge of the reachable area as points, `per_edge` of them on each edge: loop, x, y each. *count: how many points, at
/// most 64 * per_edge.
int EXPORT(finger_outline)(const swv_finger *finger, int kind, int per_edge, double *points, double *count)
{
    swv_finger_edge  edges[SWV_FINGER_EDGES];
    int              n = 0;
    const swv_status status = swv_finger_outline(finger, (swv_finger_kind)kind, edges, &n);
    if (status != SWV_OK)
        return (int)status;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < per_edge; k++) {
            double    q[3];
            swv_point tip = { 0.0, 0.0 };
            swv_finger_edge_posture(finger, (swv_finger_kind)kind, &edges[i], (double)k / (double)per_edge, q);
            (void)swv_finger_forward(finger, q, &tip, NULL);
            double *point = points + 3 * (i * per_edge + k);
            point[0] = (double)edges[i].loop;
            point[1] = tip.x;
            point[2] = tip.y;
        }
    *count = (double)(n * per_edge);
    return SWV_OK;
}

/// line: x and y of both ends. parts: how many, then 16 times from and to.
int EXPORT(finger_clip)(const swv_finger *finger, int kind, const double *line, double *parts)
{
    swv_finger_parts found;
    const swv_status status = swv_finger_clip(finger, (swv_finger_kind)kind, (swv_point){ line[0], line[1] },
                                              (swv_point){ line[2], line[3] }, &found);
    if (status != SWV_OK)
        return (int)status;
    parts[0] = (double)found.count;
    for (int i = 0; i < found.count; i++) {
        parts[1 + 2 * i] = found.from[i];
        parts[2 + 2 * i] = found.to[i];
    }
    return SWV_OK;
}

/// report: converged, iterations, tip error.
int EXPORT(finger_newton)(const swv_finger *finger, double x, double y, int start, double alpha, double epsilon,
                          int max_iterations, double *q, double *report)
{
    const swv_finger_newton_options options = {
        .start = (swv_finger_newton_start)start, .alpha = alpha, .epsilon = epsilon, .max_iterations = max_iterations
    };
    swv_finger_newton_report ended;
    const swv_status         status = swv_finger_newton(finger, (swv_point){ x, y }, &options, q, &ended);
    if (status != SWV_OK)
        return (int)status;
    report[0] = ended.outcome == SWV_REACHED ? 1.0 : 0.0;
    report[1] = (double)ended.iterations;
    report[2] = ended.position_error;
    return SWV_OK;
}
