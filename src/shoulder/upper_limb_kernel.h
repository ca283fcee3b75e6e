// SPDX-License-Identifier: MIT
//
// Girdle and arm together: one step of Newton's method towards the posture in which the clavicle and the scapula are
// where the humerus wants them, and the humerus where the hand and the girdle want it. One text for double and float
// (upper_limb_kernels.h), scalar code and vector lanes: straight-line arithmetic, selects instead of branches.
//
// Given     wrist E from the sternoclavicular joint, swivel sigma, lengths L1, L2, the girdle's place GH(h, y) and its
//           derivatives, where h is the direction of the humerus and y the part of the girdle's yield in use
// Find      h and y with   |E - GH - L1 h| = L2                  (1) the forearm fits
//                          h . Y(n) = 0,  h . m(n) > 0           (2) the elbow is at its swivel
//                          y = (1 - h.m/s0)^2 if h.m < s0, or 0  (3) the girdle yields as the arm straightens
//           p = E - GH, d = |p|, n = p/d; u(n), v(n) the directions the swivel is counted from (limb/elbow_kernel.h),
//           m = u cos sigma + v sin sigma towards the elbow, Y = u sin sigma - v cos sigma normal to the arm's plane
//
// Why h. Ascione and others iterate GH -> arm -> h -> rhythm -> GH. Near a straight elbow the arm turns by 1/rise for each
// step of GH, without bound, so that no iteration on GH is safe there. (1) has no such place: it is as smooth in h as the girdle.
//
// Rows      with dGH = a_t dt + a_p dp + a_y dy, t and p the elevation and plane the rhythm sees, f = p - L1 h:
//           (1) g1 = (d^2 + L1^2 - L2^2)/2 - L1 p.h      dg1 = -f.dGH - L1 p.dh
//           (2) g2 = W h.Y, W = |w| the length of what u is made from, zero where the swivel has no direction. With it
//               (2) is smooth there too. dn = -(dGH - n n.dGH)/d, dY = -(Y.dn) n + (K.dn)/W m, dW = U.dn, so that
//               dg2 = W Y.dh + l.dGH,  l = (W (h.n) Y - (h.m) K - (h.Y) U)/d,  K = nz v + b u, U = nz u - b v,
//               which are A m - B Y and B m + A Y with A = nz sin sigma + b cos sigma, B = nz cos sigma - b sin sigma.
//               Down: w = (nx, ny) as a direction, b = 0.
//               Smooth: w = (nz ax, nz ay, -(ax nx + ay ny)), a = n - t, b = (a.v) uz - (a.u) vz
//           (3) dy = k (q + y' r.dh), q what is missing in (3), r = m + (h.n)/d ((m.a_t) t' + (m.a_p) p'),
//               k = 1/(1 - y' (h.n)/d m.a_y)
// Step      in two numbers, for dh is normal to h: up and east (swvi_humerus). With rows r1, r2 of (1), (2):
//           dh = z + tau q. z is the shortest that mends (2), along r2; q, r2 turned by a right angle, leaves (2)
//           alone. Along q (1) is g1 + b tau + c tau^2/2, b = r1.q and c = L1 p.h q.q less the yield's (the girdle's own
//           bow is small). tau is its larger root, the elbow bent further: the smaller one is the mirror image through
//           the straight arm. Without a root it is where (1) is least, -b/c: the forearm does not reach, and misses by
//           least. The elbow stays on its side, h.m >= 0. Far from straight, h.m > 0.7, no mirror image is near, and if
//           b < 0 it is the girdle's doing: the smaller root then
//
// Degenerate    d = 0: n forward, as in the closed form. c <= 0, an elbow folded far: Newton's own step. q = 0: no step

// ---- what the rhythm sees of the humerus ----

/// Elevation and plane of the humerus, continued where they have no meaning, and their slopes in two directions normal to
/// the humerus and to each other: up, in which the elevation grows, and east, in which the plane does.
///
/// Near the vertical the plane of elevation is not defined, and the elevation has a tip: within SWVI_POLE of it, with
/// x = distance/SWVI_POLE, the distance counts as SWVI_POLE x^2 (2 - x) and the plane fades to its middle as
/// x^2 (3 - 2 x). More than SWVI_PLANE_RANGE from its middle the plane turns back, to meet itself opposite the middle,
/// behind the back. Both are smooth, and where a humerus can be away from the vertical they change nothing.
typedef struct KERNEL(swvi_humerus) {
    REAL elevation, plane;
    VEC3 up, east;
    REAL elevation_up, plane_up, plane_east;  ///< slopes; the elevation has none to the east
} KERNEL(swvi_humerus);

SWV_INLINE KERNEL(swvi_humerus) KERNEL(swvi_humerus_of)(VEC3 h)
{
    const REAL pi = (REAL)SWVI_PI, pole = (REAL)SWVI_POLE, middle = (REAL)SWVI_PLANE_MIDDLE;
    const REAL range = (REAL)SWVI_PLANE_RANGE, behind = pi - range;
    const REAL s_squared = h.x * h.x + h.y * h.y;
    const bool is_pole = !(s_squared > SMALLEST);
    const REAL s = KERNEL(sqrt)(s_squared), inverse = 1 / (is_pole ? 1 : s);
    const REAL cx = is_pole ? 1 : h.x * inverse, cy = is_pole ? 0 : h.y * inverse;
    const REAL elevation = KERNEL(swvi_angle)(s, -h.z),
               plane = KERNEL(swvi_angle)(is_pole ? 0 : h.y, is_pole ? 1 : h.x);

    const bool is_up = h.z > 0;
    const REAL from_pole = is_up ? pi - elevation : elevation;
    const REAL x = from_pole < pole ? from_pole * (1 / pole) : 1;
    const REAL bent = pole * (x * x) * (2 - x), slope = x * (4 - 3 * x);
    const REAL fade = (x * x) * (3 - 2 * x);
    const REAL fade_slope = (is_up ? -6 / pole : 6 / pole) * (x * (1 - x));

    const REAL off = plane - middle, away = off < -pi ? off + 2 * pi : off;
    const REAL beyond = KERNEL(fabs)(away) - range, t = beyond > 0 ? beyond * (1 / behind) : 0;
    // The cubic with value R and slope 1 at t = 0, value 0 and slope -3/2 R/back at t = 1.
    const REAL c2 = (REAL)-1.5 * range - 2 * behind, c3 = (REAL)0.5 * range + behind;
    const REAL back = range + t * (behind + t * (c2 + t * c3));
    const REAL back_slope = 1 + t * (2 * c2 + 3 * c3 * t) * (1 / behind);
    const REAL offset = beyond > 0 ? KERNEL(copysign)(back, away) : away;
    const KERNEL(swvi_humerus) result = {
        .elevation = x < 1 ? (is_up ? pi - bent : bent) : elevation,
        .plane = middle + fade * offset,
        .up = { -h.z * cx, -h.z * cy, s },
        .east = { -cy, cx, 0 },
        .elevation_up = slope,
        .plane_up = fade_slope * offset,
        .plane_east = fade * back_slope * inverse,
    };
    return result;
}

// ---- the girdle's angles ----

/// One angle of the girdle: c0 + c1 t + c2 p + c3 t^2 + c4 t p + what the yield gives, inside its limits.
typedef struct KERNEL(swvi_girdle_line) {
    REAL c0, c1, c2, c3, c4;
    REAL low, high;                   ///< where the angle begins to come to rest: w inside the limits
    REAL lower, upper;                ///< the limits
    REAL softness, inverse_softness;  ///< 2 w; 1 over it, 0 if there is no room between the limits
} KERNEL(swvi_girdle_line);

/// From w before a limit to w beyond it the angle takes on the limit, its slope falling from 1 to 0.
SWV_INLINE REAL KERNEL(swvi_within_limits)(const KERNEL(swvi_girdle_line) * l, REAL x, REAL *slope)
{
    const REAL low = l->low, high = l->high, lower = l->lower, upper = l->upper;
    const bool is_high = x > high, is_low = x < low;
    const REAL above = is_high ? x - high : 0, beyond = is_low ? low - x : above;
    const REAL part = beyond * l->inverse_softness, e = part < 1 ? part : 1;
    const REAL inside = l->softness * ((REAL)0.5 - (e - (REAL)0.5 * e * e));
    *slope = 1 - e;
    const REAL free = is_high ? upper - inside : x;
    return is_low ? lower + inside : free;
}

/// The angle, and its slopes by elevation, plane and yield. `is_free`: no limits, no yield.
SWV_INLINE REAL KERNEL(swvi_girdle_angle)(const KERNEL(swvi_girdle_line) * l, REAL t, REAL p, REAL give, REAL y,
                                          bool is_free, REAL *by_t, REAL *by_p, REAL *by_y)
{
    const REAL wanted = (l->c0 + t * (l->c1 + t * l->c3)) + p * (l->c2 + t * l->c4);
    if (is_free) {
        *by_t = (l->c1 + 2 * l->c3 * t) + l->c4 * p;
        *by_p = l->c2 + l->c4 * t;
        *by_y = 0;
        return wanted;
    }
    const REAL x = wanted + y * give;
    REAL       slope;
    const REAL angle = KERNEL(swvi_within_limits)(l, x, &slope);
    *by_t = slope * ((l->c1 + 2 * l->c3 * t) + l->c4 * p);
    *by_p = slope * (l->c2 + l->c4 * t);
    *by_y = slope * give;
    return angle;
}

/// How the scapula follows a clavicle moved by hand or by the yield: equation 2 of Ascione and others.
SWV_INLINE REAL KERNEL(swvi_follow_se)(REAL ce, REAL cp)
{
    return (REAL)0.899 * ce - (REAL)0.260 * cp;
}

SWV_INLINE REAL KERNEL(swvi_follow_sp)(REAL ce, REAL cp)
{
    return (REAL)0.392 * ce + (REAL)0.778 * cp;
}

SWV_INLINE REAL KERNEL(swvi_follow_st)(REAL ce, REAL cp)
{
    return (REAL)-0.218 * ce - (REAL)0.274 * cp;
}

// ---- the girdle's place ----

/// Sines and cosines of the girdle's angles.
typedef struct KERNEL(swvi_girdle_turns) {
    REAL sin_ce, cos_ce, sin_cp, cos_cp;                  ///< clavicle: elevation, protraction
    REAL sin_se, cos_se, sin_sp, cos_sp, sin_st, cos_st;  ///< scapula: elevation, protraction, tilt
} KERNEL(swvi_girdle_turns);

/// AC = Rz(cp) Ry(-ce) (clavicle, 0, 0), GH = AC + Rz(sp) Ry(-se) Rx(st) scapula, and how GH moves with each angle.
typedef struct KERNEL(swvi_girdle_place) {
    VEC3 ac, gh, by_ce, by_cp, by_se, by_sp, by_st;
} KERNEL(swvi_girdle_place);

SWV_INLINE KERNEL(swvi_girdle_place)
    KERNEL(swvi_girdle_place_of)(const KERNEL(swvi_girdle_turns) * a, REAL clavicle, VEC3 scapula)
{
    const REAL flat = clavicle * a->cos_ce, high = clavicle * a->sin_ce;
    const VEC3 ac = { flat * a->cos_cp, flat * a->sin_cp, high };
    const REAL b = scapula.y * a->cos_st - scapula.z * a->sin_st, c = scapula.y * a->sin_st + scapula.z * a->cos_st;
    const REAL x = scapula.x * a->cos_se - c * a->sin_se, z = scapula.x * a->sin_se + c * a->cos_se;
    const VEC3 glenoid = { x * a->cos_sp - b * a->sin_sp, x * a->sin_sp + b * a->cos_sp, z };
    const REAL tilt = -b * a->sin_se;
    const KERNEL(swvi_girdle_place) place = {
        .ac = ac,
        .gh = { ac.x + glenoid.x, ac.y + glenoid.y, ac.z + glenoid.z },
        .by_ce = { -high * a->cos_cp, -high * a->sin_cp, flat },
        .by_cp = { -ac.y, ac.x, 0 },
        .by_se = { -z * a->cos_sp, -z * a->sin_sp, x },
        .by_sp = { -glenoid.y, glenoid.x, 0 },
        .by_st = { tilt * a->cos_sp + c * a->sin_sp, tilt * a->sin_sp - c * a->cos_sp, b * a->cos_se },
    };
    return place;
}

/// The same direction for all angles at once, each moving at its rate.
SWV_INLINE VEC3 KERNEL(swvi_girdle_moved)(const KERNEL(swvi_girdle_place) * g, REAL ce, REAL cp, REAL se, REAL sp,
                                          REAL st)
{
    return (VEC3){
        ((ce * g->by_ce.x + cp * g->by_cp.x) + (se * g->by_se.x + sp * g->by_sp.x)) + st * g->by_st.x,
        ((ce * g->by_ce.y + cp * g->by_cp.y) + (se * g->by_se.y + sp * g->by_sp.y)) + st * g->by_st.y,
        (ce * g->by_ce.z + se * g->by_se.z) + st * g->by_st.z,
    };
}

// ---- the step ----

/// GH and how it moves with the elevation and plane the rhythm sees, and with the yield.
typedef struct KERNEL(swvi_shoulder_motion) {
    VEC3 gh, by_elevation, by_plane, by_yield;
} KERNEL(swvi_shoulder_motion);

/// GH for a humerus that points at the wrist, about: where a solve begins that knows nothing better. From the girdle with
/// the arm hanging, along its derivatives; a level humerus is half way up.
SWV_INLINE VEC3 KERNEL(swvi_girdle_guess)(const KERNEL(swvi_shoulder_motion) * hanging, VEC3 wrist)
{
    const VEC3 p = VEC(sub)(wrist, hanging->gh);
    const REAL d_squared = VEC(dot)(p, p), inverse = 1 / KERNEL(sqrt)(d_squared > NOWHERE ? d_squared : NOWHERE);
    const REAL t = (REAL)(0.5 * SWVI_PI) * (1 + inverse * p.z), q = (REAL)0.70710678118654752 * (inverse * (p.y - p.x));
    return (VEC3){ hanging->gh.x + (t * hanging->by_elevation.x + q * hanging->by_plane.x),
                   hanging->gh.y + (t * hanging->by_elevation.y + q * hanging->by_plane.y),
                   hanging->gh.z + (t * hanging->by_elevation.z + q * hanging->by_plane.z) };
}

typedef struct KERNEL(swvi_upper_limb_step) {
    VEC3 dh;  ///< normal to h
    REAL dy;
    REAL change_squared;  ///< how far GH moves by it
    REAL is_short;        ///< not 0: (1) has no root; the forearm does not reach, the step goes where it misses least
    REAL rise;            ///< h . m: sine of the angle between upper arm and the line to the wrist
    VEC3 n, m;            ///< along the line from GH to the wrist; from it towards the elbow
} KERNEL(swvi_upper_limb_step);

/// The line from GH to the wrist: what (1) and (3) of limb/elbow_kernel.h say of it, less what a step does not need.
typedef struct KERNEL(swvi_wrist_line) {
    VEC3 n, u, v;
    REAL inverse_d;
    REAL w;  ///< the length of what u is made from
} KERNEL(swvi_wrist_line);

SWV_INLINE KERNEL(swvi_wrist_line) KERNEL(swvi_wrist_line_of)(VEC3 p, bool is_smooth)
{
    const REAL h_squared = p.x * p.x + p.y * p.y, d_squared = h_squared + p.z * p.z;
    const bool is_here = !(d_squared > NOWHERE), is_pole = !(h_squared > (ROUNDING * ROUNDING) * d_squared);
    const REAL d = KERNEL(sqrt)(is_here ? 1 : d_squared), h = is_pole ? 1 : KERNEL(sqrt)(h_squared);
    const REAL both = 1 / (d * h), inverse_d = both * h, inverse_h = both * d;
    const VEC3 n = { is_here ? 0 : inverse_d * p.x, is_here ? 1 : inverse_d * p.y, is_here ? 0 : inverse_d * p.z };
    KERNEL(swvi_wrist_line) l;
    l.n = n;
    l.inverse_d = inverse_d;
    if (is_smooth) {
        const REAL ax = n.x + (REAL)0.70710678118654752, ay = n.y + (REAL)0.70710678118654752;  // n - t
        const REAL tx = n.z * ax, ty = n.z * ay, tz = -(ax * n.x + ay * n.y);
        const REAL w_squared = (tx * tx + ty * ty) + tz * tz, w = KERNEL(sqrt)(w_squared);
        const bool is_away = w_squared > SMALLEST;
        const REAL inverse_w = 1 / (is_away ? w : 1);
        const VEC3 u = { is_away ? tx * inverse_w : 0, is_away ? ty * inverse_w : 0, is_away ? tz * inverse_w : -1 };
        l.u = u;
        l.v = VEC(cross)(n, u);
        l.w = w;
    } else {
        const REAL c = is_pole ? 1 : inverse_h * p.x, s = is_pole ? 0 : inverse_h * p.y;
        const REAL flat = is_pole ? 0 : h * inverse_d;
        const VEC3 u = { c * n.z, s * n.z, -flat }, v = { -s, c, 0 };
        l.u = u;
        l.v = v;
        l.w = flat;
    }
    return l;
}

/// (3) and its slope.
SWV_INLINE REAL KERNEL(swvi_yield_wanted)(REAL rise, REAL *slope, REAL *bow)
{
    const REAL begins = (REAL)SWVI_YIELD_BEGINS;
    const REAL part = 1 - rise * (1 / begins), left = part > 0 ? part : 0;
    const REAL most = left < 1 ? left : 1, beyond = left - most;
    const REAL bent = left > 0 ? 2 / (begins * begins) : 0;
    *slope = (-2 / begins) * most;
    *bow = beyond > 0 ? 0 : bent;
    return most * most + 2 * beyond;
}

/// `yields` false: the girdle has no yield, and y is not looked at.
SWV_INLINE KERNEL(swvi_upper_limb_step)
    KERNEL(swvi_upper_limb_step_of)(const KERNEL(swvi_humerus) * seen, const KERNEL(swvi_shoulder_motion) * g, VEC3 h,
                                    REAL y, VEC3 wrist, REAL cos_swivel, REAL sin_swivel, REAL upper_arm, REAL forearm,
                                    bool is_smooth, bool yields)
{
    KERNEL(swvi_upper_limb_step) s;
    const VEC3 p = VEC(sub)(wrist, g->gh), up = seen->up, east = seen->east;
    const KERNEL(swvi_wrist_line) line = KERNEL(swvi_wrist_line_of)(p, is_smooth);
    const VEC3 n = line.n, u = line.u, v = line.v, f = VEC(sub)(p, VEC(scale)(upper_arm, h));
    // Down, v is level: what is known to be 0 is left out, for the compiler may not.
    const VEC3 m = { cos_swivel * u.x + sin_swivel * v.x, cos_swivel * u.y + sin_swivel * v.y,
                     is_smooth ? cos_swivel * u.z + sin_swivel * v.z : cos_swivel * u.z };
    const VEC3 normal = { sin_swivel * u.x - cos_swivel * v.x, sin_swivel * u.y - cos_swivel * v.y,
                          is_smooth ? sin_swivel * u.z - cos_swivel * v.z : sin_swivel * u.z };
    const REAL w = line.w, along = VEC(dot)(h, n), rise = VEC(dot)(h, m), off = VEC(dot)(h, normal);
    // How GH moves as h goes up and east, and along p, m and the normal.
    const REAL t_up = seen->elevation_up, p_up = seen->plane_up, p_east = seen->plane_east;
    const VEC3 g_up = VEC(add)(VEC(scale)(t_up, g->by_elevation), VEC(scale)(p_up, g->by_plane));
    const VEC3 g_east = VEC(scale)(p_east, g->by_plane);
    const REAL m_y = yields ? VEC(dot)(m, g->by_yield) : 0, f_y = yields ? VEC(dot)(f, g->by_yield) : 0;

    // (3)
    const REAL lever = along * line.inverse_d, m_up = VEC(dot)(m, g_up), m_east = VEC(dot)(m, g_east);
    const REAL here_up = VEC(dot)(m, up), here_east = m.x * east.x + m.y * east.y;
    const REAL r_up = here_up + lever * m_up, r_east = here_east + lever * m_east;
    REAL       yield_slope = 0, yield_bow = 0, k = 1, dy_constant = 0;
    if (yields) {
        const REAL missing = KERNEL(swvi_yield_wanted)(rise, &yield_slope, &yield_bow) - y;
        k = 1 / (1 - yield_slope * (lever * m_y));
        dy_constant = k * missing;
    }
    const REAL dy_slope = k * yield_slope;

    // (1)
    const REAL there_up = VEC(dot)(p, up), there_east = p.x * east.x + p.y * east.y;
    REAL       g1 = (REAL)0.5 * (VEC(dot)(f, f) - forearm * forearm);
    REAL       r1_up = -(VEC(dot)(f, g_up) + upper_arm * there_up);
    REAL       r1_east = -(VEC(dot)(f, g_east) + upper_arm * there_east);
    if (yields) {
        g1 -= f_y * dy_constant;
        r1_up -= (f_y * dy_slope) * r_up;
        r1_east -= (f_y * dy_slope) * r_east;
    }

    // (2)
    REAL k_m = n.z * sin_swivel, u_m = n.z * cos_swivel;
    if (is_smooth) {
        const REAL ax = n.x + (REAL)0.70710678118654752, ay = n.y + (REAL)0.70710678118654752;
        const REAL bend = ((ax * v.x + ay * v.y) + n.z * v.z) * u.z - ((ax * u.x + ay * u.y) + n.z * u.z) * v.z;
        k_m += bend * cos_swivel;
        u_m -= bend * sin_swivel;
    }
    const REAL l_m = -line.inverse_d * (rise * k_m + off * u_m);
    const REAL l_normal = line.inverse_d * (w * along + (rise * u_m - off * k_m));
    REAL       g2 = w * off;
    REAL       r2_up = w * VEC(dot)(normal, up) + (l_m * m_up + l_normal * VEC(dot)(normal, g_up));
    REAL r2_east = w * (normal.x * east.x + normal.y * east.y) + (l_m * m_east + l_normal * VEC(dot)(normal, g_east));
    if (yields) {
        const REAL l_y = l_m * m_y + l_normal * VEC(dot)(normal, g->by_yield);
        g2 += l_y * dy_constant;
        r2_up += (l_y * dy_slope) * r_up;
        r2_east += (l_y * dy_slope) * r_east;
    }

    // (2) by the shortest way; then along q, which leaves (2) alone, by the second-order form of (1): its larger root,
    // or where it is least. The elbow never goes through the straight arm.
    const REAL q_squared = r2_up * r2_up + r2_east * r2_east;
    const REAL mend = -g2 / (q_squared > SMALLEST ? q_squared : LARGEST), z_up = mend * r2_up, z_east = mend * r2_east;
    const REAL g1_left = g1 + (r1_up * z_up + r1_east * z_east), rise_left = rise + (r_up * z_up + r_east * z_east);
    // Opening: away from n, in the plane of n and m.
    const REAL shift = rise * line.inverse_d, open_up = along * here_up - shift * there_up;
    const REAL open_east = along * here_east - shift * there_east;
    const REAL side = r2_up * open_east < r2_east * open_up ? (REAL)-1 : (REAL)1;
    const REAL q_up = -side * r2_east, q_east = side * r2_up;
    const REAL b = r1_up * q_up + r1_east * q_east, opening = r_up * q_up + r_east * q_east;
    const REAL straight_bow = upper_arm * VEC(dot)(p, h) * q_squared;
    const REAL bowed = yields ? straight_bow - (f_y * k) * yield_bow * (opening * opening) : straight_bow;
    const REAL bow = bowed > 0 ? bowed : 0;
    const REAL disc = b * b - 2 * bow * g1_left, root = KERNEL(sqrt)(disc > 0 ? disc : 0);
    const REAL far_bow = rise < (REAL)0.7 ? bow : 0;
    const REAL other = far_bow > 0 ? root - b : -2 * g1_left;
    const REAL far_by = far_bow > 0 ? bow : b + KERNEL(copysign)(root, b);
    const REAL outer = b > 0 ? -2 * g1_left : other, outer_by = b > 0 ? b + root : far_by;
    const REAL over = disc > 0 ? outer : -b, by = disc > 0 ? outer_by : bow;
    // The larger one of over/by and -rise_left/opening, by one division; by < 0 only where there is no bow.
    const REAL sign = by < 0 ? (REAL)-1 : (REAL)1, divisor = sign * by > SMALLEST ? sign * by : LARGEST;
    const bool is_bound = along > 0 && opening > SMALLEST && -rise_left * divisor >= sign * over * opening;
    const REAL tau = (is_bound ? -rise_left : sign * over) / (is_bound ? opening : divisor);
    const REAL to_up = tau * q_up + z_up, to_east = tau * q_east + z_east;
    const REAL is_vertex = bow > 0 ? (disc > 0 ? (REAL)0 : (REAL)1) : (REAL)0;
    const REAL is_straight = is_bound ? (g1_left > 0 ? (REAL)1 : (REAL)0) : (REAL)0;
    VEC3       dgh = VEC(add)(VEC(scale)(to_up, g_up), VEC(scale)(to_east, g_east));
    s.dh.x = to_up * up.x + to_east * east.x;
    s.dh.y = to_up * up.y + to_east * east.y;
    s.dh.z = to_up * up.z;
    s.is_short = is_vertex + is_straight;
    s.dy = 0;
    if (yields) {
        s.dy = dy_constant + dy_slope * (r_up * to_up + r_east * to_east);
        dgh = VEC(add)(dgh, VEC(scale)(s.dy, g->by_yield));
    }
    s.change_squared = VEC(dot)(dgh, dgh);
    s.rise = rise;
    s.n = n;
    s.m = m;
    return s;
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef VEC3
#undef VEC
#undef ROUNDING
#undef SMALLEST
#undef LARGEST
#undef NOWHERE
