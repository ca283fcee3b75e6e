// SPDX-License-Identifier: MIT
//
// The thumb with its tip and its pulp's direction given: all five joints, all solutions, by a polynomial of degree 8.
//
// Given     tip p and unit pulp direction n, in the trapezium's axes (thumb.c); lengths m, a, b
// Find      q0 .. q4
//
// Let M be the metacarpal's head and w = p - M. The phalanges lie in one plane with n, so w, M and n are known
// functions of IP flexion t = q4 but for one sign:
//
// (1) plane     n faces the plane's x, the proximal bone lies along z, the distal one along (sin t, cos t), and
//               n = (cos t, -sin t). So  w.w = s = a^2 + b^2 + 2ab cos t,  w.n = f = -a sin t,
//               and |p - w| = m gives  w.p = k = (p.p + s - m^2)/2.
// (2) head      w = A n + B p + C N, N = n x p, D = N.N = p.p - g^2, g = n.p;  D A = f p.p - k g,  D B = k - f g,
//               D C^2 = s - (A f + B k). A and B are linear in cos t and sin t, C^2 is quadratic.
// (3) axes      The MCP abduction axis lies along the metacarpal's x, which is y x M (thumb.c: Ry(q0) x), and is normal
//               to the flexion axis, which is w x n:
//               0 = (y x M).(n x w) = ny (k - s) - wy (g - f) = U + C V,
//               U = ny (k - s) - (A ny + B py)(g - f),  V = -Ny (g - f).
// (4) equation  U^2 - C^2 V^2 = 0 has degree 4 in cos t and sin t, that is degree 8 in tan t/2: at most 8 values of t
//               for any thumb. Its nine coefficients come from its values at nine equal angles (a discrete Fourier
//               transform, which is orthogonal and loses nothing). All zeros inside the limits: isolate.c.
// (5) angles    C = -U/V. M = p - w. q1 = atan2(My, +-h), q0 = atan2(+-Mx, +-Mz), h = hypot(Mx, Mz): two ways, 16
//               solutions in all. In the metacarpal's axes e = (w x n)/(b + a cos t) = (0, cos q2, -sin q2), and n
//               turned back by q2 is (cos, 0, -sin)(q3 + q4).
// (6) polish    Newton's method on all five joints, usually one step: what was lost in (4) by squaring is won back.
//
// Degenerate    N ~ 0 (the pulp faces towards or away from the base): n is moved by 1e-5 for (2) to (5); (6) uses the
//               true one
//               V ~ 0: C = +-sqrt(C^2), both are tried
//               a double zero of (4): isolate.c gives it; the zeros of the parabola there are tried
//               all coefficients vanish (everything in line): the nearest posture (thumb_nearest.c) is polished
//               h = 0: q0 has no effect; any
// Error         tests/hand/thumb.c
//
// This work is based on:
// Rojas, Dollar. Distance-based kinematics of the five-oblique-axis thumb model with intersecting axes at the
// metacarpophalangeal joint. 2017 (that all solutions can be had; theirs by distances, for more general CMC axes)
#include "hand/hand_internal.h"
#include "math/linalg.h"

// Of the Fourier series, which has no higher terms; the room for zeros and the most steps to one are chosen.
enum { DEGREE = 4, SAMPLES = 2 * DEGREE + 1, MAX_ZEROS = 24, MAX_STEPS = 40 };

typedef struct target {
    swv_vec3 p, n, normal;  ///< lengths in units of the thumb's
    double   m, a, b, g, pp, d;
} target;

// (1) to (3), times D where there is a division by it.
typedef struct terms {
    double a, b, c_squared, u, v;  ///< D A, D B, D^2 C^2, D U, V
} terms;

// s, c: sine and cosine of the last joint's angle.
static terms terms_at(const target *t, double s, double c)
{
    const double square = t->a * t->a + t->b * t->b + 2.0 * t->a * t->b * c, f = -t->a * s;
    const double k = 0.5 * (t->pp + square - t->m * t->m);
    const double a = f * t->pp - k * t->g, b = k - f * t->g;
    return (terms){ .a = a,
                    .b = b,
                    .c_squared = t->d * square - (a * f + b * k),
                    .u = t->d * t->n.y * (k - square) - (a * t->n.y + b * t->p.y) * (t->g - f),
                    .v = -t->normal.y * (t->g - f) };
}

// (4) c[0] + sum of c[k] cos kt + s[k] sin kt.
typedef struct series {
    double c[DEGREE + 1], s[DEGREE + 1];
    double rounding;  ///< what it may be off by: U and C V are, by a few roundings of 1, and are squared
} series;

// The series and two derivatives at an angle in radians.
static void series_at(const void *data, double angle, double value[3])
{
    const series *f = (const series *)data;
    double        s1, c1, s = 0.0, c = 1.0;
    swvi_sincos(angle, &s1, &c1);
    value[0] = f->c[0];
    value[1] = value[2] = 0.0;
    for (int k = 1; k <= DEGREE; ++k) {
        const double next = c * c1 - s * s1;
        s = s * c1 + c * s1;
        c = next;
        const double along = f->c[k] * c + f->s[k] * s, across = f->s[k] * c - f->c[k] * s;
        value[0] += along;
        value[1] += k * across;
        value[2] -= k * k * along;
    }
}

// (4) Nine coefficients, of values at nine angles.
static series series_of(const target *t)
{
    // cos and sin of 2 pi i / 9
    static const double cosine[SAMPLES] = { 1.0,  0.76604444311897804,  0.17364817766693035,
                                            -0.5, -0.93969262078590838, -0.93969262078590838,
                                            -0.5, 0.17364817766693035,  0.76604444311897804 };
    static const double sine[SAMPLES] = { 0.0,
                                          0.64278760968653933,
                                          0.98480775301220806,
                                          0.86602540378443865,
                                          0.34202014332566873,
                                          -0.34202014332566873,
                                          -0.86602540378443865,
                                          -0.98480775301220806,
                                          -0.64278760968653933 };
    series              f = { { 0.0 }, { 0.0 }, 0.0 };
    for (int i = 0; i < SAMPLES; ++i) {
        const terms  r = terms_at(t, sine[i], cosine[i]);
        const double value = r.u * r.u - r.c_squared * r.v * r.v;
        // 8 roundings of each part.
        f.rounding = swvi_larger(f.rounding, 0x1p-50 * (fabs(r.u) + sqrt(fabs(r.c_squared)) * fabs(r.v)));
        for (int k = 0; k <= DEGREE; ++k) {
            const double part = (k == 0 ? 1.0 : 2.0) / SAMPLES * value;
            f.c[k] += part * cosine[i * k % SAMPLES];
            f.s[k] += part * sine[i * k % SAMPLES];
        }
    }
    return f;
}

// (5) The posture for IP flexion q4, a sign of C where it has to be tried, and one of the two ways of the CMC.
static bool posture_of(const target *t, double ip, double sign, bool other_way, double q[5])
{
    double s, c;
    swvi_sincos(ip, &s, &c);
    const terms r = terms_at(t, s, c);
    // D C, and w
    const double   root = r.c_squared > 0.0 ? sqrt(r.c_squared) : 0.0;
    const double   dc = sign != 0.0 ? sign * root : (r.v * r.u > 0.0 ? -root : root);
    const swv_vec3 w =
        swv_vec3_scale(1.0 / t->d, swv_vec3_add(swv_vec3_add(swv_vec3_scale(r.a, t->n), swv_vec3_scale(r.b, t->p)),
                                                swv_vec3_scale(dc, t->normal)));
    const swv_vec3 head = swv_vec3_sub(t->p, w), e = swv_vec3_cross(w, t->n);
    const double   h = sqrt(head.x * head.x + head.z * head.z), way = other_way ? -1.0 : 1.0;
    if (!(h > 0.0) && !(fabs(head.y) > 0.0))
        return false;
    q[0] = h > 0.0 ? swvi_atan2(way * head.x, way * head.z) : 0.0;
    q[1] = swvi_atan2(head.y, way * h);
    q[4] = ip;

    // Into the metacarpal's axes: Rx(q1) Ry(-q0).
    double s0, c0, s1, c1, s2, c2;
    swvi_sincos(q[0], &s0, &c0);
    swvi_sincos(q[1], &s1, &c1);
    const double ex = s0 * e.x + c0 * e.z, facing = t->b + t->a * c > 0.0 ? 1.0 : -1.0;
    const double ey = facing * (c1 * e.y - s1 * ex), ez = facing * (s1 * e.y + c1 * ex);
    q[2] = swvi_atan2(-ez, ey);
    swvi_sincos(q[2], &s2, &c2);
    const double nx = c0 * t->n.x - s0 * t->n.z, nb = s0 * t->n.x + c0 * t->n.z;
    const double ny = c1 * t->n.y - s1 * nb, nz = s1 * t->n.y + c1 * nb;
    q[3] = swvi_atan2(-(s2 * ny + c2 * nz), nx) - ip;
    return true;
}

// (6) True if the posture meets tip and pulp; lengths in metres again.
static bool polish(const swv_thumb *thumb, swv_vec3 p, swv_vec3 n, double q[5])
{
    const double   size = thumb->lengths[0] + thumb->lengths[1] + thumb->lengths[2];
    const swv_vec3 any = fabs(n.x) < 0.6 ? (swv_vec3){ 1.0, 0.0, 0.0 } : (swv_vec3){ 0.0, 1.0, 0.0 };
    const swv_vec3 side = swv_vec3_normalize(swv_vec3_cross(n, any)), other = swv_vec3_cross(n, side);
    double         before = INFINITY;
    for (int step = 0; step < MAX_STEPS; ++step) {
        swvi_thumb_state at;
        swvi_thumb_at(thumb, q, &at);
        const swv_vec3 miss = swv_vec3_scale(1.0 / size, swv_vec3_sub(p, at.tip)), turn = swv_vec3_sub(n, at.pulp);
        const double   worst = swv_vec3_length(miss) + swv_vec3_length(turn);
        // A miss of 4e-15 is a few roundings; below 1e-13 it ends when a step does not halve it.
        if (worst <= 4e-15 || (worst <= 1e-13 && worst >= 0.5 * before))
            return true;
        if (!(worst < 1.0))
            return false;
        before = worst;
        double a[25], x[5] = { miss.x, miss.y, miss.z, swv_vec3_dot(turn, side), swv_vec3_dot(turn, other) };
        int    pivot[5];
        for (int i = 0; i < 5; ++i) {
            a[i] = at.tip_by[i].x / size;
            a[5 + i] = at.tip_by[i].y / size;
            a[10 + i] = at.tip_by[i].z / size;
            a[15 + i] = swv_vec3_dot(at.pulp_by[i], side);
            a[20 + i] = swv_vec3_dot(at.pulp_by[i], other);
        }
        const bool is_singular = swvi_lu_factor(a, 5, pivot) != SWV_OK || swvi_lu_solve(a, pivot, 5, x) != SWV_OK;
        double     longest = 0.0;
        for (int i = 0; i < 5 && is_singular; ++i)
            x[i] = 1e-7 * (i + 1);  // anywhere else will do
        for (int i = 0; i < 5; ++i)
            longest = swvi_larger(longest, fabs(x[i]));
        // No joint by more than 0.3 radians a step. Chosen.
        const double part = longest > 0.3 ? 0.3 / longest : 1.0;
        for (int i = 0; i < 5; ++i)
            q[i] += part * x[i];
    }
    return before <= 1e-12;
}

// Into the limits. Next to a double solution the angles are known to 1e-8 only: one that is beyond a limit by as little
// is put on it, if tip and pulp stay where they are.
static bool settle_inside(const swv_thumb *thumb, swv_vec3 p, swv_vec3 n, double q[5])
{
    if (swvi_thumb_into_limits(thumb, q))
        return true;
    for (int i = 0; i < 5; ++i) {
        const double lower = thumb->lower[i], upper = thumb->upper[i];
        if (!(q[i] >= lower - 1e-6 && q[i] <= upper + 1e-6))  // radians; more than the 1e-8. Chosen.
            return false;
        q[i] = swvi_clamp(lower, upper, q[i]);
    }
    const swv_digit_report report = swvi_thumb_report_of(thumb, p, &n, (double(*)[5])q, 1);
    const double           size = thumb->lengths[0] + thumb->lengths[1] + thumb->lengths[2];
    return report.position_error <= 1e-13 * size && report.rotation_error <= 1e-13;  // exact to rounding
}

// Solutions nearer than 1e-7 rad are one: next to a double one each is known to 1e-8.
static bool is_known(const double q[5], double known[][5], int count)
{
    for (int i = 0; i < count; ++i) {
        double off = 0.0;
        for (int k = 0; k < 5; ++k)
            off = swvi_larger(off, fabs(q[k] - known[i][k]));
        if (off < 1e-7)
            return true;
    }
    return false;
}

// All that one IP flexion gives. Returns the new count.
static int add_postures(const swv_thumb *thumb, const target *t, swv_vec3 p, swv_vec3 n, double ip,
                        double q[SWV_THUMB_SOLUTIONS][5], int count)
{
    double s, c;
    swvi_sincos(ip, &s, &c);
    const terms r = terms_at(t, s, c);
    // Less than the error of a double zero of (4) makes of 0: no posture. Chosen, as is 1e-6 below; (6) judges what is tried.
    if (r.c_squared < -1e-6)
        return count;
    // The sign of C is in doubt where C V is as small as the error of U.
    const bool in_doubt = sqrt(r.c_squared > 0.0 ? r.c_squared : 0.0) * fabs(r.v) < 1e-6;
    for (int sign = in_doubt ? -1 : 0; sign <= (in_doubt ? 1 : 0); sign += 2)
        for (int way = 0; way < 2; ++way) {
            double posture[5];
            if (count < SWV_THUMB_SOLUTIONS && posture_of(t, ip, sign, way == 1, posture) &&
                polish(thumb, p, n, posture) && settle_inside(thumb, p, n, posture) && !is_known(posture, q, count)) {
                memcpy(q[count++], posture, sizeof posture);
            }
        }
    return count;
}

// (2) to (6), for a target that need not be in reach: p in metres, n a unit vector, both in the trapezium's axes. With lengths in units of the
// thumb's: farther than 1 is out of reach, but for 1e-9 that (6) decides. D below 1e-12 is p within 1e-6 of the line along n; moving
// n by 1e-5 takes it off. 0.6: of y and x the one that n is not along. 1e-3: a zero counts as double if the parabola's other zero is within
// 2e-3 radians. 1e-9, 1e-5 and 1e-3 were chosen; (6) mends what they are off by.
static int find_all(const swv_thumb *thumb, swv_vec3 p, swv_vec3 n, double q[SWV_THUMB_SOLUTIONS][5])
{
    const double size = thumb->lengths[0] + thumb->lengths[1] + thumb->lengths[2];
    target       t = { .p = swv_vec3_scale(1.0 / size, p),
                       .n = n,
                       .m = thumb->lengths[0] / size,
                       .a = thumb->lengths[1] / size,
                       .b = thumb->lengths[2] / size };
    t.pp = swv_vec3_dot(t.p, t.p);
    if (!(t.pp <= 1.0 + 1e-9))
        return 0;
    for (int attempt = 0; attempt < 2; ++attempt) {
        t.normal = swv_vec3_cross(t.n, t.p);
        t.d = swv_vec3_dot(t.normal, t.normal);
        if (t.d > 1e-12)
            break;
        const swv_vec3 aside = fabs(n.y) < 0.6 ? (swv_vec3){ 0.0, 1e-5, 0.0 } : (swv_vec3){ 1e-5, 0.0, 0.0 };
        t.n = swv_vec3_normalize(swv_vec3_add(n, aside));
        t.p = swv_vec3_add(t.p, (swv_vec3){ 0.0, 0.0, t.pp > 1e-12 ? 0.0 : 1e-5 });
        t.pp = swv_vec3_dot(t.p, t.p);
    }
    if (!(t.d > 0.0))
        return 0;
    t.g = swv_vec3_dot(t.n, t.p);

    const series f = series_of(&t);
    double       third = 0.0, zeros[MAX_ZEROS];
    for (int k = 1; k <= DEGREE; ++k)
        third += k * k * k * sqrt(f.c[k] * f.c[k] + f.s[k] * f.s[k]);
    const swvi_smooth smooth = { series_at, &f, third, f.rounding };
    const double      beyond = 1e-6;  // (6) may bring it back inside
    const int found = swvi_isolate(&smooth, thumb->lower[4] - beyond, thumb->upper[4] + beyond, zeros, MAX_ZEROS);
    int       count = 0;
    for (int i = 0; i < found; ++i) {
        // Next to a double zero both are tried: those of the parabola through it.
        double       v[3];
        const double z = zeros[i];
        series_at(&f, z, v);
        const double square = v[1] * v[1] - 2.0 * v[0] * v[2], root = square > 0.0 ? sqrt(square) : 0.0;
        const bool   is_double = fabs(v[1]) < 1e-3 * fabs(v[2]);
        const double tries[2] = { is_double ? z + (-v[1] - root) / v[2] : z,
                                  is_double ? z + (-v[1] + root) / v[2] : z };
        for (int k = 0; k < (is_double ? 2 : 1); ++k)
            count = add_postures(thumb, &t, p, n, tries[k], q, count);
    }
    return count;
}

int swvi_thumb_postures_directed(const swv_thumb *thumb, swv_vec3 tip, swv_vec3 pulp, double q[SWV_THUMB_SOLUTIONS][5])
{
    const int count = find_all(thumb, tip, pulp, q);
    if (count == 0) {
        swvi_thumb_nearest(thumb, tip, &pulp, q[0]);
        double best[5] = { q[0][0], q[0][1], q[0][2], q[0][3], q[0][4] };
        if (polish(thumb, tip, pulp, best) && settle_inside(thumb, tip, pulp, best))
            memcpy(q[0], best, sizeof best);
    }
    return count;
}
