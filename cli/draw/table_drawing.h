// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLE_DRAWING_H
#define SWIVEL_CLI_TABLE_DRAWING_H

#include <stdio.h>

#include <swivel_papers/table.h>

/// A slice through the cells of a position's table, at the middle of y (and of the swivel): each cell as dark as its answers are
/// wrong. Nothing is drawn of a cell without any.
void draw_table_slice(FILE *svg, const swv_table *table);

#endif
