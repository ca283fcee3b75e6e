// SPDX-License-Identifier: MIT
// The verb rig: which joints of a skeleton are the parts of a body.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/skeleton.h>

#include "io/json.h"
#include "io/message.h"
#include "io/output.h"
#include "io/skeleton.h"
#include "verbs/verb.h"
#include "words/names.h"
#include "words/values.h"
#include "words/words.h"

static int find_part(const char *word)
{
    name_search search = { .wanted = word };
    for (int part = 0; part < SWV_PARTS; part++) {
        if (!strcmp(word, swv_part_name(part)))
            return part;
        consider_name(&search, swv_part_name(part));
    }
    fail_unknown("part", &search, "'swivel rig info FILE' lists them");
}

static int find_joint(const swv_skeleton *skeleton, const char *word)
{
    name_search search = { .wanted = word };
    for (int i = 0; i < skeleton->joint_count; i++) {
        if (!strcmp(word, skeleton->joints[i].name))
            return i;
        consider_name(&search, skeleton->joints[i].name);
    }
    fail_unknown("joint", &search, "a joint of the file is meant");
}

// --set PART=JOINT,...; PART= alone leaves it unbound.
static void read_given(const swv_skeleton *skeleton, const char *text, int given[SWV_PARTS])
{
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        fail("out of memory");
    strcpy(copy, text);
    for (char *pair = copy, *next; pair; pair = next) {
        next = strchr(pair, ',');
        if (next)
            *next++ = '\0';
        char *equals = strchr(pair, '=');
        if (!equals)
            fail("--set: '%s': PART=JOINT expected", pair);
        *equals = '\0';
        given[find_part(pair)] = equals[1] ? find_joint(skeleton, equals + 1) + 1 : -1;
    }
    free(copy);
}

static void print_text(const swv_skeleton *skeleton, const swv_binding *b)
{
    int width = 5, bound = 0;
    for (int part = 0; part < SWV_PARTS; part++) {
        const int joint = b->parts[part].joint;
        const int length = joint < 0 ? 0 : (int)strlen(skeleton->joints[joint].name);
        width = length > width ? length : width;
        bound += joint >= 0;
    }
    printf("%-24s %-*s  confidence  reason\n", "part", width, "joint");
    for (int part = 0; part < SWV_PARTS; part++) {
        const int joint = b->parts[part].joint, rival = b->parts[part].rival;
        if (joint < 0)
            continue;
        printf("%-24s %-*s  %10.2f  %s", swv_part_name(part), width, skeleton->joints[joint].name,
               b->parts[part].confidence, swv_bind_reason_text(b->parts[part].reason));
        if (rival >= 0)
            printf("; it could be %s", skeleton->joints[rival].name);
        putchar('\n');
    }
    for (int i = 0; i < b->twist_count; i++)
        printf("%-24s %-*s              twist\n", swv_part_name(b->twists[i].part), width,
               skeleton->joints[b->twists[i].joint].name);
    printf("\n%d of %d joints are parts of a body, %d share a twist\n", bound, skeleton->joint_count, b->twist_count);
    if (bound > 0)
        printf("up (%g, %g, %g), forward (%.3g, %.3g, %.3g), height %.4g\n", b->up.x, b->up.y, b->up.z, b->forward.x,
               b->forward.y, b->forward.z, b->height);
}

static void print_json(const swv_skeleton *skeleton, const swv_binding *b)
{
    printf("{\"up\": ");
    json_vector(b->up);
    printf(", \"forward\": ");
    json_vector(b->forward);
    printf(", \"height\": ");
    json_number(b->height);
    printf(",\n \"parts\": {");
    const char *before = "\n";
    for (int part = 0; part < SWV_PARTS; part++) {
        const int joint = b->parts[part].joint, rival = b->parts[part].rival;
        if (joint < 0)
            continue;
        printf("%s  \"%s\": {\"joint\": ", before, swv_part_name(part));
        json_string(skeleton->joints[joint].name);
        printf(", \"index\": %d, \"confidence\": ", joint);
        json_number(b->parts[part].confidence);
        printf(", \"reason\": \"%s\", \"rival\": ", swv_bind_reason_text(b->parts[part].reason));
        if (rival >= 0)
            json_string(skeleton->joints[rival].name);
        else
            printf("null");
        putchar('}');
        before = ",\n";
    }
    printf("},\n \"twists\": [");
    for (int i = 0; i < b->twist_count; i++) {
        printf("%s{\"joint\": ", i ? ", " : "");
        json_string(skeleton->joints[b->twists[i].joint].name);
        printf(", \"index\": %d, \"part\": \"%s\"}", b->twists[i].joint, swv_part_name(b->twists[i].part));
    }
    puts("]}");
}

// The skeleton with what is bound, as JSON that 'rig info' and 'body' read.
static void write_map(const char *path, const skeleton_file *of, const swv_binding *b)
{
    char                number[32];
    FILE               *out = open_output(path);
    const swv_skeleton *skeleton = &of->own.skeleton;
    json_into(out);
    json_text("{\"up\": null, \"joints\": [");
    for (int i = 0; i < skeleton->joint_count; i++) {
        const swv_joint *j = &skeleton->joints[i];
        const swv_pose   world = of->worlds[i];
        const swv_quat   r = world.rotation;
        json_text(i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        json_string(j->name);
        snprintf(number, sizeof number, ", \"parent\": %d", j->parent);
        json_text(number);
        json_text(", \"position\": ");
        json_vector(world.position);
        json_text(", \"rotation\": ");
        json_numbers((const double[]){ r.x, r.y, r.z, r.w }, 4);
        json_text("}");
    }
    json_text("],\n \"parts\": {");
    const char *before = "\n  ";
    for (int part = 0; part < SWV_PARTS; part++) {
        json_text(before);
        json_string(swv_part_name(part));
        snprintf(number, sizeof number, ": %d", b->parts[part].joint);
        json_text(number);
        before = ",\n  ";
    }
    json_text("}}\n");
    json_into(NULL);
    close_output(out, path);
}

static void run(int count, char **words)
{
    static const char *const actions[] = { "info", "map" };
    const char              *path = NULL, *set = NULL, *output = NULL;
    bool                     as_json = false, by_shape = false;
    const parameter          parameters[] = {
                 { "FILE", .text = &path, .required = true },
                 { "--set", .text = &set },
                 { "--by-shape", .flag = &by_shape },
                 { "--json", .flag = &as_json },
                 { "--out", .text = &output },
    };
    if (count == 0)
        fail("rig: info or map is missing; 'swivel help rig' shows what it takes");
    const bool is_map = read_word("rig", words[0], 2, actions) == 1;
    sort_words(is_map ? "rig map" : "rig info", count - 1, words + 1, parameters, 5);
    if (output && !is_map)
        fail("rig info: --out works only with 'rig map'");
    static skeleton_file file;
    swv_binding          binding;
    skeleton_read(path, &file);
    if (set)
        read_given(&file.own.skeleton, set, file.given);
    const swv_bind_options options = { .given = file.given, .ignore_names = by_shape };
    if (swv_skeleton_bind(&file.own.skeleton, &options, file.own.scratch, &binding) != SWV_OK)
        fail(set ? "--set: one joint is given to two parts" : "the file gives one joint to two parts");
    if (is_map)
        write_map(output ? output : "-", &file, &binding);
    else if (as_json)
        print_json(&file.own.skeleton, &binding);
    else
        print_text(&file.own.skeleton, &binding);
    skeleton_free(&file);
}

const verb rig_verb = {
    "rig",
    "find which joints of your skeleton are hips, arms, fingers",
    "usage: swivel rig info FILE [--set PART=JOINT,...] [--by-shape] [--json]\n"
    "       swivel rig map FILE [--set PART=JOINT,...] [--by-shape] [--out FILE.json]\n"
    "\n"
    "Finds which joint of a skeleton is which part of the body. FILE is BVH (its first frame), glTF, GLB, VRM, VRMA, "
    "URDF\n"
    "or MJCF; or JSON ('-' is standard input), with the rest pose in the world, in any unit:\n"
    "\n"
    "  {\"up\": \"y\", \"joints\": [{\"name\": \"Hips\", \"parent\": -1, \"position\": [0, 1, 0], \"rotation\": [0, 0, "
    "0, 1]}, ...]}\n"
    "\n"
    "\"parent\" counts joints from 0; -1 is none. \"up\" and \"rotation\" may be left out; \"parts\", as written by "
    "'rig map', may\n"
    "be added.\n"
    "Each part (named as in VRM) is shown with its joint, a confidence from 0 to 1, and the reason. If another joint "
    "fits\n"
    "nearly as well, it is named. 'rig map' writes skeleton and parts as JSON, which 'rig' and 'body' read.\n"
    "\n"
    "  --set PART=JOINT,...   your own choice: leftHand=Wrist_L; 'jaw=' leaves a part unbound\n"
    "  --by-shape             ignore the names\n"
    "  --json                 as JSON\n"
    "  --out FILE             where 'rig map' writes. Default: standard output\n"
    "\n"
    "example:\n"
    "  swivel rig info data/rigs/rigify.json\n",
    run,
};
