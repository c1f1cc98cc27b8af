/* scope-condition.c: see scope-condition.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-condition.h"

#include "model/base/scope-each.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef enum
{
  AMOUNT_PERCENT,
  AMOUNT_VALUE, /* in what the quantity is measured in: ps, bytes, words, millionths, or a number */
} AmountKind;

struct _ScopeCondition
{
  char *text;
  ScopeFigureOf of;
  gboolean by_itself; /* no scope was said */
  ScopeKind kind;     /* KIND, LANE */
  char *lane;         /* LANE: its name, or that of several, as it was said: "processor:1/0", "process:stock" */
  ScopeQuantity quantity;
  gboolean greater, or_equal;
  AmountKind amount_kind;
  double amount;
};

static const struct
{
  const char *name;
  int unit;     /* ScopeUnit, or -1: % */
  double value; /* ps, bytes, millionths */
} units[] = {
  { "%", -1, 1 },
  { "pp", SCOPE_UNIT_SHARE, 1e4 },
  { "ps", SCOPE_UNIT_TIME, 1 },
  { "ns", SCOPE_UNIT_TIME, 1e3 },
  { "us", SCOPE_UNIT_TIME, 1e6 },
  { "µs", SCOPE_UNIT_TIME, 1e6 }, /* micro sign, and below it the Greek letter */
  { "μs", SCOPE_UNIT_TIME, 1e6 },
  { "ms", SCOPE_UNIT_TIME, 1e9 },
  { "s", SCOPE_UNIT_TIME, 1e12 },
  { "min", SCOPE_UNIT_TIME, 6e13 },
  { "B", SCOPE_UNIT_BYTES, 1 },
  { "kB", SCOPE_UNIT_BYTES, 1e3 },
  { "MB", SCOPE_UNIT_BYTES, 1e6 },
  { "GB", SCOPE_UNIT_BYTES, 1e9 },
  { "kiB", SCOPE_UNIT_BYTES, 1024.0 },
  { "MiB", SCOPE_UNIT_BYTES, 1048576.0 },
  { "GiB", SCOPE_UNIT_BYTES, 1073741824.0 },
};

#define RATIO 1e6 /* millionths in what has no unit */

static const char *const lane_prefixes[] = { "machine:", "processor:", "process:", "thread:" };

/* --- reading one --- */

typedef struct
{
  const char *text, *at;
} Reading;

static gboolean
wrong (const Reading *reading, GError **error, const char *want, ...) G_GNUC_PRINTF (3, 4);

static gboolean
wrong (const Reading *reading, GError **error, const char *want, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, want);
  what = g_strdup_vprintf (want, args);
  va_end (args);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("condition “%s”, character %ld: %s"), reading->text,
               g_utf8_pointer_to_offset (reading->text, reading->at) + 1, what);
  return FALSE;
}

static void
skip_blanks (Reading *reading)
{
  while (*reading->at == ' ' || *reading->at == '\t')
    reading->at++;
}

static char *
read_word (Reading *reading, const char *end_at)
{
  gsize n = strcspn (reading->at, end_at);
  char *word = g_strndup (reading->at, n);

  reading->at += n;
  return word;
}

/* "process:stock", "process:'odd name'": a name with blanks stands between quotes. */
static char *
read_lane (Reading *reading)
{
  gsize n = strcspn (reading->at, ":") + 1;
  char quote = reading->at[n];
  const char *end = quote == '\'' || quote == '"' ? strchr (reading->at + n + 1, quote) : NULL;
  char *lane;

  if (end == NULL)
    return read_word (reading, " \t");
  lane = g_strdup_printf ("%.*s%.*s", (int) n, reading->at, (int) (end - reading->at - (gssize) n - 1), reading->at + n + 1);
  reading->at = end + 1;
  return lane;
}

static gboolean
read_scope (Reading *reading, ScopeCondition *condition, GError **error)
{
  static const char *const plurals[] = { "machines", "processors", "processes", "threads" };
  Reading start = *reading;
  g_autofree char *word = read_lane (reading);

  condition->by_itself = FALSE;
  for (guint kind = 0; kind < G_N_ELEMENTS (plurals); kind++)
    {
      condition->kind = (ScopeKind) kind;
      if (strcmp (word, plurals[kind]) == 0)
        {
          condition->of = SCOPE_FIGURE_KIND;
          return TRUE;
        }
      if (g_str_has_prefix (word, lane_prefixes[kind]) && word[strlen (lane_prefixes[kind])] != '\0')
        {
          condition->of = SCOPE_FIGURE_LANE;
          condition->lane = g_steal_pointer (&word);
          return TRUE;
        }
    }
  return wrong (&start, error,
                "“%s” is no scope: there is machines, processors, processes, threads, and a lane (machine:M, "
                  "processor:M/P, process:M/P, thread:M/T; process:NAME, thread:NAME: all of that name, label or entry point)",
                word);
}

/* Whose times are meant if nobody says so; of which runtime shows only when it is judged. */
static void
choose_scope (ScopeCondition *condition)
{
  ScopeQuantity whole;

  condition->by_itself = TRUE;
  condition->of = SCOPE_FIGURE_RUN;
  if (condition->quantity >= SCOPE_QUANTITY_DURATION)
    return;
  condition->of = SCOPE_FIGURE_KIND;
  condition->kind = SCOPE_KIND_THREAD;
  if (scope_quantity_is_part (condition->quantity, &whole))
    return;
  switch ((ScopeState) condition->quantity)
    {
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_IDLE:
    case SCOPE_STATE_COLLECTING:
    case SCOPE_STATE_OUTSIDE:
    case SCOPE_STATE_UNKNOWN:
      condition->kind = SCOPE_KIND_PROCESSOR;
      break;
    default:
      break;
    }
}

static gboolean
read_quantity (Reading *reading, ScopeCondition *condition, GError **error)
{
  Reading start = *reading;
  g_autofree char *name = read_word (reading, "<> \t");

  if (scope_quantity_parse (name, &condition->quantity))
    return TRUE;
  if (name[0] == '\0')
    return wrong (&start, error, "here a quantity is missing (running, blocked:mvar, gc_time, duration, …)");
  return wrong (&start, error, "“%s” is no quantity (running, blocked:mvar, gc_time, duration, …)", name);
}

static gboolean
read_comparison (Reading *reading, ScopeCondition *condition, GError **error)
{
  skip_blanks (reading);
  if (*reading->at != '<' && *reading->at != '>')
    return wrong (reading, error, "here < or > is missing");
  condition->greater = *reading->at++ == '>';
  condition->or_equal = *reading->at == '=';
  reading->at += condition->or_equal;
  skip_blanks (reading);
  return TRUE;
}

static gboolean
read_number (Reading *reading, double *ret_number, GError **error)
{
  const char *p = reading->at;
  Reading start = *reading;
  double sign = 1;
  char *end;

  if (g_str_has_prefix (p, "−"))
    {
      sign = -1;
      p += strlen ("−");
    }
  else if (*p == '-' || *p == '+')
    sign = *p++ == '-' ? -1 : 1;
  if (!g_ascii_isdigit (*p) || strspn (p, "0123456789.") > 30)
    return wrong (reading, error, "here a number is missing (5%%, -10ms, 3)");
  *ret_number = sign * g_ascii_strtod (p, &end);
  /* No exponents, no hexadecimal digits: whatever is no digit begins the unit. */
  reading->at = p + strspn (p, "0123456789.");
  if (end != reading->at)
    {
      g_autofree char *digits = g_strndup (p, (gsize) (reading->at - p));

      *ret_number = sign * g_ascii_strtod (digits, &end);
      if (*end != '\0')
        return wrong (&start, error, "“%s” is no number", digits);
    }
  return TRUE;
}

static const char *
units_of (ScopeUnit unit)
{
  switch (unit)
    {
    case SCOPE_UNIT_TIME:
      return "% or a unit of time (ns, us, ms, s, min)";
    case SCOPE_UNIT_BYTES:
      return "% or a unit of size (B, kB, MB, GB, kiB, MiB, GiB)";
    case SCOPE_UNIT_SHARE:
      return "% or pp (percentage points)";
    default:
      return "% or nothing at all";
    }
}

static gboolean
read_amount (Reading *reading, ScopeCondition *condition, GError **error)
{
  ScopeUnit unit = scope_quantity_unit (condition->quantity);
  Reading start;

  if (!read_number (reading, &condition->amount, error))
    return FALSE;
  skip_blanks (reading);
  start = *reading;
  condition->amount_kind = AMOUNT_VALUE;
  if (*reading->at == '\0' && unit == SCOPE_UNIT_RATIO)
    condition->amount *= RATIO;
  if (*reading->at == '\0'
      && (unit == SCOPE_UNIT_COUNT || unit == SCOPE_UNIT_WORDS || unit == SCOPE_UNIT_RATIO || condition->amount == 0))
    return TRUE;
  {
    g_autofree char *word = read_word (reading, " \t");

    skip_blanks (reading);
    if (*reading->at != '\0')
      return wrong (reading, error, "nothing more should stand here");
    for (guint i = 0; i < G_N_ELEMENTS (units); i++)
      if (strcmp (word, units[i].name) == 0 && (units[i].unit == -1 || units[i].unit == (int) unit))
        {
          condition->amount_kind = units[i].unit == -1 ? AMOUNT_PERCENT : AMOUNT_VALUE;
          condition->amount *= units[i].value;
          return TRUE;
        }
    return wrong (&start, error, "after the number of “%s” there should be %s",
                  scope_quantity_name (condition->quantity), units_of (unit));
  }
}

/* The first word is that of a lane (whose id may have < and >: thread:1/<0.45.0>), or is followed by anything but a
 * comparison. */
static gboolean
has_scope (const char *text)
{
  gsize n = strcspn (text, " \t<>"), blanks = strspn (text + n, " \t");

  for (guint i = 0; i < G_N_ELEMENTS (lane_prefixes); i++)
    if (g_str_has_prefix (text, lane_prefixes[i]))
      return TRUE;
  return blanks > 0 && strchr ("<>", text[n + blanks]) == NULL;
}

ScopeCondition *
scope_condition_parse (const char *text, GError **error)
{
  g_autoptr (ScopeCondition) condition = g_new0 (ScopeCondition, 1);
  Reading reading = { text, text };

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("a condition is not valid UTF-8"));
      return NULL;
    }
  condition->text = g_strstrip (g_strdup (text));
  skip_blanks (&reading);
  if (has_scope (reading.at))
    {
      if (!read_scope (&reading, condition, error))
        return NULL;
      skip_blanks (&reading);
      if (!read_quantity (&reading, condition, error))
        return NULL;
    }
  else
    {
      if (!read_quantity (&reading, condition, error))
        return NULL;
      choose_scope (condition);
    }
  if (!read_comparison (&reading, condition, error) || !read_amount (&reading, condition, error))
    return NULL;
  return g_steal_pointer (&condition);
}

void
scope_condition_free (ScopeCondition *condition)
{
  g_free (condition->text);
  g_free (condition->lane);
  g_free (condition);
}

const char *
scope_condition_text (const ScopeCondition *condition)
{
  return condition->text;
}

ScopeKinds
scope_condition_kinds (const ScopeCondition *condition)
{
  return condition->of == SCOPE_FIGURE_LANE ? 1u << condition->kind : 0;
}

/* --- judging --- */

/* Eden's machines are their processors; of other runtimes machines are the sum of theirs. Erlang's processes are threads. */
static ScopeKind
kind_in (const ScopeCondition *condition, ScopeTrace *run)
{
  gboolean eden = scope_trace_runtime (run) == SCOPE_RUNTIME_EDEN;

  if (condition->of == SCOPE_FIGURE_KIND && (condition->kind == SCOPE_KIND_PROCESSOR || condition->kind == SCOPE_KIND_MACHINE))
    return eden ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESSOR;
  return scope_trace_kind_repeats (run, condition->kind) ? SCOPE_KIND_THREAD : condition->kind;
}

/* The lane that the condition names; FALSE if the trace has none of that id. */
static gboolean
find_lane (const ScopeCondition *condition, ScopeTrace *trace, ScopeLaneId *ret_lane)
{
  if (!scope_trace_parse_lane (trace, condition->lane, ret_lane, NULL))
    return FALSE;
  if (scope_trace_kind_repeats (trace, ret_lane->kind))
    ret_lane->kind = SCOPE_KIND_THREAD; /* made together, they have one index */
  return TRUE;
}

/* TRUE if the lane bears the name that stands behind the condition's colon: its label, or its entry point. */
static gboolean
bears_name (const ScopeCondition *condition, ScopeTrace *trace, ScopeLaneId lane)
{
  const char *name = strchr (condition->lane, ':') + 1;
  const ScopeEntity *entity = lane.kind == SCOPE_KIND_PROCESS || lane.kind == SCOPE_KIND_THREAD
                                  ? scope_machine_entity (scope_trace_machine (trace, lane.machine), lane.kind, lane.index)
                                  : NULL;

  return entity != NULL && (g_strcmp0 (entity->name, name) == 0 || g_strcmp0 (entity->entry, name) == 0);
}

static gboolean
any_bears_name (const ScopeCondition *condition, ScopeTrace *trace)
{
  ScopeKind kind = kind_in (condition, trace);

  for (guint32 m = 0; kind >= SCOPE_KIND_PROCESS && m < scope_trace_n_machines (trace); m++)
    for (guint32 i = 0, n = scope_machine_n_entities (scope_trace_machine (trace, m), kind); i < n; i++)
      if (bears_name (condition, trace, (ScopeLaneId) { m, kind, i }))
        return TRUE;
  return FALSE;
}

static gboolean
is_lane (const ScopeCondition *condition, ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeTrace *run = scope_comparison_get_run (comparison), *baseline = scope_comparison_get_baseline (comparison);
  ScopeLaneId lane;

  if (find_lane (condition, run, &lane))
    return difference->has_run && scope_lane_id_equal (lane, difference->run_lane);
  if (find_lane (condition, baseline, &lane))
    return difference->has_baseline && scope_lane_id_equal (lane, difference->baseline_lane);
  return (difference->has_run && bears_name (condition, run, difference->run_lane))
         || (difference->has_baseline && bears_name (condition, baseline, difference->baseline_lane));
}

/* Lanes of one name are looked at together; their spread is at most that of their sums. */
static void
add_lane (ScopeDifference *sum, const ScopeDifference *one)
{
  sum->has_run |= one->has_run;
  sum->has_baseline |= one->has_baseline;
  sum->run += one->run;
  sum->baseline += one->baseline;
  sum->change += one->change;
  sum->change_percent = scope_difference_percent (sum->change, sum->baseline);
  sum->least += one->least;
  sum->most += one->most;
  sum->significant = sum->change != 0 && (sum->n_spread == 0 || sum->run < sum->least || sum->run > sum->most);
}

/* What the condition is about; of a lane that both have, though they are no pair, this run's. FALSE if no run has anything
 * of it. */
static gboolean
find_difference (const ScopeCondition *condition, ScopeComparison *comparison, const GArray *differences,
                 ScopeDifference *ret_difference)
{
  ScopeKind kind = kind_in (condition, scope_comparison_get_run (comparison));
  gboolean any = FALSE;

  SCOPE_EACH (const ScopeDifference, difference, differences)
    {
      if (difference->of != condition->of || difference->quantity != condition->quantity
          || (condition->of != SCOPE_FIGURE_RUN && difference->kind != kind)
          || (condition->of == SCOPE_FIGURE_LANE && !is_lane (condition, comparison, difference)))
        continue;
      if (any)
        add_lane (ret_difference, difference);
      else
        *ret_difference = *difference;
      any = TRUE;
    }
  return any;
}

/* Nothing of it is in the table: because it is 0 in both, or because it is not recorded, or not there. */
static ScopeVerdict
judge_nothing (const ScopeCondition *condition, ScopeComparison *comparison)
{
  ScopeTrace *run = scope_comparison_get_run (comparison), *baseline = scope_comparison_get_baseline (comparison);
  ScopeKind kind = kind_in (condition, run);
  ScopeLaneId lane;

  if (condition->of == SCOPE_FIGURE_LANE && !find_lane (condition, run, &lane) && !find_lane (condition, baseline, &lane)
      && !any_bears_name (condition, run) && !any_bears_name (condition, baseline))
    return SCOPE_CONDITION_NO_LANE;
  if (condition->of == SCOPE_FIGURE_RUN
      || (condition->of == SCOPE_FIGURE_KIND && !scope_statistics_has_kind (run, kind)
          && !scope_statistics_has_kind (baseline, kind)))
    return SCOPE_CONDITION_UNKNOWN;
  return SCOPE_CONDITION_DOES_NOT_HOLD;
}

static gboolean
is_beyond (const ScopeCondition *condition, double value)
{
  if (condition->greater)
    return value > condition->amount || (condition->or_equal && value == condition->amount);
  return value < condition->amount || (condition->or_equal && value == condition->amount);
}

static gboolean
holds (const ScopeCondition *condition, const ScopeDifference *difference, gint64 tick_ps)
{
  double change = (double) difference->change;

  /* With further runs, what lies within their spread is no change. */
  if (difference->n_spread > 1 && !difference->significant)
    change = 0;
  if (condition->amount_kind == AMOUNT_VALUE)
    return is_beyond (condition,
                      scope_quantity_unit (difference->quantity) == SCOPE_UNIT_TIME ? change * (double) tick_ps : change);
  if (change == 0)
    return is_beyond (condition, 0);
  if (isnan (difference->change_percent))
    return is_beyond (condition, change > 0 ? HUGE_VAL : -HUGE_VAL);
  return is_beyond (condition, difference->change_percent);
}

static char *
subject_of (const ScopeCondition *condition, ScopeComparison *comparison, const ScopeDifference *difference)
{
  const char *name = scope_quantity_name (condition->quantity);
  g_autofree char *title = NULL;

  if (condition->by_itself)
    return g_strdup (name);
  title = condition->of == SCOPE_FIGURE_LANE ? g_strdup (condition->lane) : scope_difference_lane (comparison, difference);
  /* TRANSLATORS: “running of processor:1/0” */
  return g_strdup_printf ("%s of %s", name, title);
}

/* "running fell by 7.2 % (1.20 s → 1.11 s)" */
static char *
words_of (const ScopeCondition *condition, ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeQuantity quantity = difference->quantity;
  gint64 tick_ps = scope_trace_tick_ps (scope_comparison_get_run (comparison));
  g_autofree char *subject = subject_of (condition, comparison, difference);
  g_autofree char *baseline = scope_quantity_format (quantity, difference->baseline, tick_ps, FALSE);
  g_autofree char *run = scope_quantity_format (quantity, difference->run, tick_ps, FALSE);
  g_autofree char *amount = NULL;

  if (difference->change == 0)
    return g_strdup_printf ("%s did not change (%s)", subject, run);
  if (condition->amount_kind == AMOUNT_PERCENT && !isnan (difference->change_percent))
    amount = g_strdup_printf ("%.1f %%", fabs (difference->change_percent));
  else
    amount = scope_quantity_format (quantity, ABS (difference->change), tick_ps, FALSE);
  return g_strdup_printf (difference->change < 0 ? "%s fell by %s (%s → %s)" : "%s rose by %s (%s → %s)", subject,
                          amount, baseline, run);
}

ScopeVerdict
scope_condition_judge (const ScopeCondition *condition, ScopeComparison *comparison, const GArray *differences,
                       char **ret_words)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_comparison_get_run (comparison));
  ScopeDifference difference = { 0 };
  ScopeVerdict verdict;
  g_autofree char *words = NULL;

  if (!find_difference (condition, comparison, differences, &difference))
    {
      difference = (ScopeDifference) { .of = condition->of, .kind = condition->kind, .quantity = condition->quantity };
      verdict = judge_nothing (condition, comparison);
      if (verdict == SCOPE_CONDITION_DOES_NOT_HOLD && holds (condition, &difference, tick_ps))
        verdict = SCOPE_CONDITION_HOLDS; /* “blocked<=0%” of what is not there at all */
    }
  else if (!difference.has_change)
    verdict = SCOPE_CONDITION_UNKNOWN;
  else
    verdict = holds (condition, &difference, tick_ps) ? SCOPE_CONDITION_HOLDS : SCOPE_CONDITION_DOES_NOT_HOLD;
  if (ret_words == NULL)
    return verdict;

  words = words_of (condition, comparison, &difference);
  switch (verdict)
    {
    case SCOPE_CONDITION_HOLDS:
      *ret_words = g_strdup_printf ("%s: condition %s holds", words, condition->text);
      break;
    case SCOPE_CONDITION_NO_LANE:
      *ret_words = g_strdup_printf ("condition %s: neither run has a lane %s, nor one of that name", condition->text, condition->lane);
      break;
    case SCOPE_CONDITION_UNKNOWN:
      *ret_words = g_strdup_printf ("condition %s cannot be judged: not both runs record %s", condition->text,
                                    scope_quantity_name (condition->quantity));
      break;
    default:
      *ret_words = g_strdup_printf ("%s: condition %s does not hold", words, condition->text);
    }
  return verdict;
}
