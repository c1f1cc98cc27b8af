/* scope-cli-command.h: what a command of lanescope-cli, or a view of `export`, is: one row, with its options and who does its work.
 *
 * Options are read into a struct of the command's own. It begins as a copy of `defaults`, or as zeros.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  GOptionArg kind;
  gsize offset; /* of its value in the command's struct */
  const char *about, *value; /* as in GOptionEntry */
  const char *words; /* "one, two, three": what can be said, in the order of an enum. The value, an int, is which of them.
                      * NULL: anything */
  char letter; /* or 0 */
  int first; /* the value of the first word */
} ScopeCliOption;

typedef struct
{
  const char *name;
  const char *about; /* in the list of commands */
  int (*enter) (ScopeCli *cli, int argc, char **argv); /* does all that scope_cli_run() does; NULL: that is how it is run */
  ScopeCliTakes takes;
  const char *usage; /* what follows the command's name in --help */
  const char *summary, *description; /* as in GOptionContext */
  char *(*describe) (void); /* instead of `description`; free with g_free(). May be NULL */
  const ScopeCliOption *options; /* up to one without a name; NULL: none */
  gsize size; /* of the struct of its options */
  gconstpointer defaults;
  gboolean (*opens) (gpointer options); /* with these options the command opens what it reads; may be NULL */
  char *(*check) (ScopeCli *cli, gpointer options); /* NULL if all is well, else what is wrong; free with g_free() */
  /* The trace is open, unless the command opens what it reads. FALSE with error; one of G_OPTION_ERROR is told as a usage error. */
  gboolean (*run) (ScopeCli *cli, gpointer options, GError **error);
  int (*finish) (gpointer options, int status); /* the trace is closed, all is told: with what to end; may be NULL */
  void (*clear) (gpointer options); /* frees what is not an option's; may be NULL */
} ScopeCliCommand;

/* Parses `argv` (argv[0] is the command) and checks it. NULL: *ret_status is what to end with. */
gpointer scope_cli_parse (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv, int *ret_status);
/* How many arguments stand before the trace. */
guint scope_cli_n_before (const ScopeCli *cli, const ScopeCliCommand *command);
void scope_cli_free_options (const ScopeCliCommand *command, gpointer options);
/* All of it: parses, opens the trace, does the work, and returns with what status to end. */
int scope_cli_run (ScopeCli *cli, const ScopeCliCommand *command, int argc, char **argv);

/* Which of "one, two, three" it is; -1: none. */
int scope_cli_find_word (const char *words, const char *word);
/* " Did you mean “two”?" of a word that is none of these; may be empty. Free with g_free(). */
char *scope_cli_guess_word (const char *words, const char *word);

/* Those that there are. scope-cli-main.c lists them. */
extern const ScopeCliCommand scope_cli_info, scope_cli_index, scope_cli_dump, scope_cli_find, scope_cli_columns, scope_cli_measure,
    scope_cli_report, scope_cli_stats, scope_cli_runs, scope_cli_export, scope_cli_compare, scope_cli_watch, scope_cli_scale,
    scope_cli_explain, scope_cli_critical_path, scope_cli_what_if, scope_cli_convert, scope_cli_redact, scope_cli_growth, scope_cli_phases, scope_cli_serve;

G_END_DECLS
