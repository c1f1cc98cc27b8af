/* scope-feed-stream.c: copying a stream (FIFO, pipe, socket), or what is brought, into a file, as it comes.
 *
 * The program is never kept waiting for us, nor killed by us: it is read as fast as it writes, and what there is no
 * room for, or what comes when nobody wants more, is read and thrown away.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-fd.h"
#include "io/source/scope-feed-private.h"
#include "io/source/scope-unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define CHUNK (256 * 1024)
#define MOST_NAME 60u
#define LAST_BYTES (200 * G_TIME_SPAN_MILLISECOND) /* what a program wrote before it exited has come until then */

typedef struct
{
  ScopeFeed *feed;
  int in, out;
  guint64 bytes, limit;
  guint8 *chunk;
} Copy;

/* "tcp://localhost:4711" and when: "localhost-4711_2026-11-24_15.40.07". */
static char *
stream_name (const char *where)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *when = g_date_time_format (now, "%Y-%m-%d_%H.%M.%S");
  const char *scheme = strstr (where, "://"), *slash;
  g_autofree char *name = NULL;

  if (scheme != NULL)
    where = scheme + 3;
  else if ((slash = strrchr (where, '/')) != NULL)
    where = slash + 1;
  name = g_strndup (where, MOST_NAME);
  g_strcanon (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._", '-');
  return g_strdup_printf ("%s_%s", *name != '\0' && *name != '.' ? name : "stream", when);
}

/* Makes the file of a copy that nobody named; -1: it cannot lie there. */
static int
create_named (ScopeFeed *feed)
{
  g_autofree char *name = stream_name (feed->name);

  for (guint i = 1; feed->streams != NULL && i < 100; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup (""), *whole = g_strconcat (name, number, NULL);
      g_autofree char *path = g_build_filename (feed->streams, whole, NULL), *part = g_strconcat (path, ".part", NULL);
      int fd = g_file_test (path, G_FILE_TEST_EXISTS) ? -1 : g_open (part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

      if (fd < 0)
        continue;
      flock (fd, LOCK_SH | LOCK_NB); /* as long as it is open, nobody takes it for one that was left */
      g_mutex_lock (&feed->lock);
      feed->save = g_steal_pointer (&path);
      feed->part = g_steal_pointer (&part);
      g_mutex_unlock (&feed->lock);
      return fd;
    }
  g_clear_pointer (&feed->streams, g_free);
  return -1;
}

/* Makes the file of the copy; -1 with error. */
static int
create_copy (ScopeFeed *feed, GError **error)
{
  int fd;

  if (feed->part == NULL && (fd = create_named (feed)) >= 0)
    return fd;
  if (feed->part == NULL)
    return scope_unnamed_open (FALSE, error);
  fd = g_open (feed->part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
  if (fd < 0)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: cannot be created: %s", feed->part,
                 g_strerror (errno));
  return fd;
}

/* Half of what is free: the other half is for what is made of it. */
static guint64
find_limit (Copy *copy)
{
  struct statvfs fs;

  if (copy->feed->options.limit > 0)
    return copy->feed->options.limit;
  return fstatvfs (copy->out, &fs) == 0 ? (guint64)fs.f_bavail * fs.f_frsize / 2 : G_MAXUINT64;
}

static void
discard (Copy *copy, gsize n)
{
  g_mutex_lock (&copy->feed->lock);
  copy->feed->facts.discarded += n;
  g_mutex_unlock (&copy->feed->lock);
}

/* FALSE, with the feed failed, if there is no more room. */
static gboolean
keep (Copy *copy, gconstpointer bytes, gsize n)
{
  gsize take = (gsize)MIN ((guint64)n, copy->limit - copy->bytes), done = scope_fd_write (copy->out, bytes, take, -1);
  int code = errno;

  copy->bytes += done;
  if (done > 0)
    scope_feed_grew (copy->feed, copy->bytes);
  if (done == n)
    return TRUE;
  discard (copy, n - done);
  if (done == take || code == ENOSPC || code == EDQUOT || code == EFBIG)
    scope_feed_finish (copy->feed, SCOPE_FEED_FAILED,
                       "there is no room for more than the first %" G_GUINT64_FORMAT " bytes of %s in %s%s",
                       copy->bytes, copy->feed->name, copy->feed->part ? copy->feed->part : g_get_tmp_dir (),
                       copy->feed->part ? "" : " (TMPDIR can name another folder)");
  else
    scope_feed_finish (copy->feed, SCOPE_FEED_FAILED, "what came from %s cannot be kept: %s", copy->feed->name,
                       g_strerror (code));
  return FALSE;
}

/* TRUE if there is something to read, or its end. */
static gboolean
is_ready (int fd)
{
  struct pollfd poll_fd = { fd, POLLIN, 0 };

  return poll (&poll_fd, 1, 0) > 0 && poll_fd.revents != 0;
}

/* Reads once; FALSE at the end of the stream. */
static gboolean
copy_once (Copy *copy)
{
  ScopeFeed *feed = copy->feed;
  gssize got = read (copy->in, copy->chunk, CHUNK);

  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return TRUE;
  if (got < 0 && errno == EIO && isatty (copy->in) == 1)
    got = 0;
  if (got < 0)
    scope_feed_finish (feed, SCOPE_FEED_FAILED, errno == ECONNRESET ? "the connection to %s was lost: %s"
                                                                    : "%s cannot be read: %s",
                       feed->name, g_strerror (errno));
  if (got == 0)
    scope_feed_finish (feed, SCOPE_FEED_ENDED, "%s was closed by its writer", feed->name);
  if (got <= 0)
    return FALSE;
  if (scope_feed_is_over (feed))
    discard (copy, (gsize)got);
  else
    keep (copy, copy->chunk, (gsize)got);
  return TRUE;
}

static void
copy_all (Copy *copy)
{
  ScopeFeed *feed = copy->feed;
  gboolean there = FALSE, last = FALSE;

  while (!scope_feed_stopping (feed))
    {
      gboolean exited = scope_feed_has_exited (feed) && !scope_feed_is_over (feed);

      if (is_ready (copy->in))
        {
          if (!there)
            scope_feed_set_there (feed, copy->out, copy->in);
          there = TRUE;
          last = FALSE;
          if (!copy_once (copy))
            return;
        }
      else if (exited && last)
        scope_feed_finish (feed, SCOPE_FEED_ENDED, "the program that wrote to %s has ended", feed->name);
      else
        {
          if (!there)
            scope_feed_notify (feed, "nobody has written to %s yet", feed->name);
          last = exited;
          scope_feed_sleep (feed, copy->in, exited ? LAST_BYTES : -1);
        }
    }
}

/* Only a socket goes both ways. */
static void
set_asked (ScopeFeed *feed, int fd)
{
  struct stat about;

  g_mutex_lock (&feed->lock);
  feed->asked = fd >= 0 && fstat (fd, &about) == 0 && S_ISSOCK (about.st_mode) ? fd : -1;
  g_mutex_unlock (&feed->lock);
}

/* FALSE, with the feed failed: there can be none. */
static gboolean
begin_copy (Copy *copy)
{
  g_autoptr (GError) error = NULL;

  copy->out = create_copy (copy->feed, &error);
  if (copy->out < 0)
    {
      scope_feed_finish (copy->feed, SCOPE_FEED_FAILED, "%s", error->message);
      return FALSE;
    }
  /* The source's from now on. */
  g_atomic_int_set (&copy->feed->source->fd, copy->out);
  copy->limit = find_limit (copy);
  return TRUE;
}

gboolean
scope_feed_bring (ScopeFeed *feed, gconstpointer bytes, gsize n)
{
  Copy *copy = feed->copy;

  if (scope_feed_is_over (feed))
    return FALSE;
  if (copy->bytes == 0 && n > 0)
    scope_feed_set_there (feed, copy->out, copy->out);
  return keep (copy, bytes, n);
}

void
scope_feed_follow_brought (ScopeFeed *feed)
{
  Copy copy = { .feed = feed };

  feed->copy = &copy;
  if (begin_copy (&copy))
    feed->options.bring (feed, feed->path);
  feed->copy = NULL;
}

void
scope_feed_follow_stream (ScopeFeed *feed, int fd)
{
  Copy copy = { .feed = feed, .in = fd };

  if (begin_copy (&copy))
    {
      copy.chunk = g_malloc (CHUNK);
      set_asked (feed, fd);
      copy_all (&copy);
      g_free (copy.chunk);
    }
  set_asked (feed, -1);
  close (fd);
}
