// SPDX-License-Identifier: MIT
//
// A finger in space: abduction, then the coupled finger in the plane so turned.
//
// Given     tip p from the knuckle, metres: px towards the palm, py towards the thumb, pz along the finger
// Find      abduction g, and the finger's own angles, radians
//
// (1) plane     The tip is at (v, u sin g, u cos g), (u, v) the tip in the finger's plane. So v = px, and u = h or -h
//               with h = hypot(py, pz): the finger reaches forward, or curls back past its knuckle.
//               u = h: g = atan2(py, pz). u = -h: g = atan2(-py, -pz).
// (2) finger    Each u is a problem in the plane: finger.c, all its solutions. The distance from the knuckle is the
//               same for both, so the equation in one unknown is solved once.
// (3) nearest   For a given (u, v) the squared distance to p is h^2 + u^2 - 2 h u cos(g - g0) + (v - px)^2: the best g
//               has the largest cosine if u > 0, the least if u < 0. So it is the g nearest to g0, or the one nearest
//               to g0 + pi, inside the limits; for either the rest is the nearest point in the plane to
//               (h cos(g - g0), px), exactly (finger_area.c).
//
// Degenerate    h = 0: g has no effect; as near to 0 as its limits allow. h below a rounding of the finger counts as 0,
//               for the tip cannot tell.
// Error         tests/hand/hand.c
#include "hand/hand_internal.h"
#include "skeleton/skeleton_internal.h"

bool swvi_is_digit(const swv_digit *d)
{
    return swvi_is_finger(&d->flexion) && d->lower <= d->upper && d->lower >= -SWV_PI && d->upper <= SWV_PI &&
           swvi_vec3_is_finite(d->knuckle);
}

swv_status swv_digit_make(swv_vec3 knuckle, double lower, double upper, const swv_finger *flexion, swv_digit *digit)
{
    if (!digit || !flexion)
        return SWV_NULL;
    if (!swvi_is_finger(flexion))
        return SWV_BAD_MODEL;
    if (!swvi_vec3_is_finite(knuckle))
        return SWV_NOT_FINITE;
    if (!(lower <= upper && lower >= -SWV_PI && upper <= SWV_PI))
        return SWV_BAD_LIMITS;
    *digit = (swv_digit){ knuckle, lower, upper, *flexion };
    return SWV_OK;
}

swv_status swv_digit_forward(const swv_digit *digit, const double q[4], swv_vec3 *tip, swv_vec3 *pulp)
{
    if (!digit || !q || !tip)
        return SWV_NULL;
    if (!swvi_is_digit(digit))
        return SWV_BAD_MODEL;
    if (!swvi_are_finite(q, 4))
        return SWV_BAD_POSTURE;
    double           s, c, sb, cb;
    const swvi_point p = swvi_finger_tip(&digit->flexion, q + 1, NULL);
    swvi_sincos(q[0], &s, &c);
    swvi_sincos(q[1] + q[2] + q[3], &sb, &cb);
    *tip = swv_vec3_add(digit->knuckle, (swv_vec3){ p.y, p.x * s, p.x * c });
    if (pulp)
        *pulp = (swv_vec3){ cb, -sb * s, -sb * c };
    return SWV_OK;
}

void swvi_digit_at(const swv_digit *digit, const double q[3], swvi_digit_state *state)
{
    const double *lengths = digit->flexion.lengths, more = 1.0 + digit->flexion.ratio;
    double        s0, c0, s1, c1, s2, c2, s3, c3;
    swvi_sincos(q[0], &s0, &c0);
    swvi_sincos(q[1], &s1, &c1);
    swvi_sincos(q[1] + q[2], &s2, &c2);
    swvi_sincos(q[1] + more * q[2], &s3, &c3);
    // In the finger's plane: towards the palm and along; and of these, what PIP flexion moves.
    const double palmar = (lengths[0] * s1 + lengths[1] * s2) + lengths[2] * s3;
    const double along = (lengths[0] * c1 + lengths[1] * c2) + lengths[2] * c3;
    const double pip_palmar = lengths[1] * s2 + more * (lengths[2] * s3);
    const double pip_along = lengths[1] * c2 + more * (lengths[2] * c3);
    state->tip = swv_vec3_add(digit->knuckle, (swv_vec3){ palmar, along * s0, along * c0 });
    state->tip_by[0] = (swv_vec3){ 0.0, along * c0, -along * s0 };
    state->tip_by[1] = (swv_vec3){ along, -palmar * s0, -palmar * c0 };
    state->tip_by[2] = (swv_vec3){ pip_along, -pip_palmar * s0, -pip_palmar * c0 };
    state->pulp = (swv_vec3){ c3, -s3 * s0, -s3 * c0 };
    state->pulp_by[0] = (swv_vec3){ 0.0, -s3 * c0, s3 * s0 };
    state->pulp_by[1] = (swv_vec3){ -s3, -c3 * s0, -c3 * c0 };
    state->pulp_by[2] = swv_vec3_scale(more, state->pulp_by[1]);
}

swv_status swv_digit_joints(const swv_digit *digit, swv_side side, swv_joint joints[5])
{
    if (!digit || !joints)
        return SWV_NULL;
    if (!swvi_is_digit(digit))
        return SWV_BAD_MODEL;
    if (side != SWV_RIGHT && side != SWV_LEFT)
        return SWV_BAD_ARGUMENT;
    const swv_finger *f = &digit->flexion;
    const swv_vec3    k = swvi_on_side(side, digit->knuckle);
    const swv_vec3    y = swvi_axis_on_side(side, (swv_vec3){ 0.0, 1.0, 0.0 });
    const swv_vec3    back = swvi_axis_on_side(side, (swv_vec3){ -1.0, 0.0, 0.0 });
    const double      z1 = k.z + f->lengths[0], z2 = z1 + f->lengths[1], z3 = z2 + f->lengths[2];
    const swv_axis    axes[4] = {
           { k, back, false }, { k, y, false }, { { k.x, k.y, z1 }, y, false }, { { k.x, k.y, z2 }, y, false }
    };
    const swv_pose   tip = { { k.x, k.y, z3 }, SWV_IDENTITY_QUAT };
    const swv_status status = swv_joints_from_axes(axes, 4, &tip, joints);
    if (status != SWV_OK)
        return status;
    swvi_set_limits(&joints[0], digit->lower, digit->upper);
    for (int i = 0; i < 3; ++i)
        swvi_set_limits(&joints[i + 1], f->lower[i], f->upper[i]);
    joints[3].follows = 2;
    joints[3].ratio = f->ratio;
    if (f->ratio == 0.0)
        joints[3].kind = SWV_JOINT_FIXED;
    return SWV_OK;
}

// ---- inverse ----

typedef struct place {
    double h, palm;  ///< from the abduction's axis, and along it
    double outward;  ///< the abduction that points to it, in [-pi, pi]
} place;

// q in radians; iterations: the most that any took.
static int count_solutions(const swv_digit *digit, const place *p, double q[SWV_DIGIT_SOLUTIONS][4], int *iterations)
{
    const swv_finger *f = &digit->flexion;
    const double      free_at = swvi_clamp(digit->lower, digit->upper, 0.0);
    swvi_bend_root    roots[SWV_FINGER_SOLUTIONS];
    const bool        is_on_axis = p->h <= 0x1p-50 * swvi_finger_size(f);  // 8 roundings
    const int         found = swvi_bend_solve(&f->_private, p->h * p->h + p->palm * p->palm, roots);
    int               count = 0;
    *iterations = 0;
    for (int side = 0; side < (is_on_axis ? 1 : 2); ++side) {
        double abduction = side == 0 ? p->outward : p->outward > 0.0 ? p->outward - SWV_PI : p->outward + SWV_PI;
        if (is_on_axis)
            abduction = free_at;
        if (!swvi_turn_into(digit->lower, digit->upper, &abduction))
            continue;
        const double u = side == 0 ? p->h : -p->h;
        for (int i = 0; i < found; ++i) {
            const double x = roots[i].x, y = roots[i].y;
            double       knuckle = swvi_atan2(x * p->palm - y * u, x * u + y * p->palm);
            *iterations = roots[i].iterations > *iterations ? roots[i].iterations : *iterations;
            if (!swvi_turn_into(f->lower[0], f->upper[0], &knuckle))
                continue;
            q[count][0] = abduction;
            q[count][1] = knuckle;
            q[count][2] = roots[i].angle;
            q[count][3] = f->ratio * roots[i].angle;
            ++count;
        }
    }
    return count;
}

// (3) Returns the distance.
static double find_nearest(const swv_digit *digit, swv_vec3 tip, const place *p, double q[4])
{
    const double middle = 0.5 * (digit->lower + digit->upper), half = 0.5 * (digit->upper - digit->lower);
    double       best = INFINITY;
    for (int side = 0; side < 2; ++side) {
        const double off = swv_angle_wrap(p->outward + (side ? SWV_PI : 0.0) - middle);
        double       posture[4], s, c;
        posture[0] = middle + swvi_clamp(-half, half, off);
        swvi_sincos(posture[0] - p->outward, &s, &c);
        const swvi_point in_plane = { p->h * c, p->palm };
        double           solutions[SWV_FINGER_SOLUTIONS][3];
        int              iterations;
        if (swvi_finger_postures(&digit->flexion, in_plane, solutions, &iterations) == 0)
            (void)swvi_finger_nearest(&digit->flexion, in_plane, solutions[0]);
        memcpy(posture + 1, solutions[0], sizeof solutions[0]);
        swv_vec3 end;
        (void)swv_digit_forward(digit, posture, &end, NULL);
        const double miss = swv_vec3_length(swv_vec3_sub(end, tip));
        if (miss < best) {
            best = miss;
            memcpy(q, posture, sizeof posture);
        }
    }
    return best;
}

swv_status swv_digit_solve(const swv_digit *digit, swv_vec3 tip, double q[SWV_DIGIT_SOLUTIONS][4],
                           swv_digit_report *report)
{
    if (!digit || !q)
        return SWV_NULL;
    if (!swvi_is_digit(digit))
        return SWV_BAD_MODEL;
    if (!swvi_vec3_is_finite(tip))
        return SWV_BAD_GOAL;
    const swv_vec3 wanted = swvi_within(tip, 1e8 * swvi_finger_size(&digit->flexion));
    const swv_vec3 d = swv_vec3_sub(wanted, digit->knuckle);
    const place    p = { sqrt(d.y * d.y + d.z * d.z), d.x, swvi_atan2(d.y, d.z) };
    int            iterations;
    const int      count = count_solutions(digit, &p, q, &iterations);
    bool           is_reached = count > 0;
    if (!is_reached)
        is_reached =
            find_nearest(digit, wanted, &p, q[0]) <= SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(&digit->flexion);
    if (report) {
        *report = (swv_digit_report){ .outcome = is_reached ? SWV_REACHED : SWV_OUT_OF_REACH,
                                      .count = count > 0 ? count : 1,
                                      .iterations = iterations };
        for (int i = 0; i < report->count; ++i) {
            swv_vec3 end;
            (void)swv_digit_forward(digit, q[i], &end, NULL);
            report->position_error = swvi_larger(report->position_error, swv_vec3_length(swv_vec3_sub(end, tip)));
        }
    }
    return SWV_OK;
}
