// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_MODELS_H
#define SWIVEL_PAPERS_MODELS_H

#include "swivel/base.h"
#include "swivel_papers/chain.h"

/// The chains that come with Swivel.
typedef struct swv_model {
    const char        *name;         ///< "arm7"
    const char        *summary;      ///< one line
    const char        *origin;       ///< one line: the paper and table it was taken from
    const char        *length_unit;  ///< "m", or "unit" for the thesis's arbitrary lengths
    const char *const *joint_names;  ///< joint_count of them
    int                joint_count;
} swv_model;

/// How many models there are.
SWV_EXTERN int swv_model_count(void);

/// Model 0 to swv_model_count() - 1; NULL outside.
SWV_EXTERN const swv_model *swv_model_at(int index);

/// The index of a model by its name, or -1.
SWV_EXTERN int swv_model_find(const char *name);

/// Make the chain of a model. SWV_BAD_ARGUMENT if there is no model of that name.
SWV_EXTERN swv_status swv_model_chain(const char *name, swv_chain *chain);

#endif
