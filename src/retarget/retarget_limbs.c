// SPDX-License-Identifier: MIT
// Hands and feet of a retargeted body to their places, so that a motion which goes on goes on.
//
// (1) hips    go by no more than the legs need to reach their feet.
// (2) elbows  and knees are carried along from the directions of the source: the line from shoulder to wrist turns, the elbow about it does not.
// (3) limits  Where they are in the way elbow and end share what they take (limb_turn.c): so the elbow moves as the source's does.
// (4) soles   An ankle that limits keep from bending lifts its heel: the ball of a foot stays where it stands, and the hips go along, so that the leg
//             stays as it is. In the air the ball does not drop.
//
// In all functions: postures of limbs are in the axes of limb.h, from the shoulder or hip. All else is in the world, right-handed, lengths in the target's unit; `worlds`: of its joints, before anything has
// moved; `out`: its locals (mount_internal.h), changed. A side is 0 right, 1 left; a limb 0, 1 the arms, 2, 3 the legs. Angles are radians.
#include "body/mount_internal.h"
#include "retarget/retarget_internal.h"
#include "body/trunk_internal.h"

enum { LEGS = 2, LIMBS = 4, HIPS = 0 };
enum { HOLDS = 6 };  // most rounds in which balls are held. Chosen
#define CLOSE 1e-5   // of the body's size: balls so near to their place are there. Chosen

// ---- (1) ----

// The hips go to where the source's directions have them (`worlds`) and by `lifted` from there, and on from that as far
// as the legs need to reach `feet`. *moved takes the whole way.
static void move_hips(const swv_body *b, const swv_pose feet[2], const swv_pose *worlds, swv_vec3 lifted, swv_pose *out,
                      swv_vec3 *moved)
{
    swvi_trunk      t = { .body = b };
    swvi_trunk_wish wish = { .has_head = false };
    swvi_trunk_read(b, out, &t);
    for (int i = LEGS; i < LIMBS; i++) {
        const swv_mount_limb *l = &b->mount.limbs[i];
        const double          apart = swv_vec3_length(
                     swv_vec3_sub(worlds[l->_private.joints[2]].position, worlds[l->_private.joints[0]].position));
        wish.has_limb[i] = true;
        wish.ends[i] = feet[i - LEGS].position;
        // A leg that the source has straighter may be.
        wish.reaches[i] = swvi_larger(swvi_trunk_reach(b, i), swvi_smaller(apart, l->limb.upper + l->limb.lower));
    }
    const swv_vec3 from = worlds[b->_private.spine[HIPS]].position, is = t.places[HIPS];
    t.places[HIPS] = swv_vec3_add(from, lifted);
    swvi_trunk_place(&t);
    swvi_trunk_stand(&t, &wish);
    *moved = swv_vec3_sub(t.places[HIPS], from);
    const swv_quat none[2] = { SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT };
    if (swv_vec3_length(swv_vec3_sub(is, t.places[HIPS])) != 0.0)
        (void)swvi_trunk_write(&t, none, out, out);
}

// ---- goals ----

// The hand's place, no further from the shoulder than the arm reaches, or than its bones lead (`apart`).
static swv_vec3 within_reach(const swv_body *b, int side, swv_vec3 shoulder, double apart, swv_vec3 place)
{
    const swv_vec3 way = swv_vec3_sub(place, shoulder);
    const double   most = swvi_larger(swvi_trunk_reach(b, side), apart), far = swv_vec3_length(way);
    return far > most ? swv_vec3_add(shoulder, swv_vec3_scale(most / far, way)) : place;
}

// The foot with its ankle `there`, turned about it. *pose: in, how its joint is turned; out, its goal. And its ball, in natural axes.
static void place_foot(const swv_body *b, int side, const swvi_retarget_foot *there, const swv_pose *out,
                       swv_pose *pose, swv_vec3 *its_ball)
{
    const swvi_foot foot = swvi_foot_place(b, side, out);
    const swv_quat  n = b->natural_from_world;
    *its_ball = swv_vec3_add(there->ankle, swv_quat_rotate(there->turn, swv_vec3_sub(foot.ball, foot.ankle)));
    *pose =
        (swv_pose){ swv_quat_rotate(swv_quat_conjugate(n), there->ankle),
                    swv_quat_mul(swv_quat_mul(swv_quat_conjugate(n), swv_quat_mul(there->turn, n)), pose->rotation) };
}

typedef struct limb_task {
    swv_pose         goal;      ///< in the world, of the joint's axes, right-handed
    swv_limb_posture previous;  ///< with the source's directions
    double           apart;     ///< of wrist and shoulder there
} limb_task;

// Limb i of the target brought to its task, in the world.
static swv_status settle_limb(const swv_retarget *r, int i, const limb_task *task, swv_pose *out,
                              swv_limb_report *report)
{
    const swv_mount      *m = &r->to->mount;
    const swv_mount_limb *l = &m->limbs[i];
    const swv_pose        first = swvi_mount_world(m, out, l->_private.joints[0]),
                   trunk = swvi_mount_world(m, out, l->_private.trunk);
    swv_limb_posture    posture;
    const swv_pose      shoulder = { first.position, swv_quat_mul(trunk.rotation, l->_private.joint_from_trunk) };
    const swv_pose      goal = { task->goal.position,
                                 swv_quat_mul(task->goal.rotation, swv_quat_conjugate(l->bone_from_joint[2])) };
    const swv_limb_goal asked = { .end = swv_pose_mul(swv_pose_inverse(shoulder), goal),
                                  .elbow = SWV_ELBOW_PREVIOUS,
                                  .is_soft = true };
    const swv_status    status =
        swv_limb_solve(&l->limb, &asked, &task->previous, r->options.compromise, &posture, report);
    if (status == SWV_OK)
        swvi_mount_write(m, i, &posture, out);
    return status;
}

// Legs to their goals, the hips first: where the source's directions have them, and `lifted`.
static swv_status settle_legs(const swv_retarget *r, const swv_pose *worlds, swv_vec3 lifted,
                              const limb_task tasks[LIMBS], swv_pose *out, swv_vec3 *moved,
                              swv_limb_report reports[LIMBS])
{
    const swv_pose ends[2] = { tasks[LEGS].goal, tasks[LEGS + 1].goal };
    swv_status     status = SWV_OK;
    move_hips(r->to, ends, worlds, lifted, out, moved);
    for (int i = LEGS; status == SWV_OK && i < LIMBS; i++)
        status = settle_limb(r, i, &tasks[i], out, &reports[i]);
    return status;
}

// Arms to their goals, relative to the chest as it is now.
static swv_status settle_arms(const swv_retarget *r, const swv_pose *locals, const swv_pose *worlds, swv_vec3 moved,
                              limb_task tasks[LIMBS], swv_pose *out, swv_limb_report reports[LIMBS])
{
    const swv_mount *m = &r->to->mount;
    swv_vec3         places[2];
    swv_status       status = SWV_OK;
    swvi_retarget_hands(r, locals, out, places);
    for (int side = 0; status == SWV_OK && side < LEGS; side++) {
        const int     *joints = m->limbs[side]._private.joints;
        const swv_vec3 shoulder = swv_vec3_add(worlds[joints[0]].position, moved);
        tasks[side].goal.position = r->options.keep_directions ? swv_vec3_add(worlds[joints[2]].position, moved)
                                                               : within_reach(r->to, side, shoulder, tasks[side].apart,
                                                                              swvi_mount_point(m, places[side]));
        status = settle_limb(r, side, &tasks[side], out, &reports[side]);
    }
    return status;
}

// Whether limits take something of what is asked.
static bool is_yielding(const swv_limb_report *report)
{
    return report->outcome == SWV_LIMITED || report->outcome == SWV_SOFTENED;
}

// (4) Moves the goals of feet that limits have turned so that their balls are where they should be (`balls`, in natural axes), and adds to *lifted
// what the hips go along. False if there are none.
static bool hold_balls(const swv_body *b, const swvi_retarget_foot feet[2], const swv_vec3 balls[2],
                       const swv_limb_report reports[LIMBS], const swv_pose *out, limb_task tasks[LIMBS],
                       swv_vec3 *lifted)
{
    swv_vec3 sum = { 0.0, 0.0, 0.0 };
    double   standing = 0.0;
    bool     has_any = false;
    for (int side = 0; side < 2; side++) {
        const swvi_foot is = swvi_foot_place(b, side, out);
        if (!is_yielding(&reports[LEGS + side]) || (feet[side].stands == 0.0 && balls[side].z <= is.ball.z))
            continue;
        const double   weight = balls[side].z > is.ball.z ? 1.0 : feet[side].stands;
        const swv_vec3 back =
            swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), swv_vec3_sub(balls[side], is.ball));
        if (swv_vec3_length(back) < CLOSE * b->size)
            continue;
        tasks[LEGS + side].goal.position = swv_vec3_add(tasks[LEGS + side].goal.position, swv_vec3_scale(weight, back));
        has_any = true;
        sum = swv_vec3_add(sum, swv_vec3_scale(feet[side].stands, back));
        standing += feet[side].stands;
    }
    if (standing > 0.0)
        *lifted = swv_vec3_add(*lifted, swv_vec3_scale(1.0 / swvi_larger(standing, 1.0), sum));
    return has_any;
}

swv_status swvi_retarget_settle(const swv_retarget *r, const swv_pose *locals, const swvi_retarget_foot feet[2],
                                swv_pose *out, swvi_retarget_miss *miss)
{
    const swv_body  *b = r->to;
    const swv_mount *m = &b->mount;
    swv_pose         worlds[SWV_MOUNT_JOINTS];
    limb_task        tasks[LIMBS];
    swv_limb_report  reports[LIMBS];
    swv_vec3         balls[2], moved, lifted = { 0.0, 0.0, 0.0 };
    if (!swvi_mount_are_locals(m, out))
        return SWV_BAD_POSTURE;
    swvi_mount_worlds(m, out, worlds);
    swv_status status;
    for (int i = 0; i < LIMBS; i++) {
        const swv_mount_limb *l = &m->limbs[i];
        tasks[i].goal = worlds[l->_private.joints[2]];
        tasks[i].apart = swv_vec3_length(swv_vec3_sub(tasks[i].goal.position, worlds[l->_private.joints[0]].position));
        status = swvi_mount_read(m, i, out, &tasks[i].previous);
        if (status != SWV_OK)
            return status;
        if (feet && i >= LEGS)
            place_foot(b, i - LEGS, &feet[i - LEGS], out, &tasks[i].goal, &balls[i - LEGS]);
    }
    status = settle_legs(r, worlds, lifted, tasks, out, &moved, reports);
    for (int i = 0; feet && status == SWV_OK && i < HOLDS; i++) {
        if (!hold_balls(b, feet, balls, reports, out, tasks, &lifted))
            break;
        status = settle_legs(r, worlds, lifted, tasks, out, &moved, reports);
    }
    if (status == SWV_OK)
        status = settle_arms(r, locals, worlds, moved, tasks, out, reports);
    if (status != SWV_OK || !miss)
        return status;
    *miss = (swvi_retarget_miss){ .is_limited = false };
    for (int i = 0; i < LIMBS; i++) {
        double *most = i >= LEGS ? &miss->foot : &miss->hand;
        *most = swvi_larger(*most, reports[i].position_error);
        miss->is_limited |= is_yielding(&reports[i]);
    }
    return SWV_OK;
}
