// SPDX-License-Identifier: MIT
// The hand: fingertips and the wrist a little elsewhere, a thing to pinch a little thicker, move all bones of the hand by little.
#include "perturbation.h"
#include "swivel/hand.h"

#define LENGTH SWV_HAND_LENGTH_MODEL

/// A right hand and a left one, made once.
static const swv_hand *draw_hand(draw *d)
{
    static swv_hand hands[2];
    static bool     are_made;
    if (!are_made) {
        assert_int_equal(swv_hand_make(SWV_RIGHT, LENGTH, &hands[0]), SWV_OK);
        assert_int_equal(swv_hand_make(SWV_LEFT, LENGTH, &hands[1]), SWV_OK);
        are_made = true;
    }
    return &hands[draw_below(d, 2)];
}

/// Inside the limits; now and then a joint on its limit.
static double draw_inside(draw *d, double lower, double upper)
{
    const int kind = draw_below(d, 8);
    return kind == 0 ? lower : kind == 1 ? upper : draw_between(d, lower, upper);
}

static swv_hand_posture draw_hand_posture(draw *d, const swv_hand *hand)
{
    swv_hand_posture p;
    for (int i = 0; i < 5; i++)
        p.thumb[i] = draw_inside(d, hand->thumb.lower[i], hand->thumb.upper[i]);
    for (int f = 0; f < 4; f++) {
        const swv_digit *digit = &hand->fingers[f];
        p.fingers[f][0] = draw_inside(d, digit->lower, digit->upper);
        p.fingers[f][1] = draw_inside(d, digit->flexion.lower[0], digit->flexion.upper[0]);
        p.fingers[f][2] = draw_inside(d, digit->flexion.lower[1], digit->flexion.upper[1]);
        p.fingers[f][3] = digit->flexion.ratio * p.fingers[f][2];
    }
    return p;
}

/// All bones, and the tips.
static void add_hand(answer *out, const swv_hand *hand, const swv_hand_posture *p)
{
    static const char *const names[SWV_DIGITS] = { "thumb", "index", "middle", "ring", "little" };
    const swv_pose           wrist = SWV_IDENTITY_POSE;
    swv_pose                 bones[SWV_DIGITS][SWV_DIGIT_BONES];
    swv_vec3                 tips[SWV_DIGITS];
    assert_int_equal(swv_hand_frames(hand, &wrist, p, bones), SWV_OK);
    assert_int_equal(swv_hand_forward(hand, &wrist, p, tips, NULL), SWV_OK);
    for (int i = 0; i < SWV_DIGITS; i++) {
        for (int b = 0; b < SWV_DIGIT_BONES; b++)
            add_place(out, names[i], bones[i][b].position, LENGTH);
        add_place(out, names[i], tips[i], LENGTH);
    }
}

typedef struct hand_way {
    bool has_previous, has_pulp;
} hand_way;

/// Tips of a posture, or up to a third of the hand away from there.
static void solve_hand(const void *setup, draw *d, answer *out)
{
    const hand_way  *way = setup;
    const swv_hand  *hand = draw_hand(d);
    swv_hand_goal    goal = { .has_pulp = way->has_pulp, .shape = (swv_hand_shape)draw_below(d, 4) };
    swv_hand_posture drawn = draw_hand_posture(d, hand), previous = drawn, posture;
    swv_hand_report  report;
    swv_vec3         pulps[SWV_DIGITS];
    goal.wrist.position = draw_offset(d, 0, 1, 1.0);
    goal.wrist.rotation = draw_rotation(d);
    goal.wanted = 1u + (uint32_t)draw_below(d, 31);
    if (way->has_pulp)
        goal.wanted |= SWV_DIGIT_BIT(SWV_DIGIT_THUMB);
    goal.enslaving = draw_below(d, 2) ? 0.26 : 0.0;
    assert_int_equal(swv_hand_forward(hand, &goal.wrist, &drawn, goal.tip, pulps), SWV_OK);
    const double off = draw_below(d, 3) ? 0.0 : draw_between(d, 0, 0.3) * LENGTH;
    for (int i = 0; i < SWV_DIGITS; i++) {
        goal.tip[i] = swv_vec3_add(goal.tip[i], swv_vec3_scale(off, draw_direction(d)));
        goal.tip[i] = moved_place(d, goal.tip[i], LENGTH);
    }
    goal.thumb_pulp = moved_place(d, pulps[SWV_DIGIT_THUMB], 1.0);
    goal.wrist = moved_pose(d, goal.wrist, LENGTH);
    for (int f = 0; f < 4; f++)  // where the fingers were: near
        for (int k = 0; k < 4; k++)
            previous.fingers[f][k] = moved_number(d, drawn.fingers[f][k] + draw_between(d, -0.2, 0.2));
    for (int k = 0; k < 5; k++)
        previous.thumb[k] = moved_number(d, drawn.thumb[k] + draw_between(d, -0.2, 0.2));
    assert_int_equal(swv_hand_solve(hand, &goal, way->has_previous ? &previous : NULL, &posture, &report), SWV_OK);
    out->where = report.missed ? WHERE_OUT_OF_REACH : WHERE_REACHED;
    add_hand(out, hand, &posture);
}

static void pinch(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_hand       *hand = draw_hand(d);
    const int             finger = SWV_DIGIT_INDEX + draw_below(d, 4);
    const double          size = fmax(0.0, draw_between(d, 0, 0.3) + d->move * LENGTH);
    swv_hand_posture      posture;
    swv_hand_pinch_report report;
    assert_int_equal(swv_hand_pinch(hand, finger, size, SWV_HAND_RELAXED, &posture, &report), SWV_OK);
    out->where = report.outcome == SWV_REACHED ? WHERE_REACHED : WHERE_OUT_OF_REACH;
    add_hand(out, hand, &posture);
}

// ---- all solutions of one digit: the one nearest to where it was ----

static void solve_digit(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_hand  *hand = draw_hand(d);
    const int        finger = draw_below(d, 4);
    const swv_digit *digit = &hand->fingers[finger];
    swv_hand_posture drawn = draw_hand_posture(d, hand), posture = drawn;
    swv_vec3         tip;
    double           q[SWV_DIGIT_SOLUTIONS][4];
    swv_digit_report report;
    assert_int_equal(swv_digit_forward(digit, drawn.fingers[finger], &tip, NULL), SWV_OK);
    const double off = draw_below(d, 3) ? 0.0 : draw_between(d, 0, 0.3) * LENGTH;
    tip = moved_place(d, swv_vec3_add(tip, swv_vec3_scale(off, draw_direction(d))), LENGTH);
    assert_int_equal(swv_digit_solve(digit, tip, q, &report), SWV_OK);
    memcpy(posture.fingers[finger], q[nearest_row(q[0], 4, report.count, 4, drawn.fingers[finger])], sizeof q[0]);
    out->where = where_of(report.outcome);
    add_hand(out, hand, &posture);
}

static void solve_thumb(const void *setup, draw *d, answer *out)
{
    const bool       is_directed = *(const bool *)setup;
    const swv_hand  *hand = draw_hand(d);
    swv_hand_posture drawn = draw_hand_posture(d, hand), posture = drawn;
    swv_vec3         tip, pulp;
    double           q[SWV_THUMB_SOLUTIONS][5];
    swv_digit_report report;
    if (!is_directed) {
        drawn.thumb[2] = hand->thumb.mcp_abduction;
        drawn.thumb[4] = hand->thumb.ratio * drawn.thumb[3];
    }
    assert_int_equal(swv_thumb_forward(&hand->thumb, drawn.thumb, &tip, &pulp), SWV_OK);
    const double off = draw_below(d, 3) ? 0.0 : draw_between(d, 0, 0.3) * LENGTH;
    tip = moved_place(d, swv_vec3_add(tip, swv_vec3_scale(off, draw_direction(d))), LENGTH);
    pulp = moved_place(d, pulp, 1.0);
    assert_int_equal(is_directed ? swv_thumb_solve(&hand->thumb, tip, &pulp, q, &report)
                                 : swv_thumb_solve(&hand->thumb, tip, NULL, q, &report),
                     SWV_OK);
    memcpy(posture.thumb, q[nearest_row(q[0], 5, report.count, 5, drawn.thumb)], sizeof q[0]);
    out->where = where_of(report.outcome);
    add_hand(out, hand, &posture);
}

int main(int argc, char **argv)
{
    static const hand_way shape = { false, false }, previous = { true, false }, pulp = { true, true };
    static const bool     tip_alone = false, directed = true;
    enum { two = MEETS(WHERE_REACHED) | MEETS(WHERE_OUT_OF_REACH) };
    static const perturbed functions[] = {
        { "swv_hand_solve, no previous", solve_hand, &shape, 2000, 600, two, 0 },
        { "swv_hand_solve", solve_hand, &previous, 2000, 600, two, 0 },
        { "swv_hand_solve, pulp", solve_hand, &pulp, 2000, 600, two, 0 },
        { "swv_digit_solve", solve_digit, NULL, 3000, 1000, two, 0 },
        { "swv_thumb_solve", solve_thumb, &tip_alone, 3000, 1000, two, 0 },
        { "swv_thumb_solve, pulp", solve_thumb, &directed, 2000, 600, two, 0 },
        { "swv_hand_pinch", pinch, NULL, 2000, 400, two, 0 },
    };
    return RUN_PERTURBATIONS("hand", functions, argc, argv);
}
