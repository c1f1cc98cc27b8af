/* test-events-panel.c: the panel of events with a real trace, driven as a person does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "search-input.h"

#include "model/trace/events/scope-event-list.h"
#include "widgets/events/scope-events-panel.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-row-menu.h"

static gboolean
shows_list (gpointer panel)
{
  return g_str_equal (scope_events_panel_get_page (panel), "list");
}

static gboolean
shows_message (gpointer panel)
{
  return g_str_equal (scope_events_panel_get_page (panel), "message");
}

static gboolean
first_is_filled (gpointer rows)
{
  g_autoptr (ScopeEventItem) item = g_list_model_get_item (rows, 0);

  return item != NULL && scope_event_item_get_row (item) != NULL;
}

static guint
count_selected (Fixture *f, guint *ret_first)
{
  GtkColumnView *table = find (f->panel, "GtkColumnView");
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (gtk_column_view_get_model (table));

  *ret_first = gtk_bitset_is_empty (chosen) ? G_MAXUINT : gtk_bitset_get_minimum (chosen);
  return (guint) gtk_bitset_get_size (chosen);
}

static gboolean
some_row_is_selected (gpointer data)
{
  guint first;

  return count_selected (data, &first) == 1;
}

static void
test_events (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_EVENTS_PANEL, NULL);
  ScopeEventSource *source = scope_trace_get_event_source (scope_view_get_trace (f->view));
  GListModel *rows = scope_events_panel_get_rows (SCOPE_EVENTS_PANEL (panel));
  GtkSelectionModel *selection;
  ScopeSearchEntry *entry;
  Count count = { rows, 0 };
  guint nameless, first;
  gint64 from, to, time;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  g_assert_cmpuint (scope_event_source_n_events (source), ==, 0); /* not looked at yet */
  show (f, panel);
  g_assert_true (gui_wait (shows_list, panel));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, scope_event_source_n_events (source));
  g_assert_true (gui_wait (first_is_filled, rows));
  g_assert_cmpuint (gui_check_names (panel, &nameless), >, 4);
  g_assert_cmpuint (nameless, ==, 0);
  take_picture (f, "events");

  /* It leads. */
  selection = gtk_column_view_get_model (find (panel, "GtkColumnView"));
  g_assert_true (SCOPE_IS_RECYCLING_ROW_MODEL (selection)); /* other events make no widgets anew: bench-events says what that would cost */
  gtk_selection_model_select_item (selection, 10, TRUE);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_true (scope_event_source_time_of (source, 10, &time, NULL, NULL));
  g_assert_cmpint (from, ==, time);

  /* The menu of its row. */
  g_assert_true (scope_row_menu_popup (find (panel, "GtkColumnView")));
  g_assert_true (gtk_widget_activate_action (scope_row_menu_get_popover (find (panel, "GtkColumnView")), "events.copy", NULL));

  /* It follows. */
  g_assert_true (scope_event_source_time_of (source, scope_event_source_n_events (source) / 2, &time, NULL, NULL));
  gtk_selection_model_unselect_all (selection);
  scope_view_select_range (f->view, time, time + 1);
  g_assert_true (gui_wait (some_row_is_selected, f));
  g_assert_cmpuint (count_selected (f, &first), ==, 1);
  {
    guint64 rank;

    g_assert_true (scope_event_source_rank (source, NULL, time, &rank, NULL, NULL));
    g_assert_cmpuint (first, ==, rank);
  }
  take_picture (f, "events-middle");

  /* A filter. */
  entry = find (panel, "ScopeSearchEntry");
  scope_search_entry_set_text (entry, "create_thread");
  for (guint i = 0, n; i < 1; i++)
    {
      const ScopeEventKind *kinds = scope_event_source_kinds (source, &n);

      for (guint k = 0; k < n; k++)
        if (g_str_equal (kinds[k].name, "create_thread"))
          count.n = (guint) kinds[k].n;
    }
  g_assert_cmpuint (count.n, >, 0);
  g_assert_true (gui_wait (has_rows, &count));
  g_assert_true (gui_wait (first_is_filled, rows));
  take_picture (f, "events-filter");
  scope_search_entry_set_text (entry, "no such thing");
  count.n = 0;
  g_assert_true (gui_wait (has_rows, &count));
  scope_search_entry_set_text (entry, "");
  count.n = (guint) scope_event_source_n_events (source);
  g_assert_true (gui_wait (has_rows, &count));
}

static void
test_events_gone (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_EVENTS_PANEL, NULL);

  g_unlink (f->path);
  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  g_assert_true (gui_wait (shows_message, panel));
  take_picture (f, "events-gone");
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  log_path = argv[1];
#define ADD(name, func) g_test_add ("/events-panel/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("panel", test_events);
  g_test_add ("/events-panel/narrow", Fixture, GINT_TO_POINTER (320), set_up, test_events, tear_down);
  ADD ("gone", test_events_gone);
  return g_test_run ();
}
