/* log-result.h: what the decoder made of a log, as the tests keep it, and logs made at random.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/eventlog/scope-eventlog.h"
#include "log-builder.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"

/* An event as the tests keep it. */
typedef struct
{
  gint64 time;
  guint64 offset;
  guint type, processor, a, b, c;
  guint32 hash; /* of the payload */
  guint32 size;
} Seen;

typedef struct
{
  GArray *events; /* of Seen */
  ScopeDecoderFacts facts;
  ScopeDecoder *decoder;
} Result;

static inline guint32
hash_bytes (const guint8 *p, gsize n)
{
  guint32 h = 2166136261u;

  for (gsize i = 0; i < n; i++)
    h = (h ^ p[i]) * 16777619u;
  return h;
}

static inline Result
run (ScopeDecoder *decoder)
{
  Result result = { g_array_new (FALSE, FALSE, sizeof (Seen)), { 0 }, decoder };
  const ScopeEvent *events;
  gsize n;

  while ((n = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n; i++)
      {
        const ScopeEvent *e = &events[i];
        Seen seen
            = { e->time, e->offset, e->type, e->processor, e->a, e->b, e->c, hash_bytes (e->payload, e->size),
                e->size };

        g_array_append_val (result.events, seen);
      }
  result.facts = decoder->facts;
  g_assert_cmpuint (result.facts.n_events, ==, result.events->len);
  return result;
}

static inline Result
run_bytes (const guint8 *data, gsize n, gboolean sorted)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "test");
  g_autoptr (GError) error = NULL;
  gboolean spool;
  ScopeDecoder *decoder
      = sorted ? scope_eventlog_new_sorted (source, &error) : scope_eventlog_new (source, &spool, &error);

  g_assert_no_error (error);
  return run (decoder);
}

static inline Result
run_log (const Log *log)
{
  return run_bytes (log->bytes->data, log->bytes->len, FALSE);
}

static inline void
result_clear (Result *result)
{
  g_array_unref (result->events);
  scope_decoder_free (result->decoder);
}

static inline const Seen *
seen (const Result *result, guint i)
{
  g_assert_cmpuint (i, <, result->events->len);
  return &g_array_index (result->events, Seen, i);
}

static inline const ScopeDamage *
damage (const Result *result, guint i)
{
  g_assert_cmpuint (i, <, result->decoder->damages->len);
  return &g_array_index (result->decoder->damages, ScopeDamage, i);
}

static inline gint
by_time (gconstpointer a, gconstpointer b)
{
  const Seen *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Many blocks of many processors, small steps back in time, ties, long payloads: the same as a stable sort.
 */
static inline void
random_log (
    Log *log, GArray *wanted, guint n_processors, guint n_blocks, guint max_events, guint long_payloads, guint step)
{
  g_autofree guint8 *text = g_malloc0 (65535);
  g_autofree gint64 *times = g_new0 (gint64, n_processors);

  for (guint i = 0; i < n_blocks; i++)
    {
      guint p = (guint)g_test_rand_int_range (0, (gint)n_processors);
      guint n = (guint)g_test_rand_int_range (0, (gint)max_events);
      guint processor = p == 0 ? SCOPE_NO_PROCESSOR : p - 1;

      log_open (log, processor, (guint64)times[p], (guint64)times[p]);
      for (guint k = 0; k < n; k++)
        {
          gint64 back = g_test_rand_int_range (0, 10) == 0 ? g_test_rand_int_range (0, 8) : 0;
          Seen e = { .offset = log->bytes->len, .processor = processor };

          times[p] += g_test_rand_int_range (0, (gint)step);
          e.time = MAX (times[p] - back, 0);
          if (g_test_rand_int_range (0, 1000) < (gint)long_payloads)
            {
              e.type = 19;
              e.size = (guint32)g_test_rand_int_range (0, 65536);
              memset (text, (int)(k & 0xff), 65535);
              log_text (log, 19, (guint64)e.time, text, e.size);
              e.hash = hash_bytes (text, e.size);
            }
          else
            {
              guint8 payload[4] = { 0, (guint8)(k >> 16), (guint8)(k >> 8), (guint8)k };

              e.type = 1;
              e.a = k;
              e.size = 4;
              log_event4 (log, 1, (guint64)e.time, k);
              e.hash = hash_bytes (payload, 4);
            }
          g_array_append_val (wanted, e);
        }
      log_close (log);
    }
  log_end (log);
  g_array_sort (wanted, by_time);
}

static inline void
stop (Log *log, guint64 time, guint status, guint32 info)
{
  log_event4 (log, 2, time, 1);
  log_u (log, status, 2);
  log_u (log, info, 4);
}
