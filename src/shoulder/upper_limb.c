// SPDX-License-Identifier: MIT
// The upper limb: girdle and arm solved together.
//
// Given     a goal: the hand at E, a wish for the elbow, the shoulder's own movement; a limb; where it was
// Find      the posture in which the rhythm of the humerus gives the girdle that gives the humerus
//
// (1) scale     lengths in parts of the arm's, a left limb mirrored, a wrist far away brought nearer along its direction
// (2) start     from the last GH, or for a humerus that points at E: the closed form of the arm gives the humerus h
// (3) Newton    steps of upper_limb_kernel.h on h until GH would move by less than the tolerance. Three things keep them from
//               going round in circles where the swivel turns fast, near its singular direction: from the wrong side of
//               the arm's line back by (4); a step that takes back more than half of the last one ends where the two,
//               drawn as a line, cancel; and if all that leads nowhere, from other elbows
// (4) closed    one step of the iteration of Ascione and others (papers/ascione): the arm's closed form from this GH gives h
// (5) arm       the human limb's closed form from GH to E (limb/limb_solve.c), or, if E is out of reach, to the point where
//               the forearm ends that points at it: bones keep their length and the wrist is exact whatever (3) has done
// (6) elbow     the wish depends on GH, and so do the swivels that keep the limits. From the wish at the first GH: settle
//               there; of the wish at that GH, or the feasible swivel nearest to it, settle again; by a secant, until it
//               stays: the wish to 1e-4, a limit to 1e-11 radians
// (7) search    if that finds nothing, or only an elbow FAR from the wish: through all elbows (upper_limb_search.c)
// (8) neither   what gives way is the limb's own choice, from a GH that goes plainly after the humerus
//
// Out of reach  the wrist of a limb at its swivel with humerus h is |E - GH - L1 h| - L2 from E at best; the step makes
//               that least where it cannot make it 0. With a posture to start from, the closest one is continuous with
//               it. Without, it is the closest of those that all the elbows of (3) lead to.
//
// Inside, as in upper_limb_internal.h: a right limb, places in the trunk's axes, lengths in parts of the arm's, angles and swivels radians; h is the
// humerus, a unit vector, y the yield, 0 to 1.
//
// This work is based on:
// Ascione, Laccetti, Lapegna, Romano. A real-time method for manipulating a realistic human upper limb
#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "shoulder/upper_limb_internal.h"
#include "swivel/trig.h"

typedef swvi_upper_problem problem;
typedef swvi_upper_trial   trial;
typedef swvi_upper_request request;
typedef swvi_hanging_arm   hanging_arm;
typedef swvi_upper_answer  answer;
typedef swvi_search_end    search_end;

/// The best trial so far and the one being made take turns.
typedef struct solution {
    trial  trials[2];
    int    best;
    bool   is_settled, is_finite;
    int    iterations;
    trial  closest;  ///< of those that settled where the forearm is too short
    double gap;      ///< by how much; infinite: none
} solution;

// ---- one girdle after the other ----

// A unit vector along the humerus whose elbow is on the circle at this swivel, given by its cosine and sine.
static swv_vec3 humerus_on_circle(const swvi_elbow_circle *e, double cos_swivel, double sin_swivel)
{
    const double a = e->sin_rise * cos_swivel, b = e->sin_rise * sin_swivel;
    return (swv_vec3){ e->nx * e->cos_rise + (e->ux * a + e->vx * b), e->ny * e->cos_rise + (e->uy * a + e->vy * b),
                       e->nz * e->cos_rise + (e->uz * a + e->vz * b) };
}

static swvi_elbow_circle circle_to(const problem *p, swv_vec3 wrist)
{
    return swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, p->upper_arm, p->forearm, p->is_smooth);
}

static swvi_elbow_circle circle_from(const problem *p, swv_vec3 gh)
{
    return circle_to(p, swv_vec3_sub(p->wrist, gh));
}

bool swvi_try_girdle(const problem *p, swv_vec3 h, double y, trial *t, swvi_shoulder_motion *motion, int *iterations)
{
    t->seen = swvi_humerus_of(h);
    ++*iterations;
    return swvi_girdle_place_at(&p->girdle, &t->seen, y, t->angles, &t->turns, &t->place, motion);
}

// The forearm points at a wrist it does not reach; returns by how much it is too short. The line from GH to where it ends
// is not quite the line to the wrist, and the swivel about it not quite the same.
static double fall_short(const problem *p, swv_vec3 h, trial *t)
{
    const swv_vec3 elbow = swv_vec3_add(t->place.gh, swv_vec3_scale(p->upper_arm, h));
    const swv_vec3 forearm = swv_vec3_sub(p->wrist, elbow);
    const double   distance = swv_vec3_length(forearm), gap = distance - p->forearm;
    if (!(gap > 1e-12))
        return 0.0;
    t->wrist = swv_vec3_add(elbow, swv_vec3_scale(p->forearm / distance, forearm));
    const swvi_elbow_circle e = circle_to(p, swv_vec3_sub(t->wrist, t->place.gh));
    if (e.sin_rise > 1e-6)  // a straight arm has no swivel: chosen
        t->swivel = swv_atan2(h.x * e.vx + h.y * e.vy + h.z * e.vz, h.x * e.ux + h.y * e.uy + h.z * e.uz);
    return gap;
}

// Whether to stay here. The closest posture is approached by a factor a step, not by doubling digits, so it need not be as
// exact: to 1e-8 arm lengths. The humerus, too, must move by little (below 0.03 radians), and be on the right side of the arm's line but for
// rounding. Chosen.
static bool is_settled(const problem *p, const swvi_upper_limb_step *step, double gap, const trial *t)
{
    const double enough = gap > 1e-6 && p->tolerance < 1e-8 ? 1e-8 : p->tolerance;
    return t->change <= enough && swv_vec3_dot(step->dh, step->dh) < 1e-3 && step->rise > -1e-9;
}

// Takes note of a trial: a humerus h (a unit vector in the trunk's axes) and what the girdle makes of it. True: stay here, because it has
// settled, or because GH moves by less than 1e-3 arm lengths in a step towards a place that cannot be the end.
static bool is_end(const problem *p, swv_vec3 h, const swvi_upper_limb_step *step, trial *t, solution *s)
{
    const bool is_next = s->iterations == 1 || t->change <= s->trials[s->best].change;
    if (!is_next && !(t->change <= p->tolerance) && step->is_short == 0.0)
        return false;
    const double   gap = step->is_short != 0.0 ? fall_short(p, h, t) : 0.0;
    const swv_vec3 arm = swv_vec3_sub(p->wrist, t->place.gh);
    // A wrist within 0.8 arm lengths of GH must be reachable in another way. Chosen: the elbow is well bent there.
    const bool is_here = is_settled(p, step, gap, t), is_trap = gap > 0.0 && swv_vec3_dot(arm, arm) < 0.8 * 0.8;
    if (is_here && gap > 0.0 && gap < s->gap && !is_trap) {
        s->gap = gap;
        s->closest = *t;
    }
    s->is_settled = is_here && !(gap > 0.0);
    if (is_next || s->is_settled)
        s->best = 1 - s->best;
    return is_here || (is_trap && t->change < 1e-3);
}

// A humerus h of the girdle that yields by y, and by how much the last step moved it.
typedef struct standing {
    swv_vec3 h, last;
    double   y;
} standing;

// From humerus at->h, whose trial t gave the step. -0.02: so far on the wrong side is no rounding. Below 1e-4 the series, to x^3, is exact to 1e-16.
// Chosen.
static void take_step(const problem *p, const trial *t, const swvi_upper_limb_step *step, standing *at)
{
    static const double longest = 1.0;  // radians in one step
    const double        length_squared = swv_vec3_dot(step->dh, step->dh);
    swv_vec3            dh = step->dh;
    double              dy = step->dy, part = length_squared > longest * longest ? longest / sqrt(length_squared) : 1.0;
    // On the wrong side of the arm's line (2) has another root: back by (4).
    if (step->rise < -0.02) {
        const swvi_elbow_circle e = circle_from(p, t->place.gh);
        double                  slope, bow;
        dh = swv_vec3_sub(humerus_on_circle(&e, p->cos_swivel, p->sin_swivel), at->h);
        dy = swvi_yield_wanted(e.sin_rise, &slope, &bow) - at->y;
        part = 1.0;
    }
    // Back by more than half of the last step: to where the two of them, drawn as a line, are zero.
    const double before = swv_vec3_dot(at->last, at->last), back = -swv_vec3_dot(dh, at->last);
    if (back > 0.5 * before)
        part *= before / (before + back);
    at->last = swv_vec3_scale(part, dh);
    swv_vec3 moved = swv_vec3_add(at->h, at->last);
    // An elbow folded all the way does not go through to the other side.
    const double over = swv_vec3_dot(moved, step->m);
    if (step->rise >= 0.0 && over < 0.0 && swv_vec3_dot(moved, step->n) < 0.0)
        moved = swv_vec3_sub(moved, swv_vec3_scale(2.0 * over, step->m));
    // Off unit length by half of length_squared: near the end a series is as good as a root, and sooner there.
    const double x = swv_vec3_dot(moved, moved) - 1.0;
    at->h = swv_vec3_scale(fabs(x) < 1e-4 ? 1.0 - x * (0.5 - x * (0.375 - 0.3125 * x)) : 1.0 / sqrt(1.0 + x), moved);
    at->y += part * dy;
}

// (3), from humerus h. Left when it has settled, or leads nowhere.
static void newton(const problem *p, swv_vec3 h, double y, int iterations, solution *s)
{
    enum { STEPS = 8 };  // where Newton converges it has come near by then; chosen
    standing at = { .h = h, .y = y };
    for (int k = 0; k < iterations; ++k) {
        swvi_shoulder_motion motion;
        trial               *t = &s->trials[1 - s->best];
        t->wrist = p->wrist;
        t->swivel = p->swivel;
        s->is_finite &= swvi_try_girdle(p, at.h, at.y, t, &motion, &s->iterations);
        const swvi_upper_limb_step step =
            swvi_upper_limb_step_of(&t->seen, &motion, at.h, at.y, p->wrist, p->cos_swivel, p->sin_swivel, p->upper_arm,
                                    p->forearm, p->is_smooth, p->girdle.yields);
        const bool is_number = swvi_is_finite(swv_vec3_dot(step.dh, step.dh)) && swvi_is_finite(step.dy);
        t->change = is_number ? sqrt(step.change_squared) : HUGE_VAL;
        // 1e-2 of the reach after 8 steps: it does not converge. Chosen.
        if (is_end(p, at.h, &step, t, s) || !is_number || (k >= STEPS && t->change > 1e-2))
            return;
        take_step(p, t, &step, &at);
    }
}

// (3) Then from other elbows: turned about the line to the wrist by eighths of a turn, first as bent as they are, then
// less, more, and folded. If all fail, the closest of those that are too short.
static void go_by_newton(const problem *p, swv_vec3 gh, solution *s)
{
    // Eight elbows, then with three rises (sine, cosine) of 9, 37 and 127 degrees. With a gap above 0.05 arm lengths no further elbow is tried. Chosen.
    enum { NEWTON_STEPS = 24, ELBOWS = 8, TRIES = 4 * ELBOWS };
    static const double half_root = 0.70710678118654752;
    static const double turns[ELBOWS][2] = { { 1.0, 0.0 },
                                             { 0.0, 1.0 },
                                             { 0.0, -1.0 },
                                             { -1.0, 0.0 },
                                             { half_root, half_root },
                                             { half_root, -half_root },
                                             { -half_root, half_root },
                                             { -half_root, -half_root } };
    static const double rises[3][2] = { { 0.15, 0.98868599666425949 }, { 0.6, 0.8 }, { 0.8, -0.6 } };
    swvi_elbow_circle   e = circle_from(p, gh);
    for (int k = 0; k < TRIES && !s->is_settled && s->is_finite && s->iterations < p->max_iterations; ++k) {
        const double c = turns[k % ELBOWS][0], t = turns[k % ELBOWS][1];
        const double cosine = p->cos_swivel * c - p->sin_swivel * t, sine = p->sin_swivel * c + p->cos_swivel * t;
        const int    left = p->max_iterations - s->iterations;
        double       slope, bow;
        if (k >= ELBOWS) {
            e.sin_rise = rises[k / ELBOWS - 1][0];
            e.cos_rise = rises[k / ELBOWS - 1][1];
        }
        newton(p, humerus_on_circle(&e, cosine, sine), swvi_yield_wanted(e.sin_rise, &slope, &bow),
               left < NEWTON_STEPS ? left : NEWTON_STEPS, s);
        if (s->gap < HUGE_VAL && (p->is_continued || (k >= ELBOWS && s->gap > 0.05)))
            break;
    }
    if (!s->is_settled && s->gap < HUGE_VAL) {
        s->trials[s->best] = s->closest;
        s->is_settled = true;
    }
}

// ---- the goal ----

static swv_status check(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                        const swv_upper_limb_posture *previous, const swv_upper_limb_options *options)
{
    const swv_status status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_girdle_goal(goal) || !swvi_vec3_is_finite(goal->arm.end.position) ||
        (goal->has_pronation && !swvi_is_finite(goal->pronation)))
        return SWV_BAD_GOAL;
    if (previous && !swvi_vec3_is_finite(previous->gh))
        return SWV_BAD_POSTURE;
    const bool is_fine =
        !options || (swvi_is_finite(options->tolerance) && options->tolerance >= 0.0 && options->max_iterations >= 0 &&
                     (options->compromise == SWV_KEEP_LIMITS || options->compromise == SWV_KEEP_HAND));
    return is_fine ? SWV_OK : SWV_BAD_OPTIONS;
}

static void make_problem(const request *r, const swv_upper_limb_options *options, problem *p)
{
    const swv_upper_limb      *limb = r->limb;
    const swv_upper_limb_goal *goal = r->goal;
    const double               inverse = 1.0 / r->reach;
    p->upper_arm = limb->arm.upper * inverse;
    p->forearm = limb->arm.lower * inverse;
    p->is_smooth = !(limb->counts_from_lowest && goal->arm.elbow == SWV_ELBOW_SWIVEL);
    p->is_continued = r->previous != NULL;
    // The defaults of shoulder.h.
    p->tolerance = options && options->tolerance > 0.0 ? options->tolerance * inverse : 1e-13;
    p->max_iterations = options && options->max_iterations > 0 ? options->max_iterations : 400;
    // 4,000 arms away only the direction matters: the girdle is a thousand at most.
    const swv_vec3 wrist = swvi_on_side(limb->arm.side, goal->arm.end.position);
    const double   furthest = 4e3, most = furthest * r->reach;
    const bool     is_near = fabs(wrist.x) < most && fabs(wrist.y) < most && fabs(wrist.z) < most;
    p->wrist = is_near ? swv_vec3_scale(inverse, wrist) : swv_vec3_scale(furthest, swv_vec3_normalize(wrist));
    swvi_girdle_prepare(limb, goal->raising, goal->shoulder_elevation, goal->shoulder_protraction, p->wrist,
                        &p->girdle);
}

// (2), (3): the girdle for an elbow at this swivel (radians), begun with the humeral head at gh (arm lengths, in the trunk's axes,
// of a right limb).
static void settle(problem *p, double swivel, swv_vec3 gh, solution *s)
{
    s->best = 1;
    s->iterations = 0;
    s->is_settled = false;
    s->is_finite = true;
    s->gap = HUGE_VAL;
    s->trials[0].swivel = s->trials[1].swivel = swivel;
    swvi_sincos(swivel, &p->sin_swivel, &p->cos_swivel);
    p->swivel = swivel;
    go_by_newton(p, gh, s);
}

// ---- (5) the arm from GH ----

// The limb's swivel of an elbow that is lowest, for a wrist as the right limb's shoulder sees it.
static double lowest_swivel(const swv_limb *arm, swv_vec3 wrist)
{
    const swvi_elbow_circle down = swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, arm->upper, arm->lower, false);
    const swvi_limb_circle  e = swvi_limb_circle_for(arm, wrist);
    const swv_vec3          u = { down.ux, down.uy, down.uz };
    swv_vec3                zero, quarter;
    swvi_limb_circle_axes(&e, &zero, &quarter);
    return swv_atan2(swv_vec3_dot(u, quarter), swv_vec3_dot(u, zero));
}

swv_status swvi_hang_arm(const request *r, const problem *p, swv_vec3 wrist, swv_vec3 gh, hanging_arm *arm)
{
    swv_limb_goal goal = r->goal->arm;
    goal.end.position = swvi_on_side(r->limb->arm.side, swv_vec3_scale(r->reach, swv_vec3_sub(wrist, gh)));
    const swv_status status =
        swvi_limb_problem_of(&r->limb->arm, &goal, r->previous ? &r->previous->arm : NULL, r->compromise, &arm->asked);
    if (status != SWV_OK)
        return status;
    arm->zero = p->is_smooth ? 0.0 : lowest_swivel(&r->limb->arm, arm->asked.target.wrist);
    if (!p->is_smooth)
        swvi_sincos(goal.swivel + arm->zero, &arm->asked.wish_y, &arm->asked.wish_x);
    arm->wished = swv_atan2(arm->asked.wish_y, arm->asked.wish_x);
    return SWV_OK;
}

// ---- (6), (7) the elbow ----

// The posture at a swivel, radians. True: inside the limits.
static bool look_at(const hanging_arm *arm, double swivel, swvi_limb_answer *posture)
{
    double x, y;
    swvi_sincos(swivel, &y, &x);
    return swvi_limb_look_at(&arm->asked, x, y, posture);
}

static bool is_hinge_in_the_way(const hanging_arm *arm)
{
    const swv_limb *limb = arm->asked.limb;
    const double    reach = limb->upper + limb->lower, rounding = 1e-12 * reach;
    return fabs(arm->asked.target.circle.excess) > rounding &&
           swv_vec3_length(arm->asked.target.wrist) <= reach + rounding;
}

// The feasible swivel nearest to another, and the posture there. False if there is none.
static bool nearest_feasible(const hanging_arm *arm, double to, double *swivel, swvi_limb_answer *posture)
{
    swvi_ways set;
    double    forgiven, x, y;
    if (!swvi_limb_feasible_set(&arm->asked, &set, &forgiven))
        return false;
    swvi_sincos(to, &y, &x);
    swvi_ways_nearest(&set, x, y, &x, &y);
    (void)swvi_limb_look_at(&arm->asked, x, y, posture);
    posture->is_inside = forgiven == SWV_LIMIT_TOLERANCE;
    posture->forgiven = forgiven;
    *swivel = swv_atan2(y, x);
    return true;
}

// (6) From a swivel to the wish. The answer is that of the last girdle, whatever comes of it.
static search_end go_to_swivel(const request *r, problem *p, double swivel, swv_vec3 gh, answer *a, int *iterations)
{
    // (6): 1e-4 radians of a wish, 1e-11 of a limit or a swivel; after 3 rounds 1e-10 is enough. Most rounds: 12. Chosen.
    enum { MOST_SWIVELS = 12 };
    const swv_elbow_wish elbow = r->goal->arm.elbow;
    const double         enough = elbow == SWV_ELBOW_NATURAL || elbow == SWV_ELBOW_PREVIOUS ? 1e-4 : 1e-11;
    double               last_swivel = swivel, last_step = 0.0;
    for (int k = 0; k < MOST_SWIVELS; ++k) {
        solution s;
        settle(p, swivel, gh, &s);
        *iterations += s.iterations;
        if (!s.is_finite)
            return SWVI_NOT_FINITE;
        a->girdle = s.trials[s.best];
        a->is_settled = s.is_settled;
        const trial *t = &a->girdle;
        gh = t->place.gh;
        (void)swvi_hang_arm(r, p, t->wrist, gh, &a->arm);
        // Out of reach the line to where the forearm ends is a little off the line to the wrist, and so is the swivel.
        const double zero = a->arm.zero + (t->swivel - swivel), here = swivel + zero;
        const bool   is_inside = look_at(&a->arm, here, &a->posture);
        const double wished = a->arm.wished + (t->swivel - swivel);
        if (is_hinge_in_the_way(&a->arm))
            return SWVI_NOT_FOUND;
        if (is_inside && fabs(swv_angle_wrap(wished - here)) <= enough)
            return SWVI_FOUND;
        swvi_limb_answer there;
        double           next = wished;
        if (!look_at(&a->arm, wished, &there) && !nearest_feasible(&a->arm, wished, &next, &there))
            return SWVI_NOT_FOUND;
        const double step = swv_angle_wrap(next - here);
        if (fabs(step) <= 1e-11 || (k > 3 && fabs(step) <= 1e-10)) {
            a->posture = there;
            return SWVI_FOUND;
        }
        // A secant, where it is not far from what the step says.
        const double moved = swv_angle_wrap(swivel - last_swivel), slope = k > 0 ? (step - last_step) / moved : -1.0;
        const double part = slope < -0.5 && slope > -2.0 ? -1.0 / slope : 1.0;
        last_swivel = swivel;
        last_step = step;
        swivel = swv_angle_wrap(swivel + part * step);
    }
    return SWVI_NOT_FOUND;
}

// Whether the wrist is out of reach by more than rounding; *gap takes by how much, arm lengths (1.0 is the arm).
static bool is_short(const problem *p, const trial *t, double *gap)
{
    const double beyond = swv_vec3_length(swv_vec3_sub(p->wrist, t->place.gh)) - 1.0;
    *gap = swvi_larger(swv_vec3_length(swv_vec3_sub(t->wrist, p->wrist)), beyond);
    return *gap > 1e-12;
}

/// A humerus and the yield that goes with it, as one vector.
typedef struct leaning {
    swv_vec3 h;
    double   y;
} leaning;

static leaning leaning_sum(leaning a, double k, leaning b)
{
    return (leaning){ swv_vec3_add(a.h, swv_vec3_scale(k, b.h)), a.y + k * b.y };
}

static double leaning_dot(leaning a, leaning b)
{
    return swv_vec3_dot(a.h, b.h) + a.y * b.y;
}

static bool lean(const problem *p, leaning l, trial *t, int *iterations)
{
    swvi_shoulder_motion motion;
    return swvi_try_girdle(p, swv_vec3_normalize(l.h), l.y, t, &motion, iterations);
}

// (8) The limb's own choice, from a girdle that goes after it: if the wrist is where it should be, by Newton's method at that
// swivel; else after the humerus, by a secant through the last two rounds (Anderson). An elbow that is to stay where it was
// stays with what is continuous with it.
static search_end give_way(const request *r, problem *p, answer *a, int *iterations)
{
    enum { ROUNDS = 6 };  // most: chosen
    const bool     is_carried = r->previous && r->goal->arm.elbow == SWV_ELBOW_PREVIOUS;
    const double   enough = is_carried ? 1e-5 : 1e-8;  // one step of many: the next goes on from here
    swvi_limb_pose last;
    leaning        used = { { 0.0, 0.0, 0.0 }, 0.0 }, before = used, missed = used;
    int            leanings = 0;
    for (int k = 0;; ++k) {
        const swv_vec3 gh = a->girdle.place.gh;
        double         swivel;
        (void)swvi_hang_arm(r, p, p->wrist, gh, &a->arm);
        if (!look_at(&a->arm, a->arm.wished, &a->posture) &&
            !nearest_feasible(&a->arm, a->arm.wished, &swivel, &a->posture))
            swvi_limb_give_way(&a->arm.asked, k > 0 ? &last : is_carried ? &a->arm.asked.previous : NULL, &a->posture);
        last = a->posture.pose;
        const swv_vec3 h = swvi_axis_z(last.upper);
        const swv_vec3 arm =
            swv_vec3_add(swv_vec3_scale(p->upper_arm, h), swv_vec3_scale(p->forearm, swvi_axis_z(last.lower)));
        const double off = swv_vec3_length(swv_vec3_sub(swv_vec3_add(gh, arm), p->wrist));
        trial        next = a->girdle;
        leaning      wanted = { h, 0.0 };
        if (off < 1e-11) {
            solution s;
            settle(p, swv_atan2(a->posture.y, a->posture.x) - a->arm.zero, gh, &s);
            *iterations += s.iterations;
            if (!s.is_finite)
                return SWVI_NOT_FINITE;
            next = s.trials[s.best];
            leanings = 0;
        } else {
            double slope, bow;
            wanted.y = swvi_yield_wanted(swv_vec3_length(swv_vec3_cross(swv_vec3_normalize(arm), h)), &slope, &bow);
            if (!lean(p, wanted, &next, iterations))
                return SWVI_NOT_FINITE;
            if (leanings++ == 0)
                used = (leaning){ swv_vec3_cross(a->girdle.seen.east, a->girdle.seen.up), wanted.y };
        }
        next.wrist = p->wrist;
        a->girdle.change = swv_vec3_length(swv_vec3_sub(next.place.gh, gh));
        a->is_settled = a->girdle.change <= enough;
        if (a->is_settled || k + 1 == ROUNDS)
            return SWVI_FOUND;
        a->girdle = next;
        if (leanings == 0)
            continue;
        const leaning miss = leaning_sum(wanted, -1.0, used), less = leaning_sum(miss, -1.0, missed);
        const double  squared = leaning_dot(less, less);
        const double  part = leanings > 1 && squared > 1e-30 ? leaning_dot(less, miss) / squared : 0.0;
        used = wanted;
        if (part != 0.0 && fabs(part) < 1.0) {
            used = leaning_sum(wanted, -part, leaning_sum(wanted, -1.0, before));
            if (!lean(p, used, &a->girdle, iterations))
                return SWVI_NOT_FINITE;
        }
        before = wanted;
        missed = miss;
    }
}

// ---- the posture ----

// Places and angles, from the girdle's places on a right limb and the arm's bones: forward kinematics.
static void fill_places(const swv_upper_limb *limb, swv_vec3 ac, swv_vec3 gh, swv_upper_limb_posture *p)
{
    const swvi_limb_pose pose = swvi_limb_pose_into(&limb->arm, &p->arm);
    const swv_vec3       h = swvi_axis_z(pose.upper), upper = swv_vec3_scale(limb->arm.upper, h);
    const swv_vec3       arm = swv_vec3_add(upper, swv_vec3_scale(limb->arm.lower, swvi_axis_z(pose.lower)));
    const double         level = sqrt(h.x * h.x + h.y * h.y);
    double               end[3];
    swvi_limb_end_angles(SWV_LIMB_ARM, swvi_limb_relative(pose.lower, pose.end), end);
    p->ac = swvi_on_side(limb->arm.side, ac);
    p->gh = swvi_on_side(limb->arm.side, gh);
    p->elbow = swvi_on_side(limb->arm.side, swv_vec3_add(gh, upper));
    p->wrist = swvi_on_side(limb->arm.side, swv_vec3_add(gh, arm));
    p->elevation = swv_atan2(level, -h.z);
    p->plane = level > 0.0 ? swv_atan2(h.y, h.x) : 0.0;
    p->pronation = end[0];
    (void)swv_limb_swivel_of(&limb->arm, &p->arm, &p->swivel);
    if (limb->counts_from_lowest)
        p->swivel = swv_angle_wrap(p->swivel - lowest_swivel(&limb->arm, arm));
}

void swvi_turn_forearm(const swv_limb *limb, double pronation, swv_limb_compromise compromise, swv_limb_posture *arm,
                       swv_limb_report *report)
{
    const swv_range      limits = limb->limits.pronation;
    const double         asked = swv_angle_wrap(pronation), middle = 0.5 * (limits.lower + limits.upper);
    const bool           is_free = compromise == SWV_KEEP_HAND || !(limits.upper - limits.lower < 2.0 * SWV_PI);
    const double         wanted = is_free ? asked : middle + swv_angle_wrap(asked - middle);
    const double         given = is_free ? asked : swvi_clamp(limits.lower, limits.upper, wanted);
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, arm);
    double               s, c, excess[SWV_LIMB_LIMITS];
    uint32_t             broken;
    swv_sincos(-0.5 * given, &s, &c);
    arm->end =
        swvi_limb_end_out_of(limb, swvi_quat_of(swvi_limb_end_of(pose.lower, (swvi_rotation){ 0.0, 0.0, s, c })));
    (void)swv_limb_check(limb, arm, &broken, excess);
    report->broken = (report->broken & ~(uint32_t)SWVI_END_LIMITS) | (broken & (uint32_t)SWVI_END_LIMITS);
    report->excess = 0.0;
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i)
        report->excess = swvi_larger(report->excess, report->broken >> i & 1 ? excess[i] : 0.0);
    report->rotation_error = fabs(given - wanted);
    if (report->broken || (report->outcome == SWV_REACHED && report->rotation_error > 1e-12))
        report->outcome = SWV_LIMITED;
}

// Lengths of the request's limb, which `reach` makes of arm lengths.
static swv_outcome outcome_of(const request *r, const problem *p, const answer *a, const swv_upper_limb_report *report)
{
    // Exact is what go_to_swivel comes to; the girdle is settled to its own tolerance, if that is not finer than rounding. Chosen.
    const double exact = 1e-11 * r->reach * (1.0 + swv_vec3_length(p->wrist));
    const double settled = r->reach * swvi_larger(p->tolerance, 1e-10);
    double       gap;
    if (report->broken)
        return SWV_LIMITED;
    if (report->position_error > exact)
        return is_short(p, &a->girdle, &gap) ? SWV_OUT_OF_REACH : SWV_LIMITED;
    if (report->rotation_error > 1e-12)
        return SWV_LIMITED;
    return report->gh_error > settled || !a->is_settled ? SWV_UNSETTLED : SWV_REACHED;
}

#define FAR \
    0.05  ///< radians; an elbow further than this from the wish is not taken before all that are nearer were looked at

// (7) Through all elbows, where the wish led nowhere or the elbow is far from it.
static search_end search_around(const request *r, const problem *p, search_end end, answer *a, int *iterations)
{
    double       gap;
    const bool   falls_short = is_short(p, &a->girdle, &gap);
    const double off = fabs(swv_angle_wrap(swv_atan2(a->posture.y, a->posture.x) - a->arm.wished));
    // An arm that is too short is straight, and its elbow hardly moves GH.
    const bool may_reach = r->goal->arm.elbow != SWV_ELBOW_SWIVEL && gap < 0.02;
    const bool is_far = end == SWVI_NOT_FOUND || off > FAR;
    if (!(falls_short ? may_reach : is_far))
        return end;
    const bool       is_any = falls_short || end == SWVI_NOT_FOUND;
    answer           other = *a;
    const search_end around = swvi_upper_limb_search(r, p, is_any ? HUGE_VAL : off - 0.5 * FAR, &other, iterations);
    if (around == SWVI_NOT_FOUND)
        return end;
    *a = other;
    return around;
}

static swv_upper_limb_posture posture_of(const request *r, const problem *p, answer *a, swv_limb_report *arm)
{
    const trial               *t = &a->girdle;
    const swv_upper_limb_goal *goal = r->goal;
    swv_upper_limb_posture     found;
    swvi_limb_finish(&a->arm.asked, &a->posture, &found.arm, arm);
    if (goal->arm.is_position_only && goal->has_pronation)
        swvi_turn_forearm(&r->limb->arm, goal->pronation, r->compromise, &found.arm, arm);
    memcpy(found.girdle, t->angles, sizeof t->angles);
    found.girdle[SWV_CLAVICLE_ROTATION] = swvi_clavicle_rotation(&p->girdle, &t->seen, &t->turns);
    fill_places(r->limb, swv_vec3_scale(r->reach, t->place.ac), swv_vec3_scale(r->reach, t->place.gh), &found);
    return found;
}

swv_status swv_upper_limb_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                const swv_upper_limb_posture *previous, const swv_upper_limb_options *options,
                                swv_upper_limb_posture *posture, swv_upper_limb_report *report)
{
    if (!limb || !goal || !posture)
        return SWV_NULL;
    swv_status status = check(limb, goal, previous, options);
    if (status != SWV_OK)
        return status;

    const request r = { .limb = limb,
                        .goal = goal,
                        .previous = previous,
                        .compromise = options ? options->compromise : SWV_KEEP_LIMITS,
                        .reach = limb->arm.upper + limb->arm.lower };
    problem       p;
    swv_vec3      gh;
    answer        a;
    int           iterations = 0;
    make_problem(&r, options, &p);
    if (previous) {  // (2) in arm lengths, in the trunk's axes, of a right limb
        gh = swv_vec3_scale(1.0 / r.reach, swvi_on_side(limb->arm.side, previous->gh));
    } else {
        swvi_shoulder_motion motion;
        if (!swvi_girdle_hanging(&p.girdle, &motion))
            return SWV_NOT_FINITE;
        gh = swvi_girdle_guess(&motion, p.wrist);
    }
    status = swvi_hang_arm(&r, &p, p.wrist, gh, &a.arm);
    if (status != SWV_OK)
        return status;
    const double wished = p.is_smooth ? a.arm.wished : goal->arm.swivel;
    search_end   end = go_to_swivel(&r, &p, wished, gh, &a, &iterations);
    if (end != SWVI_NOT_FINITE)
        end = search_around(&r, &p, end, &a, &iterations);
    if (end == SWVI_NOT_FOUND)
        end = give_way(&r, &p, &a, &iterations);
    if (end == SWVI_NOT_FINITE)
        return SWV_NOT_FINITE;

    swv_limb_report              arm;
    const swv_upper_limb_posture found = posture_of(&r, &p, &a, &arm);
    *posture = found;
    if (!report)
        return SWV_OK;
    *report = (swv_upper_limb_report){
        .broken = arm.broken,
        .excess = arm.excess,
        .wished = swv_angle_wrap(a.arm.wished - (limb->counts_from_lowest && p.is_smooth
                                                     ? lowest_swivel(&limb->arm, a.arm.asked.target.wrist)
                                                     : a.arm.zero)),
        .position_error = swv_vec3_length(swv_vec3_sub(found.wrist, goal->arm.end.position)),
        .rotation_error = arm.rotation_error,
        // A rhythm may say any number, but GH moves on a sphere.
        .gh_error = swvi_smaller(r.reach * a.girdle.change,
                                 2.0 * (limb->girdle.clavicle + swv_vec3_length(limb->girdle.scapula))),
        .iterations = iterations,
    };
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        report->held |= (uint32_t)(found.girdle[i] <= limb->girdle.lower[i] || found.girdle[i] >= limb->girdle.upper[i])
                        << i;
    report->outcome = outcome_of(&r, &p, &a, report);
    return SWV_OK;
}

swv_status swv_upper_limb_forward(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES],
                                  const swv_limb_posture *arm, swv_upper_limb_posture *posture)
{
    if (!limb || !girdle || !arm || !posture)
        return SWV_NULL;
    swv_status status = swvi_upper_limb_check(limb);
    if (status == SWV_OK)
        status = swvi_limb_verify_posture(arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_are_finite(girdle, SWV_GIRDLE_ANGLES))
        return SWV_BAD_POSTURE;
    swv_upper_limb_posture found = { .arm = *arm };
    memcpy(found.girdle, girdle, sizeof found.girdle);
    const swvi_girdle_turns turns = swvi_girdle_turns_of(girdle);
    const swvi_girdle_place place = swvi_girdle_place_of(&turns, limb->girdle.clavicle, limb->girdle.scapula);
    fill_places(limb, place.ac, place.gh, &found);
    *posture = found;
    return SWV_OK;
}
