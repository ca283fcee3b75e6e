// SPDX-License-Identifier: MIT
// Points without bones: markers of TRC, C3D and CSV files as joints that hang on nothing. Places are in the file's unit and axes.
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"

bool swvi_markers_take(swvi_reading *r, int marker_count, int frame_count)
{
    swv_motion *m = r->motion;
    m->joint_count = marker_count;
    m->frame_count = frame_count;
    m->joints = swvi_pool_take(r->pool, (size_t)marker_count, sizeof *m->joints);
    r->seen = swvi_pool_take(r->pool, (size_t)marker_count * (size_t)frame_count, 1);
    if (!m->joints || !r->seen)
        return false;
    for (int i = 0; i < marker_count; i++)
        m->joints[i] = (swv_motion_joint){ .name = "", .parent = -1, .rest = SWV_IDENTITY_POSE, .moves = true };
    return true;
}

void swvi_markers_finish(swvi_reading *r)
{
    swv_motion *m = r->motion;
    bool        all = true;
    for (int i = 0; i < m->joint_count; i++) {
        const swv_motion_joint *joint = &m->joints[i];
        int                     last = -1;  // the frame it was last seen in
        for (int f = 0; f < m->frame_count; f++) {
            double    *place = swvi_frame_at(m, f) + joint->position_at;
            const bool is_seen = r->seen[(size_t)f * (size_t)m->joint_count + (size_t)i];
            all = all && is_seen;
            for (int before = last < 0 ? 0 : f; is_seen && before < f; before++)  // where it will appear
                memcpy(swvi_frame_at(m, before) + joint->position_at, place, 3 * sizeof *place);
            if (!is_seen && last >= 0)
                memcpy(place, swvi_frame_at(m, last) + joint->position_at, 3 * sizeof *place);
            last = is_seen ? f : last;
        }
        if (m->frame_count > 0)
            m->joints[i].rest = swvi_motion_pose(joint, m->frames);
    }
    m->seen = all ? NULL : r->seen;
}

void swvi_unit_of(swv_motion *m, const char *word, size_t length)
{
    static const struct {
        const char *word;
        double      metres;
    } units[] = { { "mm", 0.001 }, { "cm", 0.01 }, { "dm", 0.1 }, { "m", 1.0 }, { "in", 0.0254 } };
    for (int i = 0; i < 5; i++)
        if (length == strlen(units[i].word) && memcmp(word, units[i].word, length) == 0) {
            m->metres_per_unit = units[i].metres;
            snprintf(m->unit_reason, sizeof m->unit_reason, "the file says %s", units[i].word);
        }
}
