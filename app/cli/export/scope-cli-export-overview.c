/* scope-cli-export-overview.c: `export --view overview TRACE`: how many could run and how many did, over time, as a picture or as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/statistics/scope-load-scene.h"

typedef struct
{
  ScopeCliPicture picture;
  char *lanes;
} Options;

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeCliPicture *picture = &options->picture;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  g_autoptr (GArray) lanes = scope_cli_parse_lanes (cli, options->lanes != NULL ? options->lanes : "", SCOPE_LOAD_KINDS, error);
  g_autoptr (ScopeReportTable) table = lanes != NULL ? scope_load_table (&range, (const ScopeLaneId *) (gpointer) lanes->data, lanes->len, error) : NULL;
  ScopeClock clock = scope_clock_of_trace (cli->trace);
  g_autofree char *title = NULL;

  if (table == NULL)
    return FALSE;
  if (picture->is_text)
    return scope_cli_picture_write_csv (picture, table, error);
  title = g_strdup_printf ("%s: %s", scope_trace_title (cli->trace), scope_report_table_summary (table));
  return scope_cli_picture_write (picture,
                                  scope_load_scene_new (cli->trace, scope_report_table_get_attachment (table), picture->width,
                                                        picture->height, scope_palette_get (picture->palette), picture->font_size,
                                                        SCOPE_NONE, &clock),
                                  title, error);
}

const ScopeCliCommand scope_cli_export_overview = {
  .name = "overview",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view overview -o FILE TRACE…",
  .summary = "Draws how many processes (threads) and ports could run, and how many schedulers (processors) worked.",
  .options = (const ScopeCliOption[]) {
    { "lanes", G_OPTION_ARG_STRING, offsetof (Options, lanes), "Of these processes, threads and ports alone, with commas between", "LANES" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1200x420", ".png, .svg, .pdf or .csv") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .files = SCOPE_CLI_PICTURE_CSV, .width = 1200, .height = 420 } },
  .check = scope_cli_picture_check,
  .run = draw,
};
