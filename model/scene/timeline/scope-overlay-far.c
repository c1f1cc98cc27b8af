/* scope-overlay-far.c: see the header.
 *
 * Over the line goes what is drawn: some hundred lines and bundles instead of all rows of the stretch, or, of streams, of the whole trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-far.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/draw/scope-far-numbers.h"
#include "model/scene/draw/scope-far-totals.h"
#include "model/scene/draw/scope-far-words.h"
#include "model/zoom/scope-leb.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define PARTS                                                                                                          \
  (SCOPE_OVERLAY_MESSAGES | SCOPE_OVERLAY_MARKS | SCOPE_OVERLAY_PAUSES | SCOPE_OVERLAY_HEAP | SCOPE_OVERLAY_SPARKS           \
   | SCOPE_OVERLAY_MIGRATIONS | SCOPE_OVERLAY_WAKEUPS | SCOPE_OVERLAY_TICKS_PART | SCOPE_OVERLAY_TASK | SCOPE_OVERLAY_RATES \
   | SCOPE_OVERLAY_QUEUE | SCOPE_OVERLAY_SAMPLES | SCOPE_OVERLAY_ALLOCATION | SCOPE_OVERLAY_CONCURRENT | SCOPE_OVERLAY_TRAFFIC \
   | SCOPE_OVERLAY_LEAST_MOST | SCOPE_OVERLAY_FLUSHES)
#define MOST_RECORDS (256u * 1024u)
#define MOST_WIDTH 100000
#define FARTHEST (G_GINT64_CONSTANT (1) << 61) /* ticks from 0, either way */

/* How many machines there are is asked beside: most 0. */
#define F(Type, name) SCOPE_FAR_FIELD (Type, name, 0)

static const ScopeFarField request_fields[] = {
  F (ScopeOverlayRequest, viewport.first),
  F (ScopeOverlayRequest, viewport.last),
  F (ScopeOverlayRequest, viewport.from),
  F (ScopeOverlayRequest, viewport.to),
  F (ScopeOverlayRequest, viewport.span),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, viewport.width, MOST_WIDTH),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, parts, PARTS),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.show, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.system, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.streams, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.migrations, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.wakeups, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.by_class, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.reversed_only, 1),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.unmatched_only, 1),
  F (ScopeOverlayRequest, messages.machine),
  F (ScopeOverlayRequest, messages.process),
  F (ScopeOverlayRequest, messages.without_tags),
  F (ScopeOverlayRequest, messages.size_from),
  F (ScopeOverlayRequest, messages.size_to),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, messages.pair, 1),
  F (ScopeOverlayRequest, messages.pair_from_machine),
  F (ScopeOverlayRequest, messages.pair_to_machine),
  F (ScopeOverlayRequest, messages.pair_from),
  F (ScopeOverlayRequest, messages.pair_to),
  F (ScopeOverlayRequest, ticks),
  F (ScopeOverlayRequest, task.machine),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, task.kind, SCOPE_N_KINDS - 1),
  F (ScopeOverlayRequest, task.index),
  SCOPE_FAR_FIELD (ScopeOverlayRequest, budget, SCOPE_OVERLAY_BUDGET),
};

static const ScopeFarField message_fields[] = {
  F (ScopeMessageLine, from_machine),        F (ScopeMessageLine, to_machine),
  F (ScopeMessageLine, from_process),        F (ScopeMessageLine, to_process),
  F (ScopeMessageLine, send),                F (ScopeMessageLine, receive),
  F (ScopeMessageLine, count),               F (ScopeMessageLine, tag),
  SCOPE_FAR_FIELD (ScopeMessageLine, reversed, 1), SCOPE_FAR_FIELD (ScopeMessageLine, sent, 1),
  SCOPE_FAR_FIELD (ScopeMessageLine, received, 1), SCOPE_FAR_FIELD (ScopeMessageLine, system, 1),
  SCOPE_FAR_FIELD (ScopeMessageLine, nowhere, 1),  F (ScopeMessageLine, from_port),
  F (ScopeMessageLine, to_port),             F (ScopeMessageLine, size),
  F (ScopeMessageLine, first),               F (ScopeMessageLine, last),
  F (ScopeMessageLine, until),
};

static const ScopeFarField wedge_fields[] = {
  F (ScopeStreamWedge, from_machine), F (ScopeStreamWedge, to_machine),  F (ScopeStreamWedge, from_process),
  F (ScopeStreamWedge, to_process),   F (ScopeStreamWedge, first_send),  F (ScopeStreamWedge, last_send),
  F (ScopeStreamWedge, first_receive), F (ScopeStreamWedge, last_receive), F (ScopeStreamWedge, messages),
};

static const ScopeFarField traffic_fields[] = {
  F (ScopeTrafficBin, machine), F (ScopeTrafficBin, process), F (ScopeTrafficBin, x), F (ScopeTrafficBin, sent), F (ScopeTrafficBin, received),
};

static const ScopeFarField extent_fields[] = { F (ScopeLeastMost, least), F (ScopeLeastMost, most) };

static const ScopeFarField link_fields[] = {
  F (ScopeLinkLine, time),           F (ScopeLinkLine, machine),      F (ScopeLinkLine, from_thread), F (ScopeLinkLine, to_thread),
  F (ScopeLinkLine, from_processor), F (ScopeLinkLine, to_processor), F (ScopeLinkLine, count),       SCOPE_FAR_FIELD (ScopeLinkLine, wakeup, 1),
};

static const ScopeFarField tick_fields[] = {
  F (ScopeTick, time), F (ScopeTick, machine), F (ScopeTick, processor), F (ScopeTick, thread), SCOPE_FAR_FIELD (ScopeTick, kind, SCOPE_N_TICKS - 1),
};

static const ScopeFarField run_fields[] = { F (ScopeTaskRun, from), F (ScopeTaskRun, to), F (ScopeTaskRun, processor) };

static const ScopeFarField mark_fields[] = {
  F (ScopeMarkFlag, time),  F (ScopeMarkFlag, last), F (ScopeMarkFlag, machine),
  F (ScopeMarkFlag, count), F (ScopeMarkFlag, kind), F (ScopeMarkFlag, processor),
};

static const ScopeFarField pause_fields[] = {
  F (ScopePause, sync),       F (ScopePause, start),                     F (ScopePause, end),     F (ScopePause, machine), F (ScopePause, count),
  F (ScopePause, generation), SCOPE_FAR_FIELD (ScopePause, major, 1), F (ScopePause, longest), F (ScopePause, leader),
  SCOPE_FAR_FIELD (ScopePause, kind, SCOPE_PAUSE_FLUSH),
};

static const ScopeFarField counter_fields[] = {
  F (ScopeCounterPoint, machine), SCOPE_FAR_FIELD (ScopeCounterPoint, counter, SCOPE_N_COUNTERS - 1), F (ScopeCounterPoint, x),
  F (ScopeCounterPoint, low),     F (ScopeCounterPoint, high), F (ScopeCounterPoint, last),
};

/* The arrays of an overlay that go over the line, in this order. */
static const struct
{
  guint16 offset; /* of the GArray in the overlay */
  guint8 n_fields;
  const ScopeFarField *fields;
} arrays[] = {
  { G_STRUCT_OFFSET (ScopeOverlay, messages), G_N_ELEMENTS (message_fields), message_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, wedges), G_N_ELEMENTS (wedge_fields), wedge_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, traffic), G_N_ELEMENTS (traffic_fields), traffic_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, extents), G_N_ELEMENTS (extent_fields), extent_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, links), G_N_ELEMENTS (link_fields), link_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, ticks), G_N_ELEMENTS (tick_fields), tick_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, runs), G_N_ELEMENTS (run_fields), run_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, marks), G_N_ELEMENTS (mark_fields), mark_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, pauses), G_N_ELEMENTS (pause_fields), pause_fields },
  { G_STRUCT_OFFSET (ScopeOverlay, counters), G_N_ELEMENTS (counter_fields), counter_fields },
};

static GArray *
array_of (const ScopeOverlay *overlay, guint i)
{
  return G_STRUCT_MEMBER (GArray *, overlay, arrays[i].offset);
}

/* --- where it lies --- */

static gboolean
no_question (GError **error)
{
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "that is no question");
}

static gboolean
is_time (gint64 time)
{
  return time > -FARTHEST && time < FARTHEST;
}

static gboolean
get_request (ScopeFarReader *in, GArray *requests, gboolean *ret_local)
{
  const ScopeViewport *v;
  guint local;

  if (!scope_far_get_most (in, 1, &local) || !scope_far_get_records (in, requests, request_fields, G_N_ELEMENTS (request_fields), 1)
      || requests->len != 1 || in->at != in->end)
    return FALSE;
  *ret_local = local != 0;
  v = &g_array_index (requests, ScopeOverlayRequest, 0).viewport;

  return is_time (v->first) && is_time (v->last) && v->first < v->last && isfinite (v->from) && isfinite (v->to) && isfinite (v->span)
         && v->span > 0 && v->to > v->from && fabs (v->from) < (double) FARTHEST && fabs (v->to) < (double) FARTHEST && v->width > 0;
}

static GBytes *
answer_overlay (ScopeTrace *trace, ScopeFarReader *in, GError **error)
{
  g_autoptr (GArray) requests = g_array_new (FALSE, TRUE, sizeof (ScopeOverlayRequest));
  g_autoptr (ScopeOverlay) overlay = NULL;
  GByteArray *out;
  gboolean local;

  if (!get_request (in, requests, &local))
    {
      no_question (error);
      return NULL;
    }
  if (scope_trace_get_local_time (trace) != local)
    scope_trace_set_local_time (trace, local);
  overlay = scope_overlay_read (trace, &g_array_index (requests, ScopeOverlayRequest, 0), NULL);
  out = g_byte_array_new ();
  scope_leb_put (out, (overlay->sampled ? 1u : 0) | (overlay->bundled ? 2u : 0));
  scope_leb_put (out, overlay->n_messages);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    scope_far_put_records (out, array_of (overlay, i), arrays[i].fields, arrays[i].n_fields);
  SCOPE_EACH (const ScopeMarkFlag, mark, overlay->marks)
    {
      const char *text = mark->text != NULL ? mark->text : "";

      g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text) + 1);
    }

  return g_byte_array_free_to_bytes (out);
}

GBytes *
scope_far_answer (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GCancellable *cancellable, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (question, &size);
  ScopeFarReader in = { data, data + size };
  guint kind = 0;

  if (!scope_far_get_most (&in, SCOPE_FAR_FIGURES, &kind))
    kind = 0;
  switch (kind)
    {
    case SCOPE_FAR_STRIPS:
      return scope_far_words_answer (trace, tiles, question, error);
    case SCOPE_FAR_TOTALS:
      return scope_far_totals_answer (trace, &in, error);
    case SCOPE_FAR_OVERLAY:
      return answer_overlay (trace, &in, error);
    case SCOPE_FAR_FIGURES:
      return scope_far_figures_answer (trace, &in, cancellable, error);
    default:
      no_question (error);
      return NULL;
    }
}

gboolean
scope_far_takes_long (GBytes *question)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (question, &size);

  return size > 0 && data[0] == SCOPE_FAR_FIGURES;
}

/* --- and here --- */

static GBytes *
make_question (const ScopeOverlayReader *reader)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GArray) requests = g_array_new (FALSE, TRUE, sizeof (ScopeOverlayRequest));
  ScopeOverlayRequest request = *reader->request;

  request.parts &= PARTS;
  g_array_append_val (requests, request);
  scope_leb_put (out, SCOPE_FAR_OVERLAY);
  scope_leb_put (out, scope_trace_get_local_time (reader->trace));
  scope_far_put_records (out, requests, request_fields, G_N_ELEMENTS (request_fields));

  return g_byte_array_free_to_bytes (out);
}

/* Who draws asks the machine for what lies at these. */
static gboolean
is_there (ScopeTrace *trace, guint32 machine, ScopeKind kind, guint32 index)
{
  return index == SCOPE_NONE || index < scope_machine_n_entities (scope_trace_machine (trace, machine), kind);
}

/* Their sum has to be a number, too. */
static gboolean
is_amount (double v)
{
  return v >= 0 && v <= 1e18;
}

static gboolean
check_places (const ScopeOverlayReader *reader)
{
  ScopeTrace *trace = reader->trace;
  const ScopeOverlay *overlay = reader->overlay;
  guint n = scope_trace_n_machines (trace);

  SCOPE_EACH (const ScopeMessageLine, line, overlay->messages)
    if (line->from_machine >= n || line->to_machine >= n || !is_time (line->send) || !is_time (line->receive) || line->count == 0)
      return FALSE;
  SCOPE_EACH (const ScopeStreamWedge, wedge, overlay->wedges)
    if (wedge->from_machine >= n || wedge->to_machine >= n || !is_time (wedge->first_send) || !is_time (wedge->last_send)
        || !is_time (wedge->first_receive) || !is_time (wedge->last_receive))
      return FALSE;
  SCOPE_EACH (const ScopeTrafficBin, bin, overlay->traffic)
    if (bin->machine >= n || !is_amount (bin->sent) || !is_amount (bin->received))
      return FALSE;
  SCOPE_EACH (const ScopeLinkLine, link, overlay->links)
    if (link->machine >= n || !is_time (link->time) || !is_there (trace, link->machine, SCOPE_KIND_THREAD, link->from_thread)
        || !is_there (trace, link->machine, SCOPE_KIND_THREAD, link->to_thread)
        || !is_there (trace, link->machine, SCOPE_KIND_PROCESSOR, link->from_processor)
        || !is_there (trace, link->machine, SCOPE_KIND_PROCESSOR, link->to_processor))
      return FALSE;
  SCOPE_EACH (const ScopeTick, tick, overlay->ticks)
    if (tick->machine >= n || !is_time (tick->time) || !is_there (trace, tick->machine, SCOPE_KIND_PROCESSOR, tick->processor)
        || !is_there (trace, tick->machine, SCOPE_KIND_THREAD, tick->thread))
      return FALSE;
  SCOPE_EACH (const ScopeTaskRun, run, overlay->runs)
    if (!is_time (run->from) || !is_time (run->to) || reader->request->task.machine >= n
        || !is_there (trace, reader->request->task.machine, SCOPE_KIND_PROCESSOR, run->processor))
      return FALSE;
  SCOPE_EACH (const ScopeMarkFlag, mark, overlay->marks)
    if (mark->machine >= n || !is_time (mark->time) || !is_time (mark->last)
        || !is_there (trace, mark->machine, SCOPE_KIND_PROCESSOR, mark->processor))
      return FALSE;
  SCOPE_EACH (const ScopePause, pause, overlay->pauses)
    if (pause->machine >= n || !is_time (pause->sync) || !is_time (pause->start) || !is_time (pause->end))
      return FALSE;
  SCOPE_EACH (const ScopeCounterPoint, point, overlay->counters)
    if (point->machine >= n || !isfinite (point->x) || isinf (point->low) || isinf (point->high) || isinf (point->last))
      return FALSE;

  return TRUE;
}

static gboolean
get_texts (ScopeFarReader *in, GArray *marks)
{
  SCOPE_EACH (ScopeMarkFlag, mark, marks)
    {
      const guint8 *end = memchr (in->at, '\0', (gsize) (in->end - in->at));

      if (end == NULL || !g_utf8_validate ((const char *) in->at, end - in->at, NULL))
        return FALSE;
      mark->text = g_strdup ((const char *) in->at);
      in->at = end + 1;
    }

  return in->at == in->end;
}

/* FALSE: that is no answer, and nothing of it stays. */
static gboolean
take_answer (ScopeOverlayReader *reader, GBytes *answer)
{
  ScopeOverlay *overlay = reader->overlay;
  gsize size;
  const guint8 *data = g_bytes_get_data (answer, &size);
  ScopeFarReader in = { data, data + size };
  guint flags;
  gboolean ok = scope_far_get_most (&in, 3, &flags) && scope_leb_get (&in.at, in.end, &overlay->n_messages);

  for (guint i = 0; ok && i < G_N_ELEMENTS (arrays); i++)
    ok = scope_far_get_records (&in, array_of (overlay, i), arrays[i].fields, arrays[i].n_fields, MOST_RECORDS);
  ok = ok && get_texts (&in, overlay->marks) && check_places (reader);
  overlay->sampled = ok && (flags & 1) != 0;
  overlay->bundled = ok && (flags & 2) != 0;
  if (ok)
    return TRUE;
  overlay->n_messages = 0;
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_set_size (array_of (overlay, i), 0);

  return FALSE;
}

/* Neither lists of processes go over the line nor how far messages have moved clocks here. */
static gboolean
can_be_asked (const ScopeOverlayReader *reader)
{
  const ScopeMessageFilter *messages = &reader->request->messages;

  return (reader->request->parts & PARTS) != 0 && messages->pair_from_any == NULL && messages->pair_to_any == NULL
         && scope_trace_get_clocks (reader->trace) != SCOPE_CLOCKS_MESSAGES;
}

guint
scope_overlay_read_far (ScopeOverlayReader *reader)
{
  guint parts = reader->request->parts, number;
  ScopeMachine *machine = scope_trace_n_machines (reader->trace) > 0 ? scope_trace_machine (reader->trace, 0) : NULL;
  ScopeFarEnd *end = machine != NULL && machine->lanes != NULL ? scope_lane_store_far_end (machine->lanes, &number) : NULL;
  g_autoptr (GBytes) question = NULL, answer = NULL;
  g_autoptr (GError) error = NULL;

  if (end == NULL || !can_be_asked (reader))
    return parts;
  question = make_question (reader);
  answer = scope_far_end_ask (end, question, reader->cancellable, &error);
  if (answer == NULL)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE)
               ? parts
               : parts & ~PARTS;
  if (!take_answer (reader, answer))
    return parts;
  scope_overlay_look_up_ends (reader);

  return parts & ~PARTS;
}
