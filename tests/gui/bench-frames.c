/* bench-frames.c: what a frame costs while panning: 64 dense lanes at 1600x900, against a memcpy of its pixels.
 *
 * Prints one line of JSON: milliseconds of a frame (median and 95th percentile, from before-paint to after-paint of
 * the frame clock), of the memcpy, and their ratio; the same with a memcpy that stays in the processor's cache.
 * Exit status 77 without a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "model/base/scope-heap.h"
#include "model/scene/view/scope-view.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <string.h>

#define WIDTH 1600
#define HEIGHT 900
#define FRAMES 300
#define WARM_UP 20
#define COPIES 65
#define BUFFERS 16 /* 184 MB: more than any cache */

typedef struct
{
  ScopeTimeline *timeline;
  guint n;
  double started, frames[FRAMES];
  double direction;
} Bench;

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The pixels of a frame were last touched a frame ago: `buffers` > 1 takes as many pairs in turn, so that they are
 * no more in the processor's cache than a frame's are. */
static double
measure_memcpy (guint buffers)
{
  gsize size = (gsize) WIDTH * HEIGHT * 4;
  g_autofree guint8 *from = g_malloc (size * buffers), *to = g_malloc (size * buffers);
  double times[COPIES];

  memset (from, 1, size * buffers);
  memset (to, 2, size * buffers);
  for (guint i = 0; i < COPIES; i++)
    {
      double start = now_ms ();

      memcpy (to + size * (i % buffers), from + size * (i % buffers), size);
      __asm__ volatile ("" : : "r" (to) : "memory");
      times[i] = now_ms () - start;
    }
  qsort (times, COPIES, sizeof *times, compare);
  return times[COPIES / 2];
}

static void
frame_begins (GdkFrameClock *clock, Bench *bench)
{
  bench->started = now_ms ();
}

static void
frame_ended (GdkFrameClock *clock, Bench *bench)
{
  if (bench->n < FRAMES)
    bench->frames[bench->n++] = now_ms () - bench->started;
}

static gboolean
pan (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;
  ScopeView *view = scope_timeline_get_view (bench->timeline);
  const ScopeViewport *viewport = scope_view_get_viewport (view);

  if (viewport->to >= (double) (viewport->last - viewport->first) - 1)
    bench->direction = -7;
  else if (viewport->from <= 0)
    bench->direction = 7;
  scope_view_pan (view, bench->direction);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_complete (gpointer timeline)
{
  return gtk_widget_get_width (timeline) > 0 && scope_timeline_is_complete (timeline);
}

static gboolean
is_done (gpointer data)
{
  return ((Bench *) data)->n == FRAMES;
}

int
main (int argc, char **argv)
{
  Bench bench = { .direction = 7 };
  g_autoptr (ScopeTrace) trace = NULL;
  GtkWidget *window;
  GdkFrameClock *clock;
  double copy, cached, median, p95;

  if (!gtk_init_check ())
    {
      g_printerr ("bench-frames: there is no display\n");
      return 77;
    }
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  trace = gui_trace_new (64, 60000, 1000);
  window = gtk_window_new ();
  bench.timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bench.timeline));
  scope_timeline_set_trace (bench.timeline, trace);
  gtk_window_present (GTK_WINDOW (window));
  g_action_group_activate_action (scope_timeline_get_actions (bench.timeline), "show",
                                  g_variant_new_string ("processors"));
  if (!gui_wait (is_complete, bench.timeline))
    return 1;
  scope_view_zoom (scope_timeline_get_view (bench.timeline), 100, 8);
  if (!gui_wait (is_complete, bench.timeline))
    return 1;

  clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench.timeline));
  g_signal_connect (clock, "before-paint", G_CALLBACK (frame_begins), &bench);
  g_signal_connect (clock, "after-paint", G_CALLBACK (frame_ended), &bench);
  gtk_widget_add_tick_callback (GTK_WIDGET (bench.timeline), pan, &bench, NULL);
  if (!gui_wait (is_done, &bench))
    return 1;

  copy = measure_memcpy (BUFFERS);
  cached = measure_memcpy (1);
  qsort (bench.frames + WARM_UP, FRAMES - WARM_UP, sizeof (double), compare);
  median = bench.frames[WARM_UP + (FRAMES - WARM_UP) / 2];
  p95 = bench.frames[WARM_UP + (FRAMES - WARM_UP) * 95 / 100];
  g_print ("{\"rows\": %u, \"width\": %d, \"height\": %d, \"frame_ms\": %.2f, \"frame_p95_ms\": %.2f, "
           "\"memcpy_ms\": %.3f, \"ratio\": %.1f, \"memcpy_cached_ms\": %.3f, \"ratio_cached\": %.1f, \"nodes\": %u}\n",
           scope_lane_list_n_rows (scope_view_get_lanes (scope_timeline_get_view (bench.timeline))),
           gtk_widget_get_width (GTK_WIDGET (bench.timeline)), gtk_widget_get_height (GTK_WIDGET (bench.timeline)),
           median, p95, copy, median / copy, cached, median / cached,
           scope_canvas_n_nodes (scope_timeline_get_canvas (bench.timeline)));
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
