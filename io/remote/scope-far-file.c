/* scope-far-file.c: see the header.
 *
 * Each unit of the file is absent, coming, or there. Who wants some marks those that are absent as coming, and fetches them all at once;
 * those that somebody else fetches are waited for. If there are too many, all segments are given up together: so there is no order to
 * be kept of who was read when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/remote/scope-far-file.h"

#include "io/index/scope-index-seal.h"
#include "io/index/scope-index.h"
#include "io/source/scope-fd.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define UNIT SCOPE_FAR_UNIT
#define MOST_BYTES (1024u * 1024u * 1024u) /* of segments that are kept */
#define END_BYTES 65536u                   /* that come first: the seal is there, and mostly all that belongs to it */

enum
{
  ABSENT,
  COMING,
  THERE,
};

/* What questions are put to. */
typedef struct
{
  ScopeFarEnd parent;
  ScopeFar *far;
} FarEnd;

typedef struct
{
  ScopeIndexSource parent;
  FarEnd end;
  ScopeFar *far;
  guint64 size, n_units;
  GRWLock use;          /* written while segments are given up */
  GMutex lock;          /* of what follows */
  GCond came;
  guint8 *units;
  guint64 n_fetched;    /* units that came since segments were given up */
  ScopeSegment *extents; /* where they lie */
  gsize n_extents;
  ScopeFarProgress progress; /* while it is opened, else NULL */
  gpointer progress_data;
  guint64 n_wanted;
} FarFile;

/* --- what comes --- */

/* Some of a stretch that was asked for, which begins with a unit. */
static gboolean
take (gconstpointer bytes, guint64 at, gsize n, gpointer data, GError **error)
{
  FarFile *self = data;
  guint64 first = at / UNIT, end = at + n == self->size ? self->n_units : (at + n) / UNIT;
  gboolean new = FALSE;

  errno = 0;
  if (scope_fd_write (self->parent.fd, bytes, n, (gint64) at) < n)
    return scope_fail (error, g_io_error_from_errno (errno), _("What comes from %s cannot be kept: %s"), scope_far_host (self->far),
                       g_strerror (errno));
  g_mutex_lock (&self->lock);
  for (guint64 unit = first; unit < end; unit++)
    if (self->units[unit] == COMING)
      {
        self->units[unit] = THERE;
        self->n_fetched++;
        new = TRUE;
      }
  g_cond_broadcast (&self->came);
  g_mutex_unlock (&self->lock);
  if (new && scope_far_kept (self->far) != NULL)
    scope_far_kept_add_bytes (scope_far_kept (self->far), bytes, at, n);
  if (self->progress != NULL)
    self->progress ((double) MIN (self->n_fetched, self->n_wanted) / (double) MAX (self->n_wanted, 1), self->progress_data);

  return TRUE;
}

/* Marks what is absent of it as coming: what is to be fetched, as stretches that begin with units. With the lock held. */
static void
claim (FarFile *self, const ScopeSegment *stretch, GArray *fetched)
{
  guint64 first = stretch->address / UNIT, end = (stretch->address + stretch->size + UNIT - 1) / UNIT;

  for (guint64 unit = first; unit < end; unit++)
    {
      ScopeFarStretch *last = fetched->len > 0 ? &g_array_index (fetched, ScopeFarStretch, fetched->len - 1) : NULL;
      ScopeFarStretch some = { unit * UNIT, MIN (UNIT, self->size - unit * UNIT) };

      if (self->units[unit] != ABSENT)
        continue;
      self->units[unit] = COMING;
      if (last != NULL && last->at + last->n == some.at)
        last->n += some.n;
      else
        g_array_append_val (fetched, some);
    }
}

static void
give_back (FarFile *self, const GArray *fetched)
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < fetched->len; i++)
    {
      const ScopeFarStretch *some = &g_array_index (fetched, ScopeFarStretch, i);

      for (guint64 unit = some->at / UNIT; unit * UNIT < some->at + some->n; unit++)
        if (self->units[unit] == COMING)
          self->units[unit] = ABSENT;
    }
  g_cond_broadcast (&self->came);
  g_mutex_unlock (&self->lock);
}

/* Waits until nothing of it is coming; FALSE: something of it is absent. With the lock held. */
static gboolean
await (FarFile *self, const ScopeSegment *stretch)
{
  gboolean all = TRUE;

  for (guint64 unit = stretch->address / UNIT; unit * UNIT < stretch->address + stretch->size; unit++)
    {
      while (self->units[unit] == COMING)
        g_cond_wait (&self->came, &self->lock);
      all = all && self->units[unit] == THERE;
    }

  return all;
}

/* All of these; nothing is given up meanwhile. */
static gboolean
fetch (FarFile *self, const ScopeSegment *stretches, gsize n, GError **error)
{
  gboolean all = n == 0;

  for (gsize i = 0; i < n; i++)
    if (stretches[i].address > self->size || stretches[i].size > self->size - stretches[i].address)
      return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("The index ends before byte %llu"),
                         (unsigned long long) (stretches[i].address + stretches[i].size));
  while (!all)
    {
      g_autoptr (GArray) fetched = g_array_new (FALSE, FALSE, sizeof (ScopeFarStretch));
      gboolean ok;

      g_mutex_lock (&self->lock);
      for (gsize i = 0; i < n; i++)
        claim (self, &stretches[i], fetched);
      g_mutex_unlock (&self->lock);
      ok = fetched->len == 0
           || scope_far_read (self->far, (const ScopeFarStretch *) (gpointer) fetched->data, fetched->len, take, self, error);
      give_back (self, fetched); /* what has not come */
      if (!ok)
        return FALSE;
      all = TRUE;
      g_mutex_lock (&self->lock);
      for (gsize i = 0; i < n; i++)
        all = await (self, &stretches[i]) && all;
      g_mutex_unlock (&self->lock);
    }

  return TRUE;
}

/* --- what is given up --- */

/* With nobody else at it. */
static void
give_up_segments (FarFile *self)
{
  g_mutex_lock (&self->lock);
  for (gsize i = 0; i < self->n_extents; i++)
    {
      guint64 first = (self->extents[i].address + UNIT - 1) / UNIT, end = (self->extents[i].address + self->extents[i].size) / UNIT;

      if (first >= end || fallocate (self->parent.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t) (first * UNIT),
                                     (off_t) ((end - first) * UNIT))
                              != 0)
        continue; /* it stays as it is */
      memset (self->units + first, ABSENT, end - first);
    }
  self->n_fetched = 0;
  g_mutex_unlock (&self->lock);
}

static void
bound (FarFile *self)
{
  gboolean full;

  g_mutex_lock (&self->lock);
  full = self->n_fetched > MOST_BYTES / UNIT;
  g_mutex_unlock (&self->lock);
  if (!full)
    return;
  g_rw_lock_writer_lock (&self->use);
  give_up_segments (self);
  g_rw_lock_writer_unlock (&self->use);
}

/* --- the source --- */

static gboolean
far_want (ScopeIndexSource *source, const ScopeSegment *stretches, gsize n, GError **error)
{
  FarFile *self = (FarFile *) source;
  gboolean ok;

  bound (self);
  g_rw_lock_reader_lock (&self->use);
  ok = fetch (self, stretches, n, error);
  g_atomic_int_set (&source->cut, !ok);
  g_rw_lock_reader_unlock (&self->use);

  return ok;
}

static gboolean
far_read (ScopeIndexSource *source, guint64 at, gpointer data, gsize n, GError **error)
{
  FarFile *self = (FarFile *) source;
  const ScopeSegment stretch = { at, n };
  gboolean ok;

  g_rw_lock_reader_lock (&self->use);
  ok = fetch (self, &stretch, 1, error)
       && (scope_fd_read (self->parent.fd, data, n, at) == n
           || scope_fail (error, G_IO_ERROR_FAILED, _("What came from %s cannot be read any more"), scope_far_host (self->far)));
  g_rw_lock_reader_unlock (&self->use);

  return ok;
}

static GBytes *
end_ask (ScopeFarEnd *end, GBytes *question, GCancellable *cancellable, GError **error)
{
  return scope_far_ask (((FarEnd *) end)->far, question, cancellable, error);
}

static GBytes *
end_recall (ScopeFarEnd *end, GBytes *key)
{
  ScopeFarKept *kept = scope_far_kept (((FarEnd *) end)->far);

  return kept != NULL ? scope_far_kept_answer (kept, key) : NULL;
}

static void
end_keep (ScopeFarEnd *end, GBytes *key, GBytes *value)
{
  ScopeFarKept *kept = scope_far_kept (((FarEnd *) end)->far);

  if (kept != NULL)
    scope_far_kept_add_answer (kept, key, value);
}

static void
far_free (ScopeIndexSource *source)
{
  FarFile *self = (FarFile *) source;

  scope_far_free (self->far);
  if (source->fd >= 0)
    close (source->fd);
  if (source->path != NULL)
    g_unlink (source->path);
  g_free (source->path);
  g_free (self->units);
  g_free (self->extents);
  g_rw_lock_clear (&self->use);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->came);
  g_free (self);
}

/* --- opening --- */

static gpointer
list_late (gpointer data)
{
  return scope_far_list_late (data);
}

SCOPE_COMPARE_BY (compare_stretches, ScopeSegment, SCOPE_UP (address))

/* All that lies between what comes later. */
static GArray *
list_between (FarFile *self, const GArray *late)
{
  g_autoptr (GArray) later = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  GArray *between = g_array_new (FALSE, FALSE, sizeof (ScopeSegment));
  guint64 at = 0;

  g_array_append_vals (later, self->extents, (guint) self->n_extents);
  for (guint i = 0; i < late->len; i++)
    {
      const ScopeFarStretch *stretch = &g_array_index (late, ScopeFarStretch, i);
      ScopeSegment some = { stretch->at, stretch->n };

      if (some.address > self->size || some.size > self->size - some.address)
        continue;
      g_array_append_val (later, some);
      self->parent.late = TRUE;
    }
  g_array_sort (later, compare_stretches);
  for (guint i = 0; i <= later->len; i++)
    {
      const ScopeSegment *next = i < later->len ? &g_array_index (later, ScopeSegment, i) : NULL;
      guint64 end = next != NULL ? next->address : self->size;
      ScopeSegment some = { at, end - at };

      if (end > at)
        {
          g_array_append_val (between, some);
          self->n_wanted += some.size / UNIT;
        }
      at = next != NULL ? MAX (at, next->address + next->size) : at;
    }

  return between;
}

/* A stretch that was kept, as it came. */
static gboolean
take_kept (gconstpointer bytes, guint64 at, gsize n, gpointer data)
{
  FarFile *self = data;
  guint64 end = at <= self->size && n <= self->size - at ? (at + n + UNIT - 1) / UNIT : 0;
  gboolean all = end > 0;

  for (guint64 unit = at / UNIT; unit < end && all; unit++)
    all = self->units[unit] == THERE;
  if (all || at >= self->size) /* of what is behind the root more is known later */
    return TRUE;
  if (end == 0 || at % UNIT != 0 || (n % UNIT != 0 && at + n != self->size) || scope_fd_write (self->parent.fd, bytes, n, (gint64) at) < n)
    return FALSE;
  for (guint64 unit = at / UNIT; unit < end; unit++)
    {
      self->n_fetched += self->units[unit] == ABSENT;
      self->units[unit] = THERE;
    }
  return TRUE;
}

/* What was kept, if it is of the index that is there now. */
static void
fetch_kept (FarFile *self)
{
  ScopeFarKept *kept = scope_far_kept (self->far);
  g_autofree char *own = NULL;
  guint64 sum = 0;

  if (kept == NULL)
    return;
  if (scope_far_kept_each (kept, take_kept, self) && self->n_fetched > 0 && self->units[self->n_units - 1] == THERE
      && scope_index_seal_read_own (self->parent.fd, &sum))
    own = scope_index_seal_dup_identity (sum);
  if (g_strcmp0 (own, scope_far_identity (self->far)) == 0)
    return;
  scope_far_kept_forget (kept);
  memset (self->units, ABSENT, self->n_units);
  self->n_fetched = 0;
}

/* The whole file as one that is only read: what the seal does not tell of is segments. */
static gboolean
far_grow (ScopeIndexSource *source, guint64 size)
{
  FarFile *self = (FarFile *) source;
  guint64 n_units = (size + UNIT - 1) / UNIT;
  guint8 *units = size >= self->size ? g_try_malloc0 (n_units + 1) : NULL;
  ScopeSegment parts = { self->size, size - self->size };

  if (units == NULL || ftruncate (source->fd, (off_t) size) != 0)
    {
      g_free (units);
      return FALSE;
    }
  memcpy (units, self->units, self->n_units);
  g_free (self->units);
  self->units = units;
  self->n_units = n_units;
  self->size = size;
  self->extents = g_renew (ScopeSegment, self->extents, self->n_extents + 1);
  self->extents[self->n_extents++] = parts;
  if (scope_far_kept (self->far) != NULL)
    (void) scope_far_kept_each (scope_far_kept (self->far), take_kept, self); /* what it does not fit to is asked for */

  return TRUE;
}

static void
far_forget (ScopeIndexSource *source)
{
  ScopeFarKept *kept = scope_far_kept (((FarFile *) source)->far);

  if (kept != NULL)
    scope_far_kept_forget (kept);
}

/* The seal first, which says where segments lie; then all that lies between, but for what is needed late. */
static gboolean
fetch_directories (FarFile *self, GError **error)
{
  ScopeSegment end = { self->size - MIN (self->size, END_BYTES), MIN (self->size, END_BYTES) };
  GThread *listing = g_thread_new ("far directories", list_late, self->far); /* in the same trip */
  gboolean ok = fetch (self, &end, 1, error);
  g_autoptr (GArray) late = g_thread_join (listing), between = NULL;
  guint64 bytes;

  if (!ok)
    return FALSE;
  bytes = scope_index_seal_bytes (self->parent.fd, SCOPE_INDEX_VERSION);
  end = (ScopeSegment) { self->size - bytes, bytes };
  if (bytes > 0 && !fetch (self, &end, 1, error))
    return FALSE;
  self->extents = bytes > 0 ? scope_index_seal_read_extents (self->parent.fd, SCOPE_INDEX_VERSION, &self->n_extents) : NULL;
  if (self->extents == NULL)
    far_forget (&self->parent);
  if (self->extents == NULL)
    return scope_fail (error, G_IO_ERROR_INVALID_DATA, _("%s: what it has of this trace is damaged, or of another version"),
                       scope_far_host (self->far));
  between = list_between (self, late);

  return fetch (self, (const ScopeSegment *) (gpointer) between->data, between->len, error);
}

ScopeIndexSource *
scope_far_file_new (ScopeFar *far, ScopeFarProgress progress, gpointer data, GError **error)
{
  static const ScopeIndexSourceClass klass = { far_want, far_read, far_grow, far_forget, far_free };
  FarFile *self = g_new0 (FarFile, 1);

  g_rw_lock_init (&self->use);
  g_mutex_init (&self->lock);
  g_cond_init (&self->came);
  self->parent.klass = &klass;
  self->end = (FarEnd) { { end_ask, end_recall, end_keep }, far };
  self->parent.end = &self->end.parent;
  self->far = far;
  self->size = scope_far_size (far);
  self->n_units = (self->size + UNIT - 1) / UNIT;
  self->progress = progress;
  self->progress_data = data;
  self->parent.fd = g_file_open_tmp ("lanescope-XXXXXX", &self->parent.path, error);
  self->units = self->parent.fd >= 0 ? g_try_malloc0 (self->n_units) : NULL;
  if (self->parent.fd >= 0 && (self->units == NULL || ftruncate (self->parent.fd, (off_t) self->size) != 0))
    scope_fail (error, G_IO_ERROR_NO_SPACE, _("What comes from %s cannot be kept: %s"), scope_far_host (far), g_strerror (ENOSPC));
  else if (self->units != NULL)
    {
      fetch_kept (self);
      if (fetch_directories (self, error))
        {
          self->progress = NULL;
          return &self->parent;
        }
    }
  far_free (&self->parent);

  return NULL;
}
