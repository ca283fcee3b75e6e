// SPDX-License-Identifier: MIT
// Whole bodies of people, data/people/bodies.i16. SWIVEL_SOURCE_DIR is where the project lies.
#ifndef SWIVEL_TESTS_BODIES_H
#define SWIVEL_TESTS_BODIES_H

#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "swivel/body.h"

enum { PLACES = 22, TURNS = 7 };

// As data/people/README.md has them.
static const int places_of[PLACES] = {
    SWV_PART_HIPS,
    SWV_PART_SPINE,
    SWV_PART_CHEST,
    SWV_PART_UPPER_CHEST,
    SWV_PART_NECK,
    SWV_PART_HEAD,
    SWV_PART_LEFT_UPPER_LEG,
    SWV_PART_LEFT_LOWER_LEG,
    SWV_PART_LEFT_FOOT,
    SWV_PART_LEFT_TOES,
    SWV_PART_LEFT_SHOULDER,
    SWV_PART_LEFT_UPPER_ARM,
    SWV_PART_LEFT_LOWER_ARM,
    SWV_PART_LEFT_HAND,
    SWV_PART_RIGHT_UPPER_LEG,
    SWV_PART_RIGHT_LOWER_LEG,
    SWV_PART_RIGHT_FOOT,
    SWV_PART_RIGHT_TOES,
    SWV_PART_RIGHT_SHOULDER,
    SWV_PART_RIGHT_UPPER_ARM,
    SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_RIGHT_HAND,
};
static const int turns_of[TURNS] = { SWV_PART_HEAD,        SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_HIPS,
                                     SWV_PART_UPPER_CHEST, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
// Points in the order in which they are added: three, six, eleven.
static const int points_of[11] = {
    SWV_PART_HEAD,           SWV_PART_LEFT_HAND,       SWV_PART_RIGHT_HAND,
    SWV_PART_HIPS,           SWV_PART_LEFT_FOOT,       SWV_PART_RIGHT_FOOT,
    SWV_PART_UPPER_CHEST,    SWV_PART_LEFT_LOWER_ARM,  SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG,
};

typedef struct body {
    int            subject;
    double         size;
    swv_pose       poses[SWV_PARTS];
    swv_body_point points[11];
    swv_quat       straight[2];  ///< left and right hand as recorded, wrists unbent
} body;

static inline double apart(const body *b, int from, int to)
{
    return swv_vec3_length(swv_vec3_sub(b->poses[from].position, b->poses[to].position));
}

static inline FILE *open_data(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/data/people/%s", SWIVEL_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    return file;
}

// The next body of the file, its wrists bent at random: the database's own never are, and would give the elbows away.
static inline bool read_body(FILE *file, uint64_t *seed, body *b)
{
    int16_t row[1 + 3 * PLACES + 4 * TURNS];
    if (fread(row, sizeof row, 1, file) != 1)
        return false;
    memset(b, 0, sizeof *b);
    b->subject = row[0];
    for (int i = 0; i < PLACES; i++)
        b->poses[places_of[i]].position =
            (swv_vec3){ 0.5e-3 * row[1 + 3 * i], 0.5e-3 * row[2 + 3 * i], 0.5e-3 * row[3 + 3 * i] };
    for (int i = 0; i < TURNS; i++) {
        const int16_t *q = row + 1 + 3 * PLACES + 4 * i;
        swv_quat       turn = swv_quat_normalize((swv_quat){ q[0], q[1], q[2], q[3] });
        if (i == 1 || i == 2) {
            b->straight[i - 1] = turn;
            const double side = i == 1 ? -1.0 : 1.0, degree = SWV_PI / 180.0;
            const double flexion = random_between(seed, -55, 17) * degree,
                         deviation = random_between(seed, -32, 17) * degree;
            turn = swv_quat_mul(turn, swv_quat_from_axis_angle((swv_vec3){ 0, 1, 0 }, side * flexion));
            turn = swv_quat_mul(turn, swv_quat_from_axis_angle((swv_vec3){ 1, 0, 0 }, -deviation));
        }
        b->poses[turns_of[i]].rotation = turn;
    }
    const int spine[] = { SWV_PART_HIPS,        SWV_PART_SPINE, SWV_PART_CHEST,
                          SWV_PART_UPPER_CHEST, SWV_PART_NECK,  SWV_PART_HEAD };
    for (int i = 0; i < 5; i++)
        b->size += apart(b, spine[i], spine[i + 1]);
    for (int side = 0; side < 2; side++) {
        const int thigh = side ? SWV_PART_RIGHT_UPPER_LEG : SWV_PART_LEFT_UPPER_LEG;
        b->size += 0.5 * (apart(b, thigh, thigh + 1) + apart(b, thigh + 1, thigh + 2));
    }
    for (int i = 0; i < 11; i++)
        b->points[i] = (swv_body_point){ points_of[i], b->poses[points_of[i]] };
    return true;
}

#endif
