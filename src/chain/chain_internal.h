// SPDX-License-Identifier: MIT
// What the rooms below the chain ask of it besides its public header.
#ifndef SWIVEL_CHAIN_CHAIN_INTERNAL_H
#define SWIVEL_CHAIN_CHAIN_INTERNAL_H

#include <stdbool.h>

#include "swivel/chain.h"

/// Whether a whole turn of a coordinate is a whole turn of every joint that moves with it.
bool swvi_chain_whole_turns(const swv_chain *chain, int coordinate);

#endif
