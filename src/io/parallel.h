// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_PARALLEL_H
#define SWIVEL_IO_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/// Calls work(data, i) for every i below count, on several threads, in any order. `tell` (may be NULL) is called by the calling
/// thread now and then with how many have been taken; if it says false no more are begun, and so is the result.
bool swvi_parallel(int threads, size_t count, void (*work)(void *data, size_t i), void *data,
                   bool (*tell)(void *user, double fraction), void *user);

#endif
