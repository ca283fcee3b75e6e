// SPDX-License-Identifier: MIT
// What the verbs of the upper limb share (upper_limb_words.h). Options are degrees where their names say so; inside, metres and radians.
#include "words/upper_limb_words.h"

#include <stddef.h>
#include <string.h>

#include <swivel_papers/girdle.h>

#include "io/message.h"
#include "words/values.h"

const char *const rhythm_names[RHYTHMS] = { "measured", "ascione", "de-groot" };

/// Until 0.2 Ascione's rhythm and size were called "document": that word is still taken.
static const char *renamed(const char *word)
{
    return word && strcmp(word, "document") == 0 ? "ascione" : word;
}

int read_rhythm_name(const char *name, int usual)
{
    return name ? read_word("--rhythm", renamed(name), RHYTHMS, rhythm_names) : usual;
}

void read_rhythm(const char *name, int usual, swv_rhythm *rhythm)
{
    switch (read_rhythm_name(name, usual)) {
    case RHYTHM_ASCIONE:
        (void)swv_rhythm_make_ascione(11.68 * SWV_PI / 180.0, -28.57 * SWV_PI / 180.0, rhythm);
        break;
    case RHYTHM_DE_GROOT:
        (void)swv_rhythm_make_de_groot(NULL, rhythm);
        break;
    default:
        swv_rhythm_make_measured(rhythm);
    }
}

void read_upper_limb(const upper_limb_words *words, swv_upper_limb *limb)
{
    static const char *const sizes[] = { "human", "ascione" }, *const sides[] = { "right", "left" };
    const bool     is_ascione = read_word("--size", renamed(words->size), 2, sizes) == 1;
    const swv_side side = read_word("--side", words->side, 2, sides) == 1 ? SWV_LEFT : SWV_RIGHT;
    if (is_ascione)
        (void)swv_upper_limb_make_ascione(side, limb);
    else
        (void)swv_upper_limb_make(side, limb);
    read_rhythm(words->rhythm, is_ascione ? RHYTHM_ASCIONE : RHYTHM_MEASURED, &limb->girdle.rhythm);
    if (words->yield) {
        double degrees;
        read_numbers("--yield-deg", words->yield, 1, "a yield is 1 number, in degrees", &degrees);
        if (!(degrees >= 0.0 && degrees <= 8.0))
            fail("--yield-deg: '%s' is outside 0 to 8", words->yield);
        limb->girdle.yield = degrees * SWV_PI / 180.0;
    }
    if (words->no_limits && words->ascione_limits)
        fail("--no-limits and --ascione-limits cannot be used together");
    if (words->ascione_limits)
        (void)swv_upper_limb_limit_as_ascione(limb);
    if (words->no_limits) {
        swv_limb_limits none;
        (void)swv_limb_no_limits(&none);
        (void)swv_limb_set_limits(&limb->arm, &none);
    }
}
