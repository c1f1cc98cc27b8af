/* scope-cause-table.c: see scope-cause-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-cause-table.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/statistics/scope-longest.h"

#include <glib/gi18n.h>

#define MOST_ROWS 1000

typedef struct
{
  ScopeLaneId lane, by;
  gint64 from, to;
  gboolean has_by;
} Interval;

typedef struct
{
  GArray *longest; /* of Interval; the longest first once all are there */
  guint64 n;
  gint64 time;
} Gathering;

SCOPE_COMPARE_BY (compare_intervals, Interval, SCOPE_COMPARE (y->to - y->from, x->to - x->from); SCOPE_UP (from))

/* Twice as many as are wanted are kept at most. */
static void
gather (Gathering *gathering, const Interval *interval)
{
  gathering->n++;
  gathering->time += interval->to - interval->from;
  g_array_append_vals (gathering->longest, interval, 1);
  if (gathering->longest->len < 2 * MOST_ROWS)
    return;
  g_array_sort (gathering->longest, compare_intervals);
  g_array_set_size (gathering->longest, MOST_ROWS);
}

static gboolean
gather_causes (Gathering *gathering, const ScopeQueryRange *within, ScopeCause cause, GError **error)
{
  g_autoptr (ScopeAnalysis) analysis = scope_analysis_read (within, SCOPE_ANALYSE_LOSS | SCOPE_ANALYSE_CAUSES, error);

  if (analysis == NULL)
    return FALSE;
  for (guint p = 0; p < analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &analysis->processors[p];

      SCOPE_EACH (const ScopeCauseInterval, found, loss->causes)
        {
          const Interval interval = { { loss->machine, SCOPE_KIND_PROCESSOR, loss->processor },
                                      { found->by.machine, SCOPE_KIND_THREAD, found->by.thread },
                                      found->from, found->to, !scope_task_is_nobody (found->by) };

          if (found->cause == cause)
            gather (gathering, &interval);
        }
    }
  return TRUE;
}

/* What runs is no cause: its slices are those of the panel Intervals. */
static gboolean
gather_running (Gathering *gathering, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeLongest) longest = scope_longest_find (within, SCOPE_LONGEST_RUNNING, SCOPE_NONE, MOST_ROWS, error);

  if (longest == NULL)
    return FALSE;
  SCOPE_EACH (const ScopeLongestRow, found, longest->rows)
    {
      const Interval interval = { { found->lane.machine, SCOPE_KIND_PROCESSOR, found->processor }, found->lane, found->from, found->to, TRUE };

      gather (gathering, &interval);
    }
  gathering->n = longest->count;
  gathering->time = 0;
  for (guint c = 0; c < SCOPE_TALLY_CLASSES; c++)
    gathering->time += longest->classes[c].time;
  return TRUE;
}

static void
add_rows (ScopeReportTable *table, const Gathering *gathering, int party)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);

  for (guint i = 0; i < MIN (gathering->longest->len, MOST_ROWS); i++)
    {
      const Interval *interval = &g_array_index (gathering->longest, Interval, i);
      const ScopeReportTableRow row = { .lane = interval->lane, .from = interval->from, .to = interval->to,
                                        .has_lane = interval->lane.index != SCOPE_NONE, .has_range = TRUE };
      guint r = scope_report_table_add_row (table, &row);

      scope_report_table_set (table, r, 0, (double) (interval->to - interval->from));
      scope_report_table_set (table, r, 1, (double) interval->from);
      if (party >= 0 && interval->has_by)
        {
          g_autofree char *title = scope_trace_lane_full_title (trace, interval->by, FALSE);

          scope_report_table_set_word (table, r, (guint) party, title);
        }
    }
}

static void
summarise (ScopeReportTable *table, const Gathering *gathering, ScopeCause cause)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  g_autofree char *count = scope_format_count (gathering->n), *shown = scope_format_count (MIN (gathering->longest->len, MOST_ROWS)),
                  *sum = scope_format_duration ((double) gathering->time, scope_trace_tick_ps (trace));
  const char *word = scope_cause_word (trace, cause);

  /* TRANSLATORS: “waiting for GC”: 312, 22.9 ms together */
  scope_report_table_take_summary (table, gathering->n > MOST_ROWS
                                              ? g_strdup_printf (_("“%s”: %s, %s together; the longest %s are shown"), word, count, sum, shown)
                                              : g_strdup_printf (_("“%s”: %s, %s together"), word, count, sum));
}

ScopeReportTable *
scope_cause_table_read (const ScopeQueryRange *within, guint cause, GError **error)
{
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (Interval));
  Gathering gathering = { .longest = longest };
  const char *party = scope_cause_party (within->trace, (ScopeCause) cause);
  ScopeReportTable *table;
  int column = -1;

  g_return_val_if_fail (cause < SCOPE_N_CAUSES, NULL);

  if (!(cause == SCOPE_CAUSE_RUNNING ? gather_running (&gathering, within, error)
                                     : gather_causes (&gathering, within, (ScopeCause) cause, error)))
    return NULL;
  g_array_sort (longest, compare_intervals);
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Lane"), "lane");
  if (party != NULL)
    column = (int) scope_report_table_add_column (table, SCOPE_CELL_WORD, party, "by");
  add_rows (table, &gathering, column);
  summarise (table, &gathering, (ScopeCause) cause);
  return table;
}
