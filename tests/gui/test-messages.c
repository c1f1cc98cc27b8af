/* test-messages.c: the list of messages and streams: that they follow the view's filter,
 * that what is chosen is chosen in the view, that everything has a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/messages/scope-message-words.h"
#include "model/trace/messages/scope-pairs.h"
#include "widgets/messages/scope-messages-panel.h"
#include "tests/model/message-list.h"

#include <adwaita.h>
#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  f->panel = g_object_new (SCOPE_TYPE_MESSAGES_PANEL, NULL);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  f->window = gui_window_new (f->panel, 900, 300);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static ScopeMessageListPage *
list_of (Fixture *f)
{
  return scope_messages_panel_get_list (SCOPE_MESSAGES_PANEL (f->panel));
}

static ScopeMessageRows *
rows_of (Fixture *f)
{
  return scope_message_table_get_rows (scope_message_list_page_get_table (list_of (f)));
}

static gboolean
is_there (gpointer data)
{
  Fixture *f = data;

  return scope_panel_is_settled (SCOPE_PANEL (list_of (f))) && scope_message_rows_get_order (rows_of (f)) != NULL;
}

static void
settle (Fixture *f)
{
  g_assert_true (gui_wait (is_there, f));
}

/* Messages there are, alone or in streams. */
static guint
n_messages (Fixture *f)
{
  settle (f);
  return (guint) scope_message_order_totals (scope_message_rows_get_order (rows_of (f)))->messages;
}

static guint
count (Fixture *f, gboolean system)
{
  ScopeTrace *trace = scope_view_get_trace (f->view);
  guint n = 0;

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      gint64 row[SCOPE_TABLE_MAX_COLUMNS];
      ScopeTableCursor cursor;

      scope_table_cursor_init (&cursor, scope_trace_machine (trace, i)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN,
                               SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, row, NULL))
        n += system || !scope_message_is_system ((guint) row[SCOPE_MESSAGE_TAG]);
      scope_table_cursor_clear (&cursor);
    }
  return n;
}

/* As many as the filter of the timeline wants. */
static void
test_list (Fixture *f, gconstpointer data)
{
  ScopeMessageFilter filter = *scope_view_get_messages (f->view);
  guint n = n_messages (f);

  g_assert_cmpuint (n, >, 10);
  g_assert_cmpuint (n, ==, count (f, FALSE));
  filter.system = TRUE;
  scope_view_set_messages (f->view, &filter);
  g_assert_cmpuint (n_messages (f), ==, count (f, TRUE));
  g_assert_cmpuint (n_messages (f), >, n);
  filter.size_from = 1 << 30;
  scope_view_set_messages (f->view, &filter);
  g_assert_cmpuint (n_messages (f), ==, 0);
}

static gboolean
has_message (gpointer data)
{
  return scope_view_get_selected_message (((Fixture *) data)->view) != NULL;
}

/* Shown, so that it is read. */
static const ScopeMessageRow *
row_at (Fixture *f, guint position, ScopeMessageItem **ret_item)
{
  *ret_item = g_list_model_get_item (G_LIST_MODEL (rows_of (f)), position);
  scope_message_item_show (*ret_item);
  while (scope_message_item_get_row (*ret_item) == NULL)
    g_main_context_iteration (NULL, TRUE);
  scope_message_item_hide (*ret_item);
  return scope_message_item_get_row (*ret_item);
}

/* A row chosen is the message chosen, and it is to be seen. */
static void
test_choose (Fixture *f, gconstpointer data)
{
  ScopeMessageTable *table = scope_message_list_page_get_table (list_of (f));
  g_autoptr (ScopeMessageItem) item = NULL;
  const ScopeMessageLine *message;
  const ScopeMessageRow *row;
  ScopeViewport before;

  g_assert_cmpuint (n_messages (f), >, 3);
  row = row_at (f, 2, &item);
  before = *scope_view_get_viewport (f->view);
  gtk_selection_model_select_item (scope_table_view_get_selection (SCOPE_TABLE_VIEW (table)), 2, TRUE);
  g_assert_true (gui_wait (has_message, f));
  message = scope_view_get_selected_message (f->view);
  g_assert_cmpint (message->send, ==, row->message.send);
  g_assert_cmpint (message->receive, ==, row->message.receive);
  g_assert_true (scope_view_get_viewport (f->view)->span <= before.span);
  g_assert_true (scope_view_can_go_back (f->view));
}

typedef struct
{
  Fixture *f;
  ScopeMessageLine message;
} Wanted;

static gboolean
is_selected (gpointer data)
{
  Wanted *wanted = data;
  ScopeMessageTable *table = scope_message_list_page_get_table (list_of (wanted->f));
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (scope_table_view_get_selection (SCOPE_TABLE_VIEW (table)));
  g_autoptr (ScopeMessageItem) item = NULL;
  const ScopeMessageRow *row;

  if (gtk_bitset_get_size (chosen) != 1)
    return FALSE;
  row = row_at (wanted->f, gtk_bitset_get_minimum (chosen), &item);
  return row->count == 1 && row->message.send == wanted->message.send && row->message.from_port == wanted->message.from_port
         && row->message.receive == wanted->message.receive;
}

/* A message chosen in the timeline is chosen in the list; an element's stream is opened for it. */
static void
test_back (Fixture *f, gconstpointer data)
{
  ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX,
                             .messages = scope_view_get_messages (f->view) };
  g_autoptr (GArray) all = NULL;
  gboolean seen_element = FALSE, seen_single = FALSE;

  settle (f);
  all = message_list_read (&within);
  for (guint i = 0; i < all->len && !(seen_element && seen_single); i++)
    {
      const ScopeMessageLine *line = &g_array_index (all, ScopeMessageLine, i);
      gboolean *seen = line->tag == SCOPE_TAG_HEAD ? &seen_element : &seen_single;
      Wanted wanted = { f, *line };

      if (*seen || line->send == line->receive)
        continue;
      *seen = TRUE;
      scope_view_select_message (f->view, line);
      g_assert_true (gui_wait (is_selected, &wanted));
      g_assert_nonnull (scope_view_get_selected_message (f->view)); /* it was not led away */
    }
  g_assert_true (seen_element && seen_single);
}

/* A stream's row says at a glance that its messages bear one element each, behind what is amiss. */
static void
check_note (ScopeTrace *trace, const ScopeMessageRow *row)
{
  g_autofree char *note = scope_message_cell_text (trace, row, SCOPE_MESSAGE_KEY_NOTE, NULL);
  g_autofree char *want = g_strdup_printf ("%" G_GUINT64_FORMAT " one-element messages on one stream", row->count);

  if (row->count > 1)
    g_assert_cmpstr (note, ==, want);
  else
    g_assert_null (strstr (note, "stream"));
}

static void
test_note (Fixture *f, gconstpointer data)
{
  ScopeMessageRow row = { .message.tag = SCOPE_TAG_HEAD, .count = 5888, .reversed = 3, .unmatched = 1 };
  g_autofree char *note = scope_message_cell_text (scope_view_get_trace (f->view), &row, SCOPE_MESSAGE_KEY_NOTE, NULL);

  g_assert_cmpstr (note, ==, "3 received before sent; 1 with one end only; 5,888 one-element messages on one stream");
  g_assert_cmpint (scope_message_remark (&row), ==, SCOPE_REMARK_REVERSED);
  row.reversed = row.unmatched = 0;
  g_assert_cmpint (scope_message_remark (&row), ==, SCOPE_REMARK_PLAIN); /* nothing to warn of */
}

/* Sorted by a title: all messages, the largest stream first. */
static void
test_sort (Fixture *f, gconstpointer data)
{
  GtkWidget *table = GTK_WIDGET (scope_message_list_page_get_table (list_of (f)));
  guint64 last = G_MAXUINT64;

  settle (f);
  gtk_widget_activate_action (table, "messages.sort", "i", SCOPE_MESSAGE_KEY_COUNT);
  settle (f);
  for (guint i = 0; i < MIN (40, g_list_model_get_n_items (G_LIST_MODEL (rows_of (f)))); i++)
    {
      g_autoptr (ScopeMessageItem) item = NULL;
      const ScopeMessageRow *row = row_at (f, i, &item);

      g_assert_cmpuint (row->count, <=, last);
      g_assert_true (i > 0 || row->count > 1);
      check_note (scope_view_get_trace (f->view), row);
      last = row->count;
    }
  gtk_widget_activate_action (table, "messages.sort", "i", SCOPE_MESSAGE_KEY_COUNT);
  settle (f);
  {
    g_autoptr (ScopeMessageItem) item = NULL;

    g_assert_cmpuint (row_at (f, 0, &item)->count, ==, 1);
  }
}

static void
find_column_view (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_COLUMN_VIEW (widget) && *(GtkWidget **) data == NULL)
    *(GtkWidget **) data = widget;
}

/* A click on the title of a figure: the greatest first and in sight, whatever is chosen; once more: the least. */
static void
test_title (Fixture *f, gconstpointer data)
{
  ScopeMessageTable *table = scope_message_list_page_get_table (list_of (f));
  g_autoptr (GtkColumnViewColumn) column = NULL;
  GtkWidget *view = NULL;

  settle (f);
  gui_foreach (GTK_WIDGET (table), find_column_view, &view);
  gtk_selection_model_select_item (scope_table_view_get_selection (SCOPE_TABLE_VIEW (table)), 2, TRUE);
  g_assert_true (gui_wait (has_message, f));
  column = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (view)), SCOPE_MESSAGE_KEY_COUNT);
  for (guint click = 0; click < 2; click++)
    {
      g_autoptr (ScopeMessageItem) item = NULL;

      gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (view), column, GTK_SORT_ASCENDING);
      settle (f);
      while (scope_message_table_is_looking (table))
        g_main_context_iteration (NULL, TRUE);
      for (guint i = 0; i < 50; i++)
        g_main_context_iteration (NULL, FALSE);
      if (click == 0)
        g_assert_cmpuint (row_at (f, 0, &item)->count, >, 30);
      else
        g_assert_cmpuint (row_at (f, 0, &item)->count, ==, 1);
      g_assert_cmpfloat (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view))), ==, 0);
    }
}

/* A pair narrows the list until its chip is clicked; the timeline's filter stays. */
static void
test_pair (Fixture *f, gconstpointer data)
{
  ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX,
                             .messages = scope_view_get_messages (f->view) };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, SCOPE_PARTY_MACHINE, NULL);
  guint n = n_messages (f);

  for (guint i = 0; i < pairs->len; i += 4)
    {
      const ScopePair *pair = &g_array_index (pairs, ScopePair, i);

      scope_messages_panel_set_pair (SCOPE_MESSAGES_PANEL (f->panel), pair->from_machine, -1, pair->to_machine, -1);
      g_assert_cmpuint (n_messages (f), ==, pair->count);
      g_assert_cmpuint (pair->count, <, n);
    }
  g_assert_false (scope_view_get_messages (f->view)->pair);
  scope_messages_panel_clear_pair (SCOPE_MESSAGES_PANEL (f->panel));
  g_assert_cmpuint (n_messages (f), ==, n);
}

/* Around what is selected: the filter follows it, until it is switched off. */
static void
test_around (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = { 1, SCOPE_KIND_MACHINE, 0 };
  guint n = n_messages (f);

  scope_view_select_lane (f->view, &lane);
  g_assert_cmpint (scope_view_get_messages (f->view)->machine, ==, -1);
  scope_messages_panel_set_around (SCOPE_MESSAGES_PANEL (f->panel), TRUE);
  g_assert_cmpint (scope_view_get_messages (f->view)->machine, ==, 1);
  g_assert_cmpuint (n_messages (f), <, n);
  lane.machine = 2;
  scope_view_select_lane (f->view, &lane);
  g_assert_cmpint (scope_view_get_messages (f->view)->machine, ==, 2);
  scope_messages_panel_set_around (SCOPE_MESSAGES_PANEL (f->panel), FALSE);
  g_assert_cmpint (scope_view_get_messages (f->view)->machine, ==, -1);
  g_assert_cmpuint (n_messages (f), ==, n);
}

static gboolean
has_times (gpointer data)
{
  ScopeMessageTimesPage *page = gui_find (SCOPE_MESSAGES_PANEL (((Fixture *) data)->panel), SCOPE_TYPE_MESSAGE_TIMES_PAGE, 0);

  return scope_panel_is_settled (SCOPE_PANEL (page)) && scope_message_times_page_get_times (page) != NULL;
}

/* Modes by name; what is not seen asks nothing; over time a stretch is zoomed to. */
static void
test_over_time (Fixture *f, gconstpointer data)
{
  ScopeMessagesPanel *panel = SCOPE_MESSAGES_PANEL (f->panel);
  ScopeMessageTimesPage *page = gui_find (panel, SCOPE_TYPE_MESSAGE_TIMES_PAGE, 0);
  ScopeViewport before;
  guint bin = 0, n = n_messages (f);
  g_autofree char *mode = NULL;

  g_assert_null (scope_message_times_page_get_times (page));
  g_assert_false (scope_messages_panel_set_mode (panel, "no such mode"));
  g_assert_true (scope_messages_panel_set_mode (panel, "over-time"));
  g_object_get (panel, "mode", &mode, NULL);
  g_assert_cmpstr (mode, ==, "over-time");
  g_assert_true (gui_wait (has_times, f));
  g_assert_cmpuint (scope_message_times_page_get_times (page)->messages, ==, n);
  g_assert_cmpuint (scope_report_table_n_rows (scope_report_table_view_get_table (gui_find (page, SCOPE_TYPE_REPORT_TABLE_VIEW, 0))), ==,
                    scope_message_times_page_get_times (page)->receiving->len);
  while (scope_message_times_page_get_times (page)->bins[bin].messages == 0)
    bin++;
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (gui_find (page, SCOPE_TYPE_REPORT_TABLE_VIEW, 0))));
  scope_message_rates_point_at (gui_find (page, SCOPE_TYPE_MESSAGE_RATES, 0), bin);
  before = *scope_view_get_viewport (f->view);
  scope_view_set_extent (f->view, SCOPE_RANGE_VISIBLE);
  g_assert_true (gui_wait (has_times, f));
  g_signal_emit_by_name (gui_find (page, SCOPE_TYPE_MESSAGE_RATES, 0), "bin-activated", bin);
  g_assert_true (scope_view_get_viewport (f->view)->span < before.span / 10);
  g_assert_true (scope_view_can_go_back (f->view));
  g_assert_true (gui_wait (has_times, f));
  g_assert_cmpuint (scope_message_times_page_get_times (page)->messages, <, n);
  scope_messages_panel_set_mode (panel, "graph");
  g_assert_cmpstr (scope_messages_panel_get_mode (panel), ==, "graph");
}

/* Who records no receive phases has no empty place for them. */
static void
test_over_time_erlang (Fixture *f, gconstpointer data)
{
  ScopeMessagesPanel *panel = SCOPE_MESSAGES_PANEL (f->panel);
  ScopeMessageTimesPage *page = gui_find (panel, SCOPE_TYPE_MESSAGE_TIMES_PAGE, 0);

  g_assert_true (scope_messages_panel_set_mode (panel, "over-time"));
  g_assert_true (gui_wait (has_times, f));
  g_assert_true (gui_wait (gui_is_mapped, gui_find (page, SCOPE_TYPE_MESSAGE_RATES, 0)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (gui_find (page, SCOPE_TYPE_REPORT_TABLE_VIEW, 0))));
}

/* An edge of the graph, a cell of the matrix: the list of its messages, and only these. */
static void
check_pairs (Fixture *f, const char *mode, ScopeParty by, guint every)
{
  ScopeMessagesPanel *panel = SCOPE_MESSAGES_PANEL (f->panel);
  ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX,
                             .messages = scope_view_get_messages (f->view) };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, by, NULL);

  settle (f);
  for (guint i = 0; i < pairs->len; i += every)
    {
      ScopePair *pair = &g_array_index (pairs, ScopePair, i);

      scope_messages_panel_set_mode (panel, mode);
      g_signal_emit_by_name (scope_messages_panel_get_page (panel, mode), "pair-activated", pair, (int) by);
      g_assert_cmpstr (scope_messages_panel_get_mode (panel), ==, "list");
      g_assert_cmpuint (n_messages (f), ==, pair->count);
    }
}

static void
test_edge (Fixture *f, gconstpointer data)
{
  check_pairs (f, "graph", SCOPE_PARTY_PROCESS, 6);
}

static void
test_cell (Fixture *f, gconstpointer data)
{
  check_pairs (f, "matrix", SCOPE_PARTY_MACHINE, 6);
}

/* Senders that nobody knows are none of those that are known, and have no name. */
static void
test_unknown (Fixture *f, gconstpointer data)
{
  check_pairs (f, "matrix", SCOPE_PARTY_PROCESS, 1);
  check_pairs (f, "matrix", SCOPE_PARTY_MACHINE, 1);
}

/* Where there are several nodes their names stand before the pids, which would be cut off. */
static void
test_nodes (Fixture *f, gconstpointer data)
{
  GtkWidget *view = NULL;
  GListModel *columns;

  settle (f);
  gui_foreach (GTK_WIDGET (scope_message_list_page_get_table (list_of (f))), find_column_view, &view);
  columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));
  for (guint i = SCOPE_MESSAGE_KEY_FROM; i <= SCOPE_MESSAGE_KEY_TO; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_assert_cmpint (gtk_column_view_column_get_fixed_width (column), >=, 190);
    }
}

static void
test_names (Fixture *f, gconstpointer data)
{
  guint nameless;

  settle (f);
  g_assert_cmpuint (gui_check_names (f->panel, &nameless), >, 5);
  g_assert_cmpuint (nameless, ==, 0);
  gui_check_focusable_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/messages/" name, Fixture, "tests/data/eden/generic4.parevents", set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("choose", test_choose);
  ADD ("back", test_back);
  ADD ("sort", test_sort);
  ADD ("note", test_note);
  ADD ("pair", test_pair);
  ADD ("around", test_around);
  ADD ("over-time", test_over_time);
  g_test_add ("/messages/over-time-erlang", Fixture, "tests/data/erlang/every_all.dat", set_up, test_over_time_erlang, tear_down);
  ADD ("edge", test_edge);
  ADD ("cell", test_cell);
  ADD ("title", test_title);
  g_test_add ("/messages/unknown", Fixture, "tests/data/erlang/every_all.dat", set_up, test_unknown, tear_down);
  g_test_add ("/messages/nodes", Fixture, "tests/data/nodes", set_up, test_nodes, tear_down);
  ADD ("names", test_names);
  return g_test_run ();
}
