/* scope-search-calls.c: what a query finds (scope-find-query.h), for the list: "event:l2 in:walk_*", "wait>1000cy".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-search-private.h"

static gboolean
take (const ScopeFound *found, guint n, gpointer data)
{
  ScopeSearchWork *work = data;

  for (guint i = 0; i < n; i++)
    {
      gint64 last = found[i].time;

      if (found[i].kind >= SCOPE_FOUND_WAIT && found[i].duration != SCOPE_TABLE_NULL)
        last += found[i].duration;
      scope_search_add_found (work, &found[i], last);
    }

  return TRUE;
}

gboolean
scope_search_walk_calls (ScopeSearchWork *work, GCancellable *cancellable, GError **error)
{
  return scope_find (work->trace, work->query, SCOPE_TIME_MIN, SCOPE_TIME_MAX, take, work, &work->progress, cancellable, error);
}
