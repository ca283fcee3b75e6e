// SPDX-License-Identifier: MIT
// adaptive.h: coarse tables of the arm and the Puma, sound or with some bytes changed and their checksum made right again, and hands to look
// up. A changed table may say nonsense, but inside the limits; a sound one is near the hand.
#include "chains.h"

#include "swivel_papers/adaptive_build.h"
#include "kim_tarokh/adaptive_internal.h"

enum { MODELS = 2 };

static struct {
    swv_chain      chain;
    unsigned char *bytes;
    size_t         size;
    swv_adaptive   table;
} sound[MODELS];

// The arm's table takes more than twice as long to make as the Puma's: not for the few inputs that were kept.
static int model_count(void)
{
    return getenv("SWIVEL_TEST_ALL") || getenv("SWIVEL_FUZZ_RUNS") ? MODELS : 1;
}

static void make_tables(void)
{
    if (sound[0].bytes)
        return;
    for (int i = 0; i < model_count(); ++i) {
        const swv_adaptive_plan plan = { .model = i ? "arm7" : "puma560", .tolerance = 0.1, .depth = 1, .seed = 5 };
        CHECK(swv_model_chain(plan.model, &sound[i].chain) == SWV_OK);
        CHECK(swv_adaptive_build(&plan, &sound[i].bytes, &sound[i].size) == SWV_TABLE_DONE);
        CHECK(swv_adaptive_open(sound[i].bytes, sound[i].size, &sound[i].table, NULL) == SWV_OK);
        CHECK(swv_adaptive_check_chain(&sound[i].table, &sound[i].chain) == SWV_OK);
    }
}

static void look_up(const swv_adaptive *t, const swv_chain *chain, stream *s)
{
    const swv_pose hand = take_pose(s, 1.1 * (t->farthest < 1e10 ? t->farthest : 1.0));
    const double   swivel = take_number(s, -4.0, 4.0);
    double         q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
        placed[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING];
    swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS];
    int                count = -1, ways = -1;
    const bool         is_wrist = all_finite(&hand.position.x, 3) && isfinite(swivel);
    const bool         is_hand =
        is_wrist && all_finite(&hand.rotation.x, 4) &&
        (hand.rotation.x != 0.0 || hand.rotation.y != 0.0 || hand.rotation.z != 0.0 || hand.rotation.w != 0.0);
    CHECK(swv_adaptive_place(t, hand.position, swivel, placed, NULL, &ways) == (is_wrist ? SWV_OK : SWV_BAD_GOAL));
    CHECK(swv_adaptive_solve(t, &hand, swivel, q, bounds, &count) == (is_hand ? SWV_OK : SWV_BAD_GOAL));
    CHECK(is_wrist ? ways >= 0 && ways <= SWV_ADAPTIVE_MAX_BRANCHES : ways == -1);
    CHECK(is_hand ? count >= 0 && count <= 2 * ways : count == -1);
    for (int i = 0; i < ways; ++i)
        for (int k = 0; k < t->placing; ++k)
            CHECK(placed[i][k] >= t->joint_lower[k] && placed[i][k] <= t->joint_upper[k]);
    for (int i = 0; i < count; ++i) {
        bool is_placed = false;
        for (int k = 0; k < ways; ++k)
            is_placed = is_placed || memcmp(q[i], placed[k], sizeof(double) * (size_t)t->placing) == 0;
        CHECK(is_placed);
        for (int k = 0; k < t->joints; ++k)
            CHECK(q[i][k] >= t->joint_lower[k] && q[i][k] <= t->joint_upper[k]);
        CHECK(isfinite(bounds[i].position) && bounds[i].position >= 0.0 && isfinite(bounds[i].rotation) &&
              bounds[i].rotation >= 0.0);
        if (!chain)
            continue;
        // The bound is twice the worst of a hundred postures, so not quite a promise.
        turn     rotation;
        swv_vec3 origin;
        forward(chain, q[i], SWV_TIP, &rotation, &origin);
        CHECK_NEAR(apart(origin, hand.position), 0.0, 4.0 * bounds[i].position + 0.1 * t->tolerance);
    }
}

static void look_up_sound(int model, stream *s)
{
    for (int i = 0; i < 16; ++i)
        look_up(&sound[model].table, &sound[model].chain, s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    make_tables();
    stream    s = stream_of(data, size);
    const int model = take_below(&s, model_count()), way = take_below(&s, 8);
    if (way >= 2) {
        look_up_sound(model, &s);
        return 0;
    }
    // Of just this size, so that a sanitizer sees a read beyond the end.
    const size_t   bytes_size = way == 0 ? s.left : sound[model].size;
    unsigned char *changed = malloc(bytes_size ? bytes_size : 1);
    CHECK(changed != NULL);
    if (bytes_size)
        memcpy(changed, way == 0 ? s.data : sound[model].bytes, bytes_size);
    for (int changes = way == 1 ? 1 + take_below(&s, 8) : 0; changes > 0; --changes) {
        // Half of them in the header, where the sizes are.
        const size_t within = take_bool(&s) ? SWVI_ADAPTIVE_HEADER : bytes_size;
        changed[(size_t)take_bits(&s, 3) % within] = (unsigned char)take_byte(&s);
    }
    if (bytes_size >= SWVI_ADAPTIVE_HEADER && take_below(&s, 8)) {
        const uint64_t checksum =
            swvi_table_checksum(changed + SWVI_ADAPTIVE_CHECKED_FROM, bytes_size - SWVI_ADAPTIVE_CHECKED_FROM);
        memcpy(changed + offsetof(swvi_adaptive_header, checksum), &checksum, sizeof checksum);
    }
    swv_adaptive    table;
    swv_table_fault fault = (swv_table_fault)-1;
    PAINT(table);
    const swv_status status = swv_adaptive_open(changed, bytes_size, &table, &fault);
    CHECK(status == (fault == SWV_TABLE_SOUND ? SWV_OK : SWV_BAD_MODEL));
    CHECK(strcmp(swv_table_fault_text(fault), "an unknown fault") != 0);
    for (int i = 0; i < 4 && status == SWV_OK; ++i)
        look_up(&table, NULL, &s);
    if (status != SWV_OK)
        CHECK_UNTOUCHED(table);
    free(changed);
    return 0;
}
