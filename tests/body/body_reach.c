// SPDX-License-Identifier: MIT
// The whole body moved to goals: skeletons of people, from a stand. Lengths are metres, angles radians; places are in the world, z up, as body.h has
// them.
#include "check.h"

#include <math.h>

#include "people_skeleton.h"
#include "swivel/shoulder.h"

// A person's skeleton, standing.
typedef struct person {
    swv_body body;
    swv_pose stand[PLACES], worlds[PLACES];
    double   reach;  ///< of the right arm
} person;

static person *stand_up(int row)
{
    static person p;
    uint64_t      seed = 7;
    body          b;
    FILE         *file = open_data("bodies.i16");
    for (int i = 0; i <= row; i++)
        assert_true(read_body(file, &seed, &b));
    fclose(file);
    make_skeleton(&b, &p.body);
    assert_int_equal(swv_body_stand(&p.body, p.stand), SWV_OK);
    assert_int_equal(swv_mount_worlds(&p.body.mount, p.stand, p.worlds), SWV_OK);
    p.reach = p.body.mount.limbs[0].limb.upper + p.body.mount.limbs[0].limb.lower;
    return &p;
}

static swv_pose pose_of(const person *p, int part)
{
    return p->worlds[p->body.parts[part]];
}

static double distance(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

// What holds for every posture: bones keep their lengths, rotations theirs, and the report says what is so.
static void check(const person *p, const swv_body_goal *goals, int count, const swv_pose *locals,
                  const swv_body_reach_report *r, swv_pose worlds[PLACES])
{
    assert_int_equal(swv_mount_worlds(&p->body.mount, locals, worlds), SWV_OK);
    for (int i = 0; i < PLACES; i++) {
        const swv_quat q = locals[i].rotation;
        assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-12);
        if (p->body.mount.skeleton->joints[i].parent >= 0)
            assert_near(swv_vec3_length(locals[i].position),
                        swv_vec3_length(p->body.mount.skeleton->joints[i].rest.position), 1e-12);
    }
    double worst = 0.0;
    for (int i = 0; i < count; i++) {
        const swv_pose at = worlds[p->body.parts[goals[i].part]];
        if (goals[i].want == SWV_WANT_POSE || goals[i].want == SWV_WANT_POSITION)
            assert_near(r->position_errors[i], distance(at.position, goals[i].pose.position), 1e-12);
        if (goals[i].want == SWV_WANT_POSE)
            assert_near(r->rotation_errors[i], swv_quat_angle_between(at.rotation, goals[i].pose.rotation), 1e-9);
        if (goals[i].part != SWV_PART_LEFT_LOWER_ARM)  // which is only drawn there
            worst = fmax(worst, fmax(r->position_errors[i], r->rotation_errors[i]));
    }
    assert_true(r->outcome != SWV_REACHED || worst <= 2e-6);
    assert_true(r->overhang >= 0.0 && swv_vec3_is_finite(r->mass));
}

// Nothing asked: nothing moves. All parts pinned: as good as nothing.
static void stays(void **state)
{
    (void)state;
    for (int row = 0; row < 3000; row += 300) {
        person               *p = stand_up(row);
        swv_pose              locals[PLACES], worlds[PLACES];
        swv_body_reach_report r;
        assert_int_equal(swv_body_reach(&p->body, NULL, 0, p->stand, NULL, locals, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_REACHED);
        check(p, NULL, 0, locals, &r, worlds);
        for (int i = 0; i < PLACES; i++)
            assert_near(distance(worlds[i].position, p->worlds[i].position), 0.0,
                        1e-7);  // a straight knee has half the digits
        const swv_body_goal pins[] = {
            { SWV_PART_HIPS, .want = SWV_WANT_STAY },      { SWV_PART_HEAD, .want = SWV_WANT_STAY },
            { SWV_PART_LEFT_HAND, .want = SWV_WANT_STAY }, { SWV_PART_RIGHT_HAND, .want = SWV_WANT_STAY },
            { SWV_PART_LEFT_FOOT, .want = SWV_WANT_STAY }, { SWV_PART_UPPER_CHEST, .want = SWV_WANT_STAY }
        };
        assert_int_equal(swv_body_reach(&p->body, pins, 6, p->stand, NULL, locals, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_REACHED);
        check(p, pins, 6, locals, &r, worlds);
        for (int i = 0; i < PLACES; i++)
            assert_near(distance(worlds[i].position, p->worlds[i].position), 0.0, 1e-7);
        // As a goal of no weight.
        const swv_body_goal kept = {
            SWV_PART_LEFT_HAND, { { 1, 1, 1 }, { 1, 0, 0, 0 } }, .want = SWV_WANT_POSE, .is_weighted = true
        };
        assert_int_equal(swv_body_reach(&p->body, &kept, 1, p->stand, NULL, locals, &r), SWV_OK);
        assert_near(r.position_errors[0] + r.rotation_errors[0], 0.0, 1e-7);
    }
}

// Any goals, near and far. Feet that nobody asked of stay where they are, whatever else is wanted.
static void any_goals(void **state)
{
    (void)state;
    static const int parts[] = { SWV_PART_RIGHT_HAND,  SWV_PART_LEFT_HAND,      SWV_PART_HEAD,
                                 SWV_PART_UPPER_CHEST, SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_FOOT };
    uint64_t         seed = 11;
    int              reached = 0, near_by = 0;
    for (int k = 0; k < CASES(3000); k++) {
        person       *p = stand_up(k % 16 * 100);
        swv_body_goal goals[6];
        const int     first = (int)random_below(&seed, 6), count = 1 + (int)random_below(&seed, 3);
        const bool    is_near = k % 2;
        const double  size = is_near ? 0.1 : 1.5;
        for (int i = 0; i < count; i++) {
            const int      part = parts[(first + i) % 6];
            const swv_pose at = pose_of(p, part);
            const swv_vec3 move = { random_between(&seed, -size, size), random_between(&seed, -size, size),
                                    random_between(&seed, -size, size) };
            const bool     has_turn = part != SWV_PART_LEFT_LOWER_ARM && random_below(&seed, 2);
            const swv_vec3 turn = { random_between(&seed, -0.1, 0.1), random_between(&seed, -0.1, 0.1),
                                    random_between(&seed, -0.1, 0.1) };
            goals[i] = (swv_body_goal){ part,
                                        { swv_vec3_add(at.position, move),
                                          swv_quat_mul(swv_quat_from_rotation_vector(turn), at.rotation) },
                                        .want = has_turn ? SWV_WANT_POSE : SWV_WANT_POSITION };
        }
        const swv_body_reach_options options = { .balances = random_below(&seed, 2) };
        swv_pose                     locals[PLACES], worlds[PLACES];
        swv_body_reach_report        r;
        assert_int_equal(swv_body_reach(&p->body, goals, count, p->stand, &options, locals, &r), SWV_OK);
        check(p, goals, count, locals, &r, worlds);
        near_by += is_near;
        reached += is_near && r.outcome == SWV_REACHED;
        bool has_foot = false;
        for (int i = 0; i < count; i++)
            has_foot |= goals[i].part == SWV_PART_RIGHT_FOOT;
        for (int side = 0; side < 2 && (!has_foot || is_near); side++) {
            const int part = side ? SWV_PART_LEFT_FOOT : SWV_PART_RIGHT_FOOT;
            if (side || !has_foot)
                assert_near(distance(worlds[p->body.parts[part]].position, pose_of(p, part).position), 0.0, 1e-9);
        }
    }
    printf("goals within 10 cm and 6 degrees, not all of them possible: %d of %d sets reached\n", reached, near_by);
    assert_true(reached * 2 >= near_by);
}

// Goals that can be met: hips, head, hands and feet of people in all kinds of motion, from a stand.
static void postures_of_people(void **state)
{
    (void)state;
    uint64_t seed = 13;
    FILE    *file = open_data("bodies.i16");
    body     b;
    int      tried = 0, reached = 0, exact = 0;
    for (int row = 0; read_body(file, &seed, &b); row++) {
        if (row % (CASES(50) ? 20 : 400))
            continue;
        static swv_body              skeleton;
        static const int             parts[] = { SWV_PART_HIPS,       SWV_PART_HEAD,      SWV_PART_LEFT_HAND,
                                                 SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
        swv_pose                     locals[PLACES], worlds[PLACES];
        swv_body_point               points[11];
        swv_body_report              made;
        swv_body_reach_report        r;
        swv_body_goal                goals[6];
        const swv_body_reach_options keep = { .compromise = SWV_KEEP_LIMITS };
        make_skeleton(&b, &skeleton);
        make_points(&b, &skeleton, points);
        assert_int_equal(swv_body_solve(&skeleton, points, 11, NULL, SWV_KEEP_LIMITS, locals, &made), SWV_OK);
        assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds), SWV_OK);
        for (int i = 0; i < 6; i++)
            goals[i] = (swv_body_goal){ .part = parts[i], .pose = worlds[skeleton.parts[parts[i]]] };
        assert_int_equal(swv_body_stand(&skeleton, locals), SWV_OK);
        assert_int_equal(swv_body_reach(&skeleton, goals, 6, locals, &keep, locals, &r), SWV_OK);
        tried++;
        reached += r.outcome == SWV_REACHED;
        bool is_exact = true;
        for (int i = 0; i < 6; i++)
            is_exact &= r.position_errors[i] < 1e-9;
        exact += is_exact;
    }
    fclose(file);
    printf("six poses of people: %d of %d reached inside limits, all positions exact in %d\n", reached, tried, exact);
    assert_true(exact * 100 >= 85 * tried);
}

// Shoulder, trunk, hips, in that order.
static void what_follows_a_hand(void **state)
{
    (void)state;
    person        *p = stand_up(0);
    const swv_vec3 shoulder = pose_of(p, SWV_PART_RIGHT_UPPER_ARM).position, hips = pose_of(p, SWV_PART_HIPS).position;
    double         shifts[3], leans[3], swings[3];
    for (int k = 0; k < 3; k++) {
        const double          away = k == 0 ? -0.01 : k == 1 ? 0.05 : 0.5;
        swv_body_goal         goal = { SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION };
        swv_pose              locals[PLACES], worlds[PLACES];
        swv_body_reach_report r;
        goal.pose.position = swv_vec3_add(shoulder, (swv_vec3){ 0, p->reach + away, 0 });
        assert_int_equal(swv_body_reach(&p->body, &goal, 1, p->stand, NULL, locals, &r), SWV_OK);
        check(p, &goal, 1, locals, &r, worlds);
        assert_int_equal(r.outcome, SWV_REACHED);
        const swv_pose chest = worlds[p->body.parts[SWV_PART_UPPER_CHEST]];
        shifts[k] = distance(worlds[p->body.parts[SWV_PART_HIPS]].position, hips);
        leans[k] = swv_quat_angle_between(chest.rotation, pose_of(p, SWV_PART_UPPER_CHEST).rotation);
        swings[k] =
            swv_quat_angle_between(locals[p->body.clavicles[0]].rotation, p->stand[p->body.clavicles[0]].rotation);
    }
    printf("hand 1 cm within reach, 5 and 50 cm beyond: clavicle %.3f %.3f %.3f rad, trunk %.3f %.3f %.3f rad, hips "
           "%.1f %.1f %.1f cm\n",
           swings[0], swings[1], swings[2], leans[0], leans[1], leans[2], 100 * shifts[0], 100 * shifts[1],
           100 * shifts[2]);
    assert_near(leans[0] + shifts[0], 0.0, 1e-9);  // its shoulder goes along with the arm that is raised to the front
    assert_true(swings[0] > 9.0 * SWV_PI / 180.0 && swings[0] < 12.0 * SWV_PI / 180.0);
    assert_true(swings[1] > swings[0] + 0.1 && leans[1] < 0.12 && shifts[1] < 0.01);
    assert_true(leans[2] > 0.4 && shifts[2] > 0.02 && shifts[2] < 0.25);
}

// How far up the shoulder joint is seen from the breastbone, degrees, if the upper arm points this way: by shoulder.h.
static double girdle_up(swv_vec3 arm)
{
    swv_upper_limb limb;
    double         angles[SWV_GIRDLE_ANGLES];
    swv_pose       clavicle, scapula;
    assert_int_equal(swv_upper_limb_make(SWV_RIGHT, &limb), SWV_OK);
    assert_int_equal(
        swv_rhythm_angles(&limb.girdle.rhythm, atan2(hypot(arm.x, arm.y), -arm.z), atan2(arm.y, arm.x), 0.0, angles),
        SWV_OK);
    assert_int_equal(swv_girdle_frames(&limb, angles, &clavicle, &scapula), SWV_OK);
    const swv_vec3 at = swv_pose_apply(scapula, limb.girdle.scapula);
    return asin(at.z / swv_vec3_length(at)) * 180.0 / SWV_PI;
}

// An arm raised to the side: its clavicle goes up with it as bone pins have measured, on the left as on the right; the hand is exact.
static void shoulders_go_along(void **state)
{
    (void)state;
    person *p = stand_up(0);
    double  swings[2][3], expected[2][3];
    for (int side = 0; side < 2; side++) {
        const int      upper = side ? SWV_PART_LEFT_UPPER_ARM : SWV_PART_RIGHT_UPPER_ARM;
        const swv_vec3 shoulder = pose_of(p, upper).position;
        for (int k = 0; k < 3; k++) {
            const double          elevation = (30.0 + 60.0 * k) * SWV_PI / 180.0, out = side ? -1.0 : 1.0;
            const int             clavicle = p->body.clavicles[side];
            swv_body_goal         goal = { side ? SWV_PART_LEFT_HAND : SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE,
                                   .want = SWV_WANT_POSITION };
            swv_pose              locals[PLACES], worlds[PLACES];
            swv_body_reach_report r;
            goal.pose.position = swv_vec3_add(
                shoulder, swv_vec3_scale(0.9 * p->reach, (swv_vec3){ out * sin(elevation), 0.2, -cos(elevation) }));
            assert_int_equal(swv_body_reach(&p->body, &goal, 1, p->stand, NULL, locals, &r), SWV_OK);
            check(p, &goal, 1, locals, &r, worlds);
            assert_true(r.position_errors[0] < 1e-9);
            const swv_vec3 before = swv_vec3_sub(shoulder, p->worlds[clavicle].position),
                           after = swv_vec3_sub(worlds[p->body.parts[upper]].position, worlds[clavicle].position);
            const swv_vec3 is =
                swv_vec3_sub(worlds[p->body.parts[upper + 1]].position, worlds[p->body.parts[upper]].position);
            const swv_vec3 was = swv_vec3_sub(pose_of(p, upper + 1).position, shoulder);
            expected[side][k] =
                girdle_up((swv_vec3){ out * is.x, is.y, is.z }) - girdle_up((swv_vec3){ out * was.x, was.y, was.z });
            swings[side][k] =
                (asin(after.z / swv_vec3_length(after)) - asin(before.z / swv_vec3_length(before))) * 180.0 / SWV_PI;
        }
        const swv_body_reach_options keeps = { .keeps_shoulders = true };
        swv_body_goal                goal = { SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION };
        swv_pose                     locals[PLACES];
        goal.pose.position = swv_vec3_add(pose_of(p, SWV_PART_RIGHT_UPPER_ARM).position, (swv_vec3){ 0.3, 0.2, 0.2 });
        assert_int_equal(swv_body_reach(&p->body, &goal, 1, p->stand, &keeps, locals, NULL), SWV_OK);
        assert_near(
            swv_quat_angle_between(locals[p->body.clavicles[0]].rotation, p->stand[p->body.clavicles[0]].rotation), 0.0,
            1e-7);
    }
    printf("arm raised to 30, 90, 150 degrees: right clavicle up %.1f %.1f %.1f, left %.1f %.1f %.1f degrees\n",
           swings[0][0], swings[0][1], swings[0][2], swings[1][0], swings[1][1], swings[1][2]);
    printf("  by the rhythm: %.1f %.1f %.1f, %.1f %.1f %.1f\n", expected[0][0], expected[0][1], expected[0][2],
           expected[1][0], expected[1][1], expected[1][2]);
    for (int k = 0; k < 6; k++)
        assert_near(swings[k / 3][k % 3], expected[k / 3][k % 3], 2.0);
    assert_true(swings[0][2] > 15.0);
}

static void looks(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int      met = 0;
    for (int k = 0; k < CASES(1000); k++) {
        person        *p = stand_up(k % 8 * 90);
        const swv_vec3 head = pose_of(p, SWV_PART_HEAD).position;
        swv_body_goal  goals[2] = { { SWV_PART_HEAD, SWV_IDENTITY_POSE, .want = SWV_WANT_GAZE },
                                    { SWV_PART_LEFT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION } };
        goals[0].pose.position =
            swv_vec3_add(head, (swv_vec3){ random_between(&seed, -2, 2), random_between(&seed, -1, 3),
                                           random_between(&seed, -1, 1) });
        goals[1].pose.position = swv_vec3_add(head, (swv_vec3){ -0.3, random_between(&seed, 0.3, 0.9), -0.3 });
        swv_pose              locals[PLACES], worlds[PLACES];
        swv_body_reach_report r;
        assert_int_equal(swv_body_reach(&p->body, goals, 2, p->stand, NULL, locals, &r), SWV_OK);
        check(p, goals, 2, locals, &r, worlds);
        // Axes at rest are the world's.
        const swv_pose now = worlds[p->body.parts[SWV_PART_HEAD]];
        const swv_vec3 ahead = swv_quat_rotate(swv_quat_conjugate(p->body.natural_from_world), (swv_vec3){ 0, 1, 0 }),
                       sight = swv_quat_rotate(now.rotation, ahead),
                       way = swv_vec3_normalize(swv_vec3_sub(goals[0].pose.position, now.position));
        const double past = acos(fmin(1.0, swv_vec3_dot(sight, way)));
        assert_near(r.rotation_errors[0], past, 1e-6);
        met += past < 1e-6;
        if (goals[0].pose.position.y > now.position.y + 0.5 * distance(goals[0].pose.position, now.position))
            assert_near(past, 0.0, 1e-6);
    }
    assert_true(met > 0);
}

// A low object far ahead: hips go back to keep the mass above the feet.
static void balances(void **state)
{
    (void)state;
    double without = 0.0, with = 0.0;
    int    rows = 0;
    for (int row = 0; row < 4000; row += 200, rows++) {
        person       *p = stand_up(row);
        swv_body_goal goal = { SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION };
        goal.pose.position =
            swv_vec3_add(pose_of(p, SWV_PART_RIGHT_UPPER_ARM).position, (swv_vec3){ 0.1, p->reach + 0.45, -0.2 });
        for (int k = 0; k < 2; k++) {
            const swv_body_reach_options options = { .balances = k == 1 };
            swv_pose                     locals[PLACES], worlds[PLACES];
            swv_body_reach_report        r;
            assert_int_equal(swv_body_reach(&p->body, &goal, 1, p->stand, &options, locals, &r), SWV_OK);
            check(p, &goal, 1, locals, &r, worlds);
            *(k ? &with : &without) += r.overhang;
            assert_true(k == 0 || r.overhang < 0.03);
        }
    }
    printf("mass beyond the feet: %.1f cm, balanced %.1f cm\n", 100 * without / rows, 100 * with / rows);
    assert_true(without > 0.0 && with < 0.3 * without);
}

// What came of hands that were dragged.
typedef struct dragged {
    long   steps, fast, broken;
    double feet, worst;
} dragged;

// A step's bones against the last step's, feet and limits.
static void check_drag(const person *p, const swv_pose *locals, const swv_pose *worlds, const swv_pose *last,
                       dragged *d)
{
    const swv_mount *m = &p->body.mount;
    double           most = 0.0;
    for (int j = 0; last && j < PLACES; j++)
        most = fmax(most, swv_quat_angle_between(worlds[j].rotation, last[j].rotation));
    const double times = most / (1e-3 / p->reach);
    d->worst = fmax(d->worst, times);
    d->fast += times > 20.0;
    for (int side = 0; side < 2; side++) {
        const int foot = m->limbs[2 + side].joints[2];
        d->feet = fmax(d->feet, distance(worlds[foot].position, p->worlds[foot].position));
    }
    for (int limb = 0; limb < 4; limb++) {
        swv_limb_posture posture;
        double           excess[SWV_LIMB_LIMITS], most_excess = 0.0;
        assert_int_equal(swv_mount_read(m, limb, locals, &posture), SWV_OK);
        assert_int_equal(swv_limb_check(&m->limbs[limb].limb, &posture, NULL, excess), SWV_OK);
        for (int l = 0; l < SWV_LIMB_LIMITS; l++)
            most_excess = fmax(most_excess, excess[l]);
        d->broken += most_excess > 1e-7;  // a straight elbow has half the digits
    }
    d->steps++;
}

// Path number k, the same on every machine: to somewhere around, often far beyond reach, to somewhere else, and back.
static void drag(int k, dragged *d)
{
    uint64_t                     seed = 9 + (uint64_t)k;
    person                      *p = stand_up(k % 16 * 100);
    static swv_body_follower     follower;
    swv_pose                     locals[PLACES], worlds[2][PLACES];
    const swv_body_reach_options options = { .balances = k % 2 };
    const swv_vec3               start = pose_of(p, SWV_PART_RIGHT_HAND).position,
                   shoulder = pose_of(p, SWV_PART_RIGHT_UPPER_ARM).position;
    swv_body_goal         goal = { SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION };
    swv_body_reach_report r;
    swv_vec3              from = start;
    int                   step = 0;
    assert_int_equal(swv_body_follow_start(&p->body, &(swv_limb_track_options){ .max_bone_speed = 1.0 }, &follower),
                     SWV_OK);
    for (int leg = 0; leg < 3; leg++) {
        const double   size = random_below(&seed, 3) ? 1.3 * p->reach : 4.0 * p->reach;
        const swv_vec3 aside = { random_between(&seed, -size, size), random_between(&seed, -size, size),
                                 random_between(&seed, -size, size) };
        const swv_vec3 to = leg == 2 ? start : swv_vec3_add(shoulder, aside);
        const int      count = (int)(distance(from, to) / 1e-3) + 1;
        for (int i = 1; i <= count; i++, step++) {
            swv_pose *now = worlds[step % 2];
            goal.pose.position = swv_vec3_add(from, swv_vec3_scale((double)i / count, swv_vec3_sub(to, from)));
            assert_int_equal(swv_body_follow(&p->body, &follower, &goal, 1, 1.0 / 60, p->stand, &options, locals, &r),
                             SWV_OK);
            assert_int_equal(swv_mount_worlds(&p->body.mount, locals, now), SWV_OK);
            check_drag(p, locals, now, step > 0 ? worlds[(step + 1) % 2] : NULL, d);
        }
        from = to;
    }
    for (int i = 0; i < 240; i++)
        assert_int_equal(swv_body_follow(&p->body, &follower, &goal, 1, 1.0 / 60, p->stand, NULL, locals, &r), SWV_OK);
    if (r.outcome != SWV_REACHED)
        fail_msg("path %d: the hand is not back", k);
}

// A hand dragged millimetre by millimetre. No bone turns by more than 20 times what the hand moved over its arm's length, feet and
// limits are kept, and a little later the hand is back.
static void drags(void **state)
{
    (void)state;
    static const int found[] = { 71, 334, 667, 988, 1389 };  // limits were exceeded there once, or bones were too fast
    const int        last = CASES_OR_ALL(9, 1999), again = CASES(5);
    dragged          d = { 0 };
    for (int k = 0; k <= last + again; k++) {
        const int     path = k <= last ? k : found[k - last - 1];
        const dragged before = d;
        drag(path, &d);
        if (d.fast + d.broken > before.fast + before.broken || (d.feet >= 1e-9 && d.feet > before.feet))
            printf("path %d: %ld steps too fast, %ld limbs beyond limits, feet off %.1e m\n", path,
                   d.fast - before.fast, d.broken - before.broken, d.feet);
    }
    printf("%ld steps of 1 mm: %ld turn a bone by more than 20 mm a reach, at most %.1f; limbs beyond limits %ld; feet "
           "off %.1e m\n",
           d.steps, d.fast, d.worst, d.broken, d.feet);
    assert_true(d.feet < 1e-9);
    assert_int_equal(d.fast, 0);
    assert_int_equal(d.broken, 0);
}

// A foot raised high behind the back, where no leg goes: the follower says what gives way, whatever the options of the call say.
static void follower_says_what_gives_way(void **state)
{
    (void)state;
    person        *p = stand_up(0);
    const swv_vec3 hip = pose_of(p, SWV_PART_RIGHT_UPPER_LEG).position;
    for (int keeps_foot = 0; keeps_foot < 2; keeps_foot++) {
        static swv_body_follower     follower;
        const swv_limb_track_options options = { .compromise = keeps_foot ? SWV_KEEP_HAND : SWV_KEEP_LIMITS };
        const swv_body_reach_options other = { .compromise = keeps_foot ? SWV_KEEP_LIMITS : SWV_KEEP_HAND };
        const swv_body_goal          goals[] = { { SWV_PART_RIGHT_FOOT,
                                                   { swv_vec3_add(hip, (swv_vec3){ 0, -0.6, 0.45 }), { 0, 0, 0, 1 } },
                                                   .want = SWV_WANT_POSITION },
                                                 { SWV_PART_HIPS, .want = SWV_WANT_STAY } };
        swv_pose                     locals[PLACES];
        swv_body_reach_report        r;
        swv_limb_posture             posture;
        double                       excess[SWV_LIMB_LIMITS], most = 0.0;
        assert_int_equal(swv_body_follow_start(&p->body, &options, &follower), SWV_OK);
        for (int i = 0; i < 120; i++)
            assert_int_equal(swv_body_follow(&p->body, &follower, goals, 2, 1.0 / 60, p->stand, &other, locals, &r),
                             SWV_OK);
        assert_int_equal(swv_mount_read(&p->body.mount, 2, locals, &posture), SWV_OK);
        assert_int_equal(swv_limb_check(&p->body.mount.limbs[2].limb, &posture, NULL, excess), SWV_OK);
        for (int i = 0; i < SWV_LIMB_LIMITS; i++)
            most = fmax(most, excess[i]);
        assert_true(keeps_foot ? r.position_errors[0] < 1e-9 && most > 0.01
                               : r.position_errors[0] > 0.01 && most < 1e-7);
    }
}

// Hips sink and pass over a foot that stays flat, one step higher, until its ankle is at its limit: the knee does not swing round for what is left.
static void hips_pass_over_a_foot(void **state)
{
    (void)state;
    const double rate = 60.0;
    double       fastest = 0.0, aside = 0.0, off = 0.0, turned = 0.0;
    for (int row = 0; row < 1600; row += 200) {
        const person *p = stand_up(row);
        const int    *parts = p->body.parts;
        swv_pose      locals[PLACES], worlds[PLACES], was[PLACES];
        for (int f = 0; f < 40; f++) {
            const double  done = f / 39.0;
            swv_body_goal goals[2] = { { .part = SWV_PART_HIPS, .pose = pose_of(p, SWV_PART_HIPS) },
                                       { .part = SWV_PART_LEFT_FOOT, .pose = pose_of(p, SWV_PART_LEFT_FOOT) } };
            goals[0].pose.position.z -= 0.05 + 0.10 * done;
            goals[0].pose.position.y += 0.25 * done;
            goals[1].pose.position.z += 0.17;
            goals[1].pose.position.y += 0.05;
            swv_body_reach_report r;
            assert_int_equal(swv_body_reach(&p->body, goals, 2, p->stand, NULL, locals, &r), SWV_OK);
            assert_int_equal(swv_mount_worlds(&p->body.mount, locals, worlds), SWV_OK);
            const int thigh = parts[SWV_PART_LEFT_UPPER_LEG], knee = parts[SWV_PART_LEFT_LOWER_LEG];
            off = fmax(off, r.position_errors[1]);
            turned = fmax(turned, r.rotation_errors[1]);
            if (f > 0) {
                fastest = fmax(fastest, rate * swv_quat_angle_between(worlds[thigh].rotation, was[thigh].rotation));
                aside = fmax(aside, fabs(worlds[knee].position.x - was[knee].position.x));
            }
            memcpy(was, worlds, sizeof was);
        }
    }
    printf("hips over a foot: thighs at most %.1f rad/s, knees %.1f mm aside a frame, feet off by %.1e m and %.0f "
           "degrees\n",
           fastest, 1e3 * aside, off, turned * 180.0 / SWV_PI);
    assert_true(fastest < 8.0 && aside < 0.03 && off < 1e-9);
}

// An animation with a leg further back than any leg goes: the goal is still met.
static void from_beyond_limits(void **state)
{
    (void)state;
    person               *p = stand_up(0);
    const int             thigh = p->body.parts[SWV_PART_LEFT_UPPER_LEG];
    swv_pose              locals[PLACES];
    swv_body_reach_report r;
    swv_body_goal         goal = { SWV_PART_RIGHT_HAND, SWV_IDENTITY_POSE, .want = SWV_WANT_POSITION };
    p->stand[thigh].rotation = (swv_quat){ -0.766, 0, 0, 0.643 };
    goal.pose.position =
        swv_vec3_add(pose_of(p, SWV_PART_RIGHT_UPPER_ARM).position, (swv_vec3){ 0, p->reach + 0.2, 0 });
    assert_int_equal(swv_body_reach(&p->body, &goal, 1, p->stand, NULL, locals, &r), SWV_OK);
    assert_near(r.position_errors[0], 0.0, 1e-9);
}

static void what_is_refused(void **state)
{
    (void)state;
    person               *p = stand_up(0);
    static swv_body       zeroed;
    swv_pose              locals[PLACES];
    swv_body_reach_report r;
    const swv_pose        at = pose_of(p, SWV_PART_LEFT_HAND);
    const swv_body_goal   good = { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_POSE }, bad[] = {
          { -1, at, .want = SWV_WANT_POSE },
          { SWV_PARTS, at, .want = SWV_WANT_POSE },
          { SWV_PART_JAW, at, .want = SWV_WANT_POSE },
          { SWV_PART_LEFT_INDEX_DISTAL, at, .want = SWV_WANT_POSE },  // this skeleton has no fingers
          { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_GAZE },
          { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_ROTATION },
          { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_FREE },
          { SWV_PART_LEFT_HAND, at, .want = (swv_body_want)9 },
          { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_POSE, .position_weight = 1.5 },
          { SWV_PART_LEFT_HAND, at, .want = SWV_WANT_POSE, .rotation_weight = NAN },
          { SWV_PART_LEFT_HAND, { { NAN, 0, 0 }, { 0, 0, 0, 1 } }, .want = SWV_WANT_POSITION },
          { SWV_PART_LEFT_FOOT, { { 0, 0, 1.7e308 }, { 0, 0, 0, 1 } }, .want = SWV_WANT_POSE },
          { SWV_PART_LEFT_HAND, { { 0, 0, 0 }, { 0, 0, 0, 0 } }, .want = SWV_WANT_POSE },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(swv_body_reach(&p->body, &bad[i], 1, NULL, NULL, locals, &r), SWV_BAD_GOAL);
    const swv_body_goal twice[] = { good, good };
    assert_int_equal(swv_body_reach(&p->body, twice, 2, NULL, NULL, locals, &r), SWV_BAD_GOAL);
    assert_int_equal(swv_body_reach(&p->body, &good, -1, NULL, NULL, locals, &r), SWV_BAD_COUNT);
    assert_int_equal(swv_body_reach(&p->body, &good, SWV_BODY_GOALS + 1, NULL, NULL, locals, &r), SWV_BAD_COUNT);
    assert_int_equal(swv_body_reach(&zeroed, &good, 1, NULL, NULL, locals, &r), SWV_BAD_MODEL);
    assert_int_equal(swv_body_reach(&p->body, &good, 1, NULL,
                                    &(swv_body_reach_options){ .compromise = (swv_limb_compromise)5 }, locals, &r),
                     SWV_BAD_OPTIONS);
    p->stand[3].position.x = INFINITY;
    assert_int_equal(swv_body_reach(&p->body, &good, 1, p->stand, NULL, locals, &r), SWV_BAD_POSTURE);
    static swv_body_follower follower;
    assert_int_equal(swv_body_follow_start(&p->body, NULL, &follower), SWV_OK);
    assert_int_equal(swv_body_follow(&p->body, &follower, &good, 1, 0.0, NULL, NULL, locals, &r), SWV_BAD_ARGUMENT);
    // Very far away: an outcome, and numbers.
    for (double away = 1e3; away < 1e200; away *= 1e6) {
        const swv_body_goal goals[] = {
            { SWV_PART_LEFT_HAND, { { away, -away, away }, { 0, 0, 0, 1 } }, .want = SWV_WANT_POSE },
            { SWV_PART_HEAD, { { -away, away, away }, { 0, 0, 0, 1 } }, .want = SWV_WANT_POSITION }
        };
        assert_int_equal(swv_body_reach(&p->body, goals, 2, NULL, NULL, locals, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_OUT_OF_REACH);
        assert_true(r.is_step_due);
        for (int i = 0; i < PLACES; i++)
            assert_true(swv_vec3_is_finite(locals[i].position) && fabs(locals[i].rotation.w) <= 1.0 + 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays),
        cmocka_unit_test(any_goals),
        cmocka_unit_test(postures_of_people),
        cmocka_unit_test(what_follows_a_hand),
        cmocka_unit_test(shoulders_go_along),
        cmocka_unit_test(looks),
        cmocka_unit_test(balances),
        cmocka_unit_test(drags),
        cmocka_unit_test(follower_says_what_gives_way),
        cmocka_unit_test(hips_pass_over_a_foot),
        cmocka_unit_test(from_beyond_limits),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
