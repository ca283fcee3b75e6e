// SPDX-License-Identifier: MIT
//
// Making an adaptive table. Random postures, drawn in batches, are sorted by the cell of the roots' grid they fall into; each root grows its tree
// (adaptive_tree.c) with random numbers of its own, and the trees are put one after the other: so the table is the same whatever the
// number of threads. Postures are radians; inputs and cells as in adaptive_space.h.
#include "swivel_papers/adaptive_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "kim_tarokh/build/adaptive_space.h"
#include "kim_tarokh/build/adaptive_tree.h"
#include "kim_tarokh/build/adaptive_gimbal.h"
#include "io/parallel.h"
#include "swivel_io/random.h"
#include "kim_tarokh/adaptive_internal.h"

enum { BATCH = 256, PER_ROOT = 192 };  // postures a piece of work, and drawn on average for a cell of the grid; chosen

typedef struct build {
    swv_adaptive_plan plan;
    swvi_polar        polar;
    swvi_gimbal       gimbals[2];  ///< ball and wrist
    swv_quat          hand;        ///< of the table
    int               divisions[3];
    double            side[3];  ///< of a cell of the grid, as inputs
    uint32_t          roots;
    size_t            drawn;            ///< how many postures
    swvi_seed        *seeds, *sorted;   ///< as drawn, and by root
    uint32_t         *root_of, *first;  ///< of each seed its root; of each root its first in `sorted`
    swvi_tree        *trees;            ///< one for each root
    double            done, share;      ///< of the time: what earlier passes were, what this one is, 0 to 1
} build;

// ---- postures ----

// The cell of the grid that inputs x lie in; b->roots outside.
static uint32_t root_at(const build *b, const double *x)
{
    uint32_t address = 0;
    for (int i = 0; i < b->polar.inputs; ++i) {
        const double along = (x[i] - b->polar.lower[i]) / b->side[i];
        if (!(along >= 0.0 && along <= b->divisions[i]))
            return b->roots;
        const int k = along < b->divisions[i] ? (int)along : b->divisions[i] - 1;
        address = address * (uint32_t)b->divisions[i] + (uint32_t)k;
    }
    return address;
}

// Batch number `batch` of postures, uniform in the limits, and the root of each. The first joint stays at 0: inputs do not know it. data: the build.
static void draw(void *data, size_t batch)
{
    build            *b = data;
    const swvi_space *s = &b->polar.space;
    uint64_t          random = swv_random_for(b->plan.seed, 1, batch);
    for (size_t k = batch * BATCH; k < (batch + 1) * BATCH; ++k) {
        double q[SWVI_N] = { 0.0 };
        for (int i = 1; i < s->n; ++i)
            q[i] = swv_random_between(&random, s->joint_lower[i], s->joint_upper[i]);
        const bool is_reached = swvi_polar_inputs(&b->polar, q, b->seeds[k].x, &b->seeds[k].posture);
        b->root_of[k] = is_reached ? root_at(b, b->seeds[k].x) : b->roots;
    }
}

// `sorted` takes the seeds, those of root c from first[c] to first[c + 1] - 1; last those of no root.
static void sort_by_root(build *b)
{
    memset(b->first, 0, sizeof *b->first * (b->roots + 2));
    for (size_t k = 0; k < b->drawn; ++k)
        ++b->first[b->root_of[k] + 1];
    for (uint32_t c = 0; c <= b->roots; ++c)
        b->first[c + 1] += b->first[c];
    for (size_t k = 0; k < b->drawn; ++k)
        b->sorted[b->first[b->root_of[k]]++] = b->seeds[k];
    for (uint32_t c = b->roots + 1; c > 0; --c)
        b->first[c] = b->first[c - 1];
    b->first[0] = 0;
}

// The tree of root number `root`, whose cell's lower corner is found from its address. data: the build.
static void grow_root(void *data, size_t root)
{
    build               *b = data;
    const swvi_tree_plan plan = { &b->polar, b->plan.tolerance, b->plan.depth };
    double               lower[3] = { 0.0 };
    size_t               rest = root;
    for (int i = b->polar.inputs - 1; i >= 0; --i) {
        lower[i] = b->polar.lower[i] + b->side[i] * (double)(rest % (size_t)b->divisions[i]);
        rest /= (size_t)b->divisions[i];
    }
    swvi_tree_grow(&plan, lower, b->side, b->sorted + b->first[root], (int)(b->first[root + 1] - b->first[root]),
                   swv_random_for(b->plan.seed, 2, root), &b->trees[root]);
}

// ---- the file ----

static void set_quaternion(swv_quat q, double *to)
{
    to[0] = q.x;
    to[1] = q.y;
    to[2] = q.z;
    to[3] = q.w;
}

// All of the header but the file's size and checksum.
static void set_header(const build *b, swvi_adaptive_header *h)
{
    const swv_chain *chain = &b->polar.space.chain;
    memset(h, 0, sizeof *h);
    memcpy(h->magic, SWVI_ADAPTIVE_MAGIC, sizeof h->magic);
    h->version = SWVI_ADAPTIVE_VERSION;
    h->byte_order = SWVI_ADAPTIVE_BYTE_ORDER;
    h->chain_hash = swvi_chain_hash(&b->polar.space.given);
    swvi_frame_write(b->polar.space.world, b->polar.space.wrist, h->frame);
    strncpy(h->model, b->plan.model, sizeof h->model - 1);
    h->seed = b->plan.seed;
    h->joints = (uint32_t)chain->joint_count;
    h->placing = (uint32_t)b->polar.space.n;
    h->tolerance = b->plan.tolerance;
    h->farthest = b->polar.farthest;
    h->nearest_axis = b->polar.nearest_axis;
    set_quaternion(b->polar.elbow_turn[0], h->elbow[0]);
    set_quaternion(b->polar.elbow_turn[1], h->elbow[1]);
    set_quaternion(b->hand, h->hand);
    for (int i = 0; i < 3; ++i) {
        h->divisions[i] = (uint32_t)b->divisions[i];
        h->lower[i] = b->polar.lower[i];
        h->cell[i] = b->side[i];
    }
    for (int i = 0; i < chain->joint_count; ++i) {
        h->joint_lower[i] = chain->joints[i].lower;
        h->joint_upper[i] = chain->joints[i].upper;
    }
    for (uint32_t r = 0; r < b->roots; ++r) {
        h->nodes += b->trees[r].node_count;
        h->leaves += b->trees[r].leaf_count;
        h->branches += b->trees[r].branch_count;
    }
}

// A node of a tree, in the file: roots come first, then the rest of each tree.
static uint32_t node_in_file(uint32_t node, uint32_t rest, uint32_t leaves)
{
    return node >= SWVI_ADAPTIVE_LEAF ? node + leaves : node + rest - 1;
}

// Copies `size` bytes to `at`; returns where they end.
static unsigned char *append(unsigned char *at, const void *data, size_t size)
{
    if (size > 0)
        memcpy(at, data, size);
    return at + size;
}

// The file, laid out as in adaptive_internal.h, and its size in bytes; NULL: no memory.
static unsigned char *assemble(const build *b, size_t *size)
{
    const size_t         record = sizeof(float) * (size_t)swvi_adaptive_record_floats(b->polar.inputs);
    swvi_adaptive_header h;
    set_header(b, &h);
    *size = sizeof h + sizeof(uint32_t) * ((size_t)h.nodes + h.leaves + 1) + h.branches * record +
            (b->polar.has_ball ? 2 : 1) * sizeof b->gimbals[0].records;
    unsigned char *bytes = calloc(*size, 1);
    if (!bytes)
        return NULL;
    uint32_t *nodes = (uint32_t *)(void *)(bytes + sizeof h), *first = nodes + h.nodes;
    uint32_t  rest = b->roots, leaves = 0, branches = 0;
    for (uint32_t r = 0; r < b->roots; ++r) {
        const swvi_tree *t = &b->trees[r];
        nodes[r] = node_in_file(t->nodes[0], rest, leaves);
        for (uint32_t i = 1; i < t->node_count; ++i)
            nodes[rest + i - 1] = node_in_file(t->nodes[i], rest, leaves);
        for (uint32_t i = 0; i < t->leaf_count; ++i)
            first[leaves + i] = t->first[i] + branches;
        rest += t->node_count - 1;
        leaves += t->leaf_count;
        branches += t->branch_count;
    }
    first[leaves] = branches;
    unsigned char *at = (unsigned char *)(first + leaves + 1);
    for (uint32_t r = 0; r < b->roots; ++r)
        at = append(at, b->trees[r].records, b->trees[r].branch_count * record);
    for (int i = b->polar.has_ball ? 0 : 1; i < 2; ++i)
        at = append(at, b->gimbals[i].records, sizeof b->gimbals[i].records);
    h.file_size = *size;
    memcpy(bytes, &h, sizeof h);
    h.checksum = swvi_table_checksum(bytes + SWVI_ADAPTIVE_CHECKED_FROM, *size - SWVI_ADAPTIVE_CHECKED_FROM);
    memcpy(bytes, &h, sizeof h);
    return bytes;
}

// ---- all of it ----

// `fraction` of this pass is done: false if the plan's owner wants the build to end. data: the build.
static bool tell(void *data, double fraction)
{
    build *b = data;
    return !b->plan.progress || b->plan.progress(b->plan.user, b->done + b->share * fraction);
}

// All `count` pieces of work of a pass, whose part of the whole time is `share`; false if the plan's owner ended it.
static bool pass(build *b, double share, size_t count, void (*work)(void *data, size_t i))
{
    b->share = share;
    const bool is_done = swvi_parallel(b->plan.threads, count, work, b, tell, b);
    b->done += share;
    return is_done;
}

// The gimbals, and the constant factors of rotations that they ask for: adaptive_internal.h, whose G1, G3, e and T are first, last, axis and tip
// here.
static bool make_gimbals(build *b)
{
    swvi_polar      *p = &b->polar;
    const swv_chain *chain = &p->space.chain;
    const double     none[SWV_MAX_JOINTS] = { 0.0 };
    const swv_vec3   base = { 0.0, 0.0, 0.0 };
    swv_pose         tip = SWV_IDENTITY_POSE;
    (void)swv_chain_tip(chain, none, &tip);
    if (!swvi_gimbal_make(chain, p->space.n, tip.position, &b->gimbals[1]) ||
        (p->has_ball && !swvi_gimbal_make(chain, 0, base, &b->gimbals[0])))
        return false;
    const swv_quat first = b->gimbals[1].first, last = b->gimbals[0].last,
                   axis = { p->axis.x, p->axis.y, p->axis.z, 0.0 };
    b->hand = swv_quat_conjugate(swv_quat_mul(b->gimbals[1].last, tip.rotation));
    p->outward = swv_quat_conjugate(p->has_ball ? last : first);
    p->elbow_turn[0] = swv_quat_mul(last, swv_quat_conjugate(first));
    p->elbow_turn[1] = swv_quat_mul(swv_quat_mul(last, axis), swv_quat_conjugate(first));
    return true;
}

// The plan with its defaults, its chain and the grid of roots. False if a value is out of range or the chain is not such an arm.
static bool is_plan(build *b, const swv_adaptive_plan *plan)
{
    b->plan = *plan;
    swv_adaptive_plan *p = &b->plan;
    // Defaults and ranges as in adaptive_build.h.
    p->tolerance = p->tolerance == 0.0 ? 2e-4 : p->tolerance;
    p->depth = p->depth == 0 ? 10 : p->depth;
    p->threads = p->threads == 0 ? 1 : p->threads;
    if (!p->model || !(p->tolerance >= 1e-6 && p->tolerance <= 0.1) || p->depth < 1 || p->depth > 24 ||
        p->threads < 1 || p->threads > 64)
        return false;
    if (!swvi_polar_of(p->model, p->chain, p->seed, &b->polar) || !make_gimbals(b))
        return false;
    // Cells of the grid along each input, before any is halved. Chosen.
    const int divisions[2][3] = { { 8, 16, 1 }, { 8, 8, 8 } };
    memcpy(b->divisions, divisions[b->polar.inputs == 3], sizeof b->divisions);
    b->roots = 1;
    for (int i = 0; i < 3; ++i) {
        b->side[i] = (b->polar.upper[i] - b->polar.lower[i]) / b->divisions[i];
        b->roots *= (uint32_t)b->divisions[i];
    }
    return true;
}

// Both passes, and the file from all trees. Numbers of nodes and branches that do not fit into the file's 30 bits count as no memory.
static swv_table_result run(build *b, unsigned char **bytes, size_t *size)
{
    // Shares of the time, which the plan's owner is told how much is done by; they add up to 1. Chosen: results do not depend on them.
    if (!pass(b, 0.02, b->drawn / BATCH, draw))
        return SWV_TABLE_STOPPED;
    sort_by_root(b);
    if (!pass(b, 0.98, b->roots, grow_root))
        return SWV_TABLE_STOPPED;
    uint64_t nodes = 0, branches = 0;
    bool     has_memory = true;
    for (uint32_t r = 0; r < b->roots; ++r) {
        has_memory = has_memory && !b->trees[r].is_out_of_memory;
        nodes += b->trees[r].node_count;
        branches += b->trees[r].branch_count;
    }
    swv_adaptive   table;
    const bool     is_small = nodes < SWVI_ADAPTIVE_INDEX && branches < SWVI_ADAPTIVE_INDEX;
    unsigned char *made = has_memory && is_small ? assemble(b, size) : NULL;
    if (made && swv_adaptive_open(made, *size, &table, NULL) == SWV_OK) {
        *bytes = made;
        return SWV_TABLE_DONE;
    }
    free(made);
    return SWV_TABLE_NO_MEMORY;
}

swv_table_result swv_adaptive_build(const swv_adaptive_plan *plan, unsigned char **bytes, size_t *size)
{
    if (!plan || !bytes || !size)
        return SWV_TABLE_BAD_PLAN;
    build *b = calloc(1, sizeof *b);
    if (!b)
        return SWV_TABLE_NO_MEMORY;
    if (!is_plan(b, plan)) {
        free(b);
        return SWV_TABLE_BAD_PLAN;
    }
    b->drawn = (size_t)b->roots * PER_ROOT / BATCH * BATCH;
    b->seeds = calloc(b->drawn, sizeof *b->seeds);
    b->sorted = calloc(b->drawn, sizeof *b->sorted);
    b->root_of = calloc(b->drawn, sizeof *b->root_of);
    b->first = calloc((size_t)b->roots + 2, sizeof *b->first);
    b->trees = calloc(b->roots, sizeof *b->trees);
    const bool       has_memory = b->seeds && b->sorted && b->root_of && b->first && b->trees;
    swv_table_result result = has_memory ? run(b, bytes, size) : SWV_TABLE_NO_MEMORY;
    for (uint32_t r = 0; b->trees && r < b->roots; ++r)
        swvi_tree_free(&b->trees[r]);
    free(b->seeds);
    free(b->sorted);
    free(b->root_of);
    free(b->first);
    free(b->trees);
    free(b);
    return result;
}
