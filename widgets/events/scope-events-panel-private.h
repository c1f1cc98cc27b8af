/* scope-events-panel-private.h: what the files of the events panel share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/events/scope-event-list.h"
#include "widgets/events/scope-events-panel.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

struct _ScopeEventsPanel
{
  ScopePanel panel;

  ScopeEventSource *source; /* of the view's trace */
  ScopeEventList *rows;

  GtkStack *stack;
  ScopeTableView *table;
  GtkLabel *message, *status;
  GtkProgressBar *wait_bar, *filter_bar;
  GtkWidget *stop;
  ScopeSearchEntry *entry;
  GtkWidget *bar, *kinds, *lane_only, *follow;
  GtkWidget *kinds_list; /* GtkBox of check buttons */
  GHashTable *hidden;    /* names of kinds that are not wanted */

  gboolean ready;            /* the source is */
  ScopeEventSet *set;        /* what the filter lets through; NULL: all */
  GCancellable *preparing, *selecting, *ranking, *following;
  gint progress;             /* of either, atomic */
  guint ticker;              /* looks at the progress */
  guint refresh;             /* a moment after a change */
  gboolean moving;           /* the selection is changed by the panel itself */
  gboolean leading;          /* the view is changed by the panel itself */
  gboolean follow_again;     /* something to be followed came meanwhile */
};

/* scope-events-table.c: the columns. */
GtkWidget *scope_events_table_new (ScopeEventsPanel *panel);
/* Texts of a row, tabs between; free with g_free(). */
char *scope_events_table_line (ScopeEventsPanel *panel, const ScopeEventRow *row);
/* In the runtime's words. */
void scope_events_table_name_columns (ScopeEventsPanel *panel);
/* As wide as times are as the ruler tells them. */
void scope_events_table_fit_times (ScopeEventsPanel *panel);
/* Other rows, from the first on. */
void scope_events_table_set_rows (ScopeEventsPanel *panel, ScopeEventSet *set, guint64 first, guint64 n);

/* scope-events-filter.c: which events are in the list. */
void scope_events_filter_build (ScopeEventsPanel *panel, GtkWidget *bar);
void scope_events_filter_show_kinds (ScopeEventsPanel *panel);
/* Makes the list anew: filter, then range. */
void scope_events_filter_update (ScopeEventsPanel *panel);
void scope_events_filter_cancel (ScopeEventsPanel *panel);

/* scope-events-panel.c */
void scope_events_panel_activated (gpointer panel, guint position);
void scope_events_panel_show_message (ScopeEventsPanel *panel, const char *text);
void scope_events_panel_follow (ScopeEventsPanel *panel);
void scope_events_panel_watch (ScopeEventsPanel *panel, gboolean watch);

G_END_DECLS
