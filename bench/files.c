// SPDX-License-Identifier: MIT
//
// Files: megabytes of BVH a second, on one core. The peer reads the same numbers with strtod and does nothing with them. And what a file of our own
// would be worth beside GLB: three of a quaternion's numbers in 16 bits each, the fourth left out, and the hips' place as floats.
#include "bench.h"

#include <math.h>
#include <stdint.h>
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

// As a file of our own would be.
typedef struct packed {
    int16_t *thirds;  ///< three numbers of each joint in each frame; which one is left out is in their lowest bits
    float   *places;
    size_t   frames, joints;
} packed;

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

typedef struct kept {
    unsigned char *bytes;
    size_t         size, room;
} kept;

static bool keep_bytes(void *user, const void *bytes, size_t size)
{
    kept *k = user;
    if (k->size + size > k->room) {
        k->room = 2 * (k->size + size);
        k->bytes = realloc(k->bytes, k->room);
        if (!k->bytes)
            exit(1);
    }
    memcpy(k->bytes + k->size, bytes, size);
    k->size += size;
    return true;
}

static void read_glb(void *data)
{
    const kept *k = data;
    swv_motion  motion;
    if (swv_motion_read(k->bytes, k->size, NULL, &motion, NULL) != SWV_OK)
        exit(1);
    sink = motion.frames[0];
    swv_motion_free(&motion);
}

static void read_packed(void *data)
{
    const packed *p = data;
    double       *out = malloc(p->frames * (4 * p->joints + 3) * sizeof *out), *to = out;
    if (!out)
        exit(1);
    const int16_t *from = p->thirds;
    for (size_t f = 0; f < p->frames; f++) {
        for (int k = 0; k < 3; k++)
            *to++ = (double)p->places[3 * f + (size_t)k];
        for (size_t j = 0; j < p->joints; j++, from += 3, to += 4) {
            const int    left_out = (from[0] & 1) | (from[1] & 1) << 1;
            const double a = from[0] / 46340.0, b = from[1] / 46340.0, c = from[2] / 46340.0,
                         rest = 1.0 - a * a - b * b - c * c, d = sqrt(rest > 0.0 ? rest : 0.0);
            const double thirds[3] = { a, b, c };
            for (int k = 0, i = 0; k < 4; k++)
                to[k] = k == left_out ? d : thirds[i++];
        }
    }
    sink = out[7];
    free(out);
}

static packed pack(const swv_motion *m)
{
    packed    p = { .frames = (size_t)m->frame_count, .joints = (size_t)m->joint_count };
    swv_pose *locals = malloc(p.joints * sizeof *locals);
    p.thirds = malloc(p.frames * p.joints * 3 * sizeof *p.thirds);
    p.places = malloc(p.frames * 3 * sizeof *p.places);
    if (!locals || !p.thirds || !p.places)
        exit(1);
    int16_t *to = p.thirds;
    for (size_t f = 0; f < p.frames; f++) {
        swv_motion_locals(m, (int)f, locals);
        p.places[3 * f] = (float)locals[0].position.x;
        p.places[3 * f + 1] = (float)locals[0].position.y;
        p.places[3 * f + 2] = (float)locals[0].position.z;
        for (size_t j = 0; j < p.joints; j++, to += 3) {
            const swv_quat q = locals[j].rotation;
            const double   all[4] = { q.x, q.y, q.z, q.w };
            int            largest = 0;
            for (int k = 1; k < 4; k++)
                largest = fabs(all[k]) > fabs(all[largest]) ? k : largest;
            for (int k = 0, i = 0; k < 4; k++)
                if (k != largest)
                    to[i++] = (int16_t)lrint(copysign(46340.0, all[largest]) * all[k]);
            to[0] = (int16_t)((to[0] & ~1) | (largest & 1));
            to[1] = (int16_t)((to[1] & ~1) | largest >> 1);
        }
    }
    free(locals);
    return p;
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
    kept                 glb = { NULL, 0, 0 };
    packed               ours = pack(&t.motion);
    const swv_io_options as_glb = { .format = SWV_FORMAT_GLB };
    if (swv_motion_write(&t.motion, &as_glb, keep_bytes, &glb, NULL) != SWV_OK)
        exit(1);
    const size_t     numbers = t.size - (size_t)(t.rows - t.bytes);
    const bench_work works[] = { { numbers_ours, &t, numbers },
                                 { numbers_strtod, &t, numbers },
                                 { read_all, &t, t.size },
                                 { write_bvh, &t, write_as(&t.motion, SWV_FORMAT_BVH) },
                                 { write_glb, &t, write_as(&t.motion, SWV_FORMAT_GLB) },
                                 { read_all, &t, (size_t)t.motion.frame_count },
                                 { read_glb, &glb, (size_t)t.motion.frame_count },
                                 { read_packed, &ours, (size_t)t.motion.frame_count } };
    double           ns[8];
    bench_time(works, 8, ns);
    bench_report("numbers of a BVH file", 1e3 / ns[0], "MB/s", "strtod", 1e3 / ns[1], 0.0);
    bench_report("a BVH file, to quaternions", 1e3 / ns[2], "MB/s", "strtod alone", 1e3 / ns[1], -1.0);
    bench_report("a BVH file written", 1e3 / ns[3], "MB/s", NULL, 0.0, -1.0);
    bench_report("a GLB file written", 1e3 / ns[4], "MB/s", NULL, 0.0, -1.0);
    const double frames = t.motion.frame_count, bvh_size = (double)t.size / frames,
                 glb_size = (double)glb.size / frames;
    bench_report("a frame of 31 joints as GLB", glb_size, "bytes", "BVH", bvh_size, -1.0);
    bench_report("the same packed in 16 bits", (double)(ours.joints * 6 + 12), "bytes", "GLB", glb_size, -1.0);
    bench_report("a frame of a GLB file read", ns[6], "ns", "BVH", ns[5], -1.0);
    bench_report("the same packed in 16 bits", ns[7], "ns", "GLB", ns[6], -1.0);
    swv_motion_free(&t.motion);
    free(ours.thirds);
    free(ours.places);
    free(glb.bytes);
    free(t.bytes);
}
