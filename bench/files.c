// SPDX-License-Identifier: MIT
//
// Files: megabytes of BVH a second, on one core. The peer reads the same numbers with strtod and does nothing with them.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "swivel_io/motion.h"

typedef struct text {
    char       *bytes;
    size_t      size;
    const char *rows;  ///< where the numbers begin
    swv_motion  motion;
} text;

static volatile double sink;

static void numbers_ours(void *data)
{
    const text *t = data;
    double      sum = 0.0, value;
    for (const char *p = t->rows;;) {
        while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
            p++;
        p = swvi_number_read(p, &value);
        if (!p)
            break;
        sum += value;
    }
    sink = sum;
}

static void numbers_strtod(void *data)
{
    const text *t = data;
    double      sum = 0.0;
    char       *end;
    for (const char *p = t->rows;; p = end) {
        sum += strtod(p, &end);
        if (end == p)
            break;
    }
    sink = sum;
}

static void read_all(void *data)
{
    const text *t = data;
    swv_motion  motion;
    if (swv_motion_read(t->bytes, t->size, NULL, &motion, NULL) != SWV_OK)
        exit(1);
    sink = motion.frames[0];
    swv_motion_free(&motion);
}

static bool count_bytes(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)user += size;
    return true;
}

static size_t write_as(const swv_motion *motion, swv_format format)
{
    size_t               size = 0;
    const swv_io_options options = { .format = format };
    if (swv_motion_write(motion, &options, count_bytes, &size, NULL) != SWV_OK)
        exit(1);
    return size;
}

static void write_bvh(void *data)
{
    sink = (double)write_as(&((text *)data)->motion, SWV_FORMAT_BVH);
}

static void write_glb(void *data)
{
    sink = (double)write_as(&((text *)data)->motion, SWV_FORMAT_GLB);
}

void bench_files(void)
{
    text  t = { .size = 0 };
    FILE *in = fopen(SWIVEL_DATA_DIR "/files/bvh/cmu_80_08_pickup.bvh", "rb");
    t.bytes = calloc(1, 1 << 20);
    if (!in || !t.bytes)
        exit(1);
    t.size = fread(t.bytes, 1, (1 << 20) - SWVI_NUMBER_PADDING, in);
    fclose(in);
    t.rows = strchr(strstr(t.bytes, "Frame Time:"), '\n');
    if (swv_motion_read(t.bytes, t.size, NULL, &t.motion, NULL) != SWV_OK)
        exit(1);
    const size_t     numbers = t.size - (size_t)(t.rows - t.bytes);
    const bench_work works[] = { { numbers_ours, &t, numbers },
                                 { numbers_strtod, &t, numbers },
                                 { read_all, &t, t.size },
                                 { write_bvh, &t, write_as(&t.motion, SWV_FORMAT_BVH) },
                                 { write_glb, &t, write_as(&t.motion, SWV_FORMAT_GLB) } };
    double           ns[5];
    bench_time(works, 5, ns);
    bench_report("numbers of a BVH file", 1e3 / ns[0], "MB/s", "strtod", 1e3 / ns[1], 0.0);
    bench_report("a BVH file, to quaternions", 1e3 / ns[2], "MB/s", "strtod alone", 1e3 / ns[1], -1.0);
    bench_report("a BVH file written", 1e3 / ns[3], "MB/s", NULL, 0.0, -1.0);
    bench_report("a GLB file written", 1e3 / ns[4], "MB/s", NULL, 0.0, -1.0);
    swv_motion_free(&t.motion);
    free(t.bytes);
}
