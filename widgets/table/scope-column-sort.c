/* scope-column-sort.c: see scope-column-sort.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-column-sort.h"

typedef struct
{
  ScopeColumnSort *sort;
  int column;
  gboolean greatest_first;
  GtkColumnViewColumn *view_column; /* whose sorter has this */
} Asked;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  Asked *asked = data;

  if (asked->sort->asked == NULL)
    asked->sort->asked = asked;
  return GTK_ORDERING_SMALLER;
}

void
scope_column_sort_add (ScopeColumnSort *sort, GtkColumnViewColumn *view_column, int column, gboolean greatest_first)
{
  Asked *asked = g_new (Asked, 1);
  g_autoptr (GtkSorter) sorter = NULL;

  *asked = (Asked){ sort, column, greatest_first, view_column };
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare, asked, g_free));
  gtk_column_view_column_set_sorter (view_column, sorter);
}

gboolean
scope_column_sort_ask (ScopeColumnSort *sort, GtkSorter *sorter)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL), b = g_object_new (G_TYPE_OBJECT, NULL);
  const Asked *asked;
  GtkOrdering order;
  gboolean is_new;

  sort->asked = NULL;
  order = gtk_sorter_compare (sorter, a, b);
  asked = sort->asked;
  is_new = asked != NULL && asked->column != sort->column;
  sort->column = asked != NULL ? asked->column : -1;
  sort->descending = order == GTK_ORDERING_LARGER;
  if (!is_new || !asked->greatest_first || sort->descending)
    return TRUE;
  gtk_column_view_sort_by_column (gtk_column_view_column_get_column_view (asked->view_column), asked->view_column,
                                  GTK_SORT_DESCENDING);
  return FALSE;
}
