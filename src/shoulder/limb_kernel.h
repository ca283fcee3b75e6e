// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SHOULDER_LIMB_KERNEL_H
#define SWIVEL_SHOULDER_LIMB_KERNEL_H

#include <math.h>
#include <stdbool.h>

#include "limb/arm_kernels.h"
#include "swivel/geometry.h"

// Girdle and arm together: one step of Newton's method towards the posture in which the clavicle and the scapula are
// where the humerus wants them, and the humerus where the hand and the girdle want it. One text for scalar code and
// vector lanes: straight-line arithmetic, selects instead of branches.
//
// Given     wrist E from the sternoclavicular joint, swivel sigma, lengths L1, L2, the girdle's place GH(h, y) and its
//           derivatives, where h is the direction of the humerus and y the part of the girdle's yield in use
// Find      h and y with   |E - GH - L1 h| = L2                  (1) the forearm fits
//                          h . Y(n) = 0,  h . m(n) > 0           (2) the elbow is at its swivel
//                          y = (1 - h.m/s0)^2 if h.m < s0, or 0  (3) the girdle yields as the arm straightens
//           p = E - GH, d = |p|, n = p/d; u(n), v(n) the directions the swivel is counted from (limb/arm_kernel.h),
//           m = u cos sigma + v sin sigma towards the elbow, Y = u sin sigma - v cos sigma normal to the arm's plane
//
// Why h. The document iterates GH -> arm -> h -> rhythm -> GH. Near a straight elbow the arm turns by 1/rise for each
// step of GH, without bound, so that no iteration on GH is safe there. (1) has no such place: it is as smooth in h as the girdle.
//
// Rows      with dGH = a_t dt + a_p dp + a_y dy, t and p the elevation and plane the rhythm sees, f = p - L1 h:
//           (1) g1 = (d^2 + L1^2 - L2^2)/2 - L1 p.h      dg1 = -f.dGH - L1 p.dh
//           (2) g2 = W h.Y, W = |w| the length of what u is made from, zero where the swivel has no direction. With it
//               (2) is smooth there too. dn = -(dGH - n n.dGH)/d, dY = -(Y.dn) n + (K.dn)/W m, dW = U.dn, so that
//               dg2 = W Y.dh + l.dGH,  l = (W (h.n) Y - (h.m) K - (h.Y) U)/d,  K = nz v + b u, U = nz u - b v.
//               Down: w = (nx, ny) as a direction, b = 0.
//               Smooth: w = (nz ax, nz ay, -(ax nx + ay ny)), a = n - t, b = (a.v) uz - (a.u) vz
//           (3) dy = k (q + y' r.dh), q what is missing in (3), r = m + (h.n)/d ((m.a_t) t' + (m.a_p) p'),
//               k = 1/(1 - y' (h.n)/d m.a_y)
// Step      with rows r1, r2 of (1), (2): dh = z + tau q, normal to h. z is the shortest that mends (2), along
//           h x (r2 x h); q = r2 x h leaves (2) alone. Along q (1) is g1 + b tau + c tau^2/2, b = r1.q and c = L1 p.h q.q
//           less the yield's (the girdle's own bow is small). tau is its larger root, the elbow bent further: the
//           smaller one is the mirror image through the straight arm. Without a root it is where (1) is least, -b/c:
//           the forearm does not reach, and misses by least. The elbow stays on its side, h.m >= 0
//
// Degenerate    d = 0: n forward, as in the closed form. c <= 0, an elbow folded far: Newton's own step. q = 0: no step

// ---- what the rhythm sees of the humerus ----

/// Elevation and plane of the humerus, continued where they have no meaning, and their gradients on the sphere.
///
/// Near the vertical the plane of elevation is not defined, and the elevation has a tip: within SWVI_POLE of it, with
/// x = distance/SWVI_POLE, the distance counts as SWVI_POLE x^2 (2 - x) and the plane fades to its middle as
/// x^2 (3 - 2 x). More than SWVI_PLANE_RANGE from its middle the plane turns back, to meet itself opposite the middle,
/// behind the back. Both are smooth, and where a humerus can be away from the vertical they change nothing.
typedef struct swvi_humerus {
    double   elevation, plane;
    swv_vec3 by_elevation, by_plane;
} swvi_humerus;

#define SWVI_POLE         0.34906585039886590  // 20 degrees
#define SWVI_PLANE_MIDDLE 0.78539816339744831  // 45 degrees: the scapula's own plane, about
#define SWVI_PLANE_RANGE  1.91986217719376253  // 110 degrees
#define SWVI_PLANE_BACK   (SWVI_PI - SWVI_PLANE_RANGE)

SWV_INLINE swvi_humerus swvi_humerus_of(swv_vec3 h)
{
    const double s_squared = h.x * h.x + h.y * h.y;
    const bool   is_pole = !(s_squared > 1e-280);
    const double s = sqrt(s_squared), inverse = 1.0 / (is_pole ? 1.0 : s);
    const double cx = is_pole ? 1.0 : h.x * inverse, cy = is_pole ? 0.0 : h.y * inverse;
    const double elevation = swvi_angle(s, -h.z), plane = swvi_angle(is_pole ? 0.0 : h.y, is_pole ? 1.0 : h.x);

    const bool   is_up = h.z > 0.0;
    const double from_pole = is_up ? SWVI_PI - elevation : elevation;
    const double x = from_pole < SWVI_POLE ? from_pole * (1.0 / SWVI_POLE) : 1.0;
    const double bent = SWVI_POLE * (x * x) * (2.0 - x), slope = x * (4.0 - 3.0 * x);
    const double fade = (x * x) * (3.0 - 2.0 * x);
    const double fade_slope = (is_up ? -6.0 / SWVI_POLE : 6.0 / SWVI_POLE) * (x * (1.0 - x));

    const double far = plane - SWVI_PLANE_MIDDLE, away = far < -SWVI_PI ? far + 2.0 * SWVI_PI : far;
    const double beyond = fabs(away) - SWVI_PLANE_RANGE, t = beyond > 0.0 ? beyond * (1.0 / SWVI_PLANE_BACK) : 0.0;
    // The cubic with value R and slope 1 at t = 0, value 0 and slope -3/2 R/back at t = 1.
    const double c2 = -1.5 * SWVI_PLANE_RANGE - 2.0 * SWVI_PLANE_BACK, c3 = 0.5 * SWVI_PLANE_RANGE + SWVI_PLANE_BACK;
    const double back = SWVI_PLANE_RANGE + t * (SWVI_PLANE_BACK + t * (c2 + t * c3));
    const double back_slope = 1.0 + t * (2.0 * c2 + 3.0 * c3 * t) * (1.0 / SWVI_PLANE_BACK);
    const double offset = beyond > 0.0 ? copysign(back, away) : away;
    const double turn = fade * back_slope * inverse, lift = fade_slope * offset;

    const swv_vec3     up = { -h.z * cx, -h.z * cy, s };
    const swvi_humerus result = {
        .elevation = x < 1.0 ? (is_up ? SWVI_PI - bent : bent) : elevation,
        .plane = SWVI_PLANE_MIDDLE + fade * offset,
        .by_elevation = { slope * up.x, slope * up.y, slope * up.z },
        .by_plane = { lift * up.x - turn * cy, lift * up.y + turn * cx, lift * up.z },
    };
    return result;
}

// ---- the girdle's angles ----

/// One angle of the girdle: c0 + c1 t + c2 p + c3 t^2 + c4 t p + what the yield gives, inside its limits.
typedef struct swvi_girdle_line {
    double c0, c1, c2, c3, c4;
    double low, high;                   ///< where the angle begins to come to rest: w inside the limits
    double lower, upper;                ///< the limits
    double softness, inverse_softness;  ///< 2 w; 1 over it, 0 if there is no room between the limits
} swvi_girdle_line;

/// From w before a limit to w beyond it the angle takes on the limit, its slope falling from 1 to 0.
SWV_INLINE double swvi_within_limits(const swvi_girdle_line *l, double x, double *slope)
{
    const double low = l->low, high = l->high, lower = l->lower, upper = l->upper;
    const bool   is_high = x > high, is_low = x < low;
    const double above = is_high ? x - high : 0.0, beyond = is_low ? low - x : above;
    const double part = beyond * l->inverse_softness, e = part < 1.0 ? part : 1.0;
    const double inside = l->softness * (0.5 - (e - 0.5 * e * e));
    *slope = 1.0 - e;
    const double free = is_high ? upper - inside : x;
    return is_low ? lower + inside : free;
}

/// The angle, and its slopes by elevation, plane and yield. `is_free`: no limits, no yield.
SWV_INLINE double swvi_girdle_angle(const swvi_girdle_line *l, double t, double p, double give, double y, bool is_free,
                                    double *by_t, double *by_p, double *by_y)
{
    const double wanted = (l->c0 + t * (l->c1 + t * l->c3)) + p * (l->c2 + t * l->c4);
    if (is_free) {
        *by_t = (l->c1 + 2.0 * l->c3 * t) + l->c4 * p;
        *by_p = l->c2 + l->c4 * t;
        *by_y = 0.0;
        return wanted;
    }
    const double x = wanted + y * give;
    double       slope;
    const double angle = swvi_within_limits(l, x, &slope);
    *by_t = slope * ((l->c1 + 2.0 * l->c3 * t) + l->c4 * p);
    *by_p = slope * (l->c2 + l->c4 * t);
    *by_y = slope * give;
    return angle;
}

/// How the scapula follows a clavicle moved by hand or by the yield: the document's equation 2.
#define SWVI_FOLLOW_SE(ce, cp) (0.899 * (ce)-0.260 * (cp))
#define SWVI_FOLLOW_SP(ce, cp) (0.392 * (ce) + 0.778 * (cp))
#define SWVI_FOLLOW_ST(ce, cp) (-0.218 * (ce)-0.274 * (cp))

// ---- the girdle's place ----

/// Sines and cosines of the girdle's angles.
typedef struct swvi_girdle_turns {
    double sin_ce, cos_ce, sin_cp, cos_cp;                  ///< clavicle: elevation, protraction
    double sin_se, cos_se, sin_sp, cos_sp, sin_st, cos_st;  ///< scapula: elevation, protraction, tilt
} swvi_girdle_turns;

/// AC = Rz(cp) Ry(-ce) (clavicle, 0, 0), GH = AC + Rz(sp) Ry(-se) Rx(st) scapula, and how GH moves with each angle.
typedef struct swvi_girdle_place {
    swv_vec3 ac, gh, by_ce, by_cp, by_se, by_sp, by_st;
} swvi_girdle_place;

SWV_INLINE swvi_girdle_place swvi_girdle_place_of(const swvi_girdle_turns *a, double clavicle, swv_vec3 scapula)
{
    const double   flat = clavicle * a->cos_ce, high = clavicle * a->sin_ce;
    const swv_vec3 ac = { flat * a->cos_cp, flat * a->sin_cp, high };
    const double   b = scapula.y * a->cos_st - scapula.z * a->sin_st, c = scapula.y * a->sin_st + scapula.z * a->cos_st;
    const double   x = scapula.x * a->cos_se - c * a->sin_se, z = scapula.x * a->sin_se + c * a->cos_se;
    const swv_vec3 glenoid = { x * a->cos_sp - b * a->sin_sp, x * a->sin_sp + b * a->cos_sp, z };
    const double   tilt = -b * a->sin_se;
    const swvi_girdle_place place = {
        .ac = ac,
        .gh = { ac.x + glenoid.x, ac.y + glenoid.y, ac.z + glenoid.z },
        .by_ce = { -high * a->cos_cp, -high * a->sin_cp, flat },
        .by_cp = { -ac.y, ac.x, 0.0 },
        .by_se = { -z * a->cos_sp, -z * a->sin_sp, x },
        .by_sp = { -glenoid.y, glenoid.x, 0.0 },
        .by_st = { tilt * a->cos_sp + c * a->sin_sp, tilt * a->sin_sp - c * a->cos_sp, b * a->cos_se },
    };
    return place;
}

/// The same direction for all angles at once, each moving at its rate.
SWV_INLINE swv_vec3 swvi_girdle_moved(const swvi_girdle_place *g, double ce, double cp, double se, double sp, double st)
{
    const swv_vec3 r = {
        ((ce * g->by_ce.x + cp * g->by_cp.x) + (se * g->by_se.x + sp * g->by_sp.x)) + st * g->by_st.x,
        ((ce * g->by_ce.y + cp * g->by_cp.y) + (se * g->by_se.y + sp * g->by_sp.y)) + st * g->by_st.y,
        (ce * g->by_ce.z + se * g->by_se.z) + st * g->by_st.z,
    };
    return r;
}

// ---- the step ----

/// GH and how it moves with the elevation and plane the rhythm sees, and with the yield.
typedef struct swvi_shoulder_motion {
    swv_vec3 gh, by_elevation, by_plane, by_yield;
} swvi_shoulder_motion;

/// GH for a humerus that points at the wrist, about: where a solve begins that knows nothing better. From the girdle with
/// the arm hanging, along its derivatives; a level humerus is half way up.
SWV_INLINE swv_vec3 swvi_girdle_guess(const swvi_shoulder_motion *hanging, swv_vec3 wrist)
{
    const swv_vec3 p = swv_vec3_sub(wrist, hanging->gh);
    const double   d_squared = swv_vec3_dot(p, p), inverse = 1.0 / sqrt(d_squared > 1e-30 ? d_squared : 1e-30);
    const double   t = (0.5 * SWVI_PI) * (1.0 + inverse * p.z), q = 0.70710678118654752 * (inverse * (p.y - p.x));
    const swv_vec3 gh = { hanging->gh.x + (t * hanging->by_elevation.x + q * hanging->by_plane.x),
                          hanging->gh.y + (t * hanging->by_elevation.y + q * hanging->by_plane.y),
                          hanging->gh.z + (t * hanging->by_elevation.z + q * hanging->by_plane.z) };
    return gh;
}

typedef struct swvi_limb_step {
    swv_vec3 dh;  ///< normal to h
    double   dy;
    double   change_squared;  ///< how far GH moves by it
    double   is_short;  ///< not 0: (1) has no root; the forearm does not reach, the step goes where it misses least
    double   rise;      ///< h . m: sine of the angle between upper arm and the line to the wrist
    swv_vec3 n, m;      ///< along the line from GH to the wrist; from it towards the elbow
} swvi_limb_step;

/// The line from GH to the wrist: what (1) and (3) of limb/arm_kernel.h say of it, less what a step does not need.
typedef struct swvi_wrist_line {
    swv_vec3 n, u, v;
    double   inverse_d;
    double   w;  ///< the length of what u is made from
} swvi_wrist_line;

SWV_INLINE swvi_wrist_line swvi_wrist_line_of(swv_vec3 p, bool is_smooth)
{
    const double   h_squared = p.x * p.x + p.y * p.y, d_squared = h_squared + p.z * p.z;
    const bool     is_here = !(d_squared > 1e-30), is_pole = !(h_squared > 1e-32 * d_squared);
    const double   d = sqrt(is_here ? 1.0 : d_squared), h = is_pole ? 1.0 : sqrt(h_squared);
    const double   both = 1.0 / (d * h), inverse_d = both * h, inverse_h = both * d;
    const swv_vec3 n = { is_here ? 0.0 : inverse_d * p.x, is_here ? 1.0 : inverse_d * p.y,
                         is_here ? 0.0 : inverse_d * p.z };
    swvi_wrist_line l;
    l.n = n;
    l.inverse_d = inverse_d;
    if (is_smooth) {
        const double   ax = n.x + 0.70710678118654752, ay = n.y + 0.70710678118654752;  // n - t
        const double   tx = n.z * ax, ty = n.z * ay, tz = -(ax * n.x + ay * n.y);
        const double   w_squared = (tx * tx + ty * ty) + tz * tz, w = sqrt(w_squared);
        const bool     is_away = w_squared > 1e-280;
        const double   inverse_w = 1.0 / (is_away ? w : 1.0);
        const swv_vec3 u = { is_away ? tx * inverse_w : 0.0, is_away ? ty * inverse_w : 0.0,
                             is_away ? tz * inverse_w : -1.0 };
        l.u = u;
        l.v = swv_vec3_cross(n, u);
        l.w = w;
    } else {
        const double   c = is_pole ? 1.0 : inverse_h * p.x, s = is_pole ? 0.0 : inverse_h * p.y;
        const double   flat = is_pole ? 0.0 : h * inverse_d;
        const swv_vec3 u = { c * n.z, s * n.z, -flat }, v = { -s, c, 0.0 };
        l.u = u;
        l.v = v;
        l.w = flat;
    }
    return l;
}

#define SWVI_YIELD_BEGINS 0.35  // s0, an elbow flexed by some 36 degrees

/// (3) and its slope.
SWV_INLINE double swvi_yield_wanted(double rise, double *slope, double *bow)
{
    const double part = 1.0 - rise * (1.0 / SWVI_YIELD_BEGINS), left = part > 0.0 ? part : 0.0;
    const double most = left < 1.0 ? left : 1.0, beyond = left - most;
    const double bent = left > 0.0 ? 2.0 / (SWVI_YIELD_BEGINS * SWVI_YIELD_BEGINS) : 0.0;
    *slope = (-2.0 / SWVI_YIELD_BEGINS) * most;
    *bow = beyond > 0.0 ? 0.0 : bent;
    return most * most + 2.0 * beyond;
}

/// `yields` false: the girdle has no yield, and y is not looked at.
SWV_INLINE swvi_limb_step swvi_limb_step_of(const swvi_humerus *seen, const swvi_shoulder_motion *g, swv_vec3 h,
                                            double y, swv_vec3 wrist, double cos_swivel, double sin_swivel,
                                            double upper_arm, double forearm, bool is_smooth, bool yields)
{
    swvi_limb_step        s;
    const swv_vec3        p = swv_vec3_sub(wrist, g->gh), t1 = seen->by_elevation, p1 = seen->by_plane;
    const swvi_wrist_line line = swvi_wrist_line_of(p, is_smooth);
    const swv_vec3        n = line.n, u = line.u, v = line.v;
    const double          w = line.w, along = swv_vec3_dot(h, n);
    const double          hu = swv_vec3_dot(h, u), hv = swv_vec3_dot(h, v);
    const double          rise = cos_swivel * hu + sin_swivel * hv, off = sin_swivel * hu - cos_swivel * hv;
    const swv_vec3        m = swv_vec3_add(swv_vec3_scale(cos_swivel, u), swv_vec3_scale(sin_swivel, v));
    // How GH moves along u and v with elevation, plane and yield.
    const double u_t = swv_vec3_dot(u, g->by_elevation), v_t = swv_vec3_dot(v, g->by_elevation);
    const double u_p = swv_vec3_dot(u, g->by_plane), v_p = swv_vec3_dot(v, g->by_plane);
    const double u_y = yields ? swv_vec3_dot(u, g->by_yield) : 0.0, v_y = yields ? swv_vec3_dot(v, g->by_yield) : 0.0;

    // (3)
    const double lever = along * line.inverse_d;
    const double m_t = lever * (cos_swivel * u_t + sin_swivel * v_t),
                 m_p = lever * (cos_swivel * u_p + sin_swivel * v_p);
    const swv_vec3 r = { m.x + (m_t * t1.x + m_p * p1.x), m.y + (m_t * t1.y + m_p * p1.y),
                         m.z + (m_t * t1.z + m_p * p1.z) };
    double         yield_slope = 0.0, yield_bow = 0.0, k = 1.0, dy_constant = 0.0;
    if (yields) {
        const double missing = swvi_yield_wanted(rise, &yield_slope, &yield_bow) - y;
        k = 1.0 / (1.0 - yield_slope * (lever * (cos_swivel * u_y + sin_swivel * v_y)));
        dy_constant = k * missing;
    }
    const double dy_slope = k * yield_slope;

    // (1)
    const swv_vec3 f = swv_vec3_sub(p, swv_vec3_scale(upper_arm, h));
    const double   f_t = swv_vec3_dot(f, g->by_elevation), f_p = swv_vec3_dot(f, g->by_plane);
    const double   f_y = yields ? swv_vec3_dot(f, g->by_yield) : 0.0;
    double         g1 = 0.5 * (swv_vec3_dot(f, f) - forearm * forearm);
    swv_vec3 r1 = { -((f_t * t1.x + f_p * p1.x) + upper_arm * p.x), -((f_t * t1.y + f_p * p1.y) + upper_arm * p.y),
                    -((f_t * t1.z + f_p * p1.z) + upper_arm * p.z) };
    if (yields) {
        g1 -= f_y * dy_constant;
        r1 = swv_vec3_sub(r1, swv_vec3_scale(f_y * dy_slope, r));
    }

    // (2)
    double bend = 0.0;
    if (is_smooth) {
        const double ax = n.x + 0.70710678118654752, ay = n.y + 0.70710678118654752;
        bend = ((ax * v.x + ay * v.y) + n.z * v.z) * u.z - ((ax * u.x + ay * u.y) + n.z * u.z) * v.z;
    }
    const double l_u = line.inverse_d * ((w * along) * sin_swivel - (rise * bend + off * n.z));
    const double l_v = line.inverse_d * (off * bend - rise * n.z - (w * along) * cos_swivel);
    const double l_t = l_u * u_t + l_v * v_t, l_p = l_u * u_p + l_v * v_p, w_u = w * sin_swivel, w_v = w * cos_swivel;
    double       g2 = w * off;
    swv_vec3     r2 = { (w_u * u.x - w_v * v.x) + (l_t * t1.x + l_p * p1.x),
                        (w_u * u.y - w_v * v.y) + (l_t * t1.y + l_p * p1.y),
                        (w_u * u.z - w_v * v.z) + (l_t * t1.z + l_p * p1.z) };
    if (yields) {
        const double l_y = l_u * u_y + l_v * v_y;
        g2 += l_y * dy_constant;
        r2 = swv_vec3_add(r2, swv_vec3_scale(l_y * dy_slope, r));
    }

    // (2) by the shortest way; then along q, which leaves (2) alone, by the second-order form of (1): its larger root,
    // or where it is least. The elbow never goes through the straight arm.
    const swv_vec3 r2h = swv_vec3_cross(r2, h), r2t = swv_vec3_cross(h, r2h);
    const double   q_squared = swv_vec3_dot(r2h, r2h);
    const swv_vec3 z = swv_vec3_scale(-g2 / (q_squared > 1e-200 ? q_squared : 1e200), r2t);
    const double   g1_left = g1 + swv_vec3_dot(r1, z), rise_left = rise + swv_vec3_dot(r, z);
    const double   towards = along * swv_vec3_dot(m, r2h) < rise * swv_vec3_dot(n, r2h) ? -1.0 : 1.0;  // opening
    const double   b = towards * swv_vec3_dot(r1, r2h), opening = towards * swv_vec3_dot(r, r2h);
    const double   straight_bow = upper_arm * swv_vec3_dot(p, h) * q_squared;
    const double   bowed = yields ? straight_bow - (f_y * k) * yield_bow * (opening * opening) : straight_bow;
    const double   bow = bowed > 0.0 ? bowed : 0.0;
    const double   disc = b * b - 2.0 * bow * g1_left, root = sqrt(disc > 0.0 ? disc : 0.0);
    const double   far = bow > 0.0 ? root - b : -2.0 * g1_left, far_by = bow > 0.0 ? bow : b + copysign(root, b);
    const double   outer = b > 0.0 ? -2.0 * g1_left : far, outer_by = b > 0.0 ? b + root : far_by;
    const double   over = disc > 0.0 ? outer : -b, by = disc > 0.0 ? outer_by : bow;
    const double   wanted = over / (fabs(by) > 1e-280 ? by : 1e300);
    const double   least_open = -rise_left / (opening > 1e-280 ? opening : 1e-280);
    const double   least_here = along > 0.0 ? least_open : -1e300, least = opening > 1e-280 ? least_here : -1e300;
    const double   tau = towards * (wanted > least ? wanted : least);
    s.dh = swv_vec3_add(swv_vec3_scale(tau, r2h), z);
    const double is_vertex = bow > 0.0 ? (disc > 0.0 ? 0.0 : 1.0) : 0.0;
    const double is_straight = wanted > least ? 0.0 : (g1_left > 0.0 ? 1.0 : 0.0);
    s.is_short = is_vertex + is_straight;
    const double dt = swv_vec3_dot(t1, s.dh), dp = swv_vec3_dot(p1, s.dh);
    swv_vec3     dgh = { dt * g->by_elevation.x + dp * g->by_plane.x, dt * g->by_elevation.y + dp * g->by_plane.y,
                         dt * g->by_elevation.z + dp * g->by_plane.z };
    s.dy = 0.0;
    if (yields) {
        s.dy = dy_constant + dy_slope * swv_vec3_dot(r, s.dh);
        dgh = swv_vec3_add(dgh, swv_vec3_scale(s.dy, g->by_yield));
    }
    s.change_squared = swv_vec3_dot(dgh, dgh);
    s.rise = rise;
    s.n = n;
    s.m = m;
    return s;
}

#endif
