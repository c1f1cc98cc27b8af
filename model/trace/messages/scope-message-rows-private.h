/* scope-message-rows-private.h: what the list (scope-message-rows.c) and its items (scope-message-item.c) share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-message-rows.h"

G_BEGIN_DECLS

struct _ScopeMessageRows
{
  GObject parent_instance;

  ScopeMessageOrder *order;
  GPtrArray *opened; /* streams that are open, by row */
  GQueue pages;      /* of rows that were read, last used first */
  GPtrArray *wanted; /* of ScopeMessageItem, shown and not filled; not owned */
  GHashTable *items; /* all that live; not owned */
  GCancellable *cancellable;
  gboolean reading;
  guint idle;
};

/* --- of the list --- */

/* A row of its order that is a stream, and open. */
gboolean scope_message_rows_is_open (ScopeMessageRows *self, guint row);
/* Whether it still shows rows of that order: a stream may have been closed meanwhile. */
gboolean scope_message_rows_has_order (ScopeMessageRows *self, ScopeMessageOrder *order);

/* --- of its items --- */

ScopeMessageItem *scope_message_item_new (ScopeMessageRows *self, ScopeMessageOrder *order, guint row, gboolean element);
/* Items and pages of an order that goes are nobody's; NULL: of all. */
void scope_message_items_forget (ScopeMessageRows *self, ScopeMessageOrder *order);

G_END_DECLS
