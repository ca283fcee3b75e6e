// SPDX-License-Identifier: MIT
// solve.h: small tables of six and of seven joints, sound or with some bytes changed and their checksum made right again, and goals
// for them. What is returned must be exact whatever the table says.
#include "../support/chain_solve.h"
#include "chains.h"

#include "../support/general.h"
#include "swivel_io/starts_build.h"
#include "solve/starts_internal.h"
#include "solve/table_bytes.h"

enum { ARMS = 3 };

/// Made once: arms with and without limits, the last of seven joints.
static struct {
    swv_chain      chain;
    chain_skeleton as_skeleton;
    unsigned char *bytes;
    size_t         size;
} sound[ARMS];

static void make_tables(void)
{
    if (sound[0].bytes)
        return;
    CHECK(general_arm(1, &sound[0].chain) == SWV_OK && general_arm(2, &sound[1].chain) == SWV_OK);
    for (int i = 0; i < 6; ++i)
        CHECK(swv_chain_set_limits(&sound[1].chain, i, -2.0 - 0.1 * i, 2.5 - 0.2 * i) == SWV_OK);
    swv_dh_row rows[7];
    for (int i = 0; i < 7; ++i)
        rows[i] = (swv_dh_row){ 0.0, 0.1 * (i % 3), 0.3 - 0.03 * i, i % 2 ? -1.2 : 0.9, false };
    CHECK(swv_chain_from_dh(&sound[2].chain, SWV_DH_STANDARD, rows, 7) == SWV_OK);
    CHECK(swv_chain_set_limits(&sound[2].chain, 6, -1.0, 2.0) == SWV_OK);
    for (int i = 0; i < ARMS; ++i) {
        CHECK(chain_skeleton_make(&sound[i].chain, &sound[i].as_skeleton) == SWV_OK);
        const swv_starts_plan plan = {
            .skeleton = &sound[i].as_skeleton.skeleton, .divisions = 3, .samples = 3, .rounds = 1, .seed = 5
        };
        CHECK(swv_starts_build(&plan, &sound[i].bytes, &sound[i].size) == SWV_TABLE_DONE);
    }
}

static const swv_chain *chain_of(const swv_starts *starts)
{
    int i = 0;
    while (&sound[i].as_skeleton.skeleton != starts->skeleton)
        ++i;
    return &sound[i].chain;
}

static void check_inside(const swv_chain *chain, const double *q)
{
    CHECK(all_finite(q, chain->dof));
    for (int i = 0; i < chain->dof; ++i) {
        double lower, upper;
        CHECK(swv_chain_limits(chain, i, &lower, &upper) == SWV_OK);
        CHECK(q[i] >= lower - 2e-9 && q[i] <= upper + 2e-9);
    }
}

static void solve(const swv_starts *starts, const swv_pose *goal, const double *previous, stream *s)
{
    const double      redundant = take_below(s, 2) ? 0.0 : take_number(s, -1.5, 2.5);
    swv_starts_report report;
    double            q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    PAINT(q);
    PAINT(report);
    const swv_status status = swv_starts_solve(starts, goal, previous, redundant, q, &report);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_POSTURE ||
              (status == SWV_BAD_OPTIONS && (starts->joint_count == 7 || !isfinite(redundant))));
        CHECK_UNTOUCHED(q);
        CHECK_UNTOUCHED(report);
        return;
    }
    CHECK(report.count >= 0 && report.outside >= 0 && report.count + report.outside <= SWV_STARTS_MAX_SOLUTIONS);
    CHECK(report.outcome == (report.count ? SWV_REACHED : SWV_NOT_FOUND));
    CHECK(report.starts >= 0 && report.iterations >= 0);
    for (int k = 0; k < report.count; ++k) {
        turn     rotation;
        swv_vec3 origin;
        check_inside(chain_of(starts), q[k]);
        CHECK(starts->joint_count == 6 || fabs(q[k][6] - redundant) <= 1e-12);
        forward(chain_of(starts), q[k], SWV_TIP, &rotation, &origin);
        CHECK_NEAR(apart(origin, goal->position), 0.0, 1e-9 * swvi_shape_of(starts)->length);
        CHECK_NEAR(angle_between(rotation, turn_of(goal->rotation)), 0.0, 1e-9);
        for (int i = 0; i < k; ++i) {
            double worst = 0.0;
            for (int j = 0; j < 6; ++j)
                worst = fmax(worst, fabs(remainder(q[k][j] - q[i][j], 2.0 * SWV_PI)));
            CHECK(worst > 0.9e-5);
        }
    }
    for (int k = report.count; k < SWV_STARTS_MAX_SOLUTIONS; ++k)
        CHECK_UNTOUCHED(q[k]);
}

static void reach(const swv_starts *starts, const swv_pose *goal, const double *previous)
{
    const swv_solve_options options = { .max_iterations = 40, .max_restarts = -1 };
    static double           room[8192];
    double                  q[SWV_STARTS_MAX_JOINTS];
    swv_solve_report        report;
    CHECK(swv_solve_size(starts->skeleton, 1) <= sizeof room);
    PAINT(q);
    const swv_status status = swv_starts_reach(starts, goal, previous, &options, room, q, &report);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_POSTURE || status == SWV_NOT_FINITE);
        CHECK_UNTOUCHED(q);
        return;
    }
    turn     rotation;
    swv_vec3 origin;
    check_inside(chain_of(starts), q);
    forward(chain_of(starts), q, SWV_TIP, &rotation, &origin);
    const double miss = apart(origin, goal->position);
    check_distance(report.position_error, miss, 1e-11 * (swvi_shape_of(starts)->length + miss));
    if (report.outcome == SWV_REACHED)
        CHECK(miss <= 1.01e-6 && angle_between(rotation, turn_of(goal->rotation)) <= 1.01e-6);
}

static void try_goals(const swv_starts *starts, stream *s)
{
    const swv_chain *chain = chain_of(starts);
    double           previous[SWV_STARTS_MAX_JOINTS];
    for (int n = 0; n < 2; ++n) {
        swv_pose goal;
        for (int i = 0; i < chain->dof; ++i)
            previous[i] = take_number(s, -3.0, 3.0);
        // A pose that the arm has, or any.
        if (take_below(s, 3) == 0 || swv_chain_tip(chain, previous, &goal) != SWV_OK)
            goal = take_pose(s, swvi_shape_of(starts)->length);
        if (take_below(s, 2))
            for (int i = 0; i < chain->dof; ++i)
                previous[i] = take_number(s, -3.0, 3.0);
        const double *from = take_bool(s) ? previous : NULL;
        solve(starts, &goal, from, s);
        if (n == 0)
            reach(starts, &goal, from);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    make_tables();
    stream    s = stream_of(data, size);
    const int arm = take_below(&s, ARMS), way = take_below(&s, 4);
    // Of just this size, so that a sanitizer sees a read beyond the end.
    const size_t   bytes_size = way == 0 ? s.left : sound[arm].size;
    unsigned char *bytes = malloc(bytes_size ? bytes_size : 1);
    CHECK(bytes != NULL);
    if (way == 0 && bytes_size)
        memcpy(bytes, s.data, bytes_size);
    if (way != 0)
        memcpy(bytes, sound[arm].bytes, bytes_size);
    for (int changes = way == 1 ? 1 + take_below(&s, 8) : 0; changes > 0; --changes) {
        // Half of them in the header, where the sizes are; some where the starts are.
        const size_t within = take_bool(&s) ? SWVI_STARTS_HEADER : bytes_size;
        bytes[(size_t)take_bits(&s, 3) % within] = (unsigned char)take_byte(&s);
    }
    const uint64_t checksum =
        bytes_size >= SWVI_STARTS_HEADER
            ? swvi_table_checksum(bytes + SWVI_STARTS_CHECKED_FROM, bytes_size - SWVI_STARTS_CHECKED_FROM)
            : 0;
    if (bytes_size >= SWVI_STARTS_HEADER && take_below(&s, 8))
        memcpy(bytes + offsetof(swvi_starts_header, checksum), &checksum, sizeof checksum);

    swv_starts      starts;
    swv_table_fault fault = (swv_table_fault)-1;
    PAINT(starts);
    // What it was made for, or another one.
    const swv_skeleton *skeleton = &sound[take_below(&s, 16) ? arm : (arm + 1) % ARMS].as_skeleton.skeleton;
    const swv_status    status = swv_starts_open(skeleton, bytes, bytes_size, &starts, &fault);
    CHECK(strcmp(swv_table_fault_text(fault), "an unknown fault") != 0);
    if (status == SWV_OK) {
        CHECK(fault == SWV_TABLE_SOUND);
        try_goals(&starts, &s);
    } else {
        CHECK(status == (fault == SWV_TABLE_SOUND ? SWV_BAD_ARGUMENT : SWV_BAD_MODEL));
        CHECK_UNTOUCHED(starts);
    }
    free(bytes);
    return 0;
}
