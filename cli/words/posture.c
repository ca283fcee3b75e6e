// SPDX-License-Identifier: MIT
// A model and the postures that the user gives for it (posture.h): degrees in, radians inside.
#include "words/posture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv.h"
#include "io/message.h"
#include "words/names.h"
#include "words/robots.h"

const swv_model *find_model(const char *name, swv_chain *chain)
{
    const int index = swv_model_find(name);
    if (index < 0 && is_robot_file(name))
        return read_robot(name, chain);
    if (strcmp(name, "arm") == 0 || strcmp(name, "leg") == 0)
        fail("%s is a human limb, and a chain of joints is needed here; %s7 is one", name, name);
    if (strcmp(name, "human") == 0)
        fail("human is a skeleton, and a chain of joints is needed here; 'swivel body' poses skeletons");
    if (index < 0) {
        name_search search = { .wanted = name };
        for (int i = 0; i < swv_model_count(); i++)
            consider_name(&search, swv_model_at(i)->name);
        fail_unknown("model", &search, "'swivel models' lists them all");
    }
    const swv_status status = swv_model_chain(name, chain);
    if (status != SWV_OK)
        fail("model %s: %s", name, swv_status_text(status));
    return swv_model_at(index);
}

const swv_skeleton *skeleton_of(const swv_chain *chain, int *first)
{
    static struct kept {
        struct kept *next;
        swv_skeleton skeleton;
        double       memory[];
    } * all;
    swv_joint    joints[SWV_CHAIN_JOINTS];
    const int    count = swv_chain_joints(chain, joints);
    struct kept *made = malloc(sizeof *made + swv_skeleton_size(count));
    if (!made)
        fail("out of memory");
    made->next = all;
    all = made;
    const swv_status status = swv_skeleton_make(joints, count, NULL, made->memory, &made->skeleton, NULL);
    if (status != SWV_OK)
        fail("the chain cannot be used: %s", swv_status_text(status));
    if (first)
        *first = count - chain->joint_count - 1;
    return &made->skeleton;
}

int joint_of_coordinate(const swv_chain *chain, int i)
{
    int joint = 0;
    while (chain->joints[joint].follows >= 0 || chain->joints[joint].coordinate != i)
        joint++;
    return joint;
}

void describe_posture(char text[EXPECTED_SIZE], const swv_model *model, const swv_chain *chain)
{
    snprintf(text, EXPECTED_SIZE, "a posture of %s has %d ('swivel models %s' shows its joints)", model->name,
             chain->dof, model->name);
}

void posture_from_degrees(const swv_chain *chain, double *q)
{
    for (int i = 0; i < chain->joint_count; i++) {
        const swv_chain_joint *joint = &chain->joints[i];
        if (joint->follows < 0 && !joint->slides)
            q[joint->coordinate] *= SWV_PI / 180.0;
    }
}

void read_posture(const char *text, const swv_model *model, const swv_chain *chain, double *q)
{
    char expected[EXPECTED_SIZE], problem[CSV_PROBLEM_SIZE];
    describe_posture(expected, model, chain);
    if (!csv_parse_row(text, strlen(text), chain->dof, expected, q, problem))
        fail("--q: %s", problem);
    posture_from_degrees(chain, q);
}
