// SPDX-License-Identifier: MIT
// One body's motion on another.
//
// All is compared in the natural axes of each body (x right, y forward, z up at rest), where a turn D against rest means the same in both.
//
// (1) trunk    The source's turns, taken where the target's joints lie along its spine: between two joints a part of the turn from one to the
//              next. Clavicles as they swing against the chest.
// (2) hips     The middle M of the hip joints: level by the scale s, and M' - a' = s (M - a) upward, a the ankle's height in a stand, so
//              that a straight stand stays one.
// (3) limbs    Rotations of bones against the trunk, as limb.h has them: no rest pose is left in them.
// (4) others   Toes and fingers as they turn against foot and hand, in the axes of those.
// (5) hands    From the middle of the shoulders, in the chest's axes: forward and up by the ratio r of the arms' lengths; aside by that of the
//              shoulders' distances between them and by r beyond. Hands that meet meet, arms that hang hang.
//
// In all functions: a side is 0 right, 1 left; a limb 0, 1 the arms, 2, 3 the legs; of two bodies 0 is the source, 1 the target. Joints have the
// mount's numbers, NONE: none; locals are those that count, in their parents' frames (mount_internal.h), worlds right-handed. Lengths are in each
// body's own unit, angles radians. SWVI_...: feel.h.
#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "retarget/retarget_internal.h"
#include "body/trunk_internal.h"

enum { NONE = -1, HIPS = 0, LEGS = 2, LIMBS = 4 };
#define COOKIE 0x72746774u

// ---- making ----

// The limb that a toe or a finger is part of; NONE for other parts.
static int small_limb(int part)
{
    const bool is_left = part < SWV_PART_RIGHT_EYE;
    const int  left = is_left ? part : swv_part_mirrored(part);
    if (left == SWV_PART_LEFT_TOES)
        return LEGS + (is_left ? SWV_LEFT : SWV_RIGHT);
    const bool is_finger = left >= SWV_PART_LEFT_THUMB_METACARPAL && left <= SWV_PART_LEFT_LITTLE_DISTAL;
    return !is_finger ? NONE : is_left ? SWV_LEFT : SWV_RIGHT;
}

// A turn in the world's axes, right-handed, as one in the body's natural axes; and back.
static swv_quat to_natural(const swv_body *b, swv_quat turn)
{
    return swv_quat_mul(b->natural_from_world, swv_quat_mul(turn, swv_quat_conjugate(b->natural_from_world)));
}

static swv_quat from_natural(const swv_body *b, swv_quat turn)
{
    return swv_quat_mul(swv_quat_conjugate(b->natural_from_world), swv_quat_mul(turn, b->natural_from_world));
}

// The joint of a side's toes.
static int toes_of(const swv_body *b, int side)
{
    return b->_private.parts[SWVI_TOES_PARTS[side]];
}

bool swvi_foot_has_sole(const swv_body *b, int side)
{
    return b->soles[side].ahead > 0.0 && toes_of(b, side) == NONE;
}

swv_vec3 swvi_foot_sole(const swv_body *b, int side, const swvi_foot *foot, double right, double ahead)
{
    return swv_vec3_add(foot->ankle, swv_quat_rotate(foot->turn, (swv_vec3){ right, ahead, -b->ankles[side] }));
}

// Along the natural z, over the world's zero.
double swvi_foot_lowest(const swv_body *b, int side, const swvi_foot *foot)
{
    const double right = b->soles[side].right, left = -b->soles[side].left, ahead = b->soles[side].ahead,
                 behind = -b->soles[side].behind;
    double lowest = HUGE_VAL;
    for (int i = 0; i < 4; i++)
        lowest = swvi_smaller(lowest, swvi_foot_sole(b, side, foot, i % 2 ? right : left, i / 2 ? ahead : behind).z);
    return lowest;
}

// Where a joint rests in the world, right-handed.
static swv_pose rest_world(const swv_body *b, int joint)
{
    swv_pose world = SWV_IDENTITY_POSE;
    for (int j = joint; j != NONE; j = b->mount._private.parents[j])
        world = swv_pose_mul(swvi_mount_inside(&b->mount, swvi_mount_rest(&b->mount, j)), world);
    return world;
}

swvi_foot swvi_foot_place(const swv_body *b, int side, const swv_pose *locals)
{
    const int      toes = toes_of(b, side), joint = b->mount.limbs[LEGS + side]._private.joints[2];
    const swv_pose is = swvi_mount_world(&b->mount, locals, joint);
    swvi_foot      foot = { .ankle = swv_quat_rotate(b->natural_from_world, is.position), .turn = SWV_IDENTITY_QUAT };
    if (toes != NONE) {
        foot.ball = swv_quat_rotate(b->natural_from_world, swvi_mount_world(&b->mount, locals, toes).position);
        return foot;
    }
    // Ahead of where the ankle rests, on the floor.
    const swv_pose rest = rest_world(b, joint);
    foot.turn = to_natural(b, swv_quat_mul(is.rotation, swv_quat_conjugate(rest.rotation)));
    foot.ball = swvi_foot_sole(b, side, &foot, 0.0,
                               swvi_foot_has_sole(b, side) ? b->soles[side].ahead : SWVI_BALL_AHEAD * b->size);
    return foot;
}

// Heights of ankle and ball ([side][0] and [1]) over what the body stands on at rest; `rest`: locals.
static void measure_feet(const swv_body *b, const swv_pose *rest, double heights[2][2])
{
    double lowest = HUGE_VAL;
    bool   is_known = true;
    for (int side = 0; side < 2; side++) {
        const swvi_foot foot = swvi_foot_place(b, side, rest);
        heights[side][0] = foot.ankle.z;
        heights[side][1] = foot.ball.z;
        lowest = swvi_smaller(lowest, foot.ankle.z - b->ankles[side]);
        is_known &= swvi_foot_has_sole(b, side);
    }
    const double floor = !is_known && fabs(lowest) < SWVI_REST_STANDS * b->size ? 0.0 : lowest;
    for (int i = 0; i < 4; i++)
        heights[i / 2][i % 2] -= floor;
}

double swvi_limbs_length(const swv_body *b, int first)
{
    double sum = 0.0;
    for (int i = first; i < first + 2; i++)
        sum += 0.5 * (b->mount.limbs[i].limb.upper + b->mount.limbs[i].limb.lower);
    return sum;
}

// How far along hips to chest, or chest to head, joint i of the spine is: 0 to 1 and 1 to 2.
static double height_along(const swvi_trunk *t, int i)
{
    const int chest = t->body->chest, from = i > chest ? chest : HIPS,
              to = i > chest ? t->body->spine_count - 1 : chest;
    const double evenly = to > from ? (double)(i - from) / (to - from) : 0.0;
    return (i > chest ? 1.0 : 0.0) + swvi_trunk_part_along(t, from, i, to, evenly);
}

// (1) For each joint of the target's spine: below which of the source's it lies, and what part of the way to the next.
static void match_spines(const swvi_trunk *from, const swvi_trunk *to, swv_retarget *r)
{
    const int top = from->body->spine_count - 1, chest = from->body->chest;
    for (int i = 0; i < to->body->spine_count; i++) {
        const double height = i == to->body->chest ? 1.0 : height_along(to, i);
        int          k = i == to->body->chest ? chest : i > to->body->chest ? chest : HIPS;
        while (k + 1 <= top && k != (i <= to->body->chest ? chest : top) && height_along(from, k + 1) <= height)
            k++;
        const double low = k == chest ? 1.0 : height_along(from, k), high = k < top ? height_along(from, k + 1) : low;
        r->_private.below[i] = i == HIPS ? HIPS : k;
        r->_private.along[i] = i != HIPS && high > low ? swvi_clamp(0.0, 1.0, (height - low) / (high - low)) : 0.0;
    }
}

// (4) With A the axes of hand or foot and F those of a small joint, all in the world: what F' has against A' is what F has against A, but for how
// they rest: F' = A' A^-1 F (A0^-1 F0)^-1 A0'^-1 F0'. The last factors are `small`.
static void match_small(swv_retarget *r)
{
    const swv_mount *ms = &r->from->mount, *mt = &r->to->mount;
    for (int part = 0; part < SWV_PARTS; part++) {
        const int limb = small_limb(part), s = r->from->_private.parts[part], t = r->to->_private.parts[part];
        r->_private.small[part] = (swv_quat)SWV_IDENTITY_QUAT;
        if (limb == NONE || s == NONE || t == NONE)
            continue;
        const swv_pose end_s = rest_world(r->from, ms->limbs[limb]._private.joints[2]),
                       end_t = rest_world(r->to, mt->limbs[limb]._private.joints[2]), joint_s = rest_world(r->from, s),
                       joint_t = rest_world(r->to, t);
        const swv_quat axes_s = swv_quat_mul(end_s.rotation, swv_quat_conjugate(ms->limbs[limb].bone_from_joint[2])),
                       axes_t = swv_quat_mul(end_t.rotation, swv_quat_conjugate(mt->limbs[limb].bone_from_joint[2]));
        r->_private.small[part] = swv_quat_mul(swv_quat_mul(swv_quat_conjugate(joint_s.rotation), axes_s),
                                               swv_quat_mul(swv_quat_conjugate(axes_t), joint_t.rotation));
    }
}

swv_status swv_retarget_make(const swv_body *from, const swv_body *to, const swv_retarget_options *options,
                             swv_retarget *retarget)
{
    if (!from || !to || !retarget)
        return SWV_NULL;
    if (!swvi_body_is_made(from) || !swvi_body_is_made(to))
        return SWV_BAD_MODEL;
    swv_retarget r = { .cookie = COOKIE, .from = from, .to = to };
    if (options)
        r.options = *options;
    if ((r.options.compromise != SWV_KEEP_LIMITS && r.options.compromise != SWV_KEEP_HAND) ||
        !(r.options.scale >= 0.0 && swvi_is_finite(r.options.scale)))
        return SWV_BAD_OPTIONS;
    swvi_trunk rests[2];
    for (int i = 0; i < 2; i++) {
        const swv_body *body = i ? to : from;
        swv_pose        rest[SWV_MOUNT_JOINTS];
        (void)swvi_mount_take(&body->mount, NULL, rest);
        swvi_trunk_read(body, rest, &rests[i]);
        measure_feet(body, rest, r._private.heights[i]);
    }
    match_spines(&rests[0], &rests[1], &r);
    match_small(&r);
    for (int i = 0; i < 4; i++)
        r._private.clavicles[i / 2][i % 2] = rests[i / 2].body->_private.clavicles[i % 2] == NONE
                                                 ? (swv_quat)SWV_IDENTITY_QUAT
                                                 : rests[i / 2].clavicles[i % 2].rotation;
    r.scale = r.options.scale > 0.0 ? r.options.scale : swvi_limbs_length(to, LEGS) / swvi_limbs_length(from, LEGS);
    r.arm_scale = swvi_limbs_length(to, 0) / swvi_limbs_length(from, 0);
    for (int k = 0; k < 2; k++)
        r._private.half_widths[k] = 0.5 * swv_vec3_length(swv_vec3_sub(rests[k].roots[0], rests[k].roots[1]));
    if (!(r.scale > 0.0 && swvi_is_finite(r.scale) && r.arm_scale > 0.0 && swvi_is_finite(r.arm_scale)))
        return SWV_BAD_MODEL;
    *retarget = r;
    return SWV_OK;
}

bool swvi_retarget_is_made(const swv_retarget *r)
{
    return r->cookie == COOKIE && r->from && r->to && swvi_body_is_made(r->from) && swvi_body_is_made(r->to);
}

// ---- (1), (2) ----

// In the world, right-handed.
static swv_vec3 hip_middle(const swvi_trunk *t)
{
    return swv_vec3_scale(0.5, swv_vec3_add(swvi_trunk_root(t, LEGS), swvi_trunk_root(t, LEGS + 1)));
}

// (2) A place of the source, its floor at height `floor`, as one of the target. Both in the natural axes of each.
static swv_vec3 scaled_place(const swv_retarget *r, swv_vec3 p, double floor)
{
    const double from = 0.5 * (r->_private.heights[0][0][0] + r->_private.heights[0][1][0]),
                 to = 0.5 * (r->_private.heights[1][0][0] + r->_private.heights[1][1][0]);
    return (swv_vec3){ r->scale * p.x, r->scale * p.y, r->to->floor + to + r->scale * (p.z - floor - from) };
}

// The trunk of the target, turned as the source's s is; `floor`: the height of the source's floor, in its unit. out: the target's locals.
static void write_trunk(const swv_retarget *r, const swvi_trunk *s, double floor, swv_pose *out)
{
    swvi_trunk t;
    swvi_trunk_read(r->to, out, &t);
    for (int i = 0; i < r->to->spine_count; i++) {
        const int k = r->_private.below[i];
        swv_quat  turn = s->turns[k];
        if (r->_private.along[i] > 0.0)
            turn = swv_quat_mul(swvi_part_of_turn(turn, s->turns[k + 1], r->_private.along[i]), turn);
        t.turns[i] = from_natural(r->to, to_natural(r->from, turn));
    }
    swvi_trunk_place(&t);
    const swv_vec3 middle = scaled_place(r, swv_quat_rotate(r->from->natural_from_world, hip_middle(s)), floor);
    const swv_vec3 way =
        swv_vec3_sub(swv_quat_rotate(swv_quat_conjugate(r->to->natural_from_world), middle), hip_middle(&t));
    t.places[HIPS] = swv_vec3_add(t.places[HIPS], way);
    swvi_trunk_place(&t);
    swv_quat swings[2];
    for (int side = 0; side < 2; side++) {
        const swv_quat now = s->clavicles[side].rotation, at_rest = r->_private.clavicles[0][side];
        swings[side] = r->from->_private.clavicles[side] == NONE
                           ? (swv_quat)SWV_IDENTITY_QUAT
                           : from_natural(r->to, to_natural(r->from, swv_quat_mul(now, swv_quat_conjugate(at_rest))));
    }
    (void)swvi_trunk_write(&t, swings, out, out);
}

// ---- (3) ----

// How the axes of a limb's trunk are turned against natural ones.
static swv_quat trunk_turn(const swv_body *b, const swv_mount_limb *l, const swv_pose *locals)
{
    const swv_pose trunk = swvi_mount_world(&b->mount, locals, l->_private.trunk);
    return swv_quat_mul(b->natural_from_world, swv_quat_mul(trunk.rotation, l->_private.joint_from_trunk));
}

// Each limb of the target with bones that point as the source's do. locals and worlds: the source's; out: the target's locals.
static swv_status write_limbs(const swv_retarget *r, const swv_pose *locals, const swv_pose *worlds, swv_pose *out)
{
    for (int i = 0; i < LIMBS; i++) {
        const swv_mount_limb *ls = &r->from->mount.limbs[i], *lt = &r->to->mount.limbs[i];
        swv_limb_posture      p;
        swv_status            status = swvi_mount_read_smooth(&r->from->mount, i, locals, &p);
        if (status != SWV_OK)
            return status;
        const swv_quat from = trunk_turn(r->from, ls, locals), to = trunk_turn(r->to, lt, out);
        const swv_quat turn = swv_quat_mul(swv_quat_conjugate(to), from);
        p = (swv_limb_posture){ swv_quat_mul(turn, p.upper), swv_quat_mul(turn, p.lower), swv_quat_mul(turn, p.end),
                                p.flexion };
        // The end goes where the source's bones point: that posture has the plane of the bones, which may be a little off.
        const swv_vec3 at[3] = { worlds[ls->_private.joints[0]].position, worlds[ls->_private.joints[1]].position,
                                 worlds[ls->_private.joints[2]].position };
        const swv_vec3 upper = swv_vec3_normalize(swv_vec3_sub(at[1], at[0])),
                       lower = swv_vec3_normalize(swv_vec3_sub(at[2], at[1]));
        const swv_vec3 way = swv_vec3_add(swv_vec3_scale(lt->limb.upper, upper), swv_vec3_scale(lt->limb.lower, lower));
        const swv_quat into = swv_quat_mul(swv_quat_conjugate(to), r->from->natural_from_world);
        const swv_pose end = { swv_quat_rotate(into, way), p.end };
        double         swivel;
        status = swv_limb_swivel_of(&lt->limb, &p, &swivel);
        if (status == SWV_OK)
            status = swv_limb_posture_at(&lt->limb, &end, swivel, &p, NULL);
        if (status != SWV_OK)
            return status;
        swvi_mount_write(&r->to->mount, i, &p, out);
    }
    return SWV_OK;
}

// ---- (4) ----

// (4) Toes and fingers. worlds: the source's; out: the target's locals, whose limbs are in place.
static void write_small(const swv_retarget *r, const swv_pose *worlds, swv_pose *out)
{
    const swv_mount *ms = &r->from->mount, *mt = &r->to->mount;
    swv_quat         turn[LIMBS], done[SWV_MOUNT_JOINTS];
    bool             is_done[SWV_MOUNT_JOINTS] = { false };
    for (int i = 0; i < LIMBS; i++) {
        const swv_mount_limb *ls = &ms->limbs[i], *lt = &mt->limbs[i];
        const swv_pose        end = swvi_mount_world(mt, out, lt->_private.joints[2]);
        done[lt->_private.joints[2]] = end.rotation;
        is_done[lt->_private.joints[2]] = true;
        const swv_quat bones = swv_quat_mul(swv_quat_conjugate(lt->bone_from_joint[2]), ls->bone_from_joint[2]);
        turn[i] = swv_quat_mul(swv_quat_mul(end.rotation, bones),
                               swv_quat_conjugate(worlds[ls->_private.joints[2]].rotation));
    }
    for (int part = 0; part < SWV_PARTS; part++) {
        const int limb = small_limb(part), s = r->from->_private.parts[part], t = r->to->_private.parts[part];
        if (limb == NONE || s == NONE || t == NONE)
            continue;
        const int      parent = mt->_private.parents[t];
        const swv_quat above =
            parent != NONE && is_done[parent] ? done[parent] : swvi_mount_world(mt, out, parent).rotation;
        done[t] = swv_quat_mul(turn[limb], swv_quat_mul(worlds[s].rotation, r->_private.small[part]));
        is_done[t] = true;
        const swv_pose local = { { 0.0, 0.0, 0.0 },
                                 swv_quat_normalize(swv_quat_mul(swv_quat_conjugate(above), done[t])) };
        out[t].rotation = swvi_mirrored_if(mt->is_left_handed, local).rotation;
    }
}

swv_status swvi_retarget_posture(const swv_retarget *r, const swv_pose *locals, double floor, swv_pose *out)
{
    swvi_trunk s;
    swv_pose   worlds[SWV_MOUNT_JOINTS];
    swvi_trunk_read(r->from, locals, &s);
    (void)swvi_mount_take(&r->to->mount, NULL, out);
    write_trunk(r, &s, floor, out);
    swvi_mount_worlds(&r->from->mount, locals, worlds);
    const swv_status status = write_limbs(r, locals, worlds, out);
    if (status == SWV_OK)
        write_small(r, worlds, out);
    return status;
}

// ---- (5) ----

// x, aside from the middle of the source's shoulders: between them scaled by their distance, beyond them by the length of the arms.
static double scaled_aside(const swv_retarget *r, double x)
{
    const double inside = swvi_clamp(-r->_private.half_widths[0], r->_private.half_widths[0], x);
    const double scale =
        r->_private.half_widths[0] > 0.0 ? r->_private.half_widths[1] / r->_private.half_widths[0] : r->arm_scale;
    return scale * inside + r->arm_scale * (x - inside);
}

void swvi_retarget_hands(const swv_retarget *r, const swv_pose *locals, const swv_pose *out, swv_vec3 places[2])
{
    swvi_trunk s, t;
    swvi_trunk_read(r->from, locals, &s);
    swvi_trunk_read(r->to, out, &t);
    const swv_vec3 from = swv_vec3_scale(0.5, swv_vec3_add(swvi_trunk_root(&s, 0), swvi_trunk_root(&s, 1))),
                   to = swv_vec3_scale(0.5, swv_vec3_add(swvi_trunk_root(&t, 0), swvi_trunk_root(&t, 1)));
    const swv_quat chest_s = swv_quat_mul(r->from->natural_from_world, swv_quat_conjugate(s.turns[r->from->chest])),
                   chest_t = swv_quat_mul(t.turns[r->to->chest], swv_quat_conjugate(r->to->natural_from_world));
    for (int side = 0; side < 2; side++) {
        const int      joint = r->from->mount.limbs[side]._private.joints[2];
        const swv_pose hand = swvi_mount_world(&r->from->mount, locals, joint);
        const swv_vec3 natural = swv_quat_rotate(chest_s, swv_vec3_sub(hand.position, from));
        const swv_vec3 scaled = { scaled_aside(r, natural.x), r->arm_scale * natural.y, r->arm_scale * natural.z };
        const swv_vec3 way = swv_quat_rotate(chest_t, scaled);
        places[side] = swvi_mount_point(&r->to->mount, swv_vec3_add(to, way));
    }
}

swv_status swv_retarget_frame(const swv_retarget *retarget, const swv_pose *locals, swv_pose *out)
{
    if (!retarget || !locals || !out)
        return SWV_NULL;
    if (!swvi_retarget_is_made(retarget))
        return SWV_BAD_MODEL;
    swv_pose source[SWV_MOUNT_JOINTS], made[SWV_MOUNT_JOINTS];
    if (!swvi_mount_take(&retarget->from->mount, locals, source))
        return SWV_BAD_POSTURE;
    swv_status status = swvi_retarget_posture(retarget, source, retarget->from->floor, made);
    if (status == SWV_OK)
        status = swvi_retarget_settle(retarget, source, NULL, made, NULL);
    if (status == SWV_OK)
        swvi_mount_give(&retarget->to->mount, NULL, made, out);
    return status;
}
