/* scope-schedplot-redact.h: a Schedplot folder without what tells whose it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-redaction.h"

G_BEGIN_DECLS

/* A file of the folder was added: `place` is where it begins. */
typedef void (*ScopeSchedplotRedacted) (const char *name, guint64 place, gpointer user_data);

/* Tracks stay as they are: they have times, the last digits of pids, and numbers of functions. Modules and functions in dictionaries become
 * other names (not with SCOPE_KEEP_NAMES), labels as well (not with SCOPE_KEEP_MESSAGES). What Schedplot's viewer made of all is left out.
 * FALSE with error. */
gboolean scope_schedplot_redact (ScopeSource *source, ScopeRedaction *redaction, ScopeSchedplotRedacted func, gpointer user_data,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
