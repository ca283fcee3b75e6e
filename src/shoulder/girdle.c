// SPDX-License-Identifier: MIT
// The girdle: clavicle and scapula for a humerus that is seen, and for one goal.
//
// Given     elevation t and plane p of the humerus as the rhythm sees them, the yield y in use
// Find      the angles, AC and GH, and the derivatives of GH by t, p and y
//
// (1) angles    a = line(t, p) + y give. The scapula follows a clavicle that is moved by hand or yields, by the
//               second equation of Ascione and others: its slopes against the clavicle
// (2) limits    an angle comes to rest at its limit, smoothly: the last w = 3 degrees before it take twice that
// (3) yield     towards the wrist: protraction by yield n_y, elevation by yield n_z, where n points from the resting GH to
//               the wrist; never backward or down, where a shoulder has next to nothing to give
// (4) rotation  of the clavicle about its own axis. Rows are Rz(cp) Ry(-ce) Rx(r) for the clavicle and S for the scapula;
//               AC turns by M = C' S. Least turn from rest, M0 = C0' S0: largest trace of M M0' = Rx(-r) Q with
//               Q = (Rz Ry)' S M0', which is at r = atan2(Q32 - Q23, Q22 + Q33). (van der Helm's axial rotation with the
//               turn itself for the sum of three arc cosines)
#include <math.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "shoulder/girdle_internal.h"

// ---- making a limb ----

swv_status swv_upper_limb_make(swv_side side, swv_upper_limb *limb)
{
    if (!limb)
        return SWV_NULL;
    swv_limb         arm;
    const swv_status status = swv_limb_make(SWV_LIMB_ARM, side, &arm);
    if (status != SWV_OK)
        return status;
    // Lengths of Ascione and others (papers/ascione), whose unit is about 10 cm; a yield of 6 degrees, chosen.
    *limb = (swv_upper_limb){ .girdle = { .clavicle = 0.1 * 1.654,
                                          .scapula = { 0.1 * 0.09, 0.1 * 0.29, 0.1 * -0.5 },
                                          .yield = 6.0 * SWV_PI / 180.0 },
                              .arm = arm };
    (void)swv_rhythm_make_measured(&limb->girdle.rhythm);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
        limb->girdle.lower[i] = -INFINITY;
        limb->girdle.upper[i] = INFINITY;
    }
    return SWV_OK;
}

static const double limit_softness = 3.0 * SWV_PI / 180.0;  // how wide the soft ends of a range are; chosen

swv_status swvi_upper_limb_check(const swv_upper_limb *limb)
{
    const swv_limb   *arm = &limb->arm;
    const swv_rhythm *rhythm = &limb->girdle.rhythm;
    const swv_vec3    scapula = limb->girdle.scapula;
    const double     *lower = limb->girdle.lower, *upper = limb->girdle.upper;
    // Ratios of lengths beyond a thousand and yields above 0.15 radians are refused. Chosen.
    const double reach = arm->upper + arm->lower, most = 1e3 * reach;
    const bool   is_arm = swvi_limb_verify(arm) == SWV_OK && arm->kind == SWV_LIMB_ARM && arm->softness == 0.0 &&
                        arm->lower > 1e-3 * arm->upper && arm->lower < 1e3 * arm->upper;
    const bool is_girdle = limb->girdle.clavicle >= 0.0 && limb->girdle.clavicle <= most && fabs(scapula.x) <= most &&
                           fabs(scapula.y) <= most && fabs(scapula.z) <= most && limb->girdle.yield >= 0.0 &&
                           limb->girdle.yield <= 0.15;
    if (!is_arm || !is_girdle)
        return SWV_BAD_MODEL;
    bool are_limits = true, are_coefficients = true;  // without branches, for this is done at every solve
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        are_limits &= (lower[i] <= upper[i]) & (lower[i] < INFINITY) & (upper[i] > -INFINITY);
    const double *c = rhythm->coefficients[0];
    for (int i = 0; i < SWV_GIRDLE_ANGLES * SWV_RHYTHM_TERMS; ++i)
        are_coefficients &= fabs(c[i]) <= SWVI_MOST_GIRDLE_ANGLE;
    const bool is_rhythm = (are_coefficients || rhythm->function) && rhythm->cookie == SWVI_RHYTHM_COOKIE;
    return are_limits && is_rhythm ? SWV_OK : SWV_BAD_MODEL;
}

// ---- one goal ----

bool swvi_is_girdle_goal(const swv_upper_limb_goal *goal)
{
    return fabs(goal->shoulder_elevation) <= SWVI_MOST_GIRDLE_ANGLE &&
           fabs(goal->shoulder_protraction) <= SWVI_MOST_GIRDLE_ANGLE && goal->raising >= -1.0 && goal->raising <= 1.0;
}

// The scapula's shares in a shrug; radians.
static void follow_clavicle(double elevation, double protraction, double angles[SWVI_PLACING_ANGLES])
{
    angles[SWV_CLAVICLE_ELEVATION] = elevation;
    angles[SWV_CLAVICLE_PROTRACTION] = protraction;
    angles[SWV_SCAPULA_ELEVATION] = swvi_follow_se(elevation, protraction);
    angles[SWV_SCAPULA_PROTRACTION] = swvi_follow_sp(elevation, protraction);
    angles[SWV_SCAPULA_TILT] = swvi_follow_st(elevation, protraction);
}

void swvi_girdle_prepare(const swv_upper_limb *limb, double raising, double shoulder_elevation,
                         double shoulder_protraction, swv_vec3 wrist, swvi_girdle *g)
{
    const double inverse = 1.0 / (limb->arm.upper + limb->arm.lower);
    g->limb = limb;
    g->clavicle = limb->girdle.clavicle * inverse;
    g->scapula = swv_vec3_scale(inverse, limb->girdle.scapula);
    g->raising = raising;
    follow_clavicle(shoulder_elevation, shoulder_protraction, g->shift);
    bool is_limited = false;
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i) {
        const double *c = limb->girdle.rhythm.coefficients[i];
        // Both soft ends together take no more than half of the range.
        const double lower = limb->girdle.lower[i], upper = limb->girdle.upper[i], quarter = 0.25 * (upper - lower);
        const double w = quarter < limit_softness ? quarter : limit_softness;
        g->lines[i] = (swvi_girdle_line){ .c0 = c[0] + raising * c[5] + g->shift[i],
                                          .c1 = c[1] + raising * c[6],
                                          .c2 = c[2],
                                          .c3 = c[3],
                                          .c4 = c[4],
                                          .low = lower + w,
                                          .high = upper - w,
                                          .lower = lower,
                                          .upper = upper,
                                          .softness = 2.0 * w,
                                          .inverse_softness = w > 0.0 ? 0.5 / w : 0.0 };
        g->give[i] = 0.0;
        is_limited |= lower > -INFINITY || upper < INFINITY;
    }
    g->yields = limb->girdle.yield > 0.0;
    g->is_free = !g->yields && !is_limited;
    if (!g->yields)
        return;

    // (3)
    swvi_shoulder_motion rest;
    (void)swvi_girdle_hanging(g, &rest);
    const swv_vec3 n = swv_vec3_normalize(swv_vec3_sub(wrist, rest.gh));
    follow_clavicle(limb->girdle.yield * (n.z > 0.0 ? n.z : 0.0), limb->girdle.yield * (n.y > 0.0 ? n.y : 0.0),
                    g->give);
}

swvi_girdle_turns swvi_girdle_turns_of(const double angles[SWVI_PLACING_ANGLES])
{
    const double padded[6] = { angles[0], angles[1], angles[2], angles[3], angles[4], 0.0 };
    double       s[6], c[6];
#pragma omp simd
    for (int i = 0; i < 6; ++i)
        swvi_sine_cosine(padded[i], &s[i], &c[i]);
    return (swvi_girdle_turns){ s[0], c[0], s[1], c[1], s[2], c[2], s[3], c[3], s[4], c[4] };
}

// (1) by the user's function; its slopes by differences, good enough for Newton's method.
static bool ask_function(const swvi_girdle *g, const swvi_humerus *seen, double a[5], double by_t[5], double by_p[5])
{
    const swv_rhythm *rhythm = &g->limb->girdle.rhythm;
    // Radians; about the root of rounding, as usual for a forward difference.
    const double step = 1e-7;
    double       at[3][SWV_GIRDLE_ANGLES] = { { 0.0 } };
    rhythm->function(rhythm->data, seen->elevation, seen->plane, g->raising, at[0]);
    rhythm->function(rhythm->data, seen->elevation + step, seen->plane, g->raising, at[1]);
    rhythm->function(rhythm->data, seen->elevation, seen->plane + step, g->raising, at[2]);
    bool is_finite = true;
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i) {
        const double most = SWVI_MOST_GIRDLE_ANGLE;
        const bool   is_fine = fabs(at[0][i]) <= most && fabs(at[1][i]) <= most && fabs(at[2][i]) <= most;
        is_finite = is_finite && is_fine;
        a[i] = is_fine ? at[0][i] + g->shift[i] : 0.0;
        by_t[i] = is_fine ? (at[1][i] - at[0][i]) / step : 0.0;
        by_p[i] = is_fine ? (at[2][i] - at[0][i]) / step : 0.0;
    }
    return is_finite;
}

bool swvi_girdle_place_at(const swvi_girdle *g, const swvi_humerus *seen, double y, double angles[SWVI_PLACING_ANGLES],
                          swvi_girdle_turns *turns, swvi_girdle_place *place, swvi_shoulder_motion *motion)
{
    double by_t[SWVI_PLACING_ANGLES], by_p[SWVI_PLACING_ANGLES], by_y[SWVI_PLACING_ANGLES];
    bool   is_finite = true;
    if (g->limb->girdle.rhythm.function) {
        is_finite = ask_function(g, seen, angles, by_t, by_p);
        for (int i = 0; i < SWVI_PLACING_ANGLES; ++i) {
            double slope;
            angles[i] = swvi_within_limits(&g->lines[i], angles[i] + y * g->give[i], &slope);
            by_t[i] *= slope;
            by_p[i] *= slope;
            by_y[i] = slope * g->give[i];
        }
    } else {
        for (int i = 0; i < SWVI_PLACING_ANGLES; ++i)
            angles[i] = swvi_girdle_angle(&g->lines[i], seen->elevation, seen->plane, g->give[i], y, g->is_free,
                                          &by_t[i], &by_p[i], &by_y[i]);
    }
    *turns = swvi_girdle_turns_of(angles);
    *place = swvi_girdle_place_of(turns, g->clavicle, g->scapula);
    motion->gh = place->gh;
    motion->by_elevation = swvi_girdle_moved(place, by_t[0], by_t[1], by_t[2], by_t[3], by_t[4]);
    motion->by_plane = swvi_girdle_moved(place, by_p[0], by_p[1], by_p[2], by_p[3], by_p[4]);
    motion->by_yield = swvi_girdle_moved(place, by_y[0], by_y[1], by_y[2], by_y[3], by_y[4]);
    return is_finite;
}

bool swvi_girdle_hanging(const swvi_girdle *g, swvi_shoulder_motion *motion)
{
    double            angles[SWVI_PLACING_ANGLES];
    swvi_girdle_turns turns;
    swvi_girdle_place place;
    return swvi_girdle_place_at(g, &SWVI_HANGING, 0.0, angles, &turns, &place, motion);
}

// ---- rotations ----

static swv_mat3 turn(double protraction, double elevation, double third)
{
    const double angles[3] = { protraction, -elevation, third };
    return swv_mat3_from_euler(SWV_EULER_ZYX, angles);
}

swv_mat3 swvi_ac_turn(const double a[SWV_GIRDLE_ANGLES])
{
    const swv_mat3 clavicle = turn(a[SWV_CLAVICLE_PROTRACTION], a[SWV_CLAVICLE_ELEVATION], a[SWV_CLAVICLE_ROTATION]);
    const swv_mat3 scapula = turn(a[SWV_SCAPULA_PROTRACTION], a[SWV_SCAPULA_ELEVATION], a[SWV_SCAPULA_TILT]);
    return swv_mat3_mul(swv_mat3_transpose(clavicle), scapula);
}

// (4) The second and third row of (Rz Ry)' S, that is, the scapula's axes along the clavicle's second and third.
double swvi_least_rotation(const swv_rhythm *rhythm, const swvi_girdle_turns *t)
{
    const double sin_between = t->sin_sp * t->cos_cp - t->cos_sp * t->sin_cp;
    const double cos_between = t->cos_sp * t->cos_cp + t->sin_sp * t->sin_cp;
    const double upright = t->sin_se * t->sin_st, leaning = t->sin_se * t->cos_st;
    const double y[3] = { sin_between * t->cos_se, cos_between * t->cos_st - sin_between * upright,
                          -cos_between * t->sin_st - sin_between * leaning };
    const double flat[3] = { cos_between * t->cos_se, -sin_between * t->cos_st - cos_between * upright,
                             sin_between * t->sin_st - cos_between * leaning };
    const double high[3] = { t->sin_se, t->cos_se * t->sin_st, t->cos_se * t->cos_st };
    double       q22 = 0.0, q23 = 0.0, q32 = 0.0, q33 = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double z = t->cos_ce * high[i] - t->sin_ce * flat[i];
        q22 += y[i] * rhythm->ac_rest.m[1][i];
        q23 += y[i] * rhythm->ac_rest.m[2][i];
        q32 += z * rhythm->ac_rest.m[1][i];
        q33 += z * rhythm->ac_rest.m[2][i];
    }
    const double sine = q32 - q23, cosine = q22 + q33;
    return fabs(sine) + fabs(cosine) > 1e-100 ? swvi_angle(sine, cosine) : 0.0;
}

double swvi_clavicle_rotation(const swvi_girdle *g, const swvi_humerus *seen, const swvi_girdle_turns *turns)
{
    const swv_rhythm *rhythm = &g->limb->girdle.rhythm;
    const int         i = SWV_CLAVICLE_ROTATION;
    double            found[SWV_GIRDLE_ANGLES] = { 0.0 };
    if (rhythm->rotation_is_least && !rhythm->function)
        found[i] = swvi_least_rotation(rhythm, turns);
    else if (swv_rhythm_angles(rhythm, seen->elevation, seen->plane, g->raising, found) != SWV_OK)
        found[i] = 0.0;
    return swvi_clamp(g->limb->girdle.lower[i], g->limb->girdle.upper[i], found[i]);
}

// ---- for the caller ----

swv_status swv_girdle_frames(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES], swv_pose *clavicle,
                             swv_pose *scapula)
{
    if (!limb || !girdle || !clavicle || !scapula)
        return SWV_NULL;
    const swv_status status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    if (!swvi_are_finite(girdle, SWV_GIRDLE_ANGLES))
        return SWV_BAD_POSTURE;
    const double   side = limb->arm.side == SWV_LEFT ? -1.0 : 1.0;
    const swv_mat3 c =
        turn(girdle[SWV_CLAVICLE_PROTRACTION], girdle[SWV_CLAVICLE_ELEVATION], girdle[SWV_CLAVICLE_ROTATION]);
    const swv_mat3 s = turn(girdle[SWV_SCAPULA_PROTRACTION], girdle[SWV_SCAPULA_ELEVATION], girdle[SWV_SCAPULA_TILT]);
    const swv_quat turned_c = swv_quat_from_mat3(c), turned_s = swv_quat_from_mat3(s);
    const swvi_girdle_turns turns = swvi_girdle_turns_of(girdle);
    const swvi_girdle_place place = swvi_girdle_place_of(&turns, limb->girdle.clavicle, limb->girdle.scapula);
    *clavicle = (swv_pose){ { 0.0, 0.0, 0.0 }, { turned_c.x, side * turned_c.y, side * turned_c.z, turned_c.w } };
    *scapula = (swv_pose){ { side * place.ac.x, place.ac.y, place.ac.z },
                           { turned_s.x, side * turned_s.y, side * turned_s.z, turned_s.w } };
    return SWV_OK;
}

swv_status swv_upper_limb_frames(const swv_upper_limb *limb, const swv_upper_limb_posture *posture, double twist_weight,
                                 swv_pose *clavicle, swv_pose *scapula, swv_limb_bones *arm)
{
    if (!limb || !posture || !clavicle || !scapula || !arm)
        return SWV_NULL;
    if (!swvi_vec3_is_finite(posture->gh))
        return SWV_BAD_POSTURE;
    swv_pose       at_sc, at_ac;
    swv_limb_bones bones;
    swv_status     status = swv_girdle_frames(limb, posture->girdle, &at_sc, &at_ac);
    if (status == SWV_OK)
        status = swv_limb_frames(&limb->arm, &posture->arm, twist_weight, &bones);
    if (status != SWV_OK)
        return status;
    const swv_vec3  gh = swv_pose_apply(at_ac, swvi_on_side(limb->arm.side, limb->girdle.scapula));
    swv_pose *const poses[5] = { &bones.upper, &bones.lower, &bones.lower_mid, &bones.lower_far, &bones.end };
    for (int i = 0; i < 5; ++i)
        poses[i]->position = swv_vec3_add(gh, poses[i]->position);
    *clavicle = at_sc;
    *scapula = at_ac;
    *arm = bones;
    return SWV_OK;
}

swv_status swv_upper_limb_rest(const swv_upper_limb *limb, double girdle[SWV_GIRDLE_ANGLES], swv_vec3 *gh)
{
    if (!limb || !girdle || !gh)
        return SWV_NULL;
    const swv_status status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    const swv_vec3       below = { 0.0, 0.0, -1.0 };
    double               angles[SWV_GIRDLE_ANGLES];
    swvi_girdle          g;
    swvi_girdle_turns    turns;
    swvi_girdle_place    place;
    swvi_shoulder_motion motion;
    swvi_girdle_prepare(limb, 0.0, 0.0, 0.0, below, &g);
    if (!swvi_girdle_place_at(&g, &SWVI_HANGING, 0.0, angles, &turns, &place, &motion))
        return SWV_NOT_FINITE;
    angles[SWV_CLAVICLE_ROTATION] = swvi_clavicle_rotation(&g, &SWVI_HANGING, &turns);
    memcpy(girdle, angles, sizeof angles);
    const double reach = limb->arm.upper + limb->arm.lower, side = limb->arm.side == SWV_LEFT ? -reach : reach;
    *gh = (swv_vec3){ side * place.gh.x, reach * place.gh.y, reach * place.gh.z };
    return SWV_OK;
}
