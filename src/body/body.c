// SPDX-License-Identifier: MIT
// The whole body from a few points.
//
// (0) joints    Shoulders, hip joints and ankles are where they are; where a skeleton has its joints of hips, chest and head is a matter of taste. So
//               points of these three are moved to where the people of natural_body.c have them, seen from between the shoulders at
//               rest, and all are lifted until ankles are as high as theirs; what is said of the body is moved back. People differ too, by
//               s, SWVI_PEOPLE_SPREAD: of a distance d counts d / (1 + s^2/d^2).
// (1) posture   natural_body.c says where people's joints are, and how hips and chest are turned. Joints of the spine between
//               hips and chest, and of the neck between chest and head, share the turn by where they lie; then those between
//               swing, so that the chest lies from the hips, and the head from the chest, where (1) has them.
// (2) trunk     trunk.c brings the head to its point and the shoulders within reach of the hands: first the shoulder swings about
//               the clavicle's joint, then the spine turns, and the hips shift if they are not tracked. Hips that are tracked yield
//               before that, if they are further from the head than the spine is long.
// (3) limbs     as body.h does: hands and feet at their points, or where (1) has the feet: flat and not below the floor. Elbows
//               and knees towards their points; without one the elbow as limb.h has it, the knee as (1) has it.
//
// Places and turns are in the world, right-handed, unless in the axes of body.h (x right, y forward, z up from the floor); lengths in the skeleton's
// unit, angles in radians. Joints are numbers of the mount's; those of the spine count from the hips, 0. Limbs count right arm, left arm, right leg,
// left leg; a side is an arm, 2 + side a leg. Locals are those that count, each joint against its parent.
#include "body/body_internal.h"

#include "feel.h"
#include "body/mount_internal.h"
#include "swivel/body.h"
#include "swivel/trig.h"

enum { COOKIE = 0x626f6479, NONE = -1, HIPS = 0 };
#define DONE 1e-12  // of the body's size

// (0): people's joints at rest, on average (tests/body/body_people.c measures them), from between the shoulders: in sizes, in the axes of
// body.h.
enum { HEAD, PELVIS, CHEST, MOVED };
static const swv_vec3 people[MOVED] = { { 0.0, SWVI_PEOPLE_HEAD_AHEAD, SWVI_PEOPLE_HEAD_ABOVE },
                                        { 0.0, SWVI_PEOPLE_HIPS_AHEAD, -SWVI_PEOPLE_HIPS_BELOW },
                                        { 0.0, SWVI_PEOPLE_CHEST_AHEAD, -SWVI_PEOPLE_CHEST_BELOW } };

// ---- making ----

// The middle between the roots of two limbs: shoulders or hip joints.
static swv_vec3 middle(const swv_mount_limb pair[2], const swv_pose *worlds)
{
    return swv_vec3_scale(
        0.5, swv_vec3_add(worlds[pair[0]._private.joints[0]].position, worlds[pair[1]._private.joints[0]].position));
}

// (0), of the rest pose, whose worlds these are; `up`: a unit vector of the world. Size and ankles too; 0.5: the mean of both sides.
static void measure(swv_body *b, const swv_pose *worlds, swv_vec3 up)
{
    const swv_mount_limb *limbs = b->mount.limbs;
    const swv_vec3        shoulders = middle(limbs, worlds), hip_joints = middle(limbs + 2, worlds);
    const int             joints[MOVED] = { b->_private.spine[b->spine_count - 1], b->_private.spine[HIPS],
                                            b->_private.spine[b->chest] };
    b->_private.people_size = swv_vec3_length(swv_vec3_sub(shoulders, hip_joints));
    for (int i = 1; i < b->spine_count; i++)
        b->size += swv_vec3_length(
            swv_vec3_sub(worlds[b->_private.spine[i]].position, worlds[b->_private.spine[i - 1]].position));
    for (int i = 2; i < SWV_MOUNT_LIMBS; i++) {
        const double length = 0.5 * (limbs[i].limb.upper + limbs[i].limb.lower);
        b->size += length;
        b->_private.people_size += length;
    }
    b->_private.people_size *= (1.0 + SWVI_PEOPLE_LONGER);
    for (int i = 0; i < MOVED; i++) {
        const swv_vec3 here =
            swv_quat_rotate(b->natural_from_world, swv_vec3_sub(worlds[joints[i]].position, shoulders));
        const swv_vec3 way = swv_vec3_sub(swv_vec3_scale(b->_private.people_size, people[i]), here);
        const double   spread = SWVI_PEOPLE_SPREAD * b->_private.people_size / swv_vec3_length(way);
        b->_private.to_people[i] = swv_vec3_scale(1.0 / (1.0 + spread * spread), way);
    }
    double sole = swv_vec3_dot(worlds[joints[HEAD]].position, up);
    for (int part = 0; part < SWV_PARTS; part++)
        if (b->_private.parts[part] != NONE)
            sole = swvi_smaller(sole, swv_vec3_dot(worlds[b->_private.parts[part]].position, up));
    sole -= SWVI_SOLE_BELOW * b->size;
    b->_private.lift = SWVI_PEOPLE_ANKLES * b->_private.people_size;
    for (int side = 0; side < 2; side++) {
        b->ankles[side] = swv_vec3_dot(worlds[limbs[2 + side]._private.joints[2]].position, up) - sole;
        b->_private.lift -= 0.5 * b->ankles[side];
    }
}

// The first part that a body needs and that is missing or attached in the wrong place; NONE if there is none.
static int missing_part(const swv_mount *m, const int parts[SWV_PARTS])
{
    const int hips = parts[SWV_PART_HIPS], head = parts[SWV_PART_HEAD];
    if (hips == NONE)
        return SWV_PART_HIPS;
    if (head == NONE || head == hips || !swvi_mount_is_below(m, head, hips))
        return SWV_PART_HEAD;
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        for (int k = 0; k < 3; k++)
            if (parts[SWVI_LIMB_PARTS[i][k]] == NONE)
                return SWVI_LIMB_PARTS[i][k];
        if (!m->limbs[i].is_there || !swvi_mount_is_below(m, m->limbs[i]._private.joints[0], hips))
            return SWVI_LIMB_PARTS[i][0];
    }
    return NONE;
}

// The joints from the hips to the head. SWV_BAD_MODEL: a part is missing or attached in the wrong place. *part takes which.
static swv_status find_spine(swv_body *b, int *part)
{
    const swv_mount *m = &b->mount;
    const int        hips = b->_private.parts[SWV_PART_HIPS], head = b->_private.parts[SWV_PART_HEAD];
    *part = missing_part(m, b->_private.parts);
    if (*part != NONE)
        return SWV_BAD_MODEL;
    for (int j = head; j != m->_private.parents[hips]; j = m->_private.parents[j])
        b->spine_count++;
    if (b->spine_count > SWV_BODY_SPINE) {
        *part = SWV_PART_HEAD;
        return SWV_BAD_COUNT;
    }
    for (int j = head, i = b->spine_count - 1; i >= 0; j = m->_private.parents[j], i--)
        b->_private.spine[i] = j;
    for (int i = 0; i < b->spine_count; i++)
        b->spine[i] = m->_private.joints[b->_private.spine[i]];
    return SWV_OK;
}

// The joint that carries both arms, the highest of the spine above them, and the clavicles.
static void find_chest(swv_body *b)
{
    const swv_mount *m = &b->mount;
    while (b->chest + 1 < b->spine_count - 1 &&
           swvi_mount_is_below(m, m->limbs[0]._private.joints[0], b->_private.spine[b->chest + 1]) &&
           swvi_mount_is_below(m, m->limbs[1]._private.joints[0], b->_private.spine[b->chest + 1]))
        b->chest++;
    const int chest = b->_private.spine[b->chest];
    for (int side = 0; side < 2; side++) {
        const int clavicle = b->_private.parts[side == SWV_LEFT ? SWV_PART_LEFT_SHOULDER : SWV_PART_RIGHT_SHOULDER];
        const int arm = m->limbs[side]._private.joints[0];
        b->_private.clavicles[side] = clavicle != NONE && swvi_mount_is_below(m, arm, clavicle) &&
                                              swvi_mount_is_below(m, clavicle, chest) && clavicle != chest
                                          ? clavicle
                                          : NONE;
        b->clavicles[side] = b->_private.clavicles[side] == NONE ? NONE : m->_private.joints[clavicle];
    }
}

swv_status swv_body_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_body *body, int *fault)
{
    swv_body b = { .chest = 0 };
    int at, *const where = fault ? fault : &at;
    *where = NONE;
    if (!body)
        return SWV_NULL;
    swv_status status = swv_mount_make(skeleton, binding, &b.mount, where);
    if (status != SWV_OK)
        return status;
    const swv_mount *m = &b.mount;
    for (int part = 0; part < SWV_PARTS; part++) {
        b.parts[part] = binding->parts[part].joint;
        b._private.parts[part] = swvi_mount_number(m, b.parts[part]);
    }
    status = find_spine(&b, where);
    if (status != SWV_OK)
        return status;

    swv_pose rest[SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
    (void)swvi_mount_take(m, NULL, rest);
    swvi_mount_worlds(m, rest, worlds);
    find_chest(&b);
    for (int i = 0; i < b.spine_count; i++)
        b._private.rest_turns[i] = worlds[b._private.spine[i]].rotation;

    const swv_vec3 y = swvi_mount_point(m, binding->forward), z = swvi_mount_point(m, binding->up),
                   x = swv_vec3_cross(y, z);
    b.natural_from_world =
        swv_quat_from_mat3((swv_mat3){ { { x.x, x.y, x.z }, { y.x, y.y, y.z }, { z.x, z.y, z.z } } });
    measure(&b, worlds, z);
    b.cookie = COOKIE;
    *body = b;
    return SWV_OK;
}

bool swvi_body_is_made(const swv_body *body)
{
    return body->cookie == COOKIE && swvi_mount_verify(&body->mount) == SWV_OK;
}

swv_status swvi_body_stand(const swv_body *body, swv_pose *locals)
{
    // Radians: plane, elevation, rotation, elbow's flexion, pronation, wrist's flexion and deviation. Arms hang, a little
    // away from the body and bent. Chosen.
    static const double hanging[SWV_LIMB_ANGLES] = { 0.6, 0.14, -0.2, 0.3, 0.1, 0.0, 0.0 };
    const swv_mount    *m = &body->mount;
    swv_limb_posture    posture;
    (void)swvi_mount_take(m, NULL, locals);
    for (int side = 0; side < 2; side++) {
        // The hand as these angles have it, the elbow as people do.
        swv_status status = swv_limb_posture_from_angles(&m->limbs[side].limb, hanging, &posture);
        if (status != SWV_OK)
            return status;
        swvi_mount_write(m, side, &posture, locals);
        const swv_pose       hand = swvi_mount_world(m, locals, m->limbs[side]._private.joints[2]);
        const swv_mount_goal goal = { .part = SWVI_LIMB_PARTS[side][2],
                                      .end = swvi_mirrored_if(m->is_left_handed, hand),
                                      .elbow = SWV_ELBOW_NATURAL };
        swv_limb_report      unread;
        status = swvi_mount_solve(m, &goal, 1, SWV_KEEP_LIMITS, locals, &unread);
        if (status != SWV_OK)
            return status;
    }
    return SWV_OK;
}

swv_status swv_body_stand(const swv_body *body, swv_pose *locals)
{
    if (!body || !locals)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    swv_pose         mine[SWV_MOUNT_JOINTS];
    const swv_status status = swvi_body_stand(body, mine);
    if (status == SWV_OK)
        swvi_mount_give(&body->mount, NULL, mine, locals);
    return status;
}

// Hips that are too far from the head (a place of the world) for the spine come nearer: its first bone turns with them, the others can be stretched.
static void yield_hips(swvi_trunk *t, swv_vec3 head)
{
    double length = 0.0;
    for (int i = 1; i + 1 < t->body->spine_count; i++)
        length += swv_vec3_length(t->offsets[i]);
    const swv_vec3 way = swv_vec3_sub(head, t->places[1]);
    const double   distance = swv_vec3_length(way);
    if (distance > (1.0 - SWVI_SPINE_SHORT) * length)
        t->places[HIPS] =
            swv_vec3_add(t->places[HIPS], swv_vec3_scale(1.0 - (1.0 - SWVI_SPINE_SHORT) * length / distance, way));
    swvi_trunk_place(t);
}

// ---- the points ----

int swvi_body_joint(const swv_body *b, int part, bool *has_turn)
{
    const swv_mount_limb *limbs = b->mount.limbs;
    const int             limb = swv_mount_limb_of(&b->mount, part);
    *has_turn = false;
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        if (SWVI_LIMB_PARTS[i][1] == part)
            return limbs[i]._private.joints[1];
    *has_turn = true;
    return limb != NONE                   ? limbs[limb]._private.joints[2]
           : part == SWV_PART_HEAD        ? b->_private.spine[b->spine_count - 1]
           : part == SWV_PART_HIPS        ? b->_private.spine[HIPS]
           : part == SWV_PART_UPPER_CHEST ? b->_private.spine[b->chest]
                                          : NONE;
}

// The axes of body.h of a part whose joint is turned like this in the world, as a rotation in the axes of body.h.
static swv_quat natural_turn(const swv_body *b, int part, swv_quat turn)
{
    const swv_quat n = b->natural_from_world;
    const int      limb = swv_mount_limb_of(&b->mount, part);
    if (limb != NONE)
        return swv_quat_mul(n, swv_quat_mul(turn, swv_quat_conjugate(b->mount.limbs[limb].bone_from_joint[2])));
    const int      i = part == SWV_PART_HEAD ? b->spine_count - 1 : part == SWV_PART_HIPS ? HIPS : b->chest;
    const swv_quat against_rest = swv_quat_mul(turn, swv_quat_conjugate(b->_private.rest_turns[i]));
    return swv_quat_mul(n, swv_quat_mul(against_rest, swv_quat_conjugate(n)));
}

// (0): a joint of the skeleton's to where people's is (way 1), or back (way -1). In the axes of body.h.
static void move_joint(const swv_body *b, int part, double way, swv_pose *pose)
{
    const int i = part == SWV_PART_HEAD          ? HEAD
                  : part == SWV_PART_HIPS        ? PELVIS
                  : part == SWV_PART_UPPER_CHEST ? CHEST
                                                 : NONE;
    if (i != NONE)
        pose->position = swv_vec3_add(pose->position,
                                      swv_vec3_scale(way, swv_quat_rotate(pose->rotation, b->_private.to_people[i])));
    pose->position.z += way * b->_private.lift;
}

// (1) up to the guess: what g's points say, the rest of it still 0. *fault takes the index of a bad point, or NONE.
static swv_status read_points(const swv_body *b, swvi_body_given *g, int *fault)
{
    const swv_body_point *points = g->points;
    const int             count = g->point_count;
    swv_body_point        converted[SWV_BODY_POINTS];
    *fault = NONE;
    if (count < 3 || count > SWV_BODY_POINTS)  // 3: head and hands
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++) {
        const int part = points[i].part;
        bool      has_turn;
        *fault = i;
        if (swvi_body_joint(b, part, &has_turn) == NONE)
            return SWV_BAD_GOAL;
        swv_pose pose = swvi_mirrored_if(b->mount.is_left_handed, points[i].pose);
        if (!has_turn)
            pose.rotation = (swv_quat)SWV_IDENTITY_QUAT;
        if (g->is_known[part] || swv_pose_check(&pose) != SWV_OK || !swvi_has_room(pose.position))
            return SWV_BAD_GOAL;
        g->is_known[part] = true;
        g->poses[part] = pose;
        converted[i] = (swv_body_point){ part,
                                         { swvi_into_natural(b, pose.position),
                                           has_turn ? natural_turn(b, part, pose.rotation) : pose.rotation } };
        move_joint(b, part, 1.0, &converted[i].pose);
    }
    *fault = NONE;
    const swv_status status = swv_natural_body(b->_private.people_size, converted, count, g->natural);
    for (int part = 0; part < SWV_PARTS && status == SWV_OK; part++)
        move_joint(b, part, -1.0, &g->natural[part]);
    return status;
}

// ---- solving ----

// (1): turns of the spine's joints against rest, in the world, from those of hips, chest and head.
static void share_turns(const swvi_body_given *g, swvi_trunk *t)
{
    const swv_body *b = t->body;
    const int       top = b->spine_count - 1;
    const swv_quat  n = b->natural_from_world, back = swv_quat_conjugate(n);
    const swv_quat  hips = swv_quat_mul(back, swv_quat_mul(g->natural[SWV_PART_HIPS].rotation, n));
    const swv_quat  chest = swv_quat_mul(back, swv_quat_mul(g->natural[SWV_PART_UPPER_CHEST].rotation, n));
    const swv_quat  head =
        swv_quat_mul(g->poses[SWV_PART_HEAD].rotation, swv_quat_conjugate(b->_private.rest_turns[top]));
    double along[SWV_BODY_SPINE] = { 0.0 };
    for (int i = 0; i < top; i++)
        along[i + 1] = along[i] + swv_vec3_length(t->offsets[i]);
    for (int i = 0; i <= top; i++) {
        const bool     is_low = i <= b->chest;
        const double   from = is_low ? 0.0 : along[b->chest], to = is_low ? along[b->chest] : along[top];
        const double   part = to > from ? (along[i] - from) / (to - from) : 0.0;
        const swv_quat start = is_low || b->chest == HIPS ? hips : chest, end = is_low ? chest : head;
        t->turns[i] = swv_quat_mul(swvi_part_of_turn(start, end, is_low && b->chest == HIPS ? 0.0 : part), start);
    }
    t->turns[top] = head;
}

// (1): the joints of the spine from `first` on below `last` swing together, so that `last` lies this way (any length) from `first`.
static void lean(swvi_trunk *t, int first, int last, swv_vec3 way)
{
    const swv_quat swing = last > first ? swv_quat_between(swv_vec3_sub(t->places[last], t->places[first]), way)
                                        : (swv_quat)SWV_IDENTITY_QUAT;
    for (int i = first; i < last; i++)
        t->turns[i] = swv_quat_normalize(swv_quat_mul(swing, t->turns[i]));
    swvi_trunk_place(t);
}

swv_status swvi_body_trunk(const swv_body *body, swvi_body_given *g, const swv_pose *animation, swv_pose *out,
                           swvi_trunk *t, int *fault)
{
    const swv_mount *m = &body->mount;
    const swv_status status = read_points(body, g, fault);
    if (status != SWV_OK)
        return status;
    if (!swvi_mount_take(m, animation, out))
        return SWV_BAD_POSTURE;
    // What hangs between the trunk and a limb rests.
    for (int i = 0; i < body->spine_count; i++)
        out[body->_private.spine[i]] = swvi_mount_rest(m, body->_private.spine[i]);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        for (int j = m->_private.parents[m->limbs[i]._private.joints[0]];
             !swvi_mount_is_below(m, body->_private.spine[body->spine_count - 1], j); j = m->_private.parents[j])
            out[j] = swvi_mount_rest(m, j);
    *t = (swvi_trunk){ .holds_place = g->is_known[SWV_PART_HIPS], .holds_turn = g->is_known[SWV_PART_HIPS] };
    swvi_trunk_read(body, out, t);
    const int       top = body->spine_count - 1;
    const swv_vec3  head = g->poses[SWV_PART_HEAD].position;
    swvi_trunk_wish wish = { .has_head = true, .head = head, .has_limb = { true, true } };
    share_turns(g, t);
    t->places[HIPS] = t->holds_place ? g->poses[SWV_PART_HIPS].position
                                     : swvi_out_of_natural(body, g->natural[SWV_PART_HIPS].position);
    swvi_trunk_place(t);
    const swv_vec3 chest = swvi_out_of_natural(body, g->natural[SWV_PART_UPPER_CHEST].position);
    lean(t, HIPS + 1, body->chest, swv_vec3_sub(chest, t->places[HIPS + 1]));
    const swv_vec3 neck = swv_vec3_sub(t->places[body->chest + 1], t->places[body->chest]);
    lean(t, body->chest + 1, top,
         swv_vec3_sub(head, t->holds_place ? t->places[body->chest + 1] : swv_vec3_add(chest, neck)));
    if (!t->holds_place) {
        t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_sub(head, t->places[top]));
        swvi_trunk_place(t);
    } else {
        yield_hips(t, head);
    }
    swv_quat swings[2];
    for (int side = 0; side < 2; side++) {
        wish.ends[side] = g->poses[SWVI_LIMB_PARTS[side][2]].position;
        wish.reaches[side] = swvi_trunk_reach(body, side);
        swings[side] = swvi_trunk_swing(t, side, wish.ends[side], (1.0 - SWVI_SHOULDER_EARLY) * wish.reaches[side]);
    }
    swvi_trunk_meet(t, &wish);
    // Where the spine is too short, or too long, for both the hips yield.
    if (t->holds_place && swv_vec3_length(swv_vec3_sub(head, t->places[top])) > DONE * body->size) {
        t->holds_place = t->holds_turn = false;
        swvi_trunk_meet(t, &wish);
    }
    t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_sub(head, t->places[top]));
    swvi_trunk_place(t);
    return swvi_trunk_write(t, swings, out, out) ? SWV_OK : SWV_BAD_POSTURE;
}

// ---- (3) ----

// A lift l becomes l^2 / (l + a), a = SWVI_GUESSED_LIFT: small lifts nearly vanish, large ones lose a; no kink.
swvi_body_step swvi_body_guess_foot(const swv_body *b, const swvi_body_given *g, int side)
{
    const swv_vec3 foot = g->natural[SWVI_LIMB_PARTS[2 + side][2]].position;
    const swv_vec3 ahead = swv_vec3_sub(g->natural[SWVI_TOES_PARTS[side]].position, foot);
    const double   lift = swvi_larger(0.0, foot.z - b->ankles[side]);
    return (swvi_body_step){ { foot.x, foot.y, b->ankles[side] + lift * lift / (lift + SWVI_GUESSED_LIFT * b->size) },
                             ahead.x != 0.0 || ahead.y != 0.0 ? swv_atan2(-ahead.x, ahead.y) : 0.0,
                             0.0 };
}

swv_pose swvi_body_foot_pose(const swv_body *b, const swvi_body_step *step, int side)
{
    const swv_quat turn = swv_quat_mul(swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, step->heading),
                                       swv_quat_from_axis_angle((swv_vec3){ 1.0, 0.0, 0.0 }, -step->heel));
    return (swv_pose){ swvi_out_of_natural(b, step->ankle),
                       swv_quat_mul(swv_quat_conjugate(b->natural_from_world),
                                    swv_quat_mul(turn, b->mount.limbs[2 + side].bone_from_joint[2])) };
}

void swvi_body_limb_goals(const swv_body *b, const swvi_body_given *g, swv_mount_goal goals[SWV_MOUNT_LIMBS])
{
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        const int      middle = SWVI_LIMB_PARTS[i][1], end = SWVI_LIMB_PARTS[i][2];
        const bool     is_leg = i >= 2;
        const swv_vec3 pole =
            g->is_known[middle] ? g->poses[middle].position : swvi_out_of_natural(b, g->natural[middle].position);
        goals[i] = (swv_mount_goal){ .part = end,
                                     .end = swvi_mirrored_if(b->mount.is_left_handed, g->poses[end]),
                                     .elbow = is_leg || g->is_known[middle] ? SWV_ELBOW_TOWARDS : SWV_ELBOW_NATURAL,
                                     .pole = swvi_mount_point(&b->mount, pole) };
    }
}

// How far each point (in the rig's world) is missed by the posture that `out` is; the outcome of tracked hands and feet.
void swvi_body_finish(const swv_body *body, const swvi_body_given *g, const swv_limb_report limbs[SWV_MOUNT_LIMBS],
                      const swv_pose *animation, const swv_pose *out, swv_pose *locals, swv_body_report *report)
{
    swv_body_report made = { .outcome = SWV_REACHED, .fault = NONE };
    swv_pose        worlds[SWV_MOUNT_JOINTS];
    swvi_mount_worlds(&body->mount, out, worlds);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        made.is_torn |= limbs[i].is_torn;
        if (g->is_known[SWVI_LIMB_PARTS[i][2]] && (made.outcome == SWV_REACHED || limbs[i].outcome == SWV_OUT_OF_REACH))
            made.outcome = limbs[i].outcome;
    }
    for (int i = 0; i < g->point_count; i++) {
        const swv_body_point *point = &g->points[i];
        bool                  has_turn;
        const swv_pose        at =
            swvi_mirrored_if(body->mount.is_left_handed, worlds[swvi_body_joint(body, point->part, &has_turn)]);
        made.position_errors[i] = swv_vec3_length(swv_vec3_sub(at.position, point->pose.position));
        made.rotation_errors[i] =
            has_turn ? swv_quat_angle_between(at.rotation, swv_quat_normalize(point->pose.rotation)) : 0.0;
    }
    swvi_mount_give(&body->mount, animation, out, locals);
    if (report)
        *report = made;
}

swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                          const swv_pose *animation, swv_limb_compromise compromise, swv_pose *locals,
                          swv_body_report *report)
{
    if (report)
        report->fault = NONE;
    if (!body || !points || !locals)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    if (compromise != SWV_KEEP_LIMITS && compromise != SWV_KEEP_HAND)
        return SWV_BAD_ARGUMENT;
    swvi_body_given g = { .points = points, .point_count = point_count };
    swvi_trunk      t;
    swv_pose        out[SWV_MOUNT_JOINTS];
    int             point;
    swv_status      status = swvi_body_trunk(body, &g, animation, out, &t, report ? &report->fault : &point);
    if (status != SWV_OK)
        return status;
    for (int side = 0; side < 2; side++) {
        const int            part = SWVI_LIMB_PARTS[2 + side][2];
        const swvi_body_step step = swvi_body_guess_foot(body, &g, side);
        if (!g.is_known[part])
            g.poses[part] = swvi_body_foot_pose(body, &step, side);
    }
    swv_mount_goal  goals[SWV_MOUNT_LIMBS];
    swv_limb_report limbs[SWV_MOUNT_LIMBS];
    swvi_body_limb_goals(body, &g, goals);
    status = swvi_mount_solve(&body->mount, goals, SWV_MOUNT_LIMBS, compromise, out, limbs);
    if (status == SWV_OK)
        swvi_body_finish(body, &g, limbs, animation, out, locals, report);
    return status;
}
