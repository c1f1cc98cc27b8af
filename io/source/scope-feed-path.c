/* scope-feed-path.c: the feed's thread: it waits until something bears the name, sees what it is, and follows that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-archive.h"
#include "io/source/scope-feed-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLL G_USEC_PER_SEC

static gboolean
is_earlier_run (ScopeFeed *feed, const struct stat *st)
{
  return (gint64)st->st_ino == feed->was_inode && (gint64)st->st_dev == feed->was_device
         && (gint64)st->st_size == feed->was_size
         && st->st_mtim.tv_sec * G_USEC_PER_SEC + st->st_mtim.tv_nsec / 1000 == feed->was_changed;
}

void
scope_feed_remember_earlier_run (ScopeFeed *feed)
{
  struct stat st;

  feed->was_inode = -1;
  if (!feed->options.fresh || feed->path == NULL || stat (feed->path, &st) != 0 || !S_ISREG (st.st_mode))
    return;
  feed->was_inode = (gint64)st.st_ino;
  feed->was_device = (gint64)st.st_dev;
  feed->was_size = (gint64)st.st_size;
  feed->was_changed = st.st_mtim.tv_sec * G_USEC_PER_SEC + st.st_mtim.tv_nsec / 1000;
}

/* A folder has appeared: if it is one log, the file that tells when it is all there is followed. Its first one may come yet. */
static void
take_track (ScopeFeed *feed, struct stat *st)
{
  g_autofree char *track = scope_archive_find_track (feed->path);

  if (track == NULL || stat (track, st) != 0)
    return;
  g_mutex_lock (&feed->lock);
  g_free (feed->path);
  feed->path = g_steal_pointer (&track);
  g_mutex_unlock (&feed->lock);
}

/* Opens what bears the name, if there is something that is wanted: a descriptor, or -1; errno ENOENT: not yet. */
static int
open_path (ScopeFeed *feed, struct stat *st)
{
  int fd = -1;

  if (stat (feed->path, st) != 0)
    {
      errno = errno == ENOTDIR ? ENOENT : errno;
      return -1;
    }
  if (S_ISDIR (st->st_mode))
    take_track (feed, st);
  if (S_ISDIR (st->st_mode) || (S_ISREG (st->st_mode) && is_earlier_run (feed, st)))
    errno = ENOENT;
  else if (!S_ISSOCK (st->st_mode))
    fd = g_open (feed->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);
  else
    errno = 0;
  return fd;
}

static void
noticed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
}

/* Waits until something bears the name: a descriptor of it, or -1 if it is a socket, or it has ended. */
static int
wait_for_path (ScopeFeed *feed, struct stat *st)
{
  g_autoptr (GFile) file = g_file_new_for_path (feed->path);
  g_autoptr (GFileMonitor) monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  int fd = -1;

  if (monitor)
    {
      g_file_monitor_set_rate_limit (monitor, 20);
      g_signal_connect (monitor, "changed", G_CALLBACK (noticed), NULL);
    }
  while (!scope_feed_is_over (feed))
    {
      gboolean exited = scope_feed_has_exited (feed); /* before looking: what it left is seen */

      fd = open_path (feed, st);
      if (fd >= 0 || errno == 0)
        break;
      if (errno != ENOENT)
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s cannot be opened: %s", feed->name, g_strerror (errno));
      else if (exited)
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "the program has ended, and has not written %s", feed->name);
      else if (scope_feed_too_late (feed, feed->options.wait_seconds))
        scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s has not appeared in %u s", feed->name,
                           feed->options.wait_seconds);
      else
        {
          scope_feed_notify (feed,
                             feed->was_inode >= 0                                ? "%s is still that of an earlier run"
                             : g_file_test (feed->path, G_FILE_TEST_IS_DIR) ? "%s is a folder, and no log is in it yet"
                                                                            : "%s is not there yet",
                             feed->name);
          scope_feed_sleep (feed, -1, POLL);
        }
    }
  if (monitor)
    g_file_monitor_cancel (monitor);
  return fd;
}

static void
follow_fd (ScopeFeed *feed, int fd, const struct stat *st)
{
  if (S_ISREG (st->st_mode))
    scope_feed_follow_file (feed, fd);
  else
    scope_feed_follow_stream (feed, fd);
}

static void
follow_path (ScopeFeed *feed)
{
  struct stat st;
  int fd = wait_for_path (feed, &st);

  if (fd >= 0 && fstat (fd, &st) == 0) /* another may have taken the name between */
    {
      follow_fd (feed, fd, &st);
      return;
    }
  if (fd >= 0)
    close (fd);
  if (scope_feed_is_over (feed))
    return;
  feed->kind = SCOPE_FEED_UNIX;
  fd = scope_feed_connect (feed);
  if (fd >= 0)
    scope_feed_follow_stream (feed, fd);
}

gpointer
scope_feed_thread (gpointer data)
{
  ScopeFeed *feed = data;
  struct stat st;
  int fd;

  g_main_context_push_thread_default (feed->context);
  switch (feed->kind)
    {
    case SCOPE_FEED_PATH:
      follow_path (feed);
      break;
    case SCOPE_FEED_FD:
      fd = feed->fd;
      feed->fd = -1;
      if (fstat (fd, &st) == 0)
        follow_fd (feed, fd, &st);
      else
        close (fd);
      break;
    case SCOPE_FEED_BROUGHT:
      scope_feed_follow_brought (feed);
      break;
    default:
      fd = scope_feed_connect (feed);
      if (fd >= 0)
        scope_feed_follow_stream (feed, fd);
      break;
    }
  /* Monitors that were cancelled have something to say yet. */
  while (g_main_context_iteration (feed->context, FALSE))
    ;
  g_main_context_pop_thread_default (feed->context);
  return NULL;
}
