/* scope-difference-rows.h: which rows of a timeline have a difference: those that it shows and that have a partner.
 *
 * Made from the rows of this run's view as they are; made anew when they change. A row of the machine, processor, process or
 * thread whose lane is paired; of all threads of a paired machine; the activity of both runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-pairing.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef struct
{
  guint row;      /* of the run's lane list */
  char *key;      /* of that row */
  char *title;
  ScopeRowKind kind; /* STATES, COUNTS or ACTIVITY */
  ScopeLaneId run, baseline; /* not of ACTIVITY */
  guint8 depth, band;
  double y, height, bar_y, bar_height; /* set by scope_difference_rows_layout() */
} ScopeDifferenceRow;

typedef struct
{
  ScopeTrace *baseline, *run;
  ScopeView *run_view, *baseline_view;
  GArray *rows;     /* ScopeDifferenceRow */
  guint n_alone;    /* rows of lanes that have no partner */
  double height;    /* of all, as laid out */
} ScopeDifferenceRows;

/* The views are held. `pairing` NULL: the activity only. Free with scope_difference_rows_free(). */
ScopeDifferenceRows *scope_difference_rows_new (ScopeView *run, ScopeView *baseline, ScopePairing *pairing);
void scope_difference_rows_free (ScopeDifferenceRows *rows);
guint scope_difference_rows_n (const ScopeDifferenceRows *rows);
const ScopeDifferenceRow *scope_difference_rows_get (const ScopeDifferenceRows *rows, guint i);
/* The row of a lane of this run, or SCOPE_NONE. */
guint scope_difference_rows_find (const ScopeDifferenceRows *rows, ScopeLaneId run);
/* The largest of a few heights (44, 28, 18, 14) with which all fit into `available`, or lane_height if that is not 0.
 * Returns the height of all. */
double scope_difference_rows_layout (ScopeDifferenceRows *rows, double available, double lane_height);
/* Row at y as laid out, or SCOPE_NONE. */
guint scope_difference_rows_at (const ScopeDifferenceRows *rows, double y);
/* The lanes to add up on either side; free with g_free(). */
ScopeLaneSource *scope_difference_row_sources (const ScopeDifferenceRows *rows, const ScopeDifferenceRow *row,
                                               gboolean of_baseline, guint *ret_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDifferenceRows, scope_difference_rows_free)

G_END_DECLS
