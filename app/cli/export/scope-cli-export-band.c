/* scope-cli-export-band.c: `export --view band RUN…`: what several runs of one program did over time, as a picture or
 * as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"
#include "app/cli/common/scope-cli-runs.h"

#include "model/base/scope-fail.h"
#include "model/scene/runs/scope-band-scene.h"

#include <string.h>

#define DEFAULT_COLUMNS 400

static const ScopeAlignBy aligns[] = { SCOPE_ALIGN_AUTO, SCOPE_ALIGN_STARTS, SCOPE_ALIGN_LENGTH, SCOPE_ALIGN_MARKS };

typedef struct
{
  ScopeCliPicture picture;
  ScopeBandQuantity quantity;
  guint align; /* in `aligns` */
  char *run;
  gboolean share;
  int columns;
} Options;

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;

  if (options->columns < 1 || (guint)options->columns > SCOPE_BAND_MOST_COLUMNS)
    return g_strdup_printf ("--stretches takes 1 to %u", SCOPE_BAND_MOST_COLUMNS);
  return scope_cli_picture_check (cli, data);
}

/* The paths to read: those given, and that of --run, if it is not among them. Its number goes to *ret_chosen. */
static char **
list_paths (ScopeCli *cli, const Options *options, guint *ret_chosen)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  guint n = 0;

  *ret_chosen = SCOPE_NONE;
  for (guint i = 0; cli->arguments[i] != NULL; i++, n++)
    {
      g_strv_builder_add (paths, cli->arguments[i]);
      if (options->run != NULL && strcmp (options->run, cli->arguments[i]) == 0)
        *ret_chosen = i;
    }
  if (options->run != NULL && *ret_chosen == SCOPE_NONE)
    {
      g_strv_builder_add (paths, options->run);
      *ret_chosen = n;
    }
  return g_strv_builder_end (paths);
}

static gboolean
draw (const ScopeRunBand *band, ScopeRunSet *set, const Options *options, guint chosen, GError **error)
{
  g_autofree char *title = scope_band_dup_title (band, set, options->quantity);
  ScopeBandSceneOptions look;

  scope_band_scene_options_init (&look);
  look.width = options->picture.width;
  look.height = options->picture.height;
  look.font_size = options->picture.font_size;
  look.palette = scope_palette_get (options->picture.palette);
  look.quantity = options->quantity;
  look.run = chosen;
  look.title = title;
  return scope_cli_picture_write (&options->picture, scope_band_scene_new (band, set, &look), title, error);
}

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeRunBandOptions wish
      = { .by = aligns[options->align], .n = (guint) options->columns, .share = options->share };
  guint chosen;
  g_auto (GStrv) paths = list_paths (cli, options, &chosen);
  g_autoptr (ScopeRunSet) set = scope_cli_read_runs (cli, paths, error);
  g_autoptr (ScopeRunBand) band = set != NULL ? scope_run_band_read (set, &wish, cli->cancellable, &cli->permille, error) : NULL;
  g_autoptr (ScopeReportTable) table = NULL;

  scope_cli_end_progress (cli);
  if (band == NULL)
    return FALSE;
  if (chosen != SCOPE_NONE && scope_run_set_summary (set, chosen) == NULL)
    return scope_fail (error, G_IO_ERROR_FAILED, "%s", scope_run_set_why_not (set, chosen));
  for (guint i = 0; i < band->n_runs; i++)
    if (band->alignments[i][0] != '\0')
      fprintf (stderr, "lanescope-cli: %s: %s\n", scope_run_set_name (set, i), band->alignments[i]);
  if (!options->picture.is_text)
    return draw (band, set, options, chosen, error);
  table = scope_band_table_new (band, set, options->quantity);
  return scope_cli_picture_write_csv (&options->picture, table, error);
}

const ScopeCliCommand scope_cli_export_band = {
  .name = "band",
  .takes = SCOPE_CLI_OPENS_ITSELF,
  .usage = "--view band -o FILE RUN…",
  .summary = "Draws what several runs of one program did over time: least to greatest, mean ± deviation.",
  .description = "A RUN is one file (or archive, or folder).",
  .options = (const ScopeCliOption[]) {
    { "of", G_OPTION_ARG_INT, offsetof (Options, quantity),
      "What is counted: running (if not said), collecting, idle (processors), ready (threads)", "WHAT",
      "running, collecting, idle, ready" },
    { "run", G_OPTION_ARG_FILENAME, offsetof (Options, run), "This run as a line; the band is that of all the others", "FILE" },
    { "align", G_OPTION_ARG_INT, offsetof (Options, align),
      "How runs are laid on the first: auto (if not said: at marks in common, else at the start), start, length, marks", "HOW",
      "auto, start, length, marks" },
    { "share", G_OPTION_ARG_NONE, offsetof (Options, share), "As a share of each run's processors" },
    { "stretches", G_OPTION_ARG_INT, offsetof (Options, columns), "In how many stretches of equal length (400)", "N" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1200x480", ".png, .svg, .pdf or .csv") },
  .size = sizeof (Options),
  .defaults
  = &(const Options) { .picture = { .files = SCOPE_CLI_PICTURE_CSV, .width = 1200, .height = 480 }, .columns = DEFAULT_COLUMNS },
  .check = check,
  .run = run,
};
