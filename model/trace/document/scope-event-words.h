/* scope-event-words.h: raw events in words: "stopping thread 9 "worker", heap overflow" for stop_thread, thread=9 status=1 info=0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"
#include "model/trace/events/scope-event-source.h"

G_BEGIN_DECLS

/* NULL: there are no words for it, and its name and detail say as much. Free with g_free(). */
char *scope_event_words (ScopeTrace *trace, const ScopeEventRow *row);

G_END_DECLS
