/* test-eventlog-damage.c: the eventlog decoder on logs that are cut, flipped, lying or hostile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "log-result.h"

#include <glib/gstdio.h>
#include <unistd.h>

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
        log.bytes->data[i / 8] ^= (guint8)(1 << (i % 8));
        /* nothing is made up: at most one event per ten bytes */
        g_assert_cmpuint (survive (log.bytes->data, log.bytes->len, sorted, &complete, &damages), <=,
                          log.bytes->len / 10);
        log.bytes->data[i / 8] ^= (guint8)(1 << (i % 8));
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
      at = (guint)seen (&whole, i)->offset;
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
  g_assert_cmpint (scope_decoder_known_until (result.decoder, 0), ==, 5);
  g_assert_cmpint (scope_decoder_known_until (result.decoder, 1), ==, 8);
  g_assert_cmpint (scope_decoder_known_until (result.decoder, 7), ==, 0);
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
  random_log (&log, wanted, 3, 60, 8000, 0, 3);
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
  result.facts = decoder->facts;
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
