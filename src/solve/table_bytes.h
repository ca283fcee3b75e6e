// SPDX-License-Identifier: MIT
// What tables in files have in common: a checksum of their bytes, and one of the chain they were made for.
#ifndef SWIVEL_TABLE_BYTES_H
#define SWIVEL_TABLE_BYTES_H

#include <stdint.h>

#include "swivel/chain.h"

/// FNV-1a over words of eight bytes, and over the bytes that are left.
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);

/// Lengths, axes and limits of a chain.
uint64_t swvi_table_chain_hash(const swv_chain *chain);

#endif
