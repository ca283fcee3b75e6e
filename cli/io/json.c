// SPDX-License-Identifier: MIT
#include "io/json.h"

#include <math.h>
#include <stdio.h>

#include "io/number.h"

void json_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

void json_number(double value)
{
    char text[NUMBER_SIZE] = "null";  // JSON has no infinities
    if (isfinite(value))
        number_format_short(text, value);
    fputs(text, stdout);
}

void json_numbers(const double *values, int count)
{
    putchar('[');
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", stdout);
        json_number(values[i]);
    }
    putchar(']');
}

void json_vector(swv_vec3 v)
{
    json_numbers((const double[]){ v.x, v.y, v.z }, 3);
}

void json_pose(swv_pose pose)
{
    const swv_quat r = pose.rotation;
    fputs("{\"position\": ", stdout);
    json_vector(pose.position);
    fputs(", \"rotation\": ", stdout);
    json_numbers((const double[]){ r.x, r.y, r.z, r.w }, 4);
    putchar('}');
}
