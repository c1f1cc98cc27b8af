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

/* Replays that one pass does. Their wishes are borrowed. */
typedef struct
{
  GArray *what_ifs; /* of ScopeWhatIf */
  GArray *results;  /* of ScopeWhatIfResult */
} Replays;

static void
replays_init (Replays *replays)
{
  replays->what_ifs = g_array_new (FALSE, FALSE, sizeof (ScopeWhatIf));
  replays->results = g_array_new (FALSE, TRUE, sizeof (ScopeWhatIfResult));
}

static void
replays_clear (Replays *replays)
{
  g_array_unref (replays->what_ifs);
  g_array_unref (replays->results);
}

/* Its place. */
static guint
replays_add (Replays *replays, const ScopeWhatIf *what_if)
{
  g_array_append_vals (replays->what_ifs, what_if, 1);
  return replays->what_ifs->len - 1;
}

static const ScopeWhatIfResult *
replays_result (const Replays *replays, guint place)
{
  return &g_array_index (replays->results, ScopeWhatIfResult, place);
}

/* `replayed`: 0, or what an earlier pass had. */
static gboolean
replays_run (Replays *replays, const ScopeQueryRange *within, gint64 replayed, GError **error)
{
  guint n = replays->what_ifs->len;
  g_autofree const ScopeWhatIf **all = g_new (const ScopeWhatIf *, n + 1u);

  g_array_set_size (replays->results, n);
  for (guint i = 0; i < n; i++)
    {
      all[i] = &g_array_index (replays->what_ifs, ScopeWhatIf, i);
      g_array_index (replays->results, ScopeWhatIfResult, i).replayed = replayed;
    }
  return n == 0 || scope_what_if_run_all (within, all, (ScopeWhatIfResult *) (gpointer) replays->results->data, n, error);
}

/* --- what limits next --- */

/* Places of what is tried; SCOPE_NONE: it is not. */
typedef struct
{
  ScopeForecast *forecast;
  guint processors, collections, messages;
} Tries;

static Tries
add_tries (Replays *replays, ScopeTrace *trace, const ScopeWhatIf *what_if, ScopeForecast *forecast)
{
  const ScopeWhatIfResult *result = &forecast->result;
  double all = (double) result->end * result->n_processors;
  Tries tries = { forecast, SCOPE_NONE, SCOPE_NONE, SCOPE_NONE };
  ScopeWhatIf more = *what_if;

  if (result->n_processors != G_MAXUINT && what_if->processors != G_MAXUINT)
    {
      more.processors = G_MAXUINT;
      more.more = 0;
      tries.processors = replays_add (replays, &more);
      more = *what_if;
    }
  if ((double) result->collecting > MATTERS * all && what_if->collections > 0)
    {
      more.collections = 0;
      tries.collections = replays_add (replays, &more);
      more = *what_if;
    }
  if (scope_trace_n_machines (trace) > 1 && what_if->latency > 0)
    {
      more.latency = 0;
      tries.messages = replays_add (replays, &more);
    }
  return tries;
}

/* How much shorter it would be, as a share, if that were otherwise, too. */
static double
gain_of (const Replays *replays, guint place, const ScopeWhatIfResult *before)
{
  if (place == SCOPE_NONE || before->end <= 0)
    return 0;
  return (double) (before->end - replays_result (replays, place)->end) / (double) before->end;
}

static void
set_limit (const Replays *replays, const Tries *tries)
{
  ScopeForecast *forecast = tries->forecast;
  const ScopeWhatIfResult *result = &forecast->result;
  double all = (double) result->end * result->n_processors, processors = gain_of (replays, tries->processors, result),
         collections = gain_of (replays, tries->collections, result), messages = gain_of (replays, tries->messages, result);

  forecast->limit = SCOPE_LIMIT_CHAIN;
  if (MAX (processors, MAX (collections, messages)) >= MATTERS)
    forecast->limit = processors >= MAX (collections, messages) ? SCOPE_LIMIT_PROCESSORS
                      : collections >= messages                 ? SCOPE_LIMIT_COLLECTIONS
                                                                : SCOPE_LIMIT_MESSAGES;
  else if (all > 0 && (double) result->running >= NEARLY_ALL * all)
    forecast->limit = SCOPE_LIMIT_NONE;
}

/* --- one for each wish, and for all of them --- */

typedef struct
{
  ScopeWhatIf what_if;
  ScopeForecast *forecast;
} Wish;

/* They have what a replay of each tells; what limits next needs another one. */
static gboolean
forecast_all (const ScopeQueryRange *within, const Wish *wishes, guint n, ScopeWhatIfResult *ret_as_is, GError **error)
{
  g_autofree Tries *tries = g_new (Tries, n + 1u);
  ScopeQueryRange quiet = *within;
  Replays replays, more;
  ScopeWhatIf none;
  gboolean ok;

  scope_what_if_init (&none);
  replays_init (&replays);
  replays_init (&more);
  replays_add (&replays, &none);
  for (guint i = 0; i < n; i++)
    replays_add (&replays, &wishes[i].what_if);
  ok = replays_run (&replays, within, 0, error);
  if (ok)
    *ret_as_is = *replays_result (&replays, 0);
  for (guint i = 0; ok && i < n; i++)
    {
      wishes[i].forecast->result = *replays_result (&replays, i + 1);
      tries[i] = add_tries (&more, within->trace, &wishes[i].what_if, wishes[i].forecast);
    }
  quiet.permille = NULL; /* else it began anew */
  ok = ok && replays_run (&more, &quiet, ret_as_is->replayed, error);
  for (guint i = 0; ok && i < n; i++)
    set_limit (&more, &tries[i]);
  replays_clear (&replays);
  replays_clear (&more);
  scope_what_if_clear (&none);
  return ok;
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
  g_autofree Wish *good = g_new (Wish, n + 1u);
  ScopeWhatIf all;
  gboolean ok, single;

  forecasts->forecasts = g_array_new (FALSE, TRUE, sizeof (ScopeForecast));
  g_array_set_clear_func (forecasts->forecasts, forecast_clear);
  g_array_set_size (forecasts->forecasts, n);
  scope_what_if_init (&all);
  for (guint i = 0; i < n; i++)
    {
      Wish *wish = &good[n_good];

      wish->forecast = &g_array_index (forecasts->forecasts, ScopeForecast, i);
      scope_what_if_init (&wish->what_if);
      if (add (&wish->what_if, within->trace, wishes[i], &wish->forecast->why_not))
        {
          n_good++;
          scope_what_if_add (&all, within->trace, wishes[i], NULL);
        }
      else
        scope_what_if_clear (&wish->what_if);
    }
  single = n_good == 1 && n == 1;
  good[n_good] = (Wish) { all, &forecasts->all };
  ok = forecast_all (within, good, n_good + !single, &forecasts->as_is, error);
  if (single)
    {
      forecasts->all = g_array_index (forecasts->forecasts, ScopeForecast, 0);
      forecasts->all.why_not = NULL;
    }
  for (guint i = 0; i < n_good; i++)
    scope_what_if_clear (&good[i].what_if);
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

static void
add_with (Replays *replays, const ScopeWhatIf *what_if, guint processors)
{
  ScopeWhatIf with = *what_if;

  with.processors = processors;
  with.more = 0;
  replays_add (replays, &with);
}

ScopeForecastCurve *
scope_forecast_curve_read (const ScopeQueryRange *within, const char *const *wishes, GError **error)
{
  static const guint numbers[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64 };
  g_autoptr (ScopeForecastCurve) curve = g_new0 (ScopeForecastCurve, 1);
  ScopeWhatIf none, changed;
  Replays replays;
  gboolean ok;

  curve->points = g_array_new (FALSE, FALSE, sizeof (ScopeForecastPoint));
  scope_what_if_init (&none);
  scope_what_if_init (&changed);
  replays_init (&replays);
  for (guint i = 0; wishes[i] != NULL; i++)
    if (!g_str_has_prefix (wishes[i], "processors ") && scope_what_if_add (&changed, within->trace, wishes[i], NULL))
      curve->changes = TRUE;
  replays_add (&replays, &none);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    add_with (&replays, &none, numbers[i]);
  for (guint i = 0; curve->changes && i < G_N_ELEMENTS (numbers); i++)
    add_with (&replays, &changed, numbers[i]);
  ok = replays_run (&replays, within, 0, error);
  if (ok)
    {
      curve->recorded = replays_result (&replays, 0)->n_processors;
      curve->measured = replays_result (&replays, 0)->measured;
    }
  for (guint i = 0; ok && i < G_N_ELEMENTS (numbers); i++)
    {
      const ScopeWhatIfResult *result = replays_result (&replays, i + 1);
      const ScopeWhatIfResult *other = curve->changes ? replays_result (&replays, i + 1 + G_N_ELEMENTS (numbers)) : result;
      const ScopeForecastPoint point = { other->n_processors, result->end, other->end };

      g_array_append_val (curve->points, point);
    }
  replays_clear (&replays);
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
