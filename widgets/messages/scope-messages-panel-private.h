/* scope-messages-panel-private.h: what the files of the messages panel share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/messages/scope-messages-panel.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MESSAGES_LIST,
  SCOPE_MESSAGES_GRAPH,
  SCOPE_MESSAGES_MATRIX,
  SCOPE_MESSAGES_TIMES,
  SCOPE_N_MESSAGES_MODES
} ScopeMessagesMode;

struct _ScopeMessagesPanel
{
  ScopePanel panel;

  ScopeMessageFilter pair; /* only these fields: what the graph or the matrix was asked for */
  ScopeMessagesMode mode;
  gint32 around_machine;   /* what the filter was set to by Around Selection */
  gint64 around_process;
  gboolean setting;
  GtkWidget *bar, *filter, *filter_label, *filter_box, *around, *pair_chip, *pair_label, *summary, *end;
  GtkWidget *stack, *toggles[SCOPE_N_MESSAGES_MODES], *pages[SCOPE_N_MESSAGES_MODES];
};

/* scope-messages-panel.c */
void scope_messages_panel_show_mode (ScopeMessagesPanel *self, ScopeMessagesMode mode);
void scope_messages_panel_follow_selection (ScopeMessagesPanel *self);
void scope_messages_panel_set_peer (ScopeMessagesPanel *self, gint32 machine, gint64 process);
void scope_messages_panel_pass_range (ScopeMessagesPanel *self);

/* scope-messages-panel-bar.c: range, filter, what is done with the list. */
void scope_messages_panel_make_bar (ScopeMessagesPanel *self);

G_END_DECLS
