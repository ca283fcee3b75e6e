// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_JSON_H
#define SWIVEL_CLI_JSON_H

#include <stdio.h>

#include <swivel/geometry.h>

/// Values as JSON, on standard output unless json_into says where. Every number reads back to the same bits; what is not finite is null.

void json_into(FILE *file);        ///< NULL: standard output
void json_text(const char *text);  ///< as it is
void json_string(const char *text);
void json_number(double value);
void json_numbers(const double *values, int count);

/// [x, y, z]
void json_vector(swv_vec3 v);

/// {"position": [x, y, z], "rotation": [x, y, z, w]}
void json_pose(swv_pose pose);

#endif
