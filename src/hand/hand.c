// SPDX-License-Identifier: MIT
//
// The hand: a model of average proportions, shapes, and wrist and fingertips at once.
//
// Given     a wrist's pose, up to five tips in the world
// Find      21 joint angles
//
// (1) model     data/hand/README.md says where each number comes from. The knuckles lie at the ends of the metacarpals,
//               whose bases lie on one line across the wrist at the carpus's height, half as far apart as the knuckles.
// (2) mirror    A left hand's target is mirrored in x (hand.h) and solved by the right hand.
// (3) digits    Each tip is brought into the wrist's axes and solved by itself (finger_space.c, thumb.c), all
//               solutions; the nearest to a posture is taken, by the sum of squared differences.
// (4) enslaved  A finger that is not wanted goes along: its MCP and PIP flexion are those of its shape, and `enslaving`
//               to the power of the distance in fingers, times how far a wanted one is bent beyond its own shape; the
//               largest of these counts. Clamped to the limits; DIP follows.
//
// Metres and radians (degrees only by DEGREES); places in the hand's axes at the wrist (hand.h), of a right hand. A finger's q: abduction, MCP, PIP
// and DIP flexion; a thumb's: CMC flexion and abduction, MCP abduction and flexion, IP flexion.
#include "hand/hand_internal.h"

#define MM(x)      (1e-3 * (x))
#define DEGREES(x) ((x) * (SWV_PI / 180.0))

// ---- model (1) ----

// Metacarpal, phalanges, soft tip: Buryanov and Kotiuk 2010, mm.
typedef struct finger_bones {
    double metacarpal, proximal, middle, distal, soft_tip;
    double abduction_deg[2];
    int    place;  ///< from the middle finger, towards the thumb
} finger_bones;

static const finger_bones fingers[4] = {
    { 68.12, 39.78, 22.38, 15.82, 3.84, { -10.0, 17.2 }, 1 },
    { 64.60, 44.63, 26.33, 17.40, 3.95, { -10.0, 10.0 }, 0 },
    { 58.00, 41.37, 25.65, 17.30, 3.95, { -14.3, 10.0 }, -1 },
    { 53.69, 32.57, 18.11, 15.96, 3.73, { -46.4, 10.0 }, -2 },
};
static const double thumb_bones[3] = { 46.22, 31.57, 21.67 + 5.67 };

// Limits of the joints (data/hand/rom_hand_typical_deg.csv), degrees.
static const double finger_limits[3][2] = { { -45.0, 90.0 }, { 0.0, 100.0 }, { 0.0, 80.0 } };
static const double thumb_limits[5][2] = {
    { -15.0, 45.0 }, { -45.0, 0.0 }, { -10.0, 10.0 }, { -10.0, 55.0 }, { -15.0, 80.0 }
};

#define CARPAL_HEIGHT   (0.54 * 64.60)  // Youm et al. 1978, of the third metacarpal
#define KNUCKLE_SPACING (88.26 / 4.0)   // a quarter of the hand's breadth (ANSUR II)
#define DIP_RATIO       (2.0 / 3.0)
#define IP_RATIO        (7.0 / 5.0)

// scale: this hand's length over SWV_HAND_LENGTH_MODEL.
static swv_status make_finger(swv_digit *digit, const finger_bones *b, double scale)
{
    const double lengths[3] = { scale * MM(b->proximal), scale * MM(b->middle), scale * MM(b->distal + b->soft_tip) };
    double       lower[3], upper[3];
    for (int i = 0; i < 3; ++i) {
        lower[i] = DEGREES(finger_limits[i][0]);
        upper[i] = DEGREES(finger_limits[i][1]);
    }
    swv_finger       flexion;
    const swv_status status = swv_finger_make(lengths, lower, upper, DIP_RATIO, &flexion);
    if (status != SWV_OK)
        return status;
    const double   across = KNUCKLE_SPACING * b->place, fan = 0.5 * across;
    const double   along = CARPAL_HEIGHT + sqrt(b->metacarpal * b->metacarpal - fan * fan);
    const swv_vec3 knuckle = { 0.0, scale * MM(across), scale * MM(along) };
    return swv_digit_make(knuckle, DEGREES(b->abduction_deg[0]), DEGREES(b->abduction_deg[1]), &flexion, digit);
}

swv_status swv_hand_make(swv_side side, double length, swv_hand *hand)
{
    if (!hand)
        return SWV_NULL;
    if (side != SWV_RIGHT && side != SWV_LEFT)
        return SWV_BAD_ARGUMENT;
    if (!swvi_is_finite(length))
        return SWV_NOT_FINITE;
    // Metres, or any unit in which a hand has such a length. Chosen.
    if (!(length >= 1e-3 && length <= 1e3))
        return SWV_BAD_ARGUMENT;
    const double scale = length / SWV_HAND_LENGTH_MODEL;
    swv_hand     made = { .side = side };
    swv_status   status = SWV_OK;
    for (int i = 0; i < 4 && status == SWV_OK; ++i)
        status = make_finger(&made.fingers[i], &fingers[i], scale);

    // The trapezium: 38 degrees abducted, 48 flexed, 80 pronated, about moving axes; its joint as in Gonzalez et al.
    // 1997.
    const swv_vec3 y = { 0.0, 1.0, 0.0 }, back = { -1.0, 0.0, 0.0 }, under = { 0.0, 0.0, -1.0 };
    const swv_quat turned = swv_quat_mul(
        swv_quat_mul(swv_quat_from_axis_angle(back, DEGREES(38.0)), swv_quat_from_axis_angle(y, DEGREES(48.0))),
        swv_quat_from_axis_angle(under, DEGREES(80.0)));
    // Millimetres, of a hand as long as SWV_HAND_LENGTH_MODEL.
    const swv_pose base = { { scale * MM(8.0), scale * MM(21.9), scale * MM(24.5) }, turned };
    double         lengths[3], lower[5], upper[5];
    for (int i = 0; i < 3; ++i)
        lengths[i] = scale * MM(thumb_bones[i]);
    for (int i = 0; i < 5; ++i) {
        lower[i] = DEGREES(thumb_limits[i][0]);
        upper[i] = DEGREES(thumb_limits[i][1]);
    }
    if (status == SWV_OK)
        status = swv_thumb_make(&base, lengths, lower, upper, IP_RATIO, &made.thumb);
    if (status == SWV_OK)
        *hand = made;
    return status;
}

// ---- forward ----

bool swvi_is_hand(const swv_hand *hand)
{
    bool is_fine = (hand->side == SWV_RIGHT || hand->side == SWV_LEFT) && swvi_is_thumb(&hand->thumb);
    for (int i = 0; i < 4; ++i)
        is_fine = is_fine && swvi_is_digit(&hand->fingers[i]);
    return is_fine;
}

static bool is_finite_posture(const swv_hand_posture *posture)
{
    bool is_finite = swvi_are_finite(posture->thumb, 5);
    for (int i = 0; i < 4; ++i)
        is_finite = is_finite && swvi_are_finite(posture->fingers[i], 4);
    return is_finite;
}

// Whether these can be asked where the hand is; *pose takes the wrist with a rotation of unit length.
static swv_status check_posture(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                                swv_pose *pose)
{
    if (!swvi_is_hand(hand))
        return SWV_BAD_MODEL;
    *pose = *wrist;
    if (swv_pose_check(pose) != SWV_OK)
        return SWV_BAD_GOAL;
    return is_finite_posture(posture) ? SWV_OK : SWV_BAD_POSTURE;
}

swv_status swv_hand_forward(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                            swv_vec3 tips[SWV_DIGITS], swv_vec3 pulps[SWV_DIGITS])
{
    if (!hand || !wrist || !posture || !tips)
        return SWV_NULL;
    swv_pose         pose;
    const swv_status status = check_posture(hand, wrist, posture, &pose);
    if (status != SWV_OK)
        return status;
    for (int digit = 0; digit < SWV_DIGITS; ++digit) {
        swv_vec3 tip, pulp;
        if (digit == SWV_DIGIT_THUMB)
            (void)swv_thumb_forward(&hand->thumb, posture->thumb, &tip, &pulp);
        else
            (void)swv_digit_forward(&hand->fingers[digit - 1], posture->fingers[digit - 1], &tip, &pulp);
        tips[digit] = swv_pose_apply(pose, swvi_on_side(hand->side, tip));
        if (pulps)
            pulps[digit] = swv_quat_rotate(pose.rotation, swvi_on_side(hand->side, pulp));
    }
    return SWV_OK;
}

// The bones of a right hand one after the other: each begins where the last one ends, turned by its own joints.
static void put_bones(swv_pose at, const swv_quat turns[SWV_DIGIT_BONES], const double lengths[SWV_DIGIT_BONES],
                      swv_pose bones[SWV_DIGIT_BONES])
{
    for (int i = 0; i < SWV_DIGIT_BONES; ++i) {
        at.rotation = swv_quat_mul(at.rotation, turns[i]);
        bones[i] = at;
        at.position = swv_pose_apply(at, (swv_vec3){ 0.0, 0.0, lengths[i] });
    }
}

// Bones in the wrist's axes; q in radians.
static void put_thumb(const swv_thumb *thumb, const double q[5], swv_pose bones[SWV_DIGIT_BONES])
{
    const swv_vec3 y = { 0.0, 1.0, 0.0 }, back = { -1.0, 0.0, 0.0 };
    const swv_quat turns[SWV_DIGIT_BONES] = {
        swv_quat_mul(swv_quat_from_axis_angle(y, q[0]), swv_quat_from_axis_angle(back, q[1])),
        swv_quat_mul(swv_quat_from_axis_angle(back, q[2]), swv_quat_from_axis_angle(y, q[3])),
        swv_quat_from_axis_angle(y, q[4]),
    };
    put_bones((swv_pose){ thumb->base, swv_quat_from_mat3(thumb->hand_from_base) }, turns, thumb->lengths, bones);
}

// The same of a finger.
static void put_finger(const swv_digit *digit, const double q[4], swv_pose bones[SWV_DIGIT_BONES])
{
    const swv_vec3 y = { 0.0, 1.0, 0.0 }, back = { -1.0, 0.0, 0.0 };
    const swv_quat turns[SWV_DIGIT_BONES] = {
        swv_quat_mul(swv_quat_from_axis_angle(back, q[0]), swv_quat_from_axis_angle(y, q[1])),
        swv_quat_from_axis_angle(y, q[2]),
        swv_quat_from_axis_angle(y, q[3]),
    };
    put_bones((swv_pose){ digit->knuckle, SWV_IDENTITY_QUAT }, turns, digit->flexion.lengths, bones);
}

swv_status swv_hand_frames(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                           swv_pose bones[SWV_DIGITS][SWV_DIGIT_BONES])
{
    if (!hand || !wrist || !posture || !bones)
        return SWV_NULL;
    swv_pose         world_from_wrist;
    const swv_status status = check_posture(hand, wrist, posture, &world_from_wrist);
    if (status != SWV_OK)
        return status;
    for (int digit = 0; digit < SWV_DIGITS; ++digit) {
        if (digit == SWV_DIGIT_THUMB)
            put_thumb(&hand->thumb, posture->thumb, bones[digit]);
        else
            put_finger(&hand->fingers[digit - SWV_DIGIT_INDEX], posture->fingers[digit - SWV_DIGIT_INDEX],
                       bones[digit]);
        for (int i = 0; i < SWV_DIGIT_BONES; ++i)
            bones[digit][i] = swv_pose_mul(world_from_wrist, swvi_mirrored_if(hand->side == SWV_LEFT, bones[digit][i]));
    }
    return SWV_OK;
}

// ---- shapes ----

// Radians, brought inside the limits; the last joint follows the middle one.
static void set_finger(const swv_digit *digit, double abduction, double knuckle, double middle, double q[4])
{
    const swv_finger *f = &digit->flexion;
    double            lower, upper;
    swvi_coupled_range(f, &lower, &upper);
    q[0] = swvi_clamp(digit->lower, digit->upper, abduction);
    q[1] = swvi_clamp(f->lower[0], f->upper[0], knuckle);
    q[2] = swvi_clamp(lower, upper, middle);
    q[3] = f->ratio * q[2];
}

swv_status swv_hand_shape_posture(const swv_hand *hand, swv_hand_shape shape, swv_hand_posture *posture)
{
    if (!hand || !posture)
        return SWV_NULL;
    if (!swvi_is_hand(hand))
        return SWV_BAD_MODEL;
    if (shape < SWV_HAND_RELAXED || shape > SWV_HAND_POINT)
        return SWV_BAD_ARGUMENT;
    // Abduction of index to little, MCP and PIP flexion; the thumb's five. Degrees. Chosen (hand.h says what they look like).
    static const struct {
        double spread[4], knuckle, middle, thumb[5];
    } shapes[] = {
        [SWV_HAND_RELAXED] = { { 2.0, 0.0, -2.0, -5.0 }, 22.5, 25.0, { 0.0, 0.0, 0.0, 12.0, 16.8 } },
        [SWV_HAND_OPEN] = { { 8.0, 0.0, -7.0, -20.0 }, 0.0, 0.0, { -25.0, 0.0, 0.0, 0.0, 0.0 } },
        [SWV_HAND_FIST] = { { 0.0, 0.0, 0.0, 0.0 }, 88.0, 98.0, { 28.0, 10.0, 0.0, 45.0, 63.0 } },
        [SWV_HAND_POINT] = { { 0.0, 0.0, 0.0, 0.0 }, 88.0, 98.0, { 28.0, 10.0, 0.0, 45.0, 63.0 } },
    };
    for (int i = 0; i < 4; ++i) {
        const bool is_pointing = shape == SWV_HAND_POINT && i == 0;
        set_finger(&hand->fingers[i], DEGREES(shapes[shape].spread[i]),
                   is_pointing ? 0.0 : DEGREES(shapes[shape].knuckle),
                   is_pointing ? 0.0 : DEGREES(shapes[shape].middle), posture->fingers[i]);
    }
    for (int i = 0; i < 5; ++i)
        posture->thumb[i] = swvi_clamp(hand->thumb.lower[i], hand->thumb.upper[i], DEGREES(shapes[shape].thumb[i]));
    return SWV_OK;
}

// ---- inverse ----

// (3) Of the report's solutions the one nearest to `previous`, all of `joints` angles.
static void take_nearest(const double *q, const swv_digit_report *report, int joints, const double *previous,
                         double *to)
{
    double nearest = INFINITY;
    for (int i = 0; i < report->count; ++i, q += joints) {
        double sum = 0.0;
        for (int k = 0; k < joints; ++k)
            sum += (q[k] - previous[k]) * (q[k] - previous[k]);
        if (i == 0 || sum < nearest) {
            nearest = sum;
            memcpy(to, q, sizeof(double) * (size_t)joints);
        }
    }
}

// (4)
static void enslave(const swv_hand *hand, const swv_hand_goal *goal, const swv_hand_posture *shape,
                    swv_hand_posture *posture)
{
    for (int i = 0; i < 4; ++i) {
        double along[2] = { 0.0, 0.0 };
        if (goal->wanted >> (i + 1) & 1)
            continue;
        for (int k = 0; k < 4; ++k) {
            double part = 1.0;
            for (int apart = i > k ? i - k : k - i; apart > 0; --apart)
                part *= goal->enslaving;
            for (int joint = 0; joint < 2 && (goal->wanted >> (k + 1) & 1); ++joint)
                along[joint] =
                    swvi_larger(along[joint], part * (posture->fingers[k][joint + 1] - shape->fingers[k][joint + 1]));
        }
        set_finger(&hand->fingers[i], shape->fingers[i][0], shape->fingers[i][1] + along[0],
                   shape->fingers[i][2] + along[1], posture->fingers[i]);
    }
}

/// A goal in the hand's own axes: of a right hand, from the wrist.
typedef struct asked {
    swv_vec3 tips[SWV_DIGITS];
    swv_vec3 pulp;
} asked;

static bool is_wanted(const swv_hand_goal *goal, int digit)
{
    return (goal->wanted >> digit & 1) != 0;
}

// False for a goal that has no meaning.
static bool read_goal(const swv_hand *hand, const swv_hand_goal *goal, asked *a)
{
    swv_pose   wrist = goal->wrist;
    const bool is_pulp = swvi_vec3_is_finite(goal->thumb_pulp) && swv_vec3_length(goal->thumb_pulp) > 0.0;
    if (goal->wanted >> SWV_DIGITS || (goal->has_pulp && !(is_wanted(goal, SWV_DIGIT_THUMB) && is_pulp)) ||
        !(goal->enslaving >= 0.0 && goal->enslaving <= 1.0) || swv_pose_check(&wrist) != SWV_OK)
        return false;
    const swv_pose wrist_from_world = swv_pose_inverse(wrist);
    bool           is_finite = true;
    for (int digit = 0; digit < SWV_DIGITS; ++digit)
        if (is_wanted(goal, digit)) {
            a->tips[digit] = swvi_on_side(hand->side, swv_pose_apply(wrist_from_world, goal->tip[digit]));
            is_finite = is_finite && swvi_vec3_is_finite(a->tips[digit]);
        }
    // Turned, a direction as long or as short as doubles go may be none.
    a->pulp = swvi_on_side(hand->side, swv_quat_rotate(wrist_from_world.rotation, goal->thumb_pulp));
    return is_finite && (!goal->has_pulp || (swvi_vec3_is_finite(a->pulp) && swv_vec3_length(a->pulp) > 0.0));
}

swv_status swv_hand_solve(const swv_hand *hand, const swv_hand_goal *goal, const swv_hand_posture *previous,
                          swv_hand_posture *posture, swv_hand_report *report)
{
    if (!hand || !goal || !posture)
        return SWV_NULL;
    if (!swvi_is_hand(hand))
        return SWV_BAD_MODEL;
    asked            a;
    swv_hand_posture shape;
    const bool       is_goal = read_goal(hand, goal, &a);
    if (is_goal && previous && !is_finite_posture(previous))
        return SWV_BAD_POSTURE;
    if (!is_goal || swv_hand_shape_posture(hand, goal->shape, &shape) != SWV_OK)
        return SWV_BAD_GOAL;
    swv_hand_posture       made = shape;
    swv_hand_report        r = { 0 };
    const swv_hand_posture wish = previous ? *previous : shape;
    for (int digit = SWV_DIGIT_INDEX; digit < SWV_DIGITS; ++digit)
        if (is_wanted(goal, digit)) {
            double           q[SWV_DIGIT_SOLUTIONS][4];
            swv_digit_report f;
            (void)swv_digit_solve(&hand->fingers[digit - 1], a.tips[digit], q, &f);
            take_nearest(q[0], &f, 4, wish.fingers[digit - 1], made.fingers[digit - 1]);
            r.position_error[digit] = f.position_error;
            r.missed |= f.outcome == SWV_REACHED ? 0u : SWV_DIGIT_BIT(digit);
        }
    if (is_wanted(goal, SWV_DIGIT_THUMB)) {
        double           q[SWV_THUMB_SOLUTIONS][5];
        swv_digit_report t;
        (void)swv_thumb_solve(&hand->thumb, a.tips[SWV_DIGIT_THUMB], goal->has_pulp ? &a.pulp : NULL, q, &t);
        take_nearest(q[0], &t, 5, wish.thumb, made.thumb);
        r.position_error[SWV_DIGIT_THUMB] = t.position_error;
        r.rotation_error = t.rotation_error;
        r.missed |= t.outcome == SWV_REACHED ? 0u : SWV_DIGIT_BIT(SWV_DIGIT_THUMB);
    }
    if (goal->enslaving > 0.0)
        enslave(hand, goal, &shape, &made);
    *posture = made;
    r.outcome = r.missed ? SWV_OUT_OF_REACH : SWV_REACHED;
    if (report)
        *report = r;
    return SWV_OK;
}
