// SPDX-License-Identifier: MIT
// How good a table is: against the closed form, branch by branch. Positions are metres in the table's frame (table_space.h); postures, swivels and the
// hand's alpha, beta, gamma are radians.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/random.h"
#include "kim_tarokh/build/table_making.h"
#include "kim_tarokh/build/table_space.h"
#include "kim_tarokh/build/table_wrist.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/table_build.h"

#define NEAR 0.3  // radians: a posture of the table is taken for that of a branch, as table_build.h says. Chosen

enum { FAMILIES = SWV_TABLE_FAMILIES, ALL = 7 };

typedef struct closed_form {
    swv_puma puma;
    swv_arm  arm;
} closed_form;

/// A target w: the position's numbers (three or four), then the hand's alpha, beta, gamma; and the hand, of both.
typedef struct trial {
    double   w[ALL];
    swv_pose hand;
    double   q[FAMILIES][ALL];    ///< exact
    bool     is_there[FAMILIES];  ///< first joints inside their limits
    bool     is_whole[FAMILIES];  ///< all of them
} trial;

typedef struct verifying {
    swvi_space            space;
    swvi_wrist            wrist;
    int                   positions;  ///< branches of the position
    const swv_table_plan *plan;       ///< may be NULL
    closed_form           form;
    int                   targets;
    swv_table_scores     *scores;
    float                *errors[FAMILIES];  ///< of each branch those found, metres or radians
} verifying;

// Branches are numbered by the position's first, then by the wrist's (table_build.h): the Puma's families (puma.h) have the wrist's bit in between.
static void solve_exactly(const verifying *v, trial *t)
{
    // The joints before the wrist, as bits.
    const unsigned first = v->space.n == 3 ? 7u : 15u;
    if (v->space.owner == SWVI_PUMA) {
        double          all[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        (void)swv_puma_solve(&v->form.puma, &t->hand, NULL, all, reports);
        for (int i = 0; i < 8; ++i) {
            const int              family = (i & 1) + (i >> 1 & 1) * 4 + (i >> 2) * 2;
            const swv_arm6_report *r = &reports[family];
            memcpy(t->q[i], all[family], sizeof all[family]);
            t->is_there[i] = (r->outcome == SWV_REACHED || r->outcome == SWV_LIMITED) && !(r->outside & first);
            t->is_whole[i] = t->is_there[i] && !r->outside;
        }
    } else if (v->space.owner == SWVI_ARM) {
        double         all[SWV_ARM_FAMILIES][7];
        swv_arm_report reports[SWV_ARM_FAMILIES];
        (void)swv_arm_solve(&v->form.arm, &t->hand, t->w[3], all, reports);
        for (int i = 0; i < 4; ++i) {
            memcpy(t->q[i], all[i], sizeof all[i]);
            t->is_there[i] = (reports[i].outcome == SWV_REACHED || reports[i].outcome == SWV_LIMITED) &&
                             !(reports[i].outside & first);
            t->is_whole[i] = t->is_there[i] && !reports[i].outside;
        }
    }
}

// The target of a random posture, of a chain without closed form: the one solution that is known.
static void draw_posture(const verifying *v, uint64_t *seed, trial *t)
{
    const swv_chain *chain = &v->space.chain;
    for (int i = 0; i < chain->joint_count; ++i)
        t->q[0][i] = swv_random_between(seed, chain->joints[i].lower, chain->joints[i].upper);
    swvi_space_forward(&v->space, t->q[0], t->w);
    (void)swv_chain_tip(chain, t->q[0], &t->hand);
    (void)swv_table_orientation_of(&t->hand.rotation, t->w + v->space.n);
    t->is_there[0] = t->is_whole[0] = true;
}

// Whether the constraints, if there are any, allow a posture by its first `known` joints.
static bool is_allowed(const verifying *v, const double *q, int known)
{
    return !v->plan || !v->plan->is_allowed || v->plan->is_allowed(v->plan->allowed_user, q, known);
}

// Solutions that are not allowed are none.
static void leave_out(const verifying *v, trial *t)
{
    for (int i = 0; i < FAMILIES; ++i) {
        t->is_there[i] = t->is_there[i] && is_allowed(v, t->q[i], v->space.n);
        t->is_whole[i] = t->is_whole[i] && t->is_there[i] && is_allowed(v, t->q[i], v->space.n + 3);
    }
}

// A target uniform in the position's grid and in the hand's three angles, and its solutions.
static void draw(const verifying *v, uint64_t *seed, trial *t)
{
    const int n = v->space.n;
    memset(t, 0, sizeof *t);
    if (v->space.owner == SWVI_OTHER) {
        draw_posture(v, seed, t);
        leave_out(v, t);
        return;
    }
    for (int i = 0; i < n; ++i)
        t->w[i] = swv_random_between(seed, v->space.lower[i], v->space.upper[i]);
    for (int i = 0; i < 3; ++i)
        t->w[n + i] = swv_random_between(seed, i == 1 ? 0.0 : -SWV_PI, SWV_PI);
    t->hand =
        (swv_pose){ { t->w[0], t->w[1], t->w[2] }, swv_quat_from_mat3(swv_mat3_from_euler(SWV_EULER_ZYZ, t->w + n)) };
    solve_exactly(v, t);
    leave_out(v, t);
}

// The largest difference of n angles, radians, whole turns aside.
static double apart(const double *p, const double *q, int n)
{
    double worst = 0.0;
    for (int i = 0; i < n; ++i)
        worst = fmax(worst, fabs(swv_angle_wrap(p[i] - q[i])));
    return worst;
}

// Whether a posture of the table is that of a branch: near it in every joint, or Newton from the one ends in the other (where two
// axes are in line the joints about them mean little), to 1e-4 rad: Newton's method ends far nearer, other branches are further. Chosen.
static bool is_branch(const verifying *v, const trial *t, const double *q, const double *exact)
{
    double found[SWVI_N];
    return apart(q, exact, v->space.n) < NEAR ||
           (swvi_space_follow(&v->space, q, t->w, swvi_space_sign(&v->space, q), found) &&
            apart(found, exact, v->space.n) < 1e-4);
}

// Of a chain without closed form: whether Newton's method finds a posture of the target near this one and inside the limits, of the joints before the
// wrist, or (`has_wrist`) of all. The wrist's is looked for behind the joints of q.
static bool is_solution(const verifying *v, const trial *t, const double *q, bool has_wrist)
{
    double       found[ALL], target[ALL];
    const double close = 1e-6;  // radians beyond a limit: what Newton's method leaves. Chosen
    const int    n = v->space.n, all = has_wrist ? n + 3 : n;
    memcpy(found, q, sizeof(double) * (size_t)all);
    memcpy(target, q, sizeof(double) * (size_t)n);
    memcpy(target + n, t->w + n, sizeof(double) * 3);
    if (!swvi_space_follow(&v->space, q, t->w, 0.0, found))
        return false;
    if (has_wrist) {
        swv_vec3     columns[SWVI_WRIST];
        const double side = swvi_wrist_determinant(&v->wrist, q + n, columns);
        if (!swvi_wrist_follow(&v->wrist, q + n, swvi_wrist_goal(&v->wrist, target), side < 0.0 ? -1.0 : 1.0,
                               found + n))
            return false;
    }
    bool is_inside = apart(found, q, all) < NEAR && is_allowed(v, q, all);
    for (int i = 0; i < all; ++i)
        is_inside = is_inside && found[i] >= v->space.chain.joints[i].lower - close &&
                    found[i] <= v->space.chain.joints[i].upper + close;
    return is_inside;
}

// By how much the hand is turned from where it should be, radians, with all joints.
static double turned_by(const verifying *v, const trial *t, const double *q)
{
    swv_pose tip = SWV_IDENTITY_POSE;
    (void)swv_chain_tip(&v->space.chain, q, &tip);
    return swv_quat_angle_between(tip.rotation, t->hand.rotation);
}

// How far a posture of the table is from the target: metres, and radians of swivel.
static double moved_by(const verifying *v, const trial *t, const double *q, double *swivel)
{
    double at[ALL], d[ALL];
    swvi_space_forward(&v->space, q, at);
    swvi_space_difference(&v->space, at, t->w, d);
    *swivel = v->space.n == 4 ? fabs(d[3]) : 0.0;
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// error: metres, of an orientation radians; swivel: radians.
static void add(swv_table_score *score, float *errors, double error, double swivel)
{
    errors[score->found++] = (float)error;
    score->mean += error;
    score->deviation += error * error;
    score->worst = fmax(score->worst, error);
    score->swivel += swivel;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Mean and deviation from the sums of `add`, and the means of the best.
static void finish(swv_table_score *s, float *errors)
{
    const double n = s->found > 0 ? s->found : 1;
    s->mean /= n;
    s->swivel /= n;
    s->deviation = sqrt(fmax(s->deviation / n - s->mean * s->mean, 0.0));
    qsort(errors, (size_t)s->found, sizeof *errors, by_size);
    double sum = 0.0;
    for (int i = 0, percent = 1; i < s->found; ++i) {
        sum += errors[i];
        for (; percent <= 100 && (double)(i + 1) * 100.0 >= (double)percent * s->found; ++percent)
            s->mean_of_best[percent] = sum / (i + 1);
    }
}

// Memory for the errors of every target, and the arms of the closed form. False: no memory.
static bool begin(verifying *v, int targets, int families, swv_table_scores *scores)
{
    v->targets = targets;
    v->scores = scores;
    memset(scores, 0, sizeof *scores);
    scores->families = families;
    float *room = calloc((size_t)targets * (size_t)families, sizeof *room);
    for (int i = 0; i < families; ++i)
        v->errors[i] = room + (size_t)i * (size_t)targets;
    swvi_wrist_of(&v->space, &v->wrist);
    swv_puma_make_560(&v->form.puma);
    swv_arm_make_human(&v->form.arm);
    return room;
}

// Statistics of all branches; frees what begin took.
static void end(verifying *v)
{
    for (int i = 0; i < v->scores->families; ++i)
        finish(&v->scores->of[i], v->errors[i]);
    free(v->errors[0]);
}

// Whether the cell of the target was made: with `every`, of an orientation one cell of the joints in so many, with all orientations (`inner` cells).
static bool is_made(const swv_table *t, const double *target)
{
    int64_t cell = 0, inner = 1;
    for (int i = t->inputs - 3; t->space == SWV_TABLE_ORIENTATION && i < t->inputs; ++i)
        inner *= t->divisions[i];
    (void)swv_table_cell(t, target, &cell);
    return t->every <= 1 || (cell >= 0 && swvi_is_wanted(t->every, (size_t)(cell / inner)));
}

// What the table of a position gives for a target: of each branch of the closed form the nearest posture that is of this branch counts.
static void try_position(verifying *v, const swv_table *table, const trial *t)
{
    double   q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], swivel;
    int      count = 0;
    unsigned taken = 0;
    if (!is_made(table, t->w))
        return;
    (void)swv_table_solve(table, t->w, q, &count);
    for (int i = 0; i < v->scores->families; ++i) {
        int nearest = -1;
        if (!t->is_there[i])
            continue;
        ++v->scores->of[i].valid;
        for (int k = 0; k < count; ++k) {
            const double distance = apart(q[k], t->q[i], v->space.n);
            if ((nearest < 0 || distance < apart(q[nearest], t->q[i], v->space.n)) && is_branch(v, t, q[k], t->q[i]))
                nearest = k;
        }
        if (nearest < 0)
            continue;
        const double error = moved_by(v, t, q[nearest], &swivel);
        add(&v->scores->of[i], v->errors[i], error, swivel);
        taken |= 1u << nearest;
    }
    v->scores->answers += count;
    for (int k = 0; k < count; ++k) {
        if (taken >> k & 1u || (v->space.owner == SWVI_OTHER && is_solution(v, t, q[k], false)))
            continue;
        ++v->scores->surplus;
        v->scores->surplus_worst = fmax(v->scores->surplus_worst, moved_by(v, t, q[k], &swivel));
    }
}

// Of `count` postures whose hands are off by `turned` radians the one that is off least, if it is near in the wrist's middle joint; -1 if none is.
static int nearest_wrist(const verifying *v, double (*q)[SWV_TABLE_MAX_INPUTS], const double *turned, int count,
                         const double *exact)
{
    const int middle = v->space.n + 1;
    int       nearest = -1;
    for (int k = 0; k < count; ++k) {
        const bool is_near = apart(q[k] + middle, exact + middle, 1) < NEAR && turned[k] < NEAR;
        if (is_near && (nearest < 0 || turned[k] < turned[nearest]))
            nearest = k;
    }
    return nearest;
}

// What the table of an orientation gives for a target, with the closed form's joints before the wrist: one branch of the position at a time, and in
// it both of the wrist.
static void try_orientation(verifying *v, const swv_table *table, const trial *t)
{
    const int n = v->space.n, positions = v->positions;
    for (int p = 0; p < positions; ++p) {
        double   wrist[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
        double   q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_INPUTS], turned[SWV_TABLE_MAX_BRANCHES], target[ALL];
        int      count = 0;
        unsigned taken = 0;
        if (!t->is_there[p])
            continue;
        memcpy(target, t->q[p], sizeof(double) * (size_t)n);
        memcpy(target + n, t->w + n, 3 * sizeof(double));
        if (!is_made(table, target))
            continue;
        (void)swv_table_solve(table, target, wrist, &count);
        for (int k = 0; k < count; ++k) {
            memcpy(q[k], t->q[p], sizeof(double) * (size_t)n);
            memcpy(q[k] + n, wrist[k], 3 * sizeof(double));
            turned[k] = turned_by(v, t, q[k]);
        }
        for (int i = p; i < v->scores->families; i += positions) {
            if (!t->is_whole[i])
                continue;
            ++v->scores->of[i].valid;
            const int k = nearest_wrist(v, q, turned, count, t->q[i]);
            if (k >= 0)
                add(&v->scores->of[i], v->errors[i], turned[k], 0.0);
            taken |= k >= 0 ? 1u << k : 0u;
        }
        v->scores->answers += count;
        for (int k = 0; k < count; ++k) {
            if (taken >> k & 1u || (v->space.owner == SWVI_OTHER && is_solution(v, t, q[k], true)))
                continue;
            ++v->scores->surplus;
            v->scores->surplus_worst = fmax(v->scores->surplus_worst, turned[k]);
        }
    }
}

// Both tables together: v takes the errors of position, `other` those of orientation.
static void try_pair(verifying *v, verifying *other, const swv_table *position, const swv_table *orientation,
                     const trial *t)
{
    double   q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS], turned[SWV_TABLE_MAX_POSTURES], swivel;
    int      count = 0;
    uint32_t taken = 0;
    (void)swv_table_solve_pair(position, orientation, t->w, q, &count);
    for (int k = 0; k < count; ++k)
        turned[k] = turned_by(v, t, q[k]);
    for (int i = 0; i < v->scores->families; ++i) {
        double near_ones[SWV_TABLE_MAX_POSTURES];
        if (!t->is_whole[i])
            continue;
        ++v->scores->of[i].valid;
        ++other->scores->of[i].valid;
        for (int k = 0; k < count; ++k)
            near_ones[k] = is_branch(v, t, q[k], t->q[i]) ? turned[k] : INFINITY;
        const int k = nearest_wrist(v, q, near_ones, count, t->q[i]);
        if (k < 0)
            continue;
        const double error = moved_by(v, t, q[k], &swivel);
        add(&v->scores->of[i], v->errors[i], error, swivel);
        add(&other->scores->of[i], other->errors[i], turned[k], 0.0);
        taken |= UINT32_C(1) << k;
    }
    v->scores->answers += count;
    other->scores->answers += count;
    for (int k = 0; k < count; ++k) {
        if (taken >> k & 1u || (v->space.owner == SWVI_OTHER && is_solution(v, t, q[k], true)))
            continue;
        ++v->scores->surplus;
        ++other->scores->surplus;
        v->scores->surplus_worst = fmax(v->scores->surplus_worst, moved_by(v, t, q[k], &swivel));
        other->scores->surplus_worst = fmax(other->scores->surplus_worst, turned[k]);
    }
}

// Whether the table is one of its model's chain, and there are targets; v->space takes its mapping.
static swv_status check(const swv_table *table, const swv_table_plan *plan, int targets, verifying *v)
{
    v->plan = plan;
    if (!swvi_space_of(table->model, plan ? plan->chain : NULL, &v->space) ||
        swv_table_check_chain(table, &v->space.given) != SWV_OK)
        return SWV_BAD_MODEL;
    v->positions = v->space.owner == SWVI_PUMA ? 4 : v->space.owner == SWVI_ARM ? 2 : 1;
    return targets < 1 ? SWV_BAD_COUNT : SWV_OK;
}

// Branches with the wrist's, of which a chain without closed form has the one that is known.
static int with_wrist(const verifying *v)
{
    return v->space.owner == SWVI_OTHER ? 1 : 2 * v->positions;
}

swv_status swv_table_verify(const swv_table *table, const swv_table_plan *plan, int targets, uint64_t seed,
                            swv_table_scores *scores)
{
    if (!table || !scores)
        return SWV_NULL;
    verifying        v = { 0 };
    const bool       is_wrist = table->space == SWV_TABLE_ORIENTATION;
    const swv_status status = check(table, plan, targets, &v);
    if (status != SWV_OK)
        return status;
    if (!begin(&v, targets, is_wrist ? with_wrist(&v) : v.positions, scores))
        return SWV_BAD_COUNT;
    for (int k = 0; k < targets; ++k) {
        trial t;
        draw(&v, &seed, &t);
        (is_wrist ? try_orientation : try_position)(&v, table, &t);
    }
    end(&v);
    return SWV_OK;
}

swv_status swv_table_verify_pair(const swv_table *position, const swv_table *orientation, const swv_table_plan *plan,
                                 int targets, uint64_t seed, swv_table_scores *position_scores,
                                 swv_table_scores *orientation_scores)
{
    if (!position || !orientation || !position_scores || !orientation_scores)
        return SWV_NULL;
    verifying  v = { 0 }, other = { 0 };
    swv_status status = check(position, plan, targets, &v);
    status = status == SWV_OK ? check(orientation, plan, targets, &other) : status;
    if (status != SWV_OK)
        return status;
    const int  families = with_wrist(&v);
    const bool has_first = begin(&v, targets, families, position_scores);
    const bool has_both = begin(&other, targets, families, orientation_scores) && has_first;
    for (int k = 0; has_both && k < targets; ++k) {
        trial t;
        draw(&v, &seed, &t);
        try_pair(&v, &other, position, orientation, &t);
    }
    end(&v);
    end(&other);
    return has_both ? SWV_OK : SWV_BAD_COUNT;
}
