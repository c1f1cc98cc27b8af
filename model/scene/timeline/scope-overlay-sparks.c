/* scope-overlay-sparks.c: the pool of sparks and what became of them, by the events of each.
 *
 * Where there are few events in view they are taken one by one; else from the counts that stand between some hundred of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-private.h"
#include "model/trace/statistics/scope-spark-counts.h"

#include <math.h>
#include <string.h>

typedef struct
{
  GArray *counts; /* of ScopeSparkCounts: only the first, of all processors */
  double x;       /* where they hold from */
} Sparks;

/* At a time of the machine's own clock. */
static void
add_pool (ScopeOverlayReader *reader, ScopeMachine *machine, const Sparks *sparks, gint64 time)
{
  gboolean wanted = (reader->request->parts & SCOPE_OVERLAY_SPARKS) != 0;
  gboolean lost = wanted && scope_overlay_pass_lost (reader, machine, time, SCOPE_COUNTER_SPARKS_REMAINING) != NULL;
  double n = (double) MAX (scope_spark_counts_remaining (&g_array_index (sparks->counts, ScopeSparkCounts, 0)), 0);
  ScopeCounterPoint point = { machine->index, SCOPE_COUNTER_SPARKS_REMAINING, (float) floor (sparks->x), n, n, n };

  if (wanted && !lost)
    g_array_append_val (reader->overlay->counters, point);
}

static guint
counter_of (guint column)
{
  return SCOPE_COUNTER_SPARKS_CREATED + (column - SCOPE_SPARKS_CREATED);
}

static double
place (const ScopeOverlayReader *reader, gint64 time, gint64 offset)
{
  return scope_viewport_time_to_x (&reader->request->viewport, time + offset);
}

static void
on_event (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  Sparks *sparks = reader->data;
  guint column = scope_sparks_column (row[SCOPE_INSTANT_KIND]);

  if (column == 0)
    return;
  sparks->x = place (reader, row[SCOPE_INSTANT_TIME], offset);
  scope_spark_counts_add (sparks->counts, row);
  add_pool (reader, machine, sparks, row[SCOPE_INSTANT_TIME]);
  if (reader->request->parts & SCOPE_OVERLAY_RATES)
    scope_overlay_add_growth (reader, counter_of (column), sparks->x, sparks->x, 1);
}

static void
on_counts (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  Sparks *sparks = reader->data;
  ScopeSparkCounts *counts = &g_array_index (sparks->counts, ScopeSparkCounts, 0);
  double x = place (reader, row[SCOPE_SPARKS_TIME], offset);

  if (row[SCOPE_SPARKS_PROCESSOR] != SCOPE_TABLE_NULL)
    return;
  for (guint c = SCOPE_SPARKS_CREATED; c < SCOPE_SPARKS_N_COLUMNS && (reader->request->parts & SCOPE_OVERLAY_RATES); c++)
    scope_overlay_add_growth (reader, counter_of (c), sparks->x, x, (double) (row[c] - counts->n[c]));
  memcpy (counts->n, row, sizeof counts->n);
  sparks->x = x;
  add_pool (reader, machine, sparks, row[SCOPE_SPARKS_TIME]);
}

void
scope_overlay_read_sparks (ScopeOverlayReader *reader, ScopeMachine *machine, guint budget)
{
  gint64 from = scope_overlay_own (reader, machine, reader->from), to = scope_overlay_own (reader, machine, reader->to + 1);
  g_autoptr (GArray) counts = scope_spark_counts_read (machine, from, reader->cancellable, NULL);
  Sparks sparks = { counts, -1 };
  gpointer data = reader->data;

  if (counts == NULL)
    return;
  g_array_set_size (counts, 1);
  reader->n_lost = 0;
  add_pool (reader, machine, &sparks, from);
  sparks.x = 0;
  reader->data = &sparks;
  if (scope_table_estimate (machine->tables[SCOPE_TABLE_INSTANTS], from, to) <= budget)
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_INSTANTS, reader->from, reader->to + 1, budget, 1, on_event);
  else
    scope_overlay_read_table (reader, machine, SCOPE_TABLE_SPARKS, reader->from, reader->to + 1, budget, 1, on_counts);
  reader->data = data;
  if (reader->request->parts & SCOPE_OVERLAY_SPARKS)
    scope_overlay_pass_lost (reader, machine, to, SCOPE_COUNTER_SPARKS_REMAINING);
}
