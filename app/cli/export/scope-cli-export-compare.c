/* scope-cli-export-compare.c: `export --view compare`: two runs and their differences as a picture; and `--view compare-calls`:
 * two runs compared by calls as a flame graph.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "io/export/scope-call-diff-picture.h"
#include "io/export/scope-compare-picture.h"
#include "model/base/scope-fail.h"

typedef struct
{
  ScopeCliPicture picture;
  char *baseline, *align;
  gboolean difference_only;
  double lane_height;
  ScopeTrace *run; /* kept until its losses are told */
} Options;

static void
clear (gpointer data)
{
  g_clear_object (&((Options *) data)->run);
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;

  if (options->baseline == NULL && g_strv_length (cli->arguments) == 2)
    {
      options->baseline = cli->arguments[0];
      cli->arguments[0] = g_steal_pointer (&cli->arguments[1]);
    }
  if (options->baseline == NULL || g_strv_length (cli->arguments) != 1)
    return g_strdup_printf ("--view %s needs two runs, BASELINE and RUN", options->picture.view);
  if (options->lane_height < 0 || options->lane_height > 2000)
    return g_strdup ("--lane-height takes pixels");
  return scope_cli_picture_check (cli, data);
}

/* Opens both runs and lays them on each other. NULL with error. */
static ScopeComparison *
compare (ScopeCli *cli, Options *options, GError **error)
{
  g_autoptr (ScopeTrace) baseline = NULL;
  g_autoptr (ScopeComparison) comparison = NULL;
  ScopeAlignWish wish = { 0 };
  gboolean ok;

  if (!scope_cli_open_pair (cli, options->baseline, &baseline, &options->run, error))
    return NULL;
  if (options->align != NULL
      && !scope_align_wish_parse (options->align, scope_trace_tick_ps (baseline), scope_trace_tick_ps (options->run), &wish, error))
    return NULL;
  comparison = scope_comparison_new (baseline, options->run);
  ok = scope_comparison_prepare (comparison, options->align != NULL ? &wish : NULL, cli->cancellable, error);
  g_free ((char *) wish.mark);
  return ok ? g_steal_pointer (&comparison) : NULL;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  Options *options = data;
  const ScopeComparePictureOptions picture = { .width = options->picture.width, .height = options->picture.height,
                                               .palette = options->picture.palette, .font_size = options->picture.font_size,
                                               .lane_height = options->lane_height, .difference_only = options->difference_only };
  g_autoptr (ScopeComparison) comparison = compare (cli, options, error);

  return comparison != NULL
         && scope_compare_picture_export (comparison, cli->from, cli->to, &picture, options->picture.output, cli->cancellable, error);
}

static gboolean
draw_calls (ScopeCli *cli, gpointer data, GError **error)
{
  Options *options = data;
  const ScopeCallDiffPictureOptions picture = { options->picture.width, options->picture.height, options->picture.palette,
                                                options->picture.font_size };
  g_autoptr (ScopeComparison) comparison = compare (cli, options, error);
  ScopeCallDiffQuestion question = { .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeCallDiff) diff = NULL;

  if (comparison == NULL)
    return FALSE;
  if (!scope_call_diff_is_possible (scope_comparison_get_pairing (comparison)))
    return scope_fail (error, G_IO_ERROR_NOT_SUPPORTED, "one of the runs tells of no calls");
  question.map = cli->ranged ? scope_comparison_get_map (comparison) : NULL;
  diff = scope_call_diff_read (scope_comparison_get_pairing (comparison), &question, error);
  return diff != NULL && scope_call_diff_picture_export (comparison, diff, &picture, options->picture.output, error);
}

#define BASELINE { "baseline", G_OPTION_ARG_FILENAME, offsetof (Options, baseline), "The run to compare with; then RUN alone is given", "FILE" }

const ScopeCliCommand scope_cli_export_compare = {
  .name = "compare",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_OPENS_ITSELF,
  .usage = "--view compare -o FILE BASELINE RUN",
  .summary = "Draws two runs and their differences into a file, as the window shows them.",
  .description = "Above the midline of a difference is what there is more of in RUN, below it what there is less of.\n"
                 "--from and --to are times of RUN.",
  .options = (const ScopeCliOption[]) {
    BASELINE,
    { "align", G_OPTION_ARG_STRING, offsetof (Options, align),
      "What is laid on each other: auto, marks, start, length, mark:TEXT, at:TIME,TIME, interval:TIME-TIME,TIME-TIME", "HOW" },
    { "difference-only", G_OPTION_ARG_NONE, offsetof (Options, difference_only), "Leave the two timelines out" },
    { "lane-height", G_OPTION_ARG_DOUBLE, offsetof (Options, lane_height), "In pixels; else what fits", "PIXELS" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1600 and as high as the lanes need", ".png, .svg or .pdf") },
  .size = sizeof (Options),
  .check = check,
  .run = draw,
  .clear = clear,
};

const ScopeCliCommand scope_cli_export_compare_calls = {
  .name = "compare-calls",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_OPENS_ITSELF,
  .usage = "--view compare-calls -o FILE BASELINE RUN",
  .summary = "Draws two runs compared by calls as a flame graph: what takes longer in RUN, and what less.",
  .description = "Each call path is as wide as its time in both together. --from and --to are times of RUN.",
  .options = (const ScopeCliOption[]) {
    BASELINE,
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1600 and what is needed", ".png, .svg or .pdf") },
  .size = sizeof (Options),
  .check = check,
  .run = draw_calls,
  .clear = clear,
};
