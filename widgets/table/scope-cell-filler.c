/* scope-cell-filler.c: see scope-cell-filler.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-cell-filler.h"

#include "model/base/scope-each.h"
#include "widgets/table/scope-recycling-row-model.h"

#define AT_ONCE 200u /* cells */

struct _ScopeCellFiller
{
  GtkWidget *scroller;
  GtkAdjustment *adjustment;
  ScopeCellFill fill;
  gpointer data;
  GHashTable *bound; /* GtkListItem → column + 1 */
  GHashTable *stale; /* of these, which show something older */
  guint idle, soon;
};

/* Its row does. */
static gboolean
goes (GtkListItem *cell)
{
  gpointer row = gtk_list_item_get_item (cell);

  return SCOPE_IS_RECYCLING_ROW (row) && scope_recycling_row_get_item (row) == NULL;
}

static void
fill (ScopeCellFiller *self, GtkListItem *cell)
{
  guint column = GPOINTER_TO_UINT (g_hash_table_lookup (self->bound, cell));

  g_hash_table_remove (self->stale, cell);
  if (column == 0)
    return;
  gtk_widget_set_opacity (gtk_list_item_get_child (cell), goes (cell) ? 0 : 1);
  if (!goes (cell))
    self->fill (cell, column - 1, self->data);
}

static gboolean
is_seen (ScopeCellFiller *self, GtkListItem *cell)
{
  GtkWidget *child = gtk_list_item_get_child (cell);
  double x, y;

  return child != NULL && gtk_widget_get_mapped (child)
         && gtk_widget_translate_coordinates (child, self->scroller, 0, 0, &x, &y)
         && y > -gtk_widget_get_height (child) && y < gtk_widget_get_height (self->scroller);
}

static void
fill_some (ScopeCellFiller *self, guint most)
{
  GHashTableIter iter;
  gpointer cell;

  for (guint i = 0; i < most && g_hash_table_size (self->stale) > 0; i++)
    {
      g_hash_table_iter_init (&iter, self->stale);
      g_hash_table_iter_next (&iter, &cell, NULL);
      fill (self, cell);
    }
}

static gboolean
fill_in_idle (gpointer data)
{
  ScopeCellFiller *self = data;

  fill_some (self, AT_ONCE);
  if (g_hash_table_size (self->stale) > 0)
    return G_SOURCE_CONTINUE;
  self->idle = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
fill_all (gpointer data)
{
  ScopeCellFiller *self = data;

  self->soon = 0;
  fill_some (self, G_MAXUINT);
  return G_SOURCE_REMOVE;
}

/* What comes into sight must be true: before the next frame, but not at once, since a list scrolls also while it is laid out. */
static void
scrolled (ScopeCellFiller *self)
{
  if (self->soon == 0 && g_hash_table_size (self->stale) > 0)
    self->soon = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_all, self, NULL);
}

static void
fill_later (ScopeCellFiller *self)
{
  if (self->idle == 0 && g_hash_table_size (self->stale) > 0)
    self->idle = g_idle_add_full (G_PRIORITY_LOW, fill_in_idle, self, NULL);
}

void
scope_cell_filler_add (ScopeCellFiller *self, GtkListItem *cell, guint column)
{
  g_hash_table_insert (self->bound, cell, GUINT_TO_POINTER (column + 1));
  fill (self, cell);
}

void
scope_cell_filler_remove (ScopeCellFiller *self, GtkListItem *cell)
{
  g_hash_table_remove (self->bound, cell);
  g_hash_table_remove (self->stale, cell);
}

void
scope_cell_filler_renew (ScopeCellFiller *self, GtkListItem *cell)
{
  if (is_seen (self, cell))
    {
      fill (self, cell);
      return;
    }
  g_hash_table_add (self->stale, cell);
  fill_later (self);
}

/* Filling one may bind others. */
void
scope_cell_filler_renew_all (ScopeCellFiller *self)
{
  g_autoptr (GPtrArray) seen = g_ptr_array_new ();

  SCOPE_EACH_KEY (void, cell, self->bound)
    if (is_seen (self, cell))
      g_ptr_array_add (seen, cell);
    else
      g_hash_table_add (self->stale, cell);
  for (guint i = 0; i < seen->len; i++)
    if (g_hash_table_contains (self->bound, g_ptr_array_index (seen, i)))
      fill (self, g_ptr_array_index (seen, i));
  fill_later (self);
}

guint
scope_cell_filler_position_of (ScopeCellFiller *self, GtkWidget *widget)
{
  SCOPE_EACH_KEY (void, cell, self->bound)
    if (gtk_list_item_get_child (cell) == widget || gtk_list_item_get_child (cell) == gtk_widget_get_first_child (widget))
      return gtk_list_item_get_position (cell);
  return GTK_INVALID_LIST_POSITION;
}

ScopeCellFiller *
scope_cell_filler_new (GtkScrolledWindow *scroller, ScopeCellFill fill_cell, gpointer data)
{
  ScopeCellFiller *self = g_new0 (ScopeCellFiller, 1);

  self->scroller = GTK_WIDGET (scroller);
  self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (scroller));
  self->fill = fill_cell;
  self->data = data;
  self->bound = g_hash_table_new (NULL, NULL);
  self->stale = g_hash_table_new (NULL, NULL);
  g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (scrolled), self);
  return self;
}

void
scope_cell_filler_free (ScopeCellFiller *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_handle_id (&self->soon, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_object_unref (self->adjustment);
  g_hash_table_unref (self->bound);
  g_hash_table_unref (self->stale);
  g_free (self);
}
