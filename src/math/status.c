// SPDX-License-Identifier: MIT
#include "swivel/base.h"

#define TEXT_OF(number)    TEXT_OF_IT(number)
#define TEXT_OF_IT(number) #number

const char *swv_version(void)
{
    return TEXT_OF(SWV_VERSION_MAJOR) "." TEXT_OF(SWV_VERSION_MINOR) "." TEXT_OF(SWV_VERSION_PATCH);
}

const char *swv_status_text(swv_status status)
{
    switch (status) {
    case SWV_OK:
        return "no error";
    case SWV_NOT_FINITE:
        return "a number is not finite, or the result would overflow";
    case SWV_BAD_COUNT:
        return "a size or an index is out of range";
    case SWV_BAD_ARGUMENT:
        return "an argument has no meaning here";
    case SWV_BAD_LIMITS:
        return "the lower limit lies above the upper one";
    case SWV_BAD_COUPLING:
        return "a joint cannot follow itself, follow twice, or follow in a circle";
    case SWV_SINGULAR:
        return "the matrix is singular";
    case SWV_NULL:
        return "a required pointer is NULL";
    case SWV_BAD_MODEL:
        return "the model is invalid: make it with its maker and change it with its setters";
    case SWV_BAD_GOAL:
        return "the goal is not finite, or a value in it has no meaning";
    case SWV_BAD_POSTURE:
        return "the posture is not finite, or not one of this model";
    case SWV_BAD_OPTIONS:
        return "an option is not finite, negative or unknown";
    case SWV_BAD_FILE:
        return "the file is not what it claims to be";
    case SWV_NO_FILE:
        return "the file cannot be opened, read or written";
    case SWV_NO_MEMORY:
        return "out of memory, or the byte limit is reached";
    case SWV_UNSUPPORTED:
        return "this build does not read or write the format";
    }
    return "unknown status";
}

const char *swv_outcome_text(swv_outcome outcome)
{
    switch (outcome) {
    case SWV_REACHED:
        return "reached";
    case SWV_OUT_OF_REACH:
        return "out of reach";
    case SWV_TOO_NEAR:
        return "too near";
    case SWV_LIMITED:
        return "limited";
    case SWV_SOFTENED:
        return "softened";
    case SWV_UNSETTLED:
        return "unsettled";
    case SWV_NOT_FOUND:
        return "not found";
    case SWV_STALLED:
        return "stalled";
    case SWV_ITERATION_LIMIT:
        return "iteration limit";
    case SWV_EVALUATION_LIMIT:
        return "evaluation limit";
    case SWV_STOPPED:
        return "stopped";
    case SWV_INVALID_TARGET:
        return "invalid target";
    }
    return "unknown outcome";
}
