// SPDX-License-Identifier: MIT
// Table 1 of Ascione and others: ten movements and their ranges; the engine's solve with all ten held.
//
// Nine are limits of bones and stand in the limb. The tenth, the rotation of the elbow about the line from shoulder to wrist, is a range of the
// swivel. Given a posture of the engine whose swivel is outside of it:
//
// (1) the nearer end of the range is asked for; the engine answers with the feasible swivel nearest to it
// (2) if that lies outside too, by d, nothing nearer than d is feasible: d further in, until an answer lies inside or the range is through
//
// Frames: swivels are those of a right limb, radians from the lowest elbow; rotation outward is minus the swivel.
//
// This work is based on:
// Ascione, Laccetti, Lapegna, Romano. A real-time method for manipulating a realistic human upper limb (table 1)
#include <math.h>
#include <stddef.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "shoulder/girdle_internal.h"
#include "swivel/trig.h"
#include "swivel_papers/girdle.h"

static const double degree = SWV_PI / 180.0;

/// Table 1, degrees. Its pronosupination of 0 to 175 is counted from full supination: 87.5 either way of the middle.
static const struct {
    const char *name;
    double      lower, upper;
} table[SWV_ASCIONE_MOVEMENTS] = {
    { "clavicle elevation", 0.0, 20.0 }, { "clavicle protraction", -60.0, 0.0 }, { "scapula elevation", 0.0, 50.0 },
    { "scapula rotation", 0.0, 40.0 },   { "scapula tilt", 0.0, 30.0 },          { "humerus elevation", 0.0, 150.0 },
    { "humerus plane", 0.0, 150.0 },     { "elbow bend", 0.0, 140.0 },           { "elbow rotation", 0.0, 90.0 },
    { "pronosupination", -87.5, 87.5 },
};

const char *swv_ascione_movement_name(int movement)
{
    return movement >= 0 && movement < SWV_ASCIONE_MOVEMENTS ? table[movement].name : NULL;
}

swv_range swv_ascione_limits(int movement)
{
    if (movement < 0 || movement >= SWV_ASCIONE_MOVEMENTS)
        return (swv_range){ 0.0, 0.0 };
    return (swv_range){ table[movement].lower * degree, table[movement].upper * degree };
}

// A plane of 0 to 150 degrees is what two half spaces through the vertical share: the directions with y >= 0, and those on
// the near side of 150 degrees.
swv_status swv_upper_limb_limit_as_ascione(swv_upper_limb *limb)
{
    if (!limb)
        return SWV_NULL;
    const double    half_root_3 = 0.86602540378443865;
    swv_limb_limits arm;
    (void)swv_limb_no_limits(&arm);
    // Not within 30 degrees of straight up is an elevation of at most 150; the two half spaces are caps of 90 about (0, -1, 0) and,
    // 150 - 90 = 60 degrees further, about (-1/2, -sqrt(3)/2, 0).
    arm.cap_count = 3;
    arm.caps[0].axis = (swv_vec3){ 0.0, 0.0, 1.0 };
    arm.caps[0].radius = SWV_PI - swv_ascione_limits(SWV_ASCIONE_HUMERUS_ELEVATION).upper;
    arm.caps[1].axis = (swv_vec3){ 0.0, -1.0, 0.0 };
    arm.caps[1].radius = 90.0 * degree;
    arm.caps[2].axis = (swv_vec3){ -0.5, -half_root_3, 0.0 };
    arm.caps[2].radius = 90.0 * degree;
    arm.hinge = swv_ascione_limits(SWV_ASCIONE_ELBOW_BEND);
    arm.pronation = swv_ascione_limits(SWV_ASCIONE_PRONOSUPINATION);
    const swv_status status = swv_limb_set_limits(&limb->arm, &arm);
    for (int i = 0; i < SWVI_PLACING_ANGLES && status == SWV_OK; ++i) {
        const swv_range range = swv_ascione_limits(i);
        limb->girdle.lower[i] = range.lower;
        limb->girdle.upper[i] = range.upper;
    }
    return status;
}

// ---- what is limited, of a posture ----

// Outward from the lowest elbow; 0 of an arm that is straight to a millionth, where rounding would say anything.
static double elbow_rotation(swv_side side, const swv_upper_limb_posture *p)
{
    const swv_vec3 h = swv_vec3_normalize(swvi_on_side(side, swv_vec3_sub(p->elbow, p->gh)));
    const swv_vec3 n = swv_vec3_normalize(swvi_on_side(side, swv_vec3_sub(p->wrist, p->gh)));
    const double   level = sqrt(n.x * n.x + n.y * n.y);
    const double   c = level > 0.0 ? n.x / level : 1.0, s = level > 0.0 ? n.y / level : 0.0;
    const double   down = n.z * (c * h.x + s * h.y) - level * h.z, across = c * h.y - s * h.x;
    return down * down + across * across > 1e-12 ? swv_atan2(-across, down) : 0.0;
}

swv_status swv_ascione_movements(const swv_upper_limb *limb, const swv_upper_limb_posture *posture,
                                 double movements[SWV_ASCIONE_MOVEMENTS])
{
    if (!limb || !posture || !movements)
        return SWV_NULL;
    swv_status status = swvi_upper_limb_check(limb);
    if (status == SWV_OK)
        status = swvi_limb_verify_posture(&posture->arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(posture->gh) || !swvi_vec3_is_finite(posture->elbow) ||
        !swvi_vec3_is_finite(posture->wrist))
        return SWV_BAD_POSTURE;
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i)
        movements[i] = posture->girdle[i];
    movements[SWV_ASCIONE_HUMERUS_ELEVATION] = posture->elevation;
    movements[SWV_ASCIONE_HUMERUS_PLANE] = posture->plane;
    movements[SWV_ASCIONE_ELBOW_BEND] = posture->arm.flexion;
    movements[SWV_ASCIONE_ELBOW_ROTATION] = elbow_rotation(limb->arm.side, posture);
    movements[SWV_ASCIONE_PRONOSUPINATION] = posture->pronation;
    return SWV_OK;
}

static double beyond(int movement, double value)
{
    const swv_range range = swv_ascione_limits(movement);
    return swvi_larger(range.lower - value, value - range.upper);
}

uint32_t swv_ascione_broken(const double movements[SWV_ASCIONE_MOVEMENTS], double *excess)
{
    uint32_t broken = 0;
    double   worst = 0.0, sine, cosine;
    if (!movements)
        return 0;
    swv_sincos(movements[SWV_ASCIONE_HUMERUS_ELEVATION], &sine, &cosine);
    for (int i = 0; i < SWV_ASCIONE_MOVEMENTS; ++i) {
        // Near the vertical a humerus of any plane is near its range.
        const double by = beyond(i, movements[i]) * (i == SWV_ASCIONE_HUMERUS_PLANE ? fabs(sine) : 1.0);
        if (by > SWV_LIMIT_TOLERANCE)
            broken |= 1U << i;
        worst = swvi_larger(worst, by);
    }
    if (excess)
        *excess = worst;
    return broken;
}

// ---- solving with all of them held ----

static bool is_rotation_inside(const swv_upper_limb *limb, const swv_upper_limb_posture *p)
{
    return beyond(SWV_ASCIONE_ELBOW_ROTATION, elbow_rotation(limb->arm.side, p)) <= SWV_LIMIT_TOLERANCE;
}

// (1), (2) From a posture whose rotation is outside. False: no answer lies inside, posture and report are untouched.
static bool go_inside(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                      const swv_upper_limb_posture *previous, const swv_upper_limb_options *options, double rotation,
                      swv_upper_limb_posture *posture, swv_upper_limb_report *report)
{
    // An answer that is d outside moves the wish by d, so its distance doubles; 2 degrees at least, chosen: 45 steps through the range.
    enum { MOST = 45 };
    const double        least = 2.0 * degree;
    const swv_range     range = swv_ascione_limits(SWV_ASCIONE_ELBOW_ROTATION);
    swv_upper_limb      lowest = *limb;
    swv_upper_limb_goal asked = *goal;
    lowest.counts_from_lowest = true;
    asked.arm.elbow = SWV_ELBOW_SWIVEL;
    const bool from_lower = fabs(swv_angle_wrap(rotation - range.lower)) < fabs(swv_angle_wrap(rotation - range.upper));
    double     gone = 0.0;
    for (int k = 0; k < MOST && gone <= range.upper - range.lower; ++k) {
        const double           at = from_lower ? range.lower + gone : range.upper - gone;
        swv_upper_limb_posture p;
        swv_upper_limb_report  r;
        asked.arm.swivel = -at;
        if (swv_upper_limb_solve(&lowest, &asked, previous, options, &p, &r) != SWV_OK || r.outcome != SWV_REACHED)
            return false;
        if (is_rotation_inside(limb, &p)) {
            *posture = p;
            *report = r;
            return true;
        }
        gone += swvi_larger(fabs(swv_angle_wrap(elbow_rotation(limb->arm.side, &p) - at)), least);
    }
    return false;
}

swv_status swv_upper_limb_solve_as_ascione(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                           const swv_upper_limb_posture *previous,
                                           const swv_upper_limb_options *options, swv_upper_limb_posture *posture,
                                           swv_upper_limb_report *report, uint32_t *broken)
{
    if (!posture)
        return SWV_NULL;
    swv_upper_limb_posture found;
    swv_upper_limb_report  r;
    const swv_status       status = swv_upper_limb_solve(limb, goal, previous, options, &found, &r);
    if (status != SWV_OK)
        return status;
    const double rotation = elbow_rotation(limb->arm.side, &found), wished = r.wished;
    const int    iterations = r.iterations;
    if (!is_rotation_inside(limb, &found)) {
        if (go_inside(limb, goal, previous, options, rotation, &found, &r)) {
            // Of the caller's counting, not of the lowest elbow's.
            r.wished = wished;
            r.iterations += iterations;
            if (!limb->counts_from_lowest)
                (void)swv_limb_swivel_of(&limb->arm, &found.arm, &found.swivel);
        } else {
            r.outcome = SWV_LIMITED;
            r.excess = swvi_larger(r.excess, beyond(SWV_ASCIONE_ELBOW_ROTATION, rotation));
        }
    }
    double movements[SWV_ASCIONE_MOVEMENTS] = { 0.0 };
    (void)swv_ascione_movements(limb, &found, movements);
    *posture = found;
    if (broken)
        *broken = swv_ascione_broken(movements, NULL);
    if (report)
        *report = r;
    return SWV_OK;
}
