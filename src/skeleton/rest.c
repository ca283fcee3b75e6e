// SPDX-License-Identifier: MIT
// A rest pose from a recording.
//
// (1) means    of the joints' rotations against their parents: what nothing below says otherwise. Fingers rest as the skeleton's zero has them, if
//              all of the hand's are straight there.
// (2) hinges   Seen from the upper bone u and the lower one l, n = u x l is an axis of the hinge, and has the more to say the more it is bent: the
//              sum of n |n| over all frames, turned with the bone. Knees that seem to bend to where the toes point are stretched too far.
// (3) soles    which way is up for a foot in the frames in which ankle and ball are low
// (4) trunk    hips upright and level, from where spine and thighs hang on them; each bone of the spine points up, the shoulders level like the hips
// (5) limbs    arms aside, elbows bend forward; legs down, knees bend backward; feet level, toes ahead
//
// In all functions: joints are indices, NONE: none; a limb is its row in SWVI_LIMB_PARTS, a side 0 right, 1 left; k of a limb: 0 upper, 1 lower bone.
// Places, directions and turns are in the world, right-handed, lengths in the skeleton's unit, angles radians; locals are poses in the parent's
// frame. SWVI_REST_...: feel.h.
#include <math.h>

#include "feel.h"
#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"
#include "swivel/skeleton.h"
#include "swivel/trig.h"

enum { NONE = -1, LIMBS = 4, LEGS = 2 };

static const int clavicles[2] = { SWV_PART_RIGHT_SHOULDER, SWV_PART_LEFT_SHOULDER };

/// A skeleton in a pose, right-handed. Arrays are by joint.
typedef struct posed {
    const swv_skeleton *skeleton;
    const swv_binding  *binding;
    swv_vec3            right, forward, up;  ///< of the pose that is made
    swv_pose           *locals;
    swv_pose           *made;    ///< worlds of these locals
    const swv_pose     *worlds;  ///< `made`, or the skeleton's own at rest
} posed;

typedef struct findings {
    swv_quat *means;             ///< of each joint's local rotation: sums, not of unit length
    swv_vec3  hinges[LIMBS][2];  ///< in the axes of the upper and of the lower bone: sums of squares of sines
    swv_vec3  soles[2];          ///< up, in the axes of the foot: weighted sums
    double    lowest[2];         ///< foot_height: right, left
} findings;

static int joint_of(const posed *s, int part)
{
    return s->binding->parts[part].joint;
}

static swv_vec3 at(const posed *s, int joint)
{
    return s->worlds[joint].position;
}

static swv_vec3 way(const posed *s, int from, int to)
{
    return swv_vec3_sub(at(s, to), at(s, from));
}

// A direction of the world in the joint's own axes.
static swv_vec3 turned_back(const posed *s, int joint, swv_vec3 v)
{
    return swv_quat_rotate(swv_quat_conjugate(s->worlds[joint].rotation), v);
}

// Worlds of the locals.
static void place(posed *s)
{
    for (int n = 0; n < s->skeleton->joint_count; n++) {
        const int j = s->skeleton->order[n], parent = s->skeleton->joints[j].parent;
        s->made[j] = parent == NONE ? s->locals[j] : swv_pose_mul(s->made[parent], s->locals[j]);
    }
    s->worlds = s->made;
}

// Turns a joint and all that hangs on it by a rotation of the world.
static void turn(posed *s, int joint, swv_quat by)
{
    const int      parent = s->skeleton->joints[joint].parent;
    const swv_quat world = swv_quat_mul(by, s->worlds[joint].rotation);
    s->locals[joint].rotation = swv_quat_normalize(
        parent == NONE ? world : swv_quat_mul(swv_quat_conjugate(s->worlds[parent].rotation), world));
    place(s);
}

// The rotation that takes direction a to c, and b as near to d as it can be; they have any length. Without a or c it is none, without b or d the
// smallest turn.
static swv_quat turn_between(swv_vec3 a, swv_vec3 b, swv_vec3 c, swv_vec3 d)
{
    const swv_vec3 from = swv_vec3_normalize(a), to = swv_vec3_normalize(c);
    if (swv_vec3_length(from) == 0.0 || swv_vec3_length(to) == 0.0)
        return (swv_quat)SWV_IDENTITY_QUAT;
    const swv_quat swing = swv_quat_between(from, to);
    const swv_vec3 is = swv_vec3_normalize(swvi_normal_part(swv_quat_rotate(swing, b), to)),
                   wanted = swv_vec3_normalize(swvi_normal_part(d, to));
    if (swv_vec3_length(is) == 0.0 || swv_vec3_length(wanted) == 0.0)
        return swing;
    const double sine = swv_vec3_dot(to, swv_vec3_cross(is, wanted)), cosine = swv_vec3_dot(is, wanted);
    return swv_quat_mul(swv_quat_from_axis_angle(to, swv_atan2(sine, cosine)), swing);
}

// Thigh and shank of the right leg.
static double leg_length(const posed *s)
{
    const int *p = SWVI_LIMB_PARTS[LEGS];
    return swv_vec3_length(way(s, joint_of(s, p[0]), joint_of(s, p[1]))) +
           swv_vec3_length(way(s, joint_of(s, p[1]), joint_of(s, p[2])));
}

// Fills s with the skeleton as it rests, in its own axes (not right-handed yet): what is asked of the rest is the same in a mirror.
static swv_status survey(const swv_skeleton *skeleton, const swv_binding *binding, posed *s)
{
    const swv_status status = swvi_status_or_null(swvi_skeleton_status(skeleton), !binding);
    if (status != SWV_OK)
        return status;
    s->skeleton = skeleton;
    s->binding = binding;
    for (int part = 0; part < SWV_PARTS; part++)
        if (binding->parts[part].joint < NONE || binding->parts[part].joint >= skeleton->joint_count)
            return SWV_BAD_ARGUMENT;
    // A unit vector, to 1e-6: one that went through a float is. Chosen.
    if (!(fabs(swv_vec3_length(binding->up) - 1.0) < 1e-6) || !swv_vec3_is_finite(binding->forward))
        return SWV_BAD_ARGUMENT;
    // Hips, head and all joints of the limbs.
    bool has_parts = joint_of(s, SWV_PART_HIPS) != NONE && joint_of(s, SWV_PART_HEAD) != NONE;
    for (int i = 0; i < 3 * LIMBS; i++)
        has_parts = has_parts && joint_of(s, SWVI_LIMB_PARTS[i / 3][i % 3]) != NONE;
    if (!has_parts)
        return SWV_BAD_MODEL;
    s->worlds = skeleton->rest_frames;
    s->up = binding->up;
    return SWV_OK;
}

bool swv_rest_is_posture(const swv_skeleton *skeleton, const swv_binding *binding)
{
    posed s;
    if (survey(skeleton, binding, &s) != SWV_OK)
        return false;
    const swv_vec3 trunk = way(&s, joint_of(&s, SWV_PART_HIPS), joint_of(&s, SWV_PART_HEAD));
    bool           is_upright = swv_vec3_dot(trunk, s.up) > SWVI_REST_UPRIGHT * swv_vec3_length(trunk);
    for (int i = LEGS; i < LIMBS; i++)
        is_upright = is_upright &&
                     swv_vec3_dot(way(&s, joint_of(&s, SWVI_LIMB_PARTS[i][2]), joint_of(&s, SWVI_LIMB_PARTS[i][0])),
                                  s.up) > SWVI_REST_BELOW * leg_length(&s);
    for (int side = 0; side < 2; side++) {
        const int clavicle = joint_of(&s, clavicles[side]);
        if (clavicle == NONE)
            continue;
        const swv_vec3 bone = way(&s, clavicle, joint_of(&s, SWVI_LIMB_PARTS[side][0]));
        is_upright = is_upright && swv_vec3_dot(bone, s.up) <= SWVI_REST_SHRUGGED * swv_vec3_length(bone);
    }
    return is_upright;
}

// ---- (1) to (3) ----

// A recorded frame's locals, joint_count of them, right-handed from here on, and where the joints are in the world. False: not finite.
static bool read_frame(posed *s, const swv_pose *locals)
{
    for (int i = 0; i < s->skeleton->joint_count; i++) {
        const swv_pose p = swvi_mirrored_if(s->binding->is_left_handed, locals[i]);
        const swv_quat q = p.rotation;
        if (!swvi_vec3_is_finite(p.position) || !swvi_is_finite(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w))
            return false;
        s->locals[i] = (swv_pose){ p.position, swv_quat_normalize(q) };
    }
    place(s);
    return true;
}

// How high a foot is along `up`, ankle and ball (if it has toes) added: to compare frames by.
static double foot_height(const posed *s, int side)
{
    const int    toe = joint_of(s, SWVI_TOES_PARTS[side]);
    const double ankle = swv_vec3_dot(at(s, joint_of(s, SWVI_LIMB_PARTS[LEGS + side][2])), s->up);
    return toe == NONE ? ankle : ankle + swv_vec3_dot(at(s, toe), s->up);
}

// (1) to (3) Adds a frame to the findings. low: a foot whose foot_height is that much above its lowest counts a quarter for (3), far above nothing.
static void learn(const posed *s, double low, findings *f)
{
    for (int i = 0; i < s->skeleton->joint_count; i++) {
        const swv_quat q = s->locals[i].rotation, m = f->means[i];
        const double   sign = q.x * m.x + q.y * m.y + q.z * m.z + q.w * m.w < 0.0 ? -1.0 : 1.0;
        f->means[i] = (swv_quat){ m.x + sign * q.x, m.y + sign * q.y, m.z + sign * q.z, m.w + sign * q.w };
    }
    for (int i = 0; i < LIMBS; i++) {
        const int a = joint_of(s, SWVI_LIMB_PARTS[i][0]), b = joint_of(s, SWVI_LIMB_PARTS[i][1]),
                  c = joint_of(s, SWVI_LIMB_PARTS[i][2]);
        const swv_vec3 lower = swv_vec3_normalize(way(s, b, c)),
                       cross = swv_vec3_cross(swv_vec3_normalize(way(s, a, b)), lower);
        const int toe = i < LEGS ? NONE : joint_of(s, SWVI_TOES_PARTS[i - LEGS]);
        if (toe != NONE && swv_vec3_dot(cross, swv_vec3_cross(way(s, c, toe), lower)) < 0.0)
            continue;
        const swv_vec3 n = swv_vec3_scale(swv_vec3_length(cross), cross);
        f->hinges[i][0] = swv_vec3_add(f->hinges[i][0], turned_back(s, a, n));
        f->hinges[i][1] = swv_vec3_add(f->hinges[i][1], turned_back(s, b, n));
    }
    for (int side = 0; side < 2; side++) {
        const double   high = (foot_height(s, side) - f->lowest[side]) / low, part = 1.0 / (1.0 + high * high);
        const swv_vec3 up = turned_back(s, joint_of(s, SWVI_LIMB_PARTS[LEGS + side][2]), s->up);
        f->soles[side] = swv_vec3_add(f->soles[side], swv_vec3_scale(part * part, up));
    }
}

// Whether the bones of what hangs on a hand or a foot are in line when they are not turned.
static bool is_straight_at_zero(const posed *s, int end)
{
    for (int j = 0; j < s->skeleton->joint_count; j++) {
        const int parent = s->skeleton->joints[j].parent;
        if (parent == NONE || parent == end || !swvi_is_below(s->skeleton->joints, parent, end))
            continue;
        const swv_vec3 above = swv_vec3_normalize(s->locals[parent].position),
                       bone = swv_vec3_normalize(s->locals[j].position);
        if (swv_vec3_dot(above, bone) < SWVI_REST_ALIGNED)
            return false;
    }
    return true;
}

// ---- (4) ----

// The joint after this on the way from the hips to the head; NONE: it is the head.
static int next_of_spine(const posed *s, int joint)
{
    const int head = joint_of(s, SWV_PART_HEAD);
    if (joint == head)
        return NONE;
    int next = head;
    while (next != NONE && s->skeleton->joints[next].parent != joint)
        next = s->skeleton->joints[next].parent;
    return next;
}

// (4)
static void raise_trunk(posed *s)
{
    const int hips = joint_of(s, SWV_PART_HIPS);
    for (int j = hips; j != NONE; j = next_of_spine(s, j)) {
        const int next = next_of_spine(s, j);
        // What is level at this joint: the hips or the shoulders, if it is what carries them.
        swv_vec3 across = { 0.0, 0.0, 0.0 };
        for (int i = 0; i < LIMBS; i += LEGS) {
            const int right = joint_of(s, SWVI_LIMB_PARTS[i][0]), left = joint_of(s, SWVI_LIMB_PARTS[i + 1][0]);
            if (swvi_is_below(s->skeleton->joints, right, j) &&
                !(next != NONE && swvi_is_below(s->skeleton->joints, right, next)))
                across = way(s, left, right);
        }
        if (next == NONE)
            continue;
        int end = next;  // some joints are in the place of the next
        while (next_of_spine(s, end) != NONE && swv_vec3_length(way(s, j, end)) < SWVI_REST_APART * leg_length(s))
            end = next_of_spine(s, end);
        const swv_vec3 bone = way(s, j, end);
        // Hips and shoulders are level first; their bones point up as far as that leaves it.
        turn(s, j,
             swv_vec3_length(across) > 0.0 ? turn_between(across, bone, s->right, s->up)
                                           : turn_between(bone, s->right, s->up, s->right));
    }
}

// ---- (5) ----

// (5) of one limb. frame_count: of the frames in the findings.
static void straighten(posed *s, const findings *f, int limb, int frame_count)
{
    const bool     is_arm = limb < LEGS, is_right = limb % 2 == 0;
    const swv_vec3 aside = is_right ? s->right : swv_vec3_scale(-1.0, s->right);
    const swv_vec3 along = is_arm ? aside : swv_vec3_scale(-1.0, s->up);
    const swv_vec3 axis = is_arm ? swv_vec3_cross(aside, s->forward) : swv_vec3_scale(-1.0, s->right);
    for (int k = 0; k < 2; k++) {
        const int      joint = joint_of(s, SWVI_LIMB_PARTS[limb][k]), next = joint_of(s, SWVI_LIMB_PARTS[limb][k + 1]);
        const swv_vec3 hinge = f->hinges[limb][k], none = { 0.0, 0.0, 0.0 };
        const bool     tells = swv_vec3_length(hinge) > SWVI_REST_BENT * frame_count;
        turn(s, joint,
             turn_between(way(s, joint, next), tells ? swv_quat_rotate(s->worlds[joint].rotation, hinge) : none, along,
                          axis));
    }
    if (is_arm)
        return;
    const int      foot = joint_of(s, SWVI_LIMB_PARTS[limb][2]), toe = joint_of(s, SWVI_TOES_PARTS[limb - LEGS]);
    const swv_vec3 sole = swv_quat_rotate(s->worlds[foot].rotation, f->soles[limb - LEGS]), none = { 0.0, 0.0, 0.0 };
    turn(s, foot, turn_between(sole, toe == NONE ? none : way(s, foot, toe), s->up, s->forward));
}

// Forward becomes the axis of the world, of six, that the body faces, and right follows. False: its hips tell none.
static bool face(posed *s)
{
    const int      right = joint_of(s, SWVI_LIMB_PARTS[LEGS][0]), left = joint_of(s, SWVI_LIMB_PARTS[LEGS + 1][0]);
    const swv_vec3 ahead = swv_vec3_cross(s->up, way(s, left, right));
    double         best = 0.0;
    for (int i = 0; i < 6; i++) {
        const double   sign = i % 2 ? -1.0 : 1.0;
        const swv_vec3 axis = swvi_normal_part(
            (swv_vec3){ i / 2 == 0 ? sign : 0.0, i / 2 == 1 ? sign : 0.0, i / 2 == 2 ? sign : 0.0 }, s->up);
        if (swv_vec3_dot(axis, ahead) > best) {
            best = swv_vec3_dot(axis, ahead);
            s->forward = swv_vec3_normalize(axis);
        }
    }
    s->right = swv_vec3_cross(s->forward, s->up);
    return best > 0.0;
}

// ---- all of it ----

size_t swvi_rest_size(int joint_count)
{
    return (size_t)joint_count * (2 * sizeof(swv_pose) + sizeof(swv_quat));
}

// The rest pose, right-handed, in the caller's memory (swvi_rest_size bytes).
static void take_rest(posed *s, void *memory, findings *f)
{
    const int count = s->skeleton->joint_count;
    s->locals = (swv_pose *)memory;
    s->made = s->locals + count;
    f->means = (swv_quat *)(void *)(s->made + count);
    s->up = swvi_mirrored_if(s->binding->is_left_handed, (swv_pose){ s->up, SWV_IDENTITY_QUAT }).position;
    for (int i = 0; i < count; i++) {
        s->locals[i] = swvi_mirrored_if(s->binding->is_left_handed, s->skeleton->joints[i].rest);
        f->means[i] = (swv_quat){ 0.0, 0.0, 0.0, 0.0 };
    }
    place(s);
}

// (1) to (3) of all frames: first how low each foot comes, then the rest. low: as in `learn`.
static swv_status read_clip(posed *s, const swv_pose *clip, int frame_count, double low, findings *f)
{
    const size_t count = (size_t)s->skeleton->joint_count;
    for (int frame = 0; frame < frame_count; frame++) {
        if (!read_frame(s, clip + (size_t)frame * count))
            return SWV_BAD_POSTURE;
        for (int side = 0; side < 2; side++)
            f->lowest[side] = swvi_smaller(f->lowest[side], foot_height(s, side));
    }
    for (int frame = 0; frame < frame_count; frame++) {
        read_frame(s, clip + (size_t)frame * count);
        learn(s, low, f);
    }
    return SWV_OK;
}

// Bones as at rest, turned as on average; fingers and toes as at zero if that is straight.
static void take_means(posed *s, const findings *f)
{
    for (int i = 0; i < s->skeleton->joint_count; i++)
        s->locals[i] = (swv_pose){ swvi_mirrored_if(s->binding->is_left_handed, s->skeleton->joints[i].rest).position,
                                   swv_quat_normalize(f->means[i]) };
    for (int limb = 0; limb < LIMBS; limb++) {
        const int  end = joint_of(s, SWVI_LIMB_PARTS[limb][2]);
        const bool is_straight = is_straight_at_zero(s, end);
        for (int i = 0; is_straight && i < s->skeleton->joint_count; i++)
            if (i != end && swvi_is_below(s->skeleton->joints, i, end))
                s->locals[i].rotation = (swv_quat)SWV_IDENTITY_QUAT;
    }
    place(s);
}

// Of ankles and balls, along `up`.
static double lowest_of(const posed *s)
{
    double lowest = HUGE_VAL;
    for (int side = 0; side < 2; side++) {
        const int foot = joint_of(s, SWVI_LIMB_PARTS[LEGS + side][2]), toe = joint_of(s, SWVI_TOES_PARTS[side]);
        lowest = swvi_smaller(lowest, swv_vec3_dot(at(s, foot), s->up));
        lowest = toe == NONE ? lowest : swvi_smaller(lowest, swv_vec3_dot(at(s, toe), s->up));
    }
    return lowest;
}

swv_status swv_rest_find(const swv_skeleton *skeleton, const swv_binding *binding, const swv_pose *clip,
                         int frame_count, void *memory, swv_joint *joints)
{
    posed      s;
    findings   f = { .lowest = { HUGE_VAL, HUGE_VAL } };
    swv_status status = swvi_status_or_null(survey(skeleton, binding, &s), !clip || !memory || !joints);
    if (status != SWV_OK)
        return status;
    if (frame_count < 1)
        return SWV_BAD_COUNT;
    take_rest(&s, memory, &f);
    const double leg = leg_length(&s);
    if (!(leg > 0.0) || !face(&s))
        return SWV_BAD_MODEL;
    status = read_clip(&s, clip, frame_count, SWVI_REST_LOW * leg, &f);
    if (status != SWV_OK)
        return status;
    take_means(&s, &f);
    raise_trunk(&s);
    for (int limb = 0; limb < LIMBS; limb++)
        straighten(&s, &f, limb, frame_count);
    // Standing on the world's zero.
    const swv_vec3 lift = swv_vec3_scale(SWVI_REST_SOLE * leg - lowest_of(&s), s.up);
    for (int i = 0; i < skeleton->joint_count; i++) {
        swv_pose p = s.locals[i];
        if (skeleton->joints[i].parent == NONE)
            p.position = swv_vec3_add(p.position, lift);
        joints[i] = skeleton->joints[i];
        joints[i].rest = swvi_mirrored_if(binding->is_left_handed, p);
    }
    return SWV_OK;
}
