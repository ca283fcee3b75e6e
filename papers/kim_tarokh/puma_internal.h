// SPDX-License-Identifier: MIT
// What the Puma's files share. Poses of the hand are relative to the shoulder, axes as in puma.h (z up); lengths in the arm's unit, angles radians.
#ifndef SWIVEL_LIMB_PUMA_INTERNAL_H
#define SWIVEL_LIMB_PUMA_INTERNAL_H

#include "kim_tarokh/puma_kernel.h"
#include "swivel_papers/puma.h"

/// SWV_OK or SWV_BAD_MODEL.
swv_status swvi_puma_check(const swv_puma *puma);

/// swv_puma_forward without its checks.
swv_pose swvi_puma_forward(const swv_puma *puma, const double q[6]);

/// What the kernel needs of an arm that swvi_puma_check has passed.
swvi_puma_shape swvi_puma_shape_of(const swv_puma *puma);

#endif
