// SPDX-License-Identifier: MIT
// The whole body frame after frame: recordings of people who were not fitted, at 60 Hz, each on bones of their own length. Prints a table for
// docs/bodies.md. Lengths are metres, angles radians; places are in the world, z up, as body.h has them.
#include "body_of_fold.h"

#include "check.h"

#include <math.h>

#include "body_folds.h"
#include "people_skeleton.h"
#include "rigs.h"

enum { RECORDINGS = 5, FRAMES = 1301, HANDS = 3 };
#define RATE 60.0

static const char *const recording_names[RECORDINGS] = { "walk", "shrug", "baseball pitch", "boxing", "picking up" };

// The fastest that a joint turns against its parent in any of these recordings, and on either side; degrees per second. From the BVH files, as
// tools/make_body_paths.py prints them. The database's clavicles do not move, nor do our toes.
static const double recorded_speeds[PLACES] = { 524,  218,  221,  222, 304, 742, 431, 515, 564,  722,  0,
                                                3621, 2592, 1581, 431, 515, 564, 722, 0,   3621, 2592, 1581 };

static FILE *open_recordings(void)
{
    FILE *file = fopen(SWIVEL_SOURCE_DIR "/data/motion/bodies.i16", "rb");
    assert_non_null(file);
    return file;
}

// The next frame, its wrists as recorded; `is_first` of a recording, when the skeleton is made.
static bool next_frame(FILE *file, uint64_t *seed, int *last, body *b, swv_body *skeleton, swv_body_point points[11],
                       bool *is_first)
{
    if (!read_body(file, seed, b))
        return false;
    for (int side = 0; side < 2; side++)
        b->points[1 + side].pose.rotation = b->straight[side];
    *is_first = b->subject != *last;
    *last = b->subject;
    if (*is_first)
        make_skeleton(b, skeleton);
    make_points(b, skeleton, points);
    return true;
}

// What a way of posing did in a recording.
typedef struct tally {
    double   sums[PLACES];    ///< centimetres off
    double   speeds[PLACES];  ///< the fastest, degrees per second
    double   slid;            ///< metres, of both feet on the floor
    swv_pose locals[PLACES];
    swv_vec3 feet[2];
} tally;

static void count(tally *t, const swv_body *skeleton, const swv_pose *locals, const body *b, bool is_first)
{
    swv_pose worlds[PLACES];
    assert_int_equal(swv_mount_worlds(&skeleton->mount, locals, worlds), SWV_OK);
    for (int i = 0; i < PLACES; i++) {
        t->sums[i] += 100.0 * swv_vec3_length(swv_vec3_sub(worlds[i].position, b->poses[places_of[i]].position));
        const double turn = swv_quat_angle_between(locals[i].rotation, t->locals[i].rotation) * 180.0 / SWV_PI;
        if (!is_first)
            t->speeds[i] = fmax(t->speeds[i], RATE * turn);
        t->locals[i] = locals[i];
    }
    for (int side = 0; side < 2; side++) {
        const swv_vec3 foot = worlds[side ? 16 : 8].position;
        if (!is_first)
            t->slid += hypot(foot.x - t->feet[side].x, foot.y - t->feet[side].y) / 2.0;
        t->feet[side] = foot;
    }
}

static double mean_of(const tally *t, const int *places, int place_count, int frames)
{
    double sum = 0.0;
    for (int i = 0; i < place_count; i++)
        sum += t->sums[places[i]];
    return sum / place_count / frames;
}

static void print_row(const char *name, const char *how, const tally *t, int frames)
{
    const int trunk[] = { 0, 1, 2, 3, 4 }, shoulders[] = { 11, 19 }, elbows[] = { 12, 20 }, hips[] = { 6, 14 },
              knees[] = { 7, 15 }, feet[] = { 8, 9, 16, 17 };
    double all = 0.0;
    for (int i = 0; i < PLACES; i++)
        all += t->sums[i] / (PLACES - HANDS) / frames;
    printf("| %s | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |\n", name, how, all,
           mean_of(t, trunk, 5, frames), mean_of(t, shoulders, 2, frames), mean_of(t, elbows, 2, frames),
           mean_of(t, hips, 2, frames), mean_of(t, knees, 2, frames), mean_of(t, feet, 4, frames),
           RATE * t->slid / frames);
}

// No joint pops, standing feet stand, points are exact.
static void recordings(void **state)
{
    (void)state;
    static folds f;
    read_folds(&f);
    const swv_limb_compromise keep = SWV_KEEP_HAND;
    const int                 counts[2] = { 3, 6 };
    printf(
        "| recording | from three points | 19 joints | trunk | shoulders | elbows | hips | knees | feet | feet slide, "
        "m/s |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < 2; k++) {
        FILE                 *file = open_recordings();
        static swv_body       skeleton;
        static swv_body_track track;
        static tally          alone[RECORDINGS], tracked[RECORDINGS];
        int                   frames[RECORDINGS] = { 0 }, last = -1, r = -1, off = 0;
        uint64_t              seed = 1;
        body                  b;
        swv_body_point        points[11];
        bool                  is_first;
        memset(alone, 0, sizeof alone);
        memset(tracked, 0, sizeof tracked);
        while (next_frame(file, &seed, &last, &b, &skeleton, points, &is_first)) {
            swv_pose        locals[PLACES];
            swv_body_report report;
            nets_of_fold = nets_of(&f, b.subject);
            if (is_first) {
                r++;
                assert_in_range(r, 0, RECORDINGS - 1);
                assert_int_equal(swv_body_track_start(&skeleton, keep, &track), SWV_OK);
            }
            assert_int_equal(swv_body_solve(&skeleton, points, counts[k], NULL, keep, locals, NULL), SWV_OK);
            count(&alone[r], &skeleton, locals, &b, is_first);
            assert_int_equal(
                swv_body_track_step(&skeleton, &track, points, counts[k], 1.0 / RATE, NULL, locals, &report), SWV_OK);
            count(&tracked[r], &skeleton, locals, &b, is_first);
            off += report.outcome != SWV_REACHED;
            for (int i = 0; i < 3; i++) {
                const bool is_exact = report.outcome == SWV_REACHED || i == 0 || k == 0;
                assert_near(report.position_errors[i], 0.0, is_exact ? 1e-9 : 0.1);
                assert_near(report.rotation_errors[i], 0.0, is_exact ? 1e-7 : 0.1);
            }
            frames[r]++;
        }
        fclose(file);
        assert_int_equal(r, RECORDINGS - 1);
        double means[2] = { 0.0, 0.0 };
        for (r = 0; r < RECORDINGS; r++) {
            for (int i = 0; i < PLACES; i++) {
                if (recorded_speeds[i] > 0.0)
                    assert_true(tracked[r].speeds[i] <= 3.0 * recorded_speeds[i]);
                means[0] += alone[r].sums[i] / frames[r] / (PLACES - HANDS) / RECORDINGS;
                means[1] += tracked[r].sums[i] / frames[r] / (PLACES - HANDS) / RECORDINGS;
            }
            if (k == 0) {
                print_row(recording_names[r], "frame by frame", &alone[r], frames[r]);
                print_row(recording_names[r], "with history", &tracked[r], frames[r]);
                if (r != 0 && r != 2)  // these people stand: 0.05 m/s as recorded
                    assert_true(RATE * tracked[r].slid / frames[r] < 0.15);
            }
        }
        printf("\n%d points: %.2f cm frame by frame, %.2f with history; %d of %d frames not reached\n\n", counts[k],
               means[0], means[1], off, FRAMES);
        assert_true(means[1] < means[0] + 0.02 && means[1] < (k == 0 ? 8.3 : 2.0));
        // An elbow that must change sides takes a few frames, in which limits give way; a foot may be a little further away than the first
        // frame's bones reach.
        assert_true(k > 0 || off <= 0.01 * FRAMES);
    }
}

// Whatever the time between frames, frames that repeat, heads that jump, trackers that come and go: points as exact, numbers finite.
static void any_frames(void **state)
{
    (void)state;
    static swv_body       skeleton;
    static swv_body_track track;
    uint64_t              seed = 5;
    nets_of_fold = NULL;
    for (int round = 0; round < CASES(8) + 1; round++) {
        FILE          *file = open_recordings();
        int            last = -1;
        bool           is_first;
        body           b;
        swv_body_point points[11];
        swv_pose       locals[PLACES], worlds[PLACES];
        while (next_frame(file, &seed, &last, &b, &skeleton, points, &is_first)) {
            swv_body_report report;
            const int       times = random_below(&seed, 20) ? 1 : 30, point_count = 3 + (int)random_below(&seed, 9);
            const swv_vec3  jump = { random_below(&seed, 30) ? 0.0 : 3.0, 0.0, 0.0 };
            if (is_first)
                assert_int_equal(swv_body_track_start(&skeleton, SWV_KEEP_HAND, &track), SWV_OK);
            for (int i = 0; i < 11; i++)
                points[i].pose.position = swv_vec3_add(points[i].pose.position, jump);
            for (int i = 0; i < times; i++) {
                const double dt = pow(10.0, random_between(&seed, -9, 2));
                assert_int_equal(swv_body_track_step(&skeleton, &track, points, point_count, dt, NULL, locals, &report),
                                 SWV_OK);
                assert_near(report.position_errors[0], 0.0, 1e-9);
                // Hands that are faster than people's for a time between frames that is drawn count as lost.
                for (int j = 1; j < 3 && report.outcome == SWV_REACHED && !report.is_lost; j++)
                    assert_near(report.position_errors[j], 0.0, 1e-9);
                assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds), SWV_OK);
                for (int j = 0; j < PLACES; j++)
                    assert_true(swv_vec3_is_finite(worlds[j].position) && worlds[j].position.z > -0.3);
            }
        }
        fclose(file);
    }
}

// Points as far away as numbers go, and back: refused where swv_body_solve refuses them or solved, no NaN, and the state is none the worse.
static void far_away(void **state)
{
    (void)state;
    static swv_body       skeleton;
    static swv_body_track track;
    uint64_t              seed = 8;
    int                   solved = 0;
    nets_of_fold = NULL;
    for (int round = 0; round < 60; round++) {
        FILE           *file = open_recordings();
        int             last = -1;
        bool            is_first;
        body            b;
        swv_body_point  points[11], far_points[11];
        swv_pose        locals[PLACES];
        swv_body_report report;
        assert_true(next_frame(file, &seed, &last, &b, &skeleton, points, &is_first));
        fclose(file);
        assert_int_equal(swv_body_track_start(&skeleton, SWV_KEEP_LIMITS, &track), SWV_OK);
        assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.01, NULL, locals, NULL), SWV_OK);
        const double factor = pow(10.0, random_between(&seed, 0, 307));
        const int    count_of = 3 + (int)random_below(&seed, 9);
        memcpy(far_points, points, sizeof points);
        for (int i = 0; i < 11; i++)
            if (round % 3 == 0 || (int)random_below(&seed, 4) == 0)
                far_points[i].pose.position = swv_vec3_scale(factor, far_points[i].pose.position);
        const swv_status expected =
            swv_body_solve(&skeleton, far_points, count_of, NULL, SWV_KEEP_LIMITS, locals, NULL);
        for (int i = 0; i < 4; i++) {
            const swv_status status =
                swv_body_track_step(&skeleton, &track, far_points, count_of, 0.01, NULL, locals, NULL);
            assert_true(status == SWV_OK || status == expected);
            for (int j = 0; j < PLACES; j++)
                assert_true(swv_vec3_is_finite(locals[j].position) &&
                            fabs(swv_quat_angle_between(locals[j].rotation, locals[j].rotation)) < 1e-6);
        }
        solved += expected == SWV_OK;
        for (int i = 0; i < 200; i++)
            assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.01, NULL, locals, &report), SWV_OK);
        assert_near(report.position_errors[0], 0.0, 1e-9);
        for (int side = 0; side < 2; side++)
            assert_true(swv_vec3_length(swv_vec3_sub(track.feet[side].ankle, track.head)) < 2.0 * skeleton.size);
    }
    printf("%d of 60 solved\n", solved);
    assert_true(solved >= 20);
}

// The first frame is swv_body_solve's, the feet where it has them; a body that does not move stands, to the bit.
static void first_frame_and_stand(void **state)
{
    (void)state;
    static swv_body       skeleton;
    static swv_body_track track;
    uint64_t              seed = 6;
    int                   last = -1, compared = 0;
    bool                  is_first;
    body                  b;
    swv_body_point        points[11];
    FILE                 *file = open_recordings();
    nets_of_fold = NULL;
    for (int row = 0; next_frame(file, &seed, &last, &b, &skeleton, points, &is_first); row++) {
        if (row % 40)
            continue;
        const swv_limb_compromise keep = SWV_KEEP_HAND;
        swv_pose                  locals[3][PLACES], worlds[3][PLACES];
        for (int count_of = 3; count_of <= 6; count_of += 3) {
            assert_int_equal(swv_body_track_start(&skeleton, keep, &track), SWV_OK);
            assert_int_equal(swv_body_solve(&skeleton, points, count_of, NULL, keep, locals[0], NULL), SWV_OK);
            for (int i = 0; i < 100; i++)
                assert_int_equal(swv_body_track_step(&skeleton, &track, points, count_of, 1.0 / RATE, NULL,
                                                     locals[i == 0 ? 1 : 2], NULL),
                                 SWV_OK);
            for (int i = 0; i < 3; i++)
                assert_int_equal(swv_mount_worlds(&skeleton.mount, locals[i], worlds[i]), SWV_OK);
            for (int i = 0; i < PLACES; i++) {
                const bool is_leg = (i >= 6 && i <= 9) || (i >= 14 && i <= 17);  // heels may be raised
                compared++;
                assert_near(swv_vec3_length(swv_vec3_sub(worlds[0][i].position, worlds[1][i].position)), 0.0,
                            is_leg && count_of == 3 ? 0.1 : 1e-6);
                assert_near(swv_vec3_length(swv_vec3_sub(worlds[1][i].position, worlds[2][i].position)), 0.0, 1e-6);
            }
        }
    }
    fclose(file);
    assert_true(compared > 1000);
}

// The walk in a left-handed world, in centimetres, on a floor elsewhere: the same, mirrored.
static void left_handed(void **state)
{
    (void)state;
    static swv_body       skeleton, other;
    static swv_body_track track, other_track;
    static world_joint    joints[PLACES];
    const double          unit = 100.0;
    uint64_t              seed = 9;
    int                   last = -1, frames = 0;
    bool                  is_first;
    body                  b;
    swv_body_point        points[11], mirrored[11];
    FILE                 *file = open_recordings();
    nets_of_fold = NULL;
    while (frames < 150 && next_frame(file, &seed, &last, &b, &skeleton, points, &is_first)) {
        if (is_first) {
            swv_pose rest[PLACES];
            assert_int_equal(rest_worlds_of(&skeleton.mount, rest), SWV_OK);
            for (int i = 0; i < PLACES; i++) {
                rest[i].position = swv_vec3_scale(unit, rest[i].position);
                joints[i] = (world_joint){ swv_part_name(places_of[i]), skeleton.mount.skeleton->joints[i].parent,
                                           swvi_mirrored_pose(rest[i]) };
            }
            const world_rig rig = {
                .joints = joints, .joint_count = PLACES, .up = { 0, 0, 1 }, .is_left_handed = true
            };
            swv_binding binding;
            assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
            assert_int_equal(body_of_rig(&rig, &binding, &other, NULL), SWV_OK);
            other.floor = 0.3 * unit;
            assert_int_equal(swv_body_track_start(&skeleton, SWV_KEEP_LIMITS, &track), SWV_OK);
            assert_int_equal(swv_body_track_start(&other, SWV_KEEP_LIMITS, &other_track), SWV_OK);
        }
        for (int i = 0; i < 11; i++) {
            mirrored[i] = (swv_body_point){ points[i].part, swvi_mirrored_pose(points[i].pose) };
            mirrored[i].pose.position = swv_vec3_scale(unit, mirrored[i].pose.position);
            mirrored[i].pose.position.z += other.floor;
        }
        swv_pose locals[PLACES], worlds[2][PLACES];
        assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 1.0 / RATE, NULL, locals, NULL), SWV_OK);
        assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds[0]), SWV_OK);
        assert_int_equal(swv_body_track_step(&other, &other_track, mirrored, 3, 1.0 / RATE, NULL, locals, NULL),
                         SWV_OK);
        assert_int_equal(swv_mount_worlds(&other.mount, locals, worlds[1]), SWV_OK);
        for (int i = 0; i < PLACES; i++) {
            const swv_vec3 p = worlds[1][i].position;
            const swv_vec3 back = { -p.x / unit, p.y / unit, (p.z - other.floor) / unit };
            assert_near(swv_vec3_length(swv_vec3_sub(back, worlds[0][i].position)), 0.0, 1e-3);
        }
        frames++;
    }
    fclose(file);
    assert_int_equal(frames, 150);
}

// Hands held further away than arms reach, by up to 20 cm, and moving by 0.7 mm a frame: no joint moves by more than 10 mm in a frame, but for legs of which
// a foot makes a step.
static void beyond_reach(void **state)
{
    (void)state;
    static const swv_vec3 ways[] = {
        { 0, 0, -1 }, { 0, 1, 0 }, { 0, 0.7071, -0.7071 }, { 1, 0, 0 }, { 0, -0.6, -0.8 }
    };
    static swv_body       skeleton;
    static swv_body_track track;
    uint64_t              seed = 1;
    int                   last = -1;
    bool                  is_first;
    body                  b;
    swv_body_point        recorded[11];
    swv_pose              stand[PLACES], at[PLACES];
    double                farthest = 0.0;
    FILE                 *file = open_recordings();
    nets_of_fold = NULL;
    assert_true(next_frame(file, &seed, &last, &b, &skeleton, recorded, &is_first));
    fclose(file);
    assert_int_equal(swv_body_stand(&skeleton, stand), SWV_OK);
    assert_int_equal(swv_mount_worlds(&skeleton.mount, stand, at), SWV_OK);
    static const int hands[2] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND },
                     shoulders[2] = { SWV_PART_LEFT_UPPER_ARM, SWV_PART_RIGHT_UPPER_ARM };
    for (int k = 0; k < 5 * 6; k++) {
        const double over = 0.04 * (k % 6);
        swv_pose     locals[PLACES], worlds[PLACES], was[PLACES];
        assert_int_equal(swv_body_track_start(&skeleton, SWV_KEEP_LIMITS, &track), SWV_OK);
        for (int f = 0; f < 200; f++) {
            swv_body_point points[3] = { { SWV_PART_HEAD, at[skeleton.parts[SWV_PART_HEAD]] } };
            for (int i = 0; i < 2; i++) {
                const swv_mount_limb *arm = &skeleton.mount.limbs[1 - i];
                swv_vec3              way = ways[k / 6];
                way.x *= i == 0 ? -1.0 : 1.0;
                const swv_vec3 down = { 0.0, 0.0, -1.0 },
                               sway = { 0.0, 0.01 * cos(f / 15.0 + i), 0.01 * sin(f / 15.0 + i) };
                const swv_vec3 from = at[skeleton.parts[shoulders[i]]].position;
                points[1 + i] = (swv_body_point){ hands[i], at[skeleton.parts[hands[i]]] };
                points[1 + i].pose.position = swv_vec3_add(
                    swv_vec3_add(from, sway), swv_vec3_scale(arm->limb.upper + arm->limb.lower + over, way));
                points[1 + i].pose.rotation = swv_quat_mul(swv_quat_between(down, way), points[1 + i].pose.rotation);
            }
            assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 1.0 / RATE, NULL, locals, NULL), SWV_OK);
            assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds), SWV_OK);
            for (int i = 0; i < PLACES && f > 60; i++) {  // a second to settle
                const bool is_leg = (i >= 6 && i <= 10) || (i >= 14 && i <= 18),
                           steps = track.feet[0].step > 0.0 || track.feet[1].step > 0.0;
                if (!(is_leg && steps))
                    farthest = fmax(farthest, swv_vec3_length(swv_vec3_sub(worlds[i].position, was[i].position)));
            }
            memcpy(was, worlds, sizeof was);
        }
    }
    printf("hands beyond reach that move by 0.7 mm a frame: no joint moves by more than %.1f mm\n", 1e3 * farthest);
    assert_true(farthest < 0.010);
}

// How devices fail: for two thirds of a second of every two.
enum { LEFT_OUT = 0, NO_NUMBER, NO_ROTATION, JUMPS, FROZEN, NO_HEAD, HEAD_ALONE, NOTHING, FAILURES };

// What comes of three points while `failure` lasts; `frozen` is the hand as it was before. Returns how many are left.
static int fail_points(int failure, swv_body_point points[11], swv_body_point frozen)
{
    switch (failure) {
    case LEFT_OUT:
        return 2;
    case NO_NUMBER:
        points[2].pose.position.x = NAN;
        return 3;
    case NO_ROTATION:
        points[2].pose.rotation = (swv_quat){ 0.0, 0.0, 0.0, 0.0 };
        return 3;
    case JUMPS:
        points[2].pose.position.y += 2.0;
        return 3;
    case FROZEN:
        points[2] = frozen;
        return 3;
    case NO_HEAD:
        points[0] = points[2];
        return 2;
    default:
        return failure == HEAD_ALONE ? 1 : 0;
    }
}

// The fastest that one of eight bones of arms and legs turns between two frames, radians a second.
static double fastest_bone(const swv_pose worlds[PLACES], const swv_vec3 was[PLACES])
{
    static const int ends[8][2] = { { 12, 11 }, { 13, 12 }, { 20, 19 }, { 21, 20 },
                                    { 7, 6 },   { 8, 7 },   { 15, 14 }, { 16, 15 } };
    double           fastest = 0.0;
    for (int i = 0; i < 8; i++) {
        const swv_vec3 now = swv_vec3_sub(worlds[ends[i][0]].position, worlds[ends[i][1]].position),
                       before = swv_vec3_sub(was[ends[i][0]], was[ends[i][1]]);
        const double turn = atan2(swv_vec3_length(swv_vec3_cross(now, before)), swv_vec3_dot(now, before));
        fastest = fmax(fastest, RATE * turn);
    }
    return fastest;
}

// Devices that are lost, frozen or elsewhere: no error, no bone faster than 20 radians a second, back 0.7 seconds after them. Recordings
// whose people themselves turn no bone faster than 8.
static void lost_devices(void **state)
{
    (void)state;
    static const int first_lost = 40, last_lost = 79, back = 80 + 42 - 120;  // frames of 120, at 60 Hz
    nets_of_fold = NULL;
    for (int failure = 0; failure < FAILURES; failure++) {
        FILE                 *file = open_recordings();
        static swv_body       skeleton;
        static swv_body_track track;
        uint64_t              seed = 1;
        int                   last = -1, r = -1, n = 0;
        double                fastest = 0.0, off = 0.0;
        swv_body_point        points[11], frozen = { 0 };
        swv_vec3              was[PLACES];
        body                  b;
        bool                  is_first;
        while (next_frame(file, &seed, &last, &b, &skeleton, points, &is_first)) {
            swv_pose        locals[PLACES], worlds[PLACES];
            swv_body_report report;
            if (is_first) {
                r++;
                n = 0;
                assert_int_equal(swv_body_track_start(&skeleton, failure % 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS, &track),
                                 SWV_OK);
            }
            if (r == 2 || r == 3)  // throws and punches
                continue;
            const int  phase = n % 120;
            const bool fails = phase >= first_lost && phase <= last_lost;
            const int  count = fails ? fail_points(failure, points, frozen) : 3;
            frozen = fails ? frozen : points[2];
            assert_int_equal(swv_body_track_step(&skeleton, &track, points, count, 1.0 / RATE, NULL, locals, &report),
                             SWV_OK);
            assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds), SWV_OK);
            fastest = n > 0 ? fmax(fastest, fastest_bone(worlds, was)) : fastest;
            if (phase >= back && phase < first_lost && n > 120)
                off = fmax(off, fmax(report.position_errors[1], report.position_errors[2]));
            if (phase == first_lost + 2 && failure != FROZEN)
                assert_true(report.is_lost);
            for (int i = 0; i < PLACES; i++)
                was[i] = worlds[i].position;
            n++;
        }
        fclose(file);
        printf("failure %d: bones turn by at most %.1f rad/s, hands are off by %.1e m once they are back\n", failure,
               fastest, off);
        assert_true(fastest < 20.0 && off < 1e-9);
    }
}

static void what_is_refused(void **state)
{
    (void)state;
    static swv_body       skeleton, zeroed;
    static swv_body_track track, before, none;
    uint64_t              seed = 7;
    int                   last = -1;
    bool                  is_first;
    body                  b;
    swv_body_point        points[11];
    swv_pose              locals[PLACES];
    FILE                 *file = open_recordings();
    nets_of_fold = NULL;
    assert_true(next_frame(file, &seed, &last, &b, &skeleton, points, &is_first));
    fclose(file);
    assert_int_equal(swv_body_track_start(&zeroed, SWV_KEEP_LIMITS, &track), SWV_BAD_MODEL);
    assert_int_equal(swv_body_track_start(&skeleton, (swv_limb_compromise)7, &track), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_body_track_start(&skeleton, SWV_KEEP_LIMITS, &track), SWV_OK);
    assert_int_equal(swv_body_track_step(&skeleton, &none, points, 3, 0.1, NULL, locals, NULL), SWV_BAD_MODEL);
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.1, NULL, locals, NULL), SWV_OK);
    memcpy(&before, &track, sizeof track);
    const double times[] = { 0.0, -1.0, NAN, INFINITY };
    for (int i = 0; i < 4; i++)
        assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, times[i], NULL, locals, NULL),
                         SWV_BAD_ARGUMENT);
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, 12, 0.1, NULL, locals, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, -1, 0.1, NULL, locals, NULL), SWV_BAD_COUNT);
    points[1].part = SWV_PART_JAW;
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.1, NULL, locals, NULL), SWV_BAD_GOAL);
    points[1].part = points[0].part;
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.1, NULL, locals, NULL), SWV_BAD_GOAL);
    make_points(&b, &skeleton, points);
    for (int i = 0; i < PLACES; i++)
        locals[i] = skeleton.mount.skeleton->joints[i].rest;
    locals[3].position.x = INFINITY;
    assert_int_equal(swv_body_track_step(&skeleton, &track, points, 3, 0.1, locals, locals, NULL), SWV_BAD_POSTURE);
    assert_memory_equal(&track, &before, sizeof track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings),   cmocka_unit_test(any_frames),
        cmocka_unit_test(far_away),     cmocka_unit_test(first_frame_and_stand),
        cmocka_unit_test(left_handed),  cmocka_unit_test(beyond_reach),
        cmocka_unit_test(lost_devices), cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
