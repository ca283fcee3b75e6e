// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MATH_LINALG_H
#define SWIVEL_MATH_LINALG_H

#include "swivel/base.h"

// Small dense linear algebra, without allocation, for the solvers.
//
// An m x n matrix is stored by rows without gaps: entry (i, j) is a[i * n + j]. Every size is 1 to SWV_MAX_JOINTS.
// Arrays must not overlap. Entries may be of any magnitude: what could overflow or underflow is scaled by powers of
// two inside, so that matrices of 1e-300 or 1e300 lose nothing. (Results below 2^-1022 round to multiples of 2^-1074,
// as denormals do; U of such matrices is among them.) A NaN or an infinity in the input, or a result too
// large for a double, is SWV_NOT_FINITE; a size out of range is SWV_BAD_COUNT and touches nothing. Unless it says
// otherwise, a function that fails leaves its outputs in an unspecified but finite state.

/// Factor a symmetric positive definite matrix, a = L L'. Reads and replaces the lower triangle; the part above the
/// diagonal is left alone. SWV_SINGULAR if a is not positive definite: if what is left of an entry of the diagonal is
/// not positive by more than its own rounding.
swv_status swvi_cholesky_factor(double *a, int n);

/// Solve a x = b with the factor of swvi_cholesky_factor. x  in: b. out: the solution. SWV_SINGULAR if the factor has a zero
/// on its diagonal.
swv_status swvi_cholesky_solve(const double *factor, int n, double *x);

/// Factor a square matrix with row exchanges, P a = L U, in place. `pivot` takes n row numbers: in step k the rows k
/// and pivot[k] >= k were exchanged. The error is relative to the largest entry. SWV_SINGULAR if a pivot is exactly
/// zero.
swv_status swvi_lu_factor(double *a, int n, int *pivot);

/// Solve a x = b with the factor of swvi_lu_factor. x  in: b. out: the solution. SWV_SINGULAR if the factor has a zero on its
/// diagonal.
swv_status swvi_lu_solve(const double *factor, const int *pivot, int n, double *x);

#endif
