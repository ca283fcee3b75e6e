// SPDX-License-Identifier: MIT
// Scapulohumeral rhythm: which angles of clavicle and scapula go with a humerus.
//
// Given     elevation t and plane p of the humerus, raising F in [-1, 1]
// Find      the six angles of the girdle, each a polynomial 1, t, p, t^2, t p, F, F t
//
// Degrees become radians: only constants and what stands with F change.
//
// This work is based on:
// de Groot, Brand. A three-dimensional regression model of the shoulder rhythm. 2001
// Ludewig et al. Motion of the shoulder complex during multiplanar humeral elevation. 2009 (the measured one)
// Braman et al. In vivo assessment of scapulohumeral rhythm during unconstrained overhead reaching. 2009 (F t)
#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "shoulder/girdle_internal.h"
#include "shoulder/measured_rhythm_table.h"
#include "swivel/shoulder.h"

static const double degree = SWV_PI / 180.0;

const char *swv_girdle_angle_name(int angle)
{
    static const char *const names[SWV_GIRDLE_ANGLES] = { "clavicle-elevation", "clavicle-protraction",
                                                          "scapula-elevation",  "scapula-protraction",
                                                          "scapula-tilt",       "clavicle-rotation" };
    return angle >= 0 && angle < SWV_GIRDLE_ANGLES ? names[angle] : NULL;
}

swv_status swvi_check_girdle_angles(const double *angles, int count)
{
    bool is_fine = true;
    for (int i = 0; i < count; ++i)
        is_fine = is_fine && fabs(angles[i]) <= SWVI_MOST_GIRDLE_ANGLE;
    return !swvi_are_finite(angles, count) ? SWV_NOT_FINITE : is_fine ? SWV_OK : SWV_BAD_ARGUMENT;
}

// Rest angles: the mean the Dynamic Arm Simulator uses.
swv_status swv_rhythm_make_de_groot(const double rest[SWV_GIRDLE_ANGLES], swv_rhythm *rhythm)
{
    if (!rhythm)
        return SWV_NULL;
    const double  mean[SWV_GIRDLE_ANGLES] = { 11.679804 * degree, -28.573324 * degree, 10.669100 * degree,
                                              32.047376 * degree, -10.320259 * degree, 7.482095 * degree };
    const double *at = rest ? rest : mean;
    swv_rhythm    r = { .rotation_is_least = true, .cookie = SWVI_RHYTHM_COOKIE };

    const swv_status status = swvi_check_girdle_angles(at, SWV_GIRDLE_ANGLES);
    if (status != SWV_OK)
        return status;
    r.ac_rest = swvi_ac_turn(at);
    // De Groot and Brand's regression, degrees: a constant, a share of the rest angle, then what stands with elevation
    // and plane; nothing with raising.
    swvi_rhythm_row(&r, SWV_CLAVICLE_ELEVATION, 3.917 + 0.493 * (at[0] / degree), 0.123, -0.046, 0.0);
    swvi_rhythm_row(&r, SWV_CLAVICLE_PROTRACTION, -4.983 + 0.851 * (at[1] / degree), -0.242, 0.120, 0.0);
    swvi_rhythm_row(&r, SWV_SCAPULA_ELEVATION, 3.095 + 0.414 * (at[2] / degree), 0.396, -0.079, 0.0);
    swvi_rhythm_row(&r, SWV_SCAPULA_PROTRACTION, -1.203 + 0.901 * (at[3] / degree), -0.049, 0.140, 0.0);
    swvi_rhythm_row(&r, SWV_SCAPULA_TILT, 0.659 + 0.886 * (at[4] / degree), 0.184, -0.028, 0.0);
    *rhythm = r;
    return SWV_OK;
}

swv_status swv_rhythm_make_measured(swv_rhythm *rhythm)
{
    if (!rhythm)
        return SWV_NULL;
    *rhythm = (swv_rhythm){ .cookie = SWVI_RHYTHM_COOKIE };
    memcpy(rhythm->coefficients, measured_rhythm, sizeof rhythm->coefficients);
    return SWV_OK;
}

swv_status swv_rhythm_make_function(void (*function)(const void *data, double elevation, double plane, double raising,
                                                     double angles[SWV_GIRDLE_ANGLES]),
                                    const void *data, swv_rhythm *rhythm)
{
    if (!rhythm || !function)
        return SWV_NULL;
    *rhythm = (swv_rhythm){ .function = function, .data = data, .cookie = SWVI_RHYTHM_COOKIE };
    return SWV_OK;
}

// ---- tables ----

// The entry below x in a row of `count` from first to last, and how far x is on its way to the next.
static int entry_below(double x, double first, double last, int count, double *part)
{
    *part = 0.0;
    if (count == 1 || !(x > first))
        return 0;
    if (!(x < last)) {
        *part = 1.0;
        return count - 2;
    }
    // Halves, so that no difference overflows.
    const double at = (0.5 * x - 0.5 * first) / (0.5 * last - 0.5 * first) * (count - 1);
    const int    below = (int)at < count - 1 ? (int)at : count - 2;
    *part = at - below;
    return below;
}

// Between four entries of a table, linearly; radians.
static void look_up(const void *data, double elevation, double plane, double raising, double angles[SWV_GIRDLE_ANGLES])
{
    (void)raising;
    const swv_rhythm_table *t = (const swv_rhythm_table *)data;
    double                  u, v;
    const int               row = entry_below(elevation, t->first_elevation, t->last_elevation, t->elevation_count, &u);
    const int               column = entry_below(plane, t->first_plane, t->last_plane, t->plane_count, &v);
    const int               next_row = row + (t->elevation_count > 1), next_column = column + (t->plane_count > 1);
    const double           *a = t->angles + (row * t->plane_count + column) * SWV_GIRDLE_ANGLES;
    const double           *b = t->angles + (row * t->plane_count + next_column) * SWV_GIRDLE_ANGLES;
    const double           *c = t->angles + (next_row * t->plane_count + column) * SWV_GIRDLE_ANGLES;
    const double           *d = t->angles + (next_row * t->plane_count + next_column) * SWV_GIRDLE_ANGLES;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        angles[i] = (1.0 - u) * ((1.0 - v) * a[i] + v * b[i]) + u * ((1.0 - v) * c[i] + v * d[i]);
}

swv_status swv_rhythm_make_table(const swv_rhythm_table *t, swv_rhythm *rhythm)
{
    if (!rhythm || !t || !t->angles)
        return SWV_NULL;
    enum { MOST = 4096 };  // rows or columns: chosen
    if (t->elevation_count < 1 || t->elevation_count > MOST || t->plane_count < 1 || t->plane_count > MOST)
        return SWV_BAD_COUNT;
    if (!swvi_is_finite(t->first_elevation) || !swvi_is_finite(t->last_elevation) || !swvi_is_finite(t->first_plane) ||
        !swvi_is_finite(t->last_plane))
        return SWV_NOT_FINITE;
    if ((t->elevation_count > 1 && !(t->first_elevation < t->last_elevation)) ||
        (t->plane_count > 1 && !(t->first_plane < t->last_plane)))
        return SWV_BAD_LIMITS;
    const swv_status status =
        swvi_check_girdle_angles(t->angles, t->elevation_count * t->plane_count * SWV_GIRDLE_ANGLES);
    return status != SWV_OK ? status : swv_rhythm_make_function(look_up, t, rhythm);
}

// ---- what it says ----

swv_status swv_rhythm_angles(const swv_rhythm *rhythm, double elevation, double plane, double raising,
                             double angles[SWV_GIRDLE_ANGLES])
{
    if (!rhythm || !angles)
        return SWV_NULL;
    if (rhythm->cookie != SWVI_RHYTHM_COOKIE)
        return SWV_BAD_MODEL;
    if (!swvi_is_finite(elevation) || !swvi_is_finite(plane) || !swvi_is_finite(raising))
        return SWV_NOT_FINITE;
    double found[SWV_GIRDLE_ANGLES] = { 0.0 };
    if (rhythm->function) {
        rhythm->function(rhythm->data, elevation, plane, raising, found);
    } else {
        for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
            const double *c = rhythm->coefficients[i];
            found[i] = c[0] + elevation * (c[1] + elevation * c[3] + plane * c[4]) + plane * c[2] +
                       raising * (c[5] + elevation * c[6]);
        }
        if (rhythm->rotation_is_least) {
            const swvi_girdle_turns turns = swvi_girdle_turns_of(found);
            found[SWV_CLAVICLE_ROTATION] = swvi_least_rotation(rhythm, &turns);
        }
    }
    if (!swvi_are_finite(found, SWV_GIRDLE_ANGLES))
        return SWV_NOT_FINITE;
    memcpy(angles, found, sizeof found);
    return SWV_OK;
}
