/* scope-lines-popover.h: which lines the timeline draws between lanes: messages, streams, migrations, wake-ups.
 *
 * Bound to the view's message filter, which the list of messages follows too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_LINES_POPOVER (scope_lines_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLinesPopover, scope_lines_popover, SCOPE, LINES_POPOVER, GtkPopover)

GtkWidget *scope_lines_popover_new (void);
/* NULL: none. */
void scope_lines_popover_set_view (ScopeLinesPopover *self, ScopeView *view);
/* What the button that opens it says: "Messages", "Messages (filtered)", "Lines". Free with g_free(). */
char *scope_lines_popover_dup_label (ScopeView *view);

G_END_DECLS
