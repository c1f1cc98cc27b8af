/* scope-eventlog.h: the decoder of eventlogs: GHC, Eden, Mercury.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* The events are those of model/base/scope-eventlog-events.h.
 *
 * Reads the header. A seekable log of several capabilities comes in order of time, Eden's in order of the file (its
 * lanes come from capability 0 alone, see formats/eden.md). If the log is not seekable and needs merging, *ret_spool
 * is set, NULL returned without error: call again with scope_source_spool(). NULL with error: no events at all can be
 * read (cut header, …). */
ScopeDecoder *scope_eventlog_new (ScopeSource *source, gboolean *ret_spool, GError **error);
/* As above, always in order of time; `source` must be seekable. For `dump events`. */
ScopeDecoder *scope_eventlog_new_sorted (ScopeSource *source, GError **error);

/* See scope_formats_open_growing(). */
ScopeDecoder *scope_eventlog_new_growing (ScopeSource *source, guint64 there, GError **error);

/* What a log in order of time needs to be read from anywhere, without buffers: not for next(), but for fork(). `source` must be
 * seekable. */
ScopeDecoder *scope_eventlog_new_map (ScopeSource *source, GError **error);

G_END_DECLS
