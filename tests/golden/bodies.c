// SPDX-License-Identifier: MIT
// One number for each room of whole bodies: FNV-1a over the bits of what it answers to goals within reach and beyond it, inside limits and at
// them, alone and frame after frame. A change says which room it is in: a room is given what no other room has made.
//
//     bodies              prints name and number of each room, and one of all
//     bodies bodies.txt   says which rooms differ from those of the file; 1 if any does
//
// For WebAssembly a module with the exports rooms, room_name and room_bits.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../support/random.h"
#include "hash.h"
#include "subjects.h"
#include "swivel/swivel.h"

#define HAND(side) ((side) == SWV_LEFT ? SWV_PART_LEFT_HAND : SWV_PART_RIGHT_HAND)
#define FOOT(side) ((side) == SWV_LEFT ? SWV_PART_LEFT_FOOT : SWV_PART_RIGHT_FOOT)

// How a call ended, and whether it has an answer.
static bool is_done(uint64_t *hash, swv_status status)
{
    add_int(hash, (int32_t)status);
    return status == SWV_OK;
}

static void add_poses(uint64_t *hash, const swv_pose *poses, int count)
{
    add(hash, poses, sizeof *poses * (size_t)count);
}

static swv_vec3 random_place(uint64_t *seed, swv_vec3 middle, double far)
{
    return (swv_vec3){ middle.x + random_between(seed, -far, far), middle.y + random_between(seed, -far, far),
                       middle.z + random_between(seed, -far, far) };
}

static swv_quat random_turn(uint64_t *seed, double far)
{
    return swv_quat_from_rotation_vector(random_place(seed, (swv_vec3){ 0.0, 0.0, 0.0 }, far));
}

// A body whose joints are those of SWV_HUMAN_JOINTS, standing, and its poses in the world.
typedef struct standing {
    subject  s;
    swv_pose locals[SUBJECT_JOINTS], worlds[SUBJECT_JOINTS];
} standing;

static void stand_up(standing *b)
{
    (void)swv_body_stand(&b->s.body, b->locals);
    (void)swv_mount_worlds(&b->s.body.mount, b->locals, b->worlds);
}

// How long a thigh is: places are random by so much.
static double unit_of(const subject *s)
{
    return s->body.mount.limbs[2].limb.upper;
}

// ---- making ----

static void add_binding(uint64_t *hash, const swv_binding *b)
{
    for (int part = 0; part < SWV_PARTS; part++) {
        add_int(hash, b->parts[part].joint);
        add_int(hash, (int32_t)b->parts[part].reason);
        add_int(hash, b->parts[part].rival);
        add_double(hash, b->parts[part].confidence);
    }
    for (int i = 0; i < b->twist_count; i++) {
        add_int(hash, b->twists[i].joint);
        add_int(hash, b->twists[i].part);
    }
    add(hash, &b->up, sizeof b->up);
    add(hash, &b->forward, sizeof b->forward);
    add_int(hash, b->is_left_handed);
    add_double(hash, b->height);
}

static void room_human(uint64_t *hash)
{
    static world_joint joints[SWV_HUMAN_JOINTS];
    for (int i = 0; i < 12; i++) {
        world_rig rig;
        (void)human_rig(1.2 + 0.1 * i, i % 2 ? SWV_MALE : SWV_FEMALE, joints, &rig);
        for (int j = 0; j < SWV_HUMAN_JOINTS; j++)
            add(hash, &joints[j].rest, sizeof joints[j].rest);
    }
}

// By names and by shape, with sides and joints that were given, turned and bent.
static void room_rig(uint64_t *hash)
{
    static subject s;
    static machine m;
    uint64_t       seed = 1;
    for (int round = 0; round < 60; round++) {
        swv_binding binding;
        if (round % 3 == 0)
            make_human(random_between(&seed, 1.3, 2.2), round % 2 ? SWV_MALE : SWV_FEMALE, &s);
        else
            make_character(round % 3 == 1, &s);
        const swv_quat turn =
            round % 5 == 4 ? turn_about(0, 0, 1, random_between(&seed, -3, 3)) : random_turn(&seed, 0.3);
        for (int j = 0; j < s.rig.joint_count; j++) {
            s.joints[j].rest.position =
                random_place(&seed, swv_quat_rotate(turn, s.joints[j].rest.position), round % 4 == 3 ? 0.02 : 0.0);
            if (round % 7 == 5)
                s.joints[j].name = NULL;
        }
        int given[SWV_PARTS] = { 0 };
        given[SWV_PART_HEAD] = round % 6 == 1 ? -1 : 0;
        s.rig.up = (swv_vec3){ 0.0, 0.0, 0.0 };
        const swv_bind_options options = { .given = given, .ignore_names = round % 4 == 2 };
        if (!is_done(hash, bind_rig(&s.rig, &options, &binding)))
            continue;
        add_binding(hash, &binding);
    }
    for (int i = 0; i < 2; i++) {
        (void)make_machine(i == 1, false, &m);
        add_binding(hash, &m.binding);
    }
}

// Elbows and knees bent so little that their axes can just be seen, or just not.
static void hold_still(swv_pose *locals)
{
    static const int parts[4] = { SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_ARM,
                                  SWV_PART_RIGHT_LOWER_LEG };
    for (int i = 0; i < 4; i++) {
        locals[parts[i]].rotation = turn_about(i % 2 ? -1.0 : 0.0, 0.4, i % 2 ? 0.4 : 1.0, i < 2 ? 0.050 : 0.0595);
    }
}

// A skeleton whose zero has all bones along x, and a recording of it.
static void room_rest(uint64_t *hash)
{
    enum { FRAMES = 60 };
    static subject     s;
    static world_joint joints[SWV_HUMAN_JOINTS];
    static swv_joint   found[SWV_HUMAN_JOINTS];
    static swv_pose    clip[FRAMES * SWV_HUMAN_JOINTS];
    uint64_t           seed = 2;
    make_human(1.75, SWV_MALE, &s);
    swv_quat axes[SWV_HUMAN_JOINTS];
    for (int j = SWV_HUMAN_JOINTS - 1; j >= 0; j--) {
        axes[j] = (swv_quat)SWV_IDENTITY_QUAT;
        for (int k = SWV_HUMAN_JOINTS - 1; k >= 0; k--)
            if (s.joints[k].parent == j)
                axes[j] = swv_quat_between((swv_vec3){ 1.0, 0.0, 0.0 },
                                           swv_vec3_sub(s.joints[k].rest.position, s.joints[j].rest.position));
    }
    axes[SWV_PART_LEFT_HAND] = axes[SWV_PART_LEFT_MIDDLE_PROXIMAL];
    for (int what = RECORDED_WALK; what <= RECORDED_WILD; what++) {
        for (int f = 0; f < FRAMES; f++) {
            swv_pose *locals = clip + f * SWV_HUMAN_JOINTS;
            record_frame(&s, (recorded)what, f, 1.0 / 30.0, locals);
            if (what == RECORDED_TAPS)
                hold_still(locals);
            for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
                const int      parent = s.joints[j].parent;
                const swv_quat back = parent < 0 ? (swv_quat)SWV_IDENTITY_QUAT : swv_quat_conjugate(axes[parent]);
                locals[j].position = swv_quat_rotate(back, locals[j].position);
                locals[j].rotation = swv_quat_mul(back, swv_quat_mul(locals[j].rotation, axes[j]));
            }
            // A bone of the spine that is hardly there, and a finger that is bent at zero.
            locals[SWV_PART_CHEST].position = (swv_vec3){ what == RECORDED_WALK ? 0.0075 : 0.0092, 0.0, 0.0 };
            locals[SWV_PART_LEFT_THUMB_METACARPAL].position = (swv_vec3){ 0.04, 0.02, 0.0 };
            locals[SWV_PART_LEFT_MIDDLE_DISTAL].position = swv_quat_rotate(
                turn_about(0, 1, 0, what == RECORDED_WALK ? 0.99 : 1.1), locals[SWV_PART_LEFT_MIDDLE_DISTAL].position);
        }
        for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
            const int parent = s.joints[j].parent;
            joints[j] = (world_joint){ s.joints[j].name, parent, { clip[j].position, SWV_IDENTITY_QUAT } };
            if (parent >= 0)
                joints[j].rest.position = swv_vec3_add(joints[parent].rest.position, clip[j].position);
        }
        const world_rig rig = { .joints = joints, .joint_count = SWV_HUMAN_JOINTS, .up = { 0.0, 0.0, 1.0 } };
        swv_binding     binding;
        (void)bind_rig(&rig, NULL, &binding);
        swv_status    status;
        rig_skeleton *rest = make_rig_skeleton(&rig, &status, NULL);
        if (!is_done(hash, status))
            continue;
        add_int(hash, swv_rest_is_posture(&rest->skeleton, &binding));
        for (int frames = 1; frames <= FRAMES; frames = frames < FRAMES && 4 * frames > FRAMES ? FRAMES : 4 * frames) {
            if (!is_done(hash, swv_rest_find(&rest->skeleton, &binding, clip, frames, rest->scratch, found)))
                continue;
            for (int j = 0; j < SWV_HUMAN_JOINTS; j++)
                add(hash, &found[j].rest, sizeof found[j].rest);
            if (frames == FRAMES)
                break;
        }
        free(rest);
    }
    // What can be a rest pose: trunks and legs that lean more and more, and shoulders that are raised.
    for (int i = 0; i < 300; i++) {
        static subject leaning;
        make_human(1.7, SWV_FEMALE, &leaning);
        const swv_quat trunk = random_turn(&seed, 1.2), leg = random_turn(&seed, 1.2), arm = random_turn(&seed, 0.8);
        const swv_vec3 hips = leaning.joints[SWV_PART_HIPS].rest.position;
        for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
            const int  left = j < SWV_PART_RIGHT_EYE ? j : swv_part_mirrored(j);
            const bool is_leg = left >= SWV_PART_LEFT_UPPER_LEG && left <= SWV_PART_LEFT_TOES,
                       is_arm = left >= SWV_PART_LEFT_UPPER_ARM && left <= SWV_PART_LEFT_LITTLE_DISTAL;
            const int clavicle = j < SWV_PART_RIGHT_EYE ? SWV_PART_LEFT_SHOULDER : SWV_PART_RIGHT_SHOULDER;
            swv_vec3 *p = &leaning.joints[j].rest.position;
            if (is_arm) {
                const swv_vec3 from = s.joints[clavicle].rest.position;
                *p = swv_vec3_add(from, swv_quat_rotate(arm, swv_vec3_sub(*p, from)));
            }
            *p = swv_vec3_add(hips, swv_quat_rotate(is_leg ? leg : trunk, swv_vec3_sub(*p, hips)));
        }
        swv_status    status;
        rig_skeleton *rest = make_rig_skeleton(&leaning.rig, &status, NULL);
        if (is_done(hash, status))
            add_int(hash, swv_rest_is_posture(&rest->skeleton, &leaning.binding));
        free(rest);
    }
}

// ---- arms and legs ----

static void make_any(int which, standing *b)
{
    if (which < 2)
        make_human(which ? 1.62 : 1.78, which ? SWV_FEMALE : SWV_MALE, &b->s);
    else
        make_character(which == 3, &b->s);
    stand_up(b);
}

enum { BODIES = 4 };

static void add_limb_report(uint64_t *hash, const swv_limb_report *r)
{
    add_int(hash, (int32_t)r->outcome);
    add_int(hash, (int32_t)r->broken);
    add_double(hash, r->excess);
    add_double(hash, r->swivel);
    add_double(hash, r->position_error);
    add_double(hash, r->rotation_error);
}

static int limb_goals(uint64_t *seed, const standing *b, double far, swv_mount_goal goals[4])
{
    const double unit = unit_of(&b->s);
    int          count = 0;
    for (int limb = 0; limb < 4; limb++) {
        const int part = limb < 2 ? HAND(limb) : FOOT(limb - 2);
        if (random_below(seed, 4) == 0)
            continue;
        const swv_pose is = b->worlds[b->s.body.parts[part]];
        goals[count++] = (swv_mount_goal){ .part = part,
                                           .end = { random_place(seed, is.position, far * unit),
                                                    swv_quat_mul(random_turn(seed, 0.8), is.rotation) },
                                           .is_position_only = random_below(seed, 4) == 0,
                                           .elbow = (swv_elbow_wish)random_below(seed, 4),
                                           .swivel = random_between(seed, -3, 3),
                                           .pole = random_place(seed, is.position, unit),
                                           .is_weighted = true,
                                           .weight = random_below(seed, 3) ? 1.0 : 1.0 - random_between(seed, 0, 1) };
    }
    return count;
}

// Rest poses with elbows and knees bent to any side, legs that lean, and twist bones near the start of their bone: what is read from them.
static void add_rest_poses(uint64_t *hash, uint64_t *seed)
{
    static subject s;
    for (int round = 0; round < 80; round++) {
        make_character(false, &s);
        for (int part = 0; part < 4; part++) {
            static const int middles[4] = { 6, 9, 12, 16 };  // shanks and forearms, with the joints below them
            const int        first = middles[part], last = part < 2 ? first + 1 : first + 2;
            const swv_vec3   from = s.joints[first].rest.position;
            const swv_quat   turn = random_turn(seed, round % 2 ? 0.12 : 0.6);
            for (int j = first + 1; j <= last; j++)
                s.joints[j].rest.position =
                    swv_vec3_add(from, swv_quat_rotate(turn, swv_vec3_sub(s.joints[j].rest.position, from)));
            if (part >= 2)
                s.joints[first + 1].rest.position =
                    swv_vec3_add(from, swv_vec3_scale(random_between(seed, 0.0, 0.1),
                                                      swv_vec3_sub(s.joints[last].rest.position, from)));
        }
        if (!is_done(hash, bind_rig(&s.rig, NULL, &s.binding)) ||
            !is_done(hash, mount_rig(&s.rig, &s.binding, &s.body.mount, NULL)))
            continue;
        for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
            const swv_mount_limb *l = &s.body.mount.limbs[i];
            add(hash, l->bone_from_joint, sizeof l->bone_from_joint);
            add(hash, l->shares, sizeof l->shares);
            for (int k = 0; k < 2; k++)
                for (int n = 0; n < l->twist_count[k]; n++)
                    add_double(hash, l->twists[k][n].share);
        }
    }
}

// How limbs are read whose hinge is bent to either side, and sideways now and then, from straight on.
static void add_readings(uint64_t *hash, uint64_t *seed, const swv_mount *m)
{
    for (int round = 0; round < 120; round++) {
        swv_pose locals[SUBJECT_JOINTS];
        rest_of(m, locals);
        for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
            const swv_mount_limb *l = &m->limbs[i];
            const swv_vec3        hinge =
                swv_quat_rotate(swv_quat_conjugate(l->bone_from_joint[1]), (swv_vec3){ 0.0, 1.0, 0.0 });
            const double     bend = random_between(seed, -1, 1) * (round % 3 ? 1.2 : 0.2);
            const swv_quat   turn = swv_quat_from_axis_angle(hinge, bend);
            swv_limb_posture posture;
            locals[l->joints[1]].rotation = swv_quat_mul(swv_quat_mul(locals[l->joints[1]].rotation, turn),
                                                         random_turn(seed, round % 2 ? 0.0 : 0.1));
            if (is_done(hash, swv_mount_read(m, i, locals, &posture)))
                add(hash, &posture, sizeof posture);
        }
    }
}

static void room_mount(uint64_t *hash)
{
    static standing b;
    uint64_t        seed = 3;
    add_rest_poses(hash, &seed);
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const swv_mount *m = &b.s.body.mount;
        add_readings(hash, &seed, m);
        for (int round = 0; round < 150; round++) {
            swv_mount_goal            goals[4];
            swv_limb_report           reports[4];
            swv_pose                  out[SUBJECT_JOINTS];
            const swv_limb_compromise compromise = round % 3 ? SWV_KEEP_LIMITS : SWV_KEEP_HAND;
            const int                 count = limb_goals(&seed, &b, round % 2 ? 0.4 : 1.6, goals);
            if (!is_done(hash,
                         swv_mount_solve(m, goals, count, round % 5 ? b.locals : NULL, compromise, out, reports, NULL)))
                continue;
            add_poses(hash, out, m->skeleton->joint_count);
            for (int i = 0; i < count; i++)
                add_limb_report(hash, &reports[i]);
            // Bones that bend as no hinge does are read as the posture they are nearest to.
            for (int i = 0; i < 4; i++) {
                swv_limb_posture posture;
                const int       *joints = m->limbs[i].joints;
                if (round % 2)
                    out[joints[1]].rotation =
                        swv_quat_mul(out[joints[1]].rotation, random_turn(&seed, round % 4 == 1 ? 0.05 : 0.9));
                if (swv_mount_read(m, i, out, &posture) != SWV_OK)
                    continue;
                add(hash, &posture, sizeof posture);
                (void)swv_mount_write(m, i, &posture, out);
            }
            add_poses(hash, out, m->skeleton->joint_count);
        }
    }
}

// Goals that move, rest, and come and go.
static void room_mount_track(uint64_t *hash)
{
    static standing        b;
    static swv_mount_track track;
    uint64_t               seed = 4;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const swv_mount             *m = &b.s.body.mount;
        const swv_limb_track_options options = { .max_bone_speed = which == 1 ? 8.0 : 0.0,
                                                 .max_swivel_speed = which == 2 ? 6.0 : 0.0,
                                                 .compromise = which == 3 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS };
        if (!is_done(hash, swv_mount_track_start(m, &options, &track)))
            return;
        for (int f = 0; f < 240; f++) {
            swv_mount_goal        goals[4];
            swv_limb_track_report reports[4];
            swv_pose              out[SUBJECT_JOINTS];
            int                   count = 0;
            const double          t = f % 60 < 45 ? f / 60.0 : (f / 60 * 60 + 45) / 60.0;
            for (int limb = 0; limb < 4; limb++) {
                const int      part = limb < 2 ? HAND(limb) : FOOT(limb - 2);
                const swv_pose is = b.worlds[b.s.body.parts[part]];
                const double   far = unit_of(&b.s) * (limb < 2 ? 1.4 : 0.5);
                if ((f / 40 + limb) % 5 == 4)
                    continue;
                const swv_vec3 way = { swv_sin(2.1 * t + limb), swv_sin(1.7 * t), swv_sin(2.9 * t + 1.0) };
                goals[count++] =
                    (swv_mount_goal){ .part = part,
                                      .end = { swv_vec3_add(is.position, swv_vec3_scale(far, way)),
                                               swv_quat_mul(swv_quat_from_rotation_vector(way), is.rotation) },
                                      .elbow = limb == 1 ? SWV_ELBOW_PREVIOUS : SWV_ELBOW_NATURAL };
            }
            if (!is_done(hash, swv_mount_track_step(m, &track, goals, count, random_between(&seed, 0.005, 0.04),
                                                    b.locals, out, reports, NULL)))
                continue;
            add_poses(hash, out, m->skeleton->joint_count);
            for (int i = 0; i < count; i++) {
                add_limb_report(hash, &reports[i].limb);
                add_int(hash, reports[i].was_forced + 2 * reports[i].is_behind);
                add_double(hash, reports[i].swivel_speed);
            }
        }
    }
}

// Both hands on a rig: shapes, and fingertips in reach and out of it, from nothing and from the last posture.
static void room_mount_hand(uint64_t *hash)
{
    static standing       b;
    static swv_mount_hand hand;
    uint64_t              seed = 5;
    for (int which = 0; which < 2; which++) {
        make_any(which, &b);
        const swv_mount *m = &b.s.body.mount;
        for (int side = 0; side < 2; side++) {
            swv_hand_posture posture;
            if (!is_done(hash, swv_mount_hand_make(m, &b.s.binding, (swv_side)side, &hand)))
                return;
            for (int shape = SWV_HAND_RELAXED; shape <= SWV_HAND_POINT; shape++) {
                (void)swv_hand_shape_posture(&hand.hand, (swv_hand_shape)shape, &posture);
                if (!is_done(hash, swv_mount_hand_write(m, &hand, &posture, b.locals)))
                    continue;
                add_poses(hash, b.locals, m->skeleton->joint_count);
            }
            for (int round = 0; round < 120; round++) {
                const swv_pose wrist = b.worlds[b.s.body.parts[HAND(side)]];
                swv_hand_goal  goal = { .shape = (swv_hand_shape)(round % 4),
                                        .wanted = (uint32_t)random_below(&seed, 32),
                                        .thumb_pulp = { 0.1, -1.0, 0.4 },
                                        .enslaving = round % 3 ? 0.0 : 0.26 };
                goal.has_pulp = round % 5 == 0 && (goal.wanted & SWV_DIGIT_BIT(SWV_DIGIT_THUMB));
                for (int d = 0; d < SWV_DIGITS; d++)
                    goal.tip[d] = random_place(&seed, swv_vec3_add(wrist.position, (swv_vec3){ 0.0, 0.02, -0.11 }),
                                               round % 2 ? 0.03 : 0.09);
                swv_hand_report report;
                memset(&report, 0, sizeof report);
                if (!is_done(hash, swv_mount_hand_solve(m, &hand, &goal, round % 4 ? &posture : NULL, b.locals,
                                                        &posture, &report)))
                    continue;
                add_poses(hash, b.locals, m->skeleton->joint_count);
                add(hash, &posture, sizeof posture);
                add(hash, report.position_error, sizeof report.position_error);
                add_int(hash, (int32_t)report.missed);
            }
        }
    }
}

// ---- tracked points ----

static const int tracked[SWV_BODY_POINTS] = {
    SWV_PART_HEAD,           SWV_PART_LEFT_HAND,      SWV_PART_RIGHT_HAND,
    SWV_PART_HIPS,           SWV_PART_LEFT_FOOT,      SWV_PART_RIGHT_FOOT,
    SWV_PART_UPPER_CHEST,    SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG
};

static swv_pose pose_of_part(const standing *b, int part)
{
    const int joint = part == SWV_PART_UPPER_CHEST ? b->s.body.spine[b->s.body.chest] : b->s.body.parts[part];
    return b->worlds[joint];
}

static void add_body_report(uint64_t *hash, const swv_body_report *r, int count)
{
    add_int(hash, (int32_t)r->outcome);
    add(hash, r->position_errors, sizeof(double) * (size_t)count);
    add(hash, r->rotation_errors, sizeof(double) * (size_t)count);
}

// From three to eleven points, near a stand and far from it.
static void room_body_solve(uint64_t *hash)
{
    static standing b;
    uint64_t        seed = 6;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const double   unit = unit_of(&b.s);
        const swv_quat up_turn = swv_quat_conjugate(b.s.body.natural_from_world);
        for (int round = 0; round < 120; round++) {
            swv_body_point  points[SWV_BODY_POINTS];
            swv_pose        out[SUBJECT_JOINTS];
            swv_body_report report;
            const double    far = unit * (round % 3 == 0 ? 0.1 : round % 3 == 1 ? 0.5 : 1.3);
            const swv_vec3  down = swv_quat_rotate(up_turn, (swv_vec3){ 0.0, 0.0, -random_between(&seed, 0, far) });
            const swv_limb_compromise compromise = round % 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
            int                       count = 0;
            for (int i = 0; i < SWV_BODY_POINTS; i++) {
                if (i >= 3 && random_below(&seed, 2))
                    continue;
                const swv_pose is = pose_of_part(&b, tracked[i]);
                const bool     is_foot = i == 4 || i == 5;
                points[count++] = (swv_body_point){
                    tracked[i],
                    { random_place(&seed, is_foot ? is.position : swv_vec3_add(is.position, down), 0.5 * far),
                      swv_quat_mul(random_turn(&seed, 0.5), is.rotation) }
                };
            }
            b.s.body.floor = round % 10 == 9 ? 0.1 * unit : 0.0;
            memset(&report, 0, sizeof report);
            if (!is_done(hash, swv_body_solve(&b.s.body, points, count, round % 4 ? NULL : b.locals, compromise, out,
                                              &report)))
                continue;
            add_poses(hash, out, b.s.body.mount.skeleton->joint_count);
            add_body_report(hash, &report, count);
        }
    }
}

// Feet that are tracked further and further apart, and then not any more: one steps after the other, or both at once.
static void add_lost_feet(uint64_t *hash, const standing *b)
{
    static swv_body_track track;
    const swv_body       *body = &b->s.body;
    const swv_quat        back = swv_quat_conjugate(body->natural_from_world);
    for (int k = 0; k < 8; k++) {
        if (!is_done(hash, swv_body_track_start(body, SWV_KEEP_LIMITS, &track)))
            return;
        for (int f = 0; f < 25; f++) {
            swv_body_point points[6];
            swv_pose       out[SUBJECT_JOINTS];
            const int      count = f < 3 ? 6 : 3;
            for (int i = 0; i < count; i++) {
                const double   aside = i < 4 ? 0.0 : (i == 4 ? -1.0 : 1.0) * (0.10 + 0.03 * k) * body->size;
                const double   low = i < 4 ? 0.12 * body->size : 0.0;  // so that legs are long enough
                const swv_vec3 way = swv_quat_rotate(back, (swv_vec3){ aside, 0.0, -low });
                points[i] = (swv_body_point){ tracked[i], pose_of_part(b, tracked[i]) };
                points[i].pose.position = swv_vec3_add(points[i].pose.position, way);
            }
            if (is_done(hash, swv_body_track_step(body, &track, points, count, 1.0 / 60.0, NULL, out, NULL)))
                add_poses(hash, out, body->mount.skeleton->joint_count);
        }
    }
}

// A left hand that is left out, no number, elsewhere for a moment and for long, and frozen for so long and so far that a quarter of a rule
// more or less counts; then a head that is lost.
static void add_lost_devices(uint64_t *hash, const standing *b)
{
    static swv_body_track track;
    const swv_body       *body = &b->s.body;
    const swv_quat        back = swv_quat_conjugate(body->natural_from_world);
    if (!is_done(hash, swv_body_track_start(body, SWV_KEEP_LIMITS, &track)))
        return;
    for (int f = 0; f < 320; f++) {
        swv_body_point  points[3];
        swv_body_report report;
        swv_pose        out[SUBJECT_JOINTS];
        // Four times it stands still, for 7 or 5 frames after the first, and goes on 0.036 to 0.06 sizes away.
        static const int    from[4] = { 240, 260, 280, 300 }, until[4] = { 248, 266, 288, 308 };
        static const double far_on[4] = { 0.045, 0.06, 0.036, 0.06 };
        double              ahead = 0.001 * f;
        for (int k = 0; k < 4; k++)
            ahead = f >= from[k] && f < until[k] ? 0.001 * from[k]
                    : f == until[k]              ? 0.001 * from[k] + far_on[k]
                                                 : ahead;
        const bool is_aside = (f >= 80 && f < 90) || (f >= 110 && f < 200);
        for (int i = 0; i < 3; i++) {
            points[i] = (swv_body_point){ tracked[i], pose_of_part(b, tracked[i]) };
            const swv_vec3 way = { is_aside && i == 1 ? -1.0 : 0.0, i == 1 ? ahead : 0.0, 0.0 };
            points[i].pose.position =
                swv_vec3_add(points[i].pose.position, swv_quat_rotate(back, swv_vec3_scale(body->size, way)));
        }
        if (f >= 50 && f < 65)
            points[1].pose.position.x = NAN;
        const bool is_out = f >= 20 && f < 35;
        memset(&report, 0, sizeof report);
        swv_body_point left_out[2] = { points[0], points[2] };
        if (is_done(hash, swv_body_track_step(body, &track,
                                              is_out     ? left_out
                                              : f >= 310 ? points + 1
                                                         : points,
                                              is_out || f >= 310 ? 2 : 3, 1.0 / 60.0, NULL, out, &report)))
            add_poses(hash, out, body->mount.skeleton->joint_count);
        add_body_report(hash, &report, 3);
    }
}

// Head and hands of someone who stands, leans, walks, turns, stops, squats and jumps; trackers that come and go; a long pause.
static void room_body_track(uint64_t *hash)
{
    static standing       b;
    static swv_body_track track;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        if (which < 2)
            add_lost_feet(hash, &b);
        if (which < 2)
            add_lost_devices(hash, &b);
        const swv_body           *body = &b.s.body;
        const double              size = body->size, dt = 1.0 / 60.0;
        const swv_quat            back = swv_quat_conjugate(body->natural_from_world);
        const swv_limb_compromise compromise = which % 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
        double                    ahead = 0.0, turn = 0.0, side = 0.0;
        if (!is_done(hash, swv_body_track_start(body, compromise, &track)))
            return;
        for (int f = 0; f < 600; f++) {
            const double t = f * dt;
            // Sizes a second: a slow sidestep, a walk, a stand, a squat, a lean, a jump, a slow drift.
            side += f < 90 ? 0.18 * size * dt : 0.0;
            ahead += f >= 120 && f < 270 ? 0.55 * size * dt * smooth_step((t - 2.0) / 0.5) : 0.0;
            turn += f >= 300 && f < 390 ? 0.9 * dt : 0.0;
            const double    low = f >= 390 && f < 480   ? 0.28 * size * swv_sin(SWV_PI * (f - 390) / 90.0)
                                  : f >= 480 && f < 510 ? -0.16 * size * swv_sin(SWV_PI * (f - 480) / 30.0)
                                                        : 0.0;
            const double    lean = f >= 510 && f < 560 ? 0.25 * size * swv_sin(SWV_PI * (f - 510) / 50.0) : 0.0;
            const double    jump = f >= 590 ? 1.0 * size : f >= 570 ? 0.45 * size : 0.0;
            const swv_pose  move = { swv_quat_rotate(back, (swv_vec3){ side + jump, ahead + lean, -low }),
                                     swv_quat_mul(back,
                                                  swv_quat_mul(turn_about(0, 0, 1, turn), body->natural_from_world)) };
            const bool      mirrors = body->mount.is_left_handed;
            const int       count = f >= 200 && f < 260 ? 6 : 3;
            swv_body_point  points[6];
            swv_body_report report;
            swv_pose        out[SUBJECT_JOINTS];
            for (int i = 0; i < count; i++) {
                swv_pose     is = pose_of_part(&b, tracked[i]);
                const double swing = swv_sin(3.0 * t + i);
                if (mirrors) {
                    is.position.x = -is.position.x;
                    is.rotation.y = -is.rotation.y;
                    is.rotation.z = -is.rotation.z;
                }
                is = swv_pose_mul(move, is);
                if (i == 1 || i == 2) {
                    is.position =
                        swv_vec3_add(is.position, swv_vec3_scale(0.15 * size * (f < 60 ? 0.0 : 1.0),
                                                                 (swv_vec3){ 0.3 * swing, swing, 0.5 * swing }));
                    is.rotation = swv_quat_mul(turn_about(1, 0, 1, 0.6 * swing), is.rotation);
                }
                if (mirrors) {
                    is.position.x = -is.position.x;
                    is.rotation.y = -is.rotation.y;
                    is.rotation.z = -is.rotation.z;
                }
                points[i] = (swv_body_point){ tracked[i], is };
            }
            memset(&report, 0, sizeof report);
            if (!is_done(hash, swv_body_track_step(body, &track, points, count,
                                                   f == 450   ? 1.1
                                                   : f == 451 ? 0.9
                                                              : dt,
                                                   NULL, out, &report)))
                continue;
            add_poses(hash, out, body->mount.skeleton->joint_count);
            add_body_report(hash, &report, count);
        }
    }
}

// Devices held and worn anyhow, arms hanging and to the sides.
static void room_calibration(uint64_t *hash)
{
    static standing        b;
    static swv_calibration calibration;
    uint64_t               seed = 7;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const swv_quat back = swv_quat_conjugate(b.s.body.natural_from_world);
        for (int round = 0; round < 60; round++) {
            swv_body_point points[SWV_BODY_POINTS], out[SWV_BODY_POINTS];
            const double   scale = random_between(&seed, 0.7, 1.4), size = b.s.body.size;
            const swv_quat turn = swv_quat_mul(
                back, swv_quat_mul(turn_about(0, 0, 1, random_between(&seed, -3, 3)), b.s.body.natural_from_world));
            const int count = 3 + random_below(&seed, 9);
            // Hands from the hips to above the shoulders: both stands, and what is between them.
            const swv_vec3 raised =
                swv_quat_rotate(back, (swv_vec3){ 0.0, 0.0, random_between(&seed, 0.0, 0.5) * size });
            for (int i = 0; i < count; i++) {
                const swv_pose is = pose_of_part(&b, tracked[i]);
                const swv_vec3 place = i == 1 || i == 2 ? swv_vec3_add(is.position, raised) : is.position;
                points[i] = (swv_body_point){
                    tracked[i],
                    { swv_vec3_scale(scale, swv_quat_rotate(turn, random_place(&seed, place, 0.04 * size))),
                      i >= 7 && round % 2 ? (swv_quat){ 0.0, 0.0, 0.0, 0.0 } : random_turn(&seed, 2.0) }
                };
            }
            const swv_vec3 head = { 0.0, 0.05 * size, round % 3 ? 0.08 * size : 0.0 };
            const double   height = round % 2 && round % 5 == 4 ? 1.1 : 0.0;
            memset(&calibration, 0, sizeof calibration);
            memset(out, 0, sizeof out);
            if (!is_done(hash, swv_calibration_make(&b.s.body, points, count, round % 2 ? &head : NULL, height,
                                                    &calibration)))
                continue;
            const double numbers[4] = { calibration.scale, calibration.height, calibration.span, calibration.arms };
            add(hash, numbers, sizeof numbers);
            add_int(hash, calibration.is_t);
            add_poses(hash, calibration.joints, SWV_PARTS);
            for (int i = 0; i < count; i++)
                points[i].pose.position = random_place(&seed, points[i].pose.position, 0.3 * size);
            if (!is_done(hash, swv_calibration_points(&b.s.body, &calibration, points, count, out)))
                continue;
            for (int i = 0; i < count; i++)
                add(hash, &out[i].pose, sizeof out[i].pose);
        }
    }
}

// ---- goals ----

static void add_reach_report(uint64_t *hash, const swv_body_reach_report *r, int count)
{
    add_int(hash, (int32_t)r->outcome);
    add(hash, r->position_errors, sizeof(double) * (size_t)count);
    add(hash, r->rotation_errors, sizeof(double) * (size_t)count);
    add(hash, &r->mass, sizeof r->mass);
    add_double(hash, r->overhang);
    add_int(hash, r->is_step_due);
}

// Some of all goals there are; `far` in thighs.
static int random_goals(uint64_t *seed, const standing *b, double far, swv_body_goal goals[SWV_BODY_GOALS])
{
    static const int parts[] = { SWV_PART_LEFT_HAND,   SWV_PART_RIGHT_HAND,     SWV_PART_HEAD,
                                 SWV_PART_LEFT_FOOT,   SWV_PART_RIGHT_FOOT,     SWV_PART_HIPS,
                                 SWV_PART_UPPER_CHEST, SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_LEG };
    const double     unit = unit_of(&b->s);
    int              count = 0;
    for (int i = 0; i < 9; i++) {
        if (random_below(seed, i < 2 ? 3 : 5) >= (i < 2 ? 2 : 1))
            continue;
        const int      part = parts[i];
        const bool     is_hand = i < 2, is_foot = i == 3 || i == 4;
        const double   away = unit * far * (is_hand ? 1.0 : is_foot ? 0.4 : 0.3);
        const swv_pose is = pose_of_part(b, part);
        swv_body_goal  goal = { .part = part,
                                .pose = { random_place(seed, is.position, away),
                                          swv_quat_mul(random_turn(seed, 0.6), is.rotation) },
                                .is_weighted = true,
                                .position_weight = random_below(seed, 4) ? 1.0 : 1.0 - random_between(seed, 0, 1),
                                .rotation_weight = random_below(seed, 4) ? 1.0 : 1.0 - random_between(seed, 0, 1) };
        const int      kind = random_below(seed, 4);
        goal.want = kind == 0 ? SWV_WANT_POSITION : SWV_WANT_POSE;
        if (is_foot)
            goal.want = kind == 0 ? SWV_WANT_FREE : kind == 1 ? SWV_WANT_STAY : SWV_WANT_POSE;
        if (part == SWV_PART_HEAD) {
            goal.want = kind < 2 ? SWV_WANT_GAZE : kind == 2 ? SWV_WANT_ROTATION : SWV_WANT_POSE;
            if (goal.want == SWV_WANT_GAZE)
                goal.pose.position = random_place(seed, is.position, 5.0 * unit);
        }
        if ((part == SWV_PART_HIPS || part == SWV_PART_UPPER_CHEST) && kind == 1)
            goal.want = SWV_WANT_ROTATION;
        goals[count++] = goal;
    }
    return count;
}

static void room_body_reach(uint64_t *hash)
{
    static standing b;
    uint64_t        seed = 8;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        swv_pose bent[SUBJECT_JOINTS];
        for (int round = 0; round < 200; round++) {
            static const double          fars[4] = { 0.3, 0.9, 1.6, 5.0 };
            swv_body_goal                goals[SWV_BODY_GOALS];
            swv_body_reach_report        report;
            swv_pose                     out[SUBJECT_JOINTS];
            const swv_body_reach_options options = { .compromise = round % 7 == 6 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS,
                                                     .balances = round % 2,
                                                     .keeps_shoulders = round % 5 == 4 };
            const int                    count = random_goals(&seed, &b, fars[round / 4 % 4], goals);
            // From a stand, from the rest pose, and from an animation that is bent already.
            memcpy(bent, b.locals, sizeof bent);
            for (int i = 0; i < b.s.body.spine_count; i++)
                bent[b.s.body.spine[i]].rotation =
                    swv_quat_mul(bent[b.s.body.spine[i]].rotation, random_turn(&seed, 0.15));
            if (which < 2 && round % 9 == 8)
                goals[0] = (swv_body_goal){ .part = SWV_PART_LEFT_INDEX_DISTAL,
                                            .pose = { random_place(&seed, b.worlds[SWV_PART_LEFT_HAND].position, 0.4),
                                                      SWV_IDENTITY_QUAT } };
            memset(&report, 0, sizeof report);
            if (!is_done(hash, swv_body_reach(&b.s.body, goals, count,
                                              round % 3 == 0   ? b.locals
                                              : round % 3 == 1 ? bent
                                                               : NULL,
                                              &options, out, &report)))
                continue;
            add_poses(hash, out, b.s.body.mount.skeleton->joint_count);
            add_reach_report(hash, &report, count);
        }
    }
}

// Goals that move, jump, are lost and come back; frames of uneven length.
static void room_body_follow(uint64_t *hash)
{
    static standing          b;
    static swv_body_follower follower;
    uint64_t                 seed = 9;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const double                 unit = unit_of(&b.s);
        const swv_limb_track_options start = { .max_bone_speed = which == 1 ? 4.0 : 0.0,
                                               .compromise = which == 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS };
        if (!is_done(hash, swv_body_follow_start(&b.s.body, &start, &follower)))
            return;
        for (int f = 0; f < 320; f++) {
            const double   t = f / 60.0, jump = f / 80 % 2 ? 1.0 : -1.0;
            const swv_quat back = swv_quat_conjugate(b.s.body.natural_from_world);
            swv_body_goal  goals[6];
            int            count = 0;
            for (int side = 0; side < 2; side++) {
                const swv_pose is = pose_of_part(&b, HAND(side));
                const swv_vec3 way = { jump * swv_sin(1.3 * t + side), 0.6 + swv_sin(1.9 * t),
                                       1.0 + swv_sin(2.3 * t + side) };
                if ((f / 50 + side) % 4 == 3)  // lost
                    continue;
                goals[count++] = (swv_body_goal){
                    .part = HAND(side),
                    .pose = { swv_vec3_add(is.position, swv_vec3_scale(1.5 * unit, swv_quat_rotate(back, way))),
                              swv_quat_mul(turn_about(0.3, 1, 0.2, swv_sin(2.0 * t)), is.rotation) },
                    .is_weighted = true,
                    .position_weight = f < 20 ? f / 20.0 : 1.0,
                    .rotation_weight = 1.0
                };
            }
            if (f / 100 % 2)
                goals[count++] =
                    (swv_body_goal){ .part = SWV_PART_HEAD,
                                     .pose = { swv_vec3_scale(4.0 * unit, (swv_vec3){ swv_sin(t), 1.0, swv_cos(t) }),
                                               SWV_IDENTITY_QUAT },
                                     .want = SWV_WANT_GAZE };
            if (f >= 160) {
                swv_pose foot = pose_of_part(&b, SWV_PART_LEFT_FOOT);
                foot.position = swv_vec3_add(
                    foot.position,
                    swv_vec3_scale(0.5 * unit,
                                   swv_quat_rotate(back, (swv_vec3){ 0.0, swv_sin(3.0 * t), 0.4 + 0.4 * swv_sin(t) })));
                goals[count++] = (swv_body_goal){ .part = SWV_PART_LEFT_FOOT, .pose = foot };
            }
            if (f >= 240) {
                swv_pose hips = pose_of_part(&b, SWV_PART_HIPS);
                hips.position = swv_vec3_add(
                    hips.position,
                    swv_vec3_scale(0.7 * unit, swv_quat_rotate(back, (swv_vec3){ 0.2 * swv_sin(2.0 * t), 0.0,
                                                                                 -0.5 + 0.5 * swv_cos(3.0 * t) })));
                goals[count++] = (swv_body_goal){ .part = SWV_PART_HIPS, .pose = hips, .want = SWV_WANT_POSITION };
            }
            const swv_body_reach_options options = { .balances = f / 64 % 2, .keeps_shoulders = f / 32 % 5 == 4 };
            swv_body_reach_report        report;
            swv_pose                     out[SUBJECT_JOINTS];
            memset(&report, 0, sizeof report);
            if (!is_done(hash, swv_body_follow(&b.s.body, &follower, goals, count, random_between(&seed, 0.005, 0.03),
                                               b.locals, &options, out, &report)))
                continue;
            add_poses(hash, out, b.s.body.mount.skeleton->joint_count);
            add_reach_report(hash, &report, count);
        }
    }
}

// ---- around the body ----

// Arms anywhere, in the body or clear of it.
static void room_flesh(uint64_t *hash)
{
    static standing  b;
    static swv_flesh flesh;
    uint64_t         seed = 10;
    for (int which = 0; which < BODIES; which++) {
        make_any(which, &b);
        const swv_body *body = &b.s.body;
        if (!is_done(hash, swv_flesh_make(body, &flesh)))
            return;
        for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
            add(hash, &flesh.solids[i].from, 2 * sizeof flesh.solids[i].from);
            add_double(hash, flesh.solids[i].radius);
        }
        for (int round = 0; round < 150; round++) {
            swv_pose      posed[SUBJECT_JOINTS];
            swv_clearance reports[2];
            memcpy(posed, b.locals, sizeof posed);
            for (int side = 0; side < 2; side++) {
                const int *joints = body->mount.limbs[side].joints;
                posed[joints[0]].rotation = swv_quat_mul(posed[joints[0]].rotation, random_turn(&seed, 0.6));
                posed[joints[1]].rotation = swv_quat_mul(posed[joints[1]].rotation, random_turn(&seed, 1.2));
                // As a hinge bends.
                swv_limb_posture posture;
                if (swv_mount_read(&body->mount, side, posed, &posture) == SWV_OK)
                    (void)swv_mount_write(&body->mount, side, &posture, posed);
            }
            if (!is_done(hash, swv_flesh_clearance(body, &flesh, posed, reports)))
                continue;
            for (int k = 0; k < 2; k++) {
                for (int side = 0; side < 2; side++) {
                    add_double(hash, reports[side].distance);
                    add_int(hash, (int32_t)reports[side].segment);
                    add_int(hash, reports[side].solid);
                }
                if (!is_done(hash, swv_flesh_avoid(body, &flesh, posed, posed, reports)))
                    continue;
            }
            add_poses(hash, posed, body->mount.skeleton->joint_count);
        }
    }
}

static void room_crowd(uint64_t *hash)
{
    enum { MANY = 400 };
    static swv_crowd_member members[MANY];
    uint64_t                seed = 11;
    for (int k = 0; k < 4; k++) {
        const swv_crowd_options options = { .budget = k < 2 ? 0.0 : 600.0 * k };
        memset(members, 0, sizeof members);
        for (int i = 0; i < MANY; i++)
            members[i].distance = random_between(&seed, 0, 60);
        for (int f = 0; f < 60; f++) {
            swv_crowd_report report = { .posed = 0 };
            if (!is_done(hash, swv_crowd_plan(members, MANY, k == 0 ? NULL : &options, &report)))
                continue;
            for (int i = 0; i < MANY; i++) {
                add_int(hash, (int32_t)members[i].detail);
                members[i].distance = fabs(members[i].distance + random_between(&seed, -1, 1));
            }
            add_int(hash, report.posed);
            add_int(hash, report.postponed);
            add_int(hash, (int32_t)report.latest);
            add_double(hash, report.cost);
        }
    }
}

// ---- motion on other bodies ----

enum { CLIP = 1000 };

static swv_pose clip[CLIP * SUBJECT_JOINTS], carried[CLIP * SUBJECT_JOINTS], back[CLIP * SUBJECT_JOINTS];
static double   scratch[64 * CLIP];

static int record(const subject *human, recorded what, double dt)
{
    const int count = what == RECORDED_TAPS ? CLIP : 150;
    for (int f = 0; f < count; f++)
        record_frame(human, what, f, dt, clip + f * SWV_HUMAN_JOINTS);
    return count;
}

static void add_clip(uint64_t *hash, const swv_retarget *r, const swv_pose *in, int count, double dt, swv_pose *out)
{
    swv_retarget_report report;
    memset(&report, 0, sizeof report);
    if (!is_done(hash, swv_retarget_clip(r, in, count, dt, scratch, out, &report)))
        return;
    add_poses(hash, out, count * r->to->mount.skeleton->joint_count);
    const double numbers[3] = { report.floor, report.farthest_hand, report.farthest_foot };
    add(hash, numbers, sizeof numbers);
    add_int(hash, report.contacts);
    add_int(hash, report.planted);
    add_int(hash, report.limited);
}

// A woman whose rest pose is this many sizes above the floor.
static void make_raised(double sizes, subject *s)
{
    make_human(1.5, SWV_FEMALE, s);
    const double high = sizes * s->body.size;
    for (int j = 0; j < s->rig.joint_count; j++)
        s->joints[j].rest.position.z += high;
    (void)bind_rig(&s->rig, NULL, &s->binding);
    (void)body_of_rig(&s->rig, &s->binding, &s->body, NULL);
}

// A walk, taps and wild postures, from the built-in human to another and to characters, and back.
static void room_retarget(uint64_t *hash)
{
    static subject from, to;
    swv_retarget   there, again;
    make_human(1.75, SWV_MALE, &from);
    if (swv_retarget_size(CLIP) > sizeof scratch)
        return;
    for (int round = 0; round < 9; round++) {
        const recorded             what = (recorded)(round % 3);
        const double               dt = what == RECORDED_TAPS ? 1.0 / 240.0 : 1.0 / 120.0;
        const swv_retarget_options options = { .keep_directions = round == 4,
                                               .keep_slides = round == 6,
                                               .compromise = round == 5 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS,
                                               .scale = round == 7 ? 0.9 : 0.0 };
        if (round < 3)
            make_raised(round == 0 ? 0.06 : round == 1 ? 0.07 : 0.0, &to);
        else
            make_character(round >= 6, &to);
        const int count = record(&from, what, dt);
        if (!is_done(hash, swv_retarget_make(&from.body, &to.body, &options, &there)))
            return;
        if (!is_done(hash, swv_retarget_make(&to.body, &from.body, NULL, &again)))
            return;
        for (int f = 0; f < count; f += 10) {
            if (!is_done(hash, swv_retarget_frame(&there, clip + f * SWV_HUMAN_JOINTS, carried)))
                continue;
            add_poses(hash, carried, to.body.mount.skeleton->joint_count);
        }
        add_clip(hash, &there, clip, count, dt, carried);
        if (what != RECORDED_TAPS)
            add_clip(hash, &again, carried, count, dt, back);
    }
}

// The stand-in of each robot, moved by turns of its own joints: near its rest, then beyond what motors can do.
static void room_robot(uint64_t *hash)
{
    static machine m;
    for (int which = 0; which < 4; which++) {
        double          posture[7 * ROBOT_JOINTS];
        const swv_body *body = &m.robot.body;
        if (!make_machine(which % 2, which / 2, &m))
            return;
        for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; i++)
            add(hash, &m.robot.from_link[i], sizeof m.robot.from_link[i]);
        for (int f = 0; f < 100; f++) {
            const double          t = f / 30.0, far = f < 60 ? 0.5 : 1.4;
            swv_pose              locals[SWV_ROBOT_BODY_JOINTS];
            swv_robot_body_report report;
            rest_of(&body->mount, locals);
            for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; i++) {
                const double   part = i < 3 ? 0.15 : i < 9 ? far : 0.5 * far;
                const swv_vec3 turn = { part * swv_sin(1.9 * t + i), part * swv_sin(2.3 * t + 2.0 * i),
                                        0.5 * part * swv_sin(1.3 * t) };
                locals[i].rotation = swv_quat_mul(locals[i].rotation, swv_quat_from_rotation_vector(turn));
            }
            locals[0].position.z += 0.05 * swv_sin(3.0 * t);
            memset(&report, 0, sizeof report);
            if (!is_done(hash,
                         swv_robot_body_pose(&m.robot, locals, f % 50 ? posture : NULL, m.room, posture, &report)))
                continue;
            add(hash, posture, sizeof(double) * (size_t)m.tree.number_count);
            add(hash, report.feet, sizeof report.feet);
            add(hash, report.hands, sizeof report.hands);
            add(hash, report.feet_turned, sizeof report.feet_turned);
        }
    }
}

// ---- all ----

static const struct {
    const char *name;
    void (*run)(uint64_t *hash);
} all_rooms[] = {
    { "human", room_human },
    { "rig", room_rig },
    { "rest", room_rest },
    { "mount", room_mount },
    { "mount_track", room_mount_track },
    { "mount_hand", room_mount_hand },
    { "body_solve", room_body_solve },
    { "body_track", room_body_track },
    { "calibration", room_calibration },
    { "body_reach", room_body_reach },
    { "body_follow", room_body_follow },
    { "flesh", room_flesh },
    { "crowd", room_crowd },
    { "retarget", room_retarget },
    { "robot", room_robot },
};
enum { ROOMS = sizeof all_rooms / sizeof all_rooms[0] };

// Of one room, or of all that were asked for before.
static uint64_t bits_of(int room)
{
    static uint64_t found[ROOMS];
    uint64_t        hash = HASH_START;
    if (room == ROOMS)
        add_numbers(&hash, found, sizeof found, sizeof found[0]);
    else
        all_rooms[room].run(&hash);
    return room == ROOMS ? hash : (found[room] = hash);
}

static const char *name_of(int room)
{
    return room == ROOMS ? "all" : all_rooms[room].name;
}

#ifdef __wasm__
__attribute__((export_name("rooms"))) int rooms(void)
{
    return ROOMS + 1;
}

__attribute__((export_name("room_name"))) const char *room_name(int room)
{
    return name_of(room);
}

__attribute__((export_name("room_bits"))) uint64_t room_bits(int room)
{
    return bits_of(room);
}
#else
    #include <inttypes.h>
    #include <stdio.h>

int main(int count, char **words)
{
    FILE *file = count > 1 ? fopen(words[1], "r") : NULL;
    int   different = 0;
    if (count > 1 && !file) {
        fprintf(stderr, "cannot read %s\n", words[1]);
        return 1;
    }
    for (int i = 0; i <= ROOMS; i++) {
        char           line[64], expected[64] = "";
        const uint64_t bits = bits_of(i);
        snprintf(line, sizeof line, "%s %016" PRIx64 "\n", name_of(i), bits);
        if (!file) {
            fputs(line, stdout);
            continue;
        }
        if (!fgets(expected, sizeof expected, file) || strcmp(expected, line) != 0) {
            expected[strcspn(expected, "\r\n")] = '\0';
            printf("%s moves otherwise: %016" PRIx64 ", expected \"%s\"\n", name_of(i), bits, expected);
            different++;
        }
    }
    if (file && fgetc(file) != EOF) {
        printf("%s has more rooms than there are\n", words[1]);
        different++;
    }
    if (file)
        fclose(file);
    return different ? 1 : 0;
}
#endif
