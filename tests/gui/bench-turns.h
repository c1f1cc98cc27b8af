/* bench-turns.h: how long a turn of the main loop takes: until then the window answers nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/import/scope-import.h"
#include "model/scene/view/scope-view.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <time.h>

#define TURNS_AFTER_MS 300 /* what comes once all is there belongs to it */

typedef struct
{
  double worst, worst_busy; /* ms, by the clock and by the processor time of the main thread, which does not depend on what else the
                             * machine does */
  GString *out;             /* a field of JSON for each step */
} Turns;

static inline double
turns_busy_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static inline double
turns_now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

/* A turn is from what a source was ready to when all of them were served: waiting for the next one is none of it. */
static inline void
turns_turn (Turns *turns)
{
  double busy, now;

  for (guint i = 0; i < 50 && !g_main_context_pending (NULL); i++)
    g_usleep (200);
  busy = turns_busy_ms ();
  now = turns_now_ms ();
  g_main_context_iteration (NULL, FALSE);
  turns->worst = MAX (turns->worst, turns_now_ms () - now);
  turns->worst_busy = MAX (turns->worst_busy, turns_busy_ms () - busy);
}

/* Until all is there, and drawn for a moment: "NAME_ms" from `start`, "NAME_turn_ms" the longest turn meanwhile. */
static inline void
turns_step (Turns *turns, const char *name, gboolean (*settled) (gpointer data), gpointer data)
{
  double start = turns_now_ms (), done = 0, before = turns->worst_busy;

  turns->worst_busy = 0;
  while (done == 0 || turns_now_ms () - done < TURNS_AFTER_MS)
    {
      turns_turn (turns);
      if (done == 0 && settled (data))
        done = turns_now_ms ();
    }
  g_string_append_printf (turns->out, ", \"%s_ms\": %.1f, \"%s_turn_ms\": %.1f", name, done - start, name, turns->worst_busy);
  turns->worst_busy = MAX (turns->worst_busy, before);
}

/* The program: reads the trace that is its argument to the end, shows the panel that `make` gives in a window, runs the steps, and
 * prints what they took as a line of JSON. 77: there is no display. */
static inline int
turns_main (int argc, char **argv, GtkWidget *(*make) (void), void (*run) (Turns *turns, GtkWidget *panel, ScopeView *view))
{
  Turns turns = { .out = g_string_new (NULL) };
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (ScopeView) view = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *window, *panel;

  if (argc != 2)
    return g_printerr ("usage: %s TRACE\n", argv[0]), 2;
  if (!gtk_init_check ())
    return g_printerr ("%s: there is no display\n", argv[0]), 77;
  adw_init ();
  scope_widgets_init ();
  import = scope_import_new ((const char *const *) argv + 1, 1, NULL);
  if (!scope_import_run (import, NULL, &error))
    return g_printerr ("%s: %s\n", argv[0], error->message), 1;
  view = scope_view_new (scope_import_get_trace (import));
  scope_trace_keep_out (scope_import_get_trace (import));
  window = gtk_window_new ();
  panel = make ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 500);
  gtk_window_set_child (GTK_WINDOW (window), panel);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 50; i++)
    turns_turn (&turns);
  turns.worst = turns.worst_busy = 0;
  run (&turns, panel, view);
  g_print ("{\"turn_ms\": %.1f, \"turn_busy_ms\": %.1f%s}\n", turns.worst, turns.worst_busy, turns.out->str);
  gtk_window_destroy (GTK_WINDOW (window));
  g_string_free (turns.out, TRUE);

  return 0;
}
