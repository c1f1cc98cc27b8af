/* scope-message-list-page.h: the messages of a range in a table, found, sorted and read off the main thread. Choosing one chooses it in
 * the timeline and goes there; one that is chosen in the timeline is chosen here. Its own
 * jumps change nothing: it holds the range meanwhile.
 *
 * Signal "updated" (page): another answer, and another summary, is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"
#include "widgets/messages/scope-message-table.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_LIST_PAGE (scope_message_list_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageListPage, scope_message_list_page, SCOPE, MESSAGE_LIST_PAGE, ScopePanel)

void scope_message_list_page_set_filter (ScopeMessageListPage *self, const ScopeMessageFilter *filter);
ScopeMessageTable *scope_message_list_page_get_table (ScopeMessageListPage *self);
/* "12,345 messages, 3 streams", or NULL. */
const char *scope_message_list_page_get_summary (ScopeMessageListPage *self);

G_END_DECLS
