/* scope-cli-export-iterations.c: `export --view iterations TRACE`: spans of one name laid over each other, as a picture or as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/spans/scope-iterations-scene.h"

typedef struct
{
  ScopeCliPicture picture;
  char *span; /* NULL: the name whose spans take longest all together */
  char *begin, *end;
} Options;

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeCliPicture *picture = &options->picture;
  const ScopeQueryRange within = scope_cli_query_range (cli);
  const char *why_not = scope_spans_why_not (cli->trace);
  g_autofree char *title = scope_cli_picture_title (cli, "iterations");
  g_autoptr (ScopeIterations) iterations = NULL;
  g_autoptr (ScopeReportTable) table = NULL;
  ScopeSpanRule rule;

  if (why_not != NULL)
    return scope_cli_picture_nothing (why_not, error);
  if (!scope_span_rule_init (&rule, options->begin, options->end, error))
    return FALSE;
  iterations = scope_iterations_read (&within, &rule, options->span, error);
  scope_span_rule_clear (&rule);
  if (iterations == NULL)
    return FALSE;
  if (iterations->name == NULL)
    return scope_cli_picture_nothing ("no span of that name was begun and ended by one thread", error);
  if (!picture->is_text)
    {
      g_autofree char *summary = scope_iterations_dup_summary (cli->trace, iterations);

      return scope_cli_picture_write (picture,
                                      scope_iterations_scene_new (cli->trace, iterations, picture->width, picture->height,
                                                                  scope_palette_get (picture->palette), picture->font_size, SCOPE_NONE, summary),
                                      title, error);
    }
  table = scope_iterations_course_table (cli->trace, iterations);
  return scope_cli_picture_write_csv (picture, table, error);
}

const ScopeCliCommand scope_cli_export_iterations = {
  .name = "iterations",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view iterations -o FILE TRACE…",
  .summary = "Draws what threads did in spans of one name (START x … STOP x), laid over each other at their start: of each state the\n"
             "median of its share, and between which shares half of them are.",
  .options = (const ScopeCliOption[]) {
    { "span", G_OPTION_ARG_STRING, offsetof (Options, span), "Of this name; else of the one whose spans take longest all together", "NAME" },
    { "span-begin", G_OPTION_ARG_STRING, offsetof (Options, begin), "Marks that match REGEX begin a span; its name is the first group", "REGEX" },
    { "span-end", G_OPTION_ARG_STRING, offsetof (Options, end), "And these end it", "REGEX" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1000x320", ".png, .svg, .pdf or .csv") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .files = SCOPE_CLI_PICTURE_CSV, .width = 1000, .height = 320 } },
  .check = scope_cli_picture_check,
  .run = draw,
};
