/* scope-far-figures.c: see the header.
 *
 *     question   4, which figures, of what (pairs: by whom, and more by SCOPE_N_PARTIES without messages of the system), from, to
 *     answer     records (scope-far-numbers.h); a load: its facts and numbers; three parts of the time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-far-figures.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/zoom/scope-leb.h"

#include <math.h>

#define MOST_RECORDS (1024u * 1024u)
#define FARTHEST (G_GINT64_CONSTANT (1) << 61)
#define LARGEST 1e18

enum
{
  REASONS,
  ENTITIES,
  PAIRS,
  LOAD,
  UTILISATIONS,
  N_FIGURES
};

static const ScopeFarField reason_fields[] = {
  SCOPE_FAR_FIELD (ScopeReasonRow, kind, SCOPE_N_KINDS - 1),
  SCOPE_FAR_FIELD (ScopeReasonRow, state, SCOPE_N_STATES - 1),
  SCOPE_FAR_FIELD (ScopeReasonRow, code, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, part, 1),
  SCOPE_FAR_FIELD (ScopeReasonRow, share, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.count, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.total, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.least, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.longest, 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.low[0], 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.low[1], 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.low[2], 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.high[0], 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.high[1], 0),
  SCOPE_FAR_FIELD (ScopeReasonRow, figures.high[2], 0),
};

static const ScopeFarField entity_fields[] = {
  SCOPE_FAR_FIELD (ScopeEntityRow, lane.machine, 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, lane.kind, SCOPE_N_KINDS - 1),
  SCOPE_FAR_FIELD (ScopeEntityRow, lane.index, 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, alive, 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[0], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[1], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[2], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[3], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[4], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[5], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[6], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, totals[7], 0),
  SCOPE_FAR_FIELD (ScopeEntityRow, receiving, 0),
};

static const ScopeFarField pair_fields[] = {
  SCOPE_FAR_FIELD (ScopePair, from_machine, 0), SCOPE_FAR_FIELD (ScopePair, to_machine, 0),
  SCOPE_FAR_FIELD (ScopePair, from, 0),         SCOPE_FAR_FIELD (ScopePair, to, 0),
  SCOPE_FAR_FIELD (ScopePair, count, 0),        SCOPE_FAR_FIELD (ScopePair, sent, 0),
  SCOPE_FAR_FIELD (ScopePair, received, 0),     SCOPE_FAR_FIELD (ScopePair, sized, 0),
  SCOPE_FAR_FIELD (ScopePair, size, 0),         SCOPE_FAR_FIELD (ScopePair, timed, 0),
  SCOPE_FAR_FIELD (ScopePair, reversed, 0),     SCOPE_FAR_FIELD (ScopePair, latency, 0),
  SCOPE_FAR_FIELD (ScopePair, latency_max, 0),  SCOPE_FAR_FIELD (ScopePair, latency_min, 0),
};

G_STATIC_ASSERT (SCOPE_N_STATES == 8 && SCOPE_N_BOUNDS == 3);

static const struct
{
  const ScopeFarField *fields;
  guint n_fields, size;
} records[] = { { reason_fields, G_N_ELEMENTS (reason_fields), sizeof (ScopeReasonRow) },
                { entity_fields, G_N_ELEMENTS (entity_fields), sizeof (ScopeEntityRow) },
                { pair_fields, G_N_ELEMENTS (pair_fields), sizeof (ScopePair) } };

static GArray *
compute_records (const ScopeQueryRange *within, guint figures, guint of, GError **error)
{
  return figures == REASONS    ? scope_statistics_reasons (within, error)
         : figures == ENTITIES ? scope_statistics_entities (within, (ScopeKind) of, error)
                               : scope_pairs_read (within, (ScopeParty) of, error);
}

/* --- where it lies --- */

static void
put_load (GByteArray *out, const ScopeLoad *load)
{
  scope_far_put_time (out, load->from);
  scope_far_put_time (out, load->to);
  scope_leb_put (out, load->n);
  scope_leb_put (out, load->processors);
  scope_leb_put (out, (guint64) load->has_tasks | (guint64) load->has_ports << 1 | (guint64) load->has_processors << 2
                          | (guint64) load->by_schedulers << 3);
  for (guint k = 0; k < SCOPE_N_LOADS; k++)
    {
      scope_far_put_double (out, load->mean[k]);
      scope_far_put_double (out, load->most[k]);
      for (guint i = 0; i < load->n; i++)
        scope_far_put_double (out, load->values[k][i]);
    }
}

/* FALSE with error. */
static gboolean
put_figures (GByteArray *out, const ScopeQueryRange *within, guint figures, guint of, GError **error)
{
  g_autoptr (GArray) rows = figures <= PAIRS ? compute_records (within, figures, of, error) : NULL;
  g_autoptr (ScopeLoad) load = figures == LOAD ? scope_load_read (within, NULL, 0, of, error) : NULL;
  ScopeUtilisations parts;

  if (rows != NULL && rows->len > MOST_RECORDS)
    return scope_fail (error, G_IO_ERROR_MESSAGE_TOO_LARGE, "so much at a time is too much");
  if (rows != NULL)
    scope_far_put_records (out, rows, records[figures].fields, records[figures].n_fields);
  if (load != NULL)
    put_load (out, load);
  if (figures != UTILISATIONS)
    return rows != NULL || load != NULL;
  if (!scope_utilisations_read (within, &parts, error))
    return FALSE;
  scope_far_put_double (out, parts.running);
  scope_far_put_double (out, parts.active);
  scope_far_put_double (out, parts.busy);
  return TRUE;
}

/* What there is of such figures. */
static guint
most_of (guint figures)
{
  return figures == ENTITIES ? SCOPE_KIND_THREAD : figures == PAIRS ? 2 * SCOPE_N_PARTIES - 1 : figures == LOAD ? SCOPE_LOAD_MOST_STRETCHES : 0;
}

GBytes *
scope_far_figures_answer (ScopeTrace *trace, ScopeFarReader *in, GCancellable *cancellable, GError **error)
{
  ScopeQueryRange within = { .trace = trace, .cancellable = cancellable };
  g_autoptr (GByteArray) out = g_byte_array_new ();
  ScopeMessageFilter usual;
  guint figures, of;

  if (!scope_far_get_most (in, N_FIGURES - 1, &figures) || !scope_far_get_most (in, most_of (figures), &of) || (figures == LOAD && of == 0)
      || !scope_far_get_time (in, &within.from) || !scope_far_get_time (in, &within.to) || within.from > within.to || in->at != in->end)
    return scope_fail_null (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no question");
  if (figures == PAIRS && of >= SCOPE_N_PARTIES)
    {
      scope_message_filter_init (&usual);
      within.messages = &usual;
      of -= SCOPE_N_PARTIES;
    }
  return put_figures (out, &within, figures, of, error) ? g_byte_array_free_to_bytes (g_steal_pointer (&out)) : NULL;
}

/* --- and here --- */

/* NULL: they are computed here. Without an error, that is; with one they are not to be had. */
static GBytes *
ask (const ScopeQueryRange *within, guint figures, guint of, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GBytes) question = NULL;
  ScopeMachine *machine = scope_trace_n_machines (within->trace) > 0 ? scope_trace_machine (within->trace, 0) : NULL;
  guint number;
  ScopeFarEnd *end = machine != NULL && machine->lanes != NULL ? scope_lane_store_far_end (machine->lanes, &number) : NULL;
  GError *failed = NULL;
  GBytes *answer;

  if (end == NULL || within->lane != NULL || scope_trace_get_clocks (within->trace) != SCOPE_CLOCKS_STARTUP
      || (within->messages != NULL && scope_message_filter_is_narrow (within->messages)))
    return NULL;
  scope_leb_put (out, SCOPE_FAR_FIGURES);
  scope_leb_put (out, figures);
  scope_leb_put (out, figures == PAIRS && within->messages != NULL && !within->messages->system ? of + SCOPE_N_PARTIES : of);
  scope_far_put_time (out, within->from);
  scope_far_put_time (out, within->to);
  question = g_byte_array_free_to_bytes (g_steal_pointer (&out));
  answer = scope_far_end_ask (end, question, within->cancellable, &failed);
  if (answer != NULL)
    return answer;
  if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) || g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    g_error_free (failed);
  else
    g_propagate_error (error, failed);
  return NULL;
}

/* Sums of n such are numbers, too. */
static gboolean
is_amount (gint64 v, guint n)
{
  return v > -(FARTHEST / (n + 1)) && v < FARTHEST / (n + 1);
}

static gboolean
is_lane (ScopeTrace *trace, ScopeLaneId lane)
{
  return lane.machine < scope_trace_n_machines (trace)
         && (lane.kind == SCOPE_KIND_MACHINE ? lane.index == 0
                                             : lane.index < scope_machine_n_entities (scope_trace_machine (trace, lane.machine), lane.kind));
}

static gboolean
is_machine (ScopeTrace *trace, guint32 machine)
{
  return machine == SCOPE_NONE || (machine & SCOPE_MESSAGE_ABSENT_MACHINE) != 0 || machine < scope_trace_n_machines (trace);
}

static gboolean
are_reasons (const GArray *rows)
{
  SCOPE_EACH (const ScopeReasonRow, row, rows)
    {
      const gint64 all[] = { row->figures.total, row->figures.least, row->figures.longest, row->figures.low[0], row->figures.low[1],
                             row->figures.low[2], row->figures.high[0], row->figures.high[1], row->figures.high[2] };

      if ((row->code != SCOPE_NONE && row->code >= SCOPE_N_CODES) || !isfinite (row->share))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        if (!is_amount (all[i], rows->len))
          return FALSE;
    }
  return TRUE;
}

static gboolean
are_entities (ScopeTrace *trace, const GArray *rows, guint kind)
{
  SCOPE_EACH (const ScopeEntityRow, row, rows)
    {
      if (row->lane.kind != kind || !is_lane (trace, row->lane) || !is_amount (row->alive, rows->len) || !is_amount (row->receiving, rows->len))
        return FALSE;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        if (!is_amount (row->totals[s], rows->len))
          return FALSE;
    }
  return TRUE;
}

static gboolean
are_pairs (ScopeTrace *trace, const GArray *rows)
{
  SCOPE_EACH (const ScopePair, pair, rows)
    {
      const guint64 all[] = { pair->count, pair->sent, pair->received, pair->sized, pair->size, pair->timed, pair->reversed };

      if (!is_machine (trace, pair->from_machine) || !is_machine (trace, pair->to_machine) || !is_amount (pair->latency, rows->len)
          || !is_amount (pair->latency_max, rows->len) || !is_amount (pair->latency_min, rows->len))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        if (all[i] >= (guint64) FARTHEST / (rows->len + 1))
          return FALSE;
    }
  return TRUE;
}

/* NULL without an error: what came is nothing. */
static GArray *
read_records (ScopeTrace *trace, GBytes *answer, guint figures, guint of)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, records[figures].size);
  gsize size;
  const guint8 *data = g_bytes_get_data (answer, &size);
  ScopeFarReader in = { data, data + size };

  if (!scope_far_get_records (&in, rows, records[figures].fields, records[figures].n_fields, MOST_RECORDS) || in.at != in.end)
    return NULL;
  if (figures == REASONS ? !are_reasons (rows) : figures == ENTITIES ? !are_entities (trace, rows, of) : !are_pairs (trace, rows))
    return NULL;
  return g_steal_pointer (&rows);
}

static GArray *
figures_records (const ScopeQueryRange *within, guint figures, guint of, GError **error)
{
  GError *failed = NULL;
  g_autoptr (GBytes) answer = ask (within, figures, of, &failed);
  GArray *rows = answer != NULL ? read_records (within->trace, answer, figures, of) : NULL;

  if (failed != NULL)
    g_propagate_error (error, failed);
  return rows != NULL || failed != NULL ? rows : compute_records (within, figures, of, error);
}

GArray *
scope_far_figures_reasons (const ScopeQueryRange *within, GError **error)
{
  return figures_records (within, REASONS, 0, error);
}

GArray *
scope_far_figures_entities (const ScopeQueryRange *within, ScopeKind kind, GError **error)
{
  return figures_records (within, ENTITIES, kind, error);
}

GArray *
scope_far_figures_pairs (const ScopeQueryRange *within, ScopeParty by, GError **error)
{
  return figures_records (within, PAIRS, by, error);
}

static gboolean
get_number (ScopeFarReader *in, double *ret_v)
{
  return scope_far_get_double (in, ret_v) && *ret_v >= -1 && *ret_v <= LARGEST;
}

/* NULL: what came is none of n stretches. */
static ScopeLoad *
read_load (GBytes *answer, guint n)
{
  g_autoptr (ScopeLoad) load = g_new0 (ScopeLoad, 1);
  gsize size;
  const guint8 *data = g_bytes_get_data (answer, &size);
  ScopeFarReader in = { data, data + size };
  guint flags;
  gboolean ok = scope_far_get_time (&in, &load->from) && scope_far_get_time (&in, &load->to) && scope_far_get_most (&in, n, &load->n)
                && scope_far_get_most (&in, G_MAXINT, &load->processors) && scope_far_get_most (&in, 15, &flags) && load->n > 0
                && load->from > -FARTHEST && load->to < FARTHEST && load->from < load->to;

  for (guint k = 0; k < SCOPE_N_LOADS; k++)
    {
      load->values[k] = g_new0 (double, load->n + 1u);
      ok = ok && get_number (&in, &load->mean[k]) && get_number (&in, &load->most[k]);
      for (guint i = 0; ok && i < load->n; i++)
        ok = get_number (&in, &load->values[k][i]);
    }
  if (!ok || in.at != in.end)
    return NULL;
  load->has_tasks = (flags & 1) != 0;
  load->has_ports = (flags & 2) != 0;
  load->has_processors = (flags & 4) != 0;
  load->by_schedulers = (flags & 8) != 0;
  return g_steal_pointer (&load);
}

ScopeLoad *
scope_far_figures_load (const ScopeQueryRange *within, guint n, GError **error)
{
  GError *failed = NULL;
  g_autoptr (GBytes) answer = ask (within, LOAD, n, &failed);
  ScopeLoad *load = answer != NULL ? read_load (answer, n) : NULL;

  if (failed != NULL)
    g_propagate_error (error, failed);
  return load != NULL || failed != NULL ? load : scope_load_read (within, NULL, 0, n, error);
}

gboolean
scope_far_figures_utilisations (const ScopeQueryRange *within, ScopeUtilisations *ret, GError **error)
{
  GError *failed = NULL;
  g_autoptr (GBytes) answer = ask (within, UTILISATIONS, 0, &failed);
  ScopeFarReader in = { NULL, NULL };
  gsize size = 0;

  if (failed != NULL)
    {
      g_propagate_error (error, failed);
      return FALSE;
    }
  if (answer != NULL)
    {
      in.at = g_bytes_get_data (answer, &size);
      in.end = in.at + size;
      if (get_number (&in, &ret->running) && get_number (&in, &ret->active) && get_number (&in, &ret->busy) && in.at == in.end)
        return TRUE;
    }
  return scope_utilisations_read (within, ret, error);
}
