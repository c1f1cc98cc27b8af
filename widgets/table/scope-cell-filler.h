/* scope-cell-filler.h: fills the cells of a long table anew: those that are seen at once, the others a few at a time.
 *
 * A column view binds some two thousand cells, of which a hundred are seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeCellFiller ScopeCellFiller;

/* Shows in a cell of that column what belongs there now. */
typedef void (*ScopeCellFill) (GtkListItem *cell, guint column, gpointer data);

/* `scroller` is around the table, which is all it shows, and must outlive the filler. */
ScopeCellFiller *scope_cell_filler_new (GtkScrolledWindow *scroller, ScopeCellFill fill, gpointer data);
void scope_cell_filler_free (ScopeCellFiller *filler);
/* It is bound, and filled; no longer. */
void scope_cell_filler_add (ScopeCellFiller *filler, GtkListItem *cell, guint column);
void scope_cell_filler_remove (ScopeCellFiller *filler, GtkListItem *cell);
/* Something else is to stand in that cell; in any of them. */
void scope_cell_filler_renew (ScopeCellFiller *filler, GtkListItem *cell);
void scope_cell_filler_renew_all (ScopeCellFiller *filler);
/* Of the row whose cell is the widget, or is around it; GTK_INVALID_LIST_POSITION. */
guint scope_cell_filler_position_of (ScopeCellFiller *filler, GtkWidget *widget);

G_END_DECLS
