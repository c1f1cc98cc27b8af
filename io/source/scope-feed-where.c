/* scope-feed-where.c: what is followed, as it is written: paths, descriptors, addresses; and what is wrong with it at
 * once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include "io/source/scope-archive.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gboolean
scope_feed_is_address (const char *where)
{
  static const char *const prefixes[] = { "fd:", "unix:", "unix-listen:", "tcp://", "tcp-listen://", "ssh://" };

  if (strcmp (where, "-") == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (where, prefixes[i]))
      return TRUE;
  return FALSE;
}

static gboolean
bad_address (const char *where, const char *why, GError **error)
{
  return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT, "%s: %s", where, why);
}

static gboolean
open_fd (ScopeFeed *feed, int fd, const char *where, GError **error)
{
  struct stat st;

  if (fstat (fd, &st) != 0)
    return bad_address (where, "is not an open descriptor", error);
  if (S_ISDIR (st.st_mode))
    return bad_address (where, "is a folder", error);
  fcntl (fd, F_SETFD, FD_CLOEXEC);
  feed->fd = fd;
  return TRUE;
}

/* Only what will not become right by waiting. Of a folder that is one log, the file that tells when it is all there is followed. */
static gboolean
check_path (ScopeFeed *feed, GError **error)
{
  g_autofree char *track = scope_archive_find_track (feed->path);
  struct stat st;
  int code = 0;

  if (track != NULL)
    {
      g_free (feed->path);
      feed->path = g_steal_pointer (&track);
    }
  if (stat (feed->path, &st) != 0)
    code = errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  else if (S_ISDIR (st.st_mode))
    code = EISDIR;
  else if (!S_ISSOCK (st.st_mode) && access (feed->path, R_OK) != 0)
    code = errno == ENOENT ? 0 : errno;
  if (code == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", feed->name,
               code == EISDIR ? "is a folder; a folder’s files can be opened, not followed" : g_strerror (code));
  return FALSE;
}

gboolean
scope_feed_parse_where (ScopeFeed *feed, const char *where, GError **error)
{
  const char *rest = strchr (where, ':') ? strchr (where, ':') + 1 : "";
  g_autoptr (GSocketConnectable) address = NULL;
  guint64 fd;

  if (strcmp (where, "-") == 0)
    {
      int copy = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 3);

      feed->name = g_strdup ("standard input");
      feed->kind = SCOPE_FEED_FD;
      return open_fd (feed, copy, where, error);
    }
  feed->name = g_filename_display_name (where);
  if (feed->options.bring != NULL)
    {
      feed->kind = SCOPE_FEED_BROUGHT;
      feed->path = g_strdup (where);
      return TRUE;
    }
  if (g_str_has_prefix (where, "ssh://"))
    return bad_address (where, "lies on another computer", error);
  if (g_str_has_prefix (where, "fd:"))
    {
      feed->kind = SCOPE_FEED_FD;
      return g_ascii_string_to_unsigned (rest, 10, 0, G_MAXINT, &fd, NULL) ? open_fd (feed, (int)fd, where, error)
                                                                           : bad_address (where, "fd:NUMBER", error);
    }
  if (g_str_has_prefix (where, "unix-listen:"))
    return scope_feed_listen_unix (feed, rest, error);
  if (g_str_has_prefix (where, "tcp-listen:"))
    return scope_feed_listen_tcp (feed, where + strlen ("tcp-listen://"), error);
  if (g_str_has_prefix (where, "tcp:"))
    {
      feed->kind = SCOPE_FEED_TCP;
      address = g_network_address_parse (where + strlen ("tcp://"), 0, NULL);
      if (address == NULL || g_network_address_get_port (G_NETWORK_ADDRESS (address)) == 0)
        return bad_address (where, "is not an address; write it as tcp://HOST:PORT", error);
      return TRUE;
    }
  feed->kind = g_str_has_prefix (where, "unix:") ? SCOPE_FEED_UNIX : SCOPE_FEED_PATH;
  feed->path = g_strdup (feed->kind == SCOPE_FEED_UNIX ? rest : where);
  if (*feed->path == '\0')
    return bad_address (where, "names nothing", error);
  return check_path (feed, error);
}

gboolean
scope_feed_check_save (ScopeFeed *feed, GError **error)
{
  g_autofree char *folder = NULL;
  struct stat log, copy;

  if (feed->save == NULL)
    return TRUE;
  folder = g_path_get_dirname (feed->save);
  if (g_file_test (feed->save, G_FILE_TEST_IS_DIR))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "%s: is a folder", feed->save);
  else if (access (folder, W_OK | X_OK) != 0)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: nothing can be saved there: %s", feed->save,
                 g_strerror (errno));
  else if (feed->path && (strcmp (feed->path, feed->save) == 0
           || (stat (feed->path, &log) == 0 && stat (feed->save, &copy) == 0 && log.st_dev == copy.st_dev
               && log.st_ino == copy.st_ino)))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s: is the log itself", feed->save);
  else
    return TRUE;
  return FALSE;
}
