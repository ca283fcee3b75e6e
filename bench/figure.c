// SPDX-License-Identifier: MIT
// Whole bodies: two humanoid robots with goals for pelvis, feet and hands, cold and from a posture nearby; and how time grows with
// joints and goals. An answer counts only if forward kinematics puts every link within 1e-6 m and 1e-6 rad of its goal, inside
// the limits. And a body from tracked points.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <time.h>

#include "../tests/support/rigs.h"
#include <swivel/body.h>

#include "../tests/support/trees.h"

enum { bodies = 2000, rounds = 3, most_goals = 64, most_numbers = 1024 };

/// What is measured: a tree, links with goals, and for every body its goals and where to begin.
static struct {
    tree_in_memory t;
    int            links[most_goals], goal_count;
    void          *room;
    swv_goal       goals[bodies][most_goals];
    double         starts[bodies][most_numbers], nanoseconds[bodies];
    bool           has_starts;
} now;

static double clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void begin(const swv_joint *joints, int count, const char *const *names, int goal_count)
{
    now.t = tree_of(joints, count);
    now.goal_count = goal_count;
    now.room = malloc(swv_solve_size(&now.t.tree, goal_count));
    for (int k = 0; names && k < goal_count; ++k)
        now.links[k] = swv_skeleton_find(&now.t.tree, names[k]);
}

static void end(void)
{
    free(now.t.memory);
    free(now.room);
}

// Poses of the links in random postures; starts are those postures, every joint 0.02 away.
static void make_goals(bool is_near)
{
    const swv_skeleton *tree = &now.t.tree;
    uint64_t            seed = 1;
    now.has_starts = is_near;
    for (int n = 0; n < bodies; ++n) {
        static swv_pose frames[SWV_SKELETON_JOINTS];
        double         *start = now.starts[n];
        tree_posture_inside(&seed, tree, start);
        (void)swv_skeleton_frames(tree, start, frames);
        for (int k = 0; k < now.goal_count; ++k)
            now.goals[n][k] = (swv_goal){ .link = swv_link_of(now.links[k]), .target = frames[now.links[k]] };
        for (int i = 0; i < tree->number_count; ++i)
            start[i] += random_below(&seed, 2) ? 0.02 : -0.02;
        (void)swv_skeleton_clamp(tree, start, start);
    }
}

static void solve(int n, double *posture)
{
    const swv_goals goals = { .goals = now.goals[n], .count = now.goal_count };
    (void)swv_solve(&now.t.tree, &goals, now.has_starts ? now.starts[n] : NULL, NULL, now.room, posture, NULL);
}

static bool is_right(int n, const double *posture)
{
    static swv_pose frames[SWV_SKELETON_JOINTS];
    double          excess;
    int             joint;
    (void)swv_skeleton_frames(&now.t.tree, posture, frames);
    (void)swv_skeleton_outside(&now.t.tree, posture, &excess, &joint);
    bool right = excess <= SWV_LIMIT_TOLERANCE;
    for (int k = 0; k < now.goal_count; ++k) {
        const swv_pose is = frames[now.links[k]], should = now.goals[n][k].target;
        right = right && swv_vec3_length(swv_vec3_sub(is.position, should.position)) <= 1.000001e-6 &&
                swv_quat_angle_between(is.rotation, should.rotation) <= 1.000001e-6;
    }
    return right;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/// Microseconds: the mean, and what one in a hundred exceeds; each body counts with the best of three rounds.
typedef struct times {
    double mean, slowest_of_100, reached_percent;
} times;

static times measure(int count)
{
    times t = { 0 };
    int   right = 0;
    for (int n = 0; n < count; ++n)
        now.nanoseconds[n] = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        for (int n = 0; n < count; ++n) {
            static double posture[most_numbers];
            const double  before = clock_ns();
            solve(n, posture);
            now.nanoseconds[n] = fmin(now.nanoseconds[n], clock_ns() - before);
            right += round == 0 && is_right(n, posture);
        }
    }
    for (int n = 0; n < count; ++n)
        t.mean += now.nanoseconds[n] / count / 1000.0;
    qsort(now.nanoseconds, (size_t)count, sizeof now.nanoseconds[0], ascending);
    t.slowest_of_100 = now.nanoseconds[count - count / 100] / 1000.0;
    t.reached_percent = 100.0 * right / count;
    return t;
}

static void report_robot(const char *robot)
{
    char name[64];
    make_goals(false);
    const times cold = measure(bodies);
    snprintf(name, sizeof name, "%s, cold: reached", robot);
    bench_report(name, cold.reached_percent, "%", NULL, 0.0, -1.0);
    snprintf(name, sizeof name, "%s, cold", robot);
    bench_report(name, cold.mean, "us", NULL, 0.0, -1.0);
    snprintf(name, sizeof name, "%s, cold: one in 100 above", robot);
    bench_report(name, cold.slowest_of_100, "us", NULL, 0.0, -1.0);
    make_goals(true);
    const times nearby = measure(bodies);
    snprintf(name, sizeof name, "%s, 0.02 away: reached", robot);
    bench_report(name, nearby.reached_percent, "%", NULL, 0.0, -1.0);
    snprintf(name, sizeof name, "%s, 0.02 away", robot);
    bench_report(name, nearby.mean, "us", NULL, 0.0, -1.0);
}

// A star of legs with six hinges each on a free root: so many joints, a pose at the end of each leg.
static int make_star(swv_joint *joints, int legs)
{
    static const swv_vec3 axes[3] = { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } };
    int                   count = 0;
    joints[count++] = (swv_joint){ .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE };
    for (int leg = 0; leg < legs; ++leg) {
        for (int k = 0; k < 6; ++k) {
            const double   angle = 2.0 * SWV_PI * leg / legs;
            const swv_vec3 hip = { 0.2 * cos(angle), 0.2 * sin(angle), 0.0 },
                           bone = { 0.0, 0.02, k % 2 ? -0.2 : -0.05 };
            joints[count] = (swv_joint){ .parent = k == 0 ? 0 : count - 1,
                                         .kind = SWV_JOINT_HINGE,
                                         .rest = { k == 0 ? hip : bone, SWV_IDENTITY_QUAT },
                                         .axis = axes[k % 3],
                                         .lower = { -1.5 },
                                         .upper = { 1.5 } };
            count += 1;
        }
    }
    return count;
}

static void report_growth(void)
{
    static swv_joint joints[SWV_SKELETON_JOINTS];
    for (int legs = 2; legs <= 32; legs *= 2) {
        const int count = make_star(joints, legs);
        begin(joints, count, NULL, legs);
        for (int k = 0; k < legs; ++k)
            now.links[k] = 6 * (k + 1);
        make_goals(true);
        char        name[64];
        const times t = measure(bodies / 10);
        snprintf(name, sizeof name, "free star, %d joints, %d goals", count, legs);
        bench_report(name, t.mean, "us", NULL, 0.0, -1.0);
        snprintf(name, sizeof name, "the same, a joint");
        bench_report(name, 1000.0 * t.mean / count, "ns", NULL, 0.0, -1.0);
        end();
    }
}

// A body in T-pose, x left, y up, z forward; the left side, and its mirror image.
static const struct {
    const char *name;
    int         parent;
    swv_vec3    at;
} t_pose[] = {
    { "Hips", -1, { 0.0, 0.95, 0.0 } },          { "Spine", 0, { 0.0, 1.06, 0.0 } },
    { "Chest", 1, { 0.0, 1.18, 0.0 } },          { "UpperChest", 2, { 0.0, 1.3, 0.0 } },
    { "Neck", 3, { 0.0, 1.48, 0.0 } },           { "Head", 4, { 0.0, 1.58, 0.0 } },
    { "LeftShoulder", 3, { 0.02, 1.43, 0.0 } },  { "LeftArm", 6, { 0.18, 1.43, -0.03 } },
    { "LeftForeArm", 7, { 0.46, 1.43, -0.03 } }, { "LeftHand", 8, { 0.72, 1.43, -0.03 } },
    { "LeftUpLeg", 0, { 0.09, 0.9, 0.0 } },      { "LeftLeg", 10, { 0.09, 0.49, 0.01 } },
    { "LeftFoot", 11, { 0.09, 0.08, -0.02 } },   { "LeftToeBase", 12, { 0.09, 0.02, 0.11 } },
};
enum {
    in_the_middle = 6,
    on_a_side = 8,
    all_joints = in_the_middle + 2 * on_a_side,
    frames_tried = 200,
    most_points = 6
};

static void make_body(swv_body *body)
{
    static world_joint joints[all_joints];
    static char        names[on_a_side][32];
    for (int i = 0; i < in_the_middle + on_a_side; ++i)
        joints[i] = (world_joint){ t_pose[i].name, t_pose[i].parent, { t_pose[i].at, SWV_IDENTITY_QUAT } };
    for (int i = in_the_middle; i < in_the_middle + on_a_side; ++i) {
        world_joint *mirrored = &joints[i + on_a_side];
        *mirrored = joints[i];
        snprintf(names[i - in_the_middle], sizeof names[0], "Right%s", t_pose[i].name + 4);
        mirrored->name = names[i - in_the_middle];
        mirrored->parent += mirrored->parent >= in_the_middle ? on_a_side : 0;
        mirrored->rest.position.x *= -1.0;
    }
    const world_rig rig = { .joints = joints, .joint_count = all_joints };
    swv_binding     binding;
    if (bind_rig(&rig, NULL, &binding) != SWV_OK || body_of_rig(&rig, &binding, body, NULL) != SWV_OK)
        printf("  no body\n");
}

// A thousand bodies at 90 frames a second, the nearest half metre from who looks, the furthest 60 m away: what a frame takes in a budget of
// half of it.
static void report_crowd(const swv_body *body, const swv_pose *stand, const swv_body_goal *goals)
{
    enum { crowd = 1000, frames = 90 };
    static swv_crowd_member      members[crowd];
    const swv_crowd_options      options = { .budget = 5000.0 };
    const swv_body_reach_options plain = { .keeps_shoulders = true };
    double                       longest = 0.0, sum = 0.0;
    int                          posed = 0;
    uint32_t                     latest = 0;
    for (int i = 0; i < crowd; ++i)
        members[i] = (swv_crowd_member){ .distance = 0.5 + 59.5 * i / crowd };
    for (int frame = 0; frame < frames; ++frame) {
        swv_crowd_report report;
        swv_pose         locals[all_joints];
        const double     start = clock_ns();
        (void)swv_crowd_plan(members, crowd, &options, &report);
        for (int i = 0; i < crowd; ++i)
            if (members[i].detail != SWV_DETAIL_NONE)
                (void)swv_body_reach(body, goals + 5 * (i % frames_tried), 5, stand, &plain, locals, NULL);
        const double taken = 1e-6 * (clock_ns() - start);
        longest = taken > longest ? taken : longest;
        sum += taken;
        posed += report.posed;
        latest = frame > frames / 2 && report.latest > latest ? report.latest : latest;
    }
    bench_report("1,000 bodies in a budget of 5 ms: a frame", sum / frames, "ms", NULL, 0.0, -1.0);
    bench_report("  the longest", longest, "ms", NULL, 0.0, -1.0);
    bench_report("  bodies posed a frame", (double)posed / frames, "", NULL, 0.0, -1.0);
    bench_report("  frames that one waited beyond its turn", latest, "", NULL, 0.0, -1.0);
}

// Elbows out of the body: postures that are clear, and the same with a body so stout that most are not.
static void report_flesh(const swv_body *body, const swv_pose *stand, const swv_body_goal *goals)
{
    static swv_pose postures[frames_tried][all_joints];
    for (int n = 0; n < frames_tried; ++n)
        (void)swv_body_reach(body, goals + 5 * n, 5, stand, NULL, postures[n], NULL);
    for (int stout = 0; stout < 2; ++stout) {
        swv_flesh flesh;
        double    least = 1e30;
        int       inside = 0;
        (void)swv_flesh_make(body, &flesh);
        for (int i = 0; i < SWV_FLESH_SOLIDS; ++i)
            flesh.solids[i].radius *= stout ? 3.0 : 0.5;
        for (int round = 0; round < 20; ++round) {
            const double start = clock_ns();
            for (int n = 0; n < frames_tried; ++n) {
                swv_clearance arms[2];
                swv_pose      locals[all_joints];
                (void)swv_flesh_avoid(body, &flesh, postures[n], locals, arms);
            }
            const double taken = (clock_ns() - start) / frames_tried;
            least = taken < least ? taken : least;
        }
        for (int n = 0; n < frames_tried; ++n) {
            swv_clearance arms[2];
            (void)swv_flesh_clearance(body, &flesh, postures[n], arms);
            inside += (arms[0].distance < 0.0) + (arms[1].distance < 0.0);
        }
        bench_report(stout ? "elbows out of a stout body" : "elbows that are clear stay", 1e-3 * least, "us", NULL, 0.0,
                     -1.0);
        bench_report("  arms inside before", 50.0 * inside / frames_tried, "%", NULL, 0.0, -1.0);
    }
}

// The same goals from the last frame: hands go from the first of them to the second and back, 2 mm a frame.
static void report_following(const swv_body *body, const swv_pose *stand, const swv_body_goal *goals, bool is_beyond)
{
    enum { frames = 200 };
    static swv_body_follower follower;
    double                   least = 1e30;
    for (int round = 0; round < 50; ++round) {
        swv_pose locals[all_joints];
        (void)swv_body_follow_start(body, NULL, &follower);
        const double start = clock_ns();
        for (int n = 0; n < frames; ++n) {
            swv_body_goal now_at[5];
            const double  part = (double)(n < frames / 2 ? n : frames - n) / frames;
            for (int k = 0; k < 5; ++k) {
                now_at[k] = goals[k];
                const swv_vec3 way = swv_vec3_sub(goals[5 + k].pose.position, goals[k].pose.position);
                now_at[k].pose.position = swv_vec3_add(now_at[k].pose.position, swv_vec3_scale(part, way));
            }
            (void)swv_body_follow(body, &follower, now_at, 5, 1.0 / 60.0, stand, NULL, locals, NULL);
        }
        const double taken = (clock_ns() - start) / frames;
        least = taken < least ? taken : least;
    }
    bench_report(is_beyond ? "  beyond reach, from the last frame" : "  from the last frame", 1e-3 * least, "us", NULL,
                 0.0, -1.0);
}

// Frames with hands in front of the body: its head, hands, hips and feet.
static void draw_points(swv_body_point (*points)[most_points])
{
    const int parts[most_points] = { SWV_PART_HEAD, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND,
                                     SWV_PART_HIPS, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
    const int joints[most_points] = { 5, 9, 9 + on_a_side, 0, 12, 12 + on_a_side };
    uint64_t  seed = 2;
    for (int n = 0; n < frames_tried; ++n) {
        for (int k = 0; k < most_points; ++k) {
            const int j = joints[k], side = j >= in_the_middle + on_a_side;
            points[n][k] = (swv_body_point){ parts[k], { t_pose[j - (side ? on_a_side : 0)].at, SWV_IDENTITY_QUAT } };
            points[n][k].pose.position.x *= side ? -1.0 : 1.0;
            if (k == 1 || k == 2) {  // fingers ahead, palms down
                const double half = 0.70710678118654752, mirror = side ? -1.0 : 1.0;
                points[n][k].pose = (swv_pose){ { mirror * random_between(&seed, 0.1, 0.4),
                                                  random_between(&seed, 0.95, 1.3), random_between(&seed, 0.2, 0.4) },
                                                { 0.0, -mirror * half, 0.0, half } };
            }
        }
    }
}

// From so many points: the least of many rounds over all frames.
static void report_points(const swv_body *body, swv_body_point (*points)[most_points], int count, bool has_history)
{
    static swv_body_track track;
    double                least = 1e30;
    (void)swv_body_track_start(body, SWV_KEEP_LIMITS, &track);
    for (int round = 0; round < 50; ++round) {
        swv_pose     locals[all_joints];
        const double start = clock_ns();
        for (int n = 0; n < frames_tried; ++n) {
            // Half a second between frames, as the points are drawn one by one: at 60 Hz hands that jump count as lost.
            if (has_history)
                (void)swv_body_track_step(body, &track, points[n], count, 0.5, NULL, locals, NULL);
            else
                (void)swv_body_solve(body, points[n], count, NULL, SWV_KEEP_LIMITS, locals, NULL);
        }
        const double taken = (clock_ns() - start) / frames_tried;
        least = taken < least ? taken : least;
    }
    char name[64];
    snprintf(name, sizeof name, "a body of %d joints from %d points%s", (int)all_joints, count,
             has_history ? ", with history" : "");
    bench_report(name, 1e-3 * least, "us", NULL, 0.0, -1.0);
}

// The same frames as goals from a stand: hands, head and feet as they are; beyond: hands half a metre further ahead.
static void report_goals(const swv_body *body, swv_body_point (*points)[most_points], const swv_pose *stand,
                         swv_body_goal (*goals)[5], bool beyond)
{
    double least = 1e30;
    for (int n = 0; n < frames_tried; ++n) {
        for (int k = 0; k < 5; ++k) {
            const swv_body_point *p = &points[n][k == 0 ? 1 : k == 1 ? 2 : k == 2 ? 0 : k + 1];
            goals[n][k] = (swv_body_goal){ .part = p->part, .pose = p->pose };
            goals[n][k].pose.position.z += k < 2 && beyond ? 0.5 : 0.0;
            goals[n][k].want = k < 2 ? SWV_WANT_POSE : k == 2 ? SWV_WANT_ROTATION : SWV_WANT_STAY;
        }
    }
    for (int round = 0; round < 50; ++round) {
        swv_pose     locals[all_joints];
        const double start = clock_ns();
        for (int n = 0; n < frames_tried; ++n)
            (void)swv_body_reach(body, goals[n], 5, stand, NULL, locals, NULL);
        const double taken = (clock_ns() - start) / frames_tried;
        least = taken < least ? taken : least;
    }
    bench_report(beyond ? "the same, hands 0.5 m further: trunk and hips follow"
                        : "two hands, two feet and the head as goals",
                 1e-3 * least, "us", NULL, 0.0, -1.0);
    report_following(body, stand, goals[0], beyond);
}

// A body of 22 joints from three and six tracked points, and from goals.
static void report_tracked(void)
{
    static swv_body       body;
    static swv_body_point points[frames_tried][most_points];
    static swv_body_goal  goals[frames_tried][5];
    swv_pose              stand[all_joints];
    make_body(&body);
    draw_points(points);
    for (int count = 3; count <= most_points; count += 3)
        for (int has_history = 0; has_history < 2; ++has_history)
            report_points(&body, points, count, has_history != 0);
    (void)swv_body_stand(&body, stand);
    for (int beyond = 0; beyond < 2; ++beyond)
        report_goals(&body, points, stand, goals, beyond != 0);
    report_flesh(&body, stand, goals[0]);
    report_crowd(&body, stand, goals[0]);
}

// The built-in human with all fingers: hands, feet and head from a stand as above, then ten fingertips that the relaxed hands can touch.
static void report_fingers(void)
{
    static world_joint joints[SWV_HUMAN_JOINTS];
    static world_rig   rig;
    static swv_binding binding;
    static swv_body    body;
    swv_mount_hand     hands[2];
    swv_body_goal      goals[5] = { { .part = SWV_PART_RIGHT_HAND },
                                    { .part = SWV_PART_LEFT_HAND },
                                    { .part = SWV_PART_HEAD, .want = SWV_WANT_STAY },
                                    { .part = SWV_PART_RIGHT_FOOT, .want = SWV_WANT_STAY },
                                    { .part = SWV_PART_LEFT_FOOT, .want = SWV_WANT_STAY } };
    swv_pose           stand[SWV_HUMAN_JOINTS], locals[SWV_HUMAN_JOINTS], worlds[SWV_HUMAN_JOINTS];
    swv_hand_goal      tips[2] = { { .wanted = 31 }, { .wanted = 31 } };
    (void)human_rig(1.75, SWV_MALE, joints, &rig);
    (void)bind_rig(&rig, NULL, &binding);
    (void)body_of_rig(&rig, &binding, &body, NULL);
    (void)swv_body_stand(&body, stand);
    for (int side = 0; side < 2; ++side) {
        const double outward = side == SWV_LEFT ? -1.0 : 1.0, half = 0.70710678118654752;
        goals[side].pose = (swv_pose){ { 0.25 * outward, 0.35, 1.1 },
                                       { 0.0, 0.0, outward * half, half } };  // fingers ahead, palms down
        (void)swv_mount_hand_make(&body.mount, &binding, (swv_side)side, &hands[side]);
    }
    (void)swv_body_reach(&body, goals, 5, stand, NULL, locals, NULL);
    for (int side = 0; side < 2; ++side) {
        swv_hand_posture relaxed;
        (void)swv_hand_shape_posture(&hands[side].hand, SWV_HAND_RELAXED, &relaxed);
        (void)swv_mount_hand_write(&body.mount, &hands[side], &relaxed, locals);
        (void)swv_mount_worlds(&body.mount, locals, worlds);
        swv_pose wrist = worlds[body.parts[side == SWV_LEFT ? SWV_PART_LEFT_HAND : SWV_PART_RIGHT_HAND]];
        wrist.rotation = swv_quat_mul(wrist.rotation, swv_quat_conjugate(body.mount.limbs[side].bone_from_joint[2]));
        (void)swv_hand_forward(&hands[side].hand, &wrist, &relaxed, tips[side].tip, NULL);
    }
    double least[2] = { 1e30, 1e30 };
    int    reached = 0;
    for (int round = 0; round < 2000; ++round) {
        for (int has_fingers = 0; has_fingers < 2; ++has_fingers) {
            const double start = clock_ns();
            (void)swv_body_reach(&body, goals, 5, stand, NULL, locals, NULL);
            for (int side = 0; side < 2 && has_fingers; ++side) {
                swv_hand_posture posture;
                swv_hand_report  report;
                (void)swv_mount_hand_solve(&body.mount, &hands[side], &tips[side], NULL, locals, &posture, &report);
                reached += report.missed == 0;
            }
            const double taken = clock_ns() - start;
            least[has_fingers] = taken < least[has_fingers] ? taken : least[has_fingers];
        }
    }
    bench_report("a human of 55 joints: hands, feet, head", 1e-3 * least[0], "us", NULL, 0.0, -1.0);
    bench_report("  and ten fingertips", 1e-3 * least[1], "us", NULL, 0.0, -1.0);
    bench_report("  fingertips reached", 100.0 * reached / 4000, "%", NULL, 0.0, -1.0);
}

void bench_figure(void)
{
    static const char *const g1[] = { "pelvis", "left_ankle_roll_link", "right_ankle_roll_link", "left_wrist_yaw_link",
                                      "right_wrist_yaw_link" };
    static const char *const h1[] = { "pelvis", "left_ankle_link", "right_ankle_link", "left_elbow_link",
                                      "right_elbow_link" };
    begin(g1_joints, g1_count, g1, 5);
    report_robot("Unitree G1");
    end();
    begin(h1_joints, h1_count, h1, 5);
    report_robot("Unitree H1");
    end();
    report_growth();
    report_tracked();
    report_fingers();
}
