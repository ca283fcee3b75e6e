// SPDX-License-Identifier: MIT
// Hips, spine and head brought to where limbs and head need them.
//
// Rotations D_i against rest, places p_0 of the hips and p_(i+1) = p_i + D_i(o_i) with o_i the bone at rest. Small turns w_i at every
// joint, which turn all that is above it, and a shift s of the hips move a place at the height of joint k by
//
//     dp = s + sum_(i<=k) w_i x (p - p_i)                                                                              (1)
//
// Conditions on it are linear in x = (w, s), J x = e: equal for places and turns that are asked for, at least for what must only come
// near enough: a shoulder to its hand, a hip to its foot, the body's mass over the feet. Sought is the posture nearest to the one
// at the start that keeps them: with X the turns and the shift made so far, each round solves
//
//     min |X + x|^2 / S   with   J x = e:      X + x = S J' y,   J S J' y = e + J X                                       (2)
//
// with S how readily a joint turns. Its multipliers y are the forces by which conditions pull. They are held within bounds: not below
// 0 where the condition is "at least", and not above what it is worth. So a hand that is miles away pulls no harder than
// one that is just out of reach, and feet and balance outweigh it. J S J' y - (e + J X) is the gradient of a convex
// quadratic in y: which bounds hold is found by moving one y at a time to a bound, or off it.
//
// A joint of the spine yields to its force f = (J'y)_i as if it had a wall at the bend m that people's have:
// X / (1 - X^2/m^2) = f, so S = X/f = 2 / (1 + sqrt(1 + 4 f^2/m^2)), with f from the round before. The hips are heavy, so the
// trunk leans first and then they follow. For points that are tracked the start is where people usually hold it.
//
// Conditions bend: as a joint turns, so does the way in which it moves a place, and forces do work on that. With c_i a bound on
// it (sums of levers along the pull, and of levers across it over the distance), a round goes only P/S of the way, 1/P = 1/S + c:
//
//     x = P J' y - (P/S) X,   J P J' y = e + J (P/S) X                                                                    (3)
//
// which ends where (2) does, but does not swing about it. The last rounds correct what is left of e by the smallest step,
// x = P J' y with J P J' y = e; so do the first where hips and head are both held.
//
// Places are in the world, right-handed, in the skeleton's unit; turns in radians, about axes of the world; `limb` counts right arm, left arm, right
// leg, left leg; joints of the spine count from the hips, 0. Rows of J are multiplied by the roots of P: three numbers for each joint, then three for
// the shift. A force of 1 over the size, at a lever of one size, turns a joint with S = 1 by 1 radian.
//
// Why not the engine (solve.h): it looks for any posture that meets its goals and weighs the misses of those it cannot meet. Here a
// condition may be "at least", its force is bounded, and the answer is the posture nearest to the start.
#include <math.h>

#include "feel.h"
#include "body/mount_internal.h"
#include "body/trunk_internal.h"
#include "math/scalar.h"
#include "math/linalg.h"
#include "swivel/trig.h"

// Conditions: three each for the places of head and chest and the turn of the chest, one for each limb, one for balance.
enum { NONE = -1, HIPS = 0, LEGS = 2, LIMBS = 4, CONDITIONS = 14, WIDTH = 3 * (SWV_BODY_SPINE + 1) };
// Rounds: until the first correcting ones end, until (3) ends, at most. Chosen: fewer leave hard wishes further off.
enum { PRELUDE = 6, SETTLING = 26, ROUNDS = 40 };
#define DAMPING 1e-9  // of the body's size squared: keeps J S J' invertible where conditions say the same twice. Chosen
#define STEP    0.3   // radians: (1) is then right to 0.3^2 / 2, 5 %. Chosen
#define CURVED  0.8   // of c, which is a bound: enough for rounds to converge. Chosen
#define SETTLED \
    3e-4  // radians: a step that changes the posture by less, 0.02 degrees, is the last. Chosen: with ten times as much a body beyond reach trembles
#define DONE 1e-13  // of the body's size: rounding, some thousand times a double's. Chosen
#define NEAR 1e-6   // likewise, of hands, which have some reach left. As in body_reach.c
/// One row of J with its part of e. Lengths are in the skeleton's unit, of a turn in radians.
typedef struct condition {
    double   row[WIDTH], error, tolerance;
    double   least, most;    ///< of its force
    int      top;            ///< what it pulls: a place at the height of this joint,
    swv_vec3 at, direction;  ///< there, this way (unit length),
    double   distance;       ///< to something this far away; 0: far enough
} condition;

// ---- in and out ----

void swvi_trunk_read(const swv_body *body, const swv_pose *locals, swvi_trunk *t)
{
    const swv_mount *m = &body->mount;
    swv_pose         world = swvi_mount_world(m, locals, m->_private.parents[body->_private.spine[HIPS]]);
    t->body = body;
    for (int i = 0; i < body->spine_count; i++) {
        world = swv_pose_mul(world, swvi_mount_inside(m, locals[body->_private.spine[i]]));
        t->turns[i] = swv_quat_mul(world.rotation, swv_quat_conjugate(body->_private.rest_turns[i]));
        t->places[i] = world.position;
        if (i > 0)
            t->offsets[i - 1] =
                swv_quat_rotate(swv_quat_conjugate(t->turns[i - 1]), swv_vec3_sub(t->places[i], t->places[i - 1]));
    }
    for (int i = 0; i < LIMBS + 2; i++) {  // limbs, then clavicles
        const int at = i < LEGS || i >= LIMBS ? body->chest : HIPS;
        const int joint = i < LIMBS ? m->limbs[i]._private.joints[0] : body->_private.clavicles[i - LIMBS];
        if (joint == NONE)
            continue;
        swv_pose       seen;
        const int      end = swvi_mount_up(m, locals, joint, body->_private.spine[at], &seen);
        const swv_pose turned = { { 0.0, 0.0, 0.0 }, body->_private.rest_turns[at] },
                       from = { t->places[at], t->turns[at] };
        seen = swv_pose_mul(end == NONE ? swv_pose_inverse(from) : turned, seen);
        if (i < LIMBS)
            t->roots[i] = seen.position;
        else
            t->clavicles[i - LIMBS] = seen;
    }
}

void swvi_trunk_write_clavicles(const swvi_trunk *t, const swv_quat swings[2], swv_pose *locals)
{
    const swv_mount *m = &t->body->mount;
    for (int side = 0; side < 2; side++) {
        const int j = t->body->_private.clavicles[side];
        if (j == NONE)
            continue;
        const swv_quat was = t->clavicles[side].rotation, local = swvi_mount_inside(m, locals[j]).rotation;
        const swv_pose swung = { { 0.0, 0.0, 0.0 },
                                 swv_quat_mul(local,
                                              swv_quat_mul(swv_quat_conjugate(was), swv_quat_mul(swings[side], was))) };
        locals[j].rotation = swvi_mirrored_if(m->is_left_handed, swung).rotation;
    }
}

bool swvi_trunk_write(const swvi_trunk *t, const swv_quat swings[2], const swv_pose *base, swv_pose *locals)
{
    const swv_body  *b = t->body;
    const swv_mount *m = &b->mount;
    swv_pose         parent = swvi_mount_world(m, base, m->_private.parents[b->_private.spine[HIPS]]);
    for (int i = 0; i < m->_private.count; i++)
        locals[i] = base[i];
    for (int i = 0; i < b->spine_count; i++) {
        const int      j = b->_private.spine[i];
        const swv_vec3 kept = locals[j].position;
        const swv_pose world = { t->places[i], swv_quat_mul(t->turns[i], b->_private.rest_turns[i]) };
        swv_pose       local = swv_pose_mul(swv_pose_inverse(parent), world);
        local.rotation = swv_quat_normalize(local.rotation);
        locals[j] = swvi_mirrored_if(m->is_left_handed, local);
        if (i != HIPS)
            locals[j].position = kept;
        parent = world;
    }
    swvi_trunk_write_clavicles(t, swings, locals);
    return swvi_mount_are_locals(m, locals);
}

void swvi_trunk_place(swvi_trunk *t)
{
    for (int i = 0; i + 1 < t->body->spine_count; i++)
        t->places[i + 1] = swv_vec3_add(t->places[i], swv_quat_rotate(t->turns[i], t->offsets[i]));
}

double swvi_trunk_part_along(const swvi_trunk *t, int from, int i, int to, double otherwise)
{
    double until = 0.0, all = 0.0;
    for (int k = from; k < to; k++) {
        const double length = swv_vec3_length(t->offsets[k]);
        all += length;
        until += k < i ? length : 0.0;
    }
    return all > 0.0 ? until / all : otherwise;
}

swv_vec3 swvi_trunk_root(const swvi_trunk *t, int limb)
{
    const int i = limb < LEGS ? t->body->chest : HIPS;
    return swv_vec3_add(t->places[i], swv_quat_rotate(t->turns[i], t->roots[limb]));
}

double swvi_trunk_reach(const swv_body *body, int limb)
{
    const swv_limb *l = &body->mount.limbs[limb].limb;
    return (1.0 - SWVI_LIMB_SHORT) * (l->upper + l->lower);
}

// ---- (1) ----

// The way from the start: what was turned and shifted, and how readily it was.
typedef struct travel {
    swv_quat joints[SWV_BODY_SPINE];        ///< at the start, each as seen from the one below
    swv_vec3 hips;                          ///< at the start
    double   limits[SWV_BODY_SPINE];        ///< m, radians
    double   ready[SWV_BODY_SPINE + 1];     ///< S, the last of the shift
    double   turns[SWV_BODY_SPINE], shift;  ///< roots of P
} travel;

// At the start. A joint that is bent there has what is left of its limit, and some slack; limits are shared evenly along spine and neck.
static travel travel_of(const swvi_trunk *t, bool is_human)
{
    const swv_body *b = t->body;
    const double    shift = t->holds_place ? 0.0 : (is_human ? SWVI_HIPS_HEAVY : SWVI_HIPS_SHIFT) * b->size;
    travel          w = { .hips = t->places[HIPS], .shift = shift };
    w.ready[b->spine_count] = shift * shift;
    w.joints[HIPS] = t->turns[HIPS];
    w.limits[HIPS] = SWVI_HIPS_TILT;
    for (int i = 1; i < b->spine_count; i++) {
        const double limit =
            i <= b->chest ? SWVI_SPINE_BEND / b->chest : SWVI_NECK_BEND / (b->spine_count - 1 - b->chest);
        w.joints[i] = swv_quat_mul(swv_quat_conjugate(t->turns[i - 1]), t->turns[i]);
        w.limits[i] = is_human ? swvi_larger(SWVI_BEND_SLACK * limit,
                                             limit - swv_quat_angle_between(t->turns[i - 1], t->turns[i]))
                               : limit;
    }
    for (int i = 0; i < b->spine_count; i++)
        w.turns[i] = w.ready[i] = i == HIPS && t->holds_turn ? 0.0 : 1.0;
    return w;
}

// X P / S of (3), divided by the root of P as the rows are multiplied by it.
static void gone(const swvi_trunk *t, const travel *w, double *x)
{
    const int n = t->body->spine_count;
    swv_quat  below = SWV_IDENTITY_QUAT;
    for (int i = 0; i < n; i++) {
        const swv_quat turned = swv_quat_mul(t->turns[i], swv_quat_conjugate(swv_quat_mul(below, w->joints[i])));
        const swv_vec3 v = swv_rotation_vector_from_quat(turned);
        const double   scale = w->ready[i] > 0.0 && i + 1 < n ? w->turns[i] / w->ready[i] : 0.0;
        x[3 * i] = scale * v.x;
        x[3 * i + 1] = scale * v.y;
        x[3 * i + 2] = scale * v.z;
        below = t->turns[i];
    }
    const double   scale = w->ready[n] > 0.0 ? w->shift / w->ready[n] : 0.0;
    const swv_vec3 shift = swv_vec3_scale(scale, swv_vec3_sub(t->places[HIPS], w->hips));
    x[3 * n] = shift.x;
    x[3 * n + 1] = shift.y;
    x[3 * n + 2] = shift.z;
}

// S and P for the next round, from the forces y of this one on `count` conditions: goal = P^(1/2) J'y. `curved` is c of (3): `along` are levers along
// the pull, times the i + 1 joints that turn them; `lever` are whole levers, and 1 stands for the shift's. All are sums from the top down.
static void soften(const swvi_trunk *t, const condition *list, int count, const double *y, const double *goal,
                   travel *w)
{
    const int n = t->body->spine_count;
    double    curved[SWV_BODY_SPINE + 1] = { 0.0 };
    for (int c = 0; c < count; c++) {
        const double pull = fabs(y[c]), bend = list[c].distance > 0.0 ? pull / list[c].distance : 0.0;
        if (pull == 0.0)
            continue;
        double along[SWV_BODY_SPINE], lever[SWV_BODY_SPINE], levers = 1.0, above = 0.0;
        for (int i = list[c].top; i >= 0; i--) {
            const swv_vec3 r = swv_vec3_sub(list[c].at, t->places[i]);
            along[i] = fabs(swv_vec3_dot(r, list[c].direction));
            lever[i] = swv_vec3_length(r);
            levers += lever[i];
        }
        for (int i = list[c].top; i >= 0; i--) {
            curved[i] += pull * (above + (i + 1) * along[i]) + bend * lever[i] * levers;
            above += along[i];
        }
        curved[n] += bend * levers;
    }
    for (int i = 0; i < n; i++) {
        const swv_vec3 v = { goal[3 * i], goal[3 * i + 1], goal[3 * i + 2] };
        if (!(w->ready[i] > 0.0))
            continue;
        const double force = swv_vec3_length(v) / w->turns[i] / w->limits[i];
        w->ready[i] = 2.0 / (1.0 + sqrt(1.0 + 4.0 * force * force));
        w->turns[i] = sqrt(w->ready[i] / (1.0 + CURVED * w->ready[i] * curved[i]));
    }
    w->shift = sqrt(w->ready[n] / (1.0 + CURVED * w->ready[n] * curved[n]));
}

// (1) Adds `weight` times the motion of a place `at` the height of joint `top` along a direction to a row of J.
static void add_place(const swvi_trunk *t, const travel *s, swv_vec3 at, int top, swv_vec3 direction, double weight,
                      double *row)
{
    // direction . (w x r) = w . (r x direction)
    for (int i = 0; i <= top; i++) {
        const swv_vec3 c = swv_vec3_cross(swv_vec3_sub(at, t->places[i]), direction);
        row[3 * i] += weight * s->turns[i] * c.x;
        row[3 * i + 1] += weight * s->turns[i] * c.y;
        row[3 * i + 2] += weight * s->turns[i] * c.z;
    }
    double *last = row + 3 * t->body->spine_count;
    last[0] += weight * s->shift * direction.x;
    last[1] += weight * s->shift * direction.y;
    last[2] += weight * s->shift * direction.z;
}

// One round's x of (2), weighted as the rows are: three turns for each joint of the spine, in the world, then the shift of the hips.
static void turn_all(swvi_trunk *t, const travel *s, const double *x)
{
    swv_quat above = SWV_IDENTITY_QUAT;
    for (int i = 0; i + 1 < t->body->spine_count; i++) {
        const swv_vec3 w = { s->turns[i] * x[3 * i], s->turns[i] * x[3 * i + 1], s->turns[i] * x[3 * i + 2] };
        above = swv_quat_mul(above, swv_quat_from_rotation_vector(w));
        t->turns[i] = swv_quat_normalize(swv_quat_mul(above, t->turns[i]));
    }
    const double *last = x + 3 * t->body->spine_count;
    t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_scale(s->shift, (swv_vec3){ last[0], last[1], last[2] }));
    swvi_trunk_place(t);
}

// ---- conditions ----

// A condition, its row (of `width` numbers) still 0: missed by `error`, its force at most `most`, met to `tolerance`. An equal one pulls both ways.
static condition *add_condition(condition *list, int *count, int width, double error, bool is_equal, double most,
                                double tolerance)
{
    condition *c = &list[(*count)++];
    for (int n = 0; n < width; n++)
        c->row[n] = 0.0;
    c->error = error;
    c->least = is_equal ? -most : 0.0;
    c->most = most;
    c->tolerance = tolerance;
    c->top = NONE;
    c->distance = 0.0;
    return c;
}

// What a place at the height of joint `top` is pulled by.
static void pull_place(const swvi_trunk *t, const travel *s, swv_vec3 at, int top, swv_vec3 direction, double distance,
                       condition *c)
{
    c->at = at;
    c->top = top;
    c->direction = direction;
    c->distance = distance;
    add_place(t, s, at, top, direction, 1.0, c->row);
}

static const swv_vec3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };

// Three conditions: that a joint of the spine is where it is wanted, along each axis. most: of the force.
static void add_whole_place(const swvi_trunk *t, const travel *s, swv_vec3 wanted, int joint, double most,
                            condition *list, int *count)
{
    const int      width = 3 * (t->body->spine_count + 1);
    const swv_vec3 off = swv_vec3_sub(wanted, t->places[joint]);
    for (int k = 0; k < 3; k++) {
        condition *c = add_condition(list, count, width, swv_vec3_dot(off, axes[k]), true, most, DONE * t->body->size);
        pull_place(t, s, t->places[joint], joint - 1, axes[k], 0.0, c);
    }
}

// By how much a limb's reach may be missed, in the skeleton's unit.
static double most_off(const swv_body *b, int limb)
{
    return (limb < LEGS ? NEAR : DONE) * b->size;
}

// All conditions but balance, at the trunk as it is; returns their count. Forces are over the size, so that bodies of any size move alike.
static int conditions_of(const swvi_trunk *t, const travel *s, const swvi_trunk_wish *wish, condition *list)
{
    const swv_body *b = t->body;
    const int       width = 3 * (b->spine_count + 1);
    const double    leg = SWVI_PULL_LEG / b->size, goal = wish->is_human ? SWVI_PULL_TRUNK / b->size : leg,
                 hand = SWVI_PULL_HAND / b->size;
    int count = 0;
    if (wish->has_head)
        add_whole_place(t, s, wish->head, b->spine_count - 1, goal, list, &count);
    if (wish->has_chest)
        add_whole_place(t, s, wish->chest, b->chest, goal, list, &count);
    if (wish->has_chest_turn) {
        const swv_quat turn = swv_quat_mul(wish->chest_turn, swv_quat_conjugate(t->turns[b->chest]));
        const swv_vec3 off = swv_rotation_vector_from_quat(turn);
        for (int k = 0; k < 3; k++) {
            condition *c = add_condition(list, &count, width, swv_vec3_dot(off, axes[k]), true, goal * b->size, DONE);
            for (int i = 0; i <= b->chest; i++)
                c->row[3 * i + k] = s->turns[i];
        }
    }
    for (int i = 0; i < LIMBS; i++) {
        if (!wish->has_limb[i])
            continue;
        const swv_vec3 root = swvi_trunk_root(t, i), out = swv_vec3_sub(wish->ends[i], root);
        const double   distance = swv_vec3_length(out);
        const double   error = swvi_smaller(distance - wish->reaches[i], b->size);  // further away is no different
        condition     *c = add_condition(list, &count, width, error, false, i < LEGS ? hand : leg, most_off(b, i));
        pull_place(t, s, root, i < LEGS ? b->chest : HIPS, swv_vec3_normalize(out), distance, c);
    }
    return count;
}

// ---- balance ----

// A mass over the body's, the joint of the spine that carries it, and how much of that joint's motion it makes, 0 to 1.
typedef struct lump {
    double   mass, share;
    int      top;
    swv_vec3 at, carrier;  ///< where it is; the place that moves it
} lump;

enum { LUMPS = 8 };  // four of the trunk and head, one of each limb

// The end of a held arm and of a leg stays: their mass, `along` the way from root to end, makes 1 - along of the root's motion. An arm
// that hangs moves with the chest. The abdomen lies half way (0.5) from hips to chest, and moves with the joint half way up to the chest's.
static void lumps_of(const swvi_trunk *t, const swvi_trunk_wish *wish, lump lumps[LUMPS])
{
    const swv_body *b = t->body;
    const int       top = b->spine_count - 1;
    const swv_vec3  hips = t->places[HIPS], chest = t->places[b->chest], head = t->places[top],
                   middle = swv_vec3_scale(0.5, swv_vec3_add(hips, chest));
    lumps[0] = (lump){ SWVI_MASS_PELVIS, 1.0, HIPS, hips, hips };
    lumps[1] = (lump){ SWVI_MASS_ABDOMEN, 1.0, b->chest / 2, middle, middle };
    lumps[2] = (lump){ SWVI_MASS_THORAX, 1.0, b->chest, chest, chest };
    lumps[3] = (lump){ SWVI_MASS_HEAD, 1.0, b->chest, head, head };
    for (int i = 0; i < LIMBS; i++) {
        const bool     is_leg = i >= LEGS;
        const double   along = is_leg ? SWVI_LEG_CENTRE : SWVI_ARM_CENTRE;
        const swv_vec3 root = swvi_trunk_root(t, i);
        const swv_vec3 hanging =
            swv_vec3_add(root, swv_quat_rotate(t->turns[b->chest], is_leg ? wish->arms[0] : wish->arms[i]));
        const swv_vec3 held = swv_vec3_add(root, swv_vec3_scale(along, swv_vec3_sub(wish->ends[i], root)));
        const bool     is_held = wish->has_limb[i] || is_leg;
        lumps[4 + i] = (lump){ is_leg ? SWVI_MASS_LEG : SWVI_MASS_ARM, is_held ? 1.0 - along : 1.0,
                               is_leg ? HIPS : b->chest, is_held ? held : hanging, is_held ? root : hanging };
    }
}

// Bones of a limb, hand or foot with the lower one: their masses over the body's, and where along them these are, 0 to 1.
typedef struct bone_mass {
    double mass, at;
} bone_mass;

// The abdomen counts half at the hips and half at the chest: its mass is in the middle.
swv_vec3 swvi_body_mass(const swv_body *b, const swv_pose *worlds)
{
    static const bone_mass bones[2][2] = {
        { { SWVI_MASS_UPPER_ARM, SWVI_UPPER_ARM_CENTRE }, { SWVI_MASS_FOREARM, SWVI_FOREARM_CENTRE } },
        { { SWVI_MASS_THIGH, SWVI_THIGH_CENTRE }, { SWVI_MASS_SHANK, SWVI_SHANK_CENTRE } }
    };
    const swv_vec3 hips = worlds[b->_private.spine[HIPS]].position,
                   chest = worlds[b->_private.spine[b->chest]].position,
                   head = worlds[b->_private.spine[b->spine_count - 1]].position;
    swv_vec3 sum = swv_vec3_add(swv_vec3_scale(SWVI_MASS_PELVIS + 0.5 * SWVI_MASS_ABDOMEN, hips),
                                swv_vec3_scale(SWVI_MASS_THORAX + 0.5 * SWVI_MASS_ABDOMEN, chest));
    sum = swv_vec3_add(sum, swv_vec3_scale(SWVI_MASS_HEAD, head));
    for (int i = 0; i < LIMBS; i++) {
        for (int k = 0; k < 2; k++) {
            const int      *joints = b->mount.limbs[i]._private.joints;
            const bone_mass bone = bones[i >= LEGS][k];
            const swv_vec3  from = worlds[joints[k]].position, to = worlds[joints[k + 1]].position;
            sum = swv_vec3_add(sum, swv_vec3_scale(bone.mass, swvi_between(from, to, bone.at)));
        }
    }
    return sum;
}

// The hull's nearest place is on the line between two of its corners, unless a triangle of three holds the place: on the same side of its three edges.
double swvi_overhang(const swv_body *body, swv_vec3 place, const swvi_trunk_wish *wish, swv_vec3 *towards)
{
    double   best = -1.0;
    swv_vec3 way = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < wish->support_count; i++) {
        const swv_vec3 to_i = swvi_normal_part(swv_vec3_sub(wish->support[i], place), wish->up);
        for (int j = i; j < wish->support_count; j++) {
            const swv_vec3 to_j = swvi_normal_part(swv_vec3_sub(wish->support[j], place), wish->up),
                           side = swv_vec3_sub(to_j, to_i);
            const double   squared = swv_vec3_dot(side, side);
            const double   along = squared > 0.0 ? swvi_clamp(0.0, 1.0, -swv_vec3_dot(to_i, side) / squared) : 0.0;
            const swv_vec3 nearest = swv_vec3_add(to_i, swv_vec3_scale(along, side));
            const double   distance = swv_vec3_length(nearest);
            if (best < 0.0 || distance < best) {
                best = distance;
                way = nearest;
            }
            for (int k = j + 1; j > i && k < wish->support_count; k++) {
                const swv_vec3 to_k = swvi_normal_part(swv_vec3_sub(wish->support[k], place), wish->up);
                const double   a = swv_vec3_dot(wish->up, swv_vec3_cross(to_i, to_j)),
                             c = swv_vec3_dot(wish->up, swv_vec3_cross(to_j, to_k)),
                             d = swv_vec3_dot(wish->up, swv_vec3_cross(to_k, to_i));
                if ((a > 0.0 && c > 0.0 && d > 0.0) || (a < 0.0 && c < 0.0 && d < 0.0)) {
                    *towards = (swv_vec3){ 0.0, 0.0, 0.0 };
                    return 0.0;
                }
            }
        }
    }
    const double beyond = best - SWVI_FOOT_WIDTH * body->size;
    *towards = swv_vec3_normalize(way);
    return beyond > 0.0 ? beyond : 0.0;
}

// The condition that the mass is over the feet: its way `towards` them is the sum of the lumps' shares.
static void add_balance(const swvi_trunk *t, const travel *s, const swvi_trunk_wish *wish, int width, condition *list,
                        int *count)
{
    lump     lumps[LUMPS];
    swv_vec3 mass = { 0.0, 0.0, 0.0 }, towards;
    lumps_of(t, wish, lumps);
    for (int i = 0; i < LUMPS; i++)
        mass = swv_vec3_add(mass, swv_vec3_scale(lumps[i].mass, lumps[i].at));
    const double beyond = swvi_overhang(t->body, mass, wish, &towards);
    if (swv_vec3_length(towards) == 0.0)
        return;
    condition *c =
        add_condition(list, count, width, beyond, false, SWVI_PULL_BALANCE / t->body->size, NEAR * t->body->size);
    for (int i = 0; i < LUMPS; i++)
        add_place(t, s, lumps[i].carrier, lumps[i].top, towards, lumps[i].mass * lumps[i].share, c->row);
}

// ---- (2) ----

enum { FREE = 0, LEAST, MOST };

// Forces y that are free (state FREE), the others being at their bounds. square: J P J'; right: what it is to give. False if they cannot be had.
static bool solve_free(double square[CONDITIONS][CONDITIONS], const double *right, const condition *list, int count,
                       const int *state, double y[CONDITIONS])
{
    int    chosen[CONDITIONS], n = 0;
    double part[CONDITIONS * CONDITIONS], b[CONDITIONS];
    for (int i = 0; i < count; i++) {
        y[i] = state[i] == LEAST ? list[i].least : list[i].most;
        if (state[i] == FREE)
            chosen[n++] = i;
    }
    for (int i = 0; i < n; i++) {
        b[i] = right[chosen[i]];
        for (int k = 0; k < count; k++)
            if (state[k] != FREE)
                b[i] -= square[chosen[i]][k] * y[k];
        for (int k = 0; k < n; k++)
            part[i * n + k] = square[chosen[i]][chosen[k]];
    }
    if (n > 0 && (swvi_cholesky_factor(part, n) != SWV_OK || swvi_cholesky_solve(part, n, b) != SWV_OK))
        return false;
    for (int i = 0; i < n; i++)
        y[chosen[i]] = b[i];
    return true;
}

// The forces y of `count` conditions, whose rows have `width` numbers. `errors` is e + J X; damping is added to J P J'. False if they cannot be had.
static bool forces_of(const condition *list, int count, int width, double damping, const double *errors,
                      double y[CONDITIONS])
{
    double square[CONDITIONS][CONDITIONS];
    int    state[CONDITIONS];
    for (int i = 0; i < count; i++) {
        state[i] = list[i].least < 0.0 ? FREE : LEAST;
        for (int k = 0; k <= i; k++) {
            double sum = i == k ? damping : 0.0;
            for (int n = 0; n < width; n++)
                sum += list[i].row[n] * list[k].row[n];
            square[i][k] = square[k][i] = sum;
        }
    }
    // Each change comes nearer to the least, but for rounding, which might go round in circles: this many end it. Chosen.
    for (int change = 0; change < 4 * CONDITIONS; change++) {
        if (!solve_free(square, errors, list, count, state, y))
            return false;
        int    worst = NONE, next = FREE;
        double most = 0.0;
        for (int i = 0; i < count; i++) {  // by how much y is beyond a bound, or wants to come off it
            double pull = errors[i];
            for (int k = 0; k < count; k++)
                pull -= square[i][k] * y[k];
            const double wants = pull / square[i][i], slack = list[i].tolerance / square[i][i];
            const double by = state[i] == LEAST  ? wants - slack
                              : state[i] == MOST ? -wants - slack
                                                 : swvi_larger(list[i].least - y[i], y[i] - list[i].most);
            if (by > most) {
                most = by;
                worst = i;
                next = state[i] != FREE ? FREE : y[i] > list[i].most ? MOST : LEAST;
            }
        }
        if (worst == NONE)
            return true;
        state[worst] = next;
    }
    return true;
}

// Shortened as a whole, so that no number of x is more than STEP; `longest` is what the largest was.
static void clamp_step(double *x, int width, double *longest)
{
    *longest = 0.0;
    for (int n = 0; n < width; n++)
        *longest = swvi_larger(*longest, fabs(x[n]));
    for (int n = 0; *longest > STEP && n < width; n++)
        x[n] *= STEP / *longest;
}

// Nothing is asked but ends of limbs, and all are within reach.
static bool is_idle(const swvi_trunk *t, const swvi_trunk_wish *wish)
{
    bool is = !wish->has_head && !wish->has_chest && !wish->has_chest_turn && !wish->has_support;
    for (int i = 0; is && i < LIMBS; i++) {
        const double distance = swv_vec3_length(swv_vec3_sub(wish->ends[i], swvi_trunk_root(t, i)));
        is = !wish->has_limb[i] || distance - wish->reaches[i] <= most_off(t->body, i);
    }
    return is;
}

/// Where the rounds of swvi_trunk_meet are.
typedef struct meeting {
    travel    way;  ///< how turns move the trunk
    condition list[CONDITIONS];
    int       count, width;
    bool      is_given_up[CONDITIONS];
    double    last[WIDTH];  ///< the last step, of the least way
    double    gone[WIDTH];  ///< how far it has come from the start, where the least way is looked for
} meeting;

// What is asked here, and by how much it is missed (errors: one for each condition), seen from the start if the least way is looked for. True if
// all is met.
static bool see_conditions(const swvi_trunk *t, const swvi_trunk_wish *wish, bool is_least, meeting *m, double *errors)
{
    bool is_met = true;
    m->count = conditions_of(t, &m->way, wish, m->list);
    if (wish->has_support)
        add_balance(t, &m->way, wish, m->width, m->list, &m->count);
    if (is_least)
        gone(t, &m->way, m->gone);
    for (int i = 0; i < m->count; i++) {
        condition *c = &m->list[i];
        is_met &= m->is_given_up[i] || (c->least < 0.0 ? fabs(c->error) : c->error) <= c->tolerance;
        errors[i] = c->error;
        for (int n = 0; n < m->width && is_least; n++)
            errors[i] += c->row[n] * m->gone[n];
        if (m->is_given_up[i])
            c->least = c->most = 0.0;
    }
    return is_met;
}

// Rounds of (3) end as a geometric series does, each step the part r of the last one: then the rest of the way, 1/(1 - r) of a step, at
// once. One step as it is comes between, so that r is that of the rounds.
static void hasten(meeting *m, double *x, double *longest)
{
    double squared = 0.0, along = 0.0, before = 0.0;
    for (int n = 0; n < m->width; n++) {
        squared += x[n] * x[n];
        along += x[n] * m->last[n];
        before += m->last[n] * m->last[n];
    }
    const double part = before > 0.0 ? along / before : 0.0;
    // In line to 18 degrees (0.95), shorter steps each time. Chosen.
    const bool   is_series = part > 0.1 && squared < before && along * along > 0.9 * squared * before;
    const double rest = is_series ? swvi_smaller(1.0 / (1.0 - part), STEP / *longest) : 1.0;
    for (int n = 0; n < m->width; n++) {
        m->last[n] = is_series ? 0.0 : x[n];
        x[n] *= rest;
    }
    *longest *= rest;
}

bool swvi_trunk_meet(swvi_trunk *t, const swvi_trunk_wish *wish)
{
    if (is_idle(t, wish))
        return true;
    const double damping = DAMPING * t->body->size * t->body->size;
    // A straight spine between hips and head that come nearer must bend before it can be bent the least.
    const int prelude = wish->is_human && t->holds_place && wish->has_head ? PRELUDE : 0;
    meeting   m;
    bool      is_settled = false, is_met = false;
    m.way = travel_of(t, wish->is_human);
    m.width = 3 * (t->body->spine_count + 1);
    for (int i = 0; i < CONDITIONS; i++)
        m.is_given_up[i] = false;
    for (int n = 0; n < m.width; n++)
        m.last[n] = 0.0;
    for (int round = 0; round < ROUNDS && !(is_met && is_settled); round++) {
        const bool is_least = !is_settled && round >= prelude;
        double     x[WIDTH], y[CONDITIONS], errors[CONDITIONS], goal[WIDTH] = { 0.0 }, longest;
        is_met = see_conditions(t, wish, is_least, &m, errors);
        if (is_met && (is_settled || round == 0))
            return true;
        if (!forces_of(m.list, m.count, m.width, damping, errors, y))
            return false;
        for (int i = 0; i < m.count; i++)
            for (int n = 0; n < m.width; n++)
                goal[n] += m.list[i].row[n] * y[i];
        for (int n = 0; n < m.width; n++)
            x[n] = is_least ? goal[n] - m.gone[n] : goal[n];
        clamp_step(x, m.width, &longest);
        if (is_least && longest < STEP)
            hasten(&m, x, &longest);
        turn_all(t, &m.way, x);
        if (!is_least)
            continue;
        soften(t, m.list, m.count, y, goal, &m.way);
        is_settled = longest < SETTLED || round == SETTLING - 1;
        for (int i = 0; i < m.count; i++)
            m.is_given_up[i] = is_settled && fabs(y[i]) >= m.list[i].most;
    }
    return is_met;
}

// Back into the two balls within which the legs reach, one after the other: into the nearer of their common places in the end.
bool swvi_trunk_stand(swvi_trunk *t, const swvi_trunk_wish *wish)
{
    // Most times that both legs are looked at: balls that hardly meet take many. Chosen.
    enum { TURNS = 40 };
    bool stands = false;
    for (int turn = 0; turn < TURNS && !stands; turn++) {
        stands = true;
        for (int i = LEGS; i < LIMBS; i++) {
            if (!wish->has_limb[i])
                continue;
            const swv_vec3 way = swv_vec3_sub(wish->ends[i], swvi_trunk_root(t, i));
            const double   distance = swv_vec3_length(way);
            if (distance - wish->reaches[i] <= DONE * t->body->size)
                continue;
            stands = false;
            if (!t->holds_place)
                t->places[HIPS] = swv_vec3_add(t->places[HIPS], swv_vec3_scale(1.0 - wish->reaches[i] / distance, way));
        }
    }
    swvi_trunk_place(t);
    return stands;
}

// ---- the girdle ----

// The further the hand is beyond reach, the nearer to SWVI_CLAVICLE_SWING; never past the hand.
swv_quat swvi_trunk_swing(swvi_trunk *t, int side, swv_vec3 hand, double reach)
{
    const swv_body *b = t->body;
    const swv_quat  none = SWV_IDENTITY_QUAT;
    if (b->_private.clavicles[side] == NONE)
        return none;
    const swv_vec3 joint = t->clavicles[side].position, bone = swv_vec3_sub(t->roots[side], joint);
    const swv_vec3 from_chest =
        swv_quat_rotate(swv_quat_conjugate(t->turns[b->chest]), swv_vec3_sub(hand, t->places[b->chest]));
    const swv_vec3 to_hand = swv_vec3_sub(from_chest, joint), axis = swv_vec3_cross(bone, to_hand);
    const double   beyond = swv_vec3_length(swv_vec3_sub(from_chest, t->roots[side])) - reach;
    if (beyond <= 0.0)
        return none;
    const double   across = swv_atan2(swv_vec3_length(axis), swv_vec3_dot(bone, to_hand));
    const double   angle = SWVI_CLAVICLE_SWING * beyond / (beyond + SWVI_CLAVICLE_SOON * reach);
    const swv_quat swing = swv_quat_from_axis_angle(axis, swvi_smaller(angle, across));
    t->roots[side] = swv_vec3_add(joint, swv_quat_rotate(swing, bone));
    return swing;
}
