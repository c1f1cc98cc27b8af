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
  for (guint i = 0; i < scope_trace_n_machines (list->trace); i++)
    {
      ScopeMachine *machine = scope_trace_machine (list->trace, i);

      if (scope_machine_n_entities (machine, SCOPE_KIND_THREAD) > SCOPE_GROUP_SHOWN
          || scope_machine_n_entities (machine, SCOPE_KIND_PROCESS) > SCOPE_GROUP_SHOWN)
        return TRUE;
    }
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

static void
find (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  ScopeLaneMatches *matches = scope_lane_matches_find (question->trace, &question->filter, question->from,
                                                       question->to, cancellable, &error);

  if (matches == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, matches, (GDestroyNotify) scope_lane_matches_unref);
}

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLaneList *list = SCOPE_LANE_LIST (source);
  g_autoptr (GError) error = NULL;
  ScopeLaneMatches *matches = g_task_propagate_pointer (G_TASK (result), &error);

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
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_clear_handle_id (&list->match_timeout, g_source_remove);
  g_cancellable_cancel (list->matching);
  g_clear_object (&list->matching);
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
  task = g_task_new (list, list->matching, found, NULL);
  g_task_set_return_on_cancel (task, FALSE);
  g_task_set_task_data (task, question, question_free);
  scope_task_run (task, find);
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
  g_clear_handle_id (&list->match_timeout, g_source_remove);
  if (list->still)
    return;
  list->match_timeout = g_timeout_add (REST_MS, rested, list);
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
  g_cancellable_cancel (list->matching);
  g_clear_object (&list->matching);
  g_clear_pointer (&list->matches, scope_lane_matches_unref);
  scope_lane_filter_clear (&list->filter);
}
