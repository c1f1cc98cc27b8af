/* scope-view-hits.c: where a search has found something. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-view-private.h"

#include <string.h>

void
scope_view_set_hits (ScopeView *view, const guint32 *spread, guint n)
{
  gboolean any = FALSE;

  for (guint i = 0; spread != NULL && i < n && !any; i++)
    any = spread[i] > 0;
  if (!any && view->hits == NULL)
    return;
  if (any && view->hits != NULL && view->n_hits == n && memcmp (view->hits, spread, n * sizeof *spread) == 0)
    return;
  g_free (view->hits);
  view->hits = any ? g_memdup2 (spread, n * sizeof *spread) : NULL;
  view->n_hits = any ? n : 0;
  scope_view_notify (view, SCOPE_VIEW_HITS);
}

void
scope_view_set_hit_marks (ScopeView *view, ScopeHitMarks *marks)
{
  guint n = marks != NULL ? scope_hit_marks_n (marks) : 0;
  gboolean same = n == view->n_hit_marks && (n == 0 || marks == view->hit_marks);

  if (marks != NULL)
    scope_hit_marks_ref (marks);
  scope_hit_marks_unref (view->hit_marks);
  view->hit_marks = marks;
  view->n_hit_marks = n;
  if (!same)
    scope_view_notify (view, SCOPE_VIEW_HITS);
}

ScopeHitMarks *
scope_view_get_hit_marks (ScopeView *view)
{
  return view->hit_marks;
}

const guint32 *
scope_view_get_hits (ScopeView *view, guint *ret_n)
{
  *ret_n = view->n_hits;
  return view->hits;
}
