// SPDX-License-Identifier: MIT
// The recorded people of data/motion and data/people: rows of sixteen-bit numbers, as their README.md has them.
#ifndef SWIVEL_TESTS_TRACK_RECORDINGS_H
#define SWIVEL_TESTS_TRACK_RECORDINGS_H

#include "check.h"

#include <stdint.h>
#include <stdio.h>

#include "swivel/geometry.h"

enum { RECORDINGS = 11, MAX_ROWS = 12000 };

static const double time_steps[RECORDINGS] = { 1.0 / 120, 1.0 / 120, 1.0 / 120, 1.0 / 120, 1.0 / 120, 0.03333,
                                               0.01,      1.0 / 120, 0.008342,  0.033333,  1.0 / 120 };
static const double upper_parts[RECORDINGS][2] = {
    { 0.5990, 0.5918 }, { 0.6285, 0.6399 }, { 0.6153, 0.6140 }, { 0.5478, 0.5714 },
    { 0.6313, 0.5871 }, { 0.5944, 0.6045 }, { 0.4745, 0.4745 }, { 0.5438, 0.5438 },
    { 0.4719, 0.4719 }, { 0.5658, 0.5658 }, { 0.5364, 0.5364 },
};

static const double reach = 0.58;

/// Little-endian numbers of a file; how many.
static inline int read_numbers(const char *name, int16_t *numbers, int capacity)
{
    char path[512];
    snprintf(path, sizeof path, SWIVEL_DATA_DIR "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    int           count = 0;
    unsigned char bytes[2];
    while (count < capacity && fread(bytes, sizeof bytes, 1, file) == 1)
        numbers[count++] = (int16_t)(bytes[0] | bytes[1] << 8);
    fclose(file);
    return count;
}

static inline int read_rows(const char *name, int16_t rows[][12], int capacity)
{
    return read_numbers(name, rows[0], 12 * capacity) / 12;
}

static inline swv_vec3 vector_of(const int16_t *row, double unit)
{
    return (swv_vec3){ row[0] / unit, row[1] / unit, row[2] / unit };
}

static inline swv_pose pose_of(const int16_t *wrist, const int16_t *rotation, double unit)
{
    const swv_quat q = { rotation[0], rotation[1], rotation[2], rotation[3] };
    return (swv_pose){ vector_of(wrist, unit), swv_quat_normalize(q) };
}

static inline double distance(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static inline int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
