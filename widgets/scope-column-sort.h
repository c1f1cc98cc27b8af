/* scope-column-sort.h: by which column a column view is sorted, which GTK 4.8 does not tell.
 *
 * The view's own sorter asks the sorters of the columns in turn, the first one first, and turns the answer round if that is
 * descending: so it is asked to compare two items of our own, and the column that is asked first says that it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  int column; /* -1: none */
  gboolean descending;
  int asked;  /* private */
} ScopeColumnSort;

/* For column number `column`; `sort` must outlive the view. */
void scope_column_sort_add (ScopeColumnSort *sort, GtkColumnViewColumn *view_column, int column);
/* Finds out; `sorter` is the view's. */
void scope_column_sort_ask (ScopeColumnSort *sort, GtkSorter *sorter);

G_END_DECLS
