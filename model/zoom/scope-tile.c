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
