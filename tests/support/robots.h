// SPDX-License-Identifier: MIT
// Four robots as their makers' URDF files describe them: where each joint sits on the one before, its axis, its limits.
//
//   KUKA LWR          bulletphysics/bullet3, data/kuka_lwr/kuka.urdf; tip: the last link
//   Franka Panda      Gepetto/example-robot-data, robots/panda_description; tip: panda_hand_tcp
//   UR5               Gepetto/example-robot-data, robots/ur_description; tip: tool0
//   Kinova Gen3       Kinovarobotics/ros_kortex, kortex_description, 7 joints; tip: end_effector_link. Its angles are
//                     printed with five digits (1.5708), so hardly an axis lies along a coordinate axis.
#ifndef SWIVEL_TESTS_ROBOTS_H
#define SWIVEL_TESTS_ROBOTS_H

#include <math.h>

#include "swivel_papers/chain.h"

typedef struct robot_joint {
    double xyz[3], rpy[3], axis[3], lower, upper;
} robot_joint;

typedef struct robot {
    const char *name;
    int         joint_count;
    robot_joint joints[8];  ///< the last one, with a zero axis, is the mount of the tip
} robot;

// clang-format off
static const robot robots[] = {
    { "KUKA LWR", 7, {
        { { 0, 0, 0.11  }, { 0, 0, 0 }, { 0,  0, 1 }, -2.96705972839, 2.96705972839 },
        { { 0, 0, 0.20  }, { 0, 0, 0 }, { 0, -1, 0 }, -1.57079632679, 1.57079632679 },
        { { 0, 0, 0.20  }, { 0, 0, 0 }, { 0,  0, 1 }, -2.96705972839, 2.96705972839 },
        { { 0, 0, 0.20  }, { 0, 0, 0 }, { 0,  1, 0 }, -2.09439510239, 2.09439510239 },
        { { 0, 0, 0.20  }, { 0, 0, 0 }, { 0,  0, 1 }, -2.96705972839, 2.96705972839 },
        { { 0, 0, 0.19  }, { 0, 0, 0 }, { 0, -1, 0 }, -2.09439510239, 2.09439510239 },
        { { 0, 0, 0.078 }, { 0, 0, 0 }, { 0,  0, 1 }, -2.96705972839, 2.96705972839 },
        { { 0, 0, 0     }, { 0, 0, 0 }, { 0,  0, 0 }, 0, 0 } } },
    { "Panda", 7, {
        { { 0, 0, 0.333        }, {  0,                   0, 0 }, { 0, 0, 1 }, -2.8973,  2.8973 },
        { { 0, 0, 0            }, { -1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -1.7628,  1.7628 },
        { { 0, -0.316, 0       }, {  1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -2.8973,  2.8973 },
        { { 0.0825, 0, 0       }, {  1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -3.0718, -0.0698 },
        { { -0.0825, 0.384, 0  }, { -1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -2.8973,  2.8973 },
        { { 0, 0, 0            }, {  1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -0.0175,  3.7525 },
        { { 0.088, 0, 0        }, {  1.5707963267948966,  0, 0 }, { 0, 0, 1 }, -2.8973,  2.8973 },
        { { 0, 0, 0.2104       }, {  0, 0, -0.7853981633974483 }, { 0, 0, 0 }, 0, 0 } } },
    { "UR5", 6, {
        { { 0, 0,       0.089159 }, { 0, 0,             0 }, { 0, 0, 1 }, -6.28318530718, 6.28318530718 },
        { { 0, 0.13585, 0        }, { 0, 1.57079632679, 0 }, { 0, 1, 0 }, -6.28318530718, 6.28318530718 },
        { { 0, -0.1197, 0.425    }, { 0, 0,             0 }, { 0, 1, 0 }, -3.14159265359, 3.14159265359 },
        { { 0, 0,       0.39225  }, { 0, 1.57079632679, 0 }, { 0, 1, 0 }, -6.28318530718, 6.28318530718 },
        { { 0, 0.093,   0        }, { 0, 0,             0 }, { 0, 0, 1 }, -6.28318530718, 6.28318530718 },
        { { 0, 0,       0.09465  }, { 0, 0,             0 }, { 0, 1, 0 }, -6.28318530718, 6.28318530718 },
        { { 0, 0.0823,  0        }, { -1.57079632679, 0, 0 }, { 0, 0, 0 }, 0, 0 } } },
    { "Kinova Gen3", 7, {
        { { 0, 0, 0.15643            }, {  3.1416, 0, 0 }, { 0, 0, 1 }, -INFINITY, INFINITY },
        { { 0, 0.005375, -0.12838    }, {  1.5708, 0, 0 }, { 0, 0, 1 }, -2.24,     2.24     },
        { { 0, -0.21038, -0.006375   }, { -1.5708, 0, 0 }, { 0, 0, 1 }, -INFINITY, INFINITY },
        { { 0, 0.006375, -0.21038    }, {  1.5708, 0, 0 }, { 0, 0, 1 }, -2.57,     2.57     },
        { { 0, -0.20843, -0.006375   }, { -1.5708, 0, 0 }, { 0, 0, 1 }, -INFINITY, INFINITY },
        { { 0, 0.00017505, -0.10593  }, {  1.5708, 0, 0 }, { 0, 0, 1 }, -2.09,     2.09     },
        { { 0, -0.10593, -0.00017505 }, { -1.5708, 0, 0 }, { 0, 0, 1 }, -INFINITY, INFINITY },
        { { 0, 0, -0.061525          }, { 3.14159265358979, 0, 0 }, { 0, 0, 0 }, 0, 0 } } },
};
// clang-format on

enum { ROBOT_COUNT = sizeof robots / sizeof robots[0] };

/// Roll, pitch and yaw are turns about the fixed x, y and z axes, in this order.
static inline swv_pose robot_joint_pose(const robot_joint *joint)
{
    const swv_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    const swv_quat roll = swv_quat_from_axis_angle(x, joint->rpy[0]);
    const swv_quat pitch = swv_quat_from_axis_angle(y, joint->rpy[1]);
    const swv_quat yaw = swv_quat_from_axis_angle(z, joint->rpy[2]);
    return (swv_pose){ { joint->xyz[0], joint->xyz[1], joint->xyz[2] }, swv_quat_mul(yaw, swv_quat_mul(pitch, roll)) };
}

static inline swv_status robot_chain(const robot *r, swv_chain *chain)
{
    swv_axis axes[8];
    swv_pose world_from_link = SWV_IDENTITY_POSE;
    for (int i = 0; i < r->joint_count; ++i) {
        const robot_joint *joint = &r->joints[i];
        world_from_link = swv_pose_mul(world_from_link, robot_joint_pose(joint));
        const swv_vec3 axis = { joint->axis[0], joint->axis[1], joint->axis[2] };
        axes[i] = (swv_axis){ world_from_link.position, swv_quat_rotate(world_from_link.rotation, axis), false };
    }
    swv_pose world_from_tip = swv_pose_mul(world_from_link, robot_joint_pose(&r->joints[r->joint_count]));
    world_from_tip.rotation = swv_quat_normalize(world_from_tip.rotation);
    swv_status status = swv_chain_from_axes(chain, axes, r->joint_count, &world_from_tip);
    for (int i = 0; i < r->joint_count && status == SWV_OK; ++i)
        status = swv_chain_set_limits(chain, i, r->joints[i].lower, r->joints[i].upper);
    return status;
}

#endif
