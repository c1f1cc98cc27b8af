/* scope-probe.h: what a lane does at a moment, or over a range: exact, and read off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;      /* trace time: of the interval found, else as asked */
  gboolean is_interval; /* code and ref hold from `from` to `to` */
  guint8 code;
  guint32 ref;
  gboolean has_totals;  /* totals of the range; for sums of processors, of all of them */
  gint64 totals[SCOPE_N_STATES];
} ScopeProbe;

/* The interval of `lane` that holds at `from`. With to > from: an interval only if it is just [from, to), else the
 * totals of that range. scope_task_answer() gives a ScopeProbe that is freed with g_free(). */
void scope_probe_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data);

/* "blocked on MVar", "running thread 12": the interval in words. Free with g_free(). */
char *scope_probe_describe (ScopeTrace *trace, const ScopeProbe *probe);
/* The other party ("HEC 2", "thread 12"), or NULL if there is none; *ret_role is what it is ("Task", "Woken by"). */
char *scope_probe_party (ScopeTrace *trace, const ScopeProbe *probe, const char **ret_role);

G_END_DECLS
