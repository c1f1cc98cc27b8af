/* scope-call-charges.c: see scope-call-charges.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/calls/scope-call-charges.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

#define HELD 256u

struct _ScopeCallCharges
{
  ScopeTableCursor seqs, hits;
  gboolean has_seqs, has_hits; /* more may come */
  gint64 processor, from;
  ScopeCallCharge seq;
  gboolean has_seq;
  ScopeCallCharge heap[HELD];  /* of events, the earliest first */
  guint n;
};

ScopeCallCharges *
scope_call_charges_new (ScopeMachine *machine, gint64 processor, gint64 from, gint64 to)
{
  ScopeCallCharges *self = g_new0 (ScopeCallCharges, 1);
  ScopeTable *seqs = machine->tables[SCOPE_TABLE_SEQS], *hits = machine->tables[SCOPE_TABLE_HITS];

  self->processor = processor;
  self->from = from;
  self->has_seqs = seqs != NULL && scope_table_n_rows (seqs) > 0;
  self->has_hits = hits != NULL && scope_table_n_rows (hits) > 0;
  if (self->has_seqs)
    scope_table_cursor_init (&self->seqs, seqs, from, to);
  /* An event that is charged to what began before `to` may be later. */
  if (self->has_hits)
    scope_table_cursor_init (&self->hits, hits, from, SCOPE_TIME_MAX);
  return self;
}

void
scope_call_charges_free (ScopeCallCharges *self)
{
  if (self == NULL)
    return;
  if (self->seqs.table != NULL)
    scope_table_cursor_clear (&self->seqs);
  if (self->hits.table != NULL)
    scope_table_cursor_clear (&self->hits);
  g_free (self);
}

static gboolean
read_seq (ScopeCallCharges *self, GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  GError *local = NULL;

  while (self->has_seqs && !self->has_seq)
    {
      if (!scope_table_cursor_next (&self->seqs, row, &local))
        self->has_seqs = FALSE;
      else if (row[SCOPE_SEQ_PROCESSOR] == self->processor && row[SCOPE_SEQ_TIME] >= self->from)
        {
          self->seq = (ScopeCallCharge) { row[SCOPE_SEQ_TIME], (guint32) CLAMP (row[SCOPE_SEQ_INSTS], 0, G_MAXINT32), SCOPE_N_HITS };
          self->has_seq = TRUE;
        }
    }
  return scope_passed (local, error);
}

/* --- events, a heap of them --- */

static gboolean
is_before (const ScopeCallCharge *x, const ScopeCallCharge *y)
{
  return x->time < y->time;
}

static void
put (ScopeCallCharges *self, ScopeCallCharge charge)
{
  self->heap[self->n] = charge;
  SCOPE_SIFT_UP (self->heap, self->n, is_before);
  self->n++;
}

static ScopeCallCharge
take (ScopeCallCharges *self)
{
  ScopeCallCharge first = self->heap[0];

  self->heap[0] = self->heap[--self->n];
  SCOPE_SIFT_DOWN (self->heap, self->n, 0, is_before);
  return first;
}

static gboolean
read_hits (ScopeCallCharges *self, GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  GError *local = NULL;

  while (self->has_hits && self->n < HELD)
    {
      gint64 time;

      if (!scope_table_cursor_next (&self->hits, row, &local))
        {
          self->has_hits = FALSE;
          break;
        }
      if (row[SCOPE_HIT_PROCESSOR] != self->processor || row[SCOPE_HIT_KIND] < 0 || row[SCOPE_HIT_KIND] >= SCOPE_N_HITS)
        continue;
      time = row[SCOPE_HIT_PC_TIME] != SCOPE_TABLE_NULL                                           ? row[SCOPE_HIT_PC_TIME]
             : row[SCOPE_HIT_KIND] == SCOPE_HIT_MB || row[SCOPE_HIT_KIND] == SCOPE_HIT_LLI ? row[SCOPE_HIT_TIME]
                                                                                                  : row[SCOPE_HIT_TIME] - 1;
      if (time >= self->from)
        put (self, (ScopeCallCharge) { time, 0, (guint8) row[SCOPE_HIT_KIND] });
    }
  return scope_passed (local, error);
}

gboolean
scope_call_charges_next (ScopeCallCharges *self, gint64 time, ScopeCallCharge *ret_charge, GError **error)
{
  if (!read_seq (self, error) || (self->n < HELD / 2 && !read_hits (self, error)))
    return FALSE;
  if (self->n > 0 && self->heap[0].time < time && (!self->has_seq || self->heap[0].time <= self->seq.time))
    {
      *ret_charge = take (self);
      return TRUE;
    }
  if (!self->has_seq || self->seq.time >= time)
    return FALSE;
  *ret_charge = self->seq;
  self->has_seq = FALSE;
  return TRUE;
}
