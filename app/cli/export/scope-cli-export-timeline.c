/* scope-cli-export-timeline.c: `lanescope-cli export`: the timeline as a picture; the same scene as on the screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-timeline.h"

void
scope_cli_timeline_clear (ScopeCliTimeline *options)
{
  g_free (options->lanes);
  g_free (options->messages);
  g_free (options->columns);
  g_free (options->colours);
  scope_cli_picture_clear (&options->picture);
}

char *
scope_cli_timeline_check (ScopeCliTimeline *options, ScopePictureOptions *picture)
{
  ScopeMessageFilter filter;
  g_autoptr (GError) error = NULL;
  char *wrong = scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);

  scope_message_filter_init (&filter);
  if (wrong != NULL)
    return wrong;
  if (!(options->lane_height >= 0 && options->lane_height <= 2000))
    return g_strdup ("--lane-height takes pixels");
  if (options->messages != NULL && !scope_message_filter_parse (&filter, options->messages, &error))
    return g_strdup_printf ("--messages: %s", error->message);
  if (options->columns != NULL && !scope_column_mode_parse (options->columns, &picture->columns))
    return g_strdup_printf ("--columns %s: there is share, largest, anything", options->columns);
  if (options->colours != NULL && !scope_colour_mode_parse (options->colours, &picture->colours))
    return g_strdup_printf ("--colours %s: there is state, task", options->colours);
  picture->messages = options->messages;
  picture->lanes = options->lanes;
  picture->width = options->picture.width;
  picture->height = options->picture.height;
  picture->palette = options->picture.palette;
  picture->font_size = options->picture.font_size;
  picture->lane_height = options->lane_height;
  picture->no_legend = options->no_legend;
  picture->no_names = options->no_names;
  return NULL;
}

/* Where they stand; returns whose they are, for the picture: free it after that. */
static char *
read_calipers (ScopeCli *cli, const char *text, ScopePictureOptions *picture, GError **error)
{
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return NULL;
  parts = g_strsplit (text, ",", 3);
  if (g_strv_length (parts) < 2 || !scope_cli_parse_ns (cli, parts[0], &picture->calipers[0])
      || !scope_cli_parse_ns (cli, parts[1], &picture->calipers[1]))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "--calipers %s: it takes two times in ns, and a lane if one is meant",
                   text);
      return NULL;
    }
  picture->has_calipers = TRUE;
  picture->calipers_lane = parts[2] != NULL ? g_strdup (parts[2]) : NULL;
  return (char *) picture->calipers_lane;
}

int
scope_cli_export_timeline (ScopeCli *cli, int argc, char **argv)
{
  g_auto (ScopeCliTimeline) options = { 0 };
  ScopePictureOptions picture = { 0 };
  g_autofree char *calipers = NULL;
  const GOptionEntry own[] = {
    { "calipers", 0, 0, G_OPTION_ARG_STRING, &calipers, "Two cursors and what lies between them, in the cycles of LANE, or else of the first core",
      "NS,NS[,LANE]" },
    SCOPE_CLI_TIMELINE_OPTIONS (&options),
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, SCOPE_CLI_TIMELINE_SIZE, ".png, .svg or .pdf"),
    { NULL },
  };
  g_autofree char *wrong = NULL, *lane = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "-o FILE TRACE…",
                        "Draws the timeline into a file, as the window shows it.",
                        "LANES are for instance machine:1,process:1/2,thread:1/7.\n"
                        "--view draws something else; --view VIEW --help tells its options.",
                        &status))
    return status;
  wrong = scope_cli_timeline_check (&options, &picture);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);

  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  picture.has_from = cli->from != SCOPE_TIME_MIN;
  picture.has_to = cli->to != SCOPE_TIME_MAX;
  picture.from = cli->from;
  picture.to = cli->to;
  lane = read_calipers (cli, calipers, &picture, &error);
  if (error == NULL)
    scope_picture_export (cli->trace, &picture, options.picture.output, &error);
  return scope_cli_close (cli, error);
}
