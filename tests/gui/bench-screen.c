/* bench-screen.c: from the disk to the screen: a program that writes a million events a second is followed by the real window.
 *
 * The writer notes when it had written what up to which time of its log. Here each frame's time is kept, and until when it drew.
 * So of each piece is known how long after it was on the disk the first frame was painted that shows it. Prints one line of JSON:
 * milliseconds (median, 99th percentile, worst), pieces, frames. Exit status 77 without a display.
 *
 * Usage: bench-screen LIVE_WRITER FOLDER [SECONDS]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/document/scope-document.h"
#include "model/base/scope-heap.h"
#include "model/scene/view/scope-view-follow.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 1000000
#define MAX_FRAMES 100000
#define MAX_PIECES 100000

typedef struct
{
  ScopeWindow *window;
  guint n_frames, n;
  struct
  {
    gint64 at, edge; /* ns */
  } frames[MAX_FRAMES];
  double late[MAX_PIECES];
} Bench;

static ScopeView *
view_of (Bench *bench)
{
  return scope_timeline_get_view (scope_window_get_timeline (bench->window));
}

static void
painted (GdkFrameClock *clock, Bench *bench)
{
  ScopeView *view = view_of (bench);

  if (view == NULL || bench->n_frames == MAX_FRAMES || scope_view_get_follow (view) != SCOPE_FOLLOW_ON)
    return;
  bench->frames[bench->n_frames].at = g_get_monotonic_time () * 1000;
  bench->frames[bench->n_frames++].edge
      = (gint64) ((__int128) scope_view_get_edge (view) * scope_trace_tick_ps (scope_view_get_trace (view)) / 1000);
}

static gboolean
is_over (gpointer data)
{
  ScopeDocument *document = scope_window_get_document (((Bench *) data)->window);

  return scope_document_get_state (document) != SCOPE_DOCUMENT_LOADING;
}

/* The first second warms up; what comes when the program has ended is not followed any more. */
static void
judge (Bench *bench, const char *stamps)
{
  g_auto (GStrv) lines = g_strsplit (stamps, "\n", -1);
  guint f = 0;

  for (char **line = lines; *line != NULL && bench->n < MAX_PIECES; line++)
    {
      gint64 at, until;

      if (sscanf (*line, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &at, &until) != 2 || until < 1000000000)
        continue;
      while (f < bench->n_frames && bench->frames[f].edge < until)
        f++;
      if (f < bench->n_frames)
        bench->late[bench->n++] = (double) (bench->frames[f].at - at) / 1e6;
    }
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
part (Bench *bench, double share)
{
  return bench->n > 0 ? bench->late[(guint) ((bench->n - 1) * share)] : -1;
}

int
main (int argc, char **argv)
{
  Bench *bench = g_new0 (Bench, 1);
  g_autofree char *log = NULL, *stamps = NULL, *text = NULL, *rate = g_strdup_printf ("%d", RATE);
  ScopeApplication *application;
  g_autoptr (GError) error = NULL;

  if (argc < 3 || !gtk_init_check ())
    {
      g_printerr ("bench-screen: %s\n", argc < 3 ? "LIVE_WRITER FOLDER [SECONDS]" : "there is no display");
      return argc < 3 ? 2 : 77;
    }
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  log = g_build_filename (argv[2], "live.eventlog", NULL);
  stamps = g_build_filename (argv[2], "stamps", NULL);
  application = gui_application_new ();
  bench->window = gui_window_open (application, NULL, 1600, 1000);
  g_assert_true (gui_wait (gui_window_is_settled, bench->window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (bench->window)), "after-paint", G_CALLBACK (painted), bench);
  scope_window_follow (bench->window, log);
  {
    char *const command[] = { argv[1], "--seconds", argc > 3 ? argv[3] : "10", "--rate", rate, "--manner", "9.2", "--flush", "50",
                              "--stamps", stamps, log, NULL };

    if (!g_spawn_async (NULL, (char **) command, NULL, 0, NULL, NULL, NULL, &error))
      g_error ("%s", error->message);
  }
  if (!gui_wait (is_over, bench) || !g_file_get_contents (stamps, &text, NULL, &error))
    return 1;
  judge (bench, text);
  qsort (bench->late, bench->n, sizeof *bench->late, compare);
  printf ("{\"late_ms\": %.0f, \"late_p99_ms\": %.0f, \"late_worst_ms\": %.0f, \"pieces\": %u, \"frames\": %u}\n", part (bench, .5),
          part (bench, .99), part (bench, 1), bench->n, bench->n_frames);
  gui_window_close (bench->window);
  g_object_unref (application);
  return 0;
}
