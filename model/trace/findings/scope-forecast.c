/* scope-forecast.c: see scope-forecast.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/findings/scope-forecast.h"

#include "model/base/scope-compare.h"
#include "model/trace/analysis/scope-critical-path.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_SUBJECTS 40
#define NEARLY_ALL 0.9 /* work, of the processors' time */
#define MATTERS 0.05   /* shorter by so much: that is the next limit */

/* --- with wishes --- */

static gboolean
add (ScopeWhatIf *what_if, ScopeTrace *trace, const char *wish, char **ret_why)
{
  g_autoptr (GError) error = NULL;

  if (scope_what_if_add (what_if, trace, wish, &error))
    return TRUE;
  *ret_why = g_strdup (error->message);
  return FALSE;
}

/* How much shorter it would be, as a share, if that were otherwise, too. */
static gboolean
try (const ScopeQueryRange *within, const ScopeWhatIf *what_if, const ScopeWhatIfResult *before, double *ret_gain, GError **error)
{
  ScopeWhatIfResult after = { .replayed = before->replayed };

  if (!scope_what_if_run (within, what_if, &after, error))
    return FALSE;
  *ret_gain = before->end > 0 ? (double) (before->end - after.end) / (double) before->end : 0;
  return TRUE;
}

static gboolean
find_limit (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeForecast *forecast, GError **error)
{
  const ScopeWhatIfResult *result = &forecast->result;
  double all = (double) result->end * result->n_processors, processors = 0, collections = 0, messages = 0;
  ScopeWhatIf more = *what_if;

  forecast->limit = SCOPE_LIMIT_CHAIN;
  if (result->n_processors != G_MAXUINT && what_if->processors != G_MAXUINT)
    {
      more.processors = G_MAXUINT;
      more.more = 0;
      if (!try (within, &more, result, &processors, error))
        return FALSE;
      more = *what_if;
    }
  if ((double) result->collecting > MATTERS * all && what_if->collections > 0)
    {
      more.collections = 0;
      if (!try (within, &more, result, &collections, error))
        return FALSE;
      more = *what_if;
    }
  if (scope_trace_n_machines (within->trace) > 1 && what_if->latency > 0)
    {
      more.latency = 0;
      if (!try (within, &more, result, &messages, error))
        return FALSE;
    }
  if (MAX (processors, MAX (collections, messages)) >= MATTERS)
    forecast->limit = processors >= MAX (collections, messages) ? SCOPE_LIMIT_PROCESSORS
                      : collections >= messages                 ? SCOPE_LIMIT_COLLECTIONS
                                                                : SCOPE_LIMIT_MESSAGES;
  else if (all > 0 && (double) result->running >= NEARLY_ALL * all)
    forecast->limit = SCOPE_LIMIT_NONE;
  return TRUE;
}

static gboolean
forecast_one (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeForecast *forecast, GError **error)
{
  return scope_what_if_run (within, what_if, &forecast->result, error) && find_limit (within, what_if, forecast, error);
}

static void
forecast_clear (gpointer forecast)
{
  g_free (((ScopeForecast *) forecast)->why_not);
}

ScopeForecasts *
scope_forecasts_read (const ScopeQueryRange *within, const char *const *wishes, GError **error)
{
  g_autoptr (ScopeForecasts) forecasts = g_new0 (ScopeForecasts, 1);
  guint n = g_strv_length ((char **) wishes), n_good = 0;
  ScopeQueryRange quiet = *within;
  ScopeWhatIf all;
  gboolean ok;

  quiet.permille = NULL;
  forecasts->forecasts = g_array_new (FALSE, TRUE, sizeof (ScopeForecast));
  g_array_set_clear_func (forecasts->forecasts, forecast_clear);
  scope_what_if_init (&all);
  ok = scope_what_if_run (&quiet, &all, &forecasts->as_is, error);
  for (guint i = 0; ok && i < n; i++)
    {
      ScopeForecast forecast = { 0 };
      ScopeWhatIf one;

      scope_what_if_init (&one);
      if (add (&one, within->trace, wishes[i], &forecast.why_not))
        {
          n_good++;
          forecast.result.replayed = forecasts->as_is.replayed;
          scope_what_if_add (&all, within->trace, wishes[i], NULL);
          ok = forecast_one (&quiet, &one, &forecast, error);
        }
      scope_what_if_clear (&one);
      g_array_append_val (forecasts->forecasts, forecast);
      scope_query_range_progress (within, i + 1, n + 1);
    }
  if (ok && n_good == 1 && n == 1)
    {
      forecasts->all = g_array_index (forecasts->forecasts, ScopeForecast, 0);
      forecasts->all.why_not = NULL;
    }
  else
    {
      forecasts->all.result.replayed = forecasts->as_is.replayed;
      ok = ok && forecast_one (&quiet, &all, &forecasts->all, error);
    }
  scope_what_if_clear (&all);
  return ok ? g_steal_pointer (&forecasts) : NULL;
}

void
scope_forecasts_free (ScopeForecasts *forecasts)
{
  if (forecasts == NULL)
    return;
  g_array_unref (forecasts->forecasts);
  g_free (forecasts);
}

const char *
scope_limit_words (ScopeLimit limit)
{
  switch (limit)
    {
    case SCOPE_LIMIT_PROCESSORS:
      return _("Next limit: the number of processors");
    case SCOPE_LIMIT_COLLECTIONS:
      return _("Next limit: collections");
    case SCOPE_LIMIT_MESSAGES:
      return _("Next limit: messages on their way");
    case SCOPE_LIMIT_CHAIN:
      return _("Next limit: the chain of what waits for what; more processors would not help");
    case SCOPE_LIMIT_NONE:
    default:
      return _("Next limit: the work itself");
    }
}

/* --- the curve --- */

static gboolean
run_with (const ScopeQueryRange *within, ScopeWhatIf *what_if, guint processors, ScopeWhatIfResult *result, GError **error)
{
  what_if->processors = processors;
  what_if->more = 0;
  return scope_what_if_run (within, what_if, result, error);
}

ScopeForecastCurve *
scope_forecast_curve_read (const ScopeQueryRange *within, const char *const *wishes, GError **error)
{
  static const guint numbers[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64 };
  g_autoptr (ScopeForecastCurve) curve = g_new0 (ScopeForecastCurve, 1);
  ScopeQueryRange quiet = *within;
  ScopeWhatIf none, changed;
  ScopeWhatIfResult result = { 0 };
  gboolean ok;

  quiet.permille = NULL;
  curve->points = g_array_new (FALSE, FALSE, sizeof (ScopeForecastPoint));
  scope_what_if_init (&none);
  scope_what_if_init (&changed);
  for (guint i = 0; wishes[i] != NULL; i++)
    if (!g_str_has_prefix (wishes[i], "processors ") && scope_what_if_add (&changed, within->trace, wishes[i], NULL))
      curve->changes = TRUE;
  ok = scope_what_if_run (&quiet, &none, &result, error);
  if (ok)
    {
      curve->recorded = result.n_processors;
      curve->measured = result.measured;
    }
  for (guint i = 0; ok && i < G_N_ELEMENTS (numbers); i++)
    {
      ScopeForecastPoint point;

      ok = run_with (&quiet, &none, numbers[i], &result, error);
      point = (ScopeForecastPoint) { result.n_processors, result.end, result.end };
      if (ok && curve->changes && (ok = run_with (&quiet, &changed, numbers[i], &result, error)))
        point.changed = result.end;
      g_array_append_val (curve->points, point);
      scope_query_range_progress (within, i + 1, G_N_ELEMENTS (numbers));
    }
  scope_what_if_clear (&none);
  scope_what_if_clear (&changed);
  return ok ? g_steal_pointer (&curve) : NULL;
}

void
scope_forecast_curve_free (ScopeForecastCurve *curve)
{
  if (curve == NULL)
    return;
  g_array_unref (curve->points);
  g_free (curve);
}

/* --- subjects --- */

typedef struct
{
  char *wish, *title;
  gint64 time;
} Share;

static void
share_free (gpointer data)
{
  Share *share = data;

  g_free (share->wish);
  g_free (share->title);
  g_free (share);
}

static void
add_share (GHashTable *shares, const char *wish, const char *title, gint64 time)
{
  Share *share = g_hash_table_lookup (shares, wish);

  if (share == NULL)
    {
      share = g_new0 (Share, 1);
      *share = (Share) { .wish = g_strdup (wish), .title = g_strdup (title) };
      g_hash_table_insert (shares, share->wish, share);
    }
  share->time += time;
}

SCOPE_COMPARE_POINTERS_BY (compare_shares, Share, SCOPE_DOWN (time) SCOPE_BY_TEXT (wish))

static void
subject_clear (gpointer data)
{
  ScopeSubject *subject = data;

  g_free (subject->wish);
  g_free (subject->title);
}

static GArray *
take_most (GHashTable *shares)
{
  GArray *subjects = g_array_new (FALSE, FALSE, sizeof (ScopeSubject));
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer found;

  g_hash_table_iter_init (&iter, shares);
  while (g_hash_table_iter_next (&iter, NULL, &found))
    g_ptr_array_add (sorted, found);
  g_array_set_clear_func (subjects, subject_clear);
  g_ptr_array_sort (sorted, compare_shares);
  for (guint i = 0; i < MIN (sorted->len, MOST_SUBJECTS); i++)
    {
      const Share *share = g_ptr_array_index (sorted, i);
      const ScopeSubject subject = { g_strdup (share->wish), g_strdup (share->title) };

      g_array_append_val (subjects, subject);
    }
  return subjects;
}

static void
add_segment (ScopeTrace *trace, const ScopeCriticalPath *path, const ScopePathSegment *segment, GHashTable *labels, GHashTable *tasks)
{
  const char *label = g_ptr_array_index (path->labels, segment->label);
  const ScopeLaneId lane = { segment->task.machine, SCOPE_KIND_THREAD, segment->task.thread };
  g_autofree char *wish = NULL, *title = NULL, *name = NULL;

  if (segment->kind != SCOPE_PATH_RUNNING || scope_task_is_nobody (segment->task))
    return;
  if (*label != '\0')
    {
      wish = g_strdup_printf ("label:%s", label);
      add_share (labels, wish, label, segment->to - segment->from);
    }
  name = scope_trace_format_lane (trace, lane);
  title = scope_trace_lane_full_title (trace, lane, FALSE);
  add_share (tasks, name, title, segment->to - segment->from);
}

ScopeSubjects *
scope_subjects_read (const ScopeQueryRange *within, GError **error)
{
  ScopeTrace *trace = within->trace;
  g_autoptr (ScopeCriticalPath) path = scope_critical_path_read (trace, SCOPE_NO_TASK, SCOPE_TIME_MAX, within->cancellable, error);
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, share_free),
                         tasks = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, share_free),
                         machines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, share_free);
  ScopeSubjects *subjects;

  if (path == NULL)
    return NULL;
  for (guint i = 0; i < path->segments->len; i++)
    add_segment (trace, path, &g_array_index (path->segments, ScopePathSegment, i), labels, tasks);
  for (guint m = 0; scope_trace_n_machines (trace) > 1 && m < scope_trace_n_machines (trace); m++)
    {
      g_autofree char *wish = g_strdup_printf ("machine:%u", scope_trace_machine (trace, m)->number),
                      *title = scope_trace_lane_title (trace, (ScopeLaneId) { m, SCOPE_KIND_MACHINE, 0 });

      add_share (machines, wish, title, -(gint64) m);
    }
  subjects = g_new0 (ScopeSubjects, 1);
  subjects->of[SCOPE_SUBJECT_LABEL] = take_most (labels);
  subjects->of[SCOPE_SUBJECT_TASK] = take_most (tasks);
  subjects->of[SCOPE_SUBJECT_MACHINE] = take_most (machines);
  return subjects;
}

void
scope_subjects_free (ScopeSubjects *subjects)
{
  if (subjects == NULL)
    return;
  for (guint k = 0; k < SCOPE_N_SUBJECTS; k++)
    g_array_unref (subjects->of[k]);
  g_free (subjects);
}
