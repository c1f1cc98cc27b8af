/* live-writer.c: a program that does nothing but write its eventlog: so many events a second, to a file, a FIFO or a
 * socket, as GHC 9.0 or as GHC 9.2 does; and that ends as one wishes. It says what it wrote, so that nothing may be lost
 * unnoticed.
 *
 *     live-writer [OPTION…] WHERE
 *
 *   WHERE               a path (a FIFO is opened as it is); -; unix:PATH and tcp://HOST:PORT (connects); unix-listen:PATH
 *                       and tcp-listen://:PORT (waits for one to connect)
 *   --capabilities N    4
 *   --threads N         of each capability, 4
 *   --rate N            events per second, all together, 1000000
 *   --seconds S         1
 *   --on MS --off MS    it writes at that rate and pauses, by turns
 *   --manner 9.0        blocks of --buffer bytes, when they are full; what describes the run comes last
 *   --manner 9.2        the same, and all of them every --flush ms; what describes the run comes first
 *   --truth FILE        what it wrote, as JSON
 *   --stamps FILE       a line for each time that all was written (manner 9.2): when that was, and until when by the log's clock; ns
 *   --wait MS           before it opens anything
 *   --end mark          as programs do
 *   --end none          all events, but neither description (9.0) nor end mark
 *   --end kill          in the middle of an event, by SIGKILL
 *   --end truncate      the file is cut to its half, when there is a file WHERE.go, since all was read
 *   --end anew          it is written again from its start, longer than before; then, too
 *   --end rotate        it is renamed to WHERE.1, and WHERE is another log; it ends without mark
 *   --end delete        it is removed; it ends without mark
 *   --end stay          as none, but the file stays open until SIGTERM
 *
 * On each capability its threads take turns: woken, running, blocked, an event each, evenly spread, at the time when
 * they are made: the clock of the log is the wall clock. In the truth of capabilities and threads only what is in blocks
 * that were written whole counts; so it holds for killed ones as well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "live-log.h"
#include "live-where.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TICK 2000 /* µs: so often it wakes to write what is due */

/* --- events --- */

/* Room for one event more. */
static inline guint8 *
begin_event (LiveWriter *w, int c, gint64 time)
{
  LiveCapability *cap = &w->caps[c];

  if (cap->n + 64 > (gsize)w->o.buffer - LIVE_MARKER)
    live_flush_capability (w, c);
  if (cap->n == 0)
    cap->first = time;
  return cap->buffer + cap->n;
}

static inline void
end_event (LiveCapability *cap, LiveThread *thread, guint8 *end)
{
  cap->n = (gsize)(end - cap->buffer);
  cap->now.events++;
  thread->now.events++;
}

static void
wake (LiveWriter *w, int c, int t, gint64 time)
{
  LiveCapability *cap = &w->caps[c];
  LiveThread *thread = &cap->threads[t];
  guint8 *p = live_put_event (begin_event (w, c, time), 8, time);

  p = live_put16 (live_put32 (p, (guint32)(c * w->o.threads + t + 1)), (guint)c);
  if (thread->now.runs > 0)
    {
      thread->now.blocked += (guint64)(time - thread->since);
      thread->since = time;
    }
  end_event (cap, thread, p);
}

static void
run (LiveWriter *w, int c, int t, gint64 time)
{
  LiveCapability *cap = &w->caps[c];
  LiveThread *thread = &cap->threads[t];
  guint8 *p = live_put_event (begin_event (w, c, time), 1, time);

  p = live_put32 (p, (guint32)(c * w->o.threads + t + 1));
  thread->now.runnable += (guint64)(time - thread->since);
  thread->since = time;
  thread->now.runs++;
  cap->now.runs++;
  end_event (cap, thread, p);
}

static void
stop (LiveWriter *w, int c, int t, gint64 time, guint status)
{
  LiveCapability *cap = &w->caps[c];
  LiveThread *thread = &cap->threads[t];
  guint8 *p = live_put_event (begin_event (w, c, time), 2, time);

  p = live_put32 (live_put16 (live_put32 (p, (guint32)(c * w->o.threads + t + 1)), status), 0);
  thread->now.running += (guint64)(time - thread->since);
  cap->now.running += (guint64)(time - thread->since);
  thread->since = time;
  end_event (cap, thread, p);
}

static void
create (LiveWriter *w, int c, gint64 time)
{
  LiveCapability *cap = &w->caps[c];

  for (int t = 0; t < w->o.threads; t++)
    {
      g_autofree char *label = g_strdup_printf ("worker %d", t);
      guint8 *p = live_put_event (begin_event (w, c, time), 0, time);

      p = live_put32 (p, (guint32)(c * w->o.threads + t + 1));
      end_event (cap, &cap->threads[t], p);
      cap->threads[t].since = time;
      p = live_put_text (begin_event (w, c, time), 44, time, c * w->o.threads + t + 1, label, strlen (label));
      end_event (cap, &cap->threads[t], p);
    }
}

/* Event number count of the cycle. */
static void
next (LiveWriter *w, int c, gint64 time)
{
  LiveCapability *cap = &w->caps[c];
  int t = (int)(cap->count / 3 % (guint64)w->o.threads);

  switch (cap->count++ % 3)
    {
    case 0:
      wake (w, c, t, time);
      break;
    case 1:
      run (w, c, t, time);
      break;
    default:
      stop (w, c, t, time, 7);
    }
}

/* All threads end. */
static void
finish (LiveWriter *w)
{
  for (int c = 0; c < w->o.capabilities; c++)
    {
      LiveCapability *cap = &w->caps[c];
      gint64 time = w->now;

      while (cap->count % 3 != 0)
        next (w, c, time++);
      for (int t = 0; t < w->o.threads; t++)
        {
          wake (w, c, t, time++);
          run (w, c, t, time++);
          stop (w, c, t, time++, 5);
        }
      w->now = MAX (w->now, time);
    }
}

/* --- the run --- */

static gint64
now_ns (LiveWriter *w)
{
  struct timespec ts;

  clock_gettime (CLOCK_MONOTONIC, &ts);
  return ts.tv_sec * 1000000000 + ts.tv_nsec - w->start;
}

/* What is due until `until`; pauses are left out. */
static void
make_events (LiveWriter *w, gint64 until)
{
  double step = 1e9 * w->o.capabilities / w->o.rate;
  gint64 on = (gint64)w->o.on * 1000000, off = (gint64)w->o.off * 1000000;

  for (int c = 0; c < w->o.capabilities; c++)
    {
      LiveCapability *cap = &w->caps[c];
      gint64 from = cap->due;
      double time = (double)cap->due;

      for (; (gint64)time <= until; time = (double)from + step)
        {
          from = (gint64)time;
          if (off > 0 && from % (on + off) >= on)
            {
              from = (from / (on + off) + 1) * (on + off);
              cap->due = from;
              if (from > until)
                break;
              time = (double)from;
            }
          next (w, c, from);
          from = (gint64)time;
        }
      cap->due = MAX ((gint64)time, cap->due);
    }
}

static void
run_for (LiveWriter *w, double seconds)
{
  gint64 until = w->now + (gint64)(seconds * 1e9), flushed = w->now;
  gboolean flushes = strcmp (w->o.manner, "9.2") == 0;
  FILE *stamps = w->o.stamps != NULL ? fopen (w->o.stamps, "w") : NULL;

  while (w->now < until)
    {
      g_usleep (TICK);
      w->now = MIN (now_ns (w), until);
      make_events (w, w->now);
      if (flushes && w->now - flushed >= (gint64)w->o.flush * 1000000)
        {
          live_flush_all (w);
          flushed = w->now;
          if (stamps != NULL)
            fprintf (stamps, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", now_ns (w) + w->start, w->now);
        }
    }
  if (stamps != NULL)
    fclose (stamps);
}

static void
begin_log (LiveWriter *w)
{
  struct timespec ts;

  clock_gettime (CLOCK_MONOTONIC, &ts);
  w->start = ts.tv_sec * 1000000000 + ts.tv_nsec;
  w->wall = g_get_real_time ();
  w->caps = g_new0 (LiveCapability, w->o.capabilities);
  live_write_header (w);
  live_describe (w);
  if (strcmp (w->o.manner, "9.2") == 0)
    live_flush_global (w);
  for (int c = 0; c < w->o.capabilities; c++)
    {
      w->caps[c].buffer = g_malloc ((gsize)w->o.buffer);
      w->caps[c].threads = g_new0 (LiveThread, w->o.threads);
      create (w, c, 2000 + c);
      w->caps[c].due = 100000 + 13 * c;
    }
}

static void
end_log (LiveWriter *w)
{
  finish (w);
  for (int c = 0; c < w->o.capabilities; c++)
    live_flush_capability (w, c);
  live_flush_global (w);
  live_write_all (w, "\xff\xff", 2);
}

/* --- ends --- */

static void
write_truth (LiveWriter *w)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint64 events = w->global_events;
  gboolean whole = strcmp (w->o.end, "mark") == 0;

  if (w->o.truth == NULL)
    return;
  if (w->n_global > 0)
    events = 0; /* what describes the run was not written */
  for (int c = 0; c < w->o.capabilities; c++)
    events += w->caps[c].written.events;
  g_string_append_printf (out,
                          "{\"events\": %" G_GUINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT
                          ", \"end_ns\": %" G_GINT64_FORMAT ", \"longest_write_us\": %" G_GINT64_FORMAT
                          ", \"whole\": %s,\n \"processors\": [",
                          events, w->bytes, w->now, w->longest_write, whole ? "true" : "false");
  for (int c = 0; c < w->o.capabilities; c++)
    g_string_append_printf (out,
                            "%s\n  {\"processor\": %d, \"runs\": %" G_GUINT64_FORMAT
                            ", \"running_ns\": %" G_GUINT64_FORMAT "}",
                            c > 0 ? "," : "", c, w->caps[c].written.runs, w->caps[c].written.running);
  g_string_append (out, "],\n \"threads\": [");
  for (int i = 0; i < w->o.capabilities * w->o.threads; i++)
    {
      const LiveTruth *truth = &w->caps[i / w->o.threads].threads[i % w->o.threads].written;

      g_string_append_printf (
          out,
          "%s\n  {\"thread\": %d, \"runs\": %" G_GUINT64_FORMAT ", \"running_ns\": %" G_GUINT64_FORMAT
          ", \"runnable_ns\": %" G_GUINT64_FORMAT ", \"blocked_ns\": %" G_GUINT64_FORMAT "}",
          i > 0 ? "," : "", i + 1, truth->runs, truth->running, truth->runnable, truth->blocked);
    }
  g_string_append (out, "]}\n");
  g_file_set_contents (w->o.truth, out->str, (gssize)out->len, NULL);
}

/* Another log under the name. */
static void
write_another (LiveWriter *w)
{
  int was = w->fd;

  w->fd = g_open (w->where, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  live_write_header (w);
  live_write_all (w, "\xff\xff", 2);
  close (w->fd);
  w->fd = was;
}

static void
flush_written (LiveWriter *w)
{
  for (int c = 0; c < w->o.capabilities; c++)
    live_flush_capability (w, c);
}

/* What is cut off before it was read is nobody's loss but the log's. */
static void
wait_for_go (LiveWriter *w)
{
  g_autofree char *go = g_strconcat (w->where, ".go", NULL);

  write_truth (w);
  while (!g_file_test (go, G_FILE_TEST_EXISTS))
    g_usleep (TICK);
}

static void
end_badly (LiveWriter *w)
{
  const char *how = w->o.end;
  g_autofree char *moved = g_strconcat (w->where, ".1", NULL);
  guint8 piece[LIVE_MARKER + 11];

  flush_written (w);
  if (strcmp (how, "kill") == 0)
    {
      live_put16 (live_put64 (live_put32 (live_put_event (piece, 18, w->now), 4096), (guint64)w->now), 0);
      live_put_event (piece + LIVE_MARKER, 1, w->now);
      live_write_all (w, piece, sizeof piece); /* its thread is missing, and the rest of the block */
      write_truth (w);
      raise (SIGKILL);
    }
  else if (strcmp (how, "truncate") == 0)
    {
      wait_for_go (w);
      if (ftruncate (w->fd, (off_t)(w->bytes / 2)) != 0)
        exit (1);
    }
  else if (strcmp (how, "anew") == 0)
    {
      g_autofree guint8 *zeros = g_malloc0 (w->bytes + 1000);

      wait_for_go (w);
      memset (zeros, 'x', w->bytes + 1000);
      if (pwrite (w->fd, zeros, w->bytes + 1000, 0) < 0)
        exit (1);
    }
  else if (strcmp (how, "rotate") == 0)
    {
      g_rename (w->where, moved);
      write_another (w);
    }
  else if (strcmp (how, "delete") == 0)
    g_unlink (w->where);
  write_truth (w);
  while (strcmp (how, "stay") == 0)
    pause ();
}

/* --- what is asked for --- */

static gboolean
parse (LiveOptions *o, int *argc, char ***argv)
{
  const GOptionEntry entries[] = {
    { "capabilities", 0, 0, G_OPTION_ARG_INT, &o->capabilities, "", "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &o->threads, "", "N" },
    { "rate", 0, 0, G_OPTION_ARG_INT, &o->rate, "", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &o->seconds, "", "S" },
    { "on", 0, 0, G_OPTION_ARG_INT, &o->on, "", "MS" },
    { "off", 0, 0, G_OPTION_ARG_INT, &o->off, "", "MS" },
    { "buffer", 0, 0, G_OPTION_ARG_INT, &o->buffer, "", "BYTES" },
    { "flush", 0, 0, G_OPTION_ARG_INT, &o->flush, "", "MS" },
    { "wait", 0, 0, G_OPTION_ARG_INT, &o->wait, "", "MS" },
    { "manner", 0, 0, G_OPTION_ARG_STRING, &o->manner, "", "VERSION" },
    { "end", 0, 0, G_OPTION_ARG_STRING, &o->end, "", "HOW" },
    { "truth", 0, 0, G_OPTION_ARG_FILENAME, &o->truth, "", "FILE" },
    { "stamps", 0, 0, G_OPTION_ARG_FILENAME, &o->stamps, "", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("WHERE");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    fprintf (stderr, "live-writer: %s\n", error->message);
  if (o->manner == NULL)
    o->manner = g_strdup ("9.0");
  if (o->end == NULL)
    o->end = g_strdup ("mark");
  return error == NULL && *argc == 2 && o->capabilities > 0 && o->capabilities < 1000 && o->threads > 0 && o->rate > 0
         && o->buffer >= 4096;
}

int
main (int argc, char **argv)
{
  static LiveWriter w;
  int status = 2;

  w.o = (LiveOptions) { .capabilities = 4, .threads = 4, .rate = 1000000, .on = 1000, .buffer = 2 << 20, .flush = 500,
                    .seconds = 1 };
  for (int i = 1; i < argc; i++) /* a program's own runtime would take these */
    if (strcmp (argv[i], "+RTS") == 0)
      argc = i;
  if (!parse (&w.o, &argc, &argv))
    return status;
  w.where = argv[1];
  g_usleep ((gulong)w.o.wait * 1000);
  w.fd = live_open_where (w.where);
  if (w.fd < 0)
    {
      fprintf (stderr, "live-writer: %s: %s\n", w.where, g_strerror (errno));
      return 1;
    }
  begin_log (&w);
  run_for (&w, w.o.seconds);
  if (strcmp (w.o.end, "mark") == 0)
    {
      end_log (&w);
      write_truth (&w);
    }
  else
    end_badly (&w);
  close (w.fd);
  return 0;
}
