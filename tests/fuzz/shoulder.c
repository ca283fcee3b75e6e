// SPDX-License-Identifier: MIT
// shoulder.h: any girdle and rhythm with any arm, any goal, a few steps of following.
#include "limbs.h"

/// A rhythm of the caller's: angles that follow the elevation; one of them may be no number.
typedef struct own_rhythm {
    double at_rest, slope, odd;
} own_rhythm;

static void own_angles(const void *data, double elevation, double plane, double raising,
                       double angles[SWV_GIRDLE_ANGLES])
{
    const own_rhythm *own = data;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        angles[i] = own->at_rest + own->slope * elevation + 0.01 * i * (plane + raising);
    angles[SWV_SCAPULA_TILT] += own->odd;
}

/// What a rhythm may point to.
typedef struct kept {
    own_rhythm       own;
    swv_rhythm_table table;
    double           entries[4 * SWV_GIRDLE_ANGLES];
} kept;

static void take_rhythm(stream *s, kept *k, swv_rhythm *rhythm)
{
    swv_status status = SWV_OK;
    switch (take_below(s, 8)) {
    case 0:
        status = swv_rhythm_make_ascione(take_number(s, 0.0, 0.3), take_number(s, -0.6, 0.0), rhythm);
        break;
    case 1:
        status = swv_rhythm_make_de_groot(NULL, rhythm);
        break;
    case 2:
        k->own = (own_rhythm){ take_number(s, -0.3, 0.3), take_number(s, -0.2, 0.2), take_number(s, 0.0, 0.1) };
        status = swv_rhythm_make_function(own_angles, &k->own, rhythm);
        break;
    case 3:
        for (int i = 0; i < 4 * SWV_GIRDLE_ANGLES; ++i)
            k->entries[i] = take_number(s, -0.5, 0.8);
        k->table = (swv_rhythm_table){ 2,
                                       2,
                                       take_number(s, 0.0, 1.0),
                                       take_number(s, 1.0, 3.0),
                                       take_number(s, -1.0, 0.5),
                                       take_number(s, 0.5, 2.0),
                                       k->entries };
        status = swv_rhythm_make_table(&k->table, rhythm);
        break;
    default:
        swv_rhythm_make_measured(rhythm);
    }
    CHECK(status == SWV_OK || status == SWV_NOT_FINITE || status == SWV_BAD_LIMITS || status == SWV_BAD_ARGUMENT);
    if (take_below(s, 8) == 0)
        rhythm->coefficients[take_below(s, SWV_GIRDLE_ANGLES)][take_below(s, SWV_RHYTHM_TERMS)] =
            take_number(s, -1.0, 1.0);
}

static void take_upper_limb(stream *s, kept *k, swv_upper_limb *limb)
{
    const swv_side side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    CHECK((take_below(s, 4) == 0 ? swv_upper_limb_make_ascione(side, limb) : swv_upper_limb_make(side, limb)) ==
          SWV_OK);
    swv_limb_limits limits = limb->arm.limits;
    if (take_below(s, 4) == 0) {
        take_limits(s, &limits);
        (void)swv_limb_set_limits(&limb->arm, &limits);
    }
    if (take_below(s, 8) == 0)
        CHECK(swv_upper_limb_limit_as_ascione(limb) == SWV_OK);
    if (take_below(s, 4) == 0)
        (void)swv_limb_set_lengths(&limb->arm, take_number(s, 0.05, 1.0), take_number(s, 0.05, 1.0));
    if (take_below(s, 4) == 0) {
        limb->girdle.clavicle = take_number(s, 0.0, 0.5 * size_of(&limb->arm));
        limb->girdle.scapula = take_vec3(s, 0.2 * size_of(&limb->arm));
    }
    if (take_below(s, 2) == 0)
        take_rhythm(s, k, &limb->girdle.rhythm);
    if (take_below(s, 4) == 0)
        limb->girdle.yield = take_number(s, 0.0, 0.15);
    if (take_below(s, 4) == 0) {
        const int       i = take_below(s, SWV_GIRDLE_ANGLES);
        const swv_range range = take_range(s, -0.8, 0.8);
        limb->girdle.lower[i] = range.lower;
        limb->girdle.upper[i] = range.upper;
    }
    limb->counts_from_lowest = take_bool(s);
}

static swv_upper_limb_goal take_upper_goal(stream *s, const swv_upper_limb *limb)
{
    swv_upper_limb_goal goal = { .arm = take_goal(s, &limb->arm) };
    goal.arm.end.position.x += limb->arm.side == SWV_LEFT ? -limb->girdle.clavicle : limb->girdle.clavicle;
    if (take_below(s, 4) == 0) {
        goal.shoulder_elevation = take_number(s, -0.3, 0.3);
        goal.shoulder_protraction = take_number(s, -0.3, 0.3);
    }
    goal.has_pronation = take_below(s, 4) == 0;
    goal.pronation = take_number(s, -2.0, 2.0);
    goal.raising = take_below(s, 4) ? 0.0 : take_number(s, -1.0, 1.0);
    return goal;
}

// Clavicle and scapula by matrices, the arm by its bones; mirrored on the left.
static void check_places(const swv_upper_limb *limb, const swv_upper_limb_posture *p)
{
    const double *a = p->girdle, side = limb->arm.side == SWV_LEFT ? -1.0 : 1.0;
    const double  size = size_of(&limb->arm) + limb->girdle.clavicle + length_of(limb->girdle.scapula);
    const turn    clavicle =
        turn_by(turn_about(2, a[SWV_CLAVICLE_PROTRACTION]), turn_about(1, -a[SWV_CLAVICLE_ELEVATION]));
    const turn scapula =
        turn_by(turn_by(turn_about(2, a[SWV_SCAPULA_PROTRACTION]), turn_about(1, -a[SWV_SCAPULA_ELEVATION])),
                turn_about(0, a[SWV_SCAPULA_TILT]));
    const swv_vec3 ac = turned(clavicle, (swv_vec3){ limb->girdle.clavicle, 0.0, 0.0 });
    const swv_vec3 gh = swv_vec3_add(ac, turned(scapula, limb->girdle.scapula));
    double         largest = 0.0;
    CHECK(all_finite(a, SWV_GIRDLE_ANGLES));
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        largest = fmax(largest, fabs(a[i]));
    if (largest > 1e4)  // an angle is known to its last digit only
        return;
    CHECK_NEAR(apart(p->ac, (swv_vec3){ side * ac.x, ac.y, ac.z }), 0.0, 1e-11 * size);
    CHECK_NEAR(apart(p->gh, (swv_vec3){ side * gh.x, gh.y, gh.z }), 0.0, 1e-11 * size);
    const swv_vec3 arm = check_posture(&limb->arm, &p->arm);
    const swv_vec3 elbow = turned(turn_of(p->arm.upper), (swv_vec3){ 0.0, 0.0, limb->arm.upper });
    CHECK_NEAR(apart(p->elbow, swv_vec3_add(p->gh, elbow)), 0.0, 1e-11 * size);
    CHECK_NEAR(apart(p->wrist, swv_vec3_add(p->gh, arm)), 0.0, 1e-11 * size);
    CHECK(isfinite(p->swivel) && isfinite(p->elevation) && isfinite(p->plane) && isfinite(p->pronation));
}

// What is said of a posture is so. `is_reached` by the girdle's standards: lengths beside the arm's cost digits.
static void check_hand(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, const swv_upper_limb_posture *p,
                       bool is_reached, uint32_t broken, double excess, double position_error, double rotation_error)
{
    const double miss = apart(p->wrist, goal->arm.end.position);
    const double size =
        size_of(&limb->arm) + limb->girdle.clavicle + length_of(limb->girdle.scapula) + length_of(p->wrist);
    check_places(limb, p);
    CHECK(isfinite(excess) && isfinite(rotation_error) && broken < 1u << SWV_LIMB_LIMITS);
    check_distance(position_error, miss, 1e-13 * miss + 1e-11 * size);
    if (!goal->arm.is_position_only)
        check_angle(rotation_error, angle_between(turn_of(p->arm.end), turn_of(goal->arm.end.rotation)));
    if (is_reached)
        CHECK(broken == 0 && position_error <= 2e-11 * size && rotation_error <= 1e-9);
    // A nearly straight elbow is known to the root of a rounding, and limits are forgiven by as much.
    if (broken == 0 && p->arm.flexion > 1e-3)
        check_inside(&limb->arm, &p->arm);
}

static void check_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                        const swv_upper_limb_posture *previous, const swv_upper_limb_options *options)
{
    swv_upper_limb_posture posture;
    swv_upper_limb_report  report;
    PAINT(posture);
    PAINT(report);
    const swv_status status = swv_upper_limb_solve(limb, goal, previous, options, &posture, &report);
    if (status == SWV_OK) {
        check_hand(limb, goal, &posture, report.outcome == SWV_REACHED, report.broken, report.excess,
                   report.position_error, report.rotation_error);
        CHECK(report.outcome == SWV_REACHED || report.outcome == SWV_OUT_OF_REACH || report.outcome == SWV_LIMITED ||
              report.outcome == SWV_UNSETTLED);
        CHECK(isfinite(report.gh_error) && isfinite(report.wished) && report.iterations >= 0);
        for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
            CHECK(posture.girdle[i] >= limb->girdle.lower[i] && posture.girdle[i] <= limb->girdle.upper[i]);
    } else {
        CHECK(status == SWV_BAD_MODEL || status == SWV_BAD_GOAL || status == SWV_BAD_OPTIONS ||
              status == SWV_NOT_FINITE);
        CHECK_UNTOUCHED(posture);
        CHECK_UNTOUCHED(report);
    }
}

// The method of Ascione and others: finite numbers, bones of their length where it says reached, or a status and nothing written.
static void check_theirs(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, const swv_vec3 *gh,
                         double tolerance)
{
    for (int i = 0; i < 2; ++i) {
        const swv_ascione_options options = { .tolerance = tolerance, .is_single = i == 1 };
        swv_ascione_posture       p;
        swv_upper_limb_report     r;
        PAINT(p);
        if (swv_ascione_solve(limb, goal, gh, &options, &p, &r) != SWV_OK) {
            CHECK_UNTOUCHED(p);
            continue;
        }
        CHECK(swv_vec3_is_finite(p.ac) && swv_vec3_is_finite(p.gh) && swv_vec3_is_finite(p.elbow));
        const double reach = limb->arm.upper + limb->arm.lower;
        CHECK(r.outcome != SWV_REACHED || r.position_error <= 1e-9 * reach * (1.0 + swv_vec3_length(p.gh) / reach));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream                 s = stream_of(data, size);
    kept                   k;
    swv_upper_limb         limb;
    swv_upper_limb_posture posture, previous;
    swv_upper_limb_track   track;
    swv_limb_track_report  step;
    take_upper_limb(&s, &k, &limb);
    const bool                   is_theirs = take_below(&s, 8) == 0;
    const swv_upper_limb_options options = { .tolerance = take_below(&s, 8) ? 0.0 : take_number(&s, 0.0, 1e-3),
                                             .max_iterations = take_below(&s, 8) ? 0 : take_below(&s, 100),
                                             .compromise = take_compromise(&s) };
    double                       angles[SWV_LIMB_ANGLES], girdle[SWV_GIRDLE_ANGLES];
    swv_limb_posture             bones;
    for (int i = 0; i < SWV_LIMB_ANGLES; ++i)
        angles[i] = take_number(&s, -1.0, 2.5);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        girdle[i] = take_number(&s, -0.5, 0.7);
    const bool has_previous = swv_limb_posture_from_angles(&limb.arm, angles, &bones) == SWV_OK &&
                              swv_upper_limb_forward(&limb, girdle, &bones, &previous) == SWV_OK;
    if (has_previous)
        check_places(&limb, &previous);

    swv_upper_limb_goal goal = take_upper_goal(&s, &limb);
    const bool          goes_on = has_previous && take_bool(&s);
    if (is_theirs)
        check_theirs(&limb, &goal, goes_on ? &previous.gh : NULL, options.tolerance);
    if (does_part(&s, 0, 2))
        check_solve(&limb, &goal, goes_on ? &previous : NULL, &options);
    if (!does_part(&s, 1, 2))
        return 0;

    const swv_limb_track_options following = { .swivel_time = take_below(&s, 3) ? 0.0 : take_number(&s, -1.0, 1.0),
                                               .max_bone_speed = take_below(&s, 3) ? 0.0 : take_number(&s, 0.0, 20.0),
                                               .max_swivel_speed = take_below(&s, 3) ? 0.0 : take_number(&s, 0.0, 20.0),
                                               .compromise = options.compromise };
    if (swv_upper_limb_track_start(&limb, &following, &track) != SWV_OK)
        return 0;
    for (int i = take_below(&s, 3); i > 0; --i) {
        const swv_upper_limb_track before = track;
        PAINT(posture);
        PAINT(step);
        const double     dt = take_below(&s, 8) ? 1.0 / 60.0 : take_number(&s, 0.0, 1.0);
        const swv_status moved = swv_upper_limb_track_step(&track, &goal, dt, &posture, &step);
        if (moved == SWV_OK) {
            const swv_limb_report *r = &step.limb;
            check_hand(&limb, &goal, &posture, r->outcome == SWV_REACHED, r->broken, r->excess, r->position_error,
                       r->rotation_error);
            CHECK(track.raising >= -1.0 && track.raising <= 1.0 && isfinite(step.swivel_speed));
        } else {
            CHECK(moved == SWV_BAD_GOAL || moved == SWV_BAD_ARGUMENT || moved == SWV_NOT_FINITE);
            CHECK_UNTOUCHED(posture);
            CHECK(memcmp(&before, &track, sizeof track) == 0);
        }
        const swv_vec3 moves = take_vec3(&s, 0.1 * size_of(&limb.arm));
        goal.arm.end.position = swv_vec3_add(goal.arm.end.position, moves);
    }
    return 0;
}
