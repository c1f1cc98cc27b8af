/* scope-event-order.c: the events of all logs as one sequence.
 *
 * The order is that of (key in trace time, log, place in the log), which is what a merge of the logs by time gives.
 * Nothing of it is stored: where the sequence's event number n lies is found by bisecting time, first by the pages'
 * starts alone, then with the pages around it decoded. So the clocks' offsets may change at any time, and a subset (a
 * ScopeEventSet) is a sequence like the whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/events/scope-event-reader-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-fail.h"

/* A sequence as it is while it is looked at. */
typedef struct
{
  ScopeEventReader *reader;
  ScopeTrace *trace;  /* held */
  ScopeEventSet *set; /* or NULL: all */
  guint n_logs;
  gint64 *offsets;    /* by log */
  guint64 *at;        /* by log: how many of its events were passed */
  GCancellable *cancellable;
} Sequence;

static gboolean
sequence_init (Sequence *sequence, ScopeEventReader *reader, ScopeEventSet *set, GCancellable *cancellable,
               GError **error)
{
  *sequence = (Sequence) { .reader = reader, .set = set, .n_logs = reader->logs->len, .cancellable = cancellable };
  sequence->trace = g_weak_ref_get (&reader->trace);
  if (sequence->trace == NULL)
    return scope_fail (error, G_IO_ERROR_CLOSED, "The trace was closed.");
  sequence->offsets = g_new0 (gint64, sequence->n_logs + 1);
  sequence->at = g_new0 (guint64, sequence->n_logs + 1);
  for (guint l = 0; l < sequence->n_logs; l++)
    {
      ScopeMachine *machine = scope_trace_machine (sequence->trace, l);

      sequence->offsets[l] = machine != NULL ? scope_trace_offset (sequence->trace, machine) : 0;
    }
  return TRUE;
}

static void
sequence_clear (Sequence *sequence)
{
  g_clear_object (&sequence->trace);
  g_free (sequence->offsets);
  g_free (sequence->at);
}

static gint64
add_times (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? SCOPE_TIME_MIN : SCOPE_TIME_MAX;
  return sum;
}

/* The log's own time. */
static gint64
own_time (const Sequence *sequence, guint log, gint64 time)
{
  if (time == SCOPE_TIME_MIN || time == SCOPE_TIME_MAX)
    return time;
  return add_times (time, -sequence->offsets[log]);
}

static guint64
n_before (const Sequence *sequence, guint log, guint page, guint event)
{
  return sequence->set != NULL ? scope_event_set_count_before (sequence->set, log, page, event)
                               : scope_event_reader_page (sequence->reader, log, page)->first + event;
}

/* How many of the log's events come before `time`. */
static guint64
rank_in_log (const Sequence *sequence, guint log, gint64 time)
{
  ScopeEventLog *events = scope_event_reader_log (sequence->reader, log);
  gint64 key = own_time (sequence, log, time);
  ScopeEventLeaf *leaf;
  guint page;
  guint64 n;

  if (events->pages->len == 0)
    return 0;
  page = scope_event_log_find_key (events, key);
  leaf = scope_event_reader_leaf (sequence->reader, log, page);
  n = n_before (sequence, log, page, scope_event_leaf_rank (leaf, key));
  scope_event_leaf_unref (leaf);
  return n;
}

static guint64
rank (const Sequence *sequence, gint64 time)
{
  guint64 n = 0;

  for (guint l = 0; l < sequence->n_logs; l++)
    n += rank_in_log (sequence, l, time);
  return n;
}

/* Bounds of that, without reading anything. */
static void
estimate (const Sequence *sequence, gint64 time, guint64 *ret_least, guint64 *ret_most)
{
  *ret_least = *ret_most = 0;
  for (guint l = 0; l < sequence->n_logs; l++)
    {
      ScopeEventLog *events = scope_event_reader_log (sequence->reader, l);
      guint page;

      if (events->pages->len == 0)
        continue;
      page = scope_event_log_find_key (events, own_time (sequence, l, time));
      *ret_least += n_before (sequence, l, page, 0);
      *ret_most += n_before (sequence, l, page, scope_event_reader_page (sequence->reader, l, page)->n);
    }
}

static gint64
middle_of (gint64 low, gint64 high)
{
  return (gint64) ((guint64) low + ((guint64) high - (guint64) low) / 2);
}

/* The greatest time before which there are at most n events. */
static gint64
find_time (const Sequence *sequence, guint64 n)
{
  gint64 low = SCOPE_TIME_MIN + 1, high = SCOPE_TIME_MAX, far = SCOPE_TIME_MAX;

  /* by the pages alone: low is surely early enough, far surely too late */
  while ((guint64) high - (guint64) low > 1)
    {
      gint64 middle = middle_of (low, high);
      guint64 least, most;

      estimate (sequence, middle, &least, &most);
      if (most <= n)
        low = middle;
      else
        high = middle;
      if (least > n)
        far = MIN (far, middle);
    }
  high = far;
  while ((guint64) high - (guint64) low > 1 && !g_cancellable_is_cancelled (sequence->cancellable))
    {
      gint64 middle = middle_of (low, high);

      if (rank (sequence, middle) <= n)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Sets the places in the logs before which there are n events in all. */
static void
seek (Sequence *sequence, guint64 n)
{
  gint64 time;
  guint64 passed = 0;

  if (sequence->n_logs == 1)
    {
      sequence->at[0] = n;
      return;
    }
  time = find_time (sequence, n);
  for (guint l = 0; l < sequence->n_logs; l++)
    passed += sequence->at[l] = rank_in_log (sequence, l, time);
  /* of those at the very time, the first logs' come first */
  for (guint l = 0; l < sequence->n_logs && passed < n; l++)
    {
      guint64 more = MIN (rank_in_log (sequence, l, time + 1) - sequence->at[l], n - passed);

      sequence->at[l] += more;
      passed += more;
    }
}

/* --- reading --- */

/* The next event of a log. */
typedef struct
{
  gboolean there;
  gint64 key; /* trace time */
  guint page, event;
  ScopeEventLeaf *leaf;
  guint leaf_page;
} Head;

static void
look (const Sequence *sequence, guint log, Head *head)
{
  ScopeEventLog *events = scope_event_reader_log (sequence->reader, log);

  head->there = FALSE;
  if (sequence->set != NULL)
    {
      if (!scope_event_set_find (sequence->set, log, sequence->at[log], &head->page, &head->event))
        return;
    }
  else
    {
      if (sequence->at[log] >= events->n)
        return;
      head->page = scope_event_log_find_page (events, sequence->at[log]);
      head->event = (guint) (sequence->at[log] - scope_event_reader_page (sequence->reader, log, head->page)->first);
    }
  if (head->leaf == NULL || head->leaf_page != head->page)
    {
      g_clear_pointer (&head->leaf, scope_event_leaf_unref);
      head->leaf = scope_event_reader_leaf (sequence->reader, log, head->page);
      head->leaf_page = head->page;
    }
  if (head->event >= head->leaf->n)
    return;
  head->there = TRUE;
  head->key = add_times (head->leaf->keys[head->event], sequence->offsets[log]);
}

static void
fill_row (const Sequence *sequence, guint log, const Head *head, guint64 number, ScopeEventRow *row)
{
  ScopeEventLog *events = scope_event_reader_log (sequence->reader, log);
  const ScopeEventLeaf *leaf = head->leaf;
  guint processor = leaf->processors[head->event];

  row->number = SCOPE_EVENT_UNNUMBERED;
  if (sequence->set == NULL)
    row->number = number;
  else if (sequence->n_logs == 1)
    row->number = scope_event_reader_page (sequence->reader, log, head->page)->first + head->event;
  row->time = add_times (leaf->times[head->event], sequence->offsets[log]);
  row->machine = log;
  row->processor = processor == SCOPE_NO_PROCESSOR ? SCOPE_EVENT_NO_PROCESSOR : (gint) processor;
  row->name = scope_decoder_event_name (events->map, leaf->types[head->event]);
  row->detail = events->map->klass->detail_at (events->map, leaf->offsets[head->event]);
}

gboolean
scope_event_reader_read (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n, ScopeEventRow *rows,
                         guint *ret_n, GCancellable *cancellable, GError **error)
{
  Sequence sequence;
  g_autofree Head *heads = NULL;
  guint n_read = 0;

  if (!sequence_init (&sequence, SCOPE_EVENT_READER (source), set, cancellable, error))
    return FALSE;
  seek (&sequence, first);
  heads = g_new0 (Head, sequence.n_logs + 1);
  for (guint l = 0; l < sequence.n_logs; l++)
    look (&sequence, l, &heads[l]);
  while (n_read < n && !g_cancellable_is_cancelled (cancellable))
    {
      guint best = SCOPE_NONE;

      for (guint l = 0; l < sequence.n_logs; l++)
        if (heads[l].there && (best == SCOPE_NONE || heads[l].key < heads[best].key))
          best = l;
      if (best == SCOPE_NONE)
        break;
      fill_row (&sequence, best, &heads[best], first + n_read, &rows[n_read]);
      n_read++;
      sequence.at[best]++;
      look (&sequence, best, &heads[best]);
    }
  for (guint l = 0; l < sequence.n_logs; l++)
    g_clear_pointer (&heads[l].leaf, scope_event_leaf_unref);
  sequence_clear (&sequence);
  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !scope_event_reader_check (SCOPE_EVENT_READER (source), error))
    {
      for (guint i = 0; i < n_read; i++)
        scope_event_row_clear (&rows[i]);
      return FALSE;
    }
  *ret_n = n_read;
  return TRUE;
}

gboolean
scope_event_reader_rank (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank,
                         GCancellable *cancellable, GError **error)
{
  Sequence sequence;

  if (!sequence_init (&sequence, SCOPE_EVENT_READER (source), set, cancellable, error))
    return FALSE;
  *ret_rank = rank (&sequence, time);
  sequence_clear (&sequence);
  return TRUE;
}
