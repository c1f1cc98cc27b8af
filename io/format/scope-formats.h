/* scope-formats.h: which decoder reads which kind of log. Formats know nothing of each other; here is the list of all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"
#include "io/source/scope-log-kind.h"

G_BEGIN_DECLS

/* The decoder for a log of that kind. NULL without error: events of several processors can be brought into order only if the source is
 * seekable; call again with scope_source_spool(). */
ScopeDecoder *scope_formats_open (ScopeLogKind kind, ScopeSource *source, GError **error);
/* The same of a seekable source, known by its first bytes, always in order of time, and without what is no event of the log: for
 * `dump events`. */
ScopeDecoder *scope_formats_open_sorted (ScopeSource *source, GError **error);
/* What is needed to read a log from any place, without buffers: not for next(), but for fork(). `source` must be seekable. */
ScopeDecoder *scope_formats_open_map (ScopeSource *source, GError **error);
/* Of a log that is still being written. `source`: seekable, `there` bytes of it may be read. NULL without error: too few to tell
 * what it is, or (*ret_kind is not SCOPE_LOG_NONE) it is one that can be read only when it is whole. next() gives 0 when nothing more
 * can be handed out now. *ret_kind: what it is. */
ScopeDecoder *scope_formats_open_growing (ScopeSource *source, guint64 there, ScopeLogKind *ret_kind, GError **error);

G_END_DECLS
