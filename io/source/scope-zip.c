/* scope-zip.c: finds and reads the directory of a zip.
 *
 *     [something else] local header 1, data 1, … directory, [zip64 end, locator], end record, comment
 * [something else]
 *
 * Places in the directory count from the archive's first byte; `base` says where that is in the file. Every
 * length is a claim: it is held against the file's size before anything is read or allocated by it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-zip.h"
#include "io/source/scope-source-private.h"
#include "model/base/scope-fail.h"

#include <string.h>
#include <zlib.h>

#define END_SIZE 22u
#define END64_SIZE 56u
#define LOCATOR_SIZE 20u
#define CENTRAL_SIZE 46u
#define LOCAL_SIZE 30u
#define SEARCH_BYTES (1u << 20) /* how far from the file's end its end record is looked for */
#define MAX_RARE 4096u
#define MAX_DIRECTORY (256u << 20)

static gboolean
read_exactly (ScopeSource *source, guint8 *data, gsize n, guint64 offset)
{
  return scope_source_pread (source, data, n, offset, NULL) == (gssize)n;
}

char *
scope_zip_name (const guint8 *name, gsize n, gboolean utf8)
{
  g_autofree char *text = g_strndup ((const char *)name, n);
  char *result;

  if (utf8 || g_utf8_validate (text, -1, NULL))
    result = g_utf8_make_valid (text, -1);
  else
    {
      result = g_convert (text, -1, "UTF-8", "CP437", NULL, NULL, NULL);
      if (!result)
        result = g_utf8_make_valid (text, -1);
    }
  for (char *p = result; *p; p++)
    if ((guchar)*p < 0x20 || *p == 0x7f)
      *p = '?';
  return result;
}

typedef struct
{
  guint64 entries, offset, size; /* as the record says */
  guint64 at;                    /* where the directory must end */
  guint64 end;
} EndRecord;

/* The zip64 record replaces the fields that are too small. */
static void
read_end64 (ScopeSource *source, guint64 at, EndRecord *record)
{
  guint8 locator[LOCATOR_SIZE], end64[END64_SIZE];
  guint64 tries[2];

  if (at < LOCATOR_SIZE + END64_SIZE || !read_exactly (source, locator, sizeof locator, at - LOCATOR_SIZE)
      || memcmp (locator, "PK\6\7", 4) != 0)
    return;
  tries[0] = at - LOCATOR_SIZE - END64_SIZE;
  tries[1] = scope_zip_u64 (locator + 8);
  for (guint i = 0; i < 2; i++)
    if (tries[i] < at && read_exactly (source, end64, sizeof end64, tries[i])
        && memcmp (end64, "PK\6\6", 4) == 0)
      {
        record->entries = scope_zip_u64 (end64 + 32);
        record->size = scope_zip_u64 (end64 + 40);
        record->offset = scope_zip_u64 (end64 + 48);
        record->at = tries[i];
        return;
      }
}

/* TRUE if the directory this record speaks of is there; finds out the base by the way. */
static gboolean
try_end (ScopeZip *zip, guint64 at, const guint8 *record, guint64 file_size, EndRecord *end)
{
  guint8 signature[4];
  guint64 start;

  end->entries = scope_zip_u16 (record + 10);
  end->size = scope_zip_u32 (record + 12);
  end->offset = scope_zip_u32 (record + 16);
  end->at = at;
  end->end = MIN (at + END_SIZE + scope_zip_u16 (record + 20), file_size);
  if (end->entries == 0xffff || end->size == 0xffffffffu || end->offset == 0xffffffffu)
    read_end64 (zip->source, at, end);
  if (end->size > end->at || end->entries > end->size / CENTRAL_SIZE)
    return FALSE;
  start = end->at - end->size;
  if (end->offset > start)
    return FALSE;
  if (end->entries > 0
      && (!read_exactly (zip->source, signature, 4, start) || memcmp (signature, "PK\1\2", 4) != 0))
    return FALSE;
  zip->base = start - end->offset;
  zip->end = end->end;
  return TRUE;
}

static gboolean
find_end (ScopeZip *zip, EndRecord *end)
{
  guint64 file_size = (guint64)scope_source_size (zip->source);
  gsize n = (gsize)MIN (file_size, (guint64)SEARCH_BYTES);
  g_autofree guint8 *tail = g_malloc (n + END_SIZE);
  guint64 from = file_size - n;

  if (n < END_SIZE || !read_exactly (zip->source, tail, n, from))
    return FALSE;
  for (gsize i = n - END_SIZE + 1; i-- > 0;)
    if (tail[i] == 'P' && memcmp (tail + i, "PK\5\6", 4) == 0
        && try_end (zip, from + i, tail + i, file_size, end))
      {
        gsize length = scope_zip_u16 (tail + i + 20);

        length = MIN (length, n - i - END_SIZE);
        if (length > 0)
          zip->comment = scope_zip_name (tail + i + END_SIZE, length, FALSE);
        return TRUE;
      }
  return FALSE;
}

/* Fields that did not fit lie in the extra field, in this order. */
static void
read_extra64 (ScopeZipEntry *entry, const guint8 *extra, gsize n)
{
  guint64 *fields[3] = { &entry->size, &entry->packed, &entry->header };

  while (n >= 4)
    {
      gsize length = scope_zip_u16 (extra + 2);

      if (length > n - 4)
        return;
      if (scope_zip_u16 (extra) == 1)
        {
          const guint8 *p = extra + 4;
          gsize left = length;

          for (guint i = 0; i < 3; i++)
            if (*fields[i] == 0xffffffffu && left >= 8)
              {
                *fields[i] = scope_zip_u64 (p);
                p += 8;
                left -= 8;
              }
          return;
        }
      extra += 4 + length;
      n -= 4 + length;
    }
}

static void
entry_clear (gpointer data)
{
  g_free (((ScopeZipEntry *)data)->name);
}

static void
read_entries (ScopeZip *zip, const guint8 *p, gsize n, guint64 count)
{
  guint64 i;

  for (i = 0; i < count && i < SCOPE_ZIP_MAX_ENTRIES && n >= CENTRAL_SIZE && memcmp (p, "PK\1\2", 4) == 0;
       i++)
    {
      gsize name = scope_zip_u16 (p + 28), extra = scope_zip_u16 (p + 30), comment = scope_zip_u16 (p + 32);
      ScopeZipEntry entry = { 0 };

      if (name + extra + comment > n - CENTRAL_SIZE)
        break;
      entry.flags = scope_zip_u16 (p + 8);
      entry.method = scope_zip_u16 (p + 10);
      entry.crc = scope_zip_u32 (p + 16);
      entry.packed = scope_zip_u32 (p + 20);
      entry.size = scope_zip_u32 (p + 24);
      entry.header = scope_zip_u32 (p + 42);
      entry.index = (guint32)i;
      read_extra64 (&entry, p + CENTRAL_SIZE + name, extra);
      entry.name = scope_zip_name (p + CENTRAL_SIZE, name, (entry.flags & 0x800) != 0);
      entry.header = entry.header <= G_MAXINT64 - zip->base ? entry.header + zip->base : G_MAXINT64;
      g_array_append_val (zip->entries, entry);
      p += CENTRAL_SIZE + name + extra + comment;
      n -= CENTRAL_SIZE + name + extra + comment;
    }
  if (i < count)
    zip->notice = g_strdup_printf ("the archive's directory is damaged: %" G_GUINT64_FORMAT
                                   " of %" G_GUINT64_FORMAT " members were found",
                                   i, count);
}

ScopeZip *
scope_zip_new (ScopeSource *source, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeZip) zip = g_new0 (ScopeZip, 1);
  g_autofree guint8 *directory = NULL;
  EndRecord end = { 0 };
  guint8 head[4] = { 0 };

  g_assert (scope_source_is_seekable (source));
  zip->source = scope_source_ref (source);
  zip->entries = g_array_new (FALSE, FALSE, sizeof (ScopeZipEntry));
  g_array_set_clear_func (zip->entries, entry_clear);

  if (!find_end (zip, &end))
    {
      if (!read_exactly (source, head, 4, 0) || memcmp (head, "PK\3\4", 4) != 0)
        return scope_fail_null (error, G_IO_ERROR_NOT_SUPPORTED, "%s: is no zip archive", scope_source_name (source));
      return scope_zip_salvage (zip, cancellable, error) ? g_steal_pointer (&zip) : NULL;
    }
  if (end.size > MAX_DIRECTORY)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "%s: its directory claims to be %" G_GUINT64_FORMAT " MB large; it is not read",
                   scope_source_name (source), end.size >> 20);
      return NULL;
    }
  directory = g_malloc (end.size + 1);
  if (!read_exactly (source, directory, end.size, end.at - end.size))
    return scope_fail_null (error, G_IO_ERROR_FAILED, "%s: its directory cannot be read", scope_source_name (source));
  read_entries (zip, directory, end.size, end.entries);
  return g_steal_pointer (&zip);
}

void
scope_zip_free (ScopeZip *zip)
{
  if (!zip)
    return;
  g_array_unref (zip->entries);
  scope_source_unref (zip->source);
  g_free (zip->comment);
  g_free (zip->notice);
  g_free (zip);
}

/* Reads the first bytes of what comes out of the member. */
static gsize
read_head (ScopeZip *zip, const ScopeZipEntry *entry, guint8 *head)
{
  g_autoptr (ScopeSource) member = scope_zip_open (zip, entry, NULL);
  gsize n = 0;
  gssize got;

  while (member && n < SCOPE_ZIP_HEAD
         && (got = scope_source_read (member, head + n, SCOPE_ZIP_HEAD - n, NULL)) > 0)
    n += (gsize)got;
  return n;
}

char *
scope_zip_locate (ScopeZip *zip, ScopeZipEntry *entry, guint64 limit, guint8 *ret_head, gsize *ret_n)
{
  guint64 file_size = MIN ((guint64)scope_source_size (zip->source), limit);
  guint8 local[LOCAL_SIZE];

  memset (ret_head, 0, SCOPE_ZIP_HEAD);
  *ret_n = 0;
  if (entry->header > file_size || !read_exactly (zip->source, local, sizeof local, entry->header))
    return g_strdup ("lies beyond the end of the archive");
  if (memcmp (local, "PK\3\4", 4) != 0)
    return g_strdup ("is not where the archive's directory says");
  if ((entry->flags | scope_zip_u16 (local + 6)) & 1)
    return g_strdup ("is encrypted");
  entry->data = entry->header + LOCAL_SIZE + scope_zip_u16 (local + 26) + scope_zip_u16 (local + 28);
  if (entry->data > file_size)
    return g_strdup ("lies beyond the end of the archive");
  if (entry->packed > file_size - entry->data)
    {
      entry->packed = file_size - entry->data;
      entry->cut = TRUE;
    }
  /* libzip reads the whole directory for each of them */
  if (entry->method != SCOPE_ZIP_STORED && entry->method != SCOPE_ZIP_DEFLATED
      && zip->entries->len > MAX_RARE)
    return g_strdup_printf ("is packed by method %u, which is not supported in so large an archive",
                            entry->method);
  *ret_n = read_head (zip, entry, ret_head);
  if (*ret_n == 0 && entry->method != SCOPE_ZIP_STORED && entry->method != SCOPE_ZIP_DEFLATED)
    return g_strdup_printf ("is packed by method %u, which is not supported here", entry->method);
  return NULL;
}

ScopeSource *
scope_zip_open (ScopeZip *zip, const ScopeZipEntry *entry, GError **error)
{
  g_assert (entry->data > 0);
  switch (entry->method)
    {
    case SCOPE_ZIP_STORED:
      if (entry->cut)
        return scope_source_new_part (zip->source, entry->name, entry->data, entry->packed);
      return scope_source_new_checked_part (zip->source, entry->name, entry->data, entry->packed, entry->crc);
    case SCOPE_ZIP_DEFLATED:
      return scope_source_new_inflate (zip->source, entry->name, entry->data, entry->packed, entry->size,
                                       entry->crc, error);
    default:
      return scope_zip_open_rare (zip, entry, error);
    }
}
