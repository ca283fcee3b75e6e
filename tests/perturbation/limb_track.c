// SPDX-License-Identifier: MIT
// Following a hand or foot: a goal of the next frame that is a little elsewhere gives a posture that is a little elsewhere.
#include "limb_cases.h"
#include "perturbation.h"
#include "swivel/limb.h"

/// A smooth path: each coordinate swings about its middle. Some of it lies beyond reach or limits.
typedef struct limb_path {
    swv_vec3 middle, swing, rate, phase;
    swv_quat turned;
    swv_vec3 tilt;
    double   tilt_rate, tilt_phase;
} limb_path;

static limb_path draw_path(draw *d, const swv_limb *limb)
{
    const double     size = limb_size(limb);
    limb_path        p;
    swv_limb_posture posture = draw_posture(d, limb);
    swv_pose         end;
    assert_int_equal(swv_limb_forward(limb, &posture, &end, NULL), SWV_OK);
    p.middle = end.position;
    p.swing = draw_offset(d, 0.05, 0.5, size);
    p.rate = draw_vector(d, 0.5, 3);
    p.phase = draw_vector(d, 0, 6);
    p.turned = end.rotation;
    p.tilt = draw_offset(d, 0, 1, 1.0);
    p.tilt_rate = draw_between(d, 0.3, 2);
    p.tilt_phase = draw_between(d, 0, 6);
    return p;
}

static swv_pose path_at(const limb_path *p, double t)
{
    const swv_vec3 off = { p->swing.x * swv_sin(p->phase.x + p->rate.x * t),
                           p->swing.y * swv_sin(p->phase.y + p->rate.y * t),
                           p->swing.z * swv_sin(p->phase.z + p->rate.z * t) };
    const swv_vec3 tilt = swv_vec3_scale(swv_sin(p->tilt_phase + p->tilt_rate * t), p->tilt);
    return (swv_pose){ swv_vec3_add(p->middle, off), swv_quat_mul(p->turned, swv_quat_from_rotation_vector(tilt)) };
}

/// Up to 60 frames of a path; the goal of the last one is moved.
static void follow_limb(const void *setup, draw *d, answer *out)
{
    static frames_before  kept;
    static swv_limb_track before;
    static swv_pose       last;
    const double          dt = 1.0 / 60.0;
    swv_limb_posture      posture;
    swv_limb_track_report report;
    if (!has_frames_before(&kept, setup, d)) {
        const swv_limb  limb = draw_limb(d);
        const limb_path path = draw_path(d, &limb);
        const int       frames = 1 + draw_below(d, 60);
        assert_int_equal(swv_limb_track_start(&limb, setup, &before), SWV_OK);
        for (int i = 0; i < frames; i++)
            assert_int_equal(
                swv_limb_track_step(&before, &(swv_limb_goal){ .end = path_at(&path, i * dt) }, dt, &posture, &report),
                SWV_OK);
        last = path_at(&path, frames * dt);
        kept.seed_after = d->seed;
    }
    swv_limb_track      track = before;
    const swv_limb_goal goal = { .end = moved_pose(d, last, limb_size(&track.limb)) };
    assert_int_equal(swv_limb_track_step(&track, &goal, dt, &posture, &report), SWV_OK);
    out->where = where_of(report.limb.outcome);
    out->jumped = report.was_forced;
    add_limb(out, &track.limb, &posture);
}

int main(int argc, char **argv)
{
    static const swv_limb_track_options plain = { 0 }, slow_bones = { .max_bone_speed = 8 },
                                        slow_swivel = { .max_swivel_speed = 8 },
                                        keep_hand = { .compromise = SWV_KEEP_HAND };
    static const perturbed functions[] = {
        { "swv_limb_track_step", follow_limb, &plain, 3000, 1000, MEETS_ALL, 0.02 },
        { "swv_limb_track_step, bone speed", follow_limb, &slow_bones, 3000, 1000, MEETS_ALL, 0.02 },
        { "swv_limb_track_step, swivel speed", follow_limb, &slow_swivel, 3000, 1000, MEETS_ALL, 0.02 },
        { "swv_limb_track_step, keep hand", follow_limb, &keep_hand, 3000, 1000, MEETS_ALL, 0.02 },
    };
    return RUN_PERTURBATIONS("limb_track", functions, argc, argv);
}
