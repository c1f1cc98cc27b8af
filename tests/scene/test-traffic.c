/* test-traffic.c: rows of what machines and processes sent and received: which there are, and their numbers against all messages, one by one.
 * And what of the activity is least and most: it encloses the mean of every column.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/line-traces.h"
#include "tests/scene/scene-texts.h"

#include "model/trace/statistics/scope-least-most.h"

#include <math.h>

#define N_MACHINES 3u
#define N_MESSAGES 4000u

typedef struct
{
  guint from, to, from_process, to_process, tag;
  gint64 send, receive; /* receive: SCOPE_TABLE_NULL */
} Sent;

/* Two processes on each machine; also messages within a machine, within a process, never received, received before they were sent,
 * under way for long. */
static ScopeTrace *
make_messages (Sent messages[N_MESSAGES])
{
  ScopeTrace *trace = make_trace (N_MACHINES, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint m = 0; m < N_MACHINES; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      guint32 index, lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESS, SCOPE_CODE_IDLE, SCOPE_NONE);

      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESS, 2, lane, &index);
    }
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      Sent *s = &messages[i];
      gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { 0 };
      gint64 way = i % 7 == 0 ? g_rand_int_range (rand, 0, END / 2) : g_rand_int_range (rand, -50, 5000);

      *s = (Sent) { (guint) g_rand_int_range (rand, 0, N_MACHINES), (guint) g_rand_int_range (rand, 0, N_MACHINES),
                    (guint) g_rand_int_range (rand, 1, 3), (guint) g_rand_int_range (rand, 1, 3),
                    i % 5 == 0 ? SCOPE_TAG_RFORK : i % 2 == 0 ? SCOPE_TAG_HEAD : SCOPE_TAG_DATA, 100 + (gint64) i * (END / N_MESSAGES - 1), 0 };
      s->receive = i % 11 == 0 ? SCOPE_TABLE_NULL : CLAMP (s->send + way, 1, END - 1);
      row[SCOPE_MESSAGE_SEND] = s->send;
      row[SCOPE_MESSAGE_RECEIVE] = s->receive;
      row[SCOPE_MESSAGE_TAG] = s->tag;
      row[SCOPE_MESSAGE_FROM_MACHINE] = s->from;
      row[SCOPE_MESSAGE_TO_MACHINE] = s->to;
      row[SCOPE_MESSAGE_FROM_PROCESS] = s->from_process;
      row[SCOPE_MESSAGE_TO_PROCESS] = s->to_process;
      scope_table_add_lasting (scope_trace_machine (trace, s->from)->tables[SCOPE_TABLE_MESSAGES], row,
                               s->receive == SCOPE_TABLE_NULL ? s->send : MAX (s->send, s->receive), NULL);
    }
  finish (trace);
  return trace;
}

static gboolean
is_in (const ScopeViewport *v, gint64 time, int x)
{
  gint64 from, to;

  scope_viewport_get_range (v, &from, &to);
  return time != SCOPE_TABLE_NULL && time >= from && time < to && (int) floor (scope_viewport_time_to_x (v, time) + 1e-6) == x;
}

/* What the bin has, by all messages; process 0: the machine. */
static void
count (const Sent *messages, const ScopeViewport *v, gboolean system, guint machine, guint process, int x, double *sent, double *received)
{
  *sent = *received = 0;
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      const Sent *s = &messages[i];
      gboolean leaves = s->from != s->to || (process != 0 && s->from_process != s->to_process);

      if ((s->tag == SCOPE_TAG_RFORK && !system) || !leaves)
        continue;
      *sent += s->from == machine && (process == 0 || s->from_process == process) && is_in (v, s->send, x);
      *received += s->to == machine && (process == 0 || s->to_process == process) && is_in (v, s->receive, x);
    }
}

static void
compare_at (ScopeView *view, const Sent *messages, gint64 from, gint64 to, gboolean system)
{
  g_autoptr (ScopeOverlay) overlay = read_overlay (view, from, to);
  const ScopeViewport *v = scope_view_get_viewport (view);
  double all[2] = { 0 }, want_all[2] = { 0 };

  g_assert_false (overlay->sampled);
  g_assert_cmpuint (overlay->traffic->len, >, 0);
  for (guint i = 0; i < overlay->traffic->len; i++)
    {
      const ScopeTrafficBin *bin = &g_array_index (overlay->traffic, ScopeTrafficBin, i);
      double sent, received;

      count (messages, v, system, bin->machine, bin->process == SCOPE_NONE ? 0 : bin->process, bin->x, &sent, &received);
      g_assert_cmpfloat (bin->sent, ==, sent);
      g_assert_cmpfloat (bin->received, ==, received);
      all[0] += bin->process == SCOPE_NONE ? bin->sent : 0;
      all[1] += bin->process == SCOPE_NONE ? bin->received : 0;
    }
  /* And none is missing. */
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      gint64 first, last;

      scope_viewport_get_range (v, &first, &last);
      if (messages[i].from == messages[i].to || (messages[i].tag == SCOPE_TAG_RFORK && !system))
        continue;
      want_all[0] += messages[i].send >= first && messages[i].send < last;
      want_all[1] += messages[i].receive != SCOPE_TABLE_NULL && messages[i].receive >= first && messages[i].receive < last;
    }
  g_assert_cmpfloat (all[0], ==, want_all[0]);
  g_assert_cmpfloat (all[1], ==, want_all[1]);
}

static void
test_numbers (void)
{
  g_autofree Sent *messages = g_new (Sent, N_MESSAGES);
  g_autoptr (ScopeTrace) trace = make_messages (messages);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMessageFilter filter;

  scope_message_filter_init (&filter);
  filter.rows = TRUE;
  scope_view_set_messages (view, &filter);
  compare_at (view, messages, 0, END, FALSE);
  compare_at (view, messages, END / 3, END / 2, FALSE);
  compare_at (view, messages, 4000000, 4050000, FALSE);
  filter.system = TRUE;
  scope_view_set_messages (view, &filter);
  compare_at (view, messages, 0, END, TRUE);
}

/* There are as many of them as lanes: they leave these room, in pictures that have little. */
static void
test_heights (void)
{
  g_autofree Sent *messages = g_new (Sent, N_MESSAGES);
  g_autoptr (ScopeTrace) trace = make_messages (messages);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  static const double heights[][2] = { { 1, 16 }, { 10, 16 }, { 18, 27 }, { 28, 36 }, { 44, 36 } };
  ScopeMessageFilter filter;

  scope_message_filter_init (&filter);
  filter.rows = TRUE;
  scope_view_set_messages (view, &filter);
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    {
      guint n = 0;

      scope_lane_list_layout (lanes, SCOPE_HEIGHT_AUTOMATIC, 500, heights[i][0]);
      for (guint row = 0; row < scope_lane_list_n_rows (lanes); row++)
        if (scope_lane_list_row (lanes, row)->kind == SCOPE_ROW_TRAFFIC)
          {
            g_assert_cmpfloat (scope_lane_list_row (lanes, row)->height, ==, heights[i][1]);
            n++;
          }
      g_assert_cmpuint (n, >, 1);
    }
}

/* Below each machine, and each process where they are unfolded; with it hidden, and all of them gone again. */
static void
test_rows (void)
{
  g_autofree Sent *messages = g_new (Sent, N_MESSAGES);
  g_autoptr (ScopeTrace) trace = make_messages (messages);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  guint before = scope_lane_list_n_rows (lanes), states = 0, traffic = 0, row;
  g_autoptr (ScopeView) copy = NULL;
  ScopeMessageFilter filter;

  scope_message_filter_init (&filter);
  filter.rows = TRUE;
  scope_view_set_messages (view, &filter);
  for (guint i = 0; i < scope_lane_list_n_rows (lanes); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

      states += node->kind == SCOPE_ROW_STATES && (node->lane.kind == SCOPE_KIND_MACHINE || node->lane.kind == SCOPE_KIND_PROCESS);
      if (node->kind != SCOPE_ROW_TRAFFIC)
        continue;
      traffic++;
      g_assert_true (scope_lane_id_equal (node->lane, scope_lane_list_row (lanes, i - 1)->lane));
    }
  g_assert_cmpuint (traffic, ==, states);
  g_assert_cmpuint (traffic, >=, N_MACHINES);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, before + traffic);
  copy = scope_view_copy (view);
  g_assert_cmpuint (scope_lane_list_n_rows (scope_view_get_lanes (copy)), ==, before + traffic);

  row = scope_lane_list_find_key (lanes, "traffic:machine:1");
  g_assert_cmpuint (row, !=, SCOPE_NONE);
  g_assert_false (scope_lane_list_move_step (lanes, row, 1, FALSE)); /* it goes with its machine */
  scope_lane_list_hide (lanes, row);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, before + traffic - 1);
  scope_lane_list_show_all (lanes);
  scope_lane_list_set_pinned (lanes, scope_lane_list_find_key (lanes, "machine:2"), TRUE);
  g_assert_cmpuint (scope_lane_list_find_key (lanes, "traffic:machine:2"), ==, scope_lane_list_find_key (lanes, "machine:2") + 1);
  filter.rows = FALSE;
  scope_view_set_messages (view, &filter);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, before);
}

/* Beside a row stands which colour is what, of both or of none, however little room there is. */
static void
check_keys (ScopeView *view, ScopeTimelineOptions options, ScopeTileGetter *getter, ScopeOverlay *overlay)
{
  static const double heights[] = { 28, 14, 10 };
  guint whole = 0, brief = 0;

  options.parts |= SCOPE_PART_NAMES;
  for (guint h = 0; h < G_N_ELEMENTS (heights); h++)
    for (options.names_width = 140; options.names_width <= 420; options.names_width += 20)
      {
        g_autoptr (ScopeScene) scene = NULL;

        options.lane_height = heights[h];
        scene = scope_timeline_scene_build (view, &options, getter, overlay);
        g_assert_cmpuint (count_texts (scene, "sent"), ==, count_texts (scene, "received"));
        g_assert_cmpuint (count_texts (scene, "↑"), ==, count_texts (scene, "↓"));
        whole += count_texts (scene, "sent");
        brief += count_texts (scene, "↑");
      }
  g_assert_cmpuint (whole, >, 0);
  g_assert_cmpuint (brief, >, 0);
}

/* What is said of a pixel is what is drawn there; and the picture has both colours. */
static void
test_words (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  g_autofree char *words = NULL, *nothing = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMessageFilter filter;
  ScopeTileGetter getter;
  guint row, sent = 0, received = 0;

  for (guint i = 0; i < 5; i++)
    add_message (trace, 0, 1, 2000001 + i, 7000001 + i, SCOPE_TAG_DATA, i, 10);
  finish (trace);
  scope_view_update (view);
  scope_message_filter_init (&filter);
  filter.rows = TRUE;
  scope_view_set_messages (view, &filter);
  overlay = read_overlay (view, 0, END);
  row = scope_lane_list_find_key (scope_view_get_lanes (view), "traffic:machine:1");
  words = scope_timeline_describe_figures (view, &options, overlay, row, 200.5);
  nothing = scope_timeline_describe_figures (view, &options, overlay, row, 700.5);
  g_assert_cmpstr (words, ==, "Messages\nsent 5\nreceived 0");
  g_assert_cmpstr (nothing, ==, "Messages\nsent 0\nreceived 0");
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      sent += item->type == SCOPE_ITEM_RECT && item->colour == scope_palette_task (scene->palette, 0) && fabs (item->x - 200) < 0.5;
      received += item->type == SCOPE_ITEM_RECT && item->colour == scope_palette_task (scene->palette, 4) && fabs (item->x - 700) < 0.5;
    }
  g_assert_cmpuint (sent, >=, 1); /* of the machine, and of its process if that is shown */
  g_assert_cmpuint (received, ==, sent);
  check_keys (view, options, &getter, overlay);
}

/* --- least and most --- */

static ScopeTrace *
make_busy (void)
{
  ScopeTrace *trace = make_trace (N_MACHINES, 2, SCOPE_RUNTIME_GHC);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint m = 0; m < N_MACHINES; m++)
    for (guint p = 0; p < 2; p++)
      {
        ScopeMachine *machine = scope_trace_machine (trace, m);
        guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane;

        for (gint64 time = 10; time < END - 10; time += g_rand_int_range (rand, 1, time < END / 2 ? 100 : 100000))
          {
            ScopeRow row = scope_row (lane, time, g_rand_boolean (rand) ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, 0);

            g_assert_true (scope_lane_store_add_rows (machine->lanes, &row, 1, NULL));
          }
      }
  finish (trace);
  return trace;
}

static void
compare_columns (ScopeView *view, gint64 from, gint64 to, guint *n_apart)
{
  g_autoptr (ScopeOverlay) overlay = read_overlay (view, from, to);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), 0, 1);
  guint row = scope_lane_list_find_key (scope_view_get_lanes (view), "activity");
  gint64 left = scope_viewport_left (scope_view_get_viewport (view));
  ScopeTileGetter getter;

  scope_tile_getter_init_waiting (&getter, tiles);
  g_assert_cmpuint (overlay->extents->len, ==, 1000);
  for (guint x = 0; x < 1000; x++)
    {
      gint64 index = (left + x) / SCOPE_STRIP_COLUMNS;
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, row, index, FALSE, &getter, NULL);
      const ScopeColumn *column = &strip->columns[left + x - strip->x];
      const ScopeLeastMost *one = &g_array_index (overlay->extents, ScopeLeastMost, x);
      double mean = column->total > 0 ? column->time[SCOPE_STATE_RUNNING] * strip->n_lanes / column->total : 0;

      g_assert_true (scope_least_most_is_known (one));
      g_assert_cmpuint (one->most, <=, 2 * N_MACHINES);
      g_assert_cmpfloat (one->least, <=, mean + 1e-9);
      g_assert_cmpfloat (one->most, >=, mean - 1e-9);
      *n_apart += one->least < one->most;
    }
}

static void
test_least_most (void)
{
  g_autoptr (ScopeTrace) trace = make_busy ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) without = NULL, with = NULL;
  g_autofree char *words = NULL, *why = NULL;
  guint n_apart = 0;

  without = read_overlay (view, 0, END);
  g_assert_cmpuint (without->extents->len, ==, 0); /* nobody asked */
  scope_view_set_look (view, SCOPE_LOOK_LEAST_MOST, TRUE);
  compare_columns (view, 0, END, &n_apart);
  compare_columns (view, END / 4, END / 3, &n_apart);
  compare_columns (view, END / 2, END / 2 + 40000, &n_apart);
  g_assert_cmpuint (n_apart, >, 1000);
  with = read_overlay (view, 0, END);
  words = scope_timeline_describe_least_most (view, with, scope_lane_list_find_key (scope_view_get_lanes (view), "activity"), 5);
  g_assert_cmpstr (words, ==, "running at once: least 0, most 6");
  /* Where it takes too long, it is not just away. */
  g_array_set_size (with->extents, 0);
  why = scope_timeline_describe_least_most (view, with, scope_lane_list_find_key (scope_view_get_lanes (view), "activity"), 5);
  g_assert_cmpstr (why, ==, "running at once: too many changes here to tell least and most; zoom in");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/traffic/numbers", test_numbers);
  g_test_add_func ("/traffic/rows", test_rows);
  g_test_add_func ("/traffic/heights", test_heights);
  g_test_add_func ("/traffic/words", test_words);
  g_test_add_func ("/traffic/least-most", test_least_most);
  return g_test_run ();
}
