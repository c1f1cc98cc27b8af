/* scope-messages-panel.h: the messages of a range in modes: a list, their graph, their matrix, and over time. All obey one range and
 * one filter, the timeline's; a pair chosen in the graph or the matrix narrows the list and what is shown over time.
 *
 * Property "mode" (string): "list", "graph", "matrix", "over-time". Actions of the panel: messages-panel.mode (s).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/messages/scope-message-list-page.h"
#include "widgets/messages/scope-message-times-page.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGES_PANEL (scope_messages_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessagesPanel, scope_messages_panel, SCOPE, MESSAGES_PANEL, ScopePanel)

/* TRUE if the trace has messages at all. */
gboolean scope_messages_panel_can_show (ScopeTrace *trace);
const char *scope_messages_panel_get_mode (ScopeMessagesPanel *self);
/* FALSE if there is none of that name. */
gboolean scope_messages_panel_set_mode (ScopeMessagesPanel *self, const char *mode);
/* What shows that mode; NULL if there is none of that name. */
GtkWidget *scope_messages_panel_get_page (ScopeMessagesPanel *self, const char *mode);
/* Only messages from the one to the other (as in ScopeMessageFilter: a process of -1 is all of the machine), in the
 * list and over time; the chip that says so takes it away again. */
void scope_messages_panel_set_pair (ScopeMessagesPanel *self, guint32 from_machine, gint64 from, guint32 to_machine,
                                    gint64 to);
void scope_messages_panel_clear_pair (ScopeMessagesPanel *self);
/* Only messages of what is selected in the timeline, as long as it is on. */
void scope_messages_panel_set_around (ScopeMessagesPanel *self, gboolean around);
ScopeMessageListPage *scope_messages_panel_get_list (ScopeMessagesPanel *self);

G_END_DECLS
