/* scope-lane-ranking.h: which of very many tasks of a machine are listed first, and how many others there are.
 *
 * To put millions of them in order is to look at each, and to read most of them: that is not for the thread that draws, and only the first
 * are kept. Private to the lane list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/lanes/scope-lane-list.h"

G_BEGIN_DECLS

#define SCOPE_LANE_MANY SCOPE_ENTITIES_HELD /* more of a kind are not walked by the thread that draws */

typedef struct
{
  guint32 machine;
  ScopeKind kind;
  gboolean filtered; /* those that the matches left */
  ScopeSort sort;    /* not AUTO */
  guint most;        /* so many of the first are asked for */
  /* the answer */
  gboolean asking;   /* it is on its way */
  gboolean made;
  guint32 n;         /* how many there were */
  guint32 *first;    /* the first of those that are listed, in order */
  guint n_first;
  guint32 n_listed, n_absent; /* matching; alive in view, and not */
} ScopeLaneRanking;

void scope_lane_ranking_clear (gpointer ranking);
/* All there are, by number: to make it is to look at none of them. */
static inline gboolean
scope_lane_ranking_is_light (const ScopeLaneRanking *ranking)
{
  return ranking->sort == SCOPE_SORT_ID && !ranking->filtered;
}
/* Any thread. `matches` are those of one that is filtered, else NULL. `alive_only`: those that are not alive in view are absent. FALSE: cancelled. */
gboolean scope_lane_ranking_make (ScopeLaneRanking *ranking, ScopeTrace *trace, const ScopeLaneMatches *matches, gboolean alive_only,
                                  GCancellable *cancellable, GError **error);

G_END_DECLS
