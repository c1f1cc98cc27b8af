/* scope-zip-salvage.c: the members of an archive whose end, and with it the directory, is missing.
 *
 * Goes from local header to local header. Members written by Eden say nothing of their size in front (flag
 * bit 3): then the data descriptor behind the data is looked for, which repeats the size, and so proves
 * itself.
 *
 *     "PK\3\4" … sizes | name, extra | data | ["PK\7\8" crc packed size]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-zip.h"

#include <string.h>

#define LOCAL_SIZE 30u
#define DESCRIPTOR_SIZE 16u
#define CHUNK (256u * 1024)

/* Place of the descriptor of data that begin at `from`; the file's end if there is none. */
static guint64
find_descriptor (
    ScopeZip *zip, guint64 from, guint64 file_size, GCancellable *cancellable, guint8 *descriptor)
{
  g_autofree guint8 *chunk = g_malloc (CHUNK);

  for (guint64 at = from; at < file_size && !g_cancellable_is_cancelled (cancellable);)
    {
      gssize n = scope_source_pread (zip->source, chunk, CHUNK, at, NULL);
      gssize i;

      if (n < (gssize)DESCRIPTOR_SIZE)
        break;
      for (i = 0; i + (gssize)DESCRIPTOR_SIZE <= n; i++)
        {
          const guint8 *p = memchr (chunk + i, 'P', (gsize)(n - (gssize)DESCRIPTOR_SIZE + 1 - i));

          if (!p)
            {
              i = n - (gssize)DESCRIPTOR_SIZE + 1;
              break;
            }
          i = p - chunk;
          if (memcmp (p, "PK\7\10", 4) == 0 && scope_zip_u32 (p + 8) == (guint32)(at + (guint64)i - from))
            {
              memcpy (descriptor, p, DESCRIPTOR_SIZE);
              return at + (guint64)i;
            }
        }
      at += (guint64)i;
    }
  return file_size;
}

/* Fills in a member that begins at `at`; where the next should begin, 0 if there is none here. */
static guint64
read_local (ScopeZip *zip, guint64 at, guint64 file_size, GCancellable *cancellable, ScopeZipEntry *entry)
{
  guint8 local[LOCAL_SIZE], descriptor[DESCRIPTOR_SIZE];
  g_autofree guint8 *name = NULL;
  gsize name_size;
  guint64 data, end;

  if (scope_source_pread (zip->source, local, sizeof local, at, NULL) != (gssize)sizeof local
      || memcmp (local, "PK\3\4", 4) != 0)
    return 0;
  name_size = scope_zip_u16 (local + 26);
  name = g_malloc (name_size + 1);
  if (scope_source_pread (zip->source, name, name_size, at + LOCAL_SIZE, NULL) != (gssize)name_size)
    return 0;
  data = at + LOCAL_SIZE + name_size + scope_zip_u16 (local + 28);
  if (data > file_size)
    return 0;
  entry->header = at;
  entry->flags = scope_zip_u16 (local + 6);
  entry->method = scope_zip_u16 (local + 8);
  entry->crc = scope_zip_u32 (local + 14);
  entry->packed = scope_zip_u32 (local + 18);
  entry->size = scope_zip_u32 (local + 22);
  entry->name = scope_zip_name (name, name_size, (entry->flags & 0x800) != 0);
  if (!(entry->flags & 8))
    {
      end = data + entry->packed;
      entry->cut = end > file_size;
      entry->packed = MIN (end, file_size) - data;
      return entry->cut ? file_size : end;
    }
  end = find_descriptor (zip, data, file_size, cancellable, descriptor);
  entry->packed = end - data;
  entry->cut = end == file_size;
  if (entry->cut)
    return end;
  entry->crc = scope_zip_u32 (descriptor + 4);
  entry->size = scope_zip_u32 (descriptor + 12);
  return end + DESCRIPTOR_SIZE;
}

gboolean
scope_zip_salvage (ScopeZip *zip, GCancellable *cancellable, GError **error)
{
  guint64 file_size = (guint64)scope_source_size (zip->source), at = 0;

  while (at < file_size && zip->entries->len < SCOPE_ZIP_MAX_ENTRIES)
    {
      ScopeZipEntry entry = { .index = zip->entries->len };
      guint64 next = read_local (zip, at, file_size, cancellable, &entry);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_free (entry.name);
          return FALSE;
        }
      if (next == 0)
        break;
      g_array_append_val (zip->entries, entry);
      at = next;
    }
  zip->end = file_size;
  zip->notice = g_strdup_printf ("the archive's end is missing: %u members were found without its directory",
                                 zip->entries->len);
  return TRUE;
}
