// SPDX-License-Identifier: MIT
// table.h: bytes that may be a table, and what is looked up in those that are. One input of two is arbitrary bytes; the others are
// sound tables with some bytes changed, and their checksum made right again, so that what it guards is looked at too.
#include "fuzz.h"

#include "swivel_papers/table_build.h"
#include "kim_tarokh/table_internal.h"

enum { KINDS = 4 };

/// One small table of each kind, made once.
static struct {
    unsigned char *bytes;
    size_t         size;
} sound[KINDS];

static void make_tables(void)
{
    if (sound[0].bytes)
        return;
    for (int i = 0; i < KINDS; ++i) {
        const swv_table_plan plan = { .model = "puma560",
                                      .kind = (swv_table_kind)(SWV_TABLE_LINEAR + i),
                                      .cell_length = 0.9,
                                      .is_orientation = SWV_TABLE_LINEAR + i == SWV_TABLE_MIXED,
                                      .cell_angle = 6.0,
                                      .cell_turn = 6.0,
                                      .samples = 30,
                                      .seed = 5 };
        CHECK(swv_table_build(&plan, &sound[i].bytes, &sound[i].size) == SWV_TABLE_DONE);
    }
}

static void look_up(const swv_table *table, stream *s)
{
    for (int i = 0; i < 4; ++i) {
        double  target[SWV_TABLE_MAX_INPUTS], q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
        int     count = -1;
        int64_t cell = -2;
        for (int k = 0; k < SWV_TABLE_MAX_INPUTS; ++k)
            target[k] = take_number(s, -1.0, 1.0);
        const bool       is_finite = all_finite(target, table->inputs);
        const swv_status found = swv_table_cell(table, target, &cell),
                         status = swv_table_solve(table, target, q, &count);
        CHECK(found == (is_finite ? SWV_OK : SWV_BAD_GOAL) && status == found);
        if (status != SWV_OK) {
            CHECK(count == -1 && cell == -2);
            continue;
        }
        CHECK(cell >= -1 && cell < (int64_t)table->cells);
        CHECK(count >= 0 && count <= SWV_TABLE_MAX_BRANCHES && (count == 0 || cell >= 0));
        for (int b = 0; b < count; ++b) {
            for (int k = 0; k < table->joints; ++k)
                CHECK(isfinite(q[b][k]) && q[b][k] >= table->joint_lower[k] && q[b][k] <= table->joint_upper[k]);
        }
    }
}

static void try_bytes(const unsigned char *bytes, size_t size, stream *s)
{
    swv_table       table;
    swv_table_fault fault = (swv_table_fault)-1;
    PAINT(table);
    const swv_status status = swv_table_open(bytes, size, &table, &fault);
    CHECK(status == (fault == SWV_TABLE_SOUND ? SWV_OK : SWV_BAD_MODEL));
    CHECK(strcmp(swv_table_fault_text(fault), "an unknown fault") != 0);
    if (status == SWV_OK)
        look_up(&table, s);
    else
        CHECK_UNTOUCHED(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    make_tables();
    stream    s = stream_of(data, size);
    const int kind = take_below(&s, 2 * KINDS);
    // Of just this size, so that a sanitizer sees a read beyond the end.
    const size_t   bytes_size = kind < KINDS ? sound[kind].size : s.left;
    unsigned char *bytes = malloc(bytes_size ? bytes_size : 1);
    CHECK(bytes != NULL);
    if (kind < KINDS) {
        memcpy(bytes, sound[kind].bytes, bytes_size);
        for (int changes = take_below(&s, 8); changes > 0; --changes) {
            // Half of them in the header, where the sizes are.
            const size_t within = take_bool(&s) ? SWVI_TABLE_HEADER : bytes_size;
            const size_t at = (size_t)take_bits(&s, 3) % within;
            bytes[at] = (unsigned char)take_byte(&s);
        }
        const uint64_t checksum =
            swvi_table_checksum(bytes + SWVI_TABLE_CHECKED_FROM, bytes_size - SWVI_TABLE_CHECKED_FROM);
        if (take_below(&s, 8))
            memcpy(bytes + offsetof(swvi_table_header, checksum), &checksum, sizeof checksum);
    } else if (bytes_size) {
        memcpy(bytes, s.data, bytes_size);
    }
    try_bytes(bytes, bytes_size, &s);
    free(bytes);
    return 0;
}
