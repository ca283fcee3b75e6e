// SPDX-License-Identifier: MIT
// The natural elbow, and the knee: where a person would hold it, from the hand or the foot.
//
// Given     wrist position over reach p, hand rotation R
// Find      m, the unit vector normal to n = p/|p| from the line shoulder-wrist to the elbow
//
// (1) distance  d = |p|, beyond reach levelling off: 1 + o (d - 1) / (o + d - 1), so that far targets differ in n only
// (2) field     v = R (b + H p) + c + sum_j w_j k(|p - z_j|),  k(r) = (1 + r^2 / (8 l^2))^-4
//               what the hand wants, and what the trunk wants. Neither is a joint angle: v is the gradient of how
//               natural a swivel is, taken as a cosine, m.v; the sum of two cosines is a cosine
// (3) circle    only the part of v normal to n counts
// (4) gate      where the two disagree, v is short and its direction means little. The wrist has limits, the trunk only
//               habits, so the hand decides:  x = v + g / (1 + (|v|/r)^4) h,  h the part of R a normal to n,
//               softened where it is short
// (5) unit      m = x / |x|, made normal to n once more: a short x has lost digits
//
// The numbers, how they were found and what else was tried: tools/fit_natural_elbow.py.
//
// Degenerate    p = 0: n counts as forward. x = 0: with the hand's rotation held, x is a field tangent to the sphere of
//               all n, and such a field vanishes somewhere; m is then any normal of n
// Error         13.5 degrees RMS, 6.9 median on the third of the record not fitted: tests/limb/natural_elbow.c
// This work is based on:
// Soechting, Flanders. Errors in pointing are due to approximations in sensorimotor transformations. 1989
// Kim, Miller, Byl, Abrams, Rosen. Redundancy resolution of the human arm and an upper limb exoskeleton. 2012

#include "swivel/natural.h"

#include <math.h>

#include "limb/natural_elbow_table.h"
#include "math/scalar.h"
#include "swivel/trig.h"

// What both models start from: a right arm, the line's direction n and the distance over reach.
typedef struct wrist_line {
    swv_pose hand;
    swv_vec3 n;
    double   distance;
} wrist_line;

static swv_status wrist_line_make(swv_side side, double reach, const swv_pose *shoulder_from_hand, wrist_line *line)
{
    swv_pose         pose = *shoulder_from_hand;
    const swv_status status = swv_pose_check(&pose);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(reach))
        return SWV_NOT_FINITE;
    if (!(reach > 0.0) || (side != SWV_RIGHT && side != SWV_LEFT))
        return SWV_BAD_ARGUMENT;

    const swv_quat q = pose.rotation, other = { q.x, -q.y, -q.z, q.w };
    const swv_vec3 forward = { 0.0, 1.0, 0.0 };
    line->hand.position = swvi_on_side(side, pose.position);
    line->hand.rotation = side == SWV_LEFT ? other : q;
    line->n = swv_vec3_normalize(line->hand.position);
    if (line->n.x == 0.0 && line->n.y == 0.0 && line->n.z == 0.0)
        line->n = forward;
    const double distance = swv_vec3_length(pose.position) / reach;  // may overflow: as far as can be
    line->distance = distance < 0x1p20 ? distance : 0x1p20;
    return SWV_OK;
}

static swv_vec3 part_normal_to(swv_vec3 n, swv_vec3 a)
{
    return swv_vec3_sub(a, swv_vec3_scale(swv_vec3_dot(n, a), n));
}

// (5)
static swv_vec3 unit_normal_to(swv_vec3 n, swv_vec3 x)
{
    const swv_vec3 u = swv_vec3_normalize(x);
    const swv_vec3 m = part_normal_to(n, u);
    if (swv_vec3_dot(m, m) > 0.25)
        return swv_vec3_normalize(m);
    // x was zero, or rounding was all there was to it.
    const swv_vec3 down = { 0.0, 0.0, -1.0 }, back = { 0.0, -1.0, 0.0 };
    return swv_vec3_normalize(part_normal_to(n, fabs(n.z) < 0.75 ? down : back));
}

// (2), what the trunk wants. The kernels are alike, so their loop runs in lanes; the sums keep their order.
static swv_vec3 trunk_field(swv_vec3 p)
{
    double k[CENTRES];
    for (int j = 0; j < CENTRES; ++j) {
        const double x = p.x - centre[0][j], y = p.y - centre[1][j], z = p.z - centre[2][j];
        const double s = 1.0 + KERNEL_SCALE * (x * x + y * y + z * z);
        const double s2 = s * s;
        k[j] = 1.0 / (s2 * s2);
    }
    swv_vec3 sum = { trunk_pull[0], trunk_pull[1], trunk_pull[2] };
    for (int j = 0; j < CENTRES; ++j) {
        sum.x += weight[0][j] * k[j];
        sum.y += weight[1][j] * k[j];
        sum.z += weight[2][j] * k[j];
    }
    return sum;
}

swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *shoulder_from_hand, swv_vec3 *direction)
{
    if (!shoulder_from_hand || !direction)
        return SWV_NULL;
    wrist_line       line;
    const swv_status status = wrist_line_make(side, reach, shoulder_from_hand, &line);
    if (status != SWV_OK)
        return status;
    const swv_vec3 n = line.n;

    // (1)
    const double   beyond = line.distance > 1.0 ? line.distance - 1.0 : 0.0;
    const double   within = line.distance > 1.0 ? 1.0 : line.distance;
    const swv_vec3 p = swv_vec3_scale(within + OVERSHOOT * beyond / (OVERSHOOT + beyond), n);

    // (2), (3)
    const swv_vec3 pull = {
        hand_pull[0] + (hand_pull_shift[0][0] * p.x + hand_pull_shift[0][1] * p.y + hand_pull_shift[0][2] * p.z),
        hand_pull[1] + (hand_pull_shift[1][0] * p.x + hand_pull_shift[1][1] * p.y + hand_pull_shift[1][2] * p.z),
        hand_pull[2] + (hand_pull_shift[2][0] * p.x + hand_pull_shift[2][1] * p.y + hand_pull_shift[2][2] * p.z),
    };
    const swv_vec3 field = swv_vec3_add(swv_quat_rotate(line.hand.rotation, pull), trunk_field(p));
    const swv_vec3 v = part_normal_to(n, field);

    // (4)
    const swv_vec3 axis = { hand_axis[0], hand_axis[1], hand_axis[2] };
    const swv_vec3 h = part_normal_to(n, swv_quat_rotate(line.hand.rotation, axis));
    const double   ratio = swv_vec3_dot(v, v) * (1.0 / (GATE_RADIUS * GATE_RADIUS));
    const double   soft_length = sqrt(swv_vec3_dot(h, h) + AXIS_SOFTENING * AXIS_SOFTENING);
    const double   gate = GATE_HEIGHT / ((1.0 + ratio * ratio) * soft_length);
    const swv_vec3 x = swv_vec3_add(v, swv_vec3_scale(gate, h));

    *direction = swvi_on_side(side, unit_normal_to(n, x));
    return SWV_OK;
}

// ---- Soechting and Flanders ----
//
// Given     wrist position, in centimetres for an arm of 62 cm: distance r, azimuth chi from forward to the right,
//           elevation psi; degrees
// Find      m, from the upper arm's elevation (from hanging) and yaw, both linear in r, chi and psi
//
// (1) elevation  E = -6.7 + 1.09 r + 1.10 psi
// (2) yaw        Y = 67.7 + 1.00 chi - 0.68 r
// (3) upper arm  u = (sin Y sin E, cos Y sin E, -cos E);  m is its part normal to n
//
// The forearm has two such angles of its own, and the wrist they would lead to misses by 10 cm: of the upper arm only
// the plane it makes with the wrist is kept. These are the coefficients of pointing at what is seen. Those of pointing
// in the dark (E = -4.0 + 1.10 r + 0.90 psi, Y = 13.2 + 0.86 chi + 0.11 psi) were a little worse on the rows the other
// model was fitted to, 89 degrees RMS to 87, and worse in front of the body, 64 to 55.

#define POINTING_REACH_CM  62.0
#define DEGREES_PER_RADIAN (180.0 / SWV_PI)

swv_status swv_soechting_elbow(swv_side side, double reach, const swv_pose *shoulder_from_hand, swv_vec3 *direction)
{
    if (!shoulder_from_hand || !direction)
        return SWV_NULL;
    wrist_line       line;
    const swv_status status = wrist_line_make(side, reach, shoulder_from_hand, &line);
    if (status != SWV_OK)
        return status;
    const swv_vec3 n = line.n;

    const double r = POINTING_REACH_CM * (line.distance < 1.0 ? line.distance : 1.0);
    const double chi = DEGREES_PER_RADIAN * swv_atan2(n.x, n.y);
    const double psi = DEGREES_PER_RADIAN * swv_atan2(n.z, sqrt(n.x * n.x + n.y * n.y));
    const double elevation = -6.7 + 1.09 * r + 1.10 * psi;  // (1)
    const double yaw = 67.7 + 1.00 * chi - 0.68 * r;        // (2)

    // (3)
    double sin_e, cos_e, sin_y, cos_y;
    swv_sincos(elevation / DEGREES_PER_RADIAN, &sin_e, &cos_e);
    swv_sincos(yaw / DEGREES_PER_RADIAN, &sin_y, &cos_y);
    const swv_vec3 upper_arm = { sin_y * sin_e, cos_y * sin_e, -cos_e };
    *direction = swvi_on_side(side, unit_normal_to(n, part_normal_to(n, upper_arm)));
    return SWV_OK;
}

// ---- the knee ----
//
// Given     the line from hip to ankle n, the foot's toes t and sole s, unit vectors normal to each other
// Find      m, the toes after the smallest turn that takes the sole to n
//
// That turn is about s x n, and takes t to  m = t - (t.n) / (1 + s.n) (s + n);  it is not defined for s = -n.

swv_status swv_natural_knee(const swv_pose *hip_from_foot, swv_vec3 *direction)
{
    if (!hip_from_foot || !direction)
        return SWV_NULL;
    wrist_line       line;
    const swv_status status = wrist_line_make(SWV_RIGHT, 1.0, hip_from_foot, &line);
    if (status != SWV_OK)
        return status;
    const swv_vec3 n = line.n, forward = { 0.0, 1.0, 0.0 }, down = { 0.0, 0.0, -1.0 };
    const swv_vec3 toes = swv_quat_rotate(line.hand.rotation, forward);
    const swv_vec3 sole = swv_quat_rotate(line.hand.rotation, down);
    const double   cosine = 1.0 + swv_vec3_dot(sole, n);
    const swv_vec3 turned =
        swv_vec3_sub(toes, swv_vec3_scale(cosine > 1e-9 ? swv_vec3_dot(toes, n) / cosine : 0.0, swv_vec3_add(sole, n)));
    *direction = unit_normal_to(n, cosine > 1e-9 ? turned : part_normal_to(n, forward));
    return SWV_OK;
}
