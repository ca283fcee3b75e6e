// SPDX-License-Identifier: MIT
// motion markers: a body from the places of markers on its skin.
//
// (1) names     say which bone a marker is on, and where about: ASIS, KNE, R.Ankle, LMT2
// (2) centres   of hips from the pelvis (Bell et al. 1990: 36 % of its width aside, 19 % back, 30 % down from between the ASIS), of other joints from
//               the markers around them
// (3) figure    the built-in human, its bones as long as those centres are apart, over the median of some frames
// (4) offsets   where on its bone each marker is: postures that bring the joints to their centres first, then by turns the mean of where markers
//               are on bones, and postures that bring them there
// (5) frames    each from the one before, all markers that were seen at once
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/human.h>
#include <swivel/tree.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/progress.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/values.h"
#include "words/words.h"

enum {
    NONE = -1,
    MARKERS = 64,
    SAMPLES = 40,
    ROUNDS = 3,
    STEPS = 200,
    LONGEST_NAME = 32,
    GOALS = MARKERS + 20,
    ALL = SWV_HUMAN_JOINTS
};
#define ANCHOR  10.0  // weight of a joint's centre beside a marker
#define HANGS   1.4   // radians below the T-pose
#define STATURE 1.75  // of the figure before it is scaled

typedef enum landmark {
    HEAD = 0,
    NECK,
    CHEST,
    SHOULDER,
    UPPER_ARM,
    ELBOW,
    FOREARM,
    WRIST,
    HAND,
    ASIS,
    PSIS,
    HIP_CENTRE,
    THIGH,
    KNEE,
    KNEE_CENTRE,
    SHANK,
    ANKLE,
    ANKLE_CENTRE,
    HEEL,
    TOE,
    LANDMARKS,
} landmark;

// The bone a marker there is on: of the left side, or of the middle.
static const int bones[LANDMARKS] = {
    SWV_PART_HEAD,           SWV_PART_UPPER_CHEST,    SWV_PART_UPPER_CHEST,    SWV_PART_UPPER_CHEST,
    SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_LOWER_ARM,
    SWV_PART_LEFT_HAND,      SWV_PART_HIPS,           SWV_PART_HIPS,           SWV_PART_LEFT_UPPER_LEG,
    SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_LOWER_LEG,
    SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT,      SWV_PART_LEFT_FOOT,      SWV_PART_LEFT_FOOT,
};

typedef struct marker {
    int      joint;  ///< of the motion
    landmark at;
    int      side;  ///< 0 right, 1 left, NONE: the middle
    int      bone;  ///< joint of the figure
    swv_vec3 offset;
    double   error;  ///< sum of distances
    long     count;
} marker;

typedef struct figure {
    swv_rig_joint  rig_joints[ALL];
    swv_tree_joint joints[ALL];
    swv_tree       tree;
    void          *memory, *room;
    int            marker_count;
    marker         markers[MARKERS];
} figure;

// ---- (1) ----

// The first of these that a name holds decides.
static const struct {
    const char *word;
    landmark    at;
} known[] = {
    { "HJC", HIP_CENTRE },    { "KJC", KNEE_CENTRE },
    { "AJC", ANKLE_CENTRE },  { "HEAD", HEAD },
    { "TEMPLE", HEAD },       { "FHD", HEAD },
    { "BHD", HEAD },          { "C7", NECK },
    { "T10", CHEST },         { "STERN", CHEST },
    { "STRN", CHEST },        { "CLAV", CHEST },
    { "SHOULDER", SHOULDER }, { "ACROM", SHOULDER },
    { "SHO", SHOULDER },      { "BICEP", UPPER_ARM },
    { "UPA", UPPER_ARM },     { "UPPERARM", UPPER_ARM },
    { "FOREARM", FOREARM },   { "FRM", FOREARM },
    { "ELB", ELBOW },         { "WRI", WRIST },
    { "WRA", WRIST },         { "WRB", WRIST },
    { "FIN", HAND },          { "HAND", HAND },
    { "ASI", ASIS },          { "PSI", PSIS },
    { "SACR", PSIS },         { "S2", PSIS },
    { "LFC", KNEE },          { "MFC", KNEE },
    { "KNE", KNEE },          { "THI", THIGH },
    { "TH", THIGH },          { "LMAL", ANKLE },
    { "MMAL", ANKLE },        { "ANK", ANKLE },
    { "TIB", SHANK },         { "SHANK", SHANK },
    { "TB", SHANK },          { "SH", SHANK },
    { "HEE", HEEL },          { "CAL", HEEL },
    { "TOE", TOE },           { "MT", TOE },
    { "MIDFOOT", TOE },
};

static bool read_name(const char *name, landmark *at, int *side)
{
    char        word[LONGEST_NAME];
    size_t      length = 0;
    const char *after = strrchr(name, ':');  // "Subject:LASI"
    for (const char *c = after ? after + 1 : name; *c && length + 1 < sizeof word; c++)
        if (isalnum((unsigned char)*c))
            word[length++] = (char)toupper((unsigned char)*c);
    word[length] = '\0';
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *found = strstr(word, known[i].word);
        if (!found)
            continue;
        *at = known[i].at;
        *side = word[0] == 'R' ? 0 : word[0] == 'L' ? 1 : NONE;
        const bool needs_side = bones[*at] >= SWV_PART_LEFT_EYE || *at == ASIS || *at == SHOULDER;
        return !needs_side || (*side != NONE && found > word);
    }
    return false;
}

static int sided(int left_part, int side)
{
    return side == 0 && left_part >= SWV_PART_LEFT_EYE ? swv_part_mirrored(left_part) : left_part;
}

// ---- (2) ----

typedef struct frame {
    const swv_motion *motion;
    const figure     *figure;
    int               number;
} frame;

static bool is_seen(const frame *f, const marker *m)
{
    const swv_motion *motion = f->motion;
    return !motion->seen || motion->seen[(size_t)f->number * (size_t)motion->joint_count + (size_t)m->joint];
}

static swv_vec3 marker_at(const frame *f, const marker *m)
{
    const swv_motion_joint *joint = &f->motion->joints[m->joint];
    const double *n = f->motion->frames + (size_t)f->number * (size_t)f->motion->frame_size + joint->position_at;
    return (swv_vec3){ n[0], n[1], n[2] };
}

// The middle of the markers there. False if none was seen.
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

static swv_quat axes_of(swv_vec3 right, swv_vec3 forward)
{
    const swv_vec3 x = swv_vec3_normalize(right),
                   y = swv_vec3_normalize(swv_vec3_sub(forward, swv_vec3_scale(swv_vec3_dot(forward, x), x))),
                   z = swv_vec3_cross(x, y);
    const swv_mat3 a = { { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } };
    return swv_quat_from_mat3(a);
}

typedef struct centres {
    bool     has[ALL];
    swv_vec3 at[ALL];
    bool     has_pelvis;
    swv_quat pelvis;
} centres;

static void set_centre(centres *c, int part, swv_vec3 place)
{
    c->has[part] = true;
    c->at[part] = place;
}

static void find_centres(const frame *f, centres *c)
{
    swv_vec3 asis[2], psis, place;
    *c = (centres){ .has_pelvis = false };
    if (middle_of(f, ASIS, 0, &asis[0]) && middle_of(f, ASIS, 1, &asis[1]) && middle_of(f, PSIS, NONE, &psis)) {
        const swv_vec3 across = swv_vec3_sub(asis[0], asis[1]),
                       middle = swv_vec3_scale(0.5, swv_vec3_add(asis[0], asis[1]));
        const double width = swv_vec3_length(across);
        c->has_pelvis = width > 0.0;
        c->pelvis = axes_of(across, swv_vec3_sub(middle, psis));
        for (int side = 0; side < 2; side++) {
            const swv_vec3 aside = { (side ? -0.36 : 0.36) * width, -0.19 * width, -0.30 * width };
            set_centre(c, sided(SWV_PART_LEFT_UPPER_LEG, side),
                       swv_vec3_add(middle, swv_quat_rotate(c->pelvis, aside)));
        }
    }
    for (int side = 0; side < 2; side++) {
        static const struct {
            landmark best, other;
            int      part;
            double   inward;  ///< metres from a single marker on the outside to the joint
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

// The median distance of two parts, of both sides together; 0: they are never seen.
static double median_apart(const centres *all, int count, int from, int to)
{
    double apart[2 * SAMPLES];
    int    n = 0;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 2; side++) {
            const int a = sided(from, side), b = side == 0 && to == from ? from : sided(to, side);
            if (all[i].has[a] && all[i].has[b])
                apart[n++] = swv_vec3_length(swv_vec3_sub(all[i].at[a], all[i].at[b]));
        }
    qsort(apart, (size_t)n, sizeof apart[0], compare);
    return n > 0 ? apart[n / 2] : 0.0;
}

static swv_vec3 mean_of(const centres *c, int part)
{
    return swv_vec3_scale(0.5, swv_vec3_add(c->at[part], c->at[swv_part_mirrored(part)]));
}

// Heights of the shoulders, or of the neck, above the hips.
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
    qsort(apart, (size_t)n, sizeof apart[0], compare);
    return n > 0 ? apart[n / 2] : 0.0;
}

static double median_across(const centres *all, int count, int part)
{
    double apart[SAMPLES];
    int    n = 0;
    for (int i = 0; i < count; i++)
        if (all[i].has[part] && all[i].has[swv_part_mirrored(part)])
            apart[n++] = swv_vec3_length(swv_vec3_sub(all[i].at[part], all[i].at[swv_part_mirrored(part)]));
    qsort(apart, (size_t)n, sizeof apart[0], compare);
    return n > 0 ? apart[n / 2] : 0.0;
}

typedef struct scales {
    double thigh, shank, upper_arm, forearm, trunk, hips, shoulders, all;
} scales;

static double ratio(double found, double of_figure)
{
    return found > 0.0 && of_figure > 0.0 ? found / of_figure : 0.0;
}

static scales find_scales(const centres *all, int count, const swv_rig_joint *joints)
{
    centres rest = { .has_pelvis = false };
    for (int j = 0; j < ALL; j++)
        set_centre(&rest, j, joints[j].rest.position);
    static const int pairs[4][2] = { { SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_LOWER_LEG },
                                     { SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT },
                                     { SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM },
                                     { SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_HAND } };
    double           of[4], sum = 0.0;
    int              n = 0;
    for (int i = 0; i < 4; i++) {
        of[i] =
            ratio(median_apart(all, count, pairs[i][0], pairs[i][1]), median_apart(&rest, 1, pairs[i][0], pairs[i][1]));
        sum += of[i];
        n += of[i] > 0.0;
    }
    scales s = { .all = n > 0 ? sum / n : 1.0 };
    double trunk = ratio(median_trunk(all, count, false), median_trunk(&rest, 1, false));
    if (trunk == 0.0)
        trunk = ratio(median_trunk(all, count, true), median_trunk(&rest, 1, true));
    const double hips = ratio(median_across(all, count, SWV_PART_LEFT_UPPER_LEG),
                              median_across(&rest, 1, SWV_PART_LEFT_UPPER_LEG)),
                 shoulders = ratio(median_across(all, count, SWV_PART_LEFT_UPPER_ARM),
                                   median_across(&rest, 1, SWV_PART_LEFT_UPPER_ARM));
    s.thigh = of[0] > 0.0 ? of[0] : s.all;
    s.shank = of[1] > 0.0 ? of[1] : s.all;
    s.upper_arm = of[2] > 0.0 ? of[2] : s.all;
    s.forearm = of[3] > 0.0 ? of[3] : s.all;
    s.trunk = trunk > 0.0 ? trunk : s.all;
    s.hips = hips > 0.0 ? hips : s.all;
    s.shoulders = shoulders > 0.0 ? shoulders : s.all;
    return s;
}

// What scales the bone that ends in a joint.
static swv_vec3 bone_scale(const scales *s, int joint)
{
    const int left = joint >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(joint) : joint;
    double    k = s->all;
    if (left == SWV_PART_LEFT_LOWER_LEG)
        k = s->thigh;
    else if (left == SWV_PART_LEFT_FOOT)
        k = s->shank;
    else if (left == SWV_PART_LEFT_LOWER_ARM)
        k = s->upper_arm;
    else if (left == SWV_PART_LEFT_HAND)
        k = s->forearm;
    else if (left >= SWV_PART_SPINE && left <= SWV_PART_NECK)
        k = s->trunk;
    else if (left == SWV_PART_LEFT_UPPER_LEG)
        return (swv_vec3){ s->hips, s->all, s->all };
    else if (left == SWV_PART_LEFT_SHOULDER || left == SWV_PART_LEFT_UPPER_ARM)
        return (swv_vec3){ s->shoulders, s->all, s->trunk };
    return (swv_vec3){ k, k, k };
}

// The figure's joints that markers can tell of: balls, and hinges at the knees.
static swv_joint_kind kind_of(const figure *f, int joint)
{
    if (joint == SWV_PART_HIPS)
        return SWV_JOINT_FREE;
    const int  left = joint >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(joint) : joint;
    const bool turns = joint == SWV_PART_SPINE || joint == SWV_PART_HEAD || left == SWV_PART_LEFT_UPPER_ARM ||
                       left == SWV_PART_LEFT_LOWER_ARM || left == SWV_PART_LEFT_HAND ||
                       left == SWV_PART_LEFT_UPPER_LEG || left == SWV_PART_LEFT_LOWER_LEG || left == SWV_PART_LEFT_FOOT;
    bool has_marker = false;
    for (int i = 0; i < f->marker_count; i++)
        for (int j = f->markers[i].bone; j >= 0; j = f->rig_joints[j].parent)
            has_marker |= j == joint;
    return !turns || !has_marker ? SWV_JOINT_FIXED : left == SWV_PART_LEFT_LOWER_LEG ? SWV_JOINT_HINGE : SWV_JOINT_BALL;
}

static void make_figure(figure *f, const scales *s)
{
    swv_vec3 before[ALL];
    for (int j = 0; j < ALL; j++)
        before[j] = f->rig_joints[j].rest.position;
    for (int j = 0; j < ALL; j++) {
        const int      parent = f->rig_joints[j].parent;
        const swv_vec3 bone = parent < 0 ? before[j] : swv_vec3_sub(before[j], before[parent]), k = bone_scale(s, j);
        const swv_vec3 scaled = { k.x * bone.x, k.y * bone.y, k.z * bone.z };
        f->rig_joints[j].rest.position =
            parent < 0 ? scaled : swv_vec3_add(f->rig_joints[parent].rest.position, scaled);
        f->joints[j] = (swv_tree_joint){ .parent = parent,
                                         .kind = kind_of(f, j),
                                         .rest = { scaled, SWV_IDENTITY_QUAT },
                                         .axis = { 1.0, 0.0, 0.0 },
                                         .second_axis = { 0.0, 1.0, 0.0 } };
        if (f->joints[j].kind == SWV_JOINT_HINGE) {  // a knee bends backward
            f->joints[j].lower[0] = -2.8;
            f->joints[j].upper[0] = 0.1;
        }
    }
    f->memory = malloc(swv_tree_size(ALL));
    if (!f->memory || swv_tree_make(&f->tree, f->joints, ALL, f->memory, NULL) != SWV_OK)
        fail("out of memory");
    f->room = malloc(swv_tree_solve_size(&f->tree, GOALS));
    if (!f->room)
        fail("out of memory");
}

// ---- (4), (5) ----

static void solve(const figure *f, const swv_goal *goals, int count, double *posture)
{
    const swv_tree_goals   asked = { .goals = goals, .goal_count = count };
    const swv_tree_options options = {
        .position_tolerance = 1e-5, .rotation_tolerance = 1e-4, .max_iterations = STEPS, .max_restarts = -1
    };
    swv_tree_report report;
    if (count > 0 && swv_tree_solve(&f->tree, &asked, posture, &options, f->room, posture, &report) != SWV_OK)
        fail("a frame cannot be solved");
}

// Goals that bring joints to their centres.
static int add_centres(const centres *c, double weight, swv_goal *goals, int count)
{
    if (c->has_pelvis)
        goals[count++] = (swv_goal){ .kind = SWV_GOAL_ROTATION,
                                     .link = swv_link_of(SWV_PART_HIPS),
                                     .target = { { 0.0, 0.0, 0.0 }, c->pelvis },
                                     .weight = 0.3 * weight };
    for (int j = 0; j < ALL; j++)
        if (c->has[j])
            goals[count++] = (swv_goal){ .kind = SWV_GOAL_POSITION,
                                         .link = swv_link_of(j),
                                         .target = { c->at[j], SWV_IDENTITY_QUAT },
                                         .weight = weight };
    return count;
}

static void solve_centres(const figure *f, const centres *c, double *posture)
{
    swv_goal goals[GOALS];
    solve(f, goals, add_centres(c, 1.0, goals, 0), posture);
}

// `anchor`: joints stay near their centres while offsets are learned; NULL: markers alone.
static int solve_markers(const figure *f, const frame *at, const centres *anchor, double *posture)
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
    solve(f, goals, anchor ? add_centres(anchor, ANCHOR, goals, count) : count, posture);
    return count;
}

static void learn_offsets(figure *f, frame *at, const int *numbers, int count, const double *postures)
{
    swv_pose frames[ALL];
    for (int i = 0; i < f->marker_count; i++)
        f->markers[i].offset = (swv_vec3){ 0.0, 0.0, 0.0 }, f->markers[i].count = 0;
    for (int s = 0; s < count; s++) {
        at->number = numbers[s];
        swv_tree_frames(&f->tree, postures + (size_t)s * (size_t)f->tree.number_count, frames);
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

// Frames in which the most markers are seen, spread over the recording.
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

static void fit_figure(const char *path, frame *at, figure *f)
{
    static centres all[SAMPLES];
    int            numbers[SAMPLES];
    const int      count = choose_samples(at, numbers);
    bool           has_pelvis = false;
    for (int s = 0; s < count; s++) {
        at->number = numbers[s];
        find_centres(at, &all[s]);
        has_pelvis |= all[s].has_pelvis;
    }
    if (!has_pelvis)
        fail("%s: right and left ASIS and a PSIS or sacral marker are needed, seen together with half of all; "
             "'swivel motion info FILE --json' lists the names",
             path);
    swv_rig rig;
    if (swv_human_make(STATURE, SWV_MALE, f->rig_joints, &rig) != SWV_OK)
        fail("no figure");
    const scales s = find_scales(all, count, f->rig_joints);
    make_figure(f, &s);
    double *postures = malloc((size_t)count * (size_t)f->tree.number_count * sizeof *postures);
    if (!postures)
        fail("out of memory");
    for (int i = 0; i < count; i++) {
        double *posture = postures + (size_t)i * (size_t)f->tree.number_count;
        swv_tree_rest(&f->tree, posture);
        if (all[i].has_pelvis) {  // from where it stands and faces
            const swv_vec3 hips = mean_of(&all[i], SWV_PART_LEFT_UPPER_LEG);
            const double   pose[7] = { hips.x,          hips.y,          hips.z,         all[i].pelvis.x,
                                       all[i].pelvis.y, all[i].pelvis.z, all[i].pelvis.w };
            memcpy(posture + f->tree.first_number[SWV_PART_HIPS], pose, sizeof pose);
        }
        solve_centres(f, &all[i], posture);
    }
    for (int round = 0; round < ROUNDS; round++) {
        learn_offsets(f, at, numbers, count, postures);
        for (int i = 0; i < count; i++) {
            at->number = numbers[i];
            solve_markers(f, at, &all[i], postures + (size_t)i * (size_t)f->tree.number_count);
        }
    }
    learn_offsets(f, at, numbers, count, postures);
    free(postures);
}

static double measure(figure *f, const frame *at, const double *posture)
{
    swv_pose frames[ALL];
    double   squares = 0.0;
    swv_tree_frames(&f->tree, posture, frames);
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

static void make_output(const figure *f, int frame_count, double frame_time, swv_motion *made)
{
    swv_motion_joint     joints[ALL] = { { 0 } };
    swv_io_error         error = { .status = SWV_OK };
    const swv_io_options options = { .metres_per_unit = 1.0, .up = { 0.0, 0.0, 1.0 } };
    for (int j = 0; j < ALL; j++)
        joints[j] = (swv_motion_joint){ .name = f->rig_joints[j].name,
                                        .parent = f->rig_joints[j].parent,
                                        .rest = f->joints[j].rest,
                                        .turns = true,
                                        .moves = j == SWV_PART_HIPS };
    if (swv_motion_make(joints, ALL, frame_count, frame_time, &options, made, &error) != SWV_OK)
        fail("%s", error.text);
}

static void put_frame(const figure *f, const double *posture, int number, swv_motion *made)
{
    swv_pose frames[ALL], locals[ALL];
    swv_tree_frames(&f->tree, posture, frames);
    for (int j = 0; j < ALL; j++) {
        const int parent = f->rig_joints[j].parent;
        locals[j] = parent < 0 ? frames[j] : swv_pose_mul(swv_pose_inverse(frames[parent]), frames[j]);
    }
    // Arms without markers hang.
    for (int side = 0; side < 2; side++) {
        const int arm = sided(SWV_PART_LEFT_UPPER_ARM, side);
        if (f->joints[arm].kind == SWV_JOINT_FIXED)
            locals[arm].rotation = swv_quat_from_axis_angle((swv_vec3){ 0.0, 1.0, 0.0 }, side ? -HANGS : HANGS);
    }
    if (swv_motion_put(made, number, locals) != SWV_OK)
        fail("frame %d cannot be written", number);
}

// Up, if the file does not say: from the feet to the rest of the body, to the nearest axis.
static void find_up(const char *path, frame *at)
{
    swv_motion *m = (swv_motion *)(void *)at->motion;
    swv_vec3    feet, hips;
    for (at->number = 0; swv_vec3_length(m->up) == 0.0 && at->number < m->frame_count; at->number++) {
        if (!middle_of(at, ASIS, NONE, &hips) ||
            (!middle_of(at, TOE, NONE, &feet) && !middle_of(at, HEEL, NONE, &feet)))
            continue;
        const swv_vec3 up = swv_vec3_sub(hips, feet);
        const double   x = fabs(up.x), y = fabs(up.y), z = fabs(up.z);
        m->up = x > y && x > z ? (swv_vec3){ copysign(1.0, up.x), 0.0, 0.0 }
                : y > z        ? (swv_vec3){ 0.0, copysign(1.0, up.y), 0.0 }
                               : (swv_vec3){ 0.0, 0.0, copysign(1.0, up.z) };
    }
    if (swv_vec3_length(m->up) == 0.0)
        fail("%s: no frame has markers of both hips and feet; say --up", path);
    if (!(m->metres_per_unit > 0.0))
        fail("%s: it does not say its unit; say --unit", path);
}

void motion_markers(int count, char **words)
{
    const char     *path = NULL, *out = NULL;
    bool            as_json = false;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--out", .text = &out },
        { "--json", .flag = &as_json },
        MOTION_INPUT(input),
    };
    sort_words("motion markers", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!out)
        fail("motion markers: --out FILE is needed");
    static motion_file file;
    static figure      f;
    motion_read_as(path, &input, &file);
    swv_motion *m = &file.motion;
    if (m->format != SWV_FORMAT_TRC && m->format != SWV_FORMAT_C3D)
        fail("%s: markers are in TRC or C3D files; this is %s", path, swv_format_name(m->format));
    int unknown = 0;
    for (int j = 0; j < m->joint_count; j++) {
        marker one = { .joint = j };
        if (f.marker_count < MARKERS && m->joints[j].position_at >= 0 &&
            read_name(m->joints[j].name, &one.at, &one.side)) {
            one.bone = sided(bones[one.at], one.side);
            f.markers[f.marker_count++] = one;
        } else {
            unknown++;
        }
    }
    frame at = { .motion = m, .figure = &f };
    find_up(path, &at);
    const double   unit = m->metres_per_unit;
    const swv_vec3 z = { 0.0, 0.0, 1.0 };
    const swv_quat upright = swv_quat_between(m->up, z);
    if (swv_motion_transform(m, unit, upright) != SWV_OK)
        fail("%s: its numbers are too large", path);
    fit_figure(path, &at, &f);
    for (int i = 0; i < f.marker_count; i++)
        f.markers[i].error = 0.0, f.markers[i].count = f.markers[i].count > 0;

    swv_motion made = { .joint_count = 0 };
    double    *posture = calloc((size_t)f.tree.number_count, sizeof *posture), squares = 0.0;
    long       seen = 0;
    int        empty = 0;
    centres    first;
    progress   done = { .total_bytes = (uint64_t)m->frame_count, .what = "frames" };
    if (!posture)
        fail("out of memory");
    make_output(&f, m->frame_count, m->frame_time, &made);
    swv_tree_rest(&f.tree, posture);
    progress_begin_silent();
    bool has_begun = false;
    for (at.number = 0; at.number < m->frame_count; at.number++) {
        find_centres(&at, &first);
        if (!has_begun && first.has_pelvis) {
            const swv_vec3 hips = mean_of(&first, SWV_PART_LEFT_UPPER_LEG);
            const double   pose[7] = { hips.x,         hips.y,         hips.z,        first.pelvis.x,
                                       first.pelvis.y, first.pelvis.z, first.pelvis.w };
            memcpy(posture + f.tree.first_number[SWV_PART_HIPS], pose, sizeof pose);
            solve_centres(&f, &first, posture);
            has_begun = true;
            for (int earlier = 0; earlier < at.number; earlier++)
                put_frame(&f, posture, earlier, &made);
        }
        const int used = has_begun ? solve_markers(&f, &at, NULL, posture) : 0;
        empty += used == 0;
        seen += used;
        squares += used > 0 ? measure(&f, &at, posture) : 0.0;
        put_frame(&f, posture, at.number, &made);
        done.lines = done.bytes = (uint64_t)at.number + 1;
        progress_show(&done);
    }
    progress_end();
    const marker *worst = NULL;
    for (int i = 0; i < f.marker_count; i++)
        if (f.markers[i].count > 1 &&
            (!worst || f.markers[i].error * (double)worst->count > worst->error * (double)f.markers[i].count))
            worst = &f.markers[i];
    const double rms = seen > 0 ? 1e3 * sqrt(squares / (double)seen) : 0.0;
    swv_motion_transform(&made, 1.0 / unit, swv_quat_conjugate(upright));
    motion_write(out, &made);
    const char  *worst_name = worst ? m->joints[worst->joint].name : "";
    const double worst_mean = worst ? 1e3 * worst->error / (double)(worst->count - 1) : 0.0;
    if (as_json) {
        printf("{\"frames\": %d, \"without_markers\": %d, \"markers\": %d, \"unknown\": %d, \"rms_mm\": ",
               m->frame_count, empty, f.marker_count, unknown);
        json_number(rms);
        printf(", \"worst\": ");
        json_string(worst_name);
        printf(", \"worst_mean_mm\": ");
        json_number(worst_mean);
        puts("}");
    } else {
        printf(
            "%d markers on %d frames (%d names not known, %d frames without): within %.3g mm (root mean square); %s is "
            "the worst, %.3g mm on average\n",
            f.marker_count, m->frame_count, unknown, empty, rms, worst_name, worst_mean);
    }
    free(posture);
    free(f.room);
    free(f.memory);
    swv_motion_free(&made);
    swv_motion_free(m);
}
