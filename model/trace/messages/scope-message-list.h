/* scope-message-list.h: the messages of a range, one by one, and its streams: what the panel lists.
 *
 * A message belongs to the range in which it was sent (received, if nobody saw it sent), as `dump messages` has it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-streams.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* ScopeMessageLine in order of sending, those that within->messages wants; at most `most` of them, the first ones of
 * each machine. *ret_total is how many there are. NULL with error. */
GArray *scope_messages_read (const ScopeQueryRange *within, guint most, guint64 *ret_total, GError **error);

G_END_DECLS
