// SPDX-License-Identifier: MIT
//
// The closest posture inside the limits, where none brings the hand to its target: first the wrist is brought as near to its
// place as the limits of shoulder and elbow let it, then the hand is turned as near to its rotation.
//
// Given     a target (p, H), limits
// Find      U, k, twist, swing inside the limits with |p(U, k) - p| least, and among these the angle between end and H least
//
// On its place. If some swivel keeps the limits of the shoulder, the wrist stays where it should be: limb_turn.c.
//
// Off its place. If no swivel keeps them:
// (1) least E = |p(U, k) - p|^2/2 + W^2/2 sum e_i^2 in the three turns w of U and in k. e_i is by how much limit i of the shoulder
//              is exceeded, and m_i more (0 if that is negative); k stays between its limits, and at one of them it is left out if E
//              falls beyond. Then W^2 e_i is the force with which the limit holds the arm: m_i = e_i takes it over, and
//              after a few rounds nothing is exceeded but what a last turn takes away. (Augmented Lagrangian.)
// (2) steps    by Newton's method, damped where E is not convex or a step does not lead down. A step that runs into a limit is made
//              again with that limit's square in E, as if it were exceeded. For a turn by w a vector v moves by w x v + w x (w x v)/2:
//              place    c.v has the gradient v x c and the second derivatives (v c' + c v')/2 - (c.v) 1
//              cap      the angle a between z and its axis: y = cos a = z.axis, a' = -y'/sin a, a'' = -y''/sin a - cot a a' a'
//              twist    2 arg(w + i z) of q = rest U: with (dw + i dz)/(w + i z) = f + i g it is 2 (g - f g) to second order
// (3) starts   the best few of 26 upper arms, with twist and flexion the best for each, and with limits that yield; those that come to
//              the same place count once. Nearly always the least distance there is, but not provably: tests/limb/limb_closest.c
//
// Everything is a right limb's: places from the shoulder and rotations, of unit length, in the trunk's axes; angles in radians. A swivel is a
// direction (x, y): its cosine and sine.
//
// This work is based on:
// Nocedal, Wright. Numerical Optimization. 2nd edition 2006, chapters 3 and 17
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "math/linalg.h"
#include "swivel/trig.h"

// Walls are the caps, then the twist. STARTS of (3), LOOKS at E in a descent, PUSHES of m in (1) and LAST_TURNS out of the limits are most
// allowed. Chosen.
enum { TWIST = SWV_MAX_CAPS, WALLS, STARTS = 5, LOOKS = 60, PUSHES = 8, LAST_TURNS = 10 };

// W, of the reach per radian. Chosen.
#define SOFT_WEIGHT 3.0    // limits yield, so that an arm gets past them
#define HARD_WEIGHT 300.0  // with m they hold
#define LAST_WEIGHT 3e4    // to compare postures
// Of (2), added to second derivatives of order 1. Chosen: they decide how many steps are needed.
#define FIRST_DAMPING \
    1e-3  // after a first step in vain; four times as much after each more, a quarter after one that gains
#define MOST_DAMPING   1e6   // steps are too short to gain
#define SLIGHT_DAMPING 1e-5  // steps are as good as Newton's; below a tenth of this there is none
#define ALWAYS_DAMPED  1e-7  // the twist of a straight arm moves nothing

typedef struct reacher {
    swvi_rotation upper;    ///< U: the upper bone in the trunk's axes (limb.h)
    double        flexion;  ///< k, radians
} reacher;

/// Lengths are parts of the reach.
typedef struct search {
    const swv_limb *limb;
    swv_vec3        place;  ///< p, in the trunk's axes
    double          upper, lower;
    swv_range       hinge;
    double          weight;       ///< W
    double          push[WALLS];  ///< m: of the caps, and of the twist, which has a sign
} search;

/// E with its first and second derivatives against the turns of the upper arm and the flexion.
typedef struct slope {
    double gradient[4];
    double squares[4][4];  ///< what the first derivatives of distance and limits make of the second ones
    double rest[4][4];     ///< what theirs add
} slope;

// The wrist from the shoulder, metres, in the trunk's axes.
static swv_vec3 wrist_of(const swv_limb *limb, const reacher *r)
{
    double s, c;
    swv_sincos(r->flexion, &s, &c);
    return swv_quat_rotate(swvi_quat_of(r->upper), (swv_vec3){ limb->lower * s, 0.0, limb->upper + limb->lower * c });
}

// Half the square of the wrist's distance from its place, in parts of the reach; d, if there is one, takes its derivatives (2). `at` is the wrist,
// `bend` how it moves with the flexion.
static double look_at_place(const search *s, const reacher *r, slope *d)
{
    double sine, cosine;
    swv_sincos(r->flexion, &sine, &cosine);
    const swv_quat upper = swvi_quat_of(r->upper);
    const double   x = s->lower * sine, z = s->lower * cosine;
    const swv_vec3 at = swv_quat_rotate(upper, (swv_vec3){ x, 0.0, s->upper + z }), off = swv_vec3_sub(at, s->place);
    const double   squared = swv_vec3_dot(off, off);
    if (!d)
        return 0.5 * squared;
    const swv_vec3 bend = swv_quat_rotate(upper, (swv_vec3){ z, 0.0, -x });
    const swv_vec3 turn = swv_vec3_cross(at, off), both = swv_vec3_cross(bend, off), lever = swv_vec3_cross(at, bend);
    const double   a[3] = { at.x, at.y, at.z }, o[3] = { off.x, off.y, off.z };
    const double   gradient[4] = { turn.x, turn.y, turn.z, swv_vec3_dot(bend, off) };
    const double   squares[3] = { lever.x, lever.y, lever.z }, rest[3] = { both.x, both.y, both.z };
    const double   size = swv_vec3_dot(at, at), along = swv_vec3_dot(at, off);
    for (int k = 0; k < 3; ++k) {
        d->gradient[k] = gradient[k];
        for (int l = 0; l < 3; ++l) {
            d->squares[k][l] = (k == l ? size : 0.0) - a[k] * a[l];
            d->rest[k][l] = 0.5 * (a[k] * o[l] + a[l] * o[k]) - (k == l ? along : 0.0);
        }
        d->squares[k][3] = d->squares[3][k] = squares[k];
        d->rest[k][3] = d->rest[3][k] = rest[k];
    }
    d->gradient[3] = gradient[3];
    d->squares[3][3] = s->lower * s->lower;
    d->rest[3][3] = -swv_vec3_dot(swv_quat_rotate(upper, (swv_vec3){ x, 0.0, z }), off);
    return 0.5 * squared;
}

// What W^2 e^2/2 adds by `first`, the derivatives of e against the upper arm's turns; e in radians.
static void add_wall(slope *d, double squared_weight, double e, const double first[3])
{
    for (int k = 0; k < 3; ++k) {
        d->gradient[k] += squared_weight * e * first[k];
        for (int l = 0; l < 3; ++l)
            d->squares[k][l] += squared_weight * first[k] * first[l];
    }
}

// How deep an upper arm along z, of the trunk, lies in cap i, radians, 0 outside; d takes the slope, outside too if the wall is_met (2). 1e-12: no
// division by 0 at the cap's axis.
static double look_at_cap(const search *s, int i, swv_vec3 z, bool is_met, slope *d)
{
    const swv_vec3 axis = s->limb->limits.caps[i].axis;
    const double   cosine = swv_vec3_dot(z, axis);
    // 1e-3, chosen: nearer to the edge the angle itself is worked out.
    if (cosine < s->limb->_private.cap_cosines[i] - 1e-3 && !is_met)
        return 0.0;  // clearly outside
    const swv_vec3 across = swv_vec3_cross(z, axis);
    const double   sine = swvi_larger(swv_vec3_length(across), 1e-12), inverse = 1.0 / sine;
    const double   depth = s->limb->limits.caps[i].radius - swv_atan2(sine, cosine) + s->push[i],
                 e = swvi_larger(depth, 0.0);
    if (d && (e > 0.0 || is_met)) {
        const double squared = s->weight * s->weight, c[3] = { axis.x, axis.y, axis.z };
        const double v[3] = { z.x, z.y, z.z };
        const double first[3] = { across.x * inverse, across.y * inverse, across.z * inverse };
        add_wall(d, squared, depth, first);
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
                d->rest[k][l] +=
                    squared * e * inverse *
                    (0.5 * (v[k] * c[l] + v[l] * c[k]) + cosine * (first[k] * first[l] - (double)(k == l)));
    }
    return e;
}

// By how much the twist of an upper arm exceeds its range, radians, signed; d and is_met as above. 1e-12: no division by 0 where it is swung by half
// a turn.
static double look_at_twist(const search *s, swvi_rotation upper, bool is_met, slope *d)
{
    const swvi_limb_bounds *bounds = &s->limb->_private;
    if (bounds->twist.is_whole_turn)
        return 0.0;
    const swv_range     twist = s->limb->limits.twist;
    const swvi_rotation rest = swvi_rotation_of(bounds->rest), q = swvi_rotation_mul(rest, upper);
    const double        middle = 0.5 * (twist.lower + twist.upper), half = 0.5 * (twist.upper - twist.lower);
    const double        turn = swv_angle_wrap(2.0 * swv_atan2(q.z, q.w) - middle) + s->push[TWIST];
    const double        e = turn - swvi_clamp(-half, half, turn);
    if (d && (e != 0.0 || is_met)) {
        const double squared = s->weight * s->weight, inverse = 1.0 / swvi_larger(q.z * q.z + q.w * q.w, 1e-12);
        double       f[3], g[3];
        for (int k = 0; k < 3; ++k) {
            const swvi_rotation about = { (double)(k == 0), (double)(k == 1), (double)(k == 2), 0.0 };
            const swvi_rotation t = swvi_rotation_mul(rest, swvi_rotation_mul(about, upper));  // twice the change of q
            g[k] = (q.w * t.z - q.z * t.w) * inverse;
            f[k] = (q.w * t.w + q.z * t.z) * inverse;
        }
        add_wall(d, squared, turn - copysign(half, turn), g);
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
                d->rest[k][l] -= 0.5 * squared * e * (f[k] * g[l] + f[l] * g[k]);
    }
    return e;
}

// By how much limits are exceeded (radians), and what their squares add to the derivatives, if they are asked for. Walls that are met count there
// from both sides.
static void look_at_walls(const search *s, const reacher *r, uint32_t met, double exceeded[WALLS], slope *d)
{
    const swv_vec3 z = swvi_axis_z(r->upper);
    memset(exceeded, 0, WALLS * sizeof exceeded[0]);
    for (int i = 0; i < s->limb->limits.cap_count; ++i)
        exceeded[i] = look_at_cap(s, i, z, (met >> i & 1) != 0, d);
    exceeded[TWIST] = look_at_twist(s, r->upper, (met >> TWIST & 1) != 0, d);
}

// E (in squares of the reach), and the same.
static double look(const search *s, const reacher *r, uint32_t met, double exceeded[WALLS], slope *d)
{
    const double place = look_at_place(s, r, d);
    double       squares = 0.0;
    look_at_walls(s, r, met, exceeded, d);
    for (int i = 0; i < WALLS; ++i)
        squares += exceeded[i] * exceeded[i];
    return place + 0.5 * (s->weight * s->weight) * squares;
}

// step: a turn of the upper arm, as a rotation vector, and the flexion; radians.
static reacher moved(const search *s, const reacher *r, const double step[4])
{
    const swvi_rotation turn = { 0.5 * step[0], 0.5 * step[1], 0.5 * step[2], 1.0 };  // to second order
    const swvi_rotation q = swvi_rotation_mul(turn, r->upper);
    const double        k = 1.0 / sqrt(swvi_rotation_dot(q, q));
    return (reacher){ { k * q.x, k * q.y, k * q.z, k * q.w },
                      swvi_clamp(s->hinge.lower, s->hinge.upper, r->flexion + step[3]) };
}

// (2) Newton's step, with the flexion or with that held; false if E is not convex with so much damping.
static bool step_of(const slope *d, bool is_held, double damping, double step[4])
{
    double    a[16];
    const int n = is_held ? 3 : 4;
    for (int k = 0; k < n; ++k) {
        for (int l = 0; l < n; ++l)
            a[n * k + l] = d->squares[k][l] + d->rest[k][l];
        a[n * k + k] += damping + ALWAYS_DAMPED;
        step[k] = -d->gradient[k];
    }
    if (is_held)
        step[3] = 0.0;
    return swvi_cholesky_factor(a, n) == SWV_OK && swvi_cholesky_solve(a, n, step) == SWV_OK;
}

// Of walls that are exceeded, a bit each.
static uint32_t walls_at(const double exceeded[WALLS])
{
    uint32_t walls = 0;
    for (int i = 0; i < WALLS; ++i)
        walls |= (uint32_t)(exceeded[i] != 0.0) << i;
    return walls;
}

// Down to where a step is shorter than `still` (radians). The last one is not judged: E is too rounded for that. Gains below 1e-13 of E are
// rounding, too.
static double descend(const search *s, double still, double exceeded[WALLS], reacher *r)
{
    slope    here, there;
    double   damping = 0.0, height = look(s, r, 0, exceeded, &here);
    uint32_t met = walls_at(exceeded);
    for (int looks = 0; looks < LOOKS && damping < MOST_DAMPING; ++looks) {
        double step[4], beyond[WALLS];
        bool   is_step = step_of(&here, false, damping, step);
        if (is_step &&
            ((r->flexion <= s->hinge.lower && step[3] < 0.0) || (r->flexion >= s->hinge.upper && step[3] > 0.0)))
            is_step = step_of(&here, true, damping, step);
        const uint32_t held = walls_at(exceeded);
        uint32_t       walls = 0;
        if (is_step) {
            const double squared = (step[0] * step[0] + step[1] * step[1]) + (step[2] * step[2] + step[3] * step[3]);
            const bool   is_short = met == held && squared < still * still,
                       is_last = is_short && damping < SLIGHT_DAMPING;
            const reacher next = moved(s, r, step);
            const double  below = look(s, &next, 0, beyond, &there);
            walls = walls_at(beyond) | held;
            if (is_last || below < height * (1.0 - 1e-13)) {
                *r = next;
                height = below;
                here = there;
                memcpy(exceeded, beyond, sizeof beyond);
                met = walls_at(exceeded);
                damping = damping > 0.1 * SLIGHT_DAMPING ? 0.25 * damping : 0.0;  // a quarter after each gain: chosen
                if (is_last)
                    break;
                continue;
            }
            if (is_short)
                break;
        }
        // If it ran into a wall: once more, knowing that. Else a shorter one.
        const bool is_news = met == held && (walls & ~held) != 0;
        if (is_news || met != held)
            (void)look(s, r, is_news ? walls : 0, exceeded, &here);
        met = is_news ? walls : held;
        if (!is_news)
            damping = damping > 0.0 ? 4.0 * damping : FIRST_DAMPING;
    }
    return height;
}

// What pushing has left of walls that are exceeded: out of them by the smallest turn, if it is more than limits forgive.
static void leave_walls(search *s, reacher *r)
{
    uint32_t met = 0;
    memset(s->push, 0, sizeof s->push);
    s->weight = 1.0;
    for (int turns = 0; turns < LAST_TURNS; ++turns) {
        slope  d = { 0 };
        double exceeded[WALLS], step[4], worst = 0.0;
        look_at_walls(s, r, met, exceeded, &d);
        memset(d.rest, 0, sizeof d.rest);
        met |= walls_at(exceeded);
        for (int i = 0; i < WALLS; ++i)
            worst = swvi_larger(worst, fabs(exceeded[i]));
        if (!(worst > 0.5 * SWV_LIMIT_TOLERANCE) || !step_of(&d, true, 0.0, step))  // half: kept by a margin, chosen
            return;
        *r = moved(s, r, step);
    }
}

// (1) From where limits yield to where they do not. Returns E with limits that hardly yield.
static double settle(search *s, double exceeded[WALLS], reacher *r)
{
    // Limits harden tenfold at a time, and are pushed back by a hundredth of what was exceeded before; postures are
    // found to 1e-4 rad on the way, then to 1e-6. Chosen.
    for (double weight = 10.0 * SOFT_WEIGHT; weight <= HARD_WEIGHT; weight *= 10.0) {
        for (int i = 0; i < WALLS; ++i)
            s->push[i] = 0.01 * exceeded[i];
        s->weight = weight;
        (void)descend(s, 1e-4, exceeded, r);
    }
    for (int pushes = 0; pushes < PUSHES; ++pushes) {
        double worst = 0.0;
        for (int i = 0; i < WALLS; ++i) {
            worst = swvi_larger(worst, fabs(exceeded[i] - s->push[i]));
            s->push[i] = exceeded[i];
        }
        if (worst < 1e-11)  // radians: the limits hold, to a hundredth of what they forgive
            break;
        (void)descend(s, 1e-6, exceeded, r);
    }
    leave_walls(s, r);
    s->weight = LAST_WEIGHT;
    return look(s, r, 0, exceeded, NULL);
}

// The best twist and flexion of an upper arm (in the trunk's axes) that points where it does: the forearm turned towards the place, and both brought
// into their limits.
static reacher bent(const search *s, swvi_rotation upper)
{
    const swvi_limb_bounds *bounds = &s->limb->_private;
    const swv_range         range = s->limb->limits.twist;
    const swvi_rotation     swung = swvi_rotation_mul(swvi_rotation_of(bounds->rest), upper);
    const double            now = 2.0 * swv_atan2(swung.z, swung.w);
    const swv_vec3          seen = swv_quat_rotate(swv_quat_conjugate(swvi_quat_of(upper)), s->place);
    const double            wish = swv_atan2(seen.y, seen.x);
    double                  turn = wish;
    if (!bounds->twist.is_whole_turn) {
        const double middle = 0.5 * (range.lower + range.upper), half = 0.5 * (range.upper - range.lower);
        turn = middle + swvi_clamp(-half, half, swv_angle_wrap(now + wish - middle)) - now;
    }
    double sine, cosine;
    swv_sincos(0.5 * turn, &sine, &cosine);
    const double across = sqrt(seen.x * seen.x + seen.y * seen.y) * swv_cos(wish - turn);
    const double middle = 0.5 * (s->hinge.lower + s->hinge.upper), half = 0.5 * (s->hinge.upper - s->hinge.lower);
    const double bend = swv_angle_wrap(swv_atan2(across, seen.z - s->upper) - middle);
    return (reacher){ swvi_rotation_mul(upper, (swvi_rotation){ 0.0, 0.0, sine, cosine }),
                      middle + swvi_clamp(-half, half, bend) };
}

// Limits yield again, and nothing holds them.
static void soften(search *s)
{
    memset(s->push, 0, sizeof s->push);
    s->weight = SOFT_WEIGHT;
}

// Downhill from *r with limits that yield, to 1e-4 radians as in settle: E there, and by how much limits are exceeded, radians.
static double begin(search *s, double exceeded[WALLS], reacher *r)
{
    soften(s);
    return descend(s, 1e-4, exceeded, r);
}

// The same from anywhere. A straight arm does not feel to which side it could bend: so that is tried too, up to three times. Chosen: it
// ends sooner where nothing is gained.
static double begin_anywhere(search *s, double exceeded[WALLS], reacher *r)
{
    double height = begin(s, exceeded, r);
    for (int i = 0; i < 3; ++i) {
        double        beyond[WALLS];
        const reacher other = bent(s, r->upper);
        if (!(look(s, &other, 0, beyond, NULL) < height * (1.0 - 1e-9)))  // less is no gain: chosen
            break;
        *r = other;
        height = begin(s, exceeded, r);
    }
    return height;
}

// (3) The lowest of upper arms all over the sphere.
static int starts_of(search *s, reacher starts[STARTS])
{
    const swvi_limb_bounds *bounds = &s->limb->_private;
    double                  heights[STARTS], exceeded[WALLS];
    int                     count = 0;
    soften(s);
    for (int i = 0; i < 27; ++i) {  // 3 x 3 x 3 directions of a cube, less its centre
        const swv_vec3 towards = { (double)(i % 3 - 1), (double)(i / 3 % 3 - 1), (double)(i / 9 - 1) };
        if (i == 13)  // nowhere
            continue;
        const swv_quat swing = swv_quat_between(s->limb->limits.rest, swv_vec3_normalize(towards));
        const reacher  r = bent(s, swvi_rotation_of(swv_quat_mul(swing, swv_quat_conjugate(bounds->rest))));
        const double   height = look(s, &r, 0, exceeded, NULL);
        int            rank = count < STARTS ? count++ : STARTS;
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
    return count;
}

// The hinge's range, radians, within 0 to half a turn.
static swv_range hinge_of(const swv_limb *limb)
{
    const swv_range hinge = limb->limits.hinge;
    return (swv_range){ swvi_larger(hinge.lower, 0.0), swvi_smaller(hinge.upper, SWV_PI) };
}

// (1) to (3) The posture inside the limits whose wrist is nearest to `place`, from the shoulder, in metres; from `start` alone if there is one.
static reacher reach_for(const swv_limb *limb, swv_vec3 place, const swvi_limb_pose *start, bool *is_torn)
{
    const double inverse = 1.0 / (limb->upper + limb->lower);
    search       s = { .limb = limb,
                       .place = swv_vec3_scale(inverse, place),
                       .upper = inverse * limb->upper,
                       .lower = inverse * limb->lower,
                       .hinge = hinge_of(limb) };
    double       exceeded[STARTS][WALLS], heights[STARTS];
    if (start) {
        reacher here = { start->upper, swvi_clamp(s.hinge.lower, s.hinge.upper, start->flexion) };
        (void)begin(&s, exceeded[0], &here);
        (void)settle(&s, exceeded[0], &here);
        return here;
    }
    // Most starts soon come to the same place, or to one that is clearly worse: these end there.
    reacher   starts[STARTS], soft[STARTS];
    const int count = starts_of(&s, starts);
    double    least = INFINITY, lowest = INFINITY;
    int       best = 0;
    for (int i = 0; i < count; ++i) {
        heights[i] = begin_anywhere(&s, exceeded[i], &starts[i]);
        soft[i] = starts[i];
        least = swvi_smaller(least, heights[i]);
    }
    for (int i = 0; i < count; ++i) {
        // Starts that are worse by half of E than the best (or 1e-9, of an E of 0) are left out; upper arms within 3e-4 radians and flexions within 1e-4 are one. Chosen.
        bool is_other = heights[i] <= 1.5 * least + 1e-9;
        for (int k = 0; k < i && is_other; ++k)
            is_other = !(fabs(swvi_rotation_dot(soft[i].upper, soft[k].upper)) > 1.0 - 1e-8 &&
                         fabs(soft[i].flexion - soft[k].flexion) < 1e-4);
        if (!is_other)
            continue;
        const double height = settle(&s, exceeded[i], &starts[i]);
        const bool   is_apart = fabs(swvi_rotation_dot(starts[i].upper, starts[best].upper)) < 1.0 - SWVI_APART;
        *is_torn = is_apart && fabs(height - lowest) < SWVI_TIE ? true : *is_torn && height > lowest - SWVI_TIE;
        if (height < lowest) {
            lowest = height;
            best = i;
        }
    }
    return starts[best];
}

void swvi_limb_closest(const swv_limb *limb, const swvi_limb_target *target, const swvi_limb_pose *start,
                       swvi_limb_answer *answer)
{
    swvi_limb_target there = *target;
    swvi_ways        set;
    if (!swvi_limb_feasible(limb, SWVI_SHOULDER_LIMITS, target, &set)) {
        // Beyond twice the reach (chosen) another place along the same line is no other hill.
        const double   reach = limb->upper + limb->lower, d = swv_vec3_length(target->wrist);
        const swv_vec3 place =
            d > 2.0 * reach ? swv_vec3_scale(2.0 * reach, swv_vec3_normalize(target->wrist)) : target->wrist;
        const reacher  r = reach_for(limb, place, start, &answer->is_torn);
        const swv_vec3 wrist = wrist_of(limb, &r);
        const swv_vec3 side = swv_quat_rotate(swvi_quat_of(r.upper), (swv_vec3){ 0.0, 1.0, 0.0 });
        swv_vec3       zero, quarter;
        // Rounding of the distance bends a straight arm by its root: at a limit of the hinge the circle clamps it. 2^-50: eight roundings.
        const swv_range hinge = hinge_of(limb);
        const double nudge = r.flexion <= hinge.lower ? 1.0 + 0x1p-50 : r.flexion >= hinge.upper ? 1.0 - 0x1p-50 : 1.0;
        there.circle = swvi_limb_circle_for(limb, swv_vec3_scale(nudge, wrist));
        swvi_limb_circle_axes(&there.circle, &zero, &quarter);
        answer->x = -swv_vec3_dot(side, quarter);
        answer->y = swv_vec3_dot(side, zero);
        const double way = swvi_way_of(answer->x, answer->y);
        if (!swvi_limb_feasible(limb, SWVI_SHOULDER_LIMITS, &there, &set))
            set = (swvi_ways){ .count = 1, .from = { way }, .to = { way } };
    }
    if (target->is_free) {
        answer->is_torn |= swvi_ways_nearest(&set, answer->x, answer->y, &answer->x, &answer->y);
        answer->pose = swvi_limb_pose_at(&there, answer->x, answer->y);
    } else {
        swvi_limb_turned(limb, &there, &set, 0.0, start != NULL, answer);
    }
}
