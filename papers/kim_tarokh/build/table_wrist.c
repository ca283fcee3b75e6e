// SPDX-License-Identifier: MIT
// The three joints of a wrist that gives the hand its rotation, for the builder of tables. Angles are radians; alpha, beta, gamma
// are those of the hand in the table's frame, Rz(alpha) Ry(beta) Rz(gamma) (table.h).
#include "kim_tarokh/build/table_wrist.h"

#include <math.h>
#include <string.h>

#include "swivel/trig.h"

void swvi_wrist_of(const swvi_space *space, swvi_wrist *w)
{
    w->chain = space->chain;
    w->before = space->n;
    w->inputs = space->n + 3;
    for (int i = 0; i < SWVI_WRIST; ++i) {
        w->joint_lower[i] = w->chain.joints[w->before + i].lower;
        w->joint_upper[i] = w->chain.joints[w->before + i].upper;
    }
}

// The rotation of a joint, by `angle` (radians) about its axis in the zero posture.
static swv_quat turn(const swv_chain_joint *joint, double angle)
{
    double s, c;
    swv_sincos(0.5 * angle, &s, &c);
    return (swv_quat){ s * joint->axis.x, s * joint->axis.y, s * joint->axis.z, c };
}

// The rotation, in the world, of what carries the wrist, with the joints before it at these angles.
static swv_quat forearm_of(const swvi_wrist *w, const double *before)
{
    swv_quat r = w->chain.base.rotation;
    for (int i = 0; i < w->before; ++i)
        r = swv_quat_mul(r, turn(&w->chain.joints[i], before[i]));
    return r;
}

// forearm^-1 hand tip^-1. `hand` is Rz(alpha) Ry(beta) Rz(gamma) multiplied out, with half angles.
swv_quat swvi_wrist_goal(const swvi_wrist *w, const double *target)
{
    const double *angles = target + w->before;
    double        s, c, sum_s, sum_c, difference_s, difference_c;
    swv_sincos(0.5 * angles[1], &s, &c);
    swv_sincos(0.5 * (angles[0] + angles[2]), &sum_s, &sum_c);
    swv_sincos(0.5 * (angles[2] - angles[0]), &difference_s, &difference_c);
    const swv_quat hand = { s * difference_s, s * difference_c, c * sum_s, c * sum_c };
    return swv_quat_mul(swv_quat_conjugate(forearm_of(w, target)),
                        swv_quat_mul(hand, swv_quat_conjugate(w->chain.tip.rotation)));
}

void swvi_wrist_forward(const swvi_wrist *w, const double *before, const double *q, double angles[3])
{
    swv_quat r = forearm_of(w, before);
    for (int i = 0; i < SWVI_WRIST; ++i)
        r = swv_quat_mul(r, turn(&w->chain.joints[w->before + i], q[i]));
    r = swv_quat_mul(r, w->chain.tip.rotation);
    (void)swv_table_orientation_of(&r, angles);
}

// The rotation that the wrist makes with angles q, and its axes as they lie then; both against the forearm.
static swv_quat make(const swvi_wrist *w, const double *q, swv_vec3 columns[SWVI_WRIST])
{
    const swv_chain_joint *joints = w->chain.joints + w->before;
    const swv_quat         first = turn(&joints[0], q[0]), second = swv_quat_mul(first, turn(&joints[1], q[1]));
    columns[0] = joints[0].axis;
    columns[1] = swv_quat_rotate(first, joints[1].axis);
    columns[2] = swv_quat_rotate(second, joints[2].axis);
    return swv_quat_mul(second, turn(&joints[2], q[2]));
}

double swvi_wrist_determinant(const swvi_wrist *w, const double *q, swv_vec3 columns[SWVI_WRIST])
{
    (void)make(w, q, columns);
    return swv_vec3_dot(columns[0], swv_vec3_cross(columns[1], columns[2]));
}

// Newton's steps, at most 14 and of at most 0.4 rad, as in swvi_space_follow (table_space.c). A determinant below 1e-6 is a singularity: chosen. e is
// the rotation that is left, as a vector: twice the quaternion's, so right to first order.
bool swvi_wrist_follow(const swvi_wrist *w, const double *q, swv_quat goal, double sign, double *found)
{
    double x[SWVI_WRIST] = { q[0], q[1], q[2] };
    for (int k = 0; k < 14; ++k) {
        swv_vec3       c[SWVI_WRIST];
        const swv_quat left = swv_quat_mul(goal, swv_quat_conjugate(make(w, x, c)));
        const double   twice = left.w < 0.0 ? -2.0 : 2.0;
        const swv_vec3 e = { twice * left.x, twice * left.y, twice * left.z };
        const swv_vec3 normal = swv_vec3_cross(c[1], c[2]);
        const double   determinant = swv_vec3_dot(c[0], normal);
        if (!(determinant * sign > 1e-6))
            return false;
        const double step[SWVI_WRIST] = { swv_vec3_dot(e, normal) / determinant,
                                          swv_vec3_dot(e, swv_vec3_cross(c[2], c[0])) / determinant,
                                          swv_vec3_dot(e, swv_vec3_cross(c[0], c[1])) / determinant };
        const double longest = fmax(fmax(fabs(step[0]), fabs(step[1])), fabs(step[2]));
        const double scale = longest > 0.4 ? 0.4 / longest : 1.0;
        for (int i = 0; i < SWVI_WRIST; ++i)
            x[i] += scale * step[i];
        if (longest < 1e-5) {  // radians: what is left goes with its square, 1e-10. Chosen
            memcpy(found, x, sizeof x);
            return true;
        }
    }
    return false;
}
