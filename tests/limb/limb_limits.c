// SPDX-License-Identifier: MIT
// The limits of the human limb: the feasible swivels against a sweep, postures inside found back, what gives way where
// none is. The sweep measures angles with swv_limb_check, which shares no formula with the intervals. Lengths are metres, angles and swivels radians;
// hands, feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h).
#include "limbs.h"

static double worst_excess(const swv_limb *limb, const swv_limb_posture *p)
{
    double excess[SWV_LIMB_LIMITS], worst = -10.0;
    assert_int_equal(swv_limb_check(limb, p, NULL, excess), SWV_OK);
    for (int i = 0; i < SWV_LIMB_LIMITS; i++)
        worst = fmax(worst, excess[i]);
    return worst;
}

// The check itself against the header's words, by matrices and the C library's arc functions.
static void the_check_is_what_the_header_says(void **state)
{
    (void)state;
    uint64_t random = 21;
    for (int i = 0; i < CASES(100000); i++) {
        swv_limb limb = random_limited_limb(&random);
        limb.side = SWV_RIGHT;
        const swv_limb_limits *l = &limb.limits;
        const swv_limb_posture p = random_posture(&random, &limb);
        double                 excess[SWV_LIMB_LIMITS], angles[SWV_LIMB_ANGLES];
        assert_int_equal(swv_limb_check(&limb, &p, NULL, excess), SWV_OK);
        assert_int_equal(swv_limb_angles(&limb, &p, angles), SWV_OK);
        const matrix u = matrix_of(p.upper);
        const double z[3] = { u.m[0][2], u.m[1][2], u.m[2][2] };
        double       deepest = -SWV_PI;
        for (int c = 0; c < l->cap_count; c++) {
            const swv_vec3 a = l->caps[c].axis;
            deepest = fmax(deepest, l->caps[c].radius - acos(fmax(-1, fmin(1, a.x * z[0] + a.y * z[1] + a.z * z[2]))));
        }
        assert_near(excess[SWV_LIMIT_DIRECTION], deepest, 1e-7);
        assert_near(excess[SWV_LIMIT_HINGE], fmax(l->hinge.lower - p.flexion, p.flexion - l->hinge.upper), 1e-12);

        // Twist: undo the smallest turn from rest to z; what is left turns rest_bend about rest.
        if (l->twist.upper - l->twist.lower < 2 * SWV_PI && excess[SWV_LIMIT_TWIST] > -SWV_PI) {
            const swv_vec3 now = { z[0], z[1], z[2] }, x = { u.m[0][0], u.m[1][0], u.m[2][0] };
            const swv_vec3 back = swv_quat_rotate(swv_quat_between(now, l->rest), x);
            const double   twist =
                atan2(swv_vec3_dot(swv_vec3_cross(l->rest, l->rest_bend), back), swv_vec3_dot(l->rest_bend, back));
            const double middle = 0.5 * (l->twist.lower + l->twist.upper),
                         half = 0.5 * (l->twist.upper - l->twist.lower);
            assert_near(excess[SWV_LIMIT_TWIST], fabs(remainder(twist - middle, 2 * SWV_PI)) - half,
                        1e-9 / fmax(1e-6, 1 + swv_vec3_dot(now, l->rest)));
        }
        // Cone: inside the ellipse in the tangents of half the angles.
        if (isfinite(l->flexion.upper)) {
            const double f = tan(0.5 * angles[5]) / tan(0.5 * (angles[5] > 0 ? l->flexion.upper : l->flexion.lower));
            const double d =
                tan(0.5 * angles[6]) / tan(0.5 * (angles[6] > 0 ? l->deviation.upper : l->deviation.lower));
            const double ratio = f * f + d * d;
            if (fabs(ratio - 1.0) > 1e-6)
                assert_int_equal(excess[SWV_LIMIT_CONE] > 0.0, ratio > 1.0);
        }
    }
}

// How far a swivel is from the ends of the set, and whether it is in.
static bool is_in(const swv_swivels *set, double swivel, double *margin)
{
    bool in = false;
    *margin = set->count == 1 && set->to[0] - set->from[0] >= 2 * SWV_PI ? 10.0 : INFINITY;
    for (int i = 0; i < set->count; i++) {
        const double ahead = swv_angle_wrap(swivel - set->from[i]);
        in = in || (ahead < 0 ? ahead + 2 * SWV_PI : ahead) <= set->to[i] - set->from[i];
        if (*margin != 10.0) {
            *margin = fmin(*margin, fabs(swv_angle_wrap(swivel - set->from[i])));
            *margin = fmin(*margin, fabs(swv_angle_wrap(swivel - set->to[i])));
        }
    }
    return in;
}

static void sweep(uint64_t *random, const swv_limb *limb, int looks)
{
    const swv_limb_posture made = random_posture(random, limb);
    swv_pose               end;
    swv_swivels            set;
    assert_int_equal(swv_limb_forward(limb, &made, &end, NULL), SWV_OK);
    assert_int_equal(swv_limb_feasible(limb, &end, &set), SWV_OK);
    const double first = random_between(random, 0, 2 * SWV_PI / looks);
    for (int k = 0; k < looks; k++) {
        const double     swivel = swv_angle_wrap(first + 2 * SWV_PI * k / looks);
        swv_limb_posture p;
        double           margin;
        assert_int_equal(swv_limb_posture_at(limb, &end, swivel, &p, NULL), SWV_OK);
        const double excess = worst_excess(limb, &p);
        const bool   in = is_in(&set, swivel, &margin);
        // Within the tolerance of a limit both are right. The twist's excess jumps where it is not defined.
        if (in != (excess <= SWV_LIMIT_TOLERANCE) && fabs(excess) > 3e-9 && margin > 1e-9)
            fail_msg("swivel %.17g is %s, excess %g, %g from an end", swivel, in ? "in" : "out", excess, margin);
    }
}

static void feasible_swivels_agree_with_a_sweep(void **state)
{
    (void)state;
    uint64_t random = 22;
    for (int i = 0; i < CASES_OR_ALL(1500, 30000); i++) {
        const swv_limb limb = i % 4 ? random_limited_limb(&random) : random_limb(&random);
        sweep(&random, &limb, i % 10 ? 360 : 3600);
    }
}

// A random posture inside the limits, by drawing; false if none was drawn.
static bool draw_inside(uint64_t *random, const swv_limb *limb, swv_limb_posture *p)
{
    for (int i = 0; i < 200; i++) {
        *p = random_posture(random, limb);
        if (worst_excess(limb, p) < 0.0)
            return true;
    }
    return false;
}

static void assert_found(const swv_limb *limb, const swv_limb_posture *made, double wish)
{
    swv_pose         end;
    swv_limb_posture p;
    swv_limb_report  r;
    assert_int_equal(swv_limb_forward(limb, made, &end, NULL), SWV_OK);
    const swv_limb_goal goal = { .end = end, .elbow = SWV_ELBOW_SWIVEL, .swivel = wish };
    assert_int_equal(swv_limb_solve(limb, &goal, NULL, SWV_KEEP_LIMITS, &p, &r), SWV_OK);
    if (r.outcome != SWV_REACHED)
        fail_msg("%s, broken %u, excess %g, position off by %g, rotation by %g, flexion %g, made with excess %g",
                 swv_outcome_text(r.outcome), (unsigned)r.broken, r.excess, r.position_error, r.rotation_error,
                 made->flexion, worst_excess(limb, made));
    assert_meets(limb, &p, &end, 1e-12);
    // Where the elbow is nearly straight, a rounding of the wrist's place turns it by its root.
    const double excess = worst_excess(limb, &p);
    if (excess > (sin(made->flexion) < 1e-3 ? 1e-6 : SWV_LIMIT_TOLERANCE))
        fail_msg("outside by %g, by the report %g, flexion %g of %g and %g", excess, r.excess, made->flexion,
                 limb->upper, limb->lower);
}

static void every_feasible_hand_is_reached_inside_the_limits(void **state)
{
    (void)state;
    uint64_t  random = 23;
    int       tried = 0;
    const int cases = CASES_OR_ALL(30000, 14000000);
    for (int i = 0; i < cases; i++) {
        const swv_limb   limb = i % 4 ? random_limited_limb(&random) : random_limb(&random);
        swv_limb_posture made;
        if (!draw_inside(&random, &limb, &made))
            continue;
        assert_found(&limb, &made, random_between(&random, -4, 4));
        tried++;
    }
    print_message("%d hands\n", tried);
    assert_true(tried > cases / 2);
}

// Postures brought onto one limit or several: the smallest turn between one inside and one outside, by halving. With an
// elbow that is bent, nearly straight or straight.
static swv_limb_posture between(const swv_limb *limb, const swv_limb_posture *a, const swv_limb_posture *b, double t)
{
    const double     sign = limb->side == SWV_LEFT ? -1.0 : 1.0;
    swv_limb_posture p = { .flexion = a->flexion };
    const swv_quat   from[2] = { a->upper, swv_quat_mul(swv_quat_conjugate(a->lower), a->end) };
    const swv_quat   to[2] = { b->upper, swv_quat_mul(swv_quat_conjugate(b->lower), b->end) };
    swv_quat         r[2];
    for (int i = 0; i < 2; i++) {
        const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(to[i], swv_quat_conjugate(from[i])));
        r[i] = swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(t, v)), from[i]);
    }
    p.upper = r[0];
    p.lower = swv_quat_mul(p.upper, swv_quat_from_axis_angle((swv_vec3){ 0, sign, 0 }, p.flexion));
    p.end = swv_quat_mul(p.lower, r[1]);
    return p;
}

static swv_limb_posture onto_the_limit(const swv_limb *limb, const swv_limb_posture *inside,
                                       const swv_limb_posture *outside)
{
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 60; k++) {
        const double           middle = 0.5 * (low + high);
        const swv_limb_posture p = between(limb, inside, outside, middle);
        if (worst_excess(limb, &p) <= 0.0)
            low = middle;
        else
            high = middle;
    }
    return between(limb, inside, outside, low);
}

static void hands_made_from_postures_on_limits_are_reached(void **state)
{
    (void)state;
    uint64_t random = 24;
    int      tried = 0;
    for (int i = 0; i < CASES_OR_ALL(5000, 700000); i++) {
        swv_limb         limb = i % 4 ? random_limited_limb(&random) : random_limb(&random);
        swv_limb_posture made;
        if (i % 2) {
            swv_limb_limits limits = limb.limits;
            limits.hinge.lower = 0.0;
            assert_int_equal(swv_limb_set_limits(&limb, &limits), SWV_OK);
        }
        if (!draw_inside(&random, &limb, &made))
            continue;
        if (i % 2) {
            const double nearly[] = { 0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3 };
            made.flexion = nearly[random_below(&random, 9)];
        }
        // From there towards any other, as far as the limits let it; then from there on, along another one: two limits.
        for (int limits = 0; limits < 2; limits++) {
            const swv_limb_posture other = random_posture(&random, &limb);
            made = between(&limb, &made, &made, 0.0);
            if (worst_excess(&limb, &made) <= 0.0)
                made = onto_the_limit(&limb, &made, &other);
            if (worst_excess(&limb, &made) <= 0.0) {
                assert_found(&limb, &made, random_between(&random, -4, 4));
                tried++;
            }
        }
    }
    print_message("%d hands\n", tried);
}

static void the_swivel_is_the_feasible_one_nearest_to_the_wish(void **state)
{
    (void)state;
    uint64_t random = 25;
    for (int i = 0; i < CASES(20000); i++) {
        const swv_limb   limb = random_limited_limb(&random);
        swv_limb_posture made, p;
        swv_limb_report  r;
        swv_pose         end;
        swv_swivels      set;
        if (!draw_inside(&random, &limb, &made))
            continue;
        assert_int_equal(swv_limb_forward(&limb, &made, &end, NULL), SWV_OK);
        assert_int_equal(swv_limb_feasible(&limb, &end, &set), SWV_OK);
        const double        wish = random_between(&random, -SWV_PI, SWV_PI);
        const swv_limb_goal goal = { .end = end, .elbow = SWV_ELBOW_SWIVEL, .swivel = wish };
        assert_int_equal(swv_limb_solve(&limb, &goal, NULL, SWV_KEEP_LIMITS, &p, &r), SWV_OK);
        double nearest;
        assert_true(swv_swivels_nearest(&set, wish, &nearest));
        assert_near(fabs(swv_angle_wrap(r.swivel - wish)), fabs(swv_angle_wrap(nearest - wish)), 1e-9);
        assert_near(swv_angle_wrap(r.wished - wish), 0.0, 1e-12);
    }
}

// Held folded, the wrist's distance is what rounding leaves of two squares.
static void folded_hinge_gives_rotations_of_unit_length(void **state)
{
    (void)state;
    uint64_t random = 48;
    for (int i = 0; i < CASES(20000); i++) {
        swv_limb         limb = random_limb(&random);
        swv_limb_limits  limits;
        swv_limb_posture p;
        const double     upper = random_between(&random, 0.1, 1.0), less = pow(10.0, random_between(&random, -17, -2));
        assert_int_equal(swv_limb_no_limits(&limits), SWV_OK);
        limits.hinge = (swv_range){ SWV_PI - (i % 2 ? 0.0 : less), SWV_PI };
        assert_int_equal(swv_limb_set_limits(&limb, &limits), SWV_OK);
        assert_int_equal(swv_limb_set_lengths(&limb, upper, upper * (1.0 - less)), SWV_OK);
        const swv_limb_goal goal = { .end = { swv_vec3_scale(3.0, random_direction(&random)), SWV_IDENTITY_QUAT } };
        assert_int_equal(swv_limb_solve(&limb, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_OK);
        const swv_quat turns[3] = { p.upper, p.lower, p.end };
        for (int k = 0; k < 3; k++)
            assert_near(turns[k].x * turns[k].x + turns[k].y * turns[k].y + turns[k].z * turns[k].z +
                            turns[k].w * turns[k].w,
                        1.0, 1e-12);
    }
}

// A hand with free orientation is brought inside its limits, also those of no width: only shoulder and hinge can be in
// the way. Where it already is inside, it stays as it was against the forearm.
static void free_hands_are_turned_into_their_limits(void **state)
{
    (void)state;
    uint64_t random = 47;
    int      turned = 0, kept = 0;
    for (int i = 0; i < CASES(20000); i++) {
        swv_limb        limb = random_limited_limb(&random);
        swv_limb_limits limits = limb.limits, no_end_limits = limits, none;
        if (random_below(&random, 2))
            limits.pronation.upper = limits.pronation.lower = random_between(&random, -3, 3);
        assert_int_equal(swv_limb_set_limits(&limb, &limits), SWV_OK);
        assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
        no_end_limits.pronation = none.pronation;
        no_end_limits.flexion = none.flexion;
        no_end_limits.deviation = none.deviation;
        swv_limb free_end = limb;
        assert_int_equal(swv_limb_set_limits(&free_end, &no_end_limits), SWV_OK);
        swv_limb_posture made, p, same;
        if (!draw_inside(&random, &free_end, &made))
            continue;
        swv_limb_report r;
        swv_limb_goal   goal = { .is_position_only = true, .elbow = SWV_ELBOW_SWIVEL };
        assert_int_equal(swv_limb_forward(&limb, &made, &goal.end, NULL), SWV_OK);
        goal.swivel = random_between(&random, -3, 3);
        const swv_limb_posture *previous = random_below(&random, 2) ? &made : NULL;
        assert_int_equal(swv_limb_solve(&limb, &goal, previous, SWV_KEEP_LIMITS, &p, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_REACHED);
        assert_true(worst_excess(&limb, &p) <= (sin(made.flexion) < 1e-3 ? 1e-6 : SWV_LIMIT_TOLERANCE));
        assert_int_equal(swv_limb_solve(&limb, &goal, &p, SWV_KEEP_LIMITS, &same, &r), SWV_OK);
        assert_true(swv_quat_angle_between(same.end, p.end) <= 1e-8);
        const bool   was_inside = previous && worst_excess(&limb, &made) <= 0.0;
        const double moved = swv_quat_angle_between(swv_quat_mul(swv_quat_conjugate(p.lower), p.end),
                                                    swv_quat_mul(swv_quat_conjugate(made.lower), made.end));
        if (was_inside)
            assert_near(moved, 0.0, 1e-12);
        kept += was_inside;
        turned += !was_inside;
    }
    assert_true(kept > CASES(20000) / 100 && turned > CASES(20000) / 10);
}

// The hand kept: the excess is the least of all swivels, as a fine sweep has it.
static void kept_hands_break_limits_least(void **state)
{
    (void)state;
    uint64_t random = 26;
    int      tried = 0;
    for (int i = 0; i < CASES_OR_ALL(1000, 3000); i++) {
        const swv_limb         limb = i % 2 ? random_limited_limb(&random) : random_limb(&random);
        const swv_limb_posture made = random_posture(&random, &limb);
        swv_pose               end;
        swv_swivels            set;
        swv_limb_posture       p;
        swv_limb_report        r;
        assert_int_equal(swv_limb_forward(&limb, &made, &end, NULL), SWV_OK);
        assert_int_equal(swv_limb_feasible(&limb, &end, &set), SWV_OK);
        if (set.count > 0)
            continue;
        assert_int_equal(swv_limb_solve(&limb, &(swv_limb_goal){ .end = end }, NULL, SWV_KEEP_HAND, &p, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_LIMITED);
        assert_meets(&limb, &p, &end, 1e-12);
        double least = INFINITY;
        for (int k = 0; k < 3600; k++) {
            swv_limb_posture other;
            assert_int_equal(swv_limb_posture_at(&limb, &end, k * SWV_PI / 1800, &other, NULL), SWV_OK);
            least = fmin(least, worst_excess(&limb, &other));
        }
        assert_true(r.excess <= least + 1e-9);
        tried++;
    }
    assert_true(tried > CASES_OR_ALL(1000, 3000) / 10);
}

// Pointing opposite to its rest, an upper arm has any twist: none is outside.
static void twists_opposite_to_the_rest_are_inside(void **state)
{
    (void)state;
    swv_limb        leg;
    swv_limb_limits limits;
    assert_int_equal(swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &leg), SWV_OK);
    assert_int_equal(swv_limb_no_limits(&limits), SWV_OK);  // rest: straight down
    limits.twist = (swv_range){ 3.1, 3.1 };
    assert_int_equal(swv_limb_set_limits(&leg, &limits), SWV_OK);
    for (int i = 0; i < 60; i++) {
        const double     half = 0.05 * i;
        const swv_quat   up = { 0.0, 0.0, sin(half), cos(half) };
        swv_limb_posture p = { .upper = up, .lower = up, .end = SWV_IDENTITY_QUAT };
        uint32_t         broken;
        assert_int_equal(swv_limb_check(&leg, &p, &broken, NULL), SWV_OK);
        assert_int_equal(broken, 0);
        // A degree away it is one of them.
        const swv_quat tilt = swv_quat_from_axis_angle((swv_vec3){ 1.0, 0.0, 0.0 }, 0.02);
        p.upper = p.lower = swv_quat_mul(tilt, up);
        assert_int_equal(swv_limb_check(&leg, &p, &broken, NULL), SWV_OK);
        assert_int_equal(broken, 1u << SWV_LIMIT_TWIST);
    }
}

// A hand bent straight back against a straight arm: no swivel changes that, and every limit of the wrist forbids it.
static void hands_bent_straight_back_are_outside(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        swv_limb      arm;
        const double  sign = side == SWV_LEFT ? -1.0 : 1.0;
        swv_limb_goal goal = { .end = { { sign * 1e32, 0.7, 0.7 }, { 0.5, -sign * 0.5, -sign * 0.5, 0.5 } },
                               .elbow = SWV_ELBOW_SWIVEL };
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, (swv_side)side, &arm), SWV_OK);
        for (int i = 0; i < 60; i++) {
            swv_limb_posture p;
            swv_limb_report  r;
            goal.swivel = 0.1 * i;
            assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_HAND, &p, &r), SWV_OK);
            assert_int_equal(r.broken >> SWV_LIMIT_CONE & 1, 1);
            assert_near(r.excess, worst_excess(&arm, &p), 1e-12);
            assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, &r), SWV_OK);
            assert_int_equal(r.broken, 0);
            assert_true(worst_excess(&arm, &p) <= SWV_LIMIT_TOLERANCE);
        }
    }
}

// A folded arm and limits that leave one swivel, at which the hand is bent straight back: a point on the edge of the cone by rounding only.
static void hands_bent_straight_back_are_outside_at_a_point_too(void **state)
{
    (void)state;
    const struct {
        swv_limb_goal goal;
        swv_range     pronation, twist;
    } cases[] = {
        { { .end = { { 0.024, 0.0238, 1.8e-284 },
                     { 1.77e-284, 1.85e-284, 0.99972534133121371, 0.99999999953433871 } } },
          { SWV_PI - 1.4e-9, SWV_PI - 1.4e-9 },
          { -INFINITY, INFINITY } },
        { { .end = { { 0, 0, 0.024 }, { -1, -1, 1, 1 } }, .elbow = SWV_ELBOW_SWIVEL, .swivel = 7 },
          { -3.1177200790412409, SWV_PI - 1.4e-9 },
          { -SWV_PI, 1.520750218219308 } },
        { { .end = { { -0.0044963235296308982, -4.2160687556578156e+304, 0.023824948556721209 },
                     { -0.63484475249424577, -1.8432492353357082e+306, 1, -0.99972534226253629 } } },
          { SWV_PI - 1.4e-9, SWV_PI - 1.4e-9 },
          { -SWV_PI, 1.520750218219308 } },
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        swv_limb         arm;
        swv_limb_limits  limits;
        swv_limb_posture p;
        swv_limb_report  r;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_LEFT, &arm), SWV_OK);
        assert_int_equal(swv_limb_set_lengths(&arm, 0.01, 0.01), SWV_OK);
        limits = arm.limits;
        limits.twist = cases[n].twist;
        limits.hinge = (swv_range){ SWV_PI - 7.3e-10, SWV_PI - 7.3e-10 };
        limits.pronation = cases[n].pronation;
        limits.flexion = limits.deviation = (swv_range){ -4.6566128730773926e-10, 2.0 };
        assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_OK);
        for (int compromise = 0; compromise < 2; compromise++) {
            uint32_t broken;
            assert_int_equal(swv_limb_solve(&arm, &cases[n].goal, NULL, (swv_limb_compromise)compromise, &p, &r),
                             SWV_OK);
            assert_int_equal(swv_limb_check(&arm, &p, &broken, NULL), SWV_OK);
            assert_int_equal(r.broken, broken);
        }
    }
}

// What is forgiven a folded leg, where a rounding of the distance bends the knee by its root, is not reported as an excess either.
static void nothing_is_exceeded_by_what_is_reached(void **state)
{
    (void)state;
    swv_limb            leg;
    swv_limb_limits     limits;
    swv_limb_posture    p;
    swv_limb_report     r;
    const swv_limb_goal goal = { .end = { { 0, 0, 0 }, { 0, 0, 1, 0 } }, .elbow = SWV_ELBOW_SWIVEL };
    assert_int_equal(swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &leg), SWV_OK);
    assert_int_equal(swv_limb_set_lengths(&leg, 0.01, 0.01), SWV_OK);
    limits = leg.limits;
    limits.twist = (swv_range){ -SWV_PI, SWV_PI - 4e-7 };
    limits.hinge = (swv_range){ 0, SWV_PI - 7.3e-10 };
    limits.pronation = (swv_range){ 0.36815538762963573, SWV_PI - 1.4629e-9 };
    limits.flexion = limits.deviation = (swv_range){ -4.6566128730773926e-10, 1.99 };
    assert_int_equal(swv_limb_set_limits(&leg, &limits), SWV_OK);
    assert_int_equal(swv_limb_solve(&leg, &goal, NULL, SWV_KEEP_LIMITS, &p, &r), SWV_OK);
    assert_int_equal(r.outcome, SWV_REACHED);
    assert_near(r.excess, 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_check_is_what_the_header_says),
        cmocka_unit_test(feasible_swivels_agree_with_a_sweep),
        cmocka_unit_test(every_feasible_hand_is_reached_inside_the_limits),
        cmocka_unit_test(hands_made_from_postures_on_limits_are_reached),
        cmocka_unit_test(the_swivel_is_the_feasible_one_nearest_to_the_wish),
        cmocka_unit_test(folded_hinge_gives_rotations_of_unit_length),
        cmocka_unit_test(free_hands_are_turned_into_their_limits),
        cmocka_unit_test(kept_hands_break_limits_least),
        cmocka_unit_test(twists_opposite_to_the_rest_are_inside),
        cmocka_unit_test(hands_bent_straight_back_are_outside),
        cmocka_unit_test(hands_bent_straight_back_are_outside_at_a_point_too),
        cmocka_unit_test(nothing_is_exceeded_by_what_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
