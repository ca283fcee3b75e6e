// SPDX-License-Identifier: MIT
// The method of Ascione and others, untouched: their iteration (iteration_kernel.h) in double or single precision, and its angles by their names.
//
// Given     a goal (the wrist, the swivel, what the shoulder moves by itself), a limb, where GH was
// Find      the posture that equations 1 and 2 and the closed form of the arm agree on
//
// (1) scale   lengths in parts of the arm's, a left limb mirrored; equation 2's share of theta_M and phi_M put into the rows
// (2) iterate until GH moves by less than the tolerance
// (3) arm     from the last GH once more, so that bones keep their length and the wrist is exact
// (4) angles  bones along x: phi = atan2(hy, hx), theta = -asin hz, f' = (Rz Ry)' f of the forearm f, q4 = acos f'x, psi = atan2(f'y, -f'z)
//
// This work is based on:
// Ascione, Laccetti, Lapegna, Romano. A real-time method for manipulating a realistic human upper limb (sections 3, 4)
#include <math.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "shoulder/girdle_internal.h"
#include "swivel/trig.h"
#include "swivel_papers/girdle.h"

#define REAL         double
#define KERNEL(name) name
#define ROUNDING     0x1p-53
#include "ascione/iteration_kernel.h"

#define REAL         float
#define KERNEL(name) name##f
#define ROUNDING     0x1p-24f
#include "ascione/iteration_kernel.h"

static swv_status check_limb(const swv_upper_limb *limb)
{
    const swv_status status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    if (limb->girdle.rhythm.function)
        return SWV_BAD_MODEL;
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i)
        if (limb->girdle.rhythm.coefficients[i][3] != 0.0 || limb->girdle.rhythm.coefficients[i][4] != 0.0)
            return SWV_BAD_MODEL;
    return SWV_OK;
}

static bool is_goal(const swv_upper_limb_goal *goal)
{
    return swvi_is_girdle_goal(goal) && swvi_vec3_is_finite(goal->arm.end.position) &&
           swvi_is_finite(goal->arm.swivel) && goal->arm.is_position_only && goal->arm.elbow == SWV_ELBOW_SWIVEL;
}

static bool are_options(const swv_ascione_options *o)
{
    return !o || (swvi_is_finite(o->tolerance) && o->tolerance >= 0.0 && o->max_iterations >= 0);
}

// (1)
static swvi_ascione_goal make_goal(const swv_upper_limb *limb, const swv_upper_limb_goal *goal)
{
    const double      inverse = 1.0 / (limb->arm.upper + limb->arm.lower);
    const double      m = limb->arm.upper * inverse, n = limb->arm.lower * inverse;
    const swv_vec3    wrist = swv_vec3_scale(inverse, swvi_on_side(limb->arm.side, goal->arm.end.position));
    const double      ce = goal->shoulder_elevation, cp = goal->shoulder_protraction;
    const double      moved[5] = { ce, cp, swvi_follow_se(ce, cp), swvi_follow_sp(ce, cp), swvi_follow_st(ce, cp) };
    swvi_ascione_goal r = { .wrist = { wrist.x, wrist.y, wrist.z },
                            .nearest = fabs(m - n),
                            .farthest = m + n,
                            .squares = m * m - n * n,
                            .twice = 2.0 * m,
                            .clavicle = limb->girdle.clavicle * inverse,
                            .scapula = { limb->girdle.scapula.x * inverse, limb->girdle.scapula.y * inverse,
                                         limb->girdle.scapula.z * inverse } };
    swv_sincos(goal->arm.swivel, &r.sin_swivel, &r.cos_swivel);
    for (int i = 0; i < 5; ++i) {
        const double *c = limb->girdle.rhythm.coefficients[i];
        r.rows[i][0] = c[0] + goal->raising * c[5] + moved[i];
        r.rows[i][1] = c[1] + goal->raising * c[6];
        r.rows[i][2] = c[2];
    }
    return r;
}

// The same loop in float. from: arm lengths, of a right limb.
static int run_in_single(const swvi_ascione_goal *r, const double from[3], double tolerance, int most,
                         swvi_ascione_step *s, bool *settled)
{
    swvi_ascione_goalf g = { .cos_swivel = (float)r->cos_swivel,
                             .sin_swivel = (float)r->sin_swivel,
                             .nearest = (float)r->nearest,
                             .farthest = (float)r->farthest,
                             .squares = (float)r->squares,
                             .twice = (float)r->twice,
                             .clavicle = (float)r->clavicle };
    swvi_ascione_stepf t = { .change = 0.0f };
    float              gh[3];
    for (int i = 0; i < 3; ++i) {
        g.wrist[i] = (float)r->wrist[i];
        g.scapula[i] = (float)r->scapula[i];
        gh[i] = (float)from[i];
    }
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < 3; ++k)
            g.rows[i][k] = (float)r->rows[i][k];
    const int iterations = swvi_ascione_runf(&g, gh, (float)tolerance, most, &t, settled);
    for (int i = 0; i < 3; ++i) {
        s->humerus[i] = (double)t.humerus[i];
        s->ac[i] = (double)t.ac[i];
        s->gh[i] = (double)t.gh[i];
    }
    for (int i = 0; i < 5; ++i)
        s->angles[i] = (double)t.angles[i];
    s->elevation = (double)t.elevation;
    s->plane = (double)t.plane;
    s->change = (double)t.change;
    return iterations;
}

// (4) of a unit humerus and forearm.
static void angles_of(swv_vec3 h, swv_vec3 f, double q[4])
{
    const double level = sqrt(h.x * h.x + h.y * h.y);
    const double c = level > 0.0 ? h.x / level : 1.0, s = level > 0.0 ? h.y / level : 0.0;
    const double ahead = c * f.x + s * f.y, x = level * ahead + h.z * f.z;
    const double y = c * f.y - s * f.x, z = level * f.z - h.z * ahead;
    q[0] = swv_atan2(y, -z);
    q[1] = swv_atan2(s, c);
    q[2] = swv_atan2(-h.z, level);
    q[3] = swv_atan2(sqrt(y * y + z * z), x);
}

static swv_vec3 vector_of(const double v[3])
{
    return (swv_vec3){ v[0], v[1], v[2] };
}

// (3) Lengths in parts of the arm's become the limb's, on its side.
static swv_ascione_posture posture_of(const swv_upper_limb *limb, const swvi_ascione_goal *r,
                                      const swvi_ascione_step *s)
{
    const double        reach = limb->arm.upper + limb->arm.lower;
    const swv_vec3      ac = swv_vec3_scale(reach, vector_of(s->ac)), gh = swv_vec3_scale(reach, vector_of(s->gh));
    double              humerus[3];
    swv_ascione_posture p = { .elevation = s->elevation, .plane = s->plane };
    swvi_ascione_elbow(r, s->gh, humerus);
    const swv_vec3 h = vector_of(humerus), elbow = swv_vec3_add(gh, swv_vec3_scale(limb->arm.upper, h));
    const swv_vec3 f = swv_vec3_normalize(swv_vec3_sub(swv_vec3_scale(reach, vector_of(r->wrist)), elbow));
    const swv_vec3 wrist = swv_vec3_add(elbow, swv_vec3_scale(limb->arm.lower, f));
    angles_of(h, f, p.q);
    for (int i = 0; i < 5; ++i)
        p.p[i] = s->angles[i];
    p.ac = swvi_on_side(limb->arm.side, ac);
    p.gh = swvi_on_side(limb->arm.side, gh);
    p.elbow = swvi_on_side(limb->arm.side, elbow);
    p.wrist = swvi_on_side(limb->arm.side, wrist);
    return p;
}

static swv_outcome outcome_of(const swvi_ascione_goal *r, const swvi_ascione_step *s, bool settled)
{
    // A millionth of a millionth of the reach: rounding of a whole solve (docs/conventions.md).
    const double distance = swv_vec3_length(swv_vec3_sub(vector_of(r->wrist), vector_of(s->gh))), rounding = 1e-12;
    if (!settled)
        return SWV_UNSETTLED;
    return distance > r->farthest + rounding  ? SWV_OUT_OF_REACH
           : distance < r->nearest - rounding ? SWV_TOO_NEAR
                                              : SWV_REACHED;
}

swv_status swv_ascione_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, const swv_vec3 *gh,
                             const swv_ascione_options *options, swv_ascione_posture *posture,
                             swv_upper_limb_report *report)
{
    if (!limb || !goal || !posture)
        return SWV_NULL;
    const swv_status status = check_limb(limb);
    if (status != SWV_OK)
        return status;
    if (!is_goal(goal))
        return SWV_BAD_GOAL;
    if (gh && !swvi_vec3_is_finite(*gh))
        return SWV_BAD_POSTURE;
    if (!are_options(options))
        return SWV_BAD_OPTIONS;

    const double            reach = limb->arm.upper + limb->arm.lower;
    const swvi_ascione_goal r = make_goal(limb, goal);
    const double            tolerance = options ? options->tolerance / reach : 0.0;
    const int               most = options && options->max_iterations > 0 ? options->max_iterations : 50;
    swvi_ascione_step       s = { .humerus = { 0.0, 0.0, -1.0 } };
    bool                    settled;
    if (gh) {
        const swv_vec3 at = swv_vec3_scale(1.0 / reach, swvi_on_side(limb->arm.side, *gh));
        s.gh[0] = at.x;
        s.gh[1] = at.y;
        s.gh[2] = at.z;
    } else {
        swvi_ascione_shoulder(&r, &s);
    }
    const double from[3] = { s.gh[0], s.gh[1], s.gh[2] };
    const int    iterations = options && options->is_single ? run_in_single(&r, from, tolerance, most, &s, &settled)
                                                            : swvi_ascione_run(&r, from, tolerance, most, &s, &settled);

    const swv_ascione_posture found = posture_of(limb, &r, &s);
    *posture = found;
    if (report)
        *report = (swv_upper_limb_report){
            .outcome = outcome_of(&r, &s, settled),
            .wished = goal->arm.swivel,
            .position_error = swv_vec3_length(swv_vec3_sub(found.wrist, goal->arm.end.position)),
            .gh_error = reach * s.change,
            .iterations = iterations,
        };
    return SWV_OK;
}

// ---- contraction ----

// girdle.md, "Where it contracts": d GH(k+1) / d GH(k) = A B. B takes a step of GH to the rotation of the humerus, A takes that to the next step.
//
// n along p = E - GH, d = |p|, m from n towards the elbow, w = n x m; alpha at GH, gamma at the wrist; v level and normal to n, Theta from z to n. With
// e1 = cos alpha m - sin alpha n, which is minus the side the forearm bends to, and e2 = w
//     e1 . dh = (cot gamma n - m) . dGH / d
//     e2 . dh = -(cos alpha w + sin alpha cot Theta v) . dGH / d
// and A e = (up . e) a_t + (east . e) a_p / sin t, a_t and a_p how GH moves with elevation and plane.

/// The arm at this humerus: unit vectors in the trunk's axes.
typedef struct arm_frame {
    swv_vec3 up, east, e1, e2;
    double   sin_elevation;
    swv_vec3 b1, b2;    ///< rows of B, one over arm lengths
    bool     is_level;  ///< n is not vertical
} arm_frame;

static arm_frame frame_of(const swv_limb *arm, double elevation, double plane, double bend, double roll)
{
    double st, ct, sp, cp, sb, cb, sr, cr;
    swv_sincos(elevation, &st, &ct);
    swv_sincos(plane, &sp, &cp);
    swv_sincos(bend, &sb, &cb);
    swv_sincos(roll, &sr, &cr);
    const swv_vec3 h = { st * cp, st * sp, -ct }, up = { ct * cp, ct * sp, st }, east = { -sp, cp, 0.0 };
    const swv_vec3 side = swv_vec3_add(swv_vec3_scale(cr, up), swv_vec3_scale(sr, east));
    const double   along = arm->upper + arm->lower * cb, across = arm->lower * sb;
    const double   d = sqrt(along * along + across * across), cos_alpha = along / d, sin_alpha = across / d;
    const swv_vec3 n = swv_vec3_add(swv_vec3_scale(cos_alpha, h), swv_vec3_scale(sin_alpha, side));
    const swv_vec3 m = swv_vec3_sub(swv_vec3_scale(sin_alpha, h), swv_vec3_scale(cos_alpha, side));
    const swv_vec3 w = swv_vec3_cross(n, m);
    const double   level = sqrt(n.x * n.x + n.y * n.y);
    const swv_vec3 v = level > 0.0 ? (swv_vec3){ -n.y / level, n.x / level, 0.0 } : (swv_vec3){ 0.0, 0.0, 0.0 };
    // gamma = bend - alpha
    const double cot_gamma = (cb * cos_alpha + sb * sin_alpha) / (sb * cos_alpha - cb * sin_alpha);
    const double turned = level > 0.0 ? sin_alpha * n.z / level : 0.0;
    return (arm_frame){
        .up = up,
        .east = east,
        .e1 = swv_vec3_scale(-1.0, side),
        .e2 = w,
        .sin_elevation = st,
        .b1 = swv_vec3_scale(1.0 / d, swv_vec3_sub(swv_vec3_scale(cot_gamma, n), m)),
        .b2 = swv_vec3_scale(-1.0 / d, swv_vec3_add(swv_vec3_scale(cos_alpha, w), swv_vec3_scale(turned, v))),
        .is_level = level > 0.0,
    };
}

// A e
static swv_vec3 moved_along(const arm_frame *f, swv_vec3 e, swv_vec3 by_t, swv_vec3 by_p)
{
    return swv_vec3_add(swv_vec3_scale(swv_vec3_dot(f->up, e), by_t),
                        swv_vec3_scale(swv_vec3_dot(f->east, e) / f->sin_elevation, by_p));
}

// Of A B, given by the columns of A and the rows of B.
static void radius_and_norm(swv_vec3 a1, swv_vec3 a2, swv_vec3 b1, swv_vec3 b2, double *radius, double *norm)
{
    // The eigenvalues of A B are those of B A, and 0.
    const double m11 = swv_vec3_dot(b1, a1), m12 = swv_vec3_dot(b1, a2);
    const double m21 = swv_vec3_dot(b2, a1), m22 = swv_vec3_dot(b2, a2);
    const double half = 0.5 * (m11 + m22), det = m11 * m22 - m12 * m21, real = half * half - det;
    // The squares of the singular values are the eigenvalues of (A'A)(B B').
    const double a11 = swv_vec3_dot(a1, a1), a12 = swv_vec3_dot(a1, a2), a22 = swv_vec3_dot(a2, a2);
    const double b11 = swv_vec3_dot(b1, b1), b12 = swv_vec3_dot(b1, b2), b22 = swv_vec3_dot(b2, b2);
    const double middle = 0.5 * (a11 * b11 + 2.0 * a12 * b12 + a22 * b22);
    const double apart = middle * middle - (a11 * a22 - a12 * a12) * (b11 * b22 - b12 * b12);
    if (radius)
        *radius = real >= 0.0 ? fabs(half) + sqrt(real) : sqrt(det);
    if (norm)
        *norm = sqrt(middle + sqrt(apart > 0.0 ? apart : 0.0));
}

swv_status swv_ascione_contraction(const swv_upper_limb *limb, double elevation, double plane, double bend, double roll,
                                   double *radius, double *norm)
{
    if (!limb)
        return SWV_NULL;
    const swv_status status = check_limb(limb);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(elevation) || !swvi_is_finite(plane) || !swvi_is_finite(bend) || !swvi_is_finite(roll))
        return SWV_NOT_FINITE;
    if (!(elevation > 0.0 && elevation < SWV_PI && bend > 0.0 && bend < SWV_PI))
        return SWV_BAD_ARGUMENT;

    const double(*c)[SWV_RHYTHM_TERMS] = limb->girdle.rhythm.coefficients;
    double angles[SWVI_PLACING_ANGLES];
    for (int i = 0; i < SWVI_PLACING_ANGLES; ++i)
        angles[i] = c[i][0] + c[i][1] * elevation + c[i][2] * plane;
    const swvi_girdle_turns turns = swvi_girdle_turns_of(angles);
    const swvi_girdle_place place = swvi_girdle_place_of(&turns, limb->girdle.clavicle, limb->girdle.scapula);
    const swv_vec3          by_t = swvi_girdle_moved(&place, c[0][1], c[1][1], c[2][1], c[3][1], c[4][1]);
    const swv_vec3          by_p = swvi_girdle_moved(&place, c[0][2], c[1][2], c[2][2], c[3][2], c[4][2]);
    const arm_frame         f = frame_of(&limb->arm, elevation, plane, bend, roll);
    if (f.is_level) {
        radius_and_norm(moved_along(&f, f.e1, by_t, by_p), moved_along(&f, f.e2, by_t, by_p), f.b1, f.b2, radius, norm);
        return SWV_OK;
    }
    if (radius)
        *radius = HUGE_VAL;
    if (norm)
        *norm = HUGE_VAL;
    return SWV_OK;
}
