/* scope-erlang.h: the decoders of Erlang's tracing: trace files of Percept, Percept2 and dbg; logs of the VM's probes, by DTrace, SystemTap or LTTng.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

G_BEGIN_DECLS

/* The events are those of model/base/scope-erlang-events.h, in order of time; times count from the first stamp of each clock in
 * the file, or from profile_start. A seekable source is looked through first (scope-erlang-order.h), on this thread; the
 * thread's current GCancellable ends that. One that is not is read once, front to back: then records that stand more than half
 * a million from their place come late, and a damage says so. */
ScopeDecoder *scope_erlang_new (ScopeSource *source, GError **error);
/* Reads a trace file to its end, front to back: TRUE if scope_erlang_new() could put it in order only if it were seekable. */
gboolean scope_erlang_is_far_from_order (ScopeSource *source);
/* The same without definitions; a map to be forked, too. `source` must be seekable. */
ScopeDecoder *scope_erlang_new_map (ScopeSource *source, GError **error);
/* See scope_formats_open_growing(). */
ScopeDecoder *scope_erlang_new_growing (ScopeSource *source, guint64 there, GError **error);

/* As scope_erlang_new() and scope_erlang_new_map(): lines of text, each of them a probe ("erlang-probes 1") or one of the
 * tuples of trace files as an Erlang term; the same events. */
ScopeDecoder *scope_probes_new (ScopeSource *source, GError **error);
ScopeDecoder *scope_probes_new_map (ScopeSource *source, GError **error);
/* See scope_formats_open_growing(). */
ScopeDecoder *scope_probes_new_growing (ScopeSource *source, guint64 there, GError **error);

G_END_DECLS
