// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_ARM_WORDS_H
#define SWIVEL_CLI_ARM_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <swivel_papers/arm.h>
#include <swivel_papers/models.h>
#include <swivel/limb.h>

#include "io/csv.h"

/// What the verbs of the closed-form arm share: the words that describe an arm and where its hand is to be, and the
/// words in which results are told.

/// As they were given; NULL if they were not.
typedef struct arm_words {
    const char *model, *hand, *orient, *euler, *swivel, *side, *reference, *lengths, *softness;
    bool        no_limits, json;
} arm_words;

// clang-format off
/// The places of these words in a verb's table of parameters.
#define ARM_PARAMETERS(words)                                  \
    { "MODEL", .text = &(words).model, .required = true },     \
    { "--hand", .text = &(words).hand },                       \
    { "--orient", .text = &(words).orient },                   \
    { "--euler-deg", .text = &(words).euler },                 \
    { "--swivel-deg", .text = &(words).swivel },               \
    { "--side", .text = &(words).side },                       \
    { "--reference", .text = &(words).reference },             \
    { "--lengths", .text = &(words).lengths },                 \
    { "--softness", .text = &(words).softness },               \
    { "--no-limits", .flag = &(words).no_limits },             \
    { "--json", .flag = &(words).json }
// clang-format on

/// The lines of a verb's usage text that explain them.
// clang-format off
#define ARM_USAGE \
    "  --hand X,Y,Z           the position of the wrist: metres from the shoulder, x right, y forward, z up. For leg7, the\n" \
    "                         ankle from the hip; read foot, knee, leg for hand, elbow, arm\n" \
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion. Default: 0,0,0,1\n" \
    "  --euler-deg ORDER,A,B,C\n" \
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n" \
    "  --swivel-deg A|natural|roomiest\n" \
    "                         the elbow's angle on its circle: in degrees from the reference; where a person\n" \
    "                         would hold it with that hand pose; or where all joints are farthest from their\n" \
    "                         limits. Default: natural\n" \
    "  --side left|right      a left arm is the mirror image of a right one, with the same angles. Default: right\n" \
    "  --reference down|smooth\n" \
    "                         swivel 0 is the lowest elbow; or nearly so, but without the jump where the arm points\n" \
    "                         straight up or down. Default: down. Exactly there no elbow is lowest, and 0 is the elbow\n" \
    "                         outward (arm up) or inward (arm down). A leg's is the knee straight ahead; pointing\n" \
    "                         straight out to the side, the knee down\n" \
    "  --lengths UPPER,FORE   upper arm and forearm in metres. Default: the model's\n" \
    "  --softness M           distance before full extension, in metres, at which the arm starts to yield. Prevents the\n" \
    "                         elbow from snapping straight\n" \
    "  --no-limits            ignore all joint limits\n"
// clang-format on

/// Where the elbow should be, if not at a swivel of its own.
typedef enum arm_wishes { WISH_NATURAL = 0, WISH_ROOMIEST, WISH_GIVEN } arm_wishes;

typedef struct arm_request {
    const swv_model *model;
    swv_arm          arm;
    bool             has_limits;
    arm_wishes       wishes;
    double           wish;  ///< radians, if given
} arm_request;

/// All but the hand. A wrong word, or a model other than arm7 and leg7, ends the command with a message.
void read_arm(const char *verb, const arm_words *words, arm_request *request);

/// The hand, its rotation brought to unit length. Ends the command with a message if it is missing or wrong.
void read_hand(const char *verb, const arm_words *words, swv_pose *hand);

/// One target, --hand, or a file of them, --targets, and what goes with either. Ends the command with a message if not.
void check_target_words(const arm_words *words, const char *path, const char *threads);

/// The swivel wished for a hand, in radians. Where nothing is feasible, and so nothing roomiest, the natural one.
double arm_wish(const arm_request *request, const swv_pose *hand);

// ---- many targets ----

/// The pose in seven numbers of a row, the first of which is in field `field`, its rotation brought to unit length. If that
/// is zero, returns false and says so in `problem`.
bool row_pose(const double values[7], int field, swv_pose *pose, char problem[CSV_PROBLEM_SIZE]);

// ---- results ----

/// How a solve ended: what all reports have in common. Bit i of `broken` stands for names[i].
typedef struct ending {
    swv_outcome        outcome;
    double             position_error, rotation_error;
    uint32_t           broken;
    const char *const *names;
} ending;

ending arm_ending(const swv_model *model, const swv_arm_report *report);

/// For people: "out of reach: 12.3 mm short; limits broken: elbow, wrist-flexion".
#define OUTCOME_SIZE 256
void describe_outcome(char text[OUTCOME_SIZE], const ending *e);

/// A column of limits, in degrees, and the end of the line.
void print_limits(double lower, double upper);

/// Where the elbow is.
typedef struct place {
    double   swivel;
    swv_vec3 elbow;
} place;

/// A line for the swivel and one for each coordinate of the elbow (of a leg: the knee), a column a place. The names take
/// up `name_width` characters.
void print_places(bool is_leg, int name_width, int count, const place *places);

/// The beginning of a JSON object, up to the wish and a comma: the arm, the hand and the wish.
void json_request(const arm_request *request, const swv_pose *hand);

#endif
