/* live-where.c: see live-where.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "live-where.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int
open_socket (const char *where)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketAddress) address = NULL;
  gboolean listens = strstr (where, "listen:") != NULL;
  int fd = -1;
  gsize n;
  g_autofree gpointer native = NULL;

  if (g_str_has_prefix (where, "unix"))
    address = g_unix_socket_address_new (strchr (where, ':') + 1);
  else
    address = g_inet_socket_address_new_from_string ("127.0.0.1", (guint)atoi (strrchr (where, ':') + 1));
  n = (gsize)g_socket_address_get_native_size (address);
  native = g_malloc (n);
  g_socket_address_to_native (address, native, n, NULL);
  for (int i = 0; i < 200 && fd < 0; i++) /* the other side may not be there yet */
    {
      fd = socket (g_socket_address_get_family (address), SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (listens)
        {
          setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &(int) { 1 }, sizeof (int));
          if (bind (fd, native, (socklen_t)n) != 0 || listen (fd, 1) != 0)
            return -1;
          return accept (fd, NULL, NULL);
        }
      if (connect (fd, native, (socklen_t)n) == 0)
        break;
      close (fd);
      fd = -1;
      g_usleep (50000);
    }
  return fd;
}

int
live_open_where (const char *where)
{
  struct stat st;

  if (strcmp (where, "-") == 0)
    return STDOUT_FILENO;
  if (g_str_has_prefix (where, "unix") || g_str_has_prefix (where, "tcp"))
    return open_socket (where);
  if (stat (where, &st) == 0 && S_ISFIFO (st.st_mode))
    return g_open (where, O_WRONLY, 0);
  return g_open (where, O_RDWR | O_CREAT | O_TRUNC, 0600); /* as GHC's RTS: "w+" */
}
