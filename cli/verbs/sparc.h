// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SPARC_H
#define SWIVEL_CLI_SPARC_H

#include <stdbool.h>
#include <stddef.h>

/// How smooth a movement is: the spectral arc length of its speed, less than 0, the nearer to it the smoother. A reach
/// with the least jerk has -1.41, whatever its duration.
///
/// speed   `count` values, all the same time apart; any unit
/// rate    how many of them there are in a second
///
/// False if it means nothing: no movement, fewer than two values, or too long a movement (over 2^20 values).
///
/// Balasubramanian, Melendez-Calderon, Roby-Brami, Burdet. On the analysis of movement smoothness. 2015; with the
/// authors' constants: up to 10 Hz, amplitudes from 0.05 of the largest, padded to 16 times the next power of two.
bool sparc(const double *speed, size_t count, double rate, double *arc_length);

#endif
