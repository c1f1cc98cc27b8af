/* bench-tree.c: how soon the process tree of a large trace is there, and how long it keeps the window waiting
 * at most.
 *
 *     bench-tree TRACE
 *
 * Waits until the trace is read. Then shows the panel, asks for the other tree, sorts, unfolds all that are
 * alike, filters, and asks for ranges. Prints one line of JSON: milliseconds from asking until rows are
 * there, and the longest turn of the main loop, by the clock and by the processor time of the main thread
 * (which does not depend on what else the machine does).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "io/index/scope-import.h"
#include "model/scene/scope-tree-table.h"
#include "widgets/scope-process-tree-panel.h"
#include "widgets/scope-widgets.h"

#include <adwaita.h>
#include <time.h>

typedef struct
{
  ScopeProcessTreePanel *panel;
  double worst, worst_busy; /* turns of the main loop, ms */
  GString *out;
} Bench;

static double
busy_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* A turn is from what a source was ready to when all of them were served: waiting for the next one is none of
 * it. */
static void
turn (Bench *bench)
{
  double busy, now;

  for (guint i = 0; i < 50 && !g_main_context_pending (NULL); i++)
    g_usleep (200);
  busy = busy_ms ();
  now = (double)g_get_monotonic_time () / 1000;
  g_main_context_iteration (NULL, FALSE);
  bench->worst = MAX (bench->worst, (double)g_get_monotonic_time () / 1000 - now);
  bench->worst_busy = MAX (bench->worst_busy, busy_ms () - busy);
}

/* Until all is there, and drawn for a moment. */
static void
step (Bench *bench, const char *name)
{
  double start = (double)g_get_monotonic_time () / 1000, done = 0, before = bench->worst_busy;

  bench->worst_busy = 0;
  while (done == 0 || (double)g_get_monotonic_time () / 1000 - done < 300)
    {
      turn (bench);
      if (done == 0 && scope_process_tree_panel_is_settled (bench->panel))
        done = (double)g_get_monotonic_time () / 1000;
    }
  g_string_append_printf (bench->out, ", \"%s_ms\": %.1f, \"%s_turn_ms\": %.1f", name, done - start, name,
                          bench->worst_busy);
  bench->worst_busy = MAX (bench->worst_busy, before);
}

static void
look_for_fold (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TOGGLE_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "_Fold Similar") == 0)
    *(GtkWidget **)data = widget;
}

static void
run (Bench *bench, ScopeView *view)
{
  GtkWidget *fold = NULL;

  gui_foreach (GTK_WIDGET (bench->panel), look_for_fold, &fold);
  scope_process_tree_panel_set_view (bench->panel, view);
  step (bench, "open");
  scope_process_tree_panel_set_by (bench->panel, SCOPE_TREE_BY_PLACE);
  step (bench, "place");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fold), FALSE);
  step (bench, "unfold");
  gtk_widget_activate_action_variant (GTK_WIDGET (bench->panel), "tree.sort",
                                      g_variant_new_int32 (SCOPE_TREE_RUNNING));
  step (bench, "sort");
  scope_process_tree_panel_set_filter (bench->panel, "1", FALSE);
  step (bench, "filter");
  scope_process_tree_panel_set_filter (bench->panel, "", FALSE);
  step (bench, "all");
}

int
main (int argc, char **argv)
{
  Bench bench = { .out = g_string_new (NULL) };
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (ScopeView) view = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *window;

  if (argc != 2)
    return g_printerr ("usage: bench-tree TRACE\n"), 2;
  if (!gtk_init_check ())
    return g_printerr ("bench-tree: there is no display\n"), 77;
  adw_init ();
  scope_widgets_init ();
  import = scope_import_new ((const char *const *)argv + 1, 1, NULL);
  if (!scope_import_run (import, NULL, &error))
    return g_printerr ("bench-tree: %s\n", error->message), 1;
  view = scope_view_new (scope_import_get_trace (import));
  scope_trace_keep_out (scope_import_get_trace (import));
  window = gtk_window_new ();
  bench.panel = SCOPE_PROCESS_TREE_PANEL (scope_process_tree_panel_new ());
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 500);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bench.panel));
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 50; i++)
    turn (&bench);
  bench.worst = bench.worst_busy = 0;
  run (&bench, view);
  g_print ("{\"turn_ms\": %.1f, \"turn_busy_ms\": %.1f%s}\n", bench.worst, bench.worst_busy, bench.out->str);
  gtk_window_destroy (GTK_WINDOW (window));
  g_string_free (bench.out, TRUE);
  return 0;
}
