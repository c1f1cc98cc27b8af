/* scope-lock-graph.c: who waits for whom, and which function takes lines from which, as a graph.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-contention.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  ScopeTrace *trace;
  ScopeContentionTopic topic;
  ScopeGraph *graph;
  GHashTable *nodes;  /* key → node + 1 */
  GHashTable *groups; /* machine << 32 | processor → group + 1 */
  GArray *spots;
} Making;

static guint32
processor_index (ScopeTrace *trace, guint32 machine, gint64 processor)
{
  return processor < 0 || processor > G_MAXUINT16
             ? SCOPE_NONE
             : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) processor);
}

static guint32
group_of (Making *making, guint32 machine, gint64 processor)
{
  gint64 key = (gint64) machine << 32 | (processor & G_MAXUINT32);
  guint group = GPOINTER_TO_UINT (g_hash_table_lookup (making->groups, &key));

  if (group == 0)
    {
      group = scope_graph_add_group (making->graph, scope_lock_processor_title (making->trace, machine, processor)) + 1;
      g_hash_table_insert (making->groups, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (group));
    }
  return group - 1;
}

/* By their numbers, so that a processor has the colour that it has elsewhere. */
static void
add_groups (Making *making)
{
  for (guint m = 0; m < scope_trace_n_machines (making->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (making->trace, m);
      guint n;
      g_autofree guint32 *processors = scope_lock_processors (machine, &n);

      for (guint i = 0; i < n; i++)
        group_of (making, m, (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processors[i])->number);
    }
}

/* A processor, or a function on it. */
static guint32
node_of (Making *making, guint32 machine, gint64 processor, guint32 function, double weight)
{
  gboolean functions = making->topic == SCOPE_CONTENTION_LINES;
  g_autofree char *key = functions
                             ? g_strdup_printf ("%u/%" G_GINT64_FORMAT "/%u", machine, processor, function)
                             : g_strdup_printf ("%u/%" G_GINT64_FORMAT, machine, processor);
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (making->nodes, key));
  ScopeGraphNode *added;
  char *core;

  if (node > 0)
    {
      scope_graph_node (making->graph, node - 1)->weight += weight;
      return node - 1;
    }
  core = scope_lock_processor_title (making->trace, machine, processor);
  if (functions)
    {
      const char *name = scope_lock_function_name (making->trace, machine, function);

      /* TRANSLATORS: a function and a processor: “move on Core 0” */
      node = scope_graph_add_node (making->graph, g_strdup (key), g_strdup (name), g_strdup_printf (_("%s on %s"), name, core),
                                   weight);
      g_free (core);
    }
  else
    node = scope_graph_add_node (making->graph, g_strdup (key), g_strdup (core), core, weight);
  added = scope_graph_node (making->graph, node);
  added->group = functions ? group_of (making, machine, processor) : SCOPE_NONE;
  added->lane = (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, processor_index (making->trace, machine, processor) };
  added->has_lane = added->lane.index != SCOPE_NONE;
  added->missing = !added->has_lane;
  g_hash_table_insert (making->nodes, g_strdup (key), GUINT_TO_POINTER (node + 1));
  return node;
}

static void
add_spot (Making *making, guint32 edge, guint32 node, gint64 from, gint64 to, guint64 address)
{
  const ScopeGraphNode *who = scope_graph_node (making->graph, node);

  g_array_append_val (making->spots, ((ScopeContentionSpot) { who->lane, from, to, address, who->has_lane }));
  scope_graph_edge (making->graph, edge)->data = making->spots->len - 1;
}

/* --- locks --- */

static void
add_wait (Making *making, const ScopeLockSum *sum)
{
  gint64 tick_ps = scope_trace_tick_ps (making->trace);
  guint32 from = node_of (making, sum->machine, sum->processor, 0, (double) sum->wait);
  guint32 to = node_of (making, sum->machine, sum->blocked_by, 0, 0);
  g_autofree char *wait = scope_format_duration ((double) sum->wait, tick_ps), *n = scope_format_count (sum->count);
  g_autofree char *most = scope_format_duration ((double) sum->wait_max, tick_ps);
  g_autofree char *waits = g_strdup_printf (ngettext ("%s wait", "%s waits", (gulong) sum->count), n);
  /* TRANSLATORS: two processors, a duration, “12 waits”, a duration */
  char *detail = g_strdup_printf (_("%s waited for %s: %s\n%s, the longest %s"), scope_graph_node (making->graph, from)->label,
                                  scope_graph_node (making->graph, to)->label, wait, waits, most);
  guint32 edge = scope_graph_add_edge (making->graph, from, to, (double) sum->wait, g_strdup (wait), detail);

  add_spot (making, edge, from, sum->longest.wait_from, sum->longest.wait_to, sum->longest.lock);
}

static gboolean
add_waits (Making *making, const ScopeQueryRange *within, guint64 *ret_n, guint *ret_all, GError **error)
{
  g_autoptr (GArray) sums = scope_locks_sum (within, SCOPE_LOCKS_BY_PAIR, error);

  for (guint i = 0; sums != NULL && i < sums->len; i++)
    {
      *ret_n += g_array_index (sums, ScopeLockSum, i).count;
      if (i < SCOPE_CONTENTION_MOST_EDGES)
        add_wait (making, &g_array_index (sums, ScopeLockSum, i));
    }
  *ret_all = sums != NULL ? sums->len : 0;
  return sums != NULL;
}

/* --- lines --- */

static void
add_taking (Making *making, const ScopeCoherenceSum *sum)
{
  gint64 tick_ps = scope_trace_tick_ps (making->trace);
  double weight = sum->timed > 0 ? (double) sum->latency : (double) sum->count;
  guint32 from = node_of (making, sum->machine, sum->by_processor, sum->by_function, 0);
  guint32 to = node_of (making, sum->machine, sum->processor, sum->function, weight);
  g_autofree char *n = scope_format_count (sum->count), *lost = scope_format_duration ((double) sum->latency, tick_ps);
  g_autofree char *misses = g_strdup_printf (ngettext ("%s miss", "%s misses", (gulong) sum->count), n);
  g_autofree char *wrong = scope_format_count (sum->known_false);
  GString *detail = g_string_new (NULL);
  guint32 edge;

  /* TRANSLATORS: two functions on processors, “12 misses”: “move on Core 1 takes from move on Core 0: 12 misses” */
  g_string_append_printf (detail, _("%s takes from %s: %s"), scope_graph_node (making->graph, from)->detail,
                          scope_graph_node (making->graph, to)->detail, misses);
  if (sum->timed > 0)
    /* TRANSLATORS: a duration */
    g_string_append_printf (detail, _("\n%s lost"), lost);
  if (sum->known_false > 0)
    g_string_append_printf (detail, _("\nfalse sharing: %s"), wrong);
  edge = scope_graph_add_edge (making->graph, from, to, weight, g_strdup (n), g_string_free (detail, FALSE));
  scope_graph_edge (making->graph, edge)->alarm = sum->known_false > sum->known_true;
  add_spot (making, edge, to, sum->longest.time, scope_time_add (sum->longest.time, MAX (sum->longest.latency, 0)),
            sum->longest.line);
}

typedef struct
{
  gint64 processor;
  guint32 machine, function;
} Place;

SCOPE_COMPARE_BY (compare_places, Place, SCOPE_UP (machine) SCOPE_UP (processor) SCOPE_UP (function))

/* Those of a processor one after the other: a plain layout has them side by side. */
static void
add_places (Making *making, const GArray *sums)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < MIN (sums->len, SCOPE_CONTENTION_MOST_EDGES); i++)
    {
      const ScopeCoherenceSum *sum = &g_array_index (sums, ScopeCoherenceSum, i);

      g_array_append_val (places, ((Place) { sum->processor, sum->machine, sum->function }));
      g_array_append_val (places, ((Place) { sum->by_processor, sum->machine, sum->by_function }));
    }
  g_array_sort (places, compare_places);
  SCOPE_EACH (const Place, place, places)
    node_of (making, place->machine, place->processor, place->function, 0);
}

static gboolean
add_takings (Making *making, const ScopeQueryRange *within, guint64 *ret_n, guint *ret_all, GError **error)
{
  g_autoptr (GArray) sums = scope_coherence_sum (within, SCOPE_COHERENCE_PER_PLACE, error);

  if (sums == NULL)
    return FALSE;
  add_groups (making);
  add_places (making, sums);
  for (guint i = 0; i < sums->len; i++)
    {
      *ret_n += g_array_index (sums, ScopeCoherenceSum, i).count;
      if (i < SCOPE_CONTENTION_MOST_EDGES)
        add_taking (making, &g_array_index (sums, ScopeCoherenceSum, i));
    }
  *ret_all = sums->len;
  return TRUE;
}

/* --- all of it --- */

static char *
make_summary (const Making *making, guint64 n, guint all)
{
  guint n_nodes = scope_graph_n_nodes (making->graph), n_edges = scope_graph_n_edges (making->graph);
  g_autofree char *nodes = scope_format_count (n_nodes), *edges = scope_format_count (n_edges), *of = scope_format_count (all);
  g_autofree char *count = scope_format_count (n), *who = NULL, *what = NULL, *lines = NULL;

  if (making->topic == SCOPE_CONTENTION_LOCKS)
    {
      who = g_strdup_printf (ngettext ("%s core", "%s cores", n_nodes), nodes);
      what = g_strdup_printf (ngettext ("%s wait", "%s waits", (gulong) n), count);
    }
  else
    {
      who = g_strdup_printf (ngettext ("%s function", "%s functions", n_nodes), nodes);
      what = g_strdup_printf (ngettext ("%s miss", "%s misses", (gulong) n), count);
    }
  lines = n_edges < all ? g_strdup_printf (_("the costliest %s of %s arrows"), edges, of)
                        : g_strdup_printf (ngettext ("%s arrow", "%s arrows", n_edges), edges);
  return g_strdup_printf ("%s · %s · %s", who, lines, what);
}

ScopeGraph *
scope_contention_graph_read (const ScopeQueryRange *within, ScopeContentionTopic topic, GArray **ret_spots, char **ret_summary,
                             GError **error)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (ScopeContentionSpot));
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  Making making = { within->trace, topic, graph, nodes, groups, spots };
  guint64 n = 0;
  guint all = 0;

  if (!(topic == SCOPE_CONTENTION_LOCKS ? add_waits (&making, within, &n, &all, error)
                                     : add_takings (&making, within, &n, &all, error)))
    return NULL;
  graph->scale = g_strdup (topic == SCOPE_CONTENTION_LOCKS ? _("Arrows: who waits for whom; thickness: time waited")
                                                        : _("Arrows: who takes lines from whom; thickness: time lost"));
  scope_graph_finish (graph);
  if (ret_summary != NULL)
    *ret_summary = make_summary (&making, n, all);
  if (ret_spots != NULL)
    *ret_spots = g_steal_pointer (&spots);
  return g_steal_pointer (&graph);
}
