/* scope-feed-file.c: following a file that grows: how much of it there is, and whether more may come.
 *
 * What a program does to its log shows in what the file is, not in what a monitor says of it: the monitor only says
 * when to look. So what it misses is seen a second later. Where it never says anything (network and user file systems),
 * the file is looked at ten times a second as long as it grows.
 *
 *   was cut             it is shorter than it was
 *   was written anew    its first bytes, or those before the place up to which it was known, are others now
 *   replaced, deleted   its name is another file's, or nobody's. Whoever has it open writes on into it; so it is
 *                       followed until nobody has
 *   nobody writes it    the kernel gives a read lease on a file only if nobody has it open for writing. Where it gives
 *                       none to us at all (other people's files, network file systems) that is not known, and never
 *                       guessed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-feed-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLL G_USEC_PER_SEC
#define POLL_GROWING (G_USEC_PER_SEC / 10)
#define GROWING (3 * G_USEC_PER_SEC)       /* it grew so lately that it is polled quickly */
#define GONE_AFTER (3 * G_USEC_PER_SEC)
#define MOVED_AFTER (5 * G_USEC_PER_SEC)   /* its name is another's, and who writes it is not known */
#define RATE_LIMIT 20                      /* ms */
#define HEAD 1024
#define TAIL 256

typedef struct
{
  ScopeFeed *feed;
  int fd;                /* the source's */
  GFileMonitor *monitor;
  gboolean noticed;      /* the monitor has said something */
  guint unnoticed;       /* how often it grew without that */
  guint64 size;          /* so much is known */
  struct timespec changed;
  gboolean missed;       /* the name is gone */
  gboolean other;        /* the name is another file's */
  guint8 head[HEAD], tail[TAIL];
  gsize n_head, n_tail;  /* the tail ends at `size` */
} Follow;

ScopeFeedWriter
scope_feed_find_writer (int fd)
{
  /* Who opens the file between these two calls would send us the signal; so it is one that nobody minds. */
  fcntl (fd, F_SETSIG, SIGURG);
  if (fcntl (fd, F_SETLEASE, F_RDLCK) == 0)
    {
      fcntl (fd, F_SETLEASE, F_UNLCK);
      return SCOPE_FEED_WRITER_NONE;
    }
  return errno == EAGAIN ? SCOPE_FEED_WRITER_YES : SCOPE_FEED_WRITER_UNKNOWN;
}

static void
noticed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
  Follow *follow = data;

  follow->noticed = TRUE;
  follow->unnoticed = 0;
}

static void
start_monitor (Follow *follow)
{
  g_autoptr (GFile) file = NULL;

  if (follow->feed->path == NULL)
    return;
  file = g_file_new_for_path (follow->feed->path);
  follow->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (follow->monitor == NULL)
    return;
  g_file_monitor_set_rate_limit (follow->monitor, RATE_LIMIT);
  g_signal_connect (follow->monitor, "changed", G_CALLBACK (noticed), follow);
}

static void
stop_monitor (Follow *follow)
{
  if (follow->monitor == NULL)
    return;
  g_signal_handlers_disconnect_by_data (follow->monitor, follow);
  g_file_monitor_cancel (follow->monitor);
  g_clear_object (&follow->monitor);
}

static gssize
read_at (int fd, void *data, gsize n, guint64 offset)
{
  gssize got;

  do
    got = pread (fd, data, n, (off_t)offset);
  while (got < 0 && errno == EINTR);
  return got;
}

/* FALSE if what was there is not what is there. A read that fails is no answer: whoever reads the source says so. */
static gboolean
is_the_same (Follow *follow)
{
  guint8 data[HEAD];

  if (read_at (follow->fd, data, follow->n_head, 0) == (gssize)follow->n_head
      && memcmp (data, follow->head, follow->n_head) != 0)
    return FALSE;
  return read_at (follow->fd, data, follow->n_tail, follow->size - follow->n_tail) != (gssize)follow->n_tail
         || memcmp (data, follow->tail, follow->n_tail) == 0;
}

static void
remember (Follow *follow, guint64 size)
{
  gssize got;

  if (follow->n_head < HEAD)
    {
      got = read_at (follow->fd, follow->head, (gsize)MIN (size, HEAD), 0);
      follow->n_head = (gsize)MAX (got, 0);
    }
  follow->size = size;
  follow->n_tail = (gsize)MIN (size, TAIL);
  got = read_at (follow->fd, follow->tail, follow->n_tail, size - follow->n_tail);
  if (got != (gssize)follow->n_tail)
    follow->n_tail = 0;
}

/* What was read of it is not to be read any more as if it were the same. */
static void
finish_cut (Follow *follow, guint64 left, const char *what)
{
  ScopeFeed *feed = follow->feed;

  __atomic_store_n (&feed->source->base.size, (gint64)left, __ATOMIC_RELEASE);
  scope_feed_finish (feed, SCOPE_FEED_TRUNCATED, "%s %s after %" G_GUINT64_FORMAT " bytes", feed->name, what,
                     follow->size);
}

/* Looks at the file itself. FALSE if that was the end. */
static gboolean
look_at_file (Follow *follow)
{
  ScopeFeed *feed = follow->feed;
  struct stat st;
  gboolean told = follow->noticed;

  follow->noticed = FALSE;
  if (fstat (follow->fd, &st) != 0)
    {
      scope_feed_finish (feed, SCOPE_FEED_FAILED, "%s cannot be examined: %s", feed->name, g_strerror (errno));
      return FALSE;
    }
  if ((guint64)st.st_size == follow->size && st.st_mtim.tv_sec == follow->changed.tv_sec
      && st.st_mtim.tv_nsec == follow->changed.tv_nsec)
    return TRUE;
  follow->changed = st.st_mtim;
  if ((guint64)st.st_size < follow->size)
    {
      finish_cut (follow, (guint64)st.st_size, "was cut short");
      return FALSE;
    }
  if (!is_the_same (follow))
    {
      finish_cut (follow, 0, "was written anew from its start");
      return FALSE;
    }
  if ((guint64)st.st_size == follow->size)
    return TRUE;
  follow->unnoticed = told || follow->size == 0 ? 0 : follow->unnoticed + 1;
  remember (follow, (guint64)st.st_size);
  scope_feed_grew (feed, follow->size);
  return TRUE;
}

/* Looks whether the name is still this file's. */
static void
look_at_name (Follow *follow)
{
  ScopeFeed *feed = follow->feed;
  struct stat here, there;

  follow->other = FALSE;
  if (fstat (follow->fd, &here) != 0)
    return;
  if (feed->path == NULL)
    follow->missed = here.st_nlink == 0;
  else if (stat (feed->path, &there) != 0)
    follow->missed = errno == ENOENT || errno == ENOTDIR;
  else
    {
      follow->missed = FALSE;
      follow->other = here.st_dev != there.st_dev || here.st_ino != there.st_ino;
    }
  g_mutex_lock (&feed->lock);
  feed->facts.moved = follow->missed || follow->other;
  feed->facts.monitored = follow->monitor != NULL && follow->unnoticed < 2;
  g_mutex_unlock (&feed->lock);
}

static void
finish_moved (Follow *follow)
{
  if (follow->other)
    scope_feed_finish (follow->feed, SCOPE_FEED_REPLACED,
                       "another file has taken the name of %s; the one that was followed has ended",
                       follow->feed->name);
  else
    scope_feed_finish (follow->feed, SCOPE_FEED_DELETED, "%s was deleted or renamed", follow->feed->name);
}

static void
notify_quiet (Follow *follow, ScopeFeedWriter writer)
{
  ScopeFeed *feed = follow->feed;

  if (follow->other)
    scope_feed_notify (
        feed,
        "another file has taken the name of %s; its program still writes the first one, which is followed",
        feed->name);
  else if (follow->missed)
    scope_feed_notify (feed, "%s was deleted or renamed; its program still writes it, and it is followed", feed->name);
  else if (follow->size == 0)
    scope_feed_notify (feed, "%s is empty yet", feed->name);
  else if (writer == SCOPE_FEED_WRITER_NONE)
    scope_feed_notify (feed, "nobody has %s open for writing", feed->name);
}

/* Nothing has changed since `quiet` µs. FALSE if that was the end. */
static gboolean
look_at_writer (Follow *follow, gint64 quiet)
{
  ScopeFeed *feed = follow->feed;
  gboolean moved = follow->missed || follow->other, gone;
  ScopeFeedWriter writer;

  if (quiet < POLL / 2 || (!moved && quiet < POLL))
    return TRUE;
  writer = scope_feed_find_writer (follow->fd);
  g_mutex_lock (&feed->lock);
  feed->facts.writer = writer;
  g_mutex_unlock (&feed->lock);
  notify_quiet (follow, writer);
  if (moved)
    gone = writer == SCOPE_FEED_WRITER_NONE || (writer == SCOPE_FEED_WRITER_UNKNOWN && quiet >= MOVED_AFTER);
  else
    gone = writer == SCOPE_FEED_WRITER_NONE && quiet >= GONE_AFTER && follow->size > 0 && !feed->options.patient;
  if (!gone)
    return TRUE;
  /* It may have written its last between. */
  if (!look_at_file (follow) || follow->noticed)
    return TRUE;
  if (moved)
    finish_moved (follow);
  else
    scope_feed_finish (feed, SCOPE_FEED_GONE, "nobody writes %s any more", feed->name);
  return FALSE;
}

/* The program that wrote it has exited, and all that it wrote was seen. */
static void
finish_exited (Follow *follow)
{
  if (follow->missed || follow->other)
    finish_moved (follow);
  else if (follow->size == 0)
    scope_feed_finish (follow->feed, SCOPE_FEED_FAILED, "the program has ended, and has written nothing to %s",
                       follow->feed->name);
  else
    scope_feed_finish (follow->feed, SCOPE_FEED_GONE, "the program that wrote %s has ended", follow->feed->name);
}

/* How long to sleep until the file is looked at again, if nobody says anything. */
static gint64
next_look (Follow *follow, gint64 quiet)
{
  gboolean blind = follow->monitor == NULL || follow->unnoticed >= 2;

  if (follow->missed || follow->other)
    return POLL / 4;
  return blind && follow->size > 0 && quiet < GROWING ? POLL_GROWING : POLL;
}

/* An empty file whose name another has taken was no log: the other one is it. */
static gboolean
take_other (Follow *follow)
{
  ScopeFeed *feed = follow->feed;
  struct stat st;
  int fd;

  if (!follow->other || follow->size > 0 || feed->path == NULL)
    return FALSE;
  fd = g_open (feed->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);
  if (fd < 0)
    return FALSE;
  if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode))
    {
      close (fd);
      return FALSE;
    }
  /* The descriptor stays the same one, for others may be about to read from it. */
  dup3 (fd, follow->fd, O_CLOEXEC);
  close (fd);
  return TRUE;
}

void
scope_feed_follow_file (ScopeFeed *feed, int fd)
{
  Follow follow = { .feed = feed, .fd = fd };
  gint64 since = g_get_monotonic_time ();

  scope_feed_set_there (feed, fd, -1);
  start_monitor (&follow);
  while (!scope_feed_is_over (feed))
    {
      gboolean exited = scope_feed_has_exited (feed); /* before looking: what it wrote is seen */
      guint64 before = follow.size;
      gint64 quiet;

      if (!look_at_file (&follow))
        break;
      look_at_name (&follow);
      if (take_other (&follow))
        continue;
      if (follow.size != before)
        since = g_get_monotonic_time ();
      quiet = g_get_monotonic_time () - since;
      if (follow.size > 0 && follow.size == before && scope_feed_follow_set (feed, follow.fd))
        break;
      if (exited)
        finish_exited (&follow);
      else if (look_at_writer (&follow, quiet))
        scope_feed_sleep (feed, -1, next_look (&follow, quiet));
    }
  stop_monitor (&follow);
}
