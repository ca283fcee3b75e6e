// SPDX-License-Identifier: MIT
// In and out: which format it is, bytes from files and back.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"
#include "io/table_file.h"

static const struct {
    const char *name;
    swv_status (*read)(swvi_reading *r);
    swv_status (*write)(swvi_writing *w);
} formats[SWV_FORMAT_COUNT] = {
    // clang-format off
    [SWV_FORMAT_AUTO] = { "auto", NULL, NULL },
    [SWV_FORMAT_BVH] = { "bvh", swvi_bvh_read, swvi_bvh_write },
    [SWV_FORMAT_GLTF] = { "gltf", swvi_gltf_read, NULL },
    [SWV_FORMAT_GLB] = { "glb", swvi_gltf_read, swvi_glb_write },
    [SWV_FORMAT_VRM] = { "vrm", swvi_gltf_read, NULL },
    [SWV_FORMAT_VRMA] = { "vrma", swvi_gltf_read, swvi_glb_write },
    [SWV_FORMAT_URDF] = { "urdf", swvi_robot_read, NULL },
    [SWV_FORMAT_MJCF] = { "mjcf", swvi_robot_read, NULL },
    [SWV_FORMAT_TRC] = { "trc", swvi_trc_read, NULL },
    [SWV_FORMAT_C3D] = { "c3d", swvi_c3d_read, NULL },
    [SWV_FORMAT_CSV] = { "csv", swvi_csv_read, swvi_csv_write },
    [SWV_FORMAT_NPZ] = { "npz", swvi_npz_read, NULL },
    [SWV_FORMAT_FBX] = { "fbx", swvi_assimp_read, NULL },
    [SWV_FORMAT_DAE] = { "dae", swvi_assimp_read, NULL },
    // clang-format on
};

const char *swv_format_name(swv_format format)
{
    return (unsigned)format < SWV_FORMAT_COUNT ? formats[format].name : NULL;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// Whether the bytes begin with these words, in small or large letters, after blanks and a byte order mark.
static bool begins(const unsigned char *bytes, size_t size, const char *words)
{
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && (bytes[at] == ' ' || (bytes[at] >= '\t' && bytes[at] <= '\r')))
        at++;
    for (; *words; words++, at++)
        if (at >= size || lower((char)bytes[at]) != *words)
            return false;
    return true;
}

// An XML file whose first element is <COLLADA>, which comes soon.
static bool is_collada(const unsigned char *bytes, size_t size)
{
    // The root element is looked for in the first kilobyte. Chosen.
    const size_t most = size < 1000 ? size : 1000;
    for (size_t i = 0; i + 8 < most; i++)
        if (memcmp(bytes + i, "<COLLADA", 8) == 0)
            return true;
    return false;
}

// The format whose mark the first bytes are; SWV_FORMAT_AUTO: none.
static swv_format format_of(const unsigned char *bytes, size_t size)
{
    if (begins(bytes, size, "hierarchy"))
        return SWV_FORMAT_BVH;
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0)
        return SWV_FORMAT_GLB;
    if (size >= 4 && memcmp(bytes, "PK\3\4", 4) == 0)
        return SWV_FORMAT_NPZ;
    if (begins(bytes, size, "{"))
        return SWV_FORMAT_GLTF;
    if (begins(bytes, size, "kaydara fbx binary") || begins(bytes, size, "; fbx"))
        return SWV_FORMAT_FBX;
    if (begins(bytes, size, "<"))
        return is_collada(bytes, size) ? SWV_FORMAT_DAE : SWV_FORMAT_URDF;
    if (begins(bytes, size, "pathfiletype"))
        return SWV_FORMAT_TRC;
    // C3D: a block of 512 bytes, its mark, and before it the block of parameters, 2 in most files; 16 is chosen.
    if (size >= 512 && bytes[1] == 0x50 && bytes[0] > 1 && bytes[0] < 16)
        return SWV_FORMAT_C3D;
    // A line of text with a comma, whose header must still be one.
    const unsigned char *end = size ? memchr(bytes, '\n', size) : NULL;
    if (end && memchr(bytes, ',', (size_t)(end - bytes)) && !memchr(bytes, 0, (size_t)(end - bytes)))
        return SWV_FORMAT_CSV;
    return SWV_FORMAT_AUTO;
}

// SWV_FORMAT_AUTO: its ending is no format's.
static swv_format format_of_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int f = SWV_FORMAT_AUTO + 1; dot && f < SWV_FORMAT_COUNT; f++) {
        const char *name = formats[f].name, *c = dot + 1;
        while (*name && lower(*c) == *name)
            name++, c++;
        if (!*name && !*c)
            return (swv_format)f;
    }
    return SWV_FORMAT_AUTO;
}

const swv_io_options *swvi_options(const swv_io_options *options)
{
    static const swv_io_options defaults;
    return options ? options : &defaults;
}

swv_status swvi_check(const swv_io_options *options, bool is_missing, swv_io_error *error)
{
    if (is_missing)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    // A frame may take up to 1e6 seconds, eleven days: chosen.
    const char *wrong = !options->allocate != !options->release                    ? "an allocator without its release"
                        : (unsigned)options->format >= SWV_FORMAT_COUNT            ? "an unknown format"
                        : (unsigned)options->bvh_positions > SWV_BVH_POSITIONS_ADD ? "an unknown bvh_positions"
                        : !(options->metres_per_unit >= 0.0 && options->metres_per_unit < 1e100)
                            ? "a bad metres_per_unit"
                        : options->clip < 0                                          ? "a negative clip"
                        : !(options->frame_time >= 0.0 && options->frame_time < 1e6) ? "a bad frame_time"
                        : !swv_vec3_is_finite(options->up)                           ? "an up that is not finite"
                                                                                     : NULL;
    return wrong ? swvi_fail(error, SWV_BAD_OPTIONS, 0, 0, "options: %s", wrong) : SWV_OK;
}

// Arguments and options are checked. `folder` is that of the file, NULL: from memory.
static swv_status read_bytes(const void *bytes, size_t size, const char *folder, const swv_io_options *options,
                             swv_motion *motion, swv_io_error *error)
{
    const swv_format format = options->format ? options->format : format_of(bytes, size);
    if (format == SWV_FORMAT_AUTO)
        return swvi_fail(error, SWV_BAD_FILE, 0, 0, "the first bytes are those of no format that is read here");
    *error = (swv_io_error){ 0 };
    swv_motion   made = { 0 };
    swvi_reading r = {
        .bytes = bytes, .size = size, .folder = folder, .options = options, .motion = &made, .error = error
    };
    r.pool = swvi_pool_make(options);
    r.scratch = r.pool ? swvi_pool_make(options) : NULL;
    swv_status status = r.scratch ? formats[format].read(&r) : swvi_no_memory(error);
    swvi_pool_free(r.scratch);
    made.format = made.format ? made.format : format;
    made.inside = r.pool;
    if (status == SWV_OK && !swvi_guess(&made, options))
        status = swvi_no_memory(error);
    if (status == SWV_OK)
        *motion = made;
    else
        swvi_pool_free(r.pool);
    return status;
}

swv_status swv_motion_read(const void *bytes, size_t size, const swv_io_options *options, swv_motion *motion,
                           swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    options = swvi_options(options);
    const swv_status status = swvi_check(options, !bytes || !motion, error);
    return status == SWV_OK ? read_bytes(bytes, size, NULL, options, motion, error) : status;
}

unsigned char *swvi_load(const char *path, swvi_pool *pool, size_t *size, swv_io_error *error)
{
    FILE          *in = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t         capacity = 1 << 16;  // 64 kB for what has no length, a pipe: chosen; it grows
    if (!in) {
        swvi_fail(error, SWV_NO_FILE, 0, 0, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    const int first = fgetc(in);
    if (first != EOF)
        ungetc(first, in);
    if (first != EOF && fseek(in, 0, SEEK_END) == 0) {  // a folder can be opened, but not read; a pipe has no end
        const long end = ftell(in);
        capacity = end > 0 ? (size_t)end + 1 : capacity;
        rewind(in);
    }
    *size = 0;
    for (bytes = swvi_pool_take(pool, capacity, 1); bytes; capacity *= 2) {
        *size += fread(bytes + *size, 1, capacity - *size, in);
        if (*size < capacity)
            break;
        unsigned char *longer = swvi_pool_take(pool, capacity, 2);
        if (longer)
            memcpy(longer, bytes, *size);
        bytes = longer;
    }
    const int reason = errno;
    if (!bytes) {
        swvi_no_memory(error);
    } else if (ferror(in)) {
        swvi_fail(error, SWV_NO_FILE, 0, *size, "cannot be read: %s", strerror(reason));
        bytes = NULL;
    }
    fclose(in);
    errno = reason;
    return bytes;
}

swv_status swv_motion_read_file(const char *path, const swv_io_options *options, swv_motion *motion,
                                swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    options = swvi_options(options);
    const swv_status status = swvi_check(options, !path || !motion, error);
    if (status != SWV_OK)
        return status;
    swvi_pool *pool = swvi_pool_make(options);
    size_t     size = 0;
    if (!pool)
        return swvi_no_memory(error);
    char folder[1024] = "";  // of a longer path files beside it are not found: chosen
    for (size_t i = 0; path[i] && i < sizeof folder - 1; i++)
        if (path[i] == '/' || path[i] == '\\') {
            memcpy(folder, path, i + 1);
            folder[i + 1] = '\0';
        }
    const unsigned char *bytes = swvi_load(path, pool, &size, error);
    const swv_status     read = bytes ? read_bytes(bytes, size, folder, options, motion, error) : error->status;
    swvi_pool_free(pool);
    return read;
}

swv_status swv_motion_write(const swv_motion *motion, const swv_io_options *options, swv_sink sink, void *user,
                            swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    swv_status status = swvi_check(options, !motion || !options || !sink, error);
    if (status != SWV_OK)
        return status;
    if (!formats[options->format].write)
        return swvi_fail(error, SWV_UNSUPPORTED, 0, 0, "%s is not written here: bvh, glb, vrma and csv are",
                         formats[options->format].name);
    if (motion->joint_count < 1 || !motion->joints ||
        (motion->frame_count > 0 && motion->frame_size > 0 && !motion->frames))
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "a motion without joints, or without its frames");
    swvi_pool *scratch = swvi_pool_make(options);
    if (!scratch)
        return swvi_no_memory(error);
    swvi_writing w = {
        .format = options->format, .motion = motion, .sink = sink, .user = user, .scratch = scratch, .error = error
    };
    status = formats[options->format].write(&w);
    swvi_pool_free(scratch);
    if (status == SWV_OK)
        *error = (swv_io_error){ 0 };
    return status;
}

// A swv_sink into a FILE.
static bool write_bytes(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size;
}

swv_status swv_motion_write_file(const char *path, const swv_motion *motion, const swv_io_options *options,
                                 swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    if (!path || !motion)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    swv_io_options chosen = options ? *options : (swv_io_options){ 0 };
    if (chosen.format == SWV_FORMAT_AUTO)
        chosen.format = format_of_ending(path);
    if (chosen.format == SWV_FORMAT_AUTO)
        return swvi_fail(error, SWV_UNSUPPORTED, 0, 0,
                         "the file's ending says no format that is written here: bvh, glb, vrma or csv");
    char *other;
    FILE *out = swvi_part_open(path, &other);
    if (!other)
        return swvi_no_memory(error);
    const swv_status status = out ? swv_motion_write(motion, &chosen, write_bytes, out, error) : SWV_NO_FILE;
    const bool       is_there = swvi_part_close(out, other, path, status == SWV_OK);
    return is_there || (status != SWV_OK && status != SWV_NO_FILE)
               ? status
               : swvi_fail(error, SWV_NO_FILE, 0, 0, "cannot be written: %s", strerror(errno));
}
