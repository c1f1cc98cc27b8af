/* scope-short-label.h: words of a button that has shorter ones for when there is no room, instead of cut ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* `words` stand there where the long ones of scope_short_label_set() do not fit. */
GtkWidget *scope_short_label_new (const char *words);
/* NULL: the short words always. */
void scope_short_label_set (GtkWidget *label, const char *words);

G_END_DECLS
