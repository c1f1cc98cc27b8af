/* scope-trace-watch.h: notices that the files of a trace that is open are written over.
 *
 * GFileMonitor tells soon; where it cannot (network file systems), the files are looked at again when the window gets the
 * focus. A change is told only when the files have rested for a moment and are no longer what they were: a program that is
 * still writing its log would be told of again and again. Files that are the same again (size and time) are no news.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_TRACE_WATCH (scope_trace_watch_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTraceWatch, scope_trace_watch, SCOPE, TRACE_WATCH, GObject)

typedef enum
{
  SCOPE_TRACE_SAME,
  SCOPE_TRACE_WRITTEN, /* another trace lies there, complete as far as one can tell */
  SCOPE_TRACE_GROWING, /* it is still being written to */
  SCOPE_TRACE_GONE,
} ScopeTraceChange;

/* Signal "changed" (watch, user_data): scope_trace_watch_get_change() says what. On the main thread. */
ScopeTraceWatch *scope_trace_watch_new (ScopeRun *run);
ScopeTraceChange scope_trace_watch_get_change (ScopeTraceWatch *watch);
/* When the files were last written, µs since 1970; of SCOPE_TRACE_WRITTEN and _GROWING. */
gint64 scope_trace_watch_get_time (ScopeTraceWatch *watch);
/* Looks now: when the window gets the focus, and for tests. */
void scope_trace_watch_look (ScopeTraceWatch *watch);

G_END_DECLS
