/* scope-erlang-marks.c: where a reading of Erlang's records stands, so that it, or another one, can go on from there: the place of the
 * first record that was not handed out, and what is known of clocks and threads by then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include <string.h>

/* Words of a mark: from where to read, what of it was handed out already, and how times are counted. */
enum
{
  MARK_PLACE,
  MARK_TIME,
  MARK_OFFSET,
  MARK_HAS_BASE,
  MARK_ORDER,
  MARK_SCHEDULERS,
  MARK_BASES,
  MARK_UNIT = MARK_BASES + SCOPE_ERL_CLOCK_NONE,
  MARK_ENDLESS,
  MARK_N_THREADS,
  MARK_WORDS /* then the threads */
};

void
scope_erlang_seek (ScopeDecoder *decoder, const guint64 *mark)
{
  ScopeErlang *self = (ScopeErlang *) decoder;
  gsize depth = __atomic_load_n (&self->map->depth, __ATOMIC_RELAXED);

  self->place = mark[MARK_PLACE];
  self->pos = self->fill = 0;
  self->border = scope_source_part_end (self->source, self->place);
  self->at_end = self->ended = FALSE;
  self->skip = 0;
  self->passed_time = self->given_time = (gint64) mark[MARK_TIME];
  self->passed_offset = self->given_offset = mark[MARK_OFFSET];
  self->facts.latest = self->passed_time;
  self->facts.has_base = (guint8) mark[MARK_HAS_BASE];
  self->facts.order = (guint8) mark[MARK_ORDER];
  self->facts.schedulers = (guint8) mark[MARK_SCHEDULERS];
  memcpy (self->facts.bases, mark + MARK_BASES, sizeof self->facts.bases);
  scope_probes_set_threads (&self->facts, mark + MARK_WORDS, (guint) mark[MARK_N_THREADS]);
  self->facts.probes.unit = mark[MARK_UNIT];
  self->facts.probes.endless = mark[MARK_ENDLESS];
  self->facts.probes.n_bad = 0;
  scope_event_sorter_free (self->sorter);
  self->sorter = scope_event_sorter_new (MIN (depth + SCOPE_ERLANG_FORK_CHUNK, SCOPE_ERLANG_WINDOW),
                                         SCOPE_ERLANG_FORK_CHUNK);
  if (self->in_order == NULL)
    return;
  self->next_place = mark[MARK_PLACE];
  self->ready = FALSE;
  scope_erlang_stand_at (self, 0);
}

guint64 *
scope_erlang_mark (ScopeDecoder *decoder)
{
  ScopeErlang *self = (ScopeErlang *) decoder;
  const ScopeErlangProbes *probes = &self->facts.probes;
  guint64 *mark = g_new0 (guint64, MARK_WORDS + probes->n_threads);
  gsize depth = scope_event_sorter_depth (self->sorter), known = __atomic_load_n (&self->map->depth, __ATOMIC_RELAXED);

  while (known < depth
         && !__atomic_compare_exchange_n (&self->map->depth, &known, depth, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  mark[MARK_PLACE] = self->in_order != NULL
                       ? self->next_place
                       : MIN (scope_event_sorter_least_offset (self->sorter), scope_erlang_here (self));
  mark[MARK_TIME] = (guint64) self->given_time;
  mark[MARK_OFFSET] = self->given_offset;
  mark[MARK_HAS_BASE] = self->facts.has_base;
  mark[MARK_ORDER] = self->facts.order;
  mark[MARK_SCHEDULERS] = self->facts.schedulers;
  memcpy (mark + MARK_BASES, self->facts.bases, sizeof self->facts.bases);
  mark[MARK_UNIT] = probes->unit;
  mark[MARK_ENDLESS] = probes->endless;
  mark[MARK_N_THREADS] = probes->n_threads;
  if (probes->n_threads > 0)
    memcpy (mark + MARK_WORDS, probes->threads, probes->n_threads * sizeof *mark);

  return mark;
}
