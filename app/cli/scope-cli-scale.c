/* scope-cli-scale.c: `lanescope-cli scale`: one program on different numbers of processors, as a table, a picture, or
 * both.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"
#include "app/cli/common/scope-cli-runs.h"
#include "app/cli/common/scope-cli-report-table.h"

#include "io/export/scope-picture.h"
#include "model/scene/runs/scope-scaling-scene.h"
#include "model/scene/runs/scope-scaling-table.h"

#include <math.h>
#include <string.h>

#define DEFAULT_WIDTH 900
#define DEFAULT_HEIGHT 700

typedef struct
{
  gboolean csv, log, assume_linear;
  ScopeCliPicture picture; /* its output is --export */
} Options;

static void
options_clear (Options *options)
{
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- tables --- */

/* A column that says the same of all, or nothing, is left to those who read CSV. */
static gboolean
is_for_people (ScopeReportTable *table, guint column)
{
  static const char *const names[]
      = { "processors", "runs", "time_ns", "time_deviation_ns", "speedup", "efficiency", "karp_flatt", "serial_share",
          "amdahl_bound", "gc_share", "idle_share", "running_per_processor_ns" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (scope_report_table_column (table, column)->name, names[i]) == 0)
      for (guint row = 0; row < scope_report_table_n_rows (table); row++)
        if (!isnan (scope_report_table_value (table, row, column)))
          return TRUE;
  return FALSE;
}

static void
append_padded (GString *out, const char *text, glong width)
{
  for (glong n = g_utf8_strlen (text, -1); n < width; n++)
    g_string_append_c (out, ' ');
  g_string_append (out, text);
}

static void
append_column (ScopeReportTable *table, guint column, GString **lines)
{
  guint n = scope_report_table_n_rows (table);
  const char *title = scope_report_table_column (table, column)->title;
  glong width = g_utf8_strlen (title, -1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = scope_report_table_text (table, i, column);

      width = MAX (width, g_utf8_strlen (text, -1));
    }
  append_padded (lines[0], title, width + 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = scope_report_table_text (table, i, column);

      append_padded (lines[i + 1], text, width + 2);
    }
}

static gboolean
print_text (const ScopeScaling *scaling, ScopeReportTable *table, GError **error)
{
  guint n = scope_report_table_n_rows (table) + 1;
  g_autofree GString **lines = g_new (GString *, n);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *title = scope_scaling_dup_title (scaling);
  g_auto (GStrv) words = scope_scaling_dup_words (scaling);

  for (guint i = 0; i < n; i++)
    lines[i] = g_string_new (NULL);
  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    if (is_for_people (table, c))
      append_column (table, c, lines);
  g_string_append_printf (out, "%s\n\n", title);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "%s\n", lines[i]->str);
      g_string_free (lines[i], TRUE);
    }
  g_string_append_c (out, '\n');
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (out, "%s\n", words[i]);
  return scope_cli_print (out->str, error);
}

/* --- the command --- */

static gboolean
draw (const ScopeScaling *scaling, const Options *options, GError **error)
{
  const ScopeCliPicture *picture = &options->picture;
  g_autofree char *title = scope_scaling_dup_title (scaling);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeScalingSceneOptions look;

  scope_scaling_scene_options_init (&look);
  look.width = picture->width > 0 ? picture->width : DEFAULT_WIDTH;
  look.height = picture->height > 0 ? picture->height : DEFAULT_HEIGHT;
  look.font_size = picture->font_size;
  look.palette = scope_palette_get (picture->palette);
  look.log = options->log;
  look.title = title;
  scene = scope_scaling_scene_new (scaling, &look);
  return scope_picture_write_scene (scene, title, 1, picture->output, error);
}

static gboolean
run (ScopeCli *cli, const Options *options, gint *permille, GError **error)
{
  g_autoptr (ScopeRunSet) set = scope_cli_read_runs (cli, cli->arguments, permille, error);
  g_autoptr (ScopeScaling) scaling = NULL;
  g_autoptr (ScopeReportTable) table = NULL;

  scope_cli_end_progress (cli);
  scaling = set != NULL ? scope_scaling_new (set, options->assume_linear, error) : NULL;
  if (scaling == NULL)
    return FALSE;
  if (options->picture.output != NULL && !draw (scaling, options, error))
    return FALSE;
  table = scope_scaling_table_new (scaling);
  if (options->csv || cli->format != NULL || scope_cli_wants_json (cli))
    {
      if (cli->format == NULL || strcmp (cli->format, "text") != 0)
        return scope_cli_report_table (cli, table, error);
    }
  /* Who asked for a picture alone gets it. */
  return options->picture.output != NULL ? TRUE : print_text (scaling, table, error);
}

int
scope_cli_scale (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ScopeCliPicture *picture = &options.picture;
  const GOptionEntry own[] = {
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "export", 'o', 0, G_OPTION_ARG_FILENAME, &picture->output, "Draw it: .png, .svg or .pdf", "FILE" },
    { "log", 0, 0, G_OPTION_ARG_NONE, &options.log, "Draw logarithmic axes", NULL },
    { "assume-linear", 0, 0, G_OPTION_ARG_NONE, &options.assume_linear,
      "Without a run on one processor: take the fewest to be as many times as fast as one", NULL },
    { "size", 0, 0, G_OPTION_ARG_STRING, &picture->size_text, "Pixels of the picture; else 900x700", "WxH" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &picture->palette_text,
      "Of the picture: default, dark, high-contrast, classic or print", "PALETTE" },
    { "font-size", 0, 0, G_OPTION_ARG_DOUBLE, &picture->font_size, "Of words in the picture, in pixels (11)", "PIXELS" },
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  gint permille = 0;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_TAKES_FORMAT | SCOPE_CLI_TAKES_JSON, own, "RUN…",
                        "Says how a program scales: speed-up, efficiency, Karp–Flatt and Amdahl’s bound from its runs on\n"
                        "different numbers of processors.",
                        "A RUN is one file (or archive, or folder); runs on as many processors are one row, with their mean.",
                        &status))
    return status;
  wrong = picture->output != NULL ? scope_cli_picture_check (picture, SCOPE_CLI_PICTURE_DRAWN) : NULL;
  if (wrong != NULL)
    return scope_cli_usage ("scale", "%s", wrong);
  scope_cli_begin (cli, &permille);
  run (cli, &options, &permille, &error);
  return scope_cli_close (cli, error);
}
