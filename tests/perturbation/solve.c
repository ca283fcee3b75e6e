// SPDX-License-Identifier: MIT
// The engine on chains and trees, from where they were (`previous`, max_restarts -1): goals and previous postures that are a little
// elsewhere move all links by little.
#include "chain_solve.h"
#include "perturbation.h"
#include "solved.h"
#include "swivel/skeleton.h"
#include "trees.h"

// ---- chains ----

typedef struct chain_way {
    int  kind;        ///< 0: pose of the tip; 1: its position; 2: its position first, then another link's direction
    bool is_nearest;  ///< what freedom is left is used to stay near the previous posture
} chain_way;

static void solve_serial(const void *setup, draw *d, answer *out)
{
    const chain_way  *way = setup;
    swv_chain         chain;
    double            aim[SWV_MAX_JOINTS], previous[SWV_MAX_JOINTS], q[SWV_MAX_JOINTS];
    swv_pose          tip, frames[SWV_MAX_JOINTS];
    swv_goal          goals[2] = { 0 };
    swv_solve_report  report;
    swv_solve_options options = { .max_restarts = -1, .previous_weight = way->is_nearest ? 0.1 : 0.0 };
    assert_int_equal(chain_at(draw_below(d, CHAIN_COUNT), &chain), SWV_OK);
    const double size = chain_size(&chain);
    posture_inside(&d->seed, &chain, aim);
    assert_int_equal(swv_chain_tip(&chain, aim, &tip), SWV_OK);
    const int where = draw_below(d, 4);
    if (where == 0)  // beyond reach
        tip.position = swv_vec3_scale(draw_between(d, 1.0, 2.0) * size, swv_vec3_normalize(tip.position));
    if (where == 1)  // a rotation that limits may forbid
        tip.rotation = swv_quat_mul(tip.rotation, draw_turn(d, 0.8));
    for (int i = 0; i < chain.dof; i++) {
        double lower, upper;
        range_of(&chain, i, &lower, &upper);
        previous[i] = fmin(fmax(aim[i] + draw_between(d, -0.3, 0.3), lower), upper);
        previous[i] = fmin(fmax(moved_number(d, previous[i]), lower), upper);
    }
    goals[0].kind = way->kind ? SWV_GOAL_POSITION : SWV_GOAL_POSE;
    goals[0].target = moved_pose(d, tip, size);
    goals[1].kind = SWV_GOAL_DIRECTION;
    goals[1].link = swv_link_of(chain.joint_count / 2);
    goals[1].axis = (swv_vec3){ 0, 0, 1 };
    goals[1].direction = moved_place(d, draw_direction(d), 1.0);
    goals[1].priority = 1;
    assert_int_equal(solve_chain(&chain, goals, way->kind == 2 ? 2 : 1, previous, &options, q, &report), SWV_OK);
    assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
    out->where = where_of(report.outcome);
    for (int i = 0; i < chain.joint_count; i++)
        add_place(out, "link", frames[i].position, size);
    add_frame(out, "tip", tip, 0.25 * size, size);
}

// ---- trees ----

typedef struct tree_way {
    bool balances, is_far;
} tree_way;

static void solve_tree(const void *setup, draw *d, answer *out)
{
    static tree_in_memory trees[2];
    static void          *rooms[2];
    if (!trees[0].memory) {
        trees[0] = tree_of(g1_joints, g1_count);
        trees[1] = tree_of(h1_joints, h1_count);
        for (int i = 0; i < 2; i++)
            rooms[i] = malloc(swv_solve_size(&trees[i].tree, 4));
    }
    static const char *const names[2][4] = {
        { "left_ankle_roll_link", "right_ankle_roll_link", "left_wrist_yaw_link", "right_wrist_yaw_link" },
        { "left_ankle_link", "right_ankle_link", "left_elbow_link", "right_elbow_link" },
    };
    const tree_way     *way = setup;
    const int           which = draw_below(d, 2);
    const swv_skeleton *tree = &trees[which].tree;
    const double        size = tree->size;
    double              rest[512], aim[512], previous[512], posture[512];
    swv_pose            frames[SWV_SKELETON_JOINTS];
    swv_goal            goals[4] = { 0 };
    swv_vec3            support[2];
    swv_solve_report    report;
    swv_solve_options   options = { .max_restarts = -1 };
    assert_int_equal(swv_skeleton_rest(tree, rest), SWV_OK);
    for (int i = 0; i < tree->number_count; i++) {
        aim[i] = rest[i] + draw_between(d, -0.4, 0.4) * (i < 7 ? 0.2 : 1.0);
        previous[i] = moved_number(d, aim[i] + draw_between(d, -0.2, 0.2) * (i < 7 ? 0.2 : 1.0));
    }
    assert_int_equal(swv_skeleton_clamp(tree, aim, aim), SWV_OK);
    assert_int_equal(swv_skeleton_frames(tree, aim, frames), SWV_OK);
    for (int i = 0; i < 4; i++) {
        const int link = swv_skeleton_find(tree, names[which][i]);
        assert_true(link >= 0);
        goals[i].link = swv_link_of(link);
        goals[i].target = frames[link];
        goals[i].priority = i / 2;
        if (i < 2)
            support[i] = frames[link].position;
        else if (way->is_far)
            goals[i].target.position = swv_vec3_add(goals[i].target.position, draw_offset(d, 0, 0.5, size));
        if (i >= 2 && which == 1)
            goals[i].kind = SWV_GOAL_POSITION;  // its forearms have no wrists
        goals[i].target = moved_pose(d, goals[i].target, size);
    }
    const swv_goals all = { goals, 4, { support, way->balances ? 2 : 0, .priority = 1 } };
    assert_int_equal(swv_solve(tree, &all, previous, &options, rooms[which], posture, &report), SWV_OK);
    assert_int_equal(swv_skeleton_frames(tree, posture, frames), SWV_OK);
    const bool is_met = report.priority_met >= 1;
    out->where = is_met ? WHERE_REACHED : report.outcome == SWV_REACHED ? WHERE_LIMITED : where_of(report.outcome);
    for (int i = 0; i < tree->joint_count; i++)
        add_place(out, tree->joints[i].name ? tree->joints[i].name : "link", frames[i].position, size);
}

/// A posture brought inside its limits. Angles up to a radian outside: one that is outside by half a turn has two nearest limits.
static void clamp_tree(const void *setup, draw *d, answer *out)
{
    static tree_in_memory made;
    (void)setup;
    if (!made.memory)
        made = tree_of(g1_joints, g1_count);
    const swv_skeleton *tree = &made.tree;
    double              posture[512];
    swv_pose            frames[SWV_SKELETON_JOINTS];
    assert_int_equal(swv_skeleton_rest(tree, posture), SWV_OK);
    for (int i = 0; i < tree->number_count; i++)
        posture[i] = moved_number(d, posture[i] + draw_between(d, -1, 1));
    assert_int_equal(swv_skeleton_clamp(tree, posture, posture), SWV_OK);
    assert_int_equal(swv_skeleton_frames(tree, posture, frames), SWV_OK);
    out->where = WHERE_OTHERWISE;
    for (int i = 0; i < tree->joint_count; i++)
        add_place(out, tree->joints[i].name, frames[i].position, tree->size);
}

int main(int argc, char **argv)
{
    static const chain_way pose = { 0, false }, place = { 1, false }, two = { 2, false }, near = { 1, true };
    static const tree_way  within = { false, false }, far = { false, true }, balanced = { true, true };
    enum {
        reached = MEETS(WHERE_REACHED),
        far_too = reached | MEETS(WHERE_OUT_OF_REACH),
        limited = MEETS(WHERE_REACHED) | MEETS(WHERE_LIMITED)
    };
    static const perturbed functions[] = {
        { "swv_solve, pose", solve_serial, &pose, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_solve, position", solve_serial, &place, 2000, 400, far_too, 0.02 },
        { "swv_solve, position nearest to previous", solve_serial, &near, 2000, 400, far_too, 0.02 },
        { "swv_solve, position, then direction", solve_serial, &two, 2000, 400, far_too, 0.02 },
        { "swv_solve, bodies", solve_tree, &within, 1000, 200, reached, 0.02 },
        { "swv_solve, bodies, far hands", solve_tree, &far, 1000, 200, limited, 0.02 },
        { "swv_solve, bodies, far hands, balance", solve_tree, &balanced, 1000, 200, limited, 0.02 },
        { "swv_skeleton_clamp", clamp_tree, NULL, 2000, 400, MEETS(WHERE_OTHERWISE), 0.02 },
    };
    return RUN_PERTURBATIONS("solve", functions, argc, argv);
}
