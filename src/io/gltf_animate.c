// SPDX-License-Identifier: MIT
// A character's own GLB or VRM with another motion: its JSON as it is but for the clips, its binary chunk with the keys behind it.
//
// A node's place against its parent, from places in the world without scale: with R and p those of the parent node, s its scale and all above it,
//     t = R^-1 (p' - p) / s,    r = R^-1 R'
// Scales must be the same in all directions, or no rotation would be that of the world.
//
// Lengths are in the file's unit. `a` is the file that is written, of motion a->m; a node, a joint, an accessor is an index.
#include "io/io_internal.h"

#ifndef SWIVEL_HAS_CJSON

swv_status swv_gltf_animate(const void *character, size_t size, const swv_motion *motion, const swv_io_options *options,
                            swv_sink sink, void *user, swv_io_error *error)
{
    (void)character, (void)size, (void)motion, (void)options, (void)sink, (void)user;
    swv_io_error unread;
    return swvi_fail(error ? error : &unread, SWV_UNSUPPORTED, 0, 0,
                     "this library was built without cJSON and reads no glTF");
}

#else

    #include <math.h>
    #include <string.h>

    #include "io/gltf.h"
    #include "io/out.h"
    #include "io/scene.h"

typedef struct animator {
    swvi_gltf         g;
    swvi_scene        s;  ///< its poses are those of a frame
    const swv_motion *m;
    const int        *nodes;                       ///< of the joints
    double           *scales;                      ///< of nodes: their own times all above
    int               view_count, accessor_count;  ///< so far
    size_t            size;                        ///< bytes of the binary chunk so far
} animator;

static swv_status fail(animator *a, const char *what)
{
    return swvi_fail(a->g.r->error, SWV_UNSUPPORTED, 0, 0, "%s", what);
}

// Nodes with their rests. Those with a matrix that are animated get its parts instead, as a clip cannot change a matrix.
static swv_status read_nodes(animator *a)
{
    swvi_scene *s = &a->s;
    if (!swvi_gltf_nodes(&a->g, s) || !swvi_scene_order(s))
        return a->g.r->error->status;
    a->scales = swvi_pool_take(a->g.r->scratch, (size_t)s->node_count, sizeof *a->scales);
    bool is_good = a->scales;
    for (int i = 0; i < s->node_count; i++)
        s->joint_of[i] = -1;
    for (int j = 0; is_good && j < a->m->joint_count; j++) {
        cJSON         *n = cJSON_GetArrayItem(swvi_gltf_get(a->g.root, "nodes"), a->nodes[j]);
        const swvi_trs p = s->rest[a->nodes[j]];
        const double   t[3] = { p.t.x, p.t.y, p.t.z }, r[4] = { p.r.x, p.r.y, p.r.z, p.r.w },
                     k[3] = { p.s.x, p.s.y, p.s.z };
        s->joint_of[a->nodes[j]] = j;
        if (!swvi_gltf_get(n, "matrix"))
            continue;
        cJSON_DeleteItemFromObjectCaseSensitive(n, "matrix");
        is_good = cJSON_AddItemToObject(n, "translation", cJSON_CreateDoubleArray(t, 3)) &&
                  cJSON_AddItemToObject(n, "rotation", cJSON_CreateDoubleArray(r, 4)) &&
                  cJSON_AddItemToObject(n, "scale", cJSON_CreateDoubleArray(k, 3));
    }
    if (!is_good)
        return swvi_no_memory(a->g.r->error);
    // Equal to 1e-4: scales read from a matrix of floats are rounded. Chosen, well above a float's 6e-8.
    for (int j = 0; j < a->m->joint_count; j++)
        for (int i = a->nodes[j]; i >= 0; i = s->parents[i]) {
            const swv_vec3 k = s->rest[i].s;
            if (!(k.x > 0.0 && fabs(k.y - k.x) < 1e-4 * k.x && fabs(k.z - k.x) < 1e-4 * k.x))
                return fail(a, "a joint whose scale is not the same in all directions");
        }
    return SWV_OK;
}

// Places of nodes in the world, to s.poses; those of joints are the motion's: `joints`. `locals` takes these against their nodes' parents.
static void place_nodes(animator *a, const swv_pose *joints, swv_pose *locals)
{
    const swvi_scene *s = &a->s;
    for (int n = 0; n < s->node_count; n++) {
        const int      i = s->order[n], j = s->joint_of[i], up = s->parents[i];
        const swv_pose above = up < 0 ? (swv_pose)SWV_IDENTITY_POSE : s->poses[up];
        const double   scale = up < 0 ? 1.0 : a->scales[up];
        a->scales[i] = scale * s->rest[i].s.x;
        if (j >= 0) {
            s->poses[i] = joints[j];
            locals[j] = swv_pose_mul(swv_pose_inverse(above), joints[j]);
            locals[j].position = swv_vec3_scale(1.0 / scale, locals[j].position);
            locals[j].rotation = swv_quat_normalize(locals[j].rotation);
        } else {
            s->poses[i] = swv_pose_mul(above, (swv_pose){ swv_vec3_scale(scale, s->rest[i].t), s->rest[i].r });
        }
    }
}

// ---- JSON ----

// A stretch of `count` times 1, 3 or 4 floats (5126, 4 bytes) at the end of the binary chunk; its accessor, -1 if there is no memory.
static int add_floats(animator *a, int count, int components)
{
    static const char *const kinds[] = { "", "SCALAR", "", "VEC3", "VEC4" };
    const size_t             size = (size_t)count * (size_t)components * 4;
    if (!swvi_gltf_append(swvi_gltf_get(a->g.root, "bufferViews"),
                          "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu}", (unsigned long long)a->size,
                          (unsigned long long)size) ||
        !swvi_gltf_append(swvi_gltf_get(a->g.root, "accessors"),
                          "{\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"%s\"}", a->view_count,
                          count, kinds[components]))
        return -1;
    a->size += size;
    a->view_count++;
    return a->accessor_count++;
}

// A curve of a node's rotation or translation, its keys at the accessor `times`. False if there is no memory.
static bool add_channel(animator *a, cJSON *samplers, cJSON *channels, int node, bool is_rotation, int times)
{
    const int output = add_floats(a, a->m->frame_count, is_rotation ? 4 : 3);
    return output >= 0 &&
           swvi_gltf_append(channels, "{\"target\":{\"node\":%d,\"path\":\"%s\"},\"sampler\":%d}", node,
                            is_rotation ? "rotation" : "translation", cJSON_GetArraySize(samplers)) &&
           swvi_gltf_append(samplers, "{\"input\":%d,\"output\":%d}", times, output);
}

// The array of this name, made if it is not there.
static cJSON *array_of(cJSON *root, const char *name)
{
    cJSON *array = swvi_gltf_get(root, name);
    return array ? array : cJSON_AddArrayToObject(root, name);
}

// The only clip, in the JSON; its keys are put_keys'. False if there is no memory.
static bool add_clip(animator *a)
{
    cJSON *root = a->g.root;
    cJSON_DeleteItemFromObjectCaseSensitive(root, "animations");
    a->view_count = cJSON_GetArraySize(array_of(root, "bufferViews"));
    a->accessor_count = cJSON_GetArraySize(array_of(root, "accessors"));
    cJSON *clips = cJSON_AddArrayToObject(root, "animations"), *clip = cJSON_CreateObject();
    if (!clips || !cJSON_AddItemToArray(clips, clip))
        return false;
    cJSON *samplers = cJSON_AddArrayToObject(clip, "samplers"), *channels = cJSON_AddArrayToObject(clip, "channels");
    const double first = 0.0, last = (double)(float)((a->m->frame_count - 1) * a->m->frame_time);
    const int    times = add_floats(a, a->m->frame_count, 1);
    cJSON       *accessor = cJSON_GetArrayItem(swvi_gltf_get(root, "accessors"), times);
    bool is_good = samplers && channels && cJSON_AddItemToObject(accessor, "min", cJSON_CreateDoubleArray(&first, 1)) &&
                   cJSON_AddItemToObject(accessor, "max", cJSON_CreateDoubleArray(&last, 1));
    // Rotations of all, turning or not: in a file without skins, what has a curve is a joint.
    for (int j = 0; is_good && j < a->m->joint_count; j++)
        is_good = (!a->m->joints[j].moves || add_channel(a, samplers, channels, a->nodes[j], false, times)) &&
                  add_channel(a, samplers, channels, a->nodes[j], true, times);
    cJSON *buffers = array_of(root, "buffers"), *buffer = cJSON_GetArrayItem(buffers, 0);
    if (is_good && !buffer)
        is_good = cJSON_AddItemToArray(buffers, buffer = cJSON_CreateObject());
    if (is_good)
        cJSON_DeleteItemFromObjectCaseSensitive(buffer, "byteLength");
    return is_good && cJSON_AddNumberToObject(buffer, "byteLength", (double)a->size);
}

// ---- bytes ----

// The keys in the order of add_clip: times in seconds, then for each joint places if it moves, and rotations.
static swv_status put_keys(animator *a, swvi_out *o)
{
    const swv_motion *m = a->m;
    const size_t      count = (size_t)m->joint_count;
    swvi_pool        *pool = a->g.r->scratch;
    swv_pose         *locals = swvi_pool_take(pool, count, sizeof *locals),
             *worlds = swvi_pool_take(pool, count, sizeof *worlds),
             *keys = swvi_pool_take(pool, count * (size_t)m->frame_count, sizeof *keys);
    if (!locals || !worlds || !keys)
        return swvi_no_memory(a->g.r->error);
    for (int f = 0; f < m->frame_count; f++) {
        swv_motion_locals(m, f, locals);
        swv_motion_worlds(m, locals, worlds);
        place_nodes(a, worlds, keys + (size_t)f * count);
        swvi_put_floats(o, (const double[]){ f * m->frame_time }, 1);
    }
    for (size_t j = 0; j < count; j++) {
        for (size_t f = 0; m->joints[j].moves && f < (size_t)m->frame_count; f++)
            swvi_put_vec3(o, keys[f * count + j].position);
        for (size_t f = 0; f < (size_t)m->frame_count; f++)
            swvi_put_quat(o, keys[f * count + j].rotation);
    }
    return SWV_OK;
}

// Header, JSON, the binary chunk as it was and the keys. Its parts begin at multiples of 4 bytes.
static swv_status write_all(animator *a, swv_sink sink, void *user)
{
    swv_io_error *error = a->g.r->error;
    char         *json = cJSON_PrintUnformatted(a->g.root);
    swvi_out      o;
    if (!json || !swvi_out_begin(&o, a->g.r->scratch, sink, user)) {
        cJSON_free(json);
        return swvi_no_memory(error);
    }
    swv_status status = swvi_put_glb(&o, json, strlen(json), a->size, error);
    if (status == SWV_OK) {
        swvi_put_bytes(&o, a->g.chunk ? a->g.chunk : (const unsigned char *)"", a->g.chunk_size);
        swvi_put_bytes(&o, "\0\0\0", (4 - a->g.chunk_size % 4) % 4);
        status = put_keys(a, &o);
    }
    cJSON_free(json);
    return status == SWV_OK ? swvi_out_end(&o, error) : status;
}

// `r` is the character's file, `own` the motion that was read from it, which says what node each joint is.
static swv_status animate(swvi_reading *r, const swv_motion *motion, const swv_motion *own, swv_sink sink, void *user)
{
    animator   a = { .m = motion, .nodes = own->nodes };
    swv_status status = swvi_gltf_open(r, &a.g);
    if (status != SWV_OK)
        return status;
    const cJSON *buffers = swvi_gltf_get(a.g.root, "buffers");
    if (cJSON_GetArraySize(swvi_gltf_get(a.g.root, "meshes")) == 0)
        status = fail(&a, "it has no mesh");
    else if (cJSON_GetArraySize(buffers) > 1 || swvi_gltf_get(cJSON_GetArrayItem(buffers, 0), "uri") || !a.g.chunk)
        status = fail(&a, "a GLB with all of its buffers in it expected");
    a.size = (a.g.chunk_size + 3) / 4 * 4;
    if (status == SWV_OK)
        status = read_nodes(&a);
    if (status == SWV_OK && !add_clip(&a))
        status = swvi_no_memory(r->error);
    if (status == SWV_OK)
        status = write_all(&a, sink, user);
    swvi_gltf_close(&a.g);
    return status;
}

swv_status swv_gltf_animate(const void *character, size_t size, const swv_motion *motion, const swv_io_options *options,
                            swv_sink sink, void *user, swv_io_error *error)
{
    swv_io_error unread;
    swv_motion   own = { .joint_count = 0 };
    error = error ? error : &unread;
    options = swvi_options(options);
    if (!character || !motion || !sink)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    if (motion->frame_count < 1 || !motion->frames || !(motion->frame_time >= 0.0))
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "a motion without frames");
    swv_io_options reading = *options;
    reading.format = SWV_FORMAT_GLB;
    reading.clip = 0;
    swv_status status = swvi_check_frames(motion, true, error);
    if (status == SWV_OK)
        status = swv_motion_read(character, size, &reading, &own, error);
    if (status != SWV_OK)
        return status;
    bool is_same = own.nodes && own.joint_count == motion->joint_count;
    for (int j = 0; is_same && j < own.joint_count; j++)
        is_same =
            own.joints[j].parent == motion->joints[j].parent && !strcmp(own.joints[j].name, motion->joints[j].name);
    swvi_pool   *scratch = swvi_pool_make(options);
    swvi_reading r = { .bytes = character, .size = size, .options = options, .scratch = scratch, .error = error };
    *error = (swv_io_error){ 0 };
    if (!is_same)
        status = swvi_fail(error, SWV_BAD_MODEL, 0, 0, "a motion of this character's joints expected");
    else
        status = scratch ? animate(&r, motion, &own, sink, user) : swvi_no_memory(error);
    swvi_pool_free(scratch);
    swv_motion_free(&own);
    return status;
}

#endif
