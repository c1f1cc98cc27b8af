/* scope-feed-set.c: following a wrap set: the program fills one file after the other.
 *
 *     w0.dat │ w1.dat │ w2.dat ─►        one log, copied behind each other into an unnamed file
 *
 * A file that is followed becomes a set when nobody writes it any more and a younger one has the next number, or begins with 0 again. What
 * was read of it is the copy's beginning, so its places stay what they are, and nobody who reads notices. Files are taken away by the
 * program when the set has gone round; a reader that is slower than that misses some, which is counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-fd.h"
#include "io/source/scope-feed-private.h"

#include "io/source/scope-log-kind.h"
#include "io/source/scope-unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK (G_USEC_PER_SEC / 50)
#define LOOK_QUIET (G_USEC_PER_SEC / 4)
#define QUIET G_USEC_PER_SEC
#define GONE_AFTER (3 * G_USEC_PER_SEC)
#define CHUNK (256 * 1024)

typedef struct
{
  ScopeFeed *feed;
  char *path;   /* of the file that is read now */
  int in, out;
  guint64 at;   /* so much of it was copied */
  guint64 all;  /* bytes of the copy */
  gint64 grew;
  guint8 *chunk;
} Set;

static gint64
time_of (const struct stat *st)
{
  return (gint64) st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

/* The path with `number` in place of the digits from `from` to `to`, if that is a younger file than `here`. */
static char *
younger (const char *path, gsize from, gsize to, guint64 number, const struct stat *here)
{
  g_autofree char *other = g_strdup_printf ("%.*s%" G_GUINT64_FORMAT "%s", (int) from, path, number, path + to);
  struct stat st;

  if (stat (other, &st) != 0 || !S_ISREG (st.st_mode) || time_of (&st) < time_of (here)
      || (st.st_ino == here->st_ino && st.st_dev == here->st_dev))
    return NULL;
  return g_steal_pointer (&other);
}

/* The file that its program went on with; NULL: none. `fd` is open on what bore the name `path`. */
static char *
find_next (const char *path, int fd)
{
  const char *slash = strrchr (path, '/');
  gsize base = slash != NULL ? (gsize) (slash - path) + 1 : 0, to = strlen (path), from;
  struct stat here;

  if (fstat (fd, &here) != 0)
    return NULL;
  for (; to > base; to = from)
    {
      guint64 number;
      char *next;

      while (to > base && !g_ascii_isdigit (path[to - 1]))
        to--;
      for (from = to; from > base && to - from < 9 && g_ascii_isdigit (path[from - 1]);)
        from--;
      if (from == to)
        break;
      number = g_ascii_strtoull (path + from, NULL, 10);
      next = younger (path, from, to, number + 1, &here);
      if (next == NULL && number > 0)
        next = younger (path, from, to, 0, &here);
      if (next != NULL)
        return next;
    }
  return NULL;
}

static gboolean
is_erlang (int fd)
{
  guint8 head[SCOPE_LOG_HEAD];
  gssize n = pread (fd, head, sizeof head, 0);

  return n > 0 && scope_log_kind (head, (gsize) n) == SCOPE_LOG_ERLANG;
}

/* All that is there of the file. FALSE, with the feed failed: it cannot be kept. */
static gboolean
copy_rest (Set *set)
{
  for (;;)
    {
      gsize got = scope_fd_read (set->in, set->chunk, CHUNK, set->at), put;

      if (got == 0)
        return TRUE;
      put = scope_fd_write (set->out, set->chunk, got, (gint64) set->all);
      set->all += put;
      if (put < got)
        {
          scope_feed_finish (set->feed, SCOPE_FEED_FAILED, "there is no room for more of %s in %s: %s", set->feed->name,
                             g_get_tmp_dir (), g_strerror (errno));
          return FALSE;
        }
      set->at += got;
      set->grew = g_get_monotonic_time ();
    }
}

/* Where a part began, and whose it was: to see in the end whether it is still there. */
static void
note_part (Set *set)
{
  ScopeFeedPart part = { g_strdup (set->path), 0, 0, 0 };
  struct stat st;

  if (fstat (set->in, &st) == 0)
    {
      part.inode = (gint64) st.st_ino;
      part.device = (gint64) st.st_dev;
      part.size = (gint64) st.st_size;
    }
  g_mutex_lock (&set->feed->lock);
  g_array_append_val (set->feed->parts, part);
  set->feed->facts.n_files = set->feed->parts->len;
  set->feed->facts.moved = FALSE;
  g_mutex_unlock (&set->feed->lock);
}

static void
go_on_with (Set *set, char *path, int fd)
{
  struct stat st;

  note_part (set);
  /* Its name is gone already: the program was faster, and what came between is not known. */
  if (fstat (set->in, &st) == 0 && st.st_nlink == 0)
    {
      g_mutex_lock (&set->feed->lock);
      set->feed->facts.n_missed++;
      g_mutex_unlock (&set->feed->lock);
    }
  close (set->in);
  g_free (set->path);
  set->in = fd;
  set->path = path;
  set->at = 0;
}

/* Opens the next file, if there is one and nobody writes this one. */
static gboolean
go_on (Set *set)
{
  g_autofree char *next = find_next (set->path, set->in);
  int fd;

  if (next == NULL || scope_feed_find_writer (set->in) == SCOPE_FEED_WRITER_YES)
    return FALSE;
  if (!copy_rest (set)) /* what it had written when it closed it */
    return FALSE;
  fd = g_open (next, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);
  if (fd < 0)
    return FALSE;
  go_on_with (set, g_steal_pointer (&next), fd);
  return TRUE;
}

static void
follow_on (Set *set)
{
  ScopeFeed *feed = set->feed;

  while (!scope_feed_is_over (feed))
    {
      gboolean exited = scope_feed_has_exited (feed); /* before looking: what it wrote is seen */
      guint64 before = set->all;
      gint64 quiet;

      if (!copy_rest (set))
        break;
      if (set->all > before)
        scope_feed_grew (feed, set->all);
      if (go_on (set))
        continue;
      quiet = g_get_monotonic_time () - set->grew;
      if (exited)
        scope_feed_finish (feed, SCOPE_FEED_GONE, "the program that wrote %s has ended", set->path);
      else if (quiet >= GONE_AFTER && !feed->options.patient && scope_feed_find_writer (set->in) == SCOPE_FEED_WRITER_NONE)
        scope_feed_finish (feed, SCOPE_FEED_GONE, "nobody writes %s any more", set->path);
      else
        scope_feed_sleep (feed, -1, quiet < QUIET ? LOOK : LOOK_QUIET);
    }
}

gboolean
scope_feed_follow_set (ScopeFeed *feed, int fd)
{
  Set set = { .feed = feed, .grew = g_get_monotonic_time () };
  g_autofree char *next = feed->path != NULL ? find_next (feed->path, fd) : NULL;
  int copy;

  if (next == NULL || scope_feed_find_writer (fd) == SCOPE_FEED_WRITER_YES || !is_erlang (fd))
    return FALSE;
  copy = scope_unnamed_open (FALSE, NULL);
  if (copy < 0)
    return FALSE;
  set.path = g_strdup (feed->path);
  set.in = fcntl (fd, F_DUPFD_CLOEXEC, 3);
  set.chunk = g_malloc (CHUNK);
  set.out = copy;
  if (copy_rest (&set))
    {
      /* The descriptor stays the same one, for others may be about to read from it. */
      dup3 (copy, fd, O_CLOEXEC);
      scope_feed_grew (feed, set.all);
      follow_on (&set);
      note_part (&set);
    }
  close (set.in);
  close (copy);
  g_free (set.path);
  g_free (set.chunk);
  return TRUE;
}

/* With the lock held. */
static gboolean
is_there (const ScopeFeedPart *part)
{
  struct stat st;

  return stat (part->path, &st) == 0 && (gint64) st.st_ino == part->inode && (gint64) st.st_dev == part->device
         && (gint64) st.st_size == part->size;
}

guint
scope_feed_count_taken_away (ScopeFeed *feed)
{
  guint n = 0;

  g_mutex_lock (&feed->lock);
  for (guint i = 0; i < feed->parts->len; i++)
    n += !is_there (&g_array_index (feed->parts, ScopeFeedPart, i));
  g_mutex_unlock (&feed->lock);
  return n;
}
