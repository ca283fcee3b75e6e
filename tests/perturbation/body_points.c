// SPDX-License-Identifier: MIT
// The body from tracked points: points and devices that are a little elsewhere give a body that is a little elsewhere.
#include "body_cases.h"
#include "perturbation.h"
#include "swivel/body.h"

static const int point_parts[SWV_BODY_POINTS] = {
    SWV_PART_HEAD,           SWV_PART_LEFT_HAND,       SWV_PART_RIGHT_HAND,
    SWV_PART_HIPS,           SWV_PART_LEFT_FOOT,       SWV_PART_RIGHT_FOOT,
    SWV_PART_UPPER_CHEST,    SWV_PART_LEFT_LOWER_ARM,  SWV_PART_RIGHT_LOWER_ARM,
    SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG,
};

typedef struct tracked_way {
    int                 point_count;
    swv_limb_compromise compromise;
} tracked_way;

/// The points of a posture: as they are, or hands and others up to 0.3 sizes off, so that limits or lengths are in the way.
static void draw_points(draw *d, const human *h, int count, swv_body_point *points)
{
    swv_pose locals[JOINTS], worlds[JOINTS];
    draw_animation(d, h, draw_between(d, 0, 1), locals);
    worlds_of(h, locals, worlds);
    const double off = draw_below(d, 3) ? draw_between(d, 0, 0.3) * h->body.size : 0.0;
    for (int i = 0; i < count; i++) {
        points[i] = (swv_body_point){ point_parts[i], worlds[point_parts[i]] };
        swv_pose *pose = &points[i].pose;
        pose->position = swv_vec3_add(pose->position, swv_vec3_scale(i ? off : 0.15 * off, draw_direction(d)));
        pose->rotation = swv_quat_mul(pose->rotation, draw_turn(d, off > 0.0 ? 0.4 : 0.0));
    }
}

static void moved_points(draw *d, const human *h, int count, swv_body_point *points)
{
    for (int i = 0; i < count; i++)
        points[i].pose = moved_pose(d, points[i].pose, h->body.size);
}

static void solve_body(const void *setup, draw *d, answer *out)
{
    const tracked_way *way = setup;
    const human       *h = draw_human(d);
    swv_body_point     points[SWV_BODY_POINTS];
    swv_pose           locals[JOINTS];
    swv_body_report    report;
    draw_points(d, h, way->point_count, points);
    moved_points(d, h, way->point_count, points);
    assert_int_equal(swv_body_solve(&h->body, points, way->point_count, h->stand, way->compromise, locals, &report),
                     SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_torn;
    add_body(out, h, locals);
}

/// Up to 30 frames between two postures; the points of the last one are moved.
static void track_body(const void *setup, draw *d, answer *out)
{
    static frames_before  kept;
    static swv_body_track before;
    static swv_body_point last[SWV_BODY_POINTS];
    static const human   *h;
    const tracked_way    *way = setup;
    const int             count = way->point_count;
    const double          dt = 1.0 / 60.0;
    swv_body_point        from[SWV_BODY_POINTS], to[SWV_BODY_POINTS], points[SWV_BODY_POINTS];
    swing                 swings[SWV_BODY_POINTS];
    swv_pose              locals[JOINTS];
    swv_body_report       report;
    if (!has_frames_before(&kept, setup, d)) {
        h = draw_human(d);
        draw_points(d, h, count, from);
        draw_points(d, h, count, to);
        for (int i = 0; i < count; i++)
            swings[i] = draw_swing(d);
        const int frames = 1 + draw_below(d, 29);
        assert_int_equal(swv_body_track_start(&h->body, way->compromise, &before), SWV_OK);
        for (int f = 0; f <= frames; f++) {
            for (int i = 0; i < count; i++)
                last[i] =
                    (swv_body_point){ from[i].part, between(from[i].pose, to[i].pose, swing_at(swings[i], f * dt)) };
            if (f < frames)
                assert_int_equal(swv_body_track_step(&h->body, &before, last, count, dt, h->stand, locals, &report),
                                 SWV_OK);
        }
        kept.seed_after = d->seed;
    }
    swv_body_track track = before;
    memcpy(points, last, sizeof points);
    moved_points(d, h, count, points);
    assert_int_equal(swv_body_track_step(&h->body, &track, points, count, dt, h->stand, locals, &report), SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_torn;
    add_body(out, h, locals);
}

/// Where people have their joints; the learned body alone.
static void joints_of_people(const void *setup, draw *d, answer *out)
{
    const tracked_way *way = setup;
    const human       *h = draw_human(d);
    swv_body_point     points[SWV_BODY_POINTS];
    swv_pose           poses[SWV_PARTS] = { 0 };
    draw_points(d, h, way->point_count, points);
    moved_points(d, h, way->point_count, points);
    assert_int_equal(swv_natural_body(h->body.size, points, way->point_count, poses), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int part = 0; part < SWV_PARTS; part++)
        add_place(out, swv_part_name(part), poses[part].position, h->body.size);
}

/// Devices of someone who stands, anywhere on the body, and of a posture afterwards: both moved. The body is the one that follows.
static void calibrate(const void *setup, draw *d, answer *out)
{
    const tracked_way *way = setup;
    const human       *h = draw_human(d), *person = draw_human(d);
    const int          count = way->point_count;
    const bool         is_t = draw_below(d, 2);
    swv_body_point     stand[SWV_BODY_POINTS], devices[SWV_BODY_POINTS], points[SWV_BODY_POINTS];
    swv_pose           worlds[JOINTS];
    swv_calibration    calibration;
    swv_pose           rest[JOINTS];
    rest_of(&person->body.mount, rest);
    worlds_of(person, is_t ? rest : person->stand, worlds);
    draw_points(d, person, count, devices);
    for (int i = 0; i < count; i++) {
        swv_pose on;
        on.position = draw_offset(d, 0, 1, 0.05);
        on.rotation = draw_rotation(d);
        stand[i] = (swv_body_point){ point_parts[i], swv_pose_mul(worlds[point_parts[i]], on) };
        devices[i].pose = swv_pose_mul(devices[i].pose, on);
    }
    moved_points(d, person, count, stand);
    moved_points(d, person, count, devices);
    assert_int_equal(swv_calibration_make(&h->body, stand, count, NULL, 0.0, &calibration), SWV_OK);
    assert_int_equal(swv_calibration_points(&h->body, &calibration, devices, count, points), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int i = 0; i < count; i++)
        add_frame(out, swv_part_name(points[i].part), points[i].pose, 0.1 * h->body.size, h->body.size);
}

int main(int argc, char **argv)
{
    static const tracked_way three = { 3, SWV_KEEP_LIMITS }, six = { 6, SWV_KEEP_LIMITS },
                             eleven = { 11, SWV_KEEP_LIMITS }, hands = { 3, SWV_KEEP_HAND };
    enum { said = MEETS(WHERE_OTHERWISE) };
    static const perturbed functions[] = {
        { "swv_body_solve, 3 points", solve_body, &three, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_solve, 6 points", solve_body, &six, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_solve, 11 points", solve_body, &eleven, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_solve, 3 points, keep hand", solve_body, &hands, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_track_step, 3 points", track_body, &three, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_track_step, 6 points", track_body, &six, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_natural_body, 3 points", joints_of_people, &three, 2000, 400, said, 0 },
        { "swv_natural_body, 6 points", joints_of_people, &six, 2000, 400, said, 0 },
        { "swv_calibration_make, 3 devices", calibrate, &three, 2000, 400, said, 0.02 },
        { "swv_calibration_make, 6 devices", calibrate, &six, 2000, 400, said, 0.02 },
    };
    return RUN_PERTURBATIONS("body_points", functions, argc, argv);
}
