/* test-calls.c: pictures of call stacks against every single call: a flame chart's bars cover what was covered, at every zoom; a flame
 * graph's frames add up; the graph has the functions and calls that there were.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-chart.h"
#include "model/scene/calls/scope-call-graph.h"
#include "model/scene/calls/scope-call-table.h"
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "model/scene/calls/scope-call-words.h"
#include "model/scene/calls/scope-flame.h"
#include "call-world.h"
#include "scene-texts.h"

#include <math.h>
#include <string.h>

#define WIDTH 500

/* --- the chart --- */

/* Ticks of [from, to) at a depth that are covered. */
static gint64
covered (const World *world, guint depth, gint64 from, gint64 to)
{
  gint64 sum = 0;

  for (guint i = 0; i < world->calls->len; i++)
    {
      const Call *call = &g_array_index (world->calls, Call, i);

      if (call->depth == depth)
        sum += MAX (MIN (call->to, to) - MAX (call->from, from), 0);
    }
  return sum;
}

/* Painted area of a level, in pixels of full height: what is drawn over something else counts once. */
static double
painted (const ScopeScene *scene, const ScopeCallChartPlace *place, guint depth, gboolean *ret_any)
{
  double top = place->y + depth * place->row, height = place->row - 1, sum = 0;
  g_autofree guint8 *cells = g_new0 (guint8, WIDTH * 4 * 16);

  *ret_any = FALSE;
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type != SCOPE_ITEM_RECT || item->y < top - 0.01 || item->y + item->height > top + height + 0.01
          || item->height > height + 0.01)
        continue;
      *ret_any = TRUE;
      /* Quarter pixels wide, sixteenths of the level high. */
      for (int x = MAX ((int) round (item->x * 4), 0); x < MIN ((int) round ((item->x + item->width) * 4), WIDTH * 4); x++)
        for (int y = (int) round ((item->y - top) / height * 16); y < MIN ((int) round ((item->y + item->height - top) / height * 16), 16);
             y++)
          cells[x * 16 + y] = 1;
    }
  for (guint i = 0; i < WIDTH * 4 * 16; i++)
    sum += cells[i];
  return sum / 64;
}

static void
check_chart (const World *world, gint64 from, gint64 to)
{
  ScopeViewport viewport;
  ScopeCallChartOptions options = { .width = WIDTH, .height = 400, .palette = SCOPE_PALETTE_LIGHT, .viewport = &viewport, .clock = { .tick_ps = 1000 } };
  ScopeCallChartPlace place;
  g_autoptr (ScopeActivations) activations = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  double scale;

  scope_viewport_init (&viewport, 0, LENGTH, WIDTH);
  scope_viewport_set_times (&viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  scale = scope_viewport_scale (&viewport);
  activations = scope_activations_read (world->trace, world->lane, from, to, (gint64) scale, SCOPE_CALL_MAX_DEPTH, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (activations->truncated);
  g_assert_cmpuint (activations->n, <=, (gsize) WIDTH * 4 * world->depth);
  scene = scope_call_chart_scene (activations, &options, NULL);
  scope_call_chart_place (&options, &place);
  for (guint d = 0; d < world->depth; d++)
    {
      gboolean any;
      double is = painted (scene, &place, d, &any), was = (double) covered (world, d, from, to) / scale;
      guint n = d < activations->n_depths ? activations->depths[d + 1] - activations->depths[d] : 0;

      /* What is there is drawn; nothing else; edges are rounded to quarters, the faintest are a pixel wide and high. */
      g_assert_true (any == (was > 0));
      g_assert_cmpfloat (fabs (is - was), <=, 1 + was * 0.05 + n * 0.8);
    }
}

static void
test_chart (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  World world;

  world_init (&world);
  g_assert_cmpuint (scope_activations_depth (world.trace, world.lane), ==, world.depth);
  check_chart (&world, 0, LENGTH);
  for (guint i = 0; i < 40; i++)
    {
      gint64 length = (gint64) pow (10, g_rand_double_range (rand, 1.8, 5.2)), from = g_rand_int_range (rand, 0, LENGTH);

      check_chart (&world, from, MIN (from + length, LENGTH));
    }
  world_clear (&world);
}

/* What is at a pixel is what the truth has there, where it is wide enough to be one thing. */
/* Bars of one run that the other has not have a strip, and a sign where they have a name; no others have. */
static void
check_unmatched (const World *world, const ScopeCallUnmatched *unmatched, ScopeCallSide side, gint64 from, gint64 to)
{
  ScopeViewport viewport;
  ScopeCallChartPlace place = { .viewport = &viewport, .bottom = 400, .row = 17, .unmatched = unmatched, .side = side };
  g_autoptr (ScopeActivations) activations = NULL;
  g_autoptr (ScopeScene) scene = scope_scene_new (WIDTH, 400, scope_palette_get (SCOPE_PALETTE_LIGHT));
  guint strips = 0, signs = 0, found = 0;

  scene->font_size = 11;
  scope_viewport_init (&viewport, 0, LENGTH, WIDTH);
  scope_viewport_set_times (&viewport, from, to);
  scope_viewport_get_range (&viewport, &from, &to);
  activations = scope_activations_read (world->trace, world->lane, from, to, (gint64) scope_viewport_scale (&viewport), SCOPE_CALL_MAX_DEPTH,
                                        NULL, NULL);
  for (gsize i = 0; i < activations->n; i++)
    {
      const ScopeActivation *item = &activations->items[i];
      double share = scope_call_unmatched_share (activations, &place, item), x0, x1;
      g_autofree char *words = scope_call_unmatched_words (activations, &place, item);

      g_assert_true ((words != NULL) == (share > 0));
      if (item->n == 1)
        g_assert_cmpfloat (share, ==,
                           scope_call_unmatched_has (unmatched, side, world->lane, item->depth, item->from, item->to) ? 1 : 0);
      if (item->n == 1 && words != NULL)
        g_assert_cmpstr (words, ==, side == SCOPE_CALL_RUN ? "only in this run" : "only in the baseline");
      x0 = MAX (scope_viewport_time_to_x (&viewport, item->from), -2);
      x1 = MIN (scope_viewport_time_to_x (&viewport, item->to), WIDTH + 2);
      if (share <= 0 || x1 < 0 || x0 > WIDTH)
        continue;
      strips++;
      signs += item->n == 1 && x1 - x0 >= SCOPE_CALL_BAR_LABEL_WIDTH;
    }
  scope_call_chart_add (scene, activations, &place);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      found += item->type == SCOPE_ITEM_RECT && item->height == scope_call_unmatched_strip (16)
               && fmod (item->y + item->height - 16, 17) == 0;
    }
  g_assert_cmpuint (found, >=, strips);
  g_assert_cmpuint (count_texts (scene, "+"), ==, side == SCOPE_CALL_RUN ? signs : 0);
  g_assert_cmpuint (count_texts (scene, "−"), ==, side == SCOPE_CALL_BASELINE ? signs : 0);
}

static void
test_unmatched (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (ScopePairing) pairing = NULL;
  g_autoptr (ScopeCallUnmatched) unmatched = NULL;
  ScopeCallUnmatchedCount counts[2];
  World worlds[2];

  for (guint s = 0; s < 2; s++)
    world_init_seed (&worlds[s], 11 + s);
  pairing = scope_pairing_new (worlds[0].trace, worlds[1].trace, NULL, 0, NULL, NULL);
  unmatched = scope_call_unmatched_read (pairing, 0, NULL, NULL);
  scope_call_unmatched_get_counts (unmatched, counts);
  for (guint s = 0; s < 2; s++)
    {
      g_assert_cmpuint (counts[s].n, >, 100);
      for (guint i = 0; i < 30; i++)
        {
          gint64 length = (gint64) pow (10, g_rand_double_range (rand, 1.8, 5.2)), from = g_rand_int_range (rand, 0, LENGTH);

          check_unmatched (&worlds[s], unmatched, s, from, MIN (from + length, LENGTH));
        }
      world_clear (&worlds[s]);
    }
}

static void
test_hit (void)
{
  ScopeViewport viewport;
  ScopeCallChartOptions options = { .width = WIDTH, .height = 400, .viewport = &viewport, .clock = { .tick_ps = 1000 } };
  ScopeCallChartPlace place;
  g_autoptr (ScopeActivations) activations = NULL;
  World world;
  guint seen = 0;

  world_init (&world);
  scope_viewport_init (&viewport, 0, LENGTH, WIDTH);
  scope_viewport_set_times (&viewport, 20000, 24000);
  activations = scope_activations_read (world.trace, world.lane, 20000, 24000, 8, SCOPE_CALL_MAX_DEPTH, NULL, NULL);
  scope_call_chart_place (&options, &place);
  for (guint i = 0; i < world.calls->len; i++)
    {
      const Call *call = &g_array_index (world.calls, Call, i);
      const ScopeActivation *item;
      g_autofree char *words = NULL;
      guint depth;
      gint64 time;

      if (call->from < 20000 || call->to > 24000 || call->to - call->from < 30)
        continue;
      item = scope_call_chart_hit (activations, &place, scope_viewport_time_to_x (&viewport, (call->from + call->to) / 2),
                                   place.y + (call->depth + 0.5) * place.row, &depth, &time);
      g_assert_nonnull (item);
      g_assert_cmpuint (depth, ==, call->depth);
      g_assert_cmpint (item->from, ==, call->from);
      g_assert_cmpint (item->to, ==, call->to);
      g_assert_cmpuint (activations->functions[item->function].number, ==, call->function);
      words = scope_call_chart_describe (world.trace, activations, item, &options.clock);
      g_assert_true (g_str_has_prefix (words, activations->functions[item->function].name));
      seen++;
    }
  g_assert_cmpuint (seen, >, 5);
  world_clear (&world);
}

/* --- the flame graph --- */

static void
check_flame (const ScopeFlame *flame, guint columns)
{
  for (guint i = 0; i < flame->frames->len; i++)
    {
      const ScopeFlameFrame *frame = &g_array_index (flame->frames, ScopeFlameFrame, i);
      double over = 0;

      g_assert_cmpfloat (frame->x0, >=, -1e-9);
      g_assert_cmpfloat (frame->x1, <=, 1 + 1e-9);
      if (frame->below != SCOPE_NONE)
        {
          const ScopeFlameFrame *below = &g_array_index (flame->frames, ScopeFlameFrame, frame->below);

          g_assert_cmpuint (below->depth + 1, ==, frame->depth);
          g_assert_cmpfloat (frame->x0, >=, below->x0 - 1e-9);
          g_assert_cmpfloat (frame->x1, <=, below->x1 + 1e-9);
        }
      for (guint j = i + 1; j < flame->frames->len; j++)
        {
          const ScopeFlameFrame *other = &g_array_index (flame->frames, ScopeFlameFrame, j);

          if (other->depth == frame->depth)
            g_assert_cmpfloat (other->x0, >=, frame->x1 - 1e-9);
          if (other->below == i)
            over += other->weight;
        }
      /* No width is lost: what is on a wide frame, and what it did itself, is what it is. */
      if (frame->n == 1 && frame->x1 - frame->x0 >= 1.0 / columns && frame->depth >= flame->tree->nodes[frame->node].depth
          && flame->root == SCOPE_NONE)
        {
          const ScopeCallNode *node = &flame->tree->nodes[frame->node];
          double own = flame->by == SCOPE_FLAME_TIME ? (double) node->self : (double) node->calls;

          g_assert_cmpfloat (fabs (over + own - frame->weight), <, 0.5);
        }
    }
}

static void
test_flame (void)
{
  g_autoptr (ScopeCallTree) tree = NULL;
  World world;

  world_init (&world);
  tree = scope_call_tree_read (world.trace, &world.lane, 1, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  for (guint by = 0; by < 2; by++)
    for (guint columns = 20; columns < 3000; columns *= 5)
      {
        g_autoptr (ScopeFlame) flame
            = scope_flame_new (tree, 1000, by == 0 ? SCOPE_FLAME_TIME : SCOPE_FLAME_CALLS, SCOPE_NONE, columns, NULL);

        g_assert_cmpuint (flame->frames->len, <=, 2 * columns * flame->depth + N_FUNCTIONS);
        g_assert_cmpfloat (flame->all, ==, by == 0 ? (double) covered (&world, 0, 0, LENGTH) : world.calls->len);
        check_flame (flame, columns);
      }
  world_clear (&world);
}

/* Looking for a name finds all its contexts, and the time of what lies in one another once. */
static void
test_search (void)
{
  g_autoptr (ScopeCallTree) tree = NULL;
  g_autoptr (ScopeFlame) flame = NULL, zoomed = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  World world;
  guint n = 0;
  gint64 outermost = 0;
  guint32 node;

  world_init (&world);
  tree = scope_call_tree_read (world.trace, &world.lane, 1, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      gboolean inside = FALSE;

      if (!g_str_has_prefix (tree->functions[tree->nodes[i].function].name, "m1:"))
        continue;
      for (guint32 p = tree->nodes[i].parent; p != SCOPE_NONE; p = tree->nodes[p].parent)
        inside |= g_str_has_prefix (tree->functions[tree->nodes[p].function].name, "m1:");
      n++;
      outermost += inside ? 0 : tree->nodes[i].total;
    }
  flame = scope_flame_new (tree, 1000, SCOPE_FLAME_TIME, SCOPE_NONE, 800, "M1:");
  g_assert_cmpuint (flame->n_found, ==, n);
  g_assert_cmpfloat (flame->found, ==, (double) outermost);
  node = tree->nodes[tree->first_root].first_child;
  zoomed = scope_flame_new (tree, 1000, SCOPE_FLAME_TIME, node, 800, "M1:");
  g_assert_cmpfloat (zoomed->total, ==, (double) tree->nodes[node].total);
  g_assert_cmpuint (zoomed->n_found, <, n);
  g_assert_cmpuint (g_array_index (zoomed->frames, ScopeFlameFrame, 1).node, ==, node);
  check_flame (zoomed, 800);
  for (guint i = 0; i < 2; i++)
    {
      ScopeFlameOptions options = { .width = 800, .height = 150, .palette = SCOPE_PALETTE_DARK, .root_on_top = i == 0, .chosen = 1 };
      double x, y, width;

      scope_flame_place (flame, &options, 1, &x, &y, &width);
      g_assert_cmpuint (scope_flame_hit (flame, &options, x + width / 2, y + 3), ==, 1);
      g_clear_pointer (&scene, scope_scene_free);
      scene = scope_flame_scene (flame, &options);
      g_assert_cmpuint (scene->items->len, >, 10);
    }
  world_clear (&world);
}

static void
test_folded (void)
{
  g_autoptr (ScopeCallTree) tree = NULL;
  World world;

  world_init (&world);
  tree = scope_call_tree_read (world.trace, &world.lane, 1, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  for (guint by = 0; by < 2; by++)
    {
      g_autofree char *text = scope_flame_to_folded (tree, 1000, by == 0 ? SCOPE_FLAME_TIME : SCOPE_FLAME_CALLS);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      guint64 sum = 0;

      for (char **line = lines; **line != '\0'; line++)
        sum += g_ascii_strtoull (strrchr (*line, ' ') + 1, NULL, 10);
      g_assert_cmpuint (sum, ==, by == 0 ? (guint64) covered (&world, 0, 0, LENGTH) : world.calls->len);
    }
  world_clear (&world);
}

/* --- the graph, the table --- */

/* What lay on the stack when the range began was not called in it, and hangs together nevertheless. */
static void
test_graph_of_range (World *world)
{
  const Call *call = NULL;
  ScopeCallGraphOptions options = { 0 };
  g_autoptr (ScopeCallTree) tree = NULL;
  g_autoptr (ScopeGraph) graph = NULL;
  ScopeCallGraphCounts counts;
  guint without = 0;

  for (guint i = 0; i < world->calls->len; i++)
    if (call == NULL || g_array_index (world->calls, Call, i).depth > call->depth)
      call = &g_array_index (world->calls, Call, i);
  tree = scope_call_tree_read (world->trace, &world->lane, 1, call->from + 1, call->from + 2, NULL, NULL);
  graph = scope_call_graph_new (tree, 1000, &options, &counts);
  for (guint e = 0; e < counts.edges; e++)
    without += scope_graph_edge (graph, e)->weight <= 0 && scope_graph_edge (graph, e)->label == NULL;
  g_assert_cmpuint (without, >, 0);
}

static void
test_graph (void)
{
  ScopeCallGraphOptions options = { 0 };
  g_autoptr (ScopeCallTree) tree = NULL;
  g_autoptr (ScopeGraph) all = NULL, some = NULL;
  ScopeCallGraphCounts counts;
  guint64 calls = 0, roots = 0;
  World world;

  world_init (&world);
  tree = scope_call_tree_read (world.trace, &world.lane, 1, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  all = scope_call_graph_new (tree, 1000, &options, &counts);
  g_assert_cmpuint (counts.nodes, ==, N_FUNCTIONS);
  for (guint e = 0; e < counts.edges; e++)
    calls += (guint64) scope_graph_edge (all, e)->weight;
  for (guint i = 0; i < world.calls->len; i++)
    roots += g_array_index (world.calls, Call, i).depth == 0;
  g_assert_cmpuint (calls, ==, world.calls->len - roots);
  options.least_share = (double) tree->functions[N_FUNCTIONS / 2].total / (double) tree->alive;
  some = scope_call_graph_new (tree, 1000, &options, &counts);
  g_assert_cmpuint (counts.all_nodes, ==, N_FUNCTIONS);
  g_assert_cmpuint (counts.nodes, ==, N_FUNCTIONS / 2 + 1);
  test_graph_of_range (&world);
  world_clear (&world);
}

static void
test_table (void)
{
  g_autoptr (ScopeCallTree) tree = NULL;
  World world;

  world_init (&world);
  tree = scope_call_tree_read (world.trace, &world.lane, 1, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  for (guint c = 0; c < SCOPE_CALL_N_COLUMNS; c++)
    {
      g_autoptr (ScopeCallOrder) order = scope_call_order_new (tree, 1000, (ScopeCallColumn) c, c % 2 == 0, NULL);
      g_autoptr (GArray) nodes = scope_call_order_all (order);
      g_autofree char *csv = scope_call_to_csv (order, (const guint32 *) (void *) nodes->data, nodes->len);
      g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);

      g_assert_cmpuint (nodes->len, ==, tree->n_nodes);
      g_assert_cmpuint (g_strv_length (lines), ==, tree->n_nodes + 2);
      for (guint i = 0; i < nodes->len; i++)
        {
          guint32 node = g_array_index (nodes, guint32, i), parent = tree->nodes[node].parent;

          /* Right behind its parent, or what is below a sibling. */
          if (parent != SCOPE_NONE && tree->nodes[g_array_index (nodes, guint32, i - 1)].depth < tree->nodes[node].depth)
            g_assert_cmpuint (g_array_index (nodes, guint32, i - 1), ==, parent);
        }
    }
  {
    g_autoptr (ScopeCallOrder) order = scope_call_order_new (tree, 1000, SCOPE_CALL_COLUMN_TOTAL, TRUE, "F4/");
    g_autoptr (GArray) nodes = scope_call_order_all (order);
    guint n = 0;

    for (guint i = 0; i < nodes->len; i++)
      n += scope_call_order_matches (order, g_array_index (nodes, guint32, i));
    g_assert_cmpuint (n, ==, order->n_matching);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (nodes->len, <, tree->n_nodes);
  }
  {
    guint32 function = scope_call_tree_find_function (tree, "m2:f5/5");
    g_autoptr (ScopeReportTable) callers = scope_call_edges_table (world.trace, tree, function, TRUE);
    g_autoptr (ScopeReportTable) functions = scope_call_functions_table (world.trace, tree, NULL, SCOPE_CALL_EVENTS_ITSELF);
    double calls = 0;

    for (guint i = 0; i < scope_report_table_n_rows (callers); i++)
      calls += scope_report_table_value (callers, i, 1);
    g_assert_cmpfloat (calls, ==, (double) tree->functions[function].calls);
    g_assert_cmpuint (scope_report_table_n_rows (functions), ==, tree->n_functions);
  }
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calls/chart", test_chart);
  g_test_add_func ("/calls/hit", test_hit);
  g_test_add_func ("/calls/unmatched", test_unmatched);
  g_test_add_func ("/calls/flame", test_flame);
  g_test_add_func ("/calls/search", test_search);
  g_test_add_func ("/calls/folded", test_folded);
  g_test_add_func ("/calls/graph", test_graph);
  g_test_add_func ("/calls/table", test_table);
  return g_test_run ();
}
