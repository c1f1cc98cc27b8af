/* test-search.c: the panel of what was searched for, with a real trace, driven as a person does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "search-input.h"

#include "model/trace/search/scope-find-words.h"
#include "widgets/search/scope-search-panel.h"
#include "widgets/table/scope-recycling-row-model.h"
#include "widgets/table/scope-row-menu.h"

static gboolean
has_hits (gpointer hits)
{
  return g_list_model_get_n_items (hits) > 0;
}

static gboolean
is_visible_list (gpointer panel)
{
  GtkStack *stack = find (panel, "GtkStack");

  return g_str_equal (gtk_stack_get_visible_child_name (stack), "list");
}

static gboolean
range_is_selected (gpointer data)
{
  Fixture *f = data;
  gint64 from, to;

  return scope_view_get_selected_range (f->view, &from, &to);
}

static guint
chosen_row (GtkSelectionModel *selection)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (selection);

  g_assert_cmpuint (gtk_bitset_get_size (chosen), ==, 1);
  return gtk_bitset_get_minimum (chosen);
}

static gboolean
has_no_rows (gpointer rows)
{
  return g_list_model_get_n_items (rows) == 0;
}

static void
find_stop (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), "Stop searching") == 0)
    *(GtkWidget **) data = widget;
}

/* As soon as it can be: before what was found is told. */
static gboolean
stops_it (gpointer stop)
{
  if (!gtk_widget_get_visible (stop))
    return FALSE;
  g_signal_emit_by_name (stop, "clicked");
  return TRUE;
}

static void
find_stopped (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), "stopped at") != NULL)
    (*(guint *) data)++;
}

static void
test_stopped (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL), *stop = NULL;
  ScopeSearchEntry *entry = find (panel, "ScopeSearchEntry");
  guint n = 0;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  gui_foreach (panel, find_stop, &stop);
  scope_search_entry_set_text (entry, "nothing like it");
  g_assert_true (gui_wait (stops_it, stop));
  gui_foreach (panel, find_stopped, &n); /* beside the entry, and where the hits would be */
  g_assert_cmpuint (n, ==, 2);
  take_picture (f, "search-stopped");

  /* The next one comes to its end. */
  scope_search_entry_set_text (entry, "HEC 2");
  g_assert_true (gui_wait (is_visible_list, panel));
  g_assert_true (gui_wait (gui_is_unmapped, stop));
  gui_foreach (panel, find_stopped, (n = 0, &n));
  g_assert_cmpuint (n, ==, 0);
}

static void
test_search (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL);
  ScopeEventSource *source = scope_trace_get_event_source (scope_view_get_trace (f->view));
  GListModel *hits = scope_search_panel_get_hits (SCOPE_SEARCH_PANEL (panel));
  GtkSelectionModel *selection;
  ScopeSearchEntry *entry;
  ScopeLaneId lane;
  guint nameless, n_parts;
  gint64 from, to;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  take_picture (f, "search-empty");
  gtk_widget_grab_focus (panel);
  g_assert_true (GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (f->window))));
  entry = find (panel, "ScopeSearchEntry");
  selection = gtk_column_view_get_model (find (panel, "GtkColumnView"));
  g_assert_true (SCOPE_IS_RECYCLING_ROW_MODEL (selection));
  scope_search_entry_set_text (entry, "HEC 2");
  g_assert_true (gui_wait (has_hits, hits));
  g_assert_true (gui_wait (is_visible_list, panel));
  g_assert_cmpuint (gui_check_names (panel, &nameless), >, 4);
  g_assert_cmpuint (nameless, ==, 0);

  g_assert_null (scope_view_get_hits (f->view, &n_parts)); /* names are nowhere in time */

  /* The first hit is the processor; going there selects its lane. */
  scope_search_panel_step (SCOPE_SEARCH_PANEL (panel), TRUE);
  g_assert_cmpuint (chosen_row (selection), ==, 0);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, 2);

  {
    GtkColumnView *table = find (panel, "GtkColumnView");

    scope_view_clear_selection (f->view);
    scope_view_select_lane (f->view, NULL);
    g_assert_true (scope_row_menu_popup (table));
    g_assert_true (gtk_widget_activate_action (scope_row_menu_get_popover (table), "row.go-to", NULL));
    g_assert_true (scope_view_get_selected_lane (f->view, &lane));
    g_assert_cmpuint (lane.index, ==, 2);
    g_assert_true (gtk_widget_activate_action (scope_row_menu_get_popover (table), "search.copy-all", NULL));
  }

  scope_search_entry_set_text (entry, "create thread");
  {
    gboolean ready = scope_event_source_prepare (source, NULL, NULL, NULL);
    Count count = { hits, 0 };
    guint n;
    const ScopeEventKind *kinds = scope_event_source_kinds (source, &n);

    g_assert_true (ready);
    for (guint k = 0; k < n; k++)
      if (g_str_equal (kinds[k].name, "create_thread"))
        count.n = (guint) kinds[k].n;
    g_assert_cmpuint (count.n, >, 1);
    g_assert_true (gui_wait (has_rows, &count));
    g_assert_nonnull (scope_view_get_hits (f->view, &n_parts));
    g_assert_cmpuint (n_parts, ==, SCOPE_SEARCH_SPREAD);
    take_picture (f, "search");

    /* Backwards from nothing is the last; forwards from there the first. */
    scope_view_clear_selection (f->view);
    scope_search_panel_step (SCOPE_SEARCH_PANEL (panel), FALSE);
    g_assert_cmpuint (chosen_row (selection), ==, count.n - 1);
    g_assert_true (gui_wait (range_is_selected, f));
    scope_search_panel_step (SCOPE_SEARCH_PANEL (panel), TRUE);
    g_assert_cmpuint (chosen_row (selection), ==, 0);
    settle (300);
    g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
    {
      g_autoptr (ScopeEventItem) item = g_list_model_get_item (hits, 0);

      g_assert_cmpint (from, ==, scope_event_item_get_row (item)->time);
      g_assert_cmpstr (scope_event_item_get_row (item)->name, ==, "create_thread");
    }
    take_picture (f, "search-chosen");
  }

  /* A number in a field; and what can be asked for stands there to be clicked, where nothing is listed. */
  scope_search_entry_set_text (entry, "nothing<3");
  g_assert_true (gui_wait (has_no_rows, hits));
  scope_search_entry_set_text (entry, "thread>3");
  g_assert_true (gui_wait (has_hits, hits));
  scope_search_entry_set_text (entry, "nothing>3");
  g_assert_true (gui_wait (has_no_rows, hits));
  {
    GtkWidget *help = find (find (panel, "GtkStack"), "ScopeSearchHelp"), *button = find (help, "GtkButton");

    g_assert_true (gui_wait (gui_is_mapped, help));
    g_signal_emit_by_name (button, "clicked");
    g_assert_cmpstr (scope_search_entry_get_text (entry), ==, "blocked >5ms");
  }

  /* No regular expression. */
  scope_search_entry_set_text (entry, "(");
  settle (400);
  g_assert_cmpuint (g_list_model_get_n_items (hits), ==, 0);
  scope_search_entry_set_text (entry, "");
  settle (300);
  g_assert_cmpuint (g_list_model_get_n_items (hits), ==, 0);
}

static gboolean
has_error (gpointer entry)
{
  return gtk_widget_has_css_class (gtk_widget_get_first_child (entry), "error");
}

static void
find_example (GtkWidget *widget, gpointer data)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_label (GTK_LABEL (widget)) : "";

  if (g_str_has_prefix (text, "activation:") && GTK_IS_BUTTON (gtk_widget_get_parent (widget))
      && gtk_widget_get_visible (gtk_widget_get_parent (widget)))
    *(gpointer *) data = gtk_widget_get_parent (widget);
}

/* "activation:do_work longer:2us": of a function that the trace has. */
static gboolean
has_own_example (gpointer data)
{
  gpointer *example = data; /* where, place of the button, the trace */
  ScopeMachine *machine = scope_trace_machine (example[2], 0);
  const char *name, *text;

  gui_foreach (example[0], find_example, &example[1]);
  if (example[1] == NULL)
    return FALSE;
  text = gtk_label_get_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (example[1])))) + strlen ("activation:");
  for (guint32 row = 0; (name = scope_machine_peek_function (machine, row)) != NULL; row++)
    if (g_str_has_prefix (text, name) && text[strlen (name)] == ' ')
      return TRUE;
  return FALSE;
}

static gboolean
is_searched_for (gpointer data)
{
  gpointer *place = data; /* entry, button */
  const char *text = gtk_label_get_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (place[1]))));

  return g_strcmp0 (scope_search_entry_get_text (place[0]), text) == 0 && !has_error (place[0]);
}

/* Queries by call stack: listed in order of time, marked on their lanes, gone to. */
static void
test_calls (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeVariableLists) variables = scope_variable_lists_new ();
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL), *help;
  GListModel *hits = scope_search_panel_get_hits (SCOPE_SEARCH_PANEL (panel));
  Count count = { hits, 0 };
  ScopeSearchEntry *entry;
  ScopeLaneId lane;
  gint64 from, to, before = G_MININT64;
  guint nameless, n[2], n_parts;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  entry = find (panel, "ScopeSearchEntry");
  scope_search_entry_set_text (entry, "event:l2-miss in:walk_*");
  count.n = 28;
  g_assert_true (gui_wait (has_rows, &count));
  g_assert_true (gui_wait (is_visible_list, panel));
  g_assert_cmpuint (gui_check_names (panel, &nameless), >, 4);
  g_assert_cmpuint (nameless, ==, 0);
  take_picture (f, "search-calls");
  for (guint i = 0; i < count.n; i++)
    {
      g_autoptr (ScopeSearchHit) hit = g_list_model_get_item (hits, i);
      g_autofree char *words = scope_found_words (scope_view_get_trace (f->view), &hit->found, variables);

      g_assert_cmpint (hit->kind, ==, SCOPE_SEARCH_CALLS);
      g_assert_cmpint (hit->from, >=, before);
      g_assert_true (g_str_has_prefix (words, "walk_domains, depth "));
      g_assert_nonnull (strstr (words, "cycles"));
      before = hit->from;
    }
  g_assert_nonnull (scope_view_get_hits (f->view, &n_parts));
  for (guint c = 0; c < 2; c++)
    {
      const gint64 *times
          = scope_hit_marks_get (scope_view_get_hit_marks (f->view), (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, c }, &n[c]);

      for (guint i = 1; i < n[c]; i++)
        g_assert_cmpint (times[i - 1], <=, times[i]);
    }
  g_assert_cmpuint (n[0], ==, 0); /* all of them are on core 1 */
  g_assert_cmpuint (n[1], ==, count.n);

  /* The first is a miss on core 1; going there selects its lane. */
  scope_search_panel_step (SCOPE_SEARCH_PANEL (panel), TRUE);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, 1);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, 4989000);

  /* A wait is gone to from its begin to its end. Large and small letters are alike, unless they are to be matched. */
  scope_search_entry_set_text (entry, "wait>3000cy in:TRY_* core:0");
  count.n = 1;
  g_assert_true (gui_wait (has_rows, &count));
  scope_search_panel_step (SCOPE_SEARCH_PANEL (panel), TRUE);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, 4780500);
  g_assert_cmpint (to, ==, 8242500);

  /* What is wrong is said, and nothing is found; a text that is no query is a text. */
  scope_search_entry_set_text (entry, "wait>3000cy in:");
  g_assert_true (gui_wait (has_error, entry));
  g_assert_true (gui_wait (has_no_rows, hits));
  take_picture (f, "search-calls-wrong");
  scope_search_entry_set_text (entry, "system.cpu1");
  g_assert_true (gui_wait (has_hits, hits));
  g_assert_false (has_error (entry));
  g_assert_cmpuint (scope_hit_marks_n (scope_view_get_hit_marks (f->view)), ==, 0);

  /* An example is searched for, and is of this trace. */
  help = find (panel, "ScopeSearchHelp");
  g_assert_true (gtk_widget_get_visible (help));
  {
    gpointer example[3] = { help, NULL, scope_view_get_trace (f->view) };

    g_assert_true (gui_wait (has_own_example, example));
    g_signal_emit_by_name (example[1], "clicked");
    example[0] = entry;
    g_assert_true (gui_wait (is_searched_for, example));
  }
  scope_search_entry_set_text (entry, "event:l2 in:walk_*");
  count.n = 28;
  g_assert_true (gui_wait (has_rows, &count));
  scope_panel_set_view (SCOPE_PANEL (panel), NULL);
  g_assert_null (scope_view_get_hit_marks (f->view));
}

static void
count_functions (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (gtk_widget_get_parent (widget))
      && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), "activation:"))
    ++*(guint *) data;
}

/* Where nothing has a call stack, such words are words, and no example has them. */
static void
test_no_calls (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL);
  ScopeSearchEntry *entry;
  guint n = 0;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  g_assert_true (gtk_widget_get_visible (find (panel, "ScopeSearchHelp")));
  gui_foreach (panel, count_functions, &n);
  g_assert_cmpuint (n, ==, 0);
  entry = find (panel, "ScopeSearchEntry");
  scope_search_entry_set_text (entry, "wait>3000cy in:");
  settle (400);
  g_assert_false (has_error (entry));
}

/* The window may close in the middle of it. */
static void
test_search_closed (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL);
  guint n_parts;

  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  scope_search_entry_set_text (find (panel, "ScopeSearchEntry"), "thread");
  settle (180);
  scope_panel_set_view (SCOPE_PANEL (panel), NULL);
  g_assert_null (scope_view_get_hits (f->view, &n_parts));
  g_assert_cmpuint (g_list_model_get_n_items (scope_search_panel_get_hits (SCOPE_SEARCH_PANEL (panel))), ==, 0);
}

static void
count_center (GSimpleAction *action, GVariant *parameter, gpointer n)
{
  ++*(guint *) n;
}

/* Escape leads to the timeline, and leaves there what was found. */
static void
test_escape (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL);
  GListModel *hits = scope_search_panel_get_hits (SCOPE_SEARCH_PANEL (panel));
  g_autoptr (GSimpleActionGroup) dock = g_simple_action_group_new ();
  const GActionEntry action = { "focus-center", count_center };
  ScopeSearchEntry *entry;
  guint n = 0;

  g_action_map_add_action_entries (G_ACTION_MAP (dock), &action, 1, &n);
  gtk_widget_insert_action_group (f->window, "dock", G_ACTION_GROUP (dock));
  scope_panel_set_view (SCOPE_PANEL (panel), f->view);
  show (f, panel);
  entry = find (panel, "ScopeSearchEntry");
  scope_search_entry_set_text (entry, "HEC 2");
  g_assert_true (gui_wait (has_hits, hits));
  g_signal_emit_by_name (find (panel, "GtkSearchEntry"), "stop-search");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (scope_search_entry_get_text (entry), ==, "HEC 2");
  g_assert_cmpuint (g_list_model_get_n_items (hits), >, 0);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  log_path = argv[1];
  simulation_path = argv[2];
#define ADD(name, func) g_test_add ("/search/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("search", test_search);
  ADD ("escape", test_escape);
  ADD ("stopped", test_stopped);
  g_test_add ("/search/search-narrow", Fixture, GINT_TO_POINTER (320), set_up, test_search, tear_down);
  ADD ("closed", test_search_closed);
  g_test_add ("/search/calls", Fixture, NULL, set_up_simulation, test_calls, tear_down);
  g_test_add ("/search/calls-narrow", Fixture, GINT_TO_POINTER (320), set_up_simulation, test_calls, tear_down);
  ADD ("no-calls", test_no_calls);
  return g_test_run ();
}
