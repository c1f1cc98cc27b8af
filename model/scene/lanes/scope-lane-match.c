/* scope-lane-match.c: the lane list's filter: when it is asked anew, and what becomes of the answer.
 *
 *     filter or range changes ─► (the range rests) ─► scope_lane_matches_find() on a thread ─► rows made anew
 *
 * Meanwhile the rows are those of the last answer. Nothing is asked if nothing can be left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"

#include "model/base/scope-task.h"

#define REST_MS 120 /* the range must be still for so long */
#define LIVE_MS 500 /* beside a trace that grows it never is: as often as that */

typedef struct
{
  ScopeTrace *trace;
  ScopeLaneFilter filter;
  gint64 from, to;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  scope_lane_filter_clear (&question->filter);
  g_free (question);
}

/* Families small enough are shown whole, whoever is alive. */
static gboolean
has_large_family (ScopeLaneList *list)
{
  SCOPE_EACH_MACHINE (machine, list->trace)
    if (scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > SCOPE_GROUP_SHOWN
        || scope_machine_n_entities (machine, SCOPE_KIND_PROCESS) > SCOPE_GROUP_SHOWN)
      return TRUE;
  return FALSE;
}

static gboolean
depends_on_range (ScopeLaneList *list)
{
  return (list->filter.state >= 0 && list->filter.share > 0) || (list->filter.hide_absent && has_large_family (list));
}

static gboolean
needs_matches (ScopeLaneList *list)
{
  gint64 first, last;

  if (scope_lane_filter_is_active (&list->filter))
    return TRUE;
  scope_trace_range (list->trace, &first, &last);
  return depends_on_range (list) && (list->from > first || list->to < last);
}

static void
set_matches (ScopeLaneList *list, ScopeLaneMatches *matches)
{
  ScopeLaneMatches *before = list->matches;

  if (before == NULL && matches == NULL)
    return;
  list->matches = matches;
  if (before != NULL)
    scope_lane_matches_unref (before);
  scope_lane_list_refresh (list);
}

static gpointer
find (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return scope_lane_matches_find (question->trace, &question->filter, question->from, question->to, cancellable, error);
}

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLaneList *list = SCOPE_LANE_LIST (source);
  g_autoptr (GError) error = NULL;
  ScopeLaneMatches *matches = scope_task_answer (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != list->matching)
    {
      g_clear_pointer (&matches, scope_lane_matches_unref);
      return;
    }
  g_clear_object (&list->matching);
  /* A filter that makes no sense leaves the rows as they are; what cannot be read leaves nothing out. */
  if (matches != NULL || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_matches (list, matches);
}

static void
list_match (ScopeLaneList *list)
{
  Question *question;

  g_clear_handle_id (&list->match_timeout, g_source_remove);
  scope_task_stop (&list->matching);
  list->asked_from = list->from;
  list->asked_to = list->to;
  if (!needs_matches (list))
    {
      set_matches (list, NULL);
      return;
    }
  if (!scope_lane_filter_check (&list->filter, NULL))
    return;
  list->matching = g_cancellable_new ();
  question = g_new0 (Question, 1);
  question->trace = g_object_ref (list->trace);
  question->from = list->from;
  question->to = list->to;
  scope_lane_filter_copy (&question->filter, &list->filter);
  scope_task_give (list, find, question, question_free, (GDestroyNotify) scope_lane_matches_unref, list->matching, found, NULL);
}

static gboolean
rested (gpointer data)
{
  ScopeLaneList *list = data;

  list->match_timeout = 0;
  list_match (list);
  return G_SOURCE_REMOVE;
}

void
scope_lane_list_match_soon (ScopeLaneList *list)
{
  gboolean grows = !scope_trace_get_finished (list->trace);

  /* Put off again and again, it would never be asked who has gone. */
  if (grows && (list->match_timeout != 0 || list->matching != NULL))
    return;
  g_clear_handle_id (&list->match_timeout, g_source_remove);
  if (list->still)
    return;
  list->match_timeout = g_timeout_add (grows ? LIVE_MS : REST_MS, rested, list);
}

void
scope_lane_list_set_range (ScopeLaneList *list, gint64 from, gint64 to)
{
  list->from = from;
  list->to = to;
  if ((from != list->asked_from || to != list->asked_to) && depends_on_range (list))
    scope_lane_list_match_soon (list);
}

void
scope_lane_list_set_filter (ScopeLaneList *list, const ScopeLaneFilter *filter)
{
  gboolean regroup = list->filter.group != filter->group || list->filter.hide_absent != filter->hide_absent;

  if (scope_lane_filter_equal (&list->filter, filter))
    return;
  scope_lane_filter_copy (&list->filter, filter);
  if (regroup)
    scope_lane_list_refresh (list);
  list_match (list);
}

const ScopeLaneFilter *
scope_lane_list_get_filter (ScopeLaneList *list)
{
  return &list->filter;
}

gboolean
scope_lane_list_is_matching (ScopeLaneList *list)
{
  return list->matching != NULL || list->match_timeout != 0 || list->looking != NULL;
}

void
scope_lane_list_stop_matching (ScopeLaneList *list)
{
  g_clear_handle_id (&list->match_timeout, g_source_remove);
  scope_task_stop (&list->matching);
  g_clear_pointer (&list->matches, scope_lane_matches_unref);
  scope_lane_filter_clear (&list->filter);
}
