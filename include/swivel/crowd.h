// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CROWD_H
#define SWIVEL_CROWD_H

#include <stdint.h>

#include "swivel/base.h"

/// Many bodies in a budget of time: whom to pose in this frame, and in how much detail.
///
///     for (int i = 0; i < count; i++)
///         members[i].distance = distance_to_camera(i);               // each frame
///     swv_crowd_plan(members, count, NULL, &report);
///     for (int i = 0; i < count; i++)
///         if (members[i].detail >= SWV_DETAIL_BODY)
///             swv_body_reach(&bodies[i], goals[i], 2, NULL, NULL, locals[i], NULL);  // the others keep their last posture
///
/// Bodies that are close are posed in every frame, with fingers; further ones every second, fourth, eighth frame. Where that is more
/// than the budget, those go first that are latest for their distance, so that none is forgotten. Costs are counted, not measured: the same
/// calls give the same plan on every machine.

typedef enum swv_detail {
    SWV_DETAIL_NONE = 0,  ///< keep the last posture
    SWV_DETAIL_BODY,      ///< without fingers
    SWV_DETAIL_FINGERS,
} swv_detail;

/// Zero-initialised at first; plain data.
typedef struct swv_crowd_member {
    double     distance;  ///< from who looks, metres or any unit; written by you
    uint32_t   age;       ///< frames since it was posed, and 1; 0: never. Kept by swv_crowd_plan
    swv_detail detail;    ///< out: for this frame
} swv_crowd_member;

/// Zero in any field means its default.
typedef struct swv_crowd_options {
    double budget;              ///< microseconds a frame; default 4,000
    double body_cost;           ///< microseconds a body takes on your slowest machine; default 16, with keeps_shoulders
    double fingers_cost;        ///< the same with fingers; default 20
    double fingers_within;      ///< distance; default 3
    double every_frame_within;  ///< distance; default 10. At twice that every second frame, and so on to every eighth
} swv_crowd_options;

typedef struct swv_crowd_report {
    int      posed;      ///< members that have a detail in this frame
    double   cost;       ///< of them; at most the budget
    int      postponed;  ///< members that were due and did not fit
    uint32_t latest;     ///< the most frames that a member has waited beyond its turn
} swv_crowd_report;

/// Plan a frame. Linear in `count`.
///
/// SWV_BAD_COUNT for a negative count; SWV_BAD_ARGUMENT for a distance that is negative or no number (infinity is far away);
/// SWV_BAD_OPTIONS. Everything is untouched then.
SWV_API swv_status swv_crowd_plan(swv_crowd_member *members, int count, const swv_crowd_options *options,
                                  swv_crowd_report *report);

#endif
