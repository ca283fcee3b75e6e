// SPDX-License-Identifier: MIT
// Characters with hundreds of joints of hair and cloth move as the same body does without them, to the bit. Lengths are in the skeleton's unit,
// angles radians; places are in the world.
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swivel/retarget.h"

enum { HUMAN = SWV_HUMAN_JOINTS, STRAND = 12 };

typedef struct character {
    int          count, extra;  ///< the human's joints come after the others
    swv_joint   *joints;
    void        *memory, *scratch;
    swv_skeleton skeleton;
    swv_binding  binding;
    swv_body     body;
    swv_pose    *animation, *locals;
} character;

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

// The built-in human, with strands of hair, cloth and straps on head, hips and hands.
static void make(int extra, character *c)
{
    static const int carriers[] = { SWV_PART_HEAD, SWV_PART_HIPS, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_LOWER_ARM };
    static char      names[SWV_SKELETON_JOINTS][24];
    const swv_skeleton_options up = { .up = { 0.0, 0.0, 1.0 } };
    *c = (character){ .count = HUMAN + extra, .extra = extra };
    const size_t count = (size_t)c->count;
    c->joints = take(count, sizeof *c->joints);
    c->memory = take(1, swv_skeleton_size(c->count));
    c->scratch = take(1, swv_skeleton_bind_size(c->count));
    c->animation = take(count, sizeof(swv_pose));
    c->locals = take(count, sizeof(swv_pose));
    assert_int_equal(swv_human_make(1.7, SWV_FEMALE, c->joints + extra), SWV_OK);
    for (int i = extra; i < c->count; i++)
        c->joints[i].parent += c->joints[i].parent >= 0 ? extra : 0;
    for (int i = 0; i < extra; i++) {
        snprintf(names[i], sizeof names[i], "strand%d", i);
        c->joints[i] = (swv_joint){ .name = names[i],
                                    .parent = i % STRAND ? i - 1 : extra + carriers[i / STRAND % 4],
                                    .kind = SWV_JOINT_BALL,
                                    .rest = { { 0.001 * (i % 7), 0.01, -0.02 }, SWV_IDENTITY_QUAT } };
    }
    assert_int_equal(swv_skeleton_make(c->joints, c->count, &up, c->memory, &c->skeleton, NULL), SWV_OK);
    assert_int_equal(swv_skeleton_bind(&c->skeleton, NULL, c->scratch, &c->binding), SWV_OK);
    assert_int_equal(swv_body_make(&c->skeleton, &c->binding, &c->body, NULL), SWV_OK);
    assert_int_equal(swv_body_stand(&c->body, c->animation), SWV_OK);
}

static void release(character *c)
{
    free(c->joints);
    free(c->memory);
    free(c->scratch);
    free(c->animation);
    free(c->locals);
}

// The human's joints are where the other's are, all others as the animation has them.
static void assert_same(const character *large, const swv_pose *others, const character *plain)
{
    assert_memory_equal(large->locals + large->extra, plain->locals, HUMAN * sizeof(swv_pose));
    if (others)
        assert_memory_equal(large->locals, others, (size_t)large->extra * sizeof(swv_pose));
}

static void pose_both(character *large, character *plain)
{
    const swv_pose           there = { { 0.4, 0.6, 1.2 }, SWV_IDENTITY_QUAT };
    const swv_mount_goal     hand = { .part = SWV_PART_LEFT_HAND, .end = there, .elbow = SWV_ELBOW_NATURAL };
    const swv_body_goal      goals[] = { { .part = SWV_PART_LEFT_HAND, .pose = there, .want = SWV_WANT_POSITION },
                                         { .part = SWV_PART_HEAD, .pose = there, .want = SWV_WANT_GAZE } };
    character *const         both[] = { large, plain };
    static swv_body_follower followers[2];
    static swv_body_track    tracks[2];
    static swv_flesh         flesh[2];
    swv_body_point           points[3] = { { .part = SWV_PART_HEAD },
                                           { .part = SWV_PART_LEFT_HAND },
                                           { .part = SWV_PART_RIGHT_HAND } };
    swv_pose                 worlds[HUMAN];
    assert_int_equal(swv_mount_worlds(&plain->body.mount, plain->animation, worlds), SWV_OK);
    for (int i = 0; i < 3; i++)
        points[i].pose = worlds[points[i].part];
    for (int what = 0; what < 6; what++) {
        for (int i = 0; i < 2; i++) {
            character *c = both[i];
            swv_status status = SWV_OK;
            switch (what) {
            case 0:
                status =
                    swv_mount_solve(&c->body.mount, &hand, 1, c->animation, SWV_KEEP_LIMITS, c->locals, NULL, NULL);
                break;
            case 1:
                status = swv_body_reach(&c->body, goals, 2, c->animation, NULL, c->locals, NULL);
                break;
            case 2:
                status = swv_body_follow_start(&c->body, NULL, &followers[i]);
                for (int f = 0; status == SWV_OK && f < 3; f++)
                    status =
                        swv_body_follow(&c->body, &followers[i], goals, 2, 0.02, c->animation, NULL, c->locals, NULL);
                break;
            case 3:
                status = swv_body_solve(&c->body, points, 3, c->animation, SWV_KEEP_LIMITS, c->locals, NULL);
                break;
            case 4:
                status = swv_body_track_start(&c->body, SWV_KEEP_LIMITS, &tracks[i]);
                for (int f = 0; status == SWV_OK && f < 3; f++)
                    status = swv_body_track_step(&c->body, &tracks[i], points, 3, 0.02, c->animation, c->locals, NULL);
                break;
            default:  // in place
                status = swv_flesh_make(&c->body, &flesh[i]);
                if (status == SWV_OK)
                    status = swv_flesh_avoid(&c->body, &flesh[i], c->locals, c->locals, NULL);
            }
            assert_int_equal(status, SWV_OK);
        }
        assert_same(large, large->animation, plain);
    }
}

static void as_without_them(void **state)
{
    (void)state;
    static const int counts[] = { 300 - HUMAN, 1000 - HUMAN, SWV_SKELETON_JOINTS - HUMAN };
    static character plain, large;
    make(0, &plain);
    for (int n = 0; n < 3; n++) {
        make(counts[n], &large);
        for (int part = 0; part < SWV_PARTS; part++) {
            const int joint = plain.binding.parts[part].joint;
            assert_int_equal(large.binding.parts[part].joint, joint < 0 ? -1 : joint + large.extra);
        }
        // Strands that hang anyhow stay so.
        uint64_t seed = 7;
        for (int i = 0; i < large.extra; i++)
            large.animation[i].rotation = swv_quat_from_rotation_vector(
                (swv_vec3){ random_between(&seed, -1, 1), random_between(&seed, -1, 1), random_between(&seed, -1, 1) });
        pose_both(&large, &plain);
        release(&large);
    }
    release(&plain);
}

static void retargeted(void **state)
{
    (void)state;
    static character    plain, large;
    swv_retarget        to_large, to_plain;
    swv_pose           *clip[2], *out[2];
    const swv_body_goal goal = { .part = SWV_PART_RIGHT_HAND,
                                 .pose = { { 0.3, 0.4, 1.7 }, SWV_IDENTITY_QUAT },
                                 .want = SWV_WANT_POSITION };
    make(0, &plain);
    make(1000 - HUMAN, &large);
    assert_int_equal(swv_body_reach(&plain.body, &goal, 1, plain.animation, NULL, plain.locals, NULL), SWV_OK);
    memcpy(large.locals, large.animation, (size_t)large.extra * sizeof(swv_pose));
    memcpy(large.locals + large.extra, plain.locals, HUMAN * sizeof(swv_pose));
    assert_int_equal(swv_retarget_make(&plain.body, &large.body, NULL, &to_large), SWV_OK);
    assert_int_equal(swv_retarget_make(&large.body, &plain.body, NULL, &to_plain), SWV_OK);
    enum { FRAMES = 4 };
    double *scratch = take(1, swv_retarget_size(FRAMES));
    for (int i = 0; i < 2; i++) {
        const character *from = i ? &large : &plain, *to = i ? &plain : &large;
        clip[i] = take((size_t)(FRAMES * from->count), sizeof(swv_pose));
        out[i] = take((size_t)(FRAMES * to->count), sizeof(swv_pose));
        for (int f = 0; f < FRAMES; f++)
            memcpy(clip[i] + f * from->count, f < 2 ? from->animation : from->locals,
                   (size_t)from->count * sizeof(swv_pose));
        assert_int_equal(
            swv_retarget_clip(i ? &to_plain : &to_large, clip[i], FRAMES, 1.0 / 60.0, scratch, out[i], NULL), SWV_OK);
    }
    for (int f = 0; f < FRAMES; f++) {
        const swv_pose *mine = out[0] + f * large.count;
        assert_memory_equal(mine + large.extra, out[1] + f * HUMAN, HUMAN * sizeof(swv_pose));
        for (int i = 0; i < large.extra; i++)
            assert_memory_equal(&mine[i], &large.skeleton.joints[i].rest, sizeof mine[i]);
    }
    for (int i = 0; i < 2; i++) {
        free(clip[i]);
        free(out[i]);
    }
    free(scratch);
    release(&large);
    release(&plain);
}

// What counts are joints that a body moves, and what carries them: of those there may be SWV_MOUNT_JOINTS.
static void too_many_carry_it(void **state)
{
    (void)state;
    static character c;
    make(SWV_MOUNT_JOINTS, &c);
    for (int i = 0; i < c.extra; i++)
        c.joints[i].parent = i - 1;
    c.joints[c.extra].parent = c.extra - 1;
    c.joints[c.extra].kind = SWV_JOINT_BALL;
    assert_int_equal(swv_skeleton_make(c.joints, c.count, NULL, c.memory, &c.skeleton, NULL), SWV_OK);
    swv_body body = { .floor = 7.0 };
    int      part;
    assert_int_equal(swv_body_make(&c.skeleton, &c.binding, &body, &part), SWV_BAD_COUNT);
    assert_true(body.floor == 7.0);
    release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_without_them),
        cmocka_unit_test(retargeted),
        cmocka_unit_test(too_many_carry_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
