/* scope-side-note.h: words beside a table, or below it where there is no room beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SIDE_NOTE (scope_side_note_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSideNote, scope_side_note, SCOPE, SIDE_NOTE, GtkWidget)

/* Where the whole has at least `room` pixels, `words` stand at the end, `width` wide; else below `main`, as high as they are, but
 * no higher than `height`: they should scroll. Hidden words take no room. Takes both. */
GtkWidget *scope_side_note_new (GtkWidget *main, GtkWidget *words, int room, int width, int height);
/* Whether they stand below it, as it was laid out last. */
gboolean scope_side_note_is_below (ScopeSideNote *self);

G_END_DECLS
