/* scope-lane-ends.c: see scope-lane-ends.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-lane-ends.h"

#include "model/base/scope-fail.h"

#define FIRST_ROWS 256 /* looked at before the end, and then eight times as many each time */

gboolean
scope_lane_first (ScopeLaneStore *lanes, guint32 lane, ScopeLaneFits fits, gpointer data, ScopeInterval *ret_interval, GError **error)
{
  SCOPE_EACH_INTERVAL (interval, lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, error)
    if (fits (data, &interval))
      {
        *ret_interval = interval;
        return TRUE;
      }
  return FALSE;
}

/* Of those within [from, until). */
static gboolean
last_within (ScopeLaneStore *lanes, guint32 lane, gint64 from, gint64 until, ScopeLaneFits fits, gpointer data, ScopeInterval *ret_interval,
             GError **error)
{
  gboolean found = FALSE;
  GError *local = NULL;

  SCOPE_EACH_INTERVAL (interval, lanes, lane, from, SCOPE_TIME_MAX, NULL, &local)
    {
      if (interval.from >= until)
        break;
      if (!fits (data, &interval))
        continue;
      *ret_interval = interval;
      found = TRUE;
    }
  return scope_passed (local, error) && found;
}

gboolean
scope_lane_last (ScopeLaneStore *lanes, guint32 lane, gint64 until, ScopeLaneFits fits, gpointer data, ScopeInterval *ret_interval,
                 GError **error)
{
  gint64 first, last, from, span;
  GError *local = NULL;

  if (!scope_lane_store_life (lanes, lane, &first, &last) || until <= first)
    return FALSE;
  last = MIN (MIN (last, until), MAX (scope_lane_store_known_until (lanes, lane), first)); /* one that is followed has no end */
  span = (gint64) MAX (((double) last - (double) first) * FIRST_ROWS / (double) (scope_lane_store_n_rows (lanes, lane) + 1), 1.0);
  do
    {
      from = last - first > span ? last - span : first;
      if (last_within (lanes, lane, from, until, fits, data, ret_interval, &local))
        return TRUE;
      span = span < G_MAXINT64 / 8 ? span * 8 : G_MAXINT64;
    }
  while (from > first && local == NULL);
  scope_passed (local, error);
  return FALSE;
}
