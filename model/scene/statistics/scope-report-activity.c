/* scope-report-activity.c: who became runnable, and who no longer was, in order of time: Percept2's "code location".
 *
 * Lanes are read one after the other, each with its changes in order; only the first so many of the range are kept. Whenever twice
 * as many are there, the later half is dropped, and nothing later is looked at any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/statistics/scope-report-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/document/scope-intervals.h"

#include <glib/gi18n.h>

typedef struct
{
  gint64 time; /* trace time */
  ScopeLaneId lane;
  guint32 function; /* in which it waits; SCOPE_NONE */
  ScopeState state; /* from here on */
  gboolean active;
} Change;

typedef struct
{
  const ScopeQueryRange *within;
  GArray *changes;
  gint64 until;     /* what is later is not wanted */
  guint64 dropped;  /* at least so many */
  guint64 at_first; /* runnable where the range begins */
} Gathering;

static gboolean
is_active (ScopeState state)
{
  return state == SCOPE_STATE_RUNNABLE || state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE
         || state == SCOPE_STATE_COLLECTING;
}

SCOPE_COMPARE_BY (compare, Change, SCOPE_UP (time) SCOPE_UP (lane.machine) SCOPE_UP (lane.index))

static void
prune (Gathering *g)
{
  g_array_sort (g->changes, compare);
  if (g->changes->len <= SCOPE_REPORT_MOST_CHANGES)
    return;
  g->dropped += g->changes->len - SCOPE_REPORT_MOST_CHANGES;
  g_array_set_size (g->changes, SCOPE_REPORT_MOST_CHANGES);
  g->until = g_array_index (g->changes, Change, SCOPE_REPORT_MOST_CHANGES - 1).time + 1;
}

static gboolean
read_lane (Gathering *g, ScopeLaneId id, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (g->within->trace, id.machine);
  const ScopeEntity *entity = scope_machine_entity (machine, id.kind, id.index);
  gint64 offset = scope_trace_offset (g->within->trace, machine), from, to;
  GError *problem = NULL;
  gboolean active = FALSE, first = TRUE;

  scope_query_range_own_range (g->within, machine, &from, &to);
  to = MIN (to, scope_time_add (g->until, -offset));
  if (entity->lane == SCOPE_NONE || entity->first >= to || entity->last < from)
    return TRUE;
  /* A tick earlier: what was there before a change that lies on the edge itself. */
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, entity->lane, scope_time_add (from, -1), to, FALSE, NULL),
                          &problem)
    {
      gboolean now = is_active (interval.state);

      if (first && interval.from < from && entity->first < from)
        g->at_first += now;
      else if (now != active)
        {
          Change change = { interval.from + offset, id, interval.function, interval.state, now };

          g_array_append_val (g->changes, change);
        }
      active = now;
      first = FALSE;
    }
  if (active && entity->last < to) /* with its end it is runnable no longer */
    {
      Change change = { entity->last + offset, id, SCOPE_NONE, SCOPE_STATE_ABSENT, FALSE };

      g_array_append_val (g->changes, change);
    }
  if (g->changes->len >= 2 * SCOPE_REPORT_MOST_CHANGES)
    prune (g);
  return scope_passed (problem, error) && !scope_query_range_cancelled (g->within, error);
}

static void
add_row (ScopeReportTable *table, const Change *change, gint64 before, guint64 runnable)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  ScopeMachine *machine = scope_trace_machine (trace, change->lane.machine);
  ScopeReportTableRow row
      = { .lane = change->lane, .has_lane = TRUE, .from = change->time, .to = change->time, .has_range = TRUE };
  guint r = scope_report_table_add_row (table, &row);
  const char *function
      = change->function != SCOPE_NONE ? scope_machine_function (machine, change->function) : NULL;

  scope_report_table_set (table, r, 0, (double) change->time);
  scope_report_table_set (table, r, 1, (double) (change->time - before));
  if (change->active)
    scope_report_table_set_term (table, r, 3, _("becomes runnable"), "active");
  else if (change->state == SCOPE_STATE_ABSENT)
    scope_report_table_set_term (table, r, 3, _("ends"), "end");
  else
    scope_report_table_set_term (table, r, 3, scope_trace_state_label (trace, change->state), "inactive");
  if (function != NULL)
    scope_report_table_set_word (table, r, 4, function);
  scope_report_table_set (table, r, 5, (double) runnable);
}

static ScopeReportTable *
make_sheet (Gathering *g)
{
  ScopeReportTable *table = scope_report_table_new (g->within->trace);
  guint64 runnable = g->at_first;
  gint64 before = g->changes->len > 0 ? g_array_index (g->changes, Change, 0).time : 0;

  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Time"), "time_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Since the Last"), "delta_ns");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, scope_report_task_word (g->within->trace), "lane");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Activity"), "activity");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Runnable"), "runnable");
  SCOPE_EACH (const Change, change, g->changes)
    {
      runnable += change->active ? 1 : runnable > 0 ? (guint64) -1 : 0;
      add_row (table, change, before, runnable);
      before = change->time;
    }
  if (g->dropped > 0)
    {
      g_autofree char *n = scope_format_count (SCOPE_REPORT_MOST_CHANGES);

      scope_report_table_take_summary (table, g_strdup_printf (_("The first %s changes of the range: choose a "
                                                                 "shorter range to see the others"), n));
    }
  return table;
}

ScopeReportTable *
scope_report_activity_table (const ScopeQueryRange *within, GError **error)
{
  ScopeKind kind = scope_trace_task_kind (within->trace);
  Gathering g = { .within = within, .until = SCOPE_TIME_MAX };
  ScopeReportTable *table = NULL;
  gboolean ok = TRUE;

  g.changes = g_array_new (FALSE, FALSE, sizeof (Change));
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace) && ok; m++)
    for (guint32 i = 0, n = scope_machine_n_entities (scope_trace_machine (within->trace, m), kind); i < n && ok; i++)
      {
        ScopeLaneId id = { m, kind, i };

        if (scope_query_range_has_lane (within, id))
          ok = read_lane (&g, id, error);
        scope_query_range_progress (within, i + 1, n);
      }
  if (ok)
    {
      prune (&g);
      table = make_sheet (&g);
    }
  g_array_unref (g.changes);
  return table;
}
