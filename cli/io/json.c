// SPDX-License-Identifier: MIT
// Values as JSON (json.h).
#include "io/json.h"

#include <math.h>
#include <stdio.h>

#include "io/number.h"

static FILE *target;  // NULL: standard output

void json_into(FILE *file)
{
    target = file;
}

static FILE *stream(void)
{
    return target ? target : stdout;
}

void json_text(const char *text)
{
    fputs(text, stream());
}

void json_string(const char *text)
{
    putc('"', stream());
    for (; *text; text++) {
        if ((unsigned char)*text < ' ') {
            fprintf(stream(), "\\u%04x", (unsigned)*text);
            continue;
        }
        if (*text == '"' || *text == '\\')
            putc('\\', stream());
        putc(*text, stream());
    }
    putc('"', stream());
}

void json_number(double value)
{
    char text[NUMBER_SIZE] = "null";  // JSON has no infinities
    if (isfinite(value))
        number_format_short(text, value);
    fputs(text, stream());
}

void json_numbers(const double *values, int count)
{
    putc('[', stream());
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", stream());
        json_number(values[i]);
    }
    putc(']', stream());
}

void json_vector(swv_vec3 v)
{
    json_numbers((const double[]){ v.x, v.y, v.z }, 3);
}

void json_pose(swv_pose pose)
{
    const swv_quat r = pose.rotation;
    fputs("{\"position\": ", stream());
    json_vector(pose.position);
    fputs(", \"rotation\": ", stream());
    json_numbers((const double[]){ r.x, r.y, r.z, r.w }, 4);
    putc('}', stream());
}
