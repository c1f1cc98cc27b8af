/* scope-cli-export-overview.c: `export --view overview TRACE`: how many could run and how many did, over time, as a picture or as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-picture.h"
#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"

#include <string.h>

#define DEFAULT_WIDTH 1200
#define DEFAULT_HEIGHT 420

static gboolean
write_csv (ScopeReportTable *table, const char *path, GError **error)
{
  g_autofree guint *order = scope_report_table_sort (table, -1, FALSE);
  g_autofree char *csv = scope_report_table_to_csv (table, order, scope_report_table_n_rows (table));

  return scope_picture_write (path, (const guint8 *)csv, strlen (csv), error);
}

static gboolean
draw (ScopeCli *cli, const ScopeCliPicture *picture, GError **error)
{
  const ScopeQueryRange within = { cli->trace, cli->from, cli->to, cli->cancellable, NULL, NULL, NULL };
  g_autoptr (ScopeReportTable) table = scope_report_scene_table (&within, SCOPE_REPORT_LOAD, 0, error);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeClock clock = scope_clock_of_trace (cli->trace);
  g_autofree char *title = NULL;

  if (table == NULL)
    return FALSE;
  if (g_str_has_suffix (picture->output, ".csv"))
    return write_csv (table, picture->output, error);
  title = g_strdup_printf ("%s: %s", scope_trace_title (cli->trace), scope_report_table_summary (table));
  scene = scope_load_scene_new (cli->trace, scope_report_table_get_attachment (table), picture->width > 0 ? picture->width : DEFAULT_WIDTH,
                                picture->height > 0 ? picture->height : DEFAULT_HEIGHT, scope_palette_get (picture->palette),
                                picture->font_size, SCOPE_NONE, &clock);
  return scope_picture_write_scene (scene, title, 1, picture->output, error);
}

static char *
check (ScopeCliPicture *picture)
{
  if (picture->output != NULL && g_str_has_suffix (picture->output, ".csv"))
    return NULL;
  return scope_cli_picture_check (picture, SCOPE_CLI_PICTURE_DRAWN);
}

int
scope_cli_export_overview (ScopeCli *cli, int argc, char **argv)
{
  g_auto (ScopeCliPicture) picture = { 0 };
  const GOptionEntry own[] = {
    SCOPE_CLI_PICTURE_OPTIONS (&picture, "Pixels; else 1200x420", ".png, .svg, .pdf or .csv"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view overview -o FILE TRACE…",
                        "Draws how many processes (threads) and ports could run, and how many schedulers (processors) worked.", NULL,
                        &status))
    return status;
  wrong = check (&picture);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  draw (cli, &picture, &error);
  return scope_cli_close (cli, error);
}
