// SPDX-License-Identifier: MIT
// body.h: people of any proportions, axes and rest pose, or with joints where chance puts them; three to eleven
// points, most of them where a body can have them, or goals of any parts.
#include "fuzz.h"
#include "rigs.h"

enum { JOINTS = 22, TWO_MORE = JOINTS + 2 };

typedef struct bone {
    int      part, parent;
    swv_vec3 at;  ///< from the parent's joint: x right, y forward, z up, someone of 1.75 m standing with the arms out
} bone;

// Joint i is of part bones[i].part.
static const bone bones[JOINTS] = {
    { SWV_PART_HIPS, -1, { 0, 0, 0.95 } },
    { SWV_PART_SPINE, 0, { 0, -0.01, 0.1 } },
    { SWV_PART_CHEST, 1, { 0, -0.01, 0.13 } },
    { SWV_PART_UPPER_CHEST, 2, { 0, 0, 0.13 } },
    { SWV_PART_NECK, 3, { 0, 0, 0.13 } },
    { SWV_PART_HEAD, 4, { 0, 0.02, 0.1 } },
    { SWV_PART_LEFT_UPPER_LEG, 0, { -0.09, 0, -0.06 } },
    { SWV_PART_LEFT_LOWER_LEG, 6, { 0, 0.02, -0.42 } },
    { SWV_PART_LEFT_FOOT, 7, { 0, -0.02, -0.42 } },
    { SWV_PART_LEFT_TOES, 8, { 0, 0.14, -0.05 } },
    { SWV_PART_LEFT_SHOULDER, 3, { -0.03, 0, 0.08 } },
    { SWV_PART_LEFT_UPPER_ARM, 10, { -0.15, 0, 0 } },
    { SWV_PART_LEFT_LOWER_ARM, 11, { -0.3, -0.01, 0 } },
    { SWV_PART_LEFT_HAND, 12, { -0.26, 0.01, 0 } },
    { SWV_PART_RIGHT_UPPER_LEG, 0, { 0.09, 0, -0.06 } },
    { SWV_PART_RIGHT_LOWER_LEG, 14, { 0, 0.02, -0.42 } },
    { SWV_PART_RIGHT_FOOT, 15, { 0, -0.02, -0.42 } },
    { SWV_PART_RIGHT_TOES, 16, { 0, 0.14, -0.05 } },
    { SWV_PART_RIGHT_SHOULDER, 3, { 0.03, 0, 0.08 } },
    { SWV_PART_RIGHT_UPPER_ARM, 18, { 0.15, 0, 0 } },
    { SWV_PART_RIGHT_LOWER_ARM, 19, { 0.3, -0.01, 0 } },
    { SWV_PART_RIGHT_HAND, 20, { 0.26, 0.01, 0 } },
};

// Joints that are tracked: the first three always are. Of the last four the rotation does not count.
enum { WITH_TURN = 7 };
static const int tracked[SWV_BODY_POINTS] = { 5, 13, 21, 0, 3, 8, 16, 12, 20, 7, 15 };

/// A skeleton in its rest pose.
typedef struct skeleton {
    int         count;
    world_joint joints[TWO_MORE];
    world_rig   rig;
    swv_binding binding;
} skeleton;

// Bones a little longer or shorter, turned a little, now and then anywhere; all joints turned as they like; two joints that are no part
// of the body: on the floor above the hips, and on a hand.
static bool take_skeleton(stream *s, skeleton *k)
{
    const double size = take_below(s, 8) ? 1.0 : take_number(s, 1e-3, 1e3);
    const bool   is_odd = take_below(s, 4) == 0, is_turned = take_bool(s), has_more = take_bool(s),
               is_left_handed = take_below(s, 4) == 0;
    const swv_vec3 from = take_below(s, 4) ? (swv_vec3){ 0, 0, 0 } : take_vec3(s, 10.0);
    *k = (skeleton){ .count = has_more ? TWO_MORE : JOINTS };
    for (int i = 0; i < JOINTS; ++i) {
        swv_vec3 at = bones[i].at;
        if (is_odd && take_below(s, 4) == 0)
            at = swv_vec3_add(at, take_vec3(s, 0.3));
        if (take_below(s, 8) == 0)
            at = swv_vec3_scale(take_number(s, 0.2, 3.0), at);
        const swv_vec3 parent = bones[i].parent < 0 ? from : k->joints[bones[i].parent].rest.position;
        at = swv_vec3_add(parent, swv_vec3_scale(size, at));
        k->joints[i] = (world_joint){ NULL, bones[i].parent, { at, { 0, 0, 0, 1 } } };
    }
    if (has_more) {
        k->joints[JOINTS] = (world_joint){ NULL, -1, { from, SWV_IDENTITY_QUAT } };
        k->joints[JOINTS + 1] = (world_joint){
            NULL, 13, { swv_vec3_add(k->joints[13].rest.position, take_vec3(s, 0.2)), SWV_IDENTITY_QUAT }
        };
        k->joints[0].parent = JOINTS;
    }
    for (int i = 0; i < k->count; ++i) {
        if (is_turned)
            k->joints[i].rest.rotation = take_quat(s);
        if (is_left_handed)
            k->joints[i].rest.position.x = -k->joints[i].rest.position.x;
    }
    int given[SWV_PARTS] = { 0 };
    for (int i = 0; i < SWV_PARTS; ++i)
        given[i] = -1;
    for (int i = 0; i < JOINTS; ++i)
        given[bones[i].part] = i + 1;
    for (int changes = take_below(s, 8) ? 0 : 1 + take_below(s, 2); changes > 0; --changes)
        given[bones[take_below(s, JOINTS)].part] = -1;
    k->rig = (world_rig){
        .joints = k->joints, .joint_count = k->count, .up = { 0, 0, 1 }, .is_left_handed = is_left_handed
    };
    const swv_bind_options options = { .given = given };
    return bind_rig(&k->rig, &options, &k->binding) == SWV_OK;
}

// Where a joint is, by the locals of all it hangs on.
static swv_vec3 world_of(const skeleton *k, const swv_pose *locals, int joint, turn *rotation)
{
    swv_vec3 at = locals[joint].position;
    *rotation = turn_of(locals[joint].rotation);
    for (int j = k->joints[joint].parent; j >= 0; j = k->joints[j].parent) {
        const turn over = turn_of(locals[j].rotation);
        at = swv_vec3_add(locals[j].position, turned(over, at));
        *rotation = turn_by(over, *rotation);
    }
    return at;
}

static double size_of(const skeleton *k)
{
    double size = 0.0;
    for (int i = 0; i < k->count; ++i)
        size = fmax(size, apart(k->joints[i].rest.position, k->joints[0].rest.position));
    return size;
}

// Head and hands and some others, near where they rest, or anywhere within reach of a long arm; now and then a part too few,
// twice or unknown.
static int take_points(stream *s, const skeleton *k, swv_body_point *points)
{
    const double   size = size_of(k), spread = take_bool(s) ? 0.3 * size : 2.0 * size;
    const unsigned others = take_byte(s);
    const bool     all_turn = take_bool(s);
    const swv_vec3 walked = take_below(s, 4) ? (swv_vec3){ 0, 0, 0 } : take_vec3(s, 10.0 * size);
    int            count = 0;
    for (int i = 0; i < SWV_BODY_POINTS; ++i) {
        if (i >= 3 && !(others >> (i - 3) & 1))
            continue;
        const world_joint *j = &k->joints[tracked[i]];
        const swv_vec3     at = swv_vec3_add(swv_vec3_add(j->rest.position, walked), take_vec3(s, spread));
        points[count++] =
            (swv_body_point){ bones[tracked[i]].part, { at, all_turn ? take_quat(s) : j->rest.rotation } };
    }
    if (take_below(s, 32) == 0)
        points[take_below(s, count)].part = take_below(s, SWV_PARTS + 2) - 1;
    return take_below(s, 32) ? count : take_below(s, 13);
}

static bool is_unit(swv_quat q)
{
    return fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1.0) <= 1e-12;
}

// Which joint a point is of, as it was taken; -1: none.
static int joint_of(int part)
{
    for (int i = 0; i < JOINTS; ++i)
        if (bones[i].part == part)
            return i;
    return -1;
}

// Whether a device's point says where it is; elbows and knees have no rotation.
static bool is_heard(const swv_body_point *point)
{
    swv_pose   pose = point->pose;
    const int  joint = joint_of(point->part);
    bool       has_turn = false;
    const bool has_room =
        fabs(pose.position.x) <= 1e306 && fabs(pose.position.y) <= 1e306 && fabs(pose.position.z) <= 1e306;
    for (int n = 0; n < WITH_TURN; ++n)
        has_turn = has_turn || tracked[n] == joint;
    if (!has_turn)
        pose.rotation = (swv_quat)SWV_IDENTITY_QUAT;
    return has_room && swv_pose_check(&pose) == SWV_OK;
}

// `before` is what was there: the animation or the rest pose.
static void check_solution(const skeleton *k, const swv_pose *before, const swv_body_point *points, int count,
                           const swv_pose *locals, const swv_body_report *report)
{
    double farthest = size_of(k);
    for (int i = 0; i < count; ++i)
        farthest = fmax(farthest, is_heard(&points[i]) ? length_of(points[i].pose.position) : 0.0);
    for (int i = 0; i < k->count; ++i) {
        const bool is_moved = i < JOINTS && bones[i].part != SWV_PART_LEFT_TOES && bones[i].part != SWV_PART_RIGHT_TOES;
        CHECK(all_finite(&locals[i].position.x, 3) && all_finite(&locals[i].rotation.x, 4));
        CHECK(is_moved ? is_unit(locals[i].rotation) : memcmp(&locals[i], &before[i], sizeof locals[i]) == 0);
        // Bones keep their lengths: joints do not move on those they hang on, but for the hips.
        if (i != 0)
            CHECK_NEAR(apart(locals[i].position, before[i].position), 0.0, 1e-12 * farthest);
    }
    for (int i = 0; i < count; ++i) {
        const int joint = joint_of(points[i].part);
        turn      rotation;
        CHECK(joint >= 0);
        const swv_vec3 at = world_of(k, locals, joint, &rotation);
        if (!is_heard(&points[i])) {
            CHECK(report->position_errors[i] == 0.0 && report->rotation_errors[i] == 0.0);
            continue;
        }
        const double miss = apart(at, points[i].pose.position);
        check_distance(report->position_errors[i], miss, 1e-12 * (farthest + miss));
        bool has_turn = false;
        for (int n = 0; n < WITH_TURN; ++n)
            has_turn = has_turn || tracked[n] == joint;
        if (has_turn)
            check_angle(report->rotation_errors[i], angle_between(rotation, turn_of(points[i].pose.rotation)));
        else
            CHECK_NEAR(report->rotation_errors[i], 0.0, 0.0);
        const bool is_head = points[i].part == SWV_PART_HEAD;
        if (is_head && !report->is_lost)
            CHECK(miss <= 1e-9 * farthest && report->rotation_errors[i] <= 1e-7);
        if (report->outcome == SWV_REACHED && !report->is_lost && has_turn && joint != 0 && joint != 3)
            CHECK(miss <= 1e-9 * farthest && report->rotation_errors[i] <= 1e-7);
    }
}

// Wants of any parts, most of them near where those rest; some faded in.
static int take_goals(stream *s, const skeleton *k, swv_body_goal *goals)
{
    const double size = size_of(k), spread = take_bool(s) ? 0.3 * size : 2.0 * size;
    const int    count = take_below(s, 6);
    for (int i = 0; i < count; ++i) {
        const int          joint = tracked[take_below(s, SWV_BODY_POINTS)];
        const world_joint *j = &k->joints[joint];
        goals[i] = (swv_body_goal){ .part = take_below(s, 32) == 31 ? take_below(s, SWV_PARTS) : bones[joint].part,
                                    .pose = { swv_vec3_add(j->rest.position, take_vec3(s, spread)),
                                              take_bool(s) ? take_quat(s) : j->rest.rotation },
                                    .want = (swv_body_want)take_below(s, s->is_wild ? 7 : 6),
                                    .is_weighted = true,
                                    .position_weight = take_below(s, 4) == 3 ? 1.0 - take_number(s, 0.0, 1.0) : 1.0,
                                    .rotation_weight = take_below(s, 4) == 3 ? 1.0 - take_number(s, 0.0, 1.0) : 1.0 };
    }
    return count;
}

static void check_reached(const skeleton *k, const swv_pose *before, const swv_body_goal *goals, int count,
                          const swv_pose *locals, const swv_body_reach_report *report)
{
    double farthest = size_of(k);
    for (int i = 0; i < count; ++i)
        farthest = fmax(farthest, length_of(goals[i].pose.position));
    for (int i = 0; i < k->count; ++i) {
        const bool is_moved = memcmp(&locals[i], &before[i], sizeof locals[i]) != 0;
        CHECK(all_finite(&locals[i].position.x, 3) && all_finite(&locals[i].rotation.x, 4));
        CHECK(!is_moved || is_unit(locals[i].rotation));
        if (i != 0)
            CHECK_NEAR(apart(locals[i].position, before[i].position), 0.0, 1e-12 * farthest);
    }
    CHECK(all_finite(&report->mass.x, 3) && report->overhang >= 0.0);
    for (int i = 0; i < count; ++i) {
        const swv_body_goal *g = &goals[i];
        const int            joint = joint_of(g->part);
        turn                 rotation;
        CHECK(isfinite(report->position_errors[i]) && isfinite(report->rotation_errors[i]));
        if (joint < 0 || g->position_weight != 1.0 || g->rotation_weight != 1.0)
            continue;
        const double miss = apart(world_of(k, locals, joint, &rotation), g->pose.position);
        bool         has_turn = false;  // elbows and knees are only drawn towards their goals
        for (int n = 0; n < WITH_TURN; ++n)
            has_turn = has_turn || tracked[n] == joint;
        if (g->want == SWV_WANT_POSE || g->want == SWV_WANT_POSITION) {
            check_distance(report->position_errors[i], miss, 1e-12 * (farthest + miss));
            CHECK(report->outcome != SWV_REACHED || !has_turn || miss <= 1e-6 * farthest);
        }
        if (has_turn && (g->want == SWV_WANT_POSE || g->want == SWV_WANT_ROTATION))
            check_angle(report->rotation_errors[i], angle_between(rotation, turn_of(g->pose.rotation)));
    }
}

// Elbows out of the body: hands stay, arms are no deeper than before, and what is not moved is as it was.
static void check_flesh(stream *s, const skeleton *k, const swv_body *body, const swv_pose *before)
{
    swv_flesh     flesh;
    swv_clearance was[2], is[2];
    swv_pose      locals[TWO_MORE];
    if (swv_flesh_make(body, &flesh) != SWV_OK)
        return;
    for (int i = 0; i < SWV_FLESH_SOLIDS; ++i)
        flesh.solids[i].radius *= take_number(s, 0.5, 2.0);
    PAINT(locals);
    const swv_status seen = swv_flesh_clearance(body, &flesh, before, was);
    const swv_status status = swv_flesh_avoid(body, &flesh, before, locals, is);
    CHECK(seen == status || seen == SWV_OK);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_MODEL || status == SWV_BAD_POSTURE || status == SWV_NOT_FINITE);
        for (int i = 0; i < k->count; ++i)
            CHECK(is_painted(&locals[i], sizeof locals[i]));
        return;
    }
    for (int side = 0; side < 2; ++side) {
        const int *joints = body->mount.limbs[side].joints;
        turn       rotation;
        CHECK(isfinite(is[side].distance) && is[side].solid >= 0 && is[side].solid < SWV_FLESH_SOLIDS);
        CHECK(is[side].distance >= was[side].distance - 1e-6 * size_of(k));
        CHECK_NEAR(apart(world_of(k, locals, joints[2], &rotation), world_of(k, before, joints[2], &rotation)), 0.0,
                   1e-6 * size_of(k));
        if (was[side].distance >= 0.0)
            CHECK(!memcmp(&locals[joints[1]], &before[joints[1]], sizeof locals[0]));
    }
}

// On itself or on the built-in human, any postures: finite, of unit length, or refused.
static void check_retarget(stream *s, const skeleton *k, const swv_body *body, const swv_pose *before)
{
    static world_joint  joints[SWV_HUMAN_JOINTS];
    static swv_body     human;
    static swv_pose     clip[4 * TWO_MORE], out[4 * SWV_MOUNT_JOINTS];
    double              scratch[4 * 38];
    swv_retarget        retarget;
    swv_retarget_report report;
    world_rig           rig;
    swv_binding         binding;
    const bool          is_human = take_bool(s);
    if (is_human && (human_rig(1.75, SWV_MALE, joints, &rig) != SWV_OK || bind_rig(&rig, NULL, &binding) != SWV_OK ||
                     body_of_rig(&rig, &binding, &human, NULL) != SWV_OK))
        return;
    const swv_body            *to = is_human ? &human : body;
    const swv_retarget_options options = { .keep_directions = take_bool(s),
                                           .keep_slides = take_bool(s),
                                           .compromise = (swv_limb_compromise)take_below(s, 2) };
    if (swv_retarget_make(body, to, &options, &retarget) != SWV_OK)
        return;
    const int count = 1 + (int)take_below(s, 4), hips = body->spine[0];
    CHECK(swv_retarget_size(count) <= sizeof scratch);
    for (int f = 0; f < count; ++f) {
        memcpy(clip + f * k->count, before, (size_t)k->count * sizeof before[0]);
        clip[f * k->count + hips].rotation = take_quat(s);
    }
    const swv_status status = swv_retarget_clip(&retarget, clip, count, 1.0 / 60.0, scratch, out, &report);
    CHECK(status == SWV_OK || status == SWV_BAD_POSTURE || status == SWV_BAD_GOAL || status == SWV_NOT_FINITE ||
          status == SWV_BAD_MODEL);
    for (int i = 0; status == SWV_OK && i < count * to->mount.skeleton->joint_count; ++i)
        CHECK(all_finite(&out[i].position.x, 3) && is_unit(out[i].rotation));
    // A rest pose from it.
    static swv_joint found[TWO_MORE];
    static double    room[1 << 11];
    CHECK(swv_skeleton_bind_size(k->count) <= sizeof room);
    if (swv_rest_find(body->mount.skeleton, &k->binding, clip, count, room, found) != SWV_OK)
        return;
    for (int i = 0; i < k->count; ++i)
        CHECK(is_unit(found[i].rest.rotation));
}

static void check_reach(stream *s, const skeleton *k, const swv_body *body, const swv_pose *before, bool is_animated)
{
    swv_body_goal          goals[SWV_BODY_GOALS];
    swv_pose               locals[TWO_MORE];
    swv_body_reach_report  report;
    const int              count = take_goals(s, k, goals);
    swv_body_reach_options options = { (swv_limb_compromise)take_below(s, s->is_wild ? 3 : 2), take_bool(s),
                                       take_bool(s) };
    const bool             follows = take_bool(s);
    swv_body_follower      follower;
    const swv_pose        *animation = is_animated ? before : NULL;
    const double           dt = take_below(s, 8) ? 1.0 / 60.0 : take_number(s, 0.0, 1.0);
    if (follows) {
        CHECK(swv_body_follow_start(body, NULL, &follower) == SWV_OK);
        // Mostly it was somewhere before.
        swv_body_goal earlier[SWV_BODY_GOALS];
        const int     had = take_below(s, 4) ? take_goals(s, k, earlier) : 0;
        (void)swv_body_follow(body, &follower, earlier, had, 1.0 / 60.0, animation, &options, locals, NULL);
    }
    PAINT(locals);
    PAINT(report);
    const swv_status status =
        follows ? swv_body_follow(body, &follower, goals, count, dt, animation, &options, locals, &report)
                : swv_body_reach(body, goals, count, animation, &options, locals, &report);
    if (status == SWV_OK) {
        check_reached(k, before, goals, count, locals, &report);
        return;
    }
    CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_COUNT || status == SWV_BAD_OPTIONS ||
          (status == SWV_BAD_POSTURE && is_animated) ||
          (status == SWV_BAD_ARGUMENT && follows && !(dt > 0.0 && isfinite(dt))));
    CHECK_ONLY_FAULT(report, count);
    for (int i = 0; i < k->count; ++i)
        CHECK(is_painted(&locals[i], sizeof locals[i]));
}

// What is known comes out as it went in, all else is finite; parts that are not named are untouched.
static void check_natural(double size, const swv_body_point *points, int count)
{
    swv_pose poses[SWV_PARTS];
    PAINT(poses);
    const swv_status status = swv_natural_body(size, points, count, poses);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_ARGUMENT || status == SWV_BAD_COUNT || status == SWV_BAD_GOAL);
        CHECK_UNTOUCHED(poses);
        return;
    }
    for (int i = 0; i < count; ++i) {
        CHECK(memcmp(&poses[points[i].part], &points[i].pose, sizeof poses[0]) == 0);
        poses[points[i].part].rotation = (swv_quat)SWV_IDENTITY_QUAT;
    }
    for (int i = 0; i < SWV_PARTS; ++i) {
        if (joint_of(i) < 0) {
            CHECK_UNTOUCHED(poses[i]);
            continue;
        }
        CHECK(all_finite(&poses[i].position.x, 3) && all_finite(&poses[i].rotation.x, 4));
        if (i == SWV_PART_HIPS || i == SWV_PART_UPPER_CHEST)
            CHECK(is_unit(poses[i].rotation));
    }
}

// A few frames one after the other: each as exact as one alone, and one that is refused leaves no trace.
static void check_track(stream *s, const skeleton *k, const swv_body *body, const swv_pose *before, bool is_animated,
                        swv_limb_compromise compromise)
{
    swv_body_track track, copy;
    swv_pose       locals[TWO_MORE];
    PAINT(track);
    if (swv_body_track_start(body, compromise, &track) != SWV_OK) {
        CHECK_UNTOUCHED(track);
        return;
    }
    for (int frame = 1 + take_below(s, 4); frame > 0; --frame) {
        swv_body_point  points[16] = { { 0, SWV_IDENTITY_POSE } };
        swv_body_report report;
        const int       count = take_points(s, k, points);
        const double    dt = take_below(s, 4) ? 1.0 / 60.0 : take_number(s, 0.0, 2.0);
        PAINT(locals);
        PAINT(report);
        memcpy(&copy, &track, sizeof track);
        const swv_status status =
            swv_body_track_step(body, &track, points, count, dt, is_animated ? before : NULL, locals, &report);
        if (status == SWV_OK) {
            check_solution(k, before, points, count, locals, &report);
            continue;
        }
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_COUNT || (status == SWV_BAD_POSTURE && is_animated) ||
              (status == SWV_BAD_ARGUMENT && !(dt > 0.0 && isfinite(dt))));
        CHECK(memcmp(&copy, &track, sizeof track) == 0);
        CHECK_ONLY_FAULT(report, count);
        for (int i = 0; i < k->count; ++i)
            CHECK(is_painted(&locals[i], sizeof locals[i]));
    }
}

// Devices anywhere, and their points: numbers, or refused.
static void check_calibration(stream *s, const skeleton *k, const swv_body *body)
{
    const bool      has_head = take_bool(s);
    const swv_vec3  head = has_head ? take_vec3(s, 0.2 * size_of(k)) : (swv_vec3){ 0, 0, 0 };
    const double    scale = take_bool(s) ? take_number(s, 0.0, 2.0) : 0.0;
    swv_body_point  devices[16] = { { 0, SWV_IDENTITY_POSE } }, points[16];
    swv_calibration calibration;
    const int       count = take_points(s, k, devices);
    PAINT(calibration);
    PAINT(points);
    const swv_status status = swv_calibration_make(body, devices, count, has_head ? &head : NULL, scale, &calibration);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_COUNT || status == SWV_BAD_OPTIONS);
        CHECK_UNTOUCHED(calibration);
        return;
    }
    CHECK(calibration.scale > 0.0 && isfinite(calibration.scale) && isfinite(calibration.arms));
    const swv_status again = swv_calibration_points(body, &calibration, devices, count, points);
    CHECK(again == SWV_OK || again == SWV_BAD_GOAL);
    for (int i = 0; i < count && again == SWV_OK; ++i) {
        CHECK(points[i].part == devices[i].part && all_finite(&points[i].pose.position.x, 3));
        CHECK(i >= 3 || is_unit(points[i].pose.rotation));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream   s = stream_of(data, size);
    skeleton k;
    swv_body body;
    free_rig_skeletons();
    if (!take_skeleton(&s, &k))
        return 0;
    PAINT(body);
    const swv_status made = body_of_rig(&k.rig, &k.binding, &body, NULL);
    swv_body_point   points[16] = { { 0, SWV_IDENTITY_POSE } };
    const int        count = take_points(&s, &k, points);
    if (made != SWV_OK) {
        CHECK(made == SWV_BAD_MODEL || made == SWV_NOT_FINITE);
        CHECK_UNTOUCHED(body);
        return 0;
    }
    swv_pose                  locals[TWO_MORE], before[TWO_MORE];
    swv_body_report           report;
    const swv_limb_compromise compromise = (swv_limb_compromise)take_below(&s, s.is_wild ? 3 : 2);
    const bool                is_animated = take_bool(&s);  // in place
    rest_of(&body.mount, before);
    for (int i = 0; is_animated && i < k.count; ++i)
        before[i].rotation = take_quat(&s);
    switch (take_below(&s, 8)) {  // one room of the body at a time
    case 3:
    case 4:
        if (does_part(&s, 0, 2))
            check_reach(&s, &k, &body, before, is_animated);
        if (does_part(&s, 1, 2))
            check_flesh(&s, &k, &body, before);
        return 0;
    case 5:
        check_retarget(&s, &k, &body, before);
        return 0;
    case 6:
        check_track(&s, &k, &body, before, is_animated, compromise);
        return 0;
    case 7:
        check_calibration(&s, &k, &body);
        return 0;
    default:
        check_natural(take_below(&s, 4) ? 1.42 : take_number(&s, 0.0, 3.0), points, count);
        break;
    }
    PAINT(locals);
    PAINT(report);
    if (is_animated)
        memcpy(locals, before, (size_t)k.count * sizeof before[0]);
    const swv_status status =
        swv_body_solve(&body, points, count, is_animated ? locals : NULL, compromise, locals, &report);
    if (status == SWV_OK) {
        check_solution(&k, before, points, count, locals, &report);
    } else {
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_COUNT || status == SWV_BAD_ARGUMENT ||
              (status == SWV_BAD_POSTURE && is_animated));
        for (int i = 0; i < k.count; ++i)
            CHECK(is_animated ? memcmp(&locals[i], &before[i], sizeof before[i]) == 0
                              : is_painted(&locals[i], sizeof locals[i]));
        CHECK_ONLY_FAULT(report, count);
    }
    return 0;
}
