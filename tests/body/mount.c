// SPDX-License-Identifier: MIT
// A bound skeleton in use: rigs of others and bodies with axes of any kind, posed, read back, brought to their goals. Lengths are in the skeleton's
// unit, angles radians; places are in the world.
#include "rig_subject.h"
#include "rigs.h"

static const char *const rigs[] = { "cesium_man", "cmu",       "fingers",   "geno",   "hip_knee_ankle",
                                    "knight",     "makehuman", "poser",     "rigify", "robot",
                                    "rokoko",     "vrm_robot", "wave_hello" };
enum { RIGS = sizeof rigs / sizeof rigs[0], ENDS = 4 };
static const int ends[ENDS] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT, SWV_PART_LEFT_FOOT };

// A posture inside the limb's limits.
static void random_posture(const swv_limb *limb, uint64_t *seed, swv_limb_posture *posture)
{
    for (int tries = 0; tries < 10000; tries++) {
        const bool   is_leg = limb->kind == SWV_LIMB_LEG;
        const double angles[SWV_LIMB_ANGLES] = {
            is_leg ? random_between(seed, -0.4, 2.0) : random_between(seed, -1.0, 2.0),
            is_leg ? random_between(seed, -0.3, 0.8) : random_between(seed, 0.0, 2.6),
            random_between(seed, -1.5, 1.5),
            random_below(seed, 10) ? random_between(seed, 0.0, 2.4) : random_between(seed, 0.0, 1e-6),
            random_between(seed, -1.2, 1.2),
            random_between(seed, -0.6, 0.6),
            random_between(seed, -0.3, 0.3),
        };
        uint32_t broken;
        assert_int_equal(swv_limb_posture_from_angles(limb, angles, posture), SWV_OK);
        assert_int_equal(swv_limb_check(limb, posture, &broken, NULL), SWV_OK);
        if (broken == 0)
            return;
    }
    fail_msg("no posture inside the limits");
}

// ---- tests ----

// Write a posture; the joints are where the limb has them; read it back; and a goal made of the hand is met.
static void pose_and_read(const subject *s, uint64_t *seed)
{
    const world_rig *rig = &s->rig;
    const swv_mount *m = &s->mount;
    swv_pose         animation[SWV_MOUNT_JOINTS], locals[SWV_MOUNT_JOINTS], solved[SWV_MOUNT_JOINTS];
    random_animation(m, seed, 0.2, animation);
    for (int e = 0; e < ENDS; e++) {
        const int             limb = swv_mount_limb_of(m, ends[e]);
        const swv_mount_limb *l = &m->limbs[limb];
        assert_true(limb == e && l->is_there);
        swv_limb_posture posture, back;
        random_posture(&l->limb, seed, &posture);
        memcpy(locals, animation, sizeof locals);
        assert_int_equal(swv_mount_write(m, limb, &posture, locals), SWV_OK);

        // Bones keep their length, and their directions are those of the posture.
        const frame a = world_of(rig, locals, l->joints[0]), b = world_of(rig, locals, l->joints[1]),
                    c = world_of(rig, locals, l->joints[2]);
        assert_near(distance(a, b), l->limb.upper, 1e-12 * s->binding.height);
        assert_near(distance(b, c), l->limb.lower, 1e-9 * s->binding.height);
        const double straight = l->limb.upper * l->limb.upper + l->limb.lower * l->limb.lower +
                                2.0 * l->limb.upper * l->limb.lower * cos(posture.flexion);
        assert_near(distance(a, c), sqrt(straight), 1e-9 * s->binding.height);

        assert_int_equal(swv_mount_read(m, limb, locals, &back), SWV_OK);
        assert_near(turn_between(frame_of((swv_pose){ { 0, 0, 0 }, posture.upper }),
                                 frame_of((swv_pose){ { 0, 0, 0 }, back.upper })),
                    0.0, 1e-12);
        assert_near(turn_between(frame_of((swv_pose){ { 0, 0, 0 }, posture.lower }),
                                 frame_of((swv_pose){ { 0, 0, 0 }, back.lower })),
                    0.0, 1e-12);
        assert_near(turn_between(frame_of((swv_pose){ { 0, 0, 0 }, posture.end }),
                                 frame_of((swv_pose){ { 0, 0, 0 }, back.end })),
                    0.0, 1e-12);

        swv_pose worlds[SWV_MOUNT_JOINTS];
        assert_int_equal(swv_mount_worlds(m, locals, worlds), SWV_OK);
        assert_near(distance(frame_of(worlds[l->joints[2]]), c), 0.0, 1e-11 * s->binding.height);
        const swv_mount_goal goal = { .part = ends[e], .end = worlds[l->joints[2]], .is_exact = true };
        swv_limb_report      report;
        assert_int_equal(swv_mount_solve(m, &goal, 1, animation, SWV_KEEP_LIMITS, solved, &report, NULL), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        const frame d = world_of(rig, solved, l->joints[2]);
        assert_near(distance(c, d), 0.0, 1e-9 * s->binding.height);
        assert_near(turn_between(c, d), 0.0, 1e-9);
        // Nothing else is touched.
        for (int i = 0; i < rig->joint_count; i++) {
            bool is_touched = i == l->joints[0] || i == l->joints[1] || i == l->joints[2];
            for (int k = 0; k < 2; k++)
                for (int t = 0; t < l->twist_count[k]; t++)
                    is_touched |= i == l->twists[k][t].joint;
            assert_true(is_touched || memcmp(&solved[i], &animation[i], sizeof solved[i]) == 0);
        }
    }
}

static void rigs_of_others(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < RIGS; i++) {
        subject s;
        load(rigs[i], &s);
        for (int n = 0; n < CASES(500); n++)
            pose_and_read(&s, &seed);
        release(&s);
    }
}

static void any_axes_unit_and_handedness(void **state)
{
    (void)state;
    uint64_t seed = 2;
    subject  s, other;
    load("makehuman", &s);
    for (int n = 0; n < CASES(500); n++) {
        disguise(&s, &seed, n % 2 != 0, false, &other);
        assert_true(other.binding.is_left_handed == (n % 2 != 0));
        pose_and_read(&other, &seed);
    }
    release(&s);
}

// A mirrored rig gives the mirrored answer.
static void left_handed_is_the_mirror_image(void **state)
{
    (void)state;
    uint64_t seed = 3;
    subject  s, right, left;
    load("rigify", &s);
    for (int n = 0; n < CASES(200); n++) {
        uint64_t same = seed;
        disguise(&s, &seed, false, true, &right);
        disguise(&s, &same, true, true, &left);
        swv_mount_goal goals[2];
        swv_pose       locals[2][SWV_MOUNT_JOINTS];
        goals[0] = (swv_mount_goal){ .part = ends[n % ENDS] };
        const swv_vec3 at = right.joints[right.mount.limbs[n % ENDS].joints[2]].rest.position;
        goals[0].end = (swv_pose){ swv_vec3_scale(0.9, at), random_turn(&seed) };
        goals[1] = goals[0];
        goals[1].end.position.x *= -1;
        goals[1].end.rotation.y *= -1;
        goals[1].end.rotation.z *= -1;
        assert_int_equal(swv_mount_solve(&right.mount, &goals[0], 1, NULL, SWV_KEEP_LIMITS, locals[0], NULL, NULL),
                         SWV_OK);
        assert_int_equal(swv_mount_solve(&left.mount, &goals[1], 1, NULL, SWV_KEEP_LIMITS, locals[1], NULL, NULL),
                         SWV_OK);
        for (int i = 0; i < s.mount.skeleton->joint_count; i++) {
            swv_pose p = locals[1][i];
            p.position.x *= -1;
            p.rotation.y *= -1;
            p.rotation.z *= -1;
            assert_near(distance(frame_of(p), frame_of(locals[0][i])), 0.0, 1e-12);
            assert_near(turn_between(frame_of(p), frame_of(locals[0][i])), 0.0, 1e-12);
        }
    }
    release(&s);
}

// At rest: T-posed arms are level and their forearms neutral, standing legs straight, all inside people's limits.
static void rest_poses_mean_what_they_show(void **state)
{
    (void)state;
    static const char *const standing[] = { "knight", "poser", "rigify", "vrm_robot", "wave_hello", "fingers", "cmu" };
    for (int i = 0; i < 7; i++) {
        subject s;
        load(standing[i], &s);
        for (int e = 0; e < ENDS; e++) {
            swv_limb_posture posture;
            double           angles[SWV_LIMB_ANGLES], excess[SWV_LIMB_LIMITS];
            const swv_limb  *limb = &s.mount.limbs[e].limb;
            swv_pose         rest[SUBJECT_JOINTS];
            rest_of(&s.mount, rest);
            assert_int_equal(swv_mount_read(&s.mount, e, rest, &posture), SWV_OK);
            assert_int_equal(swv_limb_angles(limb, &posture, angles), SWV_OK);
            assert_int_equal(swv_limb_check(limb, &posture, NULL, excess), SWV_OK);
            for (int k = 0; k < SWV_LIMB_LIMITS; k++)
                assert_true(excess[k] < 1e-3);
            if (e < 2) {
                assert_near(angles[SWV_SHOULDER_PLANE], 0.0, 0.1);
                assert_near(angles[SWV_SHOULDER_ELEVATION], SWV_PI / 2, 0.1);
                assert_near(angles[SWV_PRONATION], 0.0, 0.4);
            } else {
                assert_near(angles[SWV_HIP_FLEXION], 0.0, 0.1);
                assert_near(angles[SWV_HIP_ROTATION], 0.0, 0.2);
            }
        }
        release(&s);
    }
}

// The whole turn of the forearm is at the wrist; a twist bone half way has half of it, one at the upper arm's start none.
static void twist_is_spread(void **state)
{
    (void)state;
    subject s;
    load("makehuman", &s);
    const swv_mount_limb *l = &s.mount.limbs[1];
    assert_int_equal(l->twist_count[1], 1);
    double turns[2];
    for (int n = 0; n < 2; n++) {
        const double angles[SWV_LIMB_ANGLES] = {
            [SWV_SHOULDER_ELEVATION] = 1.0, [SWV_ELBOW_FLEXION] = 1.0, [SWV_PRONATION] = 0.8 * n
        };
        swv_limb_posture posture;
        swv_pose         locals[SWV_MOUNT_JOINTS];
        rest_of(&s.mount, locals);
        assert_int_equal(swv_limb_posture_from_angles(&l->limb, angles, &posture), SWV_OK);
        assert_int_equal(swv_mount_write(&s.mount, 1, &posture, locals), SWV_OK);
        // Against the rest pose, about its own axis.
        const swv_quat q =
            swv_quat_mul(swv_quat_conjugate(s.mount.skeleton->joints[l->twists[1][0].joint].rest.rotation),
                         locals[l->twists[1][0].joint].rotation);
        const swv_vec3 v = swv_rotation_vector_from_quat(q);
        turns[n] = swv_vec3_dot(v, l->twists[1][0].axis);
        assert_near(swv_vec3_length(v), fabs(turns[n]), 1e-12);
    }
    assert_near(fabs(turns[1] - turns[0]), 0.8 * l->twists[1][0].share, 1e-12);
    assert_near(l->twists[1][0].share, 0.5, 0.05);
    release(&s);
}

// A twist bone on the way to the hand, nearly where the hand is but not quite: it turns about the line to it.
static void twist_bone_beside_the_hand_leaves_it_in_its_place(void **state)
{
    (void)state;
    subject            s;
    static world_joint joints[SWV_MOUNT_JOINTS];
    static swv_mount   mount;
    load("makehuman", &s);
    const swv_mount_limb *l = &s.mount.limbs[1];
    const int             between = l->twists[1][0].joint, hand = l->joints[2];
    assert_true(l->twists[1][0].is_between);
    memcpy(joints, s.rig.joints, sizeof joints[0] * (size_t)s.rig.joint_count);
    joints[between].rest.position = joints[hand].rest.position;
    joints[between].rest.position.z += 1e-7 * l->limb.lower;
    world_rig rig = s.rig;
    rig.joints = joints;
    assert_int_equal(mount_rig(&rig, &s.binding, &mount, NULL), SWV_OK);
    frame at[2];
    for (int n = 0; n < 2; n++) {
        const double angles[SWV_LIMB_ANGLES] = {
            [SWV_SHOULDER_ELEVATION] = 1.0, [SWV_ELBOW_FLEXION] = 1.0, [SWV_PRONATION] = 0.8 * n
        };
        swv_limb_posture posture;
        swv_pose         locals[SWV_MOUNT_JOINTS];
        rest_of(&mount, locals);
        assert_int_equal(swv_limb_posture_from_angles(&mount.limbs[1].limb, angles, &posture), SWV_OK);
        assert_int_equal(swv_mount_write(&mount, 1, &posture, locals), SWV_OK);
        at[n] = world_of(&rig, locals, hand);
    }
    assert_near(distance(at[0], at[1]), 0.0, 1e-12 * l->limb.lower);
    assert_true(turn_between(at[0], at[1]) > 0.5);
    release(&s);
}

// The elbow goes to the side of the pole; fading keeps the animation at one end and the goal at the other, evenly between.
static void poles_and_fading(void **state)
{
    (void)state;
    uint64_t seed = 5;
    subject  s;
    load("rigify", &s);
    const swv_mount_limb *l = &s.mount.limbs[1];
    for (int n = 0; n < CASES(500); n++) {
        swv_pose         animation[SWV_MOUNT_JOINTS], locals[4][SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
        swv_limb_posture posture;
        swv_limb_report  report;
        random_animation(&s.mount, &seed, 0.2, animation);
        memcpy(locals[0], animation, sizeof animation);
        random_posture(&l->limb, &seed, &posture);
        assert_int_equal(swv_mount_write(&s.mount, 1, &posture, locals[0]), SWV_OK);
        assert_int_equal(swv_mount_worlds(&s.mount, locals[0], worlds), SWV_OK);
        // The pole is the elbow itself: the answer is the posture again.
        swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end = worlds[l->joints[2]], .elbow = SWV_ELBOW_TOWARDS };
        goal.pole = worlds[l->joints[1]].position;
        if (posture.flexion > 0.01) {
            assert_int_equal(swv_mount_solve(&s.mount, &goal, 1, animation, SWV_KEEP_LIMITS, locals[1], &report, NULL),
                             SWV_OK);
            assert_near(distance(world_of(&s.rig, locals[1], l->joints[1]), frame_of(worlds[l->joints[1]])), 0.0, 1e-6);
        }
        for (int k = 1; k < 4; k++) {
            goal.is_weighted = true;
            goal.weight = 1.0 - 0.5 * (k - 1);
            assert_int_equal(swv_mount_solve(&s.mount, &goal, 1, animation, SWV_KEEP_LIMITS, locals[k], &report, NULL),
                             SWV_OK);
        }
        for (int k = 0; k < 3; k++) {
            const int    j = l->joints[k];
            const double whole = swv_quat_angle_between(locals[1][j].rotation, animation[j].rotation);
            assert_near(swv_quat_angle_between(locals[3][j].rotation, animation[j].rotation), 0.0, 1e-7);
            assert_near(swv_quat_angle_between(locals[2][j].rotation, animation[j].rotation), 0.5 * whole, 1e-7);
        }
    }
    release(&s);
}

// A hand asked for by its place alone stays as it was against the forearm; an elbow of SWV_ELBOW_PREVIOUS as near as it can.
static void what_the_animation_had(void **state)
{
    (void)state;
    uint64_t seed = 6;
    subject  s;
    load("rigify", &s);
    for (int n = 0; n < CASES(500); n++) {
        swv_pose              animation[SWV_MOUNT_JOINTS], locals[SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
        swv_limb_posture      posture;
        const int             e = n % ENDS;
        const swv_mount_limb *l = &s.mount.limbs[e];
        random_animation(&s.mount, &seed, 0.1, animation);
        random_posture(&l->limb, &seed, &posture);
        assert_int_equal(swv_mount_write(&s.mount, e, &posture, animation), SWV_OK);
        assert_int_equal(swv_mount_worlds(&s.mount, animation, worlds), SWV_OK);
        // Asked for where it is: nothing moves.
        const swv_mount_goal goals[2] = {
            { .part = ends[e], .end = worlds[l->joints[2]], .elbow = SWV_ELBOW_PREVIOUS },
            { .part = ends[e],
              .end = { worlds[l->joints[2]].position, { 0, 0, 0, 0 } },
              .is_position_only = true,
              .elbow = SWV_ELBOW_PREVIOUS },
        };
        for (int k = 0; k < 2; k++) {
            assert_int_equal(swv_mount_solve(&s.mount, &goals[k], 1, animation, SWV_KEEP_LIMITS, locals, NULL, NULL),
                             SWV_OK);
            if (posture.flexion > 1e-3)
                for (int j = 0; j < s.mount.skeleton->joint_count; j++)
                    assert_near(swv_quat_angle_between(locals[j].rotation, animation[j].rotation), 0.0, 1e-6);
            assert_near(distance(world_of(&s.rig, locals, l->joints[2]), frame_of(worlds[l->joints[2]])), 0.0, 1e-9);
        }
    }
    release(&s);
}

// Two hands and two feet at once, following: every hand is exact, no bone turns by more than a little from frame to frame.
static void following(void **state)
{
    (void)state;
    subject s;
    load("vrm_robot", &s);
    swv_mount_track track;
    swv_pose        locals[SWV_MOUNT_JOINTS], last[SWV_MOUNT_JOINTS];
    assert_int_equal(swv_mount_track_start(&s.mount, NULL, &track), SWV_OK);
    int    off = 0;
    double fastest = 0.0;
    for (int frame_number = 0; frame_number < 600; frame_number++) {
        swv_mount_goal        goals[ENDS];
        swv_limb_track_report reports[ENDS];
        const double          t = frame_number / 60.0;
        for (int e = 0; e < ENDS; e++) {
            const swv_mount_limb *l = &s.mount.limbs[e];
            const double          side = e % 2 ? 1.0 : -1.0;  // left is +x
            const swv_vec3        at =
                e < 2 ? (swv_vec3){ side * (0.28 + 0.08 * sin(t)), 1.3 + 0.1 * sin(1.3 * t + e), 0.2 + 0.05 * cos(t) }
                             : (swv_vec3){ side * 0.12, 0.15 + 0.05 * sin(t + e), 0.1 * sin(1.7 * t) };
            const swv_quat turn = s.joints[l->joints[2]].rest.rotation;
            goals[e] = (swv_mount_goal){ .part = ends[e], .end = { at, turn }, .is_position_only = e < 2 };
        }
        assert_int_equal(swv_mount_track_step(&s.mount, &track, goals, ENDS, 1.0 / 60.0, NULL, locals, reports, NULL),
                         SWV_OK);
        for (int e = 0; e < ENDS; e++) {
            const swv_mount_limb *l = &s.mount.limbs[e];
            off += reports[e].limb.outcome != SWV_REACHED;
            const frame d = world_of(&s.rig, locals, l->joints[2]);
            assert_near(distance(d, frame_of(goals[e].end)), 0.0, 1e-9);
            for (int k = 0; frame_number > 0 && k < 3; k++)
                fastest = fmax(
                    fastest, 60.0 * swv_quat_angle_between(locals[l->joints[k]].rotation, last[l->joints[k]].rotation));
        }
        memcpy(last, locals, sizeof last);
    }
    assert_int_equal(off, 0);
    assert_true(fastest < 1.0);  // radians per second
    // A limb without a goal keeps its animation, and starts anew.
    assert_int_equal(swv_mount_track_step(&s.mount, &track, NULL, 0, 1.0 / 60.0, NULL, locals, NULL, NULL), SWV_NULL);
    swv_mount_goal none;
    assert_int_equal(swv_mount_track_step(&s.mount, &track, &none, 0, 1.0 / 60.0, NULL, locals, NULL, NULL), SWV_OK);
    for (int e = 0; e < ENDS; e++)
        assert_false(track.is_following[e]);
    for (int j = 0; j < s.mount.skeleton->joint_count; j++)
        assert_memory_equal(&locals[j], &s.mount.skeleton->joints[j].rest, sizeof locals[j]);
    release(&s);
}

// Goals that stop for a while: limbs that rest are not solved again, and nothing but time tells.
static void limbs_at_rest(void **state)
{
    (void)state;
    subject s;
    load("vrm_robot", &s);
    swv_mount_track tracks[2];  // the second one does not know that its limbs rest
    int             rested = 0;
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            swv_mount_track_start(&s.mount, &(swv_limb_track_options){ .max_swivel_speed = 15.0 }, &tracks[i]), SWV_OK);
    for (int frame_number = 0; frame_number < 900; frame_number++) {
        swv_mount_goal        goals[ENDS];
        swv_limb_track_report reports[2][ENDS];
        swv_pose              locals[2][SWV_MOUNT_JOINTS];
        const double          t = frame_number / 60.0;
        for (int e = 0; e < ENDS; e++) {
            const double   side = e % 2 ? 1.0 : -1.0;
            const swv_vec3 at = e < 2 ? (swv_vec3){ side * (0.28 + 0.08 * sin(t)), 1.3 + 0.1 * sin(1.3 * t + e), 0.2 }
                                      : (swv_vec3){ side * 0.12, 0.15, 0.1 * sin(1.7 * floor(2.0 * t)) };
            goals[e] = (swv_mount_goal){ .part = ends[e],
                                         .end = { at, s.joints[s.mount.limbs[e].joints[2]].rest.rotation },
                                         .is_position_only = e < 2,
                                         .elbow = e < 2 ? SWV_ELBOW_NATURAL : SWV_ELBOW_PREVIOUS };
        }
        for (int i = 0; i < 2; i++) {
            assert_int_equal(swv_mount_track_step(&s.mount, &tracks[i], goals, ENDS, 0.01 + 0.001 * (frame_number % 7),
                                                  NULL, locals[i], reports[i], NULL),
                             SWV_OK);
            for (int e = 0; e < ENDS; e++)
                rested += tracks[0].is_at_rest[e];
            memset(tracks[1].is_at_rest, 0, sizeof tracks[1].is_at_rest);
        }
        assert_memory_equal(locals[0], locals[1], sizeof(swv_pose) * (size_t)s.mount.skeleton->joint_count);
        for (int e = 0; e < ENDS; e++) {
            assert_true(reports[0][e].limb.position_error == reports[1][e].limb.position_error);
            assert_true(reports[0][e].limb.outcome == reports[1][e].limb.outcome);
        }
    }
    assert_true(rested > 600);
    release(&s);
}

static void what_is_refused(void **state)
{
    (void)state;
    subject         s;
    swv_pose        locals[SWV_MOUNT_JOINTS];
    swv_limb_report report;
    load("rigify", &s);
    const swv_mount     *m = &s.mount;
    const swv_pose       hand = s.joints[m->limbs[1].joints[2]].rest;
    const swv_mount_goal twice[2] = { { .part = SWV_PART_LEFT_HAND, .end = hand },
                                      { .part = SWV_PART_LEFT_HAND, .end = hand } };
    swv_mount_goal       goal = twice[0];
    assert_int_equal(swv_mount_solve(m, twice, 2, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_mount_solve(m, twice, 5, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_COUNT);
    goal.part = SWV_PART_HEAD;
    assert_int_equal(swv_mount_solve(m, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_GOAL);
    goal = twice[0];
    goal.weight = 1.5;
    assert_int_equal(swv_mount_solve(m, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_GOAL);
    goal = twice[0];
    goal.end.position.y = NAN;
    assert_int_equal(swv_mount_solve(m, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, &report, NULL), SWV_BAD_GOAL);
    goal = twice[0];
    rest_of(m, locals);
    locals[3].position.z = INFINITY;
    assert_int_equal(swv_mount_solve(m, &goal, 1, locals, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_POSTURE);
    // A binding of another rig; a mount of nobody; a limb that is not there.
    swv_mount   mount = { .is_left_handed = true };
    swv_binding binding = s.binding;
    binding.parts[SWV_PART_HEAD].joint = m->skeleton->joint_count;
    assert_int_equal(mount_rig(&s.rig, &binding, &mount, NULL), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_MODEL);
    binding = s.binding;
    binding.parts[SWV_PART_LEFT_HAND].joint = -1;
    assert_int_equal(mount_rig(&s.rig, &binding, &mount, NULL), SWV_OK);
    assert_int_equal(swv_mount_limb_of(&mount, SWV_PART_LEFT_HAND), -1);
    assert_int_equal(swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_BAD_GOAL);
    goal.part = SWV_PART_RIGHT_HAND;
    assert_int_equal(swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_OK);
    // The left hand has the right one as its parent.
    s.joints[m->limbs[1].joints[2]].parent = m->limbs[0].joints[2];
    assert_int_equal(mount_rig(&s.rig, &s.binding, &mount, NULL), SWV_OK);
    goal = twice[0];
    assert_int_equal(swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_OK);
    // In place.
    rest_of(m, locals);
    swv_pose apart[SWV_MOUNT_JOINTS];
    goal = twice[0];
    goal.end.position.y -= 0.3;
    assert_int_equal(swv_mount_solve(m, &goal, 1, locals, SWV_KEEP_LIMITS, apart, NULL, NULL), SWV_OK);
    assert_int_equal(swv_mount_solve(m, &goal, 1, locals, SWV_KEEP_LIMITS, locals, NULL, NULL), SWV_OK);
    assert_memory_equal(locals, apart, sizeof(swv_pose) * (size_t)m->skeleton->joint_count);
    release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigs_of_others),
        cmocka_unit_test(any_axes_unit_and_handedness),
        cmocka_unit_test(left_handed_is_the_mirror_image),
        cmocka_unit_test(rest_poses_mean_what_they_show),
        cmocka_unit_test(twist_is_spread),
        cmocka_unit_test(twist_bone_beside_the_hand_leaves_it_in_its_place),
        cmocka_unit_test(poles_and_fading),
        cmocka_unit_test(what_the_animation_had),
        cmocka_unit_test(following),
        cmocka_unit_test(limbs_at_rest),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
