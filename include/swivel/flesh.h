// SPDX-License-Identifier: MIT
#ifndef SWIVEL_FLESH_H
#define SWIVEL_FLESH_H

#include <stdint.h>

#include "swivel/base.h"
#include "swivel/body.h"
#include "swivel/geometry.h"

/// Arms that do not go through the body: how thick it is, how far the arms are from it, and elbows that keep clear of it.
///
///     swv_flesh_make(&body, &flesh);                            // once, after swv_body_make
///     swv_flesh_avoid(&body, &flesh, locals, locals, reports);     // each frame, after whatever posed the body
///
/// Trunk, head and thighs are capsules that go along with their joints; so are the lower half of the upper arm, the forearm and
/// the hand. Radii are those of people over the distance between the shoulders, less what flesh and clothes give way: 97 %
/// of recorded arms are clear of them, 98 % less than 1 cm inside (data/people). They were chosen on these people; on others it was not tried. They may be changed, for a character that is
/// stouter.

enum { SWV_FLESH_SOLIDS = 7 };

/// All places within `radius` of the line between two points, which are in the axes of `joint`, in the rig's unit.
typedef struct swv_capsule {
    int      joint;
    swv_vec3 from, to;
    double   radius;
} swv_capsule;

/// Made by swv_flesh_make. Radii may be written, and capsules moved.
typedef struct swv_flesh {
    uint32_t    cookie;
    swv_capsule solids[SWV_FLESH_SOLIDS];  ///< chest right and left, loins right and left, head, thighs right and left
    double      upper_arm, forearm, hand;  ///< radii
    swv_vec3    knuckles[2];               ///< right, left: where the hand's capsule ends, in the hand's axes
} swv_flesh;

/// SWV_BAD_MODEL for a body that was not made or whose shoulders are in one place.
SWV_API swv_status swv_flesh_make(const swv_body *body, swv_flesh *flesh);

typedef enum swv_arm_segment { SWV_SEGMENT_UPPER_ARM = 0, SWV_SEGMENT_FOREARM, SWV_SEGMENT_HAND } swv_arm_segment;

/// How an arm is clear of the body.
typedef struct swv_clearance {
    double          distance;  ///< from skin to skin, in the rig's unit; negative: how deep inside
    swv_arm_segment segment;   ///< what is nearest to the body, or deepest in it
    int             solid;     ///< which capsule of it
} swv_clearance;

/// arms  out: right, left
///
/// SWV_BAD_MODEL also for radii that are negative or not finite; SWV_BAD_POSTURE.
SWV_API swv_status swv_flesh_clearance(const swv_body *body, const swv_flesh *flesh, const swv_pose *locals,
                                       swv_clearance arms[2]);

/// Turn elbows out of the body: by the smallest turn about the line from shoulder to hand that the limits allow. Shoulder and
/// hand stay where they are. An arm that is clear stays as it is, to the bit; so does one that no turn helps. What the hand
/// itself touches is only reported. A way out that is narrower than 1.7 degrees may be missed.
///
/// animation  joint_count locals; NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
/// reports    out, afterwards: right, left
///
/// 2 us while both arms are clear, 5 us more for each that is not (`./run bench figure`). Statuses as swv_flesh_clearance.
SWV_API swv_status swv_flesh_avoid(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation,
                                   swv_pose *locals, swv_clearance reports[2]);

#endif
