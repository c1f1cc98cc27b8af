/* bench-pan.c: how evenly the timeline of a real trace moves: panning and zooming by script for 10 s.
 *
 *     bench-pan [--first] TRACE
 *
 * Waits until the trace is read, then changes the view at every frame. Prints one line of JSON: the gaps between
 * frames (median, 95th percentile, worst) in ms, the same for the processor time that the main thread took for them
 * (which does not depend on what else the machine does), and how many frames were drawn with something still missing.
 *
 * With --first it does not wait: the window opens while the trace is read, and what is printed is the time from the
 * program's start to the first frame that shows any state, and how much of the trace was read by then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "io/import/scope-import.h"
#include "model/base/scope-heap.h"
#include "widgets/timeline/scope-timeline.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <time.h>

#define SECONDS 10
#define MAX_FRAMES 4096
#define LEG 60 /* frames in one manner */

typedef struct
{
  ScopeTimeline *timeline;
  gboolean read;
  guint n, incomplete, step;
  gint64 last;
  double last_busy;
  double gaps[MAX_FRAMES], busy[MAX_FRAMES];
  gboolean over;
  GCancellable *cancellable;
} Bench;

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!scope_import_run_finish (SCOPE_IMPORT (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_printerr ("bench-pan: %s\n", error->message);
  ((Bench *) user_data)->read = TRUE;
}

static double
busy_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* Zoom in, pan there, zoom in further, pan back, zoom out, … */
static gboolean
move (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;
  ScopeView *view = scope_timeline_get_view (bench->timeline);
  gint64 now = g_get_monotonic_time ();
  double middle = scope_view_get_viewport (view)->width / 2.;

  if (bench->last != 0 && bench->n < MAX_FRAMES)
    {
      bench->busy[bench->n] = busy_ms () - bench->last_busy;
      bench->gaps[bench->n++] = (double) (now - bench->last) / 1000;
    }
  bench->last = now;
  bench->last_busy = busy_ms ();
  bench->incomplete += !scope_canvas_is_complete (scope_timeline_get_canvas (bench->timeline));
  switch (bench->step++ / LEG % 6)
    {
    case 0: case 2:
      scope_view_zoom (view, middle * .7, 1.06);
      break;
    case 1:
      scope_view_pan (view, 24);
      break;
    case 3:
      scope_view_pan (view, -24);
      break;
    default:
      scope_view_zoom (view, middle * 1.2, 1 / 1.06);
    }
  return G_SOURCE_CONTINUE;
}

static gboolean
is_ready (gpointer data)
{
  Bench *bench = data;

  return bench->read && scope_timeline_is_complete (bench->timeline);
}

static gboolean
end (gpointer data)
{
  ((Bench *) data)->over = TRUE;
  return G_SOURCE_REMOVE;
}

typedef struct
{
  ScopeTimeline *timeline;
  gint64 shown;
  double read; /* share of the trace */
} First;

/* The figures in the names column are read as pictures are, and come after them. */
static void
first_drawn (ScopeCanvas *canvas, First *first)
{
  if (first->shown != 0 || scope_canvas_get_states (canvas) == 0)
    return;
  first->shown = g_get_monotonic_time ();
  first->read = scope_trace_get_progress (scope_view_get_trace (scope_timeline_get_view (first->timeline)));
}

static int
run_first (ScopeImport *import, GtkWidget *window, Bench *bench, gint64 start)
{
  First first = { .timeline = bench->timeline };

  g_signal_connect (scope_timeline_get_canvas (bench->timeline), "drawn", G_CALLBACK (first_drawn), &first);
  scope_timeline_set_trace (bench->timeline, scope_import_get_trace (import));
  gtk_window_present (GTK_WINDOW (window));
  while (first.shown == 0)
    g_main_context_iteration (NULL, TRUE);
  g_print ("{\"first_ms\": %.0f, \"read\": %.3f}\n", (double) (first.shown - start) / 1000, first.read);
  g_cancellable_cancel (bench->cancellable);
  while (!bench->read)
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}

int
main (int argc, char **argv)
{
  Bench bench = { 0 };
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (GCancellable) cancellable = NULL;
  gint64 start = g_get_monotonic_time ();
  gboolean first = argc == 3 && g_str_equal (argv[1], "--first");
  GtkWidget *window;

  if (argc != 2 && !first)
    return g_printerr ("usage: bench-pan [--first] TRACE\n"), 2;
  if (!gtk_init_check ())
    return g_printerr ("bench-pan: there is no display\n"), 77;
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  import = scope_import_new ((const char *const *) argv + argc - 1, 1, NULL);
  cancellable = bench.cancellable = g_cancellable_new ();
  scope_import_run_async (import, cancellable, read_done, &bench);
  while (!bench.read && !first)
    g_main_context_iteration (NULL, TRUE);
  window = gtk_window_new ();
  bench.timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 900);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bench.timeline));
  if (first)
    return run_first (import, window, &bench, start);
  scope_timeline_set_trace (bench.timeline, scope_import_get_trace (import));
  gtk_window_present (GTK_WINDOW (window));
  if (!gui_wait (is_ready, &bench))
    return 1;
  gtk_widget_add_tick_callback (GTK_WIDGET (bench.timeline), move, &bench, NULL);
  g_timeout_add_seconds (SECONDS, end, &bench);
  while (!bench.over)
    g_main_context_iteration (NULL, TRUE);
  if (bench.n == 0)
    return 1;
  qsort (bench.gaps, bench.n, sizeof (double), compare);
  qsort (bench.busy, bench.n, sizeof (double), compare);
  g_print ("{\"frames\": %u, \"gap_ms\": %.1f, \"gap_p95_ms\": %.1f, \"gap_worst_ms\": %.1f, \"busy_ms\": %.1f, "
           "\"busy_p95_ms\": %.1f, \"busy_worst_ms\": %.1f, \"incomplete\": %u}\n",
           bench.n, bench.gaps[bench.n / 2], bench.gaps[bench.n * 95 / 100], bench.gaps[bench.n - 1],
           bench.busy[bench.n / 2], bench.busy[bench.n * 95 / 100], bench.busy[bench.n - 1], bench.incomplete);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
