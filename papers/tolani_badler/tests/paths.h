// SPDX-License-Identifier: MIT
// Smooth paths of the joints: each angle a sum of three sines that stays inside its limits. Radians, and radians a step.
#ifndef SWIVEL_TESTS_TRACK_PATHS_H
#define SWIVEL_TESTS_TRACK_PATHS_H

#include <math.h>

#include "random.h"
#include "swivel_papers/arm.h"
#include "swivel/trig.h"

enum { SINES = 3 };  // enough that no two swings are alike; chosen

typedef struct joint_path {
    double middle[7], size[7][SINES], rate[7][SINES], phase[7][SINES];
} joint_path;

/// Half a degree a step on average (root of the mean square), in the joints taken together: 50 degrees a second in steps of 10 ms, an
/// ordinary movement. Without limits each swings 1.5 rad to either side of anything, the elbow from 0.2 to 2.6 rad, neither straight nor
/// folded. Chosen. 0.49 of a range to either side of its middle keeps inside it.
static inline joint_path random_path(uint64_t *seed, const swv_arm *arm)
{
    joint_path path;
    double     squared = 0.0;
    for (int i = 0; i < 7; ++i) {
        const bool   has_limits = isfinite(arm->limits[i].lower) && isfinite(arm->limits[i].upper);
        const double anywhere = random_between(seed, -SWV_PI, SWV_PI);
        const double low = has_limits ? arm->limits[i].lower : i == 3 ? 0.2 : anywhere - 1.5;
        const double high = has_limits ? arm->limits[i].upper : i == 3 ? 2.6 : anywhere + 1.5;
        double       sum = 0.0;
        path.middle[i] = 0.5 * (low + high);
        for (int k = 0; k < SINES; ++k) {
            path.size[i][k] = random_between(seed, 0.1, 1.0);
            path.rate[i][k] = random_between(seed, 0.3, 1.0);
            path.phase[i][k] = random_between(seed, -SWV_PI, SWV_PI);
            sum += path.size[i][k];
        }
        for (int k = 0; k < SINES; ++k) {
            path.size[i][k] *= 0.49 * (high - low) / sum;
            squared += 0.5 * path.size[i][k] * path.size[i][k] * path.rate[i][k] * path.rate[i][k];
        }
    }
    const double scale = 0.5 * SWV_PI / 180.0 / sqrt(squared);
    for (int i = 0; i < 7; ++i)
        for (int k = 0; k < SINES; ++k)
            path.rate[i][k] *= scale;
    return path;
}

/// The same, but back where it began after so many steps: one or two whole waves, and no more than half a degree a step for 1000 steps.
static inline joint_path random_loop(uint64_t *seed, const swv_arm *arm, int steps)
{
    joint_path path = random_path(seed, arm);
    double     squared = 0.0;
    for (int i = 0; i < 7; ++i)
        for (int k = 0; k < SINES; ++k) {
            path.rate[i][k] = (1 + random_below(seed, 2)) * (2.0 * SWV_PI / steps);
            squared += 0.5 * path.size[i][k] * path.size[i][k] * path.rate[i][k] * path.rate[i][k];
        }
    const double scale = 0.5 * SWV_PI / 180.0 * (1000.0 / steps) / sqrt(squared);
    for (int i = 0; i < 7; ++i)
        for (int k = 0; k < SINES; ++k)
            path.size[i][k] *= scale < 1.0 ? scale : 1.0;
    return path;
}

static inline void path_at(const joint_path *path, double step, double q[7])
{
    for (int i = 0; i < 7; ++i) {
        q[i] = path->middle[i];
        for (int k = 0; k < SINES; ++k)
            q[i] += path->size[i][k] * swv_sin(path->rate[i][k] * step + path->phase[i][k]);
    }
}

#endif
