/* scope-cli-export-graph.c: `lanescope-cli export --view message-graph`: who wrote to whom, laid out by Graphviz as in the
 * window, as a picture or in Graphviz's own language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/scene/messages/scope-message-graph.h"

#include <string.h>

typedef struct
{
  ScopeCliPicture picture;
  ScopeMessageGraphOptions graph;
  ScopeMessageFilter filter;
  char *tags, *around;
  gint64 least_count, least_size;
} Options;

/* Tags by their names, with commas between: all others are left out. NULL if all is well, else what is wrong. */
static char *
parse_tags (const char *words, ScopeMessageFilter *filter)
{
  g_auto (GStrv) names = g_strsplit (words, ",", -1);

  filter->without_tags = (1u << SCOPE_N_TAGS) - 1;
  filter->system = TRUE;
  for (char **name = names; *name != NULL; name++)
    {
      guint t = 0;

      while (t < SCOPE_N_TAGS && g_ascii_strcasecmp (scope_message_tag_name (SCOPE_TAG_FIRST + t), g_strstrip (*name)) != 0)
        t++;
      if (t == SCOPE_N_TAGS)
        return g_strdup_printf ("--tags %s: there is no such kind of message", *name);
      filter->without_tags &= ~(1u << t);
    }
  return NULL;
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  char *wrong = scope_cli_picture_check (cli, data);

  scope_message_filter_init (&options->filter);
  options->filter.system = TRUE; /* all messages, if nothing is said */
  options->graph.least_count = (guint64) options->least_count;
  options->graph.least_size = (guint64) options->least_size;
  if (wrong == NULL && (options->least_count < 0 || options->least_size < 0))
    wrong = g_strdup ("--least-count and --least-size take numbers from 0");
  if (wrong == NULL && options->tags != NULL)
    wrong = parse_tags (options->tags, &options->filter);
  return wrong;
}

/* NULL with error: nobody wrote, or too many did. */
static ScopeGraph *
make_graph (ScopeCli *cli, Options *options, GError **error)
{
  ScopeQueryRange range = scope_cli_query_range (cli);
  ScopeMessageGraphCounts counts;
  g_autoptr (GArray) pairs = NULL;
  ScopeGraph *graph;

  range.messages = &options->filter;
  options->graph.around = options->around != NULL;
  if (options->around != NULL && !scope_trace_parse_lane (cli->trace, options->around, &options->graph.lane, error))
    return NULL;
  pairs = scope_pairs_read (&range, options->graph.by, error);
  if (pairs == NULL)
    return NULL;
  graph = scope_message_graph_new (cli->trace, pairs, &options->graph, &counts);
  if (graph == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "%u nodes and %u edges are too many for a graph: try --by machine, --least-count, --from and --to, "
                 "or --view message-matrix",
                 counts.nodes, counts.edges);
  else if (counts.edges == 0)
    {
      const char *why = NULL;

      g_clear_pointer (&graph, scope_graph_unref);
      if (scope_pairs_are_there (cli->trace, &why))
        why = counts.all_edges > 0 ? "all messages are below the thresholds" : "no such messages in this range";
      scope_cli_picture_nothing (why != NULL ? why : "no messages", error);
    }
  return graph;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  Options *options = data;

  return scope_cli_picture_write_graph (cli, &options->picture, make_graph (cli, options, error), error);
}

#define FIGURES "count, size, latency, latency-max, none"

const ScopeCliCommand scope_cli_export_message_graph = {
  .name = "message-graph",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view message-graph -o FILE TRACE…",
  .summary = "Draws who wrote to whom: processes, machines or processors, and the messages between them.",
  .description = "LANE is for instance machine:1, process:1/2. A range takes messages by when they were sent.",
  .options = (const ScopeCliOption[]) {
    { "by", G_OPTION_ARG_INT, offsetof (Options, graph.by), "What nodes are: process (if not said), machine, processor", "WHAT",
      "process, machine, processor" },
    { "thickness", G_OPTION_ARG_INT, offsetof (Options, graph.thickness),
      "What the thickness of lines says: count (if not said), size, latency, latency-max, none", "FIGURE", FIGURES },
    { "label", G_OPTION_ARG_INT, offsetof (Options, graph.label), "What is written beside them: the same", "FIGURE", FIGURES },
    { "least-count", G_OPTION_ARG_INT64, offsetof (Options, least_count), "Leave out lines of fewer messages", "N" },
    { "least-size", G_OPTION_ARG_INT64, offsetof (Options, least_size), "Leave out lines of fewer words", "N" },
    { "tags", G_OPTION_ARG_STRING, offsetof (Options, tags), "Only messages of these kinds, with commas between", "TAGS" },
    { "around", G_OPTION_ARG_STRING, offsetof (Options, around), "Only who wrote to or heard from LANE", "LANE" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else what the graph needs", ".png, .svg, .pdf or .dot") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture.files = SCOPE_CLI_PICTURE_GRAPH },
  .check = check,
  .run = draw,
};
