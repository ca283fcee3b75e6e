// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLES_H
#define SWIVEL_CLI_TABLES_H

#include <stdbool.h>

#include <swivel_papers/adaptive_build.h>
#include <swivel_papers/models.h>
#include <swivel_papers/table_build.h>

/// What kind of tables a file has, by its first bytes.
typedef enum table_kind { TABLE_UNKNOWN, TABLE_OF_ANGLES, TABLE_ADAPTIVE, TABLE_OF_STARTS } table_kind;

/// TABLE_UNKNOWN also where there is no file: whoever opens it will tell.
table_kind table_kind_of(const char *path);

/// "a table of angles", "an adaptive table", "a table of starts".
const char *table_kind_text(table_kind kind);

/// Open a file of tables. Ends the command with a message if it is none.
void open_table_file(const char *path, swv_table_file *file);
void open_adaptive_file(const char *path, swv_adaptive_file *file);

/// Whether the word is "arm" or "leg", a human limb.
bool is_limb(const char *word);

/// The chain that a table is made for or read with: of a model, a robot's file, or "arm" and "leg", the human limbs, whose joints are those of arm7 and
/// leg7: then that model is returned, and *limb (may be NULL) takes the limb. Ends the command with a message if there is none such.
const swv_model *find_table_model(const char *word, swv_chain *chain, swv_limb *limb);

/// The chain of a table that bears this name: NULL if it is that of a model, whose name says it all. `word` is what the user says it is, or NULL. Ends the
/// command with a message if neither tells. `chain` is where it is kept.
const swv_chain *chain_of_table(const char *path, const char *name, const char *word, swv_chain *chain);

/// Ends the command with a message if tables of angles cannot be made of the chain.
void check_table_chain(const char *word, const swv_chain *chain);

#endif
