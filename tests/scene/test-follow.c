/* test-follow.c: a view that goes with a growing trace: where it stands, how smoothly it moves, what pauses it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/scene/growing-trace.h"

#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/scene/view/scope-view-follow.h"
#include "model/trace/statistics/scope-statistics.h"

#include <math.h>

#define S G_GINT64_CONSTANT (1000000000)
#define MS 1000000
#define WIDTH 1000

typedef struct
{
  GrowingTrace growing;
  ScopeView *view;
  gint64 time; /* of the frames, µs */
} World;

static void
turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_up (World *w, gconstpointer data)
{
  growing_trace_init (&w->growing, 2, MS);
  w->view = scope_view_new (w->growing.trace);
  scope_view_set_width (w->view, WIDTH);
  w->time = 5000000;
}

static void
tear_down (World *w, gconstpointer data)
{
  g_object_unref (w->view);
  turn ();
  growing_trace_clear (&w->growing);
}

static void
grow (World *w, gint64 until)
{
  growing_trace_grow (&w->growing, until);
  turn ();
}

static gboolean
frame (World *w)
{
  w->time += 16667;
  return scope_view_follow_step (w->view, w->time);
}

static void
settle (World *w)
{
  for (guint i = 0; i < 600 && frame (w); i++)
    ;
  g_assert_false (frame (w));
}

static double
right_x (World *w)
{
  return scope_viewport_time_to_x (scope_view_get_viewport (w->view), scope_view_get_now (w->view));
}

/* A young trace: the window stands, and now walks through it; an older one: now is near the right edge. */
static void
test_window (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  gint64 from, to;

  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_OFF);
  grow (w, S / 2);
  g_assert_true (scope_view_follow (w->view));
  g_assert_cmpfloat (scope_view_get_window_seconds (w->view), ==, 10);
  settle (w);
  g_assert_cmpfloat (v->from, ==, 0);
  g_assert_cmpfloat (v->span, ==, 10.0 * S);
  g_assert_cmpfloat_with_epsilon (right_x (w), WIDTH / 20.0, 1);

  grow (w, 60 * S);
  settle (w);
  g_assert_true (v->span == 10.0 * S);
  g_assert_cmpfloat (right_x (w), >, WIDTH * 0.95);
  g_assert_cmpfloat (right_x (w), <, WIDTH - 20);
  g_assert_true (scope_view_get_last_window (w->view, &from, &to));
  g_assert_cmpint (from, ==, 50 * S);
  g_assert_cmpint (to, ==, 60 * S);

  scope_view_set_window_seconds (w->view, 1);
  settle (w);
  g_assert_true (v->span == 1.0 * S);
  g_assert_cmpfloat (right_x (w), >, WIDTH * 0.9);
  scope_view_set_window (w->view, 0);
  settle (w);
  g_assert_true (scope_viewport_is_whole (v));
  g_assert_false (scope_view_get_last_window (w->view, &from, &to));
  g_assert_cmpfloat (right_x (w), >, WIDTH * 0.7);
  g_assert_cmpfloat (right_x (w), <, WIDTH - 10);
}

static void
count_change (ScopeView *view, guint what, gpointer user_data)
{
  guint *n = user_data;

  *n += (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_EDGE)) != 0;
}

/* While now walks through a window that stands, each frame in which the edge comes to another pixel is said, or it would be drawn
 * only when there is another reason; and no other frame. */
static void
test_edge (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  gint64 known = S / 2, next;
  guint told = 0, moved = 0;

  grow (w, known);
  scope_view_follow (w->view);
  settle (w);
  next = w->time;
  for (guint i = 0; i < 240; i++)
    {
      double before = floor ((double) scope_view_get_edge (w->view) / scope_viewport_scale (v));
      guint told_before;

      if (w->time >= next)
        {
          known += 100 * MS;
          grow (w, known);
          next += 100000;
        }
      if (i == 0)
        g_signal_connect (w->view, "changed", G_CALLBACK (count_change), &told);
      told_before = told;
      frame (w);
      if (floor ((double) scope_view_get_edge (w->view) / scope_viewport_scale (v)) != before)
        moved++;
      else
        g_assert_cmpuint (told, ==, told_before);
      g_assert_cmpfloat (v->from, ==, 0);
    }
  g_assert_cmpuint (moved, >, 150);
  g_assert_cmpuint (told, ==, moved);
  g_signal_handlers_disconnect_by_func (w->view, count_change, &told);
}

/* Pieces of 100 ms, ten a second, not quite even: no frame moves much more than another, none passes what is known; and the edge is
 * no more behind the program than a piece and a frame. */
static void
test_smooth (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  gint64 known = 20 * S, next, began;
  double least = G_MAXDOUBLE, most = 0, late = 0, scale, before;
  guint n = 0;

  grow (w, known);
  scope_view_follow (w->view);
  settle (w);
  scale = scope_viewport_scale (v);
  began = w->time;
  next = began + 100000;
  before = (double) scope_view_get_edge (w->view);
  for (guint i = 0; i < 600; i++)
    {
      double edge;

      if (w->time >= next)
        {
          known += (n++ % 3 + 9) * 10 * MS;
          grow (w, known);
          next += 97000 + (n % 2) * 6000;
        }
      frame (w);
      edge = (double) scope_view_get_edge (w->view);
      g_assert_cmpfloat (edge, <=, (double) known);
      g_assert_true (scope_viewport_scale (v) == scale);
      if (i >= 180)
        {
          least = MIN (least, edge - before);
          most = MAX (most, edge - before);
          late += ((double) (20 * S + (w->time - began) * 1000) - edge) / 420;
          /* Never more than a quarter of a second behind. */
          g_assert_cmpfloat ((double) known - edge, <, 0.25 * (double) S);
        }
      before = edge;
    }
  g_test_message ("a frame moves by %.2f to %.2f ms, %.0f ms late", least / MS, most / MS, late / MS);
  g_assert_cmpfloat (late, <, 140 * MS);
  g_assert_cmpfloat (least, >, 10 * MS);
  g_assert_cmpfloat (most, <, 24 * MS);

  /* It dries up: the edge comes to rest on what is known, without ever going back. */
  for (guint i = 0; i < 300; i++)
    {
      gboolean moving = frame (w);
      double edge = (double) scope_view_get_edge (w->view);

      g_assert_cmpfloat (edge, >=, before);
      before = edge;
      if (!moving)
        break;
    }
  g_assert_cmpint (scope_view_get_edge (w->view), ==, known);
}

/* Megabytes at once, as GHC 9.0 writes them: eased to. */
static void
test_lumps (World *w, gconstpointer data)
{
  double before, most = 0;

  grow (w, 10 * S);
  scope_view_follow (w->view);
  settle (w);
  w->time += 8000000;
  before = (double) scope_view_get_edge (w->view);
  grow (w, 18 * S);
  for (guint i = 0; i < 120 && frame (w); i++)
    {
      double edge = (double) scope_view_get_edge (w->view);

      most = MAX (most, edge - before);
      before = edge;
    }
  g_assert_cmpfloat (most, <, (double) S);
  g_assert_cmpint (scope_view_get_edge (w->view), ==, 18 * S);
}

static void
test_pause (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  ScopeViewport then;

  grow (w, 60 * S);
  scope_view_follow (w->view);
  settle (w);
  scope_view_pan (w->view, -300);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_PAUSED);
  then = *v;
  grow (w, 100 * S);
  g_assert_false (frame (w));
  g_assert_true (v->from == then.from && v->span == then.span);
  g_assert_cmpint (v->last, >=, 100 * S);
  /* A selection is no reason; going back to now is. */
  g_assert_true (scope_view_follow (w->view));
  scope_view_select_range (w->view, 95 * S, 96 * S);
  settle (w);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_ON);
  g_assert_cmpfloat (right_x (w), >, WIDTH * 0.95);

  /* Zooming at the edge is about the window, elsewhere about the point. */
  scope_view_zoom (w->view, scope_view_zoom_pivot (w->view, 100), 2);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_ON);
  g_assert_cmpfloat (scope_view_get_window_seconds (w->view), ==, 5);
  g_assert_true (v->span == 5.0 * S);
  scope_view_zoom (w->view, WIDTH, 1. / 64);
  g_assert_cmpfloat (scope_view_get_window_seconds (w->view), ==, 0);
  g_assert_true (scope_viewport_is_whole (v));
  scope_view_zoom (w->view, WIDTH, 8);
  g_assert_cmpfloat (scope_view_get_window_seconds (w->view), ==, 12.5);
  scope_view_zoom (w->view, 100, 2);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_PAUSED);
  g_assert_cmpfloat (v->span, <, 7.0 * S);

  /* Jumps. */
  scope_view_follow (w->view);
  scope_view_go_to (w->view, NULL, 3 * S, 4 * S);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_PAUSED);
  scope_view_follow (w->view);
  scope_view_fit (w->view);
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_ON);
  g_assert_cmpint (scope_view_get_window (w->view), ==, 0);
}

static void
test_end (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  gint64 first, last;

  grow (w, 60 * S);
  scope_view_follow (w->view);
  settle (w);
  growing_trace_finish (&w->growing);
  turn ();
  g_assert_cmpint (scope_view_get_follow (w->view), ==, SCOPE_FOLLOW_OFF);
  scope_trace_range (w->growing.trace, &first, &last);
  g_assert_cmpint (v->last, ==, last);
  g_assert_true (v->span == 10.0 * S);
  g_assert_cmpfloat (v->to, ==, 60.0 * S);
  g_assert_false (scope_view_follow (w->view));
}

/* The whole grows in few steps, so that pictures of it are seldom remade. */
static void
test_whole (World *w, gconstpointer data)
{
  const ScopeViewport *v = scope_view_get_viewport (w->view);
  guint n = 0;
  gint64 last;

  grow (w, S);
  scope_view_follow (w->view);
  scope_view_set_window (w->view, 0);
  last = v->last;
  for (gint64 t = S; t < 100 * S; t += S / 10)
    {
      grow (w, t);
      frame (w);
      g_assert_cmpint (v->last, >, t);
      g_assert_true (scope_viewport_is_whole (v));
      n += v->last != last;
      last = v->last;
    }
  g_assert_cmpuint (n, >, 5);
  g_assert_cmpuint (n, <, 40);
  g_assert_cmpint (last, <, 130 * S);
}

/* Where the shade of what is not known yet begins, and how far hatches reach; in the rows of a timeline. */
static void
find_zone (World *w, double *ret_shade, double *ret_hatch)
{
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (NULL, 0, 1);
  ScopeTimelineOptions options = { .width = WIDTH + 200, .height = 300, .names_width = 200 };
  ScopeTileGetter getter;
  g_autoptr (ScopeScene) scene = NULL;

  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (w->view, &options, &getter, NULL);
  *ret_shade = G_MAXDOUBLE;
  *ret_hatch = 0;
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type != SCOPE_ITEM_RECT)
        continue;
      if (item->pattern == SCOPE_PATTERN_HATCH)
        *ret_hatch = MAX (*ret_hatch, item->x + item->width);
      else if (item->state == SCOPE_STATE_UNKNOWN && item->x > scene->plot_x)
        *ret_shade = MIN (*ret_shade, item->x);
    }
}

/* While following there is one shade over what is not known yet, and no hatches under it: nobody would see them, and they would take most
 * of a frame's time. */
static void
test_zone (World *w, gconstpointer data)
{
  double shade, hatch;

  grow (w, 3 * S);
  g_assert_true (scope_view_follow (w->view));
  settle (w);
  find_zone (w, &shade, &hatch);
  g_assert_cmpfloat (shade, <, 200 + WIDTH / 2);
  g_assert_cmpfloat (hatch, <=, shade);
}

static void
collect (World *w, guint processor, gint64 start)
{
  gint64 row[SCOPE_COLLECTION_N_COLUMNS];

  for (guint c = 0; c < G_N_ELEMENTS (row); c++)
    row[c] = SCOPE_TABLE_NULL;
  row[SCOPE_COLLECTION_START] = start;
  row[SCOPE_COLLECTION_PROCESSOR] = processor;
  row[SCOPE_COLLECTION_DURATION] = 20 * MS;
  row[SCOPE_COLLECTION_SYNC] = 100 * MS;
  w->growing.sink->klass->record (w->growing.sink, SCOPE_TABLE_COLLECTIONS, row);
}

static void
sample (World *w, guint processor, ScopeCounter counter, gint64 time, gint64 value)
{
  gint64 row[SCOPE_COUNTER_N_COLUMNS];

  for (guint c = 0; c < G_N_ELEMENTS (row); c++)
    row[c] = SCOPE_TABLE_NULL;
  row[SCOPE_COUNTER_TIME] = time;
  row[SCOPE_COUNTER_PROCESSOR] = processor;
  row[SCOPE_COUNTER_NAME] = counter;
  row[SCOPE_COUNTER_VALUE] = value;
  w->growing.sink->klass->record (w->growing.sink, SCOPE_TABLE_COUNTERS, row);
}

static void
count (World *w, guint processor, gint64 time, gint64 value)
{
  sample (w, processor, SCOPE_COUNTER_HEAP_ALLOCATED, time, value);
}

/* A processor writes so seldom that its rows come when those of others, which are later, are there already: two collections
 * are not one long one, and what was allocated grows. */
static void
test_late (World *w, gconstpointer data)
{
  g_autoptr (ScopeOverlay) overlay = NULL;
  ScopeOverlayRequest request = { .parts = SCOPE_OVERLAY_PAUSES | SCOPE_OVERLAY_ALLOCATION };
  const ScopePause *pauses;
  double last = 0;

  grow (w, 9 * S);
  for (guint i = 1; i < 9; i++)
    count (w, 0, i * S, i * 1000);
  collect (w, 0, 7 * S);
  for (guint i = 1; i < 9; i++)
    count (w, 1, i * S + S / 2, i * 2000);
  collect (w, 1, 3 * S);
  w->growing.rows = w->growing.sink->klass->rows (w->growing.sink, w->growing.rows, 0);

  request.viewport = *scope_view_get_viewport (w->view);
  scope_viewport_set_range (&request.viewport, 0, 9 * S);
  overlay = scope_overlay_read (w->growing.trace, &request, NULL);
  g_assert_nonnull (overlay);
  g_assert_cmpuint (overlay->pauses->len, ==, 2);
  pauses = (const ScopePause *) overlay->pauses->data;
  g_assert_cmpint (pauses[0].sync, ==, 3 * S - 100 * MS);
  g_assert_cmpint (pauses[0].end, ==, 3 * S + 20 * MS);
  g_assert_cmpint (pauses[1].sync, ==, 7 * S - 100 * MS);
  g_assert_cmpint (pauses[1].end, ==, 7 * S + 20 * MS);
  g_assert_cmpuint (overlay->counters->len, >=, 16);
  for (guint i = 0; i < overlay->counters->len; i++)
    {
      const ScopeCounterPoint *point = &g_array_index (overlay->counters, ScopeCounterPoint, i);

      g_assert_cmpfloat (point->low, >=, last);
      last = point->last;
    }
}

/* What a counter is said to be at a time; NAN: nobody knows. */
static double
held_at (const ScopeOverlay *overlay, guint counter, gint64 time)
{
  float x = (float) floor (scope_viewport_time_to_x (&overlay->request.viewport, time));
  double value = NAN;

  for (guint i = 0; i < overlay->counters->len; i++)
    {
      const ScopeCounterPoint *point = &g_array_index (overlay->counters, ScopeCounterPoint, i);

      if (point->counter == counter && point->x <= x)
        value = point->x == x ? point->high : point->last;
    }
  return value;
}

/* Where events are lost no value is held, nor behind, until there is a sample; what any processor says is known where one says it, a
 * sum once all have said theirs. Before and behind it is as it was. */
static void
test_lost (World *w, gconstpointer data)
{
  const ScopeLoss loss = { .processor = 0, .from = 3 * S, .to = 5 * S, .bytes = 100, .reason = (char *) "lost" };
  ScopeOverlayRequest request = { .parts = SCOPE_OVERLAY_HEAP | SCOPE_OVERLAY_SPARKS };
  g_autoptr (ScopeOverlay) overlay = NULL;
  const guint heap = SCOPE_COUNTER_HEAP_SIZE, sparks = SCOPE_COUNTER_SPARKS_REMAINING;

  grow (w, 9 * S);
  sample (w, 0, SCOPE_COUNTER_HEAP_SIZE, 1 * S, 100);
  sample (w, 0, SCOPE_COUNTER_SPARKS_REMAINING, 1 * S, 10);
  sample (w, 1, SCOPE_COUNTER_SPARKS_REMAINING, 1 * S, 5);
  sample (w, 1, SCOPE_COUNTER_HEAP_SIZE, 4 * S, 200);
  sample (w, 1, SCOPE_COUNTER_SPARKS_REMAINING, 4 * S, 6);
  sample (w, 1, SCOPE_COUNTER_SPARKS_REMAINING, 6 * S, 7);
  sample (w, 1, SCOPE_COUNTER_HEAP_SIZE, 7 * S, 300);
  sample (w, 0, SCOPE_COUNTER_SPARKS_REMAINING, 7 * S, 20);
  w->growing.rows = w->growing.sink->klass->rows (w->growing.sink, w->growing.rows, 0);
  scope_machine_add_loss (scope_trace_machine (w->growing.trace, 0), &loss);

  request.viewport = *scope_view_get_viewport (w->view);
  scope_viewport_set_range (&request.viewport, 0, 9 * S);
  overlay = scope_overlay_read (w->growing.trace, &request, NULL);
  g_assert_nonnull (overlay);
  g_assert_cmpfloat (held_at (overlay, heap, 2 * S), ==, 100);
  g_assert_true (isnan (held_at (overlay, heap, 3 * S + 500 * MS)));
  g_assert_cmpfloat (held_at (overlay, heap, 4 * S), ==, 200);
  g_assert_true (isnan (held_at (overlay, heap, 4 * S + 500 * MS)));
  g_assert_true (isnan (held_at (overlay, heap, 6 * S)));
  g_assert_cmpfloat (held_at (overlay, heap, 8 * S), ==, 300);
  g_assert_cmpfloat (held_at (overlay, sparks, 2 * S), ==, 15);
  g_assert_true (isnan (held_at (overlay, sparks, 4 * S)));
  g_assert_true (isnan (held_at (overlay, sparks, 6 * S + 500 * MS)));
  g_assert_cmpfloat (held_at (overlay, sparks, 8 * S), ==, 27);
}

/* The same of a view that begins within the loss, or behind it, and of figures: what was counted before is not held into it. */
static void
test_lost_before (World *w, gconstpointer data)
{
  const ScopeLoss loss = { .processor = 0, .from = 3 * S, .to = 5 * S, .bytes = 100, .reason = (char *) "lost" };
  ScopeOverlayRequest request = { .parts = SCOPE_OVERLAY_HEAP };
  g_autoptr (ScopeOverlay) within = NULL, behind = NULL;
  const ScopeQueryRange range = { .trace = w->growing.trace, .from = 6 * S, .to = 9 * S };
  ScopeCounters counters;

  grow (w, 9 * S);
  sample (w, 0, SCOPE_COUNTER_HEAP_SIZE, 1 * S, 400);
  sample (w, 1, SCOPE_COUNTER_HEAP_SIZE, 8 * S, 300);
  w->growing.rows = w->growing.sink->klass->rows (w->growing.sink, w->growing.rows, 0);
  scope_machine_add_loss (scope_trace_machine (w->growing.trace, 0), &loss);

  request.viewport = *scope_view_get_viewport (w->view);
  scope_viewport_set_range (&request.viewport, 4 * S, 7 * S);
  within = scope_overlay_read (w->growing.trace, &request, NULL);
  g_assert_true (isnan (held_at (within, SCOPE_COUNTER_HEAP_SIZE, 4 * S + 500 * MS)));
  scope_viewport_set_range (&request.viewport, 6 * S, 9 * S);
  behind = scope_overlay_read (w->growing.trace, &request, NULL);
  g_assert_true (isnan (held_at (behind, SCOPE_COUNTER_HEAP_SIZE, 7 * S)));
  g_assert_cmpfloat (held_at (behind, SCOPE_COUNTER_HEAP_SIZE, 8 * S + 500 * MS), ==, 300);
  g_assert_true (scope_statistics_counters (&range, &counters, NULL));
  g_assert_true (counters.present[SCOPE_COUNTER_HEAP_SIZE]);
  g_assert_cmpint (counters.value[SCOPE_COUNTER_HEAP_SIZE], ==, 300);
  scope_statistics_counters_clear (&counters);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/follow/window", World, NULL, set_up, test_window, tear_down);
  g_test_add ("/follow/edge", World, NULL, set_up, test_edge, tear_down);
  g_test_add ("/follow/smooth", World, NULL, set_up, test_smooth, tear_down);
  g_test_add ("/follow/lumps", World, NULL, set_up, test_lumps, tear_down);
  g_test_add ("/follow/pause", World, NULL, set_up, test_pause, tear_down);
  g_test_add ("/follow/end", World, NULL, set_up, test_end, tear_down);
  g_test_add ("/follow/whole", World, NULL, set_up, test_whole, tear_down);
  g_test_add ("/follow/zone", World, NULL, set_up, test_zone, tear_down);
  g_test_add ("/follow/late", World, NULL, set_up, test_late, tear_down);
  g_test_add ("/follow/lost", World, NULL, set_up, test_lost, tear_down);
  g_test_add ("/follow/lost-before", World, NULL, set_up, test_lost_before, tear_down);
  return g_test_run ();
}
