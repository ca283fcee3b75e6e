// SPDX-License-Identifier: MIT
// Arms that keep clear of the body.
//
// Given     shoulder S, elbow E, hand W of an arm, and capsules that stand still
// Find      the smallest turn d of E about the line SW that takes upper arm and forearm out of them, within limits
//
// (1) circle     E(d) = C + cos d u + sin d v, with C the foot of E on SW, u = E - C, v = n x u, r = |u|
// (2) clearance  f(d) = min over capsules of the distance between axes less both radii, for the half of the upper arm that ends at E and for
//                the forearm but its last quarter: what lies beyond depends on the hand, which d does not move.
// (3) march      No point of the arm moves faster than E, so |f'| <= r: where f(d) < 0, nothing is clear before d - f(d)/r.
//                Steps of that, STEP at least, find the first way out on either side; halving settles it.
// (4) limits     A way out is asked of the solver as a pole. Where limits keep the elbow from it, the march goes on. Of both sides' ways out
//                the nearer one is taken; if there is none, the elbow that is least deep.
//
// Places are in the rig's world, in the skeleton's unit; turns in radians, 0 at the elbow as it is. Sides: right 0, left 1; clearances are from skin
// to skin, negative inside. Locals are those that count; a joint is a number of the mount's.
#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "body/trunk_internal.h"
#include "swivel/body.h"
#include "swivel/trig.h"

enum { NONE = -1, HIPS = 0, ARMS = 2 };
enum { HALVINGS = 20 };  // of the last step of a march: to 1e-6 of it. Chosen
#define COOKIE 0x666c6573u
// STRAIGHT and CLEAR of the arm's length, SAME of that or radians. Chosen: above the solver's rounding (1e-12), below what is seen.
#define STEP     0.03   // radians on the elbow's circle: the shortest step of a march; chosen
#define STRAIGHT 1e-6   // elbows nearer to the line than this cannot turn
#define CLEAR    -1e-9  // as good as clear: an arm that was turned out lies on the skin, to rounding
#define SAME     1e-7   // the hand stays

typedef struct segment {
    swv_vec3 from, to;
} segment;

typedef struct solid {
    segment axis;
    double  radius;
} solid;

typedef struct arm {
    swv_vec3         shoulder, elbow, wrist, knuckles;
    const swv_flesh *flesh;
    const solid     *solids;
} arm;

// ---- making ----

// Worlds of the joints that count, in the caller's axes.
static void place_joints(const swv_mount *m, const swv_pose *locals, swv_pose *worlds)
{
    swvi_mount_worlds(m, locals, worlds);
    for (int i = 0; i < m->_private.count; i++)
        worlds[i] = swvi_mirrored_if(m->is_left_handed, worlds[i]);
}

// Capsule i of the flesh: a solid in the world at rest, fixed to a joint; `worlds` are those of place_joints.
static void set_capsule(const swv_mount *m, const swv_pose *worlds, int joint, solid s, int i, swv_flesh *f)
{
    const swv_pose inverse = swv_pose_inverse(worlds[joint]);
    f->solids[i].joint = m->_private.joints[joint];
    f->solids[i].from = swv_pose_apply(inverse, s.axis.from);
    f->solids[i].to = swv_pose_apply(inverse, s.axis.to);
    f->solids[i].radius = s.radius;
}

swv_status swv_flesh_make(const swv_body *body, swv_flesh *flesh)
{
    if (!body || !flesh)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    const swv_mount *m = &body->mount;
    swv_pose         rest[SWV_MOUNT_JOINTS], at[SWV_MOUNT_JOINTS];
    (void)swvi_mount_take(m, NULL, rest);
    place_joints(m, rest, at);
    const swv_quat back = swv_quat_conjugate(body->natural_from_world);
    const swv_vec3 up = swvi_mount_point(m, swv_quat_rotate(back, (swv_vec3){ 0.0, 0.0, 1.0 })),
                   right = swvi_mount_point(m, swv_quat_rotate(back, (swv_vec3){ 1.0, 0.0, 0.0 }));
    const swv_vec3 shoulders[2] = { at[m->limbs[0]._private.joints[0]].position,
                                    at[m->limbs[1]._private.joints[0]].position };
    const swv_vec3 hips[2] = { at[m->limbs[2]._private.joints[0]].position,
                               at[m->limbs[3]._private.joints[0]].position };
    const double   width = swv_vec3_length(swv_vec3_sub(shoulders[0], shoulders[1]));
    const swv_vec3 low = swvi_between(hips[0], hips[1], 0.5), high = swvi_between(shoulders[0], shoulders[1], 0.5);
    const swv_vec3 waist = swvi_between(low, high, SWVI_WAIST),
                   top = swv_vec3_sub(high, swv_vec3_scale(SWVI_CHEST_DEPTH * width, up));
    const int head = body->_private.spine[body->spine_count - 1];
    if (!(width > 0.0))
        return SWV_BAD_MODEL;
    swv_flesh f = { .cookie = COOKIE,
                    .upper_arm = SWVI_UPPER_ARM_RADIUS * width,
                    .forearm = SWVI_FOREARM_RADIUS * width,
                    .hand = SWVI_HAND_RADIUS * width };
    for (int side = 0; side < 2; side++) {
        const double   sign = side == SWV_RIGHT ? width : -width;
        const swv_vec3 chest = swv_vec3_scale(sign * (SWVI_CHEST_BREADTH - SWVI_CHEST_DEPTH), right),
                       loins = swv_vec3_scale(sign * (SWVI_LOINS_BREADTH - SWVI_LOINS_DEPTH), right);
        const int     *arm_joints = m->limbs[side]._private.joints, *leg = m->limbs[2 + side]._private.joints;
        const swv_vec3 hip = at[leg[0]].position, knee = at[leg[1]].position;
        set_capsule(m, at, body->_private.spine[body->chest],
                    (solid){ { swv_vec3_add(top, chest), swv_vec3_add(waist, chest) }, SWVI_CHEST_DEPTH * width }, side,
                    &f);
        set_capsule(m, at, body->_private.spine[HIPS],
                    (solid){ { swv_vec3_add(waist, loins), swv_vec3_add(low, loins) }, SWVI_LOINS_DEPTH * width },
                    2 + side, &f);
        set_capsule(m, at, leg[0],
                    (solid){ { swvi_between(hip, knee, SWVI_THIGH_FROM), knee }, SWVI_THIGH_RADIUS * width }, 5 + side,
                    &f);
        const int      finger = body->_private.parts[side == SWV_LEFT ? SWV_PART_LEFT_MIDDLE_PROXIMAL
                                                                      : swv_part_mirrored(SWV_PART_LEFT_MIDDLE_PROXIMAL)];
        const swv_pose hand = at[arm_joints[2]];
        const swv_vec3 along = swv_vec3_normalize(swv_vec3_sub(hand.position, at[arm_joints[1]].position));
        f.knuckles[side] = swv_pose_apply(
            swv_pose_inverse(hand), swvi_mount_has(m, finger)
                                        ? at[finger].position
                                        : swv_vec3_add(hand.position, swv_vec3_scale(SWVI_KNUCKLES * width, along)));
    }
    const swv_vec3 skull = at[head].position;
    set_capsule(m, at, head,
                (solid){ { swv_vec3_add(skull, swv_vec3_scale(SWVI_HEAD_FROM * width, up)),
                           swv_vec3_add(skull, swv_vec3_scale(SWVI_HEAD_TO * width, up)) },
                         SWVI_HEAD_RADIUS * width },
                4, &f);
    *flesh = f;
    return SWV_OK;
}

// ---- (2) ----

// The distance between two segments: root of the least of q(s, t) = |p + s d - t e|^2 over the unit square.
static double distance_of(segment a, segment b)
{
    const swv_vec3 d = swv_vec3_sub(a.to, a.from), e = swv_vec3_sub(b.to, b.from), p = swv_vec3_sub(a.from, b.from);
    const double   dd = swv_vec3_dot(d, d), ee = swv_vec3_dot(e, e), de = swv_vec3_dot(d, e);
    const double   dp = swv_vec3_dot(d, p), ep = swv_vec3_dot(e, p), parallel = dd * ee - de * de;
    // Squares of the sine: segments within 1e-6 radians of parallel count as such: s has few digits there. Chosen.
    double s = parallel > 1e-12 * dd * ee ? swvi_clamp(0.0, 1.0, (de * ep - dp * ee) / parallel) : 0.0;
    double t = ee > 0.0 ? swvi_clamp(0.0, 1.0, (de * s + ep) / ee) : 0.0;
    s = dd > 0.0 ? swvi_clamp(0.0, 1.0, (de * t - dp) / dd) : 0.0;
    t = ee > 0.0 ? swvi_clamp(0.0, 1.0, (de * s + ep) / ee) : 0.0;
    return swv_vec3_length(swv_vec3_add(p, swv_vec3_sub(swv_vec3_scale(s, d), swv_vec3_scale(t, e))));
}

// Of a piece of the arm, a capsule in the world; the least distance of surfaces so far is kept.
static void take_nearest(const arm *a, segment axis, double radius, int kind, swv_clearance *nearest)
{
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        const double distance = distance_of(axis, a->solids[i].axis) - radius - a->solids[i].radius;
        if (distance < nearest->distance)
            *nearest = (swv_clearance){ distance, kind, i };
    }
}

// With the elbow here. The hand does not count.
static swv_clearance clearance_at(const arm *a, swv_vec3 elbow)
{
    swv_clearance nearest = { .distance = HUGE_VAL };
    take_nearest(a, (segment){ swvi_between(a->shoulder, elbow, SWVI_UPPER_ARM_FROM), elbow }, a->flesh->upper_arm,
                 SWV_SEGMENT_UPPER_ARM, &nearest);
    take_nearest(a, (segment){ elbow, swvi_between(elbow, a->wrist, SWVI_FOREARM_TO) }, a->flesh->forearm,
                 SWV_SEGMENT_FOREARM, &nearest);
    return nearest;
}

static swv_clearance clearance_of(const arm *a)
{
    swv_clearance nearest = clearance_at(a, a->elbow);
    take_nearest(a, (segment){ a->wrist, a->knuckles }, a->flesh->hand, SWV_SEGMENT_HAND, &nearest);
    return nearest;
}

// ---- (1), (3) ----

/// (1) Where an elbow can be: centre C; u and v normal to the arm's line, as long as the radius.
typedef struct circle {
    swv_vec3 centre, u, v;
    double   radius;
} circle;

// (1) Of an arm as it is.
static circle circle_of(const arm *a)
{
    const swv_vec3 line = swv_vec3_sub(a->wrist, a->shoulder), e = swv_vec3_sub(a->elbow, a->shoulder);
    const double   squared = swv_vec3_dot(line, line);
    const swv_vec3 along = swv_vec3_scale(squared > 0.0 ? swv_vec3_dot(e, line) / squared : 0.0, line);
    circle         c = { .centre = swv_vec3_add(a->shoulder, along), .u = swv_vec3_sub(e, along) };
    c.v = swv_vec3_cross(swv_vec3_normalize(line), c.u);
    c.radius = swv_vec3_length(c.u);
    return c;
}

static swv_vec3 elbow_at(const circle *c, double turn)
{
    double sine, cosine;
    swv_sincos(turn, &sine, &cosine);
    return swv_vec3_add(c->centre, swv_vec3_add(swv_vec3_scale(cosine, c->u), swv_vec3_scale(sine, c->v)));
}

// ---- (4) ----

// Whether swv_flesh_make made it, and what was changed in it is still capsules of this mount's joints.
static bool is_valid(const swv_flesh *f, const swv_mount *m)
{
    bool         is_good = f->cookie == COOKIE;
    const double radii[3] = { f->upper_arm, f->forearm, f->hand };
    for (int i = 0; i < 3; i++)
        is_good &= radii[i] >= 0.0 && swvi_is_finite(radii[i]);
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        is_good &= f->solids[i].radius >= 0.0 && swvi_is_finite(f->solids[i].radius) &&
                   swv_vec3_is_finite(f->solids[i].from) && swv_vec3_is_finite(f->solids[i].to) &&
                   swvi_mount_number(m, f->solids[i].joint) != NONE;
    }
    return is_good && swv_vec3_is_finite(f->knuckles[0]) && swv_vec3_is_finite(f->knuckles[1]);
}

// The body's capsules where the joints' worlds carry them.
static void place_solids(const swv_mount *m, const swv_flesh *f, const swv_pose *worlds, solid solids[SWV_FLESH_SOLIDS])
{
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        const swv_pose at = worlds[swvi_mount_number(m, f->solids[i].joint)];
        solids[i] = (solid){ { swv_pose_apply(at, f->solids[i].from), swv_pose_apply(at, f->solids[i].to) },
                             f->solids[i].radius };
    }
}

// All in the world.
static arm place_arm(const swv_mount *m, const swv_flesh *f, int side, const swv_pose *worlds, const solid *solids)
{
    const int *joints = m->limbs[side]._private.joints;
    return (arm){ .shoulder = worlds[joints[0]].position,
                  .elbow = worlds[joints[1]].position,
                  .wrist = worlds[joints[2]].position,
                  .knuckles = swv_pose_apply(worlds[joints[2]], f->knuckles[side]),
                  .flesh = f,
                  .solids = solids };
}

// A posture of an arm on trial: its clearance, the elbow's turn, and the whole body's locals with it.
typedef struct trial {
    double   clearance, turn;
    swv_pose locals[SWV_MOUNT_JOINTS];
} trial;

/// An arm whose elbow is inside the body.
typedef struct inside_arm {
    const swv_body *body;
    int             side;
    const arm      *as_is;
    circle          elbows;  ///< where its elbow can be
    swv_pose        hand;    ///< in the world, stays
    const swv_pose *locals;
    double          clear;  ///< the clearance that counts as clear
} inside_arm;

// Asks the solver for an elbow turned so far. False if the hand would have to move.
static bool try_elbow(const inside_arm *it, double turn, trial *t)
{
    const swv_body       *b = it->body;
    const circle         *c = &it->elbows;
    const swv_mount_limb *l = &b->mount.limbs[it->side];
    const double          length = l->limb.upper + l->limb.lower;
    const swv_mount_goal  goal = {
         .part = SWVI_LIMB_PARTS[it->side][2], .end = it->hand, .elbow = SWV_ELBOW_TOWARDS, .pole = elbow_at(c, turn)
    };
    swv_limb_report r;
    for (int i = 0; i < b->mount._private.count; i++)
        t->locals[i] = it->locals[i];
    if (swvi_mount_solve(&b->mount, &goal, 1, SWV_KEEP_LIMITS, t->locals, &r) != SWV_OK ||
        r.position_error > SAME * length || r.rotation_error > SAME)
        return false;
    const swv_pose seen = swvi_mount_world(&b->mount, t->locals, l->_private.joints[1]);
    const swv_vec3 elbow = swvi_mount_point(&b->mount, seen.position), from_centre = swv_vec3_sub(elbow, c->centre);
    t->turn = swv_atan2(swv_vec3_dot(from_centre, c->v), swv_vec3_dot(from_centre, c->u));
    t->clearance = clearance_at(it->as_is, elbow).distance;
    return true;
}

// The turn on the clear side of where the march to this side (1 or -1) came out of the body: between `low`, inside, and `high`, clear.
static double settle(const arm *a, const circle *c, double side, double low, double high)
{
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(clearance_at(a, elbow_at(c, side * middle)).distance < 0.0 ? &low : &high) = middle;
    }
    return high;
}

// (3) The first turn to one side (1 or -1) that is clear within limits, or else the one that is least deep. False if there is neither.
static bool seek(const inside_arm *it, double side, trial *t)
{
    const arm    *a = it->as_is;
    const circle *c = &it->elbows;
    double        turn = 0.0, best = 0.0;
    double        f = clearance_at(a, a->elbow).distance, most = f;
    while (turn < SWV_PI) {
        const double before = turn, was = f;
        turn += swvi_larger(-f / c->radius, STEP);
        f = clearance_at(a, elbow_at(c, side * turn)).distance;
        if (f > most) {
            most = f;
            best = turn;
        }
        const double out = f >= 0.0 && was < 0.0 ? settle(a, c, side, before, turn) : turn;
        if (f >= 0.0 && try_elbow(it, side * out, t) && t->clearance >= it->clear)
            return true;
    }
    return try_elbow(it, side * best, t);
}

// Turns an elbow out of the body. `worlds` are those of `locals`; both change with it.
static void turn_out(const swv_body *b, const arm *a, int side, swv_pose *locals, swv_pose *worlds)
{
    const swv_mount_limb *l = &b->mount.limbs[side];
    const double          length = l->limb.upper + l->limb.lower, clear = CLEAR * length;
    const double          before = clearance_at(a, a->elbow).distance;
    const inside_arm      it = { b, side, a, circle_of(a), worlds[l->_private.joints[2]], locals, clear };
    trial                 trials[2];
    int                   best = NONE;
    if (!(it.elbows.radius > STRAIGHT * length) || before >= clear)
        return;
    for (int k = 0; k < 2; k++) {
        if (!seek(&it, k ? -1.0 : 1.0, &trials[k]) || trials[k].clearance <= before)
            continue;
        const bool is_nearer = best != NONE && trials[k].clearance >= clear && trials[best].clearance >= clear
                                   ? fabs(trials[k].turn) < fabs(trials[best].turn)
                                   : best == NONE || trials[k].clearance > trials[best].clearance;
        best = is_nearer ? k : best;
    }
    if (best == NONE)
        return;
    for (int i = 0; i < b->mount._private.count; i++)
        locals[i] = trials[best].locals[i];
    place_joints(&b->mount, locals, worlds);
}

// swv_flesh_clearance if there are no locals to write.
static swv_status keep_clear(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation, swv_pose *locals,
                             swv_clearance *arms)
{
    if (!swvi_body_is_made(body) || !is_valid(flesh, &body->mount))
        return SWV_BAD_MODEL;
    const swv_mount *m = &body->mount;
    swv_pose         out[SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
    swv_clearance    found[ARMS];
    solid            solids[SWV_FLESH_SOLIDS];
    if (!swvi_mount_take(m, animation, out))
        return SWV_BAD_POSTURE;
    place_joints(m, out, worlds);
    place_solids(m, flesh, worlds, solids);
    for (int side = 0; side < ARMS; side++) {
        arm a = place_arm(m, flesh, side, worlds, solids);
        if (locals) {
            turn_out(body, &a, side, out, worlds);
            a = place_arm(m, flesh, side, worlds, solids);
        }
        found[side] = clearance_of(&a);
        if (!swvi_is_finite(found[side].distance))
            return SWV_NOT_FINITE;
    }
    if (locals)
        swvi_mount_give(m, animation, out, locals);
    for (int side = 0; arms && side < ARMS; side++)
        arms[side] = found[side];
    return SWV_OK;
}

swv_status swv_flesh_clearance(const swv_body *body, const swv_flesh *flesh, const swv_pose *locals,
                               swv_clearance arms[2])
{
    return !body || !flesh || !locals || !arms ? SWV_NULL : keep_clear(body, flesh, locals, NULL, arms);
}

swv_status swv_flesh_avoid(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation, swv_pose *locals,
                           swv_clearance reports[2])
{
    return !body || !flesh || !locals ? SWV_NULL : keep_clear(body, flesh, animation, locals, reports);
}
