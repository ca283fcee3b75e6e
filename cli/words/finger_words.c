// SPDX-License-Identifier: MIT
// What the verbs of the planar finger share (finger_words.h).
#include "words/finger_words.h"

#include <math.h>
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

bool read_newton(const char *verb, const newton_words *words, swv_finger_kind kind, swv_finger_newton_start usual,
                 swv_finger_newton_options *options)
{
    static const char *const starts[] = { "neutral", "edge", "weighted", "previous" };
    const char              *given = words->alpha        ? "--alpha"
                                     : words->epsilon    ? "--epsilon-mm"
                                     : words->start      ? "--start"
                                     : words->iterations ? "--max-iterations"
                                                         : NULL;
    if (!words->newton && given)
        fail("%s: %s works only with --newton", verb, given);
    *options = (swv_finger_newton_options){ .kind = kind, .start = usual };
    if (words->start)
        options->start = (swv_finger_newton_start)read_word("--start", words->start, 4, starts);
    if (words->alpha)
        read_numbers("--alpha", words->alpha, 1, "it is 1 number", &options->alpha);
    if (words->alpha && !(options->alpha > 0.0 && options->alpha <= 1.0))
        fail("--alpha: '%s' is not above 0 and at most 1", words->alpha);
    if (words->epsilon) {
        double millimetres;
        read_numbers("--epsilon-mm", words->epsilon, 1, "it is 1 length, in millimetres", &millimetres);
        if (!(millimetres > 0.0))
            fail("--epsilon-mm: '%s' is not above 0", words->epsilon);
        options->epsilon = 1e-3 * millimetres;
    }
    if (words->iterations) {
        double number;
        read_numbers("--max-iterations", words->iterations, 1, "it is 1 number", &number);
        if (!(number >= 1.0 && number <= 1e6 && number == floor(number)))
            fail("--max-iterations: '%s' is not a whole number from 1 to 1000000", words->iterations);
        options->max_iterations = (int)number;
    }
    return words->newton;
}

swv_point read_point_mm(const char *option, const char *text)
{
    double values[2];
    read_numbers(option, text, 2, "a point has 2, in millimetres", values);
    return (swv_point){ 1e-3 * values[0], 1e-3 * values[1] };
}
