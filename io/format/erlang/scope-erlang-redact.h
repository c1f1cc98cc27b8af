/* scope-erlang-redact.h: a trace file of Erlang without what tells whose it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-redaction.h"

G_BEGIN_DECLS

/* Reads `source` from its start and adds the trace, redacted, to what there is. Records keep their order and their length, so sizes of messages
 * stay. SCOPE_KEEP_NAMES leaves atoms as they are, SCOPE_KEEP_MESSAGES strings, binaries and numbers in lists. FALSE with error: it was
 * cancelled, or nothing can be written. */
gboolean scope_erlang_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error);

G_END_DECLS
