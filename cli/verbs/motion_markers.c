// SPDX-License-Identifier: MIT
// motion markers: a body from the places of markers on its skin.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_io/markers.h>

#include "io/folder.h"
#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/progress.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/values.h"
#include "words/words.h"

static void tell(void *user, int done, int frame_count)
{
    (void)user;
    const progress p = { (uint64_t)done, (uint64_t)done, (uint64_t)frame_count, "frames" };
    progress_show(&p);
}

void motion_markers(int count, char **words)
{
    const char     *path = NULL, *out = NULL, *figure = NULL;
    bool            as_json = false;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--figure", .text = &figure },
        { "--out", .text = &out },
        { "--json", .flag = &as_json },
        MOTION_INPUT(input),
    };
    sort_words("motion markers", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!out)
        fail("motion markers: --out FILE is needed");
    static motion_file file;
    motion_read_as(path, &input, &file);
    swv_motion *m = &file.motion;
    if (m->format != SWV_FORMAT_TRC && m->format != SWV_FORMAT_C3D)
        fail("%s: markers are in TRC or C3D files; this is %s", path, swv_format_name(m->format));
    static motion_file  rig;
    swv_markers_options options = { .tell = tell, .is_female = figure && !strcmp(figure, "female") };
    if (figure && !options.is_female && strcmp(figure, "male") != 0) {
        if (!is_file(figure))
            fail("--figure: '%s': male, female or a file with a skeleton expected", figure);
        motion_read(figure, NULL, &rig);
        motion_bind(figure, &rig);
        if (rig.motion.robot)
            fail("%s: a robot has other joints than people; fit a body, then 'swivel motion retarget' it", figure);
        options.skeleton = &rig.own.skeleton;
        options.binding = &rig.binding;
    }
    swv_motion         body;
    swv_markers_report r;
    swv_io_error       error;
    progress_begin_silent();
    const swv_status status = swv_markers_fit(m, &options, &body, &r, &error);
    progress_end();
    if (status != SWV_OK && !strncmp(error.text, "the figure: ", 12))
        fail("%s: %s; 'swivel rig info FILE' shows what was found", figure, error.text + 12);
    if (status != SWV_OK)
        fail("%s: %s; 'swivel motion info FILE --json' lists the names, --unit and --up say what the file does not",
             path, error.text);
    motion_write(out, &body);
    const char *worst = r.worst >= 0 ? m->joints[r.worst].name : "";
    if (as_json) {
        printf("{\"frames\": %d, \"without_markers\": %d, \"markers\": %d, \"unknown\": %d, \"rms_mm\": ",
               m->frame_count, r.frames_without, r.used, r.unknown);
        json_number(1e3 * r.rms);
        printf(", \"worst\": ");
        json_string(worst);
        printf(", \"worst_mean_mm\": ");
        json_number(1e3 * r.worst_mean);
        puts("}");
    } else {
        printf(
            "%d markers on %d frames (%d names not known, %d frames without): within %.3g mm (root mean square); %s is "
            "the worst, %.3g mm on average\n",
            r.used, m->frame_count, r.unknown, r.frames_without, 1e3 * r.rms, worst, 1e3 * r.worst_mean);
    }
    swv_motion_free(&body);
    motion_file_free(&rig);
    motion_file_free(&file);
}
