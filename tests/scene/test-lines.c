/* test-lines.c: what is found and drawn between lanes: long messages, filters, streams, links, ticks, tasks; what columns
 * show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/line-traces.h"

#include "tests/model/message-list.h"

#include <math.h>
#include <string.h>

/* --- messages --- */

/* However long ago it was sent, and whatever was sent since. */
static void
test_long (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) inside = NULL, across = NULL, after = NULL;

  add_message (trace, 0, 1, 100, 9000050, SCOPE_TAG_DATA, 1, 10);
  add_message (trace, 0, 1, 200, END - 1, SCOPE_TAG_DATA, 2, 10);
  for (guint i = 0; i < 20000; i++)
    add_message (trace, 0, 1, 1000 + i * 100, 1000 + i * 100 + 50, SCOPE_TAG_DATA, 3, 10);
  finish (trace);
  scope_view_update (view);

  inside = read_overlay (view, 9000000, 9000100);
  g_assert_cmpuint (inside->n_messages, ==, 2);
  g_assert_cmpuint (inside->messages->len, ==, 2);
  across = read_overlay (view, 5000000, 5000100);
  g_assert_cmpuint (across->n_messages, ==, 2);
  after = read_overlay (view, 9000100, 9000200);
  g_assert_cmpuint (after->n_messages, ==, 1);
  g_assert_cmpint (g_array_index (after->messages, ScopeMessageLine, 0).send, ==, 200);
  g_assert_false (after->sampled);
}

static guint64
count_wanted (ScopeView *view, const ScopeMessageFilter *filter)
{
  g_autoptr (ScopeOverlay) overlay = NULL;

  scope_view_set_messages (view, filter);
  overlay = read_overlay (view, 0, END);
  return overlay->n_messages;
}

static void
test_filter (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (3, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMessageFilter all, filter;
  ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .messages = &filter };
  g_autoptr (GArray) list = NULL;

  for (guint i = 0; i < 30; i++)
    add_message (trace, i % 3, (i + 1) % 3, 1000 * i + 1, 1000 * i + 900, i < 10 ? SCOPE_TAG_DATA : SCOPE_TAG_HEAD, i, i);
  add_message (trace, 0, 1, 500000, 400000, SCOPE_TAG_DATA, 99, 1000);
  add_message (trace, 0, 1, 500001, 600000, SCOPE_TAG_RFORK, 0, SCOPE_TABLE_NULL);
  add_message (trace, 0, 1, 500002, SCOPE_TABLE_NULL, SCOPE_TAG_CONNECT, 0, SCOPE_TABLE_NULL);
  finish (trace);
  scope_view_update (view);
  scope_message_filter_init (&all);
  all.show = TRUE;

  g_assert_cmpuint (count_wanted (view, &all), ==, 31);
  filter = all;
  filter.system = TRUE;
  g_assert_cmpuint (count_wanted (view, &filter), ==, 32);
  filter = all;
  filter.reversed_only = TRUE;
  g_assert_cmpuint (count_wanted (view, &filter), ==, 1);
  filter = all;
  filter.machine = 2;
  g_assert_cmpuint (count_wanted (view, &filter), ==, 20);
  filter.process = 7;
  g_assert_cmpuint (count_wanted (view, &filter), ==, 0);
  filter = all;
  filter.without_tags = 1u << (SCOPE_TAG_HEAD - SCOPE_TAG_FIRST);
  g_assert_cmpuint (count_wanted (view, &filter), ==, 11);
  filter = all;
  filter.size_from = 5;
  filter.size_to = 9;
  g_assert_cmpuint (count_wanted (view, &filter), ==, 5);
  /* The list has just those. */
  list = message_list_read (&within);
  g_assert_cmpuint (list->len, ==, 5);
}

static void
test_words (void)
{
  ScopeMessageFilter filter;

  scope_message_filter_init (&filter);
  g_assert_true (scope_message_filter_parse (&filter, "streams, migrations, rows, classes", NULL));
  g_assert_true (filter.rows && filter.by_class);
  g_assert_true (filter.show && filter.streams && filter.migrations);
  g_assert_false (filter.system || filter.wakeups || filter.reversed_only);
  g_assert_true (scope_message_filter_parse (&filter, "none", NULL));
  g_assert_false (filter.show || filter.migrations);
  g_assert_false (scope_message_filter_parse (&filter, "lines,arrows", NULL));
}

/* --- streams --- */

static void
test_streams (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) whole = NULL, near = NULL, off = NULL;
  ScopeMessageFilter filter = *scope_view_get_messages (view);
  const ScopeStreamWedge *wedge;
  ScopeStreams *streams;

  for (guint i = 0; i < 1000; i++) /* lasts a tenth of the whole */
    add_message (trace, 0, 1, 2000000 + i * 1000, 2000000 + i * 1000 + 700, SCOPE_TAG_HEAD, 7, 3);
  for (guint i = 0; i < 300; i++) /* lasts nearly all of it */
    add_message (trace, 1, 0, i * 33000, i * 33000 + 500, SCOPE_TAG_HEAD, 8, 3);
  finish (trace);
  scope_view_update (view);
  filter.show = TRUE;
  scope_view_set_messages (view, &filter);

  streams = scope_trace_get_streams (trace, NULL);
  g_assert_cmpuint (scope_streams_n (streams), ==, 2);
  g_assert_cmpuint (scope_streams_get (streams, 0)->messages, ==, 1000);
  g_assert_cmpint (scope_streams_get (streams, 0)->last_receive, ==, 2999700);

  whole = read_overlay (view, 0, END);
  g_assert_cmpuint (whole->wedges->len, ==, 1);
  wedge = &g_array_index (whole->wedges, ScopeStreamWedge, 0);
  g_assert_cmpuint (wedge->messages, ==, 1000);
  g_assert_cmpint (wedge->first_send, ==, 2000000);
  g_assert_cmpint (wedge->last_receive, ==, 2999700);
  /* Its elements are in it; the others are lines. */
  g_assert_cmpuint (whole->n_messages, ==, 1300);
  g_assert_false (whole->bundled);
  g_assert_cmpuint (whole->messages->len, ==, 300);
  /* Nearer, there is room for every element. */
  near = read_overlay (view, 1900000, 2100000);
  g_assert_cmpuint (near->wedges->len, ==, 0);
  g_assert_cmpuint (near->messages->len, >=, 100);
  filter.streams = FALSE;
  scope_view_set_messages (view, &filter);
  off = read_overlay (view, 0, END);
  g_assert_cmpuint (off->wedges->len, ==, 0);
  g_assert_true (off->bundled);
}

/* --- marks --- */

static guint
count_upright (const ScopeScene *scene, double x)
{
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      n += item->type == SCOPE_ITEM_LINE && item->width == 0 && fabs (item->x - x) < 1 && item->height > 300;
    }
  return n;
}

/* Flags are told apart as far as they can be seen; only the one under the pointer has a line through the lanes. */
static void
add_mark (ScopeMachine *machine, gint64 time, guint64 text)
{
  const gint64 mark[SCOPE_MARK_N_COLUMNS] = { [SCOPE_MARK_TIME] = time, [SCOPE_MARK_PROCESSOR] = 0, [SCOPE_MARK_THREAD] = SCOPE_TABLE_NULL,
                                              [SCOPE_MARK_KIND] = SCOPE_MARK_MARKER, [SCOPE_MARK_TEXT] = (gint64) text };

  scope_table_add (machine->tables[SCOPE_TABLE_MARKS], mark, NULL);
}

static void
test_marks (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1, 1, SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  g_autoptr (ScopeOverlay) overlay = NULL;
  g_autoptr (ScopeScene) without = NULL, with = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  guint64 text = scope_machine_add_text (machine, "begin", 5, NULL);
  g_autofree char *words = NULL, *many = NULL;
  ScopeTileGetter getter;
  ScopeMarkHit hit = { 0 };
  guint row;

  for (gint64 i = 0; i < 1001; i++) /* one at x 100, a thousand from x 500 to 510 */
    add_mark (machine, i == 0 ? 1000000 : 5000000 + i * 100, text);
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  for (row = 0; scope_lane_list_row (scope_view_get_lanes (view), row)->kind != SCOPE_ROW_MARKS; row++)
    ;
  g_assert_false (scope_timeline_hit_mark (view, &options, overlay, row, 80, 4, &hit));
  g_assert_false (scope_timeline_hit_mark (view, &options, overlay, 0, 100, 4, &hit));
  g_assert_true (scope_timeline_hit_mark (view, &options, overlay, row, 97, 4, &hit));
  g_assert_cmpint (hit.from, ==, 1000000);
  g_assert_cmpint (hit.to, ==, 1000000);
  g_assert_cmpuint (hit.count, ==, 1);
  words = scope_timeline_describe_mark (view, &hit);
  g_assert_true (g_str_has_prefix (words, "begin\n"));
  g_assert_true (scope_timeline_hit_mark (view, &options, overlay, row, 505, 4, &hit));
  g_assert_cmpuint (hit.count, ==, 1000);
  g_assert_cmpint (hit.from, ==, 5000100);
  g_assert_cmpint (hit.to, ==, 5100000);
  many = scope_timeline_describe_mark (view, &hit);
  g_assert_true (g_str_has_prefix (many, "1,000 marks"));

  options.parts |= SCOPE_PART_SELECTION;
  scope_tile_getter_init_waiting (&getter, tiles);
  without = scope_timeline_scene_build (view, &options, &getter, overlay);
  options.has_mark = TRUE;
  options.mark = 1000000;
  with = scope_timeline_scene_build (view, &options, &getter, overlay);
  g_assert_cmpuint (count_upright (with, 100.5), ==, count_upright (without, 100.5) + 1);
  g_assert_cmpuint (count_upright (with, 500.5), ==, count_upright (without, 500.5));
}

/* What one machine marks late comes before what another one marks early: one flag, in the row of all of them. */
static void
test_marks_of_machines (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (2, 1, SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeTimelineOptions options = plain_options ();
  ScopeMarkHit hit = { 0 };
  guint row;

  for (guint m = 0; m < 2; m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      guint64 text = scope_machine_add_text (machine, "begin", 5, NULL);

      add_mark (machine, 1000000 + m * 1000, text);
      add_mark (machine, 9000000, text);
    }
  finish (trace);
  scope_view_update (view);
  overlay = read_overlay (view, 0, END);
  for (row = 0; scope_lane_list_row (scope_view_get_lanes (view), row)->kind != SCOPE_ROW_MARKS; row++)
    ;
  g_assert_true (scope_timeline_hit_mark (view, &options, overlay, row, 100, 4, &hit));
  g_assert_cmpuint (hit.count, ==, 2);
  g_assert_cmpint (hit.to, ==, 1001000);
}

/* --- migrations, wake-ups, instants, tasks --- */

static guint
count_items (const ScopeScene *scene, ScopeItemType type)
{
  guint n = 0;

  for (guint i = 0; scene != NULL && i < scene->items->len; i++)
    n += g_array_index (scene->items, ScopeItem, i).type == type;
  return n;
}

static void
test_links (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1, 3, SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) none = NULL, both = NULL, many = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_OVERLAY };
  ScopeMessageFilter filter = *scope_view_get_messages (view);
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  guint64 n = 0;

  for (gint64 i = 0; i < 100; i++)
    {
      const gint64 migration[] = { i * 1000, 0, i % 3, (i + 1) % 3 };
      const gint64 wakeup[] = { i * 1000 + 500, 0, SCOPE_TABLE_NULL, i % 3, (i + 1) % 3, SCOPE_WOKEN_BY_THREAD };

      scope_table_add (machine->tables[SCOPE_TABLE_MIGRATIONS], migration, NULL);
      scope_table_add (machine->tables[SCOPE_TABLE_WAKEUPS], wakeup, NULL);
    }
  for (gint64 i = 0; i < 5000; i++)
    {
      const gint64 migration[] = { 5000000 + i * 100, 0, 0, 1 };

      scope_table_add (machine->tables[SCOPE_TABLE_MIGRATIONS], migration, NULL);
    }
  finish (trace);
  scope_view_update (view);
  none = read_overlay (view, 0, 100000);
  g_assert_cmpuint (none->links->len, ==, 0);
  filter.migrations = filter.wakeups = TRUE;
  scope_view_set_messages (view, &filter);
  both = read_overlay (view, 0, 100000);
  g_assert_cmpuint (both->links->len, ==, 200);
  scene = scope_timeline_messages_build (view, &options, both);
  g_assert_cmpuint (count_items (scene, SCOPE_ITEM_LINE), ==, 200);
  many = read_overlay (view, 5000000, 5500000);
  g_assert_cmpuint (many->links->len, <=, 20);
  for (guint i = 0; i < many->links->len; i++)
    n += g_array_index (many->links, ScopeLinkLine, i).count;
  g_assert_cmpuint (n, ==, 5000);
}

static void
test_ticks (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1, 2, SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) far = NULL, near = NULL, fewer = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  for (gint64 i = 0; i < 10; i++)
    {
      const gint64 row[] = { 1000 + i * 10, i % 2, i % 2 ? SCOPE_INSTANT_SPARK_RUN : SCOPE_INSTANT_GC_REQUEST };

      scope_table_add (machine->tables[SCOPE_TABLE_INSTANTS], row, NULL);
    }
  finish (trace);
  scope_view_update (view);
  far = read_overlay (view, 0, END); /* 10 µs a pixel */
  g_assert_cmpuint (far->ticks->len, ==, 0);
  near = read_overlay (view, 500, 2000);
  g_assert_cmpuint (near->ticks->len, ==, 10);
  scope_view_set_look (view, SCOPE_LOOK_TICKS, 1u << SCOPE_INSTANT_GC_REQUEST);
  fewer = read_overlay (view, 500, 2000);
  g_assert_cmpuint (fewer->ticks->len, ==, 5);
}

/* Ticks of the group that has them: bit x is set where one lies on pixel x of that row. */
static void
find_hits (ScopeView *view, guint row, gboolean *pixels)
{
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_OVERLAY };
  ScopeTileGetter getter;
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (scope_view_get_trace (view)), 0, 1);
  g_autoptr (ScopeScene) scene = NULL;
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);

  memset (pixels, 0, 1000 * sizeof *pixels);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);
      const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, item->group);
      double y = item->y - scene->plot_y;

      if (!g_str_equal (scope_scene_text (scene, group->title), "Hits") || y < node->y || y >= node->y + node->height)
        continue;
      for (double x = MAX (item->x, 0); x < MIN (item->x + item->width, 1000); x++)
        pixels[(guint) x] = TRUE;
    }
}

/* What a search has found: a tick at each, and none elsewhere; on its own lane; at every zoom. */
static void
test_hits (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1, 2, SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeHitMarks) marks = scope_hit_marks_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const ScopeLaneId lanes[2] = { { 0, SCOPE_KIND_PROCESSOR, 0 }, { 0, SCOPE_KIND_PROCESSOR, 1 } };
  static gint64 times[2000];
  static const gint64 widths[] = { END, 300000, 9000, 1000 };
  guint n, drawn = 0;

  finish (trace);
  scope_view_update (view);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      times[i] = i < 1000 ? 200000 + g_rand_int_range (rand, 0, 20000) : g_rand_int_range (rand, 0, END);
      scope_hit_marks_add (marks, lanes[0], times[i]);
    }
  scope_view_set_hit_marks (view, marks);
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      const ScopeViewport *viewport;
      gboolean pixels[1000], wanted[1000] = { FALSE };
      gint64 from = widths[w] == END ? 0 : 200000;

      scope_view_set_range (view, from, from + widths[w]);
      find_hits (view, scope_lane_list_find (scope_view_get_lanes (view), lanes[1], TRUE), pixels);
      for (guint x = 0; x < 1000; x++)
        g_assert_false (pixels[x]);
      find_hits (view, scope_lane_list_find (scope_view_get_lanes (view), lanes[0], TRUE), pixels);
      viewport = scope_view_get_viewport (view);
      for (guint i = 0; i < G_N_ELEMENTS (times); i++)
        {
          double x = floor (scope_viewport_time_to_x (viewport, times[i]));

          for (double at = x; at < x + 2; at++)
            if (at >= 0 && at < 1000)
              wanted[(guint) at] = TRUE;
        }
      for (guint x = 0; x < 1000; x++)
        {
          /* Where they are denser than pixels a tick may stand for what is half a pixel away. */
          if (pixels[x])
            g_assert_true (wanted[x] || (x > 0 && wanted[x - 1]) || (x < 999 && wanted[x + 1]));
          if (wanted[x])
            g_assert_true (pixels[x] || (x > 0 && pixels[x - 1]));
          drawn += pixels[x];
        }
    }
  g_assert_cmpuint (drawn, >, 500);
  g_assert_nonnull (scope_hit_marks_get (marks, lanes[0], &n));
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (times));
  g_assert_null (scope_hit_marks_get (marks, lanes[1], &n));
  scope_view_set_hit_marks (view, NULL);
}

/* The selected task's runs, on the processors it ran on. */
static void
test_task (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1, 2, SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  ScopeLaneId thread = { 0, SCOPE_KIND_THREAD, 0 }, processor = { 0, SCOPE_KIND_PROCESSOR, 1 }, got;
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, 0)->lane;

  for (guint i = 0; i < 10; i++)
    {
      ScopeRow run = scope_row (lane, 100000 + i * 200000, SCOPE_CODE_RUNNING, i % 2 + 1);
      ScopeRow stop = scope_row (lane, 200000 + i * 200000, SCOPE_CODE_RUNNABLE, 0);

      scope_lane_store_add_rows (machine->lanes, &run, 1, NULL);
      scope_lane_store_add_rows (machine->lanes, &stop, 1, NULL);
    }
  finish (trace);
  scope_view_update (view);
  g_assert_false (scope_view_get_task (view, &got));
  scope_view_select_lane (view, &thread);
  g_assert_true (scope_view_get_task (view, &got));
  overlay = read_overlay (view, 0, END);
  g_assert_cmpuint (overlay->runs->len, ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      g_assert_cmpint (g_array_index (overlay->runs, ScopeTaskRun, i).from, ==, 100000 + i * 200000);
      g_assert_cmpuint (g_array_index (overlay->runs, ScopeTaskRun, i).processor, ==, i % 2);
    }
  /* One chosen on a processor is forgotten with it. */
  scope_view_select_lane (view, &processor);
  g_assert_false (scope_view_get_task (view, &got));
  scope_view_select_task (view, &thread);
  g_assert_true (scope_view_get_task (view, &got));
  scope_view_clear_selection (view);
  g_assert_false (scope_view_get_task (view, &got));
}

/* --- columns --- */

static void
test_columns (void)
{
  ScopeColumn column = { .total = 1000 }, shown;
  guint present = 0;

  column.time[SCOPE_STATE_RUNNING] = 600;
  column.time[SCOPE_STATE_BLOCKED] = 10;
  column.time[SCOPE_STATE_IDLE] = 300; /* and 90 not alive */
  scope_column_as (&column, SCOPE_COLUMNS_SHARE, &shown);
  g_assert_cmpmem (&shown, sizeof shown, &column, sizeof column);
  scope_column_as (&column, SCOPE_COLUMNS_LARGEST, &shown);
  g_assert_cmpfloat (shown.time[SCOPE_STATE_RUNNING], ==, 1000);
  g_assert_cmpfloat (shown.time[SCOPE_STATE_BLOCKED] + shown.time[SCOPE_STATE_IDLE], ==, 0);
  scope_column_as (&column, SCOPE_COLUMNS_ANYTHING, &shown);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (shown.time[s] > 0)
      {
        g_assert_cmpfloat_with_epsilon (shown.time[s], 1000. / 3, 1e-9);
        present++;
      }
  g_assert_cmpuint (present, ==, 3);
  /* Nothing known stays nothing. */
  memset (column.time, 0, sizeof column.time);
  scope_column_as (&column, SCOPE_COLUMNS_ANYTHING, &shown);
  g_assert_cmpmem (&shown, sizeof shown, &column, sizeof column);
}

/* The same task has one colour everywhere; neighbours differ; words on any of them can be read. */
static void
test_colours (void)
{
  for (guint i = 0; i + 1 < 200; i++)
    {
      guint colour = scope_task_colour (0, SCOPE_KIND_THREAD, i);

      g_assert_cmpuint (colour, <, SCOPE_N_TASK_COLOURS);
      g_assert_cmpuint (colour, !=, scope_task_colour (0, SCOPE_KIND_THREAD, i + 1));
    }
  for (guint p = 0; p < SCOPE_N_PALETTES; p++)
    for (guint k = 0; k < SCOPE_N_TASK_COLOURS; k++)
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        g_assert_cmphex (scope_palette_task (scope_palette_get ((ScopePaletteKind) p), k), !=,
                         scope_palette_get ((ScopePaletteKind) p)->state[s]);
}

/* Each part is asked for by itself. */
static void
test_parts (void)
{
  static const guint parts[]
      = { SCOPE_OVERLAY_MESSAGES, SCOPE_OVERLAY_MARKS,      SCOPE_OVERLAY_PAUSES,  SCOPE_OVERLAY_HEAP,  SCOPE_OVERLAY_SPARKS,
          SCOPE_OVERLAY_MIGRATIONS, SCOPE_OVERLAY_WAKEUPS, SCOPE_OVERLAY_TICKS_PART, SCOPE_OVERLAY_TASK, SCOPE_OVERLAY_RATES,
          SCOPE_OVERLAY_QUEUE,    SCOPE_OVERLAY_SAMPLES,    SCOPE_OVERLAY_ALLOCATION };
  guint all = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_assert_cmphex (parts[i] & (parts[i] - 1), ==, 0);
      g_assert_cmphex (parts[i] & all, ==, 0);
      all |= parts[i];
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lines/parts", test_parts);
  g_test_add_func ("/lines/long", test_long);
  g_test_add_func ("/lines/filter", test_filter);
  g_test_add_func ("/lines/words", test_words);
  g_test_add_func ("/lines/streams", test_streams);
  g_test_add_func ("/lines/marks", test_marks);
  g_test_add_func ("/lines/marks-of-machines", test_marks_of_machines);
  g_test_add_func ("/lines/links", test_links);
  g_test_add_func ("/lines/ticks", test_ticks);
  g_test_add_func ("/lines/hits", test_hits);
  g_test_add_func ("/lines/task", test_task);
  g_test_add_func ("/columns/modes", test_columns);
  g_test_add_func ("/columns/colours", test_colours);
  return g_test_run ();
}
