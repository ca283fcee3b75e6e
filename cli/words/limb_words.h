// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_LIMB_WORDS_H
#define SWIVEL_CLI_LIMB_WORDS_H

#include <stdbool.h>

#include <swivel/limb.h>

#include "words/arm_words.h"
#include "words/posture.h"

/// What the verbs of the human limb share: the words that describe an arm or a leg, where its hand or foot is to be and
/// what its elbow does.

/// As they were given; NULL if they were not.
typedef struct limb_words {
    arm_words   common;  ///< those that are the same for arm7
    const char *stature, *towards, *previous;
    bool        is_position_only, keep_hand;
} limb_words;

// clang-format off
/// The places of these words in a verb's table of parameters: of the limb, and of its goal.
#define LIMB_PARAMETERS(words)                                     \
    { "MODEL", .text = &(words).common.model, .required = true },  \
    { "--side", .text = &(words).common.side },                    \
    { "--lengths", .text = &(words).common.lengths },              \
    { "--stature", .text = &(words).stature },                     \
    { "--softness", .text = &(words).common.softness },            \
    { "--no-limits", .flag = &(words).common.no_limits }
#define LIMB_GOAL_PARAMETERS(words)                                \
    { "--hand", .text = &(words).common.hand },                    \
    { "--orient", .text = &(words).common.orient },                \
    { "--euler-deg", .text = &(words).common.euler },              \
    { "--swivel-deg", .text = &(words).common.swivel },            \
    { "--elbow-towards", .text = &(words).towards },               \
    { "--json", .flag = &(words).common.json }

/// The lines of a verb's usage text that explain them.
#define LIMB_SIZE_USAGE \
    "  --side left|right      a left limb is the mirror image of a right one, with the same angles. Default: right\n" \
    "  --lengths UPPER,LOWER  lengths of upper arm and forearm, or thigh and shank, in metres; or\n" \
    "  --stature M            body height in metres: mean proportions. Default: 1.75\n"
#define LIMB_USAGE \
    LIMB_SIZE_USAGE \
    "  --softness M           distance before full extension, in metres, at which the limb starts to yield. Prevents\n" \
    "                         elbow snapping. Default: 0\n" \
    "  --no-limits            ignore all joint limits\n"
#define LIMB_GOAL_USAGE \
    "  --hand X,Y,Z           the position of the wrist: metres from the shoulder, x right, y forward, z up; for a leg, the\n" \
    "                         ankle from the hip\n" \
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion: its z points to the fingertips, its x where\n" \
    "                         the palm faces (a left hand's x away from the palm). For a foot: y to the toes, z up from\n" \
    "                         the sole. Default: 0,0,0,1\n" \
    "  --euler-deg ORDER,A,B,C\n" \
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n" \
    "  --swivel-deg A|natural the angle of elbow or knee on its circle: in degrees; or where a person would hold\n" \
    "                         it. Default: natural\n" \
    "  --elbow-towards X,Y,Z  the same as a direction, from the line between shoulder and wrist\n"
// clang-format on

typedef struct limb_request {
    const char         *name;  ///< "arm" or "leg"
    swv_limb            limb;
    bool                has_limits, has_previous;
    swv_limb_posture    previous;
    swv_limb_goal       goal;  ///< all but where the hand is
    swv_limb_compromise compromise;
    const char         *angle_names[SWV_LIMB_ANGLES], *limit_names[SWV_LIMB_LIMITS];
} limb_request;

/// "arm" or "leg".
bool names_limb(const char *word);

/// The model among the words of a verb is one: the first word or, if that is an option, any other.
bool is_about_limb(int count, char **words);

/// All but the hand. A wrong word, or a model other than arm and leg, ends the command with a message.
void read_limb(const char *verb, const limb_words *words, limb_request *request);

/// What a posture has, for messages: "a posture of arm has 7 ...".
void describe_limb_posture(char text[EXPECTED_SIZE], const limb_request *request);

/// Seven angles in degrees, the value of an option, as a posture.
void read_limb_posture(const char *option, const char *text, const limb_request *request, swv_limb_posture *posture);

/// What is wrong with seven angles that are no posture (SWV_BAD_POSTURE): the hinge.
const char *limb_hinge_problem(const limb_request *request);

// ---- results ----

/// All that is told of a posture.
typedef struct limb_solution {
    swv_limb_posture posture;
    swv_limb_report  report;
    double           angles[SWV_LIMB_ANGLES];
    swv_vec3         elbow;
} limb_solution;

/// The solution for a hand: request->goal with this end.
swv_status find_limb_solution(const limb_request *request, const swv_pose *end, limb_solution *solution);

ending limb_ending(const limb_request *request, const swv_limb_report *report);

/// The beginning of a JSON object, up to a comma: the limb and the hand.
void json_limb_request(const limb_request *request, const swv_pose *end);

#endif
