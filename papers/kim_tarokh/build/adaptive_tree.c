// SPDX-License-Identifier: MIT
//
// A cell of an adaptive table.
//
// (1) branches  seeds of the cell are of one branch if following it from one leads to the other, whole turns of a joint apart. So
//               branches are told apart by continuity
// (2) samples   each branch is followed to inputs in the cell: some for the fit, dense near the faces, where polynomials of least
//               squares are worst, and some that are uniform, for the check. Those more than BEYOND outside the limits are left
//               out
// (3) fit       cubic polynomials by least squares. An angle that a singularity leaves free is wrong together with those that make up
//               for it: all outputs have the same samples and terms, so a smooth sum of angles stays right
// (4) check     the wrist's error, and rotations as errors of 0.15 m, at all samples inside the limits or just outside
// (5) split     if that is more than the tolerance, the cell is halved along the input whose cubic terms are largest, and its samples are the
//               seeds of the halves
//
// Inputs x, postures and units are those of adaptive_space.h; inputs are `local` from -1 to 1 in their cell. Outputs are those
// of adaptive_internal.h.
#include "kim_tarokh/build/adaptive_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/random.h"
#include "math/linalg.h"
#include "swivel/trig.h"
#include "kim_tarokh/adaptive_internal.h"

// Samples of a branch for the fit and for the check, seeds of a cell. Chosen.
enum { MAX_BRANCHES = SWV_ADAPTIVE_MAX_BRANCHES, FIT = 64, CHECK = 40, MAX_SEEDS = 240 };
// Radians outside the limits: samples up to BEYOND still help a fit; errors count up to COUNTING, from where answers are brought to the limits.
// Chosen.
#define BEYOND   0.2
#define COUNTING 0.02
#define LEVER \
    0.15  // metres: about the length of a hand, which a wrong rotation moves. Chosen, as swv_adaptive_plan says

typedef struct sample {
    double       x[3];  ///< local, -1 to 1
    swvi_posture posture;
    double       out[SWVI_ADAPTIVE_OUTPUTS];
    bool         counts;  ///< no further than COUNTING outside the limits
} sample;

typedef struct branch {
    double sign;         ///< of the Jacobian's determinant
    int    count, lost;  ///< samples, and targets the branch could not be followed to
    sample samples[FIT + CHECK + 1];
    float  record[SWVI_ADAPTIVE_HEAD + SWVI_ADAPTIVE_OUTPUTS * SWVI_ADAPTIVE_MAX_TERMS];
    int    terms;  ///< as many as the samples allow
    double error;  ///< metres, of (4)
} branch;

typedef struct cell {
    double    lower[3], side[3];  ///< as inputs
    int       depth;
    uint64_t  random;
    int       branch_count;
    branch    branches[MAX_BRANCHES];
    int       seed_count;
    swvi_seed seeds[MAX_SEEDS];
} cell;

static void global_of(const cell *c, int inputs, const double *local, double *x)
{
    for (int i = 0; i < inputs; ++i)
        x[i] = c->lower[i] + 0.5 * c->side[i] * (local[i] + 1.0);
}

static void local_of(const cell *c, int inputs, const double *x, double *local)
{
    for (int i = 0; i < inputs; ++i)
        local[i] = 2.0 * (x[i] - c->lower[i]) / c->side[i] - 1.0;
}

// ---- (1) ----

// (1) Whether a seed is of a branch, whose first sample has the inputs `home`: followed from there to the seed, or back.
static bool is_of(const swvi_polar *p, const branch *b, const double *home, const swvi_seed *s)
{
    const swvi_posture *first = &b->samples[0].posture;
    swvi_posture        reached;
    return (swvi_polar_follow(p, first, s->x, b->sign, &reached) && swvi_polar_is_same(p, &reached, &s->posture)) ||
           (swvi_polar_follow(p, &s->posture, home, b->sign, &reached) && swvi_polar_is_same(p, &reached, first));
}

// The seed nearest to the middle comes first: from there a branch is followed best.
static void put_middle_first(const swvi_polar *p, cell *c)
{
    int    best = 0;
    double least = INFINITY;
    for (int k = 0; k < c->seed_count; ++k) {
        double local[3] = { 0.0 };
        local_of(c, p->inputs, c->seeds[k].x, local);
        const double distance = local[0] * local[0] + local[1] * local[1] + local[2] * local[2];
        best = distance < least ? k : best;
        least = fmin(least, distance);
    }
    const swvi_seed first = c->seeds[0];
    c->seeds[0] = c->seeds[best];
    c->seeds[best] = first;
}

// (1) The branches of a cell among its seeds. With a ball joint at most 4, as each has two ways of either gimbal: 16 solutions.
static void classify(const swvi_polar *p, cell *c)
{
    double home[MAX_BRANCHES][3];
    put_middle_first(p, c);
    for (int k = 0; k < c->seed_count; ++k) {
        const swvi_seed *s = &c->seeds[k];
        const double     sign = swvi_polar_sign(p, &s->posture, s->x);
        bool             is_known = sign == 0.0;
        for (int i = 0; i < c->branch_count && !is_known; ++i)
            is_known = c->branches[i].sign == sign && is_of(p, &c->branches[i], home[i], s);
        if (is_known || c->branch_count == (p->has_ball ? 4 : MAX_BRANCHES))
            continue;
        memcpy(home[c->branch_count], s->x, sizeof home[0]);
        branch *new = &c->branches[c->branch_count++];
        new->sign = sign;
        new->count = 1;
        local_of(c, p->inputs, s->x, new->samples[0].x);
        new->samples[0].posture = s->posture;
    }
}

// ---- (2) ----

// (2) The model's outputs of a sample's posture. A quaternion has either sign: that which is nearer to the branch's first sample's is taken.
static void finish_sample(const swvi_polar *p, const branch *b, sample *s)
{
    swv_vec3 wrist;
    swv_quat turn;
    if (p->has_ball) {
        s->out[0] = s->posture.elbow;
        swv_sincos(0.5 * s->posture.elbow, &s->out[2], &s->out[1]);
        turn = s->posture.upper_arm;
    } else {
        memcpy(s->out, s->posture.angles, sizeof s->posture.angles);
        swvi_polar_forward(p, &s->posture, &wrist, &turn);
    }
    turn = swv_quat_mul(turn, p->outward);
    const double *f = b->samples[0].out + 4;
    const double  same = s == b->samples ? 1.0 : f[0] * turn.x + f[1] * turn.y + f[2] * turn.z + f[3] * turn.w;
    const double  sign = same < 0.0 ? -1.0 : 1.0;
    s->out[4] = sign * turn.x;
    s->out[5] = sign * turn.y;
    s->out[6] = sign * turn.z;
    s->out[7] = sign * turn.w;
    s->counts = swvi_polar_is_inside(p, &s->posture, COUNTING);
}

// (2) The sample of a branch nearest to the local inputs x: it is followed from there.
static const sample *nearest_sample(const branch *b, int inputs, const double *x)
{
    const sample *best = &b->samples[0];
    double        least = INFINITY;
    for (int k = 0; k < b->count; ++k) {
        double distance = 0.0;
        for (int i = 0; i < inputs; ++i)
            distance += (x[i] - b->samples[k].x[i]) * (x[i] - b->samples[k].x[i]);
        if (distance < least)
            best = &b->samples[k];
        least = fmin(least, distance);
    }
    return best;
}

// (2) Samples of a branch: FIT + CHECK, or as many as three times as many tries give. The first tries are the cell's corners (0.98: a little inside),
// then every other is denser near the faces, every other uniform. Where little of the cell is inside the limits, the last are nearer to the branch's
// first posture: half as far, then a tenth. All chosen.
static void collect(const swvi_polar *p, cell *c, branch *b)
{
    const int wanted = FIT + CHECK;
    finish_sample(p, b, &b->samples[0]);
    for (int t = 0; t < 3 * wanted && b->count < wanted; ++t) {
        const double shrink = t < 2 * wanted ? 1.0 : t < 5 * wanted / 2 ? 0.5 : 0.1;
        sample      *s = &b->samples[b->count];
        double       x[3];
        for (int i = 0; i < p->inputs; ++i) {
            const double u = swv_random_between(&c->random, -1.0, 1.0);
            // 1.5 u - 0.5 u^3 is steepest in the middle and flat at the faces: two thirds as dense as uniform there, the denser the nearer to a face
            const double corner = t >> i & 1 ? 0.98 : -0.98;
            const double local = t < 1 << p->inputs ? corner : t % 2 ? u : 1.5 * u - 0.5 * u * u * u;
            s->x[i] = b->samples[0].x[i] + shrink * (local - b->samples[0].x[i]);
        }
        global_of(c, p->inputs, s->x, x);
        const bool is_reached =
            swvi_polar_follow(p, &nearest_sample(b, p->inputs, s->x)->posture, x, b->sign, &s->posture);
        b->lost += !is_reached;
        if (!is_reached || !swvi_polar_is_inside(p, &s->posture, BEYOND))
            continue;
        finish_sample(p, b, s);
        ++b->count;
    }
}

// ---- (3) ----

// Terms of the polynomial of degree 0 to 3 that has about half as many as there are samples, or fewer: 20 and 10 for a cubic of 3 or 2 inputs, 10 and
// 6 for a quadratic, 4 and 3 for a linear one. Chosen.
static int terms_for(int inputs, int samples)
{
    const int degree = samples >= 2 * swvi_adaptive_terms(inputs) ? 3 : samples >= 12 * inputs - 12 ? 2 : samples >= 6;
    const int of_3[4] = { 1, 4, 10, 20 }, of_2[4] = { 1, 3, 6, 10 };
    return inputs == 3 ? of_3[degree] : of_2[degree];
}

// (3) Whether sample k is for the fit: the first four, and of the others FIT in all, evenly among them; the rest only checks.
static bool is_for_fit(const branch *b, int k)
{
    return k < 4 || b->count < FIT || k * FIT / b->count != (k - 1) * FIT / b->count;
}

// (3) Products of up to three local inputs x, in the order of swvi_adaptive_evaluate.
static void terms_of(int inputs, const double *x, double *terms)
{
    int k = 0;
    terms[k++] = 1.0;
    for (int i = 0; i < inputs; ++i)
        terms[k++] = x[i];
    for (int i = 0; i < inputs; ++i)
        for (int j = i; j < inputs; ++j)
            terms[k++] = x[i] * x[j];
    for (int i = 0; i < inputs; ++i)
        for (int j = i; j < inputs; ++j)
            for (int l = j; l < inputs; ++l)
                terms[k++] = x[i] * x[j] * x[l];
}

// (3) The coefficients of all outputs, into the branch's record.
static void fit(const swvi_polar *p, branch *b)
{
    enum { M = SWVI_ADAPTIVE_MAX_TERMS, OUT = SWVI_ADAPTIVE_OUTPUTS };
    double matrix[M * M] = { 0.0 }, right[OUT][M] = { { 0.0 } };
    int    used = 0;
    for (int k = 0; k < b->count; ++k)
        used += is_for_fit(b, k);
    const int terms = b->terms = terms_for(p->inputs, used);
    for (int k = 0; k < b->count; ++k) {
        const sample *s = &b->samples[k];
        double        term[M] = { 0.0 };
        if (!is_for_fit(b, k))
            continue;
        terms_of(p->inputs, s->x, term);
        for (int i = 0; i < terms; ++i) {
            for (int j = 0; j < terms; ++j)
                matrix[i * terms + j] += term[i] * term[j];
            for (int j = 0; j < OUT; ++j)
                right[j][i] += term[i] * s->out[j];
        }
    }
    for (int i = 0; i < terms; ++i)
        // Terms are at most 1, so 1e-11 of the samples' number keeps pivots above rounding where samples tell nothing of a term. Chosen.
        matrix[i * terms + i] += 1e-11 * used;
    memset(b->record, 0, sizeof b->record);
    if (swvi_cholesky_factor(matrix, terms) != SWV_OK)
        return;
    for (int j = 0; j < OUT; ++j) {
        (void)swvi_cholesky_solve(matrix, terms, right[j]);
        for (int i = 0; i < terms; ++i)
            b->record[SWVI_ADAPTIVE_HEAD + OUT * i + j] = (float)right[j][i];
    }
}

// ---- (4) ----

// The posture that a lookup takes from the outputs, and the forearm's rotation that it takes the wrist from.
static void posture_of(const swvi_polar *p, const float *out, swvi_posture *posture, swv_quat *forearm)
{
    const swv_quat turn = swv_quat_normalize((swv_quat){ out[4], out[5], out[6], out[7] });
    const swv_quat back = swv_quat_mul(turn, swv_quat_conjugate(p->outward));
    const swv_quat bend =
        swv_quat_normalize((swv_quat){ out[2] * p->axis.x, out[2] * p->axis.y, out[2] * p->axis.z, out[1] });
    if (p->has_ball)
        *posture = (swvi_posture){ .upper_arm = back, .elbow = out[0] };
    else
        *posture = (swvi_posture){ .angles = { out[0], out[1], out[2] } };
    *forearm = p->has_ball ? swv_quat_mul(back, bend) : back;
}

// (4) The head of a branch's record, and its error.
static void check(const swvi_polar *p, const cell *c, branch *b)
{
    double position = 0.0, rotation = 0.0, angle = 0.0, lowest = INFINITY, highest = -INFINITY;
    for (int k = 0; k < b->count; ++k) {
        const sample *s = &b->samples[k];
        const float   x[3] = { (float)s->x[0], (float)s->x[1], (float)s->x[2] };
        float         out[SWVI_ADAPTIVE_OUTPUTS];
        double        at[3] = { 0.0 }, w[SWVI_N];
        swvi_posture  posture;
        swv_vec3      wrist;
        swv_quat      model, forearm, exact;
        if (!s->counts)
            continue;
        swvi_adaptive_evaluate(p->inputs, b->record, x, out);
        for (int i = 0; i < (p->has_ball ? 1 : 3); ++i)
            angle = fmax(angle, fabs((double)out[i] - s->out[i]));
        lowest = fmin(lowest, s->out[0]);
        highest = fmax(highest, s->out[0]);
        global_of(c, p->inputs, s->x, at);
        swvi_polar_target(p, at, w);
        posture_of(p, out, &posture, &model);
        swvi_polar_forward(p, &s->posture, &wrist, &exact);
        swvi_polar_forward(p, &posture, &wrist, &forearm);
        position = fmax(position, swv_vec3_length(swv_vec3_sub(wrist, (swv_vec3){ w[0], w[1], w[2] })));
        rotation = fmax(rotation, swv_quat_angle_between(model, forearm));
        rotation = fmax(rotation, swv_quat_angle_between(exact, forearm));
    }
    // Twice what the samples show, as they are some of all targets, and the roundings of floats: metres, radians.
    b->record[0] = (float)(2.0 * position + 1e-6);
    b->record[1] = (float)(2.0 * rotation + 2e-6);
    // What a rotation is off, the angles of its gimbal are too. 1e-6 rad for the roundings of floats; at most 0.3, as a worse model's answers outside
    // the limits are no solutions. Chosen.
    b->record[2] = (float)fmin(fmax(angle, p->has_ball ? rotation : 0.0) + 1e-6, 0.3);
    b->record[3] = highest >= lowest ? (float)(0.5 * (lowest + highest)) : 0.0f;
    // Half the width, and half of that beyond either end, the model's error and 0.01 rad. Chosen.
    b->record[4] = highest >= lowest ? (float)(0.75 * (highest - lowest) + angle + 0.01) : 0.0f;
    // A branch that was lost on the way to more than a quarter as many targets as it has samples is not known well enough to say. Chosen.
    b->error = 4 * b->lost > b->count ? INFINITY : fmax(position, LEVER * rotation);
}

// Whether any sample of a branch counts; without, no target of the cell wants it.
static bool is_needed(const branch *b)
{
    bool counts = false;
    for (int k = 0; k < b->count; ++k)
        counts = counts || b->samples[k].counts;
    return counts;
}

// ---- (5) ----

// (5) The input to halve along, 0 to 2: that whose cubic terms are largest, summed over outputs and branches that have any. These terms begin at 10
// of 20, or at 6 of 10. Without any the inputs take turns, by depth.
static int axis_to_halve(const swvi_polar *p, const cell *c)
{
    double weight[3] = { 0.0, 0.0, 0.0 };
    for (int k = 0; k < c->branch_count; ++k) {
        const branch *b = &c->branches[k];
        if (b->terms < swvi_adaptive_terms(p->inputs))
            continue;
        int term = p->inputs == 3 ? 10 : 6;
        for (int i = 0; i < p->inputs; ++i)
            for (int j = i; j < p->inputs; ++j)
                for (int l = j; l < p->inputs; ++l, ++term) {
                    double size = 0.0;
                    for (int o = 0; o < SWVI_ADAPTIVE_OUTPUTS; ++o)
                        size += fabs((double)b->record[SWVI_ADAPTIVE_HEAD + SWVI_ADAPTIVE_OUTPUTS * term + o]);
                    weight[i] += size;
                    weight[j] += size;
                    weight[l] += size;
                }
    }
    int axis = c->depth % p->inputs;
    for (int i = 0; i < 3; ++i)
        // So do inputs within a hundredth of each other. Chosen.
        axis = weight[i] > 1.01 * weight[axis] ? i : axis;
    return axis;
}

// Memory for `count` things of `size` bytes, of which there was room for *room: twice as many and 16, so that it is seldom moved. False: none.
static bool room_for(void **memory, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return true;
    const size_t wanted = 2 * count + 16;
    void        *more = realloc(*memory, wanted * size);
    if (!more)
        return false;
    *memory = more;
    *room = wanted;
    return true;
}

// So many nodes, leaves and branches more. Their memory's pointers may change.
static bool enlarge(swvi_tree *t, const swvi_polar *p, uint32_t nodes, uint32_t leaves, uint32_t branches)
{
    const size_t record = sizeof(float) * (size_t)swvi_adaptive_record_floats(p->inputs);
    void        *memory[3] = { t->nodes, t->first, t->records };
    const bool   has_room = room_for(&memory[0], &t->node_room, (size_t)t->node_count + nodes, sizeof *t->nodes) &&
                          room_for(&memory[1], &t->leaf_room, (size_t)t->leaf_count + leaves, sizeof *t->first) &&
                          room_for(&memory[2], &t->branch_room, (size_t)t->branch_count + branches, record);
    t->nodes = memory[0];
    t->first = memory[1];
    t->records = memory[2];
    t->is_out_of_memory = t->is_out_of_memory || !has_room;
    return has_room;
}

// Node number `node` becomes a leaf with those branches of the cell that are needed.
static void add_leaf(const swvi_polar *p, const cell *c, uint32_t node, swvi_tree *t)
{
    const size_t floats = (size_t)swvi_adaptive_record_floats(p->inputs);
    if (!enlarge(t, p, 0, 1, (uint32_t)c->branch_count))
        return;
    t->nodes[node] = SWVI_ADAPTIVE_LEAF | t->leaf_count;
    t->first[t->leaf_count++] = t->branch_count;
    for (int k = 0; k < c->branch_count; ++k) {
        if (is_needed(&c->branches[k]))
            memcpy(t->records + t->branch_count++ * floats, c->branches[k].record, floats * sizeof(float));
    }
}

// x: inputs of the posture, of the whole table. Kept if they lie in the cell.
static void add_seed(const swvi_polar *p, const double *x, const swvi_posture *posture, cell *to)
{
    double local[3] = { 0.0 };
    bool   is_in = to->seed_count < MAX_SEEDS;
    local_of(to, p->inputs, x, local);
    for (int i = 0; i < p->inputs; ++i)
        is_in = is_in && fabs(local[i]) <= 1.0;
    if (!is_in)
        return;
    swvi_seed *s = &to->seeds[to->seed_count++];
    memcpy(s->x, x, sizeof s->x);
    s->posture = *posture;
}

// All samples and seeds of a cell that lie in its half become the half's seeds.
static void pass_seeds(const swvi_polar *p, const cell *from, cell *to)
{
    for (int k = 0; k < from->branch_count; ++k) {
        const branch *b = &from->branches[k];
        for (int i = 0; i < b->count; ++i) {
            double x[3] = { 0.0 };
            global_of(from, p->inputs, b->samples[i].x, x);
            add_seed(p, x, &b->samples[i].posture, to);
        }
    }
    for (int i = 0; i < from->seed_count; ++i)
        add_seed(p, from->seeds[i].x, &from->seeds[i].posture, to);
}

// (1) to (5) of a cell, whose node has the number `node`: a leaf, or two halves, which grow in turn. A node of the file has its input in the two top
// bits.
static void grow(const swvi_tree_plan *plan, cell *c, uint32_t node, swvi_tree *t)
{
    const swvi_polar *p = plan->polar;
    double            worst = 0.0;
    classify(p, c);
    for (int k = 0; k < c->branch_count; ++k) {
        collect(p, c, &c->branches[k]);
        fit(p, &c->branches[k]);
        check(p, c, &c->branches[k]);
        worst = fmax(worst, c->branches[k].error);
    }
    if (worst <= plan->tolerance || c->depth == plan->depth) {
        add_leaf(p, c, node, t);
        return;
    }
    cell *half = enlarge(t, p, 2, 0, 0) ? calloc(1, sizeof *half) : NULL;
    if (!half) {
        t->is_out_of_memory = true;
        return;
    }
    const int      axis = axis_to_halve(p, c);
    const uint32_t children = t->node_count;
    t->nodes[node] = (uint32_t)axis << 30 | children;
    t->node_count += 2;
    for (uint32_t k = 0; k < 2 && !t->is_out_of_memory; ++k) {
        memset(half, 0, sizeof *half);
        memcpy(half->lower, c->lower, sizeof half->lower);
        memcpy(half->side, c->side, sizeof half->side);
        half->side[axis] *= 0.5;
        half->lower[axis] += k * half->side[axis];
        half->depth = c->depth + 1;
        half->random = swv_random_for(c->random, 21, k);
        pass_seeds(p, c, half);
        grow(plan, half, children + k, t);
    }
    free(half);
}

void swvi_tree_grow(const swvi_tree_plan *plan, const double *lower, const double *side, const swvi_seed *seeds,
                    int count, uint64_t random, swvi_tree *tree)
{
    memset(tree, 0, sizeof *tree);
    cell *c = enlarge(tree, plan->polar, 1, 0, 0) ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        tree->is_out_of_memory = true;
        return;
    }
    memcpy(c->lower, lower, sizeof c->lower);
    memcpy(c->side, side, sizeof c->side);
    c->random = random;
    for (int i = 0; i < count; ++i)
        add_seed(plan->polar, seeds[i].x, &seeds[i].posture, c);
    tree->node_count = 1;
    grow(plan, c, 0, tree);
    free(c);
}

void swvi_tree_free(swvi_tree *tree)
{
    free(tree->nodes);
    free(tree->first);
    free(tree->records);
    memset(tree, 0, sizeof *tree);
}
