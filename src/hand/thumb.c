// SPDX-License-Identifier: MIT
//
// The thumb, five joints: making it, forward, and back for the tip alone with MCP abduction held and IP following.
//
// With the base of the metacarpal as origin and the trapezium's axes (x where the pulp faces, z along the thumb):
//
//   metacarpal   R = Ry(q0) Rx(-q1), length m along z          q0 CMC flexion, q1 CMC abduction
//   phalanges    R Rx(-q2) Ry(q3), length a; then Ry(q4), b    q2 MCP abduction, q3 MCP flexion, q4 IP flexion
//   pulp         R Rx(-q2) Ry(q3 + q4) x
//
// Given     tip p, metres in these axes; q2 = w, q4 = rho q3
// Find      q0, q1, q3, radians: every solution
//
// (1) bend      In the metacarpal's axes the tip is T = (v, u sin w, m + u cos w), (u, v) the end of the phalanges in
//               their plane. |T|^2 = (m cos w + u)^2 + v^2 + m^2 sin^2 w: the squared distance of a coupled finger
//               whose first bone is m cos w, and a constant. bend.c gives every q3 with |T| = |p|.
// (2) abduct    Ry keeps y: Ty cos q1 + Tz sin q1 = py. With k = hypot(Ty, Tz): the turned T has y = py and
//               z = l = +-sqrt(k^2 - py^2), two ways; q1 = atan2(py, l) - atan2(Ty, Tz), which is
//               atan2(py Tz - l Ty, py Ty + l Tz). None if |py| > k.
// (3) flex      q0 turns (Tx, l) onto (px, pz): q0 = atan2(px l - pz Tx, px Tx + pz l).
//
// Degenerate    |py| exceeds k by a rounding: l = 0. p on the y axis: q0 has no effect; 0, or the limit nearest to it
// Error         tests/hand/thumb.c
//
// This work is based on:
// Hollister, Buford, Myers, Giurintano, Novick. The axes of rotation of the thumb carpometacarpal joint. 1992
// Cooney, Lucca, Chao, Linscheid. The kinesiology of the thumb trapeziometacarpal joint. 1981 (how it is mounted)
#include "hand/hand_internal.h"
#include "skeleton/skeleton_internal.h"

// ---- making ----

// Belongs to what a thumb's bend was worked out from.
static uint64_t cookie_of(const swv_thumb *thumb)
{
    const double   held[2] = { thumb->ratio, thumb->mcp_abduction };
    const double   base[3] = { thumb->base.x, thumb->base.y, thumb->base.z };
    const uint64_t limits = swvi_cookie(swvi_cookie(2, thumb->lower, 5), thumb->upper, 5);
    const uint64_t bones = swvi_cookie(swvi_cookie(limits, thumb->lengths, 3), held, 2);
    uint64_t       cookie = swvi_cookie(bones, base, 3);
    for (int i = 0; i < 3; ++i)
        cookie = swvi_cookie(cookie, thumb->hand_from_base.m[i], 3);
    return cookie;
}

bool swvi_is_thumb(const swv_thumb *thumb)
{
    return thumb->_private.cookie == cookie_of(thumb);
}

// mcp_abduction in radians, at which the joint stays.
static swv_status make_bend(swv_thumb *thumb, double mcp_abduction)
{
    const swv_finger phalanges = { .lower = { 0.0, thumb->lower[3], thumb->lower[4] },
                                   .upper = { 0.0, thumb->upper[3], thumb->upper[4] },
                                   .ratio = thumb->ratio };
    double           lower, upper, s, c;
    swvi_coupled_range(&phalanges, &lower, &upper);
    swvi_sincos(mcp_abduction, &s, &c);
    if (lower > upper)
        return SWV_BAD_LIMITS;
    if (!(c > 1e-3))  // within 0.06 degrees of a right angle the first bone has no length in the bend
        return SWV_BAD_ARGUMENT;
    thumb->mcp_abduction = mcp_abduction;
    const swv_status status = swvi_bend_make(&thumb->_private, thumb->lengths[0] * c, thumb->lengths[1],
                                             thumb->lengths[2], thumb->ratio, lower, upper);
    thumb->_private.cookie = cookie_of(thumb);
    return status;
}

swv_status swv_thumb_make(const swv_pose *hand_from_base, const double lengths[3], const double lower[5],
                          const double upper[5], double ratio, swv_thumb *thumb)
{
    if (!thumb || !hand_from_base || !lengths || !lower || !upper)
        return SWV_NULL;
    swv_pose   pose = *hand_from_base;
    swv_status status = swv_pose_check(&pose);
    if (status == SWV_OK)
        status = swvi_check_bones(lengths, ratio);
    if (status != SWV_OK)
        return status;
    swv_thumb made = { .base = pose.position, .hand_from_base = swv_mat3_from_quat(pose.rotation), .ratio = ratio };
    memcpy(made.lengths, lengths, sizeof made.lengths);
    for (int i = 0; i < 5; ++i) {
        if (!(lower[i] <= upper[i] && lower[i] >= -SWV_PI && upper[i] <= SWV_PI))
            return SWV_BAD_LIMITS;
        made.lower[i] = lower[i];
        made.upper[i] = upper[i];
    }
    const double widest = lengths[2] < lengths[1] ? swvi_acos(-lengths[2] / lengths[1]) : SWV_PI;
    if (!(swvi_larger(fabs(lower[4]), fabs(upper[4])) < widest))
        return SWV_BAD_LIMITS;
    status = make_bend(&made, swvi_clamp(lower[2], upper[2], 0.0));
    if (status == SWV_OK)
        *thumb = made;
    return status;
}

swv_status swv_thumb_hold(swv_thumb *thumb, double mcp_abduction)
{
    if (!thumb)
        return SWV_NULL;
    if (!swvi_is_thumb(thumb))
        return SWV_BAD_MODEL;
    if (!swvi_is_finite(mcp_abduction))
        return SWV_NOT_FINITE;
    if (!(mcp_abduction >= thumb->lower[2] && mcp_abduction <= thumb->upper[2]))
        return SWV_BAD_LIMITS;
    swv_thumb        made = *thumb;
    const swv_status status = make_bend(&made, mcp_abduction);
    if (status == SWV_OK)
        *thumb = made;
    return status;
}

swv_status swv_thumb_joints(const swv_thumb *thumb, swv_side side, swv_joint joints[6])
{
    if (!thumb || !joints)
        return SWV_NULL;
    if (!swvi_is_thumb(thumb))
        return SWV_BAD_MODEL;
    if (side != SWV_RIGHT && side != SWV_LEFT)
        return SWV_BAD_ARGUMENT;
    // Joint axes of the trapezium: y, -x, -x, y, y, at 0, 0, m, m, m + a along z.
    const swv_mat3 r = thumb->hand_from_base;
    const swv_vec3 back = swvi_axis_on_side(side, (swv_vec3){ -r.m[0][0], -r.m[1][0], -r.m[2][0] });
    const swv_vec3 y = swvi_axis_on_side(side, (swv_vec3){ r.m[0][1], r.m[1][1], r.m[2][1] });
    const swv_vec3 z = swvi_on_side(side, (swv_vec3){ r.m[0][2], r.m[1][2], r.m[2][2] });
    const swv_vec3 base = swvi_on_side(side, thumb->base);
    const swv_quat turn = swv_quat_from_mat3(r);
    const double   m = thumb->lengths[0], ma = m + thumb->lengths[1], mab = ma + thumb->lengths[2];
    const swv_vec3 head = swv_vec3_add(base, swv_vec3_scale(m, z)), ip = swv_vec3_add(base, swv_vec3_scale(ma, z));
    const swv_axis axes[5] = {
        { base, y, false }, { base, back, false }, { head, back, false }, { head, y, false }, { ip, y, false }
    };
    const swv_pose   tip = { swv_vec3_add(base, swv_vec3_scale(mab, z)),
                           side == SWV_LEFT ? swvi_mirrored_quat(turn) : turn };
    const swv_status status = swv_joints_from_axes(axes, 5, &tip, joints);
    for (int i = 0; i < 5 && status == SWV_OK; ++i)
        swvi_set_limits(&joints[i], thumb->lower[i], thumb->upper[i]);
    return status;
}

// ---- forward ----

swv_vec3 swvi_thumb_to_base(const swv_thumb *thumb, swv_vec3 v, bool is_direction)
{
    const swv_mat3 *r = &thumb->hand_from_base;
    const swv_vec3  d = is_direction ? v : swv_vec3_sub(v, thumb->base);
    return (swv_vec3){ (r->m[0][0] * d.x + r->m[1][0] * d.y) + r->m[2][0] * d.z,
                       (r->m[0][1] * d.x + r->m[1][1] * d.y) + r->m[2][1] * d.z,
                       (r->m[0][2] * d.x + r->m[1][2] * d.y) + r->m[2][2] * d.z };
}

// By the sine and cosine: z turns towards x, and towards y.
static swv_vec3 flex(swv_vec3 v, double s, double c)
{
    return (swv_vec3){ c * v.x + s * v.z, v.y, c * v.z - s * v.x };
}

static swv_vec3 abduct(swv_vec3 v, double s, double c)
{
    return (swv_vec3){ v.x, c * v.y + s * v.z, c * v.z - s * v.y };
}

void swvi_thumb_at(const swv_thumb *thumb, const double q[5], swvi_thumb_state *state)
{
    double s[6], c[6];
    for (int i = 0; i < 5; ++i)
        swvi_sincos(i == 4 ? q[3] + q[4] : q[i], &s[i], &c[i]);
    const double   a = thumb->lengths[1], b = thumb->lengths[2];
    const swv_vec3 plane_tip = { a * s[3] + b * s[4], 0.0, a * c[3] + b * c[4] }, plane_pulp = { c[4], 0.0, -s[4] };
    const swv_vec3 last = { b * s[4], 0.0, b * c[4] }, y = { 0.0, 1.0, 0.0 };

    // All in the metacarpal's axes, then turned: an axis w through o moves a point e by w x (e - o).
    const swv_vec3 reach = abduct(plane_tip, s[2], c[2]), pulp = abduct(plane_pulp, s[2], c[2]);
    const swv_vec3 tip = { reach.x, reach.y, reach.z + thumb->lengths[0] };
    const swv_vec3 flexion = abduct(y, s[2], c[2]), back = { -1.0, 0.0, 0.0 };
    const swv_vec3 axes[5] = { { 0.0, c[1], s[1] }, back, back, flexion, flexion };  // q0's: y, seen from behind q1
    const swv_vec3 arms[5] = { tip, tip, reach, reach, abduct(last, s[2], c[2]) };
    state->tip = flex(abduct(tip, s[1], c[1]), s[0], c[0]);
    state->pulp = flex(abduct(pulp, s[1], c[1]), s[0], c[0]);
    for (int i = 0; i < 5; ++i) {
        state->axis[i] = flex(abduct(axes[i], s[1], c[1]), s[0], c[0]);
        state->tip_by[i] = flex(abduct(swv_vec3_cross(axes[i], arms[i]), s[1], c[1]), s[0], c[0]);
        state->pulp_by[i] = flex(abduct(swv_vec3_cross(axes[i], pulp), s[1], c[1]), s[0], c[0]);
    }
}

swv_status swv_thumb_forward(const swv_thumb *thumb, const double q[5], swv_vec3 *tip, swv_vec3 *pulp)
{
    if (!thumb || !q || !tip)
        return SWV_NULL;
    if (!swvi_is_thumb(thumb))
        return SWV_BAD_MODEL;
    if (!swvi_are_finite(q, 5))
        return SWV_BAD_POSTURE;
    swvi_thumb_state state;
    swvi_thumb_at(thumb, q, &state);
    *tip = swv_vec3_add(thumb->base, swv_mat3_apply(thumb->hand_from_base, state.tip));
    if (pulp)
        *pulp = swv_mat3_apply(thumb->hand_from_base, state.pulp);
    return SWV_OK;
}

swv_digit_report swvi_thumb_report_of(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[][5],
                                      int count)
{
    const double     size = thumb->lengths[0] + thumb->lengths[1] + thumb->lengths[2];
    swv_digit_report report = { .count = count > 0 ? count : 1 };
    for (int i = 0; i < report.count; ++i) {
        swvi_thumb_state state;
        swvi_thumb_at(thumb, q[i], &state);
        report.position_error = swvi_larger(report.position_error, swv_vec3_length(swv_vec3_sub(state.tip, tip)));
        if (pulp)
            report.rotation_error =
                swvi_larger(report.rotation_error, swvi_atan2(swv_vec3_length(swv_vec3_cross(state.pulp, *pulp)),
                                                              swv_vec3_dot(state.pulp, *pulp)));
    }
    const bool is_reached = count > 0 || (report.position_error <= SWVI_AS_GOOD_AS_REACHED * size &&
                                          report.rotation_error <= SWVI_AS_GOOD_AS_REACHED);
    report.outcome = is_reached ? SWV_REACHED : SWV_OUT_OF_REACH;
    return report;
}

bool swvi_thumb_into_limits(const swv_thumb *thumb, double q[5])
{
    bool is_inside = true;
    for (int i = 0; i < 5; ++i)
        is_inside = swvi_turn_into(thumb->lower[i], thumb->upper[i], &q[i]) && is_inside;
    return is_inside;
}

// ---- inverse, the tip alone ----

// (2) and (3) for one q3; adds up to two postures.
static int turn_onto(const swv_thumb *thumb, swv_vec3 p, const swvi_bend_root *root, double sin_w, double cos_w,
                     double q[][5])
{
    const double m = thumb->lengths[0], u = root->x - m * cos_w, v = root->y;
    const double ty = u * sin_w, tz = m + u * cos_w;
    const double square = (ty * ty + tz * tz) - p.y * p.y, size = m + thumb->lengths[1] + thumb->lengths[2];
    int          count = 0;
    // Less than rounding makes of 0: p lies too far aside.
    if (!(square >= -1e-13 * size * size))
        return 0;
    const double l = square > 0.0 ? sqrt(square) : 0.0;
    for (int side = 0; side < (l > 0.0 ? 2 : 1); ++side) {
        const double z = side ? -l : l, across = p.x * z - p.z * v, along = p.x * v + p.z * z;
        double      *posture = q[count];
        posture[0] = swvi_clamp(thumb->lower[0], thumb->upper[0], 0.0);
        if (fabs(across) + fabs(along) > 0x1p-100 * size * size)  // else any angle will do
            posture[0] = swvi_atan2(across, along);
        posture[1] = swvi_atan2(p.y * tz - z * ty, p.y * ty + z * tz);
        posture[2] = thumb->mcp_abduction;
        posture[3] = root->angle;
        posture[4] = thumb->ratio * root->angle;
        count += swvi_turn_into(thumb->lower[0], thumb->upper[0], &posture[0]) &&
                 swvi_turn_into(thumb->lower[1], thumb->upper[1], &posture[1]);
    }
    return count;
}

// Every posture inside the limits for a tip, MCP abduction held and IP following. Returns how many.
static int postures_of(const swv_thumb *thumb, swv_vec3 p, double q[SWV_THUMB_SOLUTIONS][5])
{
    double         s, c;
    swvi_bend_root roots[SWV_FINGER_SOLUTIONS];
    swvi_sincos(thumb->mcp_abduction, &s, &c);
    const double fixed = thumb->lengths[0] * s;
    const double square = ((p.x * p.x + p.y * p.y) + p.z * p.z) - fixed * fixed;
    const int    found = square >= 0.0 ? swvi_bend_solve(&thumb->_private, square, roots) : 0;
    int          count = 0;
    for (int i = 0; i < found && count + 2 <= SWV_THUMB_SOLUTIONS; ++i)
        count += turn_onto(thumb, p, &roots[i], s, c, q + count);
    return count;
}

swv_status swv_thumb_solve(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[SWV_THUMB_SOLUTIONS][5],
                           swv_digit_report *report)
{
    if (!thumb || !q)
        return SWV_NULL;
    if (!swvi_is_thumb(thumb))
        return SWV_BAD_MODEL;
    const swv_vec3 unit = pulp ? swv_vec3_normalize(*pulp) : (swv_vec3){ 0.0, 0.0, 1.0 };  // zero if it is not finite
    if (!swvi_vec3_is_finite(tip) || !(swv_vec3_dot(unit, unit) > 0.5))
        return SWV_BAD_GOAL;
    const double   size = thumb->lengths[0] + thumb->lengths[1] + thumb->lengths[2];
    const swv_vec3 p = swvi_thumb_to_base(thumb, swvi_within(tip, 1e8 * size), false);
    const swv_vec3 n = swvi_thumb_to_base(thumb, unit, true);
    const int      count = pulp ? swvi_thumb_postures_directed(thumb, p, n, q) : postures_of(thumb, p, q);
    if (count == 0 && !pulp)
        swvi_thumb_nearest(thumb, p, NULL, q[0]);
    if (report)
        *report = swvi_thumb_report_of(thumb, swvi_thumb_to_base(thumb, tip, false), pulp ? &n : NULL, q, count);
    return SWV_OK;
}
