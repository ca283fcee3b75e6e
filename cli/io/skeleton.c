// SPDX-License-Identifier: MIT
// A skeleton and its memory, read from JSON and written (skeleton.h). Units are those of swivel/skeleton.h.
#include "io/skeleton.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/message.h"

static void free_text(void *text);

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (!memory)
        fail("out of memory");
    return memory;
}

swv_pose *poses_of(int count)
{
    return allocate(count > 0 ? (size_t)count : 0, sizeof(swv_pose));
}

void own_skeleton_take(int count, own_skeleton *s)
{
    own_skeleton_free(s);
    s->joints = allocate((size_t)count, sizeof *s->joints);
    s->memory = allocate(swv_skeleton_size(count), 1);
    s->scratch = allocate(swv_skeleton_bind_size(count), 1);
}

swv_status own_skeleton_make(own_skeleton *s, int count, swv_vec3 up, bool is_left_handed, int *fault)
{
    const swv_skeleton_options options = { .up = up, .is_left_handed = is_left_handed };
    return swv_skeleton_make(s->joints, count, &options, s->memory, &s->skeleton, fault);
}

void own_skeleton_free(own_skeleton *s)
{
    free(s->joints);
    free(s->memory);
    free(s->scratch);
    *s = (own_skeleton){ .joints = NULL };
}

static void make_skeleton(const char *name, skeleton_file *file, int count, swv_vec3 up, bool is_left_handed)
{
    int              joint;
    const swv_status status = own_skeleton_make(&file->own, count, up, is_left_handed, &joint);
    if (status == SWV_BAD_MODEL && joint >= 0)
        fail("%s: joints[%d] '%s': its parent %d does not exist, or the parents form a cycle", name, joint,
             file->own.joints[joint].name, file->own.joints[joint].parent);
    if (status != SWV_OK && joint >= 0)
        fail("%s: joints[%d] '%s': %s", name, joint, file->own.joints[joint].name, swv_status_text(status));
    if (status != SWV_OK)
        fail("%s: %s", name, swv_status_text(status));
}

// Any format that swivel_io reads.
static void read_motion(const char *path, skeleton_file *file)
{
    swv_io_error error;
    if (swv_motion_read_file(path, NULL, &file->motion, &error) != SWV_OK)
        fail_io(path, &error);
    const swv_motion *m = &file->motion;
    const bool        stands_in_frames = m->format == SWV_FORMAT_BVH && m->frame_count > 0;
    own_skeleton_take(m->joint_count, &file->own);
    swv_motion_joints(m, stands_in_frames ? 0 : -1, file->own.joints);
    if (m->given)
        memcpy(file->given, m->given, sizeof file->given);
    make_skeleton(path, file, m->joint_count, m->up, false);
    file->worlds = poses_of(m->joint_count);
    memcpy(file->worlds, file->own.skeleton.rest_frames, (size_t)m->joint_count * sizeof *file->worlds);
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
    free(file->worlds);
    own_skeleton_free(&file->own);
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

static void read_joint(const char *name, const cJSON *item, int index, swv_joint *joint, swv_pose *world)
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
    *joint = (swv_joint){ .name = label ? label->valuestring : "",
                          .parent = parent->valueint,
                          .kind = parent->valueint < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL };
    *world =
        (swv_pose){ { position[0], position[1], position[2] }, { rotation[0], rotation[1], rotation[2], rotation[3] } };
}

// Against the parents, of world poses. A rotation of all zeros is none.
static void set_rests(const swv_pose *worlds, int count, swv_joint *joints)
{
    for (int i = 0; i < count; i++) {
        const int parent = joints[i].parent;
        joints[i].rest = (swv_pose){ worlds[i].position, swv_quat_normalize(worlds[i].rotation) };
        if (parent < 0 || parent >= count)
            continue;
        const swv_pose above = { worlds[parent].position, swv_quat_normalize(worlds[parent].rotation) };
        joints[i].rest = swv_pose_mul(swv_pose_inverse(above), joints[i].rest);
    }
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
            item->valueint >= file->own.skeleton.joint_count)
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
    if (count < 1 || count > SWV_SKELETON_JOINTS)
        fail("%s: %d joints; a skeleton has 1 to %d", name, count, SWV_SKELETON_JOINTS);
    own_skeleton_take(count, &file->own);
    file->worlds = poses_of(count);
    int          index = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, joints)
    {
        read_joint(name, item, index, &file->own.joints[index], &file->worlds[index]);
        index++;
    }
    file->text = root;
    set_rests(file->worlds, count, file->own.joints);
    make_skeleton(name, file, count, read_up(name, root), read_left_handed(name, root));
    read_parts(name, root, file);
}

static void free_text(void *text)
{
    cJSON_Delete(text);
}

#endif
