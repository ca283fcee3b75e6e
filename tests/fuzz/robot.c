// SPDX-License-Identifier: MIT
// retarget.h and body.h: humanoids of hinges, of any proportions, axes and limits; postures of their stand-ins, a frame or two. Crowds of a few.
#include "fuzz.h"
#include "rigs.h"

enum { BASE, WAIST, FIRST_LEG, LEG = 6, FIRST_ARM = FIRST_LEG + 2 * LEG, ARM = 5, JOINTS = FIRST_ARM + 2 * ARM };

typedef struct hinge {
    int      part;  ///< -1: none
    swv_vec3 at;    ///< from the joint before; of the right side
    int      axis;
} hinge;

static const hinge legs[LEG] = {
    { SWV_PART_RIGHT_UPPER_LEG, { 0.06, 0, -0.1 }, 0 },
    { -1, { 0.05, 0, 0 }, 1 },
    { -1, { 0, 0, -0.1 }, 2 },
    { SWV_PART_RIGHT_LOWER_LEG, { 0, 0, -0.2 }, 0 },
    { -1, { 0, -0.01, -0.3 }, 0 },
    { SWV_PART_RIGHT_FOOT, { 0, 0, -0.02 }, 1 },
};
static const hinge arms[ARM] = {
    { SWV_PART_RIGHT_UPPER_ARM, { 0.1, 0, 0.3 }, 0 },
    { -1, { 0.04, 0, -0.01 }, 1 },
    { -1, { 0, 0, -0.1 }, 2 },
    { SWV_PART_RIGHT_LOWER_ARM, { 0, 0.01, -0.1 }, 0 },
    { SWV_PART_RIGHT_HAND, { 0, 0.1, -0.05 }, 1 },
};

// A hinge like the one given, on either side: mostly where it belongs, its axis one of three.
static swv_joint take_hinge(stream *s, const hinge *h, bool is_left, int parent)
{
    const swv_vec3 axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    swv_joint      j = {
             .parent = parent, .kind = SWV_JOINT_HINGE, .rest = { h->at, SWV_IDENTITY_QUAT }, .axis = axes[h->axis]
    };
    if (is_left)
        j.rest.position.x = -j.rest.position.x;
    switch (take_below(s, 16)) {
    case 1:
        j.rest.position = swv_vec3_add(j.rest.position, take_vec3(s, 0.1));
        break;
    case 2:
        j.axis = take_vec3(s, 1.0);
        break;
    case 3:
        j.kind = (swv_joint_kind)take_below(s, 5);
        j.second_axis = axes[(h->axis + 1) % 3];
        break;
    case 4:
        j.rest.rotation = take_quat(s);
        break;
    default:
        break;
    }
    if (take_below(s, 3) == 0) {
        j.lower[0] = take_number(s, -3.0, 0.0);
        j.upper[0] = take_number(s, 0.0, 3.0);
    }
    j.mass = take_bool(s) ? take_number(s, 0.0, 3.0) : 0.0;
    j.center = (swv_vec3){ 0, 0, take_number(s, -0.1, 0.1) };
    return j;
}

// A part of the right side, or its mirror image.
static int on_side(int part, bool is_left)
{
    return is_left && part >= 0 ? swv_part_mirrored(part) : part;
}

static swv_quat nearby(swv_quat rest, swv_quat by)
{
    return swv_quat_mul(rest, (swv_quat){ 0.05 * by.x, 0.05 * by.y, 0.05 * by.z, 1.0 });
}

static double room[1 << 17];

// A frame or two. Cold: without a posture before the first, to any turns. Else from rest, to turns nearby, which takes a tenth of the time.
static void try_frames(stream *s, const swv_robot_body *robot, const double *rest, bool is_cold)
{
    const swv_skeleton   *tree = robot->skeleton;
    swv_robot_body_report report;
    double                posture[7 * JOINTS];
    bool                  has_posture = !is_cold;
    swv_pose              frames[JOINTS];
    if (has_posture)
        memcpy(posture, rest, sizeof posture);
    const int more = take_below(s, is_cold ? 2 : 8);
    for (int frame = more == (is_cold ? 1 : 7) ? 2 : 1; frame > 0; --frame) {
        swv_pose locals[SWV_ROBOT_BODY_JOINTS];
        double   before[7 * JOINTS];
        PAINT(report);
        if (!has_posture)
            PAINT(posture);
        memcpy(before, posture, sizeof posture);
        for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; ++i) {
            locals[i] = robot->body.mount.skeleton->joints[i].rest;
            if (take_below(s, 4) != 3)
                continue;
            const swv_quat by = take_quat(s);
            locals[i].rotation = is_cold ? by : nearby(locals[i].rotation, by);
        }
        locals[0].position = swv_vec3_add(locals[0].position, take_vec3(s, is_cold ? 0.1 : 0.02));
        const swv_status status =
            swv_robot_body_pose(robot, locals, has_posture ? posture : NULL, room, posture, &report);
        if (status != SWV_OK) {
            CHECK(status == SWV_BAD_POSTURE || status == SWV_BAD_GOAL || status == SWV_NOT_FINITE ||
                  status == SWV_BAD_MODEL);
            CHECK(memcmp(before, posture, sizeof posture) == 0);
            CHECK_UNTOUCHED(report);
            return;
        }
        has_posture = true;
        CHECK(all_finite(posture, tree->number_count));
        double excess = -1.0;
        int    joint;
        CHECK(swv_skeleton_outside(tree, posture, &excess, &joint) == SWV_OK && excess <= 1e-12);
        // What is said of feet and hands, by the tree's own links: joints 11 and 14, 5 and 8 of the stand-in.
        swv_pose worlds[SWV_ROBOT_BODY_JOINTS];
        CHECK(swv_skeleton_frames(tree, posture, frames) == SWV_OK);
        CHECK(swv_mount_worlds(&robot->body.mount, locals, worlds) == SWV_OK);
        for (int side = 0; side < 2; ++side) {
            const int    at[2] = { 11 + 3 * side, 5 + 3 * side };
            const double said[2] = { report.feet[side], report.hands[side] };
            // Of a foot with a sole it is the sole that is meant, where it is lifted to.
            CHECK(said[0] >= 0.0 && isfinite(said[0]));
            for (int k = robot->body.soles[side].ahead > 0.0 ? 1 : 0; k < 2; ++k) {
                const swv_pose *link = &frames[robot->links[at[k]]];
                const swv_vec3  is =
                    swv_vec3_add(link->position, turned(turn_of(link->rotation), robot->from_link[at[k]].position));
                const double miss = apart(is, worlds[at[k]].position);
                check_distance(said[k], miss, 1e-9 * (1.0 + length_of(is) + miss));
            }
            CHECK(report.feet_turned[side] >= 0.0 && report.feet_turned[side] <= SWV_PI + 1e-9);
        }
    }
}

static void try_robot(stream *s)
{
    static double memory[1 << 17];
    swv_joint     joints[JOINTS] = {
            { .parent = -1, .kind = SWV_JOINT_FREE, .rest = { { 0, 0, 0.8 }, SWV_IDENTITY_QUAT } }
    };
    int            given[SWV_PARTS];
    swv_skeleton   tree;
    swv_binding    binding;
    swv_robot_body robot;
    for (int i = 0; i < SWV_PARTS; ++i)
        given[i] = -1;
    given[SWV_PART_HIPS] = BASE + 1;
    given[SWV_PART_CHEST] = WAIST + 1;
    const hinge waist = { SWV_PART_CHEST, { 0, 0, 0.1 }, 2 };
    joints[WAIST] = take_hinge(s, &waist, false, BASE);
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < LEG + ARM; ++i) {
            const bool   is_leg = i < LEG;
            const int    n = is_leg ? i : i - LEG, first = is_leg ? FIRST_LEG + side * LEG : FIRST_ARM + side * ARM;
            const hinge *h = is_leg ? &legs[n] : &arms[n];
            joints[first + n] = take_hinge(s, h, side == 1, n > 0 ? first + n - 1 : is_leg ? BASE : WAIST);
            if (h->part >= 0)
                given[on_side(h->part, side == 1)] = first + n + 1;
        }
    }
    // Soles, of every other robot: by what all bytes give, so that inputs that were kept mean what they meant.
    for (int i = 0; (s->part / 32) % 2 == 1 && i < 2; ++i) {
        swv_joint   *foot = &joints[FIRST_LEG + i * LEG + LEG - 1];
        const double wide = 0.01 * (double)(1 + s->part / 64 % 16), deep = 0.01 * (double)(s->part / 1024 % 16);
        foot->low = (swv_vec3){ -wide, -2.0 * wide, -deep };
        foot->high = (swv_vec3){ wide, 3.0 * wide, 0.1 * deep };
    }
    if (take_below(s, 8) == 7)  // a robot that lacks something
        given[take_below(s, SWV_PARTS)] = -1;
    CHECK(swv_skeleton_size(JOINTS) <= sizeof memory);
    const swv_skeleton_options upright = { .up = { 0, 0, 1 } };
    if (swv_skeleton_make(joints, JOINTS, &upright, memory, &tree, NULL) != SWV_OK)
        return;
    double   rest[7 * JOINTS];
    swv_pose frames[JOINTS];
    if (swv_skeleton_rest(&tree, rest) != SWV_OK || swv_skeleton_frames(&tree, rest, frames) != SWV_OK)
        return;
    const swv_bind_options options = { .given = given };
    CHECK(swv_skeleton_bind_size(JOINTS) <= sizeof room);
    if (swv_skeleton_bind(&tree, &options, room, &binding) != SWV_OK)
        return;
    PAINT(robot);
    CHECK(swv_robot_body_size(&tree) > 0 && swv_robot_body_size(&tree) <= sizeof room);
    const swv_status made = swv_robot_body_make(&tree, &binding, room, &robot, NULL);
    if (made != SWV_OK) {
        CHECK(made == SWV_BAD_MODEL || made == SWV_NOT_FINITE);
        CHECK_UNTOUCHED(robot);
        return;
    }
    stream again = *s;
    if (does_part(s, 0, 32))
        try_frames(s, &robot, rest, true);
    if (does_part(s, s->part % 32 > 0 ? s->part % 32 : 1, 32))
        try_frames(&again, &robot, rest, false);
}

// Whoever is posed fits the budget, and nobody waits for ever; a refused call leaves no trace.
static void try_crowd(stream *s)
{
    enum { MOST = 24 };
    swv_crowd_member        members[MOST] = { { 0 } }, before[MOST];
    const int               count = take_below(s, MOST + 1) - (s->is_wild && take_below(s, 8) == 0);
    const swv_crowd_options options = { .budget = take_bool(s) ? take_number(s, 0.0, 300.0) : 0.0,
                                        .body_cost = take_bool(s) ? take_number(s, 0.0, 30.0) : 0.0,
                                        .fingers_cost = take_bool(s) ? take_number(s, 0.0, 40.0) : 0.0,
                                        .fingers_within = take_bool(s) ? take_number(s, 0.0, 5.0) : 0.0,
                                        .every_frame_within = take_bool(s) ? take_number(s, 0.0, 20.0) : 0.0 };
    const double            budget = options.budget == 0.0 ? 4000.0 : options.budget;
    for (int frame = 0; frame < 4; ++frame) {
        swv_crowd_report report;
        for (int i = 0; i < count; ++i)
            members[i].distance = take_number(s, 0.0, 100.0);
        PAINT(report);
        memcpy(before, members, sizeof members);
        const swv_status status = swv_crowd_plan(members, count, &options, &report);
        if (status != SWV_OK) {
            CHECK(status == SWV_BAD_COUNT || status == SWV_BAD_ARGUMENT || status == SWV_BAD_OPTIONS);
            CHECK(memcmp(before, members, sizeof members) == 0);
            CHECK_UNTOUCHED(report);
            return;
        }
        int posed = 0;
        for (int i = 0; i < count; ++i) {
            CHECK(members[i].detail >= SWV_DETAIL_NONE && members[i].detail <= SWV_DETAIL_FINGERS);
            CHECK(members[i].detail == SWV_DETAIL_NONE || members[i].age == 1);
            posed += members[i].detail != SWV_DETAIL_NONE;
        }
        CHECK(posed == report.posed && report.posed + report.postponed <= count && report.postponed >= 0);
        CHECK(isfinite(report.cost) && report.cost <= budget * (1.0 + 1e-12));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream s = stream_of(data, size);
    // By all bytes: what is cold reaches most and is kept, and by its first byte all that comes of it would be cold as well.
    for (size_t i = 0; i < size; ++i)
        s.part = 31 * s.part + data[i];
    s.part >>= 8;
    if (take_below(&s, 8) == 7)
        try_crowd(&s);
    else
        try_robot(&s);
    return 0;
}
