// SPDX-License-Identifier: MIT
#ifndef SWIVEL_H
#define SWIVEL_H

/// Swivel: real-time inverse kinematics for the human body. This header includes all the others.

#include "swivel/base.h"
#include "swivel/trig.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"
#include "swivel/solve.h"
#include "swivel/limb.h"
#include "swivel/shoulder.h"
#include "swivel/hand.h"
#include "swivel/body.h"
#include "swivel/retarget.h"
#include "swivel/batch.h"

#endif
