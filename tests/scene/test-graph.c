/* test-graph.c: graphs of nodes and edges: of messages, and their places. Drawn they are in test-graph-scene.c.
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

/* `n` machines with two processes each, without lanes' rows: only names matter here. */
static ScopeTrace *
make_trace (guint n)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "graph", "none", SCOPE_RUNTIME_EDEN });
  for (guint i = 0; i < n; i++)
    {
      ScopeMachine *machine = scope_machine_new (i, scope_bytes_new_memory ());
      guint32 index;

      scope_machine_open_sink (machine, FALSE, 1 << 20, NULL, NULL);
      machine->number = i + 1;
      machine->tick_ps = 1000;
      for (guint64 p = 1; p <= 2; p++)
        scope_machine_add_entity (machine, SCOPE_KIND_PROCESS, p,
                                  scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESS, SCOPE_CODE_IDLE, SCOPE_NONE),
                                  &index);
      machine->lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_MACHINE, SCOPE_CODE_IDLE, SCOPE_NONE);
      machine->threads_lane = SCOPE_NONE;
      g_assert_true (scope_machine_finish (machine, 1000, NULL));
      machine->last = 1000;
      scope_trace_add_machine (trace, machine);
    }
  scope_trace_set_finished (trace);
  return trace;
}

static void
add_pair (GArray *pairs, guint32 from_machine, gint64 from, guint32 to_machine, gint64 to, guint64 count, guint64 size)
{
  ScopePair pair = { .from_machine = from_machine, .to_machine = to_machine, .from = from, .to = to, .count = count,
                     .sent = count, .received = count, .sized = count, .size = size, .timed = count,
                     .latency = (gint64) count * 2000, .latency_max = 5000, .latency_min = 1000 };

  g_array_append_val (pairs, pair);
}

/* 1:1 ↔ 2:1, 1:1 → 1:2, 2:1 → 2:1, 3:1 → 1:1 */
static GArray *
make_pairs (void)
{
  GArray *pairs = g_array_new (FALSE, TRUE, sizeof (ScopePair));

  add_pair (pairs, 0, 1, 0, 2, 5, 50);
  add_pair (pairs, 0, 1, 1, 1, 5888, 5888);
  add_pair (pairs, 1, 1, 0, 1, 10, 100000);
  add_pair (pairs, 1, 1, 1, 1, 3, 6);
  add_pair (pairs, 2, 1, 0, 1, 1, 1);
  return pairs;
}

typedef struct
{
  ScopeTrace *trace;
  GArray *pairs;
  ScopeMessageGraphOptions options;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->trace = make_trace (3);
  f->pairs = make_pairs ();
  scope_message_graph_options_init (&f->options);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->trace);
  g_array_unref (f->pairs);
}

static const ScopeGraphEdge *
find_edge (const ScopeGraph *graph, const char *from, const char *to)
{
  for (guint i = 0; i < scope_graph_n_edges (graph); i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

      if (strcmp (scope_graph_node (graph, edge->from)->label, from) == 0
          && strcmp (scope_graph_node (graph, edge->to)->label, to) == 0)
        return edge;
    }
  return NULL;
}

/* --- messages --- */

static void
test_messages (Fixture *f, gconstpointer data)
{
  ScopeMessageGraphCounts counts;
  g_autoptr (ScopeGraph) graph = scope_message_graph_new (f->trace, f->pairs, &f->options, &counts);
  const ScopeGraphEdge *there = find_edge (graph, "1:1", "2:1"), *back = find_edge (graph, "2:1", "1:1");

  g_assert_cmpuint (scope_graph_n_nodes (graph), ==, 4);
  g_assert_cmpuint (scope_graph_n_edges (graph), ==, 5);
  g_assert_cmpuint (counts.nodes, ==, 4);
  g_assert_cmpuint (counts.messages, ==, 5907);
  g_assert_true (there->both && back->both);
  g_assert_false (find_edge (graph, "1:1", "1:2")->both);
  g_assert_false (find_edge (graph, "2:1", "2:1")->both);
  g_assert_cmpfloat (there->weight, ==, 5888);
  g_assert_cmpstr (there->label, ==, "5,888");
  g_assert_cmpstr (there->detail, ==, "1:1 → 2:1\n5,888 messages, 5,888 words\nlatency: 2.00 µs in the mean, 5.00 µs at most");
  g_assert_cmpuint (there->data, ==, 1);
  g_assert_true (scope_graph_node (graph, there->from)->has_lane);
  g_assert_cmpstr (scope_graph_node (graph, there->from)->detail, ==, "1:1\nsent: 5,893, received: 11");
  /* Both processes of machine 1 are of one group. */
  g_assert_cmpuint (scope_graph_node (graph, find_edge (graph, "1:1", "1:2")->to)->group, ==,
                    scope_graph_node (graph, there->from)->group);
  g_assert_cmpuint (scope_graph_node (graph, there->to)->group, !=, scope_graph_node (graph, there->from)->group);
}

static void
test_figures (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraph) graph = NULL;

  f->options.thickness = SCOPE_FIGURE_SIZE;
  f->options.label = SCOPE_FIGURE_LATENCY;
  graph = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpfloat (find_edge (graph, "2:1", "1:1")->weight, ==, 100000);
  g_assert_cmpstr (find_edge (graph, "2:1", "1:1")->label, ==, "2.00 µs");
}

static void
test_thresholds (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraph) graph = NULL, none = NULL;
  ScopeMessageGraphCounts counts;

  f->options.least_count = 4;
  f->options.least_size = 51;
  graph = scope_message_graph_new (f->trace, f->pairs, &f->options, &counts);
  g_assert_cmpuint (scope_graph_n_edges (graph), ==, 2);
  g_assert_cmpuint (scope_graph_n_nodes (graph), ==, 2);
  g_assert_cmpuint (counts.all_edges, ==, 5);
  g_assert_cmpuint (counts.all_messages, ==, 5907);
  f->options.least_count = 100000;
  none = scope_message_graph_new (f->trace, f->pairs, &f->options, &counts);
  g_assert_cmpuint (scope_graph_n_nodes (none), ==, 0);
  g_assert_false (counts.too_large);
}

static void
test_around (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraph) process = NULL, machine = NULL;

  f->options.around = TRUE;
  f->options.lane = (ScopeLaneId) { 0, SCOPE_KIND_PROCESS, 1 }; /* 1:2 */
  process = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpuint (scope_graph_n_edges (process), ==, 1);
  f->options.lane = (ScopeLaneId) { 2, SCOPE_KIND_MACHINE, 0 };
  machine = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpuint (scope_graph_n_edges (machine), ==, 1);
  g_assert_nonnull (find_edge (machine, "3:1", "1:1"));
}

static void
test_too_large (Fixture *f, gconstpointer data)
{
  ScopeMessageGraphCounts counts;

  f->options.most_nodes = 3;
  g_assert_null (scope_message_graph_new (f->trace, f->pairs, &f->options, &counts));
  g_assert_true (counts.too_large);
  g_assert_cmpuint (counts.nodes, ==, 4);
}

/* A line between groups leads to all its messages, and to no others. */
static void
check_lead (ScopeTrace *trace, const GArray *pairs, const ScopePair *line)
{
  g_autofree char *from = NULL, *to = NULL;
  ScopeMessageFilter filter;
  guint64 n = 0;

  scope_message_filter_init (&filter);
  filter.pair = TRUE;
  filter.pair_from_machine = line->from_machine;
  filter.pair_to_machine = line->to_machine;
  filter.pair_from = line->from;
  filter.pair_to = line->to;
  filter.pair_from_any = scope_message_groups_numbers (trace, line->from_machine, line->from, &from);
  filter.pair_to_any = scope_message_groups_numbers (trace, line->to_machine, line->to, &to);
  g_assert_true (from == NULL || strcmp (from, "farm:worker/1 ×2") == 0);
  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopePair *pair = &g_array_index (pairs, ScopePair, i);
      const ScopeMessageLine message = { .from_machine = pair->from_machine,
                                         .to_machine = pair->to_machine,
                                         .from_process = (guint32) pair->from,
                                         .to_process = (guint32) pair->to,
                                         .from_port = SCOPE_TABLE_NULL,
                                         .to_port = SCOPE_TABLE_NULL };

      if (scope_message_filter_wants (&filter, &message))
        n += pair->count;
    }
  g_assert_cmpuint (n, ==, line->count);
}

/* Processes that began with one function are one node with their number; messages stay what they are. */
static void
test_processes_grouped (Fixture *f, gconstpointer data)
{
  ScopeMachine *machine = scope_trace_machine (f->trace, 0);
  g_autoptr (ScopeMessageGroups) groups = NULL;
  g_autoptr (GArray) joined = NULL;
  g_autoptr (ScopeGraph) graph = NULL;
  ScopeMessageGraphCounts counts, single;
  const char *name = NULL;

  g_assert_false (scope_message_groups_help (f->trace));
  for (guint32 i = 0; i < 2; i++)
    ((ScopeEntity *) scope_machine_entity (machine, SCOPE_KIND_PROCESS, i))->entry = (char *) "farm:worker/1";
  groups = scope_message_groups_new (f->trace, f->pairs);
  joined = scope_message_groups_join (groups, f->pairs);
  g_assert_cmpuint (scope_message_groups_find (groups, 0, 1, &name), ==, 2);
  g_assert_cmpstr (name, ==, "farm:worker/1");
  g_assert_cmpuint (scope_message_groups_find (groups, 1, 1, &name), ==, 1);
  for (guint i = 0; i < joined->len; i++)
    check_lead (f->trace, f->pairs, &g_array_index (joined, ScopePair, i));
  graph = scope_message_graph_new (f->trace, f->pairs, &f->options, &single);
  scope_graph_unref (g_steal_pointer (&graph));
  f->options.groups = groups;
  graph = scope_message_graph_new (f->trace, joined, &f->options, &counts);
  g_assert_cmpuint (scope_graph_n_nodes (graph), ==, single.nodes - 1);
  g_assert_cmpuint (counts.messages, ==, single.messages);
  g_assert_nonnull (find_edge (graph, "3:1", "farm:worker/1 ×2"));
  g_assert_nonnull (find_edge (graph, "farm:worker/1 ×2", "farm:worker/1 ×2"));
}

/* A machine without a log is a node that cannot be chosen. */
static void
test_absent (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraph) graph = NULL;

  add_pair (f->pairs, 0, 1, 9 | SCOPE_MESSAGE_ABSENT_MACHINE, 1, 2, 2);
  graph = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpuint (scope_graph_n_nodes (graph), ==, 5);
  g_assert_true (scope_graph_node (graph, 4)->missing);
  g_assert_false (scope_graph_node (graph, 4)->has_lane);
}

/* --- places --- */

static gboolean
overlap (const ScopeGraphNode *a, const ScopeGraphNode *b)
{
  return fabs (a->x - b->x) < (a->width + b->width) / 2 && fabs (a->y - b->y) < (a->height + b->height) / 2;
}

static guint
count_overlaps (const ScopeGraph *graph)
{
  guint n = 0;

  for (guint i = 0; i < scope_graph_n_nodes (graph); i++)
    for (guint k = i + 1; k < scope_graph_n_nodes (graph); k++)
      n += overlap (scope_graph_node (graph, i), scope_graph_node (graph, k));
  return n;
}

/* Groups lie beside each other, each with its nodes in it; that many have nodes. */
static void
assert_apart (const ScopeGraph *graph, guint n)
{
  g_autofree ScopeGraphGroupBox *boxes = scope_graph_group_boxes (graph);

  g_assert_nonnull (boxes);
  for (guint a = 0; a < graph->groups->len; a++)
    {
      n -= boxes[a].members > 0;
      for (guint b = a + 1; b < graph->groups->len; b++)
        g_assert_false (scope_graph_group_boxes_meet (&boxes[a], &boxes[b]));
    }
  g_assert_cmpuint (n, ==, 0);
  for (guint i = 0; i < scope_graph_n_nodes (graph); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);
      const ScopeGraphGroupBox *box = &boxes[node->group];

      g_assert_cmpfloat (node->x - node->width / 2, >, box->x);
      g_assert_cmpfloat (node->x + node->width / 2, <, box->x + box->width);
      g_assert_cmpfloat (node->y - node->height / 2, >=, box->y + SCOPE_GRAPH_GROUP_TITLE);
      g_assert_cmpfloat (node->y + node->height / 2, <, box->y + box->height);
    }
}

/* Nodes that were there keep their places to the last bit; a new one comes near those it talks to. */
static void
test_stable (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraphPlaces) places = scope_graph_places_new ();
  g_autoptr (ScopeGraph) whole = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL), part = NULL, more = NULL;
  const ScopeGraphNode *fresh;

  scope_graph_place_plainly (whole);
  scope_graph_places_keep (places, whole);
  f->options.least_count = 4;
  part = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpuint (scope_graph_places_apply (places, part), ==, 3);
  scope_graph_place_rest (part);
  for (guint i = 0; i < 3; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (part, i);
      const ScopeGraphNode *before = scope_graph_node (whole, scope_graph_find (whole, node->key));

      g_assert_cmpfloat (node->x, ==, before->x);
      g_assert_cmpfloat (node->y, ==, before->y);
    }
  f->options.least_count = 0;
  add_pair (f->pairs, 0, 2, 2, 2, 7, 7); /* 1:2 → 3:2, which is new */
  more = scope_message_graph_new (f->trace, f->pairs, &f->options, NULL);
  g_assert_cmpuint (scope_graph_places_apply (places, more), ==, 4);
  scope_graph_place_rest (more);
  fresh = scope_graph_node (more, find_edge (more, "1:2", "3:2")->to);
  g_assert_true (fresh->placed);
  g_assert_cmpuint (count_overlaps (more), ==, 0);
  /* Beside the other one of its machine. */
  g_assert_cmpfloat (hypot (fresh->x - scope_graph_node (more, find_edge (more, "3:1", "1:1")->from)->x,
                            fresh->y - scope_graph_node (more, find_edge (more, "3:1", "1:1")->from)->y),
                     <, 200);
  assert_apart (more, 3);
}

/* Four hundred new nodes around one neighbour find room, and so do those that nobody knows. */
static void
test_crowd (void)
{
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);

  for (guint i = 0; i < 60; i++)
    scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("node %u", i), NULL, 0);
  for (guint i = 1; i < 50; i++)
    scope_graph_add_edge (graph, 0, i, 1, NULL, NULL);
  scope_graph_finish (graph);
  scope_graph_node (graph, 0)->placed = TRUE;
  scope_graph_place_rest (graph);
  for (guint i = 0; i < 60; i++)
    g_assert_true (scope_graph_node (graph, i)->placed);
  g_assert_cmpuint (count_overlaps (graph), ==, 0);
}

/* Points thrown anywhere become boxes that lie apart, and the order of neighbours stays. */
static void
test_spread (void)
{
  g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (ScopeGraphPoint));
  GRand *rand = g_rand_new_with_seed (5);
  double x, y, width, height;

  for (guint i = 0; i < 300; i++)
    {
      ScopeGraphPoint point = { g_rand_double_range (rand, 0, 100), g_rand_double_range (rand, 0, 100) };

      g_array_append_val (points, point);
      scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("machine %u", i), NULL, 0);
    }
  scope_graph_finish (graph);
  scope_graph_take_places (graph, points, 2);
  g_assert_cmpuint (count_overlaps (graph), ==, 0);
  g_assert_true (scope_graph_bounds (graph, &x, &y, &width, &height));
  g_assert_cmpfloat (width / height, >, 1.4);
  g_assert_cmpfloat (width / height, <, 3);
  g_rand_free (rand);
}

/* Two that wait for each other: whichever way they lie, there is room for arrows and what is written on them. */
static void
test_pair (void)
{
  static const ScopeGraphPoint places[] = { { 10, 0 }, { 10, 1 }, { 3, 10 }, { 0, 10 }, { -10, 2 } };
  static const double aspects[] = { 0, 0.5, 1, 1.6, 2.4, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint k = 0; k < G_N_ELEMENTS (aspects); k++)
      {
        g_autoptr (ScopeGraph) graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);
        g_autoptr (GArray) points = g_array_new (FALSE, TRUE, sizeof (ScopeGraphPoint));
        const ScopeGraphNode *a, *b;

        g_array_set_size (points, 1);
        g_array_append_val (points, places[i]);
        scope_graph_add_node (graph, g_strdup ("0"), g_strdup ("Core 0"), NULL, 4000);
        scope_graph_add_node (graph, g_strdup ("1"), g_strdup ("Core 1"), NULL, 5000);
        scope_graph_add_edge (graph, 0, 1, 4000, g_strdup ("4.00 µs"), NULL);
        scope_graph_add_edge (graph, 1, 0, 5000, g_strdup ("5.00 µs"), NULL);
        scope_graph_finish (graph);
        scope_graph_take_places (graph, points, aspects[k]);
        a = scope_graph_node (graph, 0);
        b = scope_graph_node (graph, 1);
        g_assert_true (fabs (a->x - b->x) - (a->width + b->width) / 2 > 60 || fabs (a->y - b->y) - (a->height + b->height) / 2 > 60);
      }
}

static ScopeGraph *
make_groups (guint n_groups, guint members)
{
  ScopeGraph *graph = scope_graph_new (SCOPE_GRAPH_SPRINGS);

  for (guint g = 0; g < n_groups; g++)
    scope_graph_add_group (graph, g_strdup_printf ("Machine %u", g));
  for (guint i = 0; i < n_groups * members; i++)
    scope_graph_node (graph, scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("node %u", i), NULL, i % 7))
        ->group = i % n_groups;
  for (guint i = 1; i < n_groups * members; i++)
    scope_graph_add_edge (graph, i, i * 13 % n_groups, 1, NULL, NULL);
  for (guint i = n_groups; i < n_groups * members; i += 2 * n_groups)
    scope_graph_add_edge (graph, i, i - n_groups, 1, NULL, NULL); /* within */
  scope_graph_finish (graph);
  return graph;
}

/* Wherever points are thrown, groups come to lie apart, and have their titles; so do they without Graphviz, and when others come. */
static void
test_groups (void)
{
  const guint cases[][2] = { { 2, 1 }, { 2, 12 }, { 12, 3 }, { 40, 5 }, { 128, 3 } };

  for (guint c = 0; c < 2 * G_N_ELEMENTS (cases); c++)
    {
      guint n_groups = cases[c / 2][0], members = cases[c / 2][1];
      g_autoptr (ScopeGraph) graph = make_groups (n_groups, members);
      g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (ScopeGraphPoint));
      g_autoptr (ScopeScene) scene = NULL;
      GRand *rand = g_rand_new_with_seed (c);
      ScopeGraphOptions options;
      double x, y, width, height;

      for (guint i = 0; i < n_groups * members; i++)
        {
          ScopeGraphPoint point = { g_rand_double_range (rand, 0, 100), g_rand_double_range (rand, 0, 100) };

          g_array_append_val (points, point);
        }
      g_rand_free (rand);
      if (c % 2 == 0)
        scope_graph_take_places (graph, points, 1.6);
      else
        scope_graph_place_plainly (graph);
      assert_apart (graph, n_groups);
      g_assert_cmpuint (count_overlaps (graph), ==, 0);
      for (guint i = 0; i < n_groups * (members - 1); i += 5)
        scope_graph_node (graph, i)->placed = FALSE;
      scope_graph_place_rest (graph);
      assert_apart (graph, n_groups);
      g_assert_true (scope_graph_bounds (graph, &x, &y, &width, &height));
      scope_graph_options_init (&options, width + 40, height + 40, scope_palette_get (SCOPE_PALETTE_DARK));
      options.viewport.x = 20 - x;
      options.viewport.y = 20 - y;
      scene = scope_graph_scene_build (graph, &options);
      for (guint g = 0; g < n_groups; g++)
        g_assert_cmpuint (count_texts (scene, g_ptr_array_index (graph->groups, g)), ==, 1);
    }
}

/* Only a group that is more than its node has a box. */
static void
test_said_twice (void)
{
  g_autoptr (ScopeGraph) graph = make_groups (3, 1);
  ScopeGraphGroupBox *boxes;

  for (guint i = 0; i < 3; i++)
    {
      g_free (scope_graph_node (graph, i)->label);
      scope_graph_node (graph, i)->label = g_strdup_printf ("Machine %u", i);
    }
  scope_graph_place_plainly (graph);
  boxes = scope_graph_group_boxes (graph);
  g_assert_null (boxes);
}

static void
test_plainly (void)
{
  for (guint n = 0; n <= 500; n = 3 * n + 1)
    for (guint engine = SCOPE_GRAPH_SPRINGS; engine <= SCOPE_GRAPH_LEVELS; engine++)
      {
        g_autoptr (ScopeGraph) graph = scope_graph_new ((ScopeGraphEngine) engine);

        for (guint i = 0; i < n; i++)
          scope_graph_add_node (graph, g_strdup_printf ("%u", i), g_strdup_printf ("n %u", i), NULL, i);
        for (guint i = 1; i < n; i++)
          scope_graph_add_edge (graph, (i - 1) / 3, i, 1, NULL, NULL);
        scope_graph_finish (graph);
        scope_graph_place_plainly (graph);
        g_assert_cmpuint (count_overlaps (graph), ==, 0);
        for (guint i = 1; i < n && engine == SCOPE_GRAPH_LEVELS; i++)
          {
            const ScopeGraphNode *child = scope_graph_node (graph, i), *parent = scope_graph_node (graph, (i - 1) / 3);

            g_assert_cmpfloat (graph->sideways ? child->x : child->y, >, graph->sideways ? parent->x : parent->y);
          }
        g_assert_cmpint (graph->sideways, ==, engine == SCOPE_GRAPH_LEVELS && n > 30);
      }
}

#define ADD(path, function) g_test_add ("/graph/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("messages", test_messages);
  ADD ("figures", test_figures);
  ADD ("thresholds", test_thresholds);
  ADD ("around", test_around);
  ADD ("too-large", test_too_large);
  ADD ("absent", test_absent);
  ADD ("processes-grouped", test_processes_grouped);
  ADD ("stable", test_stable);
  g_test_add_func ("/graph/crowd", test_crowd);
  g_test_add_func ("/graph/spread", test_spread);
  g_test_add_func ("/graph/pair", test_pair);
  g_test_add_func ("/graph/groups", test_groups);
  g_test_add_func ("/graph/said-twice", test_said_twice);
  g_test_add_func ("/graph/plainly", test_plainly);
  return g_test_run ();
}
