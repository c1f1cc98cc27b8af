/* scope-cli-main.c: lanescope-cli: which command it is, and what there is. No GTK: runs on a server over ssh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

static const struct
{
  const char *name;
  int (*run) (ScopeCli *cli, int argc, char **argv);
  const char *summary;
} commands[] = {
  { "info", scope_cli_info, "what a trace is: program, machines, counts, clocks, losses" },
  { "stats", scope_cli_stats, "where the time went: states, waits, collections, sparks, heap" },
  { "report", scope_cli_report, "who ran, waited and wrote most; how many could run; waits by function" },
  { "dump", scope_cli_dump, "a table of the trace, row by row, as CSV or JSON" },
  { "find", scope_cli_find, "events inside functions, waits for locks, activations that took long" },
  { "measure", scope_cli_measure, "calipers: cycles, instructions, misses, time of functions between two points" },
  { "columns", scope_cli_columns, "exact time per state of one lane in equal stretches" },
  { "export", scope_cli_export, "a picture of the timeline: PNG, SVG or PDF" },
  { "compare", scope_cli_compare, "what changed between two runs, and whether it may" },
  { "scale", scope_cli_scale, "how a program scales, from its runs on different numbers of processors" },
  { "watch", scope_cli_watch, "follow a program while it runs: status, statistics, a picture, a summary" },
  { "index", scope_cli_index, "read the trace and keep its index, so that opening it is quick" },
  { "runs", scope_cli_runs, "the runs that were looked at before, whatever became of their files" },
};

static void
print_help (FILE *file)
{
  fputs ("Usage:\n  lanescope-cli COMMAND [OPTION…] TRACE…\n\nShows what a parallel program did, from the "
         "trace it "
         "wrote.\nTRACE is a GHC or Eden eventlog, a .parevents archive, a folder of eventlogs, an Erlang trace, the\n"
         "text or XML of a simulation (gem5, M5, O3PipeView, Kanata), perf script of Intel PT, one of them gzipped,\n"
         "or - for standard input; several files given at once are one run; or run:DIGITS, a run that “runs” "
         "lists.\n\nCommands:\n",
         file);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    fprintf (file, "  %-9s %s\n", commands[i].name, commands[i].summary);
  fputs (
      "\nOptions:\n  -h, --help     this text; with a command, that command's options\n  --version      the "
      "version\n\nExit status: 0; 1 nothing could be read; 2 usage; 3 losses, with --strict; 4 a\ncondition of --fail-if holds.\n",
      file);
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
    if (strcmp (argv[1], commands[i].name) == 0)
      {
        ScopeCli cli = { 0 };
        int status = commands[i].run (&cli, argc - 1, argv + 1);

        scope_cli_close (&cli, NULL); /* again, for those who stopped before they had opened anything */
        return status;
      }

  fprintf (stderr, "lanescope-cli: %s: no such command. “lanescope-cli --help” lists them.\n", argv[1]);
  return SCOPE_CLI_USAGE;
}
