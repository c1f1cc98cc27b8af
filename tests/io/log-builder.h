/* log-builder.h: small eventlogs, made by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

typedef struct
{
  GByteArray *bytes;
  guint marker; /* place of the open block's marker */
} Log;

static inline void
log_u (Log *log, guint64 value, guint size)
{
  for (guint i = size; i-- > 0;)
    g_byte_array_append (log->bytes, (const guint8[]) { (guint8) (value >> (8 * i)) }, 1);
}

static inline void
log_bytes (Log *log, const void *data, guint n)
{
  g_byte_array_append (log->bytes, data, n);
}

/* Pairs of number and size, ended by a negative number. */
static inline Log
log_begin (const int *types)
{
  Log log = { g_byte_array_new (), 0 };

  log_bytes (&log, "hdrbhetb", 8);
  for (; types[0] >= 0; types += 2)
    {
      log_bytes (&log, "etb\0", 4);
      log_u (&log, (guint64) types[0], 2);
      log_u (&log, (guint64) types[1] & 0xffff, 2);
      log_u (&log, 9, 4);
      log_bytes (&log, "What/Ever", 9);
      log_u (&log, 0, 4);
      log_bytes (&log, "ete\0", 4);
    }
  log_bytes (&log, "hetehdredatb", 12);
  return log;
}

static inline void
log_event (Log *log, guint type, guint64 time)
{
  log_u (log, type, 2);
  log_u (log, time, 8);
}

static inline void
log_event4 (Log *log, guint type, guint64 time, guint32 a)
{
  log_event (log, type, time);
  log_u (log, a, 4);
}

static inline void
log_text (Log *log, guint type, guint64 time, const void *text, guint n)
{
  log_event (log, type, time);
  log_u (log, n, 2);
  log_bytes (log, text, n);
}

static inline void
log_open (Log *log, guint processor, guint64 time, guint64 end)
{
  log->marker = log->bytes->len;
  log_event (log, 18, time);
  log_u (log, 0, 4);
  log_u (log, end, 8);
  log_u (log, processor, 2);
}

static inline void
log_set_size (Log *log, guint32 size)
{
  for (guint i = 0; i < 4; i++)
    log->bytes->data[log->marker + 10 + i] = (guint8) (size >> (8 * (3 - i)));
}

static inline void
log_close (Log *log)
{
  log_set_size (log, log->bytes->len - log->marker);
}

static inline void
log_end (Log *log)
{
  log_u (log, 0xffff, 2);
}

static inline void
log_free (Log *log)
{
  g_byte_array_unref (log->bytes);
}

/* Types of GHC 8 and later that the tests use. */
static const int log_modern[] = { 0, 4, 1, 4, 2, 10, 4, 6, 8, 6, 9, 0, 10, 0, 16, -1, 18, 14, 19, -1, 44, -1,
                                  45, 2, 49, 12, 53, 58, 58, -1, 59, 0, -1, -1 };
static const int log_eden[] = { 0, 4, 1, 4, 2, 10, 8, 6, 9, 0, 10, 0, 18, 14, 19, -1, 23, -1, 53, 50, 58, -1, 59, 0,
                                60, 0, 61, 0, 62, 4, 63, 4, 64, 8, 65, 10, 66, 2, 67, 19, 68, 23, 69, 17, -1, -1 };
