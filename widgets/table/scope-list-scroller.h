/* scope-list-scroller.h: brings a row of a long list into sight, in the middle, once the list is laid out.
 *
 * GTK 4.8 cannot be asked for that, and complains when a list is scrolled whose rows have just been changed, or taken
 * away.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeListScroller ScopeListScroller;

/* `list` is a scrollable list of `rows` whose rows have all the same height; it must outlive the scroller. */
ScopeListScroller *scope_list_scroller_new (GtkScrollable *list, GListModel *rows);
void scope_list_scroller_free (ScopeListScroller *scroller);
/* Nowhere if the row is seen already. */
void scope_list_scroller_show (ScopeListScroller *scroller, guint position);
/* To the start; to be called before rows are taken away. */
void scope_list_scroller_rewind (ScopeListScroller *scroller);

G_END_DECLS
