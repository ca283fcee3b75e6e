// SPDX-License-Identifier: MIT
// NPZ: arrays of numpy in a zip file, as body models keep motion (AMASS and its kin): `poses`, a turn about an axis for each joint of SMPL,
// SMPL-H or SMPL-X, and `trans`. The file has no bones, and the models are not free: the built-in human's stand in, with the same
// rest, a T-pose without any turn. Metres and radians; `at` is a byte of the file, sizes are bytes. False: the error says why.
#include "io/io_internal.h"

#ifndef SWIVEL_HAS_ZLIB

swv_status swvi_npz_read(swvi_reading *r)
{
    return swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0, "this library was built without zlib and reads no NPZ");
}

#else

    #include <math.h>
    #include <stdio.h>
    #include <string.h>
    #define ZLIB_CONST
    #include <zlib.h>

    #include "swivel/body.h"

// ---- the zip file ----

typedef struct zip {
    swvi_reading *r;
    size_t        directory_at;
    int           entry_count;
} zip;

static bool refuse(swvi_reading *r, size_t at, const char *what)
{
    swvi_fail(r->error, SWV_BAD_FILE, 0, at < r->size ? at : r->size, "%s", what);
    return false;
}

// Find the zip file's directory.
static bool open_zip(swvi_reading *r, zip *z)
{
    if (r->size >= 22)
        // The record at the directory's end has 22 bytes and a comment of up to 65,535 behind it: looked for from the end, a little further.
        for (size_t at = r->size - 22, tries = 0; tries < 66000; at--, tries++) {
            // Its mark; entries at 10, their place at 16 (APPNOTE 4.3.16).
            if (swvi_word_at(r->bytes + at, 4) == 0x06054B50u) {
                *z = (zip){ r, swvi_word_at(r->bytes + at + 16, 4), (int)swvi_word_at(r->bytes + at + 10, 2) };
                if (z->directory_at < r->size)
                    return true;
            }
            if (at == 0)
                break;
        }
    return refuse(r, r->size, "a zip file with its directory expected");
}

static void *inflate_allocate(void *user, unsigned count, unsigned size)
{
    return swvi_pool_take(user, count, size);
}

static void inflate_release(void *user, void *memory)
{
    (void)user;
    (void)memory;
}

// Deflated bytes (without zlib's own head: -MAX_WBITS) to `length` bytes at `to`, neither more nor less.
static bool unpack(swvi_reading *r, const unsigned char *from, size_t size, unsigned char *to, size_t length)
{
    z_stream s = { .next_in = from, .avail_in = (uInt)size, .next_out = to, .avail_out = (uInt)length };
    s.zalloc = inflate_allocate;
    s.zfree = inflate_release;
    s.opaque = r->scratch;
    if (inflateInit2(&s, -MAX_WBITS) != Z_OK)
        return swvi_fail_memory(r->error);
    const int  code = inflate(&s, Z_FINISH);
    const bool is_whole = code == Z_STREAM_END && s.total_out == length;
    inflateEnd(&s);
    if (code == Z_MEM_ERROR)
        return swvi_fail_memory(r->error);
    return is_whole || refuse(r, (size_t)(from - r->bytes), "deflated bytes of the length that is told expected");
}

/// An array: numbers as doubles, by rows.
typedef struct array {
    double *numbers;  ///< NULL: not there
    size_t  rows, columns;
    char    text[16];  ///< of an array of characters
} array;

// NAME.npy of the zip file, unpacked; *size 0 if it is not there. False with an error.
static bool find_entry(const zip *z, const char *name, const unsigned char **bytes, size_t *size)
{
    swvi_reading *r = z->r;
    size_t        at = z->directory_at;
    *size = 0;
    for (int i = 0; i < z->entry_count; i++) {
        // A central directory entry: 46 bytes, its fields at the offsets of the ZIP specification (APPNOTE 4.3.12).
        if (at > r->size - 46 || r->size < 46 || swvi_word_at(r->bytes + at, 4) != 0x02014B50u)
            return refuse(r, at, "an entry of the zip file's directory expected");
        const unsigned char *e = r->bytes + at;
        const size_t         name_length = swvi_word_at(e + 28, 2), packed = swvi_word_at(e + 20, 4),
                     whole = swvi_word_at(e + 24, 4);
        const size_t local = swvi_word_at(e + 42, 4), method = swvi_word_at(e + 10, 2);
        if (name_length > r->size - at - 46)
            return refuse(r, at, "an entry with its name expected");
        at += 46 + name_length + swvi_word_at(e + 30, 2) + swvi_word_at(e + 32, 2);
        // Followed by the name and two more fields; method 0 is stored, 8 deflated. The file itself has a header of 30
        // bytes (4.3.7).
        if (name_length != strlen(name) + 4 || memcmp(e + 46, name, name_length - 4) != 0 ||
            memcmp(e + 42 + name_length, ".npy", 4) != 0)
            continue;
        if (local > r->size || r->size - local < 30 || swvi_word_at(r->bytes + local, 4) != 0x04034B50u)
            return refuse(r, local, "a file in the zip file expected");
        const size_t data =
            local + 30 + swvi_word_at(r->bytes + local + 26, 2) + swvi_word_at(r->bytes + local + 28, 2);
        if (data > r->size || packed > r->size - data || (method == 0 && packed != whole) ||
            (method != 0 && method != 8))
            return refuse(r, local, "a file that is stored or deflated expected");
        *bytes = r->bytes + data;
        if (method == 8) {
            // Deflate makes at most 1032 bytes of one (zlib's technical details): a file that claims more would only take memory.
            unsigned char *unpacked = whole / 1100 <= packed ? swvi_pool_take(r->scratch, whole, 1) : NULL;
            if (!unpacked)
                return swvi_fail_memory(r->error);
            if (!unpack(r, r->bytes + data, packed, unpacked, whole))
                return false;
            *bytes = unpacked;
        }
        *size = whole;
        return true;
    }
    return true;
}

// ---- the array ----

// A number of `width` bytes, 4 or 8, the lowest first; kind 'f': IEEE 754, else an integer.
static double number_at(const unsigned char *p, char kind, size_t width)
{
    if (width == 4)
        return kind == 'f' ? swvi_float_at(p) : (double)(int32_t)swvi_word_at(p, 4);
    const uint64_t bits = swvi_word_at(p, 4) | (uint64_t)swvi_word_at(p + 4, 4) << 32;
    double         value;
    memcpy(&value, &bits, sizeof value);
    return kind == 'f' ? value : (double)(int64_t)bits;
}

// numpy's format (NEP 1): a mark of 6 bytes, 2 of the version, the header's length in 2 bytes (from version 2 on in 4),
// the header as text, the numbers. `a` takes NAME.npy of the zip file; no numbers if it is not there.
static bool read_array(const zip *z, const char *name, array *a)
{
    const unsigned char *bytes = NULL;
    size_t               size;
    char                 head[512] = "";  // a header of two sizes has some 120. Chosen
    *a = (array){ .numbers = NULL };
    if (!find_entry(z, name, &bytes, &size))
        return false;
    if (size == 0)
        return true;
    const size_t from = size >= 12 && bytes[6] >= 2 ? 12 : 10;
    const size_t length = size >= 12 ? swvi_word_at(bytes + 8, from == 12 ? 4 : 2) : 0;
    if (size < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0 || length > size - from || length >= sizeof head)
        return refuse(z->r, 0, "an array of numpy with a header of up to 512 bytes expected");
    memcpy(head, bytes + from, length);
    const char *descr = strstr(head, "'descr'"), *shape = strstr(head, "'shape'");
    const char *type = descr ? strchr(descr + 7, '\'') : NULL;
    char        order = 0, kind = 0;
    int         width = 0;
    long        sizes[2] = { 1, 1 };
    // Numbers have 4 or 8 bytes; of text no more than 64 characters are needed. Chosen.
    if (!type || !shape || sscanf(type, "'%c%c%d'", &order, &kind, &width) != 3 || width < 1 || width > 64)
        return refuse(z->r, 0, "an array's header with descr and shape expected");
    shape = strchr(shape, '(');
    const int    rank = shape ? sscanf(shape, "(%ld, %ld", &sizes[0], &sizes[1]) : 0;
    const bool   is_empty = rank < 0 || sizes[0] <= 0 || sizes[1] <= 0;
    const size_t left = size - from - length;
    if (kind == 'U' || kind == 'S') {  // characters of four bytes, or of one
        const size_t step = kind == 'U' ? 4 : 1;
        for (size_t i = 0; i < sizeof a->text - 1 && i < (size_t)width && (i + 1) * step <= left; i++)
            a->text[i] = (char)(bytes + from + length)[i * step];
        return true;
    }
    if ((kind != 'f' && kind != 'i') || (width != 4 && width != 8) || order == '>' || is_empty ||
        (strstr(head, "'fortran_order': True") && sizes[1] > 1))
        return refuse(z->r, 0, "an array of 4 or 8 bytes a number, by rows, expected");
    a->rows = (size_t)sizes[0];
    a->columns = (size_t)sizes[1];
    if (a->rows > left / (size_t)width / a->columns)
        return refuse(z->r, 0, "as many numbers as the array's shape says expected");
    a->numbers = swvi_pool_take(z->r->scratch, a->rows * a->columns, sizeof *a->numbers);
    if (!a->numbers)
        return swvi_fail_memory(z->r->error);
    for (size_t i = 0; i < a->rows * a->columns; i++) {
        a->numbers[i] = number_at(bytes + from + length + i * (size_t)width, kind, (size_t)width);
        if (!(fabs(a->numbers[i]) < 1e30))  // NaN is not less; 1e30 is chosen
            return refuse(z->r, 0, "numbers that are finite expected");
    }
    return true;
}

// ---- the body ----

/// Joints of the models, each with its parent and the part of the built-in human that stands where it is.
typedef struct model_joint {
    const char *name;
    int         parent, part;
} model_joint;

static const model_joint body_joints[22] = {
    { "pelvis", -1, SWV_PART_HIPS },
    { "left_hip", 0, SWV_PART_LEFT_UPPER_LEG },
    { "right_hip", 0, SWV_PART_RIGHT_UPPER_LEG },
    { "spine1", 0, SWV_PART_SPINE },
    { "left_knee", 1, SWV_PART_LEFT_LOWER_LEG },
    { "right_knee", 2, SWV_PART_RIGHT_LOWER_LEG },
    { "spine2", 3, SWV_PART_CHEST },
    { "left_ankle", 4, SWV_PART_LEFT_FOOT },
    { "right_ankle", 5, SWV_PART_RIGHT_FOOT },
    { "spine3", 6, SWV_PART_UPPER_CHEST },
    { "left_foot", 7, SWV_PART_LEFT_TOES },
    { "right_foot", 8, SWV_PART_RIGHT_TOES },
    { "neck", 9, SWV_PART_NECK },
    { "left_collar", 9, SWV_PART_LEFT_SHOULDER },
    { "right_collar", 9, SWV_PART_RIGHT_SHOULDER },
    { "head", 12, SWV_PART_HEAD },
    { "left_shoulder", 13, SWV_PART_LEFT_UPPER_ARM },
    { "right_shoulder", 14, SWV_PART_RIGHT_UPPER_ARM },
    { "left_elbow", 16, SWV_PART_LEFT_LOWER_ARM },
    { "right_elbow", 17, SWV_PART_RIGHT_LOWER_ARM },
    { "left_wrist", 18, SWV_PART_LEFT_HAND },
    { "right_wrist", 19, SWV_PART_RIGHT_HAND },
};

// Joint `index` of a model of `count`: 24 (SMPL), 52 (SMPL-H), 55 (SMPL-X). Its name may be put together in `name`.
static model_joint joint_of(int count, int index, char name[24])
{
    static const struct {
        const char *name;
        int         part;  // the first of the left hand's
    } fingers[5] = { { "index", SWV_PART_LEFT_INDEX_PROXIMAL },
                     { "middle", SWV_PART_LEFT_MIDDLE_PROXIMAL },
                     { "pinky", SWV_PART_LEFT_LITTLE_PROXIMAL },
                     { "ring", SWV_PART_LEFT_RING_PROXIMAL },
                     { "thumb", SWV_PART_LEFT_THUMB_METACARPAL } };
    // 22 joints of the body come first. SMPL ends each hand in one more, 22 and 23. SMPL-X has jaw and eyes on the head
    // (15) before its 15 joints of each hand, three a finger, whose first hang on the wrists (20, 21).
    if (index < 22)
        return body_joints[index];
    if (count == 24)
        return (model_joint){ index == 22 ? "left_hand" : "right_hand", index - 2,
                              index == 22 ? SWV_PART_LEFT_MIDDLE_PROXIMAL
                                          : swv_part_mirrored(SWV_PART_LEFT_MIDDLE_PROXIMAL) };
    if (count == 55 && index < 25) {
        static const model_joint face[3] = { { "jaw", 15, SWV_PART_JAW },
                                             { "left_eye_smplhf", 15, SWV_PART_LEFT_EYE },
                                             { "right_eye_smplhf", 15, SWV_PART_RIGHT_EYE } };
        return face[index - 22];
    }
    const int  first = count == 55 ? 25 : 22, place = (index - first) % 15;
    const bool is_left = index - first < 15;
    const int  part = fingers[place / 3].part + place % 3;
    snprintf(name, 24, "%s_%s%d", is_left ? "left" : "right", fingers[place / 3].name, place % 3 + 1);
    return (model_joint){ name, place % 3 ? index - 1 : is_left ? 20 : 21, is_left ? part : swv_part_mirrored(part) };
}

// The joints of a model of `count`, 24, 52 or 55, with the built-in human's bones. False if there is no memory.
static bool make_joints(swvi_reading *r, int count, bool is_female)
{
    swv_motion *m = r->motion;
    swv_joint   human[SWV_HUMAN_JOINTS];
    swv_vec3    places[SWV_HUMAN_JOINTS];
    m->joints = swvi_pool_take(r->pool, (size_t)count, sizeof *m->joints);
    // Metres: the mean statures of src/body/human.c, rounded.
    if (!m->joints || swv_human_make(is_female ? 1.63 : 1.76, is_female ? SWV_FEMALE : SWV_MALE, human) != SWV_OK)
        return false;
    for (int part = 0; part < SWV_HUMAN_JOINTS; part++)  // each comes after its parent, and rests unturned
        places[part] = human[part].parent < 0 ? human[part].rest.position
                                              : swv_vec3_add(places[human[part].parent], human[part].rest.position);
    m->joint_count = count;
    int parts[55];
    for (int i = 0; i < count; i++) {
        char              name[24];
        const model_joint joint = joint_of(count, i, name);
        parts[i] = joint.part;
        const swv_vec3 place = places[joint.part];
        const swv_vec3 from = joint.parent < 0 ? place : places[parts[joint.parent]];
        const swv_vec3 step = swv_vec3_sub(place, from);
        m->joints[i] = (swv_motion_joint){ .name = swvi_take_text(r->pool, joint.name, strlen(joint.name)),
                                           .parent = joint.parent,
                                           // From x right, y forward, z up to the models' x left, y up, z forward.
                                           .rest = { { -step.x, step.z, step.y }, SWV_IDENTITY_QUAT },
                                           .turns = true,
                                           .moves = joint.parent < 0 };
        if (!m->joints[i].name)
            return false;
    }
    return true;
}

// `poses`, or its parts side by side as some files have them: three numbers each (axis times angle, radians) for the root, for 21 joints of
// the body and for 30 of the hands. Together they are the 52 joints of SMPL-H, 156 numbers a frame.
static bool read_poses(const zip *z, array *poses)
{
    static const char *const names[] = { "root_orient", "pose_body", "pose_hand" };
    static const size_t      widths[] = { 3, 63, 90 };
    array                    parts[3];
    if (!read_array(z, "poses", poses))
        return false;
    if (poses->numbers)
        return true;
    for (int i = 0; i < 3; i++) {
        if (!read_array(z, names[i], &parts[i]))
            return false;
        if (!parts[i].numbers || parts[i].columns != widths[i] || parts[i].rows != parts[0].rows)
            return refuse(z->r, 0, "an array 'poses', or 'root_orient', 'pose_body' and 'pose_hand', expected");
    }
    *poses = (array){ .rows = parts[0].rows, .columns = 156 };
    poses->numbers = swvi_pool_take(z->r->scratch, poses->rows * 156, sizeof *poses->numbers);
    if (!poses->numbers)
        return swvi_fail_memory(z->r->error);
    for (size_t f = 0; f < poses->rows; f++)
        for (size_t i = 0, at = 0; i < 3; at += widths[i], i++)
            memcpy(poses->numbers + f * 156 + at, parts[i].numbers + f * widths[i], widths[i] * sizeof(double));
    return true;
}

swv_status swvi_npz_read(swvi_reading *r)
{
    static const char *const rates[] = { "mocap_framerate", "mocap_frame_rate", "fps" };
    swv_motion              *m = r->motion;
    zip                      z;
    array                    poses, trans, gender, rate = { .numbers = NULL };
    if (!open_zip(r, &z) || !read_poses(&z, &poses) || !read_array(&z, "trans", &trans) ||
        !read_array(&z, "gender", &gender))
        return r->error->status;
    for (int i = 0; i < 3 && !rate.numbers; i++)
        if (!read_array(&z, rates[i], &rate))
            return r->error->status;
    const int joints = (int)(poses.columns / 3);
    if (poses.columns != 72 && poses.columns != 156 && poses.columns != 165)
        refuse(r, 0, "poses of 72 (SMPL), 156 (SMPL-H) or 165 (SMPL-X) columns expected");
    else if (trans.numbers && (trans.columns != 3 || trans.rows != poses.rows))
        refuse(r, 0, "'trans' with three columns and as many rows as 'poses' expected");
    // Fewer than a million a second: more is no rate. Chosen.
    else if (rate.numbers && !(rate.numbers[0] > 0.0 && rate.numbers[0] < 1e6))
        refuse(r, 0, "frames a second expected");
    if (r->error->status != SWV_OK)
        return r->error->status;
    m->frame_count = poses.rows < 2147483647u ? (int)poses.rows : 0;  // an int
    // 30 frames a second where the file does not say. Chosen.
    m->frame_time = rate.numbers ? 1.0 / rate.numbers[0] : 1.0 / 30.0;
    if (!make_joints(r, joints, strncmp(gender.text, "female", 6) == 0) || !swvi_motion_lay_out(r->pool, m, true) ||
        !swvi_warn(r, "the model's bones are not in the file: those of a human of average size stand in"))
        return swvi_no_memory(r->error);
    for (int f = 0; f < m->frame_count; f++) {
        double       *frame = swvi_frame_at(m, f);
        const double *row = poses.numbers + (size_t)f * poses.columns;
        for (int i = 0; i < joints; i++) {
            const swv_quat q = swv_quat_from_rotation_vector((swv_vec3){ row[3 * i], row[3 * i + 1], row[3 * i + 2] });
            memcpy(frame + m->joints[i].rotation_at, &q, sizeof q);
        }
        const void *place = trans.numbers ? (void *)(trans.numbers + 3 * (size_t)f) : &m->joints[0].rest.position;
        memcpy(frame + m->joints[0].position_at, place, 3 * sizeof(double));
    }
    m->metres_per_unit = 1.0;
    snprintf(m->unit_reason, sizeof m->unit_reason, "body models are in metres");
    return SWV_OK;
}

#endif
