/* scope-cli-export-timeline.c: `lanescope-cli export`: the timeline as a picture; the same scene as on the screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-export.h"

#include "io/export/scope-picture.h"

typedef struct
{
  char *view, *lanes, *size, *palette, *messages, *columns, *colours, *output;
  double font_size, lane_height;
  gboolean no_legend, no_names;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->view);
  g_free (options->lanes);
  g_free (options->size);
  g_free (options->palette);
  g_free (options->messages);
  g_free (options->columns);
  g_free (options->colours);
  g_free (options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* NULL if all is well, else what is wrong. */
static char *
check (const Options *options, ScopePictureOptions *picture)
{
  ScopeMessageFilter filter;
  GError *error = NULL;

  scope_message_filter_init (&filter);
  if (options->output == NULL)
    return g_strdup ("it needs -o FILE, with FILE ending in .png, .svg or .pdf");
  if (options->palette != NULL && !scope_palette_parse (options->palette, &picture->palette))
    return g_strdup_printf ("--palette %s: there is default, dark, high-contrast, classic, print",
                            options->palette);
  if (options->size != NULL
      && !scope_picture_parse_size (options->size, &picture->width, &picture->height, &error))
    {
      char *message = g_strdup (error->message);
      g_error_free (error);
      return message;
    }
  if (options->font_size < 0 || options->font_size > 200 || options->lane_height < 0
      || options->lane_height > 2000)
    return g_strdup ("--font-size and --lane-height take pixels");
  if (options->messages != NULL && !scope_message_filter_parse (&filter, options->messages, &error))
    {
      char *message = g_strdup_printf ("--messages: %s", error->message);
      g_error_free (error);
      return message;
    }
  if (options->columns != NULL && !scope_column_mode_parse (options->columns, &picture->columns))
    return g_strdup_printf ("--columns %s: there is share, largest, anything", options->columns);
  if (options->colours != NULL && !scope_colour_mode_parse (options->colours, &picture->colours))
    return g_strdup_printf ("--colours %s: there is state, task", options->colours);
  picture->messages = options->messages;
  picture->lanes = options->lanes;
  picture->font_size = options->font_size;
  picture->lane_height = options->lane_height;
  picture->no_legend = options->no_legend;
  picture->no_names = options->no_names;
  return NULL;
}

int
scope_cli_export_timeline (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  ScopePictureOptions picture = { 0 };
  const GOptionEntry own[] = {
    SCOPE_CLI_EXPORT_VIEW (&options.view),
    { "lanes", 0, 0, G_OPTION_ARG_STRING, &options.lanes,
      "machines, processors, processes, threads, or lanes with commas between", "LANES" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size, "Pixels; else 1600 and as high as the lanes need",
      "WxH" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette,
      "default, dark, high-contrast, classic or print", "PALETTE" },
    { "font-size", 0, 0, G_OPTION_ARG_DOUBLE, &options.font_size, "Of labels, in pixels (11)", "PIXELS" },
    { "lane-height", 0, 0, G_OPTION_ARG_DOUBLE, &options.lane_height, "In pixels; else what fits", "PIXELS" },
    { "messages", 0, 0, G_OPTION_ARG_STRING, &options.messages,
      "Some of lines, streams, system, reversed, migrations, wakeups, with commas between; or none", "WHAT" },
    { "columns", 0, 0, G_OPTION_ARG_STRING, &options.columns, "What columns show: share, largest or anything",
      "MODE" },
    { "colours", 0, 0, G_OPTION_ARG_STRING, &options.colours, "Colour by state or by task", "BY" },
    { "no-legend", 0, 0, G_OPTION_ARG_NONE, &options.no_legend, "Leave the legend out", NULL },
    { "no-names", 0, 0, G_OPTION_ARG_NONE, &options.no_names, "Leave the names of the lanes out", NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "Where to: .png, .svg or .pdf", "FILE" },
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "-o FILE TRACE…",
                        "Draws the timeline into a file, as the window shows it.",
                        "LANES are for instance machine:1,process:1/2,thread:1/7.\n"
                        "--view draws something else; --view VIEW --help tells its options.",
                        &status))
    return status;
  wrong = check (&options, &picture);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);

  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  picture.has_from = cli->from != SCOPE_TIME_MIN;
  picture.has_to = cli->to != SCOPE_TIME_MAX;
  picture.from = cli->from;
  picture.to = cli->to;
  scope_picture_export (cli->trace, &picture, options.output, &error);
  return scope_cli_close (cli, error);
}
