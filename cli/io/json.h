// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_JSON_H
#define SWIVEL_CLI_JSON_H

#include <swivel/geometry.h>

/// Values as JSON, on standard output. Every number reads back to the same bits; what is not finite is null.

void json_string(const char *text);
void json_number(double value);
void json_numbers(const double *values, int count);

/// [x, y, z]
void json_vector(swv_vec3 v);

/// {"position": [x, y, z], "rotation": [x, y, z, w]}
void json_pose(swv_pose pose);

#endif
