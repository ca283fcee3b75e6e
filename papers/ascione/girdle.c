// SPDX-License-Identifier: MIT
// The girdle of Ascione and others: their lengths and their rhythm.
//
// Their regression gives the scapula from the humerus and the clavicle (equation 2); with equation 1 put in it is linear in elevation, plane
// and raising, as rhythm.c wants it. Degrees become radians: only constants and what stands with F (raising, shoulder.h) change.
//
// This work is based on:
// Ascione, Laccetti, Lapegna, Romano. A real-time method for manipulating a realistic human upper limb (equations 1, 2, section 5)
// de Groot, Brand. A three-dimensional regression model of the shoulder rhythm. 2001
#include "swivel_papers/girdle.h"

#include <math.h>

#include "shoulder/girdle_internal.h"

static const double degree = SWV_PI / 180.0;

swv_status swv_rhythm_make_ascione(double rest_elevation, double rest_protraction, swv_rhythm *rhythm)
{
    if (!rhythm)
        return SWV_NULL;
    const double     rest_angles[2] = { rest_elevation, rest_protraction };
    const swv_status status = swvi_check_girdle_angles(rest_angles, 2);
    if (status != SWV_OK)
        return status;
    swv_rhythm r = { .rotation_is_least = true, .cookie = SWVI_RHYTHM_COOKIE };
    // Equation 1, degrees: a constant, then what stands with elevation, plane and F. The scapula's rows are equation 2
    // without its clavicle.
    swvi_rhythm_row(&r, SWV_CLAVICLE_ELEVATION, 0.493 * (rest_elevation / degree) + 3.917, 0.123, -0.046, -0.350);
    swvi_rhythm_row(&r, SWV_CLAVICLE_PROTRACTION, 0.851 * (rest_protraction / degree) - 4.983, -0.242, 0.120, 0.008);
    swvi_rhythm_row(&r, SWV_SCAPULA_ELEVATION, -6.970, 0.220, -0.010, 0.982);
    swvi_rhythm_row(&r, SWV_SCAPULA_PROTRACTION, 27.939, 0.088, 0.066, 0.324);
    swvi_rhythm_row(&r, SWV_SCAPULA_TILT, -4.884, 0.145, -0.003, 0.706);
    // Equation 2: of the clavicle's elevation and protraction, for the scapula's elevation, protraction and tilt.
    static const double by_clavicle[3][2] = { { 0.899, -0.260 }, { 0.392, 0.778 }, { -0.218, -0.274 } };
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < SWV_RHYTHM_TERMS; ++k)
            r.coefficients[SWV_SCAPULA_ELEVATION + i][k] +=
                by_clavicle[i][0] * r.coefficients[SWV_CLAVICLE_ELEVATION][k] +
                by_clavicle[i][1] * r.coefficients[SWV_CLAVICLE_PROTRACTION][k];
    double rest[SWV_GIRDLE_ANGLES];
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        rest[i] = r.coefficients[i][0];
    r.ac_rest = swvi_ac_turn(rest);
    *rhythm = r;
    return SWV_OK;
}

swv_status swv_upper_limb_make_ascione(swv_side side, swv_upper_limb *limb)
{
    if (!limb)
        return SWV_NULL;
    swv_limb_limits  none;
    swv_limb         arm;
    const swv_status status = swv_limb_make(SWV_LIMB_ARM, side, &arm);
    if (status != SWV_OK)
        return status;
    (void)swv_limb_no_limits(&none);
    (void)swv_limb_set_limits(&arm, &none);
    // Their lengths and mean rest angles: girdle.h.
    (void)swv_limb_set_lengths(&arm, 3.0, 2.7);
    // One unit is about 10 cm.
    *limb = (swv_upper_limb){ .girdle = { .clavicle = 1.654, .scapula = { 0.09, 0.29, -0.5 } },
                              .arm = arm,
                              .counts_from_lowest = true };
    // The mean rest angles, in degrees, of the clavicle's elevation and protraction.
    (void)swv_rhythm_make_ascione(11.68 * SWV_PI / 180.0, -28.57 * SWV_PI / 180.0, &limb->girdle.rhythm);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
        limb->girdle.lower[i] = -INFINITY;
        limb->girdle.upper[i] = INFINITY;
    }
    return SWV_OK;
}
