// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_POSTURE_H
#define SWIVEL_CLI_POSTURE_H

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

/// A model and the postures that the user gives for it.

/// The model of that name and its chain. An unknown name ends the command with a message.
const swv_model *find_model(const char *name, swv_chain *chain);

/// A chain as the engine takes it, kept until the command ends. Joint i of the chain is joint *first + i of the skeleton; `first` may be
/// NULL. A chain that it cannot be made of ends the command with a message.
const swv_skeleton *skeleton_of(const swv_chain *chain, int *first);

/// The joint that coordinate `i` of a posture moves.
int joint_of_coordinate(const swv_chain *chain, int i);

/// What a posture has, for messages: "a posture of arm7 has 7 ...".
#define EXPECTED_SIZE 256
void describe_posture(char text[EXPECTED_SIZE], const swv_model *model, const swv_chain *chain);

/// The angles of q from degrees to radians. Joints that slide keep their lengths.
void posture_from_degrees(const swv_chain *chain, double *q);

/// The value of option --q: chain.dof numbers, in degrees for joints that turn. Ends the command with a message if it
/// is malformed.
void read_posture(const char *text, const swv_model *model, const swv_chain *chain, double *q);

#endif
