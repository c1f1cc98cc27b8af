/* scope-message-list-page.h: the messages of a range in a table, found, sorted and read off the main thread. Choosing one chooses it in
 * the timeline and goes there; one that is chosen in the timeline is chosen here.
 *
 * Signal "updated" (page): another answer, and another summary, is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "widgets/messages/scope-message-table.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_LIST_PAGE (scope_message_list_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageListPage, scope_message_list_page, SCOPE, MESSAGE_LIST_PAGE, GtkWidget)

GtkWidget *scope_message_list_page_new (void);
/* NULL: shows nothing. */
void scope_message_list_page_set_view (ScopeMessageListPage *self, ScopeView *view);
/* [from, to) in trace time; comes often: a moment is waited. Its own jumps change nothing. */
void scope_message_list_page_set_range (ScopeMessageListPage *self, gint64 from, gint64 to);
void scope_message_list_page_set_filter (ScopeMessageListPage *self, const ScopeMessageFilter *filter);
ScopeMessageTable *scope_message_list_page_get_table (ScopeMessageListPage *self);
/* "12,345 messages, 3 streams", or NULL. */
const char *scope_message_list_page_get_summary (ScopeMessageListPage *self);
/* TRUE while the page itself leads the timeline. */
gboolean scope_message_list_page_is_leading (ScopeMessageListPage *self);
/* TRUE if what is shown is what was asked for. */
gboolean scope_message_list_page_is_settled (ScopeMessageListPage *self);

G_END_DECLS
