/* scope-cluster-messages.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cluster/scope-cluster-messages.h"

#include "io/import/scope-matcher.h"
#include "model/base/scope-compare.h"

G_STATIC_ASSERT ((int) SCOPE_ARRIVAL_N_COLUMNS <= (int) SCOPE_MESSAGE_N_COLUMNS);

/* An end on its way. */
typedef struct
{
  gint64 order; /* the greatest trace time in its stream so far: streams are merged by that */
  guint64 position;
  guint32 stream; /* 2 × machine, + 1: received */
  ScopeSpooledEnd end;
} End;

typedef struct
{
  ScopeFleet *fleet;
  ScopeExchange *exchange;
  const ScopePartPlan *plan;
  ScopeTrace *trace;
  GCancellable *cancellable;
  ScopeMatcher *matcher;
  ScopeSorter *ends;
  ScopeSorter *told; /* ends that tell names, in their streams' order; NULL: there is one machine */
  ScopeSorter *rows;
  ScopeExchangeSender *sender;
  const End *at;     /* that is matched */
} Match;

SCOPE_COMPARE_BY_WITH_DATA (compare_ends, End, SCOPE_UP (order) SCOPE_UP (stream) SCOPE_UP (position))
/* All that were sent, machine by machine, then all that were received. */
SCOPE_COMPARE_BY_WITH_DATA (compare_told, End, SCOPE_UP (stream & 1) SCOPE_UP (stream) SCOPE_UP (position))
SCOPE_COMPARE_BY_WITH_DATA (compare_rows, ScopeClusterRow, SCOPE_UP (machine) SCOPE_UP (order) SCOPE_UP (stream) SCOPE_UP (position))

static ScopeEndAt
at_of (const End *end)
{
  return (ScopeEndAt) { end->stream / 2, (end->stream & 1) != 0, &end->end };
}

/* --- to who has the channel --- */

static void
take_end (gpointer data, guint from, gconstpointer record)
{
  Match *self = data;
  const End *end = record;

  scope_sorter_add (self->ends, end);
  if (self->told != NULL && scope_end_is_blind (&end->end))
    scope_sorter_add (self->told, end);
}

/* The part's numbers of nodes → the fleet's; what found no room in either list is one more. */
static guint32 *
map_nodes (const Match *self, const GPtrArray *own)
{
  guint32 *map = g_new0 (guint32, own->len + 2u);

  for (guint i = 0; i < own->len; i++)
    map[i + 1] = scope_fleet_find_node (self->fleet, own->pdata[i]) + 1;
  map[own->len + 1] = self->fleet->nodes->len + 1;
  return map;
}

/* Those of one machine of the part. FALSE with error. */
static gboolean
send_machine (Match *self, ScopePartNotes *notes, guint32 machine, const guint32 *nodes, guint n_nodes, GError **error)
{
  gint64 offset = scope_trace_machine (self->trace, machine)->offset;
  ScopePartFacts facts;
  gboolean received, ok = scope_part_notes_next (notes, &facts);
  End end = { .order = G_MININT64, .stream = 2 * machine };

  g_free (facts.fault);
  for (guint64 i = 0; ok && i < facts.n_sends + facts.n_receives; i++)
    {
      ScopeEndAt at;

      if ((i & 0xffff) == 0xffff && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      ok = scope_part_notes_next_end (notes, &end.end, &received);
      if (i == facts.n_sends)
        end = (End) { .order = G_MININT64, .stream = 2 * machine + 1, .end = end.end };
      if (scope_end_is_blind (&end.end))
        end.end.other_machine = nodes[MIN (end.end.other_machine, n_nodes + 1)];
      end.order = MAX (end.order, end.end.time + offset);
      at = at_of (&end);
      if (ok)
        scope_exchange_send (self->sender, scope_matcher_share (self->matcher, &at, self->fleet->process_of, self->exchange->n), &end);
      end.position++;
    }
  return ok || scope_fail (error, G_IO_ERROR_INVALID_DATA, "the ends of messages of machine %u are damaged", machine);
}

static gboolean
send_part (Match *self, const ScopeImportPart *part, GError **error)
{
  g_autofree char *path = scope_part_notes_path (part->path);
  g_autoptr (ScopePartNotes) notes = scope_part_notes_open (path, part->digest, part->n, error);
  const GPtrArray *nodes = notes != NULL ? scope_part_notes_nodes (notes) : NULL;
  g_autofree guint32 *map = notes != NULL ? map_nodes (self, nodes) : NULL;

  for (guint i = 0; notes != NULL && i < part->n; i++)
    if (!send_machine (self, notes, part->first + i, map, nodes->len, error))
      return FALSE;
  return notes != NULL;
}

/* All processes have sent theirs, whether that went well or not. */
static gboolean
send_ends (Match *self, GError **error)
{
  const ScopeExchangeTaker taker = { sizeof (End), take_end, self };
  gboolean ok = TRUE;

  self->sender = scope_exchange_begin (self->exchange, &taker);
  for (guint i = 0; ok && i < self->plan->n; i++)
    if (self->plan->task_of[i] == self->exchange->rank)
      ok = send_part (self, &self->plan->parts[i], error);
  scope_exchange_end (self->sender);

  return ok;
}

/* --- matching --- */

/* Each end in order: TRUE if all were seen. */
static gboolean
for_each (Match *self, ScopeSorter *ends, void (*func) (ScopeMatcher *matcher, const ScopeEndAt *at), GError **error)
{
  GError *reason = NULL;
  guint64 done = 0;

  if (!scope_sorter_rewind (ends, error))
    return FALSE;
  while ((self->at = scope_sorter_next (ends, &reason)) != NULL)
    {
      ScopeEndAt at = at_of (self->at);

      if ((++done & 0xffff) == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      func (self->matcher, &at);
    }
  return reason == NULL || scope_passed (reason, error);
}

static void
put_row (gpointer data, guint32 machine, ScopeTableKind kind, const gint64 *values, gint64 until)
{
  Match *self = data;
  ScopeClusterRow row = { self->at->order, self->at->position, self->at->stream, machine, kind, until, { 0 } };

  memcpy (row.values, values, scope_table_schema (kind)->n_columns * sizeof *values);
  scope_exchange_send (self->sender, self->fleet->process_of[machine], &row);
}

static void
take_row (gpointer data, guint from, gconstpointer record)
{
  scope_sorter_add (((Match *) data)->rows, record);
}

static gboolean
match (Match *self, GError **error)
{
  const ScopeExchangeTaker taker = { sizeof (ScopeClusterRow), take_row, self };
  gboolean ok = (self->told == NULL || for_each (self, self->told, scope_matcher_learn, error))
                && for_each (self, self->ends, scope_matcher_count, error);

  self->sender = scope_exchange_begin (self->exchange, &taker);
  ok = ok && for_each (self, self->ends, scope_matcher_match, error);
  scope_exchange_end (self->sender);

  return ok;
}

/* What all have found out, and what machines have told. */
static void
add_counts (Match *self, ScopeMessageCounts *ret_counts)
{
  const ScopeMessageCounts *own = scope_matcher_counts (self->matcher), *told = &self->fleet->told;
  guint64 found[] = { own->unmatched, own->received_before_sent, own->unrecorded_receipts };

  scope_exchange_add_up (self->exchange, found, G_N_ELEMENTS (found));
  *ret_counts = (ScopeMessageCounts) { told->sent, told->received, told->unmatched + found[0], found[1], found[2] };
}

ScopeSorter *
scope_cluster_match (ScopeFleet *fleet, ScopeExchange *exchange, const ScopePartPlan *plan, ScopeTrace *trace, GCancellable *cancellable,
                     ScopeMessageCounts *ret_counts, GError **error)
{
  g_autoptr (ScopeSorter) rows = scope_sorter_new (sizeof (ScopeClusterRow), compare_rows), ends = scope_sorter_new (sizeof (End), compare_ends),
                          told = scope_trace_n_machines (trace) > 1 ? scope_sorter_new (sizeof (End), compare_told) : NULL;
  Match self = { fleet, exchange, plan, trace, cancellable, NULL, ends, told, rows, NULL, NULL };
  g_autoptr (ScopeMatcher) matcher = scope_matcher_new (trace, fleet->nodes, put_row, &self);
  gboolean ok;

  self.matcher = matcher;
  ok = scope_exchange_all (exchange, send_ends (&self, error)) && scope_exchange_all (exchange, match (&self, error));
  if (!ok)
    return NULL;
  add_counts (&self, ret_counts);
  if (!scope_exchange_all (exchange, scope_sorter_rewind (rows, error)))
    return NULL;
  return g_steal_pointer (&rows);
}
