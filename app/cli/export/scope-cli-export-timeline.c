/* scope-cli-export-timeline.c: `lanescope-cli export`: the timeline as a picture; the same scene as on the screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-timeline.h"
#include "io/export/scope-timeline-page.h"
#include "model/base/scope-fail.h"

#define AUTO (-1)

typedef struct
{
  ScopeCliTimeline timeline;
  char *calipers;
  int zooms; /* of a page */
} Options;

char *
scope_cli_timeline_check (ScopeCli *cli, gpointer data)
{
  const ScopeCliTimeline *timeline = data;
  ScopeMessageFilter filter;
  g_autoptr (GError) error = NULL;
  char *wrong = scope_cli_picture_check (cli, data);

  scope_message_filter_init (&filter);
  if (wrong == NULL && !(timeline->lane_height >= 0 && timeline->lane_height <= 2000))
    wrong = g_strdup ("--lane-height takes pixels");
  if (wrong == NULL && timeline->messages != NULL && !scope_message_filter_parse (&filter, timeline->messages, &error))
    wrong = g_strdup_printf ("--messages: %s", error->message);
  if (wrong == NULL && timeline->own_colours != NULL)
    {
      g_autoptr (ScopeOwnColours) own = scope_own_colours_parse (timeline->own_colours, &error);

      wrong = error != NULL ? g_strdup_printf ("--own-colours: %s", error->message) : NULL;
    }
  return wrong;
}

ScopePictureOptions
scope_cli_timeline_picture (const ScopeCliTimeline *timeline)
{
  return (ScopePictureOptions) { .messages = timeline->messages, .lanes = timeline->lanes, .own_colours = timeline->own_colours,
                                 .hide_functions = timeline->hide, .fold_functions = timeline->fold,
                                 .merge_functions = timeline->merge, .least_most = timeline->least_most,
                                 .columns = timeline->columns, .colours = timeline->colours,
                                 .width = timeline->picture.width, .height = timeline->picture.height,
                                 .palette = timeline->picture.palette, .font_size = timeline->picture.font_size,
                                 .lane_height = timeline->lane_height,
                                 .no_legend = timeline->no_legend, .no_names = timeline->no_names };
}

/* Where they stand, and of which lane; *ret_parts keeps its name. */
static gboolean
read_calipers (ScopeCli *cli, const char *text, ScopePictureOptions *picture, char ***ret_parts, GError **error)
{
  char **parts = *ret_parts = g_strsplit (text, ",", 3);

  if (g_strv_length (parts) < 2 || !scope_cli_parse_ns (cli, parts[0], &picture->calipers[0])
      || !scope_cli_parse_ns (cli, parts[1], &picture->calipers[1]))
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                       "--calipers %s: it takes two times, as 5ms,7ms, and a lane if one is meant", text);
  picture->has_calipers = TRUE;
  picture->calipers_lane = parts[2];
  return TRUE;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  const Options *options = data;
  char *wrong = scope_cli_timeline_check (cli, data);

  if (wrong == NULL && !(options->zooms >= AUTO && options->zooms <= (int) SCOPE_TIMELINE_PAGE_MOST))
    wrong = g_strdup_printf ("--zooms takes a number from 0 to %u", SCOPE_TIMELINE_PAGE_MOST);
  return wrong;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  ScopePictureOptions picture = scope_cli_timeline_picture (&options->timeline);
  g_auto (GStrv) parts = NULL;

  picture.has_from = cli->from != SCOPE_TIME_MIN;
  picture.has_to = cli->to != SCOPE_TIME_MAX;
  picture.from = cli->from;
  picture.to = cli->to;
  if (options->calipers != NULL && !read_calipers (cli, options->calipers, &picture, &parts, error))
    return FALSE;
  return options->timeline.picture.is_page
             ? scope_timeline_page_export (cli->trace, &picture, options->zooms == AUTO ? SCOPE_TIMELINE_PAGE_AUTO : (guint) options->zooms, options->timeline.picture.output, error)
             : scope_picture_export (cli->trace, &picture, options->timeline.picture.output, error);
}

const ScopeCliCommand scope_cli_export_timeline = {
  .name = "timeline",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "-o FILE TRACE…",
  .summary = "Draws the timeline into a file, as the window shows it.",
  .description = "LANES are for instance machine:1,process:1/2,thread:1/7.\n"
                 "--view draws something else; --view VIEW --help tells its options.",
  .options = (const ScopeCliOption[]) {
    { "calipers", G_OPTION_ARG_STRING, offsetof (Options, calipers),
      "Two cursors and what lies between them, in the cycles of LANE, or else of the first core", "TIME,TIME[,LANE]" },
    { "zooms", G_OPTION_ARG_INT, offsetof (Options, zooms),
      "Of .html: how many times it can be zoomed in to twice the size (5, or fewer of very many lanes); each doubles the file", "N" },
    SCOPE_CLI_TIMELINE_OPTIONS,
    SCOPE_CLI_PICTURE_OPTIONS (SCOPE_CLI_TIMELINE_SIZE, ".png, .svg, .pdf, or .html that a browser pans and zooms") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .timeline.picture.files = SCOPE_CLI_PICTURE_PAGE, .zooms = AUTO },
  .check = check,
  .run = draw,
};
