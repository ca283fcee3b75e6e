// SPDX-License-Identifier: MIT
// glTF, GLB, VRM 0 and 1, VRMA: the skeleton and one clip.
//
// Joints are the nodes that skins or a humanoid name, and what lies between them; without any, the animated nodes; without those, all.
// What they hang on is folded into the roots. Places are exact whatever nodes are scaled by: they are worked out in the world and seen
// from the parent again. Inverse bind matrices are not looked at: in some files they are not those of the nodes.
#include "io/io_internal.h"

#ifndef SWIVEL_HAS_CJSON

swv_status swvi_gltf_read(swvi_reading *r)
{
    return swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0, "this library was built without cJSON and reads no glTF");
}

#else

    #include <math.h>
    #include <stdio.h>
    #include <string.h>

    #include "io/gltf.h"

/// A node's place against its parent, as glTF gives it.
typedef struct trs {
    swv_vec3 t;
    swv_quat r;
    swv_vec3 s;
} trs;

/// A curve of a node's translation, rotation or scale.
typedef struct curve {
    int           node, path;  // 0 translation, 1 rotation, 2 scale
    int           count;       // keys
    const double *times;
    const double *values;  // 3 or 4 numbers a key; of a cubic spline three times as many: in, value, out
    int           width;
    enum { LINEAR, STEP, CUBIC } kind;
} curve;

typedef struct scene {
    swvi_gltf g;
    int       node_count;
    int      *parent, *order;  // of nodes; order: every node after its parent
    trs      *rest;
    int      *joint_of;  // of nodes; -1: none
    int      *node_of;   // of joints
    curve    *curves;
    int       curve_count;
    swv_pose *poses;   // of nodes in the world; scales apart
    swv_mat3 *linear;  // of nodes: rotation and scale together, in the world
    trs      *now;     // of nodes, in a frame
    int       given[SWV_PARTS];
    bool      has_parts;
} scene;

static bool fail_memory(scene *s)
{
    swvi_no_memory(s->g.r->error);
    return false;
}

static void *take(scene *s, size_t count, size_t size)
{
    return swvi_pool_take(s->g.r->scratch, count, size);
}

// ---- nodes ----

// A matrix without shear as translation, rotation and scale.
static trs trs_of_matrix(const double m[16])
{
    trs      place = { { m[12], m[13], m[14] }, SWV_IDENTITY_QUAT, { 1.0, 1.0, 1.0 } };
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

static bool read_place(scene *s, int node)
{
    const cJSON *n = s->g.nodes.items[node];
    double       m[16], t[3] = { 0.0 }, r[4] = { 0.0, 0.0, 0.0, 1.0 }, k[3] = { 1.0, 1.0, 1.0 };
    const int    has_matrix = swvi_gltf_numbers(n, "matrix", m, 16);
    if (has_matrix < 0 || swvi_gltf_numbers(n, "translation", t, 3) < 0 || swvi_gltf_numbers(n, "rotation", r, 4) < 0 ||
        swvi_gltf_numbers(n, "scale", k, 3) < 0) {
        swvi_gltf_fail(&s->g, "nodes", node,
                       "a matrix of 16, a translation or scale of 3, a rotation of 4 finite numbers expected");
        return false;
    }
    s->rest[node] = has_matrix ? trs_of_matrix(m)
                               : (trs){ { t[0], t[1], t[2] },
                                        swv_quat_normalize((swv_quat){ r[0], r[1], r[2], r[3] }),
                                        { k[0], k[1], k[2] } };
    return true;
}

static bool read_nodes(scene *s)
{
    const size_t count = (size_t)s->g.nodes.count;
    s->node_count = s->g.nodes.count;
    s->parent = take(s, count, sizeof *s->parent);
    s->order = take(s, count, sizeof *s->order);
    s->rest = take(s, count, sizeof *s->rest);
    s->now = take(s, count, sizeof *s->now);
    s->joint_of = take(s, count, sizeof *s->joint_of);
    s->node_of = take(s, count, sizeof *s->node_of);
    s->poses = take(s, count, sizeof *s->poses);
    s->linear = take(s, count, sizeof *s->linear);
    if (!s->parent || !s->order || !s->rest || !s->now || !s->joint_of || !s->node_of || !s->poses || !s->linear)
        return fail_memory(s);
    if (s->node_count == 0) {
        swvi_gltf_fail(&s->g, "nodes", -1, "at least one expected");
        return false;
    }
    for (int i = 0; i < s->node_count; i++)
        s->parent[i] = -1;
    for (int i = 0; i < s->node_count; i++) {
        const cJSON *children = cJSON_GetObjectItemCaseSensitive(s->g.nodes.items[i], "children"), *child;
        if (!read_place(s, i))
            return false;
        cJSON_ArrayForEach(child, children)
        {
            const double number = cJSON_IsNumber(child) ? child->valuedouble : -1.0;
            if (!(number >= 0.0 && number < s->node_count) || number != floor(number)) {
                swvi_gltf_fail(&s->g, "nodes", i, "children that are nodes expected");
                return false;
            }
            if (s->parent[(int)number] >= 0) {
                swvi_gltf_fail(&s->g, "nodes", (int)number, "it is the child of two nodes");
                return false;
            }
            s->parent[(int)number] = i;
        }
    }
    // Every node after its parent: in the order of the file, each with what hangs on it right after it.
    int placed = 0;
    for (int i = 0; i < s->node_count; i++)
        s->joint_of[i] = -1;
    int *stack = s->node_of, depth = 0;
    for (int root = 0; root < s->node_count; root++) {
        if (s->parent[root] >= 0)
            continue;
        stack[depth++] = root;
        while (depth > 0) {
            const int    node = stack[--depth];
            const cJSON *children = cJSON_GetObjectItemCaseSensitive(s->g.nodes.items[node], "children");
            s->order[placed++] = node;
            const cJSON *last = children ? children->child : NULL;
            while (last && last->next)
                last = last->next;
            for (; last; last = last == children->child ? NULL : last->prev)
                stack[depth++] = (int)last->valuedouble;
        }
    }
    if (placed < s->node_count) {
        int loose = 0;
        for (int i = s->node_count - 1; i >= 0; i--) {  // one that is its own ancestor
            int up = s->parent[i];
            for (int steps = 0; steps < s->node_count && up >= 0 && up != i; steps++)
                up = s->parent[up];
            loose = up == i ? i : loose;
        }
        swvi_gltf_fail(&s->g, "nodes", loose, "it hangs on itself");
        return false;
    }
    return true;
}

// ---- which nodes are joints ----

static bool mark_skins(scene *s, unsigned char *marked)
{
    swvi_items skins;
    if (!swvi_gltf_items(&s->g, s->g.root, "skins", &skins))
        return false;
    for (int i = 0; i < skins.count; i++) {
        const cJSON *joints = cJSON_GetObjectItemCaseSensitive(skins.items[i], "joints"), *joint;
        cJSON_ArrayForEach(joint, joints)
        {
            const double node = cJSON_IsNumber(joint) ? joint->valuedouble : -1.0;
            if (!(node >= 0.0 && node < s->node_count) || node != floor(node)) {
                swvi_gltf_fail(&s->g, "skins", i, "joints that are nodes expected");
                return false;
            }
            marked[(int)node] = 1;
        }
    }
    return true;
}

// A part by the name of VRM 1; those of VRM 0 name the thumb's bones otherwise.
static int part_of(const char *name, bool is_vrm0)
{
    static const char *const thumbs[][2] = { { "leftThumbProximal", "leftThumbMetacarpal" },
                                             { "leftThumbIntermediate", "leftThumbProximal" },
                                             { "rightThumbProximal", "rightThumbMetacarpal" },
                                             { "rightThumbIntermediate", "rightThumbProximal" } };
    for (int i = 0; is_vrm0 && i < 4; i++)
        if (!strcmp(name, thumbs[i][0])) {
            name = thumbs[i][1];
            break;
        }
    for (int part = 0; part < SWV_PARTS; part++)
        if (!strcmp(name, swv_part_name(part)))
            return part;
    return -1;
}

// The humanoid of VRM 0 (a list with names), of VRM 1 and VRMA (an object by names): nodes + 1 to `given` for now.
static bool mark_humanoid(scene *s, unsigned char *marked)
{
    static const char *const extensions[] = { "VRM", "VRMC_vrm", "VRMC_vrm_animation" };
    const cJSON             *all = cJSON_GetObjectItemCaseSensitive(s->g.root, "extensions");
    for (int i = 0; i < 3; i++) {
        const cJSON *extension = cJSON_GetObjectItemCaseSensitive(all, extensions[i]);
        const cJSON *humanoid = cJSON_GetObjectItemCaseSensitive(extension, "humanoid");
        const cJSON *bones = cJSON_GetObjectItemCaseSensitive(humanoid, "humanBones"), *bone;
        if (extension)
            s->g.r->motion->format = i == 2 ? SWV_FORMAT_VRMA : SWV_FORMAT_VRM;
        cJSON_ArrayForEach(bone, bones)
        {
            const cJSON *label = cJSON_GetObjectItemCaseSensitive(bone, "bone");
            const char  *name = cJSON_IsString(label) ? label->valuestring : bone->string ? bone->string : "";
            const int    part = part_of(name, i == 0), node = swvi_gltf_index(bone, "node", s->node_count);
            if (node < 0) {
                swvi_gltf_fail(&s->g, "humanBones", -1, "a node for each bone expected");
                return false;
            }
            marked[node] = 1;
            if (part < 0) {
                if (!swvi_warn(s->g.r, "the bone '%.40s' of the humanoid is none that is known", name))
                    return fail_memory(s);
                continue;
            }
            s->given[part] = node + 1;
            s->has_parts = true;
        }
    }
    return true;
}

static bool choose_joints(scene *s)
{
    unsigned char *marked = take(s, (size_t)s->node_count, 1);
    swv_motion    *m = s->g.r->motion;
    int            count = 0;
    if (!marked)
        return fail_memory(s);
    if (!mark_skins(s, marked) || !mark_humanoid(s, marked))
        return false;
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
        int up = marked[i] == 1 ? s->parent[i] : -1;
        while (up >= 0 && !marked[up])
            up = s->parent[up];
        for (int n = up >= 0 ? s->parent[i] : -1; n >= 0 && n != up; n = s->parent[n])
            marked[n] = 2;
    }
    count = 0;
    for (int n = 0; n < s->node_count; n++)
        if (marked[s->order[n]]) {
            s->joint_of[s->order[n]] = count;
            s->node_of[count++] = s->order[n];
        }
    if (count > SWV_MOTION_JOINTS) {
        swvi_gltf_fail(&s->g, "nodes", -1, "fewer joints expected");
        return false;
    }
    m->joint_count = count;
    m->joints = swvi_pool_take(s->g.r->pool, (size_t)count, sizeof *m->joints);
    if (!m->joints)
        return fail_memory(s);
    for (int j = 0; j < count; j++) {
        const int    node = s->node_of[j], up = s->parent[node];
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(s->g.nodes.items[node], "name");
        const char  *text = cJSON_IsString(name) ? name->valuestring : "";
        // A root may hang on nodes that are no joints.
        int parent = up;
        while (parent >= 0 && s->joint_of[parent] < 0)
            parent = s->parent[parent];
        m->joints[j] = (swv_motion_joint){ .name = swvi_take_text(s->g.r->pool, text, strlen(text)),
                                           .parent = parent < 0 ? -1 : s->joint_of[parent] };
        if (!m->joints[j].name)
            return fail_memory(s);
    }
    if (s->has_parts) {
        int *given = swvi_pool_take(s->g.r->pool, SWV_PARTS, sizeof *given);
        if (!given)
            return fail_memory(s);
        for (int part = 0; part < SWV_PARTS; part++)
            given[part] = s->given[part] ? s->joint_of[s->given[part] - 1] + 1 : 0;
        m->given = given;
    }
    return true;
}

// ---- curves ----

static bool read_curve(scene *s, const swvi_items *samplers, const cJSON *channel, int index)
{
    static const char *const paths[] = { "translation", "rotation", "scale" };
    const cJSON             *target = cJSON_GetObjectItemCaseSensitive(channel, "target");
    const cJSON             *path = cJSON_GetObjectItemCaseSensitive(target, "path");
    curve                    c = { .node = swvi_gltf_index(target, "node", s->node_count), .path = 0 };
    while (c.path < 3 && !(cJSON_IsString(path) && !strcmp(path->valuestring, paths[c.path])))
        c.path++;
    if (c.path == 3 || c.node == -1)
        return true;  // weights, or a target of an extension
    const int    sampler = swvi_gltf_index(channel, "sampler", samplers->count);
    const cJSON *item = sampler >= 0 ? samplers->items[sampler] : NULL;
    const int    input = swvi_gltf_index(item, "input", s->g.accessors.count);
    const int    output = swvi_gltf_index(item, "output", s->g.accessors.count);
    if (c.node < 0 || input < 0 || output < 0) {
        swvi_gltf_fail(&s->g, "channels", index, "a node and a sampler with input and output expected");
        return false;
    }
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(item, "interpolation");
    const char  *word = cJSON_IsString(kind) ? kind->valuestring : "LINEAR";
    c.kind = !strcmp(word, "CUBICSPLINE") ? CUBIC : !strcmp(word, "STEP") ? STEP : LINEAR;
    c.width = c.path == 1 ? 4 : 3;
    int value_count = 0;
    c.times = swvi_gltf_accessor(&s->g, input, 1, &c.count);
    c.values = c.times ? swvi_gltf_accessor(&s->g, output, c.width, &value_count) : NULL;
    if (!c.values)
        return false;
    if (c.count < 1 || value_count != c.count * (c.kind == CUBIC ? 3 : 1)) {
        swvi_gltf_fail(&s->g, "channels", index, "a value for each time expected");
        return false;
    }
    for (int k = 1; k < c.count; k++)
        if (!(c.times[k] > c.times[k - 1])) {
            swvi_gltf_fail(&s->g, "channels", index, "times that grow expected");
            return false;
        }
    s->curves[s->curve_count++] = c;
    return true;
}

static bool read_clip(scene *s)
{
    swv_motion *m = s->g.r->motion;
    swvi_items  clips, channels, samplers;
    if (!swvi_gltf_items(&s->g, s->g.root, "animations", &clips))
        return false;
    const int    clip = s->g.r->options->clip;
    const char **names = swvi_pool_take(s->g.r->pool, (size_t)clips.count, sizeof *names);
    if (!names)
        return fail_memory(s);
    for (int i = 0; i < clips.count; i++) {
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(clips.items[i], "name");
        const char  *text = cJSON_IsString(name) ? name->valuestring : "";
        names[i] = swvi_take_text(s->g.r->pool, text, strlen(text));
        if (!names[i])
            return fail_memory(s);
    }
    m->clip_count = clips.count;
    m->clips = names;
    if (clip >= clips.count && clip > 0) {
        swvi_fail(s->g.r->error, SWV_BAD_OPTIONS, 0, 0, "clip %d of %d", clip, clips.count);
        return false;
    }
    if (clips.count == 0)
        return true;
    if (!swvi_gltf_items(&s->g, clips.items[clip], "channels", &channels) ||
        !swvi_gltf_items(&s->g, clips.items[clip], "samplers", &samplers))
        return false;
    s->curves = take(s, (size_t)channels.count, sizeof *s->curves);
    if (!s->curves)
        return fail_memory(s);
    for (int i = 0; i < channels.count; i++)
        if (!read_curve(s, &samplers, channels.items[i], i))
            return false;
    return true;
}

// A value of a curve, up to 4 numbers.
static void value_at(const curve *c, double time, double value[4])
{
    int low = 0, high = c->count - 1;
    while (low < high) {  // the last key that is not after it
        const int middle = (low + high + 1) / 2;
        if (c->times[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    const int     next = low + 1 < c->count ? low + 1 : low, step = c->kind == CUBIC ? 3 * c->width : c->width;
    const double  span = c->times[next] - c->times[low];
    const double  share = span > 0.0 ? fmin(fmax((time - c->times[low]) / span, 0.0), 1.0) : 0.0;
    const double *a = c->values + (size_t)low * (size_t)step, *b = c->values + (size_t)next * (size_t)step;
    if (c->kind == CUBIC) {
        // Hermite: values and slopes of both keys.
        const double t = share, t2 = t * t, t3 = t2 * t;
        for (int k = 0; k < c->width; k++)
            value[k] = (2.0 * t3 - 3.0 * t2 + 1.0) * a[c->width + k] +
                       (t3 - 2.0 * t2 + t) * span * a[2 * c->width + k] + (3.0 * t2 - 2.0 * t3) * b[c->width + k] +
                       (t3 - t2) * span * b[k];
    } else if (c->kind == STEP || share == 0.0) {
        memcpy(value, a, (size_t)c->width * sizeof *value);
    } else if (c->path == 1) {
        const swv_quat qa = swv_quat_normalize((swv_quat){ a[0], a[1], a[2], a[3] });
        const swv_quat qb = swv_quat_normalize((swv_quat){ b[0], b[1], b[2], b[3] });
        const swv_vec3 turn = swv_rotation_vector_from_quat(swv_quat_mul(swv_quat_conjugate(qa), qb));
        const swv_quat q = swv_quat_mul(qa, swv_quat_from_rotation_vector(swv_vec3_scale(share, turn)));
        memcpy(value, &q, sizeof q);
    } else {
        for (int k = 0; k < c->width; k++)
            value[k] = a[k] + share * (b[k] - a[k]);
    }
}

// The time between frames: that of the keys if they lie on a grid; else as the caller says, or 1/60 s.
static double choose_step(scene *s, double first, double last)
{
    const double wanted = s->g.r->options->frame_time;
    double       gap = INFINITY;
    if (wanted > 0.0)
        return wanted;
    for (int i = 0; i < s->curve_count; i++)
        for (int k = 1; k < s->curves[i].count; k++)
            gap = fmin(gap, s->curves[i].times[k] - s->curves[i].times[k - 1]);
    if (!isfinite(gap))
        return 1.0 / 60.0;
    if (gap >= 1e-3) {
        const double steps = floor((last - first) / gap + 0.5), step = steps > 0.0 ? (last - first) / steps : gap;
        bool         is_grid = true;
        for (int i = 0; is_grid && i < s->curve_count; i++)
            for (int k = 0; is_grid && k < s->curves[i].count; k++) {
                const double at = (s->curves[i].times[k] - first) / step;
                is_grid = fabs(at - floor(at + 0.5)) < 0.01;
            }
        if (is_grid && step <= 0.11)
            return step;
    }
    return 1.0 / 60.0;
}

// ---- poses ----

static swv_mat3 scaled_rotation(swv_quat r, swv_vec3 k)
{
    swv_mat3 a = swv_mat3_from_quat(r);
    for (int i = 0; i < 3; i++) {
        a.m[i][0] *= k.x;
        a.m[i][1] *= k.y;
        a.m[i][2] *= k.z;
    }
    return a;
}

// Poses of all nodes in the world from `now`: places with all scales, rotations without.
static void work_out(scene *s)
{
    for (int n = 0; n < s->node_count; n++) {
        const int node = s->order[n], up = s->parent[node];
        const trs place = s->now[node];
        s->linear[node] = scaled_rotation(place.r, place.s);
        s->poses[node] = (swv_pose){ place.t, place.r };
        if (up >= 0) {
            s->poses[node].position = swv_vec3_add(s->poses[up].position, swv_mat3_apply(s->linear[up], place.t));
            s->poses[node].rotation = swv_quat_mul(s->poses[up].rotation, place.r);
            s->linear[node] = swv_mat3_mul(s->linear[up], s->linear[node]);
        }
    }
}

static swv_pose local_of(const scene *s, int joint)
{
    const swv_motion *m = s->g.r->motion;
    const swv_pose    world = s->poses[s->node_of[joint]];
    const int         parent = m->joints[joint].parent;
    swv_pose          local = parent < 0 ? world : swv_pose_mul(swv_pose_inverse(s->poses[s->node_of[parent]]), world);
    local.rotation = swv_quat_normalize(local.rotation);
    return local;
}

// Everything at rest, then the curves.
static void pose_at(scene *s, double time)
{
    memcpy(s->now, s->rest, (size_t)s->node_count * sizeof *s->now);
    for (int i = 0; i < s->curve_count; i++) {
        double value[4] = { 0.0 };
        trs   *place = &s->now[s->curves[i].node];
        value_at(&s->curves[i], time, value);
        if (s->curves[i].path == 0)
            place->t = (swv_vec3){ value[0], value[1], value[2] };
        else if (s->curves[i].path == 1)
            place->r = swv_quat_normalize((swv_quat){ value[0], value[1], value[2], value[3] });
        else
            place->s = (swv_vec3){ value[0], value[1], value[2] };
    }
    work_out(s);
}

static bool is_other(swv_pose a, swv_pose b, double size, bool *moves, bool *turns)
{
    *moves = *moves || swv_vec3_length(swv_vec3_sub(a.position, b.position)) > 1e-6 * size;
    *turns = *turns || swv_quat_angle_between(a.rotation, b.rotation) > 1e-6;
    return *moves && *turns;
}

static bool fill_frames(scene *s)
{
    swv_motion *m = s->g.r->motion;
    double      first = INFINITY, last = -INFINITY, size = 0.0;
    for (int j = 0; j < m->joint_count; j++) {
        if (!swv_vec3_is_finite(m->joints[j].rest.position)) {
            swvi_gltf_fail(&s->g, "nodes", s->node_of[j], "places that are finite expected");
            return false;
        }
        size = fmax(size, swv_vec3_length(m->joints[j].rest.position));
    }
    for (int i = 0; i < s->curve_count; i++) {
        first = fmin(first, s->curves[i].times[0]);
        last = fmax(last, s->curves[i].times[s->curves[i].count - 1]);
    }
    if (s->curve_count == 0)
        return swvi_motion_lay_out(s->g.r->pool, m, true) || fail_memory(s);
    m->frame_time = choose_step(s, first, last);
    const double frames = floor((last - first) / m->frame_time + 1e-6) + 1.0;
    if (!(frames < 1e7)) {
        swvi_gltf_fail(&s->g, "animations", s->g.r->options->clip, "a shorter clip expected");
        return false;
    }
    m->frame_count = (int)frames;
    m->clip = s->g.r->options->clip;
    // Which joints do anything: exporters write curves for all of them.
    for (int f = 0; f < m->frame_count; f++) {
        pose_at(s, first + f * m->frame_time);
        for (int j = 0; j < m->joint_count; j++) {
            swv_motion_joint *joint = &m->joints[j];
            if (!joint->moves || !joint->turns)
                is_other(local_of(s, j), joint->rest, size, &joint->moves, &joint->turns);
        }
    }
    if (!swvi_motion_lay_out(s->g.r->pool, m, true))
        return fail_memory(s);
    swv_pose *locals = take(s, (size_t)m->joint_count, sizeof *locals);
    if (!locals)
        return fail_memory(s);
    for (int f = 0; f < m->frame_count; f++) {
        pose_at(s, first + f * m->frame_time);
        for (int j = 0; j < m->joint_count; j++)
            locals[j] = local_of(s, j);
        if (m->frames && swv_motion_put(m, f, locals) != SWV_OK) {
            swvi_gltf_fail(&s->g, "animations", s->g.r->options->clip, "a place in it is not finite");
            return false;
        }
    }
    return true;
}

static bool warn_of_scales(scene *s)
{
    for (int i = 0; i < s->node_count; i++) {
        const swv_vec3 k = s->rest[i].s;
        const double   most = fmax(fabs(k.x), fmax(fabs(k.y), fabs(k.z)));
        if (fabs(k.x - k.y) + fabs(k.y - k.z) > 1e-3 * most || k.x <= 0.0)
            return swvi_warn(s->g.r,
                             "node %d has a scale that is not the same in all directions: what hangs on it is in "
                             "place, but turns without it",
                             i) ||
                   fail_memory(s);
    }
    return true;
}

static bool read_scene(scene *s)
{
    swv_motion *m = s->g.r->motion;
    m->up = (swv_vec3){ 0.0, 1.0, 0.0 };
    snprintf(m->up_reason, sizeof m->up_reason, "the format says y");
    if (!read_nodes(s) || !read_clip(s) || !choose_joints(s) || !warn_of_scales(s))
        return false;
    memcpy(s->now, s->rest, (size_t)s->node_count * sizeof *s->now);
    work_out(s);
    for (int j = 0; j < m->joint_count; j++)
        m->joints[j].rest = local_of(s, j);
    return fill_frames(s);
}

swv_status swvi_gltf_read(swvi_reading *r)
{
    scene s = { .has_parts = false };
    if (swvi_gltf_open(r, &s.g) != SWV_OK)
        return r->error->status;
    r->motion->format = memcmp(r->bytes, "glTF", 4) == 0 ? SWV_FORMAT_GLB : SWV_FORMAT_GLTF;
    const bool is_read = read_scene(&s);
    swvi_gltf_close(&s.g);
    return is_read ? SWV_OK : r->error->status;
}

#endif
