// SPDX-License-Identifier: MIT
// Where the tip can be: the outline against samples, lines clipped to it, and the free finger inside it.
//
// As in planar_finger.h: postures q are three angles, radians; tips, points and lines are in the finger's plane, metres, the knuckle at the origin; a
// finger is 0.03 to 0.15 m long. 1e-12 m: planar_finger.h promises 1e-12 of the length. Points are drawn from a square of the finger's length to each
// side. 1e-9 rad at a limit is SWV_LIMIT_TOLERANCE. How fine a sweep is, and how many cases: chosen.
#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_papers/planar_finger.h"
#include "swivel/geometry.h"

// The tip of a posture, by libm: shares nothing with the library.
static swv_point libm_tip(const swv_finger *f, const double q[3])
{
    const double a = q[0], b = a + q[1], c = b + q[2];
    return (swv_point){ f->lengths[0] * cos(a) + f->lengths[1] * cos(b) + f->lengths[2] * cos(c),
                        f->lengths[0] * sin(a) + f->lengths[1] * sin(b) + f->lengths[2] * sin(c) };
}

static double apart(swv_point a, swv_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static double size_of(const swv_finger *f)
{
    return f->lengths[0] + f->lengths[1] + f->lengths[2];
}

// Inside the limits; each joint is on its lower or its upper one in one case of six each. Coupled: the last joint follows, and the middle one keeps
// to where that is inside its limits too.
static void random_posture(uint64_t *seed, const swv_finger *f, swv_finger_kind kind, double q[3])
{
    for (int i = 0; i < 3; ++i) {
        const int where = random_below(seed, 6);
        q[i] = where == 0 ? f->lower[i] : where == 1 ? f->upper[i] : random_between(seed, f->lower[i], f->upper[i]);
    }
    if (kind == SWV_FINGER_COUPLED) {
        q[1] = fmax(fmin(q[1], f->upper[2] / f->ratio), f->lower[2] / f->ratio);
        q[2] = f->ratio * q[1];
    }
}

// Van den Waardenburg's; a hand's, which bends the positive way and hyperextends; a stiff one; one that bends far to both sides; one that does so
// while its first joint hardly moves: its own curves at that joint's limits then cross on the edge. index: bones of an index finger, metres. Limits
// are radians, then comes the ratio of the last joint to the middle one. All chosen.
static swv_finger finger_number(int n)
{
    swv_finger   f;
    const double index[3] = { 0.03978, 0.02238, 0.01966 };
    if (n == 0)
        swv_finger_make_little(&f);
    else if (n == 1)
        assert_int_equal(swv_finger_make(index, (const double[3]){ -0.5, 0.0, 0.0 },
                                         (const double[3]){ 1.6, 1.75, 1.4 }, 2.0 / 3.0, &f),
                         SWV_OK);
    else if (n == 2)
        assert_int_equal(
            swv_finger_make(index, (const double[3]){ -0.3, -0.4, -0.3 }, (const double[3]){ 0.2, 1.5, 1.4 }, 1.0, &f),
            SWV_OK);
    else if (n == 4)
        assert_int_equal(
            swv_finger_make(index, (const double[3]){ -0.1, -1.2, -0.9 }, (const double[3]){ 0.15, 1.0, 1.1 }, 0.7, &f),
            SWV_OK);
    else
        assert_int_equal(
            swv_finger_make(index, (const double[3]){ -1.0, -3.0, -3.1 }, (const double[3]){ 2.0, 3.0, 3.1 }, 1.0, &f),
            SWV_OK);
    return f;
}

// ---- the outline as many short lines, found by their height ----

// Lines of an edge; strips of the whole height. A chord of 1 / 16000 of half a turn about 0.1 m is within 5e-10 m of its arc, so 1e-9 can be
// asserted. Strips only save time. Chosen.
enum { steps = 16000, strips = 8192 };

typedef struct polygon {
    int        count;
    swv_point *a, *b;
    double     low, high;
    int       *strip_count, **strip;
} polygon;

// The edges as lines a to b, and for each strip of y from low to high the lines in it; 1 % above and below the finger stays free. The first pass
// counts the lines of a strip, the second lists them.
static polygon make_polygon(const swv_finger *f, swv_finger_kind kind, const swv_finger_edge *edges, int count)
{
    polygon p = { .a = malloc(sizeof(swv_point) * (size_t)(count * steps)),
                  .b = malloc(sizeof(swv_point) * (size_t)(count * steps)),
                  .low = -1.01 * size_of(f),
                  .high = 1.01 * size_of(f),
                  .strip_count = calloc(strips, sizeof(int)),
                  .strip = calloc(strips, sizeof(int *)) };
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < steps; ++k) {
            double q[3];
            swv_finger_edge_posture(f, kind, &edges[i], (double)k / steps, q);
            p.a[p.count] = libm_tip(f, q);
            swv_finger_edge_posture(f, kind, &edges[i], (double)(k + 1) / steps, q);
            p.b[p.count++] = libm_tip(f, q);
        }
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < p.count; ++i) {
            const double least = fmin(p.a[i].y, p.b[i].y), most = fmax(p.a[i].y, p.b[i].y), high = p.high - p.low;
            const int    from = (int)((least - p.low) / high * strips), to = (int)((most - p.low) / high * strips);
            for (int s = from; s <= to; ++s) {
                if (pass == 0) {
                    ++p.strip_count[s];
                } else {
                    if (!p.strip[s]) {
                        p.strip[s] = malloc(sizeof(int) * (size_t)p.strip_count[s]);
                        p.strip_count[s] = 0;
                    }
                    p.strip[s][p.strip_count[s]++] = i;
                }
            }
        }
    return p;
}

static void free_polygon(polygon *p)
{
    for (int s = 0; s < strips; ++s)
        free(p->strip[s]);
    free(p->strip);
    free(p->strip_count);
    free(p->a);
    free(p->b);
}

// From p to the line from a to b, metres.
static double distance_to_segment(swv_point p, swv_point a, swv_point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    const double t = square > 0 ? fmax(0, fmin(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

// Inside: an odd number of crossings to the right. *edge takes the distance to the nearest line of this and the
// neighbouring strips. Only lines that come within 2e-6 m in x count for it: twice what is asked for. None: infinity.
static bool is_inside(const polygon *p, swv_point at, double *edge)
{
    const int s = (int)((at.y - p->low) / (p->high - p->low) * strips);
    int       crossings = 0;
    *edge = INFINITY;
    for (int n = s > 0 ? s - 1 : 0; n <= s + 1 && n < strips; ++n)
        for (int i = 0; i < p->strip_count[n]; ++i) {
            const swv_point a = p->a[p->strip[n][i]], b = p->b[p->strip[n][i]];
            if (fmin(a.x, b.x) < at.x + 2e-6 && fmax(a.x, b.x) > at.x - 2e-6)
                *edge = fmin(*edge, distance_to_segment(at, a, b));
            if (n == s && (a.y > at.y) != (b.y > at.y))
                crossings += at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y);
        }
    return crossings % 2 == 1;
}

// Of finger `number`. Here a loop closes to 1e-9 of the size; planar_finger.h promises 1e-5, for any limits.
static void check_outline(int number, swv_finger_kind kind)
{
    uint64_t         seed = 21 + (uint64_t)number;
    const swv_finger f = finger_number(number);
    swv_finger_edge  edges[SWV_FINGER_EDGES];
    int              count;
    assert_int_equal(swv_finger_outline(&f, kind, edges, &count), SWV_OK);
    assert_in_range(count, 2, SWV_FINGER_EDGES - 1);

    // Each loop is closed: an edge begins where the one before ends.
    swv_point start = { 0, 0 }, end = { 0, 0 };
    for (int i = 0; i < count; ++i) {
        double q[3];
        swv_finger_edge_posture(&f, kind, &edges[i], 0.0, q);
        const swv_point from = libm_tip(&f, q);
        if (i == 0 || edges[i].loop != edges[i - 1].loop) {
            assert_true(i == 0 || apart(start, end) < 1e-9 * size_of(&f));
            start = from;
        } else {
            assert_true(apart(from, end) < 1e-9 * size_of(&f));
        }
        swv_finger_edge_posture(&f, kind, &edges[i], 1.0, q);
        end = libm_tip(&f, q);
    }
    assert_true(apart(start, end) < 1e-9 * size_of(&f));
    print_message("             finger %d, %s: %d edges, %d loops\n", number, kind ? "free" : "coupled", count,
                  edges[count - 1].loop + 1);

    // No posture's tip is outside by more than 1e-9 m.
    polygon p = make_polygon(&f, kind, edges, count);
    for (int n = 0; n < CASES_OR_ALL(400000, 1000000); ++n) {
        double q[3], edge;
        random_posture(&seed, &f, kind, q);
        const swv_point tip = libm_tip(&f, q);
        if (!is_inside(&p, tip, &edge) && edge > 1e-9)
            fail_msg("(%.17g, %.17g) is outside by %g", tip.x, tip.y, edge);
    }
    // And what is inside can be reached, what is outside cannot; not asked within 1e-6 m of the edge. Chosen.
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_point at = { random_between(&seed, -size_of(&f), size_of(&f)),
                               random_between(&seed, -size_of(&f), size_of(&f)) };
        double          edge;
        bool            can;
        const bool      inside = is_inside(&p, at, &edge);
        assert_int_equal(swv_finger_can_reach(&f, kind, at, &can), SWV_OK);
        if (edge > 1e-6 && can != inside)
            fail_msg("(%.17g, %.17g): %s, but %s the outline", at.x, at.y, can ? "reached" : "not reached",
                     inside ? "inside" : "outside");
    }
    free_polygon(&p);
}

static void outline_of_coupled_fingers(void **state)
{
    (void)state;
    for (int number = 0; number < 5; ++number)
        check_outline(number, SWV_FINGER_COUPLED);
}

static void outline_of_free_fingers(void **state)
{
    (void)state;
    for (int number = 0; number < 4; ++number)
        check_outline(number, SWV_FINGER_FREE);
}

// The edges of figure 5: straight, folded and both limits of the first joint. 60 degrees each way. 0.0668 m: the sum of the bones; 0.013353376581 m:
// from the knuckle to the tip with the middle joint on its limit (finger.md), given to 12 decimals, so 1e-12.
static void outline_of_the_paper(void **state)
{
    (void)state;
    const swv_finger f = finger_number(0);
    swv_finger_edge  edges[SWV_FINGER_EDGES];
    int              count, arcs = 0;
    assert_int_equal(swv_finger_outline(&f, SWV_FINGER_COUPLED, edges, &count), SWV_OK);
    assert_int_equal(count, 4);
    for (int i = 0; i < count; ++i) {
        double q[3];
        swv_finger_edge_posture(&f, SWV_FINGER_COUPLED, &edges[i], 0.5, q);
        const swv_point p = libm_tip(&f, q);
        if (edges[i].joint == 0) {
            const double r = hypot(p.x, p.y);
            assert_true(fabs(r - 0.0668) < 1e-15 || fabs(r - 0.013353376581) < 1e-12);
            ++arcs;
        } else {
            assert_near(fabs(q[0]), SWV_PI / 3, 1e-15);
        }
    }
    assert_int_equal(arcs, 2);
}

// What a finger can reach does not depend on the unit of length: tips inside, at the edge and half of the finger beyond it. Units from 1e-12 to 1e12
// of the real size.
static void reach_does_not_depend_on_the_size(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int n = 0; n < 300; ++n) {
        const swv_finger_kind kind = (swv_finger_kind)(n % 2);
        const swv_finger      f = finger_number(n % 4);
        const double          unit = pow(10.0, n % 25 - 12);
        double                q[3], lengths[3];
        swv_finger            other;
        random_posture(&seed, &f, kind, q);
        for (int i = 0; i < 3; ++i)
            lengths[i] = unit * f.lengths[i];
        assert_int_equal(swv_finger_make(lengths, f.lower, f.upper, f.ratio, &other), SWV_OK);
        const swv_point tip = libm_tip(&other, q);
        const double    away = hypot(tip.x, tip.y), beyond = 1.5 * size_of(&other);
        bool            can;
        assert_int_equal(swv_finger_can_reach(&other, kind, tip, &can), SWV_OK);
        assert_true(can);
        if (away > 0.0) {
            const swv_point far = { beyond * tip.x / away, beyond * tip.y / away };
            assert_int_equal(swv_finger_can_reach(&other, kind, far, &can), SWV_OK);
            assert_false(can);
        }
    }
}

static void bad_arguments_have_a_status(void **state)
{
    (void)state;
    const swv_finger      f = finger_number(1);
    const swv_finger      none = { 0 };
    const swv_point       from = { 0.0, 0.0 }, to = { 0.05, 0.0 }, bad = { NAN, 0.0 };
    const swv_finger_kind no_kind = (swv_finger_kind)2;
    swv_finger_parts      parts;
    swv_finger_edge       edges[SWV_FINGER_EDGES];
    int                   count;
    bool                  can;
    assert_int_equal(swv_finger_clip(&none, SWV_FINGER_FREE, from, to, &parts), SWV_BAD_MODEL);
    assert_int_equal(swv_finger_clip(&f, no_kind, from, to, &parts), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_finger_clip(&f, SWV_FINGER_FREE, from, bad, &parts), SWV_BAD_GOAL);
    assert_int_equal(swv_finger_can_reach(&none, SWV_FINGER_FREE, to, &can), SWV_BAD_MODEL);
    assert_int_equal(swv_finger_can_reach(&f, no_kind, to, &can), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_finger_can_reach(&f, SWV_FINGER_FREE, bad, &can), SWV_BAD_GOAL);
    assert_int_equal(swv_finger_outline(&none, SWV_FINGER_FREE, edges, &count), SWV_BAD_MODEL);
    assert_int_equal(swv_finger_outline(&f, no_kind, edges, &count), SWV_BAD_ARGUMENT);
}

// ---- sliding ----

// At 401 points of a line, never at its ends (0.37 of a step from them): reached where the parts say so. Within 1e-6 of the line from an end of a
// part nothing is asserted. One line in eight is vertical. At least a third of a part a line is found. All chosen.
static void clipped_lines_agree_with_a_sweep(void **state)
{
    (void)state;
    enum { sweep = 400 };
    uint64_t seed = 31;
    long     parts_found = 0, looked = 0;
    for (int n = 0; n < CASES_OR_ALL(1500, 4000); ++n) {
        const swv_finger      f = finger_number(n % 4);
        const swv_finger_kind kind = n / 4 % 2 ? SWV_FINGER_FREE : SWV_FINGER_COUPLED;
        const double          size = size_of(&f);
        const swv_point       from = { random_between(&seed, -size, size), random_between(&seed, -size, size) };
        swv_point             to = { random_between(&seed, -size, size), random_between(&seed, -size, size) };
        if (n % 16 < 2)
            to.x = from.x;
        swv_finger_parts parts;
        assert_int_equal(swv_finger_clip(&f, kind, from, to, &parts), SWV_OK);
        parts_found += parts.count;
        for (int i = 0; i < parts.count; ++i) {
            assert_true(parts.from[i] >= 0 && parts.from[i] < parts.to[i] && parts.to[i] <= 1);
            assert_true(i == 0 || parts.from[i] > parts.to[i - 1]);
        }
        for (int k = 0; k <= sweep; ++k) {
            const double    t = (k + 0.37) / (sweep + 1);
            const swv_point p = { from.x + t * (to.x - from.x), from.y + t * (to.y - from.y) };
            bool            can, inside = false, previous = false;
            for (int i = 0; i < parts.count; ++i) {
                inside = inside || (t >= parts.from[i] && t <= parts.to[i]);
                previous = previous || fabs(t - parts.from[i]) < 1e-6 || fabs(t - parts.to[i]) < 1e-6;
            }
            assert_int_equal(swv_finger_can_reach(&f, kind, p, &can), SWV_OK);
            if (!previous && can != inside)
                fail_msg("at %.17g of the line (case %d): %s", t, n,
                         can ? "reached, but clipped" : "kept, but not reached");
            ++looked;
        }
    }
    print_message("             %ld parts, %ld points\n", parts_found, looked);
    assert_true(parts_found > CASES_OR_ALL(1500, 4000) / 3);
}

// Figure 6, and 10^4 other lines: the joints move continuously, the tip stays on the line, six iterations suffice. Lines are metres; 0.07 is just
// beyond the reach of 0.0668. 1e-9 rad: rounding near straight. At least 50 of the 200 steps a line are inside: chosen.
static void sliding_is_continuous(void **state)
{
    (void)state;
    enum { path = 200 };
    uint64_t         seed = 32;
    const swv_finger f = finger_number(0);
    int              most = 0;
    long             slid = 0;
    const double     fastest[3] = { 1.4, 2.1, 1.4 };  // measured: 1.36, 2.03, 1.35
    for (int n = 0; n < CASES(10000); ++n) {
        const swv_point from = { n ? random_between(&seed, -0.07, 0.07) : 0.01,
                                 n ? random_between(&seed, -0.07, 0.07) : -0.03 };
        const swv_point to = { n ? random_between(&seed, -0.07, 0.07) : 0.08,
                               n ? random_between(&seed, -0.07, 0.07) : -0.03 };
        swv_finger_parts parts;
        assert_int_equal(swv_finger_clip(&f, SWV_FINGER_COUPLED, from, to, &parts), SWV_OK);
        for (int i = 0; i < parts.count; ++i) {
            double before[3] = { 0 };
            for (int k = 0; k <= path; ++k) {
                const double     t = parts.from[i] + (parts.to[i] - parts.from[i]) * k / path;
                const swv_point  p = { from.x + t * (to.x - from.x), from.y + t * (to.y - from.y) };
                double           q[SWV_FINGER_SOLUTIONS][3];
                swv_digit_report report;
                assert_int_equal(swv_finger_solve(&f, p, q, &report), SWV_OK);
                if (!(apart(libm_tip(&f, q[0]), p) <= 1e-12))
                    fail_msg("off the line by %g (case %d, part %d of %d, step %d)", apart(libm_tip(&f, q[0]), p), n, i,
                             parts.count, k);
                most = report.iterations > most ? report.iterations : most;
                // Near to straight an angle goes with the root of the way, in lengths of the finger.
                const double step = (parts.to[i] - parts.from[i]) * apart(from, to) / path;
                for (int j = 0; k > 0 && j < 3; ++j)
                    assert_true(fabs(q[0][j] - before[j]) < fastest[j] * sqrt(step / 0.0668) + 1e-9);
                memcpy(before, q[0], sizeof before);
                ++slid;
            }
        }
    }
    print_message("             %ld steps, at most %d iterations\n", slid, most);
    assert_true(slid > CASES(10000) * 50L);
    assert_in_range(most, 1, 6);
}

// ---- the free finger ----

// Brute force over the last joint: nothing better than what is returned. The cost is rad^2: to `previous`, or, if that is NULL, the square of how far
// the last joint is from following. The last two bones as one of length m, and the first, meet the tip in two ways at each of 3001 angles of the last
// joint.
static double brute_cost(const swv_finger *f, swv_point tip, const double *previous)
{
    enum { sweep = 3000 };
    double best = INFINITY;
    for (int k = 0; k <= sweep; ++k) {
        const double last = f->lower[2] + (f->upper[2] - f->lower[2]) * k / sweep;
        const double b = f->lengths[1] + f->lengths[2] * cos(last), c = f->lengths[2] * sin(last), m = hypot(b, c);
        const double a = f->lengths[0], r = hypot(tip.x, tip.y), cosine = (r * r - a * a - m * m) / (2 * a * m);
        for (int sign = -1; sign <= 1 && fabs(cosine) <= 1; sign += 2) {
            double q[3] = { 0, sign * acos(cosine) - atan2(c, b), last };
            q[1] = swv_angle_wrap(q[1]);
            const swv_point e = libm_tip(f, q);
            q[0] = atan2(e.x * tip.y - e.y * tip.x, e.x * tip.x + e.y * tip.y);
            bool inside = true;
            for (int i = 0; i < 3; ++i)  // without the tolerance, whose root may be in another joint
                inside = inside && swv_angle_turn_into(f->lower[i], f->upper[i], &q[i]) && q[i] >= f->lower[i] &&
                         q[i] <= f->upper[i];
            double cost = previous ? 0 : (q[2] - f->ratio * q[1]) * (q[2] - f->ratio * q[1]);
            for (int i = 0; previous && i < 3; ++i)
                cost += (q[i] - previous[i]) * (q[i] - previous[i]);
            if (inside)
                best = fmin(best, cost);
        }
    }
    return best;
}

// Costs are rad^2. 1.01e-9 rad: the limit tolerance, and rounding.
static void free_finger_chooses_the_best(void **state)
{
    (void)state;
    uint64_t seed = 33;
    for (int n = 0; n < CASES(2000); ++n) {
        const swv_finger f = finger_number(n % 4);
        double           made[3], previous[3], q[3];
        swv_digit_report report;
        random_posture(&seed, &f, SWV_FINGER_FREE, made);
        random_posture(&seed, &f, SWV_FINGER_FREE, previous);
        const double   *wish = n % 3 ? previous : NULL;
        const swv_point tip = libm_tip(&f, made);
        assert_int_equal(swv_finger_solve_free(&f, tip, wish, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_near(apart(libm_tip(&f, q), tip), 0.0, 1e-12);
        double cost = wish ? 0 : (q[2] - f.ratio * q[1]) * (q[2] - f.ratio * q[1]);
        for (int i = 0; i < 3; ++i) {
            assert_true(q[i] >= f.lower[i] - 1.01e-9 && q[i] <= f.upper[i] + 1.01e-9);
            if (wish)
                cost += (q[i] - previous[i]) * (q[i] - previous[i]);
        }
        const double brute = brute_cost(&f, tip, wish);
        if (!(cost <= brute + 1e-6))  // where the finger is straight its angles are known to 1e-8 only
            fail_msg("cost %.17g, brute force %.17g (case %d)", cost, brute, n);
    }
}

// 1e-5 rad: where the finger is straight, angles are known to the root of a rounding, 1e-8; the rest is room. Chosen.
static void free_finger_stays_where_it_is(void **state)
{
    (void)state;
    uint64_t seed = 34;
    for (int n = 0; n < CASES_OR_ALL(1500, 4000); ++n) {
        const swv_finger f = finger_number(n % 3);
        double           made[3], q[3];
        random_posture(&seed, &f, SWV_FINGER_FREE, made);
        swv_digit_report report;
        assert_int_equal(swv_finger_solve_free(&f, libm_tip(&f, made), made, q, &report), SWV_OK);
        assert_int_equal(report.iterations, 0);  // closed form
        for (int i = 0; i < 3; ++i)
            assert_near(q[i], made[i], 1e-5);
    }
}

// Tips up to 1.4 finger lengths away along each axis, so that more than a quarter are out of reach: chosen. None of 41^3 postures is nearer; the
// nearest of them is within a fifth of the length, as half a step of 6.2 / 40 rad in each of three joints moves the tip by less.
static void free_finger_out_of_reach_gives_the_nearest_point(void **state)
{
    (void)state;
    enum { sweep = 40 };
    uint64_t seed = 35;
    long     outside = 0;
    for (int n = 0; n < CASES(600); ++n) {
        const swv_finger f = finger_number(n % 4);
        const double     size = size_of(&f);
        const swv_point  tip = { random_between(&seed, -1.4 * size, 1.4 * size),
                                 random_between(&seed, -1.4 * size, 1.4 * size) };
        double           q[3], best = INFINITY;
        swv_digit_report report;
        assert_int_equal(swv_finger_solve_free(&f, tip, NULL, q, &report), SWV_OK);
        for (int i = 0; i <= sweep; ++i)
            for (int j = 0; j <= sweep; ++j)
                for (int k = 0; k <= sweep; ++k) {
                    const double posture[3] = { f.lower[0] + (f.upper[0] - f.lower[0]) * i / sweep,
                                                f.lower[1] + (f.upper[1] - f.lower[1]) * j / sweep,
                                                f.lower[2] + (f.upper[2] - f.lower[2]) * k / sweep };
                    best = fmin(best, apart(libm_tip(&f, posture), tip));
                }
        assert_true(report.position_error <= best + 1e-12);
        assert_true(report.position_error >= best - 0.2 * size);
        outside += report.outcome == SWV_OUT_OF_REACH;
    }
    assert_in_range(outside, CASES(600) / 4, CASES(600));
}

// ---- van den Waardenburg's iteration ----

// Errata: 41 x 41 targets over the limits, epsilon 1e-3 mm, at most 500 iterations. That is 1681 targets (finger.md, "His iteration"). Rows: start,
// alpha, off_straight in radians, per cent that fail, mean iterations of the others (-1: not asserted). 1 point, and 0.06 and 2 % of a mean: half of
// the last digit, and room for compilers that round differently. Chosen.
static void newton_gives_the_table(void **state)
{
    (void)state;
    static const struct {
        swv_finger_newton_start start;
        double                  alpha, off_straight, failed, mean;
    } rows[] = {
        { SWV_FINGER_START_NEUTRAL, 1.0, 0, 0.0, 4.8 },
        { SWV_FINGER_START_NEUTRAL, 0.5, 0, 0.1, 15.8 },
        { SWV_FINGER_START_NEUTRAL, 0.1, 0, 0.1, 98.8 },
        { SWV_FINGER_START_EDGE, 1.0, 0, 65, -1 },
        { SWV_FINGER_START_EDGE, 0.5, 0, 62, -1 },
        { SWV_FINGER_START_EDGE, 0.1, 0, 60, -1 },  // decided by rounding
        { SWV_FINGER_START_EDGE, 1.0, 1e-3, 8.6, -1 },
        { SWV_FINGER_START_EDGE, 0.5, 1e-3, 0, 17.2 },
        { SWV_FINGER_START_EDGE, 0.1, 1e-3, 0.1, 98.3 },
        { SWV_FINGER_START_WEIGHTED, 1.0, 0, 0, 5.4 },
        { SWV_FINGER_START_WEIGHTED, 0.5, 0, 0, 14.8 },
        { SWV_FINGER_START_WEIGHTED, 0.1, 0, 0, 86.3 },
    };
    const swv_finger f = finger_number(0);
    for (int row = 0; row < 12; ++row) {
        int    failed = 0, most = 0;
        double sum = 0;
        for (int i = 0; i <= 40; ++i)
            for (int k = 0; k <= 40; ++k) {
                const double made[3] = { f.lower[0] + (f.upper[0] - f.lower[0]) * i / 40, f.lower[1] * (1 - k / 40.0),
                                         f.ratio * f.lower[1] * (1 - k / 40.0) };
                const swv_finger_newton_options options = { .start = rows[row].start,
                                                            .alpha = rows[row].alpha,
                                                            .epsilon = 1e-6,
                                                            .max_iterations = 500,
                                                            .off_straight = rows[row].off_straight };
                swv_finger_newton_report        report;
                double                          q[3];
                assert_int_equal(swv_finger_newton(&f, libm_tip(&f, made), &options, q, &report), SWV_OK);
                failed += report.outcome != SWV_REACHED;
                sum += report.outcome == SWV_REACHED ? report.iterations : 0;
                most = report.outcome == SWV_REACHED && report.iterations > most ? report.iterations : most;
            }
        const double percent = 100.0 * failed / 1681, mean = sum / (1681 - failed);
        print_message("             start %d, alpha %.1f: %.1f %% fail, mean %.1f, max %d\n", rows[row].start,
                      rows[row].alpha, percent, mean, most);
        // From the singular start the first step is made of rounding errors: 47 to 77 % with different ways to invert
        // J.
        const bool is_singular = rows[row].start == SWV_FINGER_START_EDGE && rows[row].off_straight == 0;
        assert_near(percent, rows[row].failed, is_singular ? 25.0 : 1.0);
        if (rows[row].mean > 0)
            assert_near(mean, rows[row].mean, 0.06 + 0.02 * rows[row].mean);
    }
}

// Each edge ends where the next one of its loop begins, to 1e-5 of the size, and is a posture inside the limits.
static void check_closed(const swv_finger *f, swv_finger_kind kind, int n)
{
    swv_finger_edge edges[SWV_FINGER_EDGES];
    int             count, first = 0;
    assert_int_equal(swv_finger_outline(f, kind, edges, &count), SWV_OK);
    assert_true(count > 0);
    for (int i = 0; i < count; ++i) {
        const bool is_last = i + 1 == count || edges[i + 1].loop != edges[i].loop;
        double     end[3], next[3];
        swv_finger_edge_posture(f, kind, &edges[i], 1.0, end);
        swv_finger_edge_posture(f, kind, &edges[is_last ? first : i + 1], 0.0, next);
        if (!(apart(libm_tip(f, end), libm_tip(f, next)) < 1e-5 * size_of(f)))
            fail_msg("finger %d, kind %d: edge %d of %d ends %g from the next", n, (int)kind, i, count,
                     apart(libm_tip(f, end), libm_tip(f, next)));
        for (int k = 0; k < (kind == SWV_FINGER_FREE ? 3 : 2); ++k)
            assert_true(end[k] >= f->lower[k] - 1e-9 && end[k] <= f->upper[k] + 1e-9);
        first = is_last ? i + 1 : first;
    }
}

// A link that folds onto one of its length brings the last joint to the knuckle: turning that joint or the first, the tip goes
// along the same circle, cut in different places. Here and below lengths are metres, limits radians. The third link is longer by 1e-6 to 1e-5 of it,
// the first joint's range is 0.001 to 0.1 rad, 1e-16 is next to straight. Chosen.
static void outlines_of_folded_fingers_close(void **state)
{
    (void)state;
    uint64_t seed = 62;
    for (int n = 0; n < CASES_OR_ALL(400, 10000); ++n) {
        const double lengths[3] = { 0.01, 0.01, 0.01 * (1.0 + pow(10.0, random_between(&seed, -6, -5))) };
        const double turned = random_between(&seed, -2, 1.9), least = n % 2 ? -SWV_PI : random_between(&seed, -3, -1);
        const double lower[3] = { turned, 1e-16, least };
        const double upper[3] = { turned + pow(10.0, random_between(&seed, -3, -1)), SWV_PI,
                                  random_between(&seed, 1, 2) };
        swv_finger   f;
        if (swv_finger_make(lengths, lower, upper, -1.5, &f) == SWV_OK)
            check_closed(&f, SWV_FINGER_FREE, n);
    }
}

// Nearly of its length: two circles nearly one. By 1e-12 to 1e-3 and by 1e-4 to 0.1 of it. Chosen.
static void outlines_of_nearly_folded_fingers_close(void **state)
{
    (void)state;
    uint64_t seed = 63;
    for (int n = 0; n < CASES_OR_ALL(2000, 40000); ++n) {
        const double lengths[3] = { 0.01, 0.01 * (1.0 + pow(10.0, random_between(&seed, -12, -3))),
                                    0.01 * (1.0 + pow(10.0, random_between(&seed, -4, -1))) };
        const double turned = random_between(&seed, -2, 1.9), least = n % 2 ? -SWV_PI : random_between(&seed, -3, -1);
        const double lower[3] = { turned, -SWV_PI, least };
        const double upper[3] = { turned + pow(10.0, random_between(&seed, -3, -1)), 0.0, random_between(&seed, 1, 2) };
        swv_finger   f;
        assert_int_equal(swv_finger_make(lengths, lower, upper, 2.0 / 3.0, &f), SWV_OK);
        check_closed(&f, SWV_FINGER_FREE, n);
    }
}

// How far the tip is from the line of the first link, metres; t: the middle joint, radians.
static double across(const double lengths[3], double ratio, double t)
{
    return lengths[1] * sin(t) + lengths[2] * sin((1.0 + ratio) * t);
}

// A coupled finger that bends to either side until the tip is in line with the first link again: there the curve of each side crosses
// its mirror image, a hair before the ends. 60 halvings find that angle, `low`; limits lie 1e-6 to 0.3 rad (10^-0.5) inside or beyond it to each
// side; the first joint's range is 0.001 to 1 rad. Chosen; so is that half of the draws make a finger.
static void outlines_of_fingers_bent_into_line_close(void **state)
{
    (void)state;
    uint64_t seed = 63;
    int      made = 0;
    for (int n = 0; n < CASES_OR_ALL(3000, 20000); ++n) {
        const double lengths[3] = { random_between(&seed, 0.01, 0.05), random_between(&seed, 0.01, 0.05),
                                    random_between(&seed, 0.01, 0.05) };
        const double ratio = n % 2 ? 2.0 / 3.0 : random_between(&seed, 0.2, 2.5);
        double       low = SWV_PI / (1.0 + ratio),
               high = fmin(2.0 * low, SWV_PI);  // the last link is across to one side, then the other
        if (!(across(lengths, ratio, low) > 0.0 && across(lengths, ratio, high) < 0.0))
            continue;
        for (int step = 0; step < 60; ++step) {
            const double middle = 0.5 * (low + high);
            *(across(lengths, ratio, middle) > 0.0 ? &low : &high) = middle;
        }
        const double turned = random_between(&seed, -2, 2);
        const double lower[3] = { turned, -low - (n % 3 ? 1 : -1) * pow(10.0, random_between(&seed, -6, -0.5)),
                                  -SWV_PI };
        const double upper[3] = { turned + pow(10.0, random_between(&seed, -3, 0)),
                                  low + (n % 5 ? 1 : -1) * pow(10.0, random_between(&seed, -6, -0.5)), SWV_PI };
        swv_finger   f;
        if (swv_finger_make(lengths, lower, upper, ratio, &f) != SWV_OK)
            continue;
        ++made;
        check_closed(&f, SWV_FINGER_COUPLED, n);
    }
    assert_true(made > CASES_OR_ALL(3000, 20000) / 2);
}

// Joints that go a little beyond straight: curves then lie as near to each other as the square of that. Or as far to one side as
// to the other, by a hair. Or hardly at all. beyond: degrees past straight. Bones and limits are about a person's; every seventh case has any limits,
// every fifth mirrored ones to 1e-14 to 0.01 rad, every eighth a joint that moves by 1e-14 to 2e-4 rad (10^-3.7). Chosen; so is that three quarters
// of the draws make a finger.
static void outlines_close_whatever_the_limits(void **state)
{
    (void)state;
    const double degree = SWV_PI / 180.0;
    uint64_t     seed = 61;
    int          made = 0;
    for (int n = 0; n < CASES_OR_ALL(2000, 6000); ++n) {
        const double beyond[6] = { 0.0,
                                   random_between(&seed, 0, 0.01),
                                   random_between(&seed, 0, 1),
                                   random_between(&seed, 0, 10),
                                   random_between(&seed, 0, 30),
                                   5.0 };
        const double lengths[3] = { random_between(&seed, 0.025, 0.05), random_between(&seed, 0.015, 0.03),
                                    random_between(&seed, 0.012, 0.025) };
        double       lower[3] = { -random_between(&seed, 60, 100) * degree, -random_between(&seed, 80, 120) * degree,
                                  -random_between(&seed, 50, 90) * degree };
        double       upper[3] = { random_between(&seed, 0, 40) * degree, beyond[n % 6] * degree,
                            n % 2 ? random_between(&seed, 0, 10) * degree : 0.0 };
        for (int i = 0; i < 3 && n % 7 == 0; ++i) {
            lower[i] = random_between(&seed, -180, 90) * degree;
            upper[i] = fmin(lower[i] + random_between(&seed, 0, 200) * degree, SWV_PI);
        }
        for (int i = 0; i < 3 && n % 5 == 0; ++i)
            upper[i] = -lower[i] + random_between(&seed, -1, 1) * pow(10.0, random_between(&seed, -14, -2));
        if (n % 8 == 3)
            upper[n / 8 % 3] = lower[n / 8 % 3] + pow(10.0, random_between(&seed, -14, -3.7));
        swv_finger f;
        if (swv_finger_make(lengths, lower, upper, random_between(&seed, 0.3, 1), &f) != SWV_OK)
            continue;
        ++made;
        // Coupled and with a fixed joint, its area is a curve.
        for (int kind = n % 8 == 3 ? SWV_FINGER_FREE : 0; kind < 2; ++kind)
            check_closed(&f, (swv_finger_kind)kind, n);
    }
    assert_true(made > CASES_OR_ALL(2000, 6000) * 3 / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outline_of_the_paper),
        cmocka_unit_test(outline_of_coupled_fingers),
        cmocka_unit_test(outline_of_free_fingers),
        cmocka_unit_test(reach_does_not_depend_on_the_size),
        cmocka_unit_test(bad_arguments_have_a_status),
        cmocka_unit_test(clipped_lines_agree_with_a_sweep),
        cmocka_unit_test(sliding_is_continuous),
        cmocka_unit_test(free_finger_chooses_the_best),
        cmocka_unit_test(free_finger_stays_where_it_is),
        cmocka_unit_test(free_finger_out_of_reach_gives_the_nearest_point),
        cmocka_unit_test(newton_gives_the_table),
        cmocka_unit_test(outlines_close_whatever_the_limits),
        cmocka_unit_test(outlines_of_folded_fingers_close),
        cmocka_unit_test(outlines_of_nearly_folded_fingers_close),
        cmocka_unit_test(outlines_of_fingers_bent_into_line_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
