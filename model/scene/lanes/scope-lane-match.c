/* scope-lane-match.c: the lane list's filter: when it is asked anew, and what becomes of the answer.
 *
 *     filter or range changes ─► (the range rests) ─► scope_lane_matches_find() on a thread ─► rows made anew
 *
 * Meanwhile the rows are those of the last answer. Nothing is asked if nothing can be left out. With it comes which of very many tasks
 * are first in order (scope-lane-ranking.h), if there are rows of some.
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
  gboolean match;
  GArray *rankings; /* of ScopeLaneRanking */
} Question;

typedef struct
{
  ScopeLaneMatches *matches; /* NULL: all there is */
  GArray *rankings;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->matches, scope_lane_matches_unref);
  g_array_unref (answer->rankings);
  g_free (answer);
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->trace);
  scope_lane_filter_clear (&question->filter);
  g_array_unref (question->rankings);
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

/* --- which of many come first --- */

#define RANKED 1024u /* at least so many are kept: more than anybody unfolds */

static ScopeLaneRanking *
find_ranking (ScopeLaneList *list, guint32 machine, ScopeKind kind, gboolean filtered)
{
  for (guint i = 0; i < list->rankings->len; i++)
    {
      ScopeLaneRanking *ranking = &g_array_index (list->rankings, ScopeLaneRanking, i);

      if (ranking->machine == machine && ranking->kind == kind && ranking->filtered == filtered)
        return ranking;
    }
  return NULL;
}

static ScopeLaneRanking *
get_ranking (ScopeLaneList *list, guint32 machine, ScopeKind kind, gboolean filtered)
{
  const ScopeLaneRanking ranking = { .machine = machine, .kind = kind, .filtered = filtered };

  if (find_ranking (list, machine, kind, filtered) == NULL)
    g_array_append_val (list->rankings, ranking);
  return find_ranking (list, machine, kind, filtered);
}

static gboolean
is_made (ScopeLaneList *list, const ScopeLaneRanking *ranking)
{
  return ranking->made
         && ranking->n == scope_machine_n_entities (scope_trace_machine (list->trace, ranking->machine), ranking->kind);
}

const ScopeLaneRanking *
scope_lane_list_ranking (ScopeLaneList *list, const ScopeLaneFamily *family, ScopeSort sort, guint shown)
{
  gboolean filtered = list->matches != NULL, away = scope_trace_is_kept_out (list->trace) && !list->still;
  ScopeLaneRanking *ranking = get_ranking (list, family->machine, family->kind, filtered);

  if (ranking->sort != sort || ranking->most < shown)
    {
      ranking->made = ranking->asking = FALSE;
      ranking->sort = sort;
      ranking->most = MAX (RANKED, 2 * shown);
    }
  away &= !scope_lane_ranking_is_light (ranking);
  if (ranking->made && (away || is_made (list, ranking)))
    return ranking; /* of one that grows it is asked for again when the trace says so */
  if (!away)
    return scope_lane_ranking_make (ranking, list->trace, list->matches, list->filter.hide_absent, NULL, NULL) ? ranking : NULL;
  if (!ranking->asking)
    scope_lane_list_match_soon (list);
  return NULL;
}

static void
set_asking (ScopeLaneList *list, gboolean asking)
{
  for (guint i = 0; i < list->rankings->len; i++)
    g_array_index (list->rankings, ScopeLaneRanking, i).asking = asking;
}

/* What is to be made for the rows that there are, or will be once it is known what the filter leaves. */
static GArray *
rankings_to_make (ScopeLaneList *list, gboolean filtered)
{
  GArray *rankings = g_array_new (FALSE, FALSE, sizeof (ScopeLaneRanking));
  guint n = list->rankings->len;

  g_array_set_clear_func (rankings, scope_lane_ranking_clear);
  for (guint i = 0; i < n; i++)
    {
      ScopeLaneRanking ranking = g_array_index (list->rankings, ScopeLaneRanking, i);
      const ScopeLaneRanking *other = find_ranking (list, ranking.machine, ranking.kind, !ranking.filtered);

      if (ranking.filtered != filtered && other != NULL)
        continue; /* that one is made */
      if (!filtered && !ranking.filtered && is_made (list, &ranking))
        continue;
      ranking.filtered = filtered;
      ranking.made = ranking.asking = FALSE;
      ranking.first = NULL;
      g_array_append_val (rankings, ranking);
    }
  return rankings;
}

/* TRUE if rows may change by it. */
static gboolean
take_rankings (ScopeLaneList *list, GArray *rankings)
{
  for (guint i = 0; i < rankings->len; i++)
    {
      ScopeLaneRanking *made = &g_array_index (rankings, ScopeLaneRanking, i);
      ScopeLaneRanking *ranking = get_ranking (list, made->machine, made->kind, made->filtered);

      if (ranking->most > 0 && (ranking->sort != made->sort || ranking->most != made->most))
        continue; /* something else was asked for meanwhile */
      scope_lane_ranking_clear (ranking);
      *ranking = *made;
      made->first = NULL;
    }
  return rankings->len > 0;
}

/* --- asking --- */

static gpointer
find (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  ScopeLaneMatches *matches = NULL;
  Answer *answer;

  if (question->match)
    {
      matches = scope_lane_matches_find (question->trace, &question->filter, question->from, question->to, cancellable, error);
      if (matches == NULL)
        return NULL;
    }
  answer = g_new0 (Answer, 1);
  answer->matches = matches;
  answer->rankings = g_array_ref (question->rankings);
  for (guint i = 0; i < answer->rankings->len; i++)
    if (!scope_lane_ranking_make (&g_array_index (answer->rankings, ScopeLaneRanking, i), question->trace, matches,
                                  question->filter.hide_absent, cancellable, error))
      {
        answer_free (answer);
        return NULL;
      }
  return answer;
}

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLaneList *list = SCOPE_LANE_LIST (source);
  g_autoptr (GError) error = NULL;
  Answer *answer = scope_task_answer (result, &error);
  gboolean ranked;

  if (g_task_get_cancellable (G_TASK (result)) != list->matching)
    {
      g_clear_pointer (&answer, answer_free);
      return;
    }
  g_clear_object (&list->matching);
  set_asking (list, FALSE);
  if (answer == NULL)
    { /* A filter that makes no sense leaves the rows as they are; what cannot be read leaves nothing out. */
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        set_matches (list, NULL);
      return;
    }
  ranked = take_rankings (list, answer->rankings);
  if (ranked && answer->matches == NULL && list->matches == NULL)
    scope_lane_list_refresh (list);
  set_matches (list, g_steal_pointer (&answer->matches));
  answer_free (answer);
}

static void
list_match (ScopeLaneList *list)
{
  gboolean match = needs_matches (list);
  g_autoptr (GArray) rankings = NULL;
  Question *question;

  g_clear_handle_id (&list->match_timeout, g_source_remove);
  scope_task_stop (&list->matching);
  list->asked_from = list->from;
  list->asked_to = list->to;
  set_asking (list, FALSE);
  rankings = rankings_to_make (list, match);
  if (!match && rankings->len == 0)
    {
      set_matches (list, NULL);
      return;
    }
  if (!scope_lane_filter_check (&list->filter, NULL))
    return;
  list->matching = g_cancellable_new ();
  set_asking (list, TRUE); /* all of them are made */
  question = g_new0 (Question, 1);
  question->trace = g_object_ref (list->trace);
  question->from = list->from;
  question->to = list->to;
  question->match = match;
  question->rankings = g_array_ref (rankings);
  scope_lane_filter_copy (&question->filter, &list->filter);
  scope_task_give (list, find, question, question_free, answer_free, list->matching, found, NULL);
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
