// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_VERB_H
#define SWIVEL_CLI_VERB_H

/// A verb of the command. main.c holds the table; each verb is defined in the file of its name.
typedef struct verb {
    const char *name;
    const char *summary;  ///< one line, for the list of verbs
    /// What help shows: how to call it, what it reads and writes, one example. NULL: `run` shows it, as it depends on the
    /// words; the last of them is then "--help".
    const char *usage;
    void (*run)(int count, char **words);  ///< the words after the verb; returns only if all went well
} verb;

extern const verb models_verb;
extern const verb fk_verb;
extern const verb jacobian_verb;
extern const verb solve_verb;
extern const verb check_verb;
extern const verb swivels_verb;
extern const verb track_verb;
extern const verb workspace_verb;
extern const verb limits_verb;
extern const verb slide_verb;
extern const verb report_verb;
extern const verb compare_verb;
extern const verb rhythm_verb;
extern const verb convergence_verb;
extern const verb natural_verb;
extern const verb naturalness_verb;
extern const verb table_verb;
extern const verb rig_verb;
extern const verb motion_verb;
extern const verb body_verb;
extern const verb motion_verb;

#endif
