/* scope-cli-export-calls.c: `lanescope-cli export --view call-graph` and `--view flame`: which function called which as a graph; where
 * the time went as a flame graph, as a chart over time, or as folded stacks for other tools.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "model/scene/calls/scope-call-chart.h"
#include "model/scene/calls/scope-call-graph.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/calls/scope-flame.h"
#include "model/trace/calls/scope-function-sums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 1600
#define MOST_HEIGHT 16000

typedef struct
{
  char *lane, *weight, *search, *hits;
  double min_share; /* percent */
  gboolean chart, upwards, by_kind;
  guint hit_kinds;  /* bits */
  ScopeCliPicture picture;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->lane);
  g_free (options->weight);
  g_free (options->search);
  g_free (options->hits);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- what is read --- */

static gboolean
find_lane (ScopeCli *cli, const Options *options, ScopeLaneId *ret_lane, GError **error)
{
  ScopeLaneId lane;

  if (!scope_trace_parse_lane (cli->trace, options->lane, &lane, error))
    return FALSE;
  if (scope_calls_lane_of (cli->trace, lane, ret_lane))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s has no calls", options->lane);
  return FALSE;
}

/* Why there is nothing to draw, in a sentence. */
static void
say_why_not (ScopeCli *cli, GError **error)
{
  const char *why = scope_calls_why_not (cli->trace);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: %s", why != NULL ? why : "no calls in this range");
}

static ScopeCallTree *
read_tree (ScopeCli *cli, const Options *options, GError **error)
{
  g_autoptr (ScopeFunctionSums) sums = NULL;
  ScopeCallTree *tree;
  ScopeLaneId lane = { 0 };

  if (scope_calls_why_not (cli->trace) != NULL)
    {
      say_why_not (cli, error);
      return NULL;
    }
  if (options->lane != NULL && !find_lane (cli, options, &lane, error))
    return NULL;
  sums = scope_function_sums_read (cli->trace, &lane, options->lane != NULL ? 1 : 0, cli->from, cli->to, cli->cancellable, error);
  tree = sums != NULL ? scope_call_tree_ref (sums->tree) : NULL;
  if (tree != NULL && tree->n_nodes == 0)
    {
      say_why_not (cli, error);
      g_clear_pointer (&tree, scope_call_tree_unref);
    }
  if (tree != NULL && tree->truncated)
    fprintf (stderr, "lanescope-cli export: too many contexts: the deepest are counted with their callers\n");
  return tree;
}

/* --- the graph --- */

static gboolean
export_graph (ScopeCli *cli, const Options *options, GError **error)
{
  const ScopeGraphPictureOptions picture = scope_cli_picture_of_graph (&options->picture);
  const ScopeCallGraphOptions wish = { .least_share = options->min_share / 100, .with_pseudo = TRUE };
  g_autoptr (ScopeCallTree) tree = read_tree (cli, options, error);
  g_autofree char *trouble = NULL;
  g_autoptr (ScopeGraph) graph = NULL;
  ScopeCallGraphCounts counts;
  gboolean ok;

  if (tree == NULL)
    return FALSE;
  graph = scope_call_graph_new (tree, scope_trace_tick_ps (cli->trace), &wish, &counts);
  if (counts.nodes == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: all %u functions are below --min-share",
                   counts.all_nodes);
      return FALSE;
    }
  ok = scope_graph_picture_export (graph, &picture, options->picture.output, cli->cancellable, &trouble, error);
  if (trouble != NULL)
    fprintf (stderr, "lanescope-cli export: %s; drawn without Graphviz\n", trouble);
  if (ok && counts.nodes < counts.all_nodes)
    fprintf (stderr, "lanescope-cli export: %u of %u functions are drawn; --min-share says which\n", counts.nodes, counts.all_nodes);
  return ok;
}

int
scope_cli_export_call_graph (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { .min_share = 1 };
  const GOptionEntry own[] = {
    { "lane", 0, 0, G_OPTION_ARG_STRING, &options.lane, "Only calls of LANE; else of all together", "LANE" },
    { "min-share", 0, 0, G_OPTION_ARG_DOUBLE, &options.min_share,
      "Leave out functions on the stack for less than so many percent of the life (1)", "PERCENT" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else what the graph needs", ".png, .svg, .pdf or .dot"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view call-graph -o FILE TRACE…",
                        "Draws which function called which, and how much of the life each was on the stack.",
                        "LANE is for instance \"process:1/<0.50.0>\".", &status))
    return status;
  wrong = scope_cli_picture_check (&options.picture, SCOPE_CLI_PICTURE_GRAPH);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!(options.min_share >= 0 && options.min_share <= 100))
    return scope_cli_usage ("export", "--min-share takes percent, 0 to 100");
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  export_graph (cli, &options, &error);
  return scope_cli_close (cli, error);
}

/* --- flames --- */

static gboolean
is_folded (const char *path)
{
  return path != NULL && (g_str_has_suffix (path, ".folded") || g_str_has_suffix (path, ".txt"));
}

static gboolean
export_flame (ScopeCli *cli, const Options *options, ScopeFlameWeight by, GError **error)
{
  g_autoptr (ScopeCallTree) tree = read_tree (cli, options, error);
  gint64 tick_ps = scope_trace_tick_ps (cli->trace);
  int width = options->picture.width > 0 ? options->picture.width : WIDTH;
  g_autoptr (ScopeFlame) flame = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeFlameOptions look = { .width = width, .font_size = options->picture.font_size, .palette = options->picture.palette,
                             .root_on_top = !options->upwards, .chosen = SCOPE_NONE };

  if (tree == NULL)
    return FALSE;
  if (!scope_flame_has_weight (tree, by))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is nothing to draw: --weight %s: none in this trace or range",
                   options->weight);
      return FALSE;
    }
  if (is_folded (options->picture.output))
    {
      g_autofree char *text = scope_flame_to_folded (tree, tick_ps, by);

      return scope_picture_write (options->picture.output, (const guint8 *) text, strlen (text), error);
    }
  flame = scope_flame_new (tree, tick_ps, by, SCOPE_NONE, (guint) width, options->search);
  if (options->search != NULL)
    fprintf (stderr, "lanescope-cli export: %u frame%s found\n", flame->n_found, flame->n_found == 1 ? "" : "s");
  look.height = options->picture.height > 0 ? options->picture.height : MIN (ceil (scope_flame_height (flame)), MOST_HEIGHT);
  scene = scope_flame_scene (flame, &look);
  return scope_picture_write_scene (scene, scope_trace_title (cli->trace), 1, options->picture.output, error);
}

/* The chart of one lane over time: the one that is said, or the one with most calls. */
static gboolean
export_chart (ScopeCli *cli, const Options *options, GError **error)
{
  int width = options->picture.width > 0 ? options->picture.width : WIDTH;
  g_autofree char *search = scope_call_chart_fold (options->search);
  g_autoptr (ScopeActivations) activations = NULL;
  g_autoptr (GPtrArray) marks = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeViewport viewport;
  ScopeCallChartOptions look = { .width = width, .font_size = options->picture.font_size, .palette = options->picture.palette,
                                 .viewport = &viewport, .clock = scope_clock_of_trace (cli->trace), .search = search };
  gint64 first, last;
  ScopeLaneId lane;

  if (options->lane != NULL ? !find_lane (cli, options, &lane, error) : !scope_calls_busiest_lane (cli->trace, &lane))
    {
      if (options->lane == NULL)
        say_why_not (cli, error);
      return FALSE;
    }
  scope_trace_range (cli->trace, &first, &last);
  scope_viewport_init (&viewport, first, last, width);
  scope_viewport_set_times (&viewport, MAX (first, cli->from), MIN (last, cli->to));
  scope_viewport_get_range (&viewport, &first, &last);
  activations = scope_activations_read (cli->trace, lane, first, last, (gint64) scope_viewport_scale (&viewport),
                                        SCOPE_CALL_MAX_DEPTH, cli->cancellable, error);
  if (activations == NULL)
    return FALSE;
  marks = scope_call_marks_read (cli->trace, &lane, 1, &viewport, options->hit_kinds, 0, cli->cancellable);
  look.marks = g_ptr_array_index (marks, 0);
  look.by_kind = options->by_kind;
  look.depth_line = lane.kind == SCOPE_KIND_PROCESSOR;
  look.height = options->picture.height > 0 ? options->picture.height
                                            : ceil (scope_call_chart_height (MAX (activations->n_depths, 1))
                                                    + scope_call_chart_legend_height (&look));
  scene = scope_call_chart_scene (activations, &look, NULL);
  return scope_picture_write_scene (scene, scope_trace_title (cli->trace), 1, options->picture.output, error);
}

/* NULL if all is well, else what is wrong. */
static char *
check_flame (Options *options, ScopeFlameWeight *by)
{
  if (options->weight != NULL && !scope_flame_weight_parse (options->weight, by))
    return g_strdup_printf ("--weight %s: there is time, calls, instructions, l1d, l1i, l2, upg, mb, lli", options->weight);
  if (options->hits != NULL && !scope_hits_parse (options->hits, &options->hit_kinds))
    return g_strdup_printf ("--hits %s: there is all, none, or some of l1d, l1i, l2, upg, mb, lli with commas between", options->hits);
  if (!is_folded (options->picture.output))
    return scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_DRAWN);
  return options->chart ? g_strdup ("--over-time draws: FILE ends in .png, .svg or .pdf") : NULL;
}

int
scope_cli_export_flame (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { .hit_kinds = SCOPE_HITS_ALL };
  const GOptionEntry own[] = {
    { "lane", 0, 0, G_OPTION_ARG_STRING, &options.lane, "Only calls of LANE; else of all together", "LANE" },
    { "over-time", 0, 0, G_OPTION_ARG_NONE, &options.chart,
      "As a chart over time, of LANE or else of the lane with most calls", NULL },
    { "weight", 0, 0, G_OPTION_ARG_STRING, &options.weight, "What the width says: time (if not said), calls; of simulations instructions, l1d, l1i, l2, upg, mb, lli", "WHAT" },
    { "hits", 0, 0, G_OPTION_ARG_STRING, &options.hits,
      "Misses and the like as marks on the chart: all (if not said), none, or KINDS: l1d, l1i, l2, upg, mb, lli", "KINDS" },
    { "by-kind", 0, 0, G_OPTION_ARG_NONE, &options.by_kind, "The chart's colours say user, kernel, idle instead of which function", NULL },
    { "upwards", 0, 0, G_OPTION_ARG_NONE, &options.upwards, "Callers below what they call", NULL },
    { "search", 0, 0, G_OPTION_ARG_STRING, &options.search, "Outline functions with TEXT in their names, and dim all others", "TEXT" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else 1600 and what is needed",
                               ".png, .svg or .pdf; .folded: stacks as text, in ns or calls"),
    { NULL },
  };
  ScopeFlameWeight by = SCOPE_FLAME_TIME;
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view flame -o FILE TRACE…",
                        "Draws where the time of functions went: calling contexts as a flame graph, or a call stack over time.",
                        "LANE is for instance \"process:1/<0.50.0>\".", &status))
    return status;
  wrong = check_flame (&options, &by);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  if (options.chart)
    export_chart (cli, &options, &error);
  else
    export_flame (cli, &options, by, &error);
  return scope_cli_close (cli, error);
}
