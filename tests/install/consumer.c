// SPDX-License-Identifier: MIT
// A program outside the project, as C and as C++: one posture of the arm, every header, one symbol of each room.
#include <math.h>
#include <stdio.h>

#include <swivel/swivel.h>

int main(void)
{
    const swv_axis axes[4] = { { { 0, 0, 0 }, { 0, 0, 1 }, SWV_REVOLUTE },
                               { { 0, 0, 0 }, { 1, 0, 0 }, SWV_REVOLUTE },
                               { { 0, 0, 0 }, { 0, 0, 1 }, SWV_REVOLUTE },
                               { { 0, 0, 0.334 }, { 0, 1, 0 }, SWV_REVOLUTE } };
    const swv_pose tip = { { 0, 0, 0.334 + 0.288 }, SWV_IDENTITY_QUAT };
    swv_chain      arm;
    swv_pose       hand;
    const double   q[4] = { 0, 0.5 * SWV_PI, 0, 0.5 * SWV_PI };
    double         sine;
    if (swv_chain_from_axes(&arm, axes, 4, &tip) != SWV_OK || swv_chain_tip(&arm, q, &hand) != SWV_OK)
        return 1;
    if (swv_batch_trig(SWV_TRIG_SIN, q, NULL, 1, &sine, NULL) != SWV_OK || sine != 0.0)
        return 1;
    printf("swivel %s: hand at %.3f %.3f %.3f\n", swv_version(), hand.position.x, hand.position.y, hand.position.z);
    return fabs(hand.position.x - 0.288) < 1e-15 && fabs(hand.position.y + 0.334) < 1e-15 ? 0 : 1;
}
