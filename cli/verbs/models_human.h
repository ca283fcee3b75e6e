// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_MODELS_HUMAN_H
#define SWIVEL_CLI_MODELS_HUMAN_H

#include <swivel/body.h>

/// The built-in human among the models.

#define HUMAN_NAME    "human"
#define HUMAN_SUMMARY "the human body by stature and sex, with mean proportions; a skeleton for 'swivel body'"

/// As it was asked for; `stature` and `sex` are NULL if they were not given. Ends the command with a message if they mean nothing.
typedef struct human_model {
    double    stature;
    swv_sex   sex;
    swv_joint joints[SWV_HUMAN_JOINTS];
    swv_vec3  places[SWV_HUMAN_JOINTS];  ///< of the joints, in the world
} human_model;
void read_human(const char *stature, const char *sex, human_model *human);

/// How many ways the body can move: the sum over the segments that are shown.
int human_freedoms(void);

/// Segments, degrees of freedom and limits, beside Chin's.
void print_human(const human_model *human);

/// The skeleton as 'swivel body' reads it.
void json_human(const human_model *human);

#endif
