// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_ROBOT_H
#define SWIVEL_IO_ROBOT_H

#include "swivel/skeleton.h"
#include "swivel_io/motion.h"

/// Robots from URDF and MJCF files: a motion whose joints are the links, and the skeleton that moves them.
///
///     swv_motion   robot;
///     swv_skeleton skeleton;
///     swv_motion_read_file("g1.xml", NULL, &robot, NULL);
///     void *memory = malloc(swv_skeleton_size(robot.joint_count));
///     swv_skeleton_make(robot.robot, robot.joint_count, NULL, memory, &skeleton, NULL);
///
/// Link j of the motion is joint j of the skeleton. A body of MJCF with several joints, or with joints away from its
/// origin, is several links: those without a name come before the one that has the body's. Angles are 0 where the file
/// has them 0; MJCF's `ref` is subtracted. Joints that follow others (`mimic`, `equality`) do so in the skeleton. Boxes
/// (low, high) are around the boxes, balls, capsules, cylinders and ellipsoids that a link touches others with; both 0:
/// it has none, or meshes only, which are not read. A motion is freed with the text of the names: the skeleton has
/// pointers to it.

/// The links between `base` and `tip` as a serial chain, for swv_skeleton_make: a fixed joint "base", the frame of the
/// link `base` at rest; hinges and sliders with its orientation at rest; and a fixed joint "tip", the frame of the link
/// `tip`. -1: the root above tip. Joints follow others if those are in the chain. SWV_BAD_COUNT: no such links, or
/// joints that move by the number (1 to SWV_MAX_JOINTS). SWV_BAD_ARGUMENT: base is not above tip, or a ball or a free
/// joint lies between; SWV_BAD_MODEL.
///
/// joints       out, *joint_count of them
SWV_EXTERN swv_status swv_robot_joints(const swv_motion *motion, int base, int tip,
                                       swv_joint joints[SWV_MAX_JOINTS + 2], int *joint_count);

/// The first link of this name; -1 if there is none.
SWV_EXTERN int swv_motion_find(const swv_motion *motion, const char *name);

#endif
