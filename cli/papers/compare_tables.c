// SPDX-License-Identifier: MIT
// The numbers that Chin's thesis prints, as it prints them (compare_tables.h).
#include "papers/compare_tables.h"

#include <math.h>
#include <stddef.h>

// Columns as in swv_study_method: newton, broyden, bfgs, fletcher, frprm, powell, praxis.
// clang-format off
#define NONE           { NAN, "-", 0 }
#define WORD(text)     { NAN, (text), 0 }
#define MEAN(number)   { (number), NULL, 0 }
#define ODD(number, n) { (number), NULL, (n) }

static const int table_c1[STUDY_STEPS][SWV_STUDY_METHODS] = {
    { 4, 14,  8, 25, 10, 23, 0 },
    { 3, 18,  6, 19, 41,  8, 0 },
    { 3, 13, 10, 17, 13, 10, 0 },
    { 4, 17,  9, 15, 13, 16, 0 },
    { 3, 16, 13, 13, 12,  8, 0 },
    { 3, 16,  9, 14, 11,  9, 0 },
    { 3, 20,  9, 15, 11, 11, 0 },
    { 3, 18,  9, 14, 10, 12, 0 },
    { 3, 19, 10, 13, 10,  9, 0 },
    { 3, 16, 12, 14, 10,  9, 0 },
};

static const int table_c2[STUDY_STEPS][SWV_STUDY_METHODS] = {
    { 34, 55,  73, 100, 267, 2825, 265 },
    { 22, 64,  48, 100, 856, 1010, 279 },
    { 22, 41,  61, 100, 231, 1257, 271 },
    { 31, 65,  47, 100, 247, 2118, 264 },
    { 22, 67, 104, 100, 222,  912, 262 },
    { 22, 67,  56, 100, 202, 1018, 267 },
    { 22, 83,  54, 100, 210, 1374, 262 },
    { 22, 74,  54, 100, 185, 1528, 256 },
    { 22, 81,  58, 100, 193, 1119, 263 },
    { 22, 66,  84, 100, 178, 1124, 252 },
};

const printed_experiment printed_experiments[PRINTED_EXPERIMENTS] = {
    { .tables = "tables 6.1, 6.2, C.1 and C.2", .model = "arm6", .step = { 1, 1 },
      .iterations  = { MEAN(3.2), ODD(18.5, 'a'), MEAN(9.5), MEAN(15.9), MEAN(14.1), MEAN(11.5), MEAN(14.9) },
      .evaluations = { ODD(24.1, 'b'), MEAN(66.3), MEAN(63.9), ODD(100, 'c'), MEAN(279.1), MEAN(1428.5), MEAN(264.1) },
      .iterations_of_step = table_c1, .evaluations_of_step = table_c2,
      .notes = { "the mean of table C.1 is 16.7",
                 "the mean of table C.2 is 21.9",
                 "a cap, not a count: the same in every row of table C.2, where the method was cut off" } },
    { .tables = "tables 6.3 and 6.4, large residual", .model = "arm6", .step = { 10, 10 },
      .iterations  = { MEAN(12.1), WORD("FAIL"), MEAN(8.2), MEAN(14.9), WORD("app. G"), MEAN(11.5), MEAN(15.7) },
      .evaluations = { MEAN(112.5), WORD("FAIL"), MEAN(76.6), ODD(100, 'a'), WORD("app. G"), MEAN(1392.5), MEAN(274.6) },
      .notes = { "a cap, not a count" } },
    { .tables = "tables 6.5 and 6.6", .model = "torso8", .step = { 1, 1 },
      .iterations  = { NONE, NONE, MEAN(3.7), MEAN(18.0), ODD(44.7, 'a'), NONE, NONE },
      .evaluations = { NONE, NONE, MEAN(43.4), ODD(99.7, 'b'), ODD(44.5, 'a'), NONE, NONE },
      .notes = { "cannot both be: a line search takes more than one evaluation an iteration",
                 "a cap, not a count" } },
    { .tables = "tables 6.7 and 6.8", .model = "planar3", .step = { 1, -1 },
      .iterations  = { NONE, NONE, MEAN(2.6), MEAN(18.0), MEAN(13.8), NONE, NONE },
      .evaluations = { NONE, NONE, MEAN(23.3), MEAN(58.8), ODD(100.0, 'a'), NONE, NONE },
      .notes = { "100 in the mean of ten: the cap of the other tables, it seems" } },
};

const double printed_example_1_deg[6] = { 1.03021, -7.64128, 15.43075, 0.48902, -6.28465, 1.08795 };
// clang-format on
