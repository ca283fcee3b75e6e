// SPDX-License-Identifier: MIT
// swivel_io: bytes that may be a file of the format MOTION_FORMAT. What is read must be sound, and one in WRITTEN_OF is written and read again;
// what is refused must say why and where.
#include "chains.h"

#include "swivel_io/motion.h"
#include "swivel_io/robot.h"

static bool append(void *user, const void *bytes, size_t size)
{
    struct written {
        unsigned char *bytes;
        size_t         size;
    } *w = user;
    unsigned char *longer = realloc(w->bytes, w->size + size + 1);
    CHECK(longer != NULL);
    memcpy(longer + w->size, bytes, size);
    w->bytes = longer;
    w->size += size;
    return true;
}

static void check_motion(const swv_motion *m)
{
    CHECK(m->joint_count >= 1 && m->joint_count <= SWV_MOTION_JOINTS && m->frame_count >= 0 && m->inside);
    for (int i = 0; i < m->joint_count; i++) {
        const swv_motion_joint *j = &m->joints[i];
        swv_pose                rest = j->rest;
        CHECK(j->name && j->parent >= -1 && j->parent < i);
        CHECK(swv_pose_check(&rest) == SWV_OK);
        CHECK(j->turns == (j->rotation_at >= 0) && j->moves == (j->position_at >= 0));
        CHECK(!j->turns || j->rotation_at + 4 <= m->frame_size);
        CHECK(!j->moves || j->position_at + 3 <= m->frame_size);
        if (m->robot)
            CHECK(m->robot[i].name && m->joint_names[i] && m->robot[i].follows >= -1 &&
                  m->robot[i].follows < m->joint_count && m->robot[i].lower[0] <= m->robot[i].upper[0]);
    }
    for (int i = 0; i < m->end_count; i++)
        CHECK(m->ends[i].joint >= 0 && m->ends[i].joint < m->joint_count);
    for (size_t i = 0; m->frames && i < (size_t)m->frame_count * (size_t)m->frame_size; i++)
        CHECK(isfinite(m->frames[i]));
    for (int i = 0; i < m->warning_count; i++)
        CHECK(m->warnings[i] && m->warnings[i][0]);
}

// Written and read again: as many joints and frames.
static void write_and_read(const swv_motion *m, swv_format format)
{
    struct {
        unsigned char *bytes;
        size_t         size;
    } w = { NULL, 0 };
    const swv_io_options options = { .format = format };
    swv_io_error         error = { 0 };
    const swv_status     status = swv_motion_write(m, &options, append, &w, &error);
    if (status == SWV_OK) {
        swv_motion again;
        CHECK(w.size > 0);
        // Numbers of 1e300 do not come back, as angles or as floats.
        if (swv_motion_read(w.bytes, w.size, &options, &again, &error) == SWV_OK) {
            CHECK(again.joint_count == m->joint_count);
            CHECK(format == SWV_FORMAT_GLB || again.frame_count == m->frame_count || again.frame_size == 0);
            check_motion(&again);
            swv_motion_free(&again);
        }
    } else {
        CHECK(error.status == status && error.text[0]);
    }
    free(w.bytes);
}

// The same file with its own motion as its clip.
static void animate(const unsigned char *bytes, size_t size, const swv_motion *m)
{
    struct {
        unsigned char *bytes;
        size_t         size;
    } w = { NULL, 0 };
    const swv_io_options options = { .byte_limit = 1 << 19 };
    swv_io_error         error = { 0 };
    const swv_status     status = swv_gltf_animate(bytes, size, m, &options, append, &w, &error);
    if (status == SWV_OK) {
        swv_motion again;
        if (swv_motion_read(w.bytes, w.size, &options, &again, &error) == SWV_OK) {
            CHECK(again.joint_count == m->joint_count && again.clip_count == 1);
            swv_motion_free(&again);
        }
    } else {
        CHECK(error.status == status && error.text[0]);
    }
    free(w.bytes);
}

// Writing takes several times as long as reading. Which are written depends on the bytes alone, so that what fails fails again.
static bool is_written(const uint8_t *data, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * 16777619u;
    return (sum >> 16) % WRITTEN_OF == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes =
        malloc(size ? size : 1);  // of just this size, so that a sanitizer sees a read beyond the end
    CHECK(bytes != NULL);
    memcpy(bytes, data, size);
    swv_motion           motion = { .joint_count = -7 };
    swv_io_error         error = { 0 };
    const swv_io_options options = { .format = MOTION_FORMAT, .byte_limit = 1 << 19 };
    const swv_status     status = swv_motion_read(bytes, size, &options, &motion, &error);
    if (status == SWV_OK) {
        check_motion(&motion);
        if (is_written(data, size)) {
            write_and_read(&motion, SWV_FORMAT_BVH);
            write_and_read(&motion, SWV_FORMAT_GLB);
            if (MOTION_FORMAT == SWV_FORMAT_GLTF)
                animate(bytes, size, &motion);
        }
        if (motion.robot) {
            swv_joint joints[SWV_MAX_JOINTS + 2];
            swv_axis  axes[SWV_MAX_JOINTS];
            swv_pose  tip;
            int       count;
            for (int i = 0; i < motion.joint_count; i++)
                if (swv_robot_joints(&motion, -1, i, joints, &count) == SWV_OK)
                    CHECK(is_status(swv_joints_to_axes(joints, count, axes, &tip)));
        }
        swv_motion_free(&motion);
    } else {
        CHECK(motion.joint_count == -7);
        CHECK(error.status == status && error.text[0] && error.offset <= size);
        CHECK(status == SWV_BAD_FILE || status == SWV_NO_MEMORY || status == SWV_UNSUPPORTED);
    }
    free(bytes);
    return 0;
}
