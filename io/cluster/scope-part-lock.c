/* scope-part-lock.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file has a row of SLOT bytes for each task that ever was, and one for who joins, the first: in it stands who that is, and who that is
 * has it locked. The byte MUTEX behind all rows is locked by all tasks together, or by who joins alone.
 */
#include "io/cluster/scope-part-lock.h"

#include "io/source/scope-fd.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOT 128
#define MUTEX ((off_t) SLOT * (1 << 30))
#define MOST_NAMED 8u

struct _ScopePartLock
{
  int fd; /* -1: the folder cannot be written, so nobody makes anything there */
  guint task;
  gboolean held;
  char *path;
};

/* One that belongs to the open file, so that two of one process exclude each other, too. */
static int
lock_bytes (int fd, int command, short kind, off_t from, off_t n, struct flock *ret_other)
{
  struct flock lock = { .l_type = kind, .l_whence = SEEK_SET, .l_start = from, .l_len = n };
  int status;

  while ((status = fcntl (fd, command, &lock)) != 0 && errno == EINTR)
    ;
  if (ret_other != NULL)
    *ret_other = lock;
  return status;
}

static gboolean
is_taken (int status)
{
  return status != 0 && (errno == EAGAIN || errno == EACCES);
}

/* Whether the name still leads to that file. */
static gboolean
is_there (int fd, const char *path)
{
  struct stat ours, there;

  return fstat (fd, &ours) == 0 && stat (path, &there) == 0 && ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

/* Who stands in a row: "machine (process 42)". */
static void
append_who (GString *text, int fd, guint task)
{
  char row[SLOT + 1] = "";

  scope_fd_read (fd, row, SLOT, (guint64) task * SLOT);
  row[strcspn (row, "\n")] = '\0';
  if (text->len > 0)
    g_string_append (text, ", ");
  if (task != SCOPE_PART_LOCK_ALL)
    g_string_append_printf (text, _("task %u on "), task);
  g_string_append (text, *row != '\0' && g_utf8_validate (row, -1, NULL) ? row : "?");
}

/* Those that have their rows locked. */
static char *
dup_holders (int fd)
{
  g_autoptr (GString) text = g_string_new (NULL);
  off_t from = 0;
  struct flock other;
  guint n = 0;

  while (lock_bytes (fd, F_OFD_GETLK, F_WRLCK, from, MUTEX - from, &other) == 0 && other.l_type != F_UNLCK && other.l_start < MUTEX)
    {
      if (n++ == MOST_NAMED)
        {
          g_string_append (text, ", …");
          break;
        }
      append_who (text, fd, (guint) (other.l_start / SLOT));
      from = other.l_start + SLOT;
    }
  return g_string_free (g_steal_pointer (&text), text->len == 0);
}

/* One that began a moment ago may not have said yet who it is. */
static gboolean
fail_busy (int fd, const char *folder, GError **error)
{
  g_autofree char *who = dup_holders (fd);

  return scope_fail (error, G_IO_ERROR_BUSY, _("%s: others are at this index: %s"), folder, who != NULL ? who : "?");
}

/* Our row. A task that was started twice has none the second time. */
static void
sign (const ScopePartLock *self)
{
  char row[SLOT] = "";

  if (lock_bytes (self->fd, F_OFD_SETLK, F_WRLCK, (off_t) self->task * SLOT, SLOT, NULL) != 0)
    return;
  g_snprintf (row, sizeof row, "%.90s (process %d)\n", g_get_host_name (), (int) getpid ());
  (void) scope_fd_write (self->fd, row, sizeof row, (gint64) self->task * SLOT);
}

ScopePartLock *
scope_part_lock_take (const char *folder, guint task, GError **error)
{
  g_autoptr (ScopePartLock) self = g_new0 (ScopePartLock, 1);

  self->task = task;
  self->path = g_build_filename (folder, "lock", NULL);
  for (;;)
    {
      self->fd = open (self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
      if (self->fd < 0 && (errno == EACCES || errno == EROFS))
        return g_steal_pointer (&self);
      if (self->fd < 0)
        return scope_fail_null (error, g_io_error_from_errno (errno), "%s: %s", self->path, g_strerror (errno));
      if (is_taken (lock_bytes (self->fd, F_OFD_SETLK, task == SCOPE_PART_LOCK_ALL ? F_WRLCK : F_RDLCK, MUTEX, 1, NULL)))
        {
          fail_busy (self->fd, folder, error);
          return NULL;
        }
      if (is_there (self->fd, self->path))
        break;
      close (self->fd); /* who had it has removed it meanwhile */
    }
  self->held = TRUE;
  sign (self);

  return g_steal_pointer (&self);
}

void
scope_part_lock_free (ScopePartLock *lock)
{
  if (lock == NULL)
    return;
  /* Nobody else has it, then. Tasks leave it: the next one may be about to take it. */
  if (lock->held && lock->task == SCOPE_PART_LOCK_ALL && is_there (lock->fd, lock->path))
    g_unlink (lock->path);
  if (lock->fd >= 0)
    close (lock->fd);
  g_free (lock->path);
  g_free (lock);
}
