// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_H
#define SWIVEL_PAPERS_H

/// The systems of five papers, each under its authors' names: see papers/README.md. This header includes all the others
/// but those of makers of tables, which allocate.

#include "swivel_papers/chain.h"
#include "swivel_papers/models.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/track.h"
#include "swivel_papers/arm6.h"
#include "swivel_papers/study.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/table.h"
#include "swivel_papers/adaptive.h"
#include "swivel_papers/girdle.h"
#include "swivel_papers/planar_finger.h"
#include "swivel_papers/batch.h"

#endif
