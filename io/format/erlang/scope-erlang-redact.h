/* scope-erlang-redact.h: a trace file of Erlang, or a log of its VM's probes, without what tells whose it is.
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

/* The same of a log of probes, in any of its forms: times, numbers, pids, ports and arities stay, texts and names become others. */
gboolean scope_probes_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error);

/* --- terms, one by one --- */

typedef struct _ScopeErlangRedacting ScopeErlangRedacting;

ScopeErlangRedacting *scope_erlang_redacting_new (ScopeRedaction *redaction);
void scope_erlang_redacting_free (ScopeErlangRedacting *self);
/* Where it lies, without its version. FALSE: it is no term, or not one alone; it may be half done then. */
gboolean scope_erlang_redacting_term (ScopeErlangRedacting *self, guint8 *p, gsize n);
/* A word that every trace has: it tells nothing. */
gboolean scope_erlang_redacting_keeps (const char *text, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeErlangRedacting, scope_erlang_redacting_free)

G_END_DECLS
