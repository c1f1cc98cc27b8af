/* scope-call-graph.c: see scope-call-graph.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-graph.h"

#include "model/scene/calls/scope-call-words.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
is_pseudo (const ScopeCallFunctionSum *function)
{
  return function->kind == SCOPE_CALL_FUNCTION_SUSPEND || function->kind == SCOPE_CALL_FUNCTION_COLLECT;
}

/* "lists" of "lists:map/2", "Data.Map" of "Data.Map.insert" and of "Data.Map.insert.go"; NULL: it names no module. */
static char *
module_of (const ScopeCallTree *tree, const char *name)
{
  const char *colon = strchr (name, ':'), *at = name;

  if (tree->sampled)
    {
      for (const char *dot; (dot = strchr (at, '.')) != NULL && g_ascii_isupper (*at); at = dot + 1)
        ;
      return at > name ? g_strndup (name, (gsize) (at - 1 - name)) : NULL;
    }
  return colon != NULL && colon > name ? g_strndup (name, (gsize) (colon - name)) : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Functions of a module have one colour; modules are numbered by name, so that it stays the same in other ranges. */
static GPtrArray *
list_modules (const ScopeCallTree *tree)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *modules = g_ptr_array_new_with_free_func (g_free);

  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      char *module = module_of (tree, tree->functions[f].name);

      if (module == NULL || g_hash_table_contains (seen, module))
        {
          g_free (module);
          continue;
        }
      g_hash_table_add (seen, module);
      g_ptr_array_add (modules, module);
    }
  g_ptr_array_sort (modules, compare_names);
  return modules;
}

static guint32
group_of (const ScopeCallTree *tree, const GPtrArray *modules, const char *name)
{
  g_autofree char *module = module_of (tree, name);

  for (guint m = 0; module != NULL && m < modules->len; m++)
    if (strcmp (modules->pdata[m], module) == 0)
      return m;
  return SCOPE_NONE;
}

static char *
describe_function (const ScopeCallTree *tree, const ScopeCallFunctionSum *function, gint64 tick_ps)
{
  g_autofree char *calls = scope_format_count (function->calls), *total = scope_format_duration ((double) function->total, tick_ps);
  g_autofree char *self = scope_format_duration ((double) function->self, tick_ps);
  g_autofree char *share = scope_call_share_text ((double) function->total, (double) tree->alive);

  if (tree->sampled)
    {
      g_autofree char *samples = scope_call_samples_text (tree, function->total), *bounds = scope_call_sample_share_text (tree, function->total);
      g_autofree char *own = scope_format_count ((guint64) function->self);

      return g_strdup_printf (_("%s\n%s (%s)\nItself: %s"), scope_call_function_title (function), samples, bounds, own);
    }
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s\n%s call\nOn the stack for %s (%s of the life)\nItself: %s",
                                       "%s\n%s calls\nOn the stack for %s (%s of the life)\nItself: %s", (gulong) function->calls),
                          scope_call_function_title (function), calls, total, share, self);
}

static void
add_function (ScopeGraph *graph, const ScopeCallTree *tree, guint32 f, gint64 tick_ps, const GPtrArray *modules)
{
  const ScopeCallFunctionSum *function = &tree->functions[f];
  g_autofree char *share = scope_call_share_text ((double) function->total, (double) tree->alive);
  guint32 node
      = scope_graph_add_node (graph, g_strdup (function->name),
                              g_strdup_printf ("%s  %s", scope_call_function_title (function), share),
                              describe_function (tree, function, tick_ps), (double) function->total);

  scope_graph_node (graph, node)->data = f;
  scope_graph_node (graph, node)->group = group_of (tree, modules, function->name);
  scope_graph_node (graph, node)->missing = function->kind == SCOPE_CALL_FUNCTION_UNKNOWN;
}

/* No call was seen where a function is not traced, as the funs of list comprehensions, and where the range begins within it: but it was
 * called, and what it called would stand apart. */
static gboolean
is_shown (const ScopeCallEdge *edge)
{
  return edge->caller != SCOPE_NONE && (edge->calls > 0 || (edge->time > 0 && edge->caller != edge->callee));
}

static void
add_edge (ScopeGraph *graph, const ScopeCallTree *tree, guint32 e, const guint32 *nodes, gint64 tick_ps)
{
  const ScopeCallEdge *edge = &tree->edges[e];
  const char *caller = scope_call_function_title (&tree->functions[edge->caller]);
  const char *callee = scope_call_function_title (&tree->functions[edge->callee]);
  g_autofree char *calls = scope_format_count (edge->calls), *time = scope_format_duration ((double) edge->time, tick_ps);
  char *detail;
  guint32 i;

  if (tree->sampled)
    {
      g_autofree char *count = scope_format_count ((guint64) edge->time), *samples = scope_call_samples_text (tree, edge->time);

      i = scope_graph_add_edge (graph, nodes[edge->caller], nodes[edge->callee], (double) edge->time, g_steal_pointer (&count),
                                g_strdup_printf ("%s → %s\n%s", caller, callee, samples));
      scope_graph_edge (graph, i)->data = e;
      return;
    }
  if (edge->caller == edge->callee)
    detail = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s calls itself\n%s time", "%s calls itself\n%s times", (gulong) edge->calls),
                              caller, calls);
  else
    detail = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s → %s\n%s call, %s in it", "%s → %s\n%s calls, %s in them",
                                           (gulong) edge->calls),
                              caller, callee, calls, time);
  i = scope_graph_add_edge (graph, nodes[edge->caller], nodes[edge->callee], (double) edge->calls,
                            edge->calls > 0 ? g_strdup (calls) : NULL, detail);
  scope_graph_edge (graph, i)->data = e;
}

ScopeGraph *
scope_call_graph_new (const ScopeCallTree *tree, gint64 tick_ps, const ScopeCallGraphOptions *options,
                      ScopeCallGraphCounts *ret_counts)
{
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_LEVELS);
  g_autofree guint32 *nodes = g_new (guint32, tree->n_functions + 1);
  g_autoptr (GPtrArray) modules = list_modules (tree);
  double life = MAX ((double) tree->alive, 1);
  ScopeCallGraphCounts counts = { 0 };

  for (guint m = 0; m < modules->len; m++)
    scope_graph_add_group (graph, g_strdup (modules->pdata[m]));
  /* They come in order of falling time. */
  for (guint32 f = 0; f < tree->n_functions; f++)
    {
      const ScopeCallFunctionSum *function = &tree->functions[f];

      nodes[f] = SCOPE_NONE;
      if (is_pseudo (function) && !options->with_pseudo)
        continue;
      counts.all_nodes++;
      if ((double) function->total / life < options->least_share || counts.needed > 0)
        continue;
      if (graph->nodes->len == SCOPE_CALL_GRAPH_NODES)
        {
          counts.needed = scope_graph_node (graph, graph->nodes->len - 1)->weight / life;
          continue;
        }
      nodes[f] = graph->nodes->len;
      add_function (graph, tree, f, tick_ps, modules);
    }
  for (guint32 e = 0; e < tree->n_edges; e++)
    {
      const ScopeCallEdge *edge = &tree->edges[e];

      if (is_shown (edge) && nodes[edge->caller] != SCOPE_NONE && nodes[edge->callee] != SCOPE_NONE)
        add_edge (graph, tree, e, nodes, tick_ps);
    }
  graph->scale = g_strdup (tree->sampled ? _("Size: samples on the stack · thickness: samples · colour: module")
                                         : _("Size: time on the stack · thickness: calls · colour: module"));
  scope_graph_finish (graph);
  counts.nodes = graph->nodes->len;
  counts.edges = graph->edges->len;
  if (ret_counts != NULL)
    *ret_counts = counts;
  return graph;
}
