/* scope-share-bar.h: a share as a bar with its figure beside it, for cells of tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SHARE_BAR (scope_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeShareBar, scope_share_bar, SCOPE, SHARE_BAR, GtkWidget)

/* `share` from 0 to 1, of which `part` is drawn stronger. */
void scope_share_bar_set (ScopeShareBar *self, double share, double part);

G_END_DECLS
