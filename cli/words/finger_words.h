// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_FINGER_WORDS_H
#define SWIVEL_CLI_FINGER_WORDS_H

#include <stdbool.h>

#include <swivel_papers/planar_finger.h>

/// What the verbs of the planar finger share.

/// As they were given; NULL if they were not.
typedef struct finger_words {
    const char *model, *ratio;
    bool        coupled;
} finger_words;

// clang-format off
#define FINGER_PARAMETERS(words)                               \
    { "MODEL", .text = &(words).model, .required = true },     \
    { "--ratio", .text = &(words).ratio },                     \
    { "--coupled", .flag = &(words).coupled }

#define FINGER_USAGE \
    "  --coupled              the last joint is coupled to the middle one, as in the model little-finger-coupled\n" \
    "  --ratio R              last angle = R times the middle angle. Default: 2/3\n"
// clang-format on

/// The finger, and whether it is coupled. A wrong word ends the command with a message.
swv_finger_kind read_finger(const char *verb, const finger_words *words, swv_finger *finger);

/// "X,Y" in millimetres.
swv_point read_point_mm(const char *option, const char *text);

#endif
