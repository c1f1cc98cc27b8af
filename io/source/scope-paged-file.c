/* scope-paged-file.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-paged-file.h"

#include "io/source/scope-unnamed.h"
#include "model/base/scope-each.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct
{
  guint8 *data;
  gsize bytes;
} Piece;

/* One file for all of a process: thousands of machines would need more descriptors than there are. */
typedef struct
{
  GMutex lock;
  int fd;          /* -1: none can be made; what is there is plain memory then, and never let go */
  int statm;       /* where the kernel says how much the process holds */
  gboolean opened;
  guint64 size;    /* of the file */
  gint64 held;     /* bytes of files that the process held when all was let go */
  GArray *pieces;  /* of Piece: what is mapped */
} Paged;

static Paged *
get_paged (void)
{
  static Paged paged = { .fd = -1, .statm = -1 };

  return &paged;
}

/* Bytes of files that the process holds in memory; -1: not known. */
static gint64
held_bytes (Paged *self)
{
  char text[128];
  gssize n = self->statm >= 0 ? pread (self->statm, text, sizeof text - 1, 0) : -1;
  unsigned long long shared;

  if (n <= 0)
    return -1;
  text[n] = '\0';
  return sscanf (text, "%*u %*u %llu", &shared) == 1 ? (gint64) shared * sysconf (_SC_PAGESIZE) : -1;
}

/* With the lock held. At `at`, or anywhere if it is NULL. */
static gpointer
map (Paged *self, gpointer at, gsize bytes)
{
  Piece piece = { NULL, bytes };
  int fixed = at != NULL ? MAP_FIXED : 0;
  gpointer data = MAP_FAILED;

  if (!self->opened)
    {
      self->opened = TRUE;
      self->fd = scope_unnamed_open (FALSE, NULL);
      self->statm = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
      self->held = held_bytes (self);
      self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
    }
  /* Room on the disk beforehand: where it is missing later, a touch would kill the process. */
  if (self->fd >= 0 && fallocate (self->fd, 0, (off_t) self->size, (off_t) bytes) == 0)
    data = mmap (at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | fixed, self->fd, (off_t) self->size);
  if (data == MAP_FAILED)
    {
      data = mmap (at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
      if (data == MAP_FAILED)
        g_error ("There is no room for %zu bytes", bytes);
      return data;
    }
  self->size += bytes;
  piece.data = data;
  /* Most lie behind one another. */
  if (self->pieces->len > 0)
    {
      Piece *last = &g_array_index (self->pieces, Piece, self->pieces->len - 1);

      if (last->data + last->bytes == piece.data)
        {
          last->bytes += bytes;
          return data;
        }
    }
  g_array_append_val (self->pieces, piece);

  return data;
}

/* What is in [data, data + bytes) is none of the pieces any more. With the lock held. */
static void
forget (Paged *self, guint8 *data, gsize bytes)
{
  for (guint i = self->pieces->len; i-- > 0;)
    {
      Piece piece = g_array_index (self->pieces, Piece, i);
      guint8 *from = MAX (piece.data, data), *to = MIN (piece.data + piece.bytes, data + bytes);
      Piece left[2] = { { piece.data, (gsize) (from - piece.data) }, { to, (gsize) (piece.data + piece.bytes - to) } };

      if (from >= to)
        continue;
      /* The file's room goes back, too. */
      (void) madvise (from, (gsize) (to - from), MADV_REMOVE);
      g_array_remove_index_fast (self->pieces, i);
      for (guint k = 0; k < 2; k++)
        if (left[k].bytes > 0)
          g_array_append_val (self->pieces, left[k]);
    }
}

static void
unmap (Paged *self, gpointer data, gsize bytes)
{
  if (self->pieces != NULL)
    forget (self, data, bytes);
  munmap (data, bytes);
}

static gpointer
paged_map (gpointer at, gsize bytes)
{
  Paged *self = get_paged ();
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  return map (self, at, bytes);
}

static gpointer
paged_reserve (gsize bytes)
{
  gpointer data = mmap (NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (data == MAP_FAILED)
    g_error ("There is no room for %zu bytes", bytes);

  return data;
}

static void
paged_unmap (gpointer data, gsize bytes)
{
  Paged *self = get_paged ();
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  unmap (self, data, bytes);
}

static void
paged_trim (void)
{
  Paged *self = get_paged ();
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  gint64 held;

  if (self->pieces == NULL || self->pieces->len == 0)
    return;
  held = held_bytes (self);
  if (held >= 0 && held < self->held + SCOPE_PAGED_HELD)
    return;
  SCOPE_EACH (const Piece, piece, self->pieces)
    (void) madvise (piece->data, piece->bytes, MADV_DONTNEED);
  self->held = held_bytes (self);
}

void
scope_paged_file_use (void)
{
  static const ScopePagedClass klass = { paged_map, paged_reserve, paged_unmap, paged_trim };

  scope_paged_use (&klass);
}
