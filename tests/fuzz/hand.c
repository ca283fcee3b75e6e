// SPDX-License-Identifier: MIT
// hand.h: any finger, its edge and its ways along a line; digits, thumbs and whole hands; pinches.
#include "fuzz.h"

static bool take_finger(stream *s, swv_finger *finger)
{
    double lengths[3], lower[3], upper[3];
    for (int i = 0; i < 3; ++i) {
        lengths[i] = take_number(s, 0.01, 0.05);
        const double a = take_number(s, -2.0, 2.0), b = take_number(s, -2.0, 2.0);
        lower[i] = fmin(a, b);
        upper[i] = fmax(a, b);
    }
    const double     ratio = take_below(s, 3) ? 2.0 / 3.0 : take_number(s, -1.5, 3.0);
    const swv_status status = swv_finger_make(lengths, lower, upper, ratio, finger);
    CHECK(status == SWV_OK || status == SWV_BAD_ARGUMENT || status == SWV_BAD_LIMITS || status == SWV_NOT_FINITE);
    return status == SWV_OK;
}

static double finger_size(const swv_finger *f)
{
    return f->lengths[0] + f->lengths[1] + f->lengths[2];
}

// Whether the tip's area is a curve, for lack of two joints that move: its edge may be open.
static bool is_curve(const swv_finger *f, swv_finger_kind kind)
{
    double width[3];
    for (int i = 0; i < 3; ++i)
        width[i] = f->upper[i] - f->lower[i];
    if (kind == SWV_FINGER_COUPLED) {  // q2 = ratio q1
        const double a = f->lower[2] / f->ratio, b = f->upper[2] / f->ratio;
        if (f->ratio != 0.0)
            width[1] = fmin(f->upper[1], fmax(a, b)) - fmax(f->lower[1], fmin(a, b));
        width[2] = 0.0;
    }
    return (width[0] > 1e-5) + (width[1] > 1e-5) + (width[2] > 1e-5) < 2;
}

static double finger_miss(const swv_finger *f, const double q[3], swv_point tip)
{
    double x = 0.0, y = 0.0, angle = 0.0;
    for (int i = 0; i < 3; ++i) {
        angle += q[i];
        x += f->lengths[i] * cos(angle);
        y += f->lengths[i] * sin(angle);
    }
    return hypot(x - tip.x, y - tip.y);
}

static void check_finger(const swv_finger *f, const double q[3], swv_point tip, swv_outcome outcome, double said)
{
    CHECK(all_finite(q, 3));
    for (int i = 0; i < 3; ++i)
        CHECK(q[i] >= f->lower[i] - 2e-9 && q[i] <= f->upper[i] + 2e-9);
    const double miss = finger_miss(f, q, tip), size = finger_size(f);
    CHECK(miss <= said + 1e-12 * size + 1e-14 * miss);
    if (outcome == SWV_REACHED)
        CHECK(miss <= 2e-12 * size);
}

static void try_finger(stream *s)
{
    swv_finger finger;
    if (take_below(s, 3) == 0)
        swv_finger_make_little(&finger);
    else if (!take_finger(s, &finger))
        return;
    const double     size = finger_size(&finger);
    const swv_point  tip = { take_number(s, -1.1 * size, 1.1 * size), take_number(s, -1.1 * size, 1.1 * size) };
    const swv_point  to = { take_number(s, -1.1 * size, 1.1 * size), take_number(s, -1.1 * size, 1.1 * size) };
    double           q[SWV_FINGER_SOLUTIONS][3], free_q[3], directed[2][3];
    swv_digit_report report, free_report;
    int              count = 0;
    const swv_status status = swv_finger_solve(&finger, tip, q, &report);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL);
        return;
    }
    CHECK(report.count >= 1 && report.count <= SWV_FINGER_SOLUTIONS);
    for (int i = 0; i < report.count; ++i) {
        check_finger(&finger, q[i], tip, report.outcome, report.position_error);
        CHECK(q[i][2] == finger.ratio * q[i][1]);
    }
    CHECK(swv_finger_solve_free(&finger, tip, take_bool(s) ? q[0] : NULL, free_q, &free_report) == SWV_OK);
    check_finger(&finger, free_q, tip, free_report.outcome, free_report.position_error);
    CHECK(report.outcome != SWV_REACHED || free_report.outcome == SWV_REACHED);  // the coupled one is free too
    const double direction = take_number(s, -4.0, 4.0);
    if (swv_finger_solve_directed(&finger, tip, direction, directed, &count) == SWV_OK)
        for (int i = 0; i < count; ++i)
            check_finger(&finger, directed[i], tip, SWV_REACHED, 0.0);

    const int kind =
        31 - take_below(s, 32);  // one kind, mostly none, as at the end of the input: an outline takes long
    if (kind < 2 && does_part(s, 0, 4)) {
        swv_finger_edge  edges[SWV_FINGER_EDGES];
        swv_finger_parts parts;
        bool             can = false;
        CHECK(swv_finger_can_reach(&finger, (swv_finger_kind)kind, tip, &can) == SWV_OK);
        if ((kind == SWV_FINGER_COUPLED ? report.outcome : free_report.outcome) == SWV_REACHED)
            CHECK(can);
        CHECK(swv_finger_outline(&finger, (swv_finger_kind)kind, edges, &count) == SWV_OK);
        CHECK(count >= 0 && count <= SWV_FINGER_EDGES);
        for (int i = 0; i < count; ++i) {  // each edge begins where the one before it in its loop ends
            double    begin[3], end[3];
            swv_point a, b;
            int       before = i - 1;
            if (i == 0 || edges[i - 1].loop != edges[i].loop)
                for (before = i; before + 1 < count && edges[before + 1].loop == edges[i].loop;)
                    ++before;
            swv_finger_edge_posture(&finger, (swv_finger_kind)kind, &edges[i], 0.0, begin);
            swv_finger_edge_posture(&finger, (swv_finger_kind)kind, &edges[before], 1.0, end);
            CHECK(swv_finger_forward(&finger, begin, &a, NULL) == SWV_OK &&
                  swv_finger_forward(&finger, end, &b, NULL) == SWV_OK);
            CHECK(is_curve(&finger, (swv_finger_kind)kind) || hypot(a.x - b.x, a.y - b.y) <= 1e-5 * size);
        }
        const swv_status clipped = swv_finger_clip(&finger, (swv_finger_kind)kind, tip, to, &parts);
        CHECK(clipped == SWV_OK || clipped == SWV_BAD_GOAL);
        for (int i = 0; i < parts.count && clipped == SWV_OK; ++i)
            CHECK(parts.from[i] >= 0.0 && parts.to[i] <= 1.0 && parts.from[i] <= parts.to[i] &&
                  (i == 0 || parts.from[i] > parts.to[i - 1]));
    }
}

// Tips and pulps by the chains, whose joints are those of either side.
static void chain_tip(const swv_hand *hand, int digit, const swv_hand_posture *p, swv_pose *tip)
{
    swv_joint joints[6];
    swv_chain chain;
    double    q[5];
    if (digit == SWV_DIGIT_THUMB) {
        CHECK(swv_thumb_joints(&hand->thumb, hand->side, joints) == SWV_OK);
        CHECK(swv_chain_from_joints(&chain, joints, 6) == SWV_OK);
        memcpy(q, p->thumb, sizeof q);
    } else {
        CHECK(swv_digit_joints(&hand->fingers[digit - 1], hand->side, joints) == SWV_OK);
        CHECK(swv_chain_from_joints(&chain, joints, 5) == SWV_OK);
        memcpy(q, p->fingers[digit - 1], 3 * sizeof q[0]);
    }
    CHECK(swv_chain_tip(&chain, q, tip) == SWV_OK);
}

static void check_hand(const swv_hand *hand, const swv_hand_posture *p)
{
    for (int i = 0; i < 5; ++i)
        CHECK(p->thumb[i] >= hand->thumb.lower[i] - 2e-9 && p->thumb[i] <= hand->thumb.upper[i] + 2e-9);
    for (int d = 0; d < 4; ++d) {
        const swv_digit *digit = &hand->fingers[d];
        const double    *q = p->fingers[d];
        CHECK(q[0] >= digit->lower - 2e-9 && q[0] <= digit->upper + 2e-9);
        for (int i = 0; i < 3; ++i)
            CHECK(q[i + 1] >= digit->flexion.lower[i] - 2e-9 && q[i + 1] <= digit->flexion.upper[i] + 2e-9);
    }
}

// Making one takes longer than all that is done with it: mostly one that is there.
static bool take_hand(stream *s, swv_hand *hand)
{
    static swv_hand made[2];
    static bool     is_made[2];
    const int       side = take_bool(s);
    if (take_below(s, 16) == 15)
        return swv_hand_make((swv_side)side, take_number(s, 0.1, 0.3), hand) == SWV_OK;
    if (!is_made[side])
        CHECK(swv_hand_make((swv_side)side, 0.19, &made[side]) == SWV_OK);
    is_made[side] = true;
    *hand = made[side];
    return true;
}

static void try_hand(stream *s)
{
    swv_hand      hand;
    swv_hand_goal goal = { .shape = (swv_hand_shape)take_below(s, s->is_wild ? 5 : 4) };
    if (!take_hand(s, &hand))
        return;
    const double   length = hand.fingers[1].knuckle.z;
    const swv_pose none = SWV_IDENTITY_POSE;
    goal.wrist = take_below(s, 2) ? take_pose(s, 1.0) : none;
    goal.wanted = take_byte(s) % (s->is_wild ? 64 : 32);
    for (int i = 0; i < SWV_DIGITS; ++i)
        goal.tip[i] = swv_vec3_add(goal.wrist.position, take_vec3(s, 2.5 * length));
    goal.has_pulp = take_below(s, 3) == 0;
    goal.thumb_pulp = take_vec3(s, 1.0);
    goal.enslaving = take_below(s, 2) ? 0.0 : take_number(s, 0.0, 1.0);
    swv_hand_posture posture;
    swv_hand_report  report;
    PAINT(posture);
    const swv_status status = swv_hand_solve(&hand, &goal, NULL, &posture, &report);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL);
        CHECK_UNTOUCHED(posture);
        return;
    }
    check_hand(&hand, &posture);
    const turn wrist = turn_of(goal.wrist.rotation);
    for (int i = 0; i < SWV_DIGITS; ++i) {
        if (!(goal.wanted & SWV_DIGIT_BIT(i)))
            continue;
        swv_pose tip;
        chain_tip(&hand, i, &posture, &tip);
        const double miss = apart(swv_vec3_add(goal.wrist.position, turned(wrist, tip.position)), goal.tip[i]);
        const double scale = length + length_of(goal.wrist.position);
        check_distance(report.position_error[i], miss, 1e-11 * scale + 1e-13 * miss);
        if (!(report.missed & SWV_DIGIT_BIT(i)))
            CHECK(miss <= 1e-11 * scale);
    }
}

static void try_pinch(stream *s)
{
    swv_hand              hand;
    swv_hand_posture      posture;
    swv_hand_pinch_report report;
    if (!take_hand(s, &hand))
        return;
    const int        finger = take_below(s, s->is_wild ? 6 : 5);
    const double     size = take_number(s, 0.0, 0.1);
    const swv_status status = swv_hand_pinch(&hand, finger, size, SWV_HAND_RELAXED, &posture, &report);
    if (status != SWV_OK) {
        CHECK(status == (finger < SWV_DIGIT_INDEX || finger > SWV_DIGIT_LITTLE ? SWV_BAD_COUNT : SWV_BAD_GOAL));
        return;
    }
    check_hand(&hand, &posture);
    swv_pose thumb, other;
    chain_tip(&hand, SWV_DIGIT_THUMB, &posture, &thumb);
    chain_tip(&hand, finger, &posture, &other);
    CHECK_NEAR(apart(thumb.position, other.position), report.gap, 1e-12);
    CHECK(report.rotation_error >= 0.0 && report.rotation_error <= SWV_PI);
    if (report.outcome == SWV_REACHED)
        CHECK_NEAR(report.gap, size, 1e-9);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream s = stream_of(data, size);
    switch (take_below(&s, 8)) {
    case 0:
        try_pinch(&s);
        break;
    case 1:
    case 2:
        try_hand(&s);
        break;
    default:
        try_finger(&s);
        break;
    }
    return 0;
}
