/* scope-message-table-private.h: what the files of the table of messages share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/messages/scope-message-table.h"

G_BEGIN_DECLS

struct _ScopeMessageTable
{
  ScopeTableView parent_instance;

  ScopeMessageRows *rows;
  ScopeClock clock;             /* times are told so */
  gboolean moving;              /* the selection is changed by the table itself */
  ScopeMessageItem *chosen;     /* chosen, not read yet */
  GCancellable *looking;        /* for the message to be shown */
  ScopeMessageLine shown;       /* is to be, once its stream is open */
  gboolean scroll;              /* to it */
  gboolean opening;
  int party_width;              /* of senders and receivers, as it was set last */
};

/* scope-message-cells.c: columns and cells, and what they are made of. */
extern const ScopeTableRows scope_message_table_rows;

/* scope-message-table.c */
void scope_message_table_sorted (gpointer table);
void scope_message_table_activated (gpointer table, guint position);

/* scope-message-copy.c: rows as text and CSV, read off the main thread; those selected, if any are, or all. */
void scope_message_table_copy (gpointer table, gboolean all);
void scope_message_table_save (gpointer table);

G_END_DECLS
