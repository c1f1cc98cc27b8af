/* scope-cli-export.c: `lanescope-cli export --view VIEW`: which view is to be drawn into a file, and what all views are asked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "model/base/scope-format.h"

#include <string.h>

#define MOST_MATRIX_HEIGHT 4000 /* unless asked for */
#define MOST_FONT_SIZE 200

static const struct
{
  const char *name;
  int (*export) (ScopeCli *cli, int argc, char **argv);
} views[] = {
  { "timeline", scope_cli_export_timeline }, /* the default */
  { "message-graph", scope_cli_export_message_graph },
  { "process-tree", scope_cli_export_process_tree },
  { "message-matrix", scope_cli_export_message_matrix },
  { "migration", scope_cli_export_migration },
  { "band", scope_cli_export_band },
  { "overview", scope_cli_export_overview },
  { "compare", scope_cli_export_compare },
  { "compare-calls", scope_cli_export_compare_calls },
  { "call-graph", scope_cli_export_call_graph },
  { "flame", scope_cli_export_flame },
  { "locks", scope_cli_export_locks },
  { "coherence", scope_cli_export_coherence },
};

/* What --view says, the last time it is said; NULL if it is not. */
static const char *
find_view (int argc, char **argv)
{
  const char *view = NULL;

  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (strcmp (argv[i], "--view") == 0 && i + 1 < argc)
      view = argv[++i];
    else if (g_str_has_prefix (argv[i], "--view="))
      view = argv[i] + strlen ("--view=");
  return view;
}

int
scope_cli_export (ScopeCli *cli, int argc, char **argv)
{
  const char *view = find_view (argc, argv);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (view == NULL || strcmp (view, views[i].name) == 0)
        return views[i].export (cli, argc, argv);
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", views[i].name);
    }
  return scope_cli_usage ("export", "--view %s: there is %s", view, names->str);
}

char *
scope_cli_picture_check (ScopeCliPicture *picture, ScopeCliPictureFiles files)
{
  g_autoptr (GError) error = NULL;
  ScopePictureFormat format;

  if (picture->output == NULL)
    return g_strdup_printf ("it needs -o FILE, with FILE ending in .png, .svg%s",
                            files == SCOPE_CLI_PICTURE_GRAPH ? ", .pdf or .dot" : " or .pdf");
  if (picture->palette_text != NULL && !scope_palette_parse (picture->palette_text, &picture->palette))
    return g_strdup_printf ("--palette %s: there is default, dark, high-contrast, classic, print", picture->palette_text);
  if (!(picture->font_size >= 0 && picture->font_size <= MOST_FONT_SIZE))
    return g_strdup ("--font-size takes pixels");
  if (!(files == SCOPE_CLI_PICTURE_GRAPH ? scope_graph_picture_knows (picture->output, &error)
                                         : scope_picture_format_of (picture->output, &format, &error)))
    return g_strdup (error->message);
  if (picture->size_text != NULL
      && !scope_picture_parse_size (picture->size_text, &picture->width, &picture->height, &error))
    return g_strdup (error->message);
  return NULL;
}

ScopeGraphPictureOptions
scope_cli_picture_of_graph (const ScopeCliPicture *picture)
{
  return (ScopeGraphPictureOptions){ .width = picture->width,
                                     .height = picture->height,
                                     .palette = picture->palette,
                                     .font_size = picture->font_size };
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

void
scope_cli_picture_clear (ScopeCliPicture *picture)
{
  g_clear_pointer (&picture->view, g_free);
  g_clear_pointer (&picture->size_text, g_free);
  g_clear_pointer (&picture->palette_text, g_free);
  g_clear_pointer (&picture->output, g_free);
}
