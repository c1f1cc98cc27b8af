/* scope-message-size.h: in what messages are measured. Eden tells machine words, Erlang's trace files bytes of the external term,
 * probes of the Erlang VM words of its heap.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* TRUE: bytes; FALSE: words. Of all the trace's messages. */
gboolean scope_trace_sizes_are_bytes (ScopeTrace *trace);

G_END_DECLS
