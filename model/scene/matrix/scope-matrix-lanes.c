/* scope-matrix-lanes.c: see scope-matrix-lanes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/matrix/scope-matrix-lanes.h"

#include "model/base/scope-key.h"

#include <glib/gi18n-lib.h>

ScopeMatrix *
scope_matrix_new_translated (const ScopeMatrixMeasure *measures, guint n_measures, ScopeTrace *trace)
{
  ScopeMatrixMeasure said[SCOPE_MATRIX_MOST_MEASURES];

  for (guint i = 0; i < n_measures; i++)
    {
      said[i] = measures[i];
      said[i].label = _(measures[i].label);
      said[i].unit = measures[i].unit != NULL ? _(measures[i].unit) : NULL;
    }
  return scope_matrix_new (said, n_measures, scope_trace_tick_ps (trace));
}

static gint64
make_key (guint32 machine, guint64 number)
{
  return (gint64) machine << 32 | (gint64) (number & G_MAXUINT32);
}

GHashTable *
scope_matrix_add_lanes (ScopeMatrix *matrix, ScopeTrace *trace, GArray *lanes)
{
  GHashTable *rows = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < lanes->len; i++)
    {
      ScopeLaneId id = g_array_index (lanes, ScopeLaneId, i);
      guint64 number = scope_machine_entity (scope_trace_machine (trace, id.machine), id.kind, id.index)->number;
      g_autofree char *title = scope_trace_lane_title (trace, id);
      gint64 key = make_key (id.machine, number);

      scope_matrix_add_row (matrix, title, id.machine, id.machine, number);
      g_hash_table_insert (rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
    }
  return rows;
}

static guint
find_row (GHashTable *rows, guint32 machine, gint64 number)
{
  gint64 key = make_key (machine, (guint64) number);

  return number == SCOPE_TABLE_NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (rows, &key));
}

gboolean
scope_matrix_find_lanes (GHashTable *rows, guint32 machine, gint64 from, gint64 to, guint32 *ret_row, guint32 *ret_column)
{
  guint row = find_row (rows, machine, from), column = find_row (rows, machine, to);

  *ret_row = row - 1;
  *ret_column = column - 1;
  return row > 0 && column > 0;
}
