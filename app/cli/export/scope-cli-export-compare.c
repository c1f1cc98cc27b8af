/* scope-cli-export-compare.c: `export --view compare`: two runs and their differences as a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-compare-picture.h"

typedef struct
{
  char *baseline, *align;
  gboolean difference_only;
  double lane_height;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->baseline);
  g_free (options->align);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static char *
check (ScopeCli *cli, Options *options)
{
  if (options->baseline == NULL)
    return g_strdup ("it needs --baseline FILE, the run to compare with");
  if (g_strv_length (cli->arguments) != 1)
    return g_strdup ("--view compare needs one RUN");
  if (options->lane_height < 0 || options->lane_height > 2000)
    return g_strdup ("--lane-height takes pixels");
  return scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
}

static gboolean
draw (ScopeCli *cli, const Options *options, ScopeTrace *baseline, ScopeTrace *run, GError **error)
{
  g_autoptr (ScopeComparison) comparison = scope_comparison_new (baseline, run);
  ScopeComparePictureOptions picture = { .width = options->picture.width, .height = options->picture.height,
                                         .palette = options->picture.palette, .font_size = options->picture.font_size,
                                         .lane_height = options->lane_height, .difference_only = options->difference_only };
  ScopeAlignWish wish = { 0 };
  gboolean ok;

  if (options->align != NULL
      && !scope_align_wish_parse (options->align, scope_trace_tick_ps (baseline), scope_trace_tick_ps (run), &wish, error))
    return FALSE;
  ok = scope_comparison_prepare (comparison, options->align != NULL ? &wish : NULL, cli->cancellable, error)
       && scope_compare_picture_export (comparison, cli->from, cli->to, &picture, options->picture.output, cli->cancellable, error);
  g_free ((char *) wish.mark);
  return ok;
}

int
scope_cli_export_compare (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry own[] = {
    { "baseline", 0, 0, G_OPTION_ARG_FILENAME, &options.baseline, "The run to compare with", "FILE" },
    { "align", 0, 0, G_OPTION_ARG_STRING, &options.align,
      "What is laid on each other: auto, marks, start, length, mark:TEXT, at:NS,NS, interval:NS-NS,NS-NS", "HOW" },
    { "difference-only", 0, 0, G_OPTION_ARG_NONE, &options.difference_only, "Leave the two timelines out", NULL },
    { "lane-height", 0, 0, G_OPTION_ARG_DOUBLE, &options.lane_height, "In pixels; else what fits", "PIXELS" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1600 and as high as the lanes need", ".png, .svg or .pdf"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  g_autoptr (ScopeTrace) baseline = NULL, run = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view compare --baseline FILE -o FILE RUN",
                        "Draws two runs and their differences into a file, as the window shows them.",
                        "Above the midline of a difference is what there is more of in RUN, below it what there is less of.\n"
                        "--from and --to are times of RUN.", &status))
    return status;
  wrong = check (cli, &options);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (scope_cli_open_pair (cli, options.baseline, &baseline, &run, &error))
    draw (cli, &options, baseline, run, &error);
  return scope_cli_close (cli, error);
}
