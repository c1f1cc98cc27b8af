/* scope-cli-growth.c: `lanescope-cli growth`: how a program grows with its processors or its input, and which of its parts are the limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-picture.h"
#include "app/cli/common/scope-cli-runs.h"

#include "model/scene/runs/scope-growth-scene.h"
#include "model/scene/runs/scope-growth-table.h"
#include "model/trace/runs/scope-run-size.h"

#include <math.h>

typedef struct
{
  ScopeCliPicture picture; /* its output is --export */
  int table, over; /* ScopeGrowthTable, ScopeGrowthOver */
  char *size;
  double at;
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (!isnan (options->at) && !(options->at >= 1 && isfinite (options->at)))
    return g_strdup ("--at takes a number from 1 on");
  return options->picture.output != NULL ? scope_cli_picture_check (cli, data) : NULL;
}

static gboolean
draw (const ScopeGrowth *growth, const Options *options, GError **error)
{
  g_autofree char *title = scope_growth_dup_title (growth);
  ScopeGrowthSceneOptions look;

  scope_growth_scene_options_init (&look);
  look.palette = scope_palette_get (options->picture.palette);
  look.title = title;
  return scope_cli_picture_write (&options->picture, scope_growth_scene_new (growth, &look), title, error);
}

static gboolean
print_text (const ScopeGrowth *growth, ScopeGrowthTable what, ScopeReportTable *table, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *title = scope_growth_dup_title (growth);
  g_auto (GStrv) words = scope_growth_dup_words (growth);
  g_autofree guint *rows = NULL;
  guint n = scope_report_table_n_rows (table);

  if (what == SCOPE_GROWTH_LAWS)
    rows = scope_growth_table_rows (growth, &n);
  g_string_append_printf (out, "%s\n\n", title);
  scope_cli_append_rows (table, rows, n, out);
  g_string_append_c (out, '\n');
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (out, "%s\n", words[i]);
  return scope_cli_print (out->str, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  g_autoptr (ScopeRunSet) set = scope_cli_read_run_parts (cli, cli->arguments, scope_run_size_mark (options->size), error);
  g_autofree double *sizes = NULL;
  g_autofree char *setting = NULL;
  g_autoptr (ScopeGrowth) growth = NULL;
  g_autoptr (ScopeReportTable) table = NULL;

  scope_cli_end_progress (cli);
  sizes = set != NULL ? scope_run_sizes (set, options->size, error) : NULL;
  setting = sizes != NULL ? scope_run_size_dup_setting (set, options->size) : NULL;
  growth = sizes != NULL ? scope_growth_new (set, sizes, setting, (ScopeGrowthOver) options->over, options->at, error) : NULL;
  if (growth == NULL || (options->picture.output != NULL && !draw (growth, options, error)))
    return FALSE;
  table = scope_growth_table_new (growth, (ScopeGrowthTable) options->table);
  if (!scope_cli_wants_text (cli))
    return scope_cli_report_table (cli, table, error);
  /* Who asked for a picture alone gets it. */
  return options->picture.output != NULL || print_text (growth, (ScopeGrowthTable) options->table, table, error);
}

const ScopeCliCommand scope_cli_growth = {
  .name = "growth",
  .about = "by which law a program and each of its parts grow with processors or input, and what is the limit",
  .takes = SCOPE_CLI_TAKES_TEXT | SCOPE_CLI_OPENS_ITSELF,
  .usage = "RUN…",
  .summary = "Says by which law a program grows with its processors, or with the size of its input: as a whole, and what it spends its\n"
             "time on (causes of loss, labels, functions, phases); what each is expected to take further on; and which is the limit then.",
  .description = "A RUN is one file (or archive, or folder). A law needs four different numbers of processors, or sizes; several runs of\n"
                 "each make it surer.",
  .options = (const ScopeCliOption[]) {
    { "over", G_OPTION_ARG_INT, offsetof (Options, over), "processors or size; else what differs", "WHAT", "processors, size", 0,
      SCOPE_GROWTH_PROCESSORS },
    { "size", G_OPTION_ARG_STRING, offsetof (Options, size),
      "How large each run’s input was: arguments:N (the N-th argument), mark:TEXT (the number behind it in a mark), config:NAME (what gem5’s "
      "config.ini sets: config:system.l2.size), or a number a run, with commas between; else the one argument, or setting, that is a number and "
      "differs", "SIZE" },
    { "at", G_OPTION_ARG_DOUBLE, offsetof (Options, at), "How far to look ahead; else four times the largest", "N" },
    { "table", G_OPTION_ARG_INT, offsetof (Options, table), "laws (if not said), points (time, speed-up, efficiency), split (time of each part)",
      "TABLE", "laws, points, split" },
    { "export", G_OPTION_ARG_FILENAME, offsetof (Options, picture.output), "Draw where the processors’ time goes: .png, .svg or .pdf", "FILE", NULL,
      'o' },
    { "palette", G_OPTION_ARG_STRING, offsetof (Options, picture.palette_text),
      "Of the picture: default, dark, high-contrast, classic or print", "PALETTE" },
    { NULL } },
  .size = sizeof (Options),
  .defaults = &(const Options) { .at = NAN, .picture = { .width = 900, .height = 600 } },
  .check = check,
  .run = run,
};
