/* scope-exact-columns.c: see scope-exact-columns.h. Columns are read with their edges moved onto bins, which is quick, and what lies
 * between an edge and where it was moved to is read exactly and put where it belongs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-exact-columns.h"

gboolean
scope_exact_columns_read (ScopeLaneStore *store, guint32 lane, const gint64 *edges, guint n,
                          gint64 (*columns)[SCOPE_N_STATES], GError **error)
{
  g_autofree gint64 *moved = g_memdup2 (edges, (n + 1u) * sizeof *edges);
  gint64 totals[SCOPE_N_STATES];

  if (!scope_lane_store_read_columns (store, lane, moved, n, columns, error))
    return FALSE;
  for (guint e = 0; e <= n; e++)
    {
      gint64 low = MIN (moved[e], edges[e]), high = MAX (moved[e], edges[e]);
      int sign = moved[e] > edges[e] ? 1 : -1; /* moved on: what lies between is the right column's */

      if (low == high)
        continue;
      if (!scope_lane_store_range_totals (store, lane, low, high, totals, error))
        return FALSE;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        {
          if (e < n)
            columns[e][s] += sign * totals[s];
          if (e > 0)
            columns[e - 1][s] -= sign * totals[s];
        }
    }
  return TRUE;
}
