// SPDX-License-Identifier: MIT
// The reference postures. Each asks one thing of one body, as a user would, so that its picture can be judged by eye.
#include "postures.h"

#include <stdio.h>
#include <string.h>

#include "subjects.h"
#include "swivel/swivel.h"

enum { FRAMES = 240 };

typedef struct studio {
    shot *shots;
    int   count;
    bool  is_good;
} studio;

// Fails the whole sheet: there is no posture to compare.
static bool check(studio *s, const char *posture, swv_status status)
{
    if (status != SWV_OK) {
        printf("%s: status %d\n", posture, (int)status);
        s->is_good = false;
    }
    return status == SWV_OK;
}

static swv_vec3 right_of_body(const swv_binding *b)
{
    const swv_vec3 right = swv_vec3_cross(b->forward, b->up);
    return b->is_left_handed ? swv_vec3_scale(-1.0, right) : right;
}

// A place in the axes of a shot; `mm` is the unit of the skeleton.
static swv_vec3 seen(const swv_binding *b, double mm, swv_vec3 p)
{
    return (swv_vec3){ mm * swv_vec3_dot(right_of_body(b), p), mm * swv_vec3_dot(b->forward, p),
                       mm * swv_vec3_dot(b->up, p) };
}

static shot *begin_shot(studio *s, const char *posture, double time, double tall)
{
    if (s->count >= SHOTS) {
        printf("%s: no room for it\n", posture);
        s->is_good = false;
        return NULL;
    }
    shot *t = &s->shots[s->count++];
    *t = (shot){ .posture = posture, .time = time, .tall = tall };
    return t;
}

static void add_target(studio *s, swv_vec3 place)
{
    shot *t = &s->shots[s->count - 1];
    if (s->is_good && t->target_count < SHOT_TARGETS)
        t->targets[t->target_count++] = swv_vec3_scale(1e3, place);
}

static shot_side side_of_part(int part)
{
    return part < SWV_PART_LEFT_EYE ? SHOT_MIDDLE : part < SWV_PART_RIGHT_EYE ? SHOT_LEFT : SHOT_RIGHT;
}

static bool is_of_hand(int part, swv_side side)
{
    const int left = side == SWV_LEFT ? part : part >= SWV_PART_RIGHT_EYE ? swv_part_mirrored(part) : -1;
    return left >= SWV_PART_LEFT_HAND && left <= SWV_PART_LEFT_LITTLE_DISTAL;
}

// The joints for which `is_wanted` is true, with the nearest of them above each as its parent.
static void add_joints(shot *t, const subject *b, double mm, const swv_pose *worlds, const bool *is_wanted)
{
    int at[SUBJECT_JOINTS];
    for (int j = 0; j < b->rig.joint_count; j++) {
        at[j] = -1;
        if (!is_wanted[j] || t->joint_count == SHOT_JOINTS)
            continue;
        int parent = b->joints[j].parent;
        while (parent >= 0 && !is_wanted[parent])
            parent = b->joints[parent].parent;
        const int i = at[j] = t->joint_count++;
        t->names[i] = b->joints[j].name;
        t->parents[i] = parent < 0 ? -1 : at[parent];
        t->places[i] = seen(&b->binding, mm, worlds[j].position);
        for (int part = 0; part < SWV_PARTS; part++)
            if (b->binding.parts[part].joint == j)
                t->sides[i] = side_of_part(part);
    }
}

// A body, without fingers and face.
static void shoot_body(studio *s, const char *posture, double time, const subject *b, double mm, const swv_pose *locals)
{
    swv_pose worlds[SUBJECT_JOINTS];
    bool     is_wanted[SUBJECT_JOINTS];
    shot    *t = begin_shot(s, posture, time, 2050.0);
    if (!t || !check(s, posture, swv_mount_worlds(&b->body.mount, locals, worlds)))
        return;
    for (int j = 0; j < b->rig.joint_count; j++)
        is_wanted[j] = true;
    for (int part = 0; part < SWV_PARTS; part++) {
        const bool is_small = part == SWV_PART_JAW || part == SWV_PART_LEFT_HAND || part == SWV_PART_RIGHT_HAND;
        const int  joint = b->binding.parts[part].joint;
        if (joint >= 0 &&
            (part == SWV_PART_JAW || (!is_small && (is_of_hand(part, SWV_LEFT) || is_of_hand(part, SWV_RIGHT)))))
            is_wanted[joint] = false;
    }
    add_joints(t, b, mm, worlds, is_wanted);
}

// One of the built-in human's hands.
static void shoot_hand(studio *s, const char *posture, const subject *b, swv_side side, const swv_pose *locals)
{
    swv_pose worlds[SUBJECT_JOINTS];
    bool     is_wanted[SUBJECT_JOINTS];
    shot    *t = begin_shot(s, posture, 0.0, 420.0);
    if (!t || !check(s, posture, swv_mount_worlds(&b->body.mount, locals, worlds)))
        return;
    for (int j = 0; j < b->rig.joint_count; j++)
        is_wanted[j] = is_of_hand(j, side);
    t->is_hand = true;
    add_joints(t, b, 1e3, worlds, is_wanted);
}

// ---- goals ----

static subject  man;
static swv_pose stand[SUBJECT_JOINTS], stand_worlds[SUBJECT_JOINTS];

static swv_body_goal goal_at(int part, double x, double y, double z, swv_body_want want)
{
    return (swv_body_goal){ .part = part, .pose = { { x, y, z }, stand_worlds[part].rotation }, .want = want };
}

static void reach(studio *s, const char *posture, const swv_body_goal *goals, int count,
                  const swv_body_reach_options *options)
{
    swv_pose out[SUBJECT_JOINTS];
    if (!check(s, posture, swv_body_reach(&man.body, goals, count, stand, options, out, NULL)))
        return;
    shoot_body(s, posture, 0.0, &man, 1e3, out);
    for (int i = 0; i < count; i++)
        if (goals[i].want != SWV_WANT_ROTATION && goals[i].want != SWV_WANT_FREE && goals[i].want != SWV_WANT_STAY)
            add_target(s, goals[i].pose.position);
}

static void shoot_reaches(studio *s)
{
    const swv_body_reach_options balanced = { .balances = true };
    const int                    left = SWV_PART_LEFT_HAND, right = SWV_PART_RIGHT_HAND, head = SWV_PART_HEAD;
    shoot_body(s, "stand", 0.0, &man, 1e3, stand);
    reach(s, "door_handle", (swv_body_goal[]){ goal_at(right, 0.25, 0.45, 1.05, SWV_WANT_POSITION) }, 1, NULL);
    reach(s, "shelf",
          (swv_body_goal[]){ goal_at(right, 0.2, 0.35, 1.95, SWV_WANT_POSITION),
                             goal_at(head, 0.2, 0.35, 1.95, SWV_WANT_GAZE) },
          2, NULL);
    reach(s, "across", (swv_body_goal[]){ goal_at(left, 0.45, 0.35, 1.2, SWV_WANT_POSITION) }, 1, NULL);
    reach(s, "behind", (swv_body_goal[]){ goal_at(right, 0.5, -0.4, 1.1, SWV_WANT_POSITION) }, 1, NULL);
    reach(s, "box_on_floor",
          (swv_body_goal[]){ goal_at(left, -0.2, 0.5, 0.25, SWV_WANT_POSITION),
                             goal_at(right, 0.2, 0.5, 0.25, SWV_WANT_POSITION) },
          2, &balanced);
    reach(s, "box_out_of_balance",
          (swv_body_goal[]){ goal_at(left, -0.2, 0.5, 0.25, SWV_WANT_POSITION),
                             goal_at(right, 0.2, 0.5, 0.25, SWV_WANT_POSITION) },
          2, NULL);
    reach(s, "out_of_reach", (swv_body_goal[]){ goal_at(right, 0.4, 2.0, 1.3, SWV_WANT_POSITION) }, 1, &balanced);
    reach(s, "far_aside", (swv_body_goal[]){ goal_at(left, -1.3, 0.1, 1.0, SWV_WANT_POSITION) }, 1, &balanced);
    reach(s, "look_left", (swv_body_goal[]){ goal_at(head, -2.0, 1.0, 1.4, SWV_WANT_GAZE) }, 1, NULL);
    reach(s, "look_behind", (swv_body_goal[]){ goal_at(head, 0.5, -2.0, 2.5, SWV_WANT_GAZE) }, 1, NULL);
    reach(s, "squat", (swv_body_goal[]){ goal_at(SWV_PART_HIPS, 0.0, -0.15, 0.45, SWV_WANT_POSITION) }, 1, &balanced);
    reach(s, "step",
          (swv_body_goal[]){
              goal_at(SWV_PART_LEFT_FOOT, -0.09, 0.6, stand_worlds[SWV_PART_LEFT_FOOT].position.z, SWV_WANT_POSE),
              goal_at(SWV_PART_HIPS, 0.0, 0.3, 0.85, SWV_WANT_POSITION) },
          2, NULL);
    reach(s, "long_step",
          (swv_body_goal[]){
              goal_at(SWV_PART_RIGHT_FOOT, 0.09, 0.9, stand_worlds[SWV_PART_LEFT_FOOT].position.z, SWV_WANT_POSE) },
          1, &balanced);
    reach(s, "kick", (swv_body_goal[]){ goal_at(SWV_PART_RIGHT_FOOT, 0.15, 0.7, 0.6, SWV_WANT_POSITION) }, 1,
          &balanced);
    swv_body_goal chest = { .part = SWV_PART_UPPER_CHEST,
                            .pose = { .rotation = turn_about(0, 0, 1, 0.8) },
                            .want = SWV_WANT_ROTATION };
    reach(s, "chest_turned", &chest, 1, NULL);
    chest.pose.rotation = turn_about(1, 0.3, 0, -0.7);
    reach(s, "chest_bent", &chest, 1, &balanced);
    reach(s, "head_forward", (swv_body_goal[]){ goal_at(head, 0.1, 0.3, 1.45, SWV_WANT_POSITION) }, 1, &balanced);
    // Palms up, elbows drawn out: limits turn the hands.
    swv_body_goal tray[4] = { goal_at(left, -0.15, 0.4, 1.3, SWV_WANT_POSE),
                              goal_at(right, 0.15, 0.4, 1.3, SWV_WANT_POSE),
                              goal_at(SWV_PART_LEFT_LOWER_ARM, -0.6, 0.0, 1.4, SWV_WANT_POSITION),
                              goal_at(SWV_PART_RIGHT_LOWER_ARM, 0.6, 0.0, 1.4, SWV_WANT_POSITION) };
    for (int i = 0; i < 2; i++)
        tray[i].pose.rotation = swv_quat_mul(turn_about(0, 0, 1, i ? 1.5 : -1.5), turn_about(1, 0, 0, 2.6));
    reach(s, "tray", tray, 4, NULL);
    reach(s, "fingertip",
          (swv_body_goal[]){ goal_at(swv_part_mirrored(SWV_PART_LEFT_INDEX_DISTAL), 0.1, 0.5, 1.5, SWV_WANT_POSITION) },
          1, NULL);
}

// The hand goes over the head to the other side in a third of a second, and is let go.
static void shoot_follow(studio *s)
{
    swv_body_follower follower;
    swv_pose          out[SUBJECT_JOINTS];
    const double      dt = 1.0 / 60.0;
    if (!check(s, "follow", swv_body_follow_start(&man.body, NULL, &follower)))
        return;
    for (int f = 0; f <= 60; f++) {
        const double        t = f * dt, part = smooth_step((t - 0.2) / 0.35);
        const swv_body_goal goals[2] = { goal_at(SWV_PART_RIGHT_HAND, 0.5 - 1.1 * part, 0.15,
                                                 0.9 + 1.0 * swv_sin(SWV_PI * part), SWV_WANT_POSITION),
                                         goal_at(SWV_PART_HEAD, 0.5 - 1.1 * part, 0.6, 1.2, SWV_WANT_GAZE) };
        const int           count = f < 42 ? 2 : 0;
        if (!check(s, "follow", swv_body_follow(&man.body, &follower, goals, count, dt, stand, NULL, out, NULL)))
            return;
        if (f % 12 == 0) {
            shoot_body(s, "follow", t, &man, 1e3, out);
            if (count > 0)
                add_target(s, goals[0].pose.position);
        }
    }
}

// ---- tracked points ----

static const int six_points[6] = { SWV_PART_HEAD, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND,
                                   SWV_PART_HIPS, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };

static void recorded_points(recorded what, int frame, double dt, swv_body_point points[6])
{
    swv_pose locals[SUBJECT_JOINTS], worlds[SUBJECT_JOINTS];
    record_frame(&man, what, frame, dt, locals);
    (void)swv_mount_worlds(&man.body.mount, locals, worlds);
    for (int i = 0; i < 6; i++)
        points[i] = (swv_body_point){ six_points[i], worlds[six_points[i]] };
}

static void add_points(studio *s, const swv_body_point *points, int count)
{
    for (int i = 0; i < count; i++)
        add_target(s, points[i].pose.position);
}

// Devices as worn by somebody a tenth larger, who stands with arms hanging.
static void shoot_calibrated(studio *s)
{
    swv_body_point  devices[3];
    swv_calibration calibration;
    swv_pose        out[SUBJECT_JOINTS];
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++) {
            const swv_quat worn = turn_about(1, i, 0.5, 0.7 + i);
            swv_pose       is = stand_worlds[six_points[i]];
            is.position = swv_vec3_add(is.position, (swv_vec3){ 0.0, i ? 0.03 : 0.09, i ? -0.06 : 0.08 });
            if (pass == 1 && i > 0)
                is.position = swv_vec3_add(is.position, (swv_vec3){ i == 1 ? 0.1 : -0.1, 0.3, 0.5 });
            devices[i] = (swv_body_point){ six_points[i],
                                           { swv_vec3_scale(1.1, is.position), swv_quat_mul(is.rotation, worn) } };
        }
        if (pass == 0 && !check(s, "calibrated", swv_calibration_make(&man.body, devices, 3, NULL, 0.0, &calibration)))
            return;
    }
    if (!check(s, "calibrated", swv_calibration_points(&man.body, &calibration, devices, 3, devices)) ||
        !check(s, "calibrated", swv_body_solve(&man.body, devices, 3, NULL, SWV_KEEP_LIMITS, out, NULL)))
        return;
    shoot_body(s, "calibrated", 0.0, &man, 1e3, out);
    add_points(s, devices, 3);
}

static void shoot_tracked(studio *s)
{
    swv_body_point points[6];
    swv_body_track track;
    swv_pose       out[SUBJECT_JOINTS];
    const double   dt = 1.0 / 60.0;
    for (int count = 3; count <= 6; count += 3) {
        const char *posture = count == 3 ? "three_points" : "six_points";
        recorded_points(RECORDED_WALK, 14, dt, points);
        if (!check(s, posture, swv_body_solve(&man.body, points, count, NULL, SWV_KEEP_LIMITS, out, NULL)))
            return;
        shoot_body(s, posture, 0.0, &man, 1e3, out);
        add_points(s, points, count);
    }
    recorded_points(RECORDED_WILD, 40, dt, points);
    if (!check(s, "three_points_low", swv_body_solve(&man.body, points, 3, NULL, SWV_KEEP_LIMITS, out, NULL)))
        return;
    shoot_body(s, "three_points_low", 0.0, &man, 1e3, out);
    add_points(s, points, 3);
    shoot_calibrated(s);
    // Half a second on the spot, then a walk of a second and a half, then a stop.
    if (!check(s, "tracked_walk", swv_body_track_start(&man.body, SWV_KEEP_LIMITS, &track)))
        return;
    for (int f = 0; f <= 180; f++) {
        recorded_points(RECORDED_WALK, f < 30 ? 0 : f < 120 ? f - 30 : 90, dt, points);
        if (!check(s, "tracked_walk", swv_body_track_step(&man.body, &track, points, 3, dt, NULL, out, NULL)))
            return;
        if (f == 30 || f == 60 || f == 84 || f == 108 || f == 126 || f == 150 || f == 180) {
            shoot_body(s, "tracked_walk", f * dt, &man, 1e3, out);
            add_points(s, points, 3);
        }
    }
}

// ---- around the body ----

static void shoot_arms(studio *s)
{
    swv_flesh flesh;
    swv_pose  out[SUBJECT_JOINTS];
    // Hands on the belly, elbows led through the ribs.
    swv_mount_goal goals[2] = { { .part = SWV_PART_LEFT_HAND,
                                  .elbow = SWV_ELBOW_TOWARDS,
                                  .pole = { 0.3, -0.3, 0.9 },
                                  .is_position_only = true },
                                { .part = SWV_PART_RIGHT_HAND,
                                  .elbow = SWV_ELBOW_TOWARDS,
                                  .pole = { -0.3, 0.1, 0.9 },
                                  .is_position_only = true } };
    goals[0].end = (swv_pose){ { -0.05, 0.25, 1.1 }, SWV_IDENTITY_QUAT };
    goals[1].end = (swv_pose){ { 0.3, -0.15, 1.0 }, SWV_IDENTITY_QUAT };
    if (!check(s, "elbows_in", swv_mount_solve(&man.body.mount, goals, 2, stand, SWV_KEEP_LIMITS, out, NULL, NULL)))
        return;
    shoot_body(s, "elbows_in", 0.0, &man, 1e3, out);
    add_target(s, goals[0].end.position);
    add_target(s, goals[1].end.position);
    if (!check(s, "elbows_out", swv_flesh_make(&man.body, &flesh)) ||
        !check(s, "elbows_out", swv_flesh_avoid(&man.body, &flesh, out, out, NULL)))
        return;
    shoot_body(s, "elbows_out", 0.0, &man, 1e3, out);
}

static void shoot_hands(studio *s)
{
    static swv_mount_hand hand;
    swv_hand_posture      posture;
    swv_pose              out[SUBJECT_JOINTS], worlds[SUBJECT_JOINTS];
    swv_hand_goal         goal = { .wanted = SWV_DIGIT_BIT(SWV_DIGIT_THUMB) | SWV_DIGIT_BIT(SWV_DIGIT_INDEX) };
    rest_of(&man.body.mount, out);
    (void)swv_mount_worlds(&man.body.mount, out, worlds);
    if (!check(s, "grip", swv_mount_hand_make(&man.body.mount, &man.binding, SWV_LEFT, &hand)) ||
        !check(s, "grip", swv_hand_shape_posture(&hand.hand, SWV_HAND_FIST, &posture)) ||
        !check(s, "grip", swv_mount_hand_write(&man.body.mount, &hand, &posture, out)))
        return;
    shoot_hand(s, "fist", &man, SWV_LEFT, out);
    // A pen between thumb and index finger, under the palm of a left hand that points aside.
    const swv_vec3 wrist = worlds[SWV_PART_LEFT_HAND].position;
    goal.tip[SWV_DIGIT_INDEX] = swv_vec3_add(wrist, (swv_vec3){ -0.115, 0.02, -0.06 });
    goal.tip[SWV_DIGIT_THUMB] = swv_vec3_add(wrist, (swv_vec3){ -0.105, 0.03, -0.06 });
    if (!check(s, "grip", swv_mount_hand_solve(&man.body.mount, &hand, &goal, NULL, out, &posture, NULL)))
        return;
    shoot_hand(s, "grip", &man, SWV_LEFT, out);
    add_target(s, goal.tip[SWV_DIGIT_INDEX]);
    add_target(s, goal.tip[SWV_DIGIT_THUMB]);
    // Too far: the finger points there.
    goal = (swv_hand_goal){ .wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX), .shape = SWV_HAND_POINT, .enslaving = 0.26 };
    goal.tip[SWV_DIGIT_INDEX] = swv_vec3_add(wrist, (swv_vec3){ -0.2, 0.06, -0.1 });
    if (!check(s, "finger_out_of_reach",
               swv_mount_hand_solve(&man.body.mount, &hand, &goal, NULL, out, &posture, NULL)))
        return;
    shoot_hand(s, "finger_out_of_reach", &man, SWV_LEFT, out);
    add_target(s, goal.tip[SWV_DIGIT_INDEX]);
}

// ---- motion on other bodies ----

static swv_pose clip[FRAMES * SUBJECT_JOINTS], carried[FRAMES * SUBJECT_JOINTS];
static double   scratch[64 * FRAMES];

static bool retarget(studio *s, const char *posture, recorded what, const swv_body *to, double dt, int frames)
{
    swv_retarget r;
    for (int f = 0; f < frames; f++)
        record_frame(&man, what, f, dt, clip + f * SWV_HUMAN_JOINTS);
    if (swv_retarget_size(frames) > sizeof scratch)
        return false;
    return check(s, posture, swv_retarget_make(&man.body, to, NULL, &r)) &&
           check(s, posture, swv_retarget_clip(&r, clip, frames, dt, scratch, carried, NULL));
}

static void shoot_retargeted(studio *s)
{
    static subject woman, character;
    const double   dt = 1.0 / 60.0;
    make_human(1.5, SWV_FEMALE, &woman);
    make_character(true, &character);
    if (!retarget(s, "walk_on_woman", RECORDED_WALK, &woman.body, dt, 90))
        return;
    for (int f = 20; f < 60; f += 12)
        shoot_body(s, "walk_on_woman", f * dt, &woman, 1e3, carried + f * SWV_HUMAN_JOINTS);
    if (!retarget(s, "walk_on_character", RECORDED_WALK, &character.body, dt, 90))
        return;
    for (int f = 20; f < 60; f += 12)
        shoot_body(s, "walk_on_character", f * dt, &character, 10.0, carried + f * CHARACTER_JOINTS);
    if (!retarget(s, "wild_on_woman", RECORDED_WILD, &woman.body, dt, 90))
        return;
    for (int f = 25; f < 90; f += 30)
        shoot_body(s, "wild_on_woman", f * dt, &woman, 1e3, carried + f * SWV_HUMAN_JOINTS);
}

static void shoot_robots(studio *s)
{
    static machine m;
    const double   dt = 1.0 / 60.0;
    for (int which = 0; which < 3; which++) {
        static const char *const names[3] = { "walk_on_g1", "wild_on_g1", "walk_on_h1" };
        double                   posture[7 * ROBOT_JOINTS];
        swv_pose                 frames[ROBOT_JOINTS];
        if (!make_machine(which == 2, true, &m) ||
            !retarget(s, names[which], which == 1 ? RECORDED_WILD : RECORDED_WALK, &m.robot.body, dt, 90))
            return;
        for (int f = 0; f < 90; f++) {
            if (!check(s, names[which],
                       swv_robot_body_pose(&m.robot, carried + f * SWV_ROBOT_BODY_JOINTS, f ? posture : NULL, m.room,
                                           posture, NULL)) ||
                !check(s, names[which], swv_skeleton_frames(&m.tree, posture, frames)))
                return;
            if (f % 24 != 20)
                continue;
            shot *t = begin_shot(s, names[which], f * dt, 2050.0);
            for (int j = 0; t && j < m.tree.joint_count; j++) {
                t->joint_count = j + 1;
                t->names[j] = m.joints[j].name;
                t->parents[j] = m.joints[j].parent;
                t->sides[j] = strncmp(t->names[j], "left", 4) == 0    ? SHOT_LEFT
                              : strncmp(t->names[j], "right", 5) == 0 ? SHOT_RIGHT
                                                                      : SHOT_MIDDLE;
                t->places[j] = seen(&m.binding, 1e3, frames[j].position);
            }
        }
    }
}

int take_shots(shot shots[SHOTS])
{
    studio s = { .shots = shots, .is_good = true };
    make_human(1.75, SWV_MALE, &man);
    if (!check(&s, "stand", swv_body_stand(&man.body, stand)) ||
        !check(&s, "stand", swv_mount_worlds(&man.body.mount, stand, stand_worlds)))
        return 0;
    shoot_reaches(&s);
    shoot_follow(&s);
    shoot_tracked(&s);
    shoot_arms(&s);
    shoot_hands(&s);
    shoot_retargeted(&s);
    shoot_robots(&s);
    return s.is_good ? s.count : 0;
}
