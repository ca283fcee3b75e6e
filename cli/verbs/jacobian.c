// SPDX-License-Identifier: MIT
// The verb jacobian: how the tip moves with each coordinate, at one posture.
#include <stdio.h>
#include <string.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

#include "io/csv.h"
#include "io/message.h"
#include "words/names.h"
#include "words/posture.h"
#include "verbs/verb.h"
#include "words/words.h"

static swv_jacobian_axes axes_of_name(const char *name)
{
    if (strcmp(name, "world") == 0)
        return SWV_WORLD_AXES;
    if (strcmp(name, "tip") == 0)
        return SWV_TIP_AXES;
    name_search search = { .wanted = name };
    consider_name(&search, "world");
    consider_name(&search, "tip");
    fail_unknown("value of --axes", &search, "it is 'world' or 'tip'");
}

static void run(int count, char **words)
{
    const char     *name = NULL, *posture = NULL, *axes_name = "world";
    const parameter parameters[] = {
        { "MODEL", .text = &name, .required = true },
        { "--q", .text = &posture },
        { "--axes", .text = &axes_name },
    };
    sort_words("jacobian", count, words, parameters, 3);
    swv_chain               chain;
    const swv_model        *model = find_model(name, &chain);
    const swv_jacobian_axes axes = axes_of_name(axes_name);
    if (!posture)
        fail("jacobian: no posture given; use --q, as in 'swivel help jacobian'");
    double q[SWV_MAX_JOINTS], jacobian[6 * SWV_MAX_JOINTS];
    read_posture(posture, model, &chain, q);
    const swv_status status = swv_chain_jacobian(&chain, q, axes, jacobian, NULL);
    if (status != SWV_OK)
        fail("--q: %s", swv_status_text(status));

    fputs("component", stdout);
    for (int i = 0; i < chain.dof; i++)
        printf(",%s", model->joint_names[joint_of_coordinate(&chain, i)]);
    putchar('\n');
    static const char *const components[6] = { "vx", "vy", "vz", "wx", "wy", "wz" };
    for (int i = 0; i < 6; i++)
        csv_write(components[i], &jacobian[i * chain.dof], chain.dof);
}

const verb jacobian_verb = {
    "jacobian",
    "the Jacobian of a model's tip",
    "usage: swivel jacobian MODEL --q ANGLES [--axes world|tip]\n"
    "\n"
    "Prints the geometric Jacobian of the tip as comma-separated values, one column for each coordinate of the "
    "posture,\n"
    "named by its joint. Rows vx, vy, vz are the velocity of the tip, rows wx, wy, wz its angular velocity, per "
    "radian\n"
    "(hinges) or per unit of length (sliding joints). Coupled joints are included in the column of their leader.\n"
    "\n"
    "  MODEL        a name from 'swivel models'\n"
    "  --q ANGLES   the posture: its angles in degrees, separated by commas (sliding joints: lengths)\n"
    "  --axes       the axes of the velocities: the world's (the default) or the tip's\n"
    "\n"
    "example:\n"
    "  swivel jacobian planar3 --q 10,20,30 --axes tip\n",
    run,
};
