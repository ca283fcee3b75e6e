// SPDX-License-Identifier: MIT
// What is said of a file that does not say it (motion_input.h).
#include "verbs/motion_input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/message.h"
#include "io/skeleton.h"
#include "words/names.h"
#include "words/values.h"

static bool is_number(const char *text)
{
    return strspn(text, "0123456789.eE+-") == strlen(text);
}

static swv_vec3 read_up(const char *text)
{
    static const char *const words[] = { "x", "y", "z", "-x", "-y", "-z" };
    const int                axis = read_word("--up", text, 6, words);
    const double             sign = axis < 3 ? 1.0 : -1.0;
    return (swv_vec3){ axis % 3 == 0 ? sign : 0.0, axis % 3 == 1 ? sign : 0.0, axis % 3 == 2 ? sign : 0.0 };
}

// In metres: a word, or a number.
static double read_unit(const char *text)
{
    static const struct {
        const char *name;
        double      metres;
    } units[] = { { "m", 1.0 }, { "cm", 0.01 }, { "mm", 0.001 }, { "dm", 0.1 }, { "in", 0.0254 } };
    for (int i = 0; i < 5; i++)
        if (!strcmp(text, units[i].name))
            return units[i].metres;
    double metres = 0.0;
    if (is_number(text))
        read_numbers("--unit", text, 1, "m, cm, mm, dm, in or metres", &metres);
    if (!(metres > 0.0 && metres < 1e6))
        fail("--unit: '%s': m, cm, mm, dm, in or metres", text);
    return metres;
}

// A name that a clip of the file has, or a number from 0.
static int find_clip(const char *path, const char *text, const swv_io_options *options)
{
    swv_motion   motion = { .joint_count = 0 };
    swv_io_error error = { .status = SWV_OK };
    if (!is_number(text)) {
        if (swv_motion_read_file(path, options, &motion, &error) != SWV_OK)
            fail_io(path, &error);
        name_search search = { .wanted = text };
        for (int i = 0; i < motion.clip_count; i++) {
            if (!strcmp(motion.clips[i], text)) {
                swv_motion_free(&motion);
                return i;
            }
            consider_name(&search, motion.clips[i]);
        }
        fail_unknown("clip", &search, "'swivel motion info FILE' lists them");
    }
    double number = 0.0;
    read_numbers("--clip", text, 1, "a number from 0", &number);
    if (!(number >= 0.0 && number <= 1e6) || number != floor(number))
        fail("--clip: '%s': a number, 0 or more, expected", text);
    return (int)number;
}

swv_io_options motion_input_options(const char *path, const motion_input *input)
{
    swv_io_options options = { .clip = 0 };
    if (input->up)
        options.up = read_up(input->up);
    if (input->unit)
        options.metres_per_unit = read_unit(input->unit);
    if (input->rate) {
        double rate = 0.0;
        read_numbers("--rate", input->rate, 1, "frames a second", &rate);
        if (!(rate > 0.0 && rate < 1e6))
            fail("--rate: '%s': a number of frames per second expected", input->rate);
        options.frame_time = 1.0 / rate;
    }
    if (input->clip)
        options.clip = find_clip(path, input->clip, &options);
    return options;
}

void motion_input_rate(const swv_io_options *options, swv_motion *motion)
{
    if (options->frame_time > 0.0)
        motion->frame_time = options->frame_time;
}

void motion_read_as(const char *path, const motion_input *input, motion_file *file)
{
    const swv_io_options options = motion_input_options(path, input);
    motion_read(path, &options, file);
    motion_input_rate(&options, &file->motion);
}
