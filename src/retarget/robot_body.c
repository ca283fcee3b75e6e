// SPDX-License-Identifier: MIT
// A humanoid robot as a body.
//
// (1) centres   Hip and shoulder are where the axes of their hinges come nearest to each other: sum (I - d d') p = sum (I - d d') o over lines
//               o + s d, with a little of the mean origin, for axes that are parallel.
// (2) soles     The box around what a foot's link is made of: how far below the ankle, ahead of it, behind it and aside. A robot whose file has
//               no shapes, or meshes only, has soles as body.h guesses them.
// (3) goals     of all links at once, feet before all by their weight: heel or ball of the sole, what it stands on, or the ankle if it is not known.
//               The last posture leads to the next (robot_follow.c).
// (4) lift      Ankles that cannot roll (Unitree's H1), or not so far, leave a sole oblique. Its goal is lifted until no corner is lower than the
//               stand-in's lowest: by turns the posture, and how high that is.
//
// In all functions: a side is 0 right, 1 left; a limb its row in SWVI_LIMB_PARTS; joints of the robot are indices into its skeleton, NONE: none; those
// of the stand-in are HIPS to HEAD, then joint_at. Places, `frames` of the robot's links and `worlds` of the stand-in's joints are in the world,
// lengths in the skeleton's unit (metres), angles radians. SWVI_...: feel.h.
#include <math.h>
#include <string.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "retarget/retarget_internal.h"
#include "body/trunk_internal.h"

// GOALS: two of each foot, three of each arm, four elbows and knees, hips, chest. LIFTS: most rounds of (4) a frame. FIRST_STEPS and
// FIRST_ROUNDS: for the first posture, most iterations of the solver and most rounds of following it. Chosen: they bound the time.
enum { GOALS = 16, FOOT_GOALS = 2, LIFTS = 4, FIRST_STEPS = 600, FIRST_ROUNDS = 4 };
enum { NONE = -1, HIPS, CHEST, HEAD, LIMBS };
#define COOKIE  0x726f626fu
#define MEAN    1e-3  // how much a mean origin counts beside axes, 1 each: little, but the sum is never singular. Chosen
#define SETTLED 1e-4  // radians or metres: the first posture, once no motor moves more in a round. Chosen
#define DEEP    3e-4  // of the body's size: how exact (4) is, 0.4 mm of a person's. Chosen

// Joints of the stand-in after the head: three each of the limbs of SWVI_LIMB_PARTS.
static int joint_at(int limb, int k)
{
    return LIMBS + 3 * limb + k;
}

// (1) The centre of the hinges from joint `last` up to below joint `above`.
static swv_vec3 centre_of(const swv_skeleton *t, const swv_pose *frames, int last, int above)
{
    double   a[3][3] = { { 0.0 } }, b[3] = { 0.0 };
    swv_vec3 mean = { 0.0, 0.0, 0.0 };
    int      count = 0;
    for (int j = last; j != above && j != NONE; j = t->joints[j].parent) {
        const swv_vec3 o = frames[j].position, d = swv_quat_rotate(frames[j].rotation, t->joints[j].axis);
        const double   line[3] = { d.x, d.y, d.z }, at[3] = { o.x, o.y, o.z };
        if (t->joints[j].kind != SWV_JOINT_HINGE)
            continue;
        count++;
        mean = swv_vec3_add(mean, swv_vec3_scale(1.0 / count, swv_vec3_sub(o, mean)));
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const double m = (r == c ? 1.0 : 0.0) - line[r] * line[c];
                a[r][c] += m;
                b[r] += m * at[c];
            }
    }
    if (count == 0)
        return frames[last].position;
    const double middle[3] = { mean.x, mean.y, mean.z };
    for (int r = 0; r < 3; r++) {
        a[r][r] += MEAN;
        b[r] += MEAN * middle[r];
    }
    // Cramer's rule: a is positive definite.
    const swv_vec3 x = { a[0][0], a[1][0], a[2][0] }, y = { a[0][1], a[1][1], a[2][1] },
                   z = { a[0][2], a[1][2], a[2][2] };
    const swv_vec3 right = { b[0], b[1], b[2] }, yz = swv_vec3_cross(y, z);
    const double   whole = swv_vec3_dot(x, yz);
    return (swv_vec3){ swv_vec3_dot(right, yz) / whole, swv_vec3_dot(x, swv_vec3_cross(right, z)) / whole,
                       swv_vec3_dot(x, swv_vec3_cross(y, right)) / whole };
}

// The last joint of the unbranched way down from here.
static int end_of(const swv_skeleton *t, int joint)
{
    for (;;) {
        int below = NONE, count = 0;
        for (int j = 0; j < t->joint_count; j++)
            if (t->joints[j].parent == joint) {
                below = j;
                count++;
            }
        if (count != 1)
            return joint;
        joint = below;
    }
}

static int bound(const swv_skeleton *t, const swv_binding *b, int part)
{
    const int joint = b->parts[part].joint;
    return joint >= 0 && joint < t->joint_count ? joint : NONE;
}

// Places of a limb's three joints, and the robot's joints that carry them (`links`); trunk: the joint it must be below. False if it is not there.
static bool place_limb(const swv_skeleton *t, const swv_binding *b, const swv_pose *frames, int limb, int trunk,
                       int links[3], swv_vec3 places[3])
{
    const bool is_arm = limb < 2;
    const int  first = bound(t, b, SWVI_LIMB_PARTS[limb][0]), middle = bound(t, b, SWVI_LIMB_PARTS[limb][1]);
    if (first == NONE || middle == NONE || !swvi_is_below(t->joints, middle, first) || middle == first ||
        !swvi_is_below(t->joints, first, trunk))
        return false;
    const int end =
        end_of(t, bound(t, b, SWVI_LIMB_PARTS[limb][2]) != NONE ? bound(t, b, SWVI_LIMB_PARTS[limb][2]) : middle);
    if (!swvi_is_below(t->joints, end, middle))
        return false;
    links[0] = t->joints[middle].parent;
    links[1] = middle;
    links[2] = end;
    places[1] = frames[middle].position;
    places[0] = centre_of(t, frames, links[0], trunk);
    // A hip whose axes do not meet (Unitree's H1) is above its knee.
    const swv_vec3 across = swv_vec3_normalize(swv_vec3_cross(b->forward, b->up));
    const double   aside = is_arm ? 0.0 : swv_vec3_dot(across, swv_vec3_sub(places[1], places[0]));
    places[0] = swv_vec3_add(places[0], swv_vec3_scale(aside, across));
    places[2] = frames[end].position;
    if (end == middle) {
        const swv_vec3 centre = t->joints[end].center;
        if (!is_arm || !(t->joints[end].mass > 0.0) || !(swv_vec3_length(centre) > 0.0))
            return false;
        places[2] = swv_pose_apply(frames[end], swv_vec3_scale(SWVI_ROBOT_FOREARM, centre));
    }
    return swv_vec3_length(swv_vec3_sub(places[0], places[1])) > 0.0 &&
           swv_vec3_length(swv_vec3_sub(places[1], places[2])) > 0.0;
}

// The moving joint that carries a link.
static int mover_of(const swv_skeleton *t, int joint)
{
    while (t->joints[joint].kind == SWV_JOINT_FIXED && t->joints[joint].parent != NONE)
        joint = t->joints[joint].parent;
    return joint;
}

// (2) The sole of a foot (`side` 0: right, 1: left): the box, in the body's natural axes, around all eight corners of each shape that
// its ankle moves, also those above the ankle, seen from `ankle`. A box is enough where soles are flat. `ankle` and
// `frames` are at rest. A foot without shapes keeps the sole it has.
static void measure_sole(swv_robot_body *r, const swv_pose *frames, int side, swv_vec3 ankle)
{
    const swv_skeleton *t = r->skeleton;
    const int           mover = mover_of(t, r->links[joint_at(2 + side, 2)]);
    double              low[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, high[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    for (int j = 0; j < t->joint_count; j++) {
        const swv_vec3 ends[2] = { t->joints[j].low, t->joints[j].high };
        if (mover_of(t, j) != mover || (swv_vec3_length(ends[0]) == 0.0 && swv_vec3_length(ends[1]) == 0.0))
            continue;
        for (int i = 0; i < 8; i++) {
            const swv_vec3 corner = { ends[i % 2].x, ends[i / 2 % 2].y, ends[i / 4].z };
            const swv_vec3 is =
                swv_quat_rotate(r->body.natural_from_world, swv_vec3_sub(swv_pose_apply(frames[j], corner), ankle));
            const double at[3] = { is.x, is.y, is.z };
            for (int k = 0; k < 3; k++) {
                low[k] = swvi_smaller(low[k], at[k]);
                high[k] = swvi_larger(high[k], at[k]);
            }
        }
    }
    // Further than a leg is long no foot reaches: such a box is an error of the file. `leg` in metres.
    const double leg = r->body.mount.limbs[2 + side].limb.upper + r->body.mount.limbs[2 + side].limb.lower;
    if (!(low[2] < 0.0 && high[1] > 0.0 && low[2] > -leg && low[1] > -leg && high[1] < leg && low[0] > -leg &&
          high[0] < leg))
        return;
    // Half for each foot: the lift is that of their mean.
    r->body._private.lift += 0.5 * (r->body.ankles[side] + low[2]);
    r->body.ankles[side] = -low[2];
    r->body.soles[side].behind = -low[1];
    r->body.soles[side].ahead = high[1];
    r->body.soles[side].right = high[0];
    r->body.soles[side].left = -low[0];
}

/// The caller's memory. What is first is kept: the stand-in's skeleton, and what it refers to. `solving` is for binding and the solvers.
typedef struct workspace {
    swv_skeleton *stand_in;
    void         *of_stand_in, *solving;
    swv_pose     *frames;
    double       *posture, *start, *is;
} workspace;

// Divides the memory; returns the bytes that takes. `memory` may be NULL.
static size_t carve(const swv_skeleton *t, void *memory, workspace *w)
{
    const size_t first = swv_solve_size(t, GOALS), others = swvi_robot_follow_size(t),
                 binding = swv_skeleton_bind_size(SWV_ROBOT_BODY_JOINTS), most = first > others ? first : others,
                 numbers = (size_t)t->number_count;
    size_t used = 0;
    w->stand_in = (swv_skeleton *)swvi_carve(memory, &used, 1, sizeof *w->stand_in);
    w->of_stand_in = swvi_carve(memory, &used, 1, swv_skeleton_size(SWV_ROBOT_BODY_JOINTS));
    w->solving = swvi_carve(memory, &used, 1, most > binding ? most : binding);
    w->frames = (swv_pose *)swvi_carve(memory, &used, (size_t)t->joint_count, sizeof *w->frames);
    w->posture = (double *)swvi_carve(memory, &used, numbers, sizeof *w->posture);
    w->start = (double *)swvi_carve(memory, &used, numbers, sizeof *w->start);
    w->is = (double *)swvi_carve(memory, &used, numbers, sizeof *w->is);
    return used;
}

// The stand-in with ball joints at these places, at rest; up: the skeleton's; *r takes its body.
static swv_status make_stand_in(swv_robot_body *r, const swv_vec3 places[SWV_ROBOT_BODY_JOINTS], swv_vec3 up,
                                const workspace *w)
{
    static const struct {
        int parent, part;  // the joint of the stand-in that it hangs on; the part that it is
    } trunk[LIMBS] = { { NONE, SWV_PART_HIPS }, { HIPS, SWV_PART_UPPER_CHEST }, { CHEST, SWV_PART_HEAD } };
    swv_joint       joints[SWV_ROBOT_BODY_JOINTS];
    swv_binding     binding;
    swv_limb_limits none;
    for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; i++) {
        const int      limb = (i - LIMBS) / 3, k = (i - LIMBS) % 3;
        const int      parent = i < LIMBS ? trunk[i].parent : k > 0 ? i - 1 : limb < 2 ? CHEST : HIPS;
        const swv_vec3 at = parent == NONE ? places[i] : swv_vec3_sub(places[i], places[parent]);
        joints[i] = (swv_joint){ .name = swv_part_name(i < LIMBS ? trunk[i].part : SWVI_LIMB_PARTS[limb][k]),
                                 .parent = parent,
                                 .kind = parent == NONE ? SWV_JOINT_FREE : SWV_JOINT_BALL,
                                 .rest = { at, SWV_IDENTITY_QUAT } };
    }
    const swv_skeleton_options options = { .up = up };
    swv_status status = swv_skeleton_make(joints, SWV_ROBOT_BODY_JOINTS, &options, w->of_stand_in, w->stand_in, NULL);
    if (status == SWV_OK)
        status = swv_skeleton_bind(w->stand_in, NULL, w->solving, &binding);
    if (status == SWV_OK)
        status = swv_body_make(w->stand_in, &binding, &r->body, NULL);
    if (status == SWV_OK)
        status = swv_limb_no_limits(&none);
    for (int i = 0; status == SWV_OK && i < SWV_MOUNT_LIMBS; i++)
        status = swv_limb_set_limits(&r->body.mount.limbs[i].limb, &none);
    return status;
}

size_t swv_robot_body_size(const swv_skeleton *skeleton)
{
    workspace none;
    return !skeleton || swv_skeleton_check(skeleton) != SWV_OK ? 0 : carve(skeleton, NULL, &none);
}

swv_status swv_robot_body_make(const swv_skeleton *skeleton, const swv_binding *binding, void *memory,
                               swv_robot_body *robot, int *fault)
{
    int part = NONE, *const where = fault ? fault : &part;
    *where = NONE;
    if (!skeleton || !binding || !memory || !robot)
        return SWV_NULL;
    swv_status status = swv_skeleton_check(skeleton);
    if (status != SWV_OK)
        return status;
    workspace w;
    (void)carve(skeleton, memory, &w);
    swv_pose *const frames = w.frames;
    swv_robot_body  r = { .cookie = COOKIE, .skeleton = skeleton };
    swv_vec3        places[SWV_ROBOT_BODY_JOINTS];
    status = swv_skeleton_rest(skeleton, w.posture);
    if (status == SWV_OK)
        status = swv_skeleton_frames(skeleton, w.posture, frames);
    if (status != SWV_OK)
        return status;
    static const int chests[] = { SWV_PART_UPPER_CHEST, SWV_PART_CHEST, SWV_PART_SPINE, SWV_PART_HIPS };
    const int        hips = bound(skeleton, binding, SWV_PART_HIPS);
    int              chest = NONE;
    for (int i = 0; i < 4 && chest == NONE; i++)
        chest = bound(skeleton, binding, chests[i]);
    if (!swv_vec3_is_finite(binding->up) || !swv_vec3_is_finite(binding->forward))
        return SWV_BAD_MODEL;
    if (hips == NONE || !swvi_is_below(skeleton->joints, chest, hips)) {
        *where = SWV_PART_HIPS;
        return SWV_BAD_MODEL;
    }
    for (int limb = 0; limb < 4; limb++)
        if (!place_limb(skeleton, binding, frames, limb, limb < 2 ? chest : hips, r.links + joint_at(limb, 0),
                        places + joint_at(limb, 0))) {
            int k = 0;  // the part that is not bound, else the limb's end
            while (k < 2 && bound(skeleton, binding, SWVI_LIMB_PARTS[limb][k]) != NONE)
                k++;
            *where = SWVI_LIMB_PARTS[limb][k];
            return SWV_BAD_MODEL;
        }
    const swv_vec3 shoulders = swv_vec3_scale(0.5, swv_vec3_add(places[joint_at(0, 0)], places[joint_at(1, 0)]));
    const double   leg = swv_vec3_length(swv_vec3_sub(places[joint_at(2, 0)], places[joint_at(2, 2)]));
    r.links[HIPS] = hips;
    r.links[CHEST] = r.links[HEAD] = chest;
    places[HIPS] = frames[hips].position;
    // The chest turns about its own joint, or about the hips' if that is where it is.
    places[CHEST] = frames[chest].position;
    places[HEAD] = swv_vec3_add(shoulders, swv_vec3_scale(SWVI_ROBOT_NECK * leg, swv_vec3_normalize(binding->up)));
    status = make_stand_in(&r, places, binding->up, &w);
    if (status != SWV_OK)
        return status == SWV_NOT_FINITE ? status : SWV_BAD_MODEL;
    for (int side = 0; side < 2; side++)
        measure_sole(&r, frames, side, places[joint_at(2 + side, 2)]);
    for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; i++)
        r.from_link[i] = swv_pose_mul(swv_pose_inverse(frames[r.links[i]]), (swv_pose){ places[i], SWV_IDENTITY_QUAT });
    *robot = r;
    return SWV_OK;
}

// ---- (3) ----

// The goal that joint i of the stand-in is at `world`; weight: one of feel.h, unitless.
static swv_goal goal_for(const swv_robot_body *r, int i, swv_goal_kind kind, swv_pose world, double weight)
{
    return (swv_goal){ .kind = kind,
                       .link = swv_link_of(r->links[i]),
                       .point = r->from_link[i].position,
                       .target = { world.position,
                                   swv_quat_mul(world.rotation, swv_quat_conjugate(r->from_link[i].rotation)) },
                       .weight = weight };
}

// A point of a foot's sole, `ahead` of its ankle (metres, natural axes), is where it would be with the stand-in's ankle at `world`.
static swv_goal goal_for_sole(const swv_robot_body *r, int side, double ahead, swv_pose world)
{
    const int      i = joint_at(2 + side, 2);
    const swv_vec3 from_ankle = swv_quat_rotate(swv_quat_conjugate(r->body.natural_from_world),
                                                (swv_vec3){ 0.0, ahead, -r->body.ankles[side] });
    swv_goal       goal = goal_for(r, i, SWV_GOAL_POSITION, world, SWVI_ROBOT_FEET);
    goal.point = swv_pose_apply(r->from_link[i], from_ankle);
    goal.target.position = swv_pose_apply(world, from_ankle);
    return goal;
}

// A foot in natural axes, from the pose in the world of an ankle of the stand-in, or of the robot's, whose axes at rest are the world's.
static swvi_foot foot_at(const swv_robot_body *r, swv_pose world)
{
    const swv_quat n = r->body.natural_from_world;
    return (swvi_foot){ .ankle = swv_quat_rotate(n, world.position),
                        .turn = swv_quat_mul(n, swv_quat_mul(world.rotation, swv_quat_conjugate(n))) };
}

// What a foot stands on: 1 its ball, 0 its heel, if its toes point up (sine SWVI_TOES_UP); from half of that on smooth in between, with no slope at
// either end (3 t^2 - 2 t^3). Half: chosen.
static double ball_part(const swvi_foot *foot)
{
    const double up = swv_quat_rotate(foot->turn, (swv_vec3){ 0.0, 1.0, 0.0 }).z;
    const double part = swvi_clamp(0.0, 1.0, (SWVI_TOES_UP - up) / (0.5 * SWVI_TOES_UP));
    return part * part * (3.0 - 2.0 * part);
}

// The goals of both feet come first, FOOT_GOALS each: where they are, how they are turned.
static int set_goals(const swv_robot_body *r, const swv_pose *worlds, swv_goal goals[GOALS])
{
    int count = 0;
    for (int side = 0; side < 2; side++) {
        const int       foot = joint_at(2 + side, 2);
        const swvi_foot is = foot_at(r, worlds[foot]);
        const double    part = ball_part(&is), behind = -r->body.soles[side].behind, ahead = r->body.soles[side].ahead;
        const bool      is_known = swvi_foot_has_sole(&r->body, side);
        goals[count++] = is_known ? goal_for_sole(r, side, behind + part * (ahead - behind), worlds[foot])
                                  : goal_for(r, foot, SWV_GOAL_POSITION, worlds[foot], SWVI_ROBOT_FEET);
        goals[count++] = goal_for(r, foot, SWV_GOAL_ROTATION, worlds[foot], SWVI_ROBOT_SOLES);
    }
    for (int side = 0; side < 2; side++) {
        const int hand = joint_at(side, 2), upper = joint_at(side, 0);
        goals[count++] = goal_for(r, hand, SWV_GOAL_POSITION, worlds[hand], SWVI_ROBOT_HANDS);
        if (r->links[hand] != r->links[hand - 1])  // a forearm without a wrist turns as its place lets it
            goals[count++] = goal_for(r, hand, SWV_GOAL_ROTATION, worlds[hand], SWVI_ROBOT_TURNS);
        goals[count++] = goal_for(r, upper, SWV_GOAL_ROTATION, worlds[upper], SWVI_ROBOT_TURNS);
    }
    for (int limb = 0; limb < 4; limb++)
        goals[count++] = goal_for(r, joint_at(limb, 1), SWV_GOAL_POSITION, worlds[joint_at(limb, 1)], SWVI_ROBOT_BENDS);
    goals[count++] = goal_for(r, HIPS, SWV_GOAL_POSE, worlds[HIPS], SWVI_ROBOT_TRUNK);
    goals[count++] = goal_for(r, CHEST, SWV_GOAL_ROTATION, worlds[CHEST], SWVI_ROBOT_CHEST);
    return count;
}

// How much lower the lowest corner of a foot's sole is than what it stands on, the point of `goal`; link: the pose of the foot's link in the world.
static double drop_of(const swv_robot_body *r, int side, const swv_goal *goal, swv_pose link)
{
    const int       foot = joint_at(2 + side, 2);
    const swvi_foot is = foot_at(r, swv_pose_mul(link, r->from_link[foot]));
    return swv_quat_rotate(r->body.natural_from_world, swv_pose_apply(link, goal->point)).z -
           swvi_foot_lowest(&r->body, side, &is);
}

// (4) The goals of feet for soles that are turned as in this posture; lifts: by how much they are lifted so far; frames: room. False if they are as
// high as they were, or nearly (DEEP).
static bool lift_feet(const swv_robot_body *r, const swv_pose *worlds, const double *posture, swv_pose *frames,
                      double lifts[2], swv_goal goals[GOALS])
{
    bool has_any = false;
    if (swv_skeleton_frames(r->skeleton, posture, frames) != SWV_OK)
        return false;
    for (int side = 0; side < 2; side++) {
        if (!swvi_foot_has_sole(&r->body, side))
            continue;
        const int      foot = joint_at(2 + side, 2);
        swv_goal      *goal = &goals[FOOT_GOALS * side];
        const swv_pose wish = swv_pose_mul(worlds[foot], swv_pose_inverse(r->from_link[foot]));
        const double   lift = swvi_larger(0.0,
                                          drop_of(r, side, goal, frames[r->links[foot]]) - drop_of(r, side, goal, wish)),
                     more = lift - lifts[side];
        if (!(fabs(more) > DEEP * r->body.size))
            continue;
        const swv_vec3 up =
            swv_quat_rotate(swv_quat_conjugate(r->body.natural_from_world), (swv_vec3){ 0.0, 0.0, more });
        goal->target.position = swv_vec3_add(goal->target.position, up);
        lifts[side] = lift;
        has_any = true;
    }
    return has_any;
}

// Of the stand-in's size, and radians: motors of robots follow people no closer. Chosen.
#define REACHED 1e-3

// Fills the report: how far feet and hands of the robot are from the stand-in's; frames: room.
static void measure(const swv_robot_body *r, const swv_pose *worlds, const swv_goal *goals, const double *posture,
                    swv_pose *frames, swv_robot_body_report *report)
{
    const double size = r->body.size;
    double       most = 0.0;
    (void)swv_skeleton_frames(r->skeleton, posture, frames);
    for (int side = 0; side < 2; side++) {
        const int       foot = joint_at(2 + side, 2), hand = joint_at(side, 2);
        const swv_goal *goal = &goals[FOOT_GOALS * side];
        const swv_pose  is_foot = swv_pose_mul(frames[r->links[foot]], r->from_link[foot]),
                       is_hand = swv_pose_mul(frames[r->links[hand]], r->from_link[hand]);
        report->feet[side] =
            swv_vec3_length(swv_vec3_sub(swv_pose_apply(frames[r->links[foot]], goal->point), goal->target.position));
        report->feet_turned[side] = swv_quat_angle_between(is_foot.rotation, worlds[foot].rotation);
        report->hands[side] = swv_vec3_length(swv_vec3_sub(is_hand.position, worlds[hand].position));
        most = swvi_larger(most, swvi_larger(report->feet[side], report->hands[side]) / size);
        most = swvi_larger(most, report->feet_turned[side]);
    }
    report->outcome = most < REACHED ? SWV_REACHED : SWV_LIMITED;
}

// The first posture, into w->start: from rest where that leads to, then followed while it moves, held back less in each round.
static swv_status begin(const swv_robot_body *r, const swv_goal *goals, int count, const workspace *w)
{
    const swv_goals asked = { .goals = goals, .count = count };
    // Tolerances in metres and radians: a first guess only. Chosen.
    const swv_solve_options options = {
        .position_tolerance = 1e-5, .rotation_tolerance = 1e-4, .max_iterations = FIRST_STEPS, .max_restarts = -1
    };
    double    *start = w->start, *posture = w->posture, stays = SWVI_ROBOT_STAYS;
    swv_status status = swv_skeleton_rest(r->skeleton, start);
    if (status == SWV_OK)
        status = swv_solve(r->skeleton, &asked, start, &options, w->solving, start, NULL);
    for (int rounds = FIRST_ROUNDS; status == SWV_OK && rounds > 0; rounds--, stays *= SWVI_ROBOT_LOOSER) {
        double                moved = 0.0;
        const swvi_robot_wish wish = { goals, count, start, stays, r->body.size };
        if (!swvi_robot_follow(r->skeleton, &wish, start, w->solving, posture))
            return SWV_BAD_POSTURE;
        for (int i = 0; i < r->skeleton->number_count; i++) {
            moved = swvi_larger(moved, fabs(posture[i] - start[i]));
            start[i] = posture[i];
        }
        if (moved < SETTLED)
            break;
    }
    return status;
}

swv_status swv_robot_body_pose(const swv_robot_body *robot, const swv_pose *locals, const double *previous,
                               void *memory, double *posture, swv_robot_body_report *report)
{
    if (!robot || !locals || !memory || !posture)
        return SWV_NULL;
    const swv_robot_body *r = robot;
    if (r->cookie != COOKIE || !r->skeleton || !swvi_body_is_made(&r->body))
        return SWV_BAD_MODEL;
    swv_pose   worlds[SWV_ROBOT_BODY_JOINTS];
    swv_status status = swv_mount_worlds(&r->body.mount, locals, worlds);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < SWV_ROBOT_BODY_JOINTS; i++)
        if (!swvi_has_room(worlds[i].position))
            return SWV_BAD_GOAL;
    swv_goal  goals[GOALS];
    const int count = set_goals(r, worlds, goals);
    double    lifts[2] = { 0.0, 0.0 };
    workspace w;
    (void)carve(r->skeleton, memory, &w);
    double *const start = w.start, *const is = w.is;
    if (previous)
        memcpy(start, previous, sizeof(double) * (size_t)r->skeleton->number_count);
    else
        status = begin(r, goals, count, &w);
    if (status != SWV_OK)
        return status;
    memcpy(is, start, sizeof(double) * (size_t)r->skeleton->number_count);
    lift_feet(r, worlds, is, w.frames, lifts, goals);  // as the last frame's, a first guess
    const swvi_robot_wish wish = { goals, count, start, SWVI_ROBOT_STAYS, r->body.size };
    for (int i = 0; i <= LIFTS; i++) {
        if (!swvi_robot_follow(r->skeleton, &wish, is, w.solving, is))
            return SWV_BAD_POSTURE;
        if (i < LIFTS && !lift_feet(r, worlds, is, w.frames, lifts, goals))
            break;
    }
    memcpy(posture, is, sizeof(double) * (size_t)r->skeleton->number_count);
    if (report)
        measure(r, worlds, goals, posture, w.frames, report);
    return SWV_OK;
}
