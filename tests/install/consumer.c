// SPDX-License-Identifier: MIT
// A program outside the project, as C and as C++: one posture of the arm, every header, one symbol of each room.
#include <math.h>
#include <stdio.h>

#include <swivel/swivel.h>

int main(void)
{
    const swv_axis axes[4] = { { { 0, 0, 0 }, { 0, 0, 1 }, false },
                               { { 0, 0, 0 }, { 1, 0, 0 }, false },
                               { { 0, 0, 0 }, { 0, 0, 1 }, false },
                               { { 0, 0, 0.334 }, { 0, 1, 0 }, false } };
    const swv_pose tip = { { 0, 0, 0.334 + 0.288 }, SWV_IDENTITY_QUAT };
    swv_joint      joints[5];
    swv_skeleton   arm;
    double         memory[SWV_SKELETON_BYTES(5) / sizeof(double)];
    swv_pose       frames[5];
    const double   q[4] = { 0, 0.5 * SWV_PI, 0, 0.5 * SWV_PI };
    double         sine;
    if (swv_joints_from_axes(axes, 4, &tip, joints) != SWV_OK ||
        swv_skeleton_make(joints, 5, NULL, memory, &arm, NULL) != SWV_OK ||
        swv_skeleton_frames(&arm, q, frames) != SWV_OK)
        return 1;
    const swv_pose hand = frames[4];
    if (swv_batch_trig(SWV_TRIG_SIN, q, NULL, 1, &sine, NULL) != SWV_OK || sine != 0.0)
        return 1;
    printf("swivel %s: hand at %.3f %.3f %.3f\n", swv_version(), hand.position.x, hand.position.y, hand.position.z);
    return fabs(hand.position.x - 0.288) < 1e-15 && fabs(hand.position.y + 0.334) < 1e-15 ? 0 : 1;
}
