#include <stdio.h>
#include <swivel/swivel.h>

#define AT(x, y) { { x, y, 0 }, { 0, 0, 0, 1 } }

int main(void)
{
    const swv_rig_joint  t_pose[] = { { "Chest", -1, AT(0, 1.3) }, { "LeftArm", 0, AT(0.18, 1.4) },
                                      { "LeftForeArm", 1, AT(0.46, 1.4) }, { "LeftHand", 2, AT(0.71, 1.4) } };
    const swv_rig_joint  a_pose[] = { { "Chest", -1, AT(0, 1.3) }, { "LeftArm", 0, AT(0.18, 1.4) },
                                      { "LeftForeArm", 1, AT(0.348, 1.176) }, { "LeftHand", 2, AT(0.498, 0.976) } };
    const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end.position = { 0.3, 1.2, 0.35 }, .position_only = true };
    for (int i = 0; i < 2; i++) {
        const swv_rig rig = { .joints = i ? a_pose : t_pose, .joint_count = 4, .up = { 0, 1, 0 } };
        swv_binding   binding;
        swv_mount     mount;
        swv_pose      locals[4], worlds[4];
        swv_rig_bind(&rig, NULL, &binding);                             // once
        swv_mount_make(&rig, &binding, &mount);
        swv_mount_solve(&mount, &goal, 1, NULL, NULL, locals, NULL);    // each frame; NULL: no animation, no options
        swv_mount_worlds(&mount, locals, worlds);
        printf("the elbow is at %.3f %.3f %.3f\n", worlds[2].position.x, worlds[2].position.y, worlds[2].position.z);
    }
}
