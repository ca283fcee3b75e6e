// SPDX-License-Identifier: MIT
// The motion of a tree of nodes with curves.
//
// Joints are the nodes that a file names as such, and what lies between them; without any, the animated nodes; without those, all. What they
// hang on is folded into the roots. Places are exact whatever nodes are scaled by: they are worked out in the world and seen from the parent
// again. Lengths are in the file's unit, in the world's axes or those of a parent; times are seconds; nodes, joints and keys are indices.
#include "io/scene.h"

#include <math.h>
#include <string.h>

// 40 characters of a name fit a message of 160.
static bool refuse(swvi_scene *s, int node, const char *what)
{
    swvi_fail(s->r->error, SWV_BAD_FILE, 0, 0, "nodes[%d] '%.40s': %s", node, s->names[node], what);
    return false;
}

static void *take(swvi_scene *s, size_t count, size_t size)
{
    return swvi_pool_take(s->r->scratch, count, size);
}

bool swvi_scene_take(swvi_scene *s, swvi_reading *r, int node_count)
{
    const size_t count = (size_t)node_count;
    *s = (swvi_scene){ .r = r, .node_count = node_count };
    s->names = take(s, count, sizeof *s->names);
    s->parents = take(s, count, sizeof *s->parents);
    s->rest = take(s, count, sizeof *s->rest);
    s->is_joint = take(s, count, 1);
    s->order = take(s, count, sizeof *s->order);
    s->joint_of = take(s, count, sizeof *s->joint_of);
    s->node_of = take(s, count, sizeof *s->node_of);
    s->now = take(s, count, sizeof *s->now);
    s->poses = take(s, count, sizeof *s->poses);
    s->linear = take(s, count, sizeof *s->linear);
    if (!s->names || !s->parents || !s->rest || !s->is_joint || !s->order || !s->joint_of || !s->node_of || !s->now ||
        !s->poses || !s->linear)
        return false;
    for (int i = 0; i < node_count; i++) {
        s->names[i] = "";
        s->parents[i] = -1;
        s->rest[i] = (swvi_trs){ { 0.0, 0.0, 0.0 }, SWV_IDENTITY_QUAT, { 1.0, 1.0, 1.0 } };
    }
    return true;
}

bool swvi_scene_name_clips(swvi_reading *r, const char **names, int count)
{
    for (int i = 0; names && i < count; i++) {
        names[i] = swvi_take_text(r->pool, names[i], strlen(names[i]));
        if (!names[i])
            return swvi_fail_memory(r->error);
    }
    if (!names)
        return swvi_fail_memory(r->error);
    r->motion->clip_count = count;
    r->motion->clips = names;
    if (r->options->clip < count || r->options->clip == 0)
        return true;
    swvi_fail(r->error, SWV_BAD_OPTIONS, 0, 0, "clip %d of %d", r->options->clip, count);
    return false;
}

// m[4 * column + row]. A mirrored one has its first scale negative.
swvi_trs swvi_trs_of_matrix(const double m[16])
{
    swvi_trs place = { { m[12], m[13], m[14] }, SWV_IDENTITY_QUAT, { 1.0, 1.0, 1.0 } };
    swv_vec3 c[3] = { { m[0], m[1], m[2] }, { m[4], m[5], m[6] }, { m[8], m[9], m[10] } };
    double   lengths[3];
    if (swv_vec3_dot(swv_vec3_cross(c[0], c[1]), c[2]) < 0.0)
        c[0] = swv_vec3_scale(-1.0, c[0]);
    const bool is_mirrored = c[0].x != m[0] || c[0].y != m[1] || c[0].z != m[2];
    for (int i = 0; i < 3; i++) {
        lengths[i] = swv_vec3_length(c[i]);
        c[i] = swv_vec3_normalize(c[i]);
    }
    place.s = (swv_vec3){ is_mirrored ? -lengths[0] : lengths[0], lengths[1], lengths[2] };
    if (lengths[0] > 0.0 && lengths[1] > 0.0 && lengths[2] > 0.0)
        place.r = swv_quat_normalize(swv_quat_from_mat3(
            (swv_mat3){ { { c[0].x, c[1].x, c[2].x }, { c[0].y, c[1].y, c[2].y }, { c[0].z, c[1].z, c[2].z } } }));
    return place;
}

bool swvi_scene_order(swvi_scene *s)
{
    int *first = take(s, (size_t)s->node_count, sizeof *first), *next = take(s, (size_t)s->node_count, sizeof *next);
    int  first_root = -1, placed = 0;
    bool is_ordered = true;
    if (!first || !next)
        return swvi_fail_memory(s->r->error);
    for (int i = 0; i < s->node_count; i++) {
        is_ordered = is_ordered && s->parents[i] < i;
        s->order[i] = i;
        first[i] = -1;
    }
    if (is_ordered)
        return true;
    for (int i = s->node_count - 1; i >= 0; i--) {
        int *const before = s->parents[i] < 0 ? &first_root : &first[s->parents[i]];
        next[i] = *before;
        *before = i;
    }
    for (int at = first_root; at >= 0;) {
        s->order[placed++] = at;
        if (first[at] >= 0) {
            at = first[at];
            continue;
        }
        while (at >= 0 && next[at] < 0)
            at = s->parents[at];
        at = at >= 0 ? next[at] : -1;
    }
    for (int i = 0; placed < s->node_count && i < s->node_count; i++) {  // one that is its own ancestor
        int up = s->parents[i];
        for (int steps = 0; steps < s->node_count && up >= 0 && up != i; steps++)
            up = s->parents[up];
        if (up == i)
            return refuse(s, i, "its parents form a cycle");
    }
    return true;
}

// The motion's joints, without rests, from s->is_joint: 1 for what is named, 2 for what lies between; and which node and part each is.
static bool choose_joints(swvi_scene *s)
{
    unsigned char *marked = s->is_joint;
    swv_motion    *m = s->r->motion;
    int            count = 0;
    for (int i = 0; i < s->node_count; i++)
        count += marked[i];
    for (int i = 0; count == 0 && i < s->curve_count; i++)
        marked[s->curves[i].node] = 1;
    for (int i = 0; count == 0 && i < s->node_count; i++)
        count += marked[i];
    if (count == 0)
        memset(marked, 1, (size_t)s->node_count);
    // What lies between two joints is one.
    for (int i = 0; i < s->node_count; i++) {
        int up = marked[i] == 1 ? s->parents[i] : -1;
        while (up >= 0 && !marked[up])
            up = s->parents[up];
        for (int n = up >= 0 ? s->parents[i] : -1; n >= 0 && n != up; n = s->parents[n])
            marked[n] = 2;
    }
    count = 0;
    for (int n = 0; n < s->node_count; n++) {
        s->joint_of[s->order[n]] = marked[s->order[n]] ? count : -1;
        if (marked[s->order[n]])
            s->node_of[count++] = s->order[n];
    }
    if (count > SWV_MOTION_JOINTS)
        return refuse(s, s->node_of[SWV_MOTION_JOINTS], "fewer joints expected");
    m->joint_count = count;
    m->joints = swvi_pool_take(s->r->pool, (size_t)count, sizeof *m->joints);
    if (!m->joints)
        return swvi_fail_memory(s->r->error);
    for (int j = 0; j < count; j++) {
        const int node = s->node_of[j];
        int       parent = s->parents[node];
        while (parent >= 0 && s->joint_of[parent] < 0)  // a root may hang on nodes that are no joints
            parent = s->parents[parent];
        m->joints[j] = (swv_motion_joint){ .name = swvi_take_text(s->r->pool, s->names[node], strlen(s->names[node])),
                                           .parent = parent < 0 ? -1 : s->joint_of[parent] };
        if (!m->joints[j].name)
            return swvi_fail_memory(s->r->error);
    }
    int *nodes = swvi_pool_take(s->r->pool, (size_t)count, sizeof *nodes);
    int *given = swvi_pool_take(s->r->pool, SWV_PARTS, sizeof *given);
    if (!nodes || !given)
        return swvi_fail_memory(s->r->error);
    memcpy(nodes, s->node_of, (size_t)count * sizeof *nodes);
    m->nodes = nodes;
    for (int part = 0; part < SWV_PARTS; part++) {
        given[part] = s->given[part] ? s->joint_of[s->given[part] - 1] + 1 : 0;
        m->given = given[part] ? given : m->given;
    }
    return true;
}

// ---- curves ----

#define OFF_GRID 0.01    // of a frame: keys that are no further from one lie on it. Chosen
#define FLOAT    1.2e-7  // spacing of floats, 2^-23, relative
#define SLOWEST  0.11    // seconds: keys further apart than this (9 a second) are not frames. Chosen

// A value (out) of a curve at a time: 3 numbers, or of a rotation 4, x y z w. Keys within `slack` seconds of it are met:
// times are floats, and frames that lie on keys are those keys.
static void value_at(const swvi_curve *c, double time, double slack, double value[4])
{
    int low = 0, high = c->count - 1;
    while (low < high) {  // the last key that is not after it
        const int middle = (low + high + 1) / 2;
        if (c->times[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    const int     width = c->path == SWVI_ROTATION ? 4 : 3;
    const int     next = low + 1 < c->count ? low + 1 : low, step = c->kind == SWVI_CUBIC ? 3 * width : width;
    const double  span = c->times[next] - c->times[low];
    const double  after = time - c->times[low], before = c->times[next] - time;
    const double  share = after <= slack    ? 0.0
                          : before <= slack ? 1.0
                          : span > 0.0      ? fmin(fmax(after / span, 0.0), 1.0)
                                            : 0.0;
    const double *a = c->values + (size_t)low * (size_t)step, *b = c->values + (size_t)next * (size_t)step;
    if (c->kind == SWVI_CUBIC) {
        // Hermite: values and slopes of both keys.
        const double t = share, t2 = t * t, t3 = t2 * t;
        for (int k = 0; k < width; k++)
            value[k] = (2.0 * t3 - 3.0 * t2 + 1.0) * a[width + k] + (t3 - 2.0 * t2 + t) * span * a[2 * width + k] +
                       (3.0 * t2 - 2.0 * t3) * b[width + k] + (t3 - t2) * span * b[k];
    } else if (share == 0.0 || (c->kind == SWVI_STEP && share < 1.0)) {
        memcpy(value, a, (size_t)width * sizeof *value);
    } else if (share == 1.0) {
        memcpy(value, b, (size_t)width * sizeof *value);
    } else if (c->path == SWVI_ROTATION) {
        const swv_quat qa = swv_quat_normalize((swv_quat){ a[0], a[1], a[2], a[3] });
        const swv_quat qb = swv_quat_normalize((swv_quat){ b[0], b[1], b[2], b[3] });
        const swv_quat q = swvi_quat_part(qa, qb, share);
        memcpy(value, &q, sizeof q);
    } else {
        for (int k = 0; k < width; k++)
            value[k] = a[k] + share * (b[k] - a[k]);
    }
}

// Whether all keys lie on frames `step` apart from `first` to `last`, or so near that floats could not say it better: *off takes how near, seconds.
static bool is_grid(const swvi_scene *s, double first, double last, double step, double *off)
{
    // No more than a quarter, or every key would lie on a frame.
    *off = fmin(fmax(OFF_GRID * step, FLOAT * fmax(fabs(first), fabs(last))), 0.25 * step);
    if (!(step > 0.0 && step <= SLOWEST))
        return false;
    for (int i = 0; i < s->curve_count; i++)
        for (int k = 0; k < s->curves[i].count; k++) {
            const double at = (s->curves[i].times[k] - first) / step;
            if (!(fabs(at - floor(at + 0.5)) * step < *off))
                return false;
        }
    return true;
}

// Seconds between frames of a clip from `first` to `last`: what the caller says; else that of the keys if they lie on a grid, or 1/60 s. *slack takes
// how far from a frame its keys may be, seconds.
static double choose_step(const swvi_scene *s, double first, double last, double *slack)
{
    const double wanted = s->r->options->frame_time;
    double       gap = INFINITY, mean = INFINITY;
    *slack = 0.0;
    if (wanted > 0.0)
        return wanted;
    // As far apart as the keys of the curve that has them most closely, on average, as single gaps are those of floats; or as the smallest gap.
    for (int i = 0; i < s->curve_count; i++) {
        const swvi_curve *c = &s->curves[i];
        for (int k = 1; k < c->count; k++)
            gap = fmin(gap, c->times[k] - c->times[k - 1]);
        if (c->count > 1)
            mean = fmin(mean, (c->times[c->count - 1] - c->times[0]) / (c->count - 1));
    }
    const double gaps[2] = { mean, gap };
    for (int i = 0; i < 2; i++) {
        // Seconds: keys closer than that are no frames. Chosen.
        if (!(gaps[i] < INFINITY && gaps[i] >= 1e-3))
            continue;
        const double steps = floor((last - first) / gaps[i] + 0.5),
                     step = steps > 0.0 ? (last - first) / steps : gaps[i];
        if (is_grid(s, first, last, step, slack))
            return step;
    }
    *slack = 0.0;
    // Keys on no grid: 60 frames a second, chosen.
    return 1.0 / 60.0;
}

// ---- poses ----

// Poses of all nodes in the world from `now`: places with all scales, rotations without.
static void work_out(swvi_scene *s)
{
    for (int n = 0; n < s->node_count; n++) {
        const int      node = s->order[n], up = s->parents[node];
        const swvi_trs place = s->now[node];
        s->linear[node] = swv_mat3_from_quat(place.r);
        for (int i = 0; i < 3; i++) {
            s->linear[node].m[i][0] *= place.s.x;
            s->linear[node].m[i][1] *= place.s.y;
            s->linear[node].m[i][2] *= place.s.z;
        }
        s->poses[node] = (swv_pose){ place.t, place.r };
        if (up >= 0) {
            s->poses[node].position = swv_vec3_add(s->poses[up].position, swv_mat3_apply(s->linear[up], place.t));
            s->poses[node].rotation = swv_quat_mul(s->poses[up].rotation, place.r);
            s->linear[node] = swv_mat3_mul(s->linear[up], s->linear[node]);
        }
    }
}

// A joint's pose against its parent joint, or in the world, from s->poses.
static swv_pose local_of(const swvi_scene *s, int joint)
{
    const swv_motion *m = s->r->motion;
    const swv_pose    world = s->poses[s->node_of[joint]];
    const int         parent = m->joints[joint].parent;
    swv_pose          local = parent < 0 ? world : swv_pose_mul(swv_pose_inverse(s->poses[s->node_of[parent]]), world);
    local.rotation = swv_quat_normalize(local.rotation);
    return local;
}

// s->now and s->poses at a time: everything at rest, then the curves. `slack` as in value_at.
static void pose_at(swvi_scene *s, double time, double slack)
{
    memcpy(s->now, s->rest, (size_t)s->node_count * sizeof *s->now);
    for (int i = 0; i < s->curve_count; i++) {
        double    value[4] = { 0.0 };
        swvi_trs *place = &s->now[s->curves[i].node];
        value_at(&s->curves[i], time, slack, value);
        if (s->curves[i].path == SWVI_TRANSLATION)
            place->t = (swv_vec3){ value[0], value[1], value[2] };
        else if (s->curves[i].path == SWVI_ROTATION)
            place->r = swv_quat_normalize((swv_quat){ value[0], value[1], value[2], value[3] });
        else
            place->s = (swv_vec3){ value[0], value[1], value[2] };
    }
    work_out(s);
}

// Whether any number of a curve differs from where its node rests, by more than 1e-6: of `size` (the longest bone), radians, or parts of a scale.
static bool does_anything(const swvi_scene *s, const swvi_curve *c, double size)
{
    const swvi_trs *rest = &s->rest[c->node];
    const int       width = c->path == SWVI_ROTATION ? 4 : 3, up = s->parents[c->node];
    for (int k = 0; k < c->count; k++) {
        const double *v = c->values + (size_t)k * (size_t)width * (c->kind == SWVI_CUBIC ? 3u : 1u);
        for (int i = 0; c->kind == SWVI_CUBIC && i < width; i++)
            if (v[i] != 0.0 || v[2 * width + i] != 0.0)
                return true;
        v += c->kind == SWVI_CUBIC ? width : 0;
        const swv_vec3 at = { v[0], v[1], v[2] };
        const swv_vec3 way = swv_vec3_sub(at, rest->t), stretch = swv_vec3_sub(at, rest->s);
        // 1e-6: some ten roundings of a float, 6e-8. Chosen.
        if (c->path == SWVI_ROTATION
                ? !(swv_quat_angle_between(swv_quat_normalize((swv_quat){ v[0], v[1], v[2], v[3] }), rest->r) <= 1e-6)
            : c->path == SWVI_TRANSLATION
                ? !(swv_vec3_length(up < 0 ? way : swv_mat3_apply(s->linear[up], way)) <= 1e-6 * size)
                : !(swv_vec3_length(stretch) <= 1e-6))
            return true;
    }
    return false;
}

// Of a scale (unitless).
static bool is_uneven(swv_vec3 k)
{
    const double most = fmax(fabs(k.x), fmax(fabs(k.y), fabs(k.z)));
    return fabs(k.x - k.y) + fabs(k.y - k.z) > 1e-3 * most;  // a thousandth is not seen: chosen
}

// Which joints do anything: exporters write curves for all of them. Nodes between a joint and its parent carry it along; scales above
// it move it, and so do uneven ones with what turns below them.
// `size` as in does_anything.
static bool mark_joints(swvi_scene *s, double size)
{
    enum { TURNS = 1, MOVES = 2, SCALES = 4 };
    swv_motion    *m = s->r->motion;
    unsigned char *does = take(s, (size_t)s->node_count, sizeof *does);
    if (!does)
        return swvi_fail_memory(s->r->error);
    for (int i = 0; i < s->curve_count; i++)
        if (does_anything(s, &s->curves[i], size))
            does[s->curves[i].node] |= s->curves[i].path == SWVI_ROTATION      ? TURNS
                                       : s->curves[i].path == SWVI_TRANSLATION ? MOVES
                                                                               : SCALES;
    for (int j = 0; j < m->joint_count; j++) {
        const int node = s->node_of[j], stop = m->joints[j].parent < 0 ? -1 : s->node_of[m->joints[j].parent];
        bool      is_between = true;
        m->joints[j].turns = (does[node] & TURNS) != 0;
        m->joints[j].moves = (does[node] & MOVES) != 0;
        for (int up = s->parents[node]; up >= 0; up = s->parents[up]) {
            is_between = is_between && up != stop;
            if (is_between && (does[up] & TURNS))
                m->joints[j].turns = true;
            if ((is_between && does[up]) || (does[up] & SCALES) || is_uneven(s->rest[up].s))
                m->joints[j].moves = true;
        }
    }
    return true;
}

// The motion's frames, from the joints' rests and the curves. False with an error.
static bool fill_frames(swvi_scene *s)
{
    swv_motion *m = s->r->motion;
    double      first = INFINITY, last = -INFINITY, size = 0.0;
    for (int j = 0; j < m->joint_count; j++) {
        if (!swv_vec3_is_finite(m->joints[j].rest.position))
            return refuse(s, s->node_of[j], "places that are finite expected");
        size = fmax(size, swv_vec3_length(m->joints[j].rest.position));
    }
    for (int i = 0; i < s->curve_count; i++) {
        first = fmin(first, s->curves[i].times[0]);
        last = fmax(last, s->curves[i].times[s->curves[i].count - 1]);
    }
    if (s->curve_count == 0)
        return swvi_motion_lay_out(s->r->pool, m, true) || swvi_fail_memory(s->r->error);
    double slack;
    m->frame_time = choose_step(s, first, last, &slack);
    // 1e-6 of a frame is rounding of times.
    const double frames = floor((last - first) / m->frame_time + 1e-6) + 1.0;
    if (!(frames < 5e5)) {  // hours: a small file must not make a large motion
        swvi_fail(s->r->error, SWV_BAD_FILE, 0, 0, "clip %d: a shorter one expected", s->r->options->clip);
        return false;
    }
    m->frame_count = (int)frames;
    m->clip = s->r->options->clip;
    if (!mark_joints(s, size))
        return false;
    if (!swvi_motion_lay_out(s->r->pool, m, true))
        return swvi_fail_memory(s->r->error);
    swv_pose *locals = take(s, (size_t)m->joint_count, sizeof *locals);
    if (!locals)
        return swvi_fail_memory(s->r->error);
    for (int f = 0; f < m->frame_count; f++) {
        pose_at(s, first + f * m->frame_time, slack);
        for (int j = 0; j < m->joint_count; j++)
            locals[j] = local_of(s, j);
        if (m->frames && swv_motion_put(m, f, locals) != SWV_OK) {
            swvi_fail(s->r->error, SWV_BAD_FILE, 0, 0, "clip %d: a place in it is not finite", s->r->options->clip);
            return false;
        }
    }
    return true;
}

static bool warn_of_scales(swvi_scene *s)
{
    for (int i = 0; i < s->node_count; i++) {
        if (is_uneven(s->rest[i].s) || s->rest[i].s.x <= 0.0)
            return swvi_warn(s->r,
                             "node %d has a scale that is not the same in all directions: positions of its "
                             "children are exact, their rotations ignore it",
                             i);
    }
    return true;
}

swv_status swvi_scene_finish(swvi_scene *s)
{
    swv_motion *m = s->r->motion;
    if (!swvi_scene_order(s) || !choose_joints(s) || !warn_of_scales(s))
        return s->r->error->status;
    memcpy(s->now, s->rest, (size_t)s->node_count * sizeof *s->now);
    work_out(s);
    for (int j = 0; j < m->joint_count; j++)
        m->joints[j].rest = local_of(s, j);
    return fill_frames(s) ? SWV_OK : s->r->error->status;
}
