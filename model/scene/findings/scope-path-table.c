/* scope-path-table.c: see scope-path-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/findings/scope-path-table.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-derived.h"

#include <glib/gi18n.h>

#define MOST_ROWS 2000u

typedef struct
{
  ScopePathSegment longest; /* of the row */
  gint64 time;
  guint64 n;
} Row;

SCOPE_COMPARE_BY (compare_rows, Row, SCOPE_DOWN (time) SCOPE_UP (longest.from))

/* Of segments of one row. */
static guint64
row_key (const ScopePathSegment *segment, ScopePathTable what)
{
  if (what == SCOPE_PATH_BY_TASK)
    return (guint64) segment->task.machine << 32 | segment->task.thread;
  if (what == SCOPE_PATH_BY_CODE && segment->kind == SCOPE_PATH_RUNNING)
    return SCOPE_N_PATH_KINDS + (guint64) segment->label;
  return segment->kind;
}

typedef struct
{
  ScopePathTable what;
  GHashTable *places; /* key → place in rows + 1 */
  GArray *rows;       /* of Row */
} Sums;

static void
add_segment (gpointer data, const ScopePathSegment *segment, const char *label)
{
  Sums *sums = data;
  guint64 key = row_key (segment, sums->what);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (sums->places, &key));
  Row *row;

  if (place == 0)
    {
      const Row fresh = { .longest = *segment };

      g_array_append_val (sums->rows, fresh);
      place = sums->rows->len;
      g_hash_table_insert (sums->places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  row = &g_array_index (sums->rows, Row, place - 1);
  row->time += segment->to - segment->from;
  row->n++;
  if (segment->to - segment->from > row->longest.to - row->longest.from)
    row->longest = *segment;
}

static GArray *
add_up (ScopeDerived *derived, const ScopeQueryRange *within, ScopePathTable what, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  Sums sums = { what, places, rows };

  if (!scope_derived_walk_path (derived, within, add_segment, &sums, error))
    return NULL;
  g_array_sort (rows, compare_rows);
  return g_steal_pointer (&rows);
}

static char *
dup_name (ScopeTrace *trace, const GPtrArray *labels, const ScopePathSegment *segment, ScopePathTable what)
{
  const char *label = g_ptr_array_index (labels, segment->label);

  if (what == SCOPE_PATH_BY_TASK)
    return scope_task_is_nobody (segment->task)
               ? g_strdup (scope_path_kind_word (trace, segment->kind))
               : scope_trace_lane_full_title (trace, (ScopeLaneId) { segment->task.machine, SCOPE_KIND_THREAD, segment->task.thread }, FALSE);
  if (what == SCOPE_PATH_BY_CODE && segment->kind == SCOPE_PATH_RUNNING && *label != '\0')
    return g_strdup (label);
  return g_strdup (scope_path_kind_word (trace, segment->kind));
}

ScopeReportTable *
scope_path_table_read (const ScopeQueryRange *within, ScopePathTable what, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);
  g_autoptr (GArray) rows = derived != NULL ? add_up (derived, within, what, error) : NULL;
  static const char *const titles[SCOPE_N_PATH_TABLES] = { N_("What Ran"), N_("On the Path"), N_("What Was Done") };
  static const char *const names[SCOPE_N_PATH_TABLES] = { "label", "task", "kind" };
  g_autofree char *time = NULL;
  ScopeReportTable *table;
  double all = 0;

  if (rows == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _(titles[what]), names[what]);
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("On the Critical Path"), "path_ns");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Stretches"), "stretches");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "longest_ns");
  SCOPE_EACH (const Row, row, rows)
    all += (double) row->time;
  for (guint i = 0; i < MIN (rows->len, MOST_ROWS); i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const ScopePathSegment *longest = &row->longest;
      const ScopeReportTableRow place = { .lane = { longest->task.machine, SCOPE_KIND_THREAD, longest->task.thread },
                                          .from = longest->from, .to = longest->to,
                                          .has_lane = !scope_task_is_nobody (longest->task), .has_range = TRUE };
      g_autofree char *name = dup_name (within->trace, scope_derived_facts (derived)->labels, longest, what);
      guint r = scope_report_table_add_row (table, &place);

      scope_report_table_set_word (table, r, 0, name);
      scope_report_table_set (table, r, 1, (double) row->time);
      scope_report_table_set (table, r, 2, all > 0 ? (double) row->time / all : 0);
      scope_report_table_set (table, r, 3, (double) row->n);
      scope_report_table_set (table, r, 4, (double) (longest->to - longest->from));
    }
  time = scope_format_duration (all, scope_trace_tick_ps (within->trace));
  if (rows->len > 0)
    scope_report_table_take_summary (table, g_strdup_printf (_("The critical path of this range: %s"), time));
  return table;
}
