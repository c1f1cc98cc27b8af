/* bench-graph.c: how long it takes to lay out a graph of NODES and EDGES in the child, and what of it the drawing thread does: the scene,
 * what lies under the pointer. Two kinds: everyone with anyone, and a few that all talk to. Prints JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "io/export/scope-graphviz.h"
#include "model/scene/graph/scope-graph-scene.h"

#include <stdlib.h>

static ScopeGraph *
make_graph (guint n, guint m, guint hubs)
{
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  GRand *rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < (n + 3) / 4; i++)
    scope_graph_add_group (graph, g_strdup_printf ("Machine %u", i + 1));
  for (guint i = 0; i < n; i++)
    scope_graph_node (graph, scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("%u:%u", i / 4 + 1, i % 4),
                                                   g_strdup ("sent: 1, received: 1"), 0))->group = i / 4;
  for (guint i = 0; i < m; i++)
    {
      guint a = (guint) g_rand_int_range (rand, 0, hubs > 0 ? (gint) hubs : (gint) n);
      guint b = (guint) g_rand_int_range (rand, 0, (gint) n);

      scope_graph_add_edge (graph, i % 2 ? a : b, i % 2 ? b : a, g_rand_int_range (rand, 1, 1000), g_strdup ("1,234"), NULL);
    }
  scope_graph_finish (graph);
  g_rand_free (rand);
  return graph;
}

int
main (int argc, char **argv)
{
  guint n = argc == 3 ? (guint) atoi (argv[1]) : 300, m = argc == 3 ? (guint) atoi (argv[2]) : 5000;
  double layout = 0, edges = 0, nodes = 0, hit = 0;

  for (guint hubs = 0; hubs <= 20; hubs += 20)
    {
      g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);
      g_autoptr (ScopeGraph) graph = make_graph (n, m, hubs);
      g_autofree char *trouble = NULL;
      ScopeGraphOptions options;
      double start = bench_now ();

      if (!scope_graphviz_place (graphviz, graph, NULL, &trouble, NULL) || trouble != NULL)
        {
          fprintf (stderr, "bench-graph: %s\n", trouble);
          return 1;
        }
      layout = MAX (layout, bench_now () - start);
      scope_graph_options_init (&options, 1600, 900, scope_palette_get (SCOPE_PALETTE_LIGHT));
      scope_graph_viewport_fit (&options.viewport, graph, 1600, 900, 30, 1);
      options.parts = SCOPE_GRAPH_PART_EDGES;
      start = bench_now ();
      scope_scene_free (scope_graph_scene_build (graph, &options));
      edges = MAX (edges, bench_now () - start);
      options.parts = SCOPE_GRAPH_PART_NODES | SCOPE_GRAPH_PART_KEY;
      start = bench_now ();
      scope_scene_free (scope_graph_scene_build (graph, &options));
      nodes = MAX (nodes, bench_now () - start);
      start = bench_now ();
      scope_graph_hit_edge (graph, &options, 700, 400);
      hit = MAX (hit, bench_now () - start);
    }
  printf ("{\"nodes\": %u, \"edges\": %u, \"layout_s\": %.3f, \"edges_ms\": %.2f, \"nodes_ms\": %.2f, \"hit_ms\": %.2f}\n", n, m, layout,
          edges * 1e3, nodes * 1e3, hit * 1e3);
  return 0;
}
