// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_TABLE_PUBLISHED_H
#define SWIVEL_PAPERS_TABLE_PUBLISHED_H

#include <stdbool.h>
#include <stdio.h>

#include "swivel_papers/table_build.h"

/// The figures of Kim and Tarokh (2005) as printed, with their errors.

/// One of its tables of errors. 0 where it has no figure.
typedef struct swv_table_published {
    const char *name;  ///< "2a"
    const char *model;
    bool        is_orientation, is_net;
    int         rows;  ///< those that can exist
    double      valid[SWV_TABLE_FAMILIES], success[SWV_TABLE_FAMILIES];
    double      mean[SWV_TABLE_FAMILIES], deviation[SWV_TABLE_FAMILIES];  ///< mm or degrees
    double      nanoseconds;  ///< for all solutions of this stage, its tables 4 and 8
    double      megabytes;
    const char *remark;
} swv_table_published;

/// NULL if there is none.
SWV_EXTERN const swv_table_published *swv_table_published_of(const char *model, bool is_orientation, bool is_net);

/// Writes the printed table beside a table of ours, measured on `few` and on `many` random targets. SWV_BAD_MODEL if
/// the paper has no such table, or as swv_table_verify.
SWV_EXTERN swv_status swv_table_published_write(FILE *out, const swv_table *table, int few, int many);

#endif
