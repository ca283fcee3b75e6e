// SPDX-License-Identifier: MIT
#include "io/skeleton.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "io/message.h"

static void free_text(void *text);

static void check_rig(const char *name, const skeleton_file *file)
{
    int              joint;
    const swv_status status = swv_rig_check(&file->rig, &joint);
    if (status == SWV_BAD_MODEL)
        fail("%s: joints[%d] '%s': its parent %d does not exist, or the parents form a cycle", name, joint,
             file->joints[joint].name, file->joints[joint].parent);
    if (joint >= 0)
        fail("%s: joints[%d] '%s': %s", name, joint, file->joints[joint].name, swv_status_text(status));
}

// Any format that swivel_io reads.
static void read_motion(const char *path, skeleton_file *file)
{
    swv_io_error error;
    if (swv_motion_read_file(path, NULL, &file->motion, &error) != SWV_OK)
        fail_io(path, &error);
    const bool stands_in_frames = file->motion.format == SWV_FORMAT_BVH && file->motion.frame_count > 0;
    if (file->motion.joint_count > SWV_RIG_JOINTS)
        fail("%s: %d joints; a skeleton has 1 to %d", path, file->motion.joint_count, SWV_RIG_JOINTS);
    swv_motion_rig(&file->motion, stands_in_frames ? 0 : -1, file->joints, &file->rig);
    if (file->motion.given)
        memcpy(file->given, file->motion.given, sizeof file->given);
    check_rig(path, file);
}

void skeleton_missing(const char *path, const swv_binding *binding, int fault, const char *needed,
                      char problem[SKELETON_PROBLEM])
{
    const char *name = fault < 0 ? "" : swv_part_name(fault);
    const bool  is_found = fault >= 0 && binding->parts[fault].joint >= 0;
    snprintf(problem, SKELETON_PROBLEM, "%s: %s%s%s%s needed; 'swivel rig info' shows what was found", path,
             fault < 0 || is_found ? "" : "no ", name,
             fault < 0  ? ""
             : is_found ? " is not attached to the part before it: "
                        : " is found: ",
             needed);
}

noreturn void fail_io(const char *path, const swv_io_error *error)
{
    if (error->status == SWV_NO_FILE)
        fail("%s: %s", path, errno ? strerror(errno) : error->text);
    if (error->line > 0)
        fail("%s:%ld: %s", path, error->line, error->text);
    if (error->offset > 0)
        fail("%s: byte %lu: %s", path, (unsigned long)error->offset, error->text);
    fail("%s: %s", path, error->text);
}

void skeleton_free(skeleton_file *file)
{
    swv_motion_free(&file->motion);
    free_text(file->text);
}

#ifndef SWIVEL_HAS_CJSON

void skeleton_read(const char *path, skeleton_file *file)
{
    *file = (skeleton_file){ .text = NULL };
    read_motion(path, file);
}

static void free_text(void *text)
{
    (void)text;
}

#else

    #include <math.h>
    #include <stdio.h>
    #include <stdlib.h>

    #include <cJSON.h>

enum { LARGEST_FILE = 1 << 24 };

// Whether a file begins as none of the others does: with a brace, or not at all.
static bool may_be_json(FILE *stream)
{
    int c;
    do
        c = getc(stream);
    while (c == ' ' || (c >= '\t' && c <= '\r'));
    rewind(stream);
    return c == '{' || c == EOF;
}

// NULL for a file that is no JSON.
static char *read_text(const char *path, const char *name)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!stream)
        fail("cannot open '%s': %s", path, strerror(errno));
    if (stream != stdin && !may_be_json(stream)) {
        fclose(stream);
        return NULL;
    }
    size_t length = 0, capacity = 1 << 16;
    char  *text = malloc(capacity + 1);
    while (text) {
        length += fread(text + length, 1, capacity - length, stream);
        if (length < capacity)
            break;
        if (capacity >= LARGEST_FILE)
            fail("%s: longer than %d bytes", name, LARGEST_FILE);
        capacity *= 2;
        char *longer = realloc(text, capacity + 1);
        if (!longer)
            free(text);
        text = longer;
    }
    if (!text)
        fail("%s: out of memory", name);
    if (ferror(stream))
        fail("%s: cannot be read: %s", name, strerror(errno));
    if (stream != stdin)
        fclose(stream);
    text[length] = '\0';
    if (strlen(text) != length)
        fail("%s: a zero byte at %zu: not valid JSON", name, strlen(text));
    return text;
}

// Numbers of joints[joint].field into values; whether it is there.
static bool read_numbers(const char *name, const cJSON *owner, int joint, const char *field, double *values, int count)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(owner, field);
    if (!array)
        return false;
    bool is_right = cJSON_IsArray(array) && cJSON_GetArraySize(array) == count;
    for (int i = 0; is_right && i < count; i++) {
        const cJSON *number = cJSON_GetArrayItem(array, i);
        is_right = cJSON_IsNumber(number) && isfinite(number->valuedouble);
        values[i] = is_right ? number->valuedouble : 0.0;
    }
    if (!is_right)
        fail("%s: joints[%d].%s: %d numbers expected", name, joint, field, count);
    return true;
}

static void read_joint(const char *name, const cJSON *item, int index, swv_rig_joint *joint)
{
    double position[3], rotation[4] = { 0.0, 0.0, 0.0, 1.0 };
    if (!cJSON_IsObject(item))
        fail("%s: joints[%d] is not an object", name, index);
    const cJSON *label = cJSON_GetObjectItemCaseSensitive(item, "name");
    const cJSON *parent = cJSON_GetObjectItemCaseSensitive(item, "parent");
    if (label && !cJSON_IsString(label))
        fail("%s: joints[%d].name is not a string", name, index);
    if (!cJSON_IsNumber(parent) || parent->valuedouble != parent->valueint)
        fail("%s: joints[%d].parent: the number of a joint expected, -1 for none", name, index);
    if (!read_numbers(name, item, index, "position", position, 3))
        fail("%s: joints[%d] has no position", name, index);
    read_numbers(name, item, index, "rotation", rotation, 4);
    *joint = (swv_rig_joint){ label ? label->valuestring : "",
                              parent->valueint,
                              { { position[0], position[1], position[2] },
                                { rotation[0], rotation[1], rotation[2], rotation[3] } } };
}

static swv_vec3 read_up(const char *name, const cJSON *root)
{
    static const char *const words[] = { "x", "y", "z", "-x", "-y", "-z" };
    static const swv_vec3 axes[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } };
    const cJSON          *up = cJSON_GetObjectItemCaseSensitive(root, "up");
    if (!up || cJSON_IsNull(up))
        return (swv_vec3){ 0.0, 0.0, 0.0 };
    for (int i = 0; cJSON_IsString(up) && i < 6; i++)
        if (!strcmp(up->valuestring, words[i]) ||
            !strcmp(up->valuestring, (const char *[]){ "X", "Y", "Z", "-X", "-Y", "-Z" }[i]))
            return axes[i];
    fail("%s: \"up\" must be x, y or z, with or without a minus", name);
}

static bool read_left_handed(const char *name, const cJSON *root)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(root, "left_handed");
    if (value && !cJSON_IsBool(value))
        fail("%s: \"left_handed\" must be true or false", name);
    return cJSON_IsTrue(value);
}

static void read_parts(const char *name, const cJSON *root, skeleton_file *file)
{
    const cJSON *parts = cJSON_GetObjectItemCaseSensitive(root, "parts"), *item;
    cJSON_ArrayForEach(item, parts)
    {
        int part = 0;
        while (part < SWV_PARTS && !(item->string && !strcmp(item->string, swv_part_name(part))))
            part++;
        if (part == SWV_PARTS || !cJSON_IsNumber(item) || item->valuedouble != item->valueint || item->valueint < -1 ||
            item->valueint >= file->rig.joint_count)
            fail("%s: \"parts\": the number of a joint for each part expected, -1 for none", name);
        file->given[part] = item->valueint < 0 ? -1 : item->valueint + 1;
    }
}

void skeleton_read(const char *path, skeleton_file *file)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    char       *text = read_text(path, name);
    *file = (skeleton_file){ .text = NULL };
    if (!text) {
        read_motion(path, file);
        return;
    }
    const char *end = NULL;
    cJSON      *root = cJSON_ParseWithOpts(text, &end, true);
    if (!root) {
        int line = 1;
        for (const char *c = text; end && c < end; c++)
            line += *c == '\n';
        fail("%s:%d: not valid JSON", name, line);
    }
    free(text);
    if (cJSON_GetObjectItemCaseSensitive(root, "asset")) {
        cJSON_Delete(root);
        read_motion(path, file);
        return;
    }
    const cJSON *joints = cJSON_GetObjectItemCaseSensitive(root, "joints");
    if (!cJSON_IsArray(joints))
        fail("%s: no array \"joints\"", name);
    const int count = cJSON_GetArraySize(joints);
    if (count < 1 || count > SWV_RIG_JOINTS)
        fail("%s: %d joints; a skeleton has 1 to %d", name, count, SWV_RIG_JOINTS);
    int          index = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, joints)
    {
        read_joint(name, item, index, &file->joints[index]);
        index++;
    }
    file->rig = (swv_rig){ file->joints, count, read_up(name, root), read_left_handed(name, root) };
    file->text = root;
    read_parts(name, root, file);
    check_rig(name, file);
}

static void free_text(void *text)
{
    cJSON_Delete(text);
}

#endif
