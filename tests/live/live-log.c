/* live-log.c: see live-log.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "live-log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define GLOBAL 0xffff

guint8 *
live_put_text (guint8 *p, guint number, gint64 time, int id, const char *text, gsize n)
{
  p = live_put_event (p, number, time);
  p = live_put16 (p, (guint)(n + (id >= 0 ? 4 : 0)));
  if (id >= 0)
    p = live_put32 (p, (guint32)id);
  memcpy (p, text, n);
  return p + n;
}

void
live_write_all (LiveWriter *w, const void *data, gsize n)
{
  const guint8 *p = data;
  gint64 began = g_get_monotonic_time ();

  w->bytes += n;
  while (n > 0)
    {
      gssize done = write (w->fd, p, n);

      if (done < 0 && errno == EINTR)
        continue;
      if (done < 0)
        {
          fprintf (stderr, "live-writer: %s: %s\n", w->where, g_strerror (errno));
          exit (1);
        }
      p += done;
      n -= (gsize)done;
    }
  w->longest_write = MAX (w->longest_write, g_get_monotonic_time () - began);
}

void
live_write_header (LiveWriter *w)
{
  /* the last one is GHC 9.2's own, by which it can be told */
  static const int types[] = { 0, 4, 1, 4, 2, 10, 8, 6, 16, 0xffff, 18, 14, 19, 0xffff, 25, 6, 27, 6, 29, 0xffff,
                               30, 0xffff, 32, 8, 43, 16, 44, 0xffff, 45, 2, 58, 0xffff, 59, 0, 210, 0xffff, -1 };
  GByteArray *out = g_byte_array_new ();
  guint8 b[16];

  g_byte_array_append (out, (const guint8 *)"hdrbhetb", 8);
  for (int i = 0; types[i] >= 0 && (types[i] != 210 || strcmp (w->o.manner, "9.2") == 0); i += 2)
    {
      g_byte_array_append (out, (const guint8 *)"etb\0", 4);
      live_put32 (live_put16 (live_put16 (b, (guint)types[i]), (guint)types[i + 1]), 4);
      g_byte_array_append (out, b, 8);
      g_byte_array_append (out, (const guint8 *)"Some\0\0\0\0ete\0", 12);
    }
  g_byte_array_append (out, (const guint8 *)"hetehdredatb", 12);
  live_write_all (w, out->data, out->len);
  g_byte_array_unref (out);
}

static void
write_block (LiveWriter *w, guint capability, gint64 first, gint64 last, const guint8 *data, gsize n)
{
  guint8 marker[LIVE_MARKER];

  live_put16 (live_put64 (live_put32 (live_put_event (marker, 18, first), (guint32)(n + LIVE_MARKER)), (guint64)last), capability);
  live_write_all (w, marker, LIVE_MARKER);
  live_write_all (w, data, n);
}

/* --- what a run says of itself --- */

void
live_describe (LiveWriter *w)
{
  static const char arguments[] = "live-writer\0+RTS\0-l\0";
  guint8 *p = w->global;
  gboolean old = strcmp (w->o.manner, "9.0") == 0;
  g_autofree char *rts = g_strdup_printf ("GHC-%s rts_thr_l", old ? "9.0.2" : "9.2.8");

  for (int c = 0; c < w->o.capabilities; c++)
    p = live_put16 (live_put_event (p, 45, 1000), (guint)c);
  p = live_put16 (live_put32 (live_put_event (p, 25, 1000), 0), 1); /* a capability set: the process */
  for (int c = 0; c < w->o.capabilities; c++)
    p = live_put16 (live_put32 (live_put_event (p, 27, 1000), 0), (guint)c);
  p = live_put32 (live_put32 (live_put_event (p, 32, 1000), 0), (guint32)getpid ());
  p = live_put_text (p, 29, 1000, 0, rts, strlen (rts));
  p = live_put_text (p, 30, 1000, 0, arguments, sizeof arguments - 1);
  p = live_put_event (p, 43, 1000);
  p = live_put32 (p, 0);
  p = live_put64 (p, (guint64)(w->wall / G_USEC_PER_SEC));
  p = live_put32 (p, (guint32)(w->wall % G_USEC_PER_SEC) * 1000u + 1000u);
  w->n_global = (gsize)(p - w->global);
  w->global_events += 5 + 2 * (guint64)w->o.capabilities;
}

void
live_flush_global (LiveWriter *w)
{
  write_block (w, GLOBAL, w->n_global ? 1000 : w->now, w->now, w->global, w->n_global);
  w->n_global = 0;
}

void
live_flush_capability (LiveWriter *w, int c)
{
  LiveCapability *cap = &w->caps[c];

  write_block (w, (guint)c, cap->n ? cap->first : w->now, w->now, cap->buffer, cap->n);
  cap->n = 0;
  cap->written = cap->now;
  for (int t = 0; t < w->o.threads; t++)
    cap->threads[t].written = cap->threads[t].now;
}

void
live_flush_all (LiveWriter *w)
{
  live_flush_global (w);
  for (int c = 0; c < w->o.capabilities; c++)
    live_flush_capability (w, c);
  live_flush_global (w);
}
