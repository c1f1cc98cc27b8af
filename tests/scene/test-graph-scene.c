/* test-graph-scene.c: graphs of nodes and edges as they are drawn, hit, and written as SVG and DOT.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scene-texts.h"

#include "io/export/scope-graph-picture.h"
#include "io/export/scope-svg.h"
#include "model/scene/graph/scope-graph-curve.h"
#include "model/scene/graph/scope-graph-groups.h"
#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/messages/scope-message-graph.h"

#include <math.h>
#include <string.h>

static ScopeGraph *
two_nodes (void)
{
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);

  scope_graph_add_node (graph, g_strdup ("a"), g_strdup ("a"), g_strdup ("the first <a>"), 0);
  scope_graph_add_node (graph, g_strdup ("b"), g_strdup ("b"), g_strdup ("the second"), 0);
  scope_graph_add_edge (graph, 0, 1, 10, g_strdup ("ten"), g_strdup ("a → b"));
  scope_graph_add_edge (graph, 1, 0, 1, g_strdup ("one"), g_strdup ("b → a"));
  scope_graph_add_edge (graph, 1, 1, 2, g_strdup ("two"), g_strdup ("b → b"));
  scope_graph_finish (graph);
  for (guint i = 0; i < 2; i++)
    {
      scope_graph_node (graph, i)->x = 400.0 * i;
      scope_graph_node (graph, i)->placed = TRUE;
    }
  return graph;
}

static void
fit (ScopeGraphOptions *options, const ScopeGraph *graph)
{
  scope_graph_options_init (options, 600, 300, scope_palette_get (SCOPE_PALETTE_LIGHT));
  scope_graph_viewport_fit (&options->viewport, graph, 600, 300, 40, 1);
}

/* Lines that bend beyond the boxes are in sight as well, whatever the room. */
static void
test_fit (void)
{
  static const double sizes[][2] = { { 600, 300 }, { 1500, 100 }, { 200, 700 }, { 300, 300 } };
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);

  for (guint i = 0; i < 4; i++)
    scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("node %u", i), NULL, 0);
  for (guint i = 0; i < 4; i++)
    for (guint k = 0; k < 4; k++)
      scope_graph_add_edge (graph, i, k, 1 + i + k, NULL, NULL);
  scope_graph_finish (graph);
  for (guint i = 0; i < 4; i++)
    {
      scope_graph_node (graph, i)->x = 300.0 * (i % 2);
      scope_graph_node (graph, i)->y = 40.0 * (i / 2);
      scope_graph_node (graph, i)->placed = TRUE;
    }
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      ScopeGraphViewport viewport = { 0 };

      scope_graph_viewport_fit (&viewport, graph, sizes[s][0], sizes[s][1], 10, 1);
      for (guint i = 0; i < scope_graph_n_edges (graph); i++)
        {
          ScopeGraphCurve curve;

          g_assert_true (scope_graph_curve_init (&curve, graph, scope_graph_edge (graph, i), &viewport,
                                                 scope_graph_heaviest_edge (graph)));
          for (guint k = 0; k < curve.n; k++)
            {
              g_assert_cmpfloat (curve.points[2 * k], >=, 0);
              g_assert_cmpfloat (curve.points[2 * k], <=, sizes[s][0]);
              g_assert_cmpfloat (curve.points[2 * k + 1], >=, 0);
              g_assert_cmpfloat (curve.points[2 * k + 1], <=, sizes[s][1]);
            }
        }
    }
}

static void
test_hit (void)
{
  g_autoptr (ScopeGraph) graph = two_nodes ();
  ScopeGraphOptions options;
  ScopeGraphCurve curves[3];
  double x, y;

  fit (&options, graph);
  g_assert_cmpuint (scope_graph_hit_node (graph, &options, options.viewport.x, options.viewport.y), ==, 0);
  g_assert_cmpuint (scope_graph_hit_node (graph, &options, 300, 20), ==, SCOPE_NONE);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (scope_graph_curve_init (&curves[i], graph, scope_graph_edge (graph, i), &options.viewport, 10));
      scope_graph_curve_at (&curves[i], 0.5, &x, &y);
      g_assert_cmpuint (scope_graph_hit_edge (graph, &options, x, y), ==, i);
    }
  /* There and back lie apart, on the right of where they go. */
  scope_graph_curve_at (&curves[0], 0.5, &x, &y);
  g_assert_cmpfloat (y, >, options.viewport.y + 10);
  scope_graph_curve_at (&curves[1], 0.5, &x, &y);
  g_assert_cmpfloat (y, <, options.viewport.y - 10);
  g_assert_cmpfloat (curves[0].width, >, 2 * curves[1].width);
  g_assert_cmpuint (scope_graph_hit_edge (graph, &options, 300, 10), ==, SCOPE_NONE);
}

static void
test_scene (void)
{
  g_autoptr (ScopeGraph) graph = two_nodes ();
  g_autoptr (ScopeScene) scene = NULL, looked = NULL;
  ScopeGraphOptions options;

  fit (&options, graph);
  scene = scope_graph_scene_build (graph, &options);
  g_assert_cmpuint (count_texts (scene, "a"), ==, 1);
  g_assert_cmpuint (count_texts (scene, "ten"), ==, 1);
  g_assert_cmpuint (count_texts (scene, "one"), ==, 1);
  options.looked_edge = 0;
  looked = scope_graph_scene_build (graph, &options);
  g_assert_cmpuint (count_texts (looked, "ten"), ==, 1);
  g_assert_cmpuint (count_texts (looked, "one"), ==, 0);
}

/* What is drawn over what was drawn aside does not cover it. */
static void
test_parts (void)
{
  g_autoptr (ScopeGraph) graph = two_nodes ();
  ScopeGraphOptions options;

  fit (&options, graph);
  for (guint parts = 1; parts <= SCOPE_GRAPH_PART_ALL; parts++)
    {
      g_autoptr (ScopeScene) scene = NULL;
      guint covering = 0;

      options.parts = (ScopeGraphParts) parts;
      scene = scope_graph_scene_build (graph, &options);
      for (guint i = 0; i < scene->items->len; i++)
        {
          const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

          covering += item->type == SCOPE_ITEM_RECT && item->width > 500;
        }
      g_assert_cmpuint (covering, ==, parts == SCOPE_GRAPH_PART_ALL);
      g_assert_cmpuint (count_texts (scene, "a"), ==, (parts & SCOPE_GRAPH_PART_NODES) != 0);
    }
}

/* A node too small for its name has it beside it, wherever on the picture it lies. */
static void
test_small_nodes (void)
{
  g_autoptr (ScopeGraph) graph = two_nodes ();
  ScopeGraphOptions options;

  fit (&options, graph);
  for (guint i = 0; i < 16; i++)
    {
      g_autoptr (ScopeScene) scene = NULL;

      options.viewport = (ScopeGraphViewport) { 100 + i * 0.7, 150 + i * 0.9, 0.2, 1, 1, FALSE };
      scene = scope_graph_scene_build (graph, &options);
      g_assert_cmpuint (count_texts (scene, "a"), ==, 1);
      g_assert_cmpuint (count_texts (scene, "b"), ==, 1);
    }
}

/* Labels of edges never lie over each other. */
static void
test_labels (void)
{
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeGraphOptions options;
  guint n = 0;

  for (guint i = 0; i < 20; i++)
    scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("%u", i), NULL, 0);
  for (guint i = 0; i < 20; i++)
    for (guint k = 0; k < 20; k++)
      if (i != k)
        scope_graph_add_edge (graph, i, k, i + k, g_strdup_printf ("%u messages", 1000 + 20 * i + k), NULL);
  scope_graph_finish (graph);
  scope_graph_place_plainly (graph);
  scope_graph_options_init (&options, 1200, 800, scope_palette_get (SCOPE_PALETTE_DARK));
  scope_graph_viewport_fit (&options.viewport, graph, 1200, 800, 40, 1);
  scene = scope_graph_scene_build (graph, &options);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *a = &g_array_index (scene->items, ScopeItem, i);

      if (a->type != SCOPE_ITEM_TEXT || !g_str_has_suffix (scope_scene_text (scene, a->text), "messages"))
        continue;
      n++;
      for (guint k = i + 1; k < scene->items->len; k++)
        {
          const ScopeItem *b = &g_array_index (scene->items, ScopeItem, k);

          if (b->type == SCOPE_ITEM_TEXT && g_str_has_suffix (scope_scene_text (scene, b->text), "messages"))
            g_assert_false (a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
                            && b->y < a->y + a->height);
        }
    }
  g_assert_cmpuint (n, >=, 15);
}

/* There and back: where there is room for one label, there is for the other one, beside its arrow if not on it. */
static void
test_there_and_back (void)
{
  guint both = 0;

  for (int apart = 100; apart < 200; apart++)
    {
      g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
      g_autoptr (ScopeScene) scene = NULL;
      ScopeGraphOptions options;
      guint n = 0;

      for (guint i = 0; i < 2; i++)
        scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("Core %u", i), NULL, 5 + i);
      scope_graph_add_edge (graph, 0, 1, 333, g_strdup ("3.33 µs"), NULL);
      scope_graph_add_edge (graph, 1, 0, 419, g_strdup ("4.19 µs"), NULL);
      scope_graph_finish (graph);
      for (guint i = 0; i < 2; i++)
        {
          scope_graph_node (graph, i)->x = apart * i;
          scope_graph_node (graph, i)->placed = TRUE;
        }
      scope_graph_options_init (&options, 400, 200, scope_palette_get (SCOPE_PALETTE_LIGHT));
      scope_graph_viewport_fit (&options.viewport, graph, 400, 200, 10, 1);
      scene = scope_graph_scene_build (graph, &options);
      for (guint i = 0; i < scene->items->len; i++)
        {
          const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

          n += item->type == SCOPE_ITEM_TEXT && g_str_has_suffix (scope_scene_text (scene, item->text), "µs");
        }
      g_assert_cmpuint (n, !=, 1);
      both += n == 2;
    }
  g_assert_cmpuint (both, >, 70);
}

static void
test_svg (void)
{
  g_autoptr (ScopeGraph) graph = two_nodes ();
  ScopeGraphPictureOptions options = { 0 };
  g_autoptr (GByteArray) bytes = scope_graph_picture_draw (graph, &options, "x.svg", NULL);
  g_autofree char *svg = g_strndup ((const char *) bytes->data, bytes->len);
  const GMarkupParser parser = { NULL };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);

  g_assert_true (g_markup_parse_context_parse (context, svg, -1, NULL));
  g_assert_true (g_markup_parse_context_end_parse (context, NULL));
  g_assert_nonnull (strstr (svg, "<title>the first &lt;a&gt;</title>"));
  g_assert_nonnull (strstr (svg, "<title>b → a</title>"));
}

static void
test_dot (void)
{
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_LEVELS);
  GString *dot;

  scope_graph_add_node (graph, g_strdup ("a"), g_strdup ("say \"a\\\""), g_strdup ("one\ntwo"), 2);
  scope_graph_add_node (graph, g_strdup ("long"), g_strdup ("long"), NULL, 1.317e8);
  scope_graph_add_node (graph, g_strdup ("short"), g_strdup ("short"), NULL, 2.5e-5);
  scope_graph_add_edge (graph, 0, 0, 3, g_strdup ("x"), NULL);
  graph->title = g_strdup ("t");
  scope_graph_finish (graph);
  scope_graph_place_plainly (graph);
  dot = scope_graph_write_dot (graph);
  g_assert_true (g_str_has_prefix (dot->str, "digraph \"t\" {\n  layout=dot;"));
  g_assert_nonnull (strstr (dot->str, "label=\"say \\\"a\\\\\\\"\", tooltip=\"one\\ntwo\""));
  g_assert_nonnull (strstr (dot->str, "\"a\" -> \"a\" [penwidth=8, weight=3, label=\"x\"]"));
  g_assert_nonnull (strstr (dot->str, ", weight=131700000,")); /* there are no exponents in this language */
  g_assert_nonnull (strstr (dot->str, ", weight=0.000025,"));
  g_string_free (dot, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/fit", test_fit);
  g_test_add_func ("/graph/hit", test_hit);
  g_test_add_func ("/graph/scene", test_scene);
  g_test_add_func ("/graph/parts", test_parts);
  g_test_add_func ("/graph/small-nodes", test_small_nodes);
  g_test_add_func ("/graph/labels", test_labels);
  g_test_add_func ("/graph/there-and-back", test_there_and_back);
  g_test_add_func ("/graph/svg", test_svg);
  g_test_add_func ("/graph/dot", test_dot);
  return g_test_run ();
}
