/* scope-event-reader.h: the trace's raw events, from its files: the ScopeEventSource of a trace that was opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_EVENT_READER (scope_event_reader_get_type ())
G_DECLARE_FINAL_TYPE (ScopeEventReader, scope_event_reader, SCOPE, EVENT_READER, GObject)

/* `paths` and `digest` are those of the archive that was imported; digest NULL: the trace came through a pipe. What has
 * to be unpacked to be read at random goes into an unnamed file of at most `spool_limit` bytes. The trace is not held. */
ScopeEventReader *scope_event_reader_new (ScopeTrace *trace, const char *const *paths, const char *digest,
                                          guint64 spool_limit);
/* Before it is used. Of simulations: which of several runs in a log it is, from 1 on. */
void scope_event_reader_set_run (ScopeEventReader *reader, guint run);

G_END_DECLS
