// SPDX-License-Identifier: MIT
#ifndef SWIVEL_TESTS_BODY_OF_FOLD_H
#define SWIVEL_TESTS_BODY_OF_FOLD_H

#include "figure/natural_body.h"

/// Which networks swv_body_solve asks in this test.
extern const swvi_body_nets *nets_of_fold;

#endif
