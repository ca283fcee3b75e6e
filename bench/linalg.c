// SPDX-License-Identifier: MIT
// Cholesky, LU and singular values beside LAPACK. Entries are drawn from -1 to 1, without units; 0.05 is an ordinary damping of damped least squares,
// chosen. Differences are relative.
#include "bench.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "../tests/support/random.h"
#include "chin/svd.h"
#include "math/linalg.h"

// The sizes that inverse kinematics meets: the 6 x 7 Jacobian of an arm, and 6 x 6 normal equations.
enum { count = 256, m = 6, n = 7 };

static const double damping = 0.05;
static double       jacobians[count][m * n], right[count][m], squares[count][m * m];
static double       ours[count][n], theirs[count][n];

// Both sides copy their input, as both factor in place.
static void ours_cholesky(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        double a[m * m];
        memcpy(a, squares[i], sizeof a);
        memcpy(ours[i], right[i], sizeof right[i]);
        (void)swvi_cholesky_factor(a, m);
        (void)swvi_cholesky_solve(a, m, ours[i]);
    }
}

static void lapack_cholesky(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        double a[m * m];
        memcpy(a, squares[i], sizeof a);
        memcpy(theirs[i], right[i], sizeof right[i]);
        (void)LAPACKE_dposv(LAPACK_COL_MAJOR, 'U', m, 1, a, m, theirs[i], m);  // symmetric: rows are columns
    }
}

static void ours_lu(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        double a[m * m];
        int    pivot[m];
        memcpy(a, squares[i], sizeof a);
        memcpy(ours[i], right[i], sizeof right[i]);
        (void)swvi_lu_factor(a, m, pivot);
        (void)swvi_lu_solve(a, pivot, m, ours[i]);
    }
}

static void lapack_lu(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        double     a[m * m];
        lapack_int pivot[m];
        memcpy(a, squares[i], sizeof a);
        memcpy(theirs[i], right[i], sizeof right[i]);
        (void)LAPACKE_dgesv(LAPACK_COL_MAJOR, m, 1, a, m, pivot, theirs[i], m);
    }
}

static void ours_svd(void *unused)
{
    (void)unused;
    double u[m * m], vt[m * n];
    for (int i = 0; i < count; ++i)
        (void)swvi_svd(jacobians[i], m, n, u, ours[i], vt);
}

// Of the transposed matrix, so that rows are columns and nothing is copied.
static void lapack_svd(void *unused)
{
    (void)unused;
    double a[m * n], u[m * m], vt[m * n], superb[m];
    for (int i = 0; i < count; ++i) {
        memcpy(a, jacobians[i], sizeof a);
        (void)LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'S', 'S', n, m, a, n, theirs[i], vt, n, u, m, superb);
    }
}

void bench_linalg(void)
{
    static const struct {
        const char *name, *peer;
        void (*ours)(void *), (*theirs)(void *);
        int entries;
    } cases[] = {
        { "Cholesky factor and solve, 6 x 6", "LAPACK dposv", ours_cholesky, lapack_cholesky, m },
        { "LU factor and solve, 6 x 6", "LAPACK dgesv", ours_lu, lapack_lu, m },
        { "singular values, 6 x 7", "LAPACK dgesvd", ours_svd, lapack_svd, m },
    };
    uint64_t seed = 1;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < m * n; ++k)
            jacobians[i][k] = random_between(&seed, -1, 1);
        for (int k = 0; k < m; ++k)
            right[i][k] = random_between(&seed, -1, 1);
        for (int r = 0; r < m; ++r) {
            for (int c = 0; c < m; ++c) {
                squares[i][r * m + c] = r == c ? damping * damping : 0.0;
                for (int k = 0; k < n; ++k)
                    squares[i][r * m + c] += jacobians[i][r * n + k] * jacobians[i][c * n + k];
            }
        }
    }
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
        const bench_work works[2] = { { cases[c].ours, NULL, count }, { cases[c].theirs, NULL, count } };
        double           ns[2], difference = 0.0;
        bench_time(works, 2, ns);
        for (int i = 0; i < count; ++i)
            for (int k = 0; k < cases[c].entries; ++k)
                difference = fmax(difference, fabs(ours[i][k] - theirs[i][k]) / fmax(1.0, fabs(theirs[i][k])));
        bench_report(cases[c].name, ns[0], "ns", cases[c].peer, ns[1], difference);
    }
}
