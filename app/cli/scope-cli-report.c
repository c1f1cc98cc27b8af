/* scope-cli-report.c: `lanescope-cli report`: the tables of the window's Report: how many could run, who did most, in which functions
 * processes waited, who became runnable when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-report-table.h"

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
  const ScopeQueryRange within = { cli->trace, cli->from, cli->to, cli->cancellable, NULL, NULL, NULL };
  g_autoptr (ScopeReportTable) table = scope_report_scene_table (&within, kind, places, error);
  g_autofree guint *order = NULL;
  g_autofree char *text = NULL;

  if (table == NULL)
    return FALSE;
  if (!scope_report_has (cli->trace, kind))
    fprintf (stderr, "lanescope-cli: this trace has nothing to report of that kind\n");
  if (cli->format != NULL && strcmp (cli->format, "text") != 0)
    return scope_cli_report_table (cli, table, error);
  order = scope_report_table_sort (table, -1, FALSE);
  text = scope_report_table_to_text (table, order, scope_report_table_n_rows (table));
  if (scope_report_table_summary (table) != NULL)
    fprintf (stderr, "%s\n", scope_report_table_summary (table));
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
