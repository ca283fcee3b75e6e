// SPDX-License-Identifier: MIT
// Limbs of a skeleton: three joints, by their names or by the skeleton's shape; (1) and (2) of bind.c. Inputs are as in bind_internal.h.
#include "skeleton/bind_internal.h"

// Weights of (1), against fits of names from 0 to 1. Chosen.
#define SHAPE    0.6
#define REPEATED 0.4
#define SKIPPED  0.15
// A triple whose names fit less than this in sum has no names. A rival is one not worse than the best by more than CLOSE. Chosen.
#define NAMED SWVI_BIND_NAMED
#define CLOSE 0.3
// By shape, against a ratio of bones and a share of the way, 1 each at best: for every joint before the first of the three, and for every one
// between them. Chosen.
#define LATER   0.2
#define BETWEEN 0.3

// FURTHEST: no two joints of a limb have more than this many joints between them. Chosen: it bounds the search.
enum { NONE = SWVI_BIND_NONE, LIMB = SWVI_BIND_LIMB, FURTHEST = 12 };

size_t swvi_bind_divide(int count, void *memory, swvi_survey *s)
{
    const size_t n = (size_t)count;
    size_t       used = 0;
    s->names = (swvi_bind_name *)swvi_carve(memory, &used, n, sizeof *s->names);
    s->reach = (double *)swvi_carve(memory, &used, n, sizeof *s->reach);
    s->total = (double *)swvi_carve(memory, &used, n, sizeof *s->total);
    s->extent = (double *)swvi_carve(memory, &used, n, sizeof *s->extent);
    for (int k = 0; k < LIMB; k++)
        s->best_of[k] = (double *)swvi_carve(memory, &used, n, sizeof *s->best_of[k]);
    s->side = (int *)swvi_carve(memory, &used, n, sizeof *s->side);
    s->order = (int *)swvi_carve(memory, &used, n, sizeof *s->order);
    s->below = (int *)swvi_carve(memory, &used, n, sizeof *s->below);
    for (int i = 0; i < 2; i++)
        s->ways[i] = (int *)swvi_carve(memory, &used, n, sizeof *s->ways[i]);
    s->is_used = (bool *)swvi_carve(memory, &used, n, sizeof *s->is_used);
    return used;
}

void swvi_bind_survey(const swv_skeleton *skeleton, bool ignore_names, swvi_survey *s)
{
    s->skeleton = skeleton;
    s->joints = skeleton->joints;
    s->count = skeleton->joint_count;
    bool *is_placed = s->is_used;
    memset(is_placed, 0, (size_t)s->count * sizeof *is_placed);
    for (int n = 0; n < s->count;) {
        for (int i = 0; i < s->count; i++) {
            const int parent = s->joints[i].parent;
            if (!is_placed[i] && (parent == NONE || is_placed[parent])) {
                is_placed[i] = true;
                s->order[n++] = i;
            }
        }
    }
    memset(s->is_used, 0, (size_t)s->count * sizeof *s->is_used);
    swv_vec3 low = swvi_bind_place(s, 0), high = low;
    for (int n = 0; n < s->count; n++) {
        const int      i = s->order[n], parent = s->joints[i].parent;
        const swv_vec3 p = swvi_bind_place(s, i);
        low = (swv_vec3){ swvi_smaller(low.x, p.x), swvi_smaller(low.y, p.y), swvi_smaller(low.z, p.z) };
        high = (swv_vec3){ swvi_larger(high.x, p.x), swvi_larger(high.y, p.y), swvi_larger(high.z, p.z) };
        swvi_bind_read_name(ignore_names ? NULL : s->joints[i].name, &s->names[i]);
        s->side[i] = s->names[i].side != SWVI_NO_SIDE || parent == NONE ? s->names[i].side : s->side[parent];
        s->below[i] = 1;
        s->reach[i] = s->total[i] = s->extent[i] = 0.0;
        for (int j = i, from = parent; from != NONE; j = from, from = s->joints[from].parent)
            s->extent[j] = swvi_larger(s->extent[j], swvi_bind_apart(s, i, from));
    }
    s->size = swv_vec3_length(swv_vec3_sub(high, low));
    for (int n = s->count - 1; n >= 0; n--) {
        const int i = s->order[n], parent = s->joints[i].parent;
        if (parent == NONE)
            continue;
        const double bone = swvi_bind_apart(s, i, parent);
        s->below[parent] += s->below[i];
        s->reach[parent] = swvi_larger(s->reach[parent], s->reach[i] + bone);
        s->total[parent] += s->total[i] + bone;
    }
}

// ---- limbs ----

// Shorter over longer of the bones ab and bc; -1 if one has no length.
static double ratio_of_bones(const swvi_survey *s, int a, int b, int c)
{
    const double upper = swvi_bind_apart(s, a, b), lower = swvi_bind_apart(s, b, c);
    return upper > 0.0 && lower > 0.0 ? swvi_smaller(upper, lower) / swvi_larger(upper, lower) : -1.0;
}

// In the same place as its parent: it turns nothing of its own.
static bool is_dead(const swvi_survey *s, int joint)
{
    const int parent = s->joints[joint].parent;
    return parent != NONE && swvi_bind_apart(s, joint, parent) <= 1e-3 * s->size;
}

// Whether a joint of this side has a name that fits the class at least as well.
static bool has_word(const swvi_survey *s, int joint, int kind, int side, double fit)
{
    return joint != NONE && fit > 0.0 && s->side[joint] == side && s->names[joint].fits[kind] >= fit;
}

// -2: out of the question; nothing else comes below -1.4, so callers ask for -1.5. A twist bone loses as much as the best name is worth.
double swvi_bind_fit_of(const swvi_survey *s, int joint, int kind, int side)
{
    const swvi_bind_name *name = &s->names[joint];
    if (name->is_helper || s->side[joint] != side)
        return -2.0;
    bool is_repeated =
        has_word(s, s->joints[joint].parent, kind, side, name->fits[kind]) && !is_dead(s, s->joints[joint].parent);
    for (int i = 0; name->fits[kind] > 0.0 && is_dead(s, joint) && i < s->count; i++)
        is_repeated |= s->joints[i].parent == joint && has_word(s, i, kind, side, name->fits[kind]) && !is_dead(s, i);
    return name->fits[kind] - (is_repeated ? REPEATED : 0.0) - (name->is_twist ? 1.0 : 0.0);
}

// Joints between two that count as skipped.
static int skipped(const swvi_survey *s, int from, int to)
{
    int count = 0;
    for (int j = s->joints[to].parent; j != from; j = s->joints[j].parent)
        count += !s->names[j].is_twist && swvi_bind_apart(s, j, s->joints[j].parent) > 1e-3 * s->size;
    return count;
}

// (1). first: the class of a; b and c are of the two that follow it.
swvi_bind_limb swvi_bind_limb_by_name(const swvi_survey *s, int first, int side)
{
    swvi_bind_limb best = { { NONE, NONE, NONE }, { NONE, NONE, NONE }, -1e9, 0.0 };
    double *const *best_of = s->best_of;  // the best score that each joint takes part in
    for (int k = 0; k < LIMB; k++)
        for (int i = 0; i < s->count; i++)
            best_of[k][i] = -1e9;
    for (int c = 0; c < s->count; c++) {
        const double third = swvi_bind_fit_of(s, c, first + 2, side);
        if (third < -1.5)
            continue;
        for (int b = s->joints[c].parent, up = 0; b != NONE && up < FURTHEST; b = s->joints[b].parent, up++) {
            const double second = swvi_bind_fit_of(s, b, first + 1, side);
            if (second < -1.5)
                continue;
            for (int a = s->joints[b].parent, on = 0; a != NONE && on < FURTHEST; a = s->joints[a].parent, on++) {
                const double named = swvi_bind_fit_of(s, a, first, side) + second + third;
                if (named < NAMED)
                    continue;
                const double score =
                    named + SHAPE * ratio_of_bones(s, a, b, c) - SKIPPED * (skipped(s, a, b) + skipped(s, b, c));
                best_of[0][a] = swvi_larger(best_of[0][a], score);
                best_of[1][b] = swvi_larger(best_of[1][b], score);
                best_of[2][c] = swvi_larger(best_of[2][c], score);
                if (score > best.score)
                    best = (swvi_bind_limb){ { a, b, c }, { NONE, NONE, NONE }, score, named };
            }
        }
    }
    for (int k = 0; best.joints[0] != NONE && k < LIMB; k++) {
        double rival = best.score - CLOSE;  // the least score of one
        for (int i = 0; i < s->count; i++) {
            if (i != best.joints[k] && best_of[k][i] >= rival) {
                rival = best_of[k][i];
                best.rivals[k] = i;
            }
        }
    }
    return best;
}

// Two branches of three joints or more that mirror each other; shorter than a tenth of the body they are no limbs. Chosen.
static bool is_pair(const swvi_survey *s, int a, int b)
{
    return s->below[a] == s->below[b] && s->below[a] >= LIMB && swvi_bind_are_alike(s->reach[a], s->reach[b]) &&
           swvi_bind_are_alike(s->total[a], s->total[b]) && s->reach[a] > 0.1 * s->size;
}

// The two pairs of (2) that reach furthest, neither of which is a part of the other.
int swvi_bind_find_pairs(const swvi_survey *s, swvi_bind_pair pairs[2])
{
    int count = 0;
    for (int round = 0; round < 2; round++) {
        swvi_bind_pair best = { NONE, { NONE, NONE }, 0.0 };
        for (int a = 0; a < s->count; a++) {
            for (int b = a + 1; b < s->count; b++) {
                const int    at = s->joints[a].parent;
                const double reach = s->extent[a];
                if (at == NONE || at != s->joints[b].parent || reach <= best.reach || !is_pair(s, a, b))
                    continue;
                bool is_new = true;
                for (int k = 0; k < count; k++)
                    for (int i = 0; i < 2; i++)
                        is_new &= !swvi_is_below(s->joints, a, pairs[k].branches[i]) &&
                                  !swvi_is_below(s->joints, pairs[k].branches[i], a) &&
                                  !swvi_is_below(s->joints, pairs[k].branches[i], b);
                if (is_new)
                    best = (swvi_bind_pair){ at, { a, b }, reach };
            }
        }
        if (best.at == NONE)
            break;
        pairs[count++] = best;
    }
    return count;
}

// How many branches of some length, a hundredth of the body, a joint fans out into. Three make a hand: arms and legs do not fork. Chosen.
static int fan_of(const swvi_survey *s, int joint)
{
    int count = 0;
    for (int i = 0; i < s->count; i++)
        count += s->joints[i].parent == joint && s->below[i] > 1 && s->reach[i] > 0.01 * s->size;
    return count;
}

bool swvi_bind_has_fingers(const swvi_survey *s, int branch)
{
    for (int i = 0; i < s->count; i++)
        if (swvi_is_below(s->joints, i, branch) && fan_of(s, i) >= 3)
            return true;
    return false;
}

// The longest way down a branch, to where it fans out: joints that are apart from each other.
static int way_down(const swvi_survey *s, int branch, int *way)
{
    int count = 0;
    for (int j = branch; j != NONE;) {
        if (count == 0 || swvi_bind_apart(s, j, way[count - 1]) > 1e-3 * s->size)
            way[count++] = j;
        if (fan_of(s, j) >= 3)
            break;
        int next = NONE;
        for (int i = 0; i < s->count; i++)
            if (s->joints[i].parent == j &&
                (next == NONE || s->reach[i] + swvi_bind_apart(s, i, j) > s->reach[next] + swvi_bind_apart(s, next, j)))
                next = i;
        j = next;
    }
    return count;
}

// (2): three joints along the ways down both branches of a pair, the same in both; scores are means of the two, hence 0.5. A first joint next to its
// counterpart, a twentieth of the body away at most, in the middle of the body, is no upper arm or thigh. Chosen.
void swvi_bind_limbs_by_shape(const swvi_survey *s, const swvi_bind_pair *p, swvi_bind_limb limbs[2])
{
    int *const *ways = s->ways;
    int         count = s->count;
    double      best = -1e9, lengths[2];
    for (int i = 0; i < 2; i++) {
        const int n = way_down(s, p->branches[i], ways[i]);
        count = n < count ? n : count;
        limbs[i] = (swvi_bind_limb){ { NONE, NONE, NONE }, { NONE, NONE, NONE }, 0.0, 0.0 };
    }
    for (int i = 0; i < 2; i++)
        lengths[i] = s->reach[ways[i][0]] - s->reach[ways[i][count - 1]];
    const bool ends = fan_of(s, ways[0][count - 1]) >= 3;
    const int  first = count > LIMB && swvi_bind_apart(s, ways[0][0], ways[1][0]) < 0.05 * s->size;
    for (int c = ends ? count - 1 : 2; c < count; c++) {
        for (int b = 1; b < c; b++) {
            for (int a = first; a < b; a++) {
                double score = -LATER * a - BETWEEN * (c - a - 2);
                for (int i = 0; i < 2; i++) {
                    const int   *way = ways[i];
                    const double bones = swvi_bind_apart(s, way[a], way[b]) + swvi_bind_apart(s, way[b], way[c]);
                    score += 0.5 * (ratio_of_bones(s, way[a], way[b], way[c]) +
                                    (lengths[i] > 0.0 ? bones / lengths[i] : 0.0));
                }
                if (score <= best)
                    continue;
                best = score;
                for (int i = 0; i < 2; i++)
                    limbs[i] =
                        (swvi_bind_limb){ { ways[i][a], ways[i][b], ways[i][c] }, { NONE, NONE, NONE }, score, 0.0 };
            }
        }
    }
}
