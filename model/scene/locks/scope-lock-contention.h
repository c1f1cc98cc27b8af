/* scope-lock-contention.h: who waits for whom at locks, and who takes lines from whom: as a matrix of processors, and as a graph.
 *
 * Of locks a row waits for a column, and an edge goes from who waits to who holds. Of lines a row takes from a column, and an edge goes
 * from who takes to whom it takes from; its nodes are functions, those of a processor together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/scene/graph/scope-graph.h"
#include "model/scene/matrix/scope-matrix.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CONTENTION_LOCKS,
  SCOPE_CONTENTION_LINES,
} ScopeContentionTopic;

/* What a cell or an edge can lead to: the one that cost most. Trace time. */
typedef struct
{
  ScopeLaneId lane; /* the processor that waited, or missed */
  gint64 from, to;
  guint64 address;  /* lock or line */
  gboolean has_lane;
} ScopeContentionSpot;

#define SCOPE_CONTENTION_MEASURES 4u
/* Where a graph stops being one: the costliest edges are kept, and that is said. */
#define SCOPE_CONTENTION_MOST_EDGES 400u

/* By topic; labels to be translated. */
extern const ScopeMatrixMeasure scope_contention_measures[2][SCOPE_CONTENTION_MEASURES];

/* Off the main thread. Rows and columns are all processors, with keys machine and number; its sources are ScopeContentionSpot.
 * NULL with error. */
ScopeMatrix *scope_contention_matrix_read (const ScopeQueryRange *within, ScopeContentionTopic topic, GError **error);
/* A cell in words, some lines; of a row or column (-1 for the other) its total. Free with g_free(). */
char *scope_contention_matrix_describe (ScopeMatrix *matrix, ScopeContentionTopic topic, int row, int column);

/* Off the main thread. Nodes' lanes are processors; `ret_spots` (or NULL): ScopeContentionSpot, by the edges' `data`; `ret_summary` (or NULL): "6 functions ·
 * 9 arrows · 152 misses", free with g_free(). Without edges it is empty. NULL with error. */
ScopeGraph *scope_contention_graph_read (const ScopeQueryRange *within, ScopeContentionTopic topic, GArray **ret_spots,
                                         char **ret_summary, GError **error);

G_END_DECLS
