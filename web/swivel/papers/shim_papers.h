// SPDX-License-Identifier: MIT
//
// What the shims of the five papers' systems share.
#ifndef SWIVEL_SHIM_PAPERS_H
#define SWIVEL_SHIM_PAPERS_H

#include "../shim.h"
#include "swivel_papers/swivel_papers.h"

#endif
