/* scope-serve-jobs.h: commands of lanescope-cli that the far side runs for whoever looks, each as a process of its own: what they print is
 * handed out as it is asked for, and until then they wait.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeServeJobs ScopeServeJobs;

ScopeServeJobs *scope_serve_jobs_new (void);
/* Ends those that still run. */
void scope_serve_jobs_free (ScopeServeJobs *jobs);
/* Runs this program with `words` (NULL-terminated) as that job. FALSE with error. */
gboolean scope_serve_jobs_start (ScopeServeJobs *jobs, guint32 job, const char *const *words, GError **error);
/* Answers `invocation`, of More, when there is some more; it is taken. FALSE with error: it is not, and there is no such job. */
gboolean scope_serve_jobs_more (ScopeServeJobs *jobs, guint32 job, GDBusMethodInvocation *invocation, GError **error);

G_END_DECLS
