// SPDX-License-Identifier: MIT
// A whole clip on another body: feet stand where the recorded ones stand.
//
// (1) floor     where the lower foot is in a tenth of the frames at most, less what ankle or ball rest above the ground
// (2) contacts  An ankle or a ball stands while it is low and slow. Gaps of a blink are closed, touches of a blink are none.
// (3) pitch     d, how far the sole points up from how it rests. Its mean while the ankle stands is how rest poses differ, and taken off; what is
//               left and small is taken off in contacts, so that feet are flat.
//               Soles whose shape is known are flat from side to side, too.
// (4) shifts    c(t), what is added to where the target's foot would be. Upward: the lower of ankle and ball is at its height at rest. Level:
//               while toes point up the ankle does not move, else the ball, on which people turn; the mean is 0. In the air c goes smoothly from what
//               it was to what it will be, and balls are lifted over the floor. Of a sole whose shape is known it is the lowest corner, and the heel
//               instead of the ankle.
// (5) settle    retarget_limbs.c, with those feet and the hands of retarget.c as goals
//
// In all functions: places are in the natural axes (x right, y forward, z up) of the source in (1) and (2), of the target from (3) on, in its unit; a
// side is 0 right, 1 left; k is ANKLE or BALL; f, from and to are indices of frames; dt seconds, angles radians; `leg` the length of a leg of that
// body. heights of retarget.h are over the floor at rest. SWVI_...: feel.h.
#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "retarget/retarget_internal.h"
#include "body/trunk_internal.h"
#include "swivel/trig.h"

enum { ANKLE = 0, BALL = 1, AIR = -1, LEGS = 2 };
enum { HALVINGS = 40 };  // of heights: to 1e-12 (2^-40) of their range
#define MET 1e-6  // of the body's size: hands and feet so near to their places are there, as retarget.h says. Chosen

typedef struct foot {
    swvi_foot at;      ///< of the source, then of the target
    swv_vec3  shift;   ///< (4) what is added to its place
    swv_quat  turn;    ///< (3) what it is turned by, about the ankle
    double    weight;  ///< 1 in a contact, 0 farther than SWVI_CONTACT_RAMP from one
    double    stands;  ///< ANKLE, BALL or AIR; then what the target's foot stands on
} foot;

// Of ankle or ball.
static swv_vec3 place_of(const foot *f, int k)
{
    return k == BALL ? f->at.ball : f->at.ankle;
}

// ---- (1) ----

// How high the lower of the recorded feet is, less what it rests above the ground.
static double lowest_of(const swv_retarget *r, const foot feet[2])
{
    double lowest = HUGE_VAL;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2; k++)
            lowest = swvi_smaller(lowest, place_of(&feet[side], k).z - r->_private.heights[0][side][k]);
    return lowest;
}

// (1) The height with a share SWVI_BELOW_FLOOR of all frames below it, by halving the range of all heights.
static double find_floor(const swv_retarget *r, foot (*frames)[2], int count)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int f = 0; f < count; f++) {
        const double lowest = lowest_of(r, frames[f]);
        low = swvi_smaller(low, lowest);
        high = swvi_larger(high, lowest);
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        int          below = 0;
        for (int f = 0; f < count; f++)
            below += lowest_of(r, frames[f]) < middle;
        *(below > SWVI_BELOW_FLOOR * count ? &high : &low) = middle;
    }
    return low;
}

// ---- (2) ----

// Nearest whole number of frames, at least one; a million is more than a clip has, and an int.
static int frames_in(double seconds, double dt)
{
    const double count = seconds / dt;
    return count < 1.0 ? 1 : count > 1e6 ? 1000000 : (int)(count + 0.5);
}

/// A recorded clip, in the source's unit.
typedef struct recorded {
    foot (*frames)[2];
    int    count;
    double dt, leg, floor;
    const double (*heights)[2];  ///< of ankle and ball over the floor at rest: right, left
} recorded;

// (2) Whether an ankle or ball is low and slow in frame f.
static bool stands(const recorded *c, int f, int side, int k)
{
    const int span = frames_in(0.5 * SWVI_CONTACT_SPAN, c->dt), from = f < span ? 0 : f - span,
              to = f + span >= c->count ? c->count - 1 : f + span;
    const swv_vec3 way = swv_vec3_sub(place_of(&c->frames[to][side], k), place_of(&c->frames[from][side], k));
    const double   height = place_of(&c->frames[f][side], k).z - c->heights[side][k] - c->floor;
    const double   speed = to > from ? swv_vec3_length(way) / ((to - from) * c->dt) : 0.0;
    return height < SWVI_CONTACT_LOW * c->leg && speed < SWVI_CONTACT_SLOW * c->leg;
}

// The end of the run of frames from f on in which a foot stands, or is in the air.
static int run_end(foot (*frames)[2], int count, int side, int f)
{
    int end = f + 1;
    while (end < count && (frames[end][side].stands == AIR) == (frames[f][side].stands == AIR))
        end++;
    return end;
}

// Frames from `from` to before `to`.
static void set_run(foot (*frames)[2], int side, int from, int to, double kind)
{
    for (int f = from; f < to; f++)
        frames[f][side].stands = kind;
}

// (2) Marks what stands in each frame; returns how often the foot came down.
static int mark_contacts(const recorded *c, int side)
{
    foot(*frames)[2] = c->frames;
    const int    count = c->count;
    const double dt = c->dt;
    int          contacts = 0;
    for (int f = 0; f < count; f++)
        frames[f][side].stands = stands(c, f, side, ANKLE) ? ANKLE : stands(c, f, side, BALL) ? BALL : AIR;
    for (int f = 0, end; f < count; f = end) {
        end = run_end(frames, count, side, f);
        if (frames[f][side].stands == AIR && f > 0 && end < count && end - f <= frames_in(SWVI_CONTACT_GAP, dt))
            set_run(frames, side, f, end, BALL);
    }
    for (int f = 0, end; f < count; f = end) {
        end = run_end(frames, count, side, f);
        if (frames[f][side].stands == AIR)
            continue;
        if (end - f < frames_in(SWVI_CONTACT_TOUCH, dt)) {
            set_run(frames, side, f, end, AIR);
            continue;
        }
        contacts++;
    }
    return contacts;
}

// ---- (3) ----

// From 0 to 1 as t does, with neither speed nor acceleration at either end: 6 t^5 - 15 t^4 + 10 t^3 is the only polynomial of degree 5.
static double smooth(double t)
{
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

// What the target's foot may stand on: ankle or ball; of one whose sole is known heel or ball.
static swv_vec3 stand_point(const swv_retarget *r, int side, const foot *f, int k)
{
    return k == BALL || !swvi_foot_has_sole(r->to, side)
               ? place_of(f, k)
               : swvi_foot_sole(r->to, side, &f->at, 0.0, -r->to->soles[side].behind);
}

// By how much the foot is higher than one that stands.
static double height_of(const swv_retarget *r, int side, const foot *f)
{
    return swvi_foot_has_sole(r->to, side) ? swvi_foot_lowest(r->to, side, &f->at)
                                           : swvi_smaller(f->at.ankle.z - r->_private.heights[1][side][ANKLE],
                                                          f->at.ball.z - r->_private.heights[1][side][BALL]);
}

// How far two places of a foot are apart, seen from above: of its ball, or of heel or ball, whichever is further.
static double level_apart(const swv_retarget *r, int side, const foot *a, const foot *b)
{
    double most = 0.0;
    for (int k = swvi_foot_has_sole(r->to, side) ? ANKLE : BALL; k <= BALL; k++) {
        const swv_vec3 p = swv_vec3_add(stand_point(r, side, a, k), a->shift),
                       q = swv_vec3_add(stand_point(r, side, b, k), b->shift);
        most = swvi_larger(most, sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)));
    }
    return most;
}

// How far the target's sole points up from how it rests, radians.
static double pitch_of(const swv_retarget *r, const foot *f, int side)
{
    const swv_vec3 sole = swv_vec3_sub(f->at.ball, f->at.ankle);
    const double   length = swv_vec3_length(sole),
                 drop = r->_private.heights[1][side][BALL] - r->_private.heights[1][side][ANKLE];
    const double level = sqrt(swvi_larger(length * length - drop * drop, 0.0));
    return swv_atan2(sole.z, sqrt(sole.x * sole.x + sole.y * sole.y)) - swv_atan2(drop, level);
}

// 1, and 0 for a sole that points straight up or down: which way it is to be turned is not known there. Less than 1 beyond 60 degrees (cosine
// 1 / 2). Chosen.
static double levelness(const foot *f)
{
    const swv_vec3 sole = swv_vec3_sub(f->at.ball, f->at.ankle);
    const double   length = swv_vec3_length(sole);
    return length > 0.0 ? smooth(swvi_smaller(2.0 * sqrt(sole.x * sole.x + sole.y * sole.y) / length, 1.0)) : 0.0;
}

// Turns a foot about its ankle; `turn` in natural axes.
static void turn_by(foot *f, swv_quat turn)
{
    const swv_vec3 sole = swv_vec3_sub(f->at.ball, f->at.ankle);
    f->turn = swv_quat_mul(turn, f->turn);
    f->at.turn = swv_quat_mul(turn, f->at.turn);
    f->at.ball = swv_vec3_add(f->at.ankle, swv_quat_rotate(turn, sole));
}

// Points its sole up by `turn` radians; the first of its turns.
static void turn_up(foot *f, double turn)
{
    const swv_vec3 sole = swv_vec3_sub(f->at.ball, f->at.ankle), across = { sole.y, -sole.x, 0.0 };
    f->turn = (swv_quat)SWV_IDENTITY_QUAT;
    turn_by(f, swv_quat_from_axis_angle(across, turn));
}

// Its right side as high as its left, or a part of the way there.
static void turn_over(foot *f, double part)
{
    const swv_vec3 right = swv_quat_rotate(f->at.turn, (swv_vec3){ 1.0, 0.0, 0.0 }),
                   ahead = swv_quat_rotate(f->at.turn, (swv_vec3){ 0.0, 1.0, 0.0 }),
                   up = swv_quat_rotate(f->at.turn, (swv_vec3){ 0.0, 0.0, 1.0 });
    turn_by(f, swv_quat_from_axis_angle(ahead, part * swv_atan2(right.z, up.z)));
}

// (3) One foot in all `count` frames. Marks what it stands on, too.
static void level_foot(const swv_retarget *r, foot (*frames)[2], int count, double dt, int side)
{
    double    mean = 0.0;
    int       standing = 0, since = count;
    const int ramp = frames_in(SWVI_CONTACT_RAMP, dt);
    for (int f = 0; f < count; f++)
        if (frames[f][side].stands == ANKLE)
            mean += (pitch_of(r, &frames[f][side], side) - mean) / ++standing;
    mean = swvi_clamp(-SWVI_SOLE_TILTED, SWVI_SOLE_TILTED, mean);
    for (int f = 0, until = 0; f < count; f++) {
        foot *at = &frames[f][side];
        since = at->stands != AIR ? 0 : since + 1;
        for (until = until > f ? until : f; until < count && frames[until][side].stands == AIR;)
            until++;
        const int    away = until < count && until - f < since ? until - f : since;
        const double weight = at->weight = smooth(1.0 - swvi_smaller((double)away / ramp, 1.0));
        const double pitch = pitch_of(r, at, side) - mean;
        const double flat = pitch * (1.0 - weight * (1.0 - smooth(swvi_smaller(fabs(pitch) / SWVI_SOLE_FLAT, 1.0))));
        const double part = levelness(at);
        turn_up(at, part * (flat - pitch - mean));
        if (swvi_foot_has_sole(r->to, side))
            turn_over(at, part * weight);
        if (at->stands != AIR)
            at->stands = flat > SWVI_TOES_UP ? ANKLE : BALL;
    }
}

// (4) In the contact from frame `from` to before `to`: shifts with which what the foot stands on does not move.
static void hold_contact(const swv_retarget *r, foot (*frames)[2], int from, int to, int side)
{
    swv_vec3 mean = { 0.0, 0.0, 0.0 }, level = mean;
    for (int f = from; f < to; f++) {
        foot     *at = &frames[f][side];
        const int k = at->stands == ANKLE ? ANKLE : BALL;
        if (f > from)
            level = swv_vec3_sub(
                level, swv_vec3_sub(stand_point(r, side, at, k), stand_point(r, side, &frames[f - 1][side], k)));
        at->shift = (swv_vec3){ level.x, level.y, r->to->floor - height_of(r, side, at) };
        mean = swvi_between(mean, level, 1.0 / (f - from + 1));
    }
    for (int f = from; f < to; f++) {
        frames[f][side].shift.x -= mean.x;
        frames[f][side].shift.y -= mean.y;
    }
}

// (4) The shifts of one foot in all `count` frames.
static void shift_foot(const swv_retarget *r, foot (*frames)[2], int count, double dt, double leg, int side)
{
    const double floor = r->to->floor;
    for (int f = 0, end; f < count; f = end) {
        end = run_end(frames, count, side, f);
        if (frames[f][side].stands != AIR)
            hold_contact(r, frames, f, end, side);
    }
    const swv_vec3 none = { 0.0, 0.0, 0.0 };
    for (int f = 0, end; f < count; f = end) {
        end = run_end(frames, count, side, f);
        if (frames[f][side].stands != AIR)
            continue;
        const swv_vec3 before = f > 0 ? frames[f - 1][side].shift : none,
                       after = end < count ? frames[end][side].shift : none;
        const int fade = frames_in(SWVI_SHIFT_FADE, dt);
        for (int i = f; i < end; i++) {
            double part = (double)(i - f + 1) / (end - f + 1);
            if (f == 0)
                part = 1.0 - swvi_smaller((double)(end - i) / fade, 1.0);
            else if (end == count)
                part = swvi_smaller((double)(i - f + 1) / fade, 1.0);
            frames[i][side].shift = swvi_between(before, after, smooth(part));
            foot        *at = &frames[i][side];
            const double high = swvi_larger(0.0, SWVI_BALL_CLEAR * leg - r->_private.heights[1][side][BALL]);
            const double away = swvi_smaller(f > 0 ? level_apart(r, side, at, &frames[f - 1][side]) : HUGE_VAL,
                                             end < count ? level_apart(r, side, at, &frames[end][side]) : HUGE_VAL);
            const double least = floor + high * smooth(swvi_smaller(away / (SWVI_BALL_AWAY * leg), 1.0));
            const double is = swvi_foot_has_sole(r->to, side) ? height_of(r, side, at)
                                                              : at->at.ball.z - r->_private.heights[1][side][BALL];
            at->shift.z = swvi_larger(at->shift.z, least - is);
        }
    }
}

size_t swv_retarget_size(int frame_count)
{
    return frame_count > 0 ? (size_t)frame_count * 2 * sizeof(foot) : 0;
}

// Places of both feet in the natural axes of a body, from its locals.
static void place_feet(const swv_body *b, const swv_pose *locals, foot feet[2])
{
    for (int side = 0; side < 2; side++)
        feet[side].at = swvi_foot_place(b, side, locals);
}

// The report of a call that fails says which frame it is about.
static swv_status blame(swv_retarget_report *report, int frame, swv_status status)
{
    if (report)
        report->fault = frame;
    return status;
}

static swv_status check(const swv_retarget *retarget, int frame_count, double dt)
{
    if (!swvi_retarget_is_made(retarget))
        return SWV_BAD_MODEL;
    return frame_count < 1 ? SWV_BAD_COUNT : dt > 0.0 && swvi_is_finite(dt) ? SWV_OK : SWV_BAD_ARGUMENT;
}

// size: of the target.
static swv_outcome outcome_of(const swv_retarget_report *told, double size)
{
    const double most = swvi_larger(told->farthest_hand, told->farthest_foot);
    return most <= MET * size ? SWV_REACHED : told->limited > 0 ? SWV_LIMITED : SWV_OUT_OF_REACH;
}

swv_status swv_retarget_clip(const swv_retarget *retarget, const swv_pose *clip, int frame_count, double dt,
                             void *memory, swv_pose *out, swv_retarget_report *report)
{
    if (report)
        report->fault = -1;
    if (!retarget || !clip || !memory || !out)
        return SWV_NULL;
    const swv_status checked = check(retarget, frame_count, dt);
    if (checked != SWV_OK)
        return checked;
    const swv_retarget *r = retarget;
    const swv_mount    *from = &r->from->mount, *to = &r->to->mount;
    const size_t        from_count = (size_t)from->skeleton->joint_count, to_count = (size_t)to->skeleton->joint_count;
    swv_pose            posed[SWV_MOUNT_JOINTS], mine[SWV_MOUNT_JOINTS];
    foot(*frames)[2] = (foot(*)[2])memory;
    swv_retarget_report told = { .floor = r->from->floor, .fault = -1 };
    const double        leg = swvi_limbs_length(r->from, LEGS);
    for (int f = 0; f < frame_count; f++) {
        if (!swvi_mount_take(from, clip + (size_t)f * from_count, posed))
            return blame(report, f, SWV_BAD_POSTURE);
        place_feet(r->from, posed, frames[f]);
        if (!swvi_is_finite(lowest_of(r, frames[f])))
            return blame(report, f, SWV_BAD_POSTURE);
    }
    told.floor = find_floor(r, frames, frame_count);
    if (!swvi_is_finite(told.floor))
        return SWV_BAD_POSTURE;
    const recorded source = { frames, frame_count, dt, leg, told.floor, r->_private.heights[0] };
    for (int side = 0; side < 2; side++)
        told.contacts += mark_contacts(&source, side);
    for (int f = 0; f < frame_count; f++) {
        (void)swvi_mount_take(from, clip + (size_t)f * from_count, posed);
        const swv_status status = swvi_retarget_posture(r, posed, told.floor, mine);
        if (status != SWV_OK)
            return blame(report, f, status);
        place_feet(r->to, mine, frames[f]);
        swvi_mount_give(to, NULL, mine, out + (size_t)f * to_count);
        told.planted += frames[f][0].stands != AIR || frames[f][1].stands != AIR;
    }
    for (int side = 0; side < 2; side++) {
        level_foot(r, frames, frame_count, dt, side);
        shift_foot(r, frames, frame_count, dt, swvi_limbs_length(r->to, LEGS), side);
    }
    for (int f = 0; f < frame_count; f++) {
        swvi_retarget_foot feet[2];
        swvi_retarget_miss miss;
        for (int side = 0; side < 2; side++)
            feet[side] = (swvi_retarget_foot){ swv_vec3_add(frames[f][side].at.ankle, frames[f][side].shift),
                                               frames[f][side].turn, frames[f][side].weight };
        swv_pose *const frame = out + (size_t)f * to_count;
        (void)swvi_mount_take(from, clip + (size_t)f * from_count, posed);
        if (!swvi_mount_take(to, frame, mine))
            return blame(report, f, SWV_BAD_POSTURE);
        const swv_status status = swvi_retarget_settle(r, posed, r->options.keep_slides ? NULL : feet, mine, &miss);
        if (status != SWV_OK)
            return blame(report, f, status);
        swvi_mount_give(to, frame, mine, frame);
        told.farthest_hand = swvi_larger(told.farthest_hand, miss.hand);
        told.farthest_foot = swvi_larger(told.farthest_foot, miss.foot);
        told.limited += miss.is_limited;
        if (r->options.tell)
            r->options.tell(r->options.user, f + 1, frame_count);
    }
    told.outcome = outcome_of(&told, r->to->size);
    if (report)
        *report = told;
    return SWV_OK;
}
