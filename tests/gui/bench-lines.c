/* bench-lines.c: what marks or lines of messages cost a frame: the same trace, moved in the same way, with and without them.
 *
 *     bench-lines marks|messages TRACE
 *
 * Waits until the trace is read, then zooms and pans through it by script, a frame at a time, in turns with them hidden and
 * shown, so that whatever else the machine does meets both alike. Prints one line of JSON: how many there are, and the
 * processor time that the main thread took for a frame without them and with them (median and 95th percentile, ms), and
 * the ratios; what is drawn of them on other threads is in none of these.
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

#define ROUNDS 8      /* without and with */
#define LEG 40        /* frames in one manner */
#define LEGS 6
#define WARM 20       /* frames after a change that are not counted */

typedef struct
{
  ScopeTimeline *timeline;
  gboolean read, marks, over;
  guint step, round;
  double last_busy;
  GArray *busy[2]; /* double, ms; without, with */
} Bench;

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!scope_import_run_finish (SCOPE_IMPORT (source), result, &error))
    g_printerr ("bench-lines: %s\n", error->message);
  ((Bench *) user_data)->read = TRUE;
}

static double
busy_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
show (Bench *bench, gboolean shown)
{
  ScopeView *view = scope_timeline_get_view (bench->timeline);
  ScopeMessageFilter filter = *scope_view_get_messages (view);

  if (bench->marks)
    scope_view_set_look (view, SCOPE_LOOK_MARKS, shown);
  filter.show = !bench->marks && shown;
  scope_view_set_messages (view, &filter);
  scope_view_fit (view);
}

/* In, along, in, back, out, out: the same in every round. */
static gboolean
move (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;
  ScopeView *view = scope_timeline_get_view (bench->timeline);
  double middle = scope_view_get_viewport (view)->width / 2., busy;

  if (bench->step >= WARM)
    {
      busy = busy_ms () - bench->last_busy;
      g_array_append_val (bench->busy[bench->round % 2], busy);
    }
  if (bench->step == WARM + LEG * LEGS)
    {
      bench->step = 0;
      if (++bench->round == 2 * ROUNDS)
        {
          bench->over = TRUE;
          return G_SOURCE_REMOVE;
        }
      show (bench, bench->round % 2);
    }
  else if (bench->step++ >= WARM)
    switch ((bench->step - WARM - 1) / LEG)
      {
      case 0: case 2:
        scope_view_zoom (view, middle * .7, 1.05);
        break;
      case 1:
        scope_view_pan (view, 24);
        break;
      case 3:
        scope_view_pan (view, -24);
        break;
      default:
        scope_view_zoom (view, middle * 1.2, 1 / 1.05);
      }
  else
    gtk_widget_queue_draw (widget);
  bench->last_busy = busy_ms ();
  return G_SOURCE_CONTINUE;
}

static gboolean
is_ready (gpointer data)
{
  Bench *bench = data;

  return bench->read && scope_timeline_is_complete (bench->timeline);
}

static double
at (GArray *sorted, guint percent)
{
  return g_array_index (sorted, double, (guint64) (sorted->len - 1) * percent / 100);
}

static guint64
count (ScopeTrace *trace, gboolean marks)
{
  guint64 n = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n += scope_table_n_rows (scope_trace_machine (trace, m)->tables[marks ? SCOPE_TABLE_MARKS : SCOPE_TABLE_MESSAGES]);
  return n;
}

int
main (int argc, char **argv)
{
  Bench bench = { 0 };
  g_autoptr (ScopeImport) import = NULL;
  GtkWidget *window;

  if (argc != 3 || (!g_str_equal (argv[1], "marks") && !g_str_equal (argv[1], "messages")))
    return g_printerr ("usage: bench-lines marks|messages TRACE\n"), 2;
  if (!gtk_init_check ())
    return g_printerr ("bench-lines: there is no display\n"), 77;
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  bench.marks = g_str_equal (argv[1], "marks");
  for (guint i = 0; i < 2; i++)
    bench.busy[i] = g_array_new (FALSE, FALSE, sizeof (double));
  import = scope_import_new ((const char *const *) argv + 2, 1, NULL);
  scope_import_run_async (import, NULL, read_done, &bench);
  while (!bench.read)
    g_main_context_iteration (NULL, TRUE);
  window = gtk_window_new ();
  bench.timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 900);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bench.timeline));
  scope_timeline_set_trace (bench.timeline, scope_import_get_trace (import));
  gtk_window_present (GTK_WINDOW (window));
  show (&bench, FALSE);
  if (!gui_wait (is_ready, &bench))
    return 1;
  gtk_widget_add_tick_callback (GTK_WIDGET (scope_timeline_get_canvas (bench.timeline)), move, &bench, NULL);
  while (!bench.over)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 2; i++)
    g_array_sort (bench.busy[i], compare);
  g_print ("{\"n\": %" G_GUINT64_FORMAT ", \"frames\": %u, \"without_ms\": %.2f, \"with_ms\": %.2f, "
           "\"without_p95_ms\": %.2f, \"with_p95_ms\": %.2f, \"ratio\": %.3f, \"ratio_p95\": %.3f}\n",
           count (scope_import_get_trace (import), bench.marks), bench.busy[1]->len, at (bench.busy[0], 50),
           at (bench.busy[1], 50), at (bench.busy[0], 95), at (bench.busy[1], 95),
           at (bench.busy[1], 50) / at (bench.busy[0], 50), at (bench.busy[1], 95) / at (bench.busy[0], 95));
  gtk_window_destroy (GTK_WINDOW (window));
  for (guint i = 0; i < 2; i++)
    g_array_unref (bench.busy[i]);
  return 0;
}
