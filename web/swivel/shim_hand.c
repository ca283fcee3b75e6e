// SPDX-License-Identifier: MIT
//
// The hand over flat arrays; see shim.c. A hand's posture is 21 doubles: five of the thumb, then
// abduction, MCP, PIP and DIP of each finger from index to little. Places are as seen from the wrist.
#include <stdlib.h>
#include <string.h>

#include "shim.h"

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
    if (hand && swv_hand_make((swv_side)side, length, hand) != SWV_OK) {
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
    report[0] = (double)r.missed;
    memcpy(report + 1, r.position_error, sizeof r.position_error);
    return SWV_OK;
}

/// report: holds, gap, opposition.
int EXPORT(hand_pinch)(const swv_hand *hand, int finger, double size, int shape, double *posture, double *report)
{
    swv_hand_posture      found;
    swv_hand_pinch_report r;
    const swv_status      status = swv_hand_pinch(hand, finger, size, (swv_hand_shape)shape, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    report[0] = r.outcome == SWV_REACHED ? 1.0 : 0.0;
    report[1] = r.gap;
    report[2] = r.rotation_error;
    return SWV_OK;
}
