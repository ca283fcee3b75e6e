// SPDX-License-Identifier: MIT
// Where the iteration of Ascione and others contracts: a proof by interval bounds (girdle.md, "Where it contracts").
//
// Claim     while the humerus is raised by 20 to 150 degrees in a plane of 0 to 150, the elbow is bent by 15 to 140 and the line from GH to the wrist is
//           at least 7 degrees from the vertical, an iteration shortens every error of GH to at most LIPSCHITZ of it: the spectral norm of
//           d GH(k+1) / d GH(k) is smaller. Elevation, plane and bend end where their table 1 ends
// Proof     the norm depends on four angles alone. Boxes of angles are halved until the upper bound of each is below; intervals are rounded outward
//
// With t the elevation, r the roll of the forearm about the humerus, b the bend, m and n the lengths, d the distance from GH to the wrist, alpha the
// angle at GH; a_t and a_p how GH moves with elevation and plane; l^2 = 1 - nz^2. A'A and B B' of iteration.c are
//     A'A = R' (a_t.a_t, a_t.a_p/s; a_t.a_p/s, a_p.a_p/s^2) R,  s = sin t, R the rotation (-cos r, -sin r; -sin r, cos r)
//     B B' = (1/(m sin b)^2, sin alpha nz wz/(l d)^2; ., (cos^2 alpha + sin alpha nz (sin alpha nz - 2 cos alpha mz)/l^2)/d^2)
//     nz = sin alpha sin t cos r - cos alpha cos t,  mz = -sin alpha cos t - cos alpha sin t cos r,  wz = -sin t sin r
// and the norm's square is the larger eigenvalue of A'A B B'. Lengths are the paper's units, angles radians.
#include "check.h"

#include <math.h>

#include "swivel/geometry.h"
#include "swivel_papers/girdle.h"

#define DEGREES   (SWV_PI / 180.0)
#define VERTICAL  (7.0 * DEGREES)
#define LIPSCHITZ 0.95  // found: 0.88 at a bend of 15 and an elevation of 20 degrees; the rest is room for the boxes

// ---- intervals ----

typedef struct interval {
    double low, high;
} interval;

// Each operation's result is within half a unit in the last place: a whole one outward holds it. 1e-300: next to zero.
static interval outward(double low, double high)
{
    return (interval){ low - fabs(low) * 0x1p-52 - 1e-300, high + fabs(high) * 0x1p-52 + 1e-300 };
}

static interval exactly(double x)
{
    return (interval){ x, x };
}

static interval plus(interval a, interval b)
{
    return outward(a.low + b.low, a.high + b.high);
}

static interval minus(interval a, interval b)
{
    return outward(a.low - b.high, a.high - b.low);
}

static interval times(interval a, interval b)
{
    const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return outward(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)));
}

static interval squared(interval a)
{
    const double p = a.low * a.low, q = a.high * a.high;
    return outward(a.low <= 0.0 && a.high >= 0.0 ? 0.0 : fmin(p, q), fmax(p, q));
}

// b > 0
static interval over(interval a, interval b)
{
    const interval inverse = outward(1.0 / b.high, 1.0 / b.low);
    return times(a, inverse);
}

static interval within(interval a, double low, double high)
{
    return (interval){ fmax(a.low, low), fmin(a.high, high) };
}

// libm's cosine is good to two units in the last place; 1e-15 holds it. Of any interval: a multiple of pi inside it is an extreme, two are both.
static interval cosine_of(interval a)
{
    const double p = cos(a.low), q = cos(a.high);
    double       low = fmin(p, q) - 1e-15, high = fmax(p, q) + 1e-15;
    const double first = floor((a.low - 1e-14) / SWV_PI), last = floor((a.high + 1e-14) / SWV_PI);
    if (last - first >= 1.0 && fmod(fabs(last), 2.0) == 0.0)
        high = 1.0;
    if (last - first >= 1.0 && fmod(fabs(last), 2.0) != 0.0)
        low = -1.0;
    if (last - first >= 2.0)
        return (interval){ -1.0, 1.0 };
    return within((interval){ low, high }, -1.0, 1.0);
}

static interval sine_of(interval a)
{
    // pi/2 lies between these.
    return cosine_of(minus(a, (interval){ 0.5 * SWV_PI - 1e-15, 0.5 * SWV_PI + 1e-15 }));
}

// ---- the bound ----

typedef struct vector {
    interval x, y, z;
} vector;

static vector combined(interval a, vector u, interval b, vector v)
{
    return (vector){ plus(times(a, u.x), times(b, v.x)), plus(times(a, u.y), times(b, v.y)),
                     plus(times(a, u.z), times(b, v.z)) };
}

static interval dot(vector u, vector v)
{
    return plus(plus(times(u.x, v.x), times(u.y, v.y)), times(u.z, v.z));
}

// |u|^2, tighter than u . u
static interval square_of(vector u)
{
    return plus(plus(squared(u.x), squared(u.y)), squared(u.z));
}

/// A'A before its rotation.
typedef struct gram {
    interval tt, tp, pp;
} gram;

// How GH moves with elevation and plane: AC = Rz(cp) Ry(-ce) (clavicle, 0, 0), GH = AC + Rz(sp) Ry(-se) Rx(st) scapula, by the five angles.
static gram gram_of(const swv_upper_limb *limb, interval elevation, interval plane)
{
    interval s[5], c[5];
    for (int i = 0; i < 5; ++i) {
        const double  *k = limb->girdle.rhythm.coefficients[i];
        const interval a = plus(exactly(k[0]), plus(times(exactly(k[1]), elevation), times(exactly(k[2]), plane)));
        s[i] = sine_of(a);
        c[i] = cosine_of(a);
    }
    const interval zero = exactly(0.0), clavicle = exactly(limb->girdle.clavicle);
    const interval x0 = exactly(limb->girdle.scapula.x), y0 = exactly(limb->girdle.scapula.y),
                   z0 = exactly(limb->girdle.scapula.z);
    const interval flat = times(clavicle, c[0]), high = times(clavicle, s[0]);
    const interval b = minus(times(y0, c[4]), times(z0, s[4])), d = plus(times(y0, s[4]), times(z0, c[4]));
    const interval x = minus(times(x0, c[2]), times(d, s[2])), z = plus(times(x0, s[2]), times(d, c[2]));
    const interval tilt = minus(zero, times(b, s[2]));
    const vector   by[5] = {
          { minus(zero, times(high, c[1])), minus(zero, times(high, s[1])), flat },
          { minus(zero, times(flat, s[1])), times(flat, c[1]), zero },
          { minus(zero, times(z, c[3])), minus(zero, times(z, s[3])), x },
          { minus(zero, plus(times(x, s[3]), times(b, c[3]))), minus(times(x, c[3]), times(b, s[3])), zero },
          { plus(times(tilt, c[3]), times(d, s[3])), minus(times(tilt, s[3]), times(d, c[3])), times(b, c[2]) },
    };
    vector by_t = { zero, zero, zero }, by_p = by_t;
    for (int i = 0; i < 5; ++i) {
        by_t = combined(exactly(1.0), by_t, exactly(limb->girdle.rhythm.coefficients[i][1]), by[i]);
        by_p = combined(exactly(1.0), by_p, exactly(limb->girdle.rhythm.coefficients[i][2]), by[i]);
    }
    const interval sine = sine_of(elevation);
    return (gram){ square_of(by_t), over(dot(by_t, by_p), sine), over(square_of(by_p), squared(sine)) };
}

/// Elevation, plane, bend, roll.
typedef struct box {
    interval at[4];
} box;

// alpha = atan2(n sin b, m + n cos b), which grows with b while cos b > -n/m, up to 154 degrees.
static interval alpha_of(const swv_limb *arm, interval bend)
{
    const double low = atan2(arm->lower * sin(bend.low), arm->upper + arm->lower * cos(bend.low));
    const double high = atan2(arm->lower * sin(bend.high), arm->upper + arm->lower * cos(bend.high));
    return (interval){ low - 1e-14, high + 1e-14 };
}

// Whether all of a box is nearer to the vertical than that; otherwise *bound takes an upper bound of the norm in the rest of it, and *least a
// lower one.
static bool is_vertical(const swv_upper_limb *limb, const gram *g, const box *a, double *least, double *bound)
{
    const interval m = exactly(limb->arm.upper), n = exactly(limb->arm.lower), one = exactly(1.0), two = exactly(2.0);
    const interval ct = cosine_of(a->at[0]), st = sine_of(a->at[0]);
    const interval cb = cosine_of(a->at[2]), sb = sine_of(a->at[2]), cr = cosine_of(a->at[3]), sr = sine_of(a->at[3]);
    const interval alpha = alpha_of(&limb->arm, a->at[2]), ca = cosine_of(alpha), sa = sine_of(alpha);
    const interval d_squared = plus(plus(squared(m), squared(n)), times(two, times(times(m, n), cb)));
    // 1 - nz and 1 + nz as sums of squares, and l^2 their product: tight where the line is vertical.
    const interval half = exactly(0.5), halved = times(half, a->at[3]), across = times(times(two, sa), st);
    const interval below = plus(times(two, squared(cosine_of(times(half, plus(alpha, a->at[0]))))),
                                times(across, squared(sine_of(halved))));
    const interval above = plus(times(two, squared(sine_of(times(half, minus(alpha, a->at[0]))))),
                                times(across, squared(cosine_of(halved))));
    const double   least_level = sin(VERTICAL);
    interval       l_squared = times(within(below, 0.0, 2.0), within(above, 0.0, 2.0));
    if (l_squared.high < least_level * least_level)
        return true;
    l_squared = within(l_squared, least_level * least_level * (1.0 - 1e-15), 1.0);
    const double   l = sqrt(l_squared.high);
    const interval nz = minus(within(above, 0.0, 2.0), one);
    const interval mz = within(minus(exactly(0.0), plus(times(sa, ct), times(times(ca, st), cr))), -l, l);
    const interval wz = within(minus(exactly(0.0), times(st, sr)), -l, l);
    const interval turned = times(sa, nz);
    const interval b11 = over(one, squared(times(m, sb))), b12 = over(over(times(turned, wz), l_squared), d_squared);
    const interval b22 =
        over(plus(squared(ca), over(times(turned, minus(turned, times(two, times(ca, mz)))), l_squared)), d_squared);

    const interval twice = times(exactly(2.0), times(times(cr, sr), g->tp));
    const interval a11 = plus(plus(times(squared(cr), g->tt), times(squared(sr), g->pp)), twice);
    const interval a22 = minus(plus(times(squared(sr), g->tt), times(squared(cr), g->pp)), twice);
    const interval a12 = plus(times(times(cr, sr), minus(g->tt, g->pp)), times(minus(squared(sr), squared(cr)), g->tp));
    const interval sum = plus(plus(times(a11, b11), times(a22, b22)), times(exactly(2.0), times(a12, b12)));
    interval       det = times(minus(times(g->tt, g->pp), squared(g->tp)), minus(times(b11, b22), squared(b12)));
    det.low = fmax(det.low, 0.0);  // Gram's determinants are not negative
    const double middle = 0.5 * sum.high, inside = middle * middle * (1.0 + 0x1p-50) - det.low;
    *bound = sqrt((middle + sqrt(fmax(inside, 0.0))) * (1.0 + 0x1p-50));
    *least = sqrt(fmax(0.5 * sum.low, 0.0));
    return false;
}

/// What a proof has looked at.
typedef struct tally {
    long   boxes, vertical;
    double worst;  ///< the largest bound of a box that was proved
} tally;

static box half_of(const box *a, int along, bool is_upper)
{
    const double middle = 0.5 * (a->at[along].low + a->at[along].high);
    box          half = *a;
    if (is_upper)
        half.at[along].low = middle;
    else
        half.at[along].high = middle;
    return half;
}

// With bend and roll halved; g is that of the box's elevation and plane. False: a box is left after `depth` halvings whose bound is not below LIPSCHITZ.
static bool is_proved_inside(const swv_upper_limb *limb, const gram *g, const box *a, int depth, tally *t)
{
    double least, bound;
    ++t->boxes;
    if (is_vertical(limb, g, a, &least, &bound)) {
        ++t->vertical;
        return true;
    }
    if (bound < LIPSCHITZ) {
        t->worst = fmax(t->worst, bound);
        return true;
    }
    if (depth == 0)
        return false;
    // A bend counts like two rolls: it has a pole at 0. Found by trying.
    const bool is_bend = 2.0 * (a->at[2].high - a->at[2].low) > a->at[3].high - a->at[3].low;
    const box  low = half_of(a, is_bend ? 2 : 3, false), high = half_of(a, is_bend ? 2 : 3, true);
    return is_proved_inside(limb, g, &low, depth - 1, t) && is_proved_inside(limb, g, &high, depth - 1, t);
}

// With elevation and plane halved too, in turns, where that is not enough. 24 halvings of bend and roll: 125 x 360 degrees to 0.03 x 0.1.
static bool is_proved(const swv_upper_limb *limb, const box *a, int depth, tally *t)
{
    const gram g = gram_of(limb, a->at[0], a->at[1]);
    if (is_proved_inside(limb, &g, a, 24, t))
        return true;
    if (depth == 0)
        return false;
    const box low = half_of(a, depth % 2, false), high = half_of(a, depth % 2, true);
    return is_proved(limb, &low, depth - 1, t) && is_proved(limb, &high, depth - 1, t);
}

static interval degrees(double low, double high)
{
    return (interval){ low * DEGREES, high * DEGREES };
}

// ---- tests ----

static void the_iteration_contracts_where_people_are(void **state)
{
    (void)state;
    swv_upper_limb limb;
    tally          t = { 0 };
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    for (int elevation = 20; elevation < 150; elevation += 5)
        for (int plane = 0; plane < 150; plane += 10) {
            const box a = { { degrees(elevation, elevation + 5), degrees(plane, plane + 10), degrees(15, 140),
                              degrees(-180, 180) } };
            assert_true(is_proved(&limb, &a, 10, &t));
        }
    printf("norm below %g: proved in %ld boxes, %ld of them vertical; the worst bound %.3f\n", LIPSCHITZ, t.boxes,
           t.vertical, t.worst);
}

// The bounds hold what swv_ascione_contraction says, and are close: a box of 0.001 degrees holds its middle, whose norm is near the upper bound.
static void bounds_enclose_the_norm(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 7;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    for (int i = 0; i < CASES(20000); ++i) {
        const double at[4] = { random_between(&seed, 20, 150), random_between(&seed, 0, 150),
                               random_between(&seed, 15, 140), random_between(&seed, -180, 180) };
        box          a;
        double       norm, least, bound;
        for (int k = 0; k < 4; ++k)
            a.at[k] = degrees(at[k] - 5e-4, at[k] + 5e-4);
        const gram g = gram_of(&limb, a.at[0], a.at[1]);
        if (is_vertical(&limb, &g, &a, &least, &bound))
            continue;
        assert_int_equal(swv_ascione_contraction(&limb, at[0] * DEGREES, at[1] * DEGREES, at[2] * DEGREES,
                                                 at[3] * DEGREES, NULL, &norm),
                         SWV_OK);
        assert_true(least <= norm && norm <= bound);
        assert_true(bound <= 1.02 * norm + 1e-3);
    }
}

// Just outside, where the elbow is bent by 8 degrees or the humerus hangs within 5, the iteration does not contract: the claim's ends are not far.
static void outside_it_does_not(void **state)
{
    (void)state;
    swv_upper_limb limb;
    double         radius;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    assert_int_equal(swv_ascione_contraction(&limb, 45 * DEGREES, 0.0, 8 * DEGREES, 0.0, &radius, NULL), SWV_OK);
    double worst = 0.0, hanging = 0.0;
    for (int roll = 0; roll < 360; roll += 4)
        for (int plane = 0; plane <= 150; plane += 10) {
            (void)swv_ascione_contraction(&limb, 45 * DEGREES, plane * DEGREES, 8 * DEGREES, roll * DEGREES, &radius,
                                          NULL);
            worst = fmax(worst, radius);
            (void)swv_ascione_contraction(&limb, 3 * DEGREES, plane * DEGREES, 40 * DEGREES, roll * DEGREES, &radius,
                                          NULL);
            hanging = fmax(hanging, radius);
        }
    assert_true(worst > 1.0);
    assert_true(hanging > 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_iteration_contracts_where_people_are),
        cmocka_unit_test(bounds_enclose_the_norm),
        cmocka_unit_test(outside_it_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
