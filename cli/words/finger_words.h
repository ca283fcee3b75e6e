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
/// Van den Waardenburg's iteration: whether it is asked for, and its four parameters as they were given.
typedef struct newton_words {
    const char *alpha, *epsilon, *start, *iterations;
    bool        newton;
} newton_words;

#define NEWTON_PARAMETERS(words)                               \
    { "--newton", .flag = &(words).newton },                   \
    { "--alpha", .text = &(words).alpha },                     \
    { "--epsilon-mm", .text = &(words).epsilon },              \
    { "--start", .text = &(words).start },                     \
    { "--max-iterations", .text = &(words).iterations }

#define NEWTON_USAGE(usual) \
    "  --newton               by van den Waardenburg's Newton-Raphson instead, coupled or free. Its four parameters:\n" \
    "  --alpha A              the part of a step that is taken. Default: 1\n" \
    "  --epsilon-mm E         reached within this many millimetres. Default: 0.001\n" \
    "  --start neutral|edge|weighted|previous\n" \
    "                         the first guess: the middle of the limits; straight towards the tip; between these two;\n" \
    "                         the last frame's posture. Default: " usual "\n" \
    "  --max-iterations N     Default: 500\n"
// clang-format on

/// The finger, and whether it is coupled. A wrong word ends the command with a message.
swv_finger_kind read_finger(const char *verb, const finger_words *words, swv_finger *finger);

/// Whether the iteration is asked for, and with what. A parameter without --newton, or a wrong one, ends the command with a message.
bool read_newton(const char *verb, const newton_words *words, swv_finger_kind kind, swv_finger_newton_start usual,
                 swv_finger_newton_options *options);

/// "X,Y" in millimetres.
swv_point read_point_mm(const char *option, const char *text);

#endif
