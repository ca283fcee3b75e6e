// SPDX-License-Identifier: MIT
// Following hands with the human limb: of recorded people (data/motion), on smooth paths through people's postures
// (data/people), over the pole, to full extension and beyond, and where limits leave nothing. Lengths are metres, angles and swivels radians; hands,
// feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h).
#include <stdlib.h>
#include <string.h>

#include "limbs.h"
#include "recordings.h"

// ---- recorded people ----

/// What a path came to.
typedef struct tally {
    int    frames, limited, out_of_reach, forced, off_though_feasible, false_reached, outside;
    double fastest;  ///< elbow, metres per second
} tally;

static swv_vec3 follow(swv_limb_track *track, const swv_pose *end, double dt, const swv_vec3 *last_elbow, tally *t)
{
    swv_limb_posture      p;
    swv_limb_track_report r;
    swv_limb_report       carried = { 0 };
    const bool            is_held = track->options.max_swivel_speed > 0 && track->has_posture && !track->is_catching_up;
    if (is_held)
        assert_int_equal(swv_limb_solve(&track->limb, &(swv_limb_goal){ .end = *end, .elbow = SWV_ELBOW_PREVIOUS },
                                        &track->posture, SWV_KEEP_LIMITS, &p, &carried),
                         SWV_OK);
    assert_int_equal(swv_limb_track_step(track, &(swv_limb_goal){ .end = *end }, dt, &p, &r), SWV_OK);
    if (is_held && !track->is_catching_up && p.flexion > 0.01)
        assert_true(fabs(swv_angle_wrap(r.limb.swivel - carried.wished)) <=
                    track->options.max_swivel_speed * dt + 1e-9);
    // The report against forward kinematics by matrices.
    double elbow[3], wrist[3];
    points_of(&track->limb, &p, elbow, wrist);
    const swv_vec3 e = { elbow[0], elbow[1], elbow[2] }, w = { wrist[0], wrist[1], wrist[2] };
    const double   off = distance(w, end->position);
    const double   turned = matrix_difference(matrix_of(p.end), matrix_of(end->rotation));
    assert_near(r.limb.position_error, off, 1e-12);
    uint32_t    broken;
    swv_swivels set;
    assert_int_equal(swv_limb_check(&track->limb, &p, &broken, NULL), SWV_OK);
    assert_int_equal(swv_limb_feasible(&track->limb, end, &set), SWV_OK);
    t->frames++;
    t->limited += r.limb.outcome == SWV_LIMITED;
    t->out_of_reach += r.limb.outcome == SWV_OUT_OF_REACH;
    t->forced += r.was_forced;
    t->outside += broken != 0;
    t->off_though_feasible += set.count > 0 && (off > 1e-9 || turned > 1e-9);
    t->false_reached += r.limb.outcome == SWV_REACHED && (off > 1e-9 || turned > 1e-9 || broken);
    if (last_elbow)
        t->fastest = fmax(t->fastest, distance(e, *last_elbow) / dt);
    return e;
}

static void recorded_hands_are_followed_exactly(void **state)
{
    (void)state;
    static int16_t rows[MAX_ROWS][12];
    static double  speeds[MAX_ROWS];
    const int      count = read_rows("motion/hands.i16", rows, MAX_ROWS);
    assert_int_equal(count, 10672);
    tally all = { 0 };
    print_message("recording side  frames  limited  forced  elbow m/s  recorded p99.9  ratio\n");
    for (int first = 0; first < count;) {
        const int    recording = rows[first][0], side = rows[first][1];
        const double part = upper_parts[recording][side], dt = time_steps[recording], unit = 16384 / reach;
        swv_limb     arm;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, side ? SWV_LEFT : SWV_RIGHT, &arm), SWV_OK);
        assert_int_equal(swv_limb_set_lengths(&arm, part * reach, (1.0 - part) * reach), SWV_OK);
        swv_limb_track track;
        assert_int_equal(swv_limb_track_start(&arm, NULL, &track), SWV_OK);
        tally    t = { 0 };
        swv_vec3 elbow = { 0 };
        int      i = first;
        for (; i < count && rows[i][0] == recording && rows[i][1] == side; i++) {
            const swv_pose end = pose_of(&rows[i][2], &rows[i][8], unit);
            elbow = follow(&track, &end, dt, i > first ? &elbow : NULL, &t);
            if (i > first)
                speeds[i - first - 1] = distance(vector_of(&rows[i][5], unit), vector_of(&rows[i - 1][5], unit)) / dt;
        }
        qsort(speeds, (size_t)(i - first - 1), sizeof *speeds, compare);
        const double recorded = speeds[(int)(0.999 * (i - first - 2))], ratio = t.fastest / recorded;
        print_message("%9d %4d %7d %8d %7d %10.2f %15.2f %6.2f\n", recording, side, t.frames, t.limited, t.forced,
                      t.fastest, recorded, ratio);
        assert_true(ratio <= 3.0);
        all.frames += t.frames;
        all.limited += t.limited;
        all.off_though_feasible += t.off_though_feasible;
        all.false_reached += t.false_reached;
        first = i;
    }
    print_message("%d frames, %d limited\n", all.frames, all.limited);
    assert_int_equal(all.off_though_feasible, 0);
    assert_int_equal(all.false_reached, 0);
    assert_true(all.limited <= 0.005 * all.frames);
}

// ---- smooth paths through people's postures ----

enum { PEOPLE_ROWS = 70000, PATHS = 100, POSTURES = 12, STEPS = 60 };

/// Postures of one person, drawn at random; all are mirrored to right limbs.
static swv_limb draw_person(swv_limb_kind kind, uint64_t *random, swv_limb_posture through[POSTURES])
{
    static int16_t all[2][PEOPLE_ROWS][12];
    static int     counts[2];
    int16_t(*const people)[12] = all[kind];
    if (counts[kind] == 0)
        counts[kind] = read_rows(kind == SWV_LIMB_LEG ? "people/legs.i16" : "people/arms.i16", people, PEOPLE_ROWS);
    const int people_count = counts[kind];
    assert_true(people_count > 30000);
    const int16_t *first = people[random_below(random, people_count)];
    const double   unit = 30000 / reach, part = swv_vec3_length(vector_of(&first[5], 30000));
    swv_limb       arm;
    assert_int_equal(kind == SWV_LIMB_LEG ? swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &arm)
                                          : swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm),
                     SWV_OK);
    assert_int_equal(swv_limb_set_lengths(&arm, part * reach, (1.0 - part) * reach), SWV_OK);
    for (int i = 0; i < POSTURES;) {
        const int16_t *row = people[random_below(random, people_count)];
        if (row[0] != first[0] || row[1] != first[1])
            continue;
        const swv_pose end = pose_of(&row[2], &row[8], unit);
        uint32_t       broken;
        assert_int_equal(swv_limb_posture_from_points(&arm, vector_of(&row[5], unit), &end, &through[i]), SWV_OK);
        assert_int_equal(swv_limb_check(&arm, &through[i], &broken, NULL), SWV_OK);
        i += !broken;
    }
    return arm;
}

static swv_quat turned_part(swv_quat from, swv_quat to, double part)
{
    const swv_vec3 turn = swv_rotation_vector_from_quat(swv_quat_mul(to, swv_quat_conjugate(from)));
    return swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(part, turn)), from);
}

// Every second another posture of the same person, all joints moving smoothly from one to the next. The elbow that made the
// path is what the tracker's is compared with.
static void follow_smooth_paths(swv_limb_kind kind)
{
    uint64_t      random = 41;
    tally         all = { 0 };
    static double speeds[PATHS * POSTURES * STEPS];
    int           count = 0;
    for (int path = 0; path < CASES(PATHS * 50) / 50 || path < 2; path++) {
        swv_limb_posture through[POSTURES];
        const swv_limb   arm = draw_person(kind, &random, through);
        swv_limb_track   track;
        assert_int_equal(swv_limb_track_start(&arm, NULL, &track), SWV_OK);
        swv_vec3 elbow = { 0 }, made_elbow = { 0 };
        for (int k = 0; k < (POSTURES - 1) * STEPS; k++) {
            const swv_limb_posture *a = &through[k / STEPS], *b = a + 1;
            const double            t = (double)(k % STEPS) / STEPS, s = t * t * (3.0 - 2.0 * t);
            swv_limb_posture        made = { .upper = turned_part(a->upper, b->upper, s),
                                             .flexion = a->flexion + s * (b->flexion - a->flexion) };
            made.lower = swv_quat_mul(made.upper, swv_quat_from_axis_angle((swv_vec3){ 0, 1, 0 }, made.flexion));
            made.end = swv_quat_mul(made.lower, turned_part(swv_quat_mul(swv_quat_conjugate(a->lower), a->end),
                                                            swv_quat_mul(swv_quat_conjugate(b->lower), b->end), s));
            swv_pose       end;
            const swv_vec3 last = made_elbow;
            assert_int_equal(swv_limb_forward(&arm, &made, &end, &made_elbow), SWV_OK);
            elbow = follow(&track, &end, 1.0 / 60, k > 0 ? &elbow : NULL, &all);
            if (k > 0)
                speeds[count++] = distance(made_elbow, last) * 60;
        }
    }
    qsort(speeds, (size_t)count, sizeof *speeds, compare);
    const double made = speeds[(int)(0.999 * (count - 1))];
    print_message("%d frames: %d limited, %d forced; elbow at most %.1f m/s, of the path 99.9 %% below %.1f\n",
                  all.frames, all.limited, all.forced, all.fastest, made);
    assert_int_equal(all.off_though_feasible, 0);
    assert_int_equal(all.false_reached, 0);
    assert_true(all.limited <= 0.005 * all.frames);
    assert_true(all.fastest <= 3.0 * made);
}

static void smooth_paths_through_peoples_postures_are_followed_exactly(void **state)
{
    (void)state;
    follow_smooth_paths(SWV_LIMB_ARM);
}

static void smooth_paths_of_peoples_feet_are_followed_exactly(void **state)
{
    (void)state;
    follow_smooth_paths(SWV_LIMB_LEG);
}

// The hand's own way from posture to posture, straight in space and in rotation, leads where no arm goes.
static tally follow_straight_ways(const swv_limb_track_options *options)
{
    uint64_t random = 46;
    tally    all = { 0 };
    for (int path = 0; path < CASES(PATHS * 50) / 50 || path < 2; path++) {
        swv_limb_posture through[POSTURES];
        const swv_limb   arm = draw_person(SWV_LIMB_ARM, &random, through);
        swv_limb_track   track;
        assert_int_equal(swv_limb_track_start(&arm, options, &track), SWV_OK);
        swv_vec3 elbow = { 0 };
        for (int k = 0; k < (POSTURES - 1) * STEPS; k++) {
            const double t = (double)(k % STEPS) / STEPS, s = t * t * (3.0 - 2.0 * t);
            swv_pose     a, b;
            assert_int_equal(swv_limb_forward(&arm, &through[k / STEPS], &a, NULL), SWV_OK);
            assert_int_equal(swv_limb_forward(&arm, &through[k / STEPS + 1], &b, NULL), SWV_OK);
            const swv_vec3 way = swv_vec3_sub(b.position, a.position);
            const swv_pose end = { swv_vec3_add(a.position, swv_vec3_scale(s, way)),
                                   turned_part(a.rotation, b.rotation, s) };
            elbow = follow(&track, &end, 1.0 / 60, k > 0 ? &elbow : NULL, &all);
        }
    }
    print_message(
        "%d frames: %d limited, %d forced, %d outside limits, %d off though feasible; elbow at most %.1f m/s\n",
        all.frames, all.limited, all.forced, all.outside, all.off_though_feasible, all.fastest);
    assert_int_equal(all.false_reached, 0);
    return all;
}

static void straight_ways_between_peoples_hands_are_followed_exactly(void **state)
{
    (void)state;
    const tally all = follow_straight_ways(NULL);
    assert_int_equal(all.off_though_feasible, 0);
    assert_int_equal(all.outside, 0);
}

// The elbow takes its time instead of jumping, the hand's rotation yields meanwhile, and soon all is well again.
static void an_elbow_of_limited_speed_never_jumps(void **state)
{
    (void)state;
    const tally all = follow_straight_ways(&(swv_limb_track_options){ .max_swivel_speed = 3.0 });
    assert_true(all.fastest < 8.0);
    assert_true(all.off_though_feasible < 0.05 * all.frames);
    assert_true(all.outside <= 0.0001 * all.frames);
}

// Slowly through the shoulder itself, where no hand comes: the nearest place is now on this side of it, now on that.
static void an_elbow_of_limited_speed_goes_round_a_folded_arms_hole(void **state)
{
    (void)state;
    uint64_t     random = 47;
    int          late = 0, behind = 0, frames = 0;
    const double speed = 2.9, dt = 1.0 / 60;
    for (int path = 0; path < CASES(2000); path++) {
        swv_limb arm;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, random_below(&random, 2) ? SWV_LEFT : SWV_RIGHT, &arm), SWV_OK);
        swv_limb_track track;
        assert_int_equal(swv_limb_track_start(&arm, &(swv_limb_track_options){ .max_swivel_speed = speed }, &track),
                         SWV_OK);
        const swv_vec3 along = swv_quat_rotate(random_rotation(&random), (swv_vec3){ 1, 0, 0 });
        const swv_vec3 miss = swv_vec3_scale(random_between(&random, 0, 0.05),
                                             swv_vec3_normalize(swv_vec3_cross(along, (swv_vec3){ 0.3, 0.5, 0.8 })));
        const bool     is_free = random_below(&random, 2);
        const swv_quat hand = random_rotation(&random);
        const double   half = 0.1;  // inside the hole all the way
        swv_vec3       last = { 0 };
        bool           is_behind = true;
        for (int k = 0; k < 250; k++) {  // it comes to rest after the 80th
            const double          x = fmin(k * 0.15 * dt, 2 * half) - half;
            const swv_vec3        at = swv_vec3_add(miss, swv_vec3_scale(x, along));
            swv_limb_posture      p;
            swv_limb_track_report r;
            assert_int_equal(swv_limb_track_step(&track,
                                                 &(swv_limb_goal){ .end = { at, hand }, .is_position_only = is_free },
                                                 dt, &p, &r),
                             SWV_OK);
            swv_vec3 elbow;
            swv_pose end;
            uint32_t broken;
            assert_int_equal(swv_limb_forward(&arm, &p, &end, &elbow), SWV_OK);
            assert_int_equal(swv_limb_check(&arm, &p, &broken, NULL), SWV_OK);
            assert_true(!broken || r.limb.excess < 1e-7);  // which is what the closest posture is exact to
            assert_true(r.limb.outcome == SWV_TOO_NEAR || r.limb.outcome == SWV_LIMITED);
            if (k > 0)
                assert_true(distance(elbow, last) <= arm.upper * speed * dt * (1 + 1e-9));
            // Nearer it is not to be had, unless it is on its way.
            swv_limb_posture alone;
            swv_limb_report  once;
            assert_int_equal(swv_limb_solve(&arm, &(swv_limb_goal){ .end = { at, hand }, .is_position_only = is_free },
                                            &p, SWV_KEEP_LIMITS, &alone, &once),
                             SWV_OK);
            late += !r.is_behind && r.limb.position_error > once.position_error + 1e-6;
            behind += r.is_behind && x < half;
            frames += x < half;
            is_behind = r.is_behind;
            last = elbow;
        }
        assert_false(is_behind);
    }
    printf("through the shoulder: %d frames, %d behind, %d late without a word\n", frames, behind, late);
    assert_int_equal(late, 0);
    assert_true(behind > 0);
}

// ---- motion that breaks trackers ----

static void slowly_over_every_pole_the_elbow_does_not_dash(void **state)
{
    (void)state;
    uint64_t random = 42;
    for (int path = 0; path < CASES(500) + 5; path++) {
        swv_limb        arm;
        swv_limb_limits none;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
        assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
        assert_int_equal(swv_limb_set_limits(&arm, &none), SWV_OK);
        // Straight past the vertical, overhead or hanging, missing it by nothing to 2 mm.
        const double   height = random_below(&random, 2) ? 0.45 : -0.45, miss = random_between(&random, 0, 0.002);
        const double   azimuth = random_between(&random, -SWV_PI, SWV_PI), speed = random_between(&random, 0.01, 1.0);
        const swv_vec3 along = { cos(azimuth), sin(azimuth), 0 }, across = { -sin(azimuth), cos(azimuth), 0 };
        swv_limb_track track;
        assert_int_equal(swv_limb_track_start(&arm, NULL, &track), SWV_OK);
        tally          t = { 0 };
        swv_vec3       elbow = { 0 };
        const swv_quat hand = random_rotation(&random);
        for (int k = -60; k <= 60; k++) {
            const double   x = k * speed / 60;
            const swv_vec3 p = swv_vec3_add(swv_vec3_scale(x, along), swv_vec3_scale(miss, across));
            const swv_pose end = { { p.x, p.y, height }, hand };
            elbow = follow(&track, &end, 1.0 / 60, k > -60 ? &elbow : NULL, &t);
        }
        assert_int_equal(t.off_though_feasible + t.false_reached, 0);
        // A wish that turns by half a turn at once is followed at a radius of 0.2 m within some 0.06 s.
        assert_true(t.fastest <= 6.0 + 5.0 * speed);
    }
}

static void anything_at_all_gives_a_posture_inside_the_limits_or_says_so(void **state)
{
    (void)state;
    uint64_t random = 43;
    for (int path = 0; path < CASES(300) + 3; path++) {
        swv_limb       limb = random_below(&random, 2) ? random_limited_limb(&random) : random_limb(&random);
        swv_limb_track track;
        assert_int_equal(swv_limb_track_start(&limb, NULL, &track), SWV_OK);
        for (int k = 0; k < 40; k++) {
            const double          d = random_between(&random, 0, 1.2 * (limb.upper + limb.lower));
            const swv_limb_goal   goal = { .end = { swv_vec3_scale(d, random_direction(&random)),
                                                    random_rotation(&random) },
                                           .is_position_only = random_below(&random, 4) == 0 };
            swv_limb_posture      p;
            swv_limb_track_report r;
            uint32_t              broken;
            assert_int_equal(swv_limb_track_step(&track, &goal, random_between(&random, 1e-4, 0.1), &p, &r), SWV_OK);
            assert_int_equal(swv_limb_check(&limb, &p, &broken, NULL), SWV_OK);
            double elbow[3], wrist[3];
            points_of(&limb, &p, elbow, wrist);
            const swv_vec3 w = { wrist[0], wrist[1], wrist[2] };
            assert_near(r.limb.position_error, distance(w, goal.end.position), 1e-12);
            if (r.limb.outcome == SWV_REACHED) {
                assert_true(r.limb.position_error <= 1e-9 && r.limb.rotation_error <= 1e-9);
                assert_int_equal(broken, 0);
            }
            assert_int_equal(r.limb.broken != 0, broken != 0);
        }
    }
}

static void the_elbow_settles_where_a_single_solve_has_it(void **state)
{
    (void)state;
    uint64_t random = 44;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_LEFT, &arm), SWV_OK);
    for (int i = 0; i < CASES(500) + 5; i++) {
        swv_limb_posture made;
        uint32_t         broken = 1;
        while (broken) {
            made = random_posture(&random, &arm);
            assert_int_equal(swv_limb_check(&arm, &made, &broken, NULL), SWV_OK);
        }
        swv_limb_goal goal = { 0 };
        assert_int_equal(swv_limb_forward(&arm, &made, &goal.end, NULL), SWV_OK);
        swv_limb_posture alone, p;
        swv_limb_report  once;
        assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &alone, &once), SWV_OK);
        swv_swivels set;
        assert_int_equal(swv_limb_feasible(&arm, &goal.end, &set), SWV_OK);
        if (set.count != 1)
            continue;  // elsewhere it may stay in another interval
        swv_limb_track track;
        assert_int_equal(swv_limb_track_start(&arm, NULL, &track), SWV_OK);
        assert_int_equal(swv_limb_track_set_posture(&track, &made), SWV_OK);
        for (int k = 0; k < 120; k++)
            assert_int_equal(swv_limb_track_step(&track, &goal, 1.0 / 60, &p, NULL), SWV_OK);
        assert_true(swv_quat_angle_between(p.upper, alone.upper) <= 1e-6 ||
                    fabs(swv_angle_wrap(once.swivel - once.wished)) > 1e-9);
    }
}

// A slow hand of any rotation is followed at once: what nobody asks for is no reason to be slow.
static void a_free_hand_is_not_held_back(void **state)
{
    (void)state;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    swv_limb_track track;
    assert_int_equal(swv_limb_track_start(&arm, &(swv_limb_track_options){ .max_bone_speed = 1.0 }, &track), SWV_OK);
    for (int k = 0; k < 300; k++) {  // 6 cm/s across in front
        const swv_limb_goal   goal = { .end = { { 0.25 - 1e-3 * k, 0.3, -0.1 }, { 0.0, 0.0, 0.0, 1.0 } },
                                       .is_position_only = true };
        swv_limb_posture      p;
        swv_limb_track_report r;
        assert_int_equal(swv_limb_track_step(&track, &goal, 1.0 / 60, &p, &r), SWV_OK);
        assert_int_equal(r.limb.outcome, SWV_REACHED);
    }
}

static void bones_turn_no_faster_than_they_may(void **state)
{
    (void)state;
    uint64_t random = 45;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    swv_limb_track track;
    assert_int_equal(swv_limb_track_start(&arm, &(swv_limb_track_options){ .max_bone_speed = 5.0 }, &track), SWV_OK);
    swv_limb_posture last;
    for (int k = 0; k < 2000; k++) {
        const swv_pose        end = { { random_between(&random, -0.2, 0.4), random_between(&random, 0.1, 0.4),
                                        random_between(&random, -0.4, 0.4) },
                                      random_rotation(&random) };
        swv_limb_posture      p;
        swv_limb_track_report r;
        assert_int_equal(swv_limb_track_step(&track, &(swv_limb_goal){ .end = end }, 1.0 / 60, &p, &r), SWV_OK);
        if (k > 0) {
            assert_true(swv_quat_angle_between(p.upper, last.upper) <= 5.0 / 60 + 1e-9);
            assert_true(swv_quat_angle_between(p.lower, last.lower) <= 5.0 / 60 + 1e-9);
            assert_true(swv_quat_angle_between(p.end, last.end) <= 5.0 / 60 + 1e-9);
            assert_true(r.limb.outcome != SWV_REACHED || r.limb.rotation_error < 1e-9);
        }
        uint32_t broken;
        assert_int_equal(swv_limb_check(&arm, &p, &broken, NULL), SWV_OK);
        assert_int_equal(broken, 0);
        last = p;
    }
}

// From any posture to any other, slowly, round everything that shoulders may not do; none is caught on the way.
static void slow_bones_get_there_inside_their_limits(void **state)
{
    (void)state;
    uint64_t random = 46;
    int      there = 0, tried = 0;
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < CASES(500); k++) {
            swv_limb         arm;
            swv_limb_track   track;
            swv_limb_posture p;
            assert_int_equal(swv_limb_make(SWV_LIMB_ARM, side ? SWV_LEFT : SWV_RIGHT, &arm), SWV_OK);
            assert_int_equal(swv_limb_track_start(&arm, &(swv_limb_track_options){ .max_bone_speed = 2.0 }, &track),
                             SWV_OK);
            for (int goal = 0; goal < 2; goal++) {
                const swv_vec3        at = { random_between(&random, -0.5, 0.5), random_between(&random, -0.5, 0.5),
                                             random_between(&random, -0.5, 0.5) };
                const swv_limb_goal   g = { .end = { at, SWV_IDENTITY_QUAT }, .is_position_only = true };
                swv_limb_track_report r;
                swv_limb_posture      alone;
                swv_limb_report       once;
                assert_int_equal(swv_limb_solve(&arm, &g, NULL, SWV_KEEP_LIMITS, &alone, &once), SWV_OK);
                if (once.outcome != SWV_REACHED) {
                    goal--;
                    continue;
                }
                for (int frame = 0; frame < 300; frame++) {
                    uint32_t broken;
                    assert_int_equal(swv_limb_track_step(&track, &g, 1.0 / 60, &p, &r), SWV_OK);
                    assert_int_equal(swv_limb_check(&arm, &p, &broken, NULL), SWV_OK);
                    assert_int_equal(broken, 0);
                    if (r.limb.outcome == SWV_REACHED)
                        break;
                }
                tried++;
                there += r.limb.outcome == SWV_REACHED;
            }
        }
    }
    printf("slow arms: %d of %d get to their goals\n", there, tried);
    assert_true(there == tried);
}

static void bad_calls_leave_everything_as_it_was(void **state)
{
    (void)state;
    swv_limb       arm;
    swv_limb_track track, before, never = { 0 };
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    assert_int_equal(swv_limb_track_start(&arm, &(swv_limb_track_options){ .swivel_time = NAN }, &track),
                     SWV_BAD_OPTIONS);
    assert_int_equal(swv_limb_track_start(&arm, NULL, &track), SWV_OK);
    swv_limb_posture p;
    swv_limb_goal    goal = { .end = { { 0.2, 0.3, -0.1 }, SWV_IDENTITY_QUAT } };
    assert_int_equal(swv_limb_track_step(&track, &goal, 0.01, &p, NULL), SWV_OK);
    before = track;
    assert_int_equal(swv_limb_track_step(&track, &goal, 0.0, &p, NULL), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_track_step(&track, &goal, NAN, &p, NULL), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_track_step(&never, &goal, 0.01, &p, NULL), SWV_BAD_MODEL);
    goal.end.position.y = NAN;
    assert_int_equal(swv_limb_track_step(&track, &goal, 0.01, &p, NULL), SWV_BAD_GOAL);
    assert_memory_equal(&track, &before, sizeof track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_hands_are_followed_exactly),
        cmocka_unit_test(smooth_paths_through_peoples_postures_are_followed_exactly),
        cmocka_unit_test(smooth_paths_of_peoples_feet_are_followed_exactly),
        cmocka_unit_test(straight_ways_between_peoples_hands_are_followed_exactly),
        cmocka_unit_test(an_elbow_of_limited_speed_never_jumps),
        cmocka_unit_test(an_elbow_of_limited_speed_goes_round_a_folded_arms_hole),
        cmocka_unit_test(slowly_over_every_pole_the_elbow_does_not_dash),
        cmocka_unit_test(anything_at_all_gives_a_posture_inside_the_limits_or_says_so),
        cmocka_unit_test(the_elbow_settles_where_a_single_solve_has_it),
        cmocka_unit_test(a_free_hand_is_not_held_back),
        cmocka_unit_test(bones_turn_no_faster_than_they_may),
        cmocka_unit_test(slow_bones_get_there_inside_their_limits),
        cmocka_unit_test(bad_calls_leave_everything_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
