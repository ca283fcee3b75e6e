// SPDX-License-Identifier: MIT
//
// The chains that come with Swivel, as their authors print them, corrected where a printed entry cannot be meant
// (each correction is named where it is made). Angles in the tables are degrees, as printed; lengths have the model's `length_unit`.
#include "swivel_papers/models.h"

#include <math.h>
#include <string.h>

#define DEGREES(x)   ((x) * (SWV_PI / 180.0))
#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/// Either rows or axes are given. Limits are in degrees, as they are printed.
typedef struct recipe {
    swv_model         model;
    swv_dh_convention convention;  ///< of the rows
    const swv_dh_row *rows;
    const swv_axis   *axes;  ///< in the zero posture
    swv_pose          tip;   ///< with axes: where the tip is in the zero posture
    const double (*limits_deg)[2];
    int    follower, leader;  ///< indices of joints; equal: none follows
    double ratio;             ///< the follower's angle over the leader's
} recipe;

// clang-format off
#define NONE                                     { -INFINITY, INFINITY }
#define DH(theta_deg, d_, a_, alpha_deg)         { DEGREES(theta_deg), (d_), (a_), DEGREES(alpha_deg), false }
#define AXIS(height, x, y, z)                    { { 0.0, 0.0, (height) }, { (x), (y), (z) }, false }

// ---- the thesis's chains: standard rows, lengths in units of its own ----

static const char *const planar3_names[] = { "joint-1", "joint-2", "joint-3" };
static const double planar3_limits[][2] = { NONE, NONE, NONE };
static const swv_dh_row planar3_rows[] = {
    // theta   d   a  alpha
    DH(  90,   0, 10,   0),
    DH(   0,   0, 10,   0),
    DH(   0,   0, 10,   0),
};

// At zero the arm hangs along -y; y is up, z forward. Positive angles flex shoulder and elbow towards +z, abduct
// towards +x. Limits: table 5.2 (Norkin and White), whose X, Y, Z axes are flexion, twist and abduction.
static const char *const arm6_names[] = {
    "shoulder-abduction", "shoulder-flexion", "elbow-flexion", "forearm-twist", "wrist-flexion", "wrist-deviation",
};
static const double arm6_limits[][2] = { { 0, 180 }, { -60, 180 }, { 0, 150 }, { -80, 80 }, { -70, 80 }, { -20, 30 } };
static const swv_dh_row arm6_rows[] = {
    // theta   d   a  alpha
    DH( -90,   0,  0,  90),
    DH(   0,   0, 50,   0),
    DH(  90,   0,  0,  90),
    DH(   0,  60,  0, -90),
    DH( -90,   0,  0,  90),
    DH(  90,   0,  0,  90),
};

// Rows 3 and 4 as in the printed matrices, a3 = 0 and a4 = 50: with the table's a3 = 50 and a4 = 0 joints 4 and 5 would
// turn about one axis. It is a right arm: x is right, y up, forward -z. Zero is printed with the forearm folded back on
// the upper arm, so that elbow flexion f is joint 5 at 180 + f degrees. No limits are printed for the pelvis.
static const char *const torso8_names[] = {
    "pelvis-sideways", "pelvis-forward", "shoulder-abduction", "shoulder-flexion",
    "elbow-flexion",   "forearm-twist",  "wrist-flexion",      "wrist-deviation",
};
static const double torso8_limits[][2] = {
    NONE, NONE, { 0, 180 }, { -60, 180 }, { 180, 330 }, { -80, 80 }, { -70, 80 }, { -20, 30 },
};
static const swv_dh_row torso8_rows[] = {
    // theta   d   a  alpha
    DH(  90,   0,  0,  90),
    DH( 180,  50, 80,  90),
    DH(   0,   0,  0, -90),
    DH(   0,   0, 50,   0),
    DH( -90,   0,  0,  90),
    DH(   0,  60,  0, -90),
    DH(  90,   0,  0,  90),
    DH(  90,   0,  0,  90),
};

// ---- the Puma 560: modified rows, a and alpha those of the link before ----

static const char *const puma560_names[] = { "waist", "shoulder", "elbow", "wrist-1", "wrist-2", "wrist-3" };
static const double puma560_limits[][2] = {
    { -170, 170 }, { -225, 45 }, { -250, 75 }, { -135, 135 }, { -100, 100 }, { -180, 180 },
};
static const swv_dh_row puma560_rows[] = {
    // theta        d         a  alpha
    DH(   0,       0,        0,    0),
    DH(   0,       0,        0,  -90),
    DH(   0, 0.14909,   0.4318,    0),
    DH(   0, 0.43307, -0.02032,  -90),
    DH(   0,       0,        0,   90),
    DH(   0,       0,        0,  -90),
};

// ---- the seven-joint arm: Rz Rx Rz, upper arm along z, Ry, forearm along z, Ry Rx Rz; z is up, zero points up ----

#define UPPER_ARM 0.334
#define FOREARM   0.288

static const char *const arm7_names[] = {
    "shoulder-z", "shoulder-x", "shoulder-twist", "elbow", "wrist-deviation", "wrist-flexion", "supination",
};
static const double arm7_limits[][2] = {
    { -39, 164 }, { -61, 187 }, { -83, 210 }, { 0, 149 }, { -40, 61 }, { -59, 78 }, { -78, 94 },
};
static const swv_axis arm7_axes[] = {
    AXIS(                0.0, 0, 0, 1),
    AXIS(                0.0, 1, 0, 0),
    AXIS(                0.0, 0, 0, 1),
    AXIS(UPPER_ARM          , 0, 1, 0),
    AXIS(UPPER_ARM + FOREARM, 0, 1, 0),
    AXIS(UPPER_ARM + FOREARM, 1, 0, 0),
    AXIS(UPPER_ARM + FOREARM, 0, 0, 1),
};

// ---- the seven-joint leg: the arm's axes turned so that the hip's pole points inward; zero lies along it ----

#define THIGH 0.430
#define SHANK 0.432
#define LEG_AXIS(along, x, y, z)                 { { -(along), 0.0, 0.0 }, { (x), (y), (z) }, false }

static const char *const leg7_names[] = {
    "hip-extension", "hip-abduction", "hip-rotation", "knee", "ankle-flexion", "ankle-eversion", "foot-rotation",
};
static const double leg7_limits[][2] = {
    { -120, 30 }, { 90 - 30, 90 + 45 }, { -45, 45 }, { 0, 135 }, { -20, 50 }, { -35, 15 }, { -20, 10 },
};
static const swv_axis leg7_axes[] = {
    LEG_AXIS(          0.0, -1,  0, 0),
    LEG_AXIS(          0.0,  0, -1, 0),
    LEG_AXIS(          0.0, -1,  0, 0),
    LEG_AXIS(THIGH        ,  0,  0, 1),
    LEG_AXIS(THIGH + SHANK,  0,  0, 1),
    LEG_AXIS(THIGH + SHANK,  0, -1, 0),
    LEG_AXIS(THIGH + SHANK, -1,  0, 0),
};

// ---- the little finger: planar, flexion negative ----

static const char *const finger_names[] = {
    "metacarpophalangeal", "proximal-interphalangeal", "distal-interphalangeal",
};
static const double finger_limits[][2] = { { -60, 60 }, { -120, 0 }, { -120, 0 } };
static const swv_dh_row finger_rows[] = {
    // theta   d       a  alpha
    DH(   0,   0, 0.0327,   0),
    DH(   0,   0, 0.0181,   0),
    DH(   0,   0, 0.0160,   0),
};
// clang-format on

static const recipe recipes[] = {
    { .model = { "arm7", "human arm, 7 joints: shoulder 3, elbow 1, wrist 3",
                 "axes of Tolani and Badler (1996); lengths and limits of Kim and Tarokh, table 5 (NASA)", "m",
                 arm7_names, COUNT(arm7_axes) },
      .axes = arm7_axes,
      .tip = { { 0.0, 0.0, UPPER_ARM + FOREARM }, SWV_IDENTITY_QUAT },
      .limits_deg = arm7_limits },
    { .model = { "leg7", "human leg, 7 joints: hip 3, knee 1, ankle 3",
                 "axes as arm7, turned; thigh and shank 0.245 and 0.246 of 1.756 m (Drillis and Contini, 1966); "
                 "limits of the American Academy of Orthopaedic Surgeons (1965)",
                 "m", leg7_names, COUNT(leg7_axes) },
      .axes = leg7_axes,
      .tip = { { -(THIGH + SHANK), 0.0, 0.0 }, { 0.0, 0.70710678118654752440, 0.0, 0.70710678118654752440 } },
      .limits_deg = leg7_limits },
    { .model = { "arm6", "human arm, 6 joints: shoulder 2, elbow 1, forearm 1, wrist 2",
                 "Chin (1996), table B.1; limits of its table 5.2 (Norkin and White, 1988)", "unit", arm6_names,
                 COUNT(arm6_rows) },
      .rows = arm6_rows,
      .limits_deg = arm6_limits },
    { .model = { "torso8", "human arm on a pelvis, 8 joints",
                 "Chin (1996), table D.1 corrected (a3 = 0, a4 = 50); arm limits of its table 5.2", "unit",
                 torso8_names, COUNT(torso8_rows) },
      .rows = torso8_rows,
      .limits_deg = torso8_limits },
    { .model = { "planar3", "three equal links in a plane", "Chin (1996), table E.1; no limits printed", "unit",
                 planar3_names, COUNT(planar3_rows) },
      .rows = planar3_rows,
      .limits_deg = planar3_limits },
    { .model = { "puma560", "Unimation Puma 560 industrial arm, 6 joints",
                 "Craig's modified rows; limits of Kim and Tarokh, table 1", "m", puma560_names, COUNT(puma560_rows) },
      .convention = SWV_DH_MODIFIED,
      .rows = puma560_rows,
      .limits_deg = puma560_limits },
    { .model = { "little-finger", "human little finger, 3 joints in a plane",
                 "van den Waardenburg (2016), tables 1 and 2; bones of Buryanov and Kotiuk (2010)", "m", finger_names,
                 COUNT(finger_rows) },
      .rows = finger_rows,
      .limits_deg = finger_limits },
    { .model = { "little-finger-coupled", "little finger whose last joint follows: 2/3 of the middle one",
                 "van den Waardenburg (2016), section 2.3", "m", finger_names, COUNT(finger_rows) },
      .rows = finger_rows,
      .limits_deg = finger_limits,
      .follower = 2,
      .leader = 1,
      .ratio = 2.0 / 3.0 },
};

int swv_model_count(void)
{
    return COUNT(recipes);
}

const swv_model *swv_model_at(int index)
{
    return index >= 0 && index < COUNT(recipes) ? &recipes[index].model : NULL;
}

int swv_model_find(const char *name)
{
    for (int i = 0; name && i < COUNT(recipes); ++i)
        if (strcmp(recipes[i].model.name, name) == 0)
            return i;
    return -1;
}

swv_status swv_model_chain(const char *name, swv_chain *chain)
{
    if (!name || !chain)
        return SWV_NULL;
    const int index = swv_model_find(name);
    if (index < 0)
        return SWV_BAD_ARGUMENT;

    const recipe *r = &recipes[index];
    const int     count = r->model.joint_count;
    swv_status    status = r->rows ? swv_chain_from_dh(chain, r->convention, r->rows, count)
                                   : swv_chain_from_axes(chain, r->axes, count, &r->tip);
    for (int i = 0; i < count && status == SWV_OK; ++i)
        status = swv_chain_set_limits(chain, i, DEGREES(r->limits_deg[i][0]), DEGREES(r->limits_deg[i][1]));
    if (status == SWV_OK && r->follower != r->leader)
        status = swv_chain_couple(chain, r->follower, r->leader, r->ratio, 0.0);
    return status;
}
