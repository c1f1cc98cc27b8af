/* scope-serve-logs.h: logs that are still being written, which the far side reads on for whoever looks: bytes as they come, and what becomes
 * of the log.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeServeLogs ScopeServeLogs;

ScopeServeLogs *scope_serve_logs_new (void);
/* Reads no further, and waits until nobody does. */
void scope_serve_logs_free (ScopeServeLogs *logs);
/* Its number; 0 with error. */
guint32 scope_serve_logs_follow (ScopeServeLogs *logs, const char *path, guint32 wait_seconds, gboolean patient, GError **error);
/* Answers `invocation`, of Grown, when there is something to say; it is taken. FALSE with error: it is not. */
gboolean scope_serve_logs_grown (ScopeServeLogs *logs, guint32 number, guint64 from, const char *known, GDBusMethodInvocation *invocation,
                                 GError **error);

G_END_DECLS
