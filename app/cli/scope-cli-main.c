/* scope-cli-main.c: lanescope-cli: which command it is, and what there is. No GTK: runs on a server over ssh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"
#include "app/cli/common/scope-cli-nearest.h"

#include <locale.h>
#include <signal.h>
#include <string.h>

static const ScopeCliCommand *const commands[] = {
  &scope_cli_info, &scope_cli_explain, &scope_cli_critical_path, &scope_cli_phases, &scope_cli_what_if, &scope_cli_stats, &scope_cli_report, &scope_cli_dump, &scope_cli_find, &scope_cli_measure, &scope_cli_columns,
  &scope_cli_export, &scope_cli_convert, &scope_cli_redact, &scope_cli_compare, &scope_cli_scale, &scope_cli_growth, &scope_cli_watch, &scope_cli_index, &scope_cli_runs, &scope_cli_serve,
};

static void
print_help (FILE *file)
{
  fputs ("Usage:\n  lanescope-cli COMMAND [OPTION…] TRACE…\n\nShows what a parallel program did, from the "
         "trace it "
         "wrote.\nTRACE is a GHC or Eden eventlog, a .parevents archive, a folder of eventlogs, an Erlang trace, the\n"
         "text or XML of a simulation (gem5, M5, O3PipeView, Kanata), perf script of Intel PT, one of them gzipped,\n"
         "or - for standard input; several files given at once are one run; or run:DIGITS, a run that “runs” "
         "lists;\nor ssh://HOST/PATH, one of these on another computer that has lanescope-cli.\n\nCommands:\n",
         file);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (file, "  %-13s  %s\n", commands[i]->name, commands[i]->about);
  fputs (
      "\nOptions:\n  -h, --help     this text; with a command, that command's options\n  --version      the "
      "version\n\nExit status: 0; 1 nothing could be read; 2 usage; 3 losses, with --strict; 4 a\ncondition of --fail-if holds.\n",
      file);
}

static void
notify_no_command (const char *word)
{
  ScopeCliNearest nearest = { .word = word };
  g_autofree char *meant = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    scope_cli_nearest_see (&nearest, commands[i]->name);
  meant = scope_cli_nearest_dup_words (&nearest, "");
  fprintf (stderr, "lanescope-cli: %s: no such command.%s “lanescope-cli --help” lists them.\n", word, meant);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");  /* tables are for programs */
  setlocale (LC_MESSAGES, "C"); /* and so are the words: what the window shares with us is not translated here */
  signal (SIGPIPE, SIG_DFL);   /* whoever reads us may stop, and then so do we */
  signal (SIGXFSZ, SIG_IGN);   /* a file that may not grow is an error, not the end */
  g_set_prgname ("lanescope-cli");

  if (argc < 2)
    {
      print_help (stderr);
      return SCOPE_CLI_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 || strcmp (argv[1], "help") == 0)
    {
      print_help (stdout);
      return SCOPE_CLI_OK;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("lanescope-cli " LANESCOPE_VERSION);
      return SCOPE_CLI_OK;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i]->name) == 0)
      {
        ScopeCli cli = { 0 };
        int status = commands[i]->enter != NULL ? commands[i]->enter (&cli, argc - 1, argv + 1)
                                                : scope_cli_run (&cli, commands[i], argc - 1, argv + 1);

        scope_cli_close (&cli, NULL); /* again, for those who stopped before they had opened anything */
        return status;
      }

  notify_no_command (argv[1]);
  return SCOPE_CLI_USAGE;
}
