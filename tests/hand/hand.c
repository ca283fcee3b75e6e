// SPDX-License-Identifier: MIT
// Fingers in space, and the whole hand.
//
// Lengths are metres, angles radians; a finger's q is abduction, MCP, PIP and DIP flexion, a thumb's five as in hand.h; tips are in the world, or for
// one digit in the hand's axes at the wrist. 1.01e-9 rad: SWV_LIMIT_TOLERANCE and rounding. 1e-12 m is what hand.h promises. Numbers of cases and
// sweeps are chosen.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "chains.h"
#include "swivel_papers/chain.h"
#include "swivel/hand.h"
#include "swivel_papers/planar_finger.h"
#include "swivel/trig.h"

static swv_hand human_hand(swv_side side)
{
    swv_hand hand;
    assert_int_equal(swv_hand_make(side, SWV_HAND_LENGTH_WOMEN, &hand), SWV_OK);
    return hand;
}

static double apart(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

// Inside the limits, coupled; one in twelve each has a joint on a limit, or the PIP joint 1e-17 to 1 rad from straight.
static void random_finger_posture(uint64_t *seed, const swv_digit *d, double q[4])
{
    const swv_finger *f = &d->flexion;
    q[0] = random_between(seed, d->lower, d->upper);
    q[1] = random_between(seed, f->lower[0], f->upper[0]);
    q[2] = random_between(seed, f->lower[1], f->upper[1]);
    switch (random_below(seed, 12)) {
    case 0:
        q[0] = random_below(seed, 2) ? d->lower : d->upper;
        break;
    case 1:
        q[1] = random_below(seed, 2) ? f->lower[0] : f->upper[0];
        break;
    case 2:
        q[2] = random_below(seed, 2) ? f->lower[1] : f->upper[1];
        break;
    case 3:
        q[2] = pow(10.0, random_between(seed, -17, 0));
        break;
    default:
        break;
    }
    q[3] = f->ratio * q[2];
}

static void assert_inside(const swv_digit *d, const double q[4])
{
    assert_true(q[0] >= d->lower - 1.01e-9 && q[0] <= d->upper + 1.01e-9);
    for (int i = 0; i < 3; ++i)
        if (!(q[i + 1] >= d->flexion.lower[i] - 1.01e-9 && q[i + 1] <= d->flexion.upper[i] + 1.01e-9))
            fail_msg("joint %d at %.17g", i + 1, q[i + 1]);
}

// Tips, chains and bones of both hands agree, and each bone begins where the one before it ends.
static void forward_chains_and_frames_agree_on_both_sides(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int side = SWV_RIGHT; side <= SWV_LEFT; ++side) {
        const swv_hand hand = human_hand((swv_side)side);
        swv_chain      chains[SWV_DIGITS];
        swv_joint      joints[6];
        assert_int_equal(swv_thumb_joints(&hand.thumb, hand.side, joints), SWV_OK);
        assert_int_equal(swv_chain_from_joints(&chains[SWV_DIGIT_THUMB], joints, 6), SWV_OK);
        for (int finger = 0; finger < 4; ++finger) {
            assert_int_equal(swv_digit_joints(&hand.fingers[finger], hand.side, joints), SWV_OK);
            assert_int_equal(swv_chain_from_joints(&chains[finger + 1], joints, 5), SWV_OK);
            assert_int_equal(chains[finger + 1].dof, 3);
        }
        for (int n = 0; n < CASES(10000); ++n) {
            swv_hand_posture posture;
            const swv_pose   wrist = random_pose(&seed);
            swv_vec3         tips[SWV_DIGITS], pulps[SWV_DIGITS];
            swv_pose         bones[SWV_DIGITS][SWV_DIGIT_BONES];
            for (int i = 0; i < 5; ++i)
                posture.thumb[i] = random_between(&seed, hand.thumb.lower[i], hand.thumb.upper[i]);
            for (int finger = 0; finger < 4; ++finger)
                random_finger_posture(&seed, &hand.fingers[finger], posture.fingers[finger]);
            assert_int_equal(swv_hand_forward(&hand, &wrist, &posture, tips, pulps), SWV_OK);
            assert_int_equal(swv_hand_frames(&hand, &wrist, &posture, bones), SWV_OK);
            for (int digit = 0; digit < SWV_DIGITS; ++digit) {
                const double *lengths =
                    digit == SWV_DIGIT_THUMB ? hand.thumb.lengths : hand.fingers[digit - 1].flexion.lengths;
                const swv_vec3 palm = { side == SWV_LEFT ? -1.0 : 1.0, 0.0, 0.0 };
                swv_pose       tip;
                chains[digit].base = wrist;
                assert_int_equal(swv_chain_tip(&chains[digit],
                                               digit == SWV_DIGIT_THUMB ? posture.thumb : posture.fingers[digit - 1],
                                               &tip),
                                 SWV_OK);
                assert_near(apart(tips[digit], tip.position), 0.0, 1e-14);
                assert_near(apart(pulps[digit], swv_quat_rotate(tip.rotation, palm)), 0.0, 1e-14);
                assert_near(apart(pulps[digit], swv_quat_rotate(bones[digit][2].rotation, palm)), 0.0, 1e-14);
                for (int i = 0; i < SWV_DIGIT_BONES; ++i) {
                    const swv_vec3 end = swv_pose_apply(bones[digit][i], (swv_vec3){ 0.0, 0.0, lengths[i] });
                    assert_near(apart(end, i < 2 ? bones[digit][i + 1].position : tips[digit]), 0.0, 1e-14);
                }
            }
        }
    }
}

// A million tips of each finger: solved, exact, coupled, inside, and the posture that made it among the solutions. 2e-7 rad: near straight an angle
// is known to the root of a rounding, 1e-8; the rest is room. Six iterations are room. Chosen.
static void every_tip_of_every_finger_is_solved(void **state)
{
    (void)state;
    uint64_t       seed = 2;
    const swv_hand hand = human_hand(SWV_RIGHT);
    for (int finger = 0; finger < 4; ++finger) {
        const swv_digit *d = &hand.fingers[finger];
        int              most = 0, iterations = 0;
        for (int n = 0; n < CASES(1000000); ++n) {
            double           made[4], q[SWV_DIGIT_SOLUTIONS][4], nearest = INFINITY;
            swv_digit_report report;
            swv_vec3         tip, end;
            random_finger_posture(&seed, d, made);
            assert_int_equal(swv_digit_forward(d, made, &tip, NULL), SWV_OK);
            assert_int_equal(swv_digit_solve(d, tip, q, &report), SWV_OK);
            if (report.outcome != SWV_REACHED)
                fail_msg("finger %d, (%.17g, %.17g, %.17g) not reached: %g", finger, made[0], made[1], made[2],
                         report.position_error);
            for (int i = 0; i < report.count; ++i) {
                assert_int_equal(swv_digit_forward(d, q[i], &end, NULL), SWV_OK);
                assert_near(apart(end, tip), 0.0, 1e-12);
                assert_true(q[i][3] == d->flexion.ratio * q[i][2]);
                assert_inside(d, q[i]);
                double off = 0;
                for (int k = 0; k < 4; ++k)
                    off = fmax(off, fabs(q[i][k] - made[k]));
                nearest = fmin(nearest, off);
            }
            // Near the abduction's axis it hardly moves the tip.
            const double h = hypot(tip.y - d->knuckle.y, tip.z - d->knuckle.z);
            if (!(nearest < 2e-7 + 1e-15 / h))
                fail_msg("finger %d, (%.17g, %.17g, %.17g) is not among the %d solutions: %g", finger, made[0], made[1],
                         made[2], report.count, nearest);
            most = report.count > most ? report.count : most;
            iterations = report.iterations > iterations ? report.iterations : iterations;
        }
        print_message("             finger %d: at most %d solutions, %d iterations\n", finger + 1, most, iterations);
        assert_in_range(iterations, 1, 6);
    }
}

// The abduction's own axis, and wide limits: the finger curls back, both ways are found. Bones of 1 to 5 cm; a bend kept by 0.3 rad beyond straight.
// 1e-6 rad: near straight, as above, with room. A quarter of the tips must have two. Chosen.
static void both_ways_of_a_loose_finger(void **state)
{
    (void)state;
    uint64_t seed = 3;
    long     twice = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        const double lengths[3] = { random_between(&seed, 0.02, 0.05), random_between(&seed, 0.01, 0.04),
                                    random_between(&seed, 0.01, 0.03) };
        const double lower[3] = { -2, -0.5, -0.5 }, upper[3] = { 3, 2, 2 };
        swv_finger   flexion;
        swv_digit    digit;
        assert_int_equal(swv_finger_make(lengths, lower, upper, random_between(&seed, 0.3, 1.5), &flexion), SWV_OK);
        assert_int_equal(swv_digit_make((swv_vec3){ 0.01, 0.02, 0.03 }, -2.5, 2.5, &flexion, &digit), SWV_OK);
        for (int k = 0; k < 20; ++k) {
            double           made[4], q[SWV_DIGIT_SOLUTIONS][4], nearest = INFINITY;
            swv_digit_report report;
            swv_vec3         tip, end;
            made[0] = random_between(&seed, -2.5, 2.5);
            made[1] = random_between(&seed, -2, 3);
            made[2] = random_between(&seed, -0.3, fmin(2, 2 / flexion.ratio));
            made[3] = flexion.ratio * made[2];
            assert_int_equal(swv_digit_forward(&digit, made, &tip, NULL), SWV_OK);
            assert_int_equal(swv_digit_solve(&digit, tip, q, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            for (int i = 0; i < report.count; ++i) {
                assert_int_equal(swv_digit_forward(&digit, q[i], &end, NULL), SWV_OK);
                assert_near(apart(end, tip), 0.0, 1e-12);
                assert_inside(&digit, q[i]);
                nearest = fmin(nearest, fabs(q[i][0] - made[0]) + fabs(q[i][1] - made[1]) + fabs(q[i][2] - made[2]));
            }
            assert_true(nearest < 1e-6);
            twice += report.count > 1;
        }
        // On the axis
        swv_digit_report report;
        double           q[SWV_DIGIT_SOLUTIONS][4];
        const swv_vec3   axis = { 0.01 + random_between(&seed, 0.0, 0.6) * (lengths[0] + lengths[1]), 0.02, 0.03 };
        assert_int_equal(swv_digit_solve(&digit, axis, q, &report), SWV_OK);
        for (int i = 0; i < report.count && report.outcome == SWV_REACHED; ++i)
            assert_true(q[i][0] == 0.0 && report.position_error < 1e-12);
    }
    assert_true(twice > CASES(2000) * 5L);
}

// Tips within 11 cm of the knuckle along each axis: more than half out of reach. Postures on a grid of 33 a joint find no nearer tip; their nearest
// is within 1 cm. Chosen.
static void out_of_reach_gives_the_nearest_point(void **state)
{
    (void)state;
    enum { steps = 32 };
    uint64_t       seed = 4;
    const swv_hand hand = human_hand(SWV_RIGHT);
    long           outside = 0;
    for (int n = 0; n < CASES(600); ++n) {
        const swv_digit *d = &hand.fingers[n % 4];
        const swv_vec3   tip = swv_vec3_add(d->knuckle, random_vector(&seed, 0.11));
        double           q[SWV_DIGIT_SOLUTIONS][4], best = INFINITY;
        swv_digit_report report;
        swv_vec3         end;
        assert_int_equal(swv_digit_solve(d, tip, q, &report), SWV_OK);
        assert_inside(d, q[0]);
        outside += report.outcome == SWV_OUT_OF_REACH;
        for (int i = 0; i <= steps; ++i)
            for (int k = 0; k <= steps; ++k)
                for (int l = 0; l <= steps; ++l) {
                    double try[4] = { d->lower + (d->upper - d->lower) * i / steps,
                                      d->flexion.lower[0] + (d->flexion.upper[0] - d->flexion.lower[0]) * k / steps,
                                      d->flexion.upper[1] * l / steps, 0 };
                    try[3] = d->flexion.ratio * try[2];
                    assert_int_equal(swv_digit_forward(d, try, &end, NULL), SWV_OK);
                    best = fmin(best, apart(end, tip));
                }
        if (!(report.position_error <= best + 1e-12))
            fail_msg("missed by %.17g, brute force by %.17g (case %d)", report.position_error, best, n);
        assert_true(report.outcome == SWV_REACHED || report.position_error > best - 0.01);
    }
    assert_true(outside > CASES(600) / 2);
}

// Each digit inside its limits and coupled.
static void random_posture(uint64_t *seed, const swv_hand *hand, swv_hand_posture *p)
{
    for (int i = 0; i < 4; ++i)
        random_finger_posture(seed, &hand->fingers[i], p->fingers[i]);
    const swv_thumb *t = &hand->thumb;
    for (int i = 0; i < 4; ++i)
        p->thumb[i] = random_between(seed, t->lower[i], t->upper[i]);
    p->thumb[2] = t->mcp_abduction;
    p->thumb[4] = t->ratio * p->thumb[3];
}

// Wrist anywhere, any set of tips wanted, either side: all met, and with `near` the posture itself comes back. 1e-5 rad: near straight, as above,
// with room. Chosen.
static void whole_hand_meets_its_targets(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int n = 0; n < CASES_OR_ALL(10000, 100000); ++n) {
        const swv_hand   hand = human_hand(n % 2 ? SWV_LEFT : SWV_RIGHT);
        swv_hand_posture made, found, shape;
        swv_hand_report  report;
        swv_hand_goal    goal = { .wrist = random_pose(&seed), .wanted = (uint32_t)random_below(&seed, 32) };
        swv_vec3         tips[SWV_DIGITS], pulps[SWV_DIGITS], ends[SWV_DIGITS];
        random_posture(&seed, &hand, &made);
        goal.shape = (swv_hand_shape)random_below(&seed, 4);
        assert_int_equal(swv_hand_forward(&hand, &goal.wrist, &made, tips, pulps), SWV_OK);
        memcpy(goal.tip, tips, sizeof tips);
        goal.has_pulp = n % 8 == 0 && goal.wanted & SWV_DIGIT_BIT(SWV_DIGIT_THUMB);
        goal.thumb_pulp = pulps[SWV_DIGIT_THUMB];
        assert_int_equal(swv_hand_solve(&hand, &goal, &made, &found, &report), SWV_OK);
        assert_int_equal(report.missed, 0);
        assert_int_equal(swv_hand_forward(&hand, &goal.wrist, &found, ends, NULL), SWV_OK);
        assert_int_equal(swv_hand_shape_posture(&hand, goal.shape, &shape), SWV_OK);
        for (int digit = 0; digit < SWV_DIGITS; ++digit) {
            const bool    is_wanted = goal.wanted >> digit & 1;
            const double *is = digit ? found.fingers[digit - 1] : found.thumb;
            const double *was = is_wanted ? (digit ? made.fingers[digit - 1] : made.thumb)
                                          : (digit ? shape.fingers[digit - 1] : shape.thumb);
            if (is_wanted)
                assert_near(apart(ends[digit], tips[digit]), 0.0, 1e-12);
            for (int k = 0; k < (digit ? 4 : 5); ++k)
                assert_near(is[k], was[k], is_wanted ? 1e-5 : 0.0);
        }
    }
}

// A left hand is the mirror image: the same angles bring the tips to mirrored places.
static void left_is_the_mirror_image(void **state)
{
    (void)state;
    uint64_t       seed = 6;
    const swv_hand right = human_hand(SWV_RIGHT), left = human_hand(SWV_LEFT);
    const swv_pose none = SWV_IDENTITY_POSE;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_hand_posture posture;
        swv_vec3         r[SWV_DIGITS], l[SWV_DIGITS];
        random_posture(&seed, &right, &posture);
        assert_int_equal(swv_hand_forward(&right, &none, &posture, r, NULL), SWV_OK);
        assert_int_equal(swv_hand_forward(&left, &none, &posture, l, NULL), SWV_OK);
        for (int i = 0; i < SWV_DIGITS; ++i)
            assert_true(l[i].x == -r[i].x && l[i].y == r[i].y && l[i].z == r[i].z);
    }
}

// The hand's length is what was asked for; a straight hand is that long. 1e-5: rounding of the table's lengths. Fingers lie 1 cm apart, of a hand of
// 19 cm. Chosen.
static void lengths_scale(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        const double     length = i == 0 ? SWV_HAND_LENGTH_MEN : i == 1 ? SWV_HAND_LENGTH_WOMEN : 0.1;
        swv_hand         hand;
        swv_hand_posture flat = { { 0 }, { { 0 } } };
        swv_vec3         tips[SWV_DIGITS];
        const swv_pose   none = SWV_IDENTITY_POSE;
        assert_int_equal(swv_hand_make(SWV_RIGHT, length, &hand), SWV_OK);
        assert_int_equal(swv_hand_forward(&hand, &none, &flat, tips, NULL), SWV_OK);
        assert_near(tips[SWV_DIGIT_MIDDLE].z, length, 1e-5 * length);
        for (int k = SWV_DIGIT_INDEX; k < SWV_DIGIT_LITTLE; ++k)  // side by side, the index finger next to the thumb
            assert_true(tips[k].y > tips[k + 1].y + 0.01 * length / 0.19);
        assert_true(tips[SWV_DIGIT_THUMB].y > tips[SWV_DIGIT_INDEX].y && tips[SWV_DIGIT_THUMB].x > 0.0);
    }
}

// The bones are those of data/hand.
static void bones_are_those_of_the_table(void **state)
{
    (void)state;
    static const char *const digits[SWV_DIGITS] = { "thumb", "index", "middle", "ring", "little" };
    static const char *const bones[] = { "metacarpal", "proximal_phalanx", "middle_phalanx", "distal_phalanx",
                                         "soft_tip" };
    double                   table[SWV_DIGITS][5] = { { 0 } };
    char                     line[256], digit[32], bone[32];
    FILE                    *file = fopen(SWIVEL_DATA "/hand/hand_bone_lengths_mm.csv", "r");
    swv_hand                 hand;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double mm;
        if (sscanf(line, "%31[^,],%31[^,],%lf", digit, bone, &mm) != 3)
            continue;
        for (int i = 0; i < SWV_DIGITS; ++i)
            for (int k = 0; k < 5; ++k)
                if (strcmp(digit, digits[i]) == 0 && strcmp(bone, bones[k]) == 0)
                    table[i][k] = mm;
    }
    fclose(file);
    assert_int_equal(swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MODEL, &hand), SWV_OK);
    assert_near(1e3 * hand.thumb.lengths[0], table[0][0], 1e-9);
    assert_near(1e3 * hand.thumb.lengths[1], table[0][1], 1e-9);
    assert_near(1e3 * hand.thumb.lengths[2], table[0][3] + table[0][4], 1e-9);
    for (int i = SWV_DIGIT_INDEX; i < SWV_DIGITS; ++i) {
        const double *lengths = hand.fingers[i - 1].flexion.lengths;
        assert_near(1e3 * lengths[0], table[i][1], 1e-9);
        assert_near(1e3 * lengths[1], table[i][2], 1e-9);
        assert_near(1e3 * lengths[2], table[i][3] + table[i][4], 1e-9);
    }
}

// In a fist every fingertip is near the palm; pointing differs in the index finger only. Metres: tips of a fist are less than 3.5 cm above the palm,
// of an open hand more than 1.5 cm apart. Chosen.
static void shapes_look_like_themselves(void **state)
{
    (void)state;
    const swv_hand   hand = human_hand(SWV_RIGHT);
    const swv_pose   none = SWV_IDENTITY_POSE;
    swv_hand_posture fist, point, open;
    swv_vec3         tips[SWV_DIGITS], knuckle;
    assert_int_equal(swv_hand_shape_posture(&hand, SWV_HAND_FIST, &fist), SWV_OK);
    assert_int_equal(swv_hand_shape_posture(&hand, SWV_HAND_POINT, &point), SWV_OK);
    assert_int_equal(swv_hand_shape_posture(&hand, SWV_HAND_OPEN, &open), SWV_OK);
    assert_int_equal(swv_hand_forward(&hand, &none, &fist, tips, NULL), SWV_OK);
    for (int i = SWV_DIGIT_INDEX; i <= SWV_DIGIT_LITTLE; ++i) {
        knuckle = hand.fingers[i - 1].knuckle;
        assert_true(tips[i].z < knuckle.z && tips[i].x > 0.0 && tips[i].x < 0.035);
        assert_true(i == SWV_DIGIT_INDEX ||
                    memcmp(point.fingers[i - 1], fist.fingers[i - 1], sizeof fist.fingers[0]) == 0);
    }
    assert_int_equal(swv_hand_forward(&hand, &none, &point, tips, NULL), SWV_OK);
    assert_near(tips[SWV_DIGIT_INDEX].x, 0.0, 1e-15);
    assert_int_equal(swv_hand_forward(&hand, &none, &open, tips, NULL), SWV_OK);
    for (int i = SWV_DIGIT_INDEX; i < SWV_DIGIT_LITTLE; ++i)
        assert_true(apart(tips[i], tips[i + 1]) > 0.015);
}

// The thumb meets every finger, with nothing between them and with objects up to 4 cm, exactly at the size. Something of half a metre is not held:
// the gap is then 8 to 25 cm. Chosen.
static void pinches_hold(void **state)
{
    (void)state;
    const swv_pose none = SWV_IDENTITY_POSE;
    for (int side = 0; side < 2; ++side) {
        const swv_hand hand = human_hand((swv_side)side);
        for (int finger = SWV_DIGIT_INDEX; finger <= SWV_DIGIT_LITTLE; ++finger)
            for (int mm = 0; mm <= 40; mm += 5) {
                swv_hand_posture      posture;
                swv_hand_pinch_report report;
                swv_vec3              tips[SWV_DIGITS];
                assert_int_equal(swv_hand_pinch(&hand, finger, 1e-3 * mm, SWV_HAND_RELAXED, &posture, &report), SWV_OK);
                if (report.outcome != SWV_REACHED)
                    fail_msg("finger %d, %d mm: gap %g, pulps off by %g", finger, mm, report.gap,
                             report.rotation_error);
                assert_int_equal(swv_hand_forward(&hand, &none, &posture, tips, NULL), SWV_OK);
                assert_near(apart(tips[SWV_DIGIT_THUMB], tips[finger]), 1e-3 * mm, 1e-12);
                assert_near(apart(tips[SWV_DIGIT_THUMB], report.tips_in_hand[0]) +
                                apart(tips[finger], report.tips_in_hand[1]),
                            0.0, 1e-15);
                assert_inside(&hand.fingers[finger - 1], posture.fingers[finger - 1]);
                for (int i = 0; i < 5; ++i)
                    assert_true(posture.thumb[i] >= hand.thumb.lower[i] - 1.01e-9 &&
                                posture.thumb[i] <= hand.thumb.upper[i] + 1.01e-9);
                if (side == 0 && mm % 20 == 0)
                    print_message("             finger %d, %2d mm: pulps %.0f degrees off\n", finger, mm,
                                  report.rotation_error * 180 / SWV_PI);
            }
        swv_hand_posture      posture;
        swv_hand_pinch_report report;
        assert_int_equal(swv_hand_pinch(&hand, SWV_DIGIT_INDEX, 0.5, SWV_HAND_OPEN, &posture, &report), SWV_OK);
        assert_false(report.outcome == SWV_REACHED);
        assert_true(report.gap > 0.08 && report.gap < 0.25);
    }
}

// Each further finger by 0.26, any share, of what the one before bends; 1 and 0.8 rad are any bend.
static void neighbours_go_along(void **state)
{
    (void)state;
    const swv_hand   hand = human_hand(SWV_RIGHT);
    swv_hand_posture bent, found, shape;
    swv_vec3         tips[SWV_DIGITS];
    swv_hand_goal    goal = { .wrist = SWV_IDENTITY_POSE,
                              .wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX),
                              .shape = SWV_HAND_OPEN };
    assert_int_equal(swv_hand_shape_posture(&hand, SWV_HAND_OPEN, &shape), SWV_OK);
    bent = shape;
    bent.fingers[0][1] = 1.0;
    bent.fingers[0][2] = 0.8;
    bent.fingers[0][3] = hand.fingers[0].flexion.ratio * 0.8;
    assert_int_equal(swv_hand_forward(&hand, &goal.wrist, &bent, tips, NULL), SWV_OK);
    goal.tip[SWV_DIGIT_INDEX] = tips[SWV_DIGIT_INDEX];
    goal.enslaving = 0.26;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &found, NULL), SWV_OK);
    for (int i = 1; i < 4; ++i) {
        assert_near(found.fingers[i][1], pow(0.26, i) * 1.0, 1e-9);
        assert_near(found.fingers[i][2], pow(0.26, i) * 0.8, 1e-9);
        assert_true(found.fingers[i][3] == hand.fingers[i].flexion.ratio * found.fingers[i][2]);
    }
}

// Denormals, numbers whose squares leave a double's range, the largest double. 64 is a sixth digit, 2 an enslaving above 1, 9 no shape; 7 only marks
// what must stay.
static void bad_and_extreme_arguments_end_well(void **state)
{
    (void)state;
    static const double values[] = { 0.0, -0.0, 1e-320, 1e-160, 0.1, 1e160, DBL_MAX, -DBL_MAX };
    enum { count = sizeof values / sizeof values[0] };
    const swv_hand   hand = human_hand(SWV_RIGHT);
    swv_hand         other = hand;
    swv_hand_posture posture = { { 7 }, { { 7 } } }, before = posture;
    swv_hand_goal    goal = { .wrist = SWV_IDENTITY_POSE, .wanted = 2 };
    double           q[SWV_DIGIT_SOLUTIONS][4];
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k)
            for (int j = 0; j < count; ++j) {
                swv_digit_report report;
                const swv_vec3   tip = { values[i], values[k], values[j] };
                assert_int_equal(swv_digit_solve(&hand.fingers[1], tip, q, &report), SWV_OK);
                assert_inside(&hand.fingers[1], q[0]);
                assert_true(report.position_error >= 0);
            }
    assert_int_equal(swv_hand_make(SWV_RIGHT, 0.0, &other), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_hand_make(SWV_RIGHT, NAN, &other), SWV_NOT_FINITE);
    assert_memory_equal(&other, &hand, sizeof hand);
    goal.tip[SWV_DIGIT_INDEX].x = NAN;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    goal.tip[SWV_DIGIT_INDEX].x = 0;
    goal.wanted = 64;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    goal.wanted = 2;
    goal.enslaving = 2;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    goal.enslaving = 0;
    goal.has_pulp = true;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    goal.has_pulp = false;
    goal.wrist.rotation = (swv_quat){ 0, 0, 0, 0 };
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_hand_pinch(&hand, SWV_DIGIT_THUMB, 0.01, SWV_HAND_OPEN, &posture, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_hand_pinch(&hand, SWV_DIGIT_RING, -1, SWV_HAND_OPEN, &posture, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_hand_pinch(&hand, SWV_DIGIT_RING, INFINITY, SWV_HAND_OPEN, &posture, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_hand_shape_posture(&hand, (swv_hand_shape)9, &posture), SWV_BAD_ARGUMENT);
    assert_memory_equal(&posture, &before, sizeof posture);
}

// 0.785: eighths of a turn. 1e-3: of a metre 1 km away, the hand's own size; chosen.
static void tips_so_far_that_squares_overflow_are_out_of_reach(void **state)
{
    (void)state;
    static const double beyond[] = { 1e3, 1e8, 1e20, 1e154, 1e155, 1e160, 1e200, 1e300 };
    swv_hand            hand;
    swv_finger          finger;
    assert_int_equal(swv_hand_make(SWV_RIGHT, 0.19, &hand), SWV_OK);
    swv_finger_make_little(&finger);
    for (int i = 0; i < (int)(sizeof beyond / sizeof *beyond); ++i) {
        for (int k = 0; k < 8; ++k) {
            double           along, across, one[SWV_FINGER_SOLUTIONS][3], digit[SWV_DIGIT_SOLUTIONS][4];
            double           thumb[SWV_THUMB_SOLUTIONS][5];
            bool             can = true;
            swv_digit_report report;
            swv_digit_report of_thumb;
            swv_sincos(0.785 * k, &across, &along);
            const swv_point tip = { beyond[i] * along, beyond[i] * across };
            const swv_vec3  place = { 0.5 * tip.y, tip.y, tip.x }, pulp = { 1.0, 0.0, 0.0 };
            assert_int_equal(swv_finger_solve(&finger, tip, one, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
            assert_near(report.position_error / beyond[i], 1.0, 1e-3);
            assert_int_equal(swv_finger_solve_free(&finger, tip, NULL, one[0], &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
            assert_int_equal(swv_finger_can_reach(&finger, SWV_FINGER_COUPLED, tip, &can), SWV_OK);
            assert_false(can);
            assert_int_equal(swv_digit_solve(&hand.fingers[0], place, digit, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
            assert_near(report.position_error / swv_vec3_length(place), 1.0, 1e-3);
            assert_int_equal(swv_thumb_solve(&hand.thumb, place, NULL, thumb, &of_thumb), SWV_OK);
            assert_int_equal(of_thumb.outcome, SWV_OUT_OF_REACH);
            assert_near(of_thumb.position_error / swv_vec3_length(place), 1.0, 1e-3);
            assert_int_equal(swv_thumb_solve(&hand.thumb, place, &pulp, thumb, &of_thumb), SWV_OK);
            assert_int_equal(of_thumb.outcome, SWV_OUT_OF_REACH);
            assert_near(of_thumb.position_error / swv_vec3_length(place), 1.0, 1e-3);
        }
    }
}

// Turned by the wrist it is infinite: refused, as a tip so far away is. 1.7e308 is just below the largest double. 0x5a only marks what must stay.
static void a_pulp_too_long_to_be_turned_is_refused(void **state)
{
    (void)state;
    swv_hand         hand;
    swv_hand_posture posture, before;
    assert_int_equal(swv_hand_make(SWV_LEFT, 0.19, &hand), SWV_OK);
    swv_hand_goal goal = { .wrist = { { 0, 0, 0 }, { 0.3, -0.5, 0.1, 0.8 } },
                           .wanted = SWV_DIGIT_BIT(SWV_DIGIT_THUMB),
                           .has_pulp = true,
                           .thumb_pulp = { -1.7e308, -1.7e308, -1.7e308 } };
    goal.tip[SWV_DIGIT_THUMB] = (swv_vec3){ 0.05, 0.05, 0.05 };
    memset(&posture, 0x5a, sizeof posture);
    before = posture;
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_BAD_GOAL);
    assert_memory_equal(&posture, &before, sizeof posture);
    goal.thumb_pulp = (swv_vec3){ -1e300, -1e300, -1e300 };
    assert_int_equal(swv_hand_solve(&hand, &goal, NULL, &posture, NULL), SWV_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pulp_too_long_to_be_turned_is_refused),
        cmocka_unit_test(forward_chains_and_frames_agree_on_both_sides),
        cmocka_unit_test(every_tip_of_every_finger_is_solved),
        cmocka_unit_test(both_ways_of_a_loose_finger),
        cmocka_unit_test(out_of_reach_gives_the_nearest_point),
        cmocka_unit_test(whole_hand_meets_its_targets),
        cmocka_unit_test(left_is_the_mirror_image),
        cmocka_unit_test(lengths_scale),
        cmocka_unit_test(bones_are_those_of_the_table),
        cmocka_unit_test(shapes_look_like_themselves),
        cmocka_unit_test(pinches_hold),
        cmocka_unit_test(neighbours_go_along),
        cmocka_unit_test(bad_and_extreme_arguments_end_well),
        cmocka_unit_test(tips_so_far_that_squares_overflow_are_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
