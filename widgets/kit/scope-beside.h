/* scope-beside.h: words beside a table, or below it where there is no room beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_BESIDE (scope_beside_get_type ())
G_DECLARE_FINAL_TYPE (ScopeBeside, scope_beside, SCOPE, BESIDE, GtkWidget)

/* Where the whole has at least `room` pixels, `words` stand at the end, `width` wide; else below `main`, as high as they are, but
 * no higher than `height`: they should scroll. Hidden words take no room. Takes both. */
GtkWidget *scope_beside_new (GtkWidget *main, GtkWidget *words, int room, int width, int height);
/* Whether they stand below it, as it was laid out last. */
gboolean scope_beside_is_below (ScopeBeside *self);

G_END_DECLS
