/* scope-cli-export-calls.c: `lanescope-cli export --view call-graph` and `--view flame`: which function called which as a graph; where
 * the time went as a flame graph, as a chart over time, or as folded stacks for other tools.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/base/scope-fail.h"
#include "model/scene/calls/scope-call-chart.h"
#include "model/scene/calls/scope-call-graph.h"
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/calls/scope-flame.h"
#include "model/trace/calls/scope-call-hiding.h"
#include "model/trace/calls/scope-function-sums.h"

#include <math.h>

#define MOST_HEIGHT 16000
#define WEIGHTS "time, calls, instructions, l1d, l1i, l2, upg, mb, lli" /* in the order of ScopeFlameWeight */

typedef struct
{
  ScopeCliPicture picture;
  char *lane, *search, *hits;
  double min_share; /* percent */
  ScopeFlameWeight weight;
  gboolean chart, upwards, by_kind;
  guint hit_kinds;  /* bits */
  const char *const *hide, *const *fold, *const *merge; /* functions that bore: patterns, or NULL */
} Options;

#define HIDING_OPTIONS \
  { "hide-function", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, hide), "Without functions whose name matches; their time is their callers'", \
    "PATTERN" }, \
  { "fold-function", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, fold), "What they call is their own time", "PATTERN" }, \
  { "merge-functions", G_OPTION_ARG_STRING_ARRAY, offsetof (Options, merge), "They are one function, called by the pattern", "PATTERN" }

/* --- what is read --- */

static gboolean
find_lane (ScopeCli *cli, const Options *options, ScopeLaneId *ret_lane, GError **error)
{
  ScopeLaneId lane;

  if (!scope_trace_parse_lane (cli->trace, options->lane, &lane, error))
    return FALSE;
  if (scope_calls_lane_of (cli->trace, lane, ret_lane))
    return TRUE;
  return scope_fail (error, G_IO_ERROR_NOT_FOUND, "%s has no calls", options->lane);
}

static gboolean
say_why_not (ScopeCli *cli, GError **error)
{
  const char *why = scope_calls_why_not (cli->trace);

  return scope_cli_picture_nothing (why != NULL ? why : "no calls in this range", error);
}

static ScopeCallTree *
read_tree (ScopeCli *cli, const Options *options, GError **error)
{
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (options->hide, options->fold, options->merge);
  g_autoptr (ScopeFunctionSums) sums = NULL;
  ScopeCallTree *tree;
  ScopeLaneId lane = { 0 };

  if (scope_calls_why_not (cli->trace) != NULL ? !say_why_not (cli, error)
                                               : options->lane != NULL && !find_lane (cli, options, &lane, error))
    return NULL;
  sums = scope_function_sums_read (cli->trace, &lane, options->lane != NULL ? 1 : 0, cli->from, cli->to, cli->cancellable, error);
  tree = sums != NULL ? scope_call_tree_hide (sums->tree, hiding) : NULL;
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
draw_graph (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeCallGraphOptions wish = { .least_share = options->min_share / 100, .with_pseudo = TRUE };
  g_autoptr (ScopeCallTree) tree = read_tree (cli, options, error);
  g_autofree char *why = NULL;
  ScopeCallGraphCounts counts;
  ScopeGraph *graph;
  gboolean ok;

  if (tree == NULL)
    return FALSE;
  graph = scope_call_graph_new (tree, scope_trace_tick_ps (cli->trace), &wish, &counts);
  if (counts.nodes == 0)
    {
      scope_graph_unref (graph);
      why = g_strdup_printf ("all %u functions are below --min-share", counts.all_nodes);
      return scope_cli_picture_nothing (why, error);
    }
  ok = scope_cli_picture_write_graph (cli, &options->picture, graph, error);
  if (ok && counts.nodes < counts.all_nodes)
    fprintf (stderr, "lanescope-cli export: %u of %u functions are drawn; --min-share says which\n", counts.nodes, counts.all_nodes);
  return ok;
}

static char *
check_graph (ScopeCli *cli, gpointer data)
{
  const Options *options = data;
  char *wrong = scope_cli_picture_check (cli, data);

  if (wrong == NULL && !(options->min_share >= 0 && options->min_share <= 100))
    wrong = g_strdup ("--min-share takes percent, 0 to 100");
  return wrong;
}

#define LANE "Only calls of LANE; else of all together", "LANE"
#define OF_LANE "LANE is for instance \"process:1/<0.50.0>\"."

const ScopeCliCommand scope_cli_export_call_graph = {
  .name = "call-graph",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view call-graph -o FILE TRACE…",
  .summary = "Draws which function called which, and how much of the life each was on the stack.",
  .description = OF_LANE,
  .options = (const ScopeCliOption[]) {
    { "lane", G_OPTION_ARG_STRING, offsetof (Options, lane), LANE },
    HIDING_OPTIONS,
    { "min-share", G_OPTION_ARG_DOUBLE, offsetof (Options, min_share),
      "Leave out functions on the stack for less than so many percent of the life (1)", "PERCENT" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else what the graph needs", ".png, .svg, .pdf or .dot") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture.files = SCOPE_CLI_PICTURE_GRAPH, .min_share = 1 },
  .check = check_graph,
  .run = draw_graph,
};

/* --- flames --- */

static gboolean
draw_contexts (ScopeCli *cli, const Options *options, GError **error)
{
  g_autoptr (ScopeCallTree) tree = read_tree (cli, options, error);
  gint64 tick_ps = scope_trace_tick_ps (cli->trace);
  g_autoptr (ScopeFlame) flame = NULL;
  ScopeFlameOptions look = { .width = options->picture.width, .font_size = options->picture.font_size,
                             .palette = options->picture.palette, .root_on_top = !options->upwards, .chosen = SCOPE_NONE };

  if (tree == NULL)
    return FALSE;
  if (!scope_flame_has_weight (tree, options->weight))
    {
      g_auto (GStrv) words = g_strsplit (WEIGHTS, ", ", -1);
      g_autofree char *why = g_strdup_printf ("--weight %s: none in this trace or range", words[options->weight]);

      return scope_cli_picture_nothing (why, error);
    }
  if (options->picture.is_text)
    {
      g_autofree char *text = scope_flame_to_folded (tree, tick_ps, options->weight);

      return scope_cli_picture_write_text (&options->picture, text, error);
    }
  flame = scope_flame_new (tree, tick_ps, options->weight, SCOPE_NONE, (guint) look.width, options->search);
  if (options->search != NULL)
    fprintf (stderr, "lanescope-cli export: %u frame%s found\n", flame->n_found, flame->n_found == 1 ? "" : "s");
  look.height = options->picture.height > 0 ? options->picture.height : MIN (ceil (scope_flame_height (flame)), MOST_HEIGHT);
  return scope_cli_picture_write (&options->picture, scope_flame_scene (flame, &look), scope_trace_title (cli->trace), error);
}

/* The chart of one lane over time: the one that is said, or the one with most calls. */
static gboolean
draw_chart (ScopeCli *cli, const Options *options, GError **error)
{
  int width = options->picture.width;
  g_autofree char *search = scope_call_chart_fold (options->search);
  g_autoptr (ScopeActivations) activations = NULL;
  g_autoptr (GPtrArray) marks = NULL;
  ScopeViewport viewport;
  ScopeCallChartOptions look = { .width = width, .font_size = options->picture.font_size, .palette = options->picture.palette,
                                 .viewport = &viewport, .clock = scope_clock_of_trace (cli->trace), .search = search };
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (options->hide, options->fold, options->merge);
  gint64 first, last;
  ScopeLaneId lane;

  if (options->lane != NULL ? !find_lane (cli, options, &lane, error)
                            : !scope_calls_busiest_lane (cli->trace, &lane) && !say_why_not (cli, error))
    return FALSE;
  scope_trace_range (cli->trace, &first, &last);
  scope_viewport_init (&viewport, first, last, width);
  scope_viewport_set_times (&viewport, MAX (first, cli->from), MIN (last, cli->to));
  scope_viewport_get_range (&viewport, &first, &last);
  activations = scope_activations_read_without (cli->trace, lane, first, last, (gint64) scope_viewport_scale (&viewport),
                                                SCOPE_CALL_MAX_DEPTH, hiding, cli->cancellable, error);
  if (activations == NULL)
    return FALSE;
  marks = scope_call_marks_read (cli->trace, &lane, 1, &viewport, options->hit_kinds, 0, cli->cancellable);
  scope_call_marks_raise (g_ptr_array_index (marks, 0), activations, hiding != NULL);
  look.marks = g_ptr_array_index (marks, 0);
  look.by_kind = options->by_kind;
  look.depth_line = lane.kind == SCOPE_KIND_PROCESSOR;
  look.height = options->picture.height > 0 ? options->picture.height
                                            : ceil (scope_call_chart_height (MAX (activations->n_depths, 1))
                                                    + scope_call_chart_legend_height (&look));
  return scope_cli_picture_write (&options->picture, scope_call_chart_scene (activations, &look, NULL),
                                  scope_trace_title (cli->trace), error);
}

static gboolean
draw_flame (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;

  return options->chart ? draw_chart (cli, options, error) : draw_contexts (cli, options, error);
}

static char *
check_flame (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  char *wrong;

  if (options->hits != NULL && !scope_hits_parse (options->hits, &options->hit_kinds))
    return g_strdup_printf ("--hits %s: there is all, none, or some of l1d, l1i, l2, upg, mb, lli, tlb, interrupt, power with commas between", options->hits);
  wrong = scope_cli_picture_check (cli, data);
  if (wrong == NULL && options->chart && options->picture.is_text)
    wrong = g_strdup ("--over-time draws: FILE ends in .png, .svg or .pdf");
  return wrong;
}

const ScopeCliCommand scope_cli_export_flame = {
  .name = "flame",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view flame -o FILE TRACE…",
  .summary = "Draws where the time of functions went: calling contexts as a flame graph, or a call stack over time.",
  .description = OF_LANE,
  .options = (const ScopeCliOption[]) {
    { "lane", G_OPTION_ARG_STRING, offsetof (Options, lane), LANE },
    HIDING_OPTIONS,
    { "over-time", G_OPTION_ARG_NONE, offsetof (Options, chart), "As a chart over time, of LANE or else of the lane with most calls" },
    { "weight", G_OPTION_ARG_INT, offsetof (Options, weight),
      "What the width says: time (if not said), calls; of simulations instructions, l1d, l1i, l2, upg, mb, lli", "WHAT", WEIGHTS },
    { "hits", G_OPTION_ARG_STRING, offsetof (Options, hits),
      "Misses and the like as marks on the chart: all (if not said), none, or KINDS: l1d, l1i, l2, upg, mb, lli, tlb, interrupt, power", "KINDS" },
    { "by-kind", G_OPTION_ARG_NONE, offsetof (Options, by_kind),
      "The chart's colours say user, kernel, idle instead of which function" },
    { "upwards", G_OPTION_ARG_NONE, offsetof (Options, upwards), "Callers below what they call" },
    { "search", G_OPTION_ARG_STRING, offsetof (Options, search), "Outline functions with TEXT in their names, and dim all others",
      "TEXT" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else 1600 and what is needed", ".png, .svg or .pdf; .folded: stacks as text, in ns or calls") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture = { .files = SCOPE_CLI_PICTURE_FOLDED, .width = 1600 }, .hit_kinds = SCOPE_HITS_ALL },
  .check = check_flame,
  .run = draw_flame,
};
