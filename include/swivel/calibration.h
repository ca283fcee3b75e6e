// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CALIBRATION_H
#define SWIVEL_CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/body.h"
#include "swivel/geometry.h"
#include "swivel/rig.h"

/// From devices to joints: a headset, controllers and trackers sit somewhere on a person, turned somehow, and the person is taller
/// or shorter than your skeleton. From one frame in which the person stands as told, all that is found.
///
///     swv_calibration_make(&body, devices, 3, NULL, &calibration);                // once, while the person stands
///
///     swv_calibration_points(&body, &calibration, devices, 3, points);            // each frame
///     swv_body_track_step(&body, &track, points, 3, dt, NULL, locals, &report);
///
/// Stand    upright, knees straight, looking ahead; arms hanging, palms to the thighs, or to the sides, palms down (T). Which of the two
///          is seen from the hands' height.
/// Devices  swv_body_point of the part each sits on, in a world with the skeleton's axes and the floor at its zero; any place, direction and
///          unit. Rotations are those of the devices, whatever their axes are. One at an elbow or knee that has no rotation (all
///          zeros) counts as that joint.
/// Scale    the person's size over the skeleton's, from the height of the head's device. Points come out in the skeleton's
///          size and on its floor: the world of the devices divided by the scale, from its origin.
///
/// What one stand cannot tell: how the devices lie to the joints, level. The body is put where they are off least, all together:
/// controllers that are held alike on both sides do not turn it.

/// Zero in any field means its default.
typedef struct swv_calibration_options {
    /// Where the head's device is in this skeleton, from the head's joint: right, forward, up. Zeros: between the eyes, if
    /// they are bound, else 0.06 sizes (body.size) forward and up.
    swv_vec3 head_device;
    double   scale;  ///< if it is known; 0: from the head's height
} swv_calibration_options;

/// Made by swv_calibration_make; plain data, may be copied and kept.
typedef struct swv_calibration {
    uint32_t cookie;
    double   scale;
    bool     is_t;    ///< arms were to the sides
    double   height;  ///< of the head's joint over the floor, standing; in the unit of the devices
    double   span;    ///< from wrist to wrist, arms to the sides; likewise
    double   arms;    ///< how much longer the person's arms are than the skeleton's times the scale: 1 no longer
    bool     is_known[SWV_PARTS];  ///< had a device
    swv_pose joints[SWV_PARTS];    ///< of the joint, as seen from its device
} swv_calibration;

/// devices  3 to 11, as for swv_body_solve
///
/// SWV_BAD_COUNT, SWV_BAD_GOAL as swv_body_solve, and for a head that is not above the floor, hands at one place, devices so far away that the result
/// would overflow; SWV_BAD_OPTIONS for a scale that
/// is negative or not finite; SWV_BAD_MODEL.
SWV_API swv_status swv_calibration_make(const swv_body *body, const swv_body_point *devices, int device_count,
                                        const swv_calibration_options *options, swv_calibration *calibration);

/// The joints that go with the devices, in the skeleton's size.
/// points  out, device_count; may be `devices` itself
///
/// SWV_BAD_GOAL for a device that was not there in the stand, that is not finite or that is turned by a zero quaternion; SWV_BAD_COUNT;
/// SWV_BAD_MODEL for a calibration that was not made.
SWV_API swv_status swv_calibration_points(const swv_body *body, const swv_calibration *calibration,
                                          const swv_body_point *devices, int device_count, swv_body_point *points);

#endif
