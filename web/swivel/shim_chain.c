// SPDX-License-Identifier: MIT
//
// Chains, their models, the engine and the study's seven methods over flat arrays; see shim.c.
#include <stdlib.h>

#include "shim.h"

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

// ---- the study ----

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
    const swv_status status = swv_study_solve(chain, &pose, (swv_study_method)method, q, &options, q, &r, scratch);
    if (status != SWV_OK)
        return (int)status;
    const double flat[7] = { (double)r.outcome, (double)r.iterations, (double)r.evaluations, (double)r.jacobians,
                             r.residual,        r.position_error,     r.rotation_error };
    for (int i = 0; i < 7; i++)
        report[i] = flat[i];
    return SWV_OK;
}

// ---- the engine ----

/// kind: SWV_GOAL_POSE or SWV_GOAL_POSITION. report: outcome, iterations, evaluations, restarts, position error,
/// rotation error.
int EXPORT(engine_solve)(const swv_chain *chain, int kind, const double *target, int max_iterations, double *q,
                         double *report)
{
    const swv_goal          goal = { .kind = (swv_goal_kind)kind,
                                     .target = { { target[0], target[1], target[2] },
                                                 { target[3], target[4], target[5], target[6] } } };
    const swv_solve_options options = { .max_iterations = max_iterations };
    swv_solve_report        r;
    const swv_status        status = swv_solve(chain, &goal, 1, q, &options, q, &r);
    if (status != SWV_OK)
        return (int)status;
    const double flat[6] = { (double)r.outcome,  (double)r.iterations, (double)r.evaluations,
                             (double)r.restarts, r.position_error,     r.rotation_error };
    for (int i = 0; i < 6; i++)
        report[i] = flat[i];
    return SWV_OK;
}
