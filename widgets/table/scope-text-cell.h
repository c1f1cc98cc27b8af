/* scope-text-cell.h: one line of text in a cell of a long table, that costs nothing until it is drawn.
 *
 * A column view binds some two hundred rows at once; labels lay out their text to tell their size, thousands of times for what is
 * never seen. A cell guesses its width, and lays out when it is drawn; what does not fit ends in an ellipsis, and stands in the tooltip.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_TEXT_CELL (scope_text_cell_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTextCell, scope_text_cell, SCOPE, TEXT_CELL, GtkWidget)

/* `end`: stands at the end of the cell, as figures do, and is never cut shorter than `most`. `most`: natural width in characters at most. */
GtkWidget *scope_text_cell_new (gboolean end, guint most);
/* Characters that are always to be seen, if there are so many; at first three. */
void scope_text_cell_set_least (ScopeTextCell *self, guint least);
void scope_text_cell_set_text (ScopeTextCell *self, const char *text);
const char *scope_text_cell_get_text (ScopeTextCell *self);

G_END_DECLS
