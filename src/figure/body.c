// SPDX-License-Identifier: MIT
// The whole body from a few points.
//
// (1) posture   natural_body.c says where people's joints are, and how hips and chest are turned. Joints of the spine between
//               hips and chest, and of the neck between chest and head, share the turn by where they lie; then those between
//               swing, so that the chest lies from the hips, and the head from the chest, where (1) has them.
// (2) spine     Rotations D_i against rest, places p_0 and p_(i+1) = p_i + D_i(o_i) with o_i the bone at rest. The head must be at
//               its point, and the shoulders within reach of the hands. Newton steps of least size: small turns w_i at every
//               joint, which turn all that is above it, and a shift of the hips if they are not tracked,
//                   dp_k = s + sum_(i<k) w_i x (p_k - p_i),
//               solve the linearised conditions J x = e by x = J'y, (J J' + DAMPING) y = e. There are three for the head, and one for
//               each arm, which must not be longer than it is: of the four sets of stretched arms the one is taken whose y holds
//               them back and which leaves the others within reach, the least step of all that keep the conditions.
//               Hips that are tracked yield before that, if they are further from the head than the spine is long.
// (3) girdle    Before that, a shoulder whose hand is out of reach swings towards it about the clavicle's joint: as far as needed, at
//               most SWING. In the triangle of that joint, shoulder and hand two sides and the wanted third give the angle.
// (4) limbs     as mount.h does: hands and feet at their points, or where (1) has the feet: flat and not below the floor. Elbows
//               and knees towards their points; without one the elbow as natural.h has it, the knee as (1) has it.
#include <math.h>

#include "figure/mount_internal.h"
#include "swivel/body.h"
#include "swivel/linalg.h"
#include "swivel/trig.h"

enum { COOKIE = 0x626f6479, NONE = -1, ROUNDS = 30, CONDITIONS = 5, HIPS = 0 };
#define SWING   0.35    // radians
#define REACH   0.9995  // of the arm's length: what a shoulder is brought to, short of full extension
#define DAMPING 1e-6    // of the body's size squared
#define SPAN    0.999   // of its length: what a spine is stretched to
#define SHIFT   0.5     // of the body's size: a shift of the hips by so much costs as much as a turn by a radian
#define LIFT    0.06    // of the body's size: guessed feet that are lifted by less are on the floor, or nearly
#define DONE    1e-13   // of the body's size

static swv_quat part_of_turn(swv_quat from, swv_quat to, double part)
{
    const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(to, swv_quat_conjugate(from)));
    return swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(part, v)), from);
}

// ---- making ----

swv_status swv_body_make(const swv_rig *rig, const swv_binding *binding, swv_body *body)
{
    swv_body b = { .chest = 0 };
    if (!body)
        return SWV_NULL;
    swv_status status = swv_mount_make(rig, binding, &b.mount);
    if (status != SWV_OK)
        return status;
    const swv_mount *m = &b.mount;
    const int        hips = binding->parts[SWV_PART_HIPS].joint, head = binding->parts[SWV_PART_HEAD].joint;
    bool             is_whole = hips != NONE && head != NONE && hips != head && swvi_mount_is_below(m, head, hips);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        is_whole &= m->limbs[i].is_there;
    if (!is_whole)
        return SWV_BAD_MODEL;
    for (int j = head; j != m->parents[hips]; j = m->parents[j])
        b.spine_count++;
    if (b.spine_count > SWV_BODY_SPINE)
        return SWV_BAD_COUNT;
    for (int j = head, i = b.spine_count - 1; i >= 0; j = m->parents[j], i--)
        b.spine[i] = j;

    swv_pose worlds[SWV_RIG_JOINTS];
    status = swv_mount_worlds(m, m->rest, worlds);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < m->joint_count; i++)
        worlds[i] = swvi_mirrored_if(m->is_left_handed, worlds[i]);
    // The joint that carries both arms: the highest of the spine above them.
    while (b.chest + 1 < b.spine_count - 1 && swvi_mount_is_below(m, m->limbs[0].joints[0], b.spine[b.chest + 1]) &&
           swvi_mount_is_below(m, m->limbs[1].joints[0], b.spine[b.chest + 1]))
        b.chest++;
    if (!swvi_mount_is_below(m, m->limbs[0].joints[0], b.spine[b.chest]) ||
        !swvi_mount_is_below(m, m->limbs[1].joints[0], b.spine[b.chest]) ||
        !swvi_mount_is_below(m, m->limbs[2].joints[0], b.spine[HIPS]) ||
        !swvi_mount_is_below(m, m->limbs[3].joints[0], b.spine[HIPS]))
        return SWV_BAD_MODEL;
    for (int i = 0; i < b.spine_count; i++) {
        b.rest_turns[i] = worlds[b.spine[i]].rotation;
        if (i + 1 < b.spine_count)
            b.offsets[i] = swv_vec3_sub(worlds[b.spine[i + 1]].position, worlds[b.spine[i]].position);
        b.size += swv_vec3_length(b.offsets[i]);
    }
    const swv_vec3 chest = worlds[b.spine[b.chest]].position;
    for (int side = 0; side < 2; side++) {
        const int clavicle = binding->parts[side == SWV_LEFT ? SWV_PART_LEFT_SHOULDER : SWV_PART_RIGHT_SHOULDER].joint;
        const int arm = m->limbs[side].joints[0];
        b.clavicles[side] = clavicle != NONE && swvi_mount_is_below(m, arm, clavicle) &&
                                    swvi_mount_is_below(m, clavicle, b.spine[b.chest]) && clavicle != b.spine[b.chest]
                                ? clavicle
                                : NONE;
        b.shoulders_rest[side] = swv_vec3_sub(worlds[arm].position, chest);
        b.clavicles_rest[side] = b.clavicles[side] == NONE ? (swv_pose)SWV_IDENTITY_POSE : worlds[clavicle];
        b.clavicles_rest[side].position = swv_vec3_sub(b.clavicles_rest[side].position, chest);
        b.size += 0.5 * (m->limbs[2 + side].limb.upper + m->limbs[2 + side].limb.lower);
    }

    const swv_vec3 y = swvi_mount_point(m, binding->forward), z = swvi_mount_point(m, binding->up),
                   x = swv_vec3_cross(y, z);
    b.natural_from_world =
        swv_quat_from_mat3((swv_mat3){ { { x.x, x.y, x.z }, { y.x, y.y, y.z }, { z.x, z.y, z.z } } });
    double lowest = swv_vec3_dot(worlds[head].position, z);
    for (int part = 0; part < SWV_PARTS; part++)
        if (binding->parts[part].joint != NONE)
            lowest = swvi_smaller(lowest, swv_vec3_dot(worlds[binding->parts[part].joint].position, z));
    for (int side = 0; side < 2; side++)
        b.ankles[side] = swvi_larger(0.0, swv_vec3_dot(worlds[m->limbs[2 + side].joints[2]].position, z) - lowest);
    b.cookie = COOKIE;
    *body = b;
    return SWV_OK;
}

// ---- (2): the spine ----

typedef struct trunk {
    const swv_body *b;
    swv_quat        turns[SWV_BODY_SPINE];  ///< D
    swv_vec3        places[SWV_BODY_SPINE];
    swv_vec3        shoulders[2];  ///< from the chest's joint, in axes that turn with it
    bool            is_hips_known;
} trunk;

static void place(trunk *t)
{
    for (int i = 0; i + 1 < t->b->spine_count; i++)
        t->places[i + 1] = swv_vec3_add(t->places[i], swv_quat_rotate(t->turns[i], t->b->offsets[i]));
}

static swv_vec3 shoulder_of(const trunk *t, int side)
{
    const int c = t->b->chest;
    return swv_vec3_add(t->places[c], swv_quat_rotate(t->turns[c], t->shoulders[side]));
}

// One condition on a place above joint `top`: along `direction` it shall move by `error`.
static void add_row(const trunk *t, swv_vec3 at, int top, swv_vec3 direction, double row[3 * (SWV_BODY_SPINE + 1)])
{
    const double shift = t->is_hips_known ? 0.0 : SHIFT * t->b->size;
    // direction . (w x r) = w . (r x direction)
    for (int i = 0; i < t->b->spine_count; i++) {
        const swv_vec3 r = swv_vec3_sub(at, t->places[i]), c = swv_vec3_cross(r, direction);
        const bool     turns = i <= top && !(i == HIPS && t->is_hips_known);
        row[3 * i] = turns ? c.x : 0.0;
        row[3 * i + 1] = turns ? c.y : 0.0;
        row[3 * i + 2] = turns ? c.z : 0.0;
    }
    double *last = row + 3 * t->b->spine_count;
    last[0] = shift * direction.x;
    last[1] = shift * direction.y;
    last[2] = shift * direction.z;
}

static void turn_all(trunk *t, const double *x)
{
    swv_quat above = SWV_IDENTITY_QUAT;
    for (int i = 0; i + 1 < t->b->spine_count; i++) {
        const swv_quat turn = swv_quat_from_rotation_vector((swv_vec3){ x[3 * i], x[3 * i + 1], x[3 * i + 2] });
        above = swv_quat_mul(above, turn);
        t->turns[i] = swv_quat_normalize(swv_quat_mul(above, t->turns[i]));
    }
    const double *s = x + 3 * t->b->spine_count;
    const double  shift = t->is_hips_known ? 0.0 : SHIFT * t->b->size;
    t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_scale(shift, (swv_vec3){ s[0], s[1], s[2] }));
    place(t);
}

// Hips that are too far from the head for the spine come nearer: its first bone turns with them, the others can be stretched.
static void yield_hips(trunk *t, swv_vec3 head)
{
    double length = 0.0;
    for (int i = 1; i + 1 < t->b->spine_count; i++)
        length += swv_vec3_length(t->b->offsets[i]);
    const swv_vec3 way = swv_vec3_sub(head, t->places[1]);
    const double   distance = swv_vec3_length(way);
    if (distance > SPAN * length)
        t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_scale(1.0 - SPAN * length / distance, way));
    place(t);
}

// The smallest step: multipliers y of the conditions in a set of arms, 0 for those that are not. True if it is the one that is
// sought: arms in the set are held back by it, the others stay within reach.
static bool solve_for(double square[CONDITIONS][CONDITIONS], const double errors[CONDITIONS], int arms,
                      double y[CONDITIONS])
{
    int    chosen[CONDITIONS] = { 0, 1, 2 }, count = 3;
    double part[CONDITIONS * CONDITIONS], right[CONDITIONS];
    for (int side = 0; side < 2; side++)
        if (arms & 1 << side)
            chosen[count++] = 3 + side;
    for (int i = 0; i < count; i++) {
        right[i] = errors[chosen[i]];
        for (int k = 0; k < count; k++)
            part[i * count + k] = square[chosen[i]][chosen[k]];
    }
    if (swv_cholesky_factor(part, count) != SWV_OK || swv_cholesky_solve(part, count, right) != SWV_OK)
        return false;
    for (int i = 0; i < CONDITIONS; i++)
        y[i] = 0.0;
    for (int i = 0; i < count; i++)
        y[chosen[i]] = right[i];
    bool is_it = true;
    for (int side = 0; side < 2; side++) {
        double left = errors[3 + side];
        for (int k = 0; k < CONDITIONS; k++)
            left -= square[3 + side][k] * y[k];
        is_it &= arms & 1 << side ? y[3 + side] >= 0.0 : left <= 0.0;
    }
    return is_it;
}

static void meet(trunk *t, swv_vec3 head, const swv_vec3 hands[2])
{
    enum { WIDTH = 3 * (SWV_BODY_SPINE + 1) };
    const swv_body *b = t->b;
    const int       top = b->spine_count - 1, width = 3 * (b->spine_count + 1);
    const swv_vec3  axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (int round = 0; round < ROUNDS; round++) {
        double         rows[CONDITIONS][WIDTH], errors[CONDITIONS];
        const swv_vec3 off = swv_vec3_sub(head, t->places[top]);
        for (int k = 0; k < 3; k++) {
            add_row(t, t->places[top], top - 1, axes[k], rows[k]);
            errors[k] = swv_vec3_dot(off, axes[k]);
        }
        for (int side = 0; side < 2; side++) {
            const swv_limb *arm = &b->mount.limbs[side].limb;
            const swv_vec3  shoulder = shoulder_of(t, side), way = swv_vec3_sub(hands[side], shoulder);
            add_row(t, shoulder, b->chest, swv_vec3_normalize(way), rows[3 + side]);
            errors[3 + side] = swv_vec3_length(way) - REACH * (arm->upper + arm->lower);
        }
        const double tolerance = DONE * b->size;
        if (swv_vec3_length(off) <= tolerance && errors[3] <= tolerance && errors[4] <= tolerance)
            return;
        double square[CONDITIONS][CONDITIONS], y[CONDITIONS] = { 0.0 }, x[WIDTH] = { 0.0 }, turn = 0.0;
        for (int i = 0; i < CONDITIONS; i++) {
            for (int k = 0; k < CONDITIONS; k++) {
                square[i][k] = i == k ? DAMPING * b->size * b->size : 0.0;
                for (int n = 0; n < width; n++)
                    square[i][k] += rows[i][n] * rows[k][n];
            }
        }
        for (int arms = 0; arms < 4 && !solve_for(square, errors, arms, y); arms++)
            ;
        for (int i = 0; i < CONDITIONS; i++)
            for (int n = 0; n < width; n++)
                x[n] += rows[i][n] * y[i];
        for (int n = 0; n < width; n++)
            turn = swvi_larger(turn, fabs(x[n]));
        for (int n = 0; turn > 0.3 && n < width; n++)  // no further than a small turn goes
            x[n] *= 0.3 / turn;
        turn_all(t, x);
    }
}

// ---- (3): the girdle ----

// Swings a shoulder towards its hand; *swing takes the turn, in the axes of the rest pose.
static void swing_shoulder(trunk *t, int side, swv_vec3 hand, swv_quat *swing)
{
    const swv_body *b = t->b;
    const swv_limb *arm = &b->mount.limbs[side].limb;
    *swing = (swv_quat)SWV_IDENTITY_QUAT;
    if (b->clavicles[side] == NONE)
        return;
    const swv_vec3 joint = b->clavicles_rest[side].position, bone = swv_vec3_sub(b->shoulders_rest[side], joint);
    const swv_vec3 from_chest =
        swv_quat_rotate(swv_quat_conjugate(t->turns[b->chest]), swv_vec3_sub(hand, t->places[b->chest]));
    const swv_vec3 to_hand = swv_vec3_sub(from_chest, joint), axis = swv_vec3_cross(bone, to_hand);
    const double   p = swv_vec3_length(bone), q = swv_vec3_length(to_hand), reach = REACH * (arm->upper + arm->lower);
    if (!(p > 0.0 && q > 0.0) || swv_vec3_length(swv_vec3_sub(from_chest, b->shoulders_rest[side])) <= reach)
        return;
    const double now = swv_atan2(swv_vec3_length(axis), swv_vec3_dot(bone, to_hand));
    const double wanted = swv_acos(swvi_clamp(-1.0, 1.0, (p * p + q * q - reach * reach) / (2.0 * p * q)));
    *swing = swv_quat_from_axis_angle(axis, swvi_clamp(0.0, SWING, now - wanted));
    t->shoulders[side] = swv_vec3_add(joint, swv_quat_rotate(*swing, bone));
}

// ---- the points ----

typedef struct given {
    bool     is_known[SWV_PARTS];
    swv_pose poses[SWV_PARTS];  ///< in the world, right-handed
} given;

// The joint that is tracked as a part, and whether its rotation counts.
static int joint_of(const swv_body *b, int part, bool *has_turn)
{
    int limb = swv_mount_limb_of(&b->mount, part);
    *has_turn = true;
    switch (part) {
    case SWV_PART_HEAD:
        return b->spine[b->spine_count - 1];
    case SWV_PART_HIPS:
        return b->spine[HIPS];
    case SWV_PART_UPPER_CHEST:
        return b->spine[b->chest];
    default:
        if (limb != NONE)
            return b->mount.limbs[limb].joints[2];
    }
    *has_turn = false;
    limb = part == SWV_PART_RIGHT_LOWER_ARM   ? 0
           : part == SWV_PART_LEFT_LOWER_ARM  ? 1
           : part == SWV_PART_RIGHT_LOWER_LEG ? 2
                                              : 3;
    return b->mount.limbs[limb].joints[1];
}

static swv_vec3 into_natural(const swv_body *b, swv_vec3 world)
{
    swv_vec3 p = swv_quat_rotate(b->natural_from_world, world);
    p.z -= b->floor;
    return p;
}

static swv_vec3 out_of_natural(const swv_body *b, swv_vec3 p)
{
    p.z += b->floor;
    return swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), p);
}

// The axes of natural_body.h, of a joint turned like this.
static swv_quat natural_turn(const swv_body *b, int part, swv_quat turn)
{
    const swv_quat n = b->natural_from_world;
    const int      limb = swv_mount_limb_of(&b->mount, part);
    if (limb != NONE)
        return swv_quat_mul(n, swv_quat_mul(turn, swv_quat_conjugate(b->mount.limbs[limb].bone_from_joint[2])));
    const int      i = part == SWV_PART_HEAD ? b->spine_count - 1 : part == SWV_PART_HIPS ? HIPS : b->chest;
    const swv_quat against_rest = swv_quat_mul(turn, swv_quat_conjugate(b->rest_turns[i]));
    return swv_quat_mul(n, swv_quat_mul(against_rest, swv_quat_conjugate(n)));
}

static swv_status read_points(const swv_body *b, const swv_body_point *points, int count, given *g,
                              swv_pose natural[SWV_PARTS])
{
    swv_body_point converted[SWV_BODY_POINTS];
    if (count < 3 || count > SWV_BODY_POINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++) {
        const int part = points[i].part;
        bool      has_turn;
        if (part < 0 || part >= SWV_PARTS)
            return SWV_BAD_GOAL;
        (void)joint_of(b, part, &has_turn);
        swv_pose pose = swvi_mirrored_if(b->mount.is_left_handed, points[i].pose);
        if (!has_turn)
            pose.rotation = (swv_quat)SWV_IDENTITY_QUAT;
        if (swv_pose_check(&pose) != SWV_OK)
            return SWV_BAD_GOAL;
        g->is_known[part] = true;
        g->poses[part] = pose;
        converted[i] = (swv_body_point){
            part, { into_natural(b, pose.position), has_turn ? natural_turn(b, part, pose.rotation) : pose.rotation }
        };
    }
    return swv_natural_body(b->size, converted, count, natural);
}

// ---- solving ----

// (1): turns of the spine's joints against rest.
static void share_turns(const given *g, const swv_pose natural[SWV_PARTS], trunk *t)
{
    const swv_body *b = t->b;
    const int       top = b->spine_count - 1;
    const swv_quat  n = b->natural_from_world, back = swv_quat_conjugate(n);
    const swv_quat  hips = swv_quat_mul(back, swv_quat_mul(natural[SWV_PART_HIPS].rotation, n));
    const swv_quat  chest = swv_quat_mul(back, swv_quat_mul(natural[SWV_PART_UPPER_CHEST].rotation, n));
    const swv_quat  head = swv_quat_mul(g->poses[SWV_PART_HEAD].rotation, swv_quat_conjugate(b->rest_turns[top]));
    double          along[SWV_BODY_SPINE] = { 0.0 };
    for (int i = 0; i < top; i++)
        along[i + 1] = along[i] + swv_vec3_length(b->offsets[i]);
    for (int i = 0; i <= top; i++) {
        const bool   is_low = i <= b->chest;
        const double from = is_low ? 0.0 : along[b->chest], to = is_low ? along[b->chest] : along[top];
        const double part = to > from ? (along[i] - from) / (to - from) : 0.0;
        t->turns[i] = is_low ? part_of_turn(hips, chest, b->chest == HIPS ? 0.0 : part)
                             : part_of_turn(b->chest == HIPS ? hips : chest, head, part);
    }
    t->turns[top] = head;
}

// (1): the joints from `first` on below `last` swing together, so that `last` lies towards a place, seen from `first`.
static void lean(trunk *t, int first, int last, swv_vec3 towards)
{
    const swv_quat swing = last > first ? swv_quat_between(swv_vec3_sub(t->places[last], t->places[first]),
                                                           swv_vec3_sub(towards, t->places[first]))
                                        : (swv_quat)SWV_IDENTITY_QUAT;
    for (int i = first; i < last; i++)
        t->turns[i] = swv_quat_normalize(swv_quat_mul(swing, t->turns[i]));
    place(t);
}

static bool write_trunk(const trunk *t, const swv_quat swings[2], swv_pose *locals)
{
    const swv_body  *b = t->b;
    const swv_mount *m = &b->mount;
    // What hangs between the trunk and a limb rests.
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        for (int j = m->parents[m->limbs[i].joints[0]]; !swvi_mount_is_below(m, b->spine[b->spine_count - 1], j);
             j = m->parents[j])
            locals[j] = m->rest[j];
    swv_pose parent;
    if (!swvi_mount_world(m, locals, m->parents[b->spine[HIPS]], &parent))
        return false;
    for (int i = 0; i < b->spine_count; i++) {
        const int      j = b->spine[i];
        const swv_pose world = { t->places[i], swv_quat_mul(t->turns[i], b->rest_turns[i]) };
        swv_pose       local = swv_pose_mul(swv_pose_inverse(parent), world);
        local.rotation = swv_quat_normalize(local.rotation);
        locals[j] = swvi_mirrored_if(m->is_left_handed, local);
        if (i != HIPS)
            locals[j].position = m->rest[j].position;
        parent = world;
    }
    for (int side = 0; side < 2; side++) {
        const int j = b->clavicles[side];
        if (j == NONE)
            continue;
        const swv_quat rest = b->clavicles_rest[side].rotation,
                       local = swvi_mirrored_if(m->is_left_handed, m->rest[j]).rotation;
        const swv_pose swung = { { 0.0, 0.0, 0.0 },
                                 swv_quat_mul(
                                     local, swv_quat_mul(swv_quat_conjugate(rest), swv_quat_mul(swings[side], rest))) };
        locals[j].rotation = swvi_mirrored_if(m->is_left_handed, swung).rotation;
    }
    return true;
}

// (4)
static void limb_goals(const swv_body *b, const given *g, const swv_pose natural[SWV_PARTS],
                       swv_mount_goal goals[SWV_MOUNT_LIMBS])
{
    static const int parts[SWV_MOUNT_LIMBS][3] = {
        { SWV_PART_RIGHT_HAND, SWV_PART_RIGHT_LOWER_ARM, 0 },
        { SWV_PART_LEFT_HAND, SWV_PART_LEFT_LOWER_ARM, 0 },
        { SWV_PART_RIGHT_FOOT, SWV_PART_RIGHT_LOWER_LEG, SWV_PART_RIGHT_TOES },
        { SWV_PART_LEFT_FOOT, SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_TOES },
    };
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        const int  end = parts[i][0], middle = parts[i][1];
        const bool is_leg = i >= 2;
        swv_pose   pose = g->poses[end];
        if (!g->is_known[end]) {
            const swv_vec3 foot = natural[end].position, ahead = swv_vec3_sub(natural[parts[i][2]].position, foot);
            const swv_quat flat = swv_quat_from_axis_angle(
                (swv_vec3){ 0.0, 0.0, 1.0 }, ahead.x != 0.0 || ahead.y != 0.0 ? swv_atan2(-ahead.x, ahead.y) : 0.0);
            const double ankle = b->ankles[i - 2], lift = swvi_larger(0.0, foot.z - ankle);
            pose.position =
                out_of_natural(b, (swv_vec3){ foot.x, foot.y, ankle + lift * lift / (lift + LIFT * b->size) });
            pose.rotation = swv_quat_mul(swv_quat_conjugate(b->natural_from_world),
                                         swv_quat_mul(flat, b->mount.limbs[i].bone_from_joint[2]));
        }
        const swv_vec3 pole =
            g->is_known[middle] ? g->poses[middle].position : out_of_natural(b, natural[middle].position);
        goals[i] = (swv_mount_goal){ .part = end,
                                     .end = swvi_mirrored_if(b->mount.is_left_handed, pose),
                                     .elbow = is_leg || g->is_known[middle] ? SWV_ELBOW_TOWARDS : SWV_ELBOW_NATURAL,
                                     .pole = swvi_mount_point(&b->mount, pole) };
    }
}

swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                          const swv_pose *animation, const swv_body_options *options, swv_pose *locals,
                          swv_body_report *report)
{
    if (!body || !points || !locals)
        return SWV_NULL;
    if (body->cookie != COOKIE || body->mount.joint_count < 1 || body->mount.joint_count > SWV_RIG_JOINTS)
        return SWV_BAD_MODEL;
    const swv_mount *m = &body->mount;
    given            g = { .is_known = { false } };
    swv_pose         natural[SWV_PARTS];
    swv_status       status = read_points(body, points, point_count, &g, natural);
    if (status != SWV_OK)
        return status;
    if (options && options->compromise != SWV_KEEP_LIMITS && options->compromise != SWV_KEEP_HAND)
        return SWV_BAD_OPTIONS;

    trunk t = { .b = body, .is_hips_known = g.is_known[SWV_PART_HIPS] };
    share_turns(&g, natural, &t);
    const swv_vec3 head = g.poses[SWV_PART_HEAD].position;
    const swv_vec3 hands[2] = { g.poses[SWV_PART_RIGHT_HAND].position, g.poses[SWV_PART_LEFT_HAND].position };
    const int      top = body->spine_count - 1;
    t.places[HIPS] =
        t.is_hips_known ? g.poses[SWV_PART_HIPS].position : out_of_natural(body, natural[SWV_PART_HIPS].position);
    place(&t);
    lean(&t, HIPS + 1, body->chest, out_of_natural(body, natural[SWV_PART_UPPER_CHEST].position));
    lean(&t, body->chest + 1, top, head);
    if (!t.is_hips_known) {
        t.places[HIPS] = swv_vec3_add(t.places[HIPS], swv_vec3_sub(head, t.places[top]));
        place(&t);
    } else {
        yield_hips(&t, head);
    }
    swv_quat swings[2];
    for (int side = 0; side < 2; side++) {
        t.shoulders[side] = body->shoulders_rest[side];
        swing_shoulder(&t, side, hands[side], &swings[side]);
    }
    meet(&t, head, hands);
    // Where the spine is too short, or too long, for both the hips yield.
    if (t.is_hips_known && swv_vec3_length(swv_vec3_sub(head, t.places[top])) > DONE * body->size) {
        t.is_hips_known = false;
        meet(&t, head, hands);
    }
    t.places[HIPS] = swv_vec3_add(t.places[HIPS], swv_vec3_sub(head, t.places[top]));
    place(&t);

    swv_pose               out[SWV_RIG_JOINTS], worlds[SWV_RIG_JOINTS];
    swv_mount_goal         goals[SWV_MOUNT_LIMBS];
    swv_limb_report        limbs[SWV_MOUNT_LIMBS];
    const swv_limb_options limb_options = { options ? options->compromise : SWV_KEEP_LIMITS };
    for (int i = 0; i < m->joint_count; i++) {
        out[i] = animation ? animation[i] : m->rest[i];
        if (swv_pose_check(&out[i]) != SWV_OK)
            return SWV_BAD_POSTURE;
        out[i] = animation ? animation[i] : m->rest[i];
    }
    if (!write_trunk(&t, swings, out))
        return SWV_BAD_MODEL;
    limb_goals(body, &g, natural, goals);
    status = swv_mount_solve(m, goals, SWV_MOUNT_LIMBS, out, &limb_options, out, limbs);
    if (status == SWV_OK)
        status = swv_mount_worlds(m, out, worlds);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < m->joint_count; i++)
        locals[i] = out[i];
    if (!report)
        return SWV_OK;
    *report = (swv_body_report){ .outcome = SWV_REACHED };
    for (int i = 0; i < SWV_MOUNT_LIMBS && report->outcome == SWV_REACHED; i++)
        if (g.is_known[goals[i].part])
            report->outcome = limbs[i].outcome;
    for (int i = 0; i < point_count; i++) {
        bool           has_turn;
        const swv_pose at = worlds[joint_of(body, points[i].part, &has_turn)];
        report->position_errors[i] = swv_vec3_length(swv_vec3_sub(at.position, points[i].pose.position));
        report->rotation_errors[i] =
            has_turn ? swv_quat_angle_between(at.rotation, swv_quat_normalize(points[i].pose.rotation)) : 0.0;
    }
    return SWV_OK;
}
