/* scope-sorter.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-sorter.h"

#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MEMORY (16u * 1024u * 1024u) /* of records before they become a run; and of all runs' pieces while they are read */
#define FEWEST 4u                    /* records of a piece */

/* Records in order in the file; a piece of them at a time. */
typedef struct
{
  ScopeSorter *sorter;
  guint number;
  guint64 first, n; /* in the file */
  guint64 read;     /* of these, into `piece` so far */
  guint8 *piece;
  gsize n_piece, at;
} Run;

struct _ScopeSorter
{
  gsize size;
  GCompareDataFunc compare;
  guint8 *records; /* those that are in no run */
  gsize n, alloc, most;
  guint64 total;
  int fd, error;
  GArray *runs; /* of Run */
  /* reading */
  Run **heap;
  guint n_heap;
  gsize at;         /* in `records`, if there are no runs */
  Run *last;        /* of which the record was given out */
};

ScopeSorter *
scope_sorter_new (gsize record_size, GCompareDataFunc compare)
{
  ScopeSorter *self = g_new0 (ScopeSorter, 1);

  self->size = record_size;
  self->compare = compare;
  self->most = MEMORY / record_size;
  self->fd = -1;
  self->runs = g_array_new (FALSE, TRUE, sizeof (Run));

  return self;
}

void
scope_sorter_free (ScopeSorter *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->runs->len; i++)
    g_free (g_array_index (self->runs, Run, i).piece);
  g_array_unref (self->runs);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->heap);
  g_free (self->records);
  g_free (self);
}

static void
end_run (ScopeSorter *self)
{
  Run run = { .sorter = self, .number = self->runs->len, .first = self->total - self->n, .n = self->n };
  gsize bytes = self->n * self->size;

  g_qsort_with_data (self->records, (gint) self->n, self->size, self->compare, NULL);
  if (self->fd < 0)
    self->fd = scope_unnamed_open (TRUE, NULL);
  if (self->error == 0 && (self->fd < 0 || scope_fd_write (self->fd, self->records, bytes, (gint64) (run.first * self->size)) < bytes))
    self->error = errno != 0 ? errno : EIO;
  g_array_append_val (self->runs, run);
  self->n = 0;
}

void
scope_sorter_add (ScopeSorter *self, gconstpointer record)
{
  g_assert (self->heap == NULL);
  if (self->n == self->most)
    end_run (self);
  if (self->n == self->alloc)
    {
      self->alloc = MIN (MAX (64, self->alloc * 2), self->most);
      self->records = g_realloc (self->records, self->alloc * self->size);
    }
  memcpy (self->records + self->n++ * self->size, record, self->size);
  self->total++;
}

static gboolean
fail (const ScopeSorter *self, GError **error)
{
  return scope_fail (error, g_io_error_from_errno (self->error), "Messages could not be kept aside in %s: %s", g_get_tmp_dir (),
                     g_strerror (self->error));
}

/* The record where it stands. */
static inline const guint8 *
record_of (const Run *run)
{
  return run->piece + run->at * run->sorter->size;
}

/* FALSE: it has no more, or they cannot be read. */
static gboolean
fill (Run *run)
{
  ScopeSorter *self = run->sorter;
  gsize room = MAX (MEMORY / self->runs->len / self->size, FEWEST), n = (gsize) MIN (room, run->n - run->read);

  if (run->piece == NULL)
    run->piece = g_malloc (room * self->size);
  run->at = 0;
  run->n_piece = n;
  if (n > 0 && scope_fd_read (self->fd, run->piece, n * self->size, (run->first + run->read) * self->size) < n * self->size)
    {
      self->error = errno != 0 ? errno : EIO;
      return FALSE;
    }
  run->read += n;
  return n > 0;
}

static gboolean
is_before (Run *const *a, Run *const *b)
{
  int order = (*a)->sorter->compare (record_of (*a), record_of (*b), NULL);

  return order != 0 ? order < 0 : (*a)->number < (*b)->number;
}

gboolean
scope_sorter_rewind (ScopeSorter *self, GError **error)
{
  self->at = 0;
  self->last = NULL;
  if (self->heap == NULL && self->runs->len == 0)
    g_qsort_with_data (self->records, (gint) self->n, self->size, self->compare, NULL);
  else if (self->heap == NULL)
    {
      if (self->n > 0)
        end_run (self);
      g_clear_pointer (&self->records, g_free);
    }
  if (self->heap == NULL)
    self->heap = g_new (Run *, self->runs->len + 1u);
  self->n_heap = 0;
  for (guint i = 0; i < self->runs->len && self->error == 0; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);

      run->read = 0;
      if (fill (run))
        self->heap[self->n_heap++] = run;
    }
  SCOPE_MAKE_HEAP (self->heap, self->n_heap, is_before);
  return self->error == 0 || fail (self, error);
}

gconstpointer
scope_sorter_next (ScopeSorter *self, GError **error)
{
  if (self->runs->len == 0)
    return self->at < self->n ? self->records + self->at++ * self->size : NULL;
  if (self->last != NULL)
    {
      if (++self->last->at == self->last->n_piece && !fill (self->last))
        self->heap[0] = self->heap[--self->n_heap];
      if (self->n_heap > 0)
        SCOPE_SIFT_DOWN (self->heap, self->n_heap, 0, is_before);
    }
  if (self->error != 0)
    fail (self, error);
  self->last = self->n_heap > 0 && self->error == 0 ? self->heap[0] : NULL;
  return self->last != NULL ? record_of (self->last) : NULL;
}
