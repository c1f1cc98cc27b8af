/* scope-query-range.h: what a question about a stretch of a trace comes with: the stretch, how to stop, how far it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct _ScopeMessageFilter ScopeMessageFilter;

typedef struct
{
  ScopeTrace *trace;
  gint64 from, to;           /* trace time, half-open; TIME_MIN and TIME_MAX: no limit */
  GCancellable *cancellable; /* or NULL */
  gint *permille;            /* how much is done, set atomically; or NULL */
  const ScopeLaneId *lane;   /* only this lane, or what is on this machine; NULL: all */
  const ScopeMessageFilter *messages; /* for who reads messages (scope-message.h): only such; NULL: all */
} ScopeQueryRange;

/* a + b without overflow; TIME_MIN and TIME_MAX stay what they are. */
static inline gint64
scope_time_add (gint64 a, gint64 b)
{
  gint64 sum;

  if (a == SCOPE_TIME_MIN || a == SCOPE_TIME_MAX)
    return a;
  if (__builtin_add_overflow (a, b, &sum))
    return b > 0 ? SCOPE_TIME_MAX : SCOPE_TIME_MIN;
  return sum;
}

/* Where a part of [from, to) begins, of n that are as equal as can be; part n: where the last ends. */
static inline gint64
scope_time_part (gint64 from, gint64 to, guint n, guint part)
{
  gint64 length = to - from, parts = MAX (n, 1);

  return from + length / parts * part + length % parts * part / parts;
}

/* A time that is not negative, n times over: TIME_MAX if it is more. */
static inline gint64
scope_time_times (gint64 time, guint n)
{
  gint64 product;

  return __builtin_mul_overflow (time, (gint64) n, &product) ? SCOPE_TIME_MAX : product;
}

/* The range on the machine's own clock; never upside down. */
static inline void
scope_query_range_own_range (const ScopeQueryRange *within, ScopeMachine *machine, gint64 *ret_from, gint64 *ret_to)
{
  gint64 offset = scope_trace_offset (within->trace, machine);

  *ret_from = scope_time_add (within->from, -offset);
  *ret_to = MAX (scope_time_add (within->to, -offset), *ret_from);
}

static inline gboolean
scope_query_range_has_machine (const ScopeQueryRange *within, guint32 machine)
{
  return within->lane == NULL || within->lane->machine == machine;
}

static inline gboolean
scope_query_range_has_lane (const ScopeQueryRange *within, ScopeLaneId id)
{
  const ScopeLaneId *lane = within->lane;

  if (!scope_query_range_has_machine (within, id.machine))
    return FALSE;
  return lane == NULL || lane->kind == SCOPE_KIND_MACHINE || (lane->kind == id.kind && lane->index == id.index);
}

static inline gboolean
scope_query_range_cancelled (const ScopeQueryRange *within, GError **error)
{
  return g_cancellable_set_error_if_cancelled (within->cancellable, error);
}

static inline void
scope_query_range_progress (const ScopeQueryRange *within, guint64 done, guint64 all)
{
  if (within->permille != NULL && all > 0)
    g_atomic_int_set (within->permille, (gint) (done * 1000 / all));
}

G_END_DECLS
