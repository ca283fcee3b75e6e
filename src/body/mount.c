// SPDX-License-Identifier: MIT
// A bound skeleton in use: its arms and legs driven by the limbs of limb.h.
//
// (1) mount   At rest each bone of the limb has axes F in the world (limb.h says which), and the joint that carries it a
//             rotation R. The bone carries the joint along rigidly:
//                 bone_from_joint = F^-1 R,    so that    R(now) = W * bone(now) * bone_from_joint
//             with W the trunk's axes in the world. Since z of F is the bone, the next joint is where the limb has it,
//             whatever the joint's own axes.
// (2) trunk   W = (the trunk joint's rotation now) * (its rotation at rest)^-1 * [right forward up].
// (3) twist   A turn t about a bone is spread along it: a joint at the part s of its length has turned by s t. One on the way
//             to the next part turns about the line from itself to that part, which therefore stays where it is. The lower
//             bone's turn is the pronation less that at rest; the upper bone's is what is left of its turn from rest
//             after the smallest swing, as seen from its parent.
// (4) hands   A left-handed rig is mirrored in x on the way in and on the way out.
//
// Inside, places are in the world, right-handed, in the skeleton's unit; directions have unit length; angles are radians. `m` is the mount,
// `l` one of its limbs, a joint a number of the mount's (mount_internal.h), NONE: no joint. k is 0, 1, 2: upper bone, lower bone, hand or foot.
// Locals are those that count, each joint against its parent. Postures and goals of limb.h are from the shoulder or hip, in the trunk's axes W.
#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/body.h"
#include "swivel/trig.h"

enum { NONE = -1, LIMB = 3 /* joints of a limb */, COOKIE = 0x6d6f756e };

// ---- the skeleton ----

swv_status swvi_mount_verify(const swv_mount *m)
{
    if (!m)
        return SWV_NULL;
    if (m->cookie != COOKIE || m->_private.count < 0 || m->_private.count > SWV_MOUNT_JOINTS)
        return SWV_BAD_MODEL;
    return swvi_skeleton_status(m->skeleton) == SWV_OK ? SWV_OK : SWV_BAD_MODEL;
}

// Finite, and not turned by a zero quaternion.
static bool are_locals(const swv_pose *locals, int count)
{
    for (int i = 0; i < count; i++) {
        const swv_quat q = locals[i].rotation;
        const swv_vec3 v = { q.x, q.y, q.z };
        const bool     has_turn = (q.x != 0.0) | (q.y != 0.0) | (q.z != 0.0) | (q.w != 0.0);
        if (!swvi_vec3_is_finite(locals[i].position) || !swvi_vec3_is_finite(v) || !swvi_is_finite(q.w) || !has_turn)
            return false;
    }
    return true;
}

bool swvi_mount_are_locals(const swv_mount *m, const swv_pose *locals)
{
    return are_locals(locals, m->_private.count);
}

// ---- joints that count ----

int swvi_mount_number(const swv_mount *m, int joint)
{
    if (joint < 0 || joint >= m->skeleton->joint_count || m->_private.count == 0)
        return NONE;
    const int *place = m->skeleton->place, *joints = m->_private.joints;
    int        low = 0, high = m->_private.count - 1;  // in the skeleton's order
    while (low < high) {
        const int middle = (low + high) / 2;
        if (place[joints[middle]] < place[joint])
            low = middle + 1;
        else
            high = middle;
    }
    return joints[low] == joint ? low : NONE;
}

bool swvi_mount_take(const swv_mount *m, const swv_pose *locals, swv_pose *mine)
{
    if (locals && !are_locals(locals, m->skeleton->joint_count))
        return false;
    for (int i = 0; i < m->_private.count; i++)
        mine[i] = locals ? locals[m->_private.joints[i]] : swvi_mount_rest(m, i);
    return true;
}

void swvi_mount_give(const swv_mount *m, const swv_pose *animation, const swv_pose *mine, swv_pose *locals)
{
    for (int j = 0; animation != locals && j < m->skeleton->joint_count; j++)
        locals[j] = animation ? animation[j] : m->skeleton->joints[j].rest;
    for (int i = 0; i < m->_private.count; i++)
        locals[m->_private.joints[i]] = mine[i];
}

void swvi_mount_worlds(const swv_mount *m, const swv_pose *locals, swv_pose *worlds)
{
    for (int i = 0; i < m->_private.count; i++) {
        const int      parent = m->_private.parents[i];
        const swv_pose local = swvi_mount_inside(m, locals[i]);
        worlds[i] = parent == NONE ? local : swv_pose_mul(worlds[parent], local);
    }
}

// Numbers bound joints, twist bones, and all that carry one; `counts` has a bit for each joint of the skeleton, 64 in a word. False: too many.
static bool count_joints(const swv_binding *b, swv_mount *m)
{
    uint64_t            counts[SWV_SKELETON_JOINTS / 64] = { 0 };
    const swv_skeleton *s = m->skeleton;
    for (int i = 0; i < SWV_PARTS + b->twist_count; i++)
        for (int j = i < SWV_PARTS ? b->parts[i].joint : b->twists[i - SWV_PARTS].joint; j != NONE;
             j = s->joints[j].parent)
            counts[j / 64] |= (uint64_t)1 << (j % 64);
    for (int n = 0; n < s->joint_count; n++) {
        const int j = s->order[n];
        if (!(counts[j / 64] >> (j % 64) & 1))
            continue;
        if (m->_private.count == SWV_MOUNT_JOINTS)
            return false;
        m->_private.joints[m->_private.count++] = j;
    }
    for (int i = 0; i < m->_private.count; i++)
        m->_private.parents[i] = swvi_mount_number(m, s->joints[m->_private.joints[i]].parent);
    return true;
}

// ---- (1): the rest pose ----

// The rotation whose z axis is this one and whose y axis is as near to that as it can be. z has unit length, y is not along it.
static swv_quat axes_of(swv_vec3 z, swv_vec3 towards_y)
{
    const swv_vec3 y = swv_vec3_normalize(swvi_normal_part(towards_y, z)), x = swv_vec3_cross(y, z);
    return swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } });
}

/// Joints are numbered as the mount counts them.
typedef struct rest {
    int      parts[SWV_PARTS], twist_count, twists[SWV_BINDING_TWISTS];
    swv_pose world[SWV_MOUNT_JOINTS];  ///< right-handed
    swv_vec3 right, forward, up;
} rest;

static int part_on(const swv_limb *limb, int left_part)
{
    return limb->side == SWV_LEFT ? left_part : swv_part_mirrored(left_part);
}

// Where a part is, if it is bound.
static bool place_of(const rest *r, int part, swv_vec3 *place)
{
    const int joint = r->parts[part];
    if (joint != NONE)
        *place = r->world[joint].position;
    return joint != NONE;
}

// The side to which the hinge bends, a unit vector normal to the upper bone: as it is bent at rest, else as people's are. upper, lower: the bones'
// directions at rest.
static swv_vec3 bend_of(const rest *r, const swv_limb *limb, swv_vec3 upper, swv_vec3 lower)
{
    const bool     is_leg = limb->kind == SWV_LIMB_LEG;
    const swv_vec3 ahead = swv_vec3_scale(is_leg ? -1.0 : 1.0, r->forward),
                   above = swv_vec3_scale(is_leg ? -1.0 : 1.0, r->up);
    swv_vec3 usual = swvi_normal_part(ahead, upper);
    // A sine: an upper bone within 17 degrees of the way ahead leaves no clear side there. Chosen.
    if (swv_vec3_length(usual) < 0.3)
        usual = swvi_normal_part(above, upper);
    const swv_vec3 bend = swvi_normal_part(lower, upper);
    const double   size = swv_vec3_length(bend);
    const bool     tells = size > SWVI_BEND_CLEAR || (size > SWVI_BEND_SLIGHT && swv_vec3_dot(bend, usual) > 0.0);
    return swv_vec3_normalize(tells ? bend : usual);
}

// Axes of the hand at rest: z from the wrist to the knuckles (or to what hangs on the hand, or along the forearm), y to the thumb. hand: its joint.
static swv_quat hand_axes(const rest *r, const swv_limb *limb, const swv_mount *m, int hand, swv_vec3 forearm)
{
    static const int knuckles[] = { SWV_PART_LEFT_INDEX_PROXIMAL, SWV_PART_LEFT_MIDDLE_PROXIMAL,
                                    SWV_PART_LEFT_RING_PROXIMAL, SWV_PART_LEFT_LITTLE_PROXIMAL };
    const swv_vec3   wrist = r->world[hand].position;
    swv_vec3         sum = { 0.0, 0.0, 0.0 }, p, q;
    for (int i = 0; i < 4; i++)
        if (place_of(r, part_on(limb, knuckles[i]), &p))
            sum = swv_vec3_add(sum, swv_vec3_sub(p, wrist));
    for (int j = 0; j < m->skeleton->joint_count && swv_vec3_length(sum) == 0.0; j++)
        if (m->skeleton->joints[j].parent == m->_private.joints[hand])
            sum = swv_vec3_sub(swvi_mount_point(m, m->skeleton->rest_frames[j].position), wrist);
    swv_vec3 z = swv_vec3_normalize(sum);
    if (swv_vec3_length(z) == 0.0)
        z = forearm;
    // The thumb's side: across the knuckles, else where the thumb is, else forward, and inward if that is along the hand.
    // 0.1 is a sine, 6 degrees; chosen.
    swv_vec3 thumb = { 0.0, 0.0, 0.0 };
    if (place_of(r, part_on(limb, SWV_PART_LEFT_INDEX_PROXIMAL), &p) &&
        place_of(r, part_on(limb, SWV_PART_LEFT_LITTLE_PROXIMAL), &q))
        thumb = swv_vec3_sub(p, q);
    else if (place_of(r, part_on(limb, SWV_PART_LEFT_THUMB_PROXIMAL), &p) ||
             place_of(r, part_on(limb, SWV_PART_LEFT_THUMB_METACARPAL), &p))
        thumb = swv_vec3_sub(p, wrist);
    thumb = swv_vec3_normalize(thumb);
    if (swv_vec3_length(swvi_normal_part(thumb, z)) < 0.1)
        thumb = r->forward;
    if (swv_vec3_length(swvi_normal_part(thumb, z)) < 0.1)
        thumb = swv_vec3_scale(limb->side == SWV_LEFT ? 1.0 : -1.0, r->right);
    return axes_of(z, thumb);
}

// Axes of the foot at rest: y to the toes, z up from the sole. foot: its joint; shank: that bone's direction.
static swv_quat foot_axes(const rest *r, const swv_limb *limb, int foot, swv_vec3 shank)
{
    const swv_vec3 z = -swv_vec3_dot(shank, r->up) > SWVI_LEG_STANDS ? r->up : swv_vec3_scale(-1.0, shank);
    swv_vec3       toes, y = r->forward;
    if (place_of(r, part_on(limb, SWV_PART_LEFT_TOES), &toes))
        y = swv_vec3_normalize(swv_vec3_sub(toes, r->world[foot].position));
    // 0.1 is a sine, 6 degrees; chosen.
    if (swv_vec3_length(swvi_normal_part(y, z)) < 0.1)
        y = r->forward;
    if (swv_vec3_length(swvi_normal_part(y, z)) < 0.1)
        y = r->up;
    return axes_of(z, y);
}

// The joint whose axes are the limb's trunk: the nearest bound one of the trunk above `first`, the upper arm's or thigh's joint; else the parent
// of that or of its clavicle.
static int trunk_of(const rest *r, const swv_mount *m, const swv_limb *limb, int first)
{
    for (int j = m->_private.parents[first]; j != NONE; j = m->_private.parents[j])
        for (int part = SWV_PART_HIPS; part <= SWV_PART_UPPER_CHEST; part++)
            if (r->parts[part] == j)
                return j;
    const int clavicle = r->parts[part_on(limb, SWV_PART_LEFT_SHOULDER)];
    return m->_private
        .parents[limb->kind == SWV_LIMB_ARM && clavicle != NONE && swvi_mount_is_below(m, first, clavicle) ? clavicle
                                                                                                           : first];
}

// How far along a bone (from its start to its end) a joint lies at rest: 0 at its start, 1 at its end.
static double part_along(const rest *r, swv_vec3 start, swv_vec3 bone, int joint)
{
    const swv_vec3 from_start = swv_vec3_sub(r->world[joint].position, start);
    return swvi_clamp(0.0, 1.0, swv_vec3_dot(from_start, bone) / swv_vec3_dot(bone, bone));
}

// One more twist bone of bone k, with its share (0 to 1) of that bone's turn, about an axis in its own axes if it is between, else its parent's.
static void add_twist(const swv_mount *m, swv_mount_limb *l, int k, int joint, double share, bool is_between,
                      swv_vec3 axis)
{
    const int i = l->twist_count[k]++;
    l->_private.twists[k][i] = joint;
    l->twists[k][i].joint = m->_private.joints[joint];
    l->twists[k][i].is_between = is_between;
    l->twists[k][i].share = share;
    l->twists[k][i].axis = axis;
}

// (3) for one bone, from joints[k] to the next: who shares its turn. `taken` is what is shared so far, `way` the joints between, last first. False
// if there are more than SWV_MOUNT_TWISTS between (8, chosen).
static bool spread_twist(const rest *r, const swv_mount *m, swv_mount_limb *l, int k)
{
    const int      from = l->_private.joints[k], to = l->_private.joints[k + 1];
    const swv_vec3 start = r->world[from].position, end = r->world[to].position, bone = swv_vec3_sub(end, start);
    const double   squared = swv_vec3_dot(bone, bone);
    int            way[SWV_MOUNT_TWISTS], steps = 0;
    bool           is_spread = false;
    if (swvi_mount_is_below(m, to, from)) {
        for (int j = m->_private.parents[to]; j != from; j = m->_private.parents[j]) {
            if (steps == SWV_MOUNT_TWISTS)
                return false;
            way[steps++] = j;
        }
    }
    for (int i = 0; i < steps; i++)
        is_spread |= part_along(r, start, bone, way[i]) > SWVI_TWIST_AT_START;
    if (k == 1)
        for (int i = 0; i < r->twist_count; i++)
            is_spread |= m->_private.parents[r->twists[i]] == from &&
                         part_along(r, start, bone, r->twists[i]) > SWVI_TWIST_AT_START;
    // The upper bone's own joint gives its turn away only if the lower one's shows the hinge's plane instead.
    l->shares[k] = k == 1 ? (is_spread ? 0.0 : SWVI_FOREARM_TWIST) : (is_spread && l->shares[1] == 0.0 ? 0.0 : 1.0);
    const bool is_shared = k == 1 ? is_spread : l->shares[0] == 0.0;
    double     taken = l->shares[k];
    for (int i = steps - 1; i >= 0; i--) {
        const int      j = way[i];
        const swv_quat back = swv_quat_conjugate(r->world[j].rotation);
        const swv_vec3 left = swv_vec3_sub(end, r->world[j].position);
        const double   share = is_shared ? swvi_larger(part_along(r, start, bone, j), taken) : taken;
        add_twist(m, l, k, j, share - taken, true,
                  swv_quat_rotate(back, swv_vec3_normalize(swv_vec3_dot(left, left) > 1e-24 * squared ? left : bone)));
        taken = share;
    }
    for (int i = 0; i < r->twist_count; i++) {
        const int j = r->twists[i];
        if (m->_private.parents[j] != from || swvi_mount_is_below(m, to, j) || l->twist_count[k] == SWV_MOUNT_TWISTS)
            continue;
        const double part = part_along(r, start, bone, j),
                     share = k == 1 && part <= SWVI_TWIST_AT_START ? l->shares[1] : part;
        add_twist(m, l, k, j, share - l->shares[k], false,
                  swv_quat_rotate(swv_quat_conjugate(r->world[from].rotation), swv_vec3_normalize(bone)));
    }
    return true;
}

// The turn of the lower bone: pronation, or rotation of the foot; positive about the bone's own z.
static double turn_of(const swv_limb *limb, const swv_limb_posture *posture)
{
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, posture);
    double               angles[3];
    swvi_limb_end_angles(limb->kind, swvi_limb_relative(pose.lower, pose.end), angles);
    return limb->side == SWV_LEFT ? -angles[0] : angles[0];
}

// One limb at rest. It is not there unless its three joints are bound and apart, and the second hangs on the first.
static void mount_limb(const rest *r, const swv_mount *m, int limb, swv_mount_limb *l)
{
    const swv_limb_kind kind = limb < 2 ? SWV_LIMB_ARM : SWV_LIMB_LEG;
    const swv_side      side = limb % 2 ? SWV_LEFT : SWV_RIGHT;
    (void)swv_limb_make(kind, side, &l->limb);
    swv_vec3 at[LIMB];
    for (int k = 0; k < LIMB; k++) {
        const int part = SWVI_LIMB_PARTS[limb][k];
        l->_private.joints[k] = r->parts[part];
        l->joints[k] = r->parts[part] == NONE ? NONE : m->_private.joints[r->parts[part]];
        if (!place_of(r, part, &at[k]))
            return;
    }
    const swv_vec3 bones[2] = { swv_vec3_sub(at[1], at[0]), swv_vec3_sub(at[2], at[1]) };
    if (swv_limb_set_lengths(&l->limb, swv_vec3_length(bones[0]), swv_vec3_length(bones[1])) != SWV_OK ||
        !swvi_mount_is_below(m, l->_private.joints[1], l->_private.joints[0]) || !spread_twist(r, m, l, 1) ||
        !spread_twist(r, m, l, 0))
        return;
    l->_private.is_end_apart = !swvi_mount_is_below(m, l->_private.joints[2], l->_private.joints[1]);
    const swv_vec3 upper = swv_vec3_normalize(bones[0]), lower = swv_vec3_normalize(bones[1]);
    // y is z cross x, and x the side of the bend; of a left limb the other side.
    const swv_vec3 bend = bend_of(r, &l->limb, upper, lower);
    const swv_vec3 hinge = swv_vec3_scale(side == SWV_LEFT ? -1.0 : 1.0, swv_vec3_cross(upper, bend));
    const swv_quat world_from_trunk = axes_of(r->up, r->forward);
    const swv_quat axes[LIMB] = { axes_of(upper, hinge), axes_of(lower, hinge),
                                  kind == SWV_LIMB_LEG ? foot_axes(r, &l->limb, l->_private.joints[2], lower)
                                                       : hand_axes(r, &l->limb, m, l->_private.joints[2], lower) };
    for (int k = 0; k < LIMB; k++)
        l->bone_from_joint[k] = swv_quat_mul(swv_quat_conjugate(axes[k]), r->world[l->_private.joints[k]].rotation);
    const swv_quat trunk_from_world = swv_quat_conjugate(world_from_trunk);
    const int      parent = m->_private.parents[l->_private.joints[0]];
    l->_private.trunk = trunk_of(r, m, &l->limb, l->_private.joints[0]);
    l->_private.joint_from_trunk =
        l->_private.trunk == NONE
            ? world_from_trunk
            : swv_quat_mul(swv_quat_conjugate(r->world[l->_private.trunk].rotation), world_from_trunk);
    l->_private.upper_rest =
        parent == NONE ? axes[0] : swv_quat_mul(swv_quat_conjugate(r->world[parent].rotation), axes[0]);
    const swv_limb_posture posture = { swv_quat_mul(trunk_from_world, axes[0]), swv_quat_mul(trunk_from_world, axes[1]),
                                       swv_quat_mul(trunk_from_world, axes[2]), 0.0 };
    l->_private.turn_rest = turn_of(&l->limb, &posture);
    l->is_there = true;
}

// Whether a binding is one of this skeleton. *part takes the part that is bound to a joint the skeleton does not have.
static bool is_binding_of(const swv_skeleton *skeleton, const swv_binding *b, int *part)
{
    const double up = swv_vec3_length(b->up), forward = swv_vec3_length(b->forward);
    // Unit vectors at right angles, to 1e-6. Chosen.
    if (!(fabs(up - 1.0) < 1e-6 && fabs(forward - 1.0) < 1e-6 && fabs(swv_vec3_dot(b->up, b->forward)) < 1e-6) ||
        b->twist_count < 0 || b->twist_count > SWV_BINDING_TWISTS)
        return false;
    for (int i = 0; i < SWV_PARTS; i++)
        if (b->parts[i].joint < NONE || b->parts[i].joint >= skeleton->joint_count) {
            *part = i;
            return false;
        }
    for (int i = 0; i < b->twist_count; i++)
        if (b->twists[i].joint < 0 || b->twists[i].joint >= skeleton->joint_count)
            return false;
    return true;
}

// The rest pose: axes and joints in the world, and the joints that are bound.
static void see_rest(const swv_mount *m, const swv_binding *b, rest *r)
{
    r->forward = swvi_mount_point(m, b->forward);
    r->up = swvi_mount_point(m, b->up);
    r->right = swv_vec3_cross(r->forward, r->up);
    for (int part = 0; part < SWV_PARTS; part++)
        r->parts[part] = swvi_mount_number(m, b->parts[part].joint);
    r->twist_count = b->twist_count;
    for (int i = 0; i < b->twist_count; i++)
        r->twists[i] = swvi_mount_number(m, b->twists[i].joint);
    for (int i = 0; i < m->_private.count; i++) {
        r->world[i] = swvi_mirrored_if(m->is_left_handed, m->skeleton->rest_frames[m->_private.joints[i]]);
        r->world[i].rotation = swv_quat_normalize(r->world[i].rotation);
    }
}

swv_status swv_mount_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_mount *mount, int *fault)
{
    int at = NONE, *const where = fault ? fault : &at;
    const swv_status status = swvi_skeleton_status(skeleton);
    *where = NONE;
    if (status != SWV_OK)
        return status;
    if (!binding || !mount)
        return SWV_NULL;
    if (!is_binding_of(skeleton, binding, where))
        return SWV_BAD_ARGUMENT;
    swv_mount m = { .cookie = COOKIE, .skeleton = skeleton, .is_left_handed = binding->is_left_handed };
    rest      r;
    if (!count_joints(binding, &m))
        return SWV_BAD_COUNT;
    see_rest(&m, binding, &r);
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        mount_limb(&r, &m, i, &m.limbs[i]);
    *mount = m;
    return SWV_OK;
}

int swv_mount_limb_of(const swv_mount *mount, int part)
{
    for (int i = 0; mount && mount->cookie == COOKIE && i < SWV_MOUNT_LIMBS; i++)
        if (SWVI_LIMB_PARTS[i][2] == part && mount->limbs[i].is_there)
            return i;
    return NONE;
}

// ---- a limb where the animation has it ----

typedef struct placed {
    int      joint;     ///< the trunk's,
    swv_pose trunk;     ///< and where that is, in the world
    swv_pose shoulder;  ///< of the trunk's axes at the first joint, in the world
    swv_quat parent;    ///< of the joint the first one hangs on
} placed;

// Where the trunk and the shoulder of a limb are in an animation (locals: each joint against its parent, metres). `other` is a limb of the same
// locals that has been placed, or NULL: most have their trunk in common with one.
static placed place_limb(const swv_mount *m, const swv_mount_limb *l, const swv_pose *locals, const placed *other)
{
    const int *joints = l->_private.joints, trunk = l->_private.trunk;
    placed     p = { .joint = trunk };
    swv_pose   parent;
    const int  from = swvi_mount_up(m, locals, m->_private.parents[joints[0]], trunk, &parent);
    p.trunk = other && other->joint == trunk ? other->trunk : swvi_mount_world(m, locals, trunk);
    if (from != NONE)
        parent = swv_pose_mul(p.trunk, parent);
    p.parent = parent.rotation;
    p.shoulder = (swv_pose){ swv_pose_apply(parent, swvi_mount_inside(m, locals[joints[0]]).position),
                             swv_quat_mul(p.trunk.rotation, l->_private.joint_from_trunk) };
    return p;
}

// Joints of a limb as seen from the shoulder, in the trunk's axes, turned as its bones are; and the hinge's axis as they have it, likewise.
static void see_limb(const swv_mount *m, const swv_mount_limb *l, const placed *p, const swv_pose *locals,
                     swv_pose joints[LIMB], swv_vec3 *hinge)
{
    for (int k = 0; k < LIMB; k++) {
        joints[k] = swv_pose_mul(swv_pose_inverse(p->shoulder), swvi_mount_world(m, locals, l->_private.joints[k]));
        joints[k].rotation = swv_quat_mul(joints[k].rotation, swv_quat_conjugate(l->bone_from_joint[k]));
    }
    // From a bone that has all of the upper one's turn and none of the lower one's.
    *hinge = swv_quat_rotate(joints[l->shares[0] == 1.0 ? 0 : 1].rotation, (swv_vec3){ 0.0, 1.0, 0.0 });
}

// A posture, in the trunk's axes, from unit vectors along the upper bone and the hinge, the elbow's or knee's flexion in radians, and the
// end's rotation; `side` is 1 for a right limb, -1 for a left.
static swv_limb_posture hinged(swv_vec3 z, swv_vec3 hinge, double side, double flexion, swv_quat end)
{
    const swv_quat upper = axes_of(z, hinge),
                   bend = swv_quat_from_axis_angle((swv_vec3){ 0.0, 1.0, 0.0 }, side * flexion);
    return (swv_limb_posture){ upper, swv_quat_mul(upper, bend), end, flexion };
}

// The posture, in the axes of limb.h, that the limb has in the rig.
static swv_status read_limb(const swv_mount *m, const swv_mount_limb *l, const placed *p, const swv_pose *locals,
                            swv_limb_posture *posture)
{
    swv_pose joints[LIMB];
    swv_vec3 hinge;
    see_limb(m, l, p, locals, joints, &hinge);
    const swv_vec3 z = swv_vec3_normalize(joints[1].position),
                   lower = swv_vec3_normalize(swv_vec3_sub(joints[2].position, joints[1].position));
    const double   side = l->limb.side == SWV_LEFT ? -1.0 : 1.0;
    const swv_vec3 bend = swv_vec3_scale(side, swv_vec3_cross(hinge, z));
    const double   bent = swv_atan2(swv_vec3_dot(lower, bend), swv_vec3_dot(lower, z));
    const bool     is_hinge =
        fabs(swv_vec3_dot(hinge, z)) < SWVI_HINGE_ASIDE && fabs(swv_vec3_dot(hinge, lower)) < SWVI_HINGE_ASIDE;
    if (is_hinge && bent > -SWVI_HINGE_BACKWARD) {
        *posture = hinged(z, hinge, side, swvi_larger(bent, 0.0), joints[2].rotation);
        return SWV_OK;
    }
    const swv_status status = swv_limb_posture_from_points(&l->limb, joints[1].position, &joints[2], posture);
    return status == SWV_BAD_GOAL ? SWV_BAD_POSTURE : status;
}

// A limb that is nearly straight, or bent backward a little, has no plane of its own: then that of its bones counts, more the
// straighter it is: by (1 - part^2)^2, which falls to 0 without a kink. One that is bent backward as people's are not is what its bones do not say:
// then its plane is seen, not told.
swv_status swvi_mount_read_smooth(const swv_mount *m, int limb, const swv_pose *locals, swv_limb_posture *posture)
{
    const swv_mount_limb *l = &m->limbs[limb];
    const placed          p = place_limb(m, l, locals, NULL);
    swv_pose              joints[LIMB];
    swv_vec3              hinge;
    see_limb(m, l, &p, locals, joints, &hinge);
    const swv_vec3 z = swv_vec3_normalize(joints[1].position),
                   lower = swv_vec3_normalize(swv_vec3_sub(joints[2].position, joints[1].position));
    const double   side = l->limb.side == SWV_LEFT ? -1.0 : 1.0;
    const swv_vec3 seen = swv_vec3_scale(side, swv_vec3_cross(z, lower));
    const double   part = swvi_smaller(swv_vec3_length(seen) / SWVI_PLANE_OF_JOINTS, 1.0);
    const double   weight = (1.0 - part * part) * (1.0 - part * part) * SWVI_PLANE_OF_BONES;
    const double   over =
        swvi_clamp(0.0, 1.0, (swv_vec3_length(seen) - SWVI_OVERSTRETCHED) / (SWVI_BONES_WRONG - SWVI_OVERSTRETCHED));
    const double   backward = (1.0 - over) * swvi_larger(-swv_vec3_dot(seen, hinge), 0.0);
    const swv_vec3 axis =
        swv_vec3_normalize(swvi_normal_part(swv_vec3_add(seen, swv_vec3_scale(weight + backward, hinge)), z));
    if (!(swv_vec3_dot(axis, axis) > 0.5) || !(swv_vec3_dot(lower, lower) > 0.5))  // unit length, or 0: no direction
        return SWV_BAD_POSTURE;
    const swv_vec3 bend = swv_vec3_scale(side, swv_vec3_cross(axis, z));
    const double   bent = swv_atan2(swv_vec3_dot(lower, bend), swv_vec3_dot(lower, z));
    *posture = hinged(z, axis, side, swvi_larger(bent, 0.0), joints[2].rotation);
    return SWV_OK;
}

// The rotation of a bone that has turned about itself (its z) by so many radians.
static swv_quat turned(swv_quat bone, double angle)
{
    return angle == 0.0 ? bone : swv_quat_mul(bone, swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, angle));
}

// Sets joint k of the limb and the twist bones up to the next one. bone: the bone's rotation in the world; turn: what its twist bones share, radians;
// *world: the rotation in the world of its parent, then of the parent of the next.
static void write_bone(const swv_mount *m, const swv_mount_limb *l, int k, swv_quat bone, double turn, swv_quat *world,
                       swv_pose *locals)
{
    const swv_quat joint = swv_quat_mul(bone, l->bone_from_joint[k]);
    swvi_mount_set_rotation(m, l->_private.joints[k], swv_quat_mul(swv_quat_conjugate(*world), joint), locals);
    *world = joint;
    for (int i = 0; k < 2 && i < l->twist_count[k]; i++) {
        const int      j = l->_private.twists[k][i];
        const swv_vec3 axis = l->twists[k][i].axis;
        const bool     is_between = l->twists[k][i].is_between;
        const swv_pose own = swvi_mount_rest(m, j), at_rest = swvi_mount_inside(m, own);
        const swv_quat twist = swv_quat_from_axis_angle(axis, l->twists[k][i].share * turn);
        const swv_quat local =
            is_between ? swv_quat_mul(at_rest.rotation, twist) : swv_quat_mul(twist, at_rest.rotation);
        locals[j].position = own.position;
        swvi_mount_set_rotation(m, j, local, locals);
        if (is_between)
            *world = swv_quat_mul(*world, local);
    }
}

// What bones share of a turn, -pi to pi. Half a turn is as well half a turn back: so that bones do not flip there, what they share falls to
// nothing from where no limit lets a limb turn.
static double shared_turn(double turn)
{
    const double beyond = fabs(turn) - SWVI_TWIST_FADES;
    return beyond > 0.0 ? copysign(SWVI_TWIST_FADES * (1.0 - beyond / (SWV_PI - SWVI_TWIST_FADES)), turn) : turn;
}

// A posture, in the axes of limb.h, as the locals of the limb's joints and twist bones; p: where the limb is in these locals.
static void write_limb(const swv_mount *m, const swv_mount_limb *l, const placed *p, const swv_limb_posture *posture,
                       swv_pose *locals)
{
    const swv_quat trunk = p->shoulder.rotation;
    const swv_quat upper = swv_quat_mul(trunk, swv_quat_normalize(posture->upper)),
                   lower = swv_quat_mul(trunk, swv_quat_normalize(posture->lower)),
                   end = swv_quat_mul(trunk, swv_quat_normalize(posture->end));
    const double turn = shared_turn(turn_of(&l->limb, posture)) - shared_turn(l->_private.turn_rest);
    double       twist = 0.0;
    if (l->twist_count[0] > 0) {
        const swv_quat q = swv_quat_mul(swv_quat_conjugate(l->_private.upper_rest),
                                        swv_quat_mul(swv_quat_conjugate(p->parent), upper));
        twist = shared_turn(swv_angle_wrap(2.0 * swv_atan2(q.z, q.w)));
    }
    swv_quat world = p->parent;
    write_bone(m, l, 0, turned(upper, (l->shares[0] - 1.0) * twist), twist, &world, locals);
    locals[l->_private.joints[1]].position = swvi_mount_rest(m, l->_private.joints[1]).position;
    write_bone(m, l, 1, turned(lower, l->shares[1] * turn), turn, &world, locals);
    if (!l->_private.is_end_apart) {
        locals[l->_private.joints[2]].position = swvi_mount_rest(m, l->_private.joints[2]).position;
        write_bone(m, l, 2, end, 0.0, &world, locals);
        return;
    }
    const swvi_limb_pose pose = swvi_limb_pose_into(&l->limb, posture);
    const swv_pose       parent = swvi_mount_world(m, locals, m->_private.parents[l->_private.joints[2]]);
    swv_pose wrist = { swv_pose_apply(p->shoulder, swvi_on_side(l->limb.side, swvi_limb_wrist_of(&l->limb, &pose))),
                       swv_quat_mul(end, l->bone_from_joint[2]) };
    wrist = swv_pose_mul(swv_pose_inverse(parent), wrist);
    wrist.rotation = swv_quat_normalize(wrist.rotation);
    locals[l->_private.joints[2]] = swvi_mirrored_if(m->is_left_handed, wrist);
}

// ---- goals ----

// A joint goes a part of the way from the solved locals back to the animation's: keep, 0 to 1.
static void keep_some(const swv_pose *animation, int joint, double keep, swv_pose *locals)
{
    const swv_pose from = locals[joint], to = animation[joint];
    const swv_quat start = swv_quat_normalize(from.rotation),
                   turn = swv_quat_mul(swv_quat_conjugate(start), swv_quat_normalize(to.rotation));
    const swv_vec3 along = swv_rotation_vector_from_quat(turn);
    locals[joint] = (swv_pose){
        swv_vec3_add(from.position, swv_vec3_scale(keep, swv_vec3_sub(to.position, from.position))),
        swv_quat_normalize(swv_quat_mul(start, swv_quat_from_rotation_vector(swv_vec3_scale(keep, along))))
    };
}

// The limb goes back towards the animation by `keep`, 0 to 1.
static void keep_of(const swv_mount_limb *l, const swv_pose *animation, double keep, swv_pose *locals)
{
    for (int k = 0; k < LIMB; k++)
        keep_some(animation, l->_private.joints[k], keep, locals);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < l->twist_count[k]; i++)
            keep_some(animation, l->_private.twists[k][i], keep, locals);
}

// A goal for the limb: from the shoulder, in the trunk's axes, of the hand's own.
static swv_status limb_goal(const swv_mount *m, const swv_mount_limb *l, const placed *p, const swv_mount_goal *goal,
                            swv_limb_goal *out)
{
    swv_pose end = swvi_mirrored_if(m->is_left_handed, goal->end);
    if (goal->is_position_only)
        end.rotation = (swv_quat)SWV_IDENTITY_QUAT;
    if (swv_pose_check(&end) != SWV_OK || !swv_vec3_is_finite(goal->pole) || !swvi_is_finite(goal->swivel) ||
        !(goal->weight >= 0.0 && goal->weight <= 1.0))
        return SWV_BAD_GOAL;
    const swv_pose trunk_from_world = swv_pose_inverse(p->shoulder);
    end.rotation = swv_quat_mul(end.rotation, swv_quat_conjugate(l->bone_from_joint[2]));
    *out = (swv_limb_goal){ .end = swv_pose_mul(trunk_from_world, end),
                            .is_position_only = goal->is_position_only,
                            .elbow = goal->elbow,
                            .swivel = goal->swivel,
                            .direction = swv_pose_apply(trunk_from_world, swvi_mount_point(m, goal->pole)),
                            .is_soft = !goal->is_exact };
    return SWV_OK;
}

// One goal's limb: its number, where it is, what is asked of it, what it was, and what it becomes; in the axes of limb.h.
typedef struct task {
    int              limb;
    placed           at;
    swv_limb_goal    goal;
    bool             has_previous;
    swv_limb_posture previous, posture;
} task;

// One task for each of `count` goals. What a limb was is read from the animation where it is needed: a track (NULL: none) knows what its limbs were.
// *goal takes the index of the goal that a status is about, as below.
static swv_status make_tasks(const swv_mount *m, const swv_mount_goal *goals, int count, const swv_pose *locals,
                             const swv_mount_track *track, task tasks[SWV_MOUNT_LIMBS], int *goal)
{
    bool is_used[SWV_MOUNT_LIMBS] = { false };
    for (int i = 0; i < count; i++) {
        task *t = &tasks[i];
        *goal = i;
        t->limb = swv_mount_limb_of(m, goals[i].part);
        if (t->limb == NONE || is_used[t->limb])
            return SWV_BAD_GOAL;
        is_used[t->limb] = true;
        const swv_mount_limb *l = &m->limbs[t->limb];
        t->at = place_limb(m, l, locals, i > 0 ? &tasks[i - 1].at : NULL);
        const swv_status status = limb_goal(m, l, &t->at, &goals[i], &t->goal);
        if (status != SWV_OK)
            return status;
        const bool reads =
            track ? !track->is_following[t->limb] : t->goal.is_position_only || t->goal.elbow == SWV_ELBOW_PREVIOUS;
        t->has_previous = reads && read_limb(m, l, &t->at, locals, &t->previous) == SWV_OK;
    }
    *goal = NONE;
    return SWV_OK;
}

// Each limb's posture, and its report.
static swv_status solve_tasks(const swv_mount *m, int count, swv_limb_compromise compromise, task *tasks,
                              swv_limb_report reports[SWV_MOUNT_LIMBS], int *goal)
{
    swv_status status = SWV_OK;
    for (int i = 0; status == SWV_OK && i < count; i++) {
        task *t = &tasks[i];
        *goal = i;
        status = swv_limb_solve(&m->limbs[t->limb].limb, &t->goal, t->has_previous ? &t->previous : NULL, compromise,
                                &t->posture, &reports[i]);
    }
    return status;
}

static bool is_same_quat(swv_quat a, swv_quat b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

static bool is_same_vector(swv_vec3 a, swv_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_same_goal(const swv_limb_goal *a, const swv_limb_goal *b)
{
    return is_same_vector(a->end.position, b->end.position) && is_same_quat(a->end.rotation, b->end.rotation) &&
           a->is_position_only == b->is_position_only && a->is_soft == b->is_soft && a->elbow == b->elbow &&
           a->swivel == b->swivel && is_same_vector(a->direction, b->direction);
}

static bool is_same_posture(const swv_limb_posture *a, const swv_limb_posture *b)
{
    return is_same_quat(a->upper, b->upper) && is_same_quat(a->lower, b->lower) && is_same_quat(a->end, b->end) &&
           a->flexion == b->flexion;
}

// Each limb's posture dt seconds after those of the track, which is not changed. A limb at rest whose goal is the same is not solved again.
static swv_status step_tasks(const swv_mount *m, const swv_mount_track *track, int count, double dt, task *tasks,
                             swvi_mount_step steps[SWV_MOUNT_LIMBS], int *goal)
{
    for (int i = 0; i < count; i++) {
        task *t = &tasks[i];
        *goal = i;
        const swv_limb_track *limb = &track->limbs[t->limb];
        swv_limb_track        started;
        swv_status            status = SWV_OK;
        if (!track->is_following[t->limb]) {
            limb = &started;
            status = swv_limb_track_start(&m->limbs[t->limb].limb, &track->options, &started);
            if (status == SWV_OK && t->has_previous)
                status = swv_limb_track_set_posture(&started, &t->previous);
        }
        if (status == SWV_OK && limb != &started && track->is_at_rest[t->limb] &&
            is_same_goal(&t->goal, &track->goals[t->limb]))
            steps[i].step = (swvi_limb_step){ limb->posture, false, track->reports[t->limb] };
        else if (status == SWV_OK)
            status = swvi_limb_track_next(limb, &t->goal, dt, &steps[i].step);
        if (status != SWV_OK)
            return status;
        steps[i].limb = t->limb;
        steps[i].goal = t->goal;
        t->posture = steps[i].step.posture;
    }
    return SWV_OK;
}

// Postures into the locals. `base` is what is kept some of; it may be `locals` if of no goal anything is.
static void write_tasks(const swv_mount *m, const swv_mount_goal *goals, int count, const swv_pose *base,
                        const task *tasks, swv_pose *locals)
{
    for (int i = 0; i < count; i++) {
        const swv_mount_limb *l = &m->limbs[tasks[i].limb];
        write_limb(m, l, &tasks[i].at, &tasks[i].posture, locals);
        if (goals[i].is_weighted && goals[i].weight < 1.0)
            keep_of(l, base, 1.0 - goals[i].weight, locals);
    }
}

// Of goals of which nothing is kept.
static swv_status write_in_place(const swv_mount *m, const swv_mount_goal *goals, int count, const task *tasks,
                                 swv_pose *locals)
{
    write_tasks(m, goals, count, locals, tasks, locals);
    return swvi_mount_are_locals(m, locals) ? SWV_OK : SWV_BAD_POSTURE;
}

swv_status swvi_mount_solve(const swv_mount *m, const swv_mount_goal *goals, int count, swv_limb_compromise compromise,
                            swv_pose *locals, swv_limb_report *reports)
{
    task       tasks[SWV_MOUNT_LIMBS];
    int        goal;
    swv_status status = make_tasks(m, goals, count, locals, NULL, tasks, &goal);
    if (status == SWV_OK)
        status = solve_tasks(m, count, compromise, tasks, reports, &goal);
    return status == SWV_OK ? write_in_place(m, goals, count, tasks, locals) : status;
}

swv_status swvi_mount_track_next(const swv_mount *m, const swv_mount_track *track, const swv_mount_goal *goals,
                                 int count, double dt, swv_pose *locals, swvi_mount_step steps[SWV_MOUNT_LIMBS])
{
    task       tasks[SWV_MOUNT_LIMBS];
    int        goal;
    swv_status status = make_tasks(m, goals, count, locals, track, tasks, &goal);
    if (status == SWV_OK)
        status = step_tasks(m, track, count, dt, tasks, steps, &goal);
    return status == SWV_OK ? write_in_place(m, goals, count, tasks, locals) : status;
}

void swvi_mount_track_take(const swv_mount *m, swv_mount_track *track, const swvi_mount_step *steps, int count)
{
    bool is_following[SWV_MOUNT_LIMBS] = { false };
    for (int i = 0; i < count; i++) {
        const int             limb = steps[i].limb;
        const swvi_limb_step *step = &steps[i].step;
        if (!track->is_following[limb])
            (void)swv_limb_track_start(&m->limbs[limb].limb, &track->options, &track->limbs[limb]);
        track->is_at_rest[limb] = track->is_following[limb] && step->report.swivel_speed == 0.0 &&
                                  !step->report.is_behind && !step->is_catching_up &&
                                  is_same_posture(&step->posture, &track->limbs[limb].posture);
        track->goals[limb] = steps[i].goal;
        track->reports[limb] = step->report;
        swvi_limb_track_take(&track->limbs[limb], step);
        is_following[limb] = true;
    }
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++)
        track->is_following[i] = is_following[i];
}

// *mine takes what counts of the animation.
static swv_status check_call(const swv_mount *m, const swv_mount_goal *goals, int count, const swv_pose *animation,
                             const swv_pose *locals, swv_pose *mine)
{
    const swv_status status = swvi_status_or_null(swvi_mount_verify(m), !goals || !locals);
    if (status != SWV_OK)
        return status;
    if (count < 0 || count > SWV_MOUNT_LIMBS)
        return SWV_BAD_COUNT;
    return swvi_mount_take(m, animation, mine) ? SWV_OK : SWV_BAD_POSTURE;
}

static void write_call(const swv_mount *m, const swv_mount_goal *goals, int count, const swv_pose *animation,
                       const swv_pose *mine, const task *tasks, swv_pose *locals)
{
    swv_pose out[SWV_MOUNT_JOINTS];
    for (int i = 0; i < m->_private.count; i++)
        out[i] = mine[i];
    write_tasks(m, goals, count, mine, tasks, out);
    swvi_mount_give(m, animation, out, locals);
}

swv_status swv_mount_solve(const swv_mount *mount, const swv_mount_goal *goals, int goal_count,
                           const swv_pose *animation, swv_limb_compromise compromise, swv_pose *locals,
                           swv_limb_report *reports, int *fault)
{
    swv_pose        mine[SWV_MOUNT_JOINTS];
    swv_status      status = check_call(mount, goals, goal_count, animation, locals, mine);
    task            tasks[SWV_MOUNT_LIMBS];
    swv_limb_report found[SWV_MOUNT_LIMBS];
    int             goal = NONE;
    if (status == SWV_OK)
        status = make_tasks(mount, goals, goal_count, mine, NULL, tasks, &goal);
    for (int i = 0; status == SWV_OK && !animation && i < goal_count; i++)
        tasks[i].has_previous = false;
    if (status == SWV_OK)
        status = solve_tasks(mount, goal_count, compromise, tasks, found, &goal);
    if (fault)
        *fault = status == SWV_BAD_GOAL ? goal : NONE;
    if (status != SWV_OK)
        return status;
    write_call(mount, goals, goal_count, animation, mine, tasks, locals);
    for (int i = 0; reports && i < goal_count; i++)
        reports[i] = found[i];
    return SWV_OK;
}

swv_status swv_mount_track_start(const swv_mount *mount, const swv_limb_track_options *options, swv_mount_track *track)
{
    const swv_status status = swvi_status_or_null(swvi_mount_verify(mount), !track);
    if (status != SWV_OK)
        return status;
    swv_mount_track started = { .options = options ? *options : (swv_limb_track_options){ 0 } };
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        const swv_status of_limb = swv_limb_track_start(&mount->limbs[i].limb, &started.options, &started.limbs[i]);
        if (of_limb != SWV_OK)
            return of_limb;
    }
    *track = started;
    return SWV_OK;
}

swv_status swv_mount_track_step(const swv_mount *mount, swv_mount_track *track, const swv_mount_goal *goals,
                                int goal_count, double dt, const swv_pose *animation, swv_pose *locals,
                                swv_limb_track_report *reports, int *fault)
{
    swv_pose        mine[SWV_MOUNT_JOINTS];
    swv_status      status = check_call(mount, goals, goal_count, animation, locals, mine);
    task            tasks[SWV_MOUNT_LIMBS];
    swvi_mount_step steps[SWV_MOUNT_LIMBS];
    int             goal = NONE;
    if (status == SWV_OK && !track)
        status = SWV_NULL;
    if (status == SWV_OK && !(dt > 0.0 && swvi_is_finite(dt)))
        status = SWV_BAD_ARGUMENT;
    if (status == SWV_OK)
        status = make_tasks(mount, goals, goal_count, mine, track, tasks, &goal);
    for (int i = 0; status == SWV_OK && !animation && i < goal_count; i++)
        tasks[i].has_previous = false;
    if (status == SWV_OK)
        status = step_tasks(mount, track, goal_count, dt, tasks, steps, &goal);
    if (fault)
        *fault = status == SWV_BAD_GOAL ? goal : NONE;
    if (status != SWV_OK)
        return status;
    write_call(mount, goals, goal_count, animation, mine, tasks, locals);
    swvi_mount_track_take(mount, track, steps, goal_count);
    for (int i = 0; reports && i < goal_count; i++)
        reports[i] = steps[i].step.report;
    return SWV_OK;
}

// ---- postures ----

swv_status swvi_mount_read(const swv_mount *m, int limb, const swv_pose *locals, swv_limb_posture *posture)
{
    const placed p = place_limb(m, &m->limbs[limb], locals, NULL);
    return read_limb(m, &m->limbs[limb], &p, locals, posture);
}

void swvi_mount_write(const swv_mount *m, int limb, const swv_limb_posture *posture, swv_pose *locals)
{
    const placed p = place_limb(m, &m->limbs[limb], locals, NULL);
    write_limb(m, &m->limbs[limb], &p, posture, locals);
}

// Of a call with locals and a posture; *mine takes what counts of the locals.
static swv_status check_posture(const swv_mount *m, int limb, const swv_pose *locals, const void *posture,
                                swv_pose *mine)
{
    const swv_status status = swvi_status_or_null(swvi_mount_verify(m), !locals || !posture);
    if (status != SWV_OK)
        return status;
    if (limb < 0 || limb >= SWV_MOUNT_LIMBS || !m->limbs[limb].is_there)
        return SWV_BAD_COUNT;
    return swvi_mount_take(m, locals, mine) ? SWV_OK : SWV_BAD_POSTURE;
}

swv_status swv_mount_read(const swv_mount *mount, int limb, const swv_pose *locals, swv_limb_posture *posture)
{
    swv_pose         mine[SWV_MOUNT_JOINTS];
    const swv_status status = check_posture(mount, limb, locals, posture, mine);
    return status == SWV_OK ? swvi_mount_read(mount, limb, mine, posture) : status;
}

swv_status swv_mount_write(const swv_mount *mount, int limb, const swv_limb_posture *posture, swv_pose *locals)
{
    swv_pose   mine[SWV_MOUNT_JOINTS];
    swv_status status = check_posture(mount, limb, locals, posture, mine);
    if (status == SWV_OK)
        status = swvi_limb_verify_posture(posture);
    if (status != SWV_OK)
        return status;
    swvi_mount_write(mount, limb, posture, mine);
    swvi_mount_give(mount, locals, mine, locals);
    return SWV_OK;
}

swv_status swv_mount_worlds(const swv_mount *mount, const swv_pose *locals, swv_pose *worlds)
{
    const swv_status status = swvi_status_or_null(swvi_mount_verify(mount), !locals || !worlds);
    if (status != SWV_OK)
        return status;
    const swv_skeleton *s = mount->skeleton;
    if (!are_locals(locals, s->joint_count))
        return SWV_BAD_POSTURE;
    for (int n = 0; n < s->joint_count; n++) {
        const int j = s->order[n], parent = s->joints[j].parent;
        swv_pose  world = swvi_mount_inside(mount, locals[j]);
        if (parent != NONE)
            world = swv_pose_mul(swvi_mirrored_if(mount->is_left_handed, worlds[parent]), world);
        worlds[j] = swvi_mirrored_if(mount->is_left_handed, world);
    }
    return SWV_OK;
}
