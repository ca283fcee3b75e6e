// SPDX-License-Identifier: MIT
// Fingers, thumb and hand beside van den Waardenburg's iteration and KDL. Metres and radians; targets are of random postures inside the limits.
// wanted = 31: all five digits, as bits. A pinch of 2 cm.
#include "bench.h"

#include <stdio.h>

#include "../tests/support/random.h"
#include "kdl_peer.h"
#include "swivel/hand.h"
#include "swivel_papers/planar_finger.h"

enum { count = 2000, few = 200 };

static swv_finger finger;
static swv_hand   hand;
static swv_point  points[count];
static swv_vec3   tips[count], thumb_tips[count], thumb_pulps[count];
static double     starts[count][4], kdl_found[4];

static swv_hand_goal goals[count];

static void solve_coupled(void *unused)
{
    (void)unused;
    double q[SWV_FINGER_SOLUTIONS][3];
    for (int i = 0; i < count; ++i)
        (void)swv_finger_solve(&finger, points[i], q, NULL);
}

static void solve_newton(void *unused)
{
    (void)unused;
    const swv_finger_newton_options options = { .start = SWV_FINGER_START_WEIGHTED };
    double                          q[3];
    for (int i = 0; i < count; ++i)
        (void)swv_finger_newton(&finger, points[i], &options, q, NULL);
}

static void solve_free(void *unused)
{
    (void)unused;
    double q[3] = { 0.0, -0.5, -0.3 };
    for (int i = 0; i < few; ++i)
        (void)swv_finger_solve_free(&finger, points[i], q, q, NULL);
}

static void solve_digit(void *unused)
{
    (void)unused;
    double q[SWV_DIGIT_SOLUTIONS][4];
    for (int i = 0; i < count; ++i)
        (void)swv_digit_solve(&hand.fingers[0], tips[i], q, NULL);
}

static bool kdl_solve_one(int i)
{
    const swv_vec3 k = hand.fingers[0].knuckle;
    const double   tip[3] = { tips[i].x - k.x, tips[i].y - k.y, tips[i].z - k.z };
    return kdl_finger_inverse(starts[i], tip, kdl_found);
}

static void kdl_solve(void *unused)
{
    (void)unused;
    for (int i = 0; i < few; ++i)
        (void)kdl_solve_one(i);
}

static void solve_thumb(void *unused)
{
    (void)unused;
    double q[SWV_THUMB_SOLUTIONS][5];
    for (int i = 0; i < count; ++i)
        (void)swv_thumb_solve(&hand.thumb, thumb_tips[i], NULL, q, NULL);
}

static void solve_thumb_directed(void *unused)
{
    (void)unused;
    double q[SWV_THUMB_SOLUTIONS][5];
    for (int i = 0; i < few; ++i)
        (void)swv_thumb_solve(&hand.thumb, thumb_tips[i], &thumb_pulps[i], q, NULL);
}

static void solve_hand(void *unused)
{
    (void)unused;
    swv_hand_posture posture;
    for (int i = 0; i < count; ++i)
        (void)swv_hand_solve(&hand, &goals[i], NULL, &posture, NULL);
}

static void pinch(void *unused)
{
    (void)unused;
    swv_hand_posture posture;
    (void)swv_hand_pinch(&hand, SWV_DIGIT_INDEX, 0.02, SWV_HAND_RELAXED, &posture, NULL);
}

static void make_targets(void)
{
    uint64_t seed = 1;
    swv_finger_make_little(&finger);
    (void)swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MEN, &hand);
    kdl_finger_make(hand.fingers[0].flexion.lengths);
    const swv_thumb *t = &hand.thumb;
    for (int i = 0; i < count; ++i) {
        const double middle = random_between(&seed, finger.lower[1], finger.upper[1]);
        const double q[3] = { random_between(&seed, finger.lower[0], finger.upper[0]), middle, finger.ratio * middle };
        (void)swv_finger_forward(&finger, q, &points[i], NULL);

        swv_hand_posture posture;
        for (int f = 0; f < 4; ++f) {
            const swv_digit *d = &hand.fingers[f];
            double          *a = posture.fingers[f];
            a[0] = random_between(&seed, d->lower, d->upper);
            a[1] = random_between(&seed, d->flexion.lower[0], d->flexion.upper[0]);
            a[2] = random_between(&seed, d->flexion.lower[1], d->flexion.upper[1]);
            a[3] = d->flexion.ratio * a[2];
        }
        for (int k = 0; k < 4; ++k) {
            posture.thumb[k] = random_between(&seed, t->lower[k], t->upper[k]);
            starts[i][k] = posture.fingers[0][k] + (random_below(&seed, 2) ? 0.1 : -0.1);
        }
        posture.thumb[2] = t->mcp_abduction;
        posture.thumb[4] = t->ratio * posture.thumb[3];
        swv_vec3 pulps[SWV_DIGITS];
        goals[i].wrist = (swv_pose)SWV_IDENTITY_POSE;
        goals[i].wanted = 31;
        (void)swv_hand_forward(&hand, &goals[i].wrist, &posture, goals[i].tip, pulps);
        tips[i] = goals[i].tip[SWV_DIGIT_INDEX];
        thumb_tips[i] = goals[i].tip[SWV_DIGIT_THUMB];
        thumb_pulps[i] = pulps[SWV_DIGIT_THUMB];
    }
}

// Van den Waardenburg's Newton-Raphson stops at 1e-6 m; KDL's Levenberg-Marquardt begins 0.1 rad away in each joint and knows
// no coupling and no limits. Ours is exact, inside the limits, and gives all solutions.
void bench_hand(void)
{
    make_targets();
    const bench_work works[9] = {
        { solve_coupled, NULL, count }, { solve_newton, NULL, count }, { solve_digit, NULL, count },
        { kdl_solve, NULL, few },       { solve_thumb, NULL, count },  { solve_thumb_directed, NULL, few },
        { solve_hand, NULL, count },    { solve_free, NULL, few },     { pinch, NULL, 1 },
    };
    double ns[9];
    char   kdl[64];
    int    solved = 0;
    for (int i = 0; i < few; ++i)
        solved += kdl_solve_one(i);
    bench_time(works, 9, ns);
    snprintf(kdl, sizeof kdl, "KDL LMA, %.1f%% solved", 100.0 * solved / few);
    bench_report("coupled finger", ns[0], "ns", "van den Waardenburg's Newton", ns[1], -1.0);
    bench_report("finger in space", ns[2], "ns", kdl, ns[3], -1.0);
    bench_report("thumb, tip", ns[4], "ns", kdl, ns[3], -1.0);
    bench_report("thumb, tip and pulp", ns[5], "ns", kdl, ns[3], -1.0);
    bench_report("whole hand, five tips", ns[6], "ns", "KDL LMA, a finger, times 5", 5.0 * ns[3], -1.0);
    bench_report("free finger, nearest to the last", ns[7], "ns", NULL, 0.0, -1.0);
    bench_report("pinch", ns[8], "ns", NULL, 0.0, -1.0);
}
