/* scope-cli-picture.c: see scope-cli-picture.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/common/scope-cli-picture.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"

#include <string.h>

#define MOST_MATRIX_HEIGHT 4000 /* unless asked for */
#define MOST_FONT_SIZE 200

static gboolean
is_text (const ScopeCliPicture *picture)
{
  const char *path = picture->output;

  return ((picture->files & SCOPE_CLI_PICTURE_CSV) && g_str_has_suffix (path, ".csv"))
         || ((picture->files & SCOPE_CLI_PICTURE_FOLDED) && (g_str_has_suffix (path, ".folded") || g_str_has_suffix (path, ".txt")));
}

char *
scope_cli_picture_check (ScopeCli *cli, gpointer data)
{
  ScopeCliPicture *picture = data;
  gboolean graph = (picture->files & SCOPE_CLI_PICTURE_GRAPH) != 0;
  g_autoptr (GError) error = NULL;
  ScopePictureFormat format;

  if (picture->output == NULL)
    return g_strdup_printf ("it needs -o FILE, with FILE ending in .png, .svg%s", graph ? ", .pdf or .dot" : " or .pdf");
  picture->is_text = is_text (picture);
  if (picture->is_text)
    return NULL;
  if (picture->palette_text != NULL && !scope_palette_parse (picture->palette_text, &picture->palette))
    return g_strdup_printf ("--palette %s: there is default, dark, high-contrast, classic, print", picture->palette_text);
  if (!(picture->font_size >= 0 && picture->font_size <= MOST_FONT_SIZE))
    return g_strdup ("--font-size takes pixels");
  picture->is_page = (picture->files & SCOPE_CLI_PICTURE_PAGE) && g_str_has_suffix (picture->output, ".html");
  if (!(picture->is_page ? TRUE : graph ? scope_graph_picture_knows (picture->output, &error) : scope_picture_format_of (picture->output, &format, &error))
      || (picture->size_text != NULL && !scope_picture_parse_size (picture->size_text, &picture->width, &picture->height, &error)))
    return g_strdup (error->message);
  return NULL;
}

char *
scope_cli_picture_title (ScopeCli *cli, const char *what)
{
  const char *name = scope_trace_title (cli->trace);
  g_autofree char *range = NULL;
  gint64 from, to;

  if (!cli->ranged)
    return g_strdup_printf ("%s: %s", name != NULL ? name : "", what);
  scope_cli_trace_range (cli, &from, &to);
  range = scope_format_time_range ((double)from, (double)to, cli->tick_ps);
  return g_strdup_printf ("%s: %s, %s", name != NULL ? name : "", what, range);
}

ScopeScene *
scope_cli_picture_of_matrix (const ScopeCliPicture *picture, ScopeMatrix *matrix, int width, guint measure, const char *title)
{
  ScopeMatrixSceneOptions look;

  if (matrix == NULL)
    return NULL;
  scope_matrix_scene_options_init (&look);
  look.width = picture->width > 0 ? picture->width : width;
  look.font_size = picture->font_size;
  look.palette = scope_palette_get (picture->palette);
  look.measure = measure;
  look.title = title;
  look.height = picture->height > 0 ? picture->height
                                    : scope_matrix_scene_height (matrix, look.width, look.font_size, MOST_MATRIX_HEIGHT);
  return scope_matrix_scene_build (matrix, &look);
}

gboolean
scope_cli_picture_write (const ScopeCliPicture *picture, ScopeScene *scene, const char *title, GError **error)
{
  g_autoptr (ScopeScene) taken = scene;

  return taken != NULL && scope_picture_write_scene (taken, title, 1, picture->output, error);
}

gboolean
scope_cli_picture_write_graph (ScopeCli *cli, const ScopeCliPicture *picture, ScopeGraph *graph, GError **error)
{
  const ScopeGraphPictureOptions options = { picture->width, picture->height, picture->palette, picture->font_size };
  g_autoptr (ScopeGraph) taken = graph;
  g_autofree char *trouble = NULL;
  gboolean ok = taken != NULL && scope_graph_picture_export (taken, &options, picture->output, cli->cancellable, &trouble, error);

  if (trouble != NULL)
    fprintf (stderr, "lanescope-cli export: %s; drawn without Graphviz\n", trouble);
  return ok;
}

gboolean
scope_cli_picture_write_text (const ScopeCliPicture *picture, const char *text, GError **error)
{
  return scope_picture_write (picture->output, (const guint8 *) text, strlen (text), error);
}

gboolean
scope_cli_picture_write_csv (const ScopeCliPicture *picture, ScopeReportTable *table, GError **error)
{
  g_autofree guint *order = scope_report_table_sort (table, -1, FALSE);
  g_autofree char *csv = scope_report_table_to_csv (table, order, scope_report_table_n_rows (table));

  return scope_cli_picture_write_text (picture, csv, error);
}

gboolean
scope_cli_picture_nothing (const char *why, GError **error)
{
  return scope_fail (error, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why);
}
