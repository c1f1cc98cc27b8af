/* scope-blame-table.c: see scope-blame-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-blame-table.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-format.h"
#include "model/scene/findings/scope-blame-words.h"
#include "model/trace/analysis/scope-derived.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_ROWS 2000u
#define MOST_COURSES 40u

/* --- sums --- */

typedef struct
{
  ScopeTaskId task;   /* who was waited for; by code: who had most of it */
  ScopeTaskId waiter; /* by pair; else nobody */
  guint32 label;
  guint32 piece;
  gint64 direct, cascaded, most;
  gint64 n; /* waits, by pair */
} Row;

typedef struct
{
  ScopeBlameTable what;
  GHashTable *places; /* key → place in `rows` + 1 */
  GArray *rows;       /* of Row */
} Sums;

/* What rows are told apart by. */
static char *
key_of (const Sums *sums, const Row *row)
{
  if (sums->what == SCOPE_BLAME_BY_CODE)
    return g_strdup_printf ("%u", row->label);
  return g_strdup_printf ("%u/%u/%u/%u/%u/%u", row->task.machine, row->task.thread, row->waiter.machine, row->waiter.thread,
                          sums->what == SCOPE_BLAME_BY_TASK ? row->label : 0, row->piece);
}

/* SCOPE_NONE: there is none. */
static guint
find_row (const Sums *sums, const Row *row)
{
  g_autofree char *key = key_of (sums, row);

  return GPOINTER_TO_UINT (g_hash_table_lookup (sums->places, key)) - 1;
}

static void
add_row (Sums *sums, const Row *row)
{
  guint place = find_row (sums, row);
  gint64 time = row->direct + row->cascaded;
  Row *sum;

  if (place == SCOPE_NONE)
    {
      g_array_append_vals (sums->rows, row, 1);
      g_array_index (sums->rows, Row, sums->rows->len - 1).most = time;
      g_hash_table_insert (sums->places, key_of (sums, row), GUINT_TO_POINTER (sums->rows->len));
      return;
    }
  sum = &g_array_index (sums->rows, Row, place);
  sum->direct += row->direct;
  sum->cascaded += row->cascaded;
  sum->n += row->n;
  if (time > sum->most)
    {
      sum->most = time;
      sum->task = row->task;
    }
}

SCOPE_COMPARE_BY (compare_rows, Row, SCOPE_COMPARE (y->direct + y->cascaded, x->direct + x->cascaded); SCOPE_UP (task.machine)
                      SCOPE_UP (task.thread) SCOPE_UP (label))

/* The longest waited for first; places are those of the sorted rows. */
static void
sort (Sums *sums)
{
  g_array_sort (sums->rows, compare_rows);
  g_hash_table_remove_all (sums->places);
  for (guint i = 0; i < sums->rows->len; i++)
    g_hash_table_insert (sums->places, key_of (sums, &g_array_index (sums->rows, Row, i)), GUINT_TO_POINTER (i + 1));
}

static Row
row_of (const ScopeBlame *blame)
{
  return (Row) { .task = blame->task, .waiter = SCOPE_NO_TASK, .label = blame->label, .direct = blame->direct, .cascaded = blame->cascaded };
}

static gboolean
add_blame (Sums *sums, ScopeDerived *derived, const ScopeQueryRange *within, GPtrArray **ret_labels, GError **error)
{
  g_autoptr (ScopeAnalysis) analysis = scope_derived_read (derived, within, SCOPE_ANALYSE_BLAME, error);

  for (guint i = 0; analysis != NULL && i < analysis->blame->len; i++)
    {
      const Row row = row_of (&g_array_index (analysis->blame, ScopeBlame, i));

      add_row (sums, &row);
    }
  if (analysis != NULL)
    *ret_labels = g_ptr_array_ref (analysis->labels);
  return analysis != NULL;
}

/* --- who waited for whom: out of the lanes of waits --- */

static gboolean
add_waits (Sums *sums, ScopeDerived *derived, const ScopeQueryRange *within, ScopeMachine *machine, guint32 thread, GError **error)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;
  gint64 from, to;

  scope_query_range_own_range (within, machine, &from, &to);
  scope_interval_cursor_init (&cursor, machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->lane, from, to);
  while (scope_interval_cursor_next (&cursor, &interval, &local))
    {
      ScopeWaitPiece piece;
      Row row = { .waiter = { machine->index, thread }, .n = 1 };

      if (!scope_piece_of_code (interval.code, &piece) || piece > SCOPE_PIECE_DELIVERED_NOT_WOKEN)
        continue;
      row.task = scope_derived_party (derived, machine->index, interval.code, interval.ref);
      row.piece = piece;
      row.direct = interval.to - interval.from;
      if (!scope_task_is_nobody (row.task))
        add_row (sums, &row);
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

static gboolean
add_pairs (Sums *sums, ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  ScopeTrace *lanes = scope_derived_get_lanes (derived);
  guint n = scope_trace_n_machines (lanes);

  for (guint m = 0; m < n; m++)
    {
      ScopeMachine *machine = scope_trace_machine (lanes, m);
      guint32 threads = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);

      for (guint32 t = 0; t < threads; t++)
        if (scope_query_range_cancelled (within, error) || !add_waits (sums, derived, within, machine, t, error))
          return FALSE;
      scope_query_range_progress (within, m + 1, n);
    }
  return TRUE;
}

/* --- over time --- */

static void
course_free (gpointer data)
{
  ScopeBlameCourse *course = data;

  g_array_unref (course->rows);
  g_free (course);
}

/* NULL with error. */
static ScopeBlameCourse *
read_course (const Sums *sums, ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  ScopeBlameCourse *course = g_new0 (ScopeBlameCourse, 1);
  guint n = MIN (sums->rows->len, MOST_COURSES);
  gint64 first, last;

  scope_trace_range (within->trace, &first, &last);
  course->from = CLAMP (within->from, first, last);
  course->to = CLAMP (within->to, course->from, last);
  course->rows = g_array_new (FALSE, TRUE, sizeof (double));
  g_array_set_size (course->rows, n * SCOPE_BLAME_STRETCHES);
  for (guint s = 0; s < SCOPE_BLAME_STRETCHES; s++)
    {
      ScopeQueryRange stretch = *within;
      g_autoptr (ScopeAnalysis) analysis = NULL;

      stretch.permille = NULL;
      stretch.from = course->from + (gint64) ((double) (course->to - course->from) * s / SCOPE_BLAME_STRETCHES);
      stretch.to = course->from + (gint64) ((double) (course->to - course->from) * (s + 1) / SCOPE_BLAME_STRETCHES);
      analysis = scope_derived_read (derived, &stretch, SCOPE_ANALYSE_BLAME, error);
      if (analysis == NULL)
        {
          course_free (course);
          return NULL;
        }
      for (guint i = 0; i < analysis->blame->len; i++)
        {
          const Row row = row_of (&g_array_index (analysis->blame, ScopeBlame, i));
          guint place = find_row (sums, &row);

          course->all[s] += (double) (row.direct + row.cascaded);
          if (place < n)
            g_array_index (course->rows, double, place * SCOPE_BLAME_STRETCHES + s) += (double) (row.direct + row.cascaded);
        }
      scope_query_range_progress (within, s + 1, SCOPE_BLAME_STRETCHES);
    }
  return course;
}

/* --- the table --- */

typedef struct
{
  gint lane, code, waiter, piece, time, share, direct, cascaded, n; /* columns; -1: none */
} Columns;

static Columns
add_columns (ScopeReportTable *table, ScopeBlameTable what)
{
  Columns columns = { -1, -1, -1, -1, -1, -1, -1, -1, -1 };

  if (what == SCOPE_BLAME_BY_PAIR)
    columns.waiter = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Who Waited"), "waiter");
  if (what != SCOPE_BLAME_BY_TASK)
    columns.code = what == SCOPE_BLAME_BY_CODE ? (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Waited For"), "code") : -1;
  columns.lane = (gint) scope_report_table_add_column (table, SCOPE_CELL_LANE, what == SCOPE_BLAME_BY_CODE ? _("Most of It on") : _("Waited For"),
                                                       "lane");
  if (what == SCOPE_BLAME_BY_TASK)
    columns.code = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("What It Ran"), "code");
  if (what == SCOPE_BLAME_BY_PAIR)
    columns.piece = (gint) scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Until"), "piece");
  columns.time = (gint) scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time Waited"), "waited_ns");
  columns.share = (gint) scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  if (what == SCOPE_BLAME_BY_PAIR)
    {
      columns.n = (gint) scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Waits"), "waits");
      return columns;
    }
  columns.direct = (gint) scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Directly"), "direct_ns");
  columns.cascaded = (gint) scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Handed On"), "cascaded_ns");
  return columns;
}

static void
put_row (ScopeReportTable *table, const Columns *columns, const Row *row, const char *label, double all)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  const ScopeReportTableRow place = { .lane = { row->task.machine, SCOPE_KIND_THREAD, row->task.thread }, .has_lane = TRUE };
  guint r = scope_report_table_add_row (table, &place);
  double time = (double) (row->direct + row->cascaded);

  if (columns->code >= 0)
    scope_report_table_set_word (table, r, (guint) columns->code, scope_blame_label_word (trace, label));
  if (columns->waiter >= 0)
    {
      g_autofree char *title = scope_trace_lane_full_title (trace, (ScopeLaneId) { row->waiter.machine, SCOPE_KIND_THREAD, row->waiter.thread },
                                                            FALSE);

      scope_report_table_set_word (table, r, (guint) columns->waiter, title);
    }
  if (columns->piece >= 0)
    scope_report_table_set_word (table, r, (guint) columns->piece, scope_wait_piece_word ((ScopeWaitPiece) row->piece));
  scope_report_table_set (table, r, (guint) columns->time, time);
  scope_report_table_set (table, r, (guint) columns->share, all > 0 ? time / all : 0);
  if (columns->n >= 0)
    scope_report_table_set (table, r, (guint) columns->n, (double) row->n);
  if (columns->direct >= 0)
    {
      scope_report_table_set (table, r, (guint) columns->direct, (double) row->direct);
      scope_report_table_set (table, r, (guint) columns->cascaded, (double) row->cascaded);
    }
}

static ScopeReportTable *
make_table (const Sums *sums, ScopeTrace *trace, GPtrArray *labels)
{
  ScopeReportTable *table = scope_report_table_new (trace);
  const Columns columns = add_columns (table, sums->what);
  g_autofree char *time = NULL;
  double all = 0;

  for (guint i = 0; i < sums->rows->len; i++)
    all += (double) (g_array_index (sums->rows, Row, i).direct + g_array_index (sums->rows, Row, i).cascaded);
  for (guint i = 0; i < MIN (sums->rows->len, MOST_ROWS); i++)
    {
      const Row *row = &g_array_index (sums->rows, Row, i);

      put_row (table, &columns, row, labels != NULL ? g_ptr_array_index (labels, row->label) : "", all);
    }
  time = scope_format_duration (all, scope_trace_tick_ps (trace));
  if (sums->rows->len > 0)
    scope_report_table_take_summary (table, g_strdup_printf (_("Total time waiting for others: %s"), time));
  return table;
}

ScopeReportTable *
scope_blame_table_read (const ScopeQueryRange *within, guint what, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GPtrArray) labels = NULL;
  Sums sums = { (ScopeBlameTable) what, places, rows };
  ScopeBlameCourse *course = NULL;
  ScopeReportTable *table;

  if (derived == NULL
      || !(what == SCOPE_BLAME_BY_PAIR ? add_pairs (&sums, derived, within, error) : add_blame (&sums, derived, within, &labels, error)))
    return NULL;
  sort (&sums);
  if (what != SCOPE_BLAME_BY_PAIR && rows->len > 0 && (course = read_course (&sums, derived, within, error)) == NULL)
    return NULL;
  table = make_table (&sums, within->trace, labels);
  if (course != NULL)
    scope_report_table_attach (table, course, course_free);
  return table;
}
