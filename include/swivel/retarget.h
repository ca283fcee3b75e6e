// SPDX-License-Identifier: MIT
#ifndef SWIVEL_RETARGET_H
#define SWIVEL_RETARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/body.h"
#include "swivel/geometry.h"

/// One body's motion on another: other bones, other rest pose, other axes, unit and size.
///
///     swv_retarget_make(&recorded, &mine, NULL, &retarget);                        // two bodies of body.h, once
///     swv_retarget_frame(&retarget, locals, out);                                  // a frame as it comes, or
///     swv_retarget_clip(&retarget, clip, frame_count, dt, scratch, out, &report);  // a whole clip, feet on the floor
///
/// Carried over  turns of hips, spine, neck and head; directions of all bones of arms and legs; hands, feet, toes and
///               fingers as they are turned against what they hang on. All of that is counted from the bodies' own axes, so rest
///               poses may differ: T, A, sitting.
/// Scaled        the way the hips go, by the length of the legs; where hands are before the chest, by that of the arms.
/// Feet          Of a clip. Where the recorded foot stands, the other one stands: to a hair, at the height of its own sole, while it
///               rolls from heel to toe. The floor is found where the recorded feet are lowest; it comes out at the height of
///               the target body's `floor`. Hips follow where a leg is too short.
/// Limits        are kept unless an option says otherwise: people's, or those that were set in the mount's limbs.

/// Zero in any field means its default.
typedef struct swv_retarget_options {
    bool keep_directions;            ///< hands are where the arm's bones lead, not where they were before the chest
    bool keep_slides;                ///< feet are not held where they stand
    swv_limb_compromise compromise;  ///< SWV_KEEP_LIMITS, or SWV_KEEP_HAND: hands and feet rather than limits
    double              scale;       ///< of the way the hips go; 0: by the length of the legs
    void (*tell)(void *user, int done, int frame_count);  ///< of a clip: called after each frame; may be NULL
    void *user;
} swv_retarget_options;

/// Made by swv_retarget_make. Both bodies must outlive it.
typedef struct swv_retarget {
    uint32_t             cookie;
    const swv_body      *from, *to;
    swv_retarget_options options;
    double               scale, arm_scale;       ///< of legs and arms
    double               half_widths[2];         ///< half the distance between the shoulders: from, to
    double               heights[2][2][2];       ///< of ankle and ball over the floor at rest: from, to; right, left
    int                  below[SWV_BODY_SPINE];  ///< which joints of the source's spine the target's lie between,
    double               along[SWV_BODY_SPINE];  ///< and where between them
    swv_quat             small[SWV_PARTS];       ///< how toes and fingers of both rest against each other
    swv_quat             clavicles[2][2];        ///< at rest, from the chest: from, to; right, left
} swv_retarget;

/// SWV_BAD_MODEL for a body that was not made or whose legs or arms have no length; SWV_BAD_OPTIONS.
SWV_API swv_status swv_retarget_make(const swv_body *from, const swv_body *to, const swv_retarget_options *options,
                                     swv_retarget *retarget);

/// One frame, without a look at what was before: feet are where the legs' directions lead. The recorded floor is that of `from`.
///
/// locals  in, the source's; out  the target's, joint_count each. They must not overlap.
///
/// SWV_BAD_POSTURE for locals that are not finite or have bones of no length.
SWV_API swv_status swv_retarget_frame(const swv_retarget *retarget, const swv_pose *locals, swv_pose *out);

typedef struct swv_retarget_report {
    double floor;          ///< height of the recorded floor along the source's `up`, in its unit
    int    contacts;       ///< how often a foot came down
    int    planted;        ///< frames with at least one foot on the floor
    double farthest_hand;  ///< the largest distance of a hand from where it belongs, in the target's unit
    double farthest_foot;  ///< likewise; that of planted feet is how much they slide
    int    limited;        ///< frames in which limits kept a hand or foot from its place
    int    fault;          ///< the frame that a status is about
} swv_retarget_report;

/// How many doubles swv_retarget_clip needs for a clip of this length; 0 if it is not positive.
SWV_API size_t swv_retarget_scratch(int frame_count);

/// A whole clip.
///
/// clip     frame_count times the source's joint_count locals
/// dt       seconds from frame to frame
/// scratch  swv_retarget_scratch(frame_count) doubles
/// out      frame_count times the target's joint_count locals. It must not overlap `clip`
///
/// SWV_BAD_COUNT, SWV_BAD_ARGUMENT for a dt that is not positive; SWV_BAD_POSTURE as above. `out` and `scratch` may have
/// changed when it fails.
SWV_API swv_status swv_retarget_clip(const swv_retarget *retarget, const swv_pose *clip, int frame_count, double dt,
                                     double *scratch, swv_pose *out, swv_retarget_report *report);

#endif
