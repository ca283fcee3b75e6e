// SPDX-License-Identifier: MIT
//
// An adaptive table, looked up.
//
// Given     the hand's pose and, for seven joints, the swivel
// Find      all joints of every solution
//
// (1) reduce    the wrist's position less the angle about the first joint's axis, in inputs in which postures are smooth
//               (adaptive_internal.h)
// (2) leaf      the root's cell by its address; from there down a tree that halves a cell along one input at a time. The inputs are
//               kept local to the cell, so a node is its input's number and its children's
// (3) branches  cubic polynomials give the three placing angles and the forearm's rotation; or, with a ball joint, the elbow's angle and the upper
//               arm's rotation, from which the gimbal's cells give the ball joint's angles, two ways
// (4) wrist     the hand as seen from the forearm is a rotation too: the wrist's gimbal, two ways
// (5) limits    an angle outside its limits by no more than the branch's slack is brought to the limit; by more, the solution is
//               left out
//
// Angles about an axis come from a table of arcs: no trigonometry, some ten divisions and square roots.
// Every index that is used was checked by swv_adaptive_open, so a table that opens cannot lead out of its memory.
#include "swivel/adaptive.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/scalar.h"
#include "table/adaptive_internal.h"

_Static_assert(sizeof(swvi_adaptive_header) == SWVI_ADAPTIVE_HEADER, "the header has no holes");

#define ADAPTIVE_COOKIE 0x5357564144413031u
#define TURN            6.28318530717958647692

// ---- opening ----

static bool are_all_finite(const double *v, int count, double most)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && fabs(v[i]) <= most;
    return is_finite;
}

static bool is_adaptive_header(const swvi_adaptive_header *h)
{
    const uint64_t roots = (uint64_t)h->divisions[0] * h->divisions[1] * h->divisions[2];
    for (int i = 0; i < 3; ++i) {
        if (h->divisions[i] < 1 || h->divisions[i] > 1024 || !(h->cell[i] > 1e-100 && h->cell[i] < 1e100))
            return false;
    }
    // A milliradian or more, that floats between the limits can be found.
    for (uint32_t i = 0; i < h->joints && i < 7; ++i) {
        if (!(h->joint_lower[i] + 1e-3 <= h->joint_upper[i]))
            return false;
    }
    return ((h->joints == 7 && h->placing == 4) || (h->joints == 6 && h->placing == 3 && h->divisions[2] == 1)) &&
           h->model[31] == '\0' && roots <= h->nodes && h->nodes <= SWVI_ADAPTIVE_INDEX &&
           h->leaves <= SWVI_ADAPTIVE_INDEX && h->branches <= SWVI_ADAPTIVE_INDEX && h->tolerance > 0.0 &&
           h->tolerance < 1e100 && h->nearest_axis >= 0.0 && h->nearest_axis <= h->farthest && h->farthest < 1e100 &&
           are_all_finite(h->lower, 3, 1e100) && are_all_finite(h->joint_lower, 7, 100.0) &&
           are_all_finite(h->joint_upper, 7, 100.0) && are_all_finite(h->elbow[0], 4, 2.0) &&
           are_all_finite(h->elbow[1], 4, 2.0) && are_all_finite(h->hand, 4, 2.0);
}

enum { GIMBAL_FLOATS = SWVI_ADAPTIVE_GIMBAL_CELLS * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS };

static uint64_t adaptive_size(const swvi_adaptive_header *h)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats((int)h->placing - 1),
                   gimbals = h->placing == 4 ? 2 : 1;
    return SWVI_ADAPTIVE_HEADER + 4 * ((uint64_t)h->nodes + h->leaves + 1 + h->branches * record +
                                       4 * SWVI_ADAPTIVE_ARCS + gimbals * GIMBAL_FLOATS);
}

// Children come after their parent: a way down the tree ends.
static bool are_nodes(const swv_adaptive *t)
{
    for (uint32_t i = 0; i < t->nodes; ++i) {
        const uint32_t axis = t->node[i] >> 30, index = t->node[i] & SWVI_ADAPTIVE_INDEX;
        if (axis == 3 ? index >= t->leaves : axis >= (uint32_t)t->placing - 1 || index <= i || index + 1 >= t->nodes)
            return false;
    }
    return true;
}

static bool are_firsts(const uint32_t *first, uint32_t count, uint32_t total, uint32_t most)
{
    bool is_rising = first[0] == 0 && first[count] == total;
    for (uint32_t i = 0; is_rising && i < count; ++i)
        is_rising = first[i] <= first[i + 1] && first[i + 1] - first[i] <= most;
    return is_rising;
}

static bool are_floats(const float *v, uint64_t count)
{
    float zero = 0.0f;
    for (uint64_t i = 0; i < count; ++i)
        zero += v[i] - v[i];
    return zero == 0.0f;
}

static bool are_parts(const swv_adaptive *t)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats(t->placing - 1);
    const uint32_t most = t->placing == 4 ? 4 : SWV_ADAPTIVE_MAX_BRANCHES;  // times two ways of each gimbal: 16
    if (!are_nodes(t) || !are_firsts(t->first, t->leaves, t->branches, most) ||
        !are_floats(t->record, t->branches * record) || !are_floats(t->arc, 4 * SWVI_ADAPTIVE_ARCS) ||
        !are_floats(t->ball, t->placing == 4 ? GIMBAL_FLOATS : 0) || !are_floats(t->wrist, GIMBAL_FLOATS))
        return false;
    for (uint64_t i = 0; i < t->branches; ++i)
        for (uint64_t k = 0; k < 5; ++k)
            if (k != 3 && t->record[i * record + k] < 0.0f)
                return false;
    return true;
}

static void set_parts(swv_adaptive *t, const swvi_adaptive_header *h)
{
    *t = (swv_adaptive){
        .chain_hash = h->chain_hash,
        .joints = (int)h->joints,
        .placing = (int)h->placing,
        .tolerance = h->tolerance,
        .seed = h->seed,
        .farthest = h->farthest,
        .nearest_axis = h->nearest_axis,
        .nodes = h->nodes,
        .leaves = h->leaves,
        .branches = h->branches,
        .cookie = ADAPTIVE_COOKIE,
    };
    memcpy(t->model, h->model, sizeof t->model);
    for (int i = 0; i < 3; ++i) {
        t->lower[i] = h->lower[i];
        t->cell[i] = h->cell[i];
        t->per_cell[i] = 1.0 / h->cell[i];
        t->divisions[i] = (int)h->divisions[i];
    }
    for (int i = 0; i < 2; ++i)
        t->elbow[i] = (swv_quat){ h->elbow[i][0], h->elbow[i][1], h->elbow[i][2], h->elbow[i][3] };
    t->hand = (swv_quat){ h->hand[0], h->hand[1], h->hand[2], h->hand[3] };
    memcpy(t->joint_lower, h->joint_lower, sizeof t->joint_lower);
    memcpy(t->joint_upper, h->joint_upper, sizeof t->joint_upper);
    // Floats that a rounding does not bring outside.
    for (int i = 0; i < 8; ++i) {
        const int    group = i / 4, joint = group ? t->placing + i % 4 : i;
        const bool   is_joint = group ? i % 4 < 3 : i < t->placing;
        const double low = is_joint ? t->joint_lower[joint] : -1e30, high = is_joint ? t->joint_upper[joint] : 1e30;
        t->group_lower[group][i % 4] = (float)(low + 2e-7 * (1.0 + fabs(low)));
        t->group_upper[group][i % 4] = (float)(high - 2e-7 * (1.0 + fabs(high)));
    }
}

static void set_pointers(swv_adaptive *t, const unsigned char *bytes, size_t size)
{
    const size_t record = (size_t)swvi_adaptive_record_floats(t->placing - 1);
    t->bytes = bytes;
    t->size = size;
    t->node = (const uint32_t *)(const void *)(bytes + SWVI_ADAPTIVE_HEADER);
    t->first = t->node + t->nodes;
    t->record = (const float *)(const void *)(t->first + t->leaves + 1);
    t->arc = t->record + (size_t)t->branches * record;
    t->ball = t->arc + (size_t)4 * SWVI_ADAPTIVE_ARCS;
    t->wrist = t->placing == 4 ? t->ball + GIMBAL_FLOATS : t->ball;
}

static swv_table_fault adaptive_fault(const unsigned char *bytes, size_t size, swv_adaptive *t)
{
    swvi_adaptive_header h;
    if (size < SWVI_ADAPTIVE_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_ADAPTIVE_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, SWVI_ADAPTIVE_MAGIC, 8) != 0 || h.byte_order != SWVI_ADAPTIVE_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h.version != SWVI_ADAPTIVE_VERSION)
        return h.version > SWVI_ADAPTIVE_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h.file_size != size)
        return SWV_TABLE_TRUNCATED;
    if (swvi_table_checksum(bytes + SWVI_ADAPTIVE_CHECKED_FROM, size - SWVI_ADAPTIVE_CHECKED_FROM) != h.checksum)
        return SWV_TABLE_CORRUPT;
    if (!is_adaptive_header(&h) || adaptive_size(&h) != size)
        return SWV_TABLE_CORRUPT;
    set_parts(t, &h);
    set_pointers(t, bytes, size);
    return are_parts(t) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

swv_status swv_adaptive_open(swv_adaptive *table, const void *bytes, size_t size, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swv_adaptive          opened;
    const swv_table_fault found = (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : adaptive_fault(bytes, size, &opened);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    *table = opened;
    return SWV_OK;
}

swv_status swv_adaptive_check_chain(const swv_adaptive *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->cookie != ADAPTIVE_COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_table_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}

// ---- looking up ----

// The angle of (x, y), in [-pi, pi]; 0 for none. Octants are numbers, not conditions, which nothing could predict.
static double arc_of(const swv_adaptive *t, double y, double x)
{
    static const double from[4] = { 0.0, 0.25 * TURN, 0.5 * TURN, 0.25 * TURN }, sign[4] = { 1.0, -1.0, -1.0, 1.0 };
    const double        ax = fabs(x), ay = fabs(y), big = ax > ay ? ax : ay, small = ax < ay ? ax : ay;
    const double        along = small / (big > 1e-300 ? big : 1e-300) * SWVI_ADAPTIVE_ARCS;
    const int           k = along < SWVI_ADAPTIVE_ARCS - 1 ? (int)along : SWVI_ADAPTIVE_ARCS - 1;
    const int           octant = (ay > ax) + 2 * (x < 0.0);
    const float        *arc = t->arc + (size_t)4 * (size_t)k;
    const double        rest = along - k, angle = arc[0] + rest * (arc[1] + rest * arc[2]);
    return copysign(from[octant] + sign[octant] * angle, y);
}

// (2) The leaf's number, and x local to it; false outside the grid.
static bool find_leaf(const swv_adaptive *t, double *x, uint32_t *leaf)
{
    const int inputs = t->placing - 1;
    uint32_t  address = 0;
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

// (5) Four angles as the turns that lie inside the limits of a group, and then brought to them; false if one is further outside
// than the slack. Four at a time: the compiler makes one vector of them.
static bool into_limits(const swv_adaptive *t, int group, float slack, const float *angles, double *q)
{
    const float *low = t->group_lower[group], *high = t->group_upper[group];
    float        out[4];
#pragma omp simd
    for (int j = 0; j < 4; ++j) {
        const float up = angles[j] < low[j] - slack ? (float)TURN : 0.0f,
                    down = angles[j] > high[j] + slack ? (float)TURN : 0.0f;
        const float turned = angles[j] + (up - down);
        const float raised = turned > low[j] ? turned : low[j], inside = raised < high[j] ? raised : high[j];
        q[j] = inside;
        out[j] = fabsf(turned - inside);
    }
    const float first = out[0] > out[1] ? out[0] : out[1], second = out[2] > out[3] ? out[2] : out[3];
    return (first <= slack) & (second <= slack);
}

// Angles of a gimbal from M, a quaternion of any length; up to two ways, those inside the limits. The fourth of the group is handed
// on.
static int open_gimbal(const swv_adaptive *t, const float *gimbal, int group, swv_quat m, float fourth, float slack,
                       double (*q)[4])
{
    // M z and M'z, times half the square of m's length
    const double xz = m.x * m.z, wy = m.w * m.y, yz = m.y * m.z, wx = m.w * m.x;
    const double low = sqrt(m.x * m.x + m.y * m.y), high = sqrt(m.z * m.z + m.w * m.w), sum = low + high;
    const float  first = (float)arc_of(t, yz - wx, xz + wy), last = (float)arc_of(t, yz + wx, xz - wy);
    const double along = sum > 0.0 ? high / sum * SWVI_ADAPTIVE_GIMBAL_CELLS : 0.0;  // the latitude is (high - low)/sum
    const int    cell = along < SWVI_ADAPTIVE_GIMBAL_CELLS ? (int)along : SWVI_ADAPTIVE_GIMBAL_CELLS - 1;
    const float  x = (float)(along - cell), add[4] = { first, 0.0f, -last, fourth };
    int          count = 0;
    // Always two: to ask for their number would cost more than it saves.
    const float *r = gimbal + (size_t)cell * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS;
    for (int way = 0; way < SWVI_ADAPTIVE_GIMBAL_WAYS; ++way, r += SWVI_ADAPTIVE_GIMBAL_FLOATS) {
        float angles[4];
        for (int j = 0; j < 4; ++j)
            angles[j] = (r[j] + x * (r[4 + j] + x * r[8 + j])) + add[j];
        count += into_limits(t, group, slack, angles, q[count]);
    }
    return count;
}

/// A turn about z, of any length: its quaternion's z and w.
typedef struct axis_turn {
    double z, w;
} axis_turn;

// Of the angle about the axis: (sine, 1 + cosine) or (1 - cosine, sine), whichever is longer.
static axis_turn turn_about_axis(const swvi_reduced *r)
{
    const double long_one = 1.0 + fabs(r->cosine), pair[3] = { r->sine, long_one, r->sine };
    const int    is_left = r->cosine < 0.0;
    return (axis_turn){ pair[is_left], pair[is_left + 1] };
}

static swv_quat turned(axis_turn t, const float *q)
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return (swv_quat){ t.w * x - t.z * y, t.w * y + t.z * x, t.w * z + t.z * w, t.w * w - t.z * z };
}

/// A branch: its ways to place the wrist, which have the same forearm.
typedef struct placed {
    double       q[2][SWV_ADAPTIVE_MAX_PLACING];
    int          ways;
    swv_quat     forearm;  ///< F G1'
    const float *record;
} placed;

// (3) Without a ball joint.
static void place_by_angles(const swv_adaptive *t, const float *out, double about, axis_turn turn, placed *p)
{
    const float angles[4] = { (float)(about + out[0]), out[1], out[2], 0.0f };
    p->ways = into_limits(t, 0, p->record[2], angles, p->q[0]);
    p->forearm = turned(turn, out + 4);
}

// (3) With one.
static void place_by_ball(const swv_adaptive *t, const float *out, axis_turn turn, placed *p)
{
    const swv_quat upper_arm = turned(turn, out + 4);
    p->ways = open_gimbal(t, t->ball, 0, upper_arm, out[0], p->record[2], p->q);
    const double   c = out[1], s = out[2];
    const swv_quat a = t->elbow[0], b = t->elbow[1];
    p->forearm = swv_quat_mul(upper_arm,
                              (swv_quat){ c * a.x + s * b.x, c * a.y + s * b.y, c * a.z + s * b.z, c * a.w + s * b.w });
}

static bool may_be_inside(const swv_adaptive *t, double angle, double width)
{
    const double low = t->joint_lower[0] - width, high = t->joint_upper[0] + width;
    const double turned = angle + TURN * ((angle < low) - (angle > high));
    return (turned >= low) & (turned <= high);
}

// (1) to (3)
static int place(const swv_adaptive *t, swv_vec3 wrist, double swivel, placed found[SWV_ADAPTIVE_MAX_BRANCHES])
{
    const double w[4] = { wrist.x, wrist.y, wrist.z, t->placing == 4 ? swv_angle_wrap(swivel) : 0.0 };
    swvi_reduced reduced;
    uint32_t     leaf;
    int          count = 0;
    if (!swvi_adaptive_reduce(t->farthest, t->nearest_axis, w, &reduced) || !find_leaf(t, reduced.x, &leaf))
        return 0;
    const size_t    record_floats = (size_t)swvi_adaptive_record_floats(t->placing - 1);
    const double    about = t->placing == 4 ? 0.0 : arc_of(t, w[1], w[0]);
    const axis_turn turn = turn_about_axis(&reduced);
    float           x[3], out[SWVI_ADAPTIVE_OUTPUTS];
    for (int i = 0; i < 3; ++i)
        x[i] = (float)(2.0 * reduced.x[i] - 1.0);
    for (uint32_t b = t->first[leaf]; b < t->first[leaf + 1]; ++b) {
        placed *p = &found[count];
        p->record = t->record + b * record_floats;
        // Most branches that cannot be inside are seen by their first joint.
        if (t->placing == 3 && !may_be_inside(t, about + p->record[3], p->record[4]))
            continue;
        swvi_adaptive_evaluate(t->placing - 1, p->record, x, out);
        if (t->placing == 4)
            place_by_ball(t, out, turn, p);
        else
            place_by_angles(t, out, about, turn, p);
        count += p->ways > 0;
    }
    return count;
}

swv_status swv_adaptive_place(const swv_adaptive *table, swv_vec3 wrist, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !q || !count)
        return SWV_NULL;
    if (table->cookie != ADAPTIVE_COOKIE)
        return SWV_BAD_MODEL;
    if (!swvi_vec3_is_finite(wrist) || !swvi_is_finite(swivel))
        return SWV_BAD_GOAL;
    placed    found[SWV_ADAPTIVE_MAX_BRANCHES];
    const int branches = place(table, wrist, swivel, found);
    int       solutions = 0;
    for (int i = 0; i < branches; ++i) {
        for (int k = 0; k < found[i].ways; ++k, ++solutions) {
            for (int j = 0; j < table->placing; ++j)
                q[solutions][j] = found[i].q[k][j];
            if (bounds)
                bounds[solutions] = (swv_adaptive_bound){ found[i].record[0], found[i].record[1] };
        }
    }
    *count = solutions;
    return SWV_OK;
}

// Gimbals take quaternions of any length that neither overflows nor vanishes.
static bool is_rotation(swv_pose *pose)
{
    const swv_quat q = pose->rotation;
    const double   squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return (squared > 1e-50 && squared < 1e50) || swv_pose_check(pose) == SWV_OK;
}

swv_status swv_adaptive_solve(const swv_adaptive *table, const swv_pose *hand, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !hand || !q || !count)
        return SWV_NULL;
    if (table->cookie != ADAPTIVE_COOKIE)
        return SWV_BAD_MODEL;
    swv_pose goal = *hand;
    if (!swvi_is_finite(swivel) || !swvi_vec3_is_finite(goal.position) || !is_rotation(&goal))
        return SWV_BAD_GOAL;
    placed         found[SWV_ADAPTIVE_MAX_BRANCHES];
    const int      branches = place(table, goal.position, swivel, found);
    const swv_quat turned_hand = swv_quat_mul(goal.rotation, table->hand);
    int            solutions = 0;
    for (int i = 0; i < branches; ++i) {
        // (4)
        double         wrist[2][4];
        const swv_quat m = swv_quat_mul(swv_quat_conjugate(found[i].forearm), turned_hand);
        const int      turns = open_gimbal(table, table->wrist, 1, m, 0.0f, found[i].record[1], wrist);
        for (int k = 0; k < found[i].ways * turns; ++k, ++solutions) {
            const double *arm = found[i].q[k / turns], *turn = wrist[k % turns];
            for (int j = 0; j < table->placing; ++j)
                q[solutions][j] = arm[j];
            for (int j = 0; j < 3; ++j)
                q[solutions][table->placing + j] = turn[j];
            if (bounds)
                bounds[solutions] = (swv_adaptive_bound){ found[i].record[0], found[i].record[1] };
        }
    }
    *count = solutions;
    return SWV_OK;
}
