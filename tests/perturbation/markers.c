// SPDX-License-Identifier: MIT
// A body from markers: markers that are a little elsewhere move all joints by little.
#include "perturbation.h"
#include "swivel_io/markers.h"

static swv_motion walk;

static const double size = 1.4;  // of the walker: thigh, shank and spine, metres

enum { FRAMES = 6 };

/// Six frames of OpenSim's walk, each marker up to 5 mm off, and then moved. The body counts in the first and the last.
static void fit_markers(const void *setup, draw *d, answer *out)
{
    static swv_pose locals[SWV_MOTION_JOINTS], worlds[SWV_MOTION_JOINTS];
    static double   frames[FRAMES * 512];
    (void)setup;
    const int    first = 560 + draw_below(d, 100);
    const double metres = walk.metres_per_unit;
    swv_motion   part = walk, body;
    assert_true(walk.frame_size <= 512);
    part.frame_count = FRAMES;
    part.frames = frames;
    part.seen = walk.seen + (size_t)first * (size_t)walk.joint_count;
    memcpy(frames, walk.frames + (size_t)first * (size_t)walk.frame_size,
           sizeof(double) * (size_t)(FRAMES * walk.frame_size));
    for (int f = 0; f < FRAMES; f++)
        for (int j = 0; j < walk.joint_count; j++) {
            double        *p = frames + f * walk.frame_size + walk.joints[j].position_at;
            const swv_vec3 off = draw_offset(d, 0, 0.005 / metres, 1.0);
            const swv_vec3 at = moved_place(d, swv_vec3_add((swv_vec3){ p[0], p[1], p[2] }, off), size / metres);
            p[0] = at.x;
            p[1] = at.y;
            p[2] = at.z;
        }
    assert_int_equal(swv_markers_fit(&part, NULL, &body, NULL, NULL), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int f = 0; f < FRAMES; f += FRAMES - 1) {
        assert_int_equal(swv_motion_locals(&body, f, locals), SWV_OK);
        assert_int_equal(swv_motion_worlds(&body, locals, worlds), SWV_OK);
        for (int j = 0; j < body.joint_count; j++)
            add_place(out, swv_part_name(j), worlds[j].position, size / metres);
    }
    swv_motion_free(&body);
}

int main(int argc, char **argv)
{
    if (swv_motion_read_file(SWIVEL_SOURCE_DIR "/data/files/markers/walking2.c3d", NULL, &walk, NULL) != SWV_OK)
        return 1;
    static const perturbed functions[] = {
        { "swv_markers_fit", fit_markers, NULL, 400, 80, MEETS(WHERE_OTHERWISE), 0.02 },
    };
    const int failed = RUN_PERTURBATIONS("markers", functions, argc, argv);
    swv_motion_free(&walk);
    return failed;
}
