/* scope-streams.h: streams: the elements that went from one port to another, taken together.
 *
 * A stream may have begun long before what is looked at and have its next element long after, so streams are known
 * only from all messages. They are few where messages are many: gathered once, in one pass, off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-message.h"

G_BEGIN_DECLS

/* All elements of one channel that arrived. Times are the machines' own; SCOPE_TABLE_NULL if none is known. */
typedef struct
{
  gint64 channel[6]; /* from machine, process, port; to machine, process, port: as in the table */
  guint64 messages, sized;
  guint64 size;      /* of those sized, words */
  gint64 first_send, last_send, first_receive, last_receive;
} ScopeStream;

typedef struct _ScopeStreams ScopeStreams;

/* For hash tables by channel, six numbers as above. */
guint scope_channel_hash (gconstpointer channel);
gboolean scope_channel_equal (gconstpointer a, gconstpointer b);

ScopeStreams *scope_streams_new (void);
void scope_streams_free (ScopeStreams *streams);
/* A row of SCOPE_TABLE_MESSAGES; what is no element that arrived is passed over. */
void scope_streams_add (ScopeStreams *streams, const gint64 *row);
/* In order of their ends, from the first call on; nothing may be added any more. */
guint scope_streams_n (ScopeStreams *streams);
const ScopeStream *scope_streams_get (ScopeStreams *streams, guint i);

/* From all messages. NULL if cancelled. */
ScopeStreams *scope_streams_read (ScopeTrace *trace, GCancellable *cancellable);

/* All streams of a finished trace. Any thread but the main one: the first call reads all messages. NULL if the trace
 * is not finished, or the call was cancelled. Owned by the trace. */
ScopeStreams *scope_trace_get_streams (ScopeTrace *trace, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeStreams, scope_streams_free)

G_END_DECLS
