/* scope-column-sort.h: by which column a column view is sorted, which GTK 4.8 does not tell.
 *
 * The view's own sorter asks the sorters of the columns in turn, the first one first, and turns the answer round if that is
 * descending: so it is asked to compare two items of our own, and the column that is asked first says that it was.
 *
 * A click on a title sorts from the least; who clicks on figures looks for the greatest. So a column of figures that is newly
 * sorted by is turned round, and by the next click comes the other way.
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
  gpointer asked; /* private */
} ScopeColumnSort;

/* For column number `column`; `sort` must outlive the view. */
void scope_column_sort_add (ScopeColumnSort *sort, GtkColumnViewColumn *view_column, int column, gboolean greatest_first);
/* Finds out, when the view's `sorter` has changed. FALSE if it was turned round: it has said so already, and nothing is left to do. */
gboolean scope_column_sort_ask (ScopeColumnSort *sort, GtkSorter *sorter);

G_END_DECLS
