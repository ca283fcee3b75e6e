// SPDX-License-Identifier: MIT
// Van den Waardenburg's iteration from each of his starts (compare_finger.h). Metres and radians; tables in millimetres and degrees.
#include "papers/compare_finger.h"

#include <math.h>
#include <stdio.h>

#include <swivel_papers/planar_finger.h>
#include <swivel/geometry.h>

#include "io/json.h"

#define DEG (SWV_PI / 180.0)

enum { ALONG = 41, TARGETS = ALONG * ALONG, STARTS = 4, ALPHAS = 3 };

static const struct start {
    const char             *name;
    swv_finger_newton_start start;
    double                  off_straight;
} starts[STARTS] = {
    { "neutral (0, -60 deg)", SWV_FINGER_START_NEUTRAL, 0.0 },
    { "edge (atan2, 0)", SWV_FINGER_START_EDGE, 0.0 },
    { "edge (atan2, -1e-3)", SWV_FINGER_START_EDGE, 1e-3 },
    { "weighted", SWV_FINGER_START_WEIGHTED, 0.0 },
};
static const double alphas[ALPHAS] = { 1.0, 0.5, 0.1 };

/// How the iteration ends for all targets.
typedef struct outcome {
    double failed_percent, mean;  ///< iterations of those that converged
    int    most;
} outcome;

// Targets of a grid of postures over the limits.
static void target_of(const swv_finger *finger, int i, swv_point *tip)
{
    double q[3];
    for (int k = 0; k < 2; k++) {
        const int at = k == 0 ? i / ALONG : i % ALONG;
        q[k] = finger->lower[k] + (finger->upper[k] - finger->lower[k]) * at / (ALONG - 1);
    }
    q[2] = finger->ratio * q[1];
    (void)swv_finger_forward(finger, q, tip, NULL);
}

static outcome iterate(const swv_finger *finger, swv_finger_kind kind, const struct start *start, double alpha)
{
    const swv_finger_newton_options options = {
        .start = start->start, .alpha = alpha, .off_straight = start->off_straight, .kind = kind
    };
    outcome o = { 0.0, 0.0, 0 };
    int     failed = 0;
    for (int i = 0; i < TARGETS; i++) {
        swv_point                tip = { 0.0, 0.0 };
        double                   q[3];
        swv_finger_newton_report report = { 0 };
        target_of(finger, i, &tip);
        (void)swv_finger_newton(finger, tip, &options, q, &report);
        failed += report.outcome != SWV_REACHED;
        o.mean += report.outcome == SWV_REACHED ? report.iterations : 0;
        o.most = report.outcome == SWV_REACHED && report.iterations > o.most ? report.iterations : o.most;
    }
    o.failed_percent = 100.0 * failed / TARGETS;
    o.mean /= TARGETS - failed > 0 ? TARGETS - failed : 1;
    return o;
}

/// The exact solution of the same targets.
typedef struct exact {
    int    failed, most;
    double worst_error;
} exact;

static exact solve_all(const swv_finger *finger, swv_finger_kind kind)
{
    exact e = { 0, 0, 0.0 };
    for (int i = 0; i < TARGETS; i++) {
        swv_point        tip = { 0.0, 0.0 };
        double           q[SWV_FINGER_SOLUTIONS][3];
        swv_digit_report report = { 0 };
        target_of(finger, i, &tip);
        (void)(kind == SWV_FINGER_COUPLED ? swv_finger_solve(finger, tip, q, &report)
                                          : swv_finger_solve_free(finger, tip, NULL, q[0], &report));
        e.failed += report.outcome != SWV_REACHED;
        e.most = report.iterations > e.most ? report.iterations : e.most;
        e.worst_error = fmax(e.worst_error, report.position_error);
    }
    return e;
}

/// What van den Waardenburg prints as two postures with one tip, (30, -20) mm.
static const double printed_postures[2][3] = { { -3.6, -40.8, -116.0 }, { 25.2, -114.6, 0.0 } };

static double printed_miss(const swv_finger *finger, int i)
{
    double    q[3];
    swv_point tip = { 0.0, 0.0 };
    for (int k = 0; k < 3; k++)
        q[k] = printed_postures[i][k] * DEG;
    (void)swv_finger_forward(finger, q, &tip, NULL);
    return hypot(tip.x - 0.030, tip.y + 0.020);
}

static void print_kind(const swv_finger *finger, swv_finger_kind kind)
{
    printf("%s\n\n  start                   alpha 1                 alpha 0.5               alpha 0.1\n",
           kind == SWV_FINGER_COUPLED ? "the last joint follows" : "without coupling");
    for (int i = 0; i < STARTS; i++) {
        printf("  %-22s", starts[i].name);
        for (int k = 0; k < ALPHAS; k++) {
            const outcome o = iterate(finger, kind, &starts[i], alphas[k]);
            printf("%s%5.1f %% fail %5.1f %4d", k ? " " : "", o.failed_percent, o.mean, o.most);
        }
        putchar('\n');
    }
    const exact e = solve_all(finger, kind);
    printf("\n  exact, no start       %5.1f %% fail, %d iteration%s at most, tip to %.0e mm\n\n",
           100.0 * e.failed / TARGETS, e.most, e.most == 1 ? "" : "s", 1e3 * e.worst_error);
}

static void print_table(const swv_finger *finger)
{
    printf("van den Waardenburg's Newton-Raphson, Jacobian corrected: %d targets over the limits, epsilon 1e-3 mm, at "
           "most\n"
           "500 iterations. Of those that converge: mean and greatest number of iterations.\n\n",
           TARGETS);
    print_kind(finger, SWV_FINGER_COUPLED);
    print_kind(finger, SWV_FINGER_FREE);
    puts("From (atan2, 0) the first step divides by a determinant that is zero but for rounding: how many fail depends "
         "on\n"
         "how the Jacobian is inverted.\n");
    for (int i = 0; i < 2; i++)
        printf("The posture of van den Waardenburg (%g, %g, %g) degrees misses (30, -20) mm by %.2f mm.\n",
               printed_postures[i][0], printed_postures[i][1], printed_postures[i][2], 1e3 * printed_miss(finger, i));
}

static void json_starts(const swv_finger *finger, swv_finger_kind kind)
{
    for (int i = 0; i < STARTS * ALPHAS; i++) {
        const outcome o = iterate(finger, kind, &starts[i / ALPHAS], alphas[i % ALPHAS]);
        fputs("    {\"start\": ", stdout);
        json_string(starts[i / ALPHAS].name);
        fputs(", \"alpha\": ", stdout);
        json_number(alphas[i % ALPHAS]);
        fputs(", \"failed_percent\": ", stdout);
        json_number(o.failed_percent);
        fputs(", \"mean\": ", stdout);
        json_number(o.mean);
        printf(", \"most\": %d}%s\n", o.most, i + 1 < STARTS * ALPHAS ? "," : "");
    }
}

static void json_table(const swv_finger *finger)
{
    const exact e = solve_all(finger, SWV_FINGER_COUPLED);
    printf("{\"targets\": %d, \"starts\": [\n", TARGETS);
    json_starts(finger, SWV_FINGER_COUPLED);
    puts(" ], \"starts_without_coupling\": [");
    json_starts(finger, SWV_FINGER_FREE);
    printf(" ], \"exact\": {\"failed\": %d, \"most\": %d, \"tip_error\": ", e.failed, e.most);
    json_number(e.worst_error);
    fputs("}, \"printed_misses\": ", stdout);
    json_numbers((const double[]){ printed_miss(finger, 0), printed_miss(finger, 1) }, 2);
    puts("}");
}

void compare_finger_starts(bool json)
{
    swv_finger finger;
    swv_finger_make_little(&finger);
    if (json)
        json_table(&finger);
    else
        print_table(&finger);
}
