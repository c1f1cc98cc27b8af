/* scope-lane-sum.h: very many lanes as one, in trace time: what a thousand machines do together is then one tile, not a thousand that all
 * have to be there at once.
 *
 * Bins of the lanes' own clocks do not lie on those of trace time: each counts as the nearest one there. So no time is lost, and what is shown
 * lies at most half a bin (an eighth of a pixel) from where it was.
 *
 * All lanes together, as coarsely as a picture of the whole run needs, are a few thousand bins: they are added up once, or come with the
 * trace, and all tiles of such bins and wider ones are made of these.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-lane-store.h"

G_BEGIN_DECLS

typedef struct _ScopeLaneSum ScopeLaneSum;

/* One lane that goes into a row: most rows have one, sums several. */
typedef struct
{
  ScopeLaneStore *store;
  guint32 lane;
  gint64 offset;     /* trace time = own time + offset */
  ScopeLaneSum *sum; /* instead of a lane; NULL: none */
} ScopeLaneSource;

/* Of lanes that nothing is added to any more, of one kind, at least one; copies the list, and borrows the stores. */
ScopeLaneSum *scope_lane_sum_new (const ScopeLaneSource *lanes, guint n);
void scope_lane_sum_free (ScopeLaneSum *sum);
/* TRUE if it is of exactly these. */
gboolean scope_lane_sum_is_of (const ScopeLaneSum *sum, const ScopeLaneSource *lanes, guint n);
guint scope_lane_sum_n_lanes (const ScopeLaneSum *sum);
const ScopeLaneSource *scope_lane_sum_lanes (const ScopeLaneSum *sum);
/* All of it at a level of about SCOPE_COARSE_BINS bins. */
#define SCOPE_COARSE_BINS 16384u

typedef struct
{
  gint64 base;   /* number of the first bin, from trace time 0 on; there is nothing outside of them */
  guint level, n;
  gint64 *bins[SCOPE_N_STATES]; /* n each; NULL: the state does not occur */
} ScopeLaneCoarse;

/* An empty one for lanes that live in [first, last] of trace time. */
ScopeLaneCoarse *scope_lane_coarse_new (gint64 first, gint64 last);
void scope_lane_coarse_free (ScopeLaneCoarse *coarse);
/* When a lane lives, in trace time, as far as it can be told. FALSE: it never did. */
gboolean scope_lane_source_life (const ScopeLaneSource *lane, gint64 *ret_first, gint64 *ret_last);
/* Adds one. FALSE with error: it cannot be read. */
gboolean scope_lane_coarse_add (ScopeLaneCoarse *coarse, const ScopeLaneSource *lane, GError **error);
/* Adds it up, if nobody has: that looks at all the lanes. Borrowed; NULL with error: they cannot be read. Any thread. */
const ScopeLaneCoarse *scope_lane_sum_coarse (ScopeLaneSum *sum, GError **error);
/* Gives it away: nobody else has the sum. NULL: nobody has added it up. */
ScopeLaneCoarse *scope_lane_sum_steal_coarse (ScopeLaneSum *sum);
/* It comes with the trace: takes it; once, before anybody reads. */
void scope_lane_sum_take_coarse (ScopeLaneSum *sum, ScopeLaneCoarse *coarse);

/* As scope_lane_store_read_tile(), always dense; any thread. */
ScopeTile *scope_lane_sum_read_tile (ScopeLaneSum *sum, guint level, gint64 index, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneSum, scope_lane_sum_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneCoarse, scope_lane_coarse_free)

G_END_DECLS
