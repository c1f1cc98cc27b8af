/* scope-overlay-messages.c: the messages and streams of the visible stretch.
 *
 * Those that begin in view are read like other tables; those that began before are found from the directory, however
 * long ago that was. Up to SCOPE_OVERLAY_LINES are kept one by one, more are bundled. Elements of a stream that is drawn
 * as a wedge are drawn one by one only as long as there is room for all. A stream that lasts longer than half of the
 * view is no wedge: that would hide when its elements went, and lie over everything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/trace/document/scope-streams.h"

#include <math.h>
#include <string.h>

#define TRAFFIC_BUDGET 10u /* times that of other tables: nothing is kept of a row but its counts */
#define TRAFFIC_SLOT 4.0 /* pixels, where there are too many to read them all */
#define MAX_BUNDLES 20000u
#define MAX_LOOKED_BACK 1000000u /* rows of one machine */
#define LEAST_WEDGE 6.0          /* pixels; narrower ones are lines */
#define MOST_WEDGE 0.5           /* of the view: of a longer one it matters when its elements went */
#define LEAST_ELEMENTS 3u

typedef struct
{
  guint32 from_machine, from_process, to_machine, to_process;
  gint32 slot;
  guint32 kind;
} BundleKey;

typedef struct
{
  BundleKey key; /* first: the hash key */
  double count, send, receive;
  gint64 first, last, until; /* as in ScopeMessageLine */
  guint8 tag;
} Bundle;

typedef struct
{
  ScopeOverlayReader *reader;
  GHashTable *bundles; /* of Bundle */
  GHashTable *streams; /* channels of those that are wedges; borrowed */
  GArray *singles;     /* ScopeMessageLine: no elements of wedges */
  GArray *elements;    /* the same: elements of wedges */
  guint64 n_singles;   /* with those that are only bundled */
} Messages;

SCOPE_DEFINE_STATIC_KEY (bundle, BundleKey, (guint64) key->from_machine << 32 | key->from_process,
                         (guint64) key->to_machine << 32 | key->to_process, (guint64) (guint32) key->slot << 32 | key->kind)

static gboolean
message_wanted (const Messages *m, const ScopeMessageLine *line)
{
  /* A line needs two ends, and Connect never has one. */
  return line->tag != SCOPE_TAG_CONNECT && scope_message_filter_wants (&m->reader->request->messages, line)
         && MAX (line->send, line->receive) >= m->reader->from && MIN (line->send, line->receive) < m->reader->to;
}

static void
bundle_message (Messages *m, const ScopeMessageLine *line, double weight)
{
  double x = scope_viewport_time_to_x (&m->reader->request->viewport, line->send);
  BundleKey key = { line->from_machine, line->from_process, line->to_machine, line->to_process,
                    (gint32) floor (x / SCOPE_OVERLAY_SLOT),
                    line->reversed | line->system << 1 | (m->reader->request->messages.by_class ? (guint32) line->tag << 2 : 0) };
  Bundle *bundle;

  if (g_hash_table_size (m->bundles) >= MAX_BUNDLES)
    key.from_process = key.to_process = SCOPE_NONE;
  bundle = g_hash_table_lookup (m->bundles, &key);
  if (bundle == NULL)
    {
      bundle = g_new0 (Bundle, 1);
      bundle->key = key;
      bundle->tag = line->tag;
      bundle->first = bundle->last = line->send;
      bundle->until = line->receive;
      g_hash_table_add (m->bundles, bundle);
    }
  bundle->first = MIN (bundle->first, line->send);
  bundle->last = MAX (bundle->last, line->send);
  bundle->until = MAX (bundle->until, line->receive);
  bundle->count += weight;
  bundle->send += weight * ((double) line->send - (double) m->reader->from);
  bundle->receive += weight * ((double) line->receive - (double) m->reader->from);
}

static void
take (Messages *m, const gint64 *row, double weight)
{
  gboolean element = row[SCOPE_MESSAGE_TAG] == SCOPE_TAG_HEAD && g_hash_table_size (m->streams) > 0
                     && g_hash_table_contains (m->streams, &row[SCOPE_MESSAGE_FROM_MACHINE]);
  GArray *lines = element ? m->elements : m->singles;
  ScopeMessageLine line;

  if (!scope_message_from_row (m->reader->trace, row, &line) || !message_wanted (m, &line))
    return;
  m->reader->overlay->n_messages += (guint64) (weight + 0.5);
  if (weight <= 1 && lines->len <= SCOPE_OVERLAY_LINES)
    g_array_append_val (lines, line);
  if (element)
    return;
  m->n_singles += (guint64) (weight + 0.5);
  bundle_message (m, &line, weight);
}

static void
on_message (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  take (reader->data, row, weight);
}

/* Messages sent before the view that arrive in it or after it. */
static void
look_back (Messages *m, ScopeMachine *machine)
{
  ScopeOverlayReader *reader = m->reader;
  gint64 until = scope_overlay_own (reader, machine, reader->from);
  guint n = 0;

  if (machine->tables[SCOPE_TABLE_MESSAGES] == NULL)
    return;
  SCOPE_EACH_ROW_OF (row, scope_table_cursor_lasting (machine->tables[SCOPE_TABLE_MESSAGES], until), NULL)
    {
      /* Without a sending the row's time is that of its receipt: before the view. */
      if (row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL && row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL)
        take (m, row, 1);
      if (++n == MAX_LOOKED_BACK)
        {
          reader->overlay->sampled = TRUE;
          break;
        }
      if (n % 1024 == 0 && scope_overlay_cancelled (reader))
        break;
    }
}

static void
bundles_to_lines (Messages *m, GArray *lines)
{
  SCOPE_EACH_KEY (Bundle, bundle, m->bundles)
    {
      gint64 from = m->reader->from;
      ScopeMessageLine line = { .from_machine = bundle->key.from_machine,
                                .from_process = bundle->key.from_process,
                                .to_machine = bundle->key.to_machine,
                                .to_process = bundle->key.to_process,
                                .send = from + (gint64) llround (bundle->send / bundle->count),
                                .receive = from + (gint64) llround (bundle->receive / bundle->count),
                                .count = (guint32) CLAMP (bundle->count + 0.5, 1, G_MAXUINT32),
                                .tag = bundle->tag,
                                .reversed = bundle->key.kind & 1,
                                .system = bundle->key.kind >> 1 & 1,
                                .sent = TRUE,
                                .received = TRUE,
                                .size = SCOPE_TABLE_NULL,
                                .first = bundle->first,
                                .last = bundle->last,
                                .until = bundle->until };

      g_array_append_val (lines, line);
    }
}

SCOPE_COMPARE_BY (compare_lines, ScopeMessageLine, SCOPE_UP (send) SCOPE_UP (receive) SCOPE_UP (from_machine)
                  SCOPE_UP (from_process) SCOPE_UP (to_machine) SCOPE_UP (to_process))

/* --- streams --- */

static gboolean
wedge_of (Messages *m, const ScopeStream *stream, ScopeStreamWedge *wedge)
{
  ScopeOverlayReader *reader = m->reader;
  const ScopeMessageFilter *filter = &reader->request->messages;
  double scale = scope_viewport_scale (&reader->request->viewport);
  double mean = stream->sized > 0 ? (double) stream->size / (double) stream->sized : -1;
  guint n = scope_trace_n_machines (reader->trace);
  gint64 from, to, longest;

  if (stream->messages < LEAST_ELEMENTS || stream->first_send == SCOPE_TABLE_NULL
      || stream->first_receive == SCOPE_TABLE_NULL || stream->channel[0] < 0 || stream->channel[0] >= n
      || stream->channel[3] < 0 || stream->channel[3] >= n || stream->channel[0] == stream->channel[3])
    return FALSE;
  from = scope_trace_offset (reader->trace, scope_trace_machine (reader->trace, (guint) stream->channel[0]));
  to = scope_trace_offset (reader->trace, scope_trace_machine (reader->trace, (guint) stream->channel[3]));
  *wedge = (ScopeStreamWedge) { (guint32) stream->channel[0], (guint32) stream->channel[3],
                                (guint32) stream->channel[1], (guint32) stream->channel[4],
                                stream->first_send + from, stream->last_send + from, stream->first_receive + to,
                                stream->last_receive + to, stream->messages };
  if (!scope_message_filter_wants_peer (filter, wedge->from_machine, wedge->from_process, wedge->to_machine,
                                        wedge->to_process)
      || (filter->size_from >= 0 && mean < (double) filter->size_from)
      || (filter->size_to >= 0 && (mean < 0 || mean > (double) filter->size_to)))
    return FALSE;
  if (MAX (wedge->last_send, wedge->last_receive) < reader->from
      || MIN (wedge->first_send, wedge->first_receive) >= reader->to)
    return FALSE;
  longest = MAX (wedge->last_send - wedge->first_send, wedge->last_receive - wedge->first_receive);
  return (double) longest >= LEAST_WEDGE * scale && (double) longest <= MOST_WEDGE * reader->request->viewport.span;
}

typedef struct
{
  ScopeStreamWedge wedge;
  const gint64 *channel;
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  SCOPE_COMPARE (y->wedge.messages, x->wedge.messages);
  return memcmp (x->channel, y->channel, 6 * sizeof (gint64)) < 0 ? -1 : 1;
}

/* The streams with the most elements become wedges; those of the others are lines or bundles. */
static void
find_wedges (Messages *m)
{
  ScopeOverlayReader *reader = m->reader;
  const ScopeMessageFilter *filter = &reader->request->messages;
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  ScopeStreams *streams;

  if (!filter->streams || filter->reversed_only || filter->unmatched_only
      || (filter->without_tags >> (SCOPE_TAG_HEAD - SCOPE_TAG_FIRST) & 1) != 0)
    return;
  streams = scope_trace_get_streams (reader->trace, reader->cancellable);
  for (guint i = 0; streams != NULL && i < scope_streams_n (streams); i++)
    {
      const ScopeStream *stream = scope_streams_get (streams, i);
      Candidate candidate = { .channel = stream->channel };

      if (wedge_of (m, stream, &candidate.wedge))
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < MIN (candidates->len, SCOPE_OVERLAY_WEDGES); i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      g_array_append_val (reader->overlay->wedges, candidate->wedge);
      g_hash_table_add (m->streams, (gpointer) candidate->channel);
    }
}

/* --- all --- */

static void
finish (Messages *m)
{
  ScopeOverlay *overlay = m->reader->overlay;
  GArray *lines = overlay->messages;

  overlay->bundled = m->n_singles > SCOPE_OVERLAY_LINES;
  if (overlay->bundled)
    bundles_to_lines (m, lines);
  else
    {
      g_array_append_vals (lines, m->singles->data, m->singles->len);
      if (overlay->n_messages <= SCOPE_OVERLAY_LINES)
        g_array_append_vals (lines, m->elements->data, m->elements->len);
    }
  g_array_sort (lines, compare_lines);
}

void
scope_overlay_look_up_ends (ScopeOverlayReader *reader)
{
  if (scope_trace_runtime (reader->trace) == SCOPE_RUNTIME_ERLANG)
    return; /* all that it has of processes is there */
  SCOPE_EACH (const ScopeMessageLine, line, reader->overlay->messages)
    {
      ScopeMachine *from = scope_trace_machine (reader->trace, line->from_machine);
      ScopeMachine *to = scope_trace_machine (reader->trace, line->to_machine);

      if (from != NULL)
        scope_machine_find_number (from, SCOPE_KIND_PROCESS, line->from_process);
      if (to != NULL)
        scope_machine_find_number (to, SCOPE_KIND_PROCESS, line->to_process);
    }
}

void
scope_overlay_read_messages (ScopeOverlayReader *reader)
{
  guint n = scope_trace_n_machines (reader->trace);
  Messages m = { .reader = reader };

  m.bundles = g_hash_table_new_full (bundle_hash, bundle_equal, NULL, g_free);
  m.streams = g_hash_table_new (scope_channel_hash, scope_channel_equal);
  m.singles = g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine));
  m.elements = g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine));
  reader->data = &m;
  find_wedges (&m);
  for (guint i = 0; i < n && !scope_overlay_cancelled (reader); i++)
    {
      ScopeMachine *machine = scope_trace_machine (reader->trace, i);

      scope_overlay_read_table (reader, machine, SCOPE_TABLE_MESSAGES, reader->from, reader->to,
                                MAX (reader->budget / n, 256), SCOPE_OVERLAY_SLOT, on_message);
      look_back (&m, machine);
    }
  finish (&m);
  reader->data = NULL;
  g_hash_table_unref (m.bundles);
  g_hash_table_unref (m.streams);
  g_array_unref (m.singles);
  g_array_unref (m.elements);
  scope_overlay_look_up_ends (reader);
}

/* --- rows of what is sent and received --- */

typedef struct
{
  guint32 machine, process;
  gint32 x;
} TrafficKey;

SCOPE_DEFINE_STATIC_KEY (traffic, TrafficKey, (guint64) key->machine << 32 | key->process, (guint64) (guint32) key->x, 0)

SCOPE_COMPARE_BY (compare_traffic, ScopeTrafficBin, SCOPE_UP (machine) SCOPE_UP (process) SCOPE_UP (x))

static void
add_traffic (ScopeOverlayReader *reader, guint32 machine, guint32 process, gint64 time, gboolean sent, double weight)
{
  GHashTable *bins = reader->data;
  gint32 x = (gint32) floor (scope_viewport_time_to_x (&reader->request->viewport, time) + 1e-6);
  TrafficKey key = { machine, process, x };
  ScopeTrafficBin *bin;

  if (time < reader->from || time >= reader->to)
    return;
  bin = g_hash_table_lookup (bins, &key);
  if (bin == NULL)
    {
      bin = g_new0 (ScopeTrafficBin, 1);
      bin->machine = machine;
      bin->process = process;
      bin->x = x;
      g_hash_table_insert (bins, g_memdup2 (&key, sizeof key), bin);
    }
  if (sent)
    bin->sent += weight;
  else
    bin->received += weight;
}

/* What stays within a machine, or a process, is neither. */
static void
take_traffic (ScopeOverlayReader *reader, const gint64 *row, double weight)
{
  ScopeMessageLine m;
  gboolean machines, processes;

  if (!scope_message_from_row (reader->trace, row, &m) || !scope_message_filter_wants (&reader->request->messages, &m))
    return;
  machines = m.nowhere || m.from_machine != m.to_machine;
  processes = machines || m.from_process != m.to_process;
  if (m.sent && !m.nowhere && machines)
    add_traffic (reader, m.from_machine, SCOPE_NONE, m.send, TRUE, weight);
  if (m.sent && !m.nowhere && processes && m.from_process != SCOPE_NONE)
    add_traffic (reader, m.from_machine, m.from_process, m.send, TRUE, weight);
  if (m.received && machines)
    add_traffic (reader, m.to_machine, SCOPE_NONE, m.receive, FALSE, weight);
  if (m.received && processes && m.to_process != SCOPE_NONE)
    add_traffic (reader, m.to_machine, m.to_process, m.receive, FALSE, weight);
}

static void
on_traffic (ScopeOverlayReader *reader, ScopeMachine *machine, gint64 offset, const gint64 *row, double weight)
{
  take_traffic (reader, row, weight);
}

/* Sent before the view, received in it. */
static void
look_back_for_traffic (ScopeOverlayReader *reader, ScopeMachine *machine)
{
  guint n = 0;

  if (machine->tables[SCOPE_TABLE_MESSAGES] == NULL)
    return;
  SCOPE_EACH_ROW_OF (row, scope_table_cursor_lasting (machine->tables[SCOPE_TABLE_MESSAGES], scope_overlay_own (reader, machine, reader->from)), NULL)
    {
      if (row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL && row[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL)
        take_traffic (reader, row, 1);
      if (++n == MAX_LOOKED_BACK)
        {
          reader->overlay->sampled = TRUE;
          break;
        }
      if (n % 1024 == 0 && scope_overlay_cancelled (reader))
        break;
    }
}

void
scope_overlay_read_traffic (ScopeOverlayReader *reader)
{
  guint n = scope_trace_n_machines (reader->trace), share = MAX (TRAFFIC_BUDGET * reader->budget / MAX (n, 1), 256);
  g_autoptr (GHashTable) bins = g_hash_table_new_full (traffic_hash, traffic_equal, g_free, g_free);
  gpointer data = reader->data;

  reader->data = bins;
  for (guint i = 0; i < n && !scope_overlay_cancelled (reader); i++)
    {
      ScopeMachine *machine = scope_trace_machine (reader->trace, i);

      scope_overlay_read_table (reader, machine, SCOPE_TABLE_MESSAGES, reader->from, reader->to, share, TRAFFIC_SLOT, on_traffic);
      look_back_for_traffic (reader, machine);
    }
  reader->data = data;
  SCOPE_EACH_VALUE (const ScopeTrafficBin, bin, bins)
    g_array_append_vals (reader->overlay->traffic, bin, 1);
  g_array_sort (reader->overlay->traffic, compare_traffic);
}
