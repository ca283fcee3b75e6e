// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_LIMITS_DRAWING_H
#define SWIVEL_CLI_LIMITS_DRAWING_H

#include <stdio.h>

#include <swivel/limb.h>

/// The limits of a right arm or leg with people's postures as dots: where the upper bone may point, on two hemispheres of equal
/// area; the ranges of twist, hinge and pronation; the ellipse of wrist or ankle.
void draw_limits(FILE *file, const swv_limb *limb, const swv_limb_limits *limits);

#endif
