// SPDX-License-Identifier: MIT
// The upper limb the long way: rotation matrices and libm, nothing shared with the library. A consistent posture is found
// by looking everywhere: on a grid of all directions of the humerus.
#ifndef SWIVEL_TESTS_SHOULDER_ORACLE_H
#define SWIVEL_TESTS_SHOULDER_ORACLE_H

#include <math.h>
#include <string.h>

#include "swivel/shoulder.h"

#define DEGREES (SWV_PI / 180.0)

/// A right limb with the coefficients of its rhythm, no limits, no yield, swivel from the lowest elbow.
typedef struct oracle {
    double c[6][7];
    double clavicle, scapula[3], upper_arm, forearm, raising, lift, push;
} oracle;

static inline oracle oracle_of(const swv_upper_limb *limb)
{
    oracle o = { .clavicle = limb->girdle.clavicle,
                 .scapula = { limb->girdle.scapula.x, limb->girdle.scapula.y, limb->girdle.scapula.z },
                 .upper_arm = limb->arm.upper,
                 .forearm = limb->arm.lower };
    memcpy(o.c, limb->girdle.rhythm.coefficients, sizeof o.c);
    return o;
}

static inline void oracle_turn(int axis, double angle, double v[3])
{
    const int    i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double c = cos(angle), s = sin(angle), a = v[i], b = v[j];
    v[i] = c * a - s * b;
    v[j] = s * a + c * b;
}

/// What docs/derivations/shoulder.md says the rhythm sees of a humerus near the vertical and behind the back.
static inline void oracle_seen(const double h[3], double *elevation, double *plane)
{
    const double pole = 20 * DEGREES, middle = 45 * DEGREES, range = 110 * DEGREES, rest = SWV_PI - range;
    double       t = atan2(hypot(h[0], h[1]), -h[2]), p = atan2(h[1], h[0]);
    const double from = h[2] > 0 ? SWV_PI - t : t, x = fmin(from / pole, 1.0);
    double       away = remainder(p - middle, 2 * SWV_PI);
    const double u = (fabs(away) - range) / rest;
    if (u > 0) {  // Hermite's cubic from (range, slope 1) to (0, slope -1.5 range/rest)
        const double back =
            range * (1 + u * u * (2 * u - 3)) + rest * u * (1 - u) * (1 - u) + -1.5 * range * u * u * (u - 1);
        away = copysign(back, away);
    }
    if (x < 1)
        t = h[2] > 0 ? SWV_PI - pole * x * x * (2 - x) : pole * x * x * (2 - x);
    *elevation = t;
    *plane = middle + x * x * (3 - 2 * x) * away;
}

static inline void oracle_gh(const oracle *o, const double h[3], double gh[3])
{
    double t, p, a[6];
    oracle_seen(h, &t, &p);
    for (int i = 0; i < 6; ++i)
        a[i] = o->c[i][0] + o->c[i][1] * t + o->c[i][2] * p + o->c[i][3] * t * t + o->c[i][4] * t * p +
               o->raising * (o->c[i][5] + o->c[i][6] * t);
    a[0] += o->lift;
    a[1] += o->push;
    a[2] += 0.899 * o->lift - 0.260 * o->push;
    a[3] += 0.392 * o->lift + 0.778 * o->push;
    a[4] += -0.218 * o->lift - 0.274 * o->push;
    double c[3] = { o->clavicle, 0, 0 }, s[3] = { o->scapula[0], o->scapula[1], o->scapula[2] };
    oracle_turn(1, -a[0], c);
    oracle_turn(2, a[1], c);
    oracle_turn(0, a[4], s);
    oracle_turn(1, -a[2], s);
    oracle_turn(2, a[3], s);
    for (int i = 0; i < 3; ++i)
        gh[i] = c[i] + s[i];
}

/// How far h is from consistent: the forearm's misfit, and the elbow's from its swivel (times the distance of the wrist
/// from the vertical through GH). *rise > 0 on the right side of the arm's line.
static inline void oracle_misfit(const oracle *o, const double wrist[3], double swivel, const double h[3], double f[2],
                                 double *rise)
{
    double gh[3], p[3], d = 0, miss = 0;
    oracle_gh(o, h, gh);
    for (int i = 0; i < 3; ++i) {
        p[i] = wrist[i] - gh[i];
        d += p[i] * p[i];
        miss += (p[i] - o->upper_arm * h[i]) * (p[i] - o->upper_arm * h[i]);
    }
    d = sqrt(d);
    const double azimuth = atan2(p[1], p[0]), polar = acos(fmax(-1, fmin(1, p[2] / d)));
    double       local[3] = { h[0], h[1], h[2] };
    oracle_turn(2, -azimuth, local);
    oracle_turn(1, -polar, local);  // now z along p, x lowest, y sideways
    f[0] = sqrt(miss) - o->forearm;
    f[1] = (local[1] * cos(swivel) - local[0] * sin(swivel)) * hypot(p[0], p[1]) / (o->upper_arm + o->forearm);
    *rise = local[0] * cos(swivel) + local[1] * sin(swivel);
}

static inline void oracle_direction(double elevation, double plane, double h[3])
{
    h[0] = sin(elevation) * cos(plane);
    h[1] = sin(elevation) * sin(plane);
    h[2] = -cos(elevation);
}

/// From a cell of the grid to a root by Newton's method with differences; false if it leads elsewhere.
static inline bool oracle_refine(const oracle *o, const double wrist[3], double swivel, double h[3], double *rise)
{
    double f[2];
    for (int k = 0; k < 40; ++k) {
        oracle_misfit(o, wrist, swivel, h, f, rise);
        double a[3] = { 0, 0, 0 }, b[3], g[2], e[2], unused;
        a[fabs(h[0]) < 0.6 ? 0 : 1] = 1;
        const double along = a[0] * h[0] + a[1] * h[1];
        double       length = 0;
        for (int i = 0; i < 3; ++i) {
            a[i] -= along * h[i];
            length += a[i] * a[i];
        }
        for (int i = 0; i < 3; ++i)
            a[i] /= sqrt(length);
        for (int i = 0; i < 3; ++i)
            b[i] = h[(i + 1) % 3] * a[(i + 2) % 3] - h[(i + 2) % 3] * a[(i + 1) % 3];
        const double step = 1e-6;
        double       ha[3], hb[3];
        for (int i = 0; i < 3; ++i) {
            ha[i] = h[i] + step * a[i];
            hb[i] = h[i] + step * b[i];
        }
        oracle_misfit(o, wrist, swivel, ha, g, &unused);
        oracle_misfit(o, wrist, swivel, hb, e, &unused);
        const double m00 = (g[0] - f[0]) / step, m10 = (g[1] - f[1]) / step, m01 = (e[0] - f[0]) / step,
                     m11 = (e[1] - f[1]) / step, det = m00 * m11 - m01 * m10;
        double       x = -(f[0] * m11 - f[1] * m01) / det, y = -(m00 * f[1] - m10 * f[0]) / det;
        const double size = hypot(x, y), most = 0.05;
        if (!(size < 1e3))
            return false;
        if (size > most) {
            x *= most / size;
            y *= most / size;
        }
        double norm = 0;
        for (int i = 0; i < 3; ++i) {
            h[i] += x * a[i] + y * b[i];
            norm += h[i] * h[i];
        }
        for (int i = 0; i < 3; ++i)
            h[i] /= sqrt(norm);
        if (size < 1e-9)
            break;
    }
    oracle_misfit(o, wrist, swivel, h, f, rise);
    return fabs(f[0]) < 1e-9 && fabs(f[1]) < 1e-9;
}

/// All consistent postures, as directions of the humerus; at most 16.
static inline int oracle_search(const oracle *o, const double wrist[3], double swivel, double found[16][3])
{
    enum { ROWS = 45, COLUMNS = 90 };
    static double value[ROWS + 1][COLUMNS + 1][2];
    int           count = 0;
    for (int i = 0; i <= ROWS; ++i) {
        for (int j = 0; j <= COLUMNS; ++j) {
            double h[3], rise;
            oracle_direction(SWV_PI * i / ROWS, 2 * SWV_PI * j / COLUMNS, h);
            oracle_misfit(o, wrist, swivel, h, value[i][j], &rise);
        }
    }
    for (int i = 0; i < ROWS; ++i) {
        for (int j = 0; j < COLUMNS; ++j) {
            bool crosses = true;
            for (int k = 0; k < 2 && crosses; ++k) {
                const double a = value[i][j][k], b = value[i + 1][j][k], c = value[i][j + 1][k],
                             d = value[i + 1][j + 1][k];
                crosses = fmin(fmin(a, b), fmin(c, d)) <= 0.01 && fmax(fmax(a, b), fmax(c, d)) >= -0.01;
            }
            if (!crosses)
                continue;
            double h[3], rise;
            oracle_direction(SWV_PI * (i + 0.5) / ROWS, 2 * SWV_PI * (j + 0.5) / COLUMNS, h);
            if (!oracle_refine(o, wrist, swivel, h, &rise) || rise < 1e-6)
                continue;
            bool is_new = true;
            for (int k = 0; k < count && is_new; ++k)
                is_new = fabs(h[0] - found[k][0]) + fabs(h[1] - found[k][1]) + fabs(h[2] - found[k][2]) > 1e-5;
            if (is_new && count < 16)
                memcpy(found[count++], h, sizeof h);
        }
    }
    return count;
}

#endif
