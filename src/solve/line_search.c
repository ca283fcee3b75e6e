// SPDX-License-Identifier: MIT
//
// From step to step, and from start to start.
//
// Descent      damped steps (line_step.c). The damping follows the cost c of the level, mu min(c, sqrt c). Far from the
//              goal that is a short, safe step; at the goal it vanishes faster than the residual, so that convergence is
//              quadratic, and at a singular posture it never is zero while there is anything left to do: the step is
//              continuous there and bounded. No coordinate moves by more than 0.8 (radians, or halves of the chain's
//              length) in a step.
// Straying     Where the chain is nearly singular the ground is a narrow curved valley, and steps that must gain at once
//              crawl. So a step that gains nothing is followed for a dozen more: on the slope the cost is higher, the
//              damping with it, and they lead straight down to another place on the valley's floor. If none of them is
//              better than the best seen, all are taken back and mu grows.
// Giving up    most starts that fail come to rest on limits. Two steps in a row that do not gain a seventh of the best
//              cost end the descent, unless it is within a thousandth of the goal: a start that leads there gains more,
//              and the next start costs less than waiting.
// Starts       points of an additive recurrence with the generalised golden ratio, which fills a box of any dimension
//              evenly; of four such postures the nearest to the goal is taken. Most goals lie well inside the limits, so
//              the box is drawn in by a seventh; after a few starts every other one is drawn out instead, so that
//              coordinates sit right on their limits.
// No success   the best few of all postures seen are followed patiently, level by level, to where nothing is gained any
//              more. The best of these is the answer.
// Settling     steps along the freedom that is left towards a wished posture, each mended until the goals are as good
//              as before.
//
// The numbers are the best of those tried on eight robots: docs/derivations/solve.md ("What was measured"). Units are those of line_engine.h.
// This work is based on:
// Sugihara. Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method. 2011 (damping by the cost)
// Roberts. The unreasonable effectiveness of quasirandom sequences. 2018 (generalised golden ratio)
// Beeson, Ames. TRAC-IK. 2015 (restarts where a descent rests on limits)
// Chamberlain, Powell, Lemarechal, Pedersen. The watchdog technique. 1982 (straying)
#include <math.h>
#include <string.h>

#include "solve/line_engine.h"

enum {
    PATIENT_POOR_STEPS = 20,   ///< in a row that end a patient descent
    PATIENT_STEPS = 100,       ///< most of a patient one
    STARTS_WITHOUT_HOPE = 24,  ///< where no start can succeed: out of reach by lengths, or goals that must give way
    CANDIDATES = 12,           ///< of No success: so many are kept
};
#define STILL    1e-6  // a step of settling that is shorter is the last
#define DRAWN_IN 0.85  // of the limits' box
/// A level's cost counts this much more than that of the next one where a gain in one is a loss in the other. Chosen.
#define LEVEL_RATIO 1e8

bool swvi_may_go_on(swvi_budget *budget)
{
    if (budget->should_stop && budget->should_stop(budget->user))
        budget->is_stopped = true;
    if (budget->is_stopped || budget->iterations >= budget->max_iterations)
        return false;
    budget->iterations += 1;
    return true;
}

// What b is better by than a, in costs. Differences that are rounding count as none, or those of a high level would drown a low one.
static double gain(const swvi_engine *e, const swvi_miss *a, const swvi_miss *b)
{
    double sum = 0.0;
    for (int level = 0; level < e->level_count; ++level) {
        const double difference = a->cost[level] - b->cost[level];
        sum *= LEVEL_RATIO;
        if (fabs(difference) > 1e-14 * a->cost[level])
            sum += difference;
    }
    return sum;
}

// The cost of all levels.
static double total(const swvi_engine *e, const swvi_miss *miss)
{
    double sum = 0.0;
    for (int level = 0; level < e->level_count; ++level)
        sum += miss->cost[level];
    return sum;
}

static inline void copy(const swvi_engine *e, const swvi_found *from, swvi_found *to)
{
    memcpy(to->z, from->z, sizeof(double) * (size_t)e->coordinates);
    to->miss = from->miss;
}

// Coordinate i inside its limits.
static inline double clamp(const swvi_engine *e, int i, double z)
{
    const double at_least = z > e->lower[i] ? z : e->lower[i];
    return at_least < e->upper[i] ? at_least : e->upper[i];
}

// z + step into `to`, no coordinate by more than SWVI_LARGEST_STEP. A step that is not finite is none.
static void move(const swvi_engine *e, const double *z, const double *step, double *to)
{
    double largest = 0.0, not_finite = 0.0;
    for (int i = 0; i < e->coordinates; ++i) {
        largest = fabs(step[i]) > largest ? fabs(step[i]) : largest;
        not_finite += 0.0 * step[i];
    }
    const double scale = largest > SWVI_LARGEST_STEP ? SWVI_LARGEST_STEP / largest : 1.0;
    for (int i = 0; i < e->coordinates; ++i)
        to[i] = not_finite == 0.0 ? clamp(e, i, z[i] + scale * step[i]) : z[i];
}

// The levels above the last are taken back to where the step should have left them: their second order, mended with
// the factor at hand. Twice, as once leaves a part that grows with the step. Chosen.
static bool mend_upper_levels(swvi_engine *e, uint64_t held, swvi_found *trial)
{
    const int end = e->level_end[e->level_count - 2];
    for (int round = 0; round < 2; ++round) {
        double step[SWV_MAX_JOINTS];
        swvi_mend(e, end, e->trial_residual, held, step);
        move(e, trial->z, step, trial->z);
        if (!swvi_look(e, trial->z, &trial->miss))
            return false;
    }
    return true;
}

// The step from *at, into `step`; of a patient descent with the goals' curvature. Returns the coordinates that are held at a limit.
static uint64_t next_step(swvi_engine *e, const swvi_found *at, const swvi_descent *d, double *step)
{
    double damping[SWVI_LEVELS];
    swvi_linearise(e);
    for (int level = 0; level < e->level_count; ++level)
        damping[level] = swvi_damping(d, at->miss.cost[level]);
    if (!d->is_patient || e->level_count > 1 || e->is_folded)
        return swvi_step(e, at->z, damping, NULL, step);
    swvi_newton_step(e, at->z, damping[0], step);
    return 0;
}

// Follow *best downhill; swvi_look was last at it. True if every goal is met.
static bool descend(swvi_engine *e, swvi_budget *budget, swvi_found *best, bool is_patient)
{
    double       step[SWV_MAX_JOINTS];
    uint64_t     held = 0;
    swvi_found   strayed, trial;
    swvi_descent d = {
        .poor_steps = PATIENT_POOR_STEPS, .most_steps = PATIENT_STEPS, .is_patient = is_patient, .mu = SWVI_FIRST_MU
    };
    while (!swvi_is_met(e, &best->miss)) {
        const swvi_found *at = d.astray > 0 ? &strayed : best;
        const double      cost = total(e, &best->miss);
        if (!swvi_goes_on(&d, cost, budget))
            return false;
        if (d.is_straight)
            swvi_mend(e, e->rows, e->trial_residual, held, step);
        else
            held = next_step(e, at, &d, step);
        move(e, at->z, step, trial.z);
        bool is_sound = swvi_look(e, trial.z, &trial.miss);
        if (is_sound && e->level_count > 1)
            is_sound = mend_upper_levels(e, held, &trial);
        const double won = is_sound ? gain(e, &best->miss, &trial.miss) : -1.0;
        d.is_straight = is_sound && !is_patient && !d.is_straight && e->level_count == 1 && !e->is_folded &&
                        swvi_is_last_step(e->asked, e->per_length, cost, trial.miss.cost[0]);
        const swvi_fate fate = swvi_fate_of(&d, cost, won, is_sound && e->level_count == 1);
        if (fate == SWVI_TAKEN_BACK)
            (void)swvi_look(e, best->z, &best->miss);
        else
            copy(e, &trial, fate == SWVI_TAKEN ? best : &strayed);
    }
    return true;
}

// ---- starts ----

/// The additive recurrence, in units of 2^-64.
typedef struct sequence {
    uint64_t at[SWV_MAX_JOINTS], by[SWV_MAX_JOINTS];
} sequence;

// The starts of n coordinates, in units of 2^-64 of a range: at[i] is where it begins, by[i] the stride. by[i] is g^-(i + 1) for the g > 1 with
// g^(n + 1) = g + 1, times 2^64 (as 2^63, doubled: chosen). Where it begins is SplitMix64 of the seed (Steele, Lea, Flood 2014: its constants and
// shifts).
void swvi_begin_sequence(uint64_t *at, uint64_t *by, int n, uint64_t seed)
{
    // Newton: from such a start, near the root (1.62, 1.32, 1.22 for n = 1 to 3), 6 rounds reach rounding for every n up to 199; 8 are made.
    double g = n < 4 ? 1.3 : 1.0 + 1.0 / n;
    for (int round = 0; round < 8; ++round) {
        double power = 1.0;
        for (int i = 0; i < n; ++i)
            power *= g;
        g -= (power * g - g - 1.0) / ((n + 1) * power - 1.0);
    }
    double alpha = 1.0;
    for (int i = 0; i < n; ++i) {
        alpha /= g;
        by[i] = (uint64_t)(alpha * 0x1p63) << 1;
        uint64_t x = seed += 0x9E3779B97F4A7C15u;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
        at[i] = x ^ (x >> 31);
    }
}

// The next posture of the sequence, in the limits' box `drawn` times as wide. Where nothing limits a coordinate the next posture is within half a
// turn of zero, or pi halves of the chain's length.
static void next_posture(const swvi_engine *e, sequence *s, double drawn, double *z)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double part = swvi_next_part(&s->at[i], s->by[i], drawn);
        double       from = e->lower[i], to = e->upper[i];
        if (!(to < INFINITY))
            to = from > -INFINITY ? from + 2.0 * SWV_PI : SWV_PI;
        if (!(from > -INFINITY))
            from = to - 2.0 * SWV_PI;
        z[i] = clamp(e, i, from + part * (to - from));
    }
}

// The nearest of a few postures (drawn: as in next_posture), into *start; swvi_look was last at it. has_start: what is there takes part.
static bool choose_start(swvi_engine *e, sequence *s, double drawn, bool has_start, swvi_found *start)
{
    swvi_found other;
    bool       is_last = false;
    double     best = has_start ? total(e, &start->miss) : INFINITY;
    for (int k = 0; k < SWVI_POSTURES_PER_START; ++k) {
        next_posture(e, s, drawn, other.z);
        is_last = swvi_look(e, other.z, &other.miss) && total(e, &other.miss) < best;
        if (is_last) {
            best = total(e, &other.miss);
            copy(e, &other, start);
        }
    }
    return best < INFINITY && (is_last || swvi_look(e, start->z, &start->miss));
}

// ---- search ----

// Keeps the CANDIDATES best, best first.
static void remember(const swvi_engine *e, const swvi_found *found, swvi_found *candidates, int *count)
{
    const bool is_full = *count == CANDIDATES;
    if (is_full && total(e, &candidates[CANDIDATES - 1].miss) <= total(e, &found->miss))
        return;
    int place = is_full ? CANDIDATES - 1 : (*count)++;
    for (; place > 0 && total(e, &found->miss) < total(e, &candidates[place - 1].miss); --place)
        copy(e, &candidates[place - 1], &candidates[place]);
    copy(e, found, &candidates[place]);
}

// One level: from *best, then from other starts, then patiently from the best of all.
static bool search_level(swvi_engine *e, swvi_budget *budget, int max_restarts, swvi_found *best)
{
    const int  max_iterations = budget->max_iterations;
    int        candidate_count = 0;
    swvi_found candidates[CANDIDATES], at;
    sequence   s;
    copy(e, best, &at);
    const bool is_far = max_restarts > 0 && at.miss.cost[0] > SWVI_NEAR_COST;
    if (is_far) {
        remember(e, &at, candidates, &candidate_count);
        swvi_begin_sequence(s.at, s.by, e->coordinates, budget->seed);
        (void)choose_start(e, &s, DRAWN_IN, true, &at);
    }
    // A quarter of what is left is for the end. Chosen.
    budget->max_iterations -= (max_iterations - budget->iterations) / 4;
    bool is_met = descend(e, budget, &at, false);
    if (!is_met && !is_far)
        swvi_begin_sequence(s.at, s.by, e->coordinates, budget->seed);
    if (!is_met && max_restarts > STARTS_WITHOUT_HOPE && swvi_is_out_of_reach(e->asked, SWV_MAX_PRIORITY))
        max_restarts = STARTS_WITHOUT_HOPE;
    for (int restart = 1; !is_met && restart <= max_restarts && swvi_may_go_on(budget); ++restart) {
        remember(e, &at, candidates, &candidate_count);
        if (choose_start(e, &s, swvi_drawn(restart, DRAWN_IN), false, &at))
            is_met = descend(e, budget, &at, false);
        budget->restarts += 1;
    }
    budget->max_iterations = max_iterations;
    if (is_met) {
        copy(e, &at, best);
        return true;
    }
    remember(e, &at, candidates, &candidate_count);
    for (int c = 0; c < candidate_count && !is_met; ++c) {
        copy(e, &candidates[c], &at);
        if (!swvi_look(e, at.z, &at.miss))
            continue;
        is_met = descend(e, budget, &at, true);
        if (c == 0 || is_met || gain(e, &best->miss, &at.miss) > 0.0)
            copy(e, &at, best);
    }
    return is_met;
}

bool swvi_search(swvi_engine *e, swvi_budget *budget, swvi_found *best)
{
    const int level_count = e->level_count, level_end = e->level_end[0];
    if (level_count == 1)
        return search_level(e, budget, budget->max_restarts, best);

    swvi_found start;
    copy(e, best, &start);

    // Where all goals can be had together their order does not matter: one level first.
    const int few = budget->max_restarts < STARTS_WITHOUT_HOPE ? budget->max_restarts : STARTS_WITHOUT_HOPE;
    e->is_merged = true;
    e->level_count = 1;
    e->level_end[0] = e->rows;
    bool is_met = swvi_look(e, best->z, &best->miss) && search_level(e, budget, few, best);

    // Else the first level alone, going on from there; then one more at a time, each in what those above leave free.
    e->is_merged = false;
    e->level_end[0] = level_end;
    for (int levels = 1; levels <= level_count && !is_met; ++levels) {
        e->level_count = levels;
        e->rows = e->level_end[levels - 1];
        if (!swvi_look(e, best->z, &best->miss))
            break;
        const bool is_level_met = levels == 1 ? search_level(e, budget, few, best) : descend(e, budget, best, true);
        is_met = is_level_met && levels == level_count;
    }
    e->level_count = level_count;
    e->rows = e->level_end[level_count - 1];
    if (!swvi_look(e, best->z, &best->miss)) {
        // What is not finite is a goal that was not looked at while those above it were followed.
        copy(e, &start, best);
        (void)swvi_look(e, best->z, &best->miss);
    }
    return is_met;
}

// ---- settling ----

// The square of how far apart two postures are, in units of z.
static double distance(const swvi_engine *e, const double *z, const double *wish)
{
    double sum = 0.0;
    for (int i = 0; i < e->coordinates; ++i)
        sum += (wish[i] - z[i]) * (wish[i] - z[i]);
    return sum;
}

void swvi_approach_wish(swvi_engine *e, swvi_budget *budget, const double *wish, swvi_found *found)
{
    const bool   was_met = swvi_is_met(e, &found->miss);
    const double none[SWVI_LEVELS] = { 0.0 };
    double       part = 1.0, step[SWV_MAX_JOINTS], x[SWV_MAX_JOINTS];
    swvi_found   trial;
    // A part of the way: where not even a thousandth succeeds it ends. A quarter after a failure, twice as much after a success; mended
    // three times at most. Chosen.
    while (part > 1e-3 && swvi_look(e, found->z, &found->miss) && swvi_may_go_on(budget)) {
        swvi_linearise(e);
        if (!was_met)
            memset(e->residual, 0, sizeof e->residual);
        for (int i = 0; i < e->coordinates; ++i)
            x[i] = part * (wish[i] - found->z[i]);
        const uint64_t held = swvi_step(e, found->z, none, x, step);
        copy(e, found, &trial);
        move(e, trial.z, step, trial.z);
        bool is_sound = swvi_look(e, trial.z, &trial.miss);
        for (int round = 0; round < 3 && is_sound && was_met && !e->is_folded && !swvi_is_met(e, &trial.miss);
             ++round) {
            swvi_mend(e, e->rows, e->trial_residual, held, step);
            move(e, trial.z, step, trial.z);
            is_sound = swvi_look(e, trial.z, &trial.miss);
        }
        const bool   is_as_good = was_met ? swvi_is_met(e, &trial.miss) : gain(e, &found->miss, &trial.miss) >= 0.0;
        const double before = distance(e, found->z, wish), after = distance(e, trial.z, wish);
        if (is_sound && is_as_good && after < before) {
            const bool is_still = distance(e, trial.z, found->z) < STILL * STILL;
            copy(e, &trial, found);
            if (is_still)
                break;
            part = part < 0.5 ? 2.0 * part : 1.0;
        } else {
            part *= 0.25;
        }
    }
}
