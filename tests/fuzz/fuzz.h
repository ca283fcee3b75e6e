// SPDX-License-Identifier: MIT
// What the fuzz targets share: an input as a stream of choices, checks that stop the run, and forward kinematics that
// borrows nothing from the library.
//
// Most numbers are plausible, so that an input gets past the checks at the door; in one input of four any number may be
// arbitrary bits, a special value or a hair beside a limit.
#ifndef SWIVEL_TESTS_FUZZ_H
#define SWIVEL_TESTS_FUZZ_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/swivel.h>
#include <swivel_papers/swivel_papers.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/// Fails, showing both, unless |a - b| <= tolerance. A NaN fails.
#define CHECK_NEAR(a, b, tolerance)                                                                           \
    do {                                                                                                      \
        const double a_ = (double)(a), b_ = (double)(b), tolerance_ = (double)(tolerance);                    \
        if (!(fabs(a_ - b_) <= tolerance_)) {                                                                 \
            fprintf(stderr, "%s:%d: %s = %.17g, %s = %.17g, off by %g\n", __FILE__, __LINE__, #a, a_, #b, b_, \
                    fabs(a_ - b_));                                                                           \
            abort();                                                                                          \
        }                                                                                                     \
    } while (0)

// ---- the input ----

typedef struct stream {
    const uint8_t *data;
    size_t         left;
    bool           is_wild;
    unsigned       part;
} stream;

static inline unsigned take_byte(stream *s)
{
    if (s->left == 0)
        return 0;
    s->left--;
    return *s->data++;
}

static inline uint64_t take_bits(stream *s, int bytes)
{
    uint64_t bits = 0;
    for (int i = 0; i < bytes; ++i)
        bits = bits << 8 | take_byte(s);
    return bits;
}

static inline int take_below(stream *s, int count)
{
    return (int)(take_byte(s) % (unsigned)count);
}

static inline bool take_bool(stream *s)
{
    return take_byte(s) & 1;
}

static inline stream stream_of(const uint8_t *data, size_t size)
{
    stream         s = { data, size, false, 0 };
    const unsigned first = take_byte(&s);
    s.is_wild = first % 4 == 3;
    s.part = first / 4;
    return s;
}

/// A run of libFuzzer's does one of a target's parts, so that there are more runs; an input that was kept does all (replay.c).
static inline bool does_part(const stream *s, unsigned part, unsigned parts)
{
#ifdef FUZZ_REPLAY
    (void)s, (void)part, (void)parts;
    return true;
#else
    return s->part % parts == part;
#endif
}

/// From low to high, the ends and 0 often; in a wild input now and then anything.
static inline double take_number(stream *s, double low, double high)
{
    static const double special[] = { 0.0,      -0.0,    1.0,          INFINITY, -INFINITY, NAN,  DBL_MAX,
                                      -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 1e150,    1e-150,    1e16, 1e9,
                                      SWV_PI,   -SWV_PI, SWV_PI / 2,   1e-9,     -1e-9,     1e-16 };
    const unsigned      kind = take_byte(s) % 32;
    double              value = low + (high - low) * ((double)take_bits(s, 4) * 0x1p-32);
    if (kind < 2)
        value = kind ? high : low;
    else if (kind == 2)
        value = low <= 0.0 && high >= 0.0 ? 0.0 : low;
    else if (kind == 3)  // beside an end
        value = (take_bool(s) ? high : low) + (double)((int)take_byte(s) - 128) * 1e-11;
    if (s->is_wild && kind == 4)
        value = special[take_below(s, (int)(sizeof special / sizeof special[0]))];
    if (s->is_wild && kind == 5) {
        const uint64_t bits = take_bits(s, 8);
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}

static inline swv_vec3 take_vec3(stream *s, double size)
{
    const double x = take_number(s, -size, size), y = take_number(s, -size, size);
    return (swv_vec3){ x, y, take_number(s, -size, size) };
}

static inline swv_quat take_quat(stream *s)
{
    const swv_vec3 v = take_vec3(s, 1.0);
    return (swv_quat){ v.x, v.y, v.z, take_number(s, -1.0, 1.0) };
}

static inline swv_pose take_pose(stream *s, double size)
{
    const swv_vec3 position = take_vec3(s, size);
    return (swv_pose){ position, take_quat(s) };
}

// ---- what is checked ----

static inline bool all_finite(const double *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

static inline double length_of(swv_vec3 v)
{
    return hypot(hypot(v.x, v.y), v.z);
}

static inline double apart(swv_vec3 a, swv_vec3 b)
{
    return length_of((swv_vec3){ a.x - b.x, a.y - b.y, a.z - b.z });
}

/// Sets an output to a pattern, and says whether it still has it.
#define PAINT(object) memset(&(object), 0x5a, sizeof(object))
static inline bool is_painted(const void *object, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (((const uint8_t *)object)[i] != 0x5a)
            return false;
    return true;
}
#define CHECK_UNTOUCHED(object) CHECK(is_painted(&(object), sizeof(object)))

/// Of a report after a call that failed: its fault is -1 or an index below `count`, and nothing else was written.
#define CHECK_ONLY_FAULT(report, count)                          \
    do {                                                         \
        CHECK((report).fault >= -1 && (report).fault < (count)); \
        PAINT((report).fault);                                   \
        CHECK_UNTOUCHED(report);                                 \
    } while (0)

// ---- forward kinematics of its own: 3 x 3 matrices by libm ----

typedef struct turn {
    double m[3][3];
} turn;

static inline turn turn_by(turn a, turn b)
{
    turn r;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            r.m[i][k] = a.m[i][0] * b.m[0][k] + a.m[i][1] * b.m[1][k] + a.m[i][2] * b.m[2][k];
    return r;
}

/// About x, y or z: 0, 1, 2.
static inline turn turn_about(int axis, double angle)
{
    const double s = sin(angle), c = cos(angle);
    const int    a = (axis + 1) % 3, b = (axis + 2) % 3;
    turn         r = { { { 0.0 } } };
    r.m[axis][axis] = 1.0;
    r.m[a][a] = r.m[b][b] = c;
    r.m[b][a] = s;
    r.m[a][b] = -s;
    return r;
}

/// Of a quaternion of any length but zero.
static inline turn turn_of(swv_quat q)
{
    const double largest = fmax(fmax(fabs(q.x), fabs(q.y)), fmax(fabs(q.z), fabs(q.w)));
    int          exponent;
    (void)frexp(largest, &exponent);
    const double x0 = ldexp(q.x, -exponent), y0 = ldexp(q.y, -exponent), z0 = ldexp(q.z, -exponent),
                 w0 = ldexp(q.w, -exponent);
    const double n = sqrt(x0 * x0 + y0 * y0 + z0 * z0 + w0 * w0), x = x0 / n, y = y0 / n, z = z0 / n, w = w0 / n;
    return (turn){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
                     { 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
                     { 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) } } };
}

static inline swv_vec3 turned(turn a, swv_vec3 v)
{
    return (swv_vec3){ a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                       a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                       a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z };
}

/// The angle between two rotations, by the length of their difference: |A - B| = 2 sqrt(2) sin(angle / 2).
static inline double angle_between(turn a, turn b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            sum += (a.m[i][k] - b.m[i][k]) * (a.m[i][k] - b.m[i][k]);
    return 2.0 * asin(fmin(1.0, sqrt(sum / 8.0)));
}

/// The mirror image in x of a rotation.
static inline turn mirrored(turn a)
{
    for (int i = 1; i < 3; ++i) {
        a.m[0][i] = -a.m[0][i];
        a.m[i][0] = -a.m[i][0];
    }
    return a;
}

/// Distances. Beyond 1e300 they may be infinite, below 1e-150 nothing, as their squares are.
static inline void check_distance(double said, double found, double tolerance)
{
    if (found > 1e300)
        CHECK(said > 1e299);
    else
        CHECK_NEAR(said, found, tolerance + 1e-150);
}

/// Rotation errors: near half a turn the sine says little.
static inline void check_angle(double said, double found)
{
    CHECK_NEAR(said, found, found > 3.0 ? 1e-6 : 1e-11);
}

#endif
