/* scope-index-bytes.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-index-bytes-private.h"

#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Segments handed to the HDF5 thread but not written yet, of all machines together. */
#define MAX_WAITING (12u * 1024u * 1024u)
#define LARGE_PAGE ((gsize) 2 * 1024 * 1024)
#define PAGE SCOPE_BYTES_PAGE

/* --- segments --- */

/* Into the unnamed file; FALSE if not even that can be written. With the file's lock held. */
static gboolean
write_spare (ScopeIndexFile *file, ScopeBytesSegment *segment)
{
  if (file->spare_fd < 0)
    file->spare_fd = scope_unnamed_open (TRUE, NULL);
  if (file->spare_fd < 0
      || scope_fd_write (file->spare_fd, segment->data, segment->size, (gint64) file->spare_size) < segment->size)
    return FALSE;
  segment->address = file->spare_size;
  segment->spare = TRUE;
  file->spare_size += segment->size;

  return TRUE;
}

/* What the datasets of segments are made with: there are hundreds of them, and lists of properties are slow to make. On the HDF5
 * thread. */
static void
segment_properties (hid_t *ret_create, hid_t *ret_links)
{
  static hid_t create = H5I_INVALID_HID, links = H5I_INVALID_HID;

  if (create < 0)
    {
      create = H5Pcreate (H5P_DATASET_CREATE);
      H5Pset_alloc_time (create, H5D_ALLOC_TIME_EARLY);
      H5Pset_fill_time (create, H5D_FILL_TIME_NEVER);
      H5Pset_dset_no_attrs_hint (create, TRUE);
      H5Pset_obj_track_times (create, FALSE);
      links = H5Pcreate (H5P_LINK_CREATE);
      H5Pset_create_intermediate_group (links, 1);
    }
  *ret_create = create;
  *ret_links = links;
}

static gboolean
put_segment (hid_t file, guint machine, guint number, ScopeBytesSegment *segment)
{
  g_autofree char *name = g_strdup_printf ("data/%u", number);
  g_auto (ScopeHdf5Group) group = scope_hdf5_open_machine (file, machine);
  hsize_t n = segment->size;
  g_auto (ScopeHdf5Space) space = H5Screate_simple (1, &n, NULL);
  hid_t plist, links, dataset;
  gboolean ok = FALSE;

  segment_properties (&plist, &links);
  dataset = H5Dcreate2 (group, name, H5T_STD_U8LE, space, links, plist, H5P_DEFAULT);
  if (dataset >= 0)
    {
      ok = H5Dwrite (dataset, H5T_STD_U8LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, segment->data) >= 0;
      segment->address = H5Dget_offset (dataset);
      ok = ok && segment->address != HADDR_UNDEF;
      ok = H5Dclose (dataset) >= 0 && ok;
    }

  return ok;
}

typedef struct
{
  ScopeIndexBytes *bytes;
  ScopeBytesSegment *segment;
  guint number;
  gsize alloc; /* of its data */
} WriteCall;

/* On the HDF5 thread. */
static void
write_segment (gpointer data)
{
  g_autofree WriteCall *call = data;
  ScopeIndexFile *file = call->bytes->file;
  ScopeBytesSegment written = *call->segment;
  gboolean ok;

  written.checksums = scope_segment_checksums (written.data, written.size);
  g_mutex_lock (&file->lock);
  ok = file->failure == NULL;
  g_mutex_unlock (&file->lock);
  if (ok && !put_segment (file->id, call->bytes->number, call->number, &written))
    {
      scope_index_file_fail (file, "it could not be written any further (is the disk full?)");
      ok = FALSE;
    }
  g_mutex_lock (&file->lock);
  if (!ok)
    ok = write_spare (file, &written);
  g_mutex_unlock (&file->lock);

  g_mutex_lock (&call->bytes->lock);
  *call->segment = written;
  if (ok) /* else it stays in memory */
    call->segment->data = NULL;
  g_mutex_unlock (&call->bytes->lock);
  if (ok)
    scope_index_file_give_room (file, written.data, call->alloc == call->bytes->limit);

  g_mutex_lock (&file->lock);
  file->waiting -= written.size;
  if (!ok)
    file->stuck += written.size;
  g_cond_broadcast (&file->written);
  g_mutex_unlock (&file->lock);
}

/* Hands the open segment on; with the bytes' lock held, which is let go while waiting. */
static void
close_segment (ScopeIndexBytes *self)
{
  ScopeIndexFile *file = self->file;
  ScopeBytesSegment *segment;
  WriteCall *call;

  if (self->open_alloc == 0)
    return;
  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  call = g_new (WriteCall, 1);
  *call = (WriteCall) { self, segment, self->segments->len - 1, self->open_alloc };
  self->open_alloc = 0;
  self->posted = TRUE;

  g_mutex_lock (&file->lock);
  while (file->waiting > MAX_WAITING)
    {
      /* The HDF5 thread needs our lock to finish. */
      g_mutex_unlock (&self->lock);
      g_cond_wait (&file->written, &file->lock);
      g_mutex_unlock (&file->lock);
      g_mutex_lock (&self->lock);
      g_mutex_lock (&file->lock);
    }
  file->waiting += segment->size;
  g_mutex_unlock (&file->lock);
  scope_hdf5_post (write_segment, call);
}

/* Room for a whole segment that is as large as a large page: on one of these, where the kernel has any (else five hundred small
 * ones come one by one). NULL: it is not. To be freed with g_free(). */
static guint8 *
new_room (gsize size)
{
  guint8 *data = size >= LARGE_PAGE && size % LARGE_PAGE == 0 ? aligned_alloc (LARGE_PAGE, size) : NULL;

#ifdef MADV_HUGEPAGE
  if (data != NULL)
    (void) madvise (data, size, MADV_HUGEPAGE);
#endif

  return data;
}

/* --- the interface --- */

static gboolean
bytes_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  ScopeBytesSegment *segment;

  g_mutex_lock (&self->lock);
  if (self->open_alloc > 0)
    {
      segment = g_ptr_array_index (self->segments, self->segments->len - 1);
      if (segment->size + n > self->limit && segment->size > 0)
        close_segment (self);
    }
  if (self->open_alloc == 0)
    {
      segment = g_new0 (ScopeBytesSegment, 1);
      segment->start = self->size;
      g_ptr_array_add (self->segments, segment);
      segment->data = n <= self->limit ? scope_index_file_take_room (self->file) : NULL;
      if (segment->data == NULL && n <= self->limit && self->segments->len > 1) /* there is much to come */
        segment->data = new_room (self->limit);
      self->open_alloc = segment->data != NULL ? self->limit : MAX (n, 4096);
      if (segment->data == NULL)
        segment->data = g_malloc (self->open_alloc);
    }
  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  if (segment->size + n > self->open_alloc)
    {
      self->open_alloc = MAX (segment->size + n, MIN (self->open_alloc * 2, self->limit));
      segment->data = g_realloc (segment->data, self->open_alloc);
    }
  if (n > 0)
    memcpy (segment->data + segment->size, data, n);
  segment->size += n;
  *ret_offset = self->size;
  self->size += n;
  g_mutex_unlock (&self->lock);

  return TRUE;
}

static ScopeBytesSegment *
find_segment (ScopeIndexBytes *self, guint64 offset)
{
  guint n = self->segments->len;
  ScopeBytesSegment **segments = (ScopeBytesSegment **) self->segments->pdata;

  return n > 0 ? segments[SCOPE_BISECT_LAST (n, i, segments[i]->start <= offset)] : NULL;
}

/* Of a trace that is still read: a segment may be in memory yet. With the lock held; `ret_fd` is where else. */
static gboolean
find_bytes (ScopeIndexBytes *self, guint64 offset, void *data, gsize n, int *ret_fd, guint64 *ret_address)
{
  ScopeBytesSegment *segment = find_segment (self, offset);
  guint64 within = segment != NULL ? offset - segment->start : 0;

  *ret_fd = -1;
  if (segment == NULL || offset < segment->start || within > segment->size || n > segment->size - within)
    return FALSE;
  if (segment->data != NULL)
    memcpy (data, segment->data + within, n);
  else
    {
      *ret_fd = segment->spare ? self->file->spare_fd : self->file->fd;
      *ret_address = segment->address + within;
    }

  return TRUE;
}

static gboolean
bytes_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  ScopeBytesSegment *finished = NULL;
  GError *unreachable = NULL;
  guint64 address = 0;
  gboolean good = TRUE;
  int fd = -1;

  if (n == 0)
    return TRUE;
  if (self->fixed)
    finished = find_segment (self, offset);
  else
    {
      g_mutex_lock (&self->lock);
      finished = find_segment (self, offset);
      if (finished == NULL || finished->place == SCOPE_SEGMENT_HERE)
        {
          finished = NULL;
          good = find_bytes (self, offset, data, n, &fd, &address);
        }
      g_mutex_unlock (&self->lock);
    }
  if (finished != NULL)
    good = scope_bytes_read_finished (self, finished, offset, data, n, &unreachable);
  else
    good = good && !self->fixed && (fd < 0 || scope_fd_read (fd, data, n, address) == n);
  if (unreachable != NULL)
    return scope_passed (unreachable, error);
  if (!good)
    {
      scope_index_file_damaged (self->file);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _("The index of this trace is damaged (byte %llu): open the trace again to read it anew"),
                   (unsigned long long) offset);
      return FALSE;
    }

  return TRUE;
}

static guint64
bytes_together (ScopeBytes *bytes, guint64 offset)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  const ScopeBytesSegment *segment;
  guint64 n = 0;

  if (!self->fixed)
    g_mutex_lock (&self->lock);
  segment = find_segment (self, offset);
  if (segment != NULL && offset >= segment->start && offset - segment->start < segment->size)
    n = segment->size - (offset - segment->start);
  if (!self->fixed)
    g_mutex_unlock (&self->lock);
  return n;
}

static gboolean
bytes_is_far (ScopeBytes *bytes)
{
  return ((ScopeIndexBytes *) bytes)->file->source != NULL;
}

static ScopeFarEnd *
bytes_far_end (ScopeBytes *bytes, guint *ret_machine)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;

  *ret_machine = self->number;
  return self->file->source->end;
}

/* Of a finished index that comes from elsewhere: in whole pages. */
static gboolean
pages_of (const ScopeByteStretch *stretch, ScopeSegment *ret_pages)
{
  const ScopeBytesSegment *segment = find_segment ((ScopeIndexBytes *) stretch->bytes, stretch->offset);
  guint64 within = segment != NULL ? stretch->offset - segment->start : 0, start = within / PAGE * PAGE;

  if (segment == NULL || segment->place != SCOPE_SEGMENT_HERE || stretch->n == 0 || within >= segment->size || stretch->n > segment->size - within)
    return FALSE;
  *ret_pages = (ScopeSegment) { segment->address + start, MIN ((within + stretch->n + PAGE - 1) / PAGE * PAGE, segment->size) - start };

  return TRUE;
}

static void
bytes_expect (const ScopeByteStretch *stretches, gsize n)
{
  g_autoptr (GArray) pages = g_array_sized_new (FALSE, FALSE, sizeof (ScopeSegment), (guint) n);

  for (gsize i = 0; i < n; i++)
    {
      ScopeIndexSource *source = ((ScopeIndexBytes *) stretches[i].bytes)->file->source;
      ScopeSegment some;

      if (pages_of (&stretches[i], &some))
        g_array_append_val (pages, some);
      if (i + 1 < n && ((ScopeIndexBytes *) stretches[i + 1].bytes)->file->source == source)
        continue;
      /* Who reads them is told why they are not to be had. */
      source->klass->want (source, (const ScopeSegment *) (gpointer) pages->data, pages->len, NULL);
      g_array_set_size (pages, 0);
    }
}

static void
nothing (gpointer data)
{
}

static void
segment_free (gpointer data)
{
  ScopeBytesSegment *segment = data;

  g_free (segment->data);
  g_free (segment->checksums);
  g_free (segment->checked);
  g_free (segment);
}

static void
bytes_free (ScopeBytes *bytes)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;

  if (self->posted)
    scope_hdf5_call (nothing, NULL); /* what was posted is done */
  g_ptr_array_unref (self->segments);
  scope_index_file_unref (self->file);
  g_mutex_clear (&self->lock);
  g_free (self);
}

ScopeBytes *
scope_index_bytes_new (ScopeIndexFile *file, guint n, gsize segment)
{
  static const ScopeBytesClass klass = { bytes_append, bytes_read, bytes_free, bytes_together, bytes_is_far, bytes_expect,
                                          bytes_far_end };
  ScopeIndexBytes *self = g_new0 (ScopeIndexBytes, 1);

  self->parent.klass = &klass;
  self->file = scope_index_file_ref (file);
  self->number = n;
  self->limit = segment;
  g_mutex_init (&self->lock);
  self->segments = g_ptr_array_new_with_free_func (segment_free);

  return &self->parent;
}

gboolean
scope_index_bytes_flush (ScopeBytes *bytes)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;

  g_mutex_lock (&self->lock);
  close_segment (self);
  g_mutex_unlock (&self->lock);
  scope_hdf5_call (nothing, NULL);

  return scope_index_file_failure (self->file) == NULL;
}

ScopeSegment *
scope_index_bytes_segments (ScopeBytes *bytes, gsize *ret_n, gsize *ret_in_part)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  ScopeSegment *list;

  g_mutex_lock (&self->lock);
  list = g_new0 (ScopeSegment, self->segments->len + 1u);
  for (guint i = 0; i < self->segments->len; i++)
    {
      const ScopeBytesSegment *segment = g_ptr_array_index (self->segments, i);
      list[i] = (ScopeSegment) { segment->address, segment->size };
    }
  *ret_n = self->segments->len;
  if (ret_in_part != NULL)
    *ret_in_part = self->n_in_part;
  g_mutex_unlock (&self->lock);

  return list;
}

guint64
scope_index_bytes_size (ScopeBytes *bytes)
{
  return ((ScopeIndexBytes *) bytes)->size;
}

guint64 *
scope_index_bytes_checksums (ScopeBytes *bytes, gsize *ret_n)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint64));

  g_mutex_lock (&self->lock);
  SCOPE_EACH_POINTER (const ScopeBytesSegment, segment, self->segments)
    if (segment->checksums != NULL)
      g_array_append_vals (all, segment->checksums, (guint) scope_segment_pages (segment->size));
  g_mutex_unlock (&self->lock);
  *ret_n = all->len;

  return (guint64 *) (gpointer) g_array_free (all, FALSE);
}
