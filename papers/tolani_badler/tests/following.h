// SPDX-License-Identifier: MIT
// What the tests of following a hand share: arms, tracks that have started, ways round, and how far postures are apart.
// Postures are seven angles, radians; hands are poses in the shoulder's axes, lengths metres, times seconds, speeds radians a second (track.h).
#ifndef SWIVEL_TESTS_TRACK_FOLLOWING_H
#define SWIVEL_TESTS_TRACK_FOLLOWING_H

#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "paths.h"
#include "swivel_papers/track.h"

#define DEGREE (SWV_PI / 180.0)

enum { STEPS = 1000 };  // of a path: ten seconds, chosen

static const double dt = 0.01;  // seconds a step: as often as a usual motion capture; chosen

static inline swv_arm human_arm(void)
{
    swv_arm arm;
    swv_arm_make_human(&arm);
    return arm;
}

// Without limits; metres.
static inline swv_arm free_arm(double upper_arm, double forearm)
{
    swv_arm arm;
    assert_int_equal(swv_arm_make(upper_arm, forearm, &arm), SWV_OK);
    return arm;
}

// max_joint_speed: 0 is the default, 10; q: where it begins, or NULL.
static inline swv_arm_track started(const swv_arm *arm, swv_track_method method, double max_joint_speed,
                                    const double *q)
{
    swv_arm_track           track;
    const swv_track_options options = { .method = method, .max_joint_speed = max_joint_speed };
    assert_int_equal(swv_arm_track_start(arm, &options, &track), SWV_OK);
    if (q)
        assert_int_equal(swv_arm_track_set_posture(&track, q), SWV_OK);
    return track;
}

static inline swv_pose hand_of(const swv_arm *arm, const double q[7])
{
    swv_pose hand;
    assert_int_equal(swv_arm_forward(arm, q, &hand, NULL), SWV_OK);
    return hand;
}

// Of any joint.
static inline double largest_difference(const double a[7], const double b[7])
{
    double largest = 0.0;
    for (int i = 0; i < 7; ++i)
        largest = fmax(largest, fabs(a[i] - b[i]));
    return largest;
}

// Of the squares of the joints' differences.
static inline double wrapped_sum(const double a[7], const double b[7])
{
    double sum = 0.0;
    for (int i = 0; i < 7; ++i)
        sum += swv_angle_wrap(a[i] - b[i]) * swv_angle_wrap(a[i] - b[i]);
    return sum;
}

static inline double plain_sum(const double a[7], const double b[7])
{
    double sum = 0.0;
    for (int i = 0; i < 7; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static inline double largest_wrapped(const double a[7], const double b[7])
{
    double largest = 0.0;
    for (int i = 0; i < 7; ++i)
        largest = fmax(largest, fabs(swv_angle_wrap(a[i] - b[i])));
    return largest;
}

static inline void assert_inside(const swv_arm *arm, const double q[7])
{
    for (int i = 0; i < 7; ++i)
        if (!(q[i] >= arm->limits[i].lower - SWV_LIMIT_TOLERANCE && q[i] <= arm->limits[i].upper + SWV_LIMIT_TOLERANCE))
            fail_msg("joint %d is at %.17g, outside %g to %g", i, q[i], arm->limits[i].lower, arm->limits[i].upper);
}

static inline int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Puts them in order.
static inline double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[count / 2];
}

/// How many steps there were, how many of them were flips, how many missed the hand other than by catching up; how many paths had a flip.
typedef struct statistics {
    long steps, flips, misses;
    int  paths_with_flip;
} statistics;

// A step of more than 30 degrees in a joint counts as a flip. Chosen: the paths' own steps are half a degree.
static inline statistics follow_random_paths(const swv_arm *arm, swv_track_method method, int paths, uint64_t seed)
{
    statistics s = { 0 };
    for (int n = 0; n < paths; ++n) {
        const joint_path path = random_path(&seed, arm);
        double           q[7];
        long             flips = 0;
        path_at(&path, 0, q);
        swv_arm_track track = started(arm, method, 30.0 * DEGREE / dt, q);
        for (int k = 1; k <= STEPS; ++k) {
            swv_track_report report;
            path_at(&path, k, q);
            const swv_pose hand = hand_of(arm, q);
            assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, &report), SWV_OK);
            flips += report.is_flipping;
            s.misses += report.outcome != SWV_REACHED && !report.is_catching_up;
            ++s.steps;
        }
        s.flips += flips;
        s.paths_with_flip += flips > 0;
    }
    return s;
}

// One round of a closed path, `seconds` a step, and so many steps of waiting at its end; the posture then (out). Returns the flips.
static inline long go_round(swv_arm_track *track, const joint_path *loop, double seconds, int waiting, double q[7])
{
    long flips = 0;
    for (int k = 1; k <= STEPS + waiting; ++k) {
        swv_track_report report;
        double           along[7];
        path_at(loop, k < STEPS ? k : 0, along);
        const swv_pose hand = hand_of(&track->arm, along);
        assert_int_equal(swv_arm_track_step(track, &hand, seconds, q, &report), SWV_OK);
        flips += report.is_flipping;
    }
    return flips;
}

#endif
