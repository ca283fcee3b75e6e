// SPDX-License-Identifier: MIT
//
// The closest posture inside the limits, where none brings the hand to its target: first the wrist is brought as near to its
// place as the limits of shoulder and elbow let it, then the hand is turned as near to its rotation.
//
// Given     a target (p, H), limits
// Find      U, k, twist, swing inside the limits with |p(U, k) - p| least, and among these the angle between end and H least
//
// On its place. If some swivel keeps the limits of the shoulder, the wrist stays where it should be. The end is
// F(phi) N T(t) S: forearm, quarter turn to neutral, twist, swing. As quaternions have it, the cosine of half its angle
// from H is their product, and one factor at a time can be made best exactly:
// (1) swivel   F = c f0 + s f1 with v = (c, s): best along (f0.G, f1.G), G = H (N T S)^-1, and in a set of swivels at the
//              one nearest to that, since the product falls with the angle from it on both sides
// (2) twist    best at the twist about z of (F N)^-1 H S^-1, in a range likewise
// (3) swing    of (x, y, z, w) = (F N T)^-1 H the best swing is along (x, y, 0, w); outside the cone, the nearest point of its
//              edge: the cone is convex, so there is one, in the same quadrant, found by Newton's method
// (4) climbing one after the other until a round gains nothing, with longer steps where that gains more. Each step is exact and keeps the limits, and the limits are
//              separate, so it ends where no small change gains. Started from the wish and from the ends and middles of
//              all feasible intervals; the best start is climbed to the end.
//
// Off its place. If no swivel keeps them:
// (5) least squares in the three turns of U and in k: the wrist's distance, and the limits that are exceeded, weighted ever
//              more (from 3 to 3e6 of the reach per radian), by Levenberg's method; from the best few of a grid of
//              upper arms, of which those that come to the same place count once. What is left outside is below the
//              tolerance. Nearly always the least distance there is, but not provably: tests/limb/limb_closest.c
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/linalg.h"
#include "swivel/trig.h"

// ---- on its place: (1) to (4) ----

#define NO_GAIN 1e-16

enum { FIRST_ROUNDS = 4, ALL_ROUNDS = 400 };

typedef struct hill {
    const swv_limb_bounds  *bounds;
    const swvi_limb_target *target;
    const swvi_ways        *set;
    swvi_rotation           f0, f1;  ///< the forearm at swivel 0 and, times the sine, a turn on
} hill;

typedef struct climber {
    double        x, y;  ///< the swivel's direction
    double        twist_z, twist_w;
    swvi_rotation swing;
    double        height;  ///< the cosine of half the angle from the target
} climber;

static double dot(swvi_rotation a, swvi_rotation b)
{
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

static swvi_rotation inverse(swvi_rotation q)
{
    return (swvi_rotation){ -q.x, -q.y, -q.z, q.w };
}

static swvi_rotation forearm_at(const hill *h, double x, double y)
{
    double c, s;
    swvi_half_swivel(x, y, &c, &s);
    return swvi_rotation_sum(c, h->f0, s, h->f1);
}

// (2) The end of the range nearest to the twist (z, w), if it is outside.
static void clamp_twist(const swv_half_turns *range, double *z, double *w)
{
    const double length = sqrt(*z * *z + *w * *w);
    if (!(length > 0.0)) {
        *z = range->is_whole_turn ? 0.0 : range->sin_lower;
        *w = range->is_whole_turn ? 1.0 : range->cos_lower;
        return;
    }
    *z /= length;
    *w /= length;
    const double below = *z * range->cos_lower - *w * range->sin_lower;
    const double above = *w * range->sin_upper - *z * range->cos_upper;
    if (range->is_whole_turn || below * above >= 0.0)
        return;
    const double to_lower = fabs(*z * range->sin_lower + *w * range->cos_lower);
    const double to_upper = fabs(*z * range->sin_upper + *w * range->cos_upper);
    *z = to_lower > to_upper ? range->sin_lower : range->sin_upper;
    *w = to_lower > to_upper ? range->cos_lower : range->cos_upper;
}

// (3) The point of a quarter ellipse's edge (a c, b s, 1), (c, s) = (cos, sin), with the least angle from (p, q, w), all of
// them positive or 0: where the derivative f of N/sqrt(D) vanishes, N = p a c + q b s + w, D = 1 + (a c)^2 + (b s)^2. The cone is
// convex, so f has one zero. Newton's method from where the line to (p, q) leaves the ellipse, kept between two directions.
static void nearest_on_edge(double a, double b, double p, double q, double w, double *cosine, double *sine)
{
    const double length = sqrt(p * b * (p * b) + q * a * (q * a)), k = b * b - a * a;
    double       c = length > 0.0 ? p * b / length : 1.0, s = length > 0.0 ? q * a / length : 0.0;
    double       low_c = 1.0, low_s = 0.0, high_c = 0.0, high_s = 1.0;
    for (int i = 0; i < 40; ++i) {
        const double n = (p * a * c + q * b * s) + w, d = 1.0 + (a * c * (a * c) + b * s * (b * s));
        const double rise = q * b * c - p * a * s;
        const double f = rise * d - n * (k * s * c);
        const double slope = (rise * (k * s * c) - (n - w) * d) - n * (k * (c * c - s * s));
        if (f > 0.0) {
            low_c = c;
            low_s = s;
        } else {
            high_c = c;
            high_s = s;
        }
        const double half = slope < 0.0 ? -0.5 * f / slope : 0.0, unit = 1.0 / (1.0 + half * half);
        const double turn_c = (1.0 - half * half) * unit, turn_s = 2.0 * half * unit;
        double       next_c = c * turn_c - s * turn_s, next_s = s * turn_c + c * turn_s;
        const bool   is_between = slope < 0.0 && low_c * next_s - low_s * next_c >= 0.0 &&
                                next_c * high_s - next_s * high_c >= 0.0 && fabs(half) < 0.5;
        if (!is_between) {
            const double x = low_c + high_c, y = low_s + high_s, inverse_length = 1.0 / sqrt(x * x + y * y);
            next_c = x * inverse_length;
            next_s = y * inverse_length;
        }
        const bool is_there = fabs(c * next_s - s * next_c) < 1e-15;
        c = next_c;
        s = next_s;
        if (is_there)
            break;
    }
    *cosine = c;
    *sine = s;
}

static swvi_rotation best_swing(const swv_limb_bounds *bounds, swvi_rotation e)
{
    const double sign = e.w < 0.0 ? -1.0 : 1.0, length = sqrt(e.x * e.x + e.y * e.y + e.w * e.w);
    if (!(length > 0.0))
        return (swvi_rotation){ 0.0, 0.0, 0.0, 1.0 };
    const double p = sign * e.y / length, q = -sign * e.x / length, d = sign * e.w / length;
    if (!bounds->has_cone)
        return (swvi_rotation){ -q, p, 0.0, d };
    const double a = bounds->about_y[p > 0.0], b = bounds->about_x[q > 0.0], along = p / a, across = q / b;
    if (d > 0.0 && d * d >= along * along + across * across)
        return (swvi_rotation){ -q, p, 0.0, d };
    double c, s;
    nearest_on_edge(a, b, fabs(p), fabs(q), d, &c, &s);
    const double edge_p = copysign(a * c, p), edge_q = copysign(b * s, q);
    const double k = 1.0 / sqrt(1.0 + (edge_p * edge_p + edge_q * edge_q));
    return (swvi_rotation){ -edge_q * k, edge_p * k, 0.0, k };
}

static swvi_rotation relative_of(const climber *c)
{
    return swvi_rotation_mul((swvi_rotation){ 0.0, 0.0, c->twist_z, c->twist_w }, c->swing);
}

// The best swing for the climber's swivel and twist, and the height there.
static void bend_end(const hill *h, swvi_rotation wanted, climber *c)
{
    clamp_twist(&h->bounds->pronation, &c->twist_z, &c->twist_w);
    const swvi_rotation back = { 0.0, 0.0, -c->twist_z, c->twist_w };
    c->swing = best_swing(h->bounds, swvi_rotation_mul(back, wanted));
    c->height = fabs(dot(relative_of(c), wanted));
}

static void turn_end(const hill *h, climber *c)
{
    const swvi_rotation wanted = swvi_limb_relative(forearm_at(h, c->x, c->y), h->target->end);
    const swvi_rotation twist = swvi_rotation_mul(wanted, inverse(c->swing));
    c->twist_z = twist.z;
    c->twist_w = twist.w;
    bend_end(h, wanted, c);
}

static void turn_swivel(const hill *h, climber *c)
{
    const swvi_rotation identity = { 0.0, 0.0, 0.0, 1.0 };
    const swvi_rotation hand = swvi_limb_end_of(identity, relative_of(c));
    const swvi_rotation wanted = swvi_rotation_mul(h->target->end, inverse(hand));
    const double        a = dot(h->f0, wanted), b = dot(h->f1, wanted);
    if (a * a + b * b > 1e-30)
        swvi_ways_nearest(h->set, a * a - b * b, 2.0 * a * b, &c->x, &c->y);
}

// A direction turned by an angle, not too large a one.
static void turn_by(double angle, double *x, double *y)
{
    const double half = 0.5 * swvi_clamp(-0.5, 0.5, angle), c = 1.0 - half * half, s = 2.0 * half;  // of any length
    const double turned_x = *x * c - *y * s, turned_y = *y * c + *x * s;
    *x = turned_x;
    *y = turned_y;
}

// A climber whose swivel and twist went further, within their limits, and its swing with them.
static climber further(const hill *h, const climber *c, double swivel, double twist)
{
    climber next = *c;
    double  x = c->x, y = c->y;
    turn_by(swivel, &x, &y);
    turn_by(twist, &next.twist_w, &next.twist_z);
    swvi_ways_nearest(h->set, x, y, &next.x, &next.y);
    bend_end(h, swvi_limb_relative(forearm_at(h, next.x, next.y), h->target->end), &next);
    return next;
}

// (4) Where rounds gain ever less, each step of swivel and twist is the part r of the last: the rest of the way is r/(1 - r) of it.
static void climb(const hill *h, climber *c, int rounds)
{
    double last_swivel = 0.0, last_twist = 0.0;
    for (int i = 0; i < rounds; ++i) {
        const climber before = *c;
        turn_swivel(h, c);
        turn_end(h, c);
        if (!(c->height > before.height + NO_GAIN)) {
            if (c->height < before.height)
                *c = before;
            return;
        }
        const double swivel = before.x * c->y - before.y * c->x;
        const double twist = before.twist_w * c->twist_z - before.twist_z * c->twist_w;
        const double squared = last_swivel * last_swivel + last_twist * last_twist;
        const double part = squared > 0.0 ? (swivel * last_swivel + twist * last_twist) / squared : 0.0;
        last_swivel = swivel;
        last_twist = twist;
        if (part > 0.2 && part < 1.0) {
            const double  rest = part / (1.0 - part);
            const climber next = further(h, c, rest * swivel, rest * twist);
            if (next.height > c->height) {
                *c = next;
                last_swivel = last_twist = 0.0;
            }
        }
    }
}

static climber start_at(const hill *h, double x, double y)
{
    climber c = { .swing = { 0.0, 0.0, 0.0, 1.0 } };
    swvi_ways_nearest(h->set, x, y, &c.x, &c.y);
    turn_end(h, &c);
    climb(h, &c, FIRST_ROUNDS);
    return c;
}

static hill hill_of(const swv_limb *limb, const swvi_limb_target *target, const swvi_ways *set)
{
    return (hill){ &limb->bounds, target, set, swvi_limb_bones_of(&target->circle, 1.0, 0.0).lower,
                   swvi_limb_bones_of(&target->circle, 0.0, 1.0).lower };
}

static swvi_limb_pose pose_of(const hill *h, const climber *c)
{
    swvi_limb_pose pose = swvi_limb_pose_at(h->target, c->x, c->y);
    pose.end = swvi_limb_end_of(pose.lower, relative_of(c));
    return pose;
}

swvi_limb_pose swvi_limb_turned_at(const swv_limb *limb, const swvi_limb_target *target, double x, double y)
{
    const hill h = hill_of(limb, target, NULL);
    climber    c = { .x = x, .y = y, .swing = { 0.0, 0.0, 0.0, 1.0 } };
    double     before = -1.0;
    for (int i = 0; i < ALL_ROUNDS && c.height > before + NO_GAIN; ++i) {
        before = c.height;
        turn_end(&h, &c);
    }
    return pose_of(&h, &c);
}

static swvi_limb_pose turn_on_place(const swv_limb *limb, const swvi_limb_target *target, const swvi_ways *set,
                                    bool from_here_only, double *x, double *y)
{
    const hill h = hill_of(limb, target, set);
    climber    best = start_at(&h, *x, *y);
    for (int i = 0; i < 3 * set->count && !from_here_only; ++i) {
        const double part = 0.5 * (i % 3), from = set->from[i / 3], to = set->to[i / 3];
        double       start_x, start_y;
        swvi_way_point(from + part * (to - from), &start_x, &start_y);
        const climber other = start_at(&h, start_x, start_y);
        if (other.height > best.height + 1e-12)
            best = other;
    }
    climb(&h, &best, ALL_ROUNDS);
    *x = best.x;
    *y = best.y;
    return pose_of(&h, &best);
}

// ---- off its place: (5) ----

enum { ROWS = 3 + SWV_MAX_CAPS + 2, STARTS = 6 };

#define LEAST_WEIGHT 3.0
#define MOST_WEIGHT  3e6

typedef struct reacher {
    swvi_rotation upper;
    double        flexion;
} reacher;

static swvi_rotation turned(swvi_rotation q, double x, double y, double z)
{
    const swv_quat turn = swv_quat_from_rotation_vector((swv_vec3){ x, y, z });
    return swvi_rotation_of(swv_quat_normalize(swv_quat_mul(turn, swvi_quat_of(q))));
}

static swv_vec3 wrist_of(const swv_limb *limb, const reacher *r)
{
    double s, c;
    swv_sincos(r->flexion, &s, &c);
    const swv_vec3 seen = { limb->lower * s, 0.0, limb->upper + limb->lower * c };
    return swv_quat_rotate(swvi_quat_of(r->upper), seen);
}

// The distance over the reach, and the limits: by how much each is exceeded, in radians. The Jacobian, which may be NULL, is
// against the three turns of the upper arm in the trunk's axes and the flexion: of a turn w, the place p moves by w x p, and
// its angle from an axis by -w.(p x axis)/|p x axis|.
static int residual_of(const swv_limb *limb, swv_vec3 place, double weight, const reacher *r, double residual[ROWS],
                       double jacobian[ROWS][4])
{
    const swv_limb_limits *limits = &limb->bounds.limits;
    const double           inverse_reach = 1.0 / (limb->upper + limb->lower);
    double                 s, c;
    swv_sincos(r->flexion, &s, &c);
    const swv_quat upper = swvi_quat_of(r->upper);
    const swv_vec3 wrist = swv_quat_rotate(upper, (swv_vec3){ limb->lower * s, 0.0, limb->upper + limb->lower * c });
    const swv_vec3 at = swv_vec3_scale(inverse_reach, wrist);
    const swv_vec3 off = swv_vec3_scale(inverse_reach, swv_vec3_sub(wrist, place));
    residual[0] = off.x;
    residual[1] = off.y;
    residual[2] = off.z;
    if (jacobian) {
        const swv_vec3 bend =
            swv_vec3_scale(inverse_reach, swv_quat_rotate(upper, (swv_vec3){ limb->lower * c, 0.0, -limb->lower * s }));
        const double rows[3][4] = { { 0.0, at.z, -at.y, bend.x },
                                    { -at.z, 0.0, at.x, bend.y },
                                    { at.y, -at.x, 0.0, bend.z } };
        memcpy(jacobian, rows, sizeof rows);
        memset(jacobian + 3, 0, (ROWS - 3) * sizeof jacobian[0]);
    }
    int            count = 3;
    const swv_vec3 z = swvi_axis_z(r->upper);
    for (int i = 0; i < limits->cap_count; ++i, ++count) {
        residual[count] = 0.0;
        if (swv_vec3_dot(z, limits->caps[i].axis) < limb->bounds.cap_cosines[i] - 1e-6)
            continue;  // clearly outside
        const swv_vec3 across = swv_vec3_cross(z, limits->caps[i].axis);
        const double   sine = swv_vec3_length(across), angle = swv_atan2(sine, swv_vec3_dot(z, limits->caps[i].axis));
        residual[count] = weight * swvi_larger(limits->caps[i].radius - angle, 0.0);
        if (jacobian && residual[count] > 0.0) {
            const double k = weight / swvi_larger(sine, 1e-12);
            jacobian[count][0] = k * across.x;
            jacobian[count][1] = k * across.y;
            jacobian[count][2] = k * across.z;
        }
    }
    residual[count] = 0.0;
    if (!limb->bounds.twist.is_whole_turn) {
        const swvi_rotation rest = swvi_rotation_of(limb->bounds.rest), q = swvi_rotation_mul(rest, r->upper);
        const double        middle = 0.5 * (limits->twist.lower + limits->twist.upper);
        const double        half = 0.5 * (limits->twist.upper - limits->twist.lower);
        const double        turn = swv_angle_wrap(2.0 * swv_atan2(q.z, q.w) - middle);
        residual[count] = weight * (turn - swvi_clamp(-half, half, turn));
        for (int k = 0; jacobian && residual[count] != 0.0 && k < 3; ++k) {
            const swvi_rotation about = { (double)(k == 0), (double)(k == 1), (double)(k == 2), 0.0 };
            const swvi_rotation d =
                swvi_rotation_mul(rest, swvi_rotation_mul(about, r->upper));  // twice the change of q
            jacobian[count][k] = weight * (q.w * d.z - q.z * d.w) / swvi_larger(q.z * q.z + q.w * q.w, 1e-12);
        }
    }
    ++count;
    residual[count] = weight * (r->flexion - swvi_clamp(limits->hinge.lower, limits->hinge.upper, r->flexion));
    if (jacobian && residual[count] != 0.0)
        jacobian[count][3] = weight;
    return count + 1;
}

static double squares(const double *residual, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += residual[i] * residual[i];
    return sum;
}

static reacher moved(const reacher *r, const double step[4])
{
    return (reacher){ turned(r->upper, step[0], step[1], step[2]), swvi_clamp(0.0, SWV_PI, r->flexion + step[3]) };
}

static void descend(const swv_limb *limb, swv_vec3 place, double weight, int rounds, reacher *r)
{
    double residual[ROWS], jacobian[ROWS][4], damping = 1e-6;
    int    count = residual_of(limb, place, weight, r, residual, jacobian);
    double height = squares(residual, count);
    for (int round = 0; round < rounds; ++round) {
        double normal[16], gradient[4];
        for (int k = 0; k < 4; ++k) {
            gradient[k] = 0.0;
            for (int i = 0; i < count; ++i)
                gradient[k] += jacobian[i][k] * residual[i];
            for (int l = 0; l < 4; ++l) {
                normal[4 * k + l] = 0.0;
                for (int i = 0; i < count; ++i)
                    normal[4 * k + l] += jacobian[i][k] * jacobian[i][l];
            }
        }
        bool gained = false;
        for (int attempt = 0; attempt < 12 && !gained; ++attempt) {
            double a[16], step[4];
            for (int i = 0; i < 16; ++i)
                a[i] = normal[i] + (i % 5 == 0 ? damping * (normal[i] + 1e-3) : 0.0);
            for (int i = 0; i < 4; ++i)
                step[i] = -gradient[i];
            if (swv_cholesky_factor(a, 4) == SWV_OK && swv_cholesky_solve(a, 4, step) == SWV_OK) {
                if (squares(step, 4) < 1e-20)
                    return;
                const reacher next = moved(r, step);
                double        there[ROWS], jacobian_there[ROWS][4];
                (void)residual_of(limb, place, weight, &next, there, jacobian_there);
                const double below = squares(there, count);
                gained = below < height * (1.0 - 1e-13);
                if (gained) {
                    *r = next;
                    height = below;
                    memcpy(residual, there, sizeof residual);
                    memcpy(jacobian, jacobian_there, sizeof jacobian);
                }
            }
            damping = gained ? swvi_larger(0.1 * damping, 1e-12) : 10.0 * damping;
        }
        if (!gained)
            return;
    }
}

static double height_of(const swv_limb *limb, swv_vec3 place, double weight, const reacher *r)
{
    double    residual[ROWS];
    const int count = residual_of(limb, place, weight, r, residual, NULL);
    return squares(residual, count);
}

// With ever larger weights.
static void descend_on(const swv_limb *limb, swv_vec3 place, reacher *r)
{
    for (double weight = 10.0 * LEAST_WEIGHT; weight <= MOST_WEIGHT; weight *= 10.0)
        descend(limb, place, weight, 30, r);
}

static reacher reach_for(const swv_limb *limb, swv_vec3 place, const swvi_limb_pose *start)
{
    if (start) {
        reacher here = { start->upper, start->flexion };
        descend(limb, place, LEAST_WEIGHT, 30, &here);
        descend_on(limb, place, &here);
        return here;
    }
    reacher starts[STARTS], sorted[STARTS];
    double  heights[STARTS];
    int     start_count = 0;
    // Upper arms all over the sphere, each with five twists, and the flexion that fits the distance.
    const swv_limb_limits *limits = &limb->bounds.limits;
    const double           d = swv_vec3_length(place), u = limb->upper, f = limb->lower;
    const double           cosine = swvi_clamp(-1.0, 1.0, (d * d - u * u - f * f) / (2.0 * u * f));
    const double           flexion = swvi_clamp(limits->hinge.lower, limits->hinge.upper, swv_acos(cosine));
    for (int i = 0; i < 27 * 5; ++i) {
        const int      place_of = i / 5;
        const double   across = place_of % 3 - 1, along = place_of / 3 % 3 - 1, up = place_of / 9 - 1;
        const swv_vec3 z = swv_vec3_normalize((swv_vec3){ across, along, up });
        if (!(swv_vec3_dot(z, z) > 0.5))
            continue;
        const swv_quat rest = swv_quat_conjugate(limb->bounds.rest);
        const double   middle =
            limb->bounds.twist.is_whole_turn ? 0.0 : 0.5 * (limits->twist.lower + limits->twist.upper);
        const double half =
            limb->bounds.twist.is_whole_turn ? SWV_PI : 0.5 * (limits->twist.upper - limits->twist.lower);
        const swv_quat twist =
            swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, middle + half * (0.5 * (i % 5) - 1.0));
        const swv_quat swing = swv_quat_between(limits->rest, z);
        const reacher  r = { swvi_rotation_of(swv_quat_mul(swv_quat_mul(swing, rest), twist)), flexion };
        const double   height = height_of(limb, place, LEAST_WEIGHT, &r);
        int            rank = start_count < STARTS ? start_count++ : STARTS;
        for (; rank > 0 && heights[rank - 1] > height; --rank) {
            if (rank < STARTS) {
                heights[rank] = heights[rank - 1];
                starts[rank] = starts[rank - 1];
            }
        }
        if (rank < STARTS) {
            heights[rank] = height;
            starts[rank] = r;
        }
    }
    // Most starts soon come to the same place, or to one that is clearly worse: these end there.
    for (int i = 0; i < start_count; ++i) {
        descend(limb, place, LEAST_WEIGHT, 30, &starts[i]);
        heights[i] = height_of(limb, place, LEAST_WEIGHT, &starts[i]);
    }
    double least = heights[0];
    for (int i = 1; i < start_count; ++i)
        least = swvi_smaller(least, heights[i]);
    int best = -1;
    for (int i = 0; i < start_count; ++i) {
        bool is_other = heights[i] <= 1.5 * least + 1e-9;
        for (int k = 0; k < i && is_other; ++k)
            is_other = !(fabs(dot(starts[i].upper, sorted[k].upper)) > 1.0 - 1e-8 &&
                         fabs(starts[i].flexion - sorted[k].flexion) < 1e-4);
        sorted[i] = starts[i];
        if (!is_other)
            continue;
        descend_on(limb, place, &starts[i]);
        heights[i] = height_of(limb, place, MOST_WEIGHT, &starts[i]);
        best = best < 0 || heights[i] < heights[best] ? i : best;
    }
    return starts[best];
}

swvi_limb_pose swvi_limb_closest(const swv_limb *limb, const swvi_limb_target *target, const swvi_limb_pose *start,
                                 double *x, double *y)
{
    swvi_limb_target there = *target;
    swvi_ways        set;
    if (!swvi_limb_feasible(&limb->bounds, SWVI_SHOULDER_LIMITS, target, &set)) {
        // Beyond twice the reach another place is no other hill.
        const double   reach = limb->upper + limb->lower, d = swv_vec3_length(target->wrist);
        const swv_vec3 place =
            d > 2.0 * reach ? swv_vec3_scale(2.0 * reach, swv_vec3_normalize(target->wrist)) : target->wrist;
        const reacher  r = reach_for(limb, place, start);
        const swv_vec3 wrist = wrist_of(limb, &r),
                       side = swv_quat_rotate(swvi_quat_of(r.upper), (swv_vec3){ 0.0, 1.0, 0.0 });
        swv_vec3 zero, quarter;
        there.circle = swvi_limb_circle_for(limb, &limb->bounds, wrist);
        swvi_limb_circle_axes(&there.circle, &zero, &quarter);
        *x = -swv_vec3_dot(side, quarter);
        *y = swv_vec3_dot(side, zero);
        const double way = swvi_way_of(*x, *y);
        if (!swvi_limb_feasible(&limb->bounds, SWVI_SHOULDER_LIMITS, &there, &set))
            set = (swvi_ways){ .count = 1, .from = { way }, .to = { way } };
    }
    if (target->is_free) {
        swvi_ways_nearest(&set, *x, *y, x, y);
        return swvi_limb_pose_at(&there, *x, *y);
    }
    return turn_on_place(limb, &there, &set, start != NULL, x, y);
}
