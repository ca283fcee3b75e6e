// SPDX-License-Identifier: MIT
// What a suite needs: a way to time a loop beside its peer's, and a way to report it.
#ifndef SWIVEL_BENCH_H
#define SWIVEL_BENCH_H

#include <stdbool.h>
#include <stddef.h>

/// Something to be timed: one call does `items` pieces of work.
typedef struct bench_work {
    void (*run)(void *data);
    void  *data;
    size_t items;
} bench_work;

/// Nanoseconds an item, the minimum over many runs. The machine may be busy: ours and the peer's runs alternate, so
/// that both meet the same disturbance, and the least disturbed run of each counts.
void bench_time(const bench_work *works, int count, double *nanoseconds);

/// The same over three runs only, for work that takes a second.
void bench_time_slow(const bench_work *works, int count, double *nanoseconds);

/// Whether only what bench_report writes may be written to standard output.
bool bench_is_json(void);

/// One line of the report: ours, and the peer or the paper's figure beside it (peer may be NULL). `difference` is how
/// far the two results lie apart, or negative if that was not compared.
void bench_report(const char *name, double value, const char *unit, const char *peer, double peer_value,
                  double difference);

/// A suite reports all its cases.
void bench_trig(void);
void bench_chain(void);
void bench_linalg(void);
void bench_arm(void);
void bench_limb(void);  ///< part of `bench arm`
void bench_puma(void);
void bench_lanes(void);
void bench_hand(void);
void bench_shoulder(void);
void bench_solve(void);
void bench_table(void);
void bench_starts(void);
void bench_adaptive(void);
void bench_figure(void);
void bench_files(void);
void bench_motion(void);
void bench_command(void);

#endif
