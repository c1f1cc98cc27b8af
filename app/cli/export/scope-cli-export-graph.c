/* scope-cli-export-graph.c: `lanescope-cli export --view message-graph`: who wrote to whom, laid out by Graphviz as in the
 * window, as a picture or in Graphviz's own language.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-graph-picture.h"
#include "model/scene/messages/scope-message-graph.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  char *by, *thickness, *label, *tags, *around;
  gint64 least_count, least_size;
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->by);
  g_free (options->thickness);
  g_free (options->label);
  g_free (options->tags);
  g_free (options->around);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeMessageGraphOptions graph;
  ScopeMessageFilter filter;
} Wish;

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
check_graph (const Options *options, ScopeMessageGraphOptions *graph)
{
  if (options->by != NULL && !scope_party_parse (options->by, &graph->by))
    return g_strdup_printf ("--by %s: there is process, machine, processor", options->by);
  if (options->thickness != NULL && !scope_message_figure_parse (options->thickness, &graph->thickness))
    return g_strdup_printf ("--thickness %s: there is count, size, latency, latency-max, none", options->thickness);
  if (options->label != NULL && !scope_message_figure_parse (options->label, &graph->label))
    return g_strdup_printf ("--label %s: there is count, size, latency, latency-max, none", options->label);
  if (options->least_count < 0 || options->least_size < 0)
    return g_strdup ("--least-count and --least-size take numbers from 0");
  graph->least_count = (guint64) options->least_count;
  graph->least_size = (guint64) options->least_size;
  return NULL;
}

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  char *wrong = scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_GRAPH);

  scope_message_graph_options_init (&wish->graph);
  scope_message_filter_init (&wish->filter);
  wish->filter.system = TRUE; /* all messages, if nothing is said */
  if (wrong == NULL)
    wrong = check_graph (options, &wish->graph);
  if (wrong != NULL)
    return wrong;
  return options->tags != NULL ? parse_tags (options->tags, &wish->filter) : NULL;
}

/* NULL with error: nobody wrote, or too many did. */
static ScopeGraph *
make_graph (ScopeCli *cli, const Options *options, Wish *wish, GError **error)
{
  const ScopeQueryRange within = { cli->trace, cli->from, cli->to, cli->cancellable, NULL, NULL, &wish->filter };
  ScopeMessageGraphCounts counts;
  g_autoptr (GArray) pairs = NULL;
  ScopeGraph *graph;

  if (options->around != NULL)
    {
      if (!scope_trace_parse_lane (cli->trace, options->around, &wish->graph.lane, error))
        return NULL;
      wish->graph.around = TRUE;
    }
  pairs = scope_pairs_read (&within, wish->graph.by, error);
  if (pairs == NULL)
    return NULL;
  graph = scope_message_graph_new (cli->trace, pairs, &wish->graph, &counts);
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
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why != NULL ? why : "no messages");
    }
  return graph;
}

int
scope_cli_export_message_graph (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  Wish wish = { 0 };
  const GOptionEntry own[] = {
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by, "What nodes are: process (if not said), machine, processor", "WHAT" },
    { "thickness", 0, 0, G_OPTION_ARG_STRING, &options.thickness,
      "What the thickness of lines says: count (if not said), size, latency, latency-max, none", "FIGURE" },
    { "label", 0, 0, G_OPTION_ARG_STRING, &options.label, "What is written beside them: the same", "FIGURE" },
    { "least-count", 0, 0, G_OPTION_ARG_INT64, &options.least_count, "Leave out lines of fewer messages", "N" },
    { "least-size", 0, 0, G_OPTION_ARG_INT64, &options.least_size, "Leave out lines of fewer words", "N" },
    { "tags", 0, 0, G_OPTION_ARG_STRING, &options.tags, "Only messages of these kinds, with commas between", "TAGS" },
    { "around", 0, 0, G_OPTION_ARG_STRING, &options.around, "Only who wrote to or heard from LANE", "LANE" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else what the graph needs", ".png, .svg, .pdf or .dot"),
    { NULL },
  };
  g_autofree char *wrong = NULL, *trouble = NULL;
  g_autoptr (ScopeGraph) graph = NULL;
  ScopeGraphPictureOptions picture;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view message-graph -o FILE TRACE…",
                        "Draws who wrote to whom: processes, machines or processors, and the messages between them.",
                        "LANE is for instance machine:1, process:1/2. A range takes messages by when they were sent.", &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  graph = make_graph (cli, &options, &wish, &error);
  picture = scope_cli_picture_of_graph (&options.picture);
  if (graph != NULL)
    scope_graph_picture_export (graph, &picture, options.picture.output, cli->cancellable, &trouble, &error);
  if (trouble != NULL)
    fprintf (stderr, "lanescope-cli export: %s; drawn without Graphviz\n", trouble);
  return scope_cli_close (cli, error);
}
