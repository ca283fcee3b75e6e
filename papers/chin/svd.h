// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CHIN_SVD_H
#define SWIVEL_CHIN_SVD_H

#include <stddef.h>

#include "swivel/base.h"

// Singular values and what is made of them: sizes, magnitudes and failures as in math/linalg.h.

/// Singular values, a = U diag(s) V', k = min(m, n) of them in falling order, by one-sided Jacobi rotations: singular
/// values that are small because rows (m <= n) or columns (m >= n) are, keep their relative accuracy.
/// u   m x k, orthonormal columns        s   k        vt   k x n, orthonormal rows
/// Singular vectors that belong to a zero singular value are completed to an orthonormal set.
swv_status swvi_svd(const double *a, int m, int n, double *u, double *s, double *vt);

/// Doubles of scratch that swvi_pseudoinverse needs.
size_t swvi_pseudoinverse_scratch(int m, int n);

/// The Moore-Penrose inverse (n x m). Singular values at or below `tolerance` times the largest count as zero;
/// a tolerance of 0 means max(m, n) * 2^-52, one below 0 is SWV_BAD_ARGUMENT. `rank` (may be NULL) takes the number of
/// those that were kept.
swv_status swvi_pseudoinverse(const double *a, int m, int n, double tolerance, double *inverse, int *rank,
                              double *scratch);

#endif
