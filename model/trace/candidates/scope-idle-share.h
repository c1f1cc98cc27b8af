/* scope-idle-share.h: how many of a machine's processors idled on average within any stretch of time; see scope-candidates.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  guint n;       /* bins; 0: no processor is known */
  gint64 *edges; /* n + 1, own clock; owned */
  double *idle;  /* ticks that processors idled before each edge; owned */
} ScopeIdleShare;

/* FALSE with error; cleared in any case. */
gboolean scope_idle_share_read (ScopeMachine *machine, ScopeIdleShare *share, GError **error);
void scope_idle_share_clear (ScopeIdleShare *share);
/* Processors, on average; what is not known of one is not idle. Exact but for the bins that the ends lie in. */
double scope_idle_share_within (const ScopeIdleShare *share, gint64 from, gint64 to);

G_END_DECLS
