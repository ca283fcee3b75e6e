// SPDX-License-Identifier: MIT
// What the verbs of the planar finger share (finger_words.h).
#include "words/finger_words.h"

#include <string.h>

#include "io/message.h"
#include "words/values.h"

swv_finger_kind read_finger(const char *verb, const finger_words *words, swv_finger *finger)
{
    const bool is_coupled_model = strcmp(words->model, "little-finger-coupled") == 0;
    if (!is_coupled_model && strcmp(words->model, "little-finger") != 0)
        fail("%s: supports the models little-finger and little-finger-coupled, not %s", verb, words->model);
    swv_finger_make_little(finger);
    if (words->ratio) {
        double ratio;
        read_numbers("--ratio", words->ratio, 1, "a ratio is 1 number", &ratio);
        const swv_finger as_is = *finger;
        if (swv_finger_make(as_is.lengths, as_is.lower, as_is.upper, ratio, finger) != SWV_OK)
            fail("--ratio: %s; it is at least 0 and at most 3", words->ratio);
    }
    return is_coupled_model || words->coupled ? SWV_FINGER_COUPLED : SWV_FINGER_FREE;
}

swv_point read_point_mm(const char *option, const char *text)
{
    double values[2];
    read_numbers(option, text, 2, "a point has 2, in millimetres", values);
    return (swv_point){ 1e-3 * values[0], 1e-3 * values[1] };
}
