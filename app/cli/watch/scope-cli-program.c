/* scope-cli-program.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/watch/scope-cli-program.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last -ol of a list of options; those of the runtime are only between +RTS and -RTS, but for `all`. */
static const char *
find_ol (char **argv, gboolean all)
{
  const char *found = NULL;
  gboolean runtime = all;

  for (guint i = 0; argv[i] != NULL; i++)
    if (strcmp (argv[i], "+RTS") == 0)
      runtime = TRUE;
    else if (strcmp (argv[i], "-RTS") == 0)
      runtime = all;
    else if (strcmp (argv[i], "--RTS") == 0 || strcmp (argv[i], "--") == 0)
      break;
    else if (runtime && g_str_has_prefix (argv[i], "-ol") && argv[i][3] != '\0')
      found = argv[i] + 3;
  return found;
}

char *
scope_cli_program_find_log (char **argv, const char *ghcrts)
{
  g_auto (GStrv) more = g_strsplit (ghcrts != NULL ? ghcrts : "", " ", -1);
  g_autofree char *name = g_path_get_basename (argv[0]);
  const char *found = find_ol (argv + 1, FALSE);

  if (found == NULL)
    found = find_ol (more, TRUE);
  return found != NULL ? g_strdup (found) : g_strconcat (name, ".eventlog", NULL);
}

/* Between fork and exec: what we have blocked and ignored is not the program's business. */
static void
clear_signals (gpointer data)
{
  sigset_t none;

  sigemptyset (&none);
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  signal (SIGUSR1, SIG_DFL);
  pthread_sigmask (SIG_SETMASK, &none, NULL);
}

gboolean
scope_cli_program_start (ScopeCliProgram *program, GError **error)
{
  return g_spawn_async (NULL, program->argv, program->envp,
                        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CHILD_INHERITS_STDIN, clear_signals,
                        NULL, &program->pid, error);
}

gboolean
scope_cli_program_look (ScopeCliProgram *program)
{
  if (program->pid == 0 || waitpid (program->pid, &program->status, WNOHANG) != program->pid)
    return FALSE;
  program->pid = 0;
  program->ended = TRUE;
  return TRUE;
}

void
scope_cli_program_signal (ScopeCliProgram *program, int number)
{
  if (program->pid != 0)
    kill (program->pid, number);
}

gboolean
scope_cli_program_failed (const ScopeCliProgram *program, char **ret_why)
{
  *ret_why = NULL;
  if (!program->ended || program->asked || (WIFEXITED (program->status) && WEXITSTATUS (program->status) == 0))
    return FALSE;
  *ret_why = WIFEXITED (program->status)
                 ? g_strdup_printf ("exited with status %d", WEXITSTATUS (program->status))
                 : g_strdup_printf ("was ended by signal %d (%s)", WTERMSIG (program->status),
                                    g_strsignal (WTERMSIG (program->status)));
  return TRUE;
}

gboolean
scope_cli_program_is_erlang (const ScopeCliProgram *program)
{
  static const char *const names[] = { "erl", "escript", "werl", "beam.smp", "rebar3", "elixir", "iex", "mix", NULL };
  g_autofree char *name = program->argv != NULL ? g_path_get_basename (program->argv[0]) : NULL;

  return name != NULL && g_strv_contains (names, name);
}

const char *
scope_cli_program_advice (const ScopeCliProgram *program)
{
  if (scope_cli_program_is_erlang (program))
    return "Erlang writes no log unless it is told to. Record in the node, lanescope:start({tcp, 4711}, [all]) or "
           "dbg:trace_port(ip, 4711),\nand follow that: lanescope-cli watch tcp://localhost:4711. Or into a file, "
           "lanescope:profile(\"my.trace\", {m, f, []}, [all]),\nthen --eventlog my.trace follows it here.";
  return "A Haskell program writes its log if it was linked with -eventlog (GHC before 9.4) and -rtsopts, and is run with +RTS -l.\n"
         "If it writes it elsewhere, --eventlog says where. What a program prints is read from a pipe: PROGRAM | lanescope-cli watch -";
}

int
scope_cli_program_exit_status (const ScopeCliProgram *program)
{
  if (!program->ended)
    return 0;
  return WIFEXITED (program->status) ? WEXITSTATUS (program->status) : 128 + WTERMSIG (program->status);
}
