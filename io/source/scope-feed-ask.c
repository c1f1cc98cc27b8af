/* scope-feed-ask.c: what can be asked of a program that is followed over a socket: GHC's eventlog-socket takes commands from who reads
 * its log.
 *
 *     F0 9E 97 8C    00        0F "eventlog-socket"    03
 *     magic number   version   who obeys (a name)      the number of the command
 *
 * It is obeyed or passed over: there is no answer but what comes in the log then. Commands of eventlog-socket itself: 3 starts and 4 stops
 * heap profiling, 5 takes one census; those of ghc-stack-profiler: 1 starts and 2 stops it.
 * (eventlog-socket 0.1 with its control; ghc-stack-profiler 0.2.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SEND_US (G_USEC_PER_SEC / 5) /* a program that reads nothing for so long does not listen */

static const struct
{
  const char *words, *name_space;
  guint8 command;
} requests[SCOPE_FEED_N_REQUESTS] = {
  [SCOPE_FEED_HEAP_START] = { "heap start", "eventlog-socket", 3 },
  [SCOPE_FEED_HEAP_STOP] = { "heap stop", "eventlog-socket", 4 },
  [SCOPE_FEED_HEAP_CENSUS] = { "heap census", "eventlog-socket", 5 },
  [SCOPE_FEED_STACK_START] = { "stack start", "ghc-stack-profiler", 1 },
  [SCOPE_FEED_STACK_STOP] = { "stack stop", "ghc-stack-profiler", 2 },
};

gboolean
scope_feed_request_parse (const char *words, ScopeFeedRequest *ret_request)
{
  for (guint i = 0; i < SCOPE_FEED_N_REQUESTS; i++)
    if (strcmp (requests[i].words, words) == 0)
      {
        *ret_request = (ScopeFeedRequest)i;
        return TRUE;
      }
  return FALSE;
}

/* Nobody is killed by writing to who has gone. */
static gboolean
send_all (int fd, const guint8 *bytes, gsize n)
{
  gint64 until = g_get_monotonic_time () + SEND_US;

  while (n > 0)
    {
      gssize sent = send (fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);

      if (sent > 0)
        {
          bytes += sent;
          n -= (gsize)sent;
        }
      else if (errno == EAGAIN && g_get_monotonic_time () < until)
        g_usleep (G_USEC_PER_SEC / 100);
      else if (errno != EINTR)
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_feed_ask (ScopeFeed *feed, ScopeFeedRequest request, GError **error)
{
  static const guint8 begin[] = { 0xf0, 0x9e, 0x97, 0x8c, 0 };
  const char *name = requests[request].name_space;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint8 length = (guint8)strlen (name);
  gboolean sent;
  int fd = -1;

  g_byte_array_append (bytes, begin, sizeof begin);
  g_byte_array_append (bytes, &length, 1);
  g_byte_array_append (bytes, (const guint8 *)name, length);
  g_byte_array_append (bytes, &requests[request].command, 1);
  g_mutex_lock (&feed->lock);
  if (feed->asked >= 0)
    fd = fcntl (feed->asked, F_DUPFD_CLOEXEC, 3);
  g_mutex_unlock (&feed->lock);
  if (fd < 0)
    return scope_fail (error, G_IO_ERROR_NOT_CONNECTED, "%s: only a program that is followed over a socket can be asked", feed->name);
  sent = send_all (fd, bytes->data, bytes->len);
  close (fd);
  return sent || scope_fail (error, G_IO_ERROR_FAILED, "%s: the program takes no commands", feed->name);
}

gboolean
scope_feed_can_ask (ScopeFeed *feed)
{
  gboolean can;

  g_mutex_lock (&feed->lock);
  can = feed->asked >= 0;
  g_mutex_unlock (&feed->lock);
  return can;
}
