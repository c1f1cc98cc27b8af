/* scope-cli-export-compare-calls.c: `export --view compare-calls`: two runs compared by calls as a flame graph.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-call-diff-picture.h"

typedef struct
{
  char *baseline;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->baseline);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
draw (ScopeCli *cli, const Options *options, ScopeTrace *baseline, ScopeTrace *run, GError **error)
{
  g_autoptr (ScopeComparison) comparison = scope_comparison_new (baseline, run);
  ScopeCallDiffQuestion question = { .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  const ScopeCallDiffPictureOptions picture = { options->picture.width, options->picture.height, options->picture.palette,
                                                options->picture.font_size };
  g_autoptr (ScopeCallDiff) diff = NULL;

  if (!scope_comparison_prepare (comparison, NULL, cli->cancellable, error))
    return FALSE;
  if (!scope_call_diff_is_possible (scope_comparison_get_pairing (comparison)))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "one of the runs tells of no calls");
      return FALSE;
    }
  question.map = cli->ranged ? scope_comparison_get_map (comparison) : NULL;
  diff = scope_call_diff_read (scope_comparison_get_pairing (comparison), &question, error);
  return diff != NULL && scope_call_diff_picture_export (comparison, diff, &picture, options->picture.output, error);
}

static char *
check (ScopeCli *cli, Options *options)
{
  if (options->baseline == NULL)
    return g_strdup ("it needs --baseline FILE, the run to compare with");
  if (g_strv_length (cli->arguments) != 1)
    return g_strdup ("--view compare-calls needs one RUN");
  return scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
}

int
scope_cli_export_compare_calls (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry own[] = {
    { "baseline", 0, 0, G_OPTION_ARG_FILENAME, &options.baseline, "The run to compare with", "FILE" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1600 and what is needed", ".png, .svg or .pdf"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  g_autoptr (ScopeTrace) baseline = NULL, run = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view compare-calls --baseline FILE -o FILE RUN",
                        "Draws two runs compared by calls as a flame graph: what takes longer in RUN, and what less.",
                        "Each call path is as wide as its time in both together. --from and --to are times of RUN.", &status))
    return status;
  wrong = check (cli, &options);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (scope_cli_open_pair (cli, options.baseline, &baseline, &run, &error))
    draw (cli, &options, baseline, run, &error);
  return scope_cli_close (cli, error);
}
