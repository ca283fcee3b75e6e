// SPDX-License-Identifier: MIT
// FBX and Collada, by assimp: nodes, what meshes name as bones, one clip. The library is looked for when such a file is read, so that nothing
// else depends on it. `t` is the scene on its way to a motion, in the file's unit and axes; nodes are indices. False: the error says why.
#include "io/io_internal.h"

#ifndef SWIVEL_HAS_ASSIMP

swv_status swvi_assimp_read(swvi_reading *r)
{
    return swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0,
                     "this library was built without assimp and reads no FBX and no Collada");
}

#else

    #include <dlfcn.h>
    #include <math.h>
    #include <stdio.h>
    #include <string.h>

    #include <assimp/cimport.h>
    #include <assimp/config.h>
    #include <assimp/scene.h>

    #include "io/scene.h"

/// What is called of the library.
typedef struct assimp {
    void *library;
    struct aiPropertyStore *(*create_properties)(void);
    void (*release_properties)(struct aiPropertyStore *);
    void (*set_integer)(struct aiPropertyStore *, const char *, int);
    const struct aiScene *(*import)(const char *, unsigned, unsigned, const char *, const struct aiPropertyStore *);
    void (*release)(const struct aiScene *);
    const char *(*error)(void);
} assimp;

// ISO C has no way from an object's pointer to a function's but through memory.
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool open_library(assimp *a)
{
    a->library = dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL);
    return a->library && find(a->library, "aiCreatePropertyStore", &a->create_properties) &&
           find(a->library, "aiReleasePropertyStore", &a->release_properties) &&
           find(a->library, "aiSetImportPropertyInteger", &a->set_integer) &&
           find(a->library, "aiImportFileFromMemoryWithProperties", &a->import) &&
           find(a->library, "aiReleaseImport", &a->release) && find(a->library, "aiGetErrorString", &a->error);
}

typedef struct reader {
    swvi_reading         *r;
    const struct aiScene *scene;
    swvi_scene            s;
} reader;

typedef struct placed {
    const struct aiNode *node;
    int                  parent;  // its index; -1: none
} placed;

// All nodes, every one after its parent, at rest; bones of meshes are joints.
static bool read_nodes(reader *t)
{
    int     count = 0, capacity = 0;
    placed *nodes = swvi_grow(t->r->scratch, NULL, &count, &capacity, sizeof *nodes);
    if (nodes)
        nodes[0] = (placed){ t->scene->mRootNode, -1 };
    for (int i = 0; nodes && i < count; i++)
        for (unsigned c = 0; nodes && c < nodes[i].node->mNumChildren; c++) {
            nodes = swvi_grow(t->r->scratch, nodes, &count, &capacity, sizeof *nodes);
            if (nodes)
                nodes[count - 1] = (placed){ nodes[i].node->mChildren[c], i };
        }
    if (!nodes || !swvi_scene_take(&t->s, t->r, count))
        return swvi_fail_memory(t->r->error);
    for (int i = 0; i < count; i++) {
        const struct aiMatrix4x4 a = nodes[i].node->mTransformation;
        const float              rows[16] = { a.a1, a.b1, a.c1, a.d1, a.a2, a.b2, a.c2, a.d2,
                                              a.a3, a.b3, a.c3, a.d3, a.a4, a.b4, a.c4, a.d4 };
        double                   columns[16];
        for (int k = 0; k < 16; k++) {
            columns[k] = (double)rows[k];
            if (!isfinite(columns[k])) {
                swvi_fail(t->r->error, SWV_BAD_FILE, 0, 0, "node '%.60s': a place that is finite expected",
                          nodes[i].node->mName.data);
                return false;
            }
        }
        t->s.names[i] = nodes[i].node->mName.data;
        t->s.parents[i] = nodes[i].parent;
        t->s.rest[i] = swvi_trs_of_matrix(columns);
    }
    for (unsigned m = 0; m < t->scene->mNumMeshes; m++)
        for (unsigned b = 0; b < t->scene->mMeshes[m]->mNumBones; b++)
            for (int i = 0; i < count; i++)
                if (!strcmp(t->s.names[i], t->scene->mMeshes[m]->mBones[b]->mName.data))
                    t->s.is_joint[i] = 1;
    return true;
}

// A curve of a node from `count` keys of assimp, `ticks` of whose time are a second;  Keys that do not grow are left out.
static bool add_curve(reader *t, int node, swvi_path path, unsigned count, const void *keys, double ticks)
{
    const int width = path == SWVI_ROTATION ? 4 : 3;
    if (count == 0)
        return true;
    double *times = swvi_pool_take(t->r->scratch, count, sizeof *times);
    double *values = swvi_pool_take(t->r->scratch, (size_t)count * (size_t)width, sizeof *values);
    if (!times || !values)
        return swvi_fail_memory(t->r->error);
    int kept = 0;
    for (unsigned k = 0; k < count; k++) {
        double *v = values + (size_t)kept * (size_t)width;
        if (path == SWVI_ROTATION) {
            const struct aiQuatKey key = ((const struct aiQuatKey *)keys)[k];
            times[kept] = key.mTime / ticks;
            v[0] = (double)key.mValue.x, v[1] = (double)key.mValue.y, v[2] = (double)key.mValue.z,
            v[3] = (double)key.mValue.w;
        } else {
            const struct aiVectorKey key = ((const struct aiVectorKey *)keys)[k];
            times[kept] = key.mTime / ticks;
            v[0] = (double)key.mValue.x, v[1] = (double)key.mValue.y, v[2] = (double)key.mValue.z;
        }
        bool is_good = isfinite(times[kept]) && (kept == 0 || times[kept] > times[kept - 1]);
        for (int i = 0; i < width; i++)
            is_good = is_good && isfinite(v[i]);
        kept += is_good;
    }
    if (kept == 0)
        return true;
    t->s.curves[t->s.curve_count++] =
        (swvi_curve){ .node = node, .path = path, .count = kept, .times = times, .values = values };
    return true;
}

// The names of all clips, and the curves of the one that the options ask for.
static bool read_clip(reader *t)
{
    const int    clip = t->r->options->clip, count = (int)t->scene->mNumAnimations;
    const char **names = swvi_pool_take(t->r->pool, (size_t)count, sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = t->scene->mAnimations[i]->mName.data;
    if (!swvi_scene_name_clips(t->r, names, count))
        return false;
    if (count == 0)
        return true;
    const struct aiAnimation *a = t->scene->mAnimations[clip];
    // 25 a second where the file does not say. Chosen.
    const double ticks = a->mTicksPerSecond > 0.0 ? a->mTicksPerSecond : 25.0;
    t->s.curves = swvi_pool_take(t->r->scratch, 3 * (size_t)a->mNumChannels, sizeof *t->s.curves);
    if (!t->s.curves)
        return swvi_fail_memory(t->r->error);
    for (unsigned k = 0; k < a->mNumChannels; k++) {
        const struct aiNodeAnim *c = a->mChannels[k];
        int                      node = 0;
        while (node < t->s.node_count && strcmp(t->s.names[node], c->mNodeName.data) != 0)
            node++;
        if (node < t->s.node_count &&
            (!add_curve(t, node, SWVI_TRANSLATION, c->mNumPositionKeys, c->mPositionKeys, ticks) ||
             !add_curve(t, node, SWVI_ROTATION, c->mNumRotationKeys, c->mRotationKeys, ticks) ||
             !add_curve(t, node, SWVI_SCALE, c->mNumScalingKeys, c->mScalingKeys, ticks)))
            return false;
    }
    return true;
}

// FBX says how many centimetres its unit has.
static void read_unit(reader *t)
{
    const struct aiMetadata *meta = t->scene->mMetaData;
    for (unsigned i = 0; meta && i < meta->mNumProperties; i++) {
        double centimetres = 0.0;
        if (strcmp(meta->mKeys[i].data, "UnitScaleFactor") != 0)
            continue;
        if (meta->mValues[i].mType == AI_DOUBLE)
            memcpy(&centimetres, meta->mValues[i].mData, sizeof centimetres);
        if (meta->mValues[i].mType == AI_FLOAT) {
            float value;
            memcpy(&value, meta->mValues[i].mData, sizeof value);
            centimetres = (double)value;
        }
        // Beyond 1e-6 to 1e6 cm it is a mistake of the file. Chosen.
        if (!(centimetres > 1e-6 && centimetres < 1e6))
            continue;
        t->r->motion->metres_per_unit = 0.01 * centimetres;
        snprintf(t->r->motion->unit_reason, sizeof t->r->motion->unit_reason, "the file says %g cm", centimetres);
    }
}

static swv_status read_scene(swvi_reading *r, const struct aiScene *scene)
{
    reader t = { .r = r, .scene = scene };
    if (!scene->mRootNode)
        return swvi_fail(r->error, SWV_BAD_FILE, 0, 0, "a scene with nodes expected");
    if (!read_nodes(&t) || !read_clip(&t))
        return r->error->status;
    read_unit(&t);
    return swvi_scene_finish(&t.s);
}

static swv_status import(swvi_reading *r, const assimp *a)
{
    struct aiPropertyStore *properties = a->create_properties();
    if (!properties)
        return swvi_no_memory(r->error);
    a->set_integer(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);  // no nodes of its own between the bones
    const bool            is_xml = r->size > 0 && r->bytes[0] == '<';
    const struct aiScene *scene =
        a->import((const char *)r->bytes, (unsigned)r->size, 0, is_xml ? "dae" : "fbx", properties);
    a->release_properties(properties);
    if (!scene)
        return swvi_fail(r->error, SWV_BAD_FILE, 0, 0, "assimp: %.120s", a->error());
    r->motion->format = is_xml ? SWV_FORMAT_DAE : SWV_FORMAT_FBX;
    const swv_status status = read_scene(r, scene);
    a->release(scene);
    return status;
}

swv_status swvi_assimp_read(swvi_reading *r)
{
    assimp a;
    if (r->size > 0x7FFFFFFFu)  // chosen: it fits an int
        return swvi_fail(r->error, SWV_BAD_FILE, 0, 0, "a file of less than 2 GiB expected");
    const swv_status status = open_library(&a)
                                  ? import(r, &a)
                                  : swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0,
                                              "FBX and Collada are read by assimp 5, which is not installed");
    if (a.library)
        dlclose(a.library);
    return status;
}

#endif
