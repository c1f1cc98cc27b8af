/* scope-cli-scale.c: `lanescope-cli scale`: one program on different numbers of processors, as a table, a picture, or
 * both.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-picture.h"
#include "app/cli/common/scope-cli-runs.h"

#include "model/scene/runs/scope-processor-averages.h"
#include "model/scene/runs/scope-scaling-scene.h"
#include "model/scene/runs/scope-scaling-table.h"

#include <math.h>
#include <string.h>

typedef struct
{
  ScopeCliPicture picture; /* its output is --export */
  gboolean log, assume_linear;
  int table; /* Table */
} Options;

typedef enum
{
  TABLE_POINTS,    /* a row for each number of processors */
  TABLE_PROCESSORS /* for each processor, over the runs of one configuration */
} Table;

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
  scope_cli_append_right (lines[0], title, (guint)width + 2);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = scope_report_table_text (table, i, column);

      scope_cli_append_right (lines[i + 1], text, (guint)width + 2);
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

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (options->picture.output == NULL)
    return NULL;
  return options->table != TABLE_POINTS ? g_strdup ("--export is of --table points") : scope_cli_picture_check (cli, data);
}

static gboolean
draw (const ScopeScaling *scaling, const Options *options, GError **error)
{
  g_autofree char *title = scope_scaling_dup_title (scaling);
  ScopeScalingSceneOptions look;

  scope_scaling_scene_options_init (&look);
  look.width = options->picture.width;
  look.height = options->picture.height;
  look.font_size = options->picture.font_size;
  look.palette = scope_palette_get (options->picture.palette);
  look.log = options->log;
  look.title = title;
  return scope_cli_picture_write (&options->picture, scope_scaling_scene_new (scaling, &look), title, error);
}

static gboolean
write_processors (ScopeCli *cli, ScopeRunSet *set, GError **error)
{
  g_autoptr (ScopeReportTable) table = scope_processor_averages_table_new (set);
  g_autoptr (GString) out = g_string_new (NULL);

  if (!scope_cli_wants_text (cli))
    return scope_cli_report_table (cli, table, error);
  scope_cli_append_rows (table, NULL, scope_report_table_n_rows (table), out);
  g_string_append_c (out, '\n');
  if (scope_report_table_summary (table) != NULL)
    g_string_append_printf (out, "%s\n", scope_report_table_summary (table));
  return scope_cli_print (out->str, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (ScopeRunSet) set = scope_cli_read_runs (cli, cli->arguments, error);
  g_autoptr (ScopeScaling) scaling = NULL;
  g_autoptr (ScopeReportTable) table = NULL;

  scope_cli_end_progress (cli);
  if (set != NULL && options->table == TABLE_PROCESSORS)
    return write_processors (cli, set, error);
  scaling = set != NULL ? scope_scaling_new (set, options->assume_linear, error) : NULL;
  if (scaling == NULL || (options->picture.output != NULL && !draw (scaling, options, error)))
    return FALSE;
  table = scope_scaling_table_new (scaling);
  if (!scope_cli_wants_text (cli))
    return scope_cli_report_table (cli, table, error);
  /* Who asked for a picture alone gets it. */
  return options->picture.output != NULL || print_text (scaling, table, error);
}

const ScopeCliCommand scope_cli_scale = {
  .name = "scale",
  .about = "how a program scales, from its runs on different numbers of processors",
  .takes = SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_OPENS_ITSELF,
  .usage = "RUN…",
  .summary = "Says how a program scales: speed-up, efficiency, Karp–Flatt and Amdahl’s bound from its runs on\n"
             "different numbers of processors.",
  .description = "A RUN is one file (or archive, or folder); runs on as many processors are one row, with their mean.",
  .options = (const ScopeCliOption[]) {
    { "table", G_OPTION_ARG_INT, offsetof (Options, table),
      "points (if not said), or processors: how each spent its time, mean and deviation over the runs alike", "TABLE", "points, processors" },
    { "export", G_OPTION_ARG_FILENAME, offsetof (Options, picture.output), "Draw it: .png, .svg or .pdf", "FILE", NULL, 'o' },
    { "log", G_OPTION_ARG_NONE, offsetof (Options, log), "Draw logarithmic axes" },
    { "assume-linear", G_OPTION_ARG_NONE, offsetof (Options, assume_linear),
      "Without a run on one processor: take the fewest to be as many times as fast as one" },
    { "size", G_OPTION_ARG_STRING, offsetof (Options, picture.size_text), "Pixels of the picture; else 900x700", "WxH" },
    { "palette", G_OPTION_ARG_STRING, offsetof (Options, picture.palette_text),
      "Of the picture: default, dark, high-contrast, classic or print", "PALETTE" },
    { "font-size", G_OPTION_ARG_DOUBLE, offsetof (Options, picture.font_size), "Of words in the picture, in pixels (11)", "PIXELS" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .width = 900, .height = 700 } },
  .check = check,
  .run = run,
};
