/* scope-eventlog-ticky.c: GHC's ticky-ticky (`-ticky`, `+RTS -lT`): how often the code of each closure was entered, and what was
 * allocated.
 *
 * The events are those of rts/include/rts/EventLogFormat.h (210 to 212), their payloads as the User's Guide has them ("Ticky counters").
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

/* A log that defines more is not believed any further. */
#define MOST_COUNTERS 4000000u

typedef struct
{
  guint64 key; /* the first, for g_int64_hash () */
  guint32 place;
  gboolean named;
} Counter;

struct _ScopeEventlogTicky
{
  GHashTable *counters; /* of Counter, its own key */
  guint32 n_rows;
  gint64 sample_time;
  gboolean in_sample;   /* one was begun: GHC 9.2 and later say so */
};

static struct _ScopeEventlogTicky *
ticky (ScopeEventlogReplay *replay)
{
  if (replay->ticky == NULL)
    {
      replay->ticky = g_new0 (struct _ScopeEventlogTicky, 1);
      replay->ticky->counters = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
    }
  return replay->ticky;
}

void
scope_eventlog_ticky_free (struct _ScopeEventlogTicky *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->counters);
  g_free (self);
}

/* Its place; 0: there are too many. `row` is the table's. */
static guint32
add_counter (ScopeEventlogReplay *replay, const gint64 *row)
{
  struct _ScopeEventlogTicky *self = ticky (replay);
  Counter counter = { (guint64) row[SCOPE_TICKY_COUNTER], self->n_rows + 1, row[SCOPE_TICKY_NAME] != SCOPE_TABLE_NULL };

  if (counter.place > MOST_COUNTERS)
    return 0;
  self->n_rows++;
  g_hash_table_add (self->counters, g_memdup2 (&counter, sizeof counter));
  replay->sink->klass->record (replay->sink, SCOPE_TABLE_TICKY, row);
  return counter.place;
}

static const Counter *
find_counter (ScopeEventlogReplay *replay, guint64 key)
{
  return g_hash_table_lookup (ticky (replay)->counters, &(Counter){ .key = key });
}

/* Up to its NUL, or to the end. */
static gint64
keep_text (ScopeEventlogReplay *replay, const ScopeEvent *event, guint *offset)
{
  const char *text = (const char *) event->payload + *offset;
  gsize n = strnlen (text, event->size - *offset);

  *offset = (guint) MIN (*offset + n + 1, event->size);
  return n > 0 ? (gint64) replay->sink->klass->text (replay->sink, text, n) : SCOPE_TABLE_NULL;
}

/* The counter, how many arguments and of what kinds, its name; later also its info table, and all that again as JSON. Definitions are
 * written after the samples, too: one that has no name yet gets another row. */
static void
define (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  guint offset = 10;
  const Counter *known = find_counter (replay, scope_be (event, 0, 8));
  gint64 row[SCOPE_TICKY_N_COLUMNS]
      = { event->time, (gint64) scope_be (event, 0, 8), (gint64) scope_be (event, 8, 2), SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };

  if (event->size < offset || (known != NULL && known->named))
    return;
  row[SCOPE_TICKY_ARGUMENTS] = keep_text (replay, event, &offset);
  row[SCOPE_TICKY_NAME] = keep_text (replay, event, &offset);
  if (event->size >= offset + 8)
    row[SCOPE_TICKY_INFO] = (gint64) scope_be (event, offset, 8);
  add_counter (replay, row);
}

static gint64
count (const ScopeEvent *event, guint offset)
{
  return (gint64) MIN (scope_be (event, offset, 8), (guint64) G_MAXINT64);
}

/* All of a sample are of one time: that of its beginning. A counter that is not defined so far has no name. */
static void
sample (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  struct _ScopeEventlogTicky *self = ticky (replay);
  guint64 key = scope_be (event, 0, 8);
  const Counter *counter = find_counter (replay, key);
  const gint64 unnamed[SCOPE_TICKY_N_COLUMNS]
      = { event->time, (gint64) key, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };
  gint64 row[SCOPE_TICKY_SAMPLE_N_COLUMNS]
      = { self->in_sample ? self->sample_time : event->time, 0, count (event, 8), count (event, 16), count (event, 24) };

  if (event->size < 32)
    return;
  row[SCOPE_TICKY_SAMPLE_COUNTER] = counter != NULL ? counter->place : add_counter (replay, unnamed);
  if (row[SCOPE_TICKY_SAMPLE_COUNTER] > 0)
    replay->sink->klass->record (replay->sink, SCOPE_TABLE_TICKY_SAMPLES, row);
}

void
scope_eventlog_ticky_event (ScopeEventlogReplay *replay, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_TICKY_COUNTER_DEF:
      define (replay, event);
      break;
    case SCOPE_EV_TICKY_COUNTER_SAMPLE:
      sample (replay, event);
      break;
    case SCOPE_EV_TICKY_COUNTER_BEGIN_SAMPLE:
      ticky (replay)->in_sample = TRUE;
      ticky (replay)->sample_time = event->time;
      break;
    default:
      break;
    }
}
