/* scope-cluster-sums.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster-sums.h"

#include <string.h>

ScopeClusterSums *
scope_cluster_sums_new (const ScopeFleet *fleet, ScopeTrace *trace)
{
  ScopeClusterSums *self = g_new0 (ScopeClusterSums, 1);

  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    {
      gint64 first = G_MAXINT64, last = G_MININT64;

      for (guint m = 0; m < scope_trace_n_machines (trace); m++)
        {
          const ScopeFleetLanes *lanes = &fleet->lanes[m][i];
          gint64 offset = scope_trace_machine (trace, m)->offset;

          self->n_lanes[i] += lanes->n;
          if (!lanes->lived)
            continue;
          first = MIN (first, lanes->first + offset);
          last = MAX (last, lanes->last + offset);
        }
      if (self->n_lanes[i] > SCOPE_SUMMED_LANES && first <= last)
        self->coarse[i] = scope_lane_coarse_new (first, last);
    }
  return self;
}

void
scope_cluster_sums_free (ScopeClusterSums *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    g_clear_pointer (&self->coarse[i], scope_lane_coarse_free);
  g_free (self);
}

void
scope_cluster_sums_add (ScopeClusterSums *self, ScopeMachine *machine)
{
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS; i++)
    {
      g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (ScopeLaneSource));

      if (self->coarse[i] != NULL)
        scope_machine_list_activity (machine, SCOPE_RUNTIME_ERLANG, i > 0, machine->offset, sources);
      for (guint k = 0; k < sources->len; k++)
        if (!scope_lane_coarse_add (self->coarse[i], &g_array_index (sources, ScopeLaneSource, k), NULL))
          self->failed = TRUE;
    }
}

/* The same bins of all processes, of the states that any of them has. */
static void
add_up (ScopeLaneCoarse *coarse, ScopeExchange *exchange)
{
  guint64 has[SCOPE_N_STATES];

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    has[s] = coarse->bins[s] != NULL;
  scope_exchange_add_up (exchange, has, SCOPE_N_STATES);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      if (has[s] > 0 && coarse->bins[s] == NULL)
        coarse->bins[s] = g_new0 (gint64, coarse->n);
      if (has[s] > 0)
        scope_exchange_add_up (exchange, (guint64 *) (gpointer) coarse->bins[s], coarse->n);
    }
}

void
scope_cluster_sums_end (ScopeClusterSums *self, ScopeExchange *exchange, ScopeIndexSums *ret_sums)
{
  gboolean ok = scope_exchange_all (exchange, !self->failed);

  memset (ret_sums, 0, sizeof *ret_sums);
  for (guint i = 0; i < SCOPE_N_INDEX_SUMS && ok; i++)
    if (self->coarse[i] != NULL)
      {
        add_up (self->coarse[i], exchange);
        scope_index_sums_take (ret_sums, i, self->n_lanes[i], g_steal_pointer (&self->coarse[i]));
      }
}
