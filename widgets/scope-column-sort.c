/* scope-column-sort.c: see scope-column-sort.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-column-sort.h"

typedef struct
{
  ScopeColumnSort *sort;
  int column;
} Asked;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  Asked *asked = data;

  if (asked->sort->asked < 0)
    asked->sort->asked = asked->column;
  return GTK_ORDERING_SMALLER;
}

void
scope_column_sort_add (ScopeColumnSort *sort, GtkColumnViewColumn *view_column, int column)
{
  Asked *asked = g_new (Asked, 1);
  g_autoptr (GtkSorter) sorter = NULL;

  *asked = (Asked){ sort, column };
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare, asked, g_free));
  gtk_column_view_column_set_sorter (view_column, sorter);
}

void
scope_column_sort_ask (ScopeColumnSort *sort, GtkSorter *sorter)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL), b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order;

  sort->asked = -1;
  order = gtk_sorter_compare (sorter, a, b);
  sort->column = sort->asked;
  sort->descending = order == GTK_ORDERING_LARGER;
}
