/* bench-events.c: how long the lists of events and of hits of a large trace keep the window waiting at most.
 *
 *     bench-events TRACE
 *
 * Waits until the trace is read. Then shows both panels, scrolls the events to their middle and their end, filters them until many,
 * few and none remain, searches for much and for nothing. Prints one line of JSON, as bench-tree does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-common.h"

#include "widgets/events/scope-events-panel.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/search/scope-search-panel.h"

typedef struct
{
  ScopeEventsPanel *events;
  ScopeSearchPanel *search;
  guint least, most; /* rows that are waited for */
  gboolean of_search;
} Bench;

static gboolean
is_settled (gpointer data)
{
  const Bench *bench = data;
  GListModel *rows = bench->of_search ? scope_search_panel_get_hits (bench->search) : scope_events_panel_get_rows (bench->events);
  guint n = g_list_model_get_n_items (rows);

  if (!bench->of_search && bench->least > 0 && !g_str_equal (scope_events_panel_get_page (bench->events), "list"))
    return FALSE;
  return n >= bench->least && n <= bench->most;
}

typedef struct
{
  const char *type;
  GtkWidget *found;
} Looking;

static void
look (GtkWidget *widget, gpointer data)
{
  Looking *looking = data;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), looking->type))
    looking->found = widget;
}

static GtkWidget *
find (gpointer panel, const char *type)
{
  Looking looking = { type, NULL };

  gui_foreach (panel, look, &looking);
  g_assert_nonnull (looking.found);
  return looking.found;
}

static void
scroll (Bench *bench, double part)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (find (bench->events, "GtkColumnView")));

  gtk_adjustment_set_value (adjustment, part * gtk_adjustment_get_upper (adjustment));
}

static GtkWidget *
make (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_box_append (GTK_BOX (box), g_object_new (SCOPE_TYPE_EVENTS_PANEL, NULL));
  gtk_box_append (GTK_BOX (box), g_object_new (SCOPE_TYPE_SEARCH_PANEL, NULL));
  return box;
}

static void
step (Turns *turns, Bench *bench, const char *name, guint least, guint most)
{
  bench->least = least;
  bench->most = most;
  turns_step (turns, name, is_settled, bench);
}

static void
run (Turns *turns, GtkWidget *widget, ScopeView *view)
{
  Bench bench = { 0 };
  ScopeSearchEntry *filter, *entry;

  bench.events = SCOPE_EVENTS_PANEL (gtk_widget_get_first_child (widget));
  bench.search = SCOPE_SEARCH_PANEL (gtk_widget_get_last_child (widget));
  filter = SCOPE_SEARCH_ENTRY (find (bench.events, "ScopeSearchEntry"));
  entry = SCOPE_SEARCH_ENTRY (find (bench.search, "ScopeSearchEntry"));
  scope_panel_set_view (SCOPE_PANEL (bench.events), view);
  scope_panel_set_view (SCOPE_PANEL (bench.search), view);
  step (turns, &bench, "open", 1, G_MAXUINT);
  scroll (&bench, 0.5);
  step (turns, &bench, "middle", 1, G_MAXUINT);
  scroll (&bench, 1);
  step (turns, &bench, "end", 1, G_MAXUINT);
  scope_search_entry_set_text (filter, "thread");
  step (turns, &bench, "many", 1000, G_MAXUINT);
  scope_search_entry_set_text (filter, "#!");
  step (turns, &bench, "none", 0, 0);
  scope_search_entry_set_text (filter, "");
  step (turns, &bench, "all", 1000, G_MAXUINT);
  bench.of_search = TRUE;
  scope_search_entry_set_text (entry, "thread");
  step (turns, &bench, "search", 1000, G_MAXUINT);
  scope_search_entry_set_text (entry, "1");
  step (turns, &bench, "search_again", 1000, G_MAXUINT);
  scope_search_entry_set_text (entry, "#!");
  step (turns, &bench, "search_none", 0, 0);
}

int
main (int argc, char **argv)
{
  return turns_main (argc, argv, make, run);
}
