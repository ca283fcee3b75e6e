// SPDX-License-Identifier: MIT
// Reading BVH: a hierarchy in words, then a row of numbers for each frame.
//
// The file passes through one buffer, whether it lies in memory or is streamed, so that memory does not grow with its length.
// A joint's channels say in which order its turns follow each other, each about the axes as the ones before it have turned
// them: Zrotation Xrotation Yrotation is Rz Rx Ry. The root's position channels stand for its OFFSET, always (files give both).
//
// Lengths are in the file's unit, its angles in degrees. In all functions `b` is the file that is read, at the byte b->at; false means that
// b->failure says what is wrong there. A joint is an index into b->motion.joints.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"
#include "io/number.h"
#include "swivel/batch.h"

enum {
    BUFFER = 1 << 16,   // bytes. Chosen
    LONGEST = 1 << 12,  // bytes of a name or a number; so much of the file is at hand whenever one is read. Chosen
    WORD = 64,          // bytes of a word and its end: no word that is known here is so long
    DEEPEST = 1024,     // joints one in another: no body has so many. Chosen
};

struct swv_bvh {
    swvi_pool     *pool;
    swv_source     source;
    void          *user;
    swv_io_options options;
    swv_motion     motion;
    int            joint_capacity, end_capacity;

    char       *buffer;
    const char *at, *end;  // *end is 0, and padding follows
    bool        is_ended;  // the source has no more
    size_t      base;      // where in the file the buffer begins
    long        line;      // of b->at, from 1

    char        word[WORD];  // the last one read, and where it begins
    const char *at_word;

    int     column_count, turn_count;             // numbers and angles in a row
    double *row, *half_angles, *sines, *cosines;  // of the row last read: as in the file; of its angles, radians
    int     rows_read;
    bool    has_row;  // one that was read ahead

    swv_io_error failure;
};

// ---- bytes ----

// Fails: what is expected here, and what is there instead, as far as 23 bytes of it say. Returns false.
static bool refuse(swv_bvh *b, const char *expected)
{
    if (b->failure.status != SWV_OK)  // the source failed
        return false;
    char found[24];
    int  length = 0;
    while (length < (int)sizeof found - 1 && b->at + length < b->end && (unsigned char)b->at[length] > ' ') {
        found[length] = b->at[length];
        length++;
    }
    found[length] = '\0';
    const char *what = length ? found : b->at >= b->end ? "the end of the file" : "the end of the line";
    swvi_fail(&b->failure, SWV_BAD_FILE, b->line, b->base + (size_t)(b->at - b->buffer),
              length ? "%s expected, '%s' found" : "%s expected, %s found", expected, what);
    return false;
}

// Move what is left to the front and fill up.
static void refill(swv_bvh *b)
{
    const size_t left = (size_t)(b->end - b->at);
    memmove(b->buffer, b->at, left);
    b->base += (size_t)(b->at - b->buffer);
    b->at = b->buffer;
    size_t size = left;
    while (size < BUFFER && !b->is_ended) {
        const size_t got = b->source(b->user, b->buffer + size, BUFFER - size);
        if (got > BUFFER - size)
            swvi_fail(&b->failure, SWV_NO_FILE, b->line, b->base + size, "cannot be read");
        b->is_ended = got == 0 || got > BUFFER - size;
        size += b->is_ended ? 0 : got;
    }
    memset(b->buffer + size, 0, SWVI_NUMBER_PADDING);
    b->end = b->buffer + size;
}

static inline void have_enough(swv_bvh *b)
{
    if (b->end - b->at < LONGEST && !b->is_ended)
        refill(b);
}

// To the next byte that is no blank; with `lines` also over the ends of lines.
static void skip_blanks(swv_bvh *b, bool lines)
{
    for (;; b->at++) {
        have_enough(b);
        if (*b->at == '\n' && lines)
            b->line++;
        else if (*b->at != ' ' && *b->at != '\t' && *b->at != '\r')
            return;
    }
}

// Whether a word is another one that has small letters, whatever its own are.
static bool is_same(const char *a, const char *small)
{
    for (; *a && *small; a++, small++)
        if ((*a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a) != *small)
            return false;
    return *a == *small;
}

// The next word, a brace among them, to b->word; "" at the end of the file, or if it is too long.
static void read_word(swv_bvh *b)
{
    char *word = b->word;
    int   length = 0;
    skip_blanks(b, true);
    b->at_word = b->at;
    while (length < WORD - 1 && (unsigned char)b->at[length] > ' ' &&
           (length == 0 || (b->at[length] != '{' && b->at[length] != '}' && word[0] != '{' && word[0] != '}'))) {
        word[length] = b->at[length];
        length++;
    }
    word[length] = '\0';
    b->at += length;
}

// As refuse, at the last word.
static bool refuse_word(swv_bvh *b, const char *expected)
{
    b->at = b->at_word;
    return refuse(b, expected);
}

// Read a word and say what is wrong if it is not `wanted` (small letters): messages have it as `shown`.
static bool expect(swv_bvh *b, const char *wanted, const char *shown)
{
    read_word(b);
    return is_same(b->word, wanted) || refuse_word(b, shown);
}

static bool read_number(swv_bvh *b, double *value)
{
    skip_blanks(b, true);
    const char *next = swvi_number_read(b->at, value);
    if (!next || (unsigned char)*next > ' ')
        return refuse(b, "a number");
    b->at = next;
    return true;
}

static bool read_vector(swv_bvh *b, swv_vec3 *v)
{
    return read_number(b, &v->x) && read_number(b, &v->y) && read_number(b, &v->z);
}

// ---- the hierarchy ----

// After CHANNELS: how many, at most x, y, z and three turns, and their names, to *joint.
static bool read_channels(swv_bvh *b, swv_motion_joint *joint)
{
    static const char *const names[] = { "xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation" };
    double                   count;
    skip_blanks(b, true);
    b->at_word = b->at;
    if (!read_number(b, &count))
        return false;
    if (!(count >= 0.0 && count <= 6.0) || count != floor(count))
        return refuse_word(b, "0 to 6 channels");
    joint->channel_count = 0;
    int turns = 0, last_turn = -1;
    for (int i = 0; i < (int)count; i++) {
        int channel = 0;
        read_word(b);
        while (channel < 6 && !is_same(b->word, names[channel]))
            channel++;
        bool is_twice = false;  // a position twice, or two turns about one axis after each other, say nothing
        for (int k = 0; k < i && channel < SWV_CHANNEL_X_ROTATION; k++)
            is_twice = is_twice || joint->channels[k] == channel;
        if (channel >= SWV_CHANNEL_X_ROTATION && channel < 6) {
            is_twice = channel == last_turn || ++turns > 3;
            last_turn = channel;
        }
        if (channel == 6 || is_twice)
            return refuse_word(b, is_twice ? "another channel" : "a channel (Xposition to Zrotation)");
        joint->channels[joint->channel_count++] = (unsigned char)channel;
        joint->turns = joint->turns || channel >= SWV_CHANNEL_X_ROTATION;
        joint->moves = joint->moves || channel < SWV_CHANNEL_X_ROTATION;
    }
    return true;
}

// After ROOT or JOINT: a name and a brace, as a new joint; parent -1: a root.
static bool add_joint(swv_bvh *b, int parent)
{
    swv_motion *m = &b->motion;
    skip_blanks(b, false);
    int length = 0;
    while (length < LONGEST - 1 && b->at + length < b->end && b->at[length] != '\n' && b->at[length] != '{')
        length++;
    if (length == LONGEST - 1 || m->joint_count == SWV_MOTION_JOINTS)
        return refuse(b, length == LONGEST - 1 ? "a shorter name" : "fewer joints");
    int trimmed = length;
    while (trimmed > 0 && (unsigned char)b->at[trimmed - 1] <= ' ')
        trimmed--;
    char             *name = swvi_take_text(b->pool, b->at, (size_t)trimmed);
    swv_motion_joint *joints =
        name ? swvi_grow(b->pool, m->joints, &m->joint_count, &b->joint_capacity, sizeof *joints) : NULL;
    if (!joints)
        return swvi_fail_memory(&b->failure);
    m->joints = joints;
    joints[m->joint_count - 1] = (swv_motion_joint){
        .name = name, .parent = parent, .rest = SWV_IDENTITY_POSE, .rotation_at = -1, .position_at = -1
    };
    b->at += length;
    return expect(b, "{", "{");
}

// After End: the rest of an End Site of a joint.
static bool add_end(swv_bvh *b, int joint)
{
    swv_motion *m = &b->motion;
    read_word(b);  // Site, or a name
    swv_motion_end *ends = swvi_grow(b->pool, m->ends, &m->end_count, &b->end_capacity, sizeof *ends);
    if (!ends)
        return swvi_fail_memory(&b->failure);
    m->ends = ends;
    ends[m->end_count - 1] = (swv_motion_end){ joint, { 0.0, 0.0, 0.0 } };
    return expect(b, "{", "{") && expect(b, "offset", "OFFSET") && read_vector(b, &ends[m->end_count - 1].offset) &&
           expect(b, "}", "}");
}

// From HIERARCHY to MOTION.
static bool read_hierarchy(swv_bvh *b)
{
    swv_motion *m = &b->motion;
    int         joint = -1, depth = 0;  // the joint whose braces are open
    if (!expect(b, "hierarchy", "HIERARCHY"))
        return false;
    for (bool is_good = true; is_good;) {
        read_word(b);
        if (joint < 0 && is_same(b->word, "motion") && m->joint_count > 0)
            return true;
        if (is_same(b->word, joint < 0 ? "root" : "joint")) {
            if (depth++ == DEEPEST)
                return refuse(b, "fewer braces");
            is_good = add_joint(b, joint);
            joint = m->joint_count - 1;
        } else if (joint >= 0 && is_same(b->word, "offset")) {
            is_good = read_vector(b, &m->joints[joint].rest.position);
        } else if (joint >= 0 && is_same(b->word, "channels")) {
            is_good = read_channels(b, &m->joints[joint]);
        } else if (joint >= 0 && is_same(b->word, "end")) {
            is_good = add_end(b, joint);
        } else if (joint >= 0 && is_same(b->word, "}")) {
            joint = m->joints[joint].parent;
            depth--;
        } else {
            is_good = refuse_word(b, joint >= 0           ? "OFFSET, CHANNELS, JOINT, End Site or }"
                                     : m->joint_count > 0 ? "MOTION or ROOT"
                                                          : "ROOT");
        }
    }
    return false;
}

// "Frames: 344", "Frame Time: .0083333": words (`first` has them in small letters, messages as `shown`), a colon, a number.
static bool read_setting(swv_bvh *b, const char *first, const char *shown, double *value)
{
    skip_blanks(b, true);
    const char *begin = b->at, *c = begin;
    for (; *first; first++, c++) {
        if (*first == ' ' && (*c == ' ' || *c == '\t')) {
            while (c[1] == ' ' || c[1] == '\t')
                c++;
        } else if ((*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c) != *first) {
            return refuse(b, shown);
        }
    }
    while (*c == ' ' || *c == '\t')
        c++;
    if (*c != ':')
        return refuse(b, shown);
    b->at = c + 1;
    return read_number(b, value);
}

// ---- rows ----

// Count numbers and angles of a row, and take room for one. False if there is no memory.
static bool plan_row(swv_bvh *b)
{
    const swv_motion *m = &b->motion;
    for (int i = 0; i < m->joint_count; i++)
        for (int k = 0; k < m->joints[i].channel_count; k++, b->column_count++)
            b->turn_count += m->joints[i].channels[k] >= SWV_CHANNEL_X_ROTATION;
    double *numbers = swvi_pool_take(b->pool, (size_t)b->column_count + 3 * (size_t)b->turn_count, sizeof *numbers);
    b->row = numbers;
    b->half_angles = numbers ? numbers + b->column_count : NULL;
    b->sines = numbers ? b->half_angles + b->turn_count : NULL;
    b->cosines = numbers ? b->sines + b->turn_count : NULL;
    return numbers != NULL;
}

// A row of `found` numbers instead of column_count.
static bool fail_row(swv_bvh *b, int found)
{
    char expected[96];
    snprintf(expected, sizeof expected, "frame %d of %d has %d numbers; %d", b->rows_read, b->motion.frame_count, found,
             b->column_count);
    return refuse(b, expected);
}

// The next row, one line, to b->row.
static bool read_row(swv_bvh *b)
{
    if (b->column_count > 0)
        skip_blanks(b, true);
    for (int i = 0; i < b->column_count; i++) {
        while (*b->at == ' ' || *b->at == '\t')
            b->at++;
        if (b->end - b->at < LONGEST && !b->is_ended) {
            refill(b);
            skip_blanks(b, false);
        }
        const char *next = swvi_number_read(b->at, &b->row[i]);
        if (!next || (unsigned char)*next > ' ') {
            const char c = *b->at;
            if (!next && (c == '\r' || c == '\n' || (c == '\0' && b->at >= b->end)))
                return fail_row(b, i);
            return refuse(b, "a number");
        }
        b->at = next;
    }
    if (b->column_count > 0) {
        skip_blanks(b, false);
        if (*b->at != '\n' && b->at < b->end)
            return fail_row(b, b->column_count + 1);
    }
    b->rows_read++;
    return true;
}

// q times a turn about its own axis 0, 1 or 2 (x, y, z); s and c are sine and cosine of half the angle.
static swv_quat turned(swv_quat q, int axis, double s, double c)
{
    switch (axis) {
    case 0:
        return (swv_quat){ q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s };
    case 1:
        return (swv_quat){ q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s, q.w * c - q.y * s };
    default:
        return (swv_quat){ q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s };
    }
}

// b->row as a frame (out): positions in the file's unit and rotations where swvi_motion_lay_out put them.
static void row_to_frame(swv_bvh *b, double *frame)
{
    const swv_motion *m = &b->motion;
    const double     *number = b->row;
    int               turn = 0;
    for (int i = 0; i < m->joint_count; i++)
        for (int k = 0; k < m->joints[i].channel_count; k++, number++)
            if (m->joints[i].channels[k] >= SWV_CHANNEL_X_ROTATION)
                b->half_angles[turn++] = *number * (SWV_PI / 360.0);  // half of PI / 180
    (void)swv_batch_trig(SWV_TRIG_SINCOS, b->half_angles, NULL, (size_t)turn, b->sines, b->cosines);
    number = b->row;
    turn = 0;
    for (int i = 0; i < m->joint_count; i++) {
        const swv_motion_joint *joint = &m->joints[i];
        double   position[3] = { joint->rest.position.x, joint->rest.position.y, joint->rest.position.z };
        swv_quat q = SWV_IDENTITY_QUAT;
        for (int k = 0; k < joint->channel_count; k++, number++) {
            const int channel = joint->channels[k];
            if (channel < SWV_CHANNEL_X_ROTATION) {
                position[channel] = *number + (m->positions_are_added ? position[channel] : 0.0);
            } else {
                q = turned(q, channel - SWV_CHANNEL_X_ROTATION, b->sines[turn], b->cosines[turn]);
                turn++;
            }
        }
        if (joint->moves)
            memcpy(frame + joint->position_at, position, sizeof position);
        if (joint->turns)
            memcpy(frame + joint->rotation_at, &q, sizeof q);
    }
}

// Position channels of joints below the root: near their OFFSET, or 0 where it is not?
static void decide_positions(swv_bvh *b)
{
    int zero = 0, equal = 0;
    b->motion.positions_are_added = b->options.bvh_positions == SWV_BVH_POSITIONS_ADD;
    if (b->options.bvh_positions != SWV_BVH_POSITIONS_GUESSED || !b->has_row)
        return;
    const double *number = b->row;
    for (int i = 0; i < b->motion.joint_count; i++) {
        const swv_motion_joint *joint = &b->motion.joints[i];
        const double            offset[3] = { joint->rest.position.x, joint->rest.position.y, joint->rest.position.z };
        for (int k = 0; k < joint->channel_count; k++, number++) {
            const int channel = joint->channels[k];
            // Offsets below 1e-6 are printed as 0 and tell nothing; equal to a thousandth allows for few printed digits. Chosen.
            if (joint->parent < 0 || channel >= SWV_CHANNEL_X_ROTATION || fabs(offset[channel]) < 1e-6)
                continue;
            equal += fabs(*number - offset[channel]) <= 1e-3 * fabs(offset[channel]);
            zero += *number == 0.0;
        }
    }
    b->motion.positions_are_added = zero > equal;
}

// ---- opening ----

// All up to the first row, and that too.
static bool read_head(swv_bvh *b)
{
    swv_motion *m = &b->motion;
    double      count, time;
    have_enough(b);
    if (b->end - b->at >= 3 && memcmp(b->at, "\xEF\xBB\xBF", 3) == 0)  // the byte order mark of UTF-8
        b->at += 3;
    if (!read_hierarchy(b) || !read_setting(b, "frames", "'Frames:'", &count))
        return false;
    if (!(count >= 0.0 && count <= 2147483647.0) || count != floor(count))  // an int
        return refuse(b, "a count of frames");
    if (!read_setting(b, "frame time", "'Frame Time:'", &time))
        return false;
    if (!(time >= 0.0))
        return refuse(b, "a frame time that is not negative");
    skip_blanks(b, false);
    if (*b->at != '\n' && b->at < b->end)
        return refuse(b, "the end of the line");
    m->frame_count = (int)count;
    m->frame_time = time;
    if (!swvi_motion_lay_out(b->pool, m, false) || !plan_row(b))
        return swvi_fail_memory(&b->failure);
    b->has_row = m->frame_count > 0;
    if (b->has_row && !read_row(b))
        return false;
    decide_positions(b);
    return true;
}

// A file at its first byte, in `pool`, with the motion to come. NULL if there is no memory.
static swv_bvh *begin(swvi_pool *pool, swv_source source, void *user, const swv_io_options *options)
{
    swv_bvh *b = swvi_pool_take(pool, 1, sizeof *b);
    char    *buffer = b ? swvi_pool_take(pool, BUFFER + SWVI_NUMBER_PADDING, 1) : NULL;
    if (!buffer)
        return NULL;
    *b = (swv_bvh){ .pool = pool, .source = source, .user = user, .options = *options, .line = 1 };
    b->motion.format = SWV_FORMAT_BVH;
    b->buffer = buffer;
    b->at = b->end = buffer;
    return b;
}

swv_status swv_bvh_open(swv_source source, void *user, const swv_io_options *options, swv_bvh **bvh,
                        swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    options = swvi_options(options);
    const swv_status status = swvi_check(options, !source || !bvh, error);
    if (status != SWV_OK)
        return status;
    swvi_pool *pool = swvi_pool_make(options);
    swv_bvh   *b = pool ? begin(pool, source, user, options) : NULL;
    // What unit and up axis are is guessed from the first frame, which is there already.
    double *frame = b && read_head(b) ? swvi_pool_take(pool, (size_t)b->motion.frame_size, sizeof *frame) : NULL;
    if (frame && b->has_row) {
        row_to_frame(b, frame);
        b->motion.frames = frame;
    }
    if (!frame || !swvi_guess(&b->motion, options)) {
        swvi_no_memory(error);
        if (b && b->failure.status != SWV_OK)
            *error = b->failure;
        swvi_pool_free(pool);
        return error->status;
    }
    b->motion.frames = NULL;
    *bvh = b;
    return SWV_OK;
}

const swv_motion *swv_bvh_motion(const swv_bvh *bvh)
{
    return bvh ? &bvh->motion : NULL;
}

// Up to max_count frames, frame_size numbers each, to `frames`. Returns how many: fewer only at the end or after a failure.
static int read_frames(swv_bvh *b, int max_count, double *frames)
{
    int count = 0;
    for (; count < max_count && b->failure.status == SWV_OK; count++) {
        if (!b->has_row && (b->rows_read == b->motion.frame_count || !read_row(b)))
            break;
        b->has_row = false;
        row_to_frame(b, frames + (size_t)count * (size_t)b->motion.frame_size);
    }
    return count;
}

swv_status swv_bvh_frames(swv_bvh *bvh, int max_count, double *frames, int *count, swv_io_error *error)
{
    swv_io_error unread;
    error = error ? error : &unread;
    if (!bvh || !frames || !count)
        return swvi_fail(error, SWV_NULL, 0, 0, "%s", swv_status_text(SWV_NULL));
    if (max_count < 0)
        return swvi_fail(error, SWV_BAD_COUNT, 0, 0, "%s", swv_status_text(SWV_BAD_COUNT));
    const int read = read_frames(bvh, max_count, frames);
    if (read == 0 && bvh->failure.status != SWV_OK) {
        *error = bvh->failure;
        return error->status;
    }
    *count = read;
    return SWV_OK;
}

void swv_bvh_close(swv_bvh *bvh)
{
    if (bvh)
        swvi_pool_free(bvh->pool);
}

// ---- from memory ----

// A swv_source: the next bytes of what a swvi_reading has left.
static size_t read_memory(void *user, void *bytes, size_t size)
{
    swvi_reading *r = user;
    const size_t  count = r->size < size ? r->size : size;
    memcpy(bytes, r->bytes, count);
    r->bytes += count;
    r->size -= count;
    return count;
}

swv_status swvi_bvh_read(swvi_reading *r)
{
    swvi_reading rest = *r;  // what is still to be read
    swv_bvh     *b = begin(r->scratch, read_memory, &rest, r->options);
    if (!b)
        return swvi_no_memory(r->error);
    b->pool = r->pool;
    swv_motion  *m = &b->motion;
    const bool   has_head = read_head(b);
    const size_t left = rest.size + (size_t)(b->end - b->at);
    const double needed =
        2.0 * b->column_count * (m->frame_count - 1.0) - 1.0;  // a digit and a blank each but the last
    if (has_head && needed > (double)left)
        swvi_fail(&b->failure, SWV_BAD_FILE, b->line, r->size, "Frames: says %d, but only %ld bytes follow the first",
                  m->frame_count, (long)left);
    else if (has_head && !swvi_motion_lay_out(r->pool, m, true))
        swvi_no_memory(&b->failure);
    else if (has_head && m->frames)
        read_frames(b, m->frame_count, m->frames);
    if (b->failure.status != SWV_OK) {
        *r->error = b->failure;
        return b->failure.status;
    }
    *r->motion = *m;
    skip_blanks(b, true);
    if (b->at < b->end)
        swvi_warn(r, "line %ld: more follows after the %d frames that the file announces", b->line, m->frame_count);
    return r->error->status;
}
