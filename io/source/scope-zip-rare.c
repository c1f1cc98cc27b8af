/* scope-zip-rare.c: members packed by something rarer than deflate (bzip2, xz, zstd), through libzip.
 *
 * libzip is given our own source, cut to the archive proper, and a handle of its own for each member that is
 * open, as its handles must not be shared by threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-source-private.h"
#include "io/source/scope-zip-bytes.h"
#include "io/source/scope-zip.h"

/* What libzip reads. */
typedef struct
{
  ScopeSource *source;
  guint64 base, size, at;
} Window;

typedef struct
{
  ScopeSource base;
  zip_t *zip;
  zip_file_t *file;
} RareSource;

static zip_int64_t
window_read (Window *window, void *data, zip_uint64_t n)
{
  guint64 left = window->size - window->at;
  gssize got
      = scope_source_pread (window->source, data, (gsize)MIN (n, left), window->base + window->at, NULL);

  if (got > 0)
    window->at += (guint64)got;
  return got;
}

static zip_int64_t
window_call (void *user, void *data, zip_uint64_t n, zip_source_cmd_t command)
{
  Window *window = user;
  zip_int64_t to;
  zip_stat_t *st;

  switch ((int)command)
    {
    case ZIP_SOURCE_OPEN:
      window->at = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return window_read (window, data, n);
    case ZIP_SOURCE_CLOSE:
      return 0;
    case ZIP_SOURCE_STAT:
      st = data;
      zip_stat_init (st);
      st->size = window->size;
      st->valid = ZIP_STAT_SIZE;
      return sizeof *st;
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data (&(zip_error_t){ .zip_err = ZIP_ER_READ }, data, n);
    case ZIP_SOURCE_FREE:
      scope_source_unref (window->source);
      g_free (window);
      return 0;
    case ZIP_SOURCE_SEEK:
      to = zip_source_seek_compute_offset (window->at, window->size, data, n, NULL);
      if (to < 0)
        return -1;
      window->at = (guint64)to;
      return 0;
    case ZIP_SOURCE_TELL:
      return (zip_int64_t)window->at;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap (ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                             ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                             ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    default:
      return -1;
    }
}

zip_source_t *
scope_zip_bytes (ScopeSource *source, guint64 base, guint64 size, zip_error_t *reason)
{
  Window *window = g_new0 (Window, 1);
  zip_source_t *bytes;

  window->source = scope_source_ref (source);
  window->base = base;
  window->size = size;
  bytes = zip_source_function_create (window_call, window, reason);
  if (bytes == NULL)
    {
      scope_source_unref (window->source);
      g_free (window);
    }
  return bytes;
}

static gssize
rare_read (ScopeSource *source, void *data, gsize n, GError **error)
{
  RareSource *rare = (RareSource *)source;
  zip_int64_t got = zip_fread (rare->file, data, n);

  if (got < 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", source->name,
                 zip_file_strerror (rare->file));
  return got;
}

static void
rare_finalize (ScopeSource *source)
{
  RareSource *rare = (RareSource *)source;

  if (rare->file)
    zip_fclose (rare->file);
  if (rare->zip)
    zip_discard (rare->zip);
}

static const ScopeSourceClass rare_class = { .read = rare_read, .finalize = rare_finalize };

ScopeSource *
scope_zip_open_rare (ScopeZip *zip, const ScopeZipEntry *entry, GError **error)
{
  g_autoptr (ScopeSource) result = scope_source_alloc (sizeof (RareSource), &rare_class, entry->name,
                                                       (gint64)MIN (entry->size, (guint64)G_MAXINT64));
  RareSource *rare = (RareSource *)result;
  zip_error_t reason;
  zip_source_t *bytes;

  zip_error_init (&reason);
  bytes = scope_zip_bytes (zip->source, zip->base, zip->end - zip->base, &reason);
  if (bytes)
    {
      rare->zip = zip_open_from_source (bytes, ZIP_RDONLY, &reason);
      if (!rare->zip)
        zip_source_free (bytes);
    }
  if (rare->zip)
    {
      rare->file = zip_fopen_index (rare->zip, entry->index, 0);
      if (!rare->file)
        {
          zip_error_fini (&reason);
          zip_error_init (&reason);
          zip_error_set (&reason, zip_error_code_zip (zip_get_error (rare->zip)), 0);
        }
    }
  if (!rare->file)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: cannot be unpacked: %s", entry->name,
                 zip_error_strerror (&reason));
  zip_error_fini (&reason);
  return rare->file ? g_steal_pointer (&result) : NULL;
}
