// SPDX-License-Identifier: MIT
// Made by tools/fit_rhythm.py from data/shoulder/bone_pins.csv; do not edit. Compiled from the mean values that Ludewig et al. published
// (J Bone Joint Surg Am 91(2), 2009, DOI 10.2106/JBJS.G.01483): data/shoulder/README.md.
// RMS degrees: 0.25, 0.65, 0.37, 0.61, 0.31, 0.25.
#ifndef SWIVEL_SHOULDER_MEASURED_RHYTHM_TABLE_H
#define SWIVEL_SHOULDER_MEASURED_RHYTHM_TABLE_H

#include "swivel/shoulder.h"

// clang-format off
static const double measured_rhythm[SWV_GIRDLE_ANGLES][SWV_RHYTHM_TERMS] = {
    { 0.19510, 0.10096, -0.04963, -0.02173, 0.00615, 0.00000, 0.00000 },
    { -0.48342, -0.06445, 0.10021, -0.02320, 0.01536, 0.00000, 0.00000 },
    { 0.13433, 0.30672, -0.02689, -0.00910, 0.00173, 0.00000, 0.01638 },
    { 0.49786, 0.14162, 0.13274, -0.05879, 0.01600, 0.00000, 0.00000 },
    { -0.24329, 0.07579, 0.00284, 0.02110, 0.01978, 0.00000, 0.00000 },
    { 0.00578, 0.09026, -0.05816, 0.05319, 0.02658, 0.00000, 0.00000 },
};
// clang-format on

#endif
