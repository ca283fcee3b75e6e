// SPDX-License-Identifier: MIT
//
// The edge of a finger's reachable area as closed loops of curves.
//
// Given     the curves of finger_area.c, which contain the edge
// Find      the parts of them that are the edge, in the order of a walk along it
//
// (1) cuts      A part of a curve that is inside on both sides is no edge. Whether it is changes only where another
//               curve crosses. Two arcs: two circles' crossings. An arc about the knuckle and the coupled finger's own
//               curve: the angles at which the tip has the arc's distance (bend.c). Two such curves: both are walked in
//               POINTS steps, one beyond each end, as chords may miss a crossing next to an end; where two steps cross,
//               Newton's method for C(t) e^(i q0) = C(u) e^(i q0').
// (2) sides     Between neighbouring cuts, a point in the middle, a little to each side, less far than any other curve:
//               an edge unless both can be reached.
// (3) walk      From the end of a part to the part that begins or ends there, until it closes.
//
// Degenerate    circles that touch cross twice within a root of rounding: cuts less than SHORTEST apart are one; a curve's
//               end, which is exact, goes before a crossing
//               arcs of one circle overlap (a link folds onto one of its length): they are cut in the same places, and the
//               same part counts once
//               the area is a curve (a joint cannot move): each part is an edge, and a loop may be open
#include <stddef.h>

#include "hand/bend.h"
#include "hand/finger_area.h"

#define SHORTEST 4e-7   // radians: places where circles touch are as uncertain as the root of a rounding
#define MIRRORED 3e-5   // radians
#define SLIVER   2e-4   // radians
#define MEETS    1e-7   // of the size: ends that are one point
#define ONE      1e-9   // of the size: places that are one, circles of the same joint that are
#define ALIKE    1e-7   // of the size: circles of different joints that are: a link folds onto one nearly of its length
#define MOST_GAP 2e-4   // of the size: what parts too short to tell inside from outside leave open, at cusps above all
#define INSIDE   1e-12  // radians: limits are not widened by more when the sides are looked at

enum { POINTS = 192, RUN = 16, MAX_CUTS = 96, MAX_PARTS = 160 };

typedef struct cuts {
    int    count;
    double at[MAX_CUTS];  ///< values of the curve's own joint, ascending
} cuts;

static void add_cut(cuts *list, const swv_finger_edge *edge, double at)
{
    if (!(at > edge->from + SHORTEST && at < edge->to - SHORTEST) || list->count == MAX_CUTS)
        return;
    for (int i = 0; i < list->count; ++i)
        if (fabs(list->at[i] - at) < SHORTEST)
            return;
    int k = list->count++;
    for (; k > 0 && list->at[k - 1] > at; --k)
        list->at[k] = list->at[k - 1];
    list->at[k] = at;
}

static swv_point tip_at(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge, double value)
{
    double q[3] = { edge->q[0], edge->q[1], edge->q[2] };
    q[edge->joint] = value;
    if (kind == SWV_FINGER_COUPLED)
        q[2] = finger->ratio * q[1];
    return swvi_finger_tip(finger, q, NULL);
}

// The joint's value at which an arc's tip is in this direction, counted from its middle's turn.
static double arc_value(const swvi_arc *arc, const swv_finger_edge *edge, swv_point p)
{
    const double middle = 0.5 * (edge->from + edge->to);
    const double wanted = swvi_atan2(p.y - arc->centre.y, p.x - arc->centre.x) - arc->zero;
    return middle + swv_angle_wrap(wanted - middle);
}

static double apart(swv_point a, swv_point b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y);
}

static bool is_near(const swv_finger *finger, swv_point a, swv_point b)
{
    return apart(a, b) < ONE * swvi_finger_size(finger);
}

// Where another arc ends on this one: found more surely by its posture than by circles that touch there.
static void cut_arc_at_ends(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge,
                            const swv_finger_edge *other, cuts *list)
{
    const swvi_arc a = swvi_arc_of(finger, kind, edge);
    for (int end = 0; end < 2 && a.radius > 0.0; ++end) {
        const swv_point p = tip_at(finger, kind, other, end ? other->to : other->from);
        const double    at = arc_value(&a, edge, p);
        if (is_near(finger, p, tip_at(finger, kind, edge, at)))
            add_cut(list, edge, at);
    }
}

static void cut_arc_by_arc(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge,
                           const swv_finger_edge *other, cuts *list)
{
    const swvi_arc a = swvi_arc_of(finger, kind, edge), b = swvi_arc_of(finger, kind, other);
    const double   dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y, d = sqrt(dx * dx + dy * dy);
    if (!(d > 1e-12 * swvi_finger_size(finger)) || d > a.radius + b.radius || d < fabs(a.radius - b.radius))
        return;
    const double along = 0.5 * (d + (a.radius - b.radius) * (a.radius + b.radius) / d);
    const double square = (a.radius - along) * (a.radius + along), away = square > 0.0 ? sqrt(square) : 0.0;
    for (int side = -1; side <= 1; side += 2) {
        const swv_point p = { a.centre.x + (along * dx - side * away * dy) / d,
                              a.centre.y + (along * dy + side * away * dx) / d };
        add_cut(list, edge, arc_value(&a, edge, p));
    }
}

// The place of an extreme distance, which is known better than its value tells; else the angle itself.
static double extremum_near(const swv_finger_bend *bend, double angle)
{
    for (int i = 0; i < bend->count; ++i)
        if (fabs(bend->pieces[i].anchor - angle) < SHORTEST)
            return bend->pieces[i].anchor;
    return angle;
}

static void cut_arc_and_curve(const swv_finger *finger, const swv_finger_edge *edge, const swv_finger_edge *other,
                              cuts *list)
{
    const bool             is_arc = edge->joint == 0;
    const swv_finger_edge *arc = is_arc ? edge : other, *curve = is_arc ? other : edge;
    const swvi_arc         circle = swvi_arc_of(finger, SWV_FINGER_COUPLED, arc);
    swvi_bend_root         roots[SWV_FINGER_SOLUTIONS];
    const int              found = swvi_bend_solve(&finger->bend, circle.radius * circle.radius, roots);
    for (int i = 0; i < found; ++i) {
        if (is_arc)
            add_cut(list, edge, arc_value(&circle, edge, tip_at(finger, SWV_FINGER_COUPLED, curve, roots[i].angle)));
        else
            add_cut(list, edge, extremum_near(&finger->bend, roots[i].angle));
    }
}

// The crossing of two of the finger's own curves near (t, u). False if there is none.
static bool meet(const swv_finger *finger, const swv_finger_edge *edge, const swv_finger_edge *other, double *t,
                 double *u)
{
    double s[2], c[2];
    swvi_sincos(edge->q[0], &s[0], &c[0]);
    swvi_sincos(other->q[0], &s[1], &c[1]);
    for (int step = 0; step < 20; ++step) {
        const swvi_bend_point p = swvi_bend_at(&finger->bend, *t), r = swvi_bend_at(&finger->bend, *u);
        const double          ex = (c[0] * p.x - s[0] * p.y) - (c[1] * r.x - s[1] * r.y);
        const double          ey = (s[0] * p.x + c[0] * p.y) - (s[1] * r.x + c[1] * r.y);
        const double          px = c[0] * p.dx - s[0] * p.dy, py = s[0] * p.dx + c[0] * p.dy;
        const double          rx = c[1] * r.dx - s[1] * r.dy, ry = s[1] * r.dx + c[1] * r.dy;
        const double          det = px * ry - py * rx;
        if (fabs(ex) + fabs(ey) <= 1e-15 * swvi_finger_size(finger))
            return true;
        if (!(fabs(det) > 0.0))
            return false;
        *t -= (ex * ry - ey * rx) / det;
        *u -= (ex * py - ey * px) / det;
        if (!(fabs(*t) < 4.0 && fabs(*u) < 4.0))
            return false;
    }
    return true;
}

static double turn(swv_point a, swv_point b, swv_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

typedef struct box {
    swv_point low, high;
} box;

static box box_of(const swv_point *points, int count)
{
    box all = { points[0], points[0] };
    for (int i = 1; i < count; ++i) {
        all.low = (swv_point){ swvi_smaller(all.low.x, points[i].x), swvi_smaller(all.low.y, points[i].y) };
        all.high = (swv_point){ swvi_larger(all.high.x, points[i].x), swvi_larger(all.high.y, points[i].y) };
    }
    return all;
}

static bool overlap(const box *a, const box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y;
}

// One of the finger's own curves in steps, the first and the last beyond its ends.
static double step_of(const swv_finger_edge *edge)
{
    return (edge->to - edge->from) / (POINTS - 2);
}

static void steps_along(const swv_finger *finger, const swv_finger_edge *edge, swv_point points[POINTS + 1])
{
    for (int i = 0; i <= POINTS; ++i)
        points[i] = tip_at(finger, SWV_FINGER_COUPLED, edge, edge->from + (i - 1) * step_of(edge));
}

// a and b: steps along both. They are compared with runs of steps first: most are far from each other.
static void cut_curve_by_curve(const swv_finger *finger, const swv_finger_edge *edge, const swv_finger_edge *other,
                               const swv_point a[POINTS + 1], const swv_point b[POINTS + 1], cuts *list)
{
    box runs[POINTS / RUN];
    for (int run = 0; run < POINTS / RUN; ++run)
        runs[run] = box_of(b + run * RUN, RUN + 1);
    for (int i = 0; i < POINTS; ++i) {
        const box step = box_of(a + i, 2);
        for (int k = 0; k < POINTS; ++k) {
            if (k % RUN == 0 && !overlap(&step, &runs[k / RUN])) {
                k += RUN - 1;
                continue;
            }
            if (edge == other && (i - k > -2 && i - k < 2))
                continue;
            if (turn(a[i], a[i + 1], b[k]) * turn(a[i], a[i + 1], b[k + 1]) > 0.0 ||
                turn(b[k], b[k + 1], a[i]) * turn(b[k], b[k + 1], a[i + 1]) > 0.0)
                continue;
            double t = edge->from + (i - 0.5) * step_of(edge), u = other->from + (k - 0.5) * step_of(other);
            if (meet(finger, edge, other, &t, &u) && !(edge == other && fabs(t - u) < 1e-6))
                add_cut(list, edge, t);
        }
    }
}

typedef struct curve_set {
    int             count;
    swv_finger_edge curves[SWVI_AREA_CURVES];
    swv_point       steps[2][POINTS + 1];  ///< along the coupled finger's own curves, which come last
} curve_set;

// (1) Where a curve is crossed.
static void cut_curve(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, int i, cuts *list)
{
    const swv_finger_edge *edge = &set->curves[i];
    const bool             is_arc = swvi_is_arc(kind, edge);
    const int              first_own = set->count - 2;
    for (int k = 0; k < set->count; ++k)
        if (i != k && is_arc && swvi_is_arc(kind, &set->curves[k]))
            cut_arc_at_ends(finger, kind, edge, &set->curves[k], list);
    for (int k = 0; k < set->count; ++k) {
        const swv_finger_edge *other = &set->curves[k];
        const bool             is_other_arc = swvi_is_arc(kind, other);
        if (is_arc && is_other_arc && i != k)
            cut_arc_by_arc(finger, kind, edge, other, list);
        else if (is_arc != is_other_arc)
            cut_arc_and_curve(finger, edge, other, list);
        else if (!is_arc)
            cut_curve_by_curve(finger, edge, other, set->steps[i - first_own], set->steps[k - first_own], list);
    }
}

static bool is_same_circle(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *a,
                           const swv_finger_edge *b)
{
    const swvi_arc c = swvi_arc_of(finger, kind, a), d = swvi_arc_of(finger, kind, b);
    const double   most = (a->joint == b->joint ? ONE : ALIKE) * swvi_finger_size(finger);
    return apart(c.centre, d.centre) + fabs(c.radius - d.radius) < most;
}

// Arcs of one circle are cut in the same places, so that parts which overlap are the same.
static void cut_like_others(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, int i, cuts *list)
{
    const swv_finger_edge *edge = &set->curves[i];
    const swvi_arc         arc = swvi_arc_of(finger, kind, edge);
    for (int k = 0; k < set->count; ++k) {
        const swv_finger_edge *other = &set->curves[k];
        if (k == i || !swvi_is_arc(kind, other) || !is_same_circle(finger, kind, edge, other))
            continue;
        cuts its = { .count = 0 };
        cut_curve(finger, kind, set, k, &its);
        for (int c = 0; c < its.count; ++c)
            add_cut(list, edge, arc_value(&arc, edge, tip_at(finger, kind, other, its.at[c])));
    }
}

// Whether the tip can be there without use of the tolerance of limits.
static bool is_inside(const swv_finger *finger, swv_finger_kind kind, swv_point tip)
{
    double    q[SWVI_FREE_VERTICES][3];  // more than SWV_FINGER_SOLUTIONS
    int       iterations;
    const int count = kind == SWV_FINGER_FREE ? swvi_free_vertices(finger, tip, q)
                                              : swvi_finger_postures(finger, tip, q, &iterations);
    bool      any = false;
    for (int i = 0; i < count && !any; ++i) {
        any = kind == SWV_FINGER_COUPLED || swvi_free_into_limits(finger, q[i]);
        for (int k = 0; k < (kind == SWV_FINGER_FREE ? 3 : 1); ++k)
            any = any && q[i][k] >= finger->lower[k] - INSIDE && q[i][k] <= finger->upper[k] + INSIDE;
    }
    return any;
}

// How near another curve comes to p along +-n, if nearer than `most`.
static double gap_along(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *curves, int count,
                        swv_point p, swv_point n, double most)
{
    const double none = 1e-12 * swvi_finger_size(finger);
    double       gap = most;
    for (int i = 0; i < count; ++i) {
        double at[8];
        int    found = 0;
        if (swvi_is_arc(kind, &curves[i])) {
            const swvi_arc arc = swvi_arc_of(finger, kind, &curves[i]);
            const double   dx = arc.centre.x - p.x, dy = arc.centre.y - p.y;
            const double   along = dx * n.x + dy * n.y, across = dy * n.x - dx * n.y;
            const double   square = (arc.radius - across) * (arc.radius + across);
            if (square < 0.0)
                continue;
            // Both of along +- root, the nearer without the difference of like numbers; the other counts where a circle is tiny.
            const double root = sqrt(square), far = along + (along > 0.0 ? root : -root);
            const double product = (dx * dx + dy * dy) - arc.radius * arc.radius;
            at[found++] = far != 0.0 ? product / far : 0.0;
            at[found++] = far;
        } else {
            double    angles[8];
            const int crossings =
                swvi_curve_on_line(finger, curves[i].q[0], -n.y, n.x, n.x * p.y - n.y * p.x, angles, 8);
            for (; found < crossings; ++found) {
                const swv_point c = tip_at(finger, kind, &curves[i], angles[found]);
                at[found] = (c.x - p.x) * n.x + (c.y - p.y) * n.y;
            }
        }
        for (int k = 0; k < found; ++k)
            if (fabs(at[k]) > none && fabs(at[k]) < gap)
                gap = fabs(at[k]);
    }
    return gap;
}

// (2)
static bool is_edge(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *curves, int count,
                    const swv_finger_edge *edge, double from, double to)
{
    const double    size = swvi_finger_size(finger), middle = 0.5 * (from + to), part = 1e-3 * (to - from);
    const swv_point p = tip_at(finger, kind, edge, middle);
    const swv_point before = tip_at(finger, kind, edge, middle - part),
                    after = tip_at(finger, kind, edge, middle + part);
    const double dx = after.x - before.x, dy = after.y - before.y, d = sqrt(dx * dx + dy * dy);
    if (!(d > 1e-12 * size))
        return false;
    const swv_point n = { -dy / d, dx / d };
    const double    aside = 0.5 * gap_along(finger, kind, curves, count, p, n, 2e-6 * size);
    const swv_point left = { p.x + aside * n.x, p.y + aside * n.y }, right = { p.x - aside * n.x, p.y - aside * n.y };
    return !(is_inside(finger, kind, left) && is_inside(finger, kind, right));
}

// Whether a point of an arc's circle is on the arc.
static bool is_on(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge, swv_point p)
{
    const swvi_arc arc = swvi_arc_of(finger, kind, edge);
    const double   at = arc_value(&arc, edge, p);
    return at > edge->from && at < edge->to;
}

// The same points as edges already there: two postures trace one arc, or parts of it that overlap; cut elsewhere, it may lie on two.
static bool is_known(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge,
                     const swv_finger_edge *edges, int count)
{
    const swv_point from = tip_at(finger, kind, edge, edge->from), to = tip_at(finger, kind, edge, edge->to);
    const swv_point middle = tip_at(finger, kind, edge, 0.5 * (edge->from + edge->to));
    const double    third = (edge->to - edge->from) / 3.0;
    const swv_point between[3] = { tip_at(finger, kind, edge, edge->from + third), middle,
                                   tip_at(finger, kind, edge, edge->to - third) };
    bool            is_there[3] = { false, false, false };
    for (int i = 0; i < count; ++i) {
        const swv_finger_edge *e = &edges[i];
        if (swvi_is_arc(kind, edge) && swvi_is_arc(kind, e)) {
            for (int k = 0; k < 3 && is_same_circle(finger, kind, edge, e); ++k)
                is_there[k] = is_there[k] || is_on(finger, kind, e, between[k]);
            if (is_there[0] && is_there[1] && is_there[2])
                return true;
            continue;
        }
        const swv_point e_from = tip_at(finger, kind, e, e->from), e_to = tip_at(finger, kind, e, e->to);
        if (is_near(finger, middle, tip_at(finger, kind, e, 0.5 * (e->from + e->to))) &&
            ((is_near(finger, from, e_from) && is_near(finger, to, e_to)) ||
             (is_near(finger, from, e_to) && is_near(finger, to, e_from))))
            return true;
    }
    return false;
}

// (3) Puts the edges into the order of a walk; turns some round. Where no edge begins or ends, the nearest.
static void walk(const swv_finger *finger, swv_finger_kind kind, swv_finger_edge *edges, int count)
{
    const double size = swvi_finger_size(finger);
    int          loop = 0;
    swv_point    start = { 0.0, 0.0 };
    for (int i = 0; i < count; ++i) {
        const swv_finger_edge *before = &edges[i > 0 ? i - 1 : 0];
        const swv_point        here = tip_at(finger, kind, before, before->to);
        int                    following = count;
        bool                   is_reversed = false;
        double                 gap = i > 0 ? apart(here, start) : 0.0;
        for (int k = i; k < count && !(gap < MEETS * size); ++k) {
            const double from = apart(tip_at(finger, kind, &edges[k], edges[k].from), here);
            const double to = apart(tip_at(finger, kind, &edges[k], edges[k].to), here);
            if (swvi_smaller(from, to) < swvi_smaller(gap, MOST_GAP * size)) {
                gap = swvi_smaller(from, to);
                following = k;
                is_reversed = !(from < MEETS * size) && to < from;
            }
        }
        if (following < count) {
            const swv_finger_edge next = edges[following];
            edges[following] = edges[i];
            edges[i] = next;
            if (is_reversed) {
                edges[i].from = next.to;
                edges[i].to = next.from;
            }
        } else {
            loop += i > 0;
            start = tip_at(finger, kind, &edges[i], edges[i].from);
        }
        edges[i].loop = loop;
        edges[i].q[edges[i].joint] = edges[i].from;
        if (kind == SWV_FINGER_COUPLED)
            edges[i].q[2] = finger->ratio * edges[i].q[1];
    }
}

// Takes out loops that are open and no longer than the gaps of others: parts too short to tell inside from outside. Returns how many
// edges are left.
static int without_scraps(const swv_finger *finger, swv_finger_kind kind, swv_finger_edge *edges, int count)
{
    const double size = swvi_finger_size(finger);
    int          left = 0, loops = 0;
    for (int first = 0, next; first < count; first = next) {
        double length = 0.0;
        for (next = first; next < count && edges[next].loop == edges[first].loop; ++next) {
            const swv_finger_edge *e = &edges[next];
            const swv_point        middle = tip_at(finger, kind, e, 0.5 * (e->from + e->to));
            length += apart(tip_at(finger, kind, e, e->from), middle) + apart(middle, tip_at(finger, kind, e, e->to));
        }
        const swv_point begin = tip_at(finger, kind, &edges[first], edges[first].from);
        const swv_point end = tip_at(finger, kind, &edges[next - 1], edges[next - 1].to);
        if (length < MOST_GAP * size && !(apart(begin, end) < MEETS * size))
            continue;
        for (int i = first; i < next; ++i) {
            edges[left] = edges[i];
            edges[left++].loop = loops;
        }
        ++loops;
    }
    return left;
}

// The limits of one joint, where the other one, between links a and b, is bent by `angle`: a limit less than SLIVER beyond where the
// distance from knuckle to tip is extreme goes back there. True if one does.
static bool move_to_extreme(double a, double b, double angle, double *lower, double *upper)
{
    double s, c;
    swvi_sincos(angle, &s, &c);
    const double extreme = swvi_atan2(-a * s, b + a * c), opposite = swv_angle_wrap(extreme + SWV_PI);
    bool         any = false;
    for (int k = 0; k < 2; ++k) {
        const double there = k ? opposite : extreme;
        if (there > *lower && there < *upper && (there - *lower < SLIVER || *upper - there < SLIVER)) {
            *(there - *lower < SLIVER ? lower : upper) = there;
            any = true;
        }
    }
    return any;
}

// Curves lie as near to each other as the square of what a joint goes beyond straight, and bent to either side they are mirror
// images; those of a joint that hardly moves are as near as it moves; as near as a square are
// also those on either side of an extreme distance. Below 1e-8 of the size their order is rounding, and cuts less than SHORTEST apart
// are one. So little does not count.
static swv_finger without_slivers(const swv_finger *finger, swv_finger_kind kind)
{
    double lower[3], upper[3];
    bool   any = false;
    for (int i = 0; i < 3; ++i) {
        const bool   is_below = i > 0 && finger->lower[i] < 0.0 && finger->lower[i] > -SLIVER;
        const bool   is_above = i > 0 && finger->upper[i] > 0.0 && finger->upper[i] < SLIVER;
        const double sum = finger->lower[i] + finger->upper[i];
        const bool   is_mirrored = i > 0 && sum != 0.0 && fabs(sum) < MIRRORED;
        lower[i] = is_below ? 0.0 : is_mirrored && sum < 0.0 ? -finger->upper[i] : finger->lower[i];
        upper[i] = is_above ? 0.0 : is_mirrored && sum > 0.0 ? -finger->lower[i] : finger->upper[i];
        const bool is_fixed = upper[i] != lower[i] && upper[i] - lower[i] < SLIVER;
        upper[i] = is_fixed ? lower[i] : upper[i];
        any = any || is_below || is_above || is_mirrored || is_fixed;
    }
    if (kind == SWV_FINGER_FREE) {
        const double a = finger->lengths[0], b = finger->lengths[1], c = finger->lengths[2];
        for (int end = 0; end < 2; ++end) {
            any |= move_to_extreme(a, b, end ? upper[1] : lower[1], &lower[2], &upper[2]);
            any |= move_to_extreme(c, b, end ? upper[2] : lower[2], &lower[1], &upper[1]);
        }
    }
    swv_finger made = *finger;
    if (kind == SWV_FINGER_FREE) {  // limits alone count, also such as leave a coupled finger nothing
        for (int i = 0; i < 3; ++i) {
            made.lower[i] = lower[i];
            made.upper[i] = upper[i];
        }
    } else if (any && swv_finger_make(&made, finger->lengths, lower, upper, finger->ratio) != SWV_OK)
        made = *finger;
    return made;
}

swv_status swv_finger_outline(const swv_finger *full, swv_finger_kind kind, swv_finger_edge edges[SWV_FINGER_EDGES],
                              int *count)
{
    if (!full || !edges || !count)
        return SWV_NULL;
    if (!swvi_is_finger(full))
        return SWV_BAD_MODEL;
    if (kind != SWV_FINGER_COUPLED && kind != SWV_FINGER_FREE)
        return SWV_BAD_ARGUMENT;
    const swv_finger        whole = without_slivers(full, kind);
    const swv_finger *const finger = &whole;
    swv_finger_edge         parts[MAX_PARTS];
    curve_set               set;
    int                     part_count = 0, found = 0;
    set.count = swvi_area_curves(finger, kind, set.curves);
    for (int i = 0; i < 2 && kind == SWV_FINGER_COUPLED; ++i)
        steps_along(finger, &set.curves[set.count - 2 + i], set.steps[i]);
    for (int i = 0; i < set.count; ++i) {
        cuts list = { .count = 0 };
        cut_curve(finger, kind, &set, i, &list);
        if (swvi_is_arc(kind, &set.curves[i]))
            cut_like_others(finger, kind, &set, i, &list);
        for (int c = 0; c <= list.count && part_count < MAX_PARTS; ++c) {
            swv_finger_edge *part = &parts[part_count];
            *part = set.curves[i];
            part->from = c > 0 ? list.at[c - 1] : set.curves[i].from;
            part->to = c < list.count ? list.at[c] : set.curves[i].to;
            part->loop = i;
            part_count += is_edge(finger, kind, set.curves, set.count, &set.curves[i], part->from, part->to) &&
                          !is_known(finger, kind, part, parts, part_count);
        }
    }
    for (int i = 0; i < part_count; ++i) {  // parts of one curve that touch are one edge
        if (found > 0 && edges[found - 1].loop == parts[i].loop && edges[found - 1].to == parts[i].from)
            edges[found - 1].to = parts[i].to;
        else if (found < SWV_FINGER_EDGES)
            edges[found++] = parts[i];
    }
    walk(finger, kind, edges, found);
    *count = without_scraps(finger, kind, edges, found);
    return SWV_OK;
}
