/* scope-table-view-private.h: what the files of the table share: scope-table-view.c (rows, actions, life) and
 * scope-table-view-cells.c (cells, columns, sorting).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-table-view.h"

#include "widgets/kit/scope-text-saver.h"
#include "widgets/table/scope-cell-filler.h"
#include "widgets/table/scope-list-scroller.h"
#include "widgets/table/scope-recycling-row-model.h"

G_BEGIN_DECLS

typedef struct
{
  const ScopeTableRows *rows;
  gpointer owner;
  GtkWidget *scroller, *view;
  GtkSelectionModel *selection;
  GtkTreeListModel *tree;           /* owned by the selection */
  ScopeRecyclingRowModel *recycled; /* rows of the selection, for the view */
  ScopeCellFiller *filler;
  ScopeListScroller *finder;
  GMenu *sort_menu;
  GHashTable *watches; /* GtkListItem → what it shows, of rows that are read when they are shown */
  int sort;            /* the column; -1: none */
  gboolean descending, quiet;
  gconstpointer asked; /* the column that its sorter was asked for first */
} ScopeTableViewPrivate;

ScopeTableViewPrivate *scope_table_view_of (ScopeTableView *self);

/* scope-table-view-cells.c: fills a cell, as ScopeCellFill. */
void scope_table_view_fill (GtkListItem *cell, guint column, gpointer table);
/* Rows are read when they are shown. */
void scope_table_view_watch_start (ScopeTableView *self);
void scope_table_view_sorter_changed (GtkSorter *sorter, GtkSorterChange change, ScopeTableView *self);
gboolean scope_table_view_query_tooltip (ScopeTableView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip);
/* Of an item of the selection; SCOPE_NONE. */
guint32 scope_table_view_row_of (gpointer item);

G_END_DECLS
