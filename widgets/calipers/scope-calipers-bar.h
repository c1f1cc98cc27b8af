/* scope-calipers-bar.h: where the two calipers stand: shown exactly, and typed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CALIPERS_BAR (scope_calipers_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCalipersBar, scope_calipers_bar, SCOPE, CALIPERS_BAR, GtkWidget)

/* NULL: shows nothing. */
void scope_calipers_bar_set_view (ScopeCalipersBar *self, ScopeView *view);

G_END_DECLS
