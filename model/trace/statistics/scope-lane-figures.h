/* scope-lane-figures.h: how often and how long one lane was in each of its states, by reason; its collections.
 *
 * Out of the tallies in the index, but a long lane may still have many nodes, and collections are gone through one by
 * one: off the main thread, cancellable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeLaneId lane;
  /* By ScopeCode, over its whole life; machines with several processors: of all of them together. */
  guint64 n[SCOPE_N_CODES];
  gint64 time[SCOPE_N_CODES];
  gint64 longest[SCOPE_N_CODES];
  gint64 totals[SCOPE_N_STATES];
  /* Machines: its collections; processors: those it led. */
  guint64 collections;
  gint64 collecting, longest_collection;
} ScopeLaneFigures;

/* On a thread; scope_task_answer() gives a ScopeLaneFigures that is freed with g_free(), NULL with error. */
void scope_lane_figures_read_async (ScopeTrace *trace, ScopeLaneId lane, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
