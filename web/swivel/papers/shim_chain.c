// SPDX-License-Identifier: MIT
//
// Chains of joints, models, the engine on them and the seven methods that Chin compares, over flat arrays; see ../shim.c.
#include <stdlib.h>
#include <string.h>

#include "shim_papers.h"

// ---- models ----

int EXPORT(model_count)(void)
{
    return swv_model_count();
}

const char *EXPORT(model_name)(int model)
{
    const swv_model *m = swv_model_at(model);
    return m ? m->name : "";
}

const char *EXPORT(model_joint_name)(int model, int joint)
{
    const swv_model *m = swv_model_at(model);
    return m && joint >= 0 && joint < m->joint_count ? m->joint_names[joint] : "";
}

/// The chain of a model; NULL if there is none, or no memory.
swv_chain *EXPORT(chain_new)(int model)
{
    const swv_model *m = swv_model_at(model);
    swv_chain       *chain = m ? malloc(sizeof *chain) : NULL;
    if (chain && swv_model_chain(m->name, chain) != SWV_OK) {
        free(chain);
        chain = NULL;
    }
    return chain;
}

// ---- chains of one's own ----

swv_chain *EXPORT(chain_alloc)(void)
{
    return calloc(1, sizeof(swv_chain));
}

/// rows: theta, d, a, alpha and whether it slides, of each joint.
int EXPORT(chain_from_dh)(swv_chain *chain, int convention, const double *rows, int count)
{
    swv_dh_row made[SWV_MAX_JOINTS];
    if (count > SWV_MAX_JOINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++, rows += 5)
        made[i] = (swv_dh_row){ rows[0], rows[1], rows[2], rows[3], rows[4] != 0.0 };
    return (int)swv_chain_from_dh(chain, (swv_dh_convention)convention, made, count);
}

/// axes: point, direction and whether it slides, of each joint; tip: its pose. All in the zero posture.
int EXPORT(chain_from_axes)(swv_chain *chain, const double *axes, int count, const double *tip)
{
    swv_axis made[SWV_MAX_JOINTS];
    if (count > SWV_MAX_JOINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++, axes += 7)
        made[i] = (swv_axis){ vec3_from(axes), vec3_from(axes + 3), axes[6] != 0.0 };
    const swv_pose at = pose_from(tip);
    return (int)swv_chain_from_axes(chain, made, count, &at);
}

int EXPORT(chain_set_base)(swv_chain *chain, const double *base)
{
    swv_chain other = *chain;
    other.base = pose_from(base);
    other.base.rotation = swv_quat_normalize(other.base.rotation);
    const swv_status status = swv_chain_check(&other);
    if (status == SWV_OK)
        *chain = other;
    return (int)status;
}

int EXPORT(chain_set_limits)(swv_chain *chain, int joint, double lower, double upper)
{
    return (int)swv_chain_set_limits(chain, joint, lower, upper);
}

int EXPORT(chain_couple)(swv_chain *chain, int joint, int leader, double ratio, double offset)
{
    return (int)swv_chain_couple(chain, joint, leader, ratio, offset);
}

/// jacobian: 6 rows by dof columns, of the tip.
int EXPORT(chain_jacobian)(const swv_chain *chain, const double *q, int axes, double *jacobian)
{
    return (int)swv_chain_jacobian(chain, q, (swv_jacobian_axes)axes, jacobian, NULL);
}

// ---- use ----

int EXPORT(chain_joint_count)(const swv_chain *chain)
{
    return chain->joint_count;
}

int EXPORT(chain_dof)(const swv_chain *chain)
{
    return chain->dof;
}

/// limits: lower and upper of each coordinate of a posture.
int EXPORT(chain_limits)(const swv_chain *chain, double *limits)
{
    swv_status status = SWV_OK;
    for (int i = 0; status == SWV_OK && i < chain->dof; i++)
        status = swv_chain_limits(chain, i, &limits[2 * i], &limits[2 * i + 1]);
    return (int)status;
}

/// frames: a pose for each joint, and the tip's after them.
int EXPORT(chain_frames)(const swv_chain *chain, const double *q, double *frames)
{
    swv_pose         joints[SWV_MAX_JOINTS], tip;
    const swv_status status = swv_chain_frames(chain, q, joints, &tip);
    if (status != SWV_OK)
        return (int)status;
    for (int i = 0; i < chain->joint_count; i++)
        pose_to(joints[i], frames + 7 * i);
    pose_to(tip, frames + 7 * chain->joint_count);
    return SWV_OK;
}

// ---- Chin's seven methods ----

const char *EXPORT(study_method_name)(int method)
{
    const char *name = swv_study_method_name((swv_study_method)method);
    return name ? name : "";
}

/// Doubles that `scratch` must have.
int EXPORT(study_scratch)(const swv_chain *chain)
{
    return (int)swv_study_scratch(chain->dof);
}

/// q: in, where to start; out, the best posture. report: outcome, iterations, evaluations, jacobians, residual, position
/// error, rotation error.
int EXPORT(study_solve)(const swv_chain *chain, const double *target, int method, int max_iterations, double *q,
                        double *scratch, double *report)
{
    const swv_pose pose = { { target[0], target[1], target[2] }, { target[3], target[4], target[5], target[6] } };
    const swv_study_options options = { .max_iterations = max_iterations };
    swv_study_report        r;
    const swv_status status = swv_study_solve(chain, &pose, (swv_study_method)method, q, &options, scratch, q, &r);
    if (status != SWV_OK)
        return (int)status;
    const double flat[7] = { (double)r.outcome, (double)r.iterations, (double)r.evaluations, (double)r.jacobians,
                             r.residual,        r.position_error,     r.rotation_error };
    for (int i = 0; i < 7; i++)
        report[i] = flat[i];
    return SWV_OK;
}

// ---- the engine ----

enum { ENGINE_GOALS = SWV_REPORTED_GOALS };

/// goals: of each kind, link, point, axis, target, direction, distance, weight, priority.
/// options: tolerances of position and rotation, most iterations, most restarts, seed, weights of the preferred and of the previous
/// posture.
/// preferred, previous: dof numbers, or NULL. report: outcome, iterations, evaluations, restarts, position error, rotation error, priority met,
/// whether it is stationary, the lower and the upper half of at_limit, then both errors of each goal.
int EXPORT(engine_solve)(const swv_chain *chain, const double *goals, int count, const double *previous,
                         const double *options, const double *preferred, double *q, double *report)
{
    swv_goal wanted[ENGINE_GOALS];
    if (count > ENGINE_GOALS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++)
        wanted[i] = engine_goal_from(goals + GOAL_SIZE * i);
    const swv_solve_options given = { .position_tolerance = options[0],
                                      .rotation_tolerance = options[1],
                                      .max_iterations = (int)options[2],
                                      .max_restarts = (int)options[3],
                                      .seed = (uint64_t)options[4],
                                      .preferred = preferred,
                                      .preferred_weight = options[5],
                                      .previous_weight = options[6] };
    swv_joint               joints[SWV_CHAIN_JOINTS];
    const int               joint_count = swv_chain_joints(chain, joints), first = joint_count - chain->joint_count - 1;
    swv_skeleton            skeleton;
    swv_solve_report        r;
    void                   *memory = malloc(swv_skeleton_size(joint_count) + 1), *room = NULL;
    swv_status              status = memory ? SWV_OK : SWV_NO_MEMORY;
    for (int i = 0; i < count; i++)
        wanted[i].link += wanted[i].link > 0 ? first : 0;
    if (status == SWV_OK)
        status = swv_skeleton_make(joints, joint_count, NULL, memory, &skeleton, NULL);
    if (status == SWV_OK) {
        const swv_goals all = { .goals = wanted, .count = count };
        room = malloc(swv_solve_size(&skeleton, count));
        status = room ? swv_solve(&skeleton, &all, previous, &given, room, q, &r) : SWV_NO_MEMORY;
    }
    free(room);
    free(memory);
    if (status != SWV_OK)
        return (int)status;
    uint64_t at_limit = 0;  // by number of the posture
    for (int i = 0; i < chain->joint_count; i++)
        if (chain->joints[i].follows < 0)
            at_limit |= (r.at_limit[(first + i) / 64] >> (first + i) % 64 & 1) << chain->joints[i].coordinate;
    const double flat[] = { (double)r.outcome,
                            (double)r.iterations,
                            (double)r.evaluations,
                            (double)r.restarts,
                            r.position_error,
                            r.rotation_error,
                            (double)r.priority_met,
                            r.is_stationary ? 1.0 : 0.0,
                            (double)(at_limit & 0xFFFFFFFFu),
                            (double)(at_limit >> 32) };
    memcpy(report, flat, sizeof flat);
    for (int i = 0; i < count; i++) {
        report[10 + 2 * i] = r.goals[i].position;
        report[11 + 2 * i] = r.goals[i].rotation;
    }
    return SWV_OK;
}
