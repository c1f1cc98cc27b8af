/* scope-cli-report.c: `lanescope-cli report`: the tables of the window's Report: how many could run, who did most, in which functions
 * processes waited, who became runnable when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "io/export/scope-report-html.h"
#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"

static const ScopeReportKind kinds[] = { SCOPE_REPORT_TOP, SCOPE_REPORT_LOAD, SCOPE_REPORT_WAITING, SCOPE_REPORT_ACTIVITY };

typedef struct
{
  guint what; /* in `kinds` */
  int places;
  char *html, *lanes;
} Options;

static char *
check (ScopeCli *cli, gpointer options)
{
  const Options *given = options;

  if (given->lanes != NULL && kinds[given->what] != SCOPE_REPORT_LOAD)
    return g_strdup ("--lanes is of --what load");
  return given->places < 1 ? g_strdup ("--places takes a number from 1 on") : NULL;
}

static gboolean
write_html (ScopeCli *cli, const char *path, GError **error)
{
  const ScopeQueryRange range = scope_cli_query_range (cli);
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);

  return derived != NULL && scope_report_html_write (&range, path, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  ScopeReportKind kind = kinds[options->what];
  g_autoptr (GArray) lanes = NULL;
  g_autoptr (ScopeReportTable) table = NULL;

  if (options->html != NULL)
    return write_html (cli, options->html, error);
  lanes = options->lanes != NULL ? scope_cli_parse_lanes (cli, options->lanes, SCOPE_LOAD_KINDS, error) : NULL;
  if (options->lanes != NULL && lanes == NULL)
    return FALSE;
  table = lanes != NULL ? scope_load_table (&range, (const ScopeLaneId *) (gpointer) lanes->data, lanes->len, error)
                        : scope_report_scene_table (&range, kind, (guint) options->places, error);
  if (table == NULL)
    return FALSE;
  if (!scope_report_has (cli->trace, kind))
    fprintf (stderr, "lanescope-cli: this trace has nothing to report of that kind\n");
  if (scope_cli_wants_text (cli) && scope_report_table_summary (table) != NULL)
    fprintf (stderr, "%s\n", scope_report_table_summary (table));
  return scope_cli_report_table (cli, table, error);
}

const ScopeCliCommand scope_cli_report = {
  .name = "report",
  .about = "who ran, waited and wrote most; how many could run; waits by function",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_TEXT,
  .usage = "TRACE…",
  .summary = "Says who ran, waited and wrote most, and how many could run.",
  .options = (const ScopeCliOption[]) {
    { "what", G_OPTION_ARG_INT, offsetof (Options, what),
      "top (if not said), load (how many could run, over time), waiting (by function), activity (in order of time)", "WHAT",
      "top, load, waiting, activity" },
    { "html", G_OPTION_ARG_FILENAME, offsetof (Options, html),
      "Instead: why the run is slow and what to change, with pictures and tables, as one HTML file", "FILE" },
    { "lanes", G_OPTION_ARG_STRING, offsetof (Options, lanes),
      "Of load: of these processes, threads and ports alone, with commas between, as process:1/2,port:1/3", "LANES" },
    { "places", G_OPTION_ARG_INT, offsetof (Options, places), "Of each ranking of top (10)", "N" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .places = SCOPE_REPORT_PLACES },
  .check = check,
  .run = run,
};
