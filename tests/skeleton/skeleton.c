// SPDX-License-Identifier: MIT
// Trees: forward kinematics beside 4 x 4 matrices with libm, changes propagated, the Jacobian beside differences, limits, and
// everything a caller can get wrong. Lengths are in the skeleton's unit, angles radians; rests are against the parent, places in the world
// (skeleton.h).
#include <float.h>

#include "chains.h"
#include "check.h"
#include "trees.h"

// ---- forward kinematics the long way ----

static matrix4 turn4(swv_vec3 a, double angle)
{
    const double  c = cos(angle), s = sin(angle), v = 1 - c, l = sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
    const double  x = a.x / l, y = a.y / l, z = a.z / l;
    const matrix4 m = { { { v * x * x + c, v * x * y - s * z, v * x * z + s * y, 0 },
                          { v * x * y + s * z, v * y * y + c, v * y * z - s * x, 0 },
                          { v * x * z - s * y, v * y * z + s * x, v * z * z + c, 0 },
                          { 0, 0, 0, 1 } } };
    return m;
}

static matrix4 move4(double x, double y, double z)
{
    const matrix4 m = { { { 1, 0, 0, x }, { 0, 1, 0, y }, { 0, 0, 1, z }, { 0, 0, 0, 1 } } };
    return m;
}

static matrix4 quat4(const double *q)
{
    const double   l = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double   angle = 2 * atan2(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) / l, q[3] / l);
    const swv_vec3 axis = { q[0], q[1], q[2] };
    return angle == 0 ? move4(0, 0, 0) : turn4(axis, angle);
}

// From the caller's joints, not from what the tree made of them, by walking up.
static matrix4 link4(const swv_joint *joints, const swv_skeleton *tree, const double *posture, int n)
{
    const swv_joint *j = &joints[n];
    const double    *q = &posture[tree->first_number[n]], *r = &j->rest.rotation.x;
    if (j->kind == SWV_JOINT_FREE)
        return matrix4_mul(move4(q[0], q[1], q[2]), quat4(&q[3]));
    matrix4 m = matrix4_mul(move4(j->rest.position.x, j->rest.position.y, j->rest.position.z), quat4(r));
    if (j->kind == SWV_JOINT_HINGE || j->kind == SWV_JOINT_UNIVERSAL)
        m = matrix4_mul(m, turn4(j->axis, q[0]));
    if (j->kind == SWV_JOINT_UNIVERSAL)
        m = matrix4_mul(m, turn4(j->second_axis, q[1]));
    if (j->kind == SWV_JOINT_SLIDER) {
        const double l = sqrt(j->axis.x * j->axis.x + j->axis.y * j->axis.y + j->axis.z * j->axis.z);
        m = matrix4_mul(m, move4(q[0] * j->axis.x / l, q[0] * j->axis.y / l, q[0] * j->axis.z / l));
    }
    if (j->kind == SWV_JOINT_BALL)
        m = matrix4_mul(m, quat4(q));
    return j->parent < 0 ? m : matrix4_mul(link4(joints, tree, posture, j->parent), m);
}

static void forward_is_that_of_matrices(void **state)
{
    (void)state;
    uint64_t seed = 1;
    double   worst = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        swv_joint joints[40];
        const int count = 1 + random_below(&seed, 40);
        random_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         posture[40 * 7];
        swv_pose       frames[40];
        tree_posture_inside(&seed, &t.tree, posture);
        assert_int_equal(swv_skeleton_frames(&t.tree, posture, frames), SWV_OK);
        for (int i = 0; i < count; ++i)
            worst = fmax(worst, matrix4_distance(matrix4_of_pose(frames[i]), link4(joints, &t.tree, posture, i)));
        free(t.memory);
    }
    assert_near(worst, 0, 1e-13);
}

// A change of one joint gives the same bits as all frames anew, and touches no link that is not below it.
static void change_is_propagated_down_only(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int n = 0; n < CASES(2000); ++n) {
        swv_joint joints[40];
        const int count = 1 + random_below(&seed, 40), at = random_below(&seed, count);
        random_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         before[40 * 7], after[40 * 7];
        swv_pose       frames[40], anew[40];
        tree_posture_inside(&seed, &t.tree, before);
        tree_posture_inside(&seed, &t.tree, after);
        const int first = t.tree.first_number[at];
        const int end = at + 1 < count ? t.tree.first_number[at + 1] : t.tree.number_count;
        swv_skeleton_frames(&t.tree, before, frames);
        memcpy(&before[first], &after[first], sizeof(double) * (size_t)(end - first));
        swv_skeleton_frames(&t.tree, before, anew);
        for (int i = 0; i < count; ++i) {
            bool is_below = false;
            for (int up = i; up >= 0; up = joints[up].parent)
                is_below = is_below || up == at;
            if (!is_below)
                frames[i] = (swv_pose){ { 7, 7, 7 }, { 1, 0, 0, 0 } };
        }
        // The parent's frame is read.
        if (joints[at].parent >= 0)
            frames[joints[at].parent] = anew[joints[at].parent];
        assert_int_equal(swv_skeleton_move(&t.tree, before, at, frames), SWV_OK);
        for (int i = 0; i < count; ++i) {
            bool is_below = false;
            for (int up = i; up >= 0; up = joints[up].parent)
                is_below = is_below || up == at;
            if (is_below)
                assert_memory_equal(&frames[i], &anew[i], sizeof frames[i]);
            else if (i != joints[at].parent)
                assert_true(frames[i].position.x == 7);
        }
        free(t.memory);
    }
}

// ---- Jacobian ----

// The posture moved by h along one freedom, in the words of the header.
static void nudge(const swv_skeleton *tree, const swv_pose *frames, int joint, int freedom, double h, double *posture)
{
    const swv_joint *j = &tree->joints[joint];
    double          *q = &posture[tree->first_number[joint]];
    if (j->kind != SWV_JOINT_BALL && j->kind != SWV_JOINT_FREE) {
        q[freedom] += h;
        return;
    }
    if (j->kind == SWV_JOINT_FREE && freedom < 3) {
        q[freedom] += h;
        return;
    }
    const int      k = j->kind == SWV_JOINT_FREE ? freedom - 3 : freedom;
    double        *r = j->kind == SWV_JOINT_FREE ? &q[3] : q;
    const swv_vec3 axis = { k == 0, k == 1, k == 2 };
    // The world's turn, seen from the frame in which the quaternion turns.
    const swv_quat world = swv_quat_from_axis_angle(axis, h), own = { r[0], r[1], r[2], r[3] };
    const swv_quat stand = swv_quat_mul(frames[joint].rotation, swv_quat_conjugate(own));
    const swv_quat there = swv_quat_mul(swv_quat_mul(swv_quat_mul(swv_quat_conjugate(stand), world), stand), own);
    r[0] = there.x;
    r[1] = there.y;
    r[2] = there.z;
    r[3] = there.w;
}

static void jacobian_is_that_of_differences(void **state)
{
    (void)state;
    uint64_t     seed = 3;
    double       worst = 0;
    const double h = 1e-5;
    for (int n = 0; n < CASES(500); ++n) {
        swv_joint joints[12];
        const int count = 1 + random_below(&seed, 12), link = random_below(&seed, count);
        random_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         posture[12 * 7], jacobian[6 * 12 * 6];
        swv_pose       frames[12], low[12], high[12];
        const swv_vec3 point = random_direction(&seed);
        tree_posture_inside(&seed, &t.tree, posture);
        swv_skeleton_frames(&t.tree, posture, frames);
        assert_int_equal(swv_skeleton_jacobian(&t.tree, frames, posture, link, point, jacobian), SWV_OK);
        for (int j = 0; j < count; ++j) {
            const int first = t.tree.first_freedom[j];
            const int end = j + 1 < count ? t.tree.first_freedom[j + 1] : t.tree.freedom_count;
            for (int f = first; f < end; ++f) {
                double less[12 * 7], more[12 * 7];
                memcpy(less, posture, sizeof less);
                memcpy(more, posture, sizeof more);
                nudge(&t.tree, frames, j, f - first, -h, less);
                nudge(&t.tree, frames, j, f - first, h, more);
                swv_skeleton_frames(&t.tree, less, low);
                swv_skeleton_frames(&t.tree, more, high);
                const swv_vec3 v = swv_vec3_scale(
                    0.5 / h, swv_vec3_sub(swv_pose_apply(high[link], point), swv_pose_apply(low[link], point)));
                const swv_vec3 w =
                    swv_vec3_scale(0.5 / h, swv_rotation_vector_from_quat(swv_quat_mul(
                                                high[link].rotation, swv_quat_conjugate(low[link].rotation))));
                const double rates[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
                for (int k = 0; k < 6; ++k)
                    worst = fmax(worst, fabs(rates[k] - jacobian[k * t.tree.freedom_count + f]));
            }
        }
        free(t.memory);
    }
    assert_near(worst, 0, 1e-8);
}

static void postures_have_as_many_numbers_as_the_header_says(void **state)
{
    (void)state;
    static const struct {
        swv_joint_kind kind;
        int            numbers;
    } kinds[] = { { SWV_JOINT_FREE, 7 },   { SWV_JOINT_FIXED, 0 },     { SWV_JOINT_HINGE, 1 },
                  { SWV_JOINT_SLIDER, 1 }, { SWV_JOINT_UNIVERSAL, 2 }, { SWV_JOINT_BALL, 4 } };
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    swv_joint joints[KINDS];
    int       first = 0;
    for (int i = 0; i < KINDS; ++i)
        joints[i] = (swv_joint){ .parent = i - 1,
                                 .kind = kinds[i].kind,
                                 .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT },
                                 .axis = { 0, 0, 1 },
                                 .second_axis = { 0, 1, 0 } };
    tree_in_memory t = tree_of(joints, KINDS);
    for (int i = 0; i < KINDS; first += kinds[i++].numbers)
        assert_int_equal(t.tree.first_number[i], first);
    assert_int_equal(t.tree.number_count, first);
    free(t.memory);
}

static void mass_center_is_the_mean(void **state)
{
    (void)state;
    swv_joint joints[2] = {
        { .parent = -1, .rest = SWV_IDENTITY_POSE, .mass = 1, .center = { 1, 0, 0 } },
        { .parent = 0, .rest = { { 0, 2, 0 }, { 0, 0, 0, 1 } }, .mass = 3, .center = { 0, 0, 4 } },
    };
    tree_in_memory t = tree_of(joints, 2);
    swv_pose       frames[2];
    swv_vec3       center;
    double         none[1] = { 0 };
    assert_int_equal(t.tree.number_count, 0);
    assert_int_equal(swv_skeleton_frames(&t.tree, none, frames), SWV_OK);
    assert_int_equal(swv_skeleton_mass_center(&t.tree, frames, &center), SWV_OK);
    assert_near(center.x, 0.25, 1e-15);
    assert_near(center.y, 1.5, 1e-15);
    assert_near(center.z, 3.0, 1e-15);
    assert_int_equal(swv_skeleton_mass_center(NULL, frames, &center), SWV_NULL);
    assert_int_equal(swv_skeleton_mass_center(&t.tree, NULL, &center), SWV_NULL);
    assert_int_equal(swv_skeleton_mass_center(&t.tree, frames, NULL), SWV_NULL);
    joints[0].mass = joints[1].mass = 0;
    free(t.memory);
    t = tree_of(joints, 2);
    assert_int_equal(swv_skeleton_mass_center(&t.tree, frames, &center), SWV_BAD_MODEL);
    free(t.memory);
    // A mass whose inverse overflows: found by fuzzing.
    joints[0].mass = 5e-324;
    t = tree_of(joints, 2);
    const swv_vec3 before = center;
    assert_int_equal(swv_skeleton_mass_center(&t.tree, frames, &center), SWV_NOT_FINITE);
    assert_memory_equal(&center, &before, sizeof center);
    free(t.memory);
}

// ---- limits ----

static void clamped_postures_are_inside(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int n = 0; n < CASES(5000); ++n) {
        swv_joint joints[12];
        const int count = 1 + random_below(&seed, 12);
        random_joints(&seed, joints, count);
        tree_in_memory t = tree_of(joints, count);
        double         posture[12 * 7], inside[12 * 7], excess;
        int            joint;
        for (int i = 0; i < t.tree.number_count; ++i)
            posture[i] = random_between(&seed, -4, 4);
        assert_int_equal(swv_skeleton_clamp(&t.tree, posture, inside), SWV_OK);
        assert_int_equal(swv_skeleton_outside(&t.tree, inside, &excess, &joint), SWV_OK);
        assert_near(excess, 0, 1e-12);
        // What is inside stays as it is.
        double again[12 * 7];
        swv_skeleton_clamp(&t.tree, inside, again);
        for (int i = 0; i < t.tree.number_count; ++i)
            assert_near(again[i], inside[i], 1e-12);
        free(t.memory);
    }
}

static void ball_outside_its_cone_and_its_twist(void **state)
{
    (void)state;
    swv_joint      joint = { .parent = -1,
                             .kind = SWV_JOINT_BALL,
                             .rest = SWV_IDENTITY_POSE,
                             .axis = { 0, 0, 2 },
                             .second_axis = { 3, 0, 0 },
                             .lower = { -0.5, -0.4, -0.3 },
                             .upper = { 0.6, 0.8, 0.7 } };
    tree_in_memory t = tree_of(&joint, 1);
    const struct {
        swv_vec3 swing;
        double   twist, excess;
    } cases[] = {
        { { 0.7, 0, 0 }, 0.5, 0 },
        { { 0.9, 0, 0 }, 0.5, 0.1 },
        { { -0.5, 0, 0 }, 0.5, 0.1 },
        { { 0, 0.9, 0 }, -0.4, 0.2 },
        { { 0, -0.35, 0 }, 0, 0.05 },
        { { 0.1, 0, 0 }, 0.9, 0.3 },
        { { 0.1, 0.1, 0 }, -0.7, 0.2 },
        { { 0.56, 0.49, 0 }, 0, 0 },
        { { 0.1, 0, 0 }, -3.1, 2 * SWV_PI - 3.1 - 0.6 },
        { { 0.1, 0, 0 }, 3.6, 2 * SWV_PI - 3.6 - 0.5 },
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; ++n) {
        const swv_vec3 z = { 0, 0, 1 };
        const swv_quat q =
            swv_quat_mul(swv_quat_from_rotation_vector(cases[n].swing), swv_quat_from_axis_angle(z, cases[n].twist));
        double excess = -1, inside[4];
        int    at;
        assert_int_equal(swv_skeleton_outside(&t.tree, &q.x, &excess, &at), SWV_OK);
        // {0.56, 0.49} is 0.7 of both axes of its ellipse: just inside in half tangents.
        assert_near(excess, cases[n].excess, 1e-12);
        assert_int_equal(at, cases[n].excess > 0 ? 0 : -1);
        swv_skeleton_clamp(&t.tree, &q.x, inside);
        const swv_quat c = { inside[0], inside[1], inside[2], inside[3] };
        if (excess > 0)
            assert_near(swv_quat_angle_between(q, c), excess, 1e-12);
    }
    free(t.memory);
}

// ---- what a caller can get wrong ----

static swv_status make(const swv_joint *joints, int count, int *fault)
{
    static double memory[SWV_SKELETON_BYTES(4) / sizeof(double)];
    swv_skeleton  tree;
    assert_true(swv_skeleton_size(count < 1 || count > 4 ? 1 : count) <= sizeof memory);
    return swv_skeleton_make(joints, count, NULL, memory, &tree, fault);
}

static void bad_joints_are_named(void **state)
{
    (void)state;
    const swv_joint good[4] = {
        { .name = "root", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
        { .name = "a", .parent = 0, .kind = SWV_JOINT_HINGE, .rest = SWV_IDENTITY_POSE, .axis = { 0, 0, 1 } },
        { .name = "b",
          .parent = 1,
          .kind = SWV_JOINT_UNIVERSAL,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .second_axis = { 1, 0, 0 } },
        { .name = "c",
          .parent = 2,
          .kind = SWV_JOINT_BALL,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .second_axis = { 1, 0, 0 },
          .lower = { -1, -1, -1 },
          .upper = { 1, 1, 1 } },
    };
    int fault = 9;
    assert_int_equal(make(good, 4, &fault), SWV_OK);
    assert_int_equal(fault, -1);
#define WRONG(index, change, status)                  \
    do {                                              \
        swv_joint j[4];                               \
        memcpy(j, good, sizeof j);                    \
        j[index].change;                              \
        fault = 9;                                    \
        assert_int_equal(make(j, 4, &fault), status); \
        assert_int_equal(fault, index);               \
        assert_int_equal(make(j, 4, NULL), status);   \
    } while (0)
    WRONG(1, parent = 1, SWV_BAD_MODEL);
    WRONG(1, parent = 3, SWV_BAD_MODEL);
    WRONG(1, parent = 4, SWV_BAD_MODEL);
    WRONG(2, parent = -2, SWV_BAD_MODEL);
    WRONG(1, kind = SWV_JOINT_FREE, SWV_BAD_MODEL);
    WRONG(2, kind = (swv_joint_kind)6, SWV_BAD_ARGUMENT);
    WRONG(2, kind = (swv_joint_kind)-1, SWV_BAD_ARGUMENT);
    WRONG(1, axis.z = 0, SWV_BAD_ARGUMENT);
    WRONG(1, axis.x = NAN, SWV_NOT_FINITE);
    WRONG(2, second_axis = good[2].axis, SWV_BAD_ARGUMENT);
    WRONG(2, second_axis.y = INFINITY, SWV_NOT_FINITE);
    WRONG(3, second_axis.z = 0.1, SWV_BAD_ARGUMENT);
    WRONG(3, rest.rotation.w = 0, SWV_BAD_ARGUMENT);
    WRONG(3, rest.rotation.w = NAN, SWV_NOT_FINITE);
    WRONG(3, rest.position.y = NAN, SWV_NOT_FINITE);
    WRONG(3, rest.position.y = 1e101, SWV_NOT_FINITE);
    WRONG(3, mass = -1, SWV_BAD_ARGUMENT);
    WRONG(3, low.y = 0.1, SWV_BAD_ARGUMENT);
    WRONG(3, high.z = INFINITY, SWV_NOT_FINITE);
    WRONG(3, mass = NAN, SWV_NOT_FINITE);
    WRONG(3, center.x = INFINITY, SWV_NOT_FINITE);
    WRONG(1, lower[0] = 1, SWV_BAD_LIMITS);
    WRONG(1, upper[0] = NAN, SWV_BAD_LIMITS);
    WRONG(2, lower[1] = INFINITY, SWV_BAD_LIMITS);
    WRONG(3, upper[0] = -2, SWV_BAD_LIMITS);
    WRONG(3, lower[1] = 0.5, SWV_BAD_LIMITS);
    WRONG(3, upper[2] = 3.2, SWV_BAD_LIMITS);
#undef WRONG
    // Names may come twice: the first is found.
    swv_skeleton  tree;
    swv_joint     twins[4];
    static double memory[SWV_SKELETON_BYTES(4) / sizeof(double)];
    memcpy(twins, good, sizeof twins);
    twins[3].name = "a";
    assert_int_equal(swv_skeleton_make(twins, 4, NULL, memory, &tree, &fault), SWV_OK);
    assert_int_equal(swv_skeleton_find(&tree, "a"), 1);
    const swv_skeleton_options nowhere = { .up = { 0, NAN, 0 } }, left = { .up = { 0, 0, 2 }, .is_left_handed = true };
    assert_int_equal(swv_skeleton_make(good, 4, &nowhere, memory, &tree, &fault), SWV_BAD_OPTIONS);
    assert_int_equal(swv_skeleton_make(good, 4, &left, memory, &tree, &fault), SWV_OK);
    assert_true(tree.is_left_handed && tree.up.z == 2);
    // A circle far from the root, with a tail that is not on it.
    swv_joint circle[4];
    memcpy(circle, good, sizeof circle);
    circle[1].parent = 2;
    circle[2].parent = 1;
    assert_int_equal(make(circle, 4, &fault), SWV_BAD_MODEL);
    assert_int_equal(fault, 1);
}

static void counts_and_null(void **state)
{
    (void)state;
    enum { MOST = SWV_SKELETON_JOINTS };
    static swv_joint joints[MOST + 1];
    static double    memory[SWV_SKELETON_BYTES(MOST) / sizeof(double)];
    swv_skeleton     tree;
    for (int i = 0; i <= MOST; ++i)
        joints[i] = (swv_joint){ .parent = i - 1, .rest = SWV_IDENTITY_POSE };
    assert_int_equal(swv_skeleton_size(0), 0);
    for (int i = 1; i <= MOST; ++i)
        assert_true(swv_skeleton_size(i) <= SWV_SKELETON_BYTES(i));
    assert_int_equal(swv_skeleton_size(MOST + 1), 0);
    assert_true(swv_skeleton_size(MOST) > 0 && swv_skeleton_size(MOST) <= sizeof memory);
    assert_int_equal(swv_skeleton_make(joints, 0, NULL, memory, &tree, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_skeleton_make(joints, MOST + 1, NULL, memory, &tree, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_skeleton_make(joints, MOST, NULL, memory, &tree, NULL), SWV_OK);
    assert_int_equal(swv_skeleton_make(joints, 1, NULL, memory, NULL, NULL), SWV_NULL);
    assert_int_equal(swv_skeleton_make(NULL, 1, NULL, memory, &tree, NULL), SWV_NULL);
    assert_int_equal(swv_skeleton_make(joints, 1, NULL, NULL, &tree, NULL), SWV_NULL);
    assert_int_equal(swv_skeleton_find(NULL, "a"), -1);
    assert_int_equal(swv_skeleton_find(&tree, NULL), -1);
    assert_int_equal(swv_skeleton_find(&tree, ""), -1);
    swv_skeleton zero;
    swv_pose     frame;
    double       none[1] = { 0 };
    memset(&zero, 0, sizeof zero);
    assert_int_equal(swv_skeleton_frames(&zero, none, &frame), SWV_BAD_MODEL);
}

static void postures_that_are_none(void **state)
{
    (void)state;
    tree_in_memory t = tree_of(g1_joints, g1_count);
    double         posture[64], excess;
    swv_pose       frames[g1_count];
    int            joint;
    assert_int_equal(swv_skeleton_rest(&t.tree, posture), SWV_OK);
    assert_int_equal(swv_skeleton_frames(&t.tree, posture, frames), SWV_OK);
    posture[9] = NAN;
    assert_int_equal(swv_skeleton_frames(&t.tree, posture, frames), SWV_BAD_POSTURE);
    assert_int_equal(swv_skeleton_clamp(&t.tree, posture, posture), SWV_BAD_POSTURE);
    assert_int_equal(swv_skeleton_outside(&t.tree, posture, &excess, &joint), SWV_BAD_POSTURE);
    posture[9] = 0;
    posture[6] = 0;
    assert_int_equal(swv_skeleton_move(&t.tree, posture, 3, frames), SWV_BAD_POSTURE);
    posture[6] = 1e-300;
    assert_int_equal(swv_skeleton_move(&t.tree, posture, 3, frames), SWV_OK);
    assert_int_equal(swv_skeleton_move(&t.tree, posture, -1, frames), SWV_BAD_COUNT);
    assert_int_equal(swv_skeleton_move(&t.tree, posture, g1_count, frames), SWV_BAD_COUNT);
    free(t.memory);
}

// The robots as their files have them.
static void robots_stand(void **state)
{
    (void)state;
    tree_in_memory g1 = tree_of(g1_joints, g1_count), h1 = tree_of(h1_joints, h1_count);
    assert_int_equal(g1.tree.number_count, 7 + 29);
    assert_int_equal(g1.tree.freedom_count, 6 + 29);
    assert_int_equal(h1.tree.freedom_count, 6 + 19);
    double   posture[64];
    swv_pose frames[64];
    swv_skeleton_rest(&h1.tree, posture);
    swv_skeleton_frames(&h1.tree, posture, frames);
    // 1.06 - 0.1742 - 0.4 - 0.4
    const int ankle = swv_skeleton_find(&h1.tree, "left_ankle_link");
    assert_near(frames[ankle].position.z, 0.0858, 1e-12);
    assert_near(frames[ankle].position.y, 0.0875 + 0.11536, 1e-12);
    free(g1.memory);
    free(h1.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_is_that_of_matrices),
        cmocka_unit_test(change_is_propagated_down_only),
        cmocka_unit_test(jacobian_is_that_of_differences),
        cmocka_unit_test(postures_have_as_many_numbers_as_the_header_says),
        cmocka_unit_test(mass_center_is_the_mean),
        cmocka_unit_test(clamped_postures_are_inside),
        cmocka_unit_test(ball_outside_its_cone_and_its_twist),
        cmocka_unit_test(bad_joints_are_named),
        cmocka_unit_test(counts_and_null),
        cmocka_unit_test(postures_that_are_none),
        cmocka_unit_test(robots_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
