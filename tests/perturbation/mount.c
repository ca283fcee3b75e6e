// SPDX-License-Identifier: MIT
// Limbs and fingers of a skeleton: goals and animations that are a little elsewhere move its joints by little.
#include "body_cases.h"
#include "perturbation.h"
#include "swivel/body.h"

static const int ends[SWV_MOUNT_LIMBS] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT,
                                           SWV_PART_LEFT_FOOT };

typedef struct mount_way {
    swv_elbow_wish elbow;
    bool           is_position_only;
    bool           moves_animation;  ///< the animation is moved, else the goals
} mount_way;

/// Each limb has a goal or none: near where the animation has its end, sometimes far.
static int draw_mount_goals(draw *d, const human *h, const mount_way *way, const swv_pose worlds[JOINTS],
                            swv_mount_goal *goals)
{
    int          count = 0;
    const double far = draw_below(d, 3) ? 0.15 : 0.5;
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        swv_mount_goal g = { .part = ends[i], .elbow = way->elbow, .is_position_only = way->is_position_only };
        const swv_pose at = worlds[ends[i]];
        g.end.position = swv_vec3_add(at.position, draw_offset(d, 0, far, h->body.size));
        g.end.rotation = swv_quat_mul(at.rotation, draw_turn(d, 0.6));
        g.pole = swv_vec3_add(at.position, swv_vec3_scale(h->body.size, draw_direction(d)));
        g.is_weighted = true;
        g.weight = draw_below(d, 4) ? 1.0 : 1.0 - draw_between(d, 0, 1);
        if (draw_below(d, 2) || (i == 3 && !count))
            goals[count++] = g;
    }
    return count;
}

static void moved_mount_goals(draw *d, const human *h, int count, swv_mount_goal *goals)
{
    for (int i = 0; i < count; i++) {
        goals[i].end = moved_pose(d, goals[i].end, h->body.size);
        goals[i].pole = moved_place(d, goals[i].pole, h->body.size);
    }
}

static void solve_mount(const void *setup, draw *d, answer *out)
{
    const mount_way *way = setup;
    const human     *h = draw_human(d);
    swv_pose         animation[JOINTS], worlds[JOINTS], locals[JOINTS];
    swv_mount_goal   goals[SWV_MOUNT_LIMBS];
    swv_limb_report  reports[SWV_MOUNT_LIMBS];
    draw_animation(d, h, draw_between(d, 0, 0.7), animation);
    worlds_of(h, animation, worlds);
    const int count = draw_mount_goals(d, h, way, worlds, goals);
    if (way->moves_animation)
        moved_locals(d, h, animation);
    else
        moved_mount_goals(d, h, count, goals);
    assert_int_equal(swv_mount_solve(&h->body.mount, goals, count, animation, SWV_KEEP_LIMITS, locals, reports, NULL),
                     SWV_OK);
    for (int i = 0; i < count; i++) {
        out->jumped |= reports[i].is_torn;
        if (out->where == WHERE_REACHED)
            out->where = where_of(reports[i].outcome);
    }
    add_body(out, h, locals);
}

/// Up to 30 frames from one set of goals to where the animation has its ends; those of the last frame are moved.
static void follow_mount(const void *setup, draw *d, answer *out)
{
    static const mount_way natural = { SWV_ELBOW_NATURAL, false, false };
    static frames_before   kept;
    static swv_mount_track before;
    static swv_mount_goal  last[SWV_MOUNT_LIMBS];
    static int             count;
    static const human    *h;
    static swv_pose        animation[JOINTS];
    const double           dt = 1.0 / 60.0;
    swv_pose               worlds[JOINTS], locals[JOINTS];
    swv_mount_goal         from[SWV_MOUNT_LIMBS], goals[SWV_MOUNT_LIMBS];
    swv_limb_track_report  reports[SWV_MOUNT_LIMBS];
    if (!has_frames_before(&kept, setup, d)) {
        h = draw_human(d);
        draw_animation(d, h, draw_between(d, 0, 0.7), animation);
        worlds_of(h, animation, worlds);
        count = draw_mount_goals(d, h, &natural, worlds, from);
        const swing s = draw_swing(d);
        const int   frames = 1 + draw_below(d, 30);
        assert_int_equal(swv_mount_track_start(&h->body.mount, setup, &before), SWV_OK);
        for (int f = 0; f <= frames; f++) {
            for (int i = 0; i < count; i++) {
                last[i] = from[i];
                last[i].end = between(from[i].end, worlds[from[i].part], swing_at(s, f * dt));
            }
            if (f < frames)
                assert_int_equal(
                    swv_mount_track_step(&h->body.mount, &before, last, count, dt, animation, locals, reports, NULL),
                    SWV_OK);
        }
        kept.seed_after = d->seed;
    }
    swv_mount_track track = before;
    memcpy(goals, last, sizeof goals);
    moved_mount_goals(d, h, count, goals);
    assert_int_equal(swv_mount_track_step(&h->body.mount, &track, goals, count, dt, animation, locals, reports, NULL),
                     SWV_OK);
    for (int i = 0; i < count; i++) {
        out->jumped = out->jumped || reports[i].was_forced;
        if (out->where == WHERE_REACHED)
            out->where = where_of(reports[i].limb.outcome);
    }
    add_body(out, h, locals);
}

/// The posture of each limb as it is read from an animation, written to the standing body.
static void read_and_write(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const human     *h = draw_human(d);
    swv_pose         animation[JOINTS], locals[JOINTS];
    swv_limb_posture posture;
    draw_animation(d, h, draw_between(d, 0, 1), animation);
    moved_locals(d, h, animation);
    memcpy(locals, h->stand, sizeof h->stand);
    for (int limb = 0; limb < SWV_MOUNT_LIMBS; limb++) {
        assert_int_equal(swv_mount_read(&h->body.mount, limb, animation, &posture), SWV_OK);
        assert_int_equal(swv_mount_write(&h->body.mount, limb, &posture, locals), SWV_OK);
    }
    out->where = WHERE_OTHERWISE;
    add_body(out, h, locals);
}

// ---- fingers ----

static void solve_fingers(const void *setup, draw *d, answer *out)
{
    static swv_mount_hand hands[HUMANS][2];
    const bool            has_previous = *(const bool *)setup;
    const int             which = draw_below(d, HUMANS), side = draw_below(d, 2);
    const human          *h = human_at(which);
    swv_mount_hand       *hand = &hands[which][side];
    const swv_mount      *mount = &h->body.mount;
    if (!hand->cookie)
        assert_int_equal(swv_mount_hand_make(mount, &h->binding, side ? SWV_LEFT : SWV_RIGHT, hand), SWV_OK);
    swv_pose         locals[JOINTS], worlds[JOINTS];
    swv_hand_goal    goal = { 0 };
    swv_hand_posture fist, open, drawn, previous, posture;
    swv_hand_report  report;
    goal.wanted = 1u + (uint32_t)draw_below(d, 31);
    goal.shape = (swv_hand_shape)draw_below(d, 4);
    draw_animation(d, h, draw_between(d, 0, 0.7), locals);
    worlds_of(h, locals, worlds);
    assert_int_equal(swv_hand_shape_posture(&hand->hand, SWV_HAND_FIST, &fist), SWV_OK);
    assert_int_equal(swv_hand_shape_posture(&hand->hand, SWV_HAND_OPEN, &open), SWV_OK);
    const double *from = (const double *)&open, *to = (const double *)&fist;
    double       *at = (double *)&drawn, *was = (double *)&previous;
    for (int digit = 0; digit < SWV_DIGITS; digit++) {  // each digit somewhere between open and fist
        const double part = draw_between(d, 0, 1), off = draw_between(d, -0.1, 0.1);
        for (int i = digit ? 5 + 4 * (digit - 1) : 0; i < 5 + 4 * digit; i++) {
            at[i] = from[i] + part * (to[i] - from[i]);
            was[i] = at[i] + off * (to[i] - from[i]);
        }
    }
    assert_int_equal(swv_mount_hand_write(mount, hand, &drawn, locals), SWV_OK);
    worlds_of(h, locals, worlds);
    const double off = draw_below(d, 3) ? 0.0 : draw_between(d, 0, 0.03) * h->body.size;
    // The bones' origins of a posture, and the tips a little further on: the last bone goes on along its own direction.
    static const int first[2][SWV_DIGITS] = {
        { SWV_PART_RIGHT_THUMB_METACARPAL, SWV_PART_RIGHT_THUMB_METACARPAL + 3, SWV_PART_RIGHT_THUMB_METACARPAL + 6,
          SWV_PART_RIGHT_THUMB_METACARPAL + 9, SWV_PART_RIGHT_THUMB_METACARPAL + 12 },
        { SWV_PART_LEFT_THUMB_METACARPAL, SWV_PART_LEFT_INDEX_PROXIMAL, SWV_PART_LEFT_MIDDLE_PROXIMAL,
          SWV_PART_LEFT_RING_PROXIMAL, SWV_PART_LEFT_LITTLE_PROXIMAL },
    };
    for (int digit = 0; digit < SWV_DIGITS; digit++) {
        const swv_vec3 middle = worlds[first[side][digit] + 1].position, last = worlds[first[side][digit] + 2].position;
        goal.tip[digit] = swv_vec3_add(last, swv_vec3_scale(0.8, swv_vec3_sub(last, middle)));
        goal.tip[digit] = swv_vec3_add(goal.tip[digit], swv_vec3_scale(off, draw_direction(d)));
        goal.tip[digit] = moved_place(d, goal.tip[digit], 0.1 * h->body.size);
    }
    assert_int_equal(
        swv_mount_hand_solve(mount, hand, &goal, has_previous ? &previous : NULL, locals, &posture, &report), SWV_OK);
    out->where = report.missed ? WHERE_OUT_OF_REACH : WHERE_REACHED;
    worlds_of(h, locals, worlds);
    for (int j = 0; j < JOINTS; j++)  // of the hand's size, a tenth of the body's
        add_place(out, swv_part_name(j), worlds[j].position, 0.1 * h->body.size);
}

int main(int argc, char **argv)
{
    static const mount_way natural = { SWV_ELBOW_NATURAL, false, false }, pole = { SWV_ELBOW_TOWARDS, false, false },
                           previous = { SWV_ELBOW_PREVIOUS, false, false }, place = { SWV_ELBOW_NATURAL, true, false },
                           animated = { SWV_ELBOW_PREVIOUS, false, true };
    static const swv_limb_track_options plain = { 0 }, slow_bones = { .max_bone_speed = 15 };
    static const bool                   with_previous = true, without = false;
    enum { said = MEETS(WHERE_OTHERWISE), two = MEETS(WHERE_REACHED) | MEETS(WHERE_OUT_OF_REACH) };
    static const perturbed functions[] = {
        { "swv_mount_solve natural", solve_mount, &natural, 2000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_solve towards", solve_mount, &pole, 2000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_solve previous", solve_mount, &previous, 2000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_solve natural, position only", solve_mount, &place, 2000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_solve previous, animation", solve_mount, &animated, 2000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_track_step", follow_mount, &plain, 1000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_track_step, bone speed", follow_mount, &slow_bones, 1000, 600, MEETS_ALL, 0.02 },
        { "swv_mount_read", read_and_write, NULL, 2000, 500, said, 0.02 },
        { "swv_mount_hand_solve", solve_fingers, &with_previous, 2000, 600, two, 0.02 },
        { "swv_mount_hand_solve, no previous", solve_fingers, &without, 2000, 600, two, 0.02 },
    };
    return RUN_PERTURBATIONS("mount", functions, argc, argv);
}
