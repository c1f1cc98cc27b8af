/* scope-lock-tables.c: see scope-lock-tables.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/locks/scope-lock-tables.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"

#include <glib/gi18n-lib.h>

#define MOST_WAITS 1000u    /* of the longest */
#define MOST_MISSES 100000u /* of those listed one by one */

/* --- cells --- */

/* A processor: its title, in CSV its number. */
static void
set_processor (ScopeReportTable *table, guint row, guint column, guint32 machine, gint64 processor)
{
  g_autofree char *title = NULL, *number = NULL;

  if (processor == SCOPE_TABLE_NULL)
    return;
  title = scope_lock_processor_title (scope_report_table_get_trace (table), machine, processor);
  number = g_strdup_printf ("%" G_GINT64_FORMAT, processor);
  scope_report_table_set_term (table, row, column, title, number);
}

static void
set_function (ScopeReportTable *table, guint row, guint column, guint32 machine, guint32 function)
{
  scope_report_table_set_word (table, row, column, scope_lock_function_name (scope_report_table_get_trace (table), machine, function));
}

/* A lock: its title, in CSV its address. */
static void
set_lock (ScopeReportTable *table, guint row, guint column, guint32 machine, guint64 lock)
{
  g_autofree char *title = scope_lock_title (scope_report_table_get_trace (table), machine, lock), *address = scope_lock_name (lock);

  scope_report_table_set_term (table, row, column, title, address);
}

static void
set_address (ScopeReportTable *table, guint row, guint column, guint64 address)
{
  g_autofree char *name = scope_lock_name (address);

  scope_report_table_set_word (table, row, column, name);
}

static ScopeReportTableRow
row_of (ScopeTrace *trace, guint32 machine, gint64 processor, gint64 from, gint64 to)
{
  guint32 index = processor < 0 || processor > G_MAXUINT16
                      ? SCOPE_NONE
                      : scope_machine_find_processor (scope_trace_machine (trace, machine), (guint) processor);

  return (ScopeReportTableRow) { .lane = { machine, SCOPE_KIND_PROCESSOR, index },
                                 .from = from,
                                 .to = to,
                                 .has_lane = index != SCOPE_NONE,
                                 .has_range = TRUE };
}

/* --- locks: sums --- */

enum
{
  COUNT, /* after one or two columns that say what it is the sum of */
  CONTENDED,
  ATTEMPTS,
  WAIT,
  WAIT_MEAN,
  WAIT_MAX,
  HOLD,
  HOLD_MEAN,
  HOLD_MAX,
  N_FIGURES
};

static void
add_figures (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Acquisitions"), "acquisitions");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Contended"), "contended");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Attempts"), "attempts");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Waited"), "wait_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean Wait"), "wait_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Wait"), "wait_max_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Held"), "hold_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean Hold"), "hold_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Hold"), "hold_max_ns");
}

static void
set_figures (ScopeReportTable *table, guint row, guint first, const ScopeLockSum *sum)
{
  scope_report_table_set (table, row, first + COUNT, (double) sum->count);
  scope_report_table_set (table, row, first + CONTENDED, (double) sum->contended);
  scope_report_table_set (table, row, first + ATTEMPTS, (double) sum->attempts);
  scope_report_table_set (table, row, first + WAIT, (double) sum->wait);
  scope_report_table_set (table, row, first + WAIT_MEAN, (double) sum->wait / (double) sum->count);
  scope_report_table_set (table, row, first + WAIT_MAX, (double) sum->wait_max);
  if (sum->held == 0)
    return;
  scope_report_table_set (table, row, first + HOLD, (double) sum->hold);
  scope_report_table_set (table, row, first + HOLD_MEAN, (double) sum->hold / (double) sum->held);
  scope_report_table_set (table, row, first + HOLD_MAX, (double) sum->hold_max);
}

static void
summarise_sums (ScopeReportTable *table, const GArray *sums)
{
  guint64 count = 0, contended = 0;
  gint64 wait = 0;
  g_autofree char *n = NULL, *of = NULL, *time = NULL, *uses = NULL;

  SCOPE_EACH (const ScopeLockSum, sum, sums)
    {
      count += sum->count;
      contended += sum->contended;
      wait += sum->wait;
    }
  if (count == 0)
    return;
  n = scope_format_count (count);
  of = scope_format_count (contended);
  time = scope_format_duration ((double) wait, scope_trace_tick_ps (scope_report_table_get_trace (table)));
  uses = g_strdup_printf (ngettext ("%s acquisition", "%s acquisitions", (gulong) count), n);
  /* TRANSLATORS: “61 acquisitions”, a number, a duration */
  scope_report_table_take_summary (table, g_strdup_printf (_("%s, %s of them contended; %s waited in all"), uses, of, time));
}

static ScopeReportTable *
sums_sheet (const ScopeQueryRange *within, ScopeLocksBy by, GError **error)
{
  g_autoptr (GArray) sums = scope_locks_sum (within, by, error);
  ScopeReportTable *table;
  GArray *extra;
  guint figures = by == SCOPE_LOCKS_BY_LOCK ? 1 : 2;
  gint machine;

  if (sums == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  extra = g_array_new (FALSE, FALSE, sizeof (ScopeLockUse));
  if (by == SCOPE_LOCKS_BY_LOCK)
    scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Lock"), "lock");
  else if (by == SCOPE_LOCKS_BY_FUNCTION)
    {
      scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Caller"), "caller");
      scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Lock Function"), "function");
    }
  else
    {
      scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Waited"), "processor");
      scope_report_table_add_column (table, SCOPE_CELL_TERM, _("For Whom"), "blocked_by");
    }
  add_figures (table);
  if (by != SCOPE_LOCKS_BY_FUNCTION)
    scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Hottest Caller"), "caller");
  if (by != SCOPE_LOCKS_BY_PAIR)
    scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Blocked Most by"), "blocked_by");
  machine = scope_report_table_add_machine (table);
  SCOPE_EACH (const ScopeLockSum, sum, sums)
    {
      const ScopeLockUse *longest = &sum->longest;
      ScopeReportTableRow line = row_of (within->trace, longest->machine, longest->processor, longest->wait_from, longest->wait_to);
      guint row = scope_report_table_add_row (table, &line), next = figures + N_FIGURES;

      if (by == SCOPE_LOCKS_BY_LOCK)
        set_lock (table, row, 0, sum->machine, sum->lock);
      else if (by == SCOPE_LOCKS_BY_FUNCTION)
        {
          set_function (table, row, 0, sum->machine, sum->caller);
          set_function (table, row, 1, sum->machine, sum->function);
        }
      else
        {
          set_processor (table, row, 0, sum->machine, sum->processor);
          set_processor (table, row, 1, sum->machine, sum->blocked_by);
        }
      set_figures (table, row, figures, sum);
      if (by != SCOPE_LOCKS_BY_FUNCTION)
        set_function (table, row, next++, sum->machine, sum->top_caller);
      if (by != SCOPE_LOCKS_BY_PAIR)
        set_processor (table, row, next, sum->machine, sum->top_blocker);
      scope_report_table_set_machine (table, row, machine, sum->machine);
      g_array_append_val (extra, *longest);
    }
  summarise_sums (table, sums);
  scope_report_table_take_extra (table, extra);
  return table;
}

/* --- locks: the longest waits --- */

static ScopeReportTable *
longest_sheet (const ScopeQueryRange *within, GError **error)
{
  guint64 n = 0;
  GArray *uses = scope_locks_longest (within, MOST_WAITS, &n, error);
  ScopeReportTable *table;
  gint machine;

  if (uses == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Waited"), "wait_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "wait_from_ns");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, scope_trace_kind_label (within->trace, SCOPE_KIND_PROCESSOR, FALSE), "processor");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Lock"), "lock");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Caller"), "caller");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Lock Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Held by"), "blocked_by");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("In"), "blocked_by_function");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Attempts"), "attempts");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Then Held"), "hold_ns");
  machine = scope_report_table_add_machine (table);
  for (guint i = 0; i < uses->len && !g_cancellable_is_cancelled (within->cancellable); i++)
    {
      const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);
      ScopeReportTableRow line = row_of (within->trace, use->machine, use->processor, use->wait_from, use->wait_to);
      guint row = scope_report_table_add_row (table, &line);
      ScopeLockUse blocker;

      scope_report_table_set (table, row, 0, (double) (use->wait_to - use->wait_from));
      scope_report_table_set (table, row, 1, (double) use->wait_from);
      set_lock (table, row, 3, use->machine, use->lock);
      set_function (table, row, 4, use->machine, use->caller);
      set_function (table, row, 5, use->machine, use->function);
      set_processor (table, row, 6, use->machine, use->blocked_by);
      if (scope_locks_find_blocker (within->trace, use, &blocker, within->cancellable, NULL))
        set_function (table, row, 7, blocker.machine, blocker.caller);
      scope_report_table_set (table, row, 8, (double) use->attempts);
      if (use->acquired)
        scope_report_table_set (table, row, 9, (double) (use->hold_to - use->wait_to));
      scope_report_table_set_machine (table, row, machine, use->machine);
    }
  if (n > uses->len)
    {
      g_autofree char *shown = scope_format_count (uses->len), *all = scope_format_count (n);

      scope_report_table_take_summary (table, g_strdup_printf (_("The longest %s of %s are shown"), shown, all));
    }
  scope_report_table_take_extra (table, uses);
  return table;
}

ScopeReportTable *
scope_lock_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  switch ((ScopeLockTable) what)
    {
    case SCOPE_LOCK_TABLE_FUNCTIONS:
      return sums_sheet (within, SCOPE_LOCKS_BY_FUNCTION, error);
    case SCOPE_LOCK_TABLE_PAIRS:
      return sums_sheet (within, SCOPE_LOCKS_BY_PAIR, error);
    case SCOPE_LOCK_TABLE_LONGEST:
      return longest_sheet (within, error);
    case SCOPE_LOCK_TABLE_LOCKS:
    case SCOPE_LOCK_N_TABLES:
    default:
      return sums_sheet (within, SCOPE_LOCKS_BY_LOCK, error);
    }
}

/* --- coherence --- */

static const char *
sharing_word (ScopeSharing sharing)
{
  return sharing == SCOPE_SHARING_FALSE ? _("false sharing") : sharing == SCOPE_SHARING_TRUE ? _("same bytes") : _("unknown");
}

static const char *
sharing_term (ScopeSharing sharing)
{
  return sharing == SCOPE_SHARING_FALSE ? "false" : sharing == SCOPE_SHARING_TRUE ? "true" : "";
}

static void
summarise_misses (ScopeReportTable *table, guint64 count, guint64 known_false, gint64 latency, guint shown)
{
  g_autofree char *n = scope_format_count (count), *wrong = scope_format_count (known_false), *most = scope_format_count (shown);
  g_autofree char *lost = scope_format_duration ((double) latency, scope_trace_tick_ps (scope_report_table_get_trace (table)));
  g_autofree char *misses = g_strdup_printf (ngettext ("%s miss", "%s misses", (gulong) count), n);

  if (count == 0)
    return;
  if (shown > 0)
    /* TRANSLATORS: “12 misses”, a number */
    scope_report_table_take_summary (table, g_strdup_printf (_("%s; the first %s are shown"), misses, most));
  else
    /* TRANSLATORS: “12 misses”, a duration, a number */
    scope_report_table_take_summary (table, g_strdup_printf (_("%s, %s lost; false sharing: %s"), misses, lost, wrong));
}

static ScopeReportTable *
misses_sheet (const ScopeQueryRange *within, GError **error)
{
  guint64 n = 0, known_false = 0;
  gint64 latency = 0;
  g_autoptr (GArray) misses = scope_coherence_list (within, MOST_MISSES, &n, error);
  ScopeReportTable *table;
  gint machine;

  if (misses == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Time"), "time_ns");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Line"), "line");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, scope_trace_kind_label (within->trace, SCOPE_KIND_PROCESSOR, FALSE), "processor");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time Lost"), "latency_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Taken by"), "by_processor");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("In"), "by_function");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Taken At"), "taken_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Sharing"), "sharing");
  machine = scope_report_table_add_machine (table);
  SCOPE_EACH (const ScopeCoherenceMiss, miss, misses)
    {
      ScopeReportTableRow line = row_of (within->trace, miss->machine, miss->processor, miss->time,
                                         scope_time_add (miss->time, MAX (miss->latency, 0)));
      guint row = scope_report_table_add_row (table, &line);

      scope_report_table_set (table, row, 0, (double) miss->time);
      set_address (table, row, 1, miss->line);
      set_function (table, row, 3, miss->machine, miss->function);
      if (miss->latency >= 0)
        scope_report_table_set (table, row, 4, (double) miss->latency);
      set_processor (table, row, 5, miss->machine, miss->by_processor);
      set_function (table, row, 6, miss->machine, miss->by_function);
      scope_report_table_set (table, row, 7, (double) miss->taken);
      scope_report_table_set_term (table, row, 8, miss->possible ? _("possible") : sharing_word (miss->sharing),
                                   miss->possible ? "possible" : sharing_term (miss->sharing));
      scope_report_table_set_machine (table, row, machine, miss->machine);
      known_false += miss->sharing == SCOPE_SHARING_FALSE;
      latency += MAX (miss->latency, 0);
    }
  summarise_misses (table, n, known_false, latency, n > misses->len ? misses->len : 0);
  return table;
}

static ScopeReportTable *
misses_sums_sheet (const ScopeQueryRange *within, gboolean lines, GError **error)
{
  g_autoptr (GArray) sums
      = scope_coherence_sum (within, lines ? SCOPE_COHERENCE_PER_LINE : SCOPE_COHERENCE_PER_FUNCTION, error);
  ScopeReportTable *table;
  guint first = lines ? 1 : 2;
  guint64 n = 0, known_false = 0;
  gint64 latency = 0;
  gint machine;

  if (sums == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  if (lines)
    scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Line"), "line");
  else
    {
      scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Taken by"), "by_function");
      scope_report_table_add_column (table, SCOPE_CELL_WORD, _("From"), "function");
    }
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Misses"), "misses");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time Lost"), "latency_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean Miss"), "latency_mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Miss"), "latency_max_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("False Sharing"), "false_sharing");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Same Bytes"), "same_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, scope_trace_kind_label (within->trace, SCOPE_KIND_PROCESSOR, TRUE), "processors");
  machine = scope_report_table_add_machine (table);
  SCOPE_EACH (const ScopeCoherenceSum, sum, sums)
    {
      const ScopeCoherenceMiss *longest = &sum->longest;
      ScopeReportTableRow line = row_of (within->trace, longest->machine, longest->processor, longest->time,
                                         scope_time_add (longest->time, MAX (longest->latency, 0)));
      guint row = scope_report_table_add_row (table, &line);

      if (lines)
        set_address (table, row, 0, sum->line);
      else
        {
          set_function (table, row, 0, sum->machine, sum->by_function);
          set_function (table, row, 1, sum->machine, sum->function);
        }
      scope_report_table_set (table, row, first, (double) sum->count);
      if (sum->timed > 0)
        {
          scope_report_table_set (table, row, first + 1, (double) sum->latency);
          scope_report_table_set (table, row, first + 2, (double) sum->latency / (double) sum->timed);
          scope_report_table_set (table, row, first + 3, (double) sum->latency_max);
        }
      if (sum->known_false + sum->known_true > 0)
        {
          scope_report_table_set (table, row, first + 4, (double) sum->known_false);
          scope_report_table_set (table, row, first + 5, (double) sum->known_true);
        }
      scope_report_table_set (table, row, first + 6, sum->processors);
      scope_report_table_set_machine (table, row, machine, sum->machine);
      n += sum->count;
      known_false += sum->known_false;
      latency += sum->latency;
    }
  summarise_misses (table, n, known_false, latency, 0);
  return table;
}

ScopeReportTable *
scope_coherence_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  if (what == SCOPE_COHERENCE_TABLE_MISSES)
    return misses_sheet (within, error);
  return misses_sums_sheet (within, what == SCOPE_COHERENCE_TABLE_LINES, error);
}
