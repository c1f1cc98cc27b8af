/* scope-run-figures-private.h: figures of a run on their way into its list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-run-figures.h"

G_BEGIN_DECLS

typedef struct
{
  const ScopeQueryRange *within;
  ScopeKinds kinds;
  gboolean whole;     /* the range holds all of the trace */
  gint64 first, last; /* the range, cut to the trace */
  GArray *run, *kind, *lanes; /* of ScopeRunFigure: of the run, of kinds, of lanes */
  guint64 done, all;  /* lanes, for the progress */
} ScopeFigureReading;

static inline gboolean
scope_figure_reading_wants (const ScopeFigureReading *reading, ScopeKind kind)
{
  return (reading->kinds & 1u << kind) != 0;
}

void scope_figure_reading_add (ScopeFigureReading *reading, ScopeQuantity quantity, gint64 value);
void scope_figure_reading_add_lane (ScopeFigureReading *reading, ScopeLaneId lane, ScopeQuantity quantity, gint64 value);

/* What stands in tables: collections, counters, messages, migrations, wake-ups. */
gboolean scope_figure_reading_tables (ScopeFigureReading *reading, GError **error);
/* What simulated cores did: cycles, instructions, misses. */
gboolean scope_figure_reading_cores (ScopeFigureReading *reading, GError **error);

G_END_DECLS
