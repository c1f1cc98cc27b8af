/* scope-cli-report.c: `lanescope-cli report`: the tables of the window's Report: how many could run, who did most, in which functions
 * processes waited, who became runnable when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-sheet.h"

#include "model/scene/statistics/scope-report.h"

#include <string.h>

typedef struct
{
  char *what;
  int places;
} Options;

static gboolean
report (ScopeCli *cli, ScopeReportKind kind, guint places, GError **error)
{
  const ScopeWithin within = { cli->trace, cli->from, cli->to, cli->cancellable, NULL, NULL, NULL };
  g_autoptr (ScopeSheet) sheet = scope_report_sheet (&within, kind, places, error);
  g_autofree guint *order = NULL;
  g_autofree char *text = NULL;

  if (sheet == NULL)
    return FALSE;
  if (!scope_report_has (cli->trace, kind))
    fprintf (stderr, "lanescope-cli: this trace has nothing to report of that kind\n");
  if (cli->format != NULL && strcmp (cli->format, "text") != 0)
    return scope_cli_sheet (cli, sheet, error);
  order = scope_sheet_sort (sheet, -1, FALSE);
  text = scope_sheet_to_text (sheet, order, scope_sheet_n_rows (sheet));
  if (scope_sheet_summary (sheet) != NULL)
    fprintf (stderr, "%s\n", scope_sheet_summary (sheet));
  return scope_cli_print (text, error);
}

int
scope_cli_report (ScopeCli *cli, int argc, char **argv)
{
  Options options = { .places = SCOPE_REPORT_PLACES };
  ScopeReportKind kind = SCOPE_REPORT_TOP;
  const GOptionEntry own[] = {
    { "what", 0, 0, G_OPTION_ARG_STRING, &options.what,
      "top (if not said), load (how many could run, over time), waiting (by function), activity (in order of time)", "WHAT" },
    { "places", 0, 0, G_OPTION_ARG_INT, &options.places, "Of each ranking of top (10)", "N" },
    { NULL },
  };
  GError *error = NULL;
  gboolean known;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_TEXT, own, "TRACE…",
                        "Says who ran, waited and wrote most, and how many could run.", NULL, &status))
    {
      g_free (options.what);
      return status;
    }
  known = options.what == NULL || scope_report_parse (options.what, &kind);
  if (!known || options.places < 1)
    {
      status = known ? scope_cli_usage ("report", "--places takes a number from 1 on")
                     : scope_cli_usage ("report", "--what %s: there is top, load, waiting, activity", options.what);
      g_free (options.what);
      return status;
    }
  g_free (options.what);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  report (cli, kind, (guint) options.places, &error);
  return scope_cli_close (cli, error);
}
