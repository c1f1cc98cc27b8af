/* bench-follow.c: frames of a timeline that goes with a growing trace: 64 processors, a million and more transitions a second.
 *
 * Prints one line of JSON: milliseconds of a frame (median, 95th percentile, worst; from before-paint to after-paint), and of
 * the processor's time that the main thread took for it; the gaps between frames, how late the edge is (ms), and how much memory the process took
 * on over the second half (MB). Exit status 77 without a display.
 *
 * Usage: bench-follow [SECONDS]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "model/base/scope-heap.h"
#include "model/scene/view/scope-view-follow.h"
#include "tests/scene/growing-trace.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PROCESSORS 64
#define STEP_NS 50000 /* between transitions of a processor: 1.28 million a second in all */
#define PIECE_US 100000
#define MAX_FRAMES 40000

typedef struct
{
  GrowingTrace growing;
  ScopeTimeline *timeline;
  gint64 seconds, start;
  int done; /* atomic */
  guint n;
  double started, cpu_started, last, frames[MAX_FRAMES], cpu[MAX_FRAMES], gaps[MAX_FRAMES], late[MAX_FRAMES];
  double memory[2];
} Bench;

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

static double
cpu_ms (void)
{
  struct timespec ts;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &ts);
  return (double) ts.tv_sec * 1e3 + (double) ts.tv_nsec / 1e6;
}

static double
memory_mb (void)
{
  g_autofree char *text = NULL;
  guint64 pages = 0;

  if (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    sscanf (text, "%*u %" G_GUINT64_FORMAT, &pages);
  return (double) pages * 4096 / 1e6;
}

/* The program that is followed: its events come at the pace of the clock, a piece each tenth of a second. */
static gpointer
write_log (gpointer data)
{
  Bench *bench = data;
  gint64 elapsed = 0;

  while (elapsed < bench->seconds * G_USEC_PER_SEC)
    {
      g_usleep (PIECE_US);
      elapsed = g_get_monotonic_time () - bench->start;
      for (guint p = 0; p < PROCESSORS; p++)
        growing_trace_fill (&bench->growing, p, elapsed * 1000);
      growing_trace_notify (&bench->growing);
    }
  g_atomic_int_set (&bench->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

static void
frame_begins (GdkFrameClock *clock, Bench *bench)
{
  bench->started = now_ms ();
  bench->cpu_started = cpu_ms ();
}

static void
frame_ended (GdkFrameClock *clock, Bench *bench)
{
  ScopeView *view = scope_timeline_get_view (bench->timeline);
  double now = now_ms ();

  /* The first second warms up. */
  if (bench->n < MAX_FRAMES && g_get_monotonic_time () - bench->start > G_USEC_PER_SEC)
    {
      bench->frames[bench->n] = now - bench->started;
      bench->cpu[bench->n] = cpu_ms () - bench->cpu_started;
      bench->gaps[bench->n] = bench->n > 0 ? now - bench->last : 0;
      bench->late[bench->n++] =
          (double) (g_get_monotonic_time () - bench->start) / 1000 - (double) scope_view_get_edge (view) / 1e6;
    }
  bench->last = now;
  if (bench->memory[0] == 0 && g_get_monotonic_time () - bench->start > bench->seconds * G_USEC_PER_SEC / 2)
    bench->memory[0] = memory_mb ();
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
part (double *values, guint n, double share)
{
  qsort (values, n, sizeof *values, compare);
  return n > 0 ? values[(guint) ((n - 1) * share)] : 0;
}

static gboolean
is_done (gpointer data)
{
  return g_atomic_int_get (&((Bench *) data)->done);
}

int
main (int argc, char **argv)
{
  Bench *bench = g_new0 (Bench, 1);
  GtkWidget *window;
  GdkFrameClock *clock;
  GThread *writer;

  if (!gtk_init_check ())
    {
      g_printerr ("bench-follow: there is no display\n");
      return 77;
    }
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  bench->seconds = argc > 1 ? CLAMP (atoi (argv[1]), 2, 600) : 10;
  growing_trace_init (&bench->growing, PROCESSORS, STEP_NS);
  growing_trace_grow (&bench->growing, 1000000);
  bench->timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL);
  scope_timeline_set_trace (bench->timeline, bench->growing.trace);
  window = gui_window_new (GTK_WIDGET (bench->timeline), 1600, 900);
  g_action_group_activate_action (scope_timeline_get_actions (bench->timeline), "show", g_variant_new_string ("processors"));
  if (!gui_wait (gui_timeline_is_complete, bench->timeline))
    return 1;
  scope_view_follow (scope_timeline_get_view (bench->timeline));
  scope_view_set_window_seconds (scope_timeline_get_view (bench->timeline), 5);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench->timeline));
  g_signal_connect (clock, "before-paint", G_CALLBACK (frame_begins), bench);
  g_signal_connect (clock, "after-paint", G_CALLBACK (frame_ended), bench);
  bench->start = g_get_monotonic_time ();
  writer = g_thread_new ("writer", write_log, bench);
  if (!gui_wait (is_done, bench))
    return 1;
  g_thread_join (writer);
  bench->memory[1] = memory_mb ();
  printf ("{\"frames\": %u, ", bench->n);
  printf ("\"frame_ms\": %.2f, \"frame_p95_ms\": %.2f, \"frame_worst_ms\": %.2f, ", part (bench->frames, bench->n, .5),
          part (bench->frames, bench->n, .95), part (bench->frames, bench->n, 1));
  printf ("\"cpu_ms\": %.2f, \"cpu_p95_ms\": %.2f, \"cpu_worst_ms\": %.2f, ", part (bench->cpu, bench->n, .5),
          part (bench->cpu, bench->n, .95), part (bench->cpu, bench->n, 1));
  printf ("\"gap_ms\": %.2f, \"gap_p95_ms\": %.2f, \"gap_worst_ms\": %.2f, ", part (bench->gaps, bench->n, .5),
          part (bench->gaps, bench->n, .95), part (bench->gaps, bench->n, 1));
  printf ("\"late_ms\": %.0f, \"late_worst_ms\": %.0f, ", part (bench->late, bench->n, .5), part (bench->late, bench->n, 1));
  printf ("\"grown_mb\": %.1f}\n", bench->memory[1] - bench->memory[0]);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
