// SPDX-License-Identifier: MIT
// A program outside the project that reads files: a joint that turns half around, and a format that may not be built in.
#include <stdio.h>
#include <string.h>

#include <swivel_io/motion.h>
#include <swivel_io/robot.h>

int main(void)
{
    static const char bvh[] =
        "HIERARCHY\nROOT a\n{\nCHANNELS 1 Zrotation\n}\nMOTION\nFrames: 2\nFrame Time: 1\n0\n180\n";
    static const char urdf[] = "<robot><link name=\"a\"/></robot>";
    swv_motion        motion;
    swv_io_error      error;
    if (swv_motion_read(bvh, strlen(bvh), NULL, &motion, &error) != SWV_OK || motion.frames[4 + 2] != 1.0)
        return 1;
    swv_motion_free(&motion);
    const swv_status status = swv_motion_read(urdf, strlen(urdf), NULL, &motion, &error);
    printf("swivel_io: %s\n", status == SWV_OK ? motion.joints[0].name : error.text);
    if (status == SWV_OK)
        swv_motion_free(&motion);
    return status == SWV_OK || status == SWV_UNSUPPORTED ? 0 : 1;
}
