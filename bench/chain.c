// SPDX-License-Identifier: MIT
// Forward kinematics and the Jacobian of arm7 beside KDL: metres and radians. 0.334 and 0.288 m are its bones (models.c). Differences are the largest
// of any entry.
#include "bench.h"

#include <math.h>

#include "../tests/support/random.h"
#include "kdl_peer.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/models.h"

enum { count = 1024 };

static swv_chain arm;
static double    postures[count][7], jacobian[6 * 7];
static swv_pose  tips[count];

static void ours_forward(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        (void)swv_chain_tip(&arm, postures[i], &tips[i]);
}

static void ours_jacobian(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        (void)swv_chain_jacobian(&arm, postures[i], SWV_WORLD_AXES, jacobian, &tips[i]);
}

static void kdl_forward(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        kdl_arm7_forward(postures[i]);
}

static void kdl_jacobian(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        kdl_arm7_jacobian(postures[i]);
}

// The largest entry by which our hand frames, or Jacobians, differ from KDL's: both compute the same thing.
static double forward_difference(void)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        double   theirs[12];
        swv_pose tip;
        kdl_arm7_forward(postures[i]);
        kdl_arm7_read_frame(theirs);
        (void)swv_chain_tip(&arm, postures[i], &tip);
        const swv_mat3 r = swv_mat3_from_quat(tip.rotation);
        const double   p[3] = { tip.position.x, tip.position.y, tip.position.z };
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                worst = fmax(worst, fabs(theirs[4 * row + column] - (column == 3 ? p[row] : r.m[row][column])));
    }
    return worst;
}

static double jacobian_difference(void)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i) {
        double ours[42], theirs[42];
        kdl_arm7_jacobian(postures[i]);
        kdl_arm7_read_jacobian(theirs);
        (void)swv_chain_jacobian(&arm, postures[i], SWV_WORLD_AXES, ours, NULL);
        for (int k = 0; k < 42; ++k)
            worst = fmax(worst, fabs(theirs[k] - ours[k]));
    }
    return worst;
}

void bench_chain(void)
{
    uint64_t seed = 1;
    (void)swv_model_chain("arm7", &arm);
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < 7; ++j)
            postures[i][j] = random_between(&seed, arm.joints[j].lower, arm.joints[j].upper);
    kdl_arm7_make(0.334, 0.288);

    const bench_work forward[2] = { { ours_forward, NULL, count }, { kdl_forward, NULL, count } };
    const bench_work both[2] = { { ours_jacobian, NULL, count }, { kdl_jacobian, NULL, count } };
    double           ns[2];
    bench_time(forward, 2, ns);
    bench_report("forward kinematics", ns[0], "ns", "KDL FkSolverPos_recursive", ns[1], forward_difference());
    bench_time(both, 2, ns);
    bench_report("Jacobian (ours: and the hand pose)", ns[0], "ns", "KDL JntToJacSolver", ns[1], jacobian_difference());
}
