// SPDX-License-Identifier: MIT
// glTF, GLB, VRM 0 and 1, VRMA: nodes, what skins and humanoids name, one clip. Inverse bind matrices are not looked at: in some files they are
// not those of the nodes. `s` is the document on its way to a scene, in the file's unit and axes; nodes are indices. False: the error says why.
#include "io/io_internal.h"

#ifndef SWIVEL_HAS_CJSON

swv_status swvi_gltf_read(swvi_reading *r)
{
    return swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0, "this library was built without cJSON and reads no glTF");
}

#else

    #include <stdio.h>
    #include <string.h>

    #include "io/gltf.h"
    #include "io/scene.h"

typedef struct reader {
    swvi_gltf  g;
    swvi_scene s;
} reader;

// ---- nodes ----

// A node's place against its parent: a matrix, or translation, rotation (x y z w) and scale.
static bool read_place(swvi_gltf *g, int node, swvi_trs *place)
{
    const cJSON *n = g->nodes.items[node];
    double       m[16], t[3] = { 0.0 }, r[4] = { 0.0, 0.0, 0.0, 1.0 }, k[3] = { 1.0, 1.0, 1.0 };
    const int    has_matrix = swvi_gltf_numbers(n, "matrix", m, 16);  // 4 x 4, by columns
    if (has_matrix < 0 || swvi_gltf_numbers(n, "translation", t, 3) < 0 || swvi_gltf_numbers(n, "rotation", r, 4) < 0 ||
        swvi_gltf_numbers(n, "scale", k, 3) < 0)
        return swvi_gltf_refuse(g, "nodes", node,
                                "a matrix of 16, a translation or scale of 3, a rotation of 4 finite numbers expected");
    *place = has_matrix ? swvi_trs_of_matrix(m)
                        : (swvi_trs){ { t[0], t[1], t[2] },
                                      swv_quat_normalize((swv_quat){ r[0], r[1], r[2], r[3] }),
                                      { k[0], k[1], k[2] } };
    return true;
}

bool swvi_gltf_nodes(swvi_gltf *g, swvi_scene *s)
{
    if (g->nodes.count == 0)
        return swvi_gltf_refuse(g, "nodes", -1, "at least one expected");
    if (!swvi_scene_take(s, g->r, g->nodes.count))
        return swvi_fail_memory(g->r->error);
    for (int i = 0; i < s->node_count; i++) {
        const cJSON *node = g->nodes.items[i], *name = swvi_gltf_get(node, "name"), *child;
        if (!read_place(g, i, &s->rest[i]))
            return false;
        if (cJSON_IsString(name))
            s->names[i] = name->valuestring;
        cJSON_ArrayForEach(child, swvi_gltf_get(node, "children"))
        {
            const int index = swvi_gltf_index_of(child, s->node_count);
            if (index < 0)
                return swvi_gltf_refuse(g, "nodes", i, "children that are nodes expected");
            if (s->parents[index] >= 0)
                return swvi_gltf_refuse(g, "nodes", index, "it is the child of two nodes");
            s->parents[index] = i;
        }
    }
    return true;
}

// ---- which nodes are joints ----

// What skins name is a joint.
static bool mark_skins(reader *s)
{
    swvi_items skins;
    if (!swvi_gltf_items(&s->g, s->g.root, "skins", &skins))
        return false;
    for (int i = 0; i < skins.count; i++) {
        const cJSON *joint;
        cJSON_ArrayForEach(joint, swvi_gltf_get(skins.items[i], "joints"))
        {
            const int node = swvi_gltf_index_of(joint, s->s.node_count);
            if (node < 0)
                return swvi_gltf_refuse(&s->g, "skins", i, "joints that are nodes expected");
            s->s.is_joint[node] = 1;
        }
    }
    return true;
}

// A part (SWV_PART) by the name of VRM 1, -1: none; those of VRM 0 name the thumb's bones otherwise.
static int part_of(const char *name, bool is_vrm0)
{
    static const char *const thumbs[][2] = { { "leftThumbProximal", "leftThumbMetacarpal" },
                                             { "leftThumbIntermediate", "leftThumbProximal" },
                                             { "rightThumbProximal", "rightThumbMetacarpal" },
                                             { "rightThumbIntermediate", "rightThumbProximal" } };
    int                      row = is_vrm0 ? 0 : 4;
    while (row < 4 && strcmp(name, thumbs[row][0]) != 0)
        row++;
    name = row < 4 ? thumbs[row][1] : name;
    for (int part = 0; part < SWV_PARTS; part++)
        if (!strcmp(name, swv_part_name(part)))
            return part;
    return -1;
}

// The humanoid of VRM 0 (a list with names), of VRM 1 and VRMA (an object by names): nodes + 1 to `given` for now.
static bool mark_humanoid(reader *s)
{
    static const char *const extensions[] = { "VRM", "VRMC_vrm", "VRMC_vrm_animation" };
    const cJSON             *all = swvi_gltf_get(s->g.root, "extensions");
    for (int i = 0; i < 3; i++) {
        const cJSON *extension = swvi_gltf_get(all, extensions[i]), *bone;
        if (extension)
            s->g.r->motion->format = i == 2 ? SWV_FORMAT_VRMA : SWV_FORMAT_VRM;
        cJSON_ArrayForEach(bone, swvi_gltf_get(swvi_gltf_get(extension, "humanoid"), "humanBones"))
        {
            const cJSON *label = swvi_gltf_get(bone, "bone");
            const char  *name = cJSON_IsString(label) ? label->valuestring : bone->string ? bone->string : "";
            const int    part = part_of(name, i == 0), node = swvi_gltf_index(bone, "node", s->s.node_count);
            if (node < 0)
                return swvi_gltf_refuse(&s->g, "humanBones", -1, "a node for each bone expected");
            s->s.is_joint[node] = 1;
            if (part >= 0)
                s->s.given[part] = node + 1;
            else if (!swvi_warn(s->g.r, "the bone '%.40s' of the humanoid is none that is known", name))
                return false;
        }
    }
    return true;
}

// ---- curves ----

// Channel number `index` of a clip with its sampler, as one more curve. What moves no node is passed over.
static bool read_curve(reader *s, const swvi_items *samplers, const cJSON *channel, int index)
{
    static const char *const paths[] = { "translation", "rotation", "scale" };  // as in swvi_path
    const cJSON             *target = swvi_gltf_get(channel, "target");
    const cJSON             *path = swvi_gltf_get(target, "path");
    swvi_curve               c = { .node = swvi_gltf_index(target, "node", s->s.node_count) };
    int                      path_index = 0;
    while (path_index < 3 && !(cJSON_IsString(path) && !strcmp(path->valuestring, paths[path_index])))
        path_index++;
    if (path_index == 3 || c.node == -1)
        return true;  // weights, or a target of an extension
    const int    sampler = swvi_gltf_index(channel, "sampler", samplers->count);
    const cJSON *item = sampler >= 0 ? samplers->items[sampler] : NULL;
    const int    input = swvi_gltf_index(item, "input", s->g.accessors.count);
    const int    output = swvi_gltf_index(item, "output", s->g.accessors.count);
    if (c.node < 0 || input < 0 || output < 0)
        return swvi_gltf_refuse(&s->g, "channels", index, "a node and a sampler with input and output expected");
    const cJSON *kind = swvi_gltf_get(item, "interpolation");
    const char  *word = cJSON_IsString(kind) ? kind->valuestring : "LINEAR";
    c.path = (swvi_path)path_index;
    c.kind = !strcmp(word, "CUBICSPLINE") ? SWVI_CUBIC : !strcmp(word, "STEP") ? SWVI_STEP : SWVI_LINEAR;
    int value_count = 0;
    if (!swvi_gltf_accessor(&s->g, input, 1, &c.times, &c.count) ||
        !swvi_gltf_accessor(&s->g, output, path_index == 1 ? 4 : 3, &c.values, &value_count))
        return false;
    if (c.count < 1 || value_count != c.count * (c.kind == SWVI_CUBIC ? 3 : 1))
        return swvi_gltf_refuse(&s->g, "channels", index, "a value for each time expected");
    for (int k = 1; k < c.count; k++)
        if (!(c.times[k] > c.times[k - 1]))
            return swvi_gltf_refuse(&s->g, "channels", index, "times that grow expected");
    s->s.curves[s->s.curve_count++] = c;
    return true;
}

// The names of all clips, and the curves of the one that the options ask for.
static bool read_clip(reader *s)
{
    swvi_items clips, channels, samplers;
    if (!swvi_gltf_items(&s->g, s->g.root, "animations", &clips))
        return false;
    const int    clip = s->g.r->options->clip;
    const char **names = swvi_pool_take(s->g.r->pool, (size_t)clips.count, sizeof *names);
    for (int i = 0; names && i < clips.count; i++) {
        const cJSON *name = swvi_gltf_get(clips.items[i], "name");
        names[i] = cJSON_IsString(name) ? name->valuestring : "";
    }
    if (!swvi_scene_name_clips(s->g.r, names, clips.count))
        return false;
    if (clips.count == 0)
        return true;
    if (!swvi_gltf_items(&s->g, clips.items[clip], "channels", &channels) ||
        !swvi_gltf_items(&s->g, clips.items[clip], "samplers", &samplers))
        return false;
    s->s.curves = swvi_pool_take(s->g.r->scratch, (size_t)channels.count, sizeof *s->s.curves);
    if (!s->s.curves)
        return swvi_fail_memory(s->g.r->error);
    for (int i = 0; i < channels.count; i++)
        if (!read_curve(s, &samplers, channels.items[i], i))
            return false;
    return true;
}

swv_status swvi_gltf_read(swvi_reading *r)
{
    reader      s = { .g = { .r = r } };
    swv_motion *m = r->motion;
    if (swvi_gltf_open(r, &s.g) != SWV_OK)
        return r->error->status;
    m->format = r->size >= 4 && memcmp(r->bytes, "glTF", 4) == 0 ? SWV_FORMAT_GLB : SWV_FORMAT_GLTF;
    m->up = (swv_vec3){ 0.0, 1.0, 0.0 };
    snprintf(m->up_reason, sizeof m->up_reason, "the format says y");
    const bool       is_read = swvi_gltf_nodes(&s.g, &s.s) && read_clip(&s) && mark_skins(&s) && mark_humanoid(&s);
    const swv_status status = is_read ? swvi_scene_finish(&s.s) : r->error->status;
    swvi_gltf_close(&s.g);
    return status;
}

#endif
