// SPDX-License-Identifier: MIT
// A glTF document: JSON, buffers, numbers of accessors.
#ifndef SWIVEL_IO_GLTF_H
#define SWIVEL_IO_GLTF_H

#include <cJSON.h>

#include "io/scene.h"

/// Items of an array of the document, by index.
typedef struct swvi_items {
    const cJSON **items;
    int           count;
} swvi_items;

typedef struct swvi_gltf {
    swvi_reading        *r;
    cJSON               *root;
    const unsigned char *chunk;  ///< of a GLB: its binary chunk; NULL: none
    size_t               chunk_size;
    swvi_items           nodes, accessors, views, buffers;
    struct swvi_bytes {
        const unsigned char *bytes;  ///< NULL: not looked at yet
        size_t               size;
    } * contents;  ///< of each buffer
} swvi_gltf;

/// Parse GLB or JSON. On failure the error is filled in and there is nothing to close.
swv_status swvi_gltf_open(swvi_reading *r, swvi_gltf *g);
void       swvi_gltf_close(swvi_gltf *g);

/// Items of root[name] that are objects; none if it is not there. False with an error.
bool swvi_gltf_items(swvi_gltf *g, const cJSON *owner, const char *name, swvi_items *items);

/// owner[name]; NULL if it is not there.
cJSON *swvi_gltf_get(const cJSON *owner, const char *name);

/// One more item of an array, from its text as printf makes it, of up to 199 bytes. False if there is no memory.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool
swvi_gltf_append(cJSON *array, const char *format, ...);

/// A value, and owner[name], as an index below `count`: -1 if it is not there, -2 if it is anything else.
int swvi_gltf_index_of(const cJSON *value, int count);
int swvi_gltf_index(const cJSON *owner, const char *name, int count);

/// owner[name] as `count` finite numbers. 1: read; 0: not there; -1: something else.
int swvi_gltf_numbers(const cJSON *owner, const char *name, double *values, int count);

/// Numbers of an accessor with this many components each, in scratch; normalised integers become fractions. *count takes how
/// many elements it has. False with an error.
bool swvi_gltf_accessor(swvi_gltf *g, int accessor, int components, const double **values, int *count);

/// Places, names and parents of all nodes, to *s. False with an error.
bool swvi_gltf_nodes(swvi_gltf *g, swvi_scene *s);

/// An error in the document; `where` and `index` name the place: "nodes[3]: ...". Returns false.
bool swvi_gltf_refuse(swvi_gltf *g, const char *where, int index, const char *what);

#endif
