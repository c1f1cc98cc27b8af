/* scope-erlang-checkpoints.c: where a reading of Erlang's records stands, so that it, or another one, can go on from there: the place of the
 * first record that was not handed out, and what is known of clocks and threads by then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

/* Words of a checkpoint: from where to read, what of it was handed out already, and how times are counted. */
enum
{
  CHECKPOINT_PLACE,
  CHECKPOINT_TIME,
  CHECKPOINT_OFFSET,
  CHECKPOINT_HAS_BASE,
  CHECKPOINT_ORDER,
  CHECKPOINT_SCHEDULERS,
  CHECKPOINT_BASES,
  CHECKPOINT_UNIT = CHECKPOINT_BASES + SCOPE_ERL_CLOCK_NONE,
  CHECKPOINT_ENDLESS,
  CHECKPOINT_N_THREADS,
  CHECKPOINT_WORDS /* then the threads */
};

void
scope_erlang_seek (ScopeDecoder *decoder, const guint64 *checkpoint)
{
  ScopeErlang *self = (ScopeErlang *) decoder;
  gsize depth = __atomic_load_n (&self->map->depth, __ATOMIC_RELAXED);

  self->place = checkpoint[CHECKPOINT_PLACE];
  self->pos = self->fill = 0;
  self->border = scope_source_part_end (self->base.source, self->place);
  self->at_end = self->ended = FALSE;
  self->skip = 0;
  self->passed_time = self->given_time = (gint64) checkpoint[CHECKPOINT_TIME];
  self->passed_offset = self->given_offset = checkpoint[CHECKPOINT_OFFSET];
  self->facts.latest = self->passed_time;
  self->facts.has_base = (guint8) checkpoint[CHECKPOINT_HAS_BASE];
  self->facts.order = (guint8) checkpoint[CHECKPOINT_ORDER];
  self->facts.schedulers = (guint8) checkpoint[CHECKPOINT_SCHEDULERS];
  memcpy (self->facts.bases, checkpoint + CHECKPOINT_BASES, sizeof self->facts.bases);
  scope_probes_set_threads (&self->facts, checkpoint + CHECKPOINT_WORDS, (guint) checkpoint[CHECKPOINT_N_THREADS]);
  self->facts.probes.unit = checkpoint[CHECKPOINT_UNIT];
  self->facts.probes.endless = checkpoint[CHECKPOINT_ENDLESS];
  self->facts.probes.n_bad = 0;
  scope_event_sorter_free (self->sorter);
  self->sorter = scope_event_sorter_new (MIN (depth + SCOPE_ERLANG_FORK_CHUNK, SCOPE_ERLANG_WINDOW),
                                         SCOPE_ERLANG_FORK_CHUNK);
  if (self->in_order == NULL)
    return;
  self->next_place = checkpoint[CHECKPOINT_PLACE];
  self->ready = FALSE;
  scope_erlang_stand_at (self, 0);
}

guint64 *
scope_erlang_checkpoint (ScopeDecoder *decoder)
{
  ScopeErlang *self = (ScopeErlang *) decoder;
  const ScopeErlangProbes *probes = &self->facts.probes;
  guint64 *checkpoint = g_new0 (guint64, CHECKPOINT_WORDS + probes->n_threads);
  gsize depth = scope_event_sorter_depth (self->sorter), known = __atomic_load_n (&self->map->depth, __ATOMIC_RELAXED);

  while (known < depth
         && !__atomic_compare_exchange_n (&self->map->depth, &known, depth, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  checkpoint[CHECKPOINT_PLACE] = self->in_order != NULL
                       ? self->next_place
                       : MIN (scope_event_sorter_least_offset (self->sorter), scope_erlang_here (self));
  checkpoint[CHECKPOINT_TIME] = (guint64) self->given_time;
  checkpoint[CHECKPOINT_OFFSET] = self->given_offset;
  checkpoint[CHECKPOINT_HAS_BASE] = self->facts.has_base;
  checkpoint[CHECKPOINT_ORDER] = self->facts.order;
  checkpoint[CHECKPOINT_SCHEDULERS] = self->facts.schedulers;
  memcpy (checkpoint + CHECKPOINT_BASES, self->facts.bases, sizeof self->facts.bases);
  checkpoint[CHECKPOINT_UNIT] = probes->unit;
  checkpoint[CHECKPOINT_ENDLESS] = probes->endless;
  checkpoint[CHECKPOINT_N_THREADS] = probes->n_threads;
  if (probes->n_threads > 0)
    memcpy (checkpoint + CHECKPOINT_WORDS, probes->threads, probes->n_threads * sizeof *checkpoint);

  return checkpoint;
}
