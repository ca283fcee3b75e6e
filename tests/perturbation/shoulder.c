// SPDX-License-Identifier: MIT
// The shoulder girdle and the arm on it: a hand that is a little elsewhere moves clavicle, shoulder, elbow and hand by little.
#include "limb_cases.h"
#include "perturbation.h"
#include "swivel/shoulder.h"

static swv_upper_limb draw_upper_limb(draw *d)
{
    swv_upper_limb limb;
    assert_int_equal(swv_upper_limb_make(draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
    return limb;
}

/// A hand as an arm's, from the shoulder where it is at rest.
static swv_pose draw_hand(draw *d, const swv_upper_limb *limb)
{
    double   girdle[SWV_GIRDLE_ANGLES];
    swv_vec3 gh;
    swv_pose hand = draw_end(d, &limb->arm);
    assert_int_equal(swv_upper_limb_rest(limb, girdle, &gh), SWV_OK);
    hand.position = swv_vec3_add(hand.position, gh);
    return hand;
}

static void add_upper_limb(answer *out, const swv_upper_limb *limb, const swv_upper_limb_posture *p)
{
    const double   size = limb_size(&limb->arm);
    const swv_pose hand = { p->wrist, p->arm.end };
    add_place(out, "acromion", p->ac, size);
    add_place(out, "shoulder", p->gh, size);
    add_place(out, "elbow", p->elbow, size);
    add_frame(out, "hand", hand, 0.25 * size, size);
}

typedef struct upper_way {
    swv_elbow_wish      elbow;
    swv_limb_compromise compromise;
    bool                has_previous, is_position_only;
} upper_way;

static void solve_upper_limb(const void *setup, draw *d, answer *out)
{
    const upper_way             *way = setup;
    const swv_upper_limb         limb = draw_upper_limb(d);
    const double                 size = limb_size(&limb.arm);
    const swv_upper_limb_options options = { .compromise = way->compromise };
    swv_upper_limb_goal          goal = { .arm = { .elbow = way->elbow, .is_position_only = way->is_position_only } };
    swv_upper_limb_posture       previous, posture;
    swv_upper_limb_report        report;
    goal.arm.end = draw_hand(d, &limb);
    goal.raising = draw_between(d, -1, 1);
    goal.arm.swivel = moved_number(d, draw_between(d, -SWV_PI, SWV_PI));
    if (way->has_previous) {  // the hand was up to a twentieth of the arm away
        swv_upper_limb_goal before = goal;
        before.arm.end.position = swv_vec3_add(before.arm.end.position, swv_vec3_scale(0.05 * size, draw_direction(d)));
        before.arm.elbow = SWV_ELBOW_NATURAL;
        assert_int_equal(swv_upper_limb_solve(&limb, &before, NULL, &options, &previous, NULL), SWV_OK);
    }
    goal.arm.end = moved_pose(d, goal.arm.end, size);
    assert_int_equal(
        swv_upper_limb_solve(&limb, &goal, way->has_previous ? &previous : NULL, &options, &posture, &report), SWV_OK);
    out->where = where_of(report.outcome);
    add_upper_limb(out, &limb, &posture);
}

/// Where clavicle and scapula go with the humerus, by a rhythm.
static void rhythm(const void *setup, draw *d, answer *out)
{
    const bool     is_measured = *(const bool *)setup;
    swv_upper_limb limb = draw_upper_limb(d);
    const double   size = limb_size(&limb.arm);
    double         angles[SWV_GIRDLE_ANGLES];
    swv_pose       clavicle, scapula;
    if (!is_measured)
        assert_int_equal(swv_rhythm_make_de_groot(NULL, &limb.girdle.rhythm), SWV_OK);
    const double elevation = moved_number(d, draw_between(d, 0, 2.8));
    const double plane = moved_number(d, draw_between(d, -0.8, 2.4));
    const double raising = draw_between(d, -1, 1);
    assert_int_equal(swv_rhythm_angles(&limb.girdle.rhythm, elevation, plane, raising, angles), SWV_OK);
    assert_int_equal(swv_girdle_frames(&limb, angles, &clavicle, &scapula), SWV_OK);
    out->where = WHERE_OTHERWISE;
    add_frame(out, "clavicle", clavicle, 0.25 * size, size);
    add_frame(out, "scapula", scapula, 0.25 * size, size);
}

/// Up to 40 frames on the way from one hand to another; the last one is moved.
static void follow_upper_limb(const void *setup, draw *d, answer *out)
{
    static frames_before        kept;
    static swv_upper_limb_track before;
    static swv_pose             last;
    const double                dt = 1.0 / 60.0;
    swv_upper_limb_posture      posture;
    swv_limb_track_report       report;
    if (!has_frames_before(&kept, setup, d)) {
        const swv_upper_limb limb = draw_upper_limb(d);
        const swv_pose       from = draw_hand(d, &limb), to = draw_hand(d, &limb);
        const swing          s = draw_swing(d);
        const int            frames = 1 + draw_below(d, 40);
        assert_int_equal(swv_upper_limb_track_start(&limb, setup, &before), SWV_OK);
        for (int f = 0; f <= frames; f++) {
            last = between(from, to, swing_at(s, f * dt));
            if (f < frames)
                assert_int_equal(swv_upper_limb_track_step(&before, &(swv_upper_limb_goal){ .arm = { .end = last } },
                                                           dt, &posture, &report),
                                 SWV_OK);
        }
        kept.seed_after = d->seed;
    }
    swv_upper_limb_track      track = before;
    const swv_upper_limb_goal goal = { .arm = { .end = moved_pose(d, last, limb_size(&track.limb.arm)) } };
    assert_int_equal(swv_upper_limb_track_step(&track, &goal, dt, &posture, &report), SWV_OK);
    out->where = where_of(report.limb.outcome);
    out->jumped = report.was_forced;
    add_upper_limb(out, &track.limb, &posture);
}

int main(int argc, char **argv)
{
    static const upper_way ways[] = {
        { SWV_ELBOW_NATURAL, SWV_KEEP_LIMITS, false, false }, { SWV_ELBOW_NATURAL, SWV_KEEP_LIMITS, true, false },
        { SWV_ELBOW_SWIVEL, SWV_KEEP_LIMITS, true, false },   { SWV_ELBOW_PREVIOUS, SWV_KEEP_LIMITS, true, false },
        { SWV_ELBOW_NATURAL, SWV_KEEP_HAND, true, false },    { SWV_ELBOW_PREVIOUS, SWV_KEEP_LIMITS, true, true },
    };
    static const bool                   measured = true, de_groot = false;
    static const swv_limb_track_options plain = { 0 }, slow_bones = { .max_bone_speed = 8 };
    enum { said = MEETS(WHERE_OTHERWISE) };
    static const perturbed functions[] = {
        { "swv_upper_limb_solve, no previous", solve_upper_limb, &ways[0], 2000, 300, MEETS_ALL, 0 },
        { "swv_upper_limb_solve natural", solve_upper_limb, &ways[1], 2000, 300, MEETS_ALL, 0 },
        { "swv_upper_limb_solve swivel", solve_upper_limb, &ways[2], 2000, 300, MEETS_ALL, 0 },
        { "swv_upper_limb_solve previous", solve_upper_limb, &ways[3], 2000, 300, MEETS_ALL, 0 },
        { "swv_upper_limb_solve natural, keep hand", solve_upper_limb, &ways[4], 2000, 300, MEETS_ALL, 0 },
        { "swv_upper_limb_solve previous, position only", solve_upper_limb, &ways[5], 2000, 300, MEETS_ALL, 0 },
        { "swv_rhythm_angles, measured", rhythm, &measured, 3000, 1000, said, 0 },
        { "swv_rhythm_angles, de Groot", rhythm, &de_groot, 3000, 1000, said, 0 },
        { "swv_upper_limb_track_step", follow_upper_limb, &plain, 1500, 500, MEETS_ALL, 0.02 },
        { "swv_upper_limb_track_step, bone speed", follow_upper_limb, &slow_bones, 1500, 500, MEETS_ALL, 0.02 },
    };
    return RUN_PERTURBATIONS("shoulder", functions, argc, argv);
}
