/* scope-cli-export-tree.c: `lanescope-cli export --view process-tree`: the tree of tasks as a table with
 * lives, or (--graph, or into a .dot) as a graph whose nodes are as large as they ran long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/export/scope-cli-export.h"

#include "io/export/scope-graph-picture.h"
#include "model/scene/processes/scope-tree-scene.h"

#include <stdio.h>
#include <string.h>

#define MOST_DEPTH 10000

typedef struct
{
  char *by, *sort;
  ScopeCliPicture picture;
  int depth;
  gboolean graph, unfold;
} Options;

static void
options_clear (Options *options)
{
  g_free (options->by);
  g_free (options->sort);
  scope_cli_picture_clear (&options->picture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  ScopeTreeBy by;
  int column;
} Wish;

static gboolean
parse_column (const char *word, int *ret_column)
{
  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    if (strcmp (word, scope_tree_column_id ((ScopeTreeColumn)c)) == 0)
      {
        *ret_column = (int)c;
        return TRUE;
      }
  return FALSE;
}

static char *
name_columns (void)
{
  GString *names = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_TREE_N_COLUMNS; c++)
    g_string_append_printf (names, "%s%s", c > 0 ? ", " : "", scope_tree_column_id ((ScopeTreeColumn)c));
  return g_string_free (names, FALSE);
}

/* NULL if all is well, else what is wrong. */
static char *
check (Options *options, Wish *wish)
{
  char *wrong = scope_cli_picture_check (&options->picture, SCOPE_CLI_PICTURE_GRAPH);

  if (wrong != NULL)
    return wrong;
  options->graph |= g_str_has_suffix (options->picture.output, ".dot");
  options->graph |= g_str_has_suffix (options->picture.output, ".gv");
  if (options->by != NULL && !scope_tree_by_parse (options->by, &wish->by))
    return g_strdup_printf ("--by %s: there is parent, place", options->by);
  if (options->sort != NULL && !parse_column (options->sort, &wish->column))
    {
      g_autofree char *names = name_columns ();
      return g_strdup_printf ("--sort %s: there is %s", options->sort, names);
    }
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
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "Nothing was recorded in that range");
  return FALSE;
}

static gboolean
draw_table (ScopeCli *cli, const Options *options, ScopeTreeOrder *order, GError **error)
{
  ScopeTreeSceneOptions look = { .width = options->picture.width,
                                 .font_size = options->picture.font_size,
                                 .palette = options->picture.palette,
                                 .most_depth = (guint)options->depth };
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (cli->trace), 0, 1);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;

  if (!find_range (cli, &look.from, &look.to, error))
    return FALSE;
  scope_tile_getter_init_waiting (&getter, cache);
  scene = scope_tree_scene_new (order, &look, &getter);
  return scope_picture_write_scene (scene, scope_trace_title (cli->trace), 1, options->picture.output, error);
}

static gboolean
draw_graph (ScopeCli *cli, const Options *options, ScopeTreeOrder *order, GError **error)
{
  const ScopeGraphPictureOptions picture = scope_cli_picture_of_graph (&options->picture);
  g_autofree char *trouble = NULL;
  g_autoptr (ScopeGraph) graph = NULL;
  guint left;
  gboolean ok;

  graph = scope_process_tree_to_graph (order, (guint)options->depth, &left);
  ok = scope_graph_picture_export (graph, &picture, options->picture.output, cli->cancellable, &trouble, error);
  if (trouble != NULL)
    fprintf (stderr, "lanescope-cli export: %s; drawn without Graphviz\n", trouble);
  if (ok && left > 0)
    fprintf (stderr, "lanescope-cli export: %u below are left out; --depth says how deep to go\n", left);
  return ok;
}

static gboolean
draw (ScopeCli *cli, const Options *options, const Wish *wish, GError **error)
{
  const ScopeQueryRange within
      = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (ScopeProcessTree) tree = scope_process_tree_new (cli->trace, wish->by, cli->cancellable, error);
  g_autoptr (ScopeTreeTotals) totals
      = tree != NULL ? scope_tree_totals_read (tree, &within, TRUE, error) : NULL;
  g_autoptr (ScopeTreeOrder) order = NULL;

  if (totals == NULL)
    return FALSE;
  if (scope_process_tree_n (tree) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   "There is nothing to draw: no process or thread was recorded");
      return FALSE;
    }
  order = scope_tree_order_new (
      tree, totals, !options->unfold, wish->column,
      wish->column >= 0 && !scope_tree_column_is_text ((ScopeTreeColumn)wish->column), NULL);
  return options->graph ? draw_graph (cli, options, order, error) : draw_table (cli, options, order, error);
}

int
scope_cli_export_process_tree (ScopeCli *cli, int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  Wish wish = { .column = -1 };
  const GOptionEntry own[] = {
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by,
      "parent (who made whom; if the trace knows and nothing is said) or place (machine, process, thread)",
      "HOW" },
    { "graph", 0, 0, G_OPTION_ARG_NONE, &options.graph,
      "As a graph, larger what ran longer; .dot files always", NULL },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options.depth, "So many levels; else as many as can be read", "N" },
    { "unfold", 0, 0, G_OPTION_ARG_NONE, &options.unfold, "Siblings that are alike one by one", NULL },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.sort, "Siblings by a column: running, blocked, sent, …",
      "COLUMN" },
    SCOPE_CLI_PICTURE_OPTIONS (&options.picture, "Pixels; else what is needed. Tables take the width alone",
                               ".png, .svg, .pdf or .dot"),
    { NULL },
  };
  g_autofree char *wrong = NULL;
  GError *error = NULL;
  int status;

  if (!scope_cli_parse (cli, argc, argv, SCOPE_CLI_TAKES_RANGE, own, "--view process-tree -o FILE TRACE…",
                        "Draws who made whom, with lives and figures, or as a graph.", NULL, &status))
    return status;
  wrong = check (&options, &wish);
  if (wrong != NULL)
    return scope_cli_usage ("export", "%s", wrong);
  if (!scope_cli_open (cli, cli->arguments, &status))
    return status;
  draw (cli, &options, &wish, &error);
  return scope_cli_close (cli, error);
}
