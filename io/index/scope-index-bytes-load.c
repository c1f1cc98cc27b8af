/* scope-index-bytes-load.c: the bulk of a finished index: read with each page compared once with its checksum.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/index/scope-index-bytes-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PAGE SCOPE_BYTES_PAGE

static gboolean
is_checked (const ScopeBytesSegment *segment, gsize first, gsize last)
{
  for (; first <= last; first++)
    if (!g_atomic_int_get (&segment->checked[first]))
      return FALSE;

  return TRUE;
}

/* Pages first to last of it are in the file, if they come from elsewhere. */
static gboolean
want_pages (ScopeIndexFile *file, const ScopeBytesSegment *segment, gsize first, gsize last, GError **error)
{
  ScopeIndexSource *source = file->source;
  guint64 start = first * PAGE;
  const ScopeSegment stretch = { segment->address + start, MIN ((last + 1) * PAGE, segment->size) - start };

  return source == NULL || source->klass->want (source, &stretch, 1, error);
}

/* Bytes [within, within + n) of a segment of a finished index. Where nobody did so before, whole pages are read, compared with their
 * checksums, and `data` taken from there (NULL: they are only compared). Segments of a finished index never change, but
 * for the mark. */
static gboolean
read_checked (ScopeIndexFile *file, ScopeBytesSegment *segment, guint64 within, guint8 *data, gsize n, GError **error)
{
  guint8 pages[4 * SCOPE_SEGMENT_PAGE];
  guint64 end = within + n, page = within / PAGE;

  if (data != NULL && page == (end - 1) / PAGE
      && scope_index_file_read_few (file, segment->address + page * PAGE, (gsize) MIN (PAGE, segment->size - page * PAGE),
                                    &segment->checked[page], segment->checksums[page], (gsize) (within % PAGE), data, n))
    return TRUE;
  if (is_checked (segment, (gsize) (within / PAGE), (gsize) ((end - 1) / PAGE)))
    return data == NULL || scope_index_file_read (file, segment->address + within, data, n, error);
  if (!want_pages (file, segment, (gsize) page, (gsize) ((end - 1) / PAGE), error))
    return FALSE;
  while (within < end)
    {
      gsize first = (gsize) (within / PAGE), last = MIN (first + 3, (gsize) ((end - 1) / PAGE));
      guint64 start = first * PAGE, stop = MIN ((last + 1) * PAGE, segment->size);

      if (!scope_index_file_read (file, segment->address + start, pages, (gsize) (stop - start), error))
        return FALSE;
      for (gsize i = first; i <= last; i++)
        {
          if (!g_atomic_int_get (&segment->checked[i])
              && scope_segment_checksum (pages + (i - first) * PAGE, (gsize) MIN (PAGE, stop - i * PAGE)) != segment->checksums[i])
            return FALSE;
          g_atomic_int_set (&segment->checked[i], 1);
        }
      stop = MIN (stop, end);
      if (data != NULL)
        {
          memcpy (data, pages + (within - start), (gsize) (stop - within));
          data += stop - within;
        }
      within = stop;
    }

  return TRUE;
}

gboolean
scope_bytes_read_finished (ScopeIndexBytes *self, ScopeBytesSegment *segment, guint64 offset, void *data, gsize n, GError **error)
{
  guint64 within = offset - segment->start;
  g_autoptr (ScopeIndexFile) part = NULL;

  if (offset < segment->start || within > segment->size || n > segment->size - within)
    return FALSE;
  if (segment->place == SCOPE_SEGMENT_HERE)
    return read_checked (self->file, segment, within, data, n, error);
  part = scope_index_parts_open (self->file->parts, segment->place == SCOPE_SEGMENT_IN_PART ? SCOPE_INDEX_FILE_PART : SCOPE_INDEX_FILE_JOIN, self->part);
  if (part == NULL)
    return scope_fail (error, G_IO_ERROR_NOT_FOUND, _("Part %u of the index is missing, or another one"), self->part);

  return read_checked (part, segment, within, data, n, error);
}

/* What comes from elsewhere lies all in one file. */
static guint64
place_in_one (const ScopeIndexBytes *self, guint *place)
{
  guint was = *place;

  if (self->file->source == NULL || was == SCOPE_SEGMENT_HERE)
    return 0;
  *place = SCOPE_SEGMENT_HERE;
  return scope_index_parts_begin (self->file->parts, was == SCOPE_SEGMENT_IN_PART ? SCOPE_INDEX_FILE_PART : SCOPE_INDEX_FILE_JOIN, self->part);
}

/* FALSE: it does not fit into the `size` bytes of its file, or has not all its checksums. */
static gboolean
load_segment (ScopeIndexBytes *self, const ScopeSegment *segment, guint place, guint64 size, const guint64 *checksums, gsize n_checksums)
{
  guint64 begin = place_in_one (self, &place);
  ScopeBytesSegment *loaded;
  gsize n = scope_segment_pages (segment->size);

  if (segment->address > size || segment->size > size - segment->address || n > n_checksums)
    return FALSE;
  loaded = g_new0 (ScopeBytesSegment, 1);
  *loaded = (ScopeBytesSegment) { .start = self->size,
                                  .address = begin + segment->address,
                                  .checksums = g_memdup2 (checksums, n * sizeof *checksums),
                                  .checked = g_new0 (gint, n + 1),
                                  .size = segment->size,
                                  .place = place };
  g_ptr_array_add (self->segments, loaded);
  self->size += segment->size;

  return TRUE;
}

ScopeBytes *
scope_index_bytes_load (ScopeIndexFile *file, guint machine, gsize limit, const ScopeSegment *segments, gsize n,
                        const guint64 *checksums, gsize n_checksums, GError **error)
{
  ScopeBytes *bytes = scope_index_bytes_new (file, machine, limit);
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;
  guint64 size = scope_index_file_size (file), part_size = 0, sum = 0;
  guint behind = SCOPE_SEGMENT_HERE; /* what is not in the part */
  gsize at = 0;

  self->fixed = limit == 0;
  if (file->parts != NULL)
    {
      self->n_in_part = scope_index_parts_inside (file->parts, machine, &self->part);
      part_size = scope_index_parts_get (file->parts, self->part)->bytes;
      if (limit == 0 && scope_index_parts_join (file->parts, self->part) != NULL)
        {
          behind = SCOPE_SEGMENT_IN_JOIN;
          size = scope_index_parts_join (file->parts, self->part)->bytes;
        }
    }
  for (gsize i = 0; i < n; i++)
    {
      gboolean in_part = i < self->n_in_part;
      guint64 most = in_part ? part_size : size;

      sum = i == self->n_in_part ? segments[i].size : sum + segments[i].size;
      if (sum > most || !load_segment (self, &segments[i], in_part ? SCOPE_SEGMENT_IN_PART : behind, most, checksums + at, n_checksums - at))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The list of segments is damaged"));
          scope_bytes_free (bytes);
          return NULL;
        }
      at += scope_segment_pages (segments[i].size);
    }

  return bytes;
}

gsize
scope_index_bytes_memory (ScopeBytes *bytes)
{
  const ScopeIndexBytes *self = (const ScopeIndexBytes *) bytes;
  gsize memory = sizeof *self;

  SCOPE_EACH_POINTER (const ScopeBytesSegment, segment, self->segments)
    memory += sizeof *segment + scope_segment_pages (segment->size) * (sizeof *segment->checksums + sizeof *segment->checked);
  return memory;
}

gboolean
scope_index_bytes_verify (ScopeBytes *bytes)
{
  ScopeIndexBytes *self = (ScopeIndexBytes *) bytes;

  SCOPE_EACH_POINTER (ScopeBytesSegment, segment, self->segments)
    if (segment->size > 0 && segment->checked != NULL && !scope_bytes_read_finished (self, segment, segment->start, NULL, segment->size, NULL))
      return FALSE;

  return TRUE;
}
