// SPDX-License-Identifier: MIT
//
// An adaptive table looked up, compiled once per instruction set: SWVI_LANES is its name.
//
// Given     the hand's pose from the chain's base (metres; z is the first joint's axis) and, for seven joints, the swivel
// Find      all joints of every solution, radians
//
// (1) reduce    the wrist's position less the angle about the first joint's axis, in inputs in which postures are smooth
//               (adaptive_internal.h)
// (2) leaf      the root's cell by its address; from there down a tree that halves a cell along one input at a time. The inputs are
//               kept local to the cell, so a node is its input's number and its children's
// (3) branches  cubic polynomials give the three placing angles and the forearm's rotation; or, with a ball joint, the elbow's angle
//               and the upper arm's rotation, whose gimbal gives the ball joint's angles, two ways
// (4) wrist     the hand as seen from the forearm is a rotation too: the wrist's gimbal, two ways
// (5) limits    an angle outside its limits by no more than the branch's slack is brought to the limit; by more, the solution is
//               left out
//
// From (3) on, branches are lanes, and both gimbals of an arm with a ball joint: neither needs the other's angles.
// Every index that is used was checked by swv_adaptive_open, so a table that opens cannot lead out of its memory.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include <math.h>
#include <stdbool.h>

#include "kim_tarokh/adaptive_lanes.h"
#include "limb/limb_kernels.h"
#include "kim_tarokh/adaptive_internal.h"

enum { LANES = SWVI_ADAPTIVE_LANES, FOUR = 4, TWO = 2 };
#define TURN 6.28318530717958647692f

// (2) The leaf's number, and x, the inputs of the whole table, made local to it, 0 to 1; false outside the grid.
SWV_INLINE bool find_leaf(const swv_adaptive *t, int inputs, double *x, uint32_t *leaf)
{
    uint32_t address = 0;
    for (int i = 0; i < inputs; ++i) {
        const double along = (x[i] - t->lower[i]) * t->per_cell[i], count = t->divisions[i];
        if (!(along >= 0.0 && along <= count))
            return false;
        const int k = along < count ? (int)along : t->divisions[i] - 1;
        address = address * (uint32_t)t->divisions[i] + (uint32_t)k;
        x[i] = along - k;
    }
    uint32_t node = t->node[address];
    while (node < SWVI_ADAPTIVE_LEAF) {
        double        *along = &x[node >> 30];
        const uint32_t is_upper = *along >= 0.5;
        *along = 2.0 * *along - is_upper;
        node = t->node[(node & SWVI_ADAPTIVE_INDEX) + is_upper];
    }
    *leaf = node & SWVI_ADAPTIVE_INDEX;
    return true;
}

/// A turn about z, of any length: its quaternion's z and w.
typedef struct axis_turn {
    double z, w;
} axis_turn;

// Of the angle about the axis: (sine, 1 + cosine) or (1 - cosine, sine), whichever is longer.
SWV_INLINE axis_turn turn_about_axis(const swvi_reduced *r)
{
    const double long_one = 1.0 + fabs(r->cosine);
    const bool   is_left = r->cosine < 0.0;
    return (axis_turn){ is_left ? long_one : r->sine, is_left ? r->sine : long_one };
}

// (3) Whether the first joint may be inside its limits, if it is no further than `width` from `angle` (radians): most branches that cannot be are
// seen by it.
SWV_INLINE bool may_be_inside(const swv_adaptive *t, double angle, double width)
{
    const double low = t->joint_lower[0] - width, high = t->joint_upper[0] + width;
    const double turned = angle + (double)TURN * ((angle < low) - (angle > high));
    return (turned >= low) & (turned <= high);
}

/// A lane is a branch. Outputs of the polynomials (adaptive_internal.h says which), rotations whose gimbals are to be opened, and of these the angles
/// about the first and the last axis (radians) and the latitude as a number of cells.
typedef struct many {
    float  out[SWVI_ADAPTIVE_OUTPUTS][LANES];
    double x[LANES], y[LANES], z[LANES], w[LANES];  ///< of the wrist's gimbals; with ball joints theirs from BALL on
    float  first[LANES], last[LANES], along[LANES];
} many;

// (3), (4) Quaternions of any length, of the four lanes that begin at `from`, to the four that begin at `to`: the turn about the axis times that of
// the polynomials (outputs 4 to 7); with a ball joint times the elbow's (1 and 2); and the hand (in the base's axes, times the table's `hand`) as
// seen from there. is_ball: of each lane, whether the ball joint is wanted instead; NULL: an arm without.
SWV_INLINE void turn_forearms(const swv_adaptive *t, axis_turn turn, swv_quat hand, const double *is_ball, int from,
                              int to, many *m)
{
    const bool     has_ball = is_ball != NULL;
    const swv_quat a = t->elbow[0], b = t->elbow[1];
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const int    i = from + k;
        const double px = m->out[4][i], py = m->out[5][i], pz = m->out[6][i], pw = m->out[7][i];
        const double ux = turn.w * px - turn.z * py, uy = turn.w * py + turn.z * px, uz = turn.w * pz + turn.z * pw,
                     uw = turn.w * pw - turn.z * pz;
        const double c = m->out[1][i], s = m->out[2][i];
        const double ex = c * a.x + s * b.x, ey = c * a.y + s * b.y, ez = c * a.z + s * b.z, ew = c * a.w + s * b.w;
        const double fx = has_ball ? (uw * ex + ux * ew) + (uy * ez - uz * ey) : ux;
        const double fy = has_ball ? (uw * ey - ux * ez) + (uy * ew + uz * ex) : uy;
        const double fz = has_ball ? (uw * ez + ux * ey) + (uz * ew - uy * ex) : uz;
        const double fw = has_ball ? (uw * ew - ux * ex) - (uy * ey + uz * ez) : uw;
        const double x = (fw * hand.x - fx * hand.w) + (fz * hand.y - fy * hand.z);
        const double y = (fw * hand.y + fx * hand.z) - (fy * hand.w + fz * hand.x);
        const double z = (fw * hand.z - fx * hand.y) + (fy * hand.x - fz * hand.w);
        const double w = (fw * hand.w + fx * hand.x) + (fy * hand.y + fz * hand.z);
        m->x[to + k] = has_ball && is_ball[k] > 0.0 ? ux : x;
        m->y[to + k] = has_ball && is_ball[k] > 0.0 ? uy : y;
        m->z[to + k] = has_ball && is_ball[k] > 0.0 ? uz : z;
        m->w[to + k] = has_ball && is_ball[k] > 0.0 ? uw : w;
    }
}

// (4) Of the four lanes that begin at `from`: the angles about both axes (radians), and the latitude as a place among the gimbal's cells. Where
// the last axis lies along the first, there is no such angle: 0.
SWV_INLINE void open_gimbals(many *m, int from)
{
    float fy[2][FOUR], fx[2][FOUR];
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const int i = from + k;
        // M z and M'z, times half the square of m's length
        const double x = m->x[i], y = m->y[i], z = m->z[i], w = m->w[i];
        const double low2 = x * x + y * y, high2 = z * z + w * w, all = low2 + high2;
        const double scale = 1.0 / (all > 0.0 ? all : 1.0);
        const double low = sqrt(low2), high = sqrt(high2), sum = low + high;
        const double xz = scale * (x * z), wy = scale * (w * y), yz = scale * (y * z), wx = scale * (w * x);
        fy[0][k] = (float)(yz - wx);
        fx[0][k] = (float)(xz + wy);
        fy[1][k] = (float)(yz + wx);
        fx[1][k] = (float)(xz - wy);
        m->along[i] =
            (float)(high / (sum > 0.0 ? sum : 1.0) * SWVI_ADAPTIVE_GIMBAL_CELLS);  // latitude (high - low)/sum
    }
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const float y0 = fy[0][k], x0 = fx[0][k], y1 = fy[1][k], x1 = fx[1][k];
        m->first[from + k] = swvi_anglef(y0, fabsf(y0) + fabsf(x0) > 0.0f ? x0 : 1.0f);
        m->last[from + k] = swvi_anglef(y1, fabsf(y1) + fabsf(x1) > 0.0f ? x1 : 1.0f);
    }
}

// A value in lane `at`; the first one in all `count` lanes, so that none is without a number.
SWV_INLINE void put(float *lanes, int at, int count, float value)
{
    if (at == 0) {
#pragma omp simd
        for (int i = 0; i < count; ++i)
            lanes[i] = value;
    } else {
        lanes[at] = value;
    }
}

// The same for both ways of a gimbal, `stride` lanes apart.
SWV_INLINE void put_both(float *lanes, int at, int stride, float value)
{
    put(lanes, at, stride, value);
    put(lanes + stride, at, stride, value);
}

// The three angles (radians) of a gimbal, both ways, from the parabolas of its cell, whose three rows of four floats are constant, linear and
// quadratic. `lane` of m is read, `at` and `at` + `stride` of g are written. Always two ways: to ask for their number would cost more than it saves.
SWV_INLINE void find_ways(const many *m, int lane, const float *gimbal, int at, int stride, swvi_adaptive_group *g)
{
    const float  along = m->along[lane];
    const int    cell = along < SWVI_ADAPTIVE_GIMBAL_CELLS ? (int)along : SWVI_ADAPTIVE_GIMBAL_CELLS - 1;
    const float  x = along - (float)cell;
    const float *r = gimbal + (size_t)cell * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS;
    for (int way = 0; way < SWVI_ADAPTIVE_GIMBAL_WAYS; ++way, r += SWVI_ADAPTIVE_GIMBAL_FLOATS) {
        put(g->angle[0] + way * stride, at, stride, (r[0] + x * (r[4] + x * r[8])) + m->first[lane]);
        put(g->angle[1] + way * stride, at, stride, r[1] + x * (r[5] + x * r[9]));
        put(g->angle[2] + way * stride, at, stride, (r[2] + x * (r[6] + x * r[10])) - m->last[lane]);
    }
}

// (5) `count` lanes, from number `from` on, of a group's first `joints` joints, and how many of these are beyond the slack. Limits are radians.
SWV_INLINE void bring_into_limits(const float *low, const float *high, int joints, int from, int count,
                                  swvi_adaptive_group *g)
{
#pragma omp simd
    for (int i = from; i < from + count; ++i) {
        const float slack = g->slack[i];
        float       broken = 0.0f;
        for (int j = 0; j < joints; ++j) {
            const float angle = g->angle[j][i];
            const float up = angle < low[j] - slack ? TURN : 0.0f, down = angle > high[j] + slack ? TURN : 0.0f;
            const float turned = angle + (up - down);
            const float raised = turned > low[j] ? turned : low[j], inside = raised < high[j] ? raised : high[j];
            g->angle[j][i] = inside;
            broken += fabsf(turned - inside) <= slack ? 0.0f : 1.0f;
        }
        g->broken[i] = broken;
    }
}

// (3) The branches of a leaf that may be inside the limits, at x, local to the leaf, -1 to 1; their number is found->branches. about: the wrist's
// angle about the first joint's axis; 0 with a ball joint, whose rotation takes it in.
SWV_INLINE void evaluate_leaf(const swv_adaptive *t, bool has_ball, uint32_t leaf, float about, const float *x, many *m,
                              swvi_adaptive_found *found)
{
    const int    inputs = has_ball ? 3 : 2, stride = has_ball ? FOUR : LANES;
    const size_t record_floats = (size_t)swvi_adaptive_record_floats(inputs);
    const float *record = t->record + t->first[leaf] * record_floats;
    int          n = 0;
    for (uint32_t b = t->first[leaf]; b < t->first[leaf + 1]; ++b, record += record_floats) {
        float out[SWVI_ADAPTIVE_OUTPUTS];
        if (!has_ball && !may_be_inside(t, about + record[3], record[4]))
            continue;
        swvi_adaptive_evaluate(inputs, record, x, out);
        // The first branch fills all lanes: what is loaded as a vector was stored as one, and no lane is without a number. Lanes 2 and 3 repeat
        // branches 0 and 1 for their ball joints.
        for (int j = 0; j < SWVI_ADAPTIVE_OUTPUTS; ++j) {
            put(m->out[j], n, stride, out[j]);
            if (has_ball && n == 1)
                m->out[j][TWO + 1] = out[j];
        }
        put_both(found->placing.slack, n, stride, record[2]);
        put_both(found->wrist.slack, n, stride, record[1]);
        found->record[n++] = record;
    }
    found->branches = n;
}

// (1) to (5), as adaptive_lanes.h says. has_ball: seven joints, of which the first three are a ball joint.
SWV_INLINE void look_up(const swv_adaptive *t, bool has_ball, const swv_vec3 *wrist, double swivel,
                        const swv_quat *hand, swvi_adaptive_found *found)
{
    const double w[4] = { wrist->x, wrist->y, wrist->z, swivel };
    const int    inputs = has_ball ? 3 : 2, stride = has_ball ? FOUR : LANES;
    swvi_reduced reduced;
    uint32_t     leaf;
    found->branches = 0;
    found->stride = stride;
    if (!swvi_adaptive_reduce(t->farthest, t->nearest_axis, w, &reduced) || !find_leaf(t, inputs, reduced.x, &leaf))
        return;
    const float about =
        has_ball || !(fabs(w[0]) + fabs(w[1]) > 0.0) ? 0.0f : swvi_anglef((float)reduced.sine, (float)reduced.cosine);
    float x[3];
    many  m;
    for (int i = 0; i < 3; ++i)
        x[i] = (float)(2.0 * reduced.x[i] - 1.0);
    evaluate_leaf(t, has_ball, leaf, about, x, &m, found);
    const int n = found->branches;
    if (n == 0)
        return;
    const axis_turn turn = turn_about_axis(&reduced);
    // Up to two branches of an arm with a ball joint share four lanes: both wrists, both ball joints.
    static const double wrists[FOUR] = { 0.0, 0.0, 0.0, 0.0 }, balls[FOUR] = { 1.0, 1.0, 1.0, 1.0 },
                        both[FOUR] = { 0.0, 0.0, 1.0, 1.0 };
    const int ball = n > TWO ? FOUR : TWO;
    turn_forearms(t, turn, *hand, !has_ball ? NULL : n <= TWO ? both : wrists, 0, 0, &m);
    open_gimbals(&m, 0);
    if (has_ball ? n > TWO : n > FOUR) {
        turn_forearms(t, turn, *hand, has_ball ? balls : NULL, has_ball ? 0 : FOUR, FOUR, &m);
        open_gimbals(&m, FOUR);
    }
    for (int i = 0; i < n; ++i)
        find_ways(&m, i, t->wrist, i, stride, &found->wrist);
    for (int i = 0; i < n; ++i) {
        if (has_ball) {
            find_ways(&m, ball + i, t->ball, i, stride, &found->placing);
            put_both(found->placing.angle[3], i, stride, m.out[0][i]);
        }
    }
    if (!has_ball) {
#pragma omp simd
        for (int i = 0; i < LANES; ++i) {
            found->placing.angle[0][i] = about + m.out[0][i];
            found->placing.angle[1][i] = m.out[1][i];
            found->placing.angle[2][i] = m.out[2][i];
        }
    }
    for (int way = 0; way < 2; ++way) {
        bring_into_limits(t->group_lower[1], t->group_upper[1], 3, way * stride, stride, &found->wrist);
        if (has_ball || way == 0)
            bring_into_limits(t->group_lower[0], t->group_upper[0], inputs + 1, way * stride, stride, &found->placing);
    }
}

void SWVI_LANE_LOOP(adaptive, SWVI_LANES)(const swv_adaptive *table, const swv_vec3 *wrist, double swivel,
                                          const swv_quat *hand, swvi_adaptive_found *found)
{
    if (table->placing == 4)
        look_up(table, true, wrist, swivel, hand, found);
    else
        look_up(table, false, wrist, swivel, hand, found);
}
