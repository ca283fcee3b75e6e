// SPDX-License-Identifier: MIT
// Bodies, a character, robots and recorded motion, all made in code: what bodies.c and postures.c move. Nothing here asks a solver of the
// library, so that a change of one room does not change what another one is given.
#ifndef SWIVEL_TESTS_SUBJECTS_H
#define SWIVEL_TESTS_SUBJECTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../support/random.h"
#include "swivel/swivel.h"

#include "../support/rigs.h"

enum { SUBJECT_JOINTS = SWV_HUMAN_JOINTS };

typedef struct subject {
    world_joint joints[SUBJECT_JOINTS];
    world_rig   rig;
    swv_binding binding;
    swv_body    body;
} subject;

static inline swv_quat turn_about(double x, double y, double z, double angle)
{
    return swv_quat_from_axis_angle((swv_vec3){ x, y, z }, angle);
}

static inline int right_of(int left_part)
{
    return swv_part_mirrored(left_part);
}

static inline void make_human(double stature, swv_sex sex, subject *s)
{
    memset(s, 0, sizeof *s);
    (void)human_rig(stature, sex, s->joints, &s->rig);
    (void)bind_rig(&s->rig, NULL, &s->binding);
    (void)body_of_rig(&s->rig, &s->binding, &s->body, NULL);
}

// ---- a character ----

// What it has of the human's parts; LEFT_ and RIGHT_ hand come last of their arms.
static const struct {
    const char *name;
    int         part, parent;  ///< parent: an index into this table
} character_parts[] = {
    { "Hips", SWV_PART_HIPS, -1 },
    { "Spine", SWV_PART_SPINE, 0 },
    { "Spine1", SWV_PART_UPPER_CHEST, 1 },
    { "Neck", SWV_PART_NECK, 2 },
    { "Head", SWV_PART_HEAD, 3 },
    { "LeftUpLeg", SWV_PART_LEFT_UPPER_LEG, 0 },
    { "LeftLeg", SWV_PART_LEFT_LOWER_LEG, 5 },
    { "LeftFoot", SWV_PART_LEFT_FOOT, 6 },
    { "RightUpLeg", SWV_PART_RIGHT_UPPER_LEG, 0 },
    { "RightLeg", SWV_PART_RIGHT_LOWER_LEG, 8 },
    { "RightFoot", SWV_PART_RIGHT_FOOT, 9 },
    { "LeftArm", SWV_PART_LEFT_UPPER_ARM, 2 },
    { "LeftForeArm", SWV_PART_LEFT_LOWER_ARM, 11 },
    { "LeftForeArmTwist", -1, 12 },
    { "LeftHand", SWV_PART_LEFT_HAND, 12 },
    { "RightArm", SWV_PART_RIGHT_UPPER_ARM, 2 },
    { "RightForeArm", SWV_PART_RIGHT_LOWER_ARM, 15 },
    { "RightForeArmTwist", -1, 16 },
    { "RightHand", SWV_PART_RIGHT_HAND, 16 },
};
enum { CHARACTER_JOINTS = sizeof character_parts / sizeof character_parts[0] };

// A child-sized character: centimetres, y up, axes of bones anyhow, arms 45 degrees down, bent knees, long arms; twist bones, but no clavicles,
// toes or fingers. In axes of either hand.
static inline void make_character(bool is_left_handed, subject *s)
{
    world_joint people[SWV_HUMAN_JOINTS];
    world_rig   rig;
    uint64_t    seed = 5;
    memset(s, 0, sizeof *s);
    (void)human_rig(1.6, SWV_FEMALE, people, &rig);
    for (int i = 0; i < CHARACTER_JOINTS; i++) {
        const int  part = character_parts[i].part;
        const bool is_left = character_parts[i].name[0] == 'L', is_arm = i >= 11;
        swv_vec3   p = { 0.0, 0.0, 0.0 };
        if (part >= 0)
            p = people[part].rest.position;
        else
            p = swv_vec3_scale(0.5, swv_vec3_add(people[character_parts[i - 1].part].rest.position,
                                                 people[character_parts[i + 1].part].rest.position));
        if (is_arm) {
            const swv_vec3 shoulder =
                people[is_left ? SWV_PART_LEFT_UPPER_ARM : SWV_PART_RIGHT_UPPER_ARM].rest.position;
            const swv_vec3 along = swv_vec3_scale(1.15, swv_vec3_sub(p, shoulder));
            p = swv_vec3_add(shoulder, swv_quat_rotate(turn_about(0, 1, 0, is_left ? -0.8 : 0.8), along));
        }
        if (part == SWV_PART_LEFT_LOWER_LEG || part == SWV_PART_RIGHT_LOWER_LEG)
            p.y += 0.03;
        p = swv_vec3_scale(75.0, p);
        s->joints[i] = (world_joint){
            character_parts[i].name,
            character_parts[i].parent,
            { { is_left_handed ? p.x : -p.x, p.z, p.y },
              swv_quat_normalize((swv_quat){ random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                             random_between(&seed, -1, 1), random_between(&seed, -1, 1) }) }
        };
    }
    s->rig = (world_rig){
        .joints = s->joints, .joint_count = CHARACTER_JOINTS, .up = { 0.0, 1.0, 0.0 }, .is_left_handed = is_left_handed
    };
    (void)bind_rig(&s->rig, NULL, &s->binding);
    (void)body_of_rig(&s->rig, &s->binding, &s->body, NULL);
}

// ---- robots ----

static const swv_joint g1_joints[] = {
#include "../../data/robots/g1.inc"
};
static const swv_joint h1_joints[] = {
#include "../../data/robots/h1.inc"
};
enum { ROBOT_JOINTS = sizeof g1_joints / sizeof g1_joints[0] };

typedef struct machine {
    swv_joint      joints[ROBOT_JOINTS];
    swv_binding    binding;
    swv_skeleton   tree;
    swv_robot_body robot;
    double         memory[1 << 14], room[1 << 14], scratch[1 << 12];
} machine;

static inline bool ends_with(const char *text, const char *end)
{
    const size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

// Unitree's G1, or its H1, whose forearms have no wrist and whose ankles do not roll. `has_soles`: with boxes about as large as its feet are.
// False if the memory is too small for it.
static inline bool make_machine(bool is_h1, bool has_soles, machine *m)
{
    const int count =
        is_h1 ? (int)(sizeof h1_joints / sizeof h1_joints[0]) : (int)(sizeof g1_joints / sizeof g1_joints[0]);
    const swv_skeleton_options options = { .up = { 0.0, 0.0, 1.0 } };
    memset(m, 0, sizeof *m);
    if (swv_skeleton_size(count) > sizeof m->memory || swv_skeleton_bind_size(count) > sizeof m->scratch)
        return false;
    for (int i = 0; i < count; i++) {
        m->joints[i] = is_h1 ? h1_joints[i] : g1_joints[i];
        if (has_soles && ends_with(m->joints[i].name, is_h1 ? "ankle_link" : "ankle_roll_link")) {
            m->joints[i].low = (swv_vec3){ is_h1 ? -0.06 : -0.055, -0.035, is_h1 ? -0.065 : -0.035 };
            m->joints[i].high = (swv_vec3){ is_h1 ? 0.14 : 0.125, 0.035, -0.02 };
        }
    }
    (void)swv_skeleton_make(m->joints, count, &options, m->memory, &m->tree, NULL);
    (void)swv_skeleton_bind(&m->tree, NULL, m->scratch, &m->binding);
    if (swv_robot_body_size(&m->tree) > sizeof m->room)
        return false;
    (void)swv_robot_body_make(&m->tree, &m->binding, m->room, &m->robot, NULL);
    return true;
}

// ---- motion ----

typedef enum recorded {
    RECORDED_WALK = 0,  ///< a walk, heel to toe
    RECORDED_TAPS,  ///< a foot that is lifted, and then one that touches the floor, for one frame, for two, and so on
    RECORDED_WILD,  ///< a squat with arms, hands and feet further than limits let them
} recorded;

enum { TAPS_IN_AIR = 400 };  // from this frame on

static inline double smooth_step(double t)
{
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

static inline double cosine_of(double a, double b, double opposite)
{
    const double c = (a * a + b * b - opposite * opposite) / (2.0 * a * b);
    return c < -1.0 ? -1.0 : c > 1.0 ? 1.0 : c;
}

// A foot of a walk: its ankle were it flat on the floor, and how far the toes point up.
static inline void walking_foot(double cycles, double stride, double *ahead, double *lift, double *pitch)
{
    const double n = floor(cycles), phase = cycles - n, swing = smooth_step((phase - 0.6) / 0.4);
    *ahead = stride * (n + 0.3 + swing);
    *lift = phase > 0.6 ? 0.07 * swv_sin(SWV_PI * (phase - 0.6) / 0.4) : 0.0;
    *pitch = phase < 0.6 ? 0.3 * (1.0 - smooth_step(phase / 0.08)) - 0.7 * smooth_step((phase - 0.4) / 0.2)
                         : -0.7 + 1.0 * swing;
}

// Runs of 1, 2, 3 ... frames, each after a pause of 24: whether this frame is in one.
static inline bool is_in_run(int frame)
{
    for (int length = 1; frame >= 0; length++) {
        if (frame < 24)
            return false;
        frame -= 24;
        if (frame < length)
            return true;
        frame -= length;
    }
    return false;
}

// A frame of a motion of the built-in human, as its locals: legs by the cosine rule in the plane that the body walks in, all else by sines.
static inline void record_frame(const subject *human, recorded what, int frame, double dt, swv_pose *locals)
{
    const world_joint *joints = human->joints;
    const double       t = frame * dt, stride = 1.05;
    const int          thigh = SWV_PART_LEFT_UPPER_LEG;
    const double       upper = joints[thigh].rest.position.z - joints[thigh + 1].rest.position.z,
                 lower = joints[thigh + 1].rest.position.z - joints[thigh + 2].rest.position.z,
                 ankle_high = joints[thigh + 2].rest.position.z;
    for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {
        const int parent = joints[i].parent;
        locals[i] = joints[i].rest;
        if (parent >= 0)
            locals[i].position = swv_vec3_sub(joints[i].rest.position, joints[parent].rest.position);
    }
    const bool     is_wild = what == RECORDED_WILD, is_walk = what == RECORDED_WALK;
    const double   squat = is_wild ? 0.42 * smooth_step(1.5 * t) : 0.0;
    const swv_vec3 hips = { 0.0, is_walk ? stride * t : 0.0,
                            ankle_high + 0.955 * (upper + lower) - squat +
                                (is_walk ? 0.02 * swv_sin(4.0 * SWV_PI * t) : 0.0) };
    const swv_quat heading = turn_about(0, 0, 1, 0.4);
    locals[SWV_PART_HIPS] = (swv_pose){ swv_quat_rotate(heading, hips), heading };
    const double sway = is_walk ? swv_sin(2.0 * SWV_PI * t) : swv_sin(3.0 * t);
    for (int part = SWV_PART_SPINE; part <= SWV_PART_UPPER_CHEST; part++)
        locals[part].rotation =
            swv_quat_mul(turn_about(0, 0, 1, 0.05 * sway), turn_about(1, 0, 0, -(is_wild ? 0.25 : 0.02)));
    locals[SWV_PART_HEAD].rotation = turn_about(0, 0, 1, 0.3 * swv_sin(2.0 * t));
    for (int side = 0; side < 2; side++) {
        const bool   is_left = side == SWV_LEFT;
        const double out = is_left ? -1.0 : 1.0, swing = (is_left ? 1.0 : -1.0) * sway;
        const int    leg = is_left ? thigh : right_of(thigh),
                  arm = is_left ? SWV_PART_LEFT_UPPER_ARM : SWV_PART_RIGHT_UPPER_ARM;
        double ahead = 0.0, lift = 0.0, pitch = 0.0;
        if (is_walk)
            walking_foot(t + (is_left ? 0.5 : 0.0), stride, &ahead, &lift, &pitch);
        if (is_walk && is_left)
            ahead -= 0.5 * stride;
        if (what == RECORDED_TAPS && !is_left)  // first on the floor, then in the air
            lift = frame < TAPS_IN_AIR ? (is_in_run(frame) ? 0.11 : 0.0) : is_in_run(frame - TAPS_IN_AIR) ? 0.0 : 0.11;
        if (is_wild) {
            ahead = 0.15 * out;
            pitch = is_left ? 0.0 : 0.9 * swv_sin(5.0 * t);
        }
        // Heel up about the ball, toes up about the heel.
        const swv_vec3 toes = swv_vec3_sub(joints[leg + 3].rest.position, joints[leg + 2].rest.position);
        const swv_vec3 pivot = pitch < 0.0 ? toes : (swv_vec3){ 0.0, -0.05, -ankle_high };
        const swv_quat tipped = turn_about(1, 0, 0, pitch);
        const swv_vec3 moved = swv_vec3_sub(pivot, swv_quat_rotate(tipped, pivot));
        const double   y = ahead + moved.y - hips.y, z = ankle_high + lift + moved.z - hips.z;
        const double   whole = 0.9999 * (upper + lower), far = sqrt(y * y + z * z), length = far > whole ? whole : far;
        const double   first = swv_atan2(y, -z) + swv_acos(cosine_of(upper, length, lower)),
                     knee = SWV_PI - swv_acos(cosine_of(upper, lower, length));
        locals[leg].rotation = turn_about(1, 0, 0, first);
        locals[leg + 1].rotation = turn_about(1, 0, 0, -knee);
        locals[leg + 2].rotation = turn_about(1, 0, 0, pitch - first + knee);
        const swv_quat hang = turn_about(0, 1, 0, out * 1.45);
        const double   bend = 0.35 + 0.25 * swing;
        locals[arm].rotation = swv_quat_mul(turn_about(1, 0, 0, 0.4 * swing + 0.05), hang);
        locals[arm + 1].rotation = turn_about(0, 0, 1, out * bend);
        locals[arm + 2].rotation = turn_about(1, 0, 0, 0.2 * swing);
        locals[arm + 7].rotation = turn_about(0, 1, 0, out * 0.5);  // the index finger's second bone
        if (is_wild) {
            locals[arm].rotation =
                swv_quat_mul(swv_quat_from_rotation_vector((swv_vec3){
                                 1.8 * swv_sin(2.3 * t + out), 1.2 * swv_sin(3.1 * t), 1.6 * swv_sin(1.7 * t + 1.0) }),
                             locals[arm].rotation);
            locals[arm + 1].rotation = turn_about(0, 0.2, 1, out * (0.6 + 1.5 * swv_sin(4.0 * t)));
            locals[arm + 2].rotation = swv_quat_from_rotation_vector(
                (swv_vec3){ 1.5 * swv_sin(4.0 * t), 1.3 * swv_sin(3.0 * t + out), 0.8 * swv_sin(2.0 * t) });
        }
        locals[arm - 1].rotation = turn_about(0, 1, 0, -out * (is_wild ? 0.2 : 0.03));  // the clavicle
    }
}

#endif
