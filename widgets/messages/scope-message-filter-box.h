/* scope-message-filter-box.h: which messages a person wants to see: the view's filter, which the lines of the timeline and
 * all modes of the messages panel obey.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_FILTER_BOX (scope_message_filter_box_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageFilterBox, scope_message_filter_box, SCOPE, MESSAGE_FILTER_BOX, GtkWidget)

/* NULL: changes nothing. */
void scope_message_filter_box_set_view (ScopeMessageFilterBox *self, ScopeView *view);

G_END_DECLS
