// SPDX-License-Identifier: MIT
#include "swivel/base.h"

#include <stddef.h>

#define TEXT_OF(number)    TEXT_OF_IT(number)
#define TEXT_OF_IT(number) #number

const char *swv_version(void)
{
    return TEXT_OF(SWV_VERSION_MAJOR) "." TEXT_OF(SWV_VERSION_MINOR) "." TEXT_OF(SWV_VERSION_PATCH);
}

const char *swv_status_text(swv_status status)
{
    static const char *const texts[] = {
        // clang-format off
        [SWV_OK] = "no error",
        [SWV_NOT_FINITE] = "a number is not finite, or the result would overflow",
        [SWV_BAD_COUNT] = "a size or an index is out of range",
        [SWV_BAD_ARGUMENT] = "an argument has no meaning here",
        [SWV_BAD_LIMITS] = "the lower limit lies above the upper one",
        [SWV_BAD_COUPLING] = "a joint cannot follow itself, follow twice, or follow in a circle",
        [SWV_SINGULAR] = "the matrix is singular",
        [SWV_NULL] = "a required pointer is NULL",
        [SWV_BAD_MODEL] = "the model is invalid: make it with its maker and change it with its setters",
        [SWV_BAD_GOAL] = "the goal is not finite, or a value in it has no meaning",
        [SWV_BAD_POSTURE] = "the posture is not finite, or not one of this model",
        [SWV_BAD_OPTIONS] = "an option is not finite, negative or unknown",
        [SWV_BAD_FILE] = "the file is not what it claims to be",
        [SWV_NO_FILE] = "the file cannot be opened, read or written",
        [SWV_NO_MEMORY] = "out of memory, or the byte limit is reached",
        [SWV_UNSUPPORTED] = "this build does not read or write the format",
        // clang-format on
    };
    return (size_t)status < sizeof texts / sizeof texts[0] ? texts[status] : "unknown status";
}

const char *swv_outcome_text(swv_outcome outcome)
{
    static const char *const texts[] = {
        // clang-format off
        [SWV_REACHED] = "reached",
        [SWV_OUT_OF_REACH] = "out of reach",
        [SWV_TOO_NEAR] = "too near",
        [SWV_LIMITED] = "limited",
        [SWV_SOFTENED] = "softened",
        [SWV_UNSETTLED] = "unsettled",
        [SWV_NOT_FOUND] = "not found",
        [SWV_STALLED] = "stalled",
        [SWV_ITERATION_LIMIT] = "iteration limit",
        [SWV_EVALUATION_LIMIT] = "evaluation limit",
        [SWV_STOPPED] = "stopped",
        // clang-format on
    };
    if (outcome == SWV_INVALID_TARGET)
        return "invalid target";
    return (size_t)outcome < sizeof texts / sizeof texts[0] ? texts[outcome] : "unknown outcome";
}
