/* bench-many.c: the real window with a trace of very many threads: how soon there is something to see, what keeps it waiting, how
 * much memory it takes.
 *
 *     bench-many [--first] TRACE [PANEL…]
 *
 * Pans, shows all threads, scrolls and pans again; then shows the panels. --first: none of that. Prints one line of JSON: of each step how long it took, the
 * longest turn of the main loop meanwhile (as bench-tree does), and how much memory was held after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-app.h"

#include "model/base/scope-heap.h"
#include "widgets/kit/scope-panel.h"

#include <stdio.h>
#include <time.h>

#define FRAMES 120 /* of a movement */

typedef struct
{
  ScopeWindow *window;
  guint n;
  gint64 shown;
  Turns turns;
} Bench;

static ScopeTimeline *
timeline_of (Bench *bench)
{
  return scope_window_get_timeline (bench->window);
}

static ScopeView *
view_of (Bench *bench)
{
  return scope_timeline_get_view (timeline_of (bench));
}

static double
memory_mb (const char *what)
{
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL) || (at = strstr (text, what)) == NULL)
    return -1;
  return g_ascii_strtod (at + strlen (what), NULL) * 1024 / 1e6;
}

/* Of the processor, of all threads, since the program began. */
static double
processor_ms (void)
{
  struct timespec used;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double) used.tv_sec * 1e3 + (double) used.tv_nsec / 1e6;
}

static gboolean
is_settled (gpointer data)
{
  /* What is found out of the whole trace takes as long as it takes: it is not waited for. */
  return scope_timeline_is_complete (timeline_of (data));
}

static gboolean
is_moved (gpointer data)
{
  Bench *bench = data;

  return bench->n == 0 && is_settled (data);
}

static gboolean
is_shown (gpointer data)
{
  Bench *bench = data;

  return view_of (bench) != NULL && scope_canvas_get_states (scope_timeline_get_canvas (timeline_of (bench))) != 0;
}

static void
step (Bench *bench, const char *name, gboolean (*done) (gpointer data))
{
  turns_step (&bench->turns, name, done, bench);
  g_string_append_printf (bench->turns.out, ", \"%s_mb\": %.0f", name, memory_mb ("VmRSS:"));
}

static gboolean
pan (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;
  ScopeView *view = view_of (bench);
  double middle = scope_view_get_viewport (view)->width / 2.;

  if (bench->n == 0)
    return G_SOURCE_REMOVE;
  switch (bench->n-- * 6 / FRAMES)
    {
    case 5: case 4:
      scope_view_zoom (view, middle * .7, 1.2);
      break;
    case 3:
      scope_view_pan (view, 24);
      break;
    case 2:
      scope_view_pan (view, -24);
      break;
    default:
      scope_view_zoom (view, middle * 1.2, 1 / 1.2);
    }
  return G_SOURCE_CONTINUE;
}

static gboolean
scroll (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Bench *bench = data;
  GtkAdjustment *down = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (scope_timeline_get_canvas (timeline_of (bench))));

  if (bench->n == 0)
    return G_SOURCE_REMOVE;
  gtk_adjustment_set_value (down, gtk_adjustment_get_value (down) + (bench->n > FRAMES / 2 ? 60 : -60));
  bench->n--;
  return G_SOURCE_CONTINUE;
}

static void
move (Bench *bench, const char *name, GtkTickCallback how)
{
  bench->n = FRAMES;
  gtk_widget_add_tick_callback (GTK_WIDGET (bench->window), how, bench, NULL);
  step (bench, name, is_moved);
}

/* In a turn of its own. */
static gboolean
show_threads (gpointer data)
{
  Bench *bench = data;

  g_action_group_activate_action (scope_timeline_get_actions (timeline_of (bench)), "show", g_variant_new_string ("threads"));
  bench->n = 0;
  return G_SOURCE_REMOVE;
}

static void
look_at_panel (GtkWidget *widget, gpointer data)
{
  gboolean *all = data;

  if (SCOPE_IS_PANEL (widget) && gtk_widget_get_mapped (widget))
    *all &= scope_panel_is_settled (SCOPE_PANEL (widget));
}

static gboolean
is_panel_settled (gpointer data)
{
  gboolean all = is_settled (data);

  if (all)
    gui_foreach (GTK_WIDGET (((Bench *) data)->window), look_at_panel, &all);
  return all;
}

static void
panel (Bench *bench, const char *name)
{
  gtk_widget_activate_action (GTK_WIDGET (bench->window), "win.show-panel", "s", name);
  step (bench, name, is_panel_settled);
}

int
main (int argc, char **argv)
{
  Bench bench = { .turns = { .out = g_string_new (NULL) } };
  ScopeApplication *application;
  gint64 start = g_get_monotonic_time ();
  gboolean only_first = argc > 1 && strcmp (argv[1], "--first") == 0;

  argc -= only_first;
  argv += only_first;
  if (argc < 2)
    return g_printerr ("usage: bench-many TRACE\n"), 2;
  if (!gtk_init_check ())
    return g_printerr ("bench-many: there is no display\n"), 77;
  scope_heap_keep ();
  adw_init ();
  scope_widgets_init ();
  application = gui_application_new ();
  bench.window = gui_window_open (application, argv[1], 1600, 1000);
  while (!is_shown (&bench))
    turns_turn (&bench.turns);
  g_string_append_printf (bench.turns.out, ", \"first_ms\": %.0f, \"first_processor_ms\": %.0f, \"first_turn_ms\": %.1f, \"first_mb\": %.0f",
                          (double) (g_get_monotonic_time () - start) / 1000, processor_ms (), bench.turns.worst_busy, memory_mb ("VmRSS:"));
  step (&bench, "settled", is_settled);
  if (!only_first)
    {
      move (&bench, "pan", pan);
      bench.n = 1;
      g_idle_add (show_threads, &bench);
      step (&bench, "show", is_moved);
      move (&bench, "scroll", scroll);
      move (&bench, "pan_threads", pan);
    }
  for (int i = 2; i < argc; i++)
    panel (&bench, argv[i]);
  g_print ("{\"turn_ms\": %.1f, \"turn_busy_ms\": %.1f%s, \"peak_mb\": %.0f}\n", bench.turns.worst, bench.turns.worst_busy,
           bench.turns.out->str, memory_mb ("VmHWM:"));
  gui_window_close (bench.window);
  g_object_unref (application);
  g_string_free (bench.turns.out, TRUE);
  return 0;
}
