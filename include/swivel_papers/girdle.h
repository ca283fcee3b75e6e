// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_GIRDLE_H
#define SWIVEL_PAPERS_GIRDLE_H

#include "swivel/base.h"
#include "swivel/shoulder.h"

/// The girdle of Ascione, Laccetti, Lapegna and Romano (A real-time method for manipulating a realistic human upper
/// limb): its lengths, its rhythm and its limits, for the solver of swivel/shoulder.h. Their iteration is the option
/// uses_fixed_point there; their four movements are the parts of a goal.

/// Their rhythm, equations 1 and 2: the regression of de Groot and Brand with the scapula by way of
/// the clavicle. Both rest angles, in radians, belong to the person; 11.68 and -28.57 degrees are a mean. SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for one
/// beyond 1e6 radians.
SWV_EXTERN swv_status swv_rhythm_make_ascione(double rest_elevation, double rest_protraction, swv_rhythm *rhythm);

/// Arm 3, forearm 2.7, clavicle 1.654, GH at (0.09, 0.29, -0.5) from AC (one unit is about 10 cm), their rhythm and
/// swivels from the lowest elbow, nothing limited.
SWV_EXTERN swv_status swv_upper_limb_make_ascione(swv_side side, swv_upper_limb *limb);

/// Their table 1. Clavicle and scapula come to rest at its ends. Of the arm: the humerus's elevation, 0 to 150
/// degrees, and its plane, 0 to 150, are three caps; the elbow is the hinge, 0 to 140; its pronosupination, 0 to 175, is
/// counted from full supination: SWV_PRONATION within 87.5 either way. Its range of the elbow's rotation, 0 to 90 degrees
/// outward, is one of the swivel (0 to -90), which no limit of a bone can say: it is the caller's.
SWV_EXTERN swv_status swv_upper_limb_limit_as_ascione(swv_upper_limb *limb);

#endif
