/* test-eventlog.c: the eventlog decoder on small logs made by hand: order, versions, damage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/scope-decoder.h"
#include "log-builder.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"

#include <glib/gstdio.h>
#include <unistd.h>

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

static guint32
hash_bytes (const guint8 *p, gsize n)
{
  guint32 h = 2166136261u;

  for (gsize i = 0; i < n; i++)
    h = (h ^ p[i]) * 16777619u;
  return h;
}

static Result
run (ScopeDecoder *decoder)
{
  Result result = { g_array_new (FALSE, FALSE, sizeof (Seen)), { 0 }, decoder };
  const ScopeEvent *events;
  gsize n;

  while ((n = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n; i++)
      {
        const ScopeEvent *e = &events[i];
        Seen seen = { e->time, e->offset, e->type, e->processor, e->a, e->b, e->c, hash_bytes (e->payload, e->size),
                      e->size };

        g_array_append_val (result.events, seen);
      }
  decoder->klass->facts (decoder, &result.facts);
  g_assert_cmpuint (result.facts.n_events, ==, result.events->len);
  return result;
}

static Result
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

static Result
run_log (const Log *log)
{
  return run_bytes (log->bytes->data, log->bytes->len, FALSE);
}

static void
result_clear (Result *result)
{
  g_array_unref (result->events);
  scope_decoder_free (result->decoder);
}

static const Seen *
seen (const Result *result, guint i)
{
  g_assert_cmpuint (i, <, result->events->len);
  return &g_array_index (result->events, Seen, i);
}

static const ScopeDamage *
damage (const Result *result, guint i)
{
  g_assert_cmpuint (i, <, result->decoder->damages->len);
  return &g_array_index (result->decoder->damages, ScopeDamage, i);
}

static gint
by_time (gconstpointer a, gconstpointer b)
{
  const Seen *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* --- order --- */

static void
test_order (void)
{
  Log log = log_begin (log_modern);
  Result result;
  static const guint wanted[] = { 7, 1, 2, 3, 4, 5, 6 };

  log_open (&log, 1, 0, 50);
  log_event4 (&log, 1, 20, 2);
  log_event4 (&log, 1, 30, 4);
  log_event4 (&log, 1, 50, 6);
  log_close (&log);
  log_open (&log, 0, 0, 40);
  log_event4 (&log, 1, 10, 1);
  log_event4 (&log, 1, 20, 3);
  log_event4 (&log, 1, 40, 5);
  log_close (&log);
  log_open (&log, 0xffff, 90, 90);
  log_event4 (&log, 0, 5, 7);
  log_close (&log);
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpuint (result.events->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpuint (seen (&result, i)->a, ==, wanted[i]);
  g_assert_cmpuint (seen (&result, 0)->processor, ==, SCOPE_NO_PROCESSOR);
  g_assert_cmpuint (seen (&result, 1)->processor, ==, 0);
  g_assert_cmpint (result.facts.order, ==, SCOPE_ORDER_TIME);
  g_assert_true (result.facts.complete);
  g_assert_cmpint (result.facts.last_time, ==, 90);
  g_assert_cmpuint (result.facts.n_processors, ==, 2);
  g_assert_cmpuint (result.decoder->damages->len, ==, 0);
  g_assert_cmpint (result.decoder->klass->known_until (result.decoder, 0), ==, SCOPE_TIME_MAX);
  result_clear (&result);
  log_free (&log);
}

/* Many blocks of many processors, small steps back in time, ties, long payloads: the same as a stable sort. */
static void
random_log (Log *log, GArray *wanted, guint n_processors, guint n_blocks, guint max_events, guint long_payloads)
{
  g_autofree guint8 *text = g_malloc0 (65535);
  g_autofree gint64 *times = g_new0 (gint64, n_processors);

  for (guint i = 0; i < n_blocks; i++)
    {
      guint p = (guint) g_test_rand_int_range (0, (gint) n_processors);
      guint n = (guint) g_test_rand_int_range (0, (gint) max_events);
      guint processor = p == 0 ? SCOPE_NO_PROCESSOR : p - 1;

      log_open (log, processor, (guint64) times[p], (guint64) times[p]);
      for (guint k = 0; k < n; k++)
        {
          gint64 back = g_test_rand_int_range (0, 10) == 0 ? g_test_rand_int_range (0, 8) : 0;
          Seen e = { .offset = log->bytes->len, .processor = processor };

          times[p] += g_test_rand_int_range (0, 3);
          e.time = MAX (times[p] - back, 0);
          if (g_test_rand_int_range (0, 1000) < (gint) long_payloads)
            {
              e.type = 19;
              e.size = (guint32) g_test_rand_int_range (0, 65536);
              memset (text, (int) (k & 0xff), 65535);
              log_text (log, 19, (guint64) e.time, text, e.size);
              e.hash = hash_bytes (text, e.size);
            }
          else
            {
              guint8 payload[4] = { 0, (guint8) (k >> 16), (guint8) (k >> 8), (guint8) k };

              e.type = 1;
              e.a = k;
              e.size = 4;
              log_event4 (log, 1, (guint64) e.time, k);
              e.hash = hash_bytes (payload, 4);
            }
          g_array_append_val (wanted, e);
        }
      log_close (log);
    }
  log_end (log);
  g_array_sort (wanted, by_time);
}

static void
check_random (guint n_processors, guint n_blocks, guint max_events, guint long_payloads)
{
  Log log = log_begin (log_modern);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (Seen));
  Result result;

  random_log (&log, wanted, n_processors, n_blocks, max_events, long_payloads);
  result = run_log (&log);
  g_assert_cmpuint (result.decoder->damages->len, ==, 0);
  g_assert_cmpuint (result.events->len, ==, wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    {
      const Seen *a = seen (&result, i), *b = &g_array_index (wanted, Seen, i);

      g_assert_cmpuint (a->offset, ==, b->offset);
      g_assert_cmpuint (a->offset, ==, b->offset);
      g_assert_cmpint (a->time, ==, b->time);
      g_assert_cmpuint (a->type, ==, b->type);
      g_assert_cmpuint (a->processor, ==, b->processor);
      g_assert_cmpuint (a->size, ==, b->size);
      g_assert_cmpuint (a->hash, ==, b->hash);
      g_assert_cmpuint (a->a, ==, b->a);
    }
  result_clear (&result);
  log_free (&log);
}

static void
test_random (void)
{
  check_random (2, 20, 20000, 0);
  check_random (5, 200, 3000, 0);
  check_random (9, 3000, 20, 0);
  check_random (100, 1000, 200, 0);
  check_random (4, 100, 300, 60);
  check_random (70, 300, 60, 50);
}

/* --- versions --- */

static void
test_6_12 (void)
{
  static const int types[] = { 0, 8, 1, 8, 2, 10, 3, 8, 4, 10, 8, 10, 15, 8, 17, 0, 18, 14, -1, -1 };
  Log log = log_begin (types);
  Result result;

  log_event (&log, 17, 1);
  log_u (&log, 4, 2);
  log_open (&log, 0, 1, 9);
  log_event4 (&log, 0, 2, 7);
  log_event4 (&log, 2, 3, 7);
  log_u (&log, 5, 2);
  log_event4 (&log, 4, 4, 7);
  log_u (&log, 3, 2);
  log_close (&log);
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpuint (result.decoder->damages->len, ==, 0);
  g_assert_cmpuint (result.events->len, ==, 4);
  g_assert_cmpuint (seen (&result, 0)->a, ==, 4);
  g_assert_cmpuint (seen (&result, 0)->processor, ==, SCOPE_NO_PROCESSOR);
  g_assert_cmpuint (seen (&result, 1)->a, ==, 7);
  g_assert_cmpuint (seen (&result, 2)->b, ==, SCOPE_STOP_FINISHED);
  g_assert_cmpuint (seen (&result, 3)->b, ==, 3);
  result_clear (&result);
  log_free (&log);
}

static void
stop (Log *log, guint64 time, guint status, guint32 info)
{
  log_event4 (log, 2, time, 1);
  log_u (log, status, 2);
  log_u (log, info, 4);
}

static void
check_stops (const int *types, const guint *raw, const guint *wanted, guint n, gboolean shifted)
{
  Log log = log_begin (types);
  Result result;

  log_open (&log, 0, 0, 99);
  for (guint i = 0; i < n; i++)
    stop (&log, i, raw[i], 77);
  log_close (&log);
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpint (result.facts.shifted_stops, ==, shifted);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (seen (&result, i)->b, ==, wanted[i]);
      g_assert_cmpuint (seen (&result, i)->c, ==, wanted[i] == SCOPE_STOP_BLACK_HOLE ? 77 : 0);
    }
  result_clear (&result);
  log_free (&log);
}

static void
test_stops (void)
{
  static const int old[] = { 2, 10, 18, 14, -1, -1 };
  static const int ghc_7_8_2[] = { 2, 10, 18, 14, 58, -1, -1, -1 };
  static const int ghc_7_8_3[] = { 2, 10, 18, 14, 58, -1, 59, 0, -1, -1 };
  static const guint raw[] = { 1, 7, 8, 9, 10, 13, 19, 20 };
  static const guint shifted[] = { 1, 7, 20, 8, 9, 12, 18, 19 };

  check_stops (old, raw, raw, G_N_ELEMENTS (raw), FALSE);
  check_stops (ghc_7_8_2, raw, shifted, G_N_ELEMENTS (raw), TRUE);
  check_stops (ghc_7_8_3, raw, raw, G_N_ELEMENTS (raw), FALSE);
}

static void
test_mercury (void)
{
  static const int types[] = { 0, 4, 5, 8, 6, 10, 18, 14, 39, -1, 40, 0, 100, 12, 101, 8, 103, 12, 108, 0, -1, -1 };
  Log log = log_begin (types);
  Result result;
  const char *name;

  log_event (&log, 40, 1);
  log_event (&log, 5, 2);
  log_u (&log, 8, 8);
  log_event (&log, 108, 3);
  log_end (&log);
  result = run_log (&log);
  g_assert_true (result.facts.mercury);
  g_assert_cmpuint (result.events->len, ==, 3);
  g_assert_cmpuint (seen (&result, 0)->type, ==, SCOPE_EV_MERCURY | 40);
  g_assert_cmpuint (seen (&result, 1)->type, ==, SCOPE_EV_MERCURY | 5);
  g_assert_cmpuint (seen (&result, 2)->type, ==, 108);
  name = result.decoder->klass->event_name (result.decoder, SCOPE_EV_MERCURY | 40);
  g_assert_cmpstr (name, ==, "call_main");
  g_assert_cmpstr (result.decoder->klass->event_name (result.decoder, 40), ==, "spark_fizzle");
  result_clear (&result);
  log_free (&log);
}

/* Sizes other than the known ones, and numbers nobody knows. */
static void
test_sizes (void)
{
  static const int types[] = { 1, 6, 4, 4, 18, 14, 53, 50, 900, 3, 901, -1, -1, -1 };
  Log log = log_begin (types);
  Result result;

  log_open (&log, 0, 0, 9);
  log_event4 (&log, 1, 1, 5);
  log_u (&log, 0xffff, 2);
  log_event4 (&log, 4, 2, 6);
  log_event (&log, 900, 3);
  log_u (&log, 1, 3);
  log_text (&log, 901, 4, "hello", 5);
  log_close (&log);
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpuint (result.decoder->damages->len, ==, 0);
  g_assert_cmpuint (result.events->len, ==, 4);
  g_assert_cmpuint (seen (&result, 0)->a, ==, 5);
  g_assert_cmpuint (seen (&result, 1)->a, ==, 6);
  g_assert_cmpuint (seen (&result, 1)->b, ==, 0); /* too short for it */
  g_assert_cmpstr (result.decoder->klass->event_name (result.decoder, 900), ==, "what_ever");
  g_assert_cmpuint (seen (&result, 3)->hash, ==, hash_bytes ((const guint8 *) "hello", 5));
  result_clear (&result);
  log_free (&log);
}

static void
check_detail (ScopeDecoder *decoder, guint type, const void *payload, guint size, const char *wanted)
{
  ScopeEvent event = { .type = (guint16) type, .payload = payload, .size = size };
  g_autofree char *detail = decoder->klass->event_detail (decoder, &event);

  g_assert_cmpstr (detail, ==, wanted);
}

static void
test_details (void)
{
  Log log = log_begin (log_modern);
  Result result = run_log (&log);
  ScopeDecoder *d = result.decoder;

  check_detail (d, 2, "\0\0\0\4\0\7\0\0\0\11", 10, "thread=4 status=7 info=9");
  check_detail (d, 2, "\0\0\0\4\0\7", 6, "thread=4 status=7");
  check_detail (d, 9, "", 0, "");
  check_detail (d, 19, "a\nb\xff", 4, "text=a\\nb\xef\xbf\xbd");
  check_detail (d, 30, "\0\0\0\1./x\0+RTS\0", 13, "capset=1 args=./x +RTS");
  check_detail (d, 55, "\0\0\x7f\xed\x31\x45\x23\x80\0\2\0\0\0\0\0\0\1\0", 18,
                "task=0x7fed31452380 processor=2 kernel_thread=256");
  check_detail (d, 167, "\xff\xff\xff\xff\0\0\0\0\0\0\0\1\1\0\0\0\2", 17,
                "processor=-1 ticks=1 depth=1 stack=00000002");
  check_detail (d, 207, "\3\0\0\0\1\0\0\0\2\0\0\0\3", 13, "log2_block_size=3 active=1 filled=2 live=3");
  result_clear (&result);
  log_free (&log);
}

/* --- Eden --- */

static void
eden_blocks (Log *log, guint64 shift)
{
  log_open (log, 0, shift + 10, shift + 40);
  log_event4 (log, 0, shift + 10, 1);
  log_event (log, 64, shift + 11);
  log_u (log, 1, 4);
  log_u (log, 9, 4);
  log_event (log, 60, shift + 40); /* stands behind what its block's successor begins with */
  log_close (log);
  log_open (log, 0xffff, shift + 90, shift + 90);
  log_event4 (log, 62, shift + 50, 9);
  log_event (log, 65, shift + 3);
  log_u (log, 1, 2);
  log_u (log, 0, 8);
  log_close (log);
  log_open (log, 0, shift + 39, shift + 60);
  log_event (log, 61, shift + 39);
  log_event4 (log, 1, shift + 60, 1);
  log_close (log);
}

static void
test_eden (void)
{
  Log log = log_begin (log_eden);
  Result result;
  gint64 last[2] = { 0, 0 };

  for (guint i = 0; i < 200; i++)
    eden_blocks (&log, i * 100);
  log_end (&log);
  result = run_log (&log);
  g_assert_true (result.facts.eden);
  g_assert_cmpint (result.facts.order, ==, SCOPE_ORDER_FILE);
  g_assert_true (result.facts.complete);
  g_assert_cmpuint (result.events->len, ==, 200 * 7);
  for (guint i = 0; i < result.events->len; i++)
    {
      const Seen *e = seen (&result, i);
      guint stream = e->processor == SCOPE_NO_PROCESSOR;

      g_assert_cmpint (e->time, >=, last[stream]); /* each stream in its order, over its blocks, too */
      last[stream] = e->time;
      if (e->type == 64)
        g_assert_cmpuint (e->b, ==, 9);
    }
  result_clear (&result);

  result = run_bytes (log.bytes->data, log.bytes->len, TRUE);
  g_assert_cmpint (result.facts.order, ==, SCOPE_ORDER_TIME);
  g_assert_true (result.facts.eden);
  for (guint i = 1; i < result.events->len; i++)
    g_assert_cmpint (by_time (seen (&result, i - 1), seen (&result, i)), <, 0);
  result_clear (&result);
  log_free (&log);
}

/* --- what cannot be sought in --- */

typedef struct
{
  int fd;
  const Log *log;
} Feed;

static gpointer
feed (gpointer data)
{
  Feed *f = data;
  gsize at = 0;

  while (at < f->log->bytes->len)
    {
      gssize put = write (f->fd, f->log->bytes->data + at, f->log->bytes->len - at);

      if (put <= 0)
        break;
      at += (gsize) put;
    }
  close (f->fd);
  return NULL;
}

static void
test_pipe (void)
{
  Log log = log_begin (log_modern);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_autoptr (ScopeSource) source = NULL, spooled = NULL;
  g_autoptr (GError) error = NULL;
  gboolean spool = FALSE;
  ScopeDecoder *decoder;
  GThread *thread;
  int fds[2];
  Result result;
  Feed f;

  random_log (&log, wanted, 4, 100, 4000, 0); /* over 1 MiB */
  g_assert_cmpuint (log.bytes->len, >, 1 << 20);
  g_assert_cmpint (pipe (fds), ==, 0);
  f = (Feed) { fds[1], &log };
  thread = g_thread_new ("feed", feed, &f);
  source = scope_source_new_fd (fds[0], "pipe", &error);
  g_assert_no_error (error);
  g_assert_null (scope_eventlog_new (source, &spool, &error));
  g_assert_no_error (error);
  g_assert_true (spool);
  spooled = scope_source_spool (source, G_MAXINT64, NULL, NULL, &error);
  g_assert_no_error (error);
  decoder = scope_eventlog_new (spooled, &spool, &error);
  g_assert_no_error (error);
  result = run (decoder);
  g_assert_cmpuint (result.events->len, ==, wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    g_assert_cmpuint (seen (&result, i)->offset, ==, g_array_index (wanted, Seen, i).offset);
  g_thread_join (thread);
  result_clear (&result);
  log_free (&log);
}

/* --- damage --- */

static Log
small_log (const int *types)
{
  Log log = log_begin (types);

  log_open (&log, 0, 0, 40);
  log_event4 (&log, 0, 1, 1);
  log_event4 (&log, 1, 2, 1);
  stop (&log, 3, 8, 2);
  log_text (&log, 19, 4, "text", 4);
  if (types == log_eden)
    log_event (&log, 60, 5);
  log_close (&log);
  log_open (&log, types == log_eden ? 0 : 1, 0, 40);
  log_event4 (&log, 1, 2, 5);
  log_event4 (&log, 1, 9, 6);
  log_close (&log);
  log_open (&log, 0xffff, 0, 40);
  if (types == log_eden)
    log_event4 (&log, 62, 7, 7);
  else
    log_text (&log, 19, 7, "more", 4);
  log_close (&log);
  log_end (&log);
  return log;
}

/* Decodes to the end whatever it is; the number of events. */
static guint
survive (const guint8 *data, gsize n, gboolean sorted, gboolean *ret_complete, guint *ret_damages)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "test");
  g_autoptr (GError) error = NULL;
  gboolean spool;
  ScopeDecoder *decoder
      = sorted ? scope_eventlog_new_sorted (source, &error) : scope_eventlog_new (source, &spool, &error);
  Result result;
  guint events;

  *ret_complete = FALSE;
  *ret_damages = 0;
  if (!decoder)
    {
      g_assert_nonnull (error);
      return 0;
    }
  result = run (decoder);
  for (guint i = 0; i < decoder->damages->len; i++)
    g_assert_nonnull (damage (&result, i)->reason);
  *ret_complete = result.facts.complete;
  *ret_damages = decoder->damages->len;
  events = result.events->len;
  result_clear (&result);
  return events;
}

static void
check_truncated (const int *types)
{
  Log log = small_log (types);
  Result whole = run_log (&log);

  for (guint sorted = 0; sorted < 2; sorted++)
    for (gsize n = 0; n < log.bytes->len; n++)
      {
        gboolean complete;
        guint wanted = 0, damages, events = survive (log.bytes->data, n, sorted, &complete, &damages);

        for (guint i = 0; i < whole.events->len; i++)
          {
            const Seen *e = seen (&whole, i);
            guint header = e->type == 19 ? 12 : 10;

            wanted += e->offset + header + e->size <= n;
          }
        g_assert_cmpuint (events, ==, wanted);
        g_assert_false (complete);
      }
  result_clear (&whole);
  log_free (&log);
}

static void
test_truncated (void)
{
  check_truncated (log_modern);
  check_truncated (log_eden);
}

static void
check_flipped (const int *types)
{
  Log log = small_log (types);
  gboolean complete;
  guint damages;

  for (guint sorted = 0; sorted < 2; sorted++)
    for (gsize i = 0; i < log.bytes->len * 8; i++)
      {
        log.bytes->data[i / 8] ^= (guint8) (1 << (i % 8));
        /* nothing is made up: at most one event per ten bytes */
        g_assert_cmpuint (survive (log.bytes->data, log.bytes->len, sorted, &complete, &damages), <=,
                          log.bytes->len / 10);
        log.bytes->data[i / 8] ^= (guint8) (1 << (i % 8));
      }
  log_free (&log);
}

static void
test_flipped (void)
{
  check_flipped (log_modern);
  check_flipped (log_eden);
}

static void
check_undeclared (const int *types)
{
  Log log = small_log (types);
  Result whole = run_log (&log), result;
  guint at = 0;

  for (guint i = 0; i < whole.events->len; i++)
    if (seen (&whole, i)->type == 2)
      at = (guint) seen (&whole, i)->offset;
  log.bytes->data[at] = 0x33; /* the stop becomes something unheard-of; the text behind it goes with it */
  result = run_log (&log);
  g_assert_cmpuint (result.events->len, ==, whole.events->len - (types == log_eden ? 3 : 2));
  g_assert_cmpuint (result.decoder->damages->len, ==, 1);
  g_assert_cmpuint (damage (&result, 0)->from_byte, ==, at);
  g_assert_cmpuint (damage (&result, 0)->bytes, ==, 20 + 16 + (types == log_eden ? 10 : 0));
  g_assert_cmpuint (damage (&result, 0)->processor, ==, 0);
  g_assert_cmpint (damage (&result, 0)->from, ==, 2);
  g_assert_true (result.facts.complete);
  result_clear (&whole);
  result_clear (&result);
  log_free (&log);
}

static void
test_undeclared (void)
{
  check_undeclared (log_modern);
  check_undeclared (log_eden);
}

/* A block whose marker lies about its size, in every way: no event is lost. */
static void
check_lying (const int *types, guint events)
{
  static const guint32 lies[] = { 0, 23, 24, 25, 30, 80, 1000, 0x7fffffff, 0xffffffff };

  for (guint sorted = 0; sorted < 2; sorted++)
    for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
      {
        Log log = small_log (types);
        guint8 *first = g_memdup2 (log.bytes->data, log.bytes->len);
        Result result;

        log.marker = 0;
        while (memcmp (first + log.marker, "datb", 4) != 0)
          log.marker++;
        log.marker += 4;
        log_set_size (&log, lies[i]);
        result = run_bytes (log.bytes->data, log.bytes->len, sorted);
        g_assert_cmpuint (result.events->len, ==, events);
        g_assert_cmpuint (result.decoder->damages->len, >=, lies[i] == 24 ? 0 : 1);
        g_assert_true (result.facts.complete);
        result_clear (&result);
        g_free (first);
        log_free (&log);
      }
}

static void
test_lying (void)
{
  check_lying (log_modern, 7);
  check_lying (log_eden, 8);
}

static void
test_impossible_time (void)
{
  Log log = log_begin (log_modern);
  Result result;

  log_open (&log, 0, 0, 9);
  log_event4 (&log, 1, 1, 1);
  log_event4 (&log, 1, 1ull << 62, 2);
  log_event4 (&log, 1, 1ull << 40, 2); /* a flipped bit: the log ends at 9 */
  log_event4 (&log, 1, 3, 3);
  log_close (&log);
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpuint (result.events->len, ==, 2);
  g_assert_cmpuint (seen (&result, 1)->a, ==, 3);
  g_assert_cmpuint (result.decoder->damages->len, ==, 2);
  g_assert_cmpuint (damage (&result, 0)->bytes, ==, 14);
  result_clear (&result);
  log_free (&log);
}

static void
test_headers (void)
{
  static const char *const bad[] = { "", "h", "hdrb", "hdrbhetb", "hdrbhetbetb\0\0\0\0\4\xff\xff\xff\xff" };
  static const gsize sizes[] = { 0, 1, 4, 8, 20 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (ScopeSource) source = scope_source_new_memory (bad[i], sizes[i], "test");
      g_autoptr (GError) error = NULL;
      gboolean spool;

      g_assert_null (scope_eventlog_new (source, &spool, &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "test: "));
    }
}

/* GHC 9.2 and later count the end mark as part of the last block. */
static void
check_end_in_block (const int *types)
{
  Log log = log_begin (types);
  Result result;

  log_open (&log, 0, 0, 9);
  if (types == log_eden)
    log_event (&log, 60, 1);
  log_event4 (&log, 1, 1, 1);
  log_end (&log);
  log_close (&log);
  result = run_log (&log);
  g_assert_true (result.facts.complete);
  g_assert_cmpuint (result.decoder->damages->len, ==, 0);
  g_assert_cmpuint (seen (&result, types == log_eden)->a, ==, 1);
  result_clear (&result);
  log_free (&log);
}

static void
test_end_in_block (void)
{
  check_end_in_block (log_modern);
  check_end_in_block (log_eden);
}

static void
test_known_until (void)
{
  Log log = log_begin (log_modern);
  Result result;

  log_open (&log, 0, 0, 9);
  log_event4 (&log, 1, 5, 1);
  log_close (&log);
  log_open (&log, 1, 0, 9);
  log_event4 (&log, 1, 8, 1);
  log_close (&log);
  result = run_log (&log);
  g_assert_false (result.facts.complete);
  g_assert_cmpint (result.decoder->klass->known_until (result.decoder, 0), ==, 5);
  g_assert_cmpint (result.decoder->klass->known_until (result.decoder, 1), ==, 8);
  g_assert_cmpint (result.decoder->klass->known_until (result.decoder, 7), ==, 0);
  result_clear (&result);
  log_free (&log);
}

/* More blocks than a list may hold. */
static void
test_many_blocks (void)
{
  Log log = log_begin (log_modern);
  Result result;
  const guint n = (1 << 20) + 1000;

  for (guint i = 0; i < n; i++)
    {
      log_open (&log, i % 3, i, i);
      log_event (&log, 9, i);
      log_close (&log);
    }
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpint (result.facts.order, ==, SCOPE_ORDER_FILE);
  g_assert_cmpuint (result.events->len, ==, n);
  g_assert_cmpuint (result.decoder->damages->len, ==, 1);
  g_assert_true (result.facts.complete);
  result_clear (&result);
  log_free (&log);
}

/* Empty blocks cost nothing, and bad ones no more than a bounded list of damages. */
static void
test_many_damages (void)
{
  Log log = log_begin (log_modern);
  Result result;

  for (guint i = 0; i < 100000; i++)
    {
      log_open (&log, 0, i, i);
      if (i % 2)
        log_u (&log, 0x7777, 2);
      log_close (&log);
    }
  log_end (&log);
  result = run_log (&log);
  g_assert_cmpuint (result.events->len, ==, 0);
  g_assert_cmpuint (result.decoder->damages->len, <=, 1000);
  g_assert_cmpuint (result.decoder->damages->len, >, 0);
  g_assert_true (result.facts.complete);
  result_clear (&result);
  log_free (&log);
}

static void
test_shrinking (void)
{
  Log log = log_begin (log_modern);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_autoptr (ScopeSource) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  gboolean spool;
  ScopeDecoder *decoder;
  const ScopeEvent *events;
  Result result;
  int fd = g_file_open_tmp ("lanescope-XXXXXX", &path, &error);

  g_assert_no_error (error);
  random_log (&log, wanted, 3, 60, 8000, 0);
  g_assert_cmpint (write (fd, log.bytes->data, log.bytes->len), ==, log.bytes->len);
  source = scope_source_new_file (path, &error);
  g_assert_no_error (error);
  decoder = scope_eventlog_new (source, &spool, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (decoder->klass->next (decoder, &events), >, 0);
  g_assert_cmpint (ftruncate (fd, log.bytes->len / 2), ==, 0);
  result.events = g_array_new (FALSE, FALSE, sizeof (Seen));
  result.decoder = decoder;
  while (decoder->klass->next (decoder, &events) > 0)
    ;
  decoder->klass->facts (decoder, &result.facts);
  g_assert_cmpuint (result.facts.n_events, <, wanted->len);
  g_assert_cmpuint (result.facts.n_events, >, wanted->len / 4);
  g_assert_cmpuint (decoder->damages->len, >, 0);
  g_assert_false (result.facts.complete);
  result_clear (&result);
  g_unlink (path);
  close (fd);
  log_free (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eventlog/order", test_order);
  g_test_add_func ("/eventlog/random", test_random);
  g_test_add_func ("/eventlog/ghc-6.12", test_6_12);
  g_test_add_func ("/eventlog/stops", test_stops);
  g_test_add_func ("/eventlog/mercury", test_mercury);
  g_test_add_func ("/eventlog/sizes", test_sizes);
  g_test_add_func ("/eventlog/details", test_details);
  g_test_add_func ("/eventlog/eden", test_eden);
  g_test_add_func ("/eventlog/pipe", test_pipe);
  g_test_add_func ("/eventlog/truncated", test_truncated);
  g_test_add_func ("/eventlog/flipped", test_flipped);
  g_test_add_func ("/eventlog/undeclared", test_undeclared);
  g_test_add_func ("/eventlog/lying-sizes", test_lying);
  g_test_add_func ("/eventlog/impossible-time", test_impossible_time);
  g_test_add_func ("/eventlog/headers", test_headers);
  g_test_add_func ("/eventlog/end-in-block", test_end_in_block);
  g_test_add_func ("/eventlog/known-until", test_known_until);
  g_test_add_func ("/eventlog/many-blocks", test_many_blocks);
  g_test_add_func ("/eventlog/many-damages", test_many_damages);
  g_test_add_func ("/eventlog/shrinking", test_shrinking);
  return g_test_run ();
}
