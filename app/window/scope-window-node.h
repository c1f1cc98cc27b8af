/* scope-window-node.h: recording a node of Erlang that is running: the dialog, and what is in the node for as long as it is followed.
 *
 *     win.attach    asks which
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_NODE (scope_window_node_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowNode, scope_window_node, SCOPE, WINDOW_NODE, ScopePart)

/* Records it in place of what is shown, as soon as it is known that it can be; `address` as scope_node_parse() takes it. */
void scope_window_node_follow (ScopeWindowNode *self, const char *address);
/* Of the node that is shown, or waited for; NULL: none is. Stays when it has ended. */
const char *scope_window_node_get_address (ScopeWindowNode *self);
const char *scope_window_node_get_name (ScopeWindowNode *self);
/* Why it has ended; NULL: it has not, or in order. */
const char *scope_window_node_get_failure (ScopeWindowNode *self);
/* Ends the recording in order; FALSE: none is under way, or it was asked for that before. */
gboolean scope_window_node_stop (ScopeWindowNode *self);

G_END_DECLS
