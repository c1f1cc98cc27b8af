/* scope-spans.h: pairs of a program's marks as spans: what begins with one and ends with the other.
 *
 * A mark that ends a span ends the one of its key that its thread began last; if it began none, the one of its key on the machine that has
 * been open longest (work that was handed on). Spans need not lie in each other: each ends by its own mark. What never ends is told
 * without an end.
 *
 * Reads the index, the marks of all time: call it on a thread of its own. What is open is kept in memory: of a machine at most
 * SCOPE_SPANS_OPEN, then the oldest is told as one that never ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-label-stream.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/spans/scope-span-rule.h"

G_BEGIN_DECLS

#define SCOPE_SPANS_OPEN (1u << 20)
#define SCOPE_SPAN_LEVELS 6u      /* on which they are drawn, at most: what is deeper lies on the last */
#define SCOPE_SPANS_NAMES 10000u /* that are told apart; all others are called "…" */

typedef struct
{
  gint64 from, to;     /* trace time; TIME_MAX: it never ends */
  guint32 machine;
  guint32 thread;      /* index: who began it; SCOPE_NONE: no thread's mark */
  guint32 end_thread;  /* who ended it */
  guint32 name;        /* number of its label */
  guint32 depth;       /* how many others of its thread were open when it began */
} ScopeSpan;

/* FALSE with error: no more. */
typedef gboolean (*ScopeSpanFunc) (const ScopeSpan *span, gpointer user_data, GError **error);

/* Those that begin within the range, on its lane (a thread, or machine): as they end, then those that do not, machine by machine. Names are
 * numbered in `names`. FALSE with error. */
gboolean scope_spans_each (const ScopeQueryRange *within, const ScopeSpanRule *rule, ScopeLabels *names, ScopeSpanFunc func, gpointer user_data,
                           GError **error);

/* Whether its marks (at most 400,000) are paired while somebody looks. */
gboolean scope_spans_are_few (ScopeTrace *trace);
/* How long the thread was in which state between begin and end, which adds up to the span; what is not told of it is unknown. FALSE without
 * error: it is no span of one thread that ended. */
gboolean scope_span_states (ScopeTrace *trace, const ScopeSpan *span, gint64 ret_states[SCOPE_N_STATES], GError **error);
static inline gboolean
scope_span_ended (const ScopeSpan *span)
{
  return span->to != SCOPE_TIME_MAX;
}

/* A sentence if there can be none; NULL: there may be. */
const char *scope_spans_why_not (ScopeTrace *trace);

G_END_DECLS
