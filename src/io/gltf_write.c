// SPDX-License-Identifier: MIT
// Writing GLB: the joints as nodes, a skin with a plain body of one eight-sided bone from each joint to what hangs on it, and the motion as one
// clip with a key a frame. Writing VRMA: the joints and the clip, and which node is which part of a human body. Metres, y up; a VRMA faces z.
//
// `g` is the file that is written, `joint` an index, of its node too; text `before` goes before what is written. Numbers that are not explained are
// those of the glTF 2.0 specification (5123: 16 bits, 5125: 32 bits, 5126: float).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"
#include "io/out.h"
#include "math/scalar.h"

/// A stretch of the binary chunk, and what an accessor says of it.
typedef struct stretch {
    size_t      at, size;   // bytes
    int         count;      // elements
    const char *kind;       // "SCALAR", "VEC3", ...
    int         component;  // 5126 float, 5123 unsigned short, 5125 unsigned int
    int         target;     // 34962 vertices, 34963 indices, 0
} stretch;

typedef struct glb {
    swvi_writing     *w;
    const swv_motion *m;
    bool              is_vrma;
    double            scale;            // metres in the motion's unit
    swv_quat          rotation;         // from the motion's world to the file's
    swv_pose         *locals, *worlds;  // of joints at rest, as in the file: in their parents' axes and in the world's
    int               bone_count, root_count;
    stretch          *stretches;
    int               stretch_count, inverse_at, vertex_at, time_at;  // the first of each
    size_t            size;                                           // of the binary chunk
    double            low[3], high[3];                                // of the vertices, metres in the world
    swvi_out          out;
} glb;

enum { BONE_CORNERS = 6, BONE_TRIANGLES = 8 };  // a bone is an octahedron

// ---- the body ----

// The joint that bone number `bone` begins at, and its end in that joint's frame, metres: bones to joints first, then to ends. False: none.
static bool bone_of(const glb *g, int bone, int *joint, swv_vec3 *end)
{
    const swv_motion *m = g->m;
    if (bone < m->joint_count) {
        *joint = m->joints[bone].parent;
        *end = swv_vec3_scale(g->scale, m->joints[bone].rest.position);
    } else {
        *joint = m->ends[bone - m->joint_count].joint;
        *end = swv_vec3_scale(g->scale, m->ends[bone - m->joint_count].offset);
    }
    return *joint >= 0 && swv_vec3_length(*end) > 1e-6;  // metres: shorter ones cannot be seen. Chosen.
}

// Corners of a bone in the world at rest, metres: the joint, four around it at a tenth of the way, the end (in the joint's frame).
static void bone_corners(const glb *g, int joint, swv_vec3 end, swv_vec3 corners[BONE_CORNERS])
{
    const double   length = swv_vec3_length(end);
    const swv_vec3 along = swv_vec3_normalize(end);
    const swv_vec3 other = fabs(along.x) < 0.7 ? (swv_vec3){ 1.0, 0.0, 0.0 } : (swv_vec3){ 0.0, 1.0, 0.0 };
    const swv_vec3 u = swv_vec3_normalize(swv_vec3_cross(along, other)), v = swv_vec3_cross(along, u);
    // A tenth of its length from the joint, and as wide to each side: chosen.
    const swv_vec3 middle = swv_vec3_scale(0.1, end);
    const double   width = 0.1 * length;
    corners[0] = (swv_vec3){ 0.0, 0.0, 0.0 };
    corners[1] = swv_vec3_add(middle, swv_vec3_scale(width, u));
    corners[2] = swv_vec3_add(middle, swv_vec3_scale(width, v));
    corners[3] = swv_vec3_add(middle, swv_vec3_scale(-width, u));
    corners[4] = swv_vec3_add(middle, swv_vec3_scale(-width, v));
    corners[5] = end;
    for (int i = 0; i < BONE_CORNERS; i++)
        corners[i] = swv_pose_apply(g->worlds[joint], corners[i]);
}

// ---- layout ----

// A stretch of `count` elements of `element` bytes, the next begins at a multiple of 4; its index. The rest is as in `stretch`.
static int add_stretch(glb *g, int count, size_t element, const char *kind, int component, int target)
{
    stretch *s = &g->stretches[g->stretch_count];
    *s = (stretch){ g->size, (size_t)count * element, count, kind, component, target };
    g->size += (s->size + 3) / 4 * 4;
    return g->stretch_count++;
}

// Where all is in the binary chunk: at most 6 stretches besides two of each joint. False if there is no memory.
static bool lay_out(glb *g)
{
    const swv_motion *m = g->m;
    g->stretches = swvi_pool_take(g->w->scratch, 6 + 2 * (size_t)m->joint_count, sizeof *g->stretches);
    if (!g->stretches)
        return false;
    for (int bone = 0; !g->is_vrma && bone < m->joint_count + m->end_count; bone++) {
        int      joint;
        swv_vec3 end, corners[BONE_CORNERS];
        if (!bone_of(g, bone, &joint, &end))
            continue;
        g->bone_count++;
        bone_corners(g, joint, end, corners);
        for (int i = 0; i < BONE_CORNERS; i++) {
            const double p[3] = { corners[i].x, corners[i].y, corners[i].z };
            for (int k = 0; k < 3; k++) {
                g->low[k] = swvi_smaller((double)(float)p[k], g->low[k]);
                g->high[k] = swvi_larger((double)(float)p[k], g->high[k]);
            }
        }
    }
    // Bytes of an element, its type, that of its numbers, and what it is bound as (34962: vertices, 34963: their order): glTF 2.0, 3.6.2 and 3.7.2.
    const int vertices = g->bone_count * BONE_CORNERS;
    g->inverse_at = g->bone_count > 0 ? add_stretch(g, m->joint_count, 64, "MAT4", 5126, 0) : -1;
    g->vertex_at = g->bone_count > 0 ? add_stretch(g, vertices, 12, "VEC3", 5126, 34962) : -1;
    if (g->bone_count > 0) {
        add_stretch(g, vertices, 8, "VEC4", 5123, 34962);
        add_stretch(g, vertices, 16, "VEC4", 5126, 34962);
        add_stretch(g, g->bone_count * BONE_TRIANGLES * 3, 4, "SCALAR", 5125, 34963);
    }
    g->time_at = m->frame_count > 0 && m->frame_size > 0 ? add_stretch(g, m->frame_count, 4, "SCALAR", 5126, 0) : -1;
    for (int i = 0; g->time_at >= 0 && i < m->joint_count; i++) {
        if (m->joints[i].moves)
            add_stretch(g, m->frame_count, 12, "VEC3", 5126, 0);
        if (m->joints[i].turns)
            add_stretch(g, m->frame_count, 16, "VEC4", 5126, 0);
    }
    return true;
}

// ---- the JSON ----

// Numbers that read back to the same floats: 9 digits tell all of them apart.
static void put_floats(swvi_out *o, const char *before, const double *values, int count)
{
    swvi_put(o, before);
    for (int i = 0; i < count; i++) {
        char text[40];
        snprintf(text, sizeof text, "%s%.9g", i ? "," : "[", values[i]);
        for (char *c = text + 1; *c; c++)
            *c = (char)(*c == ',' ? '.' : *c);  // a locale's point
        swvi_put(o, text);
    }
    swvi_put(o, "]");
}

// The joints without parents, with commas between them.
static void put_roots(glb *g, const char *before)
{
    for (int i = 0; i < g->m->joint_count; i++)
        if (g->m->joints[i].parent < 0) {
            swvi_put_format(&g->out, "%s%d", before, i);
            before = ",";
        }
}

// A node for each joint, of the same number, at rest; one above several roots; one for the body.
static void put_nodes(glb *g)
{
    swvi_out         *o = &g->out;
    const swv_motion *m = g->m;
    swvi_put(o, ",\"nodes\":[");
    for (int i = 0; i < m->joint_count; i++) {
        const swv_pose p = g->locals[i];
        swvi_put(o, i ? ",{\"name\":" : "{\"name\":");
        swvi_put_quoted(o, m->joints[i].name);
        put_floats(o, ",\"translation\":", (const double[]){ p.position.x, p.position.y, p.position.z }, 3);
        put_floats(o, ",\"rotation\":", (const double[]){ p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w }, 4);
        const char *before = ",\"children\":[";
        for (int c = i + 1; c < m->joint_count; c++)
            if (m->joints[c].parent == i) {
                swvi_put_format(o, "%s%d", before, c);
                before = ",";
            }
        swvi_put(o, before[1] ? "}" : "]}");
    }
    // Several roots hang on one: the joints of a skin must.
    const bool has_common_root = g->root_count > 1 && !g->is_vrma;
    if (has_common_root) {
        put_roots(g, ",{\"name\":\"roots\",\"children\":[");
        swvi_put(o, "]}");
    }
    if (g->bone_count > 0)
        swvi_put(o, ",{\"name\":\"body\",\"mesh\":0,\"skin\":0}");
    swvi_put(o, "],\"scene\":0,\"scenes\":[{\"nodes\":[");
    if (has_common_root)
        swvi_put_format(o, "%d", m->joint_count);
    else
        put_roots(g, "");
    if (g->bone_count > 0)
        swvi_put_format(o, ",%d", m->joint_count + has_common_root);
    swvi_put(o, "]}]");
}

// The skin says which nodes are joints, also where there is no body. From vertex_at on lie places, joints, weights and triangles.
static void put_skin(glb *g)
{
    swvi_out *o = &g->out;
    const int first = g->vertex_at;
    if (g->is_vrma)
        return;
    if (g->bone_count > 0)
        swvi_put_format(
            o,
            ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d},"
            "\"indices\":%d}]}]",
            first, first + 1, first + 2, first + 3);
    swvi_put(o, ",\"skins\":[{");
    if (g->bone_count > 0)
        swvi_put_format(o, "\"inverseBindMatrices\":%d,", g->inverse_at);
    for (int i = 0; i < g->m->joint_count; i++)
        swvi_put_format(o, "%s%d", i ? "," : "\"joints\":[", i);
    swvi_put(o, "]}]");
}

// Samplers and channels of the clip: for each joint its places (path 0), then its rotations (path 1), as far as it has them.
static void put_clip(glb *g)
{
    swvi_out         *o = &g->out;
    const swv_motion *m = g->m;
    if (g->time_at < 0)
        return;
    int         sampler = 0;
    const char *before = ",\"animations\":[{\"name\":\"motion\",\"channels\":[";
    for (int i = 0; i < m->joint_count; i++) {
        for (int path = 0; path < 2; path++) {
            if (!(path ? m->joints[i].turns : m->joints[i].moves))
                continue;
            swvi_put_format(o, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", before, sampler++, i,
                            path ? "rotation" : "translation");
            before = ",";
        }
    }
    for (int i = 0; i < sampler; i++)
        swvi_put_format(o, "%s{\"input\":%d,\"output\":%d}", i ? "," : "],\"samplers\":[", g->time_at,
                        g->time_at + 1 + i);
    swvi_put(o, "]}]");
}

// In seconds.
static double time_of(const glb *g, int frame)
{
    return frame * (g->m->frame_time > 0.0 ? g->m->frame_time : 1.0 / 60.0);  // 60 a second where nothing says: chosen
}

// An accessor and a view for each stretch.
static void put_accessors(glb *g)
{
    swvi_out *o = &g->out;
    if (g->stretch_count == 0)
        return;
    for (int i = 0; i < g->stretch_count; i++) {
        const stretch *s = &g->stretches[i];
        swvi_put_format(o, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"",
                        i ? "," : ",\"accessors\":[", i, s->component, s->count, s->kind);
        if (i == g->vertex_at) {
            put_floats(o, ",\"min\":", g->low, 3);
            put_floats(o, ",\"max\":", g->high, 3);
        } else if (i == g->time_at) {
            const double last = (double)(float)time_of(g, g->m->frame_count - 1);
            put_floats(o, ",\"min\":", (const double[]){ 0.0 }, 1);
            put_floats(o, ",\"max\":", &last, 1);
        }
        swvi_put(o, "}");
    }
    for (int i = 0; i < g->stretch_count; i++) {
        const stretch *s = &g->stretches[i];
        swvi_put_format(o, "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu", i ? "," : "],\"bufferViews\":[",
                        (unsigned long long)s->at, (unsigned long long)s->size);
        swvi_put_format(o, s->target ? ",\"target\":%d}" : "}", s->target);
    }
    swvi_put_format(o, "],\"buffers\":[{\"byteLength\":%llu}]", (unsigned long long)g->size);
}

// Which node is which part: what the file said, or what names and shape tell.
static void put_humanoid(glb *g, const swv_binding *binding)
{
    swvi_out   *o = &g->out;
    const char *before =
        ",\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{\"VRMC_vrm_animation\":{\"specVersion\":\"1.0\","
        "\"humanoid\":{\"humanBones\":{";
    for (int part = 0; part < SWV_PARTS; part++) {
        // A VRMA has no curves of eyes and jaw as bones.
        if (binding->parts[part].joint < 0 || part == SWV_PART_LEFT_EYE || part == SWV_PART_RIGHT_EYE ||
            part == SWV_PART_JAW)
            continue;
        swvi_put_format(o, "%s\"%s\":{\"node\":%d}", before, swv_part_name(part), binding->parts[part].joint);
        before = ",";
    }
    swvi_put(o, "}}}}");
}

// ---- the binary chunk ----

// The stretches of the body, in their order: inverse poses, corners, the one joint that moves each of them, its weight 1, triangles.
static void put_body(glb *g)
{
    static const unsigned char triangles[BONE_TRIANGLES][3] = { { 0, 2, 1 }, { 0, 3, 2 }, { 0, 4, 3 }, { 0, 1, 4 },
                                                                { 5, 1, 2 }, { 5, 2, 3 }, { 5, 3, 4 }, { 5, 4, 1 } };
    swvi_out                  *o = &g->out;
    const swv_motion          *m = g->m;
    const int                  bones = m->joint_count + m->end_count;
    int                        joint;
    swv_vec3                   end, corners[BONE_CORNERS];
    for (int i = 0; i < m->joint_count; i++) {  // columns of the inverse of each joint's pose at rest
        const swv_pose inverse = swv_pose_inverse(g->worlds[i]);
        const swv_mat3 a = swv_mat3_from_quat(inverse.rotation);
        for (int c = 0; c < 3; c++)
            swvi_put_floats(o, (const double[]){ a.m[0][c], a.m[1][c], a.m[2][c], 0.0 }, 4);
        swvi_put_vec3(o, inverse.position);
        swvi_put_floats(o, (const double[]){ 1.0 }, 1);
    }
    for (int bone = 0; bone < bones; bone++) {
        if (!bone_of(g, bone, &joint, &end))
            continue;
        bone_corners(g, joint, end, corners);
        for (int i = 0; i < BONE_CORNERS; i++)
            swvi_put_vec3(o, corners[i]);
    }
    for (int bone = 0; bone < bones; bone++)
        for (int i = 0; i < BONE_CORNERS * 4 && bone_of(g, bone, &joint, &end); i++)
            swvi_put_word(o, i % 4 == 0 ? (uint32_t)joint : 0, 2);
    for (int i = 0; i < g->bone_count * BONE_CORNERS; i++)
        swvi_put_floats(o, (const double[]){ 1.0, 0.0, 0.0, 0.0 }, 4);
    for (int bone = 0; bone < g->bone_count; bone++)
        for (int i = 0; i < BONE_TRIANGLES * 3; i++)
            swvi_put_word(o, (uint32_t)(bone * BONE_CORNERS + triangles[i / 3][i % 3]), 4);
}

// The keys, in the order of put_clip's samplers: all times, then for each joint places (path 0) and rotations (path 1) in its parent's axes.
static void put_curves(glb *g)
{
    swvi_out         *o = &g->out;
    const swv_motion *m = g->m;
    for (int f = 0; f < m->frame_count; f++)
        swvi_put_floats(o, (const double[]){ time_of(g, f) }, 1);
    for (int i = 0; i < m->joint_count; i++) {
        const swv_motion_joint *joint = &m->joints[i];
        for (int path = 0; path < 2; path++) {
            swv_quat last = SWV_IDENTITY_QUAT;
            for (int f = 0; f < m->frame_count && (path ? joint->turns : joint->moves); f++) {
                const swv_pose is = swvi_motion_pose(joint, swvi_frame_at(m, f));
                const swv_pose pose = swvi_pose_transformed(is, joint->parent < 0, g->scale, g->rotation);
                if (path == 0) {
                    swvi_put_vec3(o, pose.position);
                    continue;
                }
                // The one of q and -q that is nearer to the last key: some players do not look.
                swv_quat q = swv_quat_normalize(pose.rotation);
                if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0.0)
                    q = (swv_quat){ -q.x, -q.y, -q.z, -q.w };
                last = q;
                swvi_put_quat(o, q);
            }
        }
    }
}

// ---- all of it ----

/// JSON on its way into memory, as its length (bytes) comes first.
typedef struct text {
    swvi_pool *pool;
    char      *bytes;
    size_t     length, capacity;
} text;

// A swv_sink into a `text`. Room doubles as it grows.
static bool append(void *user, const void *bytes, size_t size)
{
    text *t = user;
    if (t->length + size > t->capacity) {
        const size_t capacity = 2 * (t->length + size);
        char        *longer = swvi_pool_take(t->pool, capacity, 1);
        if (!longer)
            return false;
        if (t->length)
            memcpy(longer, t->bytes, t->length);
        t->bytes = longer;
        t->capacity = capacity;
    }
    memcpy(t->bytes + t->length, bytes, size);
    t->length += size;
    return true;
}

// Which joints are a body's, to *binding, and to g->rotation how the world is turned so that it faces z with y up.
static swv_status face_forward(glb *g, swv_binding *binding)
{
    const swv_status status = swvi_motion_bind(g->w->scratch, g->m, -1, binding);
    if (status == SWV_NO_MEMORY)
        return swvi_no_memory(g->w->error);
    if (status != SWV_OK || binding->parts[SWV_PART_HIPS].joint < 0)
        return swvi_fail(g->w->error, SWV_BAD_MODEL, 0, 0, "a human body expected: hips are not found");
    const swv_vec3 z = swv_vec3_normalize(binding->forward), y = swv_vec3_normalize(binding->up),
                   x = swv_vec3_cross(y, z);
    g->rotation = swv_quat_from_mat3((swv_mat3){ { { x.x, x.y, x.z }, { y.x, y.y, y.z }, { z.x, z.y, z.z } } });
    return SWV_OK;
}

// Scale and rotation to metres and y up (an unknown unit or up is left as it is); checks the motion; takes room for poses.
static swv_status begin(glb *g)
{
    const swv_motion *m = g->m;
    g->scale = m->metres_per_unit > 0.0 ? m->metres_per_unit : 1.0;
    g->rotation = swv_quat_between(m->up, (swv_vec3){ 0.0, 1.0, 0.0 });
    if (swv_vec3_length(m->up) == 0.0)
        g->rotation = (swv_quat)SWV_IDENTITY_QUAT;
    for (int i = 0; i < m->joint_count; i++) {
        if (m->joints[i].parent < -1 || m->joints[i].parent >= i)
            return swvi_fail(g->w->error, SWV_BAD_MODEL, 0, 0, "joint %d: its parent is not an earlier joint", i);
        g->root_count += m->joints[i].parent < 0;
    }
    const swv_status status = swvi_check_frames(m, true, g->w->error);
    if (status != SWV_OK)
        return status;
    g->locals = swvi_pool_take(g->w->scratch, (size_t)m->joint_count, sizeof *g->locals);
    g->worlds = swvi_pool_take(g->w->scratch, (size_t)m->joint_count, sizeof *g->worlds);
    return g->locals && g->worlds ? SWV_OK : swvi_no_memory(g->w->error);
}

// The JSON into memory, then the header, the JSON and the binary chunk to the sink.
swv_status swvi_glb_write(swvi_writing *w)
{
    const bool  is_vrma = w->format == SWV_FORMAT_VRMA;
    glb         g = { .w = w,
                      .m = w->motion,
                      .is_vrma = is_vrma,
                      .low = { INFINITY, INFINITY, INFINITY },
                      .high = { -INFINITY, -INFINITY, -INFINITY } };
    swv_binding binding;
    swv_status  status = begin(&g);
    if (status == SWV_OK && is_vrma)
        status = face_forward(&g, &binding);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < g.m->joint_count; i++)
        g.locals[i] = swvi_pose_transformed(g.m->joints[i].rest, g.m->joints[i].parent < 0, g.scale, g.rotation);
    swv_motion_worlds(g.m, g.locals, g.worlds);
    double lowest = INFINITY;
    for (int i = 0; i < g.m->joint_count; i++)
        lowest = swvi_smaller(g.worlds[i].position.y, lowest);
    // At rest a VRMA stands on the floor: players scale by how high the hips are then, and a BVH file has them at 0.
    for (int i = 0; i < g.m->joint_count && is_vrma; i++)
        if (g.m->joints[i].parent < 0)
            g.locals[i].position.y -= lowest;
    text json = { .pool = w->scratch };
    if (!lay_out(&g) || !swvi_out_begin(&g.out, w->scratch, append, &json))
        return swvi_no_memory(w->error);
    swvi_put(&g.out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Swivel\"}");
    if (is_vrma)
        put_humanoid(&g, &binding);
    put_nodes(&g);
    put_skin(&g);
    put_clip(&g);
    put_accessors(&g);
    swvi_put(&g.out, "}");
    if (swvi_out_end(&g.out, w->error) != SWV_OK)
        return swvi_no_memory(w->error);

    g.out.sink = w->sink;
    g.out.user = w->user;
    status = swvi_put_glb(&g.out, json.bytes, json.length, g.size, w->error);
    if (status != SWV_OK)
        return status;
    if (g.bone_count > 0)
        put_body(&g);
    if (g.time_at >= 0)
        put_curves(&g);
    return swvi_out_end(&g.out, w->error);
}
