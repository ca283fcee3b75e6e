// SPDX-License-Identifier: MIT
// The whole body from head and hands on skeletons unlike those of the people who were fitted: recordings of people left out, carried over to rigs
// of others, then found again. Prints a table for docs/bodies.md. Lengths are metres, angles radians; places are in the world, z up, as body.h has
// them.
#include "body_of_fold.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "body_folds.h"
#include "people_skeleton.h"
#include "rig_subject.h"
#include "rigs.h"
#include "swivel/retarget.h"

enum { RECORDINGS = 5, LONGEST_CLIP = 500, RIGS = 9 };
#define RATE 60.0

static const char *const rigs[RIGS] = { "makehuman", "rigify",         "knight",     "vrm_robot", "cesium_man",
                                        "poser",     "hip_knee_ankle", "wave_hello", "fingers" };

// A recording on the skeleton of its person: from all eleven points, so within half a centimetre of what was recorded.
typedef struct recording {
    int      person, frame_count;
    swv_body skeleton;
    swv_pose clip[LONGEST_CLIP * PLACES];
} recording;

static void read_recordings(recording all[RECORDINGS])
{
    FILE    *file = fopen(SWIVEL_SOURCE_DIR "/data/motion/bodies.i16", "rb");
    uint64_t seed = 1;
    int      r = -1;
    assert_non_null(file);
    for (body b; read_body(file, &seed, &b);) {
        swv_body_point            points[11];
        const swv_limb_compromise keep = SWV_KEEP_HAND;
        for (int side = 0; side < 2; side++)
            b.points[1 + side].pose.rotation = b.straight[side];
        if (r < 0 || all[r].person != b.subject) {
            assert_true(++r < RECORDINGS);
            all[r].person = b.subject;
            make_skeleton(&b, &all[r].skeleton);
        }
        assert_true(all[r].frame_count < LONGEST_CLIP);
        make_points(&b, &all[r].skeleton, points);
        assert_int_equal(
            swv_body_solve(&all[r].skeleton, points, 11, NULL, keep, all[r].clip + all[r].frame_count++ * PLACES, NULL),
            SWV_OK);
    }
    fclose(file);
    assert_int_equal(r, RECORDINGS - 1);
}

// How far the joints of the body are from the recording's but for head and hands, on average; centimetres of a body as large as people's.
static double mean_off(const swv_body *rig, const swv_pose *clip, int frame_count, int step, int point_count,
                       double *farthest_point)
{
    const swv_limb_compromise keep = SWV_KEEP_HAND;
    double                    sum = 0.0;
    int                       count = 0;
    for (int f = 0; f < frame_count; f += step) {
        const swv_pose *locals = clip + (size_t)f * (size_t)rig->mount.skeleton->joint_count;
        static swv_pose there[SWV_MOUNT_JOINTS], solved[SWV_MOUNT_JOINTS], is[SWV_MOUNT_JOINTS];
        swv_body_point  points[6];
        swv_body_report report;
        assert_int_equal(swv_mount_worlds(&rig->mount, locals, there), SWV_OK);
        for (int i = 0; i < point_count; i++)
            points[i] = (swv_body_point){ points_of[i], there[rig->parts[points_of[i]]] };
        assert_int_equal(swv_body_solve(rig, points, point_count, NULL, keep, solved, &report), SWV_OK);
        assert_int_equal(swv_mount_worlds(&rig->mount, solved, is), SWV_OK);
        for (int i = 0; i < 3; i++)
            *farthest_point = fmax(*farthest_point, report.position_errors[i] / rig->size);
        for (int i = 0; i < PLACES; i++) {
            const int joint = rig->parts[places_of[i]];
            if (joint < 0 || places_of[i] == SWV_PART_HEAD || places_of[i] == SWV_PART_LEFT_HAND ||
                places_of[i] == SWV_PART_RIGHT_HAND)
                continue;
            sum += swv_vec3_length(swv_vec3_sub(is[joint].position, there[joint].position)) / rig->_private.people_size;
            count++;
        }
    }
    return 125.0 * sum / count;
}

static void skeletons_of_others(void **state)
{
    (void)state;
    static folds     f;
    static recording all[RECORDINGS];
    static subject   s;
    static swv_body  rig;
    const int        wanted = (int)CASES_OR_ALL(50, LONGEST_CLIP), step = LONGEST_CLIP / (wanted > 0 ? wanted : 1);
    double           sums[2] = { 0.0, 0.0 };
    read_folds(&f);
    read_recordings(all);
    printf("| skeleton | walk | shrug | baseball pitch | boxing | picking up | hips and feet too "
           "|\n|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < RIGS; k++) {
        double six = 0.0, farthest = 0.0;
        load(rigs[k], &s);
        assert_int_equal(body_of_rig(&s.rig, &s.binding, &rig, NULL), SWV_OK);
        printf("| %s |", rigs[k]);
        for (int r = 0; r < RECORDINGS; r++) {
            const int           frames = all[r].frame_count;
            swv_retarget        retarget;
            swv_retarget_report report;
            swv_pose           *out = malloc((size_t)frames * (size_t)rig.mount.skeleton->joint_count * sizeof *out);
            double             *scratch = malloc(swv_retarget_size(frames));
            assert_true(out && scratch);
            nets_of_fold = nets_of(&f, all[r].person);
            assert_int_equal(swv_retarget_make(&all[r].skeleton, &rig, NULL, &retarget), SWV_OK);
            assert_int_equal(swv_retarget_clip(&retarget, all[r].clip, frames, 1.0 / RATE, scratch, out, &report),
                             SWV_OK);
            const double three = mean_off(&rig, out, frames, step, 3, &farthest);
            six += mean_off(&rig, out, frames, step, 6, &farthest) / RECORDINGS;
            printf(" %.1f |", three);
            sums[0] += three / RECORDINGS / RIGS;
            assert_true(three < 21.0);
            free(scratch);
            free(out);
        }
        printf(" %.1f |\n", six);
        sums[1] += six / RIGS;
        assert_true(six < 2.2);
        print_message("%s: head and hands within %.1e sizes\n", rigs[k], farthest);
        release(&s);
    }
    printf("\n%.2f cm from head and hands, %.2f with hips and feet\n", sums[0], sums[1]);
    assert_true(sums[0] < 9.8 && sums[1] < 1.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skeletons_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
