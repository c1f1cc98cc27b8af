/* scope-message-table.h: a ScopeMessageOrder in a column view: a title sorts anew (all messages, not only those listed), a stream opens
 * to its elements (Right, Left, or the button), Ctrl+C copies.
 *
 * Signals:
 *   "sort-changed" (table): another order is wanted, scope_message_table_get_sorting().
 *   "row-selected" (table, const ScopeMessageRow *row): one was chosen.
 *   "row-activated" (table, const ScopeMessageRow *row): Enter or a double click.
 *   "failed" (table, const char *message): rows could not be read.
 * Actions: messages.copy (the rows selected), messages.save (all, as CSV; asks where), messages.sort (by the column of
 * that number; again: the other way round).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/trace/messages/scope-message-rows.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_TABLE (scope_message_table_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageTable, scope_message_table, SCOPE, MESSAGE_TABLE, ScopeTableView)

/* NULL: empty. */
void scope_message_table_set_order (ScopeMessageTable *self, ScopeMessageOrder *order);
/* How points in time are told. */
void scope_message_table_set_clock (ScopeMessageTable *self, const ScopeClock *clock);
ScopeMessageRows *scope_message_table_get_rows (ScopeMessageTable *self);
/* But for the range and filter. */
void scope_message_table_get_sorting (ScopeMessageTable *self, ScopeMessageSorting *ret_sorting);
/* Selects the message, without telling. `scroll`: brings it into sight, too, and opens its stream if it is an element. NULL: unselects. */
void scope_message_table_show (ScopeMessageTable *self, const ScopeMessageLine *message, gboolean scroll);
/* TRUE while a message is looked for. */
gboolean scope_message_table_is_looking (ScopeMessageTable *self);

G_END_DECLS
