/* scope-eventlog-redact.h: an eventlog of GHC, Eden or Mercury without what tells whose it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-redaction.h"

G_BEGIN_DECLS

/* Reads `source` from its start and adds the log, redacted, to what there is. Events keep their order, times and numbers; blocks say
 * how long they are now. FALSE with error: it is no eventlog, it was cancelled, or nothing can be written. */
gboolean scope_eventlog_redact (ScopeSource *source, ScopeRedaction *redaction, GCancellable *cancellable, GError **error);

G_END_DECLS
