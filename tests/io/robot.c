// SPDX-License-Identifier: MIT
// URDF and MJCF: links where urdf-loader and MuJoCo have them, limits, what follows what; chains; what is malformed.
#include <math.h>

#include "facts.h"
#include "swivel_io/robot.h"
#include "swivel_papers/chain.h"

static int joint_named(const swv_motion *m, const char *name)
{
    for (int i = 0; i < m->joint_count; i++)
        if (!strcmp(m->joint_names[i], name))
            return i;
    return -1;
}

static swv_status chain_to(const swv_motion *m, int base, int tip, swv_chain *chain)
{
    swv_joint        joints[SWV_MAX_JOINTS + 2];
    int              count;
    const swv_status status = swv_robot_joints(m, base, tip, joints, &count);
    return status == SWV_OK ? swv_chain_from_joints(chain, joints, count) : status;
}

static void check_fact(const swv_motion *motion, const fact *f)
{
    int moving = 0, following = 0;
    assert_non_null(motion->robot);
    for (int i = 0; i < motion->joint_count; i++) {
        following += motion->robot[i].ratio != 0.0;
        moving += motion->robot[i].kind != SWV_JOINT_FIXED && motion->robot[i].ratio == 0.0;
    }
    if (!strcmp(f->key, "dof")) {
        assert_int_equal(moving, atoi(f->words[0]));
    } else if (!strcmp(f->key, "mimic")) {
        assert_int_equal(following, atoi(f->words[0]));
    } else if (!strcmp(f->key, "limits")) {
        const int joint = joint_named(motion, f->words[0]);
        assert_true(joint >= 0);
        assert_true(motion->robot[joint].lower[0] == atof(f->words[1]) &&
                    motion->robot[joint].upper[0] == atof(f->words[2]));
    } else {
        fail_msg("an unknown fact: %s", f->key);
    }
}

static void urdf_files_read_to_their_facts(void **state)
{
    (void)state;
    compare_with_facts("urdf", check_fact, 10);
}

// Every link in one posture, by the tree and by chains from the root.
static void check_robot(const swv_motion *m, const fact *facts_of, int count, double *worst)
{
    enum { MOST = 256 };
    swv_joint    joints[MOST];
    swv_skeleton tree;
    swv_pose     frames[MOST];
    double       posture[7 * MOST];
    int          fault;
    void        *memory = malloc(swv_skeleton_size(m->joint_count));
    assert_true(m->joint_count <= MOST);
    memcpy(joints, m->robot, sizeof(swv_joint) * (size_t)m->joint_count);
    for (int i = 0; i < m->joint_count; i++)  // the others have a number for every joint
        joints[i].ratio = 0.0;
    if (swv_skeleton_make(joints, m->joint_count, NULL, memory, &tree, &fault) != SWV_OK)
        fail_msg("%s: joint %d", facts_of->file, fault);
    assert_int_equal(swv_skeleton_rest(&tree, posture), SWV_OK);
    for (int i = 0; i < count; i++) {
        if (strcmp(facts_of[i].key, "q"))
            continue;
        const int joint = joint_named(m, facts_of[i].words[0]);
        assert_true(joint >= 0);
        posture[tree.first_number[joint]] = atof(facts_of[i].words[1]);
        assert_true(atof(facts_of[i].words[1]) >= m->robot[joint].lower[0] &&
                    atof(facts_of[i].words[1]) <= m->robot[joint].upper[0]);
    }
    assert_int_equal(swv_skeleton_frames(&tree, posture, frames), SWV_OK);
    for (int i = 0; i < count; i++) {
        if (strcmp(facts_of[i].key, "link"))
            continue;
        double n[7];
        for (int k = 0; k < 7; k++)
            n[k] = atof(facts_of[i].words[1 + k]);
        const int      link = swv_motion_find(m, facts_of[i].words[0]);
        const swv_vec3 off = swv_vec3_sub(frames[link].position, (swv_vec3){ n[0], n[1], n[2] });
        *worst = fmax(*worst, swv_vec3_length(off));
        *worst = fmax(*worst, swv_quat_angle_between(frames[link].rotation,
                                                     swv_quat_normalize((swv_quat){ n[3], n[4], n[5], n[6] })));
        // The same link as the tip of a chain. Those that follow do so here.
        swv_chain chain;
        swv_pose  tip;
        double    q[SWV_MAX_JOINTS];
        int       used = 0;
        bool      follows = false;
        if (chain_to(m, -1, link, &chain) != SWV_OK)
            continue;
        for (int j = link; j >= 0; j = m->joints[j].parent)
            follows = follows || m->robot[j].ratio != 0.0;
        int way[MOST], length = 0;
        for (int j = link; j >= 0; j = m->joints[j].parent)
            if (m->robot[j].kind == SWV_JOINT_HINGE || m->robot[j].kind == SWV_JOINT_SLIDER)
                way[length++] = j;
        assert_int_equal(chain.joint_count, length);
        for (int k = length - 1; k >= 0; k--)
            q[used++] = posture[tree.first_number[way[k]]];
        if (follows)
            continue;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        *worst = fmax(*worst, swv_vec3_length(swv_vec3_sub(tip.position, frames[link].position)));
        *worst = fmax(*worst, swv_quat_angle_between(tip.rotation, frames[link].rotation));
    }
    free(memory);
}

static void links_are_where_others_have_them(void **state)
{
    (void)state;
    facts  all = { malloc(2000 * sizeof *all.all), 0 };
    FILE  *in = fopen(SWIVEL_SOURCE_DIR "/data/files/robot_facts.txt", "r");
    char   line[400];
    int    files = 0;
    double worst = 0.0;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        fact *f = &all.all[all.count++];
        *f = (fact){ 0 };
        sscanf(line, "%95s %31s %63s %63s %63s %63s %63s %63s %63s %63s", f->file, f->key, f->words[0], f->words[1],
               f->words[2], f->words[3], f->words[4], f->words[5], f->words[6], f->words[7]);
    }
    fclose(in);
    for (int i = 0; i < all.count;) {
        int count = 1;
        while (i + count < all.count && !strcmp(all.all[i].file, all.all[i + count].file))
            count++;
        char         path[PATH_LENGTH];
        swv_motion   m;
        swv_io_error error;
        assert_true(find_file(all.all[i].file, path));
        if (swv_motion_read_file(path, NULL, &m, &error) != SWV_OK)
            fail_msg("%s:%ld: %s", path, error.line, error.text);
        check_robot(&m, all.all + i, count, &worst);
        swv_motion_free(&m);
        i += count;
        files++;
    }
    free(all.all);
    print_message("%d robots; links off by %.1e m or rad\n", files, worst);
    assert_true(files == 11 && worst < 1e-9);
}

static void robots_of_mjcf_are_those_of_the_tests(void **state)
{
    (void)state;
    static const swv_joint expected[] = {
#include "../../data/robots/g1.inc"
    };
    swv_motion m;
    assert_int_equal(swv_motion_read_file(SWIVEL_SOURCE_DIR "/data/files/mjcf/g1.xml", NULL, &m, NULL), SWV_OK);
    assert_int_equal(m.joint_count, sizeof expected / sizeof *expected);
    const swv_joint *joints = m.robot;
    for (int i = 0; i < m.joint_count; i++) {
        assert_string_equal(joints[i].name, expected[i].name);
        assert_int_equal(joints[i].parent, expected[i].parent);
        assert_int_equal(joints[i].kind, expected[i].kind);
        if (joints[i].kind == SWV_JOINT_HINGE) {
            assert_near(joints[i].lower[0], expected[i].lower[0], 1e-12);
            assert_near(joints[i].upper[0], expected[i].upper[0], 1e-12);
        }
        assert_near(joints[i].mass, expected[i].mass, 1e-12);
        assert_near(swv_vec3_length(swv_vec3_sub(joints[i].center, expected[i].center)), 0.0, 1e-12);
    }
    assert_true(m.up.z == 1.0 && m.metres_per_unit == 1.0);
    swv_chain chain;
    assert_int_equal(chain_to(&m, -1, swv_motion_find(&m, "left_wrist_yaw_link"), &chain), SWV_OK);
    assert_int_equal(chain.joint_count, 10);
    assert_int_equal(
        chain_to(&m, swv_motion_find(&m, "torso_link"), swv_motion_find(&m, "left_wrist_yaw_link"), &chain), SWV_OK);
    assert_int_equal(chain.joint_count, 7);
    swv_joint way[SWV_MAX_JOINTS + 2];
    int       count;
    const int knee = swv_motion_find(&m, "left_knee_link"), torso = swv_motion_find(&m, "torso_link");
    assert_int_equal(swv_robot_joints(&m, knee, torso, way, &count), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_robot_joints(&m, -1, 0, way, &count), SWV_BAD_COUNT);
    assert_int_equal(swv_robot_joints(&m, -1, 99, way, &count), SWV_BAD_COUNT);
    swv_motion_free(&m);
}

static void features_of_mjcf_are_read(void **state)
{
    (void)state;
    swv_motion m;
    assert_int_equal(swv_motion_read_file(SWIVEL_SOURCE_DIR "/data/files/mjcf/features.xml", NULL, &m, NULL), SWV_OK);
    const swv_joint *j1 = &m.robot[joint_named(&m, "j1")], *j5 = &m.robot[joint_named(&m, "j5")],
                    *j6 = &m.robot[joint_named(&m, "j6")];
    assert_near(j1->lower[0], -50.0 * SWV_PI / 180.0, 1e-15);
    assert_near(j5->upper[0], 20.0 * SWV_PI / 180.0, 1e-15);
    assert_near(j5->axis.x, sqrt(0.5), 1e-15);
    assert_true(j1->ratio == 0.0 && j5->ratio == 0.0);
    assert_true(j6->kind == SWV_JOINT_SLIDER && j6->lower[0] == -0.2 && j6->follows == joint_named(&m, "j3") &&
                j6->ratio == 2.0 && j6->offset == 0.05);
    swv_motion_free(&m);
}

static void read_text(const char *text, const swv_io_options *options, swv_motion *m)
{
    swv_io_error error;
    if (swv_motion_read(text, strlen(text), options, m, &error) != SWV_OK)
        fail_msg("%ld: %s", error.line, error.text);
}

// What a skeleton would refuse is left out with a warning; what is left makes one. A fixed root can be freed.
static void couplings_that_cannot_be_are_left_out(void **state)
{
    (void)state;
    static const char links[] = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>";
    static const struct {
        const char *joints;
        int         followers, warnings;
    } cases[] = {
        { "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><limit lower='-1' upper='1'/></joint>"
          "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><mimic joint='j' multiplier='2' "
          "offset='0.5'/></joint>"
          "<joint name='l' type='prismatic'><parent link='c'/><child link='d'/><limit lower='-9' upper='9'/><mimic "
          "joint='k' multiplier='-1'/></joint>",
          2, 0 },
        { "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><mimic joint='k'/></joint>"
          "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><mimic joint='j'/></joint>"
          "<joint name='l' type='fixed'><parent link='c'/><child link='d'/></joint>",
          1, 1 },
        { "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><limit lower='0' upper='1'/></joint>"
          "<joint name='k' type='revolute'><parent link='b'/><child link='c'/><limit lower='2' upper='3'/><mimic "
          "joint='j'/></joint>"
          "<joint name='l' type='continuous'><parent link='c'/><child link='d'/><mimic joint='j' multiplier='0' "
          "offset='0.5'/></joint>",
          1, 1 },
        { "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
          "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><mimic joint='j'/></joint>"
          "<joint name='l' type='continuous'><parent link='c'/><child link='d'/></joint>",
          0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char         text[2000];
        swv_motion   m, freed;
        swv_skeleton skeleton;
        double       memory[SWV_SKELETON_BYTES(4) / sizeof(double)];
        snprintf(text, sizeof text, "%s%s</robot>", links, cases[i].joints);
        read_text(text, NULL, &m);
        read_text(text, &(swv_io_options){ .frees_root = true }, &freed);
        assert_int_equal(swv_skeleton_make(m.robot, m.joint_count, NULL, memory, &skeleton, NULL), SWV_OK);
        assert_int_equal(skeleton.follower_count, cases[i].followers);
        assert_int_equal(m.warning_count, cases[i].warnings);
        assert_int_equal(m.robot[0].kind, SWV_JOINT_FIXED);
        assert_int_equal(freed.robot[0].kind, SWV_JOINT_FREE);
        assert_true(freed.joints[0].moves && freed.joints[0].turns);
        if (i == 2) {  // by a multiplier of 0 it stands still, turned by the offset
            assert_int_equal(m.robot[3].kind, SWV_JOINT_FIXED);
            assert_near(swv_quat_angle_between(m.joints[3].rest.rotation, (swv_quat)SWV_IDENTITY_QUAT), 0.5, 1e-15);
        }
        // Lengths of a skeleton are scaled with those of its motion.
        assert_int_equal(swv_motion_transform(&m, 2.0, (swv_quat)SWV_IDENTITY_QUAT), SWV_OK);
        if (i == 0)
            assert_true(m.robot[3].lower[0] == -18.0 && m.robot[3].ratio == -2.0 && m.robot[2].ratio == 2.0 &&
                        m.robot[1].lower[0] == -1.0);
        swv_motion_free(&m);
        swv_motion_free(&freed);
    }
}

// The highest point of a shape along each axis, of many on its surface.
static void look_at_shape(int shape, const double sizes[3], swv_pose at, double high[3])
{
    enum { STEPS = 400 };
    for (int i = 0; i <= STEPS; i++)
        for (int k = 0; k < STEPS; k++) {
            const double   a = SWV_PI * i / STEPS, b = 2.0 * SWV_PI * k / STEPS;
            const swv_vec3 ball = { sin(a) * cos(b), sin(a) * sin(b), cos(a) };
            const double   end = ball.z < 0.0 ? -1.0 : 1.0, s = sizes[0];
            const swv_vec3 of[] = {
                { copysign(s, ball.x), copysign(sizes[1], ball.y), copysign(sizes[2], ball.z) },
                { s * ball.x, sizes[1] * ball.y, sizes[2] * ball.z },
                { s * cos(b), s * sin(b), end * sizes[1] },
                { s * ball.x, s * ball.y, s * ball.z + end * sizes[1] },
                { s * ball.x, s * ball.y, s * ball.z },
            };
            const swv_vec3 p = swv_pose_apply(at, of[shape]);
            high[0] = fmax(high[0], p.x);
            high[1] = fmax(high[1], p.y);
            high[2] = fmax(high[2], p.z);
        }
}

static void boxes_are_around_shapes(void **state)
{
    (void)state;
    static const char *const shapes[] = { "type=\"box\" size=\".1 .2 .3\"", "type=\"ellipsoid\" size=\".1 .2 .3\"",
                                          "type=\"cylinder\" size=\".1 .2\"", "type=\"capsule\" size=\".1 .2\"",
                                          "size=\".1\"" };
    for (int i = 0; i < 5; i++) {
        static const double sizes[3] = { 0.1, 0.2, 0.3 };
        const swv_pose      at = { { 1.0, -2.0, 0.5 },
                                   swv_quat_from_axis_angle((swv_vec3){ 1.0, 2.0, 3.0 }, SWV_PI / 180.0 * 50.0) };
        double              high[3] = { -9.0, -9.0, -9.0 };
        char                text[400];
        swv_motion          m;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body><geom %s pos=\"1 -2 .5\" axisangle=\"1 2 3 50\"/><geom type=\"mesh\" "
                 "mesh=\"x\"/><geom type=\"plane\" size=\"9 9 9\"/><geom size=\"9\" contype=\"0\" conaffinity=\"0\"/>"
                 "</body></worldbody></mujoco>",
                 shapes[i]);
        assert_int_equal(swv_motion_read(text, strlen(text), NULL, &m, NULL), SWV_OK);
        look_at_shape(i, sizes, at, high);
        assert_near(m.robot[0].high.x, high[0], 1e-4);
        assert_near(m.robot[0].high.y, high[1], 1e-4);
        assert_near(m.robot[0].high.z, high[2], 1e-4);
        assert_near(swv_vec3_length(
                        swv_vec3_sub(swv_vec3_scale(0.5, swv_vec3_add(m.robot[0].low, m.robot[0].high)), at.position)),
                    0.0, 1e-12);
        swv_motion_free(&m);
    }
    // Feet: balls and capsules from classes; from and to. And URDF's: what touches, else what is seen.
    static const struct {
        const char *file, *link;
        swv_vec3    low, high;
    } feet[] = {
        { "mjcf/g1.xml", "left_ankle_roll_link", { -0.055, -0.035, -0.035 }, { 0.125, 0.035, -0.025 } },
        { "mjcf/h1.xml", "right_ankle_link", { -0.049, -0.044, -0.070 }, { 0.154, 0.044, -0.031 } },
    };
    for (int i = 0; i < 2; i++) {
        char       path[PATH_LENGTH];
        swv_motion m;
        assert_true(find_file(feet[i].file, path));
        assert_int_equal(swv_motion_read_file(path, NULL, &m, NULL), SWV_OK);
        const swv_joint *foot = &m.robot[swv_motion_find(&m, feet[i].link)];
        assert_near(swv_vec3_length(swv_vec3_sub(foot->low, feet[i].low)), 0.0, 1e-12);
        assert_near(swv_vec3_length(swv_vec3_sub(foot->high, feet[i].high)), 0.0, 1e-12);
        swv_motion_free(&m);
    }
    static const char urdf[] =
        "<robot><link name=\"a\"><visual><geometry><sphere radius=\"9\"/></geometry></visual><collision><origin "
        "xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><geometry><box size=\".2 .4 .6\"/></geometry></collision>"
        "<collision><geometry><mesh filename=\"x\"/></geometry></collision></link>"
        "<link name=\"b\"><visual><geometry><cylinder radius=\".1\" length=\"2\"/></geometry></visual></link></robot>";
    swv_motion m;
    assert_int_equal(swv_motion_read(urdf, sizeof urdf - 1, NULL, &m, NULL), SWV_OK);
    assert_near(swv_vec3_length(swv_vec3_sub(m.robot[0].low, (swv_vec3){ 0.8, -0.1, -0.3 })), 0.0, 1e-12);
    assert_near(swv_vec3_length(swv_vec3_sub(m.robot[0].high, (swv_vec3){ 1.2, 0.1, 0.3 })), 0.0, 1e-12);
    assert_near(swv_vec3_length(swv_vec3_sub(m.robot[1].high, (swv_vec3){ 0.1, 0.1, 1.0 })), 0.0, 1e-12);
    swv_motion_free(&m);
}

static void malformed_robots_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        long        line;
    } cases[] = {
        { "<robot>\n<link", "unclosed token", 2 },
        { "<robot></robot>", "at least one <link>", 1 },
        { "<sdf/>", "<robot> or <mujoco> expected, <sdf> found", 1 },
        { "<!DOCTYPE x [<!ENTITY a \"b\">]>\n<robot/>", "without a DOCTYPE", 1 },
        { "<robot><link name=\"a\"/>\n<link name=\"a\"/></robot>", "the name 'a' a second time", 2 },
        { "<robot><link/></robot>", "a name expected", 1 },
        { "<robot><link name=\"a\"/>\n<joint type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint></robot>",
          "a parent and a child", 2 },
        { "<robot><link name=\"a\"/>\n<joint type=\"fixed\"><parent link=\"a\"/><child link=\"a\"/></joint></robot>",
          "its parents form a cycle", 1 },
        { "<robot><link name=\"a\"/><link name=\"b\"/>\n<joint type=\"bent\"><parent link=\"a\"/><child "
          "link=\"b\"/></joint></robot>",
          "type revolute", 2 },
        { "<robot><link name=\"a\"/><link name=\"b\"/>\n<joint type=\"fixed\"><parent link=\"a\"/><child "
          "link=\"b\"/>\n<origin "
          "xyz=\"1 2\"/></joint></robot>",
          "xyz: 3 numbers expected", 3 },
        { "<robot><link name=\"a\"/><link name=\"b\"/>\n<joint type=\"revolute\"><parent link=\"a\"/><child "
          "link=\"b\"/>\n<limit "
          "lower=\"2\" upper=\"1\"/></joint></robot>",
          "lower below upper", 3 },
        { "<robot><link name=\"a\"/><link name=\"b\"/>\n<joint type=\"revolute\"><parent link=\"a\"/><child "
          "link=\"b\"/>\n<mimic "
          "joint=\"x\"/></joint></robot>",
          "another joint of the robot", 3 },
        { "<mujoco/>", "a <worldbody> with a <body> expected", 1 },
        { "<mujoco><worldbody>\n<body><joint type=\"knee\"/></body></worldbody></mujoco>", "type hinge", 2 },
        { "<mujoco><worldbody><body>\n<body><freejoint/></body></body></worldbody></mujoco>",
          "a free joint only of a body", 2 },
        { "<mujoco><worldbody>\n<body pos=\"1 2 x\"/></worldbody></mujoco>", "pos: 3 numbers expected", 2 },
        { "<mujoco><worldbody>\n<body><joint axis=\"0 0 0\"/></body></worldbody></mujoco>",
          "an axis that is a direction", 2 },
        { "<mujoco><worldbody><body>\n<geom size=\"wide\"/></body></worldbody></mujoco>", "size: 3 numbers expected",
          2 },
        { "<robot><link name=\"a\"><collision><geometry>\n<box size=\"1 2\"/></geometry></collision></link></robot>",
          "size: 3 numbers expected", 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        swv_motion       motion;
        swv_io_error     error;
        const swv_status status = swv_motion_read(cases[i].text, strlen(cases[i].text), NULL, &motion, &error);
        if (status != SWV_BAD_FILE || !strstr(error.text, cases[i].expected) || error.line != cases[i].line)
            fail_msg("%s\n%d: %ld: %s; expected %ld: %s", cases[i].text, (int)status, error.line, error.text,
                     cases[i].line, cases[i].expected);
    }
}

static void truncated_anywhere_and_out_of_memory_anywhere(void **state)
{
    (void)state;
    static const char *const names[] = { "urdf/puma560.urdf", "urdf_odd/joint_parsing_test.urdf", "mjcf/features.xml",
                                         "mjcf/h1.xml" };
    for (int i = 0; i < 4; i++) {
        char   path[PATH_LENGTH];
        size_t size;
        assert_true(find_file(names[i], path));
        unsigned char *bytes = load_bytes(path, &size);
        truncate_everywhere(bytes, size, SWV_FORMAT_URDF, i == 2 ? 1 : 41);
        fail_every_allocation(bytes, size, SWV_FORMAT_URDF);
        free(bytes);
    }
    cut_and_starve_seed("motion_urdf", "small.urdf", SWV_FORMAT_URDF);
    cut_and_starve_seed("motion_mjcf", "small.xml", SWV_FORMAT_MJCF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urdf_files_read_to_their_facts),
        cmocka_unit_test(links_are_where_others_have_them),
        cmocka_unit_test(robots_of_mjcf_are_those_of_the_tests),
        cmocka_unit_test(features_of_mjcf_are_read),
        cmocka_unit_test(couplings_that_cannot_be_are_left_out),
        cmocka_unit_test(boxes_are_around_shapes),
        cmocka_unit_test(malformed_robots_are_refused_with_their_place),
        cmocka_unit_test(truncated_anywhere_and_out_of_memory_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
