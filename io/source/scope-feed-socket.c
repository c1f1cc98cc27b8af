/* scope-feed-socket.c: connecting to a program, or letting one connect.
 *
 * A program that listens may begin to do so later than we begin to look; so a refused connection is tried again, for
 * a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include "model/base/scope-fail.h"

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

/* A socket that a program left when it was killed. */
static gboolean
is_left_over (const char *path, GSocketAddress *address)
{
  g_autoptr (GSocket) probe = NULL;
  g_autoptr (GError) error = NULL;
  struct stat st;

  if (lstat (path, &st) != 0 || !S_ISSOCK (st.st_mode))
    return FALSE;
  probe = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
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
