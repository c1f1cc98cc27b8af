/* scope-phase-changes.c: see scope-phase-changes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/compare/scope-phase-changes.h"

#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/compare/scope-phase-match.h"

#include <glib/gi18n.h>
#include <math.h>

enum
{
  COLUMN_NAME,
  COLUMN_BASELINE_NAME,
  COLUMN_COUNT, /* baseline, run: as of the others of two */
  COLUMN_TIME = COLUMN_COUNT + 2,
  COLUMN_CHANGE = COLUMN_TIME + 2,
  COLUMN_PERCENT,
  COLUMN_RUNNING,
  COLUMN_LOST = COLUMN_RUNNING + 2,
  COLUMN_LOST_CHANGE = COLUMN_LOST + 2,
  COLUMN_CAUSE,
  COLUMN_CAUSE_CHANGE,
};

typedef struct
{
  const ScopePhaseKind *kinds[2]; /* baseline, run; NULL: it has no such */
} Row;

typedef struct
{
  const ScopePhases *phases[2];
  ScopeTrace *traces[2];
} Both;

static double
ns_of (const Both *both, guint side, gint64 ticks)
{
  return (double) ticks * (double) scope_trace_tick_ps (both->traces[side]) / 1000;
}

static double
time_of (const Both *both, const Row *row, guint side)
{
  return row->kinds[side] != NULL ? ns_of (both, side, row->kinds[side]->time) : 0;
}

static double
cause_of (const Both *both, const Row *row, guint side, guint cause)
{
  return row->kinds[side] != NULL ? ns_of (both, side, row->kinds[side]->parts[cause]) : 0;
}

static double
lost_of (const Both *both, const Row *row, guint side)
{
  double lost = 0;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    lost += cause_of (both, row, side, c);
  return lost;
}

/* What is not known of one of them is no change. */
static double
change_of (const Both *both, const Row *row)
{
  return time_of (both, row, 1) - time_of (both, row, 0);
}

static gint
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Both *both = data;
  const Row *x = a, *y = b;
  double more = fabs (change_of (both, y)) - fabs (change_of (both, x));

  return more != 0 ? (more > 0 ? 1 : -1) : 0;
}

static GArray *
make_rows (const Both *both)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GArray) matches = scope_phase_match_kinds (both->phases[0], both->phases[1]);

  for (guint k = 0; k < matches->len; k++)
    {
      guint other = g_array_index (matches, guint, k);
      const Row row = { { other != SCOPE_NONE ? scope_phases_kind (both->phases[0], other) : NULL, scope_phases_kind (both->phases[1], k) } };

      g_array_append_val (rows, row);
    }
  for (guint k = 0; k < both->phases[0]->kinds->len; k++)
    {
      const Row row = { { scope_phases_kind (both->phases[0], k), NULL } };
      gboolean matched = FALSE;

      for (guint i = 0; i < matches->len; i++)
        matched = matched || g_array_index (matches, guint, i) == k;
      if (!matched)
        g_array_append_val (rows, row);
    }
  g_array_sort_with_data (rows, compare_rows, (gpointer) both);
  return rows;
}

/* --- the table --- */

static void
add_columns (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Phase"), "name");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Baseline, Phase"), "baseline_name");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Baseline, Count"), "baseline_count");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("This Run, Count"), "run_count");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline"), "baseline_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run"), "run_ns");
  scope_report_table_add_column (table, SCOPE_CELL_MORE_TIME, _("Change"), "change_ns");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change in %"), "change_percent");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Baseline, Running"), "baseline_efficiency");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("This Run, Running"), "run_efficiency");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline, Lost"), "baseline_lost_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run, Lost"), "run_lost_ns");
  scope_report_table_set_help (table, COLUMN_LOST, _("Time of all processors in which they did not run"));
  scope_report_table_set_help (table, COLUMN_LOST + 1, _("Time of all processors in which they did not run"));
  scope_report_table_add_column (table, SCOPE_CELL_MORE_TIME, _("Lost, Change"), "lost_change_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Most Changed Loss"), "most_changed");
  scope_report_table_add_column (table, SCOPE_CELL_MORE_TIME, _("Its Change"), "most_changed_ns");
}

/* Of what both have. */
static void
put_changes (ScopeReportTable *table, guint r, const Both *both, const Row *row)
{
  double before = time_of (both, row, 0), most = 0;
  guint cause = SCOPE_CAUSE_RUNNING;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    {
      double more = cause_of (both, row, 1, c) - cause_of (both, row, 0, c);

      if (fabs (more) > fabs (most))
        {
          most = more;
          cause = c;
        }
    }
  scope_report_table_set (table, r, COLUMN_CHANGE, change_of (both, row));
  if (before > 0)
    scope_report_table_set (table, r, COLUMN_PERCENT, change_of (both, row) / before * 100);
  scope_report_table_set (table, r, COLUMN_LOST_CHANGE, lost_of (both, row, 1) - lost_of (both, row, 0));
  if (cause == SCOPE_CAUSE_RUNNING)
    return;
  scope_report_table_set_term (table, r, COLUMN_CAUSE, scope_cause_word (both->traces[1], (ScopeCause) cause), scope_cause_name ((ScopeCause) cause));
  scope_report_table_set (table, r, COLUMN_CAUSE_CHANGE, most);
}

static void
put_row (ScopeReportTable *table, const Both *both, const Row *row)
{
  guint r = scope_report_table_add_row (table, NULL);

  if (row->kinds[1] != NULL)
    scope_report_table_set_word (table, r, COLUMN_NAME, row->kinds[1]->name);
  if (row->kinds[0] != NULL)
    scope_report_table_set_word (table, r, COLUMN_BASELINE_NAME, row->kinds[0]->name);
  for (guint side = 0; side < 2; side++)
    {
      if (row->kinds[side] == NULL)
        continue;
      scope_report_table_set (table, r, COLUMN_COUNT + side, row->kinds[side]->count);
      scope_report_table_set (table, r, COLUMN_TIME + side, time_of (both, row, side));
      scope_report_table_set (table, r, COLUMN_RUNNING + side, scope_phase_efficiency (row->kinds[side]->parts));
      scope_report_table_set (table, r, COLUMN_LOST + side, lost_of (both, row, side));
    }
  if (row->kinds[0] != NULL && row->kinds[1] != NULL)
    put_changes (table, r, both, row);
}

static gboolean
is_change (const Both *both, const Row *row)
{
  if (row->kinds[0] == NULL || row->kinds[1] == NULL || row->kinds[0]->count != row->kinds[1]->count || change_of (both, row) != 0)
    return TRUE;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (cause_of (both, row, 0, c) != cause_of (both, row, 1, c))
      return TRUE;
  return FALSE;
}

/* Why nothing belongs together; NULL: something does, or may. */
static const char *
why_not (const Both *both)
{
  gboolean has[2] = { both->phases[0]->phases->len > 0, both->phases[1]->phases->len > 0 };

  if (!has[0] && !has[1])
    return _("No phases in either run: what the programs do changes no more than it would by chance");
  if (!has[0])
    return _("No phases in the baseline: what it does changes no more than it would by chance");
  if (!has[1])
    return _("No phases in this run: what it does changes no more than it would by chance");
  if (both->phases[0]->by != both->phases[1]->by)
    return _("Phases of one run are told by labels, those of the other by states: they cannot be matched");
  return NULL;
}

ScopeReportTable *
scope_phase_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable, GError **error)
{
  ScopeTimeMap *map = scope_comparison_get_map (comparison);
  const ScopeQueryRange baseline = { .trace = scope_comparison_get_baseline (comparison), .from = scope_time_map_to_baseline (map, from),
                                     .to = scope_time_map_to_baseline (map, to), .cancellable = cancellable },
                        run = { .trace = scope_comparison_get_run (comparison), .from = from, .to = to, .cancellable = cancellable };
  g_autoptr (ScopePhases) before = scope_phases_read (&baseline, error), now = before != NULL ? scope_phases_read (&run, error) : NULL;
  const Both both = { { before, now }, { baseline.trace, run.trace } };
  g_autoptr (GArray) rows = NULL;
  ScopeReportTable *table;

  if (now == NULL)
    return NULL;
  rows = make_rows (&both);
  table = scope_report_table_new (NULL);
  add_columns (table);
  SCOPE_EACH (const Row, row, rows)
    if (!changed_only || is_change (&both, row))
      put_row (table, &both, row);
  scope_report_table_take_summary (table, g_strdup (why_not (&both)));
  return table;
}
