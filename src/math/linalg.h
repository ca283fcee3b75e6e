// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MATH_LINALG_H
#define SWIVEL_MATH_LINALG_H

#include <stddef.h>

#include "swivel/base.h"

// Small dense linear algebra, without allocation, for the solvers.
//
// An m x n matrix is stored by rows without gaps: entry (i, j) is a[i * n + j]. Every size is 1 to SWV_MAX_JOINTS.
// Arrays must not overlap. Entries may be of any magnitude: what could overflow or underflow is scaled by powers of
// two inside, so that matrices of 1e-300 or 1e300 lose nothing. (Results below 2^-1022 round to multiples of 2^-1074,
// as denormals do; U and R of such matrices are among them.) A NaN or an infinity in the input, or a result too
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

/// Factor an m x n matrix, m >= n, by Householder reflections, a = Q R, in place: R on and above the diagonal, the
/// reflections below it and in `tau` (n entries). Never singular: a zero column gives a zero on the diagonal of R.
/// The error of each column is relative to its own length.
swv_status swvi_qr_factor(double *a, int m, int n, double *tau);

/// Least squares: the x of smallest |a x - b|, with the factor of swvi_qr_factor.
/// x  in: b (m entries). out: the solution in the first n entries, the residual's components in the rest.
/// SWV_SINGULAR if the diagonal of R holds a zero.
swv_status swvi_qr_solve(const double *factor, const double *tau, int m, int n, double *x);

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

/// Doubles of scratch that swvi_damped_solve needs.
size_t swvi_damped_scratch(int m, int n);

/// Damped least squares: the x (n entries) of smallest |a x - b|^2 + damping^2 |x|^2, that is
/// x = (a'a + damping^2 I)^-1 a'b, without ever squaring the matrix. b has m entries, damping >= 0.
/// With damping 0 it needs full rank, to working precision (then for m < n it is the smallest x that solves a x = b):
/// SWV_SINGULAR else. damping < 0 is SWV_BAD_ARGUMENT.
swv_status swvi_damped_solve(const double *a, int m, int n, double damping, const double *b, double *x,
                             double *scratch);

#endif
