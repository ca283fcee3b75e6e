// SPDX-License-Identifier: MIT
// From devices to joints: made-up devices on skeletons of people and on the built-in human, found again from one stand. Lengths are metres, angles
// radians; places are in the world, z up, as body.h has them.
#include "body/calibration.c"

#include "check.h"

#include "people_skeleton.h"
#include "rigs.h"
#include "swivel/body.h"

enum { DEVICES = 11 };

static double random_sign(uint64_t *seed)
{
    return random_below(seed, 2) ? 1.0 : -1.0;
}

static swv_quat random_turn(uint64_t *seed)
{
    return swv_quat_normalize((swv_quat){ random_between(seed, -1, 1), random_between(seed, -1, 1),
                                          random_between(seed, -1, 1), random_between(seed, -1, 1) });
}

// Somewhere else on the floor, another size: of poses in axes with z up.
typedef struct elsewhere {
    double   scale;
    swv_pose move;
} elsewhere;

static elsewhere random_elsewhere(uint64_t *seed)
{
    return (elsewhere){ pow(10.0, random_between(seed, -1, 2)),
                        { { random_between(seed, -9, 9), random_between(seed, -9, 9), 0.0 },
                          swv_quat_from_axis_angle((swv_vec3){ 0, 0, 1 }, random_between(seed, -3, 3)) } };
}

static swv_pose moved(const elsewhere *e, swv_pose p)
{
    p.position = swv_vec3_scale(e->scale, p.position);
    return swv_pose_mul(e->move, p);
}

static void assert_same_pose(swv_pose a, swv_pose b, double tolerance)
{
    assert_near(swv_vec3_length(swv_vec3_sub(a.position, b.position)), 0.0, tolerance);
    assert_near(swv_quat_angle_between(a.rotation, b.rotation), 0.0, 1e-7);
}

static void next_skeleton(FILE **file, uint64_t *seed, body *b, swv_body *skeleton)
{
    for (int skip = 1 + (int)random_below(seed, 50); skip > 0; skip--) {
        if (!read_body(*file, seed, b)) {
            rewind(*file);
            assert_true(read_body(*file, seed, b));
        }
    }
    make_skeleton(b, skeleton);
}

// Devices as people wear them: the head's at a known place, the hands' above or below the wrists and, in every other round, further out or in,
// the others at their joints, all turned anyhow. Scale, place, direction and every offset are found, level ones nearly; then joints in any motion.
static void found_exactly(void **state)
{
    (void)state;
    uint64_t        seed = 1;
    FILE           *file = open_data("bodies.i16");
    static swv_body skeleton;
    body            b;
    for (int round = 0; round < CASES(500); round++) {
        next_skeleton(&file, &seed, &b, &skeleton);
        const bool      is_t = round % 2;
        const int       count = 3 + (int)random_below(&seed, DEVICES - 2);
        const elsewhere e = random_elsewhere(&seed);
        const swv_vec3  head_device = { 0.0, 0.08, 0.11 };
        const double    outward = round / 2 % 2 ? random_between(&seed, -0.1, 0.1) : 0.0,
                     upward = random_between(&seed, -0.1, 0.1);
        swv_pose       joints[PLACES], on[DEVICES];
        swv_body_point devices[DEVICES], points[DEVICES], truth[DEVICES];
        assert_int_equal(stand(&skeleton, is_t, joints), SWV_OK);
        for (int i = 0; i < count; i++) {
            bool           has_turn;
            const int      part = points_of[i], joint = swvi_body_joint(&skeleton, part, &has_turn);
            const swv_vec3 off = part == SWV_PART_HEAD         ? head_device
                                 : part == SWV_PART_LEFT_HAND  ? (swv_vec3){ -outward, 0.0, upward }
                                 : part == SWV_PART_RIGHT_HAND ? (swv_vec3){ outward, 0.0, upward }
                                                               : (swv_vec3){ 0.0, 0.0, 0.0 };
            const swv_vec3 turned = swv_quat_rotate(swv_quat_conjugate(skeleton.natural_from_world), off);
            // The device in the joint's axes, in the skeleton's size.
            on[i] = swv_pose_mul(swv_pose_inverse(joints[joint]),
                                 (swv_pose){ swv_vec3_add(joints[joint].position, turned), random_turn(&seed) });
            devices[i] = (swv_body_point){ part, moved(&e, swv_pose_mul(joints[joint], on[i])) };
        }
        swv_calibration c;
        assert_int_equal(swv_calibration_make(&skeleton, devices, count, &head_device, 0.0, &c), SWV_OK);
        assert_near(c.scale / e.scale, 1.0, 1e-12);
        assert_true(c.is_t == is_t);

        // Any posture.
        make_points(&b, &skeleton, truth);
        for (int i = 0; i < count; i++) {
            if (i >= 7)  // elbows and knees: any rotation, as their devices have one
                truth[i].pose.rotation = random_turn(&seed);
            devices[i].pose = moved(&e, swv_pose_mul(truth[i].pose, on[i]));
        }
        assert_int_equal(swv_calibration_points(&skeleton, &c, devices, count, points), SWV_OK);
        for (int i = 0; i < count; i++) {
            // In the devices' world divided by the scale.
            swv_pose expected = swv_pose_mul(
                e.move, (swv_pose){ swv_vec3_scale(e.scale, truth[i].pose.position), truth[i].pose.rotation });
            expected.position = swv_vec3_scale(1.0 / e.scale, expected.position);
            assert_int_equal(points[i].part, points_of[i]);
            const bool is_known = outward == 0.0;
            assert_near(swv_vec3_length(swv_vec3_sub(points[i].pose.position, expected.position)), 0.0,
                        is_known ? 1e-9 * (1.0 + 20.0 / e.scale) : 0.12);
            assert_near(swv_quat_angle_between(points[i].pose.rotation, expected.rotation), 0.0,
                        is_known ? 1e-7 : 0.02);
        }
        assert_int_equal(swv_calibration_points(&skeleton, &c, devices, count, devices), SWV_OK);  // in place
        for (int i = 0; i < count; i++)
            assert_same_pose(devices[i].pose, points[i].pose, 0.0);
    }
    fclose(file);
}

// Devices anywhere: the stand itself comes out as a stand, upright on the floor, wherever and however large the person is; and the same calibration
// from anywhere on the floor.
static void any_devices(void **state)
{
    (void)state;
    uint64_t        seed = 2;
    FILE           *file = open_data("bodies.i16");
    static swv_body skeleton;
    body            b;
    for (int round = 0; round < CASES(500); round++) {
        next_skeleton(&file, &seed, &b, &skeleton);
        const bool      is_t = round % 2;
        const int       count = 3 + (int)random_below(&seed, DEVICES - 2);
        const elsewhere e = random_elsewhere(&seed);
        swv_pose        joints[PLACES];
        swv_body_point  devices[DEVICES], there[DEVICES], points[DEVICES];
        swv_calibration here, c;
        assert_int_equal(stand(&skeleton, is_t, joints), SWV_OK);
        for (int i = 0; i < count; i++) {
            bool           has_turn;
            const swv_vec3 off = { 0.1 * random_sign(&seed) * random_between(&seed, 0, 1),
                                   random_between(&seed, -0.1, 0.1), random_between(&seed, -0.1, 0.1) };
            const int      joint = swvi_body_joint(&skeleton, points_of[i], &has_turn);
            devices[i] =
                (swv_body_point){ points_of[i], { swv_vec3_add(joints[joint].position, off), random_turn(&seed) } };
            there[i] = (swv_body_point){ points_of[i], moved(&e, devices[i].pose) };
        }
        assert_int_equal(swv_calibration_make(&skeleton, devices, count, NULL, 0.0, &here), SWV_OK);
        assert_int_equal(swv_calibration_make(&skeleton, there, count, NULL, 0.0, &c), SWV_OK);
        assert_near(c.scale / here.scale / e.scale, 1.0, 1e-12);
        assert_near(c.height / here.height / e.scale, 1.0, 1e-12);
        assert_near(c.span / here.span / e.scale, 1.0, 1e-9);
        assert_near(c.arms, here.arms, 1e-9);
        for (int i = 0; i < count; i++) {
            swv_pose at = here.joints[points_of[i]];
            at.position = swv_vec3_scale(e.scale, at.position);
            assert_same_pose(c.joints[points_of[i]], at, 1e-9 * e.scale);
        }
        assert_int_equal(swv_calibration_points(&skeleton, &c, there, count, points), SWV_OK);
        for (int i = 0; i < count; i++) {
            bool      has_turn;
            const int joint = swvi_body_joint(&skeleton, points_of[i], &has_turn);
            assert_near(points[i].pose.position.z, joints[joint].position.z, 1e-9);
            for (int k = 0; k < i; k++) {
                const int other = swvi_body_joint(&skeleton, points_of[k], &has_turn);
                assert_near(swv_vec3_length(swv_vec3_sub(points[i].pose.position, points[k].pose.position)),
                            swv_vec3_length(swv_vec3_sub(joints[joint].position, joints[other].position)), 1e-9);
            }
        }
    }
    fclose(file);
}

// The built-in human rests in a T, legs straight: that is how a person of its height stands. Left-handed, another unit, a floor elsewhere.
static void of_the_human(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        static world_joint joints[SWV_HUMAN_JOINTS];
        static swv_body    skeleton;
        const double       unit = k & 1 ? 100.0 : 1.0, person = k & 2 ? 1.9 : 1.6;
        const bool         is_left_handed = k & 4;
        world_rig          rig;
        swv_binding        binding;
        swv_pose           worlds[SWV_HUMAN_JOINTS];
        assert_int_equal(human_rig(1.75, SWV_FEMALE, joints, &rig), SWV_OK);
        for (int i = 0; i < SWV_HUMAN_JOINTS; i++) {
            joints[i].rest.position = swv_vec3_scale(unit, joints[i].rest.position);
            joints[i].rest = swvi_mirrored_if(is_left_handed, joints[i].rest);
        }
        rig.is_left_handed = is_left_handed;
        assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
        assert_int_equal(body_of_rig(&rig, &binding, &skeleton, NULL), SWV_OK);
        skeleton.floor = 0.5 * unit;
        assert_int_equal(rest_worlds_of(&skeleton.mount, worlds), SWV_OK);
        swv_body_point devices[3], points[3];
        const double   scale = person / 1.75 / unit;
        const swv_vec3 eyes = swv_vec3_scale(0.5, swv_vec3_add(worlds[skeleton.parts[SWV_PART_LEFT_EYE]].position,
                                                               worlds[skeleton.parts[SWV_PART_RIGHT_EYE]].position));
        for (int i = 0; i < 3; i++) {
            devices[i] = (swv_body_point){ points_of[i], worlds[skeleton.parts[points_of[i]]] };
            if (i == 0)
                devices[i].pose.position = eyes;
            devices[i].pose.position = swv_vec3_scale(scale, devices[i].pose.position);
        }
        swv_calibration c;
        assert_int_equal(swv_calibration_make(&skeleton, devices, 3, NULL, 0.0, &c), SWV_OK);
        assert_true(c.is_t);
        assert_near(c.scale / scale, 1.0, 1e-2);  // the sole below its toes is not known to a centimetre
        assert_near(c.arms, 1.0, 2e-2);
        assert_near(c.height, person / 1.75 / unit * worlds[skeleton.parts[SWV_PART_HEAD]].position.z, 1e-2 * person);
        assert_int_equal(swv_calibration_points(&skeleton, &c, devices, 3, points), SWV_OK);
        for (int i = 0; i < 3; i++) {
            const swv_pose joint = worlds[skeleton.parts[points_of[i]]];
            const swv_vec3 at = { joint.position.x, joint.position.y, joint.position.z + skeleton.floor };
            assert_near(swv_vec3_length(swv_vec3_sub(points[i].pose.position, at)), 0.0, 0.03 * unit);
            assert_near(swv_quat_angle_between(points[i].pose.rotation, joint.rotation), 0.0, 0.15);
        }
        // Known to be as tall as the skeleton.
        assert_int_equal(swv_calibration_make(&skeleton, devices, 3, NULL, 2.0, &c), SWV_OK);
        assert_near(c.scale, 2.0, 0.0);
    }
}

static void what_is_refused(void **state)
{
    (void)state;
    uint64_t        seed = 3;
    FILE           *file = open_data("bodies.i16");
    static swv_body skeleton, zeroed;
    body            b;
    next_skeleton(&file, &seed, &b, &skeleton);
    fclose(file);
    swv_pose        joints[PLACES];
    swv_body_point  devices[DEVICES], points[DEVICES];
    swv_calibration c, none = { .cookie = 0 }, before;
    assert_int_equal(stand(&skeleton, true, joints), SWV_OK);
    for (int i = 0; i < DEVICES; i++) {
        bool has_turn;
        devices[i] = (swv_body_point){ points_of[i], joints[swvi_body_joint(&skeleton, points_of[i], &has_turn)] };
    }
    for (int i = 7; i < DEVICES; i++)  // places alone
        devices[i].pose.rotation = (swv_quat){ 0, 0, 0, 0 };
    assert_int_equal(swv_calibration_make(&skeleton, devices, DEVICES, NULL, 0.0, &c), SWV_OK);
    assert_int_equal(swv_calibration_points(&skeleton, &c, devices, DEVICES, points), SWV_OK);
    for (int i = 7; i < DEVICES; i++)
        assert_near(
            swv_vec3_length(swv_vec3_sub(swv_vec3_scale(c.scale, points[i].pose.position), devices[i].pose.position)),
            0.0, 1e-12);
    before = c;
    assert_int_equal(swv_calibration_make(&zeroed, devices, 3, NULL, 0.0, &c), SWV_BAD_MODEL);
    assert_int_equal(swv_calibration_make(&skeleton, devices, 2, NULL, 0.0, &c), SWV_BAD_COUNT);
    assert_int_equal(swv_calibration_make(&skeleton, devices + 1, 3, NULL, 0.0, &c), SWV_BAD_GOAL);  // no head
    assert_int_equal(swv_calibration_make(&skeleton, devices, 3, NULL, -1.0, &c), SWV_BAD_OPTIONS);
    const swv_body_point wrong[] = {
        { SWV_PART_JAW, devices[2].pose },
        { -1, devices[2].pose },
        { SWV_PARTS, devices[2].pose },
        { SWV_PART_LEFT_HAND, devices[2].pose },
        { SWV_PART_RIGHT_HAND, { { NAN, 0, 0 }, { 0, 0, 0, 1 } } },
        { SWV_PART_RIGHT_HAND, { { 1, 0, 1 }, { 0, 0, 0, 0 } } },
        { SWV_PART_RIGHT_HAND, devices[1].pose },  // both at one place
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const swv_body_point three[3] = { devices[0], devices[1], wrong[i] };
        assert_int_equal(swv_calibration_make(&skeleton, three, 3, NULL, 0.0, &c), SWV_BAD_GOAL);
    }
    swv_body_point low[3] = { devices[0], devices[1], devices[2] };
    low[0].pose.position.z = -1.0;
    assert_int_equal(swv_calibration_make(&skeleton, low, 3, NULL, 0.0, &c), SWV_BAD_GOAL);
    assert_memory_equal(&c, &before, sizeof c);
    assert_int_equal(swv_calibration_points(&skeleton, &none, devices, 3, points), SWV_BAD_MODEL);
    assert_int_equal(swv_calibration_make(&skeleton, devices, 3, NULL, 0.0, &c), SWV_OK);
    assert_int_equal(swv_calibration_points(&skeleton, &c, devices, 4, points), SWV_BAD_GOAL);  // hips had no device
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(found_exactly),
        cmocka_unit_test(any_devices),
        cmocka_unit_test(of_the_human),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
