/* scope-call-diff-flame-page.h: two runs compared by calls as a flame graph to look at (model/scene/call-diff/scope-call-diff-flame.h): what lies under the
 * pointer is said below it; a click goes there, a double click or Enter shows the path in the tree.
 *
 * Keys: Left and Right to the frame beside; Enter as above. Signals: "path-chosen" (page, guint context), "path-activated" (page, guint context).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/call-diff/scope-call-diff-flame.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_DIFF_FLAME_PAGE (scope_call_diff_flame_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallDiffFlamePage, scope_call_diff_flame_page, SCOPE, CALL_DIFF_FLAME_PAGE, GtkWidget)

/* Refs it; NULL: nothing. */
void scope_call_diff_flame_page_set_diff (ScopeCallDiffFlamePage *self, ScopeCallDiff *diff);
/* As a click on the frame of a path, if it has one that is wide enough. */
gboolean scope_call_diff_flame_page_choose (ScopeCallDiffFlamePage *self, guint32 context);
/* What is said below it. */
const char *scope_call_diff_flame_page_get_words (ScopeCallDiffFlamePage *self);

G_END_DECLS
