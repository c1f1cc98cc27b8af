/* test-figures.c: rows that are made of tables: which pause is at a place, what counters say there, also where their last sample lies
 * long before; and for whom a collection waited.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-idle.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/trace/statistics/scope-collection.h"
#include "scene-texts.h"

#include <string.h>

#define END 10000000 /* ticks of 1 ns */

static void
add_collection (ScopeMachine *machine, gint64 processor, gint64 start, gint64 duration, gint64 sync, gint64 generation)
{
  gint64 row[SCOPE_COLLECTION_N_COLUMNS];

  for (guint i = 0; i < SCOPE_COLLECTION_N_COLUMNS; i++)
    row[i] = SCOPE_TABLE_NULL;
  row[SCOPE_COLLECTION_START] = start;
  row[SCOPE_COLLECTION_PROCESSOR] = processor;
  row[SCOPE_COLLECTION_DURATION] = duration;
  row[SCOPE_COLLECTION_SYNC] = sync;
  row[SCOPE_COLLECTION_GENERATION] = generation;
  row[SCOPE_COLLECTION_COPIED] = 4096;
  scope_table_add (machine->tables[SCOPE_TABLE_COLLECTIONS], row, NULL);
}

static void
add_counter_of (ScopeMachine *machine, gint64 processor, gint64 time, guint name, gint64 value)
{
  const gint64 row[SCOPE_COUNTER_N_COLUMNS] = { [SCOPE_COUNTER_TIME] = time,
                                                [SCOPE_COUNTER_PROCESSOR] = processor,
                                                [SCOPE_COUNTER_NAME] = name,
                                                [SCOPE_COUNTER_VALUE] = value,
                                                [SCOPE_COUNTER_THREAD] = SCOPE_TABLE_NULL };

  scope_table_add (machine->tables[SCOPE_TABLE_COUNTERS], row, NULL);
}

static void
add_counter (ScopeMachine *machine, gint64 time, guint name, gint64 value)
{
  add_counter_of (machine, 0, time, name, value);
}

/* HEC 1 runs until shortly before the collection at 5 ms that HEC 0 leads, HEC 2 stops when it is asked for, HEC 3 is idle. */
static ScopeTrace *
make_trace (void)
{
  static const gint64 stops[] = { 4000000, 4900000, 4100000, 0 };
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "figures", "none", SCOPE_RUNTIME_GHC });
  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1000;
  for (guint p = 0; p < G_N_ELEMENTS (stops); p++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE), index;
      ScopeRow rows[] = { scope_row (lane, 1000000, SCOPE_CODE_RUNNING, 1), scope_row (lane, stops[p], SCOPE_CODE_IDLE, 0),
                          scope_row (lane, 5000000, p == 0 ? SCOPE_CODE_COLLECTING : SCOPE_CODE_IDLE, 0),
                          scope_row (lane, 6000000, SCOPE_CODE_IDLE, 0) };

      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &index);
      g_assert_true (scope_lane_store_add_rows (machine->lanes, rows, stops[p] > 0 ? G_N_ELEMENTS (rows) : 0, NULL));
    }
  machine->lane = machine->threads_lane = SCOPE_NONE;
  scope_trace_add_machine (trace, machine);
  return trace;
}

static void
finish (ScopeTrace *trace)
{
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->last = END;
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
}

static ScopeOverlay *
read_overlay (ScopeView *view, gint64 from, gint64 to)
{
  ScopeOverlayRequest request;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, from, to);
  scope_overlay_request_init (&request, view);
  return scope_overlay_read (scope_view_get_trace (view), &request, NULL);
}

static guint
row_of (ScopeView *view, ScopeRowKind kind)
{
  guint n = scope_lane_list_n_rows (scope_view_get_lanes (view));

  for (guint row = 0; row < n; row++)
    if (scope_lane_list_row (scope_view_get_lanes (view), row)->kind == kind)
      return row;
  g_assert_not_reached ();
}

/* --- pauses --- */

static void
test_pauses (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autofree char *one = NULL, *several = NULL;
  ScopePause pause = { 0 };
  guint row;

  for (gint64 i = 0; i < 50; i++) /* all within the pixel at x 200 */
    add_collection (scope_trace_machine (trace, 0), 0, 2000000 + i * 100, 50, 0, 0);
  add_collection (scope_trace_machine (trace, 0), 0, 5000000, 1000000, 1000000, 1);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  row = row_of (view, SCOPE_ROW_PAUSES);
  g_assert_false (scope_timeline_hit_pause (view, overlay, row, 300, 4, &pause));
  g_assert_false (scope_timeline_hit_pause (view, NULL, row, 500, 4, &pause));
  g_assert_false (scope_timeline_hit_pause (view, overlay, row_of (view, SCOPE_ROW_STATES), 500, 4, &pause));
  g_assert_true (scope_timeline_hit_pause (view, overlay, row, 450, 4, &pause)); /* while it waits */
  g_assert_cmpint (pause.start, ==, 5000000);
  g_assert_cmpuint (pause.leader, ==, 0);
  one = scope_timeline_describe_pause (view, &pause);
  g_assert_true (g_str_has_prefix (one, "GC, generation 1\n"));
  g_assert_nonnull (strstr (one, "(2.00 ms)\n1.00 ms of it until all had stopped"));
  g_assert_true (scope_timeline_hit_pause (view, overlay, row, 203, 4, &pause));
  g_assert_cmpuint (pause.count, ==, 50);
  several = scope_timeline_describe_pause (view, &pause);
  g_assert_true (g_str_has_prefix (several, "50 GC pauses, the longest 50 ns"));
}

/* How opaque the pauses of a picture are, at most, and whether one is named. */
static guint
look_at_pauses (ScopeView *view, ScopeOverlay *overlay, gboolean *ret_named)
{
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (NULL, 0, 1);
  ScopeTimelineOptions options = { .width = 1200, .height = 300, .names_width = 200 };
  ScopeTileGetter getter;
  g_autoptr (ScopeScene) scene = NULL;
  guint most = 0;

  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  *ret_named = FALSE;
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_RECT && item->state == SCOPE_STATE_COLLECTING && item->x >= scene->plot_x)
        most = MAX (most, (item->pattern == SCOPE_PATTERN_HATCH ? item->second : item->colour) >> 24);
      else if (item->type == SCOPE_ITEM_TEXT && g_str_has_prefix (scope_scene_text (scene, item->text), "gen 1"))
        *ret_named = TRUE;
    }
  return most;
}

/* The chip of a state dims all others, also where pauses have a lane of their own. */
static void
test_pauses_dimmed (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  gboolean named;

  add_collection (scope_trace_machine (trace, 0), 0, 5000000, 2000000, 1000000, 1);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  g_assert_cmpuint (look_at_pauses (view, overlay, &named), ==, 255);
  g_assert_true (named);
  scope_view_set_look (view, SCOPE_LOOK_DIMMED, ~(1u << SCOPE_STATE_RUNNING) & ((1u << SCOPE_N_STATES) - 1));
  g_assert_cmpuint (look_at_pauses (view, overlay, &named), <, 128);
  g_assert_false (named);
  scope_view_set_look (view, SCOPE_LOOK_DIMMED, ~(1u << SCOPE_STATE_COLLECTING) & ((1u << SCOPE_N_STATES) - 1));
  g_assert_cmpuint (look_at_pauses (view, overlay, &named), ==, 255);
  g_assert_true (named);
}

/* What the nonmoving collector does has a row of its own; what it stops all for is a pause, told apart. */
static void
test_concurrent (void)
{
  static const gint64 rows[][SCOPE_CONCURRENT_N_COLUMNS]
      = { { 2000000, 1000000, SCOPE_CONCURRENT_MARK, 7 }, { 3200000, 100000, SCOPE_CONCURRENT_MARK, 1 },
          { 3000000, 500000, SCOPE_CONCURRENT_SYNC, SCOPE_TABLE_NULL }, { 3500000, 1000000, SCOPE_CONCURRENT_SWEEP, SCOPE_TABLE_NULL } };
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autofree char *stopped = NULL, *swept = NULL;
  ScopePause pause = { 0 };
  guint pauses, beside;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (scope_table_add (scope_trace_machine (trace, 0)->tables[SCOPE_TABLE_CONCURRENT], rows[i], NULL));
  add_collection (scope_trace_machine (trace, 0), 0, 6000000, 1000000, 0, 1);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  pauses = row_of (view, SCOPE_ROW_PAUSES);
  beside = row_of (view, SCOPE_ROW_CONCURRENT);
  g_assert_true (scope_timeline_hit_pause (view, overlay, pauses, 325, 4, &pause));
  g_assert_cmpuint (pause.kind, ==, SCOPE_CONCURRENT_SYNC + 1);
  stopped = scope_timeline_describe_pause (view, &pause);
  g_assert_true (g_str_has_prefix (stopped, "Nonmoving collector: all are stopped to end the mark"));
  g_assert_false (scope_timeline_hit_pause (view, overlay, pauses, 250, 4, &pause));
  g_assert_false (scope_timeline_hit_pause (view, overlay, pauses, 400, 4, &pause));
  g_assert_true (scope_timeline_hit_pause (view, overlay, pauses, 650, 4, &pause));
  g_assert_cmpuint (pause.kind, ==, 0);
  g_assert_true (scope_timeline_hit_pause (view, overlay, beside, 250, 4, &pause));
  g_assert_cmpuint (pause.kind, ==, SCOPE_CONCURRENT_MARK + 1);
  g_assert_true (scope_timeline_hit_pause (view, overlay, beside, 400, 4, &pause));
  swept = scope_timeline_describe_pause (view, &pause);
  g_assert_true (g_str_has_prefix (swept, "Nonmoving collector: sweeps while threads run"));
  g_assert_false (scope_timeline_hit_pause (view, overlay, beside, 650, 4, &pause));
}

static void
test_flushes (void)
{
  static const gint64 rows[][SCOPE_FLUSH_N_COLUMNS] = { { 2000000, 1000000, 1, 2097152 }, { 6000000, 500000, 0, 2097140 } };
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autofree char *said = NULL;
  ScopePause pause = { 0 };
  guint row;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_true (scope_table_add (scope_trace_machine (trace, 0)->tables[SCOPE_TABLE_FLUSHES], rows[i], NULL));
  add_collection (scope_trace_machine (trace, 0), 0, 4000000, 1000000, 0, 1);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  row = row_of (view, SCOPE_ROW_FLUSHES);
  g_assert_true (scope_timeline_hit_pause (view, overlay, row, 250, 4, &pause));
  said = scope_timeline_describe_pause (view, &pause);
  g_assert_true (g_str_has_prefix (said, "HEC 1 stands still to write the event log\n"));
  g_assert_true (g_str_has_suffix (said, "(1.00 ms)"));
  g_assert_false (scope_timeline_hit_pause (view, overlay, row, 450, 4, &pause));
  g_assert_false (scope_timeline_hit_pause (view, overlay, row_of (view, SCOPE_ROW_PAUSES), 250, 4, &pause));
  g_assert_true (scope_timeline_hit_pause (view, overlay, row, 625, 4, &pause));
  g_assert_cmpuint (pause.leader, ==, 0);
}

/* --- counters --- */

static void
assert_says (ScopeView *view, const ScopeOverlay *overlay, ScopeRowKind kind, double x, const char *expected)
{
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_OVERLAY };
  g_autofree char *text = scope_timeline_describe_figures (view, &options, overlay, row_of (view, kind), x);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_counters (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) all = NULL, late = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  /* Live is said twice; then many samples of what was allocated: 1 kB in 1 µs. */
  add_counter (machine, 1000000, SCOPE_COUNTER_HEAP_SIZE, 8000000);
  add_counter (machine, 1000000, SCOPE_COUNTER_HEAP_LIVE, 2000000);
  add_counter (machine, 2000000, SCOPE_COUNTER_HEAP_SIZE, 9000000);
  add_counter (machine, 2000000, SCOPE_COUNTER_HEAP_LIVE, 3000000);
  for (gint64 i = 0; i < 7000; i++)
    add_counter (machine, 2000000 + i * 1000, SCOPE_COUNTER_HEAP_ALLOCATED, i * 1000);
  finish (trace);
  scope_view_update (view);
  all = read_overlay (view, 0, END);
  assert_says (view, all, SCOPE_ROW_HEAP, 50, NULL);
  assert_says (view, all, SCOPE_ROW_HEAP, 150, "Heap\nsize 8.0 MB\nlive 2.0 MB");
  assert_says (view, all, SCOPE_ROW_HEAP, 900, "Heap\nsize 9.0 MB\nlive 3.0 MB");
  assert_says (view, all, SCOPE_ROW_ALLOCATION, 500, "Allocation\n1.0 GB/s");
  /* However many samples of something else lie between. */
  late = read_overlay (view, 8000000, 8001000);
  assert_says (view, late, SCOPE_ROW_HEAP, 500, "Heap\nsize 9.0 MB\nlive 3.0 MB");
}

/* Each processor's last sample holds, however long ago it was and whatever was sampled since. */
static void
test_held (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) late = NULL;
  g_autoptr (ScopeIdle) idle = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  add_counter_of (machine, 0, 1000000, SCOPE_COUNTER_SPARKS_REMAINING, 10);
  add_counter_of (machine, 1, 1100000, SCOPE_COUNTER_SPARKS_REMAINING, 300);
  add_counter_of (machine, 1, 1200000, SCOPE_COUNTER_SPARKS_REMAINING, 20);
  for (gint64 i = 0; i < 7000; i++)
    add_counter_of (machine, 2, 2000000 + i * 1000, SCOPE_COUNTER_SPARKS_REMAINING, i == 0 ? 5 : 7);
  finish (trace);
  scope_view_update (view);
  late = read_overlay (view, 8000000, 8000500);
  assert_says (view, late, SCOPE_ROW_SPARKS, 500, "Spark pool\n37\nCounted when a collection ends; in between it is not known");
  idle = scope_idle_ask (trace, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 0 }, 8000000, 8000500, NULL, NULL);
  g_assert_nonnull (idle);
  g_assert_true (idle->has_pool);
  g_assert_cmpint (idle->pool_from, ==, 37);
}

/* Four processors that allocate 1 GB/s each say so one after the other, every 100 µs: at no zoom does it look like more. */
static void
test_rates (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) near = NULL, far = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  for (gint64 i = 0; i < 90; i++)
    for (gint64 p = 0; p < 4; p++)
      add_counter_of (machine, p, 1000000 + i * 100000 + p * 150, SCOPE_COUNTER_HEAP_ALLOCATED, i * 100000);
  finish (trace);
  scope_view_update (view);
  near = read_overlay (view, 5000000, 5250000);
  for (guint x = 2; x < 790; x++)
    assert_says (view, near, SCOPE_ROW_ALLOCATION, x, "Allocation\n4.0 GB/s");
  far = read_overlay (view, 0, END);
  assert_says (view, far, SCOPE_ROW_ALLOCATION, 50, "Allocation\n0 B/s");
  for (guint x = 101; x < 980; x++)
    assert_says (view, far, SCOPE_ROW_ALLOCATION, x, "Allocation\n4.0 GB/s");
}

static guint
count_in (ScopeView *view, const ScopeOverlay *overlay, double height, const char *text)
{
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), 0, 1);
  ScopeTimelineOptions options = { .width = 1200, .height = height, .parts = SCOPE_PART_NAMES | SCOPE_PART_OVERLAY, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;

  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, overlay);
  return count_texts (scene, text);
}

/* In a low window, too, a graph says what its height is and which colour is what; of all processors, how many they are. */
static void
test_scales (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  add_counter (machine, 1000000, SCOPE_COUNTER_HEAP_SIZE, 8000000);
  add_counter (machine, 1000000, SCOPE_COUNTER_HEAP_LIVE, 2000000);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  for (double height = 90; height < 500; height += 10)
    {
      g_assert_cmpuint (count_in (view, overlay, height, "size"), ==, 1);
      g_assert_cmpuint (count_in (view, overlay, height, "live"), ==, 1);
      g_assert_cmpuint (count_in (view, overlay, height, "8.0 MB"), ==, 1);
      g_assert_cmpuint (count_in (view, overlay, height, "25 % of 4 HECs"), ==, 1);
    }
}

/* --- collections --- */

static void
test_collection (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeLaneId leader = { 0, SCOPE_KIND_PROCESSOR, 0 }, other = { 0, SCOPE_KIND_PROCESSOR, 2 }, machine = { 0, SCOPE_KIND_MACHINE, 0 };
  ScopeCollection found;

  add_collection (scope_trace_machine (trace, 0), 0, 2000000, 100, SCOPE_TABLE_NULL, 0);
  add_collection (scope_trace_machine (trace, 0), 0, 5000000, 1000000, 1000000, 1);
  add_collection (scope_trace_machine (trace, 0), 0, 8000000, 1000000, 1000000, 1);
  finish (trace);
  g_assert_true (scope_collection_find (trace, leader, 5000000, 6000000, NULL, &found, NULL));
  g_assert_cmpint (found.asked, ==, 4000000);
  g_assert_cmpint (found.from, ==, 5000000);
  g_assert_cmpint (found.to, ==, 6000000);
  g_assert_cmpint (found.generation, ==, 1);
  g_assert_cmpint (found.copied, ==, 4096);
  g_assert_cmpuint (found.leader, ==, 0);
  /* HEC 1 stopped last, not HEC 2. */
  g_assert_cmpuint (found.n_stops, ==, 2);
  g_assert_cmpuint (found.n_stopped, ==, 2);
  g_assert_cmpuint (found.stops[0].processor, ==, 1);
  g_assert_cmpint (found.stops[0].from, ==, 1000000);
  g_assert_cmpint (found.stops[0].to, ==, 4900000);
  g_assert_cmpuint (found.stops[1].processor, ==, 2);
  /* A helper's interval may be a part of it; a machine's range may not. */
  g_assert_true (scope_collection_find (trace, other, 5100000, 5200000, NULL, &found, NULL));
  g_assert_cmpint (found.from, ==, 5000000);
  g_assert_false (scope_collection_find (trace, machine, 5100000, 5200000, NULL, &found, NULL));
  g_assert_true (scope_collection_find (trace, machine, 5000000, 6000000, NULL, &found, NULL));
  /* Nobody ran when that one was asked for; of the first it is not known when it was. */
  g_assert_true (scope_collection_find (trace, leader, 8000000, 9000000, NULL, &found, NULL));
  g_assert_cmpuint (found.n_stops, ==, 0);
  g_assert_true (scope_collection_find (trace, leader, 2000000, 2000100, NULL, &found, NULL));
  g_assert_false (found.has_wait);
  g_assert_cmpint (found.asked, ==, 2000000);
  g_assert_cmpuint (found.n_stops, ==, 0);
  g_assert_false (scope_collection_find (trace, leader, 3000000, 3000100, NULL, &found, NULL));
}

/* What cores did by the simulator's statistics has rows of its own, beside those that are counted in the trace: each says its figures. */
static void
test_statistics (void)
{
  static const struct
  {
    ScopeTableKind table;
    gint64 time, instructions, cycles;
  } samples[] = { { SCOPE_TABLE_COUNTERS, 0, 0, 0 },        { SCOPE_TABLE_COUNTERS, END, 1000, 4000 },
                  { SCOPE_TABLE_CORE_STATISTICS, 0, 0, 0 }, { SCOPE_TABLE_CORE_STATISTICS, END, 3000, 4000 } };
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions options = { .width = 1200, .height = 300, .names_width = 200 };
  g_autofree char *own = NULL, *by_statistics = NULL;
  guint rows = 0;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      gint64 row[SCOPE_COUNTER_N_COLUMNS] = { samples[i].time, 0, SCOPE_COUNTER_INSTRUCTIONS, samples[i].instructions, SCOPE_TABLE_NULL };

      scope_table_add (machine->tables[samples[i].table], row, NULL);
      row[SCOPE_COUNTER_NAME] = SCOPE_COUNTER_CYCLES;
      row[SCOPE_COUNTER_VALUE] = samples[i].cycles;
      scope_table_add (machine->tables[samples[i].table], row, NULL);
    }
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  for (guint i = 0; i < scope_lane_list_n_rows (scope_view_get_lanes (view)); i++)
    rows += scope_row_is_of_cores (scope_lane_list_row (scope_view_get_lanes (view), i)->kind);
  g_assert_cmpuint (rows, ==, 2); /* of misses nobody speaks */
  own = scope_timeline_describe_figures (view, &options, overlay, row_of (view, SCOPE_ROW_IPC), 700);
  by_statistics = scope_timeline_describe_figures (view, &options, overlay, row_of (view, SCOPE_ROW_STATS_IPC), 700);
  g_assert_nonnull (strstr (own, ": 0.25 ("));
  g_assert_nonnull (strstr (by_statistics, ": 0.75 ("));
  g_assert_null (strstr (by_statistics, ": 0.25 ("));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/pauses", test_pauses);
  g_test_add_func ("/figures/pauses-dimmed", test_pauses_dimmed);
  g_test_add_func ("/figures/concurrent", test_concurrent);
  g_test_add_func ("/figures/flushes", test_flushes);
  g_test_add_func ("/figures/counters", test_counters);
  g_test_add_func ("/figures/held", test_held);
  g_test_add_func ("/figures/rates", test_rates);
  g_test_add_func ("/figures/scales", test_scales);
  g_test_add_func ("/figures/collection", test_collection);
  g_test_add_func ("/figures/statistics", test_statistics);
  return g_test_run ();
}
