#include <stdio.h>
#include <swivel/swivel.h>

int main(void)
{
    swv_limb            arm;
    swv_limb_posture    posture;
    swv_limb_report     report;
    const swv_limb_goal goal = { .end = { { 0.2, 0.4, -0.2 },           // right of the shoulder, ahead of it and below, metres
                                          { -0.5, 0.5, 0.5, 0.5 } } };  // the fingers point ahead, the palm faces down
    swv_limb_make_arm(&arm, SWV_RIGHT);
    if (swv_limb_solve(&arm, &goal, NULL, NULL, &posture, &report) == SWV_OK && report.outcome == SWV_REACHED)
        printf("the elbow bends by %.1f degrees\n", posture.flexion * 180.0 / SWV_PI);
}
