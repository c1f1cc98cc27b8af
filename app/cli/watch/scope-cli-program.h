/* scope-cli-program.h: the program that `watch` runs: where it writes its log, its signals, its end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  char **argv;       /* NULL: none is run */
  char **envp;       /* NULL: ours */
  GPid pid;          /* 0: not started, or ended */
  gboolean ended;
  int status;        /* as waitpid() has it, when it has ended */
  gboolean by_term;  /* it ends in order by SIGTERM, and heeds no SIGINT */
  gboolean asked;    /* to end, by us: however it does that is no failure */
} ScopeCliProgram;

/* Where a program of GHC's writes its eventlog: what -ol among the options between +RTS and -RTS (or in the
 * environment's GHCRTS) names, else its name and ".eventlog" in the current folder. Free with g_free(). */
char *scope_cli_program_find_log (char **argv, const char *ghcrts);

/* Paths of the regular files that it, or a program that it has started, has open for writing now, and that are logs by their first bytes;
 * NULL: none. Sorted. Free with g_strfreev(). */
char **scope_cli_program_find_written (const ScopeCliProgram *program);
/* The same of what was written in the current folder since `since` (µs since 1970), archives of logs among them: for what has ended. */
char **scope_cli_program_find_left (gint64 since);
/* Starts it with our input and output, and no signal blocked. FALSE with error. */
gboolean scope_cli_program_start (ScopeCliProgram *program, GError **error);
/* Looks whether it has ended; TRUE if that is new. */
gboolean scope_cli_program_look (ScopeCliProgram *program);
/* Does nothing if it does not run. */
void scope_cli_program_signal (ScopeCliProgram *program, int number);
/* TRUE if it has failed on its own account: *ret_why in words ("exited with status 1"), free with g_free(). */
gboolean scope_cli_program_failed (const ScopeCliProgram *program, char **ret_why);
/* TRUE if it is the shell, or a tool, of Erlang or Elixir, by its name. */
gboolean scope_cli_program_is_erlang (const ScopeCliProgram *program);
/* What is to be done that it writes a log; static. */
const char *scope_cli_program_advice (const ScopeCliProgram *program);
/* What a shell would have as its exit status: 128 + N if signal N ended it. */
int scope_cli_program_exit_status (const ScopeCliProgram *program);

G_END_DECLS
