// SPDX-License-Identifier: MIT
//
// Dividing a tree into groups that do not know of each other, each with the nodes, coordinates and goals it needs.
//
// Goals whose links are moved by no joint in common are separate problems. Two goals have a joint in common if the topmost
// joint that moves them is the same, so groups are named by it. A free root that a pose asks for is put there and held: then
// legs, arms and trunk hang on something that stands still, and the groups are small.
//
// Frames and units are those of tree_engine.h; a posture has the caller's numbers, radians and metres. In all functions a top, a mover and a joint
// are indices of joints of the skeleton, n of a node or a joint, k of a goal; -1: none.
#include <string.h>

#include "solve/tree_engine.h"

// ---- memory ----

static int *take_ints(swvi_arena *a, size_t count)
{
    return (int *)swvi_take(a, count, sizeof(int));
}

size_t swvi_problem_carve(swvi_problem *p, const swv_skeleton *skeleton, int goal_count, void *memory)
{
    const size_t joints = (size_t)skeleton->joint_count, followers = (size_t)skeleton->follower_count;
    const size_t freedoms = (size_t)skeleton->freedom_count + followers, goals = (size_t)goal_count;
    const size_t numbers = (size_t)skeleton->number_count + followers;
    swvi_arena   a = { (char *)memory, 0 };
    swvi_group  *g = &p->group;
    memset(p, 0, sizeof *p);
    p->skeleton = skeleton;
    p->goal_count = goal_count;
    p->goals = (swvi_tree_goal *)swvi_take(&a, goals, sizeof(swvi_tree_goal));
    p->errors = (swvi_goal_error *)swvi_take(&a, goals, sizeof(swvi_goal_error));
    p->posture = swvi_take_numbers(&a, numbers);
    p->node_of = take_ints(&a, joints);
    p->moved = take_ints(&a, joints);
    p->only = take_ints(&a, joints);
    p->path = take_ints(&a, joints);
    p->next_top = take_ints(&a, followers > 0 ? joints : 0);
    p->is_pinned = (unsigned char *)swvi_take(&a, joints, 1);
    g->skeleton = skeleton;
    g->nodes = (swvi_node *)swvi_take(&a, joints, sizeof(swvi_node));
    g->owner = take_ints(&a, freedoms);
    g->screw = swvi_take_numbers(&a, 6 * freedoms);
    g->lower = swvi_take_numbers(&a, freedoms);
    g->upper = swvi_take_numbers(&a, freedoms);
    g->gradient = swvi_take_numbers(&a, freedoms);
    g->sine = swvi_take_numbers(&a, numbers);
    g->cosine = swvi_take_numbers(&a, numbers);
    g->met = swvi_take_numbers(&a, 6 * freedoms);
    g->give = swvi_take_numbers(&a, freedoms);
    g->twist = swvi_take_numbers(&a, 6 * joints);
    for (int k = 0; k < 3; ++k)
        g->work[k] = swvi_take_numbers(&a, freedoms);
    g->held = (unsigned char *)swvi_take(&a, freedoms, 1);
    g->swing = swvi_take_numbers(&a, 4 * joints);
    g->composites = (swvi_composite *)swvi_take(&a, joints, sizeof(swvi_composite));
    g->balance_rows = swvi_take_numbers(&a, SWVI_BALANCE_ROWS * freedoms);
    g->balance_columns = swvi_take_numbers(&a, SWVI_BALANCE_ROWS * freedoms);
    g->below = swvi_take_numbers(&a, 4 * joints);
    g->follows = (swvi_follow *)swvi_take(&a, followers, sizeof(swvi_follow));
    g->follow_columns = swvi_take_numbers(&a, followers * freedoms);
    g->follow_factor = swvi_take_numbers(&a, followers * followers);
    for (int k = 0; k < SWVI_TREE_POSTURES; ++k)
        g->postures[k].z = swvi_take_numbers(&a, numbers);
    g->sequence = (uint64_t *)swvi_take(&a, freedoms, sizeof(uint64_t));
    g->stride = (uint64_t *)swvi_take(&a, freedoms, sizeof(uint64_t));
    return a.used;
}

// ---- postures ----

// A ball's rotation q, given in the link's axes, in those of the solver's frame, against which the link is turned by `turn`; with its conjugate back.
static swv_quat to_solver_axes(swv_quat turn, swv_quat q)
{
    return swv_quat_mul(swv_quat_mul(turn, q), swv_quat_conjugate(turn));
}

// A joint's numbers in the caller's posture as the engine's z: a ball with limits as tangents of half its swing and its twist.
static void load_node(const swvi_node *node, const double *posture, double *z)
{
    const swvi_joint *in = node->in;
    const swv_joint  *j = node->joint;
    if (j->kind == SWV_JOINT_FREE) {
        memcpy(z, posture, sizeof(double) * 3);
        swvi_store_quat(swv_quat_mul(swvi_quat_at(&posture[3]), swv_quat_conjugate(in->turn)), &z[3]);
    } else if (j->kind == SWV_JOINT_BALL) {
        const swv_quat q = to_solver_axes(in->turn, swvi_quat_at(posture));
        if (!node->is_swung) {
            swvi_store_quat(q, z);
            return;
        }
        swvi_swing s = swvi_swing_of(q, in->axes);
        (void)swv_angle_turn_into(j->lower[0], j->upper[0], &s.twist);
        z[0] = s.u;
        z[1] = s.v;
        z[2] = swvi_clamp(j->lower[0], j->upper[0], s.twist);
        z[3] = 0.0;
    } else {
        for (int k = 0; k < node->coordinates; ++k)
            z[k] = swvi_value_of(j, posture[k]);
    }
}

// The way back from z to the caller's posture.
static void store_node(const swvi_node *node, const double *z, double *posture)
{
    const swvi_joint *in = node->in;
    if (node->joint->kind == SWV_JOINT_FREE) {
        memcpy(posture, z, sizeof(double) * 3);
        swvi_store_quat(swv_quat_normalize(swv_quat_mul(swvi_quat_at(&z[3]), in->turn)), &posture[3]);
    } else if (node->joint->kind == SWV_JOINT_BALL) {
        const swvi_swing s = { z[0], z[1], z[2] };
        const swv_quat   q = node->is_swung ? swvi_swing_to_quat(s, in->axes) : swvi_quat_at(z);
        swvi_store_quat(swv_quat_normalize(to_solver_axes(swv_quat_conjugate(in->turn), q)), posture);
    } else {
        memcpy(posture, z, sizeof(double) * (size_t)node->coordinates);
    }
}

void swvi_group_load(const swvi_problem *p, double *z)
{
    const swvi_group *g = &p->group;
    for (int n = 0; n < g->node_count; ++n)
        if (!g->nodes[n].is_held)
            load_node(&g->nodes[n], &p->posture[p->skeleton->first_number[g->nodes[n].at]], &z[g->nodes[n].number]);
}

void swvi_group_store(swvi_problem *p, const double *z)
{
    const swvi_group *g = &p->group;
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        const swv_joint *leader = &p->skeleton->joints[node->in->leader];
        double          *posture = &p->posture[p->skeleton->first_number[node->at]];
        if (node->is_held)
            continue;
        bool is_first = true;  // of its group to follow the number: others leave it alone
        for (int k = 0; k < g->follow_count; ++k)
            is_first = is_first && g->follows[k].node != n;
        if (!swvi_joint_follows(node->joint))
            store_node(node, &z[node->number], posture);
        else if (is_first)
            *posture = swvi_clamp(leader->lower[0], leader->upper[0],
                                  (z[node->number] - node->joint->offset) / node->joint->ratio);
    }
}

// ---- groups ----

// The topmost joint that moves what `mover` moves, and is not pinned; -1: none.
static int top_of(const swvi_problem *p, int mover)
{
    const swvi_joint *inside = swvi_skeleton_inside(p->skeleton);
    int               top = -1;
    for (int n = mover; n >= 0 && !p->is_pinned[n]; n = inside[n].above)
        top = n;
    return top;
}

// The groups of two tops are one from now on: that of the first.
static void join(swvi_problem *p, int first, int second)
{
    int last = first;
    while (p->next_top[last] >= 0)
        last = p->next_top[last];
    p->next_top[last] = second;
    for (int k = 0; k < p->goal_count; ++k)
        if (p->goals[k].top == second)
            p->goals[k].top = first;
}

// Goals that are moved by joints that share a number are one problem. True if there are such.
static bool join_groups(swvi_problem *p)
{
    const swvi_joint *inside = swvi_skeleton_inside(p->skeleton);
    int              *goal_of = p->path;  // of each leader: a goal that its number moves
    bool              has_joined = false;
    for (int n = 0; n < p->skeleton->joint_count; ++n)
        p->next_top[n] = goal_of[n] = -1;
    for (int k = 0; k < p->goal_count; ++k) {
        for (int n = p->goals[k].mover; n >= 0 && !p->is_pinned[n]; n = inside[n].above) {
            int *other = &goal_of[inside[n].leader];
            if (!inside[n].is_coupled)
                continue;
            if (*other >= 0 && p->goals[*other].top != p->goals[k].top) {
                join(p, p->goals[*other].top, p->goals[k].top);
                has_joined = true;
            }
            *other = k;
        }
    }
    return has_joined;
}

bool swvi_divide(swvi_problem *p)
{
    p->pinned_above = -1;
    for (int k = 0; k < p->goal_count; ++k)
        p->goals[k].top = top_of(p, p->goals[k].mover);
    return p->skeleton->follower_count > 0 && join_groups(p);
}

// The next top of the same group; -1: none.
static int next_top(const swvi_problem *p, int top)
{
    return p->skeleton->follower_count > 0 ? p->next_top[top] : -1;
}

// For the group of top `first`: how many goals each of its joints moves, and which, if it is one.
static void count_goals(swvi_problem *p, int first)
{
    const swv_skeleton *skeleton = p->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    const bool          is_whole = p->group.balance != NULL;
    for (int top = first; top >= 0; top = next_top(p, top)) {
        for (int i = skeleton->place[top]; i < skeleton->below[top]; ++i) {
            p->moved[skeleton->order[i]] = 0;
            p->only[skeleton->order[i]] = -1;
        }
    }
    for (int k = 0; k < p->group.goal_count; ++k) {
        for (int n = p->group.goals[k].mover; n >= 0 && !p->is_pinned[n]; n = inside[n].above) {
            p->only[n] = p->moved[n] == 0 ? k : -1;
            p->moved[n] += 1;
        }
    }
    // The centre of mass is moved by all.
    for (int i = skeleton->place[first]; i < skeleton->below[first] && is_whole; ++i) {
        p->moved[skeleton->order[i]] += 1;
        p->only[skeleton->order[i]] = -1;
    }
}

// A node below node `above` (-1: none), with the coordinates and numbers of its joint's kind. It moves no goals yet.
static swvi_node *add_node(swvi_problem *p, int joint, int above)
{
    swvi_group *g = &p->group;
    const int   n = g->node_count++;
    swvi_node  *node = &g->nodes[n];
    p->node_of[joint] = n;
    node->joint = &p->skeleton->joints[joint];
    node->in = &swvi_skeleton_inside(p->skeleton)[joint];
    node->at = joint;
    node->above = above;
    node->coordinate = g->coordinate_count;
    node->number = g->number_count;
    node->coordinates = swvi_freedoms_of(node->joint->kind);
    node->goal_count = 0;
    node->only = -1;
    node->is_held = false;
    node->is_swung = node->in->is_limited;
    node->mass = 0.0;
    for (int k = 0; k < node->coordinates; ++k)
        g->owner[g->coordinate_count++] = n;
    g->number_count += swvi_numbers_of(node->joint->kind);
    return node;
}

// What is pinned above a group: nodes that have a frame and nothing else. They stay from group to group.
static void add_pinned(swvi_problem *p, int joint)
{
    const swvi_joint *inside = swvi_skeleton_inside(p->skeleton);
    swvi_group       *g = &p->group;
    int               depth = 0, *chain = p->path;
    for (int n = joint; n >= 0; n = inside[n].above)
        chain[depth++] = n;
    if (joint == p->pinned_above) {
        g->node_count = depth;
        return;
    }
    p->pinned_above = joint;
    for (int k = 0; k < depth; ++k)
        (void)add_node(p, chain[depth - 1 - k], k - 1);
    swvi_group_load(p, g->postures[0].z);
    swvi_tree_walk(g, g->postures[0].z);
    for (int k = 0; k < depth; ++k) {
        g->nodes[k].is_held = true;
        g->nodes[k].coordinates = 0;
    }
    g->coordinate_count = 0;
    g->number_count = 0;
}

// A node that has no goal of its own and one node below has the sums of that one.
static void set_composites(swvi_group *g)
{
    for (int n = 0; n < g->node_count; ++n)
        g->nodes[n].composite = -1;
    for (int k = 0; k < g->goal_count; ++k)
        g->nodes[g->goals[k].node].composite = g->goals[k].node;
    for (int n = g->node_count - 1; n >= 0; --n) {
        swvi_node *node = &g->nodes[n];
        if (node->composite < 0)  // no goal below: balance only
            node->composite = n;
        if (node->above < 0)
            continue;
        swvi_node *above = &g->nodes[node->above];
        above->composite = above->composite < 0 ? node->composite : node->above;
    }
}

// The masses of links that move with a node.
static void set_masses(swvi_problem *p)
{
    const swv_skeleton *skeleton = p->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    for (int j = 0; j < skeleton->joint_count; ++j) {
        const swv_joint *joint = &skeleton->joints[j];
        const int        mover = inside[j].mover;
        if (!(joint->mass > 0.0) || mover < 0)
            continue;
        swvi_node     *node = &p->group.nodes[p->node_of[mover]];
        const swv_vec3 at = swv_vec3_add(inside[j].from_mover, swv_quat_rotate(inside[j].turn, joint->center));
        const double   sum = node->mass + joint->mass, part = joint->mass / sum;
        const double   c[3] = { at.x, at.y, at.z };
        for (int k = 0; k < 3; ++k)
            node->center[k] = node->mass > 0.0 ? node->center[k] + part * (c[k] - node->center[k]) : c[k];
        node->mass = sum;
    }
}

// Nodes for what moves a goal, or the centre of mass, from a top down.
static void add_nodes_below(swvi_problem *p, int top)
{
    const swv_skeleton *skeleton = p->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    for (int i = skeleton->place[top]; i < skeleton->below[top]; ++i) {
        const int j = skeleton->order[i];
        if (p->moved[j] == 0 || skeleton->joints[j].kind == SWV_JOINT_FIXED)
            continue;
        swvi_node *node = add_node(p, j, inside[j].above >= 0 ? p->node_of[inside[j].above] : -1);
        node->goal_count = p->moved[j];
        node->only = p->only[j];
    }
}

// Nodes whose joints share a number. Where they are of several limbs they belong to none of them: the trunk.
static void set_follows(swvi_problem *p)
{
    swvi_group *g = &p->group;
    int        *head_of = p->path;
    g->follow_count = 0;
    if (p->skeleton->follower_count == 0)
        return;
    for (int n = 0; n < p->skeleton->joint_count; ++n)
        head_of[n] = -1;
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        if (node->is_held || !node->in->is_coupled)
            continue;
        int *head = &head_of[node->in->leader];
        if (*head < 0) {
            *head = n;
            continue;
        }
        const swv_joint *a = g->nodes[*head].joint, *b = node->joint;
        const double     ratio = (swvi_joint_follows(b) ? b->ratio : 1.0) / (swvi_joint_follows(a) ? a->ratio : 1.0);
        const double     offset = swvi_value_of(b, 0.0) - ratio * swvi_value_of(a, 0.0);
        const double     unit_a = a->kind == SWV_JOINT_SLIDER ? g->unit : 1.0,
                     unit_b = b->kind == SWV_JOINT_SLIDER ? g->unit : 1.0;
        g->follows[g->follow_count++] = (swvi_follow){ n, *head, ratio, offset, ratio * unit_a / unit_b };
        if (g->nodes[*head].only != node->only)
            g->nodes[*head].only = -1;
    }
    for (int k = 0; k < g->follow_count; ++k)
        g->nodes[g->follows[k].node].only = g->nodes[g->follows[k].head].only;
}

// The group of p->group.goals: pinned nodes above the top, then those below all its tops.
static void build(swvi_problem *p, int top)
{
    const swv_skeleton *skeleton = p->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    swvi_group         *g = &p->group;
    g->node_count = 0;
    g->coordinate_count = 0;
    g->number_count = 0;
    g->follow_count = 0;
    count_goals(p, top);
    if (inside[top].above < 0)
        p->pinned_above = -1;
    else
        add_pinned(p, inside[top].above);
    for (; top >= 0; top = next_top(p, top))
        add_nodes_below(p, top);
    for (int k = 0; k < g->goal_count; ++k)
        g->goals[k].node = p->node_of[g->goals[k].mover];
    set_composites(g);
    set_follows(p);
    if (g->balance)
        set_masses(p);
}

void swvi_group_build(swvi_problem *p, int top)
{
    swvi_group *g = &p->group;
    // Its goals come first.
    g->goals = p->goals;
    g->goal_count = 0;
    for (int k = 0; k < p->goal_count; ++k) {
        if (p->goals[k].top != top)
            continue;
        if (k != g->goal_count) {
            const swvi_tree_goal other = p->goals[g->goal_count];
            p->goals[g->goal_count] = p->goals[k];
            p->goals[k] = other;
        }
        g->goal_count += 1;
    }
    build(p, top);
}

void swvi_group_build_for(swvi_problem *p, int goal)
{
    p->group.goals = &p->goals[goal];
    p->group.goal_count = 1;
    build(p, top_of(p, p->goals[goal].mover));
}
