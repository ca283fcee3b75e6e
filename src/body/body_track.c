// SPDX-License-Identifier: MIT
// The whole body from a few points, frame after frame. Head, hands and trunk are as body.c has them in each frame: they move as smoothly
// as the points do, and holding the trunk back makes it worse (docs/bodies.md). History is for feet and elbows:
//
// (1) feet      that are not tracked. A foot stands while the body stays: until what people do (body.h), smoothed, has moved
//               away from it (SWVI_STEP_AWAY), or the leg is too short. Then it steps there, one foot after the other unless the leg is too short or
//               it is twice as far. Feet of a body that goes, and those that people hold in the air, follow, until it stays and
//               they are down. Feet turn on the spot.
// (2) knees     point as people's do, seen from the line between hip and ankle. The heel is raised where the shank leans further
//               over the foot than an ankle bends.
// (3) elbows    swing as swv_mount_track_step has them.
//
// Places are in the axes of body.h (z up, the floor at 0), in the skeleton's unit; angles in radians, 0 along y; dt in seconds. Sides: 0 right, 1 left.
#include "body/body_internal.h"

#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "swivel/trig.h"

enum { TRACK_COOKIE = 0x74726163, ARMS = 2 };
#define STANDS 0.0  // of a foot's `step`

swv_status swv_body_track_start(const swv_body *body, swv_limb_compromise compromise, swv_body_track *track)
{
    if (!body || !track)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    if (compromise != SWV_KEEP_LIMITS && compromise != SWV_KEEP_HAND)
        return SWV_BAD_ARGUMENT;
    const swv_limb_track_options arms = { .swivel_time = SWVI_TRACK_SWIVEL_TIME, .compromise = compromise };
    swv_body_track               t = { .cookie = TRACK_COOKIE };
    const swv_status             status = swv_mount_track_start(&body->mount, &arms, &t.arms);
    swvi_body_set_homes(body, &t);
    if (status == SWV_OK)
        *track = t;
    return status;
}

// ---- (1) ----

static double level_distance(swv_vec3 a, swv_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// The angle of a turn, the short way.
static double short_way(double turn)
{
    return turn > SWV_PI ? turn - 2.0 * SWV_PI : turn < -SWV_PI ? turn + 2.0 * SWV_PI : turn;
}

// How much a foot must step: 0 not at all, 1 it is due, 2 it cannot wait.
static int urgency(const swv_body *b, const swvi_trunk *trunk, const swv_body_track *t, bool is_carried, int side)
{
    const swv_vec3 ankle = t->feet[side].ankle;
    const swv_vec3 hip = swvi_into_natural(b, swvi_trunk_root(trunk, ARMS + side));
    const double   leg = swv_vec3_length(swv_vec3_sub(ankle, hip));
    const double   off = level_distance(t->feet[side].wish, ankle) / (SWVI_STEP_AWAY * b->size);
    const bool     is_lifted = ankle.z - b->ankles[side] > SWVI_FOOT_IN_AIR * b->size;
    return is_carried || is_lifted || off > SWVI_STEP_AT_ONCE || leg > swvi_trunk_reach(b, ARMS + side) ? 2
           : off > 1.0                                                                                  ? 1
                                                                                                        : 0;
}

// A foot goes on in its step, or begins one, over dt seconds.
static void step_on(const swv_body *b, bool is_carried, double dt, int side, swv_body_track *t)
{
    if (t->feet[side].step == STANDS)
        t->feet[side].from = t->feet[side].ankle;
    const double   step = swvi_smaller(1.0, t->feet[side].step + dt / SWVI_STEP_TIME);
    const swv_vec3 from = t->feet[side].from, wish = t->feet[side].wish;
    // From standing to standing: no speed at either end; up and down along a parabola that is 1 half way.
    const double done = step * step * (3.0 - 2.0 * step), rise = 4.0 * step * (1.0 - step);
    swv_vec3     ankle = swv_vec3_add(from, swv_vec3_scale(done, swv_vec3_sub(wish, from)));
    ankle.z = swvi_larger(ankle.z, b->ankles[side]) + rise * SWVI_STEP_RISE * level_distance(from, wish);
    t->feet[side].ankle = ankle;
    t->feet[side].step = step == 1.0 && !is_carried ? STANDS : step;
}

// A foot that stands at `ankle`, which people would have where the guess has it.
static void put_foot(swv_vec3 ankle, const swvi_body_step *guess, bool is_tracked, int side, swv_body_track *t)
{
    t->feet[side].ankle = ankle;
    t->feet[side].heading = guess->heading;
    t->feet[side].wish = t->feet[side].from = guess->ankle;
    t->feet[side].step = STANDS;
    t->feet[side].is_tracked = is_tracked;
}

// (1) for both feet; way: of the head since the last frame, level. What smooths over a time T takes the part dt / (dt + T) of what is new.
static void move_feet(const swv_body *b, const swvi_trunk *trunk, const swvi_body_given *g, swv_vec3 way, double dt,
                      swv_body_track *t)
{
    const bool goes = swv_vec3_length(t->velocity) > SWVI_BODY_GOES * b->size;
    bool       is_carried[2];
    int        due[2];
    for (int side = 0; side < 2; side++) {
        const swvi_body_step guess = swvi_body_guess_foot(b, g, side);
        const int            foot = SWVI_LIMB_PARTS[ARMS + side][2];
        is_carried[side] = goes || guess.ankle.z - b->ankles[side] > SWVI_FOOT_IN_AIR * b->size;
        due[side] = 0;
        if (g->is_known[foot]) {  // to go on from there when it is not tracked any more
            put_foot(g->natural[foot].position, &guess, true, side, t);
            continue;
        }
        if (!t->has_frame || t->feet[side].is_tracked) {
            t->feet[side].wish = guess.ankle;
            t->feet[side].heading = guess.heading;
            t->feet[side].is_tracked = false;
            if (!t->has_frame || !(level_distance(t->feet[side].ankle, guess.ankle) <= SWVI_TRACK_JUMP * b->size))
                put_foot(guess.ankle, &guess, false, side, t);
        }
        swv_vec3    *wish = &t->feet[side].wish;
        const double heading = t->feet[side].heading;
        if (goes)  // smoothed as seen from the head
            *wish = swv_vec3_add(*wish, way);
        const double part = dt / (dt + (is_carried[side] ? SWVI_GOING_TIME : SWVI_STANDING_TIME));
        *wish = swv_vec3_add(*wish, swv_vec3_scale(part, swv_vec3_sub(guess.ankle, *wish)));
        t->feet[side].heading = short_way(heading + part * short_way(guess.heading - heading));
        due[side] = urgency(b, trunk, t, is_carried[side], side);
    }
    const bool is_left_first = level_distance(t->feet[SWV_LEFT].wish, t->feet[SWV_LEFT].ankle) >
                               level_distance(t->feet[SWV_RIGHT].wish, t->feet[SWV_RIGHT].ankle);
    for (int i = 0; i < 2; i++) {
        const int  side = (i == 0) == is_left_first ? SWV_LEFT : SWV_RIGHT;
        const bool is_due = due[side] == 2 || (due[side] == 1 && t->feet[1 - side].step == STANDS);
        if (t->feet[side].step != STANDS || is_due)
            step_on(b, is_carried[side], dt, side, t);
    }
}

// ---- (2) ----

// The knee of a leg from hip to ankle, on the side of the pole, by the law of cosines; x: how far along the line.
static swv_vec3 knee_of(const swv_limb *leg, swv_vec3 hip, swv_vec3 ankle, swv_vec3 pole)
{
    const swv_vec3 line = swv_vec3_sub(ankle, hip), along = swv_vec3_normalize(line), to = swv_vec3_sub(pole, hip);
    const swv_vec3 out = swv_vec3_normalize(swv_vec3_sub(to, swv_vec3_scale(swv_vec3_dot(to, along), along)));
    // No division by zero where the ankle is at the hip: a billionth of the thigh, chosen.
    const double length = swvi_larger(swv_vec3_length(line), 1e-9 * leg->upper);
    const double x = 0.5 * (length + (leg->upper - leg->lower) * (leg->upper + leg->lower) / length);
    const double aside = sqrt(swvi_larger(0.0, leg->upper * leg->upper - x * x));
    return swv_vec3_add(hip, swv_vec3_add(swv_vec3_scale(x, along), swv_vec3_scale(aside, out)));
}

// (2) The foot of this frame, its heel raised about the toes, and the knee's pole, if the foot is not tracked.
static void place_leg(const swv_body *b, const swvi_trunk *trunk, const swv_body_track *t, int side, swvi_body_given *g)
{
    const int      knee = SWVI_LIMB_PARTS[ARMS + side][1], foot = SWVI_LIMB_PARTS[ARMS + side][2];
    const swv_vec3 ankle = t->feet[side].ankle;
    const double   heading = t->feet[side].heading;
    if (g->is_known[foot])
        return;
    const swv_vec3 guess = g->natural[foot].position, hip = swvi_into_natural(b, swvi_trunk_root(trunk, ARMS + side));
    const swv_vec3 pole =
        swv_vec3_add(g->natural[knee].position, swv_vec3_scale(SWVI_KNEE_ALONG, swv_vec3_sub(ankle, guess)));
    const swv_vec3 ahead = { -swv_sin(heading), swv_cos(heading), 0.0 };
    const swv_vec3 shank = swv_vec3_sub(knee_of(&b->mount.limbs[ARMS + side].limb, hip, ankle, pole), ankle);
    const double   toes = level_distance(g->natural[SWVI_TOES_PARTS[side]].position, guess);
    const double   heel = swvi_larger(0.0, swv_atan2(swv_vec3_dot(shank, ahead), shank.z) - SWVI_SHANK_LEAN);
    swvi_body_step step = { ankle, heading, heel };
    step.ankle = swv_vec3_add(step.ankle, swv_vec3_scale(toes * (1.0 - swv_cos(heel)), ahead));
    step.ankle.z += toes * swv_sin(heel);
    g->poses[foot] = swvi_body_foot_pose(b, &step, side);
    g->natural[knee].position = pole;
}

// The report of the points that were heard of, as one of all that were given.
static swv_body_report report_of(const swv_body_track *t, const swvi_body_heard *heard, const swv_body_report *made,
                                 int point_count)
{
    swv_body_report report = *made;
    for (int i = 0; i < point_count; i++)
        report.position_errors[i] = report.rotation_errors[i] = 0.0;
    for (int i = 0; i < heard->heard_count; i++) {
        report.position_errors[heard->given[i]] = made->position_errors[i];
        report.rotation_errors[heard->given[i]] = made->rotation_errors[i];
    }
    for (int i = 0; i < 3; i++)  // head and hands
        report.is_lost |= t->devices[i].lost > 0.0 || t->devices[i].left > 0.0;
    return report;
}

// Legs as they are in this frame, arms on from the last one; a forced step is torn. `out`: the locals that count.
static swv_status pose_limbs(const swv_body *body, const swvi_body_given *g, double dt, swv_body_track *t,
                             swv_pose *out, swv_limb_report limbs[SWV_MOUNT_LIMBS])
{
    swv_mount_goal  goals[SWV_MOUNT_LIMBS];
    swvi_mount_step steps[SWV_MOUNT_LIMBS];
    swvi_body_limb_goals(body, g, goals);
    swv_status status = swvi_mount_solve(&body->mount, goals, SWV_MOUNT_LIMBS, t->arms.options.compromise, out, limbs);
    if (!t->has_frame)  // elbows start where they are now
        t->arms.is_following[SWV_RIGHT] = t->arms.is_following[SWV_LEFT] = false;
    if (status == SWV_OK)
        status = swvi_mount_track_next(&body->mount, &t->arms, goals, ARMS, dt, out, steps);
    if (status != SWV_OK)
        return status;
    swvi_mount_track_take(&body->mount, &t->arms, steps, ARMS);
    for (int side = 0; side < ARMS; side++) {
        limbs[side] = steps[side].step.report.limb;
        limbs[side].is_torn = steps[side].step.report.was_forced;
    }
    t->has_frame = true;
    return SWV_OK;
}

swv_status swv_body_track_step(const swv_body *body, swv_body_track *track, const swv_body_point *points,
                               int point_count, double dt, const swv_pose *animation, swv_pose *locals,
                               swv_body_report *report)
{
    if (report)
        report->fault = -1;
    if (!body || !track || (point_count > 0 && !points) || !locals)
        return SWV_NULL;
    if (!swvi_body_is_made(body) || track->cookie != TRACK_COOKIE)
        return SWV_BAD_MODEL;
    if (!(dt > 0.0 && swvi_is_finite(dt)))
        return SWV_BAD_ARGUMENT;
    swvi_body_given g = { .points = NULL };
    swvi_trunk      trunk;
    swv_pose        out[SWV_MOUNT_JOINTS];
    swv_body_track  t = *track;
    int             point;
    swvi_body_heard heard;
    swv_status      status =
        swvi_body_find_lost(body, points, point_count, dt, &t, &heard, report ? &report->fault : &point);
    g.points = heard.points;
    g.point_count = heard.point_count;
    if (status == SWV_OK)
        status = swvi_body_trunk(body, &g, animation, out, &trunk, &point);
    if (status != SWV_OK)
        return status;

    const swv_vec3 head = g.natural[SWV_PART_HEAD].position, way = swv_vec3_sub(head, t.head);
    const swv_vec3 level = { way.x, way.y, 0.0 };
    t.velocity = t.has_frame ? swv_vec3_scale(1.0 / (SWVI_SPEED_TIME + dt),
                                              swv_vec3_add(swv_vec3_scale(SWVI_SPEED_TIME, t.velocity), level))
                             : (swv_vec3){ 0.0, 0.0, 0.0 };
    t.head = head;
    move_feet(body, &trunk, &g, level, dt, &t);
    for (int side = 0; side < 2; side++)
        place_leg(body, &trunk, &t, side, &g);

    swv_limb_report limbs[SWV_MOUNT_LIMBS];
    status = pose_limbs(body, &g, dt, &t, out, limbs);
    if (status != SWV_OK)
        return status;
    g.points = heard.heard;
    g.point_count = heard.heard_count;
    swv_body_report made;
    swvi_body_finish(body, &g, limbs, animation, out, locals, &made);
    *track = t;
    if (report)
        *report = report_of(&t, &heard, &made, point_count);
    return SWV_OK;
}
