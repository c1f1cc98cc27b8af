/* scope-gem5-notify.c: what is told of a log of gem5's besides its events: damages, counts, clocks, a line as text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "model/base/scope-entity.h"

#include <string.h>

gint64
scope_gem5_latest (const ScopeGem5 *self)
{
  gint64 time = scope_gem5_order_latest (self->order);

  return time == SCOPE_TIME_MIN ? 0 : time;
}

void
scope_gem5_notify_clock (ScopeGem5 *self, guint32 core)
{
  ScopeSimClockSource source;
  guint32 period = scope_gem5_clock_get (self->clock, core, &source);
  ScopeGem5CorePart part = scope_gem5_parts_get_core (self->facts.parts, core);

  if (period > 0)
    scope_gem5_define (&self->facts, SCOPE_SIM_CLOCK, part.number, period, source, "", 0);
}

/* --- the end --- */

static void
notify_info (ScopeGem5 *self, const char *key, guint64 n)
{
  g_autofree char *text = g_strdup_printf ("%s=%" G_GUINT64_FORMAT, key, n);

  if (n > 0)
    scope_gem5_define (&self->facts, SCOPE_SIM_INFO, SCOPE_NO_PROCESSOR, 0, 0, text, strlen (text));
}

static void
notify_kind (ScopeGem5 *self, ScopeGem5LineKind kind, const char *one, const char *many)
{
  const ScopeGem5Count *count = &self->counts[kind];

  if (count->n > 0)
    scope_decoder_damage (&self->base, count->time, count->first, count->bytes,
            count->n == 1 ? g_strdup (one) : g_strdup_printf (many, (unsigned long long) count->n));
}

static void
notify_late (ScopeGem5 *self)
{
  guint64 place, n;
  gint64 time, by;

  n = scope_gem5_order_n_late (self->order, &place, &time, &by);
  if (n > 0)
    scope_decoder_damage (&self->base, time, place, 0,
            g_strdup_printf (
                             "%" G_GUINT64_FORMAT " lines are out of order, up to %.3f µs from their place; they stay where they are",
                             n, (double) by / 1e6));
}

static void
notify_missing (ScopeGem5 *self)
{
  const ScopeGem5Count *missing = scope_gem5_numbers_missing (self->numbers);

  notify_info (self, "lines.missing", missing->n);
  if (missing->n > 0)
    scope_decoder_damage (&self->base, missing->time, missing->first, 0,
                       missing->n == 1 ? g_strdup ("an instruction is missing, as the numbers of the others (CPSeq) "
                                                   "show")
                                       : g_strdup_printf (
                                                          "%" G_GUINT64_FORMAT " instructions are missing, as the numbers of the others (CPSeq) show; the first belongs here",
                                                          missing->n));
}

void
scope_gem5_notify_end (ScopeGem5 *self)
{
  const ScopeGem5Count *counts = self->counts;

  self->told_end = TRUE;
  for (guint32 i = 0; i < self->facts.n_cores && !self->facts.bare; i++)
    scope_gem5_notify_clock (self, i);
  notify_info (self, "lines", self->n_lines);
  notify_info (self, "lines.other_flags", counts[SCOPE_GEM5_LINE_OTHER].n);
  notify_info (self, "lines.simulator", counts[SCOPE_GEM5_LINE_MESSAGE].n);
  notify_info (self, "lines.output", counts[SCOPE_GEM5_LINE_OUTPUT].n);
  notify_info (self, "lines.blank", counts[SCOPE_GEM5_LINE_BLANK].n);
  notify_info (self, "lines.glued", counts[SCOPE_GEM5_LINE_GLUED].n);
  notify_info (self, "lines.cut", counts[SCOPE_GEM5_LINE_CUT].n);
  notify_info (self, "lines.binary", counts[SCOPE_GEM5_LINE_BINARY].n);
  notify_info (self, "lines.too_long", counts[SCOPE_GEM5_LINE_LONG].n);
  notify_kind (self, SCOPE_GEM5_LINE_CUT, "a line breaks off", "%llu lines break off; the first is here");
  notify_kind (self, SCOPE_GEM5_LINE_BINARY, "bytes that are no text", "%llu lines have bytes that are not text; the "
                                                                       "first is here");
  notify_kind (self, SCOPE_GEM5_LINE_LONG, "a line is too long to be read", "%llu lines are too long to be read; the "
                                                                            "first is here");
  if (self->unended > 0) /* what is behind it is not known, even if what is there can be read */
    scope_decoder_damage (&self->base, scope_gem5_latest (self), self->unended_at, self->unended, g_strdup ("the log ends inside a line"));
  notify_missing (self);
  notify_late (self);
  if (self->facts.full)
    scope_decoder_damage (&self->base, scope_gem5_latest (self), 0, 0, g_strdup ("the trace names more functions, cores or caches than are kept"));
  self->base.facts.complete = self->base.damages->len == 0;
}

/* --- a line, for people --- */

static char *
detail_of (const char *line, gsize n)
{
  ScopeSimEnvelope envelope;

  while (n > 0 && g_ascii_isspace (line[n - 1]))
    n--;
  if (scope_sim_envelope (line, n, &envelope))
    {
      n -= (gsize) (envelope.name - line);
      line = envelope.name;
    }

  return g_utf8_make_valid (line, (gssize) n);
}

char *
scope_gem5_detail (ScopeSource *source, guint64 offset)
{
  static const gsize rooms[] = { 1024, SCOPE_GEM5_LINE + 1 };
  g_autofree char *bytes = NULL;

  if (!scope_source_is_seekable (source))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      const char *end;
      gssize n;

      bytes = g_realloc (bytes, rooms[i]);
      n = scope_source_pread (source, bytes, rooms[i], offset, NULL);
      if (n <= 0)
        return NULL;
      end = memchr (bytes, '\n', (gsize) n);
      if (end != NULL || (gsize) n < rooms[i] || i + 1 == G_N_ELEMENTS (rooms))
        return detail_of (bytes, end != NULL ? (gsize) (end - bytes) : (gsize) n);
    }

  return NULL;
}
