// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_ROBOT_H
#define SWIVEL_IO_ROBOT_H

#include "swivel/chain.h"
#include "swivel/skeleton.h"
#include "swivel_io/motion.h"

/// Robots from URDF and MJCF files: a motion whose joints are the links, and how each of them moves.
///
///     swv_motion     robot;
///     swv_joint joints[SWV_SKELETON_JOINTS];
///     swv_motion_read_file("g1.xml", NULL, &robot, NULL);
///     swv_robot_tree(&robot, joints);
///     swv_skeleton_make(joints, robot.joint_count, NULL, memory, &skeleton, NULL);
///
/// Link j of the motion is joint j of the skeleton. A body of MJCF with several joints, or with joints away from its origin, is several
/// links: those without a name come before the one that has the body's.

/// What moves a link. Angles are 0 where the file has them 0; MJCF's `ref` is taken off.
typedef struct swv_robot_joint {
    const char    *name;  ///< of the joint; "" if it has none
    swv_joint_kind kind;
    swv_vec3       axis;          ///< unit length, in the link's frame; of a ball z
    double         lower, upper;  ///< of a hinge (radians) or a slider (metres); -INFINITY and INFINITY: none
    int            leader;        ///< the link whose joint it follows; -1: none. Its value is ratio * leader's + offset
    double         ratio, offset;
    double         mass;    ///< of the link; 0 if the file does not say
    swv_vec3       center;  ///< of that mass, in the link's frame
    swv_vec3       low,
        high;  ///< box around the boxes, balls, capsules, cylinders and ellipsoids it touches others with; both 0: it has
               ///< none, or meshes only, which are not read
} swv_robot_joint;

/// The joint_count joints of a skeleton. Joints that follow others move on their own there. SWV_BAD_MODEL: no robot.
SWV_EXTERN swv_status swv_robot_tree(const swv_motion *motion, swv_joint *joints);

/// The links between `base` and `tip` as a chain: its tip is the frame of the link `tip`, its base that of the link `base` at rest;
/// -1: the root above tip. Joints follow others if those are in the chain. SWV_BAD_COUNT: no such links, or joints by the number
/// (1 to SWV_MAX_JOINTS). SWV_BAD_ARGUMENT: base is not above tip, or a ball or a free joint lies between; SWV_BAD_MODEL.
SWV_EXTERN swv_status swv_robot_chain(const swv_motion *motion, int base, int tip, swv_chain *chain);

/// The first link of this name; -1 if there is none.
SWV_EXTERN int swv_motion_find(const swv_motion *motion, const char *name);

#endif
