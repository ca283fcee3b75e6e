// SPDX-License-Identifier: MIT
#ifndef SWIVEL_H
#define SWIVEL_H

/// Swivel: real-time inverse kinematics for the human body. This header includes all the others.

#include "swivel/base.h"
#include "swivel/trig.h"
#include "swivel/geometry.h"
#include "swivel/linalg.h"
#include "swivel/chain.h"
#include "swivel/skeleton.h"
#include "swivel/natural.h"
#include "swivel/swivels.h"
#include "swivel/limb.h"
#include "swivel/limb_track.h"
#include "swivel/shoulder.h"
#include "swivel/finger.h"
#include "swivel/hand.h"
#include "swivel/solve.h"
#include "swivel/starts.h"
#include "swivel/upper_limb_track.h"
#include "swivel/rig.h"
#include "swivel/human.h"
#include "swivel/mount.h"
#include "swivel/mount_hand.h"
#include "swivel/natural_body.h"
#include "swivel/body.h"
#include "swivel/calibration.h"
#include "swivel/crowd.h"
#include "swivel/flesh.h"
#include "swivel/rest.h"
#include "swivel/retarget.h"
#include "swivel/robot_body.h"
#include "swivel/batch.h"

#endif
