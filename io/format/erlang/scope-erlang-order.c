/* scope-erlang-order.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/format/erlang/scope-erlang-order.h"

#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-ref.h"
#include "model/base/scope-sift.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEP 1024u           /* records between two marks of the greatest time so far */
#define RUN (1024u * 1024u)  /* places that are sorted in memory: 16 MB */
#define MERGE_BYTES (16u * 1024u * 1024u) /* for all runs together while they are merged */
#define LEAST_PLACES 512u    /* of each of them */

typedef ScopeErlangPlace Place;

struct _ScopeErlangOrder
{
  gatomicrefcount ref_count;

  /* the first round */
  guint64 n, depth;
  gint64 latest;
  GArray *maxima;   /* greatest time of all records up to the end of each step */

  /* the second */
  Place *run;       /* NULL: places are not kept */
  gsize n_run;
  int fd;           /* runs, then all in order; -1: none */
  guint64 n_places;
  gboolean sorted;
  GError *error;    /* the first one */
};

ScopeErlangOrder *
scope_erlang_order_new (void)
{
  ScopeErlangOrder *self = g_new0 (ScopeErlangOrder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->latest = G_MININT64;
  self->maxima = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->fd = -1;

  return self;
}

static void
erlang_order_free (ScopeErlangOrder *self)
{
  g_array_unref (self->maxima);
  g_free (self->run);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_error (&self->error);
  g_free (self);
}

SCOPE_DEFINE_REF (ScopeErlangOrder, scope_erlang_order, object->ref_count, erlang_order_free)

/* --- how deep it is --- */

/* Records at the beginning, in whole steps, none of which is later than `time`. */
static guint64
n_not_later (const ScopeErlangOrder *self, gint64 time)
{
  return (guint64) SCOPE_BISECT (self->maxima->len, i, g_array_index (self->maxima, gint64, i) <= time) * STEP;
}

static void
survey (ScopeErlangOrder *self, gint64 time)
{
  if (time < self->latest)
    self->depth = MAX (self->depth, self->n - n_not_later (self, time));
  self->latest = MAX (self->latest, time);
  self->n++;
  if (self->n % STEP == 0)
    g_array_append_val (self->maxima, self->latest);
}

guint64
scope_erlang_order_depth (const ScopeErlangOrder *self)
{
  return self->depth;
}

/* --- places --- */

SCOPE_COMPARE_BY (compare_places, Place, SCOPE_UP (time) SCOPE_UP (offset))

static gboolean
write_places (int fd, const Place *places, gsize n, guint64 at, GError **error)
{
  if (scope_fd_write (fd, places, n * sizeof *places, (gint64) (at * sizeof *places)) == n * sizeof *places)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "the order of records cannot be kept: %s", g_strerror (errno));

  return FALSE;
}

static gsize
read_places (int fd, Place *places, gsize n, guint64 at)
{
  return scope_fd_read (fd, places, n * sizeof *places, at * sizeof *places) / sizeof *places;
}

/* What is kept in memory becomes a run of the file. */
static void
end_run (ScopeErlangOrder *self)
{
  if (self->n_run == 0 || self->error != NULL)
    return;
  if (self->fd < 0)
    self->fd = scope_unnamed_open (FALSE, &self->error);
  if (self->fd < 0)
    return;
  qsort (self->run, self->n_run, sizeof *self->run, compare_places);
  if (write_places (self->fd, self->run, self->n_run, self->n_places, &self->error))
    self->n_places += self->n_run;
  self->n_run = 0;
}

void
scope_erlang_order_collect (ScopeErlangOrder *self)
{
  g_assert (self->run == NULL);
  self->run = g_new (Place, RUN);
}

void
scope_erlang_order_add (ScopeErlangOrder *self, gint64 time, guint64 offset)
{
  if (self->run == NULL)
    {
      survey (self, time);
      return;
    }
  if (self->error != NULL)
    return;
  self->run[self->n_run++] = (Place) { time, offset };
  if (self->n_run == RUN)
    end_run (self);
}

/* --- runs become one --- */

typedef struct
{
  Place *places;
  gsize at, n;        /* of places */
  guint64 next, end;  /* of the file, not read yet */
} Run;

/* FALSE: it is at its end. */
static gboolean
refill (ScopeErlangOrder *self, Run *run, gsize room)
{
  gsize want = (gsize) MIN (room, run->end - run->next);

  run->at = 0;
  run->n = read_places (self->fd, run->places, want, run->next);
  run->next += run->n;
  if (run->n < want && self->error == NULL)
    self->error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "the order of records cannot be read again");

  return run->n > 0;
}

static gboolean
comes_before (const Run *a, const Run *b)
{
  return compare_places (&a->places[a->at], &b->places[b->at]) < 0;
}

static void
merge_into (ScopeErlangOrder *self, int to, Run *heap, guint n, gsize room, Place *out)
{
  guint64 written = 0;
  gsize n_out = 0;

  SCOPE_MAKE_HEAP (heap, n, comes_before);
  while (n > 0)
    {
      out[n_out++] = heap[0].places[heap[0].at++];
      if (heap[0].at == heap[0].n && !refill (self, &heap[0], room))
        heap[0] = heap[--n];
      if (n > 0)
        SCOPE_SIFT_DOWN (heap, n, 0, comes_before);
      if (n_out < room && n > 0)
        continue;
      if (!write_places (to, out, n_out, written, &self->error))
        return;
      written += n_out;
      n_out = 0;
    }
}

static void
merge (ScopeErlangOrder *self)
{
  guint n_heap = 0, n = (guint) ((self->n_places + RUN - 1) / RUN);
  gsize room = MAX (LEAST_PLACES, MERGE_BYTES / sizeof (Place) / (n + 1));
  g_autofree Run *heap = g_new0 (Run, n);
  g_autofree Place *places = g_new (Place, room * (n + 1));
  int to = scope_unnamed_open (FALSE, &self->error);

  if (to < 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      heap[n_heap] = (Run) { .places = places + room * i, .next = (guint64) i * RUN,
                             .end = MIN (self->n_places, ((guint64) i + 1) * RUN) };
      if (refill (self, &heap[n_heap], room))
        n_heap++;
    }
  merge_into (self, to, heap, n_heap, room, places + room * n);
  close (self->fd);
  self->fd = to;
}

gboolean
scope_erlang_order_sort (ScopeErlangOrder *self, GError **error)
{
  end_run (self);
  g_clear_pointer (&self->run, g_free);
  if (self->error == NULL && self->n_places > RUN)
    merge (self);
  if (!scope_passed (g_steal_pointer (&self->error), error))
    return FALSE;
  self->sorted = TRUE;

  return TRUE;
}

gboolean
scope_erlang_order_is_sorted (const ScopeErlangOrder *self)
{
  return self->sorted;
}

gsize
scope_erlang_order_read (const ScopeErlangOrder *self, guint64 index, ScopeErlangPlace *places, gsize n)
{
  if (!self->sorted || index >= self->n_places)
    return 0;

  return read_places (self->fd, places, (gsize) MIN (n, self->n_places - index), index);
}
