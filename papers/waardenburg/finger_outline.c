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
//               an edge if one of the two can be reached.
// (3) corners   Ends of parts nearer to each other than MEETS are one corner. Edges between the same corners in the same
//               place count once; if the inside of one is the outside of the other, not at all.
// (4) even      The edges of an area meet at each corner in an even number. Curves that nearly coincide, or parts so
//               short that sides are a matter of rounding, may break this. From a corner with an odd number to the next
//               such, along the parts between which the least area lies, edges become none and others edges.
// (5) walk      From corner to corner until it closes, which it does, as every corner is left as often as it is reached.
//
// Degenerate    circles that touch cross twice within a root of rounding: cuts less than SHORTEST apart are one; a curve's
//               end, which is exact, goes before a crossing
//               arcs of circles that are one to MEETS (a link folds onto one nearly of its length): they are cut in the same
//               places
//               the area is a curve (a joint cannot move): each part is an edge, (4) is left out, and a loop may be open
#include <stddef.h>

#include "waardenburg/finger_free.h"

// Points are in the finger's plane (hand.h), from the knuckle, metres; values of joints are radians. Sizes are relative
// to the finger's length. All four are chosen.
#define SHORTEST 4e-7   // radians: places where circles touch are as uncertain as the root of a rounding
#define MEETS    1e-6   // of the size: points that are one, circles that are
#define ONE      1e-9   // of the size: an end that lies on an arc
#define INSIDE   1e-12  // radians: limits are not widened by more when the sides are looked at

// Random fingers have up to 354 parts.
// POINTS, RUN and MAX_CUTS are chosen.
enum { POINTS = 192, RUN = 16, MAX_CUTS = 96, MAX_PARTS = 640, MAX_CORNERS = 2 * MAX_PARTS };

typedef struct cuts {
    int    count;
    double at[MAX_CUTS];  ///< values of the curve's own joint, ascending
} cuts;

// A piece of a curve from a cut to the next one.
typedef struct part {
    int    curve;
    double from, to;  ///< of the curve's own joint
    int    ends[2];   ///< corners
    bool   is_edge;
    int    inside;  ///< 1: to its left, -1: to its right, 0: neither or both
    double doubt;   ///< the area that is wrong if that is
} part;

// Points where parts end.
typedef struct corners {
    int        count;
    swvi_point at[MAX_CORNERS];
    int        same[MAX_CORNERS];  ///< the number of the point that it counts as
} corners;

// at: of the edge's joint, radians; in rising order, ends and what is known left out.
static void add_cut(cuts *list, const swvi_curve *edge, double at)
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

// Metres, in the finger's plane, with the edge's joint at `value` radians.
static swvi_point tip_at(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *edge, double value)
{
    double q[3] = { edge->q[0], edge->q[1], edge->q[2] };
    q[edge->joint] = value;
    if (kind == SWV_FINGER_COUPLED)
        q[2] = finger->ratio * q[1];
    return swvi_finger_tip(finger, q, NULL);
}

// The joint's value at which an arc's tip is in this direction, counted from its middle's turn.
static double arc_value(const swvi_arc *arc, const swvi_curve *edge, swvi_point p)
{
    const double middle = 0.5 * (edge->from + edge->to);
    const double wanted = swvi_atan2(p.y - arc->centre.y, p.x - arc->centre.x) - arc->zero;
    return middle + swv_angle_wrap(wanted - middle);
}

static double apart(swvi_point a, swvi_point b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y);
}

static bool is_near(const swv_finger *finger, swvi_point a, swvi_point b)
{
    return apart(a, b) < ONE * swvi_finger_size(finger);
}

// Where another arc ends on this one: found more surely by its posture than by circles that touch there.
static void cut_arc_at_ends(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *edge,
                            const swvi_curve *other, cuts *list)
{
    const swvi_arc a = swvi_arc_of(finger, kind == SWV_FINGER_FREE, edge);
    for (int end = 0; end < 2 && a.radius > 0.0; ++end) {
        const swvi_point p = tip_at(finger, kind, other, end ? other->to : other->from);
        const double     at = arc_value(&a, edge, p);
        if (is_near(finger, p, tip_at(finger, kind, edge, at)))
            add_cut(list, edge, at);
    }
}

static void cut_arc_by_arc(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *edge,
                           const swvi_curve *other, cuts *list)
{
    const swvi_arc a = swvi_arc_of(finger, kind == SWV_FINGER_FREE, edge),
                   b = swvi_arc_of(finger, kind == SWV_FINGER_FREE, other);
    const double dx = b.centre.x - a.centre.x, dy = b.centre.y - a.centre.y, d = sqrt(dx * dx + dy * dy);
    if (!(d > 1e-12 * swvi_finger_size(finger)) || d > a.radius + b.radius || d < fabs(a.radius - b.radius))
        return;
    const double along = 0.5 * (d + (a.radius - b.radius) * (a.radius + b.radius) / d);
    const double square = (a.radius - along) * (a.radius + along), away = square > 0.0 ? sqrt(square) : 0.0;
    for (int side = -1; side <= 1; side += 2) {
        const swvi_point p = { a.centre.x + (along * dx - side * away * dy) / d,
                               a.centre.y + (along * dy + side * away * dx) / d };
        add_cut(list, edge, arc_value(&a, edge, p));
    }
}

// The place of an extreme distance, which is known better than its value tells; else the angle itself.
static double extremum_near(const swvi_bend *bend, double angle)
{
    for (int i = 0; i < bend->count; ++i)
        if (fabs(bend->pieces[i].anchor - angle) < SHORTEST)
            return bend->pieces[i].anchor;
    return angle;
}

static void cut_arc_and_curve(const swv_finger *finger, const swvi_curve *edge, const swvi_curve *other, cuts *list)
{
    const bool        is_arc = edge->joint == 0;
    const swvi_curve *arc = is_arc ? edge : other, *curve = is_arc ? other : edge;
    const swvi_arc    circle = swvi_arc_of(finger, false, arc);
    swvi_bend_root    roots[SWV_FINGER_SOLUTIONS];
    const int         found = swvi_bend_solve(&finger->_private, circle.radius * circle.radius, roots);
    for (int i = 0; i < found; ++i) {
        if (is_arc)
            add_cut(list, edge, arc_value(&circle, edge, tip_at(finger, SWV_FINGER_COUPLED, curve, roots[i].angle)));
        else
            add_cut(list, edge, extremum_near(&finger->_private, roots[i].angle));
    }
}

// The crossing of two of the finger's own curves near (t, u). False if there is none.
static bool meet(const swv_finger *finger, const swvi_curve *edge, const swvi_curve *other, double *t, double *u)
{
    double s[2], c[2];
    swvi_sincos(edge->q[0], &s[0], &c[0]);
    swvi_sincos(other->q[0], &s[1], &c[1]);
    // Newton, from so near that a handful is enough.
    for (int step = 0; step < 20; ++step) {
        const swvi_bend_point p = swvi_bend_at(&finger->_private, *t), r = swvi_bend_at(&finger->_private, *u);
        const double          ex = (c[0] * p.x - s[0] * p.y) - (c[1] * r.x - s[1] * r.y);
        const double          ey = (s[0] * p.x + c[0] * p.y) - (s[1] * r.x + c[1] * r.y);
        const double          px = c[0] * p.dx - s[0] * p.dy, py = s[0] * p.dx + c[0] * p.dy;
        const double          rx = c[1] * r.dx - s[1] * r.dy, ry = s[1] * r.dx + c[1] * r.dy;
        const double          det = px * ry - py * rx;
        if (fabs(ex) + fabs(ey) <= 1e-15 * swvi_finger_size(finger))  // a few roundings
            return true;
        if (!(fabs(det) > 0.0))
            return false;
        *t -= (ex * ry - ey * rx) / det;
        *u -= (ex * py - ey * px) / det;
        if (!(fabs(*t) < 4.0 && fabs(*u) < 4.0))  // more than pi, the most that a joint bends: it diverged
            return false;
    }
    return true;
}

static double turn(swvi_point a, swvi_point b, swvi_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

typedef struct box {
    swvi_point low, high;
} box;

static box box_of(const swvi_point *points, int count)
{
    box all = { points[0], points[0] };
    for (int i = 1; i < count; ++i) {
        all.low = (swvi_point){ swvi_smaller(all.low.x, points[i].x), swvi_smaller(all.low.y, points[i].y) };
        all.high = (swvi_point){ swvi_larger(all.high.x, points[i].x), swvi_larger(all.high.y, points[i].y) };
    }
    return all;
}

static bool overlap(const box *a, const box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y;
}

// One of the finger's own curves in steps, the first and the last beyond its ends.
static double step_of(const swvi_curve *edge)
{
    return (edge->to - edge->from) / (POINTS - 2);
}

static void steps_along(const swv_finger *finger, const swvi_curve *edge, swvi_point points[POINTS + 1])
{
    for (int i = 0; i <= POINTS; ++i)
        points[i] = tip_at(finger, SWV_FINGER_COUPLED, edge, edge->from + (i - 1) * step_of(edge));
}

// a and b: steps along both. They are compared with runs of steps first: most are far from each other.
static void cut_curve_by_curve(const swv_finger *finger, const swvi_curve *edge, const swvi_curve *other,
                               const swvi_point a[POINTS + 1], const swvi_point b[POINTS + 1], cuts *list)
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
            // A curve meets itself at every t = u: nearer than 1e-6 rad that is what was found. Chosen.
            if (meet(finger, edge, other, &t, &u) && !(edge == other && fabs(t - u) < 1e-6))
                add_cut(list, edge, t);
        }
    }
}

typedef struct curve_set {
    int        count;
    swvi_curve curves[SWVI_AREA_CURVES];
    bool       is_curve;              ///< so is the area: fewer than two joints move
    swvi_point steps[2][POINTS + 1];  ///< along the coupled finger's own curves, which come last
} curve_set;

// (1) Where a curve is crossed.
static void cut_curve(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, int i, cuts *list)
{
    const swvi_curve *edge = &set->curves[i];
    const bool        is_arc = swvi_is_arc(kind == SWV_FINGER_FREE, edge);
    const int         first_own = set->count - 2;
    for (int k = 0; k < set->count; ++k)
        if (i != k && is_arc && swvi_is_arc(kind == SWV_FINGER_FREE, &set->curves[k]))
            cut_arc_at_ends(finger, kind, edge, &set->curves[k], list);
    for (int k = 0; k < set->count; ++k) {
        const swvi_curve *other = &set->curves[k];
        const bool        is_other_arc = swvi_is_arc(kind == SWV_FINGER_FREE, other);
        if (is_arc && is_other_arc && i != k)
            cut_arc_by_arc(finger, kind, edge, other, list);
        else if (is_arc != is_other_arc)
            cut_arc_and_curve(finger, edge, other, list);
        else if (!is_arc)
            cut_curve_by_curve(finger, edge, other, set->steps[i - first_own], set->steps[k - first_own], list);
    }
}

static bool is_same_circle(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *a, const swvi_curve *b)
{
    const swvi_arc c = swvi_arc_of(finger, kind == SWV_FINGER_FREE, a),
                   d = swvi_arc_of(finger, kind == SWV_FINGER_FREE, b);
    return apart(c.centre, d.centre) + fabs(c.radius - d.radius) < MEETS * swvi_finger_size(finger);
}

// Arcs of one circle are cut in the same places, so that parts which overlap are the same.
static void cut_like_others(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, int i, cuts *list)
{
    const swvi_curve *edge = &set->curves[i];
    const swvi_arc    arc = swvi_arc_of(finger, kind == SWV_FINGER_FREE, edge);
    for (int k = 0; k < set->count; ++k) {
        const swvi_curve *other = &set->curves[k];
        if (k == i || !swvi_is_arc(kind == SWV_FINGER_FREE, other) || !is_same_circle(finger, kind, edge, other))
            continue;
        cuts its = { .count = 0 };
        cut_curve(finger, kind, set, k, &its);
        for (int c = 0; c < its.count; ++c)
            add_cut(list, edge, arc_value(&arc, edge, tip_at(finger, kind, other, its.at[c])));
    }
}

// Whether the tip can be there without use of the tolerance of limits.
static bool is_inside(const swv_finger *finger, swv_finger_kind kind, swvi_point tip)
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
static double gap_along(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *curves, int count,
                        swvi_point p, swvi_point n, double most)
{
    const double none = 1e-12 * swvi_finger_size(finger);
    double       gap = most;
    for (int i = 0; i < count; ++i) {
        double at[SWVI_LINE_CUTS];
        int    found = 0;
        if (swvi_is_arc(kind == SWV_FINGER_FREE, &curves[i])) {
            const swvi_arc arc = swvi_arc_of(finger, kind == SWV_FINGER_FREE, &curves[i]);
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
            double    angles[SWVI_LINE_CUTS];
            const int crossings =
                swvi_curve_on_line(finger, curves[i].q[0], -n.y, n.x, n.x * p.y - n.y * p.x, angles, SWVI_LINE_CUTS);
            for (; found < crossings; ++found) {
                const swvi_point c = tip_at(finger, kind, &curves[i], angles[found]);
                at[found] = (c.x - p.x) * n.x + (c.y - p.y) * n.y;
            }
        }
        for (int k = 0; k < found; ++k)
            if (fabs(at[k]) > none && fabs(at[k]) < gap)
                gap = fabs(at[k]);
    }
    return gap;
}

// (2) Whether a part is an edge, and the area that is wrong if that is.
static void judge(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, part *p)
{
    const swvi_curve *edge = &set->curves[p->curve];
    const double      size = swvi_finger_size(finger), middle = 0.5 * (p->from + p->to);
    // (2): a thousandth of the part gives its direction; to each side half the gap, at most 1e-6 of the size. Chosen.
    const double     little = 1e-3 * (p->to - p->from);
    const swvi_point before = tip_at(finger, kind, edge, middle - little);
    const swvi_point after = tip_at(finger, kind, edge, middle + little);
    const double     dx = after.x - before.x, dy = after.y - before.y, d = sqrt(dx * dx + dy * dy);
    p->is_edge = false;
    p->inside = 0;
    p->doubt = 0.0;
    if (!(d > 1e-12 * size))
        return;
    const swvi_point at = tip_at(finger, kind, edge, middle), n = { -dy / d, dx / d };
    const double     aside = 0.5 * gap_along(finger, kind, set->curves, set->count, at, n, 2e-6 * size);
    const swvi_point left = { at.x + aside * n.x, at.y + aside * n.y };
    const swvi_point right = { at.x - aside * n.x, at.y - aside * n.y };
    const bool       is_left = is_inside(finger, kind, left), is_right = is_inside(finger, kind, right);
    p->inside = is_left - is_right;
    p->is_edge = set->is_curve ? !(is_left && is_right) : p->inside != 0;
    p->doubt = d * aside;
}

static swvi_point middle_of(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, const part *p)
{
    return tip_at(finger, kind, &set->curves[p->curve], 0.5 * (p->from + p->to));
}

// (3) The number of a corner that is as near as that, or a new one. Corners that are so near to the same point become one.
static int corner_at(corners *all, swvi_point at, double most)
{
    int found = -1;
    for (int i = 0; i < all->count; ++i) {
        if (!(apart(all->at[i], at) < most))
            continue;
        const int other = all->same[i];
        found = found < 0 ? i : found;
        for (int k = 0; k < all->count; ++k)
            all->same[k] = all->same[k] == other ? all->same[found] : all->same[k];
    }
    if (found < 0) {
        found = all->count++;
        all->at[found] = at;
        all->same[found] = found;
    }
    return found;
}

// Either point is known to MEETS along x and along y: together 4.
static bool are_one(const swv_finger *finger, swvi_point a, swvi_point b)
{
    return apart(a, b) < 4.0 * MEETS * swvi_finger_size(finger);
}

// A part that begins and ends at one corner, and is no circle.
static bool is_point(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, const part *p)
{
    return p->ends[0] == p->ends[1] &&
           are_one(finger, middle_of(finger, kind, set, p), tip_at(finger, kind, &set->curves[p->curve], p->from));
}

// Between the same corners and, in the middle, in the same place.
static bool is_beside(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, const part *a,
                      const part *b, bool is_reversed)
{
    return a->ends[0] == b->ends[is_reversed] && a->ends[1] == b->ends[!is_reversed] &&
           are_one(finger, middle_of(finger, kind, set, a), middle_of(finger, kind, set, b));
}

// (3) Two postures that trace one arc are one edge; the banks of a gap too narrow to count are none, nor is a part all of which is one corner.
static void count_once(const swv_finger *finger, swv_finger_kind kind, const curve_set *set, part *parts, int count)
{
    bool is_kept[MAX_PARTS];
    for (int i = 0; i < count; ++i) {
        const part *p = &parts[i];
        is_kept[i] = p->is_edge && !is_point(finger, kind, set, p);
        for (int k = 0; k < count && is_kept[i]; ++k) {
            const part *other = &parts[k];
            const bool  is_reversed = p->ends[0] != other->ends[0];
            if (k != i && other->is_edge && is_beside(finger, kind, set, p, other, is_reversed))
                is_kept[i] = k > i && p->inside == (is_reversed ? -other->inside : other->inside);
        }
    }
    for (int i = 0; i < count; ++i)
        parts[i].is_edge = is_kept[i];
}

// (4) From the first odd corner to the one that costs least, as long as there are any: the parts on the way change.
static void make_even(int corner_count, part *parts, int count)
{
    bool is_odd[MAX_CORNERS] = { false };
    for (int i = 0; i < 2 * count; ++i) {
        bool *odd = &is_odd[parts[i / 2].ends[i % 2]];
        *odd = *odd != parts[i / 2].is_edge;
    }
    for (int from = 0; from < corner_count; ++from) {
        double cost[MAX_CORNERS];
        int    by[MAX_CORNERS], to = from;  // by: the part by which a corner is reached
        if (!is_odd[from])
            continue;
        for (int i = 0; i < corner_count; ++i)
            cost[i] = i == from ? 0.0 : INFINITY;
        for (bool any = true; any;) {
            any = false;
            for (int i = 0; i < 2 * count; ++i) {
                const part *p = &parts[i / 2];
                const int   a = p->ends[i % 2], b = p->ends[1 - i % 2];
                if (cost[a] + p->doubt < cost[b]) {
                    cost[b] = cost[a] + p->doubt;
                    by[b] = i / 2;
                    any = true;
                }
            }
        }
        for (int i = 0; i < corner_count; ++i)
            if (is_odd[i] && i != from && cost[i] < (to == from ? INFINITY : cost[to]))
                to = i;
        is_odd[from] = is_odd[to] = false;
        for (int at = to; at != from;) {
            part *p = &parts[by[at]];
            p->is_edge = !p->is_edge;
            at = p->ends[p->ends[0] == at];
        }
    }
}

/// An area's curves, cut into parts.
typedef struct outline {
    const swv_finger *finger;
    swv_finger_kind   kind;
    const curve_set  *set;
    part             *parts;
    int               count;
} outline;

// (5) Of the edges that end at a corner the one nearest to `here`, and its other end; -1 if there is none.
static int next_edge(const outline *o, int corner, swvi_point here, int *end)
{
    double gap = INFINITY;
    int    next = -1;
    for (int i = 0; i < 2 * o->count; ++i) {
        const part *p = &o->parts[i / 2];
        if (!p->is_edge || p->ends[i % 2] != corner)
            continue;
        const double away = apart(here, tip_at(o->finger, o->kind, &o->set->curves[p->curve], i % 2 ? p->to : p->from));
        if (away < gap) {
            gap = away;
            next = i / 2;
            *end = 1 - i % 2;
        }
    }
    return next;
}

// (5) One loop from a part on, whose edges are none any more; until it is closed an edge's `loop` is the number of its curve. Returns how
// many edges there are then: parts of one curve that follow each other are one.
static int walk(const outline *o, int begin, swv_finger_edge edges[SWV_FINGER_EDGES], int first)
{
    int found = first, next = begin, end = 1, corner;  // end: the one towards which the part is walked
    do {
        part             *p = &o->parts[next];
        const swvi_curve *curve = &o->set->curves[p->curve];
        const double      from = end ? p->from : p->to, to = end ? p->to : p->from;
        p->is_edge = false;
        if (found > first && edges[found - 1].loop == p->curve && edges[found - 1].to == from)
            edges[found - 1].to = to;
        else if (found < SWV_FINGER_EDGES) {
            edges[found++] =
                (swv_finger_edge){ curve->joint, p->curve, { curve->q[0], curve->q[1], curve->q[2] }, from, to };
        }
        corner = p->ends[end];
        next = next_edge(o, corner, tip_at(o->finger, o->kind, curve, to), &end);
    } while (next >= 0 && corner != o->parts[begin].ends[0]);
    if (found - first > 1 && edges[first].loop == edges[found - 1].loop && edges[first].from == edges[found - 1].to)
        edges[first].from = edges[--found].from;
    return found;
}

// Whether the area is a curve, for lack of two joints that move.
static bool is_curve(const swv_finger *finger, swv_finger_kind kind)
{
    double lower, upper;
    swvi_coupled_range(finger, &lower, &upper);
    const bool moves[3] = { finger->upper[0] > finger->lower[0],
                            kind == SWV_FINGER_COUPLED ? upper > lower : finger->upper[1] > finger->lower[1],
                            kind == SWV_FINGER_FREE && finger->upper[2] > finger->lower[2] };
    return moves[0] + moves[1] + moves[2] < 2;
}

swv_status swv_finger_outline(const swv_finger *finger, swv_finger_kind kind, swv_finger_edge edges[SWV_FINGER_EDGES],
                              int *count)
{
    if (!finger || !edges || !count)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (kind != SWV_FINGER_COUPLED && kind != SWV_FINGER_FREE)
        return SWV_BAD_ARGUMENT;
    part      parts[MAX_PARTS];
    corners   all = { .count = 0 };
    curve_set set;
    int       part_count = 0;
    set.count = swvi_area_curves(finger, kind, set.curves);
    set.is_curve = is_curve(finger, kind);
    for (int i = 0; i < 2 && kind == SWV_FINGER_COUPLED; ++i)
        steps_along(finger, &set.curves[set.count - 2 + i], set.steps[i]);
    for (int i = 0; i < set.count; ++i) {
        cuts list = { .count = 0 };
        cut_curve(finger, kind, &set, i, &list);
        if (swvi_is_arc(kind == SWV_FINGER_FREE, &set.curves[i]))
            cut_like_others(finger, kind, &set, i, &list);
        for (int c = 0; c <= list.count && part_count < MAX_PARTS; ++c) {
            part *p = &parts[part_count++];
            p->curve = i;
            p->from = c > 0 ? list.at[c - 1] : set.curves[i].from;
            p->to = c < list.count ? list.at[c] : set.curves[i].to;
            judge(finger, kind, &set, p);
            for (int end = 0; end < 2; ++end)
                p->ends[end] = corner_at(&all, tip_at(finger, kind, &set.curves[i], end ? p->to : p->from),
                                         MEETS * swvi_finger_size(finger));
        }
    }
    for (int i = 0; i < 2 * part_count; ++i)
        parts[i / 2].ends[i % 2] = all.same[parts[i / 2].ends[i % 2]];
    count_once(finger, kind, &set, parts, part_count);
    if (!set.is_curve)
        make_even(all.count, parts, part_count);
    const outline cut = { finger, kind, &set, parts, part_count };
    *count = 0;
    for (int i = 0, loop = 0; i < part_count; ++i) {
        if (!parts[i].is_edge)
            continue;
        const int first = *count;
        *count = walk(&cut, i, edges, first);
        for (int k = first; k < *count; ++k) {
            edges[k].loop = loop;
            edges[k].q[edges[k].joint] = edges[k].from;
            if (kind == SWV_FINGER_COUPLED)
                edges[k].q[2] = finger->ratio * edges[k].q[1];
        }
        ++loop;
    }
    return SWV_OK;
}
