/* scope-feed-socket.c: connecting to a program, or letting one connect; asking it for something.
 *
 * A program that listens may begin to do so later than we begin to look; so a refused connection is tried again, for
 * a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRY_AGAIN (G_USEC_PER_SEC / 4)
#define WAIT_SECONDS 10
#define CONNECT_SECONDS 10

/* --- connecting --- */

static GSocketConnection *
try_once (ScopeFeed *feed, GError **error)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) where = NULL;

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_set_timeout (client, CONNECT_SECONDS);
  if (feed->kind == SCOPE_FEED_UNIX)
    where = G_SOCKET_CONNECTABLE (g_unix_socket_address_new (feed->path));
  else
    where = g_network_address_parse (feed->name + strlen ("tcp://"), 0, error);
  return where ? g_socket_client_connect (client, where, feed->stop, error) : NULL;
}

/* It may listen later. */
static gboolean
is_not_yet (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE);
}

static int
connect_out (ScopeFeed *feed)
{
  guint seconds = feed->options.wait_seconds > 0 ? feed->options.wait_seconds : WAIT_SECONDS;

  while (!scope_feed_is_over (feed))
    {
      g_autoptr (GError) error = NULL;
      gboolean exited = scope_feed_has_exited (feed);
      g_autoptr (GSocketConnection) connection = try_once (feed, &error);

      if (connection)
        return fcntl (g_socket_get_fd (g_socket_connection_get_socket (connection)), F_DUPFD_CLOEXEC, 3);
      if (exited && is_not_yet (error))
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "the program has ended, and has not listened on %s", feed->name);
      else if (!is_not_yet (error) || scope_feed_too_late (feed, seconds))
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s cannot be connected to: %s", feed->name, error->message);
      else
        {
          scope_feed_notify (feed, "nobody listens on %s yet", feed->name);
          scope_feed_sleep (feed, -1, TRY_AGAIN);
        }
    }
  return -1;
}

/* --- listening --- */

static gboolean
listen_on (ScopeFeed *feed, GSocketAddress *address, mode_t mode, GError **error)
{
  feed->kind = SCOPE_FEED_LISTEN;
  feed->socket = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                               error);
  if (feed->socket == NULL)
    return FALSE;
  if (mode != 0) /* before it has a name: nobody else is to connect */
    fchmod (g_socket_get_fd (feed->socket), mode);
  g_socket_set_listen_backlog (feed->socket, 1);
  if (g_socket_bind (feed->socket, address, TRUE, error) && g_socket_listen (feed->socket, error))
    return TRUE;
  g_prefix_error (error, "%s: ", feed->name);
  return FALSE;
}

/* A socket that a program left when it was killed. Whoever listens there lets one program connect and then nobody: it must not be us. A
 * socket of another type cannot connect, and is told why: somebody has bound a socket there, or nobody has (unix(7), EPROTOTYPE). */
static gboolean
is_left_over (const char *path, GSocketAddress *address)
{
  g_autoptr (GSocket) probe = NULL;
  g_autoptr (GError) error = NULL;
  struct stat st;

  if (lstat (path, &st) != 0 || !S_ISSOCK (st.st_mode))
    return FALSE;
  probe = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  return probe && !g_socket_connect (probe, address, NULL, &error)
         && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

gboolean
scope_feed_listen_unix (ScopeFeed *feed, const char *path, GError **error)
{
  g_autoptr (GSocketAddress) address = NULL;

  if (*path == '\0' || strlen (path) >= 108)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s: a socket’s path has 1 to 107 bytes", feed->name);
  address = g_unix_socket_address_new (path);
  if (is_left_over (path, address))
    g_unlink (path);
  if (!listen_on (feed, address, 0600, error))
    return FALSE;
  feed->unlink = g_strdup (path);
  return TRUE;
}

/* HOST:PORT; the host is an address, "localhost", "*" (all), or empty. */
static GSocketAddress *
parse_listen (const char *text)
{
  const char *colon = strrchr (text, ':');
  g_autofree char *host = NULL;
  guint64 port;

  if (colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 0, 65535, &port, NULL))
    return NULL;
  host = g_strndup (text, (gsize)(colon - text));
  if (*host == '[' && g_str_has_suffix (host, "]"))
    {
      host[strlen (host) - 1] = '\0';
      memmove (host, host + 1, strlen (host));
    }
  if (*host == '\0' || strcmp (host, "localhost") == 0)
    return g_inet_socket_address_new_from_string ("127.0.0.1", (guint)port);
  if (strcmp (host, "*") == 0)
    return g_inet_socket_address_new_from_string ("0.0.0.0", (guint)port);
  return g_inet_socket_address_new_from_string (host, (guint)port);
}

gboolean
scope_feed_listen_tcp (ScopeFeed *feed, const char *host_and_port, GError **error)
{
  g_autoptr (GSocketAddress) address = parse_listen (host_and_port), real = NULL;
  g_autofree char *host = NULL;

  if (address == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                       "%s: must have the form tcp-listen://ADDRESS:PORT, with an address in numbers, localhost, or *", feed->name);
  if (!listen_on (feed, address, 0, error))
    return FALSE;
  real = g_socket_get_local_address (feed->socket, error);
  if (real == NULL)
    return FALSE;
  g_free (feed->name);
  host = g_inet_address_to_string (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (real)));
  feed->name = g_strdup_printf (strchr (host, ':') ? "tcp-listen://[%s]:%u" : "tcp-listen://%s:%u", host,
                                g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (real)));
  return TRUE;
}

/* One program; then nobody can connect any more. */
static int
accept_one (ScopeFeed *feed)
{
  g_autoptr (GSocket) listening = feed->socket;
  int fd = -1;

  feed->socket = NULL;
  g_socket_set_blocking (listening, FALSE);
  while (fd < 0 && !scope_feed_is_over (feed))
    {
      gboolean exited = scope_feed_has_exited (feed);
      g_autoptr (GError) error = NULL;
      g_autoptr (GSocket) connected = g_socket_accept (listening, feed->stop, &error);

      if (connected)
        fd = fcntl (g_socket_get_fd (connected), F_DUPFD_CLOEXEC, 3);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s: nobody can connect: %s", feed->name, error->message);
      else if (exited)
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "the program has ended, and has not connected to %s", feed->name);
      else if (scope_feed_too_late (feed, feed->options.wait_seconds))
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "nobody has connected to %s in %u s", feed->name,
                           feed->options.wait_seconds);
      else
        {
          scope_feed_notify (feed, "nobody has connected to %s yet", feed->name);
          scope_feed_sleep (feed, g_socket_get_fd (listening), feed->options.wait_seconds > 0 ? G_USEC_PER_SEC : -1);
        }
    }
  g_socket_close (listening, NULL);
  if (feed->unlink)
    g_unlink (feed->unlink);
  g_clear_pointer (&feed->unlink, g_free);
  return fd;
}

int
scope_feed_connect (ScopeFeed *feed)
{
  return feed->kind == SCOPE_FEED_LISTEN ? accept_one (feed) : connect_out (feed);
}

/* --- asking who writes --- */

/* What can be asked of a program that is followed over a socket: GHC's eventlog-socket takes commands from who reads
 * its log.
 *
 *     F0 9E 97 8C    00        0F "eventlog-socket"    03
 *     magic number   version   who obeys (a name)      the number of the command
 *
 * It is obeyed or passed over: there is no answer but what comes in the log then. Commands of eventlog-socket itself: 3 starts and 4 stops
 * heap profiling, 5 takes one census; those of ghc-stack-profiler: 1 starts and 2 stops it.
 * (eventlog-socket 0.1 with its control; ghc-stack-profiler 0.2.) */

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
