// SPDX-License-Identifier: MIT
// What building has in common for both stages: units as table_making.h says, bytes of the file as table_internal.h says (numbers of 4 bytes).
#include "kim_tarokh/build/table_making.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "io/parallel.h"

// Whether a plan, with its defaults, has values in range. Ranges are those that swv_table_plan names; 100000, the most that `every` may be, is chosen.
static bool is_in_range(const swv_table_plan *p, swv_table_kind polynomial)
{
    const bool is_kind = p->kind >= SWV_TABLE_LINEAR && p->kind <= SWV_TABLE_MIXED &&
                         (p->kind != SWV_TABLE_MIXED || polynomial == SWV_TABLE_MIXED);
    const bool is_count = (p->samples == 0 || (p->samples >= 8 && p->samples <= SWVI_MAX_SAMPLES)) && p->hidden >= 0 &&
                          p->hidden <= SWV_TABLE_MAX_HIDDEN && p->every >= 0 && p->every <= 100000 && p->threads >= 1 &&
                          p->threads <= 64 && p->recipe <= SWV_RECIPE_THEIRS;
    return is_kind && is_count && p->allowed_share > 0.0 && p->allowed_share <= 1.0 && p->fill > 0.0 && p->fill <= 1.0;
}

bool swvi_making_begin(swvi_making *m, const swv_table_plan *plan, swv_table_kind polynomial, int inputs, int joints)
{
    m->plan = *plan;
    swv_table_plan *p = &m->plan;
    const bool      is_net = p->kind == SWV_TABLE_NET;
    p->kind = p->kind == 0 ? polynomial : p->kind;
    // Defaults are those that swv_table_plan names.
    p->cell_angle = p->cell_angle == 0.0 ? 20.0 * SWV_PI / 180.0 : p->cell_angle;
    p->cell_swivel = p->cell_swivel == 0.0 ? 10.0 * SWV_PI / 180.0 : p->cell_swivel;
    p->cell_turn = p->cell_turn == 0.0 ? 45.0 * SWV_PI / 180.0 : p->cell_turn;
    p->hidden = !is_net ? 0 : p->hidden == 0 ? 5 : p->hidden;
    p->threads = p->threads == 0 ? 1 : p->threads;
    p->max_bytes = p->max_bytes == 0 ? (size_t)4000000000u : p->max_bytes;
    p->allowed_share = p->allowed_share == 0.0 ? 1.0 : p->allowed_share;
    p->fill = p->fill == 0.0 ? 0.9 : p->fill;
    m->shape = (swvi_table_shape){ p->kind, inputs, joints, p->hidden };
    m->cells = 1;
    return is_in_range(p, polynomial);
}

bool swvi_making_axis(swvi_making *m, int i, double lower, double upper, double side)
{
    const double count = (upper - lower) / side;
    // A thousand cells along an axis bound the memory: chosen. 1e-9 of a cell more is rounding, here and below.
    if (!(count >= 1e-9 && count <= 1000.0))
        return false;
    m->lower[i] = lower;
    m->side[i] = side;
    m->divisions[i] = (int)ceil(count - 1e-9);
    m->cells *= (size_t)m->divisions[i];
    return true;
}

// `fraction` of this pass is done: false if the plan's owner wants the build to end.
static bool tell(void *data, double fraction)
{
    swvi_making *m = data;
    return !m->plan.progress || m->plan.progress(m->plan.user, m->done + m->share * fraction);
}

bool swvi_making_pass(swvi_making *m, double share, size_t count, void (*work)(void *data, size_t i), void *data)
{
    m->share = share;
    const bool is_done = swvi_parallel(m->plan.threads, count, work, data, tell, m);
    m->done += share;
    return is_done;
}

bool swvi_making_hold(swvi_making *m, size_t bytes)
{
    m->held += bytes;
    return m->held <= m->plan.max_bytes;
}

bool swvi_making_assemble(swvi_making *m, const uint8_t *counts)
{
    size_t total = 0;
    for (size_t c = 0; c < m->cells; ++c)
        total += counts[c];
    m->record_floats =
        (size_t)swvi_table_record_floats(m->shape.kind, m->shape.inputs, m->shape.joints, m->shape.hidden);
    m->size = SWVI_TABLE_HEADER + 4 * (m->cells + 1) + 4 * (total * m->record_floats + SWVI_TABLE_SPARE);
    m->size = (m->size + 7) / 8 * 8;  // another table may follow
    m->bytes = swvi_making_hold(m, m->size) ? calloc(m->size, 1) : NULL;
    if (!m->bytes)
        return false;
    m->first = (uint32_t *)(void *)(m->bytes + SWVI_TABLE_HEADER);
    m->records = (float *)(void *)(m->bytes + SWVI_TABLE_HEADER + 4 * (m->cells + 1));
    for (size_t c = 0; c < m->cells; ++c)
        m->first[c + 1] = m->first[c] + counts[c];
    return true;
}

bool swvi_making_is_inside(const swvi_making *m, const double *q, double beyond)
{
    bool is_inside = true;
    for (int i = 0; i < m->shape.joints; ++i)
        is_inside = is_inside && q[i] >= m->joint_lower[i] - beyond && q[i] <= m->joint_upper[i] + beyond;
    return is_inside;
}

void swvi_making_judge(const swvi_making *m, const double *q, const double *all, bool is_first, swvi_judgement *j)
{
    const int known = m->home->n + (m->space == SWV_TABLE_ORIENTATION ? 3 : 0);
    const int which = !is_first && swvi_making_is_inside(m, q, 0.0) ? 0 : 1;
    if (!is_first && !swvi_making_is_inside(m, q, SWVI_BEYOND))
        return;
    ++j->tried[which];
    j->allowed[which] += m->plan.is_allowed(m->plan.allowed_user, all, known);
}

bool swvi_making_keeps(const swvi_making *m, const swvi_judgement *j)
{
    const int which = j->tried[0] > 0 ? 0 : 1;
    return j->allowed[which] > 0 && j->allowed[which] >= m->plan.allowed_share * j->tried[which];
}

void swvi_making_bound(const swvi_making *m, const swvi_samples *s, float *record)
{
    const int n = s->n;
    double    low[SWV_TABLE_MAX_JOINTS], high[SWV_TABLE_MAX_JOINTS], worst[SWV_TABLE_MAX_JOINTS] = { 0.0 };
    for (int k = 0; k < s->count; ++k) {
        float         x[SWV_TABLE_MAX_INPUTS], q[SWV_TABLE_MAX_JOINTS];
        const double *right = s->q + k * n;
        const bool    is_inside = swvi_making_is_inside(m, right, 0.0);
        for (int i = 0; i < s->inputs; ++i)
            x[i] = (float)s->x[k * s->inputs + i];
        swvi_table_evaluate(&m->shape, record, x, q);
        for (int i = 0; i < n; ++i) {
            low[i] = k == 0 ? right[i] : fmin(low[i], right[i]);
            high[i] = k == 0 ? right[i] : fmax(high[i], right[i]);
            worst[i] = is_inside ? fmax(worst[i], fabs(q[i] - right[i])) : worst[i];
        }
    }
    for (int i = 0; i < n; ++i) {
        // 1e-6 rad is for the roundings of floats; the branch may go a quarter of its range beyond the samples. Chosen.
        const double slack = fmin(worst[i] + 1e-6, SWVI_MAX_SLACK), more = 0.25 * (high[i] - low[i]);
        record[i] = (float)(fmax(low[i] - more, m->joint_lower[i]) - slack);
        record[n + i] = (float)(fmin(high[i] + more, m->joint_upper[i]) + slack);
    }
}

swv_table_result swvi_making_finish(swvi_making *m)
{
    swvi_table_header h = {
        .magic = { 'S', 'W', 'V', 'T', 'A', 'B', 'L', 'E' },
        .version = SWVI_TABLE_VERSION,
        .byte_order = SWVI_TABLE_BYTE_ORDER,
        .file_size = m->size,
        .chain_hash = swvi_chain_hash(&m->home->given),
        .space = (uint32_t)m->space,
        .kind = (uint32_t)m->shape.kind,
        .inputs = (uint32_t)m->shape.inputs,
        .joints = (uint32_t)m->shape.joints,
        .hidden = (uint32_t)m->shape.hidden,
        .cells = (uint32_t)m->cells,
        .branches = m->first[m->cells],
        .record_floats = (uint32_t)m->record_floats,
        .samples = (uint32_t)m->plan.samples,
        .seed = m->plan.seed,
        .nearest = m->nearest,
        .every = (uint32_t)m->plan.every,
        .farthest = m->farthest,
    };
    swvi_frame_write(m->home->world, m->home->wrist, h.frame);
    strncpy(h.model, m->plan.model, sizeof h.model - 1);
    for (int i = 0; i < m->shape.inputs; ++i) {
        h.divisions[i] = (uint32_t)m->divisions[i];
        h.lower[i] = m->lower[i];
        h.cell[i] = m->side[i];
    }
    for (int i = 0; i < m->shape.joints; ++i) {
        h.joint_lower[i] = m->joint_lower[i];
        h.joint_upper[i] = m->joint_upper[i];
    }
    memcpy(m->bytes, &h, sizeof h);
    h.checksum = swvi_table_checksum(m->bytes + SWVI_TABLE_CHECKED_FROM, m->size - SWVI_TABLE_CHECKED_FROM);
    memcpy(m->bytes, &h, sizeof h);
    swv_table table;
    return swv_table_open(m->bytes, m->size, &table, NULL) == SWV_OK ? SWV_TABLE_DONE : SWV_TABLE_NO_MEMORY;
}

swv_table_result swv_table_build(const swv_table_plan *plan, unsigned char **bytes, size_t *size)
{
    if (!plan || !bytes || !size || !plan->model)
        return SWV_TABLE_BAD_PLAN;
    return (plan->is_orientation ? swvi_build_orientation : swvi_build_position)(plan, bytes, size);
}
