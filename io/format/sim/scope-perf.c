/* scope-perf.c: what `perf script` prints of branches (Intel PT): a decoder of its lines (scope-perf-line.h).
 *
 * Times count from the first branch, in ps: perf's count from when the machine was switched on. Threads are told with their names when
 * they are met first. Where the trace could not be decoded a thread's trace ends, and begins again with "tr strt".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"
#include "io/format/sim/scope-perf-line.h"

#include <string.h>

#define MOST_THREADS (256u * 1024u)
#define MOST_SECONDS 36000u /* from the first: what the rows of lanes hold, in ps */

typedef struct
{
  ScopeSimDecoder form;
  gboolean has_base;
  guint64 base;        /* seconds … */
  guint64 base_ps;     /* … and ps behind them of time 0 */
  GHashTable *threads; /* tid → gint64 *: its last time */
  GHashTable *cpus;    /* that were told */
} Perf;

static gboolean
get_time (Perf *self, const ScopePerfLine *line, gint64 *ret_time)
{
  if (!self->has_base)
    {
      self->has_base = TRUE;
      self->base = line->seconds;
      self->base_ps = line->ps;
      scope_sim_decoder_info (&self->form, "source=perf script");
      scope_sim_decoder_info (&self->form, "start=%" G_GUINT64_FORMAT ".%012" G_GUINT64_FORMAT " s since the machine was switched on", line->seconds,
                              line->ps);
    }
  if (line->seconds > self->base + MOST_SECONDS || line->seconds + MOST_SECONDS < self->base)
    return FALSE;
  *ret_time = ((gint64) line->seconds - (gint64) self->base) * G_GINT64_CONSTANT (1000000000000) + (gint64) line->ps
              - (gint64) self->base_ps;

  return TRUE;
}

/* FALSE: its thread was later already. */
static gboolean
meet_thread (Perf *self, const ScopePerfLine *line, gint64 time)
{
  gpointer key = GUINT_TO_POINTER (line->tid);
  gint64 *last = g_hash_table_lookup (self->threads, key);

  if (last == NULL && g_hash_table_size (self->threads) < MOST_THREADS)
    {
      last = g_new (gint64, 1);
      *last = time;
      g_hash_table_insert (self->threads, key, last);
      scope_sim_decoder_define (&self->form, SCOPE_SIM_THREAD, SCOPE_NO_PROCESSOR, line->tid, line->pid, line->comm != NULL ? line->comm : "",
                                (gssize) MIN (line->comm_n, 64));
    }
  if (last == NULL || time < *last)
    return last == NULL;
  *last = time;

  return TRUE;
}

static guint16
meet_cpu (Perf *self, gint32 cpu)
{
  char name[24];

  if (cpu < 0 || cpu >= (gint32) SCOPE_SIM_DECODER_MOST_CORES)
    return SCOPE_NO_PROCESSOR;
  if (!self->form.bare && g_hash_table_add (self->cpus, GINT_TO_POINTER (cpu)))
    {
      self->form.base.facts.n_processors = MAX (self->form.base.facts.n_processors, (guint) cpu + 1);
      g_snprintf (name, sizeof name, "cpu %d", cpu);
      scope_sim_decoder_define (&self->form, SCOPE_SIM_CORE, (guint) cpu, 0, 0, name, -1);
    }

  return (guint16) cpu;
}

static void
set_branch (Perf *self, const ScopePerfLine *line, ScopeSimBranch *branch)
{
  branch->kind = line->kind;
  branch->cause = line->cause;
  branch->from_pc = line->from.pc;
  branch->to_pc = line->to.pc;
  branch->from = line->from.symbol != NULL ? scope_sim_decoder_text (&self->form, line->from.symbol, line->from.symbol_n) : 0;
  branch->to = line->to.symbol != NULL ? scope_sim_decoder_text (&self->form, line->to.symbol, line->to.symbol_n) : 0;
  branch->from_offset = line->from.offset;
  branch->to_offset = line->to.offset;
  branch->pid = line->pid;
  branch->tid = line->tid;
  branch->kernel = line->to.pc != 0 ? line->to.kernel : line->from.kernel;
}

static const char *
read_branch (Perf *self, const ScopePerfLine *line)
{
  guint64 here = scope_sim_decoder_here (&self->form);
  ScopeSimDecoderItem item = { .event = { .type = SCOPE_SIM_BRANCH, .offset = here }, .origin = here, .has_payload = TRUE };

  if (!get_time (self, line, &item.event.time))
    return "a time that is far from the others";
  item.event.processor = meet_cpu (self, line->cpu);
  if (!meet_thread (self, line, item.event.time))
    return "a branch before the one before it of its thread";
  set_branch (self, line, &item.payload.branch);
  scope_sim_decoder_pass (&self->form, item.event.time);
  scope_sim_decoder_add (&self->form, &item);

  return NULL;
}

static const char *
perf_line (ScopeSimDecoder *form, const char *text, gsize n, gboolean whole)
{
  Perf *self = (Perf *) form;
  ScopePerfLine line;

  switch (scope_perf_line_read (text, n, &line))
    {
    case SCOPE_PERF_BAD:
      return "a line that perf script does not write";
    case SCOPE_PERF_BRANCH:
      /* a name may have been cut off with the line's end */
      return whole ? read_branch (self, &line) : "the log ends inside a line";
    case SCOPE_PERF_ERROR:
      {
        g_autofree char *reason = g_strdup_printf ("perf could not decode the trace of thread %u: %.*s", line.tid,
                                                   (int) MIN (line.why_n, 200), line.why);
        g_autofree char *valid = g_utf8_make_valid (reason, -1);

        scope_sim_decoder_damage (form, scope_sim_decoder_here (form), n, valid);
        return read_branch (self, &line);
      }
    default:
      return NULL;
    }
}

static void
perf_reset (ScopeSimDecoder *form)
{
  Perf *self = (Perf *) form;

  g_clear_pointer (&self->threads, g_hash_table_unref);
  self->threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (self->cpus == NULL)
    self->cpus = g_hash_table_new (NULL, NULL);
}

static void
perf_store (ScopeSimDecoder *form, guint64 origin, guint64 *words)
{
  Perf *self = (Perf *) form;

  words[0] = self->has_base;
  words[1] = self->base;
  words[2] = self->base_ps;
}

static void
perf_restore (ScopeSimDecoder *form, const guint64 *words)
{
  Perf *self = (Perf *) form;

  self->has_base = words[0] != 0;
  self->base = words[1];
  self->base_ps = words[2];
}

static void
perf_clear (ScopeSimDecoder *form)
{
  Perf *self = (Perf *) form;

  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->cpus);
}

static void
append_place (GString *out, const char *name, const ScopePerfPlace *place)
{
  if (place->pc == 0 && place->symbol == NULL)
    return;
  g_string_append_printf (out, " %s=", name);
  if (place->symbol == NULL)
    g_string_append_printf (out, "0x%" G_GINT64_MODIFIER "x", place->pc);
  else
    g_string_append_len (out, place->symbol, (gssize) place->symbol_n);
  if (place->symbol != NULL && place->offset > 0)
    g_string_append_printf (out, "+0x%x", place->offset);
}

static char *
perf_detail (const char *bytes, gsize n)
{
  const char *end = memchr (bytes, '\n', n);
  g_autoptr (GString) out = NULL;
  ScopePerfLine line;
  ScopePerfWhat what = scope_perf_line_read (bytes, end != NULL ? (gsize) (end - bytes) : n, &line);

  if (what != SCOPE_PERF_BRANCH && what != SCOPE_PERF_ERROR)
    return NULL;
  out = g_string_new (scope_perf_kind_name (line.kind));
  if (line.cause != line.kind)
    g_string_append_printf (out, " (%s)", scope_perf_kind_name (line.cause));
  g_string_append_printf (out, " pid=%u tid=%u", line.pid, line.tid);
  if (what == SCOPE_PERF_ERROR)
    g_string_append_printf (out, " %.*s", (int) line.why_n, line.why);
  append_place (out, "from", &line.from);
  append_place (out, "to", &line.to);

  return g_utf8_make_valid (out->str, (gssize) out->len);
}

const ScopeSimDecoderClass scope_perf_class = { .line = perf_line,
                                                .detail = perf_detail,
                                                .reset = perf_reset,
                                                .clear = perf_clear,
                                                .size = sizeof (Perf),
                                                .n_words = 3,
                                                .store = perf_store,
                                                .restore = perf_restore };
