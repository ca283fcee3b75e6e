// SPDX-License-Identifier: MIT
// Chains out of robot files (robots.h).
#include "words/robots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_io/robot.h>

#include "io/message.h"
#include "io/skeleton.h"
#include "words/names.h"

static size_t length_of_path(const char *name)
{
    const char *hash = strrchr(name, '#');
    return hash ? (size_t)(hash - name) : strlen(name);
}

bool is_robot_file(const char *name)
{
    static const char *const endings[] = { ".urdf", ".xml", ".mjcf" };
    const size_t             length = length_of_path(name);
    for (int i = 0; i < 3; i++) {
        const size_t size = strlen(endings[i]);
        if (length > size && strncmp(name + length - size, endings[i], size) == 0)
            return true;
    }
    return false;
}

static bool turns_or_slides(const swv_joint *joint)
{
    return joint->kind == SWV_JOINT_HINGE || joint->kind == SWV_JOINT_SLIDER;
}

static int joints_above(const swv_motion *m, int link)
{
    int count = 0;
    for (; link >= 0; link = m->joints[link].parent)
        count += turns_or_slides(&m->robot[link]);
    return count;
}

static int find_tip(const swv_motion *m, const char *path, const char *link)
{
    int         tip = 0;
    name_search search = { .wanted = link };
    for (int i = 0; i < m->joint_count; i++) {
        if (!link && joints_above(m, i) > joints_above(m, tip))
            tip = i;
        if (link && !strcmp(m->joints[i].name, link))
            return i;
        if (link)
            consider_name(&search, m->joints[i].name);
    }
    if (link) {
        char hint[300];
        snprintf(hint, sizeof hint, "'swivel motion info %s --json' lists the links", path);
        fail_unknown("link", &search, hint);
    }
    return tip;
}

const swv_model *read_robot(const char *name, swv_chain *chain)
{
    static swv_motion  robot;
    static swv_model   model;
    static const char *names[SWV_MAX_JOINTS];
    swv_io_error       error;
    static char       *path;
    const size_t       length = length_of_path(name);
    swv_motion_free(&robot);
    free(path);
    path = malloc(length + 1);
    if (!path)
        fail("out of memory");
    memcpy(path, name, length);
    path[length] = '\0';
    if (swv_motion_read_file(path, NULL, &robot, &error) != SWV_OK)
        fail_io(path, &error);
    if (!robot.robot)
        fail("%s: not a robot", path);
    const int  tip = find_tip(&robot, path, name[length] ? name + length + 1 : NULL);
    swv_joint  joints[SWV_MAX_JOINTS + 2];
    int        count;
    swv_status status = swv_robot_joints(&robot, -1, tip, joints, &count);
    if (status == SWV_OK)
        status = swv_chain_from_joints(chain, joints, count);
    if (status != SWV_OK)
        fail("%s: the link '%s' is not the tip of a chain of 1 to %d hinges or sliding joints", path,
             robot.joints[tip].name, SWV_MAX_JOINTS);
    int joint = chain->joint_count;
    for (int i = tip; i >= 0; i = robot.joints[i].parent)
        if (turns_or_slides(&robot.robot[i]))
            names[--joint] = robot.joint_names[i][0] ? robot.joint_names[i] : robot.joints[i].name;
    model = (swv_model){ name, "a chain of a robot", path, "m", names, chain->joint_count };
    return &model;
}
