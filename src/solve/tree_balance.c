// SPDX-License-Identifier: MIT
//
// Balance: how far the centre of mass, seen from above, is from its polygon.
//
// Inside the polygon nothing is asked. Outside, the residual is the vector to the nearest point of the outline: one row, along
// the normal, where that point lies within an edge; two where it is a corner. The square of the distance has a continuous
// slope, and that slope is the residual's. Places are in the world, in the skeleton's unit.
#include <math.h>
#include <string.h>

#include "solve/tree_engine.h"

/// A point seen from above, metres: along `ahead` and `aside` of the balance.
typedef struct flat {
    double x, y;
} flat;

// v in the world.
static flat seen(const swvi_balance_state *b, swv_vec3 v)
{
    return (flat){ swv_vec3_dot(v, b->ahead), swv_vec3_dot(v, b->aside) };
}

// Whether c is in the polygon: by the edges that a ray crosses, so that the outline need not be convex.
static bool is_inside(const swvi_balance_state *b, flat c)
{
    const int count = b->given->balance.support_count;
    bool      inside = false;
    for (int i = 0; i < count; ++i) {
        const flat p = seen(b, b->given->balance.support[i]), q = seen(b, b->given->balance.support[(i + 1) % count]);
        if ((p.y > c.y) != (q.y > c.y) && c.x < p.x + (c.y - p.y) / (q.y - p.y) * (q.x - p.x))
            inside = !inside;
    }
    return inside;
}

void swvi_balance_look(swvi_balance_state *b, const double *center, double scale)
{
    const swv_vec3 at = { center[0], center[1], center[2] };
    const flat     c = seen(b, at);
    const int      count = b->given->balance.support_count;
    double         nearest = INFINITY;
    flat           gap = { 0.0, 0.0 };
    bool           is_corner = true;
    b->rows = 0;
    b->distance = 0.0;
    memset(b->r, 0, sizeof b->r);
    if (count > 2 && is_inside(b, c))
        return;
    for (int i = 0; i < count; ++i) {
        const flat   p = seen(b, b->given->balance.support[i]), q = seen(b, b->given->balance.support[(i + 1) % count]);
        const double x = q.x - p.x, y = q.y - p.y, square = x * x + y * y;
        const double along = square > 0.0 ? ((c.x - p.x) * x + (c.y - p.y) * y) / square : 0.0;
        const double part = swvi_clamp(0.0, 1.0, along);
        const flat   to = { p.x + part * x - c.x, p.y + part * y - c.y };
        const double away = to.x * to.x + to.y * to.y;
        if (away < nearest) {
            nearest = away;
            gap = to;
            is_corner = !(along > 0.0 && along < 1.0);
        }
    }
    b->distance = sqrt(nearest);
    if (!(b->distance > 0.0))
        return;
    // The first row lies along the gap; the second, at a corner, across it: there the residual is 0.
    const flat n = { gap.x / b->distance, gap.y / b->distance };
    swvi_store(swv_vec3_add(swv_vec3_scale(n.x, b->ahead), swv_vec3_scale(n.y, b->aside)), b->normal[0]);
    swvi_store(swv_vec3_add(swv_vec3_scale(-n.y, b->ahead), swv_vec3_scale(n.x, b->aside)), b->normal[1]);
    b->rows = is_corner ? 2 : 1;
    b->r[0] = scale * b->distance;
}
