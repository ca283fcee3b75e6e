// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_CONTRACTION_DRAWING_H
#define SWIVEL_CLI_CONTRACTION_DRAWING_H

#include <swivel/shoulder.h>

/// convergence --map: where the iteration of Ascione and others contracts, as SVG; a path of "-" is standard output.
void draw_contraction(const swv_upper_limb *limb, const char *path);

#endif
