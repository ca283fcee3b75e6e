// SPDX-License-Identifier: MIT
// Scheme 2 loses no solution, in corners and beside them. The oracle is brute force in long double: the elbow is carried around its circle,
// and wherever the joint passes the value it is held at there is a solution. It knows forward kinematics only, with 64 bits or more.
//
// As in arm.h: q is a posture of seven joint angles in radians, forward means an elbow that bends its natural way, q[3] >= 0. A turn t is how far the
// elbow has gone around its circle from where the posture that made the hand has it, radians. Matrices are rotations, columns the axes.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "swivel_papers/arm.h"
#include "swivel/trig.h"

typedef long double real;

typedef struct matrix {
    real at[3][3];
} matrix;

#define REAL_PI 3.14159265358979323846264338327950288L

// The hand may be off by a few roundings, so a place of the elbow where the joint is off by less than this many radians (and the wrist by less than
// this times the reach, which leaves the bend of a straight or folded elbow open) is a solution: 180 roundings, four times what the solver allows.
static const real same = 4e-14L;

// ---- rotations ----

static matrix product(matrix a, matrix b)
{
    matrix c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            c.at[i][j] = a.at[i][0] * b.at[0][j] + a.at[i][1] * b.at[1][j] + a.at[i][2] * b.at[2][j];
    return c;
}

static matrix transposed(matrix a)
{
    matrix b;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            b.at[i][j] = a.at[j][i];
    return b;
}

// About axis 0 (x), 1 (y) or 2 (z).
static matrix turn_about(int axis, real angle)
{
    const real c = cosl(angle), s = sinl(angle);
    const int  next = (axis + 1) % 3, last = (axis + 2) % 3;
    matrix     a = { { { 0 } } };
    a.at[axis][axis] = 1;
    a.at[next][next] = a.at[last][last] = c;
    a.at[last][next] = s;
    a.at[next][last] = -s;
    return a;
}

static matrix shoulder_of(const double q[7])
{
    return product(turn_about(2, q[0]), product(turn_about(0, q[1]), turn_about(2, q[2])));
}

static real wrapped(real angle)
{
    return remainderl(angle, 2 * REAL_PI);
}

// ---- hands ----

typedef struct hand {
    matrix rotation;
    real   wrist[3];
} hand;

static hand hand_of(const swv_arm *arm, const double q[7])
{
    const matrix s = shoulder_of(q), r = product(s, turn_about(1, q[3]));
    hand         h = { .rotation =
                           product(r, product(turn_about(1, q[4]), product(turn_about(0, q[5]), turn_about(2, q[6])))) };
    // Seen from the upper arm, and so that a folded arm has all digits: L1 + L2 cos q3 = L1 - L2 + 2 L2 cos^2(q3/2).
    const real half = cosl((real)q[3] / 2), across = arm->forearm * sinl(q[3]);
    const real along = (real)arm->upper_arm - arm->forearm + 2 * arm->forearm * half * half;
    for (int i = 0; i < 3; ++i)
        h.wrist[i] = across * s.at[i][0] + along * s.at[i][2];
    return h;
}

// Rounded to doubles.
static swv_pose pose_of(const hand *h)
{
    const matrix a = h->rotation;
    real         v[4] = { a.at[2][1] - a.at[1][2], a.at[0][2] - a.at[2][0], a.at[1][0] - a.at[0][1], 0 };
    const real   trace = a.at[0][0] + a.at[1][1] + a.at[2][2];
    int          largest = 0;
    for (int i = 1; i < 3; ++i)
        if (a.at[i][i] > a.at[largest][largest])
            largest = i;
    if (trace > a.at[largest][largest]) {
        v[3] = 1 + trace;
    } else {
        const int next = (largest + 1) % 3, last = (largest + 2) % 3;
        v[3] = v[largest];
        v[largest] = 1 + a.at[largest][largest] - a.at[next][next] - a.at[last][last];
        v[next] = a.at[next][largest] + a.at[largest][next];
        v[last] = a.at[last][largest] + a.at[largest][last];
    }
    const real length = sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    return (swv_pose){ { (double)h->wrist[0], (double)h->wrist[1], (double)h->wrist[2] },
                       { (double)(v[0] / length), (double)(v[1] / length), (double)(v[2] / length),
                         (double)(v[3] / length) } };
}

// How far two hands are from each other: of the reach, or the largest difference of an axis's component, whichever is more.
static real off_by(const hand *a, const hand *b, real reach)
{
    real worst = 0;
    for (int i = 0; i < 3; ++i) {
        worst = fmaxl(worst, fabsl(a->wrist[i] - b->wrist[i]) / reach);
        for (int j = 0; j < 3; ++j)
            worst = fmaxl(worst, fabsl(a->rotation.at[i][j] - b->rotation.at[i][j]));
    }
    return worst;
}

// ---- the elbow on its circle ----

// Of the circle: the joint's course has one crest and one trough on it. Where any swivel will do, roundings pass zero at every sample.
enum { SAMPLES = 32, TURNS = 2 * SAMPLES };

// A hand, a forward posture that has it, and a joint held at a value.
typedef struct course {
    int    joint;
    real   value, cosine, sine;  ///< radians, and of it
    real   line[3];              ///< from shoulder to wrist, a unit vector
    real   rise;                 ///< radians between the upper arm and the line
    real   least, bend, most;    ///< radians: bends that bring the wrist to one place
    real   sway;                 ///< radians: by how much these can turn upper arm and forearm, and some more
    real   upper_arm, forearm;
    matrix shoulder;  ///< at turn 0
    matrix elbow;     ///< from upper arm to forearm
    matrix rotation;  ///< of the hand
} course;

static real rise_of(const course *c, real bend)
{
    const real half = cosl(bend / 2);
    return atan2l(c->forearm * sinl(bend), c->upper_arm - c->forearm + 2 * c->forearm * half * half);
}

// Rodrigues' formula; then about the elbow's axis, which brings the line to where that bend has it.
static matrix shoulder_at(const course *c, real turn, real bend)
{
    const real *n = c->line, cosine = cosl(turn), sine = sinl(turn);
    matrix      r;
    for (int j = 0; j < 3; ++j) {
        const real x = c->shoulder.at[0][j], y = c->shoulder.at[1][j], z = c->shoulder.at[2][j];
        const real along = (1 - cosine) * (n[0] * x + n[1] * y + n[2] * z);
        r.at[0][j] = cosine * x + sine * (n[1] * z - n[2] * y) + along * n[0];
        r.at[1][j] = cosine * y + sine * (n[2] * x - n[0] * z) + along * n[1];
        r.at[2][j] = cosine * z + sine * (n[0] * y - n[1] * x) + along * n[2];
    }
    return bend == c->bend ? r : product(r, turn_about(1, c->rise - rise_of(c, bend)));
}

// By how much the joint is off its value with the elbow there: a length of the unit axes, or radians. Zero if the joint can be there.
static real off_at(const course *c, real turn, real bend)
{
    const matrix r = shoulder_at(c, turn, bend);
    const real   cosine = c->cosine, sine = c->sine, (*s)[3] = r.at;
    if (c->joint == 0)
        return s[0][2] * cosine + s[1][2] * sine;
    if (c->joint == 1)
        return atan2l(hypotl(s[0][2], s[1][2]), s[2][2]) - fabsl(wrapped(c->value));
    if (c->joint == 2)
        return s[2][0] * cosine - s[2][1] * sine;
    const matrix elbow = bend == c->bend ? c->elbow : turn_about(1, bend);
    const matrix wrist = product(transposed(product(r, elbow)), c->rotation);
    const real(*w)[3] = wrist.at;
    if (c->joint == 4)
        return w[0][2] * cosine - w[2][2] * sine;
    if (c->joint == 5)
        return atan2l(-w[1][2], hypotl(w[0][2], w[2][2])) - atan2l(sine, fabsl(cosine));
    return w[1][0] * cosine - w[1][1] * sine;
}

// Between turns a and b with values of either sign.
static real crossing(const course *c, real a, real b)
{
    const bool rises = off_at(c, a, c->bend) < 0;
    for (int i = 0; i < 70; ++i) {
        const real middle = (a + b) / 2;
        if ((off_at(c, middle, c->bend) < 0) == rises)
            a = middle;
        else
            b = middle;
    }
    return (a + b) / 2;
}

/// The elbow from one turn to another, and from one bend to another.
typedef struct stretch {
    real turn, bend, turn_to, bend_to;
} stretch;

static real off_along(const course *c, const stretch *s, real part)
{
    return off_at(c, s->turn + part * (s->turn_to - s->turn), s->bend + part * (s->bend_to - s->bend));
}

// Where on a stretch, 0 to 1, the joint passes its value, or is nearest to it, by thirds: at both its ends it is off to one side, and in
// between nearer once at most.
static real nearest_to_zero(const course *c, const stretch *s)
{
    const real sign = off_along(c, s, 0) < 0 ? -1 : 1;
    real       a = 0, b = 1;
    for (int i = 0; i < 60; ++i) {
        const real third = (b - a) / 3;
        const real low = sign * off_along(c, s, a + third), high = sign * off_along(c, s, b - third);
        if (low < 0 || high < 0)
            return low < 0 ? a + third : b - third;
        if (low < high)
            b -= third;
        else
            a += third;
    }
    return (a + b) / 2;
}

// The turns at which the joint has its value; the number of them.
static int turns_of(const course *c, real turns[TURNS])
{
    const real step = 2 * REAL_PI / SAMPLES;
    real       off[SAMPLES];
    int        count = 0;
    for (int i = 0; i < SAMPLES; ++i)
        off[i] = off_at(c, i * step, c->bend);
    for (int i = 0; i < SAMPLES; ++i) {
        const real here = off[i], before = off[(i + SAMPLES - 1) % SAMPLES], after = off[(i + 1) % SAMPLES];
        if ((here < 0) != (after < 0)) {
            turns[count++] = crossing(c, i * step, (i + 1) * step);
            continue;
        }
        // No joint's course is steeper than 1: further than a step away from zero it does not come near.
        if ((here < 0) != (before < 0) || fabsl(here) > step || fabsl(here) > fabsl(before) ||
            fabsl(here) > fabsl(after))
            continue;
        const stretch around = { (i - 1) * step, c->bend, (i + 1) * step, c->bend };
        const real    between = (i - 1 + 2 * nearest_to_zero(c, &around)) * step;
        const real    nearest = off_at(c, between, c->bend);
        if ((nearest < 0) != (here < 0)) {
            turns[count++] = crossing(c, (i - 1) * step, between);
            turns[count++] = crossing(c, between, (i + 1) * step);
        } else if (fabsl(nearest) < 1e-18L) {
            turns[count++] = between;
        }
    }
    return count;
}

// Whether the joint has its value here with one of the bends that bring the wrist to one place.
static bool is_open(const course *c, real turn)
{
    const real off = off_at(c, turn, c->bend);
    if (fabsl(off) <= same || fabsl(off) > c->sway)
        return fabsl(off) <= same;
    const stretch to[2] = { { turn, c->bend, turn, c->least }, { turn, c->bend, turn, c->most } };
    bool          is_met = false;
    for (int i = 0; i < 2 && !is_met; ++i)
        is_met = (off < 0) != (off_along(c, &to[i], 1) < 0);
    for (int i = 0; i < 2 && !is_met; ++i) {
        const real nearest = off_along(c, &to[i], nearest_to_zero(c, &to[i]));
        is_met = (off < 0) != (nearest < 0) || fabsl(nearest) <= same;
    }
    return is_met;
}

// Whether the two cannot be told apart: all turns between them are open.
static bool are_one(const course *c, real turn, real other)
{
    enum { BETWEEN = 16 };
    const real way = wrapped(other - turn);
    for (int i = 1; i <= BETWEEN; ++i)
        if (!is_open(c, turn + way * i / BETWEEN))
            return false;
    return true;
}

// ---- held values, and what the solver makes of them ----

// The joint's value in the same posture with the elbow bent the other way, and that posture.
static double other_value(int joint, double value)
{
    return joint == 2 || joint == 6 ? value + SWV_PI : joint >= 3 && joint <= 5 ? -value : value;
}

static void bend_other_way(double q[7])
{
    for (int i = 0; i < 7; ++i)
        q[i] = other_value(i, q[i]);
}

typedef struct found {
    int    count;
    double q[SWV_ARM_FAMILIES][7];
} found;

// Solutions that the arm has and `f` lacks, those with the elbow bent as in `q`. q: a forward posture that has the hand, or its image with the
// elbow bent backward. At each place of the elbow there are two: two ways of the three joints that are not held with this one.
static int missing(const swv_arm *arm, const hand *h, const double q[7], int joint, double value, const found *f,
                   int *solutions)
{
    const bool is_backward = signbit(q[3]);
    double     forward[7];
    memcpy(forward, q, sizeof forward);
    if (is_backward)
        bend_other_way(forward);
    const real  reach = (real)arm->upper_arm + arm->forearm, bones = (real)arm->upper_arm * arm->forearm;
    course      c = { .joint = joint,
                      .value = is_backward ? other_value(joint, value) : value,
                      .bend = forward[3],
                      .upper_arm = arm->upper_arm,
                      .forearm = arm->forearm,
                      .shoulder = shoulder_of(forward),
                      .elbow = turn_about(1, forward[3]),
                      .rotation = h->rotation };
    const real *p = h->wrist, d = sqrtl(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), slack = same * reach;
    c.cosine = cosl(c.value);
    c.sine = sinl(c.value);
    c.rise = rise_of(&c, c.bend);
    for (int i = 0; i < 3; ++i)
        c.line[i] = c.shoulder.at[i][0] * sinl(c.rise) + c.shoulder.at[i][2] * cosl(c.rise);
    // d^2 = L1^2 + L2^2 + 2 L1 L2 cos q3, so the square of q3's sine is open by 2 d slack / (L1 L2), and that of d = 0 by slack^2 / (L1 L2).
    const real open = 2 * slack * (d + slack) / bones, sine = sinl(c.bend);
    const real low = asinl(sqrtl(fmaxl(0, sine * sine - open))), high = asinl(sqrtl(fminl(1, sine * sine + open)));
    c.least = cosl(c.bend) < 0 ? REAL_PI - high : low;
    c.most = cosl(c.bend) < 0 ? REAL_PI - low : high;
    c.sway = 2 * (fabsl(rise_of(&c, c.most) - rise_of(&c, c.least)) + c.most - c.least);

    real      turns[TURNS];
    const int count = turns_of(&c, turns);
    int       lost = 0;
    for (int k = 0; k < 2 * count; ++k) {
        bool is_there = false;
        for (int i = 0; i < f->count && !is_there; ++i) {
            double other[7];
            memcpy(other, f->q[i], sizeof other);
            if (signbit(other[3]) != is_backward)
                continue;
            if (is_backward)
                bend_other_way(other);
            // The way of the joints that are not held: where their sine or cosine is zero, the two are one.
            const double way = joint < 3 ? cos(other[5]) : sin(other[1]);
            if (fabs(way) > 1e-9 && (way < 0) != (k % 2))
                continue;
            const matrix r = shoulder_of(other);
            real         cosine = 0, sine_of_turn = 0;
            for (int a = 0; a < 3; ++a) {
                const int next = (a + 1) % 3, last = (a + 2) % 3;
                cosine += c.shoulder.at[a][1] * r.at[a][1];
                sine_of_turn +=
                    c.line[a] * (c.shoulder.at[next][1] * r.at[last][1] - c.shoulder.at[last][1] * r.at[next][1]);
            }
            // A wrist at the shoulder is on no line: every solution is all others' neighbour.
            is_there = d < slack || are_one(&c, turns[k / 2], atan2l(sine_of_turn, cosine));
        }
        lost += !is_there;
    }
    *solutions += 2 * count;
    return lost;
}

// ---- corners ----

enum { ANYWHERE, WRIST_GIMBAL, POLE, STRAIGHT, FOLDED, OVER_SHOULDER, ALONG_LINE, AT_ITS_END, CORNERS };

static const char *const corner_names[CORNERS] = { "anywhere",
                                                   "c6 = 0",
                                                   "s2 = 0",
                                                   "s4 = 0, straight",
                                                   "s4 = 0, folded",
                                                   "wrist over the shoulder",
                                                   "hand's axis along the line",
                                                   "joint at the end of its range" };

// Brings a posture to a corner, and `away` radians off it. The angles follow from arm.h's matrices; rise and fall are the angles between the line and
// the upper arm and forearm.
static void bring_to(int corner, const swv_arm *arm, int joint, bool is_other, double away, double q[7])
{
    const double rise = atan2(arm->forearm * sin(q[3]), arm->upper_arm + arm->forearm * cos(q[3])), fall = q[3] - rise;
    const double half = is_other ? SWV_PI : 0.0;
    switch (corner) {
    case WRIST_GIMBAL:
        q[5] = (is_other ? -0.5 : 0.5) * SWV_PI + away;
        break;
    case POLE:
        q[1] = half + away;
        break;
    case STRAIGHT:
        q[3] = fabs(away);
        break;
    case FOLDED:
        q[3] = SWV_PI - fabs(away);
        break;
    case OVER_SHOULDER:
        q[1] = half + rise;
        q[2] = 0.5 * SWV_PI + away;
        break;
    case ALONG_LINE:
        q[4] = half - fall;
        q[5] = away;
        break;
    case AT_ITS_END: {  // where the joint's angle neither grows nor falls with the swivel
        const double where[7] = { q[0], q[1], half, q[3], q[4], half, -fall - 0.5 * SWV_PI };
        if (joint == 0)
            q[2] = where[2] + away;
        else if (joint == 1)
            q[2] = 0.5 * SWV_PI + half + away;
        else if (joint == 2)
            q[1] = half + atan(tan(rise) * sin(q[2])) + away;
        else if (joint == 4)
            q[5] = where[5] + away;
        else
            q[4] = (joint == 5 ? half - fall : where[6]) + away;
        break;
    }
    default:
        break;
    }
}

typedef struct tally {
    int values, solutions, lost_values, lost_solutions;
} tally;

// Every held value that can be met is, by all its solutions; each of them meets the hand, and holds the joint.
static void no_held_value_is_lost(void **state)
{
    (void)state;
    enum { DISTANCES = 8 };
    static const double distances[DISTANCES] = { 0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6 };
    static const int    joints[6] = { 0, 1, 2, 4, 5, 6 };
    tally               tallies[CORNERS][DISTANCES] = { { { 0 } } }, all = { 0 };
    uint64_t            seed = 91;
    real                worst = 0, worst_held = 0;
    // Of five values four can be met: with SWIVEL_TEST_ALL a million.
    for (int n = 0; n < CASES_OR_ALL(100000, 1250000); ++n) {
        // Bones of 0.1 to 0.5 m, one arm in three with two of one length, which folds onto the shoulder.
        swv_arm      arm;
        const double upper_arm = random_between(&seed, 0.1, 0.5);
        const double forearm = random_below(&seed, 3) ? random_between(&seed, 0.1, 0.5) : upper_arm;
        assert_int_equal(swv_arm_make(upper_arm, forearm, &arm), SWV_OK);
        arm.reference = random_below(&seed, 2) ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        const int joint = joints[n % 6], at = random_below(&seed, DISTANCES), corner = random_below(&seed, CORNERS);
        double    q[7];
        for (int i = 0; i < 7; ++i)
            q[i] = random_between(&seed, i == 3 ? 0.0 : -SWV_PI, SWV_PI);
        // One case in three in two corners at once.
        if (random_below(&seed, 3) == 0)
            bring_to(random_below(&seed, CORNERS), &arm, joint, random_below(&seed, 2),
                     distances[random_below(&seed, DISTANCES)] * random_between(&seed, -1, 1), q);
        bring_to(corner, &arm, joint, random_below(&seed, 2), distances[at] * random_between(&seed, -1, 1), q);
        const hand     h = hand_of(&arm, q);
        const swv_pose pose = pose_of(&h);
        // The joint's own value, one as far from it as the corner is, or any.
        const int    kind = random_below(&seed, 3);
        const double near = swv_angle_wrap(q[joint] + distances[at] * random_between(&seed, -1, 1));
        const double value = kind == 0 ? q[joint] : kind == 1 ? near : random_between(&seed, -SWV_PI, SWV_PI);
        found        f;
        assert_int_equal(swv_arm_solve_held(&arm, &pose, joint, value, f.q, NULL, &f.count), SWV_OK);
        assert_in_range(f.count, 0, SWV_ARM_FAMILIES);
        const hand given = { .rotation = h.rotation, .wrist = { h.wrist[0], h.wrist[1], h.wrist[2] } };
        for (int i = 0; i < f.count; ++i) {
            const hand met = hand_of(&arm, f.q[i]);
            worst = fmaxl(worst, off_by(&met, &given, (real)arm.upper_arm + arm.forearm));
            worst_held = fmaxl(worst_held, fabsl(wrapped((real)f.q[i][joint] - value)));
        }
        int    lost = 0, solutions = 0;
        double backward[7];
        memcpy(backward, q, sizeof backward);
        bend_other_way(backward);
        lost += missing(&arm, &h, q, joint, value, &f, &solutions);
        lost += missing(&arm, &h, backward, joint, value, &f, &solutions);
        tally *t = &tallies[corner][at];
        t->values += solutions > 0;
        t->solutions += solutions;
        t->lost_values += lost > 0;
        t->lost_solutions += lost;
    }
    for (int corner = 0; corner < CORNERS; ++corner) {
        for (int at = 0; at < DISTANCES; ++at) {
            const tally *t = &tallies[corner][at];
            all.values += t->values;
            all.solutions += t->solutions;
            all.lost_values += t->lost_values;
            all.lost_solutions += t->lost_solutions;
            if (t->lost_values)
                print_message("             %s, %.0e off: %d of %d held values and %d of %d solutions lost\n",
                              corner_names[corner], distances[at], t->lost_values, t->values, t->lost_solutions,
                              t->solutions);
        }
    }
    print_message(
        "             %d solvable held values, %d lost; %d solutions, %d lost; worst hand %.1Le, joint %.1Le\n",
        all.values, all.lost_values, all.solutions, all.lost_solutions, worst, worst_held);
    assert_int_equal(all.lost_values, 0);
    assert_true(all.values > 0);
    assert_true(worst <= 1e-12L);       // what arm.h promises of hands
    assert_true(worst_held <= 1e-15L);  // and of the joint: two roundings of a turn
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_held_value_is_lost),
    };
    return cmocka_run_group_tests_name("arm_held", tests, NULL, NULL);
}
