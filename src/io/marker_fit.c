// SPDX-License-Identifier: MIT
// A body from the places of markers on its skin.
//
// (1) names     say which bone a marker is on, and where about: ASIS, KNE, R.Ankle, LMT2
// (2) centres   of hips from the pelvis (Bell et al. 1990: 36 % of its width aside, 19 % back, 30 % down from between the ASIS), of other joints from
//               the markers around them
// (3) figure    the built-in human or a skeleton of the caller's, turned to face y with z up, its bones as long as those centres are apart, over the
//               median of some frames. What is above the hips rests, and so does what markers tell nothing of.
// (4) offsets   where on its bone each marker is: postures that bring the joints to their centres first, then by turns the mean of where markers
//               are on bones, and postures that bring them there
// (5) frames    each from the one before, all markers that were seen at once
//
// Lengths are metres, angles radians. Places of markers, centres and postures are in the file's world, turned so that z is up. In all functions
// `f` is the figure, `at` a frame of the markers (at->number says which), `c` the centres of one frame and `all` those of `count` samples, `part` an
// SWV_PART, `side` 0 right, 1 left or NONE, `posture` the numbers of f->tree (skeleton.h), `error` takes what is wrong.
// "The walk" is data/files/markers/walking2.c3d; millimetres it fits to are distances of its markers from the body, root mean square.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_internal.h"
#include "swivel/body.h"
#include "swivel/solve.h"
#include "swivel/trig.h"
#include "swivel_io/markers.h"

enum {
    NONE = -1,
    MARKERS = 64,  // as many are used, the others count as unknown; the walk has 44. Chosen
    SAMPLES = 40,  // frames that tell bones and offsets: the walk fits to 6.4 mm with 20, to 6.2 with 40 and with 160
    ROUNDS = 3,    // turns of (4): the walk fits to 7.1 mm after one, 6.2 after two, no better after ten
    STEPS = 200,   // most iterations of a solve; the walk is the same with 20
    LONGEST_NAME = 32,     // letters and digits of a marker's name that are looked at. Chosen
    GOALS = MARKERS + 20,  // find_centres finds at most 16 places, and the pelvis' axes
    ALL = SWV_PARTS,
};
// ANCHOR: weight of a joint's centre beside a marker's 1. With 1 the walk's ankles are 11 mm off theirs, with 10 only 5; with 100 it fits to 6.7 mm.
// HANGS: radians below the T-pose, 10 degrees short of straight down, so that hands are clear of the thighs. Chosen.
// STATURE: of the built-in human before it is scaled, metres. The walk is the same with 1.5. Chosen.
#define ANCHOR  10.0
#define HANGS   1.4
#define STATURE 1.75

/// Where on a body a marker is, in the order in which names are looked at; the ..._CENTRE are joint centres that recording software adds.
typedef enum landmark {
    HIP_CENTRE = 0,
    KNEE_CENTRE,
    ANKLE_CENTRE,
    HEAD,
    NECK,
    CHEST,
    SHOULDER,
    UPPER_ARM,
    FOREARM,
    ELBOW,
    WRIST,
    HAND,
    ASIS,
    PSIS,
    KNEE,
    THIGH,
    ANKLE,
    SHANK,
    HEEL,
    TOE,
    LANDMARKS,
} landmark;

typedef struct marker {
    int      joint;  ///< of the motion
    landmark at;
    int      side;    ///< 0 right, 1 left, NONE: the middle
    int      bone;    ///< the figure's joint that it is on
    swv_vec3 offset;  ///< from that joint, in its frame
    double   error;   ///< sum of distances over the frames of (5)
    long     count;   ///< samples it was seen in; in (5): 1 + frames, or 0 if it has no offset
} marker;

/// Joint centres of one frame. `pelvis` takes x right, y forward, z up of the pelvis to the world.
typedef struct centres {
    bool     has[ALL];
    swv_vec3 at[ALL];
    bool     has_pelvis;
    swv_quat pelvis;
} centres;

/// A joint of the figure as it rests: x right, y forward, z up.
typedef struct resting {
    const char *name;
    int         parent;  ///< -1: none
    swv_pose    world;
} resting;

typedef struct figure {
    int               joint_count, hips;
    bool              is_own;          ///< the caller's
    resting          *rest;            ///< of each joint
    int               joints_of[ALL];  ///< of each part; NONE
    int              *parts_of;        ///< of each joint; of one between two parts the one below; NONE
    swv_joint        *joints;
    swv_pose         *frames, *locals;  ///< room for one of each joint
    swv_motion_joint *output;           ///< likewise
    swv_skeleton      tree;
    void             *room;
    int               marker_count;
    marker            markers[MARKERS];
    centres           samples[SAMPLES];
} figure;

// ---- (1) ----

// What a name says, in capitals: the first of these words that it holds decides. And the bone such a marker is on: of the left side, or the middle.
enum { WORDS = 4 };
static const struct {
    const char *words[WORDS];
    int         bone;
} landmarks[LANDMARKS] = {
    [HIP_CENTRE] = { { "HJC" }, SWV_PART_LEFT_UPPER_LEG },
    [KNEE_CENTRE] = { { "KJC" }, SWV_PART_LEFT_LOWER_LEG },
    [ANKLE_CENTRE] = { { "AJC" }, SWV_PART_LEFT_FOOT },
    [HEAD] = { { "HEAD", "TEMPLE", "FHD", "BHD" }, SWV_PART_HEAD },
    [NECK] = { { "C7" }, SWV_PART_UPPER_CHEST },
    [CHEST] = { { "T10", "STERN", "STRN", "CLAV" }, SWV_PART_UPPER_CHEST },
    [SHOULDER] = { { "SHOULDER", "ACROM", "SHO" }, SWV_PART_UPPER_CHEST },
    [UPPER_ARM] = { { "BICEP", "UPA", "UPPERARM" }, SWV_PART_LEFT_UPPER_ARM },
    [FOREARM] = { { "FOREARM", "FRM" }, SWV_PART_LEFT_LOWER_ARM },
    [ELBOW] = { { "ELB" }, SWV_PART_LEFT_UPPER_ARM },
    [WRIST] = { { "WRI", "WRA", "WRB" }, SWV_PART_LEFT_LOWER_ARM },
    [HAND] = { { "FIN", "HAND" }, SWV_PART_LEFT_HAND },
    [ASIS] = { { "ASI" }, SWV_PART_HIPS },
    [PSIS] = { { "PSI", "SACR", "S2" }, SWV_PART_HIPS },
    [KNEE] = { { "LFC", "MFC", "KNE" }, SWV_PART_LEFT_UPPER_LEG },
    [THIGH] = { { "THI", "TH" }, SWV_PART_LEFT_UPPER_LEG },
    [ANKLE] = { { "LMAL", "MMAL", "ANK" }, SWV_PART_LEFT_LOWER_LEG },
    [SHANK] = { { "TIB", "SHANK", "TB", "SH" }, SWV_PART_LEFT_LOWER_LEG },
    [HEEL] = { { "HEE", "CAL" }, SWV_PART_LEFT_FOOT },
    [TOE] = { { "TOE", "MT", "MIDFOOT" }, SWV_PART_LEFT_FOOT },
};

// Where a marker of this name is; false: the name does not say. A marker of one side begins with L or R; what stands before a colon is left out.
static bool read_name(const char *name, landmark *at, int *side)
{
    char        word[LONGEST_NAME];
    size_t      length = 0;
    const char *after = strrchr(name, ':');  // "Subject:LASI"
    for (const char *c = after ? after + 1 : name; *c && length + 1 < sizeof word; c++)
        if (isalnum((unsigned char)*c))
            word[length++] = (char)toupper((unsigned char)*c);
    word[length] = '\0';
    for (int i = 0; i < LANDMARKS * WORDS; i++) {
        const char *known = landmarks[i / WORDS].words[i % WORDS], *found = known ? strstr(word, known) : NULL;
        if (!found)
            continue;
        *at = (landmark)(i / WORDS);
        *side = word[0] == 'R' ? 0 : word[0] == 'L' ? 1 : NONE;
        const bool needs_side = landmarks[*at].bone >= SWV_PART_LEFT_EYE || *at == ASIS || *at == SHOULDER;
        return !needs_side || (*side != NONE && found > word);
    }
    return false;
}

// The part of a side, from that of the left or of the middle. From SWV_PART_LEFT_EYE on parts have sides.
static int sided(int left_part, int side)
{
    return side == 0 && left_part >= SWV_PART_LEFT_EYE ? swv_part_mirrored(left_part) : left_part;
}

// ---- (2) ----

typedef struct frame {
    const swv_motion *motion;
    const figure     *figure;
    int               number;   ///< index of the frame
    double            unit;     ///< metres in a unit of the file
    swv_quat          upright;  ///< takes the file's `up` to z
} frame;

static bool is_seen(const frame *f, const marker *m)
{
    const swv_motion *motion = f->motion;
    return !motion->seen || motion->seen[(size_t)f->number * (size_t)motion->joint_count + (size_t)m->joint];
}

static swv_vec3 marker_at(const frame *f, const marker *m)
{
    const swv_motion_joint *joint = &f->motion->joints[m->joint];
    const swv_vec3          place = swvi_motion_pose(joint, swvi_frame_at(f->motion, f->number)).position;
    return swv_quat_rotate(f->upright, swv_vec3_scale(f->unit, place));
}

// The middle of the markers there, of a side or (NONE) of all. False if none was seen.
static bool middle_of(const frame *f, landmark at, int side, swv_vec3 *place)
{
    swv_vec3 sum = { 0.0, 0.0, 0.0 };
    int      count = 0;
    for (int i = 0; i < f->figure->marker_count; i++) {
        const marker *m = &f->figure->markers[i];
        if (m->at != at || (m->side != side && side != NONE) || !is_seen(f, m))
            continue;
        sum = swv_vec3_add(sum, marker_at(f, m));
        count++;
    }
    if (count > 0)
        *place = swv_vec3_scale(1.0 / count, sum);
    return count > 0;
}

static void set_centre(centres *c, int part, swv_vec3 place)
{
    c->has[part] = true;
    c->at[part] = place;
}

// (2) How far joints lie inward of a single marker on the skin is about half an adult joint's breadth. This, and how far they lie below the acromion
// and the markers of a head, is chosen.
static void find_centres(const frame *f, centres *c)
{
    swv_vec3 asis[2], psis, place;
    *c = (centres){ .has_pelvis = false };
    if (middle_of(f, ASIS, 0, &asis[0]) && middle_of(f, ASIS, 1, &asis[1]) && middle_of(f, PSIS, NONE, &psis)) {
        const swv_vec3 across = swv_vec3_sub(asis[0], asis[1]),
                       middle = swv_vec3_scale(0.5, swv_vec3_add(asis[0], asis[1]));
        const double width = swv_vec3_length(across);
        c->has_pelvis = width > 0.0;
        c->pelvis = swvi_quat_of_axes(across, swv_vec3_sub(middle, psis));
        for (int side = 0; side < 2; side++) {
            // Bell's shares of the width, see (2) above
            const swv_vec3 aside = { (side ? -0.36 : 0.36) * width, -0.19 * width, -0.30 * width };
            set_centre(c, sided(SWV_PART_LEFT_UPPER_LEG, side),
                       swv_vec3_add(middle, swv_quat_rotate(c->pelvis, aside)));
        }
    }
    for (int side = 0; side < 2; side++) {
        static const struct {
            landmark best, other;
            int      part;
            double   inward;  ///< from a single marker on the outside to the joint
        } of[] = { { HIP_CENTRE, HIP_CENTRE, SWV_PART_LEFT_UPPER_LEG, 0.0 },
                   { KNEE_CENTRE, KNEE, SWV_PART_LEFT_LOWER_LEG, 0.05 },
                   { ANKLE_CENTRE, ANKLE, SWV_PART_LEFT_FOOT, 0.035 },
                   { TOE, TOE, SWV_PART_LEFT_TOES, 0.0 },
                   { SHOULDER, SHOULDER, SWV_PART_LEFT_UPPER_ARM, 0.0 },
                   { ELBOW, ELBOW, SWV_PART_LEFT_LOWER_ARM, 0.03 },
                   { WRIST, WRIST, SWV_PART_LEFT_HAND, 0.0 } };
        for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
            const bool is_best = middle_of(f, of[i].best, side, &place);
            if (!is_best && !middle_of(f, of[i].other, side, &place))
                continue;
            int around = 0;
            for (int k = 0; k < f->figure->marker_count; k++)
                around += f->figure->markers[k].at == of[i].other && f->figure->markers[k].side == side;
            const double inward = (is_best && of[i].best != of[i].other) || around > 1 ? 0.0 : of[i].inward;
            swv_vec3     by = { side ? inward : -inward, 0.0, 0.0 };
            if (of[i].part == SWV_PART_LEFT_UPPER_ARM)
                by.z = -0.04;  // the acromion is above the joint
            if (c->has_pelvis)
                set_centre(c, sided(of[i].part, side), swv_vec3_add(place, swv_quat_rotate(c->pelvis, by)));
        }
    }
    if (middle_of(f, HEAD, NONE, &place))
        // Markers go around the head above its joint.
        set_centre(c, SWV_PART_HEAD, swv_vec3_add(place, (swv_vec3){ 0.0, 0.0, -0.12 }));
    if (middle_of(f, NECK, NONE, &place))
        set_centre(c, SWV_PART_NECK, place);
}

// ---- (3) ----

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of n numbers, in any order; of none 0.
static double median_of(double *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, compare);
    return n > 0 ? numbers[n / 2] : 0.0;
}

// The median distance between two parts, given as those of the left, over the samples and both sides; of a part from itself: from its mirror
// image. 0: they are never seen.
static double median_apart(const centres *all, int count, int from, int to)
{
    double apart[2 * SAMPLES];
    int    n = 0;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const int a = sided(from, side), b = to == from ? swv_part_mirrored(a) : sided(to, side);
            if (all[i].has[a] && all[i].has[b])
                apart[n++] = swv_vec3_length(swv_vec3_sub(all[i].at[a], all[i].at[b]));
        }
    return median_of(apart, n);
}

// Between a part of the left and its mirror image.
static swv_vec3 mean_of(const centres *c, int part)
{
    return swv_vec3_scale(0.5, swv_vec3_add(c->at[part], c->at[swv_part_mirrored(part)]));
}

// The median distance of the middle of the shoulders, or of the neck, from that of the hips; 0: never seen.
static double median_trunk(const centres *all, int count, bool by_neck)
{
    double apart[SAMPLES];
    int    n = 0;
    for (int i = 0; i < count; i++) {
        const centres *c = &all[i];
        const int      hip = SWV_PART_LEFT_UPPER_LEG, arm = SWV_PART_LEFT_UPPER_ARM;
        if (!c->has[hip] || !c->has[swv_part_mirrored(hip)] ||
            (by_neck ? !c->has[SWV_PART_NECK] : !c->has[arm] || !c->has[swv_part_mirrored(arm)]))
            continue;
        const swv_vec3 top = by_neck ? c->at[SWV_PART_NECK] : mean_of(c, arm);
        apart[n++] = swv_vec3_length(swv_vec3_sub(top, mean_of(c, hip)));
    }
    return median_of(apart, n);
}

/// How many times as long as the figure's at rest bones are; `all`: the mean of arms and legs, where nothing else tells.
typedef struct scales {
    double of[ALL];  ///< of the bone that ends in a part of the left or the middle, along its length
    double trunk, hips, shoulders, all;
} scales;

// Of two lengths; 0 if one is not known.
static double ratio(double found, double of_figure)
{
    return found > 0.0 && of_figure > 0.0 ? found / of_figure : 0.0;
}

// Of two parts' distance, as median_apart.
static double ratio_apart(const centres *all, int count, const centres *rest, int from, int to)
{
    return ratio(median_apart(all, count, from, to), median_apart(rest, 1, from, to));
}

// (3) From the samples' lengths and the figure's, measured the same way.
static scales find_scales(const centres *all, int count, const figure *f)
{
    centres rest = { .has_pelvis = false };
    for (int part = 0; part < ALL; part++)
        if (f->joints_of[part] != NONE)
            set_centre(&rest, part, f->rest[f->joints_of[part]].world.position);
    if (!rest.has[SWV_PART_NECK] && rest.has[SWV_PART_LEFT_UPPER_ARM] &&
        rest.has[SWV_PART_RIGHT_UPPER_ARM])  // as high as the shoulders
        set_centre(&rest, SWV_PART_NECK, mean_of(&rest, SWV_PART_LEFT_UPPER_ARM));
    static const int ends[4] = { SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT, SWV_PART_LEFT_LOWER_ARM,
                                 SWV_PART_LEFT_HAND };
    scales           s = { .all = 1.0 };
    double           sum = 0.0;
    int              n = 0;
    for (int i = 0; i < 4; i++) {  // from the part before, where the bone begins
        const double of = ratio_apart(all, count, &rest, ends[i] - 1, ends[i]);
        s.of[ends[i]] = of;
        sum += of;
        n += of > 0.0;
    }
    s.all = n > 0 ? sum / n : 1.0;
    for (int by_neck = 0; by_neck < 2 && s.trunk == 0.0; by_neck++)
        s.trunk = ratio(median_trunk(all, count, by_neck), median_trunk(&rest, 1, by_neck));
    s.hips = ratio_apart(all, count, &rest, SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_UPPER_LEG);
    s.shoulders = ratio_apart(all, count, &rest, SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_UPPER_ARM);
    double *const widths[] = { &s.trunk, &s.hips, &s.shoulders };
    for (int i = 0; i < 3; i++)
        *widths[i] = *widths[i] > 0.0 ? *widths[i] : s.all;
    if (f->is_own)  // the built-in human's feet are like people's
        s.of[SWV_PART_LEFT_TOES] = ratio_apart(all, count, &rest, SWV_PART_LEFT_FOOT, SWV_PART_LEFT_TOES);
    for (int part = SWV_PART_SPINE; part <= SWV_PART_NECK; part++)
        s.of[part] = s.trunk;
    s.of[SWV_PART_HEAD] = f->joints_of[SWV_PART_NECK] != NONE ? s.all : s.trunk;
    for (int part = 0; part < ALL; part++)
        s.of[part] = s.of[part] > 0.0 ? s.of[part] : s.all;
    return s;
}

// What scales the bone that ends in a part (NONE: some other joint), along x, y and z of the figure at rest.
static swv_vec3 bone_scale(const scales *s, int part)
{
    const int left = part >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(part) : part;
    if (left == SWV_PART_LEFT_UPPER_LEG)
        return (swv_vec3){ s->hips, s->all, s->all };
    if (left == SWV_PART_LEFT_SHOULDER || left == SWV_PART_LEFT_UPPER_ARM)
        return (swv_vec3){ s->shoulders, s->all, s->trunk };
    const double k = left == NONE ? s->all : s->of[left];
    return (swv_vec3){ k, k, k };
}

static swv_quat turn_of(const figure *f, int joint)
{
    return joint < 0 ? (swv_quat)SWV_IDENTITY_QUAT : f->rest[joint].world.rotation;
}

// The first joint of the spine that is there: it turns, those above it do not.
static int lowest_spine(const figure *f)
{
    for (int part = SWV_PART_SPINE; part < SWV_PART_NECK; part++)
        if (f->joints_of[part] != NONE)
            return f->joints_of[part];
    return NONE;
}

// Whether `joint` is `above` or hangs on it.
static bool is_above(const resting *joints, int above, int joint)
{
    while (joint != NONE && joint != above)
        joint = joints[joint].parent;
    return joint == above;
}

// The figure's joints that markers can tell of: balls, and hinges at the knees.
static swv_joint_kind kind_of(const figure *f, int joint)
{
    if (joint == f->hips)
        return SWV_JOINT_FREE;
    const int part = f->parts_of[joint];
    if (part == NONE || f->joints_of[part] != joint)
        return SWV_JOINT_FIXED;
    const int  left = part >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(part) : part;
    const bool turns = joint == lowest_spine(f) || part == SWV_PART_HEAD || left == SWV_PART_LEFT_UPPER_ARM ||
                       left == SWV_PART_LEFT_LOWER_ARM || left == SWV_PART_LEFT_HAND ||
                       left == SWV_PART_LEFT_UPPER_LEG || left == SWV_PART_LEFT_LOWER_LEG || left == SWV_PART_LEFT_FOOT;
    bool has_marker = false;
    for (int i = 0; i < f->marker_count; i++)
        has_marker |= is_above(f->rest, joint, f->markers[i].bone);
    return !turns || !has_marker ? SWV_JOINT_FIXED : left == SWV_PART_LEFT_LOWER_LEG ? SWV_JOINT_HINGE : SWV_JOINT_BALL;
}

// How far a knee (the joint) is bent at rest, in radians from straight.
static double rest_bend(const figure *f, int knee)
{
    const int part = f->parts_of[knee], hip = f->joints_of[part - 1], ankle = f->joints_of[part + 1];
    if (hip == NONE || ankle == NONE)
        return 0.0;
    const swv_vec3 at = f->rest[knee].world.position, thigh = swv_vec3_sub(at, f->rest[hip].world.position),
                   shank = swv_vec3_sub(f->rest[ankle].world.position, at);
    return swv_atan2(swv_vec3_length(swv_vec3_cross(thigh, shank)), swv_vec3_dot(thigh, shank));
}

// (3) Scale f->rest; make f->joints, f->tree and the solver's f->room of it, in the pool.
static swv_status make_figure(swvi_pool *pool, figure *f, const scales *s)
{
    for (int j = f->joint_count - 1; j >= 0; j--) {  // scaled bones, while those above are as they were
        const int       parent = f->rest[j].parent;
        swv_vec3 *const place = &f->rest[j].world.position;
        const swv_vec3  bone = parent < 0 ? *place : swv_vec3_sub(*place, f->rest[parent].world.position),
                       k = bone_scale(s, f->parts_of[j]);
        *place = (swv_vec3){ k.x * bone.x, k.y * bone.y, k.z * bone.z };
    }
    for (int j = 0; j < f->joint_count; j++)
        if (f->rest[j].parent >= 0)
            f->rest[j].world.position =
                swv_vec3_add(f->rest[f->rest[j].parent].world.position, f->rest[j].world.position);
    for (int j = 0; j < f->joint_count; j++) {
        // The hips hang on nothing here, whatever is above them.
        const int      parent = j == f->hips ? NONE : f->rest[j].parent;
        const swv_pose rest = f->rest[j].world;
        const swv_quat back = swv_quat_conjugate(rest.rotation);
        f->joints[j] =
            (swv_joint){ .parent = parent,
                         .kind = kind_of(f, j),
                         .rest = parent < 0 ? rest : swv_pose_mul(swv_pose_inverse(f->rest[parent].world), rest),
                         .axis = swv_quat_rotate(back, (swv_vec3){ 1.0, 0.0, 0.0 }),
                         .second_axis = swv_quat_rotate(back, (swv_vec3){ 0.0, 1.0, 0.0 }) };
        if (f->joints[j].kind == SWV_JOINT_HINGE) {  // a knee bends backward
            // Radians: 160 degrees of flexion, and 6 of stretching too far. Chosen.
            const double bend = rest_bend(f, j);
            f->joints[j].lower[0] = bend - 2.8;
            f->joints[j].upper[0] = bend + 0.1;
        }
    }
    void *memory = swvi_pool_take(pool, swv_skeleton_size(f->joint_count), 1);
    if (!memory)
        return SWV_NO_MEMORY;
    const swv_status status = swv_skeleton_make(f->joints, f->joint_count, NULL, memory, &f->tree, NULL);
    if (status != SWV_OK)
        return status;
    f->room = swvi_pool_take(pool, swv_solve_size(&f->tree, GOALS), 1);
    return f->room ? SWV_OK : SWV_NO_MEMORY;
}

// ---- (4), (5) ----

// `posture` in: where to start; out: the solution.
static swv_status solve(const figure *f, const swv_goal *goals, int count, double *posture)
{
    const swv_goals asked = { .goals = goals, .count = count };
    // 0.01 mm is far below the noise of markers: the walk is the same from 1e-3 to 1e-7. No restarts (-1): the start is near.
    const swv_solve_options options = {
        .position_tolerance = 1e-5, .rotation_tolerance = 1e-4, .max_iterations = STEPS, .max_restarts = -1
    };
    return count > 0 ? swv_solve(&f->tree, &asked, posture, &options, f->room, posture, NULL) : SWV_OK;
}

// Goals that bring joints to their centres, put behind the `count` there are. Returns how many there are then. A marker's weight is 1.
static int add_centres(const figure *f, const centres *c, double weight, swv_goal *goals, int count)
{
    if (c->has_pelvis)
        goals[count++] = (swv_goal){ .kind = SWV_GOAL_ROTATION,
                                     .link = swv_link_of(f->hips),
                                     .target = { { 0.0, 0.0, 0.0 }, swv_quat_mul(c->pelvis, turn_of(f, f->hips)) },
                                     .weight = 0.3 * weight };  // the walk: 8.6 mm with 0.1, 6.2 from 0.3 to 3
    for (int part = 0; part < ALL; part++)
        if (c->has[part] && f->joints_of[part] != NONE)
            goals[count++] = (swv_goal){ .kind = SWV_GOAL_POSITION,
                                         .link = swv_link_of(f->joints_of[part]),
                                         .target = { c->at[part], SWV_IDENTITY_QUAT },
                                         .weight = weight };
    return count;
}

static swv_status solve_centres(const figure *f, const centres *c, double *posture)
{
    swv_goal goals[GOALS];
    return solve(f, goals, add_centres(f, c, 1.0, goals, 0), posture);
}

// `anchor`: joints stay near their centres while offsets are learned; NULL: markers alone. `posture` as in solve; *used takes how many markers.
static swv_status solve_markers(const figure *f, const frame *at, const centres *anchor, double *posture, int *used)
{
    swv_goal goals[GOALS];
    int      count = 0;
    for (int i = 0; i < f->marker_count; i++) {
        const marker *m = &f->markers[i];
        if (m->count == 0 || !is_seen(at, m))
            continue;
        goals[count++] = (swv_goal){ .kind = SWV_GOAL_POSITION,
                                     .link = swv_link_of(m->bone),
                                     .point = m->offset,
                                     .target = { marker_at(at, m), SWV_IDENTITY_QUAT } };
    }
    *used = count;
    return solve(f, goals, anchor ? add_centres(f, anchor, ANCHOR, goals, count) : count, posture);
}

// (4) Offsets as the mean over the samples: frames number numbers[0 .. count - 1], each with its posture.
static void learn_offsets(figure *f, frame *at, const int *numbers, int count, const double *postures)
{
    swv_pose *const frames = f->frames;
    for (int i = 0; i < f->marker_count; i++)
        f->markers[i].offset = (swv_vec3){ 0.0, 0.0, 0.0 }, f->markers[i].count = 0;
    for (int s = 0; s < count; s++) {
        at->number = numbers[s];
        swv_skeleton_frames(&f->tree, postures + (size_t)s * (size_t)f->tree.number_count, frames);
        for (int i = 0; i < f->marker_count; i++) {
            marker *m = &f->markers[i];
            if (!is_seen(at, m))
                continue;
            const bool     is_centre = m->at == HIP_CENTRE || m->at == KNEE_CENTRE || m->at == ANKLE_CENTRE;
            const swv_vec3 none = { 0.0, 0.0, 0.0 },
                           here =
                               is_centre ? none : swv_pose_apply(swv_pose_inverse(frames[m->bone]), marker_at(at, m));
            m->count++;
            m->offset = swv_vec3_add(m->offset, swv_vec3_scale(1.0 / (double)m->count, swv_vec3_sub(here, m->offset)));
        }
    }
}

// Frames in which the most markers are seen, at least half, spread over the recording: their numbers, and how many.
static int choose_samples(frame *at, int numbers[SAMPLES])
{
    const int frames = at->motion->frame_count, parts = frames < SAMPLES ? frames : SAMPLES;
    int       count = 0;
    for (int p = 0; p < parts; p++) {
        int best = NONE, most = 0;
        for (int n = (int)((long)p * frames / parts); n < (int)((long)(p + 1) * frames / parts); n++) {
            int seen = 0;
            at->number = n;
            for (int i = 0; i < at->figure->marker_count; i++)
                seen += is_seen(at, &at->figure->markers[i]);
            if (seen > most) {
                most = seen;
                best = n;
            }
        }
        if (best != NONE && 2 * most > at->figure->marker_count)
            numbers[count++] = best;
    }
    return count;
}

// From rest (`posture` in) to the centres (out), from where the body stands and faces: its hip joints where they are, on average.
static swv_status begin_posture(const figure *f, const centres *c, double *posture)
{
    const int      legs[2] = { f->joints_of[SWV_PART_LEFT_UPPER_LEG], f->joints_of[SWV_PART_RIGHT_UPPER_LEG] };
    const swv_vec3 middle =
        swv_vec3_scale(0.5, swv_vec3_add(f->rest[legs[0]].world.position, f->rest[legs[1]].world.position));
    const swv_vec3 from_hips = swv_vec3_sub(middle, f->rest[f->hips].world.position);
    const swv_vec3 hips = swv_vec3_sub(mean_of(c, SWV_PART_LEFT_UPPER_LEG), swv_quat_rotate(c->pelvis, from_hips));
    const swv_quat turn = swv_quat_mul(c->pelvis, turn_of(f, f->hips));
    const double   pose[7] = { hips.x, hips.y, hips.z, turn.x, turn.y, turn.z, turn.w };
    memcpy(posture + f->tree.first_number[f->hips], pose, sizeof pose);
    return solve_centres(f, c, posture);
}

// (3) and (4): the figure's bones and its markers' offsets.
static swv_status fit_figure(swvi_pool *pool, frame *at, figure *f, swv_io_error *error)
{
    centres  *all = f->samples;
    int       numbers[SAMPLES];
    const int count = choose_samples(at, numbers);
    bool      has_pelvis = false;
    for (int s = 0; s < count; s++) {
        at->number = numbers[s];
        find_centres(at, &all[s]);
        has_pelvis |= all[s].has_pelvis;
    }
    if (!has_pelvis)
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0,
                         "right and left ASIS and a PSIS or sacral marker are needed, seen together with half of all");
    const scales s = find_scales(all, count, f);
    swv_status   status = make_figure(pool, f, &s);
    double      *postures =
        status == SWV_OK ? swvi_pool_take(pool, (size_t)count * (size_t)f->tree.number_count, sizeof *postures) : NULL;
    if (!postures)
        return status == SWV_OK ? SWV_NO_MEMORY : status;
    for (int i = 0; status == SWV_OK && i < count; i++) {
        double *posture = postures + (size_t)i * (size_t)f->tree.number_count;
        status = swv_skeleton_rest(&f->tree, posture);
        if (status == SWV_OK)
            status = all[i].has_pelvis ? begin_posture(f, &all[i], posture) : solve_centres(f, &all[i], posture);
    }
    for (int round = 0; status == SWV_OK && round < ROUNDS; round++) {
        learn_offsets(f, at, numbers, count, postures);
        for (int i = 0, used; status == SWV_OK && i < count; i++) {
            at->number = numbers[i];
            status = solve_markers(f, at, &all[i], postures + (size_t)i * (size_t)f->tree.number_count, &used);
        }
    }
    if (status == SWV_OK)
        learn_offsets(f, at, numbers, count, postures);
    return status;
}

// The sum of squared distances (m^2) of the markers that are seen from where the posture has them; adds them to each marker's error and count.
static double measure(figure *f, const frame *at, const double *posture)
{
    swv_pose *const frames = f->frames;
    double          squares = 0.0;
    swv_skeleton_frames(&f->tree, posture, frames);
    for (int i = 0; i < f->marker_count; i++) {
        marker *m = &f->markers[i];
        if (m->count == 0 || !is_seen(at, m))
            continue;
        const double away = swv_vec3_length(swv_vec3_sub(swv_pose_apply(frames[m->bone], m->offset), marker_at(at, m)));
        m->error += away;
        m->count++;
        squares += away * away;
    }
    return squares;
}

// A motion of the figure's joints, in metres with z up, with as many frames as `markers`. Of `memory` allocator and limit count.
static swv_status make_output(const figure *f, const swv_motion *markers, const swv_io_options *memory,
                              swv_motion *made, swv_io_error *error)
{
    swv_motion_joint *const joints = f->output;
    swv_io_options          options = { .metres_per_unit = 1.0, .up = { 0.0, 0.0, 1.0 } };
    options.allocate = memory->allocate;
    options.release = memory->release;
    options.user = memory->user;
    options.byte_limit = memory->byte_limit;
    for (int j = 0; j < f->joint_count; j++) {
        const int      parent = f->rest[j].parent;
        const swv_pose rest = f->rest[j].world;
        joints[j] =
            (swv_motion_joint){ .name = f->rest[j].name ? f->rest[j].name : "",
                                .parent = parent,
                                .rest = parent < 0 ? rest : swv_pose_mul(swv_pose_inverse(f->rest[parent].world), rest),
                                .turns = true,
                                .moves = j == f->hips };
    }
    return swv_motion_make(joints, f->joint_count, markers->frame_count, markers->frame_time, &options, made, error);
}

// A posture as frame `number` of the motion.
static swv_status put_frame(const figure *f, const double *posture, int number, swv_motion *made)
{
    swv_pose *const frames = f->frames, *const locals = f->locals;
    swv_skeleton_frames(&f->tree, posture, frames);
    for (int j = 0; j < f->joint_count; j++) {
        const int parent = f->rest[j].parent;
        locals[j] = parent < 0 ? frames[j] : swv_pose_mul(swv_pose_inverse(frames[parent]), frames[j]);
    }
    // Arms without markers hang.
    for (int side = 0; side < 2; side++) {
        const int arm = f->joints_of[sided(SWV_PART_LEFT_UPPER_ARM, side)],
                  elbow = f->joints_of[sided(SWV_PART_LEFT_LOWER_ARM, side)];
        if (arm == NONE || elbow == NONE || f->joints[arm].kind != SWV_JOINT_FIXED)
            continue;
        const swv_vec3 bone = swv_vec3_sub(f->rest[elbow].world.position, f->rest[arm].world.position),
                       down = { side ? -swv_cos(HANGS) : swv_cos(HANGS), 0.0, -swv_sin(HANGS) };
        const swv_quat above = turn_of(f, f->rest[arm].parent), swing = swv_quat_between(bone, down);
        locals[arm].rotation = swv_quat_mul(swv_quat_mul(swv_quat_conjugate(above), swv_quat_mul(swing, above)),
                                            f->joints[arm].rest.rotation);
    }
    return swv_motion_put(made, number, locals);
}

// Up, if the file does not say, in the file's axes: from the feet to the hips, to the nearest axis; zero: no frame tells. `at` is not turned yet.
static swv_vec3 find_up(frame *at)
{
    swv_vec3 feet, hips;
    for (at->number = 0; at->number < at->motion->frame_count; at->number++) {
        if (!middle_of(at, ASIS, NONE, &hips) ||
            (!middle_of(at, TOE, NONE, &feet) && !middle_of(at, HEEL, NONE, &feet)))
            continue;
        const swv_vec3 up = swv_vec3_sub(hips, feet);
        const double   x = fabs(up.x), y = fabs(up.y), z = fabs(up.z);
        return x > y && x > z ? (swv_vec3){ copysign(1.0, up.x), 0.0, 0.0 }
               : y > z        ? (swv_vec3){ 0.0, copysign(1.0, up.y), 0.0 }
                              : (swv_vec3){ 0.0, 0.0, copysign(1.0, up.z) };
    }
    return (swv_vec3){ 0.0, 0.0, 0.0 };
}

// The joint of a part, or the nearest one that carries it: a hand's markers are on the forearm of a skeleton without hands. NONE: there is none.
static int bone_of(const figure *f, int part)
{
    const int left = part >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(part) : part;
    for (int p = part; p >= 0; p--) {
        if (f->joints_of[p] != NONE)
            return f->joints_of[p];
        if (left != SWV_PART_LEFT_HAND && left != SWV_PART_LEFT_FOOT && left > SWV_PART_HEAD)
            break;
    }
    return NONE;
}

// The built-in human as a skeleton, in the pool, and its binding.
static swv_status make_human(swvi_pool *pool, swv_sex sex, swv_skeleton *human, swv_binding *binding)
{
    const swv_skeleton_options options = { .up = { 0.0, 0.0, 1.0 } };
    swv_joint                  joints[SWV_HUMAN_JOINTS];
    void                      *memory = swvi_pool_take(pool, swv_skeleton_size(SWV_HUMAN_JOINTS), 1);
    void      *scratch = memory ? swvi_pool_take(pool, swv_skeleton_bind_size(SWV_HUMAN_JOINTS), 1) : NULL;
    swv_status status = scratch ? swv_human_make(STATURE, sex, joints) : SWV_NO_MEMORY;
    if (status == SWV_OK)
        status = swv_skeleton_make(joints, SWV_HUMAN_JOINTS, &options, memory, human, NULL);
    return status == SWV_OK ? swv_skeleton_bind(human, NULL, scratch, binding) : status;
}

static bool take_arrays(swvi_pool *pool, figure *f)
{
    const size_t count = (size_t)f->joint_count;
    f->rest = swvi_pool_take(pool, count, sizeof *f->rest);
    f->parts_of = f->rest ? swvi_pool_take(pool, count, sizeof *f->parts_of) : NULL;
    f->joints = f->parts_of ? swvi_pool_take(pool, count, sizeof *f->joints) : NULL;
    f->frames = f->joints ? swvi_pool_take(pool, count, sizeof *f->frames) : NULL;
    f->locals = f->frames ? swvi_pool_take(pool, count, sizeof *f->locals) : NULL;
    f->output = f->locals ? swvi_pool_take(pool, count, sizeof *f->output) : NULL;
    return f->output != NULL;
}

// (3) The skeleton that is scaled, the caller's or the built-in human, as it rests, turned to face y with z up: f->rest, f->joints_of, f->parts_of.
static swv_status choose_figure(swvi_pool *pool, const swv_markers_options *options, figure *f, swv_io_error *error)
{
    const swv_skeleton *skeleton = options->skeleton;
    const swv_binding  *binding = options->binding;
    swv_skeleton        human;
    swv_binding         own;
    if (!skeleton) {
        const swv_status made = make_human(pool, options->is_female ? SWV_FEMALE : SWV_MALE, &human, &own);
        if (made != SWV_OK)
            return made;
        skeleton = &human;
        binding = &own;
    }
    const swv_status status = swv_skeleton_check(skeleton);
    if (status != SWV_OK || !binding)
        return swvi_fail(error, status != SWV_OK ? status : SWV_NULL, 0, 0, "the figure: %s",
                         swv_status_text(status != SWV_OK ? status : SWV_NULL));
    if (skeleton->is_left_handed || binding->is_left_handed)
        return swvi_fail(error, SWV_UNSUPPORTED, 0, 0, "the figure: axes are left-handed");
    f->joint_count = skeleton->joint_count;
    f->is_own = options->skeleton != NULL;
    if (!take_arrays(pool, f))
        return SWV_NO_MEMORY;
    for (int j = 0; j < f->joint_count; j++) {
        f->parts_of[j] = NONE;
        f->rest[j] = (resting){ .name = skeleton->joints[j].name, .parent = skeleton->joints[j].parent };
        if (f->rest[j].parent >= j)
            return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "the figure: each joint must come after its parent");
    }
    for (int part = 0; part < ALL; part++) {
        const int joint = binding->parts[part].joint;
        f->joints_of[part] = joint >= 0 && joint < f->joint_count ? joint : NONE;
        if (f->joints_of[part] != NONE)
            f->parts_of[joint] = part;
    }
    f->hips = f->joints_of[SWV_PART_HIPS];
    for (int j = f->joint_count - 1; j > 0; j--) {
        const int parent = f->rest[j].parent;
        if (parent != NONE && f->parts_of[parent] == NONE && f->parts_of[j] > SWV_PART_HIPS)
            f->parts_of[parent] = f->parts_of[j];
    }
    for (int j = f->hips; j != NONE; j = f->rest[j].parent)  // what is above the hips carries no part
        f->parts_of[j] = j == f->hips ? SWV_PART_HIPS : NONE;
    for (int part = SWV_PART_LEFT_UPPER_LEG; part <= SWV_PART_LEFT_FOOT; part++)
        for (int side = 0; side < 2; side++) {
            const int joint = f->joints_of[sided(part, side)],
                      above = part == SWV_PART_LEFT_UPPER_LEG ? f->hips : f->joints_of[sided(part - 1, side)];
            if (joint == NONE || above == NONE || joint == above || !is_above(f->rest, above, joint))
                return swvi_fail(error, SWV_BAD_MODEL, 0, 0,
                                 "the figure: hips and two legs are needed: thigh, shank and foot, each the child of "
                                 "the one before");
        }
    const swv_vec3 right = swv_vec3_cross(binding->forward, binding->up);
    if (!(swv_vec3_length(right) > 0.0))
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "the figure: which way it faces is not known");
    const swv_quat natural = swv_quat_conjugate(swvi_quat_of_axes(right, binding->forward));
    for (int j = 0; j < f->joint_count; j++) {
        const swv_pose at = skeleton->rest_frames[j];
        f->rest[j].world =
            (swv_pose){ swv_quat_rotate(natural, at.position), swv_quat_mul(natural, swv_quat_normalize(at.rotation)) };
    }
    return SWV_OK;
}

// (1) What the markers' names say, to f->markers. Returns how many say nothing.
static int find_markers(const swv_motion *motion, figure *f)
{
    int unknown = 0;
    for (int j = 0; j < motion->joint_count; j++) {
        marker one = { .joint = j };
        bool   is_known = f->marker_count < MARKERS && motion->joints[j].position_at >= 0 &&
                        read_name(motion->joints[j].name, &one.at, &one.side);
        one.bone = is_known ? bone_of(f, sided(landmarks[one.at].bone, one.side)) : NONE;
        if (one.bone != NONE)
            f->markers[f->marker_count++] = one;
        else
            unknown++;
    }
    return unknown;
}

// (5) `posture` is room for one. Fills in the frames of `made`, and of `told` what concerns frames.
static swv_status fit_frames(figure *f, frame *at, const swv_markers_options *options, double *posture,
                             swv_motion *made, swv_markers_report *told)
{
    const int  count = at->motion->frame_count;
    double     squares = 0.0;
    long       seen = 0;
    bool       has_begun = false;
    swv_status status = swv_skeleton_rest(&f->tree, posture);
    for (at->number = 0; status == SWV_OK && at->number < count; at->number++) {
        centres first;
        int     used = 0;
        find_centres(at, &first);
        if (!has_begun && first.has_pelvis) {
            status = begin_posture(f, &first, posture);
            has_begun = true;
            for (int earlier = 0; status == SWV_OK && earlier < at->number; earlier++)
                status = put_frame(f, posture, earlier, made);
        }
        if (status == SWV_OK && has_begun)
            status = solve_markers(f, at, NULL, posture, &used);
        if (status != SWV_OK)
            break;
        told->frames_without += used == 0;
        seen += used;
        squares += used > 0 ? measure(f, at, posture) : 0.0;
        status = put_frame(f, posture, at->number, made);
        if (options->tell)
            options->tell(options->user, at->number + 1, count);
    }
    told->rms = seen > 0 ? sqrt(squares / (double)seen) : 0.0;
    const marker *worst = NULL;
    for (int i = 0; i < f->marker_count; i++)
        if (f->markers[i].count > 1 &&
            (!worst || f->markers[i].error * (double)worst->count > worst->error * (double)f->markers[i].count))
            worst = &f->markers[i];
    told->worst = worst ? worst->joint : NONE;
    told->worst_mean = worst ? worst->error / (double)(worst->count - 1) : 0.0;
    return status;
}

// All of it. *body takes the motion, in the unit and axes of `markers`; `pool` is freed by the caller.
static swv_status fit(swvi_pool *pool, const swv_motion *markers, const swv_markers_options *options,
                      const swv_io_options *memory, swv_motion *body, swv_markers_report *told, swv_io_error *error)
{
    figure *f = swvi_pool_take(pool, 1, sizeof *f);
    if (!f)
        return SWV_NO_MEMORY;
    swv_status status = choose_figure(pool, options, f, error);
    if (status != SWV_OK)
        return status;
    told->unknown = find_markers(markers, f);
    told->used = f->marker_count;
    frame          at = { .motion = markers, .figure = f, .unit = 1.0, .upright = SWV_IDENTITY_QUAT };
    const swv_vec3 z = { 0.0, 0.0, 1.0 }, up = swv_vec3_length(markers->up) > 0.0 ? markers->up : find_up(&at);
    if (swv_vec3_length(up) == 0.0)
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "no frame has markers of both hips and feet, and up is not known");
    if (!(markers->metres_per_unit > 0.0))
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "the unit is not known");
    at.unit = markers->metres_per_unit;
    at.upright = swv_quat_between(up, z);
    status = fit_figure(pool, &at, f, error);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < f->marker_count; i++) {
        f->markers[i].error = 0.0;
        f->markers[i].count = f->markers[i].count > 0;
    }
    double *posture = swvi_pool_take(pool, (size_t)f->tree.number_count, sizeof *posture);
    if (!posture)
        return SWV_NO_MEMORY;
    swv_motion made;
    status = make_output(f, markers, memory, &made, error);
    if (status != SWV_OK)
        return status;
    status = fit_frames(f, &at, options, posture, &made, told);
    if (status == SWV_OK)
        status = swv_motion_transform(&made, 1.0 / at.unit, swv_quat_conjugate(at.upright));
    if (status == SWV_OK)
        *body = made;
    else
        swv_motion_free(&made);
    return status;
}

swv_status swv_markers_fit(const swv_motion *markers, const swv_markers_options *options, swv_motion *body,
                           swv_markers_report *report, swv_io_error *error)
{
    static const swv_markers_options none;
    swv_io_error                     unread;
    swv_markers_report               told = { .worst = NONE };
    error = error ? error : &unread;
    options = options ? options : &none;
    const swv_io_options *memory = swvi_options(options->io);
    if (!markers || !body)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    if (markers->frame_count < 1 || !markers->frames)
        return swvi_fail(error, SWV_BAD_COUNT, 0, 0, "there are no frames");
    if (!memory->allocate != !memory->release)
        return swvi_fail(error, SWV_BAD_OPTIONS, 0, 0, "%s", swv_status_text(SWV_BAD_OPTIONS));
    swvi_pool *pool = swvi_pool_make(memory);
    if (!pool)
        return swvi_no_memory(error);
    *error = (swv_io_error){ .status = SWV_OK };
    const swv_status status = fit(pool, markers, options, memory, body, &told, error);
    swvi_pool_free(pool);
    if (status == SWV_OK && report)
        *report = told;
    if (status != SWV_OK && error->status != status)
        return swvi_fail(error, status, 0, 0, "%s", swv_status_text(status));
    return status;
}
