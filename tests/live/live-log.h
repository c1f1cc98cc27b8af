/* live-log.h: the log that live-writer writes: its bytes, its header, its blocks, and what a run says of itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

#define LIVE_MARKER 24 /* bytes at the head of a block */

typedef struct
{
  guint64 runs, running, runnable, blocked, events;
} LiveTruth;

typedef struct
{
  gint64 since; /* in its present state */
  LiveTruth now, written;
} LiveThread;

typedef struct
{
  guint8 *buffer;
  gsize n;
  gint64 first, last; /* times of what is in the buffer */
  guint64 count;      /* events made, for the cycle */
  LiveThread *threads;
  LiveTruth now, written;
  gint64 due; /* when its next event is due, ns since the start */
} LiveCapability;

typedef struct
{
  int capabilities, threads, rate, on, off, buffer, flush, wait;
  double seconds;
  char *manner, *end, *truth, *stamps;
} LiveOptions;

typedef struct
{
  LiveOptions o;
  const char *where;
  int fd;
  guint64 bytes;
  gint64 start;      /* monotonic, ns */
  gint64 wall;       /* real, µs */
  gint64 now;        /* ns since the start */
  gint64 longest_write; /* µs */
  guint64 global_events;
  LiveCapability *caps;
  guint8 global[65536];
  gsize n_global;
} LiveWriter;

static inline guint8 *
live_put16 (guint8 *p, guint v)
{
  v = GUINT16_TO_BE (v);
  memcpy (p, &(guint16) { (guint16)v }, 2);
  return p + 2;
}

static inline guint8 *
live_put32 (guint8 *p, guint32 v)
{
  v = GUINT32_TO_BE (v);
  memcpy (p, &v, 4);
  return p + 4;
}

static inline guint8 *
live_put64 (guint8 *p, guint64 v)
{
  v = GUINT64_TO_BE (v);
  memcpy (p, &v, 8);
  return p + 8;
}

static inline guint8 *
live_put_event (guint8 *p, guint number, gint64 time)
{
  return live_put64 (live_put16 (p, number), (guint64)time);
}

/* An event with a text of `n` bytes, and a number before it unless that is negative. Returns what is behind it. */
guint8 *live_put_text (guint8 *p, guint number, gint64 time, int id, const char *text, gsize n);

/* Writes so many bytes; ends the program when that fails. */
void live_write_all (LiveWriter *w, const void *data, gsize n);

/* What stands before all events. */
void live_write_header (LiveWriter *w);

/* Puts what a run says of itself into the global buffer. */
void live_describe (LiveWriter *w);

/* Writes the global buffer as a block, or a capability's, which counts in its truth from then on, or all, as flushEventLog does in
 * GHC 9.2. */
void live_flush_global (LiveWriter *w);
void live_flush_capability (LiveWriter *w, int c);
void live_flush_all (LiveWriter *w);
