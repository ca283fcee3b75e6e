// SPDX-License-Identifier: MIT
// A glTF 2.0 document: the container (GLB or JSON), its buffers (the binary chunk, data URIs, files beside it), accessors. Sizes, offsets and
// places in it are bytes; accessors, views and buffers are indices; `g` is the document. Functions that return false have filled in the error.
#include "io/io_internal.h"

#ifdef SWIVEL_HAS_CJSON

    #include "io/gltf.h"

    #include <math.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <string.h>

bool swvi_gltf_refuse(swvi_gltf *g, const char *where, int index, const char *what)
{
    if (g->r->error->status != SWV_OK)  // the first one counts
        return false;
    if (index < 0)
        swvi_fail(g->r->error, SWV_BAD_FILE, 0, 0, "%s: %s", where, what);
    else
        swvi_fail(g->r->error, SWV_BAD_FILE, 0, 0, "%s[%d]: %s", where, index, what);
    return false;
}

cJSON *swvi_gltf_get(const cJSON *owner, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(owner, name);
}

bool swvi_gltf_append(cJSON *array, const char *format, ...)
{
    char    text[200];  // the longest here has some 120
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cJSON_AddItemToArray(array, cJSON_Parse(text));
}

bool swvi_gltf_items(swvi_gltf *g, const cJSON *owner, const char *name, swvi_items *items)
{
    const cJSON *array = swvi_gltf_get(owner, name), *item;
    *items = (swvi_items){ NULL, 0 };
    if (!array)
        return true;
    const int count = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : -1;
    if (count < 0)
        return swvi_gltf_refuse(g, name, -1, "an array expected");
    items->items = swvi_pool_take(g->r->scratch, (size_t)count, sizeof *items->items);
    if (!items->items)
        return swvi_fail_memory(g->r->error);
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsObject(item))
            return swvi_gltf_refuse(g, name, items->count, "an object expected");
        items->items[items->count++] = item;
    }
    return true;
}

int swvi_gltf_index_of(const cJSON *value, int count)
{
    if (!value)
        return -1;
    const double number = cJSON_IsNumber(value) ? value->valuedouble : -1.0;
    return number >= 0.0 && number < count && number == floor(number) ? (int)number : -2;
}

int swvi_gltf_index(const cJSON *owner, const char *name, int count)
{
    return swvi_gltf_index_of(swvi_gltf_get(owner, name), count);
}

int swvi_gltf_numbers(const cJSON *owner, const char *name, double *values, int count)
{
    const cJSON *array = swvi_gltf_get(owner, name), *item;
    if (!array)
        return 0;
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return -1;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) < 1e100))
            return -1;
        *values++ = item->valuedouble;
    }
    return 1;
}

// ---- buffers ----

// Four digits of six bits are three bytes; what is no digit is passed over. False if there is no memory.
static bool decode_base64(swvi_gltf *g, const char *text, struct swvi_bytes *content)
{
    // RFC 4648, table 1.
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t      length = strlen(text);
    unsigned char    *bytes = swvi_pool_take(g->r->scratch, length / 4 * 3 + 3, 1);
    unsigned          bits = 0, held = 0;
    if (!bytes)
        return false;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        const char *digit = strchr(digits, text[i]);
        if (!digit)
            continue;
        bits = (bits << 6 | (unsigned)(digit - digits)) & 0xFFFFFF;  // the last 24 bits: more are never held
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes[content->size++] = (unsigned char)(bits >> held);
        }
    }
    content->bytes = bytes;
    return true;
}

// A file beside the document: a plain name, which may have %20 in it; no way out of the folder.
static bool load_beside(swvi_gltf *g, int buffer, const char *uri, struct swvi_bytes *content)
{
    char   path[1024];  // longer ones are not read: chosen
    size_t length = 0;
    if (!g->r->folder)
        return swvi_gltf_refuse(g, "buffers", buffer, "it lies in another file: read the document from a file too");
    length = (size_t)snprintf(path, sizeof path, "%s", g->r->folder);
    for (; *uri && length + 1 < sizeof path; uri++) {
        unsigned code;
        if (*uri == '%' && sscanf(uri + 1, "%2x", &code) == 1 && code > 0 && uri[1] && uri[2]) {
            path[length++] = (char)code;
            uri += 2;
        } else {
            path[length++] = *uri;
        }
    }
    path[length < sizeof path ? length : sizeof path - 1] = '\0';
    const char *name = path + strlen(g->r->folder);
    if (*uri || name[0] == '/' || name[0] == '\\' || strstr(name, "..") || strchr(name, ':'))
        return swvi_gltf_refuse(g, "buffers", buffer,
                                "a uri that is not read: only data and files beside the document are");
    content->bytes = swvi_load(path, g->r->scratch, &content->size, g->r->error);
    return content->bytes != NULL;
}

// The bytes of a buffer to g->contents, where it is looked at once.
static bool find_bytes(swvi_gltf *g, int buffer)
{
    struct swvi_bytes *content = &g->contents[buffer];
    if (content->bytes)
        return true;
    const cJSON *uri = swvi_gltf_get(g->buffers.items[buffer], "uri");
    if (!uri) {
        *content = (struct swvi_bytes){ g->chunk, g->chunk_size };
        return (buffer == 0 && g->chunk) ||
               swvi_gltf_refuse(g, "buffers", buffer, "it has neither a uri nor a binary chunk");
    }
    if (!cJSON_IsString(uri))
        return swvi_gltf_refuse(g, "buffers", buffer, "its uri is not a string");
    if (strncmp(uri->valuestring, "data:", 5) != 0)
        return load_beside(g, buffer, uri->valuestring, content);
    const char *data = strstr(uri->valuestring, ";base64,");
    if (!data)
        return swvi_gltf_refuse(g, "buffers", buffer, "a data uri without base64");
    return decode_base64(g, data + 8, content) || swvi_fail_memory(g->r->error);
}

// ---- accessors ----

// owner[name] as a size; `missing` if it is not there, SIZE_MAX if it is anything else.
static size_t size_of(const cJSON *owner, const char *name, size_t missing)
{
    const cJSON *value = swvi_gltf_get(owner, name);
    if (!value)
        return missing;
    const double number = cJSON_IsNumber(value) ? value->valuedouble : -1.0;
    return number >= 0.0 && number < 2147483648.0 && number == floor(number) ? (size_t)number : SIZE_MAX;  // an int's
}

// A number of componentType `type`: 5120 on are int8, uint8, int16, uint16, none, uint32, float; normalised, the largest is 1 (glTF 2.0, 3.6.2.2).
static double component(const unsigned char *at, int type, bool is_normalized)
{
    const uint32_t two = type == 5122 || type == 5123 ? swvi_word_at(at, 2) : 0;
    switch (type) {
    case 5120:
        return is_normalized ? fmax((double)(int8_t)at[0] / 127.0, -1.0) : (double)(int8_t)at[0];
    case 5121:
        return is_normalized ? at[0] / 255.0 : at[0];
    case 5122:
        return is_normalized ? fmax((double)(int16_t)two / 32767.0, -1.0) : (double)(int16_t)two;
    case 5123:
        return is_normalized ? two / 65535.0 : two;
    case 5125:
        return swvi_word_at(at, 4);
    default:
        return swvi_float_at(at);
    }
}

bool swvi_gltf_accessor(swvi_gltf *g, int accessor, int components, const double **values, int *count)
{
    static const char *const types[] = { "", "SCALAR", "VEC2", "VEC3", "VEC4" };
    static const size_t      widths[] = { 1, 1, 2, 2, 0, 4, 4 };  // of 5120 to 5126
    const cJSON             *a = g->accessors.items[accessor];
    const cJSON             *type = swvi_gltf_get(a, "type");
    const size_t             kind = size_of(a, "componentType", SIZE_MAX), elements = size_of(a, "count", SIZE_MAX);
    const int                view = swvi_gltf_index(a, "bufferView", g->views.count);
    if (!cJSON_IsString(type) || strcmp(type->valuestring, types[components]) != 0 || kind < 5120 || kind > 5126 ||
        widths[kind - 5120] == 0 || elements == SIZE_MAX)
        return swvi_gltf_refuse(g, "accessors", accessor, "type, componentType or count are not what is needed here");
    if (view < 0 || swvi_gltf_get(a, "sparse"))
        return swvi_gltf_refuse(g, "accessors", accessor,
                                view < 0 ? "a bufferView expected" : "sparse ones are not read");
    const cJSON *v = g->views.items[view];
    const int    buffer = swvi_gltf_index(v, "buffer", g->buffers.count);
    if (buffer < 0 || !find_bytes(g, buffer))
        return swvi_gltf_refuse(g, "bufferViews", view, "a buffer expected");
    const struct swvi_bytes *content = &g->contents[buffer];
    const size_t             width = widths[kind - 5120], element = width * (size_t)components;
    const size_t             at = size_of(v, "byteOffset", 0), length = size_of(v, "byteLength", SIZE_MAX);
    const size_t             stride = size_of(v, "byteStride", element), first = size_of(a, "byteOffset", 0);
    if (at > content->size || length > content->size - at)
        return swvi_gltf_refuse(g, "bufferViews", view, "it reaches beyond its buffer");
    if (stride < element || stride > 4096 || first > length ||  // 252 is the specification's most; 4096 is chosen
        (elements > 0 && (length - first < element || (length - first - element) / stride < elements - 1)))
        return swvi_gltf_refuse(g, "accessors", accessor, "it reaches beyond its bufferView");
    double *numbers = swvi_pool_take(g->r->scratch, elements * (size_t)components, sizeof *numbers);
    if (!numbers)
        return swvi_fail_memory(g->r->error);
    const bool           is_normalized = cJSON_IsTrue(swvi_gltf_get(a, "normalized"));
    const unsigned char *bytes = content->bytes + at + first;
    for (size_t i = 0; i < elements; i++) {
        for (int k = 0; k < components; k++) {
            const double number = component(bytes + i * stride + (size_t)k * width, (int)kind, is_normalized);
            if (!isfinite(number))
                return swvi_gltf_refuse(g, "accessors", accessor, "a number in it is not finite");
            numbers[i * (size_t)components + (size_t)k] = number;
        }
    }
    *values = numbers;
    *count = (int)elements;
    return true;
}

// ---- the container ----

// The JSON of a GLB, where it begins in the file (*json_at), and its binary chunk, to *g.
static swv_status open_chunks(swvi_gltf *g, const unsigned char **json, size_t *json_size, size_t *json_at)
{
    const unsigned char *bytes = g->r->bytes;
    const size_t         size = g->r->size;
    // GLB (glTF 4.4): "glTF", version, length in 12 bytes, then chunks: length, type, bytes, padded to 4. The first is
    // 0x4E4F534A "JSON", the second 0x004E4942 "BIN". 20 bytes are the header and an empty chunk.
    if (size < 20 || swvi_word_at(bytes + 8, 4) > size)
        return swvi_fail(g->r->error, SWV_BAD_FILE, 0, size, "a GLB of %lu bytes expected, the file has %lu",
                         size < 12 ? 20ul : (unsigned long)swvi_word_at(bytes + 8, 4), (unsigned long)size);
    if (swvi_word_at(bytes + 4, 4) != 2)
        return swvi_fail(g->r->error, SWV_UNSUPPORTED, 0, 4, "glTF 2 expected, version %lu found",
                         (unsigned long)swvi_word_at(bytes + 4, 4));
    size_t at = 12;
    for (int chunk = 0; at + 8 <= size && chunk < 2; chunk++) {
        const size_t length = swvi_word_at(bytes + at, 4);
        if (length > size - at - 8)
            return swvi_fail(g->r->error, SWV_BAD_FILE, 0, at, "a chunk that reaches beyond the end of the file");
        if ((swvi_word_at(bytes + at + 4, 4) == 0x4E4F534Au) != (chunk == 0))
            return swvi_fail(g->r->error, SWV_BAD_FILE, 0, at + 4, "a chunk JSON, then one BIN expected");
        if (chunk == 0) {
            *json = bytes + at + 8;
            *json_size = length;
            *json_at = at + 8;
        } else if (swvi_word_at(bytes + at + 4, 4) == 0x004E4942u) {
            g->chunk = bytes + at + 8;
            g->chunk_size = length;
        }
        at += 8 + (length + 3) / 4 * 4;
    }
    return SWV_OK;
}

swv_status swvi_gltf_open(swvi_reading *r, swvi_gltf *g)
{
    *g = (swvi_gltf){ .r = r };
    const bool           is_glb = r->size >= 4 && memcmp(r->bytes, "glTF", 4) == 0;
    const unsigned char *json = r->bytes;
    size_t               size = r->size, at = 0;
    if (is_glb && open_chunks(g, &json, &size, &at) != SWV_OK)
        return r->error->status;
    // cJSON wants its text without a mark and gives where it stopped.
    if (size >= 3 && memcmp(json, "\xEF\xBB\xBF", 3) == 0) {
        json += 3;
        at += 3;
        size -= 3;
    }
    const char *end = NULL;
    g->root = cJSON_ParseWithLengthOpts((const char *)json, size, &end, 0);
    if (!g->root) {
        const size_t offset = end ? (size_t)(end - (const char *)json) : 0;
        char         here[17];  // so many characters show a reader the place: chosen
        size_t       length = 0;
        long         line = 1;
        for (size_t i = 0; i < offset; i++)
            line += json[i] == '\n';
        for (; length + 1 < sizeof here && offset + length < size; length++) {
            const char c = ((const char *)json)[offset + length];
            here[length] = (char)(c < ' ' || c > '~' ? '?' : c);
        }
        here[length] = '\0';
        return swvi_fail(r->error, SWV_BAD_FILE, line, at + offset,
                         length > 0 ? "no JSON from '%s' on" : "no JSON: it ends too early", here);
    }
    *r->error = (swv_io_error){ 0 };
    const cJSON *asset = swvi_gltf_get(g->root, "asset");
    const cJSON *version = swvi_gltf_get(asset, "version");
    if (!cJSON_IsString(version) || strncmp(version->valuestring, "2.", 2) != 0)
        swvi_fail(r->error, version ? SWV_UNSUPPORTED : SWV_BAD_FILE, 0, 0,
                  "no glTF 2: an asset with its version 2.0 expected");
    else if (swvi_gltf_items(g, g->root, "nodes", &g->nodes) &&
             swvi_gltf_items(g, g->root, "accessors", &g->accessors) &&
             swvi_gltf_items(g, g->root, "bufferViews", &g->views) &&
             swvi_gltf_items(g, g->root, "buffers", &g->buffers)) {
        g->contents = swvi_pool_take(r->scratch, (size_t)g->buffers.count, sizeof *g->contents);
        if (!g->contents)
            swvi_no_memory(r->error);
    }
    if (r->error->status != SWV_OK)
        swvi_gltf_close(g);
    return r->error->status;
}

void swvi_gltf_close(swvi_gltf *g)
{
    cJSON_Delete(g->root);
    g->root = NULL;
}

#endif
