// SPDX-License-Identifier: MIT
// What tables ask of a chain besides its public header.
#ifndef SWIVEL_CHAIN_INTERNAL_H
#define SWIVEL_CHAIN_INTERNAL_H

#include <stdint.h>

#include "swivel_papers/chain.h"

/// A checksum of lengths, axes and limits: part of the file formats.
uint64_t swvi_chain_hash(const swv_chain *chain);

#endif
