// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_UPPER_LIMB_WORDS_H
#define SWIVEL_CLI_UPPER_LIMB_WORDS_H

#include <stdbool.h>

#include <swivel/shoulder.h>

/// What the verbs of the upper limb share: the words that describe one.

/// As they were given; NULL if they were not.
typedef struct upper_limb_words {
    const char *rhythm, *size, *side, *yield;
    bool        no_limits, ascione_limits;
} upper_limb_words;

// clang-format off
/// The places of these words in a verb's table of parameters.
#define UPPER_LIMB_PARAMETERS(words)                     \
    { "--rhythm", .text = &(words).rhythm },       \
    { "--size", .text = &(words).size },           \
    { "--side", .text = &(words).side },           \
    { "--yield-deg", .text = &(words).yield },     \
    { "--ascione-limits", .flag = &(words).ascione_limits }, \
    { "--document-limits", .flag = &(words).ascione_limits }, /* its name until 0.2 */ \
    { "--no-limits", .flag = &(words).no_limits }

/// The lines of a verb's usage text that explain them.
#define UPPER_LIMB_USAGE \
    "  --rhythm measured|ascione|de-groot\n" \
    "                         how clavicle and scapula move with the humerus: fitted to bone pins; the regression\n" \
    "                         of Ascione et al.; de Groot and Brand's in the form of the Dynamic Arm Simulator.\n" \
    "                         Default: measured, and ascione with --size ascione\n" \
    "  --size human|ascione   the arm of 'solve arm', in metres, with the limits of people; or the model of\n" \
    "                         Ascione et al., one unit about 10 cm, without limits, swivels from the lowest elbow.\n" \
    "                         Default: human\n" \
    "  --side left|right      a left limb is the mirror image of a right one, with the same angles. Default: right\n" \
    "  --yield-deg A          largest extra rotation of the clavicle beyond its rhythm near full extension, at most 8.\n" \
    "                         Default: 6; 0 with --size ascione\n" \
    "  --ascione-limits       the limits of table 1 of Ascione et al., all of it: clavicle, scapula, humerus, elbow, the\n" \
    "                         rotation of the elbow (0 to 90 degrees outward from the lowest) and pronosupination\n" \
    "  --no-limits            ignore the limits of the arm\n"
// clang-format on

/// The limb they describe. A wrong word ends the command with a message.
void read_upper_limb(const upper_limb_words *words, swv_upper_limb *limb);

/// Which rhythm that name is; `usual` if it is NULL.
int read_rhythm_name(const char *name, int usual);

/// A rhythm by its name, `usual` if that is NULL.
void read_rhythm(const char *name, int usual, swv_rhythm *rhythm);

/// Their names, in the order of `usual` above.
enum { RHYTHM_MEASURED = 0, RHYTHM_ASCIONE, RHYTHM_DE_GROOT, RHYTHMS };
extern const char *const rhythm_names[RHYTHMS];

#endif
