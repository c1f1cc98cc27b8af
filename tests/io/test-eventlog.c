/* test-eventlog.c: the eventlog decoder on small logs made by hand: order, versions, Eden.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "log-result.h"

#include <time.h>
#include <unistd.h>

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
  g_assert_cmpint (scope_decoder_known_until (result.decoder, 0), ==, SCOPE_TIME_MAX);
  result_clear (&result);
  log_free (&log);
}

static void
check_random (guint n_processors, guint n_blocks, guint max_events, guint long_payloads, guint step)
{
  Log log = log_begin (log_modern);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (Seen));
  Result result;

  random_log (&log, wanted, n_processors, n_blocks, max_events, long_payloads, step);
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
  check_random (2, 20, 20000, 0, 3);
  check_random (5, 200, 3000, 0, 3);
  check_random (9, 3000, 20, 0, 3);
  check_random (100, 1000, 200, 0, 3);
  check_random (4, 100, 300, 60, 3);
  check_random (70, 300, 60, 50, 3);
}

/* Streams that take turns, and hardly two events of a time: they are sorted by windows, or not, as windows fill. */
static void
test_turns (void)
{
  check_random (5, 200, 3000, 0, 200);
  check_random (33, 300, 600, 0, 1000);
  check_random (100, 1000, 200, 0, 20000);
  check_random (17, 400, 300, 40, 1000);
  check_random (9, 1000, 90, 0, 1000000);
}

/* Processor time in ns of decoding 2,000 messages, each of more than half a buffer, of streams that take turns. */
static gint64
time_long (guint n_streams)
{
  const guint n = 2000 / n_streams, size = 40000;
  g_autofree char *text = g_malloc0 (size);
  g_autoptr (ScopeSource) source = NULL;
  g_autoptr (ScopeDecoder) decoder = NULL;
  Log log = log_begin (log_modern);
  struct timespec begin, end;
  const ScopeEvent *events;
  gsize n_events;
  guint seen = 0;

  for (guint s = 0; s < n_streams; s++)
    {
      log_open (&log, s, 0, n * n_streams * 1000);
      for (guint i = 0; i < n; i++)
        log_text (&log, 19, 1000 * (i * n_streams + s), text, size);
      log_close (&log);
    }
  log_end (&log);
  source = scope_source_new_memory (log.bytes->data, log.bytes->len, "test");
  decoder = scope_eventlog_new_sorted (source, NULL);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &begin);
  while ((n_events = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < n_events; i++)
      g_assert_cmpint (events[i].time, ==, 1000 * seen++);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
  g_assert_cmpuint (seen, ==, n_streams * n);
  log_free (&log);

  return (end.tv_sec - begin.tv_sec) * G_GINT64_CONSTANT (1000000000) + end.tv_nsec - begin.tv_nsec;
}

/* What a stream has at hand may be one message: to read on before it is handed out moves it for nothing, with each message of the others. */
static void
test_long_turns (void)
{
  gint64 few = time_long (2), many = time_long (500);

  g_test_message ("2 streams: %.1f ms, 500: %.1f ms", few / 1e6, many / 1e6);
  g_assert_cmpint (many, <, 3 * few + 50000000);
}

/* Whoever comes back to a checkpoint gets the same events as who took it and went on, however their streams are merged. */
static void
check_checkpoints (guint n_processors, guint n_blocks, guint max_events, guint long_payloads, guint step)
{
  Log log = log_begin (log_modern);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_autoptr (ScopeSource) source = NULL;
  g_autoptr (ScopeDecoder) map = NULL, marking = NULL;
  const ScopeEvent *events, *again;
  gsize n;

  random_log (&log, wanted, n_processors, n_blocks, max_events, long_payloads, step);
  source = scope_source_new_memory (log.bytes->data, log.bytes->len, "test");
  map = scope_eventlog_new_map (source, NULL);
  marking = map->klass->fork (map);
  n = marking->klass->next (marking, &events);
  for (guint i = 0; i < 30 && n > 0; i++)
    {
      g_autofree guint64 *mark = NULL;
      g_autoptr (ScopeDecoder) other = map->klass->fork (map);

      for (guint k = 0; k < 3 && n > 0; k++)
        n = marking->klass->next (marking, &events);
      mark = marking->klass->checkpoint (marking);
      other->klass->seek (other, mark);
      n = marking->klass->next (marking, &events);
      for (gsize k = 0, n_again = 0; k < n; k += n_again)
        {
          n_again = other->klass->next (other, &again);
          g_assert_cmpuint (n_again, >, 0);
          n_again = MIN (n_again, n - k);
          for (gsize j = 0; j < n_again; j++)
            g_assert_cmpuint (again[j].offset, ==, events[k + j].offset);
        }
    }
  log_free (&log);
}


static void
test_checkpoints (void)
{
  check_checkpoints (33, 300, 600, 0, 1000);
  check_checkpoints (17, 400, 300, 40, 1000);
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
  static const int types[]
      = { 0, 4, 5, 8, 6, 10, 18, 14, 39, -1, 40, 0, 100, 12, 101, 8, 103, 12, 108, 0, -1, -1 };
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
  name = scope_decoder_event_name (result.decoder, SCOPE_EV_MERCURY | 40);
  g_assert_cmpstr (name, ==, "call_main");
  g_assert_cmpstr (scope_decoder_event_name (result.decoder, 40), ==, "spark_fizzle");
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
  g_assert_cmpstr (scope_decoder_event_name (result.decoder, 900), ==, "what_ever");
  g_assert_cmpuint (seen (&result, 3)->hash, ==, hash_bytes ((const guint8 *)"hello", 5));
  result_clear (&result);
  log_free (&log);
}

static void
check_detail (ScopeDecoder *decoder, guint type, const void *payload, guint size, const char *wanted)
{
  ScopeEvent event = { .type = (guint16)type, .payload = payload, .size = size };
  g_autofree char *detail = scope_decoder_event_detail (decoder, &event);

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
      at += (gsize)put;
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

  random_log (&log, wanted, 4, 100, 4000, 0, 3); /* over 1 MiB */
  g_assert_cmpuint (log.bytes->len, >, 1 << 20);
  g_assert_cmpint (pipe (fds), ==, 0);
  f = (Feed){ fds[1], &log };
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eventlog/order", test_order);
  g_test_add_func ("/eventlog/random", test_random);
  g_test_add_func ("/eventlog/turns", test_turns);
  g_test_add_func ("/eventlog/long-turns", test_long_turns);
  g_test_add_func ("/eventlog/checkpoints", test_checkpoints);
  g_test_add_func ("/eventlog/ghc-6.12", test_6_12);
  g_test_add_func ("/eventlog/stops", test_stops);
  g_test_add_func ("/eventlog/mercury", test_mercury);
  g_test_add_func ("/eventlog/sizes", test_sizes);
  g_test_add_func ("/eventlog/details", test_details);
  g_test_add_func ("/eventlog/eden", test_eden);
  g_test_add_func ("/eventlog/pipe", test_pipe);
  return g_test_run ();
}
