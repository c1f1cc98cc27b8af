/* scope-cli-export-tree.c: `lanescope-cli export --view process-tree`: the tree of tasks as a table with
 * lives, or (--graph, or into a .dot) as a graph whose nodes are as large as they ran long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-views.h"
#include "app/cli/common/scope-cli-picture.h"

#include "model/base/scope-fail.h"
#include "model/scene/processes/scope-tree-scene.h"

#define MOST_DEPTH 10000

typedef struct
{
  ScopeCliPicture picture;
  ScopeTreeBy by;
  char *sort;
  int column; /* of --sort; -1: none */
  int depth;
  gboolean graph, unfold;
} Options;

static char *
name_columns (void)
{
  GString *names = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    g_string_append_printf (names, "%s%s", c > 0 ? ", " : "", scope_tree_column_id ((ScopeTreeColumn)c));
  return g_string_free (names, FALSE);
}

static char *
check (ScopeCli *cli, gpointer data)
{
  Options *options = data;
  g_autofree char *columns = name_columns ();
  char *wrong = scope_cli_picture_check (cli, data);

  if (wrong != NULL)
    return wrong;
  options->graph |= g_str_has_suffix (options->picture.output, ".dot") || g_str_has_suffix (options->picture.output, ".gv");
  options->column = options->sort != NULL ? scope_cli_find_word (columns, options->sort) : -1;
  if (options->sort != NULL && options->column < 0)
    return g_strdup_printf ("--sort %s: there is %s", options->sort, columns);
  if (options->depth < 0 || options->depth > MOST_DEPTH)
    return g_strdup_printf ("--depth takes levels, 1 to %d", MOST_DEPTH);
  return NULL;
}

/* The range, in which lives are drawn; as much of it as the trace has. */
static gboolean
find_range (ScopeCli *cli, gint64 *ret_from, gint64 *ret_to, GError **error)
{
  scope_trace_range (cli->trace, ret_from, ret_to);
  *ret_from = MAX (*ret_from, cli->from);
  *ret_to = MIN (*ret_to, cli->to);
  if (*ret_to > *ret_from)
    return TRUE;
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "Nothing was recorded in that range");
}

static gboolean
draw_table (ScopeCli *cli, const Options *options, ScopeTreeOrder *order, GError **error)
{
  ScopeTreeSceneOptions look = { .width = options->picture.width,
                                 .font_size = options->picture.font_size,
                                 .palette = options->picture.palette,
                                 .most_depth = (guint)options->depth };
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (cli->trace), 0, 1);
  ScopeTileGetter getter;

  if (!find_range (cli, &look.from, &look.to, error))
    return FALSE;
  scope_tile_getter_init_waiting (&getter, cache);
  return scope_cli_picture_write (&options->picture, scope_tree_scene_new (order, &look, &getter), scope_trace_title (cli->trace),
                                  error);
}

static gboolean
draw_graph (ScopeCli *cli, const Options *options, ScopeTreeOrder *order, GError **error)
{
  guint left;
  ScopeGraph *graph = scope_process_tree_to_graph (order, (guint)options->depth, &left);
  gboolean ok = scope_cli_picture_write_graph (cli, &options->picture, graph, error);

  if (ok && left > 0)
    fprintf (stderr, "lanescope-cli export: %u below are left out; --depth says how deep to go\n", left);
  return ok;
}

static gboolean
draw (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  const ScopeQueryRange range = scope_cli_query_range (cli);
  g_autoptr (ScopeProcessTree) tree = scope_process_tree_new (cli->trace, options->by, cli->cancellable, error);
  g_autoptr (ScopeTreeTotals) totals = tree != NULL ? scope_tree_totals_read (tree, &range, TRUE, error) : NULL;
  g_autoptr (ScopeTreeOrder) order = NULL;

  if (totals == NULL)
    return FALSE;
  if (scope_process_tree_n (tree) == 0)
    return scope_cli_picture_nothing ("no process or thread was recorded", error);
  order = scope_tree_order_new (
      tree, totals, !options->unfold, options->column,
      options->column >= 0 && !scope_tree_column_is_text ((ScopeTreeColumn)options->column), NULL);
  return options->graph ? draw_graph (cli, options, order, error) : draw_table (cli, options, order, error);
}

const ScopeCliCommand scope_cli_export_process_tree = {
  .name = "process-tree",
  .takes = SCOPE_CLI_TAKES_RANGE,
  .usage = "--view process-tree -o FILE TRACE…",
  .summary = "Draws who made whom, with lives and figures, or as a graph.",
  .options = (const ScopeCliOption[]) {
    { "by", G_OPTION_ARG_INT, offsetof (Options, by),
      "parent (who made whom; if the trace knows and nothing is said) or place (machine, process, thread)", "HOW", "parent, place",
      .first = SCOPE_TREE_BY_PARENT },
    { "graph", G_OPTION_ARG_NONE, offsetof (Options, graph), "As a graph, larger what ran longer; .dot files always" },
    { "depth", G_OPTION_ARG_INT, offsetof (Options, depth), "So many levels; else as many as can be read", "N" },
    { "unfold", G_OPTION_ARG_NONE, offsetof (Options, unfold), "Siblings that are alike one by one" },
    { "sort", G_OPTION_ARG_STRING, offsetof (Options, sort), "Siblings by a column: running, blocked, sent, …", "COLUMN" },
    SCOPE_CLI_PICTURE_OPTIONS ("Pixels; else what is needed. Tables take the width alone", ".png, .svg, .pdf or .dot") },
  .size = sizeof (Options),
  .defaults = &(const Options) { .picture.files = SCOPE_CLI_PICTURE_GRAPH },
  .check = check,
  .run = draw,
};
