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
    }
    return "unknown status";
}
