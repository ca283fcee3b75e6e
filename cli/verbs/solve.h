// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SOLVE_H
#define SWIVEL_CLI_SOLVE_H

/// How solve does its work for some of the models. Each is defined in a file of its own, solve_*.c; the table in solve.c
/// names them all.
typedef struct solver {
    /// The models it solves, ending in NULL. None at all: every model of 'swivel models' that no other solver names, and
    /// any model when the words have --method.
    const char *models[8];
    const char *summary;                   ///< one line, for the list of models in 'swivel help solve'
    const char *usage;                     ///< what 'swivel help solve MODEL' shows, with one example
    void (*run)(int count, char **words);  ///< the words after the verb, MODEL among them
} solver;

extern const solver limb_solver;
extern const solver arm_solver;
extern const solver arm6_solver;
extern const solver puma_solver;
extern const solver finger_solver;
extern const solver hand_solver;
extern const solver upper_limb_solver;
extern const solver chain_solver;
extern const solver table_solver;   ///< any model, when the words have --table and its file one of approximations
extern const solver starts_solver;  ///< the same, for a table of starts

#endif
