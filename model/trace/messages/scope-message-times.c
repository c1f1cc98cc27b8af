/* scope-message-times.c: see scope-message-times.h.
 *
 * Up to a million latencies are kept, and their percentiles are exact. Of more it is counted how many fall into each
 * 128th of a doubling, so that a percentile is known to less than one per cent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-times.h"

#include "model/base/scope-compare.h"

#include <string.h>

#define MOST_VALUES 1000000u
#define CHECK_EVERY 4096u
#define SUB_BITS 7u
#define N_SUBS ((64u - SUB_BITS) << SUB_BITS)

typedef struct
{
  ScopeMessageTimes *times;
  const ScopeQueryRange *within;
  GArray *values; /* gint64; NULL: there were too many */
  guint64 *subs;  /* [N_SUBS] */
  double per_tick; /* bins */
  guint64 done, all;
} Gathering;

gint64
scope_message_times_edge (const ScopeMessageTimes *times, guint bin)
{
  if (bin >= times->n_bins)
    return times->to;
  return times->from + (gint64) ((double) (times->to - times->from) * bin / times->n_bins);
}

/* --- latencies --- */

static guint
class_of (gint64 latency)
{
  return latency < 2 ? 0 : g_bit_storage ((gulong) latency) - 1;
}

/* Values below 2^7 have a bin of their own; then 128 for each doubling. */
static guint
sub_of (gint64 latency)
{
  guint c = class_of (latency);

  if (c < SUB_BITS)
    return (guint) latency;
  return ((c - SUB_BITS + 1) << SUB_BITS) + (guint) ((guint64) latency >> (c - SUB_BITS) & ((1u << SUB_BITS) - 1));
}

static ScopeBounds
bounds_of_sub (guint sub)
{
  guint block = sub >> SUB_BITS, shift;
  gint64 low;

  if (block == 0)
    return (ScopeBounds) { sub, sub };
  shift = block - 1;
  low = (gint64) ((1u << SUB_BITS) + (sub & ((1u << SUB_BITS) - 1))) << shift;
  return (ScopeBounds) { low, low + ((gint64) 1 << shift) - 1 };
}

static void
add_latency (Gathering *g, const ScopeMessageLine *message)
{
  ScopeMessageLatency *latency = &g->times->latency;
  gint64 value = message->receive - message->send;
  guint c;

  if (message->reversed || value < 0)
    {
      latency->reversed++;
      return;
    }
  c = class_of (value);
  latency->count++;
  latency->n[c]++;
  latency->time[c] += (double) value;
  latency->mean += (double) value; /* their sum, for now */
  latency->longest = MAX (latency->longest, value);
  g->subs[sub_of (value)]++;
  if (g->values != NULL && g->values->len < MOST_VALUES)
    g_array_append_val (g->values, value);
  else
    g_clear_pointer (&g->values, g_array_unref);
}

SCOPE_COMPARE_NUMBERS (compare_values, gint64)

/* The least value that at least so many per cent do not exceed. */
static ScopeBounds
percentile (const Gathering *g, guint percent)
{
  guint64 count = g->times->latency.count, rank = (count * percent + 99) / 100, before = 0;

  if (count == 0)
    return (ScopeBounds) { 0, 0 };
  if (g->values != NULL)
    {
      gint64 value = g_array_index (g->values, gint64, rank - 1);

      return (ScopeBounds) { value, value };
    }
  for (guint i = 0; i < N_SUBS; i++)
    {
      before += g->subs[i];
      if (before >= rank)
        {
          ScopeBounds bounds = bounds_of_sub (i);

          bounds.high = MIN (bounds.high, g->times->latency.longest);
          return bounds;
        }
    }
  return (ScopeBounds) { g->times->latency.longest, g->times->latency.longest };
}

static void
finish_latency (Gathering *g)
{
  ScopeMessageLatency *latency = &g->times->latency;

  if (g->values != NULL)
    g_array_sort (g->values, compare_values);
  latency->median = percentile (g, 50);
  latency->p95 = percentile (g, 95);
  if (latency->count > 0)
    latency->mean /= (double) latency->count;
}

/* --- messages --- */

static void
take (Gathering *g, const ScopeMessageLine *message)
{
  ScopeMessageTimes *times = g->times;
  gint64 time = message->sent ? message->send : message->receive;
  guint bin = (guint) CLAMP ((double) (time - times->from) * g->per_tick, 0, times->n_bins - 1);

  /* As the edges are rounded. */
  while (bin + 1 < times->n_bins && time >= scope_message_times_edge (times, bin + 1))
    bin++;
  while (bin > 0 && time < scope_message_times_edge (times, bin))
    bin--;
  times->bins[bin].messages++;
  times->messages++;
  if (message->size != SCOPE_TABLE_NULL)
    {
      times->bins[bin].size += (guint64) message->size;
      times->sized++;
      times->size += (guint64) message->size;
    }
  if (message->sent && message->received)
    add_latency (g, message);
}

static gboolean
walk_messages (Gathering *g, ScopeMachine *machine, GError **error)
{
  const ScopeMessageFilter *filter = g->within->messages;
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (g->within, machine, &from, &to);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], from, to, NULL, &local)
    {
      ScopeMessageLine message;

      if (scope_message_from_any_row (g->within->trace, row, &message)
          && (filter == NULL || scope_message_filter_wants (filter, &message)))
        take (g, &message);
      if (++g->done % CHECK_EVERY == 0)
        {
          scope_query_range_progress (g->within, g->done, g->all);
          scope_query_range_cancelled (g->within, &local);
        }
    }
  return scope_passed (local, error);
}

/* --- receive phases --- */

static gboolean
walk_receiving (Gathering *g, ScopeMachine *machine, GError **error)
{
  gint64 from, to;
  ScopeReceiving receiving = { .machine = machine->index };
  GError *local = NULL;

  scope_query_range_own_range (g->within, machine, &from, &to);
  receiving.alive = MAX (MIN (to, machine->last) - MAX (from, machine->first), 0);
  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_RECEIVING], from, to, g->within->cancellable, &local)
    {
      gint64 start = row[SCOPE_RECEIVING_TIME];
      gint64 end = row[SCOPE_RECEIVING_DURATION] != SCOPE_TABLE_NULL
                       ? scope_time_add (start, MAX (row[SCOPE_RECEIVING_DURATION], 0)) : start;
      gint64 inside = MIN (end, to) - MAX (start, from);

      if (inside > 0 || (start >= from && start < to))
        {
          receiving.phases++;
          receiving.time += MAX (inside, 0);
          receiving.longest = MAX (receiving.longest, inside);
        }
      if (start >= from && start < to && row[SCOPE_RECEIVING_MESSAGES] != SCOPE_TABLE_NULL)
        receiving.messages += (guint64) MAX (row[SCOPE_RECEIVING_MESSAGES], 0);
    }
  if (local == NULL && receiving.phases > 0)
    g_array_append_val (g->times->receiving, receiving);
  return scope_passed (local, error);
}

/* --- all of it --- */

static void
estimate (Gathering *g)
{
  SCOPE_EACH_MACHINE (machine, g->within->trace)
    {
      gint64 from, to;

      scope_query_range_own_range (g->within, machine, &from, &to);
      if (machine->tables[SCOPE_TABLE_MESSAGES] != NULL)
        g->all += scope_table_estimate (machine->tables[SCOPE_TABLE_MESSAGES], from, to);
    }
}

static gboolean
gather (Gathering *g, GError **error)
{
  SCOPE_EACH_MACHINE (machine, g->within->trace)
    if ((machine->tables[SCOPE_TABLE_MESSAGES] != NULL && !walk_messages (g, machine, error))
        || (machine->tables[SCOPE_TABLE_RECEIVING] != NULL && !walk_receiving (g, machine, error)))
      return FALSE;
  return TRUE;
}

ScopeMessageTimes *
scope_message_times_new (const ScopeQueryRange *within, guint n_bins, GError **error)
{
  g_autoptr (ScopeMessageTimes) times = g_new0 (ScopeMessageTimes, 1);
  Gathering g = { .times = times, .within = within };
  gboolean done;

  g_return_val_if_fail (n_bins > 0, NULL);
  scope_trace_range (within->trace, &times->from, &times->to);
  times->from = MAX (times->from, within->from);
  times->to = MAX (MIN (scope_time_add (times->to, 1), within->to), scope_time_add (times->from, 1));
  times->n_bins = (guint) MIN ((guint64) n_bins, (guint64) (times->to - times->from));
  times->bins = g_new0 (ScopeMessageBin, times->n_bins);
  times->receiving = g_array_new (FALSE, FALSE, sizeof (ScopeReceiving));
  g.per_tick = times->n_bins / (double) (times->to - times->from);
  g.values = g_array_new (FALSE, FALSE, sizeof (gint64));
  g.subs = g_new0 (guint64, N_SUBS);
  estimate (&g);
  done = gather (&g, error);
  if (done)
    finish_latency (&g);
  for (guint i = 0; i < times->n_bins; i++)
    {
      times->most.messages = MAX (times->most.messages, times->bins[i].messages);
      times->most.size = MAX (times->most.size, times->bins[i].size);
    }
  g_clear_pointer (&g.values, g_array_unref);
  g_free (g.subs);
  return done ? g_steal_pointer (&times) : NULL;
}

void
scope_message_times_free (ScopeMessageTimes *times)
{
  g_free (times->bins);
  g_array_unref (times->receiving);
  g_free (times);
}
