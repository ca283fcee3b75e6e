// SPDX-License-Identifier: MIT
// Arms and the body's own thickness, on the skeletons and in the postures of people. Lengths are metres, angles radians; places are in the world, z
// up, as body.h has them.
#include "check.h"

#include <math.h>

#include "people_skeleton.h"
#include "rigs.h"
#include "swivel/body.h"

typedef struct subject {
    swv_body  body;
    swv_flesh flesh;
    swv_pose  locals[PLACES];
} subject;

// The next person of the file, in the posture that was recorded, and then from `count` of its points.
static bool next_subject(FILE *file, uint64_t *seed, int count, subject *s)
{
    body                      b;
    swv_body_point            points[11];
    const swv_limb_compromise options = SWV_KEEP_HAND;
    if (!read_body(file, seed, &b))
        return false;
    make_skeleton(&b, &s->body);
    make_points(&b, &s->body, points);
    assert_int_equal(swv_flesh_make(&s->body, &s->flesh), SWV_OK);
    assert_int_equal(swv_body_solve(&s->body, points, count, NULL, options, s->locals, NULL), SWV_OK);
    return true;
}

static bool pass_over(FILE *file, uint64_t *seed, int rows)
{
    body b;
    for (int i = 0; i < rows; i++)
        if (!read_body(file, seed, &b))
            return false;
    return true;
}

static swv_vec3 at(const subject *s, const swv_pose *locals, int side, int joint)
{
    swv_pose worlds[PLACES];
    assert_int_equal(swv_mount_worlds(&s->body.mount, locals, worlds), SWV_OK);
    return worlds[s->body.mount.limbs[side].joints[joint]].position;
}

static swv_vec3 between(swv_vec3 a, swv_vec3 b, double part)
{
    return swv_vec3_add(a, swv_vec3_scale(part, swv_vec3_sub(b, a)));
}

// How far a segment is from a capsule's axis, from many places of it.
static double apart_by_sampling(swv_vec3 from, swv_vec3 to, swv_vec3 a, swv_vec3 b)
{
    double nearest = HUGE_VAL;
    for (int i = 0; i <= 400; i++) {
        const swv_vec3 p = between(from, to, i / 400.0), along = swv_vec3_sub(b, a);
        const double   squared = swv_vec3_dot(along, along);
        const double   t = squared > 0.0 ? swv_vec3_dot(swv_vec3_sub(p, a), along) / squared : 0.0;
        const swv_vec3 q = between(a, b, fmin(1.0, fmax(0.0, t)));
        nearest = fmin(nearest, swv_vec3_length(swv_vec3_sub(p, q)));
    }
    return nearest;
}

// Upper arm and forearm with the elbow here; the hand too if `has_hand`.
static double clearance_by_sampling(const subject *s, const swv_pose *locals, int side, swv_vec3 elbow, bool has_hand)
{
    swv_pose worlds[PLACES];
    assert_int_equal(swv_mount_worlds(&s->body.mount, locals, worlds), SWV_OK);
    const int     *joints = s->body.mount.limbs[side].joints;
    const swv_vec3 shoulder = worlds[joints[0]].position, wrist = worlds[joints[2]].position;
    double         nearest = HUGE_VAL;
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        const swv_pose joint = worlds[s->flesh.solids[i].joint];
        const swv_vec3 a = swv_pose_apply(joint, s->flesh.solids[i].from),
                       b = swv_pose_apply(joint, s->flesh.solids[i].to);
        const double radius = s->flesh.solids[i].radius;
        nearest =
            fmin(nearest, apart_by_sampling(between(shoulder, elbow, 0.5), elbow, a, b) - radius - s->flesh.upper_arm);
        nearest =
            fmin(nearest, apart_by_sampling(elbow, between(elbow, wrist, 0.75), a, b) - radius - s->flesh.forearm);
        if (has_hand)
            nearest = fmin(nearest,
                           apart_by_sampling(wrist, swv_pose_apply(worlds[joints[2]], s->flesh.knuckles[side]), a, b) -
                               radius - s->flesh.hand);
    }
    return nearest;
}

// People's own postures are clear: what is human is measured.
static void people_are_clear(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int      arms = 0, inside = 0, deep = 0, hands = 0;
    FILE    *file = open_data("bodies.i16");
    subject  s;
    while (pass_over(file, &seed, 12) && next_subject(file, &seed, 11, &s)) {
        swv_clearance c[2];
        assert_int_equal(swv_flesh_clearance(&s.body, &s.flesh, s.locals, c), SWV_OK);
        for (int side = 0; side < 2; side++, arms++) {
            assert_near(c[side].distance, clearance_by_sampling(&s, s.locals, side, at(&s, s.locals, side, 1), true),
                        2e-4);
            inside += c[side].distance < 0.0 && c[side].segment != SWV_SEGMENT_HAND;
            deep += c[side].distance < -0.01 && c[side].segment != SWV_SEGMENT_HAND;
            hands += c[side].distance < 0.0 && c[side].segment == SWV_SEGMENT_HAND;
        }
    }
    fclose(file);
    print_message(
        "of %d arms of people, elbow or forearm inside: %.2f %%, by a centimetre: %.2f %%; only the hand: %.2f %%\n",
        arms, 100.0 * inside / arms, 100.0 * deep / arms, 100.0 * hands / arms);
    assert_true(arms > 4000 && inside < 0.035 * arms && deep < 0.025 * arms);
}

// The least turn that is clear and inside the limits, degree by degree; HUGE_VAL if none is.
static double least_turn(const subject *s, const swv_pose *locals, int side, double *deepest)
{
    const swv_vec3 shoulder = at(s, locals, side, 0), elbow = at(s, locals, side, 1), hand = at(s, locals, side, 2);
    const swv_vec3 axis = swv_vec3_normalize(swv_vec3_sub(hand, shoulder)), arm = swv_vec3_sub(elbow, shoulder);
    swv_pose       worlds[PLACES];
    assert_int_equal(swv_mount_worlds(&s->body.mount, locals, worlds), SWV_OK);
    double least = HUGE_VAL;
    *deepest = -HUGE_VAL;
    for (int i = -179; i <= 180; i++) {
        const double         turn = i * SWV_PI / 180.0;
        const swv_vec3       to = swv_vec3_add(shoulder, swv_quat_rotate(swv_quat_from_axis_angle(axis, turn), arm));
        const swv_mount_goal goal = { .part = side == SWV_RIGHT ? SWV_PART_RIGHT_HAND : SWV_PART_LEFT_HAND,
                                      .end = worlds[s->body.mount.limbs[side].joints[2]],
                                      .elbow = SWV_ELBOW_TOWARDS,
                                      .pole = to };
        swv_limb_report      r;
        swv_pose             out[PLACES];
        assert_int_equal(swv_mount_solve(&s->body.mount, &goal, 1, locals, SWV_KEEP_LIMITS, out, &r, NULL), SWV_OK);
        if (r.position_error > 1e-7 || r.rotation_error > 1e-7 ||
            swv_vec3_length(swv_vec3_sub(at(s, out, side, 1), to)) > 1e-6)
            continue;
        const double c = clearance_by_sampling(s, locals, side, to, false);
        *deepest = fmax(*deepest, c);
        if (c >= 0.0)
            least = fmin(least, fabs(turn));
    }
    return least;
}

// Elbows that a guess put into the body leave it: the nearest way, hands and limits kept.
static void elbows_leave(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int      arms = 0, inside = 0, after = 0;
    double   moved = 0.0;
    FILE    *file = open_data("bodies.i16");
    subject  s;
    for (int k = 0; k < CASES(1200) && pass_over(file, &seed, 7) && next_subject(file, &seed, 3, &s); k++) {
        for (int i = 0; i < SWV_FLESH_SOLIDS; i++)  // stouter, so that there is something to do
            s.flesh.solids[i].radius *= 1.25;
        swv_clearance before[2], c[2];
        swv_pose      locals[PLACES];
        assert_int_equal(swv_flesh_clearance(&s.body, &s.flesh, s.locals, before), SWV_OK);
        assert_int_equal(swv_flesh_avoid(&s.body, &s.flesh, s.locals, locals, c), SWV_OK);
        for (int side = 0; side < 2; side++, arms++) {
            const int     *joints = s.body.mount.limbs[side].joints;
            const swv_vec3 elbow = at(&s, s.locals, side, 1), now = at(&s, locals, side, 1);
            const double   was = clearance_by_sampling(&s, s.locals, side, elbow, false);
            const double   is = clearance_by_sampling(&s, locals, side, now, false);
            assert_near(swv_vec3_length(swv_vec3_sub(at(&s, locals, side, 2), at(&s, s.locals, side, 2))), 0.0, 1e-7);
            assert_true(is >= was - 1e-4);
            if (before[side].distance >= 0.0) {
                assert_memory_equal(&locals[joints[0]], &s.locals[joints[0]], sizeof locals[0]);
                assert_memory_equal(&locals[joints[1]], &s.locals[joints[1]], sizeof locals[0]);
            }
            if (was >= -1e-3)
                continue;
            inside++;
            after += is < -1e-3;
            moved = fmax(moved, swv_vec3_length(swv_vec3_sub(now, elbow)));
            if (inside % 4)
                continue;
            double         best;
            const double   least = least_turn(&s, s.locals, side, &best);
            const swv_vec3 line = swv_vec3_sub(at(&s, locals, side, 2), at(&s, locals, side, 0));
            const swv_vec3 n = swv_vec3_normalize(line);
            const swv_vec3 a = swv_vec3_cross(n, swv_vec3_sub(elbow, at(&s, locals, side, 0))),
                           b = swv_vec3_cross(n, swv_vec3_sub(now, at(&s, locals, side, 0)));
            const double turned = atan2(swv_vec3_length(swv_vec3_cross(a, b)), swv_vec3_dot(a, b));
            if (least < HUGE_VAL && is >= -1e-3)
                assert_true(turned <= least + 0.035);
            // No way out that is wider than the steps is missed.
            if (is < -1e-3)
                assert_true(best < 2e-3 || is > best - 5e-3);
        }
    }
    fclose(file);
    print_message("of %d arms guessed from three points %d go into a body that is a quarter stouter; afterwards %d\n",
                  arms, inside, after);
    assert_true((arms < 2400 || inside > 20) && 2 * after <= inside && moved < 1.0);
}

// Both sides of the mirror, any axes: a left-handed rig keeps clear in the same way.
static void left_handed(void **state)
{
    (void)state;
    world_joint joints[SWV_HUMAN_JOINTS], mirrored[SWV_HUMAN_JOINTS];
    world_rig   rig, other;
    assert_int_equal(human_rig(1.75, SWV_FEMALE, joints, &rig), SWV_OK);
    for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {
        mirrored[i] = joints[i];
        mirrored[i].rest.position.x = -joints[i].rest.position.x;
    }
    other = rig;
    other.joints = mirrored;
    other.is_left_handed = true;
    static swv_body  bodies[2];
    static swv_flesh flesh[2];
    static swv_pose  locals[2][SWV_HUMAN_JOINTS], worlds[2][SWV_HUMAN_JOINTS];
    swv_clearance    c[2][2];
    for (int k = 0; k < 2; k++) {
        swv_binding binding;
        assert_int_equal(bind_rig(k ? &other : &rig, NULL, &binding), SWV_OK);
        assert_int_equal(body_of_rig(k ? &other : &rig, &binding, &bodies[k], NULL), SWV_OK);
        assert_int_equal(swv_flesh_make(&bodies[k], &flesh[k]), SWV_OK);
        assert_int_equal(swv_body_stand(&bodies[k], locals[k]), SWV_OK);
        // The right hand ahead, the elbow pulled into the belly.
        const swv_body_goal goals[] = {
            { .part = SWV_PART_RIGHT_HAND,
              .pose = { { k ? -0.1 : 0.1, 0.32, 1.15 }, SWV_IDENTITY_QUAT },
              .want = SWV_WANT_POSITION },
            { .part = SWV_PART_RIGHT_LOWER_ARM,
              .pose = { { 0.0, 0.0, 1.1 }, SWV_IDENTITY_QUAT },
              .want = SWV_WANT_POSITION },
        };
        assert_int_equal(swv_body_reach(&bodies[k], goals, 2, locals[k], NULL, locals[k], NULL), SWV_OK);
        assert_int_equal(swv_flesh_clearance(&bodies[k], &flesh[k], locals[k], c[k]), SWV_OK);
        assert_true(c[k][SWV_RIGHT].distance < -0.005);
        assert_int_equal(swv_flesh_avoid(&bodies[k], &flesh[k], locals[k], locals[k], c[k]), SWV_OK);
        assert_true(c[k][SWV_RIGHT].distance > -1e-6);
        assert_int_equal(swv_mount_worlds(&bodies[k].mount, locals[k], worlds[k]), SWV_OK);
    }
    for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {
        const swv_vec3 p = worlds[0][i].position, q = worlds[1][i].position;
        assert_near(swv_vec3_length((swv_vec3){ p.x + q.x, p.y - q.y, p.z - q.z }), 0.0, 1e-9);
    }
    assert_near(c[0][0].distance, c[1][0].distance, 1e-9);
}

static void bad_flesh(void **state)
{
    (void)state;
    uint64_t seed = 7;
    subject  s;
    FILE    *file = open_data("bodies.i16");
    assert_true(next_subject(file, &seed, 11, &s));
    fclose(file);
    swv_clearance c[2];
    swv_flesh     broken = s.flesh;
    broken.solids[3].radius = -1.0;
    assert_int_equal(swv_flesh_clearance(&s.body, &broken, s.locals, c), SWV_BAD_MODEL);
    broken = s.flesh;
    broken.solids[3].joint = PLACES;
    assert_int_equal(swv_flesh_avoid(&s.body, &broken, s.locals, s.locals, NULL), SWV_BAD_MODEL);
    // Capsules of no length are spheres, radii of zero lines.
    broken = s.flesh;
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        broken.solids[i].to = broken.solids[i].from;
        broken.solids[i].radius = 0.0;
    }
    assert_int_equal(swv_flesh_avoid(&s.body, &broken, s.locals, s.locals, c), SWV_OK);
    assert_true(isfinite(c[0].distance) && isfinite(c[1].distance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_clear),
        cmocka_unit_test(elbows_leave),
        cmocka_unit_test(left_handed),
        cmocka_unit_test(bad_flesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
