// SPDX-License-Identifier: MIT
// Tolani and Badler's arm and leg: a hand, a wish or a previous posture that is a little elsewhere moves elbow and hand by little.
// Postures q are seven angles, radians; places metres, in the shoulder's (hip's) axes. What is drawn, moved and compared:
// tests/support/perturbation.h.
#include "perturbation.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/track.h"

/// Its whole length, metres.
static double arm_size(const swv_arm *arm)
{
    return arm->upper_arm + arm->forearm;
}

/// The human arm or leg, either side, with its limits.
static swv_arm draw_arm(draw *d, swv_arm_compromise compromise)
{
    swv_arm arm;
    if (draw_below(d, 2))
        swv_arm_make_human(&arm);
    else
        swv_arm_make_human_leg(&arm);
    arm.side = draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT;
    arm.reference = SWV_SWIVEL_SMOOTH;
    arm.compromise = compromise;
    return arm;
}

/// Seven angles, radians, inside the limits; one in five on its limit, which for the elbow is straight or folded. Chosen.
static void draw_joints(draw *d, const swv_arm *arm, double q[7])
{
    for (int i = 0; i < 7; i++) {
        const double lower = fmax(arm->limits[i].lower, -SWV_PI), upper = fmin(arm->limits[i].upper, SWV_PI);
        const int    kind = draw_below(d, 10);
        q[i] = kind == 0 ? lower : kind == 1 ? upper : draw_between(d, lower, upper);
    }
}

/// A hand of such a posture, metres from the shoulder; one in eight each is beyond the reach, at its edge (to 5 % of it, down to
/// 2^-30 of that), nearer than the arm folds (within 30 % of it), or turned anyhow. Chosen.
static swv_pose draw_hand(draw *d, const swv_arm *arm)
{
    double   q[7];
    swv_pose hand;
    draw_joints(d, arm, q);
    assert_int_equal(swv_arm_forward(arm, q, &hand, NULL), SWV_OK);
    const swv_vec3 towards = swv_vec3_normalize(hand.position);
    const int      kind = draw_below(d, 8);
    const double   off = draw_beside(d, 0.05, 30);
    if (kind == 0)
        hand.position = swv_vec3_scale(arm_size(arm) * draw_between(d, 1.0, 2.0), towards);
    if (kind == 1)
        hand.position = swv_vec3_scale(arm_size(arm) * (1.0 + off), towards);
    if (kind == 2)
        hand.position = swv_vec3_scale(arm_size(arm) * draw_small(d, 0.3, 6), towards);
    if (kind == 3)
        hand.rotation = draw_rotation(d);
    return hand;
}

/// What is compared. The hand's axes count as points a quarter of the arm away, which makes lengths of turns. Chosen.
static void add_arm(answer *out, const swv_arm *arm, const double q[7])
{
    swv_pose hand;
    swv_vec3 elbow;
    assert_int_equal(swv_arm_forward(arm, q, &hand, &elbow), SWV_OK);
    add_place(out, "elbow", elbow, arm_size(arm));
    add_frame(out, "hand", hand, 0.25 * arm_size(arm), arm_size(arm));
}

/// Which function solves, and what the arm gives up.
typedef enum arm_call { BEST, HELD, REACH, AIM_HAND, AIM_FOREARM, CLOSEST, ONE_FAMILY } arm_call;

typedef struct arm_way {
    arm_call           call;
    swv_arm_compromise compromise;
} arm_way;

/// The previous posture is one whose hand was a twentieth of the arm away, and turned by up to 0.1 radians. Chosen.
static void solve_arm(const void *setup, draw *d, answer *out)
{
    const arm_way *way = setup;
    const swv_arm  arm = draw_arm(d, way->compromise);
    const double   size = arm_size(&arm);
    swv_pose       hand = draw_hand(d, &arm), before = hand;
    double         previous[7], q[7], wish;
    swv_arm_report report;
    before.position = swv_vec3_add(before.position, swv_vec3_scale(0.05 * size, draw_direction(d)));
    before.rotation = swv_quat_mul(before.rotation, draw_turn(d, 0.1));
    assert_int_equal(swv_arm_natural_swivel(&arm, &before, &wish), SWV_OK);
    assert_int_equal(swv_arm_best(&arm, &before, wish, NULL, previous, NULL), SWV_OK);
    const swv_vec3 point = moved_place(d, swv_vec3_add(hand.position, swv_vec3_scale(size, draw_direction(d))), size);
    const int      joint = draw_below(d, 3), family = draw_below(d, SWV_ARM_FAMILIES);
    for (int i = 0; i < 7; i++)
        previous[i] = moved_number(d, previous[i]);
    hand = moved_pose(d, hand, size);
    assert_int_equal(swv_arm_natural_swivel(&arm, &hand, &wish), SWV_OK);
    swv_status status = SWV_BAD_ARGUMENT;
    switch (way->call) {
    case BEST:
        status = swv_arm_best(&arm, &hand, wish, previous, q, &report);
        break;
    case HELD:
        status = swv_arm_best_held(&arm, &hand, joint, previous[joint], wish, previous, q, &report);
        break;
    case REACH:
        status = swv_arm_reach(&arm, hand.position, wish, previous, q, &report);
        break;
    case AIM_HAND:
        status = swv_arm_aim_hand(&arm, hand.position, point, wish, previous, q, &report);
        break;
    case AIM_FOREARM:
        status = swv_arm_aim_forearm(&arm, point, previous, q, &report);
        break;
    case CLOSEST:
        status = swv_arm_closest(&arm, &hand, wish, previous, q, &report);
        break;
    case ONE_FAMILY:
        status = swv_arm_solve_one(&arm, &hand, wish, family, q, &report);
        break;
    }
    assert_int_equal(status, SWV_OK);
    out->where = where_of(report.outcome);
    add_arm(out, &arm, q);
}

/// Up to 40 frames (chosen) of 1/60 s on the way from one hand to another; the last one is moved. `is_flipping` says that it jumped.
static void follow_arm(const void *setup, draw *d, answer *out)
{
    static frames_before kept;
    static swv_arm_track before;
    static swv_pose      last;
    const double         dt = 1.0 / 60.0;
    double               q[7];
    swv_track_report     report;
    if (!has_frames_before(&kept, setup, d)) {
        const swv_arm  arm = draw_arm(d, SWV_ARM_MOVE_SWIVEL);
        const swv_pose from = draw_hand(d, &arm), to = draw_hand(d, &arm);
        const swing    s = draw_swing(d);
        const int      frames = 1 + draw_below(d, 40);
        assert_int_equal(swv_arm_track_start(&arm, setup, &before), SWV_OK);
        for (int f = 0; f <= frames; f++) {
            last = between(from, to, swing_at(s, f * dt));
            if (f < frames)
                assert_int_equal(swv_arm_track_step(&before, &last, dt, q, &report), SWV_OK);
        }
        kept.seed_after = d->seed;
    }
    swv_arm_track  track = before;
    const swv_pose hand = moved_pose(d, last, arm_size(&track.arm));
    assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, &report), SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_flipping;
    add_arm(out, &track.arm, q);
}

int main(int argc, char **argv)
{
    static const arm_way best = { BEST, SWV_ARM_MOVE_SWIVEL }, hold = { BEST, SWV_ARM_HOLD_JOINT },
                         give_up = { BEST, SWV_ARM_GIVE_UP_HAND }, held = { HELD, SWV_ARM_MOVE_SWIVEL },
                         reach = { REACH, SWV_ARM_MOVE_SWIVEL }, aim_hand = { AIM_HAND, SWV_ARM_MOVE_SWIVEL },
                         aim_forearm = { AIM_FOREARM, SWV_ARM_MOVE_SWIVEL }, closest = { CLOSEST, SWV_ARM_MOVE_SWIVEL },
                         one = { ONE_FAMILY, SWV_ARM_MOVE_SWIVEL };
    static const swv_track_options natural = { .method = SWV_TRACK_NATURAL }, paper = { .method = SWV_TRACK_PAPER },
                                   least = { .method = SWV_TRACK_LEAST };
    enum { reached = MEETS(WHERE_REACHED) };
    static const perturbed functions[] = {
        { "swv_arm_best", solve_arm, &best, 3000, 500, MEETS_ALL, 0 },
        { "swv_arm_best, hold joint", solve_arm, &hold, 3000, 500, MEETS_ALL, 0 },
        { "swv_arm_best, give up hand", solve_arm, &give_up, 1000, 100, MEETS_ALL, 0 },
        { "swv_arm_best_held", solve_arm, &held, 3000, 500, reached, 0 },
        { "swv_arm_reach", solve_arm, &reach, 3000, 500, reached, 0 },
        { "swv_arm_aim_hand", solve_arm, &aim_hand, 3000, 500, reached, 0 },
        { "swv_arm_aim_forearm", solve_arm, &aim_forearm, 3000, 500, reached, 0 },
        { "swv_arm_closest", solve_arm, &closest, 1000, 100, MEETS_ALL, 0 },
        { "swv_arm_solve_one", solve_arm, &one, 3000, 500, reached, 0 },
        { "swv_arm_track_step, natural", follow_arm, &natural, 1000, 200, MEETS_ALL, 0.02 },
        { "swv_arm_track_step, paper", follow_arm, &paper, 1000, 200, MEETS_ALL, 0.02 },
        { "swv_arm_track_step, least", follow_arm, &least, 1000, 200, MEETS_ALL, 0.02 },
    };
    return RUN_PERTURBATIONS("tolani_badler", functions, argc, argv);
}
