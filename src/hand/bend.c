// SPDX-License-Identifier: MIT
//
// A finger whose last joint follows the middle one: how far the tip is from the knuckle, and back.
//
// Given     bones a, b, c, the middle joint at angle t, the last one at rho t; a distance r
// Find      every t in the limits at which the tip is that far from the knuckle
//
// (1) tip       x = a + b cos t + c cos(1+rho)t,  y = b sin t + c sin(1+rho)t,  from the first bone
//               r^2 = x^2 + y^2 = a^2 + b^2 + c^2 + 2ab cos t + 2bc cos(rho t) + 2ac cos((1+rho) t)
// (2) pieces    Between neighbouring extrema of r^2 the distance meets a value once or never. The extrema are the zeros
//               of (r^2)', found once for a finger, all of them, by isolate.c; its third derivative is at most
//               2ab + 2bc rho^4 + 2ac (1+rho)^4. For a human finger only t = 0, the straight finger, is one; r then
//               shrinks all the way. Each stretch is cut in the middle; each half has the extremum at its own end as
//               its anchor t0, or one up to a radian beyond if its end is a limit, or the limit itself.
// (3) guess     Near an extremum r^2 - r0^2 is quadratic in t - t0, so t - t0 is smooth in s = sqrt|r^2 - r0^2|: it
//               is s times a polynomial of degree 7 in s through the exact values at the Chebyshev points of the piece.
//               At an anchor that is no extremum t - t0 begins with s^2, which is smooth as well.
// (4) solve     Halley's iteration on f(t) = x^2 + y^2 - r^2, kept in its bracket: cubic, so that a guess good to 1e-5
//               is exact after one step. Where a step d is below 1e-4 the tip moves by its Taylor series to d^3, which
//               leaves out less than a rounding; that confirms it without another sine. f is formed from x and y, not
//               from (1)'s second line, so its error is a rounding of r times the finger's length, and the tip's
//               distance is exact to a few roundings even where t is not (near t = 0, where dr/dt = 0).
//
// Degenerate    r beyond an end by a few roundings: the end itself. An end that is a limit and no extremum is taken
//               SWV_LIMIT_TOLERANCE further, in the joint that turns more: a limit exceeded by less counts as kept.
//               No convergence within MAX_STEPS (a guess next to a double extremum): the bracket has been halved often
//               enough by then
// Error         papers/waardenburg/tests/finger.c: tips to 1e-15 m for a finger of 7 cm; one evaluation, at most three for any finger
//
// This work is based on:
// van den Waardenburg. Inverse Kinematics for Human Fingers. 2016 (the finger; there solved by iteration)
// Halley. Methodus nova accurata et facilis inveniendi radices aequationum. 1694
#include "hand/hand_internal.h"

enum { NODES = 8, MAX_STEPS = 100, MAX_EXTREMA = 16 };  // of the start's polynomial; most steps, most extrema. Chosen

#define ROUNDING 0x1p-52

// (r^2)' / 2 and its first two derivatives, by (1)'s second line.
static void slope_at(const void *data, double angle, double value[3])
{
    const swvi_bend *bend = (const swvi_bend *)data;
    const double     w[3] = { 1.0, bend->ratio, 1.0 + bend->ratio };
    const double     p[3] = { bend->a * bend->b, bend->b * bend->c, bend->a * bend->c };
    value[0] = value[1] = value[2] = 0.0;
    for (int i = 0; i < 3; ++i) {
        double s, c;
        swvi_sincos(w[i] * angle, &s, &c);
        value[0] -= w[i] * p[i] * s;
        value[1] -= w[i] * w[i] * p[i] * c;
        value[2] += w[i] * w[i] * w[i] * p[i] * s;
    }
}

static double square_at(const swvi_bend *bend, double angle)
{
    const swvi_bend_point p = swvi_bend_at(bend, angle);
    return p.x * p.x + p.y * p.y;
}

static double slope_size(const swvi_bend *bend, double angle)
{
    double value[3];
    slope_at(bend, angle, value);
    return fabs(value[0]);
}

// The angle inside a piece at which r^2 = square, slowly and surely.
static double halve(const swvi_bend *bend, double from, double to, double square)
{
    const bool grows = square_at(bend, to) > square_at(bend, from);
    for (int step = 0; step < 64; ++step) {  // more than the 53 bits of a double
        const double middle = 0.5 * (from + to);
        if ((square_at(bend, middle) < square) == grows)
            from = middle;
        else
            to = middle;
    }
    return 0.5 * (from + to);
}

// (3) The polynomial through (angle - anchor)/s at the Chebyshev points of the piece, in powers of z in [-1, 1].
static void fit_guess(const swvi_bend *bend, swvi_bend_piece *piece)
{
    // cos(pi (2i + 1)/16), i = 0 .. 3
    static const double chebyshev[4] = { 0.98078528040323043, 0.83146961230254524, 0.55557023301960218,
                                         0.19509032201612825 };
    const double s_low = sqrt(fabs(piece->at_low - piece->square)), s_high = sqrt(fabs(piece->at_high - piece->square));
    const double middle = 0.5 * (s_low + s_high), half = 0.5 * fabs(s_high - s_low);
    const bool   is_least = piece->at_high + piece->at_low > 2.0 * piece->square;
    double       node[NODES], newton[NODES];
    for (int i = 0; i < NODES; ++i) {
        node[i] = i < 4 ? -chebyshev[i] : chebyshev[7 - i];
        const double s = middle + half * node[i], square = piece->square + (is_least ? s * s : -s * s);
        newton[i] = s > 0.0 ? (halve(bend, piece->low, piece->high, square) - piece->anchor) / s : 0.0;
    }
    for (int order = 1; order < NODES; ++order)
        for (int i = NODES - 1; i >= order; --i)
            newton[i] = (newton[i] - newton[i - 1]) / (node[i] - node[i - order]);
    // From Newton's form to powers: p <- p (z - node) + newton, beginning with the last. It is 0 yet.
    for (int i = NODES - 1; i >= 0; --i) {
        for (int k = NODES - 1; k > 0; --k)
            piece->guess[k] = piece->guess[k - 1] - node[i] * piece->guess[k];
        piece->guess[0] = newton[i] - node[i] * piece->guess[0];
    }
    piece->scale = half > 0.0 ? 1.0 / half : 0.0;
    piece->shift = half > 0.0 ? -middle / half : 0.0;
}

// Angles from low to high, about anchor (2), all radians. False if there is no room.
static bool add_piece(swvi_bend *bend, double low, double high, double anchor)
{
    if (bend->count == SWVI_BEND_PIECES)
        return false;
    swvi_bend_piece *piece = &bend->pieces[bend->count++];
    *piece = (swvi_bend_piece){ .low = low,
                                .high = high,
                                .at_low = square_at(bend, low),
                                .at_high = square_at(bend, high),
                                .anchor = anchor,
                                .square = square_at(bend, anchor) };
    fit_guess(bend, piece);
    return true;
}

swv_status swvi_bend_make(swvi_bend *bend, double a, double b, double c, double ratio, double lower, double upper)
{
    *bend = (swvi_bend){ .a = a, .b = b, .c = c, .ratio = ratio };
    const double      r2 = ratio * ratio, k2 = (1.0 + ratio) * (1.0 + ratio);
    const double      bound = a * b + b * c * r2 * r2 + a * c * k2 * k2, steep = a * b + b * c * r2 + a * c * k2;
    const swvi_smooth slope = { slope_at, bend, bound, 4.0 * ROUNDING * steep };
    double            extrema[MAX_EXTREMA];
    const int         found = swvi_isolate(&slope, lower - 1.0, upper + 1.0, extrema, MAX_EXTREMA);
    if (found == MAX_EXTREMA)
        return SWV_BAD_COUPLING;

    // The ends: a limit on an extremum is that extremum; another is taken a little further.
    // Flat: the slope is below 1e-6 of the steepest. Extrema within 1e-9 radians of an end are the end. Chosen.
    const bool   low_is_flat = slope_size(bend, lower) < 1e-6 * steep;
    const bool   high_is_flat = slope_size(bend, upper) < 1e-6 * steep;
    const double beyond = SWV_LIMIT_TOLERANCE / (fabs(ratio) > 1.0 ? fabs(ratio) : 1.0);
    const double end = high_is_flat ? upper : upper + beyond;
    double       low = low_is_flat ? lower : lower - beyond, anchor = low;
    int          next = 0;
    for (; next < found && extrema[next] < low + 1e-9; ++next)
        anchor = low_is_flat ? low : extrema[next];
    while (low < end) {
        const bool   is_inside = next < found && extrema[next] < end - 1e-9;
        const double high = is_inside ? extrema[next] : end, middle = 0.5 * (low + high);
        const double high_anchor = is_inside || (next < found && !high_is_flat) ? extrema[next] : end;
        if (!add_piece(bend, low, middle, anchor) || !add_piece(bend, middle, high, high_anchor))
            return SWV_BAD_COUPLING;
        low = anchor = high;
        ++next;
    }
    return bend->count > 0 ? SWV_OK : SWV_BAD_LIMITS;
}

// (4)
static swvi_bend_root solve_piece(const swvi_bend *bend, const swvi_bend_piece *piece, double square, double tolerance)
{
    const double  s = sqrt(fabs(square - piece->square)), z = piece->scale * s + piece->shift, z2 = z * z;
    const double *p = piece->guess;
    const double  sum =
        ((p[0] + z * p[1]) + z2 * (p[2] + z * p[3])) + (z2 * z2) * ((p[4] + z * p[5]) + z2 * (p[6] + z * p[7]));
    const bool grows = piece->at_high > piece->at_low;
    double     low = piece->low, high = piece->high, t = swvi_clamp(low, high, piece->anchor + s * sum);
    for (int step = 1;; ++step) {
        const swvi_bend_point e = swvi_bend_at(bend, t);
        const swvi_bend_root  root = { t, e.x, e.y, step };
        const double          f = (e.x * e.x + e.y * e.y) - square;
        if (fabs(f) <= tolerance || step == MAX_STEPS)
            return root;
        if ((f < 0.0) == grows)
            low = t;
        else
            high = t;
        // f, f', f'', each halved
        const double half = 0.5 * f, slope = e.x * e.dx + e.y * e.dy;
        const double curve = (e.dx * e.dx + e.dy * e.dy) + (e.x * e.ddx + e.y * e.ddy);
        const double d = -half * slope / (slope * slope - half * curve * 0.5), next = t + d;
        // Within 1e-4 rad three terms of the series will do: the next is below 1e-17 of the lengths.
        if (fabs(d) < 1e-4 && next >= low && next <= high) {
            const double x = e.x + d * (e.dx + 0.5 * d * (e.ddx + (1.0 / 3.0) * d * e.dddx));
            const double y = e.y + d * (e.dy + 0.5 * d * (e.ddy + (1.0 / 3.0) * d * e.dddy));
            if (fabs((x * x + y * y) - square) <= tolerance)
                return (swvi_bend_root){ next, x, y, step };
        }
        const double middle = 0.5 * (low + high), inside = next > low && next < high ? next : middle;
        if (inside == t || middle == low || middle == high)
            return root;
        t = inside;
    }
}

int swvi_bend_solve(const swvi_bend *bend, double square, swvi_bend_root roots[SWV_FINGER_SOLUTIONS])
{
    const double size = bend->a + bend->b + bend->c, r = sqrt(square);
    const double tolerance = 4.0 * ROUNDING * size * (r > ROUNDING * size ? r : ROUNDING * size);
    int          count = 0;
    if (!swvi_is_finite(square))
        return 0;
    for (int i = 0; i < bend->count && count < SWV_FINGER_SOLUTIONS; ++i) {
        const swvi_bend_piece *piece = &bend->pieces[i];
        const double           least = swvi_smaller(piece->at_low, piece->at_high);
        const double           most = swvi_larger(piece->at_low, piece->at_high);
        // 16: a wide net, solve_piece decides. Chosen.
        if (!(square >= least - 16.0 * tolerance && square <= most + 16.0 * tolerance))
            continue;
        const swvi_bend_root root = solve_piece(bend, piece, swvi_clamp(least, most, square), tolerance);
        if (count == 0 || root.angle > roots[count - 1].angle + 1e-12)
            roots[count++] = root;
    }
    return count;
}
