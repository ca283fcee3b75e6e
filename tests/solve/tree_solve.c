// SPDX-License-Identifier: MIT
// The engine on trees: humanoid robots, random trees with every kind of joint and goal, certificates recomputed, priorities,
// balance, and the slope and the steps beside differences and plain matrices. Lengths are metres, angles radians; poses and places are in the world
// (solve.h).
#include "chain_solve.h"
#include "chains.h"
#include "check.h"
#include "solve/tree_engine.h"
#include "solved.h"
#include "trees.h"

static const char *const g1_links[5] = { "pelvis", "left_ankle_roll_link", "right_ankle_roll_link",
                                         "left_wrist_yaw_link", "right_wrist_yaw_link" };
static const char *const h1_links[5] = { "pelvis", "left_ankle_link", "right_ankle_link", "left_elbow_link",
                                         "right_elbow_link" };

/// A tree with room to solve it.
typedef struct solvable {
    tree_in_memory t;
    void          *room;
} solvable;

static solvable solvable_of(const swv_joint *joints, int count, int goals)
{
    solvable s = { .t = tree_of(joints, count) };
    s.room = malloc(swv_solve_size(&s.t.tree, goals));
    assert_non_null(s.room);
    return s;
}

static void done_with(solvable s)
{
    free(s.t.memory);
    free(s.room);
}

// ---- errors of a goal, from frames alone ----

typedef struct goal_error {
    double position, rotation;
} goal_error;

static goal_error error_of(const swv_goal *goal, const swv_pose *frames)
{
    const swv_pose f = frames[goal->link - 1];
    const swv_vec3 at = swv_pose_apply(f, goal->point), gap = swv_vec3_sub(goal->target.position, at);
    const double   away = swv_vec3_length(gap);
    const swv_vec3 axis = swv_vec3_normalize(swv_quat_rotate(f.rotation, swv_vec3_normalize(goal->axis)));
    const swv_vec3 to = swv_vec3_normalize(goal->kind == SWV_GOAL_AIM ? gap : goal->direction);
    const double   across = swv_vec3_length(swv_vec3_cross(axis, to));
    goal_error     e = { 0, 0 };
    if (goal->kind == SWV_GOAL_POSE || goal->kind == SWV_GOAL_POSITION)
        e.position = away;
    if (goal->kind == SWV_GOAL_DISTANCE)
        e.position = fabs(away - goal->distance);
    if (goal->kind == SWV_GOAL_POSE || goal->kind == SWV_GOAL_ROTATION)
        e.rotation = swv_quat_angle_between(f.rotation, swv_quat_normalize(goal->target.rotation));
    if (goal->kind == SWV_GOAL_DIRECTION || goal->kind == SWV_GOAL_AIM)
        e.rotation = atan2(across, swv_vec3_dot(axis, to));
    return e;
}

// A goal of a kind that a posture meets.
static swv_goal goal_met_by(uint64_t *seed, swv_goal_kind kind, int joint, const swv_pose *frames)
{
    const swv_pose f = frames[joint];
    swv_goal       goal = { .kind = kind, .link = swv_link_of(joint), .target = f };
    goal.point = swv_vec3_scale(0.2, random_direction(seed));
    goal.axis = swv_vec3_scale(3.0, random_direction(seed));
    goal.direction = swv_quat_rotate(f.rotation, goal.axis);
    goal.distance = random_between(seed, 0, 1);
    goal.target.position = swv_pose_apply(f, goal.point);
    if (kind == SWV_GOAL_AIM)
        goal.target.position = swv_vec3_add(goal.target.position, swv_vec3_scale(0.3, goal.direction));
    if (kind == SWV_GOAL_DISTANCE)
        goal.target.position =
            swv_vec3_add(goal.target.position, swv_vec3_scale(goal.distance, random_direction(seed)));
    goal.weight = random_below(seed, 2) ? 0 : random_between(seed, 0.5, 2);
    return goal;
}

// The report says what frames say, and the posture is inside its limits.
static void check_certificate(const swv_skeleton *tree, const swv_goals *goals, const double *posture,
                              const swv_solve_report *report)
{
    static swv_pose frames[SWV_SKELETON_JOINTS];
    double          excess;
    int             joint;
    assert_int_equal(swv_skeleton_frames(tree, posture, frames), SWV_OK);
    assert_int_equal(swv_skeleton_outside(tree, posture, &excess, &joint), SWV_OK);
    assert_near(excess, 0, SWV_LIMIT_TOLERANCE);
    bool is_first_met = true;
    int  first = SWV_MAX_PRIORITY;
    for (int k = 0; k < goals->count; ++k)
        first = goals->goals[k].priority < first ? goals->goals[k].priority : first;
    for (int k = 0; k < goals->count; ++k) {
        const goal_error e = error_of(&goals->goals[k], frames);
        assert_near(report->goals[k].position, e.position, 1e-9);
        assert_near(report->goals[k].rotation, e.rotation, 3e-8);
        if (goals->goals[k].priority == first)
            is_first_met = is_first_met && e.position <= 1.001e-6 && e.rotation <= 1.03e-6;
    }
    if (goals->balance.support_count == 0)
        assert_int_equal(report->outcome == SWV_REACHED, is_first_met);
}

// ---- robots ----

static void robots_reach(const swv_joint *joints, int count, const char *const *links, bool is_near)
{
    solvable  s = solvable_of(joints, count, 5);
    uint64_t  seed = 11;
    const int cases = CASES(1500);
    int       missed = 0;
    double    farthest = 0;
    for (int n = 0; n < cases; ++n) {
        double           posture[64], start[64], found[64];
        swv_pose         frames[64];
        swv_goal         goals[5];
        swv_solve_report report;
        tree_posture_inside(&seed, &s.t.tree, posture);
        swv_skeleton_frames(&s.t.tree, posture, frames);
        for (int k = 0; k < 5; ++k) {
            const int joint = swv_skeleton_find(&s.t.tree, links[k]);
            goals[k] = (swv_goal){ .link = swv_link_of(joint), .target = frames[joint] };
        }
        for (int i = 0; i < s.t.tree.number_count; ++i)
            start[i] = posture[i] + (random_below(&seed, 2) ? 0.02 : -0.02);
        const swv_goals all = { .goals = goals, .count = 5 };
        assert_int_equal(swv_solve(&s.t.tree, &all, is_near ? start : NULL, NULL, s.room, found, &report), SWV_OK);
        check_certificate(&s.t.tree, &all, found, &report);
        missed += report.outcome != SWV_REACHED;
        for (int i = 7; i < s.t.tree.number_count && is_near; ++i)
            farthest = fmax(farthest, fabs(found[i] - start[i]));
    }
    assert_true(missed * 1000 <= cases);
    // Followed, not found elsewhere; near singular postures a joint goes further than the goals.
    if (is_near)
        assert_true(farthest < 1.5);
    done_with(s);
}

static void g1_reaches_cold(void **state)
{
    (void)state;
    robots_reach(g1_joints, g1_count, g1_links, false);
}

static void h1_reaches_cold(void **state)
{
    (void)state;
    robots_reach(h1_joints, h1_count, h1_links, false);
}

static void robots_reach_from_nearby(void **state)
{
    (void)state;
    robots_reach(g1_joints, g1_count, g1_links, true);
    robots_reach(h1_joints, h1_count, h1_links, true);
}

// ---- random trees, every kind of joint and goal ----

static void random_trees_and_goals(void **state)
{
    (void)state;
    uint64_t  seed = 12;
    const int cases = CASES(1500);
    int       reached = 0;
    for (int n = 0; n < cases; ++n) {
        swv_joint joints[16];
        const int count = 2 + random_below(&seed, 15), goal_count = 1 + random_below(&seed, 5);
        random_joints(&seed, joints, count);
        solvable         s = solvable_of(joints, count, goal_count);
        double           posture[16 * 7], found[16 * 7];
        swv_pose         frames[16];
        swv_goal         goals[5];
        swv_solve_report report;
        tree_posture_inside(&seed, &s.t.tree, posture);
        swv_skeleton_frames(&s.t.tree, posture, frames);
        for (int k = 0; k < goal_count; ++k)
            goals[k] = goal_met_by(&seed, (swv_goal_kind)random_below(&seed, 6), random_below(&seed, count), frames);
        const swv_goals         all = { .goals = goals, .count = goal_count };
        const swv_solve_options options = { .max_iterations = 2000 };
        assert_int_equal(swv_solve(&s.t.tree, &all, NULL, &options, s.room, found, &report), SWV_OK);
        check_certificate(&s.t.tree, &all, found, &report);
        reached += report.outcome == SWV_REACHED;
        // Every goal can be met: a proof that one cannot is wrong.
        assert_int_not_equal(report.outcome, SWV_OUT_OF_REACH);
        done_with(s);
    }
    assert_true(reached >= 0.97 * cases);
}

// ---- skeletons without branches ----

// Hinges, sliders and fixed joints one on the other, given in any order, turned at rest or not, some following, other fixed joints beside them.
static void random_line(uint64_t *seed, swv_joint *joints, int count)
{
    int order[16], last = -1;
    random_joints(seed, joints, count);
    for (int i = 0; i < count; ++i)
        order[i] = i;
    for (int i = count - 1; i > 0; --i) {
        const int k = random_below(seed, i + 1), t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    for (int i = 0; i < count; ++i) {
        swv_joint *j = &joints[order[i]];
        const int  kind = random_below(seed, 4);
        const bool is_beside = i > 1 && random_below(seed, 4) == 0;
        j->kind = is_beside || kind == 0 ? SWV_JOINT_FIXED : kind == 1 ? SWV_JOINT_SLIDER : SWV_JOINT_HINGE;
        j->parent = is_beside ? order[random_below(seed, i)] : last;
        last = is_beside ? last : order[i];
    }
    joints[last].kind = SWV_JOINT_HINGE;
    if (random_below(seed, 2))
        couple_joints(seed, joints, count);
}

static void random_lines_and_goals(void **state)
{
    (void)state;
    uint64_t  seed = 21;
    const int cases = CASES(1500);
    int       reached = 0, drawn = 0;
    for (int n = 0; n < cases; ++n) {
        swv_joint joints[16];
        const int count = 2 + random_below(&seed, 15), goal_count = 1 + random_below(&seed, 3);
        random_line(&seed, joints, count);
        solvable s = solvable_of(joints, count, goal_count);
        double   posture[16], found[16];
        swv_pose frames[16];
        swv_goal goals[3];
        bool     are_moved = true;
        assert_true(swvi_skeleton_line(&s.t.tree)->joint_count > 0);
        tree_posture_inside(&seed, &s.t.tree, posture);
        swv_skeleton_frames(&s.t.tree, posture, frames);
        for (int k = 0; k < goal_count; ++k) {
            const int joint = random_below(&seed, count);
            goals[k] = goal_met_by(&seed, (swv_goal_kind)random_below(&seed, 6), joint, frames);
            are_moved = are_moved && swvi_skeleton_inside(&s.t.tree)[joint].mover >= 0;
        }
        const swv_goals   all = { .goals = goals, .count = goal_count };
        swv_solve_options options = { .max_iterations = 2000 };
        swv_solve_report  report;
        assert_int_equal(swv_solve(&s.t.tree, &all, NULL, &options, s.room, found, &report), SWV_OK);
        check_certificate(&s.t.tree, &all, found, &report);
        reached += report.outcome == SWV_REACHED;
        assert_int_not_equal(report.outcome, SWV_OUT_OF_REACH);
        // Drawn to where the targets were taken from, it is no further from there.
        options.preferred = posture;
        options.preferred_weight = 1.0;
        double           near[16], before = 0.0, after = 0.0;
        const swv_status status = swv_solve(&s.t.tree, &all, found, &options, s.room, near, &report);
        assert_int_equal(status, are_moved ? SWV_OK : SWV_BAD_OPTIONS);
        for (int i = 0; i < s.t.tree.number_count && status == SWV_OK; ++i) {
            before += (found[i] - posture[i]) * (found[i] - posture[i]);
            after += (near[i] - posture[i]) * (near[i] - posture[i]);
        }
        drawn += after <= before + 1e-9;
        done_with(s);
    }
    assert_true(reached >= 0.97 * cases);
    assert_true(drawn >= 0.97 * cases);
}

// The tip is the link given last, wherever it hangs.
static void a_goal_without_a_link_is_for_the_last(void **state)
{
    (void)state;
    const swv_vec3  z = { 0, 0, 1 };
    const swv_joint joints[3] = {
        { .parent = 2, .kind = SWV_JOINT_HINGE, .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT }, .axis = z },
        { .parent = 0, .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT } },
        { .parent = -1, .kind = SWV_JOINT_HINGE, .rest = SWV_IDENTITY_POSE, .axis = z },
    };
    solvable         s = solvable_of(joints, 3, 1);
    const swv_goal   goal = { .kind = SWV_GOAL_ROTATION, .target.rotation = swv_quat_from_axis_angle(z, 0.7) };
    const swv_goals  goals = { .goals = &goal, .count = 1 };
    double           q[2] = { 0.1, 0.1 };
    swv_solve_report report;
    assert_int_equal(swv_solve(&s.t.tree, &goals, q, NULL, s.room, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);
    assert_near(q[0], 0.1, 0);
    assert_near(q[1], 0.7, 1e-6);
    done_with(s);
}

// ---- inside the engine ----

// The group of a random problem that has one top, looked at in a random posture.
static bool set_up(uint64_t *seed, const solvable *s, const swv_goals *goals, swvi_problem *p)
{
    const swvi_joint *inside = swvi_skeleton_inside(&s->t.tree);
    swvi_tree_miss    miss;
    (void)swvi_problem_carve(p, &s->t.tree, goals->count, s->room);
    memset(p->is_pinned, 0, (size_t)s->t.tree.joint_count);
    p->group.per_length = 1.5;
    p->group.unit = 1.0 / 1.5;
    tree_posture_inside(seed, &s->t.tree, p->posture);
    swvi_problem_ready(p, goals);
    swvi_divide(p);
    const int top = p->goals[0].top;
    int       tops = 0;
    for (int i = 0; i < s->t.tree.joint_count; ++i)
        tops += inside[i].mover == i && inside[i].above < 0;
    if (top < 0 || (goals->balance.support_count > 0 && tops != 1))
        return false;
    swvi_group_build(p, top);
    swvi_group_load(p, p->group.postures[0].z);
    return swvi_tree_look(&p->group, p->group.postures[0].z, &miss) && p->group.coordinate_count > 0;
}

static void slope_is_that_of_differences(void **state)
{
    (void)state;
    uint64_t     seed = 13;
    double       worst = 0;
    int          checked = 0;
    const double h = 1e-5;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_joint joints[10];
        const int count = 1 + random_below(&seed, 10), goal_count = 1 + random_below(&seed, 4);
        random_joints(&seed, joints, count);
        solvable s = solvable_of(joints, count, goal_count);
        double   posture[10 * 7];
        swv_pose frames[10];
        swv_goal goals[4];
        tree_posture_inside(&seed, &s.t.tree, posture);
        swv_skeleton_frames(&s.t.tree, posture, frames);
        for (int k = 0; k < goal_count; ++k)
            goals[k] = goal_met_by(&seed, (swv_goal_kind)random_below(&seed, 6), random_below(&seed, count), frames);
        const swv_vec3  corners[3] = { { 9, 9, 0 }, { 10, 9, 0 }, { 9, 11, 0 } };
        const int       corner_count = random_below(&seed, 2) ? 1 : 3;
        const swv_goals all = { .goals = goals,
                                .count = goal_count,
                                .balance = { .support = corners,
                                             .support_count = random_below(&seed, 3) == 0 ? corner_count : 0 } };
        swvi_problem    p;
        if (set_up(&seed, &s, &all, &p)) {
            swvi_group    *g = &p.group;
            double        *z = g->postures[0].z, *to = g->postures[1].z, *step = g->work[2], gradient[60];
            swvi_tree_miss low, high;
            // Within 0.14 rad of half a turn the axis of the turn, and with it the slope, is only approximate (sight.h).
            bool is_exact = true;
            for (int k = 0; k < g->goal_count; ++k)
                is_exact = is_exact && g->goals[k].sight.rotation < 9;
            swvi_tree_slope(g, z);
            memcpy(gradient, g->gradient, sizeof(double) * (size_t)g->coordinate_count);
            for (int c = 0; c < g->coordinate_count; ++c) {
                const bool has_room = is_exact && g->upper[c] > h && g->lower[c] < -h;
                memset(step, 0, sizeof(double) * (size_t)g->coordinate_count);
                step[c] = h;
                swvi_tree_move_by(g, z, step, 1, to);
                swvi_tree_look(g, to, &high);
                step[c] = -h;
                swvi_tree_move_by(g, z, step, 1, to);
                swvi_tree_look(g, to, &low);
                if (has_room)
                    worst = fmax(worst, fabs(gradient[c] + (high.cost - low.cost) / (4 * h)) / (1 + high.cost));
                checked += has_room;
            }
        }
        done_with(s);
    }
    assert_true(checked > CASES(1000));
    assert_near(worst, 0, 1e-7);
}

// J'J beside the whole Jacobian of poses, and a step beside its equations.
static void ties_and_steps_are_those_of_matrices(void **state)
{
    (void)state;
    uint64_t seed = 14;
    double   worst = 0, worst_step = 0;
    int      checked = 0;
    for (int n = 0; n < CASES(500); ++n) {
        enum { most = 10 };
        swv_joint joints[most];
        const int count = 1 + random_below(&seed, most), goal_count = 1 + random_below(&seed, 3);
        random_joints(&seed, joints, count);
        for (int i = 0; i < count; ++i)  // whose freedoms are also the coordinates
            if (joints[i].kind == SWV_JOINT_BALL || joints[i].kind == SWV_JOINT_FREE)
                joints[i].kind = SWV_JOINT_UNIVERSAL;
        solvable s = solvable_of(joints, count, goal_count);
        swv_goal goals[3];
        swv_pose frames[most];
        for (int k = 0; k < goal_count; ++k)
            goals[k] = (swv_goal){ .link = 1 + random_below(&seed, count), .target = random_pose(&seed) };
        swvi_problem p;
        if (set_up(&seed, &s, &(swv_goals){ .goals = goals, .count = goal_count }, &p)) {
            swvi_group *g = &p.group;
            double      jacobian[6 * 60], whole[60][60] = { { 0 } };
            swv_skeleton_frames(&s.t.tree, p.posture, frames);
            for (int k = 0; k < g->goal_count; ++k) {
                const swv_vec3 zero = { 0, 0, 0 };
                swv_skeleton_jacobian(&s.t.tree, frames, p.posture, goals[g->goals[k].at].link - 1, zero, jacobian);
                for (int r = 0; r < 6; ++r)
                    for (int i = 0; i < s.t.tree.freedom_count; ++i)
                        for (int j = 0; j < s.t.tree.freedom_count; ++j)
                            whole[i][j] += (r < 3 ? 1.5 * 1.5 : 1.0) * jacobian[r * s.t.tree.freedom_count + i] *
                                           jacobian[r * s.t.tree.freedom_count + j];
            }
            swvi_tree_slope(g, g->postures[0].z);
            for (int c = 0; c < g->coordinate_count; ++c) {
                g->lower[c] = -INFINITY;
                g->upper[c] = INFINITY;
            }
            double step[60], strain = 0;
            swvi_tree_step(g, 0.01, false, random_below(&seed, 2) == 0, step);
            for (int c = 0; c < g->coordinate_count; ++c) {
                const swvi_node *a = &g->nodes[g->owner[c]];
                const int        f = s.t.tree.first_freedom[a->at] + c - a->coordinate;
                double           met = 0;
                for (int i = 0; i < g->coordinate_count; ++i) {
                    const swvi_node *b = &g->nodes[g->owner[i]];
                    const int        e = s.t.tree.first_freedom[b->at] + i - b->coordinate;
                    const double     unit = (a->joint->kind == SWV_JOINT_SLIDER ? g->unit : 1.0) *
                                        (b->joint->kind == SWV_JOINT_SLIDER ? g->unit : 1.0);
                    met += unit * whole[f][e] * step[i];
                    checked += 1;
                }
                worst_step = fmax(worst_step, fabs(g->gradient[c] - 0.01 * step[c] - met));
                strain += step[c] * met;
            }
            worst = fmax(worst, fabs(swvi_tree_strain(g, step) - strain) / (1 + strain));
        }
        done_with(s);
    }
    assert_true(checked > CASES(500));
    assert_near(worst, 0, 1e-11);
    assert_near(worst_step, 0, 1e-10);
}

// The same where joints share numbers, by number: the step is that of the numbers' own equations.
static void steps_of_followers_are_those_of_matrices(void **state)
{
    (void)state;
    uint64_t seed = 24;
    double   worst = 0;
    int      shared = 0;
    for (int n = 0; n < CASES(500); ++n) {
        enum { most = 14 };
        swv_joint joints[most];
        const int count = 2 + random_below(&seed, most - 1), goal_count = 1 + random_below(&seed, 3);
        random_joints(&seed, joints, count);
        for (int i = 0; i < count; ++i)  // whose freedoms are also the numbers
            if (joints[i].kind == SWV_JOINT_BALL || joints[i].kind == SWV_JOINT_FREE)
                joints[i].kind = SWV_JOINT_HINGE;
        couple_joints(&seed, joints, count);
        solvable s = solvable_of(joints, count, goal_count);
        swv_goal goals[3];
        swv_pose frames[most];
        for (int k = 0; k < goal_count; ++k)
            goals[k] = (swv_goal){ .link = 1 + random_below(&seed, count), .target = random_pose(&seed) };
        swvi_problem p;
        if (set_up(&seed, &s, &(swv_goals){ .goals = goals, .count = goal_count }, &p)) {
            const swv_skeleton *tree = &s.t.tree;
            swvi_group         *g = &p.group;
            double jacobian[6 * 60], whole[60][60] = { { 0 } }, step[60], moved[60] = { 0 }, damped[60] = { 0 },
                                     slope[60] = { 0 };
            swv_skeleton_frames(tree, p.posture, frames);
            for (int k = 0; k < g->goal_count; ++k) {
                const swv_vec3 zero = { 0, 0, 0 };
                swv_skeleton_jacobian(tree, frames, p.posture, goals[g->goals[k].at].link - 1, zero, jacobian);
                for (int r = 0; r < 6; ++r)
                    for (int i = 0; i < tree->freedom_count; ++i)
                        for (int j = 0; j < tree->freedom_count; ++j)
                            whole[i][j] += (r < 3 ? 1.5 * 1.5 : 1.0) * jacobian[r * tree->freedom_count + i] *
                                           jacobian[r * tree->freedom_count + j];
            }
            swvi_tree_slope(g, g->postures[0].z);
            for (int c = 0; c < g->coordinate_count; ++c) {
                g->lower[c] = -INFINITY;
                g->upper[c] = INFINITY;
            }
            swvi_tree_step(g, 0.01, false, random_below(&seed, 2) == 0, step);
            for (int c = 0; c < g->coordinate_count; ++c) {
                const swvi_node *a = &g->nodes[g->owner[c]];
                const int        f = tree->first_freedom[a->at] + c - a->coordinate;
                const double     unit = a->joint->kind == SWV_JOINT_SLIDER ? g->unit : 1.0;
                const double     ratio = a->joint->ratio == 0 ? 1 : a->joint->ratio;
                const double     by = step[c] * unit / ratio;
                if (moved[f] != 0)
                    assert_near(moved[f], by, 1e-9 * (1 + fabs(by)));
                shared += moved[f] != 0;
                moved[f] = by;
                damped[f] += 0.01 * step[c] * ratio / unit;
                slope[f] += g->gradient[c] * ratio / unit;
            }
            for (int c = 0; c < g->coordinate_count; ++c) {
                const int f = tree->first_freedom[g->nodes[g->owner[c]].at] + c - g->nodes[g->owner[c]].coordinate;
                double    met = 0;
                for (int i = 0; i < tree->freedom_count; ++i)
                    met += whole[f][i] * moved[i];
                worst = fmax(worst, fabs(slope[f] - damped[f] - met) / (1 + fabs(slope[f])));
            }
        }
        done_with(s);
    }
    assert_true(shared > CASES(500) / 4);
    assert_near(worst, 0, 1e-9);
}

// Newton's step to positions beside the differences of the slope along it.
static void curvature_is_that_of_differences(void **state)
{
    (void)state;
    uint64_t     seed = 15;
    double       worst = 0;
    int          checked = 0;
    const double h = 1e-5, damping = 30;
    for (int n = 0; n < CASES(500); ++n) {
        swv_joint joints[10];
        const int count = 1 + random_below(&seed, 10), goal_count = 1 + random_below(&seed, 3);
        random_joints(&seed, joints, count);
        for (int i = 0; i < count; ++i) {
            if (joints[i].kind == SWV_JOINT_BALL || joints[i].kind == SWV_JOINT_FREE)
                joints[i].kind = SWV_JOINT_UNIVERSAL;
            memset(joints[i].lower, 0, sizeof joints[i].lower);
            memset(joints[i].upper, 0, sizeof joints[i].upper);
        }
        solvable s = solvable_of(joints, count, goal_count);
        swv_goal goals[3];
        for (int k = 0; k < goal_count; ++k)
            goals[k] = (swv_goal){ .kind = SWV_GOAL_POSITION,
                                   .link = 1 + random_below(&seed, count),
                                   .target = random_pose(&seed) };
        swvi_problem p;
        if (set_up(&seed, &s, &(swv_goals){ .goals = goals, .count = goal_count }, &p)) {
            swvi_group    *g = &p.group;
            double        *z = g->postures[0].z, *to = g->postures[1].z, step[60], part[60], left[60];
            swvi_tree_miss miss;
            swvi_tree_slope(g, z);
            swvi_tree_step(g, damping, true, true, step);
            for (int c = 0; c < g->coordinate_count; ++c)
                left[c] = g->gradient[c] - damping * step[c];
            for (int side = -1; side <= 1; side += 2) {
                for (int c = 0; c < g->coordinate_count; ++c)
                    part[c] = side * h * step[c];
                swvi_tree_move_by(g, z, part, 1, to);
                swvi_tree_look(g, to, &miss);
                swvi_tree_slope(g, to);
                for (int c = 0; c < g->coordinate_count; ++c)
                    left[c] += side * g->gradient[c] / (2 * h);
            }
            for (int c = 0; c < g->coordinate_count; ++c)
                worst = fmax(worst, fabs(left[c]) / (1 + miss.cost));
            checked += g->coordinate_count;
        }
        done_with(s);
    }
    assert_true(checked > CASES(500));
    assert_near(worst, 0, 1e-8);
}

// ---- a chain is a tree ----

static void chain_as_a_tree(void **state)
{
    (void)state;
    swv_chain chain;
    swv_joint joints[9];
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int i = 0; i < 7; ++i) {
        const swv_chain_joint *j = &chain.joints[i];
        joints[i] = (swv_joint){ .parent = i - 1,
                                 .kind = SWV_JOINT_HINGE,
                                 .rest = { j->origin, SWV_IDENTITY_QUAT },
                                 .axis = j->axis,
                                 .lower = { j->lower },
                                 .upper = { j->upper } };
    }
    joints[0].rest = swv_pose_mul(chain.base, joints[0].rest);
    joints[7] = (swv_joint){ .parent = 6, .rest = chain.tip };
    solvable s = solvable_of(joints, 8, 1);
    uint64_t seed = 15;
    for (int n = 0; n < CASES(1000); ++n) {
        double           q[8], frame_q[8], found[8];
        swv_pose         tip, frames[8];
        swv_solve_report report;
        swv_solve_report serial;
        posture_inside(&seed, &chain, q);
        swv_chain_tip(&chain, q, &tip);
        swv_skeleton_frames(&s.t.tree, q, frames);
        assert_near(matrix4_distance(matrix4_of_pose(tip), matrix4_of_pose(frames[7])), 0, 1e-13);
        const swv_goal  as_tree = { .link = swv_link_of(7), .target = tip }, as_chain = { .target = tip };
        const swv_goals goals = { .goals = &as_tree, .count = 1 };
        assert_int_equal(swv_solve(&s.t.tree, &goals, NULL, NULL, s.room, found, &report), SWV_OK);
        assert_int_equal(solve_chain(&chain, &as_chain, 1, NULL, NULL, frame_q, &serial), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(serial.outcome, SWV_REACHED);
        check_certificate(&s.t.tree, &goals, found, &report);
    }
    done_with(s);
}

// ---- goals that cannot be had together ----

static void first_priority_does_not_give_way(void **state)
{
    (void)state;
    solvable  s = solvable_of(g1_joints, g1_count, 6);
    uint64_t  seed = 16;
    const int hand = swv_skeleton_find(&s.t.tree, g1_links[3]);
    int       cases = CASES(60) > 5 ? CASES(60) : 5;
    for (int n = 0; n < cases; ++n) {
        double           posture[64], found[64];
        swv_pose         frames[64];
        swv_goal         goals[6];
        swv_solve_report report;
        tree_posture_inside(&seed, &s.t.tree, posture);
        swv_skeleton_frames(&s.t.tree, posture, frames);
        for (int k = 0; k < 5; ++k) {
            const int joint = swv_skeleton_find(&s.t.tree, g1_links[k]);
            goals[k] = (swv_goal){ .link = swv_link_of(joint), .target = frames[joint] };
        }
        // The same hand elsewhere, less urgently.
        goals[5] = (swv_goal){
            .kind = SWV_GOAL_POSITION, .link = swv_link_of(hand), .target = frames[hand], .priority = 1 + n % 3
        };
        goals[5].target.position.x += 0.3;
        const swv_goals         all = { .goals = goals, .count = 6 };
        const swv_solve_options options = { .max_iterations = 3000 };
        assert_int_equal(swv_solve(&s.t.tree, &all, NULL, &options, s.room, found, &report), SWV_OK);
        check_certificate(&s.t.tree, &all, found, &report);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(report.priority_met, 0);
        assert_near(report.goals[5].position, 0.3, 3e-6);
    }
    done_with(s);
}

// Two links in a plane: goals in closed form.
static void planar_arm(void **state)
{
    (void)state;
    const swv_joint joints[3] = {
        { .parent = -1, .kind = SWV_JOINT_HINGE, .rest = SWV_IDENTITY_POSE, .axis = { 0, 0, 1 } },
        { .parent = 0, .kind = SWV_JOINT_HINGE, .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT }, .axis = { 0, 0, 1 } },
        { .parent = 1, .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT } },
    };
    solvable         s = solvable_of(joints, 3, 2);
    double           q[2];
    swv_solve_report report;
    swv_goal         goals[2] = {
                { .kind = SWV_GOAL_POSITION, .link = 3, .target = { { 0, 3, 0 }, SWV_IDENTITY_QUAT } },
                { .kind = SWV_GOAL_POSITION, .link = 3, .target = { { 3, 0, 0 }, SWV_IDENTITY_QUAT }, .priority = 1 },
    };
    const swv_goals one = { .goals = goals, .count = 1 }, both = { .goals = goals, .count = 2 };
    // Beyond reach: stretched towards it.
    swv_solve(&s.t.tree, &one, NULL, NULL, s.room, q, &report);
    assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
    assert_near(report.goals[0].position, 1, 1e-9);
    assert_int_equal(report.priority_met, -1);
    assert_true(report.is_stationary);
    // The first is as near as it is alone, to 1e-5.
    swv_solve(&s.t.tree, &both, NULL, NULL, s.room, q, &report);
    assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
    assert_near(report.goals[0].position, 1, 1e-5);
    // By weights: equal pulls point half way between them.
    goals[1].priority = 0;
    swv_solve(&s.t.tree, &both, NULL, NULL, s.room, q, &report);
    assert_near(fabs(swv_angle_wrap(q[0] + 0.5 * swv_angle_wrap(q[1]) - 0.25 * SWV_PI)), 0, 1e-5);
    assert_near(report.goals[0].position, report.goals[1].position, 1e-5);
    // From angles of so many turns that a step would be lost in them.
    goals[0].target.position = (swv_vec3){ 1.2, 0.7, 0 };
    const double turned[2] = { 1e12, -3e16 };
    swv_solve(&s.t.tree, &one, turned, &(swv_solve_options){ .max_restarts = -1 }, s.room, q, &report);
    assert_int_equal(report.outcome, SWV_REACHED);
    assert_near(cos(q[0]) + cos(q[0] + q[1]), 1.2, 1.001e-6);
    assert_near(sin(q[0]) + sin(q[0] + q[1]), 0.7, 1.001e-6);
    done_with(s);
}

static void limits_that_keep_it_away_are_named(void **state)
{
    (void)state;
    const swv_joint joints[2] = {
        { .parent = -1,
          .kind = SWV_JOINT_HINGE,
          .rest = SWV_IDENTITY_POSE,
          .axis = { 0, 0, 1 },
          .lower = { -1 },
          .upper = { 0.5 } },
        { .parent = 0, .rest = { { 1, 0, 0 }, SWV_IDENTITY_QUAT } },
    };
    solvable         s = solvable_of(joints, 2, 1);
    const swv_goal   goal = { .kind = SWV_GOAL_POSITION,
                              .link = 2,
                              .target = { { cos(1.2), sin(1.2), 0 }, SWV_IDENTITY_QUAT } };
    const swv_goals  goals = { .goals = &goal, .count = 1 };
    double           q;
    swv_solve_report report;
    swv_solve(&s.t.tree, &goals, NULL, NULL, s.room, &q, &report);
    assert_near(q, 0.5, 0);
    assert_int_equal(report.outcome, SWV_LIMITED);
    assert_int_equal(report.at_limit[0], 1);
    assert_near(report.goals[0].position, 2 * sin(0.35), 1e-12);
    done_with(s);

    // About the goals that come first: these are met, half a tolerance beyond the limit, and no limit is in their way. The later one is missed.
    s = solvable_of(joints, 2, 2);
    swv_goal two[2] = { goal, goal };
    two[0].target.position = (swv_vec3){ cos(0.5 + 5e-7), sin(0.5 + 5e-7), 0 };
    two[1].priority = 1;
    swv_solve(&s.t.tree, &(swv_goals){ .goals = two, .count = 2 }, NULL, NULL, s.room, &q, &report);
    assert_near(q, 0.5, 0);
    assert_int_equal(report.outcome, SWV_REACHED);
    assert_int_equal(report.priority_met, 0);
    assert_int_equal(report.at_limit[0], 0);
    assert_false(report.is_stationary);
    done_with(s);
}

// ---- balance ----

static void g1_keeps_its_balance(void **state)
{
    (void)state;
    solvable  s = solvable_of(g1_joints, g1_count, 3);
    uint64_t  seed = 17;
    double    rest[64], found[64];
    swv_pose  frames[64];
    const int cases = CASES(300);
    int       met = 0;
    swv_skeleton_rest(&s.t.tree, rest);
    swv_skeleton_frames(&s.t.tree, rest, frames);
    const int feet[2] = { swv_skeleton_find(&s.t.tree, g1_links[1]), swv_skeleton_find(&s.t.tree, g1_links[2]) };
    const int hand = swv_skeleton_find(&s.t.tree, g1_links[3]);
    for (int n = 0; n < cases; ++n) {
        swv_goal goals[3];
        for (int k = 0; k < 2; ++k) {
            goals[k] = (swv_goal){ .link = swv_link_of(feet[k]), .target = frames[feet[k]] };
            goals[k].target.position.z += 0.1;  // knees bent
        }
        goals[2] = (swv_goal){ .kind = SWV_GOAL_POSITION, .link = swv_link_of(hand), .target = frames[hand] };
        goals[2].target.position.x += random_between(&seed, 0.0, 0.3);
        goals[2].target.position.z += random_between(&seed, -0.2, 0.2);
        // A small square in front of or behind the ankles.
        const double    x = random_between(&seed, -0.05, 0.1), y = random_between(&seed, -0.1, 0.1);
        const swv_vec3  corners[4] = { { x, y, 0 }, { x + 0.02, y, 0 }, { x + 0.02, y + 0.02, 0 }, { x, y + 0.02, 0 } };
        const swv_goals all = { .goals = goals, .count = 3, .balance = { .support = corners, .support_count = 4 } };
        swv_solve_report report;
        swv_vec3         center;
        swv_pose         now[64];
        assert_int_equal(swv_solve(&s.t.tree, &all, rest, NULL, s.room, found, &report), SWV_OK);
        check_certificate(&s.t.tree, &all, found, &report);
        swv_skeleton_frames(&s.t.tree, found, now);
        swv_skeleton_mass_center(&s.t.tree, now, &center);
        const double out_x = fmax(0, fmax(x - center.x, center.x - x - 0.02));
        const double out_y = fmax(0, fmax(y - center.y, center.y - y - 0.02));
        assert_near(report.balance_error, sqrt(out_x * out_x + out_y * out_y), 1e-9);
        met += report.outcome == SWV_REACHED;
    }
    assert_true(met >= 0.99 * cases);
    done_with(s);
}

// ---- what a caller can get wrong, and large trees ----

static void bad_calls(void **state)
{
    (void)state;
    solvable            s = solvable_of(h1_joints, h1_count, 1);
    double              q[64];
    swv_solve_report    report;
    swv_goal            goal = { .link = 3, .target = SWV_IDENTITY_POSE };
    swv_goals           goals = { .goals = &goal, .count = 1 };
    const swv_skeleton *tree = &s.t.tree;
    assert_int_equal(swv_solve_size(NULL, 1), 0);
    assert_int_equal(swv_solve_size(tree, -1), 0);
    assert_int_equal(swv_solve(tree, &goals, NULL, NULL, s.room, q, NULL), SWV_OK);
#define STATUS_OF(change, back, status)                                                    \
    do {                                                                                   \
        change;                                                                            \
        assert_int_equal(swv_solve(tree, &goals, NULL, NULL, s.room, q, &report), status); \
        back;                                                                              \
    } while (0)
    STATUS_OF(goal.link = -1, goal.link = 3, SWV_BAD_GOAL);
    STATUS_OF(goal.link = h1_count + 1, goal.link = 3, SWV_BAD_GOAL);
    STATUS_OF(goal.kind = (swv_goal_kind)9, goal.kind = SWV_GOAL_POSE, SWV_BAD_GOAL);
    STATUS_OF(goal.priority = 4, goal.priority = 0, SWV_BAD_GOAL);
    STATUS_OF(goal.weight = -1, goal.weight = 0, SWV_BAD_GOAL);
    STATUS_OF(goal.target.position.x = NAN, goal.target.position.x = 0, SWV_BAD_GOAL);
    STATUS_OF(goal.target.position.x = 1e300, goal.target.position.x = 0, SWV_NOT_FINITE);
    STATUS_OF(goals.count = 0, goals.count = 1, SWV_BAD_COUNT);
    STATUS_OF(goals.goals = NULL, goals.goals = &goal, SWV_NULL);
    const swv_vec3 corner = { 0, 0, 0 };
    goals.balance.support = &corner;
    goals.balance.support_count = 1;
    STATUS_OF((void)0, (void)0, SWV_OK);
    STATUS_OF(goals.balance.support_count = 0, goals.balance.support_count = 1, SWV_OK);  // no balance
    STATUS_OF(goals.balance.support_count = -1, goals.balance.support_count = 1, SWV_BAD_COUNT);
    STATUS_OF(goals.balance.support_count = 65, goals.balance.support_count = 1, SWV_BAD_COUNT);
    STATUS_OF(goals.balance.support = NULL, goals.balance.support = &corner, SWV_NULL);
    STATUS_OF(goals.balance.up.y = INFINITY, goals.balance.up.y = 0, SWV_BAD_GOAL);
    STATUS_OF(goals.balance.weight = NAN, goals.balance.weight = 0, SWV_BAD_GOAL);
    STATUS_OF(goals.balance.priority = -1, goals.balance.priority = 0, SWV_BAD_GOAL);
    // Balance alone is a goal too.
    goals.count = 0;
    goals.goals = NULL;
    assert_int_equal(swv_solve(tree, &goals, NULL, NULL, s.room, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);
    done_with(s);
}

// Bones of no length, joints on top of each other, a target where the root is.
static void bones_without_length(void **state)
{
    (void)state;
    swv_joint joints[6];
    for (int i = 0; i < 6; ++i)
        joints[i] = (swv_joint){ .parent = i - 1,
                                 .kind = (swv_joint_kind)(1 + i % 4),
                                 .rest = SWV_IDENTITY_POSE,
                                 .axis = { 0, 0, 1 },
                                 .second_axis = { 1, 0, 0 } };
    solvable s = solvable_of(joints, 6, 1);
    for (int kind = SWV_GOAL_POSE; kind <= SWV_GOAL_DISTANCE; ++kind) {
        const swv_goal   goal = { .kind = (swv_goal_kind)kind,
                                  .link = 6,
                                  .target = SWV_IDENTITY_POSE,
                                  .axis = { 0, 1, 0 },
                                  .direction = { 1, 0, 0 } };
        const swv_goals  goals = { .goals = &goal, .count = 1 };
        double           q[64];
        swv_solve_report report;
        assert_int_equal(swv_solve(&s.t.tree, &goals, NULL, NULL, s.room, q, &report), SWV_OK);
        for (int i = 0; i < s.t.tree.number_count; ++i)
            assert_true(q[i] - q[i] == 0);
        assert_int_equal(report.outcome, SWV_REACHED);
    }
    done_with(s);
}

// As many joints as there may be: a comb of balls, each tooth with a goal.
static void largest_tree(void **state)
{
    (void)state;
    static swv_joint joints[SWV_SKELETON_JOINTS];
    static swv_goal  goals[128];
    static double    posture[4 * SWV_SKELETON_JOINTS];
    static swv_pose  frames[SWV_SKELETON_JOINTS];
    uint64_t         seed = 18;
    for (int i = 0; i < SWV_SKELETON_JOINTS; ++i) {
        const bool is_tooth = i % 2 != 0;
        joints[i] = (swv_joint){ .parent = i == 0     ? -1
                                           : is_tooth ? i - 1
                                                      : i - 2,
                                 .kind = SWV_JOINT_BALL,
                                 .rest = { { 0.1, is_tooth ? 0.1 : 0, 0 }, SWV_IDENTITY_QUAT } };
    }
    solvable s = solvable_of(joints, SWV_SKELETON_JOINTS, 128);
    tree_posture_inside(&seed, &s.t.tree, posture);
    swv_skeleton_frames(&s.t.tree, posture, frames);
    for (int k = 0; k < 128; ++k)
        goals[k] =
            (swv_goal){ .kind = SWV_GOAL_POSITION, .link = swv_link_of(32 * k + 1), .target = frames[32 * k + 1] };
    for (int i = 0; i < s.t.tree.number_count; ++i)
        posture[i] += random_between(&seed, -0.01, 0.01);
    const swv_goals  all = { .goals = goals, .count = 128 };
    swv_solve_report report;
    assert_int_equal(swv_solve(&s.t.tree, &all, posture, NULL, s.room, posture, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);
    assert_int_equal(report.goal_count, SWV_REPORTED_GOALS);
    done_with(s);
}

// A free root whose rest is far away moves near the world's origin: what is reported is so there.
static void rest_far_away_costs_no_digits(void **state)
{
    (void)state;
    uint64_t        seed = 19;
    const swv_joint joints[3] = {
        { .parent = -1, .kind = SWV_JOINT_FREE, .rest = { { 1e9, 0.1, -0.5 }, { 0.5, 0.5, 0.5, 0.5 } } },
        { .parent = 0, .kind = SWV_JOINT_FIXED, .rest = { { 0.3, 0.1, 0.2 }, { 0.6, 0, 0, 0.8 } } },
        { .parent = 1, .kind = SWV_JOINT_BALL, .rest = { { -0.49, -0.45, -0.33 }, SWV_IDENTITY_QUAT } }
    };
    solvable s = solvable_of(joints, 3, 2);
    for (int n = 0; n < 100; ++n) {
        double          q[11] = { 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1 };
        swv_goal        two[2];
        const swv_goals goals = { .goals = two, .count = 2 };
        for (int k = 0; k < 2; ++k)
            two[k] = (swv_goal){ .kind = SWV_GOAL_POSE,
                                 .link = 2 + k,
                                 .target = { { random_between(&seed, -1, 1), random_between(&seed, -1, 1), 0 },
                                             SWV_IDENTITY_QUAT } };
        swv_solve_report report;
        swv_pose         frames[3];
        assert_int_equal(swv_solve(&s.t.tree, &goals, q, NULL, s.room, q, &report), SWV_OK);
        assert_int_equal(swv_skeleton_frames(&s.t.tree, q, frames), SWV_OK);
        for (int k = 0; k < 2; ++k)
            assert_near(report.goals[k].position,
                        swv_vec3_length(swv_vec3_sub(frames[1 + k].position, two[k].target.position)), 1e-12);
    }
    done_with(s);
}

static bool stop_at_once(void *user)
{
    return ++*(int *)user > 3;
}

static void stopped_when_asked(void **state)
{
    (void)state;
    solvable                s = solvable_of(h1_joints, h1_count, 1);
    const swv_goal          goal = { .link = h1_count, .target = { { 9, 0, 0 }, SWV_IDENTITY_QUAT }, .weight = 0.5 };
    const swv_goal          two[2] = { goal, { .link = 6, .target = { { 0, 0, 0 }, SWV_IDENTITY_QUAT } } };
    const swv_goals         goals = { .goals = two, .count = 1 };
    int                     asked = 0;
    const swv_solve_options options = { .should_stop = stop_at_once, .user = &asked };
    double                  q[64];
    swv_solve_report        report;
    assert_int_equal(swv_solve(&s.t.tree, &goals, NULL, &options, s.room, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_STOPPED);
    assert_true(report.iterations <= 4);
    done_with(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g1_reaches_cold),
        cmocka_unit_test(h1_reaches_cold),
        cmocka_unit_test(robots_reach_from_nearby),
        cmocka_unit_test(random_trees_and_goals),
        cmocka_unit_test(random_lines_and_goals),
        cmocka_unit_test(a_goal_without_a_link_is_for_the_last),
        cmocka_unit_test(slope_is_that_of_differences),
        cmocka_unit_test(ties_and_steps_are_those_of_matrices),
        cmocka_unit_test(steps_of_followers_are_those_of_matrices),
        cmocka_unit_test(curvature_is_that_of_differences),
        cmocka_unit_test(chain_as_a_tree),
        cmocka_unit_test(first_priority_does_not_give_way),
        cmocka_unit_test(planar_arm),
        cmocka_unit_test(limits_that_keep_it_away_are_named),
        cmocka_unit_test(g1_keeps_its_balance),
        cmocka_unit_test(bad_calls),
        cmocka_unit_test(bones_without_length),
        cmocka_unit_test(largest_tree),
        cmocka_unit_test(rest_far_away_costs_no_digits),
        cmocka_unit_test(stopped_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
