/* scope-search-panel-private.h: what the files of the search panel share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/search/scope-variables.h"
#include "widgets/kit/scope-search-entry.h"
#include "widgets/search/scope-search-help.h"
#include "widgets/search/scope-search-panel.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

struct _ScopeSearchPanel
{
  ScopePanel panel;

  ScopeSearch *search;        /* NULL without a view */
  GListStore *parts;          /* the search's two lists */
  GtkFlattenListModel *hits;
  GtkSingleSelection *selection;
  ScopeVariableLists *variables; /* of the trace; NULL without a view */

  GtkStack *stack;
  ScopeTableView *table;
  ScopeSearchEntry *entry;
  GtkWidget *previous, *next, *stop, *bar;
  GtkWidget *kinds[4];        /* check buttons, by bit */
  GtkLabel *status, *message;
  ScopeSearchHelp *help;      /* what can be asked for, in the menu */
  ScopeSearchHelp *examples;  /* some of it, where nothing is listed */
  ScopeEventItem *awaited;    /* the chosen hit, an event not read yet */
  gboolean moving;            /* the selection is changed by the panel itself */
};

/* scope-search-table.c */
GtkWidget *scope_search_table_new (ScopeSearchPanel *panel);
/* As wide as times are as the ruler tells them. */
void scope_search_table_fit_times (ScopeSearchPanel *panel);
/* What the columns say of a hit, with tabs between and a line's end; of an event that is not read yet the end alone. */
char *scope_search_table_line (ScopeSearchPanel *panel, gpointer item);

/* scope-search-panel.c */
void scope_search_panel_activated (gpointer panel, guint position);

G_END_DECLS
