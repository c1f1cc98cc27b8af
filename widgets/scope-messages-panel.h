/* scope-messages-panel.h: the messages of a range in a list, or its streams. Follows the timeline's filter; choosing one
 * chooses the message in the timeline and goes there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/scope-sheet-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGES_PANEL (scope_messages_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessagesPanel, scope_messages_panel, SCOPE, MESSAGES_PANEL, GtkWidget)

enum
{
  SCOPE_MESSAGES_PANEL_MESSAGES,
  SCOPE_MESSAGES_PANEL_STREAMS,
};

GtkWidget *scope_messages_panel_new (void);
/* NULL: shows nothing. */
void scope_messages_panel_set_view (ScopeMessagesPanel *self, ScopeView *view);
/* TRUE if the trace has messages at all. */
gboolean scope_messages_panel_can_show (ScopeTrace *trace);
ScopeSheetPanel *scope_messages_panel_get_sheets (ScopeMessagesPanel *self);

G_END_DECLS
