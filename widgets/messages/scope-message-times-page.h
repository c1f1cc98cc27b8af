/* scope-message-times-page.h: messages over time: how many and how large, how long under way, and how long machines took to receive them;
 * found out off the main thread.
 *
 * Signal "updated" (page): another answer is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-message-times.h"
#include "widgets/kit/scope-panel.h"
#include "widgets/messages/scope-message-rates.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_TIMES_PAGE (scope_message_times_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageTimesPage, scope_message_times_page, SCOPE, MESSAGE_TIMES_PAGE, ScopePanel)

void scope_message_times_page_set_filter (ScopeMessageTimesPage *self, const ScopeMessageFilter *filter);
/* What is shown, or NULL; valid until "updated". */
const ScopeMessageTimes *scope_message_times_page_get_times (ScopeMessageTimesPage *self);
/* "12,345 messages, 67,890 words", or NULL. */
const char *scope_message_times_page_get_summary (ScopeMessageTimesPage *self);

G_END_DECLS
