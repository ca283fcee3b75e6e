// SPDX-License-Identifier: MIT
//
// Robots as skeletons and as bodies, over flat arrays; see shim.c and shim_body.c.
//   joint   27: parent, kind, rest, axis, lower, upper, mass, its centre, its box, the joint it follows or -1, ratio, offset
//   report   8: outcome, priority met, iterations, restarts, position error, rotation error, balance error, stationary; then
//               both errors of each goal
#include <stdlib.h>
#include <string.h>

#include "shim_body.h"

enum { JOINT_SIZE = 27, ROBOT_GOALS = SWV_REPORTED_GOALS };

/// The skeleton's joints, its memory and the names lie behind it; `room` is what solving takes, as large as was needed so far.
typedef struct shim_robot {
    swv_skeleton   skeleton;
    swv_robot_body body;
    void          *room;
    size_t         room_size;
    void          *stand_in;  ///< memory of `body`
    int            fault;
    swv_joint     *joints;
    double         memory[];
} shim_robot;

/// At least this many bytes for a call; NULL if there are none.
static void *room_of(shim_robot *r, size_t size)
{
    if (size > r->room_size) {
        free(r->room);
        r->room = malloc(size);
        r->room_size = r->room ? size : 0;
    }
    return r->room;
}

/// names: count strings, one after the other, `bytes` in all. NULL if there is no memory.
shim_robot *EXPORT(robot_new)(const double *joints, int count, const char *names, int bytes)
{
    const size_t size = (swv_skeleton_size(count) + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    const size_t given = (size_t)(count > 0 ? count : 0) * sizeof(swv_joint);
    shim_robot  *r = calloc(1, sizeof *r + size + given + (size_t)bytes);
    if (!r)
        return NULL;
    r->joints = (swv_joint *)((char *)r->memory + size);
    char *name = memcpy((char *)r->joints + given, names, (size_t)bytes);
    for (int i = 0; i < count; i++, joints += JOINT_SIZE, name += strlen(name) + 1)
        r->joints[i] = (swv_joint){ .name = name,
                                    .parent = (int)joints[0],
                                    .kind = (swv_joint_kind)joints[1],
                                    .rest = pose_from(joints + 2),
                                    .axis = vec3_from(joints + 9),
                                    .lower = { joints[12] },
                                    .upper = { joints[13] },
                                    .mass = joints[14],
                                    .center = vec3_from(joints + 15),
                                    .low = vec3_from(joints + 18),
                                    .high = vec3_from(joints + 21),
                                    .follows = (int)joints[24],
                                    .ratio = joints[24] < 0.0 ? 0.0 : joints[25],
                                    .offset = joints[26] };
    return r;
}

void EXPORT(robot_free)(shim_robot *r)
{
    free(r->stand_in);
    free(r->room);
    free(r);
}

int EXPORT(robot_make)(shim_robot *r, int count)
{
    return (int)swv_skeleton_make(r->joints, count, NULL, r->memory, &r->skeleton, &r->fault);
}

/// The joint that robot_make found fault with; -1: none.
int EXPORT(robot_fault)(const shim_robot *r)
{
    return r->fault;
}

int EXPORT(robot_number_count)(const shim_robot *r)
{
    return r->skeleton.number_count;
}

int EXPORT(robot_first_number)(const shim_robot *r, int joint)
{
    return r->skeleton.first_number[joint];
}

int EXPORT(robot_rest)(const shim_robot *r, double *posture)
{
    return (int)swv_skeleton_rest(&r->skeleton, posture);
}

int EXPORT(robot_frames)(const shim_robot *r, const double *posture, swv_pose *frames)
{
    return (int)swv_skeleton_frames(&r->skeleton, posture, frames);
}

/// support: corners of a polygon that the centre of mass stays over, seen along `up`; none of them: no balance.
/// options: tolerances of position and rotation, most iterations, most restarts, seed. previous: a posture, or NULL.
int EXPORT(robot_solve)(shim_robot *r, const double *goals, int count, const swv_vec3 *support, int support_count,
                        const double *up, const double *previous, const double *options, double *posture,
                        double *report)
{
    swv_goal wanted[ROBOT_GOALS];
    if (count > ROBOT_GOALS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++)
        wanted[i] = engine_goal_from(goals + GOAL_SIZE * i);
    const swv_goals         all = { wanted, count, { support, support_count, .up = vec3_from(up) } };
    const swv_solve_options given = { .position_tolerance = options[0],
                                      .rotation_tolerance = options[1],
                                      .max_iterations = (int)options[2],
                                      .max_restarts = (int)options[3],
                                      .seed = (uint64_t)options[4] };
    swv_solve_report        found;
    void                   *room = room_of(r, swv_solve_size(&r->skeleton, count));
    if (!room)
        return SWV_NO_MEMORY;
    const swv_status status = swv_solve(&r->skeleton, &all, previous, &given, room, posture, &found);
    if (status != SWV_OK)
        return (int)status;
    const double flat[] = { (double)found.outcome,  (double)found.priority_met,     (double)found.iterations,
                            (double)found.restarts, found.position_error,           found.rotation_error,
                            found.balance_error,    found.is_stationary ? 1.0 : 0.0 };
    memcpy(report, flat, sizeof flat);
    for (int i = 0; i < count; i++) {
        report[8 + 2 * i] = found.goals[i].position;
        report[9 + 2 * i] = found.goals[i].rotation;
    }
    return SWV_OK;
}

// ---- as a body ----

/// The rig is that of its links, bound. b: out, the proxy body.
int EXPORT(robot_body)(shim_robot *r, const shim_rig *rig, shim_body *b)
{
    if (!r->stand_in)
        r->stand_in = malloc(swv_robot_body_size(&r->skeleton));
    if (!r->stand_in)
        return SWV_NO_MEMORY;
    const swv_status status = swv_robot_body_make(&r->skeleton, &rig->binding, r->stand_in, &r->body, NULL);
    if (status != SWV_OK)
        return (int)status;
    b->body = r->body.body;
    return (int)shim_body_start(b);
}

/// For locals of the proxy body. previous: the last posture, or NULL. report: feet, hands, how feet are turned; right and left of each.
int EXPORT(robot_pose)(shim_robot *r, shim_body *b, const double *previous, double *posture, double *report)
{
    swv_robot_body_report found;
    void                 *room = room_of(r, swv_robot_body_size(&r->skeleton));
    if (!room)
        return SWV_NO_MEMORY;
    const swv_status status = swv_robot_body_pose(&r->body, locals_of(b), previous, room, posture, &found);
    if (status != SWV_OK)
        return (int)status;
    const double flat[] = { found.feet[0],  found.feet[1],        found.hands[0],
                            found.hands[1], found.feet_turned[0], found.feet_turned[1] };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}
