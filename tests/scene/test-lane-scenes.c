/* test-lane-scenes.c: what rows look like: names, heights, ticks, the legend, tips, and rows that stick.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lane-traces.h"

#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/trace/document/scope-helpers.h"

/* --- names, helpers, heights, ticks --- */

/* GHC's: of the labels some differ by their numbers alone, and some are the runtime's. */
static ScopeTrace *
make_named (guint n, const char *const *names, guint n_names)
{
  ScopeTrace *trace = make_trace (n);
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "test", "none", SCOPE_RUNTIME_GHC });
  for (guint i = 0; i < n; i++)
    {
      ScopeEntity *thread = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);

      thread->name = (char *) names[i % n_names];
      scope_helpers_note (machine, thread);
    }
  return trace;
}

/* Labels that differ by a number are one group, named for what they have in common; one of its kind keeps its number. */
static void
test_numbered_names (void)
{
  static const char *const names[] = { "worker 1", "worker 2", "worker 31", "slot 7 of 8", "stage 1", "IOManager on cap 0" };
  g_autoptr (ScopeTrace) trace = make_named (600, names, G_N_ELEMENTS (names));
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  guint row;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  g_assert_cmpstr (detail (list, "group:1/worker #"), ==, "300");
  g_assert_cmpstr (detail (list, "group:1/slot 7 of 8"), ==, "100");
  g_assert_cmpstr (detail (list, "group:1/stage 1"), ==, "100");
  /* What the runtime has for itself comes last, folded. */
  g_assert_cmpstr (detail (list, "group:1/runtime"), ==, "100");
  row = scope_lane_list_find_key (list, "group:1/runtime");
  g_assert_cmpuint (row, ==, scope_lane_list_n_rows (list) - 1);
  g_assert_false (scope_lane_list_row (list, row)->expanded);
}

/* Where threads are not grouped, too; and it can be reached. */
static void
test_helpers (void)
{
  static const char *const names[] = { "work", "TimerManager", NULL };
  g_autoptr (ScopeTrace) trace = make_named (9, names, G_N_ELEMENTS (names));
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  ScopeLaneId helper = { 0, SCOPE_KIND_THREAD, 1 };
  guint row = scope_lane_list_find_key (list, "group:1/runtime");

  g_assert_cmpuint (row, ==, scope_lane_list_n_rows (list) - 1);
  g_assert_cmpstr (scope_lane_list_row (list, row)->detail, ==, "3");
  g_assert_cmpuint (find_thread (list, 0), !=, SCOPE_NONE);
  g_assert_cmpuint (find_thread (list, 1), ==, SCOPE_NONE);
  g_assert_cmpuint (scope_lane_list_reveal (list, helper), >, row);
  g_assert_cmpuint (find_thread (list, 1), !=, SCOPE_NONE);
}

static double
height_of (ScopeLaneList *list, const char *key)
{
  guint row = scope_lane_list_find_key (list, key);

  g_assert_cmpuint (row, !=, SCOPE_NONE);
  return scope_lane_list_row (list, row)->height;
}

/* What people look at first shrinks last and grows where there is room; with many threads the rest is scrolled. */
static void
test_heights (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (12), many = make_trace (40);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace), long_list = scope_lane_list_new (many);
  double whole = scope_lane_list_layout (list, SCOPE_HEIGHT_COMFORTABLE, 0, 0);

  g_assert_cmpfloat (scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 2000, 0), >, whole);
  g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, 40);
  g_assert_cmpfloat (height_of (list, "thread:1/1"), ==, 28);
  for (double available = whole; available > whole / 2; available -= 7)
    {
      g_assert_cmpfloat (scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, available, 0), <=, available);
      g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, height_of (list, "thread:1/1"));
      g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, 14);
      /* Graphs shrink before what is readable is taken from the processors. */
      if (height_of (list, "activity") > 32)
        g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, 24);
    }
  scope_lane_list_set_expanded (long_list, scope_lane_list_find_key (long_list, "threads:1"), TRUE);
  g_assert_cmpfloat (scope_lane_list_layout (long_list, SCOPE_HEIGHT_AUTOMATIC, 300, 0), >, 300);
  g_assert_cmpfloat (height_of (long_list, "processor:1/0"), >=, 20);
  g_assert_cmpfloat (height_of (long_list, "thread:1/40"), ==, 10);
  /* As long as all processors can be read at once they are; what does not fit then is scrolled. */
  scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 32 + 2 * 18 + 1, 0);
  g_assert_cmpfloat (height_of (list, "processor:1/0"), ==, 18);
  scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 32 + 2 * 17, 0);
  g_assert_cmpfloat (height_of (list, "processor:1/0"), ==, 10);
  /* Nothing but threads: they are what is looked at. */
  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 2000, 0);
  g_assert_cmpfloat (height_of (list, "thread:1/1"), >=, 40);
}

static void
test_ticks (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (5);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  g_autoptr (GArray) ticks = scope_lane_list_dup_ticks (list), after = NULL;
  guint n = scope_lane_list_n_rows (list);

  g_assert_cmpuint (ticks->len, ==, n); /* all stand open */
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (g_array_index (ticks, ScopeLaneTick, i).key, ==, scope_lane_list_row (list, i)->key);
  scope_lane_list_set_hidden (list, "processor:1/1", TRUE);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n - 1);
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/1"), ==, SCOPE_NONE);
  after = scope_lane_list_dup_ticks (list);
  g_assert_cmpuint (after->len, ==, n); /* it can be ticked again */
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (after, ScopeLaneTick, i).hidden, ==,
                     g_str_equal (g_array_index (after, ScopeLaneTick, i).key, "processor:1/1"));
  scope_lane_list_set_hidden (list, "processor:1/1", FALSE);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n);
}

/* As many as a click shows are all that are left: there is no "of" then. */
static void
test_more (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (36), large = make_trace (399);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace), larger = scope_lane_list_new (large);
  const ScopeLaneNode *last;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  last = scope_lane_list_row (list, scope_lane_list_n_rows (list) - 1);
  g_assert_cmpint (last->kind, ==, SCOPE_ROW_MORE);
  g_assert_cmpstr (last->title, ==, "Show 16 more");
  g_assert_null (last->detail);
  scope_lane_list_set_expanded (larger, scope_lane_list_find_key (larger, "threads:1"), TRUE);
  scope_lane_list_set_expanded (larger, scope_lane_list_find_key (larger, "group:1/worker"), TRUE);
  last = scope_lane_list_row (larger, scope_lane_list_find_key (larger, "more:1:group:1/worker"));
  g_assert_cmpstr (last->title, ==, "Show 20 more");
  g_assert_cmpstr (last->detail, ==, "of 113");
}

static void
check_first (ScopeLaneList *list, guint first)
{
  for (guint i = first; i < first + 20; i++)
    g_assert_cmpuint (find_thread (list, i), !=, SCOPE_NONE);
  g_assert_cmpuint (find_thread (list, first < 20 ? first + 20 : first - 1), ==, SCOPE_NONE);
}

/* While a trace grows who runs most changes: who is shown does not depend on it. When it is whole, those that ran most are shown. */
static void
test_growing_places (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeLaneList) list = NULL, whole = NULL;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  add_machine (trace, 0, 40);
  scope_trace_set_progress (trace, 0.5, END);
  list = scope_lane_list_new (trace);
  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  check_first (list, 0);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  whole = scope_lane_list_new (trace);
  scope_lane_list_set_expanded (whole, scope_lane_list_find_key (whole, "threads:1"), TRUE);
  check_first (whole, 20);
}

/* A picture's legend has all that is drawn, also what only rows have that sum up others. */
static void
test_legend (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES | SCOPE_PART_LEGEND, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeTileGetter getter;

  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    if (scope_lane_list_row (list, i)->kind == SCOPE_ROW_COUNTS)
      scope_lane_list_set_expanded (list, i, TRUE);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  g_assert_cmpuint (count_texts (scene, "idle 100 %"), ==, 1); /* of the processors */
  g_assert_cmpuint (count_texts (scene, "blocked"), ==, 1);    /* of the groups of threads */
}

/* The names of processors that run so long each, from the beginning of a million; or of threads that live so long. */
static ScopeScene *
draw_shares (const gint64 *running, guint n, ScopeKind kind)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES, .names_width = 200 };
  g_autoptr (ScopeTileCache) tiles = NULL;
  g_autoptr (ScopeView) view = NULL;
  ScopeTileGetter getter;
  guint32 index;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->lane = SCOPE_NONE;
  for (guint p = 0; p < n; p++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, kind, SCOPE_CODE_RUNNING, SCOPE_NONE);
      ScopeRow row = scope_row (lane, running[p], SCOPE_CODE_IDLE, 0);

      scope_lane_store_set_life (machine->lanes, lane, 0, kind == SCOPE_KIND_THREAD ? running[p] : END);
      if (kind == SCOPE_KIND_PROCESSOR)
        scope_lane_store_add_rows (machine->lanes, &row, 1, NULL);
      scope_machine_add_entity (machine, kind, p + 1, lane, &index);
    }
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->first = 0;
  machine->last = END;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  view = scope_view_new (trace);
  scope_view_set_width (view, 800);
  scope_lane_list_set_show (scope_view_get_lanes (view), kind == SCOPE_KIND_THREAD ? SCOPE_SHOW_THREADS : SCOPE_SHOW_PROCESSORS);
  tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  scope_tile_getter_init_waiting (&getter, tiles);
  return scope_timeline_scene_build (view, &options, &getter, NULL);
}

/* Who is the least busy, or the busiest, is told: in whole per cents where these do, else in tenths. */
static void
test_shares (void)
{
  const gint64 far[] = { 450000, 602000, 900000 }, near[] = { 450000, 452000, 900000 }, busy[] = { 100000, 902000, 900000 };
  g_autoptr (ScopeScene) whole = draw_shares (far, 3, SCOPE_KIND_PROCESSOR), least = draw_shares (near, 3, SCOPE_KIND_PROCESSOR),
                         most = draw_shares (busy, 3, SCOPE_KIND_PROCESSOR);

  g_assert_cmpuint (count_texts (whole, "45 %") + count_texts (whole, "60 %") + count_texts (whole, "90 %"), ==, 3);
  g_assert_cmpuint (count_texts (least, "45.0 %") + count_texts (least, "45.2 %") + count_texts (least, "90.0 %"), ==, 3);
  g_assert_cmpuint (count_texts (most, "90.2 %") + count_texts (most, "90.0 %"), ==, 2);
}

/* A pixel has 1.25 µs: of what lives less than two no bar can be seen, so the share alone would be of nothing. */
static void
test_short_lives (void)
{
  const gint64 lives[] = { 900000, 800 };
  g_autoptr (ScopeScene) scene = draw_shares (lives, 2, SCOPE_KIND_THREAD);

  g_assert_cmpuint (count_texts (scene, "100 %"), ==, 1);
  g_assert_cmpuint (count_texts (scene, "100 % of 800 ns"), ==, 1);
}

static char *
tip_of (ScopeTrace *trace, guint row)
{
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;

  scope_lane_list_set_show (scope_view_get_lanes (view), SCOPE_SHOW_THREADS);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  scope_view_set_range (view, 0, 1000);
  return scope_timeline_describe (view, row, 100, &getter, NULL);
}

/* Whose the row is that the pointer is on. */
static void
test_tip (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new (), alone = make_trace (5);
  g_autofree char *words = NULL, *words_alone = tip_of (alone, 2);

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  for (guint m = 0; m < 2; m++)
    add_machine (trace, m, 5);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  words = tip_of (trace, 7);
  g_assert_true (g_str_has_prefix (words, "thread 3 · "));
  g_assert_true (g_str_has_prefix (words_alone, "thread 3\n")); /* there is no other */
}

/* Other threads are called as they are everywhere: by number and label, for many have the same label. */
static void
test_others (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (7);
  ScopeLaneNode processor = { .kind = SCOPE_ROW_STATES, .lane = { 0, SCOPE_KIND_PROCESSOR, 0 } };
  ScopeLaneNode thread = { .kind = SCOPE_ROW_STATES, .lane = { 0, SCOPE_KIND_THREAD, 1 } };
  const ScopeStripRun runs[] = {
    { .state = SCOPE_STATE_RUNNING, .code = SCOPE_CODE_RUNNING, .ref = 4 },
    { .state = SCOPE_STATE_RUNNABLE, .code = SCOPE_CODE_WOKEN, .ref = 1 },
    { .state = SCOPE_STATE_BLOCKED, .code = SCOPE_CODE_BLACKHOLE, .ref = 7 },
    { .state = SCOPE_STATE_RUNNING, .code = SCOPE_CODE_RUNNING, .ref = 2 },
  };
  g_autofree char *of_hec = scope_timeline_run_words (trace, &processor, &runs[0]), *woken = scope_timeline_run_words (trace, &thread, &runs[1]);
  g_autofree char *held = scope_timeline_run_words (trace, &thread, &runs[2]), *where = scope_timeline_run_words (trace, &thread, &runs[3]);

  g_assert_cmpstr (of_hec, ==, "running: thread 4 “worker”");
  g_assert_cmpstr (woken, ==, "ready: woken by thread 1 “worker”");
  g_assert_true (g_str_has_suffix (held, ", held by thread 7 “worker”"));
  g_assert_cmpstr (where, ==, "running on HEC 1");
}

/* However low the rows, their names can be read. */
static void
test_low_names (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;
  guint n = 0;

  scope_lane_list_set_show (scope_view_get_lanes (view), SCOPE_SHOW_THREADS);
  scope_view_set_look (view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_DENSE);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_TEXT && item->x < 200)
        {
          g_assert_cmpfloat (item->size, >=, 9);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 30);
}

/* --- rows that stick --- */

static const ScopeItem *
find_strip (const ScopeScene *scene, guint row)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_STRIP && item->row == row)
        return item;
    }
  return NULL;
}

/* Nothing of a row that scrolls is drawn where rows stick. */
static void
check_clips (const ScopeScene *scene, ScopeLaneList *list, double boundary)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);
      const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, item->group);

      if (item->type == SCOPE_ITEM_STRIP && !scope_lane_list_row (list, item->row)->sticks)
        g_assert_cmpfloat (group->y, >=, boundary);
    }
}

/* Pinned rows stay while the others scroll; a place in the window means the row that is seen there. */
static void
test_stick (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeTimelineOptions options = { .width = 1000, .height = 428, .parts = SCOPE_PART_RULER | SCOPE_PART_NAMES,
                                   .names_width = 200 };
  g_autoptr (ScopeScene) top = NULL, scrolled = NULL;
  const char *pinned[] = { "thread:1/50", "thread:1/90" };
  ScopeTileGetter getter;
  guint first, end, row;

  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_view_set_look (view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_COMFORTABLE);
  for (guint i = 0; i < 2; i++)
    scope_lane_list_set_pinned (list, scope_lane_list_find_key (list, pinned[i]), TRUE);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 0); /* not laid out yet */
  scope_tile_getter_init_waiting (&getter, tiles);
  top = scope_timeline_scene_build (view, &options, &getter, NULL);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 2);
  g_assert_cmpfloat (scope_lane_list_sticking_height (list), ==, 56);
  options.scroll_y = 280;
  scrolled = scope_timeline_scene_build (view, &options, &getter, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (find_strip (scrolled, i)->y, ==, find_strip (top, i)->y);
      g_assert_cmpuint (scope_lane_list_row_in_view (list, i * 28 + 5, 280), ==, i);
    }
  /* 56 pixels of what sticks, then the rows from 280 + 56 on: row 12 is the first. */
  g_assert_null (find_strip (scrolled, 11));
  g_assert_cmpfloat (find_strip (scrolled, 12)->y, ==, find_strip (top, 12)->y - 280);
  g_assert_cmpuint (scope_lane_list_row_in_view (list, 57, 280), ==, 12);
  scope_lane_list_rows_in_view (list, 280, 400, &first, &end);
  g_assert_cmpuint (first, ==, 12);
  g_assert_cmpuint (end, ==, 25); /* y 680 lies in row 24 */
  check_clips (scrolled, list, 28 + 56);
  check_clips (top, list, 28 + 56);

  /* Not so many that nothing is left: the rest of the pinned scroll with the others. */
  for (guint i = 0; i < 30; i++)
    scope_lane_list_set_pinned (list, scope_lane_list_n_rows (list) - 1, TRUE);
  scope_timeline_height (view, &options);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 8); /* of 400 pixels, 240 */
  g_assert_true (scope_lane_list_row (list, 20)->pinned);
  g_assert_false (scope_lane_list_row (list, 20)->sticks);
  row = scope_lane_list_row_in_view (list, 8 * 28 + 1, 280);
  g_assert_cmpuint (row, ==, 18);
}

static gboolean
never (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What comes into view by panning is there before it does. */
static void
test_ahead (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (50);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view),
                                             scope_lane_list_find_key (scope_view_get_lanes (view), "processor:1/0"));
  guint tick = g_timeout_add (5, never, NULL), level;
  gint64 last;
  ScopeTileKey key;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 200000, 300000);
  level = scope_viewport_level (scope_viewport_scale (scope_view_get_viewport (view)));
  last = 349999 >> (level + SCOPE_TILE_SHIFT);
  key = (ScopeTileKey) { node->sources[0].store, node->sources[0].lane, level, last };
  scope_fetch_ahead (view, 0, 100, 1, tiles);
  while (scope_tile_cache_pending (tiles) > 0)
    g_main_context_iteration (NULL, TRUE);
  for (; key.index > 300000 >> (level + SCOPE_TILE_SHIFT); key.index--)
    {
      g_autoptr (ScopeTile) tile = scope_tile_cache_peek (tiles, &key);

      g_assert_nonnull (tile);
    }
  /* Not what lies behind. */
  key.index = 190000 >> (level + SCOPE_TILE_SHIFT);
  g_assert_null (scope_tile_cache_peek (tiles, &key));
  g_source_remove (tick);
}

/* --- very many machines --- */

#define MACHINES 80u

typedef struct
{
  ScopeTileCache *cache;
  GHashTable *stores;
  guint n_sums;
} Asked;

static ScopeTile *
note_tile (gpointer data, const ScopeTileKey *key)
{
  Asked *asked = data;

  if (key->sum != NULL)
    asked->n_sums++;
  else
    g_hash_table_add (asked->stores, key->store);
  return scope_tile_cache_get (asked->cache, key, NULL);
}

/* What stands for all machines asks for sums, not for a tile of each, and shows the same; a row of one asks for that one. */
static void
test_machines (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeTileCache) cache = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autoptr (GHashTable) stores = g_hash_table_new (NULL, NULL);
  g_autoptr (ScopeView) view = NULL;
  Asked asked = { cache, stores, 0 };
  ScopeTileGetter getter = { .tile = note_tile, .data = &asked };
  ScopeLaneList *lanes;
  guint activity = 0;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  for (guint m = 0; m < MACHINES; m++)
    add_machine (trace, m, 20);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  view = scope_view_new (trace);
  lanes = scope_view_get_lanes (view);
  scope_view_set_width (view, 700);
  scope_view_set_range (view, 0, END);
  while (scope_lane_list_row (lanes, activity)->kind != SCOPE_ROW_ACTIVITY)
    activity++;
  for (guint ready = 0; ready < 2; ready++)
    {
      double scale = scope_viewport_scale (scope_view_get_viewport (view));
      guint n;
      g_autofree ScopeLaneSource *sources = ready ? scope_lane_list_ready_sources (lanes, &n) : scope_lane_list_activity_sources (lanes, &n);
      g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, activity, 0, ready, &getter, NULL), parted = NULL;

      g_assert_cmpuint (g_hash_table_size (stores), ==, 0);
      g_assert_cmpuint (asked.n_sums, >, 0);
      g_assert_cmpuint (n, ==, ready ? MACHINES : 2 * MACHINES);
      g_assert_cmpuint (strip->n_lanes, ==, n);
      parted = scope_strip_new (&getter, sources, n, scope_view_get_viewport (view)->first, scale, 0, SCOPE_STRIP_COLUMNS);
      g_assert_cmpuint (g_hash_table_size (stores), ==, MACHINES);
      for (guint c = 0; c < SCOPE_STRIP_COLUMNS; c++)
        {
          g_assert_cmpfloat_with_epsilon (strip->columns[c].total, parted->columns[c].total, 1e-3);
          for (guint s = 0; s < SCOPE_N_STATES; s++)
            g_assert_cmpfloat_with_epsilon (strip->columns[c].time[s], parted->columns[c].time[s], 1e-6);
        }
      g_hash_table_remove_all (stores);
      asked.n_sums = 0;
    }
  {
    guint row = scope_lane_list_find (lanes, (ScopeLaneId) { 3, SCOPE_KIND_PROCESSOR, 1 }, TRUE);
    g_autoptr (ScopeStrip) strip = scope_timeline_strip (view, row, 0, FALSE, &getter, NULL);

    g_assert_nonnull (strip);
    g_assert_cmpuint (g_hash_table_size (stores), ==, 1);
    g_assert_cmpuint (asked.n_sums, ==, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane-scenes/numbered-names", test_numbered_names);
  g_test_add_func ("/lane-scenes/helpers", test_helpers);
  g_test_add_func ("/lane-scenes/heights", test_heights);
  g_test_add_func ("/lane-scenes/ticks", test_ticks);
  g_test_add_func ("/lane-scenes/more", test_more);
  g_test_add_func ("/lane-scenes/growing-places", test_growing_places);
  g_test_add_func ("/lane-scenes/tip", test_tip);
  g_test_add_func ("/lane-scenes/others", test_others);
  g_test_add_func ("/lane-scenes/legend", test_legend);
  g_test_add_func ("/lane-scenes/shares", test_shares);
  g_test_add_func ("/lane-scenes/low-names", test_low_names);
  g_test_add_func ("/lane-scenes/short-lives", test_short_lives);
  g_test_add_func ("/lane-scenes/stick", test_stick);
  g_test_add_func ("/lane-scenes/ahead", test_ahead);
  g_test_add_func ("/lane-scenes/machines", test_machines);
  return g_test_run ();
}
