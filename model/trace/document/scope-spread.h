/* scope-spread.h: how durations are spread: number, sum, longest, and exact percentiles, of any number of
 * them in bounded memory.
 *
 * A million durations are simply kept and sorted. If there are more, the percentiles are narrowed down in
 * further passes over the same durations: each pass counts them in 4,096 bins of the range in which the
 * percentile lies.
 *
 *     do { for each duration: scope_spread_add (…); } while (scope_spread_again (…));
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_N_PERCENTILES 3 /* 50, 90, 99 */

typedef struct
{
  guint64 count;
  gint64 total, longest, longest_at;
  gint64 percentiles[SCOPE_N_PERCENTILES]; /* when no more passes are needed; of count 0: 0 */
  gboolean estimated[SCOPE_N_PERCENTILES]; /* by who filled in a percentile that is not known exactly */
  /* private */
  guint pass;
  guint n_values, n_alloc, most_values;
  gint64 *values; /* NULL once there were too many */
  struct
  {
    guint64 rank; /* of the value looked for, from 1, among those in [low, high) */
    gint64 low, high, width;
    guint32 *bins;
    gboolean done;
  } narrow[SCOPE_N_PERCENTILES];
} ScopeSpread;

/* `most_values` are kept before it narrows down; 0: a million. */
void scope_spread_init (ScopeSpread *spread, guint most_values);
void scope_spread_clear (ScopeSpread *spread);
void scope_spread_add (ScopeSpread *spread, gint64 duration, gint64 at);
/* Ends a pass: TRUE if all the durations are wanted once more. */
gboolean scope_spread_again (ScopeSpread *spread);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeSpread, scope_spread_clear)

G_END_DECLS
