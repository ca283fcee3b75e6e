// SPDX-License-Identifier: MIT
// Vectors, rotations and poses. Frames are the caller's, all vectors of a call in the same one unless a name says otherwise (b_from_a); lengths in
// any unit, angles radians. Quaternions have unit length, but for the functions that give it to them; 0, 1, 2 of an axis, a row or a column are
// x, y, z.
#include "swivel/geometry.h"

#include <math.h>

#include "math/scalar.h"
#include "swivel/trig.h"

// A power of two that brings numbers of this magnitude to where their squares neither overflow nor underflow.
static double safe_scale(double magnitude)
{
    // Squares of what lies between 2^-400 and 2^400 are safe (doubles go from 2^-1074 to 2^1024); 2^600 brings the
    // others to between 2^-474 and 2^424, whose squares are safe too.
    return magnitude > 0x1p400 ? 0x1p-600 : magnitude < 0x1p-400 ? 0x1p600 : 1.0;
}

bool swv_vec3_is_finite(swv_vec3 a)
{
    return swvi_vec3_is_finite(a);
}

// Of most vectors the square says at once that they are finite and need no scale: the careful way is for the others, to the same bits.
static bool is_plain(double squared)
{
    return squared > 0x1p-700 && squared < 0x1p700;  // lengths from 2^-350 to 2^350, inside the range of safe_scale
}

double swv_vec3_length(swv_vec3 a)
{
    const double plain = swv_vec3_dot(a, a);
    if (is_plain(plain))
        return sqrt(plain);
    const double   scale = safe_scale(swvi_larger(fabs(a.x), swvi_larger(fabs(a.y), fabs(a.z))));
    const swv_vec3 b = swv_vec3_scale(scale, a);
    const double   squared = swv_vec3_dot(b, b);
    return squared >= 0.0 ? sqrt(squared) / scale : INFINITY;  // a NaN
}

swv_vec3 swv_vec3_normalize(swv_vec3 a)
{
    const double plain = swv_vec3_dot(a, a);
    if (is_plain(plain))
        return swv_vec3_scale(1.0 / sqrt(plain), a);
    const double magnitude = swvi_larger(fabs(a.x), swvi_larger(fabs(a.y), fabs(a.z)));
    if (!swvi_vec3_is_finite(a) || magnitude == 0.0)
        return (swv_vec3){ 0.0, 0.0, 0.0 };
    const swv_vec3 b = swv_vec3_scale(safe_scale(magnitude), a);
    return swv_vec3_scale(1.0 / sqrt(swv_vec3_dot(b, b)), b);
}

static bool quat_is_finite(swv_quat q)
{
    return swvi_is_finite(q.x) && swvi_is_finite(q.y) && swvi_is_finite(q.z) && swvi_is_finite(q.w);
}

static double quat_magnitude(swv_quat q)
{
    return swvi_larger(swvi_larger(fabs(q.x), fabs(q.y)), swvi_larger(fabs(q.z), fabs(q.w)));
}

static double quat_square(swv_quat q)
{
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

static swv_quat quat_scale(double s, swv_quat q)
{
    return (swv_quat){ s * q.x, s * q.y, s * q.z, s * q.w };
}

swv_quat swv_quat_normalize(swv_quat q)
{
    double squared = quat_square(q);
    if (!is_plain(squared)) {
        const double magnitude = quat_magnitude(q);
        if (!quat_is_finite(q) || magnitude == 0.0)
            return (swv_quat)SWV_IDENTITY_QUAT;
        q = quat_scale(safe_scale(magnitude), q);
        squared = quat_square(q);
    }
    return quat_scale(1.0 / sqrt(squared), q);
}

swv_quat swv_quat_from_axis_angle(swv_vec3 axis, double angle)
{
    const swv_vec3 unit = swv_vec3_normalize(axis);
    if (swv_vec3_dot(unit, unit) == 0.0)
        return (swv_quat)SWV_IDENTITY_QUAT;
    double s, c;
    swv_sincos(0.5 * angle, &s, &c);
    return (swv_quat){ s * unit.x, s * unit.y, s * unit.z, c };
}

swv_quat swv_quat_from_rotation_vector(swv_vec3 v)
{
    return swv_quat_from_axis_angle(v, swv_vec3_length(v));
}

swv_vec3 swv_rotation_vector_from_quat(swv_quat q)
{
    // Of q and -q the one with w >= 0 turns by at most half a turn.
    const double   sign = q.w < 0.0 ? -1.0 : 1.0;
    const swv_vec3 v = { sign * q.x, sign * q.y, sign * q.z };
    return swv_vec3_scale(2.0 * swv_atan2(swv_vec3_length(v), sign * q.w), swv_vec3_normalize(v));
}

// The smallest turn between unit vectors at most a right angle apart: the product of their middle and `from`.
static swv_quat turn_by_half_vector(swv_vec3 from, swv_vec3 to)
{
    const swv_vec3 half = swv_vec3_normalize(swv_vec3_add(from, to));
    const swv_vec3 v = swv_vec3_cross(from, half);
    return (swv_quat){ v.x, v.y, v.z, swv_vec3_dot(from, half) };
}

swv_vec3 swvi_any_normal(swv_vec3 unit)
{
    const double   x = fabs(unit.x), y = fabs(unit.y), z = fabs(unit.z);
    const swv_vec3 across = { x <= y && x <= z ? 1.0 : 0.0, y < x && y <= z ? 1.0 : 0.0, z < x && z < y ? 1.0 : 0.0 };
    return swv_vec3_normalize(swv_vec3_cross(unit, across));
}

swv_quat swv_quat_between(swv_vec3 from, swv_vec3 to)
{
    const swv_vec3 f = swv_vec3_normalize(from), t = swv_vec3_normalize(to);
    if (swv_vec3_dot(f, f) == 0.0 || swv_vec3_dot(t, t) == 0.0)
        return (swv_quat)SWV_IDENTITY_QUAT;
    if (swv_vec3_dot(f, t) >= 0.0)
        return turn_by_half_vector(f, t);

    // More than a right angle: half a turn about a normal takes f to -f, the small rest from -f to t is accurate.
    // The normal is f x t. Where t is almost -f that is all rounding, and may even lie along f: taking that part away
    // twice leaves a normal all the same.
    const swv_vec3 once = swv_vec3_normalize(swvi_normal_part(swv_vec3_normalize(swv_vec3_cross(f, t)), f));
    const swv_vec3 n = swv_vec3_normalize(swvi_normal_part(once, f));
    const swv_vec3 normal = swv_vec3_dot(n, n) == 0.0 ? swvi_any_normal(f) : n;
    const swv_quat half_turn = { normal.x, normal.y, normal.z, 0.0 };
    return swv_quat_mul(turn_by_half_vector(swv_vec3_scale(-1.0, f), t), half_turn);
}

double swv_quat_angle_between(swv_quat a, swv_quat b)
{
    const swv_quat d = swv_quat_mul(swv_quat_conjugate(a), b);
    const swv_vec3 v = { d.x, d.y, d.z };
    return 2.0 * swv_atan2(swv_vec3_length(v), fabs(d.w));
}

void swv_quat_swing_twist(swv_quat q, swv_vec3 axis, swv_quat *swing, swv_quat *twist)
{
    if (!swing || !twist)
        return;
    if (!quat_is_finite(q))
        q = (swv_quat)SWV_IDENTITY_QUAT;
    // The twist keeps q's w and the part of (x, y, z) along the axis; normalize turns 0/0 into no twist.
    const swv_vec3 unit = swv_vec3_normalize(axis);
    const swv_vec3 v = { q.x, q.y, q.z };
    const swv_vec3 along = swv_vec3_scale(swv_vec3_dot(v, unit), unit);
    const swv_quat projection = { along.x, along.y, along.z, q.w };
    *twist = swv_vec3_dot(unit, unit) == 0.0 ? (swv_quat)SWV_IDENTITY_QUAT : swv_quat_normalize(projection);
    *swing = swv_quat_mul(q, swv_quat_conjugate(*twist));
}

swv_mat3 swv_mat3_mul(swv_mat3 a, swv_mat3 b)
{
    swv_mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return r;
}

swv_mat3 swv_mat3_transpose(swv_mat3 a)
{
    swv_mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            r.m[i][j] = a.m[j][i];
    return r;
}

swv_vec3 swv_mat3_apply(swv_mat3 a, swv_vec3 v)
{
    return (swv_vec3){
        a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
        a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
        a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z,
    };
}

swv_mat3 swv_mat3_from_quat(swv_quat q)
{
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (swv_mat3){ {
        { 1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy) },
        { 2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx) },
        { 2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy) },
    } };
}

swv_quat swv_quat_from_mat3(swv_mat3 a)
{
    // Every row below is 4 times one component of q times q itself; the one with the largest such component is free
    // of cancellation, and normalizing it gives q.
    const double   m00 = a.m[0][0], m11 = a.m[1][1], m22 = a.m[2][2];
    const double   xx = 1.0 + m00 - m11 - m22, yy = 1.0 - m00 + m11 - m22, zz = 1.0 - m00 - m11 + m22;
    const double   ww = 1.0 + m00 + m11 + m22;
    const double   xy = a.m[1][0] + a.m[0][1], xz = a.m[0][2] + a.m[2][0], yz = a.m[2][1] + a.m[1][2];
    const double   wx = a.m[2][1] - a.m[1][2], wy = a.m[0][2] - a.m[2][0], wz = a.m[1][0] - a.m[0][1];
    const swv_quat by_x = { xx, xy, xz, wx }, by_y = { xy, yy, yz, wy }, by_z = { xz, yz, zz, wz };
    const swv_quat by_w = { wx, wy, wz, ww };
    const swv_quat of_xy = xx > yy ? by_x : by_y, of_zw = zz > ww ? by_z : by_w;
    const swv_quat q = swv_quat_normalize(swvi_larger(xx, yy) > swvi_larger(zz, ww) ? of_xy : of_zw);
    return q.w < 0.0 ? quat_scale(-1.0, q) : q;
}

swv_status swv_pose_check(swv_pose *pose)
{
    if (!pose)
        return SWV_NULL;
    if (!swvi_vec3_is_finite(pose->position) || !quat_is_finite(pose->rotation))
        return SWV_NOT_FINITE;
    if (quat_magnitude(pose->rotation) == 0.0)
        return SWV_BAD_ARGUMENT;
    pose->rotation = swv_quat_normalize(pose->rotation);
    return SWV_OK;
}

// 2 pi as the sum of two doubles: the nearest, and the nearest to what is left.
#define TWO_PI_HIGH 0x1.921fb54442d18p2
#define TWO_PI_LOW  0x1.1a62633145c07p-52

double swv_angle_wrap(double angle)
{
    if (angle >= -SWV_PI && angle < SWV_PI)
        return angle;
    if (!(fabs(angle) <= 0x1p50))
        return 0.0;
    const double turns = swvi_nearest_whole(angle / TWO_PI_HIGH);
    const double rest = (angle - turns * TWO_PI_HIGH) - turns * TWO_PI_LOW;
    if (rest >= SWV_PI)
        return swvi_larger(rest - TWO_PI_HIGH, -SWV_PI);
    if (rest < -SWV_PI)
        return rest + TWO_PI_HIGH < SWV_PI ? rest + TWO_PI_HIGH : -SWV_PI;
    return rest;
}

bool swv_angle_turn_into(double lower, double upper, double *angle)
{
    if (!angle || !swvi_is_finite(*angle))
        return false;
    const double low = lower - SWV_LIMIT_TOLERANCE, high = upper + SWV_LIMIT_TOLERANCE;
    if (*angle >= low && *angle <= high)
        return true;

    // The fewest turns that carry the angle past the limit it is beyond.
    const double distance = *angle < low ? low - *angle : *angle - high;
    if (!(distance <= 0x1p50))
        return false;
    const double whole = swvi_nearest_whole(distance / TWO_PI_HIGH);
    const double turns = whole * TWO_PI_HIGH < distance ? whole + 1.0 : whole;
    const double turned = *angle < low ? *angle + turns * TWO_PI_HIGH : *angle - turns * TWO_PI_HIGH;
    if (!(turned >= low && turned <= high))
        return false;
    *angle = turned;
    return true;
}

// The axes of an order: R = R_i(a) R_j(b) R_k(c).
static const unsigned char axes_of_order[SWV_EULER_ORDER_COUNT][3] = {
    { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 },
    { 0, 1, 0 }, { 0, 2, 0 }, { 1, 0, 1 }, { 1, 2, 1 }, { 2, 0, 2 }, { 2, 1, 2 },
};

// R_axis(angle) * r: turns the two rows other than `axis`, which follow it in the order x, y, z, x.
static swv_mat3 turn_rows(int axis, double angle, swv_mat3 r)
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    double    s, c;
    swv_sincos(angle, &s, &c);
    for (int j = 0; j < 3; ++j) {
        const double up = r.m[p][j], uq = r.m[q][j];
        r.m[p][j] = c * up - s * uq;
        r.m[q][j] = s * up + c * uq;
    }
    return r;
}

swv_mat3 swv_mat3_from_euler(swv_euler_order order, const double angles[3])
{
    const unsigned char *axes = axes_of_order[(unsigned)order < SWV_EULER_ORDER_COUNT ? order : SWV_EULER_XYZ];
    swv_mat3             r = { { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } } };
    for (int i = 2; angles && i >= 0; --i)
        r = turn_rows(axes[i], angles[i], r);
    return r;
}

// Three angles by elimination, one after the other, without asin or division.
//
// Given     R = R_i(a) R_j(b) R_k(c), `r`; half_turn, 0 or pi: which of the two solutions
//           e = +1 if i, j, l are x, y, z in cyclic order and -1 if not, l the third axis
// (1) a     Where k = l: row j and row k of column k of R are -e sin a cos b and cos a cos b.
//           Where k = i: row j and row l of column i of R are sin a sin b and -e cos a sin b.
//           So a = atan2 of the two, up to half a turn (the sign of cos b or sin b): two solutions.
// (2) b     M = R_i(-a) R = R_j(b) R_k(c). Column k of M is R_j(b) e_k: its two entries off j give b.
// (3) c     Row j of M is row j of R_k(c), as R_j leaves it alone: it gives c.
// Degenerate  both entries of (1) are zero: a and c turn about the same axis; atan2(0, 0) = 0, and (3) gives the rest.
static void eliminate(int i, int j, int k, double half_turn, swv_mat3 r, double angles[3])
{
    const int    l = 3 - i - j;
    const double e = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
    const double a0 = k == l ? swv_atan2(-e * r.m[j][k], r.m[k][k]) : swv_atan2(r.m[j][i], -e * r.m[l][i]);

    angles[0] = a0 > 0.0 ? a0 - half_turn : a0 + half_turn;
    const swv_mat3 m = turn_rows(i, -angles[0], r);
    if (k == l) {
        angles[1] = swv_atan2(e * m.m[i][k], m.m[k][k]);
        angles[2] = swv_atan2(e * m.m[j][i], m.m[j][j]);
    } else {
        angles[1] = swv_atan2(-e * m.m[l][i], m.m[i][i]);
        angles[2] = swv_atan2(-e * m.m[j][l], m.m[j][j]);
    }
}

void swv_euler_from_mat3(swv_euler_order order, swv_mat3 rotation, double first[3], double second[3])
{
    const unsigned char *axes = axes_of_order[(unsigned)order < SWV_EULER_ORDER_COUNT ? order : SWV_EULER_XYZ];
    if (first)
        eliminate(axes[0], axes[1], axes[2], 0.0, rotation, first);
    if (second)
        eliminate(axes[0], axes[1], axes[2], SWV_PI, rotation, second);
}

// The rotation matrix by columns, 9 numbers, of a quaternion of any length but zero: the scale 2 / |q|^2 brings it to 1.
void swvi_columns_of(swv_quat q, double *t)
{
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0) {
        for (int k = 0; k < 9; ++k)
            t[k] = k % 4 == 0 ? 1.0 : 0.0;
        return;
    }
    if (!swvi_is_handy(q))
        q = swv_quat_normalize(q);
    const double s = 2.0 / ((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w));
    const double x = s * q.x, y = s * q.y, z = s * q.z;
    t[0] = 1.0 - (q.y * y + q.z * z);
    t[1] = q.x * y + q.w * z;
    t[2] = q.x * z - q.w * y;
    t[3] = q.x * y - q.w * z;
    t[4] = 1.0 - (q.x * x + q.z * z);
    t[5] = q.y * z + q.w * x;
    t[6] = q.x * z + q.w * y;
    t[7] = q.y * z - q.w * x;
    t[8] = 1.0 - (q.x * x + q.y * y);
}
