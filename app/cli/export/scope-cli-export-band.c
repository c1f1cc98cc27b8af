/* scope-cli-export-band.c: `export --view band RUN…`: what several runs of one program did over time, as a picture or
 * as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"
#include "app/cli/common/scope-cli-runs.h"

#include "io/export/scope-picture.h"
#include "model/scene/runs/scope-band-scene.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_WIDTH 1200
#define DEFAULT_HEIGHT 480
#define DEFAULT_COLUMNS 400

typedef struct
{
  char *of, *align, *run;
  gboolean share;
  int columns;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->of);
  g_free (options->align);
  g_free (options->run);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeBandQuantity quantity;
  ScopeRunBandOptions band;
  gboolean csv; /* into a file, or to standard output */
} Wish;

static gboolean
parse_align (const char *text, ScopeAlignBy *ret_by)
{
  static const struct
  {
    const char *name;
    ScopeAlignBy by;
  } ways[] = { { "auto", SCOPE_ALIGN_AUTO },
               { "start", SCOPE_ALIGN_STARTS },
               { "length", SCOPE_ALIGN_LENGTH },
               { "marks", SCOPE_ALIGN_MARKS } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    if (strcmp (text, ways[i].name) == 0)
      {
        *ret_by = ways[i].by;
        return TRUE;
      }
  return FALSE;
}

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  const char *output = options->picture.output;

  if (options->of != NULL && !scope_band_quantity_parse (options->of, &wish->quantity))
    return g_strdup_printf ("--of %s: there is running, collecting, idle, ready", options->of);
  if (options->align != NULL && !parse_align (options->align, &wish->band.by))
    return g_strdup_printf ("--align %s: there is auto, start, length, marks", options->align);
  if (options->columns < 1 || (guint)options->columns > SCOPE_BAND_MOST_COLUMNS)
    return g_strdup_printf ("--stretches takes 1 to %u", SCOPE_BAND_MOST_COLUMNS);
  wish->band.n = (guint)options->columns;
  wish->band.share = options->share;
  wish->csv = output != NULL && g_str_has_suffix (output, ".csv");
  return wish->csv ? NULL : scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
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
write_csv (const ScopeRunBand *band, ScopeRunSet *set, ScopeBandQuantity quantity, const char *path, GError **error)
{
  g_autoptr (ScopeReportTable) table = scope_band_table_new (band, set, quantity);
  guint n = scope_report_table_n_rows (table);
  g_autofree guint *order = scope_report_table_sort (table, -1, FALSE);
  g_autofree char *csv = scope_report_table_to_csv (table, order, n);

  return scope_picture_write (path, (const guint8 *)csv, strlen (csv), error);
}

static gboolean
draw (const ScopeRunBand *band, ScopeRunSet *set, const Options *options, ScopeBandQuantity quantity, guint chosen,
      GError **error)
{
  const ScopeCliPicture *picture = &options->picture;
  g_autofree char *title = scope_band_dup_title (band, set, quantity);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeBandSceneOptions look;

  scope_band_scene_options_init (&look);
  look.width = picture->width > 0 ? picture->width : DEFAULT_WIDTH;
  look.height = picture->height > 0 ? picture->height : DEFAULT_HEIGHT;
  look.font_size = picture->font_size;
  look.palette = scope_palette_get (picture->palette);
  look.quantity = quantity;
  look.run = chosen;
  look.title = title;
  scene = scope_band_scene_new (band, set, &look);
  return scope_picture_write_scene (scene, title, 1, picture->output, error);
}

static gboolean
run (ScopeCli *cli, const Options *options, const Wish *wish, gint *permille, GError **error)
{
  guint chosen;
  g_auto (GStrv) paths = list_paths (cli, options, &chosen);
  g_autoptr (ScopeRunSet) set = scope_cli_read_runs (cli, paths, permille, error);
  g_autoptr (ScopeRunBand) band
      = set != NULL ? scope_run_band_read (set, &wish->band, cli->cancellable, permille, error) : NULL;

  scope_cli_end_progress (cli);
  if (band == NULL)
    return FALSE;
  if (chosen != SCOPE_NONE && scope_run_set_summary (set, chosen) == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", scope_run_set_why_not (set, chosen));
      return FALSE;
    }
  for (guint i = 0; i < band->n_runs; i++)
    if (band->alignments[i][0] != '\0')
      fprintf (stderr, "lanescope-cli: %s: %s\n", scope_run_set_name (set, i), band->alignments[i]);
  return wish->csv ? write_csv (band, set, wish->quantity, options->picture.output, error)
                   : draw (band, set, options, wish->quantity, chosen, error);
}

int
scope_cli_export_band (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { .columns = DEFAULT_COLUMNS };
  Wish wish = { .quantity = SCOPE_BAND_RUNNING, .band = { .by = SCOPE_ALIGN_AUTO } };
  const GOptionEntry own[] = {
    { "of", 0, 0, G_OPTION_ARG_STRING, &options.of,
      "What is counted: running (if not said), collecting, idle (processors), ready (threads)", "WHAT" },
    { "run", 0, 0, G_OPTION_ARG_FILENAME, &options.run, "This run as a line; the band is that of all the others", "FILE" },
    { "align", 0, 0, G_OPTION_ARG_STRING, &options.align,
      "How runs are laid on the first: auto (if not said: at marks in common, else at the start), start, length, marks", "HOW" },
    { "share", 0, 0, G_OPTION_ARG_NONE, &options.share, "As a share of each run's processors", NULL },
    { "stretches", 0, 0, G_OPTION_ARG_INT, &options.columns, "In how many stretches of equal length (400)", "N" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1200x480", ".png, .svg, .pdf or .csv"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  gint permille = 0;
  int status;

  if (!scope_cli_parse (cli, argc, argv, 0, own, "--view band -o FILE RUN…",
                        "Draws what several runs of one program did over time: least to greatest, mean ± deviation.",
                        "A RUN is one file (or archive, or folder).", &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  scope_cli_begin (cli, &permille);
  run (cli, &options, &wish, &permille, &error);
  return scope_cli_close (cli, error);
}
