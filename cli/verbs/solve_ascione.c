// SPDX-License-Identifier: MIT
// solve upper-limb --plain (solve_ascione.h). Radians and the limb's unit; tables in degrees.
#include "verbs/solve_ascione.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "io/text.h"
#include "words/solutions.h"
#include "words/values.h"

enum { HUMERUS = 4, SHOULDER = 5, WRIST = 3, WRIST_AND_SWIVEL = 4, NUMBERS = 2 + HUMERUS + SHOULDER + 6 };

/// Names of their equations 3 and 4, and what they are.
static const char *const q_names[HUMERUS] = { "q1 psi, humerus", "q2 phi, humerus", "q3 theta, humerus",
                                              "q4 theta, elbow" };
static const char *const p_names[SHOULDER] = { "p1 theta_CL, clavicle", "p2 phi_CL, clavicle", "p3 theta_SC, scapula",
                                               "p4 phi_SC, scapula", "p5 psi_SC, scapula" };

// Movements outside table 1. The method has no pronosupination.
static uint32_t broken_of(const ascione_request *r, const swv_ascione_posture *p)
{
    double movements[SWV_ASCIONE_MOVEMENTS] = { 0.0 };
    memcpy(movements, p->p, sizeof p->p);
    movements[SWV_ASCIONE_HUMERUS_ELEVATION] = p->elevation;
    movements[SWV_ASCIONE_HUMERUS_PLANE] = p->plane;
    movements[SWV_ASCIONE_ELBOW_BEND] = p->q[3];
    movements[SWV_ASCIONE_ELBOW_ROTATION] = -swv_angle_wrap(r->goal.arm.swivel);
    return swv_ascione_broken(movements, NULL);
}

static void print_place(const char *name, swv_vec3 p)
{
    printf("    %-22s %10.6f %10.6f %10.6f\n", name, p.x, p.y, p.z);
}

static void print_posture(const ascione_request *r, const swv_ascione_posture *p, const swv_upper_limb_report *report)
{
    const char *unit = r->limb.arm.upper > 1.0 ? "units" : "m";
    if (report->outcome == SWV_UNSETTLED)
        printf("does not converge: after %d iterations the shoulder still moves by %.3g %s\n", report->iterations,
               report->gh_error, unit);
    else if (report->outcome == SWV_REACHED)
        printf("converged after %d iterations\n", report->iterations);
    else
        printf("converged after %d iterations; %s: %.4g %s short\n", report->iterations,
               swv_outcome_text(report->outcome), report->position_error, unit);
    if (r->shows_limits) {
        const uint32_t broken = broken_of(r, p);
        fputs("outside table 1:", stdout);
        for (int i = 0, first = 1; i < SWV_ASCIONE_MOVEMENTS; i++)
            if (broken >> i & 1) {
                printf("%s %s", first ? "" : ",", swv_ascione_movement_name(i));
                first = 0;
            }
        puts(broken ? "" : " nothing");
    }
    printf("\n    angle                     degrees\n");
    for (int i = 0; i < HUMERUS; i++)
        printf("    %-22s %10.3f\n", q_names[i], shown_degrees(p->q[i], 3));
    for (int i = 0; i < SHOULDER; i++)
        printf("    %-22s %10.3f\n", p_names[i], shown_degrees(p->p[i], 3));
    printf("    %-22s %10.3f\n", "theta_O, elevation", shown_degrees(p->elevation, 3));
    printf("    %-22s %10.3f\n", "phi_O, plane", shown_degrees(p->plane, 3));
    printf("    %-22s %10.3f\n", "sigma, swivel", shown_degrees(r->goal.arm.swivel, 3));
    printf("\n    place, %-5s                   x          y          z\n", unit);
    print_place("AC", p->ac);
    print_place("GH", p->gh);
    print_place("G, elbow", p->elbow);
    print_place("E, wrist", p->wrist);
}

static void json_posture(const ascione_request *r, const swv_ascione_posture *p, const swv_upper_limb_report *report)
{
    const char *names[SWV_ASCIONE_MOVEMENTS];
    for (int i = 0; i < SWV_ASCIONE_MOVEMENTS; i++)
        names[i] = swv_ascione_movement_name(i);
    printf(
        "{\"model\": \"upper-limb\", \"method\": \"ascione\", \"outcome\": \"%s\", \"iterations\": %d, \"gh_error\": ",
        swv_outcome_text(report->outcome), report->iterations);
    json_number(report->gh_error);
    fputs(", \"position_error\": ", stdout);
    json_number(report->position_error);
    fputs(",\n \"q\": ", stdout);
    json_numbers(p->q, HUMERUS);
    fputs(", \"p\": ", stdout);
    json_numbers(p->p, SHOULDER);
    fputs(",\n \"theta_o\": ", stdout);
    json_number(p->elevation);
    fputs(", \"phi_o\": ", stdout);
    json_number(p->plane);
    fputs(", \"outside_table_1\": ", stdout);
    json_names(names, broken_of(r, p));
    const struct {
        const char *name;
        swv_vec3    at;
    } places[] = { { "ac", p->ac }, { "gh", p->gh }, { "elbow", p->elbow }, { "wrist", p->wrist } };
    for (int i = 0; i < 4; i++) {
        printf(",\n \"%s\": ", places[i].name);
        json_vector(places[i].at);
    }
    puts("}");
}

void solve_as_ascione(const ascione_request *r, bool json)
{
    swv_ascione_posture   p;
    swv_upper_limb_report report;
    const swv_status      status = swv_ascione_solve(&r->limb, &r->goal, NULL, &r->options, &p, &report);
    if (status == SWV_BAD_MODEL)
        fail("--plain: equations 1 and 2 are linear; the rhythm is ascione or de-groot");
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (json)
        json_posture(r, &p, &report);
    else
        print_posture(r, &p, &report);
}

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const ascione_request *r = context;
    swv_upper_limb_goal    goal = r->goal;
    swv_ascione_posture    p;
    swv_upper_limb_report  report;
    goal.arm.end.position = (swv_vec3){ row->values[0], row->values[1], row->values[2] };
    if (row->columns == WRIST_AND_SWIVEL)
        goal.arm.swivel = row->values[3];
    if (!is_solved(swv_ascione_solve(&r->limb, &goal, NULL, &r->options, &p, &report), problem))
        return false;
    char         label[64];
    double       numbers[NUMBERS] = { report.position_error, report.gh_error };
    const double places[6] = { p.gh.x, p.gh.y, p.gh.z, p.elbow.x, p.elbow.y, p.elbow.z };
    memcpy(numbers + 2, p.q, sizeof p.q);
    memcpy(numbers + 2 + HUMERUS, p.p, sizeof p.p);
    memcpy(numbers + 2 + HUMERUS + SHOULDER, places, sizeof places);
    text_append(out, label,
                (size_t)snprintf(label, sizeof label, "%llu,%s,%d,", (unsigned long long)row->number,
                                 swv_outcome_text(report.outcome), report.iterations));
    csv_append(out, numbers, NUMBERS);
    return true;
}

void solve_file_as_ascione(const ascione_request *r, const char *path, int threads)
{
    bulk_run(&(bulk_job){
        .path = path,
        .columns = WRIST,
        .optional_columns = WRIST_AND_SWIVEL - WRIST,
        .expected = "a target has 3, or 4 with its swivel",
        .row_name = "target",
        .header =
            "target,outcome,iterations,position_error,gh_error,q1,q2,q3,q4,p1,p2,p3,p4,p5,gh_x,gh_y,gh_z,ex,ey,ez",
        .threads = threads,
        .work = answer,
        .context = r,
    });
}
