/* scope-index-sums.h: what all machines of a trace do together, in the root of its index: a picture of the whole run then looks at none of
 * them. Kept of traces with many lanes, whose pictures are made of sums (scope_trace_sum_lanes ()).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-hdf5.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

#define SCOPE_N_INDEX_SUMS 2u /* of processors, of threads that are ready */

/* They are read on any thread but that of HDF5, and written and found again there. */
typedef struct
{
  guint n_lanes[SCOPE_N_INDEX_SUMS]; /* 0: there is none */
  ScopeLaneCoarse *coarse[SCOPE_N_INDEX_SUMS];
} ScopeIndexSums;

void scope_index_sums_clear (ScopeIndexSums *sums);
/* Adds them up; what cannot be read is left out. */
void scope_index_sums_make (ScopeIndexSums *sums, ScopeTrace *trace);
/* One that was added up by others; taken, or freed if the file cannot tell it. */
void scope_index_sums_take (ScopeIndexSums *sums, guint i, guint n_lanes, ScopeLaneCoarse *coarse);
gboolean scope_index_sums_put (const ScopeIndexSums *sums, hid_t file);
/* FALSE: they make no sense. */
gboolean scope_index_sums_get (ScopeIndexSums *sums, hid_t file);
/* To the trace that was read, whose machines are there. */
void scope_index_sums_give (ScopeIndexSums *sums, ScopeTrace *trace);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ScopeIndexSums, scope_index_sums_clear)

G_END_DECLS
