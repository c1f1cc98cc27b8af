/* scope-exact-columns.h: time per state of one lane between edges that are wherever they are, exact to the tick: for figures that are
 * compared or added up, not only drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-lane-store.h"

G_BEGIN_DECLS

/* Ticks in each state in columns [edges[c], edges[c + 1]), own clock; n columns, n + 1 ascending edges; of counts lanes ticks × lanes.
 * FALSE with error. Reads the index: not on the main thread. */
gboolean scope_exact_columns_read (ScopeLaneStore *store, guint32 lane, const gint64 *edges, guint n,
                                   gint64 (*columns)[SCOPE_N_STATES], GError **error);

G_END_DECLS
