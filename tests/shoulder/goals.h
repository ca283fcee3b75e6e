// SPDX-License-Identifier: MIT
// Goals of upper limbs, and postures to begin with.
#ifndef TEST_SHOULDER_GOALS_H
#define TEST_SHOULDER_GOALS_H

#include "check.h"

#include <math.h>

#include "oracle.h"
#include "swivel/shoulder.h"

static inline double distance(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static inline swv_vec3 random_direction(uint64_t *seed)
{
    const double z = random_between(seed, -1, 1), a = random_between(seed, -SWV_PI, SWV_PI), r = sqrt(1 - z * z);
    return (swv_vec3){ r * cos(a), r * sin(a), z };
}

static inline void free_arm(swv_upper_limb *limb)
{
    swv_limb_limits none;
    assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
    assert_int_equal(swv_limb_set_limits(&limb->arm, &none), SWV_OK);
}

/// A wrist with the elbow at a swivel; the hand's orientation is free.
static inline swv_upper_limb_goal wrist_at(double x, double y, double z, double swivel)
{
    return (swv_upper_limb_goal){ .arm = { .end = { .position = { x, y, z } },
                                           .is_position_only = true,
                                           .elbow = SWV_ELBOW_SWIVEL,
                                           .swivel = swivel } };
}

/// Any posture with GH here.
static inline swv_upper_limb_posture hanging_from(const swv_upper_limb *limb, swv_vec3 gh)
{
    const double           angles[SWV_LIMB_ANGLES] = { 0.0 }, girdle[SWV_GIRDLE_ANGLES] = { 0.0 };
    swv_limb_posture       arm;
    swv_upper_limb_posture p;
    assert_int_equal(swv_limb_posture_from_angles(&limb->arm, angles, &arm), SWV_OK);
    assert_int_equal(swv_upper_limb_forward(limb, girdle, &arm, &p), SWV_OK);
    p.gh = gh;
    return p;
}

/// A consistent posture with this humerus and elbow, made by the oracle: its wrist and swivel.
static inline void make_goal(const swv_upper_limb *limb, double elevation, double plane, double bend, double roll,
                             swv_upper_limb_goal *goal, double gh[3])
{
    const oracle o = oracle_of(limb);
    double       h[3], f[3] = { sin(bend) * cos(roll), sin(bend) * sin(roll), cos(bend) }, e[3];
    oracle_direction(elevation, plane, h);
    oracle_gh(&o, h, gh);
    oracle_turn(1, SWV_PI - elevation, f);  // z to h
    oracle_turn(2, plane, f);
    for (int i = 0; i < 3; ++i)
        e[i] = gh[i] + o.upper_arm * h[i] + o.forearm * f[i];
    const double p[3] = { e[0] - gh[0], e[1] - gh[1], e[2] - gh[2] };
    double       local[3] = { h[0], h[1], h[2] };
    oracle_turn(2, -atan2(p[1], p[0]), local);
    oracle_turn(1, -atan2(hypot(p[0], p[1]), p[2]), local);
    *goal = wrist_at(e[0], e[1], e[2], atan2(local[1], local[0]));
}

#endif
