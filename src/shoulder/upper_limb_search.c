// SPDX-License-Identifier: MIT
// The settled posture inside the limits whose elbow is nearest to the wish, of all elbows.
//
// Given     the wrist E, the girdle's place GH(h, y) for a humerus h and a yield y, limits, a wish
// Find      h with |E - GH - L1 h| = L2 that keeps the limits, its swivel nearest to the wish
//
// (1) curve   With the hand held still the settled postures are a closed curve of humeri on the sphere: where
//             G(h) = |E - GH(h) - L1 h| - L2 is 0. Inside it G < 0. The swivel is no measure of the way along: near a straight
//             arm it runs all around within a hair, or there and back without closing, where only a raised girdle reaches.
//             So points of the curve are told by the direction theta in which they lie as seen from a centre inside
// (2) centre  a humerus that points at the wrist; near the end of the reach, where G is least, by steps down its slope
// (3) point   along the great circle from the centre in direction theta, Newton's method on its length and y, kept between
//             what is inside and what is outside
// (4) step    At one GH the feasible swivels are exact intervals (limb/limb_swivels.c), and so they are for limits that are
//             wider by w. As long as the bones at one swivel turn by less than w from one GH to the other, no swivel is
//             feasible that is not in the wider set: so the elbow goes on to where that begins. If that is near, w is made
//             smaller. Below NARROWEST the step is that long: what is feasible for less may be missed
//             Where the hinge is outside its limits, it goes on to where that can end, at three times the rate it had
// (5) order   from the wish to both sides, each time on the side that is nearer to it. What is found is brought back to the
//             edge of the limits by halves
//
// As in upper_limb_internal.h: a right limb, places in the trunk's axes, lengths in parts of the arm's; h and other directions are unit vectors,
// theta, swivels and widths radians; y is 0 to 1. *iterations counts girdles that were tried; *is_finite becomes false where a number is not.
#include <math.h>

#include "math/scalar.h"
#include "shoulder/upper_limb_internal.h"
#include "swivel/trig.h"

// ---- (1) to (3) ----

#define INSIDE -0.02  ///< a humerus that brings the elbow nearer to the wrist by this is well inside the curve

typedef struct curve {
    const swvi_upper_problem *p;
    swv_vec3                  centre, across, along;  ///< direction theta: across cos + along sin
} curve;

/// A humerus, its girdle and how it moves.
typedef struct place {
    swvi_upper_trial     t;
    swvi_shoulder_motion motion;
    swv_vec3             h;
    double               y;
} place;

// The girdle for a humerus along the unit vector h, with the yield y.
static bool put_at(const curve *c, swv_vec3 h, double y, place *at, int *iterations)
{
    at->h = h;
    at->y = y;
    return swvi_try_girdle(c->p, h, y, &at->t, &at->motion, iterations);
}

static swv_vec3 forearm_of(const curve *c, const place *at)
{
    return swv_vec3_sub(swv_vec3_sub(c->p->wrist, at->t.place.gh), swv_vec3_scale(c->p->upper_arm, at->h));
}

// How GH moves as the humerus does.
static swv_vec3 moved_along(const place *at, swv_vec3 dh)
{
    const swvi_humerus *s = &at->t.seen;
    const double        up = swv_vec3_dot(dh, s->up), east = swv_vec3_dot(dh, s->east);
    return swv_vec3_add(swv_vec3_scale(s->elevation_up * up, at->motion.by_elevation),
                        swv_vec3_scale(s->plane_up * up + s->plane_east * east, at->motion.by_plane));
}

/// What the yield wants at a place, as the humerus moves in a direction.
typedef struct yielding {
    double missing;  ///< of y
    double by_way;   ///< slope of y, once it is what is wanted, against the way
    double k;
} yielding;

// dh: how the humerus moves, a unit vector across h, or 0. 1e-12: so straight an arm has no plane; chosen.
static yielding yield_at(const curve *c, const place *at, swv_vec3 dh)
{
    const swv_vec3 arm = swv_vec3_sub(c->p->wrist, at->t.place.gh);
    const double   d = swvi_larger(swv_vec3_length(arm), 1e-15);  // not 0; 1e-15 reaches is rounding
    const swv_vec3 n = swv_vec3_scale(1.0 / d, arm);
    const double   along = swv_vec3_dot(at->h, n);
    const swv_vec3 off = swv_vec3_sub(at->h, swv_vec3_scale(along, n));
    const double   rise = swv_vec3_length(off), lever = along / d;
    const swv_vec3 m = rise > 1e-12 ? swv_vec3_scale(1.0 / rise, off) : dh;
    double         slope, bow;
    yielding       y = { .missing = swvi_yield_wanted(rise, &slope, &bow) - at->y };
    y.k = 1.0 / (1.0 - slope * lever * swv_vec3_dot(m, at->motion.by_yield));
    y.by_way = y.k * slope * (swv_vec3_dot(m, dh) + lever * swv_vec3_dot(m, moved_along(at, dh)));
    return y;
}

// By how much the forearm is too short, or, less than 0, too long; and the yield there.
static double gap_at(const curve *c, swv_vec3 h, place *at, bool *is_finite, int *iterations)
{
    enum { ROUNDS = 6 };  // most: chosen
    double y = at->y;
    for (int k = 0; k < ROUNDS; ++k) {
        *is_finite &= put_at(c, h, y, at, iterations);
        const yielding m = yield_at(c, at, (swv_vec3){ 0.0, 0.0, 0.0 });
        if (!c->p->girdle.yields || !(fabs(m.missing) > 1e-9))  // of the yield: chosen
            break;
        y = swvi_clamp(0.0, 1.0, y + m.k * m.missing);
    }
    return swv_vec3_length(forearm_of(c, at)) - c->p->forearm;
}

// How the forearm's length falls as the humerus moves.
static double fall_along(const curve *c, const place *at, swv_vec3 f, swv_vec3 dh)
{
    const yielding w = c->p->girdle.yields ? yield_at(c, at, dh) : (yielding){ 0.0, 0.0, 1.0 };
    return swv_vec3_dot(f, swv_vec3_add(moved_along(at, dh), swv_vec3_scale(w.by_way, at->motion.by_yield))) +
           c->p->upper_arm * swv_vec3_dot(f, dh);
}

// Down the slope of the forearm's length, to where it is least; a straight arm bows by L1/L2.
static double descend(const curve *c, place *at, double gap, bool *is_finite, int *iterations)
{
    // Steps of 0.1 radians at first; shorter than 1e-6 they gain nothing that counts. Chosen.
    enum { STEPS = 24 };
    double step = 0.1;
    for (int k = 0; k < STEPS && gap > INSIDE && step > 1e-6; ++k) {
        const swv_vec3 f = swv_vec3_normalize(forearm_of(c, at)), up = at->t.seen.up, east = at->t.seen.east;
        const swv_vec3 down = swv_vec3_add(swv_vec3_scale(fall_along(c, at, f, up), up),
                                           swv_vec3_scale(fall_along(c, at, f, east), east));
        const double   steep = swv_vec3_length(down);
        const double   length = swvi_smaller(step, steep * c->p->forearm / c->p->upper_arm);
        if (!(length > 1e-9))  // flat: chosen
            break;
        place          next = *at;
        const swv_vec3 there = swv_vec3_normalize(swv_vec3_add(at->h, swv_vec3_scale(length / steep, down)));
        const double   less = gap_at(c, there, &next, is_finite, iterations);
        if (less < gap) {
            *at = next;
            gap = less;
        } else {
            step = 0.5 * length;
        }
    }
    return gap;
}

// (2) False if no humerus brings the forearm to the wrist. gh: where the girdle was.
static bool find_centre(curve *c, swv_vec3 gh, bool *is_finite, int *iterations)
{
    // Rounds of pointing at the wrist from where the girdle then is; places aside of a straight arm, one each way. Chosen.
    enum { POINTING = 4, OTHERS = 4 };
    place    at = { .y = 1.0 };
    double   gap = HUGE_VAL;
    swv_vec3 h = { 0.0, 1.0, 0.0 };
    for (int k = 0; k < POINTING && gap > INSIDE; ++k) {
        const swv_vec3 arm = swv_vec3_sub(c->p->wrist, gh);
        h = swv_vec3_length(arm) > 1e-12 ? swv_vec3_normalize(arm) : h;
        gap = gap_at(c, h, &at, is_finite, iterations);
        gh = at.t.place.gh;
    }
    if (gap > INSIDE) {
        // The yield has a tip where the arm is straight: from beyond it too.
        const place straight = at;
        gap = descend(c, &at, gap, is_finite, iterations);
        for (int k = 0; k < OTHERS && c->p->girdle.yields; ++k) {
            const swv_vec3 aside = k % 2 ? straight.t.seen.up : straight.t.seen.east;
            place          other = straight;
            const swv_vec3 there =
                // 17 degrees aside: chosen.
                swv_vec3_normalize(swv_vec3_add(straight.h, swv_vec3_scale(k < 2 ? 0.3 : -0.3, aside)));
            const double start = gap_at(c, there, &other, is_finite, iterations);
            const double less = descend(c, &other, start, is_finite, iterations);
            if (less < gap) {
                at = other;
                gap = less;
            }
        }
    }
    c->centre = at.h;
    c->across = at.t.seen.up;
    c->along = swv_vec3_cross(at.h, at.t.seen.up);
    return gap < -1e-12;
}

/// A point of the curve.
typedef struct point {
    place            at;
    double           theta, radius;
    double           rise;  ///< sine of the angle between humerus and the line to the wrist
    swvi_limb_target target;
    double           x, y;  ///< direction of its swivel
    swvi_limb_pose   pose;
    double           hinge;  ///< by how much the elbow's flexion is outside its limits; less than 0: inside
    bool             is_inside;
} point;

// (3) From the radius and yield the point has. False if there is none.
static bool put_on_curve(const curve *c, double theta, double tolerance, point *q, bool *is_finite, int *iterations)
{
    enum { STEPS = 40 };  // Newton needs few; bisection to 3e-12 rad
    // The radius is an angle on the sphere of humeri: not 0, where theta means nothing, and less than half a turn.
    double       s, t, low = 0.0, high = SWV_PI, r = swvi_clamp(1e-6, 3.0, q->radius), y = q->at.y;
    const bool   yields = c->p->girdle.yields;
    const double upper_arm = c->p->upper_arm, forearm = c->p->forearm;
    swv_sincos(theta, &s, &t);
    const swv_vec3 way = swv_vec3_add(swv_vec3_scale(t, c->across), swv_vec3_scale(s, c->along));
    for (int k = 0; k < STEPS; ++k) {
        double sine, cosine;
        swv_sincos(r, &sine, &cosine);
        const swv_vec3 h = swv_vec3_add(swv_vec3_scale(cosine, c->centre), swv_vec3_scale(sine, way));
        const swv_vec3 dh = swv_vec3_sub(swv_vec3_scale(cosine, way), swv_vec3_scale(sine, c->centre));
        *is_finite &= put_at(c, h, y, &q->at, iterations);
        const swv_vec3 f = forearm_of(c, &q->at), moved = moved_along(&q->at, dh);
        const double   f_y = swv_vec3_dot(f, q->at.motion.by_yield);
        const yielding w = yields ? yield_at(c, &q->at, dh) : (yielding){ 0.0, 0.0, 1.0 };
        const double   dy = w.k * w.missing;
        const double   misfit = 0.5 * (swv_vec3_dot(f, f) - forearm * forearm) - f_y * dy;
        const double   slope = -(swv_vec3_dot(f, moved) + upper_arm * swv_vec3_dot(f, dh)) - f_y * w.by_way;
        if (misfit > 0.0)
            high = swvi_smaller(high, r);
        else
            low = swvi_larger(low, r);
        const double   newton = r - misfit / slope;
        const double   next = slope > 0.0 && newton >= low && newton <= high ? newton : 0.5 * (low + high);
        const double   dr = next - r, dy_all = dy + w.by_way * dr;
        const swv_vec3 change = swv_vec3_add(swv_vec3_scale(dr, moved), swv_vec3_scale(dy_all, q->at.motion.by_yield));
        q->at.t.change = swv_vec3_length(change);
        q->theta = theta;
        q->radius = r;
        // Near enough, or as near as rounding lets: reaches, and parts of the yield. 1e-4 rad keeps a flat place from
        // counting as an end. Chosen.
        if ((q->at.t.change <= tolerance && fabs(dr) < 1e-4) || (fabs(misfit) < 1e-16 && fabs(dy) < 1e-12))
            return *is_finite && r < SWV_PI - 1e-6;
        if (!swvi_is_finite(next))
            return false;
        r = next;
        y = swvi_clamp(0.0, 1.0, y + dy_all);
    }
    return false;
}

// ---- the arm at a point ----

typedef struct search {
    const swvi_upper_request *r;
    const swvi_limb_problem  *asked;
    curve                     c;
    swv_limb                  wide;
    double                    width;  ///< of `wide`
    double                    left;   ///< theta, until both sides meet
    bool                      is_finite;
    int                      *iterations;
} search;

// The arm hangs there as it must, now in the limb's own lengths: the hinge, which the limb would clamp, is looked at apart.
static void hang_at(const search *s, point *q)
{
    const swv_limb *limb = &s->r->limb->arm;
    const swv_vec3  wrist = swv_vec3_scale(s->r->reach, swv_vec3_sub(s->c.p->wrist, q->at.t.place.gh));
    swv_vec3        zero, quarter;
    q->target = s->asked->target;
    q->target.wrist = wrist;
    q->target.circle = swvi_limb_circle_for(limb, wrist);
    swvi_limb_circle_axes(&q->target.circle, &zero, &quarter);
    q->x = swv_vec3_dot(q->at.h, zero);
    q->y = swv_vec3_dot(q->at.h, quarter);
    const double length = sqrt(q->x * q->x + q->y * q->y);
    q->rise = length;
    q->x = length > 1e-12 ? q->x / length : 1.0;
    q->y = length > 1e-12 ? q->y / length : 0.0;
    q->pose = swvi_limb_pose_at(&q->target, q->x, q->y);
    const swv_vec3  f = forearm_of(&s->c, &q->at);
    const double    flexion = swv_atan2(swv_vec3_length(swv_vec3_cross(q->at.h, f)), swv_vec3_dot(q->at.h, f));
    const swv_range limits = limb->limits.hinge;
    q->hinge = swvi_larger(limits.lower - flexion, flexion - limits.upper);
    q->is_inside =
        fabs(q->target.circle.excess) <= 1e-12 * s->r->reach &&
        swvi_limb_is_inside(limb, s->asked->limits, q->pose.upper, swvi_limb_relative(q->pose.lower, q->pose.end));
}

static bool put_point(search *s, double theta, double tolerance, point *q)
{
    if (!put_on_curve(&s->c, theta, tolerance, q, &s->is_finite, s->iterations))
        return false;
    hang_at(s, q);
    return true;
}

static double swivel_from(const point *q, double swivel)
{
    return fabs(swv_angle_wrap(swv_atan2(q->y, q->x) - swivel));
}

// By how much the bones at b's swivel turn from a's GH to b's.
static double drift_between(const point *a, const point *b)
{
    const swvi_limb_pose from = swvi_limb_pose_at(&a->target, b->x, b->y);
    return swvi_larger(swv_quat_angle_between(swvi_quat_of(from.upper), swvi_quat_of(b->pose.upper)),
                       swv_quat_angle_between(swvi_quat_of(from.lower), swvi_quat_of(b->pose.lower)));
}

// (4) How far the swivels are that limits wider by `width` allow at this GH.
static double distance_to_wide(search *s, const point *q, double width)
{
    swvi_limb_target target = q->target;
    swvi_ways        set;
    double           x, y;
    if (s->width != width) {
        s->wide = swvi_limb_widened(&s->r->limb->arm, width);
        s->width = width;
    }
    target.circle = swvi_limb_circle_for(&s->wide, target.wrist);
    if (fabs(target.circle.excess) > 1e-12 * s->r->reach ||
        !swvi_limb_feasible(&s->wide, s->asked->limits, &target, &set))
        return 2.0 * SWV_PI;
    swvi_ways_nearest(&set, q->x, q->y, &x, &y);
    return fabs(swv_atan2(q->x * y - q->y * x, q->x * x + q->y * y));
}

// ---- (4), (5) ----

// Radians. Chosen, as are the tolerances below.
#define WIDEST    0.25
#define NARROWEST 0.0025
#define LONGEST   1.2  ///< step of theta
// Of GH, in parts of the arm's length: enough on the way, and for what is returned.
#define ROUGH 1e-4
#define EXACT 1e-13

/// One side of the wish.
typedef struct side {
    double sign;
    point  last;
    double gone;     ///< swivels passed
    double stride;   ///< theta over swivel, as it was last
    double bending;  ///< flexion over theta, as it was last
    bool   is_over;
} side;

// One step on one side, which *a takes. Swivels, widths and bends are radians; theta is the direction of (1).
// How far steps go, and when they are halved (5 % too far, 1.2 rises, 0.7 of the width), is chosen: shorter steps take
// longer, longer ones may pass a gap unseen.
static void go_on(search *s, side *a)
{
    const point *here = &a->last;
    // A step goes no further than the limits are away (free), with some margin: 1.05 of that, 0.7 of the width, at most 1.5 radians of swivel. Chosen.
    // A step that turns out too long is halved, down to 1e-7. The next one is as long as this one turned the swivel for its length, within a tenth
    // to four times. Chosen.
    double       width = WIDEST, free = 0.1, ahead;
    const double hinge = here->hinge, steepest = swvi_larger(3.0 * a->bending, 0.1);
    if (hinge > 0.0) {
        ahead = swvi_larger(hinge, NARROWEST) / steepest;
    } else {
        if (!here->is_inside) {
            free = distance_to_wide(s, here, width);
            while (free < 2.0 * width && width > NARROWEST) {
                width *= 0.25;
                free = distance_to_wide(s, here, width);
            }
        }
        ahead = swvi_clamp(NARROWEST, 1.5, free) * a->stride;
    }
    for (;;) {
        point        next = *here;
        const double by = swvi_smaller(swvi_smaller(ahead, LONGEST), s->left);
        const double theta = here->theta + a->sign * by;
        if (!put_point(s, theta, ROUGH, &next) || (next.is_inside && !put_point(s, theta, EXACT, &next))) {
            a->is_over = true;
            return;
        }
        const double turned = fabs(swv_atan2(here->x * next.y - here->y * next.x, here->x * next.x + here->y * next.y)),
                     bent = fabs(next.hinge - hinge);
        const double chord = swv_vec3_length(swv_vec3_sub(next.at.h, here->at.h));
        // A step shorter than the rise does not pass the straight arm, about which the swivel turns, unseen.
        const bool is_round = chord > 1.2 * swvi_larger(here->rise, 1e-5);
        const bool is_beyond = hinge > 0.0 ? bent > swvi_larger(1.05 * hinge, NARROWEST)
                                           : turned > swvi_larger(1.05 * free, 1.5 * NARROWEST) ||
                                                 drift_between(here, &next) > 0.7 * width;
        if ((is_round || is_beyond) && by > 1e-7) {
            ahead = 0.5 * by;
            continue;
        }
        a->stride = swvi_clamp(0.1, 4.0, by / swvi_larger(turned, 1e-9));
        a->bending = bent / by;
        s->left -= by;
        a->gone += turned;
        a->is_over = !(s->left > 0.0);
        a->last = next;
        return;
    }
}

// (5) The last point that is inside, from there to one that is not.
static point edge_between(search *s, const point *inside, const point *outside)
{
    point  edge = *inside;
    double beyond = outside->theta;
    for (int k = 0; k < 24 && fabs(edge.theta - beyond) > 1e-9; ++k) {  // halved to 1e-9 rad: chosen
        point middle = edge;
        if (!put_point(s, 0.5 * (edge.theta + beyond), EXACT, &middle))
            break;
        if (middle.is_inside)
            edge = middle;
        else
            beyond = middle.theta;
    }
    return edge;
}

// The wish is that of the girdle as it is there. *best becomes q if that is inside and its swivel nearer to the wish than *nearest, radians.
static void keep_nearer(const search *s, const point *q, point *best, double *nearest)
{
    swvi_hanging_arm arm;
    if (!q->is_inside || swvi_hang_arm(s->r, s->c.p, s->c.p->wrist, q->at.t.place.gh, &arm) != SWV_OK)
        return;
    const double off = swivel_from(q, arm.wished);
    if (off < *nearest) {
        *nearest = off;
        *best = *q;
    }
}

// The point of the curve in the direction of the wish, as seen from the centre.
static bool put_at_wish(search *s, point *wish)
{
    const swvi_limb_circle *e = &s->asked->target.circle;
    const double   sin_rise = 2.0 * e->sin_rise * e->cos_rise, cos_rise = 1.0 - 2.0 * e->sin_rise * e->sin_rise;
    const swv_vec3 n = { e->nx, e->ny, e->nz };
    swv_vec3       zero, quarter;
    swvi_limb_circle_axes(e, &zero, &quarter);
    const swv_vec3 m = swv_vec3_add(swv_vec3_scale(s->asked->wish_x, zero), swv_vec3_scale(s->asked->wish_y, quarter));
    const swv_vec3 h = swv_vec3_add(swv_vec3_scale(cos_rise, n), swv_vec3_scale(sin_rise, m));
    wish->radius = swv_acos(swvi_clamp(-1.0, 1.0, swv_vec3_dot(h, s->c.centre)));
    wish->at.y = 0.0;
    return put_point(s, swv_atan2(swv_vec3_dot(h, s->c.along), swv_vec3_dot(h, s->c.across)), EXACT, wish);
}

// (5) False if there is none nearer than `within`.
static bool look_around(search *s, const point *wish, double wished, double within, point *best)
{
    enum { MOST_GIRDLES = 4000 };  // some 30 are enough
    const int last = *s->iterations + MOST_GIRDLES;
    // Where the curve does not have the wish, the swivel goes there and back along it: all of the curve is looked at.
    const double apart = swivel_from(wish, wished);
    const bool   is_plain = apart < 0.1;
    side         sides[2];
    double       nearest = within;
    for (int k = 0; k < 2; ++k)
        // A first guess of theta and of the elbow's bend for each radian of swivel: chosen.
        sides[k] = (side){ .sign = k ? -1.0 : 1.0, .last = *wish, .stride = 1.0, .bending = 0.1 };
    keep_nearer(s, wish, best, &nearest);
    while (*s->iterations < last) {
        side *next = sides[1].is_over || (!sides[0].is_over && sides[0].gone <= sides[1].gone) ? &sides[0] : &sides[1];
        if (next->is_over || !(s->left > 0.0) || (is_plain && next->gone - apart >= nearest))
            break;
        const point before = next->last;
        go_on(s, next);
        keep_nearer(s, &next->last, best, &nearest);
        if (next->last.is_inside != before.is_inside) {
            const point edge =
                next->last.is_inside ? edge_between(s, &next->last, &before) : edge_between(s, &before, &next->last);
            keep_nearer(s, &edge, best, &nearest);
            next->is_over = next->is_over || is_plain;
        }
    }
    return nearest < within;
}

swvi_search_end swvi_upper_limb_search(const swvi_upper_request *r, const swvi_upper_problem *p, double within,
                                       swvi_upper_answer *a, int *iterations)
{
    search     s = { .r = r,
                     .asked = &a->arm.asked,
                     .c = { .p = p },
                     .left = 2.0 * SWV_PI,
                     .is_finite = true,
                     .iterations = iterations };
    point      wish, best = { 0 };
    const bool is_found = find_centre(&s.c, a->girdle.place.gh, &s.is_finite, iterations) && put_at_wish(&s, &wish) &&
                          look_around(&s, &wish, a->arm.wished, within, &best);
    if (!s.is_finite)
        return SWVI_NOT_FINITE;
    if (!is_found)
        return SWVI_NOT_FOUND;
    a->girdle = best.at.t;
    a->girdle.wrist = p->wrist;
    a->is_settled = true;
    (void)swvi_hang_arm(r, p, p->wrist, a->girdle.place.gh, &a->arm);
    a->girdle.swivel = swv_atan2(best.y, best.x) - a->arm.zero;
    a->posture = (swvi_limb_answer){
        .pose = best.pose, .x = best.x, .y = best.y, .is_inside = true, .forgiven = SWV_LIMIT_TOLERANCE
    };
    return SWVI_FOUND;
}
