/* scope-lane-ranking.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/lanes/scope-lane-ranking.h"

#include "model/base/scope-compare.h"
#include "model/scene/lanes/scope-lane-family.h"

#include <stdlib.h>

#define CHECK_EVERY 1024u

typedef struct
{
  double order;
  guint32 index;
} Ranked;

SCOPE_COMPARE_BY (compare_ranked, Ranked, SCOPE_UP (order) SCOPE_UP (index))

/* The least so far; of twice as many as are wanted, so that they are rarely sorted. */
typedef struct
{
  Ranked *ranked;
  guint n, most;
  double limit; /* what comes behind it is none of them */
} Least;

static void
least_cut (Least *least)
{
  qsort (least->ranked, least->n, sizeof *least->ranked, compare_ranked);
  least->n = MIN (least->n, least->most);
  if (least->n == least->most)
    least->limit = least->ranked[least->n - 1].order;
}

static void
least_add (Least *least, double order, guint32 index)
{
  /* Of one order the first indices stay, and they come in order. */
  if (least->n >= least->most && order >= least->limit)
    return;
  least->ranked[least->n++] = (Ranked) { order, index };
  if (least->n == 2 * least->most)
    least_cut (least);
}

void
scope_lane_ranking_clear (gpointer ranking)
{
  g_clear_pointer (&((ScopeLaneRanking *) ranking)->first, g_free);
}

static double
order_of (const ScopeLaneRanking *ranking, ScopeMachine *machine, guint32 index)
{
  const ScopeEntity *entity;

  if (ranking->sort == SCOPE_SORT_ID)
    return 0; /* without a look at it */
  entity = scope_machine_entity (machine, ranking->kind, index);
  return scope_lane_order (machine, entity->first, &entity->lane, 1, ranking->sort);
}

/* As they come: nobody is looked at. */
static void
take_first (ScopeLaneRanking *ranking)
{
  ranking->n_first = MIN (ranking->n, ranking->most);
  ranking->n_listed = ranking->n;
  ranking->first = g_new (guint32, ranking->n_first + 1);
  for (guint i = 0; i < ranking->n_first; i++)
    ranking->first[i] = i;
  ranking->made = TRUE;
}

gboolean
scope_lane_ranking_make (ScopeLaneRanking *ranking, ScopeTrace *trace, const ScopeLaneMatches *matches, gboolean alive_only,
                         GCancellable *cancellable, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, ranking->machine);
  g_autofree Ranked *room = NULL;
  Least least;

  g_assert (ranking->most > 0 && ranking->sort != SCOPE_SORT_AUTO);
  scope_lane_ranking_clear (ranking);
  ranking->n = scope_machine_n_entities (machine, ranking->kind);
  ranking->n_listed = ranking->n_absent = 0;
  if (scope_lane_ranking_is_light (ranking))
    {
      take_first (ranking);
      return TRUE;
    }
  room = g_new (Ranked, 2 * (gsize) ranking->most);
  least = (Least) { room, 0, ranking->most, G_MAXDOUBLE };
  for (guint32 i = 0; i < ranking->n; i++)
    {
      guint bits = scope_lane_matches_get (matches, (ScopeLaneId) { ranking->machine, ranking->kind, i });

      if (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!(bits & (SCOPE_MATCH_ITSELF | SCOPE_MATCH_BELOW)))
        continue;
      if (alive_only && !(bits & SCOPE_MATCH_ALIVE))
        {
          ranking->n_absent++;
          continue;
        }
      ranking->n_listed++;
      least_add (&least, order_of (ranking, machine, i), i);
    }
  least_cut (&least);
  ranking->n_first = least.n;
  ranking->first = g_new (guint32, least.n + 1);
  for (guint i = 0; i < least.n; i++)
    ranking->first[i] = room[i].index;
  ranking->made = TRUE;
  return TRUE;
}
