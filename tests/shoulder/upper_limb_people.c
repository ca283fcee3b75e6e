// SPDX-License-Identifier: MIT
// Following the hands of recorded people (data/motion) with the whole upper limb. In two of the recordings the clavicles were
// measured: there girdle and elbow are compared with theirs. In the others the shoulder stays where it is against the trunk, and the
// hand is given from where our shoulder rests. Lengths are metres, angles and swivels radians; places are in the trunk's axes, from the
// sternoclavicular joint (shoulder.h).
#include "recordings.h"

#include <math.h>
#include <stdlib.h>

#include "swivel/limb.h"
#include "swivel/shoulder.h"

enum { MEASURED_ROWS = 4000 };

static int16_t hands[MAX_ROWS][12];
static int16_t girdles[MEASURED_ROWS][3];
static double  sorted[MAX_ROWS];
static int     hand_count;

static void read_people(void)
{
    hand_count = read_rows("motion/hands.i16", hands, MAX_ROWS);
    assert_int_equal(hand_count, 10672);
    assert_int_equal(read_numbers("motion/girdles.i16", girdles[0], 3 * MEASURED_ROWS), 3 * 2 * (839 + 75));
}

/// The rows from `first` on that belong to one side of one recording end here.
static int end_of(int first)
{
    int end = first;
    while (end < hand_count && hands[end][0] == hands[first][0] && hands[end][1] == hands[first][1])
        ++end;
    return end;
}

/// An upper limb with the recorded arm's bones, and where its shoulder rests.
static swv_upper_limb limb_of(int row, swv_vec3 *rest)
{
    const double   part = upper_parts[hands[row][0]][hands[row][1]];
    swv_upper_limb limb;
    double         girdle[SWV_GIRDLE_ANGLES];
    assert_int_equal(swv_upper_limb_make(hands[row][1] ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
    assert_int_equal(swv_limb_set_lengths(&limb.arm, part * reach, (1.0 - part) * reach), SWV_OK);
    assert_int_equal(swv_upper_limb_rest(&limb, girdle, rest), SWV_OK);
    return limb;
}

static double percentile(double *numbers, int count, double part)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[(int)(part * (count - 1))];
}

// The bars of the limb alone: no hand is off where some settled posture inside the limits brings it there, the elbow is at most three
// times as fast as theirs, and at most one frame of 200 is limited.
static void recorded_hands_are_followed_exactly(void **state)
{
    (void)state;
    const double  unit = 16384 / reach;
    int           frames = 0, limited = 0, beyond = 0, unsettled = 0, forced = 0, off_though_feasible = 0;
    static double missed[MAX_ROWS];
    read_people();
    print_message("recording side  frames  limited  out of reach  forced  elbow m/s  recorded p99.9  ratio\n");
    for (int first = 0, end; first < hand_count; first = end) {
        swv_vec3             rest, elbow = { 0 };
        const swv_upper_limb limb = limb_of(first, &rest);
        const double         dt = time_steps[hands[first][0]];
        swv_upper_limb_track track;
        double               fastest = 0.0;
        int                  here[3] = { 0 };
        end = end_of(first);
        assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
        for (int i = first; i < end; ++i) {
            swv_upper_limb_goal goal = { .arm = { .end = pose_of(&hands[i][2], &hands[i][8], unit) } };
            goal.arm.end.position = swv_vec3_add(goal.arm.end.position, rest);
            swv_upper_limb_posture p;
            swv_limb_track_report  r;
            goal.raising = track.raising;
            assert_int_equal(swv_upper_limb_track_step(&track, &goal, dt, &p, &r), SWV_OK);
            const swv_outcome outcome = r.limb.outcome;
            const double      off = distance(p.wrist, goal.arm.end.position);
            const double      turned = swv_quat_angle_between(p.arm.end, goal.arm.end.rotation);
            uint32_t          broken;
            assert_int_equal(swv_limb_check(&limb.arm, &p.arm, &broken, NULL), SWV_OK);
            assert_true(broken == 0 || p.arm.flexion < 1e-3);
            assert_true(outcome != SWV_REACHED || (off <= 1e-9 && turned <= 1e-9));
            if (off > 1e-9 || turned > 1e-9) {
                swv_upper_limb_posture other;
                swv_upper_limb_report  report;
                assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &other, &report), SWV_OK);
                off_though_feasible += report.outcome == SWV_REACHED;
            }
            if (outcome == SWV_OUT_OF_REACH)
                missed[beyond + here[1]] = off;
            here[0] += outcome == SWV_LIMITED;
            here[1] += outcome == SWV_OUT_OF_REACH;
            here[2] += r.was_forced;
            unsettled += outcome == SWV_UNSETTLED;
            if (i > first) {
                fastest = fmax(fastest, distance(p.elbow, elbow) / dt);
                sorted[i - first - 1] = distance(vector_of(&hands[i][5], unit), vector_of(&hands[i - 1][5], unit)) / dt;
            }
            elbow = p.elbow;
        }
        const double recorded = percentile(sorted, end - first - 1, 0.999), ratio = fastest / recorded;
        print_message("%9d %4d %7d %8d %13d %7d %10.2f %15.2f %6.2f\n", hands[first][0], hands[first][1], end - first,
                      here[0], here[1], here[2], fastest, recorded, ratio);
        assert_true(ratio <= 3.0);
        frames += end - first;
        limited += here[0];
        beyond += here[1];
        forced += here[2];
    }
    print_message("%d frames: %d limited, %d out of reach (median %.1f mm, 95 %% below %.1f), %d forced; %d off though "
                  "feasible\n",
                  frames, limited, beyond, 1e3 * percentile(missed, beyond, 0.5),
                  1e3 * percentile(missed, beyond, 0.95), forced, off_though_feasible);
    assert_int_equal(off_though_feasible, 0);
    assert_int_equal(unsettled, 0);
    assert_true(limited <= 0.005 * frames);
}

// Girdles that were measured. Where the arm hangs most ours is put where theirs is: the place belongs to the person.
static void recorded_girdles_are_met(void **state)
{
    (void)state;
    const double unit = 16384 / reach;
    int          measured = 0;
    read_people();
    print_message(
        "recording side  frames  reached   shoulder off, RMS: ours   still   elbow off, median: ours   still\n");
    for (int first = 0, end; first < hand_count; first = end) {
        end = end_of(first);
        if (hands[first][0] != 8 && hands[first][0] != 9)
            continue;
        swv_vec3 rest;
        int16_t(*const theirs)[3] = &girdles[measured];
        const int            count = end - first;
        const swv_upper_limb limb = limb_of(first, &rest);
        const double         dt = time_steps[hands[first][0]];
        int                  lowest = 0, reached = 0;
        double               squares[2] = { 0.0, 0.0 };
        static double        elbows[2][MAX_ROWS];
        swv_upper_limb_track track;
        swv_limb_track       still;
        measured += count;
        for (int i = 1; i < count; ++i)
            if (hands[first + i][7] < hands[first + lowest][7])
                lowest = i;
        const swv_vec3 their_rest = vector_of(theirs[lowest], unit);
        assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
        assert_int_equal(swv_limb_track_start(&limb.arm, NULL, &still), SWV_OK);
        for (int i = 0; i < count; ++i) {
            const int16_t         *row = hands[first + i];
            const swv_vec3         moved = swv_vec3_sub(vector_of(theirs[i], unit), their_rest);
            const swv_vec3         elbow = swv_vec3_add(moved, vector_of(&row[5], unit));
            swv_upper_limb_goal    goal = { .arm = { .end = pose_of(&row[2], &row[8], unit) } };
            swv_upper_limb_posture p;
            swv_limb_track_report  r;
            swv_limb_goal          from_still = goal.arm;
            swv_limb_posture       bones;
            swv_vec3               still_elbow;
            from_still.end.position = swv_vec3_add(goal.arm.end.position, moved);
            goal.arm.end.position = swv_vec3_add(from_still.end.position, rest);
            assert_int_equal(swv_upper_limb_track_step(&track, &goal, dt, &p, &r), SWV_OK);
            assert_int_equal(swv_limb_track_step(&still, &from_still, dt, &bones, NULL), SWV_OK);
            swv_pose reached_end;
            assert_int_equal(swv_limb_forward(&limb.arm, &bones, &reached_end, &still_elbow), SWV_OK);
            const swv_vec3 ours = swv_vec3_sub(p.gh, rest);
            reached += r.limb.outcome == SWV_REACHED;
            squares[0] += distance(ours, moved) * distance(ours, moved);
            squares[1] += swv_vec3_dot(moved, moved);
            elbows[0][i] = distance(swv_vec3_sub(p.elbow, rest), elbow);
            elbows[1][i] = distance(still_elbow, elbow);
        }
        const double rms = sqrt(squares[0] / count), rms_still = sqrt(squares[1] / count);
        const double median = percentile(elbows[0], count, 0.5), median_still = percentile(elbows[1], count, 0.5);
        print_message("%9d %4d %7d %8d %22.1f mm %5.1f mm %22.1f mm %5.1f mm\n", hands[first][0], hands[first][1],
                      count, reached, 1e3 * rms, 1e3 * rms_still, 1e3 * median, 1e3 * median_still);
        assert_true(rms < 0.85 * rms_still && rms < 0.05 && median < 0.05);
    }
    assert_int_equal(measured, 2 * (839 + 75));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_hands_are_followed_exactly),
        cmocka_unit_test(recorded_girdles_are_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
