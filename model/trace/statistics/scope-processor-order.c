/* scope-processor-order.c: see scope-processor-order.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-processor-order.h"

typedef struct
{
  ScopeMachine *machine;
  gboolean erlang;
} Ordering;

static guint64
rank_of (const Ordering *ordering, guint32 index)
{
  guint64 number = scope_machine_entity (ordering->machine, SCOPE_KIND_PROCESSOR, index)->number;

  return ordering->erlang && number == 0 ? G_MAXUINT64 : number;
}

static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  guint64 x = rank_of (data, *(const guint32 *) a), y = rank_of (data, *(const guint32 *) b);

  return x < y ? -1 : x > y;
}

guint32 *
scope_processor_order (ScopeTrace *trace, guint32 machine, guint32 *ret_n)
{
  Ordering ordering = { scope_trace_machine (trace, machine), scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG };
  guint32 n = scope_machine_n_entities (ordering.machine, SCOPE_KIND_PROCESSOR), *all = g_new (guint32, n + 1);

  for (guint32 i = 0; i < n; i++)
    all[i] = i;
  g_qsort_with_data (all, (gint) n, sizeof *all, compare_ranks, &ordering);
  *ret_n = n;
  return all;
}
