/* scope-blame-changes.c: see scope-blame-changes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/compare/scope-blame-changes.h"

#include "model/base/scope-each.h"
#include "model/scene/findings/scope-blame-words.h"
#include "model/trace/analysis/scope-cause-words.h"

#include <glib/gi18n.h>
#include <math.h>

enum
{
  COLUMN_OF,
  COLUMN_WHAT,
  COLUMN_BASELINE,
  COLUMN_RUN,
  COLUMN_CHANGE,
  COLUMN_PERCENT,
};

typedef struct
{
  char *name;      /* in CSV: a cause, or a label */
  const char *word; /* for people; of a label NULL: the name */
  gboolean waited;
  double times[2]; /* ns: baseline, run */
} Row;

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->name);
}

static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;
  double more = fabs (y->times[1] - y->times[0]) - fabs (x->times[1] - x->times[0]);

  return more != 0 ? (more > 0 ? 1 : -1) : x->waited != y->waited ? x->waited - y->waited : g_strcmp0 (x->name, y->name);
}

static void
add (GArray *rows, GHashTable *places, const char *name, const char *word, gboolean waited, guint side, double time)
{
  g_autofree char *key = g_strdup_printf ("%d%s", waited, name);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));

  if (place == 0)
    {
      const Row row = { .name = g_strdup (name), .word = word, .waited = waited };

      g_array_append_val (rows, row);
      place = rows->len;
      g_hash_table_insert (places, g_steal_pointer (&key), GUINT_TO_POINTER (place));
    }
  g_array_index (rows, Row, place - 1).times[side] += time;
}

static gboolean
add_run (GArray *rows, GHashTable *places, ScopeTrace *trace, guint side, gint64 from, gint64 to, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to, .cancellable = cancellable };
  g_autoptr (ScopeAnalysis) analysis = scope_analysis_read (&within, SCOPE_ANALYSE_ALL, error);
  double ns = (double) scope_trace_tick_ps (trace) / 1000;

  if (analysis == NULL)
    return FALSE;
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    if (analysis->parts[c] > 0)
      add (rows, places, scope_cause_name ((ScopeCause) c), scope_cause_word (trace, (ScopeCause) c), FALSE, side,
           (double) analysis->parts[c] * ns);
  for (guint i = 0; i < analysis->blame->len; i++)
    {
      const ScopeBlame *blame = &g_array_index (analysis->blame, ScopeBlame, i);
      const char *label = g_ptr_array_index (analysis->labels, blame->label), *word = scope_blame_label_word (trace, label);

      add (rows, places, label, word != label ? word : NULL, TRUE, side, (double) (blame->direct + blame->cascaded) * ns);
    }
  return TRUE;
}

static void
put_row (ScopeReportTable *table, const Row *row)
{
  guint r = scope_report_table_add_row (table, &(const ScopeReportTableRow) { .is_time = TRUE });

  scope_report_table_set_term (table, r, COLUMN_OF, row->waited ? _("Waited for") : _("Processors’ time"), row->waited ? "waited_for" : "part");
  scope_report_table_set_term (table, r, COLUMN_WHAT, row->word != NULL ? row->word : row->name, row->name);
  scope_report_table_set (table, r, COLUMN_BASELINE, row->times[0]);
  scope_report_table_set (table, r, COLUMN_RUN, row->times[1]);
  scope_report_table_set (table, r, COLUMN_CHANGE, row->times[1] - row->times[0]);
  if (row->times[0] > 0)
    scope_report_table_set (table, r, COLUMN_PERCENT, (row->times[1] - row->times[0]) / row->times[0] * 100);
}

ScopeReportTable *
scope_blame_changes_read (ScopeComparison *comparison, gint64 from, gint64 to, gboolean changed_only, GCancellable *cancellable,
                          GError **error)
{
  ScopeTimeMap *map = scope_comparison_get_map (comparison);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ScopeReportTable *table;

  g_array_set_clear_func (rows, row_clear);
  if (!add_run (rows, places, scope_comparison_get_baseline (comparison), 0, scope_time_map_to_baseline (map, from),
                scope_time_map_to_baseline (map, to), cancellable, error)
      || !add_run (rows, places, scope_comparison_get_run (comparison), 1, from, to, cancellable, error))
    return NULL;
  g_array_sort (rows, compare_rows);
  table = scope_report_table_new (NULL);
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Of"), "of");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("What"), "what");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Baseline"), "baseline_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("This Run"), "run_ns");
  scope_report_table_add_column (table, SCOPE_CELL_MORE_TIME, _("Change"), "change_ns");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change in %"), "change_percent");
  SCOPE_EACH (const Row, row, rows)
    if (!changed_only || row->times[0] != row->times[1])
      put_row (table, row);
  return table;
}
