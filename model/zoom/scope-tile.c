/* scope-tile.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-tile.h"

#include "model/base/scope-ref.h"

static void
tile_free (ScopeTile *tile)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_free (tile->bins[s]);
  g_free (tile->rows);
  g_free (tile);
}

SCOPE_DEFINE_REF (ScopeTile, scope_tile, object->ref_count, tile_free)

gsize
scope_tile_memory (const ScopeTile *tile)
{
  gsize n = sizeof *tile + tile->n_rows * sizeof (ScopeTransition);

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (tile->bins[s] != NULL)
      n += SCOPE_TILE_BINS * sizeof (gint64);

  return n;
}

guint
scope_tile_find_row (const ScopeTile *tile, gint64 time)
{
  return scope_transitions_at (tile->rows, tile->n_rows, time);
}

static void
add_sparse (const ScopeTile *tile, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  for (guint i = scope_tile_find_row (tile, from); i < tile->n_rows && tile->rows[i].time < to; i++)
    {
      gint64 a = MAX (tile->rows[i].time, from);
      gint64 b = i + 1 < tile->n_rows ? MIN (tile->rows[i + 1].time, to) : to;
      ScopeState state = scope_code_state (tile->rows[i].code);

      if (a < b && state < SCOPE_STATE_ABSENT)
        totals[state] += b - a;
    }
}

void
scope_tile_add (const ScopeTile *tile, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  gint64 start = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 end = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);

  from = MAX (from, start);
  to = MIN (to, end);
  if (from >= to)
    return;

  if (tile->rows != NULL)
    {
      add_sparse (tile, MAX (from, tile->first), MIN (to, tile->last), totals);
      return;
    }
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (tile->bins[s] != NULL)
      {
        gint64 sum = 0;
        guint b1 = (guint) ((to - start + ((gint64) 1 << tile->level) - 1) >> tile->level);

        for (guint b = (guint) ((from - start) >> tile->level); b < b1; b++)
          sum += tile->bins[s][b];
        totals[s] += sum;
      }
}
