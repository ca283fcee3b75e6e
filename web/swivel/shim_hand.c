// SPDX-License-Identifier: MIT
//
// The planar finger and the hand over flat arrays; see shim.c. A hand's posture is 21 doubles: five of the thumb, then
// abduction, MCP, PIP and DIP of each finger from index to little. Places are as seen from the wrist.
#include <stdlib.h>
#include <string.h>

#include "shim.h"

// ---- the finger ----

swv_finger *EXPORT(finger_new_little)(void)
{
    swv_finger *finger = malloc(sizeof *finger);
    if (finger)
        swv_finger_make_little(finger);
    return finger;
}

/// joints: x and y of the two joints after the knuckle, and of the tip.
int EXPORT(finger_forward)(const swv_finger *finger, const double *q, double *joints)
{
    swv_point        tip, at[3];
    const swv_status status = swv_finger_forward(finger, q, &tip, at);
    for (int i = 0; status == SWV_OK && i < 3; i++) {
        joints[2 * i] = at[i].x;
        joints[2 * i + 1] = at[i].y;
    }
    return (int)status;
}

static void finger_report_to(const swv_finger_report *r, double *to)
{
    to[0] = (double)r->outcome;
    to[1] = (double)r->count;
    to[2] = (double)r->iterations;
    to[3] = r->tip_error;
}

/// q: SWV_FINGER_SOLUTIONS (16) x 3. report: outcome, count, iterations, tip error.
int EXPORT(finger_solve)(const swv_finger *finger, double x, double y, double *q, double *report)
{
    swv_finger_report ended;
    const swv_status  status = swv_finger_solve(finger, (swv_point){ x, y }, (double(*)[3])q, &ended);
    if (status == SWV_OK)
        finger_report_to(&ended, report);
    return (int)status;
}

int EXPORT(finger_solve_free)(const swv_finger *finger, double x, double y, const double *previous, double *q,
                              double *report)
{
    swv_finger_report ended;
    const swv_status  status = swv_finger_solve_free(finger, (swv_point){ x, y }, previous, q, &ended);
    if (status == SWV_OK)
        finger_report_to(&ended, report);
    return (int)status;
}

/// The edge of the reachable area as points, `per_edge` of them on each edge: loop, x, y each. *count: how many points, at
/// most 64 * per_edge.
int EXPORT(finger_outline)(const swv_finger *finger, int kind, int per_edge, double *points, double *count)
{
    swv_finger_edge  edges[SWV_FINGER_EDGES];
    int              n = 0;
    const swv_status status = swv_finger_outline(finger, (swv_finger_kind)kind, edges, &n);
    if (status != SWV_OK)
        return (int)status;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < per_edge; k++) {
            double    q[3];
            swv_point tip = { 0.0, 0.0 };
            swv_finger_edge_posture(finger, (swv_finger_kind)kind, &edges[i], (double)k / (double)per_edge, q);
            (void)swv_finger_forward(finger, q, &tip, NULL);
            double *point = points + 3 * (i * per_edge + k);
            point[0] = (double)edges[i].loop;
            point[1] = tip.x;
            point[2] = tip.y;
        }
    *count = (double)(n * per_edge);
    return SWV_OK;
}

/// line: x and y of both ends. parts: how many, then 16 times from and to.
int EXPORT(finger_clip)(const swv_finger *finger, int kind, const double *line, double *parts)
{
    swv_finger_parts found;
    const swv_status status = swv_finger_clip(finger, (swv_finger_kind)kind, (swv_point){ line[0], line[1] },
                                              (swv_point){ line[2], line[3] }, &found);
    if (status != SWV_OK)
        return (int)status;
    parts[0] = (double)found.count;
    for (int i = 0; i < found.count; i++) {
        parts[1 + 2 * i] = found.from[i];
        parts[2 + 2 * i] = found.to[i];
    }
    return SWV_OK;
}

/// report: converged, iterations, tip error.
int EXPORT(finger_newton)(const swv_finger *finger, double x, double y, int start, double alpha, double epsilon,
                          int max_iterations, double *q, double *report)
{
    const swv_finger_newton_options options = {
        .start = (swv_finger_newton_start)start, .alpha = alpha, .epsilon = epsilon, .max_iterations = max_iterations
    };
    swv_finger_newton_report ended;
    const swv_status         status = swv_finger_newton(finger, (swv_point){ x, y }, &options, q, &ended);
    if (status != SWV_OK)
        return (int)status;
    report[0] = ended.converged ? 1.0 : 0.0;
    report[1] = (double)ended.iterations;
    report[2] = ended.tip_error;
    return SWV_OK;
}

// ---- the hand ----

static swv_hand_posture posture_from(const double *p)
{
    swv_hand_posture posture;
    memcpy(posture.thumb, p, sizeof posture.thumb);
    memcpy(posture.fingers, p + 5, sizeof posture.fingers);
    return posture;
}

static void posture_to(const swv_hand_posture *posture, double *p)
{
    memcpy(p, posture->thumb, sizeof posture->thumb);
    memcpy(p + 5, posture->fingers, sizeof posture->fingers);
}

/// A hand of this length; NULL if no hand has it, or there is no memory.
swv_hand *EXPORT(hand_new)(int side, double length)
{
    swv_hand *hand = malloc(sizeof *hand);
    if (hand && swv_hand_make(hand, (swv_side)side, length) != SWV_OK) {
        free(hand);
        hand = NULL;
    }
    return hand;
}

int EXPORT(hand_shape)(const swv_hand *hand, int shape, double *posture)
{
    swv_hand_posture found;
    const swv_status status = swv_hand_shape_posture(hand, (swv_hand_shape)shape, &found);
    if (status == SWV_OK)
        posture_to(&found, posture);
    return (int)status;
}

/// For each digit four points: three joints and the tip.
int EXPORT(hand_points)(const swv_hand *hand, const double *posture, double *points)
{
    const swv_hand_posture p = posture_from(posture);
    const swv_pose         wrist = SWV_IDENTITY_POSE;
    swv_pose               bones[SWV_DIGITS][SWV_DIGIT_BONES];
    swv_vec3               tips[SWV_DIGITS];
    swv_status             status = swv_hand_frames(hand, &wrist, &p, bones);
    if (status == SWV_OK)
        status = swv_hand_forward(hand, &wrist, &p, tips, NULL);
    for (int i = 0; status == SWV_OK && i < 4 * SWV_DIGITS; i++) {
        const swv_vec3 at = i % 4 < 3 ? bones[i / 4][i % 4].position : tips[i / 4];
        points[3 * i] = at.x;
        points[3 * i + 1] = at.y;
        points[3 * i + 2] = at.z;
    }
    return (int)status;
}

/// wanted: bits of the digits whose tips (5 x 3) are given. report: bits out of reach, then five errors.
int EXPORT(hand_solve)(const swv_hand *hand, int wanted, const double *tips, int shape, double enslaving,
                       const double *previous, double *posture, double *report)
{
    swv_hand_goal goal = {
        .wrist = SWV_IDENTITY_POSE, .wanted = (uint32_t)wanted, .shape = (swv_hand_shape)shape, .enslaving = enslaving
    };
    for (int i = 0; i < SWV_DIGITS; i++)
        goal.tip[i] = (swv_vec3){ tips[3 * i], tips[3 * i + 1], tips[3 * i + 2] };
    const swv_hand_posture before = posture_from(previous);
    swv_hand_posture       found;
    swv_hand_report        r;
    const swv_status       status = swv_hand_solve(hand, &goal, &before, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    report[0] = (double)r.out_of_reach;
    memcpy(report + 1, r.tip_error, sizeof r.tip_error);
    return SWV_OK;
}

/// report: holds, gap, opposition.
int EXPORT(hand_pinch)(const swv_hand *hand, int finger, double size, int shape, double *posture, double *report)
{
    swv_hand_posture      found;
    swv_hand_pinch_report r;
    const swv_status status = swv_hand_pinch(hand, (swv_digit_name)finger, size, (swv_hand_shape)shape, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    report[0] = r.holds ? 1.0 : 0.0;
    report[1] = r.gap;
    report[2] = r.opposition;
    return SWV_OK;
}
