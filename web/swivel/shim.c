// SPDX-License-Identifier: MIT
//
// What the JavaScript module calls: the library's functions over flat arrays of doubles, so that no script needs to know
// how a struct is laid out. Every name exported is marked by EXPORT; nothing else of the library leaves the module. Which module a
// shim is in says build_wasm.sh; this one is in each.
#include <stdlib.h>

#include "shim.h"

// ---- memory and names ----

double *EXPORT(swivel_doubles)(int count)
{
    return count > 0 ? calloc((size_t)count, sizeof(double)) : NULL;
}

void EXPORT(swivel_free)(void *block)
{
    free(block);
}

const char *EXPORT(swivel_version)(void)
{
    return swv_version();
}

const char *EXPORT(swivel_status_text)(int status)
{
    return swv_status_text((swv_status)status);
}

const char *EXPORT(swivel_outcome_text)(int outcome)
{
    return swv_outcome_text((swv_outcome)outcome);
}
