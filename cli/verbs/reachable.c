// SPDX-License-Identifier: MIT
//
// Postures spread evenly. Posture n has the numbers frac(s_i + n a_i) with a_i = g^-(i+1), where g > 1 solves
// g^(d+1) = g + 1 in d dimensions: the generalised golden ratio, whose multiples fill the unit cube without clumps or gaps
// (Roberts. The unreasonable effectiveness of quasirandom sequences. 2018). The start s comes from the seed. The fractions
// are kept as 64-bit integers, so that a seed gives the same postures on every machine.
#include "verbs/reachable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/base.h>
#include <swivel_io/random.h>

#include "io/message.h"
#include "io/progress.h"

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        fail("workspace: out of memory");
    return memory;
}

static double component(swv_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// ---- postures spread evenly ----

typedef struct sequence {
    int      dimension;
    uint64_t at[SWV_MAX_JOINTS], step[SWV_MAX_JOINTS];  // in 2^-64
} sequence;

static double golden_ratio(int dimension)
{
    double low = 1.0, high = 2.0;
    for (int round = 0; round < 60; round++) {
        const double middle = 0.5 * (low + high);
        double       power = middle;
        for (int i = 0; i < dimension; i++)
            power *= middle;
        if (power < middle + 1.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static sequence begin_sequence(int dimension, uint64_t seed)
{
    sequence     s = { .dimension = dimension };
    const double ratio = golden_ratio(dimension);
    double       step = 1.0;
    for (int i = 0; i < dimension; i++) {
        step /= ratio;
        s.step[i] = (uint64_t)(step * 0x1p64);
        s.at[i] = swv_random_bits(&seed);
    }
    return s;
}

static void next_posture(sequence *s, double *posture)
{
    for (int i = 0; i < s->dimension; i++) {
        posture[i] = (double)(s->at[i] >> 11) * 0x1p-53;
        s->at[i] += s->step[i];
    }
}

// ---- how far it goes ----

/// What is to be made as large as possible: a distance from the base, or a coordinate, or minus one of these.
typedef struct goal {
    int    axis;  ///< -1: the distance
    double sign;
} goal;

static const goal goals[] = { { 0, -1.0 }, { 1, -1.0 }, { 2, -1.0 },  { 0, 1.0 },
                              { 1, 1.0 },  { 2, 1.0 },  { -1, -1.0 }, { -1, 1.0 } };
enum { GOALS = sizeof goals / sizeof goals[0] };

static double merit(const goal *g, swv_vec3 base, swv_vec3 place)
{
    return g->sign * (g->axis < 0 ? swv_vec3_length(swv_vec3_sub(place, base)) : component(place, g->axis));
}

// Climb from a posture: a step along each coordinate, either way, and half the step where none helps. Steps are parts of a coordinate's range,
// from 1/32 to 1e-10; the tries end what never does. Chosen.
static double climb(const reachable_set *set, const goal *g, swv_vec3 base, double *posture)
{
    double best = merit(g, base, set->place_of(set->model, posture));
    int    tries = 0;
    for (double step = 1.0 / 32.0; step > 1e-10 && tries < 200000;) {
        bool is_better = false;
        for (int i = 0; i < 2 * set->dimension; i++, tries++) {
            const double before = posture[i / 2];
            posture[i / 2] += i % 2 == 0 ? step : -step;
            const double now = merit(g, base, set->place_of(set->model, posture));
            if (now > best) {
                best = now;
                is_better = true;
            } else {
                posture[i / 2] = before;
            }
        }
        if (!is_better)
            step *= 0.5;
    }
    return best;
}

extent find_extent(const reachable_set *set, swv_vec3 base, uint64_t seed)
{
    // Postures to climb from the best of. Chosen.
    enum { SAMPLES = 1 << 16 };
    double   best[GOALS], posture[SWV_MAX_JOINTS], best_postures[GOALS][SWV_MAX_JOINTS];
    sequence s = begin_sequence(set->dimension, seed);
    for (int n = 0; n < SAMPLES; n++) {
        next_posture(&s, posture);
        const swv_vec3 place = set->place_of(set->model, posture);
        for (int k = 0; k < GOALS; k++) {
            const double value = merit(&goals[k], base, place);
            if (n == 0 || value > best[k]) {
                best[k] = value;
                memcpy(best_postures[k], posture, sizeof posture);
            }
        }
    }
    for (int k = 0; k < GOALS; k++)
        best[k] = climb(set, &goals[k], base, best_postures[k]);
    return (extent){ .low = { -best[0], -best[1], -best[2] },
                     .high = { best[3], best[4], best[5] },
                     .nearest = -best[6],
                     .furthest = best[7] };
}

extent join_extents(const extent *a, const extent *b)
{
    return (extent){
        .low = { fmin(a->low.x, b->low.x), fmin(a->low.y, b->low.y), fmin(a->low.z, b->low.z) },
        .high = { fmax(a->high.x, b->high.x), fmax(a->high.y, b->high.y), fmax(a->high.z, b->high.z) },
        .nearest = fmin(a->nearest, b->nearest),
        .furthest = fmax(a->furthest, b->furthest),
    };
}

// ---- cells ----

cell_grid make_grid(const extent *box, int cells)
{
    const double low[] = { box->low.x, box->low.y, box->low.z };
    const double spans[] = { box->high.x - low[0], box->high.y - low[1], box->high.z - low[2] };
    const double longest = fmax(spans[0], fmax(spans[1], spans[2]));
    double       corner[3];
    cell_grid    grid = { .side = longest > 0.0 ? longest / cells : 1.0 };
    for (int i = 0; i < 3; i++) {
        const double whole = spans[i] > 1e-9 * longest ? ceil(spans[i] / grid.side - 1e-9) : 1.0;
        grid.count[i] = (int)whole;
        corner[i] = low[i] + 0.5 * (spans[i] - whole * grid.side);  // the box in the middle
    }
    grid.corner = (swv_vec3){ corner[0], corner[1], corner[2] };
    return grid;
}

int flat_axis(const cell_grid *grid)
{
    int axis = -1, flat = 0;
    for (int i = 0; i < 3; i++) {
        if (grid->count[i] == 1) {
            axis = i;
            flat++;
        }
    }
    return flat == 1 ? axis : -1;
}

size_t cell_count(const cell_grid *grid)
{
    return (size_t)grid->count[0] * (size_t)grid->count[1] * (size_t)grid->count[2];
}

swv_vec3 cell_centre(const cell_grid *grid, size_t cell)
{
    const size_t wide = (size_t)grid->count[0], high = (size_t)grid->count[1];
    const size_t x = cell % wide, y = cell / wide % high, z = cell / wide / high;
    return (swv_vec3){ grid->corner.x + ((double)x + 0.5) * grid->side, grid->corner.y + ((double)y + 0.5) * grid->side,
                       grid->corner.z + ((double)z + 0.5) * grid->side };
}

// The cell along one axis; what rounding, or a peak that find_extent missed, puts outside is in the outermost.
static size_t cell_along(double from_corner, double side, int count)
{
    const double cell = floor(from_corner / side);
    return cell >= count ? (size_t)count - 1 : cell > 0.0 ? (size_t)cell : 0;
}

static size_t cell_of(const cell_grid *grid, swv_vec3 place)
{
    const size_t x = cell_along(place.x - grid->corner.x, grid->side, grid->count[0]);
    const size_t y = cell_along(place.y - grid->corner.y, grid->side, grid->count[1]);
    const size_t z = cell_along(place.z - grid->corner.z, grid->side, grid->count[2]);
    return x + (size_t)grid->count[0] * (y + (size_t)grid->count[1] * z);
}

static bool is_in_grid(const cell_grid *grid, swv_vec3 place)
{
    const double x = (place.x - grid->corner.x) / grid->side, y = (place.y - grid->corner.y) / grid->side;
    const double z = (place.z - grid->corner.z) / grid->side;
    return x >= 0.0 && y >= 0.0 && z >= 0.0 && x < grid->count[0] && y < grid->count[1] && z < grid->count[2];
}

static void show_progress(const char *what, uint64_t done, uint64_t total)
{
    if (done % 1024 == 0)
        progress_show(&(progress){ .lines = done, .bytes = done, .total_bytes = total, .what = what });
}

uint8_t *reach_cells(const reachable_set *set, const cell_grid *grid, uint64_t samples, uint64_t seed)
{
    const size_t count = cell_count(grid);
    uint8_t     *reached = allocate(count, 1);
    progress_begin_silent();
    if (set->reaches) {
        for (size_t i = 0; i < count; i++) {
            reached[i] = set->reaches(set->form, cell_centre(grid, i));
            show_progress("cells", i, count);
        }
    } else {
        sequence s = begin_sequence(set->dimension, seed);
        for (uint64_t n = 0; n < samples; n++) {
            double posture[SWV_MAX_JOINTS];
            next_posture(&s, posture);
            uint8_t *cell = &reached[cell_of(grid, set->place_of(set->model, posture))];
            *cell = (uint8_t)(*cell + (*cell < UINT8_MAX));
            show_progress("postures", n, samples);
        }
    }
    progress_end();
    return reached;
}

// Points spread evenly on the sphere: a spiral of golden angles, each for the same part of the height.
double share_of_sphere(const reachable_set *set, const cell_grid *grid, const uint8_t *reached, swv_vec3 centre,
                       double radius)
{
    // How many: chosen.
    enum { POINTS = 4000 };
    const double golden_angle = SWV_PI * (3.0 - sqrt(5.0));  // a turn less its golden section
    int          count = 0;
    for (int i = 0; i < POINTS; i++) {
        const double   height = 1.0 - (2.0 * i + 1.0) / POINTS, wide = sqrt(1.0 - height * height);
        const swv_vec3 direction = { wide * cos(golden_angle * i), wide * sin(golden_angle * i), height };
        const swv_vec3 place = swv_vec3_add(centre, swv_vec3_scale(radius, direction));
        count += set->reaches ? set->reaches(set->form, place)
                              : is_in_grid(grid, place) && reached[cell_of(grid, place)] > 0;
    }
    return (double)count / POINTS;
}

cell_sum sum_cells(const cell_grid *grid, const uint8_t *reached)
{
    const int   *n = grid->count;
    const size_t steps[] = { 1, (size_t)n[0], (size_t)n[0] * (size_t)n[1] };
    cell_sum     sum = { 0 };
    for (size_t i = 0; i < cell_count(grid); i++) {
        if (!reached[i])
            continue;
        const size_t at[] = { i % steps[1], i / steps[1] % (size_t)n[1], i / steps[2] };
        bool         is_edge = false;
        for (int k = 0; k < 3 && !is_edge; k++) {
            if (n[k] == 1)
                continue;  // a flat box has no edge there
            is_edge = at[k] == 0 || at[k] + 1 == (size_t)n[k] || !reached[i - steps[k]] || !reached[i + steps[k]];
        }
        sum.count++;
        sum.edge += is_edge;
        sum.once += reached[i] == 1;
    }
    return sum;
}

// ---- outlines ----

/// How deep the cells lie, seen along an axis, as a picture with an empty cell all round.
typedef struct picture {
    int  wide, high;
    int *depths;
} picture;

static picture look_at(const cell_grid *grid, const uint8_t *reached, int across, int up)
{
    picture p = { .wide = grid->count[across] + 2, .high = grid->count[up] + 2 };
    p.depths = allocate((size_t)p.wide * (size_t)p.high, sizeof *p.depths);
    const size_t wide = (size_t)grid->count[0], high = (size_t)grid->count[1];
    for (size_t i = 0; i < cell_count(grid); i++) {
        const size_t at[] = { i % wide, i / wide % high, i / wide / high };
        p.depths[(at[up] + 1) * (size_t)p.wide + at[across] + 1] += reached[i] > 0;
    }
    return p;
}

int greatest_depth(const cell_grid *grid, const uint8_t *reached, int across, int up)
{
    const picture p = look_at(grid, reached, across, up);
    int           greatest = 0;
    for (int i = 0; i < p.wide * p.high; i++)
        greatest = p.depths[i] > greatest ? p.depths[i] : greatest;
    free(p.depths);
    return greatest;
}

static void add_point(outline *o, double x, double y)
{
    if ((o->count & (o->count + 1)) == 0) {  // 0, 1, 3, 7, ...: it is full
        double *larger = realloc(o->xy, 2 * (2 * o->count + 1) * sizeof *larger);
        if (!larger)
            fail("workspace: out of memory");
        o->xy = larger;
    }
    o->xy[2 * o->count] = x;
    o->xy[2 * o->count + 1] = y;
    o->count++;
}

// Outlines by marching squares. The centres of the cells are the corners of squares; a path runs from square to square,
// what is deep enough on its left. It crosses an edge of a square where one of the edge's ends is deep enough and the
// other is not. Edges, and the corners they start from: 0 below, 1 right, 2 above, 3 left; counter-clockwise.
enum { EDGES = 4 };
static const int corner_x[EDGES] = { 0, 1, 1, 0 }, corner_y[EDGES] = { 0, 0, 1, 1 };
static const int beyond_x[EDGES] = { 0, 1, 0, -1 }, beyond_y[EDGES] = { -1, 0, 1, 0 };

typedef struct walker {
    const picture *picture;
    double         depth;
    int            x, y;  ///< the square's lower left corner
} walker;

// Cells that lie much deeper than the line do not push it outwards.
static double depth_at(const walker *w, int corner)
{
    const int x = w->x + corner_x[corner % EDGES], y = w->y + corner_y[corner % EDGES];
    return fmin(w->picture->depths[y * w->picture->wide + x], 2.0 * w->depth);
}

static bool is_deep(const walker *w, int corner)
{
    return depth_at(w, corner) >= w->depth;
}

// Where on an edge of its square the path crosses, in cells.
static void crossing(const walker *w, int edge, double *x, double *y)
{
    const int    next = (edge + 1) % EDGES;
    const double from = depth_at(w, edge), to = depth_at(w, next), part = (w->depth - from) / (to - from);
    *x = w->x + corner_x[edge] + part * (corner_x[next] - corner_x[edge]);
    *y = w->y + corner_y[edge] + part * (corner_y[next] - corner_y[edge]);
}

// The edge by which the path leaves the square that it entered by `entry`. What is deep lies on its left: an edge by
// which it leaves starts outside and ends inside. Where there are two of these it takes the one on the left.
static int leave_by(const walker *w, int entry)
{
    for (int turn = 3; turn > 1; turn--) {
        const int edge = (entry + turn) % EDGES;
        if (!is_deep(w, edge) && is_deep(w, edge + 1))
            return edge;
    }
    return (entry + 1) % EDGES;
}

outline find_outline(const cell_grid *grid, const uint8_t *reached, int across, int up, double depth)
{
    const picture p = look_at(grid, reached, across, up);
    const double  left = component(grid->corner, across) - 0.5 * grid->side;
    const double  low = component(grid->corner, up) - 0.5 * grid->side;
    bool         *is_done = allocate((size_t)p.wide * (size_t)p.high, sizeof *is_done);  // crossed upwards below here
    outline       o = { 0 };
    for (int start = 0; start < p.wide * (p.high - 1); start++) {
        walker w = { .picture = &p, .depth = depth, .x = start % p.wide, .y = start / p.wide };
        int    entry = 0;
        if (is_done[start] || w.x + 1 == p.wide || !is_deep(&w, 0) || is_deep(&w, 1))
            continue;  // no path goes up here, or it was walked
        do {
            double    x, y;
            const int exit = leave_by(&w, entry);
            is_done[w.y * p.wide + w.x] |= entry == 0;
            crossing(&w, exit, &x, &y);
            add_point(&o, left + x * grid->side, low + y * grid->side);
            w.x += beyond_x[exit];
            w.y += beyond_y[exit];
            entry = (exit + 2) % EDGES;
        } while (entry != 0 || !is_done[w.y * p.wide + w.x]);
        add_point(&o, NAN, NAN);
    }
    free(is_done);
    free(p.depths);
    return o;
}

// One closed path: each point goes half of the way to the middle of its neighbours, in up to four rounds. A small path has
// fewer, one for eight points, as it would shrink. Chosen.
static void round_path(double *p, size_t count)
{
    for (size_t round = 0; round < 4 && round < count / 8; round++) {
        const double start[] = { p[0], p[1] };
        double       before[] = { p[2 * count - 2], p[2 * count - 1] };
        for (size_t i = 0; i < count; i++) {
            const double *next = i + 1 < count ? p + 2 * (i + 1) : start;
            for (int k = 0; k < 2; k++) {
                double      *here = &p[2 * i + (size_t)k];
                const double old = *here;
                *here = 0.5 * old + 0.25 * (before[k] + next[k]);
                before[k] = old;
            }
        }
    }
}

void round_corners(outline *o)
{
    size_t first = 0;
    for (size_t i = 0; i < o->count; i++) {
        if (isnan(o->xy[2 * i])) {
            round_path(o->xy + 2 * first, i - first);
            first = i + 1;
        }
    }
}
